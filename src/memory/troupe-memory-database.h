/* troupe-memory-database.h: SQLite database of a memory and its schema
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#pragma once

#include <gio/gio.h>
#include <sqlite3.h>

#include "troupe-memory-store.h"
#include "troupe-store-folder.h"

G_BEGIN_DECLS

/* Schema version that this program writes. */
#define TROUPE_MEMORY_VERSION 1

/* @folder: the folder of the file; %NULL for a database without a file
 * @is_damaged: whether corruption was detected. A damaged file is marked, and checked thoroughly
 *   the next time it is opened */
typedef struct
{
  sqlite3 *handle;
  TroupeStoreFolder *folder; /* (nullable) */
  char *path;
  gboolean is_damaged;
} TroupeMemoryDatabase;

/**
 * troupe_memory_database_open:
 * @path: the file; neither the file nor its folder may be a symbolic link. `:memory:` is a database
 *   without a file
 * @notice: (out) (transfer full) (nullable): a message for the user if a damaged file was moved
 *   aside and replaced
 *
 * Opens or creates the file. Only a file that is itself damaged is moved aside. Databases of other
 * programs or of newer versions, locks and full disks cause errors, and the file remains unchanged.
 */
TroupeMemoryDatabase *troupe_memory_database_open (const char *path, char **notice, GError **error);
void troupe_memory_database_close (TroupeMemoryDatabase *self);
G_DEFINE_AUTOPTR_CLEANUP_FUNC (TroupeMemoryDatabase, troupe_memory_database_close)

/* Checks the result of an SQLite call. Returns FALSE for an error. @code: an SQLite result code;
 * SQLITE_DONE, _ROW and _OK are not errors. */
gboolean troupe_memory_database_check (TroupeMemoryDatabase *self, int code, GError **error);
/* Reports that the database is damaged. @words: what was detected */
void troupe_memory_database_fail (TroupeMemoryDatabase *self, const char *words, GError **error);
/* Returns TRUE if each record has a vector, the length of which is the one of its space. @space:
 * 0 for all spaces */
gboolean
troupe_memory_database_check_vectors (TroupeMemoryDatabase *self, gint64 space, GError **error);
gboolean troupe_memory_database_run (TroupeMemoryDatabase *self, const char *sql, GError **error);
/* (transfer full) (nullable) */
sqlite3_stmt *
troupe_memory_database_prepare (TroupeMemoryDatabase *self, const char *sql, GError **error);
G_DEFINE_AUTOPTR_CLEANUP_FUNC (sqlite3_stmt, sqlite3_finalize)

/* Returns a number that changes when another process writes to the database. */
gint64 troupe_memory_database_get_stamp (TroupeMemoryDatabase *self);

/* The columns of a record, in the order in which they are read and written. */
#define TROUPE_MEMORY_COLUMNS                                                                      \
  "number, id, created_us, accessed_us, importance, private, scope, source, categories, metadata," \
  " content"
/* (transfer full) */
TroupeMemoryRecord *troupe_memory_database_read_record (sqlite3_stmt *statement);
/* Binds all columns except the number, from parameter 2 on. */
void troupe_memory_database_bind_record (sqlite3_stmt *statement, const TroupeMemoryRecord *record);

G_END_DECLS
