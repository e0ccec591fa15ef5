/* troupe-crew-runner-private.h: what a crew's kickoff is made of
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

/* What is told of the steps of an agent. @hook: (nullable) */
typedef struct
{
  TroupeCrewRunner *runner;
  const TroupeCrewHook *hook;
  const char *role;
} TroupeCrewStep;

/**
 * TroupeCrewRunner:
 * @crew: with the inputs in it, once there are any
 * @agents: as agents at work, by their index; @manager: (nullable): of a hierarchical crew
 * @steps: of the agents, by their index, and behind them the manager's
 * @skills: (nullable): where any are named
 * @memory: (nullable): where any of it is wanted
 * @tools: TroupeCrewAgent or TroupeCrewTask to a #GPtrArray of its tools: one object each for the whole kickoff
 * @servers: #TroupeAgentDefinition to the #TroupeAgentServers that were asked for; they are asked again before each
 *   task, and were for those before @n_served
 * @log: (nullable)
 * @opening, @tasks, @closing: what comes one after another, each with what it alone has to know
 * @trained: (nullable): what was learnt in training, by roles
 * @usage: of the whole crew
 * @cancellable: of all that it has begun
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
      *objects; /* (nullable): behind agents and tasks of the project's own classes */
  TroupeCrewPrepare *opening;
  TroupeCrewTasks *tasks;
  TroupeCrewFinish *closing;
  char **descriptions; /* of the tasks, with what a conversation and the planner add */
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
  gboolean is_abrupt;
};

G_END_DECLS
