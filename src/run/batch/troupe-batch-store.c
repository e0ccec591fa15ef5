/* troupe-batch-store.c: the database of a batch
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#define G_LOG_DOMAIN "troupe-batch-store"

#include "config.h"

#include <glib/gi18n.h>
#include <inttypes.h>

#include "troupe-batch-store.h"
#include "troupe-store-database.h"
#include "troupe-store-own.h"

/* How long a read of the results by another connection may delay the start of a batch. */
#define LOOK_MS 2000
#define VERSION 1

/* The state of an item is stored before the large columns, so that these need not be read to
 * skip a row. A large row occupies separate pages, so resuming a batch finds the unfinished
 * items with the indexes, regardless of the number of finished items. Older versions do not need
 * the indexes, so the schema version is unchanged. */
static const char schema[] = "PRAGMA secure_delete = OFF;"
                             "CREATE TABLE IF NOT EXISTS meta ("
                             " name TEXT PRIMARY KEY NOT NULL,"
                             " value TEXT NOT NULL);"
                             "CREATE TABLE IF NOT EXISTS items ("
                             " ordinal INTEGER PRIMARY KEY,"
                             " state INTEGER NOT NULL DEFAULT 0,"
                             " line INTEGER NOT NULL,"
                             " attempts INTEGER NOT NULL DEFAULT 0,"
                             " tries INTEGER NOT NULL DEFAULT 0,"
                             " change INTEGER NOT NULL DEFAULT 0,"
                             " cost INTEGER NOT NULL DEFAULT 0,"
                             " id TEXT NOT NULL UNIQUE,"
                             " input TEXT,"
                             " result TEXT,"
                             " record TEXT);"
                             "CREATE TABLE IF NOT EXISTS live ("
                             " ordinal INTEGER PRIMARY KEY,"
                             " cost INTEGER NOT NULL);"
                             "CREATE INDEX IF NOT EXISTS items_by_state ON items"
                             " (state, ordinal, cost);"
                             "CREATE INDEX IF NOT EXISTS items_by_change ON items (change);";

typedef enum
{
  STATEMENT_GET,
  STATEMENT_SET,
  STATEMENT_ADD,
  STATEMENT_REMOVE,
  STATEMENT_FIND,
  STATEMENT_UPDATE,
  STATEMENT_FORGET_LIVE,
  STATEMENT_SET_LIVE,
  STATEMENT_GET_LIVE,
  STATEMENT_COUNT_LIVE,
  STATEMENT_WAIT_AGAIN,
  STATEMENT_LIST,
  STATEMENT_COUNT,
  STATEMENT_EACH,
  STATEMENT_SINCE,
  STATEMENT_CHANGE,
  STATEMENT_ORDINALS,
  STATEMENT_SEARCH,
  STATEMENT_ITEM,
  N_STATEMENTS
} Statement;

static const char *const statements[N_STATEMENTS] = {
  [STATEMENT_GET] = "SELECT value FROM meta WHERE name = ?",
  [STATEMENT_SET] = "INSERT OR REPLACE INTO meta (name, value) VALUES (?, ?)",
  [STATEMENT_ADD] = "INSERT OR IGNORE INTO items (ordinal, state, line, change, id, input, result,"
                    " record, cost) VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?)",
  [STATEMENT_REMOVE] = "DELETE FROM items WHERE ordinal = ?",
  [STATEMENT_FIND] = "SELECT line FROM items WHERE id = ?",
  [STATEMENT_UPDATE] = "UPDATE items SET state = ?, attempts = ?, tries = ?, change = ?, cost = ?,"
                       " result = ?, record = ? WHERE ordinal = ?",
  [STATEMENT_FORGET_LIVE] = "DELETE FROM live WHERE ordinal = ?",
  [STATEMENT_SET_LIVE] = "INSERT OR REPLACE INTO live (ordinal, cost) VALUES (?, ?)",
  [STATEMENT_GET_LIVE] = "SELECT cost FROM live WHERE ordinal = ?",
  [STATEMENT_COUNT_LIVE] = "SELECT sum (cost) FROM live",
  [STATEMENT_WAIT_AGAIN] = "UPDATE items SET state = 0, tries = 0, change = ?1 WHERE state = ?2"
                           " AND (?3 = 0 OR ordinal = ?3)",
  [STATEMENT_LIST] = "SELECT ordinal, state, line, attempts, tries, cost, id, input FROM items"
                     " WHERE ordinal > ? AND state = 0 ORDER BY ordinal LIMIT ?",
  [STATEMENT_COUNT] = "SELECT state, count (*), sum (cost) FROM items GROUP BY state",
  [STATEMENT_EACH] = "SELECT ordinal, state, line, attempts, tries, cost, id, NULL, result, record"
                     " FROM items WHERE +state > 0 AND +change > ? ORDER BY ordinal",
  [STATEMENT_SINCE] = "SELECT ordinal, state, line, attempts, tries, cost, id, NULL, result, record"
                      " FROM items WHERE +state > 0 AND change > ?",
  [STATEMENT_ORDINALS] = "SELECT ordinal FROM items WHERE (1 << state) & ? ORDER BY ordinal",
  /* The record also contains ids and numbers that the table does not show. It is compared first, because
   * parsing all results takes longer. */
  [STATEMENT_SEARCH] = "SELECT ordinal FROM items WHERE (1 << state) & ? AND"
                       " (input LIKE ?2 ESCAPE '~' OR (record LIKE ?2 ESCAPE '~' AND"
                       " (coalesce (json_extract (result, '$.final.raw'),"
                       " json_extract (result, '$.final')) LIKE ?2 ESCAPE '~' OR"
                       " json_extract (result, '$.error.message') LIKE ?2 ESCAPE '~')))"
                       " ORDER BY ordinal",
  [STATEMENT_ITEM] = "SELECT ordinal, state, line, attempts, tries, cost, id, input, result, record"
                     " FROM items WHERE ordinal = ?",
  [STATEMENT_CHANGE] = "SELECT max (change) FROM items",
};

struct _TroupeBatchStore
{
  TroupeDatabase *database;
  sqlite3_stmt *prepared[N_STATEMENTS];
  gint64 change;
};

/* --- Statements ------------------------------------------------------------------------------- */

/* Returns the prepared statement @which; NULL with an error. (transfer none) (nullable) */
static sqlite3_stmt *
use (TroupeBatchStore *self, Statement which, GError **error)
{
  g_assert (self != NULL);

  if (self->prepared[which] == NULL)
    self->prepared[which] = troupe_database_prepare (self->database, statements[which], error);
  return self->prepared[which];
}

/* Returns FALSE if the step failed. @row: (out) (nullable): whether there is a row, at which the
 * statement remains */
static gboolean
step (TroupeBatchStore *self, sqlite3_stmt *statement, gboolean *row, GError **error)
{
  const int code = sqlite3_step (statement);

  g_assert (self != NULL);

  if (row != NULL)
    *row = code == SQLITE_ROW;
  if (code == SQLITE_ROW && row != NULL)
    return TRUE;
  if (code != SQLITE_DONE && code != SQLITE_ROW)
    troupe_database_take_error (self->database, code, error);
  sqlite3_reset (statement);
  return code == SQLITE_DONE || code == SQLITE_ROW;
}

/* --- Opening ---------------------------------------------------------------------------------- */

static gboolean
fail_busy (const char *path, GError **error)
{
  g_set_error (error, G_IO_ERROR, G_IO_ERROR_BUSY,
               _ ("Another process is running this batch in “%s”. Wait until it has finished, or "
                  "use another folder."),
               path);
  return FALSE;
}

/* Acquires the lock, which is held until the database is closed or the process ends. A
 * connection that only reads the results holds it for a moment, which is not an error. */
static gboolean
lock (TroupeBatchStore *self, const char *path, GError **error)
{
  GError *cause = NULL;

  g_assert (self != NULL);

  sqlite3_busy_timeout (self->database->handle, LOOK_MS);
  if (troupe_database_run (
          self->database,
          "PRAGMA locking_mode = EXCLUSIVE; PRAGMA journal_mode = WAL; BEGIN EXCLUSIVE; COMMIT",
          &cause))
    return TRUE;
  if (g_error_matches (cause, G_IO_ERROR, G_IO_ERROR_BUSY))
    {
      g_error_free (cause);
      return fail_busy (path, error);
    }
  g_propagate_error (error, cause);
  return FALSE;
}

/**
 * troupe_batch_store_open:
 * @folder: an open folder
 * @path: its path, for messages
 *
 * Returns: (transfer full) (nullable): the database in @folder, locked for this process until it is
 * closed
 */
TroupeBatchStore *
troupe_batch_store_open (TroupeStoreFolder *folder, const char *path, GError **error)
{
  static const TroupeDatabaseKind kind = {
    .application_id = 0x54724261, /* "TrBa" */
    .has_tables = "SELECT 1 FROM pragma_table_info ('items') WHERE name = 'tries'",
  };
  g_autoptr (TroupeBatchStore) self = NULL;
  g_autofree char *file = NULL;
  GError *cause = NULL;
  TroupeStoreOwnBefore *before = NULL;
  sqlite3_stmt *statement;
  gboolean has_row = FALSE;
  sqlite3_stmt *version_statement;
  int version = 0;

  g_return_val_if_fail (folder != NULL && path != NULL, NULL);

  file = g_build_filename (path, "batch.db", NULL);
  self = g_new0 (TroupeBatchStore, 1);
  before = troupe_store_own_look (path, TROUPE_STORE_OWN_BATCH);
  self->database = troupe_database_open (folder, file, &kind, &cause);
  troupe_store_own_note (before);
  if (self->database == NULL)
    {
      if (g_error_matches (cause, G_IO_ERROR, G_IO_ERROR_BUSY))
        fail_busy (file, error);
      else
        g_propagate_error (error, g_steal_pointer (&cause));
      g_clear_error (&cause);
      return NULL;
    }
  if (!lock (self, file, error))
    return NULL;
  version_statement = troupe_database_prepare (self->database, "PRAGMA user_version", error);
  if (version_statement == NULL)
    return NULL;
  if (sqlite3_step (version_statement) == SQLITE_ROW)
    version = sqlite3_column_int (version_statement, 0);
  sqlite3_finalize (version_statement);
  if (version > VERSION)
    {
      g_set_error (
          error, G_IO_ERROR, G_IO_ERROR_NOT_SUPPORTED,
          _ ("The batch in “%s” was created by a newer version of Troupe and was not changed."),
          file);
      return NULL;
    }
  if (!troupe_database_run (self->database, schema, error) ||
      !troupe_database_run (self->database, "PRAGMA user_version = 1", error))
    return NULL;
  statement = use (self, STATEMENT_CHANGE, error);
  if (statement == NULL || !step (self, statement, &has_row, error))
    return NULL;
  self->change = sqlite3_column_int64 (statement, 0);
  sqlite3_reset (statement);
  return g_steal_pointer (&self);
}

void
troupe_batch_store_close (TroupeBatchStore *self)
{
  if (self == NULL)
    return;
  for (guint i = 0; i < N_STATEMENTS; i++)
    sqlite3_finalize (self->prepared[i]);
  troupe_database_close (self->database);
  g_free (self);
}

/* --- Metadata --------------------------------------------------------------------------------- */

char *
troupe_batch_store_get (TroupeBatchStore *self, const char *name)
{
  sqlite3_stmt *statement;
  gboolean has_row = FALSE;
  char *value = NULL;

  g_return_val_if_fail (self != NULL && name != NULL, NULL);

  statement = use (self, STATEMENT_GET, NULL);
  if (statement == NULL)
    return NULL;
  troupe_statement_bind_text (statement, 1, name);
  if (step (self, statement, &has_row, NULL) && has_row)
    value = troupe_statement_get_text (statement, 0);
  sqlite3_reset (statement);
  return value;
}

gboolean
troupe_batch_store_set (TroupeBatchStore *self, const char *name, const char *value, GError **error)
{
  sqlite3_stmt *statement;

  g_return_val_if_fail (self != NULL && name != NULL && value != NULL, FALSE);

  statement = use (self, STATEMENT_SET, error);
  if (statement == NULL)
    return FALSE;
  troupe_statement_bind_text (statement, 1, name);
  troupe_statement_bind_text (statement, 2, value);
  return step (self, statement, NULL, error);
}

gboolean
troupe_batch_store_begin (TroupeBatchStore *self, GError **error)
{
  g_return_val_if_fail (self != NULL, FALSE);

  return troupe_database_run (self->database, "BEGIN IMMEDIATE", error);
}

gboolean
troupe_batch_store_commit (TroupeBatchStore *self, GError **error)
{
  g_return_val_if_fail (self != NULL, FALSE);

  if (troupe_database_run (self->database, "COMMIT", error))
    return TRUE;
  troupe_batch_store_roll_back (self);
  return FALSE;
}

void
troupe_batch_store_roll_back (TroupeBatchStore *self)
{
  g_return_if_fail (self != NULL);

  /* SQLite may have rolled back the transaction already, because the disk was full. */
  if (!sqlite3_get_autocommit (self->database->handle))
    troupe_database_run (self->database, "ROLLBACK", NULL);
}

/* --- Items ------------------------------------------------------------------------------------ */

gboolean
troupe_batch_store_add (TroupeBatchStore *self,
                        const TroupeBatchItem *item,
                        gint64 *taken_by,
                        GError **error)
{
  sqlite3_stmt *statement;

  g_return_val_if_fail (self != NULL, FALSE);
  g_return_val_if_fail (item != NULL && item->id != NULL, FALSE);

  *taken_by = 0;
  statement = use (self, STATEMENT_ADD, error);
  if (statement == NULL)
    return FALSE;
  sqlite3_bind_int64 (statement, 1, item->ordinal);
  sqlite3_bind_int (statement, 2, (int) item->state);
  sqlite3_bind_int64 (statement, 3, item->line);
  /* The last change must not be lost with an item that was removed. */
  sqlite3_bind_int64 (statement, 4,
                      item->state != TROUPE_BATCH_ITEM_WAITING || self->change > 0 ? ++self->change
                                                                                   : 0);
  troupe_statement_bind_text (statement, 5, item->id);
  troupe_statement_bind_text (statement, 6, item->input);
  troupe_statement_bind_text (statement, 7, item->result);
  troupe_statement_bind_text (statement, 8, item->record);
  sqlite3_bind_int64 (statement, 9, item->micro_dollars);
  if (!step (self, statement, NULL, error))
    return FALSE;
  if (sqlite3_changes (self->database->handle) == 0)
    {
      const char *id = item->id;
      sqlite3_stmt *line_statement = use (self, STATEMENT_FIND, NULL);
      gboolean has_row = FALSE;
      gint64 line = 0;

      if (line_statement != NULL)
        {
          troupe_statement_bind_text (line_statement, 1, id);
          if (step (self, line_statement, &has_row, NULL) && has_row)
            line = sqlite3_column_int64 (line_statement, 0);
          sqlite3_reset (line_statement);
        }
      *taken_by = MAX (line, 1);
    }
  return TRUE;
}

gboolean
troupe_batch_store_remove (TroupeBatchStore *self, gint64 ordinal, GError **error)
{
  static const Statement which[] = { STATEMENT_REMOVE, STATEMENT_FORGET_LIVE };

  g_return_val_if_fail (self != NULL, FALSE);

  for (guint i = 0; i < G_N_ELEMENTS (which); i++)
    {
      sqlite3_stmt *statement = use (self, which[i], error);

      if (statement == NULL)
        return FALSE;
      sqlite3_bind_int64 (statement, 1, ordinal);
      if (!step (self, statement, NULL, error))
        return FALSE;
    }
  return TRUE;
}

gboolean
troupe_batch_store_clear (TroupeBatchStore *self, GError **error)
{
  g_return_val_if_fail (self != NULL, FALSE);

  return troupe_database_run (self->database,
                              "DELETE FROM meta WHERE name = '" TROUPE_BATCH_STORE_LISTS "';"
                              "DELETE FROM items; DELETE FROM live",
                              error);
}

gboolean
troupe_batch_store_update (TroupeBatchStore *self, const TroupeBatchItem *item, GError **error)
{
  sqlite3_stmt *statement;
  gint64 ordinal;
  sqlite3_stmt *live;

  g_return_val_if_fail (self != NULL, FALSE);
  g_return_val_if_fail (item != NULL, FALSE);

  statement = use (self, STATEMENT_UPDATE, error);
  if (statement == NULL)
    return FALSE;
  sqlite3_bind_int (statement, 1, (int) item->state);
  sqlite3_bind_int64 (statement, 2, item->attempts);
  sqlite3_bind_int64 (statement, 3, item->tries);
  sqlite3_bind_int64 (statement, 4, ++self->change);
  sqlite3_bind_int64 (statement, 5, item->micro_dollars);
  troupe_statement_bind_text (statement, 6, item->result);
  troupe_statement_bind_text (statement, 7, item->record);
  sqlite3_bind_int64 (statement, 8, item->ordinal);
  if (!step (self, statement, NULL, error))
    return FALSE;
  ordinal = item->ordinal;
  live = use (self, STATEMENT_FORGET_LIVE, error);
  if (live == NULL)
    return FALSE;
  sqlite3_bind_int64 (live, 1, ordinal);
  return step (self, live, NULL, error);
}

gboolean
troupe_batch_store_set_live (TroupeBatchStore *self,
                             gint64 ordinal,
                             gint64 micro_dollars,
                             GError **error)
{
  sqlite3_stmt *statement;

  g_return_val_if_fail (self != NULL, FALSE);

  statement = use (self, STATEMENT_SET_LIVE, error);
  if (statement == NULL)
    return FALSE;
  sqlite3_bind_int64 (statement, 1, ordinal);
  sqlite3_bind_int64 (statement, 2, micro_dollars);
  return step (self, statement, NULL, error);
}

gint64
troupe_batch_store_get_live (TroupeBatchStore *self, gint64 ordinal)
{
  sqlite3_stmt *statement;
  gboolean has_row = FALSE;
  gint64 cost = 0;

  g_return_val_if_fail (self != NULL, 0);

  statement = use (self, STATEMENT_GET_LIVE, NULL);
  if (statement == NULL)
    return 0;
  sqlite3_bind_int64 (statement, 1, ordinal);
  if (step (self, statement, &has_row, NULL) && has_row)
    cost = sqlite3_column_int64 (statement, 0);
  sqlite3_reset (statement);
  return cost;
}

gint64
troupe_batch_store_wait_again (TroupeBatchStore *self,
                               TroupeBatchItemState state,
                               gint64 ordinal,
                               GError **error)
{
  sqlite3_stmt *statement;

  g_return_val_if_fail (self != NULL, -1);
  g_return_val_if_fail (state != TROUPE_BATCH_ITEM_OK || ordinal > 0, -1);

  statement = use (self, STATEMENT_WAIT_AGAIN, error);
  if (statement == NULL)
    return -1;
  sqlite3_bind_int64 (statement, 1, self->change + 1);
  sqlite3_bind_int (statement, 2, (int) state);
  sqlite3_bind_int64 (statement, 3, ordinal);
  if (!step (self, statement, NULL, error))
    return -1;
  /* Count the change, because the lists and files that were written are out of date now. */
  if (sqlite3_changes (self->database->handle) > 0)
    self->change++;
  return sqlite3_changes (self->database->handle);
}

/* Reads the columns that all listings have in common. (transfer full) */
static TroupeBatchItem *
read_item (sqlite3_stmt *statement)
{
  TroupeBatchItem *item = troupe_batch_item_new ();
  const int state = sqlite3_column_int (statement, 1);

  g_assert (statement != NULL);

  item->ordinal = sqlite3_column_int64 (statement, 0);
  item->state = state >= 0 && state < TROUPE_BATCH_ITEM_N_STATES ? (TroupeBatchItemState) state
                                                                 : TROUPE_BATCH_ITEM_INVALID;
  item->line = sqlite3_column_int64 (statement, 2);
  item->attempts = (guint) sqlite3_column_int64 (statement, 3);
  item->tries = (guint) sqlite3_column_int64 (statement, 4);
  item->micro_dollars = sqlite3_column_int64 (statement, 5);
  item->id = troupe_statement_get_needed_text (statement, 6);
  item->input = troupe_statement_get_text (statement, 7);
  return item;
}

GPtrArray *
troupe_batch_store_list_waiting (TroupeBatchStore *self, gint64 after, guint limit, GError **error)
{
  g_autoptr (GPtrArray) items =
      g_ptr_array_new_with_free_func ((GDestroyNotify) troupe_batch_item_free);
  sqlite3_stmt *statement;
  gboolean has_row = FALSE;

  g_return_val_if_fail (self != NULL, NULL);

  statement = use (self, STATEMENT_LIST, error);
  if (statement == NULL)
    return NULL;
  sqlite3_bind_int64 (statement, 1, after);
  sqlite3_bind_int64 (statement, 2, limit);
  for (;;)
    {
      if (!step (self, statement, &has_row, error))
        return NULL;
      if (!has_row)
        return g_steal_pointer (&items);
      g_ptr_array_add (items, read_item (statement));
    }
}

/* Adds the cost of interrupted runs. */
static gboolean
count_live (TroupeBatchStore *self, TroupeBatchCounts *counts, GError **error)
{
  sqlite3_stmt *statement = use (self, STATEMENT_COUNT_LIVE, error);
  gboolean has_row = FALSE;

  g_assert (self != NULL);

  if (statement == NULL || !step (self, statement, &has_row, error))
    return FALSE;
  counts->micro_dollars += sqlite3_column_int64 (statement, 0);
  sqlite3_reset (statement);
  return TRUE;
}

gboolean
troupe_batch_store_count (TroupeBatchStore *self, TroupeBatchCounts *counts, GError **error)
{
  sqlite3_stmt *statement;
  gboolean has_row = FALSE;

  g_return_val_if_fail (self != NULL && counts != NULL, FALSE);

  *counts = (TroupeBatchCounts){ 0 };
  statement = use (self, STATEMENT_COUNT, error);
  if (statement == NULL)
    return FALSE;
  for (;;)
    {
      int state;

      if (!step (self, statement, &has_row, error))
        return FALSE;
      if (!has_row)
        return count_live (self, counts, error);
      state = sqlite3_column_int (statement, 0);
      if (state >= 0 && state < TROUPE_BATCH_ITEM_N_STATES)
        counts->n_items[state] = sqlite3_column_int64 (statement, 1);
      counts->micro_dollars += sqlite3_column_int64 (statement, 2);
    }
}

gboolean
troupe_batch_store_each_ended (TroupeBatchStore *self,
                               gint64 behind,
                               TroupeBatchStoreFunc func,
                               gpointer user_data,
                               GError **error)
{
  sqlite3_stmt *statement;
  gboolean has_row = FALSE;

  g_return_val_if_fail (self != NULL && func != NULL, FALSE);

  statement = use (self, behind < 0 ? STATEMENT_EACH : STATEMENT_SINCE, error);
  if (statement == NULL)
    return FALSE;
  sqlite3_bind_int64 (statement, 1, behind);
  for (;;)
    {
      g_autoptr (TroupeBatchItem) item = NULL;

      if (!step (self, statement, &has_row, error))
        return FALSE;
      if (!has_row)
        return TRUE;
      item = read_item (statement);
      item->result = troupe_statement_get_text (statement, 8);
      item->record = troupe_statement_get_text (statement, 9);
      if (!func (item, user_data, error))
        {
          sqlite3_reset (statement);
          return FALSE;
        }
    }
}

/* Returns a LIKE pattern that matches texts that contain @words literally. (transfer full) */
static char *
make_pattern (const char *words)
{
  GString *pattern = g_string_new ("%");

  g_assert (words != NULL);

  for (const char *at = words; *at != '\0'; at++)
    {
      if (*at == '%' || *at == '_' || *at == '~')
        g_string_append_c (pattern, '~');
      g_string_append_c (pattern, *at);
    }
  g_string_append_c (pattern, '%');
  return g_string_free (pattern, FALSE);
}

GArray *
troupe_batch_store_list_ordinals (TroupeBatchStore *self,
                                  guint states,
                                  const char *words,
                                  GError **error)
{
  g_autoptr (GArray) ordinals = g_array_new (FALSE, FALSE, sizeof (gint64));
  g_autofree char *pattern = words != NULL ? make_pattern (words) : NULL;
  sqlite3_stmt *statement;
  gboolean has_row = FALSE;

  g_return_val_if_fail (self != NULL, NULL);

  statement = use (self, words != NULL ? STATEMENT_SEARCH : STATEMENT_ORDINALS, error);
  if (statement == NULL)
    return NULL;
  sqlite3_bind_int64 (statement, 1, states);
  if (pattern != NULL)
    troupe_statement_bind_text (statement, 2, pattern);
  for (;;)
    {
      gint64 ordinal;

      if (!step (self, statement, &has_row, error))
        return NULL;
      if (!has_row)
        return g_steal_pointer (&ordinals);
      ordinal = sqlite3_column_int64 (statement, 0);
      g_array_append_val (ordinals, ordinal);
    }
}

TroupeBatchItem *
troupe_batch_store_get_item (TroupeBatchStore *self, gint64 ordinal, GError **error)
{
  sqlite3_stmt *statement;
  TroupeBatchItem *item;
  gboolean has_row = FALSE;

  g_return_val_if_fail (self != NULL, NULL);

  statement = use (self, STATEMENT_ITEM, error);
  if (statement == NULL)
    return NULL;
  sqlite3_bind_int64 (statement, 1, ordinal);
  if (!step (self, statement, &has_row, error))
    return NULL;
  if (!has_row)
    {
      g_set_error (error, G_IO_ERROR, G_IO_ERROR_NOT_FOUND,
                   _ ("The batch has no item %" PRId64 "."), ordinal);
      return NULL;
    }
  item = read_item (statement);
  item->result = troupe_statement_get_text (statement, 8);
  item->record = troupe_statement_get_text (statement, 9);
  sqlite3_reset (statement);
  return item;
}

gint64
troupe_batch_store_get_change (TroupeBatchStore *self)
{
  g_return_val_if_fail (self != NULL, 0);

  return self->change;
}
