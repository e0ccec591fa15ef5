/* troupe-editor-menus.h: context menus of the canvas
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#pragma once

#include "troupe-canvas.h"

G_BEGIN_DECLS

/* Returns the context menu of objects of that kind. (transfer full) */
GMenuModel *troupe_editor_make_menu (TroupeCanvasKind kind);

/* Gives the entries of @menu, an open menu of troupe_editor_make_menu(), that are disabled a tooltip and a
 * description that say why. */
void troupe_editor_explain_menu (GtkWidget *menu);

G_END_DECLS
