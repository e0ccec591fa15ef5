/* troupe-wire-schema.h: JSON schema conversion for structured output
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
      1 << 1, /* without titles, and without keywords unsupported by constrained decoding */
  TROUPE_WIRE_SCHEMA_TELLING =
      1 << 2, /* unsupported keywords are added to the descriptions */
  TROUPE_WIRE_SCHEMA_UNTITLED = 1 << 3, /* without titles and defaults */
} TroupeWireSchemaFlags;

/* Converts a schema for services that enforce it. Objects of the result accept no additional
 * members. (transfer full) */
TroupeValue *troupe_wire_make_strict (TroupeValue *schema, TroupeWireSchemaFlags flags);

/**
 * troupe_wire_inline_schema:
 *
 * Replaces each `$ref` to `$defs` with its definition, for services whose models do not support
 * references. The other keys next to the `$ref` are kept. A recursive reference is reduced to its
 * type.
 *
 * Returns: (transfer full)
 */
TroupeValue *troupe_wire_inline_schema (TroupeValue *schema);
/* Like troupe_wire_inline_schema(), for the `schema` of a response format {name, schema …}.
 * (transfer full) */
TroupeValue *troupe_wire_inline_form (TroupeValue *form);

G_END_DECLS
