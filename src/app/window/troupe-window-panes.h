/* troupe-window-panes.h: keyboard navigation between panes, and toast placement
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#pragma once

#include "troupe-window.h"

G_BEGIN_DECLS

void troupe_window_install_panes (GtkWidgetClass *widget_class);
/* Lets the keys that show and hide outline, inspector and panel move the focus with the pane. */
void troupe_window_add_side_keys (TroupeWindow *self);

/* Positioning function for troupe_messages_new(). Places the toast over the empty part of the
 * bar below the canvas, so that the toast covers neither a card nor the panel. If the toast is
 * too wide, it is placed above the bar.
 * @user_data: the window. */
void troupe_window_place_toast (GtkWidget *toast, gpointer user_data);

G_END_DECLS
