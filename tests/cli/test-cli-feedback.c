/* test-cli-feedback.c: flows with human feedback on the command line
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#include "config.h"

#include <signal.h>
#include <string.h>
#include <unistd.h>

#include "cli-fixture.h"
#include "troupe-user-name.h"

#define FLOW                                                                                       \
  "{'name': 'ask', 'methods': {"                                                                   \
  "'draft': {'start': true, 'do': {'call': 'expression', 'expr': '[1, 2]'}, 'human_feedback': "    \
  "{'message': 'Good?', 'emit': ['approved', 'revise'], 'default_outcome': 'revise'}},"            \
  "'pub': {'listen': 'approved', 'do': {'call': 'expression', 'expr': '[outputs.draft.feedback, "  \
  "outputs.draft.outcome]'}},"                                                                     \
  "'rev': {'listen': 'revise', 'do': {'call': 'expression', 'expr': 'outputs.draft.feedback'},"    \
  " 'human_feedback': {'message': 'And now?'}}}}"

static CliFixture *
new_with_flow (void)
{
  CliFixture *fixture = cli_fixture_new ();

  cli_fixture_write (fixture, "flow.json", FLOW, TRUE);
  return fixture;
}

static void
type (int terminal, const char *text)
{
  g_assert_cmpint (write (terminal, text, strlen (text)), ==, (gssize) strlen (text));
}

/* A flow in which the model maps the user's feedback to an outcome. */
static CliFixture *
new_with_model (void)
{
  CliFixture *fixture = cli_fixture_new ();

  cli_fixture_write (
      fixture, "flow.json",
      "{'name': 'ask', 'methods': {'draft': {'start': true, 'do': {'call': 'expression', 'expr': "
      "'1'}, 'human_feedback': {'message': 'Good?', 'emit': ['approved', 'revise'], 'llm': "
      "{'model': 'mock/script', 'answers': ['revise']}}},"
      "'rev': {'listen': {'or': ['approved', 'revise']}, 'do': {'call': 'expression', 'expr': "
      "'[outputs.draft.feedback, outputs.draft.outcome]'}}}}",
      TRUE);
  return fixture;
}

static CliAnswer *
run_paused (CliFixture *fixture)
{
  CliAnswer *answer =
      cli_fixture_run (fixture, NULL, "run", "flow.json", "--yes", "--json", "--data-dir", "data",
                       "--state-db", "states.db", "--id", "mine", "--events", "e.jsonl", NULL);
  g_autoptr (TroupeValue) value = cli_json (answer->out);

  g_assert_cmpint (answer->status, ==, 6);
  g_assert_cmpstr (cli_get_text (value, "result"), ==, "paused");
  cli_assert_json (value, "final", "null");
  cli_assert_json (value, "error", "null");
  return answer;
}

static char *
get_run (CliAnswer *answer)
{
  g_autoptr (TroupeValue) value = cli_json (answer->out);

  return g_strdup (cli_get_text (value, "run"));
}

/* Answers are used in order, including blank ones. */
static void
test_answers (void)
{
  g_autoptr (CliFixture) fixture = new_with_flow ();
  g_autoptr (CliAnswer) first =
      cli_fixture_run (fixture, NULL, "run", "flow.json", "--yes", "--answer", " APPROVED", NULL);
  g_autoptr (CliAnswer) second = cli_fixture_run (fixture, NULL, "run", "flow.json", "--yes",
                                                  "--json", "--answer=", "--answer", "so", NULL);
  g_autoptr (TroupeValue) value = cli_json (second->out);

  g_assert_cmpint (first->status, ==, 0);
  g_assert_cmpstr (first->out, ==, "[\"APPROVED\", \"approved\"]\n");
  g_assert_cmpint (second->status, ==, 0);
  g_assert_cmpstr (cli_get_text (value, "final.feedback"), ==, "so");
  g_assert_cmpstr (cli_get_text (value, "final.output"), ==, "");
}

static void
test_unfit (void)
{
  g_autoptr (CliFixture) fixture = new_with_flow ();
  g_autoptr (CliAnswer) answer = cli_fixture_run (fixture, NULL, "run", "flow.json", "--yes",
                                                  "--json", "--answer", "rather not", NULL);
  g_autoptr (TroupeValue) value = cli_json (answer->out);

  g_assert_cmpint (answer->status, ==, 1);
  g_assert_cmpstr (cli_get_text (value, "result"), ==, "run_error");
  g_assert_cmpstr (cli_get_text (value, "error.kind"), ==, "feedback");
  g_assert_cmpstr (cli_get_text (value, "error.path"), ==, "methods.draft.human_feedback");
  g_assert_nonnull (strstr (cli_get_text (value, "error.message"), "--answer"));
}

/* Without a terminal, there is no prompt. The history and the output of the run show how to
 * continue. */
static void
test_paused (void)
{
  g_autoptr (CliFixture) fixture = new_with_flow ();
  g_autoptr (CliAnswer) paused = run_paused (fixture);
  g_autofree char *id = get_run (paused);
  g_autofree char *events = cli_fixture_read (fixture, "e.jsonl");
  g_autofree char *way = g_strdup_printf ("troupectl resume %.8s", id);
  g_autoptr (CliAnswer) list =
      cli_fixture_run (fixture, NULL, "history", "--data-dir", "data", NULL);
  g_autoptr (CliAnswer) json =
      cli_fixture_run (fixture, NULL, "history", "--json", "--data-dir", "data", NULL);
  g_autoptr (TroupeValue) kept = cli_json (json->out);

  g_assert_nonnull (strstr (events, "\"type\":\"human_feedback_requested\""));
  g_assert_nonnull (strstr (events, "\"type\":\"method_execution_paused\""));
  g_assert_null (strstr (events, "flow_finished"));
  g_assert_nonnull (strstr (events, "\"type\":\"flow_paused\""));
  g_assert_nonnull (strstr (paused->err, way));
  g_assert_nonnull (strstr (paused->err, "Good?"));
  g_assert_nonnull (strstr (list->out, way));
  g_assert_nonnull (
      strstr (list->out, "“draft” is waiting for an answer: Good? (approved, revise)"));
  g_assert_cmpstr (cli_get_text (kept, "status"), ==, "paused");
  cli_assert_json (kept, "resumable", "true");
  g_assert_cmpstr (cli_get_text (kept, "waits.0.method"), ==, "draft");
  cli_assert_json (kept, "waits.0.output", "[1, 2]");
  cli_assert_json (kept, "waits.0.emit", "[\"approved\", \"revise\"]");
}

/* An invalid answer changes nothing. A valid answer resumes the run, and the next prompt pauses
 * it again. */
static void
test_resume (void)
{
  g_autoptr (CliFixture) fixture = new_with_flow ();
  g_autoptr (CliAnswer) paused = run_paused (fixture);
  g_autofree char *id = get_run (paused);
  g_autoptr (CliAnswer) unfit = cli_fixture_run (fixture, NULL, "resume", id, "--yes", "--data-dir",
                                                 "data", "--answer", "rather not", NULL);
  g_autoptr (CliAnswer) again = cli_fixture_run (fixture, NULL, "resume", id, "--yes", "--data-dir",
                                                 "data", "--answer", "revise", NULL);
  g_autoptr (CliAnswer) last =
      cli_fixture_run (fixture, NULL, "resume", id, "--yes", "--json", "--data-dir", "data",
                       "--answer", "enough", "--events", "more.jsonl", NULL);
  g_autoptr (TroupeValue) value = cli_json (last->out);
  g_autofree char *events = cli_fixture_read (fixture, "more.jsonl");

  g_assert_cmpint (unfit->status, ==, 2);
  g_assert_nonnull (strstr (unfit->err, "approved, revise"));
  g_assert_cmpint (again->status, ==, 6);
  g_assert_cmpint (last->status, ==, 0);
  g_assert_cmpstr (cli_get_text (value, "final.feedback"), ==, "enough");
  g_assert_cmpstr (cli_get_text (value, "final.output"), ==, "revise");
  g_assert_null (strstr (events, "\"method\":\"draft\""));
}

/* The history says who has answered, also if the run was waiting; it says nothing about runs that do not know it. */
static void
test_person (void)
{
  g_autoptr (CliFixture) fixture = new_with_flow ();
  g_autoptr (CliAnswer) paused = run_paused (fixture);
  g_autofree char *id = get_run (paused);
  g_autofree char *line = g_strdup_printf ("answered by %s (terminal)", troupe_user_get_name ());
  g_autoptr (CliAnswer) before =
      cli_fixture_run (fixture, NULL, "history", "show", id, "--data-dir", "data", NULL);
  g_autoptr (CliAnswer) resumed =
      cli_fixture_run (fixture, NULL, "resume", id, "--yes", "--data-dir", "data", "--answer",
                       "revise", NULL);
  g_autoptr (CliAnswer) after =
      cli_fixture_run (fixture, NULL, "history", "show", id, "--data-dir", "data", NULL);
  g_autoptr (CliAnswer) json =
      cli_fixture_run (fixture, NULL, "history", "show", id, "--json", "--data-dir", "data", NULL);

  g_assert_cmpint (resumed->status, ==, 6);
  g_assert_null (strstr (before->out, "answered"));
  g_assert_nonnull (strstr (after->out, line));
  g_assert_nonnull (strstr (json->out, "\"via\":"));
  g_assert_nonnull (strstr (json->out, troupe_user_get_name ()));
}

/* If a model can interpret the feedback, any text is valid. A number that is typed at the
 * terminal needs no model. */
static void
test_words (void)
{
  static const char *const words[] = { "run",    "flow.json",  "--yes",     "--data-dir", "data",
                                       "--json", "--state-db", "states.db", NULL };
  g_autoptr (CliFixture) fixture = new_with_model ();
  g_autoptr (CliAnswer) paused = run_paused (fixture);
  g_autofree char *id = get_run (paused);
  g_autoptr (CliAnswer) answer =
      cli_fixture_run (fixture, NULL, "resume", id, "--yes", "--json", "--data-dir", "data",
                       "--answer", "rather not", "--events", "more.jsonl", NULL);
  g_autoptr (TroupeValue) value = cli_json (answer->out);
  g_autofree char *events = cli_fixture_read (fixture, "more.jsonl");
  g_autoptr (GSubprocess) process = NULL;
  g_autofree char *question = NULL;
  g_autofree char *out = NULL;
  int terminal;

  g_test_message ("%s%s", answer->out, answer->err);
  g_assert_cmpint (answer->status, ==, 0);
  cli_assert_json (value, "final", "[\"rather not\", \"revise\"]");
  g_assert_nonnull (strstr (events, "llm_call_started"));
  process = cli_fixture_start_on_terminal (fixture, words, &terminal);
  question = cli_terminal_read_until (terminal, "> ");
  type (terminal, "1\n");
  g_assert_cmpint (cli_wait (process), ==, 0);
  close (terminal);
  out = cli_fixture_read (fixture, "out");
  g_assert_nonnull (strstr (out, "[\"approved\", \"approved\"]"));
  g_assert_nonnull (strstr (out, "\"requests\": 0"));
}

/* The flow is resumed by its own id, like a flow that CrewAI paused. The stored run is then
 * removed. */
static void
test_by_flow_id (void)
{
  g_autoptr (CliFixture) fixture = new_with_flow ();
  g_autoptr (CliAnswer) paused = run_paused (fixture);
  g_autofree char *id = get_run (paused);
  g_autoptr (CliAnswer) wrong =
      cli_fixture_run (fixture, NULL, "resume", "other", "--yes", "--flow", "flow.json",
                       "--state-db", "states.db", "--data-dir", "data", NULL);
  g_autoptr (CliAnswer) answer =
      cli_fixture_run (fixture, NULL, "resume", "mine", "--yes", "--flow", "flow.json",
                       "--state-db", "states.db", "--json", "--data-dir", "data", "--answer",
                       "approved", NULL);
  g_autoptr (CliAnswer) again = cli_fixture_run (fixture, NULL, "resume", id, "--yes", "--data-dir",
                                                 "data", "--answer", "approved", NULL);
  g_autoptr (TroupeValue) value = cli_json (answer->out);

  g_assert_cmpint (wrong->status, ==, 2);
  g_assert_nonnull (strstr (wrong->err, "No pending feedback"));
  g_assert_cmpint (answer->status, ==, 0);
  cli_assert_json (value, "final", "[\"approved\", \"approved\"]");
  cli_assert_json (value, "state", "{\"id\": \"mine\"}");
  g_assert_cmpint (again->status, ==, 2);
}

/* The paused flow is only in the database of states and is resumed from there. */
static void
test_no_store (void)
{
  g_autoptr (CliFixture) fixture = new_with_flow ();
  g_autoptr (CliAnswer) paused =
      cli_fixture_run (fixture, NULL, "run", "flow.json", "--yes", "--no-store", "--state-db",
                       "states.db", "--id", "mine", NULL);
  g_autoptr (CliAnswer) answer =
      cli_fixture_run (fixture, NULL, "resume", "mine", "--yes", "--flow", "flow.json",
                       "--no-store", "--state-db", "states.db", "--answer", "approved", NULL);

  g_assert_cmpint (paused->status, ==, 6);
  g_assert_nonnull (
      strstr (paused->err, "troupectl resume mine --flow flow.json --state-db states.db"));
  g_assert_cmpint (answer->status, ==, 0);
  g_assert_cmpstr (answer->out, ==, "[\"approved\", \"approved\"]\n");
}

/* --- At a terminal ------------------------------------------------------------------------------- */

static const char *const words[] = { "run",      "flow.json", "--yes",  "--data-dir", "data",
                                     "--events", "e.jsonl",   "--json", NULL };

/* The prompt shows the options. An invalid answer is reported and requested again. */
static void
test_terminal (void)
{
  g_autoptr (CliFixture) fixture = new_with_flow ();
  g_autoptr (GSubprocess) process = NULL;
  g_autofree char *question = NULL;
  g_autofree char *complaint = NULL;
  g_autofree char *next = NULL;
  g_autofree char *out = NULL;
  g_autoptr (TroupeValue) value = NULL;
  int terminal;

  process = cli_fixture_start_on_terminal (fixture, words, &terminal);
  question = cli_terminal_read_until (terminal, "> ");
  g_assert_nonnull (strstr (question, "draft"));
  g_assert_nonnull (strstr (question, "Good?"));
  g_assert_nonnull (strstr (question, "1  approved"));
  g_assert_nonnull (strstr (question, "2  revise"));
  type (terminal, "perhaps\n");
  complaint = cli_terminal_read_until (terminal, "\n> ");
  g_assert_nonnull (strstr (complaint, "not one of the outcomes"));
  type (terminal, "2\n");
  next = cli_terminal_read_until (terminal, "\n> ");
  g_assert_nonnull (strstr (next, "And now?"));
  type (terminal, "it will do\n");
  g_assert_cmpint (cli_wait (process), ==, 0);
  out = cli_fixture_read (fixture, "out");
  value = cli_json (out);
  g_assert_cmpstr (cli_get_text (value, "final.output"), ==, "revise");
  g_assert_cmpstr (cli_get_text (value, "final.feedback"), ==, "it will do");
  close (terminal);
}

/* Ctrl+D postpones the answer. */
static void
test_later (void)
{
  g_autoptr (CliFixture) fixture = new_with_flow ();
  g_autoptr (GSubprocess) process = NULL;
  g_autofree char *question = NULL;
  int terminal;

  process = cli_fixture_start_on_terminal (fixture, words, &terminal);
  question = cli_terminal_read_until (terminal, "> ");
  type (terminal, "\004");
  g_assert_cmpint (cli_wait (process), ==, 6);
  close (terminal);
}

/* A run that waits at the terminal is interrupted as quickly as any other. */
static void
test_interrupted (void)
{
  g_autoptr (CliFixture) fixture = new_with_flow ();
  g_autoptr (GSubprocess) process = NULL;
  g_autofree char *question = NULL;
  g_autoptr (CliAnswer) json = NULL;
  g_autoptr (TroupeValue) kept = NULL;
  int terminal;

  process = cli_fixture_start_on_terminal (fixture, words, &terminal);
  question = cli_terminal_read_until (terminal, "> ");
  g_subprocess_send_signal (process, SIGINT);
  g_assert_cmpint (cli_wait (process), ==, 130);
  json = cli_fixture_run (fixture, NULL, "history", "--json", "--data-dir", "data", NULL);
  kept = cli_json (json->out);
  g_assert_cmpstr (cli_get_text (kept, "status"), ==, "cancelled");
  g_assert_cmpstr (cli_get_text (kept, "waits.0.method"), ==, "draft");
  close (terminal);
}

/* If the run is killed while it waits, the method that requested feedback is not run again. */
static void
test_killed (void)
{
  g_autoptr (CliFixture) fixture = new_with_flow ();
  g_autoptr (GSubprocess) process = NULL;
  g_autofree char *question = NULL;
  g_autoptr (CliAnswer) json = NULL;
  g_autoptr (CliAnswer) answer = NULL;
  g_autoptr (TroupeValue) kept = NULL;
  int terminal;

  process = cli_fixture_start_on_terminal (fixture, words, &terminal);
  question = cli_terminal_read_until (terminal, "> ");
  g_subprocess_send_signal (process, SIGKILL);
  cli_wait (process);
  json = cli_fixture_run (fixture, NULL, "history", "--json", "--data-dir", "data", NULL);
  kept = cli_json (json->out);
  g_assert_cmpstr (cli_get_text (kept, "status"), ==, "interrupted");
  g_assert_cmpstr (cli_get_text (kept, "waits.0.method"), ==, "draft");
  answer = cli_fixture_run (fixture, NULL, "resume", cli_get_text (kept, "run"), "--yes",
                            "--data-dir", "data", "--answer", "approved", NULL);
  g_assert_cmpint (answer->status, ==, 0);
  g_assert_cmpstr (answer->out, ==, "[\"approved\", \"approved\"]\n");
  close (terminal);
}

/* --- Questions of code ------------------------------------------------------------------------ */

#define ASKING                                                                                     \
  "class Provider:\n"                                                                              \
  "    def request_input(self, message, flow, metadata=None):\n"                                   \
  "        return 'provided'\n\n"                                                                  \
  "def talk(flow):\n"                                                                              \
  "    said = []\n"                                                                                \
  "    while (one := flow.ask('You:')) not in (None, 'bye'):\n"                                    \
  "        said.append(one)\n"                                                                     \
  "    return said\n\n"                                                                            \
  "def once(flow):\n"                                                                              \
  "    return flow.ask('Now?', timeout=60)\n"

static CliFixture *
new_with_code (const char *function, const char *config)
{
  CliFixture *fixture = cli_fixture_new ();
  g_autofree char *flow =
      g_strdup_printf ("{'name': 'ask', 'config': {%s}, 'methods': {'a': {'start': true, 'do': "
                       "{'call': 'code', 'ref': 'asking:%s'}}}}",
                       config, function);

  cli_fixture_write (fixture, "flow.json", flow, TRUE);
  cli_fixture_write (fixture, "asking.py", ASKING, FALSE);
  return fixture;
}

/* Without a user the run is paused. When it is resumed, the function gets the earlier answers again
 * and asks only the rest. */
static void
test_ask_paused (void)
{
  g_autoptr (CliFixture) fixture = new_with_code ("talk", "");
  g_autoptr (CliAnswer) paused =
      cli_fixture_run (fixture, NULL, "run", "flow.json", "--yes", "--allow", "all", "--json",
                       "--data-dir", "data", "--answer", "one", "--answer", " two ", NULL);
  g_autofree char *run = get_run (paused);
  g_autoptr (CliAnswer) again =
      cli_fixture_run (fixture, NULL, "resume", run, "--yes", "--allow", "all", "--json",
                       "--data-dir", "data", "--answer", "three", "--answer", "bye", NULL);
  g_autoptr (TroupeValue) value = cli_json (again->out);
  g_autofree char *line = g_strdup_printf ("answered by %s (terminal)", troupe_user_get_name ());
  g_autoptr (CliAnswer) shown = NULL;

  g_assert_cmpint (paused->status, ==, 6);
  g_assert_nonnull (strstr (paused->err, "You:"));
  g_assert_cmpint (again->status, ==, 0);
  cli_assert_json (value, "final", "[\"one\", \"two\", \"three\"]");
  /* The history says who has answered. */
  shown = cli_fixture_run (fixture, NULL, "history", "show", run, "--data-dir", "data", NULL);
  g_test_message ("%s", shown->out);
  g_assert_nonnull (strstr (shown->out, line));
}

/* Code that does not wait for an answer indefinitely is not paused. */
static void
test_ask_without_user (void)
{
  g_autoptr (CliFixture) fixture = new_with_code ("once", "");
  g_autoptr (CliAnswer) answer =
      cli_fixture_run (fixture, NULL, "run", "flow.json", "--yes", "--allow", "all", NULL);

  g_assert_cmpint (answer->status, ==, 0);
  g_assert_cmpstr (answer->out, ==, "null\n");
}

/* The provider of the document is part of what the user consents to. */
static void
test_ask_provider (void)
{
  g_autoptr (CliFixture) fixture = new_with_code ("once", "'input_provider': 'asking:Provider'");
  g_autoptr (CliAnswer) denied = cli_fixture_run (fixture, NULL, "run", "flow.json", NULL);
  g_autoptr (CliAnswer) answer =
      cli_fixture_run (fixture, NULL, "run", "flow.json", "--yes", "--allow", "all", NULL);

  g_assert_cmpint (denied->status, ==, 5);
  g_assert_nonnull (strstr (denied->err, "asking:Provider"));
  g_assert_cmpint (answer->status, ==, 0);
  g_assert_cmpstr (answer->out, ==, "provided\n");
}

static void
test_ask_terminal (void)
{
  static const char *const asked[] = { "run",        "flow.json", "--yes",  "--allow", "all",
                                       "--data-dir", "data",      "--json", NULL };
  g_autoptr (CliFixture) fixture = new_with_code ("talk", "");
  g_autoptr (GSubprocess) process = NULL;
  g_autofree char *question = NULL;
  g_autofree char *next = NULL;
  g_autofree char *out = NULL;
  g_autoptr (TroupeValue) value = NULL;
  int terminal;

  process = cli_fixture_start_on_terminal (fixture, asked, &terminal);
  question = cli_terminal_read_until (terminal, "\n> ");
  g_assert_nonnull (strstr (question, "You:"));
  g_assert_null (strstr (question, "null"));
  type (terminal, "  hello \n");
  next = cli_terminal_read_until (terminal, "\n> ");
  type (terminal, "bye\n");
  g_assert_cmpint (cli_wait (process), ==, 0);
  out = cli_fixture_read (fixture, "out");
  value = cli_json (out);
  cli_assert_json (value, "final", "[\"hello\"]");
  close (terminal);
}

int
main (int argc, char *argv[])
{
  g_test_init (&argc, &argv, NULL);

  g_test_add_func ("/cli-feedback/answers", test_answers);
  g_test_add_func ("/cli-feedback/unfit", test_unfit);
  g_test_add_func ("/cli-feedback/paused", test_paused);
  g_test_add_func ("/cli-feedback/resume", test_resume);
  g_test_add_func ("/cli-feedback/person", test_person);
  g_test_add_func ("/cli-feedback/words", test_words);
  g_test_add_func ("/cli-feedback/by-flow-id", test_by_flow_id);
  g_test_add_func ("/cli-feedback/no-store", test_no_store);
  g_test_add_func ("/cli-feedback/terminal", test_terminal);
  g_test_add_func ("/cli-feedback/later", test_later);
  g_test_add_func ("/cli-feedback/interrupted", test_interrupted);
  g_test_add_func ("/cli-feedback/killed", test_killed);
  g_test_add_func ("/cli-feedback/ask/paused", test_ask_paused);
  g_test_add_func ("/cli-feedback/ask/without-user", test_ask_without_user);
  g_test_add_func ("/cli-feedback/ask/provider", test_ask_provider);
  g_test_add_func ("/cli-feedback/ask/terminal", test_ask_terminal);

  return g_test_run ();
}
