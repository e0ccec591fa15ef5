/* troupe-store-history.h: searching, naming and keeping saved runs
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#pragma once

#include "troupe-store.h"

G_BEGIN_DECLS

/**
 * TroupeRunSummary:
 * @record: as listed by troupe_store_list_runs(), without document, inputs, result and options
 * @title: (nullable): the name that the user gave to the run
 * @subject: (nullable): the first input of the run as one line, cut after some words
 * @models: (nullable): the models that answered, separated by commas, in the order of their first answer
 * @place: (nullable): the method in which the run failed
 * @from: (nullable): the step before which the run began, with results of another run
 * @until: (nullable): the method or task with which it was to end
 * @only: (nullable): the only method or task that it executed
 * @is_edited: whether it began with changed values, or values were changed while it was paused
 * @answered_by: (nullable): the login name of the user who answered its last human feedback or question of code
 * @answered_us: when that was, in microseconds since 1970; 0 if unknown
 * @final: (nullable): the beginning of the final value: of its text, or of its JSON
 * @is_kept: whether retention never removes the run
 * @n_bookmarks: the number of its bookmarks
 * @micro_dollars: the cost of the calls with a known price, in millionths of a dollar
 * @n_calls: the number of model calls that were paid for
 * @n_unpriced: the number of calls out of @n_calls whose price was unknown
 *
 * What a list of runs shows of a run.
 */
typedef struct
{
  TroupeRunRecord *record;
  char *title;
  char *subject;
  char *models;
  char *place;
  char *from;
  char *until;
  char *only;
  char *final;
  char *answered_by;
  gint64 answered_us;
  gboolean is_edited;
  gboolean is_kept;
  gint64 micro_dollars;
  guint n_calls;
  guint n_unpriced;
  guint n_bookmarks;
} TroupeRunSummary;

void troupe_run_summary_free (TroupeRunSummary *self);
G_DEFINE_AUTOPTR_CLEANUP_FUNC (TroupeRunSummary, troupe_run_summary_free)

/**
 * TroupeRunFilter:
 * @path: (nullable): only runs of this document
 * @ids: (nullable): only these runs
 * @words: (nullable): words that all occur in name, inputs, outputs, error, models or title of the run;
 *   case is ignored. Of long texts only the beginning is searched
 * @statuses: a bit `1 << TroupeRunStatus` for each status that is listed; 0 for all
 * @since_us, @until_us: only runs that began in this period, in microseconds since 1970; 0 for no limit
 * @min_elapsed_us: only runs that took at least this time
 * @min_micro_dollars: only runs that cost at least this amount
 * @is_kept: only runs that are kept
 *
 * Selects runs. Zero-initialized, it selects all runs.
 */
typedef struct
{
  const char *path;
  const char *const *ids;
  const char *words;
  guint statuses;
  gint64 since_us;
  gint64 until_us;
  gint64 min_elapsed_us;
  gint64 min_micro_dollars;
  gboolean is_kept;
} TroupeRunFilter;

/**
 * troupe_store_search_runs:
 * @last: (nullable): the last run of the previous page; %NULL for the first page
 * @limit: maximum number of runs; 0 for no limit
 *
 * Lists a page of the runs that @filter selects. Blocks, but does not block other readers or the writer of the
 * store; may be called on any thread.
 *
 * Returns: (transfer full) (element-type TroupeRunSummary) (nullable): newest first; %NULL with a %G_IO_ERROR of
 * the database
 */
GPtrArray *troupe_store_search_runs (TroupeStore *self,
                                     const TroupeRunFilter *filter,
                                     const TroupeRunRecord *last,
                                     guint limit,
                                     GError **error);
/* Like troupe_store_search_runs(), on another thread. The arguments are copied. Cancelling interrupts the search.
 * @callback is called on the main context of the caller. */
void troupe_store_search_runs_async (TroupeStore *self,
                                     const TroupeRunFilter *filter,
                                     const TroupeRunRecord *last,
                                     guint limit,
                                     GCancellable *cancellable,
                                     GAsyncReadyCallback callback,
                                     gpointer user_data);
/* (transfer full) (element-type TroupeRunSummary) (nullable): as troupe_store_search_runs(); also
 * %G_IO_ERROR_CANCELLED */
GPtrArray *
troupe_store_search_runs_finish (TroupeStore *self, GAsyncResult *result, GError **error);
/* Returns the summary of one run. @run_id: the complete ID. Blocks. (transfer full) (nullable): %NULL with
 * %G_IO_ERROR_NOT_FOUND or a %G_IO_ERROR of the database */
TroupeRunSummary *troupe_store_get_summary (TroupeStore *self, const char *run_id, GError **error);
/* Returns the number of runs that @filter selects; 0 with a %G_IO_ERROR of the database. Blocks. */
guint troupe_store_count_runs (TroupeStore *self, const TroupeRunFilter *filter, GError **error);

/* Names a run. @title: (nullable): %NULL or "" removes the name. Queued. */
void troupe_store_rename_run (TroupeStore *self, const char *run_id, const char *title);
/* Sets whether retention never removes a run. Queued. */
void troupe_store_keep_run (TroupeStore *self, const char *run_id, gboolean is_kept);
/* Sets or removes a bookmark. @moment_us: microseconds of the run. Queued. */
void troupe_store_set_bookmark (TroupeStore *self,
                                const char *run_id,
                                gint64 moment_us,
                                gboolean is_set);
/* Lists the moments of the bookmarks of a run in ascending order. Blocks; may be called on any thread. (transfer full)
 * (element-type gint64) (nullable): %NULL with a %G_IO_ERROR of the database */
GArray *troupe_store_list_bookmarks (TroupeStore *self, const char *run_id, GError **error);

G_END_DECLS
