/* troupe-flow-runner-private.h: the machine that runs one kickoff, from inside
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#pragma once

#include "troupe-flow-runner-parts.h"

G_BEGIN_DECLS

/* @n_turns: left before others have theirs; @n_calls: agents and Python at work; @is_stalled: nothing can go on
 * before a person answers */
struct _TroupeFlowRunner
{
  TroupeFlowRunnerOptions options;
  TroupeRunResult *result; /* borrowed */
  TroupeFlow *flow;
  TroupeContinuations *routines; /* what it is in the middle of */
  TroupeRunnerState *state;
  TroupeRunnerRecord *record;
  TroupeRunnerFrames *frames;
  TroupeRunnerMemory *memory;
  TroupeRunnerContext *context;
  TroupeRunnerDispatcher *dispatcher;
  TroupeRunnerReporter *reporter;
  TroupeRunnerPeople *people;
  TroupeRunnerAnswers *answers;
  TroupeRunPersister *keeper;
  TroupeRunnerReplay *replay;
  TroupeRunCheckpoint *checkpoint;
  char *checkpoint_id;
  TroupeRunnerPython *python;
  GHashTable *tools;
  GPtrArray *crews; /* (element-type TroupeCrewRunner): under way; borrowed */
  TroupeLlmClient *client;
  TroupeLlmUsage usage;
  TroupeRunnerFrame *root;
  guint n_turns;
  guint n_calls;
  gboolean is_stalled;
  gboolean timed_out;
  gboolean ended;
};

/* troupe-flow-runner.c */
/* The routine that takes turns until the flow has ended or is stopped. */
TroupeContinuationResult troupe_flow_runner_take_turns (TroupeFlowRunner *self, gpointer data);

/* troupe-flow-runner-kickoff.c */
/* Calls the routine that is the whole run. */
void troupe_flow_runner_call_kickoff (TroupeFlowRunner *self);

/* troupe-flow-runner-inputs.c: all of these may call routines. */
/* The state before any input, which is made then. */
void troupe_flow_runner_create_state (TroupeFlowRunner *self);
void troupe_flow_runner_take_inputs (TroupeFlowRunner *self);
gboolean troupe_flow_runner_merges_again (TroupeFlowRunner *self);
void troupe_flow_runner_merge_inputs (TroupeFlowRunner *self);

G_END_DECLS
