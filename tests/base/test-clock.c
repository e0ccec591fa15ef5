/* test-clock.c: formatting of times, durations, words and problems
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#include "config.h"

#include <math.h>

#include "troupe-clock.h"
#include "troupe-problem.h"

#define SECOND G_GINT64_CONSTANT (1000000)

static void
test_time (void)
{
  const struct
  {
    gint64 unix_us;
    const char *text;
  } cases[] = {
    { 0, "1970-01-01T00:00:00.000000Z" },
    { 1795249800 * SECOND + 123456, "2026-11-21T08:30:00.123456Z" },
    { -1, "1969-12-31T23:59:59.999999Z" },
    { 951782400 * SECOND, "2000-02-29T00:00:00.000000Z" },
  };
  const char *const refused[] = {
    "", "now", "2026-11-21", "2026-11-21T08:30:00", "2026-11-21T08:30:00.Z", "2026-13-01T00:00:00Z"
  };
  gint64 unix_us;

  for (guint i = 0; i < G_N_ELEMENTS (cases); i++)
    {
      g_autofree char *text = troupe_time_to_text (cases[i].unix_us);
      g_assert_cmpstr (text, ==, cases[i].text);
      g_assert_true (troupe_time_from_text (text, &unix_us));
      g_assert_cmpint (unix_us, ==, cases[i].unix_us);
    }
  g_assert_true (troupe_time_from_text ("2026-11-21T09:30:00.5+01:00", &unix_us));
  g_assert_cmpint (unix_us, ==, 1795249800 * SECOND + 500000);
  for (guint i = 0; i < G_N_ELEMENTS (refused); i++)
    g_assert_false (troupe_time_from_text (refused[i], &unix_us));
}

static void
test_span (void)
{
  const struct
  {
    gint64 span;
    const char *text;
  } cases[] = {
    { 0, "0 ms" },
    { 1, "<1 ms" },
    { 499, "<1 ms" },
    { 500, "1 ms" },
    { 1999, "2 ms" },
    { 99000, "99 ms" },
    { 99600, "0.1 s" },
    { 812345, "0.8 s" },
    { 9940000, "9.9 s" },
    { 9960000, "10 s" },
    { 31 * SECOND, "31 s" },
    { 59600000, "1:00" },
    { 62 * SECOND, "1:02" },
    { 3599600000, "1:00:00" },
    { 3723 * SECOND, "1:02:03" },
    { -5, "0 ms" },
  };

  for (guint i = 0; i < G_N_ELEMENTS (cases); i++)
    {
      g_autofree char *text = troupe_span_to_text (cases[i].span);
      g_assert_cmpstr (text, ==, cases[i].text);
    }
}

/* What servers and documents say, however large. */
static void
test_duration (void)
{
  const struct
  {
    double seconds;
    const char *text;
  } cases[] = {
    { 0, "0 seconds" },
    { 0.5, "0.5 seconds" },
    { 1, "1 second" },
    { 1.0001, "1 second" },
    { 1.5, "1.5 seconds" },
    { 121, "121 seconds" },
    { 600, "600 seconds" },
    { 600.5, "11 minutes" },
    { 3600, "60 minutes" },
    { 7200, "120 minutes" },
    { 7201, "3 hours" },
    { 86400, "24 hours" },
    { 86401, "more than a day" },
    { 1e11, "more than a day" },
    { 1e300, "more than a day" },
    { INFINITY, "more than a day" },
    { NAN, "an unknown time" },
    { -NAN, "an unknown time" },
    { -5, "0 seconds" },
    { -0.0, "0 seconds" },
    { -INFINITY, "0 seconds" },
    { 1e-9, "0 seconds" },
    { 5e-324, "0 seconds" },
  };

  for (guint i = 0; i < G_N_ELEMENTS (cases); i++)
    {
      g_autofree char *text = troupe_duration_format (cases[i].seconds);

      g_assert_cmpstr (text, ==, cases[i].text);
    }
}

static void
test_nearest_word (void)
{
  const char *const words[] = { "listen", "router", "start", "expression", "crew", NULL };

  g_assert_cmpstr (troupe_nearest_word ("lisen", words), ==, "listen");
  g_assert_cmpstr (troupe_nearest_word ("ruoter", words), ==, "router");
  g_assert_cmpstr (troupe_nearest_word ("Start", words), ==, "start");
  g_assert_cmpstr (troupe_nearest_word ("expresion", words), ==, "expression");
  g_assert_cmpstr (troupe_nearest_word ("cerw", words), ==, "crew");
  g_assert_null (troupe_nearest_word ("memory", words));
  g_assert_null (troupe_nearest_word ("", words));
  g_assert_null (troupe_nearest_word ("x", words));
}

static void
test_set_str (void)
{
  g_autofree char *text = NULL;

  g_assert_false (troupe_set_str (&text, NULL));
  g_assert_true (troupe_set_str (&text, "abc"));
  g_assert_false (troupe_set_str (&text, "abc"));
  g_assert_true (troupe_set_str (&text, text + 1));
  g_assert_cmpstr (text, ==, "bc");
  g_assert_true (troupe_set_str (&text, NULL));
  g_assert_null (text);
}

static void
test_problem (void)
{
  g_autoptr (TroupeProblem) problem = troupe_problem_new (TROUPE_SEVERITY_WARNING, "unheard_event",
                                                          "methods.a", "nobody hears “%s”", "x");
  g_autofree char *without = troupe_problem_to_text (problem, "flow.json");
  g_autofree char *with = NULL;
  g_autofree char *bare = NULL;

  g_assert_cmpstr (without, ==, "flow.json: warning: methods.a: nobody hears “x” [unheard_event]");
  problem->line = 3;
  problem->column = 7;
  with = troupe_problem_to_text (problem, "flow.json");
  g_assert_cmpstr (with, ==, "flow.json:3:7: warning: methods.a: nobody hears “x” [unheard_event]");
  bare = troupe_problem_to_text (problem, NULL);
  g_assert_cmpstr (bare, ==, "3:7: warning: methods.a: nobody hears “x” [unheard_event]");
}

int
main (int argc, char *argv[])
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/clock/time", test_time);
  g_test_add_func ("/clock/span", test_span);
  g_test_add_func ("/clock/duration", test_duration);
  g_test_add_func ("/clock/nearest-word", test_nearest_word);
  g_test_add_func ("/clock/set-str", test_set_str);
  g_test_add_func ("/clock/problem", test_problem);
  return g_test_run ();
}
