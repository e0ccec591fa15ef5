/* troupe-timeline.h: the run as bars over time
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#pragma once

#include <gtk/gtk.h>

#include "troupe-run-model.h"

G_BEGIN_DECLS

/**
 * TroupeTimeline:
 *
 * Draws a row for each method and each model that it asked (doc/interface.md §10). Click or arrow
 * keys select a method and, of one that ran several times, a pass; Ctrl+wheel zooms about the pointer, Shift+wheel scrolls in time. Put it into a
 * scrolled window that scrolls down only.
 *
 * Signals: `method-selected` (name), `pass-selected` (number of a pass of that method, from 1).
 */
#define TROUPE_TYPE_TIMELINE (troupe_timeline_get_type ())
G_DECLARE_FINAL_TYPE (TroupeTimeline, troupe_timeline, TROUPE, TIMELINE, GtkWidget)

GtkWidget *troupe_timeline_new (TroupeRunModel *model);
/* @name: (nullable) */
void troupe_timeline_set_selected (TroupeTimeline *self, const char *name);
/* Which pass of the selected method is shown; 0 is the latest. */
void troupe_timeline_set_pass (TroupeTimeline *self, guint pass);

G_END_DECLS
