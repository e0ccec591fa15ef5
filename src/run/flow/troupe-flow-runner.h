/* troupe-flow-runner.h: the machine that runs one kickoff of a flow
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#pragma once

#include "troupe-agent-servers.h"
#include "troupe-crew-rounds.h"
#include "troupe-engine-loop.h"
#include "troupe-feedback-queue.h"
#include "troupe-pause-gate.h"
#include "troupe-prepared-actions.h"
#include "troupe-run-budget.h"
#include "troupe-run.h"

G_BEGIN_DECLS

typedef struct _TroupeConversation TroupeConversation;
typedef struct _TroupeFlowRunner TroupeFlowRunner;

/**
 * TroupeFlowRunnerOptions:
 * @inputs: (nullable): what kickoff is given
 * @made: what the actions have made of themselves
 * @has_python: whether any action is Python
 * @is_crew: whether the flow stands for a crew, of which alone is told
 * @conversation: (nullable): of which the run is a turn
 * @id: the UUID of the run
 * @now_us: what now() is
 * @deadline_us: monotonic time at which the run is stopped; 0 is never
 * @memory_limit: bytes that its values may take; 0 is any
 * @streams: whether answers of models come in pieces where the document does not say
 * @cancellable: stops the run
 * @loop, @turn: what it takes its turns in, and what wakes it
 * @run: for those whom a method asks
 * @begin_func: begins the run's record; called when all that can be known before has been found well
 * @hold: whether it is to stand still
 * @budget: what it may spend
 * @desk: where answers of people come in
 * @feedback_func: (nullable): who is asked
 * @is_told: whether anybody but @store is told what happens in the run
 * @permissions, @sandbox: of the document's Python; @servers: of its MCP servers
 * @agreed_files: (nullable): the files beside the document that it may import; %NULL is all
 * @agreed_digests: (nullable): what each of them was, SHA-256 in hex
 * @document_path: (nullable): the file of the document
 * @project_folder: the document's folder, which its code and its tools see
 * @store: (nullable): where each method that ends is written
 * @folder: the working directory, which relative paths of the document are of
 * @state_database: (nullable): a path that goes before those of the document
 * @fork_from: (nullable): the id of a state to begin with (`restore_from_state_id`)
 * @restore_from: (nullable): a checkpoint to begin with
 * @pending: (nullable): a map of what was asked in another process, to begin with its answer
 * @rounds: of a crew that is trained or tested
 * @steps, @events, @requests, @tasks: (nullable): of a run that is resumed: what was written of it, and
 *   told, what it asked, and what the tasks of its crews gave
 *
 * What a kickoff is made of. All is borrowed.
 */
typedef struct
{
  TroupeFlow *flow;
  TroupeEventBus *bus;
  TroupeValue *inputs;
  TroupePreparedActions made;
  gboolean is_crew;
  TroupeConversation *conversation;
  gboolean has_python;
  const char *id;
  gint64 now_us;
  gint64 deadline_us;
  gsize memory_limit;
  gboolean streams;
  GCancellable *cancellable;
  TroupeEngineLoop *loop;
  TroupeRunQueueEntry *turn;
  TroupeRun *run;
  gboolean (*begin_func) (TroupeRun *run, gint64 started_us, GError **error);
  TroupePauseGate *hold;
  TroupeRunBudget *budget;
  TroupeFeedbackQueue *desk;
  TroupeRunFeedbackFunc feedback_func;
  gpointer feedback_data;
  TroupePythonPermissions permissions;
  const char *const *agreed_files;
  const char *const *agreed_digests;
  TroupePythonSandbox sandbox;
  TroupeServerConsent servers;
  const char *document_path;
  const char *project_folder;
  TroupeLlmEnvironmentFunc environment_func;
  gpointer environment_data;
  TroupeStore *store;
  gboolean is_told;
  const char *folder;
  const char *state_database;
  const char *fork_from;
  const char *restore_from;
  TroupeValue *pending;
  const TroupeCrewRoundsPlan *rounds;
  GPtrArray *steps;
  GPtrArray *events;
  GPtrArray *requests;
  GPtrArray *tasks;
  GPtrArray *answers;
} TroupeFlowRunnerOptions;

/**
 * TroupeRunnerOutcome:
 * @TROUPE_RUNNER_READY: it has more to do at once
 * @TROUPE_RUNNER_WAITS: its turn is woken when it has
 */
typedef enum
{
  TROUPE_RUNNER_READY,
  TROUPE_RUNNER_WAITS,
  TROUPE_RUNNER_ENDED,
} TroupeRunnerOutcome;

/* @result: is filled in, and must outlive it. */
TroupeFlowRunner *troupe_flow_runner_new (const TroupeFlowRunnerOptions *options,
                                          TroupeRunResult *result);
/* When it has ended. */
void troupe_flow_runner_free (TroupeFlowRunner *self);
G_DEFINE_AUTOPTR_CLEANUP_FUNC (TroupeFlowRunner, troupe_flow_runner_free)

/* Goes on by a bounded number of turns, in the loop's thread. */
TroupeRunnerOutcome troupe_flow_runner_advance (TroupeFlowRunner *self);
/* When it wants to be woken at the latest: a monotonic time, 0 is never. */
gint64 troupe_flow_runner_get_alarm (TroupeFlowRunner *self);

G_END_DECLS
