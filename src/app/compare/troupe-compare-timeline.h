/* troupe-compare-timeline.h: timelines of two runs, side by side
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#pragma once

#include <gtk/gtk.h>

#include "troupe-compare-facts.h"

G_BEGIN_DECLS

/**
 * TroupeCompareTimeline:
 *
 * The timelines of A and B, with the same scale. Their rows are made once the widget is shown for the first time, a part in
 * each frame, because a run may have very many events.
 *
 * Signal: `selected` (name): a method or task was selected in one of them.
 */
#define TROUPE_TYPE_COMPARE_TIMELINE (troupe_compare_timeline_get_type ())
G_DECLARE_FINAL_TYPE (TroupeCompareTimeline,
                      troupe_compare_timeline,
                      TROUPE,
                      COMPARE_TIMELINE,
                      GtkWidget)

/* @facts: must outlive the widget. (transfer full): floating */
GtkWidget *troupe_compare_timeline_new (const TroupeCompareFacts *facts);
/* Selects a method or task in both. @name: (nullable) */
void troupe_compare_timeline_select (TroupeCompareTimeline *self, const char *name);
/* Shows only one of them. @side: 0 for A, 1 for B, -1 for both */
void troupe_compare_timeline_show_only (TroupeCompareTimeline *self, int side);

G_END_DECLS
