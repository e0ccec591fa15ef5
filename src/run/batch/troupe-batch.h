/* troupe-batch.h: one document over many inputs
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
 * @TROUPE_BATCH_ERROR_STARTED: there is one in the folder already, and nobody said to resume it
 * @TROUPE_BATCH_ERROR_DIFFERENT: what is there is of another document, other inputs or another shard
 * @TROUPE_BATCH_ERROR_DOCUMENT: the document cannot be run
 *
 * Why a batch was not begun; what files and databases meet is of %G_IO_ERROR.
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
 * @document: the text of the document; of a crew that of the flow that stands for it
 * @path: (nullable): its file
 * @inputs: the file of inputs, `-` is standard input
 * @out: the folder for results, made where it is missing
 * @folder: the folder for the state, which shards may share
 * @shard, @n_shards: which part of the items is done, from 0, of how many
 * @max_concurrency: how many items are under way at most
 * @retries: how often an item that failed is tried again
 * @resumes: what was begun in the folder goes on
 * @retries_failed: with @resumes: what failed is tried once more
 * @retried: with @resumes: of what failed this item alone is tried, whatever it was; 0: none in particular
 * @budget: millionths of a dollar that the models of all items may cost; 0: any
 * @larger_budget: (nullable): what the items spend counts for it, too; the batch ends as by @budget where an item may not
 *   ask its model any more
 * @timeout_us: of an item; 0: none
 * @keeps_runs: whether runs are kept, so that one that was cut off goes on where it was
 * @follows: whether it is known of each item that is under way where it is (troupe_batch_list_places())
 * @watch: (nullable): called before the run of an item begins, in the batch's thread; what it returns is handed to
 *   @unwatch when that run has ended
 * @unwatch: (nullable): not called for %NULL
 * @watch_data: for @watch
 * @like: (nullable): a run that does not begin: what may be run of Python, who is asked about tools, keys and the
 *   limit of memory are taken from it
 *
 * What a batch is made with; all is copied.
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

/* So many of the last items say how long the others will take. */
#define TROUPE_BATCH_PACE 50

/**
 * TroupeBatchProgress:
 * @n_items: how many items the shard has; 0: the inputs are still being read
 * @n_ok, @n_failed: how many ended so, those of before it was resumed among them
 * @n_ended_now: how many ended since it was begun or resumed
 * @n_running: how many are under way
 * @micro_dollars: what all of it cost so far, as far as prices are known
 * @elapsed_us: since the first item was begun by this process
 * @rest_us: how long it will take, at the pace of the last %TROUPE_BATCH_PACE that ended; -1: not known
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

/* How a batch ended. */
typedef enum
{
  TROUPE_BATCH_OK,     /* every item is */
  TROUPE_BATCH_FAILED, /* some items failed */
  TROUPE_BATCH_TEMPORARY, /* some did where trying again later may help, or there was no room to keep what came */
  TROUPE_BATCH_BUDGET, /* what may be spent is spent, or what a model costs is not known; items are left */
  TROUPE_BATCH_CONSENT, /* something was not agreed to; items are left */
  TROUPE_BATCH_STOPPED, /* troupe_batch_stop() */
} TroupeBatchOutcome;

/**
 * TroupeBatch:
 *
 * Runs a document once for each item of its shard of the inputs, many side by side on one engine, and keeps what became
 * of each in a database of its own (#TroupeBatchStore) before it is written as a file. Whenever the process ends, the
 * batch can be resumed: each item stands exactly once in the results, one that has ended is not run again, and one that
 * was under way goes on with what its run had kept. Its runs are in a store of their own, beside that database.
 *
 * All work is done in a thread of its own and in that of the engine. `changed` is emitted in the context that it was
 * begun in, at most ten times a second.
 */
#define TROUPE_TYPE_BATCH (troupe_batch_get_type ())
G_DECLARE_FINAL_TYPE (TroupeBatch, troupe_batch, TROUPE, BATCH, GObject)

TroupeBatch *troupe_batch_new (const TroupeBatchOptions *options);

/* Once. @callback comes in the caller's thread-default context when all is written. @engine: must last until then. */
void troupe_batch_run_async (TroupeBatch *self,
                             TroupeEngine *engine,
                             GAsyncReadyCallback callback,
                             gpointer user_data);
/* FALSE: it was not begun, or could not go on: %TROUPE_BATCH_ERROR or %G_IO_ERROR. What ended before is kept. */
gboolean troupe_batch_run_finish (TroupeBatch *self,
                                  GAsyncResult *result,
                                  TroupeBatchOutcome *outcome,
                                  GError **error);

/* Ends it in order, from any thread: what is under way is cancelled and can be resumed. */
void troupe_batch_stop (TroupeBatch *self);
/* Whether no more items are begun until it is said otherwise; what is under way goes on. From any thread. */
void troupe_batch_set_paused (TroupeBatch *self, gboolean paused);
gboolean troupe_batch_is_paused (TroupeBatch *self);
/* How many items are under way at most from now on; what is under way goes on. From any thread. */
void troupe_batch_set_max_concurrency (TroupeBatch *self, guint max_concurrency);
guint troupe_batch_get_max_concurrency (TroupeBatch *self);
/* All that failed, whether trying again may help by itself or not, are tried once more behind those that wait; while it
 * runs, from any thread. A batch that has ended is resumed for that, with @retries_failed. */
void troupe_batch_retry_failed (TroupeBatch *self);
/* The same of one that failed; of any other nothing is done. */
void troupe_batch_retry_item (TroupeBatch *self, gint64 ordinal);

/* From any thread. */
void troupe_batch_get_progress (TroupeBatch *self, TroupeBatchProgress *progress);
/**
 * TroupeBatchPlace:
 * @ordinal: of an item that is under way
 * @method: (nullable): what began last in it
 * @n_methods: how many have begun
 * @begun_us: on the monotonic clock
 * @micro_dollars: what it has cost since, as far as prices are known
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
/* Of a batch that was made to follow its items; from any thread. (transfer full) (element-type TroupeBatchPlace) */
GPtrArray *troupe_batch_list_places (TroupeBatch *self);

/* Looks into the database of a batch, and changes nothing. @data: of whoever asks. (transfer full) (nullable): NULL with
 * an error */
typedef gpointer (*TroupeBatchLookFunc) (TroupeBatchStore *store, gpointer data, GError **error);

/* Has @func called where the database may be read: in the batch's thread between two turns while it runs, else, before and
 * behind that, in a thread of its own, which opens it. Never in the caller's. @data: goes with @free_data when @func has
 * ended. @free_result: of what it gives, where nobody takes it. %G_IO_ERROR_NOT_FOUND where there is no batch yet. */
void troupe_batch_look_async (TroupeBatch *self,
                              TroupeBatchLookFunc func,
                              gpointer data,
                              GDestroyNotify free_data,
                              GDestroyNotify free_result,
                              GCancellable *cancellable,
                              GAsyncReadyCallback callback,
                              gpointer user_data);
gpointer troupe_batch_look_finish (TroupeBatch *self, GAsyncResult *result, GError **error);

/* Why the budget ended it, or there was no room, in a sentence. (transfer full) (nullable) */
char *troupe_batch_get_reason (TroupeBatch *self);

/* The folder in which a shard keeps its database and its runs. (transfer full) */
char *troupe_batch_get_shard_folder (const char *folder, guint shard, guint n_shards);

G_END_DECLS
