/* troupe-value-json.c: serializes values to JSON text
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#define G_LOG_DOMAIN "troupe-value-json"

#include "config.h"

#include <math.h>
#include <string.h>

#include "troupe-value-private.h"

/* A list or map that is being written, and the number of its parts written so far. */
typedef struct
{
  const TroupeContainer *container;
  guint n_written;
} Frame;

void
troupe_json_append_string (GString *out, const char *text, gsize length)
{
  static const char hex[] = "0123456789abcdef";
  gsize start = 0;

  g_string_append_c (out, '"');
  for (gsize i = 0; i < length; i++)
    {
      guchar byte = (guchar) text[i];
      char escape[6] = { '\\', 0 };
      gssize escape_length = 2;

      if (byte >= 0x20 && byte != '"' && byte != '\\')
        continue;
      if (byte == '"' || byte == '\\')
        escape[1] = (char) byte;
      else if (byte >= '\b' && byte <= '\r' && byte != '\v')
        escape[1] = "btn.fr"[byte - '\b'];
      else
        {
          memcpy (escape, "\\u00", 4);
          escape[4] = hex[byte >> 4];
          escape[5] = hex[byte & 15];
          escape_length = 6;
        }
      g_string_append_len (out, text + start, (gssize) (i - start));
      g_string_append_len (out, escape, escape_length);
      start = i + 1;
    }
  g_string_append_len (out, text + start, (gssize) (length - start));
  g_string_append_c (out, '"');
}

static void
append_fraction (GString *out, gint32 nanoseconds)
{
  char digits[16];
  int length;

  if (nanoseconds == 0)
    return;
  length = g_snprintf (digits, sizeof digits, ".%09d", ABS (nanoseconds));
  while (digits[length - 1] == '0')
    length--;
  g_string_append_len (out, digits, length);
}

static gint64
floor_divide (gint64 a, gint64 b)
{
  return a / b - (a % b < 0 ? 1 : 0);
}

/* Appends the text inside the quotes for values that are written as a JSON string. */
static void
append_quoted (GString *out, const TroupeValue *value)
{
  const TroupeText *text = (const TroupeText *) value;
  const TroupeTime *time = (const TroupeTime *) value;

  if (value->type == TROUPE_VALUE_STRING || value->type == TROUPE_VALUE_TYPE ||
      value->type == TROUPE_VALUE_DATE)
    {
      troupe_json_append_string (out, text->text, text->length);
      return;
    }
  g_string_append_c (out, '"');
  if (value->type == TROUPE_VALUE_BYTES)
    {
      g_autofree char *encoded = g_base64_encode ((const guchar *) text->text, text->length);
      g_string_append (out, encoded);
    }
  else if (value->type == TROUPE_VALUE_TIMESTAMP)
    {
      gint64 seconds = time->seconds;
      gint32 nanoseconds = time->nanoseconds;
      gint64 days = floor_divide (seconds, 86400);
      gint64 second = seconds - days * 86400;
      gint64 from_march = days + 719468;
      gint64 era = floor_divide (from_march, 146097);
      gint64 day = from_march - era * 146097;
      gint64 year = (day - day / 1460 + day / 36524 - day / 146096) / 365;
      gint64 month;

      /* Computes the day of the proleptic Gregorian calendar from days since 1970. First
       * computes the era of 400 years, then the year in the era counted from March, and then
       * month and day. GDateTime is not used, because it supports only the years 1 to 9999. */
      day -= 365 * year + year / 4 - year / 100;
      month = (5 * day + 2) / 153;
      day = day - (153 * month + 2) / 5 + 1;
      year += era * 400 + (month >= 10 ? 1 : 0);
      month += month < 10 ? 3 : -9;
      g_string_append_printf (out, "%04d-%02d-%02dT%02d:%02d:%02d", (int) year, (int) month,
                              (int) day, (int) (second / 3600), (int) (second / 60 % 60),
                              (int) (second % 60));
      append_fraction (out, nanoseconds);
      g_string_append_c (out, 'Z');
    }
  else
    {
      gint64 seconds = time->seconds;
      gint32 nanoseconds = time->nanoseconds;

      if (seconds == 0 && nanoseconds < 0)
        g_string_append_c (out, '-');
      g_string_append_printf (out, "%" G_GINT64_FORMAT, seconds);
      append_fraction (out, nanoseconds);
      g_string_append_c (out, 's');
    }
  g_string_append_c (out, '"');
}

static void
append_leaf (GString *out, const TroupeValue *value, TroupeJsonStyle style)
{
  const TroupeScalar *scalar = (const TroupeScalar *) value;

  switch ((TroupeValueType) value->type)
    {
    case TROUPE_VALUE_BOOLEAN:
      g_string_append (out, scalar->integer != 0 ? "true" : "false");
      break;
    case TROUPE_VALUE_INTEGER:
      g_string_append_printf (out, "%" G_GINT64_FORMAT, scalar->integer);
      break;
    case TROUPE_VALUE_UNSIGNED:
      g_string_append_printf (out, "%" G_GUINT64_FORMAT, scalar->bits);
      break;
    case TROUPE_VALUE_DOUBLE:
      {
        double double_value = scalar->number;
        char buffer[32];

        if (isfinite (double_value))
          g_string_append (out, troupe_double_to_text (double_value, buffer));
        else if ((style & TROUPE_JSON_FLOAT_OBJECTS) == 0)
          g_string_append (out, "null");
        else
          {
            g_string_append (out, "{\"$float\":");
            g_string_append (out, (style & (TROUPE_JSON_SPACED | TROUPE_JSON_PRETTY)) != 0 ? " \""
                                                                                           : "\"");
            g_string_append (out, isnan (double_value) ? "NaN"
                                  : double_value < 0   ? "-Infinity"
                                                       : "Infinity");
            g_string_append (out, "\"}");
          }
      }
      break;
    case TROUPE_VALUE_BIG_INTEGER:
      g_string_append (out, ((const TroupeText *) value)->text);
      break;
    case TROUPE_VALUE_STRING:
    case TROUPE_VALUE_BYTES:
    case TROUPE_VALUE_TIMESTAMP:
    case TROUPE_VALUE_DURATION:
    case TROUPE_VALUE_TYPE:
    case TROUPE_VALUE_DATE:
      append_quoted (out, value);
      break;
    case TROUPE_VALUE_NULL:
    case TROUPE_VALUE_LIST:
    case TROUPE_VALUE_MAP:
    default:
      g_string_append (out, "null");
      break;
    }
}

static void
append_line (GString *out, guint level)
{
  g_string_append_c (out, '\n');
  for (guint i = 0; i < level; i++)
    g_string_append_len (out, "  ", 2);
}

/* Writes a complete leaf or empty container, or only the opening bracket of any other value. */
static void
open_value (GString *out, const TroupeValue *value, TroupeJsonStyle style, GArray *stack)
{
  gboolean is_map = value->type == TROUPE_VALUE_MAP;

  if (!troupe_value_is_container (value))
    {
      append_leaf (out, value, style);
    }
  else if (((const TroupeContainer *) value)->n_items == 0)
    {
      g_string_append (out, is_map ? "{}" : "[]");
    }
  else
    {
      Frame frame = { (const TroupeContainer *) value, 0 };
      g_string_append_c (out, is_map ? '{' : '[');
      g_array_append_val (stack, frame);
    }
}

static void
continue_container (GString *out, TroupeJsonStyle style, GArray *stack)
{
  Frame *frame = &g_array_index (stack, Frame, stack->len - 1);
  const TroupeContainer *container = frame->container;
  gboolean is_map = container->header.type == TROUPE_VALUE_MAP;
  guint i = frame->n_written++;

  if (i == container->n_items)
    {
      g_array_set_size (stack, stack->len - 1);
      if ((style & TROUPE_JSON_PRETTY) != 0)
        append_line (out, stack->len);
      g_string_append_c (out, is_map ? '}' : ']');
      return;
    }

  if (i > 0)
    g_string_append_c (out, ',');
  if ((style & TROUPE_JSON_PRETTY) != 0)
    append_line (out, stack->len);
  else if (i > 0 && (style & TROUPE_JSON_SPACED) != 0)
    g_string_append_c (out, ' ');
  if (is_map)
    {
      const TroupeMapEntry *entry = &((const TroupeMap *) container)->entries[i];
      const TroupeValue *key = entry->key;
      if (key->type == TROUPE_VALUE_STRING)
        {
          append_quoted (out, key);
        }
      else
        {
          g_string_append_c (out, '"');
          append_leaf (out, key, style);
          g_string_append_c (out, '"');
        }
      g_string_append (out, (style & (TROUPE_JSON_SPACED | TROUPE_JSON_PRETTY)) != 0 ? ": " : ":");
      open_value (out, entry->value, style, stack);
    }
  else
    {
      open_value (out, ((const TroupeList *) container)->items[i], style, stack);
    }
}

void
troupe_value_append_json (const TroupeValue *self, TroupeJsonStyle style, GString *out)
{
  g_autoptr (GArray) stack = NULL;

  g_return_if_fail (self != NULL);
  g_return_if_fail (out != NULL);

  if (troupe_value_is_container (self))
    stack = g_array_new (FALSE, FALSE, sizeof (Frame));
  open_value (out, self, style, stack);
  while (stack != NULL && stack->len > 0)
    continue_container (out, style, stack);
  if ((style & TROUPE_JSON_PRETTY) != 0)
    g_string_append_c (out, '\n');
}

char *
troupe_value_to_json (const TroupeValue *self, TroupeJsonStyle style)
{
  GString *out;

  g_return_val_if_fail (self != NULL, NULL);

  out = g_string_new (NULL);
  troupe_value_append_json (self, style, out);
  return g_string_free (out, FALSE);
}

/* --- Size ------------------------------------------------------------------------------------- */

static gsize
measure_integer (guint64 magnitude, gboolean is_negative)
{
  gsize n_bytes = is_negative ? 2 : 1;

  for (; magnitude >= 10; magnitude /= 10)
    n_bytes++;
  return n_bytes;
}

/* Numbers with fractions and times are estimated by their longest form. */
static gsize
measure_leaf (const TroupeValue *value)
{
  const TroupeScalar *scalar = (const TroupeScalar *) value;
  const TroupeText *text = (const TroupeText *) value;

  switch ((TroupeValueType) value->type)
    {
    case TROUPE_VALUE_INTEGER:
      return measure_integer (scalar->integer < 0 ? -scalar->bits : scalar->bits,
                              scalar->integer < 0);
    case TROUPE_VALUE_UNSIGNED:
      return measure_integer (scalar->bits, FALSE);
    case TROUPE_VALUE_STRING:
    case TROUPE_VALUE_TYPE:
    case TROUPE_VALUE_DATE:
      {
        const char *string = text->text;
        gsize length = text->length;
        gsize n_bytes = length + 2;

        for (gsize i = 0; i < length; i++)
          {
            guchar byte = (guchar) string[i];

            n_bytes += byte == '"' || byte == '\\' ? 1 : 0;
            n_bytes += byte >= 0x20 ? 0 : byte >= '\b' && byte <= '\r' && byte != '\v' ? 1 : 5;
          }
        return n_bytes;
      }
    case TROUPE_VALUE_BIG_INTEGER:
      return text->length;
    case TROUPE_VALUE_BYTES:
      return text->length / 3 * 4 + 6;
    case TROUPE_VALUE_DOUBLE:
      return 24;
    case TROUPE_VALUE_TIMESTAMP:
    case TROUPE_VALUE_DURATION:
      return 32;
    case TROUPE_VALUE_NULL:
    case TROUPE_VALUE_BOOLEAN:
    case TROUPE_VALUE_LIST:
    case TROUPE_VALUE_MAP:
    default:
      return 5;
    }
}

/* Returns the size of any value that is not a list or map. Pushes a list or map on @stack and
 * returns the size of its brackets. */
static gsize
measure_part (const TroupeValue *value, GArray *stack)
{
  Frame frame = { (const TroupeContainer *) value, 0 };

  if (!troupe_value_is_container (value))
    return measure_leaf (value);
  g_array_append_val (stack, frame);
  return 2;
}

gsize
troupe_value_measure_json (const TroupeValue *self, gsize most)
{
  g_autoptr (GArray) stack = NULL;
  gsize n_bytes;

  g_return_val_if_fail (self != NULL, 0);

  if (!troupe_value_is_container (self))
    return measure_leaf (self);
  stack = g_array_new (FALSE, FALSE, sizeof (Frame));
  n_bytes = measure_part (self, stack);
  while (stack->len > 0 && n_bytes < most)
    {
      Frame *frame = &g_array_index (stack, Frame, stack->len - 1);
      const TroupeContainer *container = frame->container;
      guint i = frame->n_written++;

      if (i == container->n_items)
        {
          g_array_set_size (stack, stack->len - 1);
          continue;
        }
      n_bytes += i > 0 ? 1 : 0;
      if (container->header.type == TROUPE_VALUE_MAP)
        {
          const TroupeMapEntry *entry = &((const TroupeMap *) container)->entries[i];

          n_bytes += measure_leaf (entry->key) + 1;
          n_bytes += measure_part (entry->value, stack);
        }
      else
        {
          n_bytes += measure_part (((const TroupeList *) container)->items[i], stack);
        }
    }
  return n_bytes;
}
