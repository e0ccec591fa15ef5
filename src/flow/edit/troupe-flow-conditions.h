/* troupe-flow-conditions.h: transforms conditions in a document's JSON tree
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#pragma once

#include "troupe-flow-document.h"

G_BEGIN_DECLS

/* Maps an event, as for troupe_tree_map(). */
typedef JsonNode *(*TroupeMapEventFunc) (const char *event, JsonNode *node, gpointer user_data);

/* Maps all events of a condition. A gate that loses inputs and has one left is replaced by that
 * input. Returns NULL if nothing is left. */
JsonNode *
troupe_tree_map_condition (JsonNode *condition, TroupeMapEventFunc func, gpointer user_data);

/* Returns the key of a gate, or NULL if the node is not a gate. If it has both keys, only `and`
 * counts. */
const char *troupe_condition_node_get_word (JsonNode *node);
/* Returns the list of a gate, or NULL if the node is not a gate or has no list. */
JsonNode *troupe_condition_node_get_inputs (JsonNode *gate);

G_END_DECLS
