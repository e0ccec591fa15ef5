/* troupe-page.c: one tab: a document's editor with the monitor below it, and its run
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#define G_LOG_DOMAIN "troupe-page"

#include "config.h"

#include <glib/gi18n.h>

#include "troupe-feedback-view.h"
#include "troupe-page-private.h"

enum
{
  PROP_0,
  PROP_DOCUMENT,
  PROP_TITLE,
  PROP_SUBTITLE,
  PROP_RUNNING,
  PROP_STOPPING,
  PROP_HELD,
  PROP_N_QUESTIONS,
  N_PROPS,
};

enum
{
  MESSAGE,
  ASKS,
  RELOAD_REQUESTED,
  N_SIGNALS,
};

static GParamSpec *properties[N_PROPS];
static guint signals[N_SIGNALS];

G_DEFINE_FINAL_TYPE (TroupePage, troupe_page, GTK_TYPE_WIDGET)

void
_troupe_page_notify_run (TroupePage *self)
{
  g_object_notify_by_pspec (G_OBJECT (self), properties[PROP_RUNNING]);
  g_object_notify_by_pspec (G_OBJECT (self), properties[PROP_STOPPING]);
  g_object_notify_by_pspec (G_OBJECT (self), properties[PROP_HELD]);
  g_object_notify_by_pspec (G_OBJECT (self), properties[PROP_N_QUESTIONS]);
  g_object_notify_by_pspec (G_OBJECT (self), properties[PROP_SUBTITLE]);
}

gboolean
_troupe_page_is_there (TroupePage *self)
{
  return self->editor != NULL && gtk_widget_get_root (GTK_WIDGET (self)) != NULL;
}

void
_troupe_page_tell (TroupePage *self, const char *text)
{
  g_signal_emit (self, signals[MESSAGE], 0, text);
}

void
_troupe_page_ask_for_attention (TroupePage *self, const char *request_id)
{
  g_signal_emit (self, signals[ASKS], 0, request_id);
}

void
_troupe_page_set_notice (TroupePage *self,
                         TroupePageNotice what,
                         TroupeNoticeKind kind,
                         const char *text,
                         const char *button)
{
  self->notice = what;
  troupe_editor_set_notice (TROUPE_EDITOR (self->editor), kind, text, button);
  troupe_editor_set_notice_dismissable (TROUPE_EDITOR (self->editor),
                                        what == TROUPE_PAGE_NOTICE_KEPT ||
                                            what == TROUPE_PAGE_NOTICE_DISK ||
                                            what == TROUPE_PAGE_NOTICE_KEY);
}

void
_troupe_page_request_reload (TroupePage *self)
{
  g_signal_emit (self, signals[RELOAD_REQUESTED], 0);
}

/* --- Editor and monitor ----------------------------------------------------------------------- */

static void
document_changed (TroupePage *self)
{
  troupe_monitor_set_flow (TROUPE_MONITOR (self->monitor),
                           troupe_flow_document_get_flow (self->document),
                           troupe_document_get_problems (TROUPE_DOCUMENT (self->document)));
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
place_requested (TroupeMonitor *monitor,
                 const char *method,
                 const char *path,
                 guint line,
                 gpointer user_data)
{
  troupe_editor_show_place (TROUPE_EDITOR (TROUPE_PAGE (user_data)->editor), method, path, line);
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

  if (self->notice == TROUPE_PAGE_NOTICE_DISK)
    {
      _troupe_page_request_reload (self);
      return;
    }
  if (self->notice == TROUPE_PAGE_NOTICE_KEPT)
    {
      _troupe_page_go_on (self);
      return;
    }
  if (self->failed_method == NULL)
    return;
  troupe_editor_select_method (editor, self->failed_method);
  troupe_monitor_set_page (TROUPE_MONITOR (self->monitor), "timeline");
  troupe_monitor_set_panel_open (TROUPE_MONITOR (self->monitor), TRUE);
}

static void
notice_dismissed (TroupeEditor *editor, gpointer user_data)
{
  TroupePage *self = TROUPE_PAGE (user_data);

  if (self->notice == TROUPE_PAGE_NOTICE_KEPT)
    g_clear_pointer (&self->kept_id, g_free);
  self->notice = TROUPE_PAGE_NOTICE_NONE;
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

  self->is_trusted = troupe_document_get_path (TROUPE_DOCUMENT (self->document)) == NULL;
  if (!self->is_trusted)
    self->filed_flow = troupe_flow_ref (troupe_flow_document_get_flow (self->document));
  self->editor = troupe_editor_new (self->document);
  self->monitor = troupe_monitor_new ();
  gtk_widget_set_parent (self->editor, GTK_WIDGET (self));
  troupe_editor_set_bottom (TROUPE_EDITOR (self->editor), self->monitor);
  _troupe_page_make_question (self);

  g_signal_connect_object (self->document, "changed", G_CALLBACK (document_changed), self,
                           G_CONNECT_SWAPPED);
  g_signal_connect_object (self->document, "saved", G_CALLBACK (document_changed), self,
                           G_CONNECT_SWAPPED);
  g_signal_connect_object (self->monitor, "method-selected", G_CALLBACK (method_selected), self, 0);
  g_signal_connect_object (self->monitor, "problem-activated", G_CALLBACK (problem_activated), self,
                           0);
  g_signal_connect_object (self->monitor, "fix-requested", G_CALLBACK (fix_requested), self, 0);
  g_signal_connect_object (self->monitor, "place-requested", G_CALLBACK (place_requested), self, 0);
  g_signal_connect_object (self->monitor, "notify::panel-open", G_CALLBACK (panel_toggled), self,
                           0);
  g_signal_connect_object (self->editor, "notify::selected-method", G_CALLBACK (editor_selected),
                           self, 0);
  g_signal_connect_object (self->editor, "notice-activated", G_CALLBACK (notice_activated), self,
                           0);
  g_signal_connect_object (self->editor, "passes-requested",
                           G_CALLBACK (_troupe_page_passes_requested), self, 0);
  g_signal_connect_object (self->editor, "message", G_CALLBACK (editor_message), self, 0);
  g_signal_connect_object (self->editor, "notice-dismissed", G_CALLBACK (notice_dismissed), self,
                           0);
  document_changed (self);
  _troupe_page_watch_disk (self);
  _troupe_page_look_for_kept_run (self);
}

static void
troupe_page_dispose (GObject *object)
{
  TroupePage *self = TROUPE_PAGE (object);

  g_atomic_int_set (&self->is_leaving, TRUE);
  g_clear_pointer (&self->disk, troupe_disk_watch_free);
  if (self->kept_source != 0)
    {
      /* It has not begun yet. */
      g_clear_handle_id (&self->kept_source, g_source_remove);
      g_clear_pointer (&self->batch, troupe_event_batch_free);
      g_clear_object (&self->run);
    }
  g_clear_pointer (&self->kept_events, g_ptr_array_unref);
  if (self->run != NULL && !self->is_kept)
    troupe_run_cancel (self->run);
  if (self->inputs_dialog != NULL)
    gtk_window_destroy (self->inputs_dialog);
  if (self->consent_dialog != NULL)
    gtk_window_destroy (self->consent_dialog);
  g_clear_object (&self->waiting_run);
  g_clear_pointer (&self->waiting_events, g_ptr_array_unref);
  g_clear_pointer (&self->waiting_rights, _troupe_page_rights_free);
  g_ptr_array_set_size (self->requests, 0);
  self->question = NULL;
  self->monitor = NULL;
  g_clear_pointer (&self->editor, gtk_widget_unparent);
  g_clear_object (&self->document);
  g_clear_pointer (&self->agreed_flow, troupe_flow_unref);
  g_clear_pointer (&self->filed_flow, troupe_flow_unref);
  g_clear_pointer (&self->last_inputs, troupe_value_unref);
  G_OBJECT_CLASS (troupe_page_parent_class)->dispose (object);
}

static void
troupe_page_finalize (GObject *object)
{
  TroupePage *self = TROUPE_PAGE (object);

  g_assert (self->run == NULL);
  g_clear_pointer (&self->failed_method, g_free);
  g_clear_pointer (&self->told_inputs, g_free);
  g_clear_pointer (&self->kept_id, g_free);
  g_clear_pointer (&self->trusted_code, g_free);
  g_clear_pointer (&self->requests, g_ptr_array_unref);
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
  if (self->is_held)
    return g_strdup (_ ("Paused"));
  if (self->requests->len > 0)
    return g_strdup (_ ("Waits for your answer"));
  if (self->run != NULL)
    {
      started = g_date_time_new_from_unix_local (self->started_us / G_USEC_PER_SEC);
      time = g_date_time_format (started, "%H:%M:%S");
      if (self->told_inputs != NULL)
        /* Translators: a time; and inputs: score = 0.5 */
        return g_strdup_printf (_ ("Running · started %s · with %s"), time, self->told_inputs);
      return g_strdup_printf (_ ("Running · started %s"), time);
    }
  if (self->is_saving)
    return g_strdup (_ ("Saving…"));
  path = troupe_document_get_path (TROUPE_DOCUMENT (self->document));
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
      g_value_take_string (value, troupe_document_get_title (TROUPE_DOCUMENT (self->document)));
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
    case PROP_HELD:
      g_value_set_boolean (value, self->is_held);
      break;
    case PROP_N_QUESTIONS:
      g_value_set_uint (value, self->requests->len);
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
  properties[PROP_HELD] = g_param_spec_boolean ("held", NULL, NULL, FALSE, readable);
  properties[PROP_N_QUESTIONS] =
      g_param_spec_uint ("n-questions", NULL, NULL, 0, G_MAXUINT, 0, readable);
  g_object_class_install_properties (object_class, N_PROPS, properties);

  signals[MESSAGE] = g_signal_new ("message", G_TYPE_FROM_CLASS (klass), G_SIGNAL_RUN_LAST, 0, NULL,
                                   NULL, NULL, G_TYPE_NONE, 1, G_TYPE_STRING);

  signals[RELOAD_REQUESTED] = g_signal_new ("reload-requested", G_TYPE_FROM_CLASS (klass),
                                            G_SIGNAL_RUN_LAST, 0, NULL, NULL, NULL, G_TYPE_NONE, 0);
  signals[ASKS] = g_signal_new ("asks", G_TYPE_FROM_CLASS (klass), G_SIGNAL_RUN_LAST, 0, NULL, NULL,
                                NULL, G_TYPE_NONE, 1, G_TYPE_STRING);

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
  troupe_monitor_set_two_pages (TROUPE_MONITOR (self->monitor), width >= TROUPE_EDITOR_NORMAL);
  troupe_feedback_view_set_narrow (TROUPE_FEEDBACK_VIEW (self->question),
                                   width >= TROUPE_EDITOR_NARROW);
}

void
troupe_page_set_saving (TroupePage *self, gboolean saving)
{
  g_return_if_fail (TROUPE_IS_PAGE (self));

  if (self->is_saving == saving)
    return;
  self->is_saving = saving;
  g_object_notify_by_pspec (G_OBJECT (self), properties[PROP_SUBTITLE]);
}

gboolean
troupe_page_is_saving (TroupePage *self)
{
  g_return_val_if_fail (TROUPE_IS_PAGE (self), FALSE);

  return self->is_saving;
}
