/* troupe-cel-crewai-conversion.c: type conversion functions of CrewAI's CEL evaluator
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#define G_LOG_DOMAIN "troupe-cel-crewai-conversion"

#include "config.h"

#include <math.h>
#include <string.h>

#include "troupe-cel-crewai.h"
#include "troupe-cel-date.h"
#include "troupe-cel-functions.h"

static TroupeValue *
fail_types (TroupeCelEvaluation *self,
            const TroupeCelNode *node,
            TroupeValue **arguments,
            guint n_arguments)
{
  return troupe_cel_fail_types (self, node, TROUPE_CEL_FAILURE_ARGUMENTS, node->name, arguments,
                                n_arguments);
}

static TroupeValue *
fail_value (TroupeCelEvaluation *self, const TroupeCelNode *node, TroupeValue *value)
{
  return troupe_cel_fail_value (self, node, TROUPE_CEL_FAILURE_CONVERSION, node->name, value);
}

static gboolean
get_whole (const TroupeValue *value, gint64 *number)
{
  switch (troupe_value_get_value_type (value))
    {
    case TROUPE_VALUE_BOOLEAN:
      *number = troupe_cel_crewai_get_boolean (value);
      return TRUE;
    case TROUPE_VALUE_INTEGER:
      *number = troupe_value_get_integer (value);
      return TRUE;
    case TROUPE_VALUE_UNSIGNED:
      *number = (gint64) MIN (troupe_value_get_unsigned (value), (guint64) G_MAXINT64);
      return TRUE;
    default:
      return FALSE;
    }
}

/* Normalizes the text of a number as Python does: converts decimal digits of every script and
 * removes surrounding blanks and single underscores between digits. (transfer full) (nullable) */
static char *
clean_number (const char *text, gsize length, gboolean is_hexadecimal)
{
  g_autofree char *plain = troupe_cel_crewai_to_ascii (text, length, TRUE);
  g_autofree char *stripped = plain == NULL ? NULL : g_strdup (g_strstrip (plain));
  char *out = stripped;

  if (stripped == NULL || *stripped == '\0')
    return NULL;
  for (const char *here = stripped; *here != '\0'; here++)
    {
      if (*here != '_')
        *out++ = *here;
      else if (here == stripped || here[-1] == '_' || here[1] == '_' ||
               !(is_hexadecimal ? g_ascii_isxdigit (here[-1]) && g_ascii_isxdigit (here[1])
                                : g_ascii_isdigit (here[-1]) && g_ascii_isdigit (here[1])))
        return NULL;
    }
  *out = '\0';
  return g_steal_pointer (&stripped);
}

typedef struct
{
  gboolean is_negative;
  guint64 magnitude; /* G_MAXUINT64 if it is larger */
  gboolean is_too_large;
} Integer;

/* Parses text in one base like Python's int(). */
static gboolean
read_integer (const char *text, gsize length, gboolean is_hexadecimal, Integer *integer)
{
  g_autofree char *clean = clean_number (text, length, is_hexadecimal);
  const char *digits = clean;
  g_autoptr (GError) error = NULL;

  if (clean == NULL)
    return FALSE;
  integer->is_negative = *digits == '-';
  if (*digits == '-' || *digits == '+')
    digits++;
  if (is_hexadecimal && digits[0] == '0' && (digits[1] == 'x' || digits[1] == 'X'))
    digits += 2;
  integer->is_too_large = FALSE;
  if (!g_ascii_isxdigit (*digits))
    return FALSE;
  if (g_ascii_string_to_unsigned (digits, is_hexadecimal ? 16 : 10, 0, G_MAXUINT64,
                                  &integer->magnitude, &error))
    return TRUE;
  integer->is_too_large =
      g_error_matches (error, G_NUMBER_PARSER_ERROR, G_NUMBER_PARSER_ERROR_OUT_OF_BOUNDS);
  integer->magnitude = G_MAXUINT64;
  return integer->is_too_large;
}

/* Returns TRUE if the value can be parsed. Bytes must be ASCII. */
static gboolean
is_readable (const TroupeValue *value)
{
  gsize length;
  const char *text = troupe_value_get_string (value, &length);

  for (gsize i = 0; troupe_value_is (value, TROUPE_VALUE_BYTES) && i < length; i++)
    {
      if (!g_ascii_isprint (text[i]) && !g_ascii_isspace (text[i]))
        return FALSE;
    }
  return TRUE;
}

/* Parses an integer. A leading `0x` selects the base 16 and is removed first. */
static gboolean
parse_integer (const TroupeValue *value, gboolean with_negative_base, Integer *integer)
{
  gsize length;
  const char *text = troupe_value_get_string (value, &length);
  gsize n_signs = with_negative_base && length > 0 && *text == '-' ? 1 : 0;

  if (!is_readable (value))
    return FALSE;
  if (troupe_value_is (value, TROUPE_VALUE_BYTES) || length < n_signs + 2 || text[n_signs] != '0' ||
      (text[n_signs + 1] != 'x' && text[n_signs + 1] != 'X'))
    return read_integer (text, length, FALSE, integer) && !integer->is_too_large;
  if (!read_integer (text + n_signs + 2, length - n_signs - 2, TRUE, integer))
    return FALSE;
  integer->is_negative ^= n_signs == 1;
  return !integer->is_too_large;
}

/* Returns the integer part of the Unix time, which Python represents as a double. */
static gint64
get_epoch_seconds (const TroupeValue *timestamp)
{
  return (gint64) trunc ((double) troupe_value_get_seconds (timestamp) +
                         troupe_value_get_nanoseconds (timestamp) / 1e9);
}

TroupeValue *
troupe_cel_crewai_convert_integer (TroupeCelEvaluation *self,
                                   const TroupeCelNode *node,
                                   TroupeValue **arguments,
                                   guint n_arguments)
{
  TroupeValue *value = arguments[0];
  Integer integer;
  double real;

  switch (troupe_value_get_value_type (value))
    {
    case TROUPE_VALUE_NULL:
      return troupe_value_new_integer (0);
    case TROUPE_VALUE_BOOLEAN:
      return troupe_value_new_integer (troupe_cel_crewai_get_boolean (value));
    case TROUPE_VALUE_INTEGER:
      return troupe_cel_crewai_wrap (self, value);
    case TROUPE_VALUE_DOUBLE:
      real = troupe_value_get_double (value);
      if (!(real >= -9223372036854775808.0 && real < 9223372036854775808.0))
        {
          fail_value (self, node, value);
          self->failure.escape = isinf (real) ? TROUPE_CEL_ESCAPE_OTHER : TROUPE_CEL_ESCAPE_NOT;
          return NULL;
        }
      return troupe_value_new_integer ((gint64) real);
    case TROUPE_VALUE_BYTES:
    case TROUPE_VALUE_STRING:
      if (!parse_integer (value, TRUE, &integer) ||
          integer.magnitude > (guint64) G_MAXINT64 + (integer.is_negative ? 1 : 0))
        return fail_value (self, node, value);
      return troupe_value_new_integer (integer.is_negative ? (gint64) -integer.magnitude
                                                           : (gint64) integer.magnitude);
    case TROUPE_VALUE_TIMESTAMP:
      return troupe_value_new_integer (get_epoch_seconds (value));
    default:
      return troupe_cel_convert_integer (self, node, arguments, n_arguments);
    }
}

TroupeValue *
troupe_cel_crewai_convert_unsigned (TroupeCelEvaluation *self,
                                    const TroupeCelNode *node,
                                    TroupeValue **arguments,
                                    guint n_arguments)
{
  TroupeValue *value = arguments[0];
  Integer integer;

  switch (troupe_value_get_value_type (value))
    {
    case TROUPE_VALUE_NULL:
      return troupe_value_new_unsigned (0);
    case TROUPE_VALUE_BOOLEAN:
      if (troupe_cel_crewai_get_boolean (value) < 0)
        return fail_value (self, node, value);
      return troupe_value_new_unsigned ((guint64) troupe_cel_crewai_get_boolean (value));
    case TROUPE_VALUE_BYTES:
    case TROUPE_VALUE_STRING:
      if (!parse_integer (value, FALSE, &integer) || (integer.is_negative && integer.magnitude > 0))
        return fail_value (self, node, value);
      return troupe_value_new_unsigned (integer.magnitude);
    case TROUPE_VALUE_TIMESTAMP:
      if (get_epoch_seconds (value) < 0)
        return fail_value (self, node, value);
      return troupe_value_new_unsigned ((guint64) get_epoch_seconds (value));
    default:
      return troupe_cel_convert_unsigned (self, node, arguments, n_arguments);
    }
}

TroupeValue *
troupe_cel_crewai_convert_double (TroupeCelEvaluation *self,
                                  const TroupeCelNode *node,
                                  TroupeValue **arguments,
                                  guint n_arguments)
{
  TroupeValue *value = arguments[0];
  g_autofree char *text = NULL;
  const char *digits;
  gsize length;
  char *end;
  double number;

  switch (troupe_value_get_value_type (value))
    {
    case TROUPE_VALUE_NULL:
      return troupe_value_new_double (0);
    case TROUPE_VALUE_BOOLEAN:
      return troupe_value_new_double ((double) troupe_cel_crewai_get_boolean (value));
    case TROUPE_VALUE_DOUBLE:
      return troupe_cel_crewai_wrap (self, value);
    case TROUPE_VALUE_BYTES:
    case TROUPE_VALUE_STRING:
      digits = troupe_value_get_string (value, &length);
      text = is_readable (value) ? clean_number (digits, length, FALSE) : NULL;
      if (text == NULL || strpbrk (text, "xX(") != NULL)
        return fail_value (self, node, value);
      number = g_ascii_strtod (text, &end);
      return *end == '\0' ? troupe_value_new_double (number) : fail_value (self, node, value);
    default:
      return troupe_cel_convert_double (self, node, arguments, n_arguments);
    }
}

TroupeValue *
troupe_cel_crewai_convert_boolean (TroupeCelEvaluation *self,
                                   const TroupeCelNode *node,
                                   TroupeValue **arguments,
                                   guint n_arguments)
{
  TroupeValue *value = arguments[0];
  gint64 number;
  double real;

  switch (troupe_value_get_value_type (value))
    {
    case TROUPE_VALUE_NULL:
      return troupe_value_new_boolean (FALSE);
    case TROUPE_VALUE_BOOLEAN:
      return troupe_value_ref (value);
    case TROUPE_VALUE_INTEGER:
    case TROUPE_VALUE_UNSIGNED:
      return get_whole (value, &number) ? troupe_cel_crewai_new_boolean (self, number) : NULL;
    case TROUPE_VALUE_DOUBLE:
      real = troupe_value_get_double (value);
      if (isfinite (real))
        return troupe_cel_crewai_new_boolean (
            self, (gint64) CLAMP (trunc (real), -9223372036854774784.0, 9223372036854774784.0));
      fail_value (self, node, value);
      if (isinf (real))
        self->failure.escape = TROUPE_CEL_ESCAPE_OTHER;
      return NULL;
    case TROUPE_VALUE_BYTES:
    case TROUPE_VALUE_STRING:
      {
        static const char *const words[] = { "False", "True", "f",     "t",
                                             "FALSE", "TRUE", "false", "true" };
        gsize length;
        const char *text = troupe_value_get_string (value, &length);
        Integer integer;
        gint64 boolean;

        /* Parses the words for true and false, or else an integer. Bytes are only parsed as
         * integers. */
        for (guint i = 0; troupe_value_is (value, TROUPE_VALUE_STRING) && i < G_N_ELEMENTS (words);
             i++)
          {
            if (strcmp (text, words[i]) == 0)
              return troupe_value_new_boolean (i % 2 == 1);
          }
        if (!is_readable (value) || !read_integer (text, length, FALSE, &integer))
          return fail_value (self, node, value);
        boolean = (gint64) MIN (integer.magnitude, (guint64) G_MAXINT64);
        return troupe_cel_crewai_new_boolean (self, integer.is_negative ? -boolean : boolean);
      }
    default:
      return fail_types (self, node, arguments, 1);
    }
}

TroupeValue *
troupe_cel_crewai_convert_string (TroupeCelEvaluation *self,
                                  const TroupeCelNode *node,
                                  TroupeValue **arguments,
                                  guint n_arguments)
{
  TroupeValue *value = arguments[0];
  g_autoptr (GString) out = NULL;
  char buffer[32];

  switch (troupe_value_get_value_type (value))
    {
    case TROUPE_VALUE_NULL:
      return troupe_value_new_string ("None", -1);
    case TROUPE_VALUE_BOOLEAN:
      return troupe_value_new_string (troupe_value_get_boolean (value) ? "True" : "False", -1);
    case TROUPE_VALUE_DOUBLE:
      return troupe_value_new_string (
          troupe_double_to_text (troupe_value_get_double (value), buffer), -1);
    case TROUPE_VALUE_TIMESTAMP:
      return troupe_value_take_string (troupe_cel_crewai_format_timestamp (value), -1);
    case TROUPE_VALUE_STRING:
      return troupe_cel_crewai_wrap (self, value);
    case TROUPE_VALUE_DURATION:
      if (troupe_cel_crewai_is_plain (self, value))
        return troupe_value_take_string (troupe_cel_crewai_format_plain_duration (value), -1);
      return troupe_value_take_string (
          troupe_cel_duration_format (troupe_value_get_seconds (value), 0), -1);
    case TROUPE_VALUE_LIST:
    case TROUPE_VALUE_MAP:
    case TROUPE_VALUE_TYPE:
      out = g_string_new (NULL);
      if (!troupe_cel_crewai_append_representation (self, node, value, out) ||
          !troupe_cel_allocate (self, node, out->len))
        return NULL;
      return troupe_value_new_string (out->str, (gssize) out->len);
    default:
      return troupe_cel_convert_string (self, node, arguments, n_arguments);
    }
}

TroupeValue *
troupe_cel_crewai_convert_bytes (TroupeCelEvaluation *self,
                                 const TroupeCelNode *node,
                                 TroupeValue **arguments,
                                 guint n_arguments)
{
  TroupeValue *value = arguments[0];
  g_autoptr (TroupeValue) items = NULL;
  g_autofree guchar *octets = NULL;
  gsize length;

  if (troupe_value_is (value, TROUPE_VALUE_NULL))
    return troupe_value_new_bytes ("", 0);
  if (troupe_value_is (value, TROUPE_VALUE_BYTES))
    return troupe_cel_crewai_wrap (self, value);
  if (!troupe_value_is (value, TROUPE_VALUE_LIST) && !troupe_value_is (value, TROUPE_VALUE_MAP))
    return troupe_cel_convert_bytes (self, node, arguments, n_arguments);
  items = troupe_cel_crewai_iterate (self, node, value);
  length = items == NULL ? 0 : troupe_value_list_get_length (items);
  if (items == NULL || !troupe_cel_spend (self, node, length) ||
      !troupe_cel_allocate (self, node, length))
    return NULL;
  octets = g_malloc (length + 1);
  for (gsize i = 0; i < length; i++)
    {
      const TroupeValue *item = troupe_value_list_get (items, i);

      gint64 number;

      if (!get_whole (item, &number) || number < 0 || number > 255)
        return fail_types (self, node, arguments, 1);
      octets[i] = (guchar) number;
    }
  return troupe_value_new_bytes (octets, length);
}

/* Implements timestamp (year, month, day, hour, minute, second, microsecond), of which the first
 * three are required. */
static TroupeValue *
make_timestamp (TroupeCelEvaluation *self,
                const TroupeCelNode *node,
                TroupeValue **arguments,
                guint n_arguments)
{
  static const gint64 last[] = { 9999, 12, 31, 23, 59, 59, 999999 };
  gint64 parts[] = { 0, 1, 1, 0, 0, 0, 0 };
  gint64 seconds;
  TroupeDate date;

  if (n_arguments > 8 || (n_arguments == 8 && !troupe_value_is (arguments[7], TROUPE_VALUE_NULL)))
    return fail_types (self, node, arguments, 1);
  for (guint i = 0; i < MIN (n_arguments, G_N_ELEMENTS (parts)); i++)
    {
      if (!get_whole (arguments[i], &parts[i]))
        return fail_types (self, node, arguments, 1);
      if (parts[i] < (i < 3 ? 1 : 0) || parts[i] > last[i])
        return fail_value (self, node, arguments[i]);
    }
  seconds = troupe_date_to_seconds ((int) parts[0], (int) parts[1], (int) parts[2],
                                        (int) parts[3], (int) parts[4], (int) parts[5]);
  troupe_date_from_seconds (seconds, &date);
  /* Rejects February 30, which would become another day. */
  if (date.day != parts[2])
    return fail_value (self, node, arguments[2]);
  return troupe_value_new_timestamp (seconds, (gint32) parts[6] * 1000);
}

TroupeValue *
troupe_cel_crewai_convert_timestamp (TroupeCelEvaluation *self,
                                     const TroupeCelNode *node,
                                     TroupeValue **arguments,
                                     guint n_arguments)
{
  TroupeValue *value = arguments[0];
  const char *text;
  gsize length;
  gint64 seconds;
  gint32 nanoseconds;
  int offset;

  if (troupe_value_is (value, TROUPE_VALUE_TIMESTAMP))
    return troupe_value_ref (value);
  if (n_arguments >= 3 && !troupe_value_is (value, TROUPE_VALUE_STRING))
    return make_timestamp (self, node, arguments, n_arguments);
  if (!troupe_value_is (value, TROUPE_VALUE_STRING))
    return fail_types (self, node, arguments, 1);
  text = troupe_value_get_string (value, &length);
  if (!troupe_cel_crewai_timestamp_parse (text, length, self->activation->now, &seconds,
                                          &nanoseconds, &offset))
    return fail_value (self, node, value);
  return troupe_value_new_timestamp_at (seconds, nanoseconds, offset);
}

/* Reads the arguments as a duration. Returns FALSE and sets the failure if they are not a
 * duration. */
static gboolean
read_duration (TroupeCelEvaluation *self,
               const TroupeCelNode *node,
               TroupeValue **arguments,
               gint64 *seconds,
               gint32 *nanoseconds)
{
  const char *text;
  gsize length;

  if (troupe_value_is (arguments[0], TROUPE_VALUE_DURATION))
    {
      *seconds = troupe_value_get_seconds (arguments[0]);
      *nanoseconds = troupe_value_get_nanoseconds (arguments[0]);
    }
  else if (troupe_value_is (arguments[0], TROUPE_VALUE_STRING))
    {
      text = troupe_value_get_string (arguments[0], &length);
      /* Python's $ also matches before a trailing line end. */
      length -= length > 0 && text[length - 1] == '\n' ? 1 : 0;
      if (!troupe_cel_duration_parse (text, length, TRUE, seconds, nanoseconds))
        return fail_value (self, node, arguments[0]) != NULL;
    }
  else if (!get_whole (arguments[0], seconds))
    return fail_types (self, node, arguments, 1) != NULL;
  return TRUE;
}

TroupeValue *
troupe_cel_crewai_convert_duration (TroupeCelEvaluation *self,
                                    const TroupeCelNode *node,
                                    TroupeValue **arguments,
                                    guint n_arguments)
{
  TroupeValue *value = arguments[0];
  gint64 microseconds;
  gint64 seconds = 0;
  gint32 nanoseconds = 0;

  if (!read_duration (self, node, arguments, &seconds, &nanoseconds))
    return NULL;
  if (seconds > TROUPE_CEL_CREWAI_MAX_DURATION || seconds < -TROUPE_CEL_CREWAI_MAX_DURATION)
    return fail_value (self, node, value);
  if (n_arguments == 2 && !troupe_value_is (value, TROUPE_VALUE_STRING) &&
      !troupe_value_is (value, TROUPE_VALUE_DURATION))
    {
      gboolean rounds_down;
      gint64 number;

      if (troupe_value_is (arguments[1], TROUPE_VALUE_DOUBLE) &&
          fabs (troupe_value_get_double (arguments[1])) < 9e18)
        number = (gint64) floor (troupe_value_get_double (arguments[1]));
      else if (!get_whole (arguments[1], &number))
        {
          fail_types (self, node, arguments, 2);
          return NULL;
        }
      /* An int is divided by the rules of the language, other types by the rules of Python. */
      rounds_down = !troupe_value_is (arguments[1], TROUPE_VALUE_INTEGER) ||
                    troupe_cel_crewai_is_plain (self, arguments[1]);
      number = number / 1000 - (rounds_down && number % 1000 < 0 ? 1 : 0);
      seconds += number / G_USEC_PER_SEC;
      nanoseconds = (gint32) (number % G_USEC_PER_SEC) * 1000;
    }
  /* Only whole microseconds are stored. Seconds and nanoseconds have the same sign. */
  microseconds = seconds * G_USEC_PER_SEC + (gint64) rint (nanoseconds / 1000.0);
  /* The sum has the class of the second argument, and a uint is never negative. */
  if (n_arguments == 2 && microseconds < 0 &&
      troupe_value_is (arguments[1], TROUPE_VALUE_UNSIGNED) && get_whole (value, &seconds))
    return fail_value (self, node, value);
  return troupe_value_new_duration (microseconds / G_USEC_PER_SEC,
                                    (gint32) (microseconds % G_USEC_PER_SEC) * 1000);
}
