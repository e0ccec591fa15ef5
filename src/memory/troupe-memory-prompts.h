/* troupe-memory-prompts.h: prompts and response schemas of memory and knowledge
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#pragma once

#include "troupe-schema.h"
#include "troupe-value.h"

G_BEGIN_DECLS

/* Named like CrewAI's prompts (doc/crew-semantics.md §10), but with Troupe's texts. Not
 * translated, so that a document behaves the same in every locale. */
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

/* Returns the text of the prompt, with $1, $2, … replaced by as many strings as it requires.
 * (transfer full) */
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
/* Returns the schema by which a response is validated: more members are optional than in the
 * requested one, as in CrewAI's classes. (transfer full) */
TroupeSchema *troupe_memory_form_get_rules (TroupeMemoryForm form);
/* Returns the validation schema for a schema of troupe_memory_form_get(); NULL for any other.
 * (transfer full) (nullable) */
TroupeSchema *troupe_memory_form_find_rules (TroupeValue *schema);

G_END_DECLS
