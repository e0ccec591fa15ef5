/* troupe-flow-runner-action.c: what methods do
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#define G_LOG_DOMAIN "troupe-flow-runner-action"

#include "config.h"

#include <glib/gi18n.h>

#include "troupe-crash-point.h"
#include "troupe-flow-runner-private.h"

void
troupe_runner_action_end (TroupeRunnerFrame *frame, TroupeValue *result)
{
  g_assert (result != NULL);

  if (frame->each != NULL)
    {
      frame->each->pending = result;
      troupe_flow_runner_queue (frame->runner, frame, TROUPE_STAGE_STEP);
      return;
    }
  TROUPE_CRASH_POINT ("action-ended");
  frame->result = result;
  troupe_flow_runner_queue (frame->runner, frame, TROUPE_STAGE_RECORD);
}

void
troupe_runner_action_fail (TroupeRunnerFrame *frame, GError *error, const char *path)
{
  g_autofree char *action_path = NULL;

  if (path == NULL)
    path = action_path = g_strdup_printf ("methods.%s.do", frame->method->name);
  troupe_flow_runner_fail (frame->runner, frame, error, path);
  TROUPE_CRASH_POINT ("action-failed");
  troupe_flow_runner_queue (frame->runner, frame,
                            frame->each != NULL ? TROUPE_STAGE_STEP : TROUPE_STAGE_RECORD);
}

/* --- Agents -------------------------------------------------------------------------------- */

static GError *
describe_agent_error (GError *cause)
{
  TroupeRunError code = TROUPE_RUN_ERROR_PROVIDER;
  GError *error;

  if (g_error_matches (cause, TROUPE_AGENT_ERROR, TROUPE_AGENT_ERROR_INPUT))
    code = TROUPE_RUN_ERROR_INPUT;
  else if (cause->domain == TROUPE_AGENT_ERROR)
    code = TROUPE_RUN_ERROR_BUILD;
  error = g_error_new_literal (TROUPE_RUN_ERROR, (int) code, cause->message);
  g_error_free (cause);
  return error;
}

static gboolean
is_input (TroupeValue *input)
{
  if (troupe_value_is (input, TROUPE_VALUE_STRING))
    return TRUE;
  if (!troupe_value_is (input, TROUPE_VALUE_LIST))
    return FALSE;
  for (gsize i = 0; i < troupe_value_list_get_length (input); i++)
    {
      if (!troupe_value_is (troupe_value_list_get (input, i), TROUPE_VALUE_MAP))
        return FALSE;
    }
  return TRUE;
}

static void
agent_ended_cb (GObject *source, GAsyncResult *result, gpointer user_data)
{
  TroupeRunnerFrame *frame = user_data;
  TroupeFlowRunner *self = frame->runner;
  GError *error = NULL;
  TroupeValue *answer = troupe_agent_kickoff_finish (result, &error);

  self->n_calls--;
  TROUPE_CRASH_POINT ("agent-ended");
  g_clear_object (&frame->cancellable);
  if (frame->stage == TROUPE_STAGE_CANCELLED || troupe_flow_runner_is_stopped (self))
    {
      g_clear_pointer (&answer, troupe_value_unref);
      g_clear_error (&error);
      /* A stopped run frees its frames itself. */
      if (frame->stage == TROUPE_STAGE_CANCELLED)
        troupe_runner_frame_free (frame);
      return;
    }
  if (answer != NULL)
    {
      troupe_runner_action_end (frame, answer);
      return;
    }
  frame->is_temporary = troupe_llm_error_is_temporary (error);
  troupe_runner_action_fail (frame, describe_agent_error (error), NULL);
}

static TroupeLlmClient *
get_client (TroupeFlowRunner *self)
{
  if (self->client == NULL)
    {
      self->client = troupe_llm_client_new ();
      if (self->options.environment_func != NULL)
        troupe_llm_client_set_environment (self->client, self->options.environment_func,
                                           self->options.environment_data, NULL);
    }
  return self->client;
}

/* Starts the agent with an input that was looked at. */
static void
start_agent (TroupeRunnerFrame *frame, const TroupeFlowAction *action, TroupeValue *input)
{
  TroupeFlowRunner *self = frame->runner;
  TroupeAgentCall call = { 0 };

  call.client = get_client (self);
  call.bus = self->bus;
  call.method = frame->method->name;
  call.parent = frame->started;
  call.usage = &self->usage;
  frame->cancellable = g_cancellable_new ();
  self->n_calls++;
  TROUPE_CRASH_POINT ("agent-begun");
  troupe_agent_kickoff_async (g_hash_table_lookup (self->options.agents, action), input, &call,
                              frame->cancellable, agent_ended_cb, frame);
}

/* --- What waits for others ------------------------------------------------------------------- */

void
troupe_runner_action_start (TroupeRunnerFrame *frame,
                            const TroupeFlowAction *action,
                            TroupeValue *input,
                            TroupeValue *outputs)
{
  if (action->type == TROUPE_ACTION_AGENT)
    start_agent (frame, action, input);
  else
    troupe_runner_python_start (frame->runner->python, frame, action, input, outputs);
}

/* In a run that is gone on with it waits until it is clear that it has not lost a race. */
static void
start_in_time (TroupeRunnerFrame *frame, const TroupeFlowAction *action, TroupeValue *input)
{
  TroupeRunnerReplay *replay = frame->runner->replay;
  const TroupeFlowAction *each = frame->each != NULL ? frame->method->action : NULL;
  g_autoptr (TroupeValue) outputs = NULL;

  if (!troupe_runner_replay_is_active (replay))
    {
      troupe_runner_action_start (frame, action, input, NULL);
      return;
    }
  outputs = troupe_runner_context_get_outputs (frame->runner, each, frame->each);
  troupe_runner_replay_defer (replay, frame, action, input, outputs);
}

static void
begin_agent (TroupeRunnerFrame *frame, const TroupeFlowAction *action)
{
  TroupeFlowRunner *self = frame->runner;
  const TroupeFlowAction *each = frame->each != NULL ? frame->method->action : NULL;
  GError *error = NULL;
  g_autoptr (TroupeValue) input =
      troupe_runner_context_render (self, action->input, each, frame->each, &error);

  if (input != NULL && !is_input (input))
    {
      g_autofree char *found = troupe_value_to_json (input, TROUPE_JSON_SPACED);

      g_set_error (
          &error, TROUPE_RUN_ERROR, TROUPE_RUN_ERROR_INPUT,
          _ ("The agent’s input must be a text or a list of messages, and it became %.80s."),
          found);
    }
  if (error != NULL)
    troupe_runner_action_fail (frame, error, NULL);
  else
    start_in_time (frame, action, input);
}

static void
begin_python (TroupeRunnerFrame *frame, const TroupeFlowAction *action)
{
  TroupeFlowRunner *self = frame->runner;
  const TroupeFlowAction *each = frame->each != NULL ? frame->method->action : NULL;
  g_autoptr (TroupeValue) arguments = NULL;
  GError *error = NULL;

  if (action->input != NULL)
    arguments = troupe_runner_context_render (self, action->input, each, frame->each, &error);
  if (error != NULL)
    troupe_runner_action_fail (frame, error, NULL);
  else
    start_in_time (frame, action, arguments);
}

/* --- Beginning ------------------------------------------------------------------------------- */

static void
evaluate (TroupeRunnerFrame *frame, const TroupeFlowAction *action)
{
  const TroupeFlowAction *each = frame->each != NULL ? frame->method->action : NULL;
  GError *error = NULL;
  TroupeValue *result =
      troupe_runner_context_evaluate (frame->runner, action->expression, each, frame->each, &error);

  if (result != NULL)
    troupe_runner_action_end (frame, result);
  else
    troupe_runner_action_fail (frame, error, action->expression->path);
}

void
troupe_runner_action_do (TroupeRunnerFrame *frame, const TroupeFlowAction *action)
{
  if (action->type == TROUPE_ACTION_EXPRESSION)
    evaluate (frame, action);
  else if (action->type == TROUPE_ACTION_AGENT)
    begin_agent (frame, action);
  else
    begin_python (frame, action);
}

/**
 * troupe_runner_action_begin:
 *
 * Does what the frame's method is to do (spec/flow-semantics.md §8). An expression has been evaluated
 * when this returns, and so has Python that is as quick; each step of an `each` takes a turn, agents and
 * slow code end whenever they do; then the frame's turn 1 is queued.
 *
 * Returns: %TRUE where the action ended without any turn, as an `each` without a step does, and
 *   nothing is queued
 */
gboolean
troupe_runner_action_begin (TroupeRunnerFrame *frame)
{
  const TroupeFlowAction *action = frame->method->action;

  TROUPE_CRASH_POINT ("action-begun");
  if (action->type == TROUPE_ACTION_EACH)
    return troupe_runner_each_begin (frame);
  troupe_runner_action_do (frame, action);
  return FALSE;
}
