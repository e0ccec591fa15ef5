/* troupe-state-model.c: the rules of a flow's state
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#define G_LOG_DOMAIN "troupe-state-model"

#include "config.h"

#include <glib/gi18n.h>

#include "troupe-state-private.h"

struct _TroupeStateModel
{
  gatomicrefcount ref_count;
  TroupeValue *initial;  /* (nullable): the document's default */
  TroupeValue *document; /* (nullable): the schema's text, whose parts the schema uses */
  TroupeSchema *schema;  /* (nullable): of a typed state */
  GPtrArray *owned;
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
  self->owned = g_ptr_array_new_with_free_func ((GDestroyNotify) troupe_schema_free);
  initial = troupe_flow_get_state_default (flow);
  self->initial = initial != NULL ? troupe_value_ref (initial) : NULL;
  schema = troupe_flow_get_state_schema (flow);
  if (warning != NULL)
    *warning = NULL;
  if (schema != NULL)
    {
      self->document = troupe_value_ref (schema);
      self->schema = troupe_schema_compile (schema, self->owned, &error);
      if (self->schema == NULL && warning != NULL)
        *warning = g_strdup_printf (_ ("The state’s schema cannot be used, so the state takes "
                                       "anything: %s"),
                                    error->message);
    }
  else if (warning != NULL && (troupe_flow_get_state_type (flow) == TROUPE_STATE_PYDANTIC ||
                               troupe_flow_get_state_type (flow) == TROUPE_STATE_UNKNOWN))
    *warning = g_strdup (_ ("The state’s type is not known here, so the state takes anything."));
  return self;
}

TroupeStateModel *
troupe_state_model_ref (TroupeStateModel *self)
{
  g_return_val_if_fail (self != NULL, NULL);

  g_atomic_ref_count_inc (&self->ref_count);
  return self;
}

void
troupe_state_model_unref (TroupeStateModel *self)
{
  g_return_if_fail (self != NULL);

  if (!g_atomic_ref_count_dec (&self->ref_count))
    return;
  g_clear_pointer (&self->initial, troupe_value_unref);
  g_clear_pointer (&self->document, troupe_value_unref);
  g_ptr_array_unref (self->owned);
  g_free (self);
}

gboolean
troupe_state_model_is_typed (TroupeStateModel *self)
{
  g_return_val_if_fail (self != NULL, FALSE);

  return self->schema != NULL;
}

/* All members of @from but `id`. */
static void
add_members (TroupeMapBuilder *builder, TroupeValue *from)
{
  for (gsize i = 0; i < troupe_value_map_get_size (from); i++)
    {
      TroupeValue *key = troupe_value_map_get_key (from, i);

      if (troupe_value_is (key, TROUPE_VALUE_STRING) &&
          g_str_equal (troupe_value_get_string (key, NULL), "id"))
        continue;
      troupe_map_builder_add_key (builder, troupe_value_ref (key),
                                  troupe_value_ref (troupe_value_map_get_value (from, i)));
    }
}

static void
set_schema_error (GPtrArray *problems, const char *prefix, GError **error)
{
  GString *text = g_string_new (prefix);

  for (guint i = 0; i < problems->len; i++)
    {
      TroupeStateProblem *problem = g_ptr_array_index (problems, i);

      g_string_append_printf (text, "%s%s%s%s", i > 0 ? "; " : " ", problem->path,
                              *problem->path != '\0' ? ": " : "", problem->message);
    }
  g_string_append_c (text, '.');
  g_set_error_literal (error, TROUPE_FLOW_ERROR, TROUPE_FLOW_ERROR_SCHEMA, text->str);
  g_string_free (text, TRUE);
}

static void
check_id (TroupeValue *id, GPtrArray *problems)
{
  TroupeStateProblem *problem;

  if (id == NULL || troupe_value_is (id, TROUPE_VALUE_STRING))
    return;
  problem = g_new0 (TroupeStateProblem, 1);
  problem->path = g_strdup ("id");
  problem->message = g_strdup (_ ("expected a text"));
  g_ptr_array_add (problems, problem);
}

/* The values as the schema has them, without an id, which is a text whatever the schema says (§5). */
static TroupeValue *
validate_members (TroupeStateModel *self, TroupeValue *values, GPtrArray *problems)
{
  g_autoptr (TroupeValue) members = troupe_value_map_without (values, "id");

  return troupe_schema_validate (self->schema, members, problems);
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
      if (!((TroupeStateProblem *) g_ptr_array_index (problems, i))->missing)
        return FALSE;
    }
  return TRUE;
}

/* Where nothing but required fields is missing, the state is made as it is: what was given is not
 * converted, and what is missing is not there (§5). */
static TroupeValue *
construct_unvalidated (TroupeStateModel *self, TroupeValue *given)
{
  TroupeMapBuilder builder;

  troupe_map_builder_init (&builder);
  for (guint i = 0; i < self->schema->fields->len; i++)
    {
      TroupeSchemaField *field = &g_array_index (self->schema->fields, TroupeSchemaField, i);
      TroupeValue *value = troupe_value_map_lookup_string (given, field->name, -1);

      if (value == NULL)
        value = field->initial;
      if (value != NULL)
        troupe_map_builder_add (&builder, field->name, troupe_schema_show (field->schema, value));
    }
  return troupe_map_builder_end (&builder);
}

TroupeValue *
troupe_state_model_show (TroupeStateModel *self, TroupeValue *state)
{
  TroupeValue *shown;

  g_return_val_if_fail (self != NULL, NULL);
  g_return_val_if_fail (state != NULL && troupe_value_is (state, TROUPE_VALUE_MAP), NULL);

  shown = troupe_value_ref (state);
  for (guint i = 0; self->schema != NULL && i < self->schema->fields->len; i++)
    {
      TroupeSchemaField *field = &g_array_index (self->schema->fields, TroupeSchemaField, i);
      TroupeValue *value = troupe_value_map_lookup_string (state, field->name, -1);
      g_autoptr (TroupeValue) other =
          value != NULL ? troupe_schema_show (field->schema, value) : NULL;
      TroupeValue *next;

      if (value == NULL ||
          (troupe_value_get_value_type (other) == troupe_value_get_value_type (value) &&
           troupe_value_equal (other, value)))
        continue;
      next = troupe_value_map_with (shown, field->name, other);
      troupe_value_unref (shown);
      shown = next;
    }
  return shown;
}

static TroupeValue *
empty_map (void)
{
  TroupeMapBuilder builder;

  troupe_map_builder_init (&builder);
  return troupe_map_builder_end (&builder);
}

TroupeValue *
troupe_state_model_create (TroupeStateModel *self, const char *id, GError **error)
{
  g_autoptr (GPtrArray) problems = NULL;
  g_autoptr (TroupeValue) given = NULL, own_id = NULL, members = NULL;
  TroupeValue *declared_id;

  g_return_val_if_fail (self != NULL, NULL);
  g_return_val_if_fail (id != NULL, NULL);

  given = self->initial != NULL ? troupe_value_ref (self->initial) : empty_map ();
  own_id = troupe_value_new_string (id, -1);
  declared_id = troupe_value_map_lookup_string (given, "id", -1);
  if (self->schema == NULL)
    return declared_id != NULL ? g_steal_pointer (&given)
                               : troupe_value_map_with (given, "id", own_id);
  problems = g_ptr_array_new_with_free_func ((GDestroyNotify) troupe_state_problem_free);
  members = validate_members (self, given, problems);
  check_id (declared_id, problems);
  if (problems->len > 0 && !only_missing (problems))
    {
      set_schema_error (problems, _ ("The state’s default does not fit its schema:"), error);
      return NULL;
    }
  if (problems->len > 0)
    {
      g_clear_pointer (&members, troupe_value_unref);
      members = construct_unvalidated (self, given);
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
  add_members (&builder, inputs);
  merged = troupe_map_builder_end (&builder);
  if (self->schema == NULL)
    return g_steal_pointer (&merged);
  problems = g_ptr_array_new_with_free_func ((GDestroyNotify) troupe_state_problem_free);
  checked = validate_members (self, merged, problems);
  check_id (id, problems);
  if (problems->len > 0)
    {
      set_schema_error (problems, _ ("The inputs do not fit the state:"), error);
      return NULL;
    }
  return id != NULL ? with_id (checked, id) : g_steal_pointer (&checked);
}
