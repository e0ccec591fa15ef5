/* troupe-memory-index.c: in-memory vector index of a space
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#define G_LOG_DOMAIN "troupe-memory-index"

#include "config.h"

#include <glib/gi18n.h>
#include <string.h>

#include "troupe-memory-index.h"
#include "troupe-memory-scope.h"
#include "troupe-memory-vectors.h"

/* Strings are interned in the index, so that equal strings have the same pointer. */
typedef struct
{
  gint64 number; /* 0: removed */
  gint64 created_us;
  const char *scope;
  const char *source;      /* (nullable) */
  const char **categories; /* (nullable) */
  gboolean is_private;
} Entry;

struct _TroupeMemoryIndex
{
  TroupeMemoryVectors *vectors;
  GArray *entries;  /* (element-type Entry): one per row */
  GHashTable *rows; /* (element-type gint64 guint): by record number */
  GStringChunk *texts;
  gint64 stamp;
};

/* State of one search. */
typedef struct
{
  TroupeMemoryIndex *index;
  const TroupeMemoryFilter *filter;
  const char *prefix; /* (nullable) */
  gsize length;
  const char *seen; /* the last compared scope, whose result is also stored */
  gboolean is_below;
} Search;

void
troupe_memory_index_free (TroupeMemoryIndex *self)
{
  for (guint i = 0; i < self->entries->len; i++)
    g_free (g_array_index (self->entries, Entry, i).categories);
  g_clear_pointer (&self->vectors, troupe_memory_vectors_free);
  g_array_unref (self->entries);
  g_hash_table_unref (self->rows);
  g_string_chunk_free (self->texts);
  g_free (self);
}

gint64
troupe_memory_index_get_stamp (TroupeMemoryIndex *self)
{
  g_return_val_if_fail (self != NULL, 0);

  return self->stamp;
}

/* --- Content ---------------------------------------------------------------------------------- */

static void
fill (TroupeMemoryIndex *self, Entry *entry, const TroupeMemoryRecord *record)
{
  guint n_categories = g_strv_length (record->categories);

  g_assert (self != NULL);

  g_free (entry->categories);
  entry->categories = n_categories > 0 ? g_new0 (const char *, n_categories + 1) : NULL;
  for (guint i = 0; i < n_categories; i++)
    entry->categories[i] = g_string_chunk_insert_const (self->texts, record->categories[i]);
  entry->created_us = record->created_us;
  entry->scope = g_string_chunk_insert_const (self->texts, record->scope);
  entry->source =
      record->source != NULL ? g_string_chunk_insert_const (self->texts, record->source) : NULL;
  entry->is_private = record->is_private;
}

gboolean
troupe_memory_index_add (TroupeMemoryIndex *self,
                         gint64 number,
                         const TroupeMemoryRecord *record,
                         const float *vector)
{
  Entry entry = { .number = number };
  gint64 *key;

  g_return_val_if_fail (self != NULL && record != NULL && vector != NULL, FALSE);

  if (!troupe_memory_vectors_add (self->vectors, vector))
    return FALSE;
  fill (self, &entry, record);
  g_array_append_val (self->entries, entry);
  key = g_memdup2 (&number, sizeof number);
  g_hash_table_insert (self->rows, key, GUINT_TO_POINTER (self->entries->len - 1));

  return TRUE;
}

static Entry *
find (TroupeMemoryIndex *self, gint64 number, guint *row)
{
  gpointer value = NULL;

  g_assert (self != NULL);

  if (!g_hash_table_lookup_extended (self->rows, &number, NULL, &value))
    return NULL;
  *row = GPOINTER_TO_UINT (value);

  return &g_array_index (self->entries, Entry, *row);
}

void
troupe_memory_index_update (TroupeMemoryIndex *self,
                            gint64 number,
                            const TroupeMemoryRecord *record,
                            const float *vector)
{
  guint row;
  Entry *entry;

  g_return_if_fail (self != NULL && record != NULL);

  entry = find (self, number, &row);
  if (entry == NULL)
    return;
  fill (self, entry, record);
  if (vector != NULL)
    troupe_memory_vectors_set (self->vectors, row, vector);
}

void
troupe_memory_index_remove (TroupeMemoryIndex *self, gint64 number)
{
  guint row;
  Entry *entry;

  g_return_if_fail (self != NULL);

  entry = find (self, number, &row);
  if (entry != NULL)
    entry->number = 0;
  g_hash_table_remove (self->rows, &number);
}

/* --- Loading -------------------------------------------------------------------------------- */

TroupeMemoryIndex *
troupe_memory_index_load (TroupeMemoryDatabase *database,
                          gint64 space,
                          guint dimension,
                          GError **error)
{
  /* The content of records is not read, because searches do not use it. */
  static const char sql[] =
      "SELECT records.number, id, created_us, accessed_us, importance, private, scope, source,"
      " categories, '{}', '', vector FROM records JOIN vectors USING (number)"
      " WHERE space = ?1 ORDER BY records.number";
  g_autoptr (TroupeMemoryIndex) self = g_new0 (TroupeMemoryIndex, 1);
  g_autoptr (sqlite3_stmt) statement = NULL;
  int code;

  self->entries = g_array_new (FALSE, FALSE, sizeof (Entry));
  self->rows = g_hash_table_new_full (g_int64_hash, g_int64_equal, g_free, NULL);
  self->texts = g_string_chunk_new (4096);
  self->vectors = troupe_memory_vectors_new (dimension);
  self->stamp = troupe_memory_database_get_stamp (database);
  statement = troupe_memory_database_prepare (database, sql, error);
  if (statement == NULL)
    return NULL;
  sqlite3_bind_int64 (statement, 1, space);
  while ((code = sqlite3_step (statement)) == SQLITE_ROW)
    {
      g_autoptr (TroupeMemoryRecord) record = troupe_memory_database_read_record (statement);
      const float *vector = sqlite3_column_blob (statement, 11);
      gsize n_bytes = (gsize) sqlite3_column_bytes (statement, 11);

      if (n_bytes != dimension * sizeof (float))
        {
          troupe_memory_database_fail (database, _ ("the length of a vector differs"), error);
          return NULL;
        }
      if (!troupe_memory_index_add (self, record->number, record, vector))
        {
          g_set_error (error, G_IO_ERROR, G_IO_ERROR_NO_SPACE,
                       _ ("Not enough RAM to search the memory in “%s”."), database->path);
          return NULL;
        }
    }

  return troupe_memory_database_check (database, code, error) ? g_steal_pointer (&self) : NULL;
}

/* --- Searching ------------------------------------------------------------------------------ */

static gboolean
has_category (const char *const *wanted, const char *const *has)
{
  for (guint i = 0; has != NULL && has[i] != NULL; i++)
    if (g_strv_contains (wanted, has[i]))
      return TRUE;

  return FALSE;
}

static gboolean
is_within (gint64 time_us, const TroupeMemoryFilter *filter)
{
  return (filter->created_from_us == 0 || time_us >= filter->created_from_us) &&
         (filter->created_to_us == 0 || time_us <= filter->created_to_us);
}

static gboolean
is_wanted_cb (guint row, gpointer user_data)
{
  Search *search = user_data;
  const Entry *entry = &g_array_index (search->index->entries, Entry, row);
  const TroupeMemoryFilter *filter = search->filter;

  g_assert (search != NULL);

  if (entry->number == 0)
    return FALSE;
  if (search->prefix != NULL && search->seen != entry->scope)
    {
      search->seen = entry->scope;
      search->is_below = strncmp (entry->scope, search->prefix, search->length) == 0;
    }
  if (search->prefix != NULL && !search->is_below)
    return FALSE;
  if (entry->is_private && !filter->is_all &&
      (filter->source == NULL || g_strcmp0 (entry->source, filter->source) != 0))
    return FALSE;

  return is_within (entry->created_us, filter) &&
         (filter->categories == NULL || has_category (filter->categories, entry->categories));
}

GArray *
troupe_memory_index_search (TroupeMemoryIndex *self,
                            const float *vector,
                            TroupeMemoryMetric metric,
                            const TroupeMemoryFilter *filter,
                            guint limit)
{
  g_autofree char *prefix = troupe_memory_scope_to_prefix (filter->scope);
  Search search = { self, filter, prefix, prefix != NULL ? strlen (prefix) : 0, NULL, FALSE };
  g_autoptr (GArray) near = NULL;
  GArray *found = g_array_new (FALSE, FALSE, sizeof (TroupeMemoryFound));

  g_return_val_if_fail (self != NULL && vector != NULL, found);

  near = troupe_memory_vectors_find (self->vectors, vector, metric == TROUPE_MEMORY_METRIC_COSINE,
                                     is_wanted_cb, &search, limit);
  for (guint i = 0; i < near->len; i++)
    {
      TroupeMemoryNear one = g_array_index (near, TroupeMemoryNear, i);
      double distance = (double) one.distance;
      TroupeMemoryFound item = {
        .number = g_array_index (self->entries, Entry, one.row).number,
        .similarity =
            metric == TROUPE_MEMORY_METRIC_COSINE ? 1.0 - distance / 2.0 : 1.0 / (1.0 + distance),
      };

      g_array_append_val (found, item);
    }

  return found;
}

static gboolean
has_metadata (TroupeValue *wanted, TroupeValue *has)
{
  for (gsize i = 0; i < troupe_value_map_get_size (wanted); i++)
    {
      TroupeValue *value = troupe_value_map_lookup (has, troupe_value_map_get_key (wanted, i));

      if (value == NULL || !troupe_value_equal (value, troupe_value_map_get_value (wanted, i)))
        return FALSE;
    }

  return TRUE;
}

gboolean
troupe_memory_filter_fits (const TroupeMemoryFilter *self,
                           const char *prefix,
                           const TroupeMemoryRecord *record)
{
  g_return_val_if_fail (self != NULL && record != NULL, FALSE);

  return (prefix == NULL || g_str_has_prefix (record->scope, prefix)) &&
         troupe_memory_record_is_seen (record, self->source, self->is_all) &&
         is_within (record->created_us, self) &&
         (self->ids == NULL || g_strv_contains (self->ids, record->id)) &&
         (self->categories == NULL ||
          has_category (self->categories, (const char *const *) record->categories)) &&
         (self->metadata == NULL || has_metadata (self->metadata, record->metadata));
}
