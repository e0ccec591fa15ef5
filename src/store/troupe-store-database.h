/* troupe-store-database.h: SQLite connections and schema of the run history
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#pragma once

#include <gio/gio.h>
#include <sqlite3.h>

#include "troupe-store-folder.h"

G_BEGIN_DECLS

/* The schema version that this program writes. */
#define TROUPE_STORE_VERSION 13

/* How long a statement waits for a lock of another process, in milliseconds. */
#define TROUPE_STORE_BUSY_MS 5000

/* An SQLite connection, used by one thread at a time.
 * @path: for messages; its last component is the name of the file in @folder
 * @is_in_use: whether the database has been checked, so that damage detected later is marked */
typedef struct
{
  sqlite3 *handle;
  TroupeStoreFolder *folder;
  char *path;
  gboolean is_in_use;
} TroupeDatabase;

/* A document is deleted together with its last run. */
#define TROUPE_STORE_DOCUMENT_TRIGGER                                                              \
  "CREATE TRIGGER IF NOT EXISTS runs_drop_document AFTER DELETE ON runs"                           \
  " WHEN old.document IS NOT NULL BEGIN"                                                           \
  " DELETE FROM documents WHERE digest = old.document"                                             \
  " AND NOT EXISTS (SELECT 1 FROM runs WHERE document = old.document);"                            \
  " END;"

/* The key of an event or step combines the number of its run and its own number. The rows of a
 * run are therefore adjacent, and the rows of a new run follow all others. */
#define TROUPE_STORE_ROW_BITS 32

/* Events and steps are deleted together with their run. */
#define TROUPE_STORE_ROWS_TRIGGER                                                                  \
  "CREATE TRIGGER IF NOT EXISTS runs_drop_rows AFTER DELETE ON runs BEGIN"                         \
  " DELETE FROM events WHERE key BETWEEN old.number << 32 AND old.number << 32 | 4294967295;"      \
  " DELETE FROM steps WHERE key BETWEEN old.number << 32 AND old.number << 32 | 4294967295;"       \
  " END;"

/* Returns the key of a row of a run. If the run is invalid or the row number is too large,
 * returns an invalid key, which no table accepts. */
gint64 troupe_store_make_key (gint64 run, guint64 row);

/* Returns the digest under which the text of a document is stored. (transfer full) */
char *troupe_store_make_digest (const char *text);

/* Unless stated otherwise, the errors of the following functions are %G_IO_ERROR with the code
 * of troupe_database_get_io_error(), or %G_IO_ERROR_NO_SPACE. */

/* A query that returns a row only for a database with the tables of its owner. It recognizes databases
 * that older versions created, without an application ID.
 * @application_id: of new databases */
typedef struct
{
  int application_id;
  const char *has_tables;
} TroupeDatabaseKind;

/* The run history. */
extern const TroupeDatabaseKind troupe_database_runs;

/* Opens a connection for this thread, with settings that preserve committed data after a power
 * failure (doc/reliability.md R1). @path: as of TroupeDatabase; @kind: (nullable): creates the file if
 * it is missing, with mode 0600, and refuses the database of another program, which is not changed;
 * %NULL opens an existing database again. (transfer full) (nullable): NULL with a %G_IO_ERROR:
 * %G_IO_ERROR_EXISTS for the database of another program */
TroupeDatabase *troupe_database_open (TroupeStoreFolder *folder,
                                      const char *path,
                                      const TroupeDatabaseKind *kind,
                                      GError **error);
void troupe_database_close (TroupeDatabase *self);
G_DEFINE_AUTOPTR_CLEANUP_FUNC (TroupeDatabase, troupe_database_close)

/* Migrates the schema to %TROUPE_STORE_VERSION, in one transaction. Errors: %G_IO_ERROR:
 * %G_IO_ERROR_NOT_SUPPORTED for a newer database, which is not changed. */
gboolean troupe_database_migrate (TroupeDatabase *self, GError **error);
/* Compiles a statement. (transfer full) (nullable): to be finalized before the connection is
 * closed; NULL with a %G_IO_ERROR: %G_IO_ERROR_INVALID_DATA if the schema does not match */
sqlite3_stmt *troupe_database_prepare (TroupeDatabase *self, const char *sql, GError **error);
/* Executes statements without parameters and results. Errors: %G_IO_ERROR, as
 * troupe_database_prepare(). */
gboolean troupe_database_run (TroupeDatabase *self, const char *sql, GError **error);
/* Converts an SQLite result code, extended or not: _NO_SPACE, _BUSY, _READ_ONLY,
 * _PERMISSION_DENIED, _INVALID_DATA for damage, or _FAILED. */
GIOErrorEnum troupe_database_get_io_error (int code);
/* Returns TRUE if the last operation failed because there is no disk space. @code: its SQLite
 * result code */
gboolean troupe_database_is_out_of_room (TroupeDatabase *self, int code);
/* Sets @error to a %G_IO_ERROR that describes the last failure, and marks a damaged database that
 * is in use. @code: the SQLite result code */
void troupe_database_take_error (TroupeDatabase *self, int code, GError **error);

/* Binds an optional string. @index: from 1; @text: (nullable): not copied; must stay alive until
 * the statement has run */
void troupe_statement_bind_text (sqlite3_stmt *statement, int index, const char *text);
/* Returns a column as valid UTF-8. @column: from 0. (transfer full) (nullable): NULL for SQL's
 * NULL */
char *troupe_statement_get_text (sqlite3_stmt *statement, int column);
/* Like troupe_statement_get_text(), but returns "" instead of NULL. (transfer full) */
char *troupe_statement_get_needed_text (sqlite3_stmt *statement, int column);
/* Executes a statement that returns no rows, and makes it ready for other values. Returns
 * SQLITE_OK, or the code of the failure. */
int troupe_statement_run (sqlite3_stmt *statement);

/* Reads the current row. Returns what @destroy of troupe_database_read_rows() frees, or NULL to
 * leave the row out. */
typedef gpointer (*TroupeRowFunc) (sqlite3_stmt *statement, gpointer user_data);
/* Collects the results of @read for the rows of a statement, which the caller finalizes. Returns
 * NULL with a %G_IO_ERROR if the statement fails. (transfer full) (nullable) */
GPtrArray *troupe_database_read_rows (TroupeDatabase *self,
                                      sqlite3_stmt *statement,
                                      TroupeRowFunc read,
                                      gpointer user_data,
                                      GDestroyNotify destroy,
                                      GError **error);

G_END_DECLS
