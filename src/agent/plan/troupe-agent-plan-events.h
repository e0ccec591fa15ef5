/* troupe-agent-plan-events.h: emits the events of plans
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#pragma once

#include "troupe-agent-planner.h"

G_BEGIN_DECLS

/* Emits agent_reasoning_*. @draft: (nullable), @error: (nullable) */
void troupe_agent_plan_tell_reasoning (const TroupeAgentLoopSetup *setup,
                                       guint attempt,
                                       const TroupeAgentDraft *draft,
                                       const GError *error);
/* Emits plan_step_started. */
void troupe_agent_plan_tell_step (const TroupeAgentLoopSetup *setup, const TroupeAgentTodo *todo);
/* Emits plan_step_completed. @error: (nullable) */
void troupe_agent_plan_tell_step_ended (const TroupeAgentLoopSetup *setup,
                                        const TroupeAgentTodo *todo,
                                        const GError *error);
/* Emits step_observation_*. @observation: (nullable), @error: (nullable) */
void troupe_agent_plan_tell_observation (const TroupeAgentLoopSetup *setup,
                                         const TroupeAgentTodo *todo,
                                         const TroupeAgentObservation *observation,
                                         const GError *error);
/* Emits plan_refinement. */
void troupe_agent_plan_tell_refined (const TroupeAgentLoopSetup *setup,
                                     guint n_refined,
                                     const TroupeAgentObservation *observation);
/* Emits plan_replan_triggered. */
void troupe_agent_plan_tell_replaced (const TroupeAgentLoopSetup *setup,
                                      const char *reason,
                                      guint n_replans,
                                      guint n_kept);
/* Emits goal_achieved_early. */
void
troupe_agent_plan_tell_achieved (const TroupeAgentLoopSetup *setup, guint n_left, guint n_done);

G_END_DECLS
