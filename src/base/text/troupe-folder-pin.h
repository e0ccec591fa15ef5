/* troupe-folder-pin.h: folders that stay what they are while a document is running
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#pragma once

#include <gio/gio.h>

G_BEGIN_DECLS

/**
 * TroupeFolderPin:
 *
 * The folder of a run, from the moment when its permissions are listed for the user. Code of another run that is allowed in a folder above may move the folder and leave a link in
 * its place. Whatever opens the folder for a document by its path therefore calls troupe_folder_pin_open(), which
 * fails if the path no longer leads to the folder of a run with this path. Pins of several runs are
 * counted. Thread-safe.
 */
typedef struct _TroupeFolderPin TroupeFolderPin;

/* Pins the folder to which @path leads now, until troupe_folder_pin_free(). (transfer full) (nullable): NULL if there
 * is no such folder */
TroupeFolderPin *troupe_folder_pin_new (const char *path);
TroupeFolderPin *troupe_folder_pin_ref (TroupeFolderPin *self);
void troupe_folder_pin_free (TroupeFolderPin *self);
G_DEFINE_AUTOPTR_CLEANUP_FUNC (TroupeFolderPin, troupe_folder_pin_free)

/* Returns the path to which the folder led when it was pinned, without links. (transfer none) */
const char *troupe_folder_pin_get_target (TroupeFolderPin *self);
/* Returns FALSE if the path no longer leads to the folder. Blocks. */
gboolean troupe_folder_pin_is_there (TroupeFolderPin *self);

/* Opens a folder with the flags `O_DIRECTORY | O_CLOEXEC` and @flags. Returns a descriptor, or -1 with errno set, to
 * ESTALE if the path was pinned and leads to another folder now. */
int troupe_folder_pin_open (const char *path, int flags);
/* Describes the error of troupe_folder_pin_open() without a period. (transfer none) */
const char *troupe_folder_pin_describe (int number);

G_END_DECLS
