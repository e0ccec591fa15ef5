/* troupe-window-dnd.h: drag and drop of files onto a window
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#pragma once

#include "troupe-window.h"

G_BEGIN_DECLS

/* Opens dropped files, and shows a frame while files are dragged over the window. */
void troupe_window_take_drops (TroupeWindow *self);

G_END_DECLS
