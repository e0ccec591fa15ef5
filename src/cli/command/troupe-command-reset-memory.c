/* troupe-command-reset-memory.c: troupectl reset-memory
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#define G_LOG_DOMAIN "troupe-command-reset-memory"

#include "config.h"

#include <glib/gi18n.h>
#include <stdio.h>

#include "troupe-memory-reset.h"
#include "troupe-terminal.h"

static const TroupeOption options[] = {
  { "memory", 'm', NULL, N_ ("Memory of the crew and its agents") },
  { "knowledge", 0, NULL, N_ ("Knowledge of the crew and its agents") },
  { "agent-knowledge", 0, NULL, N_ ("Knowledge of the agents") },
  { "all", 'a', NULL, N_ ("All memory and knowledge") },
  { "kickoff-outputs", 'k', NULL, NULL },
  { "long", 'l', NULL, NULL },
  { "short", 's', NULL, NULL },
  { "entities", 'e', NULL, NULL },
  { NULL },
};

/* Determines what a kind resets. Returns FALSE if there is no such kind. */
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

TroupeExit
troupe_memory_reset (TroupeMemorySubject *subject, const char *kind)
{
  g_auto (GStrv) collections = NULL;
  g_autoptr (GError) error = NULL;
  gboolean is_memory = FALSE, is_of_crew = FALSE, is_of_agents = FALSE;
  TroupeCommandLine *line = NULL;

  g_return_val_if_fail (subject != NULL && kind != NULL, TROUPE_EXIT_INVALID);

  if (!read_kind (kind, &is_memory, &is_of_crew, &is_of_agents))
    {
      troupe_terminal_print_error (
          /* Translators: %s is a word of the command line */
          _ ("“%s” cannot be reset. Use one of: memory, knowledge, agent_knowledge, all. Task "
             "outputs are saved with the runs; to delete them: troupectl history delete"),
          kind);
      return TROUPE_EXIT_INVALID;
    }
  line = subject->line;
  collections = troupe_memory_subject_list_collections (subject);
  if (is_memory)
    {
      /* Warns about the name of a kind that was a separate memory before CrewAI 1.0. */
      if (!g_str_equal (kind, "memory") && !g_str_equal (kind, "all"))
        troupe_terminal_print_error (
            /* Translators: %s is a kind of memory such as “short” */
            _ ("CrewAI has had a single memory since version 1.0, so “%s” would reset all of it. "
               "Use "
               "“memory” instead."),
            kind);
    }
  if (is_memory && !troupe_memory_store_reset (subject->store, TROUPE_MEMORY_SPACE, &error))
    return troupe_memory_subject_fail (error);
  for (guint i = 0; collections[i] != NULL; i++)
    if ((i == 0 ? is_of_crew : is_of_agents) &&
        !troupe_memory_store_reset (subject->store, collections[i], &error))
      return troupe_memory_subject_fail (error);
  if (!troupe_command_line_has (line, "quiet") && !troupe_command_line_has (line, "json"))
    troupe_terminal_print (stdout, TROUPE_COLOUR_NONE, "%s\n", _ ("Reset complete."));

  return TROUPE_EXIT_OK;
}

/* --- The command ------------------------------------------------------------------------------ */

/* The flags of CrewAI's command, and the corresponding kinds. */
static const struct
{
  const char *flag;
  const char *kind;
} flags[] = {
  { "memory", "memory" },
  { "knowledge", "knowledge" },
  { "agent-knowledge", "agent_knowledge" },
  { "all", "all" },
  { "kickoff-outputs", "kickoff_outputs" },
  { "long", "long" },
  { "short", "short" },
  { "entities", "entities" },
};

static TroupeExit
run (TroupeCommandLine *line)
{
  g_autoptr (GPtrArray) kinds = NULL;
  g_autoptr (TroupeMemorySubject) subject = NULL;
  TroupeExit result = TROUPE_EXIT_OK;
  const char *const *words;

  words = troupe_command_line_get_arguments (line);
  kinds = g_ptr_array_new ();
  for (guint i = 1; words[i] != NULL; i++)
    g_ptr_array_add (kinds, (gpointer) words[i]);
  for (guint i = 0; i < G_N_ELEMENTS (flags); i++)
    if (troupe_command_line_has (line, flags[i].flag))
      g_ptr_array_add (kinds, (gpointer) flags[i].kind);
  if (kinds->len == 0)
    {
      troupe_terminal_print_error (
          _ ("Specify what to reset: --memory, --knowledge, --agent-knowledge or --all."));
      return TROUPE_EXIT_INVALID;
    }
  subject = troupe_memory_subject_new (line, troupe_command_line_get_arguments (line)[0], &result);
  for (guint i = 0; subject != NULL && result == TROUPE_EXIT_OK && i < kinds->len; i++)
    result = troupe_memory_reset (subject, g_ptr_array_index (kinds, i));

  return result;
}

const TroupeCommand troupe_command_reset_memory = {
  .name = "reset-memory",
  .arguments = "FILE [KIND…]",
  .summary = N_ ("Reset the memory and knowledge of a crew."),
  .example = "troupectl reset-memory crew.jsonc --memory --knowledge",
  .options = options,
  .min_arguments = 1,
  .max_arguments = 5,
  .run = run,
};
