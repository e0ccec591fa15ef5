/* troupe-context-menu.h: menus at a point of a widget
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#pragma once

#include <gtk/gtk.h>

G_BEGIN_DECLS

/* Opens a menu at the point (@x, @y) of @widget, from which its actions are activated. It is removed when it is closed. */
void troupe_context_menu_open (GtkWidget *widget, GMenuModel *menu, int x, int y);
/* Removes a menu that is still open. Called when @widget, which has no other children, is disposed. */
void troupe_context_menu_remove (GtkWidget *widget);

G_END_DECLS
