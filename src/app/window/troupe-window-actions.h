/* troupe-window-actions.h: actions and keyboard shortcuts of a window
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#pragma once

#include "troupe-window.h"

G_BEGIN_DECLS

/* Adds shortcuts that take precedence over the shortcuts of the focused pane. */
void troupe_window_add_first_keys (TroupeWindow *self);

void troupe_window_install_actions (GtkWidgetClass *widget_class);
void troupe_window_update_actions (TroupeWindow *self);

G_END_DECLS
