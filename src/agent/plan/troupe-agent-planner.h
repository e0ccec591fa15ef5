/* troupe-agent-planner.h: creates plans and evaluates their steps with a model
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
 * @is_done: whether the step achieved its purpose
 * @learned: new information
 * @is_valid: whether the remaining steps are still valid
 * @needs_plan: whether the remaining steps have to be replanned
 * @reason: (nullable): reason for replanning
 * @is_achieved: whether the goal is already achieved
 * @wordings: (element-type TroupeValue): maps of `step_number` and `new_description`
 *
 * The model's evaluation of a step.
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

/* Creates the observation of a step that is not evaluated by a model. (transfer full) */
TroupeAgentObservation *troupe_agent_observation_new (gboolean is_done);
void troupe_agent_observation_free (TroupeAgentObservation *self);
G_DEFINE_AUTOPTR_CLEANUP_FUNC (TroupeAgentObservation, troupe_agent_observation_free)

/**
 * TroupeAgentPlanner:
 *
 * Asks the model for plans and evaluations, and emits agent_reasoning_* and step_observation_*.
 * Used on the run's thread.
 */
#define TROUPE_TYPE_AGENT_PLANNER (troupe_agent_planner_get_type ())
G_DECLARE_FINAL_TYPE (TroupeAgentPlanner, troupe_agent_planner, TROUPE, AGENT_PLANNER, GObject)

/* The work to plan. @role, @goal, @backstory: fields of the agent; @config: configuration of the
 * agent; @description: description of the task;
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

/* @setup: copied; @task: borrowed, must outlive the planner */
TroupeAgentPlanner *troupe_agent_planner_new (const TroupeAgentLoopSetup *setup,
                                              const TroupeAgentPlanTask *task);

/**
 * troupe_agent_planner_plan_async:
 * @reason: (nullable): reason for replanning; @results: results of the finished steps if @reason is
 *   set
 *
 * Asks for a plan until the plan is ready, up to the configured number of attempts.
 */
void troupe_agent_planner_plan_async (TroupeAgentPlanner *self,
                                      const char *reason,
                                      const char *results,
                                      GCancellable *cancellable,
                                      GAsyncReadyCallback callback,
                                      gpointer user_data);
/* Returns the plan. (transfer full) (nullable). Errors: %TROUPE_LLM_ERROR,
 * %TROUPE_AGENT_ERROR_EMPTY, %G_IO_ERROR_CANCELLED. */
TroupeAgentDraft *
troupe_agent_planner_plan_finish (TroupeAgentPlanner *self, GAsyncResult *result, GError **error);

/**
 * troupe_agent_planner_observe_async:
 * @todo: the step
 * @done, @left: text about the finished and the remaining steps
 *
 * Asks the model to evaluate a step. If the model cannot be called, the step counts as successful.
 */
void troupe_agent_planner_observe_async (TroupeAgentPlanner *self,
                                         const TroupeAgentTodo *todo,
                                         const char *done,
                                         const char *left,
                                         GCancellable *cancellable,
                                         GAsyncReadyCallback callback,
                                         gpointer user_data);
/* Returns the evaluation. (transfer full) (nullable). Errors: %G_IO_ERROR_CANCELLED. */
TroupeAgentObservation *troupe_agent_planner_observe_finish (TroupeAgentPlanner *self,
                                                             GAsyncResult *result,
                                                             GError **error);

G_END_DECLS
