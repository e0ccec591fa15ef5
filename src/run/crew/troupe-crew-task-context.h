/* troupe-crew-task-context.h: context of a running task
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#pragma once

#include "troupe-crew-runner-parts.h"

G_BEGIN_DECLS

/**
 * TroupeCrewTaskContext:
 * @runner: runner of the crew; @index: index of the task
 * @agent: agent that executes the task
 * @scope: scope of the task's events
 * @usage: usage so far
 *
 * Borrowed by the parts of a task run, which do not outlive the context.
 */
typedef struct
{
  TroupeCrewRunner *runner;
  guint index;
  const TroupeCrewTask *task;
  TroupeAgentDefinition *agent;
  TroupeScope *scope;
  TroupeLlmUsage usage;
} TroupeCrewTaskContext;

/* Returns the index of the agent that executes the task, -1 for the manager. */
static inline int
troupe_crew_task_context_get_agent_index (const TroupeCrewTaskContext *self)
{
  return troupe_crew_runner_is_managed (self->runner) ? -1 : self->task->agent;
}

/* Fills @call with the context for calling a model for the task. @context: filled in, and
 * referenced by @call */
static inline void
troupe_crew_task_context_fill_call (TroupeCrewTaskContext *self,
                                    TroupeScope *scope,
                                    TroupeToolContext *context,
                                    TroupeAgentContext *call)
{
  troupe_crew_runner_fill_call (self->runner, scope, &self->usage,
                                troupe_crew_task_get_title (self->task), context, call);
}

G_END_DECLS
