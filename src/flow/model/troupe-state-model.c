/* troupe-state-model.c: rules of a flow's state: creation, validation and merging of inputs
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#define G_LOG_DOMAIN "troupe-state-model"

#include "config.h"

#include <glib/gi18n.h>

#include "troupe-flow.h"

struct _TroupeStateModel
{
  gatomicrefcount ref_count;
  TroupeValue *initial; /* (nullable): default of the document */
  TroupeSchema *schema; /* (nullable): schema of a typed state */
};

TroupeStateModel *
troupe_state_model_new (TroupeFlow *flow, char **warning)
{
  TroupeStateModel *self;
  TroupeValue *schema, *initial;
  g_autoptr (GError) error = NULL;

  g_return_val_if_fail (flow != NULL, NULL);

  self = g_new0 (TroupeStateModel, 1);
  g_atomic_ref_count_init (&self->ref_count);
  initial = troupe_flow_get_state_default (flow);
  self->initial = initial != NULL ? troupe_value_ref (initial) : NULL;
  schema = troupe_flow_get_state_schema (flow);
  if (warning != NULL)
    *warning = NULL;
  if (schema != NULL)
    {
      /* The id is a string regardless of the schema (§5). */
      self->schema = troupe_schema_new (schema, "id", &error);
      if (self->schema == NULL && warning != NULL)
        *warning =
            g_strdup_printf (_ ("The state accepts any value, because its schema is not valid: %s"),
                             error->message);
    }
  /* A class is created by the code of the project (doc/flow-semantics.md §5). */
  else if (warning != NULL && troupe_flow_get_state_reference (flow) == NULL &&
           (troupe_flow_get_state_type (flow) == TROUPE_STATE_PYDANTIC ||
            troupe_flow_get_state_type (flow) == TROUPE_STATE_UNKNOWN))
    *warning = g_strdup (_ ("The state accepts any value, because its type is unknown."));
  return self;
}

void
troupe_state_model_unref (TroupeStateModel *self)
{
  g_return_if_fail (self != NULL);

  if (!g_atomic_ref_count_dec (&self->ref_count))
    return;
  g_clear_pointer (&self->initial, troupe_value_unref);
  g_clear_pointer (&self->schema, troupe_schema_unref);
  g_free (self);
}

gboolean
troupe_state_model_is_typed (TroupeStateModel *self)
{
  g_return_val_if_fail (self != NULL, FALSE);

  return self->schema != NULL;
}

static void
set_schema_error (GPtrArray *problems, const char *prefix, GError **error)
{
  g_autofree char *text = troupe_schema_problems_to_text (problems);

  g_set_error (error, TROUPE_FLOW_ERROR, TROUPE_FLOW_ERROR_SCHEMA, "%s %s", prefix, text);
}

static void
check_id (TroupeValue *id, GPtrArray *problems)
{
  TroupeSchemaProblem *problem;

  if (id == NULL || troupe_value_is (id, TROUPE_VALUE_STRING))
    return;
  problem = g_new0 (TroupeSchemaProblem, 1);
  problem->path = g_strdup ("id");
  problem->message = g_strdup (_ ("expected a string"));
  g_ptr_array_add (problems, problem);
}

/* Validates and converts the values without the id, which is a string regardless of the schema
 * (§5). */
static TroupeValue *
validate_members (TroupeStateModel *self, TroupeValue *values, GPtrArray *problems)
{
  g_autoptr (TroupeValue) members = troupe_value_map_without (values, "id");

  return troupe_schema_check (self->schema, members, problems);
}

static TroupeValue *
with_id (TroupeValue *members, TroupeValue *id)
{
  g_autoptr (TroupeValue) without = troupe_value_map_without (members, "id");

  return troupe_value_map_with (without, "id", id);
}

static gboolean
only_missing (GPtrArray *problems)
{
  for (guint i = 0; i < problems->len; i++)
    {
      if (!((TroupeSchemaProblem *) g_ptr_array_index (problems, i))->missing)
        return FALSE;
    }
  return TRUE;
}

TroupeValue *
troupe_state_model_show (TroupeStateModel *self, TroupeValue *state)
{
  g_return_val_if_fail (self != NULL, NULL);
  g_return_val_if_fail (state != NULL && troupe_value_is (state, TROUPE_VALUE_MAP), NULL);

  return self->schema != NULL ? troupe_schema_show (self->schema, state) : troupe_value_ref (state);
}

TroupeValue *
troupe_state_model_create (TroupeStateModel *self, const char *id, GError **error)
{
  g_autoptr (GPtrArray) problems = NULL;
  g_autoptr (TroupeValue) given = NULL, own_id = NULL, members = NULL;
  TroupeValue *declared_id;

  g_return_val_if_fail (self != NULL, NULL);
  g_return_val_if_fail (id != NULL, NULL);

  if (self->initial != NULL)
    given = troupe_value_ref (self->initial);
  else
    {
      TroupeMapBuilder builder;

      troupe_map_builder_init (&builder);
      given = troupe_map_builder_end (&builder);
    }
  own_id = troupe_value_new_string (id, -1);
  declared_id = troupe_value_map_lookup_string (given, "id", -1);
  if (self->schema == NULL)
    return declared_id != NULL ? g_steal_pointer (&given)
                               : troupe_value_map_with (given, "id", own_id);
  problems = g_ptr_array_new_with_free_func ((GDestroyNotify) troupe_schema_problem_free);
  members = validate_members (self, given, problems);
  check_id (declared_id, problems);
  if (problems->len > 0 && !only_missing (problems))
    {
      set_schema_error (problems, _ ("The default state does not match its schema:"), error);
      return NULL;
    }
  /* If the only problem is that required fields are missing, the state is created without
   * validation. In this case the given values are not converted, and the missing fields remain
   * missing (§5). */
  if (problems->len > 0)
    {
      g_clear_pointer (&members, troupe_value_unref);
      members = troupe_schema_construct (self->schema, given);
    }
  return with_id (members, declared_id != NULL ? declared_id : own_id);
}

TroupeValue *
troupe_state_model_merge (TroupeStateModel *self,
                          TroupeValue *state,
                          TroupeValue *inputs,
                          GError **error)
{
  g_autoptr (GPtrArray) problems = NULL;
  g_autoptr (TroupeValue) merged = NULL, checked = NULL;
  TroupeMapBuilder builder;
  TroupeValue *id;

  g_return_val_if_fail (self != NULL, NULL);
  g_return_val_if_fail (state != NULL && troupe_value_is (state, TROUPE_VALUE_MAP), NULL);
  g_return_val_if_fail (inputs != NULL && troupe_value_is (inputs, TROUPE_VALUE_MAP), NULL);

  id = troupe_value_map_lookup_string (state, "id", -1);
  troupe_map_builder_init (&builder);
  for (gsize i = 0; i < troupe_value_map_get_size (state); i++)
    troupe_map_builder_add_key (&builder, troupe_value_ref (troupe_value_map_get_key (state, i)),
                                troupe_value_ref (troupe_value_map_get_value (state, i)));
  /* Adds all members of @inputs except `id`. */
  for (gsize i = 0; i < troupe_value_map_get_size (inputs); i++)
    {
      TroupeValue *key = troupe_value_map_get_key (inputs, i);

      if (troupe_value_is (key, TROUPE_VALUE_STRING) &&
          g_str_equal (troupe_value_get_string (key, NULL), "id"))
        continue;
      troupe_map_builder_add_key (&builder, troupe_value_ref (key),
                                  troupe_value_ref (troupe_value_map_get_value (inputs, i)));
    }
  merged = troupe_map_builder_end (&builder);
  if (self->schema == NULL)
    return g_steal_pointer (&merged);
  problems = g_ptr_array_new_with_free_func ((GDestroyNotify) troupe_schema_problem_free);
  checked = validate_members (self, merged, problems);
  check_id (id, problems);
  if (problems->len > 0)
    {
      set_schema_error (problems, _ ("The inputs do not match the state:"), error);
      return NULL;
    }
  return id != NULL ? with_id (checked, id) : g_steal_pointer (&checked);
}

TroupeValue *
troupe_state_model_replace (TroupeStateModel *self, TroupeValue *state, GError **error)
{
  g_autoptr (GPtrArray) problems = NULL;
  g_autoptr (TroupeValue) checked = NULL;
  TroupeValue *id = NULL;

  g_return_val_if_fail (self != NULL, NULL);
  g_return_val_if_fail (state != NULL && troupe_value_is (state, TROUPE_VALUE_MAP), NULL);

  if (self->schema == NULL)
    return troupe_value_ref (state);
  id = troupe_value_map_lookup_string (state, "id", -1);
  problems = g_ptr_array_new_with_free_func ((GDestroyNotify) troupe_schema_problem_free);
  checked = validate_members (self, state, problems);
  check_id (id, problems);
  if (problems->len > 0 && !only_missing (problems))
    {
      set_schema_error (problems, _ ("The state does not match its schema:"), error);
      return NULL;
    }
  if (problems->len > 0)
    return troupe_value_ref (state);
  return id != NULL ? with_id (checked, id) : g_steal_pointer (&checked);
}
