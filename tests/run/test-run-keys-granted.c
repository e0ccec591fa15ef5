/* test-run-keys-granted.c: keys of a run that are refused to hosts that the user was not shown
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#include "config.h"

#include <string.h>

#include "run-test.h"
#include "troupe-permissions.h"

/* Nothing listens here, so that a call that is not refused cannot connect. */
#define SERVER "http://127.0.0.1:9"
#define REFUSED "was not sent"
#define NOTHING_SENT "Nothing was sent"

#define AGENT(more)                                                                                \
  "{'name': 'F', 'methods': {'a': {'start': true, 'do': {'call': 'agent', 'with': {'role': 'r', "  \
  "'goal': 'g', 'backstory': 'b', 'input': 'hello', " more "}}}}}"
#define MODEL(more)                                                                                \
  "'llm': {'model': 'openai/m', 'max_retries': 0, 'base_url': '" SERVER "/v1'" more "}"

/* Runs the document with its permissions, or with the same permissions without hosts and programs, as if
 * they came from code after the user was asked. */
static void
run (const char *document, gboolean is_shown, gboolean is_like)
{
  g_autoptr (RunTest) first = run_test_new_document (document);
  g_autoptr (RunTest) test = is_like ? run_test_new_document (document) : NULL;
  RunTest *used = is_like ? test : first;
  g_autoptr (TroupeValue) report = troupe_permissions_report (first->flow, NULL);
  g_autoptr (TroupeValue) nothing = troupe_value_new_list (NULL, 0);
  g_autoptr (TroupeValue) less = troupe_value_map_with (report, "recipients", nothing);
  const char *digest = troupe_flow_get_digest (first->flow);

  troupe_run_set_python (first->run, TROUPE_PYTHON_PERMIT_MCP, TROUPE_PYTHON_SANDBOX_NONE);
  g_assert_true (troupe_run_set_granted (first->run, digest, is_shown ? report : less));
  if (is_like)
    g_assert_true (troupe_run_set_like (test->run, first->run));
  run_test_execute (used);
  g_assert_nonnull (used->result->error);
  g_test_message ("%s", used->result->error->message);
  g_assert_cmpint (strstr (used->result->error->message, REFUSED) != NULL ||
                       strstr (used->result->error->message, NOTHING_SENT) != NULL,
                   ==, !is_shown);
}

static void
test_refused (gconstpointer data)
{
  run (data, TRUE, FALSE);
  run (data, FALSE, FALSE);
  run (data, FALSE, TRUE);
}

/* A key that the document contains is not the user's, but the texts of the run are. */
static void
test_own_key (void)
{
  g_autoptr (RunTest) test = run_test_new_document (AGENT (MODEL (", 'api_key': 'own'")));
  g_autoptr (TroupeValue) report = troupe_permissions_report (test->flow, NULL);
  g_autoptr (TroupeValue) nothing = troupe_value_new_list (NULL, 0);
  g_autoptr (TroupeValue) less = troupe_value_map_with (report, "recipients", nothing);

  g_assert_true (troupe_run_set_granted (test->run, troupe_flow_get_digest (test->flow), less));
  run_test_execute (test);
  g_assert_nonnull (test->result->error);
  g_assert_null (strstr (test->result->error->message, REFUSED));
  g_assert_nonnull (strstr (test->result->error->message, NOTHING_SENT));
}

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);
  g_setenv ("OPENAI_API_KEY", "sk-canary-0123456789", TRUE);
  g_setenv ("MY_TOKEN", "ghp-canary-0123456789", TRUE);
  g_test_add_data_func ("/run-keys-granted/model", AGENT (MODEL ("")), test_refused);
  g_test_add_data_func (
      "/run-keys-granted/fallback",
      AGENT ("'llm': {'model': 'openai/m', 'api_key': 'own', 'max_retries': 0, 'base_url': '" SERVER
             "/v1', 'x-troupe-fallback': {'model': 'openai/n', 'base_url': '" SERVER
             "/v1', 'max_retries': 0}}"),
      test_refused);
  g_test_add_data_func ("/run-keys-granted/server",
                        AGENT ("'llm': 'mock/echo', 'mcps': [{'url': '" SERVER
                               "/mcp', 'headers': {'A': '${MY_TOKEN}'}}]"),
                        test_refused);
  g_test_add_data_func ("/run-keys-granted/program",
                        AGENT ("'llm': 'mock/echo', 'mcps': [{'command': 'true', 'args': ['x'], "
                               "'env': {'A': '${MY_TOKEN}'}}]"),
                        test_refused);
  g_test_add_func ("/run-keys-granted/own-key", test_own_key);
  return g_test_run ();
}
