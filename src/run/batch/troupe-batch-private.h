/* troupe-batch-private.h: private structure and functions of a batch
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#pragma once

#include "troupe-batch-results.h"
#include "troupe-batch-store.h"
#include "troupe-batch.h"
#include "troupe-engine.h"

G_BEGIN_DECLS

struct _TroupeBatch
{
  GObject parent_instance;

  /* Set at construction. */
  char *document;
  char *path;
  char *inputs;
  char *out;
  char *folder;               /* folder of the shard */
  TroupeBatchOptions options; /* its strings are the fields above */
  TroupeRun *like;

  /* Owned by the batch's thread while it is running. */
  GMainContext *context;
  TroupeEngine *engine;
  TroupeFlowDocument *flow_document;
  TroupeFlow *flow;
  TroupeBatchStore *store;
  TroupeBatchResults *results;
  TroupeStore *runs; /* (nullable) */
  TroupeRedactor *redactor; /* (nullable): redacts keys in the inputs, which are stored */
  char *uuid;
  gboolean was_begun;  /* by an earlier process */
  gboolean has_other_inputs; /* than those that were read first */
  GHashTable *active;  /* (element-type Active): a set */
  GPtrArray *queue;    /* (nullable) (element-type TroupeBatchItem): loaded, not started */
  guint next;          /* index in the queue */
  gint64 cursor;       /* number of the last item loaded */
  guint pass;          /* 0, incremented each time the failed items are retried */
  gint64 n_again;      /* number of items to retry */
  gboolean is_delayed; /* waits until the server may have recovered */
  gboolean again_later;
  GPtrArray *written; /* (element-type TroupeBatchItem): finished in the open transaction */
  gboolean is_open;   /* whether a transaction is open */
  gint64 opened_us;
  guint n_unsynced;
  gboolean is_unwritten; /* whether the file of a stored item could not be written */
  TroupeBatchCounts counts;
  gint64 n_ended_now;
  gint64 ends_us[TROUPE_BATCH_PACE]; /* end times of the last items: a ring buffer */
  gint64 begun_us;
  gint64 told_us;
  gboolean is_tell_due; /* whether a source waits for the end of the interval */
  gboolean is_ending;
  gboolean has_outcome;
  GError *error; /* (nullable) */

  GMutex lock; /* protects the following fields */
  gboolean is_stopped;
  gboolean is_paused;
  gint64 live; /* cost of the running items */
  gint64 spent;
  gboolean is_spent;
  gboolean is_unpriced;
  gboolean is_larger_spent;   /* an item waits for @larger_budget */
  TroupeRunBudgetView larger; /* its state at that time */
  char *no_room;              /* (nullable): message of the run store if the disk is full */
  TroupeBatchOutcome outcome;
  char *reason; /* (nullable) */
  TroupeBatchProgress progress;
  guint max_concurrency;
  GArray
      *retried; /* (element-type gint64): items to retry on request; 0: all failed items */
  GHashTable *places;  /* (element-type gint64 TroupeBatchPlace): running items */
  GQueue looks;        /* (element-type GTask): queries waiting for the batch's thread */
  gboolean has_thread; /* whether the thread answers queries */
  GMainContext *owner;
  GMutex look_lock; /* protects the database while there is no thread */
  guint tells;      /* whether an emission of `changed` is scheduled */
};

/* troupe-batch-begin.c: opens the folder of the shard. Symbolic links below the folder of results, or
 * below the data folder that the user has chosen, are not followed. @make: creates it if it is missing.
 * (transfer full) (nullable): NULL with a %G_IO_ERROR */
TroupeStoreFolder *troupe_batch_open_folder (TroupeBatch *self, gboolean make, GError **error);
/* troupe-batch-begin.c: opens the existing batch, or reads the inputs. Returns FALSE with an
 * error. */
gboolean troupe_batch_begin (TroupeBatch *self, GError **error);
/* troupe-batch-work.c: runs until all items have ended or the batch is to end. */
void troupe_batch_work (TroupeBatch *self);
/* troupe-batch-keep.c: stores an item that has ended or is retried; durable with the current
 * transaction. */
void troupe_batch_keep (TroupeBatch *self, TroupeBatchItem *item);
/* Stores the current cost of a running item. */
void troupe_batch_keep_live (TroupeBatch *self, gint64 ordinal, gint64 micro_dollars);
/* Commits the transaction and writes the files. @force: even if it contains few items */
void troupe_batch_commit (TroupeBatch *self, gboolean force);
void troupe_batch_write_lists (TroupeBatch *self);
/* troupe-batch-look.c: answers the waiting queries. Called on the batch's thread. */
void troupe_batch_answer_looks (TroupeBatch *self);
/* Runs all later queries, and those still waiting, on worker threads. */
void troupe_batch_end_looks (TroupeBatch *self);
/* troupe-batch.c: ends the batch with this outcome, unless it is already ending. @reason:
 * (nullable) (transfer full) */
void troupe_batch_end (TroupeBatch *self, TroupeBatchOutcome outcome, char *reason);
/* Ends the batch with an error of a file or database. @error: (transfer full) */
void troupe_batch_fail (TroupeBatch *self, GError *error);
void troupe_batch_tell (TroupeBatch *self, gboolean force);

G_END_DECLS
