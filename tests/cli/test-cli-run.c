/* test-cli-run.c: troupectl run
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#include "config.h"

#include <unistd.h>
#include <glib/gstdio.h>
#include <signal.h>

#include "../test-time.h"
#include "cli-fixture.h"

/* A flow whose only method waits for a model that sends one word per hour. */
#define SLOW                                                                                       \
  "{'schema': 'crewai.flow/v1', 'name': 'slow', 'methods': {'wait': {'start': true, 'do': "        \
  "{'call': 'agent', 'with': {'role': 'r', 'goal': 'g', 'backstory': 'b', 'input': 'one two "      \
  "three', 'llm': {'model': 'mock/slow', 'word_delay_ms': 3600000}}}}}}"

static void
write_flow (CliFixture *fixture, const char *methods)
{
  g_autofree char *quoted = g_strdelimit (g_strdup (methods), "'", '"');
  g_autofree char *text = g_strdup_printf ("{\"schema\": \"crewai.flow/v1\", \"name\": \"test\", "
                                           "\"methods\": {%s}}",
                                           quoted);
  cli_fixture_write (fixture, "flow.json", text, FALSE);
}

/* --- Examples ----------------------------------------------------------------------------- */

static void
assert_calls (TroupeValue *outputs, TroupeValue *calls)
{
  g_assert_cmpuint (troupe_value_list_get_length (outputs), ==,
                    troupe_value_list_get_length (calls));
  for (gsize i = 0; i < troupe_value_list_get_length (calls); i++)
    g_assert_true (
        troupe_value_equal (troupe_value_list_get (troupe_value_list_get (outputs, i), 0),
                            troupe_value_list_get (calls, i)));
}

/* The recorded results are those of CrewAI 1.15.30 with the same files. */
static void
test_examples (void)
{
  g_autoptr (CliFixture) fixture = cli_fixture_new ();
  g_autofree char *path = g_test_build_filename (G_TEST_DIST, "cli", "examples.json", NULL);
  g_autofree char *text = NULL;
  g_autoptr (TroupeValue) cases = NULL;

  g_assert_true (g_file_get_contents (path, &text, NULL, NULL));
  cases = cli_json (text);
  for (gsize i = 0; i < troupe_value_list_get_length (cases); i++)
    {
      TroupeValue *example = troupe_value_list_get (cases, i);
      TroupeValue *inputs = cli_get (example, "inputs");
      g_autofree char *file = cli_example (cli_get_text (example, "file"));
      g_autoptr (CliAnswer) answer = NULL;
      g_autoptr (TroupeValue) value = NULL;

      if (troupe_value_is (inputs, TROUPE_VALUE_NULL))
        {
          answer = cli_fixture_run (fixture, NULL, "run", file, "--json", NULL);
        }
      else
        {
          g_autofree char *json = troupe_value_to_json (inputs, TROUPE_JSON_SPACED);
          answer = cli_fixture_run (fixture, json, "run", file, "--json", "--inputs", "-", NULL);
        }
      g_assert_cmpint (answer->status, ==, 0);
      g_assert_cmpstr (answer->err, ==, "");
      value = cli_json (answer->out);
      g_assert_true (troupe_value_equal (cli_get (value, "final"), cli_get (example, "final")));
      assert_calls (cli_get (value, "outputs"), cli_get (example, "calls"));
      cli_assert_json (value, "problems", "[]");
    }
}

static void
test_agents_example (void)
{
  g_autoptr (CliFixture) fixture = cli_fixture_new ();
  g_autofree char *file = cli_example ("write-and-review.json");
  g_autoptr (CliAnswer) answer = cli_fixture_run (fixture, NULL, "run", file, "--json", NULL);
  g_autoptr (TroupeValue) value = NULL;

  g_assert_cmpint (answer->status, ==, 0);
  value = cli_json (answer->out);
  cli_assert_json (value, "final.draft", "\"Write about: Why leaves turn red in autumn\"");
  cli_assert_json (value, "usage.requests", "2");
}

/* --- Results ------------------------------------------------------------------------------ */

static void
test_plain_result (void)
{
  g_autoptr (CliFixture) fixture = cli_fixture_new ();
  g_autofree char *file = cli_example ("straight-line.json");
  g_autoptr (CliAnswer) text = cli_fixture_run (fixture, NULL, "run", file, NULL);
  g_autofree char *parallel = cli_example ("in-parallel.json");
  g_autoptr (CliAnswer) map = cli_fixture_run (fixture, NULL, "run", parallel, NULL);

  g_assert_cmpstr (text->out, ==, "Autumn leaves in 3 parts\n");
  g_assert_cmpstr (text->err, ==, "");
  g_assert_cmpstr (map->out, ==,
                   "{\"paid\": [\"Ada\", \"Edsger\", \"Barbara\"], \"open\": [\"Grace\"], "
                   "\"large\": [\"Ada\", \"Edsger\"]}\n");
}

static void
test_json_shape (void)
{
  static const char *const keys[] = { "result",   "final", "state",   "outputs", "error",
                                      "problems", "run",   "seconds", "usage" };
  g_autoptr (CliFixture) fixture = cli_fixture_new ();
  g_autoptr (CliAnswer) answer = NULL;
  g_autoptr (TroupeValue) value = NULL;

  write_flow (fixture, "'a': {'start': true, 'do': {'call': 'expression', 'expr': '[1.0 / 0.0, 3, "
                       "3.0, null]'}}");
  answer = cli_fixture_run (fixture, NULL, "run", "flow.json", "--json", NULL);
  g_assert_cmpint (answer->status, ==, 0);
  value = cli_json (answer->out);
  for (guint i = 0; i < G_N_ELEMENTS (keys); i++)
    {
      g_assert_cmpuint (troupe_value_map_get_size (value), ==, G_N_ELEMENTS (keys));
      g_assert_cmpstr (troupe_value_get_string (troupe_value_map_get_key (value, i), NULL), ==,
                       keys[i]);
    }
  cli_assert_json (value, "result", "\"ok\"");
  cli_assert_json (value, "final", "[{\"$float\": \"Infinity\"}, 3, 3.0, null]");
  cli_assert_json (value, "error", "null");
  g_assert_cmpuint (strlen (cli_get_text (value, "run")), ==, 36);
  g_assert_cmpuint (strlen (cli_get_text (value, "state.id")), ==, 36);
  cli_assert_json (value, "usage.cost", "null");
}

/* --- Inputs ------------------------------------------------------------------------------- */

static void
test_single_inputs (void)
{
  g_autoptr (CliFixture) fixture = cli_fixture_new ();
  g_autofree char *scores = cli_example ("decide-by-score.json");
  g_autoptr (CliAnswer) number =
      cli_fixture_run (fixture, NULL, "run", scores, "--input", "score=0.5", NULL);
  g_autoptr (CliAnswer) text = cli_fixture_run (fixture, NULL, "run", scores, "--input=title=2026",
                                                "--input", "score=1", NULL);
  g_autoptr (CliAnswer) bad =
      cli_fixture_run (fixture, NULL, "run", scores, "--input", "nothing", NULL);
  g_autoptr (CliAnswer) refused =
      cli_fixture_run (fixture, NULL, "run", scores, "--input", "score=2", "--json", NULL);
  g_autoptr (TroupeValue) value = NULL;

  g_assert_cmpstr (number->out, ==, "Please revise: A walk in the woods\n");
  /* The schema requires a string. */
  g_assert_cmpstr (text->out, ==, "Published: 2026\n");
  g_assert_cmpint (bad->status, ==, 2);
  g_assert_nonnull (strstr (bad->err, "KEY=VALUE"));
  g_assert_cmpint (refused->status, ==, 1);
  value = cli_json (refused->out);
  cli_assert_json (value, "error.kind", "\"schema\"");
  g_assert_nonnull (strstr (cli_get_text (value, "error.message"), "score"));
}

/* Without --inputs, the inputs are null. With `--inputs {}`, they are an empty map. Only the
 * empty map is validated against the schema. */
static void
test_null_and_empty_inputs (void)
{
  g_autoptr (CliFixture) fixture = cli_fixture_new ();
  g_autoptr (CliAnswer) none = NULL;
  g_autoptr (CliAnswer) empty = NULL;

  cli_fixture_write (fixture, "flow.json",
                     "{'schema': 'crewai.flow/v1', 'name': 'n', 'state': {'type': 'json_schema', "
                     "'json_schema': {'type': 'object', 'properties': {'n': {'type': 'integer'}}, "
                     "'required': ['n']}}, 'methods': {'a': {'start': true, 'do': {'call': "
                     "'expression', 'expr': '1'}}}}",
                     TRUE);
  none = cli_fixture_run (fixture, NULL, "run", "flow.json", NULL);
  empty = cli_fixture_run (fixture, "{}", "run", "flow.json", "--inputs", "-", NULL);
  g_assert_cmpint (none->status, ==, 0);
  g_assert_cmpint (empty->status, ==, 1);
}

/* An input that may be a string or null is parsed as a string, except for null. */
static void
test_text_or_null (void)
{
  static const char *const cases[][2] = {
    { "x=3", "[\"3\"]" },
    { "x=null", "[null]" },
    { "x=\"null\"", "[\"null\"]" },
    { "x=Rain", "[\"Rain\"]" },
  };
  g_autoptr (CliFixture) fixture = cli_fixture_new ();

  cli_fixture_write (fixture, "flow.json",
                     "{'schema': 'crewai.flow/v1', 'name': 'n', 'state': {'type': 'json_schema', "
                     "'json_schema': {'type': 'object', 'properties': {'x': {'anyOf': "
                     "[{'type': 'null'}, {'type': 'string'}]}}}}, 'methods': {'a': {'start': true, "
                     "'do': {'call': 'expression', 'expr': '[state.x]'}}}}",
                     TRUE);
  for (guint i = 0; i < G_N_ELEMENTS (cases); i++)
    {
      g_autoptr (CliAnswer) answer = cli_fixture_run (fixture, NULL, "run", "flow.json", "--json",
                                                      "--input", cases[i][0], NULL);
      g_autoptr (TroupeValue) value = cli_json (answer->out);

      cli_assert_json (value, "final", cases[i][1]);
    }
}

static void
test_id (void)
{
  g_autoptr (CliFixture) fixture = cli_fixture_new ();
  g_autoptr (CliAnswer) answer = NULL;
  g_autoptr (TroupeValue) value = NULL;

  write_flow (fixture, "'a': {'start': true, 'do': {'call': 'expression', 'expr': 'state.id'}}");
  answer = cli_fixture_run (fixture, NULL, "run", "flow.json", "--json", "--id", "mine", NULL);
  value = cli_json (answer->out);
  cli_assert_json (value, "final", "\"mine\"");
  cli_assert_json (value, "state.id", "\"mine\"");
}

static void
test_wrong_inputs (void)
{
  g_autoptr (CliFixture) fixture = cli_fixture_new ();
  g_autofree char *file = cli_example ("straight-line.json");
  g_autoptr (CliAnswer) list = cli_fixture_run (fixture, "[]", "run", file, "--inputs", "-", NULL);
  g_autoptr (CliAnswer) syntax =
      cli_fixture_run (fixture, "{\n  x", "run", file, "--inputs", "-", NULL);
  g_autoptr (CliAnswer) both = cli_fixture_run (fixture, "{}", "run", "-", "--inputs", "-", NULL);

  g_assert_cmpint (list->status, ==, 2);
  g_assert_cmpint (syntax->status, ==, 2);
  g_assert_nonnull (strstr (syntax->err, "-:2:3"));
  g_assert_cmpint (both->status, ==, 2);
}

/* --- Sources of a flow ------------------------------------------------------------------------ */

static void
test_standard_input_and_folder (void)
{
  g_autoptr (CliFixture) fixture = cli_fixture_new ();
  g_autofree char *file = cli_example ("straight-line.json");
  g_autofree char *text = NULL;
  g_autoptr (CliAnswer) piped = NULL;
  g_autoptr (CliAnswer) folder = NULL;
  g_autoptr (CliAnswer) missing = cli_fixture_run (fixture, NULL, "run", "nowhere.json", NULL);
  g_autoptr (CliAnswer) agents = NULL;

  g_assert_true (g_file_get_contents (file, &text, NULL, NULL));
  cli_fixture_write (fixture, "project/flow.json", text, FALSE);
  cli_fixture_write (fixture, "agents.yaml", "writer:\n  role: Writer\n", FALSE);
  piped = cli_fixture_run (fixture, text, "run", "-", NULL);
  folder = cli_fixture_run (fixture, NULL, "run", "project", NULL);
  agents = cli_fixture_run (fixture, NULL, "run", "agents.yaml", NULL);
  g_assert_cmpstr (piped->out, ==, "Autumn leaves in 3 parts\n");
  g_assert_cmpstr (folder->out, ==, "Autumn leaves in 3 parts\n");
  g_assert_cmpint (missing->status, ==, 2);
  g_assert_nonnull (strstr (missing->err, "nowhere.json"));
  g_assert_cmpint (agents->status, ==, 2);
  g_assert_nonnull (strstr (agents->err, "crew"));
}

/* --- Errors ------------------------------------------------------------------------------- */

static void
test_load_error (void)
{
  g_autoptr (CliFixture) fixture = cli_fixture_new ();
  g_autoptr (CliAnswer) text = NULL;
  g_autoptr (CliAnswer) json = NULL;
  g_autoptr (TroupeValue) value = NULL;

  cli_fixture_write (fixture, "flow.json",
                     "{'schema': 'crewai.flow/v1', 'name': 'n',\n 'methods': {\n  'a': {'start': "
                     "true,\n   'do': {'call': 'expression', 'expr': '1 +'}}}}",
                     TRUE);
  text = cli_fixture_run (fixture, NULL, "run", "flow.json", NULL);
  json = cli_fixture_run (fixture, NULL, "run", "flow.json", "--json", "--events", "e.jsonl", NULL);
  g_assert_cmpint (text->status, ==, 2);
  g_assert_cmpstr (text->out, ==, "");
  g_assert_true (g_str_has_prefix (text->err, "flow.json:4:"));
  g_assert_nonnull (strstr (text->err, "error: methods.a.do.expr: "));
  g_assert_cmpint (json->status, ==, 2);
  value = cli_json (json->out);
  cli_assert_json (value, "result", "\"load_error\"");
  cli_assert_json (value, "error.kind", "\"expression\"");
  cli_assert_json (value, "error.path", "\"methods.a.do.expr\"");
  cli_assert_json (value, "error.line", "4");
  cli_assert_json (value, "state", "null");
  cli_assert_json (value, "outputs", "[]");
  cli_assert_json (value, "problems.0.severity", "\"error\"");
  {
    g_autofree char *events = cli_fixture_read (fixture, "e.jsonl");
    g_assert_cmpstr (events, ==, "");
  }
}

static void
test_run_error (void)
{
  g_autoptr (CliFixture) fixture = cli_fixture_new ();
  g_autoptr (CliAnswer) text = NULL;
  g_autoptr (CliAnswer) json = NULL;
  g_autoptr (TroupeValue) value = NULL;

  cli_fixture_write (fixture, "flow.json",
                     "{'schema': 'crewai.flow/v1', 'name': 'n',\n 'methods': {\n  'a': {'start': "
                     "true,\n   'do': {'call': 'expression', 'expr': 'state.missing'}}}}",
                     TRUE);
  text = cli_fixture_run (fixture, NULL, "run", "flow.json", NULL);
  json = cli_fixture_run (fixture, NULL, "run", "flow.json", "--json", NULL);
  g_assert_cmpint (text->status, ==, 1);
  g_assert_true (g_str_has_prefix (text->err, "flow.json:4:"));
  g_assert_nonnull (strstr (text->err, "missing"));
  g_assert_cmpint (json->status, ==, 1);
  g_assert_cmpstr (json->err, ==, "");
  value = cli_json (json->out);
  cli_assert_json (value, "result", "\"run_error\"");
  cli_assert_json (value, "error.kind", "\"expression\"");
  cli_assert_json (value, "error.method", "\"a\"");
  cli_assert_json (value, "error.line", "4");
  cli_assert_json (value, "error.file", "\"flow.json\"");
}

static gboolean
has_python (void)
{
  g_autofree char *program = g_find_program_in_path ("python3");

  if (program == NULL)
    g_test_message ("without a program python3 no script is run");
  return program != NULL;
}

/* Writes a script that runs a program in an environment in which no namespace can be created, as
 * in most containers. Returns NULL if this is not possible. (nullable) */
static char *
make_container (CliFixture *fixture)
{
  const char *const probe[] = {
    "bwrap", "--unshare-user", "--disable-userns", "--dev-bind", "/", "/", "true", NULL
  };
  g_autoptr (GSubprocess) process =
      g_subprocess_newv (probe, G_SUBPROCESS_FLAGS_STDERR_SILENCE, NULL);
  char *path = NULL;

  if (process == NULL || !g_subprocess_wait_check (process, NULL, NULL) || !has_python ())
    return NULL;
  path = cli_fixture_path (fixture, "container");
  cli_fixture_write (fixture, "container",
                     "#!/bin/sh\n"
                     "exec bwrap --unshare-user --disable-userns --dev-bind / / -- \"$@\"\n",
                     FALSE);
  g_assert_cmpint (g_chmod (path, 0755), ==, 0);
  return path;
}

/* Allowed code is not run without a sandbox unless running it without a sandbox is allowed
 * separately. */
static void
test_no_sandbox (void)
{
  g_autoptr (CliFixture) fixture = cli_fixture_new ();
  g_autofree char *container = make_container (fixture);
  g_autofree char *proof = cli_fixture_path (fixture, "proof");
  g_autoptr (CliAnswer) refused = NULL;
  g_autoptr (CliAnswer) allowed = NULL;
  g_autoptr (TroupeValue) value = NULL;

  if (container == NULL)
    {
      g_test_skip ("bubblewrap is not installed, or does not work here");
      return;
    }
  fixture->wrapper = container;
  write_flow (fixture, "'a': {'start': true, 'do': {'call': 'script', 'code': "
                       "'open(\\u0027proof\\u0027, \\u0027w\\u0027).close()\\nreturn 1'}}");
  refused = cli_fixture_run (fixture, NULL, "run", "flow.json", "--json", "--allow", "all", NULL);
  g_assert_cmpint (refused->status, ==, 5);
  value = cli_json (refused->out);
  cli_assert_json (value, "result", "\"build_error\"");
  cli_assert_json (value, "error.kind", "\"consent\"");
  g_assert_nonnull (strstr (cli_get_text (value, "error.message"), "bwrap: "));
  g_assert_nonnull (strstr (cli_get_text (value, "error.message"), "--allow no-sandbox"));
  g_assert_false (g_file_test (proof, G_FILE_TEST_EXISTS));
  allowed = cli_fixture_run (fixture, NULL, "run", "flow.json", "--allow", "all,no-sandbox", NULL);
  g_assert_cmpint (allowed->status, ==, 0);
  g_assert_true (g_file_test (proof, G_FILE_TEST_EXISTS));
}

static void
test_permission (void)
{
  g_autoptr (CliFixture) fixture = cli_fixture_new ();
  g_autoptr (CliAnswer) refused = NULL;
  g_autoptr (CliAnswer) other = NULL;
  g_autoptr (CliAnswer) allowed = NULL;
  g_autoptr (CliAnswer) again = NULL;
  g_autoptr (CliAnswer) word = NULL;
  g_autoptr (TroupeValue) value = NULL;

  write_flow (fixture, "'a': {'start': true, 'do': {'call': 'script', 'code': "
                       "'print(7)\\nreturn 1'}}");
  refused = cli_fixture_run (fixture, NULL, "run", "flow.json", "--json", "--yes", NULL);
  g_assert_cmpint (refused->status, ==, 5);
  value = cli_json (refused->out);
  cli_assert_json (value, "result", "\"build_error\"");
  cli_assert_json (value, "error.kind", "\"consent\"");
  cli_assert_json (value, "error.path", "\"methods.a.do\"");
  g_assert_nonnull (strstr (cli_get_text (value, "error.message"), "--allow script"));
  g_assert_nonnull (strstr (cli_get_text (value, "error.message"), "print(7)"));
  other =
      cli_fixture_run (fixture, NULL, "run", "flow.json", "--yes", "--allow", "code,tool", NULL);
  g_assert_cmpint (other->status, ==, 5);
  if (has_python ())
    {
      allowed = cli_fixture_run (fixture, NULL, "run", "flow.json", "--allow", "script", NULL);
      g_assert_cmpint (allowed->status, ==, 0);
      g_assert_cmpstr (allowed->out, ==, "1\n");
      /* Printed text is not part of the result. */
      g_assert_cmpstr (allowed->err, ==, "7\n");
      /* The permission was only for that run. */
      again = cli_fixture_run (fixture, NULL, "run", "flow.json", NULL);
      g_assert_cmpint (again->status, ==, 5);
    }
  word = cli_fixture_run (fixture, NULL, "run", "flow.json", "--allow", "everything", NULL);
  g_assert_cmpint (word->status, ==, 2);
}

static void
write_agent (CliFixture *fixture, const char *goal)
{
  g_autofree char *methods = g_strdup_printf (
      "'a': {'start': true, 'do': {'call': 'agent', 'with': {'role': 'r', 'goal': '%s', "
      "'backstory': 'b', 'input': 'i', 'llm': {'model': 'openai/x', 'api_key': 'k', 'base_url': "
      "'http://127.0.0.1:1/v1', 'max_retries': 0}}}}",
      goal);

  write_flow (fixture, methods);
}

/* Access to a host requires consent. The consent applies only to this content of the document. */
static void
test_consent (void)
{
  g_autoptr (CliFixture) fixture = cli_fixture_new ();
  g_autoptr (CliAnswer) refused = NULL;
  g_autoptr (CliAnswer) agreed = NULL;
  g_autoptr (CliAnswer) again = NULL;
  g_autoptr (CliAnswer) changed = NULL;

  write_agent (fixture, "one");
  refused = cli_fixture_run (fixture, NULL, "run", "flow.json", NULL);
  g_assert_cmpint (refused->status, ==, 5);
  g_assert_nonnull (strstr (refused->err, "127.0.0.1"));
  agreed = cli_fixture_run (fixture, NULL, "run", "flow.json", "--yes", "--timeout", "20", NULL);
  g_assert_cmpint (agreed->status, !=, 5);
  again = cli_fixture_run (fixture, NULL, "run", "flow.json", "--timeout", "20", NULL);
  g_assert_cmpint (again->status, !=, 5);
  write_agent (fixture, "two");
  changed = cli_fixture_run (fixture, NULL, "run", "flow.json", NULL);
  g_assert_cmpint (changed->status, ==, 5);
}

/* Exit code 75: a later retry may succeed. */
static void
test_temporary (void)
{
  g_autoptr (CliFixture) fixture = cli_fixture_new ();
  g_autoptr (CliAnswer) answer = NULL;
  g_autoptr (TroupeValue) value = NULL;

  write_flow (fixture,
              "'a': {'start': true, 'do': {'call': 'agent', 'with': {'role': 'r', 'goal': 'g', "
              "'backstory': 'b', 'input': 'i', 'llm': {'model': 'mock/script', 'answers': "
              "[{'error': 'too many', 'status': 429}]}}}}");
  answer = cli_fixture_run (fixture, NULL, "run", "flow.json", "--json", NULL);
  value = cli_json (answer->out);
  cli_assert_json (value, "error.kind", "\"provider\"");
  g_assert_cmpint (answer->status, ==, 75);
}

/* Exit code 4: the budget is used up. */
static void
test_budget (void)
{
  g_autoptr (CliFixture) fixture = cli_fixture_new ();
  g_autofree char *prices = cli_fixture_path (fixture, "prices.json");
  g_autoptr (CliAnswer) answer = NULL;
  g_autoptr (CliAnswer) enough = NULL;
  g_autoptr (CliAnswer) wrong = NULL;
  g_autoptr (TroupeValue) value = NULL;

  cli_fixture_write (fixture, "prices.json",
                     "{'date': '2026-11-23', 'currency': 'USD', 'per': 1000000, 'models':"
                     " {'mock/script': {'input': 0, 'output': 500000}}}",
                     TRUE);
  write_flow (fixture,
              "'a': {'start': true, 'do': {'call': 'agent', 'with': {'role': 'r', 'goal': 'g', "
              "'backstory': 'b', 'input': 'i', 'llm': {'model': 'mock/script', 'answers': "
              "['yes']}}}}, 'b': {'listen': 'a', 'do': {'call': 'agent', 'with': {'role': 'r', "
              "'goal': 'g', 'backstory': 'b', 'input': 'i', 'llm': {'model': 'mock/script', "
              "'answers': ['yes']}}}}");
  g_setenv ("TROUPE_PRICES_FILE", prices, TRUE);
  answer =
      cli_fixture_run (fixture, NULL, "run", "flow.json", "--json", "--budget-usd", "0.25", NULL);
  enough = cli_fixture_run (fixture, NULL, "run", "flow.json", "--budget-usd", "2", NULL);
  wrong = cli_fixture_run (fixture, NULL, "run", "flow.json", "--budget-usd", "-1", NULL);
  g_unsetenv ("TROUPE_PRICES_FILE");
  value = cli_json (answer->out);
  cli_assert_json (value, "error.kind", "\"limit\"");
  cli_assert_json (value, "error.method", "\"b\"");
  cli_assert_json (value, "usage.cost", "0.5");
  g_assert_cmpint (answer->status, ==, 4);
  g_assert_cmpint (enough->status, ==, 0);
  g_assert_cmpint (wrong->status, ==, 2);
  g_assert_nonnull (strstr (wrong->err, "--budget-usd"));
}

/* --- Events ------------------------------------------------------------------------------- */

static void
test_events (void)
{
  static const char *const types[] = { "flow_created",
                                       "flow_started",
                                       "method_execution_started",
                                       "method_execution_finished",
                                       "method_execution_started",
                                       "method_execution_finished",
                                       "method_execution_started",
                                       "method_execution_finished",
                                       "flow_finished" };
  g_autoptr (CliFixture) fixture = cli_fixture_new ();
  g_autofree char *file = cli_example ("straight-line.json");
  g_autoptr (CliAnswer) answer = NULL;
  g_autofree char *text = NULL;
  g_auto (GStrv) lines = NULL;

  cli_fixture_write (fixture, "e.jsonl", "what stood there before\n", FALSE);
  answer = cli_fixture_run (fixture, NULL, "run", file, "--events", "e.jsonl", NULL);
  g_assert_cmpint (answer->status, ==, 0);
  text = cli_fixture_read (fixture, "e.jsonl");
  lines = g_strsplit (g_strchomp (text), "\n", -1);
  g_assert_cmpuint (g_strv_length (lines), ==, G_N_ELEMENTS (types));
  for (guint i = 0; lines[i] != NULL; i++)
    {
      g_autoptr (TroupeValue) event = cli_json (lines[i]);
      g_autofree char *number = g_strdup_printf ("%u", i + 1);

      cli_assert_json (event, "seq", number);
      g_assert_cmpstr (cli_get_text (event, "type"), ==, types[i]);
      g_assert_null (cli_get (event, "state"));
    }
  {
    g_autoptr (TroupeValue) started = cli_json (lines[4]);
    g_autoptr (TroupeValue) ended = cli_json (lines[5]);

    cli_assert_json (started, "params", "{\"_0\": \"Autumn leaves\"}");
    cli_assert_json (ended, "method", "\"make_outline\"");
    cli_assert_json (ended, "result.1", "\"Why it matters\"");
  }
}

/* `verbose` prints on standard error what the agent does, with control characters escaped. */
static void
test_verbose (void)
{
  static const char *const shown[] = { "Agent “Solo” started:\n", "  x\n", "Answer of “Solo”:\n",
                                       "  hello\n  \\u001b[31mred\n", "The state was saved under" };
  g_autoptr (CliFixture) fixture = cli_fixture_new ();
  g_autoptr (CliAnswer) plain = NULL;
  g_autoptr (CliAnswer) json = NULL;
  g_autoptr (CliAnswer) quiet = NULL;

  cli_fixture_write (
      fixture, "loud.json",
      "{\"schema\": \"crewai.flow/v1\", \"name\": \"f\", \"persist\": {\"enabled\": true, "
      "\"verbose\": true}, \"methods\": {\"a\": {\"start\": true, \"do\": {\"call\": "
      "\"agent\", \"with\": {\"role\": \"Solo\", \"goal\": \"g\", \"backstory\": \"b\", "
      "\"verbose\": true, \"llm\": {\"model\": \"mock/script\", \"answers\": "
      "[\"hello\\n\\u001b[31mred\"]}, \"input\": \"x\"}}}}}",
      FALSE);
  plain = cli_fixture_run (fixture, NULL, "run", "loud.json", "--yes", NULL);
  json = cli_fixture_run (fixture, NULL, "run", "loud.json", "--yes", "--json", NULL);
  quiet = cli_fixture_run (fixture, NULL, "run", "loud.json", "--yes", "--quiet", NULL);
  g_assert_cmpint (plain->status, ==, 0);
  for (guint i = 0; i < G_N_ELEMENTS (shown); i++)
    if (strstr (plain->err, shown[i]) == NULL)
      g_error ("“%s” is missing in:\n%s", shown[i], plain->err);
  g_assert_null (strchr (plain->err, '\033'));
  g_assert_cmpstr (json->err, ==, "");
  g_assert_cmpstr (quiet->err, ==, "");
}

static void
test_events_on_standard_output (void)
{
  g_autoptr (CliFixture) fixture = cli_fixture_new ();
  g_autofree char *file = cli_example ("straight-line.json");
  g_autoptr (CliAnswer) answer =
      cli_fixture_run (fixture, NULL, "run", file, "--events", "-", "--verbose", NULL);
  g_auto (GStrv) lines = g_strsplit (g_strchomp (answer->out), "\n", -1);
  g_autoptr (TroupeValue) last = NULL;

  g_assert_cmpuint (g_strv_length (lines), ==, 9);
  last = cli_json (lines[8]);
  cli_assert_json (last, "type", "\"flow_finished\"");
  cli_assert_json (last, "state.topic", "\"Autumn leaves\"");
}

static void
test_events_cannot_be_written (void)
{
  g_autoptr (CliFixture) fixture = cli_fixture_new ();
  g_autofree char *file = cli_example ("straight-line.json");
  g_autoptr (CliAnswer) nowhere =
      cli_fixture_run (fixture, NULL, "run", file, "--events", "no/such/folder", NULL);
  g_autoptr (CliAnswer) full = NULL;

  g_assert_cmpint (nowhere->status, ==, 2);
  if (!g_file_test ("/dev/full", G_FILE_TEST_EXISTS))
    {
      g_test_skip ("no /dev/full");
      return;
    }
  full = cli_fixture_run (fixture, NULL, "run", file, "--events", "/dev/full", NULL);
  g_assert_cmpint (full->status, ==, 1);
  g_assert_nonnull (strstr (full->err, "/dev/full"));
}

/* --- Stopping ----------------------------------------------------------------------------- */

static GSubprocess *
start_slow (CliFixture *fixture)
{
  static const char *const arguments[] = { "run", "flow.json", "--events", "e.jsonl", NULL };
  GSubprocess *process = NULL;

  cli_fixture_write (fixture, "flow.json", SLOW, TRUE);
  process = cli_fixture_start (fixture, arguments);
  cli_fixture_wait_for (fixture, "e.jsonl", "method_execution_started");
  return process;
}

static char *
get_status_of_last_run (CliFixture *fixture)
{
  g_autoptr (CliAnswer) answer = cli_fixture_run (fixture, NULL, "history", "--json", NULL);
  g_auto (GStrv) lines = g_strsplit (answer->out, "\n", 2);
  g_autoptr (TroupeValue) record = cli_json (lines[0]);

  return g_strdup (cli_get_text (record, "status"));
}

static void
test_interrupt (void)
{
  g_autoptr (CliFixture) fixture = cli_fixture_new ();
  g_autoptr (GSubprocess) process = start_slow (fixture);
  g_autofree char *events = NULL;
  g_autofree char *status = NULL;

  g_subprocess_send_signal (process, SIGINT);
  g_assert_cmpint (cli_wait (process), ==, 130);
  events = cli_fixture_read (fixture, "e.jsonl");
  g_assert_nonnull (strstr (events, "cancelled"));
  status = get_status_of_last_run (fixture);
  g_assert_cmpstr (status, ==, "cancelled");
}

static void
test_terminate (void)
{
  g_autoptr (CliFixture) fixture = cli_fixture_new ();
  g_autoptr (GSubprocess) process = start_slow (fixture);

  g_subprocess_send_signal (process, SIGTERM);
  g_assert_cmpint (cli_wait (process), ==, 143);
}

static void
test_timeout (void)
{
  g_autoptr (CliFixture) fixture = cli_fixture_new ();
  g_autoptr (CliAnswer) answer = NULL;
  g_autoptr (CliAnswer) wrong = NULL;
  g_autoptr (TroupeValue) value = NULL;

  cli_fixture_write (fixture, "flow.json", SLOW, TRUE);
  answer = cli_fixture_run (fixture, NULL, "run", "flow.json", "--timeout", "0.1", "--json", NULL);
  g_assert_cmpint (answer->status, ==, 124);
  value = cli_json (answer->out);
  cli_assert_json (value, "result", "\"timeout\"");
  wrong = cli_fixture_run (fixture, NULL, "run", "flow.json", "--timeout", "-1", NULL);
  g_assert_cmpint (wrong->status, ==, 2);
}

static void
test_killed (void)
{
  g_autoptr (CliFixture) fixture = cli_fixture_new ();
  g_autoptr (GSubprocess) process = start_slow (fixture);
  g_autofree char *running = NULL;
  g_autofree char *interrupted = NULL;

  cli_fixture_wait_for_run (fixture, NULL);
  running = get_status_of_last_run (fixture);
  g_assert_cmpstr (running, ==, "running");
  g_subprocess_force_exit (process);
  g_assert_cmpint (cli_wait (process), ==, 128 + SIGKILL);
  interrupted = get_status_of_last_run (fixture);
  g_assert_cmpstr (interrupted, ==, "interrupted");
}

static void
test_standard_output_full (void)
{
  g_autoptr (CliFixture) fixture = cli_fixture_new ();
  g_autofree char *file = cli_example ("straight-line.json");
  g_autofree char *command =
      g_strdup_printf ("%s run --no-store %s > /dev/full", g_getenv ("TROUPE_CTL"), file);
  int status = 0;

  if (!g_file_test ("/dev/full", G_FILE_TEST_EXISTS))
    {
      g_test_skip ("no /dev/full");
      return;
    }
  {
    const char *const words[] = { "/bin/sh", "-c", command, NULL };
    g_autofree char *err = NULL;

    g_assert_true (g_spawn_sync (fixture->folder, (char **) words, NULL, G_SPAWN_DEFAULT, NULL,
                                 NULL, NULL, &err, &status, NULL));
    g_assert_false (g_spawn_check_wait_status (status, NULL));
    g_assert_nonnull (strstr (err, "standard output"));
  }
}

/* A loop that only computes, and whose values become larger and larger, ends at the limit of the
 * memory or at that of the disk. Each of its values is used, copied and stored only a few times. */
static void
test_endless_loop (void)
{
  static const char *const limits[][2] = { { "--no-store", "memory" },
                                           { "--disk-limit=128M", "disk" } };
  g_autoptr (CliFixture) fixture = cli_fixture_new ();
  g_autofree char *filler = g_strnfill (1000, 'y');
  g_autofree char *flow = g_strdup_printf (
      "{'schema': 'crewai.flow/v1', 'name': 'loop', 'state': {'type': 'dict', 'default': {'s': "
      "'%s'}}, 'methods': {'a': {'start': true, 'listen': 'w', 'router': true, 'emit': ['again'], "
      "'do': {'call': 'expression', 'expr': '`again`'}}, 'w': {'listen': 'again', 'do': {'call': "
      "'expression', 'expr': '[state.s].map(a,a+a+a+a+a+a+a+a+a+a).map(a,a+a+a+a+a+a+a+a+a+a)"
      ".map(a,a+a+a+a+a+a+a+a+a+a).map(a,a+a)[0]'}}}, 'config': {'max_method_calls': 100000}}",
      filler);
  g_autofree char *quoted = g_strdelimit (g_strdup (flow), "'", '"');
  g_autofree char *json = g_strdelimit (g_strdup (quoted), "`", '\'');

  cli_fixture_write (fixture, "flow.json", json, FALSE);
  for (guint i = 0; i < G_N_ELEMENTS (limits); i++)
    {
      const double begin = cli_get_processor_time ();
      g_autoptr (CliAnswer) answer =
          cli_fixture_run (fixture, NULL, "run", "flow.json", "--yes", "--memory-limit=512M",
                           limits[i][0], "--data-dir", "data", NULL);
      const double taken = cli_get_processor_time () - begin;

      g_assert_cmpint (answer->status, ==, 1);
      g_assert_nonnull (strstr (answer->err, limits[i][1]));
      g_assert_nonnull (strstr (answer->err, "limit"));
      g_test_message ("%s: %.2f s", limits[i][0], taken);
      g_assert_cmpfloat (taken, <, 5.0 * TEST_SLOWNESS);
    }
}

/* A dry run prints the steps in the order in which they run, and calls nothing: the address of the
 * model does not exist. */
static void
test_dry_run (void)
{
  g_autoptr (CliFixture) fixture = cli_fixture_new ();
  g_autofree char *agents = cli_fixture_path (fixture, "agents");
  g_autofree char *data = cli_fixture_path (fixture, "data");
  g_autofree char *prices = cli_fixture_path (fixture, "prices.json");
  g_autoptr (CliAnswer) json = NULL;
  g_autoptr (CliAnswer) text = NULL;
  g_autoptr (CliAnswer) flow = NULL;
  g_autoptr (CliAnswer) refused = NULL;
  g_autoptr (TroupeValue) value = NULL;
  g_autoptr (TroupeValue) of_flow = NULL;

  g_assert_cmpint (g_mkdir (agents, 0700), ==, 0);
  cli_fixture_write (fixture, "prices.json",
                     "{'date': '2026-11-23', 'currency': 'USD', 'per': 1000000, 'models':"
                     " {'gpt-4.1-mini': {'input': 1, 'output': 2}}}",
                     TRUE);
  g_setenv ("TROUPE_PRICES_FILE", prices, TRUE);
  cli_fixture_write (fixture, "agents/a.jsonc",
                     "{'role': 'R', 'goal': 'g', 'backstory': 'b', 'llm': {'model': "
                     "'openai/gpt-4.1-mini', 'base_url': 'http://127.0.0.1:1/v1'}}",
                     TRUE);
  cli_fixture_write (fixture, "crew.jsonc",
                     "{'name': 'c', 'agents': ['a'], 'tasks': [{'name': 'one', 'description': "
                     "'About {topic}', 'expected_output': 'x', 'agent': 'a'}, {'name': 'two', "
                     "'description': 'd', 'expected_output': 'x', 'agent': 'a'}]}",
                     TRUE);
  json = cli_fixture_run (fixture, NULL, "run", "crew.jsonc", "--dry-run", "--json", "--data-dir",
                          "data", NULL);
  g_assert_cmpint (json->status, ==, 0);
  value = cli_json (json->out);
  cli_assert_json (value, "result", "\"dry_run\"");
  cli_assert_json (value, "steps.0.name", "\"one\"");
  cli_assert_json (value, "steps.1.path", "\"tasks[1]\"");
  cli_assert_json (value, "steps.0.model", "\"openai/gpt-4.1-mini\"");
  cli_assert_json (value, "calls", "{\"least\": 2, \"most\": 8}");
  cli_assert_json (value, "unknown_prices", "[]");
  g_assert_cmpfloat (troupe_value_get_double (cli_get (value, "cost.high")), >,
                     troupe_value_get_double (cli_get (value, "cost.low")));
  g_assert_false (g_file_test (data, G_FILE_TEST_EXISTS));
  g_unsetenv ("TROUPE_PRICES_FILE");
  text = cli_fixture_run (fixture, NULL, "run", "crew.jsonc", "--dry-run", NULL);
  g_assert_nonnull (strstr (text->out, "   1  one  R, openai/gpt-4.1-mini, "));
  g_assert_nonnull (strstr (text->out, "No model was called"));

  cli_fixture_write (fixture, "flow.json",
                     "{'schema': 'crewai.flow/v1', 'name': 'n', 'methods': {'last': {'listen': "
                     "'first', 'do': {'call': 'expression', 'expr': '1'}}, 'first': {'start': true, "
                     "'do': {'call': 'expression', 'expr': '1'}}, 'never': {'listen': 'nothing', "
                     "'do': {'call': 'expression', 'expr': '1'}}}}",
                     TRUE);
  flow = cli_fixture_run (fixture, NULL, "run", "flow.json", "--dry-run", "--json", NULL);
  of_flow = cli_json (flow->out);
  cli_assert_json (of_flow, "steps.0.name", "\"first\"");
  cli_assert_json (of_flow, "steps.1.name", "\"last\"");
  g_assert_cmpuint (troupe_value_list_get_length (cli_get (of_flow, "steps")), ==, 2);

  cli_fixture_write (fixture, "agents/a.jsonc",
                     "{'role': 'R', 'goal': 'g', 'backstory': 'b', 'llm': 'mock/echo', 'tools': "
                     "['NoSuchTool']}",
                     TRUE);
  refused = cli_fixture_run (fixture, NULL, "run", "crew.jsonc", "--dry-run", NULL);
  g_assert_cmpint (refused->status, ==, 2);
  g_assert_nonnull (strstr (refused->err, "NoSuchTool"));
}

/* A dry run shows neither keys nor control characters of the document. */
static void
test_dry_run_is_clean (void)
{
  g_autoptr (CliFixture) fixture = cli_fixture_new ();
  g_autoptr (CliAnswer) text = NULL;
  g_autoptr (CliAnswer) json = NULL;

  cli_fixture_write (fixture, "flow.json",
                     "{'schema': 'crewai.flow/v1', 'name': 'n', 'methods': {'a': {'start': true, "
                     "'do': {'call': 'agent', 'with': {'role': 'R zq81Kx2m99vB77Qw', 'goal': 'g', "
                     "'backstory': 'b', 'input': 'i', 'llm': {'model': 'openai/x\\u001b[2Jy', "
                     "'api_key': 'zq81Kx2m99vB77Qw'}}}}, 'b': {'start': true, 'do': {'call': "
                     "'agent', 'with': {'role': '', 'goal': 'g', 'backstory': 'b', 'input': 'i', "
                     "'llm': 'mock/echo'}}}}}",
                     TRUE);
  text = cli_fixture_run (fixture, NULL, "run", "flow.json", "--dry-run", NULL);
  g_test_message ("%s%s", text->out, text->err);
  g_assert_cmpint (text->status, ==, 0);
  g_assert_null (strstr (text->out, "zq81Kx2m99vB77Qw"));
  g_assert_null (strchr (text->out, '\033'));
  g_assert_nonnull (strstr (text->out, "  a  R •••, openai/x\\u001b[2Jy, prompt of about "));
  g_assert_nonnull (strstr (text->out, "  b  mock/echo, prompt of about "));
  g_assert_nonnull (strstr (text->out, "No model was called. Nothing was run.\n"));
  json = cli_fixture_run (fixture, NULL, "run", "flow.json", "--dry-run", "--json", NULL);
  g_assert_cmpint (json->status, ==, 0);
  g_assert_null (strstr (json->out, "zq81Kx2m99vB77Qw"));
  g_assert_nonnull (strstr (json->out, "\"agent\": \"R •••\""));
}

/* A budget cannot limit the cost of a model without a price, so the user is asked. */
static void
test_unknown_price (void)
{
  g_autoptr (CliFixture) fixture = cli_fixture_new ();
  g_autoptr (CliAnswer) silent = NULL;
  g_autoptr (CliAnswer) agreed = NULL;
  g_autoptr (CliAnswer) without = NULL;
  g_autoptr (CliAnswer) batch = NULL;
  g_autofree char *out = cli_fixture_path (fixture, "out");
  g_autofree char *asked = NULL;
  int terminal;
  GSubprocess *process;
  const char *const command[] = { "run", "flow.json", "--budget-usd", "1", "--no-store", NULL };

  cli_fixture_write (fixture, "flow.json",
                     "{'schema': 'crewai.flow/v1', 'name': 'n', 'methods': {'a': {'start': true, "
                     "'do': {'call': 'agent', 'with': {'role': 'r', 'goal': 'g', 'backstory': 'b', "
                     "'input': 'i', 'llm': {'model': 'openai/no-such-model-9', 'api_key': "
                     "'0123456789', 'base_url': 'http://127.0.0.1:1/v1', 'max_retries': 0}}}}}}",
                     TRUE);
  silent = cli_fixture_runv (fixture, NULL, command);
  g_assert_cmpint (silent->status, ==, 5);
  g_assert_nonnull (strstr (silent->err, "The price of openai/no-such-model-9 is unknown"));
  g_assert_nonnull (strstr (silent->err, "prices.json"));
  agreed = cli_fixture_run (fixture, NULL, "run", "flow.json", "--budget-usd", "1", "--no-store",
                            "--yes", "--timeout", "0.2", NULL);
  g_assert_cmpint (agreed->status, !=, 5);
  g_assert_nonnull (strstr (agreed->err, "The price of openai/no-such-model-9 is unknown"));
  without = cli_fixture_run (fixture, NULL, "run", "flow.json", "--no-store", "--yes", "--timeout",
                             "0.2", NULL);
  g_assert_null (strstr (without->err, "The price of"));
  cli_fixture_write (fixture, "in.jsonl", "{}\n", FALSE);
  batch = cli_fixture_run (fixture, NULL, "batch", "flow.json", "--inputs-file", "in.jsonl",
                           "--out", "out", "--budget-usd", "1", NULL);
  g_assert_cmpint (batch->status, ==, 5);
  g_assert_nonnull (strstr (batch->err, "The price of openai/no-such-model-9 is unknown"));
  g_assert_false (g_file_test (out, G_FILE_TEST_EXISTS));

  process = cli_fixture_start_on_terminal (fixture, command, &terminal);
  asked = cli_terminal_read_until (terminal, "Run anyway? [y/N] ");
  g_assert_cmpint (write (terminal, "n\n", 2), ==, 2);
  g_assert_cmpint (cli_wait (process), ==, 5);
  g_object_unref (process);
  close (terminal);
}

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/cli/run/examples", test_examples);
  g_test_add_func ("/cli/run/agents-example", test_agents_example);
  g_test_add_func ("/cli/run/plain-result", test_plain_result);
  g_test_add_func ("/cli/run/json-shape", test_json_shape);
  g_test_add_func ("/cli/run/single-inputs", test_single_inputs);
  g_test_add_func ("/cli/run/null-and-empty-inputs", test_null_and_empty_inputs);
  g_test_add_func ("/cli/run/text-or-null", test_text_or_null);
  g_test_add_func ("/cli/run/id", test_id);
  g_test_add_func ("/cli/run/wrong-inputs", test_wrong_inputs);
  g_test_add_func ("/cli/run/standard-input-and-folder", test_standard_input_and_folder);
  g_test_add_func ("/cli/run/load-error", test_load_error);
  g_test_add_func ("/cli/run/run-error", test_run_error);
  g_test_add_func ("/cli/run/permission", test_permission);
  g_test_add_func ("/cli/run/no-sandbox", test_no_sandbox);
  g_test_add_func ("/cli/run/consent", test_consent);
  g_test_add_func ("/cli/run/temporary", test_temporary);
  g_test_add_func ("/cli/run/events", test_events);
  g_test_add_func ("/cli/run/verbose", test_verbose);
  g_test_add_func ("/cli/run/events-on-standard-output", test_events_on_standard_output);
  g_test_add_func ("/cli/run/events-cannot-be-written", test_events_cannot_be_written);
  g_test_add_func ("/cli/run/interrupt", test_interrupt);
  g_test_add_func ("/cli/run/terminate", test_terminate);
  g_test_add_func ("/cli/run/endless-loop", test_endless_loop);
  g_test_add_func ("/cli/run/timeout", test_timeout);
  g_test_add_func ("/cli/run/budget", test_budget);
  g_test_add_func ("/cli/run/killed", test_killed);
  g_test_add_func ("/cli/run/standard-output-full", test_standard_output_full);
  g_test_add_func ("/cli/run/dry-run", test_dry_run);
  g_test_add_func ("/cli/run/dry-run-is-clean", test_dry_run_is_clean);
  g_test_add_func ("/cli/run/unknown-price", test_unknown_price);
  return g_test_run ();
}
