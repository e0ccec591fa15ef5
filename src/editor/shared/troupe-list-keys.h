/* troupe-list-keys.h: Up and Down in a search field move the selection of the list below it
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#pragma once

#include <gtk/gtk.h>

G_BEGIN_DECLS

/* @list: with a model that is a GtkSingleSelection whenever a key comes. The keys go no further, also where the
 * selection is at an end. */
void troupe_list_keys_add (GtkWidget *entry, GtkListView *list);

G_END_DECLS
