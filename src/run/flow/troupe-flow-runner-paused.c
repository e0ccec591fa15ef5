/* troupe-flow-runner-paused.c: paused runs: storing feedback requests and resuming with their
 * answers
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#define G_LOG_DOMAIN "troupe-flow-runner-paused"

#include "config.h"

#include "troupe-crash-point.h"
#include "troupe-flow-runner-feedback-private.h"
#include "troupe-flow-runner-frame-private.h"
#include "troupe-flow-runner-report.h"
#include "troupe-run-persister.h"

static char *
make_key (const char *method, guint launch)
{
  return g_strdup_printf ("%u:%s", launch, method);
}

/* --- Resuming a run --------------------------------------------------------------------------- */

/**
 * troupe_runner_feedback_take_requests:
 *
 * Takes over the feedback requests that were pending when the run was paused or interrupted. The
 * actions of the methods that made these requests are not repeated.
 */
void
troupe_runner_feedback_take_requests (TroupeFlowRunner *runner)
{
  TroupeRunnerFeedbackState *self = troupe_flow_runner_get_feedback_state (runner);
  GPtrArray *requests = troupe_flow_runner_get_options (runner)->requests;

  if (requests == NULL)
    return;
  self->kept = g_hash_table_new_full (g_str_hash, g_str_equal, g_free, NULL);
  self->kept_states = g_hash_table_new (g_int64_hash, g_int64_equal);
  for (guint i = 0; i < requests->len; i++)
    {
      TroupeRunRequest *record = g_ptr_array_index (requests, i);

      if (record->is_open)
        g_hash_table_insert (self->kept, make_key (record->method, record->launch), record);
      if (record->state != NULL)
        g_hash_table_replace (self->kept_states, &record->behind, record->state);
    }
}

/* Restores the state from the request that follows step @ordinal. The request contains the state
 * after the action, which no step contains yet. */
void
troupe_runner_feedback_restore_state (TroupeFlowRunner *runner, gint64 ordinal)
{
  TroupeRunnerFeedbackState *self = troupe_flow_runner_get_feedback_state (runner);
  TroupeValue *state =
      self->kept_states != NULL ? g_hash_table_lookup (self->kept_states, &ordinal) : NULL;

  if (state != NULL)
    troupe_flow_runner_set_state (runner, troupe_value_ref (state));
}

/* Creates the request of another process from the record that CrewAI has stored. */
static TroupeRunRequest *
record_new_from_pending (TroupeRunnerFrame *frame)
{
  static const char *const names[] = { "message", "emit", "default_outcome", "metadata" };
  TroupeValue *pending = troupe_flow_runner_get_options (frame->runner)->pending;
  TroupeValue *context = troupe_value_map_lookup_string (pending, "context", -1);
  TroupeValue *output = troupe_value_map_lookup_string (context, "method_output", -1);
  TroupeValue *path = troupe_value_map_lookup_string (pending, "path", -1);
  TroupeRunRequest *record;
  TroupeMapBuilder question;

  g_assert (frame != NULL);

  frame->result = output != NULL ? troupe_value_ref (output) : troupe_value_new_null ();
  record = troupe_runner_feedback_make_record (frame);
  troupe_set_str (&record->flow_id,
                  troupe_value_get_string (troupe_value_map_lookup_string (pending, "flow_id", -1),
                                           NULL));
  record->states_path = g_strdup (troupe_value_get_string (path, NULL));
  troupe_map_builder_init (&question);
  troupe_map_builder_add (
      &question, "flow_name",
      troupe_value_new_string (troupe_flow_get_name (troupe_flow_runner_get_flow (frame->runner)),
                               -1));
  troupe_map_builder_add (&question, "output", troupe_value_ref (frame->result));
  for (guint i = 0; i < G_N_ELEMENTS (names); i++)
    {
      TroupeValue *value = troupe_value_map_lookup_string (context, names[i], -1);

      troupe_map_builder_add (&question, names[i],
                              value != NULL ? troupe_value_ref (value) : troupe_value_new_null ());
    }
  troupe_value_unref (record->question);
  record->question = troupe_map_builder_end (&question);
  return record;
}

/**
 * troupe_runner_feedback_take_stored:
 *
 * Returns: %TRUE if the frame's method had already requested feedback. In that case its result is
 * set to the output at that time, and its action must not be started
 */
gboolean
troupe_runner_feedback_take_stored (TroupeRunnerFrame *frame)
{
  TroupeRunnerFeedbackState *self = troupe_flow_runner_get_feedback_state (frame->runner);
  g_autofree char *key = NULL;
  TroupeRunRequest *record = NULL;
  TroupeValue *output;

  if (self->kept != NULL)
    {
      key = make_key (frame->method->name, frame->launch);
      record = g_hash_table_lookup (self->kept, key);
    }
  if (record == NULL)
    {
      if (frame->is_pending)
        frame->record = record_new_from_pending (frame);
      return frame->is_pending;
    }
  g_hash_table_remove (self->kept, key);
  frame->record = troupe_run_request_copy (record);
  output = troupe_value_map_lookup_string (record->question, "output", -1);
  frame->result = output != NULL ? troupe_value_ref (output) : troupe_value_new_null ();
  return TRUE;
}

/* --- Feedback requested in another process ---------------------------------------------------- */

/**
 * troupe_runner_feedback_begin_pending:
 *
 * Used instead of the starts of a kickoff: reports the start of the method that requested feedback
 * again, and waits for the answer (doc/flow-semantics.md §10.1).
 */
void
troupe_runner_feedback_begin_pending (TroupeFlowRunner *runner, TroupeRunnerFrame *root)
{
  TroupeValue *context =
      troupe_value_map_lookup_string (troupe_flow_runner_get_options (runner)->pending, "context",
                                      -1);
  TroupeValue *name = troupe_value_map_lookup_string (context, "method_name", -1);
  TroupeRunnerFrame *child =
      troupe_runner_frame_new (runner, root, TROUPE_FRAME_START,
                               troupe_flow_find_method (troupe_flow_runner_get_flow (runner),
                                                        troupe_value_get_string (name, NULL)),
                               NULL, 0);

  root->stage = TROUPE_STAGE_DISPATCH;
  root->n_running = 1;
  child->is_pending = TRUE;
  if (!troupe_runner_frame_launch (child))
    troupe_runner_frame_end (child);
}

/* --- End of the run --------------------------------------------------------------------------- */

static TroupeRunnerFrame *
find_first_paused (TroupeFlowRunner *runner)
{
  TroupeRunnerFrames *frames = troupe_flow_runner_get_frames (runner);
  TroupeRunnerFrame *first = NULL;

  for (TroupeRunnerFrame *frame = troupe_runner_frames_get_newest (frames); frame != NULL;
       frame = frame->older)
    {
      if (frame->pause_order != 0 && frame->stage == TROUPE_STAGE_ASKING &&
          (first == NULL || frame->pause_order < first->pause_order))
        first = frame;
    }
  return first;
}

/* Returns TRUE if the frame's error would be propagated to the kickoff. */
static gboolean
is_raised (const TroupeRunnerFrame *frame)
{
  g_assert (frame != NULL);

  for (const TroupeRunnerFrame *parent = frame->parent; parent != NULL; parent = parent->parent)
    {
      if (parent->swallows)
        return FALSE;
    }
  return TRUE;
}

/**
 * troupe_runner_feedback_find_failure:
 *
 * A pause ends a branch like an exception. If several branches ended with a pause or an exception,
 * the first one determines the result (§4.5).
 *
 * Returns: (nullable): the frame whose error occurred before any pause
 */
TroupeRunnerFrame *
troupe_runner_feedback_find_failure (TroupeFlowRunner *runner)
{
  TroupeRunnerFrames *frames = troupe_flow_runner_get_frames (runner);
  TroupeRunnerFrame *paused = find_first_paused (runner);
  TroupeRunnerFrame *failed = NULL;
  guint64 order = paused != NULL ? paused->pause_order : G_MAXUINT64;

  for (TroupeRunnerFrame *frame = troupe_runner_frames_get_newest (frames); frame != NULL;
       frame = frame->older)
    {
      if (frame->error == NULL || frame->error_order >= order || !is_raised (frame))
        continue;
      failed = frame;
      order = frame->error_order;
    }
  return failed;
}

/* Checks whether the pause was stored in CrewAI's table. If that failed but the run is in
 * Troupe's store, the run is not lost, so the error becomes a warning. */
static TroupeContinuationResult
check_pause (TroupeFlowRunner *runner, gpointer data)
{
  TroupeContinuations *routines = troupe_flow_runner_get_continuations (runner);
  g_autoptr (GError) cause = NULL;

  if (!troupe_continuations_have_failed (routines) ||
      troupe_flow_runner_get_options (runner)->store == NULL)
    return TROUPE_ROUTINE_DONE;
  cause = troupe_continuations_take_failure (routines);
  troupe_runner_report_log (runner, "warning", cause->message);
  return TROUPE_ROUTINE_DONE;
}

/**
 * troupe_runner_feedback_pause_flow:
 *
 * Reports that the flow is paused, and pushes a routine that writes the first request to CrewAI's
 * own table (doc/flow-semantics.md §10.1), which contains one request per flow. If the request
 * could not be stored anywhere, the continuations fail with %TROUPE_RUN_ERROR_PERSISTENCE.
 */
void
troupe_runner_feedback_pause_flow (TroupeFlowRunner *runner)
{
  TroupeRunnerFrame *paused = find_first_paused (runner);

  g_assert (paused != NULL);

  troupe_runner_report_paused (paused, TROUPE_EVENT_FLOW_PAUSED);
  if (paused->record == NULL)
    return;
  TROUPE_CRASH_POINT ("flow-paused");
  troupe_continuations_call (troupe_flow_runner_get_continuations (runner), check_pause, NULL, NULL);
  troupe_run_persister_pause (troupe_flow_runner_get_persister (runner), paused);
}
