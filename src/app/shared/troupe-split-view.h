/* troupe-split-view.h: adaptive two-column layout
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#pragma once

#include <gtk/gtk.h>

G_BEGIN_DECLS

/**
 * TroupeSplitView:
 *
 * Two columns that scroll independently. If there is not enough space, the second column is placed
 * below the first, and both scroll together. The minimum width of the view is 0.
 *
 * Property: `narrow` (read only): whether the columns are placed one below the other.
 */
#define TROUPE_TYPE_SPLIT_VIEW (troupe_split_view_get_type ())
G_DECLARE_FINAL_TYPE (TroupeSplitView, troupe_split_view, TROUPE, SPLIT_VIEW, GtkWidget)

/**
 * troupe_split_view_new:
 * @head: (transfer floating): shown above both columns
 * @start: (transfer floating): gets the remaining space
 * @end: (transfer floating): wrapped in a widget with the style class @end_class
 * @end_width: width of @end if it is placed next to @start, in pixels
 * @narrow: width below which the columns are placed one below the other, in pixels
 */
TroupeSplitView *troupe_split_view_new (GtkWidget *head,
                                        GtkWidget *start,
                                        GtkWidget *end,
                                        const char *end_class,
                                        int end_width,
                                        int narrow);

gboolean troupe_split_view_get_narrow (TroupeSplitView *self);

G_END_DECLS
