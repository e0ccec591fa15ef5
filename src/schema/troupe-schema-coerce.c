/* troupe-schema-coerce.c: lax conversions of Pydantic models: booleans, integers and numbers
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#define G_LOG_DOMAIN "troupe-schema-coerce"

#include "config.h"

#include <errno.h>
#include <math.h>
#include <string.h>

#include "troupe-schema.h"

gboolean
troupe_schema_coerce_boolean (const TroupeValue *value, gboolean *result)
{
  double number;

  switch ((int) troupe_value_get_value_type (value))
    {
    case TROUPE_VALUE_BOOLEAN:
      *result = troupe_value_get_boolean (value);
      return TRUE;
    case TROUPE_VALUE_INTEGER:
      number = (double) troupe_value_get_integer (value);
      break;
    case TROUPE_VALUE_DOUBLE:
      number = troupe_value_get_double (value);
      break;
    case TROUPE_VALUE_STRING:
      {
        static const char *const no[] = { "0", "off", "f", "false", "n", "no" };
        static const char *const yes[] = { "1", "on", "t", "true", "y", "yes" };
        const char *text = troupe_value_get_string (value, NULL);

        /* Compares case-insensitively, without stripping blanks. */
        for (guint i = 0; i < G_N_ELEMENTS (no); i++)
          {
            if (g_ascii_strcasecmp (text, no[i]) == 0 || g_ascii_strcasecmp (text, yes[i]) == 0)
              {
                *result = g_ascii_strcasecmp (text, yes[i]) == 0;
                return TRUE;
              }
          }
        return FALSE;
      }
    default:
      return FALSE;
    }
  if (!(number >= 0.0 && number <= 1.0) || (number > 0.0 && number < 1.0))
    return FALSE;
  *result = number > 0.5;
  return TRUE;
}

/* Strips surrounding blanks and single underscores between digits. Returns NULL if there is an
 * underscore at another position. */
static char *
strip_number (const char *text)
{
  g_autofree char *stripped = g_strstrip (g_strdup (text));
  GString *out = g_string_new (NULL);

  for (const char *c = stripped; *c != '\0'; c++)
    {
      if (*c != '_')
        g_string_append_c (out, *c);
      else if (c == stripped || !g_ascii_isdigit (c[-1]) || !g_ascii_isdigit (c[1]))
        {
          g_string_free (out, TRUE);
          return NULL;
        }
    }
  return g_string_free (out, FALSE);
}

static TroupeValue *
coerce_integer_text (const char *text)
{
  g_autofree char *number = strip_number (text);
  char *point;
  const char *digits;
  gboolean negative;
  gint64 value;

  if (number == NULL)
    return NULL;
  point = strchr (number, '.');
  if (point != NULL)
    {
      if (point[1 + strspn (point + 1, "0")] != '\0')
        return NULL;
      *point = '\0';
    }
  negative = *number == '-';
  digits = number + (negative || *number == '+');
  if (*digits == '\0' || digits[strspn (digits, "0123456789")] != '\0')
    return NULL;
  digits += strspn (digits, "0");
  if (*digits == '\0')
    return troupe_value_new_integer (0);
  errno = 0;
  value = g_ascii_strtoll (number, NULL, 10);
  if (errno == ERANGE)
    {
      g_autofree char *exact = g_strconcat (negative ? "-" : "", digits, NULL);

      return troupe_value_new_big_integer (exact, -1);
    }
  return troupe_value_new_integer (value);
}

TroupeValue *
troupe_schema_coerce_integer (TroupeValue *value)
{
  double number;

  switch ((int) troupe_value_get_value_type (value))
    {
    case TROUPE_VALUE_INTEGER:
    case TROUPE_VALUE_BIG_INTEGER:
      return troupe_value_ref (value);
    case TROUPE_VALUE_BOOLEAN:
      return troupe_value_new_integer (troupe_value_get_boolean (value));
    case TROUPE_VALUE_DOUBLE:
      number = troupe_value_get_double (value);
      if (!isfinite (number) || trunc (number) < number || trunc (number) > number ||
          number < -9223372036854774784.0 || number > 9223372036854774784.0)
        return NULL;
      return troupe_value_new_integer ((gint64) number);
    case TROUPE_VALUE_STRING:
      return coerce_integer_text (troupe_value_get_string (value, NULL));
    default:
      return NULL;
    }
}

static TroupeValue *
coerce_number_text (const char *text)
{
  g_autofree char *number = strip_number (text);
  const char *digits;
  double value;
  char *end;

  if (number == NULL || *number == '\0')
    return NULL;
  digits = number + (*number == '-' || *number == '+');
  /* strtod() also accepts hexadecimal digits and nan(…), which Pydantic does not accept as
   * numbers. */
  if (g_ascii_isdigit (*digits) || *digits == '.')
    {
      if (digits[strspn (digits, "0123456789.eE+-")] != '\0')
        return NULL;
    }
  else if (g_ascii_strcasecmp (digits, "inf") != 0 &&
           g_ascii_strcasecmp (digits, "infinity") != 0 && g_ascii_strcasecmp (digits, "nan") != 0)
    return NULL;
  value = g_ascii_strtod (number, &end);
  if (*end != '\0')
    return NULL;
  return troupe_value_new_double (value);
}

TroupeValue *
troupe_schema_coerce_number (TroupeValue *value)
{
  switch ((int) troupe_value_get_value_type (value))
    {
    case TROUPE_VALUE_DOUBLE:
      return troupe_value_ref (value);
    case TROUPE_VALUE_INTEGER:
      return troupe_value_new_double ((double) troupe_value_get_integer (value));
    case TROUPE_VALUE_BIG_INTEGER:
      return troupe_value_new_double (g_ascii_strtod (troupe_value_get_string (value, NULL), NULL));
    case TROUPE_VALUE_BOOLEAN:
      return troupe_value_new_double (troupe_value_get_boolean (value) ? 1.0 : 0.0);
    case TROUPE_VALUE_STRING:
      return coerce_number_text (troupe_value_get_string (value, NULL));
    default:
      return NULL;
    }
}
