/* troupe-feedback-interpret.c: human feedback methods that ask a model to classify the user's
 * answer
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#define G_LOG_DOMAIN "troupe-feedback-interpret"

#include "config.h"

#include <glib/gi18n.h>

#include "troupe-crash-point.h"
#include "troupe-feedback-outcome.h"
#include "troupe-flow-runner-action.h"
#include "troupe-flow-runner-feedback.h"
#include "troupe-flow-runner-python.h"

/* (transfer none) (nullable) */
static TroupeAgentDefinition *
get_model (TroupeRunnerFrame *frame)
{
  TroupeFlowRunner *runner = troupe_runner_frame_get_runner (frame);

  return g_hash_table_lookup (troupe_flow_runner_get_options (runner)->made.agents,
                              troupe_runner_frame_get_method (frame));
}

gboolean
troupe_runner_feedback_can_interpret (TroupeRunnerFrame *frame, GError **error)
{
  TroupeAgentDefinition *model = get_model (frame);
  TroupeFlowRunner *runner = troupe_runner_frame_get_runner (frame);

  return model != NULL &&
         troupe_feedback_model_check (model, troupe_flow_runner_get_client (runner), error);
}

void
troupe_runner_feedback_fill_call (TroupeRunnerFrame *frame, TroupeFeedbackModelCall *call)
{
  TroupeActionContext context;

  troupe_runner_action_get_context (frame, &context);
  call->model = get_model (frame);
  call->client = context.run->client;
  call->bus = context.run->bus;
  call->scope = context.scope;
  call->usage = context.usage;
  call->hooks = troupe_runner_python_list_hooks (
      troupe_flow_runner_get_python (troupe_runner_frame_get_runner (frame)));
}

/* @cause: (transfer full) */
static void
fail (TroupeRunnerFrame *frame, GError *cause)
{
  GError *error = NULL;

  if (cause->domain == TROUPE_RUN_ERROR)
    {
      troupe_runner_feedback_fail (frame, cause, FALSE);
      return;
    }
  error = g_error_new (TROUPE_RUN_ERROR, TROUPE_RUN_ERROR_PROVIDER,
                       /* Translators: first %s is the name of a method, second %s the error
                        * message */
                       _ ("No model could be called to interpret the answer for “%s”: %s"),
                       troupe_runner_frame_get_method (frame)->name, cause->message);
  troupe_runner_feedback_fail (frame, error, troupe_llm_error_is_temporary (cause));
  g_error_free (cause);
}

static void
interpreted_cb (GObject *source, GAsyncResult *result, gpointer user_data)
{
  TroupeRunnerFrame *frame = user_data;
  GError *error = NULL;
  g_autofree char *outcome = troupe_feedback_outcome_ask_finish (result, &error);

  g_assert (G_IS_ASYNC_RESULT (result));

  TROUPE_CRASH_POINT ("feedback-interpreted");
  troupe_runner_action_answered (frame);
  if (!troupe_runner_action_is_wanted (frame))
    g_clear_error (&error);
  else if (outcome != NULL)
    troupe_runner_feedback_interpreted (frame, outcome);
  else
    fail (frame, error);
}

/**
 * troupe_runner_feedback_interpret:
 *
 * Asks the model to map the user's answer to an outcome. Like the answer, the outcome becomes
 * durable at the end of the method. If the process ends before that, the user is asked again after
 * a restart. If it ends later, neither the user nor the model is asked again.
 */
void
troupe_runner_feedback_interpret (TroupeRunnerFrame *frame, const char *text)
{
  const TroupeFeedbackRequest *request = troupe_runner_frame_get_request (frame);
  TroupeFeedbackModelCall call = { 0 };
  GCancellable *cancellable = NULL;

  troupe_runner_feedback_fill_call (frame, &call);
  cancellable = troupe_runner_feedback_await_model (frame);
  TROUPE_CRASH_POINT ("feedback-before-model");
  troupe_feedback_outcome_ask_async (&call, text, (const char *const *) request->emit, cancellable,
                                     interpreted_cb, frame);
}
