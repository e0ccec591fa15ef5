/* test-run-feedback-answers.c: methods with human feedback, answered in order
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#include "config.h"

#include <string.h>

#include "feedback-queue-test.h"

/* If no outcomes are defined, the complete feedback is the output and is passed to the
 * listeners. */
static void
test_plain (void)
{
  static const char *const answers[] = { "  nice ", NULL };
  g_autoptr (Desk) feedback_queue = desk_new (answers, TROUPE_FEEDBACK_PAUSES);
  g_autofree char *methods =
      g_strdup_printf (DRAFT ", " SAY ("after", "draft", "outputs.draft.feedback"),
                       ", 'metadata': {'team': 'x'}");
  g_autoptr (RunTest) test = ask (methods, feedback_queue);
  TroupeFeedbackRequest *request;
  TroupeValue *given;

  run_test_execute (test);
  g_assert_cmpint (test->result->type, ==, TROUPE_RESULT_OK);
  run_test_assert_value (test->result->final, "'nice'");
  assert_events (
      test,
      "flow_created, flow_started, method_execution_started draft, human_feedback_requested draft, "
      "human_feedback_received draft, method_execution_finished draft, "
      "method_execution_started after, method_execution_finished after, "
      "flow_finished");
  given = troupe_value_map_lookup_string (
      troupe_event_get_field (find_event (test, TROUPE_EVENT_METHOD_STARTED, "after"), "params"),
      "_0", -1);
  assert_feedback (given, "{'output':'text','feedback':'nice','outcome':null,"
                          "'method_name':'draft','metadata':{'team':'x'}}");
  assert_feedback (g_array_index (test->result->outputs, TroupeRunOutput, 0).value,
                   "{'output':'text','feedback':'nice','outcome':null,'method_name':'draft',"
                   "'metadata':{'team':'x'}}");
  request = desk_wait (feedback_queue, 1);
  g_assert_cmpstr (request->message, ==, "Good?");
  g_assert_cmpstr (request->method, ==, "draft");
  g_assert_null (request->emit);
  run_test_assert_value (request->output, "'text'");
  run_test_assert_value (request->metadata, "{'team':'x'}");
}

/* If outcomes are defined, the selected outcome is the event, and the method's output is
 * unchanged. Expressions can access the outcome, the output and the feedback. */
static void
test_outcomes (void)
{
  static const struct
  {
    const char *answer;
    const char *more;
    const char *final;
    const char *outcome;
  } cases[] = {
    { " Revise ", OUTCOMES, "'revised text'", "revise" },
    { "approved", OUTCOMES, "'published '", "approved" },
    { "", OUTCOMES, "'published '", "approved" },
    { " \t", OUTCOMES ", 'default_outcome': 'revise'", "'revised text'", "revise" },
    { "", OUTCOMES ", 'default_outcome': ''", "'published '", "approved" },
  };

  for (guint i = 0; i < G_N_ELEMENTS (cases); i++)
    {
      const char *const answers[] = { cases[i].answer, NULL };
      g_autoptr (Desk) feedback_queue = desk_new (answers, TROUPE_FEEDBACK_PAUSES);
      g_autofree char *methods = g_strdup_printf (
          DRAFT ", " SAY ("named", "draft", "1") ", " SAY (
              "pub", "approved",
              "`published ` + (outputs.draft.output == `text` ? `` : "
              "`?`)") ", " SAY ("rev", "revise", "`revised ` + outputs.draft.output"),
          cases[i].more);
      g_autoptr (RunTest) test = ask (methods, feedback_queue);
      TroupeValue *result;

      run_test_execute (test);
      run_test_assert_value (test->result->final, cases[i].final);
      run_test_assert_value (g_array_index (test->result->outputs, TroupeRunOutput, 0).value,
                             "'text'");
      result = troupe_event_get_field (find_event (test, TROUPE_EVENT_METHOD_FINISHED, "draft"),
                                       "result");
      g_assert_cmpstr (troupe_value_get_string (result, NULL), ==, cases[i].outcome);
      g_assert_cmpuint (run_test_count (test, TROUPE_EVENT_METHOD_FINISHED, "named"), ==, 1);
      result = troupe_value_map_lookup_string (
          troupe_event_get_field (find_event (test, TROUPE_EVENT_METHOD_STARTED, "named"),
                                  "params"),
          "_0", -1);
      g_assert_cmpstr (troupe_value_get_string (result, NULL), ==, cases[i].outcome);
    }
}

/* An empty answer means the default outcome, even if no outcomes are defined. */
static void
test_default_alone (void)
{
  static const char *const answers[] = { "", NULL };
  g_autoptr (Desk) feedback_queue = desk_new (answers, TROUPE_FEEDBACK_PAUSES);
  g_autofree char *methods = g_strdup_printf (DRAFT, ", 'default_outcome': 'fine'");
  g_autoptr (RunTest) test = ask (methods, feedback_queue);

  run_test_execute (test);
  assert_feedback (test->result->final, "{'output':'text','feedback':'','outcome':'fine',"
                                        "'method_name':'draft','metadata':{}}");
}

static void
test_unfit (void)
{
  static const char *const answers[] = { "rather not", NULL };
  g_autoptr (Desk) feedback_queue = desk_new (answers, TROUPE_FEEDBACK_PAUSES);
  g_autofree char *methods = g_strdup_printf (DRAFT ", " SAY ("n", "draft", "1"), OUTCOMES);
  g_autoptr (RunTest) test = ask (methods, feedback_queue);

  run_test_execute (test);
  g_assert_cmpint (test->result->type, ==, TROUPE_RESULT_RUN_ERROR);
  g_assert_error (test->result->error, TROUPE_RUN_ERROR, TROUPE_RUN_ERROR_FEEDBACK);
  g_assert_nonnull (strstr (test->result->error->message, "approved, revise"));
  g_assert_cmpstr (test->result->error_path, ==, "methods.draft.human_feedback");
  run_test_assert_trace (test, "draft> draft!");
}

/* A method that fails does not request feedback, even if it fails immediately. */
static void
test_failed_action (void)
{
  g_autoptr (Desk) feedback_queue = desk_new (NULL, TROUPE_FEEDBACK_PAUSES);
  g_autoptr (RunTest) test = ask (
      "'a': {'start': true, 'do': {'call': 'each', 'in': 'state.id', 'do': [{'name': 'x', "
      "'action': {'call': 'expression', 'expr': 'item'}}]}, 'human_feedback': {'message': 'm'}}",
      feedback_queue);

  run_test_execute (test);
  g_assert_error (test->result->error, TROUPE_RUN_ERROR, TROUPE_RUN_ERROR_EXPRESSION);
  g_assert_cmpuint (feedback_queue->requests->len, ==, 0);
}

/* After a method has received feedback, the feedback is passed on together with the result of
 * every later router (§10). */
static void
test_later_routers (void)
{
  static const char *const answers[] = { "hm", NULL };
  static const char *const names[] = { "q", "h" };
  g_autoptr (Desk) feedback_queue = desk_new (answers, TROUPE_FEEDBACK_PAUSES);
  g_autofree char *methods =
      g_strdup_printf (DRAFT
                       ", " SAY ("mid", "draft", "7") ", " ROUTE ("r", "mid", "x") ", " ROUTE (
                           "q", "x", "y") ", " SAY ("h", "y", "1") ", " SAY ("plain", "h", "2"),
                       "");
  g_autoptr (RunTest) test = ask (methods, feedback_queue);

  run_test_execute (test);
  g_assert_cmpint (test->result->type, ==, TROUPE_RESULT_OK);
  for (guint i = 0; i < G_N_ELEMENTS (names); i++)
    {
      TroupeValue *params =
          troupe_event_get_field (find_event (test, TROUPE_EVENT_METHOD_STARTED, names[i]),
                                  "params");

      assert_feedback (troupe_value_map_lookup_string (params, "_0", -1),
                       "{'output':'text','feedback':'hm','outcome':null,'method_name':'draft',"
                       "'metadata':{}}");
    }
  run_test_assert_value (
      troupe_event_get_field (find_event (test, TROUPE_EVENT_METHOD_STARTED, "r"), "params"),
      "{'_0':7}");
  run_test_assert_value (
      troupe_event_get_field (find_event (test, TROUPE_EVENT_METHOD_STARTED, "plain"), "params"),
      "{'_0':1}");
}

static void
test_loop (void)
{
  static const char *const answers[] = { "revise", "revise", "approved", NULL };
  g_autoptr (Desk) feedback_queue = desk_new (answers, TROUPE_FEEDBACK_PAUSES);
  g_autoptr (RunTest) test = ask (LOOP, feedback_queue);

  run_test_execute (test);
  run_test_assert_value (test->result->final, "3");
  run_test_assert_trace (test, "s> s< draft> draft< draft> draft< draft> draft< pub> pub<");
}

int
main (int argc, char *argv[])
{
  g_test_init (&argc, &argv, NULL);

  g_test_add_func ("/run-feedback/plain", test_plain);
  g_test_add_func ("/run-feedback/outcomes", test_outcomes);
  g_test_add_func ("/run-feedback/default-alone", test_default_alone);
  g_test_add_func ("/run-feedback/unfit", test_unfit);
  g_test_add_func ("/run-feedback/failed-action", test_failed_action);
  g_test_add_func ("/run-feedback/later-routers", test_later_routers);
  g_test_add_func ("/run-feedback/loop", test_loop);

  return g_test_run ();
}
