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

/* The components of a runner. Each is described in the header with its functions. */
typedef struct _TroupeRunCheckpoint TroupeRunCheckpoint;
typedef struct _TroupeRunnerAnswers TroupeRunnerAnswers;
typedef struct _TroupeRunPersister TroupeRunPersister;
typedef struct _TroupeRunnerContext TroupeRunnerContext;
typedef struct _TroupeRunnerDispatcher TroupeRunnerDispatcher;
typedef struct _TroupeRunnerExtent TroupeRunnerExtent;
typedef struct _TroupeRunnerMemory TroupeRunnerMemory;
typedef struct _TroupeRunnerFeedbackState TroupeRunnerFeedbackState;
typedef struct _TroupeRunnerPause TroupeRunnerPause;
typedef struct _TroupeRunnerPython TroupeRunnerPython;
typedef struct _TroupeRunnerReplay TroupeRunnerReplay;
typedef struct _TroupeRunnerReporter TroupeRunnerReporter;

/* --- Components, each with its own header. (transfer none) ------------------------------------ */

/* Each of these functions returns a component that lives as long as the runner. Call on the
 * run's thread. */

/* Returns the options with which the run was started. (transfer none) */
const TroupeFlowRunnerOptions *troupe_flow_runner_get_options (TroupeFlowRunner *self);
/* Returns the flow that is executed. (transfer none) */
TroupeFlow *troupe_flow_runner_get_flow (TroupeFlowRunner *self);
/* Returns the stack of pending routines. (transfer none) */
TroupeContinuations *troupe_flow_runner_get_continuations (TroupeFlowRunner *self);
/* Returns the flow state. (transfer none) */
TroupeRunnerState *troupe_flow_runner_get_state (TroupeFlowRunner *self);
/* Returns the outputs, completed methods and call counters. (transfer none) */
TroupeRunnerRecord *troupe_flow_runner_get_record (TroupeFlowRunner *self);
/* Returns the live frames and the queue of their turns. (transfer none) */
TroupeRunnerFrames *troupe_flow_runner_get_frames (TroupeFlowRunner *self);
/* Returns the limit on the memory for values. (transfer none) */
TroupeRunnerMemory *troupe_flow_runner_get_memory (TroupeFlowRunner *self);
/* Returns the evaluation context of expressions and templates. (transfer none) */
TroupeRunnerContext *troupe_flow_runner_get_context (TroupeFlowRunner *self);
/* Returns the event dispatcher: routers, listeners, conditional starts. (transfer none) */
TroupeRunnerDispatcher *troupe_flow_runner_get_dispatcher (TroupeFlowRunner *self);
/* Returns which part of the flow is executed. (transfer none) */
TroupeRunnerExtent *troupe_flow_runner_get_extent (TroupeFlowRunner *self);
/* Returns the breakpoints, and what the run shows while it is paused. (transfer none) */
TroupeRunnerPause *troupe_flow_runner_get_pause (TroupeFlowRunner *self);
/* Returns the emitter of the run's events. (transfer none) */
TroupeRunnerReporter *troupe_flow_runner_get_reporter (TroupeFlowRunner *self);
/* Returns the state of human feedback: requests and answers. (transfer none) */
TroupeRunnerFeedbackState *troupe_flow_runner_get_feedback_state (TroupeFlowRunner *self);
/* Returns the stored answers that a resumed run uses again. (transfer none) */
TroupeRunnerAnswers *troupe_flow_runner_get_answers (TroupeFlowRunner *self);
/* Returns the writer of the run's steps to the store. (transfer none) */
TroupeRunPersister *troupe_flow_runner_get_persister (TroupeFlowRunner *self);
/* Returns the replay of a resumed run. (transfer none) (nullable): NULL for other runs */
TroupeRunnerReplay *troupe_flow_runner_get_replay (TroupeFlowRunner *self);
/* Returns the checkpoints of a flow that uses checkpoints. (transfer none) (nullable): NULL for
 * other flows */
TroupeRunCheckpoint *troupe_flow_runner_get_checkpoint (TroupeFlowRunner *self);
/* Returns the Python helper of a flow with Python. (transfer none) (nullable): NULL for other
 * flows */
TroupeRunnerPython *troupe_flow_runner_get_python (TroupeFlowRunner *self);
/* Returns a map of TroupeFlowAction to TroupeTool, for the tools that were called. (transfer
 * none) */
GHashTable *troupe_flow_runner_get_tools (TroupeFlowRunner *self);
/* Returns the LLM client of the run, and creates it on the first call. (transfer none) */
TroupeLlmClient *troupe_flow_runner_get_client (TroupeFlowRunner *self);
/* Returns what all calls of models and tools share, and creates it on the first call. (transfer none) */
const TroupeRunContext *troupe_flow_runner_get_run_context (TroupeFlowRunner *self);
/* Returns the token usage so far. Callers add to it. (transfer none) */
TroupeLlmUsage *troupe_flow_runner_get_usage (TroupeFlowRunner *self);
/* Returns the result, which is filled while the run proceeds. (transfer none) */
TroupeRunResult *troupe_flow_runner_get_result (TroupeFlowRunner *self);

/* Returns the id of the checkpoint with which the run started. (transfer none) (nullable) */
const char *troupe_flow_runner_get_checkpoint_id (TroupeFlowRunner *self);
/* Sets that id. @id: (nullable) */
void troupe_flow_runner_set_checkpoint_id (TroupeFlowRunner *self, const char *id);
/* Sets the fields of the event about the checkpoint from which the run starts. @fields: (transfer full) */
void troupe_flow_runner_set_restored (TroupeFlowRunner *self, TroupeValue *fields);
/* (transfer none) (nullable): NULL if the run does not start from a checkpoint */
TroupeValue *troupe_flow_runner_get_restored (TroupeFlowRunner *self);

/* --- State and outputs ------------------------------------------------------------------------ */

/* Replaces the state of the run and counts its size. @state: (transfer full) */
void troupe_flow_runner_set_state (TroupeFlowRunner *self, TroupeValue *state);
/* Records a new output of the method. @feedback: (nullable): the user's feedback on this output */
void troupe_flow_runner_record_output (TroupeFlowRunner *self,
                                       guint method,
                                       TroupeValue *value,
                                       TroupeValue *feedback);
/* Returns TRUE if the run was cancelled or its deadline has passed. */
gboolean troupe_flow_runner_is_stopped (TroupeFlowRunner *self);
/* Returns TRUE if nothing new may start because the user has paused the run. */
gboolean troupe_flow_runner_is_held (TroupeFlowRunner *self);
/* Called when an agent or Python call has started. */
void troupe_flow_runner_call_begun (TroupeFlowRunner *self);
/* Called when an agent or Python call has ended or was cancelled; wakes the run. */
void troupe_flow_runner_call_ended (TroupeFlowRunner *self);
/* Called when the chain of the kickoff has ended. */
void troupe_flow_runner_end (TroupeFlowRunner *self);

/* --- State: troupe-flow-runner-inputs.c ------------------------------------------------------- */

/* Replaces the complete state by @state; pushes routines. @name: name of the state in messages */
void
troupe_flow_runner_restore_state (TroupeFlowRunner *self, TroupeValue *state, const char *name);

G_END_DECLS
