/* troupe-editor-delete.h: deleting the selection as one undo step
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#pragma once

#include "troupe-drawing.h"

G_BEGIN_DECLS

/* Deletes the selected methods, notes, groups, wires and gates. A gate is deleted together with
 * the wires that lead into it. */
void troupe_editor_delete_selected (TroupeDrawing *self, gboolean reconnect);

G_END_DECLS
