/* troupe-consent-key.c: recognizes values of keys without storing them
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#define G_LOG_DOMAIN "troupe-consent-key"

#include "config.h"

#include <errno.h>
#include <fcntl.h>
#include <string.h>
#include <sys/random.h>
#include <unistd.h>

#include "troupe-consent-key.h"
#include "troupe-file.h"
#include "troupe-store.h"

/* Name of the file in the data folder. */
#define FILE_NAME "consent-key"
/* Length of the number, in bytes. */
#define N_BYTES 32u

/* The number of this process, once @has_number is set. */
static GMutex lock;
static guint8 number[N_BYTES];
static gboolean has_number;

static gboolean
read_number (const char *path)
{
  const int file = open (path, O_RDONLY | O_NOFOLLOW | O_CLOEXEC);
  gssize length = -1;

  if (file >= 0)
    {
      length = read (file, number, N_BYTES);
      close (file);
    }
  return length == N_BYTES;
}

/* Stores the number under a name that no other process has, and gives it the final one when it is complete, unless another
 * process was faster. */
static void
store_number (const char *path)
{
  g_autofree char *other = g_strdup_printf ("%s.%d", path, (int) getpid ());
  const int file = open (other, O_WRONLY | O_CREAT | O_EXCL | O_NOFOLLOW | O_CLOEXEC, 0600);
  gboolean is_written = FALSE;

  if (file < 0)
    {
      g_debug ("Could not store %s: %s", path, g_strerror (errno));
      return;
    }
  is_written = troupe_file_write_all (file, (const char *) number, N_BYTES) && fsync (file) == 0;
  close (file);
  if (is_written && link (other, path) != 0 && errno == EEXIST)
    read_number (path);
  unlink (other);
}

char *
troupe_consent_key_hash (const char *value)
{
  char *hash = NULL;

  g_return_val_if_fail (value != NULL, NULL);

  g_mutex_lock (&lock);
  if (!has_number)
    {
      g_autofree char *folder = troupe_store_get_default_folder ();
      g_autofree char *path = g_build_filename (folder, FILE_NAME, NULL);

      has_number = TRUE;
      if (!read_number (path))
        {
          while (getrandom (number, N_BYTES, 0) != (gssize) N_BYTES)
            ;
          if (g_mkdir_with_parents (folder, 0700) == 0)
            store_number (path);
        }
    }
  hash = g_compute_hmac_for_string (G_CHECKSUM_SHA256, number, N_BYTES, value, -1);
  g_mutex_unlock (&lock);
  return hash;
}
