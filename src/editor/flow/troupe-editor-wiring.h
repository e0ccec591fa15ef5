/* troupe-editor-wiring.h: edits of conditions by connecting, moving and cutting wires
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#pragma once

#include "troupe-drawing.h"

G_BEGIN_DECLS

/* Objects are identified by their canvas ids: the name of a method, `METHOD/PATH` of a gate, or
 * the id of a wire. Each function is one undo step. Errors are reported to the user. */

/* Returns the port of a method that a new wire begins at: the first event of a router that nothing listens to,
 * otherwise its first one. (transfer none) (nullable): NULL for the method itself */
const char *troupe_editor_wiring_find_port (TroupeDrawing *self, const char *method);
/* Adds a wire. @from: a method or a gate; @port: (nullable). @to: a method or a gate. */
gboolean troupe_editor_wiring_connect (TroupeDrawing *self,
                                       const char *from,
                                       const char *port,
                                       const char *to,
                                       gboolean with_and);
/* Returns TRUE if the wire can be added. @reason: (out) (transfer full) (nullable): a sentence
 * to show to the user if the wire cannot be added. */
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
/* Inserts @name into @wire. The method @name then runs when the source of the wire finishes, and
 * the target of the wire runs after @name. */
void
troupe_editor_wiring_put_on_wire (TroupeDrawing *self, const char *name, const char *wire);
/* Removes @name from its wires. The methods that ran after @name then run after its sources. */
void troupe_editor_wiring_take_out (TroupeDrawing *self, const char *name);
void troupe_editor_wiring_toggle_gate (TroupeDrawing *self, const char *gate);

/* Returns the method of a gate's id, and the path after the slash. Returns NULL if @gate is not
 * a gate. (transfer full) */
char *troupe_editor_wiring_split_gate (const char *gate, const char **path);

G_END_DECLS
