/* test-run-stop.c: pausing, stepping and cancelling runs, races and failures
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#include "config.h"

#include <glib/gstdio.h>
#include <sqlite3.h>
#include <stdlib.h>
#include <string.h>

#include "../test-time.h"
#include "../test-wait.h"
#include "run-test.h"

#define N_CANCELLED 200
/* A generous limit for half of the runs, because the machine may be busy; the measured times are printed. */
#define CANCELLED_WITHIN_US (2 * G_USEC_PER_SEC * TEST_SLOWNESS)

#define SLOW                                                                                       \
  "{'model': 'mock/slow', 'word_delay_ms': 300}, 'input': 'one two three four five six seven "     \
  "eight nine ten one two three four five six seven eight nine ten'"
#define SLOW_AGENT                                                                                 \
  "'do': {'call': 'agent', 'with': {'role': 'r', 'goal': 'g', 'backstory': 'b', 'llm': " SLOW "}}"
#define QUICK_AGENT                                                                                \
  "'do': {'call': 'agent', 'with': {'role': 'r', 'goal': 'g', 'backstory': 'b', 'llm': "           \
  "{'model': 'mock/echo', 'word_delay_ms': 2}, 'input': 'one two'}}"

static const char wide[] =
    "'s': {'start': true, 'do': {'call': 'expression', 'expr': '1'}},"
    "'a': {'listen': 's', 'do': {'call': 'expression', 'expr': 'size(outputs)'}},"
    "'b': {'listen': 's', 'do': {'call': 'expression', 'expr': 'size(outputs)'}},"
    "'e': {'listen': 's', 'do': {'call': 'each', 'in': '[1, 2, 3]', 'do':"
    " [{'name': 'x', 'action': {'call': 'expression', 'expr': 'item + size(outputs)'}}]}},"
    "'r': {'listen': 'a', 'router': true, 'do': {'call': 'expression', 'expr': '`go`'}},"
    "'c': {'listen': 'go', 'do': {'call': 'expression', 'expr': 'size(outputs)'}},"
    "'j': {'listen': {'and': ['b', 'c', 'e']}, 'do': {'call': 'expression', 'expr': "
    "'size(outputs)'}}";

/* --- Waiting ------------------------------------------------------------------------------------- */

static gboolean
too_late_cb (gpointer user_data)
{
  g_error ("What was waited for has not come within a minute");
  return G_SOURCE_REMOVE;
}

static gboolean
look_again_cb (gpointer user_data)
{
  return G_SOURCE_CONTINUE;
}

/* Waits until there are @count events of the type. */
static void
wait_for (RunTest *test, TroupeEventType type, const char *method, guint count)
{
  guint deadline = g_timeout_add_seconds (TEST_WAIT_S, too_late_cb, NULL);
  guint look = g_timeout_add (1, look_again_cb, NULL);

  test_wait_until (run_test_count (test, type, method) >= count);
  g_source_remove (look);
  g_source_remove (deadline);
}

static guint
count_ends (RunTest *test)
{
  return run_test_count (test, TROUPE_EVENT_METHOD_FINISHED, NULL) +
         run_test_count (test, TROUPE_EVENT_METHOD_FAILED, NULL);
}

/* --- Pausing ---------------------------------------------------------------------------------- */

/* A run that is paused before its start is held before any method ends. Each step then completes
 * one method. */
static void
test_hold_and_step (void)
{
  g_autoptr (RunTest) free_run = run_test_new (wide);
  g_autoptr (RunTest) test = run_test_new (wide);
  g_autofree char *expected = NULL;

  run_test_execute (free_run);
  expected = run_test_trace (free_run);
  g_assert_false (troupe_run_is_held (test->run));
  troupe_run_hold (test->run);
  g_assert_true (troupe_run_is_held (test->run));
  run_test_start (test);
  wait_for (test, TROUPE_EVENT_RUN_HELD, NULL, 1);
  g_assert_cmpuint (count_ends (test), ==, 0);
  for (guint i = 1; i <= 6; i++)
    {
      troupe_run_step (test->run);
      wait_for (test, TROUPE_EVENT_RUN_HELD, NULL, 1 + i);
      g_assert_cmpuint (count_ends (test), ==, i);
      g_assert_cmpuint (run_test_count (test, TROUPE_EVENT_RUN_RELEASED, NULL), ==, i);
      g_assert_true (troupe_run_is_held (test->run));
    }
  troupe_run_release (test->run);
  g_assert_false (troupe_run_is_held (test->run));
  run_test_wait (test);
  g_assert_cmpint (test->result->type, ==, TROUPE_RESULT_OK);
  run_test_assert_trace (test, expected);
  g_assert_true (troupe_value_equal (test->result->final, free_run->result->final));
}

/* If a run is paused, the end of a running agent is reported only when the run continues. */
static void
test_hold_agent (void)
{
  g_autoptr (RunTest) test =
      run_test_new ("'s': {'start': true, 'do': {'call': 'expression', 'expr': '1'}},"
                    "'a': {'listen': 's', " QUICK_AGENT "},"
                    "'b': {'listen': 'a', 'do': {'call': 'expression', 'expr': 'outputs.a.raw'}}");

  run_test_start (test);
  wait_for (test, TROUPE_EVENT_LLM_CALL_STARTED, "a", 1);
  troupe_run_hold (test->run);
  wait_for (test, TROUPE_EVENT_RUN_HELD, NULL, 1);
  wait_for (test, TROUPE_EVENT_AGENT_FINISHED, "a", 1);
  g_assert_cmpuint (run_test_count (test, TROUPE_EVENT_METHOD_FINISHED, "a"), ==, 0);
  g_assert_cmpuint (run_test_count (test, TROUPE_EVENT_METHOD_STARTED, "b"), ==, 0);
  troupe_run_step (test->run);
  wait_for (test, TROUPE_EVENT_RUN_HELD, NULL, 2);
  g_assert_cmpuint (run_test_count (test, TROUPE_EVENT_METHOD_FINISHED, "a"), ==, 1);
  g_assert_cmpuint (run_test_count (test, TROUPE_EVENT_METHOD_FINISHED, "b"), ==, 0);
  troupe_run_release (test->run);
  run_test_wait (test);
  run_test_assert_trace (test, "s> s< a> a< b> b<");
}

/* A failure counts as the end of a step. */
static void
test_step_over_failure (void)
{
  g_autoptr (RunTest) test =
      run_test_new ("'s': {'start': true, 'do': {'call': 'expression', 'expr': '1'}},"
                    "'a': {'listen': 's', 'do': {'call': 'expression', 'expr': '1 / 0'}},"
                    "'b': {'listen': 's', 'do': {'call': 'expression', 'expr': '2'}}");

  troupe_run_hold (test->run);
  run_test_start (test);
  wait_for (test, TROUPE_EVENT_RUN_HELD, NULL, 1);
  troupe_run_step (test->run);
  wait_for (test, TROUPE_EVENT_RUN_HELD, NULL, 2);
  troupe_run_step (test->run);
  wait_for (test, TROUPE_EVENT_RUN_HELD, NULL, 3);
  run_test_assert_trace (test, "s> s< a> b> a!");
  troupe_run_step (test->run);
  wait_for (test, TROUPE_EVENT_RUN_HELD, NULL, 4);
  run_test_assert_trace (test, "s> s< a> b> a! b<");
  /* If no method is left, a step ends the run. */
  troupe_run_step (test->run);
  run_test_wait (test);
  g_assert_cmpint (test->result->type, ==, TROUPE_RESULT_RUN_ERROR);
}

/* A paused agent cannot win a race until the run continues. */
static void
test_hold_race (void)
{
  g_autoptr (RunTest) test = run_test_new (
      "'s': {'start': true, 'do': {'call': 'expression', 'expr': '1'}},"
      "'a': {'listen': 's', " SLOW_AGENT "}, 'b': {'listen': 's', " QUICK_AGENT "},"
      "'c': {'listen': {'or': ['a', 'b']}, 'do': {'call': 'expression', 'expr': '1'}}");

  run_test_start (test);
  wait_for (test, TROUPE_EVENT_LLM_CALL_STARTED, "b", 1);
  troupe_run_hold (test->run);
  wait_for (test, TROUPE_EVENT_AGENT_FINISHED, "b", 1);
  wait_for (test, TROUPE_EVENT_RUN_HELD, NULL, 1);
  g_assert_cmpuint (run_test_count (test, TROUPE_EVENT_METHOD_CANCELLED, NULL), ==, 0);
  troupe_run_release (test->run);
  run_test_wait (test);
  run_test_assert_trace (test, "s> s< a> b> ax b< c> c<");
}

static void
assert_stopped_at (RunTest *test, TroupeRunResultType type)
{
  TroupeEvent *last = g_ptr_array_index (test->events, test->events->len - 1);
  guint n_open = run_test_count (test, TROUPE_EVENT_METHOD_STARTED, NULL) - count_ends (test);

  g_assert_cmpint (test->result->type, ==, type);
  g_assert_cmpint (last->type, ==, TROUPE_EVENT_FLOW_CANCELLED);
  g_assert_cmpuint (run_test_count (test, TROUPE_EVENT_METHOD_CANCELLED, NULL), ==, n_open);
}

static void
test_cancel_while_held (void)
{
  g_autoptr (RunTest) test = run_test_new (wide);

  troupe_run_hold (test->run);
  run_test_start (test);
  wait_for (test, TROUPE_EVENT_RUN_HELD, NULL, 1);
  troupe_run_cancel (test->run);
  run_test_wait (test);
  assert_stopped_at (test, TROUPE_RESULT_CANCELLED);
  g_assert_cmpuint (run_test_count (test, TROUPE_EVENT_RUN_RELEASED, NULL), ==, 0);
  g_assert_cmpuint (count_ends (test), ==, 0);
}

static void
test_timeout_while_held (void)
{
  g_autoptr (RunTest) test = run_test_new (wide);
  gint64 begun_us = g_get_monotonic_time ();
  gint64 took_us;

  troupe_run_set_timeout (test->run, 1000 * 1000);
  troupe_run_hold (test->run);
  run_test_start (test);
  run_test_wait (test);
  took_us = g_get_monotonic_time () - begun_us;
  assert_stopped_at (test, TROUPE_RESULT_TIMEOUT);
  g_assert_cmpint (took_us, >=, 1000 * 1000);
  /* The elapsed time does not include the pause. */
  g_assert_cmpint (test->result->elapsed_us, <, took_us - 500 * 1000);
}

static gpointer
pester_thread (gpointer data)
{
  TroupeRun *run = data;

  for (guint i = 0; i < 2000; i++)
    {
      if (i % 3 == 0)
        troupe_run_step (run);
      else if (i % 3 == 1)
        troupe_run_hold (run);
      else
        troupe_run_release (run);
      g_thread_yield ();
    }
  troupe_run_release (run);
  return NULL;
}

/* Pausing and stepping at random moments does not change the result of the run. */
static void
test_hold_at_random (void)
{
  g_autoptr (RunTest) free_run = run_test_new (wide);
  g_autofree char *expected = NULL;

  run_test_execute (free_run);
  expected = run_test_trace (free_run);
  for (guint i = 0; i < 20; i++)
    {
      g_autoptr (RunTest) test = run_test_new (wide);
      GThread *thread = g_thread_new ("pester", pester_thread, test->run);

      run_test_start (test);
      run_test_wait (test);
      g_thread_join (thread);
      run_test_assert_trace (test, expected);
      g_assert_true (troupe_value_equal (test->result->final, free_run->result->final));
    }
}

/* --- Pausing a resumed run -------------------------------------------------------------------- */

typedef struct
{
  char *folder;
  TroupeStore *store;
} Fixture;

static void
set_up (Fixture *fixture, gconstpointer user_data)
{
  g_autoptr (GError) error = NULL;

  fixture->folder = g_dir_make_tmp ("troupe-stop-XXXXXX", &error);
  g_assert_no_error (error);
  fixture->store = troupe_store_open (fixture->folder, &error);
  g_assert_no_error (error);
}

static void
tear_down (Fixture *fixture, gconstpointer user_data)
{
  g_autoptr (GDir) dir = NULL;
  const char *name;

  g_assert_finalize_object (fixture->store);
  dir = g_dir_open (fixture->folder, 0, NULL);
  while ((name = g_dir_read_name (dir)) != NULL)
    {
      g_autofree char *path = g_build_filename (fixture->folder, name, NULL);

      g_remove (path);
    }
  g_rmdir (fixture->folder);
  g_free (fixture->folder);
}

static void
cancel_behind_cb (TroupeEvent *event, gpointer user_data)
{
  if (event->type == TROUPE_EVENT_METHOD_FINISHED &&
      g_str_equal (troupe_event_get_method (event), "r"))
    troupe_run_cancel (user_data);
}

typedef struct
{
  TroupeRun *run;
  guint n_ends;
  guint n_held;
  guint ends_at_hold;
} Watch;

static void
watch_cb (TroupeEvent *event, gpointer user_data)
{
  Watch *watch = user_data;

  watch->n_ends += event->type == TROUPE_EVENT_METHOD_FINISHED;
  if (event->type != TROUPE_EVENT_RUN_HELD)
    return;
  if (watch->n_held > 0)
    g_assert_cmpuint (watch->n_ends, ==, watch->ends_at_hold + 1);
  watch->ends_at_hold = watch->n_ends;
  watch->n_held++;
  if (watch->n_held < 3)
    troupe_run_step (watch->run);
  else
    troupe_run_release (watch->run);
}

/* Methods that had already finished are restored without pausing. Each step completes one of the
 * remaining methods. */
static void
test_hold_resumed (Fixture *fixture, gconstpointer user_data)
{
  g_autofree char *document = g_strdup_printf (
      "{'name': 'Wide', 'methods': {%s, 'q': {'listen': 's', " QUICK_AGENT "}, 'k': {'listen': "
      "{'and': ['j', 'q']}, 'do': {'call': 'expression', 'expr': 'size(outputs)'}}}}",
      wide);
  g_autofree char *text = g_strdelimit (g_strdelimit (g_strdup (document), "'", '"'), "`", '\'');
  g_autoptr (RunTest) whole = run_test_new_document (document);
  g_autoptr (RunTest) test = run_test_new_document (document);
  g_autoptr (TroupeRunResult) result = NULL;
  g_autoptr (GError) error = NULL;
  Watch watch = { 0 };
  guint n_before;

  run_test_execute (whole);
  troupe_run_set_store (test->run, fixture->store, NULL, text);
  troupe_event_bus_add_sink (troupe_run_get_bus (test->run), cancel_behind_cb, test->run, NULL);
  run_test_execute (test);
  troupe_run_set_store (test->run, NULL, NULL, NULL);
  g_assert_cmpint (test->result->type, ==, TROUPE_RESULT_CANCELLED);
  troupe_store_flush (fixture->store, NULL);
  n_before = count_ends (test);

  watch.run =
      troupe_run_new_from_interrupted (fixture->store, troupe_run_get_id (test->run), NULL, &error);
  g_assert_no_error (error);
  troupe_event_bus_add_sink (troupe_run_get_bus (watch.run), watch_cb, &watch, NULL);
  troupe_run_hold (watch.run);
  result = troupe_run_execute (watch.run);
  g_assert_cmpint (result->type, ==, TROUPE_RESULT_OK);
  g_assert_true (troupe_value_equal (result->final, whole->result->final));
  g_assert_cmpuint (watch.n_held, ==, 3);
  g_assert_cmpuint (n_before + watch.n_ends, ==, count_ends (whole));
  g_assert_finalize_object (watch.run);
}

/* --- Record of a run -------------------------------------------------------------------------- */

typedef struct
{
  sqlite3 *database;
  gint64 released_us; /* since 1970 */
} Lock;

/* Releases the database after a while, as another process would. */
static gpointer
release_cb (gpointer data)
{
  Lock *lock = data;

  g_usleep (200000);
  lock->released_us = g_get_real_time ();
  g_assert_cmpint (sqlite3_exec (lock->database, "COMMIT", NULL, NULL, NULL), ==, SQLITE_OK);
  return NULL;
}

/* A run is in the history before it calls a model, so that it can be resumed if it is killed after the call. */
static void
test_record_before_call (Fixture *fixture, gconstpointer user_data)
{
  const char *document = "{'name': 'One', 'methods': {'q': {'start': true, " QUICK_AGENT "}}}";
  g_autofree char *text = g_strdelimit (g_strdelimit (g_strdup (document), "'", '"'), "`", '\'');
  g_autofree char *path = g_build_filename (fixture->folder, "runs.db", NULL);
  g_autoptr (RunTest) test = run_test_new_document (document);
  Lock lock = { 0 };
  GThread *thread;
  guint n_calls = 0;

  g_assert_cmpint (sqlite3_open_v2 (path, &lock.database, SQLITE_OPEN_READWRITE, NULL), ==,
                   SQLITE_OK);
  g_assert_cmpint (sqlite3_exec (lock.database, "BEGIN IMMEDIATE", NULL, NULL, NULL), ==,
                   SQLITE_OK);
  troupe_run_set_store (test->run, fixture->store, NULL, text);
  thread = g_thread_new ("holder", release_cb, &lock);
  run_test_execute (test);
  g_thread_join (thread);
  sqlite3_close (lock.database);
  troupe_run_set_store (test->run, NULL, NULL, NULL);
  g_assert_no_error (test->result->error);
  for (guint i = 0; i < test->events->len; i++)
    {
      const TroupeEvent *event = g_ptr_array_index (test->events, i);

      if (event->type != TROUPE_EVENT_LLM_CALL_STARTED)
        continue;
      n_calls++;
      g_assert_cmpint (event->time_us, >=, lock.released_us);
    }
  g_assert_cmpuint (n_calls, ==, 1);
}

/* --- User-provided outcome of an interrupted method ------------------------------------------- */

static void
cancel_in_b_cb (TroupeEvent *event, gpointer user_data)
{
  if (event->type == TROUPE_EVENT_METHOD_STARTED &&
      g_str_equal (troupe_event_get_method (event), "b"))
    troupe_run_cancel (user_data);
}

static TroupeRun *
resume (Fixture *fixture, RunTest *test)
{
  g_autoptr (GError) error = NULL;
  TroupeRun *run =
      troupe_run_new_from_interrupted (fixture->store, troupe_run_get_id (test->run), NULL, &error);

  g_assert_no_error (error);
  return run;
}

/* An interrupted method is not repeated if the user provided its outcome. Its listeners get this
 * outcome. The outcome is stored, so it is still known if the run is interrupted again. */
static void
test_happened (Fixture *fixture, gconstpointer user_data)
{
  static const char document[] =
      "{'name': 'Happened', 'methods': {"
      "'a': {'start': true, 'do': {'call': 'expression', 'expr': '1'}},"
      "'b': {'listen': 'a', " SLOW_AGENT "},"
      "'c': {'listen': 'b', " QUICK_AGENT "},"
      "'d': {'listen': 'c', 'do': {'call': 'expression', 'expr': 'outputs.b + `!`'}}}}";
  g_autofree char *text = g_strdelimit (g_strdelimit (g_strdup (document), "'", '"'), "`", '\'');
  g_autoptr (RunTest) test = run_test_new_document (document);
  g_autoptr (TroupeValue) value = troupe_value_new_string ("sent", -1);
  g_autoptr (TroupeRun) run = NULL;
  g_autoptr (TroupeRunResult) refused = NULL;
  g_autoptr (TroupeRunResult) result = NULL;
  g_autoptr (GError) error = NULL;
  Watch watch = { .n_held = 3 };

  troupe_run_set_store (test->run, fixture->store, NULL, text);
  troupe_event_bus_add_sink (troupe_run_get_bus (test->run), cancel_in_b_cb, test->run, NULL);
  run_test_execute (test);
  troupe_run_set_store (test->run, NULL, NULL, NULL);
  g_assert_cmpint (test->result->type, ==, TROUPE_RESULT_CANCELLED);
  troupe_store_flush (fixture->store, NULL);

  run = resume (fixture, test);
  g_assert_false (troupe_run_set_interrupted_outcome (run, "nobody", value, &error));
  g_assert_error (error, TROUPE_RUN_ERROR, TROUPE_RUN_ERROR_PERSISTENCE);
  g_assert_true (troupe_run_set_interrupted_outcome (run, "c", value, NULL));
  refused = troupe_run_execute (run);
  g_assert_error (refused->error, TROUPE_RUN_ERROR, TROUPE_RUN_ERROR_PERSISTENCE);
  g_clear_object (&run);
  troupe_store_flush (fixture->store, NULL);

  run = resume (fixture, test);
  g_assert_true (troupe_run_set_interrupted_outcome (run, "b", value, NULL));
  troupe_event_bus_add_sink (troupe_run_get_bus (run), watch_cb, &watch, NULL);
  result = troupe_run_execute (run);
  g_assert_no_error (result->error);
  g_assert_cmpstr (troupe_value_get_string (result->final, NULL), ==, "sent!");
  g_assert_cmpuint (watch.n_ends, ==, 3);
}

/* --- Cancelling at any moment -------------------------------------------------------------------- */

static const char *const endless[] = {
  /* An endless loop of a router. */
  "{'name': 'Loop', 'config': {'max_method_calls': 1000000000}, 'methods': {"
  "'s': {'start': true, 'do': {'call': 'expression', 'expr': '1'}},"
  "'r': {'router': true, 'listen': {'or': ['s', 'x']}, 'do': {'call': 'expression', 'expr':"
  " '`x`'}}}}",
  /* Slow agents that run concurrently. */
  "{'name': 'Agents', 'methods': {'a': {'start': true, " SLOW_AGENT
  "}, 'b': {'start': true, " SLOW_AGENT "}, 'c': {'start': true, " SLOW_AGENT "}}}",
  /* A long list, item by item. */
  "{'name': 'Each', 'config': {'max_method_calls': 1000000000}, 'methods': {"
  "'s': {'start': true, 'do': {'call': 'expression', 'expr': 'state.list'}},"
  "'e': {'listen': {'or': ['s', 'again']}, 'do': {'call': 'each', 'in': 'outputs.s', 'do':"
  " [{'name': 'x', 'if': 'item > 2', 'action': {'call': 'expression', 'expr': 'item * 2'}}]}},"
  "'r': {'listen': 'e', 'router': true, 'do': {'call': 'expression', 'expr': '`again`'}}}}",
  /* Expensive expressions. */
  "{'name': 'Work', 'config': {'max_method_calls': 1000000000}, 'methods': {"
  "'s': {'start': true, 'do': {'call': 'expression', 'expr': '1'}},"
  "'r': {'router': true, 'listen': {'or': ['s', 'x']}, 'do': {'call': 'expression', 'expr':"
  " 'state.list.map(a, state.list.filter(b, b > a).size()).size() > 0 ? `x` : `y`'}}}}",
  /* A loop with durable methods and listeners. */
  "{'name': 'Kept', 'persist': {'enabled': true}, 'config': {'max_method_calls': 1000000000},"
  " 'methods': {"
  "'s': {'start': true, 'do': {'call': 'expression', 'expr': '1'}},"
  "'n': {'listen': {'or': ['s', 'x']}, 'do': {'call': 'expression', 'expr': 'size(state.list)'}},"
  "'r': {'router': true, 'listen': 'n', 'do': {'call': 'expression', 'expr': '`x`'}}}}",
};

static TroupeValue *
make_list_input (guint n_items)
{
  g_autofree TroupeValue **items = g_new (TroupeValue *, n_items);
  TroupeMapBuilder builder;

  for (guint i = 0; i < n_items; i++)
    items[i] = troupe_value_new_integer (i % 5);
  troupe_map_builder_init (&builder);
  troupe_map_builder_add (&builder, "list", troupe_value_new_list (items, n_items));
  return troupe_map_builder_end (&builder);
}

static gboolean
cancel_cb (gpointer user_data)
{
  gint64 *cancelled_us = g_object_get_data (user_data, "cancelled-us");

  *cancelled_us = g_get_monotonic_time ();
  troupe_run_cancel (user_data);
  return G_SOURCE_REMOVE;
}

/* Returns the microseconds from the call of troupe_run_cancel() until the caller is notified of
 * the end of the run. */
static gint64
measure_cancel (Fixture *fixture, const char *document, guint delay_ms, gboolean is_held)
{
  g_autoptr (RunTest) test = run_test_new_document (document);
  g_autofree char *states = g_build_filename (fixture->folder, "states.db", NULL);
  g_autofree char *text = g_strdelimit (g_strdelimit (g_strdup (document), "'", '"'), "`", '\'');
  g_autoptr (TroupeValue) inputs =
      make_list_input (strstr (document, "'Each'") != NULL ? 100000 : 200);
  gboolean is_kept = strstr (document, "'Kept'") != NULL;
  gint64 cancelled_us = 0, latency_us;

  troupe_run_set_inputs (test->run, inputs);
  troupe_run_set_state_database (test->run, states);
  if (is_kept)
    troupe_run_set_store (test->run, fixture->store, NULL, text);
  g_object_set_data (G_OBJECT (test->run), "cancelled-us", &cancelled_us);
  if (is_held)
    troupe_run_hold (test->run);
  run_test_start (test);
  g_timeout_add (delay_ms, cancel_cb, test->run);
  run_test_wait (test);
  latency_us = g_get_monotonic_time () - cancelled_us;
  g_assert_cmpint (test->result->type, ==, TROUPE_RESULT_CANCELLED);
  if (test->events->len > 0)
    assert_stopped_at (test, TROUPE_RESULT_CANCELLED);
  troupe_run_set_store (test->run, NULL, NULL, NULL);
  return latency_us;
}

static gint
compare_times (gconstpointer a, gconstpointer b)
{
  gint64 left = *(const gint64 *) a, right = *(const gint64 *) b;

  return left < right ? -1 : left > right;
}

static void
test_cancel_at_random (Fixture *fixture, gconstpointer user_data)
{
  gint64 times[N_CANCELLED];

  for (guint i = 0; i < N_CANCELLED; i++)
    {
      guint kind = i % G_N_ELEMENTS (endless);
      guint delay_ms = (guint) g_test_rand_int_range (0, 15);

      times[i] =
          measure_cancel (fixture, endless[kind], delay_ms, g_test_rand_int_range (0, 8) == 0);
      g_test_message ("kind %u, behind %u ms: %.2f ms", kind, delay_ms, (double) times[i] / 1000);
    }
  qsort (times, N_CANCELLED, sizeof *times, compare_times);
  g_test_message ("cancelled %d times: half of them within %.2f ms, 99 of 100 within %.2f ms, all "
                  "within %.2f ms",
                  N_CANCELLED, (double) times[N_CANCELLED / 2] / 1000,
                  (double) times[N_CANCELLED * 99 / 100] / 1000,
                  (double) times[N_CANCELLED - 1] / 1000);
  g_assert_cmpint (times[N_CANCELLED / 2], <, CANCELLED_WITHIN_US);
  g_assert_cmpint (times[N_CANCELLED - 1], <, TEST_WAIT_US);
}

/* --- Races (doc/flow-semantics.md §2.3) --------------------------------------------------------- */

typedef struct
{
  const char *path;
  const char *methods;
  const char *trace;
  const char *final;        /* (nullable): of a successful run */
  const char *error_method; /* (nullable) */
} Ending;

#define START_S "'s': {'start': true, 'do': {'call': 'expression', 'expr': '1'}},"

static const Ending endings[] = {
  /* The winner's complete chain finishes, including the methods after the listener of the race. */
  { "/run/race/chain",
    START_S "'a': {'listen': 's', " SLOW_AGENT "},"
            "'b': {'listen': 's', 'do': {'call': 'expression', 'expr': '2'}},"
            "'c': {'listen': {'or': ['a', 'b']}, " QUICK_AGENT "},"
            "'d': {'listen': 'c', 'do': {'call': 'expression', 'expr': 'outputs.c.raw'}},"
            "'e': {'listen': 'd', 'do': {'call': 'expression', 'expr': 'has(outputs.a)'}}",
    "s> s< a> b> ax b< c> c< d> d< e> e<", "false", NULL },
  /* An each that loses the race is cancelled while it is running. */
  { "/run/race/each",
    START_S "'a': {'listen': 's', 'do': {'call': 'each', 'in': '[1, 2, 3]', 'do': [{'name': 'x',"
            " 'action': {'call': 'expression', 'expr': 'item'}}]}},"
            "'b': {'listen': 's', 'do': {'call': 'expression', 'expr': '2'}},"
            "'c': {'listen': {'or': ['a', 'b']}, 'do': {'call': 'expression', 'expr': "
            "'has(outputs.a)'}}",
    "s> s< a> b> ax b< c> c<", "false", NULL },
  /* If all members fail, there is no winner, the errors are swallowed, and the flow succeeds. */
  { "/run/race/all-fail",
    START_S "'a': {'listen': 's', 'do': {'call': 'expression', 'expr': '1 / 0'}},"
            "'b': {'listen': 's', 'do': {'call': 'expression', 'expr': '2 / 0'}},"
            "'c': {'listen': {'or': ['a', 'b']}, 'do': {'call': 'expression', 'expr': '3'}}",
    "s> s< a> b> a! b!", "1", NULL },
  /* An error in the winner's chain is swallowed like the other errors of the race's batch. */
  { "/run/race/error-in-chain",
    START_S "'a': {'listen': 's', 'do': {'call': 'expression', 'expr': '1'}},"
            "'b': {'listen': 's', 'do': {'call': 'expression', 'expr': '2'}},"
            "'c': {'listen': {'or': ['a', 'b']}, 'do': {'call': 'expression', 'expr': '3 / 0'}},"
            "'d': {'listen': 's', 'do': {'call': 'expression', 'expr': '4'}},"
            "'after': {'listen': 'd', 'do': {'call': 'expression', 'expr': '5'}}",
    "s> s< a> b> d> bx a< c> d< after> c! after<", "5", NULL },
  /* An error outside of the race's batch is not swallowed. */
  { "/run/race/error-outside",
    "'s': {'start': true, 'do': {'call': 'expression', 'expr': '1'}},"
    "'t': {'start': true, 'do': {'call': 'expression', 'expr': '1 / 0'}},"
    "'a': {'listen': 's', 'do': {'call': 'expression', 'expr': '1'}},"
    "'b': {'listen': 's', 'do': {'call': 'expression', 'expr': '2'}},"
    "'c': {'listen': {'or': ['a', 'b']}, 'do': {'call': 'expression', 'expr': '3'}}",
    "s> t> t! s< a> b> bx a< c> c<", NULL, "t" },
  /* If a batch contains two groups that could race, only the first group races. */
  { "/run/race/two-groups",
    START_S "'a': {'listen': 's', 'do': {'call': 'expression', 'expr': '1'}},"
            "'b': {'listen': 's', 'do': {'call': 'expression', 'expr': '2'}},"
            "'p': {'listen': 's', 'do': {'call': 'expression', 'expr': '3'}},"
            "'q': {'listen': 's', 'do': {'call': 'expression', 'expr': '4'}},"
            "'c': {'listen': {'or': ['a', 'b']}, 'do': {'call': 'expression', 'expr': '5'}},"
            "'d': {'listen': {'or': ['p', 'q']}, 'do': {'call': 'expression', 'expr': '6'}}",
    "s> s< a> b> p> q> bx a< c> p< d> q< c< d<", "6", NULL },
  /* Starts do not race. */
  { "/run/race/starts",
    "'a': {'start': true, 'do': {'call': 'expression', 'expr': '1'}},"
    "'b': {'start': true, 'do': {'call': 'expression', 'expr': '2'}},"
    "'c': {'listen': {'or': ['a', 'b']}, 'do': {'call': 'expression', 'expr': '3'}}",
    "a> b> a< c> b< c<", "3", NULL },
  /* The run fails with the first of two errors, and running methods finish (§4.5). */
  { "/run/failure/two",
    START_S "'a': {'listen': 's', " QUICK_AGENT "},"
            "'b': {'listen': 's', 'do': {'call': 'expression', 'expr': '1 / 0'}},"
            "'c': {'listen': 'a', 'do': {'call': 'expression', 'expr': '2 / 0'}},"
            "'d': {'listen': 'b', 'do': {'call': 'expression', 'expr': '3'}}",
    "s> s< a> b> b! a< c> c!", NULL, "b" },
  /* If a router fails, neither its listeners nor other listeners of its trigger run. */
  { "/run/failure/router",
    START_S "'r': {'listen': 's', 'router': true, 'do': {'call': 'expression', 'expr': '1 / 0'}},"
            "'a': {'listen': 's', 'do': {'call': 'expression', 'expr': '2'}},"
            "'x': {'listen': 'r', 'do': {'call': 'expression', 'expr': '3'}}",
    "s> s< r> r!", NULL, "r" },
  /* A failure deep in a branch does not affect other branches. */
  { "/run/failure/deep",
    "'s': {'start': true, 'do': {'call': 'expression', 'expr': '1'}},"
    "'t': {'start': true, 'do': {'call': 'expression', 'expr': '2'}},"
    "'a': {'listen': 's', 'do': {'call': 'expression', 'expr': '3'}},"
    "'b': {'listen': 'a', 'do': {'call': 'expression', 'expr': '4 / 0'}},"
    "'c': {'listen': 'b', 'do': {'call': 'expression', 'expr': '5'}},"
    "'u': {'listen': 't', 'do': {'call': 'expression', 'expr': '6'}},"
    "'v': {'listen': 'u', 'do': {'call': 'expression', 'expr': '7'}},"
    "'w': {'listen': 'v', 'do': {'call': 'expression', 'expr': '8'}},"
    "'j': {'listen': {'and': ['c', 'w']}, 'do': {'call': 'expression', 'expr': '9'}}",
    "s> t> s< a> t< u> a< b> u< v> b! v< w> w<", NULL, "b" },
  /* The first step that fails ends the each, in the same turn of the scheduler. */
  { "/run/failure/each",
    START_S "'e': {'listen': 's', 'do': {'call': 'each', 'in': '[1, 0, 2]', 'do': [{'name': 'x',"
            " 'action': {'call': 'expression', 'expr': '6 / item'}}]}},"
            "'a': {'listen': 's', 'do': {'call': 'expression', 'expr': '2'}}",
    "s> s< e> a> e! a<", NULL, "e" },
};

static void
test_ending (gconstpointer data)
{
  const Ending *ending = data;
  g_autoptr (RunTest) test = run_test_new (ending->methods);
  TroupeEvent *last;

  run_test_execute (test);
  last = g_ptr_array_index (test->events, test->events->len - 1);
  run_test_assert_trace (test, ending->trace);
  if (ending->error_method == NULL)
    {
      g_assert_no_error (test->result->error);
      g_assert_cmpint (last->type, ==, TROUPE_EVENT_FLOW_FINISHED);
      run_test_assert_value (test->result->final, ending->final);
      return;
    }
  g_assert_cmpint (test->result->type, ==, TROUPE_RESULT_RUN_ERROR);
  g_assert_cmpint (last->type, ==, TROUPE_EVENT_FLOW_FAILED);
  g_assert_cmpstr (test->result->error_method, ==, ending->error_method);
}

/* --- What is in flight ---------------------------------------------------------------------------- */

/* A server that accepts requests and never answers. @n_closed: connections that the client has closed */
typedef struct
{
  guint n_opened;
  guint n_closed;
} Silent;

static void
read_cb (GObject *source, GAsyncResult *result, gpointer user_data)
{
  Silent *silent = user_data;
  g_autoptr (GBytes) bytes =
      g_input_stream_read_bytes_finish (G_INPUT_STREAM (source), result, NULL);

  if (bytes != NULL && g_bytes_get_size (bytes) > 0)
    g_input_stream_read_bytes_async (G_INPUT_STREAM (source), 4096, G_PRIORITY_DEFAULT, NULL,
                                     read_cb, silent);
  else
    silent->n_closed++;
}

static gboolean
incoming_cb (GSocketService *service,
             GSocketConnection *connection,
             GObject *source,
             gpointer user_data)
{
  Silent *silent = user_data;
  GInputStream *input = g_io_stream_get_input_stream (G_IO_STREAM (connection));

  silent->n_opened++;
  g_object_set_data_full (G_OBJECT (service), "connection", g_object_ref (connection),
                          g_object_unref);
  g_input_stream_read_bytes_async (input, 4096, G_PRIORITY_DEFAULT, NULL, read_cb, silent);
  return TRUE;
}

static gboolean
is_in_flight (TroupeValue *list, const char *expected)
{
  for (gsize i = 0; i < troupe_value_list_get_length (list); i++)
    {
      g_autofree char *text = run_test_text (troupe_value_list_get (list, i));

      if (g_str_equal (text, expected))
        return TRUE;
    }
  return FALSE;
}

/* A cancelled run closes its connections, and its result lists the calls that were in flight. */
static void
test_in_flight (void)
{
  g_autoptr (GSocketService) service = g_socket_service_new ();
  const guint16 port =
      g_socket_listener_add_any_inet_port (G_SOCKET_LISTENER (service), NULL, NULL);
  g_autofree char *methods = g_strdup_printf (
      "'a': {'start': true, 'do': {'call': 'agent', 'with': {'role': 'r', 'goal': 'g', "
      "'backstory': 'b',"
      " 'llm': {'model': 'openai/m', 'api_key': 'secret-key-1', 'max_retries': 0, 'base_url':"
      " 'http://127.0.0.1:%u/v1'}, 'input': 'x'}}}",
      port);
  g_autoptr (RunTest) test = run_test_new (methods);
  Silent silent = { 0, 0 };
  gint64 stopped_us;

  g_signal_connect (service, "incoming", G_CALLBACK (incoming_cb), &silent);
  run_test_start (test);
  test_wait_until (silent.n_opened > 0);
  stopped_us = g_get_monotonic_time ();
  troupe_run_cancel (test->run);
  run_test_wait (test);
  test_wait_until (silent.n_closed > 0);
  g_assert_cmpint (g_get_monotonic_time () - stopped_us, <, TEST_WAIT_US);
  g_assert_cmpint (test->result->type, ==, TROUPE_RESULT_CANCELLED);
  g_assert_true (
      is_in_flight (test->result->in_flight, "{'kind':'method','name':'a','method':'a'}"));
  g_assert_true (is_in_flight (test->result->in_flight,
                               "{'kind':'model_call','name':'m','method':'a','agent':'r'}"));
  g_assert_cmpuint (run_test_count (test, TROUPE_EVENT_FLOW_CANCELLED, NULL), ==, 1);
}

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/run/hold/step", test_hold_and_step);
  g_test_add_func ("/run/hold/agent", test_hold_agent);
  g_test_add_func ("/run/hold/failure", test_step_over_failure);
  g_test_add_func ("/run/hold/race", test_hold_race);
  g_test_add_func ("/run/hold/cancel", test_cancel_while_held);
  g_test_add_func ("/run/hold/timeout", test_timeout_while_held);
  g_test_add_func ("/run/hold/random", test_hold_at_random);
  g_test_add ("/run/hold/resumed", Fixture, NULL, set_up, test_hold_resumed, tear_down);
  g_test_add ("/run/record/before-call", Fixture, NULL, set_up, test_record_before_call, tear_down);
  g_test_add ("/run/resume/happened", Fixture, NULL, set_up, test_happened, tear_down);
  g_test_add ("/run/cancel/random", Fixture, NULL, set_up, test_cancel_at_random, tear_down);
  for (guint i = 0; i < G_N_ELEMENTS (endings); i++)
    g_test_add_data_func (endings[i].path, &endings[i], test_ending);
  g_test_add_func ("/run-stop/in-flight", test_in_flight);
  return g_test_run ();
}
