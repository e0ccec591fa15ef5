/* troupe-flow-rename.h: updates references when methods or state fields are renamed
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#pragma once

#include "troupe-flow-state-edit.h"
#include "troupe-json.h"

G_BEGIN_DECLS

/* Copies a methods object with names, conditions and expressions updated according to @names: old
 * to new. @routers: (nullable): maps the old names of routers to sets of their events. Literals
 * that the output of a router is compared with are renamed if they are in its set and in
 * @names. */
JsonNode *troupe_tree_rename_methods (JsonNode *methods, GHashTable *names, GHashTable *routers);
/* Copies the expression of a router with the events that it can return renamed according to
 * @names. All other text is unchanged, including equal literals that are not results.
 * @expression: (transfer none); the result: (transfer full) */
JsonNode *troupe_flow_rename_results (JsonNode *expression, GHashTable *names);
/* Copies a methods object with @field of the state renamed to @new_name in expressions and
 * templates. Python code is not changed. @n_texts: (out) (optional): incremented for each
 * changed string */
JsonNode *troupe_tree_rename_state (JsonNode *methods,
                                    const TroupeStateField *field,
                                    const char *new_name,
                                    guint *n_texts);
/* Copies the layout with positions, gates, bends and groups renamed according to @names: methods
 * and events. */
JsonNode *troupe_tree_rename_layout (JsonNode *layout, GHashTable *names);
/* Copies a document with methods renamed according to @names: old to new. Conditions, expressions and the layout
 * follow. (transfer full) */
JsonNode *troupe_flow_rename_in_root (JsonNode *root, GHashTable *names);
/* Returns TRUE if the wire with the id @id leads from a method to a method of the set @methods.
 * @inner: the methods of the set and their events */
gboolean troupe_flow_wire_is_inside (const char *id, GHashTable *methods, GHashTable *inner);
/* Returns TRUE if the wire with the id @id begins or ends at a method of the set @methods. */
gboolean troupe_flow_wire_touches (const char *id, GHashTable *methods);

G_END_DECLS
