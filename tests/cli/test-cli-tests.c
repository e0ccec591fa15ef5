/* test-cli-tests.c: troupectl test with a file of tests
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#include "config.h"

#include <glib/gstdio.h>
#include <string.h>
#include <unistd.h>

#include "cli-fixture.h"

#define FLOW                                                                                       \
  "{'schema': 'crewai.flow/v1', 'name': 'f', 'state': {'type': 'dict', 'default': {'topic': "      \
  "'Sun'}}, 'methods': {"                                                                          \
  "'a': {'start': true, 'do': {'call': 'agent', 'with': {'role': 'Writer', 'goal': 'g', "          \
  "'backstory': 'b', 'llm': 'openai/gpt-4.1', 'input': 'About ${state.topic}'}}},"                 \
  "'b': {'listen': 'a', 'do': {'call': 'expression', 'expr': 'outputs.a.raw'}}}}"
#define CREW                                                                                       \
  "{'agents': ['w'], 'tasks': [{'name': 'write', 'description': 'About {topic}', "                 \
  "'expected_output': 'x', 'agent': 'w'}]}"
#define AGENT "{'role': 'Writer', 'goal': 'g', 'backstory': 'b', 'llm': 'openai/gpt-4.1'}"

#define WRITER                                                                                     \
  "{'role': 'Writer', 'goal': 'g', 'backstory': 'b', 'llm': 'openai/gpt-4.1', "                    \
  "'tools': ['FileWriterTool']}"
#define WRITER_OF_MOCK                                                                             \
  "{'role': 'Writer', 'goal': 'g', 'backstory': 'b', 'llm': 'mock/say:x', "                        \
  "'tools': ['FileWriterTool']}"
#define FLOW_OF_MOCK                                                                               \
  "{'schema': 'crewai.flow/v1', 'name': 'f', 'methods': {'a': {'start': true, 'do': {'call': "     \
  "'agent', 'with': {'role': 'r', 'goal': 'g', 'backstory': 'b', 'llm': 'mock/echo', 'input': "    \
  "'x'}}}}}"

static CliFixture *
make_fixture (const char *tests)
{
  CliFixture *fixture = cli_fixture_new ();

  cli_fixture_write (fixture, "f.json", FLOW, TRUE);
  cli_fixture_write (fixture, "f.test.json", tests, FALSE);
  /* Ends a program that opens a socket. */
  fixture->wrapper = g_getenv ("TROUPE_SANDBOX");
  return fixture;
}

/* Without keys, permissions and a network. */
static void
test_answers (void)
{
  static const char tests[] =
      "{\"cases\": ["
      "{\"name\": \"good\", \"inputs\": {\"topic\": \"Rain\"}, \"answers\": [{\"agent\": "
      "\"Writer\", "
      "\"answer\": \"It rains\"}], \"expect\": [\"outputs.b == 'It rains'\", \"path == ['a', "
      "'b']\", "
      "\"calls.total == 1\", \"cost == 0.0\", \"state.topic == inputs.topic\"]},"
      "{\"name\": \"bad\", \"answers\": [{\"answer\": \"no\"}], \"expect\": [\"final == 'yes'\"]},"
      "{\"name\": \"error\", \"answers\": [{\"error\": \"broken\"}], \"expect\": "
      "[\"error.message.contains('broken')\"]},"
      "{\"name\": \"judged\", \"answers\": [{\"agent\": \"Writer\", \"answer\": \"x\"}, "
      "{\"agent\": "
      "\"Judge\", \"answer\": {\"score\": 0.5, \"reason\": \"dull\"}}], \"judges\": [{\"says\": "
      "\"It is "
      "fun\", \"model\": \"openai/gpt-4.1\", \"threshold\": 0.9}]},"
      "{\"name\": \"missing\", \"answers\": [{\"agent\": \"Reader\", \"answer\": \"x\"}]}"
      "]}";
  static const struct
  {
    const char *name;
    const char *failure; /* (nullable) */
  } cases[] = { { "good", NULL },
                { "bad", "“final == 'yes'” is false. final is \"no\"." },
                { "error", NULL },
                { "judged", "“It is fun” has the score 0.50, less than 0.90: dull" },
                { "missing",
                  "The test has no answer for a request to the model “openai/gpt-4.1”" } };
  g_autoptr (CliFixture) fixture = make_fixture (tests);
  g_autoptr (CliAnswer) all =
      cli_fixture_run (fixture, NULL, "test", "f.json", "--json", "--junit", "j.xml", NULL);
  g_autoptr (TroupeValue) value = troupe_value_from_json (all->out, -1, NULL);
  TroupeValue *list = troupe_value_get_member (value, "cases");
  g_autofree char *junit = cli_fixture_read (fixture, "j.xml");

  g_test_message ("%s", all->err);
  g_assert_cmpint (all->status, ==, 1);
  g_assert_cmpuint (troupe_value_list_get_length (list), ==, G_N_ELEMENTS (cases));
  for (guint i = 0; i < G_N_ELEMENTS (cases); i++)
    {
      TroupeValue *result = troupe_value_list_get (list, i);
      TroupeValue *failures = troupe_value_get_member (result, "failures");

      g_assert_cmpstr (troupe_value_get_member_text (result, "name"), ==, cases[i].name);
      g_assert_cmpuint (troupe_value_list_get_length (failures) > 0, ==, cases[i].failure != NULL);
      if (cases[i].failure != NULL)
        g_assert_nonnull (strstr (
            troupe_value_get_string (troupe_value_list_get (failures, 0), NULL), cases[i].failure));
    }
  g_assert_nonnull (strstr (junit, "tests=\"5\" failures=\"3\""));
  for (guint i = 0; i < G_N_ELEMENTS (cases); i++)
    {
      g_autoptr (CliAnswer) one =
          cli_fixture_run (fixture, NULL, "test", "f.test.json", "--case", cases[i].name, NULL);

      g_assert_cmpint (one->status, ==, cases[i].failure != NULL ? 1 : 0);
    }
}

/* A file of another program is imported, and its tests run. */
static void
test_import (void)
{
  static const char config[] = "prompts: ['{{topic}}']\n"
                               "tests:\n"
                               "  - vars: {topic: Rain}\n"
                               "    assert:\n"
                               "      - {type: icontains, value: 'about rain'}\n"
                               "      - {type: python, value: 'x'}\n";
  static const char flow[] =
      "{'schema': 'crewai.flow/v1', 'name': 'f', 'state': {'type': 'dict', 'default': {'topic': "
      "'Sun'}}, 'methods': {'a': {'start': true, 'do': {'call': 'expression', 'expr': \"'About ' + "
      "state.topic\"}}}}";
  g_autoptr (CliFixture) fixture = cli_fixture_new ();
  g_autoptr (CliAnswer) import = NULL;
  g_autoptr (CliAnswer) bad = NULL;
  g_autoptr (CliAnswer) tested = NULL;

  cli_fixture_write (fixture, "f.json", "{}", FALSE);
  cli_fixture_write (fixture, "config.yaml", config, FALSE);
  fixture->wrapper = g_getenv ("TROUPE_SANDBOX");
  {
    g_autoptr (GString) text = g_string_new (flow);

    /* The fixture writes ' as ", which would change the expression. */
    g_string_replace (text, "\"'About ' + state.topic\"", "`", 0);
    g_string_replace (text, "'", "\"", 0);
    g_string_replace (text, "`", "\"'About ' + state.topic\"", 0);
    cli_fixture_write (fixture, "f.json", text->str, FALSE);
  }
  bad = cli_fixture_run (fixture, NULL, "test", "import", "config.yaml", "-o", "f.json", NULL);
  g_assert_cmpint (bad->status, ==, 2);
  import = cli_fixture_run (fixture, NULL, "test", "import", "config.yaml", "-o", "f.test.json",
                            "--document", "f.json", NULL);
  g_assert_cmpint (import->status, ==, 0);
  g_assert_nonnull (strstr (import->err, "config.yaml:6: assert python: "));
  tested = cli_fixture_run (fixture, NULL, "test", "f.test.json", "--json", NULL);
  g_test_message ("%s %s", tested->out, tested->err);
  g_assert_cmpint (tested->status, ==, 0);
  g_assert_nonnull (strstr (tested->out, "\"passed\":1") != NULL
                        ? tested->out
                        : strstr (tested->out, "\"passed\": 1"));
}

/* A case for each line of a file of inputs; a recording that is made, and then used. */
static void
test_record (void)
{
  static const char flow[] =
      "{'schema': 'crewai.flow/v1', 'name': 'f', 'methods': {'a': {'start': true, 'do': {'call': "
      "'agent', 'with': {'role': 'r', 'goal': 'g', 'backstory': 'b', 'llm': 'mock/echo', 'input': "
      "'About ${state.topic}'}}}}}";
  static const char tests[] =
      "{\"document\": \"g.json\", \"recording\": \"g.jsonl\", \"expect\": [\"final.raw == 'About ' "
      "+ "
      "inputs.topic\"], \"cases\": [{\"name\": \"all\", \"inputs_file\": \"in.csv\"}]}";
  g_autoptr (CliFixture) fixture = make_fixture (tests);
  g_autofree char *first = NULL;

  cli_fixture_write (fixture, "g.json", flow, TRUE);
  cli_fixture_write (fixture, "in.csv", "topic\nRain\nSun\nSnow\n", FALSE);
  {
    g_autoptr (CliAnswer) missing = cli_fixture_run (fixture, NULL, "test", "f.test.json", NULL);
    g_autoptr (CliAnswer) recorded =
        cli_fixture_run (fixture, NULL, "test", "f.test.json", "--record", NULL);

    g_assert_cmpint (missing->status, ==, 1);
    g_assert_nonnull (strstr (missing->out, "g.jsonl"));
    g_assert_cmpint (recorded->status, ==, 0);
  }
  for (guint i = 0; i < 3; i++)
    {
      g_autoptr (CliAnswer) answer =
          cli_fixture_run (fixture, NULL, "test", "f.test.json", "--json", NULL);
      g_autofree char *text = NULL;
      g_autoptr (TroupeValue) value = troupe_value_from_json (answer->out, -1, NULL);

      g_assert_cmpint (answer->status, ==, 0);
      g_assert_cmpint (troupe_value_get_integer (troupe_value_get_member (value, "passed")), ==, 3);
      g_assert_nonnull (strstr (answer->out, "\"all/3\""));
    }
}

/* Each model has its own recording, and permissions are asked for the models that are called. */
static void
test_models (void)
{
  g_autoptr (CliFixture) fixture =
      make_fixture ("{\"recording\": \"r.jsonl\", \"cases\": [{\"name\": \"a\", \"expect\": "
                    "[\"final.startsWith('hello') || final.startsWith('About')\"]}]}");
  g_autoptr (CliAnswer) recorded = cli_fixture_run (fixture, NULL, "test", "f.json", "--record",
                                                    "--models", "mock/echo,mock/say:hello", NULL);
  g_autoptr (CliAnswer) replayed = cli_fixture_run (fixture, NULL, "test", "f.json", "--json",
                                                    "--models", "mock/echo,mock/say:hello", NULL);
  g_autoptr (CliAnswer) refused =
      cli_fixture_run (fixture, NULL, "test", "f.json", "--record", "--models", "groq/x", NULL);
  g_autofree char *recording = cli_fixture_read (fixture, "r.mock-say-hello.jsonl");
  g_autoptr (TroupeValue) value = troupe_value_from_json (replayed->out, -1, NULL);

  g_test_message ("%s%s%s", recorded->out, recorded->err, refused->err);
  g_assert_cmpint (recorded->status, ==, 0);
  g_assert_cmpint (replayed->status, ==, 0);
  g_assert_cmpint (refused->status, ==, 5);
  g_assert_nonnull (strstr (recorded->out, "mock/say:hello"));
  g_assert_nonnull (strstr (recording, "\"model\": \"mock/say:hello\""));
  g_assert_cmpuint (troupe_value_list_get_length (troupe_value_get_member (value, "models")), ==,
                    2);
  g_assert_nonnull (strstr (refused->err, "groq"));
  g_assert_null (strstr (refused->err, "api.openai.com"));
}

/* A list of models with an empty name is not run with a model of that name, nor without one. */
static void
test_empty_models (void)
{
  static const char *const lists[] = { ",", "", "mock/echo,", " ,mock/echo" };
  g_autoptr (CliFixture) fixture =
      make_fixture ("{\"recording\": \"r.jsonl\", \"cases\": [{\"name\": \"a\", \"expect\": "
                    "[\"true\"]}]}");

  for (guint i = 0; i < G_N_ELEMENTS (lists); i++)
    {
      g_autofree char *expected =
          g_strdup_printf ("troupectl: --models must be names separated by commas, not “%s”.\n",
                           lists[i]);
      g_autoptr (CliAnswer) answer =
          cli_fixture_run (fixture, NULL, "test", "f.json", "--record", "--models", lists[i], NULL);

      g_assert_cmpint (answer->status, ==, 2);
      g_assert_cmpstr (answer->err, ==, expected);
      g_assert_cmpstr (answer->out, ==, "");
    }
}

static void
test_crew (void)
{
  g_autoptr (CliFixture) fixture = make_fixture (
      "{\"document\": \"crew.json\", \"cases\": [{\"inputs\": {\"topic\": \"Rain\"}, \"answers\": "
      "[{\"task\": \"write\", \"answer\": \"done\"}], \"expect\": [\"path == ['write']\", "
      "\"outputs.write.raw == 'done'\", \"calls.models['openai/gpt-4.1'] == 1\"]}]}");
  g_autofree char *folder = cli_fixture_path (fixture, "agents");

  g_assert_cmpint (g_mkdir (folder, 0700), ==, 0);
  cli_fixture_write (fixture, "crew.json", CREW, TRUE);
  cli_fixture_write (fixture, "agents/w.json", AGENT, TRUE);
  {
    g_autoptr (CliAnswer) answer = cli_fixture_run (fixture, NULL, "test", "f.test.json", NULL);

    g_test_message ("%s%s", answer->out, answer->err);
    g_assert_cmpint (answer->status, ==, 0);
  }
}

static void
test_validate (void)
{
  static const struct
  {
    const char *text;
    const char *problem; /* with line and column */
  } cases[] = {
    { "{\"cases\": [{\"nam\": 1}]}", "f.test.json:1:20: error: cases[0]: The field " },
    { "{\"cases\": [\n {\"expect\": [\"size(path) ==\"]}]}",
      "f.test.json:2:28: error: cases[0].expect[0]" },
    { "{\"cases\": [{\"expect\": [\"cost + 1.0\"]}]}", "neither true nor false" },
    { "{\"cases\": [{\"expect\": [\"output == 1\"]}]}", "output" },
    { "{\"cases\": [{\"expect\": [\"true\", \"cost < 'a'\"]}]}",
      "f.test.json:1:38: error: cases[0].expect[1]: the operator is not defined for a number and a "
      "string" },
    { "{\"cases\": [{\"expect\": [\"size(text) + 'x' == text\"]}]}",
      "the operator is not defined for a number and a string" },
    { "{\"cases\": [{\"expect\": [\"path == 3\"]}]}", "a list never equals a number" },
    { "{\"cases\": [{\"expect\": [\"path.all(p, calls.totl == 2)\"]}]}",
      "there is no field “totl”; the fields are models, tools, total" },
    { "{\"document\": \"no.json\", \"cases\": [{}]}", "no.json" },
    { "{\"cases\": [{\"inputs_file\": \"no.csv\"}]}", "no.csv" },
    { "{\"cases\": [{\"judges\": [{\"says\": \"x\"}]}]}", "A judge requires" },
    { "{\"cases\": [{\"recording\": \"../x.jsonl\"}]}", "a path in the folder of the tests" },
    { "{\"recording\": \"/tmp/x.jsonl\", \"cases\": [{}]}", "a path in the folder of the tests" },
    { "{\"cases\": [{\"inputs_file\": \"a/../../x.csv\"}]}", "a path in the folder of the tests" },
    { "{\"document\": \"../f.json\", \"cases\": [{}]}", "a path in the folder of the tests" },
    { "{\"cases\": [{\"recording\": \"notes.sh\"}]}", "must end with “.jsonl”" },
    { "{\"cases\": [{\"inputs_file\": \".env\"}]}", ".env" },
    { "{\"cases\": []}", "has no cases" },
    { "{\"cases\": [", "f.test.json:1:" },
    { "[]", "must be an object" },
    { "{\"cases\": [{\"answers\": [1], \"missing\": \"x\"}]}", "must be an object" },
  };

  for (guint i = 0; i < G_N_ELEMENTS (cases); i++)
    {
      g_autoptr (CliFixture) fixture = make_fixture (cases[i].text);
      g_autoptr (CliAnswer) valid =
          cli_fixture_run (fixture, NULL, "validate", "f.test.json", NULL);
      g_autoptr (CliAnswer) run = cli_fixture_run (fixture, NULL, "test", "f.test.json", NULL);

      g_test_message ("case %u: %s", i, valid->err);
      g_assert_cmpint (valid->status, ==, 2);
      g_assert_cmpint (run->status, ==, 2);
      g_assert_nonnull (strstr (valid->err, cases[i].problem));
    }
}

/* A file of tests that a stranger made reaches nothing but recordings in its folder: neither through links, nor a
 * file of the user under the name of a recording. */
static void
test_places (void)
{
  static const char tests[] = "{\"cases\": [{\"inputs_file\": \"in.csv\"}]}";
  static const char *const names[] = { "link.jsonl", "dangling.jsonl", "user.jsonl" };
  g_autoptr (CliFixture) fixture = make_fixture (tests);
  g_autofree char *outside = g_dir_make_tmp ("outside-XXXXXX", NULL);
  g_autofree char *kept = g_build_filename (outside, "kept", NULL);
  g_autofree char *absent = g_build_filename (outside, "absent", NULL);
  g_autofree char *in = g_build_filename (fixture->folder, "in.csv", NULL);
  g_autofree char *link = g_build_filename (fixture->folder, names[0], NULL);
  g_autofree char *dangling = g_build_filename (fixture->folder, names[1], NULL);

  g_assert_true (g_file_set_contents (kept, "topic\nsecret of the user\n", -1, NULL));
  g_assert_no_errno (symlink (kept, in));
  g_assert_no_errno (symlink (kept, link));
  g_assert_no_errno (symlink (absent, dangling));
  cli_fixture_write (fixture, names[2], "{\"a\": 1}\n", FALSE);
  {
    g_autoptr (CliAnswer) answer = cli_fixture_run (fixture, NULL, "test", "f.test.json", NULL);

    g_assert_cmpint (answer->status, ==, 2);
    g_assert_nonnull (strstr (answer->err, "leads outside"));
    g_assert_null (strstr (answer->err, "secret of the user"));
  }
  {
    g_autofree char *own = g_build_filename (fixture->folder, "own.json", NULL);
    g_autoptr (CliAnswer) answer = NULL;

    g_assert_no_errno (symlink (kept, own));
    cli_fixture_write (fixture, "f.test.json",
                       "{\"document\": \"own.json\", \"cases\": [{\"answers\": []}]}", FALSE);
    answer = cli_fixture_run (fixture, NULL, "test", "f.test.json", NULL);
    g_assert_cmpint (answer->status, ==, 2);
    g_assert_nonnull (strstr (answer->err, "in the folder of the tests"));
  }
  cli_fixture_write (fixture, "g.json", FLOW_OF_MOCK, TRUE);
  for (guint i = 0; i < G_N_ELEMENTS (names); i++)
    {
      g_autofree char *text =
          g_strdup_printf ("{\"document\": \"g.json\", \"recording\": \"%s\", \"cases\": [{}]}",
                           names[i]);
      g_autoptr (CliAnswer) recorded = NULL;
      g_autoptr (CliAnswer) run = NULL;
      g_autofree char *user = NULL;
      g_autofree char *now = NULL;

      cli_fixture_write (fixture, "f.test.json", text, FALSE);
      recorded = cli_fixture_run (fixture, NULL, "test", "f.test.json", "--record", NULL);
      run = cli_fixture_run (fixture, NULL, "run", "g.json", "--record", names[i], NULL);
      g_test_message ("%s: %s%s", names[i], recorded->out, run->err);
      g_assert_cmpint (recorded->status, ==, 1);
      g_assert_cmpint (run->status, !=, 0);
      user = cli_fixture_read (fixture, names[2]);
      g_assert_cmpstr (user, ==, "{\"a\": 1}\n");
      g_assert_true (g_file_get_contents (kept, &now, NULL, NULL));
      g_assert_cmpstr (now, ==, "topic\nsecret of the user\n");
      g_assert_false (g_file_test (absent, G_FILE_TEST_EXISTS));
    }
  g_unlink (kept);
  g_rmdir (outside);
}

/* A line of a recording that has no result does not call a tool, for which a replay has no permission. */
static void
test_executes (void)
{
  static const char tests[] =
      "{\"document\": \"crew.jsonc\", \"cases\": [{\"recording\": \"r.jsonl\", \"inputs\": "
      "{\"topic\": "
      "\"x\"}, \"answers\": [{\"tool_calls\": [{\"name\": \"file_writer_tool\", \"arguments\": "
      "{\"filename\": \"x.txt\", \"content\": \"hi\", \"overwrite\": \"true\"}}]}, {\"answer\": "
      "\"done\"}]}]}";
  static const char recording[] =
      "{\"troupe_recording\": 1, \"name\": \"c\"}\n"
      "{\"call\": \"tool\", \"request\": {\"tool\": \"File Writer Tool\", \"arguments\": "
      "{\"filename\": "
      "\"x.txt\", \"content\": \"hi\", \"overwrite\": \"true\"}}, \"executes\": true}\n";
  static const char live[] = "{\"document\": \"crew.jsonc\", \"missing\": \"live\", \"cases\": "
                             "[{\"inputs\": {\"topic\": \"x\"}, "
                             "\"answers\": [{\"answer\": \"Thought: t\\nAction: "
                             "file_writer_tool\\nAction Input: {}\"}]}]}";
  g_autoptr (CliFixture) fixture = make_fixture (tests);
  g_autofree char *path = g_build_filename (fixture->folder, "x.txt", NULL);

  cli_fixture_write (fixture, "crew.jsonc", CREW, TRUE);
  cli_fixture_write (fixture, "agents/w.jsonc", WRITER, TRUE);
  cli_fixture_write (fixture, "r.jsonl", recording, FALSE);
  {
    g_autoptr (CliAnswer) answer =
        cli_fixture_run (fixture, NULL, "test", "f.test.json", "--yes", NULL);

    g_test_message ("%s%s", answer->out, answer->err);
    g_assert_nonnull (strstr (answer->out, "1"));
    g_assert_false (g_file_test (path, G_FILE_TEST_EXISTS));
  }
  /* Permissions that were granted to the document do not include what the tests make it call. */
  cli_fixture_write (fixture, "agents/w.jsonc", WRITER_OF_MOCK, TRUE);
  cli_fixture_write (fixture, "f.test.json", live, FALSE);
  {
    g_autoptr (CliAnswer) granted =
        cli_fixture_run (fixture, NULL, "run", "crew.jsonc", "--yes", "--input", "topic=x", NULL);
    g_autoptr (CliAnswer) again =
        cli_fixture_run (fixture, NULL, "run", "crew.jsonc", "--input", "topic=x", NULL);
    g_autoptr (CliAnswer) tested = cli_fixture_run (fixture, NULL, "test", "f.test.json", NULL);

    g_test_message ("%s%s", tested->out, tested->err);
    g_assert_cmpint (granted->status, ==, 0);
    g_assert_cmpint (again->status, ==, 0);
    g_assert_cmpint (tested->status, ==, 5);
    g_assert_false (g_file_test (path, G_FILE_TEST_EXISTS));
  }
}

/* Runs the flow, and returns the beginning of the ID of the run. @reused: (nullable): a run whose results are used. (transfer
 * full) */
static char *
run_flow (CliFixture *fixture, const char *input, const char *reused)
{
  g_autoptr (CliAnswer) answer =
      cli_fixture_run (fixture, NULL, "run", "g.json", "--json", "--input", input,
                       reused != NULL ? "--reuse" : NULL, reused, NULL);
  g_autoptr (TroupeValue) value = troupe_value_from_json (answer->out, -1, NULL);

  g_assert_cmpint (answer->status, ==, 0);
  return g_strdup (troupe_value_get_member_text (value, "run"));
}

/* Returns a text of the first difference of two runs. (transfer full) (nullable) */
static char *
compare_runs (CliFixture *fixture, const char *first, const char *second, const char *name)
{
  g_autoptr (CliAnswer) text = cli_fixture_run (fixture, NULL, "compare", first, second, NULL);
  g_autoptr (CliAnswer) answer =
      cli_fixture_run (fixture, NULL, "compare", first, second, "--json", NULL);
  g_autoptr (TroupeValue) value = troupe_value_from_json (answer->out, -1, NULL);

  g_test_message ("%s", text->out);
  g_assert_cmpint (text->status, ==, 0);
  g_assert_cmpint (answer->status, ==, 0);
  return g_strdup (troupe_value_get_member_text (troupe_value_get_member (value, "first"), name));
}

/* Stored runs are compared, and a test that is made from one passes. */
static void
test_stored (void)
{
  static const char flow[] =
      "{'schema': 'crewai.flow/v1', 'name': 'g', 'methods': {'a': {'start': true, 'do': {'call': "
      "'agent', 'with': {'role': '%s', 'goal': 'g', 'backstory': 'b', 'llm': 'mock/echo', 'input': "
      "'About ${state.topic}'}}}}}";
  g_auto (GStrv) parts = g_strsplit (flow, "%s", 2);
  g_autofree char *before = g_strconcat (parts[0], "Writer", parts[1], NULL);
  g_autofree char *after = g_strconcat (parts[0], "Editor", parts[1], NULL);
  g_autoptr (CliFixture) fixture = cli_fixture_new ();
  char *ids[5] = { NULL };
  static const struct
  {
    guint first;
    guint second;
    const char *what; /* (nullable) */
    const char *path; /* (nullable) */
  } cases[] = { { 0, 1, NULL, NULL },
                { 0, 2, "inputs", "inputs.topic" },
                { 0, 3, "model", "" },
                { 0, 4, NULL, NULL } };

  cli_fixture_write (fixture, "g.json", before, TRUE);
  ids[0] = run_flow (fixture, "topic=Rain", NULL);
  ids[1] = run_flow (fixture, "topic=Rain", NULL);
  ids[2] = run_flow (fixture, "topic=Snow", NULL);
  /* It makes no call, which is no difference. */
  ids[4] = run_flow (fixture, "topic=Rain", ids[0]);
  cli_fixture_write (fixture, "g.json", after, TRUE);
  ids[3] = run_flow (fixture, "topic=Rain", NULL);
  for (guint i = 0; i < G_N_ELEMENTS (cases); i++)
    {
      g_autofree char *what =
          compare_runs (fixture, ids[cases[i].first], ids[cases[i].second], "what");
      g_autofree char *path =
          compare_runs (fixture, ids[cases[i].first], ids[cases[i].second], "path");

      g_assert_cmpstr (what, ==, cases[i].what);
      g_assert_cmpstr (path, ==, cases[i].path);
    }
  for (guint i = 0; i < 2; i++)
    {
      g_autoptr (CliAnswer) made =
          cli_fixture_run (fixture, NULL, "history", "make-test", ids[3], NULL);
      g_autoptr (CliAnswer) tested =
          cli_fixture_run (fixture, NULL, "test", "g.json", "--json", NULL);

      g_test_message ("%s%s", tested->out, tested->err);
      g_assert_cmpint (made->status, ==, 0);
      g_assert_cmpint (tested->status, ==, 0);
      g_assert_nonnull (strstr (tested->out, "\"passed\": 1"));
    }
  for (guint i = 0; i < G_N_ELEMENTS (ids); i++)
    g_free (ids[i]);
}

/* The test of a run that has failed passes as long as the document fails, and fails when it is repaired. */
static void
test_stored_failure (void)
{
  static const char flow[] =
      "{'schema': 'crewai.flow/v1', 'name': 'g', 'methods': {'a': {'start': true, 'do': {'call': "
      "'expression', 'expr': '%s'}}}}";
  g_auto (GStrv) parts = g_strsplit (flow, "%s", 2);
  g_autofree char *broken = g_strconcat (parts[0], "[1, 2][state.index]", parts[1], NULL);
  g_autofree char *repaired = g_strconcat (parts[0], "[1, 2][0]", parts[1], NULL);
  g_autoptr (CliFixture) fixture = cli_fixture_new ();
  g_autoptr (CliAnswer) ran = NULL;
  g_autoptr (TroupeValue) value = NULL;
  g_autoptr (CliAnswer) made = NULL;
  g_autoptr (CliAnswer) fails = NULL;
  g_autoptr (CliAnswer) works = NULL;

  cli_fixture_write (fixture, "g.json", broken, TRUE);
  ran = cli_fixture_run (fixture, NULL, "run", "g.json", "--json", "--input", "index=5", NULL);
  g_assert_cmpint (ran->status, !=, 0);
  value = troupe_value_from_json (ran->out, -1, NULL);
  made = cli_fixture_run (fixture, NULL, "history", "make-test",
                          troupe_value_get_member_text (value, "run"), NULL);
  g_assert_cmpint (made->status, ==, 0);
  fails = cli_fixture_run (fixture, NULL, "test", "g.json", "--json", NULL);
  g_test_message ("%s%s", fails->out, fails->err);
  g_assert_cmpint (fails->status, ==, 0);
  cli_fixture_write (fixture, "g.json", repaired, TRUE);
  works = cli_fixture_run (fixture, NULL, "test", "g.json", "--json", NULL);
  g_assert_cmpint (works->status, ==, 1);
}

/* Runs the flow, makes a test of the run, and returns the file of tests. (transfer full) */
static TroupeValue *
make_test (CliFixture *fixture, char **run)
{
  g_autoptr (CliAnswer) made = NULL;
  g_autofree char *path = g_build_filename (fixture->folder, "g.test.json", NULL);
  g_autofree char *text = NULL;

  *run = run_flow (fixture, "topic=Rain", NULL);
  made = cli_fixture_run (fixture, NULL, "history", "make-test", *run, NULL);
  g_test_message ("%s", made->err);
  g_assert_cmpint (made->status, ==, 0);
  g_assert_true (g_file_get_contents (path, &text, NULL, NULL));
  return troupe_value_from_json (text, -1, NULL);
}

/* The test of a run whose result is an object checks it, without what differs between two runs. */
static void
test_stored_object (void)
{
  static const char flow[] =
      "{'schema': 'crewai.flow/v1', 'name': 'g', 'methods': {'a': {'start': true, 'do': {'call': "
      "'expression', 'expr': '{\\'text\\': \\'%s\\', \\'id\\': state.id, \\'to-do\\': [1, 2.5], "
      "\\'notes\\': [{\\'at\\': \\'2026-01-02T03:04:05Z\\', \\'by\\': null}]}'}}}}";
  g_auto (GStrv) parts = g_strsplit (flow, "%s", 2);
  g_autofree char *before = g_strconcat (parts[0], "x", parts[1], NULL);
  g_autofree char *after = g_strconcat (parts[0], "y", parts[1], NULL);
  g_autoptr (CliFixture) fixture = cli_fixture_new ();
  g_autoptr (TroupeValue) file = NULL;
  g_autoptr (CliAnswer) passes = NULL;
  g_autoptr (CliAnswer) fails = NULL;
  g_autofree char *run = NULL;
  g_autofree char *expected = NULL;
  TroupeValue *test = NULL;

  cli_fixture_write (fixture, "g.json", before, TRUE);
  file = make_test (fixture, &run);
  test = troupe_value_list_get (troupe_value_get_member (file, "cases"), 0);
  g_assert_true (g_str_has_prefix (troupe_value_get_member_text (test, "name"), "Rain, 20"));
  g_assert_cmpstr (troupe_value_get_member_text (test, "run"), ==, run);
  expected = troupe_value_to_json (troupe_value_get_member (test, "expect"), TROUPE_JSON_COMPACT);
  g_assert_nonnull (strstr (expected, "final.text == \\\"x\\\""));
  g_assert_nonnull (strstr (expected, "final[\\\"to-do\\\"] == [1,2.5]"));
  g_assert_nonnull (strstr (expected, "size(final.notes) == 1"));
  g_assert_nonnull (strstr (expected, "final.notes[0].by == null"));
  g_assert_null (strstr (expected, "2026-01-02"));
  g_assert_null (strstr (expected, "final.id"));
  passes = cli_fixture_run (fixture, NULL, "test", "g.json", "--json", NULL);
  g_test_message ("%s%s", passes->out, passes->err);
  g_assert_cmpint (passes->status, ==, 0);
  cli_fixture_write (fixture, "g.json", after, TRUE);
  fails = cli_fixture_run (fixture, NULL, "test", "g.json", "--json", NULL);
  g_assert_cmpint (fails->status, ==, 1);
}

/* A run that a test cannot repeat is refused with the reason. */
static void
test_not_repeatable (void)
{
  static const char flow[] =
      "{'schema': 'crewai.flow/v1', 'name': 'g', 'methods': {'a': {'start': true, 'do': {'call': "
      "'expression', 'expr': '1'}}, 'b': {'listen': 'a', 'do': {'call': 'expression', 'expr': "
      "'state.topic'}}}}";
  g_autoptr (CliFixture) fixture = cli_fixture_new ();
  g_autofree char *first = NULL;
  static const struct
  {
    const char *option;
    const char *value;
    const char *reason;
  } cases[] = {
    { "--until", "a", "executed only a part" },
    { "--from", "b", "began before “b”" },
  };

  cli_fixture_write (fixture, "g.json", flow, TRUE);
  first = run_flow (fixture, "topic=Rain", NULL);
  for (guint i = 0; i < G_N_ELEMENTS (cases); i++)
    {
      g_autoptr (CliAnswer) ran =
          cli_fixture_run (fixture, NULL, "run", "g.json", "--json", "--input", "topic=Rain",
                           cases[i].option, cases[i].value, NULL);
      g_autoptr (TroupeValue) value = troupe_value_from_json (ran->out, -1, NULL);
      g_autoptr (CliAnswer) made = NULL;

      g_test_message ("%s%s", ran->out, ran->err);
      g_assert_cmpint (ran->status, ==, 0);
      made = cli_fixture_run (fixture, NULL, "history", "make-test",
                              troupe_value_get_member_text (value, "run"), NULL);
      g_test_message ("%s", made->err);
      g_assert_cmpint (made->status, ==, 2);
      g_assert_nonnull (strstr (made->err, cases[i].reason));
    }
}

/* A document or a folder without tests says so, and how to make one. */
static void
test_without_tests (void)
{
  static const char *const given[] = { "lonely.json", "." };
  g_autoptr (CliFixture) fixture = cli_fixture_new ();

  cli_fixture_write (fixture, "lonely.json",
                     "{'schema': 'crewai.flow/v1', 'name': 'g', 'methods': {'a': {'start': true, "
                     "'do': {'call': 'expression', 'expr': '1'}}}}",
                     TRUE);
  cli_fixture_write (fixture, "other.json",
                     "{'schema': 'crewai.flow/v1', 'name': 'o', 'methods': {}}", TRUE);
  for (guint i = 0; i < G_N_ELEMENTS (given); i++)
    {
      g_autoptr (CliAnswer) answer = cli_fixture_run (fixture, NULL, "test", given[i], NULL);

      g_test_message ("%s", answer->err);
      g_assert_cmpint (answer->status, ==, 2);
      g_assert_nonnull (strstr (answer->err, "has no tests"));
      g_assert_nonnull (strstr (answer->err, "troupectl history make-test RUN"));
    }
}

/* The comparison of a failed run with a repaired one shows the error. */
static void
test_compare_failed (void)
{
  static const char flow[] =
      "{'schema': 'crewai.flow/v1', 'name': 'g', 'methods': {'a': {'start': true, 'do': {'call': "
      "'expression', 'expr': '%s'}}}}";
  g_auto (GStrv) parts = g_strsplit (flow, "%s", 2);
  g_autofree char *broken = g_strconcat (parts[0], "[1, 2][5]", parts[1], NULL);
  g_autofree char *repaired = g_strconcat (parts[0], "[1, 2]", parts[1], NULL);
  g_autoptr (CliFixture) fixture = cli_fixture_new ();
  g_autoptr (CliAnswer) ran = NULL;
  g_autoptr (TroupeValue) value = NULL;
  g_autoptr (CliAnswer) compared = NULL;
  g_autofree char *second = NULL;

  cli_fixture_write (fixture, "g.json", broken, TRUE);
  ran = cli_fixture_run (fixture, NULL, "run", "g.json", "--json", NULL);
  g_assert_cmpint (ran->status, !=, 0);
  value = troupe_value_from_json (ran->out, -1, NULL);
  cli_fixture_write (fixture, "g.json", repaired, TRUE);
  {
    g_autoptr (CliAnswer) again = cli_fixture_run (fixture, NULL, "run", "g.json", "--json", NULL);
    g_autoptr (TroupeValue) other = troupe_value_from_json (again->out, -1, NULL);

    second = g_strdup (troupe_value_get_member_text (other, "run"));
  }
  compared = cli_fixture_run (fixture, NULL, "compare", troupe_value_get_member_text (value, "run"),
                              second, NULL);
  g_test_message ("%s", compared->out);
  g_assert_nonnull (strstr (
      compared->out, "The runs first differ in the method “a”, which failed in the first run:"));
  g_assert_nonnull (strstr (compared->out, "- \"Could not evaluate"));
  g_assert_null (strstr (compared->out, " kind"));
}

/* All tests of a folder, or several files, are run by one command. A file that cannot be run does not keep the others from
 * being run. */
static void
test_folder (void)
{
  static const char flow[] =
      "{'schema': 'crewai.flow/v1', 'name': 'g', 'methods': {'a': {'start': true, 'do': {'call': "
      "'expression', 'expr': '1'}}}}";
  static const struct
  {
    const char *arguments[3];
    int status;
    guint n_passed;
    guint n_failed;
    guint n_suites;
  } cases[] = {
    { { "." }, 2, 3, 1, 3 },
    { { "sub" }, 1, 1, 1, 2 },
    { { "g.test.json", "sub/deep" }, 1, 2, 1, 2 },
    { { "g.json", "sub/h.json" }, 0, 3, 0, 2 },
    { { "g.json", "broken.test.json" }, 2, 2, 0, 1 },
    { { "g.json", "without.json" }, 2, 0, 0, 0 },
  };
  g_autoptr (CliFixture) fixture = cli_fixture_new ();

  cli_fixture_write (fixture, "g.json", flow, TRUE);
  cli_fixture_write (fixture, "without.json", flow, TRUE);
  cli_fixture_write (fixture, "sub/h.json", flow, TRUE);
  cli_fixture_write (fixture, "sub/deep/i.json", flow, TRUE);
  cli_fixture_write (
      fixture, "g.test.json",
      "{'cases': [{'name': 'x', 'expect': ['final == 1']}, {'name': 'y', 'expect': []}]}", TRUE);
  cli_fixture_write (fixture, "sub/h.test.json",
                     "{'cases': [{'name': 'x', 'expect': ['final == 1']}]}", TRUE);
  cli_fixture_write (fixture, "sub/deep/i.test.json",
                     "{'cases': [{'name': 'x', 'expect': ['final == 2']}]}", TRUE);
  cli_fixture_write (fixture, "sub/.hidden/j.test.json", "{'cases': 1}", TRUE);
  cli_fixture_write (fixture, "odd/a\nb\033[1m.test.json", "{'cases': 1}", TRUE);
  cli_fixture_write (fixture, "odd/c.test.json", "{'cases': 1}", TRUE);
  {
    /* A name of a file is one line. */
    g_autoptr (CliAnswer) odd = cli_fixture_run (fixture, NULL, "test", "odd", NULL);

    g_assert_cmpint (odd->status, ==, 2);
    g_assert_null (strstr (odd->out, "a\nb"));
    g_assert_null (strchr (odd->out, '\033'));
    g_assert_nonnull (strstr (odd->out, "2 files, 2 not run: 0 passed, 0 failed"));
  }
  for (guint i = 0; i < G_N_ELEMENTS (cases); i++)
    {
      g_autoptr (CliAnswer) answer = NULL;
      g_autoptr (TroupeValue) value = NULL;
      g_autofree char *junit = NULL;
      guint n_suites = 0;

      if (i == 4)
        cli_fixture_write (fixture, "broken.test.json", "{'cases': 1}", TRUE);
      answer = cli_fixture_run (fixture, NULL, "test", "--json", "--junit", "out.xml",
                                cases[i].arguments[0], cases[i].arguments[1], NULL);
      g_test_message ("%s%s", answer->out, answer->err);
      g_assert_cmpint (answer->status, ==, cases[i].status);
      if (cases[i].n_suites == 0)
        continue;
      value = troupe_value_from_json (answer->out, -1, NULL);
      g_assert_cmpint (troupe_value_get_integer (troupe_value_get_member (value, "passed")), ==,
                       cases[i].n_passed);
      g_assert_cmpint (troupe_value_get_integer (troupe_value_get_member (value, "failed")), ==,
                       cases[i].n_failed);
      junit = cli_fixture_read (fixture, "out.xml");
      for (const char *at = junit; (at = strstr (at, "<testsuite ")) != NULL; at++)
        n_suites++;
      g_assert_cmpuint (n_suites, ==, cases[i].n_suites);
    }
}

int
main (int argc, char *argv[])
{
  g_test_init (&argc, &argv, NULL);

  g_test_add_func ("/cli/tests/answers", test_answers);
  g_test_add_func ("/cli/tests/import", test_import);
  g_test_add_func ("/cli/tests/record", test_record);
  g_test_add_func ("/cli/tests/models", test_models);
  g_test_add_func ("/cli/tests/empty-models", test_empty_models);
  g_test_add_func ("/cli/tests/crew", test_crew);
  g_test_add_func ("/cli/tests/validate", test_validate);
  g_test_add_func ("/cli/tests/places", test_places);
  g_test_add_func ("/cli/tests/executes", test_executes);
  g_test_add_func ("/cli/tests/folder", test_folder);
  g_test_add_func ("/cli/tests/stored", test_stored);
  g_test_add_func ("/cli/tests/stored-failure", test_stored_failure);
  g_test_add_func ("/cli/tests/stored-object", test_stored_object);
  g_test_add_func ("/cli/tests/without-tests", test_without_tests);
  g_test_add_func ("/cli/tests/compare-failed", test_compare_failed);
  g_test_add_func ("/cli/tests/not-repeatable", test_not_repeatable);
  return g_test_run ();
}
