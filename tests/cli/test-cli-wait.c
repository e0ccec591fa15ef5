/* test-cli-wait.c: runs whose providers request a delay
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#include "config.h"

#include <string.h>
#include <unistd.h>

#include "../test-wait.h"
#include "cli-fixture.h"
#include "fake-server.h"

#define AGENT                                                                                      \
  "'role': 'Writer', 'goal': 'g', 'backstory': 'b', 'llm': {'model': 'openai/gpt-x', 'api_key': "  \
  "'k', 'base_url': '%s'}"
#define FLOW(action)                                                                               \
  "{'schema': 'crewai.flow/v1', 'name': 'waits', 'methods': {'m': {'start': true, 'do': " action   \
  "}}}"

static void
ended_cb (GObject *process, GAsyncResult *result, gpointer user_data)
{
  g_assert_true (g_subprocess_wait_finish (G_SUBPROCESS (process), result, NULL));
  *(gboolean *) user_data = TRUE;
}

/* A short delay is reported while it lasts. If a delay exceeds the remaining time of the run,
 * the run ends immediately with an error. @name: the name at the beginning of the status line;
 * @whose: the beginning of the error message */
static void
check (const char *text, const char *name, const char *whose)
{
  const char *const arguments[] = { "run", "flow.json", "--yes", "--timeout", "60", NULL };
  g_autoptr (CliFixture) fixture = cli_fixture_new ();
  g_autoptr (FakeServer) server = fake_server_new ();
  g_autofree char *waits = g_strdup_printf ("%s  waiting for OpenAI: 2 s", name);
  g_autofree char *base = g_strdup_printf ("%s/v1", fake_server_get_url (server));
  g_autofree char *flow = NULL;
  g_autofree char *all = NULL;
  g_autoptr (GSubprocess) process = NULL;
  gint64 begun_us = g_get_monotonic_time ();
  g_auto (GStrv) parts = g_strsplit (text, "%s", 2);
  gboolean has_ended = FALSE;
  int terminal;

  flow = g_strconcat (parts[0], base, parts[1], NULL);
  fake_server_add (server, fake_reply ("429 Slow", "text/plain", "Retry-After: 1.2\r\n", "x"), 0, 0,
                   FAKE_END_CLOSE);
  for (guint i = 0; i < 4; i++)
    fake_server_add (server, fake_reply ("429 Slow", "text/plain", "Retry-After: 100\r\n", "x"), 0,
                     0, FAKE_END_CLOSE);
  cli_fixture_write (fixture, "flow.json", flow, TRUE);
  process = cli_fixture_start_on_terminal (fixture, arguments, &terminal);
  g_subprocess_wait_async (process, NULL, ended_cb, &has_ended);
  /* The server runs in this main context. */
  test_wait_until (has_ended);
  all = cli_terminal_read_until (terminal, "error: ");
  g_assert_nonnull (strstr (all, waits));
  g_assert_nonnull (strstr (all, whose));
  g_assert_nonnull (strstr (all, "OpenAI asks to wait 100 seconds"));
  g_assert_cmpint (g_subprocess_get_exit_status (process), ==, 75);
  close (terminal);
  g_assert_cmpint (g_get_monotonic_time () - begun_us, <, TEST_WAIT_US);
}

static void
test_crew (void)
{
  check (FLOW ("{'call': 'crew', 'with': {'agents': {'w': {" AGENT "}}, 'tasks': [{'name': 'page', "
               "'description': 'd', 'expected_output': 'x', 'agent': 'w'}]}}"),
         "page", "The task “page” of “Writer” failed");
}

static void
test_agent (void)
{
  check (FLOW ("{'call': 'agent', 'with': {" AGENT ", 'input': 'i'}}"), "m",
         "The agent “Writer”: gpt-x (OpenAI)");
}

int
main (int argc, char *argv[])
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/cli/wait/crew", test_crew);
  g_test_add_func ("/cli/wait/agent", test_agent);
  return g_test_run ();
}
