/* troupe-agent-planner.h: who plans what an agent is to do, and watches over it
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#pragma once

#include "troupe-agent-loop.h"
#include "troupe-agent-plan-config.h"
#include "troupe-agent-todos.h"

G_BEGIN_DECLS

/**
 * TroupeAgentObservation:
 * @is_done: whether the step did what it was for
 * @learned: what is known since
 * @is_valid: whether the steps that are left are still right
 * @needs_plan: whether they have to be planned anew
 * @reason: (nullable): why
 * @is_achieved: whether nothing is left to do
 * @wordings: (element-type TroupeValue): maps of `step_number` and `new_description`
 *
 * What is thought of a step.
 */
typedef struct
{
  gboolean is_done;
  char *learned;
  gboolean is_valid;
  gboolean needs_plan;
  char *reason;
  gboolean is_achieved;
  GPtrArray *wordings;
} TroupeAgentObservation;

/* Of a step about which nobody is asked. (transfer full) */
TroupeAgentObservation *troupe_agent_observation_new (gboolean is_done);
void troupe_agent_observation_free (TroupeAgentObservation *self);
G_DEFINE_AUTOPTR_CLEANUP_FUNC (TroupeAgentObservation, troupe_agent_observation_free)

/**
 * TroupeAgentPlanner:
 *
 * Asks the model for plans and about steps, and tells agent_reasoning_* and step_observation_*. On the thread of
 * the run.
 */
#define TROUPE_TYPE_AGENT_PLANNER (troupe_agent_planner_get_type ())
G_DECLARE_FINAL_TYPE (TroupeAgentPlanner, troupe_agent_planner, TROUPE, AGENT_PLANNER, GObject)

/* What is to be planned. @role, @goal, @backstory: of who does it; @config: of the same; @description: what is to be done;
 * @expected_output: (nullable) */
typedef struct
{
  const char *role;
  const char *goal;
  const char *backstory;
  const TroupeAgentPlanConfig *config;
  const char *description;
  const char *expected_output;
} TroupeAgentPlanTask;

/* @setup: copied; @task: borrowed for as long as the planner is there */
TroupeAgentPlanner *troupe_agent_planner_new (const TroupeAgentLoopSetup *setup,
                                              const TroupeAgentPlanTask *task);

/**
 * troupe_agent_planner_plan_async:
 * @reason: (nullable): why what is left is planned anew; @results: of what is done then
 *
 * Asks for a plan until it is ready, as often as the config says.
 */
void troupe_agent_planner_plan_async (TroupeAgentPlanner *self,
                                      const char *reason,
                                      const char *results,
                                      GCancellable *cancellable,
                                      GAsyncReadyCallback callback,
                                      gpointer user_data);
/* (transfer full) (nullable). Errors: %TROUPE_LLM_ERROR, %TROUPE_AGENT_ERROR_EMPTY, %G_IO_ERROR_CANCELLED. */
TroupeAgentDraft *
troupe_agent_planner_plan_finish (TroupeAgentPlanner *self, GAsyncResult *result, GError **error);

/**
 * troupe_agent_planner_observe_async:
 * @todo: the step
 * @done, @left: of the others, as text
 *
 * Asks what is to be thought of a step. Where the model cannot be asked, nothing speaks against it.
 */
void troupe_agent_planner_observe_async (TroupeAgentPlanner *self,
                                         const TroupeAgentTodo *todo,
                                         const char *done,
                                         const char *left,
                                         GCancellable *cancellable,
                                         GAsyncReadyCallback callback,
                                         gpointer user_data);
/* (transfer full) (nullable). Errors: %G_IO_ERROR_CANCELLED. */
TroupeAgentObservation *troupe_agent_planner_observe_finish (TroupeAgentPlanner *self,
                                                             GAsyncResult *result,
                                                             GError **error);

G_END_DECLS
