/* troupe-folder-stamp.c: detects changes in a folder without reading its files
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#define G_LOG_DOMAIN "troupe-folder-stamp"

#include "config.h"

#include <dirent.h>
#include <fcntl.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "troupe-folder-policy.h"
#include "troupe-folder-stamp.h"
#include "troupe-folder.h"

#define MAX_DEPTH 64u

typedef struct
{
  GChecksum *checksum;
  guint n_entries;
} Walk;

static gboolean add_folder (Walk *self, int descriptor, guint depth);

static int
compare (gconstpointer a, gconstpointer b)
{
  return strcmp (*(const char *const *) a, *(const char *const *) b);
}

static gboolean
add_entry (Walk *self, int folder, const char *name, guint depth)
{
  g_autofree char *line = NULL;
  struct stat status;

  g_assert (self != NULL);

  if (fstatat (folder, name, &status, AT_SYMLINK_NOFOLLOW) != 0)
    return FALSE;
  line = g_strdup_printf ("%u %o %" G_GUINT64_FORMAT ":%" G_GUINT64_FORMAT " %" G_GINT64_FORMAT
                          " %" G_GINT64_FORMAT ".%09ld %" G_GINT64_FORMAT ".%09ld",
                          depth, status.st_mode, (guint64) status.st_dev, (guint64) status.st_ino,
                          S_ISDIR (status.st_mode) ? 0 : (gint64) status.st_size,
                          (gint64) status.st_mtim.tv_sec, status.st_mtim.tv_nsec,
                          (gint64) status.st_ctim.tv_sec, status.st_ctim.tv_nsec);
  g_checksum_update (self->checksum, (const guchar *) name, (gssize) strlen (name) + 1);
  g_checksum_update (self->checksum, (const guchar *) line, (gssize) strlen (line) + 1);
  if (++self->n_entries > TROUPE_FOLDER_LIMIT_ENTRIES)
    return FALSE;
  return !S_ISDIR (status.st_mode) ||
         add_folder (self, openat (folder, name, O_RDONLY | O_DIRECTORY | O_NOFOLLOW | O_CLOEXEC),
                     depth + 1);
}

/* Adds the entries of a folder, sorted by name, and closes @descriptor. */
static gboolean
add_folder (Walk *self, int descriptor, guint depth)
{
  g_autoptr (GPtrArray) names = g_ptr_array_new_with_free_func (g_free);
  DIR *stream = descriptor >= 0 && depth < MAX_DEPTH ? fdopendir (descriptor) : NULL;
  const struct dirent *entry = NULL;
  gboolean is_whole = stream != NULL;

  g_assert (self != NULL);

  if (stream == NULL && descriptor >= 0)
    close (descriptor);
  while (stream != NULL && names->len <= TROUPE_FOLDER_LIMIT_ENTRIES &&
         (entry = readdir (stream)) != NULL)
    if (!g_str_equal (entry->d_name, ".") && !g_str_equal (entry->d_name, ".."))
      g_ptr_array_add (names, g_strdup (entry->d_name));
  g_ptr_array_sort (names, compare);
  for (guint i = 0; is_whole && i < names->len; i++)
    is_whole = add_entry (self, dirfd (stream), names->pdata[i], depth);
  if (stream != NULL)
    closedir (stream);
  return is_whole;
}

char *
troupe_folder_make_stamp (const char *folder, const char *path)
{
  g_autoptr (GChecksum) checksum = g_checksum_new (G_CHECKSUM_SHA256);
  Walk walk = { .checksum = checksum };
  int root = -1;
  int descriptor = -1;
  gboolean is_whole;

  g_return_val_if_fail (folder != NULL && path != NULL, NULL);

  root = open (folder, O_RDONLY | O_DIRECTORY | O_CLOEXEC);
  if (root >= 0)
    descriptor = troupe_folder_open_beneath (root, path, O_RDONLY | O_DIRECTORY, FALSE, NULL);
  is_whole = add_folder (&walk, descriptor, 0);
  if (root >= 0)
    close (root);
  return is_whole ? g_strdup (g_checksum_get_string (checksum)) : NULL;
}
