/* test-agent-plan.c: planning of agents
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#include "config.h"

#include "../test-time.h"
#include "../test-wait.h"
#include "agent-asserts.h"
#include "troupe-agent-todos.h"

#define ANY "{\"type\":\"object\",\"properties\":{\"x\":{\"type\":\"string\"}}}"
#define STEP(n, what, needs)                                                                       \
  "{\"step_number\":" n ",\"description\":\"" what "\",\"tool_to_use\":null,\"depends_on\":" needs \
  "}"
#define PLAN(steps, ready) "{\"plan\":\"PLAN\",\"steps\":[" steps "],\"ready\":" ready "}"
#define TWO PLAN (STEP ("1", "STEP-1", "[]") "," STEP ("2", "STEP-2", "[1]"), "true")
#define SEEN(done, replan, achieved, more)                                                         \
  "{\"step_completed_successfully\":" done ",\"key_information_learned\":\"k\","                   \
  "\"remaining_plan_still_valid\":true,\"needs_full_replan\":" replan                              \
  ",\"replan_reason\":\"WHY\",\"goal_already_achieved\":" achieved more "}"
#define FINE SEEN ("true", "false", "false", "")

#define PLANNING ",\"planning\":true"
#define CONFIG(more) ",\"planning_config\":{" more "}"

static const char *const PLANS[] = { "agent_reasoning", "plan_", "step_", "goal_", NULL };

static void
test_no_steps (void)
{
  g_autoptr (AgentTest) test = agent_test_new ();

  agent_test_say (test, PLAN ("", "true"));
  agent_test_say (test, "ANSW");
  agent_test_run (test, PLANNING);

  assert_result (test, "raw", "'ANSW'");
  assert_result (test, "plan", "'PLAN'");
  assert_result (test, "todos", "[]");
  assert_result (test, "replan_count", "0");
  assert_result (test, "last_replan_reason", "null");
  g_assert_cmpuint (fake_server_get_n_requests (test->server), ==, 2);
  assert_request_has (test, 0, "\"name\":\"create_reasoning_plan\"");
  assert_asked (test, 0, 1, "Say it");
  assert_not_asked (test, 1, "create_reasoning_plan");
  /* The plan itself is not sent, as in CrewAI. */
  assert_not_asked (test, 1, "PLAN");
  assert_told (test, PLANS, "agent_reasoning_started agent_reasoning_completed");
  assert_told_field (test, "agent_reasoning_completed", 0, "ready", "true");
  assert_told_field (test, "agent_reasoning_completed", 0, "attempt", "1");
}

static void
test_tool_call (void)
{
  g_autoptr (AgentTest) test = agent_test_new ();

  agent_test_call (test, "create_reasoning_plan", PLAN ("", "true"), NULL);
  agent_test_say (test, "ANSW");
  agent_test_run (test, PLANNING);

  assert_result (test, "raw", "'ANSW'");
  assert_result (test, "plan", "'PLAN'");
}

static void
test_steps (void)
{
  g_autoptr (AgentTest) test = agent_test_new ();
  g_autofree char *todos = NULL;

  agent_test_say (test, TWO);
  agent_test_say (test, "SUBA-1");
  agent_test_say (test, "SUBA-2");
  agent_test_say (test, "ANSW");
  agent_test_run (test, PLANNING);

  assert_result (test, "raw", "'ANSW'");
  g_assert_cmpuint (fake_server_get_n_requests (test->server), ==, 4);
  assert_asked (test, 1, 0, "Worker");
  assert_asked (test, 1, 1, "Say it");
  assert_asked (test, 1, 1, "STEP-1");
  assert_not_asked (test, 1, "STEP-2");
  assert_asked (test, 2, 1, "STEP-2");
  assert_asked (test, 2, 1, "SUBA-1");
  assert_not_asked (test, 2, "STEP-1");
  assert_asked (test, 3, 1, "SUBA-1");
  assert_asked (test, 3, 1, "SUBA-2");
  assert_told (test, PLANS,
               "agent_reasoning_started agent_reasoning_completed plan_step_started "
               "plan_step_completed plan_step_started plan_step_completed");
  assert_told_field (test, "plan_step_completed", 1, "result", "'SUBA-2'");
  todos = agent_test_get (test, "todos");
  g_assert_cmpstr (todos, ==,
                   "[{'step_number':1,'description':'STEP-1','tool_used':null,'status':'completed',"
                   "'result':'SUBA-1','depends_on':[]},{'step_number':2,'description':'STEP-2',"
                   "'tool_used':null,'status':'completed','result':'SUBA-2','depends_on':[1]}]");
  {
    g_autofree char *last = agent_test_get_message (test, -1);

    g_assert_cmpstr (last, ==, "user: Say it");
  }
}

static void
test_parallel (void)
{
  g_autoptr (AgentTest) test = agent_test_new ();

  agent_test_say (test, PLAN (STEP ("1", "STEP-1", "[]") "," STEP ("2", "STEP-2", "[7]"), "true"));
  agent_test_say (test, "SUBA");
  agent_test_say (test, "SUBA");
  agent_test_say (test, "ANSW");
  agent_test_run (test, PLANNING);

  assert_result (test, "raw", "'ANSW'");
  assert_told (test, PLANS,
               "agent_reasoning_started agent_reasoning_completed plan_step_started "
               "plan_step_started plan_step_completed plan_step_completed");
}

static void
test_not_ready (void)
{
  g_autoptr (AgentTest) low = agent_test_new ();
  g_autoptr (AgentTest) medium = agent_test_new ();
  g_autoptr (AgentTest) bounded = agent_test_new ();

  agent_test_say (low, PLAN ("", "false"));
  agent_test_say (low, "ANSW");
  agent_test_run (low, PLANNING);
  assert_result (low, "raw", "'ANSW'");
  assert_told_field (low, "agent_reasoning_completed", 0, "ready", "false");

  agent_test_say (medium, PLAN ("", "false"));
  agent_test_say (medium, PLAN ("", "true"));
  agent_test_say (medium, "ANSW");
  agent_test_run (medium, ",\"reasoning\":true");
  assert_result (medium, "raw", "'ANSW'");
  /* Only the plan is requested again; the first attempt ends together with the last one. */
  assert_asked (medium, 1, 1, "PLAN");
  assert_told (medium, PLANS,
               "agent_reasoning_started agent_reasoning_started agent_reasoning_completed "
               "agent_reasoning_completed");
  assert_told_field (medium, "agent_reasoning_completed", 0, "attempt", "2");
  assert_told_field (medium, "agent_reasoning_completed", 1, "attempt", "1");
  assert_told_field (medium, "agent_reasoning_completed", 1, "ready", "true");

  agent_test_say (bounded, PLAN ("", "false"));
  agent_test_say (bounded, PLAN ("", "false"));
  agent_test_say (bounded, "ANSW");
  agent_test_run (bounded, CONFIG ("\"reasoning_effort\":\"low\",\"max_attempts\":2"));
  assert_result (bounded, "raw", "'ANSW'");
  assert_told_field (bounded, "agent_reasoning_completed", 0, "attempt", "2");
  assert_told_field (bounded, "agent_reasoning_completed", 1, "ready", "false");
}

/* A call of another tool is not a plan; a plan in plain text is ready if it says so. */
static void
test_other_words (void)
{
  g_autoptr (AgentTest) other = agent_test_new ();
  g_autoptr (AgentTest) text = agent_test_new ();

  agent_test_call (other, "look", "{\"plan\":\"NONE\",\"steps\":[],\"ready\":true}", NULL);
  agent_test_say (other, "ANSW");
  agent_test_run (other, PLANNING);
  assert_result (other, "raw", "'ANSW'");
  assert_told_field (other, "agent_reasoning_completed", 0, "plan", "'let me see'");
  assert_told_field (other, "agent_reasoning_completed", 0, "ready", "false");

  agent_test_say (text, "First this. READY: I am ready to execute the task.");
  agent_test_say (text, "ANSW");
  agent_test_run (text, PLANNING);
  assert_told_field (text, "agent_reasoning_completed", 0, "ready", "true");
}

static void
test_replan (void)
{
  g_autoptr (AgentTest) test = agent_test_new ();
  g_autofree char *todos = NULL;

  agent_test_say (test, TWO);
  agent_test_say (test, "SUBA-1");
  agent_test_say (test, SEEN ("false", "true", "false", ""));
  agent_test_say (test, PLAN (STEP ("1", "STEP-3", "[]"), "true"));
  agent_test_say (test, "SUBA-3");
  agent_test_say (test, FINE);
  agent_test_say (test, "ANSW");
  agent_test_run (test, CONFIG (""));

  assert_result (test, "raw", "'ANSW'");
  g_assert_cmpuint (fake_server_get_n_requests (test->server), ==, 7);
  assert_request_has (test, 2, "\"StepObservation\"");
  assert_asked (test, 2, 1, "SUBA-1");
  assert_asked (test, 2, 1, "Step 2: STEP-2");
  assert_asked (test, 3, 1, "WHY");
  assert_asked (test, 6, 1, "SUBA-3");
  assert_result (test, "replan_count", "1");
  assert_result (test, "last_replan_reason", "'WHY'");
  assert_told_field (test, "plan_replan_triggered", 0, "replan_count", "1");
  todos = agent_test_get (test, "todos");
  g_assert_nonnull (strstr (todos, "'status':'failed'"));
  g_assert_nonnull (strstr (todos, "{'step_number':2,'description':'STEP-3'"));
  g_assert_null (strstr (todos, "STEP-2"));
}

static void
test_no_replans (void)
{
  g_autoptr (AgentTest) test = agent_test_new ();

  agent_test_say (test, TWO);
  agent_test_say (test, "SUBA-1");
  agent_test_say (test, SEEN ("false", "true", "false", ""));
  agent_test_say (test, "ANSW");
  agent_test_run (test, CONFIG ("\"max_replans\":0"));

  assert_result (test, "raw", "'ANSW'");
  assert_result (test, "replan_count", "0");
}

/* Steps that depend on each other are detected. */
static void
test_deadlock (void)
{
  g_autoptr (AgentTest) test = agent_test_new ();

  agent_test_say (test, PLAN (STEP ("1", "STEP-1", "[2]") "," STEP ("2", "STEP-2", "[1]"), "true"));
  agent_test_say (test, PLAN ("", "true"));
  agent_test_say (test, "ANSW");
  agent_test_run (test, PLANNING);

  assert_result (test, "raw", "'ANSW'");
  assert_result (test, "replan_count", "1");
  assert_result (test, "todos", "[]");
}

static void
test_high (void)
{
  g_autoptr (AgentTest) test = agent_test_new ();

  agent_test_say (test, PLAN (STEP ("1", "STEP-1", "[]") "," STEP ("2", "STEP-2", "[1]") "," STEP (
                                  "3", "STEP-3", "[2]"),
                              "true"));
  agent_test_say (test, "SUBA-1");
  agent_test_say (test, SEEN ("true", "false", "false",
                              ",\"suggested_refinements\":[{\"step_number\":2,"
                              "\"new_description\":\"BETTER\"}]"));
  agent_test_say (test, "SUBA-2");
  agent_test_say (test, SEEN ("true", "false", "true", ""));
  agent_test_say (test, "ANSW");
  agent_test_run (test, CONFIG ("\"reasoning_effort\":\"high\""));

  assert_result (test, "raw", "'ANSW'");
  assert_asked (test, 3, 1, "BETTER");
  assert_told_field (test, "plan_refinement", 0, "refinements", "['Step 2: BETTER']");
  assert_told_field (test, "goal_achieved_early", 0, "steps_remaining", "1");
  assert_told_field (test, "goal_achieved_early", 0, "steps_completed", "2");
}

static void
test_observation_fails (void)
{
  g_autoptr (AgentTest) test = agent_test_new ();

  agent_test_say (test, PLAN (STEP ("1", "STEP-1", "[]"), "true"));
  agent_test_say (test, "SUBA-1");
  say_too_long (test);
  agent_test_say (test, "ANSW");
  agent_test_run (test, CONFIG (""));

  assert_result (test, "raw", "'ANSW'");
  assert_told (test, PLANS,
               "agent_reasoning_started agent_reasoning_completed plan_step_started "
               "plan_step_completed step_observation_started step_observation_failed");
}

static void
test_step_with_tool (void)
{
  g_autoptr (AgentTest) test = agent_test_new ();

  agent_test_add_tool (test, test_tool_new ("look", TEST_TOOL_SAYS, ANY));
  agent_test_say (test, PLAN (STEP ("1", "STEP-1", "[]"), "true"));
  agent_test_call (test, "look", "{\"x\":\"TOOLR\"}", NULL);
  agent_test_say (test, "");
  agent_test_say (test, "ANSW");
  agent_test_run (test, PLANNING);

  assert_result (test, "raw", "'ANSW'");
  assert_asked (test, 0, 1, "look");
  assert_request_has (test, 1, "\"name\":\"look\"");
  /* The model sent no text after its tool call, so the result of the tool is the result of the
   * step. */
  assert_asked (test, 3, 1, "said {\"x\":\"TOOLR\"}");
}

static void
test_step_iterations (void)
{
  g_autoptr (AgentTest) test = agent_test_new ();

  agent_test_add_tool (test, test_tool_new ("look", TEST_TOOL_SAYS, ANY));
  agent_test_say (test, PLAN (STEP ("1", "STEP-1", "[]"), "true"));
  agent_test_call (test, "look", "{\"x\":\"TOOLR\"}", NULL);
  agent_test_say (test, "ANSW");
  agent_test_run (test, CONFIG ("\"reasoning_effort\":\"low\",\"max_step_iterations\":1"));

  assert_result (test, "raw", "'ANSW'");
  assert_asked (test, 2, 1, "said {\"x\":\"TOOLR\"}");
}

static void
test_step_timeout (void)
{
  g_autoptr (AgentTest) test = agent_test_new ();
  g_autofree char *todos = NULL;

  agent_test_add_tool (test, test_tool_new ("hang", TEST_TOOL_HANGS, ANY));
  agent_test_say (test, PLAN (STEP ("1", "STEP-1", "[]"), "true"));
  agent_test_call (test, "hang", "{}", NULL);
  agent_test_say (test, "ANSW");
  agent_test_run (test, CONFIG ("\"reasoning_effort\":\"low\",\"step_timeout\":1"));

  assert_result (test, "raw", "'ANSW'");
  assert_told_field (test, "plan_step_completed", 0, "success", "false");
  todos = agent_test_get (test, "todos");
  g_assert_nonnull (strstr (todos, "'status':'failed'"));
}

/* A missing permission ends the execution together with the steps that run in parallel. */
static void
test_forbidden (void)
{
  g_autoptr (AgentTest) test = agent_test_new ();

  agent_test_add_tool (test, test_tool_new ("no", TEST_TOOL_FORBIDDEN, ANY));
  agent_test_add_tool (test, test_tool_new ("hang", TEST_TOOL_HANGS, ANY));
  agent_test_say (test, PLAN (STEP ("1", "STEP-1", "[]") "," STEP ("2", "STEP-2", "[]"), "true"));
  agent_test_call (test, "hang", "{}", NULL);
  agent_test_call (test, "no", "{}", NULL);
  agent_test_run (test, PLANNING);

  g_assert_error (test->error, TROUPE_TOOL_ERROR, TROUPE_TOOL_ERROR_NOT_PERMITTED);
  g_assert_cmpuint (fake_server_get_n_requests (test->server), ==, 3);
}

static void
test_cancel (void)
{
  g_autoptr (AgentTest) test = agent_test_new ();

  agent_test_add_tool (test, test_tool_new ("hang", TEST_TOOL_HANGS, ANY));
  agent_test_say (test, PLAN (STEP ("1", "STEP-1", "[]"), "true"));
  agent_test_call (test, "hang", "{}", NULL);
  agent_test_begin (test, "openai/gpt-x", PLANNING);
  test_wait_until (test_tool_get_n_calls (g_ptr_array_index (test->tools, 0)) > 0);
  g_cancellable_cancel (test->cancellable);
  agent_test_wait (test);

  g_assert_error (test->error, G_IO_ERROR, G_IO_ERROR_CANCELLED);
}

/* If the planning request with the tool fails, it is repeated without the tool. */
static void
test_in_words (void)
{
  g_autoptr (AgentTest) test = agent_test_new ();

  say_too_long (test);
  agent_test_say (test, PLAN ("", "true"));
  agent_test_say (test, "ANSW");
  agent_test_run (test, PLANNING);

  assert_result (test, "raw", "'ANSW'");
  assert_result (test, "plan", "'PLAN'");
  assert_request_has (test, 0, "\"name\":\"create_reasoning_plan\"");
  assert_not_asked (test, 1, "create_reasoning_plan");
  assert_asked (test, 1, 1, "Say it");
  assert_told (test, PLANS, "agent_reasoning_started agent_reasoning_completed");
}

/* The next attempt uses the tool again. */
static void
test_in_words_once (void)
{
  g_autoptr (AgentTest) test = agent_test_new ();

  say_too_long (test);
  agent_test_say (test, PLAN ("", "false"));
  agent_test_say (test, PLAN ("", "true"));
  agent_test_say (test, "ANSW");
  agent_test_run (test, CONFIG ("\"max_attempts\":2"));

  assert_result (test, "raw", "'ANSW'");
  assert_request_has (test, 2, "\"name\":\"create_reasoning_plan\"");
  g_assert_cmpuint (fake_server_get_n_requests (test->server), ==, 4);
}

static void
test_no_plan (void)
{
  g_autoptr (AgentTest) test = agent_test_new ();

  say_too_long (test);
  say_too_long (test);
  agent_test_say (test, "ANSW");
  agent_test_run (test, PLANNING);

  assert_result (test, "raw", "'ANSW'");
  assert_result (test, "plan", "null");
  assert_told (test, PLANS, "agent_reasoning_started agent_reasoning_failed");
}

static void
test_no_synthesis (void)
{
  g_autoptr (AgentTest) test = agent_test_new ();

  agent_test_say (test, TWO);
  agent_test_say (test, "SUBA-1");
  agent_test_say (test, "SUBA-2");
  say_too_long (test);
  agent_test_run (test, PLANNING);

  assert_result (test, "raw", "'SUBA-1\\n\\nSUBA-2'");
}

static void
test_form (void)
{
  g_autoptr (AgentTest) test = agent_test_new ();

  agent_test_say (test, PLAN (STEP ("1", "STEP-1", "[]"), "true"));
  agent_test_say (test, "SUBA-1");
  agent_test_say (test, "{\"n\":2}");
  agent_test_run (test, PLANNING ",\"response_format\":{\"type\":\"object\",\"properties\":{\"n\":{"
                                 "\"type\":\"integer\"}},\"required\":[\"n\"]}");

  assert_result (test, "pydantic", "{'n':2}");
  assert_not_asked (test, 0, "response_format");
  assert_not_asked (test, 1, "response_format");
  assert_request_has (test, 2, "response_format");
}

static void
test_prompts_and_model (void)
{
  g_autoptr (AgentTest) test = agent_test_new ();

  agent_test_say (test, PLAN ("", "true"));
  agent_test_say (test, "ANSW");
  agent_test_run (test, CONFIG ("\"system_prompt\":\"OWN\",\"plan_prompt\":\"<{description}>\","
                                "\"llm\":\"openai/gpt-y\""));

  assert_result (test, "raw", "'ANSW'");
  assert_asked (test, 0, 0, "OWN");
  assert_asked (test, 0, 1, "<Say it>");
  assert_request_has (test, 0, "\"model\":\"gpt-y\"");
  assert_request_has (test, 1, "\"model\":\"gpt-x\"");
}

/* An answer that the guardrail rejected is retried without new planning, and the plan stays the
 * same. */
static void
test_refused (void)
{
  g_autoptr (AgentTest) test = agent_test_new ();

  agent_test_say (test, PLAN (STEP ("1", "STEP-1", "[]"), "true"));
  agent_test_say (test, "SUBA-1");
  agent_test_say (test, "ANSW-1");
  agent_test_say (test, "{\"valid\":false,\"feedback\":\"MORE\"}");
  agent_test_say (test, "ANSW-2");
  agent_test_say (test, "{\"valid\":true,\"feedback\":null}");
  agent_test_run (test, PLANNING ",\"guardrail\":\"It is good.\"");

  assert_result (test, "raw", "'ANSW-2'");
  assert_result (test, "plan", "'PLAN'");
  g_assert_cmpuint (fake_server_get_n_requests (test->server), ==, 6);
  assert_not_asked (test, 4, "create_reasoning_plan");
  assert_request_has (test, 4, "MORE");
}

static TroupeAgentDefinition *
define (const char *more, GError **error)
{
  g_autofree char *text =
      g_strdup_printf ("{\"role\":\"r\",\"goal\":\"g\",\"backstory\":\"b\"%s}", more);
  g_autoptr (TroupeValue) fields = troupe_value_from_json (text, -1, NULL);

  g_assert_nonnull (fields);
  return troupe_agent_definition_new (fields, error);
}

static void
test_definitions (void)
{
  static const struct
  {
    const char *more;
    const char *message;
  } wrong[] = {
    { CONFIG ("\"reasoning_effort\":\"wild\""), "planning_config.reasoning_effort:" },
    { CONFIG ("\"observe_steps\":3"), "planning_config.observe_steps:" },
    { CONFIG ("\"max_steps\":0"), "planning_config.max_steps:" },
    { CONFIG ("\"plan_prompt\":7"), "planning_config.plan_prompt:" },
    { CONFIG ("\"llm\":{}"), "planning_config.llm:" },
    { ",\"planning_config\":3", "planning_config:" },
  };
  g_autoptr (TroupeAgentDefinition) other = define (CONFIG ("\"llm\":\"openai/o\""), NULL);

  for (guint i = 0; i < G_N_ELEMENTS (wrong); i++)
    {
      g_autoptr (GError) error = NULL;

      g_assert_null (define (wrong[i].more, &error));
      g_assert_error (error, TROUPE_AGENT_ERROR, TROUPE_AGENT_ERROR_DEFINITION);
      g_assert_true (g_str_has_prefix (error->message, wrong[i].message));
    }
  g_assert_cmpstr (troupe_agent_definition_get_model (troupe_agent_definition_get_planner (other)),
                   ==, "openai/o");
}

static void
test_drafts (void)
{
  g_autoptr (TroupeValue) arguments = troupe_value_from_json (
      "{\"steps\":[{\"description\":\"a\",\"step_number\":9223372036854775807},{},7,"
      "{\"description\":\"b\",\"step_number\":1},{\"description\":\"c\",\"depends_on\":[2,1,\"x\","
      "55]},{\"description\":\"d\"}]}",
      -1, NULL);
  g_autoptr (TroupeAgentDraft) draft = troupe_agent_draft_new (arguments, 2);
  g_autoptr (TroupeAgentDraft) more = troupe_agent_draft_new (arguments, 9);
  g_autoptr (TroupeAgentDraft) odd = troupe_agent_draft_new (NULL, 9);
  g_autoptr (TroupeValue) value = NULL;
  g_autofree char *text = NULL;

  /* Step a has an invalid number and gets the number of its position, 1; step b is then a
   * duplicate of 1 and is dropped. */
  g_assert_cmpuint (draft->todos->len, ==, 2);
  g_assert_false (draft->is_ready);
  g_assert_cmpuint (odd->todos->len, ==, 0);
  value = troupe_agent_todos_to_value (more->todos);
  text = troupe_value_to_json (value, 0);
  g_assert_cmpstr (text, ==,
                   "[{\"step_number\":1,\"description\":\"a\",\"tool_used\":null,\"status\":"
                   "\"pending\",\"result\":null,\"depends_on\":[]},{\"step_number\":2,"
                   "\"description\":\"c\",\"tool_used\":null,\"status\":\"pending\",\"result\":"
                   "null,\"depends_on\":[1]},{\"step_number\":3,\"description\":\"d\","
                   "\"tool_used\":null,\"status\":\"pending\",\"result\":null,\"depends_on\":[]}]");
}

int
main (int argc, char **argv)
{
  g_setenv ("GIO_USE_PROXY_RESOLVER", "dummy", TRUE);
  g_test_init (&argc, &argv, NULL);

  g_test_add_func ("/agent/plan/no-steps", test_no_steps);
  g_test_add_func ("/agent/plan/tool-call", test_tool_call);
  g_test_add_func ("/agent/plan/steps", test_steps);
  g_test_add_func ("/agent/plan/parallel", test_parallel);
  g_test_add_func ("/agent/plan/not-ready", test_not_ready);
  g_test_add_func ("/agent/plan/other-words", test_other_words);
  g_test_add_func ("/agent/plan/replan", test_replan);
  g_test_add_func ("/agent/plan/no-replans", test_no_replans);
  g_test_add_func ("/agent/plan/deadlock", test_deadlock);
  g_test_add_func ("/agent/plan/high", test_high);
  g_test_add_func ("/agent/plan/observation-fails", test_observation_fails);
  g_test_add_func ("/agent/plan/step-with-tool", test_step_with_tool);
  g_test_add_func ("/agent/plan/step-iterations", test_step_iterations);
  g_test_add_func ("/agent/plan/step-timeout", test_step_timeout);
  g_test_add_func ("/agent/plan/forbidden", test_forbidden);
  g_test_add_func ("/agent/plan/cancel", test_cancel);
  g_test_add_func ("/agent/plan/no-plan", test_no_plan);
  g_test_add_func ("/agent/plan/in-words", test_in_words);
  g_test_add_func ("/agent/plan/in-words-once", test_in_words_once);
  g_test_add_func ("/agent/plan/no-synthesis", test_no_synthesis);
  g_test_add_func ("/agent/plan/form", test_form);
  g_test_add_func ("/agent/plan/prompts-and-model", test_prompts_and_model);
  g_test_add_func ("/agent/plan/refused", test_refused);
  g_test_add_func ("/agent/plan/definitions", test_definitions);
  g_test_add_func ("/agent/plan/drafts", test_drafts);

  return g_test_run ();
}
