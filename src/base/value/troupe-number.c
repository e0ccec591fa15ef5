/* troupe-number.c: shortest round-trip formatting of doubles
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#define G_LOG_DOMAIN "troupe-number"

#include "config.h"

#include <float.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "troupe-value.h"

/* Integers below this have all their digits in a 64-bit integer and in plain notation. */
#define WHOLE_LIMIT 1e15

/* The range of decimal point positions in which Python's repr() uses plain notation instead of
 * an exponent. */
#define PLAIN_LAST 16
#define PLAIN_FIRST (-3)

typedef struct
{
  char digits[20]; /* without zeros at either end */
  int n_digits;
  int point; /* the position of the decimal point in @digits */
} Decimal;

/* Parses `d.ddde[+-]xx`. */
static void
take_apart (const char *text, Decimal *decimal)
{
  const char *at = text;

  decimal->n_digits = 0;
  for (; *at != 'e'; at++)
    if (g_ascii_isdigit (*at))
      decimal->digits[decimal->n_digits++] = *at;
  while (decimal->n_digits > 1 && decimal->digits[decimal->n_digits - 1] == '0')
    decimal->n_digits--;
  decimal->point = (int) strtol (at + 1, NULL, 10) + 1;
}

static gboolean
reads_back (const char *text, double value)
{
  return g_ascii_strtod (text, NULL) == value;
}

/* Below a power of two, doubles are twice as dense as above it. At a power of two, the nearest
 * decimal may therefore read back as the lower neighbor, while the next larger decimal still
 * reads back as the number. */
static gboolean
next_reads_back (char *text, double value)
{
  char *last = strchr (text, 'e') - 1;
  int exponent;

  if (frexp (value, &exponent) != 0.5 || *last == '9')
    return FALSE;
  (*last)++;
  return reads_back (text, value);
}

static char *
write_scientific (const Decimal *decimal, char *out)
{
  int exponent = decimal->point - 1;

  g_assert (decimal != NULL);

  *out++ = decimal->digits[0];
  if (decimal->n_digits > 1)
    {
      *out++ = '.';
      memcpy (out, decimal->digits + 1, (size_t) decimal->n_digits - 1);
      out += decimal->n_digits - 1;
    }
  return out + g_snprintf (out, 8, "e%c%02d", exponent < 0 ? '-' : '+', ABS (exponent));
}

const char *
troupe_double_to_text (double value, char *buffer)
{
  Decimal decimal;
  char *out = buffer;
  double shortest;
  char text[40];
  int precision;

  g_return_val_if_fail (buffer != NULL, NULL);

  if (isnan (value))
    return strcpy (buffer, "nan");
  if (isinf (value))
    return strcpy (buffer, value < 0 ? "-inf" : "inf");
  if (value == trunc (value) && fabs (value) < WHOLE_LIMIT)
    {
      g_snprintf (buffer, 32, "%s%" G_GINT64_FORMAT ".0", signbit (value) ? "-" : "",
                  (gint64) fabs (value));
      return buffer;
    }

  if (value < 0)
    *out++ = '-';
  /* Finds the shortest decimal that reads back as @shortest. 17 digits always suffice; 15 are
   * tried first, because any decimal of 15 digits survives a round trip through a normal
   * double. For subnormal numbers, which have less precision, one digit is tried first. */
  shortest = fabs (value);
  precision = shortest < DBL_MIN ? 1 : DBL_DIG;
  for (;; precision++)
    {
      char format[8];
      g_snprintf (format, sizeof format, "%%.%de", precision - 1);
      g_ascii_formatd (text, sizeof text, format, shortest);
      if (precision >= 17 || reads_back (text, shortest) || next_reads_back (text, shortest))
        break;
    }
  take_apart (text, &decimal);
  if (decimal.point >= PLAIN_FIRST && decimal.point <= PLAIN_LAST)
    {
      if (decimal.point <= 0)
        {
          *out++ = '0';
          *out++ = '.';
          for (int i = decimal.point; i < 0; i++)
            *out++ = '0';
        }
      for (int i = 0; i < decimal.n_digits; i++)
        {
          if (i == decimal.point && i > 0)
            *out++ = '.';
          *out++ = decimal.digits[i];
        }
      for (int i = decimal.n_digits; i < decimal.point; i++)
        *out++ = '0';
      if (decimal.point >= decimal.n_digits)
        {
          *out++ = '.';
          *out++ = '0';
        }
    }
  else
    out = write_scientific (&decimal, out);
  *out = '\0';
  return buffer;
}
