/* troupe-batch-rows.h: list model of the items of a batch, read lazily in pages
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#pragma once

#include "troupe-batch-row.h"

G_BEGIN_DECLS

/**
 * TroupeBatchFilter:
 *
 * Selects the items that the list contains. With %TROUPE_BATCH_FILTER_RUNNING, the list contains
 * items only while they run.
 */
typedef enum
{
  TROUPE_BATCH_FILTER_ALL,
  TROUPE_BATCH_FILTER_DONE,
  TROUPE_BATCH_FILTER_FAILED,
  TROUPE_BATCH_FILTER_RUNNING,
} TroupeBatchFilter;

/**
 * TroupeBatchFailure:
 * @message: the message of the first of these items
 * @ordinals: (element-type gint64): the items with this failure, the last one first
 * @is_busy: whether a provider was overloaded, so that a lower concurrency may help
 *
 * A group of items that failed for the same reason.
 */
typedef struct
{
  char *message;
  char *method; /* (nullable) */
  GArray *ordinals;
  gboolean is_busy;
} TroupeBatchFailure;

/**
 * TroupeBatchRows:
 *
 * A #GListModel of #TroupeBatchRow. Rows are created on request. If a row is watched,
 * troupe_batch_look_async() reads its page, so that the database is never read on the thread of the
 * list. One page is read at a time, the most recently requested one first.
 *
 * Signals: `names` (the names of the inputs are known), `failures` (the failures were read again),
 * `idle` (no read is pending), `failed` (utf8: why the items cannot be read; the list is
 * unchanged).
 */
#define TROUPE_TYPE_BATCH_ROWS (troupe_batch_rows_get_type ())
G_DECLARE_FINAL_TYPE (TroupeBatchRows, troupe_batch_rows, TROUPE, BATCH_ROWS, GObject)

TroupeBatchRows *troupe_batch_rows_new (void);

/* @batch: (nullable): the batch to show; pending reads of the previous one are cancelled */
void troupe_batch_rows_set_batch (TroupeBatchRows *self, TroupeBatch *batch);
/* @words: (nullable) */
void
troupe_batch_rows_set_filter (TroupeBatchRows *self, TroupeBatchFilter filter, const char *words);
/* Must be called after the batch has changed, so that visible rows are read again. */
void troupe_batch_rows_refresh (TroupeBatchRows *self);
/* Must be called when a row begins to be watched. */
void troupe_batch_rows_read_soon (TroupeBatchRows *self);
/* Returns TRUE while a read is pending. */
gboolean troupe_batch_rows_is_busy (TroupeBatchRows *self);

/* Returns the names of the inputs in the order of the file, as found in the first items.
 * (transfer none) (nullable): NULL until they are known */
const char *const *troupe_batch_rows_get_names (TroupeBatchRows *self);
/* Returns the position of the last item that has started; 0 if there is none. */
guint troupe_batch_rows_get_front (TroupeBatchRows *self);
/* Finds the position of an item in the list; returns FALSE if the list does not contain it. */
gboolean troupe_batch_rows_find (TroupeBatchRows *self, gint64 ordinal, guint *position);
/* Returns the groups of failed items, the largest group first. (transfer none) (element-type
 * TroupeBatchFailure) */
GPtrArray *troupe_batch_rows_get_failures (TroupeBatchRows *self);

G_END_DECLS
