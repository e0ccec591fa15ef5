/* troupe-store-history.c: searching, naming and keeping saved runs
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#define G_LOG_DOMAIN "troupe-store-history"

#include "config.h"

#include <glib/gi18n.h>

#include "troupe-store-history.h"
#include "troupe-store-private.h"
#include "troupe-store-record.h"
#include "troupe-store-signature.h"
#include "troupe-store-summary.h"

/* Maximum number of words of a search; more are ignored. */
#define MOST_WORDS 12u

/* Parameters of the statement; the words follow. */
enum
{
  PARAMETER_LIMIT = 1,
  PARAMETER_PATH,
  PARAMETER_IDS,
  PARAMETER_LAST_START,
  PARAMETER_LAST_ID,
  PARAMETER_SINCE,
  PARAMETER_UNTIL,
  PARAMETER_ELAPSED,
  PARAMETER_MONEY,
  PARAMETER_STATUSES,
  PARAMETER_WORDS,
};

/* The columns of read_summary(). A run is interrupted if it is running and its process has ended. */
#define STATUS "troupe_status (status, owner_process, owner_start, owner_boot)"
#define ELAPSED "coalesce (elapsed_us, max (ended_us - started_us, 0))"
#define COLUMNS                                                                                    \
  "id, name, path, digest, " STATUS ", started_us, ended_us, " ELAPSED ", error, title, subject,"  \
  " models, place, is_kept, micro_dollars, n_calls, n_unpriced,"                                   \
  " (SELECT count (*) FROM bookmarks WHERE run = runs.id)"
/* What a row needs besides, of the run @1. Results of more than 100,000 characters are not searched, because a page has to be read
 * quickly. */
#define DETAILS                                                                                    \
  "SELECT json_extract (options, '$.origin.name'), json_extract (options, '$.until'),"             \
  " json_extract (options, '$.only'),"                                                             \
  " CASE WHEN length (result) < 100000 AND json_valid (result) THEN substr (coalesce ("            \
  " json_extract (result, '$.final.raw'), json_extract (result, '$.final')), 1, 200) END,"         \
  " coalesce (json_extract (options, '$.origin.edited'), 0) OR coalesce (is_edited, 0),"           \
  " answered_by, answered_us"                                                                      \
  " FROM runs LEFT JOIN summaries ON summaries.number = runs.number WHERE id = ?1"
#define FROM " FROM runs LEFT JOIN summaries ON summaries.number = runs.number"

#define SIGNATURE "(SELECT signature FROM run_signatures WHERE number = runs.number)"
#define TEXT "(SELECT text FROM run_texts WHERE number = runs.number)"

void
troupe_run_summary_free (TroupeRunSummary *self)
{
  if (self == NULL)
    return;
  g_clear_pointer (&self->record, troupe_run_record_free);
  g_free (self->title);
  g_free (self->subject);
  g_free (self->models);
  g_free (self->place);
  g_free (self->from);
  g_free (self->until);
  g_free (self->only);
  g_free (self->final);
  g_free (self->answered_by);
  g_free (self);
}

/* --- Statements ------------------------------------------------------------------------------- */

/* Splits the search text into folded words. (transfer full) */
static GStrv
split_words (const char *text)
{
  g_autofree char *folded = text != NULL ? troupe_store_fold (text) : NULL;
  g_auto (GStrv) parts = folded != NULL ? g_strsplit_set (folded, " \t\n\r", -1) : NULL;
  g_autoptr (GStrvBuilder) words = g_strv_builder_new ();
  guint n_words = 0;

  for (guint i = 0; parts != NULL && parts[i] != NULL && n_words < MOST_WORDS; i++)
    {
      if (*parts[i] == '\0')
        continue;
      g_strv_builder_add (words, parts[i]);
      n_words++;
    }
  return g_strv_builder_end (words);
}

/* Appends that a word is in the title, in the models, or that @function of @column says so. */
static void
add_word (GString *sql, guint parameter, const char *function, const char *column)
{
  g_string_append_printf (sql,
                          " AND (troupe_contains (troupe_fold (title), ?%u)"
                          " OR troupe_contains (troupe_fold (models), ?%u) OR %s (%s, ?%u))",
                          parameter, parameter, function, column, parameter);
}

/* Appends the conditions. The text of a run is read only if its signature may contain all words. */
static void
add_conditions (GString *sql, const TroupeRunFilter *filter, gboolean is_behind, guint n_words)
{
  if (filter->path != NULL)
    g_string_append_printf (sql, " AND path = ?%d", PARAMETER_PATH);
  if (filter->ids != NULL)
    g_string_append_printf (sql, " AND id IN (SELECT value FROM json_each (?%d))", PARAMETER_IDS);
  if (is_behind)
    g_string_append_printf (sql, " AND (started_us, id) < (?%d, ?%d)", PARAMETER_LAST_START,
                            PARAMETER_LAST_ID);
  if (filter->since_us != 0)
    g_string_append_printf (sql, " AND started_us >= ?%d", PARAMETER_SINCE);
  if (filter->until_us != 0)
    g_string_append_printf (sql, " AND started_us < ?%d", PARAMETER_UNTIL);
  if (filter->statuses != 0)
    g_string_append_printf (sql, " AND (?%d >> " STATUS ") & 1", PARAMETER_STATUSES);
  if (filter->min_elapsed_us > 0)
    g_string_append_printf (sql, " AND " ELAPSED " >= ?%d", PARAMETER_ELAPSED);
  if (filter->min_micro_dollars > 0)
    g_string_append_printf (sql, " AND micro_dollars >= ?%d", PARAMETER_MONEY);
  if (filter->is_kept)
    g_string_append (sql, " AND is_kept");
  for (guint i = 0; i < n_words; i++)
    add_word (sql, PARAMETER_WORDS + i, "troupe_may_contain", SIGNATURE);
  for (guint i = 0; i < n_words; i++)
    add_word (sql, PARAMETER_WORDS + i, "troupe_contains", TEXT);
}

/* Binds what the statement uses; SQLite ignores the parameters that it does not have. @last: (nullable) */
static void
bind (sqlite3_stmt *statement,
      const TroupeRunFilter *filter,
      const TroupeRunRecord *last,
      guint limit,
      GStrv words)
{
  sqlite3_bind_int64 (statement, PARAMETER_LIMIT, limit != 0 ? (sqlite3_int64) limit : -1);
  troupe_statement_bind_text (statement, PARAMETER_PATH, filter->path);
  if (filter->ids != NULL)
    {
      const char *const *ids = filter->ids;
      g_autoptr (GPtrArray) items = g_ptr_array_new ();
      g_autoptr (TroupeValue) list = NULL;

      for (guint i = 0; ids[i] != NULL; i++)
        g_ptr_array_add (items, troupe_value_new_string (ids[i], -1));
      list = troupe_value_new_list ((TroupeValue **) items->pdata, items->len);
      sqlite3_bind_text (statement, PARAMETER_IDS, troupe_value_to_json (list, TROUPE_JSON_COMPACT),
                         -1, g_free);
    }
  if (last != NULL)
    {
      sqlite3_bind_int64 (statement, PARAMETER_LAST_START, last->started_us);
      troupe_statement_bind_text (statement, PARAMETER_LAST_ID, last->id);
    }
  sqlite3_bind_int64 (statement, PARAMETER_SINCE, filter->since_us);
  sqlite3_bind_int64 (statement, PARAMETER_UNTIL, filter->until_us);
  sqlite3_bind_int64 (statement, PARAMETER_ELAPSED, filter->min_elapsed_us);
  sqlite3_bind_int64 (statement, PARAMETER_MONEY, filter->min_micro_dollars);
  sqlite3_bind_int64 (statement, PARAMETER_STATUSES, filter->statuses);
  for (guint i = 0; words[i] != NULL; i++)
    troupe_statement_bind_text (statement, (int) (PARAMETER_WORDS + i), words[i]);
}

/* --- Reading ---------------------------------------------------------------------------------- */

static void
status_cb (sqlite3_context *context, int n_values, sqlite3_value **values)
{
  const TroupeStoreOwner *owner = sqlite3_user_data (context);
  TroupeRunStatus status = troupe_run_status_find ((const char *) sqlite3_value_text (values[0]));

  if (status == TROUPE_RUN_STATUS_RUNNING &&
      !troupe_store_owner_is_alive (owner, sqlite3_value_int64 (values[1]),
                                    sqlite3_value_int64 (values[2]),
                                    (const char *) sqlite3_value_text (values[3])))
    status = TROUPE_RUN_STATUS_INTERRUPTED;
  sqlite3_result_int (context, (int) status);
}

/* Opens a connection with the functions of this file, so that other readers do not wait for long queries. Includes
 * the data that this process has queued. */
static TroupeDatabase *
open_reader (TroupeStore *self, GError **error)
{
  TroupeDatabase *database;

  g_assert (TROUPE_IS_STORE (self));

  troupe_store_writer_wait (self->writer, FALSE, NULL);
  database = troupe_database_open (self->folder, self->path, NULL, error);
  if (database == NULL)
    return NULL;
  database->is_in_use = TRUE;
  troupe_store_add_summary_functions (database);
  troupe_store_add_signature_functions (database);
  sqlite3_create_function_v2 (database->handle, "troupe_status", 4, SQLITE_UTF8, self->owner,
                              status_cb, NULL, NULL, NULL);
  return database;
}

static gpointer
read_summary (sqlite3_stmt *statement, gpointer user_data)
{
  TroupeRunSummary *summary = g_new0 (TroupeRunSummary, 1);
  TroupeRunRecord *record = g_new0 (TroupeRunRecord, 1);

  record->id = troupe_statement_get_needed_text (statement, 0);
  record->name = troupe_statement_get_needed_text (statement, 1);
  record->path = troupe_statement_get_text (statement, 2);
  record->digest = troupe_statement_get_needed_text (statement, 3);
  record->status = (TroupeRunStatus) sqlite3_column_int (statement, 4);
  record->started_us = sqlite3_column_int64 (statement, 5);
  record->ended_us = sqlite3_column_int64 (statement, 6);
  record->elapsed_us = sqlite3_column_int64 (statement, 7);
  record->error = troupe_statement_get_text (statement, 8);
  summary->record = record;
  summary->title = troupe_statement_get_text (statement, 9);
  summary->subject = troupe_statement_get_text (statement, 10);
  summary->models = troupe_statement_get_text (statement, 11);
  summary->place = troupe_statement_get_text (statement, 12);
  summary->is_kept = sqlite3_column_int (statement, 13) != 0;
  summary->micro_dollars = sqlite3_column_int64 (statement, 14);
  summary->n_calls = (guint) sqlite3_column_int64 (statement, 15);
  summary->n_unpriced = (guint) sqlite3_column_int64 (statement, 16);
  summary->n_bookmarks = (guint) sqlite3_column_int64 (statement, 17);
  return summary;
}

/* Adds what a row of the list shows besides. Errors leave it out. */
static void
add_details (TroupeDatabase *database, GPtrArray *summaries)
{
  sqlite3_stmt *statement = troupe_database_prepare (database, DETAILS, NULL);

  for (guint i = 0; statement != NULL && i < summaries->len; i++)
    {
      TroupeRunSummary *summary = g_ptr_array_index (summaries, i);

      troupe_statement_bind_text (statement, 1, summary->record->id);
      if (sqlite3_step (statement) == SQLITE_ROW)
        {
          summary->from = troupe_statement_get_text (statement, 0);
          summary->until = troupe_statement_get_text (statement, 1);
          summary->only = troupe_statement_get_text (statement, 2);
          summary->final = troupe_statement_get_text (statement, 3);
          summary->is_edited = sqlite3_column_int (statement, 4) != 0;
          summary->answered_by = troupe_statement_get_text (statement, 5);
          summary->answered_us = sqlite3_column_int64 (statement, 6);
        }
      sqlite3_reset (statement);
    }
  sqlite3_finalize (statement);
}

static void
interrupt_cb (GCancellable *cancellable, gpointer user_data)
{
  sqlite3_interrupt (user_data);
}

/* @cancellable: (nullable): interrupts the statement */
static GPtrArray *
read_page (TroupeStore *self,
           const TroupeRunFilter *filter,
           const TroupeRunRecord *last,
           guint limit,
           GCancellable *cancellable,
           GError **error)
{
  g_autoptr (TroupeDatabase) database = NULL;
  g_autoptr (GString) sql = g_string_new ("SELECT " COLUMNS FROM " WHERE 1");
  g_auto (GStrv) words = split_words (filter->words);
  GPtrArray *summaries = NULL;
  sqlite3_stmt *statement;
  gulong handler;

  database = open_reader (self, error);
  if (database == NULL)
    return NULL;
  add_conditions (sql, filter, last != NULL, g_strv_length (words));
  g_string_append_printf (sql, " ORDER BY started_us DESC, id DESC LIMIT ?%d", PARAMETER_LIMIT);
  statement = troupe_database_prepare (database, sql->str, error);
  if (statement == NULL)
    return NULL;
  bind (statement, filter, last, limit, words);
  handler = cancellable != NULL ? g_cancellable_connect (cancellable, G_CALLBACK (interrupt_cb),
                                                         database->handle, NULL)
                                : 0;
  if (!g_cancellable_set_error_if_cancelled (cancellable, error))
    summaries = troupe_database_read_rows (database, statement, read_summary, NULL,
                                           (GDestroyNotify) troupe_run_summary_free, error);
  if (handler != 0)
    g_cancellable_disconnect (cancellable, handler);
  sqlite3_finalize (statement);
  if (summaries != NULL)
    add_details (database, summaries);
  return summaries;
}

GPtrArray *
troupe_store_search_runs (TroupeStore *self,
                          const TroupeRunFilter *filter,
                          const TroupeRunRecord *last,
                          guint limit,
                          GError **error)
{
  g_return_val_if_fail (TROUPE_IS_STORE (self), NULL);
  g_return_val_if_fail (filter != NULL, NULL);

  return read_page (self, filter, last, limit, NULL, error);
}

TroupeRunSummary *
troupe_store_get_summary (TroupeStore *self, const char *run_id, GError **error)
{
  g_autoptr (TroupeDatabase) database = NULL;
  g_autoptr (GPtrArray) summaries = NULL;
  sqlite3_stmt *statement;

  g_return_val_if_fail (TROUPE_IS_STORE (self), NULL);
  g_return_val_if_fail (run_id != NULL, NULL);

  database = open_reader (self, error);
  statement =
      database != NULL
          ? troupe_database_prepare (database, "SELECT " COLUMNS FROM " WHERE id = ?1", error)
          : NULL;
  if (statement == NULL)
    return NULL;
  troupe_statement_bind_text (statement, 1, run_id);
  summaries = troupe_database_read_rows (database, statement, read_summary, NULL,
                                         (GDestroyNotify) troupe_run_summary_free, error);
  sqlite3_finalize (statement);
  if (summaries == NULL)
    return NULL;
  add_details (database, summaries);
  if (summaries->len > 0)
    return g_ptr_array_steal_index (summaries, 0);
  g_set_error (error, G_IO_ERROR, G_IO_ERROR_NOT_FOUND, _ ("The run %s is no longer saved."),
               run_id);
  return NULL;
}

guint
troupe_store_count_runs (TroupeStore *self, const TroupeRunFilter *filter, GError **error)
{
  g_autoptr (TroupeDatabase) database = NULL;
  g_autoptr (GString) sql = NULL;
  g_auto (GStrv) words = NULL;
  sqlite3_stmt *statement;
  guint n_runs = 0;
  int code;

  g_return_val_if_fail (TROUPE_IS_STORE (self), 0);
  g_return_val_if_fail (filter != NULL, 0);

  words = split_words (filter->words);
  sql = g_string_new ("SELECT count (*)" FROM " WHERE 1");
  add_conditions (sql, filter, FALSE, g_strv_length (words));
  database = open_reader (self, error);
  statement = database != NULL ? troupe_database_prepare (database, sql->str, error) : NULL;
  if (statement == NULL)
    return 0;
  bind (statement, filter, NULL, 0, words);
  code = sqlite3_step (statement);
  if (code == SQLITE_ROW)
    n_runs = (guint) sqlite3_column_int64 (statement, 0);
  else
    troupe_database_take_error (database, code, error);
  sqlite3_finalize (statement);
  return n_runs;
}

GArray *
troupe_store_list_bookmarks (TroupeStore *self, const char *run_id, GError **error)
{
  g_autoptr (TroupeDatabase) database = NULL;
  g_autoptr (GArray) moments = NULL;
  sqlite3_stmt *statement;
  int code;

  g_return_val_if_fail (TROUPE_IS_STORE (self), NULL);
  g_return_val_if_fail (run_id != NULL, NULL);

  database = open_reader (self, error);
  statement =
      database != NULL
          ? troupe_database_prepare (
                database, "SELECT time_us FROM bookmarks WHERE run = ?1 ORDER BY time_us", error)
          : NULL;
  if (statement == NULL)
    return NULL;
  troupe_statement_bind_text (statement, 1, run_id);
  moments = g_array_new (FALSE, FALSE, sizeof (gint64));
  while ((code = sqlite3_step (statement)) == SQLITE_ROW)
    {
      const gint64 moment_us = sqlite3_column_int64 (statement, 0);

      g_array_append_val (moments, moment_us);
    }
  if (code != SQLITE_DONE)
    troupe_database_take_error (database, code, error);
  sqlite3_finalize (statement);
  return code == SQLITE_DONE ? g_steal_pointer (&moments) : NULL;
}

/* --- Asynchronous search ---------------------------------------------------------------------- */

/* @last: (nullable): only its start and ID are set */
typedef struct
{
  TroupeRunFilter filter;
  TroupeRunRecord *last;
  guint limit;
} Search;

static void
search_free (gpointer data)
{
  Search *search = data;

  g_free ((char *) search->filter.path);
  g_free ((char *) search->filter.words);
  g_strfreev ((GStrv) search->filter.ids);
  g_clear_pointer (&search->last, troupe_run_record_free);
  g_free (search);
}

static void
search_thread (GTask *task, gpointer source, gpointer task_data, GCancellable *cancellable)
{
  const Search *search = task_data;
  GError *error = NULL;
  GPtrArray *summaries = read_page (TROUPE_STORE (source), &search->filter, search->last,
                                    search->limit, cancellable, &error);

  if (summaries != NULL)
    g_task_return_pointer (task, summaries, (GDestroyNotify) g_ptr_array_unref);
  else
    g_task_return_error (task, error);
}

void
troupe_store_search_runs_async (TroupeStore *self,
                                const TroupeRunFilter *filter,
                                const TroupeRunRecord *last,
                                guint limit,
                                GCancellable *cancellable,
                                GAsyncReadyCallback callback,
                                gpointer user_data)
{
  g_autoptr (GTask) task = NULL;
  Search *search;

  g_return_if_fail (TROUPE_IS_STORE (self));
  g_return_if_fail (filter != NULL);

  search = g_new0 (Search, 1);
  search->filter = *filter;
  search->filter.path = g_strdup (filter->path);
  search->filter.words = g_strdup (filter->words);
  search->filter.ids = (const char *const *) g_strdupv ((GStrv) filter->ids);
  if (last != NULL)
    {
      search->last = g_new0 (TroupeRunRecord, 1);
      search->last->id = g_strdup (last->id);
      search->last->started_us = last->started_us;
    }
  search->limit = limit;
  task = g_task_new (self, cancellable, callback, user_data);
  g_task_set_source_tag (task, troupe_store_search_runs_async);
  g_task_set_task_data (task, search, search_free);
  g_task_run_in_thread (task, search_thread);
}

GPtrArray *
troupe_store_search_runs_finish (TroupeStore *self, GAsyncResult *result, GError **error)
{
  g_return_val_if_fail (TROUPE_IS_STORE (self), NULL);
  g_return_val_if_fail (g_task_is_valid (result, self), NULL);

  return g_task_propagate_pointer (G_TASK (result), error);
}

/* --- Changing --------------------------------------------------------------------------------- */

void
troupe_store_rename_run (TroupeStore *self, const char *run_id, const char *title)
{
  g_return_if_fail (TROUPE_IS_STORE (self));
  g_return_if_fail (run_id != NULL);

  troupe_store_writer_set_title (self->writer, run_id,
                                 title != NULL && *title != '\0' ? title : NULL);
}

void
troupe_store_keep_run (TroupeStore *self, const char *run_id, gboolean is_kept)
{
  g_return_if_fail (TROUPE_IS_STORE (self));
  g_return_if_fail (run_id != NULL);

  troupe_store_writer_set_kept (self->writer, run_id, is_kept);
}

void
troupe_store_set_bookmark (TroupeStore *self, const char *run_id, gint64 moment_us, gboolean is_set)
{
  g_return_if_fail (TROUPE_IS_STORE (self));
  g_return_if_fail (run_id != NULL);

  troupe_store_writer_set_bookmark (self->writer, run_id, moment_us, is_set);
}
