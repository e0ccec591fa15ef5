/* troupe-page.c: one tab: a document's editor with the monitor below it, and its run
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#define G_LOG_DOMAIN "troupe-page"

#include "config.h"

#include <glib/gi18n.h>
#include <inttypes.h>

#include "troupe-application.h"
#include "troupe-inputs-dialog.h"
#include "troupe-page.h"
#include "troupe-rights.h"
#include "troupe-run.h"

/* One frame: how often events reach the window at most, in milliseconds. */
#define BATCH_INTERVAL 16

struct _TroupePage
{
  GtkWidget parent_instance;

  TroupeFlowDocument *document;
  GtkWidget *editor;
  GtkWidget *monitor;

  TroupeRun *run;
  TroupeEventBatch *batch;
  TroupeValue *last_inputs;
  GtkWindow *inputs_dialog;
  char *failed_method;
  gint64 started_us;
  gboolean stopping;
  gboolean is_trusted; /* made here, or a person has agreed to what it can do */
};

enum
{
  PROP_0,
  PROP_DOCUMENT,
  PROP_TITLE,
  PROP_SUBTITLE,
  PROP_RUNNING,
  PROP_STOPPING,
  N_PROPS,
};

enum
{
  MESSAGE,
  N_SIGNALS,
};

static GParamSpec *properties[N_PROPS];
static guint signals[N_SIGNALS];

G_DEFINE_FINAL_TYPE (TroupePage, troupe_page, GTK_TYPE_WIDGET)

static void
notify_run (TroupePage *self)
{
  g_object_notify_by_pspec (G_OBJECT (self), properties[PROP_RUNNING]);
  g_object_notify_by_pspec (G_OBJECT (self), properties[PROP_STOPPING]);
  g_object_notify_by_pspec (G_OBJECT (self), properties[PROP_SUBTITLE]);
}

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
    g_signal_emit (self, signals[MESSAGE], 0, text);
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
  notify_run (self);
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
    g_signal_emit (self, signals[MESSAGE], 0, error->message);
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
  notify_run (self);
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
      g_signal_emit (self, signals[MESSAGE], 0,
                     _ ("The flow has errors. Repair them, then run it."));
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
  notify_run (self);
}

/* --- Editor and monitor ----------------------------------------------------------------------- */

static void
document_changed (TroupePage *self)
{
  troupe_monitor_set_flow (TROUPE_MONITOR (self->monitor),
                           troupe_flow_document_get_flow (self->document),
                           troupe_flow_document_get_problems (self->document));
  g_object_notify_by_pspec (G_OBJECT (self), properties[PROP_TITLE]);
  g_object_notify_by_pspec (G_OBJECT (self), properties[PROP_SUBTITLE]);
}

static void
method_selected (TroupeMonitor *monitor, const char *name, gpointer user_data)
{
  troupe_editor_select_method (TROUPE_EDITOR (TROUPE_PAGE (user_data)->editor), name);
}

static void
editor_selected (GObject *editor, GParamSpec *pspec, gpointer user_data)
{
  TroupePage *self = TROUPE_PAGE (user_data);

  troupe_monitor_set_selected_method (TROUPE_MONITOR (self->monitor),
                                      troupe_editor_get_selected_method (
                                          TROUPE_EDITOR (self->editor)));
}

static void
problem_activated (TroupeMonitor *monitor, TroupeProblem *problem, gpointer user_data)
{
  troupe_editor_show_problem (TROUPE_EDITOR (TROUPE_PAGE (user_data)->editor), problem);
}

static void
fix_requested (TroupeMonitor *monitor, TroupeProblem *problem, gpointer user_data)
{
  troupe_editor_fix_problem (TROUPE_EDITOR (TROUPE_PAGE (user_data)->editor), problem);
}

static void
panel_toggled (GObject *monitor, GParamSpec *pspec, gpointer user_data)
{
  TroupePage *self = TROUPE_PAGE (user_data);

  troupe_editor_set_bottom_open (TROUPE_EDITOR (self->editor),
                                 troupe_monitor_get_panel_open (TROUPE_MONITOR (monitor)));
}

static void
notice_activated (TroupeEditor *editor, gpointer user_data)
{
  TroupePage *self = TROUPE_PAGE (user_data);

  if (self->failed_method == NULL)
    return;
  troupe_editor_select_method (editor, self->failed_method);
  troupe_monitor_set_page (TROUPE_MONITOR (self->monitor), "timeline");
  troupe_monitor_set_panel_open (TROUPE_MONITOR (self->monitor), TRUE);
}

static void
editor_message (TroupeEditor *editor, const char *text, gpointer user_data)
{
  g_signal_emit (user_data, signals[MESSAGE], 0, text);
}

static void
troupe_page_constructed (GObject *object)
{
  TroupePage *self = TROUPE_PAGE (object);

  G_OBJECT_CLASS (troupe_page_parent_class)->constructed (object);

  self->is_trusted = troupe_flow_document_get_path (self->document) == NULL;
  self->editor = troupe_editor_new (self->document);
  self->monitor = troupe_monitor_new ();
  gtk_widget_set_parent (self->editor, GTK_WIDGET (self));
  troupe_editor_set_bottom (TROUPE_EDITOR (self->editor), self->monitor);

  g_signal_connect_object (self->document, "changed", G_CALLBACK (document_changed), self,
                           G_CONNECT_SWAPPED);
  g_signal_connect_object (self->document, "saved", G_CALLBACK (document_changed), self,
                           G_CONNECT_SWAPPED);
  g_signal_connect_object (self->monitor, "method-selected", G_CALLBACK (method_selected), self, 0);
  g_signal_connect_object (self->monitor, "problem-activated", G_CALLBACK (problem_activated), self,
                           0);
  g_signal_connect_object (self->monitor, "fix-requested", G_CALLBACK (fix_requested), self, 0);
  g_signal_connect_object (self->monitor, "notify::panel-open", G_CALLBACK (panel_toggled), self,
                           0);
  g_signal_connect_object (self->editor, "notify::selected-method", G_CALLBACK (editor_selected),
                           self, 0);
  g_signal_connect_object (self->editor, "notice-activated", G_CALLBACK (notice_activated), self,
                           0);
  g_signal_connect_object (self->editor, "message", G_CALLBACK (editor_message), self, 0);
  document_changed (self);
}

static void
troupe_page_dispose (GObject *object)
{
  TroupePage *self = TROUPE_PAGE (object);

  if (self->run != NULL)
    troupe_run_cancel (self->run);
  if (self->inputs_dialog != NULL)
    gtk_window_destroy (self->inputs_dialog);
  self->monitor = NULL;
  g_clear_pointer (&self->editor, gtk_widget_unparent);
  g_clear_object (&self->document);
  g_clear_pointer (&self->last_inputs, troupe_value_unref);
  G_OBJECT_CLASS (troupe_page_parent_class)->dispose (object);
}

static void
troupe_page_finalize (GObject *object)
{
  TroupePage *self = TROUPE_PAGE (object);

  g_assert (self->run == NULL);
  g_clear_pointer (&self->failed_method, g_free);
  G_OBJECT_CLASS (troupe_page_parent_class)->finalize (object);
}

char *
troupe_page_get_subtitle (TroupePage *self)
{
  const char *path;
  g_autofree char *time = NULL;
  g_autoptr (GDateTime) started = NULL;

  g_return_val_if_fail (TROUPE_IS_PAGE (self), NULL);

  if (self->stopping)
    return g_strdup (_ ("Stopping…"));
  if (self->run != NULL)
    {
      started = g_date_time_new_from_unix_local (self->started_us / G_USEC_PER_SEC);
      time = g_date_time_format (started, "%H:%M:%S");
      return g_strdup_printf (_ ("Running · started %s"), time);
    }
  path = troupe_flow_document_get_path (self->document);
  return path != NULL ? troupe_path_for_display (path) : g_strdup (_ ("Not saved yet"));
}

static void
troupe_page_get_property (GObject *object, guint id, GValue *value, GParamSpec *pspec)
{
  TroupePage *self = TROUPE_PAGE (object);

  switch (id)
    {
    case PROP_DOCUMENT:
      g_value_set_object (value, self->document);
      break;
    case PROP_TITLE:
      g_value_take_string (value, troupe_flow_document_get_title (self->document));
      break;
    case PROP_SUBTITLE:
      g_value_take_string (value, troupe_page_get_subtitle (self));
      break;
    case PROP_RUNNING:
      g_value_set_boolean (value, self->run != NULL);
      break;
    case PROP_STOPPING:
      g_value_set_boolean (value, self->stopping);
      break;
    default:
      G_OBJECT_WARN_INVALID_PROPERTY_ID (object, id, pspec);
    }
}

static void
troupe_page_set_property (GObject *object, guint id, const GValue *value, GParamSpec *pspec)
{
  TroupePage *self = TROUPE_PAGE (object);

  switch (id)
    {
    case PROP_DOCUMENT:
      self->document = g_value_dup_object (value);
      break;
    default:
      G_OBJECT_WARN_INVALID_PROPERTY_ID (object, id, pspec);
    }
}

static void
troupe_page_class_init (TroupePageClass *klass)
{
  GObjectClass *object_class = G_OBJECT_CLASS (klass);
  GtkWidgetClass *widget_class = GTK_WIDGET_CLASS (klass);
  const GParamFlags readable = G_PARAM_READABLE | G_PARAM_STATIC_STRINGS;

  object_class->constructed = troupe_page_constructed;
  object_class->dispose = troupe_page_dispose;
  object_class->finalize = troupe_page_finalize;
  object_class->get_property = troupe_page_get_property;
  object_class->set_property = troupe_page_set_property;

  properties[PROP_DOCUMENT] =
      g_param_spec_object ("document", NULL, NULL, TROUPE_TYPE_FLOW_DOCUMENT,
                           G_PARAM_READWRITE | G_PARAM_CONSTRUCT_ONLY | G_PARAM_STATIC_STRINGS);
  properties[PROP_TITLE] = g_param_spec_string ("title", NULL, NULL, NULL, readable);
  properties[PROP_SUBTITLE] = g_param_spec_string ("subtitle", NULL, NULL, NULL, readable);
  properties[PROP_RUNNING] = g_param_spec_boolean ("running", NULL, NULL, FALSE, readable);
  properties[PROP_STOPPING] = g_param_spec_boolean ("stopping", NULL, NULL, FALSE, readable);
  g_object_class_install_properties (object_class, N_PROPS, properties);

  signals[MESSAGE] = g_signal_new ("message", G_TYPE_FROM_CLASS (klass), G_SIGNAL_RUN_LAST, 0, NULL,
                                   NULL, NULL, G_TYPE_NONE, 1, G_TYPE_STRING);

  gtk_widget_class_set_layout_manager_type (widget_class, GTK_TYPE_BIN_LAYOUT);
}

static void
troupe_page_init (TroupePage *self)
{
}

GtkWidget *
troupe_page_new (TroupeFlowDocument *document)
{
  g_return_val_if_fail (TROUPE_IS_FLOW_DOCUMENT (document), NULL);

  return g_object_new (TROUPE_TYPE_PAGE, "document", document, NULL);
}

TroupeFlowDocument *
troupe_page_get_document (TroupePage *self)
{
  g_return_val_if_fail (TROUPE_IS_PAGE (self), NULL);

  return self->document;
}

TroupeEditor *
troupe_page_get_editor (TroupePage *self)
{
  g_return_val_if_fail (TROUPE_IS_PAGE (self), NULL);

  return TROUPE_EDITOR (self->editor);
}

TroupeMonitor *
troupe_page_get_monitor (TroupePage *self)
{
  g_return_val_if_fail (TROUPE_IS_PAGE (self), NULL);

  return TROUPE_MONITOR (self->monitor);
}

gboolean
troupe_page_is_running (TroupePage *self)
{
  g_return_val_if_fail (TROUPE_IS_PAGE (self), FALSE);

  return self->run != NULL;
}

void
troupe_page_set_width_class (TroupePage *self, TroupeEditorWidth width)
{
  g_return_if_fail (TROUPE_IS_PAGE (self));

  troupe_editor_set_width_class (TROUPE_EDITOR (self->editor), width);
  troupe_monitor_set_narrow (TROUPE_MONITOR (self->monitor), width >= TROUPE_EDITOR_NARROW);
}
