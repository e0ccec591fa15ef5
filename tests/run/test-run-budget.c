/* test-run-budget.c: budget of a run
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#include "config.h"

#include <glib/gstdio.h>
#include <string.h>

#include "../test-remove.h"
#include "../test-wait.h"
#include "run-test.h"

/* Each answer has one token, which costs $0.50. */
#define PRICES                                                                                     \
  "{\"date\": \"2026-11-23\", \"currency\": \"USD\", \"per\": 1000000, \"models\":"                \
  " {\"mock/script\": {\"input\": 0, \"output\": 500000}}}"
#define COST 500000
#define AGENT                                                                                      \
  "{'call': 'agent', 'with': {'role': 'r', 'goal': 'g', 'backstory': 'b', 'llm': {'model':"        \
  " 'mock/script', 'answers': ['yes']}, 'input': 'x'}}"
/* Three consecutive agents. */
#define CHAIN                                                                                      \
  "'a': {'start': true, 'do': " AGENT "}, 'b': {'listen': 'a', 'do': " AGENT                       \
  "}, 'c': {'listen': 'b', 'do': " AGENT "}"

static void
wait_for (RunTest *test, TroupeEventType type, guint count)
{
  const gint64 end_us = g_get_monotonic_time () + TEST_WAIT_US;

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

/* If the second call reaches the budget, no third call is sent. */
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

/* An answer that is not what was requested was paid for, too. CrewAI does not count it for the
 * agent. */
static void
test_rejected (void)
{
  g_autoptr (RunTest) test = run_test_new (
      "'a': {'start': true, 'do': " AGENT "}, 'b': {'listen': 'a', 'do': {'call': 'crew', 'with': "
      "{'agents': {'w': {'role': 'r', 'goal': 'g', 'backstory': 'b', 'max_retry_limit': 1, 'llm': "
      "{'model': 'mock/script', 'stream': false, 'answers': ['none', '{}', 'none', 'none']}}}, "
      "'tasks': [{'name': 't', 'description': 'd', 'expected_output': 'x', 'agent': 'w', "
      "'output_json': {'title': 'N', 'type': 'object', 'properties': {'n': {'type': 'integer'}}, "
      "'required': ['n']}}]}}}");
  const TroupeEvent *event = NULL;
  guint n_failed;

  troupe_run_set_budget (test->run, 10 * COST);
  run_test_execute (test);
  g_assert_nonnull (test->result->error);
  n_failed = run_test_count (test, TROUPE_EVENT_LLM_CALL_FAILED, NULL);
  g_assert_cmpuint (n_failed, >=, 2);
  g_assert_cmpint (test->result->usage.requests, ==, 1 + n_failed);
  g_assert_cmpint (troupe_run_get_spent (test->run), ==, test->result->usage.micro_dollars);
  event = find_event (test, TROUPE_EVENT_LLM_CALL_FAILED);
  run_test_assert_value (troupe_event_get_field (event, "cost"), "0.5");
  g_assert_nonnull (troupe_event_get_field (event, "usage"));
  g_assert_true (troupe_event_is_billed (event));
}

/* The calls of the planner are not part of the output's usage, as in CrewAI, but of the run's. */
static void
test_planning (void)
{
  g_autoptr (RunTest) test = run_test_new (
      "'c': {'start': true, 'do': {'call': 'crew', 'with': {'planning': true, 'planning_llm': "
      "{'model': 'mock/script', 'answers': ['{\\'list_of_plans_per_task\\':[]}']}, 'agents': {'a': "
      "{'role': 'r', 'goal': 'g', 'backstory': 'b', 'llm': {'model': 'mock/script', 'answers': "
      "['yes']}}}, 'tasks': [{'name': 't', 'description': 'd', 'expected_output': 'x', 'agent': "
      "'a'}]}}}");
  TroupeValue *usage = NULL;

  run_test_execute (test);
  g_assert_no_error (test->result->error);
  usage = troupe_value_map_lookup_string (test->result->final, "token_usage", -1);
  run_test_assert_value (troupe_value_map_lookup_string (usage, "successful_requests", -1), "1");
  g_assert_cmpint (test->result->usage.requests, ==, 2);
  g_assert_cmpint (test->result->usage.micro_dollars, ==, 2 * COST);
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

/* Calls without a known price do not count against the budget. */
static void
test_unpriced (void)
{
  g_autoptr (RunTest) test = run_test_new (CHAIN);

  g_setenv ("TROUPE_PRICES_FILE", "/nonexistent", TRUE);
  troupe_run_set_budget (test->run, 1);
  run_test_execute (test);
  /* A mock model costs nothing. */
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
  /* Releasing the run without a larger budget pauses it again. */
  troupe_run_release (test->run);
  wait_for (test, TROUPE_EVENT_BUDGET_REACHED, 2);
  /* The run is also paused again if the new budget equals the amount that was already spent. */
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

/* Calls that are already running may finish. */
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

/* --- Shared budgets --------------------------------------------------------------------------- */

static const TroupeLlmUsage one = { .requests = 1, .micro_dollars = COST };
static const TroupeLlmUsage not_priced = { .requests = 1, .unpriced = 1 };

static TroupeRunBudget *
make_month (gint64 limit)
{
  TroupeRunBudget *month = troupe_run_budget_new ();

  troupe_run_budget_set_period (month, TROUPE_RUN_BUDGET_MONTH);
  troupe_run_budget_set_limit (month, limit);
  return month;
}

static TroupeRunBudget *
make_part (TroupeRunBudget *of, gint64 limit)
{
  TroupeRunBudget *part = troupe_run_budget_new ();

  troupe_run_budget_set_parent (part, of);
  troupe_run_budget_set_limit (part, limit);
  return part;
}

static void
assert_view (TroupeRunBudget *budget,
             TroupeRunBudgetPeriod period,
             gboolean is_reached,
             gint64 spent,
             gint64 limit)
{
  const TroupeRunBudgetView view = troupe_run_budget_look (budget);

  g_assert_cmpint (view.period, ==, period);
  g_assert_cmpint (view.is_reached, ==, is_reached);
  g_assert_cmpint (view.spent, ==, spent);
  g_assert_cmpint (view.limit, ==, limit);
}

/* The view reports which budget is reached. The run's own budget takes precedence over the
 * larger budget. */
static void
test_parts (void)
{
  g_autoptr (TroupeRunBudget) month = make_month (3 * COST);
  g_autoptr (TroupeRunBudget) batches = make_part (month, 0);
  g_autoptr (TroupeRunBudget) a = make_part (month, 2 * COST);
  g_autoptr (TroupeRunBudget) b = make_part (batches, 0);
  g_autoptr (GError) error = NULL;
  TroupeRunBudgetView view;

  troupe_run_budget_add (a, &one);
  assert_view (a, TROUPE_RUN_BUDGET_RUN, FALSE, COST, 2 * COST);
  troupe_run_budget_add (b, &one);
  assert_view (b, TROUPE_RUN_BUDGET_RUN, FALSE, COST, 0);
  assert_view (month, TROUPE_RUN_BUDGET_MONTH, FALSE, 2 * COST, 3 * COST);
  troupe_run_budget_add (b, &not_priced);
  troupe_run_budget_add (a, &one);
  assert_view (a, TROUPE_RUN_BUDGET_RUN, TRUE, 2 * COST, 2 * COST);
  assert_view (b, TROUPE_RUN_BUDGET_MONTH, TRUE, 3 * COST, 3 * COST);
  g_assert_cmpint (troupe_run_budget_look_alone (batches).spent, ==, COST);
  view = troupe_run_budget_look (b);
  g_assert_cmpint (view.n_unpriced, ==, 1);
  error = troupe_run_budget_make_error (&view);
  g_assert_nonnull (strstr (error->message, "This month’s budget of $1.50"));
  troupe_run_budget_set_limit (a, 0);
  assert_view (a, TROUPE_RUN_BUDGET_MONTH, TRUE, 3 * COST, 3 * COST);
  troupe_run_budget_set_limit (month, 4 * COST);
  assert_view (a, TROUPE_RUN_BUDGET_RUN, FALSE, 2 * COST, 0);

  /* The cost that was incurred before a resume is not added to the larger budget again. */
  troupe_run_budget_add_before (a, &one);
  g_assert_cmpint (troupe_run_budget_look (a).spent, ==, 3 * COST);
  g_assert_cmpint (troupe_run_budget_look (month).spent, ==, 3 * COST);
  troupe_run_budget_reset (month);
  g_assert_cmpint (troupe_run_budget_look (month).spent, ==, 0);
  g_assert_cmpint (troupe_run_budget_look (a).spent, ==, 3 * COST);
}

/* Without a limit an unknown amount does not block calls. */
static void
test_known (void)
{
  g_autoptr (TroupeRunBudget) month = make_month (0);
  g_autoptr (TroupeRunBudget) part = make_part (month, 0);

  troupe_run_budget_set_known (month, FALSE);
  g_assert_true (troupe_run_budget_look (part).is_known);
  troupe_run_budget_set_limit (month, COST);
  g_assert_false (troupe_run_budget_look (part).is_known);
  g_assert_false (troupe_run_budget_look (part).is_reached);
  troupe_run_budget_set_known (month, TRUE);
  g_assert_true (troupe_run_budget_look (part).is_known);
}

#define N_THREADS 8
#define N_CALLS 2000

typedef struct
{
  TroupeRunBudget *month;
  gint *n_waiting; /* atomic: number of threads that have begun to wait */
  GMainContext *context;
  gboolean is_woken;
  gboolean has_looked;
} Waiter;

static gboolean look_again_cb (gpointer user_data);

/* Behaves like a call of a model. */
static void
look_or_wait (Waiter *self, TroupeRunBudget *part)
{
  const TroupeRunBudgetView view = troupe_run_budget_look (part);

  if (view.is_reached)
    troupe_run_budget_wait (part, &view, NULL, look_again_cb, self);
  else
    self->is_woken = TRUE;
  if (!self->has_looked)
    g_atomic_int_inc (self->n_waiting);
  self->has_looked = TRUE;
}

static gboolean
look_again_cb (gpointer user_data)
{
  Waiter *self = user_data;

  self->is_woken = TRUE;
  return G_SOURCE_REMOVE;
}

static gboolean
too_late_cb (gpointer user_data)
{
  g_error ("The waiting loop was not woken within a minute");
  return G_SOURCE_REMOVE;
}

static gpointer
wait_thread (gpointer user_data)
{
  Waiter *self = user_data;
  g_autoptr (TroupeRunBudget) part = make_part (self->month, 0);
  g_autoptr (GSource) deadline = g_timeout_source_new_seconds (TEST_WAIT_S);

  self->context = g_main_context_new ();
  g_main_context_push_thread_default (self->context);
  g_source_set_callback (deadline, too_late_cb, NULL, NULL);
  g_source_attach (deadline, self->context);
  do
    {
      self->is_woken = FALSE;
      look_or_wait (self, part);
      while (!self->is_woken)
        g_main_context_iteration (self->context, TRUE);
    }
  while (troupe_run_budget_look (part).is_reached);
  g_source_destroy (deadline);
  g_main_context_pop_thread_default (self->context);
  g_main_context_unref (self->context);
  return NULL;
}

/* Raising the larger budget wakes all waiters of its parts. Each waiter is woken on its own
 * thread. */
static void
test_wake_all (void)
{
  g_autoptr (TroupeRunBudget) month = make_month (COST);
  GThread *threads[N_THREADS];
  Waiter waiters[N_THREADS] = { 0 };
  gint n_waiting = 0;

  troupe_run_budget_add (month, &one);
  for (guint i = 0; i < N_THREADS; i++)
    {
      waiters[i].month = month;
      waiters[i].n_waiting = &n_waiting;
      threads[i] = g_thread_new ("waits", wait_thread, &waiters[i]);
    }
  test_wait_for_thread (g_atomic_int_get (&n_waiting) >= N_THREADS);
  /* The first wake-up changes nothing. */
  troupe_run_budget_wake (month);
  troupe_run_budget_set_limit (month, 2 * COST);
  for (guint i = 0; i < N_THREADS; i++)
    g_thread_join (threads[i]);
}

/* Runs start, spend and end on several threads while the limit changes repeatedly. */
static gpointer
spend_thread (gpointer user_data)
{
  TroupeRunBudget *month = user_data;

  for (guint i = 0; i < N_CALLS; i++)
    {
      g_autoptr (TroupeRunBudget) part = make_part (month, 0);
      const TroupeRunBudgetView view = troupe_run_budget_look (part);

      g_assert_false (view.is_reached);
      troupe_run_budget_add (part, &one);
      troupe_run_budget_wake (part);
      g_assert_cmpint (troupe_run_budget_look (part).spent, ==, COST);
    }
  return NULL;
}

static void
test_threads (void)
{
  const gint64 all = (gint64) N_THREADS * N_CALLS * COST;
  g_autoptr (TroupeRunBudget) month = make_month (2 * all);
  GThread *threads[N_THREADS];
  gint64 spent = 0;

  for (guint i = 0; i < N_THREADS; i++)
    threads[i] = g_thread_new ("spends", spend_thread, month);
  for (gint64 i = 1; spent < all; i++)
    {
      troupe_run_budget_set_limit (month, 2 * all + i % 7);
      spent = troupe_run_budget_look (month).spent;
    }
  for (guint i = 0; i < N_THREADS; i++)
    g_thread_join (threads[i]);
  g_assert_cmpint (troupe_run_budget_look (month).spent, ==, all);
}

/* The second run pauses because of the amount that the first run spent. It reports this reason,
 * and continues after the limit is raised. */
static void
test_month (void)
{
  g_autoptr (TroupeRunBudget) month = make_month (4 * COST);
  g_autoptr (RunTest) first = run_test_new (CHAIN);
  g_autoptr (RunTest) second = run_test_new (CHAIN);
  const TroupeEvent *event;

  troupe_run_set_larger_budget (first->run, month);
  troupe_run_set_budget_pauses (first->run, TRUE);
  run_test_execute (first);
  g_assert_no_error (first->result->error);
  g_assert_null (find_event (first, TROUPE_EVENT_BUDGET_REACHED));
  g_assert_cmpint (troupe_run_budget_look (month).spent, ==, 3 * COST);

  troupe_run_set_larger_budget (second->run, month);
  troupe_run_set_budget (second->run, 3 * COST);
  troupe_run_set_budget_pauses (second->run, TRUE);
  run_test_start (second);
  wait_for (second, TROUPE_EVENT_RUN_HELD, 1);
  event = find_event (second, TROUPE_EVENT_BUDGET_REACHED);
  run_test_assert_value (troupe_event_get_field (event, "period"), "'month'");
  run_test_assert_value (troupe_event_get_field (event, "limit"), "2.0");
  run_test_assert_value (troupe_event_get_field (event, "spent"), "2.0");
  g_assert_cmpint (troupe_run_get_spent (second->run), ==, COST);
  g_assert_cmpint (troupe_run_get_budget (second->run), ==, 3 * COST);
  g_assert_cmpint (troupe_run_look_at_budget (second->run).period, ==, TROUPE_RUN_BUDGET_MONTH);
  /* The limit that was reached is not the run's own budget, so raising the run's own budget has
   * no effect. */
  troupe_run_set_budget (second->run, 9 * COST);
  wait_for (second, TROUPE_EVENT_BUDGET_REACHED, 2);
  g_assert_true (troupe_run_is_held (second->run));
  troupe_run_budget_set_limit (month, 0);
  run_test_wait (second);
  g_assert_no_error (second->result->error);
  run_test_assert_trace (second, "a> a< b> b< c> c<");
  g_assert_cmpint (troupe_run_budget_look (month).spent, ==, 6 * COST);
}

static void
other_ended_cb (GObject *source, GAsyncResult *result, gpointer user_data)
{
  ((RunTest *) user_data)->result = troupe_run_execute_finish (TROUPE_RUN (source), result);
}

/* While the cost of the month is unknown, calls wait without an event. Afterwards, the budget
 * applies as usual. */
static void
test_not_known (void)
{
  g_autoptr (TroupeRunBudget) month = make_month (3 * COST);
  g_autoptr (RunTest) test = run_test_new (CHAIN);
  g_autoptr (RunTest) other = run_test_new (CHAIN);
  const TroupeLlmUsage kept = { .micro_dollars = 2 * COST };

  troupe_run_budget_set_known (month, FALSE);
  troupe_run_set_larger_budget (test->run, month);
  run_test_start (test);
  wait_for (test, TROUPE_EVENT_LLM_CALL_STARTED, 1);
  /* While the run waits, another run on the same thread can finish if it does not need to wait. */
  troupe_run_execute_async (other->run, test->engine, other_ended_cb, other);
  run_test_wait (other);
  g_assert_no_error (other->result->error);
  g_assert_cmpuint (run_test_count (test, TROUPE_EVENT_LLM_CALL_FINISHED, NULL), ==, 0);
  g_assert_cmpuint (run_test_count (test, TROUPE_EVENT_BUDGET_REACHED, NULL), ==, 0);
  g_assert_false (troupe_run_is_held (test->run));
  troupe_run_budget_add (month, &kept);
  troupe_run_budget_set_known (month, TRUE);
  run_test_wait (test);
  g_assert_error (test->result->error, TROUPE_RUN_ERROR, TROUPE_RUN_ERROR_BUDGET);
  g_assert_nonnull (strstr (test->result->error->message, "This month’s budget"));
  run_test_assert_trace (test, "a> a< b> b!");
}

static void
test_cancel_not_known (void)
{
  g_autoptr (TroupeRunBudget) month = make_month (COST);
  g_autoptr (RunTest) test = run_test_new (CHAIN);

  troupe_run_budget_set_known (month, FALSE);
  troupe_run_set_larger_budget (test->run, month);
  run_test_start (test);
  wait_for (test, TROUPE_EVENT_LLM_CALL_STARTED, 1);
  troupe_run_cancel (test->run);
  run_test_wait (test);
  g_assert_cmpint (test->result->type, ==, TROUPE_RESULT_CANCELLED);
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
  g_test_add_func ("/run-budget/rejected", test_rejected);
  g_test_add_func ("/run-budget/planning", test_planning);
  g_test_add_func ("/run-budget/under-way", test_under_way);
  g_test_add_func ("/run-budget/pause-and-raise", test_pause_and_raise);
  g_test_add_func ("/run-budget/cancel-while-waiting", test_cancel_while_waiting);
  g_test_add_func ("/run-budget/parts", test_parts);
  g_test_add_func ("/run-budget/known", test_known);
  g_test_add_func ("/run-budget/wake-all", test_wake_all);
  g_test_add_func ("/run-budget/threads", test_threads);
  g_test_add_func ("/run-budget/month", test_month);
  g_test_add_func ("/run-budget/not-known", test_not_known);
  g_test_add_func ("/run-budget/cancel-not-known", test_cancel_not_known);
  /* This test removes the prices. */
  g_test_add_func ("/run-budget/free", test_unpriced);
  status = g_test_run ();
  remove_all (folder);
  return status;
}
