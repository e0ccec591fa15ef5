/* troupe-names-walk.c: finds the folder and the name to which a path of another process leads
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#define G_LOG_DOMAIN "troupe-names"

#include "config.h"

#include <errno.h>
#include <fcntl.h>
#include <linux/magic.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <sys/vfs.h>
#include <unistd.h>

#include "troupe-names-walk.h"

/* As in the kernel. */
#define MOST_LINKS 40u
/* The inode of the root of each `/proc`. */
#define PROC_ROOT 1u

#define FOLDER_FLAGS (O_PATH | O_DIRECTORY | O_CLOEXEC)

/* Takes @folder instead of the one that was reached. */
static int
move_to (TroupeNamesWalk *self, int folder)
{
  g_assert (self != NULL);

  if (folder < 0)
    return errno;
  if (self->parent >= 0)
    close (self->parent);
  self->parent = folder;
  return 0;
}

static gboolean
is_in_proc (int file)
{
  struct statfs status;

  return fstatfs (file, &status) == 0 && status.f_type == PROC_SUPER_MAGIC;
}

gboolean
troupe_names_walk_is_foreign (const TroupeNamesCaller *caller, int file)
{
  char link[64];
  char path[PATH_MAX];
  gssize length;

  g_return_val_if_fail (caller != NULL, TRUE);

  if (!is_in_proc (file))
    return FALSE;
  g_snprintf (link, sizeof link, "/proc/self/fd/%d", file);
  length = readlink (link, path, sizeof path - 1);
  if (length <= 0)
    return TRUE;
  path[length] = '\0';
  for (const char *at = path; at != NULL; at = strchr (at + 1, '/'))
    {
      char *end = NULL;
      const long number = strtol (at + 1, &end, 10);

      /* Of the first process on the way; its threads are below it. */
      if (end > at + 1 && (*end == '/' || *end == '\0'))
        return !troupe_names_caller_is (caller, number);
    }
  return FALSE;
}

/* Opens what a link of `/proc` leads to, which has no path in general. */
static int
jump (const TroupeNamesCaller *caller, int folder, const char *name)
{
  if (troupe_names_walk_is_foreign (caller, folder))
    {
      errno = EACCES;
      return -1;
    }
  return openat (folder, name, O_PATH | O_CLOEXEC);
}

/* Reads the link @name of the folder that was reached. @target: as for troupe_names_walk_follow(). Returns 0 or an errno,
 * EINVAL if it is no link. */
static int
read_link (TroupeNamesWalk *self, const char *name, char *text, int *target)
{
  const gssize length = readlinkat (self->parent, name, text, PATH_MAX - 1);
  struct stat status;

  g_assert (self != NULL);

  *target = -1;
  if (length < 0)
    return errno;
  text[length] = '\0';
  if (++self->n_links > MOST_LINKS)
    return ELOOP;
  if (!is_in_proc (self->parent))
    return length > 0 ? 0 : ENOENT;
  if (fstat (self->parent, &status) == 0 && status.st_ino == PROC_ROOT)
    {
      if (strcmp (name, "self") == 0)
        g_snprintf (text, PATH_MAX, "%d", (int) self->caller->pid);
      else if (strcmp (name, "thread-self") == 0)
        g_snprintf (text, PATH_MAX, "%d/task/%d", (int) self->caller->pid, (int) self->caller->pid);
      return 0;
    }
  *target = jump (self->caller, self->parent, name);
  return *target >= 0 ? 0 : errno;
}

/* Goes to the folder above, but not above the root of the caller. */
static int
go_up (TroupeNamesWalk *self)
{
  TroupeNamesPlace here;
  TroupeNamesPlace top;
  const int root = troupe_names_caller_open (self->caller, "root", O_DIRECTORY);
  int reason = root >= 0 ? 0 : errno;

  g_assert (self != NULL);

  if (reason == 0)
    reason = troupe_names_place_get (&top, root);
  if (reason == 0)
    reason = troupe_names_place_get (&here, self->parent);
  if (root >= 0)
    close (root);
  if (reason != 0 ||
      (here.device == top.device && here.inode == top.inode && here.mount == top.mount))
    return reason;
  return move_to (self, openat (self->parent, "..", FOLDER_FLAGS));
}

static int walk (TroupeNamesWalk *self, const char *path, gboolean whole);

/* Goes to the folder @name, or where a link with this name leads. */
static int
go_down (TroupeNamesWalk *self, const char *name)
{
  const int folder = openat (self->parent, name, FOLDER_FLAGS | O_NOFOLLOW);
  char text[PATH_MAX];
  int target = -1;
  int reason;

  g_assert (self != NULL);

  if (folder >= 0 || (errno != ENOTDIR && errno != ELOOP))
    return move_to (self, folder);
  reason = read_link (self, name, text, &target);
  if (reason != 0)
    return reason == EINVAL ? ENOTDIR : reason;
  if (target < 0)
    return walk (self, text, TRUE);
  reason = move_to (self, openat (target, ".", FOLDER_FLAGS));
  close (target);
  return reason;
}

/* Follows @path from the folder that was reached. @whole: whether the last name is followed as well, otherwise it is stored. */
static int
walk (TroupeNamesWalk *self, const char *path, gboolean whole)
{
  const char *at = path;
  int reason = 0;

  g_assert (self != NULL);

  if (*at == '/')
    reason = move_to (self, troupe_names_caller_open (self->caller, "root", O_DIRECTORY));
  if (!whole)
    *self->name = '\0';
  while (reason == 0)
    {
      char name[NAME_MAX + 1];
      gsize length;
      const char *next;

      at += strspn (at, "/");
      length = strcspn (at, "/");
      if (length == 0)
        break;
      if (length > NAME_MAX)
        return ENAMETOOLONG;
      memcpy (name, at, length);
      name[length] = '\0';
      next = at + length + strspn (at + length, "/");
      if (!whole && *next == '\0')
        {
          memcpy (self->name, name, length + 1);
          self->has_slash = self->has_slash || at[length] == '/';
          break;
        }
      if (strcmp (name, "..") == 0)
        reason = go_up (self);
      else if (strcmp (name, ".") != 0)
        reason = go_down (self, name);
      at = next;
    }
  return reason;
}

int
troupe_names_walk_begin (TroupeNamesWalk *self, int folder, const char *path)
{
  int reason = 0;

  g_return_val_if_fail (self != NULL && path != NULL, EINVAL);

  self->has_slash = FALSE;
  if (*path != '/')
    reason =
        move_to (self, troupe_names_caller_open_descriptor (self->caller, folder, O_DIRECTORY));
  return reason != 0 ? reason : walk (self, path, FALSE);
}

int
troupe_names_walk_follow (TroupeNamesWalk *self, int *target)
{
  g_autofree char *name = NULL;
  char text[PATH_MAX];
  int reason;

  g_return_val_if_fail (self != NULL && target != NULL, EINVAL);

  name = g_strdup (self->name);
  reason = read_link (self, name, text, target);
  return reason != 0 || *target >= 0 ? reason : walk (self, text, FALSE);
}

gboolean
troupe_names_walk_has_name (const TroupeNamesWalk *self)
{
  g_return_val_if_fail (self != NULL, FALSE);

  return *self->name != '\0' && strcmp (self->name, ".") != 0 && strcmp (self->name, "..") != 0;
}

void
troupe_names_walk_clear (TroupeNamesWalk *self)
{
  if (self->parent >= 0)
    close (self->parent);
  self->parent = -1;
}

int
troupe_names_walk_open (TroupeNamesWalk *walk, int folder, guint64 address, int flags, int *file)
{
  char path[PATH_MAX];
  int reason = troupe_names_caller_read_path (walk->caller, address, path);

  if (reason == ENOENT && (flags & AT_EMPTY_PATH) != 0 && *path == '\0')
    {
      *file = troupe_names_caller_open_descriptor (walk->caller, folder, 0);
      return *file >= 0 ? 0 : errno;
    }
  if (reason == 0)
    reason = troupe_names_walk_begin (walk, folder, path);
  while (reason == 0 && *file < 0)
    {
      const gboolean has_name = troupe_names_walk_has_name (walk);
      struct stat status;

      *file = openat (walk->parent, has_name ? walk->name : ".", O_PATH | O_NOFOLLOW | O_CLOEXEC);
      if (*file < 0 || fstat (*file, &status) != 0)
        return errno;
      if (has_name && S_ISLNK (status.st_mode) &&
          ((flags & AT_SYMLINK_FOLLOW) != 0 || walk->has_slash))
        {
          close (g_steal_fd (file));
          reason = troupe_names_walk_follow (walk, file);
        }
      else if (walk->has_slash && !S_ISDIR (status.st_mode))
        reason = ENOTDIR;
    }
  return reason;
}
