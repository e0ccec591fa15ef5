/* troupe-store-queue.h: what waits for the thread that writes
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#pragma once

#include <glib.h>

G_BEGIN_DECLS

/* A queue into one thread, which is woken only for what must not wait. */
typedef struct _TroupeStoreQueue TroupeStoreQueue;

TroupeStoreQueue *troupe_store_queue_new (GDestroyNotify destroy);
/* Nobody uses it any more; what is in it is freed. */
void troupe_store_queue_free (TroupeStoreQueue *self);
G_DEFINE_AUTOPTR_CLEANUP_FUNC (TroupeStoreQueue, troupe_store_queue_free)

/* From any thread. Takes @item. */
void troupe_store_queue_push (TroupeStoreQueue *self, gpointer item, gboolean is_urgent);

/* The taking thread alone: */

/* Until something urgent is there, or anything where @for_anything, or @until_us of the monotonic clock is over
 * (0: never). */
void troupe_store_queue_wait (TroupeStoreQueue *self, gint64 until_us, gboolean for_anything);
/* @since_us: (out): no later than when it was pushed, on the monotonic clock. (transfer full) (nullable) */
gpointer troupe_store_queue_take (TroupeStoreQueue *self, gint64 *since_us);

G_END_DECLS
