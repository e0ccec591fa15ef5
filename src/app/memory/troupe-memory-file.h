/* troupe-memory-file.h: asynchronous access to the memory database of a document
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#pragma once

#include <gio/gio.h>

#include "troupe-memory-store.h"

G_BEGIN_DECLS

/**
 * TroupeMemoryFile:
 *
 * The database with memory records and knowledge of a document, if the database exists. Reads and
 * writes on separate threads, and monitors the file for changes by a run, another window or another
 * program. Reading does not create the file.
 *
 * Signals: `changed` (the file may have been written; at most four times a second), `idle` (no
 * operation is running any more), `notice` (utf8: message that a damaged file was moved away, and
 * where it is now).
 */
#define TROUPE_TYPE_MEMORY_FILE (troupe_memory_file_get_type ())
G_DECLARE_FINAL_TYPE (TroupeMemoryFile, troupe_memory_file, TROUPE, MEMORY_FILE, GObject)

/* @path: (nullable): path returned by troupe_memory_store_make_path(); %NULL if the document has
 *   no memory */
TroupeMemoryFile *troupe_memory_file_new (const char *path);
/* (nullable) */
const char *troupe_memory_file_get_path (TroupeMemoryFile *self);
gboolean troupe_memory_file_is_busy (TroupeMemoryFile *self);

/* @store: (nullable): NULL if the file does not exist. Returns NULL with an error, or the result
 *   of the finish function. */
typedef gpointer (*TroupeMemoryFileWork) (TroupeMemoryStore *store,
                                          gpointer data,
                                          GCancellable *cancellable,
                                          GError **error);

/**
 * troupe_memory_file_look_async:
 * @data: (transfer full): freed by @free_data on the caller's thread
 * @free_result: (nullable): frees a result that is not retrieved
 *
 * Calls @work on a thread. Operations run concurrently, so later operations may finish first.
 */
void troupe_memory_file_look_async (TroupeMemoryFile *self,
                                    TroupeMemoryFileWork work,
                                    gpointer data,
                                    GDestroyNotify free_data,
                                    GDestroyNotify free_result,
                                    GCancellable *cancellable,
                                    GAsyncReadyCallback callback,
                                    gpointer user_data);
/* Like troupe_memory_file_look_async(), but for operations that write or depend on other
 * operations. These operations run one after another in the order of the calls. The file is
 * created if it does not exist. */
void troupe_memory_file_act_async (TroupeMemoryFile *self,
                                   TroupeMemoryFileWork work,
                                   gpointer data,
                                   GDestroyNotify free_data,
                                   GDestroyNotify free_result,
                                   GCancellable *cancellable,
                                   GAsyncReadyCallback callback,
                                   gpointer user_data);
gpointer troupe_memory_file_finish (TroupeMemoryFile *self, GAsyncResult *result, GError **error);

G_END_DECLS
