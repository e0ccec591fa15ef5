/* troupe-knowledge-reading.c: stored state of a knowledge source: when and what was read
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#define G_LOG_DOMAIN "troupe-knowledge-reading"

#include "config.h"

#include "troupe-knowledge-reading.h"
#include "troupe-memory-store-private.h"
#include "troupe-store-database.h"

/* The tables are created on the first write. Versions of Troupe that do not support them can
 * still use the file. */
static const char tables[] = "CREATE TABLE IF NOT EXISTS readings ("
                             "  number INTEGER PRIMARY KEY,"
                             "  collection TEXT NOT NULL,"
                             "  source TEXT NOT NULL,"
                             "  read_us INTEGER NOT NULL,"
                             "  stamp TEXT NOT NULL,"
                             "  failure TEXT,"
                             "  UNIQUE (collection, source)"
                             ");"
                             "CREATE TABLE IF NOT EXISTS reading_pieces ("
                             "  reading INTEGER NOT NULL REFERENCES readings (number),"
                             "  place INTEGER NOT NULL,"
                             "  id TEXT NOT NULL,"
                             "  PRIMARY KEY (reading, place)"
                             ") WITHOUT ROWID;";

void
troupe_knowledge_reading_free (TroupeKnowledgeReading *self)
{
  g_return_if_fail (self != NULL);

  g_free (self->stamp);
  g_free (self->failure);
  g_free (self);
}

/* --- Reading ---------------------------------------------------------------------------------- */

/* Prepares a statement about one source. Returns NULL without an error if the tables do not
 * exist in the file. */
static sqlite3_stmt *
prepare (TroupeMemoryDatabase *database,
         const char *sql,
         const char *collection,
         const char *key,
         GError **error)
{
  g_autoptr (sqlite3_stmt) there = troupe_memory_database_prepare (
      database, "SELECT 1 FROM sqlite_master WHERE name = 'reading_pieces'", error);
  sqlite3_stmt *statement;

  if (there == NULL || sqlite3_step (there) != SQLITE_ROW)
    return NULL;
  statement = troupe_memory_database_prepare (database, sql, error);
  if (statement != NULL)
    {
      troupe_statement_bind_text (statement, 1, collection);
      troupe_statement_bind_text (statement, 2, key);
    }

  return statement;
}

TroupeKnowledgeReading *
troupe_knowledge_reading_find (TroupeMemoryStore *store,
                               const char *collection,
                               const char *key,
                               GError **error)
{
  TroupeMemoryDatabase *database;
  TroupeKnowledgeReading *self = NULL;
  sqlite3_stmt *statement;
  int code;

  g_return_val_if_fail (TROUPE_IS_MEMORY_STORE (store), NULL);
  g_return_val_if_fail (collection != NULL && key != NULL, NULL);

  database = troupe_memory_store_lock (store, error);
  if (database == NULL)
    return NULL;
  statement = prepare (database,
                       "SELECT read_us, stamp, failure, (SELECT count (*) FROM reading_pieces"
                       " JOIN records ON records.id = reading_pieces.id"
                       " JOIN spaces ON spaces.number = records.space AND spaces.name = ?1"
                       " WHERE reading = readings.number),"
                       " (SELECT count (*) FROM reading_pieces WHERE reading = readings.number)"
                       " FROM readings WHERE collection = ?1 AND source = ?2",
                       collection, key, error);
  if (statement != NULL)
    {
      code = sqlite3_step (statement);
      if (code == SQLITE_ROW)
        {
          self = g_new0 (TroupeKnowledgeReading, 1);
          self->read_us = sqlite3_column_int64 (statement, 0);
          self->stamp = troupe_statement_get_needed_text (statement, 1);
          self->failure = troupe_statement_get_text (statement, 2);
          self->n_pieces = (guint) sqlite3_column_int64 (statement, 3);
          self->n_known = (guint) sqlite3_column_int64 (statement, 4);
        }
      troupe_memory_database_check (database, code, error);
      sqlite3_finalize (statement);
    }
  troupe_memory_store_unlock (store);

  return self;
}

GStrv
troupe_knowledge_reading_list_pieces (TroupeMemoryStore *store,
                                      const char *collection,
                                      const char *key,
                                      GError **error)
{
  g_autoptr (GStrvBuilder) pieces = g_strv_builder_new ();
  TroupeMemoryDatabase *database;
  sqlite3_stmt *statement;
  int code = SQLITE_DONE;
  gboolean is_read;

  g_return_val_if_fail (TROUPE_IS_MEMORY_STORE (store), NULL);
  g_return_val_if_fail (collection != NULL && key != NULL, NULL);

  database = troupe_memory_store_lock (store, error);
  if (database == NULL)
    return NULL;
  statement = prepare (database,
                       "SELECT content FROM readings"
                       " JOIN reading_pieces ON reading = readings.number"
                       " JOIN records ON records.id = reading_pieces.id"
                       " JOIN spaces ON spaces.number = records.space AND spaces.name = ?1"
                       " WHERE readings.collection = ?1 AND readings.source = ?2 ORDER BY place",
                       collection, key, error);
  while (statement != NULL && (code = sqlite3_step (statement)) == SQLITE_ROW)
    {
      g_autofree char *text = troupe_statement_get_needed_text (statement, 0);

      g_strv_builder_add (pieces, text);
    }
  is_read =
      troupe_memory_database_check (database, code, error) && (error == NULL || *error == NULL);
  sqlite3_finalize (statement);
  troupe_memory_store_unlock (store);

  return is_read ? g_strv_builder_end (pieces) : NULL;
}

/* --- Writing ---------------------------------------------------------------------------------- */

static gboolean
step (TroupeMemoryDatabase *database, sqlite3_stmt *statement, GError **error)
{
  const int code = sqlite3_step (statement);

  sqlite3_reset (statement);

  return troupe_memory_database_check (database, code, error);
}

/* Writes the state of the source, without its chunks. @failure: (nullable). @number: (out) */
static gboolean
write_reading (TroupeMemoryDatabase *database,
               const char *collection,
               const char *key,
               const char *stamp,
               const char *failure,
               gint64 *number,
               GError **error)
{
  g_autoptr (sqlite3_stmt) insert = troupe_memory_database_prepare (
      database,
      failure != NULL ? "INSERT INTO readings (collection, source, read_us, stamp, failure)"
                        " VALUES (?1, ?2, 0, '', ?5)"
                        " ON CONFLICT (collection, source) DO UPDATE SET failure = ?5"
                      : "INSERT INTO readings (collection, source, read_us, stamp, failure)"
                        " VALUES (?1, ?2, ?3, ?4, ?5) ON CONFLICT (collection, source)"
                        " DO UPDATE SET read_us = ?3, stamp = ?4, failure = ?5",
      error);
  g_autoptr (sqlite3_stmt) select = NULL;

  g_assert (database != NULL);

  if (insert == NULL)
    return FALSE;
  troupe_statement_bind_text (insert, 1, collection);
  troupe_statement_bind_text (insert, 2, key);
  if (failure == NULL)
    {
      sqlite3_bind_int64 (insert, 3, g_get_real_time ());
      troupe_statement_bind_text (insert, 4, stamp);
    }
  troupe_statement_bind_text (insert, 5, failure);
  if (!step (database, insert, error))
    return FALSE;
  select = troupe_memory_database_prepare (
      database, "SELECT number FROM readings WHERE collection = ?1 AND source = ?2", error);
  if (select == NULL)
    return FALSE;
  troupe_statement_bind_text (select, 1, collection);
  troupe_statement_bind_text (select, 2, key);
  if (sqlite3_step (select) == SQLITE_ROW)
    *number = sqlite3_column_int64 (select, 0);

  return TRUE;
}

/* Replaces the chunk IDs. @before: receives the previous IDs (transfer full) */
static gboolean
change_pieces (TroupeMemoryDatabase *database,
               gint64 reading,
               const char *const *ids,
               GStrvBuilder *before,
               GError **error)
{
  g_autoptr (sqlite3_stmt) select =
      troupe_memory_database_prepare (database, "SELECT id FROM reading_pieces WHERE reading = ?1",
                                      error);
  g_autoptr (sqlite3_stmt) remove =
      troupe_memory_database_prepare (database, "DELETE FROM reading_pieces WHERE reading = ?1",
                                      error);
  g_autoptr (sqlite3_stmt) insert = troupe_memory_database_prepare (
      database, "INSERT INTO reading_pieces (reading, place, id) VALUES (?1, ?2, ?3)", error);

  g_assert (ids != NULL);

  if (select == NULL || remove == NULL || insert == NULL)
    return FALSE;
  sqlite3_bind_int64 (select, 1, reading);
  while (sqlite3_step (select) == SQLITE_ROW)
    {
      g_autofree char *id = troupe_statement_get_needed_text (select, 0);

      g_strv_builder_add (before, id);
    }
  sqlite3_reset (select);
  sqlite3_bind_int64 (remove, 1, reading);
  if (!step (database, remove, error))
    return FALSE;
  for (guint i = 0; ids[i] != NULL; i++)
    {
      sqlite3_bind_int64 (insert, 1, reading);
      sqlite3_bind_int64 (insert, 2, i);
      troupe_statement_bind_text (insert, 3, ids[i]);
      if (!step (database, insert, error))
        return FALSE;
    }

  return TRUE;
}

/* Returns the IDs in @before that are no longer in any source of the collection. (transfer full)
 * (nullable) */
static GStrv
list_forsaken (TroupeMemoryDatabase *database,
               const char *collection,
               char **before,
               GError **error)
{
  g_autoptr (GStrvBuilder) ids = g_strv_builder_new ();
  g_autoptr (sqlite3_stmt) select = troupe_memory_database_prepare (
      database,
      "SELECT 1 FROM reading_pieces JOIN readings ON readings.number = reading"
      " WHERE collection = ?1 AND id = ?2 LIMIT 1",
      error);

  g_assert (before != NULL);

  if (select == NULL)
    return NULL;
  for (guint i = 0; before[i] != NULL; i++)
    {
      troupe_statement_bind_text (select, 1, collection);
      troupe_statement_bind_text (select, 2, before[i]);
      if (sqlite3_step (select) == SQLITE_DONE)
        g_strv_builder_add (ids, before[i]);
      sqlite3_reset (select);
    }

  return g_strv_builder_end (ids);
}

/* Writes the state and the chunk IDs. @forsaken: (out) (transfer full) (nullable): IDs of chunks
 * to remove */
static gboolean
write_all (TroupeMemoryDatabase *database,
           const char *collection,
           const char *key,
           const char *stamp,
           const char *const *ids,
           GStrv *forsaken,
           GError **error)
{
  g_autoptr (GStrvBuilder) builder = g_strv_builder_new ();
  g_auto (GStrv) before = NULL;
  gint64 number = 0;

  g_assert (ids != NULL);

  if (!troupe_memory_database_run (database, tables, error) ||
      !troupe_memory_database_run (database, "BEGIN IMMEDIATE", error))
    return FALSE;
  if (write_reading (database, collection, key, stamp, NULL, &number, error) &&
      change_pieces (database, number, ids, builder, error))
    {
      before = g_strv_builder_end (builder);
      *forsaken = list_forsaken (database, collection, before, error);
      if (*forsaken != NULL && troupe_memory_database_run (database, "COMMIT", error))
        return TRUE;
    }
  sqlite3_exec (database->handle, "ROLLBACK", NULL, NULL, NULL);

  return FALSE;
}

gboolean
troupe_knowledge_reading_write (TroupeMemoryStore *store,
                                const char *collection,
                                const char *key,
                                const char *stamp,
                                const char *const *ids,
                                gboolean prunes,
                                GError **error)
{
  TroupeMemoryDatabase *database;
  TroupeMemoryChange change = { 0 };
  g_auto (GStrv) forsaken = NULL;
  gboolean is_done;

  g_return_val_if_fail (TROUPE_IS_MEMORY_STORE (store), FALSE);
  g_return_val_if_fail (collection != NULL && key != NULL, FALSE);
  g_return_val_if_fail (stamp != NULL && ids != NULL, FALSE);

  database = troupe_memory_store_lock (store, error);
  if (database == NULL)
    return FALSE;
  is_done = write_all (database, collection, key, stamp, ids, &forsaken, error);
  troupe_memory_store_unlock (store);
  if (!is_done || !prunes || forsaken[0] == NULL)
    return is_done;
  change.deletes = (const char *const *) forsaken;

  return troupe_memory_store_change (store, collection, &change, error);
}

gboolean
troupe_knowledge_reading_write_failure (TroupeMemoryStore *store,
                                        const char *collection,
                                        const char *key,
                                        const char *failure,
                                        GError **error)
{
  TroupeMemoryDatabase *database;
  gint64 number = 0;
  gboolean is_done;

  g_return_val_if_fail (TROUPE_IS_MEMORY_STORE (store), FALSE);
  g_return_val_if_fail (collection != NULL && key != NULL && failure != NULL, FALSE);

  database = troupe_memory_store_lock (store, error);
  if (database == NULL)
    return FALSE;
  is_done = troupe_memory_database_run (database, tables, error) &&
            write_reading (database, collection, key, "", failure, &number, error);
  troupe_memory_store_unlock (store);

  return is_done;
}

/* --- Checking for changes --------------------------------------------------------------------- */

/* The stamp of a changed source. It differs from every stamp that is computed from files. */
#define CHANGED_STAMP "changed"

static gboolean
has_ids (TroupeMemoryDatabase *database,
         const char *collection,
         const char *key,
         const char *const *ids,
         gboolean *is_same,
         GError **error)
{
  g_autoptr (GStrvBuilder) builder = g_strv_builder_new ();
  g_autoptr (sqlite3_stmt) select =
      prepare (database,
               "SELECT id FROM readings JOIN reading_pieces ON reading = number"
               " WHERE collection = ?1 AND source = ?2 ORDER BY place",
               collection, key, error);
  g_auto (GStrv) known = NULL;
  int code = SQLITE_DONE;

  while (select != NULL && (code = sqlite3_step (select)) == SQLITE_ROW)
    {
      g_autofree char *id = troupe_statement_get_needed_text (select, 0);

      g_strv_builder_add (builder, id);
    }
  known = g_strv_builder_end (builder);
  *is_same = g_strv_equal ((const char *const *) known, ids);

  return select != NULL && troupe_memory_database_check (database, code, error);
}

static gboolean
mark_changed (TroupeMemoryDatabase *database,
              const char *collection,
              const char *key,
              GError **error)
{
  g_autoptr (sqlite3_stmt) update = prepare (database,
                                             "UPDATE readings SET stamp = '" CHANGED_STAMP
                                             "' WHERE collection = ?1 AND source = ?2",
                                             collection, key, error);

  return update != NULL && step (database, update, error);
}

gboolean
troupe_knowledge_reading_compare (TroupeMemoryStore *store,
                                  const char *collection,
                                  const char *key,
                                  const char *const *ids,
                                  gboolean *has_changed,
                                  GError **error)
{
  TroupeMemoryDatabase *database;
  gboolean is_same = TRUE;
  gboolean is_done;

  g_return_val_if_fail (TROUPE_IS_MEMORY_STORE (store), FALSE);
  g_return_val_if_fail (collection != NULL && key != NULL, FALSE);
  g_return_val_if_fail (ids != NULL && has_changed != NULL, FALSE);

  database = troupe_memory_store_lock (store, error);
  if (database == NULL)
    return FALSE;
  is_done = has_ids (database, collection, key, ids, &is_same, error) &&
            (is_same || mark_changed (database, collection, key, error));
  troupe_memory_store_unlock (store);
  *has_changed = !is_same;

  return is_done;
}
