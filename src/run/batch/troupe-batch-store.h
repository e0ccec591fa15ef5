/* troupe-batch-store.h: the database of a batch
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#pragma once

#include <gio/gio.h>

#include "troupe-batch-item.h"
#include "troupe-store-folder.h"

G_BEGIN_DECLS

/**
 * TroupeBatchStore:
 *
 * The items of one shard of a batch, stored in `batch.db`. Each item is stored completely in one
 * row, so that its result is stored atomically, whenever the process ends. `journal_mode=WAL`,
 * `synchronous=FULL`; the file belongs to one process at a time. Blocks; for use on one thread.
 */
typedef struct _TroupeBatchStore TroupeBatchStore;

/* @folder: an open folder; @path: its path, for messages. Errors: %G_IO_ERROR; %G_IO_ERROR_BUSY if
 *   another process uses the database, %G_IO_ERROR_NOT_SUPPORTED if it was written by a newer
 *   version, %G_IO_ERROR_EXISTS if it belongs to another program. */
TroupeBatchStore *
troupe_batch_store_open (TroupeStoreFolder *folder, const char *path, GError **error);
void troupe_batch_store_close (TroupeBatchStore *self);
G_DEFINE_AUTOPTR_CLEANUP_FUNC (TroupeBatchStore, troupe_batch_store_close)

/* Key under which troupe_batch_results_write_lists() stores the identity of the lists; deleted
 * with the items. */
#define TROUPE_BATCH_STORE_LISTS "lists"
/* Key of the digest of the inputs; set only after all of them were read. */
#define TROUPE_BATCH_STORE_INPUTS "inputs"

/* Gets and sets metadata of the whole batch. (transfer full) (nullable) */
char *troupe_batch_store_get (TroupeBatchStore *self, const char *name);
gboolean troupe_batch_store_set (TroupeBatchStore *self,
                                 const char *name,
                                 const char *value,
                                 GError **error);

/* A transaction, which is durable when the commit returns. If a commit fails, nothing is
 * changed. */
gboolean troupe_batch_store_begin (TroupeBatchStore *self, GError **error);
gboolean troupe_batch_store_commit (TroupeBatchStore *self, GError **error);
void troupe_batch_store_roll_back (TroupeBatchStore *self);

/* Adds a new item, with its cost so far. @taken_by: (out): the line of the item that already has this id; 0: none, and
 * the item was added */
gboolean troupe_batch_store_add (TroupeBatchStore *self,
                                 const TroupeBatchItem *item,
                                 gint64 *taken_by,
                                 GError **error);
/* Deletes an item whose line has changed, so that it can be added again. */
gboolean troupe_batch_store_remove (TroupeBatchStore *self, gint64 ordinal, GError **error);
/* Deletes all items. This is necessary if the inputs were read only partially. */
gboolean troupe_batch_store_clear (TroupeBatchStore *self, GError **error);

/* Stores the result of an item, which consists of state, attempts, cost and result. */
gboolean
troupe_batch_store_update (TroupeBatchStore *self, const TroupeBatchItem *item, GError **error);
/* Stores the current cost of an item's running run, in addition to the cost of the item; deleted
 * by troupe_batch_store_update(). It remains if the run is interrupted. */
gboolean troupe_batch_store_set_live (TroupeBatchStore *self,
                                      gint64 ordinal,
                                      gint64 micro_dollars,
                                      GError **error);
/* Returns 0 if no cost is stored. */
gint64 troupe_batch_store_get_live (TroupeBatchStore *self, gint64 ordinal);
/* Sets all items in @state to waiting. @ordinal: number of the only item to set; 0: all, not allowed for
 * %TROUPE_BATCH_ITEM_OK. Returns the number of items, or -1 with an error. */
gint64 troupe_batch_store_wait_again (TroupeBatchStore *self,
                                      TroupeBatchItemState state,
                                      gint64 ordinal,
                                      GError **error);

/* Lists at most @limit waiting items with numbers greater than @after. (transfer full)
 * (element-type TroupeBatchItem) */
GPtrArray *
troupe_batch_store_list_waiting (TroupeBatchStore *self, gint64 after, guint limit, GError **error);

/**
 * TroupeBatchCounts:
 * @n_items: number of items in each state
 * @micro_dollars: their total cost, including interrupted runs
 */
typedef struct
{
  gint64 n_items[TROUPE_BATCH_ITEM_N_STATES];
  gint64 micro_dollars;
} TroupeBatchCounts;

gboolean
troupe_batch_store_count (TroupeBatchStore *self, TroupeBatchCounts *counts, GError **error);

/* Called for each finished item. Listing stops if it returns FALSE with an error. @behind: if
 * -1, all items are listed in the order of the inputs. Otherwise only those items are listed
 * whose result was written after this change number, in any order, without reading the other
 * items. */
typedef gboolean (*TroupeBatchStoreFunc) (const TroupeBatchItem *item,
                                          gpointer user_data,
                                          GError **error);
gboolean troupe_batch_store_each_ended (TroupeBatchStore *self,
                                        gint64 behind,
                                        TroupeBatchStoreFunc func,
                                        gpointer user_data,
                                        GError **error);
/* Returns the numbers of the items whose state is in the bit set @states (1 << state) and,
 * unless @words is %NULL, whose input or record contains @words, in the order of the inputs.
 * (transfer full) (element-type gint64) */
GArray *troupe_batch_store_list_ordinals (TroupeBatchStore *self,
                                          guint states,
                                          const char *words,
                                          GError **error);
/* Returns a complete item. (transfer full) (nullable): NULL with an error, %G_IO_ERROR_NOT_FOUND
 * if it does not exist */
TroupeBatchItem *
troupe_batch_store_get_item (TroupeBatchStore *self, gint64 ordinal, GError **error);

/* Returns the number of the last change of an item. */
gint64 troupe_batch_store_get_change (TroupeBatchStore *self);

G_END_DECLS
