/* troupe-crew-override.c: finds CrewAI methods that a class of the project overrides, by parsing
 * its source
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#define G_LOG_DOMAIN "troupe-crew-override"

#include "config.h"

#include <string.h>

#include "troupe-base.h"
#include "troupe-crew-override.h"
#include "troupe-python-tokens.h"
#include "troupe-project-file.h"

#define LONGEST_SOURCE (1024u * 1024)
/* Maximum number of nested base classes, which may form a cycle. */
#define DEEPEST 16

/* Internal methods of CrewAI, which are not part of its API. Keep in sync with
 * data/python/troupe_python_objects.py. */
static const char *const agent_names[] = { "_setup_agent_executor",
                                           "set_knowledge",
                                           "set_skills",
                                           "_add_skill_loader_tool",
                                           "_is_any_available_memory",
                                           "_supports_native_tool_calling",
                                           "_prepare_task_execution",
                                           "_finalize_task_prompt",
                                           "_emit_skill_usage",
                                           "_retrieve_memory_context",
                                           "_finalize_task_execution",
                                           "_check_execution_error",
                                           "_handle_execution_error",
                                           "_execute_with_timeout",
                                           "_execute_without_timeout",
                                           "_build_execution_prompt",
                                           "_update_executor_parameters",
                                           "_training_handler",
                                           "_use_trained_data",
                                           "_render_text_description",
                                           "_get_knowledge_search_query",
                                           "set_cache_handler",
                                           "set_rpm_controller",
                                           "planning_enabled",
                                           NULL };
static const char *const task_names[] = { "execute_async",
                                          "_execute_task_async",
                                          "_post_agent_execution",
                                          "increment_tools_errors",
                                          "increment_delegations",
                                          "_export_output",
                                          "_unpack_model_output",
                                          "_get_output_format",
                                          "_save_file",
                                          "_store_input_files",
                                          "_invoke_guardrail_function",
                                          "get_skipped_task_output",
                                          NULL };
static const char *const executor_names[] = {
  "_invoke_loop",    "_setup_messages",       "_show_logs", "_handle_human_feedback",
  "_save_to_memory", "_invoke_step_callback", NULL
};

static const char *const *const names[] = {
  [TROUPE_CREW_OVERRIDE_AGENT] = agent_names,
  [TROUPE_CREW_OVERRIDE_TASK] = task_names,
  [TROUPE_CREW_OVERRIDE_EXECUTOR] = executor_names,
};

typedef struct
{
  const char *source;
  GArray *tokens;
  const char *const *names;
} Reader;

static const TroupePythonToken *
get (const Reader *self, guint at)
{
  return &g_array_index (self->tokens, TroupePythonToken, MIN (at, self->tokens->len - 1));
}

/* Returns the name at @at. (transfer full) (nullable) */
static char *
dup_name (const Reader *self, guint at)
{
  const TroupePythonToken *token = get (self, at);

  return token->type == TROUPE_PYTHON_NAME
             ? g_strndup (self->source + token->start, token->end - token->start)
             : NULL;
}

static gboolean
is_word (const Reader *self, guint at, const char *word)
{
  g_autofree char *name = dup_name (self, at);

  return g_strcmp0 (name, word) == 0;
}

static char *find_in (const Reader *self, const char *name, guint depth);

/* Searches the base classes listed in the class header at @at. @body: (out): the first token
 * after the header */
static char *
find_above (const Reader *self, guint at, guint depth, guint *body)
{
  char *found = NULL;

  for (; get (self, at)->type != TROUPE_PYTHON_NEWLINE && get (self, at)->type != TROUPE_PYTHON_END;
       at++)
    {
      g_autofree char *base = dup_name (self, at);

      if (base != NULL && found == NULL)
        found = find_in (self, base, depth + 1);
    }
  *body = at + 1;
  return found;
}

/* Searches the class @name and its base classes. (transfer full) (nullable) */
static char *
find_in (const Reader *self, const char *name, guint depth)
{
  guint at = 0;
  g_autofree char *above = NULL;
  int indent;

  if (depth < DEEPEST)
    {
      for (guint i = 0; i + 2 < self->tokens->len; i++)
        if (get (self, i)->indent == 0 && is_word (self, i, "class") && is_word (self, i + 1, name))
          {
            at = i + 2;
            break;
          }
    }
  if (at == 0)
    return NULL;
  above = find_above (self, at, depth, &at);
  indent = get (self, at)->indent;
  for (; indent > 0 && get (self, at)->type != TROUPE_PYTHON_END &&
         (get (self, at)->indent < 0 || get (self, at)->indent >= indent);
       at++)
    {
      const guint word = is_word (self, at, "async") ? at + 1 : at;
      g_autofree char *method = get (self, at)->indent == indent && is_word (self, word, "def")
                                    ? dup_name (self, word + 1)
                                    : NULL;

      if (method != NULL && g_strv_contains (self->names, method))
        return g_strdup_printf ("%s.%s()", name, method);
    }
  return g_steal_pointer (&above);
}

char *
troupe_crew_override_find (TroupeCrewOverride override, const char *folder, const char *reference)
{
  const char *dot = NULL;
  g_autofree char *module = NULL;
  g_autofree char *source = NULL;
  g_autoptr (GArray) tokens = NULL;
  Reader reader;
  static const char *const ends[] = { ".py", "/__init__.py" };
  g_autofree char *place = NULL;

  g_return_val_if_fail (override < G_N_ELEMENTS (names), NULL);
  g_return_val_if_fail (folder != NULL && reference != NULL, NULL);

  dot = strrchr (reference, '.');
  if (dot == NULL)
    return NULL;
  module = g_strndup (reference, (gsize) (dot - reference));
  place = g_strdelimit (g_strdup (module), ".", '/');
  for (guint i = 0; i < G_N_ELEMENTS (ends) && source == NULL; i++)
    {
      g_autofree char *file = g_strconcat (place, ends[i], NULL);

      source = troupe_project_file_read (folder, file, LONGEST_SOURCE, NULL, NULL, NULL);
    }
  if (source == NULL)
    return NULL;
  tokens = troupe_python_tokens_new (source);
  reader = (Reader){ source, tokens, names[override] };
  return find_in (&reader, dot + 1, 0);
}
