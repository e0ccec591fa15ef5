/* troupe-pause-gate.h: pauses and single-steps a run
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#pragma once

#include "troupe-run-queue.h"

G_BEGIN_DECLS

/**
 * TroupePauseGate:
 *
 * Whether a run is to stand still, set from any thread and read on the run's, which is woken when it is to
 * go on.
 */
typedef struct _TroupePauseGate TroupePauseGate;

TroupePauseGate *troupe_pause_gate_new (void);
void troupe_pause_gate_free (TroupePauseGate *self);

/* Any thread. */
void troupe_pause_gate_close (TroupePauseGate *self);
void troupe_pause_gate_open (TroupePauseGate *self);
void troupe_pause_gate_step (TroupePauseGate *self);
gboolean troupe_pause_gate_is_closed (TroupePauseGate *self);

/* The run's thread. @turn: (nullable): NULL when the run has ended. */
void troupe_pause_gate_set_turn (TroupePauseGate *self, TroupeRunQueueEntry *turn);
/* Whether no turn may be taken now. Cheap: one atomic read where nobody holds. */
gboolean troupe_pause_gate_is_blocking (TroupePauseGate *self);
/* A method has ended, which uses up what troupe_pause_gate_step() gave. */
void troupe_pause_gate_method_ended (TroupePauseGate *self);
/* The run stood still for so many microseconds. */
void troupe_pause_gate_add_time (TroupePauseGate *self, gint64 time_us);
/* All that it stood still. */
gint64 troupe_pause_gate_get_time (TroupePauseGate *self);

G_END_DECLS
