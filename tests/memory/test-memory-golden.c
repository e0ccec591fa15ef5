/* test-memory-golden.c: comparison with recorded operations of CrewAI's memory
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#include "config.h"

#include <math.h>
#include <string.h>

#include "memory-server.h"
#include "troupe-memory.h"

typedef struct
{
  MemoryServer *server;
  TroupeMemoryStore *store;
  TroupeMemory *memory;
  GPtrArray *told; /* (element-type utf8) */
  gboolean is_done;
  GPtrArray *list; /* records or matches */
  GStrv texts;
  TroupeMemoryRecord *record;
  GError *error;
} Fixture;

/* --- Synchronous calls ------------------------------------------------------------------------ */

static void
remembered_cb (GObject *object, GAsyncResult *result, gpointer user_data)
{
  Fixture *fixture = user_data;

  fixture->list = troupe_memory_remember_finish (TROUPE_MEMORY (object), result, &fixture->error);
  fixture->is_done = TRUE;
}

static void
recalled_cb (GObject *object, GAsyncResult *result, gpointer user_data)
{
  Fixture *fixture = user_data;

  fixture->list = troupe_memory_recall_finish (TROUPE_MEMORY (object), result, &fixture->error);
  fixture->is_done = TRUE;
}

static void
extracted_cb (GObject *object, GAsyncResult *result, gpointer user_data)
{
  Fixture *fixture = user_data;

  fixture->texts = troupe_memory_extract_finish (TROUPE_MEMORY (object), result, &fixture->error);
  fixture->is_done = TRUE;
}

static void
updated_cb (GObject *object, GAsyncResult *result, gpointer user_data)
{
  Fixture *fixture = user_data;

  fixture->record = troupe_memory_update_finish (TROUPE_MEMORY (object), result, &fixture->error);
  fixture->is_done = TRUE;
}

static void
clear (Fixture *fixture)
{
  fixture->is_done = FALSE;
  g_clear_pointer (&fixture->list, g_ptr_array_unref);
  g_clear_pointer (&fixture->texts, g_strfreev);
  g_clear_pointer (&fixture->record, troupe_memory_record_unref);
  g_clear_error (&fixture->error);
}

static void
told_cb (const TroupeMemoryReport *told, gpointer user_data)
{
  static const char *const names[] = { "memory_save_started",    "memory_save_completed",
                                       "memory_save_failed",     "memory_query_started",
                                       "memory_query_completed", "memory_query_failed" };
  Fixture *fixture = user_data;
  GString *line = g_string_new (names[told->moment]);

  if (told->query != NULL)
    g_string_append_printf (line, " %u %s", told->limit, told->query);
  if (told->moment == TROUPE_MEMORY_QUERY_COMPLETED)
    g_string_append_printf (line, " %u", told->n);
  g_ptr_array_add (fixture->told, g_string_free (line, FALSE));
}

/* --- Comparing ------------------------------------------------------------------------------ */

static char **
get_texts (TroupeValue *list)
{
  g_autoptr (GStrvBuilder) builder = g_strv_builder_new ();

  for (gsize i = 0; i < troupe_value_list_get_length (list); i++)
    g_strv_builder_add (builder, troupe_value_get_string (troupe_value_list_get (list, i), NULL));

  return g_strv_builder_end (builder);
}

static void
assert_texts (char **texts, TroupeValue *expected)
{
  g_auto (GStrv) wanted = get_texts (expected);

  g_assert_cmpstrv (texts, wanted);
}

static double
get_number (TroupeValue *value)
{
  return troupe_value_is (value, TROUPE_VALUE_INTEGER) ? (double) troupe_value_get_integer (value)
                                                       : troupe_value_get_double (value);
}

static void
assert_record (const TroupeMemoryRecord *record, TroupeValue *expected)
{
  g_assert_cmpstr (record->content, ==, memory_get_text (expected, "content"));
  g_assert_cmpstr (record->scope, ==, memory_get_text (expected, "scope"));
  assert_texts (record->categories, memory_get (expected, "categories"));
  g_assert_cmpfloat_with_epsilon (record->importance,
                                  get_number (memory_get (expected, "importance")), 1e-9);
  g_assert_true (troupe_value_equal (record->metadata, memory_get (expected, "metadata")));
  g_assert_cmpstr (record->source, ==, memory_get_text (expected, "source"));
  g_assert_cmpint (record->is_private, ==,
                   troupe_value_get_boolean (memory_get (expected, "private")));
}

static void
assert_match (const TroupeMemoryMatch *match, TroupeValue *expected)
{
  TroupeMemoryReasons reasons = 0;
  g_auto (GStrv) words = get_texts (memory_get (expected, "reasons"));
  TroupeValue *gaps = memory_get (expected, "evidence_gaps");

  for (guint i = 0; words[i] != NULL; i++)
    reasons |= g_str_equal (words[i], "semantic")  ? TROUPE_MEMORY_REASON_SEMANTIC
               : g_str_equal (words[i], "recency") ? TROUPE_MEMORY_REASON_RECENCY
                                                   : TROUPE_MEMORY_REASON_IMPORTANCE;
  g_assert_cmpstr (match->record->content, ==, memory_get_text (expected, "content"));
  g_assert_cmpstr (match->record->scope, ==, memory_get_text (expected, "scope"));
  /* The recorded score is rounded to three places. */
  g_assert_cmpfloat_with_epsilon (match->score, get_number (memory_get (expected, "score")),
                                  0.00051);
  g_assert_cmpint (match->reasons, ==, reasons);
  g_assert_cmpint (match->evidence_gaps != NULL, ==, gaps != NULL);
  if (gaps != NULL)
    assert_texts (match->evidence_gaps, gaps);
}

static void
assert_stored (Fixture *fixture, TroupeValue *expected)
{
  g_autoptr (GError) error = NULL;
  TroupeMemoryFilter all = { .is_all = TRUE };
  g_autoptr (GPtrArray) records =
      troupe_memory_store_list (fixture->store, TROUPE_MEMORY_SPACE, &all, 0, G_MAXUINT, &error);
  g_autoptr (GHashTable) contents = g_hash_table_new (g_str_hash, g_str_equal);

  g_assert_no_error (error);
  g_assert_cmpuint (records->len, ==, troupe_value_list_get_length (expected));
  for (guint i = 0; i < records->len; i++)
    {
      TroupeMemoryRecord *record = g_ptr_array_index (records, i);

      g_hash_table_insert (contents, record->content, record);
    }
  for (guint i = 0; i < records->len; i++)
    {
      TroupeValue *row = troupe_value_list_get (expected, i);
      TroupeMemoryRecord *record = g_hash_table_lookup (contents, memory_get_text (row, "content"));

      g_assert_nonnull (record);
      assert_record (record, row);
    }
}

static void
assert_requests (Fixture *fixture, TroupeValue *expected)
{
  g_assert_cmpuint (fixture->server->requests->len, ==, troupe_value_list_get_length (expected));
  for (guint i = 0; i < fixture->server->requests->len; i++)
    {
      TroupeValue *body = g_ptr_array_index (fixture->server->requests, i);
      TroupeValue *row = troupe_value_list_get (expected, i);
      TroupeValue *format = memory_get (body, "response_format");
      TroupeValue *wanted = memory_get (row, "response_format");
      TroupeValue *messages = memory_get (body, "messages");
      TroupeValue *rows = memory_get (row, "messages");

      g_assert_cmpstr (memory_get_text (body, "model"), ==, memory_get_text (row, "model"));
      g_assert_cmpint (g_array_index (fixture->server->rules, gint, i), ==,
                       troupe_value_get_integer (memory_get (row, "rule")));
      g_assert_cmpint (format != NULL, ==, wanted != NULL);
      if (format != NULL)
        g_assert_true (troupe_value_equal (format, wanted));
      g_assert_cmpuint (troupe_value_list_get_length (messages), ==,
                        troupe_value_list_get_length (rows));
      for (gsize j = 0; j < troupe_value_list_get_length (rows); j++)
        {
          TroupeValue *message = troupe_value_list_get (messages, j);
          TroupeValue *wanted_message = troupe_value_list_get (rows, j);
          g_auto (GStrv) markers = get_texts (memory_get (wanted_message, "markers"));

          g_assert_cmpstr (memory_get_text (message, "role"), ==,
                           memory_get_text (wanted_message, "role"));
          for (guint k = 0; markers[k] != NULL; k++)
            g_assert_nonnull (strstr (memory_get_text (message, "content"), markers[k]));
        }
    }
}

static void
assert_embeddings (Fixture *fixture, TroupeValue *expected)
{
  g_assert_cmpuint (fixture->server->embeddings->len, ==, troupe_value_list_get_length (expected));
  for (guint i = 0; i < fixture->server->embeddings->len; i++)
    {
      TroupeValue *body = g_ptr_array_index (fixture->server->embeddings, i);
      TroupeValue *row = troupe_value_list_get (expected, i);
      g_auto (GStrv) input = get_texts (memory_get (body, "input"));

      g_assert_cmpstr (memory_get_text (body, "model"), ==, memory_get_text (row, "model"));
      assert_texts (input, memory_get (row, "inputs"));
    }
}

static void
assert_told (Fixture *fixture, TroupeValue *expected)
{
  g_autoptr (GPtrArray) lines = g_ptr_array_new_with_free_func (g_free);

  for (gsize i = 0; i < troupe_value_list_get_length (expected); i++)
    {
      TroupeValue *event = troupe_value_list_get (expected, i);
      const char *type = memory_get_text (event, "type");
      GString *line;

      if (!g_str_has_prefix (type, "memory_"))
        continue;
      /* CrewAI reports a failed save twice, so the second event is skipped. */
      if (g_str_equal (type, "memory_save_failed") && lines->len > 0 &&
          g_str_equal (g_ptr_array_index (lines, lines->len - 1), type))
        continue;
      line = g_string_new (type);
      if (memory_get (event, "query") != NULL)
        g_string_append_printf (line, " %" G_GINT64_FORMAT " %s",
                                troupe_value_get_integer (memory_get (event, "limit")),
                                memory_get_text (event, "query"));
      if (memory_get (event, "results") != NULL)
        g_string_append_printf (line, " %" G_GINT64_FORMAT,
                                troupe_value_get_integer (memory_get (event, "results")));
      g_ptr_array_add (lines, g_string_free (line, FALSE));
    }
  g_assert_cmpuint (fixture->told->len, ==, lines->len);
  for (guint i = 0; i < lines->len; i++)
    g_assert_cmpstr (g_ptr_array_index (fixture->told, i), ==, g_ptr_array_index (lines, i));
}

/* --- Operations ----------------------------------------------------------------------------- */

static char **
get_list (TroupeValue *arguments, const char *key)
{
  TroupeValue *list = memory_get (arguments, key);

  return list != NULL ? get_texts (list) : NULL;
}

static gboolean
get_flag (TroupeValue *arguments, const char *key, gboolean fallback)
{
  TroupeValue *value = memory_get (arguments, key);

  return value != NULL ? troupe_value_get_boolean (value) : fallback;
}

/* Returns the memory or a view of it. (transfer full) */
static TroupeMemory *
get_memory (Fixture *fixture, TroupeValue *arguments)
{
  TroupeValue *view = memory_get (arguments, "view");
  g_auto (GStrv) scopes = NULL;
  g_auto (GStrv) categories = NULL;
  TroupeMemory *memory;

  if (view == NULL)
    return g_object_ref (fixture->memory);
  if (memory_get_text (view, "root_path") != NULL)
    memory = troupe_memory_new_below (fixture->memory, memory_get_text (view, "root_path"));
  else
    {
      scopes = get_list (view, "scopes");
      categories = get_list (view, "categories");
      memory = troupe_memory_new_slice (fixture->memory, (const char *const *) scopes,
                                        (const char *const *) categories,
                                        get_flag (view, "read_only", TRUE));
    }
  troupe_memory_set_report_func (memory, told_cb, fixture, NULL);

  return memory;
}

static void
do_remember (Fixture *fixture, TroupeMemory *memory, TroupeValue *arguments, TroupeValue *expected)
{
  TroupeMemoryFields fields = TROUPE_MEMORY_FIELDS_NONE;
  g_auto (GStrv) categories = get_list (arguments, "categories");
  g_auto (GStrv) contents = get_list (arguments, "contents");
  const char *one[] = { memory_get_text (arguments, "content"), NULL };

  fields.scope = memory_get_text (arguments, "scope");
  fields.categories = (const char *const *) categories;
  fields.source = memory_get_text (arguments, "source");
  fields.metadata = memory_get (arguments, "metadata");
  fields.is_private = get_flag (arguments, "private", FALSE);
  if (memory_get (arguments, "importance") != NULL)
    fields.importance = get_number (memory_get (arguments, "importance"));
  troupe_memory_remember_async (memory, contents != NULL ? (const char *const *) contents : one,
                                &fields, NULL, remembered_cb, fixture);
  memory_wait (&fixture->is_done);
  if (memory_get (expected, "error") != NULL)
    g_assert_error (fixture->error, TROUPE_LLM_ERROR, TROUPE_LLM_ERROR_UNREACHABLE);
  else
    {
      g_assert_no_error (fixture->error);
      if (contents == NULL && memory_get (expected, "remember") != NULL)
        {
          g_assert_cmpuint (fixture->list->len, ==, 1);
          assert_record (g_ptr_array_index (fixture->list, 0), memory_get (expected, "remember"));
        }
      else if (contents == NULL)
        g_assert_cmpuint (fixture->list->len, ==, 0);
    }
}

static void
do_recall (Fixture *fixture, TroupeMemory *memory, TroupeValue *arguments, TroupeValue *expected)
{
  TroupeMemoryQuery query = { 0 };
  g_auto (GStrv) categories = get_list (arguments, "categories");
  TroupeValue *matches = memory_get (expected, "recall");

  query.depth = g_strcmp0 (memory_get_text (arguments, "depth"), "shallow") == 0
                    ? TROUPE_MEMORY_SHALLOW
                    : TROUPE_MEMORY_DEEP;
  query.scope = memory_get_text (arguments, "scope");
  query.categories = (const char *const *) categories;
  query.source = memory_get_text (arguments, "source");
  query.is_all = get_flag (arguments, "include_private", FALSE);
  if (memory_get (arguments, "limit") != NULL)
    query.limit = (guint) troupe_value_get_integer (memory_get (arguments, "limit"));
  troupe_memory_recall_async (memory, memory_get_text (arguments, "query"), &query, NULL,
                              recalled_cb, fixture);
  memory_wait (&fixture->is_done);
  if (memory_get (expected, "error") != NULL)
    {
      g_assert_error (fixture->error, TROUPE_LLM_ERROR, TROUPE_LLM_ERROR_UNREACHABLE);
      return;
    }
  g_assert_no_error (fixture->error);
  g_assert_cmpuint (fixture->list->len, ==, troupe_value_list_get_length (matches));
  for (guint i = 0; i < fixture->list->len; i++)
    assert_match (g_ptr_array_index (fixture->list, i), troupe_value_list_get (matches, i));
}

static TroupeMemoryRecord *
find_record (Fixture *fixture, const char *has)
{
  TroupeMemoryFilter all = { .is_all = TRUE };
  g_autoptr (GPtrArray) records =
      troupe_memory_store_list (fixture->store, TROUPE_MEMORY_SPACE, &all, 0, G_MAXUINT, NULL);

  for (guint i = 0; i < records->len; i++)
    {
      TroupeMemoryRecord *record = g_ptr_array_index (records, i);

      if (strstr (record->content, has) != NULL)
        return troupe_memory_record_ref (record);
    }
  g_assert_not_reached ();
}

static void
do_backdate (Fixture *fixture, TroupeValue *arguments)
{
  g_autoptr (TroupeMemoryRecord) record = find_record (fixture, memory_get_text (arguments, "has"));
  g_autoptr (GPtrArray) updates = g_ptr_array_new ();
  TroupeMemoryChange change = { .updates = updates };
  g_autoptr (GError) error = NULL;

  record->created_us -=
      troupe_value_get_integer (memory_get (arguments, "days")) * 24 * 3600 * G_USEC_PER_SEC;
  g_ptr_array_add (updates, record);
  troupe_memory_store_change (fixture->store, TROUPE_MEMORY_SPACE, &change, &error);
  g_assert_no_error (error);
}

static void
do_update (Fixture *fixture, TroupeMemory *memory, TroupeValue *arguments, TroupeValue *expected)
{
  g_autoptr (TroupeMemoryRecord) record = find_record (fixture, memory_get_text (arguments, "has"));
  TroupeMemoryFields fields = TROUPE_MEMORY_FIELDS_NONE;

  if (memory_get (arguments, "importance") != NULL)
    fields.importance = get_number (memory_get (arguments, "importance"));
  troupe_memory_update_async (memory, record, memory_get_text (arguments, "content"), &fields, NULL,
                              updated_cb, fixture);
  memory_wait (&fixture->is_done);
  g_assert_no_error (fixture->error);
  assert_record (fixture->record, memory_get (expected, "update"));
}

static void
do_forget (Fixture *fixture, TroupeMemory *memory, TroupeValue *arguments, TroupeValue *expected)
{
  g_autofree char *scope = troupe_memory_get_scope (memory, memory_get_text (arguments, "scope"));
  g_auto (GStrv) categories = get_list (arguments, "categories");
  TroupeMemoryFilter filter = { .scope = scope,
                                .categories = (const char *const *) categories,
                                .metadata = memory_get (arguments, "metadata_filter"),
                                .is_all = TRUE };
  g_autoptr (GError) error = NULL;
  guint n_removed = 0;

  troupe_memory_store_remove (fixture->store, TROUPE_MEMORY_SPACE, &filter, &n_removed, &error);
  g_assert_no_error (error);
  if (memory_get (expected, "forget") != NULL)
    g_assert_cmpuint (n_removed, ==, troupe_value_get_integer (memory_get (expected, "forget")));
}

static void
do_list (Fixture *fixture, TroupeMemory *memory, TroupeValue *arguments, TroupeValue *expected)
{
  g_autofree char *scope = troupe_memory_get_scope (memory, memory_get_text (arguments, "scope"));
  TroupeMemoryFilter filter = { .scope = scope, .is_all = TRUE };
  TroupeValue *limit = memory_get (arguments, "limit");
  TroupeValue *offset = memory_get (arguments, "offset");
  g_autoptr (GPtrArray) records = troupe_memory_store_list (
      fixture->store, TROUPE_MEMORY_SPACE, &filter,
      offset != NULL ? (guint) troupe_value_get_integer (offset) : 0,
      limit != NULL ? (guint) troupe_value_get_integer (limit) : G_MAXUINT, NULL);
  TroupeValue *wanted = memory_get (expected, "list_records");

  g_assert_cmpuint (records->len, ==, troupe_value_list_get_length (wanted));
  for (guint i = 0; i < records->len; i++)
    g_assert_cmpstr (((TroupeMemoryRecord *) g_ptr_array_index (records, i))->content, ==,
                     troupe_value_get_string (troupe_value_list_get (wanted, i), NULL));
}

static void
do_look (Fixture *fixture,
         TroupeMemory *memory,
         const char *name,
         TroupeValue *arguments,
         TroupeValue *expected)
{
  g_autofree char *scope = troupe_memory_get_scope (memory, memory_get_text (arguments, "path"));
  g_autoptr (TroupeMemoryInfo) info =
      troupe_memory_store_get_info (fixture->store, TROUPE_MEMORY_SPACE, scope, NULL);
  TroupeValue *wanted = memory_get (expected, name);

  if (g_str_equal (name, "list_scopes"))
    assert_texts (info->children, wanted);
  else if (g_str_equal (name, "info"))
    {
      g_assert_cmpuint (info->n_records, ==,
                        troupe_value_get_integer (memory_get (wanted, "record_count")));
      assert_texts (info->categories, memory_get (wanted, "categories"));
      assert_texts (info->children, memory_get (wanted, "child_scopes"));
    }
  else if (g_str_equal (name, "tree"))
    {
      g_autofree char *tree = troupe_memory_store_draw_tree (fixture->store, scope, NULL);

      g_assert_cmpstr (tree, ==, troupe_value_get_string (wanted, NULL));
    }
  else
    {
      g_autoptr (TroupeValue) counts =
          troupe_memory_store_count_categories (fixture->store, TROUPE_MEMORY_SPACE, scope, NULL);

      g_assert_cmpstr (name, ==, "list_categories");
      g_assert_true (troupe_value_equal (counts, wanted));
    }
}

static void
do_operation (Fixture *fixture, TroupeValue *operation, TroupeValue *expected)
{
  const char *name = troupe_value_get_string (troupe_value_list_get (operation, 0), NULL);
  TroupeValue *arguments =
      troupe_value_list_get_length (operation) > 1 ? troupe_value_list_get (operation, 1) : NULL;
  g_autoptr (TroupeMemory) memory = get_memory (fixture, arguments);

  clear (fixture);
  g_test_message ("%s", name);
  if (g_str_equal (name, "remember") || g_str_equal (name, "remember_many"))
    do_remember (fixture, memory, arguments, expected);
  else if (g_str_equal (name, "recall"))
    do_recall (fixture, memory, arguments, expected);
  else if (g_str_equal (name, "backdate"))
    do_backdate (fixture, arguments);
  else if (g_str_equal (name, "update"))
    do_update (fixture, memory, arguments, expected);
  else if (g_str_equal (name, "forget") || g_str_equal (name, "reset"))
    do_forget (fixture, memory, arguments, expected);
  else if (g_str_equal (name, "reset_all"))
    g_assert_true (troupe_memory_store_reset (fixture->store, TROUPE_MEMORY_SPACE, NULL));
  else if (g_str_equal (name, "list_records"))
    do_list (fixture, memory, arguments, expected);
  else if (g_str_equal (name, "extract_memories"))
    {
      troupe_memory_extract_async (memory, memory_get_text (arguments, "content"), NULL,
                                   extracted_cb, fixture);
      memory_wait (&fixture->is_done);
      assert_texts (fixture->texts, memory_get (expected, "extract_memories"));
    }
  else
    do_look (fixture, memory, name, arguments, expected);
}

/* --- Cases ---------------------------------------------------------------------------------- */

static void
run_step (Fixture *fixture, TroupeLlmClient *client, TroupeValue *step, TroupeValue *expected)
{
  TroupeValue *settings = memory_get (step, "memory");
  TroupeValue *operations = memory_get (step, "ops");
  TroupeMemoryOptions options;
  g_autoptr (TroupeMemoryModel) model =
      troupe_memory_model_new (client, memory_get_text (settings, "llm"), NULL);
  g_autoptr (TroupeEmbedder) embedder = NULL;
  g_autoptr (GError) error = NULL;

  memory_server_forget (fixture->server);
  g_ptr_array_set_size (fixture->told, 0);
  if (!troupe_memory_options_read (&options, settings, &error))
    {
      g_assert_error (error, G_IO_ERROR, G_IO_ERROR_INVALID_ARGUMENT);
      g_assert_nonnull (memory_get (expected, "error"));
      return;
    }
  g_assert_null (memory_get (expected, "error"));
  embedder = troupe_embedder_new (client, memory_get (settings, "embedder"),
                                  TROUPE_MEMORY_DEFAULT_EMBEDDING, &error);
  g_assert_no_error (error);
  fixture->memory = troupe_memory_new (fixture->store, embedder, model, &options,
                                       memory_get_text (settings, "root_scope"));
  troupe_memory_set_report_func (fixture->memory, told_cb, fixture, NULL);
  for (gsize i = 0; i < troupe_value_list_get_length (operations); i++)
    do_operation (fixture, troupe_value_list_get (operations, i),
                  troupe_value_list_get (memory_get (expected, "ops"), i));
  assert_requests (fixture, memory_get (expected, "requests"));
  assert_embeddings (fixture, memory_get (expected, "embeddings"));
  assert_told (fixture, memory_get (expected, "events"));
  assert_stored (fixture, memory_get (memory_get (expected, "stored"), "memory"));
  clear (fixture);
  g_assert_finalize_object (g_steal_pointer (&fixture->memory));
}

static void
test_case (gconstpointer data)
{
  TroupeValue *recorded = (gpointer) data;
  TroupeValue *steps = memory_get (recorded, "steps");
  TroupeValue *expected = memory_get (memory_get (recorded, "expect"), "steps");
  g_autoptr (MemoryServer) server = memory_server_new (memory_get (recorded, "server"));
  g_autoptr (TroupeLlmClient) client = memory_server_make_client (server);
  g_autofree char *folder = memory_make_folder ();
  g_autofree char *path = g_build_filename (folder, "memory.db", NULL);
  g_autoptr (GPtrArray) told = g_ptr_array_new_with_free_func (g_free);
  Fixture fixture = { .server = server, .told = told };
  g_autoptr (GError) error = NULL;

  fixture.store = troupe_memory_store_open (path, &error);
  g_assert_no_error (error);
  for (gsize i = 0; i < troupe_value_list_get_length (steps); i++)
    run_step (&fixture, client, troupe_value_list_get (steps, i),
              troupe_value_list_get (expected, i));
  g_object_unref (fixture.store);
  memory_remove_folder (folder);
}

int
main (int argc, char **argv)
{
  g_autoptr (TroupeValue) golden = NULL;
  TroupeValue *cases;
  guint n_cases = 0;

  g_test_init (&argc, &argv, NULL);
  golden = memory_read_cases ();
  if (golden == NULL)
    {
      g_print ("1..0 # SKIP there are no recorded cases\n");
      return 0;
    }
  cases = memory_get (golden, "cases");
  for (gsize i = 0; i < troupe_value_list_get_length (cases); i++)
    {
      TroupeValue *recorded = troupe_value_list_get (cases, i);
      g_autofree char *path =
          g_strconcat ("/memory/golden/", memory_get_text (recorded, "name"), NULL);

      if (!g_str_has_prefix (memory_get_text (recorded, "name"), "op_"))
        continue;
      g_test_add_data_func (path, recorded, test_case);
      n_cases++;
    }
  g_assert_cmpuint (n_cases, >=, 30);

  return g_test_run ();
}
