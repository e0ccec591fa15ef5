/* troupe-int128.h: 128-bit integer arithmetic
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#pragma once

#include <glib.h>

G_BEGIN_DECLS

/**
 * TroupeInt128:
 *
 * The exact result of sums, differences and products of 64-bit integers, signed or unsigned. Zero
 * is not negative.
 */
typedef struct
{
  guint64 high;
  guint64 low;
  gboolean is_negative;
} TroupeInt128;

/* Multiplies @a and @b by four products of 32-bit halves. Returns the low 64 bits of the
 * product. @high: (out): the high 64 bits */
static inline guint64
troupe_int128_multiply_halves (guint64 a, guint64 b, guint64 *high)
{
  const guint64 mask = G_MAXUINT32;
  guint64 low = (a & mask) * (b & mask);
  guint64 left = (a >> 32) * (b & mask) + (low >> 32);
  guint64 right = (a & mask) * (b >> 32) + (left & mask);

  *high = (a >> 32) * (b >> 32) + (left >> 32) + (right >> 32);
  return (right << 32) | (low & mask);
}

/* Like troupe_int128_multiply_halves(), but uses a single instruction on 64-bit machines. */
static inline guint64
troupe_int128_multiply_low (guint64 a, guint64 b, guint64 *high)
{
#ifdef __SIZEOF_INT128__
  unsigned __int128 product = (unsigned __int128) a * b;

  *high = (guint64) (product >> 64);
  return (guint64) product;
#else
  return troupe_int128_multiply_halves (a, b, high);
#endif
}

TroupeInt128 troupe_int128_from_integer (gint64 number);
TroupeInt128 troupe_int128_from_unsigned (guint64 number);

/* The absolute values of the operands must fit into 127 bits for sums and differences, and into
 * 64 bits for products. */
TroupeInt128 troupe_int128_add (TroupeInt128 a, TroupeInt128 b);
TroupeInt128 troupe_int128_negate (TroupeInt128 number);
TroupeInt128 troupe_int128_multiply (TroupeInt128 a, TroupeInt128 b);

/**
 * troupe_int128_divide:
 * @b: not 0
 * @rounds_down: whether the quotient is rounded down, as in Python; the remainder then has the sign
 *   of @b. Otherwise the quotient is rounded toward zero, and the remainder has the sign of @a.
 * @remainder: (out)
 *
 * Divides @a by @b. The absolute values of both must fit into 64 bits.
 */
TroupeInt128 troupe_int128_divide (TroupeInt128 a,
                                   TroupeInt128 b,
                                   gboolean rounds_down,
                                   TroupeInt128 *remainder);

/* Compares @a and @b. Returns a value less than, equal to or greater than 0. */
int troupe_int128_compare (TroupeInt128 a, TroupeInt128 b);
gboolean troupe_int128_is_zero (TroupeInt128 number);

/* Converts @number to the type of @result. Returns FALSE if @number is out of range of that
 * type. */
gboolean troupe_int128_to_integer (TroupeInt128 number, gint64 *result);
gboolean troupe_int128_to_unsigned (TroupeInt128 number, guint64 *result);

/* Converts @number to a double. The result is correctly rounded if the absolute value of @number
 * fits into 64 bits. */
double troupe_int128_to_double (TroupeInt128 number);

/* Formats @number in decimal. @buffer: at least 48 bytes. Returns the text, which starts
 * somewhere inside @buffer. */
const char *troupe_int128_to_text (TroupeInt128 number, char *buffer);

G_END_DECLS
