/* troupe-search-keys.h: Down in a search entry leads to the list that it filters
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#pragma once

#include <gtk/gtk.h>

G_BEGIN_DECLS

/* Makes Down in @entry focus the selected row of @list, or its first one. Without it, GTK would focus whatever is nearest below the
 * entry. @list: a GtkListBox, a GtkListView, a GtkColumnView, or a widget with list boxes below it; must live as long as @entry. */
void troupe_search_keys_add (GtkWidget *entry, GtkWidget *list);

G_END_DECLS
