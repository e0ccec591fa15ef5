/* troupe-crew-task-context.h: context of a running task
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#pragma once

#include "troupe-crew-runner-parts.h"

G_BEGIN_DECLS

/**
 * TroupeCrewTaskContext:
 * @runner: whose task it is; @index: which one
 * @agent: who does it
 * @scope: of its events
 * @usage: what it has taken so far
 *
 * Borrowed by the parts of a task's run, which live no longer than it does.
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

/* The index of the agent that does it, -1 is the manager. */
static inline int
troupe_crew_task_context_get_agent_index (const TroupeCrewTaskContext *self)
{
  return troupe_crew_runner_is_managed (self->runner) ? -1 : self->task->agent;
}

/* In what a model is asked for it. @context: filled in, and pointed to */
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
