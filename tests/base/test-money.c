/* test-money.c: amounts of money
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#include "troupe-money.h"

static void
test_display (void)
{
  const struct
  {
    gint64 micro_dollars;
    const char *text;
  } cases[] = {
    { 0, "$0" },          { 1, "< $0.0001" },         { 99, "< $0.0001" },
    { 100, "$0.0001" },   { 41200, "$0.0412" },       { 999949, "$0.9999" },
    { 1000000, "$1.00" }, { 12345678, "$12.35" },     { 250000, "$0.2500" },
    { 1500000, "$1.50" }, { 1000000000, "$1000.00" },
  };

  for (guint i = 0; i < G_N_ELEMENTS (cases); i++)
    {
      g_autofree char *text = troupe_money_for_display (cases[i].micro_dollars);

      g_assert_cmpstr (text, ==, cases[i].text);
    }
}

static void
test_sum (void)
{
  g_autofree char *all = troupe_money_describe_sum (41200, TRUE);
  g_autofree char *some = troupe_money_describe_sum (41200, FALSE);

  g_assert_cmpstr (all, ==, "$0.0412");
  g_assert_cmpstr (some, ==, "at least $0.0412");
  g_assert_null (troupe_money_describe_sum (0, TRUE));
  g_assert_null (troupe_money_describe_sum (0, FALSE));
}

/* Every amount is the same after it was written and read. */
static void
test_value (void)
{
  for (guint i = 0; i < 2000; i++)
    {
      const gint64 sum = (gint64) g_test_rand_int_range (0, G_MAXINT32) * (i % 2 == 0 ? 1 : 1000);
      g_autoptr (TroupeValue) value = troupe_money_to_value (sum);
      g_autofree char *text = troupe_value_to_json (value, TROUPE_JSON_FLOAT_OBJECTS);
      g_autoptr (TroupeValue) back = troupe_value_from_json (text, -1, NULL);
      gint64 found = -1;

      g_assert_true (troupe_money_from_value (back, &found));
      g_assert_cmpint (found, ==, sum);
    }
}

static void
test_no_value (void)
{
  const char *const texts[] = { "null", "-1", "-0.5", "\"1\"", "[]", "1e400" };
  gint64 found = -1;

  for (guint i = 0; i < G_N_ELEMENTS (texts); i++)
    {
      g_autoptr (TroupeValue) value = troupe_value_from_json (texts[i], -1, NULL);

      found = -1;
      g_assert_false (troupe_money_from_value (value, &found));
      g_assert_cmpint (found, ==, 0);
    }
  g_assert_false (troupe_money_from_value (NULL, &found));
}

/* A cost that stands on its own has a word for nothing, and does not call an unknown price free. */
static void
test_cost (void)
{
  static const struct
  {
    gint64 sum;
    gboolean is_all;
    const char *text;
  } cases[] = { { 0, TRUE, "free" },
                { 0, FALSE, "unknown" },
                { 41200, TRUE, "$0.0412" },
                { 41200, FALSE, "at least $0.0412" } };

  for (guint i = 0; i < G_N_ELEMENTS (cases); i++)
    {
      g_autofree char *text = troupe_money_describe_cost (cases[i].sum, cases[i].is_all);

      g_assert_cmpstr (text, ==, cases[i].text);
    }
}

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);

  g_test_add_func ("/money/display", test_display);
  g_test_add_func ("/money/sum", test_sum);
  g_test_add_func ("/money/cost", test_cost);
  g_test_add_func ("/money/value", test_value);
  g_test_add_func ("/money/no-value", test_no_value);

  return g_test_run ();
}
