/* troupe-cel-caret.c: the name under the caret of an expression
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#define G_LOG_DOMAIN "troupe-cel-caret"

#include "config.h"

#include <string.h>

#include "troupe-cel-caret.h"

static gboolean
is_letter (char c)
{
  return g_ascii_isalnum (c) || c == '_';
}

/* Returns TRUE if the caret is in a text between quotes. @start: of the expression */
static gboolean
is_quoted (const char *text, gsize start, gsize caret)
{
  char quote = '\0';

  for (gsize i = start; i < caret; i++)
    if (quote == '\0' && (text[i] == '\'' || text[i] == '"'))
      quote = text[i];
    else if (quote != '\0' && text[i] == '\\')
      i++;
    else if (text[i] == quote)
      quote = '\0';
  return quote != '\0';
}

/* Finds the bounds of the expression around the caret. Returns FALSE if there is none. */
static gboolean
find_expression (const char *text, gsize caret, TroupeCelMode mode, gsize *start, gsize *end)
{
  const char *open = NULL;
  const char *close = NULL;

  *start = 0;
  *end = strlen (text);
  if (mode != TROUPE_CEL_MODE_TEMPLATE)
    return TRUE;
  open = g_strrstr_len (text, (gssize) caret, "${");
  if (open == NULL)
    return FALSE;
  *start = (gsize) (open - text) + strlen ("${");
  close = strchr (text + *start, '}');
  if (close != NULL && (gsize) (close - text) < caret)
    return FALSE;
  *end = close != NULL ? (gsize) (close - text) : *end;
  return TRUE;
}

/* Returns the position before an index such as [0] or ['a'] that ends at @at, or @at. */
static gsize
skip_index (const char *text, gsize start, gsize at)
{
  guint depth = 0;

  if (at == start || text[at - 1] != ']')
    return at;
  for (gsize i = at; i > start; i--)
    {
      if (text[i - 1] == ']')
        depth++;
      else if (text[i - 1] == '[' && --depth == 0)
        return i - 1;
    }
  return at;
}

/* Returns the beginning of what the name at @at is selected from. */
static gsize
find_start (const char *text, gsize start, gsize at)
{
  while (at > start && is_letter (text[at - 1]))
    at--;
  while (at > start && text[at - 1] == '.')
    {
      gsize before = at - 1;

      for (gsize next = skip_index (text, start, before); next != before;
           next = skip_index (text, start, before))
        before = next;
      /* Selected from the result of a call or of an operator. */
      if (before == start || !is_letter (text[before - 1]))
        return at - 1;
      while (before > start && is_letter (text[before - 1]))
        before--;
      at = before;
    }
  return at;
}

char *
troupe_cel_find_at_caret (const char *text, gsize caret, TroupeCelMode mode)
{
  gsize start, end, from, to;
  g_autofree char *whole = NULL;
  g_autofree char *found = NULL;

  g_return_val_if_fail (text != NULL, NULL);
  g_return_val_if_fail (caret <= strlen (text), NULL);

  if (!find_expression (text, caret, mode, &start, &end) || is_quoted (text, start, caret))
    return NULL;
  to = caret;
  while (to < end && is_letter (text[to]))
    to++;
  from = find_start (text, start, to);
  /* A function is no value, and neither is a number or a field of one. */
  if (from == to || text[to] == '(' || text[from] == '.' || g_ascii_isdigit (text[from]))
    return NULL;
  found = g_strndup (text + from, to - from);
  whole = g_strstrip (g_strndup (text + start, end - start));
  if (g_str_equal (found, whole) || g_str_equal (found, "true") || g_str_equal (found, "false") ||
      g_str_equal (found, "null") || g_str_equal (found, "in"))
    return NULL;
  return g_steal_pointer (&found);
}
