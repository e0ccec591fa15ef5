/* troupe-flow-runner-python-state.c: a state that is a Pydantic model
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#define G_LOG_DOMAIN "troupe-flow-runner-python-state"

#include "config.h"

#include <glib/gi18n.h>

#include "troupe-flow-runner-python-private.h"

/* A call that is waited for. */
typedef struct
{
  TroupePythonResult *result;
  GError *error;
  gboolean has_ended;
} Wait;

static void
ended_cb (GObject *source, GAsyncResult *async_result, gpointer user_data)
{
  Wait *wait = user_data;

  wait->result = troupe_python_call_finish (TROUPE_PYTHON (source), async_result, &wait->error);
  wait->has_ended = TRUE;
}

/* Nothing else is under way yet. NULL with an error of %TROUPE_RUN_ERROR where it fails. */
static TroupePythonResult *
call (TroupeRunnerPython *self, TroupeValue *arguments, GError **error)
{
  TroupeFlowRunner *runner = self->runner;
  g_autoptr (GCancellable) cancellable = g_cancellable_new ();
  TroupePythonRequest request = { 0 };
  Wait wait = { 0 };

  request.kind = TROUPE_PYTHON_STATE;
  request.check_only = arguments == NULL;
  request.source = troupe_flow_get_state_reference (runner->flow);
  request.method = request.path = "state.ref";
  request.file = self->file;
  request.arguments = arguments;
  troupe_python_call_async (self->python, &request, cancellable, ended_cb, &wait);
  while (!wait.has_ended)
    {
      if (troupe_flow_runner_is_stopped (runner))
        g_cancellable_cancel (cancellable);
      g_main_context_iteration (runner->options.context, TRUE);
    }
  if (wait.result != NULL && wait.result->failure == NULL)
    return wait.result;
  g_set_error_literal (error, TROUPE_RUN_ERROR, TROUPE_RUN_ERROR_SCHEMA,
                       wait.result != NULL ? wait.result->failure->message : wait.error->message);
  g_clear_pointer (&wait.result, troupe_python_result_free);
  g_clear_error (&wait.error);
  return NULL;
}

gboolean
troupe_runner_python_has_state (TroupeRunnerPython *self)
{
  return self != NULL && self->has_state;
}

/* What becomes of the state instead. */
static char *
describe_fallback (TroupeFlowRunner *runner, const char *reason)
{
  const char *name = troupe_flow_get_state_reference (runner->flow);

  if (troupe_state_model_is_typed (runner->model))
    return g_strdup_printf (_ ("The state’s class “%s” cannot be used, so its schema is: %s"), name,
                            reason);
  return g_strdup_printf (
      _ ("The state’s class “%s” cannot be used, so the state takes anything: %s"), name, reason);
}

void
troupe_runner_python_import_state (TroupeFlowRunner *runner, char **warning)
{
  TroupeRunnerPython *self = runner->python;
  g_autoptr (TroupePythonResult) result = NULL;
  g_autoptr (GError) error = NULL;

  if (troupe_flow_get_state_reference (runner->flow) == NULL)
    return;
  if ((runner->options.permissions & TROUPE_PYTHON_PERMIT_CODE) != 0)
    result = call (self, NULL, &error);
  else if (troupe_state_model_is_typed (runner->model))
    return;
  if (self != NULL)
    self->has_state = result != NULL;
  g_clear_pointer (warning, g_free);
  if (result == NULL)
    *warning =
        describe_fallback (runner, error != NULL ? error->message
                                                 : _ ("Python code was not permitted to run."));
}

TroupeValue *
troupe_runner_python_make_state (TroupeRunnerPython *self,
                                 TroupeValue *values,
                                 const char *id,
                                 GError **error)
{
  g_autoptr (TroupePythonResult) result = NULL;
  g_autoptr (TroupeValue) arguments = NULL;
  TroupeMapBuilder builder;

  g_return_val_if_fail (troupe_runner_python_has_state (self), NULL);

  troupe_map_builder_init (&builder);
  troupe_map_builder_add (&builder, "values", troupe_value_ref (values));
  troupe_map_builder_add (&builder, "partial", troupe_value_new_boolean (id != NULL));
  troupe_map_builder_add (&builder, "id", troupe_value_new_string (id != NULL ? id : "", -1));
  arguments = troupe_map_builder_end (&builder);
  result = call (self, arguments, error);
  if (result == NULL)
    return NULL;
  /* The same state once more is no change. */
  return troupe_value_ref (result->state != NULL ? result->state : self->runner->state);
}
