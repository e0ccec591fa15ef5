/* troupe-folder-watch.c: renames protected files that code has created in a folder
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#define G_LOG_DOMAIN "troupe-folder-watch"

#include "config.h"

#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "troupe-file.h"
#include "troupe-folder-lease.h"
#include "troupe-folder-name.h"
#include "troupe-folder-policy.h"
#include "troupe-folder-watch.h"

/* Number of names that are tried for a renamed file. */
#define N_NAMES 100u

/* Maximum depth of folders that are searched. A sandbox does not start if a folder is deeper, so that
 * a deeper one was created by code. */
#define MOST_DEPTH 128u

/* What a watched path was at the start. @target: (nullable): of a link */
typedef struct
{
  mode_t type;
  ino_t inode;
  char *target;
} Known;

/* @home: (nullable): the home folder relative to @folder, which sandboxes do not contain;
 * @known: (element-type utf8 Known): the watched paths that existed at the start, or before code of
 * another run was started that has not ended; @granted: (element-type utf8): hidden folders in which code
 * may create files; @lease: (nullable) */
struct _TroupeFolderWatch
{
  char *folder;
  char *home;
  GHashTable *known;
  GPtrArray *granted;
  TroupeFolderLease *lease;
};

/* A search of the folder: at the start, which adds to the known paths, or at the end, which renames.
 * @blocked: (nullable): receives the paths; %NULL at the start; @left: (nullable): those that could
 * not be renamed; @renamed: the new paths */
typedef struct
{
  TroupeFolderWatch *watch;
  GStrvBuilder *blocked;
  GStrvBuilder *left;
  GHashTable *renamed;
} Search;

/* Position in the search. @in_package: whether a folder above contains installed packages */
typedef struct
{
  int descriptor;
  const char *path;
  TroupeFolderTrail trail;
  gboolean in_package;
  guint depth;
} Place;

static void
known_free (gpointer data)
{
  Known *known = data;

  g_free (known->target);
  g_free (known);
}

/* Returns the target of a link. (transfer full) (nullable) */
static char *
read_target (int folder, const char *name, const struct stat *status)
{
  char target[4096];
  gssize length = S_ISLNK (status->st_mode) ? readlinkat (folder, name, target, sizeof target) : -1;

  return length >= 0 ? g_strndup (target, (gsize) length) : NULL;
}

/* Returns TRUE if the path is what it was at the start. Code cannot replace a file or folder that the
 * sandbox hides or makes read-only, but it can replace a link. */
static gboolean
is_known (Search *search, int folder, const char *name, const char *path, const struct stat *status)
{
  const Known *known = g_hash_table_lookup (search->watch->known, path);
  g_autofree char *target = read_target (folder, name, status);

  return known != NULL && known->type == (status->st_mode & S_IFMT) &&
         (S_ISREG (status->st_mode) || known->inode == status->st_ino) &&
         g_strcmp0 (known->target, target) == 0;
}

static void
add_known (Search *search,
           int folder,
           const char *name,
           const char *path,
           const struct stat *status)
{
  Known *known = g_new0 (Known, 1);

  known->type = status->st_mode & S_IFMT;
  known->inode = status->st_ino;
  known->target = read_target (folder, name, status);
  g_hash_table_replace (search->watch->known, g_strdup (path), known);
}

/* Returns TRUE for the new name of a file that another run has renamed. No program reads it. */
static gboolean
is_blocked (const char *name)
{
  const char *end = g_strrstr (name, TROUPE_FOLDER_BLOCKED);

  if (end == NULL || end == name)
    return FALSE;
  end += strlen (TROUPE_FOLDER_BLOCKED);
  return strspn (end, "0123456789") == strlen (end);
}

/* Adds @name to the trail of @place. Each hidden file may start programs, because no list of the
 * configurations of all programs is complete. */
static gboolean
is_watched (Place *place, const char *name)
{
  const gboolean in_git = place->trail.in_git;
  const gboolean is_fixed = troupe_folder_name_is_fixed (&place->trail, name);
  const gboolean is_hidden =
      troupe_folder_name_is_unknown (&place->trail, name) && !troupe_folder_name_is_cache (name);
  const gboolean is_protected = troupe_folder_name_is_protected (&place->trail, name);

  if (troupe_folder_name_is_repository (name))
    return TRUE;
  return (is_fixed || is_protected || is_hidden) && (!place->in_package || in_git) &&
         !is_blocked (name);
}

/* Lets the user write in an open folder, which code may have made read-only. */
static gboolean
unlock (int folder)
{
  struct stat status;

  return fstat (folder, &status) == 0 && (status.st_mode & S_IRWXU) != S_IRWXU &&
         fchmod (folder, (status.st_mode & 07777) | S_IRWXU) == 0;
}

/* Opens a folder in @place, also one that code has locked. Returns -1 if that fails. */
static int
open_folder (int place, const char *name)
{
  int folder = openat (place, name, O_RDONLY | O_DIRECTORY | O_NOFOLLOW | O_CLOEXEC);
  g_autofree char *path = NULL;
  struct stat status;
  int locked;

  if (folder >= 0 || (errno != EACCES && errno != EPERM))
    return folder;
  locked = openat (place, name, O_PATH | O_DIRECTORY | O_NOFOLLOW | O_CLOEXEC);
  if (locked < 0)
    return -1;
  path = g_strdup_printf ("/proc/self/fd/%d", locked);
  if (fstat (locked, &status) == 0 && chmod (path, (status.st_mode & 07777) | S_IRWXU) == 0)
    folder = openat (place, name, O_RDONLY | O_DIRECTORY | O_NOFOLLOW | O_CLOEXEC);
  close (locked);
  return folder;
}

/* Renames an entry of the open folder @place, and returns its new name. Never replaces another file.
 * (transfer full) (nullable) */
static char *
try_names (int place, const char *name)
{
  for (guint i = 0; i < N_NAMES; i++)
    {
      g_autofree char *other = i == 0 ? g_strconcat (name, TROUPE_FOLDER_BLOCKED, NULL)
                                      : g_strdup_printf ("%s%s%u", name, TROUPE_FOLDER_BLOCKED, i);

      if (renameat2 (place, name, place, other, RENAME_NOREPLACE) == 0)
        return g_steal_pointer (&other);
      if (errno != EEXIST)
        return NULL;
    }
  return NULL;
}

/* Same, also in a folder that code has made read-only. */
static char *
block (int place, const char *name)
{
  char *other = try_names (place, name);

  if (other == NULL && (errno == EACCES || errno == EPERM) && unlock (place))
    other = try_names (place, name);
  return other;
}

/* Records the entry at the start, and renames it at the end if it is not what it was. Returns TRUE if
 * it was renamed. */
static gboolean
handle (Search *search, int folder, const char *name, const char *path, const struct stat *status)
{
  g_autofree char *other = NULL;
  g_autofree char *parent = NULL;

  if (search->blocked == NULL)
    {
      add_known (search, folder, name, path, status);
      return FALSE;
    }
  if (is_known (search, folder, name, path, status))
    return FALSE;
  other = block (folder, name);
  if (other == NULL)
    {
      g_strv_builder_add (search->left, path);
      return FALSE;
    }
  parent = g_path_get_dirname (path);
  g_hash_table_add (search->renamed, g_str_equal (parent, ".")
                                         ? g_strdup (other)
                                         : g_build_filename (parent, other, NULL));
  g_strv_builder_add (search->blocked, path);
  return TRUE;
}

/* Returns TRUE if the entry of @place is a hidden folder that was granted, or leads to one. */
static gboolean
is_granted (Search *search, const Place *place, const char *name, const char *path)
{
  TroupeFolderTrail trail = place->trail;

  for (guint i = 0; i < search->watch->granted->len; i++)
    if (troupe_path_is_within (g_ptr_array_index (search->watch->granted, i), path))
      return !troupe_folder_name_is_fixed (&trail, name) &&
             !troupe_folder_name_is_repository (name) &&
             !troupe_folder_name_is_protected (&trail, name);
  return FALSE;
}

static void search_folder (Search *search, const Place *place);

/* @type: of the directory entry, such as %DT_REG */
static void
search_entry (Search *search,
              const Place *place,
              const char *name,
              unsigned char type,
              const char *path)
{
  g_autofree char *folded = troupe_folder_name_fold (name);
  Place inner = *place;
  gboolean is_of_interest = is_watched (&inner, folded);
  struct stat status;

  /* Nearly all files, such as those of Git's object database. */
  if ((type == DT_REG && !is_of_interest) ||
      fstatat (place->descriptor, name, &status, AT_SYMLINK_NOFOLLOW) != 0)
    return;
  if (S_ISDIR (status.st_mode) && is_granted (search, place, folded, path))
    is_of_interest = FALSE;
  is_of_interest = is_of_interest || (S_ISDIR (status.st_mode) && place->depth + 1 > MOST_DEPTH);
  if (is_of_interest && handle (search, place->descriptor, name, path, &status))
    return;
  if (!S_ISDIR (status.st_mode) || place->depth + 1 > MOST_DEPTH)
    return;
  inner.in_package = place->in_package || troupe_folder_name_is_package (&place->trail, folded);
  /* A folder that was locked at the start remains so. */
  inner.descriptor =
      search->blocked != NULL && !g_hash_table_contains (search->watch->known, path)
          ? open_folder (place->descriptor, name)
          : openat (place->descriptor, name, O_RDONLY | O_DIRECTORY | O_NOFOLLOW | O_CLOEXEC);
  /* Nothing could be found in a folder that code has locked. */
  if (inner.descriptor < 0 && (errno == EACCES || errno == EPERM))
    handle (search, place->descriptor, name, path, &status);
  inner.path = path;
  inner.depth++;
  search_folder (search, &inner);
}

/* Git takes a folder with these entries for a repository, whatever its name is. Without `HEAD`, it is
 * not a repository. */
static void
handle_bare (Search *search, const Place *place)
{
  static const char *const parts[] = { "objects", "refs", "HEAD" };
  g_autofree char *path =
      *place->path != '\0' ? g_strconcat (place->path, "/HEAD", NULL) : g_strdup ("HEAD");
  struct stat status;

  for (guint i = 0; i < G_N_ELEMENTS (parts); i++)
    if (fstatat (place->descriptor, parts[i], &status, AT_SYMLINK_NOFOLLOW) != 0)
      return;
  handle (search, place->descriptor, "HEAD", path, &status);
}

/* Closes the descriptor of @place. */
static void
search_folder (Search *search, const Place *place)
{
  DIR *stream = place->descriptor >= 0 ? fdopendir (place->descriptor) : NULL;
  const struct dirent *entry = NULL;

  if (stream == NULL)
    {
      if (place->descriptor >= 0)
        close (place->descriptor);
      return;
    }
  while ((entry = readdir (stream)) != NULL)
    {
      g_autofree char *path = NULL;

      if (g_str_equal (entry->d_name, ".") || g_str_equal (entry->d_name, ".."))
        continue;
      path = *place->path != '\0' ? g_strconcat (place->path, "/", entry->d_name, NULL)
                                  : g_strdup (entry->d_name);
      if (!g_hash_table_contains (search->renamed, path) &&
          g_strcmp0 (path, search->watch->home) != 0)
        search_entry (search, place, entry->d_name, entry->d_type, path);
    }
  handle_bare (search, place);
  closedir (stream);
}

/* Opens the watched folder at the end, also if code has locked it. */
static int
open_root (const char *folder)
{
  int root = open (folder, O_RDONLY | O_DIRECTORY | O_CLOEXEC);
  struct stat status;

  if (root < 0 && errno == EACCES && stat (folder, &status) == 0 &&
      chmod (folder, (status.st_mode & 07777) | S_IRWXU) == 0)
    root = open (folder, O_RDONLY | O_DIRECTORY | O_CLOEXEC);
  return root;
}

/* @blocked: (nullable): receives the renamed paths; %NULL to record what exists; @left: (nullable):
 * those that could not be renamed */
static void
search_all (TroupeFolderWatch *self, GStrvBuilder *blocked, GStrvBuilder *left)
{
  g_autoptr (GHashTable) renamed = g_hash_table_new_full (g_str_hash, g_str_equal, g_free, NULL);
  Search search = { self, blocked, left, renamed };
  const Place root = { .descriptor = blocked != NULL
                                         ? open_root (self->folder)
                                         : open (self->folder, O_RDONLY | O_DIRECTORY | O_CLOEXEC),
                       .path = "" };

  search_folder (&search, &root);
}

/* --- Other runs ------------------------------------------------------------------------------- */

/* (transfer full) */
static char *
write_known (const Known *known)
{
  return g_strdup_printf ("%" G_GUINT64_FORMAT " %" G_GUINT64_FORMAT "%s%s", (guint64) known->type,
                          (guint64) known->inode, known->target != NULL ? "\n" : "",
                          known->target != NULL ? known->target : "");
}

/* (transfer full) */
static Known *
read_known (const char *text)
{
  Known *known = g_new0 (Known, 1);
  const char *target = strchr (text, '\n');
  char *end = NULL;

  known->type = (mode_t) g_ascii_strtoull (text, &end, 10);
  known->inode = (ino_t) g_ascii_strtoull (end, NULL, 10);
  known->target = target != NULL ? g_strdup (target + 1) : NULL;
  return known;
}

/* Replaces what was found where code of other runs may write. */
static void
take_others (TroupeFolderWatch *self)
{
  GHashTableIter iter;
  gpointer path;
  gpointer data;

  g_assert (self != NULL);

  g_hash_table_iter_init (&iter, self->known);
  while (g_hash_table_iter_next (&iter, &path, NULL))
    {
      g_autofree char *whole = g_build_filename (self->folder, path, NULL);

      if (troupe_folder_lease_has_other (self->lease, whole))
        g_hash_table_iter_remove (&iter);
    }
  g_hash_table_iter_init (&iter, troupe_folder_lease_get_others (self->lease));
  while (g_hash_table_iter_next (&iter, &path, &data))
    {
      const char *rest = troupe_path_is_within (path, self->folder)
                             ? (const char *) path + strlen (self->folder)
                             : "";

      while (*rest == '/')
        rest++;
      if (*rest != '\0')
        g_hash_table_replace (self->known, g_strdup (rest), read_known (data));
    }
}

static void
publish (TroupeFolderWatch *self)
{
  g_autoptr (GHashTable) records = g_hash_table_new_full (g_str_hash, g_str_equal, g_free, g_free);
  GHashTableIter iter;
  gpointer path;
  gpointer known;

  g_assert (self != NULL);

  g_hash_table_iter_init (&iter, self->known);
  while (g_hash_table_iter_next (&iter, &path, &known))
    g_hash_table_replace (records, g_build_filename (self->folder, path, NULL),
                          write_known (known));
  troupe_folder_lease_publish (self->lease, records);
}

/* Records what the folder contains. A folder that code of other runs may change is not searched. */
static void
record (TroupeFolderWatch *self)
{
  g_autofree char *hole =
      self->home != NULL ? g_build_filename (self->folder, self->home, NULL) : NULL;

  g_assert (self != NULL);

  self->lease = troupe_folder_lease_new (self->folder, hole);
  if (self->lease == NULL || !troupe_folder_lease_has_other (self->lease, self->folder))
    search_all (self, NULL, NULL);
  if (self->lease == NULL)
    return;
  take_others (self);
  publish (self);
}

/* --- The object ------------------------------------------------------------------------------- */

TroupeFolderWatch *
troupe_folder_watch_new (const char *folder)
{
  g_autoptr (TroupeFolderPolicy) policy = NULL;
  g_autofree char *home = NULL;
  TroupeFolderWatch *self = NULL;

  g_return_val_if_fail (folder != NULL, NULL);

  if (troupe_folder_policy_is_shared (folder))
    return NULL;
  policy = troupe_folder_policy_new (folder);
  if (troupe_folder_policy_list_hidden (policy, NULL) == NULL)
    return NULL;
  self = g_new0 (TroupeFolderWatch, 1);
  self->folder = troupe_path_resolve (folder);
  self->known = g_hash_table_new_full (g_str_hash, g_str_equal, g_free, known_free);
  self->granted = g_ptr_array_new_with_free_func (g_free);
  home = troupe_path_resolve (g_get_home_dir ());
  if (troupe_path_is_within (home, self->folder))
    self->home = g_strdup (home + strlen (self->folder) + 1);
  record (self);

  return self;
}

void
troupe_folder_watch_free (TroupeFolderWatch *self)
{
  if (self == NULL)
    return;
  troupe_folder_lease_free (self->lease);
  g_hash_table_unref (self->known);
  g_ptr_array_unref (self->granted);
  g_free (self->folder);
  g_free (self->home);
  g_free (self);
}

const char *
troupe_folder_watch_get_folder (TroupeFolderWatch *self)
{
  g_return_val_if_fail (self != NULL, NULL);

  return self->folder;
}

void
troupe_folder_watch_grant (TroupeFolderWatch *self, const char *path)
{
  g_return_if_fail (self != NULL && path != NULL);

  if (troupe_path_is_within (path, self->folder) && !g_str_equal (path, self->folder))
    g_ptr_array_add (self->granted, g_strdup (path + strlen (self->folder) + 1));
}

char **
troupe_folder_watch_end (TroupeFolderWatch *self, char ***left)
{
  g_autoptr (GStrvBuilder) blocked = g_strv_builder_new ();
  g_autoptr (GStrvBuilder) failed = g_strv_builder_new ();

  g_return_val_if_fail (self != NULL && left != NULL, NULL);

  search_all (self, blocked, failed);
  *left = g_strv_builder_end (failed);

  return g_strv_builder_end (blocked);
}
