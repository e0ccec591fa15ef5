/* troupe-flow-rename.h: updates references when methods or state fields are renamed
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#pragma once

#include "troupe-flow-state-edit.h"
#include "troupe-json.h"

G_BEGIN_DECLS

/* Copies a methods object with names, conditions and expressions updated according to @names:
 * old to new. */
JsonNode *troupe_tree_rename_methods (JsonNode *methods, GHashTable *names);
/* Copies a methods object with @field of the state renamed to @new_name in expressions and
 * templates. Python code is not changed. @n_texts: (out) (optional): incremented for each
 * changed string */
JsonNode *troupe_tree_rename_state (JsonNode *methods,
                                    const TroupeStateField *field,
                                    const char *new_name,
                                    guint *n_texts);
/* Copies the layout with positions, gates and groups renamed according to @names. */
JsonNode *troupe_tree_rename_layout (JsonNode *layout, GHashTable *names);

G_END_DECLS
