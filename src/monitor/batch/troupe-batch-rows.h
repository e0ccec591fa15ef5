/* troupe-batch-rows.h: the items of a batch as a list that is read as it is looked at
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#pragma once

#include "troupe-batch-row.h"

G_BEGIN_DECLS

/**
 * TroupeBatchFilter:
 *
 * Which items the list has. Those under way are in %TROUPE_BATCH_FILTER_RUNNING as long as they are.
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
 * @message: what they say, by the first of them
 * @ordinals: (element-type gint64): those that failed so, the last one first
 * @is_busy: whether a provider had too much to do, so that less at once may help
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
 * A #GListModel of #TroupeBatchRow. Rows are made as they are asked for and read in pages, where somebody watches one of
 * them, by troupe_batch_look_async(): the database is never read in the thread that the list lives in, and one page at a
 * time, the one that was asked for last first.
 *
 * Signals: `names` (the names of inputs are known), `failures` (they were read again), `idle` (nothing is being read),
 * `failed` (utf8: why items cannot be read; they are where they were).
 */
#define TROUPE_TYPE_BATCH_ROWS (troupe_batch_rows_get_type ())
G_DECLARE_FINAL_TYPE (TroupeBatchRows, troupe_batch_rows, TROUPE, BATCH_ROWS, GObject)

TroupeBatchRows *troupe_batch_rows_new (void);

/* @batch: (nullable): whose items these are; nothing may be read of the one before it any more */
void troupe_batch_rows_set_batch (TroupeBatchRows *self, TroupeBatch *batch);
/* @words: (nullable) */
void
troupe_batch_rows_set_filter (TroupeBatchRows *self, TroupeBatchFilter filter, const char *words);
/* The batch has changed: what is seen is read again. */
void troupe_batch_rows_refresh (TroupeBatchRows *self);
/* A row begins to be watched. */
void troupe_batch_rows_read_soon (TroupeBatchRows *self);
/* Whether something is being read. */
gboolean troupe_batch_rows_is_busy (TroupeBatchRows *self);

/* In the order of the file, as the first items have them. (transfer none) (nullable): NULL until they are known */
const char *const *troupe_batch_rows_get_names (TroupeBatchRows *self);
/* Where the last item that has begun stands; 0 where none has. */
guint troupe_batch_rows_get_front (TroupeBatchRows *self);
/* Where the item stands in what the list has; FALSE: it has not. */
gboolean troupe_batch_rows_find (TroupeBatchRows *self, gint64 ordinal, guint *position);
/* (transfer none) (element-type TroupeBatchFailure): the one with most items first */
GPtrArray *troupe_batch_rows_get_failures (TroupeBatchRows *self);

G_END_DECLS
