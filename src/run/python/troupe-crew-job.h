/* troupe-crew-job.h: blocking jobs on a thread pool, with completion in the caller's context
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#pragma once

#include "troupe-pool.h"

G_BEGIN_DECLS

/* Calls @work on a thread of the pool, then @done in @context, which is the caller's main
 * context.
 * @turn: also woken when @work is done */
void troupe_crew_job_run (TroupePool *pool,
                          TroupeRunQueueEntry *turn,
                          GMainContext *context,
                          void (*work) (gpointer data),
                          void (*done) (gpointer data),
                          gpointer data);

G_END_DECLS
