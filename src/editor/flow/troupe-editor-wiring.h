/* troupe-editor-wiring.h: edits of conditions by connecting, moving and cutting wires
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#pragma once

#include "troupe-drawing.h"

G_BEGIN_DECLS

/* Objects are identified by their canvas ids: a method's name, a gate's `METHOD/PATH`, a wire's
 * id. Each function is one undo step; errors are reported to the user. */

/* Adds a wire. @from: a method or a gate; @port: (nullable). @to: a method or a gate. */
gboolean troupe_editor_wiring_connect (TroupeDrawing *self,
                                       const char *from,
                                       const char *port,
                                       const char *to,
                                       gboolean with_and);
/* Returns TRUE if the wire can be added. @reason: (out) (transfer full) (nullable): a sentence
 * to show to the user, if there is one. */
gboolean troupe_editor_wiring_can_connect (TroupeDrawing *self,
                                           const char *from,
                                           const char *port,
                                           const char *to,
                                           char **reason);
/* Removes wires in one undo step. */
void troupe_editor_wiring_remove (TroupeDrawing *self, const char *const *ids);
void troupe_editor_wiring_reconnect (TroupeDrawing *self,
                                     const char *wire,
                                     const char *to,
                                     gboolean with_and);
/* Inserts @name into @wire: it runs when the source of the wire finishes, and the target of the
 * wire runs after it. */
void
troupe_editor_wiring_put_on_wire (TroupeDrawing *self, const char *name, const char *wire);
/* Removes @name from its wires: the methods that ran after it run after its sources. */
void troupe_editor_wiring_take_out (TroupeDrawing *self, const char *name);
void troupe_editor_wiring_toggle_gate (TroupeDrawing *self, const char *gate);

/* Returns the method of a gate's id, and the path after the slash; NULL if @gate is not a gate.
 * (transfer full) */
char *troupe_editor_wiring_split_gate (const char *gate, const char **path);

G_END_DECLS
