/* troupe-value-scalar.c: scalar values: construction, hash and accessors
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#define G_LOG_DOMAIN "troupe-value-scalar"

#include "config.h"

#include <string.h>

#include "troupe-int128.h"
#include "troupe-value-private.h"

#define SMALL_FIRST (-128)
#define SMALL_LAST 1023

/* Minimum length of text that the take functions use in place. Shorter text is copied, because
 * saving an allocation matters more than the bytes. */
#define KEEP_LENGTH 128

#define INTEGER(n)                                                                                 \
  {                                                                                                \
    .header = TROUPE_VALUE_HEADER (TROUPE_VALUE_INTEGER), .integer = (n)                           \
  }
#define INTEGERS_4(n) INTEGER (n), INTEGER ((n) + 1), INTEGER ((n) + 2), INTEGER ((n) + 3)
#define INTEGERS_16(n)                                                                             \
  INTEGERS_4 (n), INTEGERS_4 ((n) + 4), INTEGERS_4 ((n) + 8), INTEGERS_4 ((n) + 12)
#define INTEGERS_64(n)                                                                             \
  INTEGERS_16 (n), INTEGERS_16 ((n) + 16), INTEGERS_16 ((n) + 32), INTEGERS_16 ((n) + 48)
#define INTEGERS_128(n) INTEGERS_64 (n), INTEGERS_64 ((n) + 64)

static const TroupeScalar small_integers[SMALL_LAST - SMALL_FIRST + 1] = {
  INTEGERS_128 (-128), INTEGERS_128 (0),   INTEGERS_128 (128),
  INTEGERS_128 (256),  INTEGERS_128 (384), INTEGERS_128 (512),
  INTEGERS_128 (640),  INTEGERS_128 (768), INTEGERS_128 (896),
};

static const TroupeScalar null_value = { .header = TROUPE_VALUE_HEADER (TROUPE_VALUE_NULL) };
static const TroupeScalar booleans[2] = {
  { .header = TROUPE_VALUE_HEADER (TROUPE_VALUE_BOOLEAN), .integer = FALSE },
  { .header = TROUPE_VALUE_HEADER (TROUPE_VALUE_BOOLEAN), .integer = TRUE },
};

TroupeValue *
troupe_value_new_null (void)
{
  return (TroupeValue *) &null_value.header;
}

TroupeValue *
troupe_value_new_boolean (gboolean value)
{
  return (TroupeValue *) &booleans[value ? 1 : 0].header;
}

static TroupeValue *
new_scalar (TroupeValueType type, guint64 bits)
{
  TroupeScalar *self = g_new (TroupeScalar, 1);

  troupe_value_init_header (&self->header, type);
  self->bits = bits;
  return &self->header;
}

TroupeValue *
troupe_value_new_integer (gint64 value)
{
  if (value >= SMALL_FIRST && value <= SMALL_LAST)
    return (TroupeValue *) &small_integers[value - SMALL_FIRST].header;
  return new_scalar (TROUPE_VALUE_INTEGER, (guint64) value);
}

TroupeValue *
troupe_value_new_unsigned (guint64 value)
{
  return new_scalar (TROUPE_VALUE_UNSIGNED, value);
}

TroupeValue *
troupe_value_new_double (double value)
{
  guint64 bits;

  memcpy (&bits, &value, sizeof bits);
  return new_scalar (TROUPE_VALUE_DOUBLE, bits);
}

TroupeValue *
troupe_value_new_text (TroupeValueType type, const char *text, gsize length)
{
  TroupeText *self = g_malloc (sizeof *self + length + 1);

  troupe_value_init_header (&self->header, type);
  self->hash = 0;
  self->length = length;
  self->text = self->inside;
  if (length > 0)
    memcpy (self->inside, text, length);
  self->inside[length] = '\0';
  return &self->header;
}

static gsize
measure (const char *text, gssize length)
{
  return length < 0 ? strlen (text) : (gsize) length;
}

TroupeValue *
troupe_value_new_big_integer (const char *text, gssize length)
{
  g_return_val_if_fail (text != NULL, NULL);

  return troupe_value_new_text (TROUPE_VALUE_BIG_INTEGER, text, measure (text, length));
}

TroupeValue *
troupe_value_new_string (const char *text, gssize length)
{
  g_return_val_if_fail (text != NULL || length == 0, NULL);

  return troupe_value_new_text (TROUPE_VALUE_STRING, text,
                                length == 0 ? 0 : measure (text, length));
}

TroupeValue *
troupe_value_take_string (char *text, gssize length)
{
  TroupeText *self;
  gsize size;

  g_return_val_if_fail (text != NULL, NULL);

  size = measure (text, length);
  if (size < KEEP_LENGTH)
    {
      TroupeValue *copy = troupe_value_new_text (TROUPE_VALUE_STRING, text, size);
      g_free (text);
      return copy;
    }

  self = g_malloc (sizeof *self);
  troupe_value_init_header (&self->header, TROUPE_VALUE_STRING);
  self->hash = 0;
  self->length = size;
  self->text = text;
  return &self->header;
}

TroupeValue *
troupe_value_new_bytes (gconstpointer data, gsize length)
{
  g_return_val_if_fail (data != NULL || length == 0, NULL);

  return troupe_value_new_text (TROUPE_VALUE_BYTES, data, length);
}

static TroupeValue *
new_time (TroupeValueType type, gint64 seconds, gint32 nanoseconds)
{
  TroupeTime *self = g_new (TroupeTime, 1);

  troupe_value_init_header (&self->header, type);
  self->seconds = seconds;
  self->nanoseconds = nanoseconds;
  self->offset = 0;
  return &self->header;
}

TroupeValue *
troupe_value_new_timestamp (gint64 seconds, gint32 nanoseconds)
{
  g_return_val_if_fail (nanoseconds >= 0 && nanoseconds < 1000000000, NULL);

  return new_time (TROUPE_VALUE_TIMESTAMP, seconds, nanoseconds);
}

TroupeValue *
troupe_value_new_timestamp_at (gint64 seconds, gint32 nanoseconds, gint32 offset)
{
  TroupeValue *self = troupe_value_new_timestamp (seconds, nanoseconds);

  if (self != NULL)
    ((TroupeTime *) self)->offset = offset;
  return self;
}

TroupeValue *
troupe_value_new_duration (gint64 seconds, gint32 nanoseconds)
{
  g_return_val_if_fail (nanoseconds > -1000000000 && nanoseconds < 1000000000, NULL);
  g_return_val_if_fail (seconds == 0 || nanoseconds == 0 || (seconds < 0) == (nanoseconds < 0),
                        NULL);

  return new_time (TROUPE_VALUE_DURATION, seconds, nanoseconds);
}

TroupeValue *
troupe_value_new_type (const char *name)
{
  g_return_val_if_fail (name != NULL, NULL);

  return troupe_value_new_text (TROUPE_VALUE_TYPE, name, strlen (name));
}

TroupeValue *
troupe_value_new_date (const char *text)
{
  g_return_val_if_fail (text != NULL, NULL);

  return troupe_value_new_text (TROUPE_VALUE_DATE, text, strlen (text));
}

gboolean
troupe_value_get_boolean (const TroupeValue *self)
{
  g_return_val_if_fail (troupe_value_is (self, TROUPE_VALUE_BOOLEAN), FALSE);

  return ((const TroupeScalar *) self)->integer != 0;
}

gint64
troupe_value_get_integer (const TroupeValue *self)
{
  g_return_val_if_fail (troupe_value_is (self, TROUPE_VALUE_INTEGER), 0);

  return ((const TroupeScalar *) self)->integer;
}

guint64
troupe_value_get_unsigned (const TroupeValue *self)
{
  g_return_val_if_fail (troupe_value_is (self, TROUPE_VALUE_UNSIGNED), 0);

  return ((const TroupeScalar *) self)->bits;
}

double
troupe_value_get_double (const TroupeValue *self)
{
  g_return_val_if_fail (troupe_value_is (self, TROUPE_VALUE_DOUBLE), 0);

  return ((const TroupeScalar *) self)->number;
}

const char *
troupe_value_get_string (const TroupeValue *self, gsize *length)
{
  const TroupeText *text = (const TroupeText *) self;

  g_return_val_if_fail (self != NULL, NULL);
  g_return_val_if_fail (self->type == TROUPE_VALUE_STRING || self->type == TROUPE_VALUE_BYTES ||
                            self->type == TROUPE_VALUE_BIG_INTEGER ||
                            self->type == TROUPE_VALUE_TYPE || self->type == TROUPE_VALUE_DATE,
                        NULL);

  if (length != NULL)
    *length = text->length;
  return text->text;
}

gint64
troupe_value_get_seconds (const TroupeValue *self)
{
  g_return_val_if_fail (troupe_value_is (self, TROUPE_VALUE_TIMESTAMP) ||
                            troupe_value_is (self, TROUPE_VALUE_DURATION),
                        0);

  return ((const TroupeTime *) self)->seconds;
}

gint32
troupe_value_get_nanoseconds (const TroupeValue *self)
{
  g_return_val_if_fail (troupe_value_is (self, TROUPE_VALUE_TIMESTAMP) ||
                            troupe_value_is (self, TROUPE_VALUE_DURATION),
                        0);

  return ((const TroupeTime *) self)->nanoseconds;
}

gint32
troupe_value_get_offset (const TroupeValue *self)
{
  g_return_val_if_fail (troupe_value_is (self, TROUPE_VALUE_TIMESTAMP), 0);

  return ((const TroupeTime *) self)->offset;
}

static inline guint64
fold (guint64 a, guint64 b)
{
  guint64 high;
  guint64 low = troupe_int128_multiply_low (a, b, &high);

  return low ^ high;
}

/* The seed is the load address of the program, so that an attacker cannot choose keys that
 * collide. The hash of a string therefore differs between processes. */
guint
troupe_value_hash_string (const char *text, gsize length)
{
  guint64 hash =
      (guint64) (guintptr) &small_integers ^ (length * G_GUINT64_CONSTANT (0x9e3779b97f4a7c15));
  guint64 part;

  for (; length >= sizeof part; length -= sizeof part, text += sizeof part)
    {
      memcpy (&part, text, sizeof part);
      hash = fold (hash ^ part, G_GUINT64_CONSTANT (0xd6e8feb86659fd93));
    }
  part = 0;
  if (length > 0)
    memcpy (&part, text, length);
  hash = fold (hash ^ part ^ G_GUINT64_CONSTANT (0xa0761d6478bd642f),
               G_GUINT64_CONSTANT (0xe7037ed1a0b428db));
  hash ^= hash >> 32;
  return (guint) hash != 0 ? (guint) hash : 1;
}

guint
troupe_text_get_hash (const TroupeText *self)
{
  guint hash = (guint) g_atomic_int_get ((const gint *) &self->hash);

  if (hash == 0)
    {
      /* If another thread computes the hash concurrently, it writes the same hash. */
      hash = troupe_value_hash_string (self->text, self->length);
      g_atomic_int_set ((gint *) &self->hash, (gint) hash);
    }
  return hash;
}
