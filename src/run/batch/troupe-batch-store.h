/* troupe-batch-store.h: the database of a batch
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#pragma once

#include <gio/gio.h>

#include "troupe-batch-item.h"

G_BEGIN_DECLS

/**
 * TroupeBatchStore:
 *
 * The items of one shard of a batch, a row each, in `batch.db`. What is told of an item stands in one row, so that it is
 * done or it is not, whenever the process ends. `journal_mode=WAL`, `synchronous=FULL`; the file belongs to one process
 * at a time. Blocks; for one thread.
 */
typedef struct _TroupeBatchStore TroupeBatchStore;

/* @folder: made where it is missing, mode 0700. Errors: %G_IO_ERROR; %G_IO_ERROR_BUSY where another process has it,
 * %G_IO_ERROR_NOT_SUPPORTED where a newer program has written it. */
TroupeBatchStore *troupe_batch_store_open (const char *folder, GError **error);
void troupe_batch_store_close (TroupeBatchStore *self);
G_DEFINE_AUTOPTR_CLEANUP_FUNC (TroupeBatchStore, troupe_batch_store_close)

/* Where troupe_batch_results_write_lists() keeps what it has written; gone with the items. */
#define TROUPE_BATCH_STORE_LISTS "lists"

/* What the whole of it is, by a name. (transfer full) (nullable) */
char *troupe_batch_store_get (TroupeBatchStore *self, const char *name);
gboolean troupe_batch_store_set (TroupeBatchStore *self,
                                 const char *name,
                                 const char *value,
                                 GError **error);

/* Changes belong together from begin to commit, which is durable when it returns. A commit that fails changes nothing. */
gboolean troupe_batch_store_begin (TroupeBatchStore *self, GError **error);
gboolean troupe_batch_store_commit (TroupeBatchStore *self, GError **error);
void troupe_batch_store_roll_back (TroupeBatchStore *self);

/* A new one. @taken_by: (out): the line of the item that has its id already, 0: none has, and it is added */
gboolean troupe_batch_store_add (TroupeBatchStore *self,
                                 const TroupeBatchItem *item,
                                 gint64 *taken_by,
                                 GError **error);
/* Forgets all items: of inputs that were read only in part. */
gboolean troupe_batch_store_clear (TroupeBatchStore *self, GError **error);

/* What became of it: state, attempts, cost and result. */
gboolean
troupe_batch_store_update (TroupeBatchStore *self, const TroupeBatchItem *item, GError **error);
/* What a run of it that is under way has cost so far, beside the cost of the item; troupe_batch_store_update() forgets that.
 * It stays where the run is cut off. */
gboolean troupe_batch_store_set_live (TroupeBatchStore *self,
                                      gint64 ordinal,
                                      gint64 micro_dollars,
                                      GError **error);
/* 0 where nothing is known. */
gint64 troupe_batch_store_get_live (TroupeBatchStore *self, gint64 ordinal);
/* All that are in the state wait again. @ordinal: that one alone; 0: all. Returns how many, -1 with an error. */
gint64 troupe_batch_store_wait_again (TroupeBatchStore *self,
                                      TroupeBatchItemState state,
                                      gint64 ordinal,
                                      GError **error);

/* Those that wait, behind the number @after, at most @limit. (transfer full) (element-type TroupeBatchItem) */
GPtrArray *
troupe_batch_store_list_waiting (TroupeBatchStore *self, gint64 after, guint limit, GError **error);

/**
 * TroupeBatchCounts:
 * @n_items: how many are in each state
 * @micro_dollars: what all of them cost, with runs that were cut off
 */
typedef struct
{
  gint64 n_items[TROUPE_BATCH_ITEM_N_STATES];
  gint64 micro_dollars;
} TroupeBatchCounts;

gboolean
troupe_batch_store_count (TroupeBatchStore *self, TroupeBatchCounts *counts, GError **error);

/* Called with each that has ended; FALSE with an error ends that. @behind: -1: all of them, in the order of the inputs; else
 * only those whose result was written behind this number of changes, in any order, without reading the others. */
typedef gboolean (*TroupeBatchStoreFunc) (const TroupeBatchItem *item,
                                          gpointer user_data,
                                          GError **error);
gboolean troupe_batch_store_each_ended (TroupeBatchStore *self,
                                        gint64 behind,
                                        TroupeBatchStoreFunc func,
                                        gpointer user_data,
                                        GError **error);
/* The numbers of the items whose state is in @states, a bit each (1 << state), and, unless @words is %NULL, that have these
 * words in their input or in their record, in the order of the inputs. (transfer full) (element-type gint64) */
GArray *troupe_batch_store_list_ordinals (TroupeBatchStore *self,
                                          guint states,
                                          const char *words,
                                          GError **error);
/* All of one. (transfer full) (nullable): NULL with an error, %G_IO_ERROR_NOT_FOUND where there is none */
TroupeBatchItem *
troupe_batch_store_get_item (TroupeBatchStore *self, gint64 ordinal, GError **error);

/* The number of the last change of an item. */
gint64 troupe_batch_store_get_change (TroupeBatchStore *self);

G_END_DECLS
