/* troupe-names-copies.c: files that have other names outside of the sandbox
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#define G_LOG_DOMAIN "troupe-names"

#include "config.h"

#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <sys/sendfile.h>
#include <sys/stat.h>
#include <unistd.h>

#include "troupe-names-copies.h"
#include "troupe-names-rules.h"

/* Maximum size of a file that is copied, in bytes. Other calls wait meanwhile. */
#define MOST_BYTES ((off_t) 256 * 1024 * 1024)
/* Maximum number of links that are remembered; later ones are treated like those of others. */
#define MOST_LINKS 100000u

/* @links: set of keys of files */
struct _TroupeNamesCopies
{
  GHashTable *links;
};

TroupeNamesCopies *
troupe_names_copies_new (void)
{
  TroupeNamesCopies *self = g_new0 (TroupeNamesCopies, 1);

  self->links = g_hash_table_new_full (g_str_hash, g_str_equal, g_free, NULL);
  return self;
}

/* Returns a text that no other file has, also after this one was deleted. (transfer full) (nullable) @n_names: (out) */
static char *
make_key (int file, guint *n_names)
{
  struct statx status;

  if (statx (file, "", AT_EMPTY_PATH | AT_STATX_DONT_SYNC,
             STATX_TYPE | STATX_INO | STATX_NLINK | STATX_BTIME, &status) != 0)
    return NULL;
  *n_names = S_ISREG (status.stx_mode) ? status.stx_nlink : 1;
  return g_strdup_printf ("%x:%x %" G_GUINT64_FORMAT " %" G_GINT64_FORMAT ".%u",
                          status.stx_dev_major, status.stx_dev_minor, (guint64) status.stx_ino,
                          (gint64) status.stx_btime.tv_sec, status.stx_btime.tv_nsec);
}

void
troupe_names_copies_add_link (TroupeNamesCopies *self, int file)
{
  guint n_names = 0;
  g_autofree char *key = make_key (file, &n_names);

  g_return_if_fail (self != NULL);

  /* A file with other names stays shared. Those of O_TMPFILE have none. */
  if (key != NULL && n_names <= 1 && g_hash_table_size (self->links) < MOST_LINKS)
    g_hash_table_add (self->links, g_steal_pointer (&key));
}

gboolean
troupe_names_copies_is_shared (TroupeNamesCopies *self, int file)
{
  guint n_names = 0;
  g_autofree char *key = make_key (file, &n_names);

  g_return_val_if_fail (self != NULL, TRUE);

  return key == NULL || (n_names > 1 && !g_hash_table_contains (self->links, key));
}

/* Returns 0 or an errno. */
static int
copy_content (int from, int to, off_t size)
{
  off_t at = 0;

  if (size > MOST_BYTES)
    return EFBIG;
  while (at < size)
    {
      const gssize n_copied = sendfile (to, from, &at, (gsize) (size - at));

      if (n_copied <= 0)
        return n_copied < 0 ? errno : EIO;
    }
  return 0;
}

/* Writes a copy of the open file @source into the folder. Returns 0 or an errno. */
static int
write_copy (int folder, const char *name, int source, const struct stat *status, gboolean is_empty)
{
  const struct timespec times[2] = { status->st_atim, status->st_mtim };
  const int copy = openat (folder, name, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0600);
  int reason = copy >= 0 ? 0 : errno;

  if (reason == 0 && !is_empty)
    reason = copy_content (source, copy, status->st_size);
  if (reason == 0 && fchmod (copy, status->st_mode & 0777) != 0)
    reason = errno;
  if (reason == 0 && futimens (copy, times) != 0)
    reason = errno;
  if (copy >= 0)
    close (copy);
  return reason;
}

int
troupe_names_copies_separate (int *file, int flags, gboolean is_empty)
{
  g_autofree char *path = troupe_names_rules_describe (*file, NULL);
  g_autofree char *above = g_path_get_dirname (path);
  g_autofree char *name = g_path_get_basename (path);
  g_autofree char *copy =
      g_strdup_printf (".troupe-copy-%08x%08x", g_random_int (), g_random_int ());
  g_autofree char *link = g_strdup_printf ("/proc/self/fd/%d", *file);
  const int folder = open (above, O_PATH | O_DIRECTORY | O_CLOEXEC);
  const int source = is_empty ? -1 : open (link, O_RDONLY | O_NOCTTY | O_NONBLOCK | O_CLOEXEC);
  struct stat status;
  struct stat found;
  int separate = -1;
  int reason = folder >= 0 && (is_empty || source >= 0) ? 0 : errno;

  if (reason == 0 &&
      (fstat (*file, &status) != 0 || fstatat (folder, name, &found, AT_SYMLINK_NOFOLLOW) != 0))
    reason = errno;
  /* The name may have been removed, or given to another file. */
  if (reason == 0 && (status.st_dev != found.st_dev || status.st_ino != found.st_ino))
    reason = EACCES;
  if (reason == 0)
    {
      reason = write_copy (folder, copy, source, &status, is_empty);
      if (reason == 0 && renameat (folder, copy, folder, name) != 0)
        reason = errno;
      if (reason != 0)
        unlinkat (folder, copy, 0);
    }
  if (reason == 0)
    {
      separate = openat (folder, name, flags | O_NOFOLLOW | O_CLOEXEC);
      reason = separate >= 0 ? 0 : errno;
    }
  if (reason == 0)
    {
      close (*file);
      *file = separate;
    }
  if (source >= 0)
    close (source);
  if (folder >= 0)
    close (folder);
  return reason;
}
