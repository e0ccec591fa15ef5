/* test-agent-summary.c: conversations that exceed the context window
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#include "config.h"

#include "agent-asserts.h"
#include "troupe-agent-message-list.h"
#include "troupe-agent-summary.h"

#define ANY "{\"type\":\"object\",\"properties\":{\"x\":{\"type\":\"string\"}}}"
static const char *const WINDOW[] = { "context_window", "llm_call_failed", NULL };

/* A model with the name that the tests use has a context window of 8,192 tokens, of which 6,963
 * are used. */
#define LONG 30000

static char *
make_long_arguments (void)
{
  g_autofree char *text = g_strnfill (LONG, 'x');

  return g_strdup_printf ("{\"x\":\"%s\"}", text);
}

static void
test_after_error (void)
{
  g_autoptr (AgentTest) test = agent_test_new ();

  say_too_long (test);
  agent_test_say (test, "well <summary> SUMM </summary> then");
  agent_test_say (test, "ANSW");
  agent_test_run (test, "");

  assert_result (test, "raw", "'ANSW'");
  g_assert_cmpuint (fake_server_get_n_requests (test->server), ==, 3);
  assert_asked (test, 1, 1, "[USER]: Say it");
  /* The system message is kept, and the request is part of the summary. */
  assert_asked (test, 2, 0, "Worker");
  assert_asked (test, 2, 1, "\n\nSUMM\n\n");
  assert_not_asked (test, 2, "Say it");
  assert_told (test, WINDOW, "llm_call_failed");
  {
    g_autofree char *message = agent_test_get_message (test, 1);

    g_assert_nonnull (strstr (message, "SUMM"));
  }
}

static void
test_after_error_twice (void)
{
  g_autoptr (AgentTest) test = agent_test_new ();

  say_too_long (test);
  agent_test_say (test, "SUMM");
  say_too_long (test);
  agent_test_run (test, ",\"max_retry_limit\":0");

  g_assert_error (test->error, TROUPE_LLM_ERROR, TROUPE_LLM_ERROR_REFUSED);
  g_assert_cmpuint (fake_server_get_n_requests (test->server), ==, 3);
}

static void
test_with_tools (void)
{
  g_autoptr (AgentTest) test = agent_test_new ();

  agent_test_add_tool (test, test_tool_new ("look", TEST_TOOL_SAYS, ANY));
  agent_test_call (test, "look", "{\"x\":\"TOOLR\"}", NULL);
  say_too_long (test);
  agent_test_say (test, "<summary>SUMM</summary>");
  agent_test_say (test, "ANSW");
  agent_test_run (test, "");

  assert_result (test, "raw", "'ANSW'");
  assert_asked (test, 2, 1, "[Called tools: look]");
  assert_asked (test, 2, 1, "[TOOL_RESULT (look)]: said {\"x\":\"TOOLR\"}");
  assert_not_asked (test, 2, "\"tools\"");
  assert_request_has (test, 3, "\"tools\"");
}

static void
test_not_respected (void)
{
  g_autoptr (AgentTest) test = agent_test_new ();

  say_too_long (test);
  agent_test_run (test, ",\"respect_context_window\":false");

  g_assert_error (test->error, TROUPE_AGENT_ERROR, TROUPE_AGENT_ERROR_KEPT);
  g_assert_nonnull (strstr (test->error->message, "respect_context_window"));
  g_assert_cmpuint (fake_server_get_n_requests (test->server), ==, 1);
}

/* An error message that CrewAI does not recognize as an exceeded context window causes no
 * summary. */
static void
test_unknown_words (void)
{
  g_autoptr (AgentTest) test = agent_test_new ();

  fake_server_add (test->server,
                   fake_reply ("400 Bad Request", "application/json", NULL,
                               "{\"error\":{\"message\":\"prompt is too long: 9 tokens > 8 "
                               "maximum\"}}"),
                   0, 0, FAKE_END_CLOSE);
  agent_test_run (test, "");

  g_assert_error (test->error, TROUPE_LLM_ERROR, TROUPE_LLM_ERROR_REFUSED);
  g_assert_cmpuint (fake_server_get_n_requests (test->server), ==, 1);
}

static void
test_before_call (void)
{
  g_autoptr (AgentTest) test = agent_test_new ();
  g_autofree char *arguments = make_long_arguments ();

  agent_test_add_tool (test, test_tool_new ("look", TEST_TOOL_SAYS, ANY));
  agent_test_call (test, "look", arguments, NULL);
  agent_test_say (test, "<summary>SUMM-1</summary>");
  agent_test_say (test, "<summary>SUMM-2</summary>");
  agent_test_say (test, "ANSW");
  agent_test_run (test, ",\"use_better_compaction\":false");

  assert_result (test, "raw", "'ANSW'");
  assert_told (test, WINDOW,
               "context_window_summarization_started context_window_summarization_completed");
  assert_told_field (test, "context_window_summarization_started", 0, "model", "'gpt-x'");
  /* The result does not fit into one request and is split into two chunks. */
  g_assert_cmpuint (fake_server_get_n_requests (test->server), ==, 4);
  /* Both chunks were summarized concurrently, so the order of the requests is unknown. */
  assert_asked (test, 3, 1, "SUMM-");
  assert_not_asked (test, 3, "xxxx");
}

static void
test_not_before_call (void)
{
  g_autoptr (AgentTest) test = agent_test_new ();
  g_autofree char *arguments = make_long_arguments ();

  agent_test_add_tool (test, test_tool_new ("look", TEST_TOOL_SAYS, ANY));
  agent_test_call (test, "look", arguments, NULL);
  agent_test_say (test, "ANSW");
  agent_test_run (test, ",\"use_better_compaction\":false,\"respect_context_window\":false");

  assert_result (test, "raw", "'ANSW'");
  assert_told (test, WINDOW, "");
  assert_request_has (test, 1, "xxxx");
}

static void
test_fails_before_call (void)
{
  g_autoptr (AgentTest) test = agent_test_new ();
  g_autofree char *arguments = make_long_arguments ();

  agent_test_add_tool (test, test_tool_new ("look", TEST_TOOL_SAYS, ANY));
  agent_test_call (test, "look", arguments, NULL);
  agent_test_say (test, "");
  agent_test_say (test, "");
  agent_test_say (test, "ANSW");
  agent_test_run (test, ",\"use_better_compaction\":false");

  assert_result (test, "raw", "'ANSW'");
  assert_told (test, WINDOW,
               "context_window_summarization_started context_window_summarization_failed");
  assert_request_has (test, 3, "xxxx");
}

static void
add_message (GPtrArray *messages, TroupeLlmRole role, const char *text)
{
  g_ptr_array_add (messages, troupe_llm_message_new_text (role, text));
}

static void
test_cut (void)
{
  g_autoptr (GPtrArray) messages =
      g_ptr_array_new_with_free_func ((GDestroyNotify) troupe_llm_message_unref);
  g_autoptr (GPtrArray) all = NULL;
  g_autoptr (GPtrArray) some = NULL;
  g_autoptr (GPtrArray) pieces = NULL;

  add_message (messages, TROUPE_LLM_ROLE_SYSTEM, "not me");
  add_message (messages, TROUPE_LLM_ROLE_USER, "äöü");
  add_message (messages, TROUPE_LLM_ROLE_ASSISTANT, "def");
  add_message (messages, TROUPE_LLM_ROLE_USER, "");
  all = troupe_agent_summary_cut (messages, 100, NULL);
  g_assert_cmpuint (all->len, ==, 1);
  g_assert_cmpstr (g_ptr_array_index (all, 0), ==, "[USER]: äöü\n\n[ASSISTANT]: def");

  some = troupe_agent_summary_cut (messages, 20, NULL);
  g_assert_cmpuint (some->len, ==, 2);
  g_assert_cmpstr (g_ptr_array_index (some, 1), ==, "[ASSISTANT]: def");

  /* A chunk has 75 % of the limit. */
  pieces = troupe_agent_summary_cut (messages, 12, NULL);
  g_assert_cmpuint (pieces->len, ==, 3);
  g_assert_cmpstr (g_ptr_array_index (pieces, 0), ==, "[USER]: äöü");
  g_assert_cmpstr (g_ptr_array_index (pieces, 1), ==, "[ASSISTAN");
  g_assert_cmpstr (g_ptr_array_index (pieces, 2), ==, "T]: def");
}

/* A key at the boundary of two texts is not sent in two parts. */
static void
test_cut_key (void)
{
  static const char *const keys[] = { "sk-canary-7f3a91c2", NULL };
  g_autoptr (TroupeSecret) secret = troupe_secret_new (keys);
  g_autoptr (GPtrArray) messages =
      g_ptr_array_new_with_free_func ((GDestroyNotify) troupe_llm_message_unref);
  g_autoptr (GPtrArray) pieces = NULL;

  add_message (messages, TROUPE_LLM_ROLE_USER, "my key is sk-canary-7f3a91c2, and so on");
  pieces = troupe_agent_summary_cut (messages, 30, secret);
  g_assert_cmpuint (pieces->len, >=, 2);
  for (guint i = 0; i < pieces->len; i++)
    g_assert_null (strstr (g_ptr_array_index (pieces, i), "canary"));
}

int
main (int argc, char **argv)
{
  g_setenv ("GIO_USE_PROXY_RESOLVER", "dummy", TRUE);
  g_test_init (&argc, &argv, NULL);

  g_test_add_func ("/agent/summary/after-error", test_after_error);
  g_test_add_func ("/agent/summary/after-error-twice", test_after_error_twice);
  g_test_add_func ("/agent/summary/with-tools", test_with_tools);
  g_test_add_func ("/agent/summary/not-respected", test_not_respected);
  g_test_add_func ("/agent/summary/unknown-words", test_unknown_words);
  g_test_add_func ("/agent/summary/before-call", test_before_call);
  g_test_add_func ("/agent/summary/not-before-call", test_not_before_call);
  g_test_add_func ("/agent/summary/fails-before-call", test_fails_before_call);
  g_test_add_func ("/agent/summary/cut", test_cut);
  g_test_add_func ("/agent/summary/cut-key", test_cut_key);

  return g_test_run ();
}
