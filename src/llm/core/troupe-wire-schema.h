/* troupe-wire-schema.h: schemas as services want them that hold a model to them
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#pragma once

#include "troupe-value.h"

G_BEGIN_DECLS

typedef enum
{
  TROUPE_WIRE_SCHEMA_ALL_REQUIRED = 1 << 0,
  TROUPE_WIRE_SCHEMA_BARE =
      1 << 1, /* without titles, and without what constrained decoding does not know */
  TROUPE_WIRE_SCHEMA_TELLING =
      1 << 2, /* what constrained decoding does not know is told in the descriptions */
  TROUPE_WIRE_SCHEMA_UNTITLED = 1 << 3, /* without titles and defaults */
} TroupeWireSchemaFlags;

/* A schema as services want it that hold a model to it: objects have no other members than those it names.
 * (transfer full) */
TroupeValue *troupe_wire_make_strict (TroupeValue *schema, TroupeWireSchemaFlags flags);

/**
 * troupe_wire_inline_schema:
 *
 * For services whose models do not follow references: each `$ref` to `$defs` becomes what it means, with the other
 * keys beside it kept. One inside of what it means says no more than its type.
 *
 * Returns: (transfer full)
 */
TroupeValue *troupe_wire_inline_schema (TroupeValue *schema);
/* The same for the `schema` of a form, {name, schema …}. (transfer full) */
TroupeValue *troupe_wire_inline_form (TroupeValue *form);

G_END_DECLS
