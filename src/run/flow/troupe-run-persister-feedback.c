/* troupe-run-persister-feedback.c: storing of feedback requests, in the store and in CrewAI's table
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#define G_LOG_DOMAIN "troupe-run-persister-feedback"

#include "config.h"

#include <glib/gi18n.h>

#include "troupe-crash-point.h"
#include "troupe-flow-runner-report.h"
#include "troupe-run-persister-private.h"

/* CrewAI's class name for a flow that was created from a document. */
#define FLOW_CLASS "crewai.flow.flow.Flow"

static void
write_record (TroupeRunPersister *self, const TroupeRunRequest *record)
{
  if (self->store == NULL)
    return;
  troupe_run_disk_add_request (troupe_flow_runner_get_options (self->runner)->disk, record);
  troupe_run_persister_wait_for (self, troupe_store_add_request (self->store, record));
}

/* Called when everything that was stored before the request is durable. */
static TroupeContinuationResult
add_request (TroupeFlowRunner *runner, gpointer data)
{
  TroupeRunnerFrame *frame = data;
  TroupeRunPersister *self = troupe_flow_runner_get_persister (runner);
  TroupeRunRequest *record = troupe_runner_frame_get_record (frame);

  record->behind = self->n_steps;
  g_clear_pointer (&record->state, troupe_value_unref);
  /* The state in the request is only used until the next step is stored, because that step also
   * contains the state. */
  if (self->last_state != troupe_run_persister_get_state (self))
    record->state = troupe_value_ref (troupe_run_persister_get_state (self));
  write_record (self, record);
  return TROUPE_ROUTINE_DONE;
}

void
troupe_run_persister_add_request (TroupeRunPersister *self, TroupeRunnerFrame *frame)
{
  troupe_continuations_call (troupe_flow_runner_get_continuations (self->runner), add_request, frame,
                             NULL);
  troupe_run_persister_commit (self);
}

void
troupe_run_persister_close_request (TroupeRunPersister *self, TroupeRunnerFrame *frame)
{
  const TroupeRunRequest *record = troupe_runner_frame_get_record (frame);

  if (self->store != NULL)
    troupe_store_close_request (self->store, record->run_id, record->id);
}

/* --- CrewAI's table ------------------------------------------------------------------------------ */

static TroupeValue *
text (const char *given)
{
  return given != NULL ? troupe_value_new_string (given, -1) : troupe_value_new_null ();
}

static void
add (TroupeMapBuilder *builder, const char *name, TroupeValue *map, const char *key)
{
  TroupeValue *value = map != NULL && troupe_value_is (map, TROUPE_VALUE_MAP)
                           ? troupe_value_map_lookup_string (map, key, -1)
                           : NULL;

  troupe_map_builder_add (builder, name,
                          value != NULL ? troupe_value_ref (value) : troupe_value_new_null ());
}

/* Returns the local time without a time zone, as Python formats it. */
static char *
get_local_time (gint64 unix_us)
{
  g_autoptr (GDateTime) seconds = g_date_time_new_from_unix_local (unix_us / G_USEC_PER_SEC);
  g_autoptr (GDateTime) moment = g_date_time_add (seconds, unix_us % G_USEC_PER_SEC);

  return g_date_time_format (moment, "%Y-%m-%dT%H:%M:%S.%f");
}

static void
take_cause (GError *cause, GError **error)
{
  g_set_error_literal (error, TROUPE_RUN_ERROR, TROUPE_RUN_ERROR_PERSISTENCE, cause->message);
  g_error_free (cause);
}

typedef struct
{
  TroupeFlowStates *states;
  TroupeRunnerFrame *frame;
  TroupeValue *id;
  gboolean with_row;
  gboolean is_reserved; /* whether the ID is reserved for the document */
  TroupeValue *context;
  GError *error;
  gboolean has_begun;
} Pending;

static void
pending_free (gpointer data)
{
  Pending *pending = data;

  g_clear_pointer (&pending->id, troupe_value_unref);
  g_clear_pointer (&pending->context, troupe_value_unref);
  g_clear_error (&pending->error);
  g_free (pending);
}

/* Writes the request to CrewAI's table. Runs on the run's thread, because it is the last
 * operation of the run and writes only one small row. */
static void
save_pending (Pending *pending)
{
  TroupeFlowRunner *runner = troupe_runner_frame_get_runner (pending->frame);
  const TroupeRunRequest *record = troupe_runner_frame_get_record (pending->frame);
  const TroupeFlowStateRow row = {
    pending->id, record->method, troupe_runner_state_get (troupe_flow_runner_get_state (runner))
  };

  g_assert (pending != NULL);

  g_clear_error (&pending->error);
  pending->is_reserved =
      pending->is_reserved ||
      troupe_run_persister_claim_now (troupe_flow_runner_get_persister (runner), pending->states,
                                      pending->id, &pending->error);
  if (pending->is_reserved)
    troupe_flow_states_save_pending (pending->states, record->flow_id, &row, pending->with_row,
                                     pending->context, &pending->error);
}

static gboolean
save_pending_again (TroupeRunPersister *self, gboolean is_wish, gpointer data)
{
  Pending *pending = data;

  if (!is_wish)
    return FALSE;
  save_pending (pending);
  return !g_error_matches (pending->error, G_IO_ERROR, G_IO_ERROR_NO_SPACE);
}

static TroupeContinuationResult
pause_run (TroupeFlowRunner *runner, gpointer data)
{
  Pending *pending = data;
  TroupeRunPersister *self = troupe_flow_runner_get_persister (runner);
  TroupeRunRequest *record = troupe_runner_frame_get_record (pending->frame);
  GError *error = NULL;

  if (!pending->has_begun)
    {
      pending->has_begun = TRUE;
      save_pending (pending);
      if (g_error_matches (pending->error, G_IO_ERROR, G_IO_ERROR_NO_SPACE))
        troupe_run_persister_suspend (self, pending->error->message, save_pending_again, pending);
      return TROUPE_ROUTINE_AGAIN;
    }
  if (pending->error != NULL)
    {
      take_cause (g_steal_pointer (&pending->error), &error);
      troupe_continuations_fail (troupe_flow_runner_get_continuations (runner), error);
      return TROUPE_ROUTINE_DONE;
    }
  /* The row of CrewAI's table is written first. If it were missing, it would appear that another
   * process has resumed the run. */
  troupe_set_str (&record->states_path, troupe_flow_states_get_path (pending->states));
  record->n_rows += pending->with_row ? 1 : 0;
  write_record (self, record);
  return TROUPE_ROUTINE_DONE;
}

void
troupe_run_persister_pause (TroupeRunPersister *self, TroupeRunnerFrame *frame)
{
  TroupeContinuations *routines = troupe_flow_runner_get_continuations (self->runner);
  GError *error = NULL;
  TroupeFlowStates *states =
      self->of_flow != NULL ? self->of_flow : troupe_run_persister_open_states (self, NULL, &error);
  g_autoptr (TroupeValue) id = NULL;
  gboolean is_reserved = FALSE;
  Pending *pending = NULL;
  const TroupeRunRequest *record;
  g_autofree char *time = NULL;
  TroupeMapBuilder builder;

  if (states == NULL)
    {
      troupe_continuations_fail (routines, error);
      return;
    }
  id = troupe_value_new_string (troupe_runner_frame_get_record (frame)->flow_id, -1);
  if (!troupe_run_persister_claim (self, states, id, &is_reserved, &error))
    {
      troupe_continuations_fail (routines, error);
      return;
    }
  pending = g_new0 (Pending, 1);
  pending->is_reserved = is_reserved;
  pending->states = states;
  pending->frame = frame;
  pending->id = g_steal_pointer (&id);
  /* In a flow that is not persistent, no row of the state is saved with a request. */
  pending->with_row = self->of_flow != NULL;
  record = troupe_runner_frame_get_record (frame);
  time = get_local_time (record->asked_us);
  troupe_map_builder_init (&builder);
  troupe_map_builder_add (&builder, "flow_id", text (record->flow_id));
  troupe_map_builder_add (&builder, "flow_class", text (FLOW_CLASS));
  troupe_map_builder_add (&builder, "method_name", text (record->method));
  add (&builder, "method_output", record->question, "output");
  add (&builder, "message", record->question, "message");
  add (&builder, "emit", record->question, "emit");
  add (&builder, "default_outcome", record->question, "default_outcome");
  troupe_map_builder_add (&builder, "metadata",
                          troupe_value_ref (troupe_runner_frame_get_request (frame)->metadata));
  add (&builder, "llm", troupe_runner_frame_get_method (frame)->feedback, "llm");
  troupe_map_builder_add (&builder, "requested_at", text (time));
  troupe_map_builder_add (&builder, "execution_uuid", text (record->run_id));
  troupe_map_builder_add (&builder, "trace_context", troupe_value_new_null ());
  pending->context = troupe_map_builder_end (&builder);
  troupe_continuations_call (routines, pause_run, pending, pending_free);
}

static gboolean
holds (TroupeValue *context, const char *name, const char *expected)
{
  TroupeValue *value = troupe_value_map_lookup_string (context, name, -1);

  return value != NULL && troupe_value_is (value, TROUPE_VALUE_STRING) &&
         g_str_equal (troupe_value_get_string (value, NULL), expected);
}

/* Returns TRUE if CrewAI's table contains this specific request. @found: (out): whether the
 * table contains any request of the flow */
static gboolean
has_own_row (TroupeRunPersister *self,
             const TroupeRunRequest *record,
             gboolean *found,
             GError **error)
{
  TroupeFlowStates *states = troupe_run_persister_open_path (self, record->states_path, error);
  g_autoptr (TroupeValue) context = NULL;
  g_autoptr (TroupeValue) state = NULL;
  g_autofree char *time = get_local_time (record->asked_us);
  GError *cause = NULL;

  *found = FALSE;
  if (states == NULL)
    return FALSE;
  *found = troupe_flow_states_load_pending (states, record->flow_id, &context, &state, &cause);
  if (cause != NULL)
    take_cause (cause, error);
  return *found && holds (context, "execution_uuid", record->run_id) &&
         holds (context, "requested_at", time);
}

static void
clear_row (TroupeRunPersister *self, const TroupeRunRequest *record, gboolean is_anybodys)
{
  g_autoptr (GError) error = NULL;
  TroupeFlowStates *states = troupe_run_persister_open_path (self, record->states_path, &error);
  gboolean found;

  g_assert (self != NULL);

  if (states != NULL && (is_anybodys || has_own_row (self, record, &found, &error)) &&
      error == NULL)
    troupe_flow_states_clear_pending (states, record->flow_id, &error);
  if (error != NULL)
    troupe_runner_report_log (self->runner, "warning", error->message);
}

/**
 * troupe_run_persister_clear_pending:
 *
 * Called when the frame's answer is durable. Removes the request, so that no other process can
 * resume the flow from it. Runs on the run's thread, and removes one row per answer. Until the row
 * is removed, another process may use the same request, so the method must not be finished earlier.
 */
void
troupe_run_persister_clear_pending (TroupeRunPersister *self, TroupeRunnerFrame *frame)
{
  const TroupeRunRequest *record = troupe_runner_frame_get_record (frame);
  gboolean is_pending = troupe_runner_frame_is_pending (frame);

  if (record == NULL || record->states_path == NULL)
    return;
  TROUPE_CRASH_POINT ("keep-before-clear");
  clear_row (self, record, is_pending);
  if (is_pending)
    {
      /* Ends stored runs that wait for the same answer that has arrived now. */
      g_autoptr (GPtrArray) requests = NULL;

      g_assert (self != NULL);
      if (self->store != NULL)
        {
          requests = troupe_store_list_requests (self->store, NULL, NULL);
          for (guint i = 0; requests != NULL && i < requests->len; i++)
            {
              const TroupeRunRequest *request = g_ptr_array_index (requests, i);
              g_autofree char *message = NULL;

              if (g_strcmp0 (request->flow_id, record->flow_id) != 0 ||
                  g_strcmp0 (request->states_path, record->states_path) != 0 ||
                  g_strcmp0 (request->run_id, record->run_id) == 0 ||
                  !troupe_store_claim_run (self->store, request->run_id, NULL))
                continue;
              message = g_strdup_printf (
                  _ ("“%s” was already answered elsewhere: the run %s resumed this flow."),
                  request->method, record->run_id);
              troupe_store_end_run (self->store, request->run_id, TROUPE_RUN_STATUS_FAILED, message,
                                    NULL);
            }
        }
    }
  TROUPE_CRASH_POINT ("keep-cleared");
}

/* --- Resuming a run --------------------------------------------------------------------------- */

/* Checks that the row of the request exists. If the row was removed, another process has
 * answered, unless the complete database is missing. */
static gboolean
check_row (TroupeRunPersister *self, const TroupeRunRequest *record, GError **error)
{
  GError *cause = NULL;
  gboolean found;

  if (!g_file_test (record->states_path, G_FILE_TEST_EXISTS))
    return TRUE;
  has_own_row (self, record, &found, &cause);
  if (cause != NULL)
    {
      g_propagate_error (error, cause);
      return FALSE;
    }
  if (found)
    return TRUE;
  g_set_error (error, TROUPE_RUN_ERROR, TROUPE_RUN_ERROR_PERSISTENCE,
               _ ("“%s” was answered elsewhere: “%s” no longer contains a request for the flow %s. "
                  "Methods that were run elsewhere are not part of this run."),
               record->method, record->states_path, record->flow_id);
  return FALSE;
}

gboolean
troupe_run_persister_take_requests (TroupeRunPersister *self, GError **error)
{
  GPtrArray *requests = troupe_flow_runner_get_options (self->runner)->requests;

  for (guint i = 0; requests != NULL && i < requests->len; i++)
    {
      const TroupeRunRequest *record = g_ptr_array_index (requests, i);
      g_autofree char *key = NULL;
      guint count;

      if (record->states_path == NULL)
        continue;
      key = troupe_run_persister_make_key (record->states_path, record->method);
      count = GPOINTER_TO_UINT (g_hash_table_lookup (self->rows_there, key));
      if (count > record->n_rows)
        g_hash_table_insert (self->rows_there, g_steal_pointer (&key),
                             GUINT_TO_POINTER (count - record->n_rows));
      else
        g_hash_table_remove (self->rows_there, key);
      if (record->is_open && !check_row (self, record, error))
        return FALSE;
      /* The process may have ended after the answer was stored but before the row was removed. */
      if (!record->is_open && g_file_test (record->states_path, G_FILE_TEST_EXISTS))
        clear_row (self, record, FALSE);
    }
  return TRUE;
}
