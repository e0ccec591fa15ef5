/* troupe-schema-compile.h: compiling a schema
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#pragma once

#include "troupe-schema.h"

G_BEGIN_DECLS

/* @owned: where the nodes are kept. @left_out: (nullable): a property that is passed over.
 * NULL with a message where CrewAI could not build the model. */
TroupeSchemaNode *
troupe_schema_compile (TroupeValue *root, const char *left_out, GPtrArray *owned, GError **error);

/* The schema behind a `$ref`; @schema itself where there is none. NULL where it leads nowhere.
 * (transfer none) */
TroupeValue *troupe_schema_resolve (TroupeValue *root, TroupeValue *schema);

G_END_DECLS
