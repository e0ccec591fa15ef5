/* troupe-schema-node.h: node of a compiled JSON schema
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
      *initial; /* (nullable): the default if no value is given; null if optional */
} TroupeSchemaMember;

/* A node of a compiled schema. References make the nodes a graph, which may have cycles. */
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
  TroupeValue *rules;      /* (nullable): the map with minimum, maxLength, … */
  TroupeRegexp *pattern;   /* (nullable) */
};

void troupe_schema_node_free (TroupeSchemaNode *self);

/* Returns the choice of a literal that equals @value in Python, or NULL. (transfer full) */
TroupeValue *troupe_schema_node_find_choice (const TroupeSchemaNode *self, TroupeValue *value);

/* Validates and converts the value. If it is invalid, adds at least one problem to @problems and
 * returns NULL. (transfer full) */
TroupeValue *
troupe_schema_node_check (TroupeSchemaNode *self,
                          TroupeValue *value,
                          gboolean is_open,
                          GPtrArray *problems);

/* Serializes @value like CrewAI's models, without validating it. For example, 1 becomes 1.0 for
 * a number, and true becomes 1. (transfer full) */
TroupeValue *troupe_schema_node_show (const TroupeSchemaNode *schema, TroupeValue *value);

G_END_DECLS
