/* troupe-run-knowledge.c: loading of the knowledge sources of a kickoff into the store
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#define G_LOG_DOMAIN "troupe-run-knowledge"

#include "config.h"

#include "troupe-agent-events.h"
#include "troupe-run-knowledge.h"

/* Knowledge to load. @sources: (element-type TroupeKnowledgeSource) */
typedef struct
{
  TroupeKnowledge *knowledge;
  char *collection;
  GPtrArray *sources;
} Loading;

/* @loadings: (element-type Loading) */
struct _TroupeRunKnowledge
{
  TroupeEventBus *bus; /* (nullable) */
  TroupeScope *scope;  /* (nullable) */
  GPtrArray *loadings;
};

/* @next: index of the current loading; @scope: the scope of its events */
typedef struct
{
  TroupeRunKnowledge *self;
  guint next;
  TroupeScope *scope;
} Walk;

static void
loading_free (gpointer data)
{
  Loading *loading = data;

  g_assert (loading != NULL);

  g_clear_object (&loading->knowledge);
  g_free (loading->collection);
  g_ptr_array_unref (loading->sources);
  g_free (loading);
}

TroupeRunKnowledge *
troupe_run_knowledge_new (TroupeEventBus *bus, TroupeScope *scope)
{
  TroupeRunKnowledge *self = g_new0 (TroupeRunKnowledge, 1);

  self->bus = bus != NULL ? troupe_event_bus_ref (bus) : NULL;
  self->scope = scope != NULL ? troupe_scope_ref (scope) : NULL;
  self->loadings = g_ptr_array_new_with_free_func (loading_free);

  return self;
}

void
troupe_run_knowledge_free (TroupeRunKnowledge *self)
{
  g_return_if_fail (self != NULL);

  g_clear_pointer (&self->bus, troupe_event_bus_unref);
  g_clear_pointer (&self->scope, troupe_scope_unref);
  g_ptr_array_unref (self->loadings);
  g_free (self);
}

void
troupe_run_knowledge_add (TroupeRunKnowledge *self,
                          TroupeKnowledge *knowledge,
                          const char *collection,
                          GPtrArray *sources)
{
  Loading *loading = g_new0 (Loading, 1);

  g_return_if_fail (self != NULL);
  g_return_if_fail (TROUPE_IS_KNOWLEDGE (knowledge));

  loading->knowledge = knowledge;
  loading->collection = g_strdup (collection);
  loading->sources = g_ptr_array_ref (sources);
  g_ptr_array_add (self->loadings, loading);
}

/* --- Loading ---------------------------------------------------------------------------------- */

static void
walk_free (gpointer data)
{
  Walk *walk = data;

  g_assert (walk != NULL);

  g_clear_pointer (&walk->scope, troupe_scope_unref);
  g_free (walk);
}

static void
tell_loading (Walk *walk, TroupeEventType type, const char *key, guint number, const GError *error)
{
  const Loading *loading = g_ptr_array_index (walk->self->loadings, walk->next);
  TroupeMapBuilder fields;

  g_assert (walk != NULL);

  if (!troupe_agent_events_are_watched (walk->self->bus))
    return;
  troupe_map_builder_init (&fields);
  troupe_agent_events_add_text (&fields, "collection", loading->collection);
  if (error != NULL)
    troupe_agent_events_add_error (&fields, "file", error);
  else
    troupe_map_builder_add (&fields, key, troupe_value_new_integer (number));
  troupe_agent_events_emit (walk->self->bus, type, walk->scope, &fields);
}

/* Emits a progress event. @done: number of the @n new chunks that are stored */
static void
tell_progress (guint done, guint n, gpointer user_data)
{
  const Walk *walk = user_data;
  TroupeMapBuilder fields;

  g_assert (walk != NULL);

  if (!troupe_agent_events_are_watched (walk->self->bus))
    return;
  troupe_map_builder_init (&fields);
  troupe_map_builder_add (&fields, "done", troupe_value_new_integer (done));
  troupe_map_builder_add (&fields, "pieces", troupe_value_new_integer (n));
  troupe_agent_events_emit (walk->self->bus, TROUPE_EVENT_KNOWLEDGE_LOAD_PROGRESS, walk->scope,
                            &fields);
}

static void
tell_warning (const char *message, gpointer user_data)
{
  const Walk *walk = user_data;
  TroupeMapBuilder fields;

  g_assert (walk != NULL);

  if (!troupe_agent_events_are_watched (walk->self->bus))
    return;
  troupe_map_builder_init (&fields);
  troupe_agent_events_add_text (&fields, "level", "warning");
  troupe_agent_events_add_text (&fields, "message", message);
  troupe_agent_events_emit (walk->self->bus, TROUPE_EVENT_LOG, walk->self->scope, &fields);
}

static void load_next (GTask *task);

static void
loaded_cb (GObject *source, GAsyncResult *result, gpointer user_data)
{
  g_autoptr (GTask) task = user_data;
  Walk *walk = g_task_get_task_data (task);
  GError *error = NULL;
  guint n_embedded = 0;

  g_assert (G_IS_ASYNC_RESULT (result));

  if (!troupe_knowledge_load_finish (TROUPE_KNOWLEDGE (source), result, &n_embedded, &error))
    {
      tell_loading (walk, TROUPE_EVENT_KNOWLEDGE_LOAD_FAILED, NULL, 0, error);
      g_task_return_error (task, error);
      return;
    }
  tell_loading (walk, TROUPE_EVENT_KNOWLEDGE_LOAD_FINISHED, "embedded", n_embedded, NULL);
  walk->next++;
  load_next (task);
}

static void
load_next (GTask *task)
{
  Walk *walk = g_task_get_task_data (task);
  const TroupeKnowledgeWatch watch = { tell_progress, tell_warning, walk };
  const Loading *loading = NULL;

  g_assert (G_IS_TASK (task));

  if (walk->next == walk->self->loadings->len)
    {
      g_task_return_boolean (task, TRUE);
      return;
    }
  loading = g_ptr_array_index (walk->self->loadings, walk->next);
  g_clear_pointer (&walk->scope, troupe_scope_unref);
  walk->scope = troupe_scope_new (TROUPE_SCOPE_KNOWLEDGE, walk->self->scope, NULL, NULL);
  tell_loading (walk, TROUPE_EVENT_KNOWLEDGE_LOAD_STARTED, "sources", loading->sources->len, NULL);
  troupe_knowledge_load_async (loading->knowledge, loading->sources, &watch,
                               g_task_get_cancellable (task), loaded_cb, g_object_ref (task));
}

void
troupe_run_knowledge_load_async (TroupeRunKnowledge *self,
                                 GCancellable *cancellable,
                                 GAsyncReadyCallback callback,
                                 gpointer user_data)
{
  g_autoptr (GTask) task = NULL;
  Walk *walk = g_new0 (Walk, 1);

  g_return_if_fail (self != NULL);

  task = g_task_new (NULL, cancellable, callback, user_data);
  g_task_set_source_tag (task, troupe_run_knowledge_load_async);
  walk->self = self;
  g_task_set_task_data (task, walk, walk_free);
  load_next (task);
}

gboolean
troupe_run_knowledge_load_finish (GAsyncResult *result, GError **error)
{
  g_return_val_if_fail (g_task_is_valid (result, NULL), FALSE);

  return g_task_propagate_boolean (G_TASK (result), error);
}
