/* troupe-store-read.c: store: reading, resuming and removing saved runs
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#define G_LOG_DOMAIN "troupe-store-read"

#include "config.h"

#include <glib/gi18n.h>

#include "troupe-store-answers.h"
#include "troupe-store-database.h"
#include "troupe-store-owner.h"
#include "troupe-store-private.h"
#include "troupe-store-record.h"
#include "troupe-store-requests.h"
#include "troupe-store-steps.h"
#include "troupe-store-tasks.h"
#include "troupe-store-value.h"
#include "troupe-store-writer.h"

/* The columns of a list, in the order of read_record() and of the table. The columns that follow
 * in the table may be large and are not read. */
#define RECORD_COLUMNS                                                                             \
  "id, name, path, digest, status, started_us, ended_us, elapsed_us, owner_process, owner_start,"  \
  " owner_boot, error, options"

/* --- Reading ------------------------------------------------------------------------------------- */

/* Locks the reading connection, after everything that this process has queued was written. If
 * the result is not NULL, the caller must unlock the mutex. */
static TroupeDatabase *
lock_reader (TroupeStore *self, GError **error)
{
  g_assert (TROUPE_IS_STORE (self));

  troupe_store_writer_wait (self->writer, FALSE, NULL);
  g_mutex_lock (&self->mutex);
  if (self->reader == NULL)
    self->reader = troupe_database_open (self->folder, self->path, NULL, error);
  if (self->reader == NULL)
    g_mutex_unlock (&self->mutex);
  else
    self->reader->is_in_use = TRUE;
  return self->reader;
}

static TroupeValue *
read_json (sqlite3_stmt *statement, int column)
{
  const char *text = (const char *) sqlite3_column_text (statement, column);

  return text != NULL ? troupe_value_from_json (text, -1, NULL) : NULL;
}

static TroupeRunRecord *
read_record (TroupeStore *self, sqlite3_stmt *statement)
{
  TroupeRunRecord *record = g_new0 (TroupeRunRecord, 1);

  g_assert (TROUPE_IS_STORE (self));

  record->id = troupe_statement_get_needed_text (statement, 0);
  record->name = troupe_statement_get_needed_text (statement, 1);
  record->path = troupe_statement_get_text (statement, 2);
  record->digest = troupe_statement_get_needed_text (statement, 3);
  record->status = troupe_run_status_find ((const char *) sqlite3_column_text (statement, 4));
  record->started_us = sqlite3_column_int64 (statement, 5);
  record->ended_us = sqlite3_column_int64 (statement, 6);
  record->elapsed_us = sqlite3_column_type (statement, 7) != SQLITE_NULL
                           ? sqlite3_column_int64 (statement, 7)
                           : MAX (record->ended_us - record->started_us, 0);
  record->error = troupe_statement_get_text (statement, 11);
  record->options =
      troupe_store_value_from_text ((const char *) sqlite3_column_text (statement, 12));
  if (record->status == TROUPE_RUN_STATUS_RUNNING &&
      !troupe_store_owner_is_alive (self->owner, sqlite3_column_int64 (statement, 8),
                                    sqlite3_column_int64 (statement, 9),
                                    (const char *) sqlite3_column_text (statement, 10)))
    record->status = TROUPE_RUN_STATUS_INTERRUPTED;
  return record;
}

static gpointer
take_record (sqlite3_stmt *statement, gpointer user_data)
{
  return read_record (user_data, statement);
}

static gpointer
take_whole_record (sqlite3_stmt *statement, gpointer user_data)
{
  TroupeRunRecord *record = read_record (user_data, statement);

  record->inputs = read_json (statement, 13);
  record->result = read_json (statement, 14);
  record->document = troupe_statement_get_text (statement, 15);
  return record;
}

/* ?1: the limit; ?2: the document; ?3 and ?4: start time and ID of the last run of the previous
 * page */
static const char *
get_list_sql (gboolean of_path, gboolean is_behind)
{
#define LIST(condition)                                                                            \
  "SELECT " RECORD_COLUMNS " FROM runs " condition " ORDER BY started_us DESC, id DESC LIMIT ?1"
  if (of_path)
    return is_behind ? LIST ("WHERE path = ?2 AND (started_us, id) < (?3, ?4)")
                     : LIST ("WHERE path = ?2");
  return is_behind ? LIST ("WHERE (started_us, id) < (?3, ?4)") : LIST ("");
#undef LIST
}

/**
 * troupe_store_list_runs_behind:
 * @path: (nullable): only runs of documents at this path
 * @last: (nullable): the last run of the previous page; only its start time and ID are used, and it
 *   may have been deleted
 * @limit: maximum number of runs; 0 for no limit
 *
 * Returns: (transfer full) (element-type TroupeRunRecord) (nullable): runs, newest first
 */
GPtrArray *
troupe_store_list_runs_behind (TroupeStore *self,
                               const char *path,
                               const TroupeRunRecord *last,
                               guint limit,
                               GError **error)
{
  TroupeDatabase *database;
  sqlite3_stmt *statement;
  GPtrArray *runs = NULL;

  g_return_val_if_fail (TROUPE_IS_STORE (self), NULL);

  database = lock_reader (self, error);
  if (database == NULL)
    return NULL;
  statement = troupe_database_prepare (database, get_list_sql (path != NULL, last != NULL), error);
  if (statement != NULL)
    {
      sqlite3_bind_int64 (statement, 1, limit != 0 ? (sqlite3_int64) limit : -1);
      if (path != NULL)
        troupe_statement_bind_text (statement, 2, path);
      if (last != NULL)
        {
          sqlite3_bind_int64 (statement, 3, last->started_us);
          troupe_statement_bind_text (statement, 4, last->id);
        }
      runs = troupe_database_read_rows (database, statement, take_record, self,
                                        (GDestroyNotify) troupe_run_record_free, error);
    }
  sqlite3_finalize (statement);
  g_mutex_unlock (&self->mutex);
  return runs;
}

/* Returns the first page of runs. */
GPtrArray *
troupe_store_list_runs (TroupeStore *self, const char *path, guint limit, GError **error)
{
  return troupe_store_list_runs_behind (self, path, NULL, limit, error);
}

/**
 * troupe_store_get_run:
 * @id: a UUID, or a prefix that matches only one run
 *
 * Returns: (transfer full) (nullable): the run with its document, or %NULL with
 * %G_IO_ERROR_NOT_FOUND or, if several runs match, %G_IO_ERROR_INVALID_ARGUMENT
 */
TroupeRunRecord *
troupe_store_get_run (TroupeStore *self, const char *id, GError **error)
{
  g_autoptr (GPtrArray) runs = NULL;
  TroupeDatabase *database;
  sqlite3_stmt *statement;

  g_return_val_if_fail (TROUPE_IS_STORE (self), NULL);
  g_return_val_if_fail (id != NULL, NULL);

  database = lock_reader (self, error);
  if (database == NULL)
    return NULL;
  statement = troupe_database_prepare (database,
                                       "SELECT " RECORD_COLUMNS ", inputs, result,"
                                       " (SELECT text FROM documents"
                                       " WHERE documents.digest = runs.document) FROM runs"
                                       " WHERE id >= ?1 AND substr (id, 1, length (?1)) = ?1"
                                       " ORDER BY id LIMIT 2",
                                       error);
  if (statement != NULL)
    {
      troupe_statement_bind_text (statement, 1, id);
      runs = troupe_database_read_rows (database, statement, take_whole_record, self,
                                        (GDestroyNotify) troupe_run_record_free, error);
    }
  sqlite3_finalize (statement);
  g_mutex_unlock (&self->mutex);
  if (runs != NULL)
    {
      if (runs->len == 1 ||
          (runs->len > 1 && g_str_equal (((TroupeRunRecord *) runs->pdata[0])->id, id)))
        return g_ptr_array_steal_index (runs, 0);
      if (runs->len == 0)
        g_set_error (error, G_IO_ERROR, G_IO_ERROR_NOT_FOUND,
                     _ ("No saved run has an ID that begins with “%s”."), id);
      else
        g_set_error (
            error, G_IO_ERROR, G_IO_ERROR_INVALID_ARGUMENT,
            _ ("Several saved runs have an ID that begins with “%s”. Enter more characters."), id);
      return NULL;
    }
  return NULL;
}

/* Returns the events in chronological order. (transfer full) (element-type TroupeEvent) */
GPtrArray *
troupe_store_get_events (TroupeStore *self, const char *run_id, GError **error)
{
  g_autoptr (TroupeEventReader) reader = troupe_event_reader_new ();
  guint64 last = 0;

  return troupe_store_get_events_behind (self, run_id, reader, 0, &last, NULL, error);
}

/* State of reading a page of events. @n_rows: number of rows, including rows that cannot be
 * parsed */
typedef struct
{
  TroupeEventReader *reader;
  guint64 last;
  guint n_rows;
} EventPage;

static gpointer
take_numbered_event (sqlite3_stmt *statement, gpointer user_data)
{
  EventPage *page = user_data;
  g_autoptr (GError) error = NULL;
  TroupeEvent *event;

  page->last = (guint64) sqlite3_column_int64 (statement, 1);
  page->n_rows++;
  event = troupe_event_reader_read (page->reader, (const char *) sqlite3_column_text (statement, 0),
                                    sqlite3_column_bytes (statement, 0), &error);
  if (event == NULL)
    g_debug ("A stored event could not be read: %s", error->message);
  return event;
}

/**
 * troupe_store_get_events_behind:
 * @reader: the reader that was used for the previous pages
 * @limit: maximum number of events; 0 for no limit
 * @last: (inout): sequence number of the last event of the previous page, 0 for the first page; set
 *   to the last event of this page
 * @has_more: (out) (optional): whether there may be another page
 *
 * Returns: (transfer full) (element-type TroupeEvent): a page of the events of a run, in order
 */
GPtrArray *
troupe_store_get_events_behind (TroupeStore *self,
                                const char *run_id,
                                TroupeEventReader *reader,
                                guint limit,
                                guint64 *last,
                                gboolean *has_more,
                                GError **error)
{
  TroupeDatabase *database;
  sqlite3_stmt *statement;
  GPtrArray *events = NULL;
  EventPage page = { reader, 0, 0 };

  g_return_val_if_fail (TROUPE_IS_STORE (self), NULL);
  g_return_val_if_fail (run_id != NULL, NULL);
  g_return_val_if_fail (reader != NULL, NULL);
  g_return_val_if_fail (last != NULL, NULL);

  database = lock_reader (self, error);
  if (database == NULL)
    return NULL;
  page.last = *last;
  statement = troupe_database_prepare (database,
                                       "SELECT line, key & 4294967295 FROM events WHERE key"
                                       " > (SELECT number FROM runs WHERE id = ?1) << 32 | ?2"
                                       " AND key <="
                                       " (SELECT number FROM runs WHERE id = ?1) << 32 | 4294967295"
                                       " ORDER BY key LIMIT ?3",
                                       error);
  if (statement != NULL)
    {
      troupe_statement_bind_text (statement, 1, run_id);
      sqlite3_bind_int64 (statement, 2, (sqlite3_int64) *last);
      sqlite3_bind_int64 (statement, 3, limit > 0 ? (sqlite3_int64) limit : -1);
      events = troupe_database_read_rows (database, statement, take_numbered_event, &page,
                                          (GDestroyNotify) troupe_event_unref, error);
    }
  sqlite3_finalize (statement);
  g_mutex_unlock (&self->mutex);
  if (events == NULL)
    return NULL;
  *last = page.last;
  if (has_more != NULL)
    *has_more = limit > 0 && page.n_rows == limit;
  return events;
}

/* Returns the steps in order, from number 0. (transfer full) (element-type TroupeRunStep) */
GPtrArray *
troupe_store_get_steps (TroupeStore *self, const char *run_id, GError **error)
{
  TroupeDatabase *database;
  GPtrArray *steps;

  g_return_val_if_fail (TROUPE_IS_STORE (self), NULL);
  g_return_val_if_fail (run_id != NULL, NULL);

  database = lock_reader (self, error);
  if (database == NULL)
    return NULL;
  steps = troupe_store_read_steps (database, run_id, error);
  g_mutex_unlock (&self->mutex);
  return steps;
}

GPtrArray *
troupe_store_get_tasks (TroupeStore *self, const char *run_id, GError **error)
{
  TroupeDatabase *database;
  GPtrArray *outputs;

  g_return_val_if_fail (TROUPE_IS_STORE (self), NULL);
  g_return_val_if_fail (run_id != NULL, NULL);

  database = lock_reader (self, error);
  if (database == NULL)
    return NULL;
  outputs = troupe_store_read_tasks (database, run_id, error);
  g_mutex_unlock (&self->mutex);
  return outputs;
}

GPtrArray *
troupe_store_get_answers (TroupeStore *self, const char *run_id, GError **error)
{
  TroupeDatabase *database;
  GPtrArray *answers;

  g_return_val_if_fail (TROUPE_IS_STORE (self), NULL);
  g_return_val_if_fail (run_id != NULL, NULL);

  database = lock_reader (self, error);
  if (database == NULL)
    return NULL;
  answers = troupe_store_read_answers (database, run_id, error);
  g_mutex_unlock (&self->mutex);
  return answers;
}

GPtrArray *
troupe_store_get_calls (TroupeStore *self, const char *run_id, GError **error)
{
  TroupeDatabase *database;
  GPtrArray *calls;

  g_return_val_if_fail (TROUPE_IS_STORE (self), NULL);
  g_return_val_if_fail (run_id != NULL, NULL);

  database = lock_reader (self, error);
  if (database == NULL)
    return NULL;
  calls = troupe_store_read_calls (database, run_id, error);
  g_mutex_unlock (&self->mutex);
  return calls;
}

gint64
troupe_store_count_calls (TroupeStore *self, const char *run_id)
{
  TroupeDatabase *database;
  gint64 n_calls;

  g_return_val_if_fail (TROUPE_IS_STORE (self), 0);
  g_return_val_if_fail (run_id != NULL, 0);

  database = lock_reader (self, NULL);
  if (database == NULL)
    return 0;
  n_calls = troupe_store_find_last_call (database, run_id);
  g_mutex_unlock (&self->mutex);
  return n_calls;
}

static GPtrArray *
read_requests (TroupeStore *self, const char *run_id, gboolean only_open, GError **error)
{
  TroupeDatabase *database = lock_reader (self, error);
  GPtrArray *requests;

  g_assert (TROUPE_IS_STORE (self));

  if (database == NULL)
    return NULL;
  requests = troupe_store_read_requests (database, self->owner, run_id, only_open, error);
  g_mutex_unlock (&self->mutex);
  return requests;
}

/**
 * troupe_store_list_requests:
 * @run_id: (nullable): the complete ID of one run, which may be running; %NULL for all runs that
 *   can be resumed
 *
 * Returns: (transfer full) (element-type TroupeRunRequest) (nullable): the open requests, oldest
 * first
 */
GPtrArray *
troupe_store_list_requests (TroupeStore *self, const char *run_id, GError **error)
{
  g_return_val_if_fail (TROUPE_IS_STORE (self), NULL);

  return read_requests (self, run_id, TRUE, error);
}

/* Returns all requests of a run, open or closed, oldest first. (transfer full) (element-type
 * TroupeRunRequest) (nullable) */
GPtrArray *
troupe_store_get_requests (TroupeStore *self, const char *run_id, GError **error)
{
  g_return_val_if_fail (TROUPE_IS_STORE (self), NULL);
  g_return_val_if_fail (run_id != NULL, NULL);

  return read_requests (self, run_id, FALSE, error);
}

/* --- Resuming --------------------------------------------------------------------------------- */

static gpointer
take_owner (sqlite3_stmt *statement, gpointer user_data)
{
  TroupeStoreOwner *owner = g_new0 (TroupeStoreOwner, 1);

  owner->process = sqlite3_column_int64 (statement, 0);
  owner->start = sqlite3_column_int64 (statement, 1);
  owner->boot = troupe_statement_get_text (statement, 2);
  return owner;
}

static gboolean
claim (TroupeStore *self, TroupeRunRecord *record, GError **error)
{
  TroupeDatabase *database = lock_reader (self, error);
  TroupeStoreOwner *former;
  GError *cause = NULL;
  gboolean is_ours = FALSE;
  const char *run_id;
  g_autoptr (GPtrArray) owners = NULL;
  sqlite3_stmt *statement;

  g_assert (TROUPE_IS_STORE (self));

  if (database == NULL)
    return FALSE;
  run_id = record->id;
  statement = troupe_database_prepare (
      database, "SELECT owner_process, owner_start, owner_boot FROM runs WHERE id = ?1", &cause);
  former = NULL;
  if (statement != NULL)
    {
      troupe_statement_bind_text (statement, 1, run_id);
      owners = troupe_database_read_rows (database, statement, take_owner, NULL,
                                          (GDestroyNotify) troupe_store_owner_free, &cause);
      sqlite3_finalize (statement);
      if (owners != NULL)
        {
          if (owners->len == 1)
            {
              former = g_ptr_array_steal_index (owners, 0);
            }
          else
            g_set_error (&cause, G_IO_ERROR, G_IO_ERROR_NOT_FOUND,
                         _ ("The run %s is no longer saved."), run_id);
        }
    }
  if (former != NULL)
    is_ours =
        troupe_store_claim (database, record->id, self->owner, former, record->ended_us, &cause);
  g_mutex_unlock (&self->mutex);
  g_clear_pointer (&former, troupe_store_owner_free);
  if (cause != NULL)
    g_propagate_error (error, cause);
  else if (!is_ours)
    g_set_error (error, G_IO_ERROR, G_IO_ERROR_BUSY,
                 _ ("The run %s is being resumed by another process."), record->id);
  return is_ours;
}

gboolean
troupe_store_can_resume (TroupeStore *self, const TroupeRunRecord *record)
{
  TroupeDatabase *database = NULL;
  gboolean has_work;

  g_return_val_if_fail (TROUPE_IS_STORE (self), FALSE);
  g_return_val_if_fail (record != NULL, FALSE);

  if (!troupe_run_status_can_go_on (record->status) && record->status != TROUPE_RUN_STATUS_FAILED)
    return FALSE;
  database = lock_reader (self, NULL);
  if (database == NULL)
    return FALSE;
  has_work = !troupe_store_is_of_rounds (database, record->id) &&
             (troupe_run_status_can_go_on (record->status) ||
              troupe_store_has_work (database, record->id));
  g_mutex_unlock (&self->mutex);
  return has_work;
}

/**
 * troupe_store_claim_run:
 *
 * Claims an unfinished run for this process, so that only one process resumes it.
 *
 * Returns: %FALSE with %G_IO_ERROR_BUSY if another process executes the run,
 * %G_IO_ERROR_INVALID_ARGUMENT if the run has ended
 */
gboolean
troupe_store_claim_run (TroupeStore *self, const char *run_id, GError **error)
{
  g_autoptr (TroupeRunRecord) record = NULL;

  g_return_val_if_fail (TROUPE_IS_STORE (self), FALSE);
  g_return_val_if_fail (run_id != NULL, FALSE);

  record = troupe_store_get_run (self, run_id, error);
  if (record == NULL)
    return FALSE;
  if (troupe_store_can_resume (self, record))
    return claim (self, record, error);
  if (record->status == TROUPE_RUN_STATUS_RUNNING)
    g_set_error (error, G_IO_ERROR, G_IO_ERROR_BUSY,
                 _ ("The run %s is still running. Wait until it has finished, or stop it first."),
                 record->id);
  else
    g_set_error (error, G_IO_ERROR, G_IO_ERROR_INVALID_ARGUMENT,
                 _ ("The run %s has ended (%s) and cannot be resumed. Run the flow again instead."),
                 record->id, troupe_run_status_get_name (record->status));
  return FALSE;
}

/* --- Removing runs ---------------------------------------------------------------------------- */

gboolean
troupe_store_delete_runs (TroupeStore *self, const char *const *run_ids, GError **error)
{
  static const TroupeStoreRetention none = TROUPE_STORE_RETENTION_NONE;
  guint n_removed = 0;

  g_return_val_if_fail (TROUPE_IS_STORE (self), FALSE);
  g_return_val_if_fail (run_ids != NULL, FALSE);

  for (guint i = 0; run_ids[i] != NULL; i++)
    troupe_store_writer_delete_run (self->writer, run_ids[i]);
  return troupe_store_prune (self, &none, &n_removed, error);
}

gboolean
troupe_store_delete_run (TroupeStore *self, const char *run_id, GError **error)
{
  const char *const run_ids[] = { run_id, NULL };

  g_return_val_if_fail (run_id != NULL, FALSE);

  return troupe_store_delete_runs (self, run_ids, error);
}

/**
 * troupe_store_prune:
 * @n_removed: (out): the number of removed runs
 *
 * Removes the runs that exceed the limits, oldest first, and documents that no other run uses. Then
 * releases the disk space. Blocks until this is done.
 */
gboolean
troupe_store_prune (TroupeStore *self,
                    const TroupeStoreRetention *retention,
                    guint *n_removed,
                    GError **error)
{
  g_return_val_if_fail (TROUPE_IS_STORE (self), FALSE);
  g_return_val_if_fail (retention != NULL && n_removed != NULL, FALSE);

  troupe_store_ticket_wait (troupe_store_writer_prune (self->writer, retention, n_removed));
  return troupe_store_writer_wait (self->writer, TRUE, error);
}

/**
 * troupe_store_set_retention:
 *
 * Enforces the limits now, and again after a run has ended, at most once per minute.
 */
void
troupe_store_set_retention (TroupeStore *self, const TroupeStoreRetention *retention)
{
  g_return_if_fail (TROUPE_IS_STORE (self));
  g_return_if_fail (retention != NULL);

  troupe_store_writer_set_retention (self->writer, retention);
}
