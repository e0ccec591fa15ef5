/* troupe-store-database.h: connections to SQLite, and the schema
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#pragma once

#include <gio/gio.h>
#include <sqlite3.h>

G_BEGIN_DECLS

/* The version of the schema that this program writes. */
#define TROUPE_STORE_VERSION 8

/* How long a statement waits for another process, in milliseconds. */
#define TROUPE_STORE_BUSY_MS 5000

/* @is_in_use: whether it was found sound, so that damage which is met later is marked */
typedef struct
{
  sqlite3 *handle;
  char *path;
  gboolean is_in_use;
} TroupeDatabase;

/* A document goes with the last run of it. */
#define TROUPE_STORE_DOCUMENT_TRIGGER                                                              \
  "CREATE TRIGGER IF NOT EXISTS runs_drop_document AFTER DELETE ON runs"                           \
  " WHEN old.document IS NOT NULL BEGIN"                                                           \
  " DELETE FROM documents WHERE digest = old.document"                                             \
  " AND NOT EXISTS (SELECT 1 FROM runs WHERE document = old.document);"                            \
  " END;"

/* Events and steps stand under the number of their run and their own number in it, in one: rows of one run lie
 * together, and those of a new run behind all others. */
#define TROUPE_STORE_ROW_BITS 32

/* They go with their run. */
#define TROUPE_STORE_ROWS_TRIGGER                                                                  \
  "CREATE TRIGGER IF NOT EXISTS runs_drop_rows AFTER DELETE ON runs BEGIN"                         \
  " DELETE FROM events WHERE key BETWEEN old.number << 32 AND old.number << 32 | 4294967295;"      \
  " DELETE FROM steps WHERE key BETWEEN old.number << 32 AND old.number << 32 | 4294967295;"       \
  " END;"

/* The key of a row of a run; of no run and of a row with too large a number one that no table takes. */
gint64 troupe_store_make_key (gint64 run, guint64 row);

/* Under which a document's text is kept. (transfer full) */
char *troupe_store_make_digest (const char *text);

TroupeDatabase *troupe_database_open (const char *path, gboolean writable, GError **error);
void troupe_database_close (TroupeDatabase *self);
G_DEFINE_AUTOPTR_CLEANUP_FUNC (TroupeDatabase, troupe_database_close)

gboolean troupe_database_migrate (TroupeDatabase *self, GError **error);
sqlite3_stmt *troupe_database_prepare (TroupeDatabase *self, const char *sql, GError **error);
gboolean troupe_database_run (TroupeDatabase *self, const char *sql, GError **error);
GIOErrorEnum troupe_database_get_io_error (int code);
/* Whether the device gave no room for what was tried last. */
gboolean troupe_database_is_out_of_room (TroupeDatabase *self, int code);
void troupe_database_take_error (TroupeDatabase *self, int code, GError **error);

/* Binding and reading texts that may be missing. */
void troupe_statement_bind_text (sqlite3_stmt *statement, int index, const char *text);
char *troupe_statement_get_text (sqlite3_stmt *statement, int column);
char *troupe_statement_get_needed_text (sqlite3_stmt *statement, int column);

G_END_DECLS
