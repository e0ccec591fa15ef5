/* troupe-int128.h: integers of 128 bits on every machine
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#pragma once

#include <glib.h>

G_BEGIN_DECLS

/**
 * TroupeWide:
 *
 * What sums, differences and products of 64-bit integers of both signs come to, exactly. Zero is
 * not negative.
 */
typedef struct
{
  guint64 high;
  guint64 low;
  gboolean is_negative;
} TroupeWide;

/* The product of @a and @b in halves of 64 bits, from four products of halves of 32. */
static inline guint64
troupe_wide_multiply_halves (guint64 a, guint64 b, guint64 *high)
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
troupe_wide_multiply_low (guint64 a, guint64 b, guint64 *high)
{
#ifdef __SIZEOF_INT128__
  unsigned __int128 product = (unsigned __int128) a * b;

  *high = (guint64) (product >> 64);
  return (guint64) product;
#else
  return troupe_wide_multiply_halves (a, b, high);
#endif
}

TroupeWide troupe_wide_from_integer (gint64 number);
TroupeWide troupe_wide_from_unsigned (guint64 number);

/* Sums and differences of what fits into 127 bits, products of what fits into 64 without its
 * sign. */
TroupeWide troupe_wide_add (TroupeWide a, TroupeWide b);
TroupeWide troupe_wide_negate (TroupeWide number);
TroupeWide troupe_wide_multiply (TroupeWide a, TroupeWide b);

/**
 * troupe_wide_divide:
 * @b: not 0
 * @rounds_down: whether the quotient is rounded down, as Python does, and not to zero; the
 *   remainder has the sign of @b then, and else that of @a
 * @remainder: (out)
 *
 * Both must fit into 64 bits without their signs.
 */
TroupeWide
troupe_wide_divide (TroupeWide a, TroupeWide b, gboolean rounds_down, TroupeWide *remainder);

/* Below 0, 0 or above it. */
int troupe_wide_compare (TroupeWide a, TroupeWide b);
gboolean troupe_wide_is_zero (TroupeWide number);

/* FALSE where the number is none of the type. */
gboolean troupe_wide_to_integer (TroupeWide number, gint64 *result);
gboolean troupe_wide_to_unsigned (TroupeWide number, guint64 *result);

/* Correctly rounded where the number fits into 64 bits without its sign. */
double troupe_wide_to_double (TroupeWide number);

/* Decimal. @buffer: at least 48 bytes. Returns the text, somewhere inside it. */
const char *troupe_wide_to_text (TroupeWide number, char *buffer);

G_END_DECLS
