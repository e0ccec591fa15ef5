/* troupe-run-kept.c: a run in the store, and going on with one
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#define G_LOG_DOMAIN "troupe-run-kept"

#include "config.h"

#include <glib/gi18n.h>
#include <string.h>

#include "troupe-crash-point.h"
#include "troupe-run-private.h"

/* --- Keeping ------------------------------------------------------------------------------------- */

static void
add_option (TroupeMapBuilder *builder, const char *name, const char *text)
{
  if (text != NULL)
    troupe_map_builder_add (builder, name, troupe_value_new_string (text, -1));
}

/* What whoever goes on with the run cannot know from the document. */
static TroupeValue *
make_options (TroupeRun *self)
{
  TroupeMapBuilder builder;

  troupe_map_builder_init (&builder);
  add_option (&builder, "folder", self->folder);
  add_option (&builder, "state_database", self->state_database);
  add_option (&builder, "fork_from", self->fork_from);
  add_option (&builder, "restore_from", self->restore_from);
  if (self->pending != NULL)
    troupe_map_builder_add (&builder, "pending", troupe_value_ref (self->pending));
  return troupe_map_builder_end (&builder);
}

static gboolean
claim (TroupeRun *self, GError **error)
{
  GError *cause = NULL;

  TROUPE_CRASH_POINT ("resume-before-claim");
  if (troupe_store_claim_run (self->store, self->id, &cause))
    return TRUE;
  g_set_error_literal (error, TROUPE_RUN_ERROR, TROUPE_RUN_ERROR_PERSISTENCE, cause->message);
  g_error_free (cause);
  return FALSE;
}

gboolean
_troupe_run_begin_record (TroupeRun *self, gint64 started_us, GError **error)
{
  g_autoptr (TroupeValue) options = NULL;
  g_autoptr (TroupeSecret) secret = NULL;
  g_autofree char *document = NULL;
  TroupeRunRecord record = { 0 };

  if (self->store != NULL && self->document != NULL)
    secret = _troupe_run_find_secret (self->document, self->path);
  if (secret != NULL)
    {
      troupe_store_hide (self->store, self->id, secret);
      document = troupe_secret_hide (secret, self->document, -1);
    }
  if (self->goes_on)
    return claim (self, error);
  if (self->store == NULL)
    return TRUE;
  options = make_options (self);
  record.id = self->id;
  record.name = (char *) troupe_flow_get_name (self->flow);
  record.path = self->path;
  record.digest = (char *) troupe_flow_get_digest (self->flow);
  record.status = TROUPE_RUN_STATUS_RUNNING;
  record.started_us = started_us;
  record.document = document != NULL ? document : self->document;
  record.inputs = self->inputs;
  record.options = options;
  troupe_store_begin_run (self->store, &record);
  TROUPE_CRASH_POINT ("run-begin-queued");
  return TRUE;
}

static TroupeRunStatus
get_status (const TroupeRunResult *result)
{
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

static void
wake_cb (GCancellable *cancellable, gpointer context)
{
  g_main_context_wakeup (context);
}

/* A run that has ended is never to look as if it had been interrupted: only who cancels it does not
 * wait until its end is durable. */
static void
wait_for_end (TroupeRun *self)
{
  g_autoptr (TroupeStoreTicket) ticket = troupe_store_mark (self->store);
  g_autoptr (GMainContext) context = NULL;
  gulong waker;

  if (troupe_store_ticket_wait_for_news (ticket) == TROUPE_STORE_TICKET_DONE)
    return;
  context = g_main_context_new ();
  troupe_store_ticket_set_context (ticket, context);
  waker =
      g_cancellable_connect (self->cancellable, G_CALLBACK (wake_cb), g_main_context_ref (context),
                             (GDestroyNotify) g_main_context_unref);
  while (troupe_store_ticket_get_state (ticket) != TROUPE_STORE_TICKET_DONE &&
         !g_cancellable_is_cancelled (self->cancellable))
    g_main_context_iteration (context, TRUE);
  g_cancellable_disconnect (self->cancellable, waker);
}

void
_troupe_run_end_record (TroupeRun *self, const TroupeRunResult *result)
{
  g_autoptr (TroupeValue) value = troupe_run_result_to_value (result, self, self->path, NULL);

  TROUPE_CRASH_POINT ("run-before-end-queued");
  troupe_store_end_run (self->store, self->id, get_status (result),
                        result->error != NULL ? result->error->message : NULL, value);
  wait_for_end (self);
  TROUPE_CRASH_POINT ("run-end-durable");
}

/* --- Going on ------------------------------------------------------------------------------------ */

gboolean
_troupe_run_read_kept (TroupeRun *self, GError **error)
{
  GError *cause = NULL;

  self->steps = troupe_store_get_steps (self->store, self->id, &cause);
  TROUPE_CRASH_POINT ("resume-steps-read");
  if (self->steps != NULL)
    self->events = troupe_store_get_events (self->store, self->id, &cause);
  if (self->events != NULL)
    self->requests = troupe_store_get_requests (self->store, self->id, &cause);
  if (self->requests == NULL)
    {
      g_set_error_literal (error, TROUPE_RUN_ERROR, TROUPE_RUN_ERROR_PERSISTENCE, cause->message);
      g_error_free (cause);
      return FALSE;
    }
  TROUPE_CRASH_POINT ("resume-events-read");
  if (self->events->len > 0)
    {
      TroupeEvent *last = g_ptr_array_index (self->events, self->events->len - 1);

      troupe_event_bus_go_on_after (self->bus, last->sequence);
    }
  return TRUE;
}

static const char *
get_option (const TroupeRunRecord *record, const char *name)
{
  TroupeValue *value =
      record->options != NULL ? troupe_value_map_lookup_string (record->options, name, -1) : NULL;

  return value != NULL && troupe_value_is (value, TROUPE_VALUE_STRING)
             ? troupe_value_get_string (value, NULL)
             : NULL;
}

static gboolean
check_record (const TroupeRunRecord *record, GError **error)
{
  if (record->status == TROUPE_RUN_STATUS_RUNNING)
    {
      g_set_error (error, TROUPE_RUN_ERROR, TROUPE_RUN_ERROR_PERSISTENCE,
                   _ ("The run %s is still running."), record->id);
      return FALSE;
    }
  if (!troupe_run_status_can_go_on (record->status))
    {
      g_set_error (error, TROUPE_RUN_ERROR, TROUPE_RUN_ERROR_PERSISTENCE,
                   _ ("The run %s has ended (%s), so there is nothing to go on with. Run the flow "
                      "again instead."),
                   record->id, troupe_run_status_get_name (record->status));
      return FALSE;
    }
  if (record->document != NULL)
    return TRUE;
  g_set_error (error, TROUPE_RUN_ERROR, TROUPE_RUN_ERROR_PERSISTENCE,
               _ ("The run %s was kept without its document, so it cannot be gone on with. Run the "
                  "flow again instead."),
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

  if (document != NULL)
    return document;
  g_set_error (error, TROUPE_RUN_ERROR, TROUPE_RUN_ERROR_DOCUMENT,
               _ ("The document that the run %s was begun with cannot be read: %s"), record->id,
               cause != NULL ? cause->message : name);
  g_clear_error (&cause);
  return NULL;
}

static TroupeRun *
make_run (TroupeStore *store, const TroupeRunRecord *record, const char *text, TroupeFlow *flow)
{
  TroupeRun *self = troupe_run_new (flow);
  TroupeValue *pending = record->options != NULL
                             ? troupe_value_map_lookup_string (record->options, "pending", -1)
                             : NULL;

  troupe_run_set_id (self, record->id);
  troupe_run_set_inputs (self, record->inputs);
  troupe_run_set_store (self, store, record->path, text);
  if (get_option (record, "folder") != NULL)
    troupe_set_str (&self->folder, get_option (record, "folder"));
  troupe_run_set_state_database (self, get_option (record, "state_database"));
  troupe_run_set_fork_from (self, get_option (record, "fork_from"));
  troupe_run_set_restore_from (self, get_option (record, "restore_from"));
  if (pending != NULL)
    self->pending = troupe_value_ref (pending);
  self->goes_on = TRUE;
  return self;
}

/**
 * troupe_run_new_from_interrupted:
 * @store: where the run is kept
 * @id: its UUID, or the first characters of it
 * @document: (out) (optional) (transfer full): what it was begun with, which may differ from the file
 *   of today
 *
 * A run that goes on with one that came to no end of its own, as its process was ended, it was cancelled,
 * its time was over or nobody answered (troupe_run_status_can_go_on()). Executing it repeats no method that had finished
 * and begins anew those that were under way, while those that had asked a person ask again; its events go on in number behind those that are kept.
 * Nothing is started or changed before it is executed; where another process goes on with the same run
 * by then, executing it fails.
 *
 * What the run could do is as it was: ask for consent as for a new one. The clock and the environment are
 * those of today.
 *
 * Returns: (transfer full) (nullable): a run that has not begun, or %NULL with
 *   %TROUPE_RUN_ERROR_PERSISTENCE or %TROUPE_RUN_ERROR_DOCUMENT
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
  text = _troupe_run_restore_document (record->document, record->path);
  loaded = load_document (record, text, error);
  if (loaded == NULL)
    return NULL;
  TROUPE_CRASH_POINT ("resume-document-read");
  self = make_run (store, record, text, troupe_flow_document_get_flow (loaded));
  if (document != NULL)
    *document = g_steal_pointer (&loaded);
  return self;
}

/* Whether it goes on with a run that was begun before. */
gboolean
troupe_run_goes_on (TroupeRun *self)
{
  g_return_val_if_fail (TROUPE_IS_RUN (self), FALSE);

  return self->goes_on;
}
