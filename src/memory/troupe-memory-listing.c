/* troupe-memory-listing.c: listing of memory records for the memory view: filter, tree, undo of
 * removal
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#define G_LOG_DOMAIN "troupe-memory-listing"

#include "config.h"

#include <glib/gstdio.h>
#include <string.h>

#include "troupe-memory-listing.h"
#include "troupe-memory-store-private.h"
#include "troupe-store-database.h"

/* Each of these path elements forms one level of the tree together with the path element that
 * follows. */
static const char *const kinds[] = { "crew", "flow", "agent", NULL };

static void
count_free (gpointer data)
{
  TroupeMemoryCount *count = data;

  g_assert (count != NULL);

  g_free (count->name);
  g_free (count);
}

static TroupeMemoryCount *
count_new (const char *name, guint n)
{
  TroupeMemoryCount *count = g_new0 (TroupeMemoryCount, 1);

  g_assert (name != NULL);

  count->name = g_strdup (name);
  count->n = n;

  return count;
}

void
troupe_memory_listing_free (TroupeMemoryListing *self)
{
  g_return_if_fail (self != NULL);

  g_free (self->embedder);
  g_ptr_array_unref (self->scopes);
  g_ptr_array_unref (self->categories);
  g_array_unref (self->numbers);
  g_free (self);
}

/* --- Scopes --------------------------------------------------------------------------------- */

char **
troupe_memory_listing_list_steps (const char *scope)
{
  g_autoptr (GStrvBuilder) steps = g_strv_builder_new ();
  g_autoptr (GString) path = g_string_new (NULL);
  g_auto (GStrv) names = NULL;

  g_return_val_if_fail (scope != NULL, NULL);

  names = g_strsplit (scope, "/", -1);
  for (guint i = 0; names[i] != NULL; i++)
    {
      if (*names[i] == '\0')
        continue;
      g_string_append_printf (path, "/%s", names[i]);
      if (g_strv_contains (kinds, names[i]) && names[i + 1] != NULL && *names[i + 1] != '\0')
        g_string_append_printf (path, "/%s", names[++i]);
      g_strv_builder_add (steps, path->str);
    }

  return g_strv_builder_end (steps);
}

/* Normalizes a scope. The result has a leading slash but no trailing slash; "" is the root.
 * (transfer full) */
static char *
tidy_scope (const char *scope)
{
  gsize length = strlen (scope);

  while (length > 0 && scope[length - 1] == '/')
    length--;
  if (length == 0)
    return g_strdup ("");

  return *scope == '/' ? g_strndup (scope, length) : g_strdup_printf ("/%.*s", (int) length, scope);
}

gboolean
troupe_memory_listing_is_below (const char *scope, const char *root)
{
  g_autofree char *path = NULL;
  g_autofree char *above = NULL;

  g_return_val_if_fail (scope != NULL && root != NULL, FALSE);

  path = tidy_scope (scope);
  above = tidy_scope (root);

  return g_str_has_prefix (path, above) &&
         (path[strlen (above)] == '\0' || path[strlen (above)] == '/');
}

/* --- Filtering -------------------------------------------------------------------------------- */

/* A filter that is prepared for many records. @scopes: (element-type utf8 gboolean): cached
 * results */
typedef struct
{
  const TroupeMemoryListFilter *list_filter;
  char *words; /* (nullable) */
  GHashTable *scopes;
} Sieve;

static void
sieve_clear (Sieve *sieve)
{
  g_free (sieve->words);
  g_hash_table_unref (sieve->scopes);
}
G_DEFINE_AUTO_CLEANUP_CLEAR_FUNC (Sieve, sieve_clear)

/* Returns TRUE if the filter includes the scope. Results are cached, because there are few
 * scopes but many records. */
static gboolean
has_scope (Sieve *sieve, const char *scope)
{
  gpointer known;

  if (sieve->list_filter->scope == NULL)
    return TRUE;
  if (!g_hash_table_lookup_extended (sieve->scopes, scope, NULL, &known))
    {
      known = GINT_TO_POINTER (troupe_memory_listing_is_below (scope, sieve->list_filter->scope));
      g_hash_table_insert (sieve->scopes, g_strdup (scope), known);
    }

  return GPOINTER_TO_INT (known);
}

/* @list: a JSON array */
static void
add_categories (const char *list, guint n, GHashTable *found)
{
  g_autoptr (TroupeValue) value = troupe_value_from_json (list, -1, NULL);

  g_assert (found != NULL);

  for (gsize i = 0; value != NULL && troupe_value_is (value, TROUPE_VALUE_LIST) &&
                    i < troupe_value_list_get_length (value);
       i++)
    {
      TroupeValue *item = troupe_value_list_get (value, i);
      const char *name =
          troupe_value_is (item, TROUPE_VALUE_STRING) ? troupe_value_get_string (item, NULL) : NULL;

      if (name != NULL)
        g_hash_table_insert (found, g_strdup (name),
                             GUINT_TO_POINTER (
                                 GPOINTER_TO_UINT (g_hash_table_lookup (found, name)) + n));
    }
}

static gboolean
has_category (Sieve *sieve, const char *list)
{
  g_autoptr (GHashTable) found = NULL;

  if (sieve->list_filter->category == NULL)
    return TRUE;
  found = g_hash_table_new_full (g_str_hash, g_str_equal, g_free, NULL);
  add_categories (list, 1, found);

  return g_hash_table_contains (found, sieve->list_filter->category);
}

static gboolean
has_words (Sieve *sieve, const char *content)
{
  g_autofree char *folded = NULL;

  if (sieve->words == NULL)
    return TRUE;
  folded = g_utf8_casefold (content, -1);

  return strstr (folded, sieve->words) != NULL;
}

/* --- Iteration -------------------------------------------------------------------------------- */

typedef void (*VisitFunc) (gint64 number, const char *id, gpointer user_data);

/* Visits the records, newest first. The content of a record is only read if the filter requires
 * it. */
static gboolean
visit (TroupeMemoryDatabase *database,
       const TroupeMemoryListFilter *list_filter,
       VisitFunc func,
       gpointer user_data,
       GError **error)
{
  g_auto (Sieve) sieve = { 0 };
  g_autoptr (sqlite3_stmt) statement = NULL;
  g_autofree char *sql = NULL;
  gint64 space = 0;
  int code;
  g_autofree char *stripped =
      list_filter->words != NULL ? g_strstrip (g_strdup (list_filter->words)) : g_strdup ("");

  g_assert (database != NULL && list_filter != NULL);

  sieve.list_filter = list_filter;
  sieve.words = *stripped != '\0' ? g_utf8_casefold (stripped, -1) : NULL;
  sieve.scopes = g_hash_table_new_full (g_str_hash, g_str_equal, g_free, NULL);
  if (!troupe_memory_store_find_space (database, TROUPE_MEMORY_SPACE, &space, error))
    return FALSE;
  sql = g_strdup_printf ("SELECT number, id, scope, %s, %s FROM records WHERE space = ?1 %s"
                         "ORDER BY created_us DESC, number DESC",
                         list_filter->category != NULL ? "categories" : "NULL",
                         sieve.words != NULL ? "content" : "NULL",
                         list_filter->created_to_us > 0 ? "AND created_us < ?2 " : "");
  statement = troupe_memory_database_prepare (database, sql, error);
  if (statement == NULL)
    return FALSE;
  sqlite3_bind_int64 (statement, 1, space);
  if (list_filter->created_to_us > 0)
    sqlite3_bind_int64 (statement, 2, list_filter->created_to_us);
  while ((code = sqlite3_step (statement)) == SQLITE_ROW)
    {
      g_autofree char *id = troupe_statement_get_needed_text (statement, 1);
      g_autofree char *scope = troupe_statement_get_needed_text (statement, 2);
      g_autofree char *categories = troupe_statement_get_needed_text (statement, 3);
      g_autofree char *content = troupe_statement_get_needed_text (statement, 4);

      if (has_scope (&sieve, scope) && has_category (&sieve, categories) &&
          has_words (&sieve, content))
        func (sqlite3_column_int64 (statement, 0), id, user_data);
    }

  return troupe_memory_database_check (database, code, error);
}

static gboolean
visit_store (TroupeMemoryStore *store,
             const TroupeMemoryListFilter *list_filter,
             VisitFunc func,
             gpointer user_data,
             GError **error)
{
  TroupeMemoryDatabase *database = troupe_memory_store_lock (store, error);
  gboolean is_done;

  if (database == NULL)
    return FALSE;
  is_done = visit (database, list_filter, func, user_data, error);
  troupe_memory_store_unlock (store);

  return is_done;
}

/* --- Counting --------------------------------------------------------------------------------- */

static int
compare_names (gconstpointer a, gconstpointer b)
{
  const TroupeMemoryCount *first = *(const TroupeMemoryCount *const *) a;
  const TroupeMemoryCount *second = *(const TroupeMemoryCount *const *) b;
  const char *left = first->name;
  const char *right = second->name;

  while (*left != '\0' && *left == *right)
    {
      left++;
      right++;
    }

  /* A slash is sorted before all other characters, so that a scope is directly followed by the
   * scopes below it. */
  return (*left == '/' ? 1 : (guchar) *left) - (*right == '/' ? 1 : (guchar) *right);
}

static int
compare_counts (gconstpointer a, gconstpointer b)
{
  const TroupeMemoryCount *first = *(const TroupeMemoryCount *const *) a;
  const TroupeMemoryCount *second = *(const TroupeMemoryCount *const *) b;

  return first->n != second->n ? (first->n < second->n ? 1 : -1)
                               : strcmp (first->name, second->name);
}

static void
add_steps (const char *scope, guint n, GHashTable *found)
{
  g_auto (GStrv) steps = troupe_memory_listing_list_steps (scope);

  g_assert (found != NULL);

  for (guint i = 0; steps[i] != NULL; i++)
    g_hash_table_insert (found, g_strdup (steps[i]),
                         GUINT_TO_POINTER (
                             GPOINTER_TO_UINT (g_hash_table_lookup (found, steps[i])) + n));
}

static GPtrArray *
list_counts (GHashTable *found, GCompareFunc compare)
{
  GPtrArray *counts = g_ptr_array_new_with_free_func (count_free);
  GHashTableIter iter;
  gpointer name, n;

  g_assert (found != NULL);

  g_hash_table_iter_init (&iter, found);
  while (g_hash_table_iter_next (&iter, &name, &n))
    g_ptr_array_add (counts, count_new (name, GPOINTER_TO_UINT (n)));
  g_ptr_array_sort (counts, compare);

  return counts;
}

typedef void (*AddFunc) (const char *text, guint n, GHashTable *found);

/* Counts the records by the values of a column that has few distinct values. */
static gboolean
count_column (TroupeMemoryDatabase *database,
              gint64 space,
              const char *column,
              AddFunc add,
              GHashTable *found,
              guint *n_records,
              GError **error)
{
  g_autofree char *sql =
      g_strdup_printf ("SELECT %s, count (*) FROM records WHERE space = ?1 GROUP BY %s", column,
                       column);
  g_autoptr (sqlite3_stmt) statement = troupe_memory_database_prepare (database, sql, error);
  int code;

  if (statement == NULL)
    return FALSE;
  sqlite3_bind_int64 (statement, 1, space);
  *n_records = 0;
  while ((code = sqlite3_step (statement)) == SQLITE_ROW)
    {
      g_autofree char *text = troupe_statement_get_needed_text (statement, 0);
      const guint n = (guint) sqlite3_column_int64 (statement, 1);

      *n_records += n;
      add (text, n, found);
    }

  return troupe_memory_database_check (database, code, error);
}

static gboolean
read_embedder (TroupeMemoryDatabase *database, gint64 space, char **embedder, GError **error)
{
  g_autoptr (sqlite3_stmt) statement =
      troupe_memory_database_prepare (database, "SELECT embedder FROM spaces WHERE number = ?1",
                                      error);
  int code;

  if (statement == NULL)
    return FALSE;
  sqlite3_bind_int64 (statement, 1, space);
  code = sqlite3_step (statement);
  if (code == SQLITE_ROW)
    *embedder = troupe_statement_get_text (statement, 0);

  return troupe_memory_database_check (database, code, error);
}

static void
add_number (gint64 number, const char *id, gpointer user_data)
{
  g_array_append_val ((GArray *) user_data, number);
}

TroupeMemoryListing *
troupe_memory_listing_new (TroupeMemoryStore *store,
                           const TroupeMemoryListFilter *list_filter,
                           GError **error)
{
  g_autoptr (TroupeMemoryListing) self = NULL;
  TroupeMemoryDatabase *database;
  GStatBuf facts;
  gboolean is_done;
  g_autoptr (GHashTable) scopes = NULL;
  g_autoptr (GHashTable) categories = NULL;
  gint64 space = 0;
  guint n = 0;

  g_return_val_if_fail (TROUPE_IS_MEMORY_STORE (store), NULL);
  g_return_val_if_fail (list_filter != NULL, NULL);

  self = g_new0 (TroupeMemoryListing, 1);
  self->scopes = g_ptr_array_new_with_free_func (count_free);
  self->categories = g_ptr_array_new_with_free_func (count_free);
  self->numbers = g_array_new (FALSE, FALSE, sizeof (gint64));
  database = troupe_memory_store_lock (store, error);
  if (database == NULL)
    return NULL;
  scopes = g_hash_table_new_full (g_str_hash, g_str_equal, g_free, NULL);
  categories = g_hash_table_new_full (g_str_hash, g_str_equal, g_free, NULL);
  if (!troupe_memory_store_find_space (database, TROUPE_MEMORY_SPACE, &space, error) ||
      !count_column (database, space, "scope", add_steps, scopes, &self->n_records, error) ||
      !count_column (database, space, "categories", add_categories, categories, &n, error) ||
      !read_embedder (database, space, &self->embedder, error))
    is_done = FALSE;
  else
    {
      g_ptr_array_unref (self->scopes);
      self->scopes = list_counts (scopes, compare_names);
      g_ptr_array_unref (self->categories);
      self->categories = list_counts (categories, compare_counts);

      is_done = visit (database, list_filter, add_number, self->numbers, error);
    }
  troupe_memory_store_unlock (store);
  if (g_stat (troupe_memory_store_get_path (store), &facts) == 0)
    self->n_bytes = facts.st_size;

  return is_done ? g_steal_pointer (&self) : NULL;
}

static void
count_one (gint64 number, const char *id, gpointer user_data)
{
  ++*(int *) user_data;
}

int
troupe_memory_listing_count (TroupeMemoryStore *store,
                             const TroupeMemoryListFilter *list_filter,
                             GError **error)
{
  int n = 0;

  g_return_val_if_fail (TROUPE_IS_MEMORY_STORE (store) && list_filter != NULL, -1);

  return visit_store (store, list_filter, count_one, &n, error) ? n : -1;
}

/* --- Records ------------------------------------------------------------------------------------ */

static GPtrArray *
read_records (TroupeMemoryDatabase *database, const GArray *numbers, GError **error)
{
  g_autoptr (sqlite3_stmt) statement = troupe_memory_database_prepare (
      database, "SELECT " TROUPE_MEMORY_COLUMNS " FROM records WHERE number = ?1", error);
  g_autoptr (GPtrArray) records =
      g_ptr_array_new_with_free_func ((GDestroyNotify) troupe_memory_record_unref);

  g_assert (numbers != NULL);

  for (guint i = 0; statement != NULL && i < numbers->len; i++)
    {
      int code;

      sqlite3_bind_int64 (statement, 1, g_array_index (numbers, gint64, i));
      code = sqlite3_step (statement);
      if (code == SQLITE_ROW)
        g_ptr_array_add (records, troupe_memory_database_read_record (statement));
      sqlite3_reset (statement);
      if (!troupe_memory_database_check (database, code, error))
        return NULL;
    }

  return statement != NULL ? g_steal_pointer (&records) : NULL;
}

GPtrArray *
troupe_memory_listing_read (TroupeMemoryStore *store, const GArray *numbers, GError **error)
{
  TroupeMemoryDatabase *database;
  GPtrArray *records;

  g_return_val_if_fail (TROUPE_IS_MEMORY_STORE (store) && numbers != NULL, NULL);

  database = troupe_memory_store_lock (store, error);
  if (database == NULL)
    return NULL;
  records = read_records (database, numbers, error);
  troupe_memory_store_unlock (store);

  return records;
}

/* Finds the number of the record with @id. @number: (out): 0 if it does not exist */
static gboolean
find_number (TroupeMemoryDatabase *database, const char *id, gint64 *number, GError **error)
{
  g_autoptr (sqlite3_stmt) statement = NULL;
  gint64 space = 0;
  int code;

  g_assert (id != NULL);

  if (!troupe_memory_store_find_space (database, TROUPE_MEMORY_SPACE, &space, error))
    return FALSE;
  statement = troupe_memory_database_prepare (
      database, "SELECT number FROM records WHERE space = ?1 AND id = ?2", error);
  if (statement == NULL)
    return FALSE;
  sqlite3_bind_int64 (statement, 1, space);
  troupe_statement_bind_text (statement, 2, id);
  code = sqlite3_step (statement);
  *number = code == SQLITE_ROW ? sqlite3_column_int64 (statement, 0) : 0;

  return troupe_memory_database_check (database, code, error);
}

/* Returns the numbers of the existing records with @ids. (transfer full) (nullable)
 * (element-type gint64) */
static GArray *
find_numbers (TroupeMemoryDatabase *database, const char *const *ids, GError **error)
{
  g_autoptr (GArray) numbers = g_array_new (FALSE, FALSE, sizeof (gint64));

  g_assert (ids != NULL);

  for (guint i = 0; ids[i] != NULL; i++)
    {
      gint64 number = 0;

      if (!find_number (database, ids[i], &number, error))
        return NULL;
      if (number != 0)
        g_array_append_val (numbers, number);
    }

  return g_steal_pointer (&numbers);
}

TroupeMemoryRecord *
troupe_memory_listing_find (TroupeMemoryStore *store, const char *id, GError **error)
{
  const char *const ids[] = { id, NULL };
  g_autoptr (GArray) numbers = NULL;
  g_autoptr (GPtrArray) records = NULL;
  TroupeMemoryDatabase *database;

  g_return_val_if_fail (TROUPE_IS_MEMORY_STORE (store) && id != NULL, NULL);

  database = troupe_memory_store_lock (store, error);
  if (database == NULL)
    return NULL;
  numbers = find_numbers (database, ids, error);
  if (numbers != NULL)
    records = read_records (database, numbers, error);
  troupe_memory_store_unlock (store);

  return records != NULL && records->len > 0
             ? troupe_memory_record_ref (g_ptr_array_index (records, 0))
             : NULL;
}

/* --- Removing and restoring ------------------------------------------------------------------- */

void
troupe_memory_taken_free (TroupeMemoryTaken *self)
{
  g_return_if_fail (self != NULL);

  g_clear_pointer (&self->records, g_ptr_array_unref);
  g_free (self->vectors);
  g_free (self->embedder);
  g_free (self);
}

/* Reads the vectors of the records. Records without a vector, which a search cannot find, get
 * zeros. */
static gboolean
read_vectors (TroupeMemoryDatabase *database,
              const GArray *numbers,
              TroupeMemoryTaken *self,
              GError **error)
{
  g_autoptr (sqlite3_stmt) statement =
      troupe_memory_database_prepare (database, "SELECT vector FROM vectors WHERE number = ?1",
                                      error);
  const gsize size = self->dimension * sizeof (float);

  g_assert (self != NULL);

  self->vectors = g_new0 (float, (gsize) numbers->len * self->dimension + 1);
  for (guint i = 0; statement != NULL && i < numbers->len; i++)
    {
      int code;

      sqlite3_bind_int64 (statement, 1, g_array_index (numbers, gint64, i));
      code = sqlite3_step (statement);
      if (code == SQLITE_ROW && (gsize) sqlite3_column_bytes (statement, 0) == size)
        memcpy (self->vectors + (gsize) i * self->dimension, sqlite3_column_blob (statement, 0),
                size);
      sqlite3_reset (statement);
      if (!troupe_memory_database_check (database, code, error))
        return FALSE;
    }

  return statement != NULL;
}

static gboolean
read_dimension (TroupeMemoryDatabase *database, TroupeMemoryTaken *self, GError **error)
{
  g_autoptr (sqlite3_stmt) statement = troupe_memory_database_prepare (
      database, "SELECT dimension, embedder FROM spaces WHERE name = ?1", error);
  int code;

  g_assert (self != NULL);

  if (statement == NULL)
    return FALSE;
  troupe_statement_bind_text (statement, 1, TROUPE_MEMORY_SPACE);
  code = sqlite3_step (statement);
  if (code == SQLITE_ROW)
    {
      self->dimension = (guint) CLAMP (sqlite3_column_int64 (statement, 0), 1, 1 << 20);
      self->embedder = troupe_statement_get_needed_text (statement, 1);
    }

  return troupe_memory_database_check (database, code, error);
}

TroupeMemoryTaken *
troupe_memory_taken_new (TroupeMemoryStore *store, const char *const *ids, GError **error)
{
  g_autoptr (TroupeMemoryTaken) self = NULL;
  TroupeMemoryChange change = { 0 };
  TroupeMemoryDatabase *database;
  gboolean is_done;
  g_autoptr (GArray) numbers = NULL;

  g_return_val_if_fail (TROUPE_IS_MEMORY_STORE (store) && ids != NULL, NULL);

  self = g_new0 (TroupeMemoryTaken, 1);
  database = troupe_memory_store_lock (store, error);
  if (database == NULL)
    return NULL;
  numbers = find_numbers (database, ids, error);
  if (numbers == NULL || !read_dimension (database, self, error))
    is_done = FALSE;
  else
    {
      self->records = read_records (database, numbers, error);

      is_done = self->records != NULL && read_vectors (database, numbers, self, error);
    }
  troupe_memory_store_unlock (store);
  change.deletes = ids;
  if (!is_done || !troupe_memory_store_change (store, TROUPE_MEMORY_SPACE, &change, error))
    return NULL;

  return g_steal_pointer (&self);
}

gboolean
troupe_memory_taken_put_back (TroupeMemoryTaken *self, TroupeMemoryStore *store, GError **error)
{
  g_return_val_if_fail (self != NULL && TROUPE_IS_MEMORY_STORE (store), FALSE);

  return self->records->len == 0 ||
         troupe_memory_store_add (store, TROUPE_MEMORY_SPACE, self->records, self->vectors,
                                  self->dimension, self->embedder, error);
}

static void
add_id (gint64 number, const char *id, gpointer user_data)
{
  g_strv_builder_add (user_data, id);
}

gboolean
troupe_memory_listing_forget (TroupeMemoryStore *store,
                              const TroupeMemoryListFilter *list_filter,
                              guint *n_removed,
                              GError **error)
{
  g_autoptr (GStrvBuilder) builder = g_strv_builder_new ();
  g_auto (GStrv) ids = NULL;
  TroupeMemoryChange change = { 0 };

  g_return_val_if_fail (TROUPE_IS_MEMORY_STORE (store) && list_filter != NULL, FALSE);

  if (!visit_store (store, list_filter, add_id, builder, error))
    return FALSE;
  ids = g_strv_builder_end (builder);
  change.deletes = (const char *const *) ids;
  if (n_removed != NULL)
    *n_removed = g_strv_length (ids);

  return ids[0] == NULL || troupe_memory_store_change (store, TROUPE_MEMORY_SPACE, &change, error);
}
