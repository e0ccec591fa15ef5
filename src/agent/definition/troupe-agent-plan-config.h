/* troupe-agent-plan-config.h: whether and how an agent plans before it works
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#pragma once

#include "troupe-agent.h"

G_BEGIN_DECLS

/* What is done about what a step gave. */
typedef enum
{
  TROUPE_AGENT_EFFORT_LOW,    /* the next step comes */
  TROUPE_AGENT_EFFORT_MEDIUM, /* the rest is planned anew where that is asked for */
  TROUPE_AGENT_EFFORT_HIGH,   /* and steps that are left are worded anew, or left out */
} TroupeAgentEffort;

/**
 * TroupeAgentPlanConfig:
 * @observes: whether the model is asked about each step
 * @max_attempts: how often a plan is asked for until it is ready; 0: as often as the agent may ask
 * @max_replans: how often the rest may be planned anew
 * @max_step_iterations: rounds of a step
 * @step_timeout: seconds that a step may take; 0: any number
 * @system_prompt, @plan_prompt, @refine_prompt: (nullable): in the place of ours
 * @planner: (nullable): has the model that plans and observes, where it is another than the agent's
 *
 * `planning`, `planning_config` and `reasoning` (doc/crew-semantics.md §2.3). Immutable.
 */
typedef struct
{
  TroupeAgentEffort effort;
  gboolean observes;
  guint max_attempts;
  guint max_steps;
  guint max_replans;
  guint max_step_iterations;
  guint step_timeout;
  char *system_prompt;
  char *plan_prompt;
  char *refine_prompt;
  TroupeAgentDefinition *planner;
} TroupeAgentPlanConfig;

/* Reads it out of the @fields of an agent. @config: (out) (nullable): NULL where the agent does not plan. FALSE with
 * %TROUPE_AGENT_ERROR_DEFINITION, whose message begins with the key. */
gboolean
troupe_agent_plan_config_read (TroupeValue *fields, TroupeAgentPlanConfig **config, GError **error);
void troupe_agent_plan_config_free (TroupeAgentPlanConfig *self);
G_DEFINE_AUTOPTR_CLEANUP_FUNC (TroupeAgentPlanConfig, troupe_agent_plan_config_free)

G_END_DECLS
