/* troupe-folder-search.c: finds the files in a folder that a sandbox hides or makes read-only
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#define G_LOG_DOMAIN "troupe-folder-search"

#include "config.h"

#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <string.h>
#include <unistd.h>

#include "troupe-env-file.h"
#include "troupe-file.h"
#include "troupe-folder-findings.h"
#include "troupe-folder-name.h"
#include "troupe-folder-policy.h"
#include "troupe-folder-search.h"
#include "troupe-folder-stores.h"
#include "troupe-folder.h"
#include "troupe-git-hooks.h"
#include "troupe-key-finder.h"
#include "troupe-own-folders.h"
#include "troupe-python-modules.h"
#include "troupe-search-paths.h"
#include "troupe-shell-settings.h"

/* Maximum depth of folders that are searched. */
#define MOST_DEPTH 128u
/* How much of a file is read to recognize a private key, in bytes. */
#define N_FIRST 512u
/* How much of settings is read to find keys, in bytes, and how many files in a folder. */
#define N_SETTINGS (256u * 1024)
#define MOST_SETTINGS 20000u

typedef struct
{
  dev_t device;
  ino_t inode;
} Identity;

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

gboolean
troupe_folder_search_has_identity (TroupeFolderSearch *self, const struct stat *status)
{
  const Identity key = { .device = status->st_dev, .inode = status->st_ino };

  g_return_val_if_fail (self != NULL, TRUE);

  return g_hash_table_contains (self->identities, &key);
}

static void
add_identity (TroupeFolderSearch *self, const struct stat *status)
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
add_hidden (TroupeFolderSearch *self, GPtrArray *list, const char *path)
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
} Position;

static void
search_folder (TroupeFolderSearch *self, int descriptor, const char *path, const Position *at);

/* Protects the target of a link whose name is protected, if the target is in the folder. */
static void
add_target (TroupeFolderSearch *self, int folder, const char *name, const char *path)
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
      const Position inside = { .depth = 1, .is_inside = TRUE };

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

/* Returns TRUE for a hidden file in the folder for outputs. Code cannot write those of the user, such as `.gitignore`, whose removal would have an effect as
 * well. */
static gboolean
is_kept_output (const char *path, const char *folded)
{
  return *folded == '.' && g_str_has_prefix (path, TROUPE_FOLDER_OUTPUT "/") &&
         !troupe_folder_name_is_cache (folded) && !troupe_folder_name_is_scratch (folded);
}

/* Returns TRUE if the entry may be read but not written. Each hidden file may start programs, as in
 * troupe-folder-watch.c, and Git writes what the data of a repository contain into the work tree later. */
static gboolean
is_fixed (const TroupeFolderTrail *trail, const char *name)
{
  TroupeFolderTrail unused = *trail;

  if (troupe_folder_name_is_fixed (trail, name) || troupe_folder_name_is_repository (name))
    return TRUE;
  return troupe_folder_name_is_unknown (&unused, name) && !troupe_folder_name_is_cache (name);
}

/* Makes the target of a link read-only whose name is that of a configuration, if it is in the folder. */
static void
fix_target (TroupeFolderSearch *self, const char *path)
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

/* Notes that a part of the folder cannot be searched, for the reason @number, an errno, unless it is 0. */
static void
give_up (TroupeFolderSearch *self, int number)
{
  g_assert (self != NULL);

  if (number == 0)
    return;
  self->is_too_large = TRUE;
  if (self->reason == 0)
    self->reason = number;
}

/* Collects the hooks of a repository. @top, @git: paths relative to the folder; its work tree and its data */
static void
find_hooks (TroupeFolderSearch *self, const char *top, const char *git)
{
  g_autofree char *top_path = g_canonicalize_filename (top, self->root);
  g_autofree char *git_path = g_canonicalize_filename (git, self->root);

  g_assert (self != NULL);

  give_up (self, troupe_git_hooks_collect (self->root, top_path, git_path, self->hooks));
}

/* Adds the links to which the paths of the set lead, and where they end. Code could otherwise put its own files there. */
static void
add_links (TroupeFolderSearch *self)
{
  g_autoptr (GPtrArray) steps = g_ptr_array_new_with_free_func (g_free);
  GHashTableIter iter;
  gpointer path;

  g_assert (self != NULL);

  g_hash_table_iter_init (&iter, self->hooks);
  while (g_hash_table_iter_next (&iter, &path, NULL))
    {
      g_autofree char *whole = g_build_filename (self->root, path, NULL);

      g_ptr_array_add (steps, troupe_path_follow (whole, steps));
    }
  for (guint i = 0; i < steps->len; i++)
    {
      const char *rest = troupe_path_get_below (steps->pdata[i], self->root);

      if (rest != NULL && *rest != '\0')
        g_hash_table_add (self->hooks, g_strdup (rest));
    }
}

/* Adds the programs and modules of an environment of Python to what others start. @path: of its folder */
static void
add_environment (TroupeFolderSearch *self, const char *path)
{
  const char *const *parts = troupe_search_paths_list_parts ();

  g_assert (self != NULL);

  for (guint i = 0; parts[i] != NULL; i++)
    g_hash_table_add (self->hooks, *path == '\0' ? g_strdup (parts[i])
                                                 : g_build_filename (path, parts[i], NULL));
}

/* Adds what the settings in the folder of an entry name. @path: of the entry */
static void
add_named (TroupeFolderSearch *self, const char *path)
{
  g_autofree char *whole = g_build_filename (self->root, path, NULL);
  g_autofree char *top = g_path_get_dirname (whole);
  g_auto (GStrv) list = NULL;

  g_assert (self != NULL);

  if (!g_hash_table_add (self->tops, g_strdup (top)))
    return;
  list = troupe_shell_settings_list_in (self->root, top);
  for (guint i = 0; list[i] != NULL; i++)
    {
      const char *rest = troupe_path_get_below (list[i], self->root);

      if (rest != NULL && *rest != '\0')
        g_hash_table_add (self->hooks, g_strdup (rest));
    }
}

/* Returns TRUE for `-----BEGIN … PRIVATE KEY` at the beginning of a line. */
static gboolean
has_key_line (const char *text)
{
  static const char start[] = "-----BEGIN ";

  for (const char *p = strstr (text, start); p != NULL; p = strstr (p + 1, start))
    {
      const char *end = strstr (p, "PRIVATE KEY");

      if ((p == text || p[-1] == '\n' || p[-1] == '\r') && end != NULL &&
          (gsize) (end - p) < strcspn (p, "\r\n"))
        return TRUE;
    }
  return FALSE;
}

/* Reads the beginning of a file, at most @most bytes. Returns an empty text if it cannot be read. (transfer full) */
static char *
read_beginning (int folder, const char *name, gsize most)
{
  const int file = openat (folder, name, O_RDONLY | O_NOFOLLOW | O_NONBLOCK | O_NOCTTY | O_CLOEXEC);
  char *text = g_malloc (most + 1);
  gssize length = file >= 0 ? read (file, text, most) : -1;

  if (file >= 0)
    close (file);
  text[length > 0 ? length : 0] = '\0';
  return text;
}

gboolean
troupe_folder_search_is_key (int folder, const char *name, const char *folded)
{
  g_autofree char *text = NULL;

  g_return_val_if_fail (name != NULL && folded != NULL, FALSE);

  if (!troupe_folder_name_may_hold_key (folded))
    return FALSE;
  text = read_beginning (folder, name, N_FIRST);
  return has_key_line (text) || g_str_has_prefix (text, "PuTTY-User-Key-File-") ||
         (strstr (text, "\"type\"") != NULL && strstr (text, "\"service_account\"") != NULL);
}

gboolean
troupe_folder_search_has_key_in (int folder, const char *name, const char *folded)
{
  g_autofree char *text = NULL;

  g_return_val_if_fail (name != NULL && folded != NULL, FALSE);

  text = read_beginning (folder, name, N_SETTINGS);
  return troupe_key_finder_may_be_settings (folded) ? troupe_key_finder_is_in_settings (text)
                                                    : troupe_key_finder_is_in_text (text);
}

/* Returns TRUE for what makes a repository of a folder for Git, even if other parts are missing or invalid: code could complete them. */
static gboolean
is_part_of_repository (int folder, const char *name)
{
  static const char *const parts[] = { "config", "objects", "refs", NULL };
  struct stat status;

  return g_str_equal (name, "HEAD") || g_str_equal (name, "commondir") ||
         (g_strv_contains (parts, name) &&
          fstatat (folder, "HEAD", &status, AT_SYMLINK_NOFOLLOW) == 0);
}

/* Makes a part of a repository read-only, under its other names as well. */
static void
fix_part (TroupeFolderSearch *self,
          int folder,
          const char *name,
          const char *path,
          unsigned char type)
{
  struct stat status;

  g_assert (self != NULL);

  g_ptr_array_add (self->fixed, g_strdup (path));
  if (type == DT_REG && fstatat (folder, name, &status, AT_SYMLINK_NOFOLLOW) == 0 &&
      status.st_nlink > 1)
    add_identity (self, &status);
}

/* Returns TRUE if the file may be one with keys, outside of the folder in which code writes any number of files. Too many of them could
 * have come with the document, so that those of the user are not searched. */
static gboolean
may_have_keys (TroupeFolderSearch *self, const char *path, const char *parent, const char *folded)
{
  g_assert (self != NULL);

  if (g_str_has_prefix (path, TROUPE_FOLDER_OUTPUT "/") ||
      (!troupe_key_finder_may_be_settings (folded) &&
       !troupe_key_finder_may_be_near (parent, folded) &&
       !(*path == '.' || strstr (path, "/.") != NULL)))
    return FALSE;
  self->is_too_large = self->is_too_large || ++self->n_settings > MOST_SETTINGS;
  return !self->is_too_large;
}

/* Returns TRUE if the name is protected for another reason than the repository in which it is, as `.git/config` is not. */
static gboolean
is_protected_elsewhere (const TroupeFolderTrail *trail, const char *folded)
{
  TroupeFolderTrail elsewhere = { 0 };

  if (!troupe_folder_name_is_any_repository (trail->parent))
    g_strlcpy (elsewhere.parent, trail->parent, sizeof elsewhere.parent);
  return troupe_folder_name_is_protected (&elsewhere, folded);
}

/* Notes what a repository has stored, and stashes, which may contain files with keys that the work tree does not. */
static void
note_repository (TroupeFolderSearch *self,
                 const TroupeFolderTrail *trail,
                 const char *folded,
                 const char *path)
{
  g_assert (self != NULL);

  if (troupe_folder_stores_is_name (trail, folded))
    g_ptr_array_add (self->stores, g_strdup (path));
  self->has_keys = self->has_keys || (trail->in_git && g_str_equal (trail->parent, "refs") &&
                                      g_str_equal (folded, "stash"));
}

/* @type: of struct dirent */
static void
search_entry (TroupeFolderSearch *self,
              int folder,
              const char *name,
              const char *path,
              unsigned char type,
              const Position *at)
{
  g_autofree char *folded = troupe_folder_name_fold (name);
  Position inner = *at;
  const gboolean has_name = troupe_folder_name_is_protected (&inner.trail, folded);
  gboolean is_protected = has_name;
  struct stat status;

  g_assert (self != NULL);

  if (g_strcmp0 (path, self->home) == 0)
    return;
  if (g_hash_table_contains (self->own, path))
    {
      add_hidden (self, self->hidden, path);
      return;
    }
  inner.in_blocked = at->in_blocked || is_leftover (&at->trail, folded);
  if (type == DT_UNKNOWN && fstatat (folder, name, &status, AT_SYMLINK_NOFOLLOW) == 0)
    type = (unsigned char) IFTODT (status.st_mode);
  if (!at->for_names && (g_str_equal (folded, ".git") || g_str_equal (folded, ".hg")))
    {
      g_autofree char *top = g_path_get_dirname (path);

      find_hooks (self, top, path);
    }
  if (!at->for_names && !at->is_inside && !inner.in_blocked &&
      troupe_shell_settings_is_one (folded))
    add_named (self, path);
  if (type == DT_REG && !at->is_inside && !at->for_names && !is_protected)
    is_protected = troupe_folder_search_is_key (folder, name, folded) ||
                   (may_have_keys (self, path, at->trail.parent, folded) &&
                    troupe_folder_search_has_key_in (folder, name, folded));
  if (!at->is_inside && !at->for_names)
    {
      note_repository (self, &at->trail, folded, path);
      self->has_keys = self->has_keys ||
                       (is_protected && (!has_name || is_protected_elsewhere (&at->trail, folded)));
    }
  if (is_protected && !at->is_inside && !at->for_names && type != DT_LNK)
    add_hidden (self, inner.in_blocked ? self->blocked : self->hidden, path);
  else if (!at->is_inside && !at->in_fixed && !inner.in_blocked && !at->for_names &&
           (type == DT_REG || type == DT_DIR) &&
           (is_fixed (&at->trail, folded) || (type == DT_REG && is_kept_output (path, folded))))
    {
      g_ptr_array_add (self->fixed, g_strdup (path));
      inner.in_fixed = TRUE;
    }
  if (!is_protected && !at->is_inside && !at->for_names && type == DT_LNK &&
      is_fixed (&at->trail, folded))
    fix_target (self, path);
  /* The target may be missing, and what leads to it may be a link as well. */
  if (!at->for_names && type == DT_LNK &&
      (is_protected || at->in_fixed || is_fixed (&at->trail, folded) ||
       troupe_folder_name_starts (&at->trail, folded) || troupe_folder_name_has_started (folded) ||
       is_part_of_repository (folder, name)))
    g_hash_table_add (self->hooks, g_strdup (path));
  if (!at->for_names && !at->is_inside && !at->in_fixed && !inner.in_blocked && !is_protected &&
      (type == DT_REG || type == DT_DIR) && is_part_of_repository (folder, name))
    fix_part (self, folder, name, path, type);
  if (is_protected && !at->for_names && type == DT_LNK)
    add_target (self, folder, name, path);
  inner.is_inside = at->is_inside || is_protected;
  inner.depth++;
  if (type == DT_DIR &&
      (at->for_names || at->is_inside || !troupe_folder_name_is_package (&at->trail, folded)))
    search_folder (self, openat (folder, name, O_RDONLY | O_DIRECTORY | O_NOFOLLOW | O_CLOEXEC),
                   path, &inner);
  else if (type == DT_REG && (at->for_names || inner.is_inside) &&
           fstatat (folder, name, &status, AT_SYMLINK_NOFOLLOW) == 0)
    {
      if (!at->for_names)
        add_identity (self, &status);
      else if (status.st_nlink > 1 && !inner.is_inside &&
               troupe_folder_search_has_identity (self, &status))
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
search_folder (TroupeFolderSearch *self, int descriptor, const char *path, const Position *at)
{
  DIR *stream = descriptor >= 0 ? fdopendir (descriptor) : NULL;
  const struct dirent *entry = NULL;
  Position inner = *at;

  g_assert (self != NULL);

  if (stream == NULL)
    {
      /* Code that runs as the same user may change the permissions of a folder. */
      if ((errno == EACCES || errno == EPERM) && *path != '\0' && !at->is_inside && !at->for_names)
        add_hidden (self, at->in_blocked ? self->blocked : self->hidden, path);
      if (!is_unreadable (errno))
        give_up (self, errno);
      if (descriptor >= 0)
        close (descriptor);
      return;
    }
  /* A watch renames folders that are too deep. */
  if (at->depth > MOST_DEPTH && is_named_blocked (path))
    {
      closedir (stream);
      return;
    }
  self->is_too_large = self->is_too_large || at->depth > MOST_DEPTH;
  if (troupe_folder_policy_is_repository (dirfd (stream)))
    {
      /* The data of a work tree are found by their name. */
      if (!at->for_names && !g_str_equal (path, ".git") && !g_str_has_suffix (path, "/.git") &&
          (!at->trail.in_git || g_str_has_suffix (path, ".git")))
        find_hooks (self, path, path);
      /* One with another name than `.git`. */
      if (!at->for_names && !at->is_inside && !at->in_fixed && !at->in_blocked && *path != '\0')
        g_ptr_array_add (self->fixed, g_strdup (path));
      /* Of the folder itself, which stays writable, each part is. */
      inner.in_fixed = *path != '\0';
      inner.trail.in_git = TRUE;
    }
  if (!at->for_names && !at->is_inside && troupe_search_paths_is_environment (dirfd (stream)))
    add_environment (self, path);
  while (errno = 0, !self->is_too_large && (entry = readdir (stream)) != NULL)
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
  if (errno != 0 && !is_unreadable (errno))
    give_up (self, errno);
  closedir (stream);
}

static void
search_root (TroupeFolderSearch *self, gboolean for_names)
{
  const Position start = { .for_names = for_names };

  g_assert (self != NULL);

  self->n_entries = 0;
  self->n_path_bytes = 0;
  if (self->descriptor < 0)
    self->descriptor = troupe_folder_open_exact (-1, self->root);
  search_folder (self,
                 self->descriptor >= 0
                     ? openat (self->descriptor, ".", O_RDONLY | O_DIRECTORY | O_CLOEXEC)
                     : -1,
                 "", &start);
}

static int
compare_paths (gconstpointer a, gconstpointer b)
{
  return strcmp (*(const char *const *) a, *(const char *const *) b);
}

/* Removes what is in another folder of the list, and targets that are hidden. */
static void
reduce_fixed (TroupeFolderSearch *self)
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

/* --- The object ------------------------------------------------------------------------------- */

TroupeFolderSearch *
troupe_folder_search_new (const char *folder)
{
  g_autofree char *home = troupe_path_resolve (g_get_home_dir ());
  TroupeFolderSearch *self = NULL;

  g_return_val_if_fail (folder != NULL, NULL);

  self = g_new0 (TroupeFolderSearch, 1);
  self->descriptor = -1;
  self->root = troupe_path_resolve (folder);
  if (!g_str_equal (self->root, "/") && !g_str_equal (home, self->root) &&
      troupe_path_is_within (home, self->root))
    self->home = g_strdup (home + strlen (self->root) + 1);
  self->identities = g_hash_table_new_full (hash_identity, equal_identity, g_free, NULL);
  self->hidden = g_ptr_array_new_with_free_func (g_free);
  self->blocked = g_ptr_array_new_with_free_func (g_free);
  self->fixed = g_ptr_array_new_with_free_func (g_free);
  self->stores = g_ptr_array_new_with_free_func (g_free);
  self->hidden_names = g_hash_table_new_full (g_str_hash, g_str_equal, g_free, NULL);
  self->hooks = g_hash_table_new_full (g_str_hash, g_str_equal, g_free, NULL);
  self->tops = g_hash_table_new_full (g_str_hash, g_str_equal, g_free, NULL);
  self->own = troupe_own_folders_find (self->root, self->home);
  return self;
}

void
troupe_folder_search_free (TroupeFolderSearch *self)
{
  g_return_if_fail (self != NULL);

  g_hash_table_unref (self->identities);
  g_hash_table_unref (self->hidden_names);
  g_hash_table_unref (self->hooks);
  g_hash_table_unref (self->tops);
  g_hash_table_unref (self->own);
  g_clear_pointer (&self->keys, g_ptr_array_unref);
  g_ptr_array_unref (self->hidden);
  g_ptr_array_unref (self->blocked);
  g_ptr_array_unref (self->fixed);
  g_ptr_array_unref (self->stores);
  if (self->descriptor >= 0)
    close (self->descriptor);
  g_free (self->root);
  g_free (self->home);
  g_free (self);
}

GPtrArray *
troupe_folder_search_list_keys (TroupeFolderSearch *self)
{
  g_auto (GStrv) paths = NULL;

  g_return_val_if_fail (self != NULL, NULL);

  if (self->keys != NULL)
    return self->keys;
  self->keys = g_ptr_array_new_with_free_func (g_free);
  paths = troupe_env_file_list_key_files (self->root);
  for (guint i = 0; paths[i] != NULL; i++)
    {
      const char *rest = troupe_path_get_below (paths[i], self->root);

      if (rest != NULL && *rest != '\0')
        g_ptr_array_add (self->keys, g_strdup (rest));
    }
  return self->keys;
}

/* Completes the list of what repositories have stored, which is needed only if a file with keys may be among it. */
static void
settle_stores (TroupeFolderSearch *self)
{
  g_autoptr (GPtrArray) found = g_steal_pointer (&self->stores);

  g_assert (self != NULL);

  self->stores = self->has_keys ? troupe_folder_stores_settle (self->root, found, self->hidden)
                                : g_ptr_array_new_with_free_func (g_free);
}

void
troupe_folder_search_run (TroupeFolderSearch *self)
{
  Position inside;
  GPtrArray *keys;
  struct stat status;
  GHashTableIter iter;
  gpointer path;

  g_return_if_fail (self != NULL);

  if (self->is_searched)
    return;
  self->is_searched = TRUE;
  search_root (self, FALSE);
  /* Hides the files with keys that variables name, and their other names. */
  inside = (Position){ .depth = 1, .is_inside = TRUE };
  keys = troupe_folder_search_list_keys (self);
  for (guint i = 0; i < keys->len; i++)
    {
      g_autofree char *whole = g_build_filename (self->root, keys->pdata[i], NULL);

      if (lstat (whole, &status) != 0 || S_ISLNK (status.st_mode))
        continue;
      add_hidden (self, self->hidden, keys->pdata[i]);
      self->has_keys = TRUE;
      if (S_ISREG (status.st_mode))
        add_identity (self, &status);
      else if (S_ISDIR (status.st_mode))
        search_folder (self, open (whole, O_RDONLY | O_DIRECTORY | O_NOFOLLOW | O_CLOEXEC),
                       keys->pdata[i], &inside);
    }
  /* Makes the hooks that exist read-only. Links and their targets are different paths of the
   * set. */
  give_up (self, troupe_git_hooks_collect_above (self->root, self->hooks));
  troupe_search_paths_collect (self->root, self->hooks);
  troupe_python_module_find_hiding (self->root, self->hooks);
  add_links (self);
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
  if (self->has_names && !self->is_too_large)
    search_root (self, TRUE);
  /* Hides what a watch has renamed, because it may be a file of the user, as far as the limit
   * of a sandbox allows: code can create any number. */
  for (guint i = 0; i < self->blocked->len && self->hidden->len < TROUPE_FOLDER_LIMIT_HIDDEN; i++)
    g_ptr_array_add (self->hidden, g_strdup (self->blocked->pdata[i]));
  if (self->has_fixed_links)
    reduce_fixed (self);
  settle_stores (self);
}
