/* troupe-schema-node.h: one compiled schema
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#pragma once

#include "troupe-regexp.h"
#include "troupe-schema.h"

G_BEGIN_DECLS

typedef struct
{
  char *name;
  TroupeSchemaNode *schema; /* owned by the model */
  gboolean required;
  TroupeValue
      *initial; /* (nullable): what stands there unless something is given; null if optional */
} TroupeSchemaMember;

/* One compiled schema. References make a graph of these, which may have cycles. */
struct _TroupeSchemaNode
{
  TroupeSchemaType type;
  gboolean nullable;
  GPtrArray *members;      /* of a union (element-type TroupeSchemaNode) */
  TroupeSchemaNode *items; /* (nullable) of a list */
  GArray *fields;          /* of a model (element-type TroupeSchemaMember) */
  GHashTable *names;       /* of a model: name to index + 1 */
  TroupeValue *choices;    /* of a literal: a list */
  char *format;            /* (nullable) of a string */
  TroupeValue *rules;      /* (nullable): the map whose minimum, maxLength … hold */
  TroupeRegexp *pattern;   /* (nullable) */
};

void troupe_schema_node_free (TroupeSchemaNode *self);

/* The choice of a literal that @value is, as Python compares them, or NULL. (transfer full) */
TroupeValue *troupe_schema_node_find_choice (const TroupeSchemaNode *self, TroupeValue *value);

/* The value as the schema has it, or NULL and at least one more of @problems. (transfer full) */
TroupeValue *
troupe_schema_node_check (TroupeSchemaNode *self,
                          TroupeValue *value,
                          gboolean is_open,
                          GPtrArray *problems);

/* A value that was not checked, as CrewAI's models show it: 1 is 1.0 where a number belongs, and true is 1.
 * (transfer full) */
TroupeValue *troupe_schema_node_show (const TroupeSchemaNode *schema, TroupeValue *value);

G_END_DECLS
