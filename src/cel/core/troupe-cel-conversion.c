/* troupe-cel-conversion.c: type conversion functions of the CEL specification
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#define G_LOG_DOMAIN "troupe-cel-conversion"

#include "config.h"

#include <math.h>
#include <string.h>

#include "troupe-cel-date.h"
#include "troupe-cel-functions.h"

static TroupeValue *
fail_types (TroupeCelEvaluation *self, const TroupeCelNode *node, TroupeValue **arguments)
{
  return troupe_cel_fail_types (self, node, TROUPE_CEL_FAILURE_ARGUMENTS, node->name, arguments, 1);
}

static TroupeValue *
fail_value (TroupeCelEvaluation *self, const TroupeCelNode *node, TroupeValue **arguments)
{
  return troupe_cel_fail_value (self, node, TROUPE_CEL_FAILURE_CONVERSION, node->name,
                                arguments[0]);
}

/* Returns the string as a C string. A string that contains U+0000 is neither a number nor a
 * word, so an empty string is returned for it. */
static const char *
get_word (const TroupeValue *value)
{
  gsize length;
  const char *text = troupe_value_get_string (value, &length);

  return strlen (text) == length ? text : "";
}

TroupeValue *
troupe_cel_convert_boolean (TroupeCelEvaluation *self,
                            const TroupeCelNode *node,
                            TroupeValue **arguments,
                            guint n_arguments)
{
  static const char *const words[] = { "false", "true", "False", "True", "FALSE",
                                       "TRUE",  "f",    "t",     "0",    "1" };
  const char *text;

  if (troupe_value_is (arguments[0], TROUPE_VALUE_BOOLEAN))
    return troupe_value_ref (arguments[0]);
  if (!troupe_value_is (arguments[0], TROUPE_VALUE_STRING))
    return fail_types (self, node, arguments);
  text = get_word (arguments[0]);
  for (guint i = 0; i < G_N_ELEMENTS (words); i++)
    {
      if (strcmp (text, words[i]) == 0)
        return troupe_value_new_boolean (i % 2 == 1);
    }
  return fail_value (self, node, arguments);
}

TroupeValue *
troupe_cel_convert_integer (TroupeCelEvaluation *self,
                            const TroupeCelNode *node,
                            TroupeValue **arguments,
                            guint n_arguments)
{
  TroupeValue *value = arguments[0];
  gint64 number;
  double real;

  switch (troupe_value_get_value_type (value))
    {
    case TROUPE_VALUE_INTEGER:
      return troupe_value_ref (value);
    case TROUPE_VALUE_UNSIGNED:
      if (troupe_value_get_unsigned (value) > G_MAXINT64)
        return fail_value (self, node, arguments);
      return troupe_value_new_integer ((gint64) troupe_value_get_unsigned (value));
    case TROUPE_VALUE_DOUBLE:
      real = troupe_value_get_double (value);
      if (!(real > -9223372036854775808.0 && real < 9223372036854775808.0))
        return fail_value (self, node, arguments);
      return troupe_value_new_integer ((gint64) real);
    case TROUPE_VALUE_STRING:
      if (!g_ascii_string_to_signed (get_word (value), 10, G_MININT64, G_MAXINT64, &number, NULL))
        return fail_value (self, node, arguments);
      return troupe_value_new_integer (number);
    case TROUPE_VALUE_TIMESTAMP:
      return troupe_value_new_integer (troupe_value_get_seconds (value));
    default:
      return fail_types (self, node, arguments);
    }
}

TroupeValue *
troupe_cel_convert_unsigned (TroupeCelEvaluation *self,
                             const TroupeCelNode *node,
                             TroupeValue **arguments,
                             guint n_arguments)
{
  TroupeValue *value = arguments[0];
  guint64 number;
  double real;

  switch (troupe_value_get_value_type (value))
    {
    case TROUPE_VALUE_UNSIGNED:
      return troupe_value_ref (value);
    case TROUPE_VALUE_INTEGER:
      if (troupe_value_get_integer (value) < 0)
        return fail_value (self, node, arguments);
      return troupe_value_new_unsigned ((guint64) troupe_value_get_integer (value));
    case TROUPE_VALUE_DOUBLE:
      real = troupe_value_get_double (value);
      if (!(real > -1.0 && real < 18446744073709551616.0))
        return fail_value (self, node, arguments);
      return troupe_value_new_unsigned ((guint64) real);
    case TROUPE_VALUE_STRING:
      if (!g_ascii_string_to_unsigned (get_word (value), 10, 0, G_MAXUINT64, &number, NULL))
        return fail_value (self, node, arguments);
      return troupe_value_new_unsigned (number);
    default:
      return fail_types (self, node, arguments);
    }
}

/* Accepts decimal numbers, infinities and NaN, but not the blanks and hexadecimal numbers that
 * strtod() accepts. */
static gboolean
parse_double (const char *text, gsize length, double *number)
{
  char *end;

  if (length == 0 || g_ascii_isspace (text[0]) || strpbrk (text, "xX(") != NULL)
    return FALSE;
  *number = g_ascii_strtod (text, &end);
  return end == text + length;
}

TroupeValue *
troupe_cel_convert_double (TroupeCelEvaluation *self,
                           const TroupeCelNode *node,
                           TroupeValue **arguments,
                           guint n_arguments)
{
  TroupeValue *value = arguments[0];
  const char *text;
  gsize length;
  double number;

  switch (troupe_value_get_value_type (value))
    {
    case TROUPE_VALUE_DOUBLE:
      return troupe_value_ref (value);
    case TROUPE_VALUE_INTEGER:
      return troupe_value_new_double ((double) troupe_value_get_integer (value));
    case TROUPE_VALUE_UNSIGNED:
      return troupe_value_new_double ((double) troupe_value_get_unsigned (value));
    case TROUPE_VALUE_STRING:
      text = troupe_value_get_string (value, &length);
      if (!parse_double (text, length, &number))
        return fail_value (self, node, arguments);
      return troupe_value_new_double (number);
    default:
      return fail_types (self, node, arguments);
    }
}

/* Formats a double without the decimal point that other languages append to a whole number:
 * string(1.0) is "1". */
static TroupeValue *
double_to_string (double number)
{
  char buffer[32];
  const char *text = troupe_double_to_text (number, buffer);
  gsize length = strlen (text);

  if (isnan (number))
    return troupe_value_new_string ("NaN", -1);
  if (isinf (number))
    return troupe_value_new_string (number > 0 ? "+Inf" : "-Inf", -1);
  if (g_str_has_suffix (text, ".0"))
    length -= 2;
  return troupe_value_new_string (text, (gssize) length);
}

static TroupeValue *
bytes_to_string (TroupeCelEvaluation *self, const TroupeCelNode *node, TroupeValue **arguments)
{
  gsize length;
  const char *text = troupe_value_get_string (arguments[0], &length);

  if (!troupe_cel_text_is_valid (text, length))
    return fail_types (self, node, arguments);
  if (!troupe_cel_allocate (self, node, length))
    return NULL;
  return troupe_value_new_string (text, (gssize) length);
}

TroupeValue *
troupe_cel_convert_string (TroupeCelEvaluation *self,
                           const TroupeCelNode *node,
                           TroupeValue **arguments,
                           guint n_arguments)
{
  TroupeValue *value = arguments[0];
  char buffer[32];

  switch (troupe_value_get_value_type (value))
    {
    case TROUPE_VALUE_STRING:
      return troupe_value_ref (value);
    case TROUPE_VALUE_BOOLEAN:
      return troupe_value_new_string (troupe_value_get_boolean (value) ? "true" : "false", -1);
    case TROUPE_VALUE_INTEGER:
      g_snprintf (buffer, sizeof buffer, "%" G_GINT64_FORMAT, troupe_value_get_integer (value));
      return troupe_value_new_string (buffer, -1);
    case TROUPE_VALUE_UNSIGNED:
      g_snprintf (buffer, sizeof buffer, "%" G_GUINT64_FORMAT, troupe_value_get_unsigned (value));
      return troupe_value_new_string (buffer, -1);
    case TROUPE_VALUE_DOUBLE:
      return double_to_string (troupe_value_get_double (value));
    case TROUPE_VALUE_BYTES:
      return bytes_to_string (self, node, arguments);
    case TROUPE_VALUE_TIMESTAMP:
      return troupe_value_take_string (
          troupe_cel_timestamp_format (troupe_value_get_seconds (value),
                                       troupe_value_get_nanoseconds (value)),
          -1);
    case TROUPE_VALUE_DURATION:
      return troupe_value_take_string (
          troupe_cel_duration_format (troupe_value_get_seconds (value),
                                      troupe_value_get_nanoseconds (value)),
          -1);
    default:
      return fail_types (self, node, arguments);
    }
}

TroupeValue *
troupe_cel_convert_bytes (TroupeCelEvaluation *self,
                          const TroupeCelNode *node,
                          TroupeValue **arguments,
                          guint n_arguments)
{
  const char *text;
  gsize length;

  if (troupe_value_is (arguments[0], TROUPE_VALUE_BYTES))
    return troupe_value_ref (arguments[0]);
  if (!troupe_value_is (arguments[0], TROUPE_VALUE_STRING))
    return fail_types (self, node, arguments);
  text = troupe_value_get_string (arguments[0], &length);
  if (!troupe_cel_allocate (self, node, length))
    return NULL;
  return troupe_value_new_bytes (text, length);
}
