/* troupe-memory-prompts.h: every sentence that memory and knowledge write for models
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#pragma once

#include "troupe-schema.h"
#include "troupe-value.h"

G_BEGIN_DECLS

/* Named as CrewAI names the places of its prompts (doc/crew-semantics.md §10), the words are our own. Not translated: a
 * document must not act otherwise elsewhere. */
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

/* Its text with its places $1, $2, … filled by as many texts as it has. (transfer full) */
char *troupe_memory_prompt_fill (TroupeMemoryPrompt prompt, ...) G_GNUC_NULL_TERMINATED;

/* The forms that answers are to have, as CrewAI sends them (doc/crew-semantics.md §12). */
typedef enum
{
  TROUPE_MEMORY_FORM_ANALYSIS,
  TROUPE_MEMORY_FORM_CONSOLIDATION,
  TROUPE_MEMORY_FORM_QUERY,
  TROUPE_MEMORY_FORM_EXTRACTION,
} TroupeMemoryForm;

/* A JSON schema. (transfer full) */
TroupeValue *troupe_memory_form_get (TroupeMemoryForm form);
/* What an answer in the form is held to: more may be missing than is asked for, as in CrewAI's classes. (transfer full) */
TroupeSchema *troupe_memory_form_get_rules (TroupeMemoryForm form);
/* The same of a schema of troupe_memory_form_get(); NULL of any other. (transfer full) (nullable) */
TroupeSchema *troupe_memory_form_find_rules (TroupeValue *schema);

G_END_DECLS
