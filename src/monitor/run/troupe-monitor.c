/* troupe-monitor.c: run monitor: bottom bar and panels
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#define G_LOG_DOMAIN "troupe-monitor"

#include "config.h"

#include <glib/gi18n.h>

#include "troupe-clock.h"
#include "troupe-cost-view.h"
#include "troupe-dark-scheme.h"
#include "troupe-feedback-view.h"
#include "troupe-method-detail.h"
#include "troupe-monitor-private.h"
#include "troupe-pass-focus.h"
#include "troupe-pause-view.h"
#include "troupe-value-rendering.h"
#include "troupe-problem-list.h"
#include "troupe-transcript-view.h"
#include "troupe-timeline.h"
#include "troupe-value-view.h"

/* Update interval of the clock in the bar during a run, in milliseconds. */
#define CLOCK_INTERVAL 200

enum
{
  PROP_0,
  PROP_TRACE,
  PROP_PANEL_OPEN,
  PROP_PANEL_WHOLE,
  PROP_PAGE,
  PROP_SELECTED_METHOD,
  PROP_NARROW,
  PROP_TWO_PAGES,
  N_PROPS,
};

enum
{
  METHOD_SELECTED,
  GROUP_CHOSEN,
  PROBLEM_ACTIVATED,
  FIX_REQUESTED,
  ANSWERED,
  LATER,
  PLACE_REQUESTED,
  COSTS_SHOWN,
  N_SIGNALS,
};

static GParamSpec *properties[N_PROPS];
static guint signals[N_SIGNALS];

G_DEFINE_FINAL_TYPE (TroupeMonitor, troupe_monitor, GTK_TYPE_WIDGET)

void
troupe_monitor_show_data (TroupeMonitor *self)
{
  g_autoptr (TroupeValue) data = NULL;
  const guint serial = troupe_run_model_get_data_serial (self->model);

  /* Most events do not change the data. */
  if (self->data_shown && self->data_serial == serial)
    return;
  self->data_shown = TRUE;
  self->data_serial = serial;
  if (troupe_run_model_has_run (self->model))
    data = troupe_run_model_get_data (self->model);
  troupe_value_view_set_value (TROUPE_VALUE_VIEW (self->data), _ ("Run"), "", data, NULL,
                               _ ("Press Run (F5) to see the run here."));
}

GtkWidget *
troupe_monitor_get_bar (TroupeMonitor *self)
{
  g_return_val_if_fail (TROUPE_IS_MONITOR (self), NULL);

  return self->bar;
}

static void
walk_activated (GtkWidget *widget, const char *name, GVariant *parameter)
{
  TroupeMonitor *self = TROUPE_MONITOR (widget);

  g_assert (GTK_IS_WIDGET (widget));
  g_assert (TROUPE_IS_MONITOR (self));

  troupe_problem_list_walk (TROUPE_PROBLEM_LIST (self->problems),
                            g_str_equal (name, "panel.next-problem") ? 1 : -1);
}

/* --- Callbacks of the components -------------------------------------------------------------- */

void
troupe_monitor_method_chosen (GtkWidget *part, const char *name, gpointer user_data)
{
  TroupeMonitor *self = TROUPE_MONITOR (user_data);

  troupe_monitor_set_selected_method (self, name);
  g_signal_emit (self, signals[METHOD_SELECTED], 0, name);
  if (self->two_pages && part == self->timeline)
    gtk_stack_set_visible_child_name (GTK_STACK (self->timeline_stack), "detail");
}

void
troupe_monitor_pass_chosen (GtkWidget *part, guint pass, gpointer user_data)
{
  troupe_method_detail_set_pass (TROUPE_METHOD_DETAIL (TROUPE_MONITOR (user_data)->detail), pass);
}

void
troupe_monitor_pass_changed (GtkWidget *part, guint pass, gpointer user_data)
{
  troupe_timeline_set_pass (TROUPE_TIMELINE (TROUPE_MONITOR (user_data)->timeline), pass);
}

void
troupe_monitor_problem_chosen (GtkWidget *list, TroupeProblem *problem, gpointer user_data)
{
  g_signal_emit (user_data, signals[PROBLEM_ACTIVATED], 0, problem);
}

void
troupe_monitor_fix_chosen (GtkWidget *list, TroupeProblem *problem, gpointer user_data)
{
  g_signal_emit (user_data, signals[FIX_REQUESTED], 0, problem);
}

void
troupe_monitor_answered (GtkWidget *part,
                         const char *request_id,
                         const char *words,
                         const char *outcome,
                         gpointer user_data)
{
  g_signal_emit (user_data, signals[ANSWERED], 0, request_id, words, outcome);
}

void
troupe_monitor_costs_shown (GtkWidget *part, GHashTable *costs, gpointer user_data)
{
  g_assert (TROUPE_IS_MONITOR (user_data));

  g_signal_emit (user_data, signals[COSTS_SHOWN], 0, costs);
}

void
troupe_monitor_answered_later (GtkWidget *part, gpointer user_data)
{
  g_signal_emit (user_data, signals[LATER], 0);
}

void
troupe_monitor_place_requested (GtkWidget *part,
                                const char *method,
                                const char *path,
                                guint line,
                                gpointer user_data)
{
  g_signal_emit (user_data, signals[PLACE_REQUESTED], 0, method, path, line);
}

/* --- Public functions ------------------------------------------------------------------------- */

void
troupe_monitor_set_facts (TroupeMonitor *self, const char *facts)
{
  g_return_if_fail (TROUPE_IS_MONITOR (self));

  g_free (self->own_facts);
  self->own_facts = g_strdup (facts);
  troupe_monitor_update_facts (self);
}

void
troupe_monitor_set_folder (TroupeMonitor *self, const char *folder)
{
  g_return_if_fail (TROUPE_IS_MONITOR (self));

  troupe_transcript_view_set_folder (TROUPE_TRANSCRIPT_VIEW (self->transcript), folder);
  troupe_value_rendering_attach (TROUPE_VALUE_VIEW (self->data), folder);
  troupe_method_detail_set_folder (TROUPE_METHOD_DETAIL (self->detail), folder);
}

void
troupe_monitor_set_crew (TroupeMonitor *self, gboolean is_crew)
{
  g_return_if_fail (TROUPE_IS_MONITOR (self));

  troupe_run_model_set_crew (self->model, is_crew);
}

void
troupe_monitor_set_flow (TroupeMonitor *self, TroupeFlow *flow, GPtrArray *problems)
{
  g_return_if_fail (TROUPE_IS_MONITOR (self));
  g_return_if_fail (flow != NULL && problems != NULL);

  troupe_flow_ref (flow);
  g_clear_pointer (&self->flow, troupe_flow_unref);
  self->flow = flow;
  self->n_methods = troupe_flow_get_n_methods (flow);
  troupe_method_detail_set_flow (TROUPE_METHOD_DETAIL (self->detail), flow);
  troupe_monitor_update_problems (self, problems);
  troupe_monitor_update_facts (self);
}

void
troupe_monitor_choose_task (TroupeMonitor *self, const char *method, guint number)
{
  g_return_if_fail (TROUPE_IS_MONITOR (self));

  self->choosing = TRUE;
  if (number == 0 || !troupe_transcript_view_choose_task (TROUPE_TRANSCRIPT_VIEW (self->transcript),
                                                          method, number))
    troupe_transcript_view_choose (TROUPE_TRANSCRIPT_VIEW (self->transcript),
                                   TROUPE_TRANSCRIPT_EVERYTHING, "");
  self->choosing = FALSE;
}

void
troupe_monitor_expect (TroupeMonitor *self, GListModel *groups)
{
  g_return_if_fail (TROUPE_IS_MONITOR (self));

  troupe_transcript_expect (
      troupe_transcript_view_get_transcript (TROUPE_TRANSCRIPT_VIEW (self->transcript)), groups);
}

/* Waits until the transcript is mapped, because its list is empty before that. */
static gboolean
show_task_cb (GtkWidget *widget, GdkFrameClock *clock, gpointer user_data)
{
  TroupeMonitor *self = TROUPE_MONITOR (widget);
  guint64 *id = user_data;

  g_assert (GDK_IS_FRAME_CLOCK (clock));

  if (self->transcript == NULL || !gtk_widget_get_mapped (self->transcript))
    return G_SOURCE_CONTINUE;
  troupe_transcript_view_go_to_task (TROUPE_TRANSCRIPT_VIEW (self->transcript), *id);
  return G_SOURCE_REMOVE;
}

void
troupe_monitor_show_task (TroupeMonitor *self, guint64 id)
{
  g_return_if_fail (TROUPE_IS_MONITOR (self));

  troupe_monitor_choose_task (self, NULL, 0);
  troupe_monitor_set_page (self, "transcript");
  troupe_monitor_set_panel_open (self, TRUE);
  gtk_widget_add_tick_callback (GTK_WIDGET (self), show_task_cb, g_memdup2 (&id, sizeof id),
                                g_free);
}

void
troupe_monitor_choose_agent (TroupeMonitor *self, const char *role)
{
  g_return_if_fail (TROUPE_IS_MONITOR (self));

  self->choosing = TRUE;
  troupe_transcript_view_choose (TROUPE_TRANSCRIPT_VIEW (self->transcript),
                                 role != NULL ? TROUPE_TRANSCRIPT_OF_AGENT
                                              : TROUPE_TRANSCRIPT_EVERYTHING,
                                 role != NULL ? role : "");
  self->choosing = FALSE;
}

void
troupe_monitor_group_chosen (GtkWidget *view, TroupeTranscriptGroup *group, gpointer user_data)
{
  if (!TROUPE_MONITOR (user_data)->choosing)
    g_signal_emit (user_data, signals[GROUP_CHOSEN], 0, group);
}

void
troupe_monitor_set_report (TroupeMonitor *self, GListModel *items, const char *text)
{
  g_return_if_fail (TROUPE_IS_MONITOR (self));

  troupe_report_list_set_items (TROUPE_REPORT_LIST (self->report), items, text);
}

static gboolean
clock_ticked_cb (gpointer user_data)
{
  troupe_monitor_update_facts (TROUPE_MONITOR (user_data));
  return G_SOURCE_CONTINUE;
}

void
troupe_monitor_begin_run (TroupeMonitor *self, TroupeFlow *flow)
{
  g_return_if_fail (TROUPE_IS_MONITOR (self));

  troupe_flow_ref (flow);
  g_clear_pointer (&self->run_flow, troupe_flow_unref);
  self->run_flow = flow;
  troupe_cost_view_set_flow (TROUPE_COST_VIEW (self->cost), flow);
  troupe_run_model_begin (self->model);
  troupe_run_model_set_flow (self->model, flow);
  troupe_monitor_update_inputs (self);
  troupe_monitor_show_page (self, self->page == TROUPE_MONITOR_PROBLEMS ? TROUPE_MONITOR_TIMELINE
                                                                        : self->page);
  troupe_monitor_set_panel_open (self, TRUE);
  if (self->clock == 0)
    self->clock = g_timeout_add (CLOCK_INTERVAL, clock_ticked_cb, self);
  troupe_monitor_update_facts (self);
}

static void
trace_changed_cb (TroupeMonitor *self)
{
  g_assert (TROUPE_IS_MONITOR (self));

  troupe_monitor_update_inputs (self);
  if (self->page == TROUPE_MONITOR_DATA && self->open)
    troupe_monitor_show_data (self);
}

void
troupe_monitor_set_pause (TroupeMonitor *self, TroupeRun *run, TroupeRunPause *pause)
{
  gboolean is_new;

  g_return_if_fail (TROUPE_IS_MONITOR (self));
  g_return_if_fail ((run == NULL) == (pause == NULL));

  is_new = run != NULL && !self->is_paused;
  self->is_paused = run != NULL;
  troupe_pause_view_set (TROUPE_PAUSE_VIEW (self->pause), run, pause);
  gtk_stack_set_visible_child_name (GTK_STACK (self->data_stack), run != NULL ? "pause" : "data");
  troupe_monitor_update_changes (self);
  /* Who sets a breakpoint wants to look at the values there. */
  if (!is_new || pause->reason != TROUPE_PAUSE_BY_BREAKPOINT)
    return;
  troupe_monitor_show_page (self, TROUPE_MONITOR_DATA);
  troupe_monitor_set_panel_open (self, TRUE);
}

void
troupe_monitor_set_estimates (TroupeMonitor *self, GHashTable *estimates)
{
  g_return_if_fail (TROUPE_IS_MONITOR (self));

  troupe_pause_view_set_estimates (TROUPE_PAUSE_VIEW (self->pause), estimates);
}

void
troupe_monitor_commit (TroupeMonitor *self)
{
  g_return_if_fail (TROUPE_IS_MONITOR (self));

  troupe_pause_view_commit (TROUPE_PAUSE_VIEW (self->pause));
}

void
troupe_monitor_set_requests (TroupeMonitor *self, GPtrArray *requests)
{
  g_return_if_fail (TROUPE_IS_MONITOR (self));

  troupe_method_detail_set_requests (TROUPE_METHOD_DETAIL (self->detail), requests);
}

void
troupe_monitor_set_answer_error (TroupeMonitor *self, const char *request_id, const char *text)
{
  TroupeFeedbackView *view;
  TroupeFeedbackRequest *request;

  g_return_if_fail (TROUPE_IS_MONITOR (self));

  view = TROUPE_FEEDBACK_VIEW (
      troupe_method_detail_get_feedback (TROUPE_METHOD_DETAIL (self->detail)));
  request = troupe_feedback_view_get_request (view);
  if (request != NULL && g_strcmp0 (request->id, request_id) == 0)
    troupe_feedback_view_set_error (view, text);
}

void
troupe_monitor_end_run (TroupeMonitor *self, const TroupeRunResult *result)
{
  g_return_if_fail (TROUPE_IS_MONITOR (self));

  g_clear_handle_id (&self->clock, g_source_remove);
  if (result != NULL && result->error != NULL && result->error_method != NULL)
    troupe_run_model_set_failure (self->model, result->error_method, result->error->message,
                                  result->error_path, result->error_line, result->temporary);
  troupe_method_detail_set_result (TROUPE_METHOD_DETAIL (self->detail), result);
  if (self->page == TROUPE_MONITOR_DATA)
    troupe_monitor_show_data (self);
  troupe_monitor_update_facts (self);
}

void
troupe_monitor_reopen_run (TroupeMonitor *self)
{
  g_return_if_fail (TROUPE_IS_MONITOR (self));

  if (self->clock == 0)
    self->clock = g_timeout_add (CLOCK_INTERVAL, clock_ticked_cb, self);
  troupe_method_detail_forget_result (TROUPE_METHOD_DETAIL (self->detail));
}

void
troupe_monitor_set_selected_method (TroupeMonitor *self, const char *name)
{
  g_return_if_fail (TROUPE_IS_MONITOR (self));

  if (!troupe_set_str (&self->selected, name))
    return;
  troupe_timeline_set_selected (TROUPE_TIMELINE (self->timeline), self->selected);
  troupe_method_detail_set_method (TROUPE_METHOD_DETAIL (self->detail), self->selected);
  g_object_notify_by_pspec (G_OBJECT (self), properties[PROP_SELECTED_METHOD]);
}

void
troupe_monitor_show_pass (TroupeMonitor *self, const char *name, guint pass)
{
  g_return_if_fail (TROUPE_IS_MONITOR (self));
  g_return_if_fail (name != NULL);

  troupe_monitor_set_selected_method (self, name);
  troupe_monitor_show_page (self, TROUPE_MONITOR_TIMELINE);
  troupe_monitor_set_panel_open (self, TRUE);
  if (self->two_pages)
    gtk_stack_set_visible_child_name (GTK_STACK (self->timeline_stack), "detail");
  troupe_method_detail_set_pass (TROUPE_METHOD_DETAIL (self->detail), pass);
}

static void
pass_of_card_chosen_cb (TroupeMonitor *self, const char *method, guint pass)
{
  g_assert (TROUPE_IS_MONITOR (self));

  troupe_monitor_show_pass (self, method, pass);
  g_signal_emit (self, signals[METHOD_SELECTED], 0, method);
}

void
troupe_monitor_open_passes (TroupeMonitor *self,
                            const char *name,
                            GtkWidget *widget,
                            const GdkRectangle *place)
{
  g_return_if_fail (TROUPE_IS_MONITOR (self));
  g_return_if_fail (name != NULL && place != NULL);

  if (self->passes == NULL)
    {
      self->passes = troupe_pass_popover_new (self->model, GTK_WIDGET (self));
      g_signal_connect_object (self->passes, "chosen", G_CALLBACK (pass_of_card_chosen_cb), self,
                               G_CONNECT_SWAPPED);
    }
  troupe_pass_popover_open (self->passes, name,
                            g_strcmp0 (self->selected, name) == 0
                                ? troupe_method_detail_get_pass (
                                      TROUPE_METHOD_DETAIL (self->detail))
                                : 0,
                            widget, place);
}

guint
troupe_monitor_get_pass (TroupeMonitor *self)
{
  guint pass;

  g_return_val_if_fail (TROUPE_IS_MONITOR (self), 0);

  pass = troupe_method_detail_get_pass (TROUPE_METHOD_DETAIL (self->detail));
  return pass > 0 ? pass : troupe_run_model_get_n_passes (self->model, self->selected);
}

void
troupe_monitor_set_method_menu (TroupeMonitor *self, GMenuModel *menu)
{
  g_return_if_fail (TROUPE_IS_MONITOR (self));

  troupe_timeline_set_menu (TROUPE_TIMELINE (self->timeline), menu);
}

TroupeTrace *
troupe_monitor_get_trace (TroupeMonitor *self)
{
  g_return_val_if_fail (TROUPE_IS_MONITOR (self), NULL);

  return troupe_run_model_get_trace (self->model);
}

TroupeValue *
troupe_monitor_get_output (TroupeMonitor *self, const char *name)
{
  const TroupeMethodInfo *info;

  g_return_val_if_fail (TROUPE_IS_MONITOR (self), NULL);

  info = troupe_run_model_get_method (self->model, name);
  return info != NULL ? info->output : NULL;
}

/* --- Properties, constructor and destructor --------------------------------------------------- */

static void
troupe_monitor_constructed (GObject *object)
{
  TroupeMonitor *self = TROUPE_MONITOR (object);

  G_OBJECT_CLASS (troupe_monitor_parent_class)->constructed (object);

  g_return_if_fail (self->model != NULL);

  troupe_monitor_build (self);
  troupe_monitor_show_page (self, self->page);
  g_signal_connect_object (troupe_run_model_get_trace (self->model), "changed",
                           G_CALLBACK (trace_changed_cb), self, G_CONNECT_SWAPPED);
  troupe_widget_follow_dark (GTK_WIDGET (self), adw_style_manager_get_default ());
}

static void
troupe_monitor_dispose (GObject *object)
{
  TroupeMonitor *self = TROUPE_MONITOR (object);

  g_clear_handle_id (&self->clock, g_source_remove);
  g_clear_handle_id (&self->layout_source, g_source_remove);
  if (self->passes != NULL)
    gtk_widget_unparent (GTK_WIDGET (self->passes));
  self->passes = NULL;
  g_clear_pointer (&self->box, gtk_widget_unparent);
  g_clear_pointer (&self->flow, troupe_flow_unref);
  g_clear_pointer (&self->run_flow, troupe_flow_unref);
  g_clear_pointer (&self->selected, g_free);
  g_clear_pointer (&self->shown_inputs, troupe_value_unref);
  g_clear_pointer (&self->occasion, g_free);
  g_clear_pointer (&self->portability_text, g_free);
  g_clear_pointer (&self->own_facts, g_free);
  g_clear_object (&self->model);
  G_OBJECT_CLASS (troupe_monitor_parent_class)->dispose (object);
}

static void
troupe_monitor_get_property (GObject *object, guint id, GValue *value, GParamSpec *pspec)
{
  TroupeMonitor *self = TROUPE_MONITOR (object);

  switch (id)
    {
    case PROP_TRACE:
      g_value_set_object (value, troupe_run_model_get_trace (self->model));
      break;
    case PROP_PANEL_OPEN:
      g_value_set_boolean (value, self->open);
      break;
    case PROP_PANEL_WHOLE:
      g_value_set_boolean (value, self->whole);
      break;
    case PROP_PAGE:
      g_value_set_string (value, troupe_monitor_page_names[self->page]);
      break;
    case PROP_SELECTED_METHOD:
      g_value_set_string (value, self->selected);
      break;
    case PROP_NARROW:
      g_value_set_boolean (value, self->narrow);
      break;
    case PROP_TWO_PAGES:
      g_value_set_boolean (value, self->two_pages);
      break;
    default:
      G_OBJECT_WARN_INVALID_PROPERTY_ID (object, id, pspec);
    }
}

static void
troupe_monitor_set_property (GObject *object, guint id, const GValue *value, GParamSpec *pspec)
{
  TroupeMonitor *self = TROUPE_MONITOR (object);

  switch (id)
    {
    case PROP_TRACE:
      self->model = troupe_run_model_new (g_value_get_object (value));
      break;
    case PROP_PANEL_OPEN:
      troupe_monitor_set_panel_open (self, g_value_get_boolean (value));
      break;
    case PROP_PANEL_WHOLE:
      troupe_monitor_set_panel_whole (self, g_value_get_boolean (value));
      break;
    case PROP_PAGE:
      troupe_monitor_set_page (self, g_value_get_string (value));
      break;
    case PROP_SELECTED_METHOD:
      troupe_monitor_set_selected_method (self, g_value_get_string (value));
      break;
    case PROP_NARROW:
      troupe_monitor_set_narrow (self, g_value_get_boolean (value));
      break;
    case PROP_TWO_PAGES:
      troupe_monitor_set_two_pages (self, g_value_get_boolean (value));
      break;
    default:
      G_OBJECT_WARN_INVALID_PROPERTY_ID (object, id, pspec);
    }
}

static void
troupe_monitor_root (GtkWidget *widget)
{
  g_assert (TROUPE_IS_MONITOR (widget));

  GTK_WIDGET_CLASS (troupe_monitor_parent_class)->root (widget);
  troupe_monitor_renew_menu (TROUPE_MONITOR (widget));
}

/* Enters the shown page, which the keyboard would otherwise reach only through all tabs of the panel. */
static gboolean
troupe_monitor_grab_focus (GtkWidget *widget)
{
  TroupeMonitor *self = TROUPE_MONITOR (widget);

  g_assert (GTK_IS_WIDGET (widget));

  return (self->open && gtk_widget_child_focus (self->stack, GTK_DIR_TAB_FORWARD)) ||
         gtk_widget_child_focus (self->bar, GTK_DIR_TAB_FORWARD);
}

static void
troupe_monitor_class_init (TroupeMonitorClass *klass)
{
  GObjectClass *object_class = G_OBJECT_CLASS (klass);
  GtkWidgetClass *widget_class = GTK_WIDGET_CLASS (klass);
  const GParamFlags flags = G_PARAM_READWRITE | G_PARAM_EXPLICIT_NOTIFY | G_PARAM_STATIC_STRINGS;
  g_autoptr (GtkCssProvider) provider = NULL;
  GType type;

  object_class->constructed = troupe_monitor_constructed;
  object_class->dispose = troupe_monitor_dispose;
  object_class->get_property = troupe_monitor_get_property;
  object_class->set_property = troupe_monitor_set_property;
  widget_class->grab_focus = troupe_monitor_grab_focus;
  troupe_pass_focus_install (widget_class);
  properties[PROP_TRACE] =
      g_param_spec_object ("trace", NULL, NULL, TROUPE_TYPE_TRACE,
                           G_PARAM_READWRITE | G_PARAM_CONSTRUCT_ONLY | G_PARAM_STATIC_STRINGS);
  properties[PROP_PANEL_OPEN] = g_param_spec_boolean ("panel-open", NULL, NULL, FALSE, flags);
  properties[PROP_PANEL_WHOLE] = g_param_spec_boolean ("panel-whole", NULL, NULL, FALSE, flags);
  properties[PROP_PAGE] = g_param_spec_string ("page", NULL, NULL, "timeline", flags);
  properties[PROP_SELECTED_METHOD] =
      g_param_spec_string ("selected-method", NULL, NULL, NULL, flags);
  properties[PROP_NARROW] = g_param_spec_boolean ("narrow", NULL, NULL, FALSE, flags);
  properties[PROP_TWO_PAGES] = g_param_spec_boolean ("two-pages", NULL, NULL, FALSE, flags);
  g_object_class_install_properties (object_class, N_PROPS, properties);
  type = G_TYPE_FROM_CLASS (klass);
  signals[COSTS_SHOWN] = g_signal_new ("costs-shown", G_TYPE_FROM_CLASS (klass), G_SIGNAL_RUN_LAST,
                                       0, NULL, NULL, NULL, G_TYPE_NONE, 1, G_TYPE_HASH_TABLE);
  signals[METHOD_SELECTED] = g_signal_new ("method-selected", type, G_SIGNAL_RUN_LAST, 0, NULL,
                                           NULL, NULL, G_TYPE_NONE, 1, G_TYPE_STRING);
  signals[GROUP_CHOSEN] = g_signal_new ("group-chosen", type, G_SIGNAL_RUN_LAST, 0, NULL, NULL,
                                        NULL, G_TYPE_NONE, 1, TROUPE_TYPE_TRANSCRIPT_GROUP);
  signals[PROBLEM_ACTIVATED] = g_signal_new ("problem-activated", type, G_SIGNAL_RUN_LAST, 0, NULL,
                                             NULL, NULL, G_TYPE_NONE, 1, TROUPE_TYPE_PROBLEM);
  signals[ANSWERED] = g_signal_new ("answered", type, G_SIGNAL_RUN_LAST, 0, NULL, NULL, NULL,
                                    G_TYPE_NONE, 3, G_TYPE_STRING, G_TYPE_STRING, G_TYPE_STRING);
  signals[PLACE_REQUESTED] =
      g_signal_new ("place-requested", type, G_SIGNAL_RUN_LAST, 0, NULL, NULL, NULL, G_TYPE_NONE, 3,
                    G_TYPE_STRING, G_TYPE_STRING, G_TYPE_UINT);
  signals[LATER] =
      g_signal_new ("later", type, G_SIGNAL_RUN_LAST, 0, NULL, NULL, NULL, G_TYPE_NONE, 0);
  signals[FIX_REQUESTED] = g_signal_new ("fix-requested", type, G_SIGNAL_RUN_LAST, 0, NULL, NULL,
                                         NULL, G_TYPE_NONE, 1, TROUPE_TYPE_PROBLEM);

  widget_class->root = troupe_monitor_root;
  troupe_monitor_install_layout (widget_class);
  troupe_monitor_install_pages (widget_class);
  gtk_widget_class_install_action (widget_class, "panel.next-problem", NULL, walk_activated);
  gtk_widget_class_install_action (widget_class, "panel.previous-problem", NULL, walk_activated);
  provider = gtk_css_provider_new ();
  gtk_css_provider_load_from_resource (provider,
                                       "/io/github/troupe_editor/Troupe/monitor/style.css");
  gtk_style_context_add_provider_for_display (gdk_display_get_default (),
                                              GTK_STYLE_PROVIDER (provider),
                                              GTK_STYLE_PROVIDER_PRIORITY_APPLICATION);
}

static void
troupe_monitor_init (TroupeMonitor *self)
{
  self->has_figures_room = TRUE;
}

GtkWidget *
troupe_monitor_new (TroupeTrace *trace)
{
  g_return_val_if_fail (TROUPE_IS_TRACE (trace), NULL);

  return g_object_new (TROUPE_TYPE_MONITOR, "trace", trace, NULL);
}
