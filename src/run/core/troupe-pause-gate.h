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
 * Pauses a run. It can be set from any thread. It is read on the run's thread, which is woken when
 * the gate opens.
 */
typedef struct _TroupePauseGate TroupePauseGate;

TroupePauseGate *troupe_pause_gate_new (void);
void troupe_pause_gate_free (TroupePauseGate *self);

/* Returns the number of this closing, from 1. May be called from any thread. */
guint troupe_pause_gate_close (TroupePauseGate *self);
/* Returns how often it was closed: more often than by the caller if the user has closed it as well. */
guint troupe_pause_gate_get_n_closings (TroupePauseGate *self);
/* May be called from any thread. */
void troupe_pause_gate_open (TroupePauseGate *self);
void troupe_pause_gate_step (TroupePauseGate *self);
gboolean troupe_pause_gate_is_closed (TroupePauseGate *self);

/* Wakes the run, which may be paused. May be called from any thread. */
void troupe_pause_gate_wake (TroupePauseGate *self);

/* Sets the queue entry that is woken when the gate opens. Called on the run's thread. @turn:
 * (nullable): NULL when the run has ended. */
void troupe_pause_gate_set_turn (TroupePauseGate *self, TroupeRunQueueEntry *turn);
/* Returns TRUE if no turn may be taken now. The call is cheap: if the gate is open, it only
 * needs one atomic read. */
gboolean troupe_pause_gate_is_blocking (TroupePauseGate *self);
/* Consumes the permission of troupe_pause_gate_step() after a method has finished. */
void troupe_pause_gate_method_ended (TroupePauseGate *self);
/* Adds microseconds during which the run was paused. */
void troupe_pause_gate_add_time (TroupePauseGate *self, gint64 time_us);
/* Returns the total pause time in microseconds. */
gint64 troupe_pause_gate_get_time (TroupePauseGate *self);

G_END_DECLS
