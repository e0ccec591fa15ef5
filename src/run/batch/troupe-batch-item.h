/* troupe-batch-item.h: an item of a batch and its result
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#pragma once

#include <glib.h>

G_BEGIN_DECLS

/* State of an item. The values are stored in the database of a batch, so they must never change. */
typedef enum
{
  TROUPE_BATCH_ITEM_WAITING = 0, /* also while it is running */
  TROUPE_BATCH_ITEM_OK = 1,
  TROUPE_BATCH_ITEM_FAILED = 2,
  TROUPE_BATCH_ITEM_TEMPORARY = 3, /* failed, a retry later may help */
  TROUPE_BATCH_ITEM_INVALID = 4,   /* the line is not a valid item, retries are useless */
  TROUPE_BATCH_ITEM_N_STATES
} TroupeBatchItemState;

/**
 * TroupeBatchItem:
 * @ordinal: number in all inputs, from 1, whichever shard it belongs to
 * @line: line of the file at which it begins, from 1
 * @id: unique in the batch; the key that ensures that it is processed once
 * @input: (nullable): the text of a JSON object; %NULL if the line is not a valid item
 * @attempts: number of completed attempts
 * @tries: number of completed attempts since the user last retried all failed items
 * @micro_dollars: cost of the attempts, as far as prices are known
 * @result: (nullable): the text of the JSON object that is written for it
 * @record: (nullable): its line of the table
 */
typedef struct
{
  gint64 ordinal;
  gint64 line;
  char *id;
  char *input;
  TroupeBatchItemState state;
  guint attempts;
  guint tries;
  gint64 micro_dollars;
  char *result;
  char *record;
} TroupeBatchItem;

TroupeBatchItem *troupe_batch_item_new (void);
void troupe_batch_item_free (TroupeBatchItem *self);
G_DEFINE_AUTOPTR_CLEANUP_FUNC (TroupeBatchItem, troupe_batch_item_free)

/* Creates the id of a line that does not contain one. It is computed from the line's content and
 * its number, so that every shard computes the same id. (transfer full) */
char *troupe_batch_item_make_id (const char *content, gsize length, gint64 ordinal);

/* Returns the shard of the id, from 0. It is the first eight bytes of the id's SHA-256,
 * big-endian, modulo @n_shards. This must never change, so that shards of different versions fit
 * together. */
guint troupe_batch_item_find_shard (const char *id, guint n_shards);

/* Returns the name of the item's file without extension: unique for every id, at most 120 bytes
 * of letters, digits and `._-%~`, and never hidden. (transfer full) */
char *troupe_batch_item_make_name (const char *id);

/* Returns the UUID of an item's run. @batch: UUID of the batch; @generation: 0, incremented
 * whenever an earlier run cannot be used any more. The UUID is deterministic, so that an
 * interrupted run is found even if its start was not recorded. (transfer full) */
char *troupe_batch_item_make_run_id (const char *batch, const char *id, guint generation);

G_END_DECLS
