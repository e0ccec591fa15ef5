/* troupe-state-fields.c: the fields of a state that a person can give
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#define G_LOG_DOMAIN "troupe-state-fields"

#include "config.h"

#include "troupe-state-private.h"

void
troupe_state_field_free (TroupeStateField *self)
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

static const char *
type_of_value (const TroupeValue *value)
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

/* The one type of a schema, null aside: `any` where it has several. */
static const char *
type_of_schema (const TroupeSchema *schema)
{
  static const char *const words[] = {
    [TROUPE_SCHEMA_ANY] = "any",         [TROUPE_SCHEMA_STRING] = "string",
    [TROUPE_SCHEMA_INTEGER] = "integer", [TROUPE_SCHEMA_NUMBER] = "number",
    [TROUPE_SCHEMA_BOOLEAN] = "boolean", [TROUPE_SCHEMA_NULL] = "any",
    [TROUPE_SCHEMA_LIST] = "array",      [TROUPE_SCHEMA_MAP] = "object",
    [TROUPE_SCHEMA_MODEL] = "object",    [TROUPE_SCHEMA_LITERAL] = "any",
    [TROUPE_SCHEMA_UNION] = "any",
  };
  const TroupeSchema *only = NULL;

  if (schema->type == TROUPE_SCHEMA_LITERAL && troupe_value_list_get_length (schema->choices) > 0)
    return type_of_value (troupe_value_list_get (schema->choices, 0));
  if (schema->type != TROUPE_SCHEMA_UNION)
    return words[schema->type];
  for (guint i = 0; i < schema->members->len; i++)
    {
      const TroupeSchema *member = g_ptr_array_index (schema->members, i);

      if (member->type == TROUPE_SCHEMA_NULL)
        continue;
      if (only != NULL)
        return "any";
      only = member;
    }
  return only != NULL && only->type != TROUPE_SCHEMA_UNION ? type_of_schema (only) : "any";
}

/* A union may hold itself. */
static const TroupeSchema *
skip_optional (const TroupeSchema *schema)
{
  for (guint i = 0; i < TROUPE_LIMIT_NESTING && schema->type == TROUPE_SCHEMA_UNION &&
                    schema->members->len == 1;
       i++)
    schema = g_ptr_array_index (schema->members, 0);
  return schema;
}

static TroupeStateField *
field_from_schema (TroupeFlow *flow, TroupeValue *properties, const TroupeSchemaField *field)
{
  TroupeStateField *result = g_new0 (TroupeStateField, 1);
  const TroupeSchema *schema = skip_optional (field->schema);
  TroupeValue *property = troupe_value_map_lookup_string (properties, field->name, -1);
  TroupeValue *initial = flow->state_default != NULL
                             ? troupe_value_map_lookup_string (flow->state_default, field->name, -1)
                             : NULL;

  result->name = g_strdup (field->name);
  result->type = g_strdup (type_of_schema (schema));
  if (property != NULL && troupe_value_is (property, TROUPE_VALUE_MAP))
    {
      result->title = copy_text (property, "title");
      result->description = copy_text (property, "description");
    }
  if (schema->type == TROUPE_SCHEMA_LITERAL)
    result->choices = troupe_value_ref (schema->choices);
  if (initial == NULL)
    initial = field->initial;
  if (initial != NULL && !troupe_value_is (initial, TROUPE_VALUE_NULL))
    result->initial = troupe_value_ref (initial);
  result->required = field->required && initial == NULL;
  return result;
}

static gboolean
add_schema_fields (TroupeFlow *flow, GPtrArray *fields)
{
  g_autoptr (GPtrArray) owned =
      g_ptr_array_new_with_free_func ((GDestroyNotify) troupe_schema_free);
  TroupeSchema *schema = troupe_schema_compile (flow->state_schema, owned, NULL);
  TroupeValue *resolved, *properties;

  if (schema == NULL)
    return FALSE;
  resolved = troupe_schema_resolve (flow->state_schema, flow->state_schema);
  properties = troupe_value_map_lookup_string (resolved, "properties", -1);
  if (properties == NULL || !troupe_value_is (properties, TROUPE_VALUE_MAP))
    properties = resolved;
  for (guint i = 0; i < schema->fields->len; i++)
    g_ptr_array_add (fields,
                     field_from_schema (flow, properties,
                                        &g_array_index (schema->fields, TroupeSchemaField, i)));
  return TRUE;
}

GPtrArray *
troupe_flow_list_state_fields (TroupeFlow *self)
{
  GPtrArray *fields;

  g_return_val_if_fail (self != NULL, NULL);

  fields = g_ptr_array_new_with_free_func ((GDestroyNotify) troupe_state_field_free);
  if (self->state_schema != NULL && add_schema_fields (self, fields))
    return fields;
  for (gsize i = 0;
       self->state_default != NULL && i < troupe_value_map_get_size (self->state_default); i++)
    {
      TroupeValue *key = troupe_value_map_get_key (self->state_default, i);
      TroupeValue *value = troupe_value_map_get_value (self->state_default, i);
      TroupeStateField *field;

      if (g_strcmp0 (troupe_value_get_string (key, NULL), "id") == 0)
        continue;
      field = g_new0 (TroupeStateField, 1);
      field->name = g_strdup (troupe_value_get_string (key, NULL));
      field->type = g_strdup (type_of_value (value));
      field->initial = troupe_value_ref (value);
      g_ptr_array_add (fields, field);
    }
  return fields;
}
