/* troupe-memory-fields.h: what a document says of memory and knowledge
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 *
 * `memory`, `knowledge_sources` and `embedder` of agents and crews: what is wrong with them, whom they would ask and what
 * they would read. Nothing of it is made here.
 */

#pragma once

#include "troupe-agent.h"
#include "troupe-crew.h"
#include "troupe-knowledge.h"
#include "troupe-tool.h"

G_BEGIN_DECLS

#define TROUPE_MEMORY_KIND_SCOPE "scope"
#define TROUPE_MEMORY_KIND_SLICE "slice"

/* Whether `memory` or `knowledge_sources` of a document's map wants something. @fields: of an agent or a crew */
gboolean troupe_memory_fields_want_memory (TroupeValue *fields);
gboolean troupe_memory_fields_have_knowledge (TroupeValue *fields);
/* The embedder of a `memory`; @usual: where it has none of its own to have. (transfer none) (nullable): the usual one of
 * CrewAI */
TroupeValue *troupe_memory_fields_get_embedder (TroupeValue *memory, TroupeValue *usual);
/* Where a crew remembers whose `memory` says nothing else. (transfer full) */
char *troupe_memory_fields_make_root (TroupeCrew *crew);
/* Whether nothing is saved through it. */
gboolean troupe_memory_fields_are_read_only (TroupeValue *memory);
/* What is wrong with both of them, by what they say and the files that are there. @folder: of the project.
 * %TROUPE_RUN_ERROR_DOCUMENT. */
gboolean troupe_memory_fields_check (TroupeValue *fields, const char *folder, GError **error);
/* Whether the files of a source are in the project. @folder: of that. Blocks. %TROUPE_RUN_ERROR_DOCUMENT. */
gboolean troupe_memory_fields_check_source (TroupeKnowledgeSource *source,
                                            const char *folder,
                                            GError **error);
/* Whom they ask, which files they read. @of_crew: (nullable): whose `embedder` is taken where @fields have none;
 * @model: (nullable): that judges where `memory` is true */
void troupe_memory_fields_list_permissions (TroupeValue *fields,
                                            TroupeValue *of_crew,
                                            TroupePermissionList *permissions);

/* Whether `memory` stands by itself, and is no part of another. @memory: (nullable) */
gboolean troupe_memory_fields_is_own (TroupeValue *memory);
/* The sources of `knowledge_sources`, all of which are there. Blocks. %TROUPE_RUN_ERROR_DOCUMENT. (transfer full)
 * (nullable) (element-type TroupeKnowledgeSource) */
GPtrArray *
troupe_memory_fields_read_sources (TroupeValue *list, const char *folder, GError **error);
/* A definition that has but a model, which judges what is remembered. @llm: (nullable): the one that CrewAI takes.
 * (transfer full) (nullable) */
TroupeAgentDefinition *troupe_memory_fields_make_judge (TroupeValue *llm);

G_END_DECLS
