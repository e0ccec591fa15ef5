/* troupe-batch-item.c: an item of a batch and its result
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#define G_LOG_DOMAIN "troupe-batch-item"

#include "config.h"

#include <string.h>

#include "troupe-batch-item.h"

/* Maximum length of the name. File names are limited to 255 bytes, which must also contain
 * `.json` and the suffix of temporary files. */
#define MAX_NAME 120
#define DIGEST_BYTES 32
/* Length of the prefix before the digest if an id is too long. */
#define MAX_PREFIX 64

TroupeBatchItem *
troupe_batch_item_new (void)
{
  return g_new0 (TroupeBatchItem, 1);
}

void
troupe_batch_item_free (TroupeBatchItem *self)
{
  if (self == NULL)
    return;
  g_free (self->id);
  g_free (self->input);
  g_free (self->result);
  g_free (self->record);
  g_free (self);
}

/* --- Digests ---------------------------------------------------------------------------------- */

static void
make_digest (const char *const *texts, const gsize *lengths, guint n_texts, guint8 *digest)
{
  g_autoptr (GChecksum) checksum = g_checksum_new (G_CHECKSUM_SHA256);
  gsize length = DIGEST_BYTES;

  g_assert (texts != NULL && digest != NULL);

  for (guint i = 0; i < n_texts; i++)
    {
      g_checksum_update (checksum, (const guchar *) texts[i], (gssize) lengths[i]);
      g_checksum_update (checksum, (const guchar *) "", 1);
    }
  g_checksum_get_digest (checksum, digest, &length);
}

static void
append_hex (GString *text, const guint8 *bytes, guint n_bytes)
{
  g_assert (text != NULL);

  for (guint i = 0; i < n_bytes; i++)
    g_string_append_printf (text, "%02x", bytes[i]);
}

char *
troupe_batch_item_make_id (const char *content, gsize length, gint64 ordinal)
{
  g_autofree char *place = g_strdup_printf ("%" G_GINT64_FORMAT, ordinal);
  const char *texts[] = { content, place };
  const gsize lengths[] = { length, strlen (place) };
  GString *id = g_string_new ("item-");
  guint8 digest[DIGEST_BYTES];

  g_return_val_if_fail (content != NULL, NULL);

  make_digest (texts, lengths, G_N_ELEMENTS (texts), digest);
  append_hex (id, digest, 12);
  return g_string_free (id, FALSE);
}

guint
troupe_batch_item_find_shard (const char *id, guint n_shards)
{
  g_autoptr (GChecksum) checksum = g_checksum_new (G_CHECKSUM_SHA256);
  guint8 digest[DIGEST_BYTES];
  gsize length = DIGEST_BYTES;
  guint64 number = 0;

  g_return_val_if_fail (id != NULL, 0);
  g_return_val_if_fail (n_shards > 0, 0);

  g_checksum_update (checksum, (const guchar *) id, -1);
  g_checksum_get_digest (checksum, digest, &length);
  for (guint i = 0; i < sizeof number; i++)
    number = number << 8 | digest[i];
  return (guint) (number % n_shards);
}

/* --- Names ------------------------------------------------------------------------------------ */

/* A tilde occurs only before a digest, and a percent sign only before two hex digits. */
static gboolean
is_plain (char letter, gboolean is_first)
{
  return g_ascii_isalnum (letter) || letter == '_' || letter == '-' || (letter == '.' && !is_first);
}

char *
troupe_batch_item_make_name (const char *id)
{
  GString *name = g_string_new (NULL);
  const gsize length = strlen (id);
  guint8 digest[DIGEST_BYTES];

  g_return_val_if_fail (id != NULL, NULL);

  for (const char *at = id; *at != '\0' && name->len <= MAX_NAME; at++)
    if (is_plain (*at, at == id))
      g_string_append_c (name, *at);
    else
      g_string_append_printf (name, "%%%02X", (guint) (guchar) *at);
  if (name->len > 0 && name->len <= MAX_NAME)
    return g_string_free (name, FALSE);
  make_digest (&id, &length, 1, digest);
  g_string_truncate (name, MIN (name->len, MAX_PREFIX));
  g_string_append_c (name, '~');
  append_hex (name, digest, 16);
  return g_string_free (name, FALSE);
}

/* Creates a UUID of version 8, whose bits are application-defined. */
char *
troupe_batch_item_make_run_id (const char *batch, const char *id, guint generation)
{
  g_autofree char *number = g_strdup_printf ("%u", generation);
  const char *texts[] = { batch, id, number };
  const gsize lengths[] = { strlen (batch), strlen (id), strlen (number) };
  GString *uuid = g_string_new (NULL);
  guint8 digest[DIGEST_BYTES];

  g_return_val_if_fail (batch != NULL && id != NULL, NULL);

  make_digest (texts, lengths, G_N_ELEMENTS (texts), digest);
  digest[6] = (guint8) ((digest[6] & 0x0f) | 0x80);
  digest[8] = (guint8) ((digest[8] & 0x3f) | 0x80);
  append_hex (uuid, digest, 16);
  for (guint i = 0; i < 4; i++)
    g_string_insert_c (uuid, 8 + 5 * (gssize) i, '-');
  return g_string_free (uuid, FALSE);
}
