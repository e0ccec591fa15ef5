/* test-agent-task.c: agents that execute tasks of a crew
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#include "config.h"

#include <string.h>

#include "agent-fixture.h"
#include "troupe-agent-form.h"

#define CITY                                                                                       \
  "{\"type\":\"object\",\"properties\":{\"city\":{\"type\":\"string\"}},\"required\":[\"city\"]}"
#define ULM "{\"city\":\"Ulm\"}"
#define VERDICT                                                                                    \
  "{\"type\":\"object\",\"properties\":{\"title\":{\"type\":\"string\"},\"score\":{\"type\":"      \
  "\"number\"},\"note\":{\"type\":\"string\"}},\"required\":[\"title\",\"score\"],"                \
  "\"title\":\"Verdict\"}"

#define BEGUN "agent_execution_started llm_call_started "
#define REFUSED BEGUN "llm_call_failed agent_execution_error"
#define ANSWERED BEGUN "llm_call_completed "
#define DONE ANSWERED "agent_execution_completed"

static const TroupeAgentTask plain = { .title = "t1",
                                       .description = "Do DESC-1.",
                                       .expected_output = "EXPE-1" };

static AgentTest *
new_test (const TroupeAgentTask *task)
{
  AgentTest *test = agent_test_new ();

  test->task = task;
  return test;
}

static void
assert_part (AgentTest *test, const char *key, const char *expected)
{
  g_autofree char *found = agent_test_get (test, key);

  g_assert_cmpstr (found, ==, expected);
}

static void
assert_sent (AgentTest *test, guint index, const char *key, const char *expected)
{
  g_autofree char *found = agent_test_get_sent (test, index, key);

  g_assert_cmpstr (found, ==, expected);
}

static void
assert_all_events (AgentTest *test, const char *expected)
{
  g_autofree char *found = agent_test_list_events (test);

  g_assert_cmpstr (found, ==, expected);
}

static void
assert_tool_events (AgentTest *test, const char *expected)
{
  g_autofree char *found = agent_test_list_tool_events (test);

  g_assert_cmpstr (found, ==, expected);
}

/* Asserts that the field @key of the event at @index has the JSON value @expected. */
static void
assert_field (AgentTest *test, guint index, const char *key, const char *expected)
{
  const TroupeEvent *event = g_ptr_array_index (test->events, index);
  TroupeValue *value = troupe_value_map_lookup_string (event->fields, key, -1);
  g_autofree char *found = value != NULL ? troupe_value_to_json (value, 0) : NULL;

  g_assert_cmpstr (found, ==, expected);
}

/* Asserts that the request contains the given strings in the given order. The arguments are
 * NULL-terminated. */
static void
assert_order (AgentTest *test, guint index, ...)
{
  g_autofree char *sent = agent_test_get_sent (test, index, "messages");
  const char *at = sent;
  va_list list;

  va_start (list, index);
  for (const char *text = va_arg (list, const char *); text != NULL;
       text = va_arg (list, const char *))
    {
      const char *found = strstr (at, text);

      g_test_message ("%s in %s", text, at);
      g_assert_nonnull (found);
      at = found + strlen (text);
    }
  va_end (list);
}

static TestTool *
add (AgentTest *test, const char *name, TestToolDeed deed)
{
  return agent_test_add_tool (test, test_tool_new (name, deed, CITY));
}

/* --- Requests and events ---------------------------------------------------------------------- */

/* A single task behaves as in CrewAI's case one_task. */
static void
test_one (void)
{
  g_autoptr (AgentTest) test = new_test (&plain);

  agent_test_say (test, "ANSW-1 done");
  agent_test_run (test, "");
  assert_part (test, "raw", "'ANSW-1 done'");
  assert_part (test, "pydantic", "null");
  assert_all_events (test, DONE);
  for (guint i = 0; i < test->events->len; i++)
    {
      assert_field (test, i, "task_name", "\"t1\"");
      assert_field (test, i, "agent_role", "\"Worker\"");
    }
  assert_field (test, 0, "tools", "[]");
  assert_field (test, 1, "stream", "false");
  assert_field (test, 1, "stop_sequences", "[\"\\nObservation:\"]");
  assert_order (test, 0, "'role':'system'", "Worker", "'role':'user'", "DESC-1", "EXPE-1", NULL);
  g_assert_cmpint (test->usage.requests, ==, 1);
}

/* The prompt contains all parts of a task in their order (doc/crew-semantics.md §10). */
static void
test_prompt (void)
{
  static const char *const suggestions[] = { "SUGG-1", "SUGG-2", NULL };
  g_autoptr (TroupeValue) schema = troupe_value_from_json (VERDICT, -1, NULL);
  TroupeAgentTask task = { .title = "t1",
                           .description = "DESC-1 {context}",
                           .expected_output = "EXPE-1",
                           .markdown = TRUE,
                           .shown_schema = schema,
                           .context = "CONT-1 {task}",
                           .memory = "MEMO-1",
                           .knowledge = "KNOW-1",
                           .suggestions = suggestions };
  g_autoptr (AgentTest) test = new_test (&task);

  agent_test_say (test, "ANSW-1");
  agent_test_run (test, "");
  assert_order (test, 0, "DESC-1 {context}", "EXPE-1", "Markdown", "Verdict", "CONT-1 {task}",
                "MEMO-1", "KNOW-1", "\\n - SUGG-1\\n - SUGG-2", NULL);
  assert_sent (test, 0, "response_format", "-");
}

static void
test_templates (void)
{
  g_autoptr (AgentTest) all = new_test (&plain);
  g_autoptr (AgentTest) one = new_test (&plain);
  g_autofree char *messages = NULL;

  agent_test_say (all, "ANSW-1</a> more");
  agent_test_run (all, ",\"system_template\":\"<s>{{ .System }}</s>\","
                       "\"prompt_template\":\"<p>{{ .Prompt }}</p>\","
                       "\"response_template\":\"<a>{{ .Response }}</a>\"");
  assert_order (all, 0, "'role':'user'", "<s>", "Worker", "</s>\\n<p>", "DESC-1", "</p>\\n<a>",
                NULL);
  assert_field (all, 1, "stop_sequences", "[\"\\nObservation:\",\"</a>\"]");
  assert_part (all, "raw", "'ANSW-1'");
  messages = agent_test_get (all, "messages");
  g_assert_null (strstr (messages, "'system'"));

  agent_test_say (one, "ANSW-1");
  agent_test_run (one, ",\"system_template\":\"<s>{{ .System }}</s>\"");
  assert_order (one, 0, "[{'role':'user'", "Worker", "DESC-1", NULL);
}

static void
test_stream (void)
{
  g_autoptr (AgentTest) test = new_test (&plain);

  test->streams = TRUE;
  fake_server_add (test->server,
                   fake_reply ("200 OK", "text/event-stream", NULL,
                               "data: {\"choices\":[{\"index\":0,\"delta\":{\"content\":\"a b\"},"
                               "\"finish_reason\":\"stop\"}]}\n\ndata: [DONE]\n\n"),
                   0, 0, FAKE_END_CLOSE);
  agent_test_run (test, "");
  assert_part (test, "raw", "'a b'");
  assert_all_events (test, BEGUN "llm_stream_chunk llm_call_completed agent_execution_completed");
}

/* --- Failures -------------------------------------------------------------------------------- */

/* A task is not repeated if the service has rejected the request, because it would reject it again.
 * Other errors are retried, and the usage of failed attempts is counted. */
static void
test_retries (void)
{
  static const char *const statuses[] = { "400 Bad Request",      "401 Unauthorized",
                                          "402 Payment Required", "403 Forbidden",
                                          "404 Not Found",        "422 Unprocessable" };
  g_autoptr (AgentTest) broken = new_test (&plain);
  g_autoptr (AgentTest) empty = new_test (&plain);

  for (guint i = 0; i < G_N_ELEMENTS (statuses); i++)
    {
      g_autoptr (AgentTest) refused = new_test (&plain);

      agent_test_refuse (refused, statuses[i]);
      agent_test_say (refused, "ANSW-1");
      agent_test_run (refused, "");
      g_assert_true (troupe_llm_error_is_permanent (refused->error));
      g_assert_cmpuint (fake_server_get_n_requests (refused->server), ==, 1);
      assert_all_events (refused, REFUSED);
    }

  /* The client sends a request three times, and the task is repeated twice. */
  for (guint i = 0; i < 4; i++)
    agent_test_refuse (broken, "503 Service Unavailable");
  agent_test_say (broken, "ANSW-1");
  agent_test_run (broken, "");
  assert_part (broken, "raw", "'ANSW-1'");
  assert_all_events (broken, REFUSED " " DONE);

  agent_test_say (empty, "");
  agent_test_say (empty, "");
  agent_test_run (empty, ",\"max_retry_limit\":1");
  g_assert_error (empty->error, TROUPE_AGENT_ERROR, TROUPE_AGENT_ERROR_EMPTY);
  g_assert_cmpint (empty->usage.requests, ==, 2);
  assert_all_events (empty, ANSWERED "agent_execution_error " ANSWERED "agent_execution_error");
}

/* A timeout ends the execution without a retry. A time limit of 0 fails in all three attempts. */
static void
test_limits (void)
{
  g_autoptr (AgentTest) late = new_test (&plain);
  g_autoptr (AgentTest) none = new_test (&plain);
  g_autoptr (AgentTest) rounds = new_test (&plain);

  fake_server_add (late->server, g_strdup (""), 0, 60000, FAKE_END_CLOSE);
  agent_test_run (late, ",\"max_execution_time\":0.2");
  g_assert_error (late->error, TROUPE_AGENT_ERROR, TROUPE_AGENT_ERROR_TIMEOUT);
  assert_all_events (late, REFUSED);

  agent_test_run (none, ",\"max_execution_time\":0");
  g_assert_error (none->error, TROUPE_AGENT_ERROR, TROUPE_AGENT_ERROR_LIMIT);
  assert_all_events (none, "agent_execution_started agent_execution_error agent_execution_started "
                           "agent_execution_error agent_execution_started agent_execution_error");

  agent_test_run (rounds, ",\"max_iter\":0,\"max_retry_limit\":0");
  g_assert_error (rounds->error, TROUPE_AGENT_ERROR, TROUPE_AGENT_ERROR_LIMIT);
  g_assert_cmpuint (fake_server_get_n_requests (rounds->server), ==, 0);
}

/* If an agent without tools answers with a tool call, the execution fails, as in CrewAI's case
 * tool_call_without_tools. */
static void
test_uncalled (void)
{
  g_autoptr (AgentTest) test = new_test (&plain);

  agent_test_call (test, "look", ULM, NULL);
  agent_test_run (test, "");
  g_assert_error (test->error, TROUPE_AGENT_ERROR, TROUPE_AGENT_ERROR_CALL);
  assert_all_events (test, DONE);
}

/* --- Tools ----------------------------------------------------------------------------------- */

/* The events of a forced answer name neither the agent nor the task. */
static void
test_forced (void)
{
  g_autoptr (AgentTest) test = new_test (&plain);

  add (test, "City Lookup", TEST_TOOL_SAYS);
  agent_test_call (test, "city_lookup", ULM, NULL);
  agent_test_say (test, "forced");
  agent_test_run (test, ",\"max_iter\":1");
  assert_part (test, "raw", "'forced'");
  assert_all_events (test, ANSWERED "tool_usage_started tool_usage_finished llm_call_started! "
                                    "llm_call_completed! agent_execution_completed");
  assert_field (test, 0, "tools", "[\"City Lookup\"]");
  assert_field (test, 3, "task_name", "\"t1\"");
  assert_field (test, 5, "task_name", NULL);
}

/* The failure policy of the tool overrides that of the task, the agent and the crew, in this
 * order. */
static void
test_policies (void)
{
  static const struct
  {
    const char *tool;
    const char *task;
    const char *more;
    TroupeAgentPolicy crew;
    const char *told; /* NULL if there is no event */
    gboolean raises;
  } cases[] = {
    { NULL, NULL, "", TROUPE_AGENT_POLICY_WARN, "\"warn\"", FALSE },
    { NULL, NULL, "", TROUPE_AGENT_POLICY_IGNORE, NULL, FALSE },
    { NULL, NULL, "", TROUPE_AGENT_POLICY_RAISE, "\"raise\"", TRUE },
    { NULL, NULL, ",\"tool_failure_policy\":\"raise\"", TROUPE_AGENT_POLICY_WARN, "\"raise\"",
      TRUE },
    { NULL, "ignore", ",\"tool_failure_policy\":\"raise\"", TROUPE_AGENT_POLICY_WARN, NULL, FALSE },
    { "warn", "raise", "", TROUPE_AGENT_POLICY_IGNORE, "\"warn\"", FALSE },
  };

  for (guint i = 0; i < G_N_ELEMENTS (cases); i++)
    {
      TroupeAgentTask task = plain;
      g_autoptr (AgentTest) test = new_test (&task);
      TestTool *tool = add (test, "reports", TEST_TOOL_REPORTS);

      g_test_message ("case %u", i);
      task.policy = cases[i].task;
      test->policy = cases[i].crew;
      troupe_tool_set_failure_policy (TROUPE_TOOL (tool), cases[i].tool);
      agent_test_call (test, "reports", ULM, NULL);
      agent_test_say (test, "ANSW-1");
      agent_test_run (test, cases[i].more);
      if (cases[i].told != NULL)
        assert_field (test, 5, "policy", cases[i].told);
      assert_field (test, 4, "failure", cases[i].told != NULL ? "\"tool_reported\"" : NULL);
      if (cases[i].raises)
        {
          g_assert_error (test->error, TROUPE_AGENT_ERROR, TROUPE_AGENT_ERROR_TOOL);
          g_assert_nonnull (strstr (test->error->message,
                                    "“t1”, and its tool_failure_policy stops the run: not done"));
          assert_all_events (test, ANSWERED
                             "tool_usage_started tool_usage_finished tool_failure_detected");
          continue;
        }
      assert_part (test, "raw", "'ANSW-1'");
      assert_part (test, "tool_failures",
                   cases[i].told != NULL
                       ? "[{'tool_name':'reports','failure':{'message':'not done',"
                         "'reason':'tool_reported'},'tool_args':{'city':'Ulm'}}]"
                       : "[]");
    }
}

static void
run_twice (AgentTest *test, const char *name, const char *more)
{
  agent_test_call (test, name, ULM, NULL);
  agent_test_call (test, name, ULM, NULL);
  agent_test_say (test, "ANSW-1");
  agent_test_run (test, more);
  assert_part (test, "raw", "'ANSW-1'");
}

/* If the crew or the agent enables the cache, repeated calls are answered from the cache.
 * Failures are never cached. */
static void
test_cache (void)
{
  static const struct
  {
    gboolean of_crew;
    const char *more;
    TestToolDeed deed;
    guint n_calls;
  } cases[] = {
    { FALSE, "", TEST_TOOL_SAYS, 2 },
    { TRUE, "", TEST_TOOL_SAYS, 1 },
    { TRUE, ",\"cache\":false", TEST_TOOL_SAYS, 2 },
    { FALSE, ",\"cache\":true", TEST_TOOL_SAYS, 1 },
    { TRUE, "", TEST_TOOL_FAILS, 2 },
  };

  for (guint i = 0; i < G_N_ELEMENTS (cases); i++)
    {
      g_autoptr (AgentTest) test = new_test (&plain);
      g_autoptr (TroupeAgentShared) shared = troupe_agent_shared_new (0, cases[i].of_crew);
      TestTool *tool = add (test, "look", cases[i].deed);

      g_test_message ("case %u", i);
      test->shared = shared;
      run_twice (test, "look", cases[i].more);
      g_assert_cmpuint (test_tool_get_n_calls (tool), ==, cases[i].n_calls);
      if (cases[i].deed == TEST_TOOL_SAYS)
        assert_tool_events (test, "usage_started(look) usage_finished(look) usage_started(look) "
                                  "usage_finished(look)");
    }
}

/* A tool whose usage limit is reached returns no more results. It returns neither cached results
 * nor validation errors. */
static void
test_cache_used_up (void)
{
  g_autoptr (AgentTest) test = new_test (&plain);
  g_autoptr (TroupeAgentShared) shared = troupe_agent_shared_new (0, TRUE);
  TestTool *tool = add (test, "look", TEST_TOOL_SAYS);

  troupe_tool_set_max_usage (TROUPE_TOOL (tool), 1, TRUE);
  test->shared = shared;
  agent_test_call (test, "look", "{}", NULL);
  run_twice (test, "look", "");
  g_assert_cmpuint (test_tool_get_n_calls (tool), ==, 1);
  assert_tool_events (test, "usage_started(look) usage_error(look) failure_detected(look) "
                            "usage_started(look) usage_finished(look) "
                            "usage_started(look) usage_finished(look) failure_detected(look)");
}

static gboolean
cancel_cb (gpointer user_data)
{
  g_cancellable_cancel (user_data);
  return G_SOURCE_REMOVE;
}

/* The request limit is shared by all agents of the crew. */
static void
test_pace (void)
{
  g_autoptr (TroupeAgentShared) shared = troupe_agent_shared_new (1, FALSE);
  g_autoptr (AgentTest) first = new_test (&plain);
  g_autoptr (AgentTest) second = new_test (&plain);

  first->shared = second->shared = shared;
  agent_test_say (first, "ANSW-1");
  agent_test_run (first, "");
  g_assert_no_error (first->error);
  agent_test_begin (second, "openai/gpt-x", ",\"max_rpm\":9");
  while (g_main_context_iteration (NULL, FALSE))
    ;
  g_assert_false (second->is_done);
  assert_all_events (second, "agent_execution_started");
  g_idle_add (cancel_cb, second->cancellable);
  agent_test_wait (second);
  g_assert_error (second->error, G_IO_ERROR, G_IO_ERROR_CANCELLED);
  g_assert_cmpuint (fake_server_get_n_requests (second->server), ==, 0);
}

static void
step_cb (TroupeValue *step, gpointer user_data)
{
  g_autofree char *text = troupe_value_to_json (step, 0);

  g_string_append (user_data, text);
}

/* A model that calls tools natively reports its answer only. */
static void
test_steps (void)
{
  g_autoptr (AgentTest) test = new_test (&plain);
  g_autoptr (GString) steps = g_string_new (NULL);

  add (test, "look", TEST_TOOL_SAYS);
  test->step_func = step_cb;
  test->step_data = steps;
  agent_test_call (test, "look", ULM, NULL);
  agent_test_say (test, "ANSW-1");
  agent_test_run (test, ",\"step_callback\":{\"python\":\"a.b\"}");
  g_assert_cmpstr (steps->str, ==, "{\"output\":\"ANSW-1\",\"text\":\"ANSW-1\"}");
}

/* Like CrewAI, an agent without tools reports no steps. */
static void
test_no_steps (void)
{
  g_autoptr (AgentTest) test = new_test (&plain);
  g_autoptr (GString) steps = g_string_new (NULL);

  test->step_func = step_cb;
  test->step_data = steps;
  agent_test_say (test, "ANSW-1");
  agent_test_run (test, ",\"step_callback\":{\"python\":\"a.b\"}");
  g_assert_cmpstr (steps->str, ==, "");
}

/* --- Files ------------------------------------------------------------------------------------ */

/* A file is part of the first message of each request. In events and in the result it is only
 * named. */
static void
test_files (void)
{
  TroupeAgentTask task = plain;
  g_autoptr (AgentTest) test = new_test (&task);
  g_autoptr (GPtrArray) files =
      g_ptr_array_new_with_free_func ((GDestroyNotify) troupe_llm_part_free);
  TroupeLlmPart *file = troupe_llm_part_new (TROUPE_LLM_PART_FILE, NULL);
  guint n_started = 0;

  file->name = g_strdup ("in/a.png");
  file->media_type = g_strdup ("image/png");
  file->uri = g_strdup ("data:image/png;base64,QUJD");
  g_ptr_array_add (files, file);
  task.files = files;
  agent_test_add_tool (test, test_tool_new ("look", TEST_TOOL_SAYS, "{\"type\":\"object\"}"));
  agent_test_call (test, "look", "{}", NULL);
  agent_test_say (test, "ANSW-1");
  agent_test_run (test, "");
  for (guint i = 0; i < 2; i++)
    {
      g_autofree char *sent = agent_test_get_sent (test, i, "messages");

      g_assert_nonnull (strstr (sent,
                                "{'type':'image_url','image_url':{'url':'data:image/png;base64,"
                                "QUJD'}}"));
    }
  for (guint i = 0; i < test->events->len; i++)
    {
      TroupeEvent *event = g_ptr_array_index (test->events, i);
      TroupeValue *messages = troupe_event_get_field (event, "messages");
      g_autofree char *text =
          messages != NULL ? troupe_value_to_json (messages, TROUPE_JSON_COMPACT) : NULL;

      if (event->type != TROUPE_EVENT_LLM_CALL_STARTED)
        continue;
      n_started++;
      g_assert_nonnull (strstr (text, "\"url\":\"in/a.png\""));
      g_assert_null (strstr (text, "QUJD"));
    }
  g_assert_cmpuint (n_started, ==, 2);
  {
    g_autofree char *messages = agent_test_get (test, "messages");

    g_assert_null (strstr (messages, "QUJD"));
  }
}

/* --- Response schemas ------------------------------------------------------------------------- */

/* The schema and the converted result match CrewAI's cases output_json_valid and
 * output_json_optional_missing. */
static void
test_form (void)
{
  g_autoptr (TroupeValue) schema = troupe_value_from_json (VERDICT, -1, NULL);
  TroupeAgentTask task = plain;
  g_autoptr (AgentTest) test = new_test (&task);
  g_autoptr (AgentTest) kept = new_test (&task);
  g_autoptr (AgentTest) misfit = new_test (&task);

  task.schema = schema;
  agent_test_say (test, "{\"score\": 2, \"title\": \"x\"}");
  agent_test_run (test, "");
  assert_part (test, "raw", "'{\\'title\\':\\'x\\',\\'score\\':2.0,\\'note\\':null}'");
  assert_part (test, "pydantic", "{'title':'x','score':2.0,'note':null}");
  assert_sent (
      test, 0, "response_format",
      "{'type':'json_schema','json_schema':{'name':'Verdict','schema':"
      "{'additionalProperties':false,'properties':{'title':{'type':'string','title':'Title'}"
      ",'score':{'type':'number','title':'Score'},'note':{'anyOf':[{'type':'string'},"
      "{'type':'null'}],'title':'Note'}},'required':['title','score','note'],'title':"
      "'Verdict','type':'object'},'strict':true}}");

  task.keeps_text = TRUE;
  agent_test_say (kept, "{\"score\": 2, \"title\": \"x\"}");
  agent_test_run (kept, "");
  assert_part (kept, "raw", "'{\\'score\\': 2, \\'title\\': \\'x\\'}'");

  agent_test_say (misfit, "```json\n{\"title\":\"x\"}\n```");
  agent_test_say (misfit, "{\"title\":\"x\",\"score\":\"many\"}");
  agent_test_run (misfit, ",\"max_retry_limit\":1");
  g_assert_error (misfit->error, TROUPE_LLM_ERROR, TROUPE_LLM_ERROR_INVALID);
  assert_all_events (misfit, REFUSED " " REFUSED);
  /* The usage of a failed call is not counted, as recorded from CrewAI. */
  g_assert_cmpint (misfit->usage.requests, ==, 0);
}

/* An agent with tools sends no schema, and the result is the text of the answer. */
static void
test_form_with_tools (void)
{
  g_autoptr (TroupeValue) schema = troupe_value_from_json (VERDICT, -1, NULL);
  TroupeAgentTask task = plain;
  g_autoptr (AgentTest) test = new_test (&task);

  task.schema = schema;
  add (test, "look", TEST_TOOL_SAYS);
  agent_test_say (test, "no JSON");
  agent_test_run (test, "");
  assert_part (test, "raw", "'no JSON'");
  assert_part (test, "pydantic", "null");
  assert_sent (test, 0, "response_format", "-");
}

/* A nested schema is sent as in CrewAI's case output_json_nested, with variants for other
 * providers. */
static void
test_nested_form (void)
{
  g_autoptr (TroupeValue) schema = troupe_value_from_json (
      "{\"type\":\"object\",\"title\":\"Report\",\"required\":[\"items\"],\"properties\":{"
      "\"the_note\":{\"type\":[\"string\",\"null\"],\"description\":\"D\"},\"items\":{\"type\":"
      "\"array\",\"items\":{\"type\":\"object\",\"properties\":{\"n\":{\"type\":\"number\","
      "\"default\":1}}}}}}",
      -1, NULL);
  g_autoptr (TroupeValue) all = troupe_agent_form_make (schema, TROUPE_AGENT_FORM_ALL);
  g_autoptr (TroupeValue) some = troupe_agent_form_make (schema, TROUPE_AGENT_FORM_SOME);
  g_autofree char *all_text = troupe_value_to_json (all, 0);
  g_autofree char *some_text = troupe_value_to_json (some, 0);

  g_strdelimit (all_text, "\"", '\'');
  g_assert_cmpstr (all_text, ==,
                   "{'additionalProperties':false,'properties':{'the_note':{'anyOf':[{'type':"
                   "'string','description':'D'},{'type':'null'}],'description':'D','title':"
                   "'The Note'},'items':{'type':'array','items':{'$ref':'#/$defs/Items'},'title':"
                   "'Items'}},'required':['the_note','items'],'title':'Report','type':'object',"
                   "'$defs':{'Items':{'additionalProperties':false,'properties':{'n':{'anyOf':[{"
                   "'type':'number'},{'type':'null'}],'title':'N'}},'required':['n'],'title':"
                   "'Items','type':'object'}}}");
  g_assert_nonnull (strstr (some_text, "\"required\":[\"items\"]"));
  g_assert_cmpint (troupe_agent_form_find ("gpt-4o-mini", NULL), ==, TROUPE_AGENT_FORM_ALL);
  g_assert_cmpint (troupe_agent_form_find ("anthropic/claude-sonnet-4-5", NULL), ==,
                   TROUPE_AGENT_FORM_SOME);
  g_assert_cmpint (troupe_agent_form_find ("gemini/gemini-2.5-flash", NULL), ==,
                   TROUPE_AGENT_FORM_BARE);
}

/* The schema of a class includes defaults, and null only if the type accepts it. */
static void
test_class_form (void)
{
  g_autoptr (TroupeValue) schema = troupe_value_from_json (
      "{\"x-troupe-class\":true,\"type\":\"object\",\"title\":\"Wide\",\"required\":[\"t\"],"
      "\"properties\":{\"t\":{\"type\":\"string\"},\"n\":{\"type\":\"integer\",\"default\":7},"
      "\"p\":{\"$ref\":\"#/$defs/P\",\"default\":\"a\"},\"o\":{\"anyOf\":[{\"type\":\"string\"},"
      "{\"type\":\"null\"}],\"default\":null}},\"$defs\":{\"P\":{\"enum\":[\"a\",\"b\"]}}}",
      -1, NULL);
  g_autoptr (TroupeValue) form = troupe_agent_form_make (schema, TROUPE_AGENT_FORM_ALL);
  g_autofree char *text = troupe_value_to_json (form, 0);

  g_strdelimit (text, "\"", '\'');
  g_assert_cmpstr (text, ==,
                   "{'additionalProperties':false,'properties':{'t':{'type':'string','title':'T'},"
                   "'n':{'type':'integer','default':7,'title':'N'},'p':{'$ref':'#/$defs/P'},'o':{"
                   "'anyOf':[{'type':'string'},{'type':'null'}],'title':'O'}},'required':['t','n',"
                   "'p','o'],'title':'Wide','type':'object','$defs':{'P':{'enum':['a','b']}}}");
}

/* --- Human input ------------------------------------------------------------------------------ */

/* A scripted user. @says: the replies in order, terminated by NULL, at which the prompt fails;
 * @answers: the answers that were shown to the user */
typedef struct
{
  const char *const *says;
  guint n_asked;
  GString *answers;
} Person;

static void
ask_cb (const char *answer,
        GCancellable *cancellable,
        TroupeAgentAnswerFunc answer_func,
        gpointer answer_data,
        gpointer user_data)
{
  Person *person = user_data;
  const char *says = person->says[person->n_asked++];

  g_string_append_printf (person->answers, "%s;", answer);
  answer_func (g_strdup (says),
               says == NULL ? g_error_new (G_IO_ERROR, G_IO_ERROR_CLOSED, "nobody") : NULL,
               answer_data);
}

/* The user's feedback is processed as in CrewAI's case human_input_feedback. */
static void
test_person (void)
{
  static const char *const says[] = { "please add HUMN-1", "  ", NULL };
  static const char *const nothing[] = { NULL };
  g_autoptr (GString) answers = g_string_new (NULL);
  Person person = { says, 0, answers };
  Person nobody = { nothing, 0, answers };
  TroupeAgentTask task = plain;
  g_autoptr (AgentTest) test = new_test (&task);
  g_autoptr (AgentTest) alone = new_test (&task);

  task.ask_func = ask_cb;
  task.ask_data = &person;
  agent_test_say (test, "ANSW-1");
  agent_test_say (test, "ANSW-2 better");
  agent_test_run (test, "");
  assert_part (test, "raw", "'ANSW-2 better'");
  g_assert_cmpstr (answers->str, ==, "ANSW-1;ANSW-2 better;");
  assert_order (test, 1, "'role':'system'", "DESC-1", "'role':'user'", "HUMN-1", NULL);
  {
    g_autofree char *sent = agent_test_get_sent (test, 1, "messages");

    g_assert_null (strstr (sent, "ANSW-1"));
  }
  assert_all_events (test,
                     ANSWERED "llm_call_started llm_call_completed agent_execution_completed");

  task.ask_data = &nobody;
  agent_test_say (alone, "ANSW-1");
  agent_test_run (alone, "");
  g_assert_error (alone->error, G_IO_ERROR, G_IO_ERROR_CLOSED);
}

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/agent/task/one", test_one);
  g_test_add_func ("/agent/task/prompt", test_prompt);
  g_test_add_func ("/agent/task/templates", test_templates);
  g_test_add_func ("/agent/task/stream", test_stream);
  g_test_add_func ("/agent/task/retries", test_retries);
  g_test_add_func ("/agent/task/limits", test_limits);
  g_test_add_func ("/agent/task/uncalled", test_uncalled);
  g_test_add_func ("/agent/task/forced", test_forced);
  g_test_add_func ("/agent/task/policies", test_policies);
  g_test_add_func ("/agent/task/cache", test_cache);
  g_test_add_func ("/agent/task/cache-used-up", test_cache_used_up);
  g_test_add_func ("/agent/task/pace", test_pace);
  g_test_add_func ("/agent/task/steps", test_steps);
  g_test_add_func ("/agent/task/no-steps", test_no_steps);
  g_test_add_func ("/agent/task/form", test_form);
  g_test_add_func ("/agent/task/form-with-tools", test_form_with_tools);
  g_test_add_func ("/agent/task/nested-form", test_nested_form);
  g_test_add_func ("/agent/task/class-form", test_class_form);
  g_test_add_func ("/agent/task/person", test_person);
  g_test_add_func ("/agent/task/files", test_files);

  return g_test_run ();
}
