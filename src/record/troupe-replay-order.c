/* troupe-replay-order.c: delivery of recorded outcomes in the order in which the calls had ended
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#define G_LOG_DOMAIN "troupe-replay-order"

#include "config.h"

#include "troupe-replay-order.h"

typedef struct
{
  goffset position;
  GSourceOnceFunc func;
  gpointer user_data;
} Delivery;

/* @is_scheduled: whether a source of @context delivers the first one */
typedef struct
{
  TroupeReplayOrder *order;
  GMainContext *context;
  GArray *deliveries; /* (element-type Delivery) */
  gboolean is_scheduled;
} Queue;

struct _TroupeReplayOrder
{
  GMutex lock;        /* protects everything */
  GHashTable *queues; /* GMainContext to Queue */
  guint n_holds;
};

static void
queue_free (gpointer data)
{
  Queue *queue = data;

  g_main_context_unref (queue->context);
  g_array_unref (queue->deliveries);
  g_free (queue);
}

TroupeReplayOrder *
troupe_replay_order_new (void)
{
  TroupeReplayOrder *self = g_new0 (TroupeReplayOrder, 1);

  g_mutex_init (&self->lock);
  self->queues = g_hash_table_new_full (NULL, NULL, NULL, queue_free);
  return self;
}

void
troupe_replay_order_free (TroupeReplayOrder *self)
{
  g_return_if_fail (self != NULL);

  g_hash_table_unref (self->queues);
  g_mutex_clear (&self->lock);
  g_free (self);
}

static void schedule (Queue *queue);

static gboolean
deliver_cb (gpointer user_data)
{
  Queue *queue = user_data;
  Delivery first = { 0 };

  g_mutex_lock (&queue->order->lock);
  queue->is_scheduled = FALSE;
  if (queue->order->n_holds == 0)
    {
      guint index = 0;

      /* Takes the delivery that was recorded first. */
      first = g_array_index (queue->deliveries, Delivery, 0);
      for (guint i = 1; i < queue->deliveries->len; i++)
        if (g_array_index (queue->deliveries, Delivery, i).position < first.position)
          {
            index = i;
            first = g_array_index (queue->deliveries, Delivery, i);
          }
      g_array_remove_index (queue->deliveries, index);
      schedule (queue);
    }
  g_mutex_unlock (&queue->order->lock);
  /* May free the queue if it is empty. */
  if (first.func != NULL)
    first.func (first.user_data);
  return G_SOURCE_REMOVE;
}

/* A source of its own for each delivery: what that one causes has a higher priority than the next one. */
static void
schedule (Queue *queue)
{
  g_autoptr (GSource) source = NULL;

  if (queue->is_scheduled || queue->deliveries->len == 0 || queue->order->n_holds > 0)
    return;
  source = g_idle_source_new ();
  g_source_set_static_name (source, "troupe-replay-order");
  g_source_set_priority (source, G_PRIORITY_LOW);
  g_source_set_callback (source, deliver_cb, queue, NULL);
  g_source_attach (source, queue->context);
  queue->is_scheduled = TRUE;
}

void
troupe_replay_order_add (TroupeReplayOrder *self,
                         goffset position,
                         GSourceOnceFunc func,
                         gpointer user_data)
{
  g_autoptr (GMainContext) context = g_main_context_ref_thread_default ();
  const Delivery delivery = { position, func, user_data };
  Queue *queue = NULL;

  g_return_if_fail (self != NULL && func != NULL);

  g_mutex_lock (&self->lock);
  queue = g_hash_table_lookup (self->queues, context);
  if (queue == NULL)
    {
      queue = g_new0 (Queue, 1);
      queue->order = self;
      queue->context = g_main_context_ref (context);
      queue->deliveries = g_array_new (FALSE, FALSE, sizeof (Delivery));
      g_hash_table_insert (self->queues, context, queue);
    }
  g_array_append_val (queue->deliveries, delivery);
  schedule (queue);
  g_mutex_unlock (&self->lock);
}

void
troupe_replay_order_hold (TroupeReplayOrder *self)
{
  g_return_if_fail (self != NULL);

  g_mutex_lock (&self->lock);
  self->n_holds++;
  g_mutex_unlock (&self->lock);
}

void
troupe_replay_order_release (TroupeReplayOrder *self)
{
  GHashTableIter iter;
  gpointer queue;

  g_return_if_fail (self != NULL && self->n_holds > 0);

  g_mutex_lock (&self->lock);
  self->n_holds--;
  g_hash_table_iter_init (&iter, self->queues);
  while (g_hash_table_iter_next (&iter, NULL, &queue))
    schedule (queue);
  g_mutex_unlock (&self->lock);
}
