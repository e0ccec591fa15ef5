/* troupe-history-work.c: what the history does with stored runs on other threads
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#define G_LOG_DOMAIN "troupe-history-work"

#include "config.h"

#include <glib/gi18n.h>
#include <string.h>

#include "troupe-file.h"
#include "troupe-history-work.h"
#include "troupe-run-recording.h"

void
troupe_history_facts_free (TroupeHistoryFacts *self)
{
  if (self == NULL)
    return;
  g_clear_object (&self->store);
  g_clear_pointer (&self->requests, g_ptr_array_unref);
  g_clear_pointer (&self->waiting, g_ptr_array_unref);
  g_free (self);
}

/* The task data of all functions of this file. @store, @id, @path: (nullable) */
typedef struct
{
  TroupeHistoryStoreFunc find;
  TroupeRunFilter filter;
  TroupeStore *store;
  char *id;
  char *path;
  GStrv ids;
} Work;

static Work *
work_new (TroupeStore *store, const char *id)
{
  Work *work = g_new0 (Work, 1);

  work->store = store != NULL ? g_object_ref (store) : NULL;
  work->id = g_strdup (id);
  return work;
}

static void
work_free (gpointer data)
{
  Work *work = data;

  g_free ((char *) work->filter.path);
  g_free ((char *) work->filter.words);
  g_strfreev ((GStrv) work->filter.ids);
  g_clear_object (&work->store);
  g_free (work->id);
  g_free (work->path);
  g_strfreev (work->ids);
  g_free (work);
}

/* @work: (transfer full) */
static void
start (Work *work,
       GTaskThreadFunc func,
       GCancellable *cancellable,
       GAsyncReadyCallback callback,
       gpointer user_data)
{
  g_autoptr (GTask) task = g_task_new (NULL, cancellable, callback, user_data);

  g_task_set_source_tag (task, start);
  g_task_set_task_data (task, work, work_free);
  g_task_run_in_thread (task, func);
}

/* --- Facts ------------------------------------------------------------------------------------ */

/* Reads the runs that wait for the user. A run that was deleted meanwhile is left out, and so is one
 * that was stopped: it can be resumed, but the user has already decided that it waits no longer. */
static gboolean
read_waiting (TroupeHistoryFacts *facts, GError **error)
{
  g_autoptr (GPtrArray) requests = troupe_store_list_requests (facts->store, NULL, error);

  if (requests == NULL)
    return FALSE;
  facts->requests = g_ptr_array_new_with_free_func ((GDestroyNotify) troupe_run_request_free);
  facts->waiting = g_ptr_array_new_with_free_func ((GDestroyNotify) troupe_run_summary_free);
  for (guint i = 0; i < requests->len; i++)
    {
      const TroupeRunRequest *request = g_ptr_array_index (requests, i);
      TroupeRunSummary *summary = troupe_store_get_summary (facts->store, request->run_id, NULL);

      if (summary == NULL)
        continue;
      if (summary->record->status != TROUPE_RUN_STATUS_PAUSED &&
          summary->record->status != TROUPE_RUN_STATUS_INTERRUPTED)
        {
          troupe_run_summary_free (summary);
          continue;
        }
      g_ptr_array_add (facts->requests, troupe_run_request_copy (request));
      g_ptr_array_add (facts->waiting, summary);
    }
  return TRUE;
}

/* Returns TRUE if there are saved runs, whether they can be read or not. */
static gboolean
is_stored (void)
{
  g_autofree char *folder = troupe_store_get_default_folder ();
  g_autofree char *file = g_build_filename (folder, "runs.db", NULL);

  return g_file_test (file, G_FILE_TEST_EXISTS);
}

static void
facts_thread (GTask *task, gpointer source, gpointer task_data, GCancellable *cancellable)
{
  const Work *work = task_data;
  g_autoptr (TroupeHistoryFacts) facts = g_new0 (TroupeHistoryFacts, 1);
  TroupeStore *store = work->find ();
  GError *error = NULL;

  if (store != NULL)
    {
      facts->store = g_object_ref (store);
      facts->n_runs = troupe_store_count_runs (store, &work->filter, &error);
    }
  else if (is_stored ())
    {
      g_set_error_literal (&error, G_IO_ERROR, G_IO_ERROR_FAILED,
                           _ ("The saved runs could not be read. The message above the document "
                              "says why."));
    }
  if (store != NULL && error == NULL)
    read_waiting (facts, &error);
  if (error != NULL)
    g_task_return_error (task, error);
  else
    g_task_return_pointer (task, g_steal_pointer (&facts),
                           (GDestroyNotify) troupe_history_facts_free);
}

void
troupe_history_read_facts_async (TroupeHistoryStoreFunc find,
                                 const TroupeRunFilter *filter,
                                 GCancellable *cancellable,
                                 GAsyncReadyCallback callback,
                                 gpointer user_data)
{
  Work *work = work_new (NULL, NULL);

  g_return_if_fail (find != NULL && filter != NULL);

  work->find = find;
  work->filter = *filter;
  work->filter.path = g_strdup (filter->path);
  work->filter.words = g_strdup (filter->words);
  work->filter.ids = (const char *const *) g_strdupv ((GStrv) filter->ids);
  start (work, facts_thread, cancellable, callback, user_data);
}

TroupeHistoryFacts *
troupe_history_read_facts_finish (GAsyncResult *result, GError **error)
{
  g_return_val_if_fail (G_IS_TASK (result), NULL);

  return g_task_propagate_pointer (G_TASK (result), error);
}

/* --- A run ------------------------------------------------------------------------------------ */

void
troupe_history_run_free (TroupeHistoryRun *self)
{
  if (self == NULL)
    return;
  g_clear_pointer (&self->summary, troupe_run_summary_free);
  g_clear_pointer (&self->record, troupe_run_record_free);
  g_clear_pointer (&self->times, troupe_run_times_free);
  g_clear_pointer (&self->bookmarks, g_array_unref);
  g_free (self);
}

TroupeHistoryRun *
troupe_history_read_run (TroupeHistoryStoreFunc find, const char *run_id, GError **error)
{
  g_autoptr (TroupeHistoryRun) run = g_new0 (TroupeHistoryRun, 1);
  g_autoptr (GPtrArray) events = NULL;
  TroupeStore *store;

  g_return_val_if_fail (find != NULL && run_id != NULL, NULL);

  store = find ();
  if (store == NULL)
    {
      g_set_error (error, G_IO_ERROR, G_IO_ERROR_NOT_FOUND, _ ("The run %s is no longer saved."),
                   run_id);
      return NULL;
    }
  run->summary = troupe_store_get_summary (store, run_id, error);
  if (run->summary != NULL)
    run->record = troupe_store_get_run (store, run_id, error);
  if (run->record != NULL)
    events = troupe_store_get_events (store, run_id, error);
  if (events != NULL)
    run->bookmarks = troupe_store_list_bookmarks (store, run_id, error);
  if (run->bookmarks == NULL)
    return NULL;
  run->times = troupe_run_times_new (events, run->record->started_us, run->record->elapsed_us);
  return g_steal_pointer (&run);
}

static void
run_thread (GTask *task, gpointer source, gpointer task_data, GCancellable *cancellable)
{
  const Work *work = task_data;
  GError *error = NULL;
  TroupeHistoryRun *run = troupe_history_read_run (work->find, work->id, &error);

  if (run != NULL)
    g_task_return_pointer (task, run, (GDestroyNotify) troupe_history_run_free);
  else
    g_task_return_error (task, error);
}

void
troupe_history_read_run_async (TroupeHistoryStoreFunc find,
                               const char *run_id,
                               GAsyncReadyCallback callback,
                               gpointer user_data)
{
  Work *work;

  g_return_if_fail (find != NULL && run_id != NULL);

  work = work_new (NULL, run_id);
  work->find = find;
  start (work, run_thread, NULL, callback, user_data);
}

TroupeHistoryRun *
troupe_history_read_run_finish (GAsyncResult *result, GError **error)
{
  g_return_val_if_fail (G_IS_TASK (result), NULL);

  return g_task_propagate_pointer (G_TASK (result), error);
}

/* --- Deleting --------------------------------------------------------------------------------- */

static void
delete_thread (GTask *task, gpointer source, gpointer task_data, GCancellable *cancellable)
{
  const Work *work = task_data;
  g_autoptr (GError) error = NULL;

  if (!troupe_store_delete_runs (work->store, (const char *const *) work->ids, &error))
    g_warning ("Runs could not be deleted: %s", error->message);
  g_task_return_boolean (task, TRUE);
}

void
troupe_history_delete (TroupeStore *store, const char *const *run_ids)
{
  Work *work;

  g_return_if_fail (TROUPE_IS_STORE (store));
  g_return_if_fail (run_ids != NULL);

  work = work_new (store, NULL);
  work->ids = g_strdupv ((GStrv) run_ids);
  start (work, delete_thread, NULL, NULL, NULL);
}

/* --- Making a test ---------------------------------------------------------------------------- */

static void
made_test_free_cb (gpointer data)
{
  troupe_made_test_free (data);
}

static void
make_test_thread (GTask *task, gpointer source, gpointer task_data, GCancellable *cancellable)
{
  const Work *work = task_data;
  GError *error = NULL;
  TroupeMadeTest *made = troupe_test_from_run_make (work->store, work->id, NULL, &error);

  if (made != NULL)
    g_task_return_pointer (task, made, made_test_free_cb);
  else
    g_task_return_error (task, error);
}

void
troupe_history_make_test_async (TroupeStore *store,
                                const char *run_id,
                                GAsyncReadyCallback callback,
                                gpointer user_data)
{
  g_return_if_fail (TROUPE_IS_STORE (store));
  g_return_if_fail (run_id != NULL);

  start (work_new (store, run_id), make_test_thread, NULL, callback, user_data);
}

TroupeMadeTest *
troupe_history_make_test_finish (GAsyncResult *result, GError **error)
{
  g_return_val_if_fail (G_IS_TASK (result), NULL);

  return g_task_propagate_pointer (G_TASK (result), error);
}

/* --- Exporting -------------------------------------------------------------------------------- */

/* Returns the record as a line, without the text of the document. */
static char *
make_head (const TroupeRunRecord *record)
{
  TroupeMapBuilder builder;
  g_autoptr (TroupeValue) head = NULL;

  troupe_map_builder_init (&builder);
  troupe_map_builder_add (&builder, "run", troupe_value_new_string (record->id, -1));
  troupe_map_builder_add (&builder, "name", troupe_value_new_string (record->name, -1));
  troupe_map_builder_add (&builder, "status",
                          troupe_value_new_string (troupe_run_status_get_name (record->status),
                                                   -1));
  if (record->inputs != NULL)
    troupe_map_builder_add (&builder, "inputs", troupe_value_ref (record->inputs));
  if (record->result != NULL)
    troupe_map_builder_add (&builder, "result", troupe_value_ref (record->result));
  if (record->document != NULL)
    troupe_map_builder_add (&builder, "document", troupe_value_new_string (record->document, -1));
  head = troupe_map_builder_end (&builder);
  return troupe_value_to_json (head, TROUPE_JSON_COMPACT);
}

static void
export_thread (GTask *task, gpointer source, gpointer task_data, GCancellable *cancellable)
{
  const Work *work = task_data;
  GError *error = NULL;
  g_autoptr (TroupeRunRecord) record = troupe_store_get_run (work->store, work->id, &error);
  g_autoptr (GPtrArray) events =
      record != NULL ? troupe_store_get_events (work->store, work->id, &error) : NULL;
  g_autoptr (GString) text = g_string_new (NULL);
  g_autofree char *head = NULL;

  if (events == NULL)
    {
      g_task_return_error (task, error);
      return;
    }
  head = make_head (record);
  g_string_append_printf (text, "%s\n", head);
  for (guint i = 0; i < events->len; i++)
    {
      g_autofree char *line =
          troupe_event_to_json (g_ptr_array_index (events, i), work->id, TROUPE_EVENT_JSON_DEFAULT);

      g_string_append_printf (text, "%s\n", line);
    }
  if (troupe_file_save_chosen (work->path, text->str, text->len, NULL, &error))
    g_task_return_boolean (task, TRUE);
  else
    g_task_return_error (task, error);
}

void
troupe_history_export_async (TroupeStore *store,
                             const char *run_id,
                             const char *path,
                             GAsyncReadyCallback callback,
                             gpointer user_data)
{
  Work *work;

  g_return_if_fail (TROUPE_IS_STORE (store));
  g_return_if_fail (run_id != NULL && path != NULL);

  work = work_new (store, run_id);
  work->path = g_strdup (path);
  start (work, export_thread, NULL, callback, user_data);
}

gboolean
troupe_history_export_finish (GAsyncResult *result, GError **error)
{
  g_return_val_if_fail (G_IS_TASK (result), FALSE);

  return g_task_propagate_boolean (G_TASK (result), error);
}

/* --- Comparing documents ---------------------------------------------------------------------- */

GPtrArray *
troupe_history_list_changed (const char *then, const char *today)
{
  GPtrArray *changed = g_ptr_array_new_with_free_func (g_free);
  g_autoptr (TroupeValue) parts = NULL;
  g_autoptr (TroupeValue) others = NULL;

  g_return_val_if_fail (then != NULL && today != NULL, changed);

  parts = troupe_run_recording_list_parts (then);
  others = troupe_run_recording_list_parts (today);
  for (gsize i = 0; i < troupe_value_map_get_size (parts); i++)
    {
      TroupeValue *key = troupe_value_map_get_key (parts, i);
      TroupeValue *other = troupe_value_map_lookup (others, key);
      const char *name = troupe_value_get_string (key, NULL);

      if (g_str_has_prefix (name, "methods.") &&
          (other == NULL || !troupe_value_equal (other, troupe_value_map_get_value (parts, i))))
        g_ptr_array_add (changed, g_strdup (name + strlen ("methods.")));
    }
  return changed;
}
