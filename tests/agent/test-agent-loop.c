/* test-agent-loop.c: the tool loop of agents
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#include "config.h"

#include <string.h>

#include "../test-time.h"
#include "../test-wait.h"
#include "agent-fixture.h"
#include "troupe-agent-arguments.h"
#include "troupe-agent-prompts.h"
#include "troupe-agent-text.h"
#include "troupe-agent-tool-set.h"

#define CITY                                                                                       \
  "{\"type\":\"object\",\"title\":\"Args\",\"properties\":{\"city\":{\"type\":\"string\","         \
  "\"title\":\"City\"},\"n\":{\"type\":\"integer\",\"default\":7}},\"required\":[\"city\"]}"
#define ULM "{\"city\":\"Ulm\"}"

static void
assert_part (AgentTest *test, const char *key, const char *expected)
{
  g_autofree char *found = agent_test_get (test, key);

  g_assert_cmpstr (found, ==, expected);
}

static void
assert_message (AgentTest *test, int index, const char *expected)
{
  g_autofree char *found = agent_test_get_message (test, index);

  g_assert_cmpstr (found, ==, expected);
}

static void
assert_events (AgentTest *test, const char *expected)
{
  g_autofree char *found = agent_test_list_tool_events (test);

  g_assert_cmpstr (found, ==, expected);
}

static TestTool *
add (AgentTest *test, const char *name, TestToolDeed deed)
{
  return agent_test_add_tool (test, test_tool_new (name, deed, CITY));
}

/* Returns the parsed body of a request. (transfer full) */
static TroupeValue *
get_request (AgentTest *test, guint index)
{
  g_autofree char *text = fake_server_get_request (test->server, index);
  const char *body = strstr (text, "\r\n\r\n");
  TroupeValue *value = troupe_value_from_json (body + 4, -1, NULL);

  g_assert_nonnull (value);
  return value;
}

/* --- Native tool calls ------------------------------------------------------------------------ */

/* Requests, events and result match CrewAI's case agent_tool. */
static void
test_one_call (void)
{
  g_autoptr (AgentTest) test = agent_test_new ();
  g_autoptr (TroupeValue) first = NULL;
  g_autofree char *offered = NULL;
  g_autofree char *messages = NULL;

  add (test, "City Lookup", TEST_TOOL_SAYS);
  agent_test_call (test, "city_lookup", ULM, NULL);
  agent_test_say (test, "Final Answer: it is Ulm\nObservation: made up");
  agent_test_run (test, "");
  /* The text next to the tool calls is dropped, and "Final Answer:" is not removed. */
  assert_part (test, "raw", "'Final Answer: it is Ulm'");
  assert_part (test, "tool_failures", "[]");
  assert_part (test, "usage_metrics",
               "{'total_tokens':30,'prompt_tokens':20,'cached_prompt_tokens':0,"
               "'completion_tokens':10,'reasoning_tokens':0,'cache_creation_tokens':0,"
               "'successful_requests':2}");
  g_assert_cmpint (test->usage.requests, ==, 2);
  assert_message (test, 1, "user: Say it");
  assert_message (test, 2, "assistant: -");
  assert_message (test, 3, "tool: said {\"city\":\"Ulm\"}");
  assert_message (test, 4, "assistant: Final Answer: it is Ulm");
  messages = agent_test_get (test, "messages");
  g_assert_nonnull (strstr (messages,
                            "'tool_calls':[{'id':'c0','type':'function','function':{'name':"
                            "'city_lookup','arguments':'{\\'city\\':\\'Ulm\\'}'}}]"));
  g_assert_nonnull (strstr (messages, "'tool_call_id':'c0','name':'city_lookup'"));
  assert_events (test, "usage_started(city_lookup) usage_finished(city_lookup)");

  first = get_request (test, 0);
  offered = troupe_value_to_json (troupe_value_map_lookup_string (first, "tools", -1), 0);
  g_assert_cmpstr (offered, ==,
                   "[{\"type\":\"function\",\"function\":{\"name\":\"city_lookup\","
                   "\"description\":\"Does what it is told.\",\"parameters\":{\"type\":\"object\","
                   "\"properties\":{\"city\":{\"type\":\"string\"},\"n\":{\"type\":\"integer\"}},"
                   "\"additionalProperties\":false,\"required\":[\"city\",\"n\"]},"
                   "\"strict\":true}}]");
}

static void
test_two_rounds (void)
{
  g_autoptr (AgentTest) test = agent_test_new ();

  add (test, "look", TEST_TOOL_SAYS);
  agent_test_call (test, "look", ULM, NULL);
  agent_test_call (test, "look", "{\"city\":\"Bonn\"}", NULL);
  agent_test_say (test, "both");
  agent_test_run (test, "");
  assert_part (test, "raw", "'both'");
  assert_message (test, 5, "tool: said {\"city\":\"Bonn\"}");
  g_assert_cmpint (test->usage.requests, ==, 3);
}

/* At most eight slow calls run at the same time, and the results keep their order. */
static void
test_parallel (void)
{
  g_autoptr (AgentTest) test = agent_test_new ();
  TestTool *slow = add (test, "slow", TEST_TOOL_WAITS);

  add (test, "quick", TEST_TOOL_SAYS);
  agent_test_call (test, "slow", "{\"city\":\"0\"}", "slow", "{\"city\":\"1\"}", "quick",
                   "{\"city\":\"2\"}", "slow", "{\"city\":\"3\"}", "slow", "{\"city\":\"4\"}",
                   "slow", "{\"city\":\"5\"}", "slow", "{\"city\":\"6\"}", "slow",
                   "{\"city\":\"7\"}", "slow", "{\"city\":\"8\"}", "slow", "{\"city\":\"9\"}",
                   "slow", "{\"city\":\"10\"}", NULL);
  agent_test_say (test, "done");
  agent_test_run (test, "");
  for (int i = 0; i <= 10; i++)
    {
      g_autofree char *expected = g_strdup_printf ("tool: said {\"city\":\"%d\"}", i);

      assert_message (test, 3 + i, expected);
    }
  g_assert_cmpuint (test_tool_get_widest (slow), >=, 7);
  g_assert_cmpuint (test_tool_get_widest (slow), <=, 8);
}

/* A tool whose result is the answer ends the execution; later calls of the same message are not
 * run. */
static void
test_result_as_answer (void)
{
  g_autoptr (AgentTest) test = agent_test_new ();
  TestTool *slow = add (test, "slow", TEST_TOOL_WAITS);
  TestTool *last = add (test, "last", TEST_TOOL_SAYS);

  troupe_tool_set_result_as_answer (TROUPE_TOOL (last), TRUE);
  agent_test_call (test, "slow", ULM, "slow", ULM, "last", ULM, "slow", ULM, NULL);
  agent_test_run (test, "");
  assert_part (test, "raw", "'said {\\'city\\':\\'Ulm\\'}'");
  g_assert_cmpuint (test_tool_get_widest (slow), ==, 1);
  g_assert_cmpuint (test_tool_get_n_calls (slow), ==, 2);
  g_assert_cmpint (test->usage.requests, ==, 1);
}

/* The result of a failed tool is never used as the answer. */
static void
test_failure_is_no_answer (void)
{
  g_autoptr (AgentTest) test = agent_test_new ();
  TestTool *tool = add (test, "last", TEST_TOOL_FAILS);

  troupe_tool_set_result_as_answer (TROUPE_TOOL (tool), TRUE);
  agent_test_call (test, "last", ULM, NULL);
  agent_test_say (test, "so it goes");
  agent_test_run (test, "");
  assert_part (test, "raw", "'so it goes'");
  assert_message (test, 3, "tool: Error executing tool: it broke");
  assert_part (test, "tool_failures",
               "[{'tool_name':'last','failure':{'message':'Error executing tool: it broke',"
               "'reason':'exception'},'tool_args':{'city':'Ulm'}}]");
  assert_events (test, "usage_started(last) usage_error(last) failure_detected(last)");
}

static void
test_usage_limit (void)
{
  g_autoptr (AgentTest) test = agent_test_new ();
  g_autoptr (AgentTest) next = agent_test_new ();
  TestTool *tool = add (test, "once only", TEST_TOOL_SAYS);

  troupe_tool_set_max_usage (TROUPE_TOOL (tool), 1, TRUE);
  agent_test_call (test, "once_only", ULM, "once_only", ULM, "once_only", "{}", NULL);
  agent_test_say (test, "done");
  agent_test_run (test, "");
  for (int i = 4; i < 6; i++)
    assert_message (test, i,
                    "tool: Tool 'once_only' has reached its usage limit of 1 times and cannot be "
                    "used anymore.");
  assert_events (test, "usage_started(once_only) usage_finished(once_only) "
                       "usage_started(once_only) usage_finished(once_only) "
                       "failure_detected(once_only) "
                       "usage_started(once_only) usage_finished(once_only) "
                       "failure_detected(once_only)");

  /* The next execution may use the tool again. */
  agent_test_add_tool (next, g_object_ref (tool));
  agent_test_call (next, "once_only", ULM, NULL);
  agent_test_say (next, "done");
  agent_test_run (next, "");
  g_assert_cmpuint (test_tool_get_n_calls (tool), ==, 2);
}

/* An invalid call is reported to the model, and the execution continues. */
static void
test_wrong_calls (void)
{
  static const struct
  {
    const char *name;
    const char *arguments;
    const char *message;
    const char *events;
    const char *reason;
  } cases[] = {
    { "no_such_tool", "{\"x\":1}", "tool: Tool not found",
      "usage_started(no_such_tool) usage_finished(no_such_tool) failure_detected(no_such_tool)",
      "'unknown_tool'" },
    { "look", "{\"city\": ", "tool: Error: Failed to parse tool arguments as JSON: ",
      "failure_detected(look)", "'invalid_input'" },
    { "look", "", "tool: Error: Failed to parse tool arguments as JSON: ", "failure_detected(look)",
      "'invalid_input'" },
    { "look", "[1]", "tool: Error: Failed to parse tool arguments as JSON: not a JSON object",
      "failure_detected(look)", "'invalid_input'" },
    { "look", "{}",
      "tool: Error executing tool: Tool 'look' arguments validation failed: city: Field required\n"
      "Received: {}\nExpected: {",
      "usage_started(look) usage_error(look) failure_detected(look)", "'exception'" },
    { "look", "{\"city\":\"Ulm\",\"other\":1}", "tool: said {\"city\":\"Ulm\"}",
      "usage_started(look) usage_finished(look)", NULL },
    { "broken", ULM, "tool: Error executing tool: it broke",
      "usage_started(broken) usage_error(broken) failure_detected(broken)", "'exception'" },
    { "large", ULM, "tool: Error executing tool: The result of the tool “large” is ",
      "usage_started(large) usage_error(large) failure_detected(large)", "'exception'" },
  };

  for (guint i = 0; i < G_N_ELEMENTS (cases); i++)
    {
      g_autoptr (AgentTest) test = agent_test_new ();
      g_autofree char *message = NULL;
      g_autofree char *failures = NULL;

      add (test, "look", TEST_TOOL_SAYS);
      add (test, "broken", TEST_TOOL_FAILS);
      add (test, "large", TEST_TOOL_LARGE);
      agent_test_call (test, cases[i].name, cases[i].arguments, NULL);
      agent_test_say (test, "done");
      agent_test_run (test, "");
      assert_part (test, "raw", "'done'");
      message = agent_test_get_message (test, 3);
      g_assert_true (g_str_has_prefix (message, cases[i].message));
      assert_events (test, cases[i].events);
      failures = agent_test_get (test, "tool_failures");
      if (cases[i].reason != NULL)
        g_assert_nonnull (strstr (failures, cases[i].reason));
      else
        g_assert_cmpstr (failures, ==, "[]");
    }
}

/* A missing permission ends the execution and is not reported to the model. */
static void
test_forbidden (void)
{
  g_autoptr (AgentTest) test = agent_test_new ();

  add (test, "forbidden", TEST_TOOL_FORBIDDEN);
  agent_test_call (test, "forbidden", ULM, NULL);
  agent_test_say (test, "done");
  agent_test_run (test, "");
  g_assert_error (test->error, TROUPE_TOOL_ERROR, TROUPE_TOOL_ERROR_NOT_PERMITTED);
  g_assert_cmpuint (fake_server_get_n_requests (test->server), ==, 1);
}

static gboolean
cancel_cb (gpointer user_data)
{
  g_cancellable_cancel (user_data);
  return G_SOURCE_REMOVE;
}

static void
test_cancel (void)
{
  g_autoptr (AgentTest) test = agent_test_new ();
  TestTool *tool = add (test, "hangs", TEST_TOOL_HANGS);
  gint64 start;

  agent_test_call (test, "hangs", ULM, "hangs", ULM, NULL);
  agent_test_begin (test, "openai/gpt-x", "");
  test_wait_until (test_tool_get_n_calls (tool) >= 2);
  start = g_get_monotonic_time ();
  g_idle_add (cancel_cb, test->cancellable);
  agent_test_wait (test);
  g_assert_error (test->error, G_IO_ERROR, G_IO_ERROR_CANCELLED);
  g_assert_cmpint (g_get_monotonic_time () - start, <, TEST_WAIT_US);
  assert_events (test,
                 "usage_started(hangs) usage_started(hangs) usage_error(hangs) usage_error(hangs)");
}

/* The execution time limit includes the time of tool calls. */
static void
test_execution_time (void)
{
  g_autoptr (AgentTest) test = agent_test_new ();

  add (test, "hangs", TEST_TOOL_HANGS);
  agent_test_call (test, "hangs", ULM, NULL);
  agent_test_run (test, ",\"max_execution_time\":0.2");
  g_assert_error (test->error, TROUPE_AGENT_ERROR, TROUPE_AGENT_ERROR_TIMEOUT);
  g_assert_cmpuint (fake_server_get_n_requests (test->server), ==, 1);
}

/* The last request has no tools, and the forced-answer prompt is not part of the messages, as in
 * CrewAI's case agent_max_iter. */
static void
test_forced_answer (void)
{
  g_autoptr (AgentTest) test = agent_test_new ();
  g_autoptr (TroupeValue) last = NULL;
  g_autofree char *text = NULL;

  add (test, "look", TEST_TOOL_SAYS);
  agent_test_call (test, "look", ULM, NULL);
  agent_test_say (test, "Thought: now\nFinal Answer: forced");
  agent_test_run (test, ",\"max_iter\":1");
  assert_part (test, "raw", "'forced'");
  assert_message (test, -1, "tool: said {\"city\":\"Ulm\"}");
  last = get_request (test, 1);
  g_assert_null (troupe_value_map_lookup_string (last, "tools", -1));
  text = troupe_value_to_json (troupe_value_map_lookup_string (last, "messages", -1), 0);
  g_assert_nonnull (strstr (text, troupe_prompt_get (TROUPE_PROMPT_FORCE_FINAL_ANSWER)));
}

static void
test_stuck (void)
{
  g_autoptr (AgentTest) test = agent_test_new ();
  TestTool *tool = add (test, "look", TEST_TOOL_SAYS);
  g_autofree char *events = NULL;

  agent_test_call (test, "look", ULM, NULL);
  agent_test_run (test, "");
  g_assert_error (test->error, TROUPE_AGENT_ERROR, TROUPE_AGENT_ERROR_STUCK);
  g_assert_cmpuint (test_tool_get_n_calls (tool), ==, 5);
  g_assert_cmpuint (fake_server_get_n_requests (test->server), ==, 5);
  events = agent_test_list_tool_events (test);
  g_assert_null (strstr (events, "failure_detected"));
}

static void
test_same_name (void)
{
  g_autoptr (AgentTest) test = agent_test_new ();
  TestTool *second;

  add (test, "look", TEST_TOOL_FAILS);
  second = add (test, "Look!", TEST_TOOL_SAYS);
  agent_test_call (test, "look_2", ULM, NULL);
  agent_test_say (test, "done");
  agent_test_run (test, "");
  g_assert_cmpuint (test_tool_get_n_calls (second), ==, 1);
}

/* --- Retries ---------------------------------------------------------------------------------- */

static void
refuse (AgentTest *test, const char *why)
{
  g_autofree char *body = g_strdup_printf ("{\"error\":{\"message\":\"%s\"}}", why);

  fake_server_add (test->server, fake_reply ("400 Bad", "application/json", NULL, body), 0, 0,
                   FAKE_END_CLOSE);
}

/* An agent that is kicked off without a task is not retried, whatever its max_retry_limit is. */
static void
test_no_retries (void)
{
  g_autoptr (AgentTest) refused = agent_test_new ();
  g_autoptr (AgentTest) key = agent_test_new ();
  g_autoptr (AgentTest) empty = agent_test_new ();

  refuse (refused, "not now");
  agent_test_say (refused, "at last");
  agent_test_run (refused, ",\"max_retry_limit\":2");
  g_assert_error (refused->error, TROUPE_LLM_ERROR, TROUPE_LLM_ERROR_REFUSED);
  g_assert_cmpuint (fake_server_get_n_requests (refused->server), ==, 1);

  fake_server_add (key->server, fake_reply ("401 No", "application/json", NULL, "{}"), 0, 0,
                   FAKE_END_CLOSE);
  agent_test_run (key, "");
  g_assert_error (key->error, TROUPE_LLM_ERROR, TROUPE_LLM_ERROR_UNAUTHORIZED);
  g_assert_cmpuint (fake_server_get_n_requests (key->server), ==, 1);

  agent_test_say (empty, "");
  agent_test_say (empty, "at last");
  agent_test_run (empty, "");
  g_assert_error (empty->error, TROUPE_AGENT_ERROR, TROUPE_AGENT_ERROR_EMPTY);
  g_assert_cmpuint (fake_server_get_n_requests (empty->server), ==, 1);
}

/* A request that exceeds max_rpm waits for the next minute and can be cancelled while it waits. */
static void
test_requests_a_minute (void)
{
  g_autoptr (AgentTest) test = agent_test_new ();
  TestTool *tool = add (test, "look", TEST_TOOL_SAYS);

  agent_test_call (test, "look", ULM, NULL);
  agent_test_begin (test, "openai/gpt-x", ",\"max_rpm\":1");
  test_wait_until (test_tool_get_n_calls (tool) > 0);
  /* Process everything that can continue without waiting. */
  while (g_main_context_iteration (NULL, FALSE))
    ;
  g_assert_false (test->is_done);
  g_idle_add (cancel_cb, test->cancellable);
  agent_test_wait (test);
  g_assert_error (test->error, G_IO_ERROR, G_IO_ERROR_CANCELLED);
  g_assert_cmpuint (fake_server_get_n_requests (test->server), ==, 1);
}

#define FORMAT                                                                                     \
  ",\"response_format\":{\"type\":\"object\",\"properties\":{\"n\":{\"type\":\"integer\"}},"       \
  "\"required\":[\"n\"]}"

/* An agent with tools sends no schema. If its answer is not plain JSON that matches the schema,
 * the model converts it; if that fails, the text is still the answer. */
static void
test_response_format (void)
{
  g_autoptr (AgentTest) bare = agent_test_new ();
  g_autoptr (AgentTest) worded = agent_test_new ();
  g_autoptr (AgentTest) misfit = agent_test_new ();
  g_autoptr (TroupeValue) first = NULL;

  add (bare, "look", TEST_TOOL_SAYS);
  agent_test_say (bare, "{\"n\": 3}");
  agent_test_run (bare, FORMAT);
  assert_part (bare, "raw", "'{\\'n\\': 3}'");
  assert_part (bare, "pydantic", "{'n':3}");
  first = get_request (bare, 0);
  g_assert_null (troupe_value_map_lookup_string (first, "response_format", -1));
  g_assert_cmpuint (fake_server_get_n_requests (bare->server), ==, 1);

  add (worded, "look", TEST_TOOL_SAYS);
  agent_test_say (worded, "Here: {\"n\": 3}. Good?");
  agent_test_say (worded, "{\"n\": 4}");
  agent_test_run (worded, FORMAT);
  assert_part (worded, "raw", "'Here: {\\'n\\': 3}. Good?'");
  assert_part (worded, "pydantic", "{'n':4}");

  add (misfit, "look", TEST_TOOL_SAYS);
  for (guint i = 0; i < 4; i++)
    agent_test_say (misfit, "{\"n\": \"many\"}");
  agent_test_run (misfit, FORMAT);
  assert_part (misfit, "raw", "'{\\'n\\': \\'many\\'}'");
  assert_part (misfit, "pydantic", "null");
  g_assert_cmpuint (fake_server_get_n_requests (misfit->server), ==, 4);
}

/* An agent without tools sends the schema. An empty answer is requested once more as text within
 * the same call; if that text is not JSON, the model converts it. */
static void
test_empty_form (void)
{
  g_autoptr (AgentTest) again = agent_test_new ();
  g_autoptr (AgentTest) worded = agent_test_new ();
  g_autoptr (TroupeValue) first = NULL;
  g_autoptr (TroupeValue) second = NULL;

  agent_test_say (again, "");
  agent_test_say (again, "{\"n\": 3}");
  agent_test_run (again, FORMAT);
  assert_part (again, "raw", "'{\\'n\\': 3}'");
  assert_part (again, "pydantic", "{'n':3}");
  g_assert_cmpuint (fake_server_get_n_requests (again->server), ==, 2);
  first = get_request (again, 0);
  second = get_request (again, 1);
  g_assert_nonnull (troupe_value_map_lookup_string (first, "response_format", -1));
  g_assert_null (troupe_value_map_lookup_string (second, "response_format", -1));

  agent_test_say (worded, "");
  agent_test_say (worded, "Three.");
  agent_test_say (worded, "{\"n\": 4}");
  agent_test_run (worded, FORMAT);
  assert_part (worded, "raw", "'Three.'");
  assert_part (worded, "pydantic", "{'n':4}");
  g_assert_cmpuint (fake_server_get_n_requests (worded->server), ==, 3);
}

/* Queues a rejection that names @words. */
static void
refuse_format (AgentTest *test, const char *status, const char *words)
{
  g_autofree char *body = g_strdup_printf ("{\"error\":{%s}}", words);

  fake_server_add (test->server, fake_reply (status, "application/json", NULL, body), 0, 0,
                   FAKE_END_CLOSE);
}

/* A server that rejects `response_format` is asked once more without it, with the schema in words,
 * within the same call. Another rejection ends the call. */
static void
test_format_refused (void)
{
  static const struct
  {
    const char *status;
    const char *words;
    gboolean is_format;
  } refusals[] = {
    { "400 Bad Request", "\"message\":\"response_format is not supported\"", TRUE },
    { "400 Bad Request", "\"message\":\"Invalid value\",\"param\":\"response_format\"", TRUE },
    { "422 Unprocessable", "\"message\":\"this model has no structured outputs\"", TRUE },
    { "400 Bad Request", "\"message\":\"temperature is too high\"", FALSE },
    { "401 Unauthorized", "\"message\":\"response_format needs a key\"", FALSE },
  };

  for (guint i = 0; i < G_N_ELEMENTS (refusals); i++)
    {
      g_autoptr (AgentTest) test = agent_test_new ();
      g_autofree char *events = NULL;
      g_autofree char *sent = NULL;
      g_autoptr (TroupeValue) second = NULL;

      refuse_format (test, refusals[i].status, refusals[i].words);
      agent_test_say (test, "```json\n{\"n\": 3}\n```");
      agent_test_run (test, FORMAT);
      g_assert_cmpuint (fake_server_get_n_requests (test->server), ==,
                        refusals[i].is_format ? 2 : 1);
      if (!refusals[i].is_format)
        {
          g_assert_error (test->error, TROUPE_LLM_ERROR, test->error->code);
          continue;
        }
      assert_part (test, "pydantic", "{'n':3}");
      second = get_request (test, 1);
      g_assert_null (troupe_value_map_lookup_string (second, "response_format", -1));
      sent = agent_test_get_sent (test, 1, "messages");
      g_assert_nonnull (strstr (sent, "Say it"));
      g_assert_nonnull (strstr (sent, "additionalProperties"));
      events = agent_test_list_events (test);
      g_assert_cmpstr (events, ==,
                       "lite_agent_execution_started llm_call_started llm_call_completed "
                       "lite_agent_execution_completed");
    }
}

/* A fallback takes over if the model fails permanently, also for the following calls. It may have
 * settings and a fallback of its own. */
static void
test_fallback (void)
{
  static const struct
  {
    const char *status;
    guint n_refused; /* requests to the first model */
    gboolean falls_back;
  } failures[] = {
    { "401 Unauthorized", 1, TRUE },      { "404 Not Found", 1, TRUE },
    { "402 Payment Required", 1, TRUE },  { "503 Service Unavailable", 3, TRUE },
    { "429 Too Many Requests", 9, TRUE },
  };

  for (guint i = 0; i < G_N_ELEMENTS (failures); i++)
    {
      g_autoptr (AgentTest) test = agent_test_new ();
      g_autofree char *events = NULL;
      g_autofree char *last = NULL;
      g_autofree char *temperature = NULL;
      g_autofree char *format = NULL;

      for (guint j = 0; j < failures[i].n_refused; j++)
        agent_test_refuse (test, failures[i].status);
      agent_test_say (test, "{\"n\": 3}");
      agent_test_run (test,
                      FORMAT ",\"settings\":{\"llm\":{\"model\":\"openai/gpt-x\",\"stream\":false,"
                             "\"retry_delay_ms\":1,\"temperature\":1,\"x-troupe-fallback\":"
                             "{\"model\":\"openai/gpt-y\",\"seed\":7}}}");
      assert_part (test, "pydantic", "{'n':3}");
      g_assert_cmpuint (fake_server_get_n_requests (test->server), ==, failures[i].n_refused + 1);
      last = agent_test_get_sent (test, failures[i].n_refused, "model");
      g_assert_cmpstr (last, ==, "'gpt-y'");
      g_clear_pointer (&last, g_free);
      last = agent_test_get_sent (test, failures[i].n_refused, "seed");
      g_assert_cmpstr (last, ==, "7");
      temperature = agent_test_get_sent (test, failures[i].n_refused, "temperature");
      g_assert_cmpstr (temperature, ==, "-");
      format = agent_test_get_sent (test, failures[i].n_refused, "response_format");
      g_assert_cmpstr (format, !=, "-");
      events = agent_test_list_events (test);
      g_test_message ("%s", events);
      g_assert_true (g_str_has_suffix (events,
                                       "llm_call_failed llm_call_started llm_call_completed "
                                       "lite_agent_execution_completed"));
    }
}

/* The fallback of a fallback is the last one; its error is the result. */
static void
test_fallback_chain (void)
{
  g_autoptr (AgentTest) test = agent_test_new ();

  agent_test_refuse (test, "401 Unauthorized");
  agent_test_refuse (test, "404 Not Found");
  agent_test_refuse (test, "403 Forbidden");
  agent_test_run (test, ",\"settings\":{\"llm\":{\"model\":\"openai/gpt-x\",\"stream\":false,"
                        "\"x-troupe-fallback\":{\"model\":\"openai/gpt-y\",\"x-troupe-fallback\":"
                        "\"openai/gpt-z\"}}}");
  g_assert_error (test->error, TROUPE_LLM_ERROR, TROUPE_LLM_ERROR_UNAUTHORIZED);
  g_assert_nonnull (strstr (test->error->message, "gpt-z"));
  g_assert_cmpuint (fake_server_get_n_requests (test->server), ==, 3);
}

/* Queues an answer without text. */
static void
say_nothing (AgentTest *test, const char *message, const char *more)
{
  g_autofree char *body =
      g_strdup_printf ("{\"choices\":[{\"message\":{%s},\"finish_reason\":\"length\"}]%s}", message,
                       more);

  fake_server_add (test->server, fake_reply ("200 OK", "application/json", NULL, body), 0, 0,
                   FAKE_END_CLOSE);
}

/* An answer that contains only reasoning is reported as such, however the server marks it. */
static void
test_only_thoughts (void)
{
  static const struct
  {
    const char *message;
    const char *more;
    gboolean has_thoughts;
  } answers[] = {
    { "\"content\":\"\",\"reasoning_content\":\"hm\"", "", TRUE },
    { "\"content\":null,\"reasoning\":\"hm\"", "", TRUE },
    { "\"content\":\"<think>hm</think>\\n\"", "", TRUE },
    { "\"content\":\"<think>hm\"", "", TRUE },
    { "\"content\":\"\"", ",\"usage\":{\"completion_tokens_details\":{\"reasoning_tokens\":9}}",
      TRUE },
    { "\"content\":\"\",\"reasoning\":\"hm\",\"refusal\":\"no\"", "", FALSE },
    { "\"content\":\"\"", "", FALSE },
  };

  for (guint i = 0; i < G_N_ELEMENTS (answers); i++)
    {
      g_autoptr (AgentTest) test = agent_test_new ();

      say_nothing (test, answers[i].message, answers[i].more);
      agent_test_run (test, ",\"max_retry_limit\":0");
      g_assert_error (test->error, TROUPE_AGENT_ERROR, TROUPE_AGENT_ERROR_EMPTY);
      g_test_message ("%s", test->error->message);
      g_assert_cmpint (strstr (test->error->message, "only its reasoning") != NULL, ==,
                       answers[i].has_thoughts);
    }
}

/* --- Text mode ------------------------------------------------------------------------------- */

#define ACT(tool, input) "Thought: hm\nAction: " tool "\nAction Input: " input

static void
run_text (AgentTest *test, const char *more)
{
  agent_test_begin (test, "openai/o1-mini", more);
  agent_test_wait (test);
}

static void
test_text (void)
{
  g_autoptr (AgentTest) test = agent_test_new ();
  g_autoptr (TroupeValue) first = NULL;
  g_autofree char *sent = NULL;

  add (test, "City Lookup", TEST_TOOL_SAYS);
  agent_test_say (test, ACT ("city_lookups", "{'city': 'Ulm',}\nObservation: made up"));
  agent_test_say (test, "Final Answer: no Final Answer: Ulm ```");
  run_text (test, "");
  assert_part (test, "raw", "'Ulm'");
  assert_message (test, 2,
                  "assistant: Thought: hm\nAction: city_lookups\nAction Input: {'city': 'Ulm',}\n"
                  "Observation: said {\"city\":\"Ulm\"}");
  assert_message (
      test, -1,
      "user: Check whether this result is sufficient. If it is, write \"Final Answer:\" "
      "and the complete result. Otherwise, call another tool in the same format.");
  assert_events (test, "usage_started(city_lookups) usage_finished(city_lookup)");
  first = get_request (test, 0);
  g_assert_null (troupe_value_map_lookup_string (first, "tools", -1));
  sent = troupe_value_to_json (first, 0);
  g_assert_nonnull (strstr (sent, "Tool Name: city_lookup\\nTool Arguments: {"));
}

static void
test_text_refusals (void)
{
  static const struct
  {
    const char *says;
    const char *observation;
    const char *events;
    const char *reason;
  } cases[] = {
    { ACT ("no_such_tool", "{}"),
      "The tool \"no_such_tool\" does not exist. Available tools:\nTool Name: look",
      "selection_error(no_such_tool) failure_detected(no_such_tool)", "'invalid_input'" },
    { ACT ("look", "just Ulm"), "Error: Action Input must be one JSON object",
      "validate_input_error(look) failure_detected(look)", "'invalid_input'" },
    { ACT ("broken", ULM), "The tool broken failed: it broke\nThe tool expects: {",
      "usage_started(broken) usage_error(broken) usage_started(broken) usage_error(broken) "
      "usage_started(broken) usage_error(broken) failure_detected(broken)",
      "'exception'" },
    { ACT ("a_brokem", ULM), "The tool a_broken failed: it broke\nThe tool expects: {",
      "usage_started(a_brokem) usage_error(a_broken) usage_started(a_brokem) usage_error(a_broken) "
      "usage_started(a_brokem) usage_error(a_broken) failure_detected(a_broken)",
      "'exception'" },
  };

  for (guint i = 0; i < G_N_ELEMENTS (cases); i++)
    {
      g_autoptr (AgentTest) test = agent_test_new ();
      g_autofree char *expected =
          g_strconcat ("assistant: ", cases[i].says, "\nObservation: ", cases[i].observation, NULL);
      g_autofree char *message = NULL;
      g_autofree char *failures = NULL;

      add (test, "look", TEST_TOOL_SAYS);
      add (test, "broken", TEST_TOOL_FAILS);
      add (test, "a_broken", TEST_TOOL_FAILS);
      agent_test_say (test, cases[i].says);
      agent_test_say (test, "Final Answer: done");
      run_text (test, "");
      assert_part (test, "raw", "'done'");
      message = agent_test_get_message (test, 2);
      g_assert_true (g_str_has_prefix (message, expected));
      assert_events (test, cases[i].events);
      failures = agent_test_get (test, "tool_failures");
      g_assert_nonnull (strstr (failures, cases[i].reason));
    }
}

/* The same call is not run twice in a row, and every third result repeats the list of tools. */
static void
test_text_repeated (void)
{
  g_autoptr (AgentTest) test = agent_test_new ();
  TestTool *tool = add (test, "look", TEST_TOOL_SAYS);
  g_autofree char *refused = NULL;
  g_autofree char *second = NULL;
  g_autofree char *third = NULL;

  agent_test_say (test, ACT ("look", ULM));
  agent_test_say (test, ACT ("look", "{city: Ulm}"));
  agent_test_say (test, ACT ("look", "{\"city\":\"Bonn\"}"));
  agent_test_say (test, ACT ("look", "{\"city\":\"Köln\"}"));
  agent_test_say (test, "Final Answer: done");
  run_text (test, "");
  g_assert_cmpuint (test_tool_get_n_calls (tool), ==, 3);
  refused = agent_test_get_message (test, 4);
  second = agent_test_get_message (test, 6);
  third = agent_test_get_message (test, 8);
  g_assert_nonnull (strstr (refused, "Observation: Your last call of look had the same input"));
  g_assert_null (strstr (second, "Reminder of the tools"));
  g_assert_nonnull (strstr (third, "Reminder of the tools"));
}

/* A failed call may be repeated unchanged. */
static void
test_text_repeated_failure (void)
{
  g_autoptr (AgentTest) test = agent_test_new ();
  TestTool *tool = add (test, "broken", TEST_TOOL_FAILS);

  agent_test_say (test, ACT ("broken", ULM));
  agent_test_say (test, ACT ("broken", ULM));
  agent_test_say (test, "Final Answer: done");
  run_text (test, "");
  g_assert_cmpuint (test_tool_get_n_calls (tool), ==, 6);
}

static void
test_text_ends (void)
{
  g_autoptr (AgentTest) answer = agent_test_new ();
  g_autoptr (AgentTest) plain = agent_test_new ();
  g_autoptr (AgentTest) forced = agent_test_new ();
  TestTool *last = add (answer, "last", TEST_TOOL_SAYS);

  troupe_tool_set_result_as_answer (TROUPE_TOOL (last), TRUE);
  agent_test_say (answer, ACT ("last", ULM));
  run_text (answer, "");
  assert_part (answer, "raw", "'said {\\'city\\':\\'Ulm\\'}'");
  g_assert_cmpint (answer->usage.requests, ==, 1);

  add (plain, "look", TEST_TOOL_SAYS);
  agent_test_say (plain, "just text");
  run_text (plain, "");
  assert_part (plain, "raw", "'just text'");

  /* A forced answer that still contains a tool call is used as the answer unchanged. */
  add (forced, "look", TEST_TOOL_SAYS);
  agent_test_say (forced, ACT ("look", ULM));
  agent_test_say (forced, "Action: look\nAction Input: x");
  run_text (forced, ",\"max_iter\":1");
  assert_part (forced, "raw", "'Action: look\\nAction Input: x'");
}

/* Tool calls in the text are also parsed if the agent has no tools. */
static void
test_text_without_tools (void)
{
  g_autoptr (AgentTest) test = agent_test_new ();

  agent_test_say (test, ACT ("search", "{}"));
  agent_test_say (test, "Final Answer: done");
  agent_test_run (test, "");
  assert_part (test, "raw", "'done'");
  assert_events (test, "selection_error(search) failure_detected(search)");
}

static void
test_tools_refused (void)
{
  g_autoptr (AgentTest) test = agent_test_new ();
  g_autoptr (TroupeValue) second = NULL;
  g_autofree char *prompt = NULL;

  add (test, "look", TEST_TOOL_SAYS);
  refuse (test, "this model does not support tools");
  agent_test_say (test, ACT ("look", ULM));
  agent_test_say (test, "Final Answer: done");
  agent_test_run (test, ",\"max_retry_limit\":0");
  assert_part (test, "raw", "'done'");
  prompt = agent_test_get_message (test, 2);
  g_assert_true (g_str_has_prefix (prompt, "user: You can call these tools"));
  second = get_request (test, 1);
  g_assert_null (troupe_value_map_lookup_string (second, "tools", -1));
}

static void
test_call_without_tools (void)
{
  g_autoptr (AgentTest) test = agent_test_new ();

  agent_test_call (test, "look", ULM, NULL);
  agent_test_run (test, ",\"max_retry_limit\":0");
  g_assert_error (test->error, TROUPE_AGENT_ERROR, TROUPE_AGENT_ERROR_CALL);
}

/* --- Helper functions ------------------------------------------------------------------------- */

static void
test_reader (void)
{
  static const struct
  {
    const char *text;
    const char *output;
    const char *tool;
    const char *input;
  } cases[] = {
    { "x", "x", NULL, NULL },
    { "", "", NULL, NULL },
    { "Action: a", "Action: a", NULL, NULL },
    { "Action Input: a", "Action Input: a", NULL, NULL },
    { "Action: a\nAction Input: b", NULL, "a", "b" },
    { "Action 1 : **a** \n\nAction 1 Input 2: \"{b}\"\n", NULL, "a", "{b}" },
    { "I took Action. Action:a Action Input:\n{\"x\": 1}\n more", NULL, "a", "{\"x\": 1}\n more" },
    { "Action: a\nAction Input: b\nFinal Answer: c", "c", NULL, NULL },
    { "Final Answer:\n```\nx\n```", "```\nx\n```", NULL, NULL },
    { "Final Answer: x\n```", "x", NULL, NULL },
  };

  for (guint i = 0; i < G_N_ELEMENTS (cases); i++)
    {
      g_autoptr (TroupeAgentStep) step = troupe_agent_text_read (cases[i].text);

      g_assert_cmpstr (step->output, ==, cases[i].output);
      g_assert_cmpstr (step->tool, ==, cases[i].tool);
      g_assert_cmpstr (step->input, ==, cases[i].input);
      g_assert_cmpint (step->is_final, ==, cases[i].tool == NULL);
    }
}

static void
test_arguments (void)
{
  static const struct
  {
    const char *text;
    const char *object; /* NULL if there is none */
  } cases[] = {
    { "{\"a\":1}", "{\"a\":1}" },
    { "{'a': True, 'b': None, 'c': (1, 2.5)}", "{\"a\":true,\"b\":null,\"c\":[1,2.5]}" },
    { "{a: some words, b: -3,}", "{\"a\":\"some words\",\"b\":-3}" },
    { "```json\n{\"a\": [1, 2,], // why\n \"b\": {}}\n```", "{\"a\":[1,2],\"b\":{}}" },
    { "{\"a\": \"it's\", 'b': 'a \"q\" \\u00e9\\n'",
      "{\"a\":\"it's\",\"b\":\"a \\\"q\\\" é\\n\"}" },
    { "{\"a\": [1, {\"b\": 2", "{\"a\":[1,{\"b\":2}]}" },
    { "{}", "{}" },
    { "Ulm", NULL },
    { "", NULL },
    { "[1]", NULL },
    { "{\"a\"}", NULL },
    { "{\"a\": }", NULL },
    { "{:}", NULL },
    { "{]", NULL },
  };
  g_autofree char *deep = g_strnfill (100000, '[');
  g_autofree char *nested = g_strconcat ("{a:", deep, NULL);

  for (guint i = 0; i < G_N_ELEMENTS (cases); i++)
    {
      g_autoptr (TroupeValue) object = troupe_agent_arguments_read_loose (cases[i].text);
      g_autofree char *text = object != NULL ? troupe_value_to_json (object, 0) : NULL;

      g_assert_cmpstr (text, ==, cases[i].object);
    }
  g_assert_null (troupe_agent_arguments_read_loose (nested));
}

static void
test_parts (void)
{
  g_autofree char *filled = troupe_prompt_fill (TROUPE_PROMPT_TASK_REPEATED_USAGE, "tool",
                                                "{tool_input}", "tool_input", "x", NULL);
  g_autoptr (TroupeValue) free =
      troupe_value_from_json ("{\"type\":\"object\",\"properties\":{\"a\":{\"type\":\"object\"}}}",
                              -1, NULL);
  gboolean is_strict = TRUE;
  g_autoptr (TroupeValue) same = troupe_agent_arguments_make_strict (free, &is_strict);

  /* Braces inside of a value are not treated as placeholders. */
  g_assert_nonnull (strstr (filled, "{tool_input}"));
  g_assert_nonnull (strstr (filled, "(x)"));
  g_assert_false (is_strict);
  g_assert_true (troupe_value_equal (free, same));
  /* The expected values are the ratios of Python's SequenceMatcher. */
  g_assert_cmpfloat_with_epsilon (troupe_agent_tool_set_compare ("city_lookup", "city_lookups"),
                                  22.0 / 23.0, 1e-9);
  g_assert_cmpfloat_with_epsilon (troupe_agent_tool_set_compare ("abcd", "bcde"), 0.75, 1e-9);
  g_assert_cmpfloat_with_epsilon (troupe_agent_tool_set_compare ("", ""), 1.0, 1e-9);
  g_assert_cmpfloat_with_epsilon (troupe_agent_tool_set_compare ("ab", "cd"), 0.0, 1e-9);
}

/* --- Many agents ------------------------------------------------------------------------------ */

#define N_AGENTS 500

static void
many_done_cb (GObject *object, GAsyncResult *result, gpointer user_data)
{
  g_autoptr (GError) error = NULL;
  g_autoptr (TroupeValue) value = troupe_agent_execution_finish (result, &error);
  guint *n_done = user_data;

  g_assert_no_error (error);
  g_assert_nonnull (value);
  (*n_done)++;
}

/* Many agents run concurrently, each with a tool that takes 50 ms. */
static void
test_many (void)
{
  g_autoptr (TroupeLlmClient) client = troupe_llm_client_new ();
  g_autoptr (TroupeRunContext) run =
      troupe_run_context_new (&(TroupeRunContext){ .client = client });
  g_autoptr (GPtrArray) tools = g_ptr_array_new_with_free_func (g_object_unref);
  g_autoptr (TroupeValue) input = troupe_value_new_string ("x", -1);
  TestTool *tool = test_tool_new ("slow", TEST_TOOL_WAITS, CITY);
  guint n_done = 0;

  g_ptr_array_add (tools, tool);
  for (guint i = 0; i < N_AGENTS; i++)
    {
      /* Models with an equal script share its position, so each agent has a different script. */
      g_autofree char *text = g_strdup_printf (
          "{\"role\":\"r\",\"goal\":\"g\",\"backstory\":\"b\",\"llm\":{\"model\":\"mock/script\","
          "\"answers\":[\"Action: slow\\nAction Input: {\\\"city\\\":\\\"%u\\\"}\",\"Final Answer: "
          "done\"]}}",
          i);
      g_autoptr (TroupeValue) fields = troupe_value_from_json (text, -1, NULL);
      g_autoptr (TroupeAgentDefinition) agent = troupe_agent_definition_new (fields, NULL);
      TroupeAgentContext call = { .run = run, .tools = tools };

      troupe_agent_execution_async (agent, input, &call, NULL, many_done_cb, &n_done);
    }
  test_wait_until (n_done >= N_AGENTS);
  g_test_message ("%u calls at once", test_tool_get_widest (tool));
  g_assert_cmpuint (test_tool_get_n_calls (tool), ==, N_AGENTS);
  g_assert_cmpuint (test_tool_get_widest (tool), >, N_AGENTS / 10);
}

int
main (int argc, char **argv)
{
  g_setenv ("GIO_USE_PROXY_RESOLVER", "dummy", TRUE);
  g_test_init (&argc, &argv, NULL);

  g_test_add_func ("/agent/loop/one-call", test_one_call);
  g_test_add_func ("/agent/loop/two-rounds", test_two_rounds);
  g_test_add_func ("/agent/loop/parallel", test_parallel);
  g_test_add_func ("/agent/loop/result-as-answer", test_result_as_answer);
  g_test_add_func ("/agent/loop/failure-is-no-answer", test_failure_is_no_answer);
  g_test_add_func ("/agent/loop/usage-limit", test_usage_limit);
  g_test_add_func ("/agent/loop/wrong-calls", test_wrong_calls);
  g_test_add_func ("/agent/loop/forbidden", test_forbidden);
  g_test_add_func ("/agent/loop/cancel", test_cancel);
  g_test_add_func ("/agent/loop/execution-time", test_execution_time);
  g_test_add_func ("/agent/loop/forced-answer", test_forced_answer);
  g_test_add_func ("/agent/loop/stuck", test_stuck);
  g_test_add_func ("/agent/loop/same-name", test_same_name);
  g_test_add_func ("/agent/loop/no-retries", test_no_retries);
  g_test_add_func ("/agent/loop/requests-a-minute", test_requests_a_minute);
  g_test_add_func ("/agent/loop/response-format", test_response_format);
  g_test_add_func ("/agent/loop/format-refused", test_format_refused);
  g_test_add_func ("/agent/loop/only-thoughts", test_only_thoughts);
  g_test_add_func ("/agent/loop/fallback", test_fallback);
  g_test_add_func ("/agent/loop/fallback-chain", test_fallback_chain);
  g_test_add_func ("/agent/loop/empty-form", test_empty_form);
  g_test_add_func ("/agent/text/call", test_text);
  g_test_add_func ("/agent/text/refusals", test_text_refusals);
  g_test_add_func ("/agent/text/repeated", test_text_repeated);
  g_test_add_func ("/agent/text/repeated-failure", test_text_repeated_failure);
  g_test_add_func ("/agent/text/ends", test_text_ends);
  g_test_add_func ("/agent/text/without-tools", test_text_without_tools);
  g_test_add_func ("/agent/text/tools-refused", test_tools_refused);
  g_test_add_func ("/agent/text/call-without-tools", test_call_without_tools);
  g_test_add_func ("/agent/parts/reader", test_reader);
  g_test_add_func ("/agent/parts/arguments", test_arguments);
  g_test_add_func ("/agent/parts/others", test_parts);
  g_test_add_func ("/agent/loop/many", test_many);

  return g_test_run ();
}
