/* troupe-schema-compile.h: compiles JSON schemas
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#pragma once

#include "troupe-schema.h"

G_BEGIN_DECLS

/* @owned: receives the nodes. @left_out: (nullable): a property that is ignored. Returns NULL
 *   with an error if CrewAI could not create the model. */
TroupeSchemaNode *
troupe_schema_compile (TroupeValue *root, const char *left_out, GPtrArray *owned, GError **error);

/* Resolves a `$ref`. Returns @schema itself if it has no `$ref`, and NULL if the target does not
 * exist. (transfer none) */
TroupeValue *troupe_schema_resolve (TroupeValue *root, TroupeValue *schema);

G_END_DECLS
