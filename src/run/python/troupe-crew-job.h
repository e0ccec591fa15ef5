/* troupe-crew-job.h: what blocks, on the way to a pool and back
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#pragma once

#include "troupe-pool.h"

G_BEGIN_DECLS

/* Does @work in one of the pool's threads, then @done in @context, which is the caller's. @turn: woken too */
void troupe_crew_job_run (TroupePool *pool,
                          TroupeRunQueueEntry *turn,
                          GMainContext *context,
                          void (*work) (gpointer data),
                          void (*done) (gpointer data),
                          gpointer data);

G_END_DECLS
