/* troupe-store-signature.c: store: signatures of texts, which rule out most runs of a search
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#define G_LOG_DOMAIN "troupe-store-signature"

#include "config.h"

#include <string.h>

#include "troupe-store-signature.h"

/* Sizes of a signature in bytes, which are powers of two. That of a short text is halved as long as at most a third of the bits of
 * the result are set, so that a word of five letters is ruled out in 96 of 100 texts that do not contain it. */
#define MOST_BYTES 4096u
#define LEAST_BYTES 32u

/* The length of the sequences. */
#define SPAN 3u

/* Spreads three bytes over all bits; halving keeps the lower ones. */
static guint32
hash (const guint8 *bytes)
{
  guint32 value = (guint32) bytes[0] | (guint32) bytes[1] << 8 | (guint32) bytes[2] << 16;

  value *= 0x9e3779b1u;
  value ^= value >> 15;
  value *= 0x85ebca6bu;
  return value ^ value >> 13;
}

/* Returns the number of bits that are set in both halves together. */
static guint
count_halves (const guint8 *bits, gsize half)
{
  guint n_bits = 0;

  for (gsize i = 0; i < half; i++)
    n_bits += (guint) __builtin_popcount (bits[i] | bits[half + i]);
  return n_bits;
}

GBytes *
troupe_store_signature_new (const char *text, gsize length)
{
  guint8 *bits = NULL;
  gsize size = MOST_BYTES;

  g_return_val_if_fail (text != NULL, NULL);

  bits = g_malloc0 (MOST_BYTES);
  for (gsize i = 0; i + SPAN <= length; i++)
    {
      const guint32 bit = hash ((const guint8 *) text + i) % (MOST_BYTES * 8);

      bits[bit / 8] |= (guint8) (1u << bit % 8);
    }
  while (size > LEAST_BYTES && count_halves (bits, size / 2) <= size / 2 * 8 / 3)
    {
      size /= 2;
      for (gsize i = 0; i < size; i++)
        bits[i] |= bits[size + i];
    }
  return g_bytes_new_take (bits, size);
}

/* Returns FALSE only if the text of the signature does not contain @word. @signature: (nullable), of @size bytes */
static gboolean
may_contain (const guint8 *signature, gsize size, const char *word, gsize length)
{
  /* What is damaged rules nothing out. */
  if (signature == NULL || size < LEAST_BYTES || size > MOST_BYTES || (size & (size - 1)) != 0)
    return TRUE;
  for (gsize i = 0; i + SPAN <= length; i++)
    {
      const guint32 bit = hash ((const guint8 *) word + i) % (guint32) (size * 8);

      if ((signature[bit / 8] >> bit % 8 & 1u) == 0)
        return FALSE;
    }
  return TRUE;
}

/* --- SQL functions ---------------------------------------------------------------------------- */

static void
signature_cb (sqlite3_context *context, int n_values, sqlite3_value **values)
{
  const char *text = (const char *) sqlite3_value_text (values[0]);
  g_autoptr (GBytes) signature = NULL;
  gsize size = 0;
  gconstpointer bits = NULL;

  signature =
      troupe_store_signature_new (text != NULL ? text : "",
                                  text != NULL ? (gsize) sqlite3_value_bytes (values[0]) : 0);
  bits = g_bytes_get_data (signature, &size);
  sqlite3_result_blob (context, bits, (int) size, SQLITE_TRANSIENT);
}

static void
may_contain_cb (sqlite3_context *context, int n_values, sqlite3_value **values)
{
  const guint8 *signature = sqlite3_value_blob (values[0]);
  const gsize size = (gsize) sqlite3_value_bytes (values[0]);
  const char *word = (const char *) sqlite3_value_text (values[1]);

  sqlite3_result_int (context,
                      word == NULL || may_contain (signature, size, word,
                                                   (gsize) sqlite3_value_bytes (values[1])));
}

void
troupe_store_add_signature_functions (TroupeDatabase *database)
{
  g_return_if_fail (database != NULL);

  sqlite3_create_function_v2 (database->handle, "troupe_signature", 1,
                              SQLITE_UTF8 | SQLITE_DETERMINISTIC, NULL, signature_cb, NULL, NULL,
                              NULL);
  sqlite3_create_function_v2 (database->handle, "troupe_may_contain", 2,
                              SQLITE_UTF8 | SQLITE_DETERMINISTIC, NULL, may_contain_cb, NULL, NULL,
                              NULL);
}
