/* troupe-flow-conditions.h: conditions as the document has them
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#pragma once

#include "troupe-flow-document.h"

G_BEGIN_DECLS

/* What an event becomes: as for troupe_tree_map(). */
typedef JsonNode *(*TroupeMapEventFunc) (const char *event, JsonNode *node, gpointer user_data);

/* Gates that lost inputs and have one left become that one; NULL where nothing is left. */
JsonNode *
troupe_tree_map_condition (JsonNode *condition, TroupeMapEventFunc func, gpointer user_data);

/* The word of a gate; NULL where the node is none. Only `and` counts where both stand. */
const char *troupe_condition_node_get_word (JsonNode *node);
/* The list of a gate; NULL where the node is none or holds no list. */
JsonNode *troupe_condition_node_get_inputs (JsonNode *gate);

G_END_DECLS
