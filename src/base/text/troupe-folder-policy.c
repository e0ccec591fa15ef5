/* troupe-folder-policy.c: which folders a document may use, and which files in these folders are
 * protected
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#define G_LOG_DOMAIN "troupe-folder-policy"

#include "config.h"

#include <fcntl.h>
#include <glib/gi18n.h>
#include <limits.h>
#include <string.h>
#include <unistd.h>

#include "troupe-file.h"
#include "troupe-folder-name.h"
#include "troupe-folder-policy.h"
#include "troupe-folder-search.h"
#include "troupe-folder-stores.h"
#include "troupe-git-hooks.h"
#include "troupe-home-settings.h"
#include "troupe-search-paths.h"
#include "troupe-shell-settings.h"
#include "troupe-own-folders.h"

/* --- Names ------------------------------------------------------------------------------------ */

gboolean
troupe_folder_policy_is_protected (const char *path)
{
  g_return_val_if_fail (path != NULL, TRUE);

  return troupe_folder_name_any (path, troupe_folder_name_is_protected);
}

static gboolean
refuse_protected (const char *path, GError **error)
{
  g_autofree char *shown = troupe_path_for_display (path);

  g_set_error (error, G_IO_ERROR, G_IO_ERROR_PERMISSION_DENIED,
               /* Translators: %s is a path. */
               _ ("“%s” can contain keys or start programs, so documents cannot read or write it. "
                  "Use another file."),
               shown);
  return FALSE;
}

/* Returns TRUE for the files with which Git recognizes a repository, whatever its name is. */
static gboolean
makes_repository (const char *path)
{
  g_autofree char *name = g_path_get_basename (path);
  g_autofree char *folded = troupe_folder_name_fold (name);

  return g_str_equal (folded, "head") || g_str_equal (folded, "commondir");
}

static gboolean
starts_programs (TroupeFolderTrail *trail, const char *name)
{
  const gboolean result = troupe_folder_name_is_any_repository (name) ||
                          troupe_folder_name_is_of_environment (trail, name) ||
                          troupe_folder_name_starts (trail, name);

  g_strlcpy (trail->parent, name, sizeof trail->parent);
  return result;
}

gboolean
troupe_folder_policy_check_name (const char *path, GError **error)
{
  g_autofree char *shown = NULL;

  g_return_val_if_fail (path != NULL, FALSE);

  if (troupe_folder_policy_is_protected (path) || makes_repository (path) ||
      troupe_folder_name_any (path, starts_programs))
    return refuse_protected (path, error);
  if (!troupe_folder_name_any (path, troupe_folder_name_is_unknown))
    return TRUE;
  shown = troupe_path_for_display (path);
  g_set_error (
      error, G_IO_ERROR, G_IO_ERROR_PERMISSION_DENIED,
      /* Translators: %s is a path. */
      _ ("“%s” is hidden, and hidden files are not written, because many of them configure "
         "programs. Use a name that does not begin with a dot."),
      shown);
  return FALSE;
}

gboolean
troupe_folder_policy_check_length (const char *path, GError **error)
{
  gsize whole = 0;
  gsize of_name = 0;

  g_return_val_if_fail (path != NULL, FALSE);

  for (const char *at = path; *at != '\0'; at++)
    {
      const char *end = *at == '{' ? strchr (at, '}') : NULL;

      if (end != NULL)
        {
          at = end;
          continue;
        }
      whole++;
      of_name = *at == '/' ? 0 : of_name + 1;
      if (of_name > NAME_MAX)
        {
          g_set_error (error, G_IO_ERROR, G_IO_ERROR_FILENAME_TOO_LONG,
                       _ ("A name in its path is longer than %u bytes. Use a shorter name."),
                       (guint) NAME_MAX);
          return FALSE;
        }
    }
  if (whole < PATH_MAX)
    return TRUE;
  g_set_error (error, G_IO_ERROR, G_IO_ERROR_FILENAME_TOO_LONG,
               _ ("Its path is longer than %u bytes. Use a shorter path."), (guint) PATH_MAX - 1);
  return FALSE;
}

static gboolean
has_entry (int folder, const char *name)
{
  struct stat status;

  return fstatat (folder, name, &status, AT_SYMLINK_NOFOLLOW) == 0;
}

gboolean
troupe_folder_policy_is_repository (int folder)
{
  const gboolean has_head = has_entry (folder, "HEAD");

  /* The other parts are in the folder that `commondir` names, or that one of another folder names. */
  if (has_head && has_entry (folder, "commondir"))
    return TRUE;
  return has_entry (folder, "objects") && has_entry (folder, "refs") &&
         (has_head || has_entry (folder, "config"));
}

gboolean
troupe_folder_policy_check_new_folder (int folder, const char *name, GError **error)
{
  g_autofree char *above = NULL;
  g_autofree char *path = NULL;

  g_return_val_if_fail (name != NULL, FALSE);

  if (!troupe_folder_name_completes_repository (folder, name, FALSE))
    return TRUE;
  above = troupe_path_from_descriptor (folder);
  path = above != NULL ? g_build_filename (above, name, NULL) : g_strdup (name);
  return refuse_protected (path, error);
}

/* --- Folders ---------------------------------------------------------------------------------- */

static gboolean
is_same (const char *real, const char *other)
{
  g_autofree char *path = other != NULL ? troupe_path_resolve (other) : NULL;

  return path != NULL && g_str_equal (path, real);
}

gboolean
troupe_folder_policy_is_system (const char *folder)
{
  static const char *const below[] = { "/dev", "/proc", "/sys" };
  const char *const above[] = { "/home",
                                "/media",
                                "/mnt",
                                "/root",
                                "/run",
                                "/tmp",
                                "/var/tmp",
                                "/dev",
                                "/proc",
                                g_get_tmp_dir (),
                                g_get_user_runtime_dir () };
  g_autofree char *real = troupe_path_resolve (folder);
  g_autofree char *home = troupe_path_resolve (g_get_home_dir ());

  /* If the home folder is a deeper subfolder of @folder, it is not exposed, because it is hidden
   * (troupe_sandbox_add_folder()). */
  if (g_str_equal (home, real))
    return TRUE;

  for (guint i = 0; i < G_N_ELEMENTS (above); i++)
    {
      g_autofree char *other = troupe_path_resolve (above[i]);

      if (troupe_path_is_within (other, real) && !troupe_path_is_within (other, home))
        return TRUE;
    }
  for (guint i = 0; i < G_N_ELEMENTS (below); i++)
    if (troupe_path_is_within (real, below[i]))
      return TRUE;
  return FALSE;
}

/* Returns TRUE for folders whose files the session, shells and programs of the user load: hidden folders
 * of the home folder, except those in which programs keep data in folders of their own, and the folders
 * of the user's programs. */
static gboolean
is_loaded (const char *real, const char *home)
{
  static const char *const names[] = { "bin", "snap", NULL };
  static const char *const others[] = { ".cache", ".local", ".var", NULL };
  g_auto (GStrv) parts = NULL;

  if (!troupe_path_is_within (real, home) || g_str_equal (real, home))
    return FALSE;
  parts = g_strsplit (real + strlen (home) + 1, "/", 2);

  return g_strv_contains (names, parts[0]) ||
         (*parts[0] == '.' && !g_strv_contains (others, parts[0]));
}

/* Returns TRUE for the folders in which Troupe keeps its own data, such as consents, and for what is
 * in them. */
static gboolean
is_of_troupe (const char *real)
{
  g_autoptr (GPtrArray) own = troupe_own_folders_list ();

  for (guint i = 0; i < own->len; i++)
    if (troupe_path_is_within (real, own->pdata[i]))
      return TRUE;
  return FALSE;
}

/* Folders of the user that many documents and programs share. Their subfolders are not shared. */
static gboolean
is_of_user (const char *real, const char *home)
{
  static const char *const names[] = { ".cache",   ".local/share", ".local/state", ".var",
                                       "Desktop",  "Documents",    "Downloads",    "Music",
                                       "Pictures", "Public",       "Templates",    "Videos" };
  const char *const folders[] = { g_get_user_data_dir (), g_get_user_cache_dir (),
                                  g_get_user_state_dir () };

  for (guint i = 0; i < G_USER_N_DIRECTORIES; i++)
    if (is_same (real, g_get_user_special_dir ((GUserDirectory) i)))
      return TRUE;
  for (guint i = 0; i < G_N_ELEMENTS (folders); i++)
    if (is_same (real, folders[i]))
      return TRUE;
  for (guint i = 0; i < G_N_ELEMENTS (names); i++)
    {
      g_autofree char *path = g_build_filename (home, names[i], NULL);

      if (is_same (real, path))
        return TRUE;
    }
  return FALSE;
}

/* Returns TRUE if the folder contains configuration. Below `~/.local`, programs store data in
 * their own folders, but the folders from which the session starts programs are configuration. */
static gboolean
is_configuration (const char *real, const char *home)
{
  static const char *const data[] = { ".local/share", ".local/state" };
  static const char *const started[] = { "applications", "autostart", "dbus-1",
                                         "keyrings",     "systemd",   NULL };
  const char *const config = g_get_user_config_dir ();
  g_autofree char *config_real = troupe_path_resolve (config);

  if (troupe_path_is_within (real, config_real))
    return TRUE;
  for (guint i = 0; i < G_N_ELEMENTS (data); i++)
    {
      g_autofree char *folder = g_build_filename (home, data[i], NULL);
      g_auto (GStrv) names = troupe_path_is_within (real, folder)
                                 ? g_strsplit (real + strlen (folder), "/", -1)
                                 : NULL;

      if (names != NULL && names[0] != NULL)
        return names[1] != NULL && (g_strv_contains (started, names[1]) ||
                                    troupe_folder_policy_is_protected (real + strlen (folder)));
    }
  return troupe_folder_policy_is_protected (real);
}

/* Returns TRUE if a folder on the path is one whose content programs take settings from, such as `.vscode` or `.git` in a project. Everything in
 * a folder above it is read-only for code there. Work trees of Git, which some programs keep in such folders, are projects of their own. */
static gboolean
is_below_settings (const char *real, const char *home)
{
  static const char *const data[] = { ".cache", ".local", ".var", NULL };
  g_auto (GStrv) names =
      g_strsplit (troupe_path_is_within (real, home) ? real + strlen (home) : real, "/", -1);
  TroupeFolderTrail trail = { 0 };
  gboolean is_found = FALSE;

  for (guint i = 0; names[i] != NULL; i++)
    {
      g_autofree char *folded = troupe_folder_name_fold (names[i]);

      if (*folded == '\0' || (i <= 1 && g_strv_contains (data, folded)))
        continue;
      if ((g_str_equal (folded, "worktrees") || g_str_equal (folded, ".worktrees")) &&
          names[i + 1] != NULL && *names[i + 1] != '.')
        {
          is_found = FALSE;
          continue;
        }
      is_found =
          is_found || troupe_folder_name_is_repository (folded) ||
          troupe_folder_name_is_fixed (&trail, folded) ||
          (troupe_folder_name_is_unknown (&trail, folded) && !troupe_folder_name_is_cache (folded));
      g_strlcpy (trail.parent, folded, sizeof trail.parent);
    }
  return is_found;
}

/* Returns TRUE if a link in a hidden folder of the home folder leads to the folder or to one above it, so that its files are settings. A
 * link to a folder that many documents use, or to one that contains the home folder, says nothing about what is in it. */
static gboolean
is_linked (const char *real, const char *home)
{
  g_auto (GStrv) linked = troupe_home_settings_list_linked ();

  for (guint i = 0; linked[i] != NULL; i++)
    if (troupe_path_is_within (real, linked[i]) && !troupe_path_is_within (home, linked[i]) &&
        !is_of_user (linked[i], home) && !troupe_folder_policy_is_system (linked[i]))
      return TRUE;
  return FALSE;
}

gboolean
troupe_folder_policy_is_shared (const char *folder)
{
  g_autofree char *real = NULL;
  g_autofree char *home = NULL;

  g_return_val_if_fail (folder != NULL, TRUE);

  real = troupe_path_resolve (folder);
  home = troupe_path_resolve (g_get_home_dir ());
  return troupe_folder_policy_is_system (real) || is_of_user (real, home) || is_of_troupe (real) ||
         is_loaded (real, home) || is_configuration (real, home) ||
         is_below_settings (real, home) || troupe_search_paths_is_one (real) ||
         is_linked (real, home) || troupe_shell_settings_have_whole (real);
}

gboolean
troupe_folder_policy_check_folder (const char *folder, GError **error)
{
  g_autofree char *shown = NULL;

  g_return_val_if_fail (folder != NULL, FALSE);

  if (!troupe_folder_policy_is_shared (folder))
    return TRUE;
  shown = g_filename_display_name (folder);
  g_set_error (
      error, G_IO_ERROR, G_IO_ERROR_PERMISSION_DENIED,
      /* Translators: %s is a folder. */
      _ ("The folder “%s” is shared with other documents and programs, so documents cannot read or "
         "write files in it. Move the document to a folder of its own and run it there."),
      shown);
  return FALSE;
}

/* --- Files ------------------------------------------------------------------------------------ */

/* @has_links: whether the top level contains a link with a protected name, valid if @knows_links is set */
struct _TroupeFolderPolicy
{
  TroupeFolderSearch *search;
  gboolean has_links;
  gboolean knows_links;
};

TroupeFolderPolicy *
troupe_folder_policy_new (const char *folder)
{
  g_autofree char *current = folder == NULL ? g_get_current_dir () : NULL;
  TroupeFolderPolicy *self = g_new0 (TroupeFolderPolicy, 1);

  self->search = troupe_folder_search_new (folder != NULL ? folder : current);
  return self;
}

void
troupe_folder_policy_free (TroupeFolderPolicy *self)
{
  g_return_if_fail (self != NULL);

  troupe_folder_search_free (self->search);
  g_free (self);
}

/* Returns TRUE if @path is in the home folder, which may be a deeply nested subfolder of the
 * document's folder, or in a folder of Troupe. */
static gboolean
is_in_home (TroupeFolderPolicy *self, const char *path)
{
  g_autofree char *full = g_canonicalize_filename (path, "/");
  const char *below = NULL;
  GHashTableIter iter;
  gpointer own;

  g_assert (self != NULL);

  if (self->search->home != NULL && troupe_path_is_within (full + 1, self->search->home))
    return TRUE;
  below = g_path_is_absolute (path) ? troupe_path_get_below (full, self->search->root) : full + 1;
  g_hash_table_iter_init (&iter, self->search->own);
  while (below != NULL && g_hash_table_iter_next (&iter, &own, NULL))
    if (troupe_path_is_within (below, own))
      return TRUE;
  return below != NULL && troupe_own_folders_is_database (below) &&
         troupe_own_folders_is_added (self->search->root);
}

/* Returns TRUE if the names below a repository would be protected in it, or @with_data are those of its data. */
static gboolean
is_part_of_git (const char *path, gboolean with_data)
{
  static const char *const data[] = { "branches",   "index",   "info",      "logs",
                                      "modules",    "objects", "orig_head", "packed-refs",
                                      "fetch_head", "refs",    "shallow",   "worktrees",
                                      NULL };
  g_auto (GStrv) names = g_strsplit (path, "/", -1);
  TroupeFolderTrail trail = { .in_git = TRUE };

  for (guint i = 0; names[i] != NULL; i++)
    {
      g_autofree char *name = troupe_folder_name_fold (names[i]);

      if (*name != '\0' && ((with_data && g_strv_contains (data, name)) ||
                            troupe_folder_name_is_fixed (&trail, name) ||
                            troupe_folder_name_is_protected (&trail, name)))
        return TRUE;
    }
  return FALSE;
}

/* Returns TRUE if @path is the configuration of a repository that Git recognizes by its content, or @with_data also its data. */
static gboolean
is_in_repository (TroupeFolderPolicy *self, const char *path, gboolean with_data)
{
  g_autofree char *full = g_canonicalize_filename (path, self->search->root);
  gboolean is_found = FALSE;

  g_assert (self != NULL);

  if (!troupe_path_is_within (full, self->search->root) ||
      !is_part_of_git (full + strlen (self->search->root), with_data))
    return FALSE;
  for (char *end = full + strlen (self->search->root); !is_found && end != NULL;
       end = strchr (end + 1, '/'))
    {
      g_autofree char *above = g_strndup (full, (gsize) (end - full));
      const int folder = open (above, O_PATH | O_DIRECTORY | O_CLOEXEC);

      if (folder < 0)
        continue;
      is_found = troupe_folder_policy_is_repository (folder) && is_part_of_git (end, with_data);
      close (folder);
    }
  return is_found;
}

/* Returns TRUE if Git runs the file as a hook, or reads it as a part of a configuration. */
static gboolean
is_hook (TroupeFolderPolicy *self, const char *path)
{
  g_autofree char *full = g_canonicalize_filename (path, self->search->root);

  g_assert (self != NULL);

  return troupe_git_hooks_is_used (full) || troupe_search_paths_have (self->search->root, full);
}

/* Returns TRUE if what is missing of the path would make a repository of a folder above it. */
static gboolean
completes_repository (TroupeFolderPolicy *self, const char *path)
{
  g_autofree char *full = g_canonicalize_filename (path, self->search->root);
  const char *rest = troupe_path_get_below (full, self->search->root);
  g_auto (GStrv) names = g_strsplit (rest != NULL ? rest : "", "/", -1);
  int folder = open (self->search->root, O_PATH | O_DIRECTORY | O_CLOEXEC);
  gboolean is_found = FALSE;

  g_assert (self != NULL);

  for (guint i = 0; folder >= 0 && !is_found && names[i] != NULL; i++)
    {
      const int next = openat (folder, names[i], O_PATH | O_DIRECTORY | O_CLOEXEC);

      is_found = next < 0 &&
                 troupe_folder_name_completes_repository (folder, names[i], names[i + 1] == NULL);
      close (folder);
      folder = next;
    }
  if (folder >= 0)
    close (folder);
  return is_found;
}

/* Returns TRUE if the path leads to what a link names that other programs follow: `.vscode`, or `refs` beside `HEAD`. The target may be
 * missing. */
static gboolean
is_target (TroupeFolderPolicy *self, const char *path)
{
  g_autofree char *full = g_canonicalize_filename (path, self->search->root);
  const char *rest = troupe_path_get_below (full, self->search->root);
  GHashTableIter iter;
  gpointer target;

  g_assert (self != NULL);

  if (rest == NULL)
    return FALSE;
  troupe_folder_search_run (self->search);
  g_hash_table_iter_init (&iter, self->search->hooks);
  while (g_hash_table_iter_next (&iter, &target, NULL))
    if (troupe_path_is_within (rest, target))
      return TRUE;
  return FALSE;
}

/* Returns TRUE if the top level contains a link with a protected name, such as `.env`. The
 * target of such a link is protected even if it has only one name. */
static gboolean
has_protected_link (TroupeFolderPolicy *self)
{
  g_autoptr (GDir) dir = self->knows_links ? NULL : g_dir_open (self->search->root, 0, NULL);
  const char *name = NULL;

  g_assert (self != NULL);

  self->knows_links = TRUE;
  while (dir != NULL && !self->has_links && (name = g_dir_read_name (dir)) != NULL)
    {
      g_autofree char *path = g_build_filename (self->search->root, name, NULL);

      self->has_links =
          troupe_folder_policy_is_protected (name) && g_file_test (path, G_FILE_TEST_IS_SYMLINK);
    }
  return self->has_links;
}

/* Returns FALSE with an error if the file is another name of a protected file. */
static gboolean
check_identity (TroupeFolderPolicy *self,
                const char *path,
                const struct stat *status,
                GError **error)
{
  g_autofree char *shown = troupe_path_for_display (path);

  g_assert (self != NULL);

  if (!S_ISREG (status->st_mode) || (status->st_nlink < 2 && !has_protected_link (self)))
    return TRUE;
  troupe_folder_search_run (self->search);
  if (!troupe_folder_search_has_identity (self->search, status) && !self->search->is_too_large)
    return TRUE;
  g_set_error (error, G_IO_ERROR, G_IO_ERROR_PERMISSION_DENIED,
               self->search->is_too_large
                   /* Translators: %s is a path. */
                   ? _ ("“%s” has several hard links, and the folder is too large to check whether "
                        "one of them is a file with keys. Use a copy of the file.")
                   /* Translators: %s is a path. */
                   : _ ("“%s” is another name of a file that can contain keys or start programs, "
                        "so documents cannot read or write it. Use another file."),
               shown);
  return FALSE;
}

/* Returns TRUE if a variable names the file, or the folder above it, because it contains keys. */
static gboolean
is_named_key (TroupeFolderPolicy *self, const char *path)
{
  GPtrArray *keys = troupe_folder_search_list_keys (self->search);
  g_autofree char *whole = g_canonicalize_filename (path, self->search->root);
  g_autofree char *real = keys->len > 0 ? troupe_path_resolve_existing (whole) : NULL;
  const char *rest = real != NULL ? troupe_path_get_below (real, self->search->root) : NULL;

  g_assert (self != NULL);

  for (guint i = 0; rest != NULL && i < keys->len; i++)
    if (troupe_path_is_within (rest, keys->pdata[i]))
      return TRUE;
  return FALSE;
}

/* Returns TRUE if @is_one recognizes the file by its content. */
static gboolean
holds (TroupeFolderPolicy *self,
       const char *path,
       const struct stat *status,
       gboolean (*is_one) (int folder, const char *name, const char *folded))
{
  g_autofree char *whole = g_canonicalize_filename (path, self->search->root);
  g_autofree char *real = NULL;
  g_autofree char *above = NULL;
  g_autofree char *name = NULL;
  g_autofree char *folded = NULL;
  gboolean is_key = FALSE;
  int folder = -1;

  g_assert (self != NULL);

  if (status == NULL || !S_ISREG (status->st_mode))
    return FALSE;
  real = troupe_path_resolve_existing (whole);
  above = g_path_get_dirname (real);
  name = g_path_get_basename (real);
  folded = troupe_folder_name_fold (name);
  folder = open (above, O_PATH | O_DIRECTORY | O_CLOEXEC);
  is_key = folder >= 0 && is_one (folder, name, folded);
  if (folder >= 0)
    close (folder);
  return is_key;
}

gboolean
troupe_folder_policy_check_read (TroupeFolderPolicy *self,
                                 const char *path,
                                 const struct stat *status,
                                 GError **error)
{
  g_return_val_if_fail (self != NULL && path != NULL, FALSE);

  if (troupe_folder_policy_is_protected (path) || is_in_home (self, path) ||
      is_in_repository (self, path, FALSE) || is_named_key (self, path) ||
      holds (self, path, status, troupe_folder_search_is_key))
    return refuse_protected (path, error);
  return status == NULL || check_identity (self, path, status, error);
}

/* Returns TRUE if the name is that of what a repository has stored of files. Adds the name to @trail. */
static gboolean
is_store (TroupeFolderTrail *trail, const char *name)
{
  const gboolean result = troupe_folder_stores_is_name (trail, name);

  troupe_folder_name_is_protected (trail, name);
  return result;
}

gboolean
troupe_folder_policy_check_content (TroupeFolderPolicy *self,
                                    const char *path,
                                    const struct stat *status,
                                    GError **error)
{
  g_return_val_if_fail (self != NULL && path != NULL, FALSE);

  return (!troupe_folder_name_any (path, is_store) &&
          !holds (self, path, status, troupe_folder_search_has_key_in)) ||
         refuse_protected (path, error);
}

gboolean
troupe_folder_policy_check_write (TroupeFolderPolicy *self,
                                  const char *path,
                                  const struct stat *status,
                                  GError **error)
{
  g_return_val_if_fail (self != NULL && path != NULL, FALSE);

  if (is_in_home (self, path) || is_in_repository (self, path, TRUE) || is_hook (self, path) ||
      completes_repository (self, path) || is_named_key (self, path) ||
      holds (self, path, status, troupe_folder_search_is_key))
    return refuse_protected (path, error);
  return troupe_folder_policy_check_name (path, error) &&
         (status == NULL || check_identity (self, path, status, error));
}

gboolean
troupe_folder_policy_check_destination (TroupeFolderPolicy *self, const char *path, GError **error)
{
  g_return_val_if_fail (self != NULL && path != NULL, FALSE);

  if (!troupe_folder_policy_check_write (self, path, NULL, error))
    return FALSE;
  return !is_target (self, path) || refuse_protected (path, error);
}

GPtrArray *
troupe_folder_policy_list_hidden (TroupeFolderPolicy *self, GError **error)
{
  g_autofree char *shown = NULL;
  g_autofree char *own = NULL;

  g_return_val_if_fail (self != NULL, NULL);

  /* Not all of its databases exist when a sandbox starts, so that code could create a journal,
   * which SQLite would apply to them. */
  own = g_filename_display_name (self->search->root);
  if (troupe_own_folders_is_added (self->search->root))
    {
      g_set_error (error, G_IO_ERROR, G_IO_ERROR_PERMISSION_DENIED,
                   /* Translators: %s is a folder. */
                   _ ("Runs are stored in the folder “%s” itself, so code cannot use it. Choose "
                      "another folder with --data-dir, for example one in it."),
                   own);
      return NULL;
    }
  troupe_folder_search_run (self->search);
  if (!self->search->is_too_large && self->search->hidden->len <= TROUPE_FOLDER_LIMIT_HIDDEN &&
      self->search->fixed->len <= TROUPE_FOLDER_LIMIT_FIXED)
    return self->search->hidden;
  shown = g_filename_display_name (self->search->root);
  if (self->search->is_too_large && self->search->reason != 0)
    g_set_error (
        error, G_IO_ERROR, (int) g_io_error_from_errno (self->search->reason),
        /* Translators: first %s is a folder, second %s the reason. */
        _ ("The folder “%s” could not be searched for the files with keys that a sandbox has to "
           "hide: %s. Nothing was run."),
        shown, g_strerror (self->search->reason));
  else if (self->search->is_too_large)
    g_set_error (
        error, G_IO_ERROR, G_IO_ERROR_PERMISSION_DENIED,
        /* Translators: %s is a folder. */
        _ ("The folder “%s” is too large to find the files with keys that a sandbox has to "
           "hide. Nothing was run. Move the document to a smaller folder."),
        shown);
  else if (self->search->hidden->len <= TROUPE_FOLDER_LIMIT_HIDDEN)
    g_set_error (error, G_IO_ERROR, G_IO_ERROR_PERMISSION_DENIED,
                 /* Translators: %s is a folder, %u a number of files. */
                 _ ("The folder “%s” contains more than %u hidden files and folders, such as "
                    "“.vscode”, which "
                    "is too many for a sandbox to protect. Nothing was run. Move the document or "
                    "the files."),
                 shown, TROUPE_FOLDER_LIMIT_FIXED);
  else
    g_set_error (
        error, G_IO_ERROR, G_IO_ERROR_PERMISSION_DENIED,
        /* Translators: %s is a folder, %u a number of files. */
        _ ("The folder “%s” contains more than %u files with keys, such as “.env”, which is too "
           "many for a sandbox to hide. Nothing was run. Move the document or the files."),
        shown, TROUPE_FOLDER_LIMIT_HIDDEN);
  return NULL;
}

int
troupe_folder_policy_get_descriptor (TroupeFolderPolicy *self)
{
  g_return_val_if_fail (self != NULL, -1);

  return self->search->descriptor;
}

GPtrArray *
troupe_folder_policy_list_fixed (TroupeFolderPolicy *self)
{
  g_return_val_if_fail (self != NULL, NULL);
  g_return_val_if_fail (self->search->is_searched, NULL);

  return self->search->fixed;
}

GPtrArray *
troupe_folder_policy_list_stores (TroupeFolderPolicy *self)
{
  g_return_val_if_fail (self != NULL, NULL);
  g_return_val_if_fail (self->search->is_searched, NULL);

  return self->search->stores;
}

GHashTable *
troupe_folder_policy_list_hooks (TroupeFolderPolicy *self)
{
  g_return_val_if_fail (self != NULL, NULL);
  g_return_val_if_fail (self->search->is_searched, NULL);

  return self->search->hooks;
}
