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
#include "troupe-folder-lease-file.h"
#include "troupe-folder-lease.h"
#include "troupe-folder-link.h"
#include "troupe-folder-name.h"
#include "troupe-folder-policy.h"
#include "troupe-folder-record.h"
#include "troupe-folder-watch.h"
#include "troupe-folder.h"
#include "troupe-git-hooks.h"
#include "troupe-own-folders.h"

/* Number of names that are tried for a renamed file, one after the other. Code may have used them all, but
 * not the random ones that follow. */
#define N_NAMES 100u
#define N_RANDOM_NAMES 100u

/* Bytes of a name that are kept if the new name would be too long. */
#define N_KEPT 100

/* Maximum depth of folders that are searched. A sandbox does not start if a folder is deeper, so that
 * a deeper one was created by code. */
#define MOST_DEPTH 128u

/* @roots: (array zero-terminated=1): folders to which links may lead; @limit_ns: (0: none): time after which code
 * cannot have created a file; @is_recovery: whether the process of the run was killed; @home: (nullable): the home folder relative to @folder, which sandboxes do not contain;
 * @known: (element-type utf8 TroupeFolderRecord): the watched paths and all folders that existed at the start, or
 * before code of another run was started that has not ended; @granted: (element-type utf8): hidden folders in which code
 * may create files; @hooks: (element-type utf8): relative paths to which the configuration of repositories leads;
 * @own: (element-type utf8): relative paths of folders of Troupe, which no code sees; @lease: (nullable) */
struct _TroupeFolderWatch
{
  char *folder;
  char *home;
  GHashTable *known;
  GPtrArray *granted;
  GHashTable *hooks;
  GHashTable *own;
  char **roots;
  gint64 limit_ns;
  gboolean is_recovery;
  gboolean is_too_large;
  TroupeFolderLease *lease;
};

/* Paths that were found. @left: could not be renamed; @replaced: files of the user that are no longer the
 * ones that the sandbox has protected; @returned: folders of the user that were put back; @linked:
 * folders of the user in whose place was a link; @outward: links that lead out of the folder */
typedef struct
{
  GStrvBuilder *blocked;
  GStrvBuilder *left;
  GStrvBuilder *replaced;
  GStrvBuilder *returned;
  GStrvBuilder *linked;
  GStrvBuilder *outward;
} Found;

/* A search of the folder: at the start, which adds to the known paths, or at the end, which renames.
 * @found: (nullable): %NULL at the start; @renamed: the new paths */
typedef struct
{
  TroupeFolderWatch *watch;
  const Found *found;
  GHashTable *renamed;
} Search;

/* Position in the search. @in_package: whether a folder above contains installed packages; @in_mount: whether
 * the sandbox hides a folder above, or makes it read-only */
typedef struct
{
  int descriptor;
  const char *path;
  TroupeFolderTrail trail;
  gboolean in_package;
  gboolean in_mount;
  guint depth;
} Place;

/* Returns TRUE if the path is what it was at the start. Code cannot replace or change a file or folder
 * that the sandbox hides or makes read-only, but it can replace a link, and change what is in packages. */
static gboolean
is_known (Search *search, const Place *place, const char *path, const TroupeFolderRecord *now)
{
  const TroupeFolderRecord *known = g_hash_table_lookup (search->watch->known, path);

  return known != NULL && troupe_folder_record_is_same_kind (known, now) &&
         (!place->in_package || !S_ISREG (now->type) ||
          (troupe_folder_record_is_same_file (known, now) && known->change_ns == now->change_ns));
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
  return (is_fixed || is_protected || is_hidden) && !troupe_folder_name_is_blocked (name) &&
         (!place->in_package || in_git || !troupe_folder_name_is_of_package (name));
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

/* Renames an entry of the open folder @place, and returns its new name. Never replaces another file. A name that
 * becomes too long loses its end: an entry that keeps its name would also keep the record of a killed run.
 * (transfer full) (nullable) */
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

/* Same, also in a folder that code has made read-only. */
static char *
block (int place, const char *name)
{
  char *other = try_names (place, name);

  if (other == NULL && (errno == EACCES || errno == EPERM) && unlock (place))
    other = try_names (place, name);
  return other;
}

/* (transfer full) */
static char *
join (const char *folder, const char *name)
{
  return *folder != '\0' ? g_strconcat (folder, "/", name, NULL) : g_strdup (name);
}

/* Returns TRUE if no code was running any more when the entry was created. */
static gboolean
is_later (Search *search, const Place *place, const char *name)
{
  return search->watch->limit_ns > 0 &&
         troupe_folder_record_read_birth (place->descriptor, name) > search->watch->limit_ns;
}

/* Renames an entry that code has created. Returns FALSE if that fails. */
static gboolean
rename_new (Search *search,
            const Place *place,
            const char *name,
            const char *path,
            GStrvBuilder *list)
{
  g_autofree char *other = block (place->descriptor, name);

  if (other == NULL)
    {
      g_strv_builder_add (search->found->left, path);
      return FALSE;
    }
  g_hash_table_add (search->renamed, join (place->path, other));
  g_strv_builder_add (list, path);
  return TRUE;
}

/* Records the entry at the start, and renames it at the end if it is not what it was. Returns TRUE if
 * it was renamed. */
static gboolean
handle (Search *search,
        const Place *place,
        const char *name,
        const char *path,
        const struct stat *status)
{
  g_autoptr (TroupeFolderRecord) now = troupe_folder_record_new (place->descriptor, name, status);

  if (search->found == NULL)
    {
      g_hash_table_replace (search->watch->known, g_strdup (path), g_steal_pointer (&now));
      return FALSE;
    }
  if (is_known (search, place, path, now))
    {
      /* A file that the user has replaced was no longer protected. */
      if (!place->in_mount && !search->watch->is_recovery &&
          !troupe_folder_record_is_same_file (g_hash_table_lookup (search->watch->known, path),
                                              now))
        g_strv_builder_add (search->found->replaced, path);
      return FALSE;
    }
  return !is_later (search, place, name) &&
         rename_new (search, place, name, path, search->found->blocked);
}

/* Records a link at the start, and renames one that code has created if a program that writes there would write
 * outside of the folder. A link of the user stays even if it was created again. */
static void
handle_link (Search *search,
             const Place *place,
             const char *name,
             const char *path,
             const struct stat *status)
{
  const TroupeFolderRecord *known = g_hash_table_lookup (search->watch->known, path);
  g_autoptr (TroupeFolderRecord) now = NULL;
  g_autofree char *whole = NULL;
  g_autofree char *hole = NULL;

  if (search->found == NULL)
    {
      handle (search, place, name, path, status);
      return;
    }
  now = troupe_folder_record_new (place->descriptor, name, status);
  if (known != NULL && known->type == now->type && g_strcmp0 (known->target, now->target) == 0)
    return;
  whole = g_build_filename (search->watch->folder, path, NULL);
  hole = search->watch->home != NULL
             ? g_build_filename (search->watch->folder, search->watch->home, NULL)
             : NULL;
  if (troupe_folder_link_leads_out (place->descriptor, name, whole,
                                    (const char *const *) search->watch->roots, hole) &&
      !is_later (search, place, name))
    rename_new (search, place, name, path, search->found->outward);
}

/* Returns TRUE if the entry of @place is a hidden folder or file that was granted, or leads to one. */
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

/* Records a folder at the start that is not watched, to recognize it if it was replaced by a link.
 * Packages contain too many folders. */
static void
record_folder (Search *search,
               const Place *place,
               const char *name,
               const char *path,
               const struct stat *status)
{
  if (search->found == NULL && !place->in_package)
    handle (search, place, name, path, status);
}

/* Opens the folder @path in @place. A folder that was locked at the start remains so. */
static int
enter (Search *search,
       const Place *place,
       const char *name,
       const char *path,
       const struct stat *status)
{
  TroupeFolderRecord *known = g_hash_table_lookup (search->watch->known, path);
  int folder =
      search->found != NULL && (known == NULL || !known->is_locked)
          ? open_folder (place->descriptor, name)
          : openat (place->descriptor, name, O_RDONLY | O_DIRECTORY | O_NOFOLLOW | O_CLOEXEC);

  if (folder >= 0 || (errno != EACCES && errno != EPERM))
    return folder;
  /* Nothing could be found in a folder that code has locked. */
  handle (search, place, name, path, status);
  known = g_hash_table_lookup (search->watch->known, path);
  if (search->found == NULL)
    known->is_locked = TRUE;
  return -1;
}

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
  const gboolean is_hook = g_hash_table_contains (search->watch->hooks, path);
  gboolean is_of_interest = is_watched (&inner, folded) || is_hook;
  struct stat status;

  /* Nearly all files, such as those of Git's object database. */
  if ((type == DT_REG && !is_of_interest) ||
      fstatat (place->descriptor, name, &status, AT_SYMLINK_NOFOLLOW) != 0)
    return;
  if (!is_hook && (S_ISDIR (status.st_mode) || S_ISREG (status.st_mode)) &&
      is_granted (search, place, folded, path))
    is_of_interest = FALSE;
  inner.in_mount =
      place->in_mount || (is_of_interest && !troupe_folder_name_is_repository (folded));
  is_of_interest = is_of_interest || (S_ISDIR (status.st_mode) && place->depth + 1 > MOST_DEPTH);
  if (is_of_interest && handle (search, place, name, path, &status))
    return;
  if (S_ISLNK (status.st_mode) && !is_of_interest)
    handle_link (search, place, name, path, &status);
  if (!S_ISDIR (status.st_mode) || place->depth + 1 > MOST_DEPTH)
    return;
  if (!is_of_interest)
    record_folder (search, place, name, path, &status);
  inner.in_package = place->in_package || troupe_folder_name_is_package (&place->trail, folded);
  inner.descriptor = enter (search, place, name, path, &status);
  inner.path = path;
  inner.depth++;
  search_folder (search, &inner);
}

/* Git itself replaces these files, which need no protection. */
static void
handle_part (Search *search,
             const Place *place,
             const char *name,
             const char *path,
             const struct stat *status)
{
  Place free_place = *place;

  free_place.in_mount = TRUE;
  free_place.in_package = FALSE;
  handle (search, &free_place, name, path, status);
}

/* Git takes a folder with some entries for a repository, whatever its name is
 * (troupe_folder_policy_is_repository()). Renames those that are new until the folder is none. */
static void
handle_repository (Search *search, Place *place)
{
  static const char *const parts[] = { "HEAD", "commondir", "refs", "objects" };
  struct stat status;

  for (guint i = 0; i < G_N_ELEMENTS (parts); i++)
    {
      g_autofree char *path = join (place->path, parts[i]);

      if (search->found != NULL && !troupe_folder_policy_is_repository (place->descriptor))
        return;
      if (fstatat (place->descriptor, parts[i], &status, AT_SYMLINK_NOFOLLOW) == 0)
        handle_part (search, place, parts[i], path, &status);
      /* A new `HEAD` is renamed, so that nothing else needs to be known. */
      else if (i == 0)
        return;
    }
  place->trail.in_git =
      place->trail.in_git || troupe_folder_policy_is_repository (place->descriptor);
}

/* Closes the descriptor of @place. */
static void
search_folder (Search *search, const Place *folder)
{
  Place place = *folder;
  DIR *stream = place.descriptor >= 0 ? fdopendir (place.descriptor) : NULL;
  const struct dirent *entry = NULL;

  if (stream == NULL)
    {
      if (place.descriptor >= 0)
        close (place.descriptor);
      return;
    }
  handle_repository (search, &place);
  while ((entry = readdir (stream)) != NULL)
    {
      g_autofree char *path = NULL;

      if (g_str_equal (entry->d_name, ".") || g_str_equal (entry->d_name, ".."))
        continue;
      path = join (place.path, entry->d_name);
      if (!g_hash_table_contains (search->renamed, path) &&
          g_strcmp0 (path, search->watch->home) != 0 &&
          !g_hash_table_contains (search->watch->own, path))
        search_entry (search, &place, entry->d_name, entry->d_type, path);
    }
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

/* --- Folders that became links ----------------------------------------------------------------- */

/* Opens the folder above @path, which is relative to @root, without following links. Returns -1 if
 * that fails. */
static int
open_above (int root, const char *path)
{
  g_autofree char *above = g_path_get_dirname (path);
  int exact = troupe_folder_open_exact (root, g_str_equal (above, ".") ? "" : above);
  int folder = exact >= 0 ? openat (exact, ".", O_RDONLY | O_DIRECTORY | O_CLOEXEC) : -1;

  if (exact >= 0)
    close (exact);
  return folder;
}

/* Moves the folder to which a link leads, and which was there at the start, to its place. The link was
 * renamed before. @real: where the folder is */
static gboolean
put_back (Search *search, int root, const char *real, int above, const char *name)
{
  const char *rest = real + strlen (search->watch->folder);
  g_autofree char *base = g_path_get_basename (real);
  gboolean is_back = FALSE;
  int folder = -1;
  int moved = -1;

  while (*rest == '/')
    rest++;
  folder = open_above (root, rest);
  if (folder < 0)
    return FALSE;
  is_back = renameat2 (folder, base, above, name, RENAME_NOREPLACE) == 0;
  if (!is_back && (errno == EACCES || errno == EPERM))
    {
      unlock (folder);
      moved = open_folder (folder, base);
      if (moved >= 0)
        unlock (moved);
      is_back = renameat2 (folder, base, above, name, RENAME_NOREPLACE) == 0;
    }
  if (moved >= 0)
    close (moved);
  close (folder);
  return is_back;
}

/* Replaces the link @path by the folder that was there at the start, or renames it. */
static void
replace_link (Search *search, int root, const char *path, const TroupeFolderRecord *known)
{
  g_autofree char *name = g_path_get_basename (path);
  g_autofree char *whole = g_build_filename (search->watch->folder, path, NULL);
  g_autofree char *real = troupe_path_resolve (whole);
  g_autofree char *other = NULL;
  struct stat status;
  const int above = open_above (root, path);
  const gboolean is_here = stat (real, &status) == 0 && S_ISDIR (status.st_mode) &&
                           status.st_ino == known->inode &&
                           troupe_path_is_within (real, search->watch->folder);

  if (above < 0)
    return;
  other = block (above, name);
  if (other == NULL)
    g_strv_builder_add (search->found->left, path);
  else if (is_here && put_back (search, root, real, above, name))
    {
      unlinkat (above, other, 0);
      g_strv_builder_add (search->found->returned, path);
    }
  else
    g_strv_builder_add (search->found->linked, path);
  close (above);
}

static int
compare_paths (gconstpointer a, gconstpointer b)
{
  return strcmp (*(const char *const *) a, *(const char *const *) b);
}

/* Opens and closes a folder of the user in which code may have hidden a link by locking it. */
static void
unlock_folder (int root, const char *path)
{
  g_autofree char *name = g_path_get_basename (path);
  const int above = open_above (root, path);
  const int folder = above >= 0 ? open_folder (above, name) : -1;

  if (folder >= 0)
    close (folder);
  if (above >= 0)
    close (above);
}

/* The content of a folder is known by its path, so that it has to be there before the search. */
static void
replace_links (Search *search, int root)
{
  g_autoptr (GPtrArray) paths = g_ptr_array_new ();
  GHashTableIter iter;
  gpointer path;
  gpointer known;
  struct stat status;

  g_hash_table_iter_init (&iter, search->watch->known);
  while (g_hash_table_iter_next (&iter, &path, &known))
    if (S_ISDIR (((TroupeFolderRecord *) known)->type))
      g_ptr_array_add (paths, path);
  /* A folder precedes what is in it. */
  g_ptr_array_sort (paths, compare_paths);
  for (guint i = 0; i < paths->len; i++)
    {
      const TroupeFolderRecord *record =
          g_hash_table_lookup (search->watch->known, paths->pdata[i]);

      if (fstatat (root, paths->pdata[i], &status, AT_SYMLINK_NOFOLLOW) != 0)
        continue;
      if (S_ISLNK (status.st_mode))
        replace_link (search, root, paths->pdata[i], record);
      else if (S_ISDIR (status.st_mode) && (status.st_mode & S_IRWXU) != S_IRWXU &&
               !record->is_locked)
        unlock_folder (root, paths->pdata[i]);
    }
}

/* Records what exists, or renames what is new. @found: (nullable): %NULL to record */
static void
search_all (TroupeFolderWatch *self, const Found *found)
{
  g_autoptr (GHashTable) renamed = g_hash_table_new_full (g_str_hash, g_str_equal, g_free, NULL);
  Search search = { self, found, renamed };
  const Place root = { .descriptor = found != NULL
                                         ? open_root (self->folder)
                                         : open (self->folder, O_RDONLY | O_DIRECTORY | O_CLOEXEC),
                       .path = "" };

  if (found != NULL && root.descriptor >= 0)
    replace_links (&search, root.descriptor);
  search_folder (&search, &root);
}

/* --- Other runs ------------------------------------------------------------------------------- */

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
        g_hash_table_replace (self->known, g_strdup (rest), troupe_folder_record_read (data));
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
                          troupe_folder_record_write (known));
  self->is_too_large =
      !troupe_folder_lease_publish (self->lease, records, (const char *const *) self->roots);
}

/* Records what the folder contains. A folder that code of other runs may change is not searched. */
static void
record (TroupeFolderWatch *self)
{
  g_assert (self != NULL);

  if (self->lease == NULL || !troupe_folder_lease_has_other (self->lease, self->folder))
    search_all (self, NULL);
  if (self->lease == NULL)
    return;
  take_others (self);
  publish (self);
}

/* --- Runs that were killed --------------------------------------------------------------------- */

static TroupeFolderWatch *
new_watch (const char *folder, const char *const *granted)
{
  g_autoptr (GStrvBuilder) roots = g_strv_builder_new ();
  g_autofree char *home = troupe_path_resolve (g_get_home_dir ());
  TroupeFolderWatch *self = g_new0 (TroupeFolderWatch, 1);

  self->folder = troupe_path_resolve (folder);
  self->known = g_hash_table_new_full (g_str_hash, g_str_equal, g_free,
                                       (GDestroyNotify) troupe_folder_record_free);
  self->granted = g_ptr_array_new_with_free_func (g_free);
  self->hooks = g_hash_table_new_full (g_str_hash, g_str_equal, g_free, NULL);
  if (troupe_path_is_within (home, self->folder))
    self->home = g_strdup (home + strlen (self->folder) + 1);
  self->own = troupe_own_folders_find (self->folder, self->home);
  g_strv_builder_add (roots, self->folder);
  for (guint i = 0; granted != NULL && granted[i] != NULL; i++)
    {
      g_autofree char *path = g_canonicalize_filename (granted[i], "/");

      if (g_str_equal (path, self->folder))
        continue;
      g_strv_builder_add (roots, path);
      if (troupe_path_is_within (path, self->folder))
        g_ptr_array_add (self->granted, g_strdup (path + strlen (self->folder) + 1));
    }
  self->roots = g_strv_builder_end (roots);
  return self;
}

/* Collects the hooks of the repositories that were there at the start. The others were created by code, which
 * could name files of the user as hooks. */
static void
find_hooks (TroupeFolderWatch *self)
{
  GHashTableIter iter;
  gpointer path;

  g_assert (self != NULL);

  troupe_git_hooks_collect_above (self->folder, self->hooks);
  g_hash_table_iter_init (&iter, self->known);
  while (g_hash_table_iter_next (&iter, &path, NULL))
    {
      g_autofree char *name = g_path_get_basename (path);
      g_autofree char *git = g_build_filename (self->folder, path, NULL);
      g_autofree char *top = g_path_get_dirname (git);

      if (g_str_equal (name, ".git"))
        troupe_git_hooks_collect (self->folder, top, git, self->hooks);
    }
}

/* Renames what is new since a run began whose process was killed. Returns FALSE if that failed for a file,
 * so that the next run tries again. */
static gboolean
recover_one (const TroupeFolderLeaseFile *file, gpointer messages)
{
  g_autoptr (TroupeFolderWatch) self =
      new_watch (file->folder, (const char *const *) file->granted);
  g_auto (TroupeFolderFindings) findings = { .is_late = TRUE };
  GHashTableIter iter;
  gpointer path;
  gpointer data;

  g_hash_table_iter_init (&iter, file->records);
  while (g_hash_table_iter_next (&iter, &path, &data))
    if (troupe_path_is_within (path, self->folder) && !g_str_equal (path, self->folder))
      g_hash_table_replace (self->known, g_strdup ((char *) path + strlen (self->folder) + 1),
                            troupe_folder_record_read (data));
  self->is_recovery = TRUE;
  find_hooks (self);
  self->limit_ns = troupe_folder_lease_file_get_limit (file);
  troupe_folder_watch_end (self, &findings);
  troupe_folder_findings_describe (&findings, self->folder, messages);
  return g_strv_length (findings.left) == 0;
}

/* Begins to use the folder, and looks for what was left in it before. */
static void
begin_lease (TroupeFolderWatch *self, GPtrArray *messages)
{
  g_autofree char *hole =
      self->home != NULL ? g_build_filename (self->folder, self->home, NULL) : NULL;

  g_assert (self != NULL);

  self->lease = troupe_folder_lease_new (self->folder, hole);
  if (self->lease != NULL)
    troupe_folder_lease_recover (self->lease, recover_one, messages);
}

void
troupe_folder_watch_recover (const char *folder, GPtrArray *messages)
{
  g_autoptr (TroupeFolderWatch) self = NULL;

  g_return_if_fail (folder != NULL && messages != NULL);

  if (!troupe_folder_lease_has_records () || troupe_folder_policy_is_shared (folder))
    return;
  self = new_watch (folder, NULL);
  begin_lease (self, messages);
}

/* --- The object ------------------------------------------------------------------------------- */

TroupeFolderWatch *
troupe_folder_watch_new (const char *folder, const char *const *granted, GPtrArray *messages)
{
  g_autoptr (TroupeFolderPolicy) policy = NULL;
  g_autoptr (TroupeFolderWatch) self = NULL;

  g_return_val_if_fail (folder != NULL && messages != NULL, NULL);

  if (troupe_folder_policy_is_shared (folder))
    return NULL;
  self = new_watch (folder, granted);
  /* Code that was killed may have created so much that the folder is refused. */
  begin_lease (self, messages);
  policy = troupe_folder_policy_new (folder);
  if (troupe_folder_policy_list_hidden (policy, NULL) == NULL)
    return NULL;
  g_hash_table_unref (self->hooks);
  self->hooks = g_hash_table_ref (troupe_folder_policy_list_hooks (policy));
  record (self);
  return g_steal_pointer (&self);
}

void
troupe_folder_watch_free (TroupeFolderWatch *self)
{
  if (self == NULL)
    return;
  troupe_folder_lease_free (self->lease);
  g_hash_table_unref (self->known);
  g_ptr_array_unref (self->granted);
  g_hash_table_unref (self->hooks);
  g_hash_table_unref (self->own);
  g_strfreev (self->roots);
  g_free (self->folder);
  g_free (self->home);
  g_free (self);
}

gboolean
troupe_folder_watch_is_too_large (TroupeFolderWatch *self)
{
  g_return_val_if_fail (self != NULL, FALSE);

  return self->is_too_large;
}

const char *
troupe_folder_watch_get_folder (TroupeFolderWatch *self)
{
  g_return_val_if_fail (self != NULL, NULL);

  return self->folder;
}

void
troupe_folder_watch_end (TroupeFolderWatch *self, TroupeFolderFindings *findings)
{
  g_autoptr (GStrvBuilder) blocked = g_strv_builder_new ();
  g_autoptr (GStrvBuilder) left = g_strv_builder_new ();
  g_autoptr (GStrvBuilder) replaced = g_strv_builder_new ();
  g_autoptr (GStrvBuilder) returned = g_strv_builder_new ();
  g_autoptr (GStrvBuilder) linked = g_strv_builder_new ();
  g_autoptr (GStrvBuilder) outward = g_strv_builder_new ();
  const Found found = { blocked, left, replaced, returned, linked, outward };

  g_return_if_fail (self != NULL && findings != NULL);

  search_all (self, &found);
  findings->blocked = g_strv_builder_end (blocked);
  findings->left = g_strv_builder_end (left);
  findings->replaced = g_strv_builder_end (replaced);
  findings->returned = g_strv_builder_end (returned);
  findings->linked = g_strv_builder_end (linked);
  findings->outward = g_strv_builder_end (outward);
}
