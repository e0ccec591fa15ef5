/* troupe-window-panes.h: moving the focus between the panes of a window
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#pragma once

#include "troupe-window.h"

G_BEGIN_DECLS

void troupe_window_install_panes (GtkWidgetClass *widget_class);

/* For troupe_messages_new(): where the bar below the canvas stands: a message may cover
 * neither a card nor what the panel shows. @user_data: the window. */
int troupe_window_find_toast_room (gpointer user_data);

G_END_DECLS
