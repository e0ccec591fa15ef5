/* troupe-memory-import.h: import of CrewAI's memory (LanceDB), and import and export of JSON lines
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#pragma once

#include "troupe-memory-store.h"
#include "troupe-python.h"

G_BEGIN_DECLS

/* @n_read: number of records that were read; @n_new: how many of them had a new id */
typedef struct
{
  guint n_read;
  guint n_new;
} TroupeMemoryImported;

/* Returns the folder of CrewAI's memory for a project. This is `memory` in the folder of
 * CREWAI_STORAGE_DIR. Without this variable, it is in the user's data folder for an application
 * that has the name of the project's folder. @folder: folder of the project. (transfer full) */
char *troupe_memory_import_find_folder (const char *folder);

/* Reports progress: @n of @total records. */
typedef void (*TroupeMemoryImportFunc) (guint n, guint total, gpointer user_data);

/**
 * troupe_memory_import_async:
 * @folder: a LanceDB database as CrewAI creates it
 * @permissions: must include %TROUPE_PYTHON_PERMIT_CODE
 * @embedder: (nullable): the model that created the vectors, for the message if another embedder is
 *   used later
 * @progress: (nullable)
 *
 * Reads the records with Python, one page at a time, and writes those that do not exist in the
 * store yet. All fields and the vectors are unchanged; a record without a vector is skipped and not
 * counted. Nothing in the folder is changed. Records that were written before an error are kept, so
 * that another call can continue the import.
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
/* Returns FALSE with an error: %TROUPE_PYTHON_ERROR; %G_IO_ERROR_NOT_FOUND if the folder
 * contains no memory, %G_IO_ERROR_NOT_SUPPORTED if LanceDB is missing or the vectors have a
 * different length. */
gboolean
troupe_memory_import_finish (GAsyncResult *result, TroupeMemoryImported *imported, GError **error);

/* Adds a list of lines in the format of troupe_memory_record_to_line(). Increments the counters
 * of @imported. Blocks. */
gboolean troupe_memory_import_lines (TroupeMemoryStore *store,
                                     TroupeValue *lines,
                                     const char *embedder,
                                     TroupeMemoryImported *imported,
                                     GError **error);

/* Called for each record with its vector as a line, the newest first. Blocks. */
typedef gboolean (*TroupeMemoryExportFunc) (TroupeValue *line, gpointer user_data, GError **error);
gboolean troupe_memory_export (TroupeMemoryStore *store,
                               TroupeMemoryExportFunc func,
                               gpointer user_data,
                               GError **error);

G_END_DECLS
