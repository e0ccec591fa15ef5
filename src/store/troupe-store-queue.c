/* troupe-store-queue.c: queue of messages for the writer thread
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#define G_LOG_DOMAIN "troupe-store-queue"

#include "config.h"

#include "troupe-store-queue.h"

/* Number of queued items at which the thread is woken even if no item is urgent, so that the
 * queue does not fill the memory. */
#define MANY 5000

typedef enum
{
  AWAKE,
  WAITS_FOR_URGENT,
  WAITS_FOR_ANYTHING,
} Sleep;

struct _TroupeStoreQueue
{
  GDestroyNotify destroy;
  GMutex lock; /* protects the members below */
  GCond cond;
  GQueue items;
  gint64 since_us; /* when the first of them was pushed */
  gboolean is_urgent;
  Sleep sleep;
  /* Used by the receiving thread only. */
  GQueue taken;
  gint64 taken_since_us;
};

TroupeStoreQueue *
troupe_store_queue_new (GDestroyNotify destroy)
{
  TroupeStoreQueue *self = g_new0 (TroupeStoreQueue, 1);

  self->destroy = destroy;
  g_mutex_init (&self->lock);
  g_cond_init (&self->cond);
  g_queue_init (&self->items);
  g_queue_init (&self->taken);
  return self;
}

void
troupe_store_queue_free (TroupeStoreQueue *self)
{
  if (self == NULL)
    return;
  g_queue_clear_full (&self->taken, self->destroy);
  g_queue_clear_full (&self->items, self->destroy);
  g_cond_clear (&self->cond);
  g_mutex_clear (&self->lock);
  g_free (self);
}

void
troupe_store_queue_push (TroupeStoreQueue *self, gpointer item, gboolean is_urgent)
{
  gboolean wakes;

  g_return_if_fail (self != NULL);
  g_return_if_fail (item != NULL);

  g_mutex_lock (&self->lock);
  if (self->items.length == 0)
    self->since_us = g_get_monotonic_time ();
  g_queue_push_tail (&self->items, item);
  self->is_urgent = self->is_urgent || is_urgent || self->items.length >= MANY;
  wakes = self->sleep == WAITS_FOR_ANYTHING || (self->sleep == WAITS_FOR_URGENT && self->is_urgent);
  if (wakes)
    self->sleep = AWAKE;
  g_mutex_unlock (&self->lock);
  /* The condition is signalled after unlocking, because the receiver would otherwise block on
   * the lock. It is signalled only if needed, because this is a system call even if no thread
   * waits. */
  if (wakes)
    g_cond_signal (&self->cond);
}

void
troupe_store_queue_wait (TroupeStoreQueue *self, gint64 until_us, gboolean for_anything)
{
  gboolean is_late = FALSE;

  g_return_if_fail (self != NULL);

  if (self->taken.length > 0)
    return;
  g_mutex_lock (&self->lock);
  while (!is_late && !self->is_urgent && !(for_anything && self->items.length > 0))
    {
      self->sleep = for_anything ? WAITS_FOR_ANYTHING : WAITS_FOR_URGENT;
      if (until_us == 0)
        g_cond_wait (&self->cond, &self->lock);
      else
        is_late = !g_cond_wait_until (&self->cond, &self->lock, until_us);
    }
  self->sleep = AWAKE;
  g_mutex_unlock (&self->lock);
}

gpointer
troupe_store_queue_take (TroupeStoreQueue *self, gint64 *since_us)
{
  g_return_val_if_fail (self != NULL, NULL);
  g_return_val_if_fail (since_us != NULL, NULL);

  if (self->taken.length == 0)
    {
      g_mutex_lock (&self->lock);
      self->taken = self->items;
      self->taken_since_us = self->since_us;
      g_queue_init (&self->items);
      self->is_urgent = FALSE;
      g_mutex_unlock (&self->lock);
    }
  *since_us = self->taken_since_us;
  return g_queue_pop_head (&self->taken);
}
