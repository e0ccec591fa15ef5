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
#include "troupe-run-memory.h"
#include "troupe-terminal.h"

/* How many records are read at a time. */
#define PAGE 1000u

/* @crew: (nullable) */
typedef struct
{
  TroupeCommandLine *line;
  TroupeCrew *crew;
  char *path;
  TroupeMemoryStore *store;
} Memory;

static gboolean
is_json (const Memory *memory)
{
  return troupe_command_line_has (memory->line, "json");
}

static TroupeExit
fail (const GError *error)
{
  troupe_terminal_print_error ("%s", error->message);

  return TROUPE_EXIT_RUN_FAILED;
}

/* --- List ------------------------------------------------------------------------------------- */

static TroupeValue *
list_texts (char **texts)
{
  g_autoptr (GPtrArray) items = g_ptr_array_new ();

  for (guint i = 0; texts != NULL && texts[i] != NULL; i++)
    g_ptr_array_add (items, troupe_value_new_string (texts[i], -1));

  return troupe_value_new_list ((TroupeValue **) items->pdata, items->len);
}

static TroupeValue *
record_to_value (const TroupeMemoryRecord *record)
{
  TroupeMapBuilder builder;

  g_assert (record != NULL);

  troupe_map_builder_init (&builder);
  troupe_map_builder_add (&builder, "id", troupe_value_new_string (record->id, -1));
  troupe_map_builder_add (&builder, "content", troupe_value_new_string (record->content, -1));
  troupe_map_builder_add (&builder, "scope", troupe_value_new_string (record->scope, -1));
  troupe_map_builder_add (&builder, "categories", list_texts (record->categories));
  troupe_map_builder_add (&builder, "importance", troupe_value_new_double (record->importance));
  troupe_map_builder_add (&builder, "metadata", troupe_value_ref (record->metadata));
  troupe_map_builder_add (&builder, "source", troupe_command_text_or_null (record->source));
  troupe_map_builder_add (&builder, "private", troupe_value_new_boolean (record->is_private));

  return troupe_map_builder_end (&builder);
}

/* All of a space, the oldest first. (transfer full) (nullable) (element-type TroupeMemoryRecord) */
static GPtrArray *
read_space (Memory *memory, const char *space, GError **error)
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

/* The collections that the document has. (transfer full) */
static char **
list_collections (Memory *memory)
{
  g_autoptr (GStrvBuilder) names = g_strv_builder_new ();
  g_autofree char *of_crew = troupe_knowledge_make_collection (NULL);

  g_assert (memory != NULL);

  g_strv_builder_add (names, of_crew);
  for (guint i = 0; memory->crew != NULL && i < memory->crew->n_agents; i++)
    {
      g_autofree char *name = troupe_knowledge_make_collection (memory->crew->agents[i].role);

      g_strv_builder_add (names, name);
    }

  return g_strv_builder_end (names);
}

/* (transfer full) (nullable) */
static TroupeValue *
knowledge_to_value (Memory *memory, GError **error)
{
  g_auto (GStrv) names = list_collections (memory);
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
list (Memory *memory)
{
  g_autoptr (GError) error = NULL;
  g_autoptr (GPtrArray) records = read_space (memory, TROUPE_MEMORY_SPACE, &error);
  g_autoptr (GPtrArray) items = g_ptr_array_new ();
  g_autoptr (TroupeValue) knowledge = records != NULL ? knowledge_to_value (memory, &error) : NULL;
  g_autoptr (TroupeValue) value = NULL;
  TroupeMapBuilder builder;

  g_assert (memory != NULL);

  if (knowledge == NULL)
    return fail (error);
  if (!is_json (memory))
    {
      for (guint i = 0; i < records->len; i++)
        print_record (g_ptr_array_index (records, i));
      return TROUPE_EXIT_OK;
    }
  for (guint i = 0; i < records->len; i++)
    g_ptr_array_add (items, record_to_value (g_ptr_array_index (records, i)));
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

static TroupeValue *
get (Memory *memory, const char *key)
{
  TroupeValue *value =
      memory->crew != NULL ? troupe_value_map_lookup_string (memory->crew->fields, key, -1) : NULL;

  return value != NULL && !troupe_value_is (value, TROUPE_VALUE_NULL) ? value : NULL;
}

static void
print_found (Memory *memory, GPtrArray *matches)
{
  g_assert (memory != NULL);

  for (guint i = 0; i < matches->len; i++)
    {
      const TroupeMemoryMatch *match = g_ptr_array_index (matches, i);
      g_autoptr (TroupeValue) record = record_to_value (match->record);
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

/* By what it means alone: the only one that is asked is who makes vectors. */
static TroupeExit
search (Memory *memory, const char *text)
{
  g_autoptr (TroupeLlmClient) client = troupe_llm_client_new ();
  TroupeRunMemory *run = troupe_run_memory_new (client, NULL, NULL, memory->path, NULL, NULL, NULL);
  const TroupeMemoryQuery query = { .depth = TROUPE_MEMORY_SHALLOW, .is_all = TRUE };
  g_autoptr (GError) error = NULL;
  g_autoptr (TroupeMemory) remembered = NULL;
  Search state = { 0 };
  TroupeExit exit = TROUPE_EXIT_OK;

  g_assert (memory != NULL);

  remembered = troupe_run_memory_make (run, get (memory, "memory"), get (memory, "embedder"), NULL,
                                       FALSE, NULL, &error);
  if (remembered == NULL)
    {
      troupe_run_memory_free (run);
      return fail (error);
    }
  state.loop = g_main_loop_new (NULL, FALSE);
  troupe_memory_recall_async (remembered, text, &query, NULL, found_cb, &state);
  g_main_loop_run (state.loop);
  g_main_loop_unref (state.loop);
  if (state.matches == NULL)
    exit = fail (state.error);
  else
    print_found (memory, state.matches);
  g_clear_error (&state.error);
  g_clear_pointer (&state.matches, g_ptr_array_unref);
  g_clear_object (&remembered);
  troupe_run_memory_free (run);

  return exit;
}

/* --- Forgetting ------------------------------------------------------------------------------- */

static void
tell (Memory *memory, guint n_removed)
{
  g_assert (memory != NULL);

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
        ngettext ("%u memory forgotten.\n", "%u memories forgotten.\n", n_removed), n_removed);
}

static TroupeExit
forget (Memory *memory, const char *scope)
{
  const TroupeMemoryFilter filter = { .scope = scope, .is_all = TRUE };
  g_autoptr (GError) error = NULL;
  guint n_removed = 0;

  g_assert (memory != NULL);

  if (!troupe_memory_store_remove (memory->store, TROUPE_MEMORY_SPACE, &filter, &n_removed, &error))
    return fail (error);
  tell (memory, n_removed);

  return TROUPE_EXIT_OK;
}

/* What each kind empties; the names before 1.0 mean memory, as in CrewAI. */
static gboolean
read_kind (const char *kind, gboolean *memory, gboolean *of_crew, gboolean *of_agents)
{
  static const char *const memories[] = { "memory",    "long",       "short",
                                          "long_term", "short_term", "entity",
                                          "entities",  "external",   NULL };
  const gboolean is_all = g_str_equal (kind, "all");

  *memory = is_all || g_strv_contains (memories, kind);
  *of_crew = is_all || g_str_equal (kind, "knowledge");
  *of_agents = *of_crew || g_str_equal (kind, "agent_knowledge");

  return *memory || *of_agents;
}

static TroupeExit
reset (Memory *memory, const char *kind)
{
  g_auto (GStrv) collections = list_collections (memory);
  g_autoptr (GError) error = NULL;
  gboolean is_memory = FALSE, is_of_crew = FALSE, is_of_agents = FALSE;

  g_assert (memory != NULL);

  if (!read_kind (kind, &is_memory, &is_of_crew, &is_of_agents))
    {
      troupe_terminal_print_error (
          /* Translators: a word of the command line */
          _ ("“%s” cannot be reset. Write one of: memory, knowledge, agent_knowledge, all. What "
             "tasks gave is kept with the runs: troupectl history delete."),
          kind);
      return TROUPE_EXIT_INVALID;
    }
  if (is_memory && !troupe_memory_store_reset (memory->store, TROUPE_MEMORY_SPACE, &error))
    return fail (error);
  for (guint i = 0; collections[i] != NULL; i++)
    if ((i == 0 ? is_of_crew : is_of_agents) &&
        !troupe_memory_store_reset (memory->store, collections[i], &error))
      return fail (error);
  if (!troupe_command_line_has (memory->line, "quiet") && !is_json (memory))
    troupe_terminal_print (stdout, TROUPE_COLOUR_NONE, "%s\n", _ ("It is empty now."));

  return TROUPE_EXIT_OK;
}

/* --- The command ------------------------------------------------------------------------------ */

static TroupeExit
act (Memory *memory, const char *verb, const char *word)
{
  g_assert (memory != NULL);

  if (g_str_equal (verb, "list") && word == NULL)
    return list (memory);
  if (g_str_equal (verb, "search") && word != NULL)
    return search (memory, word);
  if (g_str_equal (verb, "forget") && word != NULL)
    return forget (memory, word);
  if (g_str_equal (verb, "reset") && word != NULL)
    return reset (memory, word);
  troupe_terminal_print_error (_ ("Write one of: troupectl memory FILE list, search TEXT, forget "
                                  "SCOPE, reset memory|knowledge|agent_knowledge|all"));

  return TROUPE_EXIT_INVALID;
}

static TroupeExit
run (TroupeCommandLine *line)
{
  const char *const *words = troupe_command_line_get_arguments (line);
  g_autoptr (TroupeLoaded) loaded = troupe_command_load (words[0]);
  g_autofree char *data = troupe_command_get_data_folder (line);
  g_autofree char *document = NULL;
  Memory memory = { .line = line };
  g_autoptr (GError) error = NULL;
  TroupeExit exit;

  if (loaded->document == NULL)
    {
      troupe_loaded_print_problems (loaded, TROUPE_SEVERITY_ERROR);
      return TROUPE_EXIT_INVALID;
    }
  if (troupe_loaded_get_path (loaded) == NULL)
    {
      troupe_terminal_print_error (_ ("Only a document in a file remembers anything."));
      return TROUPE_EXIT_INVALID;
    }
  if (loaded->crew != NULL)
    memory.crew = troupe_crew_document_get_crew (loaded->crew);
  document = g_canonicalize_filename (troupe_loaded_get_path (loaded), NULL);
  memory.path = troupe_memory_store_make_path (data, document);
  memory.store = troupe_memory_store_open (memory.path, &error);
  exit = memory.store != NULL ? act (&memory, words[1], words[2]) : fail (error);
  g_clear_object (&memory.store);
  g_free (memory.path);

  return exit;
}

const TroupeCommand troupe_command_memory = {
  .name = "memory",
  .arguments = "FILE list|search|forget|reset [WORD]",
  .summary = N_ ("See and empty what a crew remembers and knows."),
  .example = "troupectl memory crew.jsonc search \"what customers want\"",
  .min_arguments = 2,
  .max_arguments = 3,
  .run = run,
};
