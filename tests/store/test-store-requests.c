/* test-store-requests.c: requests to the user are stored until they are answered
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#include "config.h"

#include <glib/gstdio.h>
#include <sqlite3.h>
#include <string.h>

#include "troupe-flow-states.h"
#include "troupe-store.h"

typedef struct
{
  char *folder;
  TroupeStore *store;
} Fixture;

static void
set_up (Fixture *self, gconstpointer data)
{
  g_autoptr (GError) error = NULL;

  self->folder = g_dir_make_tmp ("troupe-requests-XXXXXX", &error);
  g_assert_no_error (error);
  self->store = troupe_store_open (self->folder, &error);
  g_assert_no_error (error);
}

static void
tear_down (Fixture *self, gconstpointer data)
{
  g_autoptr (GDir) dir = g_dir_open (self->folder, 0, NULL);
  const char *name;

  g_clear_object (&self->store);
  while ((name = g_dir_read_name (dir)) != NULL)
    {
      g_autofree char *path = g_build_filename (self->folder, name, NULL);

      g_assert_cmpint (g_remove (path), ==, 0);
    }
  g_assert_cmpint (g_rmdir (self->folder), ==, 0);
  g_free (self->folder);
}

static void
begin (TroupeStore *store, const char *id)
{
  TroupeRunRecord record = { .id = (char *) id, .name = (char *) "n", .digest = (char *) "d" };

  troupe_store_begin_run (store, &record);
}

static void
ask (TroupeStore *store, const char *run, const char *id, const char *method, gint64 asked_us)
{
  g_autoptr (TroupeValue) question =
      troupe_value_from_json ("{\"message\": \"m\", \"output\": 1.5}", -1, NULL);
  g_autoptr (TroupeValue) state = troupe_value_from_json ("{\"id\": \"x\"}", -1, NULL);
  TroupeRunRequest request = { .id = (char *) id,
                               .run_id = (char *) run,
                               .flow_id = (char *) "x",
                               .method = (char *) method,
                               .launch = 2,
                               .behind = 7,
                               .question = question,
                               .state = state,
                               .asked_us = asked_us,
                               .states_path = (char *) "/s.db",
                               .n_rows = 1,
                               .is_open = TRUE };

  troupe_store_ticket_wait (troupe_store_add_request (store, &request));
}

static char *
list (TroupeStore *store, const char *run)
{
  g_autoptr (GError) error = NULL;
  g_autoptr (GPtrArray) requests = troupe_store_list_requests (store, run, &error);
  GString *text = g_string_new (NULL);

  g_assert_no_error (error);
  for (guint i = 0; i < requests->len; i++)
    g_string_append_printf (text, "%s ", ((TroupeRunRequest *) requests->pdata[i])->id);
  return g_string_free (text, FALSE);
}

#define assert_list(store, run, expected)                                                          \
  G_STMT_START                                                                                     \
  {                                                                                                \
    g_autofree char *list_ = list (store, run);                                                    \
    g_assert_cmpstr (list_, ==, expected);                                                         \
  }                                                                                                \
  G_STMT_END

static void
test_round_trip (Fixture *self, gconstpointer data)
{
  g_autoptr (GPtrArray) requests = NULL;
  g_autofree char *output = NULL;
  const TroupeRunRequest *request;

  begin (self->store, "r");
  ask (self->store, "r", "one", "draft", 5);
  requests = troupe_store_get_requests (self->store, "r", NULL);
  g_assert_cmpuint (requests->len, ==, 1);
  request = g_ptr_array_index (requests, 0);
  g_assert_cmpstr (request->id, ==, "one");
  g_assert_cmpstr (request->run_id, ==, "r");
  g_assert_cmpstr (request->flow_id, ==, "x");
  g_assert_cmpstr (request->method, ==, "draft");
  g_assert_cmpuint (request->launch, ==, 2);
  g_assert_cmpint (request->behind, ==, 7);
  g_assert_cmpint (request->asked_us, ==, 5);
  g_assert_cmpstr (request->states_path, ==, "/s.db");
  g_assert_cmpuint (request->n_rows, ==, 1);
  g_assert_true (request->is_open);
  g_assert_nonnull (request->state);
  output = troupe_value_to_json (request->question, TROUPE_JSON_COMPACT);
  g_assert_cmpstr (output, ==, "{\"message\":\"m\",\"output\":1.5}");
}

/* A step that contains the answer closes only the request of the same execution of the method. */
static void
test_closing (Fixture *self, gconstpointer data)
{
  g_autoptr (GPtrArray) steps =
      g_ptr_array_new_with_free_func ((GDestroyNotify) troupe_run_step_free);
  g_autoptr (GPtrArray) all = NULL;
  TroupeRunStep *step;

  begin (self->store, "r");
  begin (self->store, "other");
  ask (self->store, "r", "one", "draft", 5);
  ask (self->store, "r", "two", "review", 6);
  ask (self->store, "r", "three", "third", 7);
  ask (self->store, "other", "four", "draft", 8);
  for (guint launch = 1; launch <= 2; launch++)
    {
      step = g_new0 (TroupeRunStep, 1);
      step->ordinal = launch;
      step->method = g_strdup (launch == 1 ? "review" : "draft");
      step->launch = launch;
      step->value = troupe_value_new_null ();
      step->feedback = troupe_value_new_string ("said", -1);
      step->was_asked = TRUE;
      g_ptr_array_add (steps, step);
    }
  troupe_store_ticket_wait (troupe_store_add_steps (self->store, "r", g_steal_pointer (&steps)));
  assert_list (self->store, "r", "two three ");
  troupe_store_close_request (self->store, "r", "three");
  assert_list (self->store, "r", "two ");
  assert_list (self->store, "other", "four ");
  all = troupe_store_get_requests (self->store, "r", NULL);
  g_assert_cmpuint (all->len, ==, 3);
}

/* Requests of all resumable runs are listed, oldest first. Requests of a running run are listed
 * only for that run, and requests of a failed run are never listed. */
static void
test_runs (Fixture *self, gconstpointer data)
{
  begin (self->store, "a");
  begin (self->store, "b");
  begin (self->store, "c");
  begin (self->store, "d");
  ask (self->store, "a", "late", "m", 9);
  ask (self->store, "b", "early", "m", 3);
  ask (self->store, "c", "running", "m", 4);
  ask (self->store, "d", "failed", "m", 5);
  troupe_store_end_run (self->store, "a", TROUPE_RUN_STATUS_PAUSED, NULL, NULL);
  troupe_store_end_run (self->store, "b", TROUPE_RUN_STATUS_CANCELLED, NULL, NULL);
  troupe_store_end_run (self->store, "d", TROUPE_RUN_STATUS_FAILED, NULL, NULL);
  assert_list (self->store, NULL, "early late ");
  assert_list (self->store, "c", "running ");
  assert_list (self->store, "d", "");
  g_assert_true (troupe_store_claim_run (self->store, "a", NULL));
  assert_list (self->store, NULL, "early ");
  g_assert_true (troupe_store_delete_run (self->store, "b", NULL));
  assert_list (self->store, NULL, "");
}

/* --- Migration of an old database ------------------------------------------------------------- */

/* The schema of version 2. */
static const char version_2[] =
    "CREATE TABLE runs (id TEXT PRIMARY KEY NOT NULL, name TEXT NOT NULL, path TEXT, digest TEXT "
    "NOT"
    " NULL, status TEXT NOT NULL, started_us INTEGER NOT NULL, ended_us INTEGER NOT NULL DEFAULT 0,"
    " error TEXT, document TEXT, inputs TEXT, result TEXT, owner_process INTEGER NOT NULL,"
    " owner_start INTEGER NOT NULL, owner_boot TEXT NOT NULL, options TEXT) WITHOUT ROWID;"
    "CREATE INDEX runs_by_start ON runs (started_us);"
    "CREATE INDEX runs_by_path ON runs (path, started_us);"
    "CREATE TABLE events (run TEXT NOT NULL REFERENCES runs (id) ON DELETE CASCADE, sequence "
    "INTEGER"
    " NOT NULL, line TEXT NOT NULL, PRIMARY KEY (run, sequence)) WITHOUT ROWID;"
    "CREATE TABLE steps (run TEXT NOT NULL REFERENCES runs (id) ON DELETE CASCADE, ordinal INTEGER "
    "NOT"
    " NULL, method TEXT NOT NULL, launch INTEGER NOT NULL, at_once INTEGER NOT NULL, value TEXT,"
    " error TEXT, state TEXT, PRIMARY KEY (run, ordinal)) WITHOUT ROWID;"
    "INSERT INTO runs VALUES ('old', 'n', NULL, 'd', 'cancelled', 1, 2, NULL, '{}', NULL, NULL, 1, "
    "1,"
    " 'b', NULL);"
    "INSERT INTO steps VALUES ('old', 0, '', 0, 0, NULL, NULL, '{\"id\": \"x\"}');"
    "INSERT INTO steps VALUES ('old', 1, 's', 1, 0, '3', NULL, NULL);"
    "PRAGMA user_version = 2;";

static void
test_migration (Fixture *self, gconstpointer data)
{
  g_autofree char *path = g_build_filename (self->folder, "runs.db", NULL);
  g_autoptr (GError) error = NULL;
  g_autoptr (GPtrArray) steps = NULL;
  g_autoptr (TroupeRunRecord) record = NULL;
  sqlite3 *database = NULL;

  g_clear_object (&self->store);
  g_assert_cmpint (g_remove (path), ==, 0);
  g_assert_cmpint (sqlite3_open (path, &database), ==, SQLITE_OK);
  g_assert_cmpint (sqlite3_exec (database, version_2, NULL, NULL, NULL), ==, SQLITE_OK);
  sqlite3_close (database);
  self->store = troupe_store_open (self->folder, &error);
  g_assert_no_error (error);
  record = troupe_store_get_run (self->store, "old", &error);
  g_assert_no_error (error);
  steps = troupe_store_get_steps (self->store, "old", &error);
  g_assert_no_error (error);
  g_assert_cmpuint (steps->len, ==, 2);
  g_assert_null (((TroupeRunStep *) steps->pdata[1])->feedback);
  ask (self->store, "old", "one", "s", 5);
  assert_list (self->store, NULL, "one ");
}

/* --- CrewAI's table --------------------------------------------------------------------------- */

static void
test_pending (Fixture *self, gconstpointer data)
{
  g_autofree char *path = g_build_filename (self->folder, "states.db", NULL);
  g_autoptr (GError) error = NULL;
  g_autoptr (TroupeFlowStates) states = troupe_flow_states_open (path, NULL, TRUE, &error);
  g_autoptr (TroupeValue) id = troupe_value_new_string ("x", -1);
  g_autoptr (TroupeValue) state = troupe_value_from_json ("{\"id\": \"x\", \"n\": 1}", -1, NULL);
  g_autoptr (TroupeValue) context = troupe_value_from_json ("{\"message\": \"é\"}", -1, NULL);
  TroupeFlowStateRow row = { id, "draft", state };

  for (guint i = 0; i < 2; i++)
    {
      g_assert_true (troupe_flow_states_save_pending (states, "x", &row, i == 0, context, &error));
      g_assert_no_error (error);
    }
  for (guint i = 0; i < 2; i++)
    {
      g_autoptr (TroupeValue) found = NULL;
      g_autoptr (TroupeValue) found_state = NULL;

      g_assert_cmpint (troupe_flow_states_load_pending (states, "x", &found, &found_state, &error),
                       ==, i == 0);
      g_assert_no_error (error);
      g_assert_true (i == 1 || troupe_value_equal (found, context));
      g_assert_true (i == 1 || troupe_value_equal (found_state, state));
      g_assert_true (troupe_flow_states_clear_pending (states, "x", &error));
    }
  /* Only one pause has added a row to the states, namely the pause that should add one. */
  g_assert_cmpint (troupe_flow_states_get_last_row (states, NULL), ==, 1);
}

static void
test_pending_broken (Fixture *self, gconstpointer data)
{
  g_autofree char *path = g_build_filename (self->folder, "states.db", NULL);
  g_autoptr (TroupeFlowStates) states = troupe_flow_states_open (path, NULL, TRUE, NULL);
  g_autoptr (TroupeValue) context = NULL;
  g_autoptr (TroupeValue) state = NULL;
  g_autoptr (GError) error = NULL;
  sqlite3 *database = NULL;

  g_assert_cmpint (sqlite3_open (path, &database), ==, SQLITE_OK);
  g_assert_cmpint (
      sqlite3_exec (database,
                    "INSERT INTO pending_feedback (flow_uuid, context_json, state_json,"
                    " created_at) VALUES ('x', '{\"a\": 1}', '[', 'now')",
                    NULL, NULL, NULL),
      ==, SQLITE_OK);
  sqlite3_close (database);
  g_assert_false (troupe_flow_states_load_pending (states, "x", &context, &state, &error));
  g_assert_error (error, G_IO_ERROR, G_IO_ERROR_INVALID_DATA);
  g_assert_nonnull (strstr (error->message, "states.db"));
}

#define ADD(path, func) g_test_add (path, Fixture, NULL, set_up, func, tear_down)

int
main (int argc, char *argv[])
{
  g_test_init (&argc, &argv, NULL);
  ADD ("/store-requests/round-trip", test_round_trip);
  ADD ("/store-requests/closing", test_closing);
  ADD ("/store-requests/runs", test_runs);
  ADD ("/store-requests/migration", test_migration);
  ADD ("/store-requests/pending", test_pending);
  ADD ("/store-requests/pending-broken", test_pending_broken);
  return g_test_run ();
}
