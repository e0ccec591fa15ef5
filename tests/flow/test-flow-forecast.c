/* test-flow-forecast.c: forecast of the methods that can still start, compared with runs
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#include "config.h"

#include "../test-time.h"
#include "flow-test.h"
#include "troupe-flow-forecast.h"
#include "troupe-run.h"

#define N_FLOWS 400
#define EXPR(text) "'do': {'call': 'expression', 'expr': '" text "'}"

/* Asserts which methods of @names can still start, separated by spaces. */
static void
assert_come (TroupeFlowForecast *outlook, const char *names, const char *expected)
{
  g_auto (GStrv) list = g_strsplit (names, " ", -1);
  g_autoptr (GString) found = g_string_new (NULL);

  for (guint i = 0; list[i] != NULL; i++)
    if (troupe_flow_forecast_can_come (outlook, list[i]))
      g_string_append_printf (found, "%s%s", found->len > 0 ? " " : "", list[i]);
  g_assert_cmpstr (found->str, ==, expected);
}

static void
test_router (void)
{
  g_autoptr (GPtrArray) problems = NULL;
  g_autoptr (TroupeFlow) flow = test_load (
      "{'name': 'F', 'methods': {'s': {'start': true, " EXPR (
          "1") "},"
               "'r': {'listen': 's', 'router': true, 'emit': ['a', 'b'], " EXPR (
                   "`a`") "},"
                          "'x': {'listen': 'a', " EXPR ("1") "}, 'y': {'listen': 'b', " EXPR (
                              "1") "},"
                                   "'z': {'listen': 'y', " EXPR (
                                       "1") "},"
                                            "'j': {'listen': {'and': ['x', 'y']}, " EXPR (
                                                "1") "},"
                                                     "'o': {'listen': {'or': ['x', 'y']}, " EXPR (
                                                         "1") "}}}",
      &problems);
  g_autoptr (TroupeFlowForecast) outlook = troupe_flow_forecast_new (flow);
  const char *all = "s r x y z j o";

  assert_come (outlook, all, all);
  troupe_flow_forecast_begin (outlook, "s");
  assert_come (outlook, all, all);
  troupe_flow_forecast_finish (outlook, "s", NULL);
  assert_come (outlook, all, "r x y z j o");
  troupe_flow_forecast_begin (outlook, "r");
  troupe_flow_forecast_finish (outlook, "r", "a");
  /* b can no longer be emitted. */
  assert_come (outlook, all, "x o");
  troupe_flow_forecast_begin (outlook, "x");
  troupe_flow_forecast_break_off (outlook, "x");
  assert_come (outlook, all, "");
  troupe_flow_forecast_begin (outlook, "nobody");
  g_assert_false (troupe_flow_forecast_can_come (outlook, "nobody"));
  g_assert_false (troupe_flow_forecast_can_come (outlook, NULL));
}

/* A loop can continue as long as its router may repeat it. */
static void
test_loop (void)
{
  g_autoptr (GPtrArray) problems = NULL;
  g_autoptr (TroupeFlow) flow = test_load (
      "{'name': 'F', 'methods': {'s': {'start': true, " EXPR (
          "1") "},"
               "'w': {'listen': {'or': ['s', 'redo']}, " EXPR (
                   "1") "},"
                        "'r': {'listen': 'w', 'router': true, 'emit': ['redo', 'good', "
                        "'bad'], " EXPR (
                            "`redo`") "},"
                                      "'g': {'listen': 'good', " EXPR (
                                          "1") "}, 'b': {'listen': 'bad', " EXPR ("1") "}}}",
      &problems);
  g_autoptr (TroupeFlowForecast) outlook = troupe_flow_forecast_new (flow);

  troupe_flow_forecast_begin (outlook, "s");
  troupe_flow_forecast_finish (outlook, "s", NULL);
  for (guint i = 0; i < 3; i++)
    {
      troupe_flow_forecast_begin (outlook, "w");
      troupe_flow_forecast_finish (outlook, "w", NULL);
      troupe_flow_forecast_begin (outlook, "r");
      assert_come (outlook, "s w r g b", "w r g b");
      troupe_flow_forecast_finish (outlook, "r", i < 2 ? "redo" : "good");
    }
  assert_come (outlook, "s w r g b", "g");
}

/* --- Random flows ---------------------------------------------------------------------------- */

static char *
random_condition (GRand *rand, guint n_methods)
{
  const guint n_parts = (guint) g_rand_int_range (rand, 1, 4);
  GString *text;

  if (n_parts == 1)
    return g_rand_boolean (rand)
               ? g_strdup_printf ("'m%d'", g_rand_int_range (rand, 0, (gint32) n_methods))
               : g_strdup_printf ("'e%d'", g_rand_int_range (rand, 0, 3));
  text = g_string_new (g_rand_boolean (rand) ? "{'and': [" : "{'or': [");
  for (guint i = 0; i < n_parts; i++)
    {
      g_autofree char *part =
          g_rand_boolean (rand)
              ? g_strdup_printf ("'m%d'", g_rand_int_range (rand, 0, (gint32) n_methods))
              : g_strdup_printf ("'e%d'", g_rand_int_range (rand, 0, 3));

      g_string_append_printf (text, "%s%s", i > 0 ? ", " : "", part);
    }
  g_string_append (text, "]}");
  return g_string_free (text, FALSE);
}

static char *
random_flow (GRand *rand)
{
  const guint n_methods = (guint) g_rand_int_range (rand, 2, 9);
  GString *text = g_string_new ("{'name': 'R', 'config': {'max_method_calls': 6}, 'methods': {");

  for (guint i = 0; i < n_methods; i++)
    {
      g_autofree char *condition = random_condition (rand, n_methods);
      const gboolean router = g_rand_boolean (rand);

      g_string_append_printf (text, "%s'm%u': {", i > 0 ? ", " : "", i);
      if (i == 0)
        g_string_append (text, "'start': true");
      else
        g_string_append_printf (text, "'%s': %s",
                                g_rand_int_range (rand, 0, 6) == 0 ? "start" : "listen", condition);
      if (router)
        g_string_append_printf (text,
                                ", 'router': true, 'emit': ['e0', 'e1', 'e2'], 'do': {'call': "
                                "'expression', 'expr': 'has(outputs.m%u) ? `e%d` : `e%d`'}}",
                                i, g_rand_int_range (rand, 0, 3), g_rand_int_range (rand, 0, 3));
      else
        g_string_append (text, ", " EXPR ("1") "}");
    }
  g_string_append (text, "}}");
  return g_string_free (text, FALSE);
}

typedef struct
{
  TroupeFlowForecast *outlook;
  TroupeFlow *flow;
  guint n_begun;
  guint n_given_up;
} Watch;

static void
watch_cb (TroupeEvent *event, gpointer user_data)
{
  Watch *watch = user_data;
  TroupeValue *result;

  switch ((int) event->type)
    {
    case TROUPE_EVENT_METHOD_STARTED:
      g_assert_true (
          troupe_flow_forecast_can_come (watch->outlook, troupe_event_get_method (event)));
      troupe_flow_forecast_begin (watch->outlook, troupe_event_get_method (event));
      watch->n_begun++;
      break;

    case TROUPE_EVENT_METHOD_FINISHED:
      result = troupe_event_get_field (event, "result");
      troupe_flow_forecast_finish (watch->outlook, troupe_event_get_method (event),
                                   troupe_value_is (result, TROUPE_VALUE_STRING)
                                      ? troupe_value_get_string (result, NULL)
                                      : NULL);
      for (guint i = 0; i < troupe_flow_get_n_methods (watch->flow); i++)
        watch->n_given_up +=
            !troupe_flow_forecast_can_come (watch->outlook,
                                            troupe_flow_get_method (watch->flow, i)->name);
      break;

    case TROUPE_EVENT_METHOD_FAILED:
    case TROUPE_EVENT_METHOD_CANCELLED:
      troupe_flow_forecast_break_off (watch->outlook, troupe_event_get_method (event));
      break;

    default:
      break;
    }
}

/* No method starts after the forecast excluded it. */
static void
test_random (void)
{
  const guint32 seed = (guint32) g_test_rand_int ();
  g_autoptr (GRand) rand = g_rand_new_with_seed (seed);
  guint n_runs = 0, n_begun = 0, n_given_up = 0;

  g_test_message ("seed %u", seed);
  for (guint i = 0; i < N_FLOWS; i++)
    {
      g_autofree char *text = random_flow (rand);
      g_autoptr (GPtrArray) problems = NULL;
      g_autoptr (TroupeFlow) flow = test_load (text, &problems);
      g_autoptr (TroupeFlowForecast) outlook = NULL;
      g_autoptr (TroupeRun) run = NULL;
      g_autoptr (TroupeRunResult) result = NULL;
      Watch watch = { .flow = flow };

      if (troupe_flow_has_errors (flow))
        continue;
      g_test_message ("%s", text);
      watch.outlook = outlook = troupe_flow_forecast_new (flow);
      run = troupe_run_new (flow);
      troupe_event_bus_add_sink (troupe_run_get_bus (run), watch_cb, &watch, NULL);
      result = troupe_run_execute (run);
      n_runs++;
      n_begun += watch.n_begun;
      n_given_up += watch.n_given_up;
    }
  g_test_message ("%u runs, %u methods begun, %u given up", n_runs, n_begun, n_given_up);
  g_assert_cmpuint (n_runs, >, N_FLOWS / 4);
  g_assert_cmpuint (n_given_up, >, 0);
}

/* A chain of 1,000 methods in the worst order, and a gate of 5,000 inputs. */
static void
test_cost (void)
{
  g_autoptr (GString) text = g_string_new ("{'name': 'F', 'methods': {");
  g_autoptr (GPtrArray) problems = NULL;
  g_autoptr (TroupeFlow) flow = NULL;
  g_autoptr (TroupeFlowForecast) outlook = NULL;
  gint64 begin_us;

  for (guint i = 1000; i > 0; i--)
    g_string_append_printf (text, "'c%u': {'listen': 'c%u', " EXPR ("1") "},", i, i - 1);
  g_string_append (text, "'c0': {'start': true, " EXPR ("1") "}");
  for (guint i = 0; i < 5000; i++)
    g_string_append_printf (text, ", 'g%u': {'listen': 'c0', " EXPR ("1") "}", i);
  g_string_append (text, ", 'join': {'listen': {'and': [");
  for (guint i = 0; i < 5000; i++)
    g_string_append_printf (text, "%s'g%u'", i > 0 ? ", " : "", i);
  g_string_append (text, "]}, " EXPR ("1") "}}}");
  flow = test_load (text->str, &problems);
  outlook = troupe_flow_forecast_new (flow);
  begin_us = test_time_get_own ();
  g_assert_true (troupe_flow_forecast_can_come (outlook, "c1000"));
  g_assert_true (troupe_flow_forecast_can_come (outlook, "join"));
  begin_us = test_time_get_own () - begin_us;
  g_test_message ("6,000 methods: %.1f ms", (double) begin_us / 1e3);
  g_assert_cmpint (begin_us, <, 500 * 1000 * TEST_SLOWNESS);
}

int
main (int argc, char *argv[])
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/flow/forecast/router", test_router);
  g_test_add_func ("/flow/forecast/loop", test_loop);
  g_test_add_func ("/flow/forecast/random", test_random);
  g_test_add_func ("/flow/forecast/cost", test_cost);
  return g_test_run ();
}
