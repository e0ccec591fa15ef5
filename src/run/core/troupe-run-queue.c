/* troupe-run-queue.c: queue of runs that are ready to continue
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#define G_LOG_DOMAIN "troupe-run-queue"

#include "config.h"

#include "troupe-run-queue.h"

/* State shared by the entries and their queue. An entry that another thread references outlives
 * the queue. */
typedef struct
{
  gatomicrefcount ref_count;
  GMutex lock;
  GThread *thread; /* (nullable): thread that takes turns */
  GMainContext *context;
  GQueue ready; /* (element-type TroupeRunQueueEntry): uses their embedded links */
} Shared;

struct _TroupeRunQueue
{
  Shared *shared;
  GSequence *alarms; /* (element-type TroupeRunQueueEntry): sorted by time */
};

struct _TroupeRunQueueEntry
{
  gatomicrefcount ref_count;
  Shared *shared;
  GList link;     /* in @ready; its data is the entry while it is linked */
  gpointer owner; /* (nullable): NULL after the end */
  /* Used only on the queue's thread. */
  TroupeRunQueue *queue;
  GSequenceIter *alarm; /* (nullable) */
  gint64 alarm_us;
};

static void
shared_unref (Shared *self)
{
  g_assert (self != NULL);

  if (!g_atomic_ref_count_dec (&self->ref_count))
    return;
  g_main_context_unref (self->context);
  g_mutex_clear (&self->lock);
  g_free (self);
}

TroupeRunQueue *
troupe_run_queue_new (GMainContext *context)
{
  TroupeRunQueue *self = g_new0 (TroupeRunQueue, 1);

  g_return_val_if_fail (context != NULL, NULL);

  self->shared = g_new0 (Shared, 1);
  g_atomic_ref_count_init (&self->shared->ref_count);
  g_mutex_init (&self->shared->lock);
  self->shared->context = g_main_context_ref (context);
  g_queue_init (&self->shared->ready);
  self->alarms = g_sequence_new (NULL);
  return self;
}

/* All entries must have ended. */
void
troupe_run_queue_free (TroupeRunQueue *self)
{
  g_return_if_fail (self != NULL);
  g_return_if_fail (g_sequence_is_empty (self->alarms));
  g_return_if_fail (g_queue_is_empty (&self->shared->ready));

  g_sequence_free (self->alarms);
  shared_unref (self->shared);
  g_free (self);
}

TroupeRunQueueEntry *
troupe_run_queue_entry_new (TroupeRunQueue *queue, gpointer owner)
{
  TroupeRunQueueEntry *self = g_new0 (TroupeRunQueueEntry, 1);

  g_return_val_if_fail (queue != NULL, NULL);
  g_return_val_if_fail (owner != NULL, NULL);

  g_atomic_ref_count_init (&self->ref_count);
  self->shared = queue->shared;
  g_atomic_ref_count_inc (&self->shared->ref_count);
  self->queue = queue;
  self->owner = owner;
  return self;
}

TroupeRunQueueEntry *
troupe_run_queue_entry_ref (TroupeRunQueueEntry *self)
{
  g_return_val_if_fail (self != NULL, NULL);

  g_atomic_ref_count_inc (&self->ref_count);
  return self;
}

void
troupe_run_queue_entry_unref (TroupeRunQueueEntry *self)
{
  g_return_if_fail (self != NULL);

  if (!g_atomic_ref_count_dec (&self->ref_count))
    return;
  g_assert (self->alarm == NULL);
  g_assert (self->link.data == NULL);
  shared_unref (self->shared);
  g_free (self);
}

void
troupe_run_queue_entry_wake (TroupeRunQueueEntry *self)
{
  Shared *shared = self->shared;
  gboolean is_news;

  g_mutex_lock (&shared->lock);
  is_news = self->owner != NULL && self->link.data == NULL;
  if (is_news)
    {
      self->link.data = self;
      g_queue_push_tail_link (&shared->ready, &self->link);
    }
  /* The queue's own thread checks the queue before it sleeps. */
  is_news = is_news && shared->thread != g_thread_self ();
  g_mutex_unlock (&shared->lock);
  if (is_news)
    g_main_context_wakeup (shared->context);
}

static gint
compare_alarms (gconstpointer a, gconstpointer b, gpointer user_data)
{
  const TroupeRunQueueEntry *left = a;
  const TroupeRunQueueEntry *right = b;

  return left->alarm_us < right->alarm_us ? -1 : left->alarm_us > right->alarm_us;
}

void
troupe_run_queue_entry_wake_at (TroupeRunQueueEntry *self, gint64 time_us)
{
  g_return_if_fail (self != NULL);

  if (self->alarm_us == time_us)
    return;
  if (self->alarm != NULL)
    g_sequence_remove (g_steal_pointer (&self->alarm));
  self->alarm_us = time_us;
  if (time_us != 0)
    self->alarm = g_sequence_insert_sorted (self->queue->alarms, self, compare_alarms, NULL);
}

void
troupe_run_queue_entry_end (TroupeRunQueueEntry *self)
{
  g_return_if_fail (self != NULL);

  troupe_run_queue_entry_wake_at (self, 0);
  g_mutex_lock (&self->shared->lock);
  self->owner = NULL;
  if (self->link.data != NULL)
    g_queue_unlink (&self->shared->ready, &self->link);
  self->link.data = NULL;
  g_mutex_unlock (&self->shared->lock);
}

gboolean
troupe_run_queue_is_empty (TroupeRunQueue *self)
{
  gboolean is_empty;

  g_mutex_lock (&self->shared->lock);
  self->shared->thread = g_thread_self ();
  is_empty = g_queue_is_empty (&self->shared->ready);
  g_mutex_unlock (&self->shared->lock);
  return is_empty;
}

gpointer
troupe_run_queue_take (TroupeRunQueue *self)
{
  gpointer owner = NULL;
  GList *link;

  g_mutex_lock (&self->shared->lock);
  self->shared->thread = g_thread_self ();
  link = g_queue_pop_head_link (&self->shared->ready);
  if (link != NULL)
    {
      owner = ((TroupeRunQueueEntry *) link->data)->owner;
      link->data = NULL;
    }
  g_mutex_unlock (&self->shared->lock);
  return owner;
}

gint64
troupe_run_queue_ring (TroupeRunQueue *self, gint64 now_us)
{
  GSequenceIter *first = g_sequence_get_begin_iter (self->alarms);

  while (!g_sequence_iter_is_end (first))
    {
      TroupeRunQueueEntry *turn = g_sequence_get (first);

      if (turn->alarm_us > now_us)
        return turn->alarm_us;
      troupe_run_queue_entry_wake_at (turn, 0);
      troupe_run_queue_entry_wake (turn);
      first = g_sequence_get_begin_iter (self->alarms);
    }
  return 0;
}
