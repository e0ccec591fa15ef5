/* troupe-run-execution.h: executes one run on the engine thread, step by step
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#pragma once

#include "troupe-engine-loop.h"

G_BEGIN_DECLS

/**
 * TroupeRunExecutionState:
 * @TROUPE_RUN_EXECUTION_READY: the execution can continue immediately
 * @TROUPE_RUN_EXECUTION_WAITS: the execution waits; its queue entry is woken when it can continue
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
 * The execution of a run from its first turn to its result. It checks the run (on a file thread if
 * there are files to read) and waits for a helper process if the run needs one. Then it creates the
 * runner, advances it, and waits until the end of the run is durable. Each call executes a part and
 * returns; it never blocks.
 */
typedef struct _TroupeRunExecution TroupeRunExecution;

/* Call on any thread. @run: (transfer full); @owner: passed to the queue entry */
TroupeRunExecution *
troupe_run_execution_new (TroupeRun *run, TroupeEngineLoop *loop, gpointer owner);
/* Frees the execution after it has ended. @result: (out) (transfer full). Returns the run.
 * (transfer full) */
TroupeRun *troupe_run_execution_end (TroupeRunExecution *self, TroupeRunResult **result);

TroupeRun *troupe_run_execution_get_run (TroupeRunExecution *self);
TroupeRunQueueEntry *troupe_run_execution_get_turn (TroupeRunExecution *self);

/* Call on the loop's thread. Returns after at most 64 turns of the run. */
TroupeRunExecutionState troupe_run_execution_advance (TroupeRunExecution *self);

G_END_DECLS
