/* troupe-editor-menus.h: context menus of the canvas
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#pragma once

#include "troupe-canvas.h"

G_BEGIN_DECLS

/* Returns the context menu of objects of that kind. (transfer full) */
GMenuModel *troupe_editor_make_menu (TroupeCanvasKind kind);
/* Returns the list of keys that can be pressed after Alt+A. (transfer floating) */
GtkWidget *troupe_editor_make_align_keys (void);

G_END_DECLS
