/* troupe-agent-memory-model.h: the model that judges memories, as a run asks it
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#pragma once

#include "troupe-agent.h"
#include "troupe-memory-model.h"

G_BEGIN_DECLS

/**
 * troupe_agent_memory_model_new:
 * @bus: (nullable): where events of the calls go, which name neither an agent nor a task
 * @scope: (nullable): for what it is asked
 * @model, @settings: (nullable): as an agent has them
 * @shared: (nullable): with the agents of a crew, whose calls in a minute are counted
 * @usage: (nullable): counted up as calls end; has to live as long as they are under way
 *
 * (transfer full)
 */
TroupeMemoryModel *troupe_agent_memory_model_new (TroupeLlmClient *client,
                                                  TroupeEventBus *bus,
                                                  TroupeScope *scope,
                                                  const char *model,
                                                  TroupeValue *settings,
                                                  TroupeAgentShared *shared,
                                                  TroupeLlmUsage *usage);

G_END_DECLS
