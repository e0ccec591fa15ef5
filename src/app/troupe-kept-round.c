/* troupe-kept-round.c: what happened in a kept run of a crew, shown where its runs are
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#define G_LOG_DOMAIN "troupe-kept-round"

#include "config.h"

#include <string.h>

#include "troupe-application.h"
#include "troupe-kept-round.h"
#include "troupe-page-running.h"
#include "troupe-subpage.h"

/* How many events are taken in at once: as many as a frame has time for. */
#define FEED 250

/* @record, @events: (nullable): what was read; @next: the first one that was not taken in */
typedef struct
{
  TroupeApplication *application;
  TroupePageContent *content;
  char *run;
  guint64 task;
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

static TroupeMonitor *
get_monitor (Opening *opening)
{
  return troupe_page_running_get_monitor (troupe_page_content_get_running (opening->content));
}

/* --- Showing ------------------------------------------------------------------------------------------- */

static TroupeFlowDocument *
load_document (Opening *opening)
{
  g_assert (opening != NULL);

  return opening->record->document != NULL
             ? troupe_flow_document_load_text (opening->record->document,
                                               strlen (opening->record->document),
                                               opening->record->name, NULL, NULL)
             : NULL;
}

static void
end (Opening *opening)
{
  GtkWidget *front = troupe_page_content_get_front (opening->content);

  g_assert (opening != NULL);

  troupe_trace_end (troupe_monitor_get_trace (get_monitor (opening)), opening->record->elapsed_us);
  if (TROUPE_IS_CREW_EDITOR (front))
    troupe_crew_editor_end_run (TROUPE_CREW_EDITOR (front));
  troupe_monitor_end_run (get_monitor (opening), NULL);
  troupe_monitor_show_task (get_monitor (opening), opening->task);
}

static gboolean
feed_cb (gpointer user_data)
{
  Opening *opening = user_data;
  g_autoptr (GPtrArray) some = g_ptr_array_new ();

  g_assert (opening != NULL);

  if (!can_show (opening))
    return G_SOURCE_REMOVE;
  for (; some->len < FEED && opening->next < opening->events->len; opening->next++)
    g_ptr_array_add (some, g_ptr_array_index (opening->events, opening->next));
  troupe_trace_add_events (troupe_monitor_get_trace (get_monitor (opening)), some);
  if (opening->next < opening->events->len)
    return G_SOURCE_CONTINUE;
  end (opening);
  return G_SOURCE_REMOVE;
}

/* @opening: taken over */
static void
show (Opening *opening)
{
  GtkWidget *front = troupe_page_content_get_front (opening->content);
  TroupeCrewSubject *subject = troupe_page_content_get_crew (opening->content);
  TroupeCrew *crew = subject != NULL ? troupe_crew_subject_get_crew (subject) : NULL;
  TroupeSubpage *page = troupe_subpage_find (opening->content);
  g_autoptr (TroupeFlowDocument) document = load_document (opening);

  g_assert (opening != NULL);

  if (page != NULL)
    troupe_subpage_leave (page);
  troupe_trace_begin (troupe_monitor_get_trace (get_monitor (opening)),
                      opening->record->started_us);
  if (TROUPE_IS_CREW_EDITOR (front) && crew != NULL)
    troupe_crew_editor_begin_run (TROUPE_CREW_EDITOR (front), crew, NULL);
  if (document != NULL)
    troupe_monitor_begin_run (get_monitor (opening), troupe_flow_document_get_flow (document));
  g_idle_add_full (G_PRIORITY_DEFAULT_IDLE, feed_cb, opening, opening_free);
}

/* --- Reading ------------------------------------------------------------------------------------------- */

static void
read_thread (GTask *task, gpointer source, gpointer task_data, GCancellable *cancellable)
{
  Opening *opening = task_data;
  TroupeStore *store = troupe_application_find_store (opening->application);
  GError *error = NULL;

  g_assert (G_IS_TASK (task));

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
      show (opening);
      return;
    }
  if (error != NULL && can_show (opening))
    troupe_page_content_tell (opening->content, error->message);
  opening_free (opening);
}

void
troupe_kept_round_open (TroupePageContent *content, const char *run_id, guint64 task)
{
  TroupeApplication *application = troupe_application_get ();
  g_autoptr (GTask) work = NULL;
  Opening *opening;

  g_return_if_fail (TROUPE_IS_PAGE_CONTENT (content));
  g_return_if_fail (run_id != NULL);

  if (application == NULL)
    return;
  opening = g_new0 (Opening, 1);
  opening->application = g_object_ref (application);
  opening->content = g_object_ref (content);
  opening->run = g_strdup (run_id);
  opening->task = task;
  work = g_task_new (NULL, NULL, read_cb, opening);
  g_task_set_source_tag (work, troupe_kept_round_open);
  g_task_set_task_data (work, opening, NULL);
  g_task_run_in_thread (work, read_thread);
}
