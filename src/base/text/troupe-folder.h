/* troupe-folder.h: folders and files that are reached without following a symbolic link
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
 * @make: whether what is missing is made, for its owner alone
 *
 * Opens a folder that a document names. No symbolic link is followed below @base, the home folder, the
 * user's data folder or the one for temporary files, whichever is the nearest above it, and none at all
 * elsewhere: what stands in the document is where it is.
 *
 * Returns: a descriptor to be closed, or -1 with a %G_IO_ERROR: %G_IO_ERROR_NOT_FOUND where it is missing
 */
int troupe_folder_open (const char *path, const char *base, gboolean make, GError **error);

/**
 * troupe_folder_open_beneath:
 * @folder: an open folder
 * @path: relative to it; `.` is the folder itself
 * @flags: of open(2), without O_CREAT: what is written goes through troupe_folder_save()
 * @make: whether folders that are missing on the way are made, for their owner alone
 *
 * Opens what somebody else named, a model for example: nothing above or outside @folder, and no symbolic link
 * on the way or at its end, wherever it leads.
 *
 * Returns: a descriptor to be closed, or -1 with a %G_IO_ERROR: %G_IO_ERROR_NOT_FOUND, or
 *   %G_IO_ERROR_INVALID_FILENAME where the path leads outside
 */
int
troupe_folder_open_beneath (int folder, const char *path, int flags, gboolean make, GError **error);

/* Writes a new file into an open folder, whole or not at all, and durably. Readable by its owner alone.
 * Errors: %G_IO_ERROR. */
gboolean
troupe_folder_save (int folder, const char *name, const char *data, gsize length, GError **error);

/**
 * troupe_path_confine:
 * @path: of a file, absolute or relative to @base, there or not
 *
 * The same for a file whose opening is left to others, a database.
 *
 * Returns: (transfer full) (nullable): a path without symbolic links, or %NULL with a %G_IO_ERROR
 */
char *troupe_path_confine (const char *path, const char *base, gboolean make, GError **error);

G_END_DECLS
