/* test-cli-resume.c: interrupted runs, and troupectl resume
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#include "config.h"

#include <signal.h>
#include <string.h>
#include <unistd.h>

#include "../test-time.h"
#include "cli-fixture.h"

/* The second method takes longer than the test waits, and the third method uses the output of
 * the second one. */
#define SLOW_FLOW                                                                                  \
  "{'name': 'slow', 'persist': {'enabled': true}, 'methods': {"                                    \
  "'first': {'start': true, 'do': {'call': 'expression', 'expr': '41'}},"                          \
  "'second': {'listen': 'first', 'do': {'call': 'agent', 'with': {'role': 'r', 'goal': 'g', "      \
  "'backstory': 'b', 'llm': {'model': 'mock/echo', 'word_delay_ms': 600}, 'input': 'a b c'}}},"    \
  "'third': {'listen': 'second', 'do': {'call': 'expression', 'expr': '[outputs.first + 1, "       \
  "outputs.second.raw]'}}}}"

/* Waits until the database contains the events. The file of events receives them a moment
 * earlier. */
static void
wait_until_kept (CliFixture *fixture)
{
  const gint64 deadline = g_get_monotonic_time () + TEST_WAIT_US;

  for (;;)
    {
      g_autoptr (CliAnswer) list =
          cli_fixture_run (fixture, NULL, "history", "--json", "--data-dir", "data", NULL);
      g_autoptr (TroupeValue) run = *list->out != '\0' ? cli_json (list->out) : NULL;
      g_autoptr (CliAnswer) shown =
          run != NULL
              ? cli_fixture_run (fixture, NULL, "history", "show", cli_get_text (run, "run"),
                                 "--json", "--data-dir", "data", NULL)
              : NULL;

      if (shown != NULL && strstr (shown->out, "llm_call_started") != NULL)
        return;
      g_assert_cmpint (g_get_monotonic_time (), <, deadline);
    }
}

/* Starts the flow, and sends the signal @number to it while the second method is running. */
static void
run_and_end (CliFixture *fixture, int number)
{
  static const char *const words[] = { "run",      "flow.json", "--yes",      "--data-dir",
                                       "data",     "--quiet",   "--state-db", "states.db",
                                       "--events", "e.jsonl",   "--id",       "mine",
                                       NULL };
  g_autoptr (GSubprocess) process = NULL;

  cli_fixture_write (fixture, "flow.json", SLOW_FLOW, TRUE);
  process = cli_fixture_start (fixture, words);
  cli_fixture_wait_for (fixture, "e.jsonl", "llm_call_started");
  wait_until_kept (fixture);
  g_subprocess_send_signal (process, number);
  cli_wait (process);
}

static char *
find_run (CliFixture *fixture, const char *status)
{
  g_autoptr (CliAnswer) answer =
      cli_fixture_run (fixture, NULL, "history", "--json", "--data-dir", "data", NULL);
  g_autoptr (TroupeValue) run = cli_json (answer->out);

  g_assert_cmpstr (cli_get_text (run, "status"), ==, status);
  cli_assert_json (run, "resumable", "true");
  return g_strdup (cli_get_text (run, "run"));
}

static guint
count_starts (const char *events, const char *method)
{
  g_auto (GStrv) lines = g_strsplit (events, "\n", -1);
  guint n_starts = 0;

  for (guint i = 0; lines[i] != NULL && *lines[i] != '\0'; i++)
    {
      g_autoptr (TroupeValue) line = cli_json (lines[i]);

      if (g_strcmp0 (cli_get_text (line, "type"), "method_execution_started") == 0 &&
          g_strcmp0 (cli_get_text (line, "method"), method) == 0)
        n_starts++;
    }
  return n_starts;
}

static void
check_answer (CliFixture *fixture, CliAnswer *answer, const char *id)
{
  g_autoptr (TroupeValue) value = cli_json (answer->out);
  g_autofree char *events = cli_fixture_read (fixture, "more.jsonl");

  g_assert_cmpint (answer->status, ==, 0);
  cli_assert_json (value, "final", "[42, \"a b c\"]");
  cli_assert_json (value, "state", "{\"id\": \"mine\"}");
  g_assert_cmpstr (cli_get_text (value, "run"), ==, id);
  /* Only methods that had not finished are started again. */
  g_assert_null (strstr (events, "flow_started"));
  g_assert_cmpuint (count_starts (events, "first"), ==, 0);
  g_assert_cmpuint (count_starts (events, "second"), ==, 1);
  g_assert_cmpuint (count_starts (events, "third"), ==, 1);
  g_assert_nonnull (strstr (events, "flow_finished"));
}

static void
go_on (CliFixture *fixture, const char *id)
{
  g_autoptr (CliAnswer) answer =
      cli_fixture_run (fixture, NULL, "resume", id, "--json", "--yes", "--data-dir", "data",
                       "--events", "more.jsonl", NULL);
  g_autoptr (CliAnswer) again =
      cli_fixture_run (fixture, NULL, "resume", id, "--json", "--yes", "--data-dir", "data", NULL);
  g_autoptr (CliAnswer) shown =
      cli_fixture_run (fixture, NULL, "history", "show", id, "--json", "--data-dir", "data", NULL);
  g_autoptr (TroupeValue) refused = cli_json (again->out);
  g_autoptr (TroupeValue) kept = cli_json (shown->out);

  check_answer (fixture, answer, id);
  g_assert_cmpint (again->status, ==, 2);
  g_assert_cmpstr (cli_get_text (refused, "error.kind"), ==, "persistence");
  g_assert_nonnull (strstr (cli_get_text (refused, "error.message"), "has ended"));
  g_assert_cmpstr (cli_get_text (kept, "status"), ==, "ok");
  cli_assert_json (kept, "resumable", "false");
}

/* A run that was killed could not clean up, but it can still be resumed. */
static void
test_killed (void)
{
  g_autoptr (CliFixture) fixture = cli_fixture_new ();
  g_autoptr (CliAnswer) list = NULL;
  g_autofree char *id = NULL;
  g_autofree char *way = NULL;

  run_and_end (fixture, SIGKILL);
  id = find_run (fixture, "interrupted");
  list = cli_fixture_run (fixture, NULL, "history", "--data-dir", "data", NULL);
  way = g_strdup_printf ("troupectl resume %.8s", id);
  g_assert_nonnull (strstr (list->out, way));
  go_on (fixture, id);
}

/* A run that was terminated by a signal can also be resumed without a loss. */
static void
test_terminated (void)
{
  g_autoptr (CliFixture) fixture = cli_fixture_new ();
  g_autofree char *id = NULL;

  run_and_end (fixture, SIGTERM);
  id = find_run (fixture, "cancelled");
  go_on (fixture, id);
}

/* The run is resumed with its original document, even if the file was changed or deleted. */
static void
test_file_changed (void)
{
  g_autoptr (CliFixture) fixture = cli_fixture_new ();
  g_autofree char *id = NULL;

  run_and_end (fixture, SIGKILL);
  cli_fixture_write (fixture, "flow.json", "{'name': 'other', 'methods': {}}", TRUE);
  id = find_run (fixture, "interrupted");
  go_on (fixture, id);
}

static void
test_refused (void)
{
  g_autoptr (CliFixture) fixture = cli_fixture_new ();
  g_autoptr (CliAnswer) unknown =
      cli_fixture_run (fixture, NULL, "resume", "abc", "--data-dir", "data", NULL);
  g_autoptr (CliAnswer) no_store =
      cli_fixture_run (fixture, NULL, "resume", "abc", "--no-store", NULL);
  g_autoptr (CliAnswer) nothing = cli_fixture_run (fixture, NULL, "resume", NULL);

  g_assert_cmpint (unknown->status, ==, 2);
  g_assert_nonnull (strstr (unknown->err, "abc"));
  g_assert_cmpstr (unknown->out, ==, "");
  g_assert_cmpint (no_store->status, ==, 2);
  g_assert_cmpint (nothing->status, ==, 2);
}

/* Without consent, no run is resumed, and the interrupted run is unchanged. */
static void
test_consent (void)
{
  g_autoptr (CliFixture) fixture = cli_fixture_new ();
  g_autoptr (CliAnswer) answer = NULL;
  g_autofree char *id = NULL;
  g_autofree char *after = NULL;

  run_and_end (fixture, SIGKILL);
  id = find_run (fixture, "interrupted");
  answer = cli_fixture_run (fixture, NULL, "resume", id, "--data-dir", "data", NULL);
  if (answer->status == 5)
    {
      after = find_run (fixture, "interrupted");
      g_assert_cmpstr (after, ==, id);
    }
  else
    g_assert_cmpint (answer->status, ==, 0);
}

/* The user can specify the output of an interrupted method with --happened. */
static void
test_happened (void)
{
  static const struct
  {
    const char *option;
    const char *complaint;
    int status;
  } refused[] = {
    { "second", "--happened must be METHOD=JSON", 2 },
    { "=1", "--happened must be METHOD=JSON", 2 },
    { "nothing=1", "no method “nothing”", 2 },
    { "first=1", "“first” was not running", 1 },
  };
  g_autoptr (CliFixture) fixture = cli_fixture_new ();
  g_autoptr (CliAnswer) answer = NULL;
  g_autoptr (CliAnswer) with_flow = NULL;
  g_autoptr (TroupeValue) value = NULL;
  g_autofree char *id = NULL;
  g_autofree char *events = NULL;

  run_and_end (fixture, SIGKILL);
  id = find_run (fixture, "interrupted");
  for (guint i = 0; i < G_N_ELEMENTS (refused); i++)
    {
      g_autoptr (CliAnswer) failed =
          cli_fixture_run (fixture, NULL, "resume", id, "--yes", "--data-dir", "data", "--happened",
                           refused[i].option, NULL);
      g_autofree char *again = NULL;

      g_test_message ("%s", failed->err);
      g_assert_cmpint (failed->status, ==, refused[i].status);
      g_assert_nonnull (strstr (failed->err, refused[i].complaint));
      again = find_run (fixture, "interrupted");
      g_assert_cmpstr (again, ==, id);
    }
  with_flow = cli_fixture_run (fixture, NULL, "resume", "mine", "--yes", "--flow", "flow.json",
                               "--happened", "second=1", NULL);
  g_assert_cmpint (with_flow->status, ==, 2);
  answer = cli_fixture_run (fixture, NULL, "resume", id, "--json", "--yes", "--data-dir", "data",
                            "--events", "more.jsonl", "--happened",
                            "second={\"raw\": \"it was sent\"}", NULL);
  g_assert_cmpint (answer->status, ==, 0);
  value = cli_json (answer->out);
  cli_assert_json (value, "final", "[42, \"it was sent\"]");
  events = cli_fixture_read (fixture, "more.jsonl");
  g_assert_cmpuint (count_starts (events, "second"), ==, 0);
  g_assert_null (strstr (events, "llm_call_started"));
}

static void
test_fork (void)
{
  g_autoptr (CliFixture) fixture = cli_fixture_new ();
  g_autoptr (CliAnswer) first = NULL;
  g_autoptr (CliAnswer) second = NULL;
  g_autoptr (TroupeValue) value = NULL;

  cli_fixture_write (fixture, "flow.json",
                     "{'name': 'f', 'persist': {'enabled': true}, 'methods': {'a': {'start': true, "
                     "'do': {'call': 'expression', 'expr': 'state.n'}}}}",
                     TRUE);
  first = cli_fixture_run (fixture, NULL, "run", "flow.json", "--id", "one", "--input", "n=3",
                           "--state-db", "states.db", "--no-store", NULL);
  g_assert_cmpstr (first->out, ==, "3\n");
  second = cli_fixture_run (fixture, NULL, "run", "flow.json", "--fork-from", "one", "--id", "two",
                            "--json", "--state-db", "states.db", "--no-store", NULL);
  value = cli_json (second->out);
  cli_assert_json (value, "final", "3");
  cli_assert_json (value, "state", "{\"id\": \"two\", \"n\": 3}");
}

#define PRICED                                                                                     \
  "'role': 'r', 'goal': 'g', 'backstory': 'b', 'llm': {'model': 'mock/script', 'answers': "        \
  "['yes']}"

/* Resuming a failed flow repeats only the work that failed. The flow fails because its budget is
 * used up, as each call costs half a dollar. */
static void
check_failed (const char *flow, const char *budget, const char *again, const char *calls)
{
  g_autoptr (CliFixture) fixture = cli_fixture_new ();
  g_autofree char *prices = cli_fixture_path (fixture, "prices.json");
  g_autofree char *id = NULL;
  g_autofree char *events = NULL;
  g_autoptr (CliAnswer) first = NULL;
  g_autoptr (CliAnswer) poor = NULL;
  g_autoptr (CliAnswer) rich = NULL;
  g_autoptr (CliAnswer) late = NULL;

  cli_fixture_write (fixture, "prices.json",
                     "{'date': '2026-11-23', 'currency': 'USD', 'per': 1000000, 'models':"
                     " {'mock/script': {'input': 0, 'output': 500000}}}",
                     TRUE);
  cli_fixture_write (fixture, "flow.json", flow, TRUE);
  g_setenv ("TROUPE_PRICES_FILE", prices, TRUE);
  first = cli_fixture_run (fixture, NULL, "run", "flow.json", "--budget-usd", budget, "--data-dir",
                           "data", "--events", "first.jsonl", NULL);
  g_assert_cmpint (first->status, ==, 4);
  g_assert_nonnull (strstr (first->err, "troupectl resume "));
  id = find_run (fixture, "failed");
  poor = cli_fixture_run (fixture, NULL, "resume", id, "--yes", "--data-dir", "data", NULL);
  g_assert_cmpint (poor->status, ==, 4);
  rich = cli_fixture_run (fixture, NULL, "resume", id, "--yes", "--data-dir", "data",
                          "--budget-usd", "9", "--events", "more.jsonl", NULL);
  late = cli_fixture_run (fixture, NULL, "resume", id, "--yes", "--data-dir", "data", NULL);
  g_unsetenv ("TROUPE_PRICES_FILE");
  g_assert_cmpstr (rich->err, ==, "");
  g_assert_cmpint (rich->status, ==, 0);
  g_assert_cmpint (late->status, !=, 0);
  events = cli_fixture_read (fixture, "more.jsonl");
  g_assert_cmpuint (count_starts (events, "a"), ==, 0);
  g_assert_cmpuint (count_starts (events, again), ==, 1);
  {
    g_auto (GStrv) parts = g_strsplit (events, "\"llm_call_completed\"", -1);
    g_autofree char *n_calls = g_strdup_printf ("%u", g_strv_length (parts) - 1);

    g_assert_cmpstr (n_calls, ==, calls);
  }
}

/* On a terminal, the user is asked whether a run that has reached its limit continues with twice the
 * limit. */
static void
test_disk_limit_asked (void)
{
  static const char *const words[] = { "run",  "flow.json", "--disk-limit", "2M", "--data-dir",
                                       "data", NULL };
  static const char *const answers[] = { "n\n", "y\n" };
  g_autoptr (CliFixture) fixture = cli_fixture_new ();
  g_autofree char *text = g_strnfill (100000, 'y');
  g_autoptr (GString) flow = g_string_new (NULL);

  g_string_printf (flow,
                   "{'schema': 'crewai.flow/v1', 'name': 'f', 'state': {'type': 'dict', 'default': "
                   "{'s': '%s'}}, 'methods': {'m0': {'start': true, 'do': {'call': 'expression', "
                   "'expr': 'state.s'}}",
                   text);
  for (guint i = 1; i < 11; i++)
    g_string_append_printf (
        flow, ", 'm%u': {'listen': 'm%u', 'do': {'call': 'expression', 'expr': 'state.s'}}", i,
        i - 1);
  g_string_append (flow, "}}");
  cli_fixture_write (fixture, "flow.json", flow->str, TRUE);
  for (guint i = 0; i < G_N_ELEMENTS (answers); i++)
    {
      int terminal = -1;
      g_autoptr (GSubprocess) process = cli_fixture_start_on_terminal (fixture, words, &terminal);
      g_autofree char *asked = cli_terminal_read_until (terminal, "4.0\u00a0MiB? [y/N]");

      g_assert_nonnull (strstr (asked, "2.0\u00a0MiB"));
      g_assert_cmpint (write (terminal, answers[i], 2), ==, 2);
      g_assert_cmpint (cli_wait (process), ==, i == 0 ? 1 : 0);
      close (terminal);
    }
}

/* The amount of data that a run may store is limited, like its memory. The limit is raised to
 * resume the run. */
static void
test_disk_limit (void)
{
  g_autoptr (CliFixture) fixture = cli_fixture_new ();
  g_autofree char *text = g_strnfill (100000, 'y');
  g_autoptr (GString) flow = g_string_new (NULL);
  g_autofree char *id = NULL;
  g_autoptr (CliAnswer) first = NULL;
  g_autoptr (CliAnswer) same = NULL;
  g_autoptr (CliAnswer) wrong = NULL;
  g_autoptr (CliAnswer) more = NULL;
  g_autoptr (TroupeValue) value = NULL;

  g_string_printf (flow,
                   "{'schema': 'crewai.flow/v1', 'name': 'f', 'state': {'type': 'dict', 'default': "
                   "{'s': '%s'}}, 'methods': {'m0': {'start': true, 'do': {'call': 'expression', "
                   "'expr': 'state.s'}}",
                   text);
  for (guint i = 1; i < 20; i++)
    g_string_append_printf (
        flow, ", 'm%u': {'listen': 'm%u', 'do': {'call': 'expression', 'expr': 'state.s'}}", i,
        i - 1);
  g_string_append (flow, "}}");
  cli_fixture_write (fixture, "flow.json", flow->str, TRUE);
  first = cli_fixture_run (fixture, NULL, "run", "flow.json", "--json", "--disk-limit", "2M",
                           "--data-dir", "data", NULL);
  value = cli_json (first->out);
  g_assert_cmpint (first->status, ==, 1);
  cli_assert_json (value, "error.kind", "\"limit\"");
  g_assert_nonnull (strstr (cli_get_text (value, "error.message"), "--disk-limit"));
  id = find_run (fixture, "failed");
  same = cli_fixture_run (fixture, NULL, "resume", id, "--disk-limit", "2M", "--data-dir", "data",
                          NULL);
  g_assert_cmpint (same->status, ==, 1);
  wrong = cli_fixture_run (fixture, NULL, "resume", id, "--disk-limit", "much", "--data-dir", "data",
                           NULL);
  g_assert_cmpint (wrong->status, ==, 2);
  g_assert_nonnull (strstr (wrong->err, "--disk-limit must be"));
  more = cli_fixture_run (fixture, NULL, "resume", id, "--data-dir", "data", "--events",
                          "more.jsonl", NULL);
  g_assert_cmpint (more->status, ==, 0);
  {
    g_autofree char *events = cli_fixture_read (fixture, "more.jsonl");

    g_assert_cmpuint (count_starts (events, "m0"), ==, 0);
    g_assert_cmpuint (count_starts (events, "m19"), ==, 1);
  }
}

static void
test_failed (void)
{
  check_failed ("{'name': 'F', 'methods': {'a': {'start': true, 'do': {'call': 'agent', 'with': "
                "{" PRICED ", 'input': 'x'}}}, 'b': {'listen': 'a', 'do': {'call': 'agent', "
                "'with': {" PRICED ", 'input': 'x'}}}, 'c': {'listen': 'b', 'do': {'call': "
                "'expression', 'expr': '1'}}}}",
                "0.25", "b", "1");
}

/* A crew in a flow is resumed after its last finished task. */
static void
test_failed_crew (void)
{
  check_failed (
      "{'name': 'F', 'methods': {'a': {'start': true, 'do': {'call': 'expression', 'expr': '1'}}, "
      "'b': {'listen': 'a', 'do': {'call': 'crew', 'with': {'name': 'pair', 'agents': [{'name': "
      "'w', " PRICED "}], 'tasks': [{'name': 'one', 'description': 'Say it', 'expected_output': "
      "'It', 'agent': 'w'}, {'name': 'two', 'description': 'Say more', 'expected_output': 'More',"
      " 'agent': 'w'}]}}}}}",
      "0.5", "b", "1");
}

/* In an `each`, the crew of each kickoff is resumed after its last finished task. */
static void
test_failed_each (void)
{
  check_failed (
      "{'name': 'F', 'methods': {'a': {'start': true, 'do': {'call': 'expression', 'expr': '1'}}, "
      "'b': {'listen': 'a', 'do': {'call': 'each', 'in': '[1, 2]', 'do': [{'name': 's', 'action': "
      "{'call': 'crew', 'with': {'name': 'pair', 'agents': [{'name': 'w', " PRICED "}], 'tasks': "
      "[{'name': 'one', 'description': 'Say it', 'expected_output': 'It', 'agent': 'w'}, {'name': "
      "'two', 'description': 'Say more', 'expected_output': 'More', 'agent': 'w'}]}}}]}}}}",
      "1.5", "b", "1");
}

/* If a run is interrupted while human input is pending, the answer of the model was already paid
 * for. After the run is resumed, the user is prompted again, but no model is called. */
static void
test_paid (void)
{
  g_autoptr (CliFixture) fixture = cli_fixture_new ();
  g_autofree char *id = NULL;
  g_autofree char *events = NULL;
  g_autoptr (CliAnswer) first = NULL;
  g_autoptr (CliAnswer) more = NULL;
  g_autoptr (TroupeValue) value = NULL;

  cli_fixture_write (
      fixture, "flow.json",
      "{'name': 'F', 'methods': {'b': {'start': true, 'do': {'call': 'crew', 'with': {'name': "
      "'pair', 'agents': [{'name': 'w', 'role': 'r', 'goal': 'g', 'backstory': 'b', 'llm': "
      "{'model': 'mock/script', 'answers': ['first']}}], 'tasks': [{'name': 'one', 'description':"
      " 'Say it', 'expected_output': 'It', 'agent': 'w', 'human_input': true}]}}}}}",
      TRUE);
  first = cli_fixture_run (fixture, NULL, "run", "flow.json", "--data-dir", "data", NULL);
  g_assert_cmpint (first->status, ==, 6);
  id = find_run (fixture, "paused");
  more = cli_fixture_run (fixture, NULL, "resume", id, "--yes", "--json", "--data-dir", "data",
                          "--answer", "", "--events", "more.jsonl", NULL);
  g_assert_cmpint (more->status, ==, 0);
  value = cli_json (more->out);
  cli_assert_json (value, "final.raw", "\"first\"");
  /* The usage of the restored answer is counted once, as part of the run. */
  cli_assert_json (value, "usage.requests", "1");
  events = cli_fixture_read (fixture, "more.jsonl");
  g_assert_nonnull (strstr (events, "\"restored\":true"));
  g_assert_null (strstr (events, "\"usage\":{\"prompt_tokens\""));
}

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/cli/resume/killed", test_killed);
  g_test_add_func ("/cli/resume/terminated", test_terminated);
  g_test_add_func ("/cli/resume/file-changed", test_file_changed);
  g_test_add_func ("/cli/resume/refused", test_refused);
  g_test_add_func ("/cli/resume/failed", test_failed);
  g_test_add_func ("/cli/resume/disk-limit", test_disk_limit);
  g_test_add_func ("/cli/resume/disk-limit-asked", test_disk_limit_asked);
  g_test_add_func ("/cli/resume/paid", test_paid);
  g_test_add_func ("/cli/resume/failed-crew", test_failed_crew);
  g_test_add_func ("/cli/resume/failed-each", test_failed_each);
  g_test_add_func ("/cli/resume/consent", test_consent);
  g_test_add_func ("/cli/resume/happened", test_happened);
  g_test_add_func ("/cli/resume/fork", test_fork);
  return g_test_run ();
}
