/* troupe-past-run.c: shows a finished, stored run in the editor and the monitor
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#define G_LOG_DOMAIN "troupe-past-run"

#include "config.h"

#include <glib/gi18n.h>
#include <string.h>

#include "troupe-services.h"
#include "troupe-past-run.h"
#include "troupe-run-controller.h"
#include "troupe-run-storage.h"
#include "troupe-subpage.h"

/* Number of events that are processed at once. Processing them fits into a frame. */
#define FEED 250

/* @record, @events: (nullable): the stored run and its events as read from the store; @next:
 *   index of the first unprocessed event */
typedef struct
{
  TroupeServices *application;
  TroupePageContent *content;
  char *folder; /* (nullable): folder of the run's store; NULL for the application's store */
  char *run;
  guint64 task;
  gint64 moment_us;
  TroupeRunRecord *record;
  GPtrArray *events;
  guint next;
} Opening;

static void
opening_free (gpointer data)
{
  Opening *opening = data;

  g_assert (opening != NULL);

  g_object_unref (opening->application);
  g_object_unref (opening->content);
  g_free (opening->folder);
  g_free (opening->run);
  g_clear_pointer (&opening->record, troupe_run_record_free);
  g_clear_pointer (&opening->events, g_ptr_array_unref);
  g_free (opening);
}

static gboolean
can_show (Opening *opening)
{
  g_assert (opening != NULL);

  return gtk_widget_get_root (GTK_WIDGET (opening->content)) != NULL &&
         !troupe_page_run_is_under_way (troupe_page_content_get_run (opening->content));
}

/* --- Showing ------------------------------------------------------------------------------------------- */

/* Returns the task at or below @span that started last, but not after @moment_us. (nullable) */
static const TroupeSpan *
find_task (const TroupeSpan *span, gint64 moment_us)
{
  const TroupeSpan *last =
      span->kind == TROUPE_SCOPE_TASK && span->started_us <= moment_us ? span : NULL;

  for (guint i = 0; span->children != NULL && i < span->children->len; i++)
    {
      const TroupeSpan *found = find_task (g_ptr_array_index (span->children, i), moment_us);

      if (found != NULL && (last == NULL || found->started_us >= last->started_us))
        last = found;
    }
  return last;
}

static gboolean
feed_cb (gpointer user_data)
{
  Opening *opening = user_data;
  g_autoptr (GPtrArray) some = g_ptr_array_new ();
  TroupeRunController *running;
  TroupeMonitor *monitor;
  const TroupeSpan *run;
  const TroupeSpan *task = NULL;

  g_assert (opening != NULL);

  if (!can_show (opening))
    return G_SOURCE_REMOVE;
  for (; some->len < FEED && opening->next < opening->events->len; opening->next++)
    g_ptr_array_add (some, g_ptr_array_index (opening->events, opening->next));
  troupe_run_presenter_add_past (troupe_run_controller_get_progress (
                                     troupe_page_content_get_running (opening->content)),
                                 some);
  if (opening->next < opening->events->len)
    return G_SOURCE_CONTINUE;
  running = troupe_page_content_get_running (opening->content);
  monitor = troupe_run_controller_get_monitor (running);
  run = troupe_trace_get_run (troupe_monitor_get_trace (monitor));
  troupe_run_presenter_end_past (
      troupe_run_controller_get_progress (running),
      troupe_run_status_to_result (opening->record->status),
      opening->record->status == TROUPE_RUN_STATUS_FAILED ? opening->record->error : NULL,
      opening->record->elapsed_us);
  if (opening->task == 0 && opening->moment_us != 0 && run != NULL)
    task = find_task (run, opening->moment_us);
  if (opening->task != 0 || task != NULL)
    troupe_monitor_show_task (monitor, task != NULL ? task->id : opening->task);
  return G_SOURCE_REMOVE;
}

/* --- Reading ------------------------------------------------------------------------------------------- */

static void
read_thread (GTask *task, gpointer source, gpointer task_data, GCancellable *cancellable)
{
  Opening *opening = task_data;
  g_autoptr (TroupeStore) own = NULL;
  TroupeStore *store = NULL;
  GError *error = NULL;

  g_assert (G_IS_TASK (task));

  if (opening->folder != NULL)
    store = own = troupe_store_open (opening->folder, &error);
  else
    store = troupe_services_find_store (opening->application);
  if (store != NULL)
    opening->record = troupe_store_get_run (store, opening->run, &error);
  if (opening->record != NULL)
    opening->events = troupe_store_get_events (store, opening->run, &error);
  if (error != NULL)
    g_task_return_error (task, error);
  else
    g_task_return_boolean (task, opening->events != NULL);
}

static void
read_cb (GObject *source, GAsyncResult *result, gpointer user_data)
{
  Opening *opening = user_data;
  g_autoptr (GError) error = NULL;
  const gboolean is_read = g_task_propagate_boolean (G_TASK (result), &error);

  g_assert (opening != NULL);

  if (is_read && can_show (opening))
    {
      TroupeSubpage *page = troupe_subpage_find (opening->content);
      g_autoptr (TroupeFlowDocument) document = NULL;

      document = opening->record->document != NULL
                     ? troupe_flow_document_load_text (opening->record->document,
                                                       strlen (opening->record->document),
                                                       opening->record->name, NULL, NULL)
                     : NULL;
      if (document == NULL)
        {
          troupe_page_content_tell (opening->content,
                                    _ ("The document of this run was not saved with it."));
          opening_free (opening);
        }
      else
        {
          if (page != NULL)
            troupe_subpage_leave (page);
          troupe_run_presenter_begin_past (troupe_run_controller_get_progress (
                                               troupe_page_content_get_running (opening->content)),
                                           troupe_flow_document_get_flow (document),
                                           opening->record->started_us);
          /* Not below the priority of drawing: on a machine that draws slowly, the clock of the run that has begun leaves no
           * idle time, and the run would never end. */
          g_idle_add_full (GDK_PRIORITY_REDRAW, feed_cb, opening, opening_free);
        }
      return;
    }
  if (can_show (opening))
    troupe_page_content_tell (opening->content,
                              error != NULL ? error->message : _ ("This run is no longer saved."));
  opening_free (opening);
}

/* @folder: (nullable) */
static Opening *
opening_new (TroupePageContent *content, const char *folder, const char *run_id)
{
  Opening *opening = g_new0 (Opening, 1);

  opening->application = g_object_ref (troupe_services_get ());
  opening->content = g_object_ref (content);
  opening->folder = g_strdup (folder);
  opening->run = g_strdup (run_id);
  return opening;
}

/* @opening: (transfer full) */
static void
read_soon (Opening *opening)
{
  g_autoptr (GTask) work = g_task_new (NULL, NULL, read_cb, opening);

  g_assert (opening != NULL);

  g_task_set_source_tag (work, read_soon);
  g_task_set_task_data (work, opening, NULL);
  g_task_run_in_thread (work, read_thread);
}

void
troupe_past_run_show (TroupePageContent *content,
                      const char *run_id,
                      guint64 task,
                      gint64 moment_us)
{
  Opening *opening;

  g_return_if_fail (TROUPE_IS_PAGE_CONTENT (content));
  g_return_if_fail (run_id != NULL);

  if (troupe_services_get () == NULL)
    return;
  opening = opening_new (content, NULL, run_id);
  opening->task = task;
  opening->moment_us = moment_us;
  read_soon (opening);
}

void
troupe_past_run_show_from (TroupePageContent *content, const char *folder, const char *run_id)
{
  g_return_if_fail (TROUPE_IS_PAGE_CONTENT (content));
  g_return_if_fail (folder != NULL && run_id != NULL);

  if (troupe_services_get () != NULL)
    read_soon (opening_new (content, folder, run_id));
}
