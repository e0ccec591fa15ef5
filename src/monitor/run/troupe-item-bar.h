/* troupe-item-bar.h: choice of an item of a list by its number
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#pragma once

#include <gtk/gtk.h>

G_BEGIN_DECLS

/**
 * TroupeItemBar:
 *
 * Chooses one item of a list by its number, or all of them. Hidden while there are less than two.
 *
 * Signal: `changed` (the user has chosen something else).
 */
#define TROUPE_TYPE_ITEM_BAR (troupe_item_bar_get_type ())
G_DECLARE_FINAL_TYPE (TroupeItemBar, troupe_item_bar, TROUPE, ITEM_BAR, GtkWidget)

GtkWidget *troupe_item_bar_new (void);
/* Sets the number of items. A chosen item that no longer exists is replaced by all. */
void troupe_item_bar_set_count (TroupeItemBar *self, gsize count);
/* Chooses all items again, without emitting `changed`. */
void troupe_item_bar_reset (TroupeItemBar *self);
/* Returns the number of the chosen item, from 1; 0 for all. */
gsize troupe_item_bar_get_item (TroupeItemBar *self);

G_END_DECLS
