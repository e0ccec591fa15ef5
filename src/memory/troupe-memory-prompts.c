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
      "You classify notes so that agents can find them later. Choose a path for the given note, "
      "such as /project/decisions; use an existing path if one fits. Assign a few categories in "
      "lower case, preferably existing ones. Rate from 0 to 1 how important it is to keep the "
      "note. List the people, places and things that it names, its dates and its topics.",
  [TROUPE_MEMORY_PROMPT_SAVE_USER] = "Note:\n$1\n\nExisting paths: $2\nExisting categories: $3",
  [TROUPE_MEMORY_PROMPT_EXTRACT_MEMORIES_SYSTEM] =
      "You extract information that is useful for later work from the result of a task: facts, "
      "numbers, names, decisions with their reasons, preferences of users, approaches that worked "
      "and approaches that failed. Write each entry as one or two sentences that are "
      "understandable without the result; use names instead of \"it\" and \"this\". Omit polite "
      "phrases, common knowledge, and how the work was done, unless that is the lesson. Do not "
      "repeat anything. If there is nothing useful, return an empty list.",
  [TROUPE_MEMORY_PROMPT_EXTRACT_MEMORIES_USER] = "Task and result:\n\n$1",
  [TROUPE_MEMORY_PROMPT_CONSOLIDATION_SYSTEM] =
      "You keep a collection of notes free of duplicates and contradictions. You receive a new "
      "note and similar stored notes with their ids. Choose an action for each stored note: keep "
      "(it stays unchanged), update (it is replaced by a complete new text that includes what the "
      "new note adds), or delete (it is wrong or redundant). Then decide whether the new note is "
      "stored as well. Do not store it if an update includes it or if it contains nothing new. "
      "Use only the given ids.",
  [TROUPE_MEMORY_PROMPT_CONSOLIDATION_USER] = "New note:\n$1\n\nStored notes:\n$2",
  [TROUPE_MEMORY_PROMPT_QUERY_SYSTEM] =
      "You prepare a semantic search in notes. Convert the question into at most three short "
      "texts that resemble the notes to be found. List its keywords, and the existing paths that "
      "are likely to contain the notes; list no paths if you are not sure. Rate the question as "
      "simple, or as complex if several notes must be combined to answer it. If it asks only for "
      "information after a certain date, return that date in the form 2026-01-31; otherwise "
      "return null.",
  [TROUPE_MEMORY_PROMPT_QUERY_USER] = "Question:\n$1\n\nExisting paths: $2\n$3",
  [TROUPE_MEMORY_PROMPT_EXPLORE] =
      "Question:\n$1\n\nNotes that were found:\n$2\n\n"
      "Write a few lines with the information in the notes that answers the question. If the "
      "notes do not contain everything that the question requires, add one short line that starts "
      "with \"Missing:\" and names what is missing.",
  [TROUPE_MEMORY_PROMPT_KNOWLEDGE_SEARCH_QUERY_SYSTEM] =
      "You convert tasks into search queries for a semantic search in a collection of texts. "
      "Write a few words or one sentence that match the texts that help with the task. Ignore the "
      "required format of the result. Answer with the query only.",
  [TROUPE_MEMORY_PROMPT_KNOWLEDGE_SEARCH_QUERY] = "Task:\n$1",
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
  /* The placeholders are replaced in a single pass, so that placeholders inside of the inserted
   * texts are ignored. */
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
