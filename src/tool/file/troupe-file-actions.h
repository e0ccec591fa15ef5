/* troupe-file-actions.h: what tools do with the files of a project
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#pragma once

#include <gio/gio.h>

#include "troupe-value.h"

G_BEGIN_DECLS

/* What one call may read, list and find. */
#define TROUPE_FILE_LIMIT_READ (16u * 1024 * 1024)
#define TROUPE_FILE_LIMIT_ENTRIES 10000u
#define TROUPE_FILE_LIMIT_HITS 200u
#define TROUPE_FILE_LIMIT_SEARCHED (256u * 1024 * 1024)

/**
 * TroupeFileAction:
 * @folder: an open folder, beyond which nothing is reached (troupe_folder_open_beneath())
 * @root: its path: what is named absolutely below it is taken as if it were relative
 * @arguments: a map, of the types that the tool's schema asks for
 * @cancellable: (nullable): ends what takes long
 *
 * Does what it says in the thread that calls it. Returns: (transfer full) (nullable): a text, or %NULL with a
 * %TROUPE_TOOL_ERROR whose message is fit for a model, or %G_IO_ERROR_CANCELLED.
 */
typedef char *(*TroupeFileAction) (int folder,
                                   const char *root,
                                   TroupeValue *arguments,
                                   GCancellable *cancellable,
                                   GError **error);

char *troupe_file_action_read (int folder,
                               const char *root,
                               TroupeValue *arguments,
                               GCancellable *cancellable,
                               GError **error);
char *troupe_file_action_write (int folder,
                                const char *root,
                                TroupeValue *arguments,
                                GCancellable *cancellable,
                                GError **error);
char *troupe_file_action_list (int folder,
                               const char *root,
                               TroupeValue *arguments,
                               GCancellable *cancellable,
                               GError **error);
char *troupe_file_action_search (int folder,
                                 const char *root,
                                 TroupeValue *arguments,
                                 GCancellable *cancellable,
                                 GError **error);

G_END_DECLS
