/* troupe-flow-runner-parts.h: components of a flow runner, for the modules that use them
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
typedef struct _TroupeRunnerPeople TroupeRunnerFeedbackState;
typedef struct _TroupeRunnerPython TroupeRunnerPython;
typedef struct _TroupeRunnerReplay TroupeRunnerReplay;
typedef struct _TroupeRunnerReporter TroupeRunnerReporter;

/* --- Components, each with its own header. (transfer none) ------------------------------------ */

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
TroupeRunnerFeedbackState *troupe_flow_runner_get_people (TroupeFlowRunner *self);
TroupeRunnerAnswers *troupe_flow_runner_get_answers (TroupeFlowRunner *self);
TroupeRunPersister *troupe_flow_runner_get_keeper (TroupeFlowRunner *self);
/* (nullable): only of a resumed run */
TroupeRunnerReplay *troupe_flow_runner_get_replay (TroupeFlowRunner *self);
/* (nullable): only of a flow with checkpoints */
TroupeRunCheckpoint *troupe_flow_runner_get_checkpoint (TroupeFlowRunner *self);
/* (nullable): only of a flow with Python */
TroupeRunnerPython *troupe_flow_runner_get_python (TroupeFlowRunner *self);
/* Maps TroupeFlowAction to TroupeTool, for the tools that were called. */
GHashTable *troupe_flow_runner_get_tools (TroupeFlowRunner *self);
/* Creates the client on the first call. */
TroupeLlmClient *troupe_flow_runner_get_client (TroupeFlowRunner *self);
TroupeLlmUsage *troupe_flow_runner_get_usage (TroupeFlowRunner *self);
TroupeRunResult *troupe_flow_runner_get_result (TroupeFlowRunner *self);

/* Returns the id of the checkpoint that the run started with. (nullable) */
const char *troupe_flow_runner_get_checkpoint_id (TroupeFlowRunner *self);
void troupe_flow_runner_set_checkpoint_id (TroupeFlowRunner *self, const char *id);

/* --- State and outputs ------------------------------------------------------------------------ */

/* Replaces the state of the run and counts its size. @state: (transfer full) */
void troupe_flow_runner_set_state (TroupeFlowRunner *self, TroupeValue *state);
/* Records a new output of the method. @feedback: (nullable): the feedback of the user for it */
void troupe_flow_runner_record_output (TroupeFlowRunner *self,
                                       guint method,
                                       TroupeValue *value,
                                       TroupeValue *feedback);
/* Returns TRUE if the run was cancelled or its deadline has passed. */
gboolean troupe_flow_runner_is_stopped (TroupeFlowRunner *self);
/* Returns TRUE if nothing new may start because the user has paused the run. */
gboolean troupe_flow_runner_is_held (TroupeFlowRunner *self);
/* Called when an agent or Python call has started, and when it has ended or been cancelled. */
void troupe_flow_runner_call_begun (TroupeFlowRunner *self);
void troupe_flow_runner_call_ended (TroupeFlowRunner *self);
/* Called when the chain of the kickoff has ended. */
void troupe_flow_runner_end (TroupeFlowRunner *self);

/* --- State: troupe-flow-runner-inputs.c ------------------------------------------------------- */

/* Pushes routines. @state: replaces the whole state. @name: for messages */
void
troupe_flow_runner_restore_state (TroupeFlowRunner *self, TroupeValue *state, const char *name);

G_END_DECLS
