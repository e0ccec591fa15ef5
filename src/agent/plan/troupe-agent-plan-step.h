/* troupe-agent-plan-step.h: one step of a plan is done
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#pragma once

#include "troupe-agent-planner.h"

G_BEGIN_DECLS

/**
 * troupe_agent_plan_step_async:
 * @setup: of the whole execution
 * @task: what is done in all
 * @todo: the step
 * @results: (nullable): what the steps that it needs gave
 *
 * Lets the agent do one step, in a conversation of its own with its own tools and rounds, and not longer than the
 * config says.
 */
void troupe_agent_plan_step_async (const TroupeAgentLoopSetup *setup,
                                   const TroupeAgentPlanTask *task,
                                   const TroupeAgentTodo *todo,
                                   const char *results,
                                   GCancellable *cancellable,
                                   GAsyncReadyCallback callback,
                                   gpointer user_data);
/* (transfer full) (nullable): what it gave. Errors: as troupe_agent_loop_run_finish(), and
 * %TROUPE_AGENT_ERROR_TIMEOUT. */
char *troupe_agent_plan_step_finish (GAsyncResult *result, GError **error);

/* Whether the plan goes on after it: the step failed, and nothing meant all of it to end. */
gboolean troupe_agent_plan_step_may_fail (const GError *error);

G_END_DECLS
