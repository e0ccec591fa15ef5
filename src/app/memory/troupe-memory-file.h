/* troupe-memory-file.h: the file of a document's memory, asked from a window
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
 * What a document remembers and knows, where it is: reads and writes on threads of its own, and notices when anybody
 * writes: a run, another window, another program. Looking makes no file.
 *
 * Signals: `changed` (somebody may have written since; at most four times a second), `idle` (nothing is under way any
 * more), `notice` (utf8: that a damaged file was set aside, and where).
 */
#define TROUPE_TYPE_MEMORY_FILE (troupe_memory_file_get_type ())
G_DECLARE_FINAL_TYPE (TroupeMemoryFile, troupe_memory_file, TROUPE, MEMORY_FILE, GObject)

/* @path: (nullable): of troupe_memory_store_make_path(); %NULL where nothing is kept */
TroupeMemoryFile *troupe_memory_file_new (const char *path);
/* (nullable) */
const char *troupe_memory_file_get_path (TroupeMemoryFile *self);
gboolean troupe_memory_file_is_busy (TroupeMemoryFile *self);

/* @store: (nullable): there is no file. Returns NULL with an error, or what the finish function gives. */
typedef gpointer (*TroupeMemoryFileWork) (TroupeMemoryStore *store,
                                          gpointer data,
                                          GCancellable *cancellable,
                                          GError **error);

/**
 * troupe_memory_file_look_async:
 * @data: (transfer full): freed by @free_data on the caller's thread
 * @free_result: (nullable): for a result that nobody takes
 *
 * Calls @work on a thread. What is asked for later may be answered before.
 */
void troupe_memory_file_look_async (TroupeMemoryFile *self,
                                    TroupeMemoryFileWork work,
                                    gpointer data,
                                    GDestroyNotify free_data,
                                    GDestroyNotify free_result,
                                    GCancellable *cancellable,
                                    GAsyncReadyCallback callback,
                                    gpointer user_data);
/* The same for what changes something, or waits for others: one after another in the order of the calls. The file is
 * made where it is missing. */
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
