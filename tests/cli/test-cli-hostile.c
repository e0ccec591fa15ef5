/* test-cli-hostile.c: hostile and invalid files
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#include "config.h"

#include <fcntl.h>
#include <signal.h>
#include <unistd.h>

#include "cli-fixture.h"

/* Every command that opens a file rejects an invalid file quickly, with a message and the
 * correct exit code. */
static void
assert_refused (CliFixture *fixture, const char *file, const char *word)
{
  static const char *const commands[] = { "validate", "show", "run", "plot" };

  for (guint i = 0; i < G_N_ELEMENTS (commands); i++)
    {
      gboolean plot = g_str_equal (commands[i], "plot");
      g_autoptr (CliAnswer) answer =
          cli_fixture_run (fixture, NULL, commands[i], file, plot ? "-o" : NULL, "out.svg", NULL);

      g_assert_cmpint (answer->status, ==, 2);
      if (strstr (answer->err, word) == NULL)
        g_error ("%s: “%s” is not in: %s", commands[i], word, answer->err);
      g_assert_cmpuint (strlen (answer->err), <, 2000);
    }
}

static void
test_no_documents (void)
{
  g_autoptr (CliFixture) fixture = cli_fixture_new ();
  g_autofree char *brackets = g_strnfill (100000, '[');
  g_autofree char *binary = cli_fixture_path (fixture, "binary.json");
  g_autofree char *large = cli_fixture_path (fixture, "large.json");
  g_autofree char *folder = cli_fixture_path (fixture, "folder");
  int fd = -1;

  cli_fixture_write (fixture, "brackets.json", brackets, FALSE);
  cli_fixture_write (fixture, "empty.json", "", FALSE);
  cli_fixture_write (fixture, "list.json", "[]", FALSE);
  cli_fixture_write (fixture, "text.json", "\"text\"", FALSE);
  cli_fixture_write (fixture, "double.json", "{'name': 'a', 'name': 'b'}", TRUE);
  cli_fixture_write (fixture, "folder/nothing.txt", "", FALSE);
  g_assert_true (g_file_set_contents (binary, "\0\1\2\377\376{}", 7, NULL));
  fd = open (large, O_WRONLY | O_CREAT | O_CLOEXEC, 0600);
  g_assert_cmpint (ftruncate (fd, 100 * 1024 * 1024), ==, 0);
  close (fd);

  assert_refused (fixture, "brackets.json", "brackets.json:1:");
  assert_refused (fixture, "empty.json", "empty.json");
  assert_refused (fixture, "list.json", "list.json");
  assert_refused (fixture, "text.json", "text.json");
  assert_refused (fixture, "double.json", "double.json:1:15");
  assert_refused (fixture, "binary.json", "binary.json");
  assert_refused (fixture, "large.json", "large.json");
  assert_refused (fixture, "folder", "folder");
  assert_refused (fixture, "/dev/null", "/dev/null");
}

/* Tests an expression and a condition with extreme nesting. */
static void
test_depth (void)
{
  g_autoptr (CliFixture) fixture = cli_fixture_new ();
  g_autofree char *open = g_strnfill (50000, '(');
  g_autofree char *close = g_strnfill (50000, ')');
  g_autofree char *expression = g_strconcat (open, "1", close, NULL);
  g_autoptr (GString) condition = g_string_new (NULL);
  g_autofree char *flow = NULL;
  g_autoptr (CliAnswer) answer = cli_fixture_run (fixture, NULL, "eval", expression, NULL);

  g_assert_cmpint (answer->status, ==, 2);
  for (guint i = 0; i < 120; i++)
    g_string_append (condition, "{'and': [");
  g_string_append (condition, "'a', 'a'");
  for (guint i = 0; i < 120; i++)
    g_string_append (condition, "]}");
  flow = g_strdup_printf ("{'schema': 'crewai.flow/v1', 'name': 'n', 'methods': {'a': {'start': "
                          "true, 'do': {'call': 'expression', 'expr': '1'}}, 'b': {'listen': %s, "
                          "'do': {'call': 'expression', 'expr': '2'}}}}",
                          condition->str);
  cli_fixture_write (fixture, "flow.json", flow, TRUE);
  {
    g_autoptr (CliAnswer) run = cli_fixture_run (fixture, NULL, "run", "flow.json", NULL);
    g_autoptr (CliAnswer) plot =
        cli_fixture_run (fixture, NULL, "plot", "flow.json", "-o", "x.svg", NULL);

    g_assert_cmpstr (run->out, ==, "2\n");
    g_assert_cmpint (plot->status, ==, 0);
  }
}

/* --- Opening has no side effects -------------------------------------------------------------- */

#define HOSTILE                                                                                    \
  "{'schema': 'crewai.flow/v1', 'name': 'hostile', "                                               \
  "'persist': {'enabled': true, 'persistence': {'persistence_type': 'SQLiteFlowPersistence', "     \
  "'db_path': '/tmp/../etc/hostile.db'}}, 'methods': {"                                            \
  "'script': {'start': true, 'do': {'call': 'script', 'code': 'import "                            \
  "os\\nos.system(\\\"true\\\")'}}, "                                                              \
  "'code': {'listen': 'script', 'do': {'call': 'code', 'ref': 'os:system', 'with': {'command': "   \
  "'true'}}}, "                                                                                    \
  "'tool': {'listen': 'code', 'do': {'call': 'tool', 'ref': 'subprocess:Popen'}}, "                \
  "'crew': {'listen': 'tool', 'do': {'call': 'crew', 'from_declaration': '../../etc'}}, "          \
  "'agent': {'listen': 'crew', 'do': {'call': 'agent', 'with': {'role': 'r', 'goal': 'g', "        \
  "'backstory': 'b', 'input': '${state.id}', 'llm': 'openai/gpt-4.1-mini', 'mcps': "               \
  "['https://127.0.0.1:9/mcp', {'command': '/bin/sh', 'args': ['-c', 'true']}]}}}}}"

/* Runs a command under the seccomp filter. Returns its output and exit code, or NULL if the
 * system does not support the filter. */
static CliAnswer *
run_filtered (CliFixture *fixture, const char *const *words)
{
  CliAnswer *answer = NULL;

  fixture->wrapper = g_getenv ("TROUPE_SANDBOX");
  answer = cli_fixture_runv (fixture, NULL, words);
  if (answer->status == 77)
    g_clear_pointer (&answer, cli_answer_free);
  return answer;
}

static void
test_opening_starts_nothing (void)
{
  static const char *const commands[][8] = {
    { "validate", "flow.json", NULL },
    { "validate", "--json", ".", NULL },
    { "show", "flow.json", NULL },
    { "show", "--json", "flow.json", NULL },
    { "plot", "flow.json", "-o", "out.svg", NULL },
    { "run", "flow.json", "--json", NULL },
    { "run", "flow.json", "--yes", NULL },
    { "history", NULL },
  };
  static const int statuses[] = { 0, 0, 0, 0, 0, 5, 5, 0 };
  g_autoptr (CliFixture) fixture = cli_fixture_new ();

  cli_fixture_write (fixture, "flow.json", HOSTILE, TRUE);
  cli_fixture_write (fixture, ".env", "OPENAI_API_KEY=stolen\nPATH=/tmp\nLD_PRELOAD=/tmp/x.so\n",
                     FALSE);
  for (guint i = 0; i < G_N_ELEMENTS (commands); i++)
    {
      g_autoptr (CliAnswer) answer = run_filtered (fixture, commands[i]);

      if (answer == NULL)
        {
          g_test_skip ("this system has no seccomp filters");
          return;
        }
      if (answer->status != statuses[i])
        g_error ("%s: %d: %s%s", commands[i][0], answer->status, answer->out, answer->err);
      g_assert_null (strstr (answer->out, "stolen"));
    }
}

/* The filter kills a program that starts another program or opens a socket. The other test
 * relies on this. */
static void
test_filter_bites (void)
{
  static const char *const agent[] = { "run", "agent.json", "--yes", "--timeout", "20", NULL };
  g_autoptr (CliFixture) fixture = cli_fixture_new ();
  g_autoptr (CliAnswer) answer = NULL;
  const char *const shell[] = { g_getenv ("TROUPE_SANDBOX"), "/bin/sh", "-c", "/bin/true; exit 0",
                                NULL };
  int status = 0;

  cli_fixture_write (fixture, "agent.json",
                     "{'schema': 'crewai.flow/v1', 'name': 'n', 'methods': {'a': {'start': true, "
                     "'do': {'call': 'agent', 'with': {'role': 'r', 'goal': 'g', 'backstory': 'b', "
                     "'input': 'i', 'llm': {'model': 'openai/x', 'api_key': 'k', 'base_url': "
                     "'http://127.0.0.1:9/v1'}}}}}}",
                     TRUE);
  answer = run_filtered (fixture, agent);
  if (answer == NULL)
    {
      g_test_skip ("this system has no seccomp filters");
      return;
    }
  g_assert_cmpint (answer->status, ==, 128 + SIGSYS);
  g_assert_true (g_spawn_sync (NULL, (char **) shell, NULL, G_SPAWN_DEFAULT, NULL, NULL, NULL, NULL,
                               &status, NULL));
  g_assert_true (WIFSIGNALED (status) && WTERMSIG (status) == SIGSYS);
}

/* A value with escape sequences is written to a pipe unchanged, but escaped in a message. */
static void
test_controls (void)
{
  g_autoptr (CliFixture) fixture = cli_fixture_new ();
  g_autoptr (CliAnswer) answer = NULL;

  cli_fixture_write (fixture, "flow.json",
                     "{'schema': 'crewai.flow/v1', 'name': 'n', 'methods': {'a': {'start': true, "
                     "'do': {'call': 'expression', 'expr': 'state.x'}}}}",
                     TRUE);
  answer = cli_fixture_run (fixture, "{\"x\": \"\\u001b[31m\\u0007\"}", "run", "flow.json",
                            "--inputs", "-", NULL);
  g_assert_cmpint (answer->status, ==, 0);
  g_assert_cmpstr (answer->out, ==, "\033[31m\007\n");
}

/* Asserts that no text of the document begins a line of the output. */
static void
assert_no_forged_line (const char *text)
{
  g_autofree char *with_first = g_strconcat ("\n", text, NULL);

  if (strstr (with_first, "\nforged") != NULL)
    g_error ("%s", text);
}

static CliAnswer *
run_forged (CliFixture *fixture, int status, const char *const *words)
{
  CliAnswer *answer = cli_fixture_runv (fixture, NULL, words);

  if (answer->status != status)
    g_error ("%s: %d: %s%s", words[0], answer->status, answer->out, answer->err);
  assert_no_forged_line (answer->out);
  assert_no_forged_line (answer->err);
  return answer;
}

/* Prompts, lists, errors and suggested commands are escaped. */
static void
test_forged_lines (void)
{
  static const char *const asks[] = { "run", "asks\nforged.json", NULL };
  static const char *const asks_unkept[] = { "run", "asks\nforged.json", "--no-store", NULL };
  static const char *const fails[] = { "run", "fails.json", NULL };
  static const char *const refused[] = { "run", "refused\nforged.json", NULL };
  static const char *const lists[] = { "history", NULL };
  g_autoptr (CliFixture) fixture = cli_fixture_new ();
  g_autoptr (CliAnswer) asked = NULL;
  g_autoptr (CliAnswer) unkept = NULL;
  g_autoptr (CliAnswer) failed = NULL;
  g_autoptr (CliAnswer) not_run = NULL;
  g_autoptr (CliAnswer) listed = NULL;
  g_autoptr (CliAnswer) shown = NULL;
  g_autofree char *id = NULL;
  const char *show[] = { "history", "show", NULL, NULL };

  cli_fixture_write (fixture, asks[1],
                     "{'schema': 'crewai.flow/v1', 'name': 'n\\nforged', 'state': {'type': 'dict', "
                     "'default': {'id': 'x; forged $(y)'}}, 'methods': {'a': {'start': true, 'do': "
                     "{'call': 'expression', 'expr': '1'}, 'human_feedback': {'message': "
                     "'m\\nforged', 'emit': ['x\\nforged', 'y'], 'llm': 'mock/echo'}}}}",
                     TRUE);
  cli_fixture_write (
      fixture, "fails.json",
      "{\"schema\": \"crewai.flow/v1\", \"name\": \"n\", \"methods\": {\"a\": {\"start\": "
      "true, \"do\": {\"call\": \"expression\", \"expr\": \"int('x\\\\nforged')\"}}}}",
      FALSE);
  cli_fixture_write (fixture, refused[1],
                     "{'schema': 'crewai.flow/v1', 'name': 'n', 'methods': {'a': {'start': true, "
                     "'do': {'call': 'script', 'code': 'return 1'}}}}",
                     TRUE);
  asked = run_forged (fixture, 6, asks);
  unkept = run_forged (fixture, 6, asks_unkept);
  g_assert_nonnull (strstr (unkept->err, "'x; forged $(y)'"));
  failed = run_forged (fixture, 1, fails);
  g_assert_nonnull (strstr (failed->err, "forged"));
  not_run = run_forged (fixture, 5, refused);
  listed = run_forged (fixture, 0, lists);
  id = g_strndup (listed->out, 8);
  show[2] = id;
  shown = run_forged (fixture, 0, show);
  g_assert_nonnull (strstr (shown->out, "forged"));
}

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/cli/hostile/no-documents", test_no_documents);
  g_test_add_func ("/cli/hostile/depth", test_depth);
  g_test_add_func ("/cli/hostile/opening-starts-nothing", test_opening_starts_nothing);
  g_test_add_func ("/cli/hostile/filter-bites", test_filter_bites);
  g_test_add_func ("/cli/hostile/controls", test_controls);
  g_test_add_func ("/cli/hostile/forged-lines", test_forged_lines);
  return g_test_run ();
}
