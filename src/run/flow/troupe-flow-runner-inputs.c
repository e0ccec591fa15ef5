/* troupe-flow-runner-inputs.c: first state of a kickoff: inputs, stored state, fork
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#define G_LOG_DOMAIN "troupe-flow-runner-inputs"

#include "config.h"

#include <glib/gi18n.h>

#include "troupe-flow-runner-private.h"
#include "troupe-flow-runner-python.h"
#include "troupe-flow-runner-report.h"
#include "troupe-run-persister.h"

static void
log_id (TroupeFlowRunner *self, const char *level, const char *format, const char *id)
{
  g_auto (GStrv) parts = g_strsplit (format, "%s", 2);
  g_autofree char *message = g_strjoinv (id, parts);

  troupe_runner_report_log (self, level, message);
}

/* Returns the id for messages. */
static char *
describe_id (TroupeValue *id)
{
  return troupe_value_is (id, TROUPE_VALUE_STRING) ? g_strdup (troupe_value_get_string (id, NULL))
                                                   : troupe_value_to_json (id, TROUPE_JSON_SPACED);
}

static TroupeStateModel *
get_model (TroupeFlowRunner *self)
{
  return troupe_runner_state_get_model (self->state);
}

/* Sets the state that a state model has created. The corresponding Python routine does the same.
 * @state: (transfer full) (nullable) */
static void
take_made (TroupeFlowRunner *self, TroupeValue *state, GError *error)
{
  g_assert ((state != NULL) != (error != NULL));

  troupe_runner_state_set_made (self->state, state);
  if (error != NULL)
    troupe_continuations_fail (self->routines, error);
}

void
troupe_flow_runner_create_state (TroupeFlowRunner *self)
{
  TroupeValue *initial = troupe_flow_get_state_default (self->flow);
  g_autoptr (TroupeValue) nothing = NULL;
  TroupeMapBuilder builder;
  GError *error = NULL;
  TroupeValue *state;

  if (!troupe_runner_python_has_state (self->python))
    {
      state = troupe_state_model_create (get_model (self), self->options.state_id, &error);
      take_made (self, state, error);
      return;
    }
  troupe_map_builder_init (&builder);
  nothing = troupe_map_builder_end (&builder);
  troupe_runner_python_make_state (self->python, initial != NULL ? initial : nothing,
                                   self->options.state_id);
}

static TroupeContinuationResult
take_merged (TroupeFlowRunner *self, gpointer data)
{
  GError *error = troupe_continuations_take_failure (self->routines);

  g_assert (self != NULL);

  if (error == NULL)
    {
      troupe_flow_runner_set_state (self, troupe_runner_state_take_made (self->state));
      return TROUPE_ROUTINE_DONE;
    }
  if (troupe_runner_python_has_state (self->python))
    g_prefix_error (&error, "%s ", _ ("The inputs do not match the state:"));
  error->domain = TROUPE_RUN_ERROR;
  error->code = TROUPE_RUN_ERROR_SCHEMA;
  troupe_continuations_fail (self->routines, error);
  return TROUPE_ROUTINE_DONE;
}

void
troupe_flow_runner_merge_inputs (TroupeFlowRunner *self)
{
  g_autoptr (TroupeValue) merged = NULL;
  GError *error = NULL;
  TroupeValue *state;

  troupe_continuations_call (self->routines, take_merged, NULL, NULL);
  if (!troupe_runner_python_has_state (self->python))
    {
      state = troupe_state_model_merge (get_model (self), troupe_runner_state_get (self->state),
                                        self->options.inputs, &error);
      take_made (self, state, error);
      return;
    }
  /* The state is overlaid with the inputs, except for their id. */
  merged = troupe_value_ref (troupe_runner_state_get (self->state));
  for (gsize i = 0; i < troupe_value_map_get_size (self->options.inputs); i++)
    {
      const char *key =
          troupe_value_get_string (troupe_value_map_get_key (self->options.inputs, i), NULL);
      TroupeValue *next;

      if (g_str_equal (key, "id"))
        continue;
      next =
          troupe_value_map_with (merged, key, troupe_value_map_get_value (self->options.inputs, i));
      troupe_value_unref (merged);
      merged = next;
    }
  troupe_runner_python_make_state (self->python, merged, NULL);
}

static TroupeContinuationResult
take_restored (TroupeFlowRunner *self, gpointer data)
{
  g_autoptr (GError) cause = troupe_continuations_take_failure (self->routines);

  g_assert (self != NULL);

  if (cause == NULL)
    troupe_flow_runner_set_state (self, troupe_runner_state_take_made (self->state));
  else
    troupe_continuations_fail (
        self->routines, g_error_new (TROUPE_RUN_ERROR, TROUPE_RUN_ERROR_SCHEMA,
                                     _ ("The saved state “%s” does not belong to this flow. %s"),
                                     (const char *) data, cause->message));
  return TROUPE_ROUTINE_DONE;
}

/* Replaces the complete state by a stored state, which must still be valid for the schema (§5.1,
 * §9). */
void
troupe_flow_runner_restore_state (TroupeFlowRunner *self, TroupeValue *kept, const char *name)
{
  TroupeValue *id = troupe_value_map_lookup_string (kept, "id", -1);
  g_autoptr (TroupeValue) bare = NULL;
  TroupeMapBuilder builder;
  GError *error = NULL;
  TroupeValue *state;

  if (id == NULL || troupe_value_is (id, TROUPE_VALUE_NULL))
    {
      troupe_continuations_fail (
          self->routines,
          g_error_new (TROUPE_RUN_ERROR, TROUPE_RUN_ERROR_SCHEMA,
                       _ ("The saved state “%s” has no ID and cannot be restored."), name));
      return;
    }
  troupe_continuations_call (self->routines, take_restored, g_strdup (name), g_free);
  if (troupe_runner_python_has_state (self->python))
    {
      troupe_runner_python_make_state (self->python, kept, NULL);
      return;
    }
  if (!troupe_state_model_is_typed (get_model (self)))
    {
      take_made (self, troupe_value_ref (kept), NULL);
      return;
    }
  troupe_map_builder_init (&builder);
  troupe_map_builder_add (&builder, "id", troupe_value_ref (id));
  bare = troupe_map_builder_end (&builder);
  state = troupe_state_model_merge (get_model (self), bare, kept, &error);
  take_made (self, state, error);
}

static void
stamp_id (TroupeFlowRunner *self, TroupeValue *id)
{
  troupe_flow_runner_set_state (self, troupe_value_map_with (troupe_runner_state_get (self->state),
                                                             "id", id));
}

/* Consecutive steps of processing the inputs. Each step may push a routine. */
typedef enum
{
  STEP_FORK,
  STEP_FORKED,
  STEP_ID,
  STEP_RESTORED,
  STEP_MERGE,
  STEP_TAKEN,
} Step;

typedef struct
{
  Step step;
  gboolean has_forked;
} Taking;

static TroupeValue *
get_id (TroupeFlowRunner *self)
{
  return self->options.inputs != NULL
             ? troupe_value_map_lookup_string (self->options.inputs, "id", -1)
             : NULL;
}

/* Starts with a copy of another run's state under a new id. Returns FALSE if there is no such
 * state. */
static gboolean
fork_state (TroupeFlowRunner *self)
{
  g_autoptr (TroupeValue) source = NULL;
  g_autoptr (TroupeValue) kept = NULL;
  GError *error = NULL;

  g_assert (self != NULL);

  if (self->options.fork_from == NULL || !troupe_run_persister_can_restore (self->keeper))
    return FALSE;
  source = troupe_value_new_string (self->options.fork_from, -1);
  kept = troupe_run_persister_load (self->keeper, source, &error);
  if (kept != NULL)
    troupe_flow_runner_restore_state (self, kept, self->options.fork_from);
  else if (error != NULL)
    troupe_continuations_fail (self->routines, error);
  else
    log_id (self, "warning",
            _ ("The saved state “%s” to fork does not exist; the flow starts with a new state."),
            self->options.fork_from);
  return kept != NULL;
}

/* Restores the state that is stored under the id. Returns FALSE if there is no such state. */
static gboolean
restore_by_id (TroupeFlowRunner *self, TroupeValue *id)
{
  g_autofree char *name = describe_id (id);
  GError *error = NULL;
  g_autoptr (TroupeValue) kept = troupe_run_persister_load (self->keeper, id, &error);

  g_assert (self != NULL);

  if (kept != NULL)
    troupe_flow_runner_restore_state (self, kept, name);
  else if (error != NULL)
    troupe_continuations_fail (self->routines, error);
  else
    log_id (
        self, "warning",
        _ ("The saved state “%s” does not exist; the flow starts with a new state under that ID."),
        name);
  return kept != NULL;
}

static Step
take_id (TroupeFlowRunner *self, gboolean has_forked)
{
  TroupeValue *id = get_id (self);

  g_assert (self != NULL);

  if (self->options.inputs == NULL)
    return STEP_TAKEN;
  if (id == NULL || has_forked)
    return STEP_MERGE;
  stamp_id (self, id);
  return troupe_run_persister_can_restore (self->keeper) && restore_by_id (self, id) ? STEP_RESTORED
                                                                                  : STEP_MERGE;
}

static TroupeContinuationResult
take_inputs (TroupeFlowRunner *self, gpointer data)
{
  Taking *taking = data;
  TroupeValue *id = get_id (self);
  g_autofree char *name = NULL;

  g_assert (self != NULL);

  if (troupe_continuations_have_failed (self->routines))
    return TROUPE_ROUTINE_DONE;
  switch (taking->step)
    {
    case STEP_FORK:
      taking->has_forked = fork_state (self);
      taking->step = taking->has_forked ? STEP_FORKED : STEP_ID;
      return TROUPE_ROUTINE_AGAIN;

    case STEP_FORKED:
      {
        g_autoptr (TroupeValue) own = troupe_value_new_string (self->options.state_id, -1);
        TroupeValue *fork = get_id (self);

        log_id (self, "info", _ ("The flow starts with the saved state “%s”."),
                self->options.fork_from);
        stamp_id (self, fork == NULL || troupe_value_is (fork, TROUPE_VALUE_NULL) ||
                                (troupe_value_is (fork, TROUPE_VALUE_STRING) &&
                                 *troupe_value_get_string (fork, NULL) == '\0')
                            ? own
                            : fork);
      }
      taking->step = STEP_ID;
      return TROUPE_ROUTINE_AGAIN;

    case STEP_ID:
      taking->step = take_id (self, taking->has_forked);
      return TROUPE_ROUTINE_AGAIN;

    case STEP_RESTORED:
      name = describe_id (id);
      log_id (self, "info", _ ("The saved state “%s” was restored."), name);
      taking->step = STEP_MERGE;
      return TROUPE_ROUTINE_AGAIN;

    case STEP_MERGE:
      taking->step = STEP_TAKEN;
      if (troupe_value_map_get_size (self->options.inputs) > (id != NULL ? 1 : 0))
        troupe_flow_runner_merge_inputs (self);
      return TROUPE_ROUTINE_AGAIN;

    case STEP_TAKEN:
    default:
      return TROUPE_ROUTINE_DONE;
    }
}

/**
 * troupe_flow_runner_take_inputs:
 *
 * Prepares the first state before flow_started (doc/flow-semantics.md §5.1). If this fails, no
 * events of the flow are emitted. Stored states are read on this thread, because only one row is
 * read by its id from a database that is already open.
 */
void
troupe_flow_runner_take_inputs (TroupeFlowRunner *self)
{
  troupe_continuations_call (self->routines, take_inputs, g_new0 (Taking, 1), g_free);
}

/* Returns TRUE if inputs are merged once more after flow_started, even if they are `{}`. */
gboolean
troupe_flow_runner_merges_again (TroupeFlowRunner *self)
{
  TroupeValue *inputs = self->options.inputs;

  return inputs != NULL && troupe_value_map_lookup_string (inputs, "id", -1) == NULL;
}
