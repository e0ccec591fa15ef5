/* test-run-crash.c: a run that is killed anywhere is gone on with, and nothing is lost or done twice
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 *
 * The test is built with the crash points of store/ and run/. It starts itself as a child that kills
 * itself at the n-th visit of a point, as a loss of power would, and goes on with what the child left.
 */

#define G_LOG_DOMAIN "test-run-crash"

#include "config.h"

#include <fcntl.h>
#include <glib/gstdio.h>
#include <signal.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

#include "run-test.h"
#include "troupe-crash-point.h"
#include "troupe-flow-states.h"

#define RUN_ID "11111111-0000-4000-8000-000000000001"
/* At how many visits of a point the process is killed, spread over all of them. */
#define N_VISITS 5

#define EXPRESSION(text) "'do': {'call': 'expression', 'expr': '" text "'}"
#define AGENT(model)                                                                               \
  "'do': {'call': 'agent', 'with': {'role': 'r', 'goal': 'g', 'backstory': 'b', 'llm': " model     \
  ", 'input': 'say ${state.id}'}}"
#define KEPT "'persist': {'enabled': true}, "

typedef struct
{
  const char *name;
  const char *document;
  const char *rows; /* that it saves */
} Document;

static const Document documents[] = {
  { "chain",
    "{'name': 'Chain', " KEPT "'methods': {"
    "'a': {'start': true, " EXPRESSION (
        "1") "},"
             "'b': {'listen': 'a', " EXPRESSION (
                 "outputs.a + 1") "},"
                                  "'c': {'listen': 'b', " EXPRESSION (
                                      "[outputs.a, 1.0 / 0.0]") "},"
                                                                "'d': {'listen': 'c', " EXPRESSION (
                                                                    "size(outputs)") "}}}",
    "a*1 b*1 c*1 d*1 " },
  { "wide",
    "{'name': 'Wide', 'methods': {"
    "'s': {'start': true, " EXPRESSION ("1") "}, 's2': {'start': true, " EXPRESSION (
        "2") "},"
             "'a': {'listen': 's', " EXPRESSION (
                 "size(outputs)") "},"
                                  "'b': {'listen': 's', " KEPT EXPRESSION (
                                      "size(outputs)") "},"
                                                       "'c': {'listen': {'or': ['s2', "
                                                       "'a']}, " EXPRESSION (
                                                           "size(outputs)") "},"
                                                                            "'d': {'listen': "
                                                                            "'a', " EXPRESSION (
                                                                                "size(outputs)") "}"
                                                                                                 ","
                                                                                                 "'"
                                                                                                 "j"
                                                                                                 "'"
                                                                                                 ":"
                                                                                                 " "
                                                                                                 "{"
                                                                                                 "'"
                                                                                                 "l"
                                                                                                 "i"
                                                                                                 "s"
                                                                                                 "t"
                                                                                                 "e"
                                                                                                 "n"
                                                                                                 "'"
                                                                                                 ":"
                                                                                                 " "
                                                                                                 "{"
                                                                                                 "'"
                                                                                                 "a"
                                                                                                 "n"
                                                                                                 "d"
                                                                                                 "'"
                                                                                                 ":"
                                                                                                 " "
                                                                                                 "["
                                                                                                 "'"
                                                                                                 "b"
                                                                                                 "'"
                                                                                                 ","
                                                                                                 " "
                                                                                                 "'"
                                                                                                 "d"
                                                                                                 "'"
                                                                                                 ","
                                                                                                 " "
                                                                                                 "'"
                                                                                                 "c"
                                                                                                 "'"
                                                                                                 "]"
                                                                                                 "}"
                                                                                                 ","
                                                                                                 " " EXPRESSION (
                                                                                                     "size(outputs)") "}}}",
    "b*1 " },
  { "loop",
    "{'name': 'Loop', " KEPT "'methods': {"
    "'s': {'start': true, " EXPRESSION (
        "0") "},"
             "'n': {'listen': {'or': ['s', 'again']}, " EXPRESSION (
                 "has(outputs.n) ? outputs.n + 1 : 1") "},"
                                                       "'r': {'listen': 'n', 'router': "
                                                       "true, " EXPRESSION (
                                                           "outputs.n < 4 ? `again` : "
                                                           "`done`") "},"
                                                                     "'e': {'listen': "
                                                                     "'done', " EXPRESSION (
                                                                         "outputs.n") "}}"
                                                                                      "}",
    "e*1 n*4 r*4 s*1 " },
  { "each",
    "{'name': 'Each', 'methods': {"
    "'s': {'start': true, " EXPRESSION (
        "[1, 2, 3]") "},"
                     "'e': {'listen': 's', 'do': {'call': 'each', 'in': 'outputs.s', 'do': ["
                     "{'name': 'x', 'action': {'call': 'expression', 'expr': 'item * 2'}},"
                     "{'name': 'y', 'if': 'item > 1', 'action': {'call': 'expression', 'expr': "
                     "'outputs.x + size(outputs)'}}]}},"
                     "'z': {'listen': 's', 'do': {'call': 'each', 'in': '[]', 'do': ["
                     "{'name': 'x', 'action': {'call': 'expression', 'expr': '1'}}]}},"
                     "'f': {'listen': 's', " EXPRESSION (
                         "size(outputs)") "},"
                                          "'g': {'listen': 'f', " EXPRESSION (
                                              "size(outputs)") "},"
                                                               "'h': {'listen': {'and': ['e', 'g', "
                                                               "'z']}, " EXPRESSION (
                                                                   "outputs.e") "}}}",
    "" },
  { "agents",
    "{'name': 'Agents', " KEPT "'methods': {"
    "'a': {'start': true, " AGENT (
        "'mock/echo'") "},"
                       "'b': {'listen': 'a', " AGENT (
                           "{'model': 'mock/echo', 'word_delay_ms': 1}") "},"
                                                                         "'c': "
                                                                         "{'listen': "
                                                                         "'a', " AGENT (
                                                                             "{'model': "
                                                                             "'mock/"
                                                                             "echo', "
                                                                             "'word_"
                                                                             "delay_ms': "
                                                                             "4}") "},"
                                                                                   "'d': "
                                                                                   "{'"
                                                                                   "liste"
                                                                                   "n': "
                                                                                   "'a',"
                                                                                   " " EXPRESSION (
                                                                                       "s"
                                                                                       "i"
                                                                                       "z"
                                                                                       "e"
                                                                                       "("
                                                                                       "o"
                                                                                       "u"
                                                                                       "t"
                                                                                       "p"
                                                                                       "u"
                                                                                       "t"
                                                                                       "s"
                                                                                       ")") "},"
                                                                                            "'j': "
                                                                                            "{'"
                                                                                            "listen"
                                                                                            "': "
                                                                                            "{'and'"
                                                                                            ": "
                                                                                            "['b', "
                                                                                            "'c']},"
                                                                                            " " EXPRESSION (
                                                                                                "[o"
                                                                                                "ut"
                                                                                                "pu"
                                                                                                "ts"
                                                                                                ".b"
                                                                                                ".r"
                                                                                                "aw"
                                                                                                ", "
                                                                                                "ou"
                                                                                                "tp"
                                                                                                "ut"
                                                                                                "s."
                                                                                                "c."
                                                                                                "ra"
                                                                                                "w"
                                                                                                "]") "}}}",
    "a*1 b*1 c*1 d*1 j*1 " },
  { "race",
    "{'name': 'Race', 'methods': {"
    "'s': {'start': true, " EXPRESSION (
        "1") "},"
             "'a': {'listen': 's', " AGENT (
                 "{'model': 'mock/echo', 'word_delay_ms': 200}") "},"
                                                                 "'b': {'listen': "
                                                                 "'s', " EXPRESSION (
                                                                     "2") "}, 'k': {'listen': "
                                                                          "'s', " EXPRESSION ("1 / "
                                                                                              "0") "},"
                                                                                                   "'c': "
                                                                                                   "{'listen': "
                                                                                                   "{'or': "
                                                                                                   "['a', "
                                                                                                   "'b']},"
                                                                                                   " " EXPRESSION (
                                                                                                       "[outputs"
                                                                                                       ".b, "
                                                                                                       "size("
                                                                                                       "outputs)"
                                                                                                       "]") "}}"
                                                                                                            "}",
    "" },
  { "failing",
    "{'name': 'Failing', " KEPT "'methods': {"
    "'a': {'start': true, " EXPRESSION (
        "1") "},"
             "'b': {'listen': 'a', " EXPRESSION (
                 "1 / 0") "},"
                          "'c': {'listen': 'a', " EXPRESSION (
                              "2") "},"
                                   "'d': {'listen': 'c', " EXPRESSION ("3") "}}}",
    "a*1 c*1 d*1 " },
};

static const char *const points[] = { "store-before-write", "store-before-commit",
                                      "store-after-commit", "states-before-save",
                                      "states-after-save",  "run-recorded",
                                      "run-committed",      "run-before-finish" };

static const char *program;

/* --- Crash points -------------------------------------------------------------------------------- */

static const char *deadly_point;
static gint deadly_visit; /* atomic: how many visits are left */
static gint visits[G_N_ELEMENTS (points)];

void
troupe_crash_point (const char *name)
{
  for (guint i = 0; i < G_N_ELEMENTS (points); i++)
    {
      if (g_str_equal (points[i], name))
        g_atomic_int_inc (&visits[i]);
    }
  if (deadly_point != NULL && g_str_equal (deadly_point, name) &&
      g_atomic_int_dec_and_test (&deadly_visit))
    kill (getpid (), SIGKILL);
}

/* --- The child ----------------------------------------------------------------------------------- */

static char *
make_states_path (const char *folder)
{
  return g_build_filename (folder, "states.db", NULL);
}

/* A first run of the document in the folder. */
static RunTest *
begin_run (const Document *document, const char *folder, TroupeStore *store)
{
  g_autofree char *states = make_states_path (folder);
  g_autofree char *text =
      g_strdelimit (g_strdelimit (g_strdup (document->document), "'", '"'), "`", '\'');
  RunTest *test = run_test_new_document (document->document);

  troupe_run_set_id (test->run, RUN_ID);
  troupe_run_set_state_database (test->run, states);
  troupe_run_set_store (test->run, store, NULL, text);
  return test;
}

/* Leaves a mark outside of the store for each method whose end is told: what builds on it may begin. */
static void
mark_told_cb (TroupeEvent *event, gpointer user_data)
{
  int *file = user_data;

  if (event->type == TROUPE_EVENT_METHOD_FINISHED)
    g_assert_cmpint (write (*file, "x", 1), ==, 1);
}

static char *
make_told_path (const char *folder)
{
  return g_build_filename (folder, "told", NULL);
}

static guint
count_told (const char *folder)
{
  g_autofree char *path = make_told_path (folder);
  g_autofree char *text = NULL;
  gsize length = 0;

  return g_file_get_contents (path, &text, &length, NULL) ? (guint) length : 0;
}

/* child FOLDER DOCUMENT POINT VISIT begins a run, where there is one it goes on with it. */
static int
be_child (char **arguments)
{
  const char *folder = arguments[0];
  g_autoptr (TroupeStore) store = troupe_store_open (folder, NULL);
  g_autoptr (TroupeRun) run = NULL;
  g_autoptr (TroupeRunResult) result = NULL;

  g_assert_nonnull (store);
  deadly_visit = atoi (arguments[3]);
  deadly_point = arguments[2];
  run = troupe_run_new_from_interrupted (store, RUN_ID, NULL, NULL);
  if (run != NULL)
    {
      result = troupe_run_execute (run);
    }
  else
    {
      g_autoptr (RunTest) test = begin_run (&documents[atoi (arguments[1])], folder, store);
      g_autofree char *path = make_told_path (folder);
      int file = g_open (path, O_WRONLY | O_CREAT | O_APPEND, 0600);

      troupe_event_bus_add_sink (troupe_run_get_bus (test->run), mark_told_cb, &file, NULL);
      run_test_execute (test);
      close (file);
    }
  troupe_store_flush (store, NULL);
  return 0;
}

/* Whether the child was killed. */
static gboolean
run_child (guint document, const char *folder, const char *point, gint visit)
{
  g_autofree char *document_text = g_strdup_printf ("%u", document);
  g_autofree char *visit_text = g_strdup_printf ("%d", visit);
  const char *arguments[] = { program, "child", folder, document_text, point, visit_text, NULL };
  g_autoptr (GError) error = NULL;
  int status = 0;

  g_spawn_sync (NULL, (char **) arguments, NULL, G_SPAWN_DEFAULT, NULL, NULL, NULL, NULL, &status,
                &error);
  g_assert_no_error (error);
  if (WIFSIGNALED (status))
    {
      g_assert_cmpint (WTERMSIG (status), ==, SIGKILL);
      return TRUE;
    }
  g_assert_cmpint (status, ==, 0);
  return FALSE;
}

/* --- What a run leaves --------------------------------------------------------------------------- */

typedef struct
{
  char *result; /* the object of run --json, without what differs each time */
  char *rows;   /* of flow states: methods in order */
  char *ends;   /* of methods, in the store: sorted */
  guint n_started;
  guint n_steps;
} Remains;

static void
remains_clear (Remains *self)
{
  g_free (self->result);
  g_free (self->rows);
  g_free (self->ends);
}

G_DEFINE_AUTO_CLEANUP_CLEAR_FUNC (Remains, remains_clear)

static char *
describe_result (const TroupeRunResult *result, TroupeRun *run)
{
  g_autoptr (TroupeValue) whole = troupe_run_result_to_value (result, run, NULL, NULL);
  GString *text = g_string_new (NULL);
  static const char *const keys[] = { "result", "final", "state", "outputs", "error" };

  for (guint i = 0; i < G_N_ELEMENTS (keys); i++)
    {
      g_autofree char *part =
          troupe_value_to_json (troupe_value_map_lookup_string (whole, keys[i], -1),
                                TROUPE_JSON_COMPACT | TROUPE_JSON_FLOAT_OBJECTS);

      g_string_append_printf (text, "%s=%s ", keys[i], part);
    }
  return g_string_free (text, FALSE);
}

/* How many rows each method has, in the order of the methods' names. */
static char *
describe_rows (const char *folder)
{
  g_autofree char *path = make_states_path (folder);
  g_autoptr (TroupeFlowStates) states = NULL;
  g_autoptr (TroupeValue) id = troupe_value_new_string (RUN_ID, -1);
  g_autoptr (GHashTable) counts = NULL;
  g_autoptr (GList) names = NULL;
  GString *text = g_string_new (NULL);

  if (!g_file_test (path, G_FILE_TEST_EXISTS))
    return g_string_free (text, FALSE);
  states = troupe_flow_states_open (path, NULL);
  counts = troupe_flow_states_count_rows (states, id, 0, NULL);
  names = g_list_sort (g_hash_table_get_keys (counts), (GCompareFunc) strcmp);
  for (GList *name = names; name != NULL; name = name->next)
    g_string_append_printf (text, "%s*%u ", (char *) name->data,
                            GPOINTER_TO_UINT (g_hash_table_lookup (counts, name->data)));
  return g_string_free (text, FALSE);
}

static gint
compare_texts (gconstpointer a, gconstpointer b)
{
  return strcmp (*(const char *const *) a, *(const char *const *) b);
}

static void
look_at_store (Remains *self, TroupeStore *store)
{
  g_autoptr (GError) error = NULL;
  g_autoptr (GPtrArray) events = troupe_store_get_events (store, RUN_ID, &error);
  g_autoptr (GPtrArray) steps = troupe_store_get_steps (store, RUN_ID, &error);
  g_autoptr (GPtrArray) ends = g_ptr_array_new_with_free_func (g_free);

  g_assert_no_error (error);
  for (guint i = 0; i < events->len; i++)
    {
      TroupeEvent *event = g_ptr_array_index (events, i);

      g_assert_cmpuint (event->sequence, ==, i + 1);
      self->n_started += event->type == TROUPE_EVENT_METHOD_STARTED;
      if (event->type == TROUPE_EVENT_METHOD_FINISHED || event->type == TROUPE_EVENT_METHOD_FAILED)
        g_ptr_array_add (ends,
                         g_strdup_printf ("%s%c", event->method,
                                          event->type == TROUPE_EVENT_METHOD_FINISHED ? '<' : '!'));
    }
  g_ptr_array_sort (ends, compare_texts);
  g_ptr_array_add (ends, NULL);
  self->ends = g_strjoinv (" ", (char **) ends->pdata);
  self->n_steps = steps->len > 0 ? steps->len - 1 : 0;
}

static char *
make_folder (void)
{
  g_autofree char *template = g_strdup ("/dev/shm/troupe-crash-XXXXXX");

  return g_mkdtemp (template) != NULL ? g_steal_pointer (&template)
                                      : g_dir_make_tmp ("troupe-crash-XXXXXX", NULL);
}

static void
remove_folder (const char *folder)
{
  g_autoptr (GDir) dir = g_dir_open (folder, 0, NULL);
  const char *name;

  while ((name = g_dir_read_name (dir)) != NULL)
    {
      g_autofree char *path = g_build_filename (folder, name, NULL);

      g_remove (path);
    }
  g_rmdir (folder);
}

/* The run without any interruption. Counts the visits of each point. */
static void
run_whole (const Document *document, Remains *whole)
{
  g_autofree char *folder = make_folder ();
  TroupeStore *store = troupe_store_open (folder, NULL);
  g_autoptr (RunTest) test = begin_run (document, folder, store);

  memset (visits, 0, sizeof visits);
  run_test_execute (test);
  troupe_store_flush (store, NULL);
  whole->result = describe_result (test->result, test->run);
  whole->rows = describe_rows (folder);
  look_at_store (whole, store);
  g_assert_cmpstr (whole->rows, ==, document->rows);
  troupe_run_set_store (test->run, NULL, NULL, NULL);
  g_assert_finalize_object (store);
  remove_folder (folder);
}

/* --- The test ------------------------------------------------------------------------------------ */

static guint n_kills, n_gone_on;

static TroupeRunResult *
go_on (TroupeStore *store, TroupeRun **run)
{
  g_autoptr (GError) error = NULL;
  g_autoptr (TroupeRunRecord) record = troupe_store_get_run (store, RUN_ID, NULL);

  /* Killed before anything was durable, or behind the run's end: nothing is lost. */
  if (record == NULL || record->status != TROUPE_RUN_STATUS_INTERRUPTED)
    return NULL;
  *run = troupe_run_new_from_interrupted (store, RUN_ID, NULL, &error);
  g_assert_no_error (error);
  g_assert_true (troupe_run_goes_on (*run));
  n_gone_on++;
  return troupe_run_execute (*run);
}

/* Goes on with what a killed child left, and holds it against the whole run. */
static void
check_remains (const char *folder, const Remains *whole)
{
  g_autoptr (GError) error = NULL;
  TroupeStore *store = troupe_store_open (folder, &error);
  TroupeRun *run = NULL;
  g_autoptr (TroupeRunResult) result = NULL;
  g_autofree char *text = NULL;
  g_auto (Remains) before = { 0 };
  g_auto (Remains) after = { 0 };

  g_assert_no_error (error);
  look_at_store (&before, store);
  /* Nothing was told, and nothing begun that builds on it, before it was durable. */
  g_assert_cmpuint (count_told (folder), <=, before.n_steps);
  result = go_on (store, &run);
  troupe_store_flush (store, &error);
  g_assert_no_error (error);
  if (result != NULL)
    {
      look_at_store (&after, store);
      text = describe_result (result, run);
      after.rows = describe_rows (folder);
      g_assert_cmpstr (text, ==, whole->result);
      g_assert_cmpstr (after.rows, ==, whole->rows);
      g_assert_cmpstr (after.ends, ==, whole->ends);
      /* What had ended was not begun again; everything else was, once. */
      g_assert_cmpuint (after.n_steps, ==, whole->n_steps);
      g_assert_cmpuint (after.n_started - before.n_started, <=, whole->n_started - before.n_steps);
      g_assert_finalize_object (run);
    }
  g_assert_finalize_object (store);
}

static void
test_point (guint document, const char *point, gint n_visits, const Remains *whole)
{
  for (gint k = 0; k < MIN (n_visits, N_VISITS); k++)
    {
      g_autofree char *folder = make_folder ();
      gint visit = 1 + k * MAX (n_visits - 1, 1) / MAX (MIN (n_visits, N_VISITS) - 1, 1);

      g_test_message ("%s, %s, visit %d of %d", documents[document].name, point, visit, n_visits);
      if (run_child (document, folder, point, visit))
        {
          n_kills++;
          /* Every other one is killed a second time, while it is gone on with. */
          if (k % 2 == 1 && run_child (document, folder, "run-committed", 1))
            n_kills++;
          check_remains (folder, whole);
        }
      remove_folder (folder);
    }
}

static void
test_document (gconstpointer data)
{
  guint document = GPOINTER_TO_UINT (data);
  gint n_visits[G_N_ELEMENTS (points)];
  g_auto (Remains) whole = { 0 };

  n_kills = n_gone_on = 0;
  run_whole (&documents[document], &whole);
  g_test_message ("%s", whole.result);
  memcpy (n_visits, visits, sizeof visits);
  for (guint i = 0; i < G_N_ELEMENTS (points); i++)
    test_point (document, points[i], n_visits[i], &whole);
  g_test_message ("%u kills, %u gone on with", n_kills, n_gone_on);
  g_assert_cmpuint (n_kills, >=, 15);
  g_assert_cmpuint (n_gone_on, >=, 10);
}

int
main (int argc, char **argv)
{
  if (argc > 5 && g_str_equal (argv[1], "child"))
    return be_child (argv + 2);
  program = argv[0];
  g_test_init (&argc, &argv, NULL);
  for (guint i = 0; i < G_N_ELEMENTS (documents); i++)
    {
      g_autofree char *path = g_strdup_printf ("/run/crash/%s", documents[i].name);

      g_test_add_data_func (path, GUINT_TO_POINTER (i), test_document);
    }
  return g_test_run ();
}
