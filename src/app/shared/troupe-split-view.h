/* troupe-split-view.h: two widgets beside or below each other
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#pragma once

#include <gtk/gtk.h>

G_BEGIN_DECLS

/**
 * TroupeSplitView:
 *
 * Each column scrolls by itself; where there is no room for both, the second stands below the first and both scroll
 * together. It can become as narrow as a window.
 *
 * Property: `narrow` (read only): whether one stands below the other.
 */
#define TROUPE_TYPE_SPLIT_VIEW (troupe_split_view_get_type ())
G_DECLARE_FINAL_TYPE (TroupeSplitView, troupe_split_view, TROUPE, SPLIT_VIEW, GtkWidget)

/**
 * troupe_split_view_new:
 * @head: (transfer floating): above both
 * @start: (transfer floating): takes what room is left
 * @end: (transfer floating): with the style class @end_class around it
 * @end_width: of @end beside @start, in pixels
 * @narrow: below this width one stands below the other, in pixels
 */
TroupeSplitView *troupe_split_view_new (GtkWidget *head,
                                        GtkWidget *start,
                                        GtkWidget *end,
                                        const char *end_class,
                                        int end_width,
                                        int narrow);

gboolean troupe_split_view_get_narrow (TroupeSplitView *self);

G_END_DECLS
