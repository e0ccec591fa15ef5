/* troupe-window-panes.h: moving the focus between the panes of a window
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#pragma once

#include "troupe-window.h"

G_BEGIN_DECLS

void troupe_window_install_panes (GtkWidgetClass *widget_class);

/* For troupe_messages_new(): on the bar below the canvas, where that has nothing to say: a message may cover neither a
 * card nor what the panel shows. One that is too long for that stands above the bar. @user_data: the window. */
void troupe_window_place_toast (GtkWidget *toast, gpointer user_data);

G_END_DECLS
