/* test-person.c: the round picture that stands for somebody
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#include "config.h"

#include <math.h>

#include "troupe-person.h"

static double
get_luminance (const char *color)
{
  const guint rgb = (guint) g_ascii_strtoull (color + 1, NULL, 16);
  static const double weights[] = { 0.2126, 0.7152, 0.0722 };
  double sum = 0;

  for (guint i = 0; i < 3; i++)
    {
      const double part = ((rgb >> (16 - 8 * i)) & 0xff) / 255.0;

      sum += weights[i] * (part <= 0.03928 ? part / 12.92 : pow ((part + 0.055) / 1.055, 2.4));
    }
  return sum;
}

/* White letters are read on each of them. */
static void
test_contrast (void)
{
  for (guint i = 0; i < TROUPE_PERSON_N_COLORS; i++)
    {
      const char *color = troupe_person_get_color (i);

      g_assert_true (g_regex_match_simple ("^#[0-9a-f]{6}$", color, 0, 0));
      g_assert_cmpfloat (1.05 / (get_luminance (color) + 0.05), >=, 4.5);
      for (guint k = 0; k < i; k++)
        g_assert_cmpstr (color, !=, troupe_person_get_color (k));
    }
}

/* The same for the same name, by the rule that round pictures of the platform follow. */
static void
test_rule (void)
{
  g_assert_cmpuint (troupe_person_find_color ("Researcher"), ==, g_str_hash ("Researcher") % 14);
  g_assert_cmpuint (troupe_person_find_color (""), <, TROUPE_PERSON_N_COLORS);
}

static void
test_initials (void)
{
  static const struct
  {
    const char *name;
    const char *initials;
  } rows[] = {
    { "Researcher", "R" },
    { "Copy editor", "CE" },
    { "The very last one", "TO" },
    { "  copy  editor ", "CE" },
    { "研究员", "研" },
    { "Émile Żak", "ÉŻ" },
    { "", "" },
    { " \n\t", "" },
  };

  for (guint i = 0; i < G_N_ELEMENTS (rows); i++)
    {
      g_autofree char *initials = troupe_person_dup_initials (rows[i].name);

      g_assert_cmpstr (initials, ==, rows[i].initials);
    }
}

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/base/person/contrast", test_contrast);
  g_test_add_func ("/base/person/rule", test_rule);
  g_test_add_func ("/base/person/initials", test_initials);
  return g_test_run ();
}
