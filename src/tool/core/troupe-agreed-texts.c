/* troupe-agreed-texts.c: content of text files to which the user has agreed
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#define G_LOG_DOMAIN "troupe-agreed-texts"

#include "config.h"

#include "troupe-agreed-texts.h"

GHashTable *
troupe_agreed_texts_new (void)
{
  return g_hash_table_new_full (g_str_hash, g_str_equal, g_free, g_free);
}

char *
troupe_agreed_texts_make_digest (const char *data, gsize length)
{
  g_return_val_if_fail (data != NULL, NULL);

  return g_compute_checksum_for_data (G_CHECKSUM_SHA256, (const guchar *) data, length);
}

gboolean
troupe_agreed_texts_have (GHashTable *texts, const char *path, const char *digest)
{
  g_return_val_if_fail (path != NULL && digest != NULL, FALSE);

  return texts == NULL || g_strcmp0 (g_hash_table_lookup (texts, path), digest) == 0;
}
