/* test-cli-elicitation.c: elicitation requests of MCP servers at the terminal
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#include "config.h"

#include <string.h>
#include <unistd.h>

#include "cli-fixture.h"

/* A server with a tool that sends the elicitation request from a file next to the server, and
 * returns the answer. */
#define SERVER                                                                                     \
  "import json, sys\n"                                                                             \
  "for line in sys.stdin:\n"                                                                       \
  "    m = json.loads(line)\n"                                                                     \
  "    if 'id' not in m: continue\n"                                                               \
  "    r = {}\n"                                                                                   \
  "    if m['method'] == 'initialize':\n"                                                          \
  "        r = {'protocolVersion': m['params']['protocolVersion'],\n"                              \
  "             'capabilities': {'tools': {}}, 'serverInfo': {'name': 's', 'version': '1'}}\n"     \
  "    if m['method'] == 'tools/list':\n"                                                          \
  "        r = {'tools': [{'name': 'ask', 'inputSchema': {'type': 'object'}}]}\n"                  \
  "    if m['method'] == 'tools/call':\n"                                                          \
  "        print(json.dumps({'jsonrpc': '2.0', 'id': 'q', 'method': 'elicitation/create',\n"       \
  "                          'params': json.load(open('question.json'))}), flush=True)\n"          \
  "        while True:\n"                                                                          \
  "            a = json.loads(sys.stdin.readline())\n"                                             \
  "            if a.get('id') == 'q': break\n"                                                     \
  "        r = {'content': [{'type': 'text', 'text': 'answered ' + json.dumps(a)}]}\n"             \
  "    print(json.dumps({'jsonrpc': '2.0', 'id': m['id'], 'result': r}), flush=True)\n"

#define FORM                                                                                       \
  "{'message': 'Where do you want to go?', 'requestedSchema': {'type': 'object', 'properties': {"  \
  "'city': {'type': 'string', 'title': 'City', 'description': 'With its country'}, 'nights': "     \
  "{'type': 'integer', 'minimum': 1, 'maximum': 9, 'default': 2}, 'room': {'type': 'string', "     \
  "'oneOf': [{'const': 's', 'title': 'Single'}, {'const': 'd', 'title': 'Double'}]}, 'sea': "      \
  "{'type': 'boolean', 'default': true}}, 'required': ['city']}}"
#define ADDRESS                                                                                    \
  "{'mode': 'url', 'message': 'Sign in there', 'elicitationId': 'e', 'url': "                      \
  "'https://login.example.org/x?y=z'}"
#define SECRET                                                                                     \
  "{'message': 'Who?', 'requestedSchema': {'type': 'object', 'properties': {'apiKey': {'type': "   \
  "'string'}}}}"

static CliFixture *
make_crew (const char *question)
{
  CliFixture *fixture = cli_fixture_new ();
  g_autofree char *folder = cli_fixture_path (fixture, "crew/agents");

  g_assert_cmpint (g_mkdir_with_parents (folder, 0700), ==, 0);
  cli_fixture_write (fixture, "crew/server.py", SERVER, FALSE);
  cli_fixture_write (fixture, "crew/question.json", question, TRUE);
  cli_fixture_write (
      fixture, "crew/agents/w.jsonc",
      "{'role': 'Role w', 'goal': 'g', 'backstory': 'b', 'mcps': [{'command': 'python3', 'args': "
      "['server.py']}], 'llm': {'model': 'mock/script', 'answers': ['Thought: t\\nAction: "
      "python3_server_py_ask\\nAction Input: {}', 'Thought: t\\nFinal Answer: fine']}}",
      TRUE);
  cli_fixture_write (fixture, "crew/crew.jsonc",
                     "{'name': 'c', 'agents': ['w'], 'tasks': [{'name': 't', 'description': 'd', "
                     "'expected_output': 'e', 'agent': 'w'}]}",
                     TRUE);
  return fixture;
}

static GSubprocess *
start (CliFixture *fixture, int *terminal)
{
  static const char *const words[] = { "run",     "crew", "--data-dir", "data",    "--yes",
                                       "--allow", "mcp",  "--events",   "e.jsonl", NULL };

  return cli_fixture_start_on_terminal (fixture, words, terminal);
}

/* Waits for @prompt and then types @text. Returns: (transfer full): the output up to the prompt */
static char *
answer (int terminal, const char *prompt, const char *text)
{
  char *shown = cli_terminal_read_until (terminal, prompt);

  g_assert_cmpint (write (terminal, text, strlen (text)), ==, (gssize) strlen (text));
  return shown;
}

/* Asserts that the server received the answer @expected. */
static void
assert_answered (CliFixture *fixture, const char *expected)
{
  g_autofree char *events = cli_fixture_read (fixture, "e.jsonl");
  g_auto (GStrv) parts = g_strsplit (events, "\\", -1);
  g_autofree char *plain = g_strjoinv ("", parts);

  g_assert_nonnull (strstr (plain, "mcp_tool_execution_completed"));
  if (strstr (plain, expected) == NULL)
    g_test_message ("%s", plain);
  g_assert_nonnull (strstr (plain, expected));
}

static void
end (GSubprocess *process, int terminal)
{
  g_assert_cmpint (cli_wait (process), ==, 0);
  close (terminal);
}

/* The user is prompted for one field after the other. An invalid value is requested again, and
 * Enter accepts the default. */
static void
test_form (void)
{
  g_autoptr (CliFixture) fixture = make_crew (FORM);
  int terminal = -1;
  g_autoptr (GSubprocess) process = start (fixture, &terminal);
  g_autofree char *shown = answer (terminal, "[y/N] ", "y\n");
  g_autofree char *empty = answer (terminal, "City (required): ", "\n");
  g_autofree char *city = answer (terminal, "City (required): ", "Oslo, \"Norway\"\n");
  g_autofree char *wrong = answer (terminal, "nights (an integer) [Enter: 2; - to omit]: ", "10\n");
  g_autofree char *nights = answer (terminal, "nights (an integer) [Enter: 2; - to omit]: ", "\n");
  g_autofree char *room = answer (terminal, "room (an option or its number): ", "2\n");
  g_autofree char *sea = answer (terminal, "[Enter: true; - to omit]: ", "-\n");

  end (process, terminal);
  g_assert_nonnull (strstr (shown, "Where do you want to go?"));
  g_assert_nonnull (strstr (shown, "python3 server.py"));
  g_assert_nonnull (strstr (shown, "do not enter passwords or keys"));
  g_assert_nonnull (strstr (empty, "With its country"));
  g_assert_nonnull (strstr (city, "is required"));
  g_assert_nonnull (strstr (nights, "between 1 and 9"));
  g_assert_nonnull (strstr (room, "  2  Double"));
  assert_answered (fixture,
                   "{\"action\": \"accept\", \"content\": {\"city\": \"Oslo, \"Norway\"\", "
                   "\"nights\": 2, \"room\": \"d\"}}");
}

static void
test_declined (void)
{
  g_autoptr (CliFixture) fixture = make_crew (FORM);
  int terminal = -1;
  g_autoptr (GSubprocess) process = start (fixture, &terminal);
  g_autofree char *shown = answer (terminal, "[y/N] ", "\n");

  end (process, terminal);
  assert_answered (fixture, "{\"action\": \"decline\"}");
}

/* Ctrl+D cancels, also in the middle of a form. */
static void
test_cancelled (void)
{
  g_autoptr (CliFixture) fixture = make_crew (FORM);
  int terminal = -1;
  g_autoptr (GSubprocess) process = start (fixture, &terminal);
  g_autofree char *shown = answer (terminal, "[y/N] ", "y\n");
  g_autofree char *city = answer (terminal, "City (required): ", "\x04");

  end (process, terminal);
  assert_answered (fixture, "{\"action\": \"cancel\"}");
}

/* The complete URL is shown, and it is opened only if the user agrees. */
static void
test_address (void)
{
  g_autoptr (CliFixture) fixture = make_crew (ADDRESS);
  int terminal = -1;
  g_autoptr (GSubprocess) process = start (fixture, &terminal);
  g_autofree char *shown = answer (terminal, "[y/N] ", "n\n");

  end (process, terminal);
  g_assert_nonnull (strstr (shown, "a URL on login.example.org:"));
  g_assert_nonnull (strstr (shown, "  https://login.example.org/x?y=z\r\n"));
  assert_answered (fixture, "{\"action\": \"decline\"}");
}

/* A form that requests a secret is never shown. */
static void
test_secret (void)
{
  g_autoptr (CliFixture) fixture = make_crew (SECRET);
  int terminal = -1;
  g_autoptr (GSubprocess) process = start (fixture, &terminal);
  g_autofree char *events = NULL;

  end (process, terminal);
  assert_answered (fixture, "{\"action\": \"decline\"}");
  events = cli_fixture_read (fixture, "e.jsonl");
  g_assert_nonnull (strstr (events, "which forms must not ask for"));
}

/* Without a terminal, the request is declined and the run is not paused, regardless of the
 * answers that --answer specifies for methods. */
static void
test_nobody (void)
{
  g_autoptr (CliFixture) fixture = make_crew (FORM);
  g_autoptr (CliAnswer) result =
      cli_fixture_run (fixture, "y\nOslo\n", "run", "crew", "--data-dir", "data", "--yes",
                       "--allow", "mcp", "--events", "e.jsonl", "--answer", "y", NULL);

  g_test_message ("%s", result->err);
  g_assert_cmpint (result->status, ==, 0);
  g_assert_cmpstr (result->out, ==, "fine\n");
  assert_answered (fixture, "{\"action\": \"decline\"}");
}

int
main (int argc, char *argv[])
{
  g_test_init (&argc, &argv, NULL);

  g_test_add_func ("/cli-elicitation/form", test_form);
  g_test_add_func ("/cli-elicitation/declined", test_declined);
  g_test_add_func ("/cli-elicitation/cancelled", test_cancelled);
  g_test_add_func ("/cli-elicitation/address", test_address);
  g_test_add_func ("/cli-elicitation/secret", test_secret);
  g_test_add_func ("/cli-elicitation/nobody", test_nobody);

  return g_test_run ();
}
