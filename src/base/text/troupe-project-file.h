/* troupe-project-file.h: opens files that a document names
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#pragma once

#include "troupe-file.h"

G_BEGIN_DECLS

/**
 * troupe_project_file_open:
 * @folder: the folder of the document, which may be reached through symbolic links
 * @path: path relative to @folder, as written in the document
 * @real: (out) (optional) (transfer full): the absolute path of the file that was opened, without
 *   symbolic links
 *
 * Opens a file for reading. The path is resolved once, by the kernel: what is checked and what is
 * read is the same open file, regardless of what happens to the names at the same time. Symbolic
 * links are followed inside @folder only. Files that carry secrets or start programs are refused by
 * their names, by the names of the target of a link, and under other names of the same file
 * (troupe_folder_policy_check_read()). Blocks.
 *
 * Returns: a descriptor of a regular file that the caller closes, or -1 with a %G_IO_ERROR:
 *   %G_IO_ERROR_NOT_FOUND, %G_IO_ERROR_NOT_REGULAR_FILE, or %G_IO_ERROR_PERMISSION_DENIED if the
 *   path leads outside or the file is protected. The message names the path and is a sentence.
 * Threads: any thread, for all functions of this file.
 */
int troupe_project_file_open (const char *folder, const char *path, char **real, GError **error);

/**
 * troupe_project_file_read:
 * @limit, @length, @stamp: as for troupe_file_read()
 *
 * Reads a complete file that troupe_project_file_open() opens. Blocks.
 *
 * Returns: (transfer full) (nullable): the bytes, NUL-terminated, or %NULL with a %G_IO_ERROR
 */
char *troupe_project_file_read (const char *folder,
                                const char *path,
                                gsize limit,
                                gsize *length,
                                TroupeFileStamp *stamp,
                                GError **error);

/* Same as troupe_project_file_read(), but also reads protected files: the keys in `.env`, and content
 * that is only compared with a digest. The document must not receive the content. */
char *troupe_project_file_read_any (const char *folder,
                                    const char *path,
                                    gsize limit,
                                    gsize *length,
                                    GError **error);

/**
 * troupe_project_file_save:
 * @folder, @path: as for troupe_project_file_open(); missing folders along the path are created
 * @expected, @is_new, @stamp: as for troupe_file_save_at()
 *
 * Saves a file as troupe_file_save() does, but only inside @folder: a symbolic link is followed, and its
 * target replaced, if it leads to a file in @folder. Links that lead outside or to nothing are refused.
 * Blocks.
 * Errors: %G_IO_ERROR: %G_IO_ERROR_EXISTS with @is_new, %G_IO_ERROR_PERMISSION_DENIED if the path leads
 * outside.
 */
gboolean troupe_project_file_save (const char *folder,
                                   const char *path,
                                   const char *data,
                                   gsize length,
                                   const TroupeFileStamp *expected,
                                   gboolean is_new,
                                   TroupeFileStamp *stamp,
                                   GError **error);

/* Deletes a file, or a symbolic link itself, inside @folder. Blocks. Errors: %G_IO_ERROR:
 * %G_IO_ERROR_NOT_FOUND, %G_IO_ERROR_PERMISSION_DENIED if the path leads outside. */
gboolean troupe_project_file_remove (const char *folder, const char *path, GError **error);

/* Returns TRUE if troupe_project_file_open() would open the file. */
gboolean troupe_project_file_exists (const char *folder, const char *path);

G_END_DECLS
