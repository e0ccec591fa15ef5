/* troupe-python-variables.c: variables of the environment that Python code reads
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#define G_LOG_DOMAIN "troupe-python-variables"

#include "config.h"

#include <glib/gi18n.h>
#include <string.h>

#include "troupe-python-variables.h"
#include "troupe-python.h"

/* Maximum number of names in a message. */
#define MOST_NAMES 8u

/* Returns TRUE if the text before @at on its line is a comment. */
static gboolean
is_comment (const char *source, const char *at)
{
  while (at > source && at[-1] != '\n')
    at--;
  return at[strspn (at, " \t")] == '#';
}

/* Returns TRUE if a value is assigned to the item of which @end is behind the name. */
static gboolean
is_assigned (const char *end)
{
  end += strspn (end, " \t");
  if (*end != ']')
    return FALSE;
  end++;
  end += strspn (end, " \t");
  return *end == '=' && end[1] != '=';
}

void
troupe_python_variables_scan (const char *source, GPtrArray *names)
{
  static GRegex *pattern;
  g_autoptr (GMatchInfo) match = NULL;

  g_return_if_fail (source != NULL && names != NULL);

  if (g_once_init_enter (&pattern))
    g_once_init_leave (&pattern,
                       g_regex_new ("\\b(?:environ\\s*(?:\\.\\s*get\\s*\\(|\\[)|getenv\\s*\\()\\s*"
                                    "([\"'])([A-Za-z_][A-Za-z0-9_]*)\\1",
                                    G_REGEX_OPTIMIZE, 0, NULL));
  g_regex_match (pattern, source, 0, &match);
  for (; g_match_info_matches (match); g_match_info_next (match, NULL))
    {
      g_autofree char *name = g_match_info_fetch (match, 2);
      int begin = 0, end = 0;

      g_match_info_fetch_pos (match, 0, &begin, &end);
      if (!is_comment (source, source + begin) && !is_assigned (source + end) &&
          !troupe_python_hands_down (name) &&
          !g_ptr_array_find_with_equal_func (names, name, g_str_equal, NULL))
        g_ptr_array_add (names, g_steal_pointer (&name));
    }
}

char *
troupe_python_variables_describe (const char *const *names)
{
  g_autoptr (GString) list = g_string_new (NULL);
  const guint n = names != NULL ? g_strv_length ((char **) names) : 0;

  if (n == 0)
    return NULL;
  for (guint i = 0; i < MIN (n, MOST_NAMES); i++)
    g_string_append_printf (list, "%s%s", i > 0 ? ", " : "", names[i]);
  if (n > MOST_NAMES)
    g_string_append (list, ", …");
  return g_strdup_printf (
      /* Translators: %s is a list of names of variables */
      ngettext ("Python code of the document reads the variable %s of the environment. Troupe "
                "passes neither variables nor keys to code, so it is not set there.",
                "Python code of the document reads the variables %s of the environment. Troupe "
                "passes neither variables nor keys to code, so they are not set there.",
                n),
      list->str);
}
