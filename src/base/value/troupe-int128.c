/* troupe-int128.c: 128-bit integer arithmetic
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#define G_LOG_DOMAIN "troupe-int128"

#include "config.h"

#include <math.h>

#include "troupe-int128.h"

/* Text is formatted ten digits at a time. */
#define PART G_GUINT64_CONSTANT (10000000000)

TroupeInt128
troupe_int128_from_integer (gint64 number)
{
  return (TroupeInt128){ 0, number < 0 ? -(guint64) number : (guint64) number, number < 0 };
}

TroupeInt128
troupe_int128_from_unsigned (guint64 number)
{
  return (TroupeInt128){ 0, number, FALSE };
}

gboolean
troupe_int128_is_zero (TroupeInt128 number)
{
  return number.high == 0 && number.low == 0;
}

TroupeInt128
troupe_int128_negate (TroupeInt128 number)
{
  number.is_negative = !number.is_negative && !troupe_int128_is_zero (number);
  return number;
}

static int
compare_sizes (TroupeInt128 a, TroupeInt128 b)
{
  if (a.high != b.high)
    return a.high < b.high ? -1 : 1;
  return a.low < b.low ? -1 : a.low > b.low;
}

int
troupe_int128_compare (TroupeInt128 a, TroupeInt128 b)
{
  if (a.is_negative != b.is_negative)
    return a.is_negative ? -1 : 1;
  return a.is_negative ? compare_sizes (b, a) : compare_sizes (a, b);
}

TroupeInt128
troupe_int128_add (TroupeInt128 a, TroupeInt128 b)
{
  TroupeInt128 sum = a;

  if (a.is_negative == b.is_negative)
    {
      sum.low = a.low + b.low;
      sum.high = a.high + b.high + (sum.low < a.low ? 1 : 0);
      return sum;
    }
  if (compare_sizes (a, b) < 0)
    return troupe_int128_add (b, a);
  sum.low = a.low - b.low;
  sum.high = a.high - b.high - (a.low < b.low ? 1 : 0);
  sum.is_negative = a.is_negative && !troupe_int128_is_zero (sum);
  return sum;
}

TroupeInt128
troupe_int128_multiply (TroupeInt128 a, TroupeInt128 b)
{
  TroupeInt128 product;

  g_assert (a.high == 0 && b.high == 0);

  product.low = troupe_int128_multiply_low (a.low, b.low, &product.high);
  product.is_negative = a.is_negative != b.is_negative && !troupe_int128_is_zero (product);
  return product;
}

TroupeInt128
troupe_int128_divide (TroupeInt128 a, TroupeInt128 b, gboolean rounds_down, TroupeInt128 *remainder)
{
  TroupeInt128 quotient = { 0 };

  g_assert (a.high == 0 && b.high == 0 && b.low != 0);

  quotient.low = a.low / b.low;
  quotient.is_negative = a.is_negative != b.is_negative && quotient.low != 0;
  *remainder = (TroupeInt128){ 0, a.low % b.low, a.is_negative && a.low % b.low != 0 };
  if (!rounds_down || remainder->low == 0 || a.is_negative == b.is_negative)
    return quotient;
  *remainder = troupe_int128_add (*remainder, b);
  return troupe_int128_add (quotient, troupe_int128_from_integer (-1));
}

gboolean
troupe_int128_to_integer (TroupeInt128 number, gint64 *result)
{
  if (number.high != 0 || number.low > (guint64) G_MAXINT64 + (number.is_negative ? 1 : 0))
    return FALSE;
  *result = (gint64) (number.is_negative ? -number.low : number.low);
  return TRUE;
}

gboolean
troupe_int128_to_unsigned (TroupeInt128 number, guint64 *result)
{
  if (number.high != 0 || number.is_negative)
    return FALSE;
  *result = number.low;
  return TRUE;
}

double
troupe_int128_to_double (TroupeInt128 number)
{
  double size = (double) number.low;

  if (number.high != 0)
    size += ldexp ((double) number.high, 64);
  return number.is_negative ? -size : size;
}

const char *
troupe_int128_to_text (TroupeInt128 number, char *buffer)
{
  gboolean is_negative = number.is_negative;
  char *here = buffer + 47;

  *here = '\0';
  do
    {
      guint64 part;
      gboolean is_first;

      /* Divides by PART and returns the remainder, which contains the last ten digits. */
      part = 0;
      /* Schoolbook division by a number of 34 bits, 16 bits at a time, so that nothing exceeds 64
       * bits. */
      for (int shift = 48; shift >= 0; shift -= 16)
        {
          guint64 digit = (part << 16) | ((number.high >> shift) & 0xffff);

          number.high &= ~((guint64) 0xffff << shift);
          number.high |= (digit / PART) << shift;
          part = digit % PART;
        }
      for (int shift = 48; shift >= 0; shift -= 16)
        {
          guint64 digit = (part << 16) | ((number.low >> shift) & 0xffff);

          number.low &= ~((guint64) 0xffff << shift);
          number.low |= (digit / PART) << shift;
          part = digit % PART;
        }
      is_first = troupe_int128_is_zero (number);
      for (guint i = 0; i < 10 && (i == 0 || !is_first || part != 0); i++, part /= 10)
        *--here = (char) ('0' + part % 10);
    }
  while (!troupe_int128_is_zero (number));
  if (is_negative)
    *--here = '-';
  return here;
}
