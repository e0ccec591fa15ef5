/* troupe-avatar.c: initials and color of an avatar
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#define G_LOG_DOMAIN "troupe-avatar"

#include "config.h"

#include "troupe-avatar.h"

/* In the order of AdwAvatar's: blue, cyan, green, lime, yellow, gold, orange, red, magenta,
 * purple, violet, beige, brown, gray. */
static const char *const colors[TROUPE_AVATAR_N_COLORS] = {
  "#1a65c4", "#12718f", "#157a4c", "#43731f", "#6f6a12", "#8a5a00", "#b0440b",
  "#bb2630", "#a52a6a", "#8736ab", "#6b44b8", "#7d6437", "#7a5230", "#5e6470",
};

guint
troupe_avatar_find_color (const char *name)
{
  g_return_val_if_fail (name != NULL, 0);

  return g_str_hash (name) % TROUPE_AVATAR_N_COLORS;
}

const char *
troupe_avatar_get_color (guint index)
{
  g_return_val_if_fail (index < TROUPE_AVATAR_N_COLORS, colors[0]);

  return colors[index];
}

char *
troupe_avatar_dup_text (const char *role, const char *id)
{
  g_autoptr (GString) text = g_string_new (NULL);
  g_autofree char *whole = g_strstrip (g_strdup (role != NULL ? role : ""));
  guint depth = 0;

  g_return_val_if_fail (id != NULL, NULL);

  if (*whole == '\0')
    return g_strdup (id);
  for (const char *at = whole; *at != '\0'; at++)
    {
      if (*at == '{')
        depth++;
      else if (*at == '}' && depth > 0)
        depth--;
      else if (depth == 0)
        g_string_append_c (text, *at);
    }
  g_strstrip (text->str);

  return g_strdup (*text->str != '\0' ? text->str : whole);
}

char *
troupe_avatar_dup_initials (const char *name)
{
  g_auto (GStrv) words = NULL;
  const char *first = NULL;
  const char *last = NULL;
  GString *initials = g_string_new (NULL);

  g_return_val_if_fail (name != NULL, g_string_free (initials, FALSE));

  words = g_strsplit_set (name, " \t\n", -1);
  for (guint i = 0; words[i] != NULL; i++)
    if (*words[i] != '\0')
      {
        last = words[i];
        first = first != NULL ? first : last;
      }
  if (first != NULL)
    g_string_append_unichar (initials, g_unichar_toupper (g_utf8_get_char (first)));
  if (last != NULL && last != first)
    g_string_append_unichar (initials, g_unichar_toupper (g_utf8_get_char (last)));
  return g_string_free (initials, FALSE);
}
