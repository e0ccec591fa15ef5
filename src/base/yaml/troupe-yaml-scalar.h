/* troupe-yaml-scalar.h: types and values of YAML scalars
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#pragma once

#include "troupe-json.h"

G_BEGIN_DECLS

typedef enum
{
  TROUPE_YAML_STRING,
  TROUPE_YAML_NULL,
  TROUPE_YAML_BOOLEAN,
  TROUPE_YAML_INTEGER,
  TROUPE_YAML_DOUBLE,
  TROUPE_YAML_TIME,
  TROUPE_YAML_MERGE,   /* << */
  TROUPE_YAML_DEFAULT, /* = */
  TROUPE_YAML_FOREIGN, /* a scalar with an unsupported tag */
} TroupeYamlKind;

/* Returns the type of a scalar without quotes and tag. */
TroupeYamlKind troupe_yaml_resolve (const char *text, gsize length);
/* Returns the type that a tag gives to a scalar. */
TroupeYamlKind troupe_yaml_kind_from_tag (const char *tag);

/* Creates the sealed node of a scalar, or returns NULL with an error message in @problem. */
JsonNode *
troupe_yaml_make_scalar (TroupeYamlKind kind, const char *text, gsize length, const char **problem);
/* Returns the decimal digits of an integer in any base, or NULL. @text: without blanks.
 * (transfer full) */
char *troupe_yaml_big_integer (const char *text, gsize length);
/* Formats a date or time like Python's isoformat(), or returns NULL. (transfer full) */
char *troupe_yaml_time_to_iso (const char *text, gsize length);
/* Creates a separate node for the position of an alias. Lists and maps share their contents. */
JsonNode *troupe_yaml_copy_node (JsonNode *node);

G_END_DECLS
