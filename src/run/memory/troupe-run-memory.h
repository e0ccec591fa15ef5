/* troupe-run-memory.h: memories and knowledge of one kickoff
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#pragma once

#include "troupe-agent-memory.h"
#include "troupe-crew-context.h"
#include "troupe-memory-fields.h"
#include "troupe-store.h"

G_BEGIN_DECLS

/* Returns the path of the memory file for a document. Returns NULL if nothing is stored;
 * memories then exist only during the kickoff. @store, @document: (nullable). (transfer full)
 * (nullable) */
char *troupe_run_memory_make_path (TroupeStore *store, const char *document);

/**
 * TroupeRunMemory:
 *
 * Creates the memories and knowledge of one kickoff, which share one file, and adds up their token
 * usage. Used on the run's thread.
 */
typedef struct _TroupeRunMemory TroupeRunMemory;

/* Creates the memories of a kickoff. (transfer full)
 * @bus, @scope, @path, @folder, @shared: (nullable)
 * @path: the file; NULL for memories that only exist during the kickoff
 * @folder: the folder against which relative paths of knowledge are resolved
 * @cancellable: (nullable): cancels background operations */
TroupeRunMemory *troupe_run_memory_new (TroupeLlmClient *client,
                                        TroupeEventBus *bus,
                                        TroupeScope *scope,
                                        const char *path,
                                        const char *folder,
                                        TroupeAgentShared *shared,
                                        GCancellable *cancellable);
/* Sets the context whose helper provides the project's Python embedders. @around: must outlive
 * the memory */
void troupe_run_memory_set_around (TroupeRunMemory *self, const TroupeCrewContext *around);
/* Call only when no operation is in progress, see troupe_run_memory_drain_async(). */
void troupe_run_memory_free (TroupeRunMemory *self);
G_DEFINE_AUTOPTR_CLEANUP_FUNC (TroupeRunMemory, troupe_run_memory_free)
/* Counts the records that are stored in the file to what the run stores on the disk. Must be called
 * before memories and knowledge are created. */
void troupe_run_memory_set_disk (TroupeRunMemory *self, TroupeRunDisk *disk);
/* Returns the store of all memories and knowledge. (transfer none) */
TroupeMemoryStore *troupe_run_memory_get_store (TroupeRunMemory *self);

/**
 * troupe_run_memory_make:
 * @value: `memory`: true or a map
 * @embedder: (nullable): used if @value cannot specify an embedder
 * @judge: (nullable): its model is used if @value is true
 * @is_counted: whether the usage of the model counts for an agent or crew
 * @root: (nullable): the root scope if @value is true
 *
 * Creates the memory of a crew or an agent.
 *
 * Returns: (transfer full) (nullable): %NULL with %G_IO_ERROR_INVALID_ARGUMENT about @value, or
 * %TROUPE_LLM_ERROR_UNKNOWN_MODEL or _NO_KEY for the embedder
 */
TroupeMemory *troupe_run_memory_make (TroupeRunMemory *self,
                                      TroupeValue *value,
                                      TroupeValue *embedder,
                                      TroupeAgentDefinition *judge,
                                      gboolean is_counted,
                                      const char *root,
                                      GError **error);
/* Creates the knowledge of an agent or crew, which is loaded by troupe_run_memory_load_async().
 * @role: (nullable): role of the agent; NULL for the crew. (transfer none) (nullable). Errors:
 * %TROUPE_RUN_ERROR_DOCUMENT about @sources, %TROUPE_LLM_ERROR_UNKNOWN_MODEL or _NO_KEY for the
 * embedder. */
TroupeKnowledge *troupe_run_memory_make_knowledge (TroupeRunMemory *self,
                                                   TroupeValue *sources,
                                                   TroupeValue *embedder,
                                                   const char *role,
                                                   GError **error);
/* Creates an empty #TroupeAgentMemory for an agent. (transfer full) */
TroupeAgentMemory *troupe_run_memory_make_agent (TroupeRunMemory *self);
/* Adds knowledge to an agent. @config: (nullable): `knowledge_config`; @is_crew: whether it is the
 * knowledge of the crew */
void troupe_run_memory_give_knowledge (TroupeAgentMemory *agent,
                                       TroupeKnowledge *knowledge,
                                       TroupeValue *config,
                                       gboolean is_crew);

/* Reads and embeds all knowledge that is not stored yet, and emits events. Cancelled by the
 * cancellable of the constructor. */
void troupe_run_memory_load_async (TroupeRunMemory *self,
                                   GAsyncReadyCallback callback,
                                   gpointer user_data);
/* Returns TRUE if all knowledge is loaded. Errors: those of troupe_knowledge_load_finish(). */
gboolean troupe_run_memory_load_finish (GAsyncResult *result, GError **error);

/* Waits for all pending writes. Cannot be cancelled, because cancelled writes have to be awaited
 * too. */
void troupe_run_memory_drain_async (TroupeRunMemory *self,
                                    GAsyncReadyCallback callback,
                                    gpointer user_data);
/* Ends the wait. Errors of writes are not returned here. */
void troupe_run_memory_drain_finish (GAsyncResult *result);

/* Returns the usage since the last call. @counted: usage of models that is reported for an agent
 * or crew; @beside: usage of other models and embedders, which only counts for the run */
void troupe_run_memory_take_usage (TroupeRunMemory *self,
                                   TroupeLlmUsage *counted,
                                   TroupeLlmUsage *beside);

G_END_DECLS
