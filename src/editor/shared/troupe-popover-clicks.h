/* troupe-popover-clicks.h: reliable clicks in popovers that do not hide automatically
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#pragma once

#include <gtk/gtk.h>

G_BEGIN_DECLS

/**
 * troupe_popover_direct_clicks:
 * @popover: a popover without #GtkPopover:autohide
 *
 * Ensures that a click activates the widget under the pointer. Such a popover does not grab the
 * pointer, and when the window below it is laid out, GTK takes the pointer to be on that window until it
 * moves again. The next click would be delivered to a widget that the popover covers, and be lost.
 */
void troupe_popover_direct_clicks (GtkPopover *popover);

G_END_DECLS
