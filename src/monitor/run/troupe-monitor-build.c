/* troupe-monitor-build.c: creating the widgets of the bottom bar and the panels
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#define G_LOG_DOMAIN "troupe-monitor"

#include "config.h"

#include <glib/gi18n.h>

#include "troupe-cost-view.h"
#include "troupe-log-view.h"
#include "troupe-method-detail.h"
#include "troupe-pause-view.h"
#include "troupe-value-rendering.h"
#include "troupe-monitor-private.h"
#include "troupe-timeline.h"
#include "troupe-transcript-view.h"
#include "troupe-value-tree.h"
#include "troupe-value-view.h"

const char *const troupe_monitor_page_names[TROUPE_MONITOR_N_PAGES] = {
  [TROUPE_MONITOR_TIMELINE] = "timeline", [TROUPE_MONITOR_TRANSCRIPT] = "transcript",
  [TROUPE_MONITOR_DATA] = "data",         [TROUPE_MONITOR_LOG] = "log",
  [TROUPE_MONITOR_COST] = "cost",         [TROUPE_MONITOR_PROBLEMS] = "problems",
};

static const char *const page_titles[TROUPE_MONITOR_N_PAGES] = {
  [TROUPE_MONITOR_TIMELINE] = N_ ("Timeline"), [TROUPE_MONITOR_TRANSCRIPT] = N_ ("Transcript"),
  [TROUPE_MONITOR_DATA] = N_ ("Data"),         [TROUPE_MONITOR_LOG] = N_ ("Log"),
  [TROUPE_MONITOR_COST] = N_ ("Cost"),         [TROUPE_MONITOR_PROBLEMS] = N_ ("Problems"),
};

const char *
troupe_monitor_get_page_title (int page)
{
  return _ (page_titles[page]);
}

static GtkWidget *
make_pill (void)
{
  GtkWidget *pill = gtk_label_new (NULL);

  gtk_widget_add_css_class (pill, "count-pill");
  gtk_widget_set_valign (pill, GTK_ALIGN_CENTER);
  gtk_widget_set_visible (pill, FALSE);
  return pill;
}

static GtkWidget *
make_switches (TroupeMonitor *self)
{
  GtkWidget *box = gtk_box_new (GTK_ORIENTATION_HORIZONTAL, 2);

  g_assert (TROUPE_IS_MONITOR (self));

  self->pill = make_pill ();
  for (int i = 0; i < TROUPE_MONITOR_N_PAGES; i++)
    {
      GtkWidget *button = gtk_toggle_button_new ();
      GtkWidget *content = gtk_box_new (GTK_ORIENTATION_HORIZONTAL, 6);

      gtk_box_append (GTK_BOX (content), gtk_label_new (_ (page_titles[i])));
      if (i == TROUPE_MONITOR_PROBLEMS)
        gtk_box_append (GTK_BOX (content), self->pill);
      gtk_button_set_child (GTK_BUTTON (button), content);
      gtk_widget_add_css_class (button, "flat");
      gtk_widget_set_valign (button, GTK_ALIGN_CENTER);
      gtk_accessible_update_property (GTK_ACCESSIBLE (button), GTK_ACCESSIBLE_PROPERTY_LABEL,
                                      _ (page_titles[i]), -1);
      g_signal_connect_object (button, "toggled", G_CALLBACK (troupe_monitor_button_toggled), self,
                               0);
      gtk_box_append (GTK_BOX (box), button);
      self->buttons[i] = button;
    }
  return box;
}

static GtkWidget *
make_narrow_switch (TroupeMonitor *self)
{
  g_autoptr (GMenu) menu = g_menu_new ();
  GtkWidget *button = gtk_menu_button_new ();
  GtkWidget *content = gtk_box_new (GTK_ORIENTATION_HORIZONTAL, 6);

  g_assert (TROUPE_IS_MONITOR (self));

  for (int i = 0; i < TROUPE_MONITOR_N_PAGES; i++)
    {
      g_autofree char *action = g_strconcat ("panel.", troupe_monitor_page_names[i], NULL);

      g_menu_append (menu, _ (page_titles[i]), action);
    }
  self->narrow_pill = make_pill ();
  self->narrow_label = gtk_label_new (NULL);
  gtk_box_append (GTK_BOX (content), self->narrow_label);
  gtk_box_append (GTK_BOX (content), gtk_image_new_from_icon_name ("pan-up-symbolic"));
  self->narrow_pill_place = adw_bin_new ();
  adw_bin_set_child (ADW_BIN (self->narrow_pill_place), self->narrow_pill);
  gtk_widget_set_visible (self->narrow_pill_place, FALSE);
  gtk_box_append (GTK_BOX (content), self->narrow_pill_place);
  gtk_menu_button_set_child (GTK_MENU_BUTTON (button), content);
  gtk_menu_button_set_menu_model (GTK_MENU_BUTTON (button), G_MENU_MODEL (menu));
  gtk_menu_button_set_direction (GTK_MENU_BUTTON (button), GTK_ARROW_UP);
  gtk_widget_add_css_class (button, "flat");
  gtk_widget_set_valign (button, GTK_ALIGN_CENTER);
  gtk_widget_set_visible (button, FALSE);
  return button;
}

void
troupe_monitor_renew_menu (TroupeMonitor *self)
{
  GtkMenuButton *button = GTK_MENU_BUTTON (self->narrow_button);
  g_autoptr (GMenuModel) menu = g_object_ref (gtk_menu_button_get_menu_model (button));

  g_assert (TROUPE_IS_MONITOR (self));

  gtk_menu_button_set_menu_model (button, NULL);
  gtk_menu_button_set_menu_model (button, menu);
}

static void
portability_clicked_cb (TroupeMonitor *self)
{
  g_assert (TROUPE_IS_MONITOR (self));

  gtk_widget_activate_action (GTK_WIDGET (self), "panel.problems", NULL);
}

/* Handles a double click on the bar outside of its buttons. */
static void
bar_pressed_cb (TroupeMonitor *self, int n_press)
{
  g_assert (TROUPE_IS_MONITOR (self));

  if (n_press == 2)
    gtk_widget_activate_action (GTK_WIDGET (self), "panel.whole", NULL);
}

/* Creates the figures of a run, each with an icon. The cost has a label of its own, because it
 * never yields to a lack of space. */
static GtkWidget *
make_figures (TroupeMonitor *self)
{
  const struct
  {
    const char *icon;
    const char *title;
  } figures[TROUPE_MONITOR_N_FIGURES] = {
    [TROUPE_MONITOR_TIME] = { "troupe-wait-symbolic", _ ("Duration") },
    [TROUPE_MONITOR_CALLS] = { "troupe-agent-symbolic", _ ("Model Calls") },
    [TROUPE_MONITOR_TOKENS] = { "insert-text-symbolic", _ ("Tokens") },
  };
  GtkWidget *box = gtk_box_new (GTK_ORIENTATION_HORIZONTAL, 14);

  g_assert (TROUPE_IS_MONITOR (self));

  gtk_widget_add_css_class (box, "figures");
  for (guint i = 0; i < TROUPE_MONITOR_N_FIGURES; i++)
    {
      GtkWidget *figure = gtk_box_new (GTK_ORIENTATION_HORIZONTAL, 6);
      GtkWidget *icon = gtk_image_new_from_icon_name (figures[i].icon);

      self->figure_labels[i] = gtk_label_new (NULL);
      gtk_widget_add_css_class (self->figure_labels[i], "facts");
      gtk_widget_add_css_class (icon, "dim-label");
      gtk_image_set_pixel_size (GTK_IMAGE (icon), 14);
      gtk_widget_set_tooltip_text (figure, figures[i].title);
      gtk_box_append (GTK_BOX (figure), icon);
      gtk_box_append (GTK_BOX (figure), self->figure_labels[i]);
      gtk_box_append (GTK_BOX (box), figure);
    }
  gtk_widget_set_visible (box, FALSE);
  return box;
}

static void
run_began_cb (TroupeRunModel *model, gpointer user_data)
{
  gtk_widget_set_visible (GTK_WIDGET (user_data), !troupe_run_model_has_run (model));
}

static GtkWidget *
make_timeline_page (TroupeMonitor *self)
{
  GtkWidget *switcher = gtk_stack_switcher_new ();
  GtkWidget *column = gtk_box_new (GTK_ORIENTATION_VERTICAL, 0);
  GtkWidget *line = gtk_separator_new (GTK_ORIENTATION_VERTICAL);
  GtkWidget *feedback;
  GtkWidget *scroller;
  GtkWidget *overlay;
  GtkWidget *empty;

  g_assert (TROUPE_IS_MONITOR (self));

  self->timeline_stack = gtk_stack_new ();
  gtk_stack_set_vhomogeneous (GTK_STACK (self->timeline_stack), FALSE);
  gtk_stack_set_hhomogeneous (GTK_STACK (self->timeline_stack), FALSE);
  scroller = gtk_scrolled_window_new ();
  overlay = gtk_overlay_new ();
  empty = gtk_label_new (_ ("Press Run (F5) to see the run here."));
  self->timeline = troupe_timeline_new (self->model);
  g_signal_connect_object (self->timeline, "method-selected",
                           G_CALLBACK (troupe_monitor_method_chosen), self, 0);
  g_signal_connect_object (self->timeline, "pass-selected", G_CALLBACK (troupe_monitor_pass_chosen),
                           self, 0);
  gtk_scrolled_window_set_policy (GTK_SCROLLED_WINDOW (scroller), GTK_POLICY_NEVER,
                                  GTK_POLICY_AUTOMATIC);
  gtk_scrolled_window_set_child (GTK_SCROLLED_WINDOW (scroller), self->timeline);
  /* The timeline is higher than the view, so focusing it by a click would scroll to one of its
   * ends. */
  gtk_viewport_set_scroll_to_focus (
      GTK_VIEWPORT (gtk_scrolled_window_get_child (GTK_SCROLLED_WINDOW (scroller))), FALSE);
  gtk_widget_add_css_class (empty, "dim-label");
  gtk_label_set_wrap (GTK_LABEL (empty), TRUE);
  gtk_widget_set_halign (empty, GTK_ALIGN_CENTER);
  gtk_widget_set_valign (empty, GTK_ALIGN_CENTER);
  gtk_widget_set_can_target (empty, FALSE);
  g_signal_connect_object (self->model, "changed", G_CALLBACK (run_began_cb), empty, 0);
  gtk_overlay_set_child (GTK_OVERLAY (overlay), scroller);
  gtk_overlay_add_overlay (GTK_OVERLAY (overlay), empty);
  gtk_stack_add_titled (GTK_STACK (self->timeline_stack), overlay, "timeline", _ ("Timeline"));
  gtk_stack_switcher_set_stack (GTK_STACK_SWITCHER (switcher), GTK_STACK (self->timeline_stack));
  gtk_widget_set_halign (switcher, GTK_ALIGN_CENTER);
  gtk_widget_add_css_class (switcher, "panel-switch");
  g_object_bind_property (self, "two-pages", switcher, "visible", G_BINDING_SYNC_CREATE);
  g_object_bind_property (self, "two-pages", line, "visible",
                          G_BINDING_SYNC_CREATE | G_BINDING_INVERT_BOOLEAN);
  gtk_widget_set_vexpand (self->timeline_stack, TRUE);
  gtk_widget_set_hexpand (column, TRUE);
  gtk_box_append (GTK_BOX (column), switcher);
  gtk_box_append (GTK_BOX (column), self->timeline_stack);

  self->detail = troupe_method_detail_new (self->model);
  g_signal_connect_object (self->detail, "place-requested",
                           G_CALLBACK (troupe_monitor_place_requested), self, 0);
  g_signal_connect_object (self->detail, "pass-changed", G_CALLBACK (troupe_monitor_pass_changed),
                           self, 0);
  feedback = troupe_method_detail_get_feedback (TROUPE_METHOD_DETAIL (self->detail));
  g_signal_connect_object (feedback, "answered", G_CALLBACK (troupe_monitor_answered), self, 0);
  g_signal_connect_object (feedback, "later", G_CALLBACK (troupe_monitor_answered_later), self, 0);
  gtk_widget_set_size_request (self->detail, TROUPE_MONITOR_DETAIL_WIDTH, -1);
  self->timeline_box = gtk_box_new (GTK_ORIENTATION_HORIZONTAL, 0);
  gtk_box_append (GTK_BOX (self->timeline_box), column);
  gtk_box_append (GTK_BOX (self->timeline_box), line);
  gtk_box_append (GTK_BOX (self->timeline_box), self->detail);
  return self->timeline_box;
}

static void
make_panel (TroupeMonitor *self)
{
  GtkWidget *log = troupe_log_view_new (self->model);
  GtkWidget *box;
  GtkWidget *forms;

  g_assert (TROUPE_IS_MONITOR (self));

  self->problems = troupe_problem_list_new ();
  g_signal_connect_object (log, "method-selected", G_CALLBACK (troupe_monitor_method_chosen), self,
                           0);
  g_signal_connect_object (self->problems, "problem-activated",
                           G_CALLBACK (troupe_monitor_problem_chosen), self, 0);
  g_signal_connect_object (self->problems, "fix-requested", G_CALLBACK (troupe_monitor_fix_chosen),
                           self, 0);
  self->report = troupe_report_list_new (self->problems);
  g_signal_connect_object (self->report, "problem-activated",
                           G_CALLBACK (troupe_monitor_problem_chosen), self, 0);
  g_signal_connect_object (self->report, "fix-requested", G_CALLBACK (troupe_monitor_fix_chosen),
                           self, 0);
  self->stack = gtk_stack_new ();
  /* Only the visible page determines the height, which must fit into a low window. */
  gtk_stack_set_vhomogeneous (GTK_STACK (self->stack), FALSE);
  /* Without this, all six pages would be allocated in the first frame in which any page is
   * shown. */
  gtk_stack_set_hhomogeneous (GTK_STACK (self->stack), FALSE);
  gtk_widget_add_css_class (self->stack, "panel");
  gtk_widget_set_size_request (self->stack, -1, 120);
  gtk_stack_add_named (GTK_STACK (self->stack), make_timeline_page (self),
                       troupe_monitor_page_names[TROUPE_MONITOR_TIMELINE]);
  self->transcript = troupe_transcript_view_new (troupe_run_model_get_trace (self->model));
  g_signal_connect_object (self->transcript, "chosen", G_CALLBACK (troupe_monitor_group_chosen),
                           self, 0);
  g_object_bind_property (self, "two-pages", self->transcript, "narrow", G_BINDING_SYNC_CREATE);
  gtk_stack_add_named (GTK_STACK (self->stack), self->transcript,
                       troupe_monitor_page_names[TROUPE_MONITOR_TRANSCRIPT]);
  box = gtk_box_new (GTK_ORIENTATION_VERTICAL, 0);
  self->data = troupe_value_view_new ();
  troupe_value_rendering_attach (TROUPE_VALUE_VIEW (self->data), NULL);
  gtk_widget_set_vexpand (self->data, TRUE);
  forms = troupe_value_view_make_switch (TROUPE_VALUE_VIEW (self->data));
  gtk_widget_set_halign (forms, GTK_ALIGN_END);
  gtk_widget_add_css_class (forms, "data-head");
  gtk_box_append (GTK_BOX (box), forms);
  gtk_box_append (GTK_BOX (box), self->data);
  troupe_monitor_show_data (self);
  self->pause = troupe_pause_view_new ();
  self->data_stack = gtk_stack_new ();
  gtk_stack_set_vhomogeneous (GTK_STACK (self->data_stack), FALSE);
  gtk_stack_set_hhomogeneous (GTK_STACK (self->data_stack), FALSE);
  gtk_stack_add_named (GTK_STACK (self->data_stack), box, "data");
  gtk_stack_add_named (GTK_STACK (self->data_stack), self->pause, "pause");
  gtk_stack_add_named (GTK_STACK (self->stack), self->data_stack,
                       troupe_monitor_page_names[TROUPE_MONITOR_DATA]);
  gtk_stack_add_named (GTK_STACK (self->stack), log, troupe_monitor_page_names[TROUPE_MONITOR_LOG]);
  self->cost = troupe_cost_view_new (troupe_run_model_get_trace (self->model));
  g_signal_connect_object (self->cost, "shown", G_CALLBACK (troupe_monitor_costs_shown), self, 0);
  g_object_bind_property (self, "two-pages",
                          troupe_cost_view_get_side (TROUPE_COST_VIEW (self->cost)), "visible",
                          G_BINDING_SYNC_CREATE | G_BINDING_INVERT_BOOLEAN);
  gtk_stack_add_named (GTK_STACK (self->stack), self->cost,
                       troupe_monitor_page_names[TROUPE_MONITOR_COST]);
  gtk_stack_add_named (GTK_STACK (self->stack), self->report,
                       troupe_monitor_page_names[TROUPE_MONITOR_PROBLEMS]);
  self->revealer = gtk_revealer_new ();
  gtk_revealer_set_transition_type (GTK_REVEALER (self->revealer),
                                    GTK_REVEALER_TRANSITION_TYPE_NONE);
  gtk_revealer_set_child (GTK_REVEALER (self->revealer), self->stack);
  gtk_widget_set_vexpand (self->revealer, TRUE);
  gtk_widget_set_visible (self->revealer, FALSE);
}

void
troupe_monitor_build (TroupeMonitor *self)
{
  GtkWidget *bar;
  GtkWidget *space;
  GtkGesture *click;
  GtkWidget *content;
  GtkWidget *button;

  g_assert (TROUPE_IS_MONITOR (self));

  self->box = gtk_box_new (GTK_ORIENTATION_VERTICAL, 0);
  gtk_widget_set_parent (self->box, GTK_WIDGET (self));
  bar = gtk_box_new (GTK_ORIENTATION_HORIZONTAL, 6);
  space = gtk_box_new (GTK_ORIENTATION_HORIZONTAL, 0);
  click = gtk_gesture_click_new ();
  gtk_widget_add_css_class (bar, "bottombar");
  gtk_widget_add_css_class (space, "bar-space");
  gtk_widget_set_hexpand (space, TRUE);
  g_signal_connect_object (click, "pressed", G_CALLBACK (bar_pressed_cb), self, G_CONNECT_SWAPPED);
  gtk_widget_add_controller (bar, GTK_EVENT_CONTROLLER (click));
  self->switches = make_switches (self);
  self->narrow_button = make_narrow_switch (self);
  self->inputs = gtk_label_new (NULL);
  gtk_label_set_ellipsize (GTK_LABEL (self->inputs), PANGO_ELLIPSIZE_END);
  gtk_label_set_max_width_chars (GTK_LABEL (self->inputs), 36);
  gtk_widget_add_css_class (self->inputs, "facts");
  gtk_widget_add_css_class (self->inputs, "dim-label");
  gtk_widget_set_margin_end (self->inputs, 8);
  self->changes = gtk_label_new (NULL);
  gtk_label_set_ellipsize (GTK_LABEL (self->changes), PANGO_ELLIPSIZE_END);
  troupe_value_label_tell_cut (self->changes);
  gtk_widget_add_css_class (self->changes, "value-pill");
  gtk_widget_set_valign (self->changes, GTK_ALIGN_CENTER);
  gtk_widget_set_margin_end (self->changes, 8);
  gtk_widget_hide (self->changes);
  self->facts = gtk_label_new (NULL);
  gtk_label_set_ellipsize (GTK_LABEL (self->facts), PANGO_ELLIPSIZE_END);
  gtk_widget_add_css_class (self->facts, "facts");
  gtk_widget_add_css_class (self->facts, "dim-label");
  self->figures = make_figures (self);
  /* It shows a check mark, or a warning if the file is not portable. A click on it opens the
   * problems. It activates the action itself, because a GTK 4.8 button with an action name
   * remains insensitive after the bar was moved to another frame, such as the frame of a crew. */
  content = gtk_box_new (GTK_ORIENTATION_HORIZONTAL, 6);
  button = gtk_button_new ();
  self->tick_icon = gtk_image_new_from_icon_name ("troupe-check-symbolic");
  self->portability = gtk_label_new (NULL);
  /* Texts in the bar must not widen the window at the expense of the canvas. */
  gtk_label_set_ellipsize (GTK_LABEL (self->portability), PANGO_ELLIPSIZE_END);
  gtk_widget_add_css_class (self->tick_icon, "success");
  gtk_widget_add_css_class (self->portability, "facts");
  gtk_box_append (GTK_BOX (content), self->tick_icon);
  gtk_box_append (GTK_BOX (content), self->portability);
  gtk_button_set_child (GTK_BUTTON (button), content);
  g_signal_connect_object (button, "clicked", G_CALLBACK (portability_clicked_cb), self,
                           G_CONNECT_SWAPPED);
  gtk_widget_add_css_class (button, "flat");
  gtk_widget_set_valign (button, GTK_ALIGN_CENTER);
  self->portability_button = button;
  gtk_box_append (GTK_BOX (bar), self->narrow_button);
  gtk_box_append (GTK_BOX (bar), self->switches);
  gtk_box_append (GTK_BOX (bar), space);
  gtk_box_append (GTK_BOX (bar), self->inputs);
  gtk_box_append (GTK_BOX (bar), self->changes);
  self->money = gtk_label_new (NULL);
  gtk_widget_add_css_class (self->money, "facts");
  gtk_widget_set_margin_end (self->money, 6);
  gtk_widget_hide (self->money);
  gtk_box_append (GTK_BOX (bar), self->facts);
  gtk_box_append (GTK_BOX (bar), self->figures);
  gtk_box_append (GTK_BOX (bar), self->money);
  gtk_box_append (GTK_BOX (bar), self->portability_button);
  self->bar = bar;
  gtk_box_append (GTK_BOX (self->box), self->bar);
  make_panel (self);
  gtk_box_append (GTK_BOX (self->box), self->revealer);
}
