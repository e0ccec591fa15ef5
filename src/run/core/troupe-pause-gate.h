/* troupe-pause-gate.h: the pause that a person makes
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#pragma once

#include "troupe-run-queue.h"

G_BEGIN_DECLS

/**
 * TroupeRunHold:
 *
 * Whether a run is to stand still, set from any thread and read on the run's, which is woken when it is to
 * go on.
 */
typedef struct _TroupeRunHold TroupeRunHold;

TroupeRunHold *troupe_run_hold_new (void);
void troupe_run_hold_free (TroupeRunHold *self);

/* Any thread. */
void troupe_run_hold_close (TroupeRunHold *self);
void troupe_run_hold_open (TroupeRunHold *self);
void troupe_run_hold_let_one_by (TroupeRunHold *self);
gboolean troupe_run_hold_is_closed (TroupeRunHold *self);

/* The run's thread. @turn: (nullable): NULL when the run has ended. */
void troupe_run_hold_set_turn (TroupeRunHold *self, TroupeTurn *turn);
/* Whether no turn may be taken now. Cheap: one atomic read where nobody holds. */
gboolean troupe_run_hold_stops (TroupeRunHold *self);
/* A method has ended, which uses up what troupe_run_hold_let_one_by() gave. */
void troupe_run_hold_method_ended (TroupeRunHold *self);
/* The run stood still for so many microseconds. */
void troupe_run_hold_add_time (TroupeRunHold *self, gint64 time_us);
/* All that it stood still. */
gint64 troupe_run_hold_get_time (TroupeRunHold *self);

G_END_DECLS
