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

/* Multiplies @a and @b to two halves of 64 bits, by four products of 32-bit halves. */
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

/* Like troupe_int128_multiply_halves(), with a single instruction on 64-bit machines. */
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

/* Operands of sums and differences must fit into 127 bits, those of products into 64 bits
 * without the sign. */
TroupeInt128 troupe_int128_add (TroupeInt128 a, TroupeInt128 b);
TroupeInt128 troupe_int128_negate (TroupeInt128 number);
TroupeInt128 troupe_int128_multiply (TroupeInt128 a, TroupeInt128 b);

/**
 * troupe_int128_divide:
 * @b: not 0
 * @rounds_down: whether the quotient is rounded down, as in Python, and not toward zero; the
 *   remainder then has the sign of @b, otherwise that of @a
 * @remainder: (out)
 *
 * Both operands must fit into 64 bits without their signs.
 */
TroupeInt128 troupe_int128_divide (TroupeInt128 a,
                                   TroupeInt128 b,
                                   gboolean rounds_down,
                                   TroupeInt128 *remainder);

/* Returns a value less than, equal to or greater than 0. */
int troupe_int128_compare (TroupeInt128 a, TroupeInt128 b);
gboolean troupe_int128_is_zero (TroupeInt128 number);

/* Returns FALSE if the number is out of range of the type. */
gboolean troupe_int128_to_integer (TroupeInt128 number, gint64 *result);
gboolean troupe_int128_to_unsigned (TroupeInt128 number, guint64 *result);

/* Correctly rounded if the number fits into 64 bits without its sign. */
double troupe_int128_to_double (TroupeInt128 number);

/* Decimal. @buffer: at least 48 bytes. Returns the text, somewhere inside it. */
const char *troupe_int128_to_text (TroupeInt128 number, char *buffer);

G_END_DECLS
