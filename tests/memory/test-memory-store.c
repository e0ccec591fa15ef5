/* test-memory-store.c: records, vectors and the database file of a memory
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#include "config.h"

#include <glib/gstdio.h>
#include <math.h>
#include <sqlite3.h>
#include <string.h>

#include "memory-server.h"
#include "troupe-memory-vectors.h"
#include "troupe-memory.h"

#define SPACE TROUPE_MEMORY_SPACE

typedef struct
{
  char *folder;
  char *path;
  TroupeMemoryStore *store;
} Fixture;

static void
set_up (Fixture *fixture, gconstpointer data)
{
  g_autoptr (GError) error = NULL;

  fixture->folder = memory_make_folder ();
  fixture->path = g_build_filename (fixture->folder, "deeper", "memory.db", NULL);
  fixture->store = troupe_memory_store_open (fixture->path, &error);
  g_assert_no_error (error);
}

static void
tear_down (Fixture *fixture, gconstpointer data)
{
  g_clear_object (&fixture->store);
  memory_remove_folder (fixture->folder);
  g_free (fixture->folder);
  g_free (fixture->path);
}

static TroupeMemoryRecord *
make (const char *content, const char *scope)
{
  TroupeMemoryRecord *record = troupe_memory_record_new (content);

  g_free (record->scope);
  record->scope = g_strdup (scope);

  return record;
}

static void
add_one (TroupeMemoryStore *store, TroupeMemoryRecord *record, const float *vector, guint dimension)
{
  g_autoptr (GPtrArray) records = g_ptr_array_new ();
  g_autoptr (GError) error = NULL;

  g_ptr_array_add (records, record);
  troupe_memory_store_add (store, SPACE, records, vector, dimension, "model-a", &error);
  g_assert_no_error (error);
}

/* --- Vectors -------------------------------------------------------------------------------- */

typedef struct
{
  guint row;
  double distance;
} Plain;

static int
compare_plain (gconstpointer a, gconstpointer b)
{
  const Plain *first = a;
  const Plain *second = b;

  return first->distance < second->distance   ? -1
         : first->distance > second->distance ? 1
                                              : (int) first->row - (int) second->row;
}

static gboolean
is_third_cb (guint row, gpointer user_data)
{
  return row % 3 != 0;
}

/* The optimized search finds the same rows as a simple search, apart from rounding errors. */
static void
check_random (guint dimension, guint n_rows, gboolean is_cosine, gboolean is_filtered)
{
  g_autoptr (TroupeMemoryVectors) vectors = troupe_memory_vectors_new (dimension);
  g_autofree float *all = g_new (float, (gsize) dimension *n_rows);
  g_autofree float *wanted = g_new (float, dimension);
  g_autoptr (GArray) plain = g_array_new (FALSE, FALSE, sizeof (Plain));
  g_autoptr (GArray) found = NULL;
  const guint limit = 10;

  for (guint i = 0; i < dimension; i++)
    wanted[i] = (float) g_test_rand_double_range (-1.0, 1.0);
  for (guint row = 0; row < n_rows; row++)
    {
      Plain one = { row, 0.0 };
      float *vector = all + (gsize) row * dimension;

      for (guint i = 0; i < dimension; i++)
        vector[i] = (float) g_test_rand_double_range (-1.0, 1.0);
      g_assert_true (troupe_memory_vectors_add (vectors, vector));
      for (guint i = 0; i < dimension; i++)
        one.distance +=
            ((double) vector[i] - (double) wanted[i]) * ((double) vector[i] - (double) wanted[i]);
      if (is_cosine)
        one.distance = 1.0 - troupe_memory_vectors_get_cosine (vector, wanted, dimension);
      if (!is_filtered || is_third_cb (row, NULL))
        g_array_append_val (plain, one);
    }
  g_array_sort (plain, compare_plain);
  found = troupe_memory_vectors_find (vectors, wanted, is_cosine, is_filtered ? is_third_cb : NULL,
                                      NULL, limit);
  g_assert_cmpuint (found->len, ==, MIN (limit, plain->len));
  for (guint i = 0; i < found->len; i++)
    {
      TroupeMemoryNear near = g_array_index (found, TroupeMemoryNear, i);
      Plain one = g_array_index (plain, Plain, i);

      g_assert_cmpfloat_with_epsilon ((double) near.distance, one.distance,
                                      1e-4 * MAX (one.distance, 1.0));
      if (i > 0)
        g_assert_cmpfloat ((double) near.distance, >=,
                           (double) g_array_index (found, TroupeMemoryNear, i - 1).distance);
    }
  /* If one row is clearly the nearest, it is found first. */
  if (found->len > 1 &&
      g_array_index (plain, Plain, 1).distance > g_array_index (plain, Plain, 0).distance + 1e-3)
    g_assert_cmpuint (g_array_index (found, TroupeMemoryNear, 0).row, ==,
                      g_array_index (plain, Plain, 0).row);
}

static void
test_vectors_random (void)
{
  static const guint dimensions[] = { 1, 3, 31, 32, 33, 100, 384 };

  for (guint i = 0; i < G_N_ELEMENTS (dimensions); i++)
    for (guint round = 0; round < 8; round++)
      check_random (dimensions[i], (guint) g_test_rand_int_range (1, 400), round % 2 == 1,
                    round % 4 > 1);
}

static void
test_vectors_ties (void)
{
  g_autoptr (TroupeMemoryVectors) vectors = troupe_memory_vectors_new (2);
  const float same[] = { 1.0f, 0.0f };
  const float none[] = { 0.0f, 0.0f };
  g_autoptr (GArray) found = NULL;

  for (guint i = 0; i < 20; i++)
    g_assert_true (troupe_memory_vectors_add (vectors, same));
  found = troupe_memory_vectors_find (vectors, same, FALSE, NULL, NULL, 5);
  g_assert_cmpuint (found->len, ==, 5);
  for (guint i = 0; i < found->len; i++)
    g_assert_cmpuint (g_array_index (found, TroupeMemoryNear, i).row, ==, i);
  /* A zero vector has no direction. */
  g_clear_pointer (&found, g_array_unref);
  troupe_memory_vectors_set (vectors, 0, none);
  found = troupe_memory_vectors_find (vectors, none, TRUE, NULL, NULL, 1);
  g_assert_cmpfloat ((double) g_array_index (found, TroupeMemoryNear, 0).distance, ==, 1.0);
}

/* --- Records -------------------------------------------------------------------------------- */

static void
test_kept (Fixture *fixture, gconstpointer data)
{
  g_autoptr (TroupeMemoryRecord) record = make ("Bees “fly”\nfar", "/a");
  const float vector[] = { 1.0f, 2.0f, 3.0f };
  const char *categories[] = { "x", "y, z", NULL };
  g_autoptr (TroupeValue) metadata =
      troupe_value_from_json ("{\"k\":[1,2.5,null],\"é\":\"ü\"}", -1, NULL);
  g_autoptr (GPtrArray) records = NULL;
  g_autoptr (GError) error = NULL;
  TroupeMemoryFilter all = { .is_all = TRUE };
  TroupeMemoryRecord *read;
  GStatBuf status;

  g_strfreev (record->categories);
  record->categories = g_strdupv ((char **) categories);
  troupe_value_unref (record->metadata);
  record->metadata = g_steal_pointer (&metadata);
  record->source = g_strdup ("alice");
  record->is_private = TRUE;
  record->importance = 0.75;
  add_one (fixture->store, record, vector, 3);
  g_clear_object (&fixture->store);
  g_assert_cmpint (g_stat (fixture->path, &status), ==, 0);
  g_assert_cmpint (status.st_mode & 0777, ==, 0600);

  fixture->store = troupe_memory_store_open (fixture->path, &error);
  g_assert_no_error (error);
  records = troupe_memory_store_list (fixture->store, SPACE, &all, 0, 10, &error);
  g_assert_no_error (error);
  g_assert_cmpuint (records->len, ==, 1);
  read = g_ptr_array_index (records, 0);
  g_assert_cmpstr (read->id, ==, record->id);
  g_assert_cmpstr (read->content, ==, record->content);
  g_assert_cmpstrv (read->categories, record->categories);
  g_assert_true (troupe_value_equal (read->metadata, record->metadata));
  g_assert_cmpfloat (read->importance, ==, 0.75);
  g_assert_cmpint (read->created_us, ==, record->created_us);
  g_assert_cmpstr (read->source, ==, "alice");
  g_assert_true (read->is_private);
}

static void
test_dimension (Fixture *fixture, gconstpointer data)
{
  g_autoptr (TroupeMemoryRecord) record = make ("one", "/");
  g_autoptr (TroupeMemoryRecord) other = make ("two", "/");
  g_autoptr (GPtrArray) records = g_ptr_array_new ();
  g_autoptr (GPtrArray) matches = NULL;
  const float vector[] = { 1.0f, 0.0f, 0.0f, 0.0f };
  g_autoptr (GError) error = NULL;

  add_one (fixture->store, record, vector, 3);
  g_ptr_array_add (records, other);
  g_assert_false (
      troupe_memory_store_add (fixture->store, SPACE, records, vector, 4, "model-b", &error));
  g_assert_error (error, G_IO_ERROR, G_IO_ERROR_NOT_SUPPORTED);
  g_assert_nonnull (strstr (error->message, "model-a"));
  g_assert_nonnull (strstr (error->message, "model-b"));
  g_clear_error (&error);
  g_assert_null (troupe_memory_store_search (fixture->store, SPACE, vector, 4,
                                             TROUPE_MEMORY_METRIC_L2, NULL, 5, &error));
  g_assert_error (error, G_IO_ERROR, G_IO_ERROR_NOT_SUPPORTED);
  g_clear_error (&error);
  /* Each space has its own embedder. */
  g_assert_true (
      troupe_memory_store_add (fixture->store, "other", records, vector, 4, "model-b", &error));
  g_assert_no_error (error);
  /* After a reset a space may use another embedder. */
  g_assert_true (troupe_memory_store_reset (fixture->store, SPACE, &error));
  g_assert_true (
      troupe_memory_store_add (fixture->store, SPACE, records, vector, 4, "model-b", &error));
  g_assert_no_error (error);
  matches = troupe_memory_store_search (fixture->store, SPACE, vector, 4, TROUPE_MEMORY_METRIC_L2,
                                        NULL, 5, &error);
  g_assert_no_error (error);
  g_assert_cmpuint (matches->len, ==, 1);
}

/* The search includes new records, even records that another process has written. */
static void
test_follows (Fixture *fixture, gconstpointer data)
{
  g_autoptr (TroupeMemoryRecord) first = make ("first", "/a");
  g_autoptr (TroupeMemoryRecord) second = make ("second", "/a/b");
  g_autoptr (TroupeMemoryRecord) third = make ("third", "/c");
  g_autoptr (TroupeMemoryStore) other = troupe_memory_store_open (fixture->path, NULL);
  const float x[] = { 1.0f, 0.0f }, y[] = { 0.0f, 1.0f };
  TroupeMemoryFilter below = { .scope = "/a/" };
  g_autoptr (GError) error = NULL;
  GPtrArray *matches;
  guint n_removed = 0;

  add_one (fixture->store, first, x, 2);
  matches = troupe_memory_store_search (fixture->store, SPACE, x, 2, TROUPE_MEMORY_METRIC_L2, NULL,
                                        5, &error);
  g_assert_cmpuint (matches->len, ==, 1);
  g_ptr_array_unref (matches);
  add_one (fixture->store, third, x, 2);
  add_one (other, second, y, 2);
  matches = troupe_memory_store_search (fixture->store, SPACE, y, 2, TROUPE_MEMORY_METRIC_L2,
                                        &below, 5, &error);
  g_assert_no_error (error);
  g_assert_cmpuint (matches->len, ==, 2);
  g_assert_cmpstr (((TroupeMemoryMatch *) g_ptr_array_index (matches, 0))->record->content, ==,
                   "second");
  g_assert_cmpfloat (((TroupeMemoryMatch *) g_ptr_array_index (matches, 0))->similarity, ==, 1.0);
  g_assert_cmpfloat_with_epsilon (
      ((TroupeMemoryMatch *) g_ptr_array_index (matches, 1))->similarity, 1.0 / 3.0, 1e-6);
  g_ptr_array_unref (matches);
  g_assert_true (troupe_memory_store_remove (fixture->store, SPACE, &below, &n_removed, &error));
  g_assert_cmpuint (n_removed, ==, 2);
  matches = troupe_memory_store_search (fixture->store, SPACE, y, 2, TROUPE_MEMORY_METRIC_L2, NULL,
                                        5, &error);
  g_assert_cmpuint (matches->len, ==, 1);
  g_ptr_array_unref (matches);
  /* The other store sees the change, too. */
  matches =
      troupe_memory_store_search (other, SPACE, y, 2, TROUPE_MEMORY_METRIC_L2, NULL, 5, &error);
  g_assert_cmpuint (matches->len, ==, 1);
  g_ptr_array_unref (matches);
}

/* --- Invalid files ---------------------------------------------------------------------------- */

static void
assert_refused (Fixture *fixture, int code)
{
  g_autofree char *before = NULL;
  g_autofree char *after = NULL;
  gsize n_before, n_after;
  g_autoptr (GError) error = NULL;

  g_file_get_contents (fixture->path, &before, &n_before, NULL);
  g_assert_null (troupe_memory_store_open (fixture->path, &error));
  g_assert_error (error, G_IO_ERROR, code);
  g_assert_nonnull (strstr (error->message, fixture->path));
  g_file_get_contents (fixture->path, &after, &n_after, NULL);
  g_assert_cmpmem (before, n_before, after, n_after);
}

static void
run_sql (const char *path, const char *sql)
{
  sqlite3 *handle = NULL;

  g_assert_cmpint (sqlite3_open (path, &handle), ==, SQLITE_OK);
  g_assert_cmpint (sqlite3_exec (handle, sql, NULL, NULL, NULL), ==, SQLITE_OK);
  sqlite3_close (handle);
}

static void
test_foreign (Fixture *fixture, gconstpointer data)
{
  g_clear_object (&fixture->store);
  g_unlink (fixture->path);
  run_sql (fixture->path, "CREATE TABLE letters (text TEXT); INSERT INTO letters VALUES ('x')");
  assert_refused (fixture, G_IO_ERROR_INVALID_DATA);
}

static void
test_newer (Fixture *fixture, gconstpointer data)
{
  g_clear_object (&fixture->store);
  run_sql (fixture->path, "PRAGMA user_version = 99");
  assert_refused (fixture, G_IO_ERROR_NOT_SUPPORTED);
}

/* A truncated database is moved aside. */
static void
test_half (Fixture *fixture, gconstpointer data)
{
  const float vector[64] = { 1.0f };
  g_autofree char *bytes = NULL;
  gsize length;
  g_autoptr (TroupeMemoryStore) store = NULL;
  g_autoptr (GPtrArray) matches = NULL;
  g_autofree char *notice = NULL;
  g_autoptr (GError) error = NULL;

  for (guint i = 0; i < 200; i++)
    {
      g_autoptr (TroupeMemoryRecord) record = make ("content", "/");

      add_one (fixture->store, record, vector, 64);
    }
  g_clear_object (&fixture->store);
  g_assert_true (g_file_get_contents (fixture->path, &bytes, &length, NULL));
  g_assert_true (g_file_set_contents (fixture->path, bytes, (gssize) length / 2, NULL));
  store = troupe_memory_store_open (fixture->path, &error);
  g_assert_no_error (error);
  notice = troupe_memory_store_take_notice (store);
  g_assert_nonnull (notice);
  g_clear_object (&store);
  /* After the full file is restored, all records are found, so the attempt to open the truncated
   * file did no damage. */
  g_assert_true (g_file_set_contents (fixture->path, bytes, (gssize) length, NULL));
  store = troupe_memory_store_open (fixture->path, &error);
  g_assert_no_error (error);
  matches = troupe_memory_store_search (store, SPACE, vector, 64, TROUPE_MEMORY_METRIC_L2, NULL, 5,
                                        &error);
  g_assert_no_error (error);
  g_assert_cmpuint (matches->len, ==, 5);
}

/* The vector was truncated by another program. */
static void
test_short_vector (Fixture *fixture, gconstpointer data)
{
  g_autoptr (TroupeMemoryRecord) record = make ("one", "/");
  const float vector[] = { 1.0f, 2.0f };
  g_autoptr (GError) error = NULL;

  add_one (fixture->store, record, vector, 2);
  run_sql (fixture->path, "UPDATE vectors SET vector = x'0000'");
  g_assert_null (troupe_memory_store_search (fixture->store, SPACE, vector, 2,
                                             TROUPE_MEMORY_METRIC_L2, NULL, 5, &error));
  g_assert_error (error, G_IO_ERROR, G_IO_ERROR_INVALID_DATA);
}

/* --- Scopes, options, lines ----------------------------------------------------------------- */

static void
test_scopes (void)
{
  static const char *const joins[][3] = {
    { NULL, NULL, "/" },           { NULL, "animals", "animals" },     { NULL, "c/", "c/" },
    { "/crew/x", "/", "/crew/x" }, { "/crew/x", "in/", "/crew/x/in" }, { "/u", "1", "/u/1" },
    { "/", "/a", "/a" },
  };
  static const char *const names[][2] = {
    { "Worker ROLEW-1", "worker-rolew-1" }, { "  ", "unknown" },     { "", "unknown" },
    { "Ärzte & Co.", "rzte-co" },           { "a__b--c", "a__b-c" }, { "-x-", "x" },
  };

  for (guint i = 0; i < G_N_ELEMENTS (joins); i++)
    {
      g_autofree char *joined = troupe_memory_scope_join (joins[i][0], joins[i][1]);

      g_assert_cmpstr (joined, ==, joins[i][2]);
    }
  for (guint i = 0; i < G_N_ELEMENTS (names); i++)
    {
      g_autofree char *name = troupe_memory_scope_from_name (names[i][0]);

      g_assert_cmpstr (name, ==, names[i][1]);
    }
  {
    g_autofree char *child = troupe_memory_scope_get_child ("/a/b/c", "/a");
    g_autofree char *none = troupe_memory_scope_get_child ("/ab", "/a");
    g_autofree char *scope = troupe_memory_scope_of_crew ("My Crew", "Crew Manager");

    g_assert_cmpstr (child, ==, "/a/b");
    g_assert_null (none);
    g_assert_cmpstr (scope, ==, "/crew/my-crew/agent/crew-manager");
  }
}

static void
test_options (void)
{
  static const char *const wrong[] = {
    "{\"recency_weight\":1.5}",       "{\"semantic_weight\":-0.1}",
    "{\"consolidation_limit\":2.5}",  "{\"consolidation_limit\":0}",
    "{\"default_importance\":\"x\"}", "{\"read_only\":1}",
    "{\"recency_half_life_days\":0}",
  };
  TroupeMemoryOptions options;
  g_autoptr (TroupeMemoryRecord) record = make ("x", "/");
  g_autoptr (TroupeMemoryMatch) match = troupe_memory_match_new (record, 0.5);
  const gint64 day_us = G_GINT64_CONSTANT (24) * 3600 * G_USEC_PER_SEC;

  for (guint i = 0; i < G_N_ELEMENTS (wrong); i++)
    {
      g_autoptr (TroupeValue) value = troupe_value_from_json (wrong[i], -1, NULL);
      g_autoptr (GError) error = NULL;

      g_assert_false (troupe_memory_options_read (&options, value, &error));
      g_assert_error (error, G_IO_ERROR, G_IO_ERROR_INVALID_ARGUMENT);
    }
  g_assert_true (troupe_memory_options_read (&options, NULL, NULL));
  record->importance = 0.6;
  troupe_memory_options_score (&options, match, record->created_us + 30 * day_us);
  g_assert_cmpfloat_with_epsilon (match->score, 0.25 + 0.15 + 0.12, 1e-9);
  g_assert_cmpint (match->reasons, ==,
                   TROUPE_MEMORY_REASON_SEMANTIC | TROUPE_MEMORY_REASON_IMPORTANCE);
  /* If the clock was set back, a record from the future counts as new. */
  troupe_memory_options_score (&options, match, record->created_us - 30 * day_us);
  g_assert_cmpfloat_with_epsilon (match->score, 0.25 + 0.3 + 0.12, 1e-9);
}

static void
test_lines (void)
{
  g_autoptr (TroupeMemoryRecord) record = make ("BEES-1 like flowers", "/");
  g_autoptr (GPtrArray) matches =
      g_ptr_array_new_with_free_func ((GDestroyNotify) troupe_memory_match_free);
  g_autofree char *text = NULL;

  record->categories = (g_strfreev (record->categories), g_strsplit ("a,b", ",", -1));
  troupe_value_unref (record->metadata);
  record->metadata =
      troupe_value_from_json ("{\"entities\":[],\"dates\":[\"x\"],\"none\":null,\"k\":\"v\"}", -1,
                              NULL);
  g_ptr_array_add (matches, troupe_memory_match_new (record, 0.59));
  g_ptr_array_add (matches, troupe_memory_match_new (record, 0.5));
  text = troupe_memory_matches_to_text (matches);
  g_assert_cmpstr (text, ==,
                   "- (score=0.59) BEES-1 like flowers\n  categories: a, b\n  entities: []\n"
                   "  dates: ['x']\n  k: v\n"
                   "- (score=0.50) BEES-1 like flowers\n  categories: a, b\n  entities: []\n"
                   "  dates: ['x']\n  k: v");
}

/* Prompts contain only the beginning of a long record, in whole characters. */
static void
test_long_line (void)
{
  g_autoptr (GString) content = g_string_new (NULL);
  g_autoptr (TroupeMemoryRecord) record = NULL;
  g_autoptr (GPtrArray) matches =
      g_ptr_array_new_with_free_func ((GDestroyNotify) troupe_memory_match_free);
  g_autofree char *text = NULL;
  g_autofree char *start = NULL;

  for (guint i = 0; i < 20000; i++)
    g_string_append (content, "é");
  start = g_strconcat ("- (score=0.50) ", content->str, "…", NULL);
  for (guint i = 0; i < 1000; i++)
    g_string_append (content, "é");
  record = make (content->str, "/");
  g_ptr_array_add (matches, troupe_memory_match_new (record, 0.5));
  text = troupe_memory_matches_to_text (matches);
  g_assert_cmpstr (text, ==, start);
}

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);

#define ADD(path, func) g_test_add (path, Fixture, NULL, set_up, func, tear_down)
  g_test_add_func ("/memory/vectors/random", test_vectors_random);
  g_test_add_func ("/memory/vectors/ties", test_vectors_ties);
  ADD ("/memory/store/kept", test_kept);
  ADD ("/memory/store/dimension", test_dimension);
  ADD ("/memory/store/follows", test_follows);
  ADD ("/memory/store/foreign", test_foreign);
  ADD ("/memory/store/newer", test_newer);
  ADD ("/memory/store/half", test_half);
  ADD ("/memory/store/short-vector", test_short_vector);
  g_test_add_func ("/memory/scopes", test_scopes);
  g_test_add_func ("/memory/options", test_options);
  g_test_add_func ("/memory/lines", test_lines);
  g_test_add_func ("/memory/long-line", test_long_line);

  return g_test_run ();
}
