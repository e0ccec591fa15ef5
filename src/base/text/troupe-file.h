/* troupe-file.h: reads and atomically saves files; paths confined to a folder
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#pragma once

#include <gio/gio.h>

G_BEGIN_DECLS

/**
 * TroupeFileStamp:
 *
 * The state of a file when it was read. It is used to detect changes on disk before the file is
 * replaced.
 */
typedef struct {
  gint64 size;
  gint64 modified_us;
  guint64 inode;
  char digest[65]; /* SHA-256 of the content, hex */
  char place[65];  /* SHA-256 of the path of the file without links, hex; empty: unknown */
} TroupeFileStamp;

/**
 * troupe_file_read:
 * @limit: the maximum size, in bytes; checked before anything is read
 * @stamp: (out) (optional): the state of the file
 *
 * Reads a complete regular file. Blocks.
 *
 * Returns: (transfer full) (nullable): the bytes, NUL-terminated, or %NULL with a %G_IO_ERROR whose
 * message names the file
 * Threads: any thread, for all functions of this file.
 */
char *troupe_file_read (const char *path, gsize limit, gsize *length, TroupeFileStamp *stamp,
                        GError **error);

/* Reads a file that is already open, as troupe_file_read(). @path: its path, for messages */
char *troupe_file_read_open (int descriptor, const char *path, gsize limit, gsize *length,
                             TroupeFileStamp *stamp, GError **error);

/**
 * troupe_file_save:
 * @expected: (nullable): the state of the file when it was loaded; if the file has changed, nothing
 *   is replaced and the error is %G_IO_ERROR_WRONG_ETAG. A file that was deleted is created again.
 *   %NULL replaces any file.
 * @stamp: (out) (optional): the state of the file after saving
 *
 * Saves atomically and durably: writes a temporary file in the same folder, fsync, rename, fsync of
 * the folder. Preserves the mode and, if permitted, the owner. A symbolic link is preserved and its
 * target replaced. At every moment the path refers to a complete file, either the old or the new
 * file. Blocks.
 * Errors: %G_IO_ERROR_READ_ONLY if the file or its folder is write-protected;
 * %G_IO_ERROR_PERMISSION_DENIED if the path leads to another place than that of @expected.
 */
gboolean troupe_file_save (const char *path, const char *data, gsize length,
                           const TroupeFileStamp *expected, TroupeFileStamp *stamp, GError **error);

/**
 * troupe_file_check_chosen_folder:
 * @path: a folder that the user has named to write into; it need not exist
 *
 * Like a file that the user names, the folder must not be a symbolic link: it may have come with a document, or code that was
 * allowed in the folder above may have created it, and it would lead to other files of the user. Links above it are
 * followed. Blocks.
 *
 * Returns: %FALSE with %G_IO_ERROR_PERMISSION_DENIED if it is a link
 */
gboolean troupe_file_check_chosen_folder (const char *path, GError **error);

/**
 * troupe_file_save_chosen:
 *
 * Like troupe_file_save() without an expected state, for a file whose name the user has chosen. A
 * symbolic link under this name is not followed, because code that was allowed in the folder may have
 * created it. Errors: as above; %G_IO_ERROR_PERMISSION_DENIED if it is a link.
 */
gboolean troupe_file_save_chosen (const char *path,
                                  const char *data,
                                  gsize length,
                                  TroupeFileStamp *stamp,
                                  GError **error);

/**
 * troupe_file_save_over:
 * @known: the state of the file when it was loaded or saved
 *
 * Like troupe_file_save(), but also replaces a file whose content has changed. It must still be at the
 * same place: a path that has become a link, or a part of which has, is refused, because the user has
 * not chosen the file to which it leads. Errors: as above.
 */
gboolean troupe_file_save_over (const char *path,
                                const char *data,
                                gsize length,
                                const TroupeFileStamp *known,
                                TroupeFileStamp *stamp,
                                GError **error);

/**
 * troupe_file_save_at:
 * @folder: the open folder of the file
 * @path: a path for messages; its last component is the name of the file in @folder
 * @is_new: fails with %G_IO_ERROR_EXISTS if there is a file, folder or symbolic link with this name
 * @expected, @stamp: as for troupe_file_save()
 *
 * Like troupe_file_save(), but in an open folder, and without following a symbolic link.
 */
gboolean troupe_file_save_at (int folder,
                              const char *path,
                              const char *data,
                              gsize length,
                              const TroupeFileStamp *expected,
                              gboolean is_new,
                              TroupeFileStamp *stamp,
                              GError **error);

/* Writes all of @data to an open descriptor, with as many calls as needed. Blocks. Returns FALSE
 * with errno set if not everything could be written. The value is ENOSPC if the file accepts no
 * more data. */
gboolean troupe_file_write_all (int descriptor, const char *data, gsize length);

/* Returns TRUE if troupe_file_save() would refuse to replace @path because the file or its folder is read-only.
 * Blocks; any thread */
gboolean troupe_file_is_read_only (const char *path);

/* Returns TRUE if the file still matches @stamp. Compares size and time first and reads the file
 * only if in doubt. Blocks. */
gboolean troupe_file_is_unchanged (const char *path, const TroupeFileStamp *stamp);

/**
 * troupe_path_resolve_beneath:
 *
 * Resolves @path against @folder and rejects paths that leave it: absolute paths, `..`, symbolic
 * links that point outside.
 *
 * Returns: (transfer full) (nullable): the absolute path, or %NULL with
 * %G_IO_ERROR_PERMISSION_DENIED
 */
char *troupe_path_resolve_beneath (const char *folder, const char *path, GError **error);

/* Returns TRUE if @path is @folder, or a path below it. Compares absolute paths by name. */
gboolean troupe_path_is_within (const char *path, const char *folder);
/* Returns the folder in which the Python code of a document runs and which contains its modules.
 * @path: (nullable). (transfer full) */
char *troupe_path_get_document_folder (const char *path);
/* Returns the part of @path below @folder without a slash at its beginning, which is "" for @folder itself; %NULL
 * if it is not within. Compares absolute paths by name. (transfer none) (nullable): part of @path */
const char *troupe_path_get_below (const char *path, const char *folder);

/* Resolves symbolic links. A path that does not exist is only canonicalized. (transfer full) */
char *troupe_path_resolve (const char *path);

/* Follows the symbolic links in @path, also those that lead to nothing. @links: (nullable) (element-type filename): receives their absolute
 * paths in the order in which they are followed. (transfer full) */
char *troupe_path_follow (const char *path, GPtrArray *links);

/* Same without @links. What does not exist stays as it is. (transfer full) */
char *troupe_path_resolve_existing (const char *path);

/* Returns the current path of an open file or folder, without links. The path of a file that was deleted ends in
 * “ (deleted)”. Blocks. (transfer full) (nullable) */
char *troupe_path_from_descriptor (int descriptor);

/* Formats the path for display, with ~ for the home folder. (transfer full) */
char *troupe_path_for_display (const char *path);

G_END_DECLS
