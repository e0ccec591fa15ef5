/* test-batch.c: ids, shards, inputs and the database of a batch
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#include "config.h"

#include <glib/gstdio.h>
#include <sqlite3.h>
#include <string.h>

#include "../test-remove.h"
#include "troupe-batch-inputs.h"
#include "troupe-batch-results.h"
#include "troupe-batch-store.h"

#define N_DRAWS 10000
#define N_IDS 20

/* --- Ids -------------------------------------------------------------------------------------- */

/* Returns a short or long random string of valid UTF-8 without NUL. */
static char *
make_text (void)
{
  static const char *const parts[] = { "../", "/", ".", "é",  "😀",  "%", "~",
                                       "a",   "B", "-", "\n", "\"", " ", "0" };
  GString *text = g_string_new (NULL);
  const int n_parts = g_test_rand_int_range (1, g_test_rand_int_range (0, 10) == 0 ? 400 : 12);

  for (int i = 0; i < n_parts; i++)
    g_string_append (text, parts[g_test_rand_int_range (0, G_N_ELEMENTS (parts))]);
  return g_string_free (text, FALSE);
}

/* For any N, each id always belongs to the same one of N shards. */
static void
test_shards (void)
{
  for (guint draw = 0; draw < N_DRAWS; draw++)
    {
      const guint n_shards = (guint) g_test_rand_int_range (1, 1000);

      for (guint i = 0; i < N_IDS; i++)
        {
          g_autofree char *id = make_text ();
          const guint shard = troupe_batch_item_find_shard (id, n_shards);

          g_assert_cmpuint (shard, <, n_shards);
          g_assert_cmpuint (troupe_batch_item_find_shard (id, n_shards), ==, shard);
        }
    }
  g_assert_cmpuint (troupe_batch_item_find_shard ("anything", 1), ==, 0);
  /* The expected value was calculated by hand. The SHA-256 of “abc” begins with
   * ba7816bf8f01cfea. */
  g_assert_cmpuint (troupe_batch_item_find_shard ("abc", 1000003), ==,
                    (guint) (G_GUINT64_CONSTANT (0xba7816bf8f01cfea) % 1000003));
}

/* No shard is empty, even if there are few ids per shard. */
static void
test_spread (void)
{
  guint counts[16] = { 0 };

  for (guint i = 0; i < 1600; i++)
    {
      g_autofree char *id = g_strdup_printf ("item %u", i);

      counts[troupe_batch_item_find_shard (id, G_N_ELEMENTS (counts))]++;
    }
  for (guint i = 0; i < G_N_ELEMENTS (counts); i++)
    {
      g_assert_cmpuint (counts[i], >, 60);
      g_assert_cmpuint (counts[i], <, 150);
    }
}

static void
test_names (void)
{
  static const struct
  {
    const char *id, *name;
  } cases[] = { { "a-1_B.x", "a-1_B.x" }, { "../x", "%2E.%2Fx" }, { ".hidden", "%2Ehidden" },
                { "a/b", "a%2Fb" },       { "é", "%C3%A9" },      { "%2F", "%252F" },
                { "~", "%7E" },           { "..", "%2E." } };
  g_autoptr (GHashTable) names = g_hash_table_new_full (g_str_hash, g_str_equal, g_free, g_free);
  g_autofree char *empty = troupe_batch_item_make_name ("");

  for (guint i = 0; i < G_N_ELEMENTS (cases); i++)
    {
      g_autofree char *name = troupe_batch_item_make_name (cases[i].id);

      g_assert_cmpstr (name, ==, cases[i].name);
    }
  g_assert_cmpuint (strlen (empty), >, 30);
  for (guint i = 0; i < N_DRAWS; i++)
    {
      char *id = make_text ();
      char *name = troupe_batch_item_make_name (id);
      const char *other = g_hash_table_lookup (names, name);

      g_assert_cmpuint (strlen (name), <=, 120);
      g_assert_true (*name != '.' && *name != '\0' && strchr (name, '/') == NULL);
      g_assert_cmpuint (strspn (name, G_CSET_A_2_Z G_CSET_a_2_z G_CSET_DIGITS "._-%~"), ==,
                        strlen (name));
      if (other != NULL)
        g_assert_cmpstr (other, ==, id);
      g_hash_table_replace (names, name, id);
    }
}

static void
test_run_ids (void)
{
  g_autofree char *first = troupe_batch_item_make_run_id ("batch", "id", 0);
  g_autofree char *same = troupe_batch_item_make_run_id ("batch", "id", 0);
  g_autofree char *next = troupe_batch_item_make_run_id ("batch", "id", 1);
  g_autofree char *other = troupe_batch_item_make_run_id ("other", "id", 0);

  g_assert_true (g_uuid_string_is_valid (first));
  g_assert_cmpstr (first, ==, same);
  g_assert_cmpstr (first, !=, next);
  g_assert_cmpstr (first, !=, other);
}

/* --- Inputs ----------------------------------------------------------------------------------- */

/* An expected item. @input, @problem: (nullable): a part of its input or of its error */
typedef struct
{
  gint64 line;
  const char *id; /* (nullable): NULL for a generated one */
  const char *input;
  const char *problem;
} Expected;

static void
check_inputs (const char *name, const char *text, gssize length, const Expected *expected, guint n)
{
  g_autofree char *folder = g_dir_make_tmp ("troupe-batch-XXXXXX", NULL);
  g_autofree char *path = g_build_filename (folder, name, NULL);
  g_autoptr (GError) error = NULL;
  g_autoptr (TroupeBatchInputs) inputs = NULL;
  g_autofree char *digest = NULL;
  g_autofree char *whole = NULL;

  g_file_set_contents (path, text, length, &error);
  g_assert_no_error (error);
  inputs = troupe_batch_inputs_open (path, &error);
  g_assert_no_error (error);
  for (guint i = 0; i <= n; i++)
    {
      g_autoptr (TroupeBatchItem) item = NULL;
      g_autofree char *problem = NULL;

      g_assert_true (troupe_batch_inputs_next (inputs, &item, &problem, &error));
      if (i == n)
        {
          g_assert_null (item);
          break;
        }
      g_assert_nonnull (item);
      g_test_message ("%s %u: %s: %s", name, i, item->id, problem);
      g_assert_cmpint (item->ordinal, ==, i + 1);
      g_assert_cmpint (item->line, ==, expected[i].line);
      if (expected[i].id != NULL)
        g_assert_cmpstr (item->id, ==, expected[i].id);
      else
        g_assert_true (g_str_has_prefix (item->id, "item-"));
      g_assert_cmpstr (item->input, ==, expected[i].input);
      if (expected[i].problem != NULL)
        g_assert_nonnull (strstr (problem, expected[i].problem));
      else
        g_assert_null (problem);
    }
  digest = troupe_batch_inputs_get_digest (inputs);
  whole = troupe_batch_inputs_digest_file (path, &error);
  g_assert_cmpstr (digest, ==, whole);
  remove_all (folder);
}

static void
test_lines (void)
{
  static const Expected expected[] = {
    { 1, "one", "{\"id\": \"one\", \"n\": 1}", NULL },
    { 3, "7", "{\"id\":7}", NULL },
    { 4, NULL, "{\"n\": 2}", NULL },
    { 5, NULL, "{\"id\": null}", NULL },
    { 6, NULL, "{\"id\": \"\"}", NULL },
    { 7, NULL, NULL, "“id”" },
    { 8, NULL, NULL, "object" },
    { 9, NULL, NULL, "expected" },
    { 10, NULL, NULL, "UTF-8" },
    { 11, NULL, NULL, "“id”" },
    { 13, "last", "{\"id\": \"last\"}", NULL },
  };

  check_inputs ("in.jsonl",
                "\xef\xbb\xbf{\"id\": \"one\", \"n\": 1}\r\n"
                "   \n"
                "{\"id\":7}\n"
                "{\"n\": 2}\n"
                "{\"id\": null}\n"
                "{\"id\": \"\"}\n"
                "{\"id\": [1]}\n"
                "[1, 2]\n"
                "{\"n\": \n"
                "{\"n\": \"\xff\"}\n"
                "{\"id\": \"a\\u0000b\"}\n"
                "\n"
                "{\"id\": \"last\"}",
                -1, expected, G_N_ELEMENTS (expected));
  check_inputs ("empty.jsonl", "", -1, NULL, 0);
}

/* Lines are read one at a time, and a line that is too long becomes a failed item. */
static void
test_long_line (void)
{
  static const Expected expected[] = { { 1, NULL, NULL, "16 MiB" },
                                       { 2, "b", "{\"id\":\"b\"}", NULL } };
  g_autoptr (GString) text = g_string_new ("{\"a\": \"");

  for (gsize i = 0; i < TROUPE_BATCH_MAX_LINE; i++)
    g_string_append_c (text, 'x');
  g_string_append (text, "\"}\n{\"id\":\"b\"}\n");
  check_inputs ("in.jsonl", text->str, (gssize) text->len, expected, G_N_ELEMENTS (expected));
}

static void
test_table (void)
{
  static const Expected expected[] = {
    { 2, "1", "{\"id\":\"1\",\"a b\":\"x, \\\"y\\\"\\nz\"}", NULL },
    { 4, "2", "{\"id\":\"2\",\"a b\":\"\"}", NULL },
    { 6, NULL, NULL, "3 cells" },
    { 7, NULL, NULL, "closing quote" },
    { 8, NULL, "{\"id\":\"\",\"a b\":\"007\"}", NULL },
    { 9, NULL, NULL, "UTF-8" },
    { 10, NULL, NULL, "closing quote of a quoted cell is missing" },
  };

  check_inputs ("in.csv",
                "id,\"a b\"\r\n"
                "1,\"x, \"\"y\"\"\nz\"\r\n"
                "2,\r\n"
                "\r\n"
                "1,2,3\n"
                "\"4\"x,y\n"
                ",007\n"
                "5,\xff\n"
                "6,\"open\n",
                -1, expected, G_N_ELEMENTS (expected));
}

static void
test_separators (void)
{
  static const Expected expected[] = { { 2, "1", "{\"id\":\"1\",\"a\":\"x,y\",\"b\":\"z\"}",
                                         NULL } };

  check_inputs ("in.csv", "id;a;b\n1;x,y;z\n", -1, expected, 1);
  check_inputs ("in.tsv", "id\ta\tb\n1\tx,y\tz\n", -1, expected, 1);
  check_inputs ("in.CSV", "\"id\",\"a\",b\n1,\"x,y\",z\n", -1, expected, 1);
}

static void
test_bad_heads (void)
{
  static const char *const heads[] = { "", "a,a\n1,2\n", "a,\n1,2\n", "\"a\n", "\xff,b\n" };
  g_autofree char *folder = g_dir_make_tmp ("troupe-batch-XXXXXX", NULL);
  g_autofree char *path = g_build_filename (folder, "in.csv", NULL);

  for (guint i = 0; i < G_N_ELEMENTS (heads); i++)
    {
      g_autoptr (GError) error = NULL;

      g_assert_true (g_file_set_contents (path, heads[i], -1, NULL));
      g_assert_null (troupe_batch_inputs_open (path, &error));
      g_assert_error (error, G_IO_ERROR, G_IO_ERROR_INVALID_DATA);
    }
  remove_all (folder);
}

/* --- The database ----------------------------------------------------------------------------- */

static void
add (TroupeBatchStore *store, gint64 ordinal, const char *id, gint64 taken_by)
{
  TroupeBatchItem item = {
    .ordinal = ordinal, .line = ordinal + 10, .id = (char *) id, .input = (char *) "{}"
  };
  g_autoptr (GError) error = NULL;
  gint64 found = -1;

  g_assert_true (troupe_batch_store_add (store, &item, &found, &error));
  g_assert_no_error (error);
  g_assert_cmpint (found, ==, taken_by);
}

static TroupeBatchStore *
open_store (const char *folder)
{
  g_autoptr (TroupeStoreFolder) place = troupe_store_folder_open (folder, FALSE, NULL);

  return troupe_batch_store_open (place, folder, NULL);
}

static gboolean
count_cb (const TroupeBatchItem *item, gpointer user_data, GError **error)
{
  g_string_append_printf (user_data, "%s=%s;", item->id, item->result);
  return TRUE;
}

static char *
list_ended (TroupeBatchStore *store, gint64 behind)
{
  GString *list = g_string_new (NULL);

  g_assert_true (troupe_batch_store_each_ended (store, behind, count_cb, list, NULL));
  return g_string_free (list, FALSE);
}

static void
end (TroupeBatchStore *store, gint64 ordinal, TroupeBatchItemState state, const char *result)
{
  TroupeBatchItem item = {
    .ordinal = ordinal, .state = state, .attempts = 1, .micro_dollars = 5, .result = (char *) result
  };

  g_assert_true (troupe_batch_store_update (store, &item, NULL));
}

static void
test_store (void)
{
  g_autofree char *folder = g_dir_make_tmp ("troupe-batch-XXXXXX", NULL);
  g_autoptr (TroupeBatchStore) store = open_store (folder);
  g_autoptr (GPtrArray) waiting = NULL;
  g_autofree char *all = NULL;
  g_autofree char *new = NULL;
  TroupeBatchCounts counts;
  gint64 change;

  g_assert_nonnull (store);
  add (store, 1, "a", 0);
  add (store, 2, "b", 0);
  add (store, 3, "a", 11);
  add (store, 4, "c", 0);
  g_assert_true (troupe_batch_store_begin (store, NULL));
  end (store, 2, TROUPE_BATCH_ITEM_FAILED, "kept");
  g_assert_true (troupe_batch_store_commit (store, NULL));
  change = troupe_batch_store_get_change (store);
  g_assert_true (troupe_batch_store_begin (store, NULL));
  end (store, 1, TROUPE_BATCH_ITEM_OK, "lost");
  troupe_batch_store_roll_back (store);
  end (store, 4, TROUPE_BATCH_ITEM_OK, "late");
  /* Closes and reopens the database to simulate a killed process. */
  g_clear_pointer (&store, troupe_batch_store_close);
  store = open_store (folder);
  g_assert_nonnull (store);
  all = list_ended (store, -1);
  g_assert_cmpstr (all, ==, "b=kept;c=late;");
  new = list_ended (store, change);
  g_assert_cmpstr (new, ==, "c=late;");
  g_assert_true (troupe_batch_store_count (store, &counts, NULL));
  g_assert_cmpint (counts.n_items[TROUPE_BATCH_ITEM_WAITING], ==, 1);
  g_assert_cmpint (counts.n_items[TROUPE_BATCH_ITEM_OK], ==, 1);
  g_assert_cmpint (counts.n_items[TROUPE_BATCH_ITEM_FAILED], ==, 1);
  g_assert_cmpint (counts.micro_dollars, ==, 10);
  /* The cost of a running item is counted until the item ends. */
  g_assert_true (troupe_batch_store_set_live (store, 3, 5, NULL));
  g_assert_true (troupe_batch_store_set_live (store, 3, 7, NULL));
  g_assert_cmpint (troupe_batch_store_get_live (store, 3), ==, 7);
  g_assert_cmpint (troupe_batch_store_get_live (store, 1), ==, 0);
  g_assert_true (troupe_batch_store_count (store, &counts, NULL));
  g_assert_cmpint (counts.micro_dollars, ==, 17);
  g_assert_cmpint (troupe_batch_store_wait_again (store, TROUPE_BATCH_ITEM_FAILED, 999, NULL), ==,
                   0);
  g_assert_cmpint (troupe_batch_store_wait_again (store, TROUPE_BATCH_ITEM_FAILED, 0, NULL), ==, 1);
  waiting = troupe_batch_store_list_waiting (store, 1, 10, NULL);
  g_assert_cmpuint (waiting->len, ==, 1);
  g_assert_cmpstr (((TroupeBatchItem *) waiting->pdata[0])->id, ==, "b");
  g_assert_cmpuint (((TroupeBatchItem *) waiting->pdata[0])->attempts, ==, 1);
  remove_all (folder);
}

/* --- Results ---------------------------------------------------------------------------------- */

static void
end_with (TroupeBatchStore *store, gint64 ordinal, const char *id, const char *json)
{
  g_autoptr (TroupeBatchItem) item = troupe_batch_item_new ();
  g_autoptr (TroupeValue) value = troupe_value_from_json (json, -1, NULL);

  g_assert_nonnull (value);
  item->ordinal = item->line = ordinal;
  item->id = g_strdup (id);
  item->state = TROUPE_BATCH_ITEM_OK;
  troupe_batch_results_describe (item, value);
  g_assert_true (troupe_batch_store_update (store, item, NULL));
}

static void
test_formulas (void)
{
  g_autofree char *folder = g_dir_make_tmp ("troupe-batch-XXXXXX", NULL);
  g_autofree char *path = g_build_filename (folder, "results-3.csv", NULL);
  g_autoptr (TroupeBatchStore) store = open_store (folder);
  g_autoptr (TroupeBatchResults) results = troupe_batch_results_new (folder, 3, NULL);
  g_autofree char *text = NULL;

  g_assert_nonnull (results);
  add (store, 1, "=cmd|' /C calc'!A0", 0);
  add (store, 2, "+1", 0);
  end_with (
      store, 1, "=cmd|' /C calc'!A0",
      "{\"result\": \"ok\", \"final\": \"@SUM(\\\"a\\\")\", \"error\": null, \"usage\": null}");
  end_with (store, 2, "+1",
            "{\"result\": \"run_error\", \"final\": -5, \"error\": {\"kind\": \"tool\", "
            "\"message\": \"-x\\n\\ty\"}}");
  g_assert_true (troupe_batch_results_write_lists (results, store, NULL));
  g_assert_true (g_file_get_contents (path, &text, NULL, NULL));
  g_assert_nonnull (
      strstr (text, "\r\n\"'=cmd|' /C calc'!A0\",1,\"ok\",\"'@SUM(\"\"a\"\")\",\"\",\"\","));
  g_assert_nonnull (strstr (text, "\r\n\"'+1\",2,\"run_error\",-5,\"tool\",\"'-x\n\ty\","));
  remove_all (folder);
}

/* Returns the inode of the file, which changes when the file is rewritten. */
static guint64
find_inode (const char *folder, const char *name)
{
  g_autofree char *path = g_build_filename (folder, name, NULL);
  GStatBuf found = { 0 };

  g_assert_cmpint (g_stat (path, &found), ==, 0);
  return (guint64) found.st_ino;
}

/* Starting a finished batch does not rewrite its result lists, but any change to the batch does. */
static void
test_lists_once (void)
{
  static const char *const names[] = { "results-0.jsonl", "results-0.csv" };
  g_autofree char *folder = g_dir_make_tmp ("troupe-batch-XXXXXX", NULL);
  g_autofree char *lines = g_build_filename (folder, names[0], NULL);
  g_autofree char *table = g_build_filename (folder, names[1], NULL);
  TroupeBatchStore *store = open_store (folder);
  g_autoptr (TroupeBatchResults) results = troupe_batch_results_new (folder, 0, NULL);
  g_autofree char *text = NULL;
  guint64 before;

  add (store, 1, "a", 0);
  add (store, 2, "b", 0);
  end_with (store, 1, "a", "{\"result\": \"ok\"}");
  g_assert_true (troupe_batch_results_write_lists (results, store, NULL));
  before = find_inode (folder, names[0]);
  troupe_batch_store_close (store);
  store = open_store (folder);
  g_assert_true (troupe_batch_results_write_lists (results, store, NULL));
  g_assert_cmpuint (find_inode (folder, names[0]), ==, before);

  /* Another item has ended. */
  end_with (store, 2, "b", "{\"result\": \"ok\"}");
  g_assert_true (troupe_batch_results_write_lists (results, store, NULL));
  g_assert_true (g_file_get_contents (lines, &text, NULL, NULL));
  g_assert_nonnull (strstr (text, "\"b\""));

  /* One list was modified and the other deleted. */
  g_assert_true (g_file_set_contents (lines, "other", -1, NULL));
  g_assert_cmpint (g_unlink (table), ==, 0);
  g_assert_true (troupe_batch_results_write_lists (results, store, NULL));
  g_clear_pointer (&text, g_free);
  g_assert_true (g_file_get_contents (lines, &text, NULL, NULL));
  g_assert_nonnull (strstr (text, "\"b\""));
  g_assert_true (g_file_test (table, G_FILE_TEST_EXISTS));
  troupe_batch_store_close (store);
  remove_all (folder);
}

/* An item that is to be retried is removed from the lists, even before it starts. */
static void
test_lists_without_waiting (void)
{
  g_autofree char *folder = g_dir_make_tmp ("troupe-batch-XXXXXX", NULL);
  g_autofree char *lines = g_build_filename (folder, "results-0.jsonl", NULL);
  TroupeBatchStore *store = open_store (folder);
  g_autoptr (TroupeBatchResults) results = troupe_batch_results_new (folder, 0, NULL);
  g_autoptr (TroupeBatchItem) item = NULL;
  g_autofree char *text = NULL;

  add (store, 1, "a", 0);
  end_with (store, 1, "a", "{\"result\": \"run_error\"}");
  item = troupe_batch_store_get_item (store, 1, NULL);
  item->state = TROUPE_BATCH_ITEM_FAILED;
  g_assert_true (troupe_batch_store_update (store, item, NULL));
  g_assert_true (troupe_batch_results_write_lists (results, store, NULL));
  g_assert_cmpint (troupe_batch_store_wait_again (store, TROUPE_BATCH_ITEM_FAILED, 0, NULL), ==, 1);
  troupe_batch_store_close (store);
  store = open_store (folder);
  g_assert_true (troupe_batch_results_write_lists (results, store, NULL));
  g_assert_true (g_file_get_contents (lines, &text, NULL, NULL));
  g_assert_cmpstr (text, ==, "");
  troupe_batch_store_close (store);
  remove_all (folder);
}

/* The SQL statements that the store executes on its items. */
static GPtrArray *asked;

static int
note_statement_cb (unsigned type G_GNUC_UNUSED,
                   void *data G_GNUC_UNUSED,
                   void *statement,
                   void *time G_GNUC_UNUSED)
{
  const char *sql = sqlite3_sql (statement);

  if (strstr (sql, "items") != NULL &&
      (g_str_has_prefix (sql, "SELECT") || g_str_has_prefix (sql, "UPDATE")))
    g_ptr_array_add (asked, g_strdup (sql));
  return 0;
}

static int
opened_cb (sqlite3 *database,
           const char **message G_GNUC_UNUSED,
           const void *routines G_GNUC_UNUSED)
{
  return sqlite3_trace_v2 (database, SQLITE_TRACE_PROFILE, note_statement_cb, NULL);
}

/* Returns SQLite's query plan of a statement. (transfer full) */
static char *
explain (sqlite3 *database, const char *sql)
{
  g_autofree char *question = g_strconcat ("EXPLAIN QUERY PLAN ", sql, NULL);
  GString *plan = g_string_new (NULL);
  sqlite3_stmt *statement = NULL;

  g_assert_cmpint (sqlite3_prepare_v2 (database, question, -1, &statement, NULL), ==, SQLITE_OK);
  while (sqlite3_step (statement) == SQLITE_ROW)
    g_string_append_printf (plan, "%s; ", (const char *) sqlite3_column_text (statement, 3));
  sqlite3_finalize (statement);
  return g_string_free (plan, FALSE);
}

static void
drop_indexes (const char *path)
{
  sqlite3 *database = NULL;

  g_assert_cmpint (sqlite3_open (path, &database), ==, SQLITE_OK);
  g_assert_cmpint (sqlite3_exec (database, "DROP INDEX items_by_state; DROP INDEX items_by_change",
                                 NULL, NULL, NULL),
                   ==, SQLITE_OK);
  sqlite3_close (database);
}

/* Resuming a batch never scans the large rows of finished items. All queries use an index. If a
 * database has no index, the index is added. */
static void
test_going_on_reads_indexes (void)
{
  g_autofree char *folder = g_dir_make_tmp ("troupe-batch-XXXXXX", NULL);
  g_autofree char *path = g_build_filename (folder, "batch.db", NULL);
  g_autoptr (GPtrArray) waiting = NULL;
  TroupeBatchStore *store = open_store (folder);
  TroupeBatchCounts counts;
  sqlite3 *database = NULL;

  asked = g_ptr_array_new_with_free_func (g_free);
  troupe_batch_store_close (store);
  drop_indexes (path);
  sqlite3_auto_extension ((void (*) (void)) opened_cb);
  store = open_store (folder);
  sqlite3_cancel_auto_extension ((void (*) (void)) opened_cb);
  g_assert_cmpint (troupe_batch_store_wait_again (store, TROUPE_BATCH_ITEM_FAILED, 0, NULL), ==, 0);
  g_assert_true (troupe_batch_store_each_ended (store, 0, count_cb, asked, NULL));
  g_assert_true (troupe_batch_store_count (store, &counts, NULL));
  waiting = troupe_batch_store_list_waiting (store, 0, 10, NULL);
  g_assert_nonnull (waiting);
  troupe_batch_store_close (store);

  g_assert_cmpuint (asked->len, ==, 5);
  g_assert_cmpint (sqlite3_open (path, &database), ==, SQLITE_OK);
  for (guint i = 0; i < asked->len; i++)
    {
      g_autofree char *plan = explain (database, g_ptr_array_index (asked, i));

      g_test_message ("%s: %s", (const char *) g_ptr_array_index (asked, i), plan);
      g_assert_nonnull (strstr (plan, " INDEX items_by_"));
      g_assert_null (strstr (plan, "TEMP B-TREE"));
    }
  sqlite3_close (database);
  g_clear_pointer (&asked, g_ptr_array_unref);
  remove_all (folder);
}

/* The result line contains the text output of crews and agents. Any other output is included
 * unchanged. */
static void
test_said (void)
{
  static const struct
  {
    const char *final;
    const char *said;
  } cases[] = {
    { "{\"raw\": \"a\", \"tasks_output\": []}", "\"a\"" },
    { "{\"raw\": \"a\", \"agent_role\": \"r\", \"messages\": []}", "\"a\"" },
    { "{\"raw\": \"a\", \"other\": 1}", "{\"raw\":\"a\",\"other\":1}" },
    { "{\"agent_role\": \"r\"}", "{\"agent_role\":\"r\"}" },
    { "3", "3" },
  };

  for (guint i = 0; i < G_N_ELEMENTS (cases); i++)
    {
      g_autoptr (TroupeValue) final = troupe_value_from_json (cases[i].final, -1, NULL);
      g_autofree char *said =
          troupe_value_to_json (troupe_batch_results_get_said (final), TROUPE_JSON_COMPACT);

      g_assert_cmpstr (said, ==, cases[i].said);
    }
  g_assert_null (troupe_batch_results_get_said (NULL));
}

int
main (int argc, char *argv[])
{
  g_test_init (&argc, &argv, NULL);

  g_test_add_func ("/batch/shards", test_shards);
  g_test_add_func ("/batch/spread", test_spread);
  g_test_add_func ("/batch/names", test_names);
  g_test_add_func ("/batch/run-ids", test_run_ids);
  g_test_add_func ("/batch/lines", test_lines);
  g_test_add_func ("/batch/long-line", test_long_line);
  g_test_add_func ("/batch/table", test_table);
  g_test_add_func ("/batch/separators", test_separators);
  g_test_add_func ("/batch/bad-heads", test_bad_heads);
  g_test_add_func ("/batch/store", test_store);
  g_test_add_func ("/batch/going-on-reads-indexes", test_going_on_reads_indexes);
  g_test_add_func ("/batch/said", test_said);
  g_test_add_func ("/batch/formulas", test_formulas);
  g_test_add_func ("/batch/lists-once", test_lists_once);
  g_test_add_func ("/batch/lists-without-waiting", test_lists_without_waiting);

  return g_test_run ();
}
