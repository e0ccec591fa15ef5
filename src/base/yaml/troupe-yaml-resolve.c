/* troupe-yaml-resolve.c: resolves the type of YAML 1.1 scalars by the rules of PyYAML's SafeLoader
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#define G_LOG_DOMAIN "troupe-yaml-resolve"

#include "config.h"

#include <string.h>

#include "troupe-yaml-scalar.h"

/* A string that is matched from its start. */
typedef struct
{
  const char *at;
  const char *end;
} Cursor;

static gboolean
take (Cursor *self, const char *letters)
{
  g_assert (self != NULL);

  if (self->at == self->end || *self->at == '\0' || strchr (letters, *self->at) == NULL)
    return FALSE;
  self->at++;
  return TRUE;
}

static gsize
take_all (Cursor *self, const char *letters)
{
  const char *start = self->at;

  g_assert (self != NULL);

  while (take (self, letters))
    continue;
  return (gsize) (self->at - start);
}

static gboolean
is_word (const char *text, gsize length, const char *const *words)
{
  for (guint i = 0; words[i] != NULL; i++)
    if (strlen (words[i]) == length && memcmp (words[i], text, length) == 0)
      return TRUE;
  return FALSE;
}

/* Matches (:[0-5]?[0-9])+ */
static gboolean
take_sixtieths (Cursor *self)
{
  guint n_parts = 0;

  g_assert (self != NULL);

  while (take (self, ":"))
    {
      const char *start = self->at;

      if (take_all (self, "0123456789") == 0 || self->at - start > 2 ||
          (self->at - start == 2 && *start > '5'))
        return FALSE;
      n_parts++;
    }
  return n_parts > 0;
}

static gboolean
is_integer (const char *text, gsize length)
{
  Cursor cursor = { text, text + length };
  const char *digits;

  take (&cursor, "+-");
  digits = cursor.at;
  if (take (&cursor, "0"))
    {
      if (cursor.at == cursor.end)
        return TRUE;
      if (take (&cursor, "b"))
        return take_all (&cursor, "01_") > 0 && cursor.at == cursor.end;
      if (take (&cursor, "x"))
        return take_all (&cursor, "0123456789abcdefABCDEF_") > 0 && cursor.at == cursor.end;
      return take_all (&cursor, "01234567_") > 0 && cursor.at == cursor.end;
    }
  if (!take (&cursor, "123456789"))
    return FALSE;
  take_all (&cursor, "0123456789_");
  if (cursor.at == cursor.end)
    return TRUE;
  return cursor.at > digits && take_sixtieths (&cursor) && cursor.at == cursor.end;
}

static void
take_exponent (Cursor *self)
{
  Cursor start = *self;

  if (!take (self, "eE") || !take (self, "+-") || take_all (self, "0123456789") == 0)
    *self = start;
}

static gboolean
is_double (const char *text, gsize length)
{
  static const char *const infinities[] = { ".inf", ".Inf", ".INF", NULL };
  static const char *const no_numbers[] = { ".nan", ".NaN", ".NAN", NULL };
  Cursor cursor = { text, text + length };
  gboolean has_sign;
  Cursor digits;

  if (is_word (text, length, no_numbers))
    return TRUE;
  has_sign = take (&cursor, "+-");
  if (is_word (cursor.at, (gsize) (cursor.end - cursor.at), infinities))
    return TRUE;
  if (!has_sign && take (&cursor, "."))
    {
      if (!take (&cursor, "0123456789"))
        return FALSE;
      take_all (&cursor, "0123456789_");
      take_exponent (&cursor);
      return cursor.at == cursor.end;
    }
  if (!take (&cursor, "0123456789"))
    return FALSE;
  take_all (&cursor, "0123456789_");
  digits = cursor;
  if (take (&cursor, "."))
    {
      take_all (&cursor, "0123456789_");
      take_exponent (&cursor);
      return cursor.at == cursor.end;
    }
  cursor = digits;
  if (!take_sixtieths (&cursor) || !take (&cursor, "."))
    return FALSE;
  take_all (&cursor, "0123456789_");
  return cursor.at == cursor.end;
}

static gboolean
take_digits (Cursor *self, gsize least, gsize most)
{
  gsize n_digits = take_all (self, "0123456789");

  return n_digits >= least && n_digits <= most;
}

static gboolean
take_zone (Cursor *self)
{
  take_all (self, " \t");
  if (take (self, "Z"))
    return TRUE;
  if (!take (self, "+-") || !take_digits (self, 1, 2))
    return FALSE;
  return !take (self, ":") || take_digits (self, 2, 2);
}

static gboolean
is_time (const char *text, gsize length)
{
  Cursor cursor = { text, text + length };
  gsize n_month, n_day;

  if (!take_digits (&cursor, 4, 4) || !take (&cursor, "-"))
    return FALSE;
  n_month = take_all (&cursor, "0123456789");
  if (n_month < 1 || n_month > 2 || !take (&cursor, "-"))
    return FALSE;
  n_day = take_all (&cursor, "0123456789");
  if (n_day < 1 || n_day > 2)
    return FALSE;
  if (cursor.at == cursor.end)
    return n_month == 2 && n_day == 2;
  if (!take (&cursor, "Tt") && take_all (&cursor, " \t") == 0)
    return FALSE;
  if (!take_digits (&cursor, 1, 2) || !take (&cursor, ":") || !take_digits (&cursor, 2, 2) ||
      !take (&cursor, ":") || !take_digits (&cursor, 2, 2))
    return FALSE;
  if (take (&cursor, "."))
    take_all (&cursor, "0123456789");
  return cursor.at == cursor.end || (take_zone (&cursor) && cursor.at == cursor.end);
}

TroupeYamlKind
troupe_yaml_resolve (const char *text, gsize length)
{
  static const char *const booleans[] = {
    "yes",   "Yes",   "YES", "no", "No", "NO",  "true", "True", "TRUE", "false",
    "False", "FALSE", "on",  "On", "ON", "off", "Off",  "OFF",  NULL,
  };
  static const char *const nulls[] = { "~", "null", "Null", "NULL", "", NULL };

  if (is_word (text, length, nulls))
    return TROUPE_YAML_NULL;
  if (is_word (text, length, booleans))
    return TROUPE_YAML_BOOLEAN;
  if (length == 2 && memcmp (text, "<<", 2) == 0)
    return TROUPE_YAML_MERGE;
  if (length == 1 && *text == '=')
    return TROUPE_YAML_DEFAULT;
  if (!g_ascii_isdigit (*text) && strchr ("+-.", *text) == NULL)
    return TROUPE_YAML_STRING;
  if (is_double (text, length))
    return TROUPE_YAML_DOUBLE;
  if (is_integer (text, length))
    return TROUPE_YAML_INTEGER;
  if (is_time (text, length))
    return TROUPE_YAML_TIME;
  return TROUPE_YAML_STRING;
}

TroupeYamlKind
troupe_yaml_kind_from_tag (const char *tag)
{
  static const struct
  {
    const char *name;
    TroupeYamlKind kind;
  } table[] = {
    { "str", TROUPE_YAML_STRING },   { "null", TROUPE_YAML_NULL },
    { "bool", TROUPE_YAML_BOOLEAN }, { "int", TROUPE_YAML_INTEGER },
    { "float", TROUPE_YAML_DOUBLE }, { "timestamp", TROUPE_YAML_TIME },
    { "merge", TROUPE_YAML_MERGE },  { "value", TROUPE_YAML_DEFAULT },
  };
  const char *name = g_str_has_prefix (tag, "tag:yaml.org,2002:") ? strrchr (tag, ':') + 1 : "";

  for (guint i = 0; i < G_N_ELEMENTS (table); i++)
    if (g_str_equal (name, table[i].name))
      return table[i].kind;
  return TROUPE_YAML_FOREIGN;
}
