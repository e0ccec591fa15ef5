/* test-month-budget.c: the cost limit of a calendar month
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#include "config.h"

#include <string.h>

#include "../test-remove.h"
#include "../test-time.h"
#include "troupe-engine.h"
#include "troupe-month-budget.h"

/* Each answer has one token, which costs half a dollar. */
#define PRICES                                                                                     \
  "{\"date\": \"2026-11-23\", \"currency\": \"USD\", \"per\": 1000000, \"models\":"                \
  " {\"mock/script\": {\"input\": 0, \"output\": 500000}}}"
#define COST 500000
#define AGENT                                                                                      \
  "do: {call: agent, with: {role: r, goal: g, backstory: b, llm: {model: mock/script, answers: "   \
  "['yes']}, input: x}}"
static const char flow[] = "schema: crewai.flow/v1\n"
                           "name: Spends\n"
                           "methods:\n"
                           "  a: {start: true, " AGENT "}\n"
                           "  b: {listen: a, " AGENT "}\n"
                           "  c: {listen: b, " AGENT "}\n";

typedef struct
{
  char *folder;
  TroupeStore *store;
  GSettings *settings;
  GObject *owner;
  TroupeMonthBudget *month;
  TroupeEngine *engine;
  guint n_runs;
  guint n_failed;
} Fixture;

static TroupeStore *
find_store (gpointer owner)
{
  return g_object_get_data (owner, "store");
}

static void
failed_cb (Fixture *self, const char *text)
{
  g_assert_nonnull (strstr (text, "could not be read"));
  self->n_failed++;
}

/* Creates the budget as the application does at startup. */
static void
start (Fixture *self)
{
  self->month = troupe_month_budget_new (self->settings, find_store, self->owner);
  g_signal_connect_swapped (self->month, "failed", G_CALLBACK (failed_cb), self);
}

static gboolean
is_gone (gpointer user_data)
{
  return G_OBJECT (user_data)->ref_count == 1;
}

static void
wait_until (gboolean (*condition) (gpointer user_data), gpointer user_data)
{
  const gint64 end_us = g_get_monotonic_time () + TEST_WAIT_US;

  while (!condition (user_data))
    {
      g_assert_cmpint (g_get_monotonic_time (), <, end_us);
      g_main_context_iteration (NULL, FALSE);
    }
}

static void
stop (Fixture *self)
{
  troupe_month_budget_close (self->month);
  /* A worker thread may still be reading. */
  wait_until (is_gone, self->month);
  g_assert_finalize_object (self->month);
}

static void
set_up (Fixture *self, gconstpointer data)
{
  g_autoptr (GError) error = NULL;

  self->folder = g_dir_make_tmp ("troupe-month-XXXXXX", NULL);
  self->store = troupe_store_open (self->folder, &error);
  g_assert_no_error (error);
  self->settings = g_settings_new (TROUPE_APPLICATION_ID);
  self->owner = g_object_new (G_TYPE_OBJECT, NULL);
  g_object_set_data (self->owner, "store", self->store);
  self->engine = troupe_engine_new ();
  start (self);
}

static void
tear_down (Fixture *self, gconstpointer data)
{
  stop (self);
  g_clear_object (&self->engine);
  g_settings_reset (self->settings, TROUPE_MONTH_BUDGET_LIMIT);
  g_settings_reset (self->settings, TROUPE_MONTH_BUDGET_BATCHES);
  g_object_unref (self->settings);
  g_object_unref (self->owner);
  g_assert_finalize_object (self->store);
  remove_all (self->folder);
  g_free (self->folder);
}

static void
set_limit (Fixture *self, gint64 limit)
{
  g_settings_set_int64 (self->settings, TROUPE_MONTH_BUDGET_LIMIT, limit);
}

/* Stores a run with one call, as another process would. @cost: in dollars; below 0: unknown.
 * (transfer full) */
static char *
add_kept (Fixture *self, gint64 started_us, double cost)
{
  char *id = g_strdup_printf ("00000000-0000-0000-0000-%012u", ++self->n_runs);
  const TroupeRunRecord record = {
    .id = id, .name = (char *) "flow", .digest = (char *) "d", .started_us = started_us
  };
  g_autoptr (TroupeScope) call =
      troupe_scope_new_stored (TROUPE_SCOPE_MODEL_CALL, 2, NULL, NULL, "model");
  g_autoptr (TroupeEvent) event = NULL;
  TroupeMapBuilder fields;

  troupe_map_builder_init (&fields);
  if (cost >= 0.0)
    troupe_map_builder_add (&fields, "cost", troupe_value_new_double (cost));
  event = troupe_event_new (TROUPE_EVENT_LLM_CALL_FINISHED, call, troupe_map_builder_end (&fields));
  event->sequence = 3;
  event->time_us = started_us;
  troupe_store_begin_run (self->store, &record);
  troupe_store_add_event (self->store, id, event);
  troupe_store_end_run (self->store, id, TROUPE_RUN_STATUS_OK, NULL, NULL);
  return id;
}

static gboolean
is_known (gpointer user_data)
{
  return troupe_month_budget_look (((Fixture *) user_data)->month).is_known;
}

static gint64
get_spent (Fixture *self)
{
  return troupe_month_budget_look (self->month).spent;
}

static void
changed_cb (guint *n_changed)
{
  (*n_changed)++;
}

static gboolean
is_counted (gpointer user_data)
{
  return *(guint *) user_data > 0;
}

/* Reads the stored runs and waits for a change. */
static void
refresh (Fixture *self)
{
  guint n_changed = 0;
  const gulong handler =
      g_signal_connect_swapped (self->month, "changed", G_CALLBACK (changed_cb), &n_changed);

  troupe_month_budget_refresh (self->month);
  wait_until (is_counted, &n_changed);
  g_signal_handler_disconnect (self->month, handler);
}

/* Refreshes although no run was stored since the last refresh, and checks that this changes
 * nothing. Then checks that the next refresh finds a new run. */
static void
refresh_in_vain (Fixture *self)
{
  const gint64 spent = get_spent (self);
  g_autofree char *id = NULL;

  troupe_month_budget_refresh (self->month);
  id = add_kept (self, g_get_real_time (), 0.125);
  refresh (self);
  g_assert_cmpint (get_spent (self), ==, spent + 125000);
}

typedef struct
{
  TroupeRun *run;
  TroupeRunResult *result;
  gint n_calls;   /* atomic */
  gint n_reached; /* atomic */
} Going;

static void
event_cb (TroupeEvent *event, gpointer user_data)
{
  Going *going = user_data;

  if (event->type == TROUPE_EVENT_LLM_CALL_FINISHED)
    g_atomic_int_inc (&going->n_calls);
  else if (event->type == TROUPE_EVENT_BUDGET_REACHED)
    g_atomic_int_inc (&going->n_reached);
}

static void
ended_cb (GObject *source, GAsyncResult *result, gpointer user_data)
{
  ((Going *) user_data)->result = troupe_run_execute_finish (TROUPE_RUN (source), result);
}

static TroupeRun *
make_run (Fixture *self)
{
  g_autoptr (GPtrArray) problems = NULL;
  g_autoptr (GError) error = NULL;
  g_autoptr (TroupeFlowDocument) document =
      troupe_flow_document_load_text (flow, strlen (flow), "flow.yaml", &problems, &error);
  TroupeRun *run;

  g_assert_no_error (error);
  run = troupe_run_new (troupe_flow_document_get_flow (document));
  troupe_run_set_store (run, self->store, NULL, flow);
  return run;
}

/* @run: (transfer full) */
static void
go (Fixture *self, Going *going, TroupeRun *run)
{
  going->run = run;
  troupe_event_bus_add_sink (troupe_run_get_bus (run), event_cb, going, NULL);
  troupe_month_budget_join (self->month, run);
  troupe_run_execute_async (run, self->engine, ended_cb, going);
}

static gboolean
has_ended (gpointer user_data)
{
  return ((Going *) user_data)->result != NULL;
}

static gboolean
is_reached (gpointer user_data)
{
  return g_atomic_int_get (&((Going *) user_data)->n_reached) > 0;
}

static void
end (Fixture *self, Going *going)
{
  wait_until (has_ended, going);
  troupe_month_budget_leave (self->month);
  g_clear_pointer (&going->result, troupe_run_result_free);
  g_clear_object (&going->run);
}

/* --- Stored runs ------------------------------------------------------------------------------ */

/* All runs of the month count, regardless of how they ended. Runs of the previous month do not
 * count. */
static void
test_kept (Fixture *self, gconstpointer data)
{
  const gint64 now_us = g_get_real_time ();
  const gint64 begin_us = troupe_cost_month_get_begin (now_us);
  g_autofree char *before = add_kept (self, begin_us - 1, 4.0);
  g_autofree char *first = add_kept (self, begin_us, 1.0);
  g_autofree char *second = add_kept (self, now_us, 0.5);
  g_autofree char *third = NULL;
  g_autofree char *words = NULL;
  g_autoptr (GError) error = NULL;

  g_assert_false (is_known (self));
  refresh (self);
  g_assert_true (is_known (self));
  g_assert_cmpint (get_spent (self), ==, 1500000);
  g_assert_true (troupe_month_budget_look (self->month).is_all);
  words = troupe_month_budget_describe (self->month);
  g_assert_cmpstr (words, ==, "$1.50 so far");

  third = add_kept (self, now_us, -1.0);
  refresh_in_vain (self);
  g_assert_false (troupe_month_budget_look (self->month).is_all);
  troupe_store_delete_run (self->store, first, &error);
  g_assert_no_error (error);
  g_assert_cmpint (get_spent (self), ==, 1625000);
  refresh_in_vain (self);
  stop (self);
  start (self);
  refresh (self);
  g_assert_cmpint (get_spent (self), ==, 750000);
}

/* A run that starts before the spent amount is known waits for this amount. */
static void
test_not_known (Fixture *self, gconstpointer data)
{
  g_autofree char *kept = add_kept (self, g_get_real_time (), 1.0);
  Going going = { 0 };

  stop (self);
  set_limit (self, 2 * COST);
  start (self);
  g_assert_false (is_known (self));
  go (self, &going, make_run (self));
  wait_until (is_reached, &going);
  g_assert_cmpint (g_atomic_int_get (&going.n_calls), ==, 0);
  troupe_run_cancel (going.run);
  end (self, &going);
}

/* If there is no limit, no run waits. The cost that a run incurred before the amount was known
 * is not counted twice. */
static void
test_no_limit (Fixture *self, gconstpointer data)
{
  g_autofree char *kept = add_kept (self, g_get_real_time (), 1.0);
  Going going = { 0 };

  go (self, &going, make_run (self));
  end (self, &going);
  wait_until (is_known, self);
  g_assert_cmpint (get_spent (self), ==, 1000000 + 3 * COST);
}

/* --- Runs ----------------------------------------------------------------------------------------- */

static void
test_once (Fixture *self, gconstpointer data)
{
  Going going = { 0 };

  go (self, &going, make_run (self));
  end (self, &going);
  wait_until (is_known, self);
  g_assert_cmpint (get_spent (self), ==, 3 * COST);
  refresh_in_vain (self);
  stop (self);
  start (self);
  refresh (self);
  g_assert_cmpint (get_spent (self), ==, 3 * COST + 125000);
}

/* If a run is resumed, the cost that it incurred before the interruption is read from the store. */
static void
test_resumed (Fixture *self, gconstpointer data)
{
  TroupeRun *run = make_run (self);
  g_autofree char *id = g_strdup (troupe_run_get_id (run));
  g_autoptr (GError) error = NULL;
  Going going = { 0 };

  troupe_run_set_budget (run, 2 * COST);
  go (self, &going, run);
  end (self, &going);
  g_assert_cmpint (g_atomic_int_get (&going.n_calls), ==, 2);
  stop (self);
  start (self);
  refresh (self);
  g_assert_cmpint (get_spent (self), ==, 2 * COST);

  going = (Going){ 0 };
  run = troupe_run_new_from_interrupted (self->store, id, NULL, &error);
  g_assert_no_error (error);
  troupe_run_set_budget (run, 0);
  go (self, &going, run);
  end (self, &going);
  g_assert_cmpint (g_atomic_int_get (&going.n_calls), ==, 1);
  g_assert_cmpint (get_spent (self), ==, 3 * COST);
  refresh_in_vain (self);
}

/* The second of two runs pauses. Raising the limit stores the new limit in the settings and
 * resumes the run. */
static void
test_raise (Fixture *self, gconstpointer data)
{
  Going first = { 0 }, second = { 0 };
  TroupeRun *run = make_run (self);

  set_limit (self, 5 * COST);
  go (self, &first, make_run (self));
  end (self, &first);
  troupe_run_set_budget_pauses (run, TRUE);
  go (self, &second, run);
  wait_until (is_reached, &second);
  g_assert_cmpint (g_atomic_int_get (&second.n_calls), ==, 2);
  g_assert_cmpint (troupe_month_budget_get_rise (self->month), ==, 630000);
  troupe_month_budget_raise (self->month, troupe_month_budget_get_rise (self->month));
  g_assert_cmpint (g_settings_get_int64 (self->settings, TROUPE_MONTH_BUDGET_LIMIT), ==,
                   5 * COST + 630000);
  end (self, &second);
  g_assert_cmpint (get_spent (self), ==, 6 * COST);
}

static gint64
get_next_month (void)
{
  return g_get_real_time () + 32 * G_TIME_SPAN_DAY;
}

/* A new month starts with nothing spent, and waiting runs continue. */
static void
test_new_month (Fixture *self, gconstpointer data)
{
  TroupeRun *run = make_run (self);
  Going going = { 0 };

  set_limit (self, 2 * COST);
  troupe_run_set_budget_pauses (run, TRUE);
  go (self, &going, run);
  wait_until (is_reached, &going);
  troupe_month_budget_check (self->month);
  g_assert_cmpint (get_spent (self), ==, 2 * COST);
  troupe_month_budget_set_clock (self->month, get_next_month);
  troupe_month_budget_check (self->month);
  g_assert_cmpint (get_spent (self), ==, 0);
  /* The cost of other processes in the new month is read first. */
  g_assert_false (is_known (self));
  end (self, &going);
  g_assert_true (is_known (self));
  g_assert_cmpint (get_spent (self), ==, COST);
}

/* Runs of batches are stored in a different location, so their cost is saved in the settings. */
static void
test_batches (Fixture *self, gconstpointer data)
{
  const TroupeLlmUsage usage = { .micro_dollars = COST };
  g_autoptr (TroupeRunBudget) item = troupe_run_budget_new ();
  int month;
  gint64 spent;

  troupe_month_budget_join_batch (self->month);
  troupe_run_budget_set_parent (item, troupe_month_budget_get_for_batches (self->month));
  troupe_run_budget_add (item, &usage);
  g_assert_cmpint (get_spent (self), ==, COST);
  troupe_month_budget_leave (self->month);
  g_settings_get (self->settings, TROUPE_MONTH_BUDGET_BATCHES, "(ix)", &month, &spent);
  g_assert_cmpint (spent, ==, COST);
  stop (self);
  start (self);
  g_assert_cmpint (get_spent (self), ==, COST);
  stop (self);
  g_settings_set (self->settings, TROUPE_MONTH_BUDGET_BATCHES, "(ix)", month - 1, spent);
  start (self);
  g_assert_cmpint (get_spent (self), ==, 0);
}

static gboolean
has_failed (gpointer user_data)
{
  return ((Fixture *) user_data)->n_failed > 0;
}

/* A read error is reported, and no run waits forever. */
static void
test_failed (Fixture *self, gconstpointer data)
{
  g_autofree char *file = g_build_filename (self->folder, "runs.db", NULL);
  g_autofree char *elsewhere = g_build_filename (self->folder, "gone.db", NULL);

  troupe_store_flush (self->store, NULL);
  g_assert_cmpint (g_rename (file, elsewhere), ==, 0);
  set_limit (self, COST);
  wait_until (has_failed, self);
  g_assert_true (is_known (self));
  troupe_month_budget_refresh (self->month);
  g_assert_cmpuint (self->n_failed, ==, 1);
  g_assert_cmpint (g_rename (elsewhere, file), ==, 0);
}

int
main (int argc, char **argv)
{
  g_autofree char *folder = g_dir_make_tmp ("troupe-prices-XXXXXX", NULL);
  g_autofree char *path = g_build_filename (folder, "prices.json", NULL);
  int status;

  g_test_init (&argc, &argv, NULL);
  g_assert_true (g_file_set_contents (path, PRICES, -1, NULL));
  g_setenv ("TROUPE_PRICES_FILE", path, TRUE);
#define ADD(path, test) g_test_add (path, Fixture, NULL, set_up, test, tear_down)
  ADD ("/month-budget/kept", test_kept);
  ADD ("/month-budget/not-known", test_not_known);
  ADD ("/month-budget/no-limit", test_no_limit);
  ADD ("/month-budget/once", test_once);
  ADD ("/month-budget/resumed", test_resumed);
  ADD ("/month-budget/raise", test_raise);
  ADD ("/month-budget/new-month", test_new_month);
  ADD ("/month-budget/batches", test_batches);
  ADD ("/month-budget/failed", test_failed);
#undef ADD
  status = g_test_run ();
  remove_all (folder);
  return status;
}
