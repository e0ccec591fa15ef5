/* troupe-schema-node.c: accessors for nodes of a compiled JSON schema
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#define G_LOG_DOMAIN "troupe-schema-node"

#include "config.h"

#include "troupe-schema-node.h"
#include "troupe-schema-private.h"

const TroupeSchemaNode *
troupe_schema_get_root (TroupeSchema *self)
{
  g_return_val_if_fail (self != NULL, NULL);

  return self->root;
}

TroupeSchemaType
troupe_schema_node_get_schema_type (const TroupeSchemaNode *self)
{
  g_return_val_if_fail (self != NULL, TROUPE_SCHEMA_ANY);

  return self->type;
}

const TroupeSchemaNode *
troupe_schema_node_skip_null (const TroupeSchemaNode *self)
{
  const TroupeSchemaNode *only = NULL;

  g_return_val_if_fail (self != NULL, NULL);

  if (self->type != TROUPE_SCHEMA_UNION)
    return self;
  for (guint i = 0; i < self->members->len; i++)
    {
      const TroupeSchemaNode *member = g_ptr_array_index (self->members, i);

      if (member->type == TROUPE_SCHEMA_NULL)
        continue;
      if (only != NULL)
        return NULL;
      only = member;
    }
  return only != NULL && only->type != TROUPE_SCHEMA_UNION ? only : NULL;
}

const TroupeSchemaNode *
troupe_schema_node_get_items (const TroupeSchemaNode *self)
{
  g_return_val_if_fail (self != NULL, NULL);

  return self->items;
}

TroupeValue *
troupe_schema_node_get_choices (const TroupeSchemaNode *self)
{
  g_return_val_if_fail (self != NULL, NULL);

  return self->choices;
}

guint
troupe_schema_node_get_n_fields (const TroupeSchemaNode *self)
{
  g_return_val_if_fail (self != NULL, 0);

  return self->fields != NULL ? self->fields->len : 0;
}

const TroupeSchemaNode *
troupe_schema_node_get_field (const TroupeSchemaNode *self, guint index, const char **name)
{
  const TroupeSchemaMember *member;

  g_return_val_if_fail (self != NULL, NULL);
  g_return_val_if_fail (index < troupe_schema_node_get_n_fields (self), NULL);

  member = &g_array_index (self->fields, TroupeSchemaMember, index);
  if (name != NULL)
    *name = member->name;
  return member->schema;
}

const TroupeSchemaNode *
troupe_schema_node_find_field (const TroupeSchemaNode *self, const char *name)
{
  guint found;

  g_return_val_if_fail (self != NULL, NULL);
  g_return_val_if_fail (name != NULL, NULL);

  found = self->names != NULL ? GPOINTER_TO_UINT (g_hash_table_lookup (self->names, name)) : 0;
  return found > 0 ? troupe_schema_node_get_field (self, found - 1, NULL) : NULL;
}
