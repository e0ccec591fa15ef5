/* troupe-editor-wiring.h: what drawing, moving and cutting wires does to conditions
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#pragma once

#include "troupe-drawing.h"

G_BEGIN_DECLS

/* Things are meant by their ids on the canvas: a method's name, a gate's `METHOD/PATH`, a wire's. Each
 * function is one step of undo; what cannot be done is told to the person. */

/* @from: a method or a gate; @port: (nullable). @to: a method or a gate. */
gboolean troupe_editor_wiring_connect (TroupeDrawing *self,
                                       const char *from,
                                       const char *port,
                                       const char *to,
                                       gboolean with_and);
/* @reason: (out) (transfer full) (nullable): a sentence, where there is one to say. */
gboolean troupe_editor_wiring_can_connect (TroupeDrawing *self,
                                           const char *from,
                                           const char *port,
                                           const char *to,
                                           char **reason);
/* Takes wires away, all in one step. */
void troupe_editor_wiring_remove (TroupeDrawing *self, const char *const *ids);
void troupe_editor_wiring_reconnect (TroupeDrawing *self,
                                     const char *wire,
                                     const char *to,
                                     gboolean with_and);
/* @name runs where the wire starts and what the wire led to runs after it. */
void
troupe_editor_wiring_put_on_wire (TroupeDrawing *self, const char *name, const char *wire);
/* What ran after @name runs after what it ran after. */
void troupe_editor_wiring_take_out (TroupeDrawing *self, const char *name);
void troupe_editor_wiring_toggle_gate (TroupeDrawing *self, const char *gate);

/* The method of a gate's id and the path behind the slash; NULL where @gate is none. (transfer full) */
char *troupe_editor_wiring_split_gate (const char *gate, const char **path);

G_END_DECLS
