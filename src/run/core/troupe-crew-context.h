/* troupe-crew-context.h: execution context of a crew
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#pragma once

#include "troupe-agent.h"
#include "troupe-crew-round.h"
#include "troupe-crew.h"
#include "troupe-pool.h"
#include "troupe-python.h"
#include "troupe-run-disk.h"
#include "troupe-store.h"

G_BEGIN_DECLS

typedef struct _TroupeCrewRunner TroupeCrewRunner;
typedef struct _TroupeServerConsent TroupeServerConsent;

/* Parts of a kickoff that are stored in addition to its tasks, which are numbered from 0. */
typedef enum
{
  TROUPE_CREW_PART_BEGUN = -2, /* a map of `inputs`, and `scope`, the id of the start event */
  TROUPE_CREW_PART_PLANS = -1, /* a list of strings */
  TROUPE_CREW_PART_OUTPUT = G_MAXINT32, /* output of the crew */
} TroupeCrewPart;

/**
 * TroupeCrewAskFunc:
 * @task: title of the task, shown to the user
 * @path: path of the task
 * @answer: the agent's answer
 *
 * Asks the user for feedback (`human_input`). @func is called once. If the answer is postponed,
 * @func is called with %NULL and %G_IO_ERROR_PENDING, and the crew ends with that error.
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
 * @crew: as declared in the document
 * @inputs: (nullable): a map that includes the document's defaults; with %NULL or an empty map
 *   placeholders are not replaced
 * @run: what all calls of the run share; %NULL if only hooks are called
 * @scope: (nullable): scope in which the crew runs; %NULL for a standalone crew
 * @path: (nullable): path of the crew's definition in the document
 * @usage: (nullable): updated when agents end
 * @python: (nullable): the helper process of the run, if the crew contains Python
 * @servers: the user's consents for its MCP servers
 * @memory: (nullable): file of the memory and knowledge of its agents
 * @disk: (nullable): counts what is stored there
 * @io: thread pool for files
 * @turn: queue entry of the run, woken when work on @io is done
 * @find: (nullable): returns part @part if an earlier process stored it. (transfer none) (nullable)
 * @keep: (nullable): stores a part; the next paid call is started when the ticket is done. @key:
 *   (nullable). (transfer full) (nullable)
 * @may_begin: (nullable): whether the task may be started; if not, troupe_crew_runner_go_on() is
 *   called as soon as it may
 * @stand_in: (nullable): returns the output of a task that is pinned or muted: a map, or a string that is its text.
 *   (transfer full) (nullable): NULL to execute the task
 * @get_context: (nullable): returns the context that replaces that of the task. (transfer none) (nullable)
 * @until: the number from 1 of the last task, @only: of the only task that is executed; 0 for all
 * @task_ended: (nullable): called when a task has ended
 * @ask: (nullable): asks the user; %NULL if no user is available
 * @report: (nullable): receives log output of tools
 * @discards_outputs: whether files of its outputs are not written
 * @is_unsaved: whether the document has no file, so that trained agents in the working folder are those of others
 * @enter, @leave: (nullable): called when the task starts in @scope (nullable) and when it has
 *   ended, perhaps with @error (nullable)
 * @take_effects: (nullable): receives side effects of Python in addition to its result
 * @round: (nullable): hooks of a training or a test
 * @user_data: passed to all of them except @round
 *
 * Execution context of a crew. Copied; borrowed objects must live until the crew has ended.
 */
typedef struct
{
  TroupeCrew *crew;
  TroupeValue *inputs;
  const TroupeRunContext *run;
  TroupeScope *scope;
  const char *path;
  TroupeLlmUsage *usage;
  TroupePython *python;
  const TroupeServerConsent *servers;
  const char *memory;
  TroupeRunDisk *disk;
  TroupePool *io;
  TroupeRunQueueEntry *turn;
  TroupeValue *(*find) (int part, gpointer user_data);
  TroupeStoreTicket *(*keep) (int part, const char *key, TroupeValue *value, gpointer user_data);
  gboolean (*may_begin) (TroupeCrewRunner *crew, guint task, gpointer user_data);
  TroupeValue *(*stand_in) (guint task,
                            const char *context,
                            gboolean *is_muted,
                            gpointer user_data);
  const char *(*get_context) (guint task, gpointer user_data);
  guint until;
  guint only;
  void (*task_ended) (gpointer user_data);
  TroupeCrewAskFunc ask;
  TroupeToolReportFunc report;
  gboolean discards_outputs;
  gboolean is_unsaved;
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

G_END_DECLS
