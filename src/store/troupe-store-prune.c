/* troupe-store-prune.c: retention: removal of old runs
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#define G_LOG_DOMAIN "troupe-store-prune"

#include "config.h"

#include "troupe-crash-point.h"
#include "troupe-store-database.h"
#include "troupe-store-prune.h"

/* Number of runs that a statement removes, and approximate duration of a transaction, in
 * microseconds. The duration limits how long other writes have to wait. */
#define RUNS 50
#define TRANSACTION_US (100 * 1000)

/* Number of free pages that are released at once, so that other processes are not blocked for
 * long. */
#define SHRINK_PAGES 1000

/* Runs that can be resumed, have an open request or are kept are never removed automatically. */
#define DELETABLE                                                                                  \
  " status IN ('ok', 'failed')"                                                                    \
  " AND NOT EXISTS (SELECT 1 FROM summaries WHERE number = runs.number AND is_kept)"               \
  " AND NOT EXISTS (SELECT 1 FROM requests WHERE run = runs.id AND is_open)"

/* ?1: the limit; ?2 and ?3: the start time and the ID of the first run that is preserved */
#define DELETE_BEFORE                                                                              \
  "DELETE FROM runs WHERE id IN (SELECT id FROM runs WHERE (started_us, id) < (?2, ?3) "           \
  "AND" DELETABLE " ORDER BY started_us, id LIMIT ?1)"

/* Returns the result of a statement with one row and column; 0 if there is no row. */
static int
read_number (TroupeDatabase *self, const char *sql, gint64 *number)
{
  sqlite3_stmt *statement = NULL;
  int code = sqlite3_prepare_v2 (self->handle, sql, -1, &statement, NULL);

  g_assert (self != NULL);

  *number = 0;
  if (code == SQLITE_OK && (code = sqlite3_step (statement)) == SQLITE_ROW)
    *number = sqlite3_column_int64 (statement, 0);
  sqlite3_finalize (statement);
  return code == SQLITE_ROW || code == SQLITE_DONE ? SQLITE_OK : code;
}

/* Removes up to @most of the oldest runs before the run with @started_us and @id, which is
 * preserved. */
static int
delete_before (TroupeDatabase *self,
               gint64 started_us,
               const char *id,
               guint most,
               guint *n_removed)
{
  sqlite3_stmt *statement = NULL;
  int code = sqlite3_prepare_v2 (self->handle, DELETE_BEFORE, -1, &statement, NULL);

  g_assert (self != NULL);

  if (code == SQLITE_OK)
    {
      sqlite3_bind_int64 (statement, 1, most);
      sqlite3_bind_int64 (statement, 2, started_us);
      troupe_statement_bind_text (statement, 3, id);
      code = sqlite3_step (statement);
    }
  sqlite3_finalize (statement);
  if (code != SQLITE_DONE)
    return code;
  *n_removed += (guint) sqlite3_changes (self->handle);
  return SQLITE_OK;
}

/* Removes the runs after the newest @max. */
static int
delete_beyond (TroupeDatabase *self, gint64 max, guint most, guint *n_removed)
{
  sqlite3_stmt *statement = NULL;
  int code;

  g_assert (self != NULL);

  if (max == 0)
    return delete_before (self, G_MAXINT64, "", most, n_removed);
  code = sqlite3_prepare_v2 (self->handle,
                             "SELECT started_us, id FROM runs ORDER BY started_us DESC, id DESC"
                             " LIMIT 1 OFFSET ?1 - 1",
                             -1, &statement, NULL);
  if (code == SQLITE_OK)
    {
      sqlite3_bind_int64 (statement, 1, max);
      code = sqlite3_step (statement);
    }
  if (code == SQLITE_ROW)
    code = delete_before (self, sqlite3_column_int64 (statement, 0),
                          (const char *) sqlite3_column_text (statement, 1), most, n_removed);
  sqlite3_finalize (statement);
  return code == SQLITE_DONE ? SQLITE_OK : code;
}

/* Removes the oldest runs until the remaining database occupies at most @max bytes. */
static int
delete_to_size (TroupeDatabase *self, gint64 max, guint most, guint *n_removed)
{
  gint64 page_size;
  int code = read_number (self, "PRAGMA page_size", &page_size);

  while (code == SQLITE_OK && *n_removed < most)
    {
      guint n_before = *n_removed;
      gint64 n_pages, n_free;

      code = read_number (self, "PRAGMA page_count", &n_pages);
      if (code == SQLITE_OK)
        code = read_number (self, "PRAGMA freelist_count", &n_free);
      if (code != SQLITE_OK || (n_pages - n_free) * page_size <= max)
        break;
      code = delete_before (self, G_MAXINT64, "", 1, n_removed);
      if (*n_removed == n_before)
        break;
    }
  return code;
}

int
troupe_store_prune_rows (TroupeDatabase *database,
                         const TroupeStoreRetention *retention,
                         guint *n_removed)
{
  gint64 deadline_us = g_get_monotonic_time () + TRANSACTION_US;
  guint n_more = RUNS;
  int code;

  *n_removed = 0;
  if (retention->max_age_us < 0 && retention->max_runs < 0 && retention->max_bytes < 0)
    return SQLITE_OK;
  code = sqlite3_exec (database->handle, "BEGIN IMMEDIATE", NULL, NULL, NULL);
  while (code == SQLITE_OK && n_more == RUNS && g_get_monotonic_time () < deadline_us)
    {
      const guint most = RUNS;

      n_more = 0;
      code = SQLITE_OK;
      if (retention->max_age_us >= 0)
        code =
            delete_before (database, g_get_real_time () - retention->max_age_us, "", most, &n_more);
      if (code == SQLITE_OK && retention->max_runs >= 0 && n_more < most)
        code = delete_beyond (database, retention->max_runs, most - n_more, &n_more);
      if (code == SQLITE_OK && retention->max_bytes >= 0 && n_more < most)
        code = delete_to_size (database, retention->max_bytes, most, &n_more);
      *n_removed += n_more;
    }
  TROUPE_CRASH_POINT ("store-pruned");
  if (code == SQLITE_OK)
    code = sqlite3_exec (database->handle, "COMMIT", NULL, NULL, NULL);
  if (code == SQLITE_OK)
    return code;
  *n_removed = 0;
  if (!sqlite3_get_autocommit (database->handle))
    sqlite3_exec (database->handle, "ROLLBACK", NULL, NULL, NULL);
  return code;
}

void
troupe_database_shrink (TroupeDatabase *database)
{
  int code;
  gint64 mode, n_free = 0, n_before = G_MAXINT64;
  g_autofree char *sql = NULL;
  int page_code;

  /* Releases free pages step by step. An old database without incremental vacuum is rewritten
   * once. */
  sql = g_strdup_printf ("PRAGMA incremental_vacuum (%d)", SHRINK_PAGES);
  page_code = read_number (database, "PRAGMA auto_vacuum", &mode);
  g_assert (database != NULL);
  if (page_code == SQLITE_OK && mode != 2)
    code = sqlite3_exec (database->handle, "PRAGMA auto_vacuum = INCREMENTAL; VACUUM", NULL, NULL,
                         NULL);
  else
    {
      while (page_code == SQLITE_OK)
        {
          page_code = read_number (database, "PRAGMA freelist_count", &n_free);
          if (page_code != SQLITE_OK || n_free == 0 || n_free >= n_before)
            break;
          n_before = n_free;
          page_code = sqlite3_exec (database->handle, sql, NULL, NULL, NULL);
        }
      code = page_code;
    }
  TROUPE_CRASH_POINT ("store-shrunk");
  if (code == SQLITE_OK)
    code = sqlite3_exec (database->handle, "PRAGMA wal_checkpoint (TRUNCATE)", NULL, NULL, NULL);
  if (code != SQLITE_OK)
    g_debug ("%s could not be shrunk: %s", database->path, sqlite3_errmsg (database->handle));
}
