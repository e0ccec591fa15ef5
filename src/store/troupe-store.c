/* troupe-store.c: run history: database of saved runs, events, steps and requests
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#define G_LOG_DOMAIN "troupe-store"

#include "config.h"

#include <glib/gi18n.h>

#include "troupe-crash-point.h"
#include "troupe-own-folders.h"
#include "troupe-store-check.h"
#include "troupe-store-database.h"
#include "troupe-store-own.h"
#include "troupe-store-owner.h"
#include "troupe-store-private.h"
#include "troupe-store-writer.h"

G_DEFINE_FINAL_TYPE (TroupeStore, troupe_store, G_TYPE_OBJECT)

static void
troupe_store_finalize (GObject *object)
{
  TroupeStore *self = TROUPE_STORE (object);

  g_clear_pointer (&self->reader, troupe_database_close);
  g_clear_pointer (&self->writer, troupe_store_writer_free);
  g_clear_pointer (&self->owner, troupe_store_owner_free);
  g_clear_pointer (&self->folder, troupe_store_folder_unref);
  g_free (self->path);
  g_free (self->notice);
  g_mutex_clear (&self->mutex);

  G_OBJECT_CLASS (troupe_store_parent_class)->finalize (object);
}

static void
troupe_store_class_init (TroupeStoreClass *klass)
{
  G_OBJECT_CLASS (klass)->finalize = troupe_store_finalize;
}

static void
troupe_store_init (TroupeStore *self)
{
  g_mutex_init (&self->mutex);
}

/* Returns `$XDG_DATA_HOME/troupe`. (transfer full) */
char *
troupe_store_get_default_folder (void)
{
  return g_build_filename (g_get_user_data_dir (), "troupe", NULL);
}

/**
 * troupe_store_open_in:
 * @folder: an open folder
 * @path: its path, for messages
 *
 * Like troupe_store_open(), for a folder that is already open.
 */
TroupeStore *
troupe_store_open_in (TroupeStoreFolder *folder, const char *path, GError **error)
{
  g_autoptr (TroupeStore) self = NULL;
  g_autoptr (TroupeStoreOwner) owner = NULL;
  g_autofree char *file = NULL;
  g_autofree char *notice = NULL;
  TroupeStoreWriter *writer = NULL;
  TroupeStoreOwnBefore *before = NULL;
  TroupeDatabase *database;

  g_return_val_if_fail (folder != NULL && path != NULL, NULL);

  /* Code of documents sees nothing of it, wherever it is. */
  troupe_own_folders_add (path);
  file = g_build_filename (path, "runs.db", NULL);
  before = troupe_store_own_look (path, TROUPE_STORE_OWN_RUNS);
  TROUPE_CRASH_POINT ("store-before-open");
  database = troupe_database_open_sound (folder, file, &notice, error);
  troupe_store_own_note (before);
  if (database == NULL)
    return NULL;
  TROUPE_CRASH_POINT ("store-opened");
  owner = troupe_store_owner_new_for_this_process ();
  writer = troupe_store_writer_new (database, owner, error);
  if (writer == NULL)
    return NULL;
  self = g_object_new (TROUPE_TYPE_STORE, NULL);
  self->folder = troupe_store_folder_ref (folder);
  self->path = g_steal_pointer (&file);
  self->notice = g_steal_pointer (&notice);
  self->owner = g_steal_pointer (&owner);
  self->writer = writer;
  return g_steal_pointer (&self);
}

/**
 * troupe_store_open:
 * @folder: created if necessary, with mode 0700
 *
 * Opens the database of runs in @folder. A damaged database is moved aside and replaced by a new
 * one; troupe_store_get_notice() reports this. @folder may be reached through symbolic links, but the
 * database itself must not be a link. Blocks for a few milliseconds.
 *
 * Returns: (transfer full) (nullable): the store, or %NULL with a %G_IO_ERROR:
 * %G_IO_ERROR_NOT_SUPPORTED if the database is newer than this program, %G_IO_ERROR_INVALID_DATA if
 * it is damaged and cannot be moved aside, %G_IO_ERROR_EXISTS if it belongs to another program
 */
TroupeStore *
troupe_store_open (const char *folder, GError **error)
{
  g_autoptr (TroupeStoreFolder) place = NULL;
  GError *cause = NULL;

  g_return_val_if_fail (folder != NULL, NULL);

  place = troupe_store_folder_open (folder, TRUE, &cause);
  if (place != NULL)
    return troupe_store_open_in (place, folder, error);
  g_set_error (error, G_IO_ERROR, cause->code,
               _ ("Could not create the folder “%s” for the run history: %s."), folder,
               cause->message);
  g_error_free (cause);
  return NULL;
}

char *
troupe_store_get_folder (TroupeStore *self)
{
  g_return_val_if_fail (TROUPE_IS_STORE (self), NULL);

  return g_path_get_dirname (self->path);
}

/**
 * troupe_store_get_notice:
 *
 * Returns: (transfer none) (nullable): sentences for the user if the database was damaged when the
 * store was opened. They describe the damage, where the database was moved to, and where runs are
 * saved from now on
 */
const char *
troupe_store_get_notice (TroupeStore *self)
{
  g_return_val_if_fail (TROUPE_IS_STORE (self), NULL);

  return self->notice;
}

/* --- Writing ------------------------------------------------------------------------------------- */

/**
 * troupe_store_begin_run:
 * @record: copied; members that are known only at the end of a run are ignored
 *
 * Queues a new run, which belongs to this process until it ends.
 */
void
troupe_store_begin_run (TroupeStore *self, const TroupeRunRecord *record)
{
  g_return_if_fail (TROUPE_IS_STORE (self));
  g_return_if_fail (record != NULL && record->id != NULL);

  troupe_store_writer_begin_run (self->writer, record);
}

void
troupe_store_hide (TroupeStore *self, const char *run_id, TroupeRedactor *redactor)
{
  g_return_if_fail (TROUPE_IS_STORE (self));
  g_return_if_fail (run_id != NULL && redactor != NULL);

  troupe_store_writer_hide (self->writer, run_id, redactor);
}

/* Queues @event; it is durable after 100 ms, or when the run has ended. */
void
troupe_store_add_event (TroupeStore *self, const char *run_id, TroupeEvent *event)
{
  g_return_if_fail (TROUPE_IS_STORE (self));
  g_return_if_fail (run_id != NULL && event != NULL);

  if (troupe_event_type_get_info (event->type)->is_chunk)
    return;

  troupe_store_writer_add_event (self->writer, run_id, event);
}

TroupeStoreTicket *
troupe_store_add_task (TroupeStore *self, const char *run_id, const TroupeTaskOutput *output)
{
  g_return_val_if_fail (TROUPE_IS_STORE (self), NULL);
  g_return_val_if_fail (run_id != NULL && output != NULL, NULL);

  return troupe_store_writer_add_task (self->writer, run_id, output);
}

/* @steps: (transfer full) (element-type TroupeRunStep) */
TroupeStoreTicket *
troupe_store_add_steps (TroupeStore *self, const char *run_id, GPtrArray *steps)
{
  g_return_val_if_fail (TROUPE_IS_STORE (self), NULL);
  g_return_val_if_fail (run_id != NULL && steps != NULL, NULL);

  return troupe_store_writer_add_steps (self->writer, run_id, steps);
}

/**
 * troupe_store_add_request:
 * @request: copied
 *
 * Adds a request for feedback after everything that was queued before, and replaces a request with
 * the same ID.
 *
 * Returns: (transfer full): a ticket to wait for before the user is prompted
 */
TroupeStoreTicket *
troupe_store_add_request (TroupeStore *self, const TroupeRunRequest *request)
{
  g_return_val_if_fail (TROUPE_IS_STORE (self), NULL);
  g_return_val_if_fail (request != NULL && request->id != NULL && request->run_id != NULL, NULL);

  return troupe_store_writer_add_request (self->writer, request);
}

/* Marks the request as closed. */
void
troupe_store_close_request (TroupeStore *self, const char *run_id, const char *request_id)
{
  g_return_if_fail (TROUPE_IS_STORE (self));
  g_return_if_fail (run_id != NULL && request_id != NULL);

  troupe_store_writer_close_request (self->writer, run_id, request_id);
}

/* Assigns a run of a document without a file to the file in which the document was saved. */
void
troupe_store_set_run_path (TroupeStore *self, const char *run_id, const char *path)
{
  g_return_if_fail (TROUPE_IS_STORE (self));
  g_return_if_fail (run_id != NULL && path != NULL);

  troupe_store_writer_set_path (self->writer, run_id, path);
}

/* @error: (nullable): a sentence; @result: (nullable): the object printed by `run --json` */
void
troupe_store_end_run (TroupeStore *self,
                      const char *run_id,
                      TroupeRunStatus status,
                      const char *error,
                      TroupeValue *result)
{
  g_return_if_fail (TROUPE_IS_STORE (self));
  g_return_if_fail (run_id != NULL);
  g_return_if_fail (status != TROUPE_RUN_STATUS_INTERRUPTED);

  troupe_store_writer_end_run (self->writer, run_id, status, error, result);
}

void
troupe_store_add_answer (TroupeStore *self, const char *run_id, const TroupeStoredAnswer *answer)
{
  g_return_if_fail (TROUPE_IS_STORE (self));
  g_return_if_fail (run_id != NULL && answer != NULL);

  troupe_store_writer_add_answer (self->writer, run_id, answer);
}

void
troupe_store_add_call (TroupeStore *self, const char *run_id, const TroupeStoredAnswer *call)
{
  g_return_if_fail (TROUPE_IS_STORE (self));
  g_return_if_fail (run_id != NULL && call != NULL);

  troupe_store_writer_add_call (self->writer, run_id, call);
}

void
troupe_store_forget_answers (TroupeStore *self, const char *run_id, const char *place)
{
  g_return_if_fail (TROUPE_IS_STORE (self));
  g_return_if_fail (run_id != NULL && place != NULL);

  troupe_store_writer_forget_answers (self->writer, run_id, place);
}

/**
 * troupe_store_mark:
 *
 * Returns: (transfer full): a ticket to wait for until everything that was queued so far is durable
 */
TroupeStoreTicket *
troupe_store_mark (TroupeStore *self)
{
  g_return_val_if_fail (TROUPE_IS_STORE (self), NULL);

  return troupe_store_writer_mark (self->writer);
}

/**
 * troupe_store_commit:
 *
 * Commits everything that was queued so far, in one transaction. Returns immediately; tickets
 * report completion.
 */
void
troupe_store_commit (TroupeStore *self)
{
  g_return_if_fail (TROUPE_IS_STORE (self));

  troupe_store_writer_commit (self->writer);
}

/* Retries a failed write immediately. */
void
troupe_store_retry (TroupeStore *self)
{
  g_return_if_fail (TROUPE_IS_STORE (self));

  troupe_store_writer_retry (self->writer);
}

/* Waits until everything that was queued is durable; returns the first error of the writer since
 * the last call. */
gboolean
troupe_store_flush (TroupeStore *self, GError **error)
{
  g_return_val_if_fail (TROUPE_IS_STORE (self), FALSE);

  return troupe_store_writer_wait (self->writer, TRUE, error);
}

/* @func: (nullable): called on the writer thread, once per cause. No lock is held, so it may add
 *   to the store, but it must not wait for the store. The previous function may still be running
 *   when this call returns; its @destroy is called after it has ended. */
void
troupe_store_set_error_func (TroupeStore *self,
                             TroupeStoreErrorFunc func,
                             gpointer user_data,
                             GDestroyNotify destroy)
{
  g_return_if_fail (TROUPE_IS_STORE (self));

  troupe_store_writer_set_error_func (self->writer, func, user_data, destroy);
}
