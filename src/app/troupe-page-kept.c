/* troupe-page-kept.c: going on with a run that was kept
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#define G_LOG_DOMAIN "troupe-page"

#include "config.h"

#include <glib/gi18n.h>

#include "troupe-application.h"
#include "troupe-page-private.h"

/* What is read of the store, all of it on another thread: reading waits for what is being written. The
 * page and the application are let go of by the main thread alone. */
typedef struct
{
  TroupePage *page;
  TroupeApplication *application;
  char *path;
  char *id;
  TroupeRunRecord *record; /* (nullable) */
  TroupeRun *run;          /* (nullable) */
  GPtrArray *events;       /* (nullable) */
  GError *error;           /* (nullable) */
} Reading;

static Reading *
reading_new (TroupePage *page, TroupeApplication *application)
{
  Reading *reading = g_new0 (Reading, 1);

  reading->page = g_object_ref (page);
  reading->application = g_object_ref (application);
  return reading;
}

static void
reading_free (Reading *self)
{
  g_object_unref (self->page);
  g_object_unref (self->application);
  g_free (self->path);
  g_free (self->id);
  g_clear_pointer (&self->record, troupe_run_record_free);
  g_clear_object (&self->run);
  g_clear_pointer (&self->events, g_ptr_array_unref);
  g_clear_error (&self->error);
  g_free (self);
}
G_DEFINE_AUTOPTR_CLEANUP_FUNC (Reading, reading_free)

static void
start_reading (Reading *reading, GTaskThreadFunc func, GAsyncReadyCallback done)
{
  g_autoptr (GTask) task = g_task_new (NULL, NULL, done, reading);

  g_task_set_source_tag (task, start_reading);
  g_task_set_task_data (task, reading, NULL);
  g_task_run_in_thread (task, func);
}

/* --- Offering --------------------------------------------------------------------------------- */

void
_troupe_page_offer_kept_run (TroupePage *self,
                             const char *id,
                             gboolean is_waiting,
                             gboolean is_changed)
{
  const char *text;

  troupe_set_str (&self->kept_id, id);
  if (is_waiting)
    text = is_changed
               ? _ ("The last run waits for your answer. The file was changed since: what goes "
                    "on is the version of then.")
               : _ ("The last run waits for your answer.");
  else
    text = is_changed
               ? _ ("The last run was interrupted. The file was changed since: what goes on is "
                    "the version of then.")
               : _ ("The last run was interrupted.");
  _troupe_page_set_notice (self, TROUPE_PAGE_NOTICE_KEPT, TROUPE_NOTICE_INFO, text, _ ("Go On"));
}

static void
look_thread (GTask *task, gpointer source, gpointer task_data, GCancellable *cancellable)
{
  Reading *reading = task_data;
  TroupeStore *store = troupe_application_find_store (reading->application);
  g_autoptr (GPtrArray) runs =
      store != NULL ? troupe_store_list_runs (store, reading->path, 1, &reading->error) : NULL;

  if (runs != NULL && runs->len > 0)
    reading->record = g_ptr_array_steal_index (runs, 0);
  g_task_return_boolean (task, TRUE);
}

static gboolean
can_offer (TroupePage *self, const TroupeRunRecord *record)
{
  if (record == NULL || self->editor == NULL || self->run != NULL || self->waiting_run != NULL)
    return FALSE;
  if (record->status != TROUPE_RUN_STATUS_INTERRUPTED && record->status != TROUPE_RUN_STATUS_PAUSED)
    return FALSE;
  return troupe_run_status_can_go_on (record->status);
}

static void
looked (GObject *source, GAsyncResult *result, gpointer user_data)
{
  g_autoptr (Reading) reading = user_data;
  TroupePage *self = reading->page;
  const TroupeRunRecord *record = reading->record;

  /* Who opens a file asked for no run: what cannot be read is said when one is begun. */
  if (reading->error != NULL)
    g_debug ("The kept runs cannot be read: %s", reading->error->message);
  if (can_offer (self, record))
    _troupe_page_offer_kept_run (
        self, record->id, record->status == TROUPE_RUN_STATUS_PAUSED,
        g_strcmp0 (record->digest,
                   troupe_flow_get_digest (troupe_flow_document_get_flow (self->document))) != 0);
}

void
_troupe_page_look_for_kept_run (TroupePage *self)
{
  TroupeApplication *application = troupe_application_get ();
  const char *path = troupe_document_get_path (TROUPE_DOCUMENT (self->document));
  Reading *reading;

  if (application == NULL || path == NULL)
    return;
  reading = reading_new (self, application);
  reading->path = g_strdup (path);
  start_reading (reading, look_thread, looked);
}

/* --- Going on --------------------------------------------------------------------------------- */

static void
read_thread (GTask *task, gpointer source, gpointer task_data, GCancellable *cancellable)
{
  Reading *reading = task_data;
  TroupeStore *store = troupe_application_get_store (reading->application);

  if (store == NULL)
    g_set_error_literal (&reading->error, TROUPE_RUN_ERROR, TROUPE_RUN_ERROR_PERSISTENCE,
                         _ ("The kept runs cannot be read."));
  else
    reading->run = troupe_run_new_from_interrupted (store, reading->id, NULL, &reading->error);
  if (reading->run != NULL)
    reading->events =
        troupe_store_get_events (store, troupe_run_get_id (reading->run), &reading->error);
  g_task_return_boolean (task, TRUE);
}

static void
was_read (GObject *source, GAsyncResult *result, gpointer user_data)
{
  g_autoptr (Reading) reading = user_data;
  TroupePage *self = reading->page;

  if (!_troupe_page_is_there (self) || self->run != NULL)
    return;
  if (reading->error != NULL)
    _troupe_page_set_notice (self, TROUPE_PAGE_NOTICE_FAILED, TROUPE_NOTICE_ERROR,
                             reading->error->message, NULL);
  else
    _troupe_page_start (self, reading->run, reading->events);
}

void
_troupe_page_go_on (TroupePage *self)
{
  TroupeApplication *application = troupe_application_get ();
  Reading *reading;

  if (application == NULL || self->kept_id == NULL || self->run != NULL)
    return;
  _troupe_page_set_notice (self, TROUPE_PAGE_NOTICE_NONE, TROUPE_NOTICE_NONE, NULL, NULL);
  g_clear_pointer (&self->told_inputs, g_free);
  reading = reading_new (self, application);
  reading->id = g_steal_pointer (&self->kept_id);
  start_reading (reading, read_thread, was_read);
}
