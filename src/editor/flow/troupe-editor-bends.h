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
/* Moves the bends of each wire whose ends were moved by the same distance, as with a group. Part of the edit
 * that moves the cards. */
void troupe_editor_bends_carry (TroupeDrawing *self,
                                const TroupeCanvasMove *moves,
                                guint n_moves,
                                const char *label);
/* Adds a bend to each selected wire. */
void troupe_editor_bends_add_to_selected (TroupeDrawing *self);
void troupe_editor_bends_remove_selected (TroupeDrawing *self);
/* Returns TRUE if a selected wire has bends. */
gboolean troupe_editor_bends_are_selected (TroupeDrawing *self);

G_END_DECLS
