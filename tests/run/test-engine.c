/* test-engine.c: many concurrent runs on one engine
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#include "config.h"

#include <glib/gstdio.h>
#include <sqlite3.h>
#include <string.h>

#include "../test-time.h"
#include "../test-wait.h"
#include "run-test.h"

#define EXPR(name, rest, expr)                                                                     \
  "'" name "': {" rest ", 'do': {'call': 'expression', 'expr': '" expr "'}}"

/* An agent whose model needs @delay milliseconds per word. */
#define ASK(name, rest, delay)                                                                     \
  "'" name "': {" rest ", 'do': {'call': 'agent', 'with': {'role': 'r', 'goal': 'g', "             \
  "'backstory': 'b', 'llm': {'model': 'mock/echo', 'word_delay_ms': " delay "}, "                  \
  "'input': 'one two'}}}"

/* An endless loop of a router. */
#define ENDLESS                                                                                    \
  "{'name': 'Endless', 'config': {'max_method_calls': 1000000000}, 'methods': {"                   \
  "'s': {'start': true, 'do': {'call': 'expression', 'expr': '0'}},"                               \
  "'r': {'listen': {'or': ['s', 'again']}, 'router': true, 'do': {'call': 'expression', "          \
  "'expr': '`again`'}}}}"

/* Runs of one engine and their results. */
typedef struct
{
  TroupeEngine *engine;
  GPtrArray *results; /* (element-type TroupeRunResult): in the order of completion */
  guint n_begun;
} Fixture;

static void
fixture_set_up (Fixture *self, gconstpointer data)
{
  self->engine = troupe_engine_new ();
  self->results = g_ptr_array_new_with_free_func ((GDestroyNotify) troupe_run_result_free);
}

static void
fixture_tear_down (Fixture *self, gconstpointer data)
{
  g_assert_cmpuint (self->results->len, ==, self->n_begun);
  if (self->engine != NULL)
    g_assert_finalize_object (self->engine);
  g_ptr_array_unref (self->results);
}

static void
ended_cb (GObject *source, GAsyncResult *result, gpointer user_data)
{
  Fixture *self = user_data;

  g_ptr_array_add (self->results, troupe_engine_run_finish (TROUPE_RUN (source), result));
}

static void
begin (Fixture *self, TroupeRun *run, TroupeRun *parent)
{
  self->n_begun++;
  troupe_engine_run_async (self->engine, run, parent, ended_cb, self);
}

/* Waits for results. On a busy machine, thousands of runs take longer than anything else, and their results come together
 * at the end. */
static void
wait_for (Fixture *self, guint n_results)
{
  const gint64 deadline = g_get_monotonic_time () + 5 * TEST_WAIT_US;

  while (self->results->len < n_results)
    test_wait_turn (deadline, G_STRLOC, G_STRFUNC, "results");
}

static TroupeRunResult *
get_result (Fixture *self, guint i)
{
  return g_ptr_array_index (self->results, i);
}

/* Loads a flow; the run of the RunTest is not used. */
static RunTest *
load (const char *methods)
{
  return run_test_new (methods);
}

/* --- Concurrent runs -------------------------------------------------------------------------- */

static void
test_many (Fixture *self, gconstpointer data)
{
  g_autoptr (RunTest) test = load (EXPR ("s", "'start': true", "1") "," ASK (
      "a", "'listen': 's'", "500") "," EXPR ("e", "'listen': 'a'", "size(outputs)"));
  gint64 begun_us = g_get_monotonic_time ();

  for (guint i = 0; i < 500; i++)
    {
      g_autoptr (TroupeRun) run = troupe_run_new (test->flow);

      begin (self, run, NULL);
    }
  wait_for (self, 500);
  for (guint i = 0; i < 500; i++)
    {
      g_assert_no_error (get_result (self, i)->error);
      run_test_assert_value (get_result (self, i)->final, "2");
    }
  /* 500 sequential runs would take more than four minutes. */
  g_assert_cmpint (g_get_monotonic_time () - begun_us, <, TEST_WAIT_US);
}

/* Runs that never wait do not delay runs that are started later. */
static void
test_fair (Fixture *self, gconstpointer data)
{
  g_autoptr (RunTest) endless = run_test_new_document (ENDLESS);
  g_autoptr (RunTest) brief =
      load (EXPR ("s", "'start': true", "1") "," ASK ("a", "'listen': 's'", "1"));
  g_autoptr (GPtrArray) runs = g_ptr_array_new_with_free_func (g_object_unref);

  for (guint i = 0; i < 20; i++)
    {
      TroupeRun *run = troupe_run_new (endless->flow);

      g_ptr_array_add (runs, run);
      begin (self, run, NULL);
    }
  for (guint i = 0; i < 20; i++)
    {
      g_autoptr (TroupeRun) run = troupe_run_new (brief->flow);

      begin (self, run, NULL);
    }
  wait_for (self, 20);
  for (guint i = 0; i < 20; i++)
    g_assert_cmpint (get_result (self, i)->type, ==, TROUPE_RESULT_OK);
  for (guint i = 0; i < runs->len; i++)
    troupe_run_cancel (g_ptr_array_index (runs, i));
  wait_for (self, 40);
  for (guint i = 20; i < 40; i++)
    g_assert_cmpint (get_result (self, i)->type, ==, TROUPE_RESULT_CANCELLED);
}

static void
test_cancel_one (Fixture *self, gconstpointer data)
{
  g_autoptr (RunTest) endless = run_test_new_document (ENDLESS);
  g_autoptr (RunTest) slow = load (ASK ("a", "'start': true", "600000"));
  g_autoptr (GPtrArray) runs = g_ptr_array_new_with_free_func (g_object_unref);
  gint64 cancelled_us;

  for (guint i = 0; i < 100; i++)
    {
      TroupeRun *run = troupe_run_new (i < 5 ? endless->flow : slow->flow);

      g_ptr_array_add (runs, run);
      begin (self, run, NULL);
    }
  cancelled_us = g_get_monotonic_time ();
  troupe_run_cancel (g_ptr_array_index (runs, 50));
  wait_for (self, 1);
  g_assert_cmpint (g_get_monotonic_time () - cancelled_us, <, TEST_WAIT_US);
  g_assert_cmpint (get_result (self, 0)->type, ==, TROUPE_RESULT_CANCELLED);
  for (guint i = 0; i < runs->len; i++)
    troupe_run_cancel (g_ptr_array_index (runs, i));
  wait_for (self, 100);
}

static void
test_hold_one (Fixture *self, gconstpointer data)
{
  g_autoptr (RunTest) test =
      load (EXPR ("s", "'start': true", "1") "," ASK ("a", "'listen': 's'",
                                                      "1") "," EXPR ("e", "'listen': 'a'", "2"));
  g_autoptr (TroupeRun) held = troupe_run_new (test->flow);

  troupe_run_hold (held);
  begin (self, held, NULL);
  for (guint i = 0; i < 50; i++)
    {
      g_autoptr (TroupeRun) run = troupe_run_new (test->flow);

      begin (self, run, NULL);
    }
  wait_for (self, 50);
  g_assert_true (troupe_run_is_held (held));
  for (guint i = 0; i < 50; i++)
    g_assert_cmpint (get_result (self, i)->type, ==, TROUPE_RESULT_OK);
  troupe_run_release (held);
  wait_for (self, 51);
  run_test_assert_value (get_result (self, 50)->final, "2");
}

static void
test_timeouts (Fixture *self, gconstpointer data)
{
  const guint n_runs = TEST_SAMPLE (10000);
  g_autoptr (RunTest) slow = load (ASK ("a", "'start': true", "600000"));
  gint64 begun_us = g_get_monotonic_time ();

  for (guint i = 0; i < n_runs; i++)
    {
      g_autoptr (TroupeRun) run = troupe_run_new (slow->flow);

      troupe_run_set_timeout (run, (100 + i % 100) * 1000);
      begin (self, run, NULL);
    }
  wait_for (self, n_runs);
  for (guint i = 0; i < n_runs; i++)
    g_assert_cmpint (get_result (self, i)->type, ==, TROUPE_RESULT_TIMEOUT);
  g_test_message ("%u timeouts in %.2f s", n_runs,
                  (double) (g_get_monotonic_time () - begun_us) / 1e6);
}

/* --- Closing the engine ----------------------------------------------------------------------- */

static void
test_dispose (Fixture *self, gconstpointer data)
{
  g_autoptr (RunTest) endless = run_test_new_document (ENDLESS);
  g_autoptr (RunTest) slow = load (ASK ("a", "'start': true", "600000"));

  for (guint i = 0; i < 40; i++)
    {
      g_autoptr (TroupeRun) run = troupe_run_new (i % 2 == 0 ? endless->flow : slow->flow);

      begin (self, run, NULL);
    }
  g_assert_finalize_object (g_steal_pointer (&self->engine));
  wait_for (self, 40);
  for (guint i = 0; i < 40; i++)
    g_assert_cmpint (get_result (self, i)->type, ==, TROUPE_RESULT_CANCELLED);
}

static void
test_unused (Fixture *self, gconstpointer data)
{
  g_assert_finalize_object (g_steal_pointer (&self->engine));
}

/* --- Nested runs ------------------------------------------------------------------------------ */

typedef struct
{
  Fixture *fixture;
  TroupeRun *run; /* starts another one */
  TroupeFlow *flow;
  TroupeRun *child;
  GThread *thread;
  gint n_ended; /* atomic */
} Inner;

static void
inner_ended_cb (GObject *source, GAsyncResult *result, gpointer user_data)
{
  Inner *self = user_data;
  g_autoptr (TroupeRunResult) ending = troupe_engine_run_finish (TROUPE_RUN (source), result);

  g_assert_true (self->thread == g_thread_self ());
  g_assert_cmpint (ending->type, ==, TROUPE_RESULT_OK);
  g_atomic_int_inc (&self->n_ended);
}

/* Called on the engine's thread. inner_ended_cb() is called in the context of the same thread. */
static void
begin_inner_cb (TroupeEvent *event, gpointer user_data)
{
  Inner *self = user_data;
  g_autoptr (TroupeRun) run = NULL;

  if (event->type != TROUPE_EVENT_METHOD_FINISHED || g_strcmp0 (troupe_event_get_method (event), "s") != 0)
    return;
  self->thread = g_thread_self ();
  run = troupe_run_new (self->flow);
  troupe_engine_run_async (self->fixture->engine, run, self->run, inner_ended_cb, self);
}

static void
test_begun_in_sink (Fixture *self, gconstpointer data)
{
  g_autoptr (RunTest) outer =
      load (EXPR ("s", "'start': true", "1") "," ASK ("a", "'listen': 's'", "100"));
  g_autoptr (RunTest) inner = load (EXPR ("x", "'start': true", "7"));
  Inner inside = { .fixture = self, .run = outer->run, .flow = inner->flow };

  troupe_event_bus_add_sink (troupe_run_get_bus (outer->run), begin_inner_cb, &inside, NULL);
  begin (self, outer->run, NULL);
  wait_for (self, 1);
  g_assert_cmpint (get_result (self, 0)->type, ==, TROUPE_RESULT_OK);
  g_assert_cmpint (g_atomic_int_get (&inside.n_ended), ==, 1);
}

static void
test_child_cancelled (Fixture *self, gconstpointer data)
{
  g_autoptr (RunTest) slow = load (ASK ("a", "'start': true", "600000"));
  g_autoptr (TroupeRun) parent = troupe_run_new (slow->flow);
  g_autoptr (TroupeRun) child = troupe_run_new (slow->flow);
  g_autoptr (TroupeRun) grandchild = troupe_run_new (slow->flow);
  g_autoptr (TroupeRun) other = troupe_run_new (slow->flow);

  begin (self, parent, NULL);
  begin (self, child, parent);
  begin (self, grandchild, child);
  begin (self, other, NULL);
  troupe_run_cancel (parent);
  wait_for (self, 3);
  for (guint i = 0; i < 3; i++)
    g_assert_cmpint (get_result (self, i)->type, ==, TROUPE_RESULT_CANCELLED);
  troupe_run_cancel (other);
  wait_for (self, 4);
}

static void
test_child_held (Fixture *self, gconstpointer data)
{
  g_autoptr (RunTest) brief = load (EXPR ("s", "'start': true", "1"));
  g_autoptr (RunTest) slow = load (ASK ("a", "'start': true", "1"));
  g_autoptr (TroupeRun) parent = troupe_run_new (slow->flow);
  g_autoptr (TroupeRun) child = troupe_run_new (brief->flow);
  g_autoptr (TroupeRun) other = troupe_run_new (brief->flow);

  troupe_run_hold (parent);
  begin (self, parent, NULL);
  begin (self, child, parent);
  begin (self, other, NULL);
  wait_for (self, 1);
  g_assert_true (troupe_run_is_held (child));
  troupe_run_release (parent);
  g_assert_false (troupe_run_is_held (child));
  wait_for (self, 3);
  /* If the parent ends first, its child is cancelled. */
  g_assert_cmpint (get_result (self, 0)->type, ==, TROUPE_RESULT_OK);
}

/* A nested run is cancelled when its parent ends. */
static void
test_child_outlives (Fixture *self, gconstpointer data)
{
  g_autoptr (RunTest) brief = load (ASK ("a", "'start': true", "5"));
  g_autoptr (RunTest) slow = load (ASK ("a", "'start': true", "600000"));
  g_autoptr (TroupeRun) parent = troupe_run_new (brief->flow);
  g_autoptr (TroupeRun) child = troupe_run_new (slow->flow);

  begin (self, parent, NULL);
  begin (self, child, parent);
  wait_for (self, 2);
  g_assert_cmpint (get_result (self, 0)->type, ==, TROUPE_RESULT_OK);
  g_assert_cmpint (get_result (self, 1)->type, ==, TROUPE_RESULT_CANCELLED);
}

/* --- Commits ------------------------------------------------------------------------------------ */

/* Counts the commit frames in the WAL, which is the number of transactions. Because checkpoints
 * are disabled, each transaction appends its pages, so the size of the WAL is the number of
 * written pages. */
static guint
count_commits (const char *folder)
{
  g_autofree char *path = g_build_filename (folder, "runs.db-wal", NULL);
  g_autofree char *bytes = NULL;
  guint n_commits = 0;
  gsize length = 0;
  guint32 page_size, salt[2];

  if (!g_file_get_contents (path, &bytes, &length, NULL) || length < 32)
    return 0;
  memcpy (&page_size, bytes + 8, sizeof page_size);
  page_size = GUINT32_FROM_BE (page_size);
  memcpy (salt, bytes + 16, sizeof salt);
  for (gsize at = 32; at + 24 + page_size <= length; at += 24 + page_size)
    {
      guint32 size_after;

      memcpy (&size_after, bytes + at + 4, sizeof size_after);
      n_commits += size_after != 0 && memcmp (bytes + at + 8, salt, sizeof salt) == 0;
    }
  return n_commits;
}

static void
remove_folder (const char *folder)
{
  g_autoptr (GDir) dir = g_dir_open (folder, 0, NULL);
  const char *name;

  while ((name = g_dir_read_name (dir)) != NULL)
    {
      g_autofree char *path = g_build_filename (folder, name, NULL);

      g_remove (path);
    }
  g_rmdir (folder);
}

/* 100 runs of three methods need few transactions because of group commits, although each method
 * waits until it is durable. Without group commits, each run would need five transactions. */
static void
test_group_commit (Fixture *self, gconstpointer data)
{
  g_autofree char *folder = g_dir_make_tmp ("troupe-test-engine-XXXXXX", NULL);
  g_autoptr (TroupeStore) store = troupe_store_open (folder, NULL);
  g_autoptr (RunTest) test =
      load (EXPR ("s", "'start': true", "1") "," EXPR ("a", "'listen': 's'",
                                                       "2") "," EXPR ("e", "'listen': 'a'", "3"));
  g_autoptr (GPtrArray) runs = NULL;
  guint n_before, n_commits;

  g_assert_true (troupe_store_flush (store, NULL));
  n_before = count_commits (folder);
  for (guint i = 0; i < 100; i++)
    {
      g_autoptr (TroupeRun) run = troupe_run_new (test->flow);

      troupe_run_set_store (run, store, NULL, NULL);
      begin (self, run, NULL);
    }
  wait_for (self, 100);
  n_commits = count_commits (folder) - n_before;
  g_test_message ("%u transactions", n_commits);
  g_assert_cmpuint (n_commits, >, 0);
  g_assert_cmpuint (n_commits, <, 100);
  runs = troupe_store_list_runs (store, NULL, 0, NULL);
  g_assert_cmpuint (runs->len, ==, 100);
  for (guint i = 0; i < runs->len; i++)
    {
      TroupeRunRecord *record = g_ptr_array_index (runs, i);
      g_autoptr (GPtrArray) steps = troupe_store_get_steps (store, record->id, NULL);

      g_assert_cmpint (record->status, ==, TROUPE_RUN_STATUS_OK);
      g_assert_cmpuint (steps->len, ==, 4);
    }
  g_clear_object (&store);
  remove_folder (folder);
}

int
main (int argc, char *argv[])
{
  g_test_init (&argc, &argv, NULL);

#define ADD(path, func) g_test_add (path, Fixture, NULL, fixture_set_up, func, fixture_tear_down)
  ADD ("/engine/many", test_many);
  ADD ("/engine/fair", test_fair);
  ADD ("/engine/cancel-one", test_cancel_one);
  ADD ("/engine/hold-one", test_hold_one);
  ADD ("/engine/timeouts", test_timeouts);
  ADD ("/engine/dispose", test_dispose);
  ADD ("/engine/unused", test_unused);
  ADD ("/engine/begun-in-sink", test_begun_in_sink);
  ADD ("/engine/child-cancelled", test_child_cancelled);
  ADD ("/engine/child-held", test_child_held);
  ADD ("/engine/child-outlives", test_child_outlives);
  ADD ("/engine/group-commit", test_group_commit);
  return g_test_run ();
}
