/* troupe-command-memory.c: troupectl memory
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#define G_LOG_DOMAIN "troupe-command-memory"

#include "config.h"

#include <glib/gi18n.h>
#include <stdio.h>

#include "troupe-base.h"
#include "troupe-command.h"
#include "troupe-consent-prompt.h"
#include "troupe-memory-lines.h"
#include "troupe-memory-operations.h"
#include "troupe-memory-reset.h"
#include "troupe-memory-transfer.h"
#include "troupe-terminal.h"

/* Number of records that are read at once. */
#define PAGE 1000u

static const TroupeOption options[] = {
  { "script", 0, "FILE", N_ ("Operations as JSON Lines; - for standard input") },
  { "events", 0, "FILE", N_ ("Write events as JSON Lines; - for standard output") },
  { "yes", 0, NULL,
    N_ ("Allow a custom embedder URL in the document, for the current content of the document") },
  { "allow", 0, "WORDS",
    N_ ("Allow script, code, tool, mcp or all; mcp-changes, no-sandbox and programs are not "
        "included in all") },
  { NULL },
};

static gboolean
is_json (const TroupeMemorySubject *memory)
{
  return troupe_command_line_has (memory->line, "json");
}

/* With --verbose the times are printed, too. */
static TroupeMemoryLineParts
get_parts (const TroupeMemorySubject *memory)
{
  return troupe_command_line_has (memory->line, "verbose") ? TROUPE_MEMORY_LINE_WITH_TIME
                                                           : TROUPE_MEMORY_LINE_WITH_ID;
}

/* --- List ------------------------------------------------------------------------------------- */

/* Returns all records of a space, the oldest first. (transfer full) (nullable) (element-type
 * TroupeMemoryRecord) */
static GPtrArray *
read_space (TroupeMemorySubject *memory, const char *space, GError **error)
{
  const TroupeMemoryFilter filter = { .is_all = TRUE };
  g_autoptr (GPtrArray) all =
      g_ptr_array_new_with_free_func ((GDestroyNotify) troupe_memory_record_unref);
  guint n_read = 0;

  g_assert (memory != NULL);

  do
    {
      g_autoptr (GPtrArray) some =
          troupe_memory_store_list (memory->store, space, &filter, all->len, PAGE, error);

      if (some == NULL)
        return NULL;
      n_read = some->len;
      for (guint i = 0; i < some->len; i++)
        g_ptr_array_add (all, troupe_memory_record_ref (g_ptr_array_index (some, i)));
    }
  while (n_read == PAGE);
  for (guint i = 0; i < all->len / 2; i++)
    {
      gpointer record = all->pdata[i];

      all->pdata[i] = all->pdata[all->len - 1 - i];
      all->pdata[all->len - 1 - i] = record;
    }

  return g_steal_pointer (&all);
}

/* (transfer full) (nullable) */
static TroupeValue *
knowledge_to_value (TroupeMemorySubject *memory, GError **error)
{
  g_auto (GStrv) names = troupe_memory_subject_list_collections (memory);
  TroupeMapBuilder builder;
  gboolean is_read = TRUE;

  g_assert (memory != NULL);

  troupe_map_builder_init (&builder);
  for (guint i = 0; is_read && names[i] != NULL; i++)
    {
      g_autoptr (GPtrArray) records = read_space (memory, names[i], error);
      g_autoptr (GPtrArray) items = g_ptr_array_new ();

      is_read = records != NULL;
      for (guint k = 0; is_read && k < records->len; k++)
        g_ptr_array_add (items,
                         troupe_value_new_string (
                             ((TroupeMemoryRecord *) g_ptr_array_index (records, k))->content, -1));
      if (items->len > 0)
        troupe_map_builder_add (&builder, names[i],
                                troupe_value_new_list ((TroupeValue **) items->pdata, items->len));
    }
  if (is_read)
    return troupe_map_builder_end (&builder);
  troupe_value_unref (troupe_map_builder_end (&builder));

  return NULL;
}

static void
print_record (const TroupeMemoryRecord *record)
{
  g_autofree char *text = troupe_text_to_line (record->content);
  g_autofree char *scope = troupe_text_to_line (record->scope);

  g_assert (record != NULL);

  troupe_terminal_print (stdout, TROUPE_COLOUR_NONE, "%s", text);
  troupe_terminal_print (stdout, TROUPE_COLOUR_DIM, "  %s\n", scope);
}

static TroupeExit
list (TroupeMemorySubject *memory)
{
  g_autoptr (GError) error = NULL;
  g_autoptr (GPtrArray) records = read_space (memory, TROUPE_MEMORY_SPACE, &error);
  g_autoptr (GPtrArray) items = g_ptr_array_new ();
  g_autoptr (TroupeValue) knowledge = records != NULL ? knowledge_to_value (memory, &error) : NULL;
  g_autoptr (TroupeValue) value = NULL;
  const TroupeMemoryLineParts parts = get_parts (memory);
  TroupeMapBuilder builder;

  g_assert (memory != NULL);

  if (knowledge == NULL)
    return troupe_memory_subject_fail (error);
  if (!is_json (memory))
    {
      for (guint i = 0; i < records->len; i++)
        print_record (g_ptr_array_index (records, i));
      return TROUPE_EXIT_OK;
    }
  for (guint i = 0; i < records->len; i++)
    g_ptr_array_add (items, troupe_memory_record_to_value (g_ptr_array_index (records, i), parts));
  troupe_map_builder_init (&builder);
  troupe_map_builder_add (&builder, "memory",
                          troupe_value_new_list ((TroupeValue **) items->pdata, items->len));
  troupe_map_builder_add (&builder, "knowledge", troupe_value_ref (knowledge));
  value = troupe_map_builder_end (&builder);
  troupe_terminal_print_json (value);

  return TROUPE_EXIT_OK;
}

/* --- Search ----------------------------------------------------------------------------------- */

typedef struct
{
  GMainLoop *loop;
  GPtrArray *matches;
  GError *error;
} Search;

static void
found_cb (GObject *source, GAsyncResult *result, gpointer user_data)
{
  Search *search = user_data;

  g_assert (G_IS_ASYNC_RESULT (result));

  search->matches = troupe_memory_recall_finish (TROUPE_MEMORY (source), result, &search->error);
  g_main_loop_quit (search->loop);
}

/* Searches only by meaning, so that the embedder is called, but no model. */
static TroupeExit
search (TroupeMemorySubject *memory, const char *text)
{
  g_autoptr (TroupeLlmClient) client = troupe_llm_client_new ();
  g_autoptr (TroupeRedactor) redactor = troupe_loaded_make_redactor (memory->loaded);
  TroupeRunMemory *run = troupe_run_memory_new (client, NULL, NULL, memory->path, NULL, NULL, NULL);
  const TroupeMemoryQuery query = { .depth = TROUPE_MEMORY_SHALLOW, .is_all = TRUE };
  g_autoptr (GError) error = NULL;
  g_autoptr (TroupeMemory) remembered = NULL;
  Search state = { 0 };
  TroupeExit exit = TROUPE_EXIT_OK;

  g_assert (memory != NULL);

  troupe_llm_client_set_redactor (client, redactor);
  remembered = troupe_run_memory_make (run, troupe_memory_subject_get (memory, "memory"),
                                       troupe_memory_subject_get (memory, "embedder"), NULL, FALSE,
                                       NULL, &error);
  if (remembered == NULL)
    {
      troupe_run_memory_free (run);
      return troupe_memory_subject_fail (error);
    }
  state.loop = g_main_loop_new (NULL, FALSE);
  troupe_memory_recall_async (remembered, text, &query, NULL, found_cb, &state);
  g_main_loop_run (state.loop);
  g_main_loop_unref (state.loop);
  if (state.matches == NULL)
    exit = troupe_memory_subject_fail (state.error);
  else
    {
      GPtrArray *matches = state.matches;
      const TroupeMemoryLineParts parts = get_parts (memory);

      for (guint i = 0; i < matches->len; i++)
        {
          const TroupeMemoryMatch *match = g_ptr_array_index (matches, i);
          g_autoptr (TroupeValue) record = troupe_memory_record_to_value (match->record, parts);
          g_autoptr (TroupeValue) score = troupe_value_new_double (match->score);
          g_autoptr (TroupeValue) value = troupe_value_map_with (record, "score", score);

          if (is_json (memory))
            troupe_terminal_print_json (value);
          else
            {
              troupe_terminal_print (stdout, TROUPE_COLOUR_DIM, "%.2f  ", match->score);
              print_record (match->record);
            }
        }
    }
  g_clear_error (&state.error);
  g_clear_pointer (&state.matches, g_ptr_array_unref);
  g_clear_object (&remembered);
  troupe_run_memory_free (run);

  return exit;
}

/* --- Deleting --------------------------------------------------------------------------------- */

/* --- The command ------------------------------------------------------------------------------ */

static TroupeExit
refuse_words (void)
{
  troupe_terminal_print_error (_ ("Usage: troupectl memory FILE list, search TEXT, forget SCOPE, "
                                  "reset memory|knowledge|agent_knowledge|all, import "
                                  "[FOLDER|LINES], export, or --script OPERATIONS"));

  return TROUPE_EXIT_INVALID;
}

static TroupeExit
run (TroupeCommandLine *line)
{
  const char *const *words = troupe_command_line_get_arguments (line);
  const char *script = troupe_command_line_get (line, "script");
  g_autoptr (TroupeMemorySubject) memory = NULL;
  TroupeExit result = TROUPE_EXIT_OK;
  const char *verb;
  const char *word;

  if (!troupe_consent_prompt_check_words (line))
    return TROUPE_EXIT_INVALID;
  if ((script == NULL) == (words[1] == NULL))
    return refuse_words ();
  memory = troupe_memory_subject_new (line, words[0], &result);
  if (memory == NULL)
    return result;

  if (script != NULL)
    return troupe_memory_operations_do (memory, script);
  verb = words[1];
  word = words[2];
  if (g_str_equal (verb, "list") && word == NULL)
    return list (memory);
  if (g_str_equal (verb, "adopt") && word == NULL)
    {
      /* Uses the memories of an earlier document at the same path. */
      g_autofree char *folder = troupe_command_get_data_folder (memory->line);

      if (!troupe_memory_store_has_earlier (folder, memory->document))
        {
          troupe_terminal_print_error (_ ("No earlier document at this path has stored memories."));
          return TROUPE_EXIT_INVALID;
        }
      troupe_memory_store_adopt_earlier (folder, memory->document);
      return TROUPE_EXIT_OK;
    }
  if (g_str_equal (verb, "search") && word != NULL)
    return troupe_memory_subject_ask (memory) ? search (memory, word) : TROUPE_EXIT_CONSENT;
  if (g_str_equal (verb, "forget") && word != NULL)
    {
      const TroupeMemoryFilter filter = { .scope = word, .is_all = TRUE };
      g_autoptr (GError) error = NULL;
      guint n_removed = 0;

      if (!troupe_memory_store_remove (memory->store, TROUPE_MEMORY_SPACE, &filter, &n_removed,
                                       &error))
        return troupe_memory_subject_fail (error);
      if (is_json (memory))
        {
          g_autoptr (TroupeValue) value = NULL;
          TroupeMapBuilder builder;

          troupe_map_builder_init (&builder);
          troupe_map_builder_add (&builder, "forgotten", troupe_value_new_integer (n_removed));
          value = troupe_map_builder_end (&builder);
          troupe_terminal_print_json (value);
        }
      else if (!troupe_command_line_has (memory->line, "quiet"))
        troupe_terminal_print (
            stdout, TROUPE_COLOUR_NONE,
            ngettext ("%u record deleted.\n", "%u records deleted.\n", n_removed), n_removed);

      return TROUPE_EXIT_OK;
    }
  if (g_str_equal (verb, "import"))
    return troupe_memory_transfer_import (memory, word);
  if (g_str_equal (verb, "export") && word == NULL)
    return troupe_memory_transfer_export (memory);
  if (g_str_equal (verb, "reset") && word != NULL)
    return troupe_memory_reset (memory, word);
  return refuse_words ();
}

const TroupeCommand troupe_command_memory = {
  .name = "memory",
  .arguments = "FILE list|search|forget|reset|import|export|adopt [WORD]",
  .summary = N_ ("View and reset the memory and knowledge of a crew."),
  .example = "troupectl memory crew.jsonc search \"what customers want\"",
  .options = options,
  .min_arguments = 1,
  .max_arguments = 3,
  .run = run,
};
