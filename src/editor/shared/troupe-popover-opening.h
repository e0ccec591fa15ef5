/* troupe-popover-opening.h: opens popovers that the window system does not show at once, and keeps their place
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#pragma once

#include <gtk/gtk.h>

G_BEGIN_DECLS

/* Opens @popover. The window system refuses to show it while another program has grabbed the pointer or
 * the keyboard. In this case, the popover opens as soon as possible within a second. Until then the
 * keys do not reach the window: text is inserted into the popover when it opens, and Escape gives
 * up. */
void troupe_popover_open (GtkPopover *popover);

/* Opens a context menu for the point (@x, @y) of its parent. GTK shortens a menu that fits neither below nor
 * above the point, so that entries are hidden; this one begins as much higher as its entries need, if the
 * window is high enough for all of them. */
void troupe_popover_open_menu (GtkPopover *menu, double x, double y);

/* Repositions @popover after its parent was allocated. A popover in a page that is not on the
 * screen has no surface. It is shown together with its page. */
void troupe_popover_follow (GtkPopover *popover);

G_END_DECLS
