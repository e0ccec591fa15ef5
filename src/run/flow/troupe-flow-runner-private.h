/* troupe-flow-runner-private.h: private structure of the flow runner
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#pragma once

#include "troupe-flow-runner-parts.h"

G_BEGIN_DECLS

/* @n_turns: number of turns left before other runs take their turns; @n_calls: number of running
 *   agents and Python calls;
 * @is_stalled: nothing can continue before a user answers */
struct _TroupeFlowRunner
{
  TroupeFlowRunnerOptions options;
  TroupeRunResult *result; /* borrowed */
  TroupeFlow *flow;
  TroupeContinuations *routines; /* pending routines */
  TroupeRunnerState *state;
  TroupeRunnerRecord *record;
  TroupeRunnerFrames *frames;
  TroupeRunnerMemory *memory;
  TroupeRunnerContext *context;
  TroupeRunnerDispatcher *dispatcher;
  TroupeRunnerExtent *extent;
  TroupeRunnerPause *pause;
  TroupeRunnerReporter *reporter;
  TroupeRunnerFeedbackState *people;
  TroupeRunnerAnswers *answers;
  TroupeRunPersister *keeper;
  TroupeRunnerReplay *replay;
  TroupeRunCheckpoint *checkpoint;
  char *checkpoint_id;
  TroupeValue *restored; /* (nullable): see troupe_flow_runner_set_restored() */
  TroupeRunnerPython *python;
  GHashTable *tools;
  GPtrArray *crews; /* (element-type TroupeCrewRunner): running crews; borrowed */
  TroupeLlmClient *client;
  TroupeRunContext *shared; /* (nullable): with @client */
  TroupeLlmUsage usage;
  TroupeRunnerFrame *root;
  guint n_turns;
  guint n_calls;
  gboolean is_stalled;
  gboolean timed_out;
  gboolean ended;
};

/* Defined in troupe-flow-runner-inputs.c. All of these functions may push routines. */
/* Creates the state before any input. */
void troupe_flow_runner_create_state (TroupeFlowRunner *self);
void troupe_flow_runner_take_inputs (TroupeFlowRunner *self);
gboolean troupe_flow_runner_merges_again (TroupeFlowRunner *self);
void troupe_flow_runner_merge_inputs (TroupeFlowRunner *self);

G_END_DECLS
