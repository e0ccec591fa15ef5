/* troupe-store-queue.h: queue of messages for the writer thread
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#pragma once

#include <glib.h>

G_BEGIN_DECLS

/* A queue of items for one receiving thread. The thread is woken only for urgent items. */
typedef struct _TroupeStoreQueue TroupeStoreQueue;

TroupeStoreQueue *troupe_store_queue_new (GDestroyNotify destroy);
/* Frees the queue and its items. The queue must no longer be in use. */
void troupe_store_queue_free (TroupeStoreQueue *self);
G_DEFINE_AUTOPTR_CLEANUP_FUNC (TroupeStoreQueue, troupe_store_queue_free)

/* Called from any thread. Takes ownership of @item. */
void troupe_store_queue_push (TroupeStoreQueue *self, gpointer item, gboolean is_urgent);

/* Called on the receiving thread only: */

/* Waits until an urgent item is queued, or any item if @for_anything is set, or until the
 * monotonic time @until_us (0: no limit). */
void troupe_store_queue_wait (TroupeStoreQueue *self, gint64 until_us, gboolean for_anything);
/* Removes and returns the first item. @since_us: (out): a lower bound of the time when the item
 * was pushed, on the monotonic clock. (transfer full) (nullable) */
gpointer troupe_store_queue_take (TroupeStoreQueue *self, gint64 *since_us);

G_END_DECLS
