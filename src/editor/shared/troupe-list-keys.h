/* troupe-list-keys.h: Up and Down keys in a search entry move the selection of a list
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#pragma once

#include <gtk/gtk.h>

G_BEGIN_DECLS

/* Makes Up and Down in @entry move the selection of @list. @list: its model must be a
 * GtkSingleSelection when a key is pressed. The keys are not propagated, even at the ends of the
 * list. */
void troupe_list_keys_add (GtkWidget *entry, GtkListView *list);

G_END_DECLS
