/* troupe-agent-plan-config.h: planning configuration of an agent
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#pragma once

#include "troupe-agent.h"

G_BEGIN_DECLS

/* What happens after each step of a plan. */
typedef enum
{
  TROUPE_AGENT_EFFORT_LOW,    /* continues with the next step */
  TROUPE_AGENT_EFFORT_MEDIUM, /* replans the remaining steps if that is requested */
  TROUPE_AGENT_EFFORT_HIGH,   /* also rewords or skips remaining steps */
} TroupeAgentEffort;

/**
 * TroupeAgentPlanConfig:
 * @observes: whether the model evaluates each step
 * @max_attempts: maximum number of requests for a plan until it is ready; 0: limited by the agent's
 *   requests
 * @max_replans: maximum number of times that the remaining steps are replanned
 * @max_step_iterations: maximum number of iterations of a step
 * @step_timeout: time limit of a step in seconds; 0 for none
 * @system_prompt, @plan_prompt, @refine_prompt: (nullable): used instead of the built-in prompts
 * @planner: (nullable): agent with the model for planning and observing, if it differs from the
 *   agent's own
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

/* Reads the configuration from the @fields of an agent. @config: (out) (nullable): NULL if the
 * agent does not plan. On failure, returns FALSE with %TROUPE_AGENT_ERROR_DEFINITION, and the
 * error message begins with the key. */
gboolean
troupe_agent_plan_config_read (TroupeValue *fields, TroupeAgentPlanConfig **config, GError **error);
void troupe_agent_plan_config_free (TroupeAgentPlanConfig *self);
G_DEFINE_AUTOPTR_CLEANUP_FUNC (TroupeAgentPlanConfig, troupe_agent_plan_config_free)

G_END_DECLS
