/* troupe-folder.h: opens folders and files without following symbolic links
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#pragma once

#include <gio/gio.h>

G_BEGIN_DECLS

/**
 * troupe_folder_open:
 * @path: of a folder, absolute or relative to @base
 * @base: the working folder
 * @make: whether missing folders are created, accessible to their owner only
 *
 * Opens a folder that a document names. The nearest base folder above it may be reached through
 * symbolic links: @base, the home folder, the user's data folder or the folder for temporary files.
 * No symbolic link is followed below the base folder, nor anywhere in a path that is in none of
 * them, so that the path in the document is the actual location. Names below the base folder that
 * documents must not write are refused (troupe_folder_policy_check_name()).
 *
 * Returns: a descriptor that the caller closes, or -1 with a %G_IO_ERROR: %G_IO_ERROR_NOT_FOUND if
 * it is missing
 */
int troupe_folder_open (const char *path, const char *base, gboolean make, GError **error);

/**
 * troupe_folder_open_beneath:
 * @folder: an open folder
 * @path: path relative to @folder; `.` is the folder itself
 * @flags: flags of open(2), without O_CREAT, because troupe_folder_save() must be used for writing
 * @make: whether missing folders along the path are created, accessible to their owner only
 *
 * Opens an untrusted path, for example a path that a model has named. Rejects paths that lead
 * outside of @folder, and symbolic links along the path or at its end, wherever they point.
 *
 * Returns: a descriptor that the caller closes, or -1 with a %G_IO_ERROR: %G_IO_ERROR_NOT_FOUND, or
 * %G_IO_ERROR_INVALID_FILENAME if the path leads outside
 */
int
troupe_folder_open_beneath (int folder, const char *path, int flags, gboolean make, GError **error);

/* Opens @path, relative to the open folder @folder, or absolute if it is -1, with O_PATH. Symbolic links
 * along the path and at its end are refused. Returns -1 with errno set, ELOOP or ENOTDIR for a link. */
int troupe_folder_open_exact (int folder, const char *path);

/* Writes a new file into an open folder, atomically and durably. The file is readable by its
 * owner only.
 * Errors: %G_IO_ERROR. */
gboolean
troupe_folder_save (int folder, const char *name, const char *data, gsize length, GError **error);

/**
 * troupe_folder_check_file:
 * @folder: the open folder of the file
 * @path: the path of the file, for messages; its last component is the name in @folder
 * @suffixes: (nullable) (array zero-terminated=1): of additional files, appended to the name
 * @base: (nullable): the folder of the document that names the file; %NULL if the user has chosen it
 *
 * Returns: %TRUE if each of the files is missing, or a regular file that is not another name of a
 * protected file; otherwise %FALSE with a %G_IO_ERROR: %G_IO_ERROR_PERMISSION_DENIED for a symbolic
 * link or a protected file
 */
gboolean troupe_folder_check_file (int folder,
                                   const char *path,
                                   const char *const *suffixes,
                                   const char *base,
                                   GError **error);

/**
 * troupe_path_confine:
 * @path: of a file, absolute or relative to @base, which need not exist
 *
 * Returns the path of a file that a document names, such as a database, under the conditions of
 * troupe_folder_open() and troupe_folder_check_file(). The path is for comparisons, messages and
 * troupe_folder_open_parent(). Files must not be opened with it, because another process may exchange
 * the folders and the file.
 *
 * Returns: (transfer full) (nullable): an absolute path without symbolic links, or %NULL with a
 * %G_IO_ERROR
 */
char *troupe_path_confine (const char *path, const char *base, GError **error);

/**
 * troupe_folder_open_parent:
 * @path: an absolute path without symbolic links, of troupe_path_confine() or
 *   troupe_path_resolve_existing()
 * @base: (nullable): the working folder
 *
 * Opens the folder of a file, in which the file is opened by its name and without following a link.
 * Like troupe_folder_open(), but does not check the names again.
 *
 * Returns: a descriptor that the caller closes, or -1 with a %G_IO_ERROR
 */
int troupe_folder_open_parent (const char *path, const char *base, gboolean make, GError **error);

G_END_DECLS
