/* troupe-agent-memory-tool.c: tools with which an agent searches and fills its memory
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#define G_LOG_DOMAIN "troupe-agent-memory-tool"

#include "config.h"

#include <glib/gi18n.h>

#include "troupe-agent-memory-tool.h"
#include "troupe-agent-memory.h"
#include "troupe-agent-prompts.h"

/* The wording is that of CrewAI's tools, because agents were written for these tools. */
#define FOUND "Found memories:\n"
#define NOTHING_FOUND "No relevant memories found."

struct _TroupeAgentMemoryTool
{
  TroupeTool parent_instance;

  TroupeAgentMemoryToolKind kind;
  TroupeMemory *memory;
  TroupeScope *scope;        /* (nullable) */
  GCancellable *cancellable; /* (nullable) */
};

G_DEFINE_FINAL_TYPE (TroupeAgentMemoryTool, troupe_agent_memory_tool, TROUPE_TYPE_TOOL)

static const struct
{
  const char *name;
  const char *argument;
  TroupePrompt description;
  TroupePrompt argument_description;
} kinds[] = {
  [TROUPE_AGENT_MEMORY_SEARCH] = { "Search memory", "queries", TROUPE_PROMPT_RECALL_MEMORY,
                                   TROUPE_PROMPT_RECALL_MEMORY_QUERIES },
  [TROUPE_AGENT_MEMORY_SAVE] = { "Save to memory", "contents", TROUPE_PROMPT_SAVE_TO_MEMORY,
                                 TROUPE_PROMPT_SAVE_TO_MEMORY_CONTENTS },
};

/* State of a call. @found: (element-type TroupeMemoryMatch): matches without duplicates; @ids:
 * their ids, used to detect duplicates */
typedef struct
{
  TroupeToolCall *call;
  TroupeMemory *view;
  GStrv texts;
  guint next;
  GPtrArray *found;
  GHashTable *ids;
} Work;

static void
work_free (Work *work)
{
  g_assert (work != NULL);

  troupe_tool_call_unref (work->call);
  g_clear_object (&work->view);
  g_strfreev (work->texts);
  g_ptr_array_unref (work->found);
  g_hash_table_unref (work->ids);
  g_free (work);
}

/* Reads a list of strings, or a single string. Returns NULL if it is neither. (transfer full)
 * (nullable) */
static GStrv
read_texts (TroupeValue *arguments, const char *key)
{
  TroupeValue *value = troupe_value_map_lookup_string (arguments, key, -1);
  g_autoptr (GStrvBuilder) texts = g_strv_builder_new ();

  if (value != NULL && troupe_value_is (value, TROUPE_VALUE_STRING))
    g_strv_builder_add (texts, troupe_value_get_string (value, NULL));
  else if (value == NULL || !troupe_value_is (value, TROUPE_VALUE_LIST))
    return NULL;
  else
    for (gsize i = 0; i < troupe_value_list_get_length (value); i++)
      {
        TroupeValue *item = troupe_value_list_get (value, i);

        if (!troupe_value_is (item, TROUPE_VALUE_STRING))
          return NULL;
        g_strv_builder_add (texts, troupe_value_get_string (item, NULL));
      }

  return g_strv_builder_end (texts);
}

static void
end_with (Work *work, char *text)
{
  troupe_tool_call_end (work->call, troupe_value_take_string (text, -1));
  work_free (work);
}

/* @error: (transfer full) */
static void
fail (Work *work, GError *error)
{
  troupe_tool_call_fail (work->call, error);
  work_free (work);
}

/* --- Searching -------------------------------------------------------------------------------- */

static void search_next (Work *work);

static void
searched_cb (GObject *source, GAsyncResult *result, gpointer user_data)
{
  Work *work = user_data;
  GError *error = NULL;
  g_autoptr (GPtrArray) matches =
      troupe_memory_recall_finish (TROUPE_MEMORY (source), result, &error);

  g_assert (G_IS_ASYNC_RESULT (result));

  if (matches == NULL)
    {
      fail (work, error);
      return;
    }
  while (matches->len > 0)
    {
      TroupeMemoryMatch *match = g_ptr_array_steal_index (matches, 0);

      if (g_hash_table_add (work->ids, g_strdup (match->record->id)))
        g_ptr_array_add (work->found, match);
      else
        troupe_memory_match_free (match);
    }
  search_next (work);
}

static void
search_next (Work *work)
{
  const TroupeMemoryQuery query = { .depth = TROUPE_MEMORY_DEEP,
                                    .limit = TROUPE_MEMORY_TOOL_LIMIT };
  g_autofree char *lines = NULL;

  g_assert (work != NULL);

  if (work->texts[work->next] != NULL)
    {
      troupe_memory_recall_async (work->view, work->texts[work->next++], &query,
                                  troupe_tool_call_get_cancellable (work->call), searched_cb, work);
      return;
    }
  lines = troupe_memory_matches_to_text (work->found);
  end_with (work,
            work->found->len > 0 ? g_strconcat (FOUND, lines, NULL) : g_strdup (NOTHING_FOUND));
}

/* --- Saving ----------------------------------------------------------------------------------- */

static void
saved_cb (GObject *source, GAsyncResult *result, gpointer user_data)
{
  Work *work = user_data;
  GError *error = NULL;
  g_autoptr (GPtrArray) saved =
      troupe_memory_remember_finish (TROUPE_MEMORY (source), result, &error);
  const TroupeMemoryRecord *record = NULL;

  g_assert (G_IS_ASYNC_RESULT (result));

  if (saved == NULL)
    {
      fail (work, error);
      return;
    }
  record = saved->len > 0 ? g_ptr_array_index (saved, 0) : NULL;
  end_with (work, record != NULL ? g_strdup_printf ("Saved to memory (scope=%s, importance=%.1f).",
                                                    record->scope, record->importance)
                                 : g_strdup ("Saved to memory."));
}

/* Ignores the result, because draining the memory waits for saving, and failures are reported as
 * events. */
static void
saved_later_cb (GObject *source, GAsyncResult *result, gpointer user_data)
{
  g_autoptr (GError) error = NULL;
  g_autoptr (GPtrArray) saved =
      troupe_memory_remember_finish (TROUPE_MEMORY (source), result, &error);

  g_assert (G_IS_ASYNC_RESULT (result));

  if (saved == NULL)
    g_debug ("Saving to the memory in the background failed: %s %d",
             g_quark_to_string (error->domain), error->code);
}

static void
save (TroupeAgentMemoryTool *self, Work *work)
{
  const guint n_texts = g_strv_length (work->texts);
  const char *const *texts = (const char *const *) work->texts;

  g_assert (TROUPE_IS_AGENT_MEMORY_TOOL (self));

  if (n_texts == 1)
    {
      troupe_memory_remember_async (work->view, texts, NULL,
                                    troupe_tool_call_get_cancellable (work->call), saved_cb, work);
      return;
    }
  if (n_texts > 1)
    troupe_memory_remember_async (work->view, texts, NULL, self->cancellable, saved_later_cb, NULL);
  end_with (work, g_strdup_printf ("Saving %u items to memory in background.", n_texts));
}

/* --- Tool class ------------------------------------------------------------------------------- */

static void
troupe_agent_memory_tool_call (TroupeTool *tool, TroupeToolCall *call)
{
  TroupeAgentMemoryTool *self = TROUPE_AGENT_MEMORY_TOOL (tool);
  const TroupeToolContext *context = troupe_tool_call_get_context (call);
  g_auto (GStrv) texts =
      read_texts (troupe_tool_call_get_arguments (call), kinds[self->kind].argument);
  Work *work = NULL;

  g_assert (TROUPE_IS_AGENT_MEMORY_TOOL (self));

  if (texts == NULL)
    {
      troupe_tool_call_fail (
          call, g_error_new (TROUPE_TOOL_ERROR, TROUPE_TOOL_ERROR_ARGUMENTS,
                             /* Translators: the name of a tool, and of its argument */
                             _ ("Tool “%s”: the argument “%s” must be a list of strings."),
                             kinds[self->kind].name, kinds[self->kind].argument));
      return;
    }
  work = g_new0 (Work, 1);
  work->call = troupe_tool_call_ref (call);
  work->found = g_ptr_array_new_with_free_func ((GDestroyNotify) troupe_memory_match_free);
  work->ids = g_hash_table_new_full (g_str_hash, g_str_equal, g_free, NULL);
  work->texts = g_steal_pointer (&texts);
  work->view = troupe_agent_memory_make_view (
      self->memory, troupe_tool_context_get_bus (context),
      self->kind == TROUPE_AGENT_MEMORY_SAVE && g_strv_length (work->texts) > 1 ? self->scope
                                                                                : context->scope,
      NULL, NULL);
  if (self->kind == TROUPE_AGENT_MEMORY_SEARCH)
    search_next (work);
  else
    save (self, work);
}

/* Lists no permissions, because the owner of the memory lists the hosts that the memory
 * contacts. */
static void
troupe_agent_memory_tool_list_permissions (TroupeTool *tool, TroupePermissionList *permissions)
{
  g_assert (TROUPE_IS_AGENT_MEMORY_TOOL (tool));
}

static void
troupe_agent_memory_tool_finalize (GObject *object)
{
  TroupeAgentMemoryTool *self = TROUPE_AGENT_MEMORY_TOOL (object);

  g_assert (TROUPE_IS_AGENT_MEMORY_TOOL (self));

  g_clear_object (&self->memory);
  g_clear_pointer (&self->scope, troupe_scope_unref);
  g_clear_object (&self->cancellable);

  G_OBJECT_CLASS (troupe_agent_memory_tool_parent_class)->finalize (object);
}

static void
troupe_agent_memory_tool_class_init (TroupeAgentMemoryToolClass *klass)
{
  TroupeToolClass *tool_class = TROUPE_TOOL_CLASS (klass);

  G_OBJECT_CLASS (klass)->finalize = troupe_agent_memory_tool_finalize;
  tool_class->ends_when_cancelled = TRUE;
  tool_class->list_permissions = troupe_agent_memory_tool_list_permissions;
  tool_class->is_of_run = TRUE;
  tool_class->call = troupe_agent_memory_tool_call;
}

static void
troupe_agent_memory_tool_init (TroupeAgentMemoryTool *self)
{
  g_assert (TROUPE_IS_AGENT_MEMORY_TOOL (self));
}

TroupeTool *
troupe_agent_memory_tool_new (TroupeAgentMemoryToolKind kind,
                              TroupeMemory *memory,
                              TroupeScope *scope,
                              GCancellable *cancellable)
{
  TroupeAgentMemoryTool *self = NULL;
  g_autofree char *text = g_strdup_printf (
      "{\"properties\":{\"%s\":{\"description\":\"%s\",\"items\":{\"type\":\"string\"},"
      "\"type\":\"array\"}},\"required\":[\"%s\"],\"type\":\"object\"}",
      kinds[kind].argument, troupe_prompt_get (kinds[kind].argument_description),
      kinds[kind].argument);
  g_autoptr (TroupeValue) schema = troupe_value_from_json (text, -1, NULL);

  g_return_val_if_fail (TROUPE_IS_MEMORY (memory), NULL);

  self = g_object_new (TROUPE_TYPE_AGENT_MEMORY_TOOL, NULL);
  self->kind = kind;
  self->memory = g_object_ref (memory);
  self->scope = scope != NULL ? troupe_scope_ref (scope) : NULL;
  g_set_object (&self->cancellable, cancellable);
  troupe_tool_set_name (TROUPE_TOOL (self), kinds[kind].name);
  troupe_tool_set_description (TROUPE_TOOL (self), troupe_prompt_get (kinds[kind].description));
  troupe_tool_set_schema (TROUPE_TOOL (self), schema);

  return TROUPE_TOOL (self);
}
