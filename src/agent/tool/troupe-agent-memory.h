/* troupe-agent-memory.h: what an agent at work remembers and knows
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#pragma once

#include "troupe-agent.h"
#include "troupe-knowledge.h"
#include "troupe-memory.h"

G_BEGIN_DECLS

/**
 * TroupeAgentMemory:
 *
 * What one agent remembers and knows: before its work it recalls and looks up, behind it what is worth remembering is
 * saved in the background (doc/crew-semantics.md §12). On the thread of the run; counted.
 */

/**
 * troupe_agent_memory_new:
 * @bus: (nullable): where events go
 * @scope: (nullable): in which savings are told, that go on when the work has ended
 * @cancellable: (nullable): ends what goes on in the background
 */
TroupeAgentMemory *
troupe_agent_memory_new (TroupeEventBus *bus, TroupeScope *scope, GCancellable *cancellable);
TroupeAgentMemory *troupe_agent_memory_ref (TroupeAgentMemory *self);
void troupe_agent_memory_unref (TroupeAgentMemory *self);
G_DEFINE_AUTOPTR_CLEANUP_FUNC (TroupeAgentMemory, troupe_agent_memory_unref)

/* @below: (nullable): where what the agent learns lies below the root of @memory */
void troupe_agent_memory_set (TroupeAgentMemory *self, TroupeMemory *memory, const char *below);
/* (transfer none) (nullable) */
TroupeMemory *troupe_agent_memory_get (TroupeAgentMemory *self);
/* What is looked up, in the order of calls. @limit, @threshold: of what is found */
void troupe_agent_memory_add_knowledge (TroupeAgentMemory *self,
                                        TroupeKnowledge *knowledge,
                                        guint limit,
                                        double threshold);

/* The two tools behind @tools: searching, and saving where the memory is not read only. (transfer full) (element-type
 * TroupeTool) */
GPtrArray *troupe_agent_memory_make_tools (TroupeAgentMemory *self);

/* A view of @memory that tells its events: in @scope (nullable), those of what was saved with @role (nullable).
 * @below: (nullable). (transfer full) */
TroupeMemory *troupe_agent_memory_make_view (TroupeMemory *memory,
                                             TroupeEventBus *bus,
                                             TroupeScope *scope,
                                             const char *role,
                                             const char *below);

/**
 * TroupeAgentMemoryWork:
 * @agent: whose model says what is looked up
 * @title: (nullable): of the task, for events
 * @query: what is recalled for
 * @prompt: what the agent is asked so far
 * @limit: how many are recalled
 * @scope: (nullable): for what the agent works
 * @usage: counted up; has to live as long as it goes on
 *
 * Borrowed until the function returns, but for the usage.
 */
typedef struct
{
  TroupeAgentDefinition *agent;
  TroupeLlmClient *client;
  TroupeAgentShared *shared;
  const char *title;
  const char *query;
  const char *prompt;
  guint limit;
  TroupeScope *scope;
  TroupeLlmUsage *usage;
} TroupeAgentMemoryWork;

/* Recalls, then looks up; what fails is told, and left out. */
void troupe_agent_memory_prepare_async (TroupeAgentMemory *self,
                                        const TroupeAgentMemoryWork *work,
                                        GCancellable *cancellable,
                                        GAsyncReadyCallback callback,
                                        gpointer user_data);
/* What stands behind the prompt, "" where that is nothing. NULL where it was cancelled. (transfer full) (nullable) */
char *troupe_agent_memory_prepare_finish (GAsyncResult *result, GError **error);

/* Has what is worth remembering found in @text, and begins to save it. */
void troupe_agent_memory_learn_async (TroupeAgentMemory *self,
                                      const char *role,
                                      const char *text,
                                      GCancellable *cancellable,
                                      GAsyncReadyCallback callback,
                                      gpointer user_data);
void troupe_agent_memory_learn_finish (GAsyncResult *result);

G_END_DECLS
