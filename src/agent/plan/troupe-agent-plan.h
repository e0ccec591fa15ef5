/* troupe-agent-plan.h: plan-and-execute mode of an agent
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#pragma once

#include "troupe-agent-planner.h"

G_BEGIN_DECLS

/**
 * troupe_agent_plan_run_async:
 * @setup: copied: the setup of an execution without a plan
 * @task: copied: the work to be done; the config is owned by the agent
 *
 * Like troupe_agent_loop_run_async(), but requests a plan first (doc/crew-semantics.md §11.2). If
 * the plan has no steps, the loop is run with @setup. Otherwise each step is a separate execution,
 * independent steps concurrently; their results are evaluated, the remaining steps are replanned if
 * necessary, and at the end one request combines all results in an answer. If no plan can be
 * created, it continues without one.
 */
void troupe_agent_plan_run_async (const TroupeAgentLoopSetup *setup,
                                  const TroupeAgentPlanTask *task,
                                  GCancellable *cancellable,
                                  GAsyncReadyCallback callback,
                                  gpointer user_data);
/* Returns an outcome with a plan. Errors: as troupe_agent_loop_run_finish(). */
TroupeAgentOutcome *troupe_agent_plan_run_finish (GAsyncResult *result, GError **error);

/* Adds the fields `plan`, `todos`, `replan_count` and `last_replan_reason` of a result. @plan:
 * (nullable): of an outcome */
void troupe_agent_plan_add_result (TroupeMapBuilder *fields, TroupeValue *plan);

G_END_DECLS
