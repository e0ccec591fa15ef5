/* test-run-crew-servers.c: runs of crews with MCP servers
 *
 * The servers are Python programs.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#include "config.h"

#include <glib/gstdio.h>
#include <string.h>

#include "../test-remove.h"
#include "run-crew-test.h"
#include "troupe-permissions.h"
#include "troupe-run-crew.h"
#include "troupe-run-needed-keys.h"

static char *folder;
static char *path;

static const char server[] =
    "import json, sys\n"
    "for line in sys.stdin:\n"
    "  msg = json.loads(line)\n"
    "  if 'id' not in msg: continue\n"
    "  result = {'tools': []}\n"
    "  if msg['method'] == 'initialize':\n"
    "    result = {'protocolVersion': msg['params']['protocolVersion'],\n"
    "              'capabilities': {'tools': {}}, 'serverInfo': {'name': 's', 'version': '1'}}\n"
    "  if msg['method'] == 'tools/list':\n"
    "    result = {'tools': [{'name': 'weather', 'description': 'd',\n"
    "                         'inputSchema': {'type': 'object', 'properties': {}}}]}\n"
    "  if msg['method'] == 'tools/call':\n"
    "    result = {'content': [{'type': 'text', 'text': 'sunny'}]}\n"
    "  print(json.dumps({'jsonrpc': '2.0', 'id': msg['id'], 'result': result}), flush=True)\n";

/* An agent with this MCP server. */
#define SERVED(answers, mcps)                                                                      \
  "'w': {'role': 'Role w', 'goal': 'g', 'backstory': 'b', 'mcps': [" mcps "], "                    \
  "'llm': {'model': 'mock/script', 'answers': [" answers "]}}"

static void
agree_cb (TroupeRun *run, TroupeMcpToolList *offer, gpointer data)
{
  TroupeValue *tools = troupe_mcp_tool_list_get_tools (offer);

  g_assert_true (TROUPE_IS_RUN (run));
  g_assert_cmpuint (troupe_value_list_get_length (tools), ==, 1);
  g_assert_cmpstr (get_text (troupe_value_list_get (tools, 0), "name"), ==, "weather");
  g_assert_cmpstr (get_text (troupe_value_list_get (tools, 0), "description"), ==, "d");
  troupe_mcp_tool_list_settle (offer, NULL);
  /* Only the first decision counts. */
  troupe_mcp_tool_list_settle (offer, "changed my mind");
}

static RunTest *
permit_servers (RunTest *test)
{
  troupe_run_set_tool_list_func (test->run, agree_cb, NULL, NULL);
  troupe_run_set_store (test->run, NULL, path, NULL);
  troupe_run_set_python (test->run, TROUPE_PYTHON_PERMIT_MCP, TROUPE_PYTHON_SANDBOX_NONE);
  return test;
}

/* The servers are connected before each task starts, and again for each call. */
static void
test_servers (void)
{
  g_autoptr (RunTest) test = permit_servers (run_test_new (
      METHOD (CREW (SERVED ("'Thought: t\\nAction: python3_server_py_weather\\nAction Input: {}', "
                            "'Thought: t\\nFinal Answer: fine', 'Thought: t\\nFinal Answer: so'",
                            "{'command': 'python3', 'args': ['server.py']}"),
                    TASK ("a", "w", "") ", " TASK ("b", "w", ""), ""),
              "")));
  guint n_connected = 0, n_called = 0, n_started = 0;

  run_test_execute (test);
  g_assert_no_error (test->result->error);
  assert_trace (test, "+ a> a< b> b< -");
  g_assert_cmpstr (get_text (get_task (test, 0), "raw"), ==, "fine");
  for (guint i = 0; i < test->events->len; i++)
    {
      const TroupeEvent *event = g_ptr_array_index (test->events, i);

      if (event->type == TROUPE_EVENT_TASK_STARTED)
        g_assert_cmpuint (n_connected, ==, n_started++ == 0 ? 1 : 3);
      n_connected += event->type == TROUPE_EVENT_MCP_CONNECTION_FINISHED ? 1 : 0;
      n_called += event->type == TROUPE_EVENT_MCP_TOOL_FINISHED ? 1 : 0;
    }
  g_assert_cmpuint (n_connected, ==, 3);
  g_assert_cmpuint (n_called, ==, 1);
}

#define SERVED_CREW                                                                                \
  METHOD (CREW (SERVED ("'Thought: t\\nFinal Answer: fine'",                                       \
                        "{'command': 'python3', 'args': ['server.py']}"),                          \
                TASK ("a", "w", ""), ""),                                                          \
          "")

static void
refuse_cb (TroupeRun *run, TroupeMcpToolList *offer, gpointer data)
{
  troupe_mcp_tool_list_settle (offer, "These are not the tools that were agreed to.");
}

/* No model is called before the tools are accepted. */
static void
test_offer_refused (void)
{
  const TroupeRunToolListFunc funcs[] = { refuse_cb, NULL };

  for (guint i = 0; i < G_N_ELEMENTS (funcs); i++)
    {
      g_autoptr (RunTest) test = permit_servers (run_test_new (SERVED_CREW));

      troupe_run_set_tool_list_func (test->run, funcs[i], NULL, NULL);
      run_test_execute (test);
      g_assert_error (test->result->error, TROUPE_RUN_ERROR, TROUPE_RUN_ERROR_CONSENT);
      g_assert_nonnull (strstr (test->result->error->message,
                                i == 0 ? "not the tools" : "no interactive session"));
      assert_trace (test, "+ !");
      for (guint k = 0; k < test->events->len; k++)
        g_assert_cmpint (((TroupeEvent *) g_ptr_array_index (test->events, k))->type, !=,
                         TROUPE_EVENT_LLM_CALL_STARTED);
    }
}

static gpointer
settle_thread (gpointer data)
{
  g_autoptr (TroupeMcpToolList) offer = data;

  troupe_mcp_tool_list_settle (offer, NULL);
  return NULL;
}

static void
settle_elsewhere_cb (TroupeRun *run, TroupeMcpToolList *offer, gpointer data)
{
  g_thread_unref (g_thread_new ("person", settle_thread, troupe_mcp_tool_list_ref (offer)));
}

static void
keep_and_cancel_cb (TroupeRun *run, TroupeMcpToolList *offer, gpointer data)
{
  TroupeMcpToolList **kept = data;

  *kept = troupe_mcp_tool_list_ref (offer);
  troupe_run_cancel (run);
}

/* The user may decide later about the tools, and the run may end in the meantime. */
static void
test_offer_later (void)
{
  g_autoptr (RunTest) later = permit_servers (run_test_new (SERVED_CREW));
  g_autoptr (RunTest) cancelled = permit_servers (run_test_new (SERVED_CREW));
  g_autoptr (TroupeMcpToolList) offer = NULL;

  troupe_run_set_tool_list_func (later->run, settle_elsewhere_cb, NULL, NULL);
  run_test_execute (later);
  g_assert_no_error (later->result->error);
  assert_trace (later, "+ a> a< -");
  troupe_run_set_tool_list_func (cancelled->run, keep_and_cancel_cb, &offer, NULL);
  run_test_execute (cancelled);
  g_assert_cmpint (cancelled->result->type, ==, TROUPE_RESULT_CANCELLED);
  g_assert_nonnull (offer);
  troupe_mcp_tool_list_settle (offer, NULL);
}

static void
test_server_missing (void)
{
  g_autoptr (RunTest) test = permit_servers (run_test_new (METHOD (
      CREW (SERVED ("'one'", "{'command': 'no-such-command-here'}"), TASK ("a", "w", ""), ""),
      "")));

  run_test_execute (test);
  g_assert_error (test->result->error, TROUPE_RUN_ERROR, TROUPE_RUN_ERROR_MCP);
  g_assert_nonnull (strstr (test->result->error->message, "no-such-command-here"));
  assert_trace (test, "+ !");
}

/* If a server that is given as a string is unavailable, the agent runs without the tools of this
 * server. */
static void
test_server_left_out (void)
{
  g_autoptr (RunTest) test = permit_servers (run_test_new (
      METHOD (CREW (SERVED ("'one'", "'some-platform-server'"), TASK ("a", "w", ""), ""), "")));

  run_test_execute (test);
  g_assert_cmpstr (get_text (get_task (test, 0), "raw"), ==, "one");
  assert_trace (test, "+ a> a< -");
}

static void
test_server_permission (void)
{
  g_autoptr (RunTest) test =
      run_test_new (METHOD (CREW (SERVED ("'one'", "{'command': 'python3', 'args': ['server.py']}"),
                                  TASK ("a", "w", ""), ""),
                            ""));

  run_test_execute (test);
  g_assert_error (test->result->error, TROUPE_RUN_ERROR, TROUPE_RUN_ERROR_CONSENT);
  g_assert_cmpuint (test->events->len, ==, 0);
}

/* An agent of a flow may have servers, too. */
static void
test_server_of_an_agent (void)
{
  static const char *const commands[] = { "'python3', 'args': ['server.py']",
                                          "'no-such-command-here'" };

  for (guint i = 0; i < G_N_ELEMENTS (commands); i++)
    {
      g_autofree char *text = g_strdup_printf (
          "'a': {'start': true, 'do': {'call': 'agent', 'with': {'role': 'r', 'goal': 'g', "
          "'backstory': 'b', 'input': 'i', 'mcps': [{'command': %s}], 'llm': {'model': "
          "'mock/script', 'answers': ['Thought: t\\nAction: python3_server_py_weather\\nAction "
          "Input: {}', 'Thought: t\\nFinal Answer: fine']}}}}",
          commands[i]);
      g_autoptr (RunTest) test = permit_servers (run_test_new (text));

      run_test_execute (test);
      if (i == 0)
        {
          g_assert_no_error (test->result->error);
          g_assert_cmpstr (get_text (test->result->final, "raw"), ==, "fine");
        }
      else
        g_assert_error (test->result->error, TROUPE_RUN_ERROR, TROUPE_RUN_ERROR_MCP);
    }
}

/* A server that says what it was given, and writes it down. */
static const char teller[] =
    "import json, os, sys\n"
    "given = '%s|%s|%s' % tuple(os.environ.get(n, '') for n in ('T', 'U', 'V'))\n"
    "open('given', 'w').write(given)\n"
    "for line in sys.stdin:\n"
    "  msg = json.loads(line)\n"
    "  if 'id' not in msg: continue\n"
    "  result = {'tools': []}\n"
    "  if msg['method'] == 'initialize':\n"
    "    result = {'protocolVersion': msg['params']['protocolVersion'],\n"
    "              'capabilities': {'tools': {}}, 'serverInfo': {'name': 's', 'version': '1'}}\n"
    "  if msg['method'] == 'tools/list':\n"
    "    result = {'tools': [{'name': 'weather', 'description': 'd',\n"
    "                         'inputSchema': {'type': 'object', 'properties': {}}}]}\n"
    "  if msg['method'] == 'tools/call':\n"
    "    result = {'isError': True, 'content': [{'type': 'text', 'text': 'bad ' + given}]}\n"
    "  print(json.dumps({'jsonrpc': '2.0', 'id': msg['id'], 'result': result}), flush=True)\n";

#define TOLD(env)                                                                                  \
  METHOD (CREW (SERVED ("'Thought: t\\nAction: python3_teller_py_weather\\nAction Input: {}', "    \
                        "'Thought: t\\nFinal Answer: fine'",                                       \
                        "{'command': 'python3', 'args': ['teller.py'], 'env': {" env "}}"),        \
                TASK ("a", "w", ""), ""),                                                          \
          "")

static void
assert_untold (RunTest *test, const char *key)
{
  for (guint i = 0; i < test->events->len; i++)
    {
      g_autofree char *line =
          troupe_event_to_json (g_ptr_array_index (test->events, i), NULL, TROUPE_EVENT_JSON_STATE);

      g_assert_null (strstr (line, key));
    }
}

/* From the environment, then from the file beside the document, then the text for its lack; and a
 * value of a variable is nowhere, even if it looks like a word. */
static void
test_server_variables (void)
{
  g_autoptr (RunTest) test = permit_servers (
      run_test_new (TOLD ("'T': '${TELLER_ONE}', 'U': 'a ${TELLER_TWO:-none} ${TELLER_ONE}', "
                          "'V': '${TELLER_THREE:-is not set}'")));
  g_autofree char *env = g_build_filename (folder, ".env", NULL);
  g_autofree char *given_path = g_build_filename (folder, "given", NULL);
  g_autofree char *given = NULL;

  g_setenv ("TELLER_ONE", "canaryword", TRUE);
  g_assert_true (g_file_set_contents (
      env, "TELLER_ONE=of the file\nTELLER_TWO=canary-of-file\n", -1, NULL));
  run_test_execute (test);
  g_unsetenv ("TELLER_ONE");
  g_unlink (env);
  g_assert_no_error (test->result->error);
  g_assert_true (g_file_get_contents (given_path, &given, NULL, NULL));
  g_assert_cmpstr (given, ==, "canaryword|a canary-of-file canaryword|is not set");
  assert_untold (test, "canary");
}

/* A key that is written in the document does not occur in anything that the run emits, either. */
static void
test_server_key (void)
{
  g_autoptr (RunTest) test =
      permit_servers (run_test_new (TOLD ("'T': 'tok-Canary-0123456789', 'U': 'production'")));

  run_test_execute (test);
  g_assert_no_error (test->result->error);
  assert_untold (test, "tok-Canary");
}

static void
test_server_variable_missing (void)
{
  static const char *const values[] = { "${TELLER_MISSING}", "a${TELLER_BLANK}b",
                                        "${TELLER_FOLDER}", "/tmp/${TELLER_NAME}" };

  g_setenv ("TELLER_BLANK", " ", TRUE);
  g_setenv ("TELLER_FOLDER", "/etc/ssh", TRUE);
  g_setenv ("TELLER_NAME", "../home", TRUE);
  for (guint i = 0; i < G_N_ELEMENTS (values); i++)
    {
      g_autofree char *methods = g_strdup_printf (TOLD ("'T': '%s'"), values[i]);
      g_autoptr (RunTest) test = permit_servers (run_test_new (methods));

      run_test_execute (test);
      g_test_message ("%s", values[i]);
      g_assert_error (test->result->error, TROUPE_RUN_ERROR, TROUPE_RUN_ERROR_MCP);
      g_assert_nonnull (strstr (test->result->error->message,
                                i == 0   ? "TELLER_MISSING"
                                : i == 1 ? "TELLER_BLANK"
                                         : "is a path"));
      g_assert_null (strstr (test->result->error->message, "/etc/ssh"));
    }
}

/* A variable of servers is not a setting of models. */
static void
test_server_variables_apart (void)
{
  g_autoptr (RunTest) test =
      permit_servers (run_test_new (TOLD ("'T': '${TELLER_ADDRESS:-x}'")));
  g_autofree char *env = g_build_filename (folder, ".env", NULL);
  TroupeLlmEnvironmentFunc func;
  gpointer data;
  g_autofree char *of_model = NULL;
  g_autofree char *of_server = NULL;

  g_assert_true (g_file_set_contents (env, "TELLER_ADDRESS=http://elsewhere/v1\n", -1, NULL));
  g_assert_true (troupe_run_wants_keyring (test->run));
  troupe_run_ask_keyring (test->run);
  troupe_run_get_environment (test->run, &func, &data);
  of_model = func ("TELLER_ADDRESS", data);
  troupe_run_get_variables (test->run, &func, &data);
  of_server = func ("TELLER_ADDRESS", data);
  g_unlink (env);
  g_assert_cmpstr (of_model, !=, "http://elsewhere/v1");
  g_assert_cmpstr (of_server, ==, "http://elsewhere/v1");
}

int
main (int argc, char **argv)
{
  g_autofree char *told = NULL;
  g_autofree char *program = NULL;
  int status;

  g_test_init (&argc, &argv, NULL);
  folder = g_dir_make_tmp ("troupe-crew-XXXXXX", NULL);
  path = g_build_filename (folder, "crew.jsonc", NULL);
  program = g_build_filename (folder, "server.py", NULL);
  g_assert_true (g_file_set_contents (program, server, -1, NULL));
  told = g_build_filename (folder, "teller.py", NULL);
  g_assert_true (g_file_set_contents (told, teller, -1, NULL));
#define ADD(name, func) g_test_add_func ("/run/crew/" name, func)
  ADD ("servers", test_servers);
  ADD ("offer-refused", test_offer_refused);
  ADD ("offer-later", test_offer_later);
  ADD ("server-missing", test_server_missing);
  ADD ("server-left-out", test_server_left_out);
  ADD ("server-permission", test_server_permission);
  ADD ("server-of-an-agent", test_server_of_an_agent);
  ADD ("server-variables", test_server_variables);
  ADD ("server-key", test_server_key);
  ADD ("server-variable-missing", test_server_variable_missing);
  ADD ("server-variables-apart", test_server_variables_apart);
  status = g_test_run ();
  remove_all (folder);
  g_free (folder);
  g_free (path);
  return status;
}
