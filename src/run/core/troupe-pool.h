/* troupe-pool.h: thread pool for blocking work
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#pragma once

#include "troupe-run-queue.h"

G_BEGIN_DECLS

/**
 * TroupePool:
 *
 * A few named threads that are started on demand. GLib's pools are not used, because they are
 * shared by everything in the process, and GTask has only ten threads for all.
 */
typedef struct _TroupePool TroupePool;

TroupePool *troupe_pool_new (const char *name, guint n_threads);
/* Waits for the remaining work. */
void troupe_pool_free (TroupePool *self);
G_DEFINE_AUTOPTR_CLEANUP_FUNC (TroupePool, troupe_pool_free)

/* Executes @work on one of the threads. If there is only one thread, calls are executed in
 * order. After that, sets @is_done and wakes @turn. @data, @is_done: must remain valid until
 * then. */
void troupe_pool_run (TroupePool *self,
                      void (*work) (gpointer data),
                      gpointer data,
                      gint *is_done,
                      TroupeRunQueueEntry *turn);

G_END_DECLS
