/* troupe-yaml-scalar.h: what scalars of YAML mean
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
  TROUPE_YAML_FOREIGN, /* of a tag that has no place in a document */
} TroupeYamlKind;

/* What a scalar without quotes and tag is. */
TroupeYamlKind troupe_yaml_resolve (const char *text, gsize length);
/* What a tag makes of a scalar. */
TroupeYamlKind troupe_yaml_kind_from_tag (const char *tag);

/* The sealed node of a scalar, or NULL with what is wrong with it in @problem. */
JsonNode *
troupe_yaml_make_scalar (TroupeYamlKind kind, const char *text, gsize length, const char **problem);
/* The decimal digits of an integer of any base, or NULL. @text: without blanks. (transfer full) */
char *troupe_yaml_big_integer (const char *text, gsize length);
/* What Python's isoformat() gives for a date or time, or NULL. (transfer full) */
char *troupe_yaml_time_to_iso (const char *text, gsize length);
JsonNode *troupe_json_node_new_time (const char *text);
/* A node of its own for the place of an alias; lists and maps share their contents. */
JsonNode *troupe_yaml_copy_node (JsonNode *node);

G_END_DECLS
