/* troupe-flow-runner.h: flow runner: executes one kickoff of a flow
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#pragma once

#include "troupe-agent-servers.h"
#include "troupe-crew-rounds-plan.h"
#include "troupe-engine-loop.h"
#include "troupe-feedback-queue.h"
#include "troupe-pause-channel.h"
#include "troupe-pause-gate.h"
#include "troupe-prepared-actions.h"
#include "troupe-reused-results.h"
#include "troupe-run-budget.h"
#include "troupe-run-disk.h"
#include "troupe-run-kind.h"
#include "troupe-run.h"

G_BEGIN_DECLS

typedef struct _TroupeConversation TroupeConversation;
typedef struct _TroupeFlowRunner TroupeFlowRunner;

/**
 * TroupeFlowRunnerOptions:
 * @inputs: (nullable): the inputs of the kickoff
 * @made: the prepared data of the actions
 * @has_python: whether any action uses Python
 * @hooks: (nullable): a warning about the hooks of that code
 * @kind: the kind of the document from which the flow was created
 * @conversation: (nullable): the conversation of which the run is a turn
 * @id: the UUID of the run
 * @state_id: the ID of a state without one
 * @only_model: (nullable): called instead of every model of the document
 * @recorder: (nullable): may answer calls, and keeps their outcomes
 * @is_id_declared: whether the document contains the “id” of the inputs, so that the user has not chosen it
 * @is_test: whether the run is a test: its inputs come from the author of a file, and it restores no saved state
 * @discards_outputs: whether files of outputs, checkpoints and states are not written
 * @is_unsaved: see troupe_run_set_unsaved()
 * @now_us: the value of now()
 * @is_clock_set: whether @now_us is the time of every other moment of the run, too, because it is recorded
 * @deadline_us: monotonic time at which the run is stopped; 0 for none
 * @memory_limit: limit of the size of the run's values in bytes; 0 for none
 * @streams: whether answers of models are streamed if the document does not specify this
 * @cancellable: stops the run
 * @loop, @turn: the engine loop, and the queue entry that wakes the run
 * @run: the run, passed to feedback callbacks
 * @begin_func: creates the run's record; called when all checks before the start have succeeded. @ticket: (out) (transfer full)
 *   (nullable): waited for before the flow starts
 * @hold: pauses the run; @channel: exchanges data about its pauses with other threads
 * @budget: the budget of the run
 * @disk: counts what the run stores
 * @processes: (nullable): to which the processes of the run are added
 * @feedback_queue: the queue that receives the answers of users
 * @feedback_func: (nullable): called to request feedback
 * @is_told: whether the bus has listeners other than @store
 * @permissions, @sandbox: for the document's Python code; @servers: for its MCP servers
 * @interpreter: (nullable): the path of the interpreter that the user was shown; %NULL to search it
 * @agreed_files: (nullable): the files in the document's folder that it may import; %NULL for all
 * @agreed_digests: (nullable): SHA-256 in hex of each of these files
 * @document_path: (nullable): the file of the document
 * @project_folder: the document's folder, which its code and its tools can access
 * @store: (nullable): receives the output of each finished method
 * @folder: the working directory, against which relative paths of the document are resolved
 * @state_database: (nullable): a path that overrides the state databases of the document
 * @fork_from: (nullable): the id of a state to start with (`restore_from_state_id`)
 * @restore_from: (nullable): a checkpoint to start with
 * @recipients: (nullable): the hosts and programs that may receive keys of the environment
 * @pending: (nullable): a map of a question from another process; the run starts with the answer to
 *   it
 * @until: (nullable): the method or task after which the run ends; @only: (nullable): the only one that is executed
 * @inputs_of: (nullable): a map of methods or tasks to what they are given
 * @ignores_pins: whether pins and mutes of the document have no effect
 * @is_fork: whether the run began with steps of another run; @n_kept: number of the @steps that another run has executed
 * @results: (nullable): results of an earlier run that methods use instead of being executed
 * @rounds: the rounds of a crew that is trained or tested
 * @steps, @events, @requests, @tasks: (nullable): of a resumed run: its stored steps, events,
 *   feedback requests, and outputs of crew tasks
 *
 * The options of a kickoff. All are borrowed.
 */
typedef struct
{
  TroupeFlow *flow;
  TroupeEventBus *bus;
  TroupeValue *inputs;
  TroupePreparedActions made;
  const TroupeRunKind *kind;
  TroupeConversation *conversation;
  gboolean has_python;
  const char *hooks;
  const char *id;
  gint64 now_us;
  gboolean is_clock_set;
  gint64 deadline_us;
  gsize memory_limit;
  gboolean streams;
  GCancellable *cancellable;
  TroupeEngineLoop *loop;
  TroupeRunQueueEntry *turn;
  TroupeRun *run;
  gboolean (*begin_func) (TroupeRun *run,
                          gint64 started_us,
                          TroupeStoreTicket **ticket,
                          GError **error);
  TroupePauseGate *hold;
  TroupePauseChannel *channel;
  TroupeRunBudget *budget;
  TroupeRunDisk *disk;
  TroupeProcessList *processes;
  TroupeFeedbackQueue *feedback_queue;
  TroupeRunFeedbackFunc feedback_func;
  gpointer feedback_data;
  TroupePythonPermissions permissions;
  const char *const *agreed_files;
  const char *const *agreed_digests;
  TroupePythonSandbox sandbox;
  const char *interpreter;
  TroupeServerConsent servers;
  const char *document_path;
  const char *project_folder;
  TroupeLlmEnvironmentFunc environment_func;
  gpointer environment_data;
  TroupeKeyRecipients *recipients;
  TroupeStore *store;
  gboolean is_told;
  const char *folder;
  const char *state_database;
  const char *fork_from;
  const char *restore_from;
  TroupeValue *pending;
  const char *until;
  const char *only;
  TroupeValue *inputs_of;
  gboolean ignores_pins;
  gboolean is_fork;
  guint n_kept;
  const TroupeCrewRoundsPlan *rounds;
  GPtrArray *steps;
  GPtrArray *events;
  GPtrArray *requests;
  GPtrArray *tasks;
  GPtrArray *answers;
  const char *state_id;
  const char *only_model;
  TroupeRecorder *recorder;
  gboolean is_id_declared;
  gboolean is_test;
  gboolean discards_outputs;
  gboolean is_unsaved;
  TroupeReusedResults *results;
} TroupeFlowRunnerOptions;

/**
 * TroupeRunnerOutcome:
 * @TROUPE_RUNNER_READY: the runner can continue immediately
 * @TROUPE_RUNNER_WAITS: the runner waits; its queue entry is woken when it can continue
 */
typedef enum
{
  TROUPE_RUNNER_READY,
  TROUPE_RUNNER_WAITS,
  TROUPE_RUNNER_ENDED,
} TroupeRunnerOutcome;

/* @result: filled in by the runner, must outlive it */
TroupeFlowRunner *troupe_flow_runner_new (const TroupeFlowRunnerOptions *options,
                                          TroupeRunResult *result);
/* Begins the kickoff, which executes the whole run. Call once, before troupe_flow_runner_advance(). */
void troupe_flow_runner_kick_off (TroupeFlowRunner *self);
/* Call only after the runner has ended. */
void troupe_flow_runner_free (TroupeFlowRunner *self);
G_DEFINE_AUTOPTR_CLEANUP_FUNC (TroupeFlowRunner, troupe_flow_runner_free)

/* Continues for a bounded number of turns, on the loop's thread. */
TroupeRunnerOutcome troupe_flow_runner_advance (TroupeFlowRunner *self);
/* Returns the monotonic time at which the runner must be woken at the latest; 0 for never. */
gint64 troupe_flow_runner_get_alarm (TroupeFlowRunner *self);

G_END_DECLS
