/* troupe-flow-runner-kickoff.c: turns and kickoff of a run, from its first state to its result
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#define G_LOG_DOMAIN "troupe-flow-runner-kickoff"

#include "config.h"

#include "troupe-conversation.h"
#include "troupe-crash-point.h"
#include "troupe-flow-runner-action.h"
#include "troupe-flow-runner-context.h"
#include "troupe-flow-runner-crew.h"
#include "troupe-flow-runner-dispatch.h"
#include "troupe-flow-runner-feedback.h"
#include "troupe-flow-runner-frames.h"
#include "troupe-flow-runner-memory.h"
#include "troupe-flow-runner-private.h"
#include "troupe-flow-runner-python.h"
#include "troupe-flow-runner-replay.h"
#include "troupe-flow-runner-report.h"
#include "troupe-run-checkpoint.h"
#include "troupe-run-persister.h"
#include "troupe-runner-answers.h"
#include "troupe-runner-change.h"
#include "troupe-runner-extent.h"
#include "troupe-runner-in-flight.h"
#include "troupe-runner-pause.h"
#include "troupe-runner-question.h"
#include "troupe-steps.h"

/* Maximum number of consecutive turns of a run. Other runs take their turns afterwards. */
#define MAX_TURNS 64

/* --- Turns ------------------------------------------------------------------------------------ */

typedef struct
{
  gint64 since_us;
  gboolean is_durable;
  gboolean is_told;
} Standing;

/* Waits while the user has paused the run. Agents and Python finish their current operation, but
 * their results wait in the queue. */
static TroupeContinuationResult
wait_while_paused (TroupeFlowRunner *self, gpointer data)
{
  Standing *standing = data;
  GTask *change = NULL;

  g_assert (self != NULL);

  if (!standing->is_durable)
    {
      standing->is_durable = TRUE;
      troupe_run_persister_commit (self->keeper);
      return TROUPE_ROUTINE_AGAIN;
    }
  if (!standing->is_told)
    {
      standing->is_told = TRUE;
      troupe_runner_pause_show (self->pause);
      troupe_runner_report_held (self, TROUPE_EVENT_RUN_HELD);
      TROUPE_CRASH_POINT ("hold-closed");
    }
  change = troupe_pause_channel_take_change (self->options.channel);
  if (change != NULL)
    {
      troupe_runner_change_call (self, change);
      return TROUPE_ROUTINE_AGAIN;
    }
  if (troupe_pause_gate_is_blocking (self->options.hold) && !troupe_flow_runner_is_stopped (self))
    return TROUPE_ROUTINE_WAITS;
  troupe_runner_pause_hide (self->pause, troupe_pause_gate_is_closed (self->options.hold));
  troupe_pause_gate_add_time (self->options.hold, g_get_monotonic_time () - standing->since_us);
  if (!troupe_flow_runner_is_stopped (self))
    troupe_runner_report_held (self, TROUPE_EVENT_RUN_RELEASED);
  TROUPE_CRASH_POINT ("hold-opened");
  for (guint i = 0; i < self->crews->len; i++)
    troupe_crew_runner_go_on (g_ptr_array_index (self->crews, i));
  return TROUPE_ROUTINE_DONE;
}

/* Takes turns one after the other (doc/flow-semantics.md §4.3). If a turn could not finish
 * immediately, it has pushed a routine, which is finished before the next turn. */
static TroupeContinuationResult
run_turns (TroupeFlowRunner *self, gpointer data)
{
  const guint depth = troupe_continuations_get_depth (self->routines);

  while (!self->ended && !troupe_flow_runner_is_stopped (self))
    {
      TroupeRunnerFrame *frame;

      if (troupe_continuations_get_depth (self->routines) > depth)
        return TROUPE_ROUTINE_AGAIN;
      if (self->n_turns == 0)
        return TROUPE_ROUTINE_YIELDS;
      if (troupe_runner_frames_want_arrivals (self->frames))
        {
          troupe_runner_feedback_take_answers (self);
          troupe_runner_frames_take_arrivals (self->frames);
        }
      frame = troupe_runner_frames_get_first (self->frames);
      if (troupe_flow_runner_is_held (self) &&
          (frame == NULL || !troupe_runner_frame_may_turn_while_held (frame)))
        {
          Standing *standing = g_new0 (Standing, 1);

          standing->since_us = g_get_monotonic_time ();
          troupe_continuations_call (self->routines, wait_while_paused, standing, g_free);
          return TROUPE_ROUTINE_AGAIN;
        }
      if (frame != NULL)
        {
          self->n_turns--;
          troupe_runner_frame_take_turn (troupe_runner_frames_take_first (self->frames));
          continue;
        }
      if (troupe_runner_replay_is_active (self->replay))
        {
          troupe_runner_replay_unblock (self->replay);
          continue;
        }
      if (self->n_calls > 0 || troupe_runner_feedback_is_awaited (self))
        return TROUPE_ROUTINE_WAITS;
      /* Waiting is useless if only paused methods are left. */
      g_assert (troupe_runner_feedback_is_paused (self));
      self->is_stalled = TRUE;
      break;
    }
  return troupe_continuations_get_depth (self->routines) > depth ? TROUPE_ROUTINE_AGAIN
                                                                 : TROUPE_ROUTINE_DONE;
}

/* --- Kickoff ---------------------------------------------------------------------------------- */

/* The lowest routine of a run, which executes the kickoff (doc/flow-semantics.md §1.2, §5.1, §4.5).
 * A step that may have called routines is pending until they are done. If a routine has an error,
 * the continuations have failed with it.
 * @waits: whether the pending step runs again when the run is woken; @is_over: whether the run ends
 *   after the routines that the pending step has called */
typedef struct
{
  TroupeFlowRunner *runner;
  TroupeSteps *steps; /* (nullable): %NULL before the first call */
  gboolean waits;
  gboolean is_over;
  gboolean is_new;           /* whether the state is neither restored nor that of a conversation */
  TroupeValue *state_before; /* (nullable): replaces that of the checkpoint */
  TroupeRunnerInFlight *in_flight; /* (nullable): of a run that is stopped */
  GError *error;             /* (nullable): error of a pool thread */
  gint is_done;              /* atomic: the pool thread is done */
  TroupeStoreTicket *ticket; /* (nullable): for the record of the run */
  enum
  {
    END_OF_FLOW,
    END_IN_PAUSE,
    END_BY_STOP, /* waits for cancelled calls */
  } end;
} Kickoff;

static void
kickoff_free (gpointer data)
{
  Kickoff *self = data;

  g_assert (self != NULL);

  g_clear_pointer (&self->steps, troupe_steps_free);
  g_clear_pointer (&self->state_before, troupe_value_unref);
  g_clear_error (&self->error);
  g_clear_pointer (&self->ticket, troupe_store_ticket_unref);
  if (self->in_flight != NULL)
    troupe_value_unref (troupe_runner_in_flight_end (self->in_flight));
  g_free (self);
}

/* --- Parts of several steps ------------------------------------------------------------------- */

static TroupeStepResult
wait_again (Kickoff *self)
{
  self->waits = TRUE;
  return TROUPE_STEP_PENDING;
}

static TroupeStepResult
wait_for_work (gpointer data)
{
  Kickoff *self = data;

  return g_atomic_int_get (&self->is_done) ? TROUPE_STEP_DONE : wait_again (self);
}

/* Ends with a build error. Nothing has started, and no event is emitted. */
static TroupeStepResult
fail_to_build (Kickoff *self, GError *error)
{
  g_assert (self != NULL);

  self->runner->result->type = TROUPE_RESULT_BUILD_ERROR;
  self->runner->result->error = error;
  return TROUPE_STEP_END;
}

static TroupeStepResult
end_early (Kickoff *self)
{
  self->is_over = TRUE;
  return TROUPE_STEP_PENDING;
}

static void
end_failed (TroupeFlowRunner *runner)
{
  runner->result->type = TROUPE_RESULT_RUN_ERROR;
  troupe_runner_report_ended (runner, TROUPE_EVENT_FLOW_FAILED, NULL, runner->result->error);
  troupe_conversation_tell_ended (runner);
}

static void
fill_result (TroupeFlowRunner *runner)
{
  TroupeRunResult *result = runner->result;

  g_assert (runner != NULL);

  result->state = troupe_value_ref (troupe_runner_state_get (runner->state));
  g_clear_pointer (&result->outputs, g_array_unref);
  result->outputs = g_array_ref (troupe_runner_record_get_outputs (runner->record));
  result->usage = runner->usage;
}

/* --- State ------------------------------------------------------------------------------------ */

static TroupeStepResult
create_context (gpointer data)
{
  Kickoff *self = data;
  TroupeFlowRunner *runner = self->runner;

  runner->state = troupe_runner_state_new (runner->flow);
  runner->context = troupe_runner_context_new (runner->flow, runner->state, runner->record,
                                               runner->options.now_us);
  runner->python = troupe_runner_python_new (runner);
  if (runner->python != NULL)
    {
      troupe_runner_record_look_for_odd (runner->record);
      troupe_runner_context_look_for_odd (runner->context);
    }
  troupe_runner_python_import_state (runner);
  return TROUPE_STEP_PENDING;
}

static TroupeStepResult
create_state (gpointer data)
{
  Kickoff *self = data;
  TroupeFlowRunner *runner = self->runner;
  const GPtrArray *stored = runner->options.steps;
  TroupeValue *said_before = runner->options.conversation != NULL
                                 ? troupe_conversation_get_state (runner->options.conversation)
                                 : NULL;
  GError *error = NULL;

  if (stored != NULL && stored->len > 0)
    {
      const TroupeRunStep *first = g_ptr_array_index (stored, 0);

      troupe_flow_runner_set_state (runner, troupe_value_ref (first->state));
      runner->replay =
          troupe_runner_replay_new (runner, runner->options.steps, runner->options.events, &error);
      if (runner->replay == NULL)
        return fail_to_build (self, error);
    }
  else if (said_before != NULL)
    troupe_flow_runner_restore_state (runner, said_before, runner->options.id);
  else
    {
      self->is_new = TRUE;
      troupe_flow_runner_create_state (runner);
    }
  return TROUPE_STEP_PENDING;
}

static TroupeStepResult
take_new_state (gpointer data)
{
  Kickoff *self = data;
  TroupeFlowRunner *runner = self->runner;
  g_autoptr (GError) cause = NULL;

  if (!self->is_new)
    return TROUPE_STEP_DONE;
  cause = troupe_continuations_take_failure (runner->routines);
  if (cause != NULL)
    return fail_to_build (self, g_error_new_literal (TROUPE_RUN_ERROR, TROUPE_RUN_ERROR_SCHEMA,
                                                     cause->message));
  troupe_flow_runner_set_state (runner, troupe_runner_state_take_made (runner->state));
  return TROUPE_STEP_PENDING;
}

/* Restores the checkpoint. A resumed run has its own state, which overrides the state of the
 * checkpoint. */
static TroupeStepResult
restore_checkpoint (gpointer data)
{
  Kickoff *self = data;
  TroupeFlowRunner *runner = self->runner;

  if (troupe_continuations_have_failed (runner->routines))
    return fail_to_build (self, troupe_continuations_take_failure (runner->routines));
  if (runner->options.restore_from == NULL)
    return TROUPE_STEP_DONE;
  if (runner->replay != NULL)
    self->state_before = troupe_value_ref (troupe_runner_state_get (runner->state));
  troupe_run_restore (runner);
  return TROUPE_STEP_PENDING;
}

static TroupeStepResult
take_checkpoint (gpointer data)
{
  Kickoff *self = data;
  TroupeFlowRunner *runner = self->runner;

  if (troupe_continuations_have_failed (runner->routines))
    return fail_to_build (self, troupe_continuations_take_failure (runner->routines));
  if (self->state_before != NULL)
    troupe_flow_runner_set_state (runner, g_steal_pointer (&self->state_before));
  return TROUPE_STEP_PENDING;
}

/* --- Persistence ------------------------------------------------------------------------------ */

static void
make_persister (gpointer data)
{
  Kickoff *self = data;

  self->runner->keeper = troupe_run_persister_new (self->runner, &self->error);
}

/* Creates the persister, on the database thread if the flow names a database, because it may be
 * locked by another program. */
static TroupeStepResult
create_persister (gpointer data)
{
  Kickoff *self = data;
  TroupeFlowRunner *runner = self->runner;

  self->is_done = TRUE;
  if (troupe_flow_get_persist (runner->flow) != NULL)
    troupe_pool_run (troupe_engine_loop_get_db (runner->options.loop), make_persister, self,
                     &self->is_done, runner->options.turn);
  else
    make_persister (self);
  return TROUPE_STEP_DONE;
}

/* A checkpoint may be configured after this event. */
static void
event_emitted_cb (TroupeEventType type, gpointer user_data)
{
  troupe_run_checkpoint_take_event (user_data, type);
}

/* Checks the Python code of the methods. */
static TroupeStepResult
check_python (gpointer data)
{
  Kickoff *self = data;
  TroupeFlowRunner *runner = self->runner;

  if (runner->keeper == NULL)
    return fail_to_build (self, g_steal_pointer (&self->error));
  runner->checkpoint = troupe_run_checkpoint_new (runner);
  troupe_runner_reporter_begin (
      runner->reporter, runner->checkpoint != NULL ? event_emitted_cb : NULL, runner->checkpoint);
  if (runner->python == NULL)
    return TROUPE_STEP_DONE;
  troupe_runner_python_check (runner->python);
  return TROUPE_STEP_PENDING;
}

static void
wake_turn (gpointer turn)
{
  troupe_run_queue_entry_wake (turn);
}

static void
begin_record (gpointer data)
{
  Kickoff *self = data;
  const TroupeFlowRunnerOptions *options = &self->runner->options;

  options->begin_func (options->run, self->runner->result->started_us, &self->ticket, &self->error);
  if (self->ticket != NULL)
    troupe_store_ticket_set_func (self->ticket, wake_turn,
                                  troupe_run_queue_entry_ref (options->turn),
                                  (GDestroyNotify) troupe_run_queue_entry_unref);
}

/* Creates the record of the run. A resumed run has to be claimed first, and the database may be
 * locked at that time. */
static TroupeStepResult
create_record (gpointer data)
{
  Kickoff *self = data;
  TroupeFlowRunner *runner = self->runner;

  if (runner->result->error != NULL)
    return TROUPE_STEP_END;
  if (runner->options.steps != NULL)
    troupe_pool_run (troupe_engine_loop_get_io (runner->options.loop), begin_record, self,
                     &self->is_done, runner->options.turn);
  else
    begin_record (self);
  return TROUPE_STEP_DONE;
}

/* Waits until the record is durable, or cannot be written now, because the disk is full or another program locks the
 * database. */
static TroupeStepResult
wait_for_record (gpointer data)
{
  Kickoff *self = data;

  if (!g_atomic_int_get (&self->is_done) ||
      (self->ticket != NULL &&
       troupe_store_ticket_get_state (self->ticket) == TROUPE_STORE_TICKET_OPEN))
    return wait_again (self);
  g_clear_pointer (&self->ticket, troupe_store_ticket_unref);
  TROUPE_CRASH_POINT ("run-begin-durable");
  return TROUPE_STEP_DONE;
}

/* --- Start of the run ------------------------------------------------------------------------- */

/* Sets the state with which the flow resumes, or the initial state with the inputs. */
static TroupeStepResult
take_inputs (gpointer data)
{
  Kickoff *self = data;
  TroupeFlowRunner *runner = self->runner;
  TroupeValue *pending = runner->options.pending;

  if (self->error == NULL && pending != NULL)
    troupe_run_persister_claim_pending (runner->keeper, pending, &self->error);
  if (self->error != NULL)
    {
      runner->result->type = TROUPE_RESULT_RUN_ERROR;
      runner->result->error = g_steal_pointer (&self->error);
      return TROUPE_STEP_END;
    }
  if (runner->options.results != NULL)
    troupe_reused_results_begin (runner->options.results);
  if (runner->replay != NULL)
    return TROUPE_STEP_DONE;
  if (pending == NULL)
    troupe_flow_runner_take_inputs (runner);
  else
    troupe_flow_runner_restore_state (
        runner, troupe_value_map_lookup_string (pending, "state", -1),
        troupe_value_get_string (troupe_value_map_lookup_string (pending, "flow_id", -1), NULL));
  return TROUPE_STEP_PENDING;
}

static TroupeStepResult
report_start (gpointer data)
{
  Kickoff *self = data;
  TroupeFlowRunner *runner = self->runner;
  TroupeRunResult *result = runner->result;

  if (troupe_continuations_have_failed (runner->routines))
    {
      troupe_runner_report_created (runner);
      result->type = TROUPE_RESULT_RUN_ERROR;
      result->error = troupe_continuations_take_failure (runner->routines);
      return end_early (self);
    }
  TROUPE_CRASH_POINT ("flow-inputs-taken");
  if (troupe_flow_runner_is_stopped (runner))
    {
      result->type = runner->timed_out ? TROUPE_RESULT_TIMEOUT : TROUPE_RESULT_CANCELLED;
      return end_early (self);
    }
  troupe_runner_report_created (runner);
  if (runner->replay == NULL)
    {
      troupe_runner_report_restored (runner);
      troupe_conversation_tell_started (runner);
    }
  troupe_runner_report_started (runner);
  troupe_runner_python_begin (runner->python);
  TROUPE_CRASH_POINT ("flow-started");
  if (troupe_runner_state_get_warning (runner->state) != NULL && runner->replay == NULL)
    troupe_runner_report_log (runner, "warning", troupe_runner_state_get_warning (runner->state));
  if (runner->options.hooks != NULL && runner->replay == NULL)
    troupe_runner_report_log (runner, "warning", runner->options.hooks);
  if (runner->replay == NULL && troupe_flow_runner_merges_again (runner))
    troupe_flow_runner_merge_inputs (runner);
  return TROUPE_STEP_PENDING;
}

/* Begins the turn of a conversation with the user's message. A resumed run, or the answer of a user,
 * continues a turn that has already started. */
static TroupeStepResult
begin_turn (gpointer data)
{
  Kickoff *self = data;
  TroupeFlowRunner *runner = self->runner;

  if (runner->options.conversation == NULL)
    return TROUPE_STEP_DONE;
  if (runner->replay != NULL || runner->options.pending != NULL)
    troupe_conversation_begin_again (runner);
  else if (!troupe_continuations_have_failed (runner->routines))
    troupe_conversation_begin_turn (runner);
  return TROUPE_STEP_PENDING;
}

/* Starts or continues to store the run. Continuing fails if another process has resumed the run. */
static TroupeStepResult
begin_storing (gpointer data)
{
  Kickoff *self = data;
  TroupeFlowRunner *runner = self->runner;

  runner->result->error = troupe_continuations_take_failure (runner->routines);
  if (runner->result->error == NULL && runner->replay != NULL)
    troupe_run_persister_begin_again (runner->keeper, g_ptr_array_index (runner->options.steps, 0),
                                      &runner->result->error);
  else if (runner->result->error == NULL)
    troupe_run_persister_begin (runner->keeper);
  if (runner->result->error == NULL)
    return TROUPE_STEP_PENDING;
  end_failed (runner);
  return end_early (self);
}

static TroupeStepResult
take_turns (gpointer data)
{
  Kickoff *self = data;
  TroupeFlowRunner *runner = self->runner;
  const guint depth = troupe_continuations_get_depth (runner->routines);

  TROUPE_CRASH_POINT ("flow-before-kickoff");
  runner->root = troupe_runner_frame_new (runner, NULL, TROUPE_FRAME_ROOT, NULL, NULL, 0);
  troupe_runner_feedback_take_requests (runner);
  troupe_runner_replay_apply_first (runner->replay);
  if (runner->options.pending != NULL)
    troupe_runner_feedback_begin_pending (runner, runner->root);
  else
    runner->options.kind->runner->begin (runner, runner->root);
  TROUPE_CRASH_POINT ("flow-kicked-off");
  troupe_runner_replay_begin (runner->replay);
  troupe_continuations_call_below (runner->routines, depth, run_turns, NULL, NULL);
  return TROUPE_STEP_PENDING;
}

/* --- Methods of a flow ------------------------------------------------------------------------ */

static void
flow_begin (TroupeFlowRunner *runner, TroupeRunnerFrame *root)
{
  const TroupeFlowMethod *only = troupe_runner_extent_get_only (runner->extent);

  if (only != NULL)
    troupe_runner_dispatch_begin_only (root, only);
  else
    troupe_runner_dispatch_begin_kickoff (root);
}

static void
flow_cancel (TroupeFlowRunner *runner)
{
  for (TroupeRunnerFrame *frame = troupe_runner_frames_get_newest (runner->frames); frame != NULL;
       frame = troupe_runner_frame_get_older (frame))
    troupe_runner_action_cancel (frame);
}

static void
flow_end (TroupeFlowRunner *runner, TroupeRunResult *result)
{
  TroupeValue *last = troupe_runner_record_get_last (runner->record);
  const TroupeFlowMethod *only_until = troupe_runner_extent_get_last (runner->extent, NULL);

  if (only_until != NULL)
    {
      troupe_runner_extent_get_last (runner->extent, &last);
      result->ended_early = g_strdup (only_until->name);
    }
  result->final = last != NULL ? troupe_value_ref (last) : troupe_value_new_null ();
  troupe_runner_report_ended (runner, TROUPE_EVENT_FLOW_FINISHED, result->final, NULL);
  troupe_conversation_tell_ended (runner);
}

const TroupeRunner troupe_runner_of_flows = {
  .begin = flow_begin,
  .answer = troupe_runner_feedback_take_answer,
  .cancel = flow_cancel,
  .end = flow_end,
};

/* --- End of the run --------------------------------------------------------------------------- */

static TroupeStepResult
commit (gpointer data)
{
  Kickoff *self = data;

  TROUPE_CRASH_POINT ("flow-turns-ended");
  if (!troupe_run_persister_write_behind (self->runner->keeper))
    troupe_run_persister_commit (self->runner->keeper);
  return TROUPE_STEP_PENDING;
}

/* Ends the turn of a conversation. All outputs are durable. */
static TroupeStepResult
end_turn (gpointer data)
{
  Kickoff *self = data;
  TroupeFlowRunner *runner = self->runner;

  if (runner->options.conversation == NULL || !runner->ended || runner->is_stalled ||
      troupe_runner_frame_has_failed (runner->root))
    return TROUPE_STEP_DONE;
  troupe_conversation_end_turn (runner);
  return TROUPE_STEP_PENDING;
}

static TroupeStepResult
end_flow (gpointer data)
{
  Kickoff *self = data;
  TroupeFlowRunner *runner = self->runner;
  TroupeRunResult *result = runner->result;
  TroupeRunnerFrame *failed = NULL;

  TROUPE_CRASH_POINT ("flow-before-end");
  if (runner->is_stalled)
    failed = troupe_runner_feedback_find_failure (runner);
  else if (runner->ended && troupe_runner_frame_has_failed (runner->root))
    failed = runner->root;
  if (failed != NULL)
    {
      troupe_runner_frame_take_error (failed, result);
      end_failed (runner);
    }
  else if (runner->is_stalled)
    {
      /* All remaining methods wait for an unavailable user. */
      result->type = TROUPE_RESULT_PAUSED;
      result->final = troupe_value_new_null ();
      self->end = END_IN_PAUSE;
      troupe_runner_feedback_pause_flow (runner);
    }
  else if (!runner->ended)
    {
      self->end = END_BY_STOP;
      self->in_flight = troupe_runner_in_flight_new (runner);
      runner->options.kind->runner->cancel (runner);
      TROUPE_CRASH_POINT ("stop-agents-asked");
    }
  else if (troupe_continuations_have_failed (runner->routines))
    {
      result->error = troupe_continuations_take_failure (runner->routines);
      end_failed (runner);
    }
  else
    {
      result->type = TROUPE_RESULT_OK;
      runner->options.kind->runner->end (runner, result);
    }
  return TROUPE_STEP_PENDING;
}

static TroupeStepResult
end_pause (gpointer data)
{
  Kickoff *self = data;
  TroupeFlowRunner *runner = self->runner;

  if (self->end == END_IN_PAUSE && troupe_continuations_have_failed (runner->routines))
    {
      runner->result->type = TROUPE_RESULT_RUN_ERROR;
      runner->result->error = troupe_continuations_take_failure (runner->routines);
    }
  return TROUPE_STEP_DONE;
}

/* Waits for calls whose results are not needed: agents that lost a race still have to close their
 * sockets, and Python has to be notified. Then ends all started methods of a stopped flow as
 * cancelled. */
static TroupeStepResult
end_calls (gpointer data)
{
  Kickoff *self = data;
  TroupeFlowRunner *runner = self->runner;

  if (runner->n_calls > 0)
    return wait_again (self);
  if (self->end != END_BY_STOP)
    return TROUPE_STEP_DONE;
  for (TroupeRunnerFrame *frame = troupe_runner_frames_get_oldest (runner->frames); frame != NULL;
       frame = troupe_runner_frame_get_newer (frame))
    troupe_runner_frame_close (frame);
  runner->result->in_flight = troupe_runner_in_flight_end (g_steal_pointer (&self->in_flight));
  troupe_runner_report_ended (runner, TROUPE_EVENT_FLOW_CANCELLED, NULL, NULL);
  TROUPE_CRASH_POINT ("stop-told");
  runner->result->type = runner->timed_out ? TROUPE_RESULT_TIMEOUT : TROUPE_RESULT_CANCELLED;
  return TROUPE_STEP_PENDING;
}

static TroupeStepResult
end_kickoff (gpointer data)
{
  Kickoff *self = data;

  TROUPE_CRASH_POINT ("flow-ended");
  fill_result (self->runner);
  return TROUPE_STEP_DONE;
}

static const TroupeStep steps[] = {
  { "create context", create_context },
  { "create state", create_state },
  { "take new state", take_new_state },
  { "restore checkpoint", restore_checkpoint },
  { "take checkpoint", take_checkpoint },
  { "create persister", create_persister },
  { "wait for persister", wait_for_work },
  { "check python", check_python },
  { "create record", create_record },
  { "wait for record", wait_for_record },
  { "take inputs", take_inputs },
  { "report start", report_start },
  { "begin turn", begin_turn },
  { "begin storing", begin_storing },
  { "take turns", take_turns },
  { "commit", commit },
  { "end turn", end_turn },
  { "end flow", end_flow },
  { "end pause", end_pause },
  { "end calls", end_calls },
  { "end kickoff", end_kickoff },
  { NULL, NULL },
};

static TroupeContinuationResult
kickoff (TroupeFlowRunner *runner, gpointer data)
{
  Kickoff *self = data;
  const gboolean waited = self->waits;

  g_assert (runner != NULL);

  self->waits = FALSE;
  if (self->steps == NULL)
    {
      self->steps = troupe_steps_new (steps, self);
      troupe_steps_start (self->steps);
    }
  else if (self->is_over)
    {
      fill_result (runner);
      return TROUPE_ROUTINE_DONE;
    }
  else if (waited)
    troupe_steps_repeat (self->steps);
  else
    troupe_steps_continue (self->steps);
  if (troupe_steps_has_ended (self->steps))
    return TROUPE_ROUTINE_DONE;
  return self->waits ? TROUPE_ROUTINE_WAITS : TROUPE_ROUTINE_AGAIN;
}

void
troupe_flow_runner_kick_off (TroupeFlowRunner *runner)
{
  Kickoff *self = g_new0 (Kickoff, 1);

  self->runner = runner;
  troupe_continuations_call (runner->routines, kickoff, self, kickoff_free);
}

/* --- Construction and destruction ------------------------------------------------------------- */

/**
 * troupe_flow_runner_new:
 * @result: receives type, final, state, outputs, error and usage; must outlive the runner
 *
 * Creates the runner of a kickoff, which troupe_flow_runner_advance() executes.
 *
 * Returns: (transfer full): a runner that has not executed anything yet
 */
TroupeFlowRunner *
troupe_flow_runner_new (const TroupeFlowRunnerOptions *options, TroupeRunResult *result)
{
  TroupeFlowRunner *self;

  g_return_val_if_fail (options != NULL, NULL);
  g_return_val_if_fail (result != NULL, NULL);

  self = g_new0 (TroupeFlowRunner, 1);
  self->options = *options;
  self->result = result;
  self->flow = troupe_flow_ref (options->flow);
  self->routines = troupe_continuations_new ();
  self->record = troupe_runner_record_new (self->flow);
  self->frames = troupe_runner_frames_new ();
  self->memory = troupe_runner_memory_new (options->memory_limit);
  self->dispatcher =
      troupe_runner_dispatcher_new (troupe_engine_loop_get_plan (options->loop, self->flow));
  self->extent = troupe_runner_extent_new (self);
  self->pause = troupe_runner_pause_new (self);
  self->reporter = troupe_runner_reporter_new (self);
  self->people = troupe_runner_people_new ();
  self->options.servers.asker = troupe_runner_question_get_asker (self);
  self->answers = troupe_runner_answers_new (self);
  self->crews = g_ptr_array_new ();
  return self;
}

/**
 * troupe_flow_runner_advance:
 *
 * Continues the kickoff for up to 64 turns. Never waits, but one expression may take as long as its
 * step budget allows.
 *
 * Returns: whether the runner can continue immediately, waits until its queue entry is woken, or
 * has ended
 */
TroupeRunnerOutcome
troupe_flow_runner_advance (TroupeFlowRunner *self)
{
  TroupeContinuationResult outcome;

  g_return_val_if_fail (self != NULL, TROUPE_RUNNER_ENDED);

  self->n_turns = MAX_TURNS;
  troupe_runner_frames_set_advancing (self->frames, TRUE);
  outcome = troupe_continuations_advance (self->routines, self);
  troupe_runner_frames_set_advancing (self->frames, FALSE);
  switch (outcome)
    {
    case TROUPE_ROUTINE_WAITS:
      return TROUPE_RUNNER_WAITS;

    case TROUPE_ROUTINE_DONE:
      return TROUPE_RUNNER_ENDED;

    case TROUPE_ROUTINE_YIELDS:
    case TROUPE_ROUTINE_AGAIN:
    default:
      return TROUPE_RUNNER_READY;
    }
}

void
troupe_flow_runner_free (TroupeFlowRunner *self)
{
  TroupeRunnerFrame *frame;

  g_return_if_fail (self != NULL);
  g_return_if_fail (self->n_calls == 0);

  troupe_continuations_free (self->routines);
  g_clear_pointer (&self->python, troupe_runner_python_free);
  while ((frame = troupe_runner_frames_get_newest (self->frames)) != NULL)
    troupe_runner_frame_free (frame);
  troupe_runner_frames_free (self->frames);
  g_clear_pointer (&self->tools, g_hash_table_unref);
  g_ptr_array_unref (self->crews);
  g_clear_pointer (&self->shared, troupe_run_context_unref);
  g_clear_object (&self->client);
  g_clear_pointer (&self->replay, troupe_runner_replay_free);
  g_clear_pointer (&self->keeper, troupe_run_persister_free);
  g_clear_pointer (&self->checkpoint, troupe_run_checkpoint_free);
  g_free (self->checkpoint_id);
  g_clear_pointer (&self->restored, troupe_value_unref);
  troupe_runner_extent_free (self->extent);
  troupe_runner_pause_free (self->pause);
  g_clear_pointer (&self->context, troupe_runner_context_free);
  troupe_runner_answers_free (self->answers);
  troupe_runner_people_free (self->people);
  troupe_runner_reporter_free (self->reporter);
  troupe_runner_dispatcher_free (self->dispatcher);
  troupe_runner_memory_free (self->memory);
  troupe_runner_record_free (self->record);
  g_clear_pointer (&self->state, troupe_runner_state_free);
  troupe_flow_unref (self->flow);
  g_free (self);
}
