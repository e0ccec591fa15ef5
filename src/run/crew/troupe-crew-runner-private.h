/* troupe-crew-runner-private.h: private structure of a crew's runner
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#pragma once

#include "troupe-agent-servers.h"
#include "troupe-crew-finish.h"
#include "troupe-crew-log.h"
#include "troupe-crew-prepare.h"
#include "troupe-crew-runner-parts.h"
#include "troupe-crew-skills.h"
#include "troupe-crew-tasks.h"
#include "troupe-python-objects.h"

G_BEGIN_DECLS

/* Step callback of an agent. @hook: (nullable) */
typedef struct
{
  TroupeCrewRunner *runner;
  const TroupeCrewHook *hook;
  const char *role;
} TroupeCrewStep;

/**
 * TroupeCrewRunner:
 * @crew: contains interpolated inputs as soon as they are available
 * @agents: definitions for execution, by index; @manager: (nullable): the manager of a hierarchical
 *   crew
 * @steps: step callbacks of the agents by index; the manager's callback is last
 * @skills: (nullable): %NULL if there are no skills
 * @memory: (nullable): %NULL if neither memory nor knowledge is used
 * @tools: maps each TroupeCrewAgent or TroupeCrewTask to a #GPtrArray of its tools. The same
 *   instances are used during the complete kickoff
 * @servers: maps #TroupeAgentDefinition to #TroupeAgentServers. The servers are asked for their
 *   tools before each task; this was done for the tasks before index @n_served
 * @log: (nullable)
 * @opening, @tasks, @closing: the consecutive stages, each with its private state
 * @trained: (nullable): results of a training, by role
 * @usage: usage of the complete crew
 * @cancellable: cancels everything that the runner has started
 */
struct _TroupeCrewRunner
{
  TroupeCrewContext around;
  TroupeCrew *crew;
  TroupeValue *inputs;
  TroupeAgentDefinition **agents;
  TroupeAgentDefinition *manager;
  TroupeCrewStep *steps;
  char *manager_path;
  TroupeAgentShared *shared;
  TroupeCrewSkills *skills;
  TroupeCrewMemory *memory;
  GHashTable *tools;
  GHashTable *servers;
  guint n_served;
  TroupePythonObjects
      *objects; /* (nullable): for agents and tasks with classes of the project */
  TroupeCrewPrepare *opening;
  TroupeCrewTasks *tasks;
  TroupeCrewFinish *closing;
  char **descriptions; /* of the tasks, including text from conversation and planner */
  TroupeCrewLog *log;
  TroupeScope *scope;
  TroupeValue *result;
  TroupeValue *trained;
  TroupeLlmUsage usage;
  GCancellable *outer; /* (nullable) */
  gulong outer_id;
  GCancellable *cancellable;
  GMainContext *context;
  GTask *task;
  GError *error;
  char *error_path;
  gboolean is_temporary;
  gboolean is_replay; /* whether the saved outputs of tasks are from an earlier kickoff */
  gboolean is_abrupt;
};

G_END_DECLS
