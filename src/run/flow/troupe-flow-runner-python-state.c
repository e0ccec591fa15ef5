/* troupe-flow-runner-python-state.c: flow state that is a Pydantic model
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#define G_LOG_DOMAIN "troupe-flow-runner-python-state"

#include "config.h"

#include <glib/gi18n.h>

#include "troupe-crew-hook-call.h"
#include "troupe-flow-runner-python-private.h"

/* A call for which the run waits. @arguments: (nullable): %NULL to only import the class */
typedef struct
{
  TroupeRunnerPython *python;
  TroupeValue *arguments;
  GCancellable *cancellable;
  TroupePythonResult *result;
  GError *error;
  gboolean has_begun;
  gboolean has_ended;
} Call;

static void
call_free (gpointer data)
{
  Call *call = data;

  g_clear_pointer (&call->arguments, troupe_value_unref);
  g_clear_pointer (&call->result, troupe_python_result_free);
  g_clear_error (&call->error);
  g_object_unref (call->cancellable);
  g_free (call);
}

static void
ended_cb (GObject *source, GAsyncResult *async_result, gpointer user_data)
{
  Call *call = user_data;

  call->result = troupe_python_call_finish (TROUPE_PYTHON (source), async_result, &call->error);
  call->has_ended = TRUE;
  troupe_run_queue_entry_wake (troupe_flow_runner_get_options (call->python->runner)->turn);
}

/* Returns FALSE if the call has not ended yet. Nothing else is running at this time. */
static gboolean
has_ended (Call *call)
{
  g_assert (call != NULL);

  if (!call->has_begun)
    {
      TroupePythonRequest request = { 0 };

      call->has_begun = TRUE;
      request.kind = TROUPE_PYTHON_KIND_STATE;
      request.check_only = call->arguments == NULL;
      request.source =
          troupe_flow_get_state_reference (troupe_flow_runner_get_flow (call->python->runner));
      request.method = request.path = "state.ref";
      request.file = call->python->file;
      request.arguments = call->arguments;
      troupe_python_call_async (call->python->python, &request, call->cancellable, ended_cb, call);
    }
  if (!call->has_ended && troupe_flow_runner_is_stopped (call->python->runner))
    g_cancellable_cancel (call->cancellable);
  return call->has_ended;
}

/* Returns the error message of the call. (nullable) */
static const char *
get_reason (const Call *call)
{
  if (call->result == NULL)
    return call->error->message;
  return call->result->failure != NULL ? call->result->failure->message : NULL;
}

static Call *
call_new (TroupeRunnerPython *self, TroupeValue *arguments)
{
  Call *call = g_new0 (Call, 1);

  call->python = self;
  call->arguments = arguments;
  call->cancellable = g_cancellable_new ();
  return call;
}

TroupePython *
troupe_runner_python_get_helper (TroupeRunnerPython *self)
{
  g_return_val_if_fail (self != NULL, NULL);

  return self->python;
}

TroupeAgentHooks
troupe_runner_python_list_hooks (TroupeRunnerPython *self)
{
  return self != NULL ? troupe_crew_hook_list_registered (&self->around) : (TroupeAgentHooks){ 0 };
}

gboolean
troupe_runner_python_has_state (TroupeRunnerPython *self)
{
  return self != NULL && self->has_state;
}

static gboolean
is_typed (TroupeFlowRunner *runner)
{
  return troupe_state_model_is_typed (
      troupe_runner_state_get_model (troupe_flow_runner_get_state (runner)));
}

/* Returns the warning that describes which state is used instead. */
static char *
describe_fallback (TroupeFlowRunner *runner, const char *reason)
{
  const char *name = troupe_flow_get_state_reference (troupe_flow_runner_get_flow (runner));

  if (is_typed (runner))
    return g_strdup_printf (
        _ ("The schema is used instead of the state class “%s”, which cannot be used: %s"), name,
        reason);
  return g_strdup_printf (
      _ ("The state accepts any value, because its class “%s” cannot be used: %s"), name, reason);
}

/* Ends the import. @reason: (nullable): why the class cannot be used */
static void
end_import (TroupeFlowRunner *runner, const char *reason)
{
  TroupeRunnerPython *self = troupe_flow_runner_get_python (runner);

  if (self != NULL)
    self->has_state = reason == NULL;
  troupe_runner_state_set_warning (troupe_flow_runner_get_state (runner),
                                   reason != NULL ? describe_fallback (runner, reason) : NULL);
}

static TroupeContinuationResult
import_state (TroupeFlowRunner *runner, gpointer data)
{
  Call *call = data;

  if (!has_ended (call))
    return TROUPE_ROUTINE_WAITS;
  end_import (runner, get_reason (call));
  return TROUPE_ROUTINE_DONE;
}

void
troupe_runner_python_import_state (TroupeFlowRunner *runner)
{
  const TroupeFlowRunnerOptions *options = troupe_flow_runner_get_options (runner);

  if (troupe_flow_get_state_reference (troupe_flow_runner_get_flow (runner)) == NULL)
    return;
  if ((options->permissions & TROUPE_PYTHON_PERMIT_CODE) != 0)
    troupe_continuations_call (troupe_flow_runner_get_continuations (runner), import_state,
                               call_new (troupe_flow_runner_get_python (runner), NULL), call_free);
  else if (!is_typed (runner))
    end_import (runner, _ ("Python code was not allowed to run."));
}

static TroupeContinuationResult
make_state (TroupeFlowRunner *runner, gpointer data)
{
  Call *call = data;
  TroupeRunnerState *state = troupe_flow_runner_get_state (runner);
  TroupeValue *made;

  if (!has_ended (call))
    return TROUPE_ROUTINE_WAITS;
  if (get_reason (call) != NULL)
    {
      troupe_continuations_fail (troupe_flow_runner_get_continuations (runner),
                                 g_error_new_literal (TROUPE_RUN_ERROR, TROUPE_RUN_ERROR_SCHEMA,
                                                      get_reason (call)));
      return TROUPE_ROUTINE_DONE;
    }
  /* The helper returns no state if it is unchanged. */
  made = call->result->state != NULL ? call->result->state : troupe_runner_state_get (state);
  troupe_runner_state_set_made (state, troupe_value_ref (made));
  return TROUPE_ROUTINE_DONE;
}

void
troupe_runner_python_make_state (TroupeRunnerPython *self, TroupeValue *values, const char *id)
{
  TroupeMapBuilder builder;

  g_return_if_fail (troupe_runner_python_has_state (self));

  troupe_map_builder_init (&builder);
  troupe_map_builder_add (&builder, "values", troupe_value_ref (values));
  troupe_map_builder_add (&builder, "partial", troupe_value_new_boolean (id != NULL));
  troupe_map_builder_add (&builder, "id", troupe_value_new_string (id != NULL ? id : "", -1));
  troupe_continuations_call (troupe_flow_runner_get_continuations (self->runner), make_state,
                             call_new (self, troupe_map_builder_end (&builder)), call_free);
}
