/* troupe-drag-order.h: rows that are dragged into another order
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#pragma once

#include <gtk/gtk.h>

G_BEGIN_DECLS

/* The row at @from was dropped on the one at @to. @row: on which */
typedef void (*TroupeDragOrderFunc) (GtkWidget *row, guint from, guint to);

/* A handle by which a row is dragged, with what keys do instead as its tooltip. (transfer full), floating */
GtkWidget *troupe_drag_order_handle_new (void);
/* @row is dragged by @handle and takes other rows of the same @group: any object that they have in common.
 * @handle: (nullable): then rows are only dropped on it */
void
troupe_drag_order_add (GtkWidget *row, GtkWidget *handle, gpointer group, TroupeDragOrderFunc move);
/* Which place @row has in the order now. */
void troupe_drag_order_set_index (GtkWidget *row, guint index);

G_END_DECLS
