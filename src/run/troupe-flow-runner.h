/* troupe-flow-runner.h: the machine that runs one kickoff of a flow
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#pragma once

#include "troupe-feedback-desk.h"
#include "troupe-run-hold.h"
#include "troupe-run.h"

G_BEGIN_DECLS

typedef struct _TroupeFlowRunner TroupeFlowRunner;

/**
 * TroupeFlowRunnerOptions:
 * @inputs: (nullable): what kickoff is given
 * @agents: a #TroupeAgentDefinition for each agent action, by its address
 * @id: the UUID of the run
 * @now_us: what now() is
 * @deadline_us: monotonic time at which the run is stopped; 0 is never
 * @memory_limit: bytes that its values may take; 0 is any
 * @cancellable: stops the run
 * @run: for those whom a method asks
 * @hold: whether it is to stand still
 * @desk: where answers of people come in
 * @feedback_func: (nullable): who is asked
 * @permissions, @sandbox: of the document's Python
 * @agreed_files: (nullable): the files beside the document that it may import; %NULL is all
 * @agreed_digests: (nullable): what each of them was, SHA-256 in hex
 * @document_path: (nullable): the file of the document
 * @store: (nullable): where each method that ends is written
 * @folder: the working directory, which relative paths of the document are of
 * @state_database: (nullable): a path that goes before those of the document
 * @fork_from: (nullable): the id of a state to begin with (`restore_from_state_id`)
 * @restore_from: (nullable): a checkpoint to begin with
 * @pending: (nullable): a map of what was asked in another process, to begin with its answer
 * @steps, @events, @requests: (nullable): of a run that is gone on with: what was written of it, and
 *   told, and what it asked
 *
 * What a kickoff is made of. All is borrowed.
 */
typedef struct
{
  TroupeFlow *flow;
  TroupeEventBus *bus;
  TroupeValue *inputs;
  GHashTable *agents;
  const char *id;
  gint64 now_us;
  gint64 deadline_us;
  gsize memory_limit;
  GCancellable *cancellable;
  GMainContext *context;
  TroupeRun *run;
  TroupeRunHold *hold;
  TroupeFeedbackDesk *desk;
  TroupeRunFeedbackFunc feedback_func;
  gpointer feedback_data;
  TroupePythonPermissions permissions;
  const char *const *agreed_files;
  const char *const *agreed_digests;
  TroupePythonSandbox sandbox;
  const char *document_path;
  TroupeLlmEnvironmentFunc environment_func;
  gpointer environment_data;
  TroupeStore *store;
  const char *folder;
  const char *state_database;
  const char *fork_from;
  const char *restore_from;
  TroupeValue *pending;
  GPtrArray *steps;
  GPtrArray *events;
  GPtrArray *requests;
} TroupeFlowRunnerOptions;

/* Makes the state. NULL where its defaults do not fit: nothing has happened then. */
TroupeFlowRunner *troupe_flow_runner_new (const TroupeFlowRunnerOptions *options, GError **error);
void troupe_flow_runner_free (TroupeFlowRunner *self);
G_DEFINE_AUTOPTR_CLEANUP_FUNC (TroupeFlowRunner, troupe_flow_runner_free)

/* Makes what the methods do, as far as that can fail, and tells nobody (spec/flow-semantics.md §1.2).
 * FALSE: it fails, and @result says why. */
gboolean troupe_flow_runner_build (TroupeFlowRunner *self, TroupeRunResult *result);

/* Runs until the end, in the thread whose context was given, and fills in @result. */
void troupe_flow_runner_run (TroupeFlowRunner *self, TroupeRunResult *result);

G_END_DECLS
