/* troupe-flow-runner.c: flow runner: its parts, state and outputs
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#define G_LOG_DOMAIN "troupe-flow-runner"

#include "config.h"

#include "troupe-flow-runner-crew.h"
#include "troupe-flow-runner-memory.h"
#include "troupe-flow-runner-private.h"
#include "troupe-flow-runner-python.h"

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
