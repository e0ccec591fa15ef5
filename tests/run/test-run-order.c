/* test-run-order.c: order of a flow's methods
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#include "config.h"

#include "run-test.h"

#define EXPRESSION(text) "'do': {'call': 'expression', 'expr': '" text "'}"
#define START(name, text) "'" name "': {'start': true, " EXPRESSION (text) "}"
#define LISTEN(name, condition, text) "'" name "': {'listen': " condition ", " EXPRESSION (text) "}"
#define ROUTER(name, condition, text)                                                              \
  "'" name "': {'router': true, 'listen': " condition ", " EXPRESSION (text) "}"

static void
test_concurrent_branches (void)
{
  g_autoptr (RunTest) test = run_test_new (
      START ("s", "1") "," LISTEN ("a", "'s'", "2") "," LISTEN ("b", "'s'", "3") "," LISTEN (
          "c", "'a'", "[outputs.a, outputs.b]") "," LISTEN ("d", "'b'",
                                                            "4") "," LISTEN ("j",
                                                                             "{'and': ['c', 'd']}",
                                                                             "size(outputs)"));

  run_test_execute (test);
  g_assert_cmpint (test->result->type, ==, TROUPE_RESULT_OK);
  /* The listener of a sees the output of b, because a and b were launched together and have the
   * same duration. */
  run_test_assert_trace (test, "s> s< a> b> a< c> b< d> c< d< j> j<");
  run_test_assert_value (test->result->final, "5");
}

static void
test_unequal_depth (void)
{
  g_autoptr (RunTest) test =
      run_test_new (START ("s", "1") "," START ("t", "1") "," LISTEN ("a", "'s'", "1") "," LISTEN (
          "b", "'a'", "1") "," LISTEN ("c", "'t'", "1") "," LISTEN ("j", "{'and': ['b', 'c']}",
                                                                    "size(outputs)"));

  run_test_execute (test);
  run_test_assert_trace (test, "s> t> s< a> t< c> a< b> c< b< j> j<");
}

static void
test_launched_together_do_not_see_each_other (void)
{
  g_autoptr (RunTest) test =
      run_test_new (START ("a", "size(outputs)") "," START ("b", "size(outputs)"));

  run_test_execute (test);
  run_test_assert_value (test->result->final, "0");
  g_assert_cmpuint (test->result->outputs->len, ==, 2);
}

static void
test_router_phase (void)
{
  g_autoptr (RunTest) test = run_test_new (
      START ("s", "1") "," ROUTER ("r", "'s'", "`x`") "," ROUTER ("q", "'x'", "`y`") "," LISTEN (
          "on_s", "'s'", "1") "," LISTEN ("on_r", "'r'",
                                          "2") "," LISTEN ("on_x", "'x'",
                                                           "3") "," LISTEN ("on_y", "'y'", "4"));

  run_test_execute (test);
  run_test_assert_trace (test, "s> s< r> r< on_r> on_r< q> q< on_s> on_s< on_x> on_x< on_y> on_y<");
}

static void
test_label_of_list (void)
{
  g_autoptr (RunTest) test = run_test_new (START ("s", "1") "," ROUTER (
      "r", "'s'", "[`a`, 1.0, true]") ","
                                      "'l': {'listen': '[`a`, 1.0, True]', 'do': {'call': "
                                      "'expression', 'expr': '7'}}");

  run_test_execute (test);
  run_test_assert_value (test->result->final, "7");
}

static void
test_conditional_start_and_start_router (void)
{
  g_autoptr (RunTest) test = run_test_new ("'s': {'start': true, 'router': true, " EXPRESSION (
      "`go`") "},"
              "'late': {'start': 'go', " EXPRESSION ("`late`") "}," ROUTER (
                  "again", "'go'",
                  "`more`") ","
                            "'later': {'start': 'more', " EXPRESSION ("`later`") "}");

  run_test_execute (test);
  /* The output of a start method triggers its listeners but is not a router's event, so it does
   * not trigger conditional starts. */
  run_test_assert_trace (test, "s> s< again> again< later> later<");
}

/* A conditional start that also listens to the same event runs only once for this event, as a
 * listener. */
static void
test_conditional_start_that_listens (void)
{
  g_autoptr (RunTest) test = run_test_new (START ("s", "1") "," ROUTER (
      "r", "'s'", "`go`") ","
                          "'both': {'start': 'go', 'listen': 'go', " EXPRESSION ("`b`") "}");
  TroupeEvent *started;

  run_test_execute (test);
  run_test_assert_trace (test, "s> s< r> r< both> both<");
  started = g_ptr_array_index (test->events, 6);
  run_test_assert_value (troupe_event_get_field (started, "params"), "{'_0':'go'}");
}

/* A listener of several events runs once. It runs again only after a router has emitted an event
 * of the listener's condition. */
static void
test_fire_once (void)
{
  g_autoptr (RunTest) test = run_test_new (
      START ("s", "1") "," LISTEN ("a", "'s'", "1") "," ROUTER ("r", "'a'", "`x`") "," LISTEN (
          "once", "{'or': ['s', 'a', 'r']}", "1") "," LISTEN ("armed", "{'or': ['s', 'x']}", "1"));

  run_test_execute (test);
  g_assert_cmpuint (run_test_count (test, TROUPE_EVENT_METHOD_STARTED, "once"), ==, 1);
  g_assert_cmpuint (run_test_count (test, TROUPE_EVENT_METHOD_STARTED, "armed"), ==, 2);
}

static void
test_loop_fires_again (void)
{
  g_autoptr (RunTest) test = run_test_new_document (
      "{'name': 'Loop', 'config': {'max_method_calls': 3}, 'methods': {"
      "'s': {'start': 'again', " EXPRESSION ("size(outputs)") "}," ROUTER (
          "r", "'s'", "`again`") "," LISTEN ("l", "{'or': ['r', 'x']}", "1") "}}");

  run_test_execute (test);
  g_assert_cmpint (test->result->type, ==, TROUPE_RESULT_RUN_ERROR);
  g_assert_error (test->result->error, TROUPE_RUN_ERROR, TROUPE_RUN_ERROR_LIMIT);
  g_assert_cmpstr (test->result->error_method, ==, "r");
  g_assert_cmpuint (run_test_count (test, TROUPE_EVENT_METHOD_FINISHED, "l"), ==, 3);
  g_assert_cmpuint (run_test_count (test, TROUPE_EVENT_METHOD_STARTED, "r"), ==, 3);
  g_assert_cmpuint (run_test_count (test, TROUPE_EVENT_METHOD_FAILED, NULL), ==, 0);
}

static void
test_race (void)
{
  g_autoptr (RunTest) test =
      run_test_new (START ("s", "1") "," LISTEN ("a", "'s'", "`a`") "," LISTEN (
          "b", "'s'", "`b`") "," LISTEN ("c", "{'or': ['a', 'b']}", "size(outputs)"));

  run_test_execute (test);
  run_test_assert_trace (test, "s> s< a> b> bx a< c> c<");
  run_test_assert_value (test->result->final, "2");
  g_assert_cmpuint (test->result->outputs->len, ==, 3);
}

static void
test_race_that_a_failure_leaves (void)
{
  g_autoptr (RunTest) test = run_test_new (
      START ("s", "1") "," LISTEN ("a", "'s'", "1/0") "," LISTEN ("b", "'s'", "`b`") "," LISTEN (
          "c", "{'or': ['a', 'b']}", "`c`") "," LISTEN ("d", "'s'", "1/0"));

  run_test_execute (test);
  /* d belongs to the batch with the race, so its error is swallowed like that of a. */
  g_assert_cmpint (test->result->type, ==, TROUPE_RESULT_OK);
  run_test_assert_value (test->result->final, "'c'");
  g_assert_cmpuint (run_test_count (test, TROUPE_EVENT_METHOD_FAILED, NULL), ==, 2);
}

static void
test_no_race_where_shared (void)
{
  g_autoptr (RunTest) test = run_test_new (
      START ("s", "1") "," LISTEN ("a", "'s'", "`a`") "," LISTEN ("b", "'s'", "`b`") "," LISTEN (
          "c", "{'or': ['a', 'b']}", "`c`") "," LISTEN ("d", "'b'", "`d`"));

  run_test_execute (test);
  run_test_assert_trace (test, "s> s< a> b> a< c> b< d> c< d<");
}

static void
test_failure_lets_others_end (void)
{
  g_autoptr (RunTest) test = run_test_new (
      START ("s", "1") "," LISTEN ("bad", "'s'", "1/0") "," LISTEN ("ok", "'s'", "2") "," LISTEN (
          "after", "'ok'", "3") "," LISTEN ("worse", "'after'", "2/0") "," LISTEN ("never", "'bad'",
                                                                                   "4"));

  run_test_execute (test);
  g_assert_cmpint (test->result->type, ==, TROUPE_RESULT_RUN_ERROR);
  g_assert_cmpstr (test->result->error_method, ==, "bad");
  g_assert_cmpstr (test->result->error_path, ==, "methods.bad.do.expr");
  run_test_assert_trace (test, "s> s< bad> ok> bad! ok< after> after< worse> worse!");
}

static void
test_invalid_condition (void)
{
  g_autoptr (RunTest) test =
      run_test_new (START ("s", "1") "," LISTEN ("a", "{'xor': ['s']}", "2"));

  run_test_execute (test);
  g_assert_error (test->result->error, TROUPE_RUN_ERROR, TROUPE_RUN_ERROR_DOCUMENT);
  run_test_assert_trace (test, "s> s<");
}

static void
test_each (void)
{
  g_autoptr (RunTest) test = run_test_new (START (
      "a", "[1, 2, 3]") ",'e': {'listen': 'a', 'do': {'call': 'each', 'in': 'outputs.a', 'do': ["
                        "{'name': 'one', 'action': {'call': 'expression', 'expr': 'item * 10'}},"
                        "{'name': 'a', 'if': 'item != 2', 'action': {'call': 'expression', 'expr':"
                        " '[outputs.one, size(outputs), has(outputs.a)]'}},"
                        "{'name': 'two', 'if': 'item == 3', 'action': {'call': 'expression', "
                        "'expr': 'outputs.a'}}]}}");

  run_test_execute (test);
  g_assert_no_error (test->result->error);
  run_test_assert_value (test->result->final, "[[10,2,true],20,[30,2,true]]");
  g_assert_cmpuint (test->result->outputs->len, ==, 2);
}

/* Each step waits for its turn, so that other methods can continue and later steps see the
 * outputs of these methods. */
static void
test_each_beside_others (void)
{
  g_autoptr (RunTest) test = run_test_new (START (
      "s",
      "1") ",'e': {'listen': 's', 'do': {'call': 'each', 'in': '[1, 2, 3]', 'do': ["
           "{'name': 'x', 'action': {'call': 'expression', 'expr': 'size(outputs)'}}]}}," LISTEN (
               "b", "'s'", "2") "," LISTEN ("c", "'b'", "3"));

  run_test_execute (test);
  run_test_assert_trace (test, "s> s< e> b> b< c> e< c<");
  run_test_assert_value (g_array_index (test->result->outputs, TroupeRunOutput, 2).value,
                         "[1,1,2]");
}

/* An each without items ends as soon as it is launched. */
static void
test_each_of_nothing (void)
{
  g_autoptr (RunTest) test = run_test_new (
      "'e': {'start': true, 'do': {'call': 'each', 'in': '[]', 'do': [{'name': 'x', 'action':"
      " {'call': 'expression', 'expr': '1'}}]}}," START ("b", "outputs.e"));

  run_test_execute (test);
  run_test_assert_trace (test, "e> b> e< b<");
  run_test_assert_value (test->result->final, "[]");
}

static void
test_each_needs_list_and_boolean (void)
{
  static const char *const actions[] = {
    "'in': '1', 'do': [{'name': 'x', 'action': {'call': 'expression', 'expr': '1'}}]",
    "'in': '[1]', 'do': [{'name': 'x', 'if': '1', 'action': {'call': 'expression', 'expr': '1'}}]",
    "'in': '[0]', 'do': [{'name': 'x', 'action': {'call': 'expression', 'expr': '1 / item'}}]",
  };

  for (guint i = 0; i < G_N_ELEMENTS (actions); i++)
    {
      g_autofree char *methods =
          g_strdup_printf ("'e': {'start': true, 'do': {'call': 'each', %s}}", actions[i]);
      g_autoptr (RunTest) test = run_test_new (methods);

      run_test_execute (test);
      g_assert_error (test->result->error, TROUPE_RUN_ERROR, TROUPE_RUN_ERROR_EXPRESSION);
      run_test_assert_trace (test, "e> e!");
    }
}

static void
test_event_links (void)
{
  g_autoptr (RunTest) test =
      run_test_new (START ("s", "1") "," ROUTER ("r", "'s'", "`x`") "," LISTEN (
          "a", "'x'", "2") "," LISTEN ("j", "{'and': ['a', 'never', 'x']}", "1"));
  static const struct
  {
    TroupeEventType type;
    guint64 parent, trigger, started;
  } expected[] = {
    { TROUPE_EVENT_FLOW_CREATED, 0, 0, 0 },    { TROUPE_EVENT_FLOW_STARTED, 0, 0, 0 },
    { TROUPE_EVENT_METHOD_STARTED, 2, 0, 0 },  { TROUPE_EVENT_METHOD_FINISHED, 2, 0, 3 },
    { TROUPE_EVENT_METHOD_STARTED, 2, 4, 0 },  { TROUPE_EVENT_METHOD_FINISHED, 2, 4, 5 },
    { TROUPE_EVENT_JOIN_ARRIVED, 2, 6, 0 },    { TROUPE_EVENT_METHOD_STARTED, 2, 6, 0 },
    { TROUPE_EVENT_METHOD_FINISHED, 2, 6, 8 }, { TROUPE_EVENT_JOIN_ARRIVED, 2, 9, 0 },
    { TROUPE_EVENT_FLOW_FINISHED, 0, 0, 2 },
  };

  run_test_execute (test);
  g_assert_cmpuint (test->events->len, ==, G_N_ELEMENTS (expected));
  for (guint i = 0; i < test->events->len; i++)
    {
      TroupeEvent *event = g_ptr_array_index (test->events, i);

      g_assert_cmpint (event->type, ==, expected[i].type);
      g_assert_cmpuint (event->sequence, ==, i + 1);
      g_assert_cmpuint (troupe_event_get_parent (event), ==, expected[i].parent);
      g_assert_cmpuint (event->trigger, ==, expected[i].trigger);
      g_assert_cmpuint (troupe_event_get_started (event), ==, expected[i].started);
      g_assert_true ((event->state != NULL) == (i > 0));
    }
  run_test_assert_value (troupe_event_get_field (g_ptr_array_index (test->events, 9), "arrived"),
                         "['a','x']");
  run_test_assert_value (troupe_event_get_field (g_ptr_array_index (test->events, 9), "missing"),
                         "['never']");
  run_test_assert_value (troupe_event_get_field (g_ptr_array_index (test->events, 7), "params"),
                         "{'_0':'x'}");
}

static void
test_hidden_events (void)
{
  g_autoptr (RunTest) test = run_test_new_document (
      "{'name': 'Quiet', 'config': {'suppress_flow_events': true}, 'methods': {" START (
          "s", "1") "," LISTEN ("a", "'s'", "outputs.s + 1") "," LISTEN ("j", "{'and': ['a', 'x']}",
                                                                         "1") "}}");

  run_test_execute (test);
  run_test_assert_value (test->result->final, "2");
  g_assert_cmpuint (test->events->len, ==, 2);
}

/* A run without event listeners behaves the same. */
static void
test_unwatched (void)
{
  g_autoptr (RunTest) test =
      run_test_new (START ("s", "1") "," LISTEN ("a", "'s'", "outputs.s + 1"));
  g_autoptr (TroupeRun) run = troupe_run_new (test->flow);
  g_autoptr (TroupeRunResult) result = troupe_run_execute (run);

  run_test_execute (test);
  g_assert_true (troupe_value_equal (test->result->final, result->final));
}

static char *
make_chain (guint n_methods, const char *type)
{
  GString *methods = g_string_new (START ("m0", "0"));

  for (guint i = 1; i < n_methods; i++)
    g_string_append_printf (methods,
                            ",'m%u': {'listen': 'm%u', %s'do': {'call': 'expression', 'expr': "
                            "'outputs.m%u + 1'}}",
                            i, i - 1, type, i - 1);
  return g_string_free (methods, FALSE);
}

static void
test_deep_chain (gconstpointer type)
{
  g_autofree char *methods = make_chain (10000, type);
  g_autoptr (RunTest) test = run_test_new (methods);

  run_test_start (test);
  run_test_wait (test);
  g_assert_cmpint (test->result->type, ==, TROUPE_RESULT_OK);
  g_assert_cmpuint (test->result->outputs->len, ==, 10000);
  run_test_assert_value (test->result->final, "9999");
}

static void
test_wide_join (void)
{
  GString *methods = g_string_new (START ("s", "1"));
  GString *names = g_string_new (NULL);
  g_autoptr (RunTest) test = NULL;

  for (guint i = 0; i < 500; i++)
    {
      g_string_append_printf (
          methods, ",'m%u': {'listen': 's', 'do': {'call': 'expression', 'expr': '1'}}", i);
      g_string_append_printf (names, "%s'm%u'", i > 0 ? ", " : "", i);
    }
  g_string_append_printf (
      methods,
      ",'j': {'listen': {'and': [%s]}, 'do': {'call': 'expression', 'expr': 'size(outputs)'}}",
      names->str);
  test = run_test_new (methods->str);
  run_test_execute (test);
  run_test_assert_value (test->result->final, "501");
  g_assert_cmpuint (run_test_count (test, TROUPE_EVENT_JOIN_ARRIVED, "j"), ==, 499);
  g_string_free (methods, TRUE);
  g_string_free (names, TRUE);
}

int
main (int argc, char *argv[])
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/run/order/concurrent-branches", test_concurrent_branches);
  g_test_add_func ("/run/order/unequal-depth", test_unequal_depth);
  g_test_add_func ("/run/order/launched-together", test_launched_together_do_not_see_each_other);
  g_test_add_func ("/run/order/router-phase", test_router_phase);
  g_test_add_func ("/run/order/label-of-list", test_label_of_list);
  g_test_add_func ("/run/order/conditional-start", test_conditional_start_and_start_router);
  g_test_add_func ("/run/order/conditional-start-that-listens",
                   test_conditional_start_that_listens);
  g_test_add_func ("/run/order/fire-once", test_fire_once);
  g_test_add_func ("/run/order/loop", test_loop_fires_again);
  g_test_add_func ("/run/race/winner", test_race);
  g_test_add_func ("/run/race/failure", test_race_that_a_failure_leaves);
  g_test_add_func ("/run/race/shared", test_no_race_where_shared);
  g_test_add_func ("/run/failure/others-end", test_failure_lets_others_end);
  g_test_add_func ("/run/failure/invalid-condition", test_invalid_condition);
  g_test_add_func ("/run/each/steps", test_each);
  g_test_add_func ("/run/each/turns", test_each_beside_others);
  g_test_add_func ("/run/each/nothing", test_each_of_nothing);
  g_test_add_func ("/run/each/errors", test_each_needs_list_and_boolean);
  g_test_add_func ("/run/events/links", test_event_links);
  g_test_add_func ("/run/events/hidden", test_hidden_events);
  g_test_add_func ("/run/events/unwatched", test_unwatched);
  g_test_add_data_func ("/run/deep/listeners", "", test_deep_chain);
  g_test_add_data_func ("/run/deep/routers", "'router': true, ", test_deep_chain);
  g_test_add_func ("/run/deep/join", test_wide_join);
  return g_test_run ();
}
