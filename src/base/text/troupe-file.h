/* troupe-file.h: reading and atomic saving of files, paths confined to a folder
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#pragma once

#include <gio/gio.h>

G_BEGIN_DECLS

/**
 * TroupeFileStamp:
 *
 * What a file was when it was read, so that a change on disk is noticed before it is replaced.
 */
typedef struct {
  gint64 size;
  gint64 modified_us;
  guint64 inode;
  char digest[65]; /* SHA-256 of the content, hex */
} TroupeFileStamp;

/**
 * troupe_file_read:
 * @limit: the largest size that is taken, in bytes; checked before anything is read
 * @stamp: (out) (optional): what the file was
 *
 * Reads a regular file whole. Blocks.
 *
 * Returns: (transfer full) (nullable): the bytes with a NUL behind them, or %NULL with a %G_IO_ERROR
 *   whose message names the file
 */
char *troupe_file_read (const char *path, gsize limit, gsize *length, TroupeFileStamp *stamp,
                        GError **error);

/**
 * troupe_file_save:
 * @expected: (nullable): what the file was when it was loaded; where it is something else now,
 *   nothing is replaced and the error is %G_IO_ERROR_WRONG_ETAG. %NULL replaces whatever is there.
 * @stamp: (out) (optional): what the file is afterwards
 *
 * Saves atomically and durably: a temporary file beside the target, fsync, rename, fsync of the
 * folder. Mode and, where the system lets us, owner are kept; a symbolic link stays one and its
 * target is replaced. At every moment the file is whole, the old or the new one. Blocks.
 * Errors: %G_IO_ERROR_READ_ONLY where the file or its folder is write-protected.
 */
gboolean troupe_file_save (const char *path, const char *data, gsize length,
                           const TroupeFileStamp *expected, TroupeFileStamp *stamp, GError **error);

/* Writes the whole of @data to an open descriptor, however often it takes. Blocks. FALSE with errno set where
 * not all could be written: ENOSPC where nothing more is taken. */
gboolean troupe_file_write_all (int descriptor, const char *data, gsize length);

/* Whether the file still is what @stamp says. Looks at size and time first, reads only in doubt. */
gboolean troupe_file_is_unchanged (const char *path, const TroupeFileStamp *stamp);

/**
 * troupe_path_resolve_beneath:
 *
 * Resolves @path against @folder and refuses what leaves it: absolute paths, `..`, symbolic links
 * that point outside.
 *
 * Returns: (transfer full) (nullable): the absolute path, or %NULL with %G_IO_ERROR_PERMISSION_DENIED
 */
char *troupe_path_resolve_beneath (const char *folder, const char *path, GError **error);

/* The path as a person would write it: the home folder as ~. (transfer full) */
char *troupe_path_for_display (const char *path);

G_END_DECLS
