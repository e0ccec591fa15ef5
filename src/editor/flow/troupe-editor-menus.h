/* troupe-editor-menus.h: what the menus of the canvas offer
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#pragma once

#include "troupe-canvas.h"

G_BEGIN_DECLS

/* The context menu of a thing of that kind. (transfer full) */
GMenuModel *troupe_editor_make_menu (TroupeCanvasKind kind);
/* The list of what can be pressed after Alt+A. (transfer floating) */
GtkWidget *troupe_editor_make_align_keys (void);

G_END_DECLS
