/* troupe-page-run.c: a page's run: what it asks first, what it shows, how it ends
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#define G_LOG_DOMAIN "troupe-page"

#include "config.h"

#include <glib/gi18n.h>
#include <inttypes.h>

#include "troupe-application.h"
#include "troupe-inputs-dialog.h"
#include "troupe-page-private.h"

/* One frame: how often events reach the window at most, in milliseconds. */
#define BATCH_INTERVAL 16

/* How many kept events are shown at once. */
#define FEED 250

/* Of inputs as they are told: characters of one value, and of all. */
#define LONGEST_VALUE 32
#define LONGEST_INPUTS 96

/* --- While it runs ---------------------------------------------------------------------------- */

static void
show_failure (TroupePage *self, TroupeEvent *event)
{
  TroupeValue *error = troupe_event_get_field (event, "error");
  TroupeValue *message = NULL;
  g_autofree char *text = NULL;

  if (self->failed_method != NULL || event->method == NULL)
    return;
  if (error != NULL && troupe_value_is (error, TROUPE_VALUE_MAP))
    message = troupe_value_map_lookup_string (error, "message", -1);
  self->failed_method = g_strdup (event->method);
  text =
      g_strdup_printf (_ ("%s failed: %s What is running may finish, then the run ends as failed."),
                       event->method,
                       message != NULL && troupe_value_is (message, TROUPE_VALUE_STRING)
                           ? troupe_value_get_string (message, NULL)
                           : "");
  _troupe_page_set_notice (self, TROUPE_PAGE_NOTICE_FAILED, TROUPE_NOTICE_ERROR, text, _ ("Show"));
}

static void
events_arrived (GPtrArray *events, gpointer user_data)
{
  TroupePage *self = TROUPE_PAGE (user_data);

  if (self->editor == NULL)
    return;
  for (guint i = 0; i < events->len; i++)
    {
      TroupeEvent *event = g_ptr_array_index (events, i);

      if (event->type == TROUPE_EVENT_METHOD_FAILED)
        show_failure (self, event);
    }
  troupe_editor_add_events (TROUPE_EDITOR (self->editor), events);
  troupe_monitor_add_events (TROUPE_MONITOR (self->monitor), events);
  _troupe_page_update_requests (self);
}

static void
tell_end (TroupePage *self, TroupeRunResult *result)
{
  g_autofree char *time = troupe_span_to_text (result->elapsed_us);
  g_autofree char *text = NULL;

  switch (result->type)
    {
    case TROUPE_RESULT_OK:
      if (result->usage.total_tokens > 0)
        text = g_strdup_printf (_ ("Finished in %s · %" PRId64 " tokens"), time,
                                result->usage.total_tokens);
      else
        text = g_strdup_printf (_ ("Finished in %s"), time);
      if (self->told_inputs != NULL)
        {
          char *finished = text;

          /* Translators: “Finished in 3 ms”; and inputs: score = 0.5 */
          text = g_strdup_printf (_ ("%s · with %s"), finished, self->told_inputs);
          g_free (finished);
        }
      break;
    case TROUPE_RESULT_CANCELLED:
      text = g_strdup (_ ("Stopped."));
      break;
    case TROUPE_RESULT_TIMEOUT:
      text = g_strdup_printf (_ ("Stopped after %s: the time is up."), time);
      break;
    case TROUPE_RESULT_PAUSED:
    case TROUPE_RESULT_LOAD_ERROR:
    case TROUPE_RESULT_BUILD_ERROR:
    case TROUPE_RESULT_RUN_ERROR:
    default:
      break;
    }
  if (text != NULL)
    _troupe_page_tell (self, text);
  else if (result->error != NULL)
    {
      if (result->error_method != NULL)
        text = g_strdup_printf (_ ("%s failed: %s"), result->error_method, result->error->message);
      else
        text = g_strdup_printf (_ ("The run failed: %s"), result->error->message);
      troupe_set_str (&self->failed_method, result->error_method);
      _troupe_page_set_notice (self, TROUPE_PAGE_NOTICE_FAILED, TROUPE_NOTICE_ERROR, text,
                               result->error_method != NULL ? _ ("Show") : NULL);
    }
}

static void
run_ended (GObject *source, GAsyncResult *async_result, gpointer user_data)
{
  g_autoptr (TroupePage) self = TROUPE_PAGE (user_data);
  GApplication *application = g_application_get_default ();
  g_autofree char *id = g_strdup (troupe_run_get_id (TROUPE_RUN (source)));
  g_autoptr (TroupeRunResult) result =
      troupe_run_execute_finish (TROUPE_RUN (source), async_result);

  if (application != NULL)
    g_application_release (application);
  if (self->editor != NULL)
    troupe_event_batch_flush (self->batch);
  g_clear_pointer (&self->batch, troupe_event_batch_free);
  g_clear_object (&self->run);
  self->stopping = FALSE;
  self->is_held = FALSE;
  if (self->editor == NULL)
    return;
  _troupe_page_clear_requests (self);
  troupe_editor_end_run (TROUPE_EDITOR (self->editor));
  troupe_monitor_end_run (TROUPE_MONITOR (self->monitor), result);
  if (result->type == TROUPE_RESULT_PAUSED && troupe_application_get () != NULL)
    _troupe_page_offer_kept_run (self, id, TRUE, FALSE);
  tell_end (self, result);
  _troupe_page_notify_run (self);
}

/* --- Inputs ------------------------------------------------------------------------------------ */

static char *
shorten (char *text, glong longest)
{
  g_autofree char *whole = text;
  g_autofree char *start = NULL;

  if (g_utf8_strlen (whole, -1) <= longest)
    return g_steal_pointer (&whole);
  start = g_utf8_substring (whole, 0, longest);
  return g_strconcat (start, "…", NULL);
}

/* «score = 0.5, title = "Rain"», so that nobody takes one run for another. (nullable) */
static char *
describe_inputs (TroupeValue *inputs)
{
  g_autoptr (GString) text = NULL;

  if (inputs == NULL || troupe_value_map_get_size (inputs) == 0)
    return NULL;
  text = g_string_new (NULL);
  for (gsize i = 0; i < troupe_value_map_get_size (inputs); i++)
    {
      g_autofree char *value = shorten (
          troupe_value_to_json (troupe_value_map_get_value (inputs, i), TROUPE_JSON_SPACED),
          LONGEST_VALUE);

      g_string_append_printf (text, "%s%s = %s", i > 0 ? ", " : "",
                              troupe_value_get_string (troupe_value_map_get_key (inputs, i), NULL),
                              value);
    }
  return shorten (g_string_free (g_steal_pointer (&text), FALSE), LONGEST_INPUTS);
}

/* The variable that a refusal names, where it is for want of a key. (transfer full) (nullable) */
static char *
find_key_variable (const GError *error)
{
  g_autoptr (GRegex) regex = g_regex_new ("\\b[A-Z][A-Z0-9_]*_KEY\\b", 0, 0, NULL);
  g_autoptr (GMatchInfo) match = NULL;

  if (!g_error_matches (error, TROUPE_RUN_ERROR, TROUPE_RUN_ERROR_PROVIDER) ||
      !g_regex_match (regex, error->message, 0, &match))
    return NULL;
  return g_match_info_fetch (match, 0);
}

void
_troupe_page_tell_refusal (TroupePage *self, const GError *error)
{
  g_autofree char *variable = find_key_variable (error);
  g_autofree char *text = NULL;

  if (variable == NULL)
    {
      _troupe_page_set_notice (self, TROUPE_PAGE_NOTICE_FAILED, TROUPE_NOTICE_ERROR, error->message,
                               NULL);
      return;
    }
  /* What a shell sets does not reach a program that is started from the desktop. */
  text = g_strdup_printf (
      /* Translators: the refusal, and the name of a variable. The path is to be written as it is. */
      _ ("%s For a program that is started from the desktop, write the line %s=… into "
         "~/.config/environment.d/troupe.conf and log in again."),
      error->message, variable);
  _troupe_page_set_notice (self, TROUPE_PAGE_NOTICE_KEY, TROUPE_NOTICE_ERROR, text, NULL);
}

/* --- Starting --------------------------------------------------------------------------------- */

static void
execute (TroupePage *self)
{
  GApplication *application = g_application_get_default ();

  /* A run outlives the window that it was begun in by the moment that it takes to end it. */
  if (application != NULL)
    g_application_hold (application);
  troupe_run_execute_async (self->run, run_ended, g_object_ref (self));
}

/* Some of what was kept, a frame at a time: there may be very much of it. */
static gboolean
feed_kept (gpointer user_data)
{
  TroupePage *self = TROUPE_PAGE (user_data);
  g_autoptr (GPtrArray) some = g_ptr_array_new ();
  const gint64 now_us = g_get_real_time ();

  for (; some->len < FEED && self->kept_next < self->kept_events->len; self->kept_next++)
    g_ptr_array_add (some, g_ptr_array_index (self->kept_events, self->kept_next));
  troupe_editor_add_events (TROUPE_EDITOR (self->editor), some);
  troupe_monitor_add_events (TROUPE_MONITOR (self->monitor), some);
  if (self->kept_next < self->kept_events->len)
    return G_SOURCE_CONTINUE;
  troupe_editor_go_on (TROUPE_EDITOR (self->editor));
  troupe_monitor_go_on (TROUPE_MONITOR (self->monitor), now_us);
  g_clear_pointer (&self->kept_events, g_ptr_array_unref);
  self->kept_source = 0;
  execute (self);
  return G_SOURCE_REMOVE;
}

/* When it first began, so that what was kept stands where it was. */
static gint64
get_begin (TroupePage *self, GPtrArray *events)
{
  return events != NULL && events->len > 0
             ? ((TroupeEvent *) g_ptr_array_index (events, 0))->time_us
             : self->started_us;
}

void
_troupe_page_launch (TroupePage *self, TroupeRun *run, GPtrArray *events)
{
  TroupeFlow *flow = troupe_run_get_flow (run);

  g_clear_pointer (&self->failed_method, g_free);
  g_clear_pointer (&self->kept_id, g_free);
  _troupe_page_set_notice (self, TROUPE_PAGE_NOTICE_NONE, TROUPE_NOTICE_NONE, NULL, NULL);
  self->started_us = g_get_real_time ();
  self->batch =
      troupe_event_batch_new (troupe_run_get_bus (run), NULL, BATCH_INTERVAL, events_arrived, self);
  troupe_editor_begin_run (TROUPE_EDITOR (self->editor), flow);
  troupe_monitor_begin_run (TROUPE_MONITOR (self->monitor), flow, get_begin (self, events));
  _troupe_page_listen_to (self, run);
  self->run = g_object_ref (run);
  self->is_held = FALSE;
  if (events == NULL)
    execute (self);
  else
    {
      self->kept_events = g_ptr_array_ref (events);
      self->kept_next = 0;
      /* Not when nothing else is to be done: drawing may be slower than its frames. */
      self->kept_source = g_timeout_add (BATCH_INTERVAL, feed_kept, self);
    }
  _troupe_page_notify_run (self);
}

/* A run that waits until it is known where it is kept: the document as it was when Run was pressed. The
 * page and the application are let go of by the main thread alone. */
typedef struct
{
  TroupePage *page;
  TroupeApplication *application;
  TroupeRun *run;
  char *path; /* (nullable) */
  char *text;
  TroupeStore *store; /* (nullable) */
} Start;

static void
start_free (Start *start)
{
  g_object_unref (start->page);
  g_object_unref (start->application);
  g_object_unref (start->run);
  g_free (start->path);
  g_free (start->text);
  g_free (start);
}
G_DEFINE_AUTOPTR_CLEANUP_FUNC (Start, start_free)

static void
start_now (Start *start)
{
  /* Where nothing can be kept the run still has to know where its code lies. */
  troupe_run_set_store (start->run, start->store, start->path, start->text);
  _troupe_page_start (start->page, start->run, NULL);
}

static void
store_is_known (GObject *source, GAsyncResult *result, gpointer user_data)
{
  g_autoptr (Start) start = user_data;

  start->page->is_starting = FALSE;
  if (_troupe_page_is_there (start->page) && start->page->run == NULL)
    start_now (start);
}

static void
open_store_thread (GTask *task, gpointer source, gpointer task_data, GCancellable *cancellable)
{
  Start *start = task_data;

  start->store = troupe_application_get_store (start->application);
  g_task_return_boolean (task, TRUE);
}

static void
start_run (TroupePage *self, TroupeValue *inputs)
{
  TroupeApplication *application = troupe_application_get ();
  g_autoptr (TroupeRun) run = troupe_run_new (troupe_flow_document_get_flow (self->document));
  g_autoptr (GTask) task = NULL;
  g_autoptr (Start) start = NULL;

  troupe_run_set_inputs (run, inputs);
  g_free (self->told_inputs);
  self->told_inputs = describe_inputs (inputs);
  if (application == NULL)
    {
      _troupe_page_start (self, run, NULL);
      return;
    }
  start = g_new0 (Start, 1);
  start->page = g_object_ref (self);
  start->application = g_object_ref (application);
  start->run = g_object_ref (run);
  start->path = g_strdup (troupe_document_get_path (TROUPE_DOCUMENT (self->document)));
  start->text = troupe_document_to_text (TROUPE_DOCUMENT (self->document), NULL);
  if (troupe_application_peek_store (application, &start->store))
    {
      start_now (start);
      return;
    }
  /* A slow disk holds nobody up. */
  self->is_starting = TRUE;
  task = g_task_new (NULL, NULL, store_is_known, start);
  g_task_set_source_tag (task, start_run);
  g_task_set_task_data (task, g_steal_pointer (&start), NULL);
  g_task_run_in_thread (task, open_store_thread);
}

/* --- Asking for inputs ------------------------------------------------------------------------ */

static void
inputs_given (TroupeInputsDialog *dialog, TroupeValue *inputs, gpointer user_data)
{
  TroupePage *self = TROUPE_PAGE (user_data);

  g_clear_pointer (&self->last_inputs, troupe_value_unref);
  if (inputs != NULL)
    self->last_inputs = troupe_value_ref (inputs);
  start_run (self, inputs);
}

static gboolean
wants_inputs (GPtrArray *fields, TroupeValue *given)
{
  for (guint i = 0; i < fields->len; i++)
    {
      TroupeStateField *field = g_ptr_array_index (fields, i);

      if (field->required && field->initial == NULL &&
          (given == NULL || troupe_value_map_lookup_string (given, field->name, -1) == NULL))
        return TRUE;
    }
  return FALSE;
}

static void
ask_inputs (TroupePage *self)
{
  GtkRoot *root = gtk_widget_get_root (GTK_WIDGET (self));

  self->inputs_dialog = GTK_WINDOW (
      troupe_inputs_dialog_new (troupe_flow_document_get_flow (self->document), self->last_inputs));
  g_object_add_weak_pointer (G_OBJECT (self->inputs_dialog), (gpointer *) &self->inputs_dialog);
  if (GTK_IS_WINDOW (root))
    gtk_window_set_transient_for (self->inputs_dialog, GTK_WINDOW (root));
  g_signal_connect_object (self->inputs_dialog, "given", G_CALLBACK (inputs_given), self, 0);
  gtk_window_present (self->inputs_dialog);
}

void
troupe_page_run (TroupePage *self, gboolean ask)
{
  g_autoptr (GPtrArray) fields = NULL;

  g_return_if_fail (TROUPE_IS_PAGE (self));

  troupe_editor_commit (TROUPE_EDITOR (self->editor));
  if (self->run != NULL || self->is_starting || self->inputs_dialog != NULL ||
      self->consent_dialog != NULL)
    return;
  /* Another program may have written the file a moment ago. */
  if (_troupe_page_runs_after_look (self, ask))
    return;
  if (troupe_flow_has_errors (troupe_flow_document_get_flow (self->document)))
    {
      troupe_monitor_set_page (TROUPE_MONITOR (self->monitor), "problems");
      troupe_monitor_set_panel_open (TROUPE_MONITOR (self->monitor), TRUE);
      _troupe_page_tell (self, _ ("The flow has errors. Repair them, then run it."));
      return;
    }
  fields = troupe_flow_list_state_fields (troupe_flow_document_get_flow (self->document));
  if (ask || wants_inputs (fields, self->last_inputs))
    ask_inputs (self);
  else
    start_run (self, self->last_inputs);
}

void
_troupe_page_passes_requested (TroupeEditor *editor,
                               const char *method,
                               const GdkRectangle *place,
                               gpointer user_data)
{
  g_assert (TROUPE_IS_PAGE (user_data));

  troupe_monitor_open_passes (TROUPE_MONITOR (TROUPE_PAGE (user_data)->monitor), method,
                              GTK_WIDGET (editor), place);
}

void
troupe_page_stop (TroupePage *self)
{
  g_return_if_fail (TROUPE_IS_PAGE (self));

  if (self->run == NULL || self->stopping)
    return;
  self->stopping = TRUE;
  troupe_run_cancel (self->run);
  _troupe_page_notify_run (self);
}

void
troupe_page_toggle_hold (TroupePage *self)
{
  g_return_if_fail (TROUPE_IS_PAGE (self));

  if (self->run == NULL || self->stopping)
    return;
  self->is_held = !self->is_held;
  if (self->is_held)
    troupe_run_hold (self->run);
  else
    troupe_run_release (self->run);
  _troupe_page_notify_run (self);
}

void
troupe_page_step (TroupePage *self)
{
  g_return_if_fail (TROUPE_IS_PAGE (self));

  if (self->run != NULL && self->is_held)
    troupe_run_step (self->run);
}

gboolean
troupe_page_is_held (TroupePage *self)
{
  g_return_val_if_fail (TROUPE_IS_PAGE (self), FALSE);

  return self->is_held;
}
