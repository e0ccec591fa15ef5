/* troupe-agent-memory.c: memory and knowledge of an executing agent
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#define G_LOG_DOMAIN "troupe-agent-memory"

#include "config.h"

#include "troupe-agent-events.h"
#include "troupe-agent-memory-model.h"
#include "troupe-agent-memory-tool.h"
#include "troupe-agent-memory.h"
#include "troupe-agent-prompts.h"
#include "troupe-steps.h"

/* CrewAI's heading for recalled memories. */
#define HEAD "Relevant memories:\n"

/* A knowledge source. */
typedef struct
{
  TroupeKnowledge *knowledge;
  guint limit;
  double threshold;
} Source;

struct _TroupeAgentMemory
{
  grefcount ref_count;
  TroupeEventBus *bus;
  TroupeScope *scope;
  GCancellable *cancellable;
  TroupeMemory *memory;
  char *below;
  GArray *sources; /* (element-type Source) */
};

static void
source_clear (gpointer data)
{
  Source *source = data;

  g_assert (source != NULL);

  g_clear_object (&source->knowledge);
}

TroupeAgentMemory *
troupe_agent_memory_new (TroupeEventBus *bus, TroupeScope *scope, GCancellable *cancellable)
{
  TroupeAgentMemory *self = g_new0 (TroupeAgentMemory, 1);

  g_ref_count_init (&self->ref_count);
  self->bus = bus != NULL ? troupe_event_bus_ref (bus) : NULL;
  self->scope = scope != NULL ? troupe_scope_ref (scope) : NULL;
  g_set_object (&self->cancellable, cancellable);
  self->sources = g_array_new (FALSE, FALSE, sizeof (Source));
  g_array_set_clear_func (self->sources, source_clear);

  return self;
}

TroupeAgentMemory *
troupe_agent_memory_ref (TroupeAgentMemory *self)
{
  g_return_val_if_fail (self != NULL, NULL);

  g_ref_count_inc (&self->ref_count);

  return self;
}

void
troupe_agent_memory_unref (TroupeAgentMemory *self)
{
  g_return_if_fail (self != NULL);

  if (!g_ref_count_dec (&self->ref_count))
    return;
  g_clear_pointer (&self->bus, troupe_event_bus_unref);
  g_clear_pointer (&self->scope, troupe_scope_unref);
  g_clear_object (&self->cancellable);
  g_clear_object (&self->memory);
  g_free (self->below);
  g_array_unref (self->sources);
  g_free (self);
}

void
troupe_agent_memory_set (TroupeAgentMemory *self, TroupeMemory *memory, const char *below)
{
  g_return_if_fail (self != NULL && TROUPE_IS_MEMORY (memory));

  g_set_object (&self->memory, memory);
  g_free (self->below);
  self->below = g_strdup (below);
}

void
troupe_agent_memory_add_knowledge (TroupeAgentMemory *self,
                                   TroupeKnowledge *knowledge,
                                   guint limit,
                                   double threshold)
{
  const Source source = { knowledge, limit, threshold };

  g_return_if_fail (self != NULL && TROUPE_IS_KNOWLEDGE (knowledge));

  g_object_ref (knowledge);
  g_array_append_val (self->sources, source);
}

GPtrArray *
troupe_agent_memory_make_tools (TroupeAgentMemory *self)
{
  GPtrArray *tools = g_ptr_array_new_with_free_func (g_object_unref);

  g_return_val_if_fail (self != NULL, tools);

  if (self->memory == NULL)
    return tools;
  g_ptr_array_add (tools, troupe_agent_memory_tool_new (TROUPE_AGENT_MEMORY_SEARCH, self->memory,
                                                        self->scope, self->cancellable));
  if (!troupe_memory_is_read_only (self->memory))
    g_ptr_array_add (tools, troupe_agent_memory_tool_new (TROUPE_AGENT_MEMORY_SAVE, self->memory,
                                                          self->scope, self->cancellable));

  return tools;
}

/* --- Events of the memory --------------------------------------------------------------------- */

/* @open: open scopes by operation */
typedef struct
{
  TroupeEventBus *bus;
  TroupeScope *scope;
  char *role;
  GHashTable *open;
} View;

static void
view_free (gpointer data)
{
  View *view = data;

  g_assert (view != NULL);

  troupe_event_bus_unref (view->bus);
  g_clear_pointer (&view->scope, troupe_scope_unref);
  g_free (view->role);
  g_hash_table_unref (view->open);
  g_free (view);
}

static void
add_number (TroupeMapBuilder *fields, const char *key, gint64 number)
{
  troupe_map_builder_add (fields, key, troupe_value_new_integer (number));
}

static void
report_cb (const TroupeMemoryReport *report, gpointer user_data)
{
  static const TroupeEventType types[] = {
    [TROUPE_MEMORY_SAVE_STARTED] = TROUPE_EVENT_MEMORY_SAVE_STARTED,
    [TROUPE_MEMORY_SAVE_COMPLETED] = TROUPE_EVENT_MEMORY_SAVE_FINISHED,
    [TROUPE_MEMORY_SAVE_FAILED] = TROUPE_EVENT_MEMORY_SAVE_FAILED,
    [TROUPE_MEMORY_QUERY_STARTED] = TROUPE_EVENT_MEMORY_QUERY_STARTED,
    [TROUPE_MEMORY_QUERY_COMPLETED] = TROUPE_EVENT_MEMORY_QUERY_FINISHED,
    [TROUPE_MEMORY_QUERY_FAILED] = TROUPE_EVENT_MEMORY_QUERY_FAILED,
  };
  View *view = user_data;
  const gboolean is_save = report->moment <= TROUPE_MEMORY_SAVE_FAILED;
  const gboolean is_start =
      report->moment == TROUPE_MEMORY_SAVE_STARTED || report->moment == TROUPE_MEMORY_QUERY_STARTED;
  g_autoptr (TroupeScope) scope = NULL;
  TroupeMapBuilder fields;

  g_assert (view != NULL);

  if (!troupe_agent_events_are_watched (view->bus))
    return;
  if (is_start)
    {
      scope = troupe_scope_new (TROUPE_SCOPE_MEMORY, view->scope, NULL, NULL);
      g_hash_table_insert (view->open, GUINT_TO_POINTER ((guint) report->operation),
                           troupe_scope_ref (scope));
    }
  else
    g_hash_table_steal_extended (view->open, GUINT_TO_POINTER ((guint) report->operation), NULL,
                                 (gpointer *) &scope);
  if (scope == NULL)
    return;
  /* CrewAI sets the agent only in the event for finished saving. */
  troupe_agent_events_begin (&fields,
                             report->moment == TROUPE_MEMORY_SAVE_COMPLETED ? view->role : NULL);
  troupe_agent_events_add_text (&fields, "value", report->value);
  troupe_agent_events_add_text (&fields, "query", report->query);
  if (report->query != NULL)
    add_number (&fields, "limit", report->limit);
  if (!is_start)
    {
      if (report->error == NULL)
        add_number (&fields, is_save ? "saved" : "results", report->n);
      else
        troupe_agent_events_add_error (&fields, "provider", report->error);
      add_number (&fields, is_save ? "save_time_ms" : "query_time_ms", report->elapsed_us / 1000);
    }
  troupe_agent_events_emit (view->bus, types[report->moment], scope, &fields);
}

TroupeMemory *
troupe_agent_memory_make_view (TroupeMemory *memory,
                               TroupeEventBus *bus,
                               TroupeScope *scope,
                               const char *role,
                               const char *below)
{
  TroupeMemory *made = NULL;
  View *view = NULL;

  g_return_val_if_fail (TROUPE_IS_MEMORY (memory), NULL);

  made = below != NULL && troupe_memory_get_root (memory) != NULL
             ? troupe_memory_new_below (memory, below)
             : troupe_memory_new_view (memory);
  if (bus == NULL)
    return made;
  view = g_new0 (View, 1);
  view->bus = troupe_event_bus_ref (bus);
  view->scope = scope != NULL ? troupe_scope_ref (scope) : NULL;
  view->role = g_strdup (role);
  view->open = g_hash_table_new_full (NULL, NULL, NULL, (GDestroyNotify) troupe_scope_unref);
  troupe_memory_set_report_func (made, report_cb, view, view_free);

  return made;
}

/* --- Before the execution --------------------------------------------------------------------- */

/* @recalled: text about memories for the prompt; @known: text about knowledge for the prompt;
 *   @opened: scope of the current events, which began at @begun_us; @next: index of the source
 *   to search next with the query @wanted (nullable) */
typedef struct
{
  GTask *task; /* owns this struct */
  TroupeSteps *steps;
  TroupeAgentMemory *self;
  TroupeAgentDefinition *agent;
  TroupeLlmClient *client;
  TroupeAgentShared *shared;
  char *role;
  char *title;
  char *query;
  char *prompt;
  guint limit;
  TroupeScope *scope;
  TroupeLlmUsage *usage;
  TroupeAgentHooks hooks;
  TroupeScope *opened;
  gint64 begun_us;
  GString *recalled;
  GString *known;
  char *wanted;
  guint next;
} Preparing;

static void
preparing_free (gpointer data)
{
  Preparing *preparing = data;

  g_assert (preparing != NULL);

  troupe_steps_free (preparing->steps);
  troupe_agent_memory_unref (preparing->self);
  troupe_agent_definition_unref (preparing->agent);
  g_clear_object (&preparing->client);
  g_clear_pointer (&preparing->shared, troupe_agent_shared_unref);
  g_free (preparing->role);
  g_free (preparing->title);
  g_free (preparing->query);
  g_free (preparing->prompt);
  g_clear_pointer (&preparing->scope, troupe_scope_unref);
  g_clear_pointer (&preparing->opened, troupe_scope_unref);
  g_string_free (preparing->recalled, TRUE);
  g_string_free (preparing->known, TRUE);
  g_free (preparing->wanted);
  g_free (preparing);
}

/* @key, @text: (nullable): an additional field of the event; @error: (nullable) */
static void
tell (Preparing *preparing,
      TroupeEventType type,
      const char *key,
      const char *text,
      const GError *error)
{
  TroupeMapBuilder fields;

  if (!troupe_agent_events_are_watched (preparing->self->bus))
    return;
  troupe_agent_events_begin (&fields, preparing->role);
  troupe_agent_events_add_text (&fields, "task_name", preparing->title);
  if (key != NULL)
    troupe_agent_events_add_text (&fields, key, text);
  if (error != NULL)
    troupe_agent_events_add_error (&fields, "provider", error);
  if (type == TROUPE_EVENT_RETRIEVAL_FINISHED)
    add_number (&fields, "retrieval_time_ms",
                (g_get_monotonic_time () - preparing->begun_us) / 1000);
  if (type == TROUPE_EVENT_KNOWLEDGE_SEARCH_FINISHED)
    troupe_agent_events_add_text (&fields, "retrieved_knowledge", preparing->known->str);
  troupe_agent_events_emit (preparing->self->bus, type, preparing->opened, &fields);
}

static void
open_scope (Preparing *preparing, TroupeScopeKind kind)
{
  g_assert (preparing != NULL);

  g_clear_pointer (&preparing->opened, troupe_scope_unref);
  preparing->opened = troupe_scope_new (kind, preparing->scope, NULL, NULL);
  preparing->begun_us = g_get_monotonic_time ();
}

/* Continues after a search that may have failed, which does not end the execution of the agent. */
static void
continue_unless_cancelled (Preparing *preparing)
{
  GTask *task = preparing->task;

  if (g_task_return_error_if_cancelled (task))
    g_object_unref (task);
  else
    troupe_steps_continue (preparing->steps);
}

static void
recalled_cb (GObject *source, GAsyncResult *result, gpointer user_data)
{
  Preparing *preparing = user_data;
  g_autoptr (GError) error = NULL;
  g_autoptr (GPtrArray) matches =
      troupe_memory_recall_finish (TROUPE_MEMORY (source), result, &error);
  g_autofree char *lines = NULL;

  g_assert (G_IS_ASYNC_RESULT (result));

  if (matches == NULL)
    tell (preparing, TROUPE_EVENT_RETRIEVAL_FAILED, NULL, NULL, error);
  else
    {
      lines = troupe_memory_matches_to_text (matches);
      tell (preparing, TROUPE_EVENT_RETRIEVAL_FINISHED, "memory_content", lines, NULL);
    }
  if (lines != NULL && *lines != '\0')
    {
      g_autofree char *whole = g_strconcat (HEAD, lines, NULL);
      g_autofree char *block = troupe_prompt_fill (TROUPE_PROMPT_MEMORY, "memory", whole, NULL);

      g_string_assign (preparing->recalled, block);
    }
  if (matches != NULL)
    troupe_steps_continue (preparing->steps);
  else
    continue_unless_cancelled (preparing);
}

static TroupeStepResult
recall (gpointer data)
{
  Preparing *preparing = data;
  const TroupeMemoryQuery query = { .depth = TROUPE_MEMORY_DEEP, .limit = preparing->limit };
  g_autoptr (TroupeMemory) view = NULL;

  if (preparing->self->memory == NULL)
    return TROUPE_STEP_DONE;
  open_scope (preparing, TROUPE_SCOPE_MEMORY);
  tell (preparing, TROUPE_EVENT_RETRIEVAL_STARTED, NULL, NULL, NULL);
  view = troupe_agent_memory_make_view (preparing->self->memory, preparing->self->bus,
                                        preparing->opened, NULL, NULL);
  troupe_memory_recall_async (view, preparing->query, &query,
                              g_task_get_cancellable (preparing->task), recalled_cb, preparing);
  return TROUPE_STEP_PENDING;
}

static void
asked_cb (GObject *source, GAsyncResult *result, gpointer user_data)
{
  Preparing *preparing = user_data;
  g_autoptr (GError) error = NULL;

  g_assert (G_IS_ASYNC_RESULT (result));

  preparing->wanted = troupe_knowledge_ask_finish (TROUPE_MEMORY_MODEL (source), result, &error);
  if (preparing->wanted == NULL)
    {
      tell (preparing, TROUPE_EVENT_KNOWLEDGE_QUERY_FAILED, NULL, NULL, error);
      continue_unless_cancelled (preparing);
      return;
    }
  tell (preparing, TROUPE_EVENT_KNOWLEDGE_QUERY_FINISHED, "query", preparing->prompt, NULL);
  if (*preparing->wanted == '\0')
    preparing->next = preparing->self->sources->len;
  troupe_steps_continue (preparing->steps);
}

/* Asks the agent's model for the query with which the knowledge is searched. */
static TroupeStepResult
ask_query (gpointer data)
{
  Preparing *preparing = data;
  g_autoptr (TroupeMemoryModel) model = NULL;

  if (preparing->self->sources->len == 0)
    return TROUPE_STEP_DONE;
  open_scope (preparing, TROUPE_SCOPE_KNOWLEDGE);
  tell (preparing, TROUPE_EVENT_KNOWLEDGE_SEARCH_STARTED, NULL, NULL, NULL);
  if (preparing->recalled->len > 0)
    {
      g_autofree char *before = g_steal_pointer (&preparing->prompt);

      preparing->prompt = g_strconcat (before, preparing->recalled->str, NULL);
    }
  tell (preparing, TROUPE_EVENT_KNOWLEDGE_QUERY_STARTED, "task_prompt", preparing->prompt, NULL);
  model = troupe_agent_memory_model_new (preparing->client, preparing->self->bus, preparing->opened,
                                         troupe_agent_definition_get_model (preparing->agent),
                                         troupe_agent_definition_get_settings (preparing->agent),
                                         preparing->shared, preparing->usage);
  troupe_agent_memory_model_set_hooks (model, &preparing->hooks);
  troupe_knowledge_ask_async (model, preparing->prompt, g_task_get_cancellable (preparing->task),
                              asked_cb, preparing);
  return TROUPE_STEP_PENDING;
}

static void
found_cb (GObject *source, GAsyncResult *result, gpointer user_data)
{
  Preparing *preparing = user_data;
  g_autoptr (GError) error = NULL;
  g_auto (GStrv) chunks = troupe_knowledge_query_finish (TROUPE_KNOWLEDGE (source), result, &error);
  g_autofree char *text = NULL;

  g_assert (G_IS_ASYNC_RESULT (result));

  if (chunks == NULL)
    {
      tell (preparing, TROUPE_EVENT_KNOWLEDGE_SEARCH_FAILED, "query", preparing->wanted, error);
      continue_unless_cancelled (preparing);
      return;
    }
  text = troupe_knowledge_to_text ((const char *const *) chunks);
  if (text != NULL)
    g_string_append (preparing->known, text);
  troupe_steps_repeat (preparing->steps);
}

/* Searches one source after the other. */
static TroupeStepResult
search_knowledge (gpointer data)
{
  Preparing *preparing = data;
  GArray *sources = preparing->self->sources;
  const Source *source = NULL;

  if (preparing->wanted == NULL)
    return TROUPE_STEP_DONE;
  if (preparing->next == sources->len)
    {
      tell (preparing, TROUPE_EVENT_KNOWLEDGE_SEARCH_FINISHED, "query", preparing->wanted, NULL);
      return TROUPE_STEP_DONE;
    }
  source = &g_array_index (sources, Source, preparing->next++);
  troupe_knowledge_query_async (source->knowledge, preparing->wanted, source->limit,
                                source->threshold, g_task_get_cancellable (preparing->task),
                                found_cb, preparing);
  return TROUPE_STEP_PENDING;
}

static TroupeStepResult
return_text (gpointer data)
{
  Preparing *preparing = data;
  GTask *task = preparing->task;
  GString *text = g_string_new (preparing->recalled->str);

  if (preparing->known->len > 0)
    g_string_append_printf (text, "\n\n%s", preparing->known->str);
  g_task_return_pointer (task, g_string_free (text, FALSE), g_free);
  g_object_unref (task);
  return TROUPE_STEP_END;
}

static const TroupeStep steps[] = {
  { "recall", recall },
  { "ask query", ask_query },
  { "search knowledge", search_knowledge }, /* repeated for each source */
  { "return text", return_text },
  { NULL, NULL },
};

void
troupe_agent_memory_prepare_async (TroupeAgentMemory *self,
                                   const TroupeAgentMemoryWork *work,
                                   GCancellable *cancellable,
                                   GAsyncReadyCallback callback,
                                   gpointer user_data)
{
  Preparing *preparing = NULL;

  g_return_if_fail (self != NULL && work != NULL);
  g_return_if_fail (work->query != NULL && work->prompt != NULL);

  preparing = g_new0 (Preparing, 1);
  preparing->task = g_task_new (NULL, cancellable, callback, user_data);
  g_task_set_source_tag (preparing->task, troupe_agent_memory_prepare_async);
  g_task_set_task_data (preparing->task, preparing, preparing_free);
  preparing->steps = troupe_steps_new (steps, preparing);
  preparing->self = troupe_agent_memory_ref (self);
  preparing->agent = troupe_agent_definition_ref (work->agent);
  preparing->client = g_object_ref (work->client);
  preparing->shared = work->shared != NULL ? troupe_agent_shared_ref (work->shared) : NULL;
  preparing->role = g_strdup (troupe_agent_definition_get_role (work->agent));
  preparing->title = g_strdup (work->title);
  preparing->query = g_strdup (work->query);
  preparing->prompt = g_strdup (work->prompt);
  preparing->limit = work->limit;
  preparing->scope = work->scope != NULL ? troupe_scope_ref (work->scope) : NULL;
  preparing->usage = work->usage;
  preparing->hooks = work->hooks;
  preparing->recalled = g_string_new (NULL);
  preparing->known = g_string_new (NULL);
  troupe_steps_start (preparing->steps);
}

char *
troupe_agent_memory_prepare_finish (GAsyncResult *result, GError **error)
{
  g_return_val_if_fail (g_task_is_valid (result, NULL), NULL);

  return g_task_propagate_pointer (G_TASK (result), error);
}

/* --- After the execution ---------------------------------------------------------------------- */

/* An extraction of memories. @view: the view with which they are saved */
typedef struct
{
  TroupeAgentMemory *self;
  TroupeMemory *view;
} Learning;

static void
learning_free (gpointer data)
{
  Learning *learning = data;

  g_assert (learning != NULL);

  g_clear_object (&learning->view);
  troupe_agent_memory_unref (learning->self);
  g_free (learning);
}

/* Ignores the result, because draining the memory waits for saving, and failures are reported as
 * events. */
static void
saved_cb (GObject *source, GAsyncResult *result, gpointer user_data)
{
  g_autoptr (GError) error = NULL;
  g_autoptr (GPtrArray) saved =
      troupe_memory_remember_finish (TROUPE_MEMORY (source), result, &error);

  g_assert (G_IS_ASYNC_RESULT (result));

  if (saved == NULL)
    g_debug ("Saving extracted memories failed: %s %d", g_quark_to_string (error->domain),
             error->code);
}

static void
extracted_cb (GObject *source, GAsyncResult *result, gpointer user_data)
{
  g_autoptr (GTask) task = user_data;
  Learning *learning = g_task_get_task_data (task);
  g_autoptr (GError) error = NULL;
  g_auto (GStrv) contents = troupe_memory_extract_finish (TROUPE_MEMORY (source), result, &error);

  g_assert (G_IS_ASYNC_RESULT (result));

  if (contents != NULL && contents[0] != NULL)
    troupe_memory_remember_async (learning->view, (const char *const *) contents, NULL,
                                  learning->self->cancellable, saved_cb, NULL);
  g_task_return_boolean (task, TRUE);
}

void
troupe_agent_memory_learn_async (TroupeAgentMemory *self,
                                 const char *role,
                                 const char *text,
                                 GCancellable *cancellable,
                                 GAsyncReadyCallback callback,
                                 gpointer user_data)
{
  g_autoptr (GTask) task = NULL;
  Learning *learning = NULL;

  g_return_if_fail (self != NULL && text != NULL);

  task = g_task_new (NULL, cancellable, callback, user_data);
  g_task_set_source_tag (task, troupe_agent_memory_learn_async);
  g_task_set_check_cancellable (task, FALSE);
  if (self->memory == NULL || troupe_memory_is_read_only (self->memory))
    {
      g_task_return_boolean (task, TRUE);
      return;
    }
  learning = g_new0 (Learning, 1);
  learning->self = troupe_agent_memory_ref (self);
  learning->view =
      troupe_agent_memory_make_view (self->memory, self->bus, self->scope, role, self->below);
  g_task_set_task_data (task, learning, learning_free);
  troupe_memory_extract_async (learning->view, text, cancellable, extracted_cb,
                               g_object_ref (task));
}

void
troupe_agent_memory_learn_finish (GAsyncResult *result)
{
  g_return_if_fail (g_task_is_valid (result, NULL));

  (void) g_task_propagate_boolean (G_TASK (result), NULL);
}
