/* troupe-folder-stamp.h: detects changes in a folder without reading its files
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#pragma once

#include <glib.h>

G_BEGIN_DECLS

/**
 * troupe_folder_make_stamp:
 * @folder: a folder
 * @path: path of a folder relative to @folder
 *
 * Computes a digest of the names, kinds, sizes, inodes, and times of everything in a folder and its
 * subfolders. Because the time of the last change of an inode cannot be set by a program, the digest
 * changes whenever a file is written, replaced, moved or gets other permissions. It is used for
 * folders with too many files to read them, such as `node_modules`; a copy of such a folder has
 * another digest. Symbolic links are not followed. Blocks; may be called on any thread.
 *
 * Returns: (transfer full) (nullable): the SHA-256 in hex; %NULL if the folder cannot be read
 *   completely, or has more than %TROUPE_FOLDER_LIMIT_ENTRIES entries
 */
char *troupe_folder_make_stamp (const char *folder, const char *path);

G_END_DECLS
