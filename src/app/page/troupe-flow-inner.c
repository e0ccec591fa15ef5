/* troupe-flow-inner.c: shows the editor of an embedded crew in place of the flow editor
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#define G_LOG_DOMAIN "troupe-flow-inner"

#include "config.h"

#include "troupe-clock.h"
#include "troupe-crew-card-data.h"
#include "troupe-crew-transcript.h"
#include "troupe-flow-inner.h"

struct _TroupeFlowInner
{
  GObject parent_instance;

  GtkWidget *place;
  TroupeEditor *editor;
  TroupeMonitor *monitor;
  TroupeCrewEditor *crew; /* (nullable): a child of @place */
  char *method;           /* (nullable): method of @crew */
};

enum
{
  CHANGED,
  MESSAGE,
  N_SIGNALS
};

static guint signals[N_SIGNALS];

G_DEFINE_FINAL_TYPE (TroupeFlowInner, troupe_flow_inner, G_TYPE_OBJECT)

/* Moves the monitor to the frame that becomes visible and copies the layout of the panes. */
static void
move_frame (TroupeFlowInner *self, TroupeEditorFrame *from, TroupeEditorFrame *to)
{
  static const char *const kept[] = { "inspector-visible", "outline-visible", "inspector-width",
                                      "bottom-height", "width-class" };

  g_assert (TROUPE_IS_FLOW_INNER (self));

  for (guint i = 0; i < G_N_ELEMENTS (kept); i++)
    {
      g_auto (GValue) value = G_VALUE_INIT;

      g_object_get_property (G_OBJECT (from), kept[i], &value);
      g_object_set_property (G_OBJECT (to), kept[i], &value);
    }
  g_object_ref (self->monitor);
  troupe_monitor_set_panel_whole (self->monitor, FALSE);
  troupe_editor_frame_set_bottom (from, NULL);
  troupe_editor_frame_set_bottom (to, GTK_WIDGET (self->monitor));
  troupe_editor_frame_set_bottom_open (to, troupe_monitor_get_panel_open (self->monitor));
  g_object_unref (self->monitor);
}

static void
message_cb (TroupeFlowInner *self, const char *text)
{
  g_assert (TROUPE_IS_FLOW_INNER (self));

  g_signal_emit (self, signals[MESSAGE], 0, text);
}

/* The bar shows the size of the crew that is visible. */
static void
tell_size (TroupeFlowInner *self, TroupeCrewSubject *subject)
{
  g_autofree char *size = troupe_crew_card_data_describe_size (subject);

  g_assert (TROUPE_IS_FLOW_INNER (self));

  troupe_monitor_set_facts (self->monitor, size);
}

/* The method may have been renamed. */
static void
crew_changed_cb (TroupeFlowInner *self, TroupeCrewSubject *subject)
{
  const char *const *path = troupe_crew_subject_get_path (subject);

  g_assert (TROUPE_IS_FLOW_INNER (self));

  if (path != NULL && path[1] != NULL)
    troupe_set_str (&self->method, path[1]);
  tell_size (self, subject);
}

void
troupe_flow_inner_leave (TroupeFlowInner *self)
{
  g_autofree char *method = NULL;
  TroupeCrewEditor *crew;

  g_return_if_fail (TROUPE_IS_FLOW_INNER (self));

  if (self->crew == NULL)
    return;
  crew = g_object_ref (self->crew);
  troupe_crew_editor_commit (crew);
  method = g_steal_pointer (&self->method);
  self->crew = NULL;
  troupe_monitor_set_facts (self->monitor, NULL);
  move_frame (self, troupe_crew_editor_get_frame (crew), troupe_editor_get_frame (self->editor));
  gtk_widget_set_visible (GTK_WIDGET (self->editor), TRUE);
  /* Emits the signal first, because handlers must remove their widgets from the frame of @crew
   * before it is destroyed. */
  g_signal_emit (self, signals[CHANGED], 0);
  gtk_widget_unparent (GTK_WIDGET (crew));
  g_object_unref (crew);
  troupe_editor_select_method (self->editor, method);
  gtk_widget_grab_focus (GTK_WIDGET (self->editor));
}

/* Creates the subject for the crew embedded in a method. (transfer full) */
static TroupeCrewSubject *
find_subject (TroupeFlowInner *self, const char *method)
{
  const char *path[] = { "methods", method, "do", "with", NULL };

  g_assert (TROUPE_IS_FLOW_INNER (self));

  return troupe_crew_subject_new_inline (
      TROUPE_DOCUMENT (troupe_editor_get_document (self->editor)), path);
}

gboolean
troupe_flow_inner_enter (TroupeFlowInner *self, const char *method)
{
  TroupeDocument *document;
  g_autoptr (TroupeCrewSubject) subject = NULL;
  g_autofree char *title = NULL;
  const char *crumbs[2] = { NULL };

  g_return_val_if_fail (TROUPE_IS_FLOW_INNER (self), FALSE);
  g_return_val_if_fail (method != NULL, FALSE);

  document = TROUPE_DOCUMENT (troupe_editor_get_document (self->editor));
  subject = find_subject (self, method);
  if (troupe_crew_subject_get_n_tasks (subject) == 0)
    return FALSE;
  troupe_flow_inner_leave (self);
  troupe_editor_commit (self->editor);
  title = troupe_document_get_title (document);
  crumbs[0] = title;
  self->method = g_strdup (method);
  self->crew = TROUPE_CREW_EDITOR (
      troupe_crew_editor_new (subject, troupe_editor_get_trace (self->editor), crumbs));
  gtk_widget_set_parent (GTK_WIDGET (self->crew), self->place);
  troupe_crew_transcript_join (self->crew, self->monitor, method);
  g_signal_connect_object (self->crew, "message", G_CALLBACK (message_cb), self, G_CONNECT_SWAPPED);
  g_signal_connect_object (self->crew, "up-requested", G_CALLBACK (troupe_flow_inner_leave), self,
                           G_CONNECT_SWAPPED);
  g_signal_connect_object (subject, "changed", G_CALLBACK (crew_changed_cb), self,
                           G_CONNECT_SWAPPED);
  g_signal_connect_object (subject, "gone", G_CALLBACK (troupe_flow_inner_leave), self,
                           G_CONNECT_SWAPPED);
  move_frame (self, troupe_editor_get_frame (self->editor),
              troupe_crew_editor_get_frame (self->crew));
  gtk_widget_set_visible (GTK_WIDGET (self->editor), FALSE);
  tell_size (self, subject);
  /* Show what has already happened if a run exists. */
  if (troupe_trace_get_run (troupe_editor_get_trace (self->editor)) != NULL &&
      troupe_trace_find_method (troupe_editor_get_trace (self->editor), method) != NULL)
    troupe_flow_inner_begin_run (self);
  g_signal_emit (self, signals[CHANGED], 0);
  gtk_widget_grab_focus (GTK_WIDGET (self->crew));
  return TRUE;
}

gboolean
troupe_flow_inner_show_problem (TroupeFlowInner *self, const TroupeProblem *problem)
{
  g_autoptr (TroupeCrewSubject) subject = NULL;
  g_autoptr (TroupeProblem) inner = NULL;

  g_return_val_if_fail (TROUPE_IS_FLOW_INNER (self), FALSE);
  g_return_val_if_fail (problem != NULL, FALSE);

  if (problem->method == NULL)
    return FALSE;
  subject = find_subject (self, problem->method);
  inner = troupe_crew_subject_tell_problem (subject, problem);
  if (inner == NULL || ((self->crew == NULL || g_strcmp0 (self->method, problem->method) != 0) &&
                        !troupe_flow_inner_enter (self, problem->method)))
    return FALSE;
  troupe_crew_editor_show_problem (self->crew, inner);
  return TRUE;
}

/* @method: (nullable): NULL for a run of the crew alone */
static void
begin_run (TroupeFlowInner *self, const char *method)
{
  TroupeCrew *crew;

  g_assert (TROUPE_IS_FLOW_INNER (self));

  crew = self->crew != NULL
             ? troupe_crew_subject_get_crew (troupe_crew_editor_get_subject (self->crew))
             : NULL;
  if (crew != NULL)
    troupe_crew_editor_begin_run (self->crew, crew, method);
}

void
troupe_flow_inner_begin_run (TroupeFlowInner *self)
{
  g_return_if_fail (TROUPE_IS_FLOW_INNER (self));

  begin_run (self, self->method);
}

void
troupe_flow_inner_begin_own_run (TroupeFlowInner *self)
{
  g_return_if_fail (TROUPE_IS_FLOW_INNER (self));

  begin_run (self, NULL);
}

TroupeCrewEditor *
troupe_flow_inner_get_editor (TroupeFlowInner *self)
{
  g_return_val_if_fail (TROUPE_IS_FLOW_INNER (self), NULL);

  return self->crew;
}

const char *
troupe_flow_inner_get_method (TroupeFlowInner *self)
{
  g_return_val_if_fail (TROUPE_IS_FLOW_INNER (self), NULL);

  return self->method;
}

TroupeEditorFrame *
troupe_flow_inner_get_frame (TroupeFlowInner *self)
{
  g_return_val_if_fail (TROUPE_IS_FLOW_INNER (self), NULL);

  return self->crew != NULL ? troupe_crew_editor_get_frame (self->crew)
                            : troupe_editor_get_frame (self->editor);
}

static void
troupe_flow_inner_dispose (GObject *object)
{
  TroupeFlowInner *self = TROUPE_FLOW_INNER (object);

  if (self->crew != NULL)
    gtk_widget_unparent (GTK_WIDGET (g_steal_pointer (&self->crew)));
  g_clear_pointer (&self->method, g_free);

  G_OBJECT_CLASS (troupe_flow_inner_parent_class)->dispose (object);
}

static void
troupe_flow_inner_class_init (TroupeFlowInnerClass *klass)
{
  const GType type = G_TYPE_FROM_CLASS (klass);

  G_OBJECT_CLASS (klass)->dispose = troupe_flow_inner_dispose;
  signals[CHANGED] =
      g_signal_new ("changed", type, G_SIGNAL_RUN_LAST, 0, NULL, NULL, NULL, G_TYPE_NONE, 0);
  signals[MESSAGE] = g_signal_new ("message", type, G_SIGNAL_RUN_LAST, 0, NULL, NULL, NULL,
                                   G_TYPE_NONE, 1, G_TYPE_STRING);
}

static void
troupe_flow_inner_init (TroupeFlowInner *self)
{
}

TroupeFlowInner *
troupe_flow_inner_new (GtkWidget *place, TroupeEditor *editor, TroupeMonitor *monitor)
{
  TroupeFlowInner *self;

  g_return_val_if_fail (GTK_IS_WIDGET (place), NULL);
  g_return_val_if_fail (TROUPE_IS_EDITOR (editor), NULL);
  g_return_val_if_fail (TROUPE_IS_MONITOR (monitor), NULL);

  self = g_object_new (TROUPE_TYPE_FLOW_INNER, NULL);
  self->place = place;
  self->editor = editor;
  self->monitor = monitor;
  return self;
}
