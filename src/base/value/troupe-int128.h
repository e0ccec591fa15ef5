/* troupe-int128.h: 128-bit integers
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#pragma once

#include <glib.h>

G_BEGIN_DECLS

/**
 * TroupeInt128:
 *
 * What sums, differences and products of 64-bit integers of both signs come to, exactly. Zero is
 * not negative.
 */
typedef struct
{
  guint64 high;
  guint64 low;
  gboolean is_negative;
} TroupeInt128;

/* The product of @a and @b in halves of 64 bits, from four products of halves of 32. */
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

/* The same by the one instruction that a 64-bit machine has for it. */
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

/* Sums and differences of what fits into 127 bits, products of what fits into 64 without its
 * sign. */
TroupeInt128 troupe_int128_add (TroupeInt128 a, TroupeInt128 b);
TroupeInt128 troupe_int128_negate (TroupeInt128 number);
TroupeInt128 troupe_int128_multiply (TroupeInt128 a, TroupeInt128 b);

/**
 * troupe_int128_divide:
 * @b: not 0
 * @rounds_down: whether the quotient is rounded down, as Python does, and not to zero; the
 *   remainder has the sign of @b then, and else that of @a
 * @remainder: (out)
 *
 * Both must fit into 64 bits without their signs.
 */
TroupeInt128 troupe_int128_divide (TroupeInt128 a,
                                   TroupeInt128 b,
                                   gboolean rounds_down,
                                   TroupeInt128 *remainder);

/* Below 0, 0 or above it. */
int troupe_int128_compare (TroupeInt128 a, TroupeInt128 b);
gboolean troupe_int128_is_zero (TroupeInt128 number);

/* FALSE where the number is none of the type. */
gboolean troupe_int128_to_integer (TroupeInt128 number, gint64 *result);
gboolean troupe_int128_to_unsigned (TroupeInt128 number, guint64 *result);

/* Correctly rounded where the number fits into 64 bits without its sign. */
double troupe_int128_to_double (TroupeInt128 number);

/* Decimal. @buffer: at least 48 bytes. Returns the text, somewhere inside it. */
const char *troupe_int128_to_text (TroupeInt128 number, char *buffer);

G_END_DECLS
