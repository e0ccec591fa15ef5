/* troupe-consent-record.c: stored hashes of the entries that were granted for a document
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#define G_LOG_DOMAIN "troupe-consent-record"

#include "config.h"

#include <errno.h>
#include <glib/gi18n.h>
#include <glib/gstdio.h>
#include <string.h>

#include "troupe-consent-record.h"
#include "troupe-file.h"

/* Subfolder of the data folder. It contains a file for each document. Its first line is the version
 * and the time, and each further line is the hash of an entry. */
#define FOLDER "consent-entries"
#define VERSION "1 "

/* Maximum size of a file that is read, in bytes, about 60,000 entries. */
#define LARGEST_FILE (4u * 1024 * 1024)

/* The file is named by a hash of the document's location. @real: without symbolic links. (transfer
 * full) */
static char *
make_file_name (const char *folder, const char *real)
{
  g_autofree char *name = g_compute_checksum_for_string (G_CHECKSUM_SHA256, real, -1);

  return g_build_filename (folder, FOLDER, name, NULL);
}

/* Returns the hash of an entry of the document at @real. Equal entries of two documents have
 * different hashes. (transfer full) */
static char *
hash_entry (const char *real, const TroupeConsentEntry *entry)
{
  g_autoptr (GChecksum) sum = g_checksum_new (G_CHECKSUM_SHA256);
  const char *const parts[] = { real, troupe_consent_section_get_name (entry->section),
                                entry->value != NULL ? entry->value : "" };

  for (guint i = 0; i < G_N_ELEMENTS (parts); i++)
    g_checksum_update (sum, (const guchar *) parts[i], (gssize) strlen (parts[i]) + 1);
  return g_strdup (g_checksum_get_string (sum));
}

gboolean
troupe_consent_record_mark (const char *folder, const char *path, GPtrArray *entries, gint64 *time)
{
  g_autofree char *real = NULL;
  g_autofree char *file = NULL;
  g_autofree char *text = NULL;
  g_auto (GStrv) lines = NULL;
  g_autoptr (GHashTable) granted = g_hash_table_new (g_str_hash, g_str_equal);

  g_return_val_if_fail (folder != NULL && path != NULL && entries != NULL, FALSE);
  g_return_val_if_fail (time != NULL, FALSE);

  real = troupe_path_resolve (path);
  file = make_file_name (folder, real);
  text = troupe_file_read (file, LARGEST_FILE, NULL, NULL, NULL);
  if (text == NULL || !g_str_has_prefix (text, VERSION))
    return FALSE;
  lines = g_strsplit (text, "\n", -1);
  *time = g_ascii_strtoll (lines[0] + strlen (VERSION), NULL, 10);
  for (guint i = 1; lines[i] != NULL; i++)
    g_hash_table_add (granted, lines[i]);
  for (guint i = 0; i < entries->len; i++)
    {
      TroupeConsentEntry *entry = g_ptr_array_index (entries, i);
      g_autofree char *hash = hash_entry (real, entry);

      entry->is_new = entry->value != NULL && !g_hash_table_contains (granted, hash);
    }
  return TRUE;
}

gboolean
troupe_consent_record_store (const char *folder,
                             const char *path,
                             GPtrArray *entries,
                             gint64 time,
                             GError **error)
{
  g_autofree char *real = NULL;
  g_autofree char *file = NULL;
  g_autofree char *above = NULL;
  g_autoptr (GString) text = NULL;

  g_return_val_if_fail (folder != NULL && path != NULL && entries != NULL, FALSE);

  real = troupe_path_resolve (path);
  file = make_file_name (folder, real);
  above = g_path_get_dirname (file);
  if (g_mkdir_with_parents (above, 0700) != 0)
    {
      int saved = errno;

      g_set_error (error, G_IO_ERROR, (int) g_io_error_from_errno (saved),
                   _ ("Could not create the folder “%s”: %s"), above, g_strerror (saved));
      return FALSE;
    }
  text = g_string_new (NULL);
  g_string_append_printf (text, VERSION "%" G_GINT64_FORMAT "\n", time);
  for (guint i = 0; i < entries->len; i++)
    {
      g_autofree char *hash = hash_entry (real, g_ptr_array_index (entries, i));

      g_string_append_printf (text, "%s\n", hash);
    }
  return troupe_file_save (file, text->str, text->len, NULL, NULL, error);
}

gboolean
troupe_consent_record_delete_all (const char *folder, GError **error)
{
  g_autofree char *place = NULL;
  g_autoptr (GDir) records = NULL;
  const char *name;

  g_return_val_if_fail (folder != NULL, FALSE);

  place = g_build_filename (folder, FOLDER, NULL);
  records = g_dir_open (place, 0, NULL);
  while (records != NULL && (name = g_dir_read_name (records)) != NULL)
    {
      g_autofree char *file = g_build_filename (place, name, NULL);
      int saved;

      if (g_unlink (file) == 0 || errno == ENOENT)
        continue;
      saved = errno;
      g_set_error (error, G_IO_ERROR, (int) g_io_error_from_errno (saved),
                   _ ("Could not delete the file “%s”: %s"), file, g_strerror (saved));
      return FALSE;
    }
  return TRUE;
}
