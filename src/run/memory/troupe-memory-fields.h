/* troupe-memory-fields.h: memory and knowledge fields of documents: validation and permissions
 *
 * Handles `memory`, `knowledge_sources` and `embedder` of agents and crews: their errors, the
 * servers they would call and the files they would read. Creates no memory.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#pragma once

#include "troupe-agent.h"
#include "troupe-crew.h"
#include "troupe-knowledge.h"
#include "troupe-tool.h"

G_BEGIN_DECLS

#define TROUPE_MEMORY_KIND_SCOPE "scope"
#define TROUPE_MEMORY_KIND_SLICE "slice"

/* Returns TRUE if `memory` or `knowledge_sources` of a document's map is enabled. @fields: of an
 * agent or a crew */
gboolean troupe_memory_fields_want_memory (TroupeValue *fields);
gboolean troupe_memory_fields_have_knowledge (TroupeValue *fields);
/* Returns the embedder of a `memory`. @usual: used if the memory cannot have its own embedder.
 * (transfer none) (nullable): NULL for CrewAI's default */
TroupeValue *troupe_memory_fields_get_embedder (TroupeValue *memory, TroupeValue *usual);
/* Returns the memory scope of a crew whose `memory` does not specify another scope. (transfer
 * full) */
char *troupe_memory_fields_make_root (TroupeCrew *crew);
/* Returns TRUE if the memory is read-only. */
gboolean troupe_memory_fields_are_read_only (TroupeValue *memory);
/* Validates memory and knowledge based on their fields and the existing files. @folder: folder
 * of the project. Errors: %TROUPE_RUN_ERROR_DOCUMENT. */
gboolean troupe_memory_fields_check (TroupeValue *fields, const char *folder, GError **error);
/* Returns TRUE if the files of a source are in the project. @folder: of the project. Blocks.
 * %TROUPE_RUN_ERROR_DOCUMENT. */
gboolean troupe_memory_fields_check_source (TroupeKnowledgeSource *source,
                                            const char *folder,
                                            GError **error);
/* Adds the models and servers that memory and knowledge would call, and the files that they
 * would read.
 * @of_crew: (nullable): the `embedder` of the crew is used if @fields do not specify one */
void troupe_memory_fields_list_permissions (TroupeValue *fields,
                                            TroupeValue *of_crew,
                                            TroupePermissionList *permissions);

/* Returns TRUE if `memory` is a separate memory and not a view of another one. @memory:
 * (nullable) */
gboolean troupe_memory_fields_is_own (TroupeValue *memory);
/* Returns the sources of `knowledge_sources`. Fails if a source does not exist. Blocks.
 * %TROUPE_RUN_ERROR_DOCUMENT. (transfer full) (nullable) (element-type TroupeKnowledgeSource) */
GPtrArray *
troupe_memory_fields_read_sources (TroupeValue *list, const char *folder, GError **error);
/* Creates a definition that has only a model. The model analyzes memories. @llm: (nullable):
 * NULL for CrewAI's default. (transfer full) (nullable) */
TroupeAgentDefinition *troupe_memory_fields_make_judge (TroupeValue *llm);

G_END_DECLS
