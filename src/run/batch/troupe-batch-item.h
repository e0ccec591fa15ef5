/* troupe-batch-item.h: one line of a batch's inputs, and what became of it
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#pragma once

#include <glib.h>

G_BEGIN_DECLS

/* Numbers in the database of a batch: they stay what they are. */
typedef enum
{
  TROUPE_BATCH_ITEM_WAITING = 0, /* also while it is under way */
  TROUPE_BATCH_ITEM_OK = 1,
  TROUPE_BATCH_ITEM_FAILED = 2,
  TROUPE_BATCH_ITEM_TEMPORARY = 3, /* failed, and trying again later may help */
  TROUPE_BATCH_ITEM_INVALID = 4,   /* the line is no item, whatever is tried */
  TROUPE_BATCH_ITEM_N_STATES
} TroupeBatchItemState;

/* `waiting`, `ok`, `failed`, `temporary` or `invalid`. */
const char *troupe_batch_item_state_get_name (TroupeBatchItemState state);

/**
 * TroupeBatchItem:
 * @ordinal: from 1 in the whole of the inputs, whatever shard it belongs to
 * @line: of the file, where it begins, from 1
 * @id: unique in the batch; the key by which it is done once
 * @input: (nullable): the text of a JSON object; %NULL where the line is no item
 * @attempts: how often it was tried to its end
 * @tries: the same since a person last asked for all failed ones to be tried again
 * @micro_dollars: what that cost, as far as prices are known
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

/* The id of a line that has none: made of its bytes and its place, so that every shard finds the same one.
 * (transfer full) */
char *troupe_batch_item_make_id (const char *content, gsize length, gint64 ordinal);

/* Which of @n_shards the id belongs to, from 0: the first eight bytes of its SHA-256, the highest first, modulo their
 * number. That never changes, so that shards of other versions fit together. */
guint troupe_batch_item_find_shard (const char *id, guint n_shards);

/* The name of the item's file without its ending: another one for every id, at most 120 bytes of letters, digits and
 * `._-%~`, and never hidden. (transfer full) */
char *troupe_batch_item_make_name (const char *id);

/* The UUID of the run of an item. @batch: the batch's own; @generation: 0, and one more whenever an earlier run of it
 * can be of no more use. It is known before the run is written anywhere, so that a run which was under way is found
 * again though nobody kept that it was begun. (transfer full) */
char *troupe_batch_item_make_run_id (const char *batch, const char *id, guint generation);

G_END_DECLS
