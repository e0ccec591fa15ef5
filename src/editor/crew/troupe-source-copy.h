/* troupe-source-copy.h: copies a file into the folder from which CrewAI reads knowledge
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#pragma once

#include <gio/gio.h>

G_BEGIN_DECLS

/**
 * troupe_source_copy_async:
 * @folder: of the project
 * @cancellable: (nullable)
 *
 * Copies @file into `knowledge/` of the project under an unused name, unless it is in that folder
 * already. The file is not read otherwise. @callback runs on the main thread.
 */
void troupe_source_copy_async (const char *folder,
                               GFile *file,
                               GCancellable *cancellable,
                               GAsyncReadyCallback callback,
                               gpointer user_data);
/* Returns the path of the file as a document refers to it, relative to `knowledge/`. Errors are of
 * %G_IO_ERROR; their message is a part of a sentence: why the file could not be added. (transfer
 * full) (nullable) */
char *troupe_source_copy_finish (GAsyncResult *result, GError **error);

G_END_DECLS
