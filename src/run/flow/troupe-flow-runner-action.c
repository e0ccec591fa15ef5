/* troupe-flow-runner-action.c: execution of the actions of methods: start, wait, end, failure
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#define G_LOG_DOMAIN "troupe-flow-runner-action"

#include "config.h"

#include "troupe-crash-point.h"
#include "troupe-flow-runner-action.h"
#include "troupe-flow-runner-context.h"
#include "troupe-flow-runner-feedback.h"
#include "troupe-flow-runner-frame-private.h"
#include "troupe-flow-runner-parts.h"
#include "troupe-flow-runner-python.h"
#include "troupe-flow-runner-replay.h"
#include "troupe-flow-runner-report.h"
#include "troupe-run-persister.h"
#include "troupe-runner-answers.h"

/* Every type has an implementation. An action that could not be parsed has the type of an
 * expression, but no program. */
static const TroupeRunnerAction *const kinds[TROUPE_ACTION_N_TYPES] = {
  [TROUPE_ACTION_EXPRESSION] = &troupe_runner_action_expression,
  [TROUPE_ACTION_EACH] = &troupe_runner_action_each,
  [TROUPE_ACTION_AGENT] = &troupe_runner_action_agent,
  [TROUPE_ACTION_CREW] = &troupe_runner_action_crew,
  [TROUPE_ACTION_TOOL] = &troupe_runner_action_tool,
  [TROUPE_ACTION_CODE] = &troupe_runner_action_code,
  [TROUPE_ACTION_SCRIPT] = &troupe_runner_action_script,
};

const TroupeRunnerAction *
troupe_runner_action_find (const TroupeFlowAction *action)
{
  g_return_val_if_fail (action != NULL && action->type < TROUPE_ACTION_N_TYPES, NULL);

  return troupe_flow_action_get_turn (action) != TROUPE_TURN_OTHER
             ? &troupe_runner_action_conversation
             : kinds[action->type];
}

/* --- Functions for the runner ----------------------------------------------------------------- */

gboolean
troupe_runner_action_begin (TroupeRunnerFrame *frame)
{
  const TroupeFlowAction *action = frame->method->action;

  TROUPE_CRASH_POINT ("action-begun");
  return troupe_runner_action_find (action)->begin (frame, action);
}

void
troupe_runner_action_take_step (TroupeRunnerFrame *frame)
{
  frame->stage = TROUPE_STAGE_ACTION;
  troupe_runner_action_find (frame->method->action)->take_step (frame);
}

/* Data of a call that starts after the start of its method has become durable. @input, @outputs:
 * (nullable) */
typedef struct
{
  TroupeRunnerFrame *frame;
  const TroupeFlowAction *action;
  TroupeValue *input;
  TroupeValue *outputs;
  gboolean is_durable;
  gboolean has_begun;
} Start;

static void
start_free (gpointer data)
{
  Start *start = data;

  g_clear_pointer (&start->input, troupe_value_unref);
  g_clear_pointer (&start->outputs, troupe_value_unref);
  g_free (start);
}

/* Starts the call when the start of its method is durable. The run waits for this as it does for
 * quick Python code, so that actions start in the right order. */
static TroupeContinuationResult
start_when_durable (TroupeFlowRunner *runner, gpointer data)
{
  Start *start = data;

  g_assert (start != NULL);

  if (!start->is_durable)
    {
      start->is_durable = TRUE;
      TROUPE_CRASH_POINT ("action-before-durable");
      troupe_run_persister_make_durable (troupe_flow_runner_get_persister (runner));
      return TROUPE_ROUTINE_AGAIN;
    }
  /* A run that was stopped in the meantime frees its frames itself. */
  if (start->has_begun || troupe_flow_runner_is_stopped (runner))
    return TROUPE_ROUTINE_DONE;
  start->has_begun = TRUE;
  start->frame->is_begun = TRUE;
  TROUPE_CRASH_POINT ("action-durable");
  troupe_runner_action_find (start->action)
      ->start (start->frame, start->action, start->input, start->outputs);
  return TROUPE_ROUTINE_AGAIN;
}

void
troupe_runner_action_start (TroupeRunnerFrame *frame,
                            const TroupeFlowAction *action,
                            TroupeValue *input,
                            TroupeValue *outputs)
{
  const TroupeRunnerAction *kind = troupe_runner_action_find (action);
  g_autofree char *place = troupe_runner_frame_make_place (frame);
  Start *start = NULL;

  troupe_runner_answers_enter (troupe_flow_runner_get_answers (frame->runner), frame->scope, place);
  if (!kind->has_effects || frame->is_begun ||
      troupe_flow_runner_get_options (frame->runner)->store == NULL)
    {
      kind->start (frame, action, input, outputs);
      return;
    }
  start = g_new0 (Start, 1);
  start->frame = frame;
  start->action = action;
  start->input = input != NULL ? troupe_value_ref (input) : NULL;
  start->outputs = outputs != NULL ? troupe_value_ref (outputs) : NULL;
  troupe_continuations_call (troupe_flow_runner_get_continuations (frame->runner), start_when_durable,
                             start, start_free);
}

void
troupe_runner_action_cancel (TroupeRunnerFrame *frame)
{
  if (frame->cancellable != NULL)
    g_cancellable_cancel (frame->cancellable);
}

/* --- Evaluation context ----------------------------------------------------------------------- */

/* Returns the composite action that contains the current step, or NULL. */
static const TroupeFlowAction *
get_composite (const TroupeRunnerFrame *frame)
{
  return frame->each != NULL ? frame->method->action : NULL;
}

static TroupeRunnerContext *
get_context (TroupeRunnerFrame *frame)
{
  return troupe_flow_runner_get_context (frame->runner);
}

TroupeValue *
troupe_runner_action_evaluate (TroupeRunnerFrame *frame,
                               const TroupeFlowExpression *expression,
                               GError **error)
{
  return troupe_runner_context_evaluate (get_context (frame), expression, get_composite (frame),
                                         frame->each, error);
}

TroupeValue *
troupe_runner_action_render_with (TroupeRunnerFrame *frame,
                                  const TroupeFlowAction *action,
                                  GError **error)
{
  if (frame->given != NULL && action == frame->method->action &&
      troupe_runner_extent_is_with (frame->method))
    return troupe_value_ref (frame->given);
  return troupe_runner_context_render (get_context (frame), action->input, get_composite (frame),
                                       frame->each, error);
}

TroupeValue *
troupe_runner_action_render_value (TroupeRunnerFrame *frame, TroupeValue *value, GError **error)
{
  return troupe_runner_context_render_value (get_context (frame), value, get_composite (frame),
                                             frame->each, error);
}

char *
troupe_runner_action_make_path (TroupeRunnerFrame *frame, const TroupeFlowAction *action)
{
  const TroupeRunnerEach *each = troupe_runner_frame_get_each (frame);
  const char *name = troupe_runner_frame_get_method (frame)->name;

  if (each == NULL)
    return g_strdup_printf ("methods.%s.do", name);
  return g_strdup_printf ("methods.%s.do.do[%u].action", name, each->step);
}

void
troupe_runner_action_get_context (TroupeRunnerFrame *frame,
                                  TroupeActionContext *context)
{
  TroupeFlowRunner *runner = frame->runner;
  const TroupeFlowRunnerOptions *options = troupe_flow_runner_get_options (runner);

  context->made = &options->made;
  context->run = troupe_flow_runner_get_run_context (runner);
  context->usage = troupe_flow_runner_get_usage (runner);
  context->method = frame->method->name;
  context->scope = frame->scope;
}

/* --- Starting --------------------------------------------------------------------------------- */

void
troupe_runner_action_do (TroupeRunnerFrame *frame, const TroupeFlowAction *action)
{
  troupe_runner_action_find (action)->begin (frame, action);
}

void
troupe_runner_action_ready (TroupeRunnerFrame *frame,
                            const TroupeFlowAction *action,
                            TroupeValue *input)
{
  TroupeRunnerReplay *replay = troupe_flow_runner_get_replay (frame->runner);
  g_autoptr (TroupeValue) outputs = NULL;

  if (!troupe_runner_replay_is_active (replay))
    {
      troupe_runner_action_start (frame, action, input, NULL);
      return;
    }
  outputs =
      troupe_runner_context_get_outputs (get_context (frame), get_composite (frame), frame->each);
  troupe_runner_replay_defer (replay, frame, action, input, outputs);
}

/* --- Waiting --------------------------------------------------------------------------------- */

GCancellable *
troupe_runner_action_wait (TroupeRunnerFrame *frame)
{
  g_assert (frame->cancellable == NULL);

  frame->cancellable = g_cancellable_new ();
  troupe_flow_runner_call_begun (frame->runner);
  return frame->cancellable;
}

void
troupe_runner_action_answered (TroupeRunnerFrame *frame)
{
  troupe_flow_runner_call_ended (frame->runner);
  g_clear_object (&frame->cancellable);
}

gboolean
troupe_runner_action_is_stopped (TroupeRunnerFrame *frame)
{
  return troupe_flow_runner_is_stopped (frame->runner);
}

gboolean
troupe_runner_action_is_wanted (TroupeRunnerFrame *frame)
{
  if (frame->stage == TROUPE_STAGE_CANCELLED)
    {
      troupe_runner_frame_free (frame);
      return FALSE;
    }
  /* A stopped run frees its frames itself. */
  return !troupe_flow_runner_is_stopped (frame->runner);
}

/* --- Reporting and ending -------------------------------------------------------------------- */

void
troupe_runner_action_report (TroupeRunnerFrame *frame,
                             const char *level,
                             const char *stream,
                             const char *text)
{
  troupe_runner_report_output (frame->runner, frame->method->name, level, stream, text);
}

void
troupe_runner_action_end (TroupeRunnerFrame *frame, TroupeValue *result)
{
  g_assert (result != NULL);

  if (frame->each != NULL)
    {
      frame->each->pending = result;
      troupe_runner_frame_queue (frame, TROUPE_STAGE_STEP);
      return;
    }
  TROUPE_CRASH_POINT ("action-ended");
  frame->result = result;
  troupe_runner_frame_queue (frame, TROUPE_STAGE_RECORD);
}

void
troupe_runner_action_fail (TroupeRunnerFrame *frame, GError *error, const char *path)
{
  const TroupeRunKind *kind = troupe_flow_runner_get_options (frame->runner)->kind;
  g_autofree char *action_path = NULL;

  if (path == NULL)
    {
      action_path = g_strdup_printf ("methods.%s.do", frame->method->name);
      path = kind->locate (action_path);
    }
  troupe_runner_frame_fail (frame, error, path);
  TROUPE_CRASH_POINT ("action-failed");
  troupe_runner_frame_queue (frame, frame->each != NULL ? TROUPE_STAGE_STEP : TROUPE_STAGE_RECORD);
}

void
troupe_runner_action_fail_for_now (TroupeRunnerFrame *frame, GError *error, const char *path)
{
  frame->is_temporary = TRUE;
  troupe_runner_action_fail (frame, error, path);
}

void
troupe_runner_action_pause (TroupeRunnerFrame *frame)
{
  troupe_runner_people_pause (frame);
}
