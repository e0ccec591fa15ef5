/* troupe-editor-bends.h: user-defined bends of wires
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#pragma once

#include "troupe-drawing.h"

G_BEGIN_DECLS

/* Adds a bend at @x, @y to the wire, between its existing bends, as a separate undo step. */
void troupe_editor_bends_add (TroupeDrawing *self, const char *wire, double x, double y);
void
troupe_editor_bends_move (TroupeDrawing *self, const char *wire, guint index, double x, double y);
/* Adds a bend to each selected wire. */
void troupe_editor_bends_add_to_selected (TroupeDrawing *self);
void troupe_editor_bends_remove_selected (TroupeDrawing *self);

G_END_DECLS
