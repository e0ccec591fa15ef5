/* troupe-folder-block.c: renames and restores what code has left in a folder
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#define G_LOG_DOMAIN "troupe-folder-block"

#include "config.h"

#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "troupe-folder-block.h"
#include "troupe-folder-findings.h"
#include "troupe-folder.h"

/* Number of names that are tried for a renamed file, one after the other. Code may have used them all, but
 * not the random ones that follow. */
#define N_NAMES 100u
#define N_RANDOM_NAMES 100u

/* Bytes of a name that are kept if the new name would be too long. */
#define N_KEPT 100

#define SEARCHED (O_RDONLY | O_DIRECTORY | O_CLOEXEC)

/* Lets the user write in an open folder, which code may have made read-only. */
static gboolean
unlock (int folder)
{
  struct stat status;

  return fstat (folder, &status) == 0 && (status.st_mode & S_IRWXU) != S_IRWXU &&
         fchmod (folder, (status.st_mode & 07777) | S_IRWXU) == 0;
}

int
troupe_folder_block_open_root (int folder)
{
  int root = openat (folder, ".", SEARCHED);
  struct stat status;
  g_autofree char *path = NULL;

  if (root >= 0 || errno != EACCES)
    return root;
  /* The mode of a descriptor that cannot be read is changed by its path. */
  path = g_strdup_printf ("/proc/self/fd/%d", folder);
  if (fstat (folder, &status) == 0 && chmod (path, (status.st_mode & 07777) | S_IRWXU) == 0)
    return openat (folder, ".", SEARCHED);
  errno = EACCES;
  return -1;
}

int
troupe_folder_block_open (int place, const char *name)
{
  g_autofree char *path = NULL;
  struct stat status;
  int folder = -1;
  int locked = -1;

  g_return_val_if_fail (name != NULL, -1);

  folder = openat (place, name, SEARCHED | O_NOFOLLOW);
  /* Without the permission to search, nothing in it could be examined or renamed. */
  if (folder >= 0 && faccessat (folder, ".", X_OK, AT_EACCESS) != 0)
    unlock (folder);
  if (folder >= 0 || (errno != EACCES && errno != EPERM))
    return folder;
  locked = openat (place, name, O_PATH | O_DIRECTORY | O_NOFOLLOW | O_CLOEXEC);
  if (locked < 0)
    return -1;
  path = g_strdup_printf ("/proc/self/fd/%d", locked);
  if (fstat (locked, &status) == 0 && chmod (path, (status.st_mode & 07777) | S_IRWXU) == 0)
    folder = openat (place, name, SEARCHED | O_NOFOLLOW);
  else
    errno = EACCES;
  close (locked);
  return folder;
}

int
troupe_folder_block_open_above (int root, const char *path)
{
  g_autofree char *above = NULL;
  int exact = -1;
  int folder = -1;

  g_return_val_if_fail (path != NULL, -1);

  above = g_path_get_dirname (path);
  exact = troupe_folder_open_exact (root, g_str_equal (above, ".") ? "" : above);
  if (exact < 0)
    return -1;
  folder = openat (exact, ".", SEARCHED);
  close (exact);
  return folder;
}

/* Renames an entry of the open folder @place, and returns its new name, or %NULL with errno set. An entry that
 * keeps its name would also keep the record of a killed run. (transfer full) (nullable) */
static char *
try_names (int place, const char *name)
{
  int n_kept = (int) strlen (name);

  for (guint i = 0; i < N_NAMES + N_RANDOM_NAMES; i++)
    {
      g_autofree char *number =
          i > 0 ? g_strdup_printf ("%u", i < N_NAMES ? i : g_random_int ()) : NULL;
      g_autofree char *other = g_strdup_printf ("%.*s%s%s", n_kept, name, TROUPE_FOLDER_BLOCKED,
                                                number != NULL ? number : "");

      if (renameat2 (place, name, place, other, RENAME_NOREPLACE) == 0)
        return g_steal_pointer (&other);
      if (errno == ENAMETOOLONG && n_kept > N_KEPT)
        for (n_kept = N_KEPT; (name[n_kept] & 0xc0) == 0x80;)
          n_kept--;
      else if (errno != EEXIST)
        return NULL;
    }
  return NULL;
}

char *
troupe_folder_block_rename (int place, const char *name)
{
  char *other = NULL;

  g_return_val_if_fail (name != NULL, NULL);

  other = try_names (place, name);
  if (other == NULL && (errno == EACCES || errno == EPERM) && unlock (place))
    other = try_names (place, name);
  return other;
}

gboolean
troupe_folder_block_put_back (int root, const char *path, int above, const char *name)
{
  g_autofree char *base = NULL;
  gboolean is_back = FALSE;
  int folder = -1;
  int moved = -1;

  g_return_val_if_fail (path != NULL && name != NULL, FALSE);

  folder = troupe_folder_block_open_above (root, path);
  if (folder < 0)
    return FALSE;
  base = g_path_get_basename (path);
  is_back = renameat2 (folder, base, above, name, RENAME_NOREPLACE) == 0;
  if (!is_back && (errno == EACCES || errno == EPERM))
    {
      unlock (folder);
      moved = troupe_folder_block_open (folder, base);
      if (moved >= 0)
        unlock (moved);
      is_back = renameat2 (folder, base, above, name, RENAME_NOREPLACE) == 0;
    }
  if (moved >= 0)
    close (moved);
  close (folder);
  return is_back;
}
