/* troupe-folder-policy.c: which folders a document may use, and which files in these folders are
 * protected
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#define G_LOG_DOMAIN "troupe-folder-policy"

#include "config.h"

#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <glib/gi18n.h>
#include <limits.h>
#include <string.h>
#include <unistd.h>

#include "troupe-file.h"
#include "troupe-folder-findings.h"
#include "troupe-folder-name.h"
#include "troupe-folder-policy.h"
#include "troupe-folder.h"
#include "troupe-git-hooks.h"
#include "troupe-own-folders.h"

/* Maximum depth of folders that are searched. */
#define MOST_DEPTH 128u

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

gboolean
troupe_folder_policy_check_name (const char *path, GError **error)
{
  g_autofree char *shown = NULL;

  g_return_val_if_fail (path != NULL, FALSE);

  if (troupe_folder_policy_is_protected (path) || makes_repository (path))
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

gboolean
troupe_folder_policy_is_shared (const char *folder)
{
  g_autofree char *real = NULL;
  g_autofree char *home = NULL;

  g_return_val_if_fail (folder != NULL, TRUE);

  real = troupe_path_resolve (folder);
  home = troupe_path_resolve (g_get_home_dir ());
  return troupe_folder_policy_is_system (real) || is_of_user (real, home) || is_of_troupe (real) ||
         is_loaded (real, home) || is_configuration (real, home);
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

/* --- Searching a folder ----------------------------------------------------------------------- */

typedef struct
{
  dev_t device;
  ino_t inode;
} Identity;

/* @home: (nullable): the home folder relative to @root, if @root contains it; @identities:
 *   device and inode of the protected files; @hidden, @hidden_names: paths relative to @root, as
 *   a list and as a set; @fixed: paths that may be read but not written;
 * @own: folders of Troupe, as a set of relative paths; @hooks: paths to which the configuration of repositories leads, as a set;
 * @blocked: like @hidden, in what a watch has renamed; @has_names: whether a protected file has more than one name; @has_links: whether the top level
 *   contains a link with a protected name, valid if @knows_links is set; @has_fixed_links: whether
 *   @fixed contains targets of links; @is_searched: whether
 *   @identities and @hidden are complete, unless @is_too_large; @descriptor: the folder that is
 *   searched, or -1 */
struct _TroupeFolderPolicy
{
  char *root;
  char *home;
  GHashTable *identities;
  GPtrArray *hidden;
  GPtrArray *blocked;
  GPtrArray *fixed;
  GHashTable *own;
  GHashTable *hooks;
  GHashTable *hidden_names;
  guint n_entries;
  gsize n_path_bytes;
  gboolean has_names;
  gboolean has_links;
  gboolean knows_links;
  gboolean has_fixed_links;
  gboolean is_searched;
  gboolean is_too_large;
  int descriptor;
};

static guint
hash_identity (gconstpointer key)
{
  const Identity *identity = key;

  return (guint) identity->inode ^ (guint) (identity->inode >> 32) ^ (guint) identity->device;
}

static gboolean
equal_identity (gconstpointer a, gconstpointer b)
{
  const Identity *first = a;
  const Identity *second = b;

  return first->inode == second->inode && first->device == second->device;
}

static gboolean
has_identity (TroupeFolderPolicy *self, const struct stat *status)
{
  const Identity key = { .device = status->st_dev, .inode = status->st_ino };

  g_assert (self != NULL);

  return g_hash_table_contains (self->identities, &key);
}

static void
add_identity (TroupeFolderPolicy *self, const struct stat *status)
{
  Identity *identity = g_new0 (Identity, 1);

  g_assert (self != NULL);

  identity->device = status->st_dev;
  identity->inode = status->st_ino;
  g_hash_table_add (self->identities, identity);
  self->has_names = self->has_names || status->st_nlink > 1;
}

/* Adds a path to @list. Returns FALSE if it was added before. */
static gboolean
add_hidden (TroupeFolderPolicy *self, GPtrArray *list, const char *path)
{
  g_assert (self != NULL);

  if (!g_hash_table_add (self->hidden_names, g_strdup (path)))
    return FALSE;
  g_ptr_array_add (list, g_strdup (path));
  return TRUE;
}

/* @is_inside: whether a parent folder is protected; @in_fixed: whether one is read-only; @for_names: whether all folders are searched
 *   for other names of protected files; @in_blocked: whether a watch has renamed a folder above */
typedef struct
{
  TroupeFolderTrail trail;
  guint depth;
  gboolean is_inside;
  gboolean in_fixed;
  gboolean for_names;
  gboolean in_blocked;
} Search;

static void
search_folder (TroupeFolderPolicy *self, int descriptor, const char *path, const Search *search);

/* Protects the target of a link whose name is protected, if the target is in the folder. */
static void
add_target (TroupeFolderPolicy *self, int folder, const char *name, const char *path)
{
  g_autofree char *link = g_build_filename (self->root, path, NULL);
  g_autofree char *target = troupe_path_resolve (link);
  struct stat status;
  const char *rest = target + strlen (self->root);

  g_assert (self != NULL);

  if (fstatat (folder, name, &status, 0) != 0 || !troupe_path_is_within (target, self->root))
    return;
  while (*rest == '/')
    rest++;
  /* If a link refers to the folder itself, no other file in the folder is protected because of
   * it. */
  if (*rest == '\0' || !add_hidden (self, self->hidden, rest))
    return;
  if (S_ISDIR (status.st_mode))
    {
      const Search inside = { .depth = 1, .is_inside = TRUE };

      search_folder (self, openat (folder, name, O_RDONLY | O_DIRECTORY | O_CLOEXEC), rest,
                     &inside);
    }
  else
    add_identity (self, &status);
}

/* Returns TRUE for what a watch has renamed because of its name. Programs do not look for it, and code can
 * create any number, so that later runs must not be refused because of it. The user may have folders
 * with other names that end in the same way. */
static gboolean
is_leftover (const TroupeFolderTrail *trail, const char *name)
{
  TroupeFolderTrail before = *trail;
  g_autofree char *old = NULL;

  if (!troupe_folder_name_is_blocked (name))
    return FALSE;
  old = g_strndup (name, (gsize) (g_strrstr (name, TROUPE_FOLDER_BLOCKED) - name));
  return troupe_folder_name_is_fixed (trail, old) || troupe_folder_name_is_repository (old) ||
         troupe_folder_name_is_unknown (&before, old) ||
         troupe_folder_name_is_protected (&before, old);
}

/* Returns TRUE if the entry may be read but not written. Each hidden file may start programs, as in
 * troupe-folder-watch.c; the data of a repository are written by Git. @type: of struct dirent */
static gboolean
is_fixed (const TroupeFolderTrail *trail, const char *name, unsigned char type)
{
  TroupeFolderTrail unused = *trail;

  if (troupe_folder_name_is_fixed (trail, name))
    return TRUE;
  if (troupe_folder_name_is_repository (name))
    return type == DT_REG;
  return troupe_folder_name_is_unknown (&unused, name) && !troupe_folder_name_is_cache (name);
}

/* Makes the target of a link read-only whose name is that of a configuration, if it is in the folder. */
static void
fix_target (TroupeFolderPolicy *self, const char *path)
{
  g_autofree char *link = g_build_filename (self->root, path, NULL);
  g_autofree char *target = troupe_path_resolve (link);
  const char *rest = target + strlen (self->root);

  g_assert (self != NULL);

  if (!troupe_path_is_within (target, self->root) || !g_file_test (target, G_FILE_TEST_EXISTS))
    return;
  while (*rest == '/')
    rest++;
  if (*rest != '\0' && !g_hash_table_contains (self->hidden_names, rest))
    {
      g_ptr_array_add (self->fixed, g_strdup (rest));
      self->has_fixed_links = TRUE;
    }
}

/* Collects the hooks of a repository. @top, @git: paths relative to the folder; its work tree and its data */
static void
find_hooks (TroupeFolderPolicy *self, const char *top, const char *git)
{
  g_autofree char *top_path = g_canonicalize_filename (top, self->root);
  g_autofree char *git_path = g_canonicalize_filename (git, self->root);

  g_assert (self != NULL);

  troupe_git_hooks_collect (self->root, top_path, git_path, self->hooks);
}

/* Makes the hooks that exist read-only. Links and their targets are different paths of the set. */
static void
fix_hooks (TroupeFolderPolicy *self)
{
  GHashTableIter iter;
  gpointer path;

  g_assert (self != NULL);

  troupe_git_hooks_collect_above (self->root, self->hooks);
  g_hash_table_iter_init (&iter, self->hooks);
  while (g_hash_table_iter_next (&iter, &path, NULL))
    {
      g_autofree char *whole = g_build_filename (self->root, path, NULL);
      g_autofree char *real = troupe_path_resolve (whole);

      if (!g_str_equal (whole, real) || !g_file_test (whole, G_FILE_TEST_EXISTS) ||
          g_hash_table_contains (self->hidden_names, path))
        continue;
      g_ptr_array_add (self->fixed, g_strdup (path));
      self->has_fixed_links = TRUE;
    }
}

/* @type: of struct dirent */
static void
search_entry (TroupeFolderPolicy *self,
              int folder,
              const char *name,
              const char *path,
              unsigned char type,
              const Search *search)
{
  g_autofree char *folded = troupe_folder_name_fold (name);
  Search inner = *search;
  gboolean is_protected = troupe_folder_name_is_protected (&inner.trail, folded);
  struct stat status;

  g_assert (self != NULL);

  if (g_strcmp0 (path, self->home) == 0)
    return;
  if (g_hash_table_contains (self->own, path))
    {
      add_hidden (self, self->hidden, path);
      return;
    }
  inner.in_blocked = search->in_blocked || is_leftover (&search->trail, folded);
  if (type == DT_UNKNOWN && fstatat (folder, name, &status, AT_SYMLINK_NOFOLLOW) == 0)
    type = (unsigned char) IFTODT (status.st_mode);
  if (!search->for_names && g_str_equal (folded, ".git"))
    {
      g_autofree char *top = g_path_get_dirname (path);

      find_hooks (self, top, path);
    }
  if (is_protected && !search->is_inside && !search->for_names && type != DT_LNK)
    add_hidden (self, inner.in_blocked ? self->blocked : self->hidden, path);
  else if (!search->is_inside && !search->in_fixed && !inner.in_blocked && !search->for_names &&
           (type == DT_REG || type == DT_DIR) && is_fixed (&search->trail, folded, type))
    {
      g_ptr_array_add (self->fixed, g_strdup (path));
      inner.in_fixed = TRUE;
    }
  /* Git's data are recognized by their content, and Git writes them. */
  if (!is_protected && !search->is_inside && !search->for_names && type == DT_LNK &&
      !g_str_equal (folded, ".git") && is_fixed (&search->trail, folded, DT_REG))
    fix_target (self, path);
  if (is_protected && !search->for_names && type == DT_LNK)
    add_target (self, folder, name, path);
  inner.is_inside = search->is_inside || is_protected;
  inner.depth++;
  if (type == DT_DIR && (search->for_names || search->is_inside ||
                         !troupe_folder_name_is_package (&search->trail, folded)))
    search_folder (self, openat (folder, name, O_RDONLY | O_DIRECTORY | O_NOFOLLOW | O_CLOEXEC),
                   path, &inner);
  else if (type == DT_REG && (search->for_names || inner.is_inside) &&
           fstatat (folder, name, &status, AT_SYMLINK_NOFOLLOW) == 0)
    {
      if (!search->for_names)
        add_identity (self, &status);
      else if (status.st_nlink > 1 && !inner.is_inside && has_identity (self, &status))
        add_hidden (self, inner.in_blocked ? self->blocked : self->hidden, path);
    }
}

/* Returns TRUE if the folder is not there, or is hidden because it cannot be searched. If opening the
 * folder fails for any other reason, a sandbox could read files that the search did not find. */
static gboolean
is_unreadable (int number)
{
  return number == EACCES || number == EPERM || number == ENOENT || number == ENOTDIR ||
         number == ELOOP;
}

gboolean
troupe_folder_policy_is_repository (int folder)
{
  static const char *const parts[] = { "objects", "refs" };
  struct stat status;

  if (fstatat (folder, "HEAD", &status, AT_SYMLINK_NOFOLLOW) != 0)
    return FALSE;
  /* The other parts are in the folder that this file names. */
  if (fstatat (folder, "commondir", &status, AT_SYMLINK_NOFOLLOW) == 0)
    return TRUE;
  for (guint i = 0; i < G_N_ELEMENTS (parts); i++)
    if (fstatat (folder, parts[i], &status, AT_SYMLINK_NOFOLLOW) != 0)
      return FALSE;
  return TRUE;
}

/* Returns TRUE if a watch has renamed the folder. */
static gboolean
is_named_blocked (const char *path)
{
  g_autofree char *name = g_path_get_basename (path);

  return troupe_folder_name_is_blocked (name);
}

/* Searches a folder and closes @descriptor, which is -1 with errno set if the folder could not
 * be opened. */
static void
search_folder (TroupeFolderPolicy *self, int descriptor, const char *path, const Search *search)
{
  DIR *stream = descriptor >= 0 ? fdopendir (descriptor) : NULL;
  const struct dirent *entry = NULL;
  Search inner = *search;

  g_assert (self != NULL);

  if (stream == NULL)
    {
      /* Code that runs as the same user may change the permissions of a folder. */
      if ((errno == EACCES || errno == EPERM) && *path != '\0' && !search->is_inside &&
          !search->for_names)
        add_hidden (self, search->in_blocked ? self->blocked : self->hidden, path);
      self->is_too_large = self->is_too_large || !is_unreadable (errno);
      if (descriptor >= 0)
        close (descriptor);
      return;
    }
  /* A watch renames folders that are too deep. */
  if (search->depth > MOST_DEPTH && is_named_blocked (path))
    {
      closedir (stream);
      return;
    }
  self->is_too_large = self->is_too_large || search->depth > MOST_DEPTH;
  if (troupe_folder_policy_is_repository (dirfd (stream)))
    {
      /* The data of a work tree are found by their name. */
      if (!search->for_names && !g_str_equal (path, ".git") && !g_str_has_suffix (path, "/.git") &&
          (!search->trail.in_git || g_str_has_suffix (path, ".git")))
        find_hooks (self, path, path);
      inner.trail.in_git = TRUE;
    }
  while (!self->is_too_large && (entry = readdir (stream)) != NULL)
    {
      g_autofree char *entry_path = NULL;

      if (g_str_equal (entry->d_name, ".") || g_str_equal (entry->d_name, ".."))
        continue;
      entry_path =
          *path != '\0' ? g_strconcat (path, "/", entry->d_name, NULL) : g_strdup (entry->d_name);
      search_entry (self, dirfd (stream), entry->d_name, entry_path, entry->d_type, &inner);
      self->n_path_bytes += strlen (self->root) + 1 + strlen (entry_path);
      self->is_too_large = self->is_too_large || ++self->n_entries > TROUPE_FOLDER_LIMIT_ENTRIES ||
                           self->n_path_bytes > TROUPE_FOLDER_LIMIT_PATHS;
    }
  closedir (stream);
}

static void
search_root (TroupeFolderPolicy *self, gboolean for_names)
{
  const Search search = { .for_names = for_names };

  g_assert (self != NULL);

  self->n_entries = 0;
  self->n_path_bytes = 0;
  if (self->descriptor < 0)
    self->descriptor = troupe_folder_open_exact (-1, self->root);
  search_folder (self,
                 self->descriptor >= 0
                     ? openat (self->descriptor, ".", O_RDONLY | O_DIRECTORY | O_CLOEXEC)
                     : -1,
                 "", &search);
}

static int
compare_paths (gconstpointer a, gconstpointer b)
{
  return strcmp (*(const char *const *) a, *(const char *const *) b);
}

/* Removes what is in another folder of the list, and targets that are hidden. */
static void
reduce_fixed (TroupeFolderPolicy *self)
{
  g_autoptr (GPtrArray) all = g_steal_pointer (&self->fixed);
  g_autoptr (GHashTable) kept = g_hash_table_new (g_str_hash, g_str_equal);

  g_assert (self != NULL);

  self->fixed = g_ptr_array_new_with_free_func (g_free);
  /* A folder precedes what is in it. */
  g_ptr_array_sort (all, compare_paths);
  for (guint i = 0; i < all->len; i++)
    {
      const char *path = all->pdata[i];
      gboolean is_needed = !g_hash_table_contains (kept, path);

      for (const char *end = strchr (path, '/'); is_needed && end != NULL;
           end = strchr (end + 1, '/'))
        {
          g_autofree char *above = g_strndup (path, (gsize) (end - path));

          is_needed = !g_hash_table_contains (kept, above) &&
                      !g_hash_table_contains (self->hidden_names, above);
        }
      if (!is_needed || g_hash_table_contains (self->hidden_names, path))
        continue;
      g_ptr_array_add (self->fixed, g_strdup (path));
      g_hash_table_add (kept, all->pdata[i]);
    }
}

/* Hides what a watch has renamed, because it may be a file of the user, as far as the limit of a sandbox
 * allows: code can create any number. */
static void
add_blocked (TroupeFolderPolicy *self)
{
  g_assert (self != NULL);

  for (guint i = 0; i < self->blocked->len && self->hidden->len < TROUPE_FOLDER_LIMIT_HIDDEN; i++)
    g_ptr_array_add (self->hidden, g_strdup (self->blocked->pdata[i]));
}

/* Searches the complete folder. Reads only file names, unless a protected file has more than one
 * name. */
static void
search_all (TroupeFolderPolicy *self)
{
  g_assert (self != NULL);

  if (self->is_searched)
    return;
  self->is_searched = TRUE;
  search_root (self, FALSE);
  fix_hooks (self);
  if (self->has_names && !self->is_too_large)
    search_root (self, TRUE);
  add_blocked (self);
  if (self->has_fixed_links)
    reduce_fixed (self);
}

/* --- Files ------------------------------------------------------------------------------------ */

TroupeFolderPolicy *
troupe_folder_policy_new (const char *folder)
{
  g_autofree char *current = folder == NULL ? g_get_current_dir () : NULL;
  g_autofree char *home = troupe_path_resolve (g_get_home_dir ());
  TroupeFolderPolicy *self = g_new0 (TroupeFolderPolicy, 1);

  self->descriptor = -1;
  self->root = troupe_path_resolve (folder != NULL ? folder : current);
  if (!g_str_equal (self->root, "/") && !g_str_equal (home, self->root) &&
      troupe_path_is_within (home, self->root))
    self->home = g_strdup (home + strlen (self->root) + 1);
  self->identities = g_hash_table_new_full (hash_identity, equal_identity, g_free, NULL);
  self->hidden = g_ptr_array_new_with_free_func (g_free);
  self->blocked = g_ptr_array_new_with_free_func (g_free);
  self->fixed = g_ptr_array_new_with_free_func (g_free);
  self->hidden_names = g_hash_table_new_full (g_str_hash, g_str_equal, g_free, NULL);
  self->hooks = g_hash_table_new_full (g_str_hash, g_str_equal, g_free, NULL);
  self->own = troupe_own_folders_find (self->root, self->home);
  return self;
}

void
troupe_folder_policy_free (TroupeFolderPolicy *self)
{
  g_return_if_fail (self != NULL);

  g_hash_table_unref (self->identities);
  g_hash_table_unref (self->hidden_names);
  g_hash_table_unref (self->hooks);
  g_hash_table_unref (self->own);
  g_ptr_array_unref (self->hidden);
  g_ptr_array_unref (self->blocked);
  g_ptr_array_unref (self->fixed);
  if (self->descriptor >= 0)
    close (self->descriptor);
  g_free (self->root);
  g_free (self->home);
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

  if (self->home != NULL && troupe_path_is_within (full + 1, self->home))
    return TRUE;
  below = g_path_is_absolute (path) ? troupe_path_get_below (full, self->root) : full + 1;
  g_hash_table_iter_init (&iter, self->own);
  while (below != NULL && g_hash_table_iter_next (&iter, &own, NULL))
    if (troupe_path_is_within (below, own))
      return TRUE;
  return FALSE;
}

/* Returns TRUE if the names would be protected in a repository. */
static gboolean
is_part_of_git (const char *path)
{
  g_auto (GStrv) names = g_strsplit (path, "/", -1);
  TroupeFolderTrail trail = { .in_git = TRUE };

  for (guint i = 0; names[i] != NULL; i++)
    {
      g_autofree char *name = troupe_folder_name_fold (names[i]);

      if (*name != '\0' && (troupe_folder_name_is_fixed (&trail, name) ||
                            troupe_folder_name_is_protected (&trail, name)))
        return TRUE;
    }
  return FALSE;
}

/* Returns TRUE if @path is the configuration of a repository that Git recognizes by its content. */
static gboolean
is_in_repository (TroupeFolderPolicy *self, const char *path)
{
  g_autofree char *full = g_canonicalize_filename (path, self->root);
  gboolean is_found = FALSE;

  g_assert (self != NULL);

  if (!troupe_path_is_within (full, self->root) || !is_part_of_git (full + strlen (self->root)))
    return FALSE;
  for (char *end = full + strlen (self->root); !is_found && end != NULL;
       end = strchr (end + 1, '/'))
    {
      g_autofree char *above = g_strndup (full, (gsize) (end - full));
      const int folder = open (above, O_PATH | O_DIRECTORY | O_CLOEXEC);

      if (folder < 0)
        continue;
      is_found = troupe_folder_policy_is_repository (folder) && is_part_of_git (end);
      close (folder);
    }
  return is_found;
}

/* Returns TRUE if Git runs the file as a hook, or reads it as a part of a configuration. */
static gboolean
is_hook (TroupeFolderPolicy *self, const char *path)
{
  g_autofree char *full = g_canonicalize_filename (path, self->root);

  g_assert (self != NULL);

  return troupe_git_hooks_is_used (full);
}

/* Returns TRUE if the top level contains a link with a protected name, such as `.env`. The
 * target of such a link is protected even if it has only one name. */
static gboolean
has_protected_link (TroupeFolderPolicy *self)
{
  g_autoptr (GDir) dir = self->knows_links ? NULL : g_dir_open (self->root, 0, NULL);
  const char *name = NULL;

  g_assert (self != NULL);

  self->knows_links = TRUE;
  while (dir != NULL && !self->has_links && (name = g_dir_read_name (dir)) != NULL)
    {
      g_autofree char *path = g_build_filename (self->root, name, NULL);

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
  search_all (self);
  if (!has_identity (self, status) && !self->is_too_large)
    return TRUE;
  g_set_error (error, G_IO_ERROR, G_IO_ERROR_PERMISSION_DENIED,
               self->is_too_large
                   /* Translators: %s is a path. */
                   ? _ ("“%s” has several hard links, and the folder is too large to check whether "
                        "one of them is a file with keys. Use a copy of the file.")
                   /* Translators: %s is a path. */
                   : _ ("“%s” is another name of a file that can contain keys or start programs, "
                        "so documents cannot read or write it. Use another file."),
               shown);
  return FALSE;
}

gboolean
troupe_folder_policy_check_read (TroupeFolderPolicy *self,
                                 const char *path,
                                 const struct stat *status,
                                 GError **error)
{
  g_return_val_if_fail (self != NULL && path != NULL, FALSE);

  if (troupe_folder_policy_is_protected (path) || is_in_home (self, path) ||
      is_in_repository (self, path))
    return refuse_protected (path, error);
  return status == NULL || check_identity (self, path, status, error);
}

gboolean
troupe_folder_policy_check_write (TroupeFolderPolicy *self,
                                  const char *path,
                                  const struct stat *status,
                                  GError **error)
{
  g_return_val_if_fail (self != NULL && path != NULL, FALSE);

  if (is_in_home (self, path) || is_in_repository (self, path) || is_hook (self, path))
    return refuse_protected (path, error);
  return troupe_folder_policy_check_name (path, error) &&
         (status == NULL || check_identity (self, path, status, error));
}

GPtrArray *
troupe_folder_policy_list_hidden (TroupeFolderPolicy *self, GError **error)
{
  g_autofree char *shown = NULL;

  g_return_val_if_fail (self != NULL, NULL);

  search_all (self);
  if (!self->is_too_large && self->hidden->len <= TROUPE_FOLDER_LIMIT_HIDDEN &&
      self->fixed->len <= TROUPE_FOLDER_LIMIT_FIXED)
    return self->hidden;
  shown = g_filename_display_name (self->root);
  if (self->is_too_large)
    g_set_error (
        error, G_IO_ERROR, G_IO_ERROR_PERMISSION_DENIED,
        /* Translators: %s is a folder. */
        _ ("The folder “%s” is too large to find the files with keys that a sandbox has to "
           "hide. Nothing was run. Move the document to a smaller folder."),
        shown);
  else if (self->hidden->len <= TROUPE_FOLDER_LIMIT_HIDDEN)
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

  return self->descriptor;
}

GPtrArray *
troupe_folder_policy_list_fixed (TroupeFolderPolicy *self)
{
  g_return_val_if_fail (self != NULL, NULL);
  g_return_val_if_fail (self->is_searched, NULL);

  return self->fixed;
}

GHashTable *
troupe_folder_policy_list_hooks (TroupeFolderPolicy *self)
{
  g_return_val_if_fail (self != NULL, NULL);
  g_return_val_if_fail (self->is_searched, NULL);

  return self->hooks;
}
