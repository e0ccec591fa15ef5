/* troupe-flow-runner.c: the machine that runs one kickoff of a flow
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#define G_LOG_DOMAIN "troupe-flow-runner"

#include "config.h"

#include "troupe-crash-point.h"
#include "troupe-flow-runner-private.h"

/* How many turns go by between two looks at waiting answers. */
#define TURNS_A_LOOK 64

static void
output_clear (gpointer data)
{
  TroupeRunOutput *output = data;

  troupe_value_unref (output->value);
  g_clear_pointer (&output->feedback, troupe_value_unref);
}

/* --- The queue of turns (spec/flow-semantics.md §4.3) ---------------------------------------- */

/**
 * troupe_flow_runner_queue:
 *
 * Puts @frame behind whatever is already waiting; its turn is that of @stage.
 */
void
troupe_flow_runner_queue (TroupeFlowRunner *self, TroupeRunnerFrame *frame, TroupeFrameStage stage)
{
  g_assert (frame->next == NULL && self->last_turn != frame);

  frame->stage = stage;
  if (self->last_turn != NULL)
    self->last_turn->next = frame;
  else
    self->first_turn = frame;
  self->last_turn = frame;
}

void
troupe_flow_runner_queue_first (TroupeFlowRunner *self,
                                TroupeRunnerFrame *frame,
                                TroupeFrameStage stage)
{
  g_assert (frame->next == NULL && self->last_turn != frame);

  frame->stage = stage;
  frame->next = self->first_turn;
  self->first_turn = frame;
  if (self->last_turn == NULL)
    self->last_turn = frame;
}

static TroupeRunnerFrame *
take_turn (TroupeFlowRunner *self)
{
  TroupeRunnerFrame *frame = self->first_turn;

  if (frame == NULL)
    return NULL;
  self->first_turn = g_steal_pointer (&frame->next);
  if (self->first_turn == NULL)
    self->last_turn = NULL;
  return frame;
}

/**
 * troupe_flow_runner_fail:
 * @error: (transfer full): of %TROUPE_RUN_ERROR
 * @path: (nullable): the place inside the document
 *
 * @frame has failed; what comes of it is for the frame's next turn.
 */
void
troupe_flow_runner_fail (TroupeFlowRunner *self,
                         TroupeRunnerFrame *frame,
                         GError *error,
                         const char *path)
{
  g_assert (error != NULL);

  if (frame->error != NULL)
    {
      g_error_free (error);
      return;
    }
  frame->error = error;
  frame->error_path = g_strdup (path);
  frame->error_order = ++self->n_errors;
}

/* A method of another process that asked there is dispatched once: as its outcome, where it has one, and
 * with all that was said (spec/flow-semantics.md §10.1). */
static void
begin_dispatch (TroupeRunnerFrame *frame)
{
  TroupeFlowRunner *self = frame->runner;

  if (frame->is_pending)
    {
      gboolean routes = troupe_value_is (frame->result, TROUPE_VALUE_STRING);

      troupe_runner_dispatch_begin (frame,
                                    routes ? troupe_runner_dispatch_get_label (self, frame->result)
                                           : frame->method->index,
                                    frame->feedback, frame->finished);
      return;
    }
  frame->dispatches_result = frame->role == TROUPE_FRAME_START && frame->method->router &&
                             !troupe_value_is (frame->result, TROUPE_VALUE_NULL);
  troupe_runner_dispatch_begin (frame, frame->method->index, frame->result, frame->finished);
}

/* Turn 2 after the action ended: its output is durable, the method is finished and its dispatch
 * begins. */
static void
finish_method (TroupeRunnerFrame *frame)
{
  TROUPE_CRASH_POINT ("run-before-finish");
  if (frame->is_unsaved)
    troupe_run_keeper_commit (frame->runner->keeper);
  TROUPE_CRASH_POINT ("method-durable");
  frame->is_open = FALSE;
  if (frame->is_skipped)
    {
      troupe_runner_dispatch_begin (frame, frame->method->index, frame->result, 0);
      troupe_runner_frame_advance (frame);
      return;
    }
  if (frame->error != NULL)
    {
      troupe_runner_report_method_ended (frame, TROUPE_EVENT_METHOD_FAILED);
      troupe_runner_frame_use_step (frame);
      troupe_runner_frame_advance (troupe_runner_frame_end (frame));
      return;
    }
  troupe_run_keeper_clear_pending (frame->runner->keeper, frame);
  troupe_runner_report_method_ended (frame, TROUPE_EVENT_METHOD_FINISHED);
  troupe_runner_frame_use_step (frame);
  TROUPE_CRASH_POINT ("method-finished");
  begin_dispatch (frame);
  troupe_runner_frame_advance (frame);
}

static void
do_turn (TroupeRunnerFrame *frame)
{
  switch (frame->stage)
    {
    case TROUPE_STAGE_STEP:
      troupe_runner_each_take_step (frame);
      break;

    case TROUPE_STAGE_RECORD:
      troupe_runner_frame_record (frame);
      break;

    case TROUPE_STAGE_FINISH:
      finish_method (frame);
      break;

    case TROUPE_STAGE_GO_ON:
      frame->stage = TROUPE_STAGE_DISPATCH;
      TROUPE_CRASH_POINT ("batch-ended");
      frame->swallows = FALSE;
      g_clear_pointer (&frame->racers, g_ptr_array_unref);
      troupe_runner_frame_advance (frame);
      break;

    case TROUPE_STAGE_LAUNCH:
      troupe_runner_dispatch_launch_held (frame);
      break;

    case TROUPE_STAGE_CANCELLED:
      troupe_runner_frame_free (frame);
      break;

    case TROUPE_STAGE_ACTION:
    case TROUPE_STAGE_ASKING:
    case TROUPE_STAGE_DISPATCH:
    default:
      g_assert_not_reached ();
    }
}

/* Whether the run was cancelled or its time is over. */
gboolean
troupe_flow_runner_is_stopped (TroupeFlowRunner *self)
{
  if (g_cancellable_is_cancelled (self->options.cancellable))
    return TRUE;
  if (self->options.deadline_us != 0 && g_get_monotonic_time () >= self->options.deadline_us)
    self->timed_out = TRUE;
  return self->timed_out;
}

/* Agents that lost a race still have to let go of their sockets when the flow has ended, and Python has
 * to be told that its answer is not wanted. */
static void
wait_for_calls (TroupeFlowRunner *self)
{
  while (self->n_calls > 0)
    g_main_context_iteration (self->options.context, TRUE);
}

/* What had ended before is taken up without a halt. */
gboolean
troupe_flow_runner_is_held (TroupeFlowRunner *self)
{
  return troupe_run_hold_stops (self->options.hold) &&
         !troupe_runner_replay_is_active (self->replay);
}

/* What the queue's first turn would do while the run is held: a chain that has ended finds out what comes
 * behind it, and begins nothing of that. The end of the run is not its to find. */
static gboolean
may_turn_while_held (TroupeFlowRunner *self)
{
  const TroupeRunnerFrame *first = self->first_turn;

  return first != NULL &&
         (first->stage == TROUPE_STAGE_CANCELLED ||
          (first->stage == TROUPE_STAGE_GO_ON && first->role != TROUPE_FRAME_ROOT));
}

/* A person holds the run: agents and Python go on with what they do, and their ends wait in the queue. */
static void
stand_still (TroupeFlowRunner *self)
{
  const gint64 since_us = g_get_monotonic_time ();

  troupe_run_keeper_commit (self->keeper);
  troupe_runner_report_held (self, TROUPE_EVENT_RUN_HELD);
  TROUPE_CRASH_POINT ("hold-closed");
  while (troupe_run_hold_stops (self->options.hold) && !troupe_flow_runner_is_stopped (self))
    g_main_context_iteration (self->options.context, TRUE);
  troupe_run_hold_add_time (self->options.hold, g_get_monotonic_time () - since_us);
  if (!troupe_flow_runner_is_stopped (self))
    troupe_runner_report_held (self, TROUPE_EVENT_RUN_RELEASED);
  TROUPE_CRASH_POINT ("hold-opened");
}

/* No turn is left. Nothing comes of waiting where all that is left is paused. */
static void
wait_for_more (TroupeFlowRunner *self)
{
  if (self->n_calls > 0 || troupe_runner_feedback_is_awaited (self))
    {
      g_main_context_iteration (self->options.context, TRUE);
      return;
    }
  g_assert (self->n_paused > 0);
  self->is_stalled = TRUE;
}

static void
run_turns (TroupeFlowRunner *self)
{
  guint n_turns = 0;

  while (!self->ended && !self->is_stalled && !troupe_flow_runner_is_stopped (self))
    {
      TroupeRunnerFrame *frame;

      if (troupe_flow_runner_is_held (self))
        {
          if (may_turn_while_held (self))
            do_turn (take_turn (self));
          else
            stand_still (self);
          continue;
        }
      troupe_runner_feedback_take_answers (self);
      frame = take_turn (self);
      if (frame == NULL && troupe_runner_replay_is_active (self->replay))
        {
          troupe_runner_replay_unblock (self->replay);
          continue;
        }
      if (frame == NULL)
        {
          wait_for_more (self);
          continue;
        }
      do_turn (frame);
      while (++n_turns % TURNS_A_LOOK != 0 && !self->ended && self->first_turn != NULL &&
             !troupe_flow_runner_is_held (self) && !troupe_flow_runner_is_stopped (self))
        do_turn (take_turn (self));
      if (self->n_calls > 0)
        g_main_context_iteration (self->options.context, FALSE);
    }
}

/* Closes what is open: no method gets an end but this. */
static void
stop (TroupeFlowRunner *self)
{
  TroupeRunnerFrame *oldest;

  for (TroupeRunnerFrame *frame = self->newest; frame != NULL; frame = frame->older)
    {
      if (frame->cancellable != NULL)
        g_cancellable_cancel (frame->cancellable);
    }
  TROUPE_CRASH_POINT ("stop-agents-asked");
  wait_for_calls (self);
  oldest = self->newest;
  while (oldest != NULL && oldest->older != NULL)
    oldest = oldest->older;
  for (TroupeRunnerFrame *frame = oldest; frame != NULL; frame = frame->newer)
    {
      if (frame->is_open)
        troupe_runner_report_method_ended (frame, TROUPE_EVENT_METHOD_CANCELLED);
      frame->is_open = FALSE;
    }
  troupe_runner_report_ended (self, TROUPE_EVENT_FLOW_CANCELLED, NULL, NULL);
  TROUPE_CRASH_POINT ("stop-told");
}

/* --- The kickoff (spec/flow-semantics.md §5.1) ----------------------------------------------- */

void
troupe_flow_runner_set_state (TroupeFlowRunner *self, TroupeValue *state)
{
  /* Scripts alone change a state without its schema. */
  if (self->python != NULL && troupe_state_model_is_typed (self->model) &&
      !troupe_runner_python_has_state (self->python))
    {
      TroupeValue *shown = troupe_state_model_show (self->model, state);

      troupe_value_unref (state);
      state = shown;
    }
  g_clear_pointer (&self->state, troupe_value_unref);
  self->state = state;
  troupe_runner_memory_count (self, state);
  g_free (self->unusable);
  self->unusable = troupe_runner_context_find_unusable (state);
  g_clear_pointer (&self->seen_state, troupe_value_unref);
  self->seen_state = troupe_runner_context_make_seen (state);
}

static void
end_failed (TroupeFlowRunner *self, TroupeRunResult *result, GError *error)
{
  result->type = TROUPE_RESULT_RUN_ERROR;
  result->error = error;
  troupe_runner_report_ended (self, TROUPE_EVENT_FLOW_FAILED, NULL, error);
}

/* @frame: whose error is that of the flow */
static void
end_with (TroupeFlowRunner *self, TroupeRunResult *result, TroupeRunnerFrame *frame)
{
  result->error_path = g_steal_pointer (&frame->error_path);
  result->error_line = frame->error_line;
  result->temporary = frame->is_temporary;
  end_failed (self, result, g_steal_pointer (&frame->error));
}

/* What is left of the flow waits for a person who is not there. */
static void
end_stalled (TroupeFlowRunner *self, TroupeRunResult *result)
{
  TroupeRunnerFrame *failed = troupe_runner_feedback_find_failure (self);

  if (failed != NULL)
    {
      end_with (self, result, failed);
      return;
    }
  result->type = TROUPE_RESULT_PAUSED;
  result->final = troupe_value_new_null ();
  if (!troupe_runner_feedback_pause_flow (self, &result->error))
    result->type = TROUPE_RESULT_RUN_ERROR;
}

static void
end_flow (TroupeFlowRunner *self, TroupeRunResult *result)
{
  TroupeRunnerFrame *root = self->root;

  if (self->is_stalled)
    {
      end_stalled (self, result);
      return;
    }
  if (!self->ended)
    {
      stop (self);
      result->type = self->timed_out ? TROUPE_RESULT_TIMEOUT : TROUPE_RESULT_CANCELLED;
      return;
    }
  if (root->error != NULL)
    {
      end_with (self, result, root);
      return;
    }
  if (self->outputs->len > 0)
    result->final = troupe_value_ref (
        g_array_index (self->outputs, TroupeRunOutput, self->outputs->len - 1).value);
  else
    result->final = troupe_value_new_null ();
  result->type = TROUPE_RESULT_OK;
  troupe_runner_report_ended (self, TROUPE_EVENT_FLOW_FINISHED, result->final, NULL);
}

/* The state with which the flow goes on, or what inputs make of that with which it begins. */
static gboolean
take_first_state (TroupeFlowRunner *self, GError **error)
{
  TroupeValue *pending = self->options.pending;

  if (pending == NULL)
    return troupe_flow_runner_take_inputs (self, error);
  return troupe_flow_runner_restore_state (
      self, troupe_value_map_lookup_string (pending, "state", -1),
      troupe_value_get_string (troupe_value_map_lookup_string (pending, "flow_id", -1), NULL),
      error);
}

/* Begins to keep the run, or to keep more of it. FALSE where it is not this process's to go on with. */
static gboolean
begin_keeping (TroupeFlowRunner *self, GError **error)
{
  if (self->replay != NULL)
    return troupe_run_keeper_begin_again (self->keeper, g_ptr_array_index (self->options.steps, 0),
                                          error);
  troupe_run_keeper_begin (self->keeper);
  return TRUE;
}

/* What is done before the first method, behind which the state is ready. FALSE: the run has ended. */
static gboolean
begin_kickoff (TroupeFlowRunner *self, TroupeRunResult *result)
{
  GError *error = NULL;

  if (self->replay == NULL && !take_first_state (self, &error))
    {
      result->type = TROUPE_RESULT_RUN_ERROR;
      result->error = error;
      return FALSE;
    }
  TROUPE_CRASH_POINT ("flow-inputs-taken");
  if (troupe_flow_runner_is_stopped (self))
    {
      result->type = self->timed_out ? TROUPE_RESULT_TIMEOUT : TROUPE_RESULT_CANCELLED;
      return FALSE;
    }
  troupe_runner_report_started (self);
  troupe_runner_python_begin (self->python);
  TROUPE_CRASH_POINT ("flow-started");
  if (self->warning != NULL && self->replay == NULL)
    troupe_runner_report_log (self, "warning", self->warning);
  if ((self->replay != NULL || !troupe_flow_runner_merges_again (self) ||
       troupe_flow_runner_merge_inputs (self, &error)) &&
      begin_keeping (self, &error))
    return TRUE;
  end_failed (self, result, error);
  return FALSE;
}

static void
run_kickoff (TroupeFlowRunner *self, TroupeRunResult *result)
{
  if (!begin_kickoff (self, result))
    return;
  TROUPE_CRASH_POINT ("flow-before-kickoff");
  self->root = troupe_runner_frame_new (self, NULL, TROUPE_FRAME_ROOT, NULL, NULL, 0);
  troupe_runner_feedback_take_requests (self);
  if (self->options.pending != NULL)
    troupe_runner_feedback_begin_pending (self, self->root);
  else
    troupe_runner_dispatch_begin_kickoff (self->root);
  TROUPE_CRASH_POINT ("flow-kicked-off");
  troupe_runner_replay_begin (self->replay);
  run_turns (self);
  TROUPE_CRASH_POINT ("flow-turns-ended");
  troupe_run_keeper_commit (self->keeper);
  TROUPE_CRASH_POINT ("flow-before-end");
  end_flow (self, result);
  TROUPE_CRASH_POINT ("flow-ended");
  wait_for_calls (self);
}

/**
 * troupe_flow_runner_build:
 *
 * Makes what the methods do, as far as that can fail: the Python of the document is compiled and
 * imported (spec/flow-semantics.md §1.2). No event tells of it.
 *
 * Returns: %FALSE where it fails; then type, error and its place are in @result
 */
gboolean
troupe_flow_runner_build (TroupeFlowRunner *self, TroupeRunResult *result)
{
  g_return_val_if_fail (self != NULL, FALSE);
  g_return_val_if_fail (result != NULL, FALSE);

  return self->python == NULL || troupe_runner_python_check (self->python, result);
}

/**
 * troupe_flow_runner_run:
 * @result: type, final, state, outputs, error and usage are filled in
 *
 * Runs the kickoff until it has ended, in the thread whose context was given.
 */
void
troupe_flow_runner_run (TroupeFlowRunner *self, TroupeRunResult *result)
{
  g_return_if_fail (self != NULL);
  g_return_if_fail (result != NULL);

  run_kickoff (self, result);
  result->state = troupe_value_ref (self->state);
  g_clear_pointer (&result->outputs, g_array_unref);
  result->outputs = g_array_ref (self->outputs);
  result->usage = self->usage;
}

/* --- Making and freeing ---------------------------------------------------------------------- */

static void
make_tables (TroupeFlowRunner *self)
{
  guint n_methods = troupe_flow_get_n_methods (self->flow);

  self->plan = troupe_flow_plan_new (self->flow);
  self->pending = troupe_flow_pending_new (self->plan);
  self->n_events = self->plan->n_events;
  self->labels = g_hash_table_new_full (g_str_hash, g_str_equal, g_free, NULL);
  self->outputs = g_array_new (FALSE, FALSE, sizeof (TroupeRunOutput));
  g_array_set_clear_func (self->outputs, output_clear);
  self->output_order = g_array_new (FALSE, FALSE, sizeof (guint));
  self->latest = g_new0 (TroupeValue *, n_methods);
  self->odd_outputs = g_new0 (gboolean, n_methods);
  self->calls = g_new0 (guint, n_methods);
  self->launches = g_new0 (guint, n_methods);
  self->completed = g_new0 (gboolean, n_methods);
  self->max_calls = troupe_flow_get_max_method_calls (self->flow);
  self->found = g_array_new (FALSE, FALSE, sizeof (guint));
  self->references = g_ptr_array_new ();
  self->feedbacks = g_ptr_array_new_with_free_func ((GDestroyNotify) troupe_value_unref);
  self->asked = g_hash_table_new (NULL, NULL);
}

/* The state before any input, or that of a run that is gone on with. */
static gboolean
make_state (TroupeFlowRunner *self, GError **error)
{
  TroupeValue *state;
  GError *cause = NULL;

  self->model = troupe_state_model_new (self->flow, &self->warning);
  self->python = troupe_runner_python_new (self);
  troupe_runner_python_import_state (self, &self->warning);
  if (self->options.steps != NULL && self->options.steps->len > 0)
    {
      const TroupeRunStep *first = g_ptr_array_index (self->options.steps, 0);

      troupe_flow_runner_set_state (self, troupe_value_ref (first->state));
      self->replay =
          troupe_runner_replay_new (self, self->options.steps, self->options.events, error);
      return self->replay != NULL;
    }
  state = troupe_flow_runner_create_state (self, &cause);
  if (state == NULL)
    {
      g_set_error_literal (error, TROUPE_RUN_ERROR, TROUPE_RUN_ERROR_SCHEMA, cause->message);
      g_error_free (cause);
      return FALSE;
    }
  troupe_flow_runner_set_state (self, state);
  return TRUE;
}

/* A run that is gone on with has the state that it had, which goes before the checkpoint's. */
static gboolean
restore_checkpoint (TroupeFlowRunner *self, GError **error)
{
  g_autoptr (TroupeValue) state = NULL;

  if (self->options.restore_from == NULL)
    return TRUE;
  if (self->replay != NULL)
    state = troupe_value_ref (self->state);
  if (!troupe_run_restore (self, self->options.restore_from, &self->checkpoint_id, error))
    return FALSE;
  if (state != NULL)
    troupe_flow_runner_set_state (self, g_steal_pointer (&state));
  return TRUE;
}

/**
 * troupe_flow_runner_new:
 *
 * Makes the state by the rules of spec/flow-semantics.md §5 and opens what keeps it (§9).
 *
 * Returns: (transfer full) (nullable): the runner, or %NULL with %TROUPE_RUN_ERROR_SCHEMA or
 *   %TROUPE_RUN_ERROR_PERSISTENCE
 */
TroupeFlowRunner *
troupe_flow_runner_new (const TroupeFlowRunnerOptions *options, GError **error)
{
  TroupeFlowRunner *self;

  g_return_val_if_fail (options != NULL, NULL);

  self = g_new0 (TroupeFlowRunner, 1);
  self->options = *options;
  self->flow = troupe_flow_ref (options->flow);
  self->bus = options->bus;
  self->watched = troupe_event_bus_is_watched (self->bus);
  self->name = troupe_value_new_string (troupe_flow_get_name (self->flow), -1);
  make_tables (self);
  if (make_state (self, error) && restore_checkpoint (self, error))
    self->keeper = troupe_run_keeper_new (self, error);
  if (self->keeper != NULL)
    {
      self->checkpoint = troupe_run_checkpoint_new (self);
      self->watched = self->watched || self->checkpoint != NULL;
      self->shows_methods = self->watched && !troupe_flow_get_suppress_events (self->flow);
      return self;
    }
  troupe_flow_runner_free (self);
  return NULL;
}

void
troupe_flow_runner_free (TroupeFlowRunner *self)
{
  g_return_if_fail (self != NULL);
  g_return_if_fail (self->n_calls == 0);

  g_clear_pointer (&self->python, troupe_runner_python_free);
  while (self->newest != NULL)
    troupe_runner_frame_free (self->newest);
  g_clear_object (&self->client);
  g_clear_pointer (&self->replay, troupe_runner_replay_free);
  g_clear_pointer (&self->keeper, troupe_run_keeper_free);
  g_clear_pointer (&self->checkpoint, troupe_run_checkpoint_free);
  g_free (self->checkpoint_id);
  troupe_flow_pending_free (self->pending);
  troupe_flow_plan_free (self->plan);
  g_clear_pointer (&self->model, troupe_state_model_unref);
  g_clear_pointer (&self->state, troupe_value_unref);
  g_clear_pointer (&self->seen_state, troupe_value_unref);
  g_clear_pointer (&self->outputs_map, troupe_value_unref);
  troupe_value_unref (self->name);
  g_hash_table_unref (self->labels);
  g_clear_pointer (&self->odd_labels, g_hash_table_unref);
  g_array_unref (self->outputs);
  g_array_unref (self->output_order);
  g_array_unref (self->found);
  g_ptr_array_unref (self->references);
  g_ptr_array_unref (self->feedbacks);
  g_hash_table_unref (self->asked);
  g_clear_pointer (&self->kept, g_hash_table_unref);
  g_clear_pointer (&self->kept_states, g_hash_table_unref);
  g_free (self->latest);
  g_free (self->odd_outputs);
  g_free (self->calls);
  g_free (self->launches);
  g_free (self->completed);
  g_free (self->warning);
  g_free (self->unusable);
  troupe_flow_unref (self->flow);
  g_free (self);
}
