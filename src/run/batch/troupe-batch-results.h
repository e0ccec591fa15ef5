/* troupe-batch-results.h: result files of a batch: JSON and CSV
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#pragma once

#include "troupe-batch-store.h"
#include "troupe-value.h"

G_BEGIN_DECLS

/* Sets the item's result and table record to the output of `run --json` for its run, preceded by
 * `id`, `line` and `attempts`. @value: the result of troupe_run_result_to_value() */
void troupe_batch_results_describe (TroupeBatchItem *item, TroupeValue *value);
/* Does the same for a line that is not a valid item. */
void troupe_batch_results_describe_problem (TroupeBatchItem *item, const char *message);

/**
 * TroupeBatchResults:
 *
 * The folder of results: `ID.json` of each item, and `results-SHARD.jsonl` and `.csv` of all
 * finished items, in the order of the inputs. Files are replaced atomically. Blocks; for use on one
 * thread.
 */
typedef struct _TroupeBatchResults TroupeBatchResults;

/* @folder: created if it does not exist. Errors: %G_IO_ERROR. */
TroupeBatchResults *troupe_batch_results_new (const char *folder, guint shard, GError **error);
void troupe_batch_results_free (TroupeBatchResults *self);
G_DEFINE_AUTOPTR_CLEANUP_FUNC (TroupeBatchResults, troupe_batch_results_free)

/* Writes the file of an item, which is durable after troupe_batch_results_sync(). */
gboolean troupe_batch_results_write_item (TroupeBatchResults *self,
                                          const TroupeBatchItem *item,
                                          GError **error);
/* Returns TRUE if the file exists and has the expected size. A power failure may have truncated
 * it. */
gboolean troupe_batch_results_has_item (TroupeBatchResults *self, const TroupeBatchItem *item);
/* Removes the file of an item, if there is one. */
void troupe_batch_results_remove_item (TroupeBatchResults *self, const TroupeBatchItem *item);
gboolean troupe_batch_results_sync (TroupeBatchResults *self, GError **error);
/* Writes the two lists, which are durable on return. Does nothing if, according to @store, the
 * lists were already written and no item has changed since then. */
gboolean troupe_batch_results_write_lists (TroupeBatchResults *self,
                                           TroupeBatchStore *store,
                                           GError **error);
/* Writes the table of all finished items to @path atomically. */
gboolean troupe_batch_results_export (const char *path, TroupeBatchStore *store, GError **error);

/* Returns the part of a result that is shown in one line, such as the answer of a crew or an
 * agent. @final: (nullable). (transfer none) (nullable) */
TroupeValue *troupe_batch_results_get_said (TroupeValue *final);

G_END_DECLS
