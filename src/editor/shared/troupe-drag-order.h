/* troupe-drag-order.h: reordering rows by drag and drop
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#pragma once

#include <gtk/gtk.h>

G_BEGIN_DECLS

/* Called when the row at @from was dropped on the row at @to. @row: the drop target */
typedef void (*TroupeDragOrderFunc) (GtkWidget *row, guint from, guint to);

/* Creates a drag handle, whose tooltip explains the keyboard alternative. (transfer full),
 * floating */
GtkWidget *troupe_drag_order_handle_new (void);
/* Makes @row draggable by @handle and a drop target for other rows of the same @group. The group
 * can be any object that the rows share.
 * @handle: (nullable): NULL if other rows can only be dropped on @row */
void
troupe_drag_order_add (GtkWidget *row, GtkWidget *handle, gpointer group, TroupeDragOrderFunc move);
/* Sets the current index of @row in the order. */
void troupe_drag_order_set_index (GtkWidget *row, guint index);

G_END_DECLS
