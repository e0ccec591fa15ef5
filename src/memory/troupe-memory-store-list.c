/* troupe-memory-store-list.c: memory store: listing, counting and removing records
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#define G_LOG_DOMAIN "troupe-memory-store-list"

#include "config.h"

#include <glib/gi18n.h>

#include <string.h>

#include "troupe-memory-index.h"
#include "troupe-memory-scope.h"
#include "troupe-memory-store-private.h"
#include "troupe-memory.h"
#include "troupe-store-database.h"

/* Maximum depth of a drawn tree. */
#define DEEPEST 32

/* Returns FALSE to end the iteration. */
typedef gboolean (*VisitFunc) (TroupeMemoryRecord *record, gpointer user_data);

void
troupe_memory_info_free (TroupeMemoryInfo *self)
{
  g_strfreev (self->categories);
  g_strfreev (self->children);
  g_free (self);
}

/* Visits the records, newest first. */
static gboolean
visit_locked (TroupeMemoryDatabase *database,
              const char *space,
              const TroupeMemoryFilter *filter,
              VisitFunc visit,
              gpointer user_data,
              GError **error)
{
  g_autofree char *prefix = troupe_memory_scope_to_prefix (filter->scope);
  g_autoptr (sqlite3_stmt) statement = NULL;
  gint64 number = 0;
  int code = SQLITE_DONE;

  g_assert (database != NULL);

  if (!troupe_memory_store_find_space (database, space, &number, error))
    return FALSE;
  statement = troupe_memory_database_prepare (database,
                                              "SELECT " TROUPE_MEMORY_COLUMNS
                                              " FROM records WHERE space = ?1"
                                              " ORDER BY created_us DESC, number DESC",
                                              error);
  if (statement == NULL)
    return FALSE;
  sqlite3_bind_int64 (statement, 1, number);
  while ((code = sqlite3_step (statement)) == SQLITE_ROW)
    {
      g_autoptr (TroupeMemoryRecord) record = troupe_memory_database_read_record (statement);

      if (troupe_memory_filter_fits (filter, prefix, record) && !visit (record, user_data))
        return TRUE;
    }

  return troupe_memory_database_check (database, code, error);
}

static gboolean
visit_all (TroupeMemoryStore *self,
           const char *space,
           const TroupeMemoryFilter *filter,
           VisitFunc visit,
           gpointer user_data,
           GError **error)
{
  static const TroupeMemoryFilter none = { 0 };
  TroupeMemoryDatabase *database = troupe_memory_store_lock (self, error);
  gboolean is_done;

  if (database == NULL)
    return FALSE;
  is_done =
      visit_locked (database, space, filter != NULL ? filter : &none, visit, user_data, error);
  troupe_memory_store_unlock (self);

  return is_done;
}

/* --- Lists ---------------------------------------------------------------------------------- */

typedef struct
{
  GPtrArray *records;
  guint n_left_out;
  guint limit;
} Listing;

static gboolean
list_cb (TroupeMemoryRecord *record, gpointer user_data)
{
  Listing *listing = user_data;

  if (listing->n_left_out > 0)
    listing->n_left_out--;
  else if (listing->records->len < listing->limit)
    g_ptr_array_add (listing->records, troupe_memory_record_ref (record));

  return listing->records->len < listing->limit;
}

GPtrArray *
troupe_memory_store_list (TroupeMemoryStore *self,
                          const char *space,
                          const TroupeMemoryFilter *filter,
                          guint offset,
                          guint limit,
                          GError **error)
{
  g_autoptr (GPtrArray) records =
      g_ptr_array_new_with_free_func ((GDestroyNotify) troupe_memory_record_unref);
  Listing listing = { records, offset, limit };

  g_return_val_if_fail (TROUPE_IS_MEMORY_STORE (self) && space != NULL, NULL);

  return visit_all (self, space, filter, list_cb, &listing, error) ? g_steal_pointer (&records)
                                                                   : NULL;
}

GHashTable *
troupe_memory_store_find_ids (TroupeMemoryStore *self,
                              const char *space,
                              const char *const *ids,
                              GError **error)
{
  g_autoptr (GHashTable) found = g_hash_table_new_full (g_str_hash, g_str_equal, g_free, NULL);
  g_autoptr (sqlite3_stmt) statement = NULL;
  TroupeMemoryDatabase *database;
  gint64 number = 0;
  int code = SQLITE_DONE;
  gboolean is_read;

  g_return_val_if_fail (TROUPE_IS_MEMORY_STORE (self) && space != NULL && ids != NULL, NULL);

  database = troupe_memory_store_lock (self, error);
  if (database == NULL)
    return NULL;
  is_read = troupe_memory_store_find_space (database, space, &number, error);
  if (is_read)
    statement = troupe_memory_database_prepare (
        database, "SELECT 1 FROM records WHERE space = ?1 AND id = ?2", error);
  for (guint i = 0; statement != NULL && ids[i] != NULL && code != SQLITE_ERROR; i++)
    {
      sqlite3_bind_int64 (statement, 1, number);
      troupe_statement_bind_text (statement, 2, ids[i]);
      code = sqlite3_step (statement);
      if (code == SQLITE_ROW)
        g_hash_table_add (found, g_strdup (ids[i]));
      sqlite3_reset (statement);
      if (!troupe_memory_database_check (database, code, error))
        {
          is_read = FALSE;
          break;
        }
    }
  is_read = is_read && statement != NULL;
  g_clear_pointer (&statement, sqlite3_finalize);
  troupe_memory_store_unlock (self);

  return is_read ? g_steal_pointer (&found) : NULL;
}

/* --- Summary ---------------------------------------------------------------------------------- */

typedef struct
{
  const char *prefix; /* (nullable) */
  TroupeMemoryInfo *info;
  GHashTable *categories; /* (element-type utf8 guint) */
  GHashTable *children;
} Looking;

static gboolean
look_cb (TroupeMemoryRecord *record, gpointer user_data)
{
  Looking *looking = user_data;
  char *child = troupe_memory_scope_get_child (record->scope, looking->prefix);

  if (looking->info->n_records++ == 0)
    looking->info->newest_us = record->created_us;
  looking->info->oldest_us = record->created_us;
  if (child != NULL)
    g_hash_table_add (looking->children, child);
  for (guint i = 0; record->categories[i] != NULL; i++)
    {
      guint n = GPOINTER_TO_UINT (g_hash_table_lookup (looking->categories, record->categories[i]));

      g_hash_table_insert (looking->categories, g_strdup (record->categories[i]),
                           GUINT_TO_POINTER (n + 1));
    }

  return TRUE;
}

static int
compare_texts (gconstpointer a, gconstpointer b)
{
  return strcmp (*(const char *const *) a, *(const char *const *) b);
}

/* (transfer full) */
static char **
list_keys (GHashTable *table)
{
  guint n_keys;
  g_autofree gpointer *keys = g_hash_table_get_keys_as_array (table, &n_keys);

  qsort (keys, n_keys, sizeof (gpointer), compare_texts);

  return g_strdupv ((char **) keys);
}

static gboolean
look (TroupeMemoryStore *self,
      const char *space,
      const char *scope,
      Looking *looking,
      GError **error)
{
  g_autofree char *prefix = troupe_memory_scope_to_prefix (scope);
  TroupeMemoryFilter filter = { .scope = scope, .is_all = TRUE };
  gboolean is_read;

  looking->prefix = prefix;
  looking->info = g_new0 (TroupeMemoryInfo, 1);
  looking->categories = g_hash_table_new_full (g_str_hash, g_str_equal, g_free, NULL);
  looking->children = g_hash_table_new_full (g_str_hash, g_str_equal, g_free, NULL);
  is_read = visit_all (self, space, &filter, look_cb, looking, error);
  looking->info->categories = list_keys (looking->categories);
  looking->info->children = list_keys (looking->children);

  return is_read;
}

TroupeMemoryInfo *
troupe_memory_store_get_info (TroupeMemoryStore *self,
                              const char *space,
                              const char *scope,
                              GError **error)
{
  Looking looking = { 0 };
  gboolean is_read;

  g_return_val_if_fail (TROUPE_IS_MEMORY_STORE (self) && space != NULL, NULL);

  is_read = look (self, space, scope, &looking, error);
  g_hash_table_unref (looking.categories);
  g_hash_table_unref (looking.children);
  if (!is_read)
    g_clear_pointer (&looking.info, troupe_memory_info_free);

  return looking.info;
}

TroupeValue *
troupe_memory_store_count_categories (TroupeMemoryStore *self,
                                      const char *space,
                                      const char *scope,
                                      GError **error)
{
  Looking looking = { 0 };
  TroupeMapBuilder builder;
  gboolean is_read;

  g_return_val_if_fail (TROUPE_IS_MEMORY_STORE (self) && space != NULL, NULL);

  is_read = look (self, space, scope, &looking, error);
  troupe_map_builder_init (&builder);
  for (guint i = 0; looking.info->categories[i] != NULL; i++)
    troupe_map_builder_add (&builder, looking.info->categories[i],
                            troupe_value_new_integer (GPOINTER_TO_UINT (g_hash_table_lookup (
                                looking.categories, looking.info->categories[i]))));
  g_hash_table_unref (looking.categories);
  g_hash_table_unref (looking.children);
  troupe_memory_info_free (looking.info);
  if (!is_read)
    {
      troupe_map_builder_clear (&builder);
      return NULL;
    }

  return troupe_map_builder_end (&builder);
}

static gboolean
draw (TroupeMemoryStore *self, const char *scope, guint level, GString *out, GError **error)
{
  g_autoptr (TroupeMemoryInfo) info =
      troupe_memory_store_get_info (self, TROUPE_MEMORY_SPACE, scope, error);

  g_assert (out != NULL);

  if (info == NULL)
    return FALSE;
  /* As in CrewAI, the plural is always used. */
  g_string_append_printf (out, "%s%*s%s (%u records)", level > 0 ? "\n" : "", (int) (2 * level), "",
                          scope, info->n_records);
  for (guint i = 0; level < DEEPEST && info->children[i] != NULL; i++)
    if (!draw (self, info->children[i], level + 1, out, error))
      return FALSE;

  return TRUE;
}

char *
troupe_memory_store_draw_tree (TroupeMemoryStore *store, const char *scope, GError **error)
{
  g_autoptr (GString) out = g_string_new (NULL);

  g_return_val_if_fail (TROUPE_IS_MEMORY_STORE (store), NULL);

  return draw (store, scope != NULL ? scope : "/", 0, out, error) ? g_strdup (out->str) : NULL;
}

/* --- Vectors -------------------------------------------------------------------------------- */

float *
troupe_memory_store_read_vector (TroupeMemoryStore *self,
                                 gint64 number,
                                 guint *dimension,
                                 GError **error)
{
  TroupeMemoryDatabase *database;
  g_autoptr (sqlite3_stmt) statement = NULL;
  float *vector = NULL;
  int code = SQLITE_ERROR;

  g_return_val_if_fail (TROUPE_IS_MEMORY_STORE (self) && dimension != NULL, NULL);

  database = troupe_memory_store_lock (self, error);
  if (database == NULL)
    return NULL;
  statement =
      troupe_memory_database_prepare (database, "SELECT vector FROM vectors WHERE number = ?1",
                                      error);
  if (statement != NULL)
    {
      sqlite3_bind_int64 (statement, 1, number);
      code = sqlite3_step (statement);
      if (code == SQLITE_ROW && sqlite3_column_bytes (statement, 0) >= (int) sizeof *vector)
        {
          *dimension = (guint) sqlite3_column_bytes (statement, 0) / sizeof *vector;
          vector = g_memdup2 (sqlite3_column_blob (statement, 0), *dimension * sizeof *vector);
        }
      else if (troupe_memory_database_check (database, code, error))
        g_set_error (error, G_IO_ERROR, G_IO_ERROR_NOT_FOUND,
                     /* Translators: %s is a file name. */
                     _ ("“%s” contains a record without a vector: it is damaged."), database->path);
    }
  g_clear_pointer (&statement, sqlite3_finalize);
  troupe_memory_store_unlock (self);

  return vector;
}

/* --- Removing and updating access times ------------------------------------------------------- */

static gboolean
collect_cb (TroupeMemoryRecord *record, gpointer user_data)
{
  g_strv_builder_add (user_data, record->id);

  return TRUE;
}

gboolean
troupe_memory_store_remove (TroupeMemoryStore *self,
                            const char *space,
                            const TroupeMemoryFilter *filter,
                            guint *n_removed,
                            GError **error)
{
  g_autoptr (GStrvBuilder) builder = g_strv_builder_new ();
  g_auto (GStrv) ids = NULL;
  TroupeMemoryChange change = { 0 };

  g_return_val_if_fail (TROUPE_IS_MEMORY_STORE (self) && space != NULL, FALSE);

  if (!visit_all (self, space, filter, collect_cb, builder, error))
    return FALSE;
  ids = g_strv_builder_end (builder);
  change.deletes = (const char *const *) ids;
  if (n_removed != NULL)
    *n_removed = g_strv_length (ids);

  return ids[0] == NULL || troupe_memory_store_change (self, space, &change, error);
}

gboolean
troupe_memory_store_touch (TroupeMemoryStore *self,
                           const char *space,
                           const char *const *ids,
                           gint64 accessed_us,
                           GError **error)
{
  TroupeMemoryDatabase *database;
  sqlite3_stmt *statement;
  gint64 number = 0;
  gboolean is_done;

  g_return_val_if_fail (TROUPE_IS_MEMORY_STORE (self) && space != NULL && ids != NULL, FALSE);

  database = troupe_memory_store_lock (self, error);
  if (database == NULL)
    return FALSE;
  is_done = troupe_memory_store_find_space (database, space, &number, error) &&
            troupe_memory_database_run (database, "BEGIN IMMEDIATE", error);
  statement =
      is_done
          ? troupe_memory_database_prepare (
                database, "UPDATE records SET accessed_us = ?1 WHERE space = ?2 AND id = ?3", error)
          : NULL;
  for (guint i = 0; statement != NULL && ids[i] != NULL; i++)
    {
      sqlite3_bind_int64 (statement, 1, accessed_us);
      sqlite3_bind_int64 (statement, 2, number);
      troupe_statement_bind_text (statement, 3, ids[i]);
      sqlite3_step (statement);
      sqlite3_reset (statement);
    }
  sqlite3_finalize (statement);
  is_done = is_done && troupe_memory_database_run (database, "COMMIT", error);
  if (!is_done)
    sqlite3_exec (database->handle, "ROLLBACK", NULL, NULL, NULL);
  troupe_memory_store_unlock (self);

  return is_done;
}
