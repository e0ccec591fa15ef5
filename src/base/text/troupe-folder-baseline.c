/* troupe-folder-baseline.c: what a folder contained before code ran, and what code may create in it
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#define G_LOG_DOMAIN "troupe-folder-baseline"

#include "config.h"

#include <fcntl.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "troupe-file.h"
#include "troupe-folder-baseline.h"
#include "troupe-folder-pin.h"
#include "troupe-folder-policy.h"
#include "troupe-git-hooks.h"
#include "troupe-own-folders.h"
#include "troupe-search-paths.h"

static gboolean
is_repository (const char *path)
{
  const int folder = open (path, O_PATH | O_DIRECTORY | O_CLOEXEC);
  const gboolean is_one = folder >= 0 && troupe_folder_policy_is_repository (folder);

  if (folder >= 0)
    close (folder);
  return is_one;
}

/* Runs in folders inside each other meet the same names, so that all of them judge a name by its whole path. A folder
 * above that is only called like a bare repository counts for what is recorded, because a run above it judges by
 * its name, but not for what is renamed: it may be a work tree. */
static void
follow_names (TroupeFolderBaseline *self)
{
  gboolean in_git = FALSE;

  g_assert (self != NULL);

  for (const char *start = self->folder + 1; *start != '\0';)
    {
      const char *end = strchrnul (start, '/');
      g_autofree char *above = g_strndup (self->folder, (gsize) (end - self->folder));
      g_autofree char *name = g_strndup (start, (gsize) (end - start));
      g_autofree char *folded = troupe_folder_name_fold (name);

      troupe_folder_name_is_protected (&self->most_trail, folded);
      in_git = in_git || g_str_equal (folded, ".git") || is_repository (above);
      start = *end == '/' ? end + 1 : end;
    }
  self->trail = self->most_trail;
  self->trail.in_git = in_git;
  self->most_trail.in_git = self->most_trail.in_git || in_git;
}

/* Opens the folder, and finds out where it is. Everything that follows is about this folder. */
static void
open_place (TroupeFolderBaseline *self, const char *folder)
{
  g_autofree char *open_path = NULL;

  g_assert (self != NULL);

  self->place = troupe_folder_pin_open (folder, O_PATH);
  open_path = self->place >= 0 ? g_strdup_printf ("/proc/self/fd/%d", self->place) : NULL;
  self->folder = open_path != NULL ? g_file_read_link (open_path, NULL) : NULL;
  if (self->folder == NULL)
    self->folder = troupe_path_resolve (folder);
}

TroupeFolderBaseline *
troupe_folder_baseline_new (const char *folder, const char *const *granted)
{
  g_autoptr (GStrvBuilder) roots = g_strv_builder_new ();
  g_autofree char *home = troupe_path_resolve (g_get_home_dir ());
  TroupeFolderBaseline *self = NULL;

  g_return_val_if_fail (folder != NULL, NULL);

  self = g_new0 (TroupeFolderBaseline, 1);
  open_place (self, folder);
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
      troupe_folder_baseline_grant (self, path);
    }
  self->roots = g_strv_builder_end (roots);
  follow_names (self);
  return self;
}

void
troupe_folder_baseline_free (TroupeFolderBaseline *self)
{
  if (self == NULL)
    return;
  g_hash_table_unref (self->known);
  g_ptr_array_unref (self->granted);
  g_hash_table_unref (self->hooks);
  g_hash_table_unref (self->own);
  g_strfreev (self->roots);
  if (self->place >= 0)
    close (self->place);
  g_free (self->folder);
  g_free (self->home);
  g_free (self);
}

void
troupe_folder_baseline_grant (TroupeFolderBaseline *self, const char *path)
{
  const char *rest = NULL;

  g_return_if_fail (self != NULL && path != NULL);

  rest = troupe_path_get_below (path, self->folder);
  if (rest != NULL && *rest != '\0' &&
      !g_ptr_array_find_with_equal_func (self->granted, rest, g_str_equal, NULL))
    g_ptr_array_add (self->granted, g_strdup (rest));
}

gboolean
troupe_folder_baseline_is_there (TroupeFolderBaseline *self)
{
  struct stat before;
  struct stat now;

  g_return_val_if_fail (self != NULL, FALSE);

  return self->place >= 0 && fstat (self->place, &before) == 0 && lstat (self->folder, &now) == 0 &&
         before.st_dev == now.st_dev && before.st_ino == now.st_ino;
}

char *
troupe_folder_baseline_make_hole (TroupeFolderBaseline *self)
{
  g_return_val_if_fail (self != NULL, NULL);

  return self->home != NULL ? g_build_filename (self->folder, self->home, NULL) : NULL;
}

int
troupe_folder_baseline_find_hooks (TroupeFolderBaseline *self)
{
  GHashTableIter iter;
  gpointer path;
  int reason = 0;

  g_return_val_if_fail (self != NULL, 0);

  troupe_search_paths_collect (self->folder, self->hooks);
  reason = troupe_git_hooks_collect_above (self->folder, self->hooks);
  g_hash_table_iter_init (&iter, self->known);
  while (g_hash_table_iter_next (&iter, &path, NULL))
    {
      g_autofree char *name = g_path_get_basename (path);
      g_autofree char *git = g_build_filename (self->folder, path, NULL);
      g_autofree char *top = g_path_get_dirname (git);

      if (g_str_equal (name, ".git") || g_str_equal (name, ".hg"))
        {
          const int number = troupe_git_hooks_collect (self->folder, top, git, self->hooks);

          reason = number != 0 ? number : reason;
        }
    }
  return reason;
}
