/* troupe-run-queue.h: whose turn it is among the runs of an engine
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#pragma once

#include <glib.h>

G_BEGIN_DECLS

/**
 * TroupeTurn:
 *
 * The place of one run in the queue of those that have something to do. Whatever a run waits for (an
 * answer, a ticket of the store, a person, a cancellable) wakes it, from any thread; the engine's thread
 * takes one turn after the other, so that all of them get on at the same pace. It may outlive its run and
 * its queue: then waking it does nothing.
 */
typedef struct _TroupeTurn TroupeTurn;
typedef struct _TroupeTurnQueue TroupeTurnQueue;

/* @context: iterated by the thread that takes turns. Belongs to that thread, but for the turns' own calls. */
TroupeTurnQueue *troupe_turn_queue_new (GMainContext *context);
void troupe_turn_queue_free (TroupeTurnQueue *self);

/* @owner: what troupe_turn_queue_take() gives. (transfer full) */
TroupeTurn *troupe_turn_new (TroupeTurnQueue *queue, gpointer owner);
TroupeTurn *troupe_turn_ref (TroupeTurn *self);
void troupe_turn_unref (TroupeTurn *self);
G_DEFINE_AUTOPTR_CLEANUP_FUNC (TroupeTurn, troupe_turn_unref)

/* Any thread. Several wakings before the turn is taken are one. */
void troupe_turn_wake (TroupeTurn *self);

/* The rest on the queue's thread. */
/* Wakes it at @time_us, a monotonic time; 0 is never. There is one alarm: the last one that was set. */
void troupe_turn_wake_at (TroupeTurn *self, gint64 time_us);
/* Its owner has ended: it leaves the queue for good. */
void troupe_turn_end (TroupeTurn *self);

gboolean troupe_turn_queue_is_empty (TroupeTurnQueue *self);
/* The owner of the longest waiting turn, or NULL. */
gpointer troupe_turn_queue_take (TroupeTurnQueue *self);
/* Wakes those whose alarm is due. Gives the time of the next one, 0 where there is none. */
gint64 troupe_turn_queue_ring (TroupeTurnQueue *self, gint64 now_us);

G_END_DECLS
