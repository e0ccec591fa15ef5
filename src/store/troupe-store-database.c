/* troupe-store-database.c: SQLite connections and schema of the run history
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#define G_LOG_DOMAIN "troupe-store-database"

#include "config.h"

#include <errno.h>
#include <glib/gi18n.h>
#include <sys/statvfs.h>

#include "troupe-crash-point.h"
#include "troupe-store-check.h"
#include "troupe-store-database.h"
#include "troupe-store-signature.h"
#include "troupe-store-summary.h"

/* The migrations from version N to N + 1, ordered by N. Existing migrations are never changed. */
static const char *const migrations[TROUPE_STORE_VERSION] = {
  "CREATE TABLE runs ("
  "  id TEXT PRIMARY KEY NOT NULL,"
  "  name TEXT NOT NULL,"
  "  path TEXT,"
  "  digest TEXT NOT NULL,"
  "  status TEXT NOT NULL,"
  "  started_us INTEGER NOT NULL,"
  "  ended_us INTEGER NOT NULL DEFAULT 0,"
  "  error TEXT,"
  "  document TEXT,"
  "  inputs TEXT,"
  "  result TEXT,"
  "  owner_process INTEGER NOT NULL,"
  "  owner_start INTEGER NOT NULL,"
  "  owner_boot TEXT NOT NULL"
  ") WITHOUT ROWID;"
  "CREATE INDEX runs_by_start ON runs (started_us);"
  "CREATE INDEX runs_by_path ON runs (path, started_us);"
  "CREATE TABLE events ("
  "  run TEXT NOT NULL REFERENCES runs (id) ON DELETE CASCADE,"
  "  sequence INTEGER NOT NULL,"
  "  line TEXT NOT NULL,"
  "  PRIMARY KEY (run, sequence)"
  ") WITHOUT ROWID;",

  "ALTER TABLE runs ADD COLUMN options TEXT;"
  "CREATE TABLE steps ("
  "  run TEXT NOT NULL REFERENCES runs (id) ON DELETE CASCADE,"
  "  ordinal INTEGER NOT NULL,"
  "  method TEXT NOT NULL,"
  "  launch INTEGER NOT NULL,"
  "  at_once INTEGER NOT NULL,"
  "  value TEXT,"
  "  error TEXT,"
  "  state TEXT,"
  "  PRIMARY KEY (run, ordinal)"
  ") WITHOUT ROWID;",

  "ALTER TABLE steps ADD COLUMN feedback TEXT;"
  "CREATE TABLE requests ("
  "  run TEXT NOT NULL REFERENCES runs (id) ON DELETE CASCADE,"
  "  id TEXT NOT NULL,"
  "  flow TEXT NOT NULL,"
  "  method TEXT NOT NULL,"
  "  launch INTEGER NOT NULL,"
  "  behind INTEGER NOT NULL,"
  "  question TEXT NOT NULL,"
  "  state TEXT,"
  "  asked_us INTEGER NOT NULL,"
  "  states_path TEXT,"
  "  n_rows INTEGER NOT NULL,"
  "  is_open INTEGER NOT NULL,"
  "  PRIMARY KEY (run, id)"
  ") WITHOUT ROWID;"
  "CREATE INDEX requests_by_opening ON requests (is_open, asked_us);",

  /* Converts WITHOUT ROWID tables to tables with row IDs. In WITHOUT ROWID tables, a row is a
   * key of the B-tree. SQLite therefore reads the complete row, including a document, a state or
   * a line of any size, to compare its key with that of another row. Referring tables are
   * dropped first, because deletes would cascade to them. */
  "CREATE TABLE new_runs ("
  "  id TEXT PRIMARY KEY NOT NULL,"
  "  name TEXT NOT NULL,"
  "  path TEXT,"
  "  digest TEXT NOT NULL,"
  "  status TEXT NOT NULL,"
  "  started_us INTEGER NOT NULL,"
  "  ended_us INTEGER NOT NULL DEFAULT 0,"
  "  error TEXT,"
  "  document TEXT,"
  "  inputs TEXT,"
  "  result TEXT,"
  "  owner_process INTEGER NOT NULL,"
  "  owner_start INTEGER NOT NULL,"
  "  owner_boot TEXT NOT NULL,"
  "  options TEXT"
  ");"
  "CREATE TABLE new_events ("
  "  run TEXT NOT NULL REFERENCES new_runs (id) ON DELETE CASCADE,"
  "  sequence INTEGER NOT NULL,"
  "  line TEXT NOT NULL,"
  "  PRIMARY KEY (run, sequence)"
  ");"
  "CREATE TABLE new_steps ("
  "  run TEXT NOT NULL REFERENCES new_runs (id) ON DELETE CASCADE,"
  "  ordinal INTEGER NOT NULL,"
  "  method TEXT NOT NULL,"
  "  launch INTEGER NOT NULL,"
  "  at_once INTEGER NOT NULL,"
  "  value TEXT,"
  "  error TEXT,"
  "  state TEXT,"
  "  feedback TEXT,"
  "  PRIMARY KEY (run, ordinal)"
  ");"
  "CREATE TABLE new_requests ("
  "  run TEXT NOT NULL REFERENCES new_runs (id) ON DELETE CASCADE,"
  "  id TEXT NOT NULL,"
  "  flow TEXT NOT NULL,"
  "  method TEXT NOT NULL,"
  "  launch INTEGER NOT NULL,"
  "  behind INTEGER NOT NULL,"
  "  question TEXT NOT NULL,"
  "  state TEXT,"
  "  asked_us INTEGER NOT NULL,"
  "  states_path TEXT,"
  "  n_rows INTEGER NOT NULL,"
  "  is_open INTEGER NOT NULL,"
  "  PRIMARY KEY (run, id)"
  ");"
  "INSERT INTO new_runs SELECT id, name, path, digest, status, started_us, ended_us, error, "
  "document,"
  " inputs, result, owner_process, owner_start, owner_boot, options FROM runs ORDER BY started_us;"
  "INSERT INTO new_events SELECT run, sequence, line FROM events;"
  "INSERT INTO new_steps SELECT run, ordinal, method, launch, at_once, value, error, state, "
  "feedback"
  " FROM steps;"
  "INSERT INTO new_requests SELECT run, id, flow, method, launch, behind, question, state, "
  "asked_us,"
  " states_path, n_rows, is_open FROM requests;"
  "DROP TABLE events;"
  "DROP TABLE steps;"
  "DROP TABLE requests;"
  "DROP TABLE runs;"
  "ALTER TABLE new_runs RENAME TO runs;"
  "ALTER TABLE new_events RENAME TO events;"
  "ALTER TABLE new_steps RENAME TO steps;"
  "ALTER TABLE new_requests RENAME TO requests;"
  "CREATE INDEX runs_by_start ON runs (started_us);"
  "CREATE INDEX runs_by_path ON runs (path, started_us);"
  "CREATE INDEX requests_by_opening ON requests (is_open, asked_us);",

  /* Stores each document only once, even if it is run often. Columns that a list of runs shows
   * precede those that may be large, and the duration of a run has its own column, so that a
   * list reads only the start of each row. */
  "CREATE TABLE documents ("
  "  digest TEXT PRIMARY KEY NOT NULL,"
  "  text TEXT NOT NULL"
  ");"
  "INSERT OR IGNORE INTO documents SELECT troupe_digest (document), document FROM runs"
  " WHERE document IS NOT NULL;"
  "CREATE TABLE new_runs ("
  "  id TEXT PRIMARY KEY NOT NULL,"
  "  name TEXT NOT NULL,"
  "  path TEXT,"
  "  digest TEXT NOT NULL,"
  "  status TEXT NOT NULL,"
  "  started_us INTEGER NOT NULL,"
  "  ended_us INTEGER NOT NULL DEFAULT 0,"
  "  elapsed_us INTEGER,"
  "  owner_process INTEGER NOT NULL,"
  "  owner_start INTEGER NOT NULL,"
  "  owner_boot TEXT NOT NULL,"
  "  document TEXT REFERENCES documents (digest),"
  "  error TEXT,"
  "  options TEXT,"
  "  inputs TEXT,"
  "  result TEXT"
  ");"
  "INSERT INTO new_runs SELECT id, name, path, digest, status, started_us, ended_us,"
  " CASE WHEN json_valid (result)"
  " THEN CAST (json_extract (result, '$.seconds') * 1000000 AS INTEGER) END,"
  " owner_process, owner_start, owner_boot, troupe_digest (document), error, options, inputs,"
  " result FROM runs ORDER BY started_us;"
  "DROP TABLE runs;"
  "ALTER TABLE new_runs RENAME TO runs;"
  "CREATE INDEX runs_by_start ON runs (started_us, id);"
  "CREATE INDEX runs_by_path ON runs (path, started_us, id);"
  "CREATE INDEX runs_by_document ON runs (document);" TROUPE_STORE_DOCUMENT_TRIGGER,

  /* Assigns numbers to runs, so that the rows of a run are adjacent and follow those of previous
   * runs. When random IDs were used as keys, each run changed pages all over the table and its
   * index. */
  "CREATE TABLE new_runs ("
  "  number INTEGER PRIMARY KEY,"
  "  id TEXT NOT NULL UNIQUE,"
  "  name TEXT NOT NULL,"
  "  path TEXT,"
  "  digest TEXT NOT NULL,"
  "  status TEXT NOT NULL,"
  "  started_us INTEGER NOT NULL,"
  "  ended_us INTEGER NOT NULL DEFAULT 0,"
  "  elapsed_us INTEGER,"
  "  owner_process INTEGER NOT NULL,"
  "  owner_start INTEGER NOT NULL,"
  "  owner_boot TEXT NOT NULL,"
  "  document TEXT REFERENCES documents (digest),"
  "  error TEXT,"
  "  options TEXT,"
  "  inputs TEXT,"
  "  result TEXT"
  ");"
  "CREATE TABLE new_events ("
  "  key INTEGER PRIMARY KEY,"
  "  line TEXT NOT NULL,"
  "  CONSTRAINT \"of a kept run\" CHECK (key > 4294967295)"
  ");"
  "CREATE TABLE new_steps ("
  "  key INTEGER PRIMARY KEY,"
  "  method TEXT NOT NULL,"
  "  launch INTEGER NOT NULL,"
  "  at_once INTEGER NOT NULL,"
  "  value TEXT,"
  "  error TEXT,"
  "  state TEXT,"
  "  feedback TEXT,"
  "  CONSTRAINT \"of a kept run\" CHECK (key > 4294967295)"
  ");"
  "INSERT INTO new_runs SELECT NULL, id, name, path, digest, status, started_us, ended_us,"
  " elapsed_us, owner_process, owner_start, owner_boot, document, error, options, inputs, result"
  " FROM runs ORDER BY started_us, id;"
  "INSERT INTO new_events SELECT number << 32 | sequence, line"
  " FROM new_runs CROSS JOIN events ON run = id ORDER BY number, sequence;"
  "INSERT INTO new_steps SELECT number << 32 | ordinal, method, launch, at_once, value,"
  " steps.error, state, feedback FROM new_runs CROSS JOIN steps ON run = id"
  " ORDER BY number, ordinal;"
  "DROP TABLE events;"
  "DROP TABLE steps;"
  "DROP TABLE runs;"
  "ALTER TABLE new_runs RENAME TO runs;"
  "ALTER TABLE new_events RENAME TO events;"
  "ALTER TABLE new_steps RENAME TO steps;"
  "CREATE INDEX runs_by_start ON runs (started_us, id);"
  "CREATE INDEX runs_by_path ON runs (path, started_us, id);"
  "CREATE INDEX runs_by_document ON runs (document);" TROUPE_STORE_DOCUMENT_TRIGGER
      TROUPE_STORE_ROWS_TRIGGER,

  /* The outputs of the tasks of a crew. Each output is written as its task ends, and a run is
   * resumed after the last of them. A run may have several crews, and each crew runs as often as
   * its method. */
  "CREATE TABLE task_outputs ("
  "  run TEXT NOT NULL REFERENCES runs (id) ON DELETE CASCADE,"
  "  place TEXT NOT NULL,"
  "  part INTEGER NOT NULL,"
  "  task_key TEXT,"
  "  value TEXT NOT NULL,"
  "  PRIMARY KEY (run, place, part)"
  ");",

  /* The responses that unfinished work has received and the results of its actions. They are
   * written as they are received, so that a resumed run neither pays for the responses nor
   * performs the actions again. */
  "CREATE TABLE answers ("
  "  run TEXT NOT NULL REFERENCES runs (id) ON DELETE CASCADE,"
  "  place TEXT NOT NULL,"
  "  ordinal INTEGER NOT NULL,"
  "  request TEXT NOT NULL,"
  "  value TEXT NOT NULL,"
  "  PRIMARY KEY (run, place, ordinal)"
  ");",

  /* What a list of runs shows and searches. */
  TROUPE_STORE_SUMMARY_TABLES TROUPE_STORE_SUMMARIZE TROUPE_STORE_SUMMARY_TRIGGER,

  /* The outcomes of the calls of a run by the digests of their requests, so that a later run can
   * reuse them. Unlike the answers, they are kept when the run has ended. */
  "CREATE TABLE calls ("
  "  run TEXT NOT NULL REFERENCES runs (id) ON DELETE CASCADE,"
  "  ordinal INTEGER NOT NULL,"
  "  place TEXT NOT NULL,"
  "  request TEXT NOT NULL,"
  "  value TEXT NOT NULL,"
  "  PRIMARY KEY (run, ordinal)"
  ");",

  /* The moments of a run that the user has marked, in microseconds of the run. */
  "CREATE TABLE bookmarks ("
  "  run TEXT NOT NULL REFERENCES runs (id) ON DELETE CASCADE,"
  "  time_us INTEGER NOT NULL,"
  "  PRIMARY KEY (run, time_us)"
  ");",

  /* What users did in a run. */
  TROUPE_STORE_ADD_PEOPLE,

  /* What rules out most runs of a search. */
  TROUPE_STORE_ADD_SIGNATURES TROUPE_STORE_SIGNATURE_TRIGGER,
};

gint64
troupe_store_make_key (gint64 run, guint64 row)
{
  if (run <= 0 || run > G_MAXINT64 >> TROUPE_STORE_ROW_BITS || row >> TROUPE_STORE_ROW_BITS != 0)
    return 0;
  return run << TROUPE_STORE_ROW_BITS | (gint64) row;
}

/* (transfer full): the digest under which the text of a document is stored */
char *
troupe_store_make_digest (const char *text)
{
  return g_compute_checksum_for_string (G_CHECKSUM_SHA256, text, -1);
}

/* Documents are stored without their API keys, so two texts that differ only in their API keys
 * have the same digest. Returns NULL for NULL. */
static void
digest_cb (sqlite3_context *context, int n_values, sqlite3_value **values)
{
  const char *text = (const char *) sqlite3_value_text (values[0]);

  if (text != NULL)
    sqlite3_result_text (context, troupe_store_make_digest (text), -1, g_free);
}

/* Returns the GIO error code for an SQLite result code. */
GIOErrorEnum
troupe_database_get_io_error (int code)
{
  switch (code & 0xff)
    {
    case SQLITE_FULL:
      return G_IO_ERROR_NO_SPACE;

    case SQLITE_BUSY:
    case SQLITE_LOCKED:
      return G_IO_ERROR_BUSY;

    case SQLITE_READONLY:
      return G_IO_ERROR_READ_ONLY;

    case SQLITE_PERM:
    case SQLITE_AUTH:
    case SQLITE_CANTOPEN:
      return G_IO_ERROR_PERMISSION_DENIED;

    case SQLITE_NOTADB:
    case SQLITE_CORRUPT:
      return G_IO_ERROR_INVALID_DATA;

    default:
      return G_IO_ERROR_FAILED;
    }
}

static gboolean
is_no_room (int number)
{
  return number == ENOSPC || number == EDQUOT || number == EFBIG;
}

/* Checks errno as well, because SQLite does not distinguish an exceeded quota or limit from a
 * failing device. */
gboolean
troupe_database_is_out_of_room (TroupeDatabase *self, int code)
{
  static const int files[] = { SQLITE_FCNTL_FILE_POINTER, SQLITE_FCNTL_JOURNAL_POINTER };
  struct statvfs device;

  if ((code & 0xff) == SQLITE_FULL)
    return TRUE;
  if (((code & 0xff) != SQLITE_IOERR && (code & 0xff) != SQLITE_CANTOPEN) || self->handle == NULL)
    return FALSE;
  /* A rollback journal has been closed. */
  if (is_no_room (sqlite3_system_errno (self->handle)))
    return TRUE;
  if ((code & 0xff) == SQLITE_CANTOPEN)
    return FALSE;
  for (guint i = 0; i < G_N_ELEMENTS (files); i++)
    {
      sqlite3_file *file = NULL;
      int number = 0;

      if (sqlite3_file_control (self->handle, "main", files[i], &file) == SQLITE_OK &&
          file != NULL && file->pMethods != NULL)
        file->pMethods->xFileControl (file, SQLITE_FCNTL_LAST_ERRNO, &number);

      if (is_no_room (number))
        return TRUE;
    }
  /* SQLite stores no errno for the shared memory file, which is created when a database is
   * opened. */
  return self->folder != NULL &&
         fstatvfs (troupe_store_folder_get_descriptor (self->folder), &device) == 0 &&
         device.f_blocks > 0 && device.f_bavail == 0;
}

/* Sets @error to the last error; @code: the SQLite result code. */
void
troupe_database_take_error (TroupeDatabase *self, int code, GError **error)
{
  /* Messages may quote data of a damaged file. */
  g_autofree char *message = g_utf8_make_valid (
      self->handle != NULL ? sqlite3_errmsg (self->handle) : sqlite3_errstr (code), -1);
  GIOErrorEnum kind = troupe_database_is_out_of_room (self, code)
                          ? G_IO_ERROR_NO_SPACE
                          : troupe_database_get_io_error (code);

  if (kind == G_IO_ERROR_INVALID_DATA && self->is_in_use)
    troupe_database_mark (self->folder, self->path);
  if (kind == G_IO_ERROR_NO_SPACE)
    g_set_error (error, G_IO_ERROR, (int) kind,
                 /* Translators: %s is the file of the run history. */
                 _ ("There is no space left for the run history in “%s”."), self->path);
  else
    g_set_error (error, G_IO_ERROR, (int) kind,
                 /* Translators: %s are the file of the run history and the error message of the
                  * database. */
                 _ ("The run history in “%s” could not be used: %s."), self->path, message);
}

/* Sets @error for a statement that SQLite could not prepare. Because all statements are valid
 * for the schema, a failure means that the tables are damaged. */
static void
take_statement_error (TroupeDatabase *self, int code, GError **error)
{
  GError *cause = NULL;

  g_assert (self != NULL);

  troupe_database_take_error (self, code, &cause);
  if ((code & 0xff) == SQLITE_ERROR)
    {
      cause->code = G_IO_ERROR_INVALID_DATA;
      if (self->is_in_use)
        troupe_database_mark (self->folder, self->path);
    }
  g_propagate_error (error, cause);
}

/* Runs statements without parameters and results. */
gboolean
troupe_database_run (TroupeDatabase *self, const char *sql, GError **error)
{
  int code = sqlite3_exec (self->handle, sql, NULL, NULL, NULL);

  if (code == SQLITE_OK)
    return TRUE;
  take_statement_error (self, code, error);
  return FALSE;
}

/* (transfer full) (nullable): must be finalized before the connection is closed */
sqlite3_stmt *
troupe_database_prepare (TroupeDatabase *self, const char *sql, GError **error)
{
  sqlite3_stmt *statement = NULL;
  int code =
      sqlite3_prepare_v3 (self->handle, sql, -1, SQLITE_PREPARE_PERSISTENT, &statement, NULL);

  if (code == SQLITE_OK)
    return statement;
  take_statement_error (self, code, error);
  return NULL;
}

/* @text: (nullable); must stay alive until the statement has run */
void
troupe_statement_bind_text (sqlite3_stmt *statement, int index, const char *text)
{
  if (text != NULL)
    sqlite3_bind_text (statement, index, text, -1, SQLITE_STATIC);
  else
    sqlite3_bind_null (statement, index);
}

/* Always returns UTF-8, even if the file is damaged. (transfer full) (nullable) */
char *
troupe_statement_get_text (sqlite3_stmt *statement, int column)
{
  const char *text = (const char *) sqlite3_column_text (statement, column);

  if (text == NULL || g_utf8_validate (text, -1, NULL))
    return g_strdup (text);
  return g_utf8_make_valid (text, -1);
}

/* Like troupe_statement_get_text(), for a column that is never NULL. (transfer full) */
char *
troupe_statement_get_needed_text (sqlite3_stmt *statement, int column)
{
  char *text = troupe_statement_get_text (statement, column);

  return text != NULL ? text : g_strdup ("");
}

int
troupe_statement_run (sqlite3_stmt *statement)
{
  int code = sqlite3_step (statement);

  sqlite3_reset (statement);
  sqlite3_clear_bindings (statement);
  return code == SQLITE_DONE ? SQLITE_OK : code;
}

GPtrArray *
troupe_database_read_rows (TroupeDatabase *self,
                           sqlite3_stmt *statement,
                           TroupeRowFunc read,
                           gpointer user_data,
                           GDestroyNotify destroy,
                           GError **error)
{
  g_autoptr (GPtrArray) rows = g_ptr_array_new_with_free_func (destroy);
  int code;

  g_return_val_if_fail (self != NULL && statement != NULL && read != NULL, NULL);

  while ((code = sqlite3_step (statement)) == SQLITE_ROW)
    {
      gpointer row = read (statement, user_data);

      if (row != NULL)
        g_ptr_array_add (rows, row);
    }
  if (code != SQLITE_DONE)
    {
      troupe_database_take_error (self, code, error);
      return NULL;
    }
  return g_steal_pointer (&rows);
}

static gboolean
read_number (TroupeDatabase *self, const char *sql, int *number, GError **error)
{
  sqlite3_stmt *statement = troupe_database_prepare (self, sql, error);
  int code;

  if (statement == NULL)
    return FALSE;
  code = sqlite3_step (statement);
  *number = sqlite3_column_int (statement, 0);
  sqlite3_finalize (statement);
  if (code == SQLITE_ROW)
    return TRUE;
  troupe_database_take_error (self, code, error);
  return FALSE;
}

/* A checkpoint after 16 MB instead of 4 MB: a run with large outputs would otherwise copy each of
 * them at once, and waits for the disk twice as long. */
static const char settings[] = "PRAGMA trusted_schema = OFF;"
                               "PRAGMA journal_mode = WAL;"
                               "PRAGMA synchronous = FULL;"
                               "PRAGMA foreign_keys = ON;"
                               "PRAGMA secure_delete = ON;"
                               "PRAGMA wal_autocheckpoint = 4000;";

const TroupeDatabaseKind troupe_database_runs = {
  .application_id = 0x54725275, /* "TrRu" */
  .has_tables = "SELECT 1 FROM pragma_table_info ('runs') WHERE name = 'owner_boot'"
                " UNION ALL SELECT 1 FROM pragma_table_info ('requests') WHERE name = 'states_path'"
                " UNION ALL SELECT 1 FROM pragma_table_info ('steps') WHERE name = 'at_once'",
};

/* Returns FALSE with an error if the database belongs to another program. */
static gboolean
check_kind (TroupeDatabase *self, const TroupeDatabaseKind *kind, GError **error)
{
  g_autofree char *has_tables =
      g_strdup_printf ("SELECT EXISTS (%s) OR NOT EXISTS (SELECT 1 FROM sqlite_master)",
                       kind->has_tables);
  int application_id = 0;
  int is_own = 0;

  g_assert (self != NULL);

  if (!read_number (self, "PRAGMA application_id", &application_id, error))
    return FALSE;
  if (application_id == kind->application_id)
    return TRUE;
  if (!read_number (self, has_tables, &is_own, error))
    return FALSE;
  if (is_own != 0)
    return TRUE;
  g_set_error (error, G_IO_ERROR, G_IO_ERROR_EXISTS,
               /* Translators: %s is a file name. */
               _ ("“%s” is the database of another program and was not changed. Choose another "
                  "folder."),
               self->path);
  return FALSE;
}

/**
 * troupe_database_open:
 *
 * Opens a connection for this thread, with settings that preserve committed data after a power
 * failure (doc/reliability.md R1).
 *
 * Returns: (transfer full) (nullable): the connection, or %NULL with a %G_IO_ERROR
 */
TroupeDatabase *
troupe_database_open (TroupeStoreFolder *folder,
                      const char *path,
                      const TroupeDatabaseKind *kind,
                      GError **error)
{
  g_autoptr (TroupeDatabase) self = g_new0 (TroupeDatabase, 1);
  int flags = SQLITE_OPEN_READWRITE | SQLITE_OPEN_NOMUTEX;
  int n_pages;

  self->path = g_strdup (path);
  self->folder = troupe_store_folder_ref (folder);
  self->handle =
      troupe_store_folder_connect (folder, path, kind != NULL ? flags | SQLITE_OPEN_CREATE : flags,
                                   NULL, error);
  if (self->handle == NULL)
    return NULL;
  sqlite3_busy_timeout (self->handle, TROUPE_STORE_BUSY_MS);
  sqlite3_extended_result_codes (self->handle, 1);
  if (kind != NULL && !check_kind (self, kind, error))
    return NULL;
  /* Only the owner may read the file, because it contains the conversations of agents. */
  if (kind != NULL)
    troupe_store_folder_make_private (folder, path);
  /* Incremental vacuum releases free pages step by step. The setting must be made before the
   * first page is written. It is not repeated later, because that would be a write. */
  if (!(read_number (self, "PRAGMA page_count", &n_pages, error) &&
        (n_pages > 0 || troupe_database_run (self, "PRAGMA auto_vacuum = INCREMENTAL", error))) ||
      !troupe_database_run (self, settings, error))
    return NULL;
  if (kind != NULL)
    {
      g_autofree char *sql = g_strdup_printf ("PRAGMA application_id = %d", kind->application_id);
      int application_id = 0;

      /* A database that has no application ID gets it. If this fails, for example because the
       * disk is full, the database is still recognized by its tables. */
      if (read_number (self, "PRAGMA application_id", &application_id, NULL) &&
          application_id != kind->application_id &&
          sqlite3_exec (self->handle, sql, NULL, NULL, NULL) != SQLITE_OK)
        g_debug ("%s has no application ID: %s", self->path, sqlite3_errmsg (self->handle));
    }
  return g_steal_pointer (&self);
}

void
troupe_database_close (TroupeDatabase *self)
{
  if (self == NULL)
    return;
  sqlite3_close_v2 (self->handle);
  g_clear_pointer (&self->folder, troupe_store_folder_unref);
  g_free (self->path);
  g_free (self);
}

static gboolean
apply_migrations (TroupeDatabase *self, GError **error)
{
  g_autofree char *set_version = g_strdup_printf ("PRAGMA user_version = %d", TROUPE_STORE_VERSION);
  int version = 0;

  g_assert (self != NULL);

  /* Another process may have migrated the database since the version was read. */
  if (!read_number (self, "PRAGMA user_version", &version, error))
    return FALSE;
  sqlite3_create_function_v2 (self->handle, "troupe_digest", 1, SQLITE_UTF8 | SQLITE_DETERMINISTIC,
                              NULL, digest_cb, NULL, NULL, NULL);
  troupe_store_add_summary_functions (self);
  troupe_store_add_signature_functions (self);
  for (int i = version; i < TROUPE_STORE_VERSION; i++)
    {
      if (!troupe_database_run (self, migrations[i], error))
        return FALSE;
    }
  TROUPE_CRASH_POINT ("store-migrated");
  return version >= TROUPE_STORE_VERSION || troupe_database_run (self, set_version, error);
}

/**
 * troupe_database_migrate:
 *
 * Migrates the schema to this program's version, in one transaction. A newer database is refused
 * and not changed.
 */
gboolean
troupe_database_migrate (TroupeDatabase *self, GError **error)
{
  int version = 0;

  if (!read_number (self, "PRAGMA user_version", &version, error))
    return FALSE;
  if (version == TROUPE_STORE_VERSION)
    return TRUE;
  if (version < 0)
    {
      g_set_error (error, G_IO_ERROR, G_IO_ERROR_INVALID_DATA,
                   _ ("The run history in “%s” could not be used: %s."), self->path,
                   "its schema version is invalid");
      return FALSE;
    }
  if (version > TROUPE_STORE_VERSION)
    {
      g_set_error (
          error, G_IO_ERROR, G_IO_ERROR_NOT_SUPPORTED,
          _ ("The run history in “%s” was written by a newer version of Troupe (schema %d, but "
             "only %d is supported). Update Troupe, or choose another data folder."),
          self->path, version, TROUPE_STORE_VERSION);
      return FALSE;
    }
  /* Disable foreign keys, because dropping a table that is replaced would otherwise delete the
   * rows that refer to it. */
  if (!troupe_database_run (self, "PRAGMA foreign_keys = OFF; BEGIN IMMEDIATE", error))
    return FALSE;
  TROUPE_CRASH_POINT ("store-migration-begun");
  if (apply_migrations (self, error) && troupe_database_run (self, "COMMIT", error))
    return troupe_database_run (self, "PRAGMA foreign_keys = ON", error);
  troupe_database_run (self, "ROLLBACK", NULL);
  return FALSE;
}
