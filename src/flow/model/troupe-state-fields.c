/* troupe-state-fields.c: the fields of a state that the user can provide
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#define G_LOG_DOMAIN "troupe-state-fields"

#include "config.h"

#include "troupe-flow.h"

static GPtrArray *
list_schema_fields (TroupeFlow *flow, TroupeSchema *schema)
{
  GPtrArray *fields = troupe_schema_list_fields (schema);

  for (guint i = 0; troupe_flow_get_state_default (flow) != NULL && i < fields->len; i++)
    {
      TroupeSchemaField *field = g_ptr_array_index (fields, i);
      TroupeValue *initial =
          troupe_value_map_lookup_string (troupe_flow_get_state_default (flow), field->name, -1);

      if (initial != NULL)
        {
          TroupeSchemaField *copy = field;

          /* The default of the state overrides the default of the schema. */
          g_clear_pointer (&copy->initial, troupe_value_unref);
          if (!troupe_value_is (initial, TROUPE_VALUE_NULL))
            copy->initial = troupe_value_ref (initial);
          copy->required = FALSE;
        }
    }
  return fields;
}

GPtrArray *
troupe_flow_list_state_fields (TroupeFlow *self)
{
  g_autoptr (TroupeSchema) schema = NULL;
  GPtrArray *fields;

  g_return_val_if_fail (self != NULL, NULL);

  if (troupe_flow_get_state_schema (self) != NULL)
    schema = troupe_schema_new (troupe_flow_get_state_schema (self), "id", NULL);
  if (schema != NULL)
    return list_schema_fields (self, schema);
  fields = g_ptr_array_new_with_free_func ((GDestroyNotify) troupe_schema_field_free);
  for (gsize i = 0; troupe_flow_get_state_default (self) != NULL &&
                    i < troupe_value_map_get_size (troupe_flow_get_state_default (self));
       i++)
    {
      TroupeValue *key = troupe_value_map_get_key (troupe_flow_get_state_default (self), i);
      TroupeValue *value = troupe_value_map_get_value (troupe_flow_get_state_default (self), i);
      TroupeSchemaField *field;

      if (g_strcmp0 (troupe_value_get_string (key, NULL), "id") == 0)
        continue;
      field = g_new0 (TroupeSchemaField, 1);
      field->name = g_strdup (troupe_value_get_string (key, NULL));
      field->type = g_strdup (troupe_schema_type_of_value (value));
      field->initial = troupe_value_ref (value);
      g_ptr_array_add (fields, field);
    }
  return fields;
}
