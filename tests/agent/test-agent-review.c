/* test-agent-review.c: guardrails, conversion of answers, and planning of crews by a model
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#include "config.h"

#include <string.h>

#include "agent-fixture.h"
#include "troupe-agent-review.h"

#define CITY                                                                                       \
  "{\"type\":\"object\",\"properties\":{\"city\":{\"type\":\"string\"}},\"required\":[\"city\"]}"
#define VERDICT                                                                                    \
  "{\"type\":\"object\",\"properties\":{\"title\":{\"type\":\"string\"},\"score\":{\"type\":"      \
  "\"integer\"}},\"required\":[\"title\",\"score\"],\"title\":\"Verdict\"}"
#define CALLED "llm_call_started llm_call_completed "

/* The outcome of a review. */
typedef struct
{
  gboolean is_done;
  gboolean is_good;
  gboolean is_kept;
  char *feedback;
  TroupeValue *object;
  GPtrArray *plans;
  GError *error;
} Answer;

static void
answer_clear (Answer *self)
{
  g_free (self->feedback);
  g_clear_pointer (&self->object, troupe_value_unref);
  g_clear_pointer (&self->plans, g_ptr_array_unref);
  g_clear_error (&self->error);
}
G_DEFINE_AUTO_CLEANUP_CLEAR_FUNC (Answer, answer_clear)

static void
assert_all_events (AgentTest *test, const char *expected)
{
  g_autofree char *found = agent_test_list_events (test);

  g_assert_cmpstr (found, ==, expected);
}

static void
assert_sent (AgentTest *test, guint index, const char *key, const char *expected)
{
  g_autofree char *found = agent_test_get_sent (test, index, key);

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
      at = strstr (at, text);
      g_test_message ("%s in %s", text, sent);
      g_assert_nonnull (at);
    }
  va_end (list);
}

/* --- Guardrails ------------------------------------------------------------------------------ */

static void
judged_cb (GObject *object, GAsyncResult *result, gpointer user_data)
{
  Answer *answer = user_data;

  answer->is_good =
      troupe_agent_judge_finish (result, &answer->is_kept, &answer->feedback, &answer->error);
  answer->is_done = TRUE;
}

static void
judge (AgentTest *test, Answer *answer)
{
  g_autoptr (TroupeAgentDefinition) agent = agent_test_make_agent (test, "openai/gpt-x", "");
  TroupeAgentContext call = agent_test_make_call (test);

  troupe_agent_judge_async (agent, "It must hold GUAR-1.", "ANSW-1", &call, NULL, judged_cb,
                            answer);
  agent_test_wait_for (&answer->is_done);
}

/* LLM guardrails behave as in CrewAI's cases guardrail_fail_then_pass and guardrail_not_json. */
static void
test_judge (void)
{
  g_autoptr (AgentTest) refuses = agent_test_new ();
  g_autoptr (AgentTest) keeps = agent_test_new ();
  g_autoptr (AgentTest) none = agent_test_new ();
  g_auto (Answer) refused = { 0 };
  g_auto (Answer) kept = { 0 };
  g_auto (Answer) nothing = { 0 };
  g_autofree char *format = NULL;

  agent_test_say (refuses, "{\"valid\": false, \"feedback\": \"FEED-1 is missing\"}");
  judge (refuses, &refused);
  g_assert_no_error (refused.error);
  g_assert_false (refused.is_kept);
  g_assert_cmpstr (refused.feedback, ==, "FEED-1 is missing");
  assert_order (refuses, 0, "'role':'system'", "Guardrail Agent", "'role':'user'", "ANSW-1",
                "GUAR-1", NULL);
  format = agent_test_get_sent (refuses, 0, "response_format");
  g_assert_nonnull (strstr (format, "'required':['valid','feedback']"));
  g_assert_nonnull (strstr (format, "'name':'LLMGuardrailResult'"));
  assert_all_events (refuses,
                     "lite_agent_execution_started " CALLED "lite_agent_execution_completed");
  g_assert_cmpint (refuses->usage.requests, ==, 1);

  agent_test_say (keeps, "{\"valid\": true, \"feedback\": null}");
  judge (keeps, &kept);
  g_assert_true (kept.is_good && kept.is_kept);
  g_assert_null (kept.feedback);

  agent_test_say (none, "hm");
  judge (none, &nothing);
  g_assert_error (nothing.error, TROUPE_LLM_ERROR, TROUPE_LLM_ERROR_INVALID);
  g_assert_cmpuint (fake_server_get_n_requests (none->server), ==, 1);
}

/* The answer of an agent that is kicked off is checked by the guardrail of the agent, and the
 * feedback is sent to the agent. */
static void
test_own_guardrail (void)
{
  g_autoptr (AgentTest) test = agent_test_new ();
  g_autoptr (AgentTest) never = agent_test_new ();
  g_autofree char *raw = NULL;

  agent_test_say (test, "ANSW-1");
  agent_test_say (test, "{\"valid\": false, \"feedback\": \"FEED-1\"}");
  agent_test_say (test, "ANSW-2");
  agent_test_say (test, "{\"valid\": true, \"feedback\": null}");
  agent_test_run (test, ",\"guardrail\":\"GUAR-1\"");
  raw = agent_test_get (test, "raw");
  g_assert_cmpstr (raw, ==, "'ANSW-2'");
  assert_order (test, 2, "Say it", "FEED-1", "ANSW-1", NULL);
  assert_all_events (
      test,
      "lite_agent_execution_started " CALLED
      "llm_guardrail_started lite_agent_execution_started " CALLED
      "lite_agent_execution_completed llm_guardrail_completed " CALLED
      "llm_guardrail_started lite_agent_execution_started " CALLED
      "lite_agent_execution_completed llm_guardrail_completed lite_agent_execution_completed");
  g_assert_cmpint (test->usage.requests, ==, 4);

  agent_test_say (never, "ANSW-1");
  agent_test_say (never, "hm");
  agent_test_run (never, ",\"guardrail\":\"GUAR-1\",\"guardrail_max_retries\":0");
  g_assert_error (never->error, TROUPE_AGENT_ERROR, TROUPE_AGENT_ERROR_REFUSED);
}

/* If the model that checks the guardrail is unavailable, the answer is not rejected: the agent is
 * not asked for another one. */
static void
test_no_judge (void)
{
  static const char *const statuses[] = { "401 Unauthorized", "404 Not Found",
                                          "503 Service Unavailable" };

  for (guint i = 0; i < G_N_ELEMENTS (statuses); i++)
    {
      g_autoptr (AgentTest) test = agent_test_new ();

      agent_test_say (test, "ANSW-1");
      for (guint j = 0; j < 3; j++)
        agent_test_refuse (test, statuses[i]);
      agent_test_run (test, ",\"guardrail\":\"GUAR-1\",\"guardrail_max_retries\":3");
      g_assert_error (test->error, TROUPE_LLM_ERROR, test->error->code);
      g_test_message ("%s", test->error->message);
      g_assert_nonnull (strstr (test->error->message, "guardrail is unavailable"));
      g_assert_cmpint (troupe_llm_error_is_temporary (test->error), ==, i == 2);
      g_assert_cmpuint (fake_server_get_n_requests (test->server), ==, i == 2 ? 4 : 2);
    }
}

/* --- Conversion ------------------------------------------------------------------------------ */

static void
converted_cb (GObject *object, GAsyncResult *result, gpointer user_data)
{
  Answer *answer = user_data;

  answer->object = troupe_agent_convert_finish (result, &answer->error);
  answer->is_done = TRUE;
}

static void
convert (AgentTest *test, gboolean by_tool, Answer *answer)
{
  g_autoptr (TroupeAgentDefinition) agent = agent_test_make_agent (test, "openai/gpt-x", "");
  g_autoptr (TroupeValue) schema = troupe_value_from_json (VERDICT, -1, NULL);
  TroupeAgentContext call = agent_test_make_call (test);

  troupe_agent_convert_async (agent, "TEXT-1", schema, NULL, by_tool, &call, NULL, converted_cb,
                              answer);
  agent_test_wait_for (&answer->is_done);
}

/* A conversion by a tool call emits no events and counts no usage, as in CrewAI's case
 * output_json_tools_converter. */
static void
test_convert_by_tool (void)
{
  g_autoptr (AgentTest) test = agent_test_new ();
  g_auto (Answer) answer = { 0 };
  g_autofree char *text = NULL;
  g_autofree char *tools = NULL;

  agent_test_say (test, "none");
  agent_test_call (test, "Verdict", "{\"title\": \"x\", \"score\": 3}", NULL);
  convert (test, TRUE, &answer);
  g_assert_no_error (answer.error);
  text = troupe_value_to_json (answer.object, 0);
  g_assert_cmpstr (text, ==, "{\"title\":\"x\",\"score\":3}");
  assert_sent (test, 0, "tool_choice", "{'type':'function','function':{'name':'Verdict'}}");
  assert_sent (test, 0, "messages", "[{'role':'user','content':'TEXT-1'}]");
  tools = agent_test_get_sent (test, 0, "tools");
  g_assert_nonnull (strstr (tools, "'name':'Verdict'"));
  g_assert_nonnull (strstr (tools, "'required':['score','title']"));
  g_assert_null (strstr (tools, "strict"));
  assert_all_events (test, "");
  g_assert_cmpint (test->usage.requests, ==, 0);
}

/* A conversion by a response schema behaves as in CrewAI's case output_pydantic_tools_converter
 * and its failing variant. */
static void
test_convert_by_form (void)
{
  g_autoptr (AgentTest) test = agent_test_new ();
  g_autoptr (AgentTest) fails = agent_test_new ();
  g_auto (Answer) answer = { 0 };
  g_auto (Answer) nothing = { 0 };
  g_autofree char *format = NULL;

  agent_test_say (test, "{\"title\": \"x\", \"score\": 3}");
  convert (test, FALSE, &answer);
  g_assert_no_error (answer.error);
  assert_order (test, 0, "'role':'system'", "Verdict", "'role':'user'", "TEXT-1", NULL);
  format = agent_test_get_sent (test, 0, "response_format");
  g_assert_nonnull (strstr (format, "'name':'Verdict'"));
  assert_all_events (test, "llm_call_started! llm_call_completed!");
  g_assert_cmpint (test->usage.requests, ==, 1);

  for (guint i = 0; i < 3; i++)
    agent_test_say (fails, "none");
  convert (fails, FALSE, &nothing);
  g_assert_error (nothing.error, TROUPE_LLM_ERROR, TROUPE_LLM_ERROR_INVALID);
  g_assert_cmpuint (fake_server_get_n_requests (fails->server), ==, 3);
}

/* If an agent with tools gives an answer that contains no JSON, the answer is converted. */
static void
test_convert_kickoff (void)
{
  g_autoptr (AgentTest) test = agent_test_new ();
  g_autofree char *raw = NULL;
  g_autofree char *object = NULL;

  agent_test_add_tool (test, test_tool_new ("look", TEST_TOOL_SAYS, CITY));
  agent_test_say (test, "TEXT-1 in words");
  agent_test_say (test, "{\"title\": \"x\", \"score\": 3}");
  agent_test_run (test, ",\"response_format\":" VERDICT);
  raw = agent_test_get (test, "raw");
  g_assert_cmpstr (raw, ==, "'TEXT-1 in words'");
  object = agent_test_get (test, "pydantic");
  g_assert_cmpstr (object, ==, "{'title':'x','score':3}");
  g_assert_cmpint (test->usage.requests, ==, 2);
}

/* --- Plans ----------------------------------------------------------------------------------- */

static void
planned_cb (GObject *object, GAsyncResult *result, gpointer user_data)
{
  Answer *answer = user_data;

  answer->plans = troupe_agent_plan_tasks_finish (result, &answer->error);
  answer->is_done = TRUE;
}

/* Plans are requested as in CrewAI's cases planning_true and planning_missing_plan. */
static void
test_plan (void)
{
  static const char *const tools[] = { "TOOL-1", NULL };
  static const TroupeAgentPlannedTask tasks[] = {
    { "DESC-1", "EXPE-1", "ROLE-1", "GOAL-1", tools },
    { "DESC-2", "EXPE-2", "ROLE-2", "GOAL-2", NULL },
  };
  g_autoptr (AgentTest) test = agent_test_new ();
  g_autoptr (TroupeAgentDefinition) agent = agent_test_make_agent (test, "openai/gpt-x", "");
  g_autofree char *format = NULL;
  g_auto (Answer) answer = { 0 };
  TroupeAgentContext call = agent_test_make_call (test);

  agent_test_say (test, "{\"list_of_plans_per_task\": [{\"task_number\": 2, \"task\": \"t\", "
                        "\"plan\": \"PLAN-2\"}, {\"task_number\": 9, \"task\": \"t\", "
                        "\"plan\": \"PLAN-9\"}]}");
  troupe_agent_plan_tasks_async (NULL, tasks, 2, &call, NULL, planned_cb, &answer);
  agent_test_wait_for (&answer.is_done);
  g_assert_no_error (answer.error);
  g_assert_cmpuint (answer.plans->len, ==, 2);
  g_assert_cmpstr (g_ptr_array_index (answer.plans, 0), ==, "");
  g_assert_cmpstr (g_ptr_array_index (answer.plans, 1), ==, "PLAN-2");
  assert_order (test, 0, "Task Execution Planner", "DESC-1", "EXPE-1", "ROLE-1", "GOAL-1", "TOOL-1",
                "DESC-2", "EXPE-2", "ROLE-2", "PlannerTaskPydanticOutput", NULL);
  assert_sent (test, 0, "model", "'gpt-5.4-mini'");
  format = agent_test_get_sent (test, 0, "response_format");
  g_assert_nonnull (strstr (format, "'$defs':{'PlanPerTask':"));
  g_assert_nonnull (strstr (format, "'name':'PlannerTaskPydanticOutput'"));
  assert_all_events (test, "task_started! agent_execution_started " CALLED
                           "agent_execution_completed task_completed!");
  g_assert_cmpint (test->usage.requests, ==, 0);
}

/* --- Prompt texts ----------------------------------------------------------------------------- */

static void
test_texts (void)
{
  static const char *const roles[] = { "A", "B", NULL };
  g_autofree char *work = troupe_agent_describe_delegation ("A, B");
  g_autofree char *question = troupe_agent_describe_question ("A, B");
  g_autofree char *unknown = troupe_agent_tell_unknown_coworker (roles);
  g_autofree char *failed = troupe_agent_format_coworker_failed ("A", "{broken}");
  g_autofree char *refusal = troupe_agent_tell_refusal ("FEED-1", "ANSW-1");

  g_assert_nonnull (strstr (work, "A, B"));
  g_assert_nonnull (strstr (question, "A, B"));
  g_assert_true (g_str_has_suffix (unknown, "- A\n- B"));
  g_assert_nonnull (strstr (failed, "{broken}"));
  g_assert_nonnull (strstr (strstr (refusal, "FEED-1"), "ANSW-1"));
  g_assert_cmpstr (troupe_agent_manager_get_role (), ==, "Crew Manager");
  g_assert_cmpstr (troupe_agent_manager_get_goal (), !=, "");
  g_assert_cmpstr (troupe_agent_manager_get_backstory (), !=, "");
  g_assert_cmpstr (troupe_agent_get_manager_request (), !=, "");
  g_assert_cmpstr (troupe_agent_get_conversation_intro (), !=, "");
}

/* --- Definitions ----------------------------------------------------------------------------- */

static void
test_fields (void)
{
  g_autoptr (AgentTest) test = agent_test_new ();
  g_autoptr (TroupeAgentDefinition) agent = agent_test_make_agent (
      test, "openai/gpt-x",
      ",\"mcps\":[\"https://a.b/c\"],\"apps\":[\"gmail\"],\"guardrail\":\"G\","
      "\"function_calling_llm\":\"x\",\"allow_code_execution\":true,\"multimodal\":true,"
      "\"system_template\":\"s\",\"step_callback\":{\"python\":\"a.b\"},\"max_tokens\":5");
  g_autoptr (TroupeAgentDefinition) other =
      agent_test_make_agent (test, "openai/gpt-x", ",\"guardrail\":7,\"from_repository\":\"x\"");
  g_autofree char *unsupported = troupe_agent_definition_get_unsupported (agent);
  g_autofree char *sentence = troupe_agent_definition_get_unsupported (other);
  g_autofree char *warning = troupe_agent_definition_get_warning (agent);
  TroupeAgentPolicy policy = TROUPE_AGENT_POLICY_WARN;

  g_assert_null (unsupported);
  g_assert_nonnull (strstr (sentence, "guardrail"));
  g_assert_nonnull (strstr (warning, "“Worker”"));
  g_assert_cmpuint (troupe_value_list_get_length (troupe_agent_definition_get_mcps (agent)), ==, 1);
  g_assert_null (troupe_agent_definition_get_mcps (other));
  g_assert_true (troupe_agent_policy_from_text ("raise", &policy));
  g_assert_cmpint (policy, ==, TROUPE_AGENT_POLICY_RAISE);
  g_assert_false (troupe_agent_policy_from_text ("never", &policy));
}

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/agent/review/judge", test_judge);
  g_test_add_func ("/agent/review/own-guardrail", test_own_guardrail);
  g_test_add_func ("/agent/review/no-judge", test_no_judge);
  g_test_add_func ("/agent/review/convert-by-tool", test_convert_by_tool);
  g_test_add_func ("/agent/review/convert-by-form", test_convert_by_form);
  g_test_add_func ("/agent/review/convert-kickoff", test_convert_kickoff);
  g_test_add_func ("/agent/review/plan", test_plan);
  g_test_add_func ("/agent/review/texts", test_texts);
  g_test_add_func ("/agent/review/fields", test_fields);
  return g_test_run ();
}
