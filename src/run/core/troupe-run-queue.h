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
 * The entry of one run in the queue of ready runs. Everything for which a run waits (an answer, a
 * ticket of the store, the user, a cancellable) wakes the entry, from any thread. The engine's
 * thread takes one turn after the other, so that all runs progress at the same pace. An entry may
 * outlive its run and its queue; waking such an entry does nothing.
 */
typedef struct _TroupeRunQueueEntry TroupeRunQueueEntry;
typedef struct _TroupeRunQueue TroupeRunQueue;

/* @context: iterated by the thread that takes turns. The queue belongs to that thread, but
 *   entries may be woken from any thread. */
TroupeRunQueue *troupe_run_queue_new (GMainContext *context);
void troupe_run_queue_free (TroupeRunQueue *self);

/* @owner: returned by troupe_run_queue_take(). (transfer full) */
TroupeRunQueueEntry *troupe_run_queue_entry_new (TroupeRunQueue *queue, gpointer owner);
TroupeRunQueueEntry *troupe_run_queue_entry_ref (TroupeRunQueueEntry *self);
void troupe_run_queue_entry_unref (TroupeRunQueueEntry *self);
G_DEFINE_AUTOPTR_CLEANUP_FUNC (TroupeRunQueueEntry, troupe_run_queue_entry_unref)

/* Wakes the entry. May be called from any thread. Multiple wakeups before the turn is taken
 * count as one. */
void troupe_run_queue_entry_wake (TroupeRunQueueEntry *self);

/* The remaining functions are called on the queue's thread. */
/* Wakes the entry at @time_us, a monotonic time; 0 for never. There is one alarm per entry,
 * which replaces the previous one. */
void troupe_run_queue_entry_wake_at (TroupeRunQueueEntry *self, gint64 time_us);
/* Removes the entry permanently when its owner has ended. */
void troupe_run_queue_entry_end (TroupeRunQueueEntry *self);

gboolean troupe_run_queue_is_empty (TroupeRunQueue *self);
/* Removes the first ready entry and returns its owner, or NULL. */
gpointer troupe_run_queue_take (TroupeRunQueue *self);
/* Wakes the entries whose alarm is due. Returns the time of the next alarm, 0 if there is none. */
gint64 troupe_run_queue_ring (TroupeRunQueue *self, gint64 now_us);

G_END_DECLS
