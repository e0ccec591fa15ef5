/* troupe-row-name.h: what assistive technology calls a row of a list, and a pointer over it is told
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#pragma once

#include <gtk/gtk.h>

G_BEGIN_DECLS

/* What has the focus in a GtkListView is a row round the child of @item, which has no name of its own. For a factory's
 * bind, and whenever what the row shows is another. */
void troupe_list_item_set_name (GtkListItem *item, const char *name);

/* What a pointer over the child of @item is told. FALSE where it was that before: GTK asks the display for the pointer each
 * time one is set, for each of two hundred rows that a list has ready. */
gboolean troupe_list_item_set_tooltip (GtkListItem *item, const char *text);

G_END_DECLS
