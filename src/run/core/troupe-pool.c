/* troupe-pool.c: thread pool for blocking work
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#define G_LOG_DOMAIN "troupe-pool"

#include "config.h"

#include "troupe-pool.h"

/* @work: NULL ends a thread */
typedef struct
{
  void (*work) (gpointer data);
  gpointer data;
  gint *is_done;
  TroupeRunQueueEntry *turn;
} Work;

struct _TroupePool
{
  char *name;
  guint n_threads;
  GPtrArray *threads; /* (element-type GThread) */
  GAsyncQueue *queue; /* (element-type Work) */
};

TroupePool *
troupe_pool_new (const char *name, guint n_threads)
{
  TroupePool *self = g_new0 (TroupePool, 1);

  g_return_val_if_fail (name != NULL, NULL);
  g_return_val_if_fail (n_threads > 0, NULL);

  self->name = g_strdup (name);
  self->n_threads = n_threads;
  self->threads = g_ptr_array_new_with_free_func ((GDestroyNotify) g_thread_join);
  self->queue = g_async_queue_new_full (g_free);
  return self;
}

void
troupe_pool_free (TroupePool *self)
{
  g_return_if_fail (self != NULL);

  for (guint i = 0; i < self->threads->len; i++)
    g_async_queue_push (self->queue, g_new0 (Work, 1));
  g_ptr_array_unref (self->threads);
  g_async_queue_unref (self->queue);
  g_free (self->name);
  g_free (self);
}

static void
do_work (Work *work)
{
  g_assert (work != NULL);

  work->work (work->data);
  g_atomic_int_set (work->is_done, TRUE);
  troupe_run_queue_entry_wake (work->turn);
  troupe_run_queue_entry_unref (work->turn);
}

static gpointer
pool_thread (gpointer data)
{
  TroupePool *self = data;
  gboolean quits = FALSE;

  g_assert (self != NULL);

  while (!quits)
    {
      g_autofree Work *work = g_async_queue_pop (self->queue);

      quits = work->work == NULL;
      if (!quits)
        do_work (work);
    }
  return NULL;
}

void
troupe_pool_run (TroupePool *self,
                 void (*work) (gpointer data),
                 gpointer data,
                 gint *is_done,
                 TroupeRunQueueEntry *turn)
{
  Work *item;
  gboolean is_behind;

  g_return_if_fail (self != NULL);
  g_return_if_fail (work != NULL);
  g_return_if_fail (turn != NULL);

  item = g_new0 (Work, 1);
  item->work = work;
  item->data = data;
  item->is_done = is_done;
  item->turn = troupe_run_queue_entry_ref (turn);
  g_atomic_int_set (is_done, FALSE);
  /* The length is negative while threads are waiting for work. */
  is_behind = g_async_queue_length (self->queue) >= 0;
  if (is_behind && self->threads->len < self->n_threads)
    {
      GThread *thread = g_thread_try_new (self->name, pool_thread, self, NULL);

      if (thread != NULL)
        g_ptr_array_add (self->threads, thread);
    }
  if (self->threads->len > 0)
    {
      g_async_queue_push (self->queue, item);
      return;
    }
  /* No thread could be created: the work is done synchronously. */
  do_work (item);
  g_free (item);
}
