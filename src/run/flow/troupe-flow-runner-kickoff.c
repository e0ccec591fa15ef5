/* troupe-flow-runner-kickoff.c: kickoff routine: executes a run from its first state to its result
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#define G_LOG_DOMAIN "troupe-flow-runner-kickoff"

#include "config.h"

#include "troupe-conversation.h"
#include "troupe-crash-point.h"
#include "troupe-flow-runner-action.h"
#include "troupe-flow-runner-context.h"
#include "troupe-flow-runner-dispatch.h"
#include "troupe-flow-runner-feedback.h"
#include "troupe-flow-runner-frames.h"
#include "troupe-flow-runner-private.h"
#include "troupe-flow-runner-python.h"
#include "troupe-flow-runner-replay.h"
#include "troupe-flow-runner-report.h"
#include "troupe-run-checkpoint.h"
#include "troupe-run-persister.h"

/* Steps of the lowest routine of a run, which executes the kickoff (doc/flow-semantics.md §1.2,
 * §5.1, §4.5). A step that pushes routines sets the next step first. If a routine has an error,
 * the continuations have failed with it. */
typedef enum
{
  STEP_MODEL,
  STEP_STATE,      /* the class of the state was looked up */
  STEP_STATE_MADE, /* of a run that is not resumed */
  STEP_CHECKPOINT,
  STEP_RESTORED,
  STEP_KEEPER,
  STEP_KEEPER_MADE,
  STEP_BUILT, /* the Python code of the methods was checked */
  STEP_RECORD,
  STEP_INPUTS,
  STEP_BEGIN, /* the state is ready */
  STEP_TURN,  /* of a conversation: takes the user's message */
  STEP_KEEP,
  STEP_KICKOFF,
  STEP_TURNS_ENDED,
  STEP_REPLY, /* of a conversation: all outputs are durable */
  STEP_END,
  STEP_STOPPING, /* waits for cancelled calls */
  STEP_PAUSED,
  STEP_CALLS, /* waits for calls whose results are not needed */
  STEP_FILL,
  STEP_ENDED,
} Step;

typedef struct
{
  Step step;
  TroupeValue *state_before; /* (nullable): replaces that of the checkpoint */
  GError *error;             /* (nullable): error of a pool thread */
  gint is_done;              /* atomic: the pool thread is done */
  gboolean is_under_way;
  TroupeFlowRunner *runner;
} Kickoff;

static void
kickoff_free (gpointer data)
{
  Kickoff *self = data;

  g_assert (self != NULL);

  g_clear_pointer (&self->state_before, troupe_value_unref);
  g_clear_error (&self->error);
  g_free (self);
}

/* --- End of the run --------------------------------------------------------------------------- */

/* Ends with a build error. Nothing has started, and no event is emitted. */
static TroupeContinuationResult
fail_to_build (Kickoff *self, GError *error)
{
  g_assert (self != NULL);

  self->runner->result->type = TROUPE_RESULT_BUILD_ERROR;
  self->runner->result->error = error;
  self->step = STEP_ENDED;
  return TROUPE_ROUTINE_AGAIN;
}

static void
end_failed (TroupeFlowRunner *runner)
{
  runner->result->type = TROUPE_RESULT_RUN_ERROR;
  troupe_runner_report_ended (runner, TROUPE_EVENT_FLOW_FAILED, NULL, runner->result->error);
  troupe_conversation_tell_ended (runner);
}

/* Ends the flow with the error of @frame. */
static void
end_with (TroupeFlowRunner *runner, TroupeRunnerFrame *frame)
{
  troupe_runner_frame_take_error (frame, runner->result);
  end_failed (runner);
}

/* Ends a flow in which all remaining methods wait for an unavailable user. */
static void
end_stalled (Kickoff *self)
{
  TroupeFlowRunner *runner = self->runner;
  TroupeRunnerFrame *failed = troupe_runner_feedback_find_failure (runner);

  g_assert (self != NULL);

  if (failed != NULL)
    {
      end_with (runner, failed);
      return;
    }
  runner->result->type = TROUPE_RESULT_PAUSED;
  runner->result->final = troupe_value_new_null ();
  self->step = STEP_PAUSED;
  troupe_runner_feedback_pause_flow (runner);
}

static void
cancel_calls (TroupeFlowRunner *runner)
{
  g_assert (runner != NULL);

  for (TroupeRunnerFrame *frame = troupe_runner_frames_get_newest (runner->frames); frame != NULL;
       frame = troupe_runner_frame_get_older (frame))
    troupe_runner_action_cancel (frame);
  TROUPE_CRASH_POINT ("stop-agents-asked");
}

/* Ends all started methods as cancelled. */
static void
close_all (TroupeFlowRunner *runner)
{
  g_assert (runner != NULL);

  for (TroupeRunnerFrame *frame = troupe_runner_frames_get_oldest (runner->frames); frame != NULL;
       frame = troupe_runner_frame_get_newer (frame))
    troupe_runner_frame_close (frame);
  troupe_runner_report_ended (runner, TROUPE_EVENT_FLOW_CANCELLED, NULL, NULL);
  TROUPE_CRASH_POINT ("stop-told");
  runner->result->type = runner->timed_out ? TROUPE_RESULT_TIMEOUT : TROUPE_RESULT_CANCELLED;
}

static void
end_well (TroupeFlowRunner *runner)
{
  TroupeRunResult *result = runner->result;
  TroupeValue *last = troupe_runner_record_get_last (runner->record);

  g_assert (runner != NULL);

  result->final = last != NULL ? troupe_value_ref (last) : troupe_value_new_null ();
  result->type = TROUPE_RESULT_OK;
  troupe_runner_report_ended (runner, TROUPE_EVENT_FLOW_FINISHED, result->final, NULL);
  troupe_conversation_tell_ended (runner);
}

static void
end_flow (Kickoff *self)
{
  TroupeFlowRunner *runner = self->runner;

  g_assert (self != NULL);

  self->step = STEP_CALLS;
  if (runner->is_stalled)
    {
      end_stalled (self);
      return;
    }
  if (!runner->ended)
    {
      cancel_calls (runner);
      self->step = STEP_STOPPING;
      return;
    }
  if (troupe_runner_frame_has_failed (runner->root))
    end_with (runner, runner->root);
  else if (troupe_continuations_have_failed (runner->routines))
    {
      runner->result->error = troupe_continuations_take_failure (runner->routines);
      end_failed (runner);
    }
  else
    end_well (runner);
}

/* --- State ------------------------------------------------------------------------------------ */

static TroupeContinuationResult
begin_state (Kickoff *self)
{
  TroupeFlowRunner *runner = self->runner;
  const GPtrArray *steps = runner->options.steps;
  TroupeValue *said_before = runner->options.conversation != NULL
                                 ? troupe_conversation_get_state (runner->options.conversation)
                                 : NULL;
  const TroupeRunStep *first;
  GError *error = NULL;

  g_assert (self != NULL);

  if ((steps == NULL || steps->len == 0) && said_before != NULL)
    {
      self->step = STEP_CHECKPOINT;
      troupe_flow_runner_restore_state (runner, said_before, runner->options.id);
      return TROUPE_ROUTINE_AGAIN;
    }
  if (steps == NULL || steps->len == 0)
    {
      self->step = STEP_STATE_MADE;
      troupe_flow_runner_create_state (runner);
      return TROUPE_ROUTINE_AGAIN;
    }
  self->step = STEP_CHECKPOINT;
  first = g_ptr_array_index (steps, 0);
  troupe_flow_runner_set_state (runner, troupe_value_ref (first->state));
  runner->replay =
      troupe_runner_replay_new (runner, runner->options.steps, runner->options.events, &error);
  return runner->replay != NULL ? TROUPE_ROUTINE_AGAIN : fail_to_build (self, error);
}

static TroupeContinuationResult
take_made_state (Kickoff *self)
{
  TroupeFlowRunner *runner = self->runner;
  g_autoptr (GError) cause = troupe_continuations_take_failure (runner->routines);

  g_assert (self != NULL);

  self->step = STEP_CHECKPOINT;
  if (cause != NULL)
    return fail_to_build (self, g_error_new_literal (TROUPE_RUN_ERROR, TROUPE_RUN_ERROR_SCHEMA,
                                                     cause->message));
  troupe_flow_runner_set_state (runner, troupe_runner_state_take_made (runner->state));
  return TROUPE_ROUTINE_AGAIN;
}

/* Restores the checkpoint. A resumed run has its own state, which overrides the state of the
 * checkpoint. */
static TroupeContinuationResult
restore_checkpoint (Kickoff *self)
{
  TroupeFlowRunner *runner = self->runner;

  g_assert (self != NULL);

  self->step = STEP_KEEPER;
  if (troupe_continuations_have_failed (runner->routines))
    return fail_to_build (self, troupe_continuations_take_failure (runner->routines));
  if (runner->options.restore_from == NULL)
    return TROUPE_ROUTINE_AGAIN;
  self->step = STEP_RESTORED;
  if (runner->replay != NULL)
    self->state_before = troupe_value_ref (troupe_runner_state_get (runner->state));
  troupe_run_restore (runner);
  return TROUPE_ROUTINE_AGAIN;
}

static TroupeContinuationResult
take_checkpoint (Kickoff *self)
{
  TroupeFlowRunner *runner = self->runner;

  g_assert (self != NULL);

  self->step = STEP_KEEPER;
  if (troupe_continuations_have_failed (runner->routines))
    return fail_to_build (self, troupe_continuations_take_failure (runner->routines));
  if (self->state_before != NULL)
    troupe_flow_runner_set_state (runner, g_steal_pointer (&self->state_before));
  return TROUPE_ROUTINE_AGAIN;
}

static void
make_model (TroupeFlowRunner *runner)
{
  g_assert (runner != NULL);

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
}

/* --- Persistence ------------------------------------------------------------------------------ */

/* Creates the persister. Runs on the database thread if the flow names a database, because it
 * may be locked by another program. */
static void
make_keeper (gpointer data)
{
  Kickoff *self = data;

  self->runner->keeper = troupe_run_persister_new (self->runner, &self->error);
}

static TroupeContinuationResult
begin_keeper (Kickoff *self)
{
  TroupeFlowRunner *runner = self->runner;

  g_assert (self != NULL);

  self->step = STEP_KEEPER_MADE;
  if (troupe_flow_get_persist (runner->flow) != NULL)
    {
      troupe_pool_run (troupe_engine_loop_get_db (runner->options.loop), make_keeper, self,
                       &self->is_done, runner->options.turn);
      return TROUPE_ROUTINE_WAITS;
    }
  make_keeper (self);
  self->is_done = TRUE;
  return TROUPE_ROUTINE_AGAIN;
}

static TroupeContinuationResult
take_keeper (Kickoff *self)
{
  TroupeFlowRunner *runner = self->runner;

  g_assert (self != NULL);

  if (!g_atomic_int_get (&self->is_done))
    return TROUPE_ROUTINE_WAITS;
  if (runner->keeper == NULL)
    return fail_to_build (self, g_steal_pointer (&self->error));
  runner->checkpoint = troupe_run_checkpoint_new (runner);
  troupe_runner_reporter_begin (runner->reporter, runner->checkpoint != NULL);
  self->step = STEP_BUILT;
  if (runner->python != NULL)
    troupe_runner_python_check (runner->python);
  return TROUPE_ROUTINE_AGAIN;
}

static void
begin_record (gpointer data)
{
  Kickoff *self = data;
  const TroupeFlowRunnerOptions *options = &self->runner->options;

  options->begin_func (options->run, self->runner->result->started_us, &self->error);
}

/* Creates the record of the run. A resumed run has to be claimed first, and the database may be
 * locked at that time. */
static TroupeContinuationResult
keep_record (Kickoff *self)
{
  TroupeFlowRunner *runner = self->runner;

  g_assert (self != NULL);

  if (!self->is_under_way && runner->options.steps != NULL)
    {
      self->is_under_way = TRUE;
      troupe_pool_run (troupe_engine_loop_get_io (runner->options.loop), begin_record, self,
                       &self->is_done, runner->options.turn);
    }
  if (self->is_under_way && !g_atomic_int_get (&self->is_done))
    return TROUPE_ROUTINE_WAITS;
  if (!self->is_under_way)
    begin_record (self);
  self->step = STEP_INPUTS;
  if (self->error == NULL)
    return TROUPE_ROUTINE_AGAIN;
  runner->result->type = TROUPE_RESULT_RUN_ERROR;
  runner->result->error = g_steal_pointer (&self->error);
  self->step = STEP_ENDED;
  return TROUPE_ROUTINE_AGAIN;
}

/* --- Start of the run ------------------------------------------------------------------------- */

/* Sets the state with which the flow resumes, or the initial state with the inputs. */
static void
take_first_state (TroupeFlowRunner *runner)
{
  TroupeValue *pending = runner->options.pending;

  g_assert (runner != NULL);

  if (runner->replay != NULL)
    return;
  if (pending == NULL)
    troupe_flow_runner_take_inputs (runner);
  else
    troupe_flow_runner_restore_state (
        runner, troupe_value_map_lookup_string (pending, "state", -1),
        troupe_value_get_string (troupe_value_map_lookup_string (pending, "flow_id", -1), NULL));
}

/* Executes everything between the creation of the state and the first method. */
static TroupeContinuationResult
begin (Kickoff *self)
{
  TroupeFlowRunner *runner = self->runner;
  TroupeRunResult *result = runner->result;

  g_assert (self != NULL);

  self->step = STEP_FILL;
  if (troupe_continuations_have_failed (runner->routines))
    {
      troupe_runner_report_created (runner);
      result->type = TROUPE_RESULT_RUN_ERROR;
      result->error = troupe_continuations_take_failure (runner->routines);
      return TROUPE_ROUTINE_AGAIN;
    }
  TROUPE_CRASH_POINT ("flow-inputs-taken");
  if (troupe_flow_runner_is_stopped (runner))
    {
      result->type = runner->timed_out ? TROUPE_RESULT_TIMEOUT : TROUPE_RESULT_CANCELLED;
      return TROUPE_ROUTINE_AGAIN;
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
  self->step = runner->options.conversation != NULL ? STEP_TURN : STEP_KEEP;
  if (runner->replay == NULL && troupe_flow_runner_merges_again (runner))
    troupe_flow_runner_merge_inputs (runner);
  return TROUPE_ROUTINE_AGAIN;
}

/* Begins the turn of a conversation. A resumed run, or the answer of a user, continues a turn
 * that has already started. */
static TroupeContinuationResult
take_turn (Kickoff *self)
{
  TroupeFlowRunner *runner = self->runner;

  g_assert (self != NULL);

  self->step = STEP_KEEP;
  if (runner->replay != NULL || runner->options.pending != NULL)
    troupe_conversation_begin_again (runner);
  else if (!troupe_continuations_have_failed (runner->routines))
    troupe_conversation_begin_turn (runner);
  return TROUPE_ROUTINE_AGAIN;
}

/* Starts or continues to store the run. Continuing fails if another process has resumed the run. */
static TroupeContinuationResult
keep (Kickoff *self)
{
  TroupeFlowRunner *runner = self->runner;

  g_assert (self != NULL);

  self->step = STEP_KICKOFF;
  runner->result->error = troupe_continuations_take_failure (runner->routines);
  if (runner->result->error == NULL && runner->replay != NULL)
    troupe_run_persister_begin_again (runner->keeper, g_ptr_array_index (runner->options.steps, 0),
                                      &runner->result->error);
  else if (runner->result->error == NULL)
    troupe_run_persister_begin (runner->keeper);
  if (runner->result->error == NULL)
    return TROUPE_ROUTINE_AGAIN;
  end_failed (runner);
  self->step = STEP_FILL;
  return TROUPE_ROUTINE_AGAIN;
}

static void
kick_off (Kickoff *self)
{
  TroupeFlowRunner *runner = self->runner;
  const guint depth = troupe_continuations_get_depth (runner->routines);

  g_assert (self != NULL);

  TROUPE_CRASH_POINT ("flow-before-kickoff");
  runner->root = troupe_runner_frame_new (runner, NULL, TROUPE_FRAME_ROOT, NULL, NULL, 0);
  troupe_runner_feedback_take_requests (runner);
  if (runner->options.pending != NULL)
    troupe_runner_feedback_begin_pending (runner, runner->root);
  else
    troupe_runner_dispatch_begin_kickoff (runner->root);
  TROUPE_CRASH_POINT ("flow-kicked-off");
  troupe_runner_replay_begin (runner->replay);
  troupe_continuations_call_below (runner->routines, depth, troupe_flow_runner_take_turns, NULL,
                                   NULL);
  self->step = STEP_TURNS_ENDED;
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

static TroupeContinuationResult
kickoff (TroupeFlowRunner *runner, gpointer data)
{
  Kickoff *self = data;

  g_assert (runner != NULL);

  switch (self->step)
    {
    case STEP_MODEL:
      self->step = STEP_STATE;
      make_model (runner);
      return TROUPE_ROUTINE_AGAIN;

    case STEP_STATE:
      return begin_state (self);

    case STEP_STATE_MADE:
      return take_made_state (self);

    case STEP_CHECKPOINT:
      return restore_checkpoint (self);

    case STEP_RESTORED:
      return take_checkpoint (self);

    case STEP_KEEPER:
      return begin_keeper (self);

    case STEP_KEEPER_MADE:
      return take_keeper (self);

    case STEP_BUILT:
      self->step = runner->result->error == NULL ? STEP_RECORD : STEP_ENDED;
      return TROUPE_ROUTINE_AGAIN;

    case STEP_RECORD:
      return keep_record (self);

    case STEP_INPUTS:
      self->step = STEP_BEGIN;
      take_first_state (runner);
      return TROUPE_ROUTINE_AGAIN;

    case STEP_BEGIN:
      return begin (self);

    case STEP_TURN:
      return take_turn (self);

    case STEP_KEEP:
      return keep (self);

    case STEP_KICKOFF:
      kick_off (self);
      return TROUPE_ROUTINE_AGAIN;

    case STEP_TURNS_ENDED:
      TROUPE_CRASH_POINT ("flow-turns-ended");
      self->step = runner->options.conversation != NULL ? STEP_REPLY : STEP_END;
      if (!troupe_run_persister_write_behind (runner->keeper))
        troupe_run_persister_commit (runner->keeper);
      return TROUPE_ROUTINE_AGAIN;

    case STEP_REPLY:
      self->step = STEP_END;
      if (runner->ended && !runner->is_stalled && !troupe_runner_frame_has_failed (runner->root))
        troupe_conversation_end_turn (runner);
      return TROUPE_ROUTINE_AGAIN;

    case STEP_END:
      TROUPE_CRASH_POINT ("flow-before-end");
      end_flow (self);
      return TROUPE_ROUTINE_AGAIN;

    case STEP_STOPPING:
      if (runner->n_calls > 0)
        return TROUPE_ROUTINE_WAITS;
      close_all (runner);
      self->step = STEP_CALLS;
      return TROUPE_ROUTINE_AGAIN;

    case STEP_PAUSED:
      if (troupe_continuations_have_failed (runner->routines))
        {
          runner->result->type = TROUPE_RESULT_RUN_ERROR;
          runner->result->error = troupe_continuations_take_failure (runner->routines);
        }
      self->step = STEP_CALLS;
      return TROUPE_ROUTINE_AGAIN;

    case STEP_CALLS:
      /* Agents that lost a race still have to close their sockets, and Python has to be notified
       * that its result is not needed. */
      if (runner->n_calls > 0)
        return TROUPE_ROUTINE_WAITS;
      TROUPE_CRASH_POINT ("flow-ended");
      self->step = STEP_FILL;
      return TROUPE_ROUTINE_AGAIN;

    case STEP_FILL:
      fill_result (runner);
      self->step = STEP_ENDED;
      return TROUPE_ROUTINE_AGAIN;

    case STEP_ENDED:
    default:
      return TROUPE_ROUTINE_DONE;
    }
}

void
troupe_flow_runner_call_kickoff (TroupeFlowRunner *runner)
{
  Kickoff *self = g_new0 (Kickoff, 1);

  self->runner = runner;
  troupe_continuations_call (runner->routines, kickoff, self, kickoff_free);
}
