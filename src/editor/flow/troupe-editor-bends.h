/* troupe-editor-bends.h: points that a person leads wires through
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#pragma once

#include "troupe-drawing.h"

G_BEGIN_DECLS

/* A bend of the wire at @x, @y, between those that it has, as a step of its own. */
void troupe_editor_bends_add (TroupeDrawing *self, const char *wire, double x, double y);
void
troupe_editor_bends_move (TroupeDrawing *self, const char *wire, guint index, double x, double y);
/* Of the wires that are selected. */
void troupe_editor_bends_add_to_selected (TroupeDrawing *self);
void troupe_editor_bends_remove_selected (TroupeDrawing *self);

G_END_DECLS
