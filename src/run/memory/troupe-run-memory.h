/* troupe-run-memory.h: the memories and the knowledge of one kickoff
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#pragma once

#include "troupe-agent-memory.h"
#include "troupe-crew-runner.h"
#include "troupe-memory-fields.h"
#include "troupe-store.h"

G_BEGIN_DECLS

/* The file for a document; NULL where nothing is kept: what is learnt then lives as long as the kickoff. @store,
 * @document: (nullable). (transfer full) (nullable) */
char *troupe_run_memory_make_path (TroupeStore *store, const char *document);

/**
 * TroupeRunMemory:
 *
 * Makes what one kickoff remembers and knows, on one file, and counts what it takes. On the thread of the run.
 */
typedef struct _TroupeRunMemory TroupeRunMemory;

/* @bus, @scope, @path, @folder, @shared: (nullable); @cancellable: of what goes on in the background */
TroupeRunMemory *troupe_run_memory_new (TroupeLlmClient *client,
                                        TroupeEventBus *bus,
                                        TroupeScope *scope,
                                        const char *path,
                                        const char *folder,
                                        TroupeAgentShared *shared,
                                        GCancellable *cancellable);
/* Whose helper has embedders of the project's own. @around: lives longer */
void troupe_run_memory_set_around (TroupeRunMemory *self, const TroupeCrewContext *around);
/* When nothing of it is under way any more: troupe_run_memory_drain_async(). */
void troupe_run_memory_free (TroupeRunMemory *self);
G_DEFINE_AUTOPTR_CLEANUP_FUNC (TroupeRunMemory, troupe_run_memory_free)
/* Where all of it is kept. (transfer none) */
TroupeMemoryStore *troupe_run_memory_get_store (TroupeRunMemory *self);

/**
 * troupe_run_memory_make:
 * @value: `memory`: true or a map
 * @embedder: (nullable): where @value has none of its own to have
 * @judge: (nullable): whose model judges where @value is true
 * @is_counted: whether what that takes is its own, as of the model of an agent
 * @root: (nullable): where @value is true
 *
 * Returns: (transfer full) (nullable): errors of the embedder, and what is wrong with @value
 */
TroupeMemory *troupe_run_memory_make (TroupeRunMemory *self,
                                      TroupeValue *value,
                                      TroupeValue *embedder,
                                      TroupeAgentDefinition *judge,
                                      gboolean is_counted,
                                      const char *root,
                                      GError **error);
/* @role: (nullable): whose; of the crew. It is loaded by troupe_run_memory_load_async(). (transfer none) (nullable) */
TroupeKnowledge *troupe_run_memory_make_knowledge (TroupeRunMemory *self,
                                                   TroupeValue *sources,
                                                   TroupeValue *embedder,
                                                   const char *role,
                                                   GError **error);
/* What an agent has of both. @fields: of the agent; @knowledge: (nullable): of it. (transfer full) */
TroupeAgentMemory *troupe_run_memory_make_agent (TroupeRunMemory *self);
/* @config: (nullable): `knowledge_config`; @is_crew: whose knowledge it is */
void troupe_run_memory_give_knowledge (TroupeAgentMemory *agent,
                                       TroupeKnowledge *knowledge,
                                       TroupeValue *config,
                                       gboolean is_crew);

/* Reads and embeds what of all knowledge is not there yet, and tells of it. */
void troupe_run_memory_load_async (TroupeRunMemory *self,
                                   GAsyncReadyCallback callback,
                                   gpointer user_data);
gboolean troupe_run_memory_load_finish (GAsyncResult *result, GError **error);

/* Waits for all that was begun to be saved. */
void troupe_run_memory_drain_async (TroupeRunMemory *self,
                                    GAsyncReadyCallback callback,
                                    gpointer user_data);
void troupe_run_memory_drain_finish (GAsyncResult *result);

/* Hands over what was taken since the last time. @counted: by models whose usage an agent or a crew tells; @beside: by
 * other models and embedders, which count for the run alone */
void troupe_run_memory_take_usage (TroupeRunMemory *self,
                                   TroupeLlmUsage *counted,
                                   TroupeLlmUsage *beside);

G_END_DECLS
