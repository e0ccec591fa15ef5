/* troupe-folder-sweep.c: records what a folder contains, and renames what is new
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#define G_LOG_DOMAIN "troupe-folder-sweep"

#include "config.h"

#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <glib/gi18n.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "troupe-file.h"
#include "troupe-folder-block.h"
#include "troupe-folder-link.h"
#include "troupe-folder-name.h"
#include "troupe-folder-policy.h"
#include "troupe-folder-sweep.h"
#include "troupe-search-paths.h"

/* Maximum depth of folders that are searched. A sandbox does not start if a folder is deeper, so that
 * a deeper one was created by code. */
#define MOST_DEPTH 128u

/* Paths that were found, as in TroupeFolderFindings. */
typedef struct
{
  GStrvBuilder *blocked;
  GStrvBuilder *left;
  GStrvBuilder *replaced;
  GStrvBuilder *returned;
  GStrvBuilder *linked;
  GStrvBuilder *kept;
  GStrvBuilder *outward;
  GStrvBuilder *unseen;
} Found;

/* A search of the folder: at the start, which adds to the known paths, or at the end, which renames.
 * @found: (nullable): %NULL at the start; @renamed: the new paths; @unseen: (nullable): the first folder that could not be
 * searched; @unseen_errno: why; @is_moved: whether the folder is no longer at its path, so that the paths in it cannot be
 * resolved */
typedef struct
{
  TroupeFolderBaseline *base;
  const Found *found;
  GHashTable *renamed;
  char *unseen;
  int unseen_errno;
  gboolean is_moved;
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

/* Notes that what is in @path could not be examined, for the reason @number, an errno. What was removed meanwhile, or
 * replaced by a file or a link, needs no search. */
static void
add_unseen (Search *search, const char *path, int number)
{
  if (number == ENOENT || number == ENOTDIR || number == ELOOP)
    return;
  if (search->unseen == NULL)
    {
      search->unseen = g_strdup (path);
      search->unseen_errno = number;
    }
  if (search->found != NULL)
    g_strv_builder_add (search->found->unseen, *path != '\0' ? path : ".");
}

/* --- One entry --------------------------------------------------------------------------------- */

/* Returns TRUE if the path is what it was at the start. Code cannot replace or change a file or folder
 * that the sandbox hides or makes read-only, but it can replace a link, and change what is in packages. */
static gboolean
is_known (Search *search, const Place *place, const char *path, const TroupeFolderRecord *now)
{
  const TroupeFolderRecord *known = g_hash_table_lookup (search->base->known, path);

  return known != NULL && troupe_folder_record_is_same_kind (known, now) &&
         (!place->in_package || !S_ISREG (now->type) ||
          (troupe_folder_record_is_same_file (known, now) && known->change_ns == now->change_ns));
}

/* Adds @name to the trail of @place. Each hidden file may start programs, because no list of the
 * configurations of all programs is complete. What is usual among packages is recorded as well: a run in a folder
 * inside of the packages would rename it. */
static gboolean
is_watched (Search *search, Place *place, const char *name)
{
  const gboolean in_git = place->trail.in_git;
  const gboolean is_fixed = troupe_folder_name_is_fixed (&place->trail, name);
  const gboolean is_hidden =
      troupe_folder_name_is_unknown (&place->trail, name) && !troupe_folder_name_is_cache (name);
  const gboolean is_protected = troupe_folder_name_is_protected (&place->trail, name);

  if (troupe_folder_name_is_repository (name))
    return TRUE;
  return (is_fixed || is_protected || is_hidden) && !troupe_folder_name_is_blocked (name) &&
         (search->found == NULL || !place->in_package || in_git ||
          !troupe_folder_name_is_of_package (name));
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
  return search->base->limit_ns > 0 &&
         troupe_folder_record_read_birth (place->descriptor, name) > search->base->limit_ns;
}

/* Renames an entry that code has created. Returns FALSE if that fails. */
static gboolean
rename_new (Search *search,
            const Place *place,
            const char *name,
            const char *path,
            GStrvBuilder *list)
{
  g_autofree char *other = troupe_folder_block_rename (place->descriptor, name);

  /* Another run has renamed it in the meantime. */
  if (other == NULL && errno == ENOENT)
    return TRUE;
  if (other == NULL)
    {
      g_strv_builder_add (search->found->left, path);
      return FALSE;
    }
  g_hash_table_add (search->renamed, join (place->path, other));
  g_strv_builder_add (list, path);
  return TRUE;
}

/* Returns TRUE if a part of the path is the name of a repository. */
static gboolean
is_of_repository (const char *path)
{
  g_auto (GStrv) names = g_strsplit (path, "/", -1);

  for (guint i = 0; names[i] != NULL; i++)
    {
      g_autofree char *folded = troupe_folder_name_fold (names[i]);

      if (troupe_folder_name_is_any_repository (folded))
        return TRUE;
    }
  return FALSE;
}

/* Records the entry at the start, and renames it at the end if it is not what it was. Returns TRUE if
 * it was renamed, or is a part of a repository of the user. */
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
      g_hash_table_replace (search->base->known, g_strdup (path), g_steal_pointer (&now));
      return FALSE;
    }
  if (is_known (search, place, path, now))
    {
      /* A file that the user has replaced was no longer protected. */
      if (!place->in_mount && !search->base->is_recovery &&
          !troupe_folder_record_is_same_file (g_hash_table_lookup (search->base->known, path), now))
        g_strv_builder_add (search->found->replaced, path);
      return FALSE;
    }
  if (is_later (search, place, name))
    return FALSE;
  if (search->base->is_supervised && (place->trail.in_git || is_of_repository (path)))
    {
      if (is_of_repository (name))
        g_strv_builder_add (search->found->kept, path);
      return TRUE;
    }
  return rename_new (search, place, name, path, search->found->blocked);
}

/* Returns TRUE if the entry of @place is a hidden folder or file that was granted, or leads to one. */
static gboolean
is_granted (Search *search, const Place *place, const char *name, const char *path)
{
  TroupeFolderTrail trail = place->trail;

  for (guint i = 0; i < search->base->granted->len; i++)
    if (troupe_path_is_within (g_ptr_array_index (search->base->granted, i), path))
      return !troupe_folder_name_is_fixed (&trail, name) &&
             !troupe_folder_name_is_repository (name) &&
             !troupe_folder_name_is_protected (&trail, name);
  return FALSE;
}

static void search_folder (Search *search, const Place *place);

/* Opens a folder that the user has locked, or at the start any folder, without a change. Returns -1 with
 * EACCES for a folder in which nothing can be examined. */
static int
open_unchanged (int place, const char *name)
{
  const int folder = openat (place, name, O_RDONLY | O_DIRECTORY | O_NOFOLLOW | O_CLOEXEC);

  if (folder < 0 || faccessat (folder, ".", X_OK, AT_EACCESS) == 0)
    return folder;
  close (folder);
  errno = EACCES;
  return -1;
}

/* Opens the folder @path in @place. A folder that was locked at the start remains so. */
static int
enter (Search *search,
       const Place *place,
       const char *name,
       const char *path,
       const struct stat *status)
{
  TroupeFolderRecord *known = g_hash_table_lookup (search->base->known, path);
  int folder = search->found != NULL && (known == NULL || !known->is_locked)
                   ? troupe_folder_block_open (place->descriptor, name)
                   : open_unchanged (place->descriptor, name);

  if (folder >= 0)
    return folder;
  if (errno != EACCES && errno != EPERM)
    {
      add_unseen (search, path, errno);
      return -1;
    }
  if (search->found != NULL && known != NULL && !known->is_locked)
    {
      add_unseen (search, path, errno);
      return -1;
    }
  /* Nothing could be found in a folder that code has locked. */
  handle (search, place, name, path, status);
  known = g_hash_table_lookup (search->base->known, path);
  if (search->found == NULL)
    known->is_locked = TRUE;
  return -1;
}

/* Returns TRUE for an environment of Python in a folder that code has created. */
static gboolean
is_new_environment (Search *search, const Place *place, const char *name, const char *path)
{
  int folder = -1;
  gboolean is_one = FALSE;

  if (search->found == NULL || place->in_package ||
      g_hash_table_contains (search->base->known, path))
    return FALSE;
  folder = openat (place->descriptor, name, O_PATH | O_DIRECTORY | O_NOFOLLOW | O_CLOEXEC);
  is_one = folder >= 0 && troupe_search_paths_is_environment (folder);
  if (folder >= 0)
    close (folder);
  return is_one;
}

/* Returns TRUE for a journal of SQLite that names another one. A program that opens the database would delete the file of that name, which may be
 * anywhere. Only transactions in several databases have such journals. */
static gboolean
names_other_journal (int folder, const char *name)
{
  static const guint8 end[] = { 0xd9, 0xd5, 0x05, 0xf9, 0x20, 0xa1, 0x63, 0xd7 };
  guint8 last[sizeof end];
  struct stat status;
  gboolean is_one = FALSE;
  int file = -1;

  if (g_str_has_suffix (name, "-journal"))
    file = openat (folder, name, O_RDONLY | O_NOFOLLOW | O_NONBLOCK | O_NOCTTY | O_CLOEXEC);
  if (file < 0)
    return FALSE;
  is_one = fstat (file, &status) == 0 && S_ISREG (status.st_mode) &&
           status.st_size >= (off_t) sizeof last &&
           pread (file, last, sizeof last, status.st_size - (off_t) sizeof last) ==
               (gssize) sizeof last &&
           memcmp (last, end, sizeof end) == 0;
  close (file);
  return is_one;
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
  const gboolean is_hook = g_hash_table_contains (search->base->hooks, path);
  gboolean is_of_interest = is_watched (search, &inner, folded) || is_hook ||
                            (!place->in_package && g_str_equal (folded, "pyvenv.cfg")) ||
                            names_other_journal (place->descriptor, name);
  struct stat status;

  /* Nearly all files, such as those of Git's object database. */
  if (type == DT_REG && !is_of_interest)
    return;
  if (fstatat (place->descriptor, name, &status, AT_SYMLINK_NOFOLLOW) != 0)
    {
      add_unseen (search, path, errno);
      return;
    }
  /* What was granted is recorded, because it is not granted to every run. */
  if (search->found != NULL && !is_hook && (S_ISDIR (status.st_mode) || S_ISREG (status.st_mode)) &&
      is_granted (search, place, folded, path))
    is_of_interest = FALSE;
  inner.in_mount =
      place->in_mount || (is_of_interest && !troupe_folder_name_is_repository (folded));
  is_of_interest = is_of_interest || (S_ISDIR (status.st_mode) && place->depth + 1 > MOST_DEPTH) ||
                   (S_ISDIR (status.st_mode) && is_new_environment (search, place, name, path));
  if (is_of_interest && handle (search, place, name, path, &status))
    return;
  if (S_ISLNK (status.st_mode) && !is_of_interest)
    {
      const TroupeFolderRecord *known = g_hash_table_lookup (search->base->known, path);
      g_autoptr (TroupeFolderRecord) now = NULL;
      g_autofree char *whole = NULL;
      g_autofree char *hole = NULL;

      /* Records a link at the start, and renames one that code has created if a program that
       * writes there would write outside of the folder. A link of the user stays even if it was
       * created again. */
      if (search->found == NULL)
        handle (search, place, name, path, &status);
      else
        {
          now = troupe_folder_record_new (place->descriptor, name, &status);
          if (known == NULL || known->type != now->type ||
              g_strcmp0 (known->target, now->target) != 0)
            {
              whole = g_build_filename (search->base->folder, path, NULL);
              hole = troupe_folder_baseline_make_hole (search->base);
              if ((search->is_moved || troupe_folder_link_leads_out (
                                           place->descriptor, name, whole,
                                           (const char *const *) search->base->roots, hole)) &&
                  !is_later (search, place, name))
                rename_new (search, place, name, path, search->found->outward);
            }
        }
    }
  if (!S_ISDIR (status.st_mode) || place->depth + 1 > MOST_DEPTH)
    return;
  if (!is_of_interest)
    {
      /* Records a folder at the start that is not watched, to recognize it if it was replaced
       * by a link. Packages contain too many folders. */
      if (search->found == NULL && !place->in_package)
        handle (search, place, name, path, &status);
    }
  inner.in_package = place->in_package || troupe_folder_name_is_package (&place->trail, folded);
  inner.descriptor = enter (search, place, name, path, &status);
  inner.path = path;
  inner.depth++;
  if (inner.descriptor >= 0)
    search_folder (search, &inner);
}

/* --- One folder -------------------------------------------------------------------------------- */

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

      if (search->found != NULL && search->base->is_supervised)
        break;
      if (search->found != NULL && !troupe_folder_policy_is_repository (place->descriptor))
        return;
      if (fstatat (place->descriptor, parts[i], &status, AT_SYMLINK_NOFOLLOW) == 0)
        {
          const char *name = parts[i];
          Place free_place = *place;

          /* Git itself replaces these files, which need no protection. */
          free_place.in_mount = TRUE;
          free_place.in_package = FALSE;
          handle (search, &free_place, name, path, &status);
        }
      /* A new `HEAD` is renamed, so that nothing else needs to be known. */
      else if (i == 0)
        return;
    }
  place->trail.in_git =
      place->trail.in_git || troupe_folder_policy_is_repository (place->descriptor);
}

/* Closes the descriptor of @folder. */
static void
search_folder (Search *search, const Place *folder)
{
  Place place = *folder;
  DIR *stream = fdopendir (place.descriptor);
  const struct dirent *entry = NULL;

  if (stream == NULL)
    {
      add_unseen (search, place.path, errno);
      close (place.descriptor);
      return;
    }
  handle_repository (search, &place);
  while (errno = 0, (entry = readdir (stream)) != NULL)
    {
      g_autofree char *path = NULL;

      if (g_str_equal (entry->d_name, ".") || g_str_equal (entry->d_name, ".."))
        continue;
      path = join (place.path, entry->d_name);
      if (!g_hash_table_contains (search->renamed, path) &&
          g_strcmp0 (path, search->base->home) != 0 &&
          !g_hash_table_contains (search->base->own, path))
        search_entry (search, &place, entry->d_name, entry->d_type, path);
    }
  if (errno != 0)
    add_unseen (search, place.path, errno);
  closedir (stream);
}

/* --- Folders that became links ----------------------------------------------------------------- */

/* Replaces the link @path by the folder that was there at the start, or renames it. */
static void
replace_link (Search *search, int root, const char *path, const TroupeFolderRecord *known)
{
  g_autofree char *name = g_path_get_basename (path);
  g_autofree char *whole = g_build_filename (search->base->folder, path, NULL);
  g_autofree char *real = troupe_path_resolve (whole);
  g_autofree char *other = NULL;
  const char *rest = troupe_path_get_below (real, search->base->folder);
  struct stat status;
  const int above = troupe_folder_block_open_above (root, path);
  const gboolean is_here = rest != NULL && stat (real, &status) == 0 && S_ISDIR (status.st_mode) &&
                           status.st_ino == known->inode;

  if (above < 0)
    {
      add_unseen (search, path, errno);
      return;
    }
  other = troupe_folder_block_rename (above, name);
  if (other == NULL)
    g_strv_builder_add (search->found->left, path);
  else if (is_here && troupe_folder_block_put_back (root, rest, above, name))
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

/* The content of a folder is known by its path, so that it has to be there before the search. */
static void
replace_links (Search *search, int root)
{
  g_autoptr (GPtrArray) paths = g_ptr_array_new ();
  GHashTableIter iter;
  gpointer path;
  gpointer known;
  struct stat status;

  g_hash_table_iter_init (&iter, search->base->known);
  while (g_hash_table_iter_next (&iter, &path, &known))
    if (S_ISDIR (((TroupeFolderRecord *) known)->type))
      g_ptr_array_add (paths, path);
  /* A folder precedes what is in it. */
  g_ptr_array_sort (paths, compare_paths);
  for (guint i = 0; i < paths->len; i++)
    {
      const TroupeFolderRecord *record = g_hash_table_lookup (search->base->known, paths->pdata[i]);

      if (fstatat (root, paths->pdata[i], &status, AT_SYMLINK_NOFOLLOW) != 0)
        continue;
      if (S_ISLNK (status.st_mode))
        replace_link (search, root, paths->pdata[i], record);
      else if (S_ISDIR (status.st_mode) && (status.st_mode & S_IRWXU) != S_IRWXU &&
               !record->is_locked)
        {
          const char *folder_path = paths->pdata[i];
          g_autofree char *name = g_path_get_basename (folder_path);
          const int above = troupe_folder_block_open_above (root, folder_path);
          const int folder = above >= 0 ? troupe_folder_block_open (above, name) : -1;

          /* Opens and closes a folder of the user in which code may have hidden a link by
           * locking it. */
          if (folder >= 0)
            close (folder);
          else
            add_unseen (search, folder_path, errno);
          if (above >= 0)
            close (above);
        }
    }
}

/* --- The whole folder --------------------------------------------------------------------------- */

static void
search_all (Search *search)
{
  TroupeFolderBaseline *base = search->base;
  const gboolean records = search->found == NULL;
  /* The path may lead elsewhere by now, where everything would look new. */
  const Place root = { .descriptor =
                           records ? openat (base->place, ".", O_RDONLY | O_DIRECTORY | O_CLOEXEC)
                                   : troupe_folder_block_open_root (base->place),
                       .path = "",
                       .trail = records ? base->most_trail : base->trail };

  if (root.descriptor < 0)
    {
      add_unseen (search, "", errno);
      return;
    }
  if (!records)
    replace_links (search, root.descriptor);
  search_folder (search, &root);
}

gboolean
troupe_folder_sweep_record (TroupeFolderBaseline *baseline, GError **error)
{
  g_autoptr (GHashTable) renamed = g_hash_table_new_full (g_str_hash, g_str_equal, g_free, NULL);
  Search search = { .base = baseline, .renamed = renamed };
  g_autofree char *unseen = NULL;
  g_autofree char *path = NULL;
  g_autofree char *shown = NULL;

  g_return_val_if_fail (baseline != NULL, FALSE);

  search_all (&search);
  unseen = search.unseen;
  if (unseen == NULL)
    return TRUE;
  path = join (baseline->folder, unseen);
  shown = g_filename_display_name (*unseen != '\0' ? path : baseline->folder);
  g_set_error (error, G_IO_ERROR, (int) g_io_error_from_errno (search.unseen_errno),
               /* Translators: first %s is a path, second %s the reason. */
               _ ("“%s” could not be searched for files that exist before code runs: %s. Nothing "
                  "was run, because files of yours could be taken for new ones."),
               shown, g_strerror (search.unseen_errno));
  return FALSE;
}

void
troupe_folder_sweep_rename (TroupeFolderBaseline *baseline, TroupeFolderFindings *findings)
{
  g_autoptr (GStrvBuilder) blocked = g_strv_builder_new ();
  g_autoptr (GStrvBuilder) left = g_strv_builder_new ();
  g_autoptr (GStrvBuilder) replaced = g_strv_builder_new ();
  g_autoptr (GStrvBuilder) returned = g_strv_builder_new ();
  g_autoptr (GStrvBuilder) linked = g_strv_builder_new ();
  g_autoptr (GStrvBuilder) kept = g_strv_builder_new ();
  g_autoptr (GStrvBuilder) outward = g_strv_builder_new ();
  g_autoptr (GStrvBuilder) unseen = g_strv_builder_new ();
  g_autoptr (GHashTable) renamed = g_hash_table_new_full (g_str_hash, g_str_equal, g_free, NULL);
  const Found found = { blocked, left, replaced, returned, linked, kept, outward, unseen };
  Search search = { .base = baseline, .found = &found, .renamed = renamed };

  g_return_if_fail (baseline != NULL && findings != NULL);

  search.is_moved = !troupe_folder_baseline_is_there (baseline);
  search_all (&search);
  findings->moved = search.is_moved ? g_strdup (baseline->folder) : NULL;
  findings->blocked = g_strv_builder_end (blocked);
  findings->left = g_strv_builder_end (left);
  findings->replaced = g_strv_builder_end (replaced);
  findings->returned = g_strv_builder_end (returned);
  findings->linked = g_strv_builder_end (linked);
  findings->kept = g_strv_builder_end (kept);
  findings->outward = g_strv_builder_end (outward);
  findings->unseen = g_strv_builder_end (unseen);
  findings->reason = search.unseen != NULL ? g_strdup (g_strerror (search.unseen_errno)) : NULL;
  g_free (search.unseen);
}
