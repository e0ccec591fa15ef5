/* test-cli-key.c: troupectl key, and runs with keys from the keyring
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#include "config.h"

#include <poll.h>
#include <signal.h>
#include <string.h>
#include <termios.h>
#include <unistd.h>

#include "cli-fixture.h"
#include "fake-server.h"

#define KEY "sk-canary-7f3a91c2"

/* Creates a folder with a separate keyring. */
static CliFixture *
fixture_new (void)
{
  CliFixture *self = cli_fixture_new ();
  g_autofree char *file = cli_fixture_path (self, "keys");

  g_setenv ("SECRET_FILE_TEST_PATH", file, TRUE);
  return self;
}

static void
set_key (CliFixture *fixture, const char *name, const char *key)
{
  g_autoptr (CliAnswer) answer = cli_fixture_run (fixture, key, "key", "set", name, NULL);

  g_assert_cmpstr (answer->err, ==, "");
  g_assert_cmpint (answer->status, ==, 0);
  g_assert_null (strstr (answer->out, key));
}

static void
assert_names (CliFixture *fixture, const char *names)
{
  g_autoptr (CliAnswer) answer = cli_fixture_run (fixture, NULL, "key", "list", NULL);

  g_assert_cmpint (answer->status, ==, 0);
  g_assert_cmpstr (answer->out, ==, names);
}

static void
assert_refused (CliAnswer *answer, int status, const char *word)
{
  g_assert_cmpint (answer->status, ==, status);
  g_assert_cmpstr (answer->out, ==, "");
  g_assert_nonnull (strstr (answer->err, word));
  g_assert_null (strstr (answer->err, KEY));
}

/* --- Commands --------------------------------------------------------------------------------- */

static void
test_keep (void)
{
  g_autoptr (CliFixture) fixture = fixture_new ();
  g_autoptr (CliAnswer) json = NULL, removed = NULL, again = NULL;

  assert_names (fixture, "");
  set_key (fixture, "openai", "  " KEY "\n");
  set_key (fixture, "gemini", KEY "-2");
  set_key (fixture, "MY_OWN_KEY", KEY "-3");
  assert_names (fixture, "GOOGLE_API_KEY           Gemini\n"
                         "MY_OWN_KEY\n"
                         "OPENAI_API_KEY           OpenAI\n");
  json = cli_fixture_run (fixture, NULL, "key", "list", "--json", NULL);
  g_assert_true (g_str_has_prefix (
      json->out,
      "{\"name\": \"GOOGLE_API_KEY\", \"services\": [\"Gemini\"], \"environment\": false}\n"));
  g_assert_null (strstr (json->out, KEY));

  removed = cli_fixture_run (fixture, NULL, "key", "remove", "google", "--json", NULL);
  g_assert_cmpint (removed->status, ==, 0);
  g_assert_cmpstr (removed->out, ==, "{\"removed\": \"GOOGLE_API_KEY\"}\n");
  again = cli_fixture_run (fixture, NULL, "key", "remove", "GOOGLE_API_KEY", NULL);
  assert_refused (again, 1, "The keyring has no key GOOGLE_API_KEY");
  assert_names (fixture, "MY_OWN_KEY\nOPENAI_API_KEY           OpenAI\n");
}

/* A provider and its variables mean the same key, however they are written. */
static void
test_same_key (void)
{
  static const char *const words[] = { "OPENAI_API_KEY", "openai", "OPENAI", "OpenAI" };
  g_autoptr (CliFixture) fixture = fixture_new ();
  g_autoptr (CliAnswer) both = NULL;

  for (guint i = 0; i < G_N_ELEMENTS (words); i++)
    {
      const char *other = words[(i + 1) % G_N_ELEMENTS (words)];
      g_autoptr (CliAnswer) removed = NULL;

      set_key (fixture, words[i], KEY);
      assert_names (fixture, "OPENAI_API_KEY           OpenAI\n");
      removed = cli_fixture_run (fixture, NULL, "key", "remove", other, NULL);
      g_assert_cmpint (removed->status, ==, 0);
      assert_names (fixture, "");
    }
  set_key (fixture, "GEMINI_API_KEY", KEY);
  set_key (fixture, "gemini", KEY);
  both = cli_fixture_run (fixture, NULL, "key", "remove", "gemini", "--json", NULL);
  g_assert_cmpstr (both->out, ==,
                   "{\"removed\": \"GOOGLE_API_KEY\"}\n{\"removed\": \"GEMINI_API_KEY\"}\n");
  assert_names (fixture, "");
}

/* The JSON file of a service account, which has spaces and lines, is stored as one line. */
static void
test_account (void)
{
  g_autoptr (CliFixture) fixture = fixture_new ();
  g_autoptr (CliAnswer) answer = NULL, broken = NULL;

  answer =
      cli_fixture_run (fixture,
                       "{\n  \"type\": \"service_account\",\n  \"private_key\": \"" KEY " a\"}\n",
                       "key", "set", "GOOGLE_APPLICATION_CREDENTIALS", NULL);
  g_assert_cmpstr (answer->err, ==, "");
  g_assert_cmpint (answer->status, ==, 0);
  assert_names (fixture, "GOOGLE_APPLICATION_CREDENTIALS Vertex AI\n");
  broken = cli_fixture_run (fixture, "{\"private_key\": \"" KEY, "key", "set",
                            "GOOGLE_APPLICATION_CREDENTIALS", NULL);
  assert_refused (broken, 2, "not a JSON object");
}

static void
test_refused (void)
{
  g_autoptr (CliFixture) fixture = fixture_new ();
  g_autofree char *much = g_strnfill (5000, 'k');
  const struct
  {
    const char *input;
    const char *words[3];
    const char *said;
  } cases[] = {
    { " \n", { "set", "openai" }, "The input contains no key" },
    { KEY " " KEY, { "set", "openai" }, "a space" },
    { KEY "\n" KEY, { "set", "openai" }, "a space" },
    { KEY "ü", { "set", "openai" }, "a space" },
    { much, { "set", "openai" }, "too long" },
    { KEY, { "set", "nobody" }, "nobody" },
    { KEY, { "set", "Openai_Key" }, "Openai_Key" },
    { KEY, { "set", "mock" }, "mock has no key" },
    { KEY, { "set" }, "key set NAME" },
    { KEY, { "remove" }, "key set NAME" },
    { KEY, { "list", "openai" }, "key set NAME" },
    { KEY, { "show" }, "key set NAME" },
  };

  for (guint i = 0; i < G_N_ELEMENTS (cases); i++)
    {
      g_autoptr (CliAnswer) answer = cli_fixture_run (fixture, cases[i].input, "key",
                                                      cases[i].words[0], cases[i].words[1], NULL);

      assert_refused (answer, 2, cases[i].said);
    }
  assert_names (fixture, "");
}

static void
test_no_service (void)
{
  g_autoptr (CliFixture) fixture = fixture_new ();
  g_autofree char *bus = g_strdup (g_getenv ("DBUS_SESSION_BUS_ADDRESS"));
  g_autoptr (CliAnswer) set = NULL, listed = NULL, ran = NULL;

  g_unsetenv ("SECRET_BACKEND");
  g_setenv ("DBUS_SESSION_BUS_ADDRESS", "unix:path=/nonexistent/bus", TRUE);
  set = cli_fixture_run (fixture, KEY, "key", "set", "openai", NULL);
  assert_refused (set, 1, "Could not store the key in the keyring");
  listed = cli_fixture_run (fixture, NULL, "key", "list", NULL);
  assert_refused (listed, 1, "Could not read the keyring");
  cli_fixture_write (fixture, "flow.json",
                     "{'schema': 'crewai.flow/v1', 'name': 'k', 'methods': {'a': {'start': true, "
                     "'do': {'call': 'agent', 'with': {'role': 'r', 'goal': 'g', 'backstory': 'b', "
                     "'input': 'x', 'llm': 'openai/gpt-x'}}}}}",
                     TRUE);
  ran = cli_fixture_run (fixture, NULL, "run", "flow.json", "--yes", NULL);
  assert_refused (ran, 2, "variable OPENAI_API_KEY");
  g_assert_nonnull (strstr (ran->err, "troupectl key set OPENAI_API_KEY"));
  g_setenv ("SECRET_BACKEND", "file", TRUE);
  if (bus != NULL)
    g_setenv ("DBUS_SESSION_BUS_ADDRESS", bus, TRUE);
  else
    g_unsetenv ("DBUS_SESSION_BUS_ADDRESS");
}

/* --- At a terminal ------------------------------------------------------------------------------ */

/* Returns the remaining output of the terminal. (transfer full) */
static char *
drain (int terminal)
{
  GString *text = g_string_new (NULL);
  struct pollfd one = { terminal, POLLIN, 0 };
  char buffer[4096];

  while (poll (&one, 1, 0) > 0)
    {
      const ssize_t n_read = read (terminal, buffer, sizeof buffer);

      if (n_read <= 0)
        break;
      g_string_append_len (text, buffer, n_read);
    }
  return g_string_free (text, FALSE);
}

static void
test_terminal (void)
{
  static const char *const arguments[] = { "key", "set", "openai", NULL };
  g_autoptr (CliFixture) fixture = fixture_new ();
  int terminal = -1;
  g_autoptr (GSubprocess) process = cli_fixture_start_on_terminal (fixture, arguments, &terminal);
  g_autofree char *asked = cli_terminal_read_until (terminal, "hidden): ");
  g_autofree char *shown = NULL;

  g_assert_nonnull (strstr (asked, "OPENAI_API_KEY"));
  g_assert_cmpint (write (terminal, KEY "\n", strlen (KEY "\n")), ==, strlen (KEY "\n"));
  g_assert_cmpint (cli_wait (process), ==, 0);
  shown = drain (terminal);
  g_assert_null (strstr (shown, "canary"));
  close (terminal);
  assert_names (fixture, "OPENAI_API_KEY           OpenAI\n");
}

/* After an interrupt the terminal echoes input again. */
static void
test_interrupted (void)
{
  static const char *const arguments[] = { "key", "set", "openai", NULL };
  g_autoptr (CliFixture) fixture = fixture_new ();
  int terminal = -1;
  g_autoptr (GSubprocess) process = cli_fixture_start_on_terminal (fixture, arguments, &terminal);
  g_autofree char *asked = cli_terminal_read_until (terminal, "hidden): ");
  struct termios settings;

  g_assert_cmpint (tcgetattr (terminal, &settings), ==, 0);
  g_assert_cmpuint (settings.c_lflag & ECHO, ==, 0);
  g_subprocess_send_signal (process, SIGINT);
  g_assert_cmpint (cli_wait (process), ==, 130);
  g_assert_cmpint (tcgetattr (terminal, &settings), ==, 0);
  g_assert_cmpuint (settings.c_lflag & ECHO, ==, ECHO);
  close (terminal);
  assert_names (fixture, "");
}

/* --- Runs --------------------------------------------------------------------------------------- */

/* Runs an agent that uses a model on @server. Afterwards, the file `out` contains the standard
 * output.
 * Returns: the exit code */
static int
run_agent (CliFixture *fixture, FakeServer *server)
{
  static const char *const arguments[] = { "run",      "flow.json",    "--yes",     "--json",
                                           "--events", "events.jsonl", "--verbose", NULL };
  g_autofree char *flow = g_strdup_printf (
      "{'schema': 'crewai.flow/v1', 'name': 'k', 'methods': {'a': {'start': true, 'do': {'call': "
      "'agent', 'with': {'role': 'r', 'goal': 'g', 'backstory': 'b', 'input': 'x', 'llm': "
      "{'model': 'openai/gpt-x', 'max_retries': 0, 'base_url': '%s'}}}}}}",
      fake_server_get_url (server));
  g_autoptr (GSubprocess) process = NULL;
  g_autofree char *shown = NULL;
  int terminal = -1;
  int status;

  cli_fixture_write (fixture, "flow.json", flow, TRUE);
  process = cli_fixture_start_on_terminal (fixture, arguments, &terminal);
  status = cli_wait (process);
  shown = drain (terminal);
  close (terminal);
  g_assert_null (strstr (shown, KEY));
  return status;
}

/* Asserts that none of the files that the run wrote contains the key. */
static void
assert_hidden (const char *folder)
{
  g_autoptr (GDir) dir = g_dir_open (folder, 0, NULL);
  const char *name;

  while ((name = g_dir_read_name (dir)) != NULL)
    {
      g_autofree char *path = g_build_filename (folder, name, NULL);
      g_autofree char *text = NULL;
      gsize length = 0;

      if (g_file_test (path, G_FILE_TEST_IS_DIR))
        assert_hidden (path);
      else if (g_file_get_contents (path, &text, &length, NULL) &&
               memmem (text, length, KEY, strlen (KEY)) != NULL)
        g_error ("the key stands in %s", path);
    }
}

static void
test_run (void)
{
  g_autoptr (CliFixture) fixture = fixture_new ();
  g_autoptr (FakeServer) server = fake_server_new ();
  g_autofree char *request = NULL, *out = NULL, *events = NULL;

  set_key (fixture, "openai", KEY);
  fake_server_add (server, fake_json ("the key is " KEY), 0, 0, FAKE_END_CLOSE);
  g_assert_cmpint (run_agent (fixture, server), ==, 0);
  request = fake_server_get_request (server, 0);
  g_assert_nonnull (strstr (request, "Authorization: Bearer " KEY "\r\n"));
  out = cli_fixture_read (fixture, "out");
  g_assert_nonnull (strstr (out, "the key is •••"));
  events = cli_fixture_read (fixture, "events.jsonl");
  g_assert_nonnull (strstr (events, "the key is •••"));
  assert_hidden (fixture->folder);
}

static void
test_run_refused (void)
{
  g_autoptr (CliFixture) fixture = fixture_new ();
  g_autoptr (FakeServer) server = fake_server_new ();
  g_autofree char *out = NULL;

  set_key (fixture, "openai", KEY);
  fake_server_add (server,
                   fake_reply ("401 Unauthorized", "application/json", NULL,
                               "{\"error\":{\"message\":\"Wrong key: " KEY "\"}}"),
                   0, 0, FAKE_END_CLOSE);
  g_assert_cmpint (run_agent (fixture, server), ==, 1);
  out = cli_fixture_read (fixture, "out");
  g_assert_nonnull (strstr (out, "•••"));
  assert_hidden (fixture->folder);
}

/* Variables of the environment take precedence over the keyring unless they are blank. */
static void
test_environment (void)
{
  g_autoptr (CliFixture) fixture = fixture_new ();
  g_autoptr (FakeServer) server = fake_server_new ();
  g_autofree char *request = NULL, *blank = NULL;
  g_autoptr (CliAnswer) listed = NULL;

  set_key (fixture, "gemini", KEY);
  cli_fixture_write (fixture, "flow.json",
                     "{'schema': 'crewai.flow/v1', 'name': 'k', 'methods': {'a': {'start': true, "
                     "'do': {'call': 'agent', 'with': {'role': 'r', 'goal': 'g', 'backstory': 'b', "
                     "'input': 'x', 'llm': {'model': 'gemini/gemini-x', 'max_retries': 0}}}}}}",
                     TRUE);
  g_setenv ("GOOGLE_GEMINI_BASE_URL", fake_server_get_url (server), TRUE);
  fake_server_add (server, fake_reply ("500 No", "text/plain", NULL, "no"), 0, 0, FAKE_END_CLOSE);
  for (guint i = 0; i < 2; i++)
    {
      static const char *const arguments[] = { "run", "flow.json", "--yes", NULL };
      g_autoptr (GSubprocess) process = NULL;

      g_setenv ("GEMINI_API_KEY", i == 0 ? "of-the-environment" : " ", TRUE);
      if (i == 1)
        g_setenv ("GOOGLE_API_KEY", " ", TRUE);
      process = cli_fixture_start (fixture, arguments);
      cli_wait (process);
    }
  request = fake_server_get_request (server, 0);
  blank = fake_server_get_request (server, 1);
  g_assert_nonnull (strstr (request, "of-the-environment"));
  g_assert_null (strstr (request, KEY));
  g_assert_nonnull (strstr (blank, KEY));

  g_setenv ("GOOGLE_API_KEY", "another", TRUE);
  listed = cli_fixture_run (fixture, NULL, "key", "list", "--json", NULL);
  g_assert_nonnull (strstr (listed->out, "\"environment\": true"));
  g_assert_null (strstr (listed->out, "another"));
  g_unsetenv ("GOOGLE_API_KEY");
  g_unsetenv ("GEMINI_API_KEY");
  g_unsetenv ("GOOGLE_GEMINI_BASE_URL");
}

int
main (int argc, char **argv)
{
  g_unsetenv ("GOOGLE_API_KEY");
  g_setenv ("GIO_USE_PROXY_RESOLVER", "dummy", TRUE);
  g_setenv ("SECRET_BACKEND", "file", TRUE);
  g_setenv ("SECRET_FILE_TEST_PASSWORD", "test", TRUE);
  g_test_init (&argc, &argv, NULL);

  g_test_add_func ("/cli/key/keep", test_keep);
  g_test_add_func ("/cli/key/same", test_same_key);
  g_test_add_func ("/cli/key/refused", test_refused);
  g_test_add_func ("/cli/key/account", test_account);
  g_test_add_func ("/cli/key/no-service", test_no_service);
  g_test_add_func ("/cli/key/terminal", test_terminal);
  g_test_add_func ("/cli/key/interrupted", test_interrupted);
  g_test_add_func ("/cli/key/run", test_run);
  g_test_add_func ("/cli/key/run-refused", test_run_refused);
  g_test_add_func ("/cli/key/environment", test_environment);

  return g_test_run ();
}
