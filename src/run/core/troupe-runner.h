/* troupe-runner.h: interface of what a run executes: the methods of a flow, or a crew
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#pragma once

#include "troupe-feedback-queue.h"
#include "troupe-run.h"

G_BEGIN_DECLS

typedef struct _TroupeFlowRunner TroupeFlowRunner;
typedef struct _TroupeRunnerFrame TroupeRunnerFrame;

/**
 * TroupeRunner:
 * @begin: begins what the run executes. @root: the frame that ends with the run
 * @answer: passes on an answer of the user to what has asked for it. @answer: (transfer full): ignored if nothing
 *   waits for it
 * @cancel: cancels everything that is running, because the run was stopped
 * @end: sets the result of a run that has ended by itself, and reports it
 *
 * Executes a run from its first turn to its result. The kickoff (troupe-flow-runner-kickoff.c) has restored the state
 * and opened the record of the run before @begin, and has written everything to the store before @end. A run that
 * resumes begins in the same way, and takes what it has done before from its replay. Threads: that of the run.
 */
typedef struct
{
  void (*begin) (TroupeFlowRunner *runner, TroupeRunnerFrame *root);
  void (*answer) (TroupeFlowRunner *runner, TroupeFeedbackAnswer *answer);
  void (*cancel) (TroupeFlowRunner *runner);
  void (*end) (TroupeFlowRunner *runner, TroupeRunResult *result);
} TroupeRunner;

/* Implemented in troupe-flow-runner-kickoff.c and troupe-crew-kickoff.c. */
extern const TroupeRunner troupe_runner_of_flows;
extern const TroupeRunner troupe_runner_of_crews;

G_END_DECLS
