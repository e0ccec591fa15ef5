/* troupe-run-storage.c: stored record of a run, and resuming a stored run
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#define G_LOG_DOMAIN "troupe-run-storage"

#include "config.h"

#include <glib/gi18n.h>
#include <string.h>

#include "troupe-crash-point.h"
#include "troupe-interrupted-method.h"
#include "troupe-money.h"
#include "troupe-permissions.h"
#include "troupe-run-crew.h"
#include "troupe-run-kind.h"
#include "troupe-run-private.h"
#include "troupe-run-secret.h"
#include "troupe-run-storage.h"
#include "troupe-store-document.h"

/* --- Storing ---------------------------------------------------------------------------------- */

gboolean
troupe_run_begin_record (TroupeRun *self,
                         gint64 started_us,
                         TroupeStoreTicket **ticket,
                         GError **error)
{
  g_autoptr (TroupeValue) options = NULL;
  g_autoptr (TroupeSecret) secret = NULL;
  g_autofree char *document = NULL;
  TroupeRunRecord record = { 0 };

  g_assert (TROUPE_IS_RUN (self) && ticket != NULL);

  *ticket = NULL;
  if (self->options.document != NULL)
    secret = troupe_run_find_secret (self->options.document, self->options.path);
  troupe_redactor_add_secret (self->redactor, secret);
  if (self->options.store != NULL)
    troupe_store_hide (self->options.store, self->id, self->redactor);
  if (self->options.store != NULL && self->options.document != NULL)
    document = troupe_redactor_hide_text (self->redactor, self->options.document);
  if (self->goes_on)
    {
      GError *cause = NULL;

      TROUPE_CRASH_POINT ("resume-before-claim");
      if (troupe_store_claim_run (self->options.store, self->id, &cause))
        troupe_run_store_interrupted_outcome (self);
      if (cause != NULL)
        {
          g_set_error_literal (error, TROUPE_RUN_ERROR, TROUPE_RUN_ERROR_PERSISTENCE,
                               cause->message);
          g_error_free (cause);
          return FALSE;
        }
      g_atomic_int_set (&self->has_record, TRUE);
      return TRUE;
    }
  if (self->options.store == NULL)
    {
      g_atomic_int_set (&self->has_record, TRUE);
      return TRUE;
    }
  options =
      troupe_store_mark_run (troupe_run_options_to_value (&self->options), self->options.path);
  record.id = self->id;
  record.name = (char *) troupe_flow_get_name (self->flow);
  record.path = self->options.path;
  record.digest = (char *) troupe_flow_get_digest (self->flow);
  record.status = TROUPE_RUN_STATUS_RUNNING;
  record.started_us = started_us;
  record.document = document != NULL ? document : self->options.document;
  record.inputs = self->options.inputs;
  record.options = options;
  record.steps = self->steps;
  if (record.document != NULL)
    troupe_run_disk_add (self->disk, strlen (record.document));
  for (guint i = 0; self->steps != NULL && i < self->steps->len; i++)
    troupe_run_disk_add_step (self->disk, g_ptr_array_index (self->steps, i), 1);
  troupe_store_begin_run (self->options.store, &record);
  g_atomic_int_set (&self->has_record, TRUE);
  /* The task outputs with which a replay starts are stored as if this run had produced them. */
  for (guint i = 0; self->tasks != NULL && i < self->tasks->len; i++)
    troupe_store_ticket_unref (
        troupe_store_add_task (self->options.store, self->id, g_ptr_array_index (self->tasks, i)));
  /* A run that may take a while is made visible to other readers immediately. The record of a
   * run that contains only expressions is written with its first methods. */
  if (g_hash_table_size (self->agents) > 0 || self->has_python)
    {
      *ticket = troupe_store_mark (self->options.store);
      troupe_store_commit (self->options.store);
    }
  TROUPE_CRASH_POINT ("run-begin-queued");
  return TRUE;
}

static TroupeRunStatus
get_status (const TroupeRunResult *result)
{
  g_assert (result != NULL);

  switch (result->type)
    {
    case TROUPE_RESULT_OK:
      return TROUPE_RUN_STATUS_OK;

    case TROUPE_RESULT_CANCELLED:
      return TROUPE_RUN_STATUS_CANCELLED;

    case TROUPE_RESULT_TIMEOUT:
      return TROUPE_RUN_STATUS_TIMEOUT;

    case TROUPE_RESULT_PAUSED:
      return TROUPE_RUN_STATUS_PAUSED;

    case TROUPE_RESULT_LOAD_ERROR:
    case TROUPE_RESULT_BUILD_ERROR:
    case TROUPE_RESULT_RUN_ERROR:
    default:
      return TROUPE_RUN_STATUS_FAILED;
    }
}

TroupeRunResultType
troupe_run_status_to_result (TroupeRunStatus status)
{
  switch (status)
    {
    case TROUPE_RUN_STATUS_OK:
      return TROUPE_RESULT_OK;

    case TROUPE_RUN_STATUS_TIMEOUT:
      return TROUPE_RESULT_TIMEOUT;

    case TROUPE_RUN_STATUS_PAUSED:
      return TROUPE_RESULT_PAUSED;

    case TROUPE_RUN_STATUS_FAILED:
      return TROUPE_RESULT_RUN_ERROR;

    case TROUPE_RUN_STATUS_RUNNING:
    case TROUPE_RUN_STATUS_CANCELLED:
    case TROUPE_RUN_STATUS_INTERRUPTED:
    default:
      return TROUPE_RESULT_CANCELLED;
    }
}

/* A run that begins with steps is replayed, which needs the other lists of a resumed run, too. */
void
troupe_run_take_steps (TroupeRun *self, GPtrArray *steps)
{
  GPtrArray **lists[] = { &self->events, &self->requests, &self->tasks, &self->answers };

  g_return_if_fail (TROUPE_IS_RUN (self));
  g_return_if_fail (steps != NULL && steps->len > 0);

  g_clear_pointer (&self->steps, g_ptr_array_unref);
  self->steps = steps;
  for (guint i = 0; i < G_N_ELEMENTS (lists); i++)
    {
      g_clear_pointer (lists[i], g_ptr_array_unref);
      *lists[i] = g_ptr_array_new ();
    }
}

GPtrArray *
troupe_run_get_steps (TroupeRun *self)
{
  g_return_val_if_fail (TROUPE_IS_RUN (self), NULL);

  return self->steps;
}

void
troupe_run_take_tasks (TroupeRun *self, GPtrArray *tasks)
{
  g_return_if_fail (TROUPE_IS_RUN (self));
  g_return_if_fail (tasks != NULL);

  g_clear_pointer (&self->tasks, g_ptr_array_unref);
  self->tasks = tasks;
}

void
troupe_run_end_record (TroupeRun *self, const TroupeRunResult *result)
{
  g_autoptr (TroupeValue) value = NULL;
  g_autoptr (TroupeValue) whole = NULL;
  g_autoptr (GArray) none = NULL;
  TroupeRunResult rest;

  g_assert (TROUPE_IS_RUN (self));

  /* Beyond the limit of the disk, the end of the run is stored without the values of the
   * result, because the steps contain the same data. */
  whole = troupe_run_result_to_value (result, self, self->options.path, NULL);
  rest = *result;
  if (troupe_run_disk_has_room_for (self->disk, whole, 1))
    value = g_steal_pointer (&whole);
  else
    {
      none = g_array_new (FALSE, FALSE, sizeof (TroupeRunOutput));
      rest.final = NULL;
      rest.state = NULL;
      rest.outputs = none;
      value = troupe_run_result_to_value (&rest, self, self->options.path, NULL);
    }
  troupe_store_end_run (self->options.store, self->id, get_status (result),
                        result->error != NULL ? result->error->message : NULL, value);
}

/* --- Resuming --------------------------------------------------------------------------------- */

void
troupe_run_forget_failure (TroupeRun *self)
{
  g_assert (TROUPE_IS_RUN (self));

  while (self->steps->len > 1 &&
         ((const TroupeRunStep *) g_ptr_array_index (self->steps, self->steps->len - 1))->error !=
             NULL)
    g_ptr_array_set_size (self->steps, (int) self->steps->len - 1);
}

void
troupe_run_forgive_failures (TroupeRun *self)
{
  gboolean is_last = TRUE;

  g_assert (TROUPE_IS_RUN (self));

  if (!self->has_failed)
    return;
  self->forgiven = g_ptr_array_new_with_free_func ((GDestroyNotify) troupe_run_step_free);
  for (guint i = self->steps->len; i > 1; i--)
    {
      TroupeRunStep *step = g_ptr_array_index (self->steps, i - 1);
      TroupeRunStep *copy = NULL;

      is_last = is_last && (step->error != NULL || *step->method == '\0');
      if (step->error == NULL)
        continue;
      g_clear_pointer (&step->error, troupe_value_unref);
      troupe_set_str (&step->method, "");
      step->launch = 0;
      if (is_last)
        g_clear_pointer (&step->state, troupe_value_unref);
      copy = g_new0 (TroupeRunStep, 1);
      copy->ordinal = step->ordinal;
      copy->method = g_strdup ("");
      copy->value = troupe_value_new_null ();
      copy->state = step->state != NULL ? troupe_value_ref (step->state) : NULL;
      g_ptr_array_add (self->forgiven, copy);
    }
}

/* Adds the cost of the calls before the interruption to the budget. */
static void
count_spent (TroupeRun *self)
{
  g_assert (TROUPE_IS_RUN (self));

  for (guint i = 0; i < self->events->len; i++)
    {
      const TroupeEvent *event = g_ptr_array_index (self->events, i);
      TroupeLlmUsage usage = { 0 };

      if (!troupe_event_is_billed (event))
        continue;
      if (!troupe_money_from_value (troupe_event_get_field (event, "cost"), &usage.micro_dollars))
        usage.unpriced = 1;
      troupe_run_budget_add_before (self->budget, &usage);
    }
}

gboolean
troupe_run_read_stored (TroupeRun *self, GError **error)
{
  GError *cause = NULL;

  self->steps = troupe_store_get_steps (self->options.store, self->id, &cause);
  TROUPE_CRASH_POINT ("resume-steps-read");
  if (self->steps != NULL)
    self->events = troupe_store_get_events (self->options.store, self->id, &cause);
  if (self->events != NULL)
    self->requests = troupe_store_get_requests (self->options.store, self->id, &cause);
  if (self->requests != NULL)
    self->tasks = troupe_store_get_tasks (self->options.store, self->id, &cause);
  if (self->tasks != NULL)
    self->answers = troupe_store_get_answers (self->options.store, self->id, &cause);
  if (self->answers == NULL)
    {
      g_set_error_literal (error, TROUPE_RUN_ERROR, TROUPE_RUN_ERROR_PERSISTENCE, cause->message);
      g_error_free (cause);
      return FALSE;
    }
  g_assert (TROUPE_IS_RUN (self));
  /* Adds the size of the data that the run has already stored to the data that it stores
   * now. */
  for (guint i = 0; i < self->steps->len; i++)
    troupe_run_disk_add_step (self->disk, g_ptr_array_index (self->steps, i), 2);
  for (guint i = 0; i < self->events->len; i++)
    troupe_run_disk_add_event (self->disk, g_ptr_array_index (self->events, i));
  for (guint i = 0; i < self->requests->len; i++)
    troupe_run_disk_add_request (self->disk, g_ptr_array_index (self->requests, i));
  for (guint i = 0; i < self->tasks->len; i++)
    troupe_run_disk_add_task (self->disk, g_ptr_array_index (self->tasks, i));
  for (guint i = 0; i < self->answers->len; i++)
    troupe_run_disk_add_answer (self->disk, g_ptr_array_index (self->answers, i));
  count_spent (self);
  self->kind->forgive (self);
  TROUPE_CRASH_POINT ("resume-events-read");
  if (!troupe_run_add_interrupted_outcome (self, error))
    return FALSE;
  if (self->events->len > 0)
    {
      TroupeEvent *last = g_ptr_array_index (self->events, self->events->len - 1);

      troupe_event_bus_go_on_after (self->bus, last->sequence);
    }
  return TRUE;
}

static gboolean
fail_ended (const TroupeRunRecord *record, GError **error)
{
  g_assert (record != NULL);

  g_set_error (error, TROUPE_RUN_ERROR, TROUPE_RUN_ERROR_PERSISTENCE,
               _ ("The run %s has ended (%s) and cannot be resumed. Run the flow again instead."),
               record->id, troupe_run_status_get_name (record->status));
  return FALSE;
}

static gboolean
check_record (const TroupeRunRecord *record, GError **error)
{
  g_assert (record != NULL);

  if (record->status == TROUPE_RUN_STATUS_RUNNING)
    {
      g_set_error (error, TROUPE_RUN_ERROR, TROUPE_RUN_ERROR_PERSISTENCE,
                   _ ("The run %s is still running. Wait until it has finished, or stop it first."),
                   record->id);
      return FALSE;
    }
  if (!troupe_run_status_can_go_on (record->status) && record->status != TROUPE_RUN_STATUS_FAILED)
    return fail_ended (record, error);
  if (record->document != NULL)
    return TRUE;
  g_set_error (error, TROUPE_RUN_ERROR, TROUPE_RUN_ERROR_PERSISTENCE,
               _ ("The run %s was saved without its document and cannot be resumed. Run the flow "
                  "again instead."),
               record->id);
  return FALSE;
}

static TroupeFlowDocument *
load_document (const TroupeRunRecord *record, const char *text, GError **error)
{
  g_autofree char *name =
      record->path != NULL ? g_path_get_basename (record->path) : g_strdup ("flow.json");
  g_autoptr (GPtrArray) problems = NULL;
  GError *cause = NULL;
  TroupeFlowDocument *document =
      troupe_flow_document_load_text (text, strlen (text), name, &problems, &cause);

  g_assert (record != NULL);

  if (document != NULL)
    return document;
  g_set_error (error, TROUPE_RUN_ERROR, TROUPE_RUN_ERROR_DOCUMENT,
               /* Translators: the first and the last %s are the ID of a run, the second one an error */
               _ ("Could not read the document of the run %s: %s To use its steps with another "
                  "document, run: troupectl history fork %.8s --at STEP --document FILE"),
               record->id, cause != NULL ? cause->message : name, record->id);
  g_clear_error (&cause);
  return NULL;
}

TroupeFlowDocument *
troupe_run_load_stored (TroupeStore *store,
                        const char *id,
                        TroupeRunRecord **record,
                        char **text,
                        GError **error)
{
  g_autoptr (TroupeRunRecord) found = NULL;
  TroupeFlowDocument *document = NULL;
  GError *cause = NULL;

  g_return_val_if_fail (TROUPE_IS_STORE (store) && id != NULL, NULL);
  g_return_val_if_fail (record != NULL && text != NULL, NULL);

  found = troupe_store_get_run (store, id, &cause);
  if (found == NULL)
    {
      g_set_error_literal (error, TROUPE_RUN_ERROR, TROUPE_RUN_ERROR_PERSISTENCE, cause->message);
      g_error_free (cause);
      return NULL;
    }
  if (found->document == NULL)
    {
      g_set_error (error, TROUPE_RUN_ERROR, TROUPE_RUN_ERROR_DOCUMENT,
                   _ ("The run %s was saved without its document. Specify the document."),
                   found->id);
      return NULL;
    }
  *text = troupe_run_restore_document (found->document, found->path);
  document = load_document (found, *text, error);
  if (document == NULL)
    g_clear_pointer (text, g_free);
  else
    *record = g_steal_pointer (&found);
  return document;
}

/**
 * troupe_run_new_from_interrupted:
 * @store: the store of the run
 * @id: the UUID of the run, or its first characters
 * @document: (out) (optional) (transfer full): the document of the run, which may differ from the
 *   current file
 *
 * Creates a run that resumes a run that did not finish, because its process ended, it was
 * cancelled, it exceeded its time limit or no user answered (troupe_run_status_can_go_on()). When
 * the new run is executed, methods that had finished are not repeated, and methods that were
 * running are restarted. Methods that had requested feedback request it again. The numbers of its
 * events continue those of the stored events. Nothing is started or changed before the run is
 * executed; if another process has resumed the same run by then, the execution fails.
 *
 * The permissions are unchanged: request consent as for a new run. The clock and the environment
 * are the current ones.
 *
 * Returns: (transfer full) (nullable): a run that has not started, or %NULL with
 * %TROUPE_RUN_ERROR_PERSISTENCE or %TROUPE_RUN_ERROR_DOCUMENT
 */
TroupeRun *
troupe_run_new_from_interrupted (TroupeStore *store,
                                 const char *id,
                                 TroupeFlowDocument **document,
                                 GError **error)
{
  g_autoptr (TroupeRunRecord) record = NULL;
  g_autoptr (TroupeFlowDocument) loaded = NULL;
  g_autofree char *text = NULL;
  const char *reused = NULL;
  GError *cause = NULL;
  TroupeRun *self;

  g_return_val_if_fail (TROUPE_IS_STORE (store), NULL);
  g_return_val_if_fail (id != NULL, NULL);

  record = troupe_store_get_run (store, id, &cause);
  if (record == NULL)
    {
      g_set_error_literal (error, TROUPE_RUN_ERROR, TROUPE_RUN_ERROR_PERSISTENCE, cause->message);
      g_error_free (cause);
      return NULL;
    }
  if (!check_record (record, error))
    return NULL;
  text = troupe_run_restore_document (record->document, record->path);
  loaded = load_document (record, text, error);
  if (loaded == NULL)
    return NULL;
  /* A failed run can be resumed if a part of it was finished or paid for. */
  if (!troupe_store_can_resume (store, record) && !fail_ended (record, error))
    return NULL;
  TROUPE_CRASH_POINT ("resume-document-read");
  self = troupe_run_new (troupe_flow_document_get_flow (loaded));
  troupe_run_set_id (self, record->id);
  troupe_run_set_inputs (self, record->inputs);
  troupe_run_set_store (self, store, record->path, text);
  troupe_run_options_take_value (&self->options, record->options);
  troupe_run_budget_set_limit (self->budget, self->options.budget);
  self->goes_on = TRUE;
  self->has_failed = record->status == TROUPE_RUN_STATUS_FAILED;
  reused = troupe_value_get_member_text (record->options, "reuse");
  /* The engine reads what that run has stored. */
  troupe_set_str (&self->options.reuse, reused);
  if (document != NULL)
    *document = g_steal_pointer (&loaded);
  return self;
}

/* Returns TRUE if the run resumes an earlier one. */
gboolean
troupe_run_goes_on (TroupeRun *self)
{
  g_return_val_if_fail (TROUPE_IS_RUN (self), FALSE);

  return self->goes_on;
}
