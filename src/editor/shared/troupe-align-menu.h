/* troupe-align-menu.h: the ways to align and distribute several items of a canvas
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#pragma once

#include <gtk/gtk.h>

G_BEGIN_DECLS

/* Returns a menu of the ways to arrange the selected items, with the action `flow.align`. (transfer full) */
GMenuModel *troupe_align_menu_new (void);
/* Returns the list of keys that can be pressed after Alt+A. (transfer floating) */
GtkWidget *troupe_align_menu_make_keys (void);

G_END_DECLS
