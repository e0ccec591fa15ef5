/* troupe-history-work.h: what the history does with stored runs on other threads
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#pragma once

#include <gio/gio.h>

#include "troupe-run-times.h"
#include "troupe-store-history.h"
#include "troupe-test-from-run.h"

G_BEGIN_DECLS

/* Returns the store of runs; NULL if no run has been stored. Called on any thread; it may block. (transfer none)
 * (nullable) */
typedef TroupeStore *(*TroupeHistoryStoreFunc) (void);

/**
 * TroupeHistoryFacts:
 * @store: (nullable): NULL if no run has been stored; a store that cannot be opened is an error
 * @n_runs: the number of runs that the filter selects
 * @requests: (nullable) (element-type TroupeRunRequest): open requests of runs that are not running, oldest first
 * @waiting: (nullable) (element-type TroupeRunSummary): their runs, in the same order
 *
 * What the history shows beside its list.
 */
typedef struct
{
  TroupeStore *store;
  guint n_runs;
  GPtrArray *requests;
  GPtrArray *waiting;
} TroupeHistoryFacts;

void troupe_history_facts_free (TroupeHistoryFacts *self);
G_DEFINE_AUTOPTR_CLEANUP_FUNC (TroupeHistoryFacts, troupe_history_facts_free)

/* Reads the facts on another thread. @filter: copied */
void troupe_history_read_facts_async (TroupeHistoryStoreFunc find,
                                      const TroupeRunFilter *filter,
                                      GCancellable *cancellable,
                                      GAsyncReadyCallback callback,
                                      gpointer user_data);
/* (transfer full) (nullable): NULL with a %G_IO_ERROR */
TroupeHistoryFacts *troupe_history_read_facts_finish (GAsyncResult *result, GError **error);

/**
 * TroupeHistoryRun:
 * @record: the complete record
 * @bookmarks: (element-type gint64): the moments that the user has marked
 *
 * A run as it is read to be shown.
 */
typedef struct
{
  TroupeRunSummary *summary;
  TroupeRunRecord *record;
  TroupeRunTimes *times;
  GArray *bookmarks;
} TroupeHistoryRun;

void troupe_history_run_free (TroupeHistoryRun *self);
G_DEFINE_AUTOPTR_CLEANUP_FUNC (TroupeHistoryRun, troupe_history_run_free)

/* Reads a run. Blocks; may be called on any thread. (transfer full) (nullable): NULL with a %G_IO_ERROR */
TroupeHistoryRun *
troupe_history_read_run (TroupeHistoryStoreFunc find, const char *run_id, GError **error);
/* Reads a run on another thread. */
void troupe_history_read_run_async (TroupeHistoryStoreFunc find,
                                    const char *run_id,
                                    GAsyncReadyCallback callback,
                                    gpointer user_data);
/* (transfer full) (nullable): NULL with a %G_IO_ERROR */
TroupeHistoryRun *troupe_history_read_run_finish (GAsyncResult *result, GError **error);

/* Lists the methods of a document that are missing or different in another one. @then, @today: texts of documents. May be
 * called on any thread. (transfer full) (element-type utf8) */
GPtrArray *troupe_history_list_changed (const char *then, const char *today);

/* Deletes runs for good on another thread. Errors are logged. @run_ids: copied */
void troupe_history_delete (TroupeStore *store, const char *const *run_ids);

/* Adds a test that repeats the run to the file of tests beside its document, on another thread. */
void troupe_history_make_test_async (TroupeStore *store,
                                     const char *run_id,
                                     GAsyncReadyCallback callback,
                                     gpointer user_data);
/* (transfer full) (nullable): NULL with a %G_IO_ERROR or %G_FILE_ERROR */
TroupeMadeTest *troupe_history_make_test_finish (GAsyncResult *result, GError **error);

/* Writes the run with its events to a file of JSON lines, on another thread. The first line is the record of the
 * run. */
void troupe_history_export_async (TroupeStore *store,
                                  const char *run_id,
                                  const char *path,
                                  GAsyncReadyCallback callback,
                                  gpointer user_data);
/* FALSE with a %G_IO_ERROR or %G_FILE_ERROR */
gboolean troupe_history_export_finish (GAsyncResult *result, GError **error);

G_END_DECLS
