/* troupe-batch.h: batch run: executes one document for many inputs
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#pragma once

#include "troupe-batch-item.h"
#include "troupe-batch-store.h"
#include "troupe-run.h"

G_BEGIN_DECLS

/**
 * TROUPE_BATCH_ERROR:
 * @TROUPE_BATCH_ERROR_STARTED: the folder already contains a batch, and resuming was not requested
 * @TROUPE_BATCH_ERROR_DIFFERENT: the existing batch was started with another document or another shard, or
 *   with more or fewer items, or other inputs of items that have succeeded
 * @TROUPE_BATCH_ERROR_DOCUMENT: the document cannot be run
 *
 * The reason why a batch could not be started. The messages do not say how another one is started, which is an option of
 * troupectl and a button of the window. Errors of files and databases are in the domain %G_IO_ERROR.
 */
#define TROUPE_BATCH_ERROR (troupe_batch_error_quark ())
GQuark troupe_batch_error_quark (void);

typedef enum
{
  TROUPE_BATCH_ERROR_STARTED,
  TROUPE_BATCH_ERROR_DIFFERENT,
  TROUPE_BATCH_ERROR_DOCUMENT,
} TroupeBatchError;

/**
 * TroupeBatchOptions:
 * @document: the text of the document; for a crew that of the flow that wraps it
 * @path: (nullable): file of the document
 * @inputs: file of the inputs, `-` for standard input
 * @out: folder for the results, created if it does not exist
 * @folder: folder for the state, which shards may share
 * @shard, @n_shards: index of the shard to process, from 0, and the number of shards
 * @max_concurrency: maximum number of concurrent items
 * @retries: how often a failed item is retried
 * @resumes: continue the existing batch in the folder. Lines of the inputs that were repaired since, because their items
 *   had failed, are taken over
 * @retries_failed: with @resumes: retry failed items once
 * @retried: with @resumes: ordinal of the only item that has ended to run again, regardless of its
 *   result; 0: none in particular
 * @budget: limit for the model costs of all items in millionths of a dollar; 0: none
 * @larger_budget: (nullable): a budget that is charged, too; the batch ends as with @budget if an
 *   item may not call its model any more
 * @timeout_us: time limit of an item in microseconds; 0: none
 * @keeps_runs: whether runs are stored, so that an interrupted run continues where it was
 * @follows: whether the position of each running item is tracked (troupe_batch_list_places())
 * @watch: (nullable): called on the batch's thread before the run of an item is started; the return
 *   value is passed to @unwatch when that run has ended
 * @unwatch: (nullable): not called for %NULL
 * @watch_data: user data for @watch
 * @like: (nullable): a run that is never started; its permissions for Python, tool approval
 *   handler, keys and memory limit are used
 *
 * Options for creating a batch; everything is copied.
 */
typedef struct
{
  const char *document;
  const char *path;
  const char *inputs;
  const char *out;
  const char *folder;
  guint shard;
  guint n_shards;
  guint max_concurrency;
  guint retries;
  gboolean resumes;
  gboolean retries_failed;
  gint64 retried;
  gint64 budget;
  TroupeRunBudget *larger_budget;
  gint64 timeout_us;
  gboolean keeps_runs;
  gboolean follows;
  gpointer (*watch) (TroupeRun *run, gpointer user_data);
  GDestroyNotify unwatch;
  gpointer watch_data;
  TroupeRun *like;
} TroupeBatchOptions;

/* Number of most recent items from which the remaining time is estimated. */
#define TROUPE_BATCH_PACE 50

/**
 * TroupeBatchProgress:
 * @n_items: number of items of the shard; 0: the inputs are still being read
 * @n_ok, @n_failed: number of items that ended with that result, including items that ended before
 *   the batch was resumed
 * @n_ended_now: number of items that ended since the batch was started or resumed
 * @n_running: number of running items
 * @micro_dollars: total cost so far, as far as prices are known
 * @elapsed_us: microseconds since this process started the first item
 * @rest_us: estimated remaining time in microseconds, at the pace of the last %TROUPE_BATCH_PACE
 *   items; -1: unknown
 */
typedef struct
{
  gint64 n_items;
  gint64 n_ok;
  gint64 n_failed;
  gint64 n_ended_now;
  guint n_running;
  gint64 micro_dollars;
  gint64 elapsed_us;
  gint64 rest_us;
} TroupeBatchProgress;

/* Outcome of a batch. */
typedef enum
{
  TROUPE_BATCH_OK,     /* all items succeeded */
  TROUPE_BATCH_FAILED, /* some items failed */
  TROUPE_BATCH_TEMPORARY, /* a retry later may help, or the disk is full */
  TROUPE_BATCH_BUDGET, /* budget used up or price of a model unknown; items remain */
  TROUPE_BATCH_CONSENT, /* a permission was denied; items remain */
  TROUPE_BATCH_STOPPED, /* ended by troupe_batch_stop() */
} TroupeBatchOutcome;

/**
 * TroupeBatch:
 *
 * Runs a document once for each item of its shard of the inputs. Many items run concurrently on one
 * engine. Each result is stored in the batch's own database (#TroupeBatchStore) before it is
 * written to a file. The batch can be resumed whenever the process ends. Each item appears exactly
 * once in the results, a finished item is not run again, and an interrupted item continues with the
 * stored state of its run. The runs are in a separate store next to that database.
 *
 * All work is done on a dedicated thread and on the thread of the engine. `changed` is emitted in
 * the main context in which the batch was started, at most ten times a second.
 */
#define TROUPE_TYPE_BATCH (troupe_batch_get_type ())
G_DECLARE_FINAL_TYPE (TroupeBatch, troupe_batch, TROUPE, BATCH, GObject)

TroupeBatch *troupe_batch_new (const TroupeBatchOptions *options);

/* Starts the batch; may be called once. @callback is called in the caller's thread-default
 * context after everything has been written. @engine: must exist until @callback is called. */
void troupe_batch_run_async (TroupeBatch *self,
                             TroupeEngine *engine,
                             GAsyncReadyCallback callback,
                             gpointer user_data);
/* Returns FALSE if the batch could not be started or continued: %TROUPE_BATCH_ERROR or
 * %G_IO_ERROR. Earlier results remain stored. */
gboolean troupe_batch_run_finish (TroupeBatch *self,
                                  GAsyncResult *result,
                                  TroupeBatchOutcome *outcome,
                                  GError **error);

/* Stops the batch in an orderly manner. Running items are cancelled and can be resumed. May be
 * called from any thread. */
void troupe_batch_stop (TroupeBatch *self);
/* Sets whether the batch is paused. While it is paused, no more items are started, but running
 * items continue. May be called from any thread. */
void troupe_batch_set_paused (TroupeBatch *self, gboolean paused);
gboolean troupe_batch_is_paused (TroupeBatch *self);
/* Sets the maximum number of concurrent items. Running items continue. May be called from any
 * thread. */
void troupe_batch_set_max_concurrency (TroupeBatch *self, guint max_concurrency);
guint troupe_batch_get_max_concurrency (TroupeBatch *self);
/* Retries all failed items once after the waiting ones, whether or not a retry is likely to
 * help. May be called from any thread while the batch is running; to retry the failed items of a
 * finished batch, resume it with @retries_failed. */
void troupe_batch_retry_failed (TroupeBatch *self);
/* Runs one item again that has ended: a failed one continues with what has failed, one that has succeeded begins with its
 * inputs. Does nothing if the item has not ended. */
void troupe_batch_retry_item (TroupeBatch *self, gint64 ordinal);

/* May be called from any thread. */
void troupe_batch_get_progress (TroupeBatch *self, TroupeBatchProgress *progress);
/**
 * TroupeBatchPlace:
 * @ordinal: number of a running item
 * @method: (nullable): the method that was started last
 * @n_methods: number of methods started
 * @begun_us: start time of the item on the monotonic clock
 * @micro_dollars: cost since the start of the item, as far as prices are known
 *
 * Position of a running item.
 */
typedef struct
{
  gint64 ordinal;
  char *method;
  guint n_methods;
  gint64 begun_us;
  gint64 micro_dollars;
} TroupeBatchPlace;

void troupe_batch_place_free (TroupeBatchPlace *self);
/* Lists the running items of a batch created with @follows; from any thread. (transfer full)
 * (element-type TroupeBatchPlace) */
GPtrArray *troupe_batch_list_places (TroupeBatch *self);

/* Reads from the database of a batch without changing it. @data: user data. Returns (transfer
 * full) (nullable): NULL with an error */
typedef gpointer (*TroupeBatchLookFunc) (TroupeBatchStore *store, gpointer data, GError **error);

/* Calls @func on a thread on which the database may be read, which is never the caller's thread.
 * While the batch is running, this is the batch's thread, between two iterations. Otherwise it
 * is a worker thread that opens the database. @data: freed with @free_data after @func.
 * @free_result: frees the result if the caller does not fetch it. %G_IO_ERROR_NOT_FOUND if there
 * is no batch yet. */
void troupe_batch_look_async (TroupeBatch *self,
                              TroupeBatchLookFunc func,
                              gpointer data,
                              GDestroyNotify free_data,
                              GDestroyNotify free_result,
                              GCancellable *cancellable,
                              GAsyncReadyCallback callback,
                              gpointer user_data);
gpointer troupe_batch_look_finish (TroupeBatch *self, GAsyncResult *result, GError **error);

/* What a folder of batch state contains. A batch that another process is running is unfinished. */
typedef enum
{
  TROUPE_BATCH_FOLDER_EMPTY,
  TROUPE_BATCH_FOLDER_UNFINISHED, /* resuming the batch runs items */
  TROUPE_BATCH_FOLDER_FINISHED,
} TroupeBatchFolder;

/* Looks for a batch without shards. Blocks; no batch may be run in the folder meanwhile. @out: the
 * folder of the results */
TroupeBatchFolder troupe_batch_look_at_results (const char *out);

/* Returns a sentence that explains why the budget ended the batch or that the disk is full.
 * (transfer full) (nullable) */
char *troupe_batch_get_reason (TroupeBatch *self);

/* Returns the folder with the database and the runs of a shard. (transfer full) */
char *troupe_batch_get_shard_folder (const char *folder, guint shard, guint n_shards);

G_END_DECLS
