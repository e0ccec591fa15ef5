/* troupe-batch-private.h: a batch, for the files that speak for it
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

  /* As it was made. */
  char *document;
  char *path;
  char *inputs;
  char *out;
  char *folder;               /* of the shard */
  TroupeBatchOptions options; /* its texts are those above */
  TroupeRun *like;

  /* Of its thread, until that has ended. */
  GMainContext *context;
  TroupeEngine *engine;
  TroupeFlowDocument *flow_document;
  TroupeFlow *flow;
  TroupeBatchStore *store;
  TroupeBatchResults *results;
  TroupeStore *runs; /* (nullable) */
  char *uuid;
  gboolean was_begun;  /* by a process before this one */
  GHashTable *active;  /* (element-type Active): a set */
  GPtrArray *queue;    /* (nullable) (element-type TroupeBatchItem): read, and not begun */
  guint next;          /* of the queue */
  gint64 cursor;       /* the number of the last one that was read */
  guint pass;          /* 0, and one more each time those that failed are tried again */
  gint64 n_again;      /* how many are to be */
  gboolean is_delayed; /* until the server may have recovered */
  gboolean again_later;
  GPtrArray *written; /* (element-type TroupeBatchItem): ended in the transaction that is open */
  gboolean is_open;   /* whether there is one */
  gint64 opened_us;
  guint n_unsynced;
  gboolean is_unwritten; /* whether a file of what is kept could not be written */
  TroupeBatchCounts counts;
  gint64 n_ended_now;
  gint64 ends_us[TROUPE_BATCH_PACE]; /* of the last ones that ended: a ring */
  gint64 begun_us;
  gint64 told_us;
  gboolean is_ending;
  gboolean has_outcome;
  GError *error; /* (nullable) */

  GMutex lock; /* of the following */
  gboolean is_stopped;
  gboolean is_paused;
  gint64 live; /* what the runs under way have cost */
  gint64 spent;
  gboolean is_spent;
  gboolean is_unpriced;
  gboolean is_larger_spent;   /* so that an item waits */
  TroupeRunBudgetView larger; /* as it was then */
  char *no_room;              /* (nullable): what the store of runs says */
  TroupeBatchOutcome outcome;
  char *reason; /* (nullable) */
  TroupeBatchProgress progress;
  guint max_concurrency;
  GArray
      *retried; /* (element-type gint64): who somebody has asked to try again; 0: all that failed */
  GHashTable *places;  /* (element-type gint64 TroupeBatchPlace): of what is under way */
  GQueue looks;        /* (element-type GTask): that wait for its thread */
  gboolean has_thread; /* which answers them */
  GMainContext *owner;
  GMutex look_lock; /* of the database, while it has no thread */
  guint tells;      /* whether `changed` is on its way */
};

/* troupe-batch-begin.c: opens what there is, or reads the inputs. FALSE with an error. */
gboolean troupe_batch_begin (TroupeBatch *self, GError **error);
/* troupe-batch-work.c: until all items have ended, or it is to end. */
void troupe_batch_work (TroupeBatch *self);
/* troupe-batch-keep.c: the item has ended, or is tried again; kept with others at once. */
void troupe_batch_keep (TroupeBatch *self, TroupeBatchItem *item);
/* A run of the item has cost so much until now. */
void troupe_batch_keep_live (TroupeBatch *self, gint64 ordinal, gint64 micro_dollars);
/* Makes durable what has been kept, and writes the files. @force: whether there are few or many */
void troupe_batch_commit (TroupeBatch *self, gboolean force);
void troupe_batch_write_lists (TroupeBatch *self);
/* troupe-batch-look.c: in the batch's thread: answers who waits. */
void troupe_batch_answer_looks (TroupeBatch *self);
/* From now on in threads of their own; also those that have come in the meantime. */
void troupe_batch_end_looks (TroupeBatch *self);
/* troupe-batch.c: it ends with this, unless it was ending already. @reason: (nullable) (transfer full) */
void troupe_batch_end (TroupeBatch *self, TroupeBatchOutcome outcome, char *reason);
/* The same with what a file or a database met. @error: (transfer full) */
void troupe_batch_fail (TroupeBatch *self, GError *error);
void troupe_batch_tell (TroupeBatch *self, gboolean force);

G_END_DECLS
