/* troupe-memory-database.h: the file of records, and its schema
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#pragma once

#include <gio/gio.h>
#include <sqlite3.h>

#include "troupe-memory-store.h"

G_BEGIN_DECLS

/* The version of the schema that this program writes. */
#define TROUPE_MEMORY_VERSION 1

/* @is_damaged: whether something was met that no database has: it is marked then, and the next opening looks closely */
typedef struct
{
  sqlite3 *handle;
  char *path;
  gboolean is_damaged;
} TroupeMemoryDatabase;

/**
 * troupe_memory_database_open:
 * @notice: (out) (transfer full) (nullable): what to tell the person where a damaged file was set aside and a new one
 *   begun
 *
 * Opens the file, or makes it. Only what is damaged itself is set aside: another program's database, a newer version,
 * locks and full disks are errors that leave it alone.
 */
TroupeMemoryDatabase *troupe_memory_database_open (const char *path, char **notice, GError **error);
void troupe_memory_database_close (TroupeMemoryDatabase *self);
G_DEFINE_AUTOPTR_CLEANUP_FUNC (TroupeMemoryDatabase, troupe_memory_database_close)

/* @code: of SQLite; SQLITE_DONE, _ROW and _OK are no errors. FALSE where it is one. */
gboolean troupe_memory_database_check (TroupeMemoryDatabase *self, int code, GError **error);
/* Says that it is damaged, in words of what was met. */
void troupe_memory_database_fail (TroupeMemoryDatabase *self, const char *words, GError **error);
/* Whether each record has a vector as long as those of its space are. @space: 0: of all */
gboolean
troupe_memory_database_check_vectors (TroupeMemoryDatabase *self, gint64 space, GError **error);
gboolean troupe_memory_database_run (TroupeMemoryDatabase *self, const char *sql, GError **error);
/* (transfer full) (nullable) */
sqlite3_stmt *
troupe_memory_database_prepare (TroupeMemoryDatabase *self, const char *sql, GError **error);
G_DEFINE_AUTOPTR_CLEANUP_FUNC (sqlite3_stmt, sqlite3_finalize)

/* A number that changes when another process writes. */
gint64 troupe_memory_database_get_stamp (TroupeMemoryDatabase *self);

/* The columns of a record in the order in which it is read and written. */
#define TROUPE_MEMORY_COLUMNS                                                                      \
  "number, id, created_us, accessed_us, importance, private, scope, source, categories, metadata," \
  " content"
/* (transfer full) */
TroupeMemoryRecord *troupe_memory_database_read_record (sqlite3_stmt *statement);
/* Binds all but the number, from parameter 2 on. */
void troupe_memory_database_bind_record (sqlite3_stmt *statement, const TroupeMemoryRecord *record);

G_END_DECLS
