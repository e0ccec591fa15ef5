/* troupe-folder-policy.h: which folders a document may use, and which files in these folders are
 * protected
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#pragma once

#include <gio/gio.h>
#include <sys/stat.h>

G_BEGIN_DECLS

/* Maximum number of entries in a folder and its subfolders that are searched, see
 * troupe_folder_policy_list_hidden(). */
#define TROUPE_FOLDER_LIMIT_ENTRIES 500000u
/* Maximum length of all their paths together, in bytes: they are recorded before code starts. */
#define TROUPE_FOLDER_LIMIT_PATHS (100u * 1024 * 1024)
/* Maximum number of files and folders that a sandbox hides in a folder. */
#define TROUPE_FOLDER_LIMIT_HIDDEN 256u
/* Maximum number of files and folders that are read-only in a sandbox; bubblewrap accepts 9,000
 * arguments. */
#define TROUPE_FOLDER_LIMIT_FIXED 1000u

/**
 * TroupeFolderPolicy:
 *
 * The rules for everything that accesses the folder of a document on its behalf: file tools, output
 * files and both sandboxes (doc/reliability.md R9). A policy is used on one thread and for one
 * operation, because it caches the files that it has found. All functions block and may be called
 * on any thread.
 */
typedef struct _TroupeFolderPolicy TroupeFolderPolicy;

/* --- Folders ---------------------------------------------------------------------------------- */

/* Returns TRUE if @folder contains files of other documents or programs, so that a document must
 * not use the complete folder. Examples are the home folder, the root, and the folder of
 * downloads. */
gboolean troupe_folder_policy_is_shared (const char *folder);

/* Returns TRUE if @folder contains data of other users or of the system, such as `/home`, `/tmp` and
 * `/proc`, or is the home folder, so that not even a sandbox may show it. */
gboolean troupe_folder_policy_is_system (const char *folder);

/* Returns FALSE with %G_IO_ERROR_PERMISSION_DENIED if a document must not use @folder. The message is
 * suitable for a user and for a model. */
gboolean troupe_folder_policy_check_folder (const char *folder, GError **error);

/* --- Names ------------------------------------------------------------------------------------ */

/* Returns TRUE if files with this path carry secrets or run code, so that they are neither read
 * nor written. @path: relative to the folder of the document, or absolute */
gboolean troupe_folder_policy_is_protected (const char *path);

/* Returns FALSE with %G_IO_ERROR_PERMISSION_DENIED if no file with this path may be written. This
 * applies to protected files and to hidden files of unknown meaning. @path: as for
 * troupe_folder_policy_is_protected() */
gboolean troupe_folder_policy_check_name (const char *path, GError **error);

/* Returns FALSE with %G_IO_ERROR_FILENAME_TOO_LONG if no file can have this path, because it or one of
 * its names is too long. Placeholders such as `{topic}` are not counted, because their values are
 * not known. */
gboolean troupe_folder_policy_check_length (const char *path, GError **error);

/* Returns TRUE if Git takes the open folder @folder for a repository, whatever its name is, because it
 * contains `HEAD` and either `objects` and `refs`, or `commondir`. */
gboolean troupe_folder_policy_is_repository (int folder);

/* Returns FALSE with %G_IO_ERROR_PERMISSION_DENIED if a new folder @name in the open folder @folder would complete a
 * repository. Folders on the way to a file are created before the file itself, and remain if it is refused. */
gboolean troupe_folder_policy_check_new_folder (int folder, const char *name, GError **error);

/* --- Files ------------------------------------------------------------------------------------ */

/* @folder: (nullable): the folder of the document; %NULL is the current folder. (transfer full) */
TroupeFolderPolicy *troupe_folder_policy_new (const char *folder);
void troupe_folder_policy_free (TroupeFolderPolicy *self);
G_DEFINE_AUTOPTR_CLEANUP_FUNC (TroupeFolderPolicy, troupe_folder_policy_free)

/* Returns FALSE with %G_IO_ERROR_PERMISSION_DENIED if the file must not be read. @path: relative to
 * the folder; @status: (nullable): status of the open file, used to refuse other names of a
 * protected file, such as hard links */
gboolean troupe_folder_policy_check_read (TroupeFolderPolicy *self,
                                          const char *path,
                                          const struct stat *status,
                                          GError **error);

/* Returns FALSE with %G_IO_ERROR_PERMISSION_DENIED if the file is one of settings that contains a key (troupe-key-finder.h), or what a repository has stored of files, which neither code in a sandbox nor a
 * model may read. What a document names itself is read. @path, @status: as for troupe_folder_policy_check_read() */
gboolean troupe_folder_policy_check_content (TroupeFolderPolicy *self,
                                             const char *path,
                                             const struct stat *status,
                                             GError **error);

/* Returns FALSE with %G_IO_ERROR_PERMISSION_DENIED if the file must not be written. @status:
 * (nullable): status of the existing file */
gboolean troupe_folder_policy_check_write (TroupeFolderPolicy *self,
                                           const char *path,
                                           const struct stat *status,
                                           GError **error);
/* Same for a path before it is written for the first time: it must also not be what a link names that other programs follow, such as
 * `.vscode`, or `refs` beside `HEAD`. Searches the whole folder. */
gboolean
troupe_folder_policy_check_destination (TroupeFolderPolicy *self, const char *path, GError **error);

/**
 * troupe_folder_policy_list_hidden:
 *
 * Finds the protected files and folders at any depth, the targets of protected links, and other
 * names of protected files. Installed packages (`node_modules`, `site-packages`) and Git's objects
 * are only searched for other names. What a watch has renamed (%TROUPE_FOLDER_BLOCKED) does not count
 * toward the limits; if there is too much of it, only a part is hidden.
 *
 * Returns: (transfer none) (nullable) (element-type utf8): paths relative to the folder, or %NULL
 * with %G_IO_ERROR_PERMISSION_DENIED if there are more than %TROUPE_FOLDER_LIMIT_HIDDEN paths, or
 * %TROUPE_FOLDER_LIMIT_FIXED that must be read-only, or
 * if the folder is too large to find all of them; another %G_IO_ERROR if a part of it could not be searched, which may
 * succeed later
 */
GPtrArray *troupe_folder_policy_list_hidden (TroupeFolderPolicy *self, GError **error);

/* Returns the folder that troupe_folder_policy_list_hidden() has searched, as a descriptor with O_PATH, or
 * -1 if it could not be opened. It stays the same folder if its path is exchanged. (transfer none) */
int troupe_folder_policy_get_descriptor (TroupeFolderPolicy *self);

/* Returns the existing files and folders at any depth that may configure the user's programs, such as
 * `.vscode`, and all other hidden ones that are neither harmless nor caches, so that a sandbox must not
 * write them. Those in a folder of this list are not listed. Requires
 * troupe_folder_policy_list_hidden(). (transfer none) (element-type utf8): paths relative to the
 * folder */
GPtrArray *troupe_folder_policy_list_fixed (TroupeFolderPolicy *self);

/* Returns what repositories in the folder have stored of files, such as `.git/objects`, if one with keys may be among them: the folder
 * contains a protected file, or a stash. Otherwise the list is empty. None of the paths is below another one. Requires
 * troupe_folder_policy_list_hidden(). (transfer none) (element-type utf8): paths relative to the folder */
GPtrArray *troupe_folder_policy_list_stores (TroupeFolderPolicy *self);

/* Returns the files and folders that Git runs as hooks, or reads as a part of a configuration
 * (troupe_git_hooks_collect()), also those that do not exist. Those that exist are in the list of
 * troupe_folder_policy_list_fixed(). Requires troupe_folder_policy_list_hidden(). (transfer none) (element-type
 * utf8): set of paths relative to the folder */
GHashTable *troupe_folder_policy_list_hooks (TroupeFolderPolicy *self);

G_END_DECLS
