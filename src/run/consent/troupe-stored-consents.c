/* troupe-stored-consents.c: consents stored in a file
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#define G_LOG_DOMAIN "troupe-stored-consents"

#include "config.h"

#include <errno.h>
#include <fcntl.h>
#include <glib/gi18n.h>
#include <glib/gstdio.h>
#include <string.h>
#include <sys/file.h>
#include <unistd.h>

#include "troupe-consent-record.h"
#include "troupe-file.h"
#include "troupe-permissions-private.h"

/* Maximum size of the file in bytes; a consent requires about 80. If the file is full, new
 * consents are not stored and the user is asked again, but existing consents are not dropped. */
#define MAX_CONSENTS (8 * 1024 * 1024)

static gboolean
set_errno_error (GError **error, const char *path)
{
  int number = errno;

  g_set_error (error, G_IO_ERROR, (int) g_io_error_from_errno (number),
               _ ("Could not save the permissions in %s: %s"), path, g_strerror (number));
  return FALSE;
}

/* Returns the text of the file, which is empty if the file does not exist. Returns NULL with an
 * error if the file cannot be read. In this case, the file must not be overwritten. */
static char *
read_file (const char *folder, GError **error)
{
  g_autofree char *file = g_build_filename (folder, "consents", NULL);
  g_autoptr (GError) cause = NULL;
  char *text = troupe_file_read (file, MAX_CONSENTS, NULL, NULL, &cause);

  if (text != NULL)
    return text;
  if (g_error_matches (cause, G_IO_ERROR, G_IO_ERROR_NOT_FOUND))
    return g_strdup ("");
  g_propagate_error (error, g_steal_pointer (&cause));
  return NULL;
}

static gboolean
has_line (const char *text, const char *line)
{
  gsize length = strlen (line);

  for (const char *at = text; at != NULL && *at != '\0';)
    {
      const char *end = strchrnul (at, '\n');

      if ((gsize) (end - at) == length && strncmp (at, line, length) == 0)
        return TRUE;
      at = *end != '\0' ? end + 1 : end;
    }
  return FALSE;
}

/* The lock excludes other processes and other threads, because each caller opens its own
 * descriptor. */
static int
lock (const char *folder, GError **error)
{
  g_autofree char *path = g_build_filename (folder, "consents.lock", NULL);
  int descriptor = open (path, O_RDWR | O_CREAT | O_CLOEXEC | O_NOFOLLOW, 0600);
  int result;

  if (descriptor < 0)
    {
      set_errno_error (error, path);
      return -1;
    }
  do
    result = flock (descriptor, LOCK_EX);
  while (result != 0 && errno == EINTR);
  if (result == 0)
    return descriptor;
  set_errno_error (error, path);
  close (descriptor);
  return -1;
}

gboolean
troupe_permissions_add_consent (const char *folder, const char *line, GError **error)
{
  gboolean is_added;
  int descriptor;
  g_autofree char *file = NULL;
  g_autofree char *text = NULL;
  g_autofree char *more = NULL;
  gsize length;

  if (g_mkdir_with_parents (folder, 0700) != 0)
    {
      int saved = errno;

      g_set_error (error, G_IO_ERROR, (int) g_io_error_from_errno (saved),
                   _ ("Could not create the folder “%s”: %s"), folder, g_strerror (saved));
      return FALSE;
    }
  descriptor = lock (folder, error);
  if (descriptor < 0)
    return FALSE;
  /* Appends a line. A last line that another program has left truncated remains a separate line. */
  file = g_build_filename (folder, "consents", NULL);
  text = read_file (folder, error);
  is_added = FALSE;
  if (text != NULL)
    {
      if (has_line (text, line))
        is_added = TRUE;
      else
        {
          length = strlen (text);
          more = g_strconcat (text, length > 0 && text[length - 1] != '\n' ? "\n" : "", line, "\n",
                              NULL);
          if (strlen (more) > MAX_CONSENTS)
            {
              errno = EFBIG;
              is_added = set_errno_error (error, file);
            }
          else
            is_added = troupe_file_save (file, more, strlen (more), NULL, NULL, error);
        }
    }
  close (descriptor);
  return is_added;
}

/* Returns the line without the word after its digest. A line of which nothing but the digest is left would grant everything. (transfer full)
 * (nullable): NULL if no other word is left */
static char *
remove_word (const char *line, const char *word)
{
  g_auto (GStrv) parts = g_strsplit (line, " ", -1);
  g_autoptr (GString) left = g_string_new (parts[0]);
  gboolean has_other = FALSE;

  for (guint i = 1; parts[0] != NULL && parts[i] != NULL; i++)
    if (*parts[i] != '\0' && !g_str_equal (parts[i], word))
      {
        g_string_append_printf (left, " %s", parts[i]);
        has_other = TRUE;
      }
  return has_other ? g_string_free (g_steal_pointer (&left), FALSE) : NULL;
}

gboolean
troupe_permissions_remove_consent (const char *folder,
                                   const char *digest,
                                   const char *word,
                                   GError **error)
{
  g_autofree char *file = g_build_filename (folder, "consents", NULL);
  g_autofree char *start = g_strconcat (digest, " ", NULL);
  g_autoptr (GString) kept = g_string_new (NULL);
  g_autofree char *text = NULL;
  g_auto (GStrv) lines = NULL;
  gboolean is_saved = FALSE;
  int descriptor;

  if (!g_file_test (file, G_FILE_TEST_EXISTS))
    return TRUE;
  descriptor = lock (folder, error);
  if (descriptor < 0)
    return FALSE;
  text = read_file (folder, error);
  lines = g_strsplit (text != NULL ? text : "", "\n", -1);
  for (guint i = 0; lines[i] != NULL; i++)
    {
      g_autofree char *line =
          g_str_has_prefix (lines[i], start) ? remove_word (lines[i], word) : g_strdup (lines[i]);

      if (line != NULL && *line != '\0')
        g_string_append_printf (kept, "%s\n", line);
    }
  if (text != NULL)
    is_saved = troupe_file_save (file, kept->str, kept->len, NULL, NULL, error);
  close (descriptor);
  return is_saved;
}

/* Returns the stored consents. If they cannot be read, they count as not granted. */
char *
troupe_permissions_read_consents (const char *folder)
{
  return read_file (folder, NULL);
}

gboolean
troupe_permissions_were_granted (const char *folder, const char *digest)
{
  g_autofree char *text = NULL;

  g_return_val_if_fail (folder != NULL && digest != NULL, FALSE);

  text = troupe_permissions_read_consents (folder);
  return text != NULL && has_line (text, digest);
}

gboolean
troupe_permissions_grant (const char *folder, const char *digest, GError **error)
{
  g_return_val_if_fail (folder != NULL && digest != NULL, FALSE);

  return troupe_permissions_were_granted (folder, digest) ||
         troupe_permissions_add_consent (folder, digest, error);
}

guint
troupe_permissions_count_granted (const char *folder)
{
  g_autofree char *text = NULL;
  g_auto (GStrv) lines = NULL;
  g_autoptr (GHashTable) digests = g_hash_table_new (g_str_hash, g_str_equal);

  g_return_val_if_fail (folder != NULL, 0);

  text = troupe_permissions_read_consents (folder);
  lines = g_strsplit (text != NULL ? text : "", "\n", -1);
  for (guint i = 0; lines[i] != NULL; i++)
    {
      /* Consent to Python is a separate line with words after the digest. */
      lines[i][strcspn (lines[i], " ")] = '\0';
      if (*lines[i] != '\0')
        g_hash_table_add (digests, lines[i]);
    }
  return g_hash_table_size (digests);
}

/* Number of revocations in this process. */
static guint n_withdrawn;

guint
troupe_permissions_get_n_withdrawn (void)
{
  return (guint) g_atomic_int_get (&n_withdrawn);
}

gboolean
troupe_permissions_withdraw_all (const char *folder, GError **error)
{
  g_autofree char *file = NULL;
  gboolean is_saved;
  int descriptor;

  g_return_val_if_fail (folder != NULL, FALSE);

  g_atomic_int_inc (&n_withdrawn);
  if (!troupe_consent_record_delete_all (folder, error))
    return FALSE;
  file = g_build_filename (folder, "consents", NULL);
  if (!g_file_test (file, G_FILE_TEST_EXISTS))
    return TRUE;
  descriptor = lock (folder, error);
  if (descriptor < 0)
    return FALSE;
  is_saved = troupe_file_save (file, "", 0, NULL, NULL, error);
  close (descriptor);
  return is_saved;
}
