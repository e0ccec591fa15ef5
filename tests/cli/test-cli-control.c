/* test-cli-control.c: troupectl run in parts, with breakpoints and pins, troupectl history fork, and stopping
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#include "config.h"

#include <signal.h>
#include <stdlib.h>
#include <string.h>

#include "../test-time.h"
#include "cli-fixture.h"

#define FLOW                                                                                       \
  "{'name': 'F', 'state': {'type': 'json_schema', 'json_schema': {'type': 'object', 'properties':" \
  " {'n': {'type': 'integer'}}}, 'default': {'n': 1}}, 'methods': {"                               \
  "'s': {'start': true, 'do': {'call': 'expression', 'expr': 'state.n + 1'}},"                     \
  "'a': {'listen': 's', 'do': {'call': 'expression', 'expr': 'outputs.s * 10 + state.n'}},"        \
  "'b': {'listen': 'a', 'do': {'call': 'expression', 'expr': 'outputs.a + 1'}}}}"
#define TASKS                                                                                      \
  "'tasks': [{'name': 'one', 'description': 'do one', 'expected_output': 'e', 'agent': 'w'},"      \
  " {'name': 'two', 'description': 'do two', 'expected_output': 'e', 'agent': 'w'},"               \
  " {'name': 'three', 'description': 'do three', 'expected_output': 'e', 'agent': 'w'}]"

static CliFixture *
make_flow (void)
{
  CliFixture *fixture = cli_fixture_new ();

  cli_fixture_write (fixture, "flow.json", FLOW, TRUE);
  return fixture;
}

static CliFixture *
make_crew (void)
{
  CliFixture *fixture = cli_fixture_new ();
  g_autofree char *folder = cli_fixture_path (fixture, "crew/agents");

  g_assert_cmpint (g_mkdir_with_parents (folder, 0700), ==, 0);
  cli_fixture_write (
      fixture, "crew/agents/w.jsonc",
      "{'role': 'Role w', 'goal': 'g', 'backstory': 'b', 'llm': {'model': 'mock/echo'}}", TRUE);
  cli_fixture_write (fixture, "crew/crew.jsonc", "{'name': 'c', 'agents': ['w'], " TASKS "}", TRUE);
  return fixture;
}

/* Parses the last line, or the line that contains @mark. (transfer full) */
static TroupeValue *
parse_line (const CliAnswer *answer, const char *mark)
{
  g_auto (GStrv) lines = g_strsplit (answer->out, "\n", -1);
  const char *found = NULL;

  for (guint i = 0; lines[i] != NULL; i++)
    if (*lines[i] != '\0' && (mark == NULL || strstr (lines[i], mark) != NULL))
      found = lines[i];
  g_test_message ("%s%s", answer->out, answer->err);
  g_assert_nonnull (found);
  return cli_json (found);
}

/* --- Parts --------------------------------------------------------------------------------------- */

static void
test_parts (void)
{
  g_autoptr (CliFixture) fixture = make_flow ();
  g_autoptr (CliAnswer) until =
      cli_fixture_run (fixture, NULL, "run", "flow.json", "--json", "--until", "a", NULL);
  g_autoptr (CliAnswer) from = cli_fixture_run (fixture, NULL, "run", "flow.json", "--json",
                                                "--from", "a", "--input", "n=5", NULL);
  g_autoptr (CliAnswer) only = cli_fixture_run (fixture, NULL, "run", "flow.json", "--json",
                                                "--only", "a", "--run", "last", NULL);
  g_autoptr (CliAnswer) gone =
      cli_fixture_run (fixture, NULL, "run", "flow.json", "--json", "--from", "gone", NULL);
  g_autoptr (CliAnswer) both =
      cli_fixture_run (fixture, NULL, "run", "flow.json", "--from", "a", "--only", "b", NULL);
  g_autoptr (TroupeValue) first = parse_line (until, NULL);
  g_autoptr (TroupeValue) second = parse_line (from, NULL);
  g_autoptr (TroupeValue) third = parse_line (only, NULL);

  cli_assert_json (first, "final", "21");
  cli_assert_json (first, "ended_early", "\"a\"");
  cli_assert_json (second, "final", "26");
  cli_assert_json (third, "outputs", "[[\"s\", 2], [\"a\", 25]]");
  g_assert_cmpint (gone->status, ==, 2);
  g_assert_cmpint (both->status, ==, 2);
}

static void
test_crew_parts (void)
{
  g_autoptr (CliFixture) fixture = make_crew ();
  g_autoptr (CliAnswer) until = cli_fixture_run (fixture, NULL, "run", "crew", "--data-dir", "data",
                                                 "--json", "--until", "two", NULL);
  g_autoptr (CliAnswer) from = cli_fixture_run (fixture, NULL, "run", "crew", "--data-dir", "data",
                                                "--json", "--from", "two", "--until", "2", NULL);
  g_autoptr (CliAnswer) only =
      cli_fixture_run (fixture, NULL, "run", "crew", "--data-dir", "data", "--json", "--only",
                       "three", "--input-of", "three=\"given text\"", NULL);
  g_autoptr (TroupeValue) first = parse_line (until, NULL);
  g_autoptr (TroupeValue) second = parse_line (from, NULL);
  g_autoptr (TroupeValue) third = parse_line (only, NULL);

  g_assert_cmpuint (troupe_value_list_get_length (cli_get (first, "final.tasks_output")), ==, 2);
  cli_assert_json (first, "ended_early", "\"two\"");
  cli_assert_json (first, "usage.requests", "2");
  cli_assert_json (second, "usage.requests", "1");
  g_assert_cmpuint (troupe_value_list_get_length (cli_get (third, "final.tasks_output")), ==, 1);
  g_assert_nonnull (strstr (cli_get_text (third, "final.raw"), "given text"));
}

static void
test_pins (void)
{
  g_autoptr (CliFixture) fixture = cli_fixture_new ();
  g_autoptr (CliAnswer) pinned = NULL;
  g_autoptr (CliAnswer) ignored = NULL;
  g_autoptr (CliAnswer) checked = NULL;
  g_autoptr (TroupeValue) first = NULL;
  g_autoptr (TroupeValue) second = NULL;
  g_autofree char *text =
      g_strconcat ("{'x-troupe': {'pins': {'a': 7}, 'muted': ['gone']}, ", FLOW + 1, NULL);

  cli_fixture_write (fixture, "flow.json", text, TRUE);
  pinned = cli_fixture_run (fixture, NULL, "run", "flow.json", "--json", NULL);
  ignored = cli_fixture_run (fixture, NULL, "run", "flow.json", "--json", "--ignore-pins", NULL);
  checked = cli_fixture_run (fixture, NULL, "validate", "flow.json", "--json", NULL);
  first = parse_line (pinned, NULL);
  second = parse_line (ignored, NULL);
  cli_assert_json (first, "final", "8");
  cli_assert_json (second, "final", "22");
  g_assert_nonnull (strstr (checked->out, "CrewAI runs it"));
  g_assert_nonnull (strstr (checked->out, "pin_of_nothing"));
}

/* A method that the run does not execute needs no key. */
static void
test_keys_of_parts (void)
{
  static const char *const flow =
      "{'name': 'F', %s 'methods': {"
      "'s': {'start': true, 'do': {'call': 'expression', 'expr': '1 + 1'}},"
      "'a': {%s 'do': {'call': 'agent', 'with': {'role': 'r', 'goal': 'g', 'backstory': 'b',"
      " 'llm': 'openai/gpt-4o', 'input': 'x'}}}}}";
  static const struct
  {
    const char *extra;
    const char *listen;
    const char *options[3];
    gboolean runs;
  } cases[] = {
    { "", "", { NULL }, TRUE },
    { "", "'listen': 'nothing',", { NULL }, TRUE },
    { "", "'listen': 's',", { NULL }, FALSE },
    { "", "'listen': 's',", { "--only", "s", NULL }, TRUE },
    { "", "", { "--only", "a", NULL }, FALSE },
    { "'x-troupe': {'pins': {'a': {'raw': 'y'}}},", "'listen': 's',", { NULL }, TRUE },
    { "'x-troupe': {'muted': ['a']},", "'listen': 's',", { NULL }, TRUE },
    { "'x-troupe': {'muted': ['a']},", "'listen': 's',", { "--ignore-pins", NULL }, FALSE },
  };
  g_autoptr (CliFixture) fixture = cli_fixture_new ();

  for (guint i = 0; i < G_N_ELEMENTS (cases); i++)
    {
      g_autofree char *text = g_strdup_printf (flow, cases[i].extra, cases[i].listen);
      const char *words[8] = { "run",
                               "flow.json",
                               "--yes",
                               cases[i].options[0],
                               cases[i].options[0] != NULL ? cases[i].options[1] : NULL,
                               NULL };
      g_autoptr (CliAnswer) answer = NULL;

      cli_fixture_write (fixture, "flow.json", text, TRUE);
      answer = cli_fixture_runv (fixture, NULL, words);
      g_test_message ("%u: %d %s%s", i, answer->status, answer->out, answer->err);
      g_assert_cmpint (answer->status, ==, cases[i].runs ? 0 : 2);
      g_assert_true ((strstr (answer->err, "OPENAI_API_KEY") != NULL) == !cases[i].runs);
    }
}

/* A folded text of YAML ends with a newline, which is no part of a message. */
static void
test_folded_names (void)
{
  g_autoptr (CliFixture) fixture = make_crew ();
  g_autoptr (CliAnswer) answer = NULL;

  cli_fixture_write (fixture, "crew/agents/w.jsonc",
                     "{'role': 'Role w\\n', 'goal': 'g', 'backstory': 'b', 'llm': 'openai/gpt-4o'}",
                     TRUE);
  cli_fixture_write (fixture, "crew/crew.jsonc",
                     "{'name': 'c', 'agents': ['w'], 'tasks': ["
                     "{'description': 'do one', 'expected_output': 'e', 'agent': 'w'},"
                     "{'description': 'do two\\nlines', 'expected_output': 'e', 'agent': 'w'}],"
                     "'process': 'hierarchical', 'manager_llm': 'mock/echo'}",
                     TRUE);
  answer = cli_fixture_run (fixture, NULL, "run", "crew", "--yes", NULL);
  g_test_message ("%s", answer->err);
  g_assert_cmpint (answer->status, ==, 2);
  g_assert_nonnull (strstr (answer->err, "“Role w” cannot run: "));
}

/* --- Breakpoints --------------------------------------------------------------------------------- */

static void
test_breakpoints (void)
{
  g_autoptr (CliFixture) fixture = make_flow ();
  g_autoptr (CliAnswer) answer = cli_fixture_run (
      fixture, "state\nset state.n \"x\"\nset state.n 4\nset outputs.s 3\nfrobnicate\ncontinue\n",
      "run", "flow.json", "--json", "--break", "a:state.n == 1", "--break", "b:outputs.a > 1000",
      NULL);
  g_autoptr (TroupeValue) held = parse_line (answer, "run_held");
  g_autoptr (TroupeValue) state = parse_line (answer, "\"command\": \"state\"");
  g_autoptr (TroupeValue) refused = parse_line (answer, "does not match its schema");
  g_autoptr (TroupeValue) result = parse_line (answer, NULL);
  g_autoptr (CliAnswer) shown = NULL;
  g_autoptr (CliAnswer) made = NULL;

  cli_assert_json (held, "reason", "\"breakpoint\"");
  cli_assert_json (held, "state.n", "1");
  cli_assert_json (state, "value.n", "1");
  cli_assert_json (refused, "ok", "false");
  cli_assert_json (result, "final", "35");
  shown = cli_fixture_run (fixture, NULL, "history", "show", cli_get_text (result, "run"), NULL);
  g_assert_nonnull (strstr (shown->out, "state.n: 1 "));
  g_assert_nonnull (strstr (shown->out, " 4 by "));
  /* A test cannot repeat the change. */
  made =
      cli_fixture_run (fixture, NULL, "history", "make-test", cli_get_text (result, "run"), NULL);
  g_assert_cmpint (made->status, ==, 2);
  g_assert_nonnull (strstr (made->err, "state.n, outputs.s was changed while this run was paused"));
}

/* The end of the commands stops the run; so does an invalid condition before it begins. */
static void
test_end_of_commands (void)
{
  g_autoptr (CliFixture) fixture = make_flow ();
  g_autoptr (CliAnswer) stopped =
      cli_fixture_run (fixture, "", "run", "flow.json", "--json", "--break-on", "s>a", NULL);
  g_autoptr (CliAnswer) invalid =
      cli_fixture_run (fixture, "", "run", "flow.json", "--break", "a:1 +", NULL);
  g_autoptr (CliAnswer) crew = NULL;
  g_autoptr (CliFixture) other = make_crew ();
  g_autoptr (TroupeValue) result = parse_line (stopped, NULL);
  g_autoptr (TroupeValue) pending = NULL;

  cli_assert_json (result, "result", "\"cancelled\"");
  g_assert_cmpint (invalid->status, ==, 2);
  crew = cli_fixture_run (other, "pending\nset input \"new context\"\ncontinue\n", "run", "crew",
                          "--data-dir", "data", "--json", "--break", "two", NULL);
  pending = parse_line (crew, "\"command\": \"pending\"");
  cli_assert_json (pending, "ok", "true");
  g_assert_nonnull (strstr (crew->out, "\"command\": \"set\", \"ok\": true"));
  g_assert_cmpint (crew->status, ==, 0);
}

/* A task is given by its number, too; a name that does not exist is reported, and outputs of tasks are fixed. */
static void
test_crew_breakpoints (void)
{
  g_autoptr (CliFixture) fixture = make_crew ();
  g_autoptr (CliAnswer) number =
      cli_fixture_run (fixture, "pending\nset outputs.one \"x\"\ncontinue\n", "run", "crew",
                       "--data-dir", "data", "--break", "3:outputs.one != ''", NULL);
  g_autoptr (CliAnswer) nowhere = cli_fixture_run (fixture, "", "run", "crew", "--data-dir", "data",
                                                   "--break", "nowhere", NULL);

  g_test_message ("%s%s", number->err, nowhere->err);
  g_assert_cmpint (number->status, ==, 0);
  g_assert_nonnull (strstr (number->err, "Paused before three."));
  g_assert_null (strstr (number->err, "Paused before two."));
  g_assert_nonnull (strstr (number->err, "The outputs of tasks are fixed."));
  g_assert_cmpint (nowhere->status, ==, 0);
  g_assert_nonnull (strstr (nowhere->err, "The breakpoint on “nowhere” is never reached"));
}

/* A task of a crew inside a flow is given with its method, or means the tasks of that name of all crews. */
static void
test_inner_breakpoints (void)
{
#define INNER                                                                                      \
  "'do': {'call': 'crew', 'with': {'agents': {'w': {'role': 'Role w', 'goal': 'g', 'backstory': "  \
  "'b', 'llm': {'model': 'mock/echo'}}}, " TASKS "}}}"
  static const struct
  {
    const char *place;
    const char *const pauses[3];
  } cases[] = {
    { "second/two", { "{\"task\":\"two\",\"method\":\"second\"}" } },
    { "second/2", { "{\"task\":\"2\",\"method\":\"second\"}" } },
    { "two", { "{\"task\":\"two\"}", "{\"task\":\"two\"}" } },
    { "second/nowhere", { NULL } },
  };
  g_autoptr (CliFixture) fixture = cli_fixture_new ();

  cli_fixture_write (fixture, "flow.json",
                     "{'name': 'F', 'methods': {'first': {'start': true, " INNER
                     ", 'second': {'listen': 'first', " INNER "}}",
                     TRUE);
  for (guint i = 0; i < G_N_ELEMENTS (cases); i++)
    {
      g_autoptr (CliAnswer) run =
          cli_fixture_run (fixture, "continue\ncontinue\n", "run", "flow.json", "--data-dir",
                           "data", "--json", "--break", cases[i].place, NULL);
      const char *rest = run->out;

      g_test_message ("%s: %s%s", cases[i].place, run->out, run->err);
      g_assert_cmpint (run->status, ==, 0);
      for (guint j = 0; cases[i].pauses[j] != NULL; j++)
        {
          rest = strstr (rest, "\"reason\":\"breakpoint\"");
          g_assert_nonnull (rest);
          rest = strstr (rest, cases[i].pauses[j]);
          g_assert_nonnull (rest);
        }
      g_assert_null (strstr (rest, "\"reason\":\"breakpoint\""));
      g_assert_true ((strstr (run->err, "is never reached") != NULL) ==
                     (cases[i].pauses[0] == NULL));
    }
#undef INNER
}

/* A flow that pauses before a task shows what the tasks of the same crew have returned before, and only those. */
static void
test_inner_outputs (void)
{
#define INNER                                                                                      \
  "'do': {'call': 'crew', 'with': {'agents': {'w': {'role': 'Role w', 'goal': 'g', 'backstory': "  \
  "'b', 'llm': {'model': 'mock/echo'}}}, " TASKS "}}}"
  g_autoptr (CliFixture) fixture = cli_fixture_new ();
  g_autoptr (CliAnswer) run = NULL;
  const char *last = NULL;
  g_autofree char *line = NULL;

  cli_fixture_write (fixture, "flow.json",
                     "{'name': 'F', 'methods': {'first': {'start': true, " INNER
                     ", 'second': {'listen': 'first', " INNER "}}",
                     TRUE);
  run = cli_fixture_run (fixture, "tasks\nset tasks.second.one 1\ncontinue\n", "run", "flow.json",
                         "--data-dir", "data", "--json", "--break", "second/two", NULL);
  g_test_message ("%s%s", run->out, run->err);
  g_assert_cmpint (run->status, ==, 0);
  last = strstr (run->out,
                 "{\"command\": \"tasks\", \"ok\": true, \"value\": {\"second\": {\"one\": ");
  g_assert_nonnull (last);
  g_assert_nonnull (strstr (last, "{\"command\": \"set\", \"ok\": false"));
  line = g_strndup (last, strcspn (last, "\n"));
  g_assert_null (strstr (line, "\"two\""));
#undef INNER
}

/* A run that was killed while it was paused has the change, and is paused again if that is wanted. */
static void
test_killed (void)
{
  g_autoptr (CliFixture) fixture = make_crew ();
  const char *const arguments[] = { "run", "crew",     "--data-dir", "data", "--break",
                                    "two", "--events", "e.jsonl",    NULL };
  g_autoptr (GSubprocess) process = cli_fixture_start_with_input (fixture, arguments);
  GOutputStream *commands = g_subprocess_get_stdin_pipe (process);
  const char command[] = "set input \"Only hail.\"\n";
  g_autoptr (CliAnswer) list = NULL;
  g_autoptr (CliAnswer) resumed = NULL;
  g_autoptr (TroupeValue) run = NULL;

  cli_fixture_wait_for (fixture, "e.jsonl", "run_held");
  g_assert_true (g_output_stream_write_all (commands, command, strlen (command), NULL, NULL, NULL));
  cli_fixture_wait_for (fixture, "e.jsonl", "run_edited");
  g_subprocess_force_exit (process);
  g_subprocess_wait (process, NULL, NULL);
  list = cli_fixture_run (fixture, NULL, "history", "--data-dir", "data", "--json", NULL);
  run = parse_line (list, NULL);
  cli_assert_json (run, "status", "\"interrupted\"");
  resumed = cli_fixture_run (fixture, "pending\ncontinue\n", "resume", cli_get_text (run, "run"),
                             "--data-dir", "data", "--break", "two", "--events", "r.jsonl", NULL);
  g_test_message ("%s%s", resumed->out, resumed->err);
  g_assert_cmpint (resumed->status, ==, 0);
  g_assert_nonnull (strstr (resumed->err, "Paused before two."));
  g_assert_nonnull (strstr (resumed->err, "\"input\": \"Only hail.\""));
  /* The user of a crew knows no methods. */
  cli_fixture_wait_for (fixture, "r.jsonl",
                        "The run resumes where it was interrupted, after 1 completed task.");
}

/* --- Forks --------------------------------------------------------------------------------------- */

static void
test_fork (void)
{
  g_autoptr (CliFixture) fixture = make_flow ();
  g_autoptr (CliAnswer) first = cli_fixture_run (fixture, NULL, "run", "flow.json", "--json", NULL);
  g_autoptr (TroupeValue) run = parse_line (first, NULL);
  const char *id = cli_get_text (run, "run");
  g_autoptr (CliAnswer) fork = cli_fixture_run (fixture, NULL, "history", "fork", id, "--at", "2",
                                                "--set", "state.n=9", "--json", NULL);
  g_autoptr (CliAnswer) wrong = cli_fixture_run (fixture, NULL, "history", "fork", id, "--at", "a",
                                                 "--set", "state.n=x", NULL);
  g_autoptr (CliAnswer) none = cli_fixture_run (fixture, NULL, "history", "fork", id, NULL);
  g_autoptr (CliAnswer) broken = NULL;
  g_autoptr (CliAnswer) shown = NULL;
  g_autoptr (TroupeValue) result = parse_line (fork, NULL);
  g_autoptr (TroupeValue) record = NULL;

  cli_assert_json (result, "final", "30");
  shown = cli_fixture_run (fixture, NULL, "history", "show", cli_get_text (result, "run"), "--json",
                           NULL);
  record = parse_line (shown, NULL);
  g_assert_cmpstr (cli_get_text (record, "origin.run"), ==, id);
  cli_assert_json (record, "origin.step", "2");
  g_assert_cmpint (wrong->status, ==, 2);
  g_assert_cmpint (none->status, ==, 2);
  cli_fixture_write (fixture, "broken.json", "{'name': 1}", TRUE);
  broken = cli_fixture_run (fixture, NULL, "history", "fork", id, "--at", "a", "--document",
                            "broken.json", NULL);
  g_assert_cmpint (broken->status, ==, 2);
  g_assert_nonnull (strstr (broken->err, "broken.json"));
}

/* --- Stopping ------------------------------------------------------------------------------------ */

#define TOKEN "server-of-the-control-test"
/* A server whose tool never answers. */
#define SERVER                                                                                     \
  "import json, sys, time\n"                                                                       \
  "for line in sys.stdin:\n"                                                                       \
  "    m = json.loads(line)\n"                                                                     \
  "    if 'id' not in m: continue\n"                                                               \
  "    r = {}\n"                                                                                   \
  "    if m['method'] == 'initialize':\n"                                                          \
  "        r = {'protocolVersion': m['params']['protocolVersion'],\n"                              \
  "             'capabilities': {'tools': {}}, 'serverInfo': {'name': 's', 'version': '1'}}\n"     \
  "    if m['method'] == 'tools/list':\n"                                                          \
  "        r = {'tools': [{'name': 'wait', 'description': 'd', 'inputSchema': {'type': "           \
  "'object',\n"                                                                                    \
  "              'properties': {}}}]}\n"                                                           \
  "    if m['method'] == 'tools/call': time.sleep(600)\n"                                          \
  "    print(json.dumps({'jsonrpc': '2.0', 'id': m['id'], 'result': r}), flush=True)\n"

/* Returns the number of processes that have the token among their arguments. */
static guint
count_servers (void)
{
  g_autoptr (GDir) proc = g_dir_open ("/proc", 0, NULL);
  const char *name;
  guint n_servers = 0;

  while ((name = g_dir_read_name (proc)) != NULL)
    {
      g_autofree char *path = g_build_filename ("/proc", name, "cmdline", NULL);
      g_autofree char *line = NULL;
      gsize length = 0;

      if (g_ascii_isdigit (*name) && g_file_get_contents (path, &line, &length, NULL) &&
          memmem (line, length, TOKEN, strlen (TOKEN)) != NULL)
        n_servers++;
    }
  return n_servers;
}

/* A stopped run has ended its servers when the command ends, and tells which call was running. */
static void
test_stop (void)
{
  g_autoptr (CliFixture) fixture = make_crew ();
  const char *const arguments[] = { "run",     "crew", "--data-dir", "data",    "--yes",
                                    "--allow", "mcp",  "--events",   "e.jsonl", NULL };
  g_autoptr (GSubprocess) process = NULL;
  g_autoptr (CliAnswer) list = NULL;
  g_autoptr (CliAnswer) shown = NULL;
  g_autoptr (TroupeValue) run = NULL;
  g_auto (GStrv) lines = NULL;
  gint64 stopped_us, deadline_us;
  guint n_servers = 0;

  cli_fixture_write (fixture, "crew/server.py", SERVER, FALSE);
  cli_fixture_write (
      fixture, "crew/agents/w.jsonc",
      "{'role': 'Role w', 'goal': 'g', 'backstory': 'b', 'mcps': [{'command': 'python3', 'args': "
      "['server.py', '" TOKEN
      "']}], 'llm': {'model': 'mock/script', 'answers': ['Thought: t\\nAction: "
      "python3_server_py_"
      "server_of_the_control_test_wait\\nAction Input: {}', 'Thought: t\\nFinal Answer: "
      "fine']}}",
      TRUE);
  process = cli_fixture_start (fixture, arguments);
  cli_fixture_wait_for (fixture, "e.jsonl", "tool_usage_started");
  /* The server is started on another thread. */
  deadline_us = g_get_monotonic_time () + TEST_WAIT_US;
  while (n_servers == 0 && g_get_monotonic_time () < deadline_us)
    {
      g_usleep (1000);
      n_servers = count_servers ();
    }
  g_assert_cmpuint (n_servers, >, 0);
  stopped_us = g_get_monotonic_time ();
  g_subprocess_send_signal (process, SIGINT);
  g_assert_cmpint (cli_wait (process), ==, 130);
  g_test_message ("stopped within %" G_GINT64_FORMAT " ms",
                  (g_get_monotonic_time () - stopped_us) / 1000);
  /* A server that is at work has two seconds to end, not ten minutes. */
  g_assert_cmpint (g_get_monotonic_time () - stopped_us, <, TEST_WAIT_US);
  while (count_servers () > 0 && g_get_monotonic_time () < stopped_us + TEST_WAIT_US)
    g_usleep (1000);
  g_test_message ("gone within %" G_GINT64_FORMAT " ms", (g_get_monotonic_time () - stopped_us) / 1000);
  g_assert_cmpuint (count_servers (), ==, 0);
  list = cli_fixture_run (fixture, NULL, "history", "--data-dir", "data", "--json", NULL);
  lines = g_strsplit (list->out, "\n", 2);
  run = cli_json (lines[0]);
  shown = cli_fixture_run (fixture, NULL, "history", "show", cli_get_text (run, "run"),
                           "--data-dir", "data", "--json", NULL);
  g_assert_nonnull (strstr (shown->out, "\"in_flight\": [{\"kind\": \"tool_call\""));
}

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/cli-control/parts", test_parts);
  g_test_add_func ("/cli-control/crew-parts", test_crew_parts);
  g_test_add_func ("/cli-control/keys-of-parts", test_keys_of_parts);
  g_test_add_func ("/cli-control/folded-names", test_folded_names);
  g_test_add_func ("/cli-control/pins", test_pins);
  g_test_add_func ("/cli-control/breakpoints", test_breakpoints);
  g_test_add_func ("/cli-control/end-of-commands", test_end_of_commands);
  g_test_add_func ("/cli-control/crew-breakpoints", test_crew_breakpoints);
  g_test_add_func ("/cli-control/inner-breakpoints", test_inner_breakpoints);
  g_test_add_func ("/cli-control/inner-outputs", test_inner_outputs);
  g_test_add_func ("/cli-control/killed", test_killed);
  g_test_add_func ("/cli-control/fork", test_fork);
  g_test_add_func ("/cli-control/stop", test_stop);
  return g_test_run ();
}
