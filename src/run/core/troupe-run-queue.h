/* troupe-run-queue.h: queue of runs that are ready to continue
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#pragma once

#include <glib.h>

G_BEGIN_DECLS

/**
 * TroupeRunQueueEntry:
 *
 * The place of one run in the queue of those that have something to do. Whatever a run waits for (an
 * answer, a ticket of the store, a person, a cancellable) wakes it, from any thread; the engine's thread
 * takes one turn after the other, so that all of them get on at the same pace. It may outlive its run and
 * its queue: then waking it does nothing.
 */
typedef struct _TroupeRunQueueEntry TroupeRunQueueEntry;
typedef struct _TroupeRunQueue TroupeRunQueue;

/* @context: iterated by the thread that takes turns. Belongs to that thread, but for the turns' own calls. */
TroupeRunQueue *troupe_run_queue_new (GMainContext *context);
void troupe_run_queue_free (TroupeRunQueue *self);

/* @owner: what troupe_run_queue_take() gives. (transfer full) */
TroupeRunQueueEntry *troupe_run_queue_entry_new (TroupeRunQueue *queue, gpointer owner);
TroupeRunQueueEntry *troupe_run_queue_entry_ref (TroupeRunQueueEntry *self);
void troupe_run_queue_entry_unref (TroupeRunQueueEntry *self);
G_DEFINE_AUTOPTR_CLEANUP_FUNC (TroupeRunQueueEntry, troupe_run_queue_entry_unref)

/* Any thread. Several wakings before the turn is taken are one. */
void troupe_run_queue_entry_wake (TroupeRunQueueEntry *self);

/* The rest on the queue's thread. */
/* Wakes it at @time_us, a monotonic time; 0 is never. There is one alarm: the last one that was set. */
void troupe_run_queue_entry_wake_at (TroupeRunQueueEntry *self, gint64 time_us);
/* Its owner has ended: it leaves the queue for good. */
void troupe_run_queue_entry_end (TroupeRunQueueEntry *self);

gboolean troupe_run_queue_is_empty (TroupeRunQueue *self);
/* The owner of the longest waiting turn, or NULL. */
gpointer troupe_run_queue_take (TroupeRunQueue *self);
/* Wakes those whose alarm is due. Gives the time of the next one, 0 where there is none. */
gint64 troupe_run_queue_ring (TroupeRunQueue *self, gint64 now_us);

G_END_DECLS
