/* troupe-memory-prompts.h: prompts and response schemas of memory and knowledge
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#pragma once

#include "troupe-schema.h"
#include "troupe-value.h"

G_BEGIN_DECLS

/* Prompts with the names that CrewAI uses (doc/crew-semantics.md §10), but with Troupe's texts.
 * They are not translated, so that a document behaves the same in every locale. */
typedef enum
{
  TROUPE_MEMORY_PROMPT_SAVE_SYSTEM,
  TROUPE_MEMORY_PROMPT_SAVE_USER, /* content, scopes, categories */
  TROUPE_MEMORY_PROMPT_EXTRACT_MEMORIES_SYSTEM,
  TROUPE_MEMORY_PROMPT_EXTRACT_MEMORIES_USER, /* content */
  TROUPE_MEMORY_PROMPT_CONSOLIDATION_SYSTEM,
  TROUPE_MEMORY_PROMPT_CONSOLIDATION_USER, /* content, records */
  TROUPE_MEMORY_PROMPT_QUERY_SYSTEM,
  TROUPE_MEMORY_PROMPT_QUERY_USER, /* query, scopes, description of the scope */
  TROUPE_MEMORY_PROMPT_EXPLORE,    /* query, excerpts */
  TROUPE_MEMORY_PROMPT_KNOWLEDGE_SEARCH_QUERY_SYSTEM,
  TROUPE_MEMORY_PROMPT_KNOWLEDGE_SEARCH_QUERY, /* prompt */
} TroupeMemoryPrompt;

/* Returns the text of the prompt. $1, $2, … are replaced by the given strings; the prompt
 * determines how many strings are required. (transfer full) */
char *troupe_memory_prompt_fill (TroupeMemoryPrompt prompt, ...) G_GNUC_NULL_TERMINATED;

/* The schemas of responses, as CrewAI sends them (doc/crew-semantics.md §12). */
typedef enum
{
  TROUPE_MEMORY_FORM_ANALYSIS,
  TROUPE_MEMORY_FORM_CONSOLIDATION,
  TROUPE_MEMORY_FORM_QUERY,
  TROUPE_MEMORY_FORM_EXTRACTION,
} TroupeMemoryForm;

/* Returns a JSON schema. (transfer full) */
TroupeValue *troupe_memory_form_get (TroupeMemoryForm form);
/* Returns the schema by which a response is validated. As in CrewAI's classes, more members are
 * optional than in the schema that is sent with the request. (transfer full) */
TroupeSchema *troupe_memory_form_get_rules (TroupeMemoryForm form);
/* Returns the validation schema that corresponds to a schema of troupe_memory_form_get(), or
 * NULL for any other schema. (transfer full) (nullable) */
TroupeSchema *troupe_memory_form_find_rules (TroupeValue *schema);

G_END_DECLS
