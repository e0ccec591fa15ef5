/* troupe-agent-plan.h: an agent plans, and does what it planned
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#pragma once

#include "troupe-agent-planner.h"

G_BEGIN_DECLS

/**
 * troupe_agent_plan_run_async:
 * @setup: copied: of one execution without a plan
 * @task: copied: what is to be done; the config is the agent's
 *
 * As troupe_agent_loop_run_async(), but first a plan is asked for (doc/crew-semantics.md §11.2). Without steps the
 * execution is that of @setup then. Else each step is a request of its own, those at once that do not need each other;
 * what they gave is looked at, the rest is planned anew where that is asked for, and in the end one request makes the
 * answer of all results. Where no plan can be had it goes on without.
 */
void troupe_agent_plan_run_async (const TroupeAgentLoopSetup *setup,
                                  const TroupeAgentPlanTask *task,
                                  GCancellable *cancellable,
                                  GAsyncReadyCallback callback,
                                  gpointer user_data);
/* The outcome has a plan. Errors: as troupe_agent_loop_run_finish(). */
TroupeAgentOutcome *troupe_agent_plan_run_finish (GAsyncResult *result, GError **error);

/* The fields `plan`, `todos`, `replan_count` and `last_replan_reason` of a result. @plan: (nullable): of an outcome */
void troupe_agent_plan_add_result (TroupeMapBuilder *fields, TroupeValue *plan);

G_END_DECLS
