/* troupe-side-pane.h: side pane with a draggable edge
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#pragma once

#include <gtk/gtk.h>

G_BEGIN_DECLS

/**
 * TroupeSidePane:
 *
 * A pane that has exactly the width that was set, regardless of its child's natural width. Its
 * start edge can be dragged. Property: `width` (int, 300 to 480, initially 344).
 */
#define TROUPE_TYPE_SIDE_PANE (troupe_side_pane_get_type ())
G_DECLARE_FINAL_TYPE (TroupeSidePane, troupe_side_pane, TROUPE, SIDE_PANE, GtkWidget)

#define TROUPE_SIDE_PANE_MIN 300
#define TROUPE_SIDE_PANE_MAX 480
#define TROUPE_SIDE_PANE_WIDTH 344

void troupe_side_pane_set_child (TroupeSidePane *self, GtkWidget *child);
void troupe_side_pane_set_width (TroupeSidePane *self, int width);
int troupe_side_pane_get_width (TroupeSidePane *self);

G_END_DECLS
