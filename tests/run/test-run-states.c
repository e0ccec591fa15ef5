/* test-run-states.c: persisted flow states, with and without CrewAI
 *
 * If TROUPE_CREWAI_PYTHON is a Python with CrewAI, each program reads what the other one wrote.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#include "config.h"

#include <glib/gstdio.h>
#include <math.h>
#include <signal.h>
#include <sqlite3.h>
#include <string.h>
#include <sys/resource.h>
#include <unistd.h>

#include "../test-wait.h"
#include "run-test.h"
#include "troupe-flow-document.h"
#include "troupe-flow-states.h"

#define KEPT_FLOW                                                                                  \
  "{'name': 'Kept', 'persist': {'enabled': true}, 'state': {'type': 'dict', 'default': {'n': 1}}," \
  " 'methods': {'a': {'start': true, 'do': {'call': 'expression', 'expr': 'state.n'}},"            \
  " 'b': {'listen': 'a', 'do': {'call': 'expression', 'expr': '2'}}}}"

typedef struct
{
  char *folder;
  char *path;
} Fixture;

static void
set_up (Fixture *self, gconstpointer data)
{
  self->folder = g_dir_make_tmp ("troupe-states-XXXXXX", NULL);
  self->path = g_build_filename (self->folder, "states.db", NULL);
}

static void
tear_down (Fixture *self, gconstpointer data)
{
  g_autoptr (GDir) dir = g_dir_open (self->folder, 0, NULL);
  const char *name;

  while ((name = g_dir_read_name (dir)) != NULL)
    {
      g_autofree char *path = g_build_filename (self->folder, name, NULL);

      g_assert_cmpint (g_remove (path), ==, 0);
    }
  g_assert_cmpint (g_rmdir (self->folder), ==, 0);
  g_free (self->folder);
  g_free (self->path);
}

static TroupeValue *
parse (const char *text)
{
  g_autofree char *json = g_strdelimit (g_strdup (text), "'", '"');
  TroupeValue *value = troupe_value_from_json (json, -1, NULL);

  g_assert_nonnull (value);
  return value;
}

static RunTest *
run_flow (Fixture *self, const char *document, const char *inputs)
{
  RunTest *test = run_test_new_document (document);
  g_autoptr (TroupeValue) map = inputs != NULL ? parse (inputs) : NULL;

  troupe_run_set_state_database (test->run, self->path);
  troupe_run_set_inputs (test->run, map);
  run_test_execute (test);
  return test;
}

static char *
query (Fixture *self, const char *sql)
{
  GString *text = g_string_new (NULL);
  sqlite3 *database = NULL;
  sqlite3_stmt *statement = NULL;

  g_assert_cmpint (sqlite3_open (self->path, &database), ==, SQLITE_OK);
  g_assert_cmpint (sqlite3_prepare_v2 (database, sql, -1, &statement, NULL), ==, SQLITE_OK);
  while (sqlite3_step (statement) == SQLITE_ROW)
    for (int i = 0; i < sqlite3_column_count (statement); i++)
      g_string_append_printf (text, "%s%s", (const char *) sqlite3_column_text (statement, i),
                              i + 1 < sqlite3_column_count (statement) ? "|" : "\n");
  sqlite3_finalize (statement);
  sqlite3_close (database);
  return g_string_free (text, FALSE);
}

static void
execute (Fixture *self, const char *sql)
{
  sqlite3 *database = NULL;

  g_assert_cmpint (sqlite3_open (self->path, &database), ==, SQLITE_OK);
  g_assert_cmpint (sqlite3_exec (database, sql, NULL, NULL, NULL), ==, SQLITE_OK);
  sqlite3_close (database);
}

/* Tables and columns are the same as in CrewAI. The journal is one without shared memory, which code could truncate. */
static void
test_tables (Fixture *self, gconstpointer data)
{
  g_autoptr (RunTest) test = run_flow (self, KEPT_FLOW, "{'id': 'x'}");
  g_autofree char *rows = NULL;
  g_autofree char *mode = NULL;
  g_autofree char *columns = NULL;

  g_assert_no_error (test->result->error);
  rows = query (self, "SELECT id, flow_uuid, method_name, state_json,"
                      " timestamp LIKE '____-__-__T__:__:__.______+00:00' FROM flow_states");
  g_assert_cmpstr (rows, ==,
                   "1|x|a|{\"n\": 1, \"id\": \"x\"}|1\n2|x|b|{\"n\": 1, \"id\": \"x\"}|1\n");
  mode = query (self, "PRAGMA journal_mode");
  g_assert_cmpstr (mode, ==, "delete\n");
  columns = query (self, "SELECT group_concat (name) FROM pragma_table_info ('pending_feedback')");
  g_assert_cmpstr (columns, ==, "id,flow_uuid,context_json,state_json,created_at\n");
}

/* Methods that end together share a transaction, but each method has its own row, and the rows
 * are in order. */
static void
test_group (Fixture *self, gconstpointer data)
{
  g_autoptr (GString) document = g_string_new (
      "{'name': 'G', 'persist': {'enabled': true}, 'methods': {'s': {'start': true, 'do': {'call': "
      "'expression', 'expr': '1'}}");
  g_autoptr (RunTest) test = NULL;
  g_autofree char *rows = NULL;
  g_autoptr (GString) expected = g_string_new ("s\n");

  for (guint i = 0; i < 300; i++)
    {
      g_string_append_printf (
          document, ", 'm%u': {'listen': 's', 'do': {'call': 'expression', 'expr': '1'}}", i);
      g_string_append_printf (expected, "m%u\n", i);
    }
  g_string_append (document, "}}");
  test = run_flow (self, document->str, NULL);
  g_assert_no_error (test->result->error);
  rows = query (self, "SELECT method_name FROM flow_states ORDER BY id");
  g_assert_cmpstr (rows, ==, expected->str);
}

static void
test_values (Fixture *self, gconstpointer data)
{
  g_autoptr (GError) error = NULL;
  g_autoptr (TroupeFlowStates) states = troupe_flow_states_open (self->path, NULL, TRUE, &error);
  g_autoptr (TroupeValue) id = troupe_value_new_string ("it's; --", -1);
  TroupeMapBuilder builder;
  g_autoptr (TroupeValue) state = NULL;
  g_autoptr (TroupeValue) read = NULL;
  g_autofree char *text = NULL;
  TroupeFlowStateRow row = { NULL, "m", NULL };

  g_assert_no_error (error);
  troupe_map_builder_init (&builder);
  troupe_map_builder_add (&builder, "nan", troupe_value_new_double (NAN));
  troupe_map_builder_add (&builder, "low", troupe_value_new_double (-INFINITY));
  troupe_map_builder_add (&builder, "big",
                          troupe_value_new_big_integer ("123456789012345678901", -1));
  troupe_map_builder_add (&builder, "text", troupe_value_new_string ("NaN \"Infinity\" \\ ☃", -1));
  state = troupe_map_builder_end (&builder);
  row.id = id;
  row.state = state;
  g_assert_true (troupe_flow_states_save (states, &row, 1, &error));
  read = troupe_flow_states_load (states, id, &error);
  g_assert_no_error (error);
  g_assert_true (troupe_value_equal (read, state));
  text = query (self, "SELECT state_json FROM flow_states");
  g_assert_nonnull (strstr (text, "{\"nan\": NaN, \"low\": -Infinity, \"big\": 12345678901234567890"
                                  "1, \"text\": "));
}

/* If a row cannot be saved, the method fails with the reason, and its branch ends. */
static void
test_refused_row (Fixture *self, gconstpointer data)
{
  g_autoptr (RunTest) test = NULL;

  execute (self, "CREATE TABLE flow_states (id INTEGER PRIMARY KEY AUTOINCREMENT,"
                 " flow_uuid TEXT NOT NULL,"
                 " method_name TEXT NOT NULL CONSTRAINT no_room CHECK (method_name <> 'b'),"
                 " timestamp DATETIME NOT NULL, state_json TEXT NOT NULL)");
  test = run_flow (self, KEPT_FLOW, "{'id': 'y'}");
  run_test_assert_trace (test, "a> a< b> b!");
  g_assert_error (test->result->error, TROUPE_RUN_ERROR, TROUPE_RUN_ERROR_PERSISTENCE);
  g_assert_nonnull (strstr (test->result->error->message, "“b”"));
  g_assert_nonnull (strstr (test->result->error->message, "no_room"));
  g_assert_null (strstr (test->result->error->message, "space"));
  g_assert_cmpstr (test->result->error_method, ==, "b");
  g_assert_cmpuint (test->result->outputs->len, ==, 2);
}

/* A full disk pauses a run that uses a state for the first time, because the owner of the state cannot be stored. */
static void
test_full (Fixture *self, gconstpointer data)
{
  g_autoptr (RunTest) first = run_flow (self, KEPT_FLOW, "{'id': 'x'}");
  g_autoptr (RunTest) second = run_test_new_document (KEPT_FLOW);
  g_autoptr (TroupeValue) inputs = parse ("{'id': 'x'}");
  g_autofree char *rows = NULL;
  struct rlimit limit, small;

  g_assert_no_error (first->result->error);
  execute (self, "DELETE FROM troupe_owners");
  signal (SIGXFSZ, SIG_IGN);
  g_assert_cmpint (getrlimit (RLIMIT_FSIZE, &limit), ==, 0);
  small = limit;
  small.rlim_cur = 1000;
  troupe_run_set_state_database (second->run, self->path);
  troupe_run_set_inputs (second->run, inputs);
  g_assert_cmpint (setrlimit (RLIMIT_FSIZE, &small), ==, 0);
  run_test_start (second);
  test_wait_until (second->result != NULL ||
                   run_test_count (second, TROUPE_EVENT_RUN_HELD, NULL) == 1);
  g_assert_cmpint (setrlimit (RLIMIT_FSIZE, &limit), ==, 0);
  g_assert_null (second->result);
  run_test_wait (second);
  g_assert_no_error (second->result->error);
  rows = query (self, "SELECT (SELECT count (*) FROM flow_states WHERE flow_uuid = 'x'),"
                      " (SELECT count (*) FROM troupe_owners WHERE flow_uuid = 'x')");
  g_assert_cmpstr (rows, ==, "4|1\n");
}

/* Tables of another program are not a problem of the disk. */
static void
test_other_tables (Fixture *self, gconstpointer data)
{
  g_autoptr (RunTest) test = NULL;

  execute (self, "CREATE TABLE troupe_owners (flow_uuid TEXT, name TEXT)");
  test = run_flow (self, KEPT_FLOW, "{'id': 'x'}");
  g_assert_error (test->result->error, TROUPE_RUN_ERROR, TROUPE_RUN_ERROR_PERSISTENCE);
  g_assert_nonnull (strstr (test->result->error->message, "no such column"));
  g_assert_nonnull (strstr (test->result->error->message, "another file"));
  g_assert_null (strstr (test->result->error->message, "space"));
}

static void
test_unusable_file (Fixture *self, gconstpointer data)
{
  g_autoptr (RunTest) test = NULL;

  g_assert_true (
      g_file_set_contents (self->path, "this is no database, and never was one", -1, NULL));
  test = run_flow (self, KEPT_FLOW, NULL);
  g_assert_cmpint (test->result->type, ==, TROUPE_RESULT_BUILD_ERROR);
  g_assert_error (test->result->error, TROUPE_RUN_ERROR, TROUPE_RUN_ERROR_PERSISTENCE);
  g_assert_nonnull (strstr (test->result->error->message, self->path));
  g_assert_cmpuint (test->events->len, ==, 0);
}

static guint
count_logs (RunTest *test, const char *part)
{
  guint n_logs = 0;

  for (guint i = 0; i < test->events->len; i++)
    {
      TroupeEvent *event = g_ptr_array_index (test->events, i);

      if (event->type == TROUPE_EVENT_LOG &&
          strstr (troupe_value_get_string (troupe_event_get_field (event, "message"), NULL), part))
        n_logs++;
    }
  return n_logs;
}

static void
test_verbose (Fixture *self, gconstpointer data)
{
  g_autoptr (RunTest) test =
      run_flow (self,
                "{'name': 'V', 'persist': {'enabled': true, 'verbose': true}, 'methods': {'a': "
                "{'start': true, 'do': {'call': 'expression', 'expr': '1'}}, 'b': {'listen': 'a', "
                "'persist': {'enabled': true}, 'do': {'call': 'expression', 'expr': '1'}}}}",
                "{'id': 'me'}");

  g_assert_no_error (test->result->error);
  g_assert_cmpuint (count_logs (test, "“a”"), ==, 1);
  g_assert_cmpuint (count_logs (test, "“b”"), ==, 0);
  g_assert_cmpuint (count_logs (test, "The saved state “me”"), ==, 1);
}

/* Releases the database after a while, as another process would. */
static gpointer
let_go (gpointer data)
{
  sqlite3 *database = data;

  g_usleep (200000);
  sqlite3_exec (database, "COMMIT", NULL, NULL, NULL);
  sqlite3_close (database);
  return NULL;
}

static void
test_locked (Fixture *self, gconstpointer data)
{
  g_autoptr (RunTest) test = NULL;
  sqlite3 *database = NULL;
  GThread *thread;

  g_assert_cmpint (sqlite3_open (self->path, &database), ==, SQLITE_OK);
  sqlite3_exec (database, "CREATE TABLE other (x); BEGIN EXCLUSIVE; INSERT INTO other VALUES (1)",
                NULL, NULL, NULL);
  thread = g_thread_new ("holder", let_go, database);
  test = run_flow (self, KEPT_FLOW, NULL);
  g_thread_join (thread);
  g_assert_no_error (test->result->error);
}

static void
test_default_path (Fixture *self, gconstpointer data)
{
  g_autofree char *by_folder = NULL;
  g_autofree char *absolute = NULL;
  g_autofree char *expected =
      g_build_filename (g_get_user_data_dir (), "my project", "flow_states.db", NULL);

  g_unsetenv ("CREWAI_STORAGE_DIR");
  by_folder = troupe_flow_states_get_default_path ("/home/me/my project");
  g_assert_cmpstr (by_folder, ==, expected);
  g_setenv ("CREWAI_STORAGE_DIR", self->folder, TRUE);
  absolute = troupe_flow_states_get_default_path ("/home/me/my project");
  g_assert_true (g_str_has_prefix (absolute, self->folder));
  g_unsetenv ("CREWAI_STORAGE_DIR");
}

/* --- Combination with CrewAI ------------------------------------------------------------------ */

static char *
ask_crewai (Fixture *self, const char *code)
{
  const char *python = g_getenv ("TROUPE_CREWAI_PYTHON");
  g_autofree char *whole = NULL;
  g_autofree char *output = NULL;
  g_autoptr (GSubprocess) process = NULL;
  g_autoptr (GError) error = NULL;
  char *line;

  if (python == NULL)
    {
      g_test_skip ("TROUPE_CREWAI_PYTHON is not set");
      return NULL;
    }
  whole = g_strdup_printf (
      "import os, json, sys\n"
      "os.environ.update(CREWAI_DISABLE_TELEMETRY='true', OTEL_SDK_DISABLED='true',"
      " CREWAI_TRACING_ENABLED='false')\n"
      "from crewai.flow.flow import Flow\n"
      "from crewai.flow.persistence.sqlite import SQLiteFlowPersistence\n"
      "p = sys.argv[1]\n%s",
      code);
  process = g_subprocess_new (G_SUBPROCESS_FLAGS_STDOUT_PIPE | G_SUBPROCESS_FLAGS_STDERR_SILENCE,
                              &error, python, "-c", whole, self->path, NULL);
  g_assert_no_error (error);
  g_assert_true (g_subprocess_communicate_utf8 (process, NULL, NULL, &output, NULL, &error));
  g_assert_true (g_subprocess_get_successful (process));
  g_strchomp (output);
  line = strrchr (output, '\n');
  return g_strdup (line != NULL ? line + 1 : output);
}

static void
test_read_by_crewai (Fixture *self, gconstpointer data)
{
  g_autoptr (RunTest) test =
      run_flow (self, KEPT_FLOW, "{'id': 'ours', 't': '☃ x', 'l': [1, 2.5, null, {'k': true}]}");
  g_autofree char *answer = NULL;

  g_assert_no_error (test->result->error);
  answer = ask_crewai (self, "print(json.dumps(SQLiteFlowPersistence(p).load_state('ours'),"
                             " ensure_ascii=False))");
  if (answer != NULL)
    g_assert_cmpstr (answer, ==,
                     "{\"n\": 1, \"id\": \"ours\", \"t\": \"☃ x\", \"l\": [1, 2.5, null, {\"k\": "
                     "true}]}");
}

static void
test_restored_by_crewai (Fixture *self, gconstpointer data)
{
  g_autoptr (RunTest) test = run_flow (self, KEPT_FLOW, "{'id': 'ours', 'n': 7}");
  g_autofree char *answer = NULL;

  g_assert_no_error (test->result->error);
  answer = ask_crewai (
      self, "d = {'name': 'K', 'persist': {'enabled': True, 'persistence': {'persistence_type':"
            " 'SQLiteFlowPersistence', 'db_path': p}}, 'methods': {'a': {'start': True, 'do':"
            " {'call': 'expression', 'expr': 'state.n + 1'}}}}\n"
            "print(Flow.from_declaration(contents=json.dumps(d)).kickoff(inputs={'id': 'ours'}))");
  if (answer != NULL)
    g_assert_cmpstr (answer, ==, "8");
}

static void
test_written_by_crewai (Fixture *self, gconstpointer data)
{
  g_autofree char *answer = ask_crewai (
      self,
      "s = SQLiteFlowPersistence(p)\n"
      "s.save_state('theirs', 'a', {'id': 'theirs', 'n': 41, 't': 'ä\\n\"☃', 'f': float('inf'),"
      " 'set': {1}})\n"
      "s.save_state('theirs', 'b', {'id': 'theirs', 'n': 42, 't': 'ä\\n\"☃', 'f': float('inf'),"
      " 'set': {1}})\n"
      "print('done')");
  g_autoptr (RunTest) test = NULL;
  g_autofree char *text = NULL;
  g_autofree char *count = NULL;

  if (answer == NULL)
    return;
  g_assert_cmpstr (answer, ==, "done");
  test = run_flow (self, KEPT_FLOW, "{'id': 'theirs'}");
  g_assert_no_error (test->result->error);
  text =
      troupe_value_to_json (test->result->state, TROUPE_JSON_COMPACT | TROUPE_JSON_FLOAT_OBJECTS);
  g_assert_cmpstr (
      text, ==,
      "{\"id\":\"theirs\",\"n\":42,\"t\":\"ä\\n\\\"☃\",\"f\":{\"$float\":\"Infinity\"},"
      "\"set\":[1]}");
  count = query (self, "SELECT count (*) FROM flow_states WHERE flow_uuid = 'theirs'");
  g_assert_cmpstr (count, ==, "4\n");
}

/* --- Owners of states --------------------------------------------------------------------------- */

#define FIXED_FLOW                                                                                 \
  "{'name': 'Fixed', 'persist': {'enabled': true}, 'state': {'type': 'dict', 'default': {'id': "   \
  "'ours', 'n': 5}}, 'methods': {'a': {'start': true, 'do': {'call': 'expression', 'expr': "       \
  "'state.n'}}}}"

typedef enum
{
  GIVES_NOTHING,
  GIVES_ID,
  GIVES_RECORDED_ID, /* as a recording does */
  GIVES_DECLARED_ID, /* as a conversation does whose document contains an ID */
  GIVES_TEST,
} Gives;

/* Runs the flow as if it were the file @name, which is created if necessary. */
static RunTest *
run_as (Fixture *self, const char *name, const char *flow, Gives gives, const char *inputs)
{
  g_autofree char *path = g_build_filename (self->folder, name, NULL);
  RunTest *test = run_test_new_document (flow);
  g_autoptr (TroupeValue) map = parse (inputs);

  if (!g_file_test (path, G_FILE_TEST_EXISTS))
    g_assert_true (g_file_set_contents (path, "{}", -1, NULL));
  troupe_run_set_store (test->run, NULL, path, NULL);
  troupe_run_set_state_database (test->run, self->path);
  if (gives != GIVES_NOTHING && gives != GIVES_RECORDED_ID)
    troupe_run_set_inputs (test->run, map);
  if (gives == GIVES_RECORDED_ID)
    troupe_run_set_state_id (test->run, "ours");
  troupe_run_set_id_declared (test->run, gives == GIVES_DECLARED_ID);
  if (gives == GIVES_TEST)
    troupe_run_set_test (test->run, TRUE);
  run_test_execute (test);
  return test;
}

static void
assert_refused (Fixture *self,
                const char *flow,
                Gives gives,
                const char *inputs,
                const char *reason)
{
  g_autoptr (RunTest) test = run_as (self, "other.json", flow, gives, inputs);
  g_autofree char *rows = query (self, "SELECT count (*) FROM flow_states WHERE state_json LIKE "
                                       "'%\"n\": 7%' AND flow_uuid = 'ours'");
  g_autofree char *others =
      query (self, "SELECT count (*) FROM flow_states WHERE state_json NOT LIKE "
                   "'%\"n\": 7%' AND flow_uuid = 'ours'");

  g_assert_error (test->result->error, TROUPE_RUN_ERROR, TROUPE_RUN_ERROR_PERSISTENCE);
  g_assert_nonnull (strstr (test->result->error->message, reason));
  g_assert_cmpstr (rows, ==, "2\n");
  g_assert_cmpstr (others, ==, "0\n");
}

/* A document neither restores nor changes what another one has saved, however it names the ID. */
static void
test_owner (Fixture *self, gconstpointer data)
{
  g_autoptr (RunTest) first =
      run_as (self, "own.json", KEPT_FLOW, GIVES_ID, "{'id': 'ours', 'n': 7}");
  g_autoptr (RunTest) again = NULL;
  g_autoptr (RunTest) moved = NULL;
  g_autofree char *own = g_build_filename (self->folder, "own.json", NULL);

  g_assert_no_error (first->result->error);
  assert_refused (self, FIXED_FLOW, GIVES_NOTHING, "{}", "own.json");
  assert_refused (self, KEPT_FLOW, GIVES_ID, "{'id': 'ours'}", "own.json");
  assert_refused (self, KEPT_FLOW, GIVES_RECORDED_ID, "{}", "own.json");
  assert_refused (self, KEPT_FLOW, GIVES_TEST, "{'id': 'ours'}", "own.json");
  again = run_as (self, "own.json", KEPT_FLOW, GIVES_ID, "{'id': 'ours'}");
  g_assert_no_error (again->result->error);
  run_test_assert_value (again->result->state, "{'n':7,'id':'ours'}");
  /* The file may have been renamed. */
  g_assert_cmpint (g_remove (own), ==, 0);
  moved = run_as (self, "renamed.json", KEPT_FLOW, GIVES_ID, "{'id': 'ours'}");
  g_assert_no_error (moved->result->error);
  run_test_assert_value (moved->result->state, "{'n':7,'id':'ours'}");
}

/* The states of CrewAI, which records no owner, are for the user, and not for a document that guesses the ID. */
static void
test_without_owner (Fixture *self, gconstpointer data)
{
  g_autoptr (RunTest) first = run_flow (self, KEPT_FLOW, "{'id': 'ours', 'n': 7}");
  g_autoptr (RunTest) given = NULL;
  sqlite3 *database = NULL;

  g_assert_no_error (first->result->error);
  g_assert_cmpint (sqlite3_open (self->path, &database), ==, SQLITE_OK);
  g_assert_cmpint (sqlite3_exec (database, "DROP TABLE troupe_owners", NULL, NULL, NULL), ==,
                   SQLITE_OK);
  sqlite3_close (database);
  assert_refused (self, FIXED_FLOW, GIVES_NOTHING, "{}", "“id”");
  assert_refused (self, KEPT_FLOW, GIVES_RECORDED_ID, "{}", "“id”");
  assert_refused (self, KEPT_FLOW, GIVES_DECLARED_ID, "{'id': 'ours'}", "“id”");
  assert_refused (self, KEPT_FLOW, GIVES_TEST, "{'id': 'ours'}", "“id”");
  given = run_as (self, "other.json", KEPT_FLOW, GIVES_ID, "{'id': 'ours'}");
  g_assert_no_error (given->result->error);
  run_test_assert_value (given->result->state, "{'n':7,'id':'ours'}");
}

/* A document that fixes an ID which only itself uses continues to work, and its own tests restore nothing. */
static void
test_own_fixed_id (Fixture *self, gconstpointer data)
{
  for (guint i = 0; i < 2; i++)
    {
      g_autoptr (RunTest) test = run_as (self, "own.json", FIXED_FLOW, GIVES_NOTHING, "{}");

      g_assert_no_error (test->result->error);
    }
  {
    g_autoptr (RunTest) saved = run_as (self, "own.json", FIXED_FLOW, GIVES_ID, "{'n': 9}");
    g_autoptr (RunTest) test = run_as (self, "own.json", KEPT_FLOW, GIVES_TEST, "{'id': 'ours'}");

    g_assert_no_error (saved->result->error);
    g_assert_no_error (test->result->error);
    run_test_assert_value (test->result->state, "{'n':1,'id':'ours'}");
  }
}

/* A date with a time is a timestamp in expressions. A date without a time makes expressions
 * fail. */
static void
test_dates (void)
{
  static const struct
  {
    const char *moment;
    const char *expression;
    const char *expected; /* (nullable) */
  } cases[] = {
    { "2024-01-02T03:04:05Z", "state.w.getHours()", "3" },
    { "2024-01-02 03:04:05", "[state.w, 1]", "['2024-01-02T03:04:05Z',1]" },
    { "[1, 2024-01-02T03:04:05Z]", "state.w[1] > timestamp('2024-01-01T00:00:00Z')", "true" },
    { "{k: 2024-01-02T03:04:05+02:00}", "string(state.w.k - timestamp('2024-01-02T00:00:00Z'))",
      "'3845s'" },
    { "2024-01-02", "1", NULL },
  };

  for (guint i = 0; i < G_N_ELEMENTS (cases); i++)
    {
      g_autofree char *text =
          g_strdup_printf ("name: F\nstate:\n  type: dict\n  default:\n    w: %s\nmethods:\n  a:\n"
                           "    start: true\n    do: {call: expression, expr: \"%s\"}\n",
                           cases[i].moment, cases[i].expression);
      g_autoptr (GPtrArray) problems = NULL;
      g_autoptr (TroupeFlowDocument) document =
          troupe_flow_document_load_text (text, (gssize) strlen (text), "f.yaml", &problems, NULL);
      g_autoptr (TroupeRun) run = troupe_run_new (troupe_flow_document_get_flow (document));
      g_autoptr (TroupeRunResult) result = troupe_run_execute (run);

      g_test_message ("%s of %s", cases[i].expression, cases[i].moment);
      if (cases[i].expected == NULL)
        g_assert_error (result->error, TROUPE_RUN_ERROR, TROUPE_RUN_ERROR_EXPRESSION);
      else
        {
          g_assert_no_error (result->error);
          run_test_assert_value (result->final, cases[i].expected);
        }
    }
}

int
main (int argc, char **argv)
{
  static const struct
  {
    const char *path;
    void (*test) (Fixture *self, gconstpointer data);
  } tests[] = {
    { "/run/states/tables", test_tables },
    { "/run/states/group", test_group },
    { "/run/states/values", test_values },
    { "/run/states/refused-row", test_refused_row },
    { "/run/states/full", test_full },
    { "/run/states/other-tables", test_other_tables },
    { "/run/states/unusable-file", test_unusable_file },
    { "/run/states/verbose", test_verbose },
    { "/run/states/locked", test_locked },
    { "/run/states/default-path", test_default_path },
    { "/run/states/owner", test_owner },
    { "/run/states/without-owner", test_without_owner },
    { "/run/states/own-fixed-id", test_own_fixed_id },
    { "/run/states/crewai/reads", test_read_by_crewai },
    { "/run/states/crewai/restores", test_restored_by_crewai },
    { "/run/states/crewai/wrote", test_written_by_crewai },
  };

  g_test_init (&argc, &argv, NULL);
  for (guint i = 0; i < G_N_ELEMENTS (tests); i++)
    g_test_add (tests[i].path, Fixture, NULL, set_up, tests[i].test, tear_down);
  g_test_add_func ("/run/states/dates", test_dates);
  return g_test_run ();
}
