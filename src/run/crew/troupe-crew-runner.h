/* troupe-crew-runner.h: one kickoff of a crew
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#pragma once

#include "troupe-agent-servers.h"
#include "troupe-agent.h"
#include "troupe-crew-round.h"
#include "troupe-crew.h"
#include "troupe-pool.h"
#include "troupe-python.h"
#include "troupe-store.h"

G_BEGIN_DECLS

/* What is kept of a kickoff beside its tasks, which have their own numbers from 0. */
typedef enum
{
  TROUPE_CREW_PART_BEGUN =
      -2, /* a map of `inputs`, and `scope`, the number of the event that told of it */
  TROUPE_CREW_PART_PLANS = -1,          /* a list of texts */
  TROUPE_CREW_PART_OUTPUT = G_MAXINT32, /* what the crew gave */
} TroupeCrewPart;

/**
 * TroupeCrewAskFunc:
 * @task: what the person sees of whose answer it is
 * @path: of the task
 * @answer: what the agent said
 *
 * A person is asked (`human_input`). @func is called once, with %NULL and %G_IO_ERROR_PENDING where nobody answers
 * now: the crew ends with that error.
 */
typedef void (*TroupeCrewAskFunc) (const char *task,
                                   const char *path,
                                   const char *answer,
                                   GCancellable *cancellable,
                                   TroupeAgentAnswerFunc func,
                                   gpointer func_data,
                                   gpointer user_data);

/**
 * TroupeCrewContext:
 * @crew: as the document declares it
 * @inputs: (nullable): a map, with the document's defaults in it; %NULL and an empty one leave placeholders
 * @client: the models of the run
 * @bus: (nullable): where events go
 * @scope: (nullable): what the crew works for; %NULL is nothing but itself
 * @path: (nullable): the place of the crew's definition in the document
 * @usage: (nullable): counted up as agents end
 * @python: (nullable): the helper of the run, where the crew names Python
 * @servers: what was agreed to of its MCP servers
 * @folder: the document's, which its tools see
 * @work: the folder that paths of its files are of
 * @memory: (nullable): the file of what its agents remember and know
 * @io: threads for files
 * @turn: of the run, woken when such work is done
 * @find: (nullable): what was kept of part @part by a process before. (transfer none) (nullable)
 * @keep: (nullable): keeps it; what is paid next begins when the ticket is done. @key: (nullable). (transfer full)
 *   (nullable)
 * @may_begin: (nullable): whether anything new may begin; where not troupe_crew_runner_go_on() is called when it may
 * @task_ended: (nullable): a task has ended
 * @ask: (nullable): %NULL is nobody
 * @report: (nullable): what tools write
 * @gate, @gate_data: (nullable): of calls of tools
 * @enter, @leave: (nullable): the task is at work in @scope (nullable), and has ended, perhaps with @error (nullable)
 * @take_effects: (nullable): what Python changed besides what it gave
 * @round: (nullable): of a training or a test
 * @user_data: of all of them but @round
 *
 * In what surroundings a crew works. Copied; what is borrowed has to live until the crew has ended.
 */
typedef struct
{
  TroupeCrew *crew;
  TroupeValue *inputs;
  TroupeLlmClient *client;
  TroupeEventBus *bus;
  TroupeScope *scope;
  const char *path;
  TroupeLlmUsage *usage;
  TroupePython *python;
  const TroupeServerConsent *servers;
  const char *folder;
  const char *work;
  const char *memory;
  TroupePool *io;
  TroupeRunQueueEntry *turn;
  TroupeValue *(*find) (int part, gpointer user_data);
  TroupeStoreTicket *(*keep) (int part, const char *key, TroupeValue *value, gpointer user_data);
  gboolean (*may_begin) (gpointer user_data);
  void (*task_ended) (gpointer user_data);
  TroupeCrewAskFunc ask;
  TroupeToolReportFunc report;
  const TroupeToolGate *gate;
  gpointer gate_data;
  void (*enter) (int task, TroupeScope *scope, gpointer user_data);
  void (*leave) (int task,
                 TroupeScope *scope,
                 const GError *error,
                 gboolean is_temporary,
                 gpointer user_data);
  void (*take_effects) (const TroupePythonResult *result, gpointer user_data);
  const TroupeCrewRound *round;
  gpointer user_data;
} TroupeCrewContext;

/**
 * TroupeCrewRunner:
 *
 * One kickoff of a crew, by the rules of doc/crew-semantics.md §5 to §9: hooks, inputs, a plan, the tasks in their
 * order with those that run beside them, the output. It lives on the thread of the run, waits for nobody and ends in
 * the main context in which it was begun.
 */
typedef struct _TroupeCrewRunner TroupeCrewRunner;

/* Begins. @callback comes once, when nothing of the crew is under way any more. Returns the runner, which lives until
 * then. (transfer none) */
TroupeCrewRunner *troupe_crew_runner_begin (const TroupeCrewContext *context,
                                            GCancellable *cancellable,
                                            GAsyncReadyCallback callback,
                                            gpointer user_data);
/* Something new may begin again. */
void troupe_crew_runner_go_on (TroupeCrewRunner *self);

/**
 * troupe_crew_runner_end:
 * @path: (out) (transfer full) (nullable): where in the crew it failed
 * @is_temporary: (out): whether trying again later may help
 *
 * Returns: (transfer full) (nullable): a map of raw, pydantic, json_dict, tasks_output and token_usage, or %NULL with
 *   %TROUPE_RUN_ERROR, %G_IO_ERROR_CANCELLED, or %G_IO_ERROR_PENDING where a person is waited for
 */
TroupeValue *
troupe_crew_runner_end (GAsyncResult *result, char **path, gboolean *is_temporary, GError **error);

/* What Python's str() makes of a crew's output: the event that a router with a crew leaves behind. (transfer full) */
char *troupe_crew_output_to_text (TroupeValue *output);

G_END_DECLS
