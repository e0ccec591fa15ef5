/* troupe-flow-runner-action.c: what methods do
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#define G_LOG_DOMAIN "troupe-flow-runner-action"

#include "config.h"

#include <glib/gi18n.h>

#include "troupe-crash-point.h"
#include "troupe-flow-runner-private.h"

/* How many items of an `each` go by between two looks at whether the run is to stop. */
#define ITEMS_A_LOOK 64

void
troupe_runner_each_free (TroupeRunnerEach *self)
{
  gsize n_items = troupe_value_list_get_length (self->items);

  for (gsize i = 0; i < n_items && self->results != NULL; i++)
    g_clear_pointer (&self->results[i], troupe_value_unref);
  for (guint i = 0; i < self->n_outputs; i++)
    g_clear_pointer (&self->outputs[self->order[i]], troupe_value_unref);
  g_clear_pointer (&self->last, troupe_value_unref);
  g_clear_pointer (&self->pending, troupe_value_unref);
  g_clear_error (&self->error);
  troupe_value_unref (self->items);
  g_free (self->results);
  g_free (self->outputs);
  g_free (self->order);
  g_free (self);
}

/* The action has ended: the next turn of this method is queued. */
static void
end_action (TroupeRunnerFrame *frame, TroupeValue *result)
{
  TROUPE_CRASH_POINT ("action-ended");
  frame->result = result;
  troupe_flow_runner_queue (frame->runner, frame, TROUPE_STAGE_RECORD);
}

static void
set_failure (TroupeRunnerFrame *frame, GError *error, const char *path)
{
  g_autofree char *action_path = NULL;

  if (path == NULL)
    path = action_path = g_strdup_printf ("methods.%s.do", frame->method->name);
  troupe_flow_runner_fail (frame->runner, frame, error, path);
  TROUPE_CRASH_POINT ("action-failed");
}

static void
fail_action (TroupeRunnerFrame *frame, GError *error, const char *path)
{
  set_failure (frame, error, path);
  troupe_flow_runner_queue (frame->runner, frame, TROUPE_STAGE_RECORD);
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

static gboolean go_on_with_each (TroupeRunnerFrame *frame);

static void
take_step_output (TroupeRunnerEach *self, TroupeValue *output)
{
  g_clear_pointer (&self->last, troupe_value_unref);
  self->last = troupe_value_ref (output);
  self->outputs[self->step] = output;
  self->order[self->n_outputs++] = self->step;
  TROUPE_CRASH_POINT ("each-step-ended");
  self->step++;
}

static void
agent_ended_cb (GObject *source, GAsyncResult *result, gpointer user_data)
{
  TroupeRunnerFrame *frame = user_data;
  TroupeFlowRunner *self = frame->runner;
  GError *error = NULL;
  TroupeValue *answer = troupe_agent_kickoff_finish (result, &error);

  self->n_agents--;
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
  if (answer == NULL)
    {
      frame->is_temporary = troupe_llm_error_is_temporary (error);
      fail_action (frame, describe_agent_error (error), NULL);
    }
  else if (frame->each != NULL)
    {
      take_step_output (frame->each, answer);
      if (go_on_with_each (frame))
        troupe_flow_runner_queue (self, frame, TROUPE_STAGE_RECORD);
    }
  else
    {
      end_action (frame, answer);
    }
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
void
troupe_runner_action_start_agent (TroupeRunnerFrame *frame,
                                  const TroupeFlowAction *action,
                                  TroupeValue *input)
{
  TroupeFlowRunner *self = frame->runner;
  TroupeAgentCall call = { 0 };

  call.client = get_client (self);
  call.bus = self->bus;
  call.method = frame->method->name;
  call.parent = frame->started;
  call.usage = &self->usage;
  frame->cancellable = g_cancellable_new ();
  self->n_agents++;
  TROUPE_CRASH_POINT ("agent-begun");
  troupe_agent_kickoff_async (g_hash_table_lookup (self->options.agents, action), input, &call,
                              frame->cancellable, agent_ended_cb, frame);
}

/* FALSE where the input cannot be had: @error is set and nothing was started. */
static gboolean
begin_agent (TroupeRunnerFrame *frame, const TroupeFlowAction *action, GError **error)
{
  TroupeFlowRunner *self = frame->runner;
  const TroupeFlowAction *each = frame->each != NULL ? frame->method->action : NULL;
  g_autoptr (TroupeValue) input =
      troupe_runner_context_render (self, action->input, each, frame->each, error);

  if (input == NULL)
    return FALSE;
  if (!is_input (input))
    {
      g_autofree char *found = troupe_value_to_json (input, TROUPE_JSON_SPACED);

      g_set_error (
          error, TROUPE_RUN_ERROR, TROUPE_RUN_ERROR_INPUT,
          _ ("The agent’s input must be a text or a list of messages, and it became %.80s."),
          found);
      return FALSE;
    }
  if (troupe_runner_replay_is_active (self->replay))
    troupe_runner_replay_defer (self->replay, frame, action, input);
  else
    troupe_runner_action_start_agent (frame, action, input);
  return TRUE;
}

/* --- Each ---------------------------------------------------------------------------------- */

static TroupeRunnerEach *
each_new (TroupeValue *items, guint n_steps)
{
  TroupeRunnerEach *self = g_new0 (TroupeRunnerEach, 1);

  self->items = items;
  self->results = g_new0 (TroupeValue *, troupe_value_list_get_length (items) + 1);
  self->outputs = g_new0 (TroupeValue *, n_steps);
  self->order = g_new0 (guint, n_steps);
  return self;
}

static void
end_item (TroupeRunnerEach *self)
{
  TROUPE_CRASH_POINT ("each-item-ended");
  self->results[self->item++] =
      self->last != NULL ? g_steal_pointer (&self->last) : troupe_value_new_null ();
  for (guint i = 0; i < self->n_outputs; i++)
    g_clear_pointer (&self->outputs[self->order[i]], troupe_value_unref);
  self->n_outputs = 0;
  self->step = 0;
}

/* Whether the step is to run. FALSE with @error set where its `if` gives no boolean (§8). */
static gboolean
is_step_wanted (TroupeRunnerFrame *frame, const TroupeFlowStep *step, GError **error)
{
  g_autoptr (TroupeValue) wanted = NULL;

  if (step->condition == NULL)
    return TRUE;
  wanted = troupe_runner_context_evaluate (frame->runner, step->condition, frame->method->action,
                                           frame->each, error);
  if (wanted == NULL)
    return FALSE;
  if (!troupe_value_is (wanted, TROUPE_VALUE_BOOLEAN))
    {
      g_autofree char *found = troupe_value_to_json (wanted, TROUPE_JSON_SPACED);

      g_set_error (error, TROUPE_RUN_ERROR, TROUPE_RUN_ERROR_EXPRESSION,
                   _ ("The “if” at %s must give true or false, and it gave %.80s."),
                   step->condition->path, found);
      return FALSE;
    }
  return troupe_value_get_boolean (wanted);
}

static const char *
get_action_path (const TroupeFlowAction *action)
{
  return action->expression != NULL ? action->expression->path : NULL;
}

/* Begins the step under way. FALSE: it is not wanted, or @error is set. */
static gboolean
begin_step (TroupeRunnerFrame *frame, GError **error)
{
  const TroupeFlowAction *action = frame->method->action;
  const TroupeFlowStep *step = &action->steps[frame->each->step];

  if (!is_step_wanted (frame, step, error))
    return FALSE;
  TROUPE_CRASH_POINT ("each-step-begun");
  if (step->action->type == TROUPE_ACTION_AGENT)
    return begin_agent (frame, step->action, error);
  frame->each->pending = troupe_runner_context_evaluate (frame->runner, step->action->expression,
                                                         action, frame->each, &frame->each->error);
  troupe_flow_runner_queue (frame->runner, frame, TROUPE_STAGE_STEP);
  return TRUE;
}

static void
fail_step (TroupeRunnerFrame *frame, GError *error)
{
  const TroupeFlowStep *step = &frame->method->action->steps[frame->each->step];

  set_failure (frame, error, get_action_path (step->action));
}

/* Goes on until a step is under way, which ends in a turn of its own. TRUE: all has ended, and the
 * frame has its result or its error. */
static gboolean
go_on_with_each (TroupeRunnerFrame *frame)
{
  TroupeRunnerEach *self = frame->each;
  gsize n_items = troupe_value_list_get_length (self->items);
  guint n_steps = frame->method->action->n_steps;

  while (self->item < n_items)
    {
      GError *error = NULL;

      /* Items may go by without a turn. A stopped run lets the frame lie. */
      if (self->step == 0 && self->item % ITEMS_A_LOOK == 0 &&
          troupe_flow_runner_is_stopped (frame->runner))
        return FALSE;
      if (self->step == n_steps)
        {
          end_item (self);
          continue;
        }
      if (begin_step (frame, &error))
        return FALSE;
      if (error != NULL)
        {
          fail_step (frame, error);
          return TRUE;
        }
      self->step++;
    }
  frame->result = troupe_value_new_list (self->results, n_items);
  TROUPE_CRASH_POINT ("each-ended");
  g_clear_pointer (&self->results, g_free);
  return TRUE;
}

/**
 * troupe_runner_action_take_step:
 *
 * The turn after a step of an `each` was evaluated: the method goes on, or its action has ended and
 * this is its turn 1.
 */
void
troupe_runner_action_take_step (TroupeRunnerFrame *frame)
{
  TroupeRunnerEach *self = frame->each;

  frame->stage = TROUPE_STAGE_ACTION;
  if (self->pending == NULL)
    fail_step (frame, g_steal_pointer (&self->error));
  else
    take_step_output (self, g_steal_pointer (&self->pending));
  if (frame->error != NULL || go_on_with_each (frame))
    troupe_runner_frame_record (frame);
}

/* TRUE: there was nothing to wait for. */
static gboolean
begin_each (TroupeRunnerFrame *frame)
{
  const TroupeFlowAction *action = frame->method->action;
  GError *error = NULL;
  TroupeValue *items =
      troupe_runner_context_evaluate (frame->runner, action->expression, NULL, NULL, &error);

  if (items != NULL && !troupe_value_is (items, TROUPE_VALUE_LIST))
    {
      g_autofree char *found = troupe_value_to_json (items, TROUPE_JSON_SPACED);

      error = g_error_new (TROUPE_RUN_ERROR, TROUPE_RUN_ERROR_EXPRESSION,
                           _ ("The “in” at %s must give a list, and it gave %.80s."),
                           action->expression->path, found);
      g_clear_pointer (&items, troupe_value_unref);
    }
  if (items == NULL)
    {
      set_failure (frame, error, action->expression->path);
      return TRUE;
    }
  frame->each = each_new (items, action->n_steps);
  TROUPE_CRASH_POINT ("each-begun");
  return go_on_with_each (frame);
}

/**
 * troupe_runner_action_begin:
 *
 * Does what the frame's method is to do (spec/flow-semantics.md §8). An expression has been evaluated
 * when this returns, each step of an `each` takes a turn, agents end whenever they do; then the
 * frame's turn 1 is queued.
 *
 * Returns: %TRUE where the action ended without any turn, as an `each` without a step does, and
 *   nothing is queued
 */
gboolean
troupe_runner_action_begin (TroupeRunnerFrame *frame)
{
  const TroupeFlowAction *action = frame->method->action;
  GError *error = NULL;
  TroupeValue *result;

  TROUPE_CRASH_POINT ("action-begun");
  if (action->type == TROUPE_ACTION_EACH)
    return begin_each (frame);
  if (action->type == TROUPE_ACTION_AGENT)
    {
      if (!begin_agent (frame, action, &error))
        fail_action (frame, error, NULL);
      return FALSE;
    }
  g_assert (action->type == TROUPE_ACTION_EXPRESSION);
  result = troupe_runner_context_evaluate (frame->runner, action->expression, NULL, NULL, &error);
  if (result != NULL)
    end_action (frame, result);
  else
    fail_action (frame, error, action->expression->path);
  return FALSE;
}
