/* troupe-compare-facts.c: two stored runs as they are read to be compared
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#define G_LOG_DOMAIN "troupe-compare-facts"

#include "config.h"

#include <string.h>

#include "troupe-compare-facts.h"
#include "troupe-flow-document.h"
#include "troupe-run-comparison.h"
#include "troupe-run-crew.h"

void
troupe_compare_facts_free (TroupeCompareFacts *self)
{
  if (self == NULL)
    return;
  g_clear_pointer (&self->methods, g_ptr_array_unref);
  g_clear_pointer (&self->comparison, troupe_value_unref);
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

static TroupeTrace *
make_trace (const TroupeHistoryRun *run)
{
  TroupeTrace *trace = troupe_trace_new ();

  troupe_trace_begin (trace, run->record->started_us);
  troupe_trace_add_events (trace, run->times->events);
  troupe_trace_end (trace, MAX (run->times->end, 1));
  return trace;
}

/* Returns the document that the run executed. (transfer full) (nullable) */
static TroupeValue *
make_document (const TroupeRunRecord *record)
{
  g_autoptr (TroupeFlowDocument) document =
      record->document != NULL
          ? troupe_flow_document_load_text (record->document, strlen (record->document),
                                            record->name, NULL, NULL)
          : NULL;

  return document != NULL
             ? troupe_value_from_node (troupe_document_get_root (TROUPE_DOCUMENT (document)))
             : NULL;
}

static void
read_thread (GTask *task, gpointer source, gpointer task_data, GCancellable *cancellable)
{
  const Reading *reading = task_data;
  g_autoptr (TroupeCompareFacts) facts = g_new0 (TroupeCompareFacts, 1);
  GError *error = NULL;

  for (guint i = 0; i < G_N_ELEMENTS (facts->runs); i++)
    {
      facts->runs[i] = troupe_history_read_run (reading->find, reading->ids[i], &error);
      if (facts->runs[i] == NULL)
        {
          g_task_return_error (task, error);
          return;
        }
      facts->traces[i] = make_trace (facts->runs[i]);
      facts->documents[i] = make_document (facts->runs[i]->record);
    }
  facts->methods = troupe_trace_compare (facts->traces[0], facts->traces[1]);
  facts->comparison =
      troupe_run_comparison_new (facts->runs[0]->record, facts->runs[0]->times->events,
                                 facts->runs[1]->record, facts->runs[1]->times->events);
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
