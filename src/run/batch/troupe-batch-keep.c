/* troupe-batch-keep.c: stores the results of batch items and writes their files
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#define G_LOG_DOMAIN "troupe-batch-keep"

#include "config.h"

#include "troupe-batch-private.h"
#include "troupe-crash-point.h"

/* Limits of a transaction: number of items and time. */
#define MAX_TOGETHER 512
#define TOGETHER_US (G_USEC_PER_SEC / 5)

static gboolean
open_transaction (TroupeBatch *self)
{
  GError *error = NULL;

  g_assert (TROUPE_IS_BATCH (self));

  if (self->is_open)
    return TRUE;
  self->is_open = troupe_batch_store_begin (self->store, &error);
  self->opened_us = g_get_monotonic_time ();
  if (!self->is_open)
    troupe_batch_fail (self, error);
  return self->is_open;
}

static gboolean
commit_cb (gpointer user_data)
{
  g_assert (TROUPE_IS_BATCH (user_data));

  /* The wakeup itself is sufficient, because the thread commits between two iterations. */
  return G_SOURCE_REMOVE;
}

static void
wake_later (TroupeBatch *self)
{
  g_autoptr (GSource) source = g_timeout_source_new (TOGETHER_US / 1000);

  g_assert (TROUPE_IS_BATCH (self));

  g_source_set_callback (source, commit_cb, self, NULL);
  g_source_attach (source, self->context);
}

/* @item: (transfer full) */
void
troupe_batch_keep (TroupeBatch *self, TroupeBatchItem *item)
{
  GError *error = NULL;
  gboolean was_open = self->is_open;

  g_return_if_fail (TROUPE_IS_BATCH (self));
  g_return_if_fail (item != NULL);

  /* If the result cannot be stored, the item counts as not finished, and its result is read from
   * its stored run later. */
  if (!open_transaction (self) || !troupe_batch_store_update (self->store, item, &error))
    {
      if (error != NULL)
        troupe_batch_fail (self, error);
      troupe_batch_item_free (item);
      return;
    }
  if (!was_open)
    wake_later (self);
  g_ptr_array_add (self->written, item);
}

void
troupe_batch_keep_live (TroupeBatch *self, gint64 ordinal, gint64 micro_dollars)
{
  const gboolean was_open = self->is_open;
  GError *error = NULL;

  g_return_if_fail (TROUPE_IS_BATCH (self));

  if (!open_transaction (self))
    return;
  if (!was_open)
    wake_later (self);
  if (!troupe_batch_store_set_live (self->store, ordinal, micro_dollars, &error))
    troupe_batch_fail (self, error);
}

void
troupe_batch_commit (TroupeBatch *self, gboolean force)
{
  const gint64 now_us = g_get_monotonic_time ();
  GError *error = NULL;

  g_return_if_fail (TROUPE_IS_BATCH (self));

  if (self->is_open &&
      (force || self->written->len >= MAX_TOGETHER || now_us - self->opened_us >= TOGETHER_US))
    {
      self->is_open = FALSE;
      TROUPE_CRASH_POINT ("batch-before-commit");
      if (troupe_batch_store_commit (self->store, &error))
        {
          GError *cause = NULL;

          for (guint i = 0; i < self->written->len && cause == NULL; i++)
            {
              const TroupeBatchItem *item = g_ptr_array_index (self->written, i);

              if (item->result == NULL || item->state == TROUPE_BATCH_ITEM_WAITING)
                continue;
              self->n_unsynced += troupe_batch_results_write_item (self->results, item, &cause);
              TROUPE_CRASH_POINT ("batch-file-written");
            }
          if (cause != NULL)
            {
              self->is_unwritten = TRUE;
              troupe_batch_fail (self, cause);
            }
        }
      else
        troupe_batch_fail (self, error);
      g_ptr_array_set_size (self->written, 0);
    }
}

void
troupe_batch_write_lists (TroupeBatch *self)
{
  GError *error = NULL;

  g_return_if_fail (TROUPE_IS_BATCH (self));

  troupe_batch_commit (self, TRUE);
  if (!troupe_batch_results_write_lists (self->results, self->store, &error))
    troupe_batch_fail (self, error);
  else if (self->n_unsynced > 0 && !self->is_unwritten)
    {
      g_autofree char *change =
          g_strdup_printf ("%" G_GINT64_FORMAT, troupe_batch_store_get_change (self->store));
      GError *cause = NULL;

      /* Done once, when the batch ends normally. Before that, a power failure may lose files,
       * so they are verified when the batch is resumed. syncfs() waits for the writes of all
       * programs on the device. */
      self->n_unsynced = 0;
      if (!troupe_batch_results_sync (self->results, &cause) ||
          !troupe_batch_store_set (self->store, "synced", change, &cause))
        troupe_batch_fail (self, cause);
    }
}
