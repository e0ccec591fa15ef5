/* troupe-flow-runner-frame.c: frame: one execution of one method, from its launch to the end of its
 * chain
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#define G_LOG_DOMAIN "troupe-flow-runner-frame"

#include "config.h"

#include <glib/gi18n.h>

#include "troupe-crash-point.h"
#include "troupe-flow-runner-action.h"
#include "troupe-flow-runner-feedback.h"
#include "troupe-flow-runner-frame-private.h"
#include "troupe-flow-runner-memory.h"
#include "troupe-flow-runner-parts.h"
#include "troupe-flow-runner-replay.h"
#include "troupe-flow-runner-report.h"
#include "troupe-run-persister.h"
#include "troupe-runner-answers.h"

/**
 * troupe_runner_frame_new:
 * @parent: (nullable): the frame that waits for the new frame
 * @method: (nullable): %NULL for the kickoff itself
 * @parameter: (nullable): the parameter of a listener
 * @trigger: sequence number of the event that caused the launch
 *
 * Returns: a frame, which frees itself at its end or is freed with the runner
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
  troupe_runner_frames_add (troupe_flow_runner_get_frames (runner), self);
  return self;
}

void
troupe_runner_frame_free (TroupeRunnerFrame *self)
{
  g_assert (self != NULL);

  troupe_runner_frames_remove (self->frames, self);
  troupe_runner_answers_leave (troupe_flow_runner_get_answers (self->runner), self->scope);
  troupe_runner_dispatch_clear (&self->dispatch);
  g_clear_pointer (&self->parameter, troupe_value_unref);
  g_clear_pointer (&self->given, troupe_value_unref);
  g_clear_pointer (&self->result, troupe_value_unref);
  g_clear_pointer (&self->child_result, troupe_value_unref);
  g_clear_pointer (&self->scope, troupe_scope_unref);
  g_clear_pointer (&self->question, troupe_scope_unref);
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

static void
replace (TroupeValue **place, TroupeValue *before, TroupeValue *after)
{
  if (*place != before)
    return;
  *place = troupe_value_ref (after);
  troupe_value_unref (before);
}

void
troupe_runner_frame_replace_value (TroupeRunnerFrame *self, TroupeValue *before, TroupeValue *after)
{
  g_assert (before != NULL && after != NULL);

  replace (&self->result, before, after);
  replace (&self->feedback, before, after);
  replace (&self->child_result, before, after);
  troupe_runner_dispatch_replace_value (&self->dispatch, before, after);
}

static TroupeRunnerReplay *
get_replay (TroupeRunnerFrame *self)
{
  return troupe_flow_runner_get_replay (self->runner);
}

/* Uses up a single step that the user requested, after the end of the method was reported. Does
 * nothing if an earlier process has reported the end. */
static void
use_step (TroupeRunnerFrame *self)
{
  if (!self->was_told && !troupe_runner_replay_is_active (get_replay (self)))
    troupe_pause_gate_method_ended (troupe_flow_runner_get_options (self->runner)->hold);
}

/**
 * troupe_runner_frame_fail:
 * @error: (transfer full): an error of %TROUPE_RUN_ERROR
 * @path: (nullable): the path in the document
 *
 * Marks the frame as failed. The failure is handled in the frame's next turn.
 */
void
troupe_runner_frame_fail (TroupeRunnerFrame *self, GError *error, const char *path)
{
  g_assert (error != NULL);

  if (self->error != NULL)
    {
      g_error_free (error);
      return;
    }
  self->error = error;
  self->error_path = g_strdup (path);
  self->error_order = troupe_runner_frames_next_order (self->frames);
}

void
troupe_runner_frame_check_memory (TroupeRunnerFrame *self)
{
  GError *error = NULL;
  g_autofree char *path = NULL;

  if (troupe_runner_memory_check (troupe_flow_runner_get_memory (self->runner), self, &error))
    return;
  path = g_strdup_printf ("methods.%s", self->method->name);
  troupe_runner_frame_fail (self, error, path);
}

void
troupe_runner_frame_close (TroupeRunnerFrame *self)
{
  if (self->is_open)
    troupe_runner_report_method_ended (self, TROUPE_EVENT_METHOD_CANCELLED);
  self->is_open = FALSE;
}

gboolean
troupe_runner_frame_is_settled (TroupeRunnerFrame *self)
{
  return troupe_runner_answers_settle (self->error, self->is_temporary);
}

char *
troupe_runner_frame_make_place (TroupeRunnerFrame *self)
{
  return g_strdup_printf ("%s#%u", self->method->name, self->launch);
}

TroupeRunStep *
troupe_runner_frame_make_step (TroupeRunnerFrame *self)
{
  TroupeRunStep *step = g_new0 (TroupeRunStep, 1);

  step->ordinal = self->ordinal;
  step->method = g_strdup (self->method->name);
  step->launch = self->launch;
  step->at_once = self->ended_at_once;
  if (self->error != NULL)
    step->error = troupe_runner_report_make_error (self);
  else
    step->value = troupe_value_ref (self->result);
  if (self->feedback != NULL)
    step->feedback = troupe_value_ref (self->feedback);
  step->was_asked = self->record != NULL;
  return step;
}

/* Ends the race, which is won by the first member whose own method ends without an error (§2.3). */
static void
win_race (TroupeRunnerFrame *self)
{
  g_autoptr (GPtrArray) racers = g_steal_pointer (&self->parent->racers);

  g_assert (self != NULL);

  if (racers == NULL)
    return;
  TROUPE_CRASH_POINT ("race-won");
  for (guint i = 0; i < racers->len; i++)
    {
      TroupeRunnerFrame *racer = g_ptr_array_index (racers, i);

      if (racer != self)
        {
          /* Ends a member of a race that another member has won. The cancelled member leaves no
           * trace except this event. */
          racer->stage = TROUPE_STAGE_CANCELLED;
          TROUPE_CRASH_POINT ("racer-cancelled");
          racer->is_open = FALSE;
          troupe_runner_report_method_ended (racer, TROUPE_EVENT_METHOD_CANCELLED);
          racer->parent->n_running--;
          racer->parent = NULL;
          troupe_runner_action_cancel (racer);
          if (troupe_runner_replay_drop (get_replay (racer), racer) ||
              troupe_runner_feedback_drop (racer))
            troupe_runner_frame_queue (racer, TROUPE_STAGE_CANCELLED);
        }
    }
}

/* Records that the method ended with an error. */
static void
record_failure (TroupeRunnerFrame *self)
{
  g_assert (self != NULL);

  self->is_open = FALSE;
  self->error_order = troupe_runner_frames_next_order (self->frames);
  TROUPE_CRASH_POINT ("failure-recorded");
  use_step (self);
  troupe_runner_report_method_ended (self, TROUPE_EVENT_METHOD_FAILED);
  TROUPE_CRASH_POINT ("failure-told");
}

static void
fail_disk (TroupeRunnerFrame *self)
{
  g_autofree char *path = g_strdup_printf ("methods.%s", self->method->name);

  g_assert (self != NULL);

  troupe_runner_frame_fail (
      self, troupe_run_disk_make_error (troupe_flow_runner_get_options (self->runner)->disk), path);
}

/* Records the output, or reports the failure. A failure ends the frame. */
static void
record (TroupeRunnerFrame *self)
{
  TroupeFlowRunner *runner = self->runner;
  TroupeRunPersister *keeper = troupe_flow_runner_get_persister (runner);
  TroupeRunnerMemory *memory = troupe_flow_runner_get_memory (runner);

  g_assert (self != NULL);

  TROUPE_CRASH_POINT ("method-before-record");
  if (self->step != NULL && self->step->state != NULL)
    troupe_flow_runner_set_state (runner, troupe_value_ref (self->step->state));
  if (self->error == NULL)
    {
      troupe_runner_memory_count (memory, self->result);
      troupe_runner_frame_check_memory (self);
      if (self->step == NULL && !troupe_run_persister_has_room (keeper, self->result))
        fail_disk (self);
    }
  if (self->error != NULL)
    {
      troupe_run_persister_add_failure (keeper, self);
      troupe_runner_replay_recorded (get_replay (self), self);
      record_failure (self);
      return;
    }
  if (self->is_racer)
    win_race (self);
  if (self->feedback != NULL)
    troupe_runner_feedback_record (self);
  else
    troupe_flow_runner_record_output (runner, self->method->index, self->result, NULL);
  troupe_runner_record_set_completed (troupe_flow_runner_get_record (runner), self->method->index,
                                      TRUE);
  if (troupe_run_persister_add (keeper, self))
    troupe_runner_frame_queue (self, TROUPE_STAGE_FINISH);
  else
    record_failure (self);
  troupe_runner_replay_recorded (get_replay (self), self);
}

/* Counts the call. Returns FALSE if the method was executed too often; the frame has then failed
 * (doc/flow-semantics.md §4.4). */
static gboolean
count_call (TroupeRunnerFrame *self)
{
  TroupeRunnerRecord *record = troupe_flow_runner_get_record (self->runner);
  g_autofree char *path = NULL;

  g_assert (self != NULL);

  if (troupe_runner_record_count_call (record, self->method->index))
    return TRUE;
  path = g_strdup_printf ("methods.%s", self->method->name);
  troupe_runner_frame_fail (
      self,
      g_error_new (
          TROUPE_RUN_ERROR, TROUPE_RUN_ERROR_LIMIT,
          _ ("The method “%s” ran %u times in this run and was about to run again. This appears to "
             "be an infinite loop. Add an exit to the loop, or increase config.max_method_calls."),
          self->method->name, troupe_runner_record_get_max_calls (record)),
      path);
  return FALSE;
}

/* Checks the parameter, because the start event contains it and it may be the same large value
 * for many listeners. */
static gboolean
check_parameter (TroupeRunnerFrame *self)
{
  const TroupeFlowRunnerOptions *options = troupe_flow_runner_get_options (self->runner);

  g_assert (self != NULL);

  if (self->parameter == NULL || options->store == NULL ||
      troupe_runner_replay_is_active (get_replay (self)) ||
      troupe_run_disk_has_room_for (options->disk, self->parameter, 1))
    return TRUE;
  fail_disk (self);
  return FALSE;
}

/* Replaces the value of the trigger if the user has given another one. */
static void
take_given (TroupeRunnerFrame *self)
{
  TroupeValue *given =
      troupe_runner_extent_find_input (troupe_flow_runner_get_extent (self->runner),
                                       self->method->index, self->launch);

  g_assert (self != NULL);

  if (given == NULL)
    return;
  self->given = troupe_value_ref (given);
  if (troupe_runner_extent_is_with (self->method))
    return;
  g_clear_pointer (&self->parameter, troupe_value_unref);
  self->parameter = troupe_value_ref (given);
}

static TroupeValue *
get_output_cb (guint index, gpointer user_data)
{
  return troupe_runner_record_get_latest (user_data, index);
}

/* Returns what is used instead of executing the method. A method to which the user gives something, or which runs alone, does
 * not use the result of an earlier run. */
static TroupeRunnerBypass
find_bypass (TroupeRunnerFrame *self)
{
  TroupeFlowRunner *runner = self->runner;
  const TroupeFlowRunnerOptions *options = troupe_flow_runner_get_options (runner);
  TroupeRunnerExtent *extent = troupe_flow_runner_get_extent (runner);
  const TroupeRunnerBypass bypass = troupe_runner_extent_find_bypass (extent, self->method->index);

  if (bypass != TROUPE_BYPASS_NOTHING || options->results == NULL ||
      !options->kind->shows_methods || self->given != NULL ||
      troupe_runner_extent_get_only (extent) != NULL)
    return bypass;
  self->reused =
      troupe_reused_results_find (options->results, self->method->index, self->launch,
                                  self->parameter,
                                  troupe_runner_state_get (troupe_flow_runner_get_state (runner)),
                                  get_output_cb, troupe_flow_runner_get_record (runner));
  return self->reused != NULL ? TROUPE_BYPASS_REUSED : TROUPE_BYPASS_NOTHING;
}

/* Sets the result of the earlier run, and the state after it, which keeps the ID of this run. */
static void
take_reused (TroupeRunnerFrame *self)
{
  const TroupeReusedResult *reused = self->reused;
  TroupeValue *state = troupe_runner_state_get (troupe_flow_runner_get_state (self->runner));
  TroupeValue *id = state != NULL ? troupe_value_get_member (state, "id") : NULL;

  TROUPE_CRASH_POINT ("result-reused");
  self->result = troupe_value_ref (reused->value);
  if (reused->feedback != NULL)
    self->feedback = troupe_value_ref (reused->feedback);
  if (reused->state != NULL)
    troupe_flow_runner_set_state (self->runner,
                                  id != NULL ? troupe_value_map_with (reused->state, "id", id)
                                             : troupe_value_ref (reused->state));
}

/* Sets the frame's result or its error, without executing its action. */
static void
bypass (TroupeRunnerFrame *self)
{
  GError *error = NULL;
  TroupeValue *result =
      troupe_runner_extent_bypass (troupe_flow_runner_get_extent (self->runner), self, &error);
  g_autofree char *path = NULL;

  if (result != NULL)
    {
      troupe_runner_frame_set_result (self, result);
      return;
    }
  path = g_strdup_printf ("x-troupe.pins.%s", self->method->name);
  troupe_runner_frame_fail (self, error, path);
}

/**
 * troupe_runner_frame_launch:
 *
 * Counts the call, reports the start of the method and starts its action (doc/flow-semantics.md
 * §4.3, §4.4).
 *
 * Returns: %FALSE if the frame has already failed, so that the caller has to end it
 */
gboolean
troupe_runner_frame_launch (TroupeRunnerFrame *self)
{
  TroupeFlowRunner *runner = self->runner;
  TroupeRunnerRecord *recorded = troupe_flow_runner_get_record (runner);
  guint index = self->method->index;
  TroupeRunnerRecord *rounds;

  if (self->role != TROUPE_FRAME_START && !count_call (self))
    return FALSE;
  if (!check_parameter (self))
    return FALSE;
  if (troupe_runner_record_is_skipped (recorded, index))
    {
      TroupeValue *last =
          troupe_runner_record_get_last (troupe_flow_runner_get_record (self->runner));

      /* A method that had ended before the checkpoint is skipped. Its listeners are executed.
       * They receive the last of all outputs if the method is a start, otherwise no value. A
       * router does not emit its event a second time (doc/flow-semantics.md §9.1). */
      self->is_skipped = TRUE;
      TROUPE_CRASH_POINT ("method-skipped");
      if (self->role == TROUPE_FRAME_START && last != NULL)
        self->result = troupe_value_ref (last);
      else
        self->result = troupe_value_new_null ();
      troupe_runner_frame_queue (self, TROUPE_STAGE_FINISH);
      return TRUE;
    }
  TROUPE_CRASH_POINT ("method-launched");
  /* A method that was executed before starts a new round (doc/flow-semantics.md §2.2, rules 2
   * and 3). */
  rounds = troupe_flow_runner_get_record (runner);
  if (troupe_runner_record_is_completed (rounds, index))
    {
      troupe_runner_record_set_completed (rounds, index, FALSE);
      troupe_runner_dispatch_arm_all (runner);
    }
  self->is_open = TRUE;
  self->launch = troupe_runner_record_count_launch (recorded, index);
  take_given (self);
  self->step = troupe_runner_replay_find (get_replay (self), self);
  if (self->step == NULL)
    self->bypass = find_bypass (self);
  troupe_runner_report_method_started (self);
  TROUPE_CRASH_POINT ("method-started");
  if (self->step != NULL)
    {
      self->ended_at_once = troupe_runner_replay_take_outcome (get_replay (self), self);
      if (self->ended_at_once)
        record (self);
      return self->error == NULL || !self->ended_at_once;
    }
  if (self->bypass == TROUPE_BYPASS_REUSED)
    {
      take_reused (self);
      self->ended_at_once = self->reused->at_once && !self->is_racer &&
                            !troupe_runner_replay_is_active (get_replay (self));
      if (self->ended_at_once)
        record (self);
      else
        troupe_runner_frame_queue (self, TROUPE_STAGE_RECORD);
      return self->error == NULL || !self->ended_at_once;
    }
  if (self->bypass != TROUPE_BYPASS_NOTHING)
    {
      bypass (self);
      troupe_runner_frame_queue (self, TROUPE_STAGE_RECORD);
      return TRUE;
    }
  if (troupe_runner_feedback_take_stored (self))
    {
      troupe_runner_frame_queue (self, TROUPE_STAGE_RECORD);
      return TRUE;
    }
  if (!troupe_runner_action_begin (self))
    return TRUE;
  /* No member of a race can win now, because the other members have not started yet. Feedback is
   * not requested before the parallel methods have started. */
  if (self->is_racer || troupe_runner_replay_is_active (get_replay (self)) ||
      troupe_runner_feedback_is_wanted (self))
    {
      troupe_runner_frame_queue (self, TROUPE_STAGE_RECORD);
      return TRUE;
    }
  self->ended_at_once = TRUE;
  record (self);
  return self->error == NULL;
}

static TroupeContinuationResult
end_failed (TroupeFlowRunner *runner, gpointer data)
{
  troupe_runner_frame_advance (troupe_runner_frame_end (data));
  return TROUPE_ROUTINE_DONE;
}

/**
 * troupe_runner_frame_record:
 *
 * Turn 1 after the action ended: records the output and marks the method as completed, or as failed
 * (doc/flow-semantics.md §4.2, §4.3).
 */
void
troupe_runner_frame_record (TroupeRunnerFrame *self)
{
  TroupeContinuations *routines = troupe_flow_runner_get_continuations (self->runner);
  const guint depth = troupe_continuations_get_depth (routines);

  g_assert (self->method != NULL);

  if (!troupe_runner_replay_may_record (get_replay (self), self) ||
      !troupe_runner_feedback_may_record (self))
    return;
  record (self);
  if (self->error == NULL)
    return;
  /* The last step of a replay may have started Python code for which the run waits. */
  if (troupe_continuations_get_depth (routines) > depth)
    troupe_continuations_call_below (routines, depth, end_failed, self, NULL);
  else
    troupe_runner_frame_advance (troupe_runner_frame_end (self));
}

/**
 * troupe_runner_frame_end:
 *
 * Ends the chain of the frame, successfully or not. Frees the frame.
 *
 * Returns: (nullable): the frame that continues in this same turn. This is the parent if it awaited
 * only this frame. The parent of a batch continues in the turn after its last child has ended
 * (§4.3)
 */
TroupeRunnerFrame *
troupe_runner_frame_end (TroupeRunnerFrame *self)
{
  TroupeRunnerFrame *parent = self->parent;
  TroupeRunnerFrame *taker;
  TroupeRunnerFrame *child;

  g_assert (parent != NULL);

  TROUPE_CRASH_POINT ("chain-ended");
  taker = parent;
  child = self;
  if (child->error != NULL && !taker->swallows &&
      (taker->error == NULL || taker->error_order >= child->error_order))
    {
      g_clear_error (&taker->error);
      g_free (taker->error_path);
      taker->error = g_steal_pointer (&child->error);
      taker->error_path = g_steal_pointer (&child->error_path);
      taker->error_line = child->error_line;
      taker->error_order = child->error_order;
      taker->is_temporary = child->is_temporary;
    }
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
    troupe_runner_frame_queue (parent, TROUPE_STAGE_GO_ON);
  return NULL;
}

/**
 * troupe_runner_frame_advance:
 * @self: (nullable): a frame that may continue
 *
 * Continues the dispatch of the frame as far as possible in this turn. If this ends the frame's
 * chain, the frame that awaited it is continued too. Uses a loop instead of recursion, because
 * chains may be long.
 */
void
troupe_runner_frame_advance (TroupeRunnerFrame *self)
{
  while (self != NULL)
    {
      TroupeValue *feedback;

      if (self->error == NULL && !troupe_runner_dispatch_go_on (self))
        return;
      /* Begins the second dispatch of a start that is a router, with the router's result as the
       * event (§4). */
      if (self->dispatches_result && self->error == NULL)
        {
          self->dispatches_result = FALSE;
          feedback =
              troupe_runner_record_get_last_feedback (troupe_flow_runner_get_record (self->runner));
          troupe_runner_dispatch_begin (
              self, troupe_runner_dispatch_get_label (self->runner, self->result),
              feedback != NULL ? feedback : self->result, self->finished);
          continue;
        }
      if (self->is_skipped && self->role == TROUPE_FRAME_ROUTER &&
          !troupe_runner_extent_is_over (troupe_flow_runner_get_extent (self->runner)) &&
          troupe_runner_dispatch_launch_completed_start (self))
        return;
      if (self->role == TROUPE_FRAME_ROOT)
        {
          troupe_flow_runner_end (self->runner);
          return;
        }
      self = troupe_runner_frame_end (self);
    }
}

/* --- Turns ------------------------------------------------------------------------------------ */

/* Called when the output is durable: finishes the method and starts its dispatch. */
static void
finish_durable (TroupeRunnerFrame *self)
{
  g_assert (self != NULL);

  TROUPE_CRASH_POINT ("method-durable");
  self->is_open = FALSE;
  if (self->is_skipped)
    {
      troupe_runner_dispatch_begin (self, self->method->index, self->result, 0);
      troupe_runner_frame_advance (self);
      return;
    }
  if (self->error != NULL)
    {
      troupe_runner_report_method_ended (self, TROUPE_EVENT_METHOD_FAILED);
      use_step (self);
      troupe_runner_frame_advance (troupe_runner_frame_end (self));
      return;
    }
  troupe_run_persister_clear_pending (troupe_flow_runner_get_persister (self->runner), self);
  troupe_runner_report_method_ended (self, TROUPE_EVENT_METHOD_FINISHED);
  use_step (self);
  TROUPE_CRASH_POINT ("method-finished");
  troupe_runner_extent_take_end (troupe_flow_runner_get_extent (self->runner), self->method,
                                 self->result);
  /* A method that requested feedback in another process is dispatched once. The event is its
   * outcome, if there is one, and the value is the complete feedback (doc/flow-semantics.md
   * §10.1). */
  if (self->is_pending)
    {
      gboolean routes = troupe_value_is (self->result, TROUPE_VALUE_STRING);

      troupe_runner_dispatch_begin (self,
                                    routes ? troupe_runner_dispatch_get_label (self->runner,
                                                                               self->result)
                                           : self->method->index,
                                    self->feedback, self->finished);
    }
  else
    {
      self->dispatches_result = self->role == TROUPE_FRAME_START && self->method->router &&
                                !troupe_value_is (self->result, TROUPE_VALUE_NULL);
      troupe_runner_dispatch_begin (self, self->method->index, self->result, self->finished);
    }
  troupe_runner_frame_advance (self);
}

static TroupeContinuationResult
finish_routine (TroupeFlowRunner *runner, gpointer data)
{
  finish_durable (data);
  return TROUPE_ROUTINE_DONE;
}

void
troupe_runner_frame_take_turn (TroupeRunnerFrame *self)
{
  switch (self->stage)
    {
    case TROUPE_STAGE_STEP:
      troupe_runner_action_take_step (self);
      break;

    case TROUPE_STAGE_RECORD:
      troupe_runner_frame_record (self);
      break;

    case TROUPE_STAGE_FINISH:
      /* The method is finished when its output is durable. Outputs of other methods that have
       * ended are committed at the same time, so that these methods need not wait. */
      TROUPE_CRASH_POINT ("run-before-finish");
      if (!self->is_unsaved ||
          troupe_run_persister_write_behind (troupe_flow_runner_get_persister (self->runner)))
        finish_durable (self);
      else
        {
          troupe_continuations_call (troupe_flow_runner_get_continuations (self->runner),
                                     finish_routine, self, NULL);
          troupe_run_persister_commit (troupe_flow_runner_get_persister (self->runner));
        }
      break;

    case TROUPE_STAGE_GO_ON:
      self->stage = TROUPE_STAGE_DISPATCH;
      TROUPE_CRASH_POINT ("batch-ended");
      self->swallows = FALSE;
      g_clear_pointer (&self->racers, g_ptr_array_unref);
      troupe_runner_frame_advance (self);
      break;

    case TROUPE_STAGE_LAUNCH:
      troupe_runner_dispatch_launch_held (self);
      break;

    case TROUPE_STAGE_CANCELLED:
      troupe_runner_frame_free (self);
      break;

    case TROUPE_STAGE_ACTION:
    case TROUPE_STAGE_ASKING:
    case TROUPE_STAGE_DISPATCH:
    default:
      g_assert_not_reached ();
    }
}
