/* troupe-run-execution.h: one run on its way through an engine
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#pragma once

#include "troupe-engine-loop.h"

G_BEGIN_DECLS

/**
 * TroupeRunWalkState:
 * @TROUPE_RUN_WALK_READY: it has more to do at once
 * @TROUPE_RUN_WALK_WAITS: its turn is woken when it has
 */
typedef enum
{
  TROUPE_RUN_WALK_READY,
  TROUPE_RUN_WALK_WAITS,
  TROUPE_RUN_WALK_ENDED,
} TroupeRunWalkState;

/**
 * TroupeRunWalk:
 *
 * What becomes of a run from its first turn to its result: it is checked (on a thread for files, where
 * there are files to read), waits for a helper process where it needs one, makes its runner and advances
 * it, and waits until its end is durable. Each call does a part and returns; nothing here ever waits.
 */
typedef struct _TroupeRunWalk TroupeRunWalk;

/* Any thread. @run: (transfer full); @owner: of its turn */
TroupeRunWalk *troupe_run_walk_new (TroupeRun *run, TroupeEngineLoop *loop, gpointer owner);
/* Frees it when it has ended. @result: (out) (transfer full). (transfer full) */
TroupeRun *troupe_run_walk_end (TroupeRunWalk *self, TroupeRunResult **result);

TroupeRun *troupe_run_walk_get_run (TroupeRunWalk *self);
TroupeTurn *troupe_run_walk_get_turn (TroupeRunWalk *self);

/* The loop's thread. Returns after at most 64 turns of the run. */
TroupeRunWalkState troupe_run_walk_advance (TroupeRunWalk *self);

G_END_DECLS
