/* troupe-agent-memory-model.h: model for the analysis of memories
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#pragma once

#include "troupe-agent.h"
#include "troupe-memory-model.h"

G_BEGIN_DECLS

/**
 * troupe_agent_memory_model_new:
 * @bus: (nullable): receives the events of the calls, which contain neither an agent nor a task
 * @scope: (nullable): scope in which the model is asked
 * @model, @settings: (nullable): as for an agent
 * @shared: (nullable): state shared with the agents of a crew, for the rate limit
 * @usage: (nullable): updated when calls end; must live as long as calls are running
 *
 * Returns: (transfer full): a model that sends its requests for memories through the run's client
 */
TroupeMemoryModel *troupe_agent_memory_model_new (TroupeLlmClient *client,
                                                  TroupeEventBus *bus,
                                                  TroupeScope *scope,
                                                  const char *model,
                                                  TroupeValue *settings,
                                                  TroupeAgentShared *shared,
                                                  TroupeLlmUsage *usage);
/* Calls @hooks before and after each request, without the agent, as in CrewAI. @self: from
 * troupe_agent_memory_model_new(); @hooks: copied */
void troupe_agent_memory_model_set_hooks (TroupeMemoryModel *self, const TroupeAgentHooks *hooks);

G_END_DECLS
