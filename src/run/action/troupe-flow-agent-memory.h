/* troupe-flow-agent-memory.h: memory and knowledge of an agent in a flow
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#pragma once

#include "troupe-flow-runner-action.h"
#include "troupe-run-memory.h"

G_BEGIN_DECLS

/**
 * TroupeFlowAgentMemory:
 *
 * Memory and knowledge for one kickoff of an agent action. Used on the run's thread.
 */
typedef struct _TroupeFlowAgentMemory TroupeFlowAgentMemory;

/* Returns TRUE if the agent uses memory or knowledge. @fields: fields of the agent as in its
 * document */
gboolean troupe_flow_agent_memory_is_wanted (TroupeValue *fields);
TroupeFlowAgentMemory *troupe_flow_agent_memory_new (TroupeValue *fields,
                                                     TroupeAgentDefinition *agent,
                                                     const TroupeActionContext *context,
                                                     const TroupeFlowRunnerOptions *options,
                                                     GCancellable *cancellable,
                                                     GError **error);
void troupe_flow_agent_memory_free (TroupeFlowAgentMemory *self);

/* (transfer none) */
TroupeAgentMemory *troupe_flow_agent_memory_get (TroupeFlowAgentMemory *self);
/* Appends the tools that search and write the memory to @tools. */
void troupe_flow_agent_memory_add_tools (TroupeFlowAgentMemory *self, GPtrArray *tools);
/* Loads the agent's knowledge. @func: called with an error (nullable) (transfer full) */
void troupe_flow_agent_memory_load (TroupeFlowAgentMemory *self,
                                    void (*func) (GError *error, gpointer user_data),
                                    gpointer user_data);
/* Waits until pending memories are saved, and counts their usage. */
void troupe_flow_agent_memory_drain (TroupeFlowAgentMemory *self,
                                     void (*func) (gpointer user_data),
                                     gpointer user_data);

G_END_DECLS
