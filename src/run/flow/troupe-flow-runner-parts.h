/* troupe-flow-runner-parts.h: the parts of a run, for those who work in it
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#pragma once

#include "troupe-continuations.h"
#include "troupe-flow-runner-frame.h"
#include "troupe-runner-record.h"
#include "troupe-runner-state.h"

G_BEGIN_DECLS

typedef struct _TroupeRunCheckpoint TroupeRunCheckpoint;
typedef struct _TroupeRunnerAnswers TroupeRunnerAnswers;
typedef struct _TroupeRunPersister TroupeRunPersister;
typedef struct _TroupeRunnerContext TroupeRunnerContext;
typedef struct _TroupeRunnerDispatcher TroupeRunnerDispatcher;
typedef struct _TroupeRunnerMemory TroupeRunnerMemory;
typedef struct _TroupeRunnerPeople TroupeRunnerPeople;
typedef struct _TroupeRunnerPython TroupeRunnerPython;
typedef struct _TroupeRunnerReplay TroupeRunnerReplay;
typedef struct _TroupeRunnerReporter TroupeRunnerReporter;

/* --- The parts, each with a header of its own. (transfer none) ----------------------------------- */

const TroupeFlowRunnerOptions *troupe_flow_runner_get_options (TroupeFlowRunner *self);
TroupeFlow *troupe_flow_runner_get_flow (TroupeFlowRunner *self);
TroupeContinuations *troupe_flow_runner_get_routines (TroupeFlowRunner *self);
TroupeRunnerState *troupe_flow_runner_get_state (TroupeFlowRunner *self);
TroupeRunnerRecord *troupe_flow_runner_get_record (TroupeFlowRunner *self);
TroupeRunnerFrames *troupe_flow_runner_get_frames (TroupeFlowRunner *self);
TroupeRunnerMemory *troupe_flow_runner_get_memory (TroupeFlowRunner *self);
TroupeRunnerContext *troupe_flow_runner_get_context (TroupeFlowRunner *self);
TroupeRunnerDispatcher *troupe_flow_runner_get_dispatcher (TroupeFlowRunner *self);
TroupeRunnerReporter *troupe_flow_runner_get_reporter (TroupeFlowRunner *self);
TroupeRunnerPeople *troupe_flow_runner_get_people (TroupeFlowRunner *self);
TroupeRunnerAnswers *troupe_flow_runner_get_answers (TroupeFlowRunner *self);
TroupeRunPersister *troupe_flow_runner_get_keeper (TroupeFlowRunner *self);
/* (nullable): of a run that is resumed */
TroupeRunnerReplay *troupe_flow_runner_get_replay (TroupeFlowRunner *self);
/* (nullable): of a flow that wants some */
TroupeRunCheckpoint *troupe_flow_runner_get_checkpoint (TroupeFlowRunner *self);
/* (nullable): of a flow that has some */
TroupeRunnerPython *troupe_flow_runner_get_python (TroupeFlowRunner *self);
/* TroupeFlowAction to TroupeTool: those that were called. */
GHashTable *troupe_flow_runner_get_tools (TroupeFlowRunner *self);
/* Made when it is first asked for. */
TroupeLlmClient *troupe_flow_runner_get_client (TroupeFlowRunner *self);
TroupeLlmUsage *troupe_flow_runner_get_usage (TroupeFlowRunner *self);
TroupeRunResult *troupe_flow_runner_get_result (TroupeFlowRunner *self);

/* The id of the checkpoint that the run began with. (nullable) */
const char *troupe_flow_runner_get_checkpoint_id (TroupeFlowRunner *self);
void troupe_flow_runner_set_checkpoint_id (TroupeFlowRunner *self, const char *id);

/* --- What is done to the run as a whole ---------------------------------------------------------- */

/* The run has another state, which is counted. @state: (transfer full) */
void troupe_flow_runner_set_state (TroupeFlowRunner *self, TroupeValue *state);
/* The method has another output. @feedback: (nullable): what a person said to it */
void troupe_flow_runner_record_output (TroupeFlowRunner *self,
                                       guint method,
                                       TroupeValue *value,
                                       TroupeValue *feedback);
/* Whether the run was cancelled or its time is over. */
gboolean troupe_flow_runner_is_stopped (TroupeFlowRunner *self);
/* Whether nothing new may begin, as a person holds the run. */
gboolean troupe_flow_runner_is_held (TroupeFlowRunner *self);
/* An agent or Python is at work from now on, and has ended or been cancelled. */
void troupe_flow_runner_call_begun (TroupeFlowRunner *self);
void troupe_flow_runner_call_ended (TroupeFlowRunner *self);
/* The kickoff's chain has ended. */
void troupe_flow_runner_end (TroupeFlowRunner *self);

/* --- troupe-flow-runner-inputs.c ----------------------------------------------------------------- */

/* Calls routines. @state: takes the place of all of it. @name: for messages */
void
troupe_flow_runner_restore_state (TroupeFlowRunner *self, TroupeValue *state, const char *name);

G_END_DECLS
