/* troupe-window-dnd.h: files dropped on a window
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#pragma once

#include "troupe-window.h"

G_BEGIN_DECLS

/* Opens what is dropped on it, and has a frame while something is held over it. */
void troupe_window_take_drops (TroupeWindow *self);

G_END_DECLS
