/* troupe-yaml-scalar.c: parses the values of YAML 1.1 scalars
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#define G_LOG_DOMAIN "troupe-yaml-scalar"

#include "config.h"

#include <glib/gi18n.h>
#include <math.h>
#include <string.h>

#include "troupe-json-number.h"
#include "troupe-yaml.h"
#include "troupe-yaml-scalar.h"

/* Maximum number of digits of integers. Python does not convert integers with more decimal
 * digits. Integers in other bases are converted digit by digit, which takes quadratic time. */
#define MOST_DIGITS 4300
#define MOST_DIGITS_OF_OTHER_BASES 300

/* --- Integers beyond 64 bits --------------------------------------------------------------- */

/* Nine decimal digits per part, lowest part first. */
#define PART 1000000000u

static void
multiply_and_add (GArray *parts, guint factor, guint summand)
{
  guint64 carry = summand;

  for (guint i = 0; i < parts->len; i++)
    {
      guint32 *part = &g_array_index (parts, guint32, i);

      carry += (guint64) *part * factor;
      *part = (guint32) (carry % PART);
      carry /= PART;
    }
  while (carry > 0)
    {
      guint32 part = (guint32) (carry % PART);

      g_array_append_val (parts, part);
      carry /= PART;
    }
}

static gboolean
add_digits (GArray *parts, const char *digits, gsize length, guint base)
{
  for (gsize i = 0; i < length; i++)
    {
      int digit = g_ascii_xdigit_value (digits[i]);

      if (digit < 0 || digit >= (int) base)
        return FALSE;
      multiply_and_add (parts, base, (guint) digit);
    }
  return length > 0;
}

/* Returns the text without surrounding blanks and without underscores. */
static char *
strip (const char *text, gsize length)
{
  g_autofree char *copy = g_strndup (text, length);
  GString *bare = g_string_sized_new (length);

  for (const char *c = g_strstrip (copy); *c != '\0'; c++)
    if (*c != '_')
      g_string_append_c (bare, *c);
  return g_string_free (bare, FALSE);
}

char *
troupe_yaml_big_integer (const char *text, gsize length)
{
  g_autoptr (GArray) parts = g_array_new (FALSE, FALSE, sizeof (guint32));
  g_autofree char *bare = strip (text, length);
  const char *digits = *bare == '+' || *bare == '-' ? bare + 1 : bare;
  gsize n_digits = strlen (digits);
  gboolean is_read;

  if (n_digits == 0 || n_digits > MOST_DIGITS)
    return NULL;
  if (*digits != '0' && strchr (digits, ':') == NULL)
    {
      if (strspn (digits, "0123456789") != n_digits)
        return NULL;
      return g_strconcat (*bare == '-' ? "-" : "", digits, NULL);
    }
  if (n_digits > MOST_DIGITS_OF_OTHER_BASES)
    return NULL;
  if (g_str_has_prefix (digits, "0b"))
    is_read = add_digits (parts, digits + 2, n_digits - 2, 2);
  else if (g_str_has_prefix (digits, "0x"))
    is_read = add_digits (parts, digits + 2, n_digits - 2, 16);
  else if (*digits == '0')
    is_read = add_digits (parts, digits, n_digits, 8);
  else
    {
      g_auto (GStrv) fields = g_strsplit (digits, ":", -1);
      gboolean sixtieths = TRUE;

      /* Adds a sexagesimal integer such as 190:20:30. */
      if (!add_digits (parts, fields[0], strlen (fields[0]), 10))
        sixtieths = FALSE;
      else
        {
          for (guint i = 1; fields[i] != NULL; i++)
            {
              guint64 value;

              if (!g_ascii_string_to_unsigned (fields[i], 10, 0, 59, &value, NULL))
                {
                  sixtieths = FALSE;
                  break;
                }
              multiply_and_add (parts, 60, (guint) value);
            }
        }
      is_read = sixtieths;
    }
  if (is_read)
    {
      GString *part_text = g_string_new ((*bare == '-') && parts->len > 0 ? "-" : "");

      for (guint i = parts->len; i > 0; i--)
        g_string_append_printf (part_text, i == parts->len ? "%u" : "%09u",
                                g_array_index (parts, guint32, i - 1));
      if (parts->len == 0)
        g_string_append_c (part_text, '0');
      return g_string_free (part_text, FALSE);
    }
  return NULL;
}

/* --- Doubles ------------------------------------------------------------------------------- */

static gboolean
read_plain_double (const char *text, double *number)
{
  char *end;

  /* The characters are checked, because the C library also accepts hexadecimal numbers and words
   * with parentheses, which Python rejects. */
  if (*text == '\0' || strspn (text, "+-.0123456789eE") != strlen (text))
    return FALSE;
  *number = g_ascii_strtod (text, &end);
  return *end == '\0';
}

static gboolean
read_double (const char *text, double *number)
{
  gboolean is_negative = *text == '-';
  const char *bare = *text == '+' || *text == '-' ? text + 1 : text;
  g_auto (GStrv) fields = NULL;

  if (g_str_equal (bare, ".inf") || g_str_equal (bare, "inf") || g_str_equal (bare, "infinity"))
    {
      *number = is_negative ? -HUGE_VAL : HUGE_VAL;
      return TRUE;
    }
  if (g_str_equal (bare, ".nan") || g_str_equal (bare, "nan"))
    {
      *number = (double) NAN;
      return TRUE;
    }
  if (strchr (bare, ':') == NULL)
    return read_plain_double (text, number);
  fields = g_strsplit (bare, ":", -1);
  *number = 0.0;
  for (guint i = 0; fields[i] != NULL; i++)
    {
      double field;

      if (!read_plain_double (fields[i], &field))
        return FALSE;
      *number = *number * 60.0 + field;
    }
  *number = is_negative ? -*number : *number;
  return TRUE;
}

/* --- Dates and times ----------------------------------------------------------------------- */

/* Parses the number at *@at and moves *@at after it. */
static int
take_number (const char **at, const char *end, guint most)
{
  int value = 0;

  for (guint i = 0; i < most && *at < end && g_ascii_isdigit (**at); i++)
    value = value * 10 + *(*at)++ - '0';
  return value;
}

static gboolean
append_zone (GString *iso, const char *at, const char *end)
{
  int sign, hour, minute = 0;

  while (at < end && (*at == ' ' || *at == '\t'))
    at++;
  if (at == end)
    return TRUE;
  if (*at == 'Z')
    {
      g_string_append (iso, "+00:00");
      return TRUE;
    }
  sign = *at++;
  hour = take_number (&at, end, 2);
  if (at < end)
    {
      at++;
      minute = take_number (&at, end, 2);
    }
  hour += minute / 60;
  minute %= 60;
  if (hour == 0 && minute == 0)
    sign = '+';
  g_string_append_printf (iso, "%c%02d:%02d", sign, hour, minute);
  return hour < 24;
}

static gboolean
append_clock (GString *iso, const char *at, const char *end)
{
  int hour, minute, second, fraction = 0;
  guint n_digits = 0;

  while (at < end && !g_ascii_isdigit (*at))
    at++;
  hour = take_number (&at, end, 2);
  at++;
  minute = take_number (&at, end, 2);
  at++;
  second = take_number (&at, end, 2);
  if (at < end && *at == '.')
    {
      for (at++; at < end && g_ascii_isdigit (*at); at++)
        if (n_digits++ < 6)
          fraction = fraction * 10 + *at - '0';
      for (; n_digits < 6; n_digits++)
        fraction *= 10;
    }
  g_string_append_printf (iso, "T%02d:%02d:%02d", hour, minute, second);
  if (fraction > 0)
    g_string_append_printf (iso, ".%06d", fraction);
  return hour < 24 && minute < 60 && second < 60 && append_zone (iso, at, end);
}

char *
troupe_yaml_time_to_iso (const char *text, gsize length)
{
  g_autoptr (GString) iso = g_string_new (NULL);
  const char *end = text + length;
  const char *at = text;
  int year, month, day;

  if (troupe_yaml_resolve (text, length) != TROUPE_YAML_TIME)
    return NULL;
  year = take_number (&at, end, 4);
  at++;
  month = take_number (&at, end, 2);
  at++;
  day = take_number (&at, end, 2);
  if (month < 1 || month > 12 || year < 1 ||
      !g_date_valid_dmy ((GDateDay) day, (GDateMonth) month, (GDateYear) year))
    return NULL;
  g_string_append_printf (iso, "%04d-%02d-%02d", year, month, day);
  if (at < end && !append_clock (iso, at, end))
    return NULL;
  return g_string_free (g_steal_pointer (&iso), FALSE);
}

/* --- Public API ------------------------------------------------------------------------------- */

JsonNode *
troupe_yaml_make_scalar (TroupeYamlKind kind, const char *text, gsize length, const char **problem)
{
  switch (kind)
    {
    case TROUPE_YAML_STRING:
      return troupe_json_node_new_string (text);
    case TROUPE_YAML_NULL:
      return troupe_json_node_new_null ();
    case TROUPE_YAML_BOOLEAN:
      *problem = _ ("invalid boolean: expected true or false");
      {
        static const char *const names[] = { "no", "yes", "false", "true", "off", "on" };
        g_autofree char *word = g_ascii_strdown (text, (gssize) length);

        for (guint i = 0; i < G_N_ELEMENTS (names); i++)
          if (g_str_equal (word, names[i]))
            return troupe_json_node_new_boolean (i % 2 == 1);
        return NULL;
      }
    case TROUPE_YAML_INTEGER:
      *problem = _ ("invalid integer: expected digits, or text in quotes");
      {
        g_autofree char *decimal = troupe_yaml_big_integer (text, length);
        JsonNode *node;
        gint64 value;

        if (decimal == NULL)
          return NULL;
        if (g_ascii_string_to_signed (decimal, 10, G_MININT64, G_MAXINT64, &value, NULL))
          return troupe_json_node_new_integer (value);
        node = troupe_json_node_new_big_integer (decimal);
        json_node_seal (node);
        return node;
      }
    case TROUPE_YAML_DOUBLE:
      *problem = _ ("invalid number: expected digits, or text in quotes");
      {
        g_autofree char *bare = strip (text, length);
        g_autofree char *lower = g_ascii_strdown (bare, -1);
        double number;

        return read_double (lower, &number) ? troupe_json_node_new_double (number) : NULL;
      }
    case TROUPE_YAML_TIME:
      *problem = _ ("invalid date: expected an existing date, or text in quotes");
      {
        g_autofree char *iso = troupe_yaml_time_to_iso (text, length);

        return iso != NULL ? troupe_json_node_new_time (iso) : NULL;
      }
    case TROUPE_YAML_MERGE:
    case TROUPE_YAML_DEFAULT:
      *problem = _ ("“<<” and “=” have a special meaning: put them in quotes to use them as text");
      return NULL;
    case TROUPE_YAML_FOREIGN:
    default:
      *problem = _ ("found a tag that flows and crews do not support: expected a string, a number, "
                    "true, false, null, a list or a mapping. Remove the tag");
      return NULL;
    }
}

JsonNode *
troupe_yaml_copy_node (JsonNode *node)
{
  JsonNode *copy = json_node_alloc ();

  if (JSON_NODE_HOLDS_OBJECT (node))
    json_node_init_object (copy, json_node_get_object (node));
  else if (JSON_NODE_HOLDS_ARRAY (node))
    json_node_init_array (copy, json_node_get_array (node));
  else if (JSON_NODE_HOLDS_NULL (node))
    json_node_init_null (copy);
  else if (json_node_get_value_type (node) == G_TYPE_STRING)
    json_node_init_string (copy, json_node_get_string (node));
  else if (json_node_get_value_type (node) == G_TYPE_INT64)
    json_node_init_int (copy, json_node_get_int (node));
  else if (json_node_get_value_type (node) == G_TYPE_DOUBLE)
    json_node_init_double (copy, json_node_get_double (node));
  else
    json_node_init_boolean (copy, json_node_get_boolean (node));
  json_node_set_parent (copy, json_node_get_parent (node));
  json_node_seal (copy);
  return copy;
}
