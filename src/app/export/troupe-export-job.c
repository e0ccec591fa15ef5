/* troupe-export-job.c: a single export on a worker thread
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#define G_LOG_DOMAIN "troupe-export-job"

#include "config.h"

#include "troupe-services.h"
#include "troupe-export-job.h"
#include "troupe-known-keys.h"
#include "troupe-run-secret.h"
#include "troupe-store-document.h"

/* Freed on the main thread only, because the objects of the source are not thread-safe. */
typedef struct
{
  TroupeExportSubject *subject;
  TroupeExportChoices choices;
  TroupeServices *application; /* (nullable) */
  GAsyncReadyCallback callback;
  gpointer user_data;
} Job;

/* --- Subject and result ----------------------------------------------------------------------- */

TroupeExportSubject *
troupe_export_subject_new (TroupePlotSource *source, TroupeDocument *document)
{
  TroupeExportSubject *self;

  g_return_val_if_fail (source != NULL, NULL);
  g_return_val_if_fail (TROUPE_IS_DOCUMENT (document), NULL);

  self = g_new0 (TroupeExportSubject, 1);
  g_atomic_ref_count_init (&self->ref_count);
  g_mutex_init (&self->lock);
  self->source = source;
  self->path = g_strdup (troupe_document_get_path (document));
  self->name = troupe_document_dup_name (document);
  self->title = troupe_document_get_title (document);
  return self;
}

TroupeExportSubject *
troupe_export_subject_ref (TroupeExportSubject *self)
{
  g_return_val_if_fail (self != NULL, NULL);

  g_atomic_ref_count_inc (&self->ref_count);
  return self;
}

void
troupe_export_subject_unref (TroupeExportSubject *self)
{
  g_return_if_fail (self != NULL);

  if (!g_atomic_ref_count_dec (&self->ref_count))
    return;
  g_mutex_clear (&self->lock);
  g_clear_pointer (&self->finder, troupe_key_finder_unref);
  troupe_plot_source_free (self->source);
  g_free (self->run);
  g_free (self->path);
  g_free (self->name);
  g_free (self->title);
  g_strfreev (self->selection);
  g_free (self);
}

void
troupe_export_result_free (TroupeExportResult *self)
{
  g_clear_pointer (&self->bytes, g_bytes_unref);
  g_clear_object (&self->preview);
  g_clear_pointer (&self->report, troupe_plot_report_free);
  g_clear_error (&self->error);
  g_free (self);
}

/* --- Worker thread ---------------------------------------------------------------------------- */

static void
export_thread (GTask *task, gpointer source, gpointer task_data, GCancellable *cancellable)
{
  Job *job = task_data;
  TroupeExportResult *result = g_new0 (TroupeExportResult, 1);
  TroupePlotExportOptions options = job->choices.options;
  g_autoptr (TroupeTrace) trace = NULL;
  TroupeExportSubject *subject;
  const TroupePlotCarried *carried;
  g_autofree char *folder = NULL;
  const char *path;
  TroupeStore *store;
  TroupeDocumentIdentity document;
  g_autoptr (GPtrArray) runs = NULL;
  g_autoptr (TroupeRunRecord) unsaved = NULL;
  const TroupeRunRecord *record;
  g_autoptr (TroupeTrace) run_trace = NULL;

  g_assert (G_IS_TASK (task));

  result->report = troupe_plot_report_new ();
  if (job->choices.part == TROUPE_EXPORT_SELECTION)
    options.selection = (const char *const *) job->subject->selection;
  if (job->choices.part == TROUPE_EXPORT_VIEW && job->subject->has_view)
    options.view = &job->subject->view;
  g_mutex_lock (&job->subject->lock);
  /* Collects the user's API keys once per dialog, because a keyring may have to be unlocked. */
  subject = job->subject;
  carried = troupe_plot_source_get_document (subject->source);
  folder = subject->path != NULL ? g_path_get_dirname (subject->path) : NULL;
  if (subject->finder == NULL)
    {
      subject->finder = troupe_key_finder_new ();
      troupe_known_keys_gather (subject->finder, folder, cancellable);
      for (guint i = 0; i < carried->texts->len; i++)
        troupe_run_gather_secrets (subject->finder, g_ptr_array_index (carried->texts, i),
                                   g_ptr_array_index (carried->names, i));
    }
  /* Loads the newest stored run, if it is to be exported. Sets result->run_time if there is a
   * stored run. */
  path = job->subject->path;
  store = job->application != NULL && (path != NULL || job->subject->run != NULL)
              ? troupe_services_find_store (job->application)
              : NULL;
  document = (TroupeDocumentIdentity){ path, job->subject->name, NULL };
  runs =
      store != NULL && path != NULL ? troupe_store_list_runs_of (store, &document, 1, NULL) : NULL;
  unsaved =
      store != NULL && path == NULL ? troupe_store_get_run (store, job->subject->run, NULL) : NULL;
  record = runs != NULL && runs->len > 0 ? runs->pdata[0] : unsaved;
  if (record != NULL)
    {
      result->run_time = record->started_us;
      if (job->choices.with_run)
        {
          run_trace = troupe_trace_new ();
          trace = troupe_trace_load (run_trace, store, record->id, NULL)
                      ? g_steal_pointer (&run_trace)
                      : NULL;
        }
    }
  result->bytes = troupe_plot_export (job->subject->source, &options, trace, job->subject->finder,
                                      result->report, &result->error);
  if (job->choices.preview_width > 0 && !g_cancellable_is_cancelled (cancellable))
    {
      TroupePlotExportOptions preview = options;
      g_autoptr (GBytes) png = NULL;

      preview.format = TROUPE_PLOT_FORMAT_PNG;
      preview.with_document = FALSE;
      preview.redact = TRUE;
      if (preview.scheme == TROUPE_PLOT_BOTH)
        preview.scheme = job->choices.preview_is_dark ? TROUPE_PLOT_DARK : TROUPE_PLOT_LIGHT;
      preview.fit_width = job->choices.preview_width;
      png = troupe_plot_export (job->subject->source, &preview, trace, job->subject->finder, NULL,
                                NULL);
      if (png != NULL)
        result->preview = gdk_texture_new_from_bytes (png, NULL);
    }
  g_mutex_unlock (&job->subject->lock);
  g_task_return_pointer (task, result, (GDestroyNotify) troupe_export_result_free);
}

static void
done_cb (GObject *source, GAsyncResult *result, gpointer user_data)
{
  Job *job = user_data;

  job->callback (source, result, job->user_data);
  troupe_export_subject_unref (job->subject);
  g_clear_object (&job->application);
  g_free (job);
}

void
troupe_export_job_run (TroupeExportSubject *subject,
                       const TroupeExportChoices *choices,
                       GCancellable *cancellable,
                       GAsyncReadyCallback callback,
                       gpointer user_data)
{
  g_autoptr (GTask) task = NULL;
  Job *job;

  g_return_if_fail (subject != NULL && choices != NULL);

  job = g_new0 (Job, 1);
  job->subject = troupe_export_subject_ref (subject);
  job->choices = *choices;
  job->callback = callback;
  job->user_data = user_data;
  g_set_object (&job->application, troupe_services_get ());
  task = g_task_new (NULL, cancellable, done_cb, job);
  g_task_set_source_tag (task, troupe_export_job_run);
  g_task_set_task_data (task, job, NULL);
  g_task_run_in_thread (task, export_thread);
}

TroupeExportResult *
troupe_export_job_finish (GAsyncResult *result, GError **error)
{
  g_return_val_if_fail (g_task_is_valid (result, NULL), NULL);

  return g_task_propagate_pointer (G_TASK (result), error);
}
