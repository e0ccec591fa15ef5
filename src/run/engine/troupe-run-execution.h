/* troupe-run-execution.h: executes one run on the engine thread, step by step
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#pragma once

#include "troupe-engine-loop.h"

G_BEGIN_DECLS

/**
 * TroupeRunExecution:
 *
 * The execution of a run from its first turn to its result. It checks the run (on a file thread if
 * there are files to read) and waits for a helper process if the run needs one. Then it creates the
 * runner, advances it, and waits until the end of the run is durable. Each call executes a part and
 * returns; it never blocks.
 */
typedef struct _TroupeRunExecution TroupeRunExecution;

/* Executes runs on a loop. */
extern const TroupeEngineWork troupe_run_execution_work;

G_END_DECLS
