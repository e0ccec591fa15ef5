/* troupe-schema-fields.c: lists the fields of a schema for input forms
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#define G_LOG_DOMAIN "troupe-schema-fields"

#include "config.h"

#include "troupe-schema-compile.h"
#include "troupe-schema-node.h"
#include "troupe-schema-private.h"

void
troupe_schema_field_free (TroupeSchemaField *self)
{
  if (self == NULL)
    return;
  g_free (self->name);
  g_free (self->title);
  g_free (self->description);
  g_free (self->type);
  g_clear_pointer (&self->initial, troupe_value_unref);
  g_clear_pointer (&self->choices, troupe_value_unref);
  g_free (self);
}

const char *
troupe_schema_type_of_value (const TroupeValue *value)
{
  switch ((int) troupe_value_get_value_type (value))
    {
    case TROUPE_VALUE_STRING:
      return "string";
    case TROUPE_VALUE_INTEGER:
    case TROUPE_VALUE_BIG_INTEGER:
      return "integer";
    case TROUPE_VALUE_DOUBLE:
      return "number";
    case TROUPE_VALUE_BOOLEAN:
      return "boolean";
    case TROUPE_VALUE_LIST:
      return "array";
    case TROUPE_VALUE_MAP:
      return "object";
    default:
      return "any";
    }
}

static char *
copy_text (const TroupeValue *map, const char *key)
{
  TroupeValue *value = troupe_value_map_lookup_string (map, key, -1);

  return value != NULL && troupe_value_is (value, TROUPE_VALUE_STRING)
             ? g_strdup (troupe_value_get_string (value, NULL))
             : NULL;
}

/* Returns the type of a schema; null is ignored. Returns `any` if the schema has several types. */
static const char *
type_of_schema (const TroupeSchemaNode *schema)
{
  static const char *const words[] = {
    [TROUPE_SCHEMA_ANY] = "any",         [TROUPE_SCHEMA_STRING] = "string",
    [TROUPE_SCHEMA_INTEGER] = "integer", [TROUPE_SCHEMA_NUMBER] = "number",
    [TROUPE_SCHEMA_BOOLEAN] = "boolean", [TROUPE_SCHEMA_NULL] = "any",
    [TROUPE_SCHEMA_LIST] = "array",      [TROUPE_SCHEMA_MAP] = "object",
    [TROUPE_SCHEMA_MODEL] = "object",    [TROUPE_SCHEMA_LITERAL] = "any",
    [TROUPE_SCHEMA_UNION] = "any",
  };
  const TroupeSchemaNode *only = NULL;

  g_assert (schema != NULL);

  if (schema->type == TROUPE_SCHEMA_LITERAL && troupe_value_list_get_length (schema->choices) > 0)
    return troupe_schema_type_of_value (troupe_value_list_get (schema->choices, 0));
  if (schema->type != TROUPE_SCHEMA_UNION)
    return words[schema->type];
  for (guint i = 0; i < schema->members->len; i++)
    {
      const TroupeSchemaNode *member = g_ptr_array_index (schema->members, i);

      if (member->type == TROUPE_SCHEMA_NULL)
        continue;
      if (only != NULL)
        return "any";
      only = member;
    }
  return only != NULL && only->type != TROUPE_SCHEMA_UNION ? type_of_schema (only) : "any";
}

static gboolean
allows_null (const TroupeSchemaNode *schema)
{
  g_assert (schema != NULL);

  if (schema->type != TROUPE_SCHEMA_UNION)
    return FALSE;
  for (guint i = 0; i < schema->members->len; i++)
    if (((const TroupeSchemaNode *) g_ptr_array_index (schema->members, i))->type ==
        TROUPE_SCHEMA_NULL)
      return TRUE;
  return FALSE;
}

GPtrArray *
troupe_schema_list_fields (TroupeSchema *self)
{
  GPtrArray *fields;
  TroupeValue *resolved, *properties;

  g_return_val_if_fail (self != NULL, NULL);

  fields = g_ptr_array_new_with_free_func ((GDestroyNotify) troupe_schema_field_free);
  resolved = troupe_schema_resolve (self->document, self->document);
  properties = troupe_value_map_lookup_string (resolved, "properties", -1);
  if (properties == NULL || !troupe_value_is (properties, TROUPE_VALUE_MAP))
    properties = resolved;
  for (guint i = 0; i < self->root->fields->len; i++)
    {
      const TroupeSchemaMember *member = &g_array_index (self->root->fields, TroupeSchemaMember, i);
      TroupeSchemaField *field = g_new0 (TroupeSchemaField, 1);
      const TroupeSchemaNode *schema;
      TroupeValue *property;
      const TroupeSchemaNode *optional;

      /* Bounded, because a union may contain itself. */
      optional = member->schema;
      g_assert (optional != NULL);
      for (guint j = 0; j < TROUPE_LIMIT_NESTING && optional->type == TROUPE_SCHEMA_UNION &&
                        optional->members->len == 1;
           j++)
        optional = g_ptr_array_index (optional->members, 0);
      schema = optional;
      property = troupe_value_map_lookup_string (properties, member->name, -1);
      field->name = g_strdup (member->name);
      field->type = g_strdup (type_of_schema (schema));
      field->allows_null = allows_null (schema);
      if (property != NULL && troupe_value_is (property, TROUPE_VALUE_MAP))
        {
          field->title = copy_text (property, "title");
          field->description = copy_text (property, "description");
        }
      if (schema->type == TROUPE_SCHEMA_LITERAL)
        field->choices = troupe_value_ref (schema->choices);
      if (member->initial != NULL && !troupe_value_is (member->initial, TROUPE_VALUE_NULL))
        field->initial = troupe_value_ref (member->initial);
      field->required = member->required && member->initial == NULL;
      g_ptr_array_add (fields, field);
    }
  return fields;
}
