/* test-int128.c: 128-bit integers at their limits, compared with decimal arithmetic on strings
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#include "config.h"

#include "troupe-int128.h"

static void
assert_text (TroupeInt128 number, const char *expected)
{
  char buffer[48];

  g_assert_cmpstr (troupe_int128_to_text (number, buffer), ==, expected);
}

static void
test_edges (void)
{
  TroupeInt128 least = troupe_int128_from_integer (G_MININT64);
  TroupeInt128 most = troupe_int128_from_unsigned (G_MAXUINT64);
  TroupeInt128 one = troupe_int128_from_integer (1);
  TroupeInt128 zero = troupe_int128_from_integer (0);

  assert_text (zero, "0");
  assert_text (troupe_int128_negate (zero), "0");
  assert_text (least, "-9223372036854775808");
  assert_text (troupe_int128_negate (least), "9223372036854775808");
  assert_text (most, "18446744073709551615");
  assert_text (troupe_int128_add (most, one), "18446744073709551616");
  assert_text (troupe_int128_add (troupe_int128_add (most, one), troupe_int128_negate (one)),
               "18446744073709551615");
  assert_text (troupe_int128_add (most, most), "36893488147419103230");
  assert_text (troupe_int128_add (least, most), "9223372036854775807");
  assert_text (troupe_int128_add (least, troupe_int128_negate (least)), "0");
  assert_text (troupe_int128_multiply (most, most), "340282366920938463426481119284349108225");
  assert_text (troupe_int128_multiply (least, most), "-170141183460469231722463931679029329920");
  assert_text (troupe_int128_multiply (least, zero), "0");
  assert_text (
      troupe_int128_multiply (troupe_int128_from_unsigned (10000000000u * G_GUINT64_CONSTANT (1)),
                              troupe_int128_from_unsigned (10000000000u * G_GUINT64_CONSTANT (1))),
      "100000000000000000000");
}

static void
test_ranges (void)
{
  gint64 integer;
  guint64 natural;

  g_assert_true (troupe_int128_to_integer (troupe_int128_from_integer (G_MININT64), &integer));
  g_assert_cmpint (integer, ==, G_MININT64);
  g_assert_false (troupe_int128_to_integer (
      troupe_int128_add (troupe_int128_from_integer (G_MININT64), troupe_int128_from_integer (-1)),
      &integer));
  g_assert_true (troupe_int128_to_integer (troupe_int128_from_unsigned (G_MAXINT64), &integer));
  g_assert_cmpint (integer, ==, G_MAXINT64);
  g_assert_false (
      troupe_int128_to_integer (troupe_int128_from_unsigned ((guint64) G_MAXINT64 + 1), &integer));
  g_assert_true (troupe_int128_to_unsigned (troupe_int128_from_unsigned (G_MAXUINT64), &natural));
  g_assert_cmpuint (natural, ==, G_MAXUINT64);
  g_assert_false (troupe_int128_to_unsigned (troupe_int128_from_integer (-1), &natural));
  g_assert_true (
      troupe_int128_to_unsigned (troupe_int128_negate (troupe_int128_from_integer (0)), &natural));
  g_assert_cmpfloat (troupe_int128_to_double (troupe_int128_from_unsigned (G_MAXUINT64)), ==,
                     18446744073709551616.0);
  g_assert_cmpfloat (troupe_int128_to_double (troupe_int128_from_integer (G_MININT64)), ==,
                     -9223372036854775808.0);
}

static void
check_division (gint64 a, gint64 b, gboolean rounds_down, gint64 quotient, gint64 remainder)
{
  TroupeInt128 rest;
  TroupeInt128 result = troupe_int128_divide (troupe_int128_from_integer (a),
                                              troupe_int128_from_integer (b), rounds_down, &rest);
  gint64 number;

  g_assert_true (troupe_int128_to_integer (result, &number));
  g_assert_cmpint (number, ==, quotient);
  g_assert_true (troupe_int128_to_integer (rest, &number));
  g_assert_cmpint (number, ==, remainder);
}

static void
test_division (void)
{
  TroupeInt128 rest;

  check_division (7, 2, TRUE, 3, 1);
  check_division (-7, 2, TRUE, -4, 1);
  check_division (7, -2, TRUE, -4, -1);
  check_division (-7, -2, TRUE, 3, -1);
  check_division (-7, 2, FALSE, -3, -1);
  check_division (7, -2, FALSE, -3, 1);
  check_division (-6, 2, TRUE, -3, 0);
  check_division (-1, 3, TRUE, -1, 2);
  check_division (0, -3, TRUE, 0, 0);
  check_division (G_MININT64, 1, TRUE, G_MININT64, 0);
  assert_text (troupe_int128_divide (troupe_int128_from_integer (G_MININT64),
                                     troupe_int128_from_integer (-1), TRUE, &rest),
               "9223372036854775808");
  assert_text (troupe_int128_divide (troupe_int128_from_integer (-1),
                                     troupe_int128_from_unsigned (G_MAXUINT64), TRUE, &rest),
               "-1");
  assert_text (rest, "18446744073709551614");
}

static void
test_order (void)
{
  static const gint64 numbers[] = { G_MININT64, G_MININT64 + 1, -1, 0, 1, G_MAXINT64 };

  for (guint i = 0; i < G_N_ELEMENTS (numbers); i++)
    for (guint k = 0; k < G_N_ELEMENTS (numbers); k++)
      g_assert_cmpint (troupe_int128_compare (troupe_int128_from_integer (numbers[i]),
                                              troupe_int128_from_integer (numbers[k])),
                       ==, (i > k) - (i < k));
  g_assert_cmpint (troupe_int128_compare (troupe_int128_from_unsigned (G_MAXUINT64),
                                          troupe_int128_from_integer (G_MAXINT64)),
                   ==, 1);
}

static guint64
random_number (GRand *random)
{
  guint64 number = ((guint64) g_rand_int (random) << 32) | g_rand_int (random);

  return number >> g_rand_int_range (random, 0, 64);
}

/* Multiplies two numbers by long multiplication of their decimal digits. (transfer full) */
static char *
multiply_texts (guint64 a, guint64 b)
{
  g_autofree char *x = g_strdup_printf ("%" G_GUINT64_FORMAT, a);
  g_autofree char *y = g_strdup_printf ("%" G_GUINT64_FORMAT, b);
  int digits[48] = { 0 };
  int n_digits = 47;
  GString *text = g_string_new (NULL);

  for (gsize i = strlen (x), place = 0; i-- > 0; place++)
    for (gsize k = strlen (y), behind = 0; k-- > 0; behind++)
      digits[place + behind] += (x[i] - '0') * (y[k] - '0');
  for (int i = 0; i < 47; i++)
    {
      digits[i + 1] += digits[i] / 10;
      digits[i] %= 10;
    }
  while (n_digits > 0 && digits[n_digits] == 0)
    n_digits--;
  for (int i = n_digits; i >= 0; i--)
    g_string_append_c (text, (char) ('0' + digits[i]));
  return g_string_free (text, FALSE);
}

static void
test_random (void)
{
  g_autoptr (GRand) random = NULL;
  guint32 seed = g_test_rand_int ();

  g_test_message ("seed %u", seed);
  random = g_rand_new_with_seed (seed);
  for (guint i = 0; i < 20000; i++)
    {
      guint64 a = random_number (random);
      guint64 b = random_number (random);
      guint64 high, high_of_halves;
      guint64 low = troupe_int128_multiply_low (a, b, &high);
      g_autofree char *expected = multiply_texts (a, b);
      TroupeInt128 sum = troupe_int128_add (troupe_int128_from_unsigned (a),
                                            troupe_int128_negate (troupe_int128_from_unsigned (b)));

      g_assert_cmpuint (low, ==, troupe_int128_multiply_halves (a, b, &high_of_halves));
      g_assert_cmpuint (high, ==, high_of_halves);
      assert_text (troupe_int128_multiply (troupe_int128_from_unsigned (a),
                                           troupe_int128_from_unsigned (b)),
                   expected);
      g_assert_cmpint (troupe_int128_compare (sum, troupe_int128_from_integer (0)), ==,
                       (a > b) - (a < b));
      g_assert_cmpuint (sum.low, ==, a > b ? a - b : b - a);
      g_assert_cmpuint (sum.high, ==, 0);
    }
}

int
main (int argc, char *argv[])
{
  g_test_init (&argc, &argv, NULL);

  g_test_add_func ("/int128/edges", test_edges);
  g_test_add_func ("/int128/ranges", test_ranges);
  g_test_add_func ("/int128/division", test_division);
  g_test_add_func ("/int128/order", test_order);
  g_test_add_func ("/int128/random", test_random);

  return g_test_run ();
}
