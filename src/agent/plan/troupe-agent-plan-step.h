/* troupe-agent-plan-step.h: executes one step of a plan
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#pragma once

#include "troupe-agent-planner.h"

G_BEGIN_DECLS

/**
 * troupe_agent_plan_step_async:
 * @setup: setup of the complete execution
 * @task: the complete task
 * @todo: the step
 * @results: (nullable): results of the steps on which @todo depends
 *
 * Executes one step in a separate conversation, with its own tool counts and iterations, within the
 * time limit of the configuration.
 */
void troupe_agent_plan_step_async (const TroupeAgentLoopSetup *setup,
                                   const TroupeAgentPlanTask *task,
                                   const TroupeAgentTodo *todo,
                                   const char *results,
                                   GCancellable *cancellable,
                                   GAsyncReadyCallback callback,
                                   gpointer user_data);
/* Returns the result of the step. (transfer full) (nullable). Errors: as
 * troupe_agent_loop_run_finish(), and %TROUPE_AGENT_ERROR_TIMEOUT. */
char *troupe_agent_plan_step_finish (GAsyncResult *result, GError **error);

/* Returns TRUE if the plan continues after the error. In this case the step failed, but the
 * error does not end the complete execution. */
gboolean troupe_agent_plan_step_may_fail (const GError *error);

G_END_DECLS
