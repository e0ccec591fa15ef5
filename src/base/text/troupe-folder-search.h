/* troupe-folder-search.h: finds the files in a folder that a sandbox hides or makes read-only
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#pragma once

#include <glib.h>
#include <sys/stat.h>

G_BEGIN_DECLS

/**
 * TroupeFolderSearch:
 * @root: the folder, absolute and without links
 * @home: (nullable): the home folder relative to @root, if @root contains it
 * @identities: device and inode of the protected files
 * @hidden: (element-type utf8): paths relative to @root of what a sandbox hides
 * @hidden_names: the same and @blocked as a set
 * @blocked: (element-type utf8): like @hidden, in what a watch has renamed
 * @fixed: (element-type utf8): paths that may be read but not written
 * @own: (element-type utf8): folders of Troupe, as a set of relative paths
 * @stores: (element-type utf8): what repositories have stored of files, such as `.git/objects`, if @has_keys
 * @keys: (nullable) (element-type utf8): relative paths of the files with keys that variables name
 * @hooks: (element-type utf8): paths to which the configuration of repositories leads, as a set
 * @tops: (element-type filename): folders whose settings were read, as a set
 * @n_entries: number of entries that were examined
 * @n_settings: number of files that may be settings with keys
 * @n_path_bytes: length of their paths together
 * @has_keys: whether there is a protected file that a repository may have stored, or a stash of Git
 * @has_names: whether a protected file has more than one name
 * @has_fixed_links: whether @fixed contains targets of links
 * @is_searched: whether the lists are complete, unless @is_too_large
 * @is_too_large: whether a part of the folder was not searched: it has too many entries, is
 *   too deep, or could not be opened or read
 * @reason: why a part could not be opened or read, an errno, or 0
 * @descriptor: the folder that is searched, with O_PATH, or -1
 *
 * What the policy of a folder knows about its content (troupe-folder-policy.h), which applies the rules to it. Used on one
 * thread at a time.
 */
typedef struct
{
  char *root;
  char *home;
  GHashTable *identities;
  GPtrArray *hidden;
  GHashTable *hidden_names;
  GPtrArray *blocked;
  GPtrArray *fixed;
  GPtrArray *stores;
  GHashTable *own;
  GHashTable *hooks;
  GHashTable *tops;
  GPtrArray *keys;
  guint n_entries;
  guint n_settings;
  gsize n_path_bytes;
  gboolean has_keys;
  gboolean has_names;
  gboolean has_fixed_links;
  gboolean is_searched;
  gboolean is_too_large;
  int reason;
  int descriptor;
} TroupeFolderSearch;

/* Resolves the folder, and searches nothing. (transfer full) */
TroupeFolderSearch *troupe_folder_search_new (const char *folder);
void troupe_folder_search_free (TroupeFolderSearch *self);
G_DEFINE_AUTOPTR_CLEANUP_FUNC (TroupeFolderSearch, troupe_folder_search_free)

/* Searches the complete folder, once. Reads file names, the beginnings of files that may be keys, and up to 20,000 files that may be settings with keys; and the status of
 * all files if a protected one has more than one name. Blocks. */
void troupe_folder_search_run (TroupeFolderSearch *self);

/* Returns TRUE if the file is one of the protected ones, whatever name it was opened by. */
gboolean troupe_folder_search_has_identity (TroupeFolderSearch *self, const struct stat *status);

/* Returns the relative paths of the files with keys in the folder that variables name (troupe_env_file_list_key_files()).
 * (transfer none) */
GPtrArray *troupe_folder_search_list_keys (TroupeFolderSearch *self);

/* @folded: the name, folded. Returns TRUE if the file @name of the open folder @folder begins like a private key: `-----BEGIN … PRIVATE KEY-----`, or the
 * key of a service account. Only files with names of troupe_folder_name_may_hold_key() are read. Blocks. */
gboolean troupe_folder_search_is_key (int folder, const char *name, const char *folded);

/* Returns TRUE if the file @name of the open folder @folder contains a key in its first 256 KiB (troupe-key-finder.h): by its form, and in settings also by what
 * precedes it. @folded: the name, folded. Blocks. */
gboolean troupe_folder_search_has_key_in (int folder, const char *name, const char *folded);

G_END_DECLS
