/* troupe-memory-import.h: records of other programs, and for them
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#pragma once

#include "troupe-memory-store.h"
#include "troupe-python.h"

G_BEGIN_DECLS

/* @n_read: records that were there; @n_new: of them those that were not known by their id */
typedef struct
{
  guint n_read;
  guint n_new;
} TroupeMemoryImported;

/* Where CrewAI keeps the memory of a project: `memory` in the folder of CREWAI_STORAGE_DIR, else in that of the user's
 * data for a program that is called as the project's folder. @folder: of the project. (transfer full) */
char *troupe_memory_import_find_folder (const char *folder);

/* How far it is: @n of @total. */
typedef void (*TroupeMemoryImportFunc) (guint n, guint total, gpointer user_data);

/**
 * troupe_memory_import_async:
 * @folder: of a database of LanceDB, as CrewAI keeps one
 * @permissions: %TROUPE_PYTHON_PERMIT_CODE has to be among them
 * @embedder: (nullable): the model that made the vectors, for the message where another one comes later
 * @progress: (nullable)
 *
 * Has Python read the records, a page at a time, and writes those that are not known. All fields and the vectors stay
 * as they are; a record without a vector is left out and not counted. Nothing of the folder is changed. What was written
 * before an error stays: whoever does it again goes on.
 */
void troupe_memory_import_async (TroupeMemoryStore *store,
                                 const char *folder,
                                 TroupePythonPermissions permissions,
                                 const char *embedder,
                                 TroupeMemoryImportFunc progress,
                                 gpointer progress_data,
                                 GCancellable *cancellable,
                                 GAsyncReadyCallback callback,
                                 gpointer user_data);
/* Errors: %TROUPE_PYTHON_ERROR; %G_IO_ERROR_NOT_FOUND where there is no such memory, %G_IO_ERROR_NOT_SUPPORTED where
 * LanceDB is missing or the vectors are of another length. */
gboolean
troupe_memory_import_finish (GAsyncResult *result, TroupeMemoryImported *imported, GError **error);

/* Adds a list of lines, as troupe_memory_record_to_line() makes them. Counts on. Blocks. */
gboolean troupe_memory_import_lines (TroupeMemoryStore *store,
                                     TroupeValue *lines,
                                     const char *embedder,
                                     TroupeMemoryImported *imported,
                                     GError **error);

/* A record with its vector as a line; the newest first. Blocks. */
typedef gboolean (*TroupeMemoryExportFunc) (TroupeValue *line, gpointer user_data, GError **error);
gboolean troupe_memory_export (TroupeMemoryStore *store,
                               TroupeMemoryExportFunc func,
                               gpointer user_data,
                               GError **error);

G_END_DECLS
