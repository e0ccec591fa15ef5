/* troupe-file-actions.h: file operations of the file tools
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#pragma once

#include <gio/gio.h>

#include "troupe-value.h"

G_BEGIN_DECLS

/* Limits of one call for reading, listing and searching. */
#define TROUPE_FILE_LIMIT_READ (16u * 1024 * 1024)
#define TROUPE_FILE_LIMIT_ENTRIES 10000u
#define TROUPE_FILE_LIMIT_HITS 200u
#define TROUPE_FILE_LIMIT_SEARCHED (256u * 1024 * 1024)

/**
 * TroupeFileAction:
 * @folder: an open folder; nothing outside of it can be accessed (troupe_folder_open_beneath())
 * @root: the path of @folder; absolute paths below it are treated as relative ones
 * @may_change_programs: whether files may be written that are no documents or data by their names (troupe-folder-data.h)
 * @arguments: a map with the types that the tool's schema requires
 * @cancellable: (nullable): cancels long operations
 *
 * Performs the operation on the calling thread. Returns: (transfer full) (nullable): a string, or
 * %NULL with a %TROUPE_TOOL_ERROR whose message is suitable for a model, or %G_IO_ERROR_CANCELLED.
 */
typedef char *(*TroupeFileAction) (int folder,
                                   const char *root,
                                   gboolean may_change_programs,
                                   TroupeValue *arguments,
                                   GCancellable *cancellable,
                                   GError **error);

char *troupe_file_action_read (int folder,
                               const char *root,
                               gboolean may_change_programs,
                               TroupeValue *arguments,
                               GCancellable *cancellable,
                               GError **error);
char *troupe_file_action_write (int folder,
                                const char *root,
                                gboolean may_change_programs,
                                TroupeValue *arguments,
                                GCancellable *cancellable,
                                GError **error);
char *troupe_file_action_list (int folder,
                               const char *root,
                               gboolean may_change_programs,
                               TroupeValue *arguments,
                               GCancellable *cancellable,
                               GError **error);
char *troupe_file_action_search (int folder,
                                 const char *root,
                                 gboolean may_change_programs,
                                 TroupeValue *arguments,
                                 GCancellable *cancellable,
                                 GError **error);

G_END_DECLS
