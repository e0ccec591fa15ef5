/* troupe-run-execution.h: executes one run on the engine thread, stage by stage
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#pragma once

#include "troupe-engine-loop.h"

G_BEGIN_DECLS

/**
 * TroupeRunExecutionState:
 * @TROUPE_RUN_EXECUTION_READY: it has more to do at once
 * @TROUPE_RUN_EXECUTION_WAITS: its turn is woken when it has
 */
typedef enum
{
  TROUPE_RUN_EXECUTION_READY,
  TROUPE_RUN_EXECUTION_WAITS,
  TROUPE_RUN_EXECUTION_ENDED,
} TroupeRunExecutionState;

/**
 * TroupeRunExecution:
 *
 * What becomes of a run from its first turn to its result: it is checked (on a thread for files, where
 * there are files to read), waits for a helper process where it needs one, makes its runner and advances
 * it, and waits until its end is durable. Each call does a part and returns; nothing here ever waits.
 */
typedef struct _TroupeRunExecution TroupeRunExecution;

/* Any thread. @run: (transfer full); @owner: of its turn */
TroupeRunExecution *
troupe_run_execution_new (TroupeRun *run, TroupeEngineLoop *loop, gpointer owner);
/* Frees it when it has ended. @result: (out) (transfer full). (transfer full) */
TroupeRun *troupe_run_execution_end (TroupeRunExecution *self, TroupeRunResult **result);

TroupeRun *troupe_run_execution_get_run (TroupeRunExecution *self);
TroupeRunQueueEntry *troupe_run_execution_get_turn (TroupeRunExecution *self);

/* The loop's thread. Returns after at most 64 turns of the run. */
TroupeRunExecutionState troupe_run_execution_advance (TroupeRunExecution *self);

G_END_DECLS
