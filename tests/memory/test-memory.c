/* test-memory.c: saving memories in the background, and visibility of the changes in other views
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#include "config.h"

#include <sqlite3.h>

#include <string.h>

#include "memory-server.h"
#include "troupe-memory.h"

typedef struct
{
  MemoryServer *server;
  char *folder;
  TroupeMemoryStore *store;
  TroupeLlmClient *client;
  TroupeMemory *memory;
  GString *order;
  guint n_saved;
  gboolean is_done;
  GPtrArray *matches;
  GError *error;
} Fixture;

static void
told_cb (const TroupeMemoryReport *told, gpointer user_data)
{
  Fixture *fixture = user_data;

  g_string_append_c (fixture->order, "scfSCF"[told->moment]);
}

static void
set_up (Fixture *fixture, gconstpointer data)
{
  g_autoptr (TroupeValue) value =
      troupe_value_from_json ("{\"embedding_words\":[\"ONE\",\"TWO\"]}", -1, NULL);
  g_autofree char *path = NULL;
  g_autoptr (TroupeEmbedder) embedder = NULL;

  fixture->server = memory_server_new (value);
  fixture->folder = memory_make_folder ();
  path = troupe_memory_store_make_path (fixture->folder, "/home/me/My Project/crew.jsonc");
  g_assert_nonnull (strstr (path, "/memory/my-project-"));
  fixture->store = troupe_memory_store_new (path);
  fixture->client = memory_server_make_client (fixture->server);
  embedder = troupe_embedder_new (fixture->client, NULL, "m", NULL);
  /* No model is set, so neither a query nor a save sends chat requests. */
  fixture->memory = troupe_memory_new (fixture->store, embedder, NULL, NULL, "/crew/x");
  fixture->order = g_string_new (NULL);
  troupe_memory_set_report_func (fixture->memory, told_cb, fixture, NULL);
}

static void
tear_down (Fixture *fixture, gconstpointer data)
{
  g_clear_pointer (&fixture->matches, g_ptr_array_unref);
  g_clear_error (&fixture->error);
  g_assert_finalize_object (fixture->memory);
  g_object_unref (fixture->store);
  g_object_unref (fixture->client);
  memory_server_free (fixture->server);
  memory_remove_folder (fixture->folder);
  g_free (fixture->folder);
  g_string_free (fixture->order, TRUE);
}

static void
saved_cb (GObject *object, GAsyncResult *result, gpointer user_data)
{
  Fixture *fixture = user_data;
  g_autoptr (GPtrArray) records =
      troupe_memory_remember_finish (TROUPE_MEMORY (object), result, &fixture->error);

  fixture->n_saved++;
}

static void
recalled_cb (GObject *object, GAsyncResult *result, gpointer user_data)
{
  Fixture *fixture = user_data;

  fixture->matches = troupe_memory_recall_finish (TROUPE_MEMORY (object), result, &fixture->error);
  fixture->is_done = TRUE;
}

static void
drained_cb (GObject *object, GAsyncResult *result, gpointer user_data)
{
  Fixture *fixture = user_data;

  g_assert_true (troupe_memory_drain_finish (TROUPE_MEMORY (object), result, &fixture->error));
  fixture->is_done = TRUE;
}

/* Saving returns at once. Queries of all views also find records that are still being saved. */
static void
test_background (Fixture *fixture, gconstpointer data)
{
  const char *const first[] = { "ONE one", NULL };
  const char *const second[] = { "TWO two", "TWO TWO again", NULL };
  TroupeMemoryQuery query = { .depth = TROUPE_MEMORY_SHALLOW };
  g_autoptr (TroupeMemory) agent = troupe_memory_new_below (fixture->memory, "/agent/a");
  const TroupeMemoryMatch *match;

  g_assert_cmpstr (troupe_memory_get_root (agent), ==, "/crew/x/agent/a");
  troupe_memory_remember_async (agent, first, NULL, NULL, saved_cb, fixture);
  troupe_memory_remember_async (fixture->memory, second, NULL, NULL, saved_cb, fixture);
  troupe_memory_recall_async (fixture->memory, "ONE", &query, NULL, recalled_cb, fixture);
  memory_wait (&fixture->is_done);
  g_assert_no_error (fixture->error);
  g_assert_cmpuint (fixture->n_saved, ==, 2);
  /* The second text of the second save is almost a duplicate of the first text of this save. */
  g_assert_cmpuint (fixture->matches->len, ==, 2);
  match = g_ptr_array_index (fixture->matches, 0);
  g_assert_cmpstr (match->record->content, ==, "ONE one");
  g_assert_cmpstr (match->record->scope, ==, "/crew/x/agent/a");
  /* The view reports its events to its own callback. */
  g_assert_cmpstr (fixture->order->str, ==, "scSC");
}

static void
test_drain (Fixture *fixture, gconstpointer data)
{
  const char *const texts[] = { "ONE", NULL };

  for (guint i = 0; i < 3; i++)
    troupe_memory_remember_async (fixture->memory, texts, NULL, NULL, saved_cb, fixture);
  troupe_memory_drain_async (fixture->memory, NULL, drained_cb, fixture);
  memory_wait (&fixture->is_done);
  g_assert_cmpuint (fixture->n_saved, ==, 3);
  g_assert_cmpstr (fixture->order->str, ==, "sssccc");
}

/* A failed save does not block a query. */
static void
test_failure (Fixture *fixture, gconstpointer data)
{
  const char *const texts[] = { "ONE", NULL };
  TroupeMemoryQuery query = { .depth = TROUPE_MEMORY_DEEP };

  fixture->server->n_failures = 1;
  fixture->server->failure = 400;
  troupe_memory_remember_async (fixture->memory, texts, NULL, NULL, saved_cb, fixture);
  troupe_memory_recall_async (fixture->memory, "ONE", &query, NULL, recalled_cb, fixture);
  memory_wait (&fixture->is_done);
  g_assert_error (fixture->error, TROUPE_LLM_ERROR, TROUPE_LLM_ERROR_REFUSED);
  g_assert_cmpuint (fixture->matches->len, ==, 0);
  g_assert_cmpstr (fixture->order->str, ==, "sfSC");
}

static void
test_cancelled (Fixture *fixture, gconstpointer data)
{
  const char *const texts[] = { "ONE", NULL };
  g_autoptr (GCancellable) cancellable = g_cancellable_new ();

  troupe_memory_remember_async (fixture->memory, texts, NULL, cancellable, saved_cb, fixture);
  g_cancellable_cancel (cancellable);
  troupe_memory_drain_async (fixture->memory, NULL, drained_cb, fixture);
  memory_wait (&fixture->is_done);
  g_assert_error (fixture->error, G_IO_ERROR, G_IO_ERROR_CANCELLED);
}

/* A database of another program results in an error and remains unchanged. */
static void
test_foreign (Fixture *fixture, gconstpointer data)
{
  const char *path = troupe_memory_store_get_path (fixture->store);
  g_autofree char *parent = g_path_get_dirname (path);
  TroupeMemoryQuery query = { .depth = TROUPE_MEMORY_DEEP };
  sqlite3 *handle = NULL;

  g_mkdir_with_parents (parent, 0700);
  g_assert_cmpint (sqlite3_open (path, &handle), ==, SQLITE_OK);
  g_assert_cmpint (sqlite3_exec (handle, "CREATE TABLE letters (text)", NULL, NULL, NULL), ==,
                   SQLITE_OK);
  sqlite3_close (handle);
  troupe_memory_recall_async (fixture->memory, "ONE", &query, NULL, recalled_cb, fixture);
  memory_wait (&fixture->is_done);
  g_assert_error (fixture->error, G_IO_ERROR, G_IO_ERROR_INVALID_DATA);
  g_assert_cmpstr (fixture->order->str, ==, "SF");
}

static void
test_describe (void)
{
  g_autofree char *text = troupe_memory_describe_task ("Do DESC-1 now.", "Worker ROLEW-1",
                                                       "A text with EXPE-1.", "ANSW-1");

  g_assert_cmpstr (text, ==,
                   "Task: Do DESC-1 now.\nAgent: Worker ROLEW-1\n"
                   "Expected result: A text with EXPE-1.\nResult: ANSW-1");
}

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);

#define ADD(path, func) g_test_add (path, Fixture, NULL, set_up, func, tear_down)
  ADD ("/memory/background", test_background);
  ADD ("/memory/drain", test_drain);
  ADD ("/memory/failure", test_failure);
  ADD ("/memory/cancelled", test_cancelled);
  ADD ("/memory/foreign", test_foreign);
  g_test_add_func ("/memory/describe", test_describe);

  return g_test_run ();
}
