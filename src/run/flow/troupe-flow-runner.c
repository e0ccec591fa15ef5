/* troupe-flow-runner.c: flow runner: executes one kickoff of a flow
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#define G_LOG_DOMAIN "troupe-flow-runner"

#include "config.h"

#include "troupe-crash-point.h"
#include "troupe-flow-runner-crew.h"
#include "troupe-flow-runner-context.h"
#include "troupe-flow-runner-dispatch.h"
#include "troupe-flow-runner-feedback.h"
#include "troupe-flow-runner-frames.h"
#include "troupe-flow-runner-memory.h"
#include "troupe-flow-runner-private.h"
#include "troupe-flow-runner-python.h"
#include "troupe-flow-runner-replay.h"
#include "troupe-flow-runner-report.h"
#include "troupe-python-refs.h"
#include "troupe-python-llm.h"
#include "troupe-run-checkpoint.h"
#include "troupe-run-persister.h"
#include "troupe-runner-answers.h"
#include "troupe-runner-change.h"
#include "troupe-runner-extent.h"
#include "troupe-runner-pause.h"
#include "troupe-prepared-crew.h"
#include "troupe-runner-gate.h"
#include "troupe-runner-question.h"

/* Maximum number of consecutive turns of a run. Other runs take their turns afterwards. */
#define MAX_TURNS 64

/* Returns TRUE if the run was cancelled or its deadline has passed. */
gboolean
troupe_flow_runner_is_stopped (TroupeFlowRunner *self)
{
  if (g_cancellable_is_cancelled (self->options.cancellable))
    return TRUE;
  if (self->options.deadline_us != 0 && g_get_monotonic_time () >= self->options.deadline_us)
    self->timed_out = TRUE;
  return self->timed_out;
}

void
troupe_flow_runner_call_begun (TroupeFlowRunner *self)
{
  self->n_calls++;
}

void
troupe_flow_runner_call_ended (TroupeFlowRunner *self)
{
  g_assert (self->n_calls > 0);

  self->n_calls--;
  troupe_run_queue_entry_wake (self->options.turn);
}

/* Returns TRUE if the run is paused. The replay of steps that were already finished is not
 * paused. */
gboolean
troupe_flow_runner_is_held (TroupeFlowRunner *self)
{
  return troupe_pause_gate_is_blocking (self->options.hold) &&
         !troupe_runner_replay_is_active (self->replay);
}

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
TroupeContinuationResult
troupe_flow_runner_take_turns (TroupeFlowRunner *self, gpointer data)
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

/* --- State and outputs ------------------------------------------------------------------------ */

void
troupe_flow_runner_set_state (TroupeFlowRunner *self, TroupeValue *state)
{
  TroupeStateModel *model = troupe_runner_state_get_model (self->state);

  /* Only scripts change a typed state without applying its schema. Therefore the state is
   * converted here as Pydantic would serialize it. */
  if (self->python != NULL && troupe_state_model_is_typed (model) &&
      !troupe_runner_python_has_state (self->python))
    {
      TroupeValue *shown = troupe_state_model_show (model, state);

      troupe_value_unref (state);
      state = shown;
    }
  troupe_runner_memory_count (self->memory, state);
  troupe_runner_state_set (self->state, state);
}

void
troupe_flow_runner_record_output (TroupeFlowRunner *self,
                                  guint method,
                                  TroupeValue *value,
                                  TroupeValue *feedback)
{
  troupe_runner_record_add (self->record, method, value, feedback);
  troupe_runner_python_output_changed (self->python, method);
}

void
troupe_flow_runner_end (TroupeFlowRunner *self)
{
  self->ended = TRUE;
}

/* --- Crews ------------------------------------------------------------------------------------ */

void
troupe_flow_runner_add_crew (TroupeFlowRunner *self, TroupeCrewRunner *crew)
{
  g_ptr_array_add (self->crews, crew);
}

void
troupe_flow_runner_remove_crew (TroupeFlowRunner *self, TroupeCrewRunner *crew)
{
  g_ptr_array_remove (self->crews, crew);
}

/* --- Getters ---------------------------------------------------------------------------------- */

const TroupeFlowRunnerOptions *
troupe_flow_runner_get_options (TroupeFlowRunner *self)
{
  return &self->options;
}

TroupeFlow *
troupe_flow_runner_get_flow (TroupeFlowRunner *self)
{
  return self->flow;
}

TroupeContinuations *
troupe_flow_runner_get_continuations (TroupeFlowRunner *self)
{
  return self->routines;
}

TroupeRunnerState *
troupe_flow_runner_get_state (TroupeFlowRunner *self)
{
  return self->state;
}

TroupeRunnerRecord *
troupe_flow_runner_get_record (TroupeFlowRunner *self)
{
  return self->record;
}

TroupeRunnerFrames *
troupe_flow_runner_get_frames (TroupeFlowRunner *self)
{
  return self->frames;
}

TroupeRunnerMemory *
troupe_flow_runner_get_memory (TroupeFlowRunner *self)
{
  return self->memory;
}

TroupeRunnerContext *
troupe_flow_runner_get_context (TroupeFlowRunner *self)
{
  return self->context;
}

TroupeRunnerDispatcher *
troupe_flow_runner_get_dispatcher (TroupeFlowRunner *self)
{
  return self->dispatcher;
}

TroupeRunnerExtent *
troupe_flow_runner_get_extent (TroupeFlowRunner *self)
{
  return self->extent;
}

TroupeRunnerPause *
troupe_flow_runner_get_pause (TroupeFlowRunner *self)
{
  return self->pause;
}

TroupeRunnerReporter *
troupe_flow_runner_get_reporter (TroupeFlowRunner *self)
{
  return self->reporter;
}

TroupeRunnerFeedbackState *
troupe_flow_runner_get_feedback_state (TroupeFlowRunner *self)
{
  return self->people;
}

TroupeRunnerAnswers *
troupe_flow_runner_get_answers (TroupeFlowRunner *self)
{
  return self->answers;
}

TroupeRunPersister *
troupe_flow_runner_get_persister (TroupeFlowRunner *self)
{
  return self->keeper;
}

TroupeRunnerReplay *
troupe_flow_runner_get_replay (TroupeFlowRunner *self)
{
  return self->replay;
}

TroupeRunCheckpoint *
troupe_flow_runner_get_checkpoint (TroupeFlowRunner *self)
{
  return self->checkpoint;
}

TroupeRunnerPython *
troupe_flow_runner_get_python (TroupeFlowRunner *self)
{
  return self->python;
}

TroupeLlmUsage *
troupe_flow_runner_get_usage (TroupeFlowRunner *self)
{
  return &self->usage;
}

TroupeRunResult *
troupe_flow_runner_get_result (TroupeFlowRunner *self)
{
  return self->result;
}

const char *
troupe_flow_runner_get_checkpoint_id (TroupeFlowRunner *self)
{
  return self->checkpoint_id;
}

/* Returns the sources of the Python objects that are created from the run's document. (transfer
 * full) (element-type utf8) */
static GHashTable *
list_made (const TroupePreparedActions *made)
{
  GHashTable *sources = g_hash_table_new_full (g_str_hash, g_str_equal, g_free, NULL);
  GHashTableIter iter;
  gpointer value;

  g_assert (made != NULL);

  g_hash_table_iter_init (&iter, made->crews);
  while (g_hash_table_iter_next (&iter, NULL, &value))
    {
      GArray *pieces = ((const TroupePreparedCrew *) value)->python;

      for (guint i = 0; i < pieces->len; i++)
        {
          const TroupePreparedCrewPython *piece =
              &g_array_index (pieces, TroupePreparedCrewPython, i);

          if (piece->kind == TROUPE_PYTHON_KIND_MADE)
            g_hash_table_add (sources, g_strdup (piece->source));
        }
    }
  g_hash_table_iter_init (&iter, made->parts);
  while (g_hash_table_iter_next (&iter, NULL, &value))
    for (guint i = 0; i < ((GPtrArray *) value)->len; i++)
      {
        const TroupePythonRef *part = g_ptr_array_index ((GPtrArray *) value, i);

        if (part->kind == TROUPE_PYTHON_KIND_MADE)
          g_hash_table_add (sources, g_strdup (part->source));
      }
  return sources;
}

TroupeLlmClient *
troupe_flow_runner_get_client (TroupeFlowRunner *self)
{
  if (self->client == NULL)
    {
      self->client = troupe_engine_loop_make_client (self->options.loop);
      troupe_llm_client_set_streams (self->client, self->options.streams);
      troupe_llm_client_set_deadline (self->client, self->options.deadline_us);
      troupe_runner_gate_set_up (self, self->client);
      troupe_llm_client_set_only_model (self->client, self->options.only_model);
      if (self->options.recorder != NULL)
        troupe_llm_client_set_recorder (self->client, self->options.recorder);
      if (troupe_event_bus_get_redactor (self->options.bus) != NULL)
        troupe_llm_client_set_redactor (self->client,
                                        troupe_event_bus_get_redactor (self->options.bus));
      if (self->options.environment_func != NULL)
        troupe_llm_client_set_environment (self->client, self->options.environment_func,
                                           self->options.environment_data, NULL);
      if (self->options.recipients != NULL)
        troupe_llm_client_set_recipients (self->client, self->options.recipients);
      if (self->python != NULL)
        {
          g_autoptr (GHashTable) sources = list_made (&self->options.made);
          g_autoptr (TroupeLlmProvider) made =
              troupe_python_llm_new (troupe_runner_python_get_helper (self->python), sources);

          troupe_llm_client_set_made (self->client, made);
        }
    }
  return self->client;
}

const TroupeRunContext *
troupe_flow_runner_get_run_context (TroupeFlowRunner *self)
{
  if (self->shared == NULL)
    self->shared =
        troupe_run_context_new (&(TroupeRunContext){ .client = troupe_flow_runner_get_client (self),
                                                     .bus = self->options.bus,
                                                     .folder = self->options.project_folder,
                                                     .work = self->options.folder,
                                                     .texts = self->options.made.texts,
                                                     .gate = troupe_runner_gate_get_for_tools (),
                                                     .gate_data = self,
                                                     .recorder = self->options.recorder });
  return self->shared;
}

GHashTable *
troupe_flow_runner_get_tools (TroupeFlowRunner *self)
{
  if (self->tools == NULL)
    self->tools = g_hash_table_new_full (NULL, NULL, NULL, g_object_unref);
  return self->tools;
}

void
troupe_flow_runner_set_checkpoint_id (TroupeFlowRunner *self, const char *id)
{
  troupe_set_str (&self->checkpoint_id, id);
}

void
troupe_flow_runner_set_restored (TroupeFlowRunner *self, TroupeValue *fields)
{
  g_clear_pointer (&self->restored, troupe_value_unref);
  self->restored = fields;
}

TroupeValue *
troupe_flow_runner_get_restored (TroupeFlowRunner *self)
{
  return self->restored;
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

/* Returns the time at which the run must be woken if nothing else wakes it. This is its deadline
 * or a timeout, as monotonic time; 0 for never. */
gint64
troupe_flow_runner_get_alarm (TroupeFlowRunner *self)
{
  gint64 alarm_us = troupe_continuations_get_alarm (self->routines);

  /* Operations that still have to end after the deadline wake the run themselves. */
  if (self->options.deadline_us != 0 && !troupe_flow_runner_is_stopped (self) &&
      (alarm_us == 0 || self->options.deadline_us < alarm_us))
    return self->options.deadline_us;
  return alarm_us;
}

void
troupe_flow_runner_free (TroupeFlowRunner *self)
{
  g_return_if_fail (self != NULL);
  g_return_if_fail (self->n_calls == 0);

  troupe_continuations_free (self->routines);
  g_clear_pointer (&self->python, troupe_runner_python_free);
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
