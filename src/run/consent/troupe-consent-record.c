/* troupe-consent-record.c: stored hashes of what was granted for a document, and of the user's own
 * documents
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
/* Subfolder with a file for each document of the user: its version and two digests. */
#define OWN_FOLDER "own-documents"
#define VERSION "1 "

/* Maximum size of a file that is read, in bytes, about 60,000 entries. */
#define LARGEST_FILE (4u * 1024 * 1024)

/* The file is named by a hash of the document's location. @real: without symbolic links. (transfer
 * full) */
static char *
make_file_name (const char *folder, const char *subfolder, const char *real)
{
  g_autofree char *name = g_compute_checksum_for_string (G_CHECKSUM_SHA256, real, -1);

  return g_build_filename (folder, subfolder, name, NULL);
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

/* Writes a file and creates its folder. */
static gboolean
save (const char *file, const char *text, GError **error)
{
  g_autofree char *above = g_path_get_dirname (file);

  if (g_mkdir_with_parents (above, 0700) != 0)
    {
      int saved = errno;

      g_set_error (error, G_IO_ERROR, (int) g_io_error_from_errno (saved),
                   _ ("Could not create the folder “%s”: %s"), above, g_strerror (saved));
      return FALSE;
    }
  return troupe_file_save (file, text, strlen (text), NULL, NULL, error);
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
  file = make_file_name (folder, FOLDER, real);
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
  g_autoptr (GString) text = NULL;

  g_return_val_if_fail (folder != NULL && path != NULL && entries != NULL, FALSE);

  real = troupe_path_resolve (path);
  file = make_file_name (folder, FOLDER, real);
  text = g_string_new (NULL);
  g_string_append_printf (text, VERSION "%" G_GINT64_FORMAT "\n", time);
  for (guint i = 0; i < entries->len; i++)
    {
      g_autofree char *hash = hash_entry (real, g_ptr_array_index (entries, i));

      g_string_append_printf (text, "%s\n", hash);
    }
  return save (file, text->str, error);
}

/* Returns the text of a record. @code: (nullable). (transfer full) */
static char *
describe_own (const char *content, const char *code)
{
  return g_strdup_printf (VERSION "%s %s\n", content, code != NULL ? code : "-");
}

gboolean
troupe_consent_record_store_own (const char *folder,
                                 const char *path,
                                 const char *content,
                                 const char *code,
                                 GError **error)
{
  g_autofree char *real = NULL;
  g_autofree char *file = NULL;
  g_autofree char *text = NULL;

  g_return_val_if_fail (folder != NULL && path != NULL && content != NULL, FALSE);

  real = troupe_path_resolve (path);
  file = make_file_name (folder, OWN_FOLDER, real);
  text = describe_own (content, code);
  return save (file, text, error);
}

gboolean
troupe_consent_record_is_own (const char *folder,
                              const char *path,
                              const char *content,
                              const char *code)
{
  g_autofree char *real = NULL;
  g_autofree char *file = NULL;
  g_autofree char *text = NULL;
  g_autofree char *wanted = NULL;

  g_return_val_if_fail (folder != NULL && path != NULL, FALSE);

  real = troupe_path_resolve (path);
  file = make_file_name (folder, OWN_FOLDER, real);
  text = troupe_file_read (file, LARGEST_FILE, NULL, NULL, NULL);
  if (text == NULL || !g_str_has_prefix (text, VERSION))
    return FALSE;
  wanted = describe_own (content != NULL ? content : "", code);
  return content != NULL ? g_str_equal (text, wanted)
                         : g_str_has_suffix (text, strchr (wanted + strlen (VERSION), ' '));
}

static gboolean
delete_records (const char *place, GError **error)
{
  g_autoptr (GDir) records = g_dir_open (place, 0, NULL);
  const char *name;

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

gboolean
troupe_consent_record_delete_all (const char *folder, GError **error)
{
  g_autofree char *entries = NULL;
  g_autofree char *own = NULL;

  g_return_val_if_fail (folder != NULL, FALSE);

  entries = g_build_filename (folder, FOLDER, NULL);
  own = g_build_filename (folder, OWN_FOLDER, NULL);
  return delete_records (entries, error) && delete_records (own, error);
}
