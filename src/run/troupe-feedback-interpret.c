/* troupe-feedback-interpret.c: methods that ask a model what a person meant
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
#include "troupe-flow-runner-frame-private.h"

char *
troupe_runner_feedback_make_path (TroupeRunnerFrame *frame)
{
  return g_strdup_printf ("methods.%s.human_feedback", frame->method->name);
}

/* (transfer none) (nullable) */
static TroupeAgentDefinition *
get_model (TroupeRunnerFrame *frame)
{
  const TroupeFlowRunnerOptions *options = troupe_flow_runner_get_options (frame->runner);

  return g_hash_table_lookup (options->made.agents, frame->method);
}

gboolean
troupe_runner_feedback_can_interpret (TroupeRunnerFrame *frame, GError **error)
{
  TroupeAgentDefinition *model = get_model (frame);

  return model != NULL &&
         troupe_feedback_model_check (model, troupe_flow_runner_get_client (frame->runner), error);
}

void
troupe_runner_feedback_fill_call (TroupeRunnerFrame *frame, TroupeFeedbackModelCall *call)
{
  TroupeRunnerSurroundings surroundings;

  troupe_runner_action_get_surroundings (frame, &surroundings);
  call->model = get_model (frame);
  call->client = surroundings.client;
  call->bus = surroundings.bus;
  call->scope = surroundings.scope;
  call->usage = surroundings.usage;
}

/* @cause: (transfer full) */
static void
fail (TroupeRunnerFrame *frame, GError *cause)
{
  g_autofree char *path = troupe_runner_feedback_make_path (frame);
  GError *error = NULL;

  if (cause->domain == TROUPE_RUN_ERROR)
    error = g_steal_pointer (&cause);
  else
    error = g_error_new (TROUPE_RUN_ERROR, TROUPE_RUN_ERROR_PROVIDER,
                         /* Translators: the name of a method, and what went wrong */
                         _ ("No model could be asked which outcome the answer for “%s” means: %s"),
                         frame->method->name, cause->message);
  frame->is_temporary = cause != NULL && troupe_llm_error_is_temporary (cause);
  g_clear_error (&cause);
  troupe_runner_frame_fail (frame, error, path);
  troupe_runner_frame_queue (frame, TROUPE_STAGE_RECORD);
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
 * The outcome becomes durable with the method's end, as the answer does: a process that ends before that asks the
 * person again, and one that comes behind it neither the person nor the model.
 */
void
troupe_runner_feedback_interpret (TroupeRunnerFrame *frame)
{
  const char *const *outcomes = (const char *const *) frame->request->emit;
  g_autofree char *text = troupe_feedback_strip (frame->answer->feedback);
  TroupeFeedbackModelCall call = { 0 };
  GCancellable *cancellable = NULL;

  troupe_runner_feedback_fill_call (frame, &call);
  frame->stage = TROUPE_STAGE_ASKING;
  cancellable = troupe_runner_action_wait (frame);
  TROUPE_CRASH_POINT ("feedback-before-model");
  troupe_feedback_outcome_ask_async (&call, frame->is_pending ? frame->answer->feedback : text,
                                     outcomes, cancellable, interpreted_cb, frame);
}
