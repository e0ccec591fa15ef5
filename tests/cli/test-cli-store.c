/* test-cli-store.c: runs with a store that is full, locked or damaged
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#include "config.h"

#include <glib/gstdio.h>
#include <signal.h>
#include <sqlite3.h>
#include <string.h>
#include <sys/mount.h>
#include <sys/resource.h>
#include <unistd.h>

#include "cli-fixture.h"

/* Set TROUPE_DAMAGE_ROUNDS for more rounds. */
#define ROUNDS 25

#define TEXT_LENGTH 60000
#define SMALL_FILE (400 * 1024)

/* Four methods, each of which stores a large state. */
#define BIG_FLOW                                                                                   \
  "{'name': 'big', 'persist': {'enabled': true}, 'state': {'type': 'dict', 'default': "            \
  "{'s': '%s'}}, 'methods': {"                                                                     \
  "'a': {'start': true, 'do': {'call': 'expression', 'expr': 'state.s + \"a\"'}},"                 \
  "'b': {'listen': 'a', 'do': {'call': 'expression', 'expr': 'outputs.a + \"b\"'}},"               \
  "'c': {'listen': 'b', 'do': {'call': 'expression', 'expr': 'outputs.b + \"c\"'}},"               \
  "'d': {'listen': 'c', 'do': {'call': 'expression', 'expr': 'size(outputs.c)'}}}}"

#define SLOW_FLOW                                                                                  \
  "{'name': 'slow', 'methods': {"                                                                  \
  "'first': {'start': true, 'do': {'call': 'agent', 'with': {'role': 'r', 'goal': 'g', "           \
  "'backstory': 'b', 'llm': {'model': 'mock/echo', 'word_delay_ms': 500}, 'input': 'a b c'}}}}}"

#define LATE_FLOW                                                                                  \
  "{'name': 'late', 'state': {'type': 'dict', 'default': {'n': [1, 2.5]}}, 'methods': {"           \
  "'one': {'start': true, 'do': {'call': 'expression', 'expr': 'state.n'}},"                       \
  "'two': {'listen': 'one', 'do': {'call': 'agent', 'with': {'role': 'r', 'goal': 'g', "           \
  "'backstory': 'b', 'llm': {'model': 'mock/echo', 'word_delay_ms': 40}, 'input': 'a b c'}}},"     \
  "'three': {'listen': 'two', 'do': {'call': 'expression', 'expr': 'outputs.one'}}}}"

static void
write_big_flow (CliFixture *fixture)
{
  g_autofree char *text = g_strnfill (TEXT_LENGTH, 'y');
  g_autoptr (GString) flow = g_string_new (BIG_FLOW);

  g_string_replace (flow, "%s", text, 1);
  g_string_replace (flow, "\"a\"", "\\\"a\\\"", 0);
  g_string_replace (flow, "\"b\"", "\\\"b\\\"", 0);
  g_string_replace (flow, "\"c\"", "\\\"c\\\"", 0);
  cli_fixture_write (fixture, "flow.json", flow->str, TRUE);
}

static pid_t
get_pid (GSubprocess *process)
{
  return (pid_t) g_ascii_strtoll (g_subprocess_get_identifier (process), NULL, 10);
}

static GSubprocess *
start (CliFixture *fixture, int *terminal)
{
  static const char *const words[] = { "run",      "flow.json",  "--data-dir",
                                       "data",     "--state-db", "data/states.db",
                                       "--events", "e.jsonl",    "--yes",
                                       NULL };

  return cli_fixture_start_on_terminal (fixture, words, terminal);
}

static void
assert_status (CliFixture *fixture, const char *status)
{
  g_autoptr (CliAnswer) answer =
      cli_fixture_run (fixture, NULL, "history", "--json", "--data-dir", "data", NULL);
  g_autoptr (TroupeValue) run = cli_json (answer->out);

  g_assert_cmpstr (cli_get_text (run, "status"), ==, status);
}

static guint
count (const char *text, const char *part)
{
  guint n_found = 0;

  for (const char *here = strstr (text, part); here != NULL; here = strstr (here + 1, part))
    n_found++;
  return n_found;
}

/* Asserts that each method has finished exactly once, despite all errors. */
static void
assert_whole (CliFixture *fixture)
{
  g_autofree char *events = cli_fixture_read (fixture, "e.jsonl");
  g_autofree char *path = cli_fixture_path (fixture, "data/states.db");
  sqlite3 *states = NULL;
  sqlite3_stmt *statement = NULL;

  g_assert_cmpuint (count (events, "\"method_execution_finished\""), ==, 4);
  g_assert_cmpint (sqlite3_open (path, &states), ==, SQLITE_OK);
  g_assert_cmpint (sqlite3_prepare_v2 (states,
                                       "SELECT count (*), count (DISTINCT method_name)"
                                       " FROM flow_states",
                                       -1, &statement, NULL),
                   ==, SQLITE_OK);
  g_assert_cmpint (sqlite3_step (statement), ==, SQLITE_ROW);
  g_assert_cmpint (sqlite3_column_int (statement, 0), ==, 4);
  g_assert_cmpint (sqlite3_column_int (statement, 1), ==, 4);
  sqlite3_finalize (statement);
  sqlite3_close (states);
}

/* --- No space left ---------------------------------------------------------------------------- */

/* Starts a program whose files may not grow beyond @most bytes. */
static GSubprocess *
start_limited (CliFixture *fixture, rlim_t most, int *terminal)
{
  struct rlimit limit, small;
  GSubprocess *process;

  g_assert_cmpint (getrlimit (RLIMIT_FSIZE, &limit), ==, 0);
  small = limit;
  small.rlim_cur = most;
  signal (SIGXFSZ, SIG_IGN);
  g_assert_cmpint (setrlimit (RLIMIT_FSIZE, &small), ==, 0);
  process = start (fixture, terminal);
  g_assert_cmpint (setrlimit (RLIMIT_FSIZE, &limit), ==, 0);
  return process;
}

static void
give_room (GSubprocess *process)
{
  struct rlimit limit;

  g_assert_cmpint (getrlimit (RLIMIT_FSIZE, &limit), ==, 0);
  g_assert_cmpint (prlimit (get_pid (process), RLIMIT_FSIZE, &limit, NULL), ==, 0);
}

static void
test_no_room (void)
{
  g_autoptr (CliFixture) fixture = cli_fixture_new ();
  g_autoptr (GSubprocess) process = NULL;
  g_autofree char *said = NULL;
  int terminal;

  write_big_flow (fixture);
  process = start_limited (fixture, SMALL_FILE, &terminal);
  said = cli_terminal_read_until (terminal, "waits until space is");
  g_test_message ("%s", said);
  g_assert_nonnull (strstr (said, "no space left"));
  g_assert_nonnull (g_subprocess_get_identifier (process));
  give_room (process);
  g_assert_cmpint (cli_wait (process), ==, 0);
  close (terminal);
  assert_status (fixture, "ok");
  assert_whole (fixture);
}

static void
test_cancelled_without_room (void)
{
  g_autoptr (CliFixture) fixture = cli_fixture_new ();
  g_autoptr (GSubprocess) process = NULL;
  g_autoptr (CliAnswer) answer = NULL;
  g_autoptr (TroupeValue) run = NULL;
  g_autofree char *said = NULL;
  int terminal;

  write_big_flow (fixture);
  process = start_limited (fixture, SMALL_FILE, &terminal);
  said = cli_terminal_read_until (terminal, "waits until space is");
  g_subprocess_send_signal (process, SIGINT);
  g_assert_cmpint (cli_wait (process), ==, 130);
  close (terminal);
  answer = cli_fixture_run (fixture, NULL, "history", "--json", "--data-dir", "data", NULL);
  run = cli_json (answer->out);
  cli_assert_json (run, "resumable", "true");
}

/* Tests with a file system that is actually full, if one can be mounted. */
static void
test_full_device (void)
{
  g_autoptr (CliFixture) fixture = cli_fixture_new ();
  g_autoptr (GSubprocess) process = NULL;
  g_autofree char *data = cli_fixture_path (fixture, "data");
  g_autofree char *ballast = cli_fixture_path (fixture, "data/ballast");
  g_autofree char *bytes = g_strnfill (1024 * 1024 - SMALL_FILE, 'b');
  g_autofree char *said = NULL;
  int terminal;

  g_assert_cmpint (g_mkdir (data, 0700), ==, 0);
  if (mount ("none", data, "tmpfs", 0, "size=1m") != 0)
    {
      g_test_skip ("no device may be mounted here");
      return;
    }
  write_big_flow (fixture);
  g_assert_true (g_file_set_contents (ballast, bytes, 1024 * 1024 - SMALL_FILE, NULL));
  process = start (fixture, &terminal);
  said = cli_terminal_read_until (terminal, "waits until space is");
  g_test_message ("%s", said);
  g_assert_cmpint (mount ("none", data, "tmpfs", MS_REMOUNT, "size=16m"), ==, 0);
  g_assert_cmpint (cli_wait (process), ==, 0);
  close (terminal);
  assert_status (fixture, "ok");
  assert_whole (fixture);
  g_assert_cmpint (umount2 (data, MNT_DETACH), ==, 0);
}

/* --- Locked by another process ---------------------------------------------------------------- */

/* The end of a run waits until it can be written, so that the run never looks interrupted. */
static void
test_end_that_is_held_up (void)
{
  g_autoptr (CliFixture) fixture = cli_fixture_new ();
  g_autoptr (GSubprocess) process = NULL;
  g_autofree char *path = cli_fixture_path (fixture, "data/runs.db");
  g_autofree char *said = NULL;
  sqlite3 *other = NULL;
  int terminal;

  cli_fixture_write (fixture, "flow.json", SLOW_FLOW, TRUE);
  process = start (fixture, &terminal);
  cli_fixture_wait_for (fixture, "e.jsonl", "llm_call_started");
  cli_fixture_wait_for_run (fixture, "data");
  g_assert_cmpint (sqlite3_open (path, &other), ==, SQLITE_OK);
  sqlite3_busy_timeout (other, 10000);
  g_assert_cmpint (sqlite3_exec (other, "BEGIN IMMEDIATE", NULL, NULL, NULL), ==, SQLITE_OK);
  cli_fixture_wait_for (fixture, "e.jsonl", "flow_finished");
  said = cli_terminal_read_until (terminal, "locked");
  assert_status (fixture, "running");
  g_assert_cmpint (sqlite3_exec (other, "ROLLBACK", NULL, NULL, NULL), ==, SQLITE_OK);
  sqlite3_close (other);
  g_assert_cmpint (cli_wait (process), ==, 0);
  close (terminal);
  assert_status (fixture, "ok");
}

/* --- Keys ------------------------------------------------------------------------------------- */

#define KEY "sk-literal-4711-canary"

/* Returns TRUE if a file of the folder `data` contains @text. */
static gboolean
is_kept (CliFixture *fixture, const char *text)
{
  g_autofree char *folder = cli_fixture_path (fixture, "data");
  g_autoptr (GDir) dir = g_dir_open (folder, 0, NULL);
  const char *name;

  while ((name = g_dir_read_name (dir)) != NULL)
    {
      g_autofree char *path = g_build_filename (folder, name, NULL);
      g_autofree char *bytes = NULL;
      gsize length;

      g_assert_true (g_file_get_contents (path, &bytes, &length, NULL));
      if (memmem (bytes, length, text, strlen (text)) != NULL)
        return TRUE;
    }
  return FALSE;
}

/* A key that the document contains is not stored with the run, but the run can be resumed
 * nevertheless. */
static void
test_literal_key (void)
{
  g_autoptr (CliFixture) fixture = cli_fixture_new ();
  g_autoptr (CliAnswer) answer = NULL;
  g_autoptr (CliAnswer) resumed = NULL;
  g_autoptr (TroupeValue) value = NULL;
  g_autofree char *flow =
      g_strdup ("{\"name\": \"keyed\", \"description\": \"uses " KEY "\", \"methods\": {"
                "\"one\": {\"start\": true, \"do\": {\"call\": \"expression\", \"expr\": "
                "\"'" KEY "'\"}}, \"two\": {\"listen\": \"one\", \"do\": {\"call\": \"agent\", "
                "\"with\": {\"role\": \"r\", \"goal\": \"g\", \"backstory\": \"b\", \"llm\": "
                "{\"model\": \"mock/echo\", \"api_key\": \"" KEY "\", \"word_delay_ms\": 60}, "
                "\"input\": \"a b c " KEY "\"}}}}}");

  cli_fixture_write (fixture, "flow.json", flow, FALSE);
  answer = cli_fixture_run (fixture, NULL, "run", "flow.json", "--data-dir", "data", "--json",
                            "--timeout", "0.1", NULL);
  value = cli_json (answer->out);
  g_assert_cmpstr (cli_get_text (value, "result"), ==, "timeout");
  g_assert_false (is_kept (fixture, KEY));
  g_assert_true (is_kept (fixture, "api_key"));
  resumed = cli_fixture_run (fixture, NULL, "resume", cli_get_text (value, "run"), "--data-dir",
                             "data", NULL);
  g_assert_cmpint (resumed->status, ==, 0);
  g_assert_false (is_kept (fixture, KEY));
}

/* --- Damaged files ---------------------------------------------------------------------------- */

static void
assert_end (CliAnswer *answer)
{
  if (answer->status >= 128 || answer->status < 0)
    g_test_message ("%d: %s", answer->status, answer->err);
  g_assert_cmpint (answer->status, <, 128);
}

/* Creates a run that timed out, in a database without a write-ahead log. Returns: its id */
static char *
make_runs (CliFixture *fixture)
{
  g_autoptr (CliAnswer) answer = NULL;
  g_autoptr (TroupeValue) value = NULL;

  cli_fixture_write (fixture, "flow.json", LATE_FLOW, TRUE);
  answer = cli_fixture_run (fixture, NULL, "run", "flow.json", "--data-dir", "data", "--json",
                            "--timeout", "0.05", NULL);
  value = cli_json (answer->out);
  g_assert_cmpstr (cli_get_text (value, "result"), ==, "timeout");
  return g_strdup (cli_get_text (value, "run"));
}

/* Lists the runs that contain all words, regardless of case. */
static void
test_search (void)
{
  g_autoptr (CliFixture) fixture = cli_fixture_new ();
  g_autofree char *id = make_runs (fixture);
  g_autoptr (CliAnswer) found = NULL;
  g_autoptr (CliAnswer) none = NULL;
  g_autoptr (CliAnswer) all = NULL;
  g_autoptr (TroupeValue) run = NULL;

  all = cli_fixture_run (fixture, NULL, "history", "--json", "--data-dir", "data", NULL);
  run = cli_json (all->out);
  found = cli_fixture_run (fixture, NULL, "history", "--json", "--data-dir", "data", "--search",
                           cli_get_text (run, "name"), NULL);
  g_assert_cmpint (found->status, ==, 0);
  g_assert_nonnull (strstr (found->out, id));
  none = cli_fixture_run (fixture, NULL, "history", "--json", "--data-dir", "data", "--search",
                          "nowhere", NULL);
  g_assert_cmpint (none->status, ==, 0);
  g_assert_cmpstr (none->out, ==, "");
}

/* Executes, lists and resumes runs. None of the three commands may be killed by a signal. @said:
 * (out): the error output of all three commands */
static int
use (CliFixture *fixture, const char *id, char **said)
{
  g_autoptr (CliAnswer) run =
      cli_fixture_run (fixture, NULL, "run", "flow.json", "--data-dir", "data", NULL);
  g_autoptr (CliAnswer) history =
      cli_fixture_run (fixture, NULL, "history", "--data-dir", "data", NULL);
  g_autoptr (CliAnswer) resume =
      cli_fixture_run (fixture, NULL, "resume", id, "--data-dir", "data", NULL);

  assert_end (run);
  assert_end (history);
  assert_end (resume);
  *said = g_strconcat (run->err, history->err, resume->err, NULL);
  return run->status;
}

static void
test_missing_table (void)
{
  static const char *const tables[] = { "runs", "events", "steps", "requests" };

  for (guint i = 0; i < G_N_ELEMENTS (tables); i++)
    {
      g_autoptr (CliFixture) fixture = cli_fixture_new ();
      g_autofree char *path = cli_fixture_path (fixture, "data/runs.db");
      g_autofree char *sql = g_strdup_printf ("DROP TABLE %s", tables[i]);
      g_autofree char *said = NULL;
      g_autofree char *said_again = NULL;
      g_autofree char *id = make_runs (fixture);
      sqlite3 *database = NULL;

      g_assert_cmpint (sqlite3_open (path, &database), ==, SQLITE_OK);
      g_assert_cmpint (sqlite3_exec (database, sql, NULL, NULL, NULL), ==, SQLITE_OK);
      sqlite3_close (database);
      g_assert_cmpint (use (fixture, id, &said), ==, 0);
      g_assert_cmpuint (count (said, "runs.db.broken-"), ==, 1);
      g_assert_nonnull (strstr (said, "data/runs.db”."));
      g_assert_cmpint (use (fixture, id, &said_again), ==, 0);
      g_assert_null (strstr (said_again, "broken"));
    }
}

static void
test_flipped_bytes (void)
{
  const char *wish = g_getenv ("TROUPE_DAMAGE_ROUNDS");
  guint n_rounds = wish != NULL ? (guint) g_ascii_strtoull (wish, NULL, 10) : ROUNDS;
  guint32 seed = g_test_rand_int ();
  g_autoptr (GRand) random = g_rand_new_with_seed (seed);
  g_autoptr (CliFixture) fixture = cli_fixture_new ();
  g_autofree char *path = cli_fixture_path (fixture, "data/runs.db");
  g_autofree char *log = cli_fixture_path (fixture, "data/runs.db-wal");
  g_autofree char *memory = cli_fixture_path (fixture, "data/runs.db-shm");
  g_autofree char *id = make_runs (fixture);
  g_autofree char *whole = NULL;
  gsize length;

  g_test_message ("seed %u", seed);
  g_assert_true (g_file_get_contents (path, &whole, &length, NULL));
  for (guint i = 0; i < n_rounds; i++)
    {
      g_autofree char *bytes = g_memdup2 (whole, length);
      g_autofree char *said = NULL;
      guint n_places = (guint) g_rand_int_range (random, 1, 6);

      for (guint k = 0; k < n_places; k++)
        bytes[g_rand_int_range (random, 0, (gint32) length)] ^=
            (char) (1 << g_rand_int_range (random, 0, 8));
      g_unlink (log);
      g_unlink (memory);
      g_assert_true (g_file_set_contents (path, bytes, (gssize) length, NULL));
      use (fixture, id, &said);
      g_test_message ("round %u: %s", i, said);
    }
}

int
main (int argc, char *argv[])
{
  g_test_init (&argc, &argv, NULL);

  g_test_add_func ("/cli/store/search", test_search);
  g_test_add_func ("/cli/store/no-room", test_no_room);
  g_test_add_func ("/cli/store/cancelled-without-room", test_cancelled_without_room);
  g_test_add_func ("/cli/store/full-device", test_full_device);
  g_test_add_func ("/cli/store/end-that-is-held-up", test_end_that_is_held_up);
  g_test_add_func ("/cli/store/literal-key", test_literal_key);
  g_test_add_func ("/cli/store/missing-table", test_missing_table);
  g_test_add_func ("/cli/store/flipped-bytes", test_flipped_bytes);

  return g_test_run ();
}
