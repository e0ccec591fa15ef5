/* test-cli-plot.c: troupectl plot: pictures and pages of flows, crews and runs
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#include "config.h"

#include <glib/gstdio.h>
#include <string.h>

#include "cli-fixture.h"

static const char *const endings[] = { "html", "svg", "png", "pdf" };

static void
assert_same_files (CliFixture *fixture, const char *one, const char *other)
{
  g_autofree char *first = cli_fixture_path (fixture, one);
  g_autofree char *second = cli_fixture_path (fixture, other);
  g_autofree char *a = NULL;
  g_autofree char *b = NULL;
  gsize n_a, n_b;

  g_assert_true (g_file_get_contents (first, &a, &n_a, NULL));
  g_assert_true (g_file_get_contents (second, &b, &n_b, NULL));
  g_assert_cmpmem (a, n_a, b, n_b);
}

/* The output is reproducible, and plotting the embedded document gives the same output. */
static void
test_formats (void)
{
  g_autoptr (CliFixture) fixture = cli_fixture_new ();
  g_autofree char *file = cli_example ("until-it-is-good.json");

  for (guint i = 0; i < G_N_ELEMENTS (endings); i++)
    {
      g_autofree char *first = g_strconcat ("first.", endings[i], NULL);
      g_autofree char *second = g_strconcat ("second.", endings[i], NULL);
      g_autoptr (CliAnswer) one = cli_fixture_run (fixture, NULL, "plot", file, "-o", first, NULL);
      g_autoptr (CliAnswer) other =
          cli_fixture_run (fixture, NULL, "plot", file, "-o", second, NULL);
      g_autoptr (CliAnswer) shown = NULL;
      g_autoptr (CliAnswer) from_file = NULL;
      g_autoptr (CliAnswer) from_picture = NULL;

      g_assert_cmpstr (one->err, ==, "");
      g_assert_cmpint (one->status, ==, 0);
      g_assert_cmpint (other->status, ==, 0);
      assert_same_files (fixture, first, second);
      if (g_str_equal (endings[i], "pdf"))
        continue;
      shown = cli_fixture_run (fixture, NULL, "show", first, NULL);
      g_assert_cmpint (shown->status, ==, 0);
      g_assert_nonnull (strstr (shown->out, "until_it_is_good"));
      from_file =
          cli_fixture_run (fixture, NULL, "plot", file, "-o", "a.svg", "--no-document", NULL);
      from_picture =
          cli_fixture_run (fixture, NULL, "plot", first, "-o", "b.svg", "--no-document", NULL);
      g_assert_cmpint (from_picture->status, ==, 0);
      assert_same_files (fixture, "a.svg", "b.svg");
    }
}

static void
test_run (void)
{
  g_autoptr (CliFixture) fixture = cli_fixture_new ();
  g_autofree char *file = cli_example ("decide-by-score.json");
  g_autoptr (CliAnswer) none =
      cli_fixture_run (fixture, NULL, "plot", file, "-o", "none.html", "--run", "last", NULL);
  g_autoptr (CliAnswer) run = cli_fixture_run (fixture, NULL, "run", file, NULL);
  g_autoptr (CliAnswer) whole =
      cli_fixture_run (fixture, NULL, "plot", file, "-o", "whole.html", "--run", "last", NULL);
  g_autoptr (CliAnswer) bare =
      cli_fixture_run (fixture, NULL, "plot", file, "-o", "bare.html", "--run", "last",
                       "--no-texts", "--no-document", NULL);
  g_autoptr (CliAnswer) picture =
      cli_fixture_run (fixture, NULL, "plot", file, "-o", "run.svg", "--run", "last", NULL);
  g_autofree char *page = NULL;
  g_autofree char *less = NULL;
  g_autofree char *svg = NULL;

  g_assert_cmpint (none->status, ==, 2);
  g_assert_cmpstr (none->err, !=, "");
  g_assert_cmpint (run->status, ==, 0);
  g_assert_cmpint (whole->status, ==, 0);
  g_assert_cmpint (bare->status, ==, 0);
  g_assert_cmpint (picture->status, ==, 0);
  page = cli_fixture_read (fixture, "whole.html");
  less = cli_fixture_read (fixture, "bare.html");
  svg = cli_fixture_read (fixture, "run.svg");
  g_assert_nonnull (strstr (page, "Published: A walk in the woods"));
  g_assert_nonnull (strstr (page, "id=play"));
  g_assert_null (strstr (less, "Published: A walk in the woods"));
  g_assert_nonnull (strstr (less, "id=play"));
  g_assert_nonnull (strstr (svg, ">Done</text>"));
  g_assert_nonnull (strstr (svg, "class=\"n skip"));
  g_assert_nonnull (strstr (svg, "hot\""));
}

/* The details of a page name the inputs: by the method whose result it is, or as the inputs of a
 * crew. */
static void
test_inputs (void)
{
  g_autoptr (CliFixture) fixture = cli_fixture_new ();
  g_autoptr (CliAnswer) run = NULL;
  g_autoptr (CliAnswer) plot = NULL;
  g_autoptr (CliAnswer) clash = NULL;
  g_autofree char *page = NULL;

  cli_fixture_write (
      fixture, "flow.json",
      "{'schema': 'crewai.flow/v1', 'name': 'n', 'methods': {'first': {'start': true, 'do': "
      "{'call': 'expression', 'expr': '[1, 2]'}}, 'second': {'listen': 'first', 'do': {'call': "
      "'expression', 'expr': '3'}}, 'third': {'listen': 'second', 'do': {'call': 'crew', 'with': "
      "{'agents': {'w': {'role': 'r', 'goal': 'g', 'backstory': 'b', 'llm': 'mock/echo'}}, "
      "'tasks': [{'description': 'On {topic}.', 'expected_output': 'x', 'agent': 'w'}], 'inputs': "
      "{'topic': 'Bees', 'words': 80}}}}}}",
      TRUE);
  run = cli_fixture_run (fixture, NULL, "run", "flow.json", NULL);
  g_assert_cmpint (run->status, ==, 0);
  /* Two outputs do not mix. */
  clash = cli_fixture_run (fixture, NULL, "plot", "flow.json", "-o", "-", "--events", "-", NULL);
  g_assert_cmpint (clash->status, ==, 2);
  g_assert_cmpstr (clash->out, ==, "");
  g_assert_nonnull (strstr (clash->err, "--events EVENTS.jsonl"));
  plot = cli_fixture_run (fixture, NULL, "plot", "flow.json", "-o", "out.html", "--no-document",
                          "--run", "last", NULL);
  g_assert_cmpint (plot->status, ==, 0);
  page = cli_fixture_read (fixture, "out.html");
  g_assert_nonnull (strstr (page, "\"first: [1, 2]\""));
  g_assert_nonnull (strstr (page, "\"topic: Bees\\nwords: 80\""));
  g_assert_null (strstr (page, "_0"));
}

static guint
count (const char *text, const char *word)
{
  guint n = 0;

  for (const char *found = strstr (text, word); found != NULL; found = strstr (found + 1, word))
    n++;
  return n;
}

#define STEP(name, more) "'" name "': {" more ", 'do': {'call': 'expression', 'expr': '1'}}"
#define FLOW(more)                                                                                 \
  "{'schema': 'crewai.flow/v1', 'name': 'n', 'methods': {" STEP ("a", "'start': true") ", " STEP ( \
      "never", "'listen': 'yes'") more "}}"
#define TASK(name)                                                                                 \
  "{'name': '" name "', 'description': 'Do " name ".', 'expected_output': 'x', 'agent': 'w'}"
#define CREW(tasks) "{'name': 'c', 'agents': ['w'], 'tasks': [" tasks "]}"

/* A run says nothing about what was added to the document after it. */
static void
test_added (void)
{
  static const struct
  {
    const char *file, *before, *after;
    guint n_done, n_never; /* before and after */
  } cases[] = {
    { "flow.json", FLOW (""), FLOW (", " STEP ("added", "'listen': 'a'")), 1, 1 },
    /* The agent says that it has executed twice. */
    { "crew.json", CREW (TASK ("x") ", " TASK ("y")),
      CREW (TASK ("new") ", " TASK ("x") ", " TASK ("y")), 2, 0 },
    { "crew.json", CREW (TASK ("x") ", " TASK ("y")), CREW (TASK ("x") ", " TASK ("z")), 2, 0 },
  };

  for (guint i = 0; i < G_N_ELEMENTS (cases); i++)
    {
      g_autoptr (CliFixture) fixture = cli_fixture_new ();
      g_autoptr (CliAnswer) run = NULL;
      g_autofree char *agents = cli_fixture_path (fixture, "agents");

      g_assert_cmpint (g_mkdir (agents, 0700), ==, 0);
      cli_fixture_write (fixture, "agents/w.jsonc",
                         "{'role': 'r', 'goal': 'g', 'backstory': 'b', 'llm': 'mock/echo'}", TRUE);
      cli_fixture_write (fixture, cases[i].file, cases[i].before, TRUE);
      run = cli_fixture_run (fixture, NULL, "run", cases[i].file, NULL);
      g_assert_cmpint (run->status, ==, 0);
      for (guint k = 0; k < 2; k++)
        {
          g_autoptr (CliAnswer) plot = NULL;
          g_autofree char *svg = NULL;

          cli_fixture_write (fixture, cases[i].file, k == 0 ? cases[i].before : cases[i].after,
                             TRUE);
          plot = cli_fixture_run (fixture, NULL, "plot", cases[i].file, "-o", "run.svg",
                                  "--no-document", "--run", "last", NULL);
          g_assert_cmpint (plot->status, ==, 0);
          svg = cli_fixture_read (fixture, "run.svg");
          g_assert_cmpuint (count (svg, ">Done</text>"), ==, cases[i].n_done);
          g_assert_cmpuint (count (svg, ">Not reached</text>"), ==, cases[i].n_never);
        }
    }
}

static void
test_keys (void)
{
  g_autoptr (CliFixture) fixture = cli_fixture_new ();
  g_autoptr (CliAnswer) refused = NULL;
  g_autoptr (CliAnswer) masked = NULL;
  g_autofree char *page = NULL;
  g_autofree char *path = cli_fixture_path (fixture, "out.html");

  cli_fixture_write (fixture, ".env", "MY_SERVICE_TOKEN=zq81Kx2m99vB77Qw\n", FALSE);
  cli_fixture_write (
      fixture, "flow.json",
      "{'schema': 'crewai.flow/v1', 'name': 'n', 'methods': {'a': {'start': true, "
      "'description': 'with zq81Kx2m99vB77Qw',\n'do': {'call': 'expression', 'expr': "
      "'1'}}}}",
      TRUE);
  refused = cli_fixture_run (fixture, NULL, "plot", "flow.json", "-o", "out.html", NULL);
  g_assert_cmpint (refused->status, ==, 1);
  g_assert_nonnull (strstr (refused->err, "flow.json, line 1: MY_SERVICE_TOKEN"));
  g_assert_null (strstr (refused->err, "zq81"));
  g_assert_false (g_file_test (path, G_FILE_TEST_EXISTS));
  masked = cli_fixture_run (fixture, NULL, "plot", "flow.json", "-o", "out.html", "--redact",
                            "--json", NULL);
  g_assert_cmpint (masked->status, ==, 0);
  g_assert_nonnull (strstr (masked->out, "\"keys\""));
  page = cli_fixture_read (fixture, "out.html");
  g_assert_null (strstr (page, "zq81"));
  g_assert_nonnull (strstr (page, "•••"));
}

/* A picture of a crew is converted back to the same files. */
static void
test_crew (void)
{
  g_autoptr (CliFixture) fixture = cli_fixture_new ();
  g_autofree char *agents = cli_fixture_path (fixture, "crew/agents");

  g_assert_cmpint (g_mkdir_with_parents (agents, 0700), ==, 0);
  cli_fixture_write (fixture, "crew/crew.jsonc",
                     "// of a test\n{'name': 'c', 'agents': ['w'], 'tasks': [{'name': 't', "
                     "'description': 'd', 'expected_output': 'e', 'agent': 'w'}]}\n",
                     TRUE);
  cli_fixture_write (fixture, "crew/agents/w.jsonc",
                     "{'role': 'Staff writer', 'goal': 'g', 'backstory': 'b'}\n", TRUE);
  for (guint i = 0; i < 3; i++)
    {
      g_autofree char *picture = g_strconcat ("crew.", endings[i], NULL);
      g_autofree char *folder = g_strconcat ("again-", endings[i], NULL);
      g_autofree char *main = g_build_filename (folder, "crew.jsonc", NULL);
      g_autofree char *agent = g_build_filename (folder, "agents", "w.jsonc", NULL);
      g_autoptr (CliAnswer) plot =
          cli_fixture_run (fixture, NULL, "plot", "crew", "-o", picture, NULL);
      g_autoptr (CliAnswer) show = cli_fixture_run (fixture, NULL, "show", picture, NULL);
      g_autoptr (CliAnswer) convert =
          cli_fixture_run (fixture, NULL, "convert", picture, "-o", folder, NULL);
      g_autoptr (CliAnswer) twice =
          cli_fixture_run (fixture, NULL, "convert", picture, "-o", folder, NULL);

      g_assert_cmpstr (plot->err, ==, "");
      g_assert_cmpint (plot->status, ==, 0);
      g_assert_nonnull (strstr (show->out, "Staff writer"));
      g_assert_cmpint (convert->status, ==, 0);
      assert_same_files (fixture, "crew/crew.jsonc", main);
      assert_same_files (fixture, "crew/agents/w.jsonc", agent);
      /* Existing files are not overwritten. */
      g_assert_cmpint (twice->status, ==, 2);
    }
}

static void
test_parts (void)
{
  g_autoptr (CliFixture) fixture = cli_fixture_new ();
  g_autofree char *file = cli_example ("decide-by-score.json");
  g_autoptr (CliAnswer) some = cli_fixture_run (fixture, NULL, "plot", file, "-o", "-", "--select",
                                                "publish_piece", "--no-document", NULL);
  g_autoptr (CliAnswer) nobody =
      cli_fixture_run (fixture, NULL, "plot", file, "-o", "-", "--select", "nobody", NULL);
  g_autoptr (CliAnswer) view =
      cli_fixture_run (fixture, NULL, "plot", file, "-o", "-", "--view", "10,20,300,200.5", NULL);

  g_assert_cmpint (some->status, ==, 0);
  g_assert_nonnull (strstr (some->out, ">publish_piece</text>"));
  g_assert_null (strstr (some->out, ">read_piece</text>"));
  g_assert_cmpint (nobody->status, ==, 1);
  g_assert_cmpint (view->status, ==, 0);
  g_assert_nonnull (strstr (view->out, "viewBox=\"10 20 300 200.5\""));
}

/* A file that only claims to be a picture of Troupe is rejected with a message. */
static void
test_hostile (void)
{
  static const char *const texts[] = {
    "<svg/>",
    "<svg><metadata id=\"troupe-document\">AAAA</metadata></svg>",
    "<svg><metadata id=\"troupe-document\">",
    "\x89PNG\r\n\x1a\n\xff\xff\xff\xfftEXtTroupe-Document",
    "<!doctype html><script>alert(1)</script>",
  };
  g_autoptr (CliFixture) fixture = cli_fixture_new ();

  for (guint i = 0; i < G_N_ELEMENTS (texts); i++)
    {
      g_autoptr (CliAnswer) answer = NULL;

      cli_fixture_write (fixture, "x.svg", texts[i], FALSE);
      answer = cli_fixture_run (fixture, NULL, "show", "x.svg", NULL);
      g_assert_cmpint (answer->status, ==, 2);
      g_assert_cmpstr (answer->err, !=, "");
    }
}

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/cli/plot/formats", test_formats);
  g_test_add_func ("/cli/plot/run", test_run);
  g_test_add_func ("/cli/plot/added", test_added);
  g_test_add_func ("/cli/plot/inputs", test_inputs);
  g_test_add_func ("/cli/plot/keys", test_keys);
  g_test_add_func ("/cli/plot/crew", test_crew);
  g_test_add_func ("/cli/plot/parts", test_parts);
  g_test_add_func ("/cli/plot/hostile", test_hostile);
  return g_test_run ();
}
