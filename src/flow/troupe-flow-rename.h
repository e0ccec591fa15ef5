/* troupe-flow-rename.h: other names for methods
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#pragma once

#include "troupe-json.h"

G_BEGIN_DECLS

/* A copy of a methods object in which names, conditions and expressions follow @names: old to new. */
JsonNode *troupe_tree_rename_methods (JsonNode *methods, GHashTable *names);
/* The same for positions, gates and groups. */
JsonNode *troupe_tree_rename_layout (JsonNode *layout, GHashTable *names);

G_END_DECLS
