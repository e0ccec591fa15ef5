/* test-cli-mcp.c: troupectl mcp, and runs with servers that require a sign-in
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#include "config.h"

#include <stdio.h>
#include <string.h>
#include <unistd.h>

#include "cli-fixture.h"

/* @server: the process of the server; @address: its URL */
typedef struct
{
  CliFixture *fixture;
  GSubprocess *server;
  char *address;
  char *host;
  char *issuer_host;
} Mcp;

static void
set_up (Mcp *self, gconstpointer data)
{
  g_autofree char *script = g_test_build_filename (G_TEST_DIST, "cli", "sign-in-server.py", NULL);
  g_autofree char *ports = NULL;
  g_autofree char *keys = NULL;
  g_autofree char *written = NULL;
  g_auto (GStrv) numbers = NULL;
  g_autoptr (GError) error = NULL;

  self->fixture = cli_fixture_new ();
  ports = cli_fixture_path (self->fixture, "ports");
  keys = cli_fixture_path (self->fixture, "keys");
  g_setenv ("SECRET_FILE_TEST_PATH", keys, TRUE);
  self->server =
      g_subprocess_new (G_SUBPROCESS_FLAGS_STDIN_PIPE, &error, "python3", script, ports, NULL);
  g_assert_no_error (error);
  cli_fixture_wait_for (self->fixture, "ports", " ");
  written = cli_fixture_read (self->fixture, "ports");
  numbers = g_strsplit (written, " ", 2);
  self->address = g_strdup_printf ("http://127.0.0.1:%s/mcp", numbers[0]);
  self->host = g_strdup_printf ("127.0.0.1:%s", numbers[0]);
  self->issuer_host = g_strdup_printf ("127.0.0.1:%s", numbers[1]);
}

static void
tear_down (Mcp *self, gconstpointer data)
{
  g_output_stream_close (g_subprocess_get_stdin_pipe (self->server), NULL, NULL);
  g_subprocess_wait (self->server, NULL, NULL);
  g_object_unref (self->server);
  cli_fixture_free (self->fixture);
  g_free (self->address);
  g_free (self->host);
  g_free (self->issuer_host);
}

/* Returns the log of the requests to the servers. (transfer full) */
static char *
read_log (Mcp *self)
{
  return cli_fixture_read (self->fixture, "ports.log");
}

/* Installs a default browser for the test's user that loads the URL without a prompt. */
static void
install_browser (Mcp *self)
{
  g_autofree char *folder = cli_fixture_path (self->fixture, "share/applications");
  g_autofree char *script = cli_fixture_path (self->fixture, "browse.py");
  g_autofree char *entry =
      g_strdup_printf ("[Desktop Entry]\nType=Application\nName=Browser\nExec=python3 %s %%u\n"
                       "MimeType=x-scheme-handler/http;x-scheme-handler/https;\n",
                       script);

  g_assert_cmpint (g_mkdir_with_parents (folder, 0700), ==, 0);
  cli_fixture_write (self->fixture, "browse.py",
                     "import sys, urllib.request\nurllib.request.urlopen(sys.argv[1]).read()\n",
                     FALSE);
  cli_fixture_write (self->fixture, "share/applications/browser.desktop", entry, FALSE);
  cli_fixture_write (self->fixture, "share/applications/mimeapps.list",
                     "[Default Applications]\nx-scheme-handler/http=browser.desktop\n", FALSE);
}

static void
write_crew (Mcp *self, const char *headers)
{
  g_autofree char *folder = cli_fixture_path (self->fixture, "crew/agents");
  g_autofree char *tool = g_strdup_printf ("%s_mcp_weather", self->host);
  g_autofree char *agent = NULL;

  g_strdelimit (tool, ".:", '_');
  agent = g_strdup_printf (
      "{'role': 'Role w', 'goal': 'g', 'backstory': 'b', 'mcps': [{'url': '%s'%s}], 'llm': "
      "{'model': "
      "'mock/script', 'answers': ['Thought: t\\nAction: mcp_%s\\nAction Input: {}', 'Thought: "
      "t\\nFinal Answer: fine']}}",
      self->address, headers, tool);
  g_assert_cmpint (g_mkdir_with_parents (folder, 0700), ==, 0);
  cli_fixture_write (self->fixture, "crew/agents/w.jsonc", agent, TRUE);
  cli_fixture_write (self->fixture, "crew/crew.jsonc",
                     "{'name': 'c', 'agents': ['w'], 'tasks': [{'name': 't', 'description': 'd', "
                     "'expected_output': 'e', 'agent': 'w'}]}",
                     TRUE);
}

static CliAnswer *
run_crew (Mcp *self)
{
  return cli_fixture_run (self->fixture, NULL, "run", "crew", "--data-dir", "data", "--yes",
                          "--allow", "mcp", "--events", "e.jsonl", NULL);
}

/* Signs in; the user confirms two prompts. */
static void
sign_in (Mcp *self, const char *file)
{
  const char *const arguments[] = { "mcp", "sign-in", file, NULL };
  int terminal = -1;
  g_autoptr (GSubprocess) process = NULL;
  g_autofree char *first = NULL;
  g_autofree char *second = NULL;
  g_autofree char *out = NULL;

  install_browser (self);
  process = cli_fixture_start_on_terminal (self->fixture, arguments, &terminal);
  first = cli_terminal_read_until (terminal, "[y/N] ");
  g_assert_nonnull (strstr (first, self->host));
  g_assert_nonnull (strstr (first, self->issuer_host));
  g_assert_cmpint (write (terminal, "y\n", 2), ==, 2);
  second = cli_terminal_read_until (terminal, "browser? [y/N] ");
  g_assert_nonnull (strstr (second, "/authorize?response_type=code&client_id=registered"));
  g_assert_cmpint (write (terminal, "y\n", 2), ==, 2);
  g_assert_cmpint (cli_wait (process), ==, 0);
  close (terminal);
  out = cli_fixture_read (self->fixture, "out");
  g_assert_nonnull (strstr (out, "You are signed in to "));
  g_assert_null (strstr (out, "-token-"));
}

/* A run uses the stored sign-in, and no output of the run contains the token. */
static void
test_whole (Mcp *self, gconstpointer data)
{
  g_autoptr (CliAnswer) before = NULL, run = NULL, list = NULL, out = NULL, after = NULL;
  g_autofree char *events = NULL;
  g_autofree char *text = NULL;
  g_autofree char *command = g_strdup_printf ("“troupectl mcp sign-in %s”", self->address);
  g_autofree char *line = g_strconcat (self->address, "\n", NULL);

  write_crew (self, "");
  before = run_crew (self);
  g_assert_cmpint (before->status, !=, 0);
  g_assert_nonnull (strstr (before->err, command));

  sign_in (self, "crew");
  list = cli_fixture_run (self->fixture, NULL, "mcp", "list", NULL);
  g_assert_cmpstr (list->out, ==, line);
  run = run_crew (self);
  g_test_message ("%s", run->err);
  g_assert_cmpint (run->status, ==, 0);
  g_assert_cmpstr (run->out, ==, "fine\n");
  events = cli_fixture_read (self->fixture, "e.jsonl");
  g_assert_nonnull (strstr (events, "sunny Bearer •••"));
  g_assert_null (strstr (events, "-token-"));
  g_assert_null (strstr (run->err, "-token-"));
  text = cli_fixture_read (self->fixture, "keys");
  g_assert_null (strstr (text, "-token-"));

  out =
      cli_fixture_run (self->fixture, NULL, "mcp", "sign-out", "crew", self->host, "--json", NULL);
  g_assert_cmpint (out->status, ==, 0);
  g_assert_nonnull (strstr (out->out, "\"signed_out\""));
  after = cli_fixture_run (self->fixture, NULL, "mcp", "sign-out", self->address, NULL);
  g_assert_cmpint (after->status, ==, 1);
}

/* Without a terminal, there is no prompt, and no request is sent to the issuer. */
static void
test_nobody (Mcp *self, gconstpointer data)
{
  g_autoptr (CliAnswer) answer =
      cli_fixture_run (self->fixture, "y\ny\n", "mcp", "sign-in", self->address, NULL);
  g_autofree char *log = read_log (self);

  g_assert_cmpint (answer->status, ==, 5);
  g_assert_cmpstr (answer->out, ==, "");
  g_assert_nonnull (strstr (answer->err, "requires a sign-in"));
  g_assert_null (strstr (log, "issuer"));
}

/* Showing or validating a document sends no request. */
static void
test_looked_at (Mcp *self, gconstpointer data)
{
  g_autoptr (CliAnswer) show = NULL, validate = NULL;
  g_autofree char *path = cli_fixture_path (self->fixture, "ports.log");

  write_crew (self, "");
  show = cli_fixture_run (self->fixture, NULL, "show", "crew", NULL);
  validate = cli_fixture_run (self->fixture, NULL, "validate", "crew", NULL);
  g_assert_cmpint (show->status, ==, 0);
  g_assert_cmpint (validate->status, ==, 0);
  g_assert_false (g_file_test (path, G_FILE_TEST_EXISTS));
}

static void
test_machine (Mcp *self, gconstpointer data)
{
  g_autofree char *log = NULL;
  g_autoptr (CliAnswer) answer =
      cli_fixture_run (self->fixture, "s3cret\n", "mcp", "sign-in", self->address, "--client-id",
                       "machine", "--client-secret", "--client-credentials", "--yes", "--json",
                       NULL);

  g_test_message ("%s", answer->err);
  g_assert_cmpint (answer->status, ==, 0);
  g_assert_nonnull (strstr (answer->out, "\"signed_in\""));
  log = read_log (self);
  /* Base64 of machine:s3cret */
  g_assert_nonnull (strstr (log, "Basic bWFjaGluZTpzM2NyZXQ="));
  g_assert_null (strstr (log, "/register"));
}

static void
test_not_wanted (Mcp *self, gconstpointer data)
{
  g_autofree char *open = g_strdup_printf ("http://%s/open", self->host);
  g_autoptr (CliAnswer) answer =
      cli_fixture_run (self->fixture, NULL, "mcp", "sign-in", open, NULL);

  g_assert_cmpint (answer->status, ==, 0);
  g_assert_nonnull (strstr (answer->out, "does not require a sign-in"));
}

static void
test_wrong (Mcp *self, gconstpointer data)
{
  const struct
  {
    const char *words[6];
    const char *said;
  } cases[] = {
    { { "sign-in" }, "Usage: troupectl mcp" },
    { { "frobnicate", "crew" }, "Usage: troupectl mcp" },
    { { "list", "crew" }, "Usage: troupectl mcp" },
    { { "sign-in", "crew", "nobody.example" }, "has no server “nobody.example”" },
    { { "sign-in", "keyed" }, "no MCP server that requires a sign-in" },
    { { "sign-in", "ftp://a.example/" }, "begin with https://" },
    { { "sign-in", "crew", "--port", "70000" }, "from 1 to 65535" },
    { { "sign-in", "crew", "--client-credentials" }, "require --client-id" },
    { { "sign-in", "crew", "--client-secret" }, "require --client-id" },
    { { "sign-in", "missing" }, "missing" },
  };
  g_autofree char *crew = cli_fixture_path (self->fixture, "crew");
  g_autofree char *keyed = cli_fixture_path (self->fixture, "keyed");

  write_crew (self, ", 'headers': {'Authorization': 'Bearer mine'}");
  g_assert_cmpint (rename (crew, keyed), ==, 0);
  write_crew (self, "");
  for (guint i = 0; i < G_N_ELEMENTS (cases); i++)
    {
      const char *const *words = cases[i].words;
      g_autoptr (CliAnswer) answer = cli_fixture_run (self->fixture, NULL, "mcp", words[0],
                                                      words[1], words[2], words[3], NULL);

      g_test_message ("%s", answer->err);
      g_assert_cmpint (answer->status, ==, 2);
      g_assert_nonnull (strstr (answer->err, cases[i].said));
    }
}

static void
add (const char *name, void (*test) (Mcp *, gconstpointer))
{
  g_autofree char *path = g_strconcat ("/cli-mcp/", name, NULL);

  g_test_add (path, Mcp, NULL, set_up, test, tear_down);
}

int
main (int argc, char **argv)
{
  g_setenv ("SECRET_BACKEND", "file", TRUE);
  g_setenv ("SECRET_FILE_TEST_PASSWORD", "test", TRUE);
  g_test_init (&argc, &argv, NULL);

  add ("whole", test_whole);
  add ("nobody", test_nobody);
  add ("looked-at", test_looked_at);
  add ("machine", test_machine);
  add ("not-wanted", test_not_wanted);
  add ("wrong", test_wrong);

  return g_test_run ();
}
