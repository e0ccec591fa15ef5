/* test-cost-estimate.c: cost estimate of the next run from earlier runs
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#include "config.h"

#include <adwaita.h>

#include "../test-remove.h"
#include "troupe-cost-entry.h"
#include "troupe-cost-estimate.h"
#include "troupe-store-costs.h"

#define DAY (G_GINT64_CONSTANT (24) * 3600 * G_USEC_PER_SEC)

typedef struct
{
  char *folder;
  TroupeStore *store;
  guint n_runs;
} Fixture;

static void
set_up (Fixture *self, gconstpointer data)
{
  g_autoptr (GError) error = NULL;

  self->folder = g_dir_make_tmp ("troupe-estimate-XXXXXX", NULL);
  self->store = troupe_store_open (self->folder, &error);
  g_assert_no_error (error);
}

static void
tear_down (Fixture *self, gconstpointer data)
{
  g_assert_finalize_object (self->store);
  remove_all (self->folder);
  g_free (self->folder);
}

/* Adds a finished call. @cost: negative if unknown */
static void
add_call (Fixture *self, const char *run, TroupeScope *scope, guint64 number, double cost)
{
  TroupeMapBuilder fields;
  g_autoptr (TroupeEvent) event = NULL;

  troupe_map_builder_init (&fields);
  /* A response that looks like an event must not be counted. */
  troupe_map_builder_add (&fields, "response",
                          troupe_value_new_string ("\"type\":\"llm_call_completed\",\"cost\":99",
                                                   -1));
  if (cost >= 0.0)
    troupe_map_builder_add (&fields, "cost", troupe_value_new_double (cost));
  event =
      troupe_event_new (TROUPE_EVENT_LLM_CALL_FINISHED, scope, troupe_map_builder_end (&fields));
  event->sequence = number;
  event->time_us = G_USEC_PER_SEC;
  troupe_store_add_event (self->store, run, event);
}

/* Adds a call that failed, with a usage if its answer was rejected. */
static void
add_failed_call (Fixture *self, const char *run, guint64 number, const char *fields)
{
  g_autoptr (TroupeScope) call =
      troupe_scope_new_stored (TROUPE_SCOPE_MODEL_CALL, 2, NULL, NULL, "model");
  g_autoptr (TroupeEvent) event = troupe_event_new (TROUPE_EVENT_LLM_CALL_FAILED, call,
                                                    troupe_value_from_json (fields, -1, NULL));

  event->sequence = number;
  event->time_us = G_USEC_PER_SEC;
  troupe_store_add_event (self->store, run, event);
}

/* Adds a run of @path with one call for each of @costs. A value below -1 terminates @costs.
 * @turn: (nullable): output of the router */
static void
add_run (Fixture *self,
         const char *path,
         gint64 started_us,
         TroupeRunStatus status,
         const double *costs,
         const char *turn)
{
  g_autofree char *id = g_strdup_printf ("00000000-0000-0000-0000-%012u", ++self->n_runs);
  const TroupeRunRecord record = {
    .id = id,
    .name = (char *) "flow",
    .path = (char *) path,
    .digest = (char *) "d",
    .started_us = started_us,
  };
  g_autoptr (TroupeScope) method =
      troupe_scope_new_stored (TROUPE_SCOPE_METHOD, 1, NULL, NULL, "write");
  g_autoptr (TroupeScope) call =
      troupe_scope_new_stored (TROUPE_SCOPE_MODEL_CALL, 2, method, NULL, "model");

  troupe_store_begin_run (self->store, &record);
  for (guint i = 0; costs[i] > -2.0; i++)
    add_call (self, id, call, 3 + i, costs[i]);
  if (turn != NULL)
    {
      g_autoptr (GPtrArray) steps =
          g_ptr_array_new_with_free_func ((GDestroyNotify) troupe_run_step_free);
      TroupeRunStep *begin = g_new0 (TroupeRunStep, 1);
      TroupeRunStep *step = g_new0 (TroupeRunStep, 1);

      begin->method = g_strdup ("");
      begin->state = troupe_value_from_json ("{}", -1, NULL);
      g_ptr_array_add (steps, begin);
      step->ordinal = 1;
      step->launch = 1;
      step->method = g_strdup ("triage");
      step->value = troupe_value_new_string (turn, -1);
      g_ptr_array_add (steps, step);
      troupe_store_ticket_unref (
          troupe_store_add_steps (self->store, id, g_steal_pointer (&steps)));
    }
  if (status != TROUPE_RUN_STATUS_RUNNING)
    troupe_store_end_run (self->store, id, status, NULL, NULL);
}

#define COSTS(...) ((const double[]){ __VA_ARGS__, -3.0 })

static void
test_percentiles (void)
{
  gint64 one[] = { 7 };
  gint64 eleven[] = { 100, 0, 20, 30, 10, 50, 40, 60, 90, 80, 70 };
  TroupeCostRange range = troupe_cost_range_new (one, 1);

  g_assert_cmpint (range.low, ==, 7);
  g_assert_cmpint (range.likely, ==, 7);
  g_assert_cmpint (range.high, ==, 7);
  range = troupe_cost_range_new (eleven, G_N_ELEMENTS (eleven));
  g_assert_cmpint (range.low, ==, 10);
  g_assert_cmpint (range.likely, ==, 50);
  g_assert_cmpint (range.high, ==, 90);
}

static void
test_words (void)
{
  const struct
  {
    TroupeCostRange range;
    const char *text;
  } cases[] = {
    { { 2000, 3000, 150000, FALSE }, "$0.0020 to $0.1500" },
    { { 2000, 3000, 1500000, TRUE }, "at least $0.0020 to $1.50" },
    { { 0, 0, 0, FALSE }, "free" },
    { { 0, 0, 0, TRUE }, "unknown" },
  };

  for (guint i = 0; i < G_N_ELEMENTS (cases); i++)
    {
      g_autofree char *text = troupe_cost_range_describe (&cases[i].range);

      g_assert_cmpstr (text, ==, cases[i].text);
    }
}

/* A run that costs nothing, or whose prices are unknown, is said to be so in a whole sentence. */
static void
test_sentences (void)
{
  const struct
  {
    TroupeCostForecast forecast;
    const char *text;
  } cases[] = {
    { { .has_range = TRUE, .is_rough = TRUE }, "Free (all models are free)" },
    { { .has_range = TRUE, .n_runs = 3 }, "Free (from the last 3 runs)" },
    { { .has_range = TRUE, .is_rough = TRUE, .range = { .is_least = TRUE } },
      "Cost unknown (rough estimate, from the texts)" },
    { { .has_range = TRUE, .is_rough = TRUE, .range = { 2000, 2000, 2000, FALSE } },
      "Costs $0.0020 (rough estimate, from the texts)" },
  };

  for (guint i = 0; i < G_N_ELEMENTS (cases); i++)
    {
      g_autofree char *text = troupe_cost_forecast_describe (&cases[i].forecast);

      g_assert_cmpstr (text, ==, cases[i].text);
    }
}

/* The cost of all calls of a run is counted, also of those whose answer was rejected, but numbers in a model's response are not counted. */
static void
test_costs (Fixture *self, gconstpointer data)
{
  g_autoptr (GPtrArray) costs = NULL;
  const TroupeRunCost *cost;

  add_run (self, "/a", 1000, TROUPE_RUN_STATUS_OK, COSTS (0.5, 0.25), NULL);
  add_run (self, "/a", 2000, TROUPE_RUN_STATUS_FAILED, COSTS (0.1, -1.0), NULL);
  add_failed_call (self, "00000000-0000-0000-0000-000000000002", 8, "{\"error\":{}}");
  add_failed_call (self, "00000000-0000-0000-0000-000000000002", 9,
                   "{\"error\":{},\"usage\":{\"total_tokens\":3},\"cost\":0.05}");
  add_run (self, "/b", 3000, TROUPE_RUN_STATUS_OK, COSTS (-3.0), NULL);
  costs = troupe_store_list_costs (self->store, "/a", NULL, 0, 0, NULL);
  g_assert_cmpuint (costs->len, ==, 2);
  cost = g_ptr_array_index (costs, 0);
  g_assert_cmpint (cost->micro_dollars, ==, 150000);
  g_assert_cmpuint (cost->n_calls, ==, 3);
  g_assert_cmpuint (cost->n_unpriced, ==, 1);
  g_assert_cmpint (cost->status, ==, TROUPE_RUN_STATUS_FAILED);
  cost = g_ptr_array_index (costs, 1);
  g_assert_cmpint (cost->micro_dollars, ==, 750000);
  g_assert_cmpuint (cost->n_unpriced, ==, 0);
  g_clear_pointer (&costs, g_ptr_array_unref);
  costs = troupe_store_list_costs (self->store, NULL, "ok", 1500, 0, NULL);
  g_assert_cmpuint (costs->len, ==, 1);
  cost = g_ptr_array_index (costs, 0);
  g_assert_cmpint (cost->started_us, ==, 3000);
  g_assert_cmpint (cost->micro_dollars, ==, 0);
}

/* The estimate requires at least five runs, ignores unsuccessful runs and uses at most the last
 * forty runs. */
static void
test_outlook (Fixture *self, gconstpointer data)
{
  const TroupeCostRange rough = { .low = 1, .likely = 2, .high = 3 };
  const char *const routers[] = { "other", "triage", NULL };
  TroupeCostForecast *outlook;

  for (guint i = 0; i < 4; i++)
    add_run (self, "/a", 1000 + i, TROUPE_RUN_STATUS_OK, COSTS (0.1), "long");
  add_run (self, "/a", 2000, TROUPE_RUN_STATUS_CANCELLED, COSTS (9.0), "long");
  outlook = troupe_cost_forecast_new (self->store, "/a", routers, &rough);
  g_assert_true (outlook->has_range);
  g_assert_true (outlook->is_rough);
  g_assert_cmpint (outlook->range.high, ==, 3);
  troupe_cost_forecast_free (outlook);
  outlook = troupe_cost_forecast_new (self->store, "/a", routers, NULL);
  g_assert_false (outlook->has_range);
  troupe_cost_forecast_free (outlook);

  add_run (self, "/a", 3000, TROUPE_RUN_STATUS_OK, COSTS (0.1), "long");
  for (guint i = 0; i < 15; i++)
    add_run (self, "/a", 4000 + i, TROUPE_RUN_STATUS_OK, COSTS (0.002), "short");
  outlook = troupe_cost_forecast_new (self->store, "/a", routers, &rough);
  g_assert_false (outlook->is_rough);
  g_assert_cmpuint (outlook->n_runs, ==, 20);
  g_assert_cmpint (outlook->range.low, ==, 2000);
  g_assert_cmpint (outlook->range.likely, ==, 2000);
  g_assert_cmpint (outlook->range.high, ==, 100000);
  g_assert_cmpuint (outlook->paths->len, ==, 2);
  g_assert_cmpstr (((TroupeCostPath *) outlook->paths->pdata[0])->name, ==, "short");
  g_assert_cmpuint (((TroupeCostPath *) outlook->paths->pdata[0])->n_runs, ==, 15);
  g_assert_cmpint (((TroupeCostPath *) outlook->paths->pdata[0])->range.high, ==, 2000);
  g_assert_cmpint (((TroupeCostPath *) outlook->paths->pdata[1])->range.low, ==, 100000);
  troupe_cost_forecast_free (outlook);

  for (guint i = 0; i < TROUPE_COST_ESTIMATE_RUNS; i++)
    add_run (self, "/a", 5000 + i, TROUPE_RUN_STATUS_OK, COSTS (0.5), "long");
  outlook = troupe_cost_forecast_new (self->store, "/a", routers, &rough);
  g_assert_cmpuint (outlook->n_runs, ==, TROUPE_COST_ESTIMATE_RUNS);
  g_assert_cmpint (outlook->range.low, ==, 500000);
  g_assert_cmpuint (outlook->paths->len, ==, 0);
  troupe_cost_forecast_free (outlook);
}

/* The month begins at midnight of its first day, and earlier runs are not counted. */
static void
test_month (Fixture *self, gconstpointer data)
{
  const gint64 now_us = g_get_real_time ();
  const gint64 begin_us = troupe_cost_month_get_begin (now_us);
  g_autoptr (GDateTime) begin = g_date_time_new_from_unix_local (begin_us / G_USEC_PER_SEC);
  g_autoptr (GPtrArray) costs = NULL;

  g_assert_cmpint (g_date_time_get_day_of_month (begin), ==, 1);
  g_assert_cmpint (g_date_time_get_hour (begin), ==, 0);
  g_assert_cmpint (begin_us, <=, now_us);
  g_assert_cmpint (troupe_cost_month_get_begin (begin_us - 1), <, begin_us);

  add_run (self, "/a", begin_us - 1, TROUPE_RUN_STATUS_OK, COSTS (4.0), NULL);
  add_run (self, "/a", begin_us, TROUPE_RUN_STATUS_OK, COSTS (1.0), NULL);
  add_run (self, NULL, now_us, TROUPE_RUN_STATUS_RUNNING, COSTS (0.25), NULL);
  costs = troupe_store_list_costs (self->store, NULL, NULL, begin_us, 0, NULL);
  g_assert_cmpuint (costs->len, ==, 2);
}

static void
test_spent (void)
{
  const struct
  {
    TroupeCostMonth month;
    const char *words;
  } cases[] = {
    { { .spent = 0, .is_all = TRUE }, "$0" },
    { { .spent = 3920000, .is_all = TRUE }, "$3.92" },
    { { .spent = 3920000, .is_all = FALSE }, "at least $3.92" },
  };

  for (guint i = 0; i < G_N_ELEMENTS (cases); i++)
    {
      g_autofree char *words = troupe_cost_month_describe_spent (&cases[i].month);

      g_assert_cmpstr (words, ==, cases[i].words);
    }
}

static void
test_sums (void)
{
  const struct
  {
    const char *text;
    gint64 sum; /* negative: invalid */
  } cases[] = {
    { "", 0 },          { "  ", 0 },         { "2", 2000000 }, { "$2.00", 2000000 },
    { "2,5", 2500000 }, { "$ 0.05", 50000 }, { "-1", -1 },     { "two", -1 },
    { "1e9", -1 },      { "inf", -1 },       { "1.2.3", -1 },  { "9999999", -1 },
    { "1,000.00", -1 },
  };

  for (guint i = 0; i < G_N_ELEMENTS (cases); i++)
    {
      gint64 sum = -1;

      g_test_message ("“%s”", cases[i].text);
      g_assert_cmpint (troupe_cost_entry_parse (cases[i].text, &sum), ==, cases[i].sum >= 0);
      if (cases[i].sum >= 0)
        g_assert_cmpint (sum, ==, cases[i].sum);
    }
}

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);

#define ADD(path, test) g_test_add (path, Fixture, NULL, set_up, test, tear_down)
  g_test_add_func ("/cost-estimate/percentiles", test_percentiles);
  g_test_add_func ("/cost-estimate/words", test_words);
  g_test_add_func ("/cost-estimate/sentences", test_sentences);
  g_test_add_func ("/cost-estimate/sums", test_sums);
  g_test_add_func ("/cost-estimate/spent", test_spent);
  ADD ("/cost-estimate/costs", test_costs);
  ADD ("/cost-estimate/outlook", test_outlook);
  ADD ("/cost-estimate/month", test_month);
#undef ADD

  return g_test_run ();
}
