/* troupe-memory-prompts.c: prompts and response schemas of memory and knowledge
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#define G_LOG_DOMAIN "troupe-memory-prompts"

#include "config.h"

#include "troupe-memory-prompts.h"

/* Maximum number of placeholders in a prompt. */
#define MOST_PLACES 3

static const char *const prompts[] = {
  [TROUPE_MEMORY_PROMPT_SAVE_SYSTEM] =
      "You file notes for agents that will look for them later. For the note that you are given, "
      "choose the path under which it lies, like /project/decisions: take one of the paths that "
      "there are if it fits. Name a few categories in lower case, those that there are first. Say "
      "from 0 to 1 how much it would matter to lose the note. List the names of people, places "
      "and things, the dates and the subjects in it.",
  [TROUPE_MEMORY_PROMPT_SAVE_USER] =
      "The note:\n$1\n\nPaths that there are: $2\nCategories that there are: $3",
  [TROUPE_MEMORY_PROMPT_EXTRACT_MEMORIES_SYSTEM] =
      "You read what came of a piece of work and write down what is worth knowing for later work: "
      "facts, numbers, names, decisions with their reasons, what people want, what turned out to "
      "work and what did not. Each is one or two sentences that can be understood without the "
      "text, with names in the place of \"it\" and \"this\". Leave out what is said only to be "
      "polite, what is common knowledge, and how the work was done, unless that is the lesson. "
      "Say nothing twice. Where nothing is worth it, the list is empty.",
  [TROUPE_MEMORY_PROMPT_EXTRACT_MEMORIES_USER] = "What was done:\n\n$1",
  [TROUPE_MEMORY_PROMPT_CONSOLIDATION_SYSTEM] =
      "You keep notes free of repetitions and contradictions. You are given a new note, and notes "
      "much like it that are kept already, each with its id. For each kept note say whether it "
      "stays as it is (keep), is written anew so that it holds what the new note adds (update, "
      "with the whole new text), or goes because it is wrong or holds nothing more (delete). Then "
      "say whether the new note is kept beside them: not, where an update holds it already or "
      "nothing in it is new. Name no ids but those that you were given.",
  [TROUPE_MEMORY_PROMPT_CONSOLIDATION_USER] = "The new note:\n$1\n\nKept notes:\n$2",
  [TROUPE_MEMORY_PROMPT_QUERY_SYSTEM] =
      "You prepare a search in notes, which are found by their meaning. Turn the question into at "
      "most three short texts like those that are to be found. Name its key words, and those of "
      "the paths under which the notes would lie; none where you cannot tell. Say whether it is "
      "simple, or complex because several notes must be put together to answer it. Where it asks "
      "only for what is newer than some day, give that day as 2026-01-31, else null.",
  [TROUPE_MEMORY_PROMPT_QUERY_USER] = "The question:\n$1\n\nPaths that there are: $2\n$3",
  [TROUPE_MEMORY_PROMPT_EXPLORE] =
      "A question:\n$1\n\nNotes that were found for it:\n$2\n\n"
      "Write in a few lines what of them answers the question. If something that the question "
      "needs is not in the notes, write one short line that says what is missing.",
  [TROUPE_MEMORY_PROMPT_KNOWLEDGE_SEARCH_QUERY_SYSTEM] =
      "You turn tasks into searches. A collection of texts is searched by meaning: write the few "
      "words or the one sentence for which the texts should be found that help with the task. "
      "Leave out how the result is to look. Answer with the search alone.",
  [TROUPE_MEMORY_PROMPT_KNOWLEDGE_SEARCH_QUERY] = "The task is:\n$1",
};

static const char *const forms[] = {
  [TROUPE_MEMORY_FORM_ANALYSIS] =
      "{\"$defs\":{\"ExtractedMetadata\":{\"additionalProperties\":false,\"properties\":{"
      "\"entities\":{\"items\":{\"type\":\"string\"},\"title\":\"Entities\",\"type\":\"array\"},"
      "\"dates\":{\"items\":{\"type\":\"string\"},\"title\":\"Dates\",\"type\":\"array\"},"
      "\"topics\":{\"items\":{\"type\":\"string\"},\"title\":\"Topics\",\"type\":\"array\"}},"
      "\"title\":\"ExtractedMetadata\",\"type\":\"object\",\"required\":[\"entities\",\"dates\","
      "\"topics\"]}},\"properties\":{\"suggested_scope\":{\"title\":\"Suggested Scope\",\"type\":"
      "\"string\"},\"categories\":{\"items\":{\"type\":\"string\"},\"title\":\"Categories\","
      "\"type\":\"array\"},\"importance\":{\"default\":0.5,\"maximum\":1.0,\"minimum\":0.0,"
      "\"title\":\"Importance\",\"type\":\"number\"},\"extracted_metadata\":{"
      "\"additionalProperties\":false,\"properties\":{"
      "\"entities\":{\"items\":{\"type\":\"string\"},\"title\":\"Entities\",\"type\":\"array\"},"
      "\"dates\":{\"items\":{\"type\":\"string\"},\"title\":\"Dates\",\"type\":\"array\"},"
      "\"topics\":{\"items\":{\"type\":\"string\"},\"title\":\"Topics\",\"type\":\"array\"}},"
      "\"title\":\"ExtractedMetadata\",\"type\":\"object\",\"required\":[\"entities\",\"dates\","
      "\"topics\"]}},\"required\":[\"suggested_scope\",\"categories\",\"importance\","
      "\"extracted_metadata\"],\"title\":\"MemoryAnalysis\",\"type\":\"object\","
      "\"additionalProperties\":false}",
  [TROUPE_MEMORY_FORM_CONSOLIDATION] =
      "{\"$defs\":{\"ConsolidationAction\":{\"additionalProperties\":false,\"properties\":{"
      "\"action\":{\"title\":\"Action\",\"type\":\"string\"},\"record_id\":{\"title\":\"Record "
      "Id\",\"type\":\"string\"},\"new_content\":{\"anyOf\":[{\"type\":\"string\"},{\"type\":"
      "\"null\"}],\"title\":\"New Content\"},\"reason\":{\"default\":\"\",\"title\":\"Reason\","
      "\"type\":\"string\"}},\"required\":[\"action\",\"record_id\",\"new_content\",\"reason\"],"
      "\"title\":\"ConsolidationAction\",\"type\":\"object\"}},\"additionalProperties\":false,"
      "\"properties\":{\"actions\":{\"items\":{\"$ref\":\"#/$defs/ConsolidationAction\"},"
      "\"title\":\"Actions\",\"type\":\"array\"},\"insert_new\":{\"default\":true,\"title\":"
      "\"Insert New\",\"type\":\"boolean\"},\"insert_reason\":{\"default\":\"\",\"title\":"
      "\"Insert Reason\",\"type\":\"string\"}},\"title\":\"ConsolidationPlan\",\"type\":"
      "\"object\",\"required\":[\"actions\",\"insert_new\",\"insert_reason\"]}",
  [TROUPE_MEMORY_FORM_QUERY] =
      "{\"properties\":{\"keywords\":{\"items\":{\"type\":\"string\"},\"title\":\"Keywords\","
      "\"type\":\"array\"},\"suggested_scopes\":{\"items\":{\"type\":\"string\"},\"title\":"
      "\"Suggested Scopes\",\"type\":\"array\"},\"complexity\":{\"default\":\"simple\",\"title\":"
      "\"Complexity\",\"type\":\"string\"},\"recall_queries\":{\"items\":{\"type\":\"string\"},"
      "\"title\":\"Recall Queries\",\"type\":\"array\"},\"time_filter\":{\"anyOf\":[{\"type\":"
      "\"string\"},{\"type\":\"null\"}],\"title\":\"Time Filter\"}},\"title\":\"QueryAnalysis\","
      "\"type\":\"object\",\"additionalProperties\":false,\"required\":[\"keywords\","
      "\"suggested_scopes\",\"complexity\",\"recall_queries\",\"time_filter\"]}",
  [TROUPE_MEMORY_FORM_EXTRACTION] =
      "{\"properties\":{\"memories\":{\"items\":{\"type\":\"string\"},\"title\":\"Memories\","
      "\"type\":\"array\"}},\"title\":\"ExtractedMemories\",\"type\":\"object\","
      "\"additionalProperties\":false,\"required\":[\"memories\"]}",
};

#define TEXTS "{\"type\":\"array\",\"items\":{\"type\":\"string\"},\"default\":[]}"
#define CLASS "\"x-troupe-class\":true,\"type\":\"object\""

/* @is_open: whether additional members are allowed */
static const struct
{
  const char *text;
  gboolean is_open;
} rules[] = {
  [TROUPE_MEMORY_FORM_ANALYSIS] = { "{" CLASS ",\"required\":[\"suggested_scope\"],\"properties\":{"
                                              "\"suggested_scope\":{\"type\":"
                                    "\"string\"},\"categories\":" TEXTS
                                    ",\"importance\":{\"type\":\"number\",\"minimum\":0,"
                                    "\"maximum\":1,\"default\":0.5},\"extracted_metadata\":{" CLASS
                                    ",\"properties\":{\"entities\":" TEXTS ",\"dates\":" TEXTS
                                    ",\"topics\":" TEXTS
                                    "},\"default\":{\"entities\":[],\"dates\":[],"
                                    "\"topics\":[]}}}}",
                                    TRUE },
  [TROUPE_MEMORY_FORM_CONSOLIDATION] = { "{" CLASS ",\"properties\":{\"actions\":{\"type\":"
                                                   "\"array\",\"items\":{" CLASS ",\"required\":["
                                         "\"action\",\"record_id\"],\"properties\":{\"action\":{"
                                         "\"type\":\"string\"},\"record_id\":{"
                                         "\"type\":\"string\"},\"new_content\":{\"anyOf\":[{"
                                         "\"type\":\"string\"},{\"type\":\"null\"}],"
                                         "\"default\":null},\"reason\":{\"type\":\"string\","
                                         "\"default\":\"\"}}},\"default\":[]},"
                                         "\"insert_new\":{\"type\":\"boolean\",\"default\":true},"
                                         "\"insert_reason\":{\"type\":\"string\","
                                         "\"default\":\"\"}}}",
                                         FALSE },
  [TROUPE_MEMORY_FORM_QUERY] = { "{" CLASS ",\"properties\":{\"keywords\":" TEXTS
                                 ",\"suggested_scopes\":" TEXTS ",\"complexity\":{"
                                 "\"type\":\"string\",\"default\":\"simple\"},\"recall_"
                                 "queries\":" TEXTS ",\"time_filter\":{"
                                 "\"anyOf\":[{\"type\":\"string\"},{\"type\":\"null\"}],"
                                 "\"default\":null}}}",
                                 TRUE },
  [TROUPE_MEMORY_FORM_EXTRACTION] = { "{" CLASS ",\"properties\":{\"memories\":" TEXTS "}}", TRUE },
};

char *
troupe_memory_prompt_fill (TroupeMemoryPrompt prompt, ...)
{
  const char *texts[MOST_PLACES] = { "", "", "" };
  GString *out = g_string_new (NULL);
  const char *text;
  va_list list;

  g_return_val_if_fail ((guint) prompt < G_N_ELEMENTS (prompts), g_string_free (out, FALSE));

  va_start (list, prompt);
  for (guint i = 0; i < MOST_PLACES && (text = va_arg (list, const char *)) != NULL; i++)
    texts[i] = text;
  va_end (list);
  /* Replaced in a single pass, so that placeholders inside of the inserted texts are ignored. */
  for (const char *at = prompts[prompt]; *at != '\0'; at++)
    if (*at == '$' && at[1] >= '1' && at[1] < '1' + MOST_PLACES)
      g_string_append (out, texts[*++at - '1']);
    else
      g_string_append_c (out, *at);

  return g_string_free (out, FALSE);
}

TroupeValue *
troupe_memory_form_get (TroupeMemoryForm form)
{
  g_return_val_if_fail ((guint) form < G_N_ELEMENTS (forms), NULL);

  return troupe_value_from_json (forms[form], -1, NULL);
}

TroupeSchema *
troupe_memory_form_get_rules (TroupeMemoryForm form)
{
  g_autoptr (TroupeValue) schema = NULL;
  TroupeSchema *made = NULL;

  g_return_val_if_fail ((guint) form < G_N_ELEMENTS (rules), NULL);

  schema = troupe_value_from_json (rules[form].text, -1, NULL);
  made = rules[form].is_open ? troupe_schema_new_open (schema, NULL)
                             : troupe_schema_new (schema, NULL, NULL);
  g_assert (made != NULL);

  return made;
}

TroupeSchema *
troupe_memory_form_find_rules (TroupeValue *schema)
{
  const char *title = troupe_value_get_member_text (schema, "title");

  for (guint i = 0; i < G_N_ELEMENTS (forms); i++)
    {
      g_autoptr (TroupeValue) form = troupe_memory_form_get (i);

      if (title != NULL && g_strcmp0 (troupe_value_get_member_text (form, "title"), title) == 0)
        return troupe_memory_form_get_rules (i);
    }

  return NULL;
}
