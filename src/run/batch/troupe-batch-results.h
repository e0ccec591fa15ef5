/* troupe-batch-results.h: what a batch writes
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#pragma once

#include "troupe-batch-store.h"
#include "troupe-value.h"

G_BEGIN_DECLS

/* What `run --json` says of the run of an item, as the object of its file, with `id`, `line` and `attempts` in front, and as
 * its record of the table. @value: of troupe_run_result_to_value() */
void troupe_batch_results_describe (TroupeBatchItem *item, TroupeValue *value);
/* The same of a line that is no item. */
void troupe_batch_results_describe_problem (TroupeBatchItem *item, const char *message);

/**
 * TroupeBatchResults:
 *
 * The folder of results: `ID.json` of each item, and `results-SHARD.jsonl` and `.csv` of all that have ended, in the order
 * of the inputs. Each file is whole at any moment, an old or a new one. Blocks; for one thread.
 */
typedef struct _TroupeBatchResults TroupeBatchResults;

/* @folder: made where it is missing. Errors: %G_IO_ERROR. */
TroupeBatchResults *troupe_batch_results_new (const char *folder, guint shard, GError **error);
void troupe_batch_results_free (TroupeBatchResults *self);
G_DEFINE_AUTOPTR_CLEANUP_FUNC (TroupeBatchResults, troupe_batch_results_free)

/* The file of an item, which is durable after troupe_batch_results_sync(). */
gboolean troupe_batch_results_write_item (TroupeBatchResults *self,
                                          const TroupeBatchItem *item,
                                          GError **error);
/* Whether it is there, by its size: what a loss of power took is shorter. */
gboolean troupe_batch_results_has_item (TroupeBatchResults *self, const TroupeBatchItem *item);
gboolean troupe_batch_results_sync (TroupeBatchResults *self, GError **error);
/* The two lists, durable when it returns; left as they are where @store says that they were written by this function, and that
 * no item has changed since. */
gboolean troupe_batch_results_write_lists (TroupeBatchResults *self,
                                           TroupeBatchStore *store,
                                           GError **error);
/* The table of all that have ended as the file @path, which is whole at any moment. */
gboolean troupe_batch_results_export (const char *path, TroupeBatchStore *store, GError **error);

/* What is shown of a result where there is one line for it: of a crew and of an agent what they said. @final: (nullable).
 * (transfer none) (nullable) */
TroupeValue *troupe_batch_results_get_said (TroupeValue *final);

G_END_DECLS
