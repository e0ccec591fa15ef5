/* troupe-flow-runner-frame.c: one run of one method, from its launch to the end of its chain
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#define G_LOG_DOMAIN "troupe-flow-runner-frame"

#include "config.h"

#include <glib/gi18n.h>

#include "troupe-crash-point.h"
#include "troupe-flow-runner-private.h"

/**
 * troupe_runner_frame_new:
 * @parent: (nullable): the frame that waits for this one
 * @method: (nullable): %NULL for the kickoff itself
 * @parameter: (nullable): what a listener is given
 * @trigger: sequence number of the event that caused it
 *
 * Returns: a frame, which ends itself or is freed with the runner
 */
TroupeRunnerFrame *
troupe_runner_frame_new (TroupeFlowRunner *runner,
                         TroupeRunnerFrame *parent,
                         TroupeFrameRole role,
                         const TroupeFlowMethod *method,
                         TroupeValue *parameter,
                         guint64 trigger)
{
  TroupeRunnerFrame *self = g_new0 (TroupeRunnerFrame, 1);

  self->runner = runner;
  self->parent = parent;
  self->role = role;
  self->method = method;
  self->trigger = trigger;
  if (parameter != NULL)
    self->parameter = troupe_value_ref (parameter);
  self->older = runner->newest;
  if (runner->newest != NULL)
    runner->newest->newer = self;
  runner->newest = self;
  return self;
}

void
troupe_runner_frame_free (TroupeRunnerFrame *self)
{
  g_assert (self != NULL);

  if (self->newer != NULL)
    self->newer->older = self->older;
  else
    self->runner->newest = self->older;
  if (self->older != NULL)
    self->older->newer = self->newer;
  troupe_runner_dispatch_clear (&self->dispatch);
  g_clear_pointer (&self->parameter, troupe_value_unref);
  g_clear_pointer (&self->result, troupe_value_unref);
  g_clear_pointer (&self->child_result, troupe_value_unref);
  g_clear_pointer (&self->racers, g_ptr_array_unref);
  g_clear_pointer (&self->held, troupe_runner_launch_free);
  g_clear_pointer (&self->each, troupe_runner_each_free);
  g_clear_object (&self->cancellable);
  g_clear_pointer (&self->record, troupe_run_request_free);
  g_clear_pointer (&self->request, troupe_feedback_request_unref);
  g_clear_pointer (&self->answer, troupe_feedback_answer_free);
  g_clear_pointer (&self->feedback, troupe_value_unref);
  g_clear_error (&self->error);
  g_free (self->error_path);
  g_free (self);
}

/* A method that ran before begins a new round (spec/flow-semantics.md §2.2, rules 2 and 3). */
static void
begin_again (TroupeFlowRunner *self, guint method)
{
  if (!self->completed[method])
    return;
  self->completed[method] = FALSE;
  troupe_flow_pending_arm_all (self->pending);
}

/* @feedback: (nullable): what a person said to it, which expressions see in its place */
void
troupe_flow_runner_record_output (TroupeFlowRunner *self,
                                  guint method,
                                  TroupeValue *value,
                                  TroupeValue *feedback)
{
  TroupeRunOutput output = { method, troupe_value_ref (value),
                             feedback != NULL ? troupe_value_ref (feedback) : NULL };

  TROUPE_CRASH_POINT ("output-recorded");
  g_array_append_val (self->outputs, output);
  if (self->latest[method] == NULL)
    g_array_append_val (self->output_order, method);
  self->latest[method] = feedback != NULL ? feedback : value;
  troupe_runner_context_note_output (self, method);
  troupe_runner_python_output_changed (self->python, method);
  g_clear_pointer (&self->outputs_map, troupe_value_unref);
}

/* Ends a member of a race that another one has won: it leaves no trace but this event. */
static void
cancel_racer (TroupeRunnerFrame *self)
{
  self->stage = TROUPE_STAGE_CANCELLED;
  TROUPE_CRASH_POINT ("racer-cancelled");
  self->is_open = FALSE;
  troupe_runner_report_method_ended (self, TROUPE_EVENT_METHOD_CANCELLED);
  self->parent->n_running--;
  self->parent = NULL;
  if (self->cancellable != NULL)
    g_cancellable_cancel (self->cancellable);
  if (troupe_runner_replay_drop (self->runner->replay, self) || troupe_runner_feedback_drop (self))
    troupe_flow_runner_queue (self->runner, self, TROUPE_STAGE_CANCELLED);
}

/* The first member whose own method ends without an error has won (§2.3). */
static void
win_race (TroupeRunnerFrame *self)
{
  g_autoptr (GPtrArray) racers = g_steal_pointer (&self->parent->racers);

  if (racers == NULL)
    return;
  TROUPE_CRASH_POINT ("race-won");
  for (guint i = 0; i < racers->len; i++)
    {
      TroupeRunnerFrame *racer = g_ptr_array_index (racers, i);

      if (racer != self)
        cancel_racer (racer);
    }
}

/* The end of the method was told, which uses up a step of a person's; not so where an earlier process
 * told it. */
void
troupe_runner_frame_use_step (TroupeRunnerFrame *self)
{
  TroupeFlowRunner *runner = self->runner;

  if (!self->was_told && !troupe_runner_replay_is_active (runner->replay))
    troupe_run_hold_method_ended (runner->options.hold);
}

/* The method is at its end, with an error. */
static void
record_failure (TroupeRunnerFrame *self)
{
  self->is_open = FALSE;
  self->error_order = ++self->runner->n_errors;
  TROUPE_CRASH_POINT ("failure-recorded");
  troupe_runner_frame_use_step (self);
  troupe_runner_report_method_ended (self, TROUPE_EVENT_METHOD_FAILED);
  TROUPE_CRASH_POINT ("failure-told");
}

/* Records the output, or tells of the failure: then the frame is at its end. */
static void
record (TroupeRunnerFrame *self)
{
  TroupeFlowRunner *runner = self->runner;

  TROUPE_CRASH_POINT ("method-before-record");
  if (self->step != NULL && self->step->state != NULL)
    troupe_flow_runner_set_state (runner, troupe_value_ref (self->step->state));
  if (self->error == NULL)
    {
      troupe_runner_memory_count (runner, self->result);
      troupe_runner_memory_check (runner, self);
    }
  if (self->error != NULL)
    {
      troupe_run_keeper_add_failure (runner->keeper, self);
      troupe_runner_replay_recorded (runner->replay, self);
      record_failure (self);
      return;
    }
  if (self->is_racer)
    win_race (self);
  if (self->feedback != NULL)
    troupe_runner_feedback_record (self);
  else
    troupe_flow_runner_record_output (runner, self->method->index, self->result, NULL);
  runner->completed[self->method->index] = TRUE;
  if (troupe_run_keeper_add (runner->keeper, self))
    troupe_flow_runner_queue (runner, self, TROUPE_STAGE_FINISH);
  else
    record_failure (self);
  troupe_runner_replay_recorded (runner->replay, self);
}

/* A method that had ended before the checkpoint is not run again; what listens to it goes on: behind a
 * start with the last output of all, else without a value. A router gives no event a second time
 * (spec/flow-semantics.md §9.1). */
static void
skip (TroupeRunnerFrame *self)
{
  GArray *outputs = self->runner->outputs;

  self->is_skipped = TRUE;
  TROUPE_CRASH_POINT ("method-skipped");
  if (self->role == TROUPE_FRAME_START && outputs->len > 0)
    self->result =
        troupe_value_ref (g_array_index (outputs, TroupeRunOutput, outputs->len - 1).value);
  else
    self->result = troupe_value_new_null ();
  troupe_flow_runner_queue (self->runner, self, TROUPE_STAGE_FINISH);
}

/* FALSE: the method has run too often, and the frame has failed (spec/flow-semantics.md §4.4). */
static gboolean
count_call (TroupeRunnerFrame *self)
{
  TroupeFlowRunner *runner = self->runner;
  guint index = self->method->index;
  g_autofree char *path = NULL;

  if (runner->calls[index] < runner->max_calls)
    {
      runner->calls[index]++;
      return TRUE;
    }
  path = g_strdup_printf ("methods.%s", self->method->name);
  troupe_flow_runner_fail (
      runner, self,
      g_error_new (TROUPE_RUN_ERROR, TROUPE_RUN_ERROR_LIMIT,
                   _ ("The method “%s” ran %u times in this run and was to run once more: "
                      "it seems to be in a loop without an end. Give the loop a way out, "
                      "or raise config.max_method_calls."),
                   self->method->name, runner->max_calls),
      path);
  return FALSE;
}

/**
 * troupe_runner_frame_launch:
 *
 * Counts the call, tells that the method started and begins its action
 * (spec/flow-semantics.md §4.3, §4.4).
 *
 * Returns: %FALSE where the frame has failed already, so that whoever launched it has to end it
 */
gboolean
troupe_runner_frame_launch (TroupeRunnerFrame *self)
{
  TroupeFlowRunner *runner = self->runner;
  guint index = self->method->index;

  if (self->role != TROUPE_FRAME_START && !count_call (self))
    return FALSE;
  if (runner->skips_completed && runner->completed[index])
    {
      skip (self);
      return TRUE;
    }
  TROUPE_CRASH_POINT ("method-launched");
  begin_again (runner, index);
  self->is_open = TRUE;
  self->launch = ++runner->launches[index];
  self->step = troupe_runner_replay_find (runner->replay, self);
  troupe_runner_report_method_started (self);
  TROUPE_CRASH_POINT ("method-started");
  if (self->step != NULL)
    {
      self->ended_at_once = troupe_runner_replay_take_outcome (runner->replay, self);
      if (self->ended_at_once)
        record (self);
      return self->error == NULL || !self->ended_at_once;
    }
  if (troupe_runner_feedback_take_kept (self))
    {
      troupe_flow_runner_queue (runner, self, TROUPE_STAGE_RECORD);
      return TRUE;
    }
  if (!troupe_runner_action_begin (self))
    return TRUE;
  /* The other members of a race have not begun yet, so that nobody can have won; nor is a person asked
   * before the methods beside this one have begun. */
  if (self->is_racer || troupe_runner_replay_is_active (runner->replay) ||
      troupe_runner_feedback_is_wanted (self))
    {
      troupe_flow_runner_queue (runner, self, TROUPE_STAGE_RECORD);
      return TRUE;
    }
  self->ended_at_once = TRUE;
  record (self);
  return self->error == NULL;
}

/**
 * troupe_runner_frame_record:
 *
 * Turn 1 after the action ended: the output is recorded and the method counts as completed, or it has
 * failed (spec/flow-semantics.md §4.2, §4.3).
 */
void
troupe_runner_frame_record (TroupeRunnerFrame *self)
{
  g_assert (self->method != NULL);

  if (!troupe_runner_replay_may_record (self->runner->replay, self) ||
      !troupe_runner_feedback_may_record (self))
    return;
  record (self);
  if (self->error != NULL)
    troupe_runner_frame_advance (troupe_runner_frame_end (self));
}

static void
take_error (TroupeRunnerFrame *self, TroupeRunnerFrame *child)
{
  if (child->error == NULL || self->swallows)
    return;
  if (self->error != NULL && self->error_order < child->error_order)
    return;
  g_clear_error (&self->error);
  g_free (self->error_path);
  self->error = g_steal_pointer (&child->error);
  self->error_path = g_steal_pointer (&child->error_path);
  self->error_line = child->error_line;
  self->error_order = child->error_order;
  self->is_temporary = child->is_temporary;
}

/**
 * troupe_runner_frame_end:
 *
 * The chain that the frame began has ended, well or not. Frees the frame.
 *
 * Returns: (nullable): the frame that goes on in this same turn: one that awaited this one alone. The
 *   parent of a batch goes on in the turn after its last child has ended (§4.3)
 */
TroupeRunnerFrame *
troupe_runner_frame_end (TroupeRunnerFrame *self)
{
  TroupeRunnerFrame *parent = self->parent;

  g_assert (parent != NULL);

  TROUPE_CRASH_POINT ("chain-ended");
  take_error (parent, self);
  parent->n_running--;
  if (parent->racers != NULL && self->is_racer)
    g_ptr_array_remove (parent->racers, self);
  if (parent->awaits_one)
    {
      g_clear_pointer (&parent->child_result, troupe_value_unref);
      parent->child_result = g_steal_pointer (&self->result);
      parent->child_finished = self->finished;
    }
  troupe_runner_frame_free (self);
  if (parent->awaits_one)
    return parent;
  if (parent->n_running == 0)
    troupe_flow_runner_queue (parent->runner, parent, TROUPE_STAGE_GO_ON);
  return NULL;
}

/* A start that is a router is dispatched a second time, as its result (§4). */
static gboolean
begin_second_dispatch (TroupeRunnerFrame *self)
{
  TroupeValue *feedback;

  if (!self->dispatches_result || self->error != NULL)
    return FALSE;
  self->dispatches_result = FALSE;
  feedback = troupe_runner_feedback_get_last (self->runner);
  troupe_runner_dispatch_begin (self, troupe_runner_dispatch_get_label (self->runner, self->result),
                                feedback != NULL ? feedback : self->result, self->finished);
  return TRUE;
}

/**
 * troupe_runner_frame_advance:
 * @self: (nullable): a frame that may go on
 *
 * Goes on with the frame's dispatch, and where that ends its chain, with the frame that awaited it,
 * as far as this turn reaches. A loop and no recursion: chains may be long.
 */
void
troupe_runner_frame_advance (TroupeRunnerFrame *self)
{
  while (self != NULL)
    {
      if (self->error == NULL && !troupe_runner_dispatch_go_on (self))
        return;
      if (begin_second_dispatch (self))
        continue;
      if (self->is_skipped && self->role == TROUPE_FRAME_ROUTER &&
          troupe_runner_dispatch_launch_completed_start (self))
        return;
      if (self->role == TROUPE_FRAME_ROOT)
        {
          self->runner->ended = TRUE;
          return;
        }
      self = troupe_runner_frame_end (self);
    }
}
