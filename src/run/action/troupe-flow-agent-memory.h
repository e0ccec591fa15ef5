/* troupe-flow-agent-memory.h: what an agent of a flow remembers and knows
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
 * For one kickoff of an agent action. On the thread of the run.
 */
typedef struct _TroupeFlowAgentMemory TroupeFlowAgentMemory;

/* @fields: of the agent, as its document has them */
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
/* The tools that search and fill it, behind those that are there. */
void troupe_flow_agent_memory_add_tools (TroupeFlowAgentMemory *self, GPtrArray *tools);
/* Loads what the agent is to know. @func: with an error (nullable) (transfer full) */
void troupe_flow_agent_memory_load (TroupeFlowAgentMemory *self,
                                    void (*func) (GError *error, gpointer user_data),
                                    gpointer user_data);
/* Waits for what is saved, and counts what it took. */
void troupe_flow_agent_memory_drain (TroupeFlowAgentMemory *self,
                                     void (*func) (gpointer user_data),
                                     gpointer user_data);

G_END_DECLS
