/* test-run-budget.c: what a run may spend
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#define G_LOG_DOMAIN "test-run-budget"

#include "config.h"

#include <glib/gstdio.h>
#include <string.h>

#include "../test-remove.h"
#include "run-test.h"

/* Each answer has one token, which costs half a dollar. */
#define PRICES                                                                                     \
  "{\"date\": \"2026-11-23\", \"currency\": \"USD\", \"per\": 1000000, \"models\":"                \
  " {\"mock/script\": {\"input\": 0, \"output\": 500000}}}"
#define COST 500000
#define AGENT                                                                                      \
  "{'call': 'agent', 'with': {'role': 'r', 'goal': 'g', 'backstory': 'b', 'llm': {'model':"        \
  " 'mock/script', 'answers': ['yes']}, 'input': 'x'}}"
/* Three agents, one after the other. */
#define CHAIN                                                                                      \
  "'a': {'start': true, 'do': " AGENT "}, 'b': {'listen': 'a', 'do': " AGENT                       \
  "}, 'c': {'listen': 'b', 'do': " AGENT "}"

static void
wait_for (RunTest *test, TroupeEventType type, guint count)
{
  const gint64 end_us = g_get_monotonic_time () + 10 * G_USEC_PER_SEC;

  while (run_test_count (test, type, NULL) < count)
    {
      g_assert_cmpint (g_get_monotonic_time (), <, end_us);
      g_main_context_iteration (NULL, FALSE);
    }
}

static const TroupeEvent *
find_event (RunTest *test, TroupeEventType type)
{
  for (guint i = 0; i < test->events->len; i++)
    {
      const TroupeEvent *event = g_ptr_array_index (test->events, i);

      if (event->type == type)
        return event;
    }
  return NULL;
}

static void
test_enough (void)
{
  g_autoptr (RunTest) test = run_test_new (CHAIN);

  troupe_run_set_budget (test->run, 3 * COST + 1);
  run_test_execute (test);
  g_assert_no_error (test->result->error);
  g_assert_cmpint (troupe_run_get_spent (test->run), ==, 3 * COST);
  g_assert_cmpint (test->result->usage.micro_dollars, ==, 3 * COST);
  g_assert_cmpuint (run_test_count (test, TROUPE_EVENT_BUDGET_REACHED, NULL), ==, 0);
}

/* What is reached by the second call lets no third one out. */
static void
test_spent (void)
{
  g_autoptr (RunTest) test = run_test_new (CHAIN);
  const TroupeEvent *event = NULL;

  troupe_run_set_budget (test->run, 2 * COST);
  run_test_execute (test);
  g_assert_error (test->result->error, TROUPE_RUN_ERROR, TROUPE_RUN_ERROR_BUDGET);
  g_assert_cmpstr (troupe_run_error_get_kind (test->result->error), ==, "limit");
  g_assert_nonnull (strstr (test->result->error->message, "$1.00"));
  g_assert_cmpstr (test->result->error_method, ==, "c");
  g_assert_false (test->result->temporary);
  g_assert_cmpint (test->result->usage.requests, ==, 2);
  g_assert_cmpuint (run_test_count (test, TROUPE_EVENT_LLM_CALL_FINISHED, NULL), ==, 2);
  g_assert_cmpuint (run_test_count (test, TROUPE_EVENT_BUDGET_REACHED, NULL), ==, 1);
  event = find_event (test, TROUPE_EVENT_BUDGET_REACHED);
  run_test_assert_value (troupe_event_get_field (event, "limit"), "1.0");
  run_test_assert_value (troupe_event_get_field (event, "spent"), "1.0");
  run_test_assert_value (troupe_event_get_field (event, "unpriced"), "0");
  run_test_assert_value (troupe_event_get_field (event, "pauses"), "false");
  event = find_event (test, TROUPE_EVENT_LLM_CALL_FAILED);
  run_test_assert_value (troupe_value_map_lookup_string (troupe_event_get_field (event, "error"),
                                                         "kind", -1),
                         "'limit'");
}

static void
test_in_each (void)
{
  g_autoptr (RunTest) test =
      run_test_new ("'e': {'start': true, 'do': {'call': 'each', 'in': '[1, 2, 3, 4]', 'do': ["
                    "{'name': 'ask', 'action': " AGENT "}]}}");

  troupe_run_set_budget (test->run, 2 * COST);
  run_test_execute (test);
  g_assert_error (test->result->error, TROUPE_RUN_ERROR, TROUPE_RUN_ERROR_BUDGET);
  g_assert_cmpuint (run_test_count (test, TROUPE_EVENT_LLM_CALL_FINISHED, NULL), ==, 2);
}

/* Nothing is known of what it costs, which is said. */
static void
test_unpriced (void)
{
  g_autoptr (RunTest) test = run_test_new (CHAIN);

  g_setenv ("TROUPE_PRICES_FILE", "/nonexistent", TRUE);
  troupe_run_set_budget (test->run, 1);
  run_test_execute (test);
  /* A model of the computer itself costs nothing at all. */
  g_assert_no_error (test->result->error);
  g_assert_cmpint (troupe_run_get_spent (test->run), ==, 0);
}

static void
test_pause_and_raise (void)
{
  g_autoptr (RunTest) test = run_test_new (CHAIN);

  troupe_run_set_budget (test->run, COST);
  troupe_run_set_budget_pauses (test->run, TRUE);
  run_test_start (test);
  wait_for (test, TROUPE_EVENT_RUN_HELD, 1);
  g_assert_cmpuint (run_test_count (test, TROUPE_EVENT_BUDGET_REACHED, NULL), ==, 1);
  g_assert_true (troupe_run_is_held (test->run));
  /* To let it go on alone is in vain. */
  troupe_run_release (test->run);
  wait_for (test, TROUPE_EVENT_BUDGET_REACHED, 2);
  /* And so is what was spent already. */
  troupe_run_set_budget (test->run, COST);
  wait_for (test, TROUPE_EVENT_BUDGET_REACHED, 3);
  g_assert_true (troupe_run_is_held (test->run));
  troupe_run_set_budget (test->run, 2 * COST);
  wait_for (test, TROUPE_EVENT_BUDGET_REACHED, 4);
  g_assert_cmpint (troupe_run_get_spent (test->run), ==, 2 * COST);
  troupe_run_set_budget (test->run, 0);
  run_test_wait (test);
  g_assert_no_error (test->result->error);
  run_test_assert_trace (test, "a> a< b> b< c> c<");
  g_assert_cmpint (troupe_run_get_spent (test->run), ==, 3 * COST);
}

static void
test_cancel_while_waiting (void)
{
  g_autoptr (RunTest) test = run_test_new (CHAIN);

  troupe_run_set_budget (test->run, COST);
  troupe_run_set_budget_pauses (test->run, TRUE);
  run_test_start (test);
  wait_for (test, TROUPE_EVENT_RUN_HELD, 1);
  troupe_run_cancel (test->run);
  run_test_wait (test);
  g_assert_cmpint (test->result->type, ==, TROUPE_RESULT_CANCELLED);
  g_assert_cmpint (troupe_run_get_spent (test->run), ==, COST);
}

/* Those that were asked together may end. */
static void
test_under_way (void)
{
  g_autoptr (RunTest) test =
      run_test_new ("'a': {'start': true, 'do': " AGENT "}, 'b': {'start': true, 'do': " AGENT
                    "}, 'c': {'listen': {'and': ['a', 'b']}, 'do': " AGENT "}");

  troupe_run_set_budget (test->run, 1);
  run_test_execute (test);
  g_assert_error (test->result->error, TROUPE_RUN_ERROR, TROUPE_RUN_ERROR_BUDGET);
  run_test_assert_trace (test, "a> b> a< b< c> c!");
}

int
main (int argc, char **argv)
{
  g_autofree char *folder = g_dir_make_tmp ("troupe-test-XXXXXX", NULL);
  g_autofree char *path = g_build_filename (folder, "prices.json", NULL);
  int status;

  g_test_init (&argc, &argv, NULL);
  g_assert_true (g_file_set_contents (path, PRICES, -1, NULL));
  g_setenv ("TROUPE_PRICES_FILE", path, TRUE);
  g_test_add_func ("/run-budget/enough", test_enough);
  g_test_add_func ("/run-budget/spent", test_spent);
  g_test_add_func ("/run-budget/each", test_in_each);
  g_test_add_func ("/run-budget/under-way", test_under_way);
  g_test_add_func ("/run-budget/pause-and-raise", test_pause_and_raise);
  g_test_add_func ("/run-budget/cancel-while-waiting", test_cancel_while_waiting);
  g_test_add_func ("/run-budget/free", test_unpriced);
  status = g_test_run ();
  remove_all (folder);
  return status;
}
