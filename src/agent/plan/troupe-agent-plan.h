/* troupe-agent-plan.h: plan-and-execute mode of an agent
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#pragma once

#include "troupe-agent-planner.h"

G_BEGIN_DECLS

/**
 * troupe_agent_plan_run_async:
 * @setup: copied; the setup of an execution without a plan
 * @task: copied; the work to be done. Its config is owned by the agent.
 *
 * Like troupe_agent_loop_run_async(), but requests a plan first (doc/crew-semantics.md §11.2). If
 * the plan has no steps, the loop is run with @setup. Otherwise each step is a separate execution,
 * and independent steps are executed concurrently. The results of the steps are evaluated, and the
 * remaining steps are replanned if necessary. At the end, one request combines all results in an
 * answer. If no plan can be created, the execution continues without a plan.
 */
void troupe_agent_plan_run_async (const TroupeAgentLoopSetup *setup,
                                  const TroupeAgentPlanTask *task,
                                  GCancellable *cancellable,
                                  GAsyncReadyCallback callback,
                                  gpointer user_data);

/* Adds the fields `plan`, `todos`, `replan_count` and `last_replan_reason` of a result. @plan:
 * (nullable): plan of an outcome */
void troupe_agent_plan_add_result (TroupeMapBuilder *fields, TroupeValue *plan);

G_END_DECLS
