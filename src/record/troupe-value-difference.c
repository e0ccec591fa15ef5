/* troupe-value-difference.c: first difference between two values, as a sentence
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#define G_LOG_DOMAIN "troupe-value-difference"

#include "config.h"

#include <string.h>

#include "troupe-value-difference.h"

/* Characters of a text that are shown before and after the first difference. */
#define BEFORE 24
#define AFTER 48

typedef struct
{
  GString *path;
  char *first;
  char *second;
} Difference;

/* Returns the part of @text around @at, with an ellipsis for what was left out. */
static char *
cut (const char *text, gsize at)
{
  const char *middle = text + at;
  const char *begin = middle;
  const char *end = middle;

  for (guint i = 0; i < BEFORE && begin > text; i++)
    begin = g_utf8_prev_char (begin);
  for (guint i = 0; i < AFTER && *end != '\0'; i++)
    end = g_utf8_next_char (end);
  return g_strdup_printf ("%s%.*s%s", begin > text ? "…" : "", (int) (end - begin), begin,
                          *end != '\0' ? "…" : "");
}

/* Returns the number of equal bytes at the beginning of two texts, a whole number of characters. */
static gsize
count_equal (const char *a, const char *b)
{
  gsize n = 0;

  while (a[n] != '\0' && a[n] == b[n])
    n++;
  while (n > 0 && ((guchar) a[n] & 0xC0) == 0x80)
    n--;
  return n;
}

/* @value: (nullable). (transfer full) */
static char *
to_text (TroupeValue *value)
{
  g_autofree char *text = NULL;

  if (value == NULL)
    return g_strdup ("");
  text = troupe_value_to_json (value, TROUPE_JSON_SPACED);
  return g_utf8_make_valid (text, -1);
}

static gboolean compare (Difference *self, TroupeValue *a, TroupeValue *b);

/* Compares parts of two values, and keeps the path if they differ. */
static gboolean
compare_at (Difference *self, const char *name, TroupeValue *a, TroupeValue *b)
{
  const gsize length = self->path->len;

  if (*name != '[' && length > 0)
    g_string_append_c (self->path, '.');
  g_string_append (self->path, name);
  if (compare (self, a, b))
    return TRUE;
  g_string_truncate (self->path, length);
  return FALSE;
}

static gboolean
compare_maps (Difference *self, TroupeValue *a, TroupeValue *b)
{
  for (gsize i = 0; i < troupe_value_map_get_size (a); i++)
    {
      TroupeValue *key = troupe_value_map_get_key (a, i);
      g_autofree char *name = troupe_value_is (key, TROUPE_VALUE_STRING)
                                  ? g_strdup (troupe_value_get_string (key, NULL))
                                  : to_text (key);

      if (compare_at (self, name, troupe_value_map_get_value (a, i),
                      troupe_value_map_lookup (b, key)))
        return TRUE;
    }
  for (gsize i = 0; i < troupe_value_map_get_size (b); i++)
    {
      TroupeValue *key = troupe_value_map_get_key (b, i);

      if (troupe_value_map_lookup (a, key) == NULL && troupe_value_is (key, TROUPE_VALUE_STRING))
        return compare_at (self, troupe_value_get_string (key, NULL), NULL,
                           troupe_value_map_get_value (b, i));
    }
  return FALSE;
}

static gboolean
compare_lists (Difference *self, TroupeValue *a, TroupeValue *b)
{
  const gsize n_a = troupe_value_list_get_length (a);
  const gsize n_b = troupe_value_list_get_length (b);

  for (gsize i = 0; i < MAX (n_a, n_b); i++)
    {
      g_autofree char *name = g_strdup_printf ("[%" G_GSIZE_FORMAT "]", i);

      if (compare_at (self, name, i < n_a ? troupe_value_list_get (a, i) : NULL,
                      i < n_b ? troupe_value_list_get (b, i) : NULL))
        return TRUE;
    }
  return FALSE;
}

/* Returns TRUE if the values differ. Values have at most %TROUPE_LIMIT_NESTING levels. */
static gboolean
compare (Difference *self, TroupeValue *a, TroupeValue *b)
{
  g_autofree char *first = NULL;
  g_autofree char *second = NULL;
  gsize at;

  if (a != NULL && b != NULL && troupe_value_equal (a, b))
    return FALSE;
  if (a != NULL && b != NULL && troupe_value_is (a, TROUPE_VALUE_MAP) &&
      troupe_value_is (b, TROUPE_VALUE_MAP) && compare_maps (self, a, b))
    return TRUE;
  if (a != NULL && b != NULL && troupe_value_is (a, TROUPE_VALUE_LIST) &&
      troupe_value_is (b, TROUPE_VALUE_LIST) && compare_lists (self, a, b))
    return TRUE;
  first = to_text (a);
  second = to_text (b);
  at = count_equal (first, second);
  self->first = cut (first, at);
  self->second = cut (second, at);
  return TRUE;
}

gboolean
troupe_value_difference_find (TroupeValue *a,
                              TroupeValue *b,
                              char **path,
                              char **first,
                              char **second)
{
  Difference self = { g_string_new (NULL), NULL, NULL };

  g_return_val_if_fail (path != NULL && first != NULL && second != NULL, FALSE);

  if ((a == NULL && b == NULL) || !compare (&self, a, b))
    {
      g_string_free (self.path, TRUE);
      return FALSE;
    }
  *path = g_string_free (self.path, FALSE);
  *first = self.first;
  *second = self.second;
  return TRUE;
}

double
troupe_value_difference_rate (TroupeValue *a, TroupeValue *b)
{
  g_autofree char *first = to_text (a);
  g_autofree char *second = to_text (b);
  const gsize n_first = strlen (first);
  const gsize n_second = strlen (second);
  const gsize shortest = MIN (n_first, n_second);
  const gsize from_begin = count_equal (first, second);
  gsize from_end = 0;

  while (from_end < shortest - from_begin &&
         first[n_first - from_end - 1] == second[n_second - from_end - 1])
    from_end++;
  return (double) (from_begin + from_end) / (double) MAX (MAX (n_first, n_second), 1);
}
