/* troupe-memory-store.c: SQLite store of memory records and vectors, with vector search
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#define G_LOG_DOMAIN "troupe-memory-store"

#include "config.h"

#include <glib/gi18n.h>
#include <string.h>

#include "troupe-base.h"
#include "troupe-memory-index.h"
#include "troupe-memory-scope.h"
#include "troupe-memory-store-private.h"
#include "troupe-memory-vectors.h"
#include "troupe-store-database.h"

struct _TroupeMemoryStore
{
  GObject parent_instance;

  char *path;
  char *notice;      /* (nullable): not reported yet */
  GThreadPool *pool; /* of one thread, which preserves the order */
  TroupeMemoryRoomFunc room; /* (nullable) */
  gpointer room_data;
  GDestroyNotify room_destroy;

  GMutex lock;
  TroupeMemoryDatabase *database; /* (nullable): until first use */
  GHashTable *indexes;            /* (element-type gint64 TroupeMemoryIndex): by space */
};

typedef struct
{
  TroupeMemoryWork work;
  gpointer data;
  GDestroyNotify free_data;
  GDestroyNotify free_result;
} Job;

/* A space in the database. */
typedef struct
{
  gint64 number; /* 0: does not exist */
  guint dimension;
  char *embedder;
} Space;

G_DEFINE_FINAL_TYPE (TroupeMemoryStore, troupe_memory_store, G_TYPE_OBJECT)

static void
space_clear (Space *space)
{
  g_free (space->embedder);
}
G_DEFINE_AUTO_CLEANUP_CLEAR_FUNC (Space, space_clear)

/* --- The object ----------------------------------------------------------------------------- */

static void
job_free (gpointer data)
{
  Job *job = data;

  if (job->free_data != NULL)
    job->free_data (job->data);
  g_free (job);
}

static void
work_cb (gpointer data, gpointer user_data)
{
  g_autoptr (GTask) task = data;
  Job *job = g_task_get_task_data (task);
  GError *error = NULL;
  gpointer result;

  g_assert (G_IS_TASK (task));

  if (g_task_return_error_if_cancelled (task))
    return;
  result = job->work (g_task_get_source_object (task), job->data, &error);
  if (error != NULL)
    g_task_return_error (task, error);
  else
    g_task_return_pointer (task, result, job->free_result);
}

static void
troupe_memory_store_finalize (GObject *object)
{
  TroupeMemoryStore *self = TROUPE_MEMORY_STORE (object);

  g_assert (TROUPE_IS_MEMORY_STORE (self));

  /* There are no pending jobs, because these would hold references to the store. */
  g_thread_pool_free (self->pool, FALSE, FALSE);
  g_hash_table_unref (self->indexes);
  g_clear_pointer (&self->database, troupe_memory_database_close);
  g_mutex_clear (&self->lock);
  g_free (self->notice);
  g_free (self->path);
  if (self->room_destroy != NULL)
    self->room_destroy (self->room_data);

  G_OBJECT_CLASS (troupe_memory_store_parent_class)->finalize (object);
}

static void
troupe_memory_store_class_init (TroupeMemoryStoreClass *klass)
{
  G_OBJECT_CLASS (klass)->finalize = troupe_memory_store_finalize;
}

static void
troupe_memory_store_init (TroupeMemoryStore *self)
{
  g_assert (TROUPE_IS_MEMORY_STORE (self));

  g_mutex_init (&self->lock);
  self->pool = g_thread_pool_new (work_cb, NULL, 1, FALSE, NULL);
  self->indexes = g_hash_table_new_full (g_int64_hash, g_int64_equal, g_free,
                                         (GDestroyNotify) troupe_memory_index_free);
}

TroupeMemoryStore *
troupe_memory_store_new (const char *path)
{
  TroupeMemoryStore *self = g_object_new (TROUPE_TYPE_MEMORY_STORE, NULL);

  g_return_val_if_fail (path != NULL, self);

  self->path = g_strdup (path);

  return self;
}

const char *
troupe_memory_store_get_path (TroupeMemoryStore *self)
{
  g_return_val_if_fail (TROUPE_IS_MEMORY_STORE (self), NULL);

  return self->path;
}

char *
troupe_memory_store_take_notice (TroupeMemoryStore *self)
{
  char *notice = NULL;

  g_return_val_if_fail (TROUPE_IS_MEMORY_STORE (self), NULL);

  g_mutex_lock (&self->lock);
  notice = g_steal_pointer (&self->notice);
  g_mutex_unlock (&self->lock);

  return notice;
}

TroupeMemoryDatabase *
troupe_memory_store_lock (TroupeMemoryStore *self, GError **error)
{
  g_mutex_lock (&self->lock);
  if (self->database == NULL)
    {
      g_autofree char *notice = NULL;

      self->database = troupe_memory_database_open (self->path, &notice, error);
      if (notice != NULL)
        troupe_set_str (&self->notice, notice);
    }
  if (self->database == NULL)
    g_mutex_unlock (&self->lock);

  return self->database;
}

void
troupe_memory_store_unlock (TroupeMemoryStore *self)
{
  g_mutex_unlock (&self->lock);
}

TroupeMemoryStore *
troupe_memory_store_open (const char *path, GError **error)
{
  g_autoptr (TroupeMemoryStore) self = troupe_memory_store_new (path);

  if (troupe_memory_store_lock (self, error) == NULL)
    return NULL;
  troupe_memory_store_unlock (self);

  return g_steal_pointer (&self);
}

/* --- Asynchronous calls ----------------------------------------------------------------------- */

void
troupe_memory_store_run_async (TroupeMemoryStore *self,
                               TroupeMemoryWork work,
                               gpointer data,
                               GDestroyNotify free_data,
                               GDestroyNotify free_result,
                               GCancellable *cancellable,
                               GAsyncReadyCallback callback,
                               gpointer user_data)
{
  GTask *task;
  Job *job = g_new0 (Job, 1);

  g_return_if_fail (TROUPE_IS_MEMORY_STORE (self));

  job->work = work;
  job->data = data;
  job->free_data = free_data;
  job->free_result = free_result;
  task = g_task_new (self, cancellable, callback, user_data);
  g_task_set_source_tag (task, troupe_memory_store_run_async);
  g_task_set_task_data (task, job, job_free);
  g_thread_pool_push (self->pool, task, NULL);
}

gpointer
troupe_memory_store_run_finish (TroupeMemoryStore *self, GAsyncResult *result, GError **error)
{
  g_return_val_if_fail (TROUPE_IS_MEMORY_STORE (self), NULL);
  g_return_val_if_fail (g_task_is_valid (result, self), NULL);

  return g_task_propagate_pointer (G_TASK (result), error);
}

/* --- Spaces --------------------------------------------------------------------------------- */

static gboolean
read_space (TroupeMemoryDatabase *database, const char *name, Space *space, GError **error)
{
  g_autoptr (sqlite3_stmt) statement = troupe_memory_database_prepare (
      database, "SELECT number, dimension, embedder FROM spaces WHERE name = ?1", error);
  int code;

  if (statement == NULL)
    return FALSE;
  troupe_statement_bind_text (statement, 1, name);
  code = sqlite3_step (statement);
  if (code == SQLITE_ROW)
    {
      space->number = sqlite3_column_int64 (statement, 0);
      space->dimension =
          (guint) CLAMP (sqlite3_column_int64 (statement, 1), 1, TROUPE_MEMORY_MOST_DIMENSIONS);
      space->embedder = troupe_statement_get_needed_text (statement, 2);
    }

  return troupe_memory_database_check (database, code, error);
}

gboolean
troupe_memory_store_find_space (TroupeMemoryDatabase *database,
                                const char *name,
                                gint64 *number,
                                GError **error)
{
  g_auto (Space) space = { 0 };
  gboolean is_read = read_space (database, name, &space, error);

  *number = space.number;

  return is_read;
}

static gboolean
check_dimension (TroupeMemoryDatabase *database,
                 const Space *space,
                 guint dimension,
                 const char *embedder,
                 GError **error)
{
  if (space->number == 0 || space->dimension == dimension)
    return TRUE;
  /* The stored dimension of the space may be damaged. */
  if (!troupe_memory_database_check_vectors (database, space->number, error))
    return FALSE;
  g_set_error (
      error, G_IO_ERROR, G_IO_ERROR_NOT_SUPPORTED,
      /* Translators: first %s is a file name, second %s the previous embedding model, third %s a
       * space, fourth %s the new embedding model; %u are the lengths of the vectors of these
       * models. */
      _ ("The memory in “%s” was embedded with vectors of length %u by “%s”, but the embedder%s%s "
         "returns vectors of length %u. Set the previous embedder again, or reset the memory."),
      database->path, space->dimension, space->embedder, embedder != NULL ? " " : "",
      embedder != NULL ? embedder : "", dimension);

  return FALSE;
}

static gboolean
need_space (TroupeMemoryDatabase *database,
            const char *name,
            guint dimension,
            const char *embedder,
            Space *space,
            GError **error)
{
  g_autoptr (sqlite3_stmt) statement = NULL;

  if (!read_space (database, name, space, error) ||
      !check_dimension (database, space, dimension, embedder, error))
    return FALSE;
  if (space->number != 0)
    return TRUE;
  statement = troupe_memory_database_prepare (
      database, "INSERT INTO spaces (name, dimension, embedder) VALUES (?1, ?2, ?3)", error);
  if (statement == NULL)
    return FALSE;
  troupe_statement_bind_text (statement, 1, name);
  sqlite3_bind_int64 (statement, 2, dimension);
  troupe_statement_bind_text (statement, 3, embedder != NULL ? embedder : "");
  if (!troupe_memory_database_check (database, sqlite3_step (statement), error))
    return FALSE;
  space->number = sqlite3_last_insert_rowid (database->handle);
  space->dimension = dimension;

  return TRUE;
}

/* --- Writing -------------------------------------------------------------------------------- */

static gboolean
step_once (TroupeMemoryDatabase *database, sqlite3_stmt *statement, GError **error)
{
  int code = sqlite3_step (statement);

  sqlite3_reset (statement);

  return troupe_memory_database_check (database, code, error);
}

static gint64
find_number (TroupeMemoryDatabase *database, gint64 space, const char *id, GError **error)
{
  g_autoptr (sqlite3_stmt) statement = troupe_memory_database_prepare (
      database, "SELECT number FROM records WHERE space = ?1 AND id = ?2", error);
  int code;

  if (statement == NULL)
    return -1;
  sqlite3_bind_int64 (statement, 1, space);
  troupe_statement_bind_text (statement, 2, id);
  code = sqlite3_step (statement);
  if (!troupe_memory_database_check (database, code, error))
    return -1;

  return code == SQLITE_ROW ? sqlite3_column_int64 (statement, 0) : 0;
}

static gboolean
write_vector (TroupeMemoryDatabase *database,
              gint64 number,
              const float *vector,
              guint dimension,
              GError **error)
{
  g_autoptr (sqlite3_stmt) statement = troupe_memory_database_prepare (
      database, "INSERT OR REPLACE INTO vectors (number, vector) VALUES (?1, ?2)", error);

  if (statement == NULL)
    return FALSE;
  sqlite3_bind_int64 (statement, 1, number);
  sqlite3_bind_blob64 (statement, 2, vector, dimension * sizeof (float), SQLITE_STATIC);

  return step_once (database, statement, error);
}

/* Inserts records. Their numbers are collected, so that the index is updated only after the
 * transaction was committed. */
static gboolean
write_inserts (TroupeMemoryDatabase *database,
               gint64 space,
               const TroupeMemoryChange *change,
               GArray *numbers,
               GError **error)
{
  g_autoptr (sqlite3_stmt) statement = troupe_memory_database_prepare (
      database,
      "INSERT OR IGNORE INTO records (space, id, created_us, accessed_us, importance, private,"
      " scope, source, categories, metadata, content)"
      " VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7, ?8, ?9, ?10, ?11)",
      error);

  if (statement == NULL)
    return FALSE;
  for (guint i = 0; change->inserts != NULL && i < change->inserts->len; i++)
    {
      gint64 number = 0;

      sqlite3_bind_int64 (statement, 1, space);
      troupe_memory_database_bind_record (statement, g_ptr_array_index (change->inserts, i));
      if (!step_once (database, statement, error))
        return FALSE;
      if (sqlite3_changes (database->handle) > 0)
        {
          number = sqlite3_last_insert_rowid (database->handle);
          if (!write_vector (database, number,
                             change->insert_vectors + (gsize) i * change->dimension,
                             change->dimension, error))
            return FALSE;
        }
      g_array_append_val (numbers, number);
    }

  return TRUE;
}

static gboolean
write_updates (TroupeMemoryDatabase *database,
               gint64 space,
               const TroupeMemoryChange *change,
               GArray *numbers,
               GError **error)
{
  g_autoptr (sqlite3_stmt) statement = troupe_memory_database_prepare (
      database,
      "UPDATE records SET created_us = ?3, accessed_us = ?4, importance = ?5, private = ?6,"
      " scope = ?7, source = ?8, categories = ?9, metadata = ?10, content = ?11"
      " WHERE number = ?1 AND id = ?2",
      error);

  if (statement == NULL)
    return FALSE;
  for (guint i = 0; change->updates != NULL && i < change->updates->len; i++)
    {
      const TroupeMemoryRecord *record = g_ptr_array_index (change->updates, i);
      gint64 number = find_number (database, space, record->id, error);

      if (number < 0)
        return FALSE;
      sqlite3_bind_int64 (statement, 1, number);
      troupe_memory_database_bind_record (statement, record);
      if (!step_once (database, statement, error))
        return FALSE;
      if (number > 0 && change->update_vectors != NULL &&
          !write_vector (database, number, change->update_vectors + (gsize) i * change->dimension,
                         change->dimension, error))
        return FALSE;
      g_array_append_val (numbers, number);
    }

  return TRUE;
}

static gboolean
write_deletes (TroupeMemoryDatabase *database,
               gint64 space,
               const char *const *ids,
               GArray *numbers,
               GError **error)
{
  g_autoptr (sqlite3_stmt) statement =
      troupe_memory_database_prepare (database, "DELETE FROM records WHERE number = ?1", error);

  if (statement == NULL)
    return FALSE;
  for (guint i = 0; ids != NULL && ids[i] != NULL; i++)
    {
      gint64 number = find_number (database, space, ids[i], error);

      if (number < 0)
        return FALSE;
      sqlite3_bind_int64 (statement, 1, number);
      if (!step_once (database, statement, error))
        return FALSE;
      g_array_append_val (numbers, number);
    }

  return TRUE;
}

static gboolean
change_locked (TroupeMemoryStore *self,
               const char *name,
               const TroupeMemoryChange *change,
               GError **error)
{
  TroupeMemoryDatabase *database = self->database;
  g_autoptr (GArray) deleted = g_array_new (FALSE, FALSE, sizeof (gint64));
  g_autoptr (GArray) updated = g_array_new (FALSE, FALSE, sizeof (gint64));
  g_autoptr (GArray) inserted = g_array_new (FALSE, FALSE, sizeof (gint64));
  g_auto (Space) space = { 0 };
  gboolean has_vectors =
      (change->inserts != NULL && change->inserts->len > 0) || change->update_vectors != NULL;

  g_assert (TROUPE_IS_MEMORY_STORE (self));

  if (!troupe_memory_database_run (database, "BEGIN IMMEDIATE", error))
    return FALSE;
  if ((has_vectors ? need_space (database, name, change->dimension, change->embedder, &space, error)
                   : read_space (database, name, &space, error)) &&
      write_deletes (database, space.number, change->deletes, deleted, error) &&
      write_updates (database, space.number, change, updated, error) &&
      write_inserts (database, space.number, change, inserted, error) &&
      troupe_memory_database_run (database, "COMMIT", error))
    {
      gint64 index_space = space.number;
      TroupeMemoryIndex *index = g_hash_table_lookup (self->indexes, &index_space);
      gboolean is_whole = TRUE;

      /* Updates the index after the changes were committed. */
      if (index != NULL)
        {
          for (guint i = 0; i < deleted->len; i++)
            troupe_memory_index_remove (index, g_array_index (deleted, gint64, i));
          for (guint i = 0; i < updated->len; i++)
            troupe_memory_index_update (index, g_array_index (updated, gint64, i),
                                        g_ptr_array_index (change->updates, i),
                                        change->update_vectors != NULL
                                            ? change->update_vectors + (gsize) i * change->dimension
                                            : NULL);
          for (guint i = 0; is_whole && i < inserted->len; i++)
            if (g_array_index (inserted, gint64, i) != 0)
              is_whole =
                  troupe_memory_index_add (index, g_array_index (inserted, gint64, i),
                                           g_ptr_array_index (change->inserts, i),
                                           change->insert_vectors + (gsize) i * change->dimension);
          if (!is_whole)
            g_hash_table_remove (self->indexes, &index_space);
        }
      return TRUE;
    }
  sqlite3_exec (database->handle, "ROLLBACK", NULL, NULL, NULL);

  return FALSE;
}

void
troupe_memory_store_set_room (TroupeMemoryStore *self,
                              TroupeMemoryRoomFunc func,
                              gpointer user_data,
                              GDestroyNotify destroy)
{
  g_return_if_fail (TROUPE_IS_MEMORY_STORE (self) && self->room == NULL);

  self->room = func;
  self->room_data = user_data;
  self->room_destroy = destroy;
}

/* Number of bytes that a record needs in addition to its content and vector, for its other columns and
 * indexes. The number is empirical. */
#define RECORD_OVERHEAD 200u

/* @records: (nullable) */
static gsize
measure (GPtrArray *records, guint dimension)
{
  gsize n_bytes = 0;

  for (guint i = 0; records != NULL && i < records->len; i++)
    {
      const TroupeMemoryRecord *record = g_ptr_array_index (records, i);

      n_bytes += strlen (record->content) + (gsize) dimension * sizeof (float) + RECORD_OVERHEAD;
      if (record->metadata != NULL)
        n_bytes += troupe_value_get_weight (record->metadata);
    }
  return n_bytes;
}

gboolean
troupe_memory_store_change (TroupeMemoryStore *self,
                            const char *space,
                            const TroupeMemoryChange *change,
                            GError **error)
{
  gboolean is_done;
  gsize n_bytes;

  g_return_val_if_fail (TROUPE_IS_MEMORY_STORE (self), FALSE);
  g_return_val_if_fail (space != NULL && change != NULL, FALSE);

  n_bytes = measure (change->inserts, change->dimension) +
            measure (change->updates, change->update_vectors != NULL ? change->dimension : 0);
  if (!(self->room == NULL || n_bytes == 0 || self->room (n_bytes, self->room_data, error)) ||
      troupe_memory_store_lock (self, error) == NULL)
    return FALSE;
  is_done = change_locked (self, space, change, error);
  troupe_memory_store_unlock (self);

  return is_done;
}

gboolean
troupe_memory_store_add (TroupeMemoryStore *self,
                         const char *space,
                         GPtrArray *records,
                         const float *vectors,
                         guint dimension,
                         const char *embedder,
                         GError **error)
{
  TroupeMemoryChange change = {
    .inserts = records,
    .insert_vectors = vectors,
    .dimension = dimension,
    .embedder = embedder,
  };

  g_return_val_if_fail (records != NULL && (records->len == 0 || dimension > 0), FALSE);

  return troupe_memory_store_change (self, space, &change, error);
}

static gboolean
reset_locked (TroupeMemoryStore *self, const char *name, GError **error)
{
  g_auto (Space) space = { 0 };
  g_autofree char *sql = NULL;

  g_assert (TROUPE_IS_MEMORY_STORE (self));

  if (!read_space (self->database, name, &space, error))
    return FALSE;
  if (space.number == 0)
    return TRUE;
  g_hash_table_remove (self->indexes, &space.number);
  sql = g_strdup_printf ("BEGIN IMMEDIATE;"
                         "DELETE FROM records WHERE space = %" G_GINT64_FORMAT ";"
                         "DELETE FROM spaces WHERE number = %" G_GINT64_FORMAT ";"
                         "COMMIT",
                         space.number, space.number);
  if (troupe_memory_database_run (self->database, sql, error))
    return TRUE;
  sqlite3_exec (self->database->handle, "ROLLBACK", NULL, NULL, NULL);

  return FALSE;
}

gboolean
troupe_memory_store_reset (TroupeMemoryStore *self, const char *space, GError **error)
{
  gboolean is_done;

  g_return_val_if_fail (TROUPE_IS_MEMORY_STORE (self) && space != NULL, FALSE);

  if (troupe_memory_store_lock (self, error) == NULL)
    return FALSE;
  is_done = reset_locked (self, space, error);
  troupe_memory_store_unlock (self);

  return is_done;
}

/* --- Searching ------------------------------------------------------------------------------ */

static GPtrArray *
search_locked (TroupeMemoryStore *self,
               const char *name,
               const float *vector,
               guint dimension,
               TroupeMemoryMetric metric,
               const TroupeMemoryFilter *filter,
               guint limit,
               GError **error)
{
  static const TroupeMemoryFilter none = { 0 };
  g_auto (Space) space = { 0 };
  g_autoptr (GArray) found = NULL;
  TroupeMemoryIndex *index;
  TroupeMemoryIndex *known;
  g_autoptr (sqlite3_stmt) statement = NULL;
  g_autoptr (GPtrArray) matches = NULL;

  g_assert (TROUPE_IS_MEMORY_STORE (self));

  if (!read_space (self->database, name, &space, error) ||
      !check_dimension (self->database, &space, dimension, NULL, error))
    return NULL;
  if (space.number == 0)
    return g_ptr_array_new_with_free_func ((GDestroyNotify) troupe_memory_match_free);
  /* If another process has written to the file, the index is reloaded. */
  known = g_hash_table_lookup (self->indexes, &space.number);
  if (known != NULL &&
      troupe_memory_index_get_stamp (known) == troupe_memory_database_get_stamp (self->database))
    index = known;
  else
    {
      g_hash_table_remove (self->indexes, &space.number);
      known = troupe_memory_index_load (self->database, space.number, space.dimension, error);
      if (known != NULL)
        g_hash_table_insert (self->indexes, g_memdup2 (&space.number, sizeof (gint64)), known);

      index = known;
    }
  if (index == NULL)
    return NULL;
  found =
      troupe_memory_index_search (index, vector, metric, filter != NULL ? filter : &none, limit);

  statement = troupe_memory_database_prepare (
      self->database, "SELECT " TROUPE_MEMORY_COLUMNS " FROM records WHERE number = ?1", error);
  matches = g_ptr_array_new_with_free_func ((GDestroyNotify) troupe_memory_match_free);
  for (guint i = 0; statement != NULL && i < found->len; i++)
    {
      TroupeMemoryFound one = g_array_index (found, TroupeMemoryFound, i);
      int code;

      sqlite3_bind_int64 (statement, 1, one.number);
      code = sqlite3_step (statement);
      if (code == SQLITE_ROW)
        {
          g_autoptr (TroupeMemoryRecord) record = troupe_memory_database_read_record (statement);

          g_ptr_array_add (matches, troupe_memory_match_new (record, one.similarity));
        }
      sqlite3_reset (statement);
      if (!troupe_memory_database_check (self->database, code, error))
        return NULL;
    }

  return statement != NULL ? g_steal_pointer (&matches) : NULL;
}

GPtrArray *
troupe_memory_store_search (TroupeMemoryStore *self,
                            const char *space,
                            const float *vector,
                            guint dimension,
                            TroupeMemoryMetric metric,
                            const TroupeMemoryFilter *filter,
                            guint limit,
                            GError **error)
{
  GPtrArray *matches;

  g_return_val_if_fail (TROUPE_IS_MEMORY_STORE (self), NULL);
  g_return_val_if_fail (space != NULL && vector != NULL && limit > 0, NULL);

  if (troupe_memory_store_lock (self, error) == NULL)
    return NULL;
  matches = search_locked (self, space, vector, dimension, metric, filter, limit, error);
  troupe_memory_store_unlock (self);

  return matches;
}
