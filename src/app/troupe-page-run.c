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
#include "troupe-rights.h"

/* One frame: how often events reach the window at most, in milliseconds. */
#define BATCH_INTERVAL 16

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
  troupe_editor_set_notice (TROUPE_EDITOR (self->editor), TROUPE_NOTICE_ERROR, text, _ ("Show"));
}

static void
events_arrived (GPtrArray *events, gpointer user_data)
{
  TroupePage *self = TROUPE_PAGE (user_data);

  for (guint i = 0; i < events->len; i++)
    {
      TroupeEvent *event = g_ptr_array_index (events, i);

      if (event->type == TROUPE_EVENT_METHOD_FAILED)
        show_failure (self, event);
    }
  troupe_editor_add_events (TROUPE_EDITOR (self->editor), events);
  troupe_monitor_add_events (TROUPE_MONITOR (self->monitor), events);
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
      troupe_editor_set_notice (TROUPE_EDITOR (self->editor), TROUPE_NOTICE_ERROR, text,
                                result->error_method != NULL ? _ ("Show") : NULL);
    }
}

static void
run_ended (GObject *source, GAsyncResult *async_result, gpointer user_data)
{
  g_autoptr (TroupePage) self = TROUPE_PAGE (user_data);
  g_autoptr (TroupeRunResult) result =
      troupe_run_execute_finish (TROUPE_RUN (source), async_result);

  troupe_event_batch_flush (self->batch);
  g_clear_pointer (&self->batch, troupe_event_batch_free);
  g_clear_object (&self->run);
  self->stopping = FALSE;
  if (self->editor == NULL)
    return;
  troupe_editor_end_run (TROUPE_EDITOR (self->editor));
  troupe_monitor_end_run (TROUPE_MONITOR (self->monitor), result);
  tell_end (self, result);
  _troupe_page_notify_run (self);
}

/* --- Consent ---------------------------------------------------------------------------------- */

static void start_run (TroupePage *self, TroupeValue *inputs);

static void
keep_consent (TroupePage *self)
{
  g_autofree char *folder = troupe_store_get_default_folder ();
  g_autoptr (GError) error = NULL;

  if (!troupe_rights_grant (
          folder, troupe_flow_get_digest (troupe_flow_document_get_flow (self->document)), &error))
    _troupe_page_tell (self, error->message);
}

static void
consent_answered (AdwMessageDialog *dialog, const char *response, gpointer user_data)
{
  TroupePage *self = TROUPE_PAGE (user_data);

  if (!g_str_equal (response, "allow"))
    return;
  self->is_trusted = TRUE;
  start_run (self, self->last_inputs);
}

static void
ask_consent (TroupePage *self, TroupeValue *explained)
{
  GtkRoot *root = gtk_widget_get_root (GTK_WIDGET (self));
  GtkWidget *dialog =
      adw_message_dialog_new (GTK_IS_WINDOW (root) ? GTK_WINDOW (root) : NULL, NULL, NULL);
  g_autofree char *rights = troupe_rights_describe (explained);
  g_autofree char *title = troupe_flow_document_get_title (self->document);
  g_autofree char *body =
      g_strdup_printf (_ ("%s comes from elsewhere. This is all it can do.\n\n%s\nAsked again only "
                          "if the file is changed outside Troupe."),
                       title, rights);

  adw_message_dialog_set_heading (ADW_MESSAGE_DIALOG (dialog),
                                  _ ("Before this file runs for the first time"));
  adw_message_dialog_set_body (ADW_MESSAGE_DIALOG (dialog), body);
  adw_message_dialog_add_responses (ADW_MESSAGE_DIALOG (dialog), "cancel", _ ("_Cancel"), "allow",
                                    _ ("_Allow and Run"), NULL);
  /* No default response: Enter must grant nothing by accident. */
  adw_message_dialog_set_close_response (ADW_MESSAGE_DIALOG (dialog), "cancel");
  g_signal_connect_object (dialog, "response", G_CALLBACK (consent_answered), self, 0);
  gtk_window_present (GTK_WINDOW (dialog));
}

/* TRUE where the run may go on. What a person made or changed here is theirs; content from elsewhere
 * is agreed to once. */
static gboolean
has_consent (TroupePage *self)
{
  TroupeFlow *flow = troupe_flow_document_get_flow (self->document);
  g_autoptr (TroupeValue) explained = troupe_rights_explain (flow);
  g_autofree char *folder = NULL;

  if (!troupe_rights_need_consent (explained))
    return TRUE;
  folder = troupe_store_get_default_folder ();
  if (self->is_trusted)
    keep_consent (self);
  else if (troupe_rights_were_granted (folder, troupe_flow_get_digest (flow)))
    self->is_trusted = TRUE;
  else
    {
      ask_consent (self, explained);
      return FALSE;
    }
  return TRUE;
}

/* --- Starting --------------------------------------------------------------------------------- */

static void
start_run (TroupePage *self, TroupeValue *inputs)
{
  TroupeFlow *flow = troupe_flow_document_get_flow (self->document);
  TroupeApplication *application = troupe_application_get ();
  TroupeStore *store = application != NULL ? troupe_application_get_store (application) : NULL;
  g_autoptr (TroupeRun) run = troupe_run_new (flow);
  g_autoptr (GError) error = NULL;

  g_clear_pointer (&self->failed_method, g_free);
  troupe_run_set_inputs (run, inputs);
  if (!troupe_run_check (run, &error))
    {
      troupe_editor_set_notice (TROUPE_EDITOR (self->editor), TROUPE_NOTICE_ERROR, error->message,
                                NULL);
      return;
    }
  if (!has_consent (self))
    return;
  if (store != NULL)
    {
      g_autofree char *text = troupe_flow_document_to_text (self->document, NULL);

      troupe_run_set_store (run, store, troupe_flow_document_get_path (self->document), text);
    }

  troupe_editor_set_notice (TROUPE_EDITOR (self->editor), TROUPE_NOTICE_NONE, NULL, NULL);
  self->started_us = g_get_real_time ();
  self->batch =
      troupe_event_batch_new (troupe_run_get_bus (run), NULL, BATCH_INTERVAL, events_arrived, self);
  troupe_editor_begin_run (TROUPE_EDITOR (self->editor), flow);
  troupe_monitor_begin_run (TROUPE_MONITOR (self->monitor), flow, self->started_us);
  self->run = g_steal_pointer (&run);
  troupe_run_execute_async (self->run, run_ended, g_object_ref (self));
  _troupe_page_notify_run (self);
}

/* --- Inputs ----------------------------------------------------------------------------------- */

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

  if (self->run != NULL || self->inputs_dialog != NULL)
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
troupe_page_stop (TroupePage *self)
{
  g_return_if_fail (TROUPE_IS_PAGE (self));

  if (self->run == NULL || self->stopping)
    return;
  self->stopping = TRUE;
  troupe_run_cancel (self->run);
  _troupe_page_notify_run (self);
}
