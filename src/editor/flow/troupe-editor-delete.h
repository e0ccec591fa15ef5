/* troupe-editor-delete.h: what is selected goes away, all of it as one step
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#pragma once

#include "troupe-drawing.h"

G_BEGIN_DECLS

/* Methods, notes, groups, wires and gates. A gate goes with the wires that lead into it. */
void troupe_editor_delete_selected (TroupeDrawing *self, gboolean reconnect);

G_END_DECLS
