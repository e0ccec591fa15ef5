/* troupe-agent-memory.h: memory and knowledge of an executing agent
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
 * Memory and knowledge of one agent. Before the execution, memories are recalled and the knowledge
 * is searched. After the execution, new memories are extracted and saved in the background
 * (doc/crew-semantics.md §12). Used on the run's thread; reference counted.
 */

/**
 * troupe_agent_memory_new:
 * @bus: (nullable): receives the events
 * @scope: (nullable): scope of the events of saving, which continues after the execution
 * @cancellable: (nullable): cancels background work
 */
TroupeAgentMemory *
troupe_agent_memory_new (TroupeEventBus *bus, TroupeScope *scope, GCancellable *cancellable);
TroupeAgentMemory *troupe_agent_memory_ref (TroupeAgentMemory *self);
void troupe_agent_memory_unref (TroupeAgentMemory *self);
G_DEFINE_AUTOPTR_CLEANUP_FUNC (TroupeAgentMemory, troupe_agent_memory_unref)

/* @below: (nullable): path below the root of @memory under which the agent's memories are saved */
void troupe_agent_memory_set (TroupeAgentMemory *self, TroupeMemory *memory, const char *below);
/* Adds a knowledge source. Sources are searched in the order in which they were added. @limit:
 * maximum number of results; @threshold: threshold for the results */
void troupe_agent_memory_add_knowledge (TroupeAgentMemory *self,
                                        TroupeKnowledge *knowledge,
                                        guint limit,
                                        double threshold);

/* Creates a tool for searching the memory and, unless the memory is read-only, a tool for saving
 * to it. (transfer full) (element-type TroupeTool) */
GPtrArray *troupe_agent_memory_make_tools (TroupeAgentMemory *self);

/* Creates a view of @memory that emits its events in @scope. @scope: (nullable); @role:
 * (nullable): agent of the event for finished saving; @below: (nullable): path below the root of
 * @memory. (transfer full) */
TroupeMemory *troupe_agent_memory_make_view (TroupeMemory *memory,
                                             TroupeEventBus *bus,
                                             TroupeScope *scope,
                                             const char *role,
                                             const char *below);

/**
 * TroupeAgentMemoryWork:
 * @agent: agent whose model writes the search query
 * @title: (nullable): title of the task, for events
 * @query: query for recalling memories
 * @prompt: the agent's prompt so far
 * @limit: maximum number of recalled memories
 * @scope: (nullable): scope in which the agent executes
 * @usage: updated; must live until the operation has ended
 * @hooks: called for the request of the query
 *
 * Borrowed until the function returns, except for @usage.
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
  TroupeAgentHooks hooks;
} TroupeAgentMemoryWork;

/* Recalls memories, then searches the knowledge; failures are reported and ignored. */
void troupe_agent_memory_prepare_async (TroupeAgentMemory *self,
                                        const TroupeAgentMemoryWork *work,
                                        GCancellable *cancellable,
                                        GAsyncReadyCallback callback,
                                        gpointer user_data);
/* Returns the text to append to the prompt, or "" if there is nothing to append. NULL if the
 * operation was cancelled. (transfer full) (nullable) */
char *troupe_agent_memory_prepare_finish (GAsyncResult *result, GError **error);

/* Extracts memories from @text, and starts saving them. */
void troupe_agent_memory_learn_async (TroupeAgentMemory *self,
                                      const char *role,
                                      const char *text,
                                      GCancellable *cancellable,
                                      GAsyncReadyCallback callback,
                                      gpointer user_data);
void troupe_agent_memory_learn_finish (GAsyncResult *result);

G_END_DECLS
