/* troupe-store-exposed.c: SQLite databases that other programs may change at any time
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#define G_LOG_DOMAIN "troupe-store-exposed"

#include "config.h"

#include "troupe-store-exposed.h"

/* The pause between two attempts, in milliseconds. */
#define RETRY_MS 50u

/* Without the lock of a whole file, SQLite does not read the WAL, because it would need the index in shared memory. With
 * the lock the index is in memory of its own. The settings apply to the next access, which is the one that follows. */
static const char leaving[] = "PRAGMA locking_mode = EXCLUSIVE;"
                              "SELECT count (*) FROM sqlite_master;"
                              "PRAGMA journal_mode = DELETE;";
static const char sharing[] = "PRAGMA locking_mode = NORMAL;"
                              "SELECT count (*) FROM sqlite_master;";

/* Runs statements again while another program uses the database. SQLite does not wait if two programs change the journal
 * mode, for example. */
static int
run_patiently (sqlite3 *handle, guint busy_ms, const char *sql)
{
  const gint64 deadline_us = g_get_monotonic_time () + (gint64) busy_ms * 1000;

  while (TRUE)
    {
      const int code = sqlite3_exec (handle, sql, NULL, NULL, NULL);

      if (((code & 0xff) != SQLITE_BUSY && (code & 0xff) != SQLITE_LOCKED) ||
          g_get_monotonic_time () >= deadline_us)
        return code;
      g_usleep (RETRY_MS * 1000);
    }
}

/* Moves the content of the WAL into the database and gives it a rollback journal. */
static int
leave_wal (sqlite3 *handle, guint busy_ms)
{
  const int code = run_patiently (handle, busy_ms, leaving);
  const int last = sqlite3_exec (handle, sharing, NULL, NULL, NULL);

  return code != SQLITE_OK ? code : last;
}

/* Returns TRUE if a statement failed because the database has a WAL, or cannot be opened at all. */
static gboolean
may_have_wal (sqlite3 *handle, int code)
{
  return (code & 0xff) == SQLITE_CANTOPEN && sqlite3_get_autocommit (handle);
}

int
troupe_store_exposed_run (sqlite3 *handle, guint busy_ms, const char *sql)
{
  int code;

  g_return_val_if_fail (handle != NULL && sql != NULL, SQLITE_MISUSE);

  code = run_patiently (handle, busy_ms, sql);
  if (may_have_wal (handle, code))
    {
      code = leave_wal (handle, busy_ms);
      if (code == SQLITE_OK)
        code = run_patiently (handle, busy_ms, sql);
    }
  return code;
}

int
troupe_store_exposed_step (sqlite3_stmt *statement, guint busy_ms)
{
  sqlite3 *handle = NULL;
  int code;

  g_return_val_if_fail (statement != NULL, SQLITE_MISUSE);

  handle = sqlite3_db_handle (statement);
  code = sqlite3_step (statement);
  if (may_have_wal (handle, code))
    {
      sqlite3_reset (statement);
      code = leave_wal (handle, busy_ms);
      if (code == SQLITE_OK)
        code = sqlite3_step (statement);
    }
  return code;
}

sqlite3 *
troupe_store_exposed_open (TroupeStoreFolder *folder,
                           const char *path,
                           int flags,
                           const char *base,
                           guint busy_ms,
                           GError **error)
{
  sqlite3 *handle = NULL;

  g_return_val_if_fail (folder != NULL && path != NULL, NULL);

  handle = troupe_store_folder_connect_unmapped (folder, path, flags, base, error);
  if (handle == NULL)
    return NULL;
  sqlite3_extended_result_codes (handle, 1);
  sqlite3_busy_timeout (handle, (int) busy_ms);
  /* A trigger that came with a document could run for ever. */
  sqlite3_db_config (handle, SQLITE_DBCONFIG_ENABLE_TRIGGER, 0, NULL);
  sqlite3_db_config (handle, SQLITE_DBCONFIG_ENABLE_VIEW, 0, NULL);
  sqlite3_db_config (handle, SQLITE_DBCONFIG_TRUSTED_SCHEMA, 0, NULL);
  sqlite3_db_config (handle, SQLITE_DBCONFIG_DEFENSIVE, 1, NULL);
  /* With a rollback journal, FULL does not sync the folder after the journal was deleted. The setting accesses no file. */
  sqlite3_exec (handle, "PRAGMA mmap_size = 0; PRAGMA synchronous = EXTRA;", NULL, NULL, NULL);
  return handle;
}
