/* test-avatar.c: colors and initials of avatars
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#include "config.h"

#include <math.h>

#include "troupe-avatar.h"

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

/* White letters have sufficient contrast on every color. */
static void
test_contrast (void)
{
  for (guint i = 0; i < TROUPE_AVATAR_N_COLORS; i++)
    {
      const char *color = troupe_avatar_get_color (i);

      g_assert_true (g_regex_match_simple ("^#[0-9a-f]{6}$", color, 0, 0));
      g_assert_cmpfloat (1.05 / (get_luminance (color) + 0.05), >=, 4.5);
      for (guint k = 0; k < i; k++)
        g_assert_cmpstr (color, !=, troupe_avatar_get_color (k));
    }
}

/* The same name always has the same color, which is computed as in AdwAvatar. */
static void
test_rule (void)
{
  g_assert_cmpuint (troupe_avatar_find_color ("Researcher"), ==, g_str_hash ("Researcher") % 14);
  g_assert_cmpuint (troupe_avatar_find_color (""), <, TROUPE_AVATAR_N_COLORS);
}

/* Returns the hue in degrees. */
static double
get_hue (guint rgb)
{
  const double red = (rgb >> 16) & 0xff;
  const double green = (rgb >> 8) & 0xff;
  const double blue = rgb & 0xff;
  const double most = MAX (red, MAX (green, blue));
  const double range = most - MIN (red, MIN (green, blue));

  if (most == red)
    return fmod (60 * (green - blue) / range + 360, 360);
  return most == green ? 60 * (blue - red) / range + 120 : 60 * (red - green) / range + 240;
}

/* The colors have the hues of AdwAvatar in the same order, so that the canvas matches lists. */
static void
test_order (void)
{
  /* The end colors of AdwAvatar's gradients. The last color of AdwAvatar, a gray, is omitted. */
  static const guint platform[TROUPE_AVATAR_N_COLORS - 1] = {
    0x337fdc, 0x0f9ac8, 0x29ae74, 0x6ab85b, 0xd29d09, 0xd68400, 0xed5b00,
    0xe62d42, 0xe33b6a, 0x9945b5, 0x7a59ca, 0xb08952, 0x785336,
  };

  for (guint i = 0; i < G_N_ELEMENTS (platform); i++)
    {
      const char *color = troupe_avatar_get_color (i);
      const guint rgb = (guint) g_ascii_strtoull (color + 1, NULL, 16);
      const double apart = fabs (get_hue (rgb) - get_hue (platform[i]));

      g_assert_cmpfloat (MIN (apart, 360 - apart), <, 25);
    }
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
      g_autofree char *initials = troupe_avatar_dup_initials (rows[i].name);

      g_assert_cmpstr (initials, ==, rows[i].initials);
    }
}

/* An avatar leaves out placeholders, and uses the ID if the role is missing. */
static void
test_text (void)
{
  static const struct
  {
    const char *role;
    const char *text;
  } rows[] = {
    { "Researcher", "Researcher" },
    { " Staff\nwriter\n", "Staff\nwriter" },
    { "{topic} Researcher", "Researcher" },
    { "Editor of {a} and {b}", "Editor of  and" },
    { "{topic}", "{topic}" },
    { "", "agent_2" },
    { " \n", "agent_2" },
    { NULL, "agent_2" },
  };

  for (guint i = 0; i < G_N_ELEMENTS (rows); i++)
    {
      g_autofree char *text = troupe_avatar_dup_text (rows[i].role, "agent_2");

      g_assert_cmpstr (text, ==, rows[i].text);
    }
}

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/base/avatar/contrast", test_contrast);
  g_test_add_func ("/base/avatar/rule", test_rule);
  g_test_add_func ("/base/avatar/order", test_order);
  g_test_add_func ("/base/avatar/initials", test_initials);
  g_test_add_func ("/base/avatar/text", test_text);
  return g_test_run ();
}
