/* test-run-control.c: agents, cancellation, stepping, inputs, errors and storing of runs
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#include "config.h"

#include <glib/gstdio.h>
#include <string.h>

#include "../test-time.h"
#include "run-test.h"

#define AGENT(model, input)                                                                        \
  "'do': {'call': 'agent', 'with': {'role': 'r', 'goal': 'g', 'backstory': 'b', 'llm': '" model    \
  "', 'input': " input "}}"
/* An agent that writes one word every 30 seconds, which takes longer than any test waits. */
#define SLOW_AGENT                                                                                 \
  "'do': {'call': 'agent', 'with': {'role': 'r', 'goal': 'g', 'backstory': 'b', 'llm': "           \
  "{'model': 'mock/slow', 'word_delay_ms': 30000}, 'input': 'one two three four five six seven "   \
  "eight nine ten one two three four five six seven eight nine ten'}}"

/* --- Agents -------------------------------------------------------------------------------------- */

static void
test_agent (void)
{
  g_autoptr (RunTest) test = run_test_new (
      "'s': {'start': true, 'do': {'call': 'expression', 'expr': '[1, 2]'}},"
      "'a': {'listen': 's', " AGENT (
          "mock/echo",
          "'Say ${outputs.s[1]} and ${state.id}'") "},"
                                                   "'b': {'listen': 'a', 'do': {'call': "
                                                   "'expression', 'expr': 'outputs.a.raw'}}");
  const char *text;

  troupe_run_set_id (test->run, "0001");
  run_test_execute (test);
  g_assert_no_error (test->result->error);
  run_test_assert_trace (test, "s> s< a> a< b> b<");
  text = troupe_value_get_string (test->result->final, NULL);
  g_assert_nonnull (strstr (text, "Say 2 and 0001"));
  g_assert_cmpint (test->result->usage.requests, ==, 1);
  g_assert_cmpint (test->result->usage.total_tokens, >, 0);
  g_assert_cmpuint (run_test_count (test, TROUPE_EVENT_LLM_CALL_FINISHED, "a"), ==, 1);
}

static void
test_agent_in_each (void)
{
  g_autoptr (RunTest) test = run_test_new (
      "'e': {'start': true, 'do': {'call': 'each', 'in': '[1, 2, 3]', 'do': ["
      "{'name': 'ask', 'if': 'item != 2', 'action': {'call': 'agent', 'with': {'role': 'r', 'goal':"
      " 'g', 'backstory': 'b', 'llm': 'mock/say:yes', 'input': 'number ${item}'}}},"
      "{'name': 'take', 'if': 'has(outputs.ask)', 'action': {'call': 'expression', 'expr':"
      " '[item, outputs.ask.raw]'}}]}}");

  run_test_execute (test);
  g_assert_no_error (test->result->error);
  run_test_assert_value (test->result->final, "[[1,'yes'],null,[3,'yes']]");
  g_assert_cmpint (test->result->usage.requests, ==, 2);
}

static void
test_agent_input_of_wrong_type (void)
{
  g_autoptr (RunTest) test =
      run_test_new ("'a': {'start': true, " AGENT ("mock/echo", "'${1 + 1}'") "}");

  run_test_execute (test);
  g_assert_error (test->result->error, TROUPE_RUN_ERROR, TROUPE_RUN_ERROR_INPUT);
  run_test_assert_trace (test, "a> a!");
}

static void
test_agent_that_fails (void)
{
  g_autoptr (RunTest) test = run_test_new (
      "'a': {'start': true, 'do': {'call': 'agent', 'with': {'role': 'r', 'goal': 'g', 'backstory':"
      " 'b', 'llm': {'model': 'mock/script', 'answers': [{'error': 'no', 'status': 503}]},"
      " 'input': 'x'}}}");

  run_test_execute (test);
  g_assert_error (test->result->error, TROUPE_RUN_ERROR, TROUPE_RUN_ERROR_PROVIDER);
  g_assert_true (test->result->temporary);
  g_assert_cmpstr (test->result->error_method, ==, "a");
  g_assert_cmpstr (test->result->error_path, ==, "methods.a.do");
}

/* A hundred agents that need 300 ms each wait concurrently. */
static void
test_parallel_agents (void)
{
  GString *methods = g_string_new (NULL);
  g_autoptr (RunTest) test = NULL;

  for (guint i = 0; i < 100; i++)
    g_string_append_printf (
        methods,
        "%s'a%u': {'start': true, 'do': {'call': 'agent', 'with': {'role': 'r', 'goal': 'g',"
        " 'backstory': 'b', 'llm': {'model': 'mock/say:one', 'word_delay_ms': 1500}, 'input': "
        "'x'}}}",
        i > 0 ? "," : "", i);
  test = run_test_new (methods->str);
  run_test_execute (test);
  g_assert_no_error (test->result->error);
  g_assert_cmpint (test->result->usage.requests, ==, 100);
  g_assert_cmpint (test->result->elapsed_us, <, TEST_WAIT_US);
  g_string_free (methods, TRUE);
}

static void
test_race_of_agents (void)
{
  g_autoptr (RunTest) test =
      run_test_new ("'s': {'start': true, 'do': {'call': 'expression', 'expr': '1'}},"
                    "'a': {'listen': 's', " SLOW_AGENT "}, 'b': {'listen': 's', " AGENT (
                        "mock/say:b", "'x'") "},"
                                             "'c': {'listen': {'or': ['a', 'b']}, 'do': {'call': "
                                             "'expression', 'expr': 'has(outputs.a)'}}");

  run_test_execute (test);
  run_test_assert_trace (test, "s> s< a> b> ax b< c> c<");
  run_test_assert_value (test->result->final, "false");
  g_assert_cmpint (test->result->elapsed_us, <, TEST_WAIT_US);
}

/* --- Cancellation and timeouts ---------------------------------------------------------------- */

static void
assert_stopped (RunTest *test, TroupeRunResultType type)
{
  TroupeEvent *last = g_ptr_array_index (test->events, test->events->len - 1);

  g_assert_cmpint (test->result->type, ==, type);
  g_assert_cmpint (last->type, ==, TROUPE_EVENT_FLOW_CANCELLED);
  g_assert_cmpuint (run_test_count (test, TROUPE_EVENT_METHOD_CANCELLED, "a"), ==, 1);
  g_assert_cmpuint (run_test_count (test, TROUPE_EVENT_METHOD_CANCELLED, NULL), ==, 1);
  g_assert_nonnull (test->result->state);
}

static void
test_cancel (void)
{
  g_autoptr (RunTest) test = run_test_new ("'a': {'start': true, " SLOW_AGENT "}");
  gint64 begun_us;

  run_test_start (test);
  while (run_test_count (test, TROUPE_EVENT_LLM_CALL_STARTED, "a") == 0)
    g_main_context_iteration (NULL, FALSE);
  begun_us = g_get_monotonic_time ();
  troupe_run_cancel (test->run);
  run_test_wait (test);
  assert_stopped (test, TROUPE_RESULT_CANCELLED);
  g_assert_cmpint (g_get_monotonic_time () - begun_us, <, TEST_WAIT_US);
  g_assert_null (test->result->error);
  /* Cancelling a finished run has no effect. */
  troupe_run_cancel (test->run);
}

static void
test_cancel_before_start (void)
{
  g_autoptr (RunTest) test = run_test_new ("'a': {'start': true, " SLOW_AGENT "}");

  troupe_run_cancel (test->run);
  run_test_execute (test);
  g_assert_cmpint (test->result->type, ==, TROUPE_RESULT_CANCELLED);
  g_assert_cmpuint (test->events->len, ==, 0);
}

static void
test_timeout (void)
{
  g_autoptr (RunTest) test = run_test_new ("'a': {'start': true, " SLOW_AGENT "}");

  troupe_run_set_timeout (test->run, 100 * 1000);
  run_test_execute (test);
  assert_stopped (test, TROUPE_RESULT_TIMEOUT);
  g_assert_cmpint (test->result->elapsed_us, >=, 100 * 1000);
  g_assert_cmpint (test->result->elapsed_us, <, TEST_WAIT_US);
}

/* A flow that only evaluates expressions can also be stopped. */
static void
test_timeout_of_loop (void)
{
  g_autoptr (RunTest) test = run_test_new_document (
      "{'name': 'Loop', 'config': {'max_method_calls': 1000000000}, 'methods': {"
      "'s': {'start': true, 'do': {'call': 'expression', 'expr': '1'}},"
      "'r': {'router': true, 'listen': {'or': ['s', 'x']}, 'do': {'call': 'expression', 'expr':"
      " '`x`'}}}}");
  g_autoptr (TroupeRun) run = troupe_run_new (test->flow);

  troupe_run_set_timeout (run, 50 * 1000);
  test->result = troupe_run_execute (run);
  g_assert_cmpint (test->result->type, ==, TROUPE_RESULT_TIMEOUT);
}

/* --- Stepping ------------------------------------------------------------------------------------ */

#define SAY(name, rest)                                                                            \
  "'" name "': {" rest ", 'do': {'call': 'expression', 'expr': 'size(outputs)'}}"

static const char stepped[] = SAY ("s", "'start': true") "," SAY ("a", "'listen': 's'") "," SAY (
    "b",
    "'listen': 's'") ","
                     "'r': {'listen': 'a', 'router': true, 'do': {'call': 'expression', 'expr': "
                     "'`go`'}}," SAY ("c",
                                      "'listen': 'go'") "," SAY ("j",
                                                                 "'listen': {'and': ['b', 'c']}");

static void
wait_until_held (RunTest *test, guint count)
{
  const gint64 deadline = g_get_monotonic_time () + TEST_WAIT_US;

  while (run_test_count (test, TROUPE_EVENT_RUN_HELD, NULL) < count)
    {
      g_assert_cmpint (g_get_monotonic_time (), <, deadline);
      g_main_context_iteration (NULL, FALSE);
      g_thread_yield ();
    }
}

/* Returns the next methods that the last pause event lists. */
static char *
describe_next (RunTest *test)
{
  TroupeValue *next = NULL;

  g_mutex_lock (&test->mutex);
  for (guint i = 0; i < test->events->len; i++)
    {
      TroupeEvent *event = g_ptr_array_index (test->events, i);

      if (event->type == TROUPE_EVENT_RUN_HELD)
        next = troupe_event_get_field (event, "next");
    }
  g_mutex_unlock (&test->mutex);
  g_assert_nonnull (next);
  return run_test_text (next);
}

/* After each step, one more method has finished, and the listeners of this method have not
 * started. */
static void
test_steps (void)
{
  static const struct
  {
    const char *trace;
    const char *next;
  } steps[] = {
    { "", "['s']" },
    { "s> s<", "['a','b']" },
    /* a and b start concurrently, so b is still running. */
    { "s> s< a> b> a<", "['r']" },
    { "s> s< a> b> a< r> b<", "['r']" },
    { "s> s< a> b> a< r> b< r<", "['c']" },
    { "s> s< a> b> a< r> b< r< c> c<", "['j']" },
    { "s> s< a> b> a< r> b< r< c> c< j> j<", "[]" },
  };
  g_autoptr (RunTest) free_run = run_test_new (stepped);
  g_autoptr (RunTest) test = run_test_new (stepped);
  g_autofree char *expected = NULL;

  run_test_execute (free_run);
  expected = run_test_trace (free_run);
  troupe_run_hold (test->run);
  run_test_start (test);
  for (guint i = 0; i < G_N_ELEMENTS (steps); i++)
    {
      g_autofree char *next = NULL;

      if (i > 0)
        troupe_run_step (test->run);
      wait_until_held (test, i + 1);
      next = describe_next (test);
      run_test_assert_trace (test, steps[i].trace);
      g_assert_cmpstr (next, ==, steps[i].next);
    }
  troupe_run_step (test->run);
  run_test_wait (test);
  g_assert_cmpint (test->result->type, ==, TROUPE_RESULT_OK);
  run_test_assert_trace (test, expected);
  g_assert_true (troupe_value_equal (test->result->final, free_run->result->final));
}

/* Stepping also handles a method that fails and a method that exceeds the limit of calls. */
static void
test_steps_to_failure (void)
{
  g_autoptr (RunTest) test = run_test_new_document (
      "{'name': 'Loop', 'config': {'max_method_calls': 1}, 'methods': {"
      "'s': {'start': true, 'do': {'call': 'expression', 'expr': '1'}},"
      "'r': {'router': true, 'listen': {'or': ['s', 'x']}, 'do': {'call': 'expression', 'expr':"
      " '`x`'}}}}");

  troupe_run_hold (test->run);
  run_test_start (test);
  for (guint i = 0; i < 3; i++)
    {
      wait_until_held (test, i + 1);
      troupe_run_step (test->run);
    }
  run_test_wait (test);
  run_test_assert_trace (test, "s> s< r> r<");
  g_assert_error (test->result->error, TROUPE_RUN_ERROR, TROUPE_RUN_ERROR_LIMIT);
}

/* The time during which a run is paused does not count as execution time. */
static void
test_time_of_pause (void)
{
  g_autoptr (RunTest) test = run_test_new (stepped);
  gint64 begun_us = g_get_monotonic_time ();
  gint64 until_us;

  troupe_run_hold (test->run);
  run_test_start (test);
  wait_until_held (test, 1);
  until_us = g_get_monotonic_time () + 300 * 1000;
  while (g_get_monotonic_time () < until_us)
    g_main_context_iteration (NULL, FALSE);
  troupe_run_release (test->run);
  run_test_wait (test);
  g_assert_cmpint (test->result->elapsed_us, >=, 0);
  g_assert_cmpint (test->result->elapsed_us, <=, g_get_monotonic_time () - begun_us - 300 * 1000);
}

/* --- Inputs -------------------------------------------------------------------------------------- */

static void
set_inputs (RunTest *test, const char *json)
{
  g_autofree char *text = g_strdelimit (g_strdup (json), "'", '"');
  g_autoptr (TroupeValue) inputs = troupe_value_from_json (text, -1, NULL);

  troupe_run_set_inputs (test->run, inputs);
}

static void
test_inputs (void)
{
  g_autoptr (RunTest) test = run_test_new_document (
      "{'name': 'In', 'state': {'type': 'dict', 'default': {'n': 1, 'm': 2}}, 'methods': {'s': "
      "{'start': true,"
      " 'do': {'call': 'expression', 'expr': '[state.n, state.m, state.id]'}}}}");

  set_inputs (test, "{'n': 5, 'id': 'mine'}");
  run_test_execute (test);
  run_test_assert_value (test->result->final, "[5,2,'mine']");
  run_test_assert_value (test->result->state, "{'n':5,'m':2,'id':'mine'}");
}

static void
test_inputs_that_do_not_fit (void)
{
  static const struct
  {
    const char *inputs;
    guint n_events;
  } cases[] = { { "{'n': 'x'}", 1 }, { "{}", 3 } };

  for (guint i = 0; i < G_N_ELEMENTS (cases); i++)
    {
      g_autoptr (RunTest) test = run_test_new_document (
          "{'name': 'In', 'state': {'type': 'json_schema', 'json_schema': {'type': 'object',"
          " 'properties': {'n': {'type': 'integer'}}, 'required': ['n']}}, 'methods': {'s': "
          "{'start':"
          " true, 'do': {'call': 'expression', 'expr': '1'}}}}");

      set_inputs (test, cases[i].inputs);
      run_test_execute (test);
      g_assert_cmpint (test->result->type, ==, TROUPE_RESULT_RUN_ERROR);
      g_assert_error (test->result->error, TROUPE_RUN_ERROR, TROUPE_RUN_ERROR_SCHEMA);
      g_assert_cmpuint (test->events->len, ==, cases[i].n_events);
    }
}

static void
test_clock_and_id (void)
{
  g_autoptr (RunTest) test = run_test_new (
      "'s': {'start': true, 'do': {'call': 'expression', 'expr': '[string(now()), state.id]'}}");

  troupe_run_set_clock (test->run, G_GINT64_CONSTANT (1763715403123456));
  troupe_run_set_id (test->run, "6a0f0f0e-0000-4000-8000-000000000001");
  run_test_execute (test);
  run_test_assert_value (test->result->final,
                         "['2025-11-21T08:56:43Z','6a0f0f0e-0000-4000-8000-000000000001']");
}

/* --- Rejected documents ----------------------------------------------------------------------- */

#define CREW_FROM_REPOSITORY                                                                              \
  "{'call': 'crew', 'with': {'agents': {'a': {'from_repository': 'x', 'role': 'r', 'goal': 'g', "             \
  "'backstory': 'b', 'llm': 'mock/echo'}}, 'tasks': [{'description': 'd', 'expected_output': "     \
  "'e', 'agent': 'a'}]}}"

static void
test_unsupported (void)
{
  g_autoptr (RunTest) test = run_test_new (
      "'s': {'start': true, 'do': {'call': 'expression', 'expr': '1'}},"
      "'tl': {'listen': 's', 'do': {'call': 'tool', 'ref': 'mail/send'}},"
      "'cr': {'listen': 's', 'do': " CREW_FROM_REPOSITORY "},"
      "'hf': {'listen': 's', 'do': {'call': 'expression', 'expr': '1'}, 'human_feedback':"
      " {'message': 'm', 'provider': 'm:P'}},"
      "'ok': {'listen': 's', 'do': {'call': 'expression', 'expr': '1'}, 'persist': {'enabled': "
      "false}},"
      "'ea': {'listen': 's', 'do': {'call': 'each', 'in': '[1]', 'do': [{'name': 'st', 'action':"
      " " CREW_FROM_REPOSITORY "}]}}");
  static const char *const named[] = { "tl", "cr", "hf", "ea", "st" };
  g_autoptr (GError) error = NULL;

  g_assert_false (troupe_run_check (test->run, &error));
  g_assert_error (error, TROUPE_RUN_ERROR, TROUPE_RUN_ERROR_BUILD);
  run_test_execute (test);
  g_assert_cmpint (test->result->type, ==, TROUPE_RESULT_BUILD_ERROR);
  g_assert_cmpuint (test->events->len, ==, 0);
  g_assert_cmpstr (test->result->error->message, ==, error->message);
  for (guint i = 0; i < G_N_ELEMENTS (named); i++)
    {
      g_autofree char *quoted = g_strdup_printf ("“%s”", named[i]);

      g_assert_nonnull (strstr (error->message, quoted));
    }
  g_assert_null (strstr (error->message, "“ok”"));
  g_assert_null (strstr (error->message, "“s”"));
}

/* A long value in a message is shortened between two characters, wherever its limit falls. */
static void
test_long_wrong_value (void)
{
  for (guint i = 0; i < 3; i++)
    {
      g_autofree char *text = g_strnfill (i, 'x');
      GString *expression = g_string_new (text);
      g_autofree char *methods = NULL;
      g_autoptr (RunTest) test = NULL;

      for (guint j = 0; j < 100; j++)
        g_string_append (expression, "字");
      methods = g_strdup_printf ("'e': {'start': true, 'do': {'call': 'each', 'in': '\\\"%s\\\"', "
                                 "'do': [{'name': 's', 'action': {'call': 'expression', 'expr': "
                                 "'1'}}]}}",
                                 expression->str);
      g_string_free (expression, TRUE);
      test = run_test_new (methods);
      run_test_execute (test);
      g_assert_error (test->result->error, TROUPE_RUN_ERROR, TROUPE_RUN_ERROR_EXPRESSION);
      g_assert_true (g_utf8_validate (test->result->error->message, -1, NULL));
      g_assert_nonnull (strstr (test->result->error->message, "字字…"));
    }
}

static void
test_document_with_errors (void)
{
  g_autoptr (RunTest) test =
      run_test_new ("'s': {'start': true, 'do': {'call': 'expression', 'expr': '1 +'}}");

  run_test_execute (test);
  g_assert_cmpint (test->result->type, ==, TROUPE_RESULT_LOAD_ERROR);
  g_assert_error (test->result->error, TROUPE_RUN_ERROR, TROUPE_RUN_ERROR_DOCUMENT);
  g_assert_null (test->result->state);
}

static char *
no_environment (const char *name, gpointer user_data)
{
  return NULL;
}

static void
test_check_models (void)
{
  g_autoptr (RunTest) good = run_test_new ("'a': {'start': true, " AGENT ("mock/echo", "'x'") "}");
  g_autoptr (RunTest) keyless =
      run_test_new ("'a': {'start': true, " AGENT ("openai/gpt-4.1-mini", "'x'") "}");
  g_autoptr (GError) error = NULL;

  g_assert_true (troupe_run_check (good->run, &error));
  g_assert_no_error (error);
  troupe_run_set_environment (keyless->run, no_environment, NULL, NULL);
  g_assert_false (troupe_run_check (keyless->run, &error));
  g_assert_error (error, TROUPE_RUN_ERROR, TROUPE_RUN_ERROR_PROVIDER);
  g_assert_nonnull (strstr (error->message, "OPENAI_API_KEY"));
}

/* The message names the agent and the field whose model lacks a key. */
static void
test_check_crew_models (void)
{
#define MEMBER(role, more)                                                                         \
  "{'role': '" role "', 'goal': 'g', 'backstory': 'b', 'llm': 'mock/echo'" more "}"
#define CREW(fields, one)                                                                          \
  "'a': {'start': true, 'do': {'call': 'crew', 'with': {'name': 'News', 'agents': {'one': " one    \
  ", 'chief': {'role': 'Chief', 'goal': 'g', 'backstory': 'b', 'llm': 'openai/m'}}, 'tasks': "     \
  "[{'name': 't', 'description': 'd', 'expected_output': 'o', 'agent': 'one'}]" fields "}}}"
  static const struct
  {
    const char *methods;
    const char *message; /* (nullable): its beginning; NULL if the run can start */
  } cases[] = {
    { CREW ("", MEMBER ("One", "")), NULL },
    { CREW (", 'process': 'hierarchical', 'manager_agent': 'chief'", MEMBER ("One", "")),
      "The manager “Chief” cannot run: The model “" },
    { CREW (", 'process': 'hierarchical', 'manager_llm': 'mock/echo'", MEMBER ("One", "")),
      "The agent “Chief” cannot run: The model “" },
    { "'a': {'start': true, 'do': {'call': 'crew', 'with': {'name': 'News', 'process': "
      "'hierarchical', 'manager_llm': 'openai/m', 'agents': {'one': " MEMBER (
          "One", "") "}, 'tasks': [{'name': 't', 'description': 'd', 'expected_output': 'o'}]}}}",
      "The manager of the crew “News” cannot run: “manager_llm”: The model “" },
    { CREW (", 'planning': true, 'planning_llm': 'openai/m'", MEMBER ("One", "")),
      "The crew “News” cannot plan its tasks: “planning_llm”: The model “" },
    { CREW ("", MEMBER ("One", ", 'planning_config': {'llm': 'openai/m'}")),
      "The task “t” of “One” cannot run: “planning_config.llm”: The model “" },
  };

  for (guint i = 0; i < G_N_ELEMENTS (cases); i++)
    {
      g_autoptr (RunTest) test = run_test_new (cases[i].methods);
      g_autoptr (GError) error = NULL;

      troupe_run_set_environment (test->run, no_environment, NULL, NULL);
      troupe_run_check (test->run, &error);
      if (cases[i].message == NULL)
        g_assert_no_error (error);
      else
        {
          g_assert_error (error, TROUPE_RUN_ERROR, TROUPE_RUN_ERROR_PROVIDER);
          g_test_message ("%s", error->message);
          g_assert_true (g_str_has_prefix (error->message, cases[i].message));
        }
    }
#undef CREW
#undef MEMBER
}

/* --- JSON result of `run --json`, and the store ----------------------------------------------- */

static void
test_result_object (void)
{
  g_autoptr (RunTest) test =
      run_test_new ("'s': {'start': true, 'do': {'call': 'expression', 'expr': '{`x`: 3.0}'}},"
                    "'t': {'listen': 's', 'do': {'call': 'expression', 'expr': 'outputs.s.y'}}");
  g_autoptr (TroupeValue) object = NULL;
  TroupeValue *error;

  troupe_run_set_id (test->run, "0001");
  run_test_execute (test);
  object = troupe_run_result_to_value (test->result, test->run, "flow.json", NULL);
  run_test_assert_value (troupe_value_map_lookup_string (object, "result", -1), "'run_error'");
  run_test_assert_value (troupe_value_map_lookup_string (object, "final", -1), "null");
  run_test_assert_value (troupe_value_map_lookup_string (object, "outputs", -1),
                         "[['s',{'x':3.0}]]");
  run_test_assert_value (troupe_value_map_lookup_string (object, "state", -1), "{'id':'0001'}");
  run_test_assert_value (troupe_value_map_lookup_string (object, "run", -1), "'0001'");
  error = troupe_value_map_lookup_string (object, "error", -1);
  run_test_assert_value (troupe_value_map_lookup_string (error, "kind", -1), "'expression'");
  run_test_assert_value (troupe_value_map_lookup_string (error, "method", -1), "'t'");
  run_test_assert_value (troupe_value_map_lookup_string (error, "path", -1), "'methods.t.do.expr'");
  run_test_assert_value (troupe_value_map_lookup_string (error, "file", -1), "'flow.json'");
}

static void
remove_folder (const char *folder)
{
  g_autoptr (GDir) dir = g_dir_open (folder, 0, NULL);
  const char *name;

  while ((name = g_dir_read_name (dir)) != NULL)
    {
      g_autofree char *path = g_build_filename (folder, name, NULL);

      g_assert_cmpint (g_remove (path), ==, 0);
    }
  g_assert_cmpint (g_rmdir (folder), ==, 0);
}

static void
test_kept (void)
{
  g_autofree char *folder = g_dir_make_tmp ("troupe-run-XXXXXX", NULL);
  g_autoptr (TroupeStore) store = troupe_store_open (folder, NULL);
  g_autoptr (RunTest) test =
      run_test_new ("'s': {'start': true, 'do': {'call': 'expression', 'expr': '7'}}");
  g_autoptr (TroupeRunRecord) record = NULL;
  g_autoptr (GPtrArray) events = NULL;
  g_autoptr (GError) error = NULL;

  troupe_run_set_store (test->run, store, "/x/flow.json", "{}");
  run_test_execute (test);
  record = troupe_store_get_run (store, troupe_run_get_id (test->run), &error);
  g_assert_no_error (error);
  g_assert_cmpint (record->status, ==, TROUPE_RUN_STATUS_OK);
  g_assert_cmpstr (record->name, ==, "Test");
  g_assert_cmpstr (record->path, ==, "/x/flow.json");
  g_assert_cmpstr (record->document, ==, "{}");
  g_assert_cmpstr (record->digest, ==, troupe_flow_get_digest (test->flow));
  run_test_assert_value (troupe_value_map_lookup_string (record->result, "final", -1), "7");
  events = troupe_store_get_events (store, record->id, &error);
  g_assert_no_error (error);
  g_assert_cmpuint (events->len, ==, test->events->len);
  g_clear_object (&store);
  g_clear_pointer (&test, run_test_free);
  remove_folder (folder);
}

int
main (int argc, char *argv[])
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/run/agent/answer", test_agent);
  g_test_add_func ("/run/agent/each", test_agent_in_each);
  g_test_add_func ("/run/agent/input", test_agent_input_of_wrong_type);
  g_test_add_func ("/run/agent/failure", test_agent_that_fails);
  g_test_add_func ("/run/agent/parallel", test_parallel_agents);
  g_test_add_func ("/run/agent/race", test_race_of_agents);
  g_test_add_func ("/run/stop/cancel", test_cancel);
  g_test_add_func ("/run/stop/before-start", test_cancel_before_start);
  g_test_add_func ("/run/stop/timeout", test_timeout);
  g_test_add_func ("/run/stop/loop", test_timeout_of_loop);
  g_test_add_func ("/run/step/each", test_steps);
  g_test_add_func ("/run/step/failure", test_steps_to_failure);
  g_test_add_func ("/run/step/time", test_time_of_pause);
  g_test_add_func ("/run/inputs/merge", test_inputs);
  g_test_add_func ("/run/inputs/schema", test_inputs_that_do_not_fit);
  g_test_add_func ("/run/inputs/clock-and-id", test_clock_and_id);
  g_test_add_func ("/run/refuse/unsupported", test_unsupported);
  g_test_add_func ("/run/refuse/long-wrong-value", test_long_wrong_value);
  g_test_add_func ("/run/refuse/document", test_document_with_errors);
  g_test_add_func ("/run/refuse/models", test_check_models);
  g_test_add_func ("/run/refuse/crew-models", test_check_crew_models);
  g_test_add_func ("/run/result/object", test_result_object);
  g_test_add_func ("/run/store/kept", test_kept);
  return g_test_run ();
}
