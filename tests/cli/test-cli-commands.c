/* test-cli-commands.c: troupectl: options, validate, show, eval, plot, history
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#include "config.h"

#include <glib/gstdio.h>
#include <sys/resource.h>
#include <unistd.h>

#include "../test-time.h"
#include "cli-fixture.h"

/* --- Options ---------------------------------------------------------------------------------- */

static void
test_help (void)
{
  static const char *const commands[] = { "run",  "validate", "show",   "eval",
                                          "plot", "convert",  "history" };
  g_autoptr (CliFixture) fixture = cli_fixture_new ();
  g_autoptr (CliAnswer) all = cli_fixture_run (fixture, NULL, "--help", NULL);
  g_autoptr (CliAnswer) none = cli_fixture_run (fixture, NULL, NULL);
  g_autoptr (CliAnswer) version = cli_fixture_run (fixture, NULL, "--version", NULL);

  g_assert_cmpint (all->status, ==, 0);
  g_assert_cmpint (none->status, ==, 2);
  g_assert_cmpstr (none->out, ==, "");
  g_assert_cmpstr (version->out, ==, "troupectl " TROUPE_VERSION "\n");
  for (guint i = 0; i < G_N_ELEMENTS (commands); i++)
    {
      g_autoptr (CliAnswer) answer = cli_fixture_run (fixture, NULL, commands[i], "--help", NULL);
      g_autoptr (CliAnswer) other = cli_fixture_run (fixture, NULL, "help", commands[i], NULL);

      g_assert_nonnull (strstr (all->out, commands[i]));
      g_assert_cmpint (answer->status, ==, 0);
      g_assert_nonnull (strstr (answer->out, "Example:"));
      g_assert_nonnull (strstr (answer->out, "--json"));
      g_assert_cmpstr (answer->out, ==, other->out);
    }
}

static void
assert_refused (CliFixture *fixture, const char *words, const char *hint)
{
  g_auto (GStrv) arguments = g_strsplit (words, " ", -1);
  g_autoptr (CliAnswer) answer = cli_fixture_runv (fixture, NULL, (const char *const *) arguments);

  g_assert_cmpint (answer->status, ==, 2);
  g_assert_cmpstr (answer->out, ==, "");
  g_assert_true (g_str_has_prefix (answer->err, "troupectl: "));
  if (strstr (answer->err, hint) == NULL)
    g_error ("“%s” is not in: %s", hint, answer->err);
}

static void
test_mistakes (void)
{
  g_autoptr (CliFixture) fixture = cli_fixture_new ();

  assert_refused (fixture, "rnu x", "“run”");
  assert_refused (fixture, "frobnicate", "--help");
  assert_refused (fixture, "--frobnicate", "--frobnicate");
  assert_refused (fixture, "run x --jsn", "--json");
  assert_refused (fixture, "run x --frobnicate", "troupectl run --help");
  assert_refused (fixture, "run x -z", "-z");
  assert_refused (fixture, "run x --json=yes", "--json does not accept a value");
  assert_refused (fixture, "run x --timeout", "--timeout SECONDS");
  assert_refused (fixture, "run", "troupectl run FILE");
  assert_refused (fixture, "run x y", "“y”");
  assert_refused (fixture, "plot x", "-o OUT.svg");
  assert_refused (fixture, "plot x -o y.gif", "unknown file format");
  assert_refused (fixture, "plot x -o y.png --scale 0", "--scale");
  assert_refused (fixture, "plot x -o y.png --scale 1e9", "--scale");
  assert_refused (fixture, "plot x -o y.png --view 1,2,3", "--view");
  assert_refused (fixture, "plot x -o y", "unknown file format");
  assert_refused (fixture, "plot x -o y.svg --scheme pink", "light, dark or both");
  assert_refused (fixture, "convert x", "-o OUT.yaml");
  assert_refused (fixture, "convert x -o y.png", "unknown file format");
  assert_refused (fixture, "eval", "--batch");
  assert_refused (fixture, "eval 1 --batch x", "--batch");
  assert_refused (fixture, "eval 1 --dialect x", "crewai or spec");
  assert_refused (fixture, "history show", "history show RUN");
  assert_refused (fixture, "history a b", "“b”");
  assert_refused (fixture, "history --limit x", "--limit");
  assert_refused (fixture, "history show a b", "“b”");
  assert_refused (fixture, "history delete", "--older-than");
  assert_refused (fixture, "history delete a --all", "--all");
  assert_refused (fixture, "history delete --keep 1 --all", "--all");
  assert_refused (fixture, "history delete --keep -1", "--keep");
  assert_refused (fixture, "history delete --older-than 30", "30d");
  assert_refused (fixture, "history delete --older-than d", "30d");
  assert_refused (fixture, "history delete --older-than 99999999999999999999d", "30d");
  assert_refused (fixture, "history --all", "history delete");
}

/* Commands that are elsewhere are named, and options that this version lacks are reported as such. */
static void
test_later (void)
{
  static const char *const commands[][2] = {
    { "fork", "troupectl history fork RUN" },
    { "diff", "troupectl compare RUN RUN" },
    { "merge", "Compare With File" },
    { "merge --help", "Compare With File" },
  };
  static const char *const flags[] = { "--max-rpm 3" };
  g_autoptr (CliFixture) fixture = cli_fixture_new ();

  for (guint i = 0; i < G_N_ELEMENTS (commands); i++)
    assert_refused (fixture, commands[i][0], commands[i][1]);
  for (guint i = 0; i < G_N_ELEMENTS (flags); i++)
    {
      g_autofree char *words = g_strconcat ("run x ", flags[i], NULL);
      assert_refused (fixture, words, "This version");
    }
}

/* Arguments after `--` are not parsed as options. */
static void
test_end_of_flags (void)
{
  g_autoptr (CliFixture) fixture = cli_fixture_new ();
  g_autoptr (CliAnswer) minus = cli_fixture_run (fixture, NULL, "eval", "--", "-3", NULL);
  g_autoptr (CliAnswer) attached =
      cli_fixture_run (fixture, NULL, "eval", "--dialect=spec", "1 + 1", "--json", NULL);

  g_assert_cmpstr (minus->out, ==, "-3\n");
  g_assert_cmpstr (attached->out, ==, "{\"value\": 2}\n");
}

/* --- validate, show ----------------------------------------------------------------------- */

static void
test_validate (void)
{
  g_autoptr (CliFixture) fixture = cli_fixture_new ();
  g_autofree char *good = cli_example ("straight-line.json");
  g_autoptr (CliAnswer) fine = cli_fixture_run (fixture, NULL, "validate", good, NULL);
  g_autoptr (CliAnswer) text = NULL;
  g_autoptr (CliAnswer) json = NULL;
  g_auto (GStrv) lines = NULL;
  g_autoptr (TroupeValue) first = NULL;
  g_autoptr (TroupeValue) second = NULL;

  cli_fixture_write (fixture, "bad.json", "{'name': 'n',\n 'methods': {'a': {'do': 3}}}", TRUE);
  text = cli_fixture_run (fixture, NULL, "validate", "bad.json", NULL);
  json = cli_fixture_run (fixture, NULL, "validate", good, "bad.json", "--json", NULL);
  g_assert_cmpint (fine->status, ==, 0);
  g_assert_cmpint (text->status, ==, 2);
  g_assert_true (g_str_has_prefix (text->err, "bad.json:2:"));
  g_assert_nonnull (strstr (text->err, "error: methods.a.do"));
  g_assert_cmpint (json->status, ==, 2);
  lines = g_strsplit (json->out, "\n", -1);
  first = cli_json (lines[0]);
  second = cli_json (lines[1]);
  cli_assert_json (first, "ok", "true");
  cli_assert_json (first, "problems", "[]");
  cli_assert_json (second, "file", "\"bad.json\"");
  cli_assert_json (second, "ok", "false");
  cli_assert_json (second, "problems.0.severity", "\"error\"");
  cli_assert_json (second, "problems.0.line", "2");
  g_assert_nonnull (cli_get_text (second, "problems.0.code"));
  g_assert_nonnull (cli_get_text (second, "problems.0.message"));
}

/* A document that loads but probably does not work as intended causes a warning, not a failure. */
static void
test_validate_warnings (void)
{
  g_autoptr (CliFixture) fixture = cli_fixture_new ();
  g_autoptr (CliAnswer) text = NULL;
  g_autoptr (CliAnswer) quiet = NULL;

  cli_fixture_write (fixture, "flow.json",
                     "{'schema': 'crewai.flow/v1', 'name': 'n', 'methods': {'a': {'start': true, "
                     "'do': {'call': 'expression', 'expr': '1'}}, 'b': {'listen': 'nobody', 'do': "
                     "{'call': 'expression', 'expr': '1'}}}}",
                     TRUE);
  text = cli_fixture_run (fixture, NULL, "validate", "flow.json", NULL);
  quiet = cli_fixture_run (fixture, NULL, "validate", "flow.json", "--quiet", NULL);
  g_assert_cmpint (text->status, ==, 0);
  g_assert_nonnull (strstr (text->err, "warning: "));
  g_assert_nonnull (strstr (text->err, "nobody"));
  g_assert_cmpint (quiet->status, ==, 0);
  g_assert_cmpstr (quiet->err, ==, "");
  g_assert_cmpstr (quiet->out, ==, "");
}

/* Returns the processor time of all ended child processes, in seconds. */
static double
get_child_time (void)
{
  struct rusage usage;

  g_assert_cmpint (getrusage (RUSAGE_CHILDREN, &usage), ==, 0);
  return (double) usage.ru_utime.tv_sec + (double) usage.ru_utime.tv_usec / G_USEC_PER_SEC;
}

/* Documents of the largest size are validated at once: within a second on an idle machine, which
 * is doubled for a busy one. */
static void
test_validate_large (void)
{
  g_autoptr (CliFixture) fixture = cli_fixture_new ();
  g_autoptr (GString) flow = g_string_new ("{\"name\": \"n\", \"methods\": {");
  g_autoptr (GString) crew = g_string_new ("{\"agents\": [\"a\"], \"tasks\": [");
  g_autoptr (CliAnswer) of_flow = NULL;
  g_autoptr (CliAnswer) of_crew = NULL;
  double begin, taken;

  for (guint i = 0; i < 100000 / TEST_SLOWNESS; i++)
    {
      g_string_append_printf (flow, "%s\"m%u\": {", i > 0 ? ",\n" : "", i);
      if (i > 0)
        g_string_append_printf (flow, "\"listen\": \"m%u\"", i - 1);
      else
        g_string_append (flow, "\"start\": true");
      g_string_append_printf (
          flow, ", \"do\": {\"call\": \"expression\", \"expr\": \"state.x + %u\"}}", i);
    }
  g_string_append (flow, "}}");
  for (guint i = 0; i < 10000 / TEST_SLOWNESS; i++)
    {
      g_string_append_printf (crew,
                              "%s{\"name\": \"t%u\", \"description\": \"d\", \"expected_output\": "
                              "\"o\", \"agent\": \"a\"",
                              i > 0 ? ",\n" : "", i);
      if (i > 0)
        g_string_append_printf (crew, ", \"context\": [\"t%u\"]", i - 1);
      g_string_append_c (crew, '}');
    }
  g_string_append (crew, "]}");
  cli_fixture_write (fixture, "flow.json", flow->str, FALSE);
  cli_fixture_write (fixture, "crew.json", crew->str, FALSE);
  cli_fixture_write (fixture, "agents/a.jsonc",
                     "{'role': 'r', 'goal': 'g', 'backstory': 'b', 'llm': 'gpt-4o'}", TRUE);

  begin = get_child_time ();
  of_flow = cli_fixture_run (fixture, NULL, "validate", "flow.json", NULL);
  taken = get_child_time () - begin;
  g_assert_cmpint (of_flow->status, ==, 0);
  g_test_message ("%.2f s for 100,000 methods", taken);
  g_assert_cmpfloat (taken, <, 2.0 * TEST_SLOWNESS);

  begin = get_child_time ();
  of_crew = cli_fixture_run (fixture, NULL, "validate", "crew.json", NULL);
  taken = get_child_time () - begin;
  g_assert_cmpint (of_crew->status, ==, 0);
  g_test_message ("%.2f s for 10,000 tasks", taken);
  g_assert_cmpfloat (taken, <, 1.0 * TEST_SLOWNESS);
}

/* Crew files that a flow calls are validated at each call. */
static void
test_validate_crews (void)
{
  g_autoptr (CliFixture) fixture = cli_fixture_new ();
  g_autoptr (CliAnswer) missing = NULL;
  g_autoptr (CliAnswer) outside = NULL;
  g_autoptr (CliAnswer) inner = NULL;
  g_autoptr (CliAnswer) bad = NULL;

  cli_fixture_write (fixture, "flow.json",
                     "{'name': 'n', 'methods': {'a': {'start': true, 'do': {'call': 'crew', "
                     "'from_declaration': 'crew.jsonc'}}}}",
                     TRUE);
  missing = cli_fixture_run (fixture, NULL, "validate", "flow.json", NULL);
  g_assert_cmpint (missing->status, ==, 0);
  g_assert_nonnull (strstr (missing->err, "flow.json:1:"));
  g_assert_nonnull (strstr (missing->err, "methods.a.do.from_declaration: "));
  g_assert_nonnull (strstr (missing->err, "[unreadable_crew]"));

  /* An inline crew has the problems that its file would have. */
  cli_fixture_write (
      fixture, "inline.json",
      "{'name': 'n', 'methods': {'a': {'start': true, 'do': {'call': 'crew', 'with': "
      "{'agents': {'w': {'role': '', 'goal': '', 'backstory': ''}}, 'tasks': "
      "[{'description': '', 'expected_output': '', 'agent': 'w'}]}}}}}",
      TRUE);
  inner = cli_fixture_run (fixture, NULL, "validate", "inline.json", NULL);
  g_test_message ("%s", inner->err);
  g_assert_nonnull (strstr (inner->err, "methods.a.do.with.agents.w"));
  g_assert_nonnull (strstr (inner->err, "methods.a.do.with.tasks[0]"));

  cli_fixture_write (fixture, "crew.jsonc", "{'agents': ['w'], 'tasks': []}", TRUE);
  bad = cli_fixture_run (fixture, NULL, "validate", "flow.json", NULL);
  g_assert_nonnull (strstr (bad->err, "crew.jsonc:1:"));

  /* Crews in the steps of an `each` are also validated. A path outside of the document's folder
   * is not read. */
  cli_fixture_write (fixture, "each.json",
                     "{'name': 'n', 'methods': {'a': {'start': true, 'do': {'call': 'each', 'in': "
                     "'[1]', 'do': [{'name': 's', 'action': {'call': 'crew', 'from_declaration': "
                     "'../../etc/passwd'}}]}}}}",
                     TRUE);
  outside = cli_fixture_run (fixture, NULL, "validate", "each.json", NULL);
  g_assert_nonnull (strstr (outside->err, "methods.a.do.do[0].action.from_declaration: "));
  g_assert_null (strstr (outside->err, "root:"));
}

static void
remove_text (char *text, const char *part)
{
  char *at = strstr (text, part);

  g_assert_nonnull (at);
  memmove (at, at + strlen (part), strlen (at + strlen (part)) + 1);
}

/* Whatever a run refuses is found by validate, with the words of the run. */
static void
test_refusals (void)
{
#define LONG_NAME                                                                                  \
  "xxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxx" \
  "xxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxx" \
  "xxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxx"
  static const struct
  {
    const char *agent;
    const char *task;
    const char *crew;
    const char *code;
    const char *path;
    const char *word; /* in the messages of both */
  } cases[] = {
    { "'tools': ['NoSuchTool']", "", "", "run_refused", "tools[0]", "NoSuchTool" },
    { "'tools': ['calculator', 'platform:github']", "", "", "run_refused", "tools[1]", "github" },
    { "", "'tools': ['NoSuchTool'],", "", "run_refused", "tasks[0].tools[0]", "NoSuchTool" },
    { "", "'output_file': 'o/" LONG_NAME "',", "", "run_refused", "tasks[0].output_file", "255" },
    { "", "", "'output_log_file': '" LONG_NAME "',", "run_refused", "output_log_file", "255" },
    { "", "", "'knowledge_sources': [{'source_type': 'text_file', 'file_paths': ['none.txt']}],",
      "run_refused", "knowledge_sources", "none.txt" },
    { "'skills': ['./none']", "", "", "run_refused", "skills", "./none" },
    { "", "", "'memory': true, 'embedder': {'provider': 'nosuch', 'config': {}},", "run_refused",
      "embedder", "nosuch" },
    { "'llm': 'nosuch/x'", "", "", "unknown_provider", "llm", "nosuch/x" },
    { "", "", "'planning': true, 'planning_llm': 'nosuch/x',", "unknown_provider", "planning_llm",
      "nosuch/x" },
    { "'mcps': [{'command': 'no-such-program-x'}]", "", "", "missing_program", "mcps[0]",
      "no-such-program-x" },
    { "'tools': ['no_such_module_x:Thing']", "", "", "missing_module", "tools[0]",
      "no_such_module_x" },
    { "'role': 'About {topic}'", "", "", "missing_input", "", "topic" },
    { "", "", "'knowledge_sources': ['bees.txt'],", "wrong_type", "knowledge_sources[0]",
      "source_type" },
    { "", "", "'memory': true,", "missing_key", "embedder", "OPENAI_API_KEY" },
  };

  for (guint i = 0; i < G_N_ELEMENTS (cases); i++)
    {
      g_autoptr (CliFixture) fixture = cli_fixture_new ();
      g_autofree char *agents = cli_fixture_path (fixture, "agents");
      g_autofree char *agent = g_strdup_printf (
          "{'role': 'R', 'goal': 'g', 'backstory': 'b', 'llm': 'mock/echo'%s%s}",
          *cases[i].agent != '\0' ? ", " : "", cases[i].agent);
      g_autofree char *crew = g_strdup_printf (
          "{%s 'name': 'c', 'agents': ['a'], 'tasks': [{%s 'name': 't', 'description': 'd', "
          "'expected_output': 'x', 'agent': 'a'}]}",
          cases[i].crew, cases[i].task);
      g_autofree char *code = g_strdup_printf ("\"code\": \"%s\", \"path\": \"%s\"", cases[i].code,
                                               cases[i].path);
      g_autoptr (CliAnswer) checked = NULL;
      g_autoptr (CliAnswer) ran = NULL;

      g_test_message ("%s %s", cases[i].code, cases[i].path);
      /* A repeated key would be an error of its own. */
      if (strstr (cases[i].agent, "'llm'") != NULL)
        remove_text (agent, ", 'llm': 'mock/echo'");
      if (strstr (cases[i].agent, "'role'") != NULL)
        remove_text (agent, "'role': 'R', ");
      g_assert_cmpint (g_mkdir (agents, 0700), ==, 0);
      cli_fixture_write (fixture, "agents/a.jsonc", agent, TRUE);
      cli_fixture_write (fixture, "crew.jsonc", crew, TRUE);
      checked = cli_fixture_run (fixture, NULL, "validate", "crew.jsonc", "--json", NULL);
      if (strstr (checked->out, code) == NULL || strstr (checked->out, cases[i].word) == NULL)
        g_error ("%s is not in: %s", code, checked->out);
      g_assert_cmpint (checked->status, ==,
                       g_str_equal (cases[i].code, "run_refused") ||
                               g_str_equal (cases[i].code, "wrong_type")
                           ? 2
                           : 0);
      ran = cli_fixture_run (fixture, NULL, "run", "crew.jsonc", "--json", "--yes", "--allow", "all",
                             "--no-store", NULL);
      g_assert_cmpint (ran->status, !=, 0);
      if (strstr (ran->out, cases[i].word) == NULL)
        g_error ("%s is not in: %s", cases[i].word, ran->out);
      /* It is a crew. */
      g_assert_null (strstr (ran->out, "The flow"));
    }
#undef LONG_NAME
}

/* Variables that a tool reads and does not receive are named. */
static void
test_code_variables (void)
{
  g_autoptr (CliFixture) fixture = cli_fixture_new ();
  g_autofree char *agents = cli_fixture_path (fixture, "agents");
  g_autofree char *tools = cli_fixture_path (fixture, "tools");
  g_autoptr (CliAnswer) read = NULL;
  g_autoptr (CliAnswer) unread = NULL;

  g_assert_cmpint (g_mkdir (agents, 0700), ==, 0);
  g_assert_cmpint (g_mkdir (tools, 0700), ==, 0);
  cli_fixture_write (fixture, "agents/a.jsonc",
                     "{'role': 'R', 'goal': 'g', 'backstory': 'b', 'llm': 'mock/echo', 'tools': "
                     "['custom:look']}",
                     TRUE);
  cli_fixture_write (fixture, "crew.jsonc",
                     "{'name': 'c', 'agents': ['a'], 'tasks': [{'name': 't', 'description': 'd', "
                     "'expected_output': 'x', 'agent': 'a'}]}",
                     TRUE);
  cli_fixture_write (fixture, "tools/look.py", "import os\nKEY = os.getenv('LOOK_KEY')\n", FALSE);
  read = cli_fixture_run (fixture, NULL, "validate", "crew.jsonc", "--json", NULL);
  g_assert_nonnull (strstr (read->out, "code_variables"));
  g_assert_nonnull (strstr (read->out, "LOOK_KEY"));
  cli_fixture_write (fixture, "tools/look.py", "import os\nHOME = os.getenv('HOME')\n", FALSE);
  unread = cli_fixture_run (fixture, NULL, "validate", "crew.jsonc", "--json", NULL);
  g_assert_null (strstr (unread->out, "code_variables"));
}

/* A class of the state that is missing is named, and not a class that is there. */
static void
test_state_class (void)
{
  g_autoptr (CliFixture) fixture = cli_fixture_new ();
  g_autoptr (CliAnswer) missing = NULL;
  g_autoptr (CliAnswer) found = NULL;

  cli_fixture_write (
      fixture, "flow.json",
      "{'name': 'F', 'state': {'type': 'pydantic', 'ref': 'states:State'}, 'methods': "
      "{'a': {'start': true, 'do': {'call': 'expression', 'expr': '1'}}}}",
      TRUE);
  missing = cli_fixture_run (fixture, NULL, "validate", "flow.json", "--json", NULL);
  g_assert_nonnull (strstr (missing->out, "\"code\": \"missing_module\", \"path\": \"state.ref\""));
  cli_fixture_write (fixture, "states.py", "class State:\n    pass\n", FALSE);
  found = cli_fixture_run (fixture, NULL, "validate", "flow.json", "--json", NULL);
  g_assert_null (strstr (found->out, "missing_module"));
  g_assert_null (strstr (found->out, "state_schema"));
}

/* Memory and knowledge work without a network and without keys. */
static void
test_offline_memory (void)
{
  g_autoptr (CliFixture) fixture = cli_fixture_new ();
  g_autofree char *agents = cli_fixture_path (fixture, "agents");
  g_autoptr (CliAnswer) answer = NULL;

  g_assert_cmpint (g_mkdir (agents, 0700), ==, 0);
  cli_fixture_write (fixture, "agents/a.jsonc",
                     "{'role': 'R', 'goal': 'g', 'backstory': 'b', 'llm': 'mock/echo'}", TRUE);
  cli_fixture_write (fixture, "crew.jsonc",
                     "{'name': 'c', 'memory': true, 'embedder': {'provider': 'mock'}, 'agents': "
                     "['a'], 'knowledge_sources': [{'source_type': 'string', 'content': 'Bees like "
                     "lavender.'}], 'tasks': [{'name': 't', 'description': 'What do bees like?', "
                     "'expected_output': 'x', 'agent': 'a'}]}",
                     TRUE);
  answer = cli_fixture_run (fixture, NULL, "run", "crew.jsonc", "--yes", NULL);
  g_test_message ("%s", answer->err);
  g_assert_cmpint (answer->status, ==, 0);
  g_assert_nonnull (strstr (answer->out, "lavender"));
}

/* A flow's crew that does not exist, and one whose tool is unknown, in the file of the crew. */
static void
test_refusals_of_flow (void)
{
  g_autoptr (CliFixture) fixture = cli_fixture_new ();
  g_autoptr (CliAnswer) missing = NULL;
  g_autoptr (CliAnswer) refused = NULL;

  cli_fixture_write (fixture, "flow.json",
                     "{'schema': 'crewai.flow/v1', 'name': 'n', 'methods': {'a': {'start': true, "
                     "'do': {'call': 'crew', 'from_declaration': 'crews/none/crew.jsonc'}}}}",
                     TRUE);
  missing = cli_fixture_run (fixture, NULL, "validate", "flow.json", NULL);
  g_assert_nonnull (strstr (missing->err, "[unreadable_crew]"));
  cli_fixture_write (fixture, "flow.json",
                     "{'schema': 'crewai.flow/v1', 'name': 'n', 'methods': {'a': {'start': true, "
                     "'do': {'call': 'crew', 'with': {'agents': {'w': {'role': 'r', 'goal': 'g', "
                     "'backstory': 'b', 'llm': 'mock/echo', 'tools': ['NoSuchTool']}}, 'tasks': "
                     "[{'name': 't', 'description': 'd', 'expected_output': 'e', 'agent': "
                     "'w'}]}}}}}",
                     TRUE);
  refused = cli_fixture_run (fixture, NULL, "validate", "flow.json", NULL);
  g_assert_cmpint (refused->status, ==, 2);
  g_assert_nonnull (strstr (refused->err, "methods.a.do.with.agents.w.tools[0]: "));
  g_assert_nonnull (strstr (refused->err, "[run_refused]"));
}

/* A crew outside of the folder of the flow is refused by validate and before any consent, with one text,
 * and is not among the permissions. */
static void
test_crew_outside (void)
{
  g_autoptr (CliFixture) fixture = cli_fixture_new ();
  g_autofree char *flow = cli_fixture_path (fixture, "flow");
  g_autofree char *other = cli_fixture_path (fixture, "other");
  g_autofree char *link = cli_fixture_path (fixture, "flow/link");
  static const struct
  {
    const char *reference;
    const char *reason;
  } cases[] = {
    { "../other/crew.json", "it points to a parent folder" },
    { "link/crew.json", "it contains a symbolic link that points outside the folder" },
    { "/other/crew.json", "it is an absolute path" },
  };

  g_assert_no_errno (g_mkdir (flow, 0777));
  g_assert_no_errno (g_mkdir (other, 0777));
  g_assert_no_errno (symlink ("../other", link));
  cli_fixture_write (
      fixture, "other/crew.json",
      "{'agents': [{'role': 'r', 'goal': 'g', 'backstory': 'b', 'llm': 'mock/echo'}], "
      "'tasks': [{'description': 'd', 'expected_output': 'e', 'agent': 'r'}]}",
      TRUE);
  for (guint i = 0; i < G_N_ELEMENTS (cases); i++)
    {
      g_autofree char *text = g_strdup_printf ("{'schema': 'crewai.flow/v1', 'name': 'n', "
                                               "'methods': {'a': {'start': true, 'do': {'call': "
                                               "'crew', 'from_declaration': '%s'}}, 'b': "
                                               "{'listen': 'a', 'do': {'call': 'script', 'code': "
                                               "'return 1'}}}}",
                                               cases[i].reference);
      g_autoptr (CliAnswer) checked = NULL;
      g_autoptr (CliAnswer) shown = NULL;
      g_autoptr (CliAnswer) run = NULL;
      g_autofree char *message = g_strdup_printf (
          "Could not read the crew: The path “%s” is not allowed: %s. Specify a path inside the "
          "project folder.",
          cases[i].reference, cases[i].reason);

      cli_fixture_write (fixture, "flow/flow.json", text, TRUE);
      checked = cli_fixture_run (fixture, NULL, "validate", "flow/flow.json", NULL);
      g_assert_cmpint (checked->status, ==, 0);
      g_assert_nonnull (strstr (checked->err, message));
      g_assert_nonnull (strstr (checked->err, "[crew_outside]"));
      g_assert_null (strstr (checked->err, "[unreadable_crew]"));
      g_assert_null (strstr (strstr (checked->err, "[crew_outside]") + 1, "[crew_outside]"));
      shown = cli_fixture_run (fixture, NULL, "show", "flow/flow.json", NULL);
      g_assert_null (strstr (shown->out, "crew.json"));
      run = cli_fixture_run (fixture, NULL, "run", "flow/flow.json", NULL);
      g_assert_cmpint (run->status, ==, 5);
      g_assert_nonnull (strstr (run->err, message));
      g_assert_null (strstr (run->err, "--yes"));
      g_assert_null (strstr (run->err, "--allow"));
    }
}

/* The file `.env` sets the model of an agent without one, which decides which files it accepts. */
static void
test_default_model_of_file (void)
{
  g_autoptr (CliFixture) fixture = cli_fixture_new ();
  g_autofree char *agents = cli_fixture_path (fixture, "agents");
  g_autoptr (CliAnswer) ran = NULL;

  g_assert_cmpint (g_mkdir (agents, 0700), ==, 0);
  cli_fixture_write (fixture, ".env", "MODEL=deepseek/deepseek-chat\nDEEPSEEK_API_KEY=0123456789\n",
                     FALSE);
  cli_fixture_write (fixture, "a.png", "\x89PNG\r\n\x1a\n", FALSE);
  cli_fixture_write (fixture, "agents/a.jsonc", "{'role': 'R', 'goal': 'g', 'backstory': 'b'}",
                     TRUE);
  cli_fixture_write (fixture, "crew.jsonc",
                     "{'name': 'c', 'agents': ['a'], 'tasks': [{'name': 't', 'description': 'd', "
                     "'expected_output': 'x', 'agent': 'a', 'input_files': {'n': 'a.png'}}]}",
                     TRUE);
  ran = cli_fixture_run (fixture, NULL, "run", "crew.jsonc", "--yes", "--allow", "all",
                         "--no-store", "--timeout", "1", NULL);
  g_assert_cmpint (ran->status, !=, 0);
  g_test_message ("%s", ran->err);
  g_assert_nonnull (strstr (ran->err, "cannot be passed to the model “deepseek/deepseek-chat”"));
}

static void
test_show (void)
{
  g_autoptr (CliFixture) fixture = cli_fixture_new ();
  g_autofree char *plain = cli_example ("until-it-is-good.json");
  g_autoptr (CliAnswer) text = cli_fixture_run (fixture, NULL, "show", plain, NULL);
  g_autoptr (CliAnswer) agent = NULL;
  g_autoptr (CliAnswer) mock = NULL;
  g_autofree char *agents = cli_example ("write-and-review.json");
  g_autoptr (TroupeValue) value = NULL;
  g_autoptr (TroupeValue) played = NULL;

  g_assert_cmpint (text->status, ==, 0);
  g_assert_nonnull (strstr (text->out, "improve  listener, expression, after begin or again\n"));
  g_assert_nonnull (strstr (text->out, "Only computations"));

  cli_fixture_write (fixture, "flow.json",
                     "{'schema': 'crewai.flow/v1', 'name': 'n', 'methods': {'a': {'start': true, "
                     "'do': {'call': 'agent', 'with': {'role': 'r', 'goal': 'g', 'backstory': 'b', "
                     "'input': 'i', 'llm': 'anthropic/claude-sonnet-4-5'}}}}}",
                     TRUE);
  agent = cli_fixture_run (fixture, NULL, "show", "flow.json", "--json", NULL);
  value = cli_json (agent->out);
  cli_assert_json (value, "methods.0.name", "\"a\"");
  cli_assert_json (value, "models", "[\"anthropic/claude-sonnet-4-5\"]");
  cli_assert_json (value, "hosts", "[\"api.anthropic.com\"]");
  cli_assert_json (value, "environment.0", "\"ANTHROPIC_API_KEY\"");

  mock = cli_fixture_run (fixture, NULL, "show", agents, "--json", NULL);
  played = cli_json (mock->out);
  cli_assert_json (played, "hosts", "[]");
  cli_assert_json (played, "environment", "[]");
}

/* The inputs of a crew are its placeholders, those of a flow the fields of its state. */
static void
test_show_inputs (void)
{
  g_autoptr (CliFixture) fixture = cli_fixture_new ();
  g_autofree char *agents = cli_fixture_path (fixture, "agents");
  g_autoptr (CliAnswer) text = NULL;
  g_autoptr (CliAnswer) json = NULL;
  g_autoptr (CliAnswer) flow = NULL;
  g_autoptr (TroupeValue) value = NULL;
  g_autoptr (TroupeValue) of_flow = NULL;

  g_assert_cmpint (g_mkdir (agents, 0700), ==, 0);
  cli_fixture_write (fixture, "agents/a.jsonc",
                     "{'role': '{kind} writer', 'goal': 'g', 'backstory': 'b', 'llm': 'mock/echo'}",
                     TRUE);
  cli_fixture_write (fixture, "crew.jsonc",
                     "{'name': 'c', 'agents': ['a'], 'inputs': {'kind': 'short', 'extra': 1}, "
                     "'tasks': [{'name': 't', 'description': 'Write about {topic}', "
                     "'expected_output': 'x', 'agent': 'a'}]}",
                     TRUE);
  text = cli_fixture_run (fixture, NULL, "show", "crew.jsonc", NULL);
  g_assert_cmpint (text->status, ==, 0);
  g_assert_nonnull (strstr (text->out, "\n3 inputs:\n"));
  g_assert_nonnull (strstr (text->out, "  topic  required\n"));
  g_assert_nonnull (strstr (text->out, "  kind  default: \"short\"\n"));
  json = cli_fixture_run (fixture, NULL, "show", "crew.jsonc", "--json", NULL);
  value = cli_json (json->out);
  g_assert_nonnull (strstr (
      json->out,
      "{\"name\": \"topic\", \"type\": \"any\", \"required\": true, \"default\": null}"));
  g_assert_cmpuint (troupe_value_list_get_length (cli_get (value, "inputs")), ==, 3);

  cli_fixture_write (fixture, "flow.json",
                     "{'schema': 'crewai.flow/v1', 'name': 'n', 'state': {'type': 'dict', "
                     "'default': {'words': 800}}, 'methods': {'a': {'start': true, 'do': {'call': "
                     "'expression', 'expr': 'state.words'}}}}",
                     TRUE);
  flow = cli_fixture_run (fixture, NULL, "show", "flow.json", "--json", NULL);
  of_flow = cli_json (flow->out);
  cli_assert_json (of_flow, "inputs.0.name", "\"words\"");
  cli_assert_json (of_flow, "inputs.0.default", "800");
}

/* --- eval --------------------------------------------------------------------------------- */

static void
test_eval (void)
{
  g_autoptr (CliFixture) fixture = cli_fixture_new ();
  g_autoptr (CliAnswer) answer = NULL;

  cli_fixture_write (fixture, "c.json", "{'state': {'n': 3, 's': 'x'}, 'outputs': {'a': [1.0]}}",
                     TRUE);
#define EVAL(status_, out_, ...)                                                                   \
  g_clear_pointer (&answer, cli_answer_free);                                                      \
  answer = cli_fixture_run (fixture, NULL, "eval", "--context", "c.json", __VA_ARGS__, NULL);      \
  g_assert_cmpstr (answer->out, ==, out_);                                                         \
  g_assert_cmpint (answer->status, ==, status_)

  EVAL (0, "4\n", "state.n + 1");
  EVAL (0, "x\n", "state.s");
  EVAL (0, "[1.0]\n", "outputs.a");
  EVAL (0, "n is 3.\n", "--template", "n is ${state.n}.");
  EVAL (0, "{\"value\": 3}\n", "--template", "${state.n}", "--json");
  EVAL (0, "{\"value\": {\"$float\": \"Infinity\"}}\n", "1.0 / 0.0", "--json");
  EVAL (1, "", "state.missing");
  EVAL (2, "", "1 +");
  EVAL (1, "", "nobody");
#undef EVAL
  g_assert_true (g_str_has_prefix (answer->err, "troupectl: "));
}

static void
test_eval_batch (void)
{
  g_autoptr (CliFixture) fixture = cli_fixture_new ();
  g_autoptr (CliAnswer) answer =
      cli_fixture_run (fixture,
                       "{\"text\": \"1 + 1\", \"kind\": \"cel\"}\n"
                       "{\"text\": \"1 +\", \"kind\": \"cel\"}\n"
                       "{\"text\": \"a ${1}\", \"kind\": \"template\"}\n"
                       "nonsense\n"
                       "\n"
                       "{\"text\": \"type(1) == int\"}\n"
                       "{\"text\": \"nobody\"}\n"
                       "{\"text\": \"size([1, 2, 3].map(x, [1, 2, 3].map(y, x))) > 0\"}",
                       "eval", "--json", "--batch", "-", NULL);
  g_auto (GStrv) lines = g_strsplit (g_strchomp (answer->out), "\n", -1);
  static const char *const kinds[] = { NULL, "parse", NULL, "parse", NULL, "eval", NULL };
  static const char *const values[] = { "2", NULL, "\"a 1\"", NULL, "true", NULL, "true" };

  g_assert_cmpint (answer->status, ==, 0);
  g_assert_cmpuint (g_strv_length (lines), ==, G_N_ELEMENTS (kinds));
  for (guint i = 0; i < G_N_ELEMENTS (kinds); i++)
    {
      g_autoptr (TroupeValue) value = cli_json (lines[i]);

      g_assert_cmpstr (cli_get_text (value, "error.kind"), ==, kinds[i]);
      cli_assert_json (value, "value", values[i]);
    }
}

/* --- plot --------------------------------------------------------------------------------- */

static void
test_plot (void)
{
  static const char *const files[] = { "straight-line.json",    "in-parallel.json",
                                       "decide-by-score.json",  "until-it-is-good.json",
                                       "write-and-review.json", "this-and-that-or-other.json" };
  g_autoptr (CliFixture) fixture = cli_fixture_new ();

  for (guint i = 0; i < G_N_ELEMENTS (files); i++)
    {
      g_autofree char *file = cli_example (files[i]);
      g_autoptr (CliAnswer) answer =
          cli_fixture_run (fixture, NULL, "plot", file, "-o", "out.svg", NULL);
      g_autofree char *picture = cli_fixture_read (fixture, "out.svg");

      g_assert_cmpint (answer->status, ==, 0);
      g_assert_cmpstr (answer->err, ==, "");
      g_assert_true (g_str_has_prefix (picture, "<svg "));
      g_assert_true (g_str_has_suffix (picture, "</svg>\n"));
      /* Each example contains a note about the expected result. */
      g_assert_nonnull (strstr (picture, "class=\"nh\""));
    }
}

/* Positions in the document are kept, and missing positions are computed. */
static void
test_plot_places (void)
{
  g_autoptr (CliFixture) fixture = cli_fixture_new ();
  g_autoptr (CliAnswer) kept = NULL;
  g_autoptr (CliAnswer) tidy = NULL;

  cli_fixture_write (
      fixture, "flow.json",
      "{'schema': 'crewai.flow/v1', 'name': 'n', 'methods': {'a': {'start': true, 'do': {'call': "
      "'expression', 'expr': '1'}}, 'b': {'listen': 'a', 'do': {'call': 'expression', 'expr': "
      "'1'}}}, 'x-troupe': {'positions': {'a': [1001, 2002]}, 'notes': [{'text': 7}, 'x', {'text': "
      "'hello', 'x': 1e300, 'width': -5}], 'groups': [{'methods': ['a', 3], 'title': '<b>', "
      "'colour': 'blue'}]}}",
      TRUE);
  kept = cli_fixture_run (fixture, NULL, "plot", "flow.json", "-o", "-", NULL);
  tidy = cli_fixture_run (fixture, NULL, "plot", "flow.json", "-o", "-", "--tidy", "--scheme",
                          "dark", NULL);
  g_assert_cmpint (kept->status, ==, 0);
  g_assert_nonnull (strstr (kept->out, "translate(1001 2002)\"><title>a"));
  g_assert_nonnull (strstr (kept->out, "&lt;b&gt;"));
  g_assert_null (strstr (tidy->out, "translate(1001 2002)"));
  g_assert_nonnull (strstr (tidy->out, "#1e1e1e"));
}

/* --- history ------------------------------------------------------------------------------ */

static void
test_history (void)
{
  g_autoptr (CliFixture) fixture = cli_fixture_new ();
  g_autofree char *file = cli_example ("straight-line.json");
  g_autofree char *other = cli_example ("in-parallel.json");
  g_autoptr (CliAnswer) empty = cli_fixture_run (fixture, NULL, "history", NULL);
  g_autoptr (CliAnswer) first =
      cli_fixture_run (fixture, NULL, "run", file, "--input", "topic=Rain", "--json", NULL);
  g_autoptr (CliAnswer) second = cli_fixture_run (fixture, NULL, "run", other, NULL);
  g_autoptr (CliAnswer) unkept = cli_fixture_run (fixture, NULL, "run", other, "--no-store", NULL);
  g_autoptr (CliAnswer) list = cli_fixture_run (fixture, NULL, "history", "--json", NULL);
  g_autoptr (CliAnswer) filtered = cli_fixture_run (fixture, NULL, "history", file, "--json", NULL);
  g_autoptr (TroupeValue) run = cli_json (first->out);
  g_autofree char *id = g_strdup (cli_get_text (run, "run"));
  g_autofree char *short_id = g_strndup (id, 13);
  g_autoptr (CliAnswer) shown =
      cli_fixture_run (fixture, NULL, "history", "show", short_id, "--json", NULL);
  g_autoptr (CliAnswer) text = cli_fixture_run (fixture, NULL, "history", "show", id, NULL);
  g_autoptr (CliAnswer) nobody =
      cli_fixture_run (fixture, NULL, "history", "show", "ffffffff-nobody", NULL);
  g_auto (GStrv) lines = g_strsplit (g_strchomp (list->out), "\n", -1);
  g_autoptr (TroupeValue) newest = NULL;
  g_autoptr (TroupeValue) one = NULL;
  g_autoptr (TroupeValue) whole = NULL;

  g_assert_cmpint (empty->status, ==, 0);
  g_assert_cmpstr (empty->out, ==, "");
  g_assert_cmpint (unkept->status, ==, 0);
  g_assert_cmpint (second->status, ==, 0);
  g_assert_cmpuint (g_strv_length (lines), ==, 2);
  newest = cli_json (lines[0]);
  cli_assert_json (newest, "name", "\"in_parallel\"");
  cli_assert_json (newest, "status", "\"ok\"");
  one = cli_json (filtered->out);
  g_assert_cmpstr (cli_get_text (one, "run"), ==, id);
  g_assert_cmpstr (cli_get_text (one, "file"), ==, file);
  /* This is the duration that the run itself reported. It excludes time that does not count. */
  g_assert_cmpfloat_with_epsilon (
      troupe_value_get_double (troupe_value_map_lookup_string (one, "seconds", -1)),
      troupe_value_get_double (troupe_value_map_lookup_string (run, "seconds", -1)), 2e-6);

  whole = cli_json (shown->out);
  g_assert_cmpstr (cli_get_text (whole, "run"), ==, id);
  cli_assert_json (whole, "inputs", "{\"topic\": \"Rain\"}");
  cli_assert_json (whole, "result.final", "\"Rain in 3 parts\"");
  cli_assert_json (whole, "events.0.type", "\"flow_created\"");
  cli_assert_json (whole, "events.8.type", "\"flow_finished\"");
  g_assert_nonnull (strstr (text->out, "method_execution_finished  write_summary"));
  g_assert_cmpint (nobody->status, ==, 2);
  g_assert_nonnull (strstr (nobody->err, "ffffffff-nobody"));
}

/* Returns the ids of the stored runs, newest first. */
static char **
list_ids (CliFixture *fixture)
{
  g_autoptr (CliAnswer) list = cli_fixture_run (fixture, NULL, "history", "--json", NULL);
  g_auto (GStrv) lines = g_strsplit (g_strchomp (list->out), "\n", -1);
  g_autoptr (GStrvBuilder) ids = g_strv_builder_new ();

  for (guint i = 0; lines[i] != NULL && *lines[i] != '\0'; i++)
    {
      g_autoptr (TroupeValue) run = cli_json (lines[i]);

      g_strv_builder_add (ids, cli_get_text (run, "run"));
    }
  return g_strv_builder_end (ids);
}

static void
assert_deletes (CliFixture *fixture, const char *how, const char *value, guint n_left)
{
  g_autoptr (CliAnswer) answer =
      cli_fixture_run (fixture, NULL, "history", "delete", how, value, NULL);
  g_auto (GStrv) ids = list_ids (fixture);

  g_assert_cmpint (answer->status, ==, 0);
  g_assert_cmpstr (answer->err, ==, "");
  g_assert_cmpuint (g_strv_length (ids), ==, n_left);
}

static void
test_history_delete (void)
{
  g_autoptr (CliFixture) fixture = cli_fixture_new ();
  g_autofree char *file = cli_example ("straight-line.json");
  g_autofree char *short_id = NULL;
  g_autoptr (CliAnswer) named = NULL;
  g_autoptr (CliAnswer) all = NULL;
  g_autoptr (CliAnswer) paused = NULL;
  g_auto (GStrv) ids = NULL;

  for (guint i = 0; i < 6; i++)
    {
      g_autoptr (CliAnswer) run = cli_fixture_run (fixture, NULL, "run", file, NULL);

      g_assert_cmpint (run->status, ==, 0);
    }
  cli_fixture_write (fixture, "asks.json",
                     "{'name': 'asks', 'methods': {'a': {'start': true, 'human_feedback': "
                     "{'message': 'Well?'}, 'do': {'call': 'expression', 'expr': '1'}}}}",
                     TRUE);
  paused = cli_fixture_run (fixture, NULL, "run", "asks.json", NULL);
  g_assert_cmpint (paused->status, ==, 6);
  ids = list_ids (fixture);
  g_assert_cmpuint (g_strv_length (ids), ==, 7);
  short_id = g_strndup (ids[2], 13);

  /* If one of the ids does not exist, nothing is deleted. */
  named = cli_fixture_run (fixture, NULL, "history", "delete", ids[1], "ffffffff-nobody", NULL);
  g_assert_cmpint (named->status, ==, 2);
  g_assert_nonnull (strstr (named->err, "ffffffff-nobody"));
  g_clear_pointer (&named, cli_answer_free);
  named = cli_fixture_run (fixture, NULL, "history", "delete", ids[1], short_id, ids[2], "--json",
                           NULL);
  g_assert_cmpint (named->status, ==, 0);
  g_assert_cmpstr (named->out, ==, "{\"deleted\": 2}\n");
  assert_deletes (fixture, "--older-than", "1w", 5);
  assert_deletes (fixture, "--keep", "3", 3);
  assert_deletes (fixture, "--older-than", "0s", 1);

  /* A run that waits for an answer is deleted only by its id. */
  all = cli_fixture_run (fixture, NULL, "history", "delete", "--all", NULL);
  g_assert_cmpint (all->status, ==, 0);
  g_assert_cmpstr (all->out, ==, "0 runs deleted.\n");
  assert_deletes (fixture, "--quiet", ids[0], 0);
}

static void
test_data_folder (void)
{
  g_autoptr (CliFixture) fixture = cli_fixture_new ();
  g_autofree char *file = cli_example ("straight-line.json");
  g_autoptr (CliAnswer) run =
      cli_fixture_run (fixture, NULL, "run", file, "--data-dir", "elsewhere", NULL);
  g_autoptr (CliAnswer) there =
      cli_fixture_run (fixture, NULL, "history", "--data-dir=elsewhere", NULL);
  g_autoptr (CliAnswer) here = cli_fixture_run (fixture, NULL, "history", NULL);

  g_assert_cmpint (run->status, ==, 0);
  g_assert_nonnull (strstr (there->out, "straight_line"));
  g_assert_cmpstr (here->out, ==, "");
}

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/cli/help", test_help);
  g_test_add_func ("/cli/mistakes", test_mistakes);
  g_test_add_func ("/cli/later", test_later);
  g_test_add_func ("/cli/end-of-flags", test_end_of_flags);
  g_test_add_func ("/cli/validate-crews", test_validate_crews);
  g_test_add_func ("/cli/validate", test_validate);
  g_test_add_func ("/cli/validate-large", test_validate_large);
  g_test_add_func ("/cli/validate-warnings", test_validate_warnings);
  g_test_add_func ("/cli/refusals", test_refusals);
  g_test_add_func ("/cli/code-variables", test_code_variables);
  g_test_add_func ("/cli/state-class", test_state_class);
  g_test_add_func ("/cli/offline-memory", test_offline_memory);
  g_test_add_func ("/cli/refusals-of-flow", test_refusals_of_flow);
  g_test_add_func ("/cli/crew-outside", test_crew_outside);
  g_test_add_func ("/cli/default-model-of-file", test_default_model_of_file);
  g_test_add_func ("/cli/show", test_show);
  g_test_add_func ("/cli/show-inputs", test_show_inputs);
  g_test_add_func ("/cli/eval", test_eval);
  g_test_add_func ("/cli/eval-batch", test_eval_batch);
  g_test_add_func ("/cli/plot", test_plot);
  g_test_add_func ("/cli/plot-places", test_plot_places);
  g_test_add_func ("/cli/history", test_history);
  g_test_add_func ("/cli/history-delete", test_history_delete);
  g_test_add_func ("/cli/data-folder", test_data_folder);
  return g_test_run ();
}
