/* troupe-replay-order.h: delivery of recorded outcomes in the order in which the calls had ended
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#pragma once

#include <gio/gio.h>

G_BEGIN_DECLS

/**
 * TroupeReplayOrder:
 *
 * Recorded outcomes that are about to be delivered. They are delivered one at a time, the one that was recorded
 * first before the others, and only when the run and its main context have nothing else to do. Otherwise, the order in which calls
 * of concurrent methods or tasks end would depend on the order in which they begin.
 * Threads: any thread.
 */
typedef struct _TroupeReplayOrder TroupeReplayOrder;

TroupeReplayOrder *troupe_replay_order_new (void);
/* Call when nothing is about to be delivered. */
void troupe_replay_order_free (TroupeReplayOrder *self);

/**
 * troupe_replay_order_add:
 * @position: where the outcome is in the recording
 * @func: called once, in the thread-default main context of the caller
 *
 * The caller keeps @self alive until then.
 */
void troupe_replay_order_add (TroupeReplayOrder *self,
                              goffset position,
                              GSourceOnceFunc func,
                              gpointer user_data);

/* Holds deliveries back until troupe_replay_order_release(), because the run is busy elsewhere with what an outcome
 * has caused. Each call needs its own release. */
void troupe_replay_order_hold (TroupeReplayOrder *self);
void troupe_replay_order_release (TroupeReplayOrder *self);

G_END_DECLS
