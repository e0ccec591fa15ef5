/* troupe-window-width.h: what a window folds and unfolds for its width
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#pragma once

#include "troupe-window.h"

G_BEGIN_DECLS

/* Folds and unfolds for a width in pixels, at once or before the next frame. */
void troupe_window_set_width (TroupeWindow *self, int width);
gboolean troupe_window_shows_inspector (TroupeWindow *self);
gboolean troupe_window_shows_outline (TroupeWindow *self);
/* Tells every page which panes are open and how wide the window is. */
void troupe_window_apply_panes (TroupeWindow *self);

G_END_DECLS
