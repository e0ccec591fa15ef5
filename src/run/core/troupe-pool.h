/* troupe-pool.h: threads for what blocks
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#pragma once

#include "troupe-run-queue.h"

G_BEGIN_DECLS

/**
 * TroupePool:
 *
 * A few threads with a name of their own, which are started when there is work for them. No pool of GLib's:
 * those are shared by everything in the process, and one of GTask's has ten threads for all.
 */
typedef struct _TroupePool TroupePool;

TroupePool *troupe_pool_new (const char *name, guint n_threads);
/* Waits for the work that is left. */
void troupe_pool_free (TroupePool *self);
G_DEFINE_AUTOPTR_CLEANUP_FUNC (TroupePool, troupe_pool_free)

/* Does @work in one of the threads, in the order of the calls where there is one; then @is_done is set and
 * @turn is woken. @data, @is_done: must last until then. */
void troupe_pool_run (TroupePool *self,
                      void (*work) (gpointer data),
                      gpointer data,
                      gint *is_done,
                      TroupeRunQueueEntry *turn);

G_END_DECLS
