/* troupe-compare-facts.c: two stored runs as they are read to be compared
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#define G_LOG_DOMAIN "troupe-compare-facts"

#include "config.h"

#include <string.h>

#include "troupe-compare-facts.h"
#include "troupe-flow-document.h"
#include "troupe-flow-renames.h"
#include "troupe-run-comparison.h"
#include "troupe-run-crew.h"

void
troupe_compare_facts_free (TroupeCompareFacts *self)
{
  if (self == NULL)
    return;
  g_clear_pointer (&self->methods, g_ptr_array_unref);
  g_clear_pointer (&self->comparison, troupe_value_unref);
  g_clear_pointer (&self->renames, g_ptr_array_unref);
  g_clear_object (&self->store);
  for (guint i = 0; i < G_N_ELEMENTS (self->runs); i++)
    {
      g_clear_object (&self->traces[i]);
      g_clear_pointer (&self->documents[i], troupe_value_unref);
      g_clear_pointer (&self->runs[i], troupe_history_run_free);
    }
  g_free (self);
}

typedef struct
{
  TroupeHistoryStoreFunc find;
  char *ids[2];
} Reading;

static void
reading_free (gpointer data)
{
  Reading *reading = data;

  g_free (reading->ids[0]);
  g_free (reading->ids[1]);
  g_free (reading);
}

/* Returns the root of the document that the run executed. (transfer full) (nullable) */
static JsonNode *
read_document (const TroupeRunRecord *record)
{
  g_autoptr (TroupeFlowDocument) document =
      record->document != NULL
          ? troupe_flow_document_load_text (record->document, strlen (record->document),
                                            record->name, NULL, NULL)
          : NULL;

  return document != NULL ? json_node_ref (troupe_document_get_root (TROUPE_DOCUMENT (document)))
                          : NULL;
}

/* Returns the scope with the name that the method has in A. @made: (element-type TroupeScope): by the scopes of B, because the
 * events of a scope share it. (transfer none) */
static TroupeScope *
rename_scope (TroupeCompareFacts *self, GHashTable *made, TroupeScope *scope)
{
  TroupeScope *renamed = g_hash_table_lookup (made, scope);
  const char *name =
      troupe_flow_renames_find_name (self->renames, scope->name, TROUPE_FLOW_VERSION_THEIRS,
                                     TROUPE_FLOW_VERSION_MINE);

  if (renamed != NULL || g_strcmp0 (name, scope->name) == 0)
    return renamed;
  renamed = troupe_scope_new_stored (scope->kind, scope->id, scope->parent, scope->path, name);
  g_hash_table_insert (made, troupe_scope_ref (scope), renamed);
  return renamed;
}

/* Gives the events of renamed methods of B the names that they have in A, so that a method is compared with itself. */
static void
rename_events (TroupeCompareFacts *self, GPtrArray *events)
{
  g_autoptr (GHashTable) made =
      g_hash_table_new_full (NULL, NULL, (GDestroyNotify) troupe_scope_unref,
                             (GDestroyNotify) troupe_scope_unref);

  for (guint i = 0; self->renames != NULL && self->renames->len > 0 && i < events->len; i++)
    {
      TroupeEvent *event = g_ptr_array_index (events, i);
      TroupeScope *scope = event->scope != NULL && event->scope->kind == TROUPE_SCOPE_METHOD &&
                                   event->scope->name != NULL
                               ? rename_scope (self, made, event->scope)
                               : NULL;
      TroupeEvent *renamed = NULL;

      if (scope == NULL)
        continue;
      renamed = troupe_event_new (event->type, scope,
                                  event->fields != NULL ? troupe_value_ref (event->fields) : NULL);
      renamed->sequence = event->sequence;
      renamed->trigger = event->trigger;
      renamed->time_us = event->time_us;
      renamed->state = event->state != NULL ? troupe_value_ref (event->state) : NULL;
      g_ptr_array_index (events, i) = renamed;
      troupe_event_unref (event);
    }
}

static void
read_thread (GTask *task, gpointer source, gpointer task_data, GCancellable *cancellable)
{
  const Reading *reading = task_data;
  g_autoptr (TroupeCompareFacts) facts = g_new0 (TroupeCompareFacts, 1);
  GError *error = NULL;
  g_autoptr (JsonNode) first = NULL;
  g_autoptr (JsonNode) second = NULL;
  g_autoptr (JsonNode) renamed = NULL;

  for (guint i = 0; i < G_N_ELEMENTS (facts->runs); i++)
    {
      facts->runs[i] = troupe_history_read_run (reading->find, reading->ids[i], &error);
      if (facts->runs[i] == NULL)
        {
          g_task_return_error (task, error);
          return;
        }
    }
  facts->store = g_object_ref (reading->find ());
  facts->comparison =
      troupe_run_comparison_new (facts->runs[0]->record, facts->runs[0]->times->events,
                                 facts->runs[1]->record, facts->runs[1]->times->events);
  /* Reads both documents, and gives the methods of the second one that were renamed the names
   * of the first one. */
  first = read_document (facts->runs[0]->record);
  second = read_document (facts->runs[1]->record);
  if (first != NULL && second != NULL)
    {
      facts->renames = troupe_flow_renames_find (NULL, first, second);
      renamed = troupe_flow_renames_apply (facts->renames, second, TROUPE_FLOW_VERSION_THEIRS,
                                           TROUPE_FLOW_VERSION_MINE);
    }
  else if (second != NULL)
    renamed = json_node_ref (second);
  facts->documents[0] = first != NULL ? troupe_value_from_node (first) : NULL;
  facts->documents[1] = renamed != NULL ? troupe_value_from_node (renamed) : NULL;
  rename_events (facts, facts->runs[1]->times->events);
  for (guint i = 0; i < G_N_ELEMENTS (facts->runs); i++)
    {
      const TroupeHistoryRun *run = facts->runs[i];
      TroupeTrace *trace = troupe_trace_new ();

      troupe_trace_begin (trace, run->record->started_us);
      troupe_trace_add_events (trace, run->times->events);
      troupe_trace_end (trace, MAX (run->times->end, 1));
      facts->traces[i] = trace;
    }
  facts->methods = troupe_trace_compare (facts->traces[0], facts->traces[1]);
  g_task_return_pointer (task, g_steal_pointer (&facts),
                         (GDestroyNotify) troupe_compare_facts_free);
}

void
troupe_compare_facts_read_async (TroupeHistoryStoreFunc find,
                                 const char *first,
                                 const char *second,
                                 GAsyncReadyCallback callback,
                                 gpointer user_data)
{
  g_autoptr (GTask) task = NULL;
  Reading *reading;

  g_return_if_fail (find != NULL && first != NULL && second != NULL);

  reading = g_new0 (Reading, 1);
  reading->find = find;
  reading->ids[0] = g_strdup (first);
  reading->ids[1] = g_strdup (second);
  task = g_task_new (NULL, NULL, callback, user_data);
  g_task_set_source_tag (task, troupe_compare_facts_read_async);
  g_task_set_task_data (task, reading, reading_free);
  g_task_run_in_thread (task, read_thread);
}

TroupeCompareFacts *
troupe_compare_facts_read_finish (GAsyncResult *result, GError **error)
{
  g_return_val_if_fail (G_IS_TASK (result), NULL);

  return g_task_propagate_pointer (G_TASK (result), error);
}

TroupeValue *
troupe_compare_facts_find_part (const TroupeCompareFacts *self,
                                const TroupeComparedMethod *method,
                                guint side)
{
  TroupeValue *methods = NULL;
  TroupeValue *tasks = NULL;

  g_return_val_if_fail (self != NULL && method != NULL && side < 2, NULL);

  methods = troupe_value_get_member (self->documents[side], "methods");
  if (method->task_number == 0)
    return troupe_value_get_member (methods, method->name);
  tasks = troupe_value_get_member_of (
      troupe_value_get_member (
          troupe_value_get_member (troupe_value_get_member (methods, TROUPE_RUN_CREW_METHOD), "do"),
          "with"),
      "tasks", TROUPE_VALUE_LIST);
  return tasks != NULL && method->task_number <= troupe_value_list_get_length (tasks)
             ? troupe_value_list_get (tasks, method->task_number - 1)
             : NULL;
}

const char *
troupe_compare_facts_get_new_name (const TroupeCompareFacts *self, const char *name)
{
  const char *found;

  g_return_val_if_fail (self != NULL, NULL);

  if (self->renames == NULL || name == NULL)
    return NULL;
  found = troupe_flow_renames_find_name (self->renames, name, TROUPE_FLOW_VERSION_MINE,
                                         TROUPE_FLOW_VERSION_THEIRS);
  return g_strcmp0 (found, name) != 0 ? found : NULL;
}

gboolean
troupe_compare_facts_is_changed (const TroupeCompareFacts *self, const char *name)
{
  g_return_val_if_fail (self != NULL, FALSE);

  for (guint i = 0;
       self->documents[0] != NULL && self->documents[1] != NULL && i < self->methods->len; i++)
    {
      const TroupeComparedMethod *method = g_ptr_array_index (self->methods, i);
      TroupeValue *first = NULL;
      TroupeValue *second = NULL;

      if (g_strcmp0 (method->name, name) != 0)
        continue;
      first = troupe_compare_facts_find_part (self, method, 0);
      second = troupe_compare_facts_find_part (self, method, 1);
      return first == NULL || second == NULL ? first != second
                                             : !troupe_value_equal (first, second);
    }
  return FALSE;
}
