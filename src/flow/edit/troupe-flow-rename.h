/* troupe-flow-rename.h: other names for methods and for fields of the state
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#pragma once

#include "troupe-flow-state-edit.h"
#include "troupe-json.h"

G_BEGIN_DECLS

/* A copy of a methods object in which names, conditions and expressions follow @names: old to new. */
JsonNode *troupe_tree_rename_methods (JsonNode *methods, GHashTable *names);
/* A copy of a methods object in which expressions and templates name @field of the state @new_name. Code of Python is
 * not looked at. @n_texts: (out) (optional): is raised by one for each text that has changed */
JsonNode *troupe_tree_rename_state (JsonNode *methods,
                                    const TroupeStateField *field,
                                    const char *new_name,
                                    guint *n_texts);
/* A copy of the layout whose positions, gates and groups follow @names. */
JsonNode *troupe_tree_rename_layout (JsonNode *layout, GHashTable *names);

G_END_DECLS
