/* troupe-flow-runner-inputs.c: what a kickoff is given: inputs, a kept state, a fork
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#define G_LOG_DOMAIN "troupe-flow-runner-inputs"

#include "config.h"

#include <glib/gi18n.h>

#include "troupe-flow-runner-private.h"

static void
log_id (TroupeFlowRunner *self, const char *level, const char *format, const char *id)
{
  g_auto (GStrv) parts = g_strsplit (format, "%s", 2);
  g_autofree char *message = g_strjoinv (id, parts);

  troupe_runner_report_log (self, level, message);
}

/* The id as it is shown. */
static char *
describe_id (TroupeValue *id)
{
  return troupe_value_is (id, TROUPE_VALUE_STRING) ? g_strdup (troupe_value_get_string (id, NULL))
                                                   : troupe_value_to_json (id, TROUPE_JSON_SPACED);
}

TroupeValue *
troupe_flow_runner_create_state (TroupeFlowRunner *self, GError **error)
{
  TroupeValue *initial = troupe_flow_get_state_default (self->flow);
  g_autoptr (TroupeValue) nothing = NULL;
  TroupeMapBuilder builder;

  if (!troupe_runner_python_has_state (self->python))
    return troupe_state_model_create (self->model, self->options.id, error);
  troupe_map_builder_init (&builder);
  nothing = troupe_map_builder_end (&builder);
  return troupe_runner_python_make_state (self->python, initial != NULL ? initial : nothing,
                                          self->options.id, error);
}

/* The inputs over the state, without their id. */
static TroupeValue *
merge (TroupeValue *state, TroupeValue *inputs)
{
  TroupeValue *merged = troupe_value_ref (state);

  for (gsize i = 0; i < troupe_value_map_get_size (inputs); i++)
    {
      const char *key = troupe_value_get_string (troupe_value_map_get_key (inputs, i), NULL);
      TroupeValue *next;

      if (g_str_equal (key, "id"))
        continue;
      next = troupe_value_map_with (merged, key, troupe_value_map_get_value (inputs, i));
      troupe_value_unref (merged);
      merged = next;
    }
  return merged;
}

static TroupeValue *
merge_inputs (TroupeFlowRunner *self, GError **error)
{
  g_autoptr (TroupeValue) merged = NULL;
  TroupeValue *state;

  if (!troupe_runner_python_has_state (self->python))
    return troupe_state_model_merge (self->model, self->state, self->options.inputs, error);
  merged = merge (self->state, self->options.inputs);
  state = troupe_runner_python_make_state (self->python, merged, NULL, error);
  if (state == NULL)
    g_prefix_error (error, "%s ", _ ("The inputs do not fit the state:"));
  return state;
}

gboolean
troupe_flow_runner_merge_inputs (TroupeFlowRunner *self, GError **error)
{
  GError *cause = NULL;
  TroupeValue *state = merge_inputs (self, &cause);

  if (state == NULL)
    {
      g_set_error_literal (error, TROUPE_RUN_ERROR, TROUPE_RUN_ERROR_SCHEMA, cause->message);
      g_error_free (cause);
      return FALSE;
    }
  troupe_flow_runner_set_state (self, state);
  return TRUE;
}

static TroupeValue *
take_kept (TroupeFlowRunner *self, TroupeValue *kept, TroupeValue *id, GError **error)
{
  g_autoptr (TroupeValue) bare = NULL;
  TroupeMapBuilder builder;

  if (troupe_runner_python_has_state (self->python))
    return troupe_runner_python_make_state (self->python, kept, NULL, error);
  if (!troupe_state_model_is_typed (self->model))
    return troupe_value_ref (kept);
  troupe_map_builder_init (&builder);
  troupe_map_builder_add (&builder, "id", troupe_value_ref (id));
  bare = troupe_map_builder_end (&builder);
  return troupe_state_model_merge (self->model, bare, kept, error);
}

/* A kept state takes the place of the whole state; a schema must still take it (§5.1, §9). */
gboolean
troupe_flow_runner_restore_state (TroupeFlowRunner *self,
                                  TroupeValue *kept,
                                  const char *name,
                                  GError **error)
{
  TroupeValue *id = troupe_value_map_lookup_string (kept, "id", -1);
  TroupeValue *state;
  GError *cause = NULL;

  if (id == NULL || troupe_value_is (id, TROUPE_VALUE_NULL))
    {
      g_set_error (error, TROUPE_RUN_ERROR, TROUPE_RUN_ERROR_SCHEMA,
                   _ ("The state kept under “%s” has no id of its own and cannot be restored."),
                   name);
      return FALSE;
    }
  state = take_kept (self, kept, id, &cause);
  if (state == NULL)
    {
      g_set_error (error, TROUPE_RUN_ERROR, TROUPE_RUN_ERROR_SCHEMA,
                   _ ("The state kept under “%s” is not one of this flow. %s"), name,
                   cause->message);
      g_error_free (cause);
      return FALSE;
    }
  troupe_flow_runner_set_state (self, state);
  return TRUE;
}

static void
stamp_id (TroupeFlowRunner *self, TroupeValue *id)
{
  troupe_flow_runner_set_state (self, troupe_value_map_with (self->state, "id", id));
}

/* What Python takes for false. */
static gboolean
is_blank (TroupeValue *id)
{
  return id == NULL || troupe_value_is (id, TROUPE_VALUE_NULL) ||
         (troupe_value_is (id, TROUPE_VALUE_STRING) && *troupe_value_get_string (id, NULL) == '\0');
}

/* Begins with another run's state under an id of its own. @forked: (out): FALSE where there is none. */
static gboolean
fork_state (TroupeFlowRunner *self, TroupeValue *id, gboolean *forked, GError **error)
{
  g_autoptr (TroupeValue) source = troupe_value_new_string (self->options.fork_from, -1);
  g_autoptr (TroupeValue) own = troupe_value_new_string (self->options.id, -1);
  g_autoptr (TroupeValue) kept = NULL;
  GError *cause = NULL;

  kept = troupe_run_keeper_load (self->keeper, source, &cause);
  if (cause != NULL)
    {
      g_propagate_error (error, cause);
      return FALSE;
    }
  if (kept == NULL)
    {
      log_id (self, "warning",
              _ ("No state is kept under “%s”, so there is nothing to fork; the flow begins anew."),
              self->options.fork_from);
      return TRUE;
    }
  if (!troupe_flow_runner_restore_state (self, kept, self->options.fork_from, error))
    return FALSE;
  log_id (self, "info", _ ("The flow begins with the state kept under “%s”."),
          self->options.fork_from);
  stamp_id (self, is_blank (id) ? own : id);
  *forked = TRUE;
  return TRUE;
}

static gboolean
restore_by_id (TroupeFlowRunner *self, TroupeValue *id, GError **error)
{
  g_autofree char *name = describe_id (id);
  g_autoptr (TroupeValue) kept = NULL;
  GError *cause = NULL;

  kept = troupe_run_keeper_load (self->keeper, id, &cause);
  if (cause != NULL)
    {
      g_propagate_error (error, cause);
      return FALSE;
    }
  if (kept == NULL)
    {
      log_id (self, "warning",
              _ ("No state is kept under “%s”; the flow begins anew under that id."), name);
      return TRUE;
    }
  if (!troupe_flow_runner_restore_state (self, kept, name, error))
    return FALSE;
  log_id (self, "info", _ ("The state kept under “%s” was restored."), name);
  return TRUE;
}

/**
 * troupe_flow_runner_take_inputs:
 *
 * What happens before flow_started (spec/flow-semantics.md §5.1): an error here leaves no events of the
 * flow.
 */
gboolean
troupe_flow_runner_take_inputs (TroupeFlowRunner *self, GError **error)
{
  TroupeValue *inputs = self->options.inputs;
  TroupeValue *id = inputs != NULL ? troupe_value_map_lookup_string (inputs, "id", -1) : NULL;
  gboolean can_restore = troupe_run_keeper_can_restore (self->keeper);
  gboolean forked = FALSE;

  if (can_restore && self->options.fork_from != NULL && !fork_state (self, id, &forked, error))
    return FALSE;
  if (inputs == NULL)
    return TRUE;
  if (id != NULL && !forked)
    {
      stamp_id (self, id);
      if (can_restore && !restore_by_id (self, id, error))
        return FALSE;
    }
  if (troupe_value_map_get_size (inputs) > (id != NULL ? 1 : 0))
    return troupe_flow_runner_merge_inputs (self, error);
  return TRUE;
}

/* Whether inputs are merged once more behind flow_started, `{}` too. */
gboolean
troupe_flow_runner_merges_again (TroupeFlowRunner *self)
{
  TroupeValue *inputs = self->options.inputs;

  return inputs != NULL && troupe_value_map_lookup_string (inputs, "id", -1) == NULL;
}
