/* troupe-window-actions.c: actions and keyboard shortcuts of a window
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#define G_LOG_DOMAIN "troupe-window"

#include "config.h"

#include <glib/gi18n.h>

#include "troupe-budget-dialog.h"
#include "troupe-command-palette.h"
#include "troupe-crew-edit.h"
#include "troupe-permissions-dialog.h"
#include "troupe-shortcuts.h"
#include "troupe-test-file.h"
#include "troupe-window-actions.h"
#include "troupe-window-batch.h"
#include "troupe-window-compare.h"
#include "troupe-window-files.h"
#include "troupe-window-open.h"
#include "troupe-window-panes.h"
#include "troupe-window-private.h"
#include "troupe-window-save.h"
#include "troupe-window-tabs.h"

/* Window actions that are forwarded to actions of the visible page. */
static const struct
{
  const char *window_action;
  const char *editor_action;
} forwarded[] = {
  { "win.undo", "flow.undo" },
  { "win.redo", "flow.redo" },
  { "win.find", "flow.find" },
};

static void
forward (GtkWidget *widget, const char *name, GVariant *parameter)
{
  TroupePage *page = troupe_window_get_page (TROUPE_WINDOW (widget));

  g_assert (GTK_IS_WIDGET (widget));

  if (page == NULL)
    return;
  for (guint i = 0; i < G_N_ELEMENTS (forwarded); i++)
    if (g_str_equal (forwarded[i].window_action, name))
      troupe_page_perform (page, forwarded[i].editor_action);
}

static void
forward_panel (GtkWidget *widget, const char *name, GVariant *parameter)
{
  TroupePage *page = troupe_window_get_page (TROUPE_WINDOW (widget));
  g_autofree char *action = NULL;

  g_assert (GTK_IS_WIDGET (widget));

  if (page == NULL)
    return;
  action = g_strconcat ("panel.", name + strlen ("win.panel-"), NULL);
  troupe_page_content_perform (troupe_page_get_content (page), action);
}

static void
new_activated (GtkWidget *widget, const char *name, GVariant *parameter)
{
  g_autoptr (TroupeFlowDocument) document = troupe_flow_document_new ();
  TroupePage *page =
      troupe_window_add_document (TROUPE_WINDOW (widget), TROUPE_DOCUMENT (document));

  g_assert (GTK_IS_WIDGET (widget));

  troupe_page_content_go_to_place (troupe_page_get_content (page), "begin");
  troupe_page_content_perform (troupe_page_get_content (page), "flow.rename");
}

static void
new_crew_activated (GtkWidget *widget, const char *name, GVariant *parameter)
{
  g_autoptr (TroupeCrewDocument) document = troupe_crew_document_new (NULL);
  TroupePage *page =
      troupe_window_add_document (TROUPE_WINDOW (widget), TROUPE_DOCUMENT (document));

  g_assert (GTK_IS_WIDGET (widget));

  gtk_widget_grab_focus (GTK_WIDGET (troupe_page_get_content (page)));
}

/* Returns TRUE if the run or the batch of the visible tab is paused and can be continued. */
static gboolean
is_held (TroupeWindow *self)
{
  TroupePage *page = troupe_window_get_page (self);
  TroupeBatchPage *batch = troupe_window_get_batch (self);
  gboolean is_stopping = FALSE;

  g_assert (TROUPE_IS_WINDOW (self));

  if (page == NULL)
    return batch != NULL && troupe_batch_page_is_paused (batch) &&
           !troupe_batch_page_is_stopping (batch);
  g_object_get (page, "stopping", &is_stopping, NULL);
  return troupe_page_is_held (page) && !is_stopping;
}

/* The key of Run continues a paused run, because Continue replaces Run in the header bar. */
static void
run_activated (GtkWidget *widget, const char *name, GVariant *parameter)
{
  TroupePage *page = troupe_window_get_page (TROUPE_WINDOW (widget));

  g_assert (GTK_IS_WIDGET (widget));

  if (is_held (TROUPE_WINDOW (widget)))
    gtk_widget_activate_action (widget, "win.pause", NULL);
  else if (page != NULL)
    troupe_page_start_run (page, g_str_equal (name, "win.run-with-inputs"));
}

static void
run_changed_activated (GtkWidget *widget, const char *name, GVariant *parameter)
{
  TroupePage *page = troupe_window_get_page (TROUPE_WINDOW (widget));

  g_assert (GTK_IS_WIDGET (widget));

  if (page != NULL)
    troupe_page_run_changed (page);
}

static void
budget_activated (GtkWidget *widget, const char *name, GVariant *parameter)
{
  TroupeServices *application = troupe_services_get ();
  TroupePage *page = troupe_window_get_page (TROUPE_WINDOW (widget));
  TroupeRun *run =
      page != NULL
          ? troupe_page_run_get_run (troupe_page_content_get_run (troupe_page_get_content (page)))
          : NULL;
  TroupeRunBudgetView view = { 0 };

  g_assert (GTK_IS_WIDGET (widget));

  if (application == NULL)
    return;
  if (run != NULL)
    view = troupe_run_look_at_budget (run);
  troupe_budget_dialog_open (widget, troupe_services_get_settings (application),
                             troupe_services_get_month (application),
                             view.is_reached ? &view : NULL);
}

static void
permissions_activated (GtkWidget *widget, const char *name, GVariant *parameter)
{
  TroupePage *page = troupe_window_get_page (TROUPE_WINDOW (widget));

  g_assert (GTK_IS_WIDGET (widget));

  if (page == NULL)
    return;
  troupe_page_commit (page);
  if (troupe_document_has_errors (troupe_page_get_document (page)))
    troupe_window_add_tab_toast (
        TROUPE_WINDOW (widget), GTK_WIDGET (page),
        _ ("Correct the errors first: what the document could do is not known yet."));
  else
    troupe_permissions_dialog_open (GTK_WIDGET (page), troupe_page_get_document (page));
}

/* Opens a subpage. For example, `win.test` activates `content.test`. */
static void
subpage_activated (GtkWidget *widget, const char *name, GVariant *parameter)
{
  TroupePage *page = troupe_window_get_page (TROUPE_WINDOW (widget));
  g_autofree char *action = g_strconcat ("content.", name + strlen ("win."), NULL);

  g_assert (TROUPE_IS_WINDOW (widget));

  if (page != NULL)
    troupe_page_perform (page, action);
}

/* Says that a test was made, and offers to show it if it belongs to the visible document. */
static void
test_made_activated (GtkWidget *widget, const char *name, GVariant *parameter)
{
  TroupeWindow *self = TROUPE_WINDOW (widget);
  TroupePage *page = troupe_window_get_page (self);
  const char *document =
      page != NULL ? troupe_document_get_path (troupe_page_get_document (page)) : NULL;
  g_autofree char *whole = document != NULL ? g_canonicalize_filename (document, NULL) : NULL;
  g_autofree char *beside = whole != NULL ? troupe_test_file_find_beside (whole) : NULL;
  const char *path, *text;

  g_assert (TROUPE_IS_WINDOW (widget));

  g_variant_get (parameter, "(&s&s)", &path, &text);
  if (g_strcmp0 (beside, path) == 0)
    troupe_window_offer_in_tab (self, GTK_WIDGET (page), text, _ ("_Show Tests"), "win.cases",
                                FALSE);
  else
    troupe_window_add_toast (self, text);
}

/* Says that a run of a part of the visible document does not suffice, and offers one of all of it. */
static void
part_told_activated (GtkWidget *widget, const char *name, GVariant *parameter)
{
  TroupeWindow *self = TROUPE_WINDOW (widget);
  TroupePage *page = troupe_window_get_page (self);
  const char *text = g_variant_get_string (parameter, NULL);

  g_assert (TROUPE_IS_WINDOW (widget));

  if (page != NULL)
    troupe_window_offer_in_tab (self, GTK_WIDGET (page), text, _ ("_Run the Whole Document"),
                                "win.run", FALSE);
  else
    troupe_window_add_toast (self, text);
}

static void
history_activated (GtkWidget *widget, const char *name, GVariant *parameter)
{
  TroupeWindowHistory *history = TROUPE_WINDOW (widget)->history;

  g_assert (GTK_IS_WIDGET (widget));

  if (g_str_equal (name, "win.fork-run"))
    {
      const char *run_id, *step, *moment;

      g_variant_get (parameter, "(&s&s&s)", &run_id, &step, &moment);
      troupe_window_history_fork_run (history, run_id, step, moment);
    }
  else if (g_str_equal (name, "win.fork"))
    troupe_window_history_fork (history);
  else if (g_str_equal (name, "win.compare-runs"))
    troupe_window_history_compare (history);
  else
    troupe_window_history_set_shown (history, !troupe_window_history_is_shown (history));
}

static void
stop_activated (GtkWidget *widget, const char *name, GVariant *parameter)
{
  TroupePage *page = troupe_window_get_page (TROUPE_WINDOW (widget));
  TroupeBatchPage *batch = troupe_window_get_batch (TROUPE_WINDOW (widget));

  g_assert (GTK_IS_WIDGET (widget));

  if (batch != NULL)
    troupe_batch_page_stop (batch);
  if (page != NULL)
    troupe_page_stop (page);
}

static void
hold_activated (GtkWidget *widget, const char *name, GVariant *parameter)
{
  TroupePage *page = troupe_window_get_page (TROUPE_WINDOW (widget));
  TroupeBatchPage *batch = troupe_window_get_batch (TROUPE_WINDOW (widget));

  g_assert (GTK_IS_WIDGET (widget));

  if (batch != NULL)
    troupe_batch_page_toggle_pause (batch);
  if (page != NULL)
    troupe_page_toggle_hold (page);
}

static void
step_activated (GtkWidget *widget, const char *name, GVariant *parameter)
{
  TroupePage *page = troupe_window_get_page (TROUPE_WINDOW (widget));

  g_assert (GTK_IS_WIDGET (widget));

  if (page != NULL)
    troupe_page_step (page);
}

static void
close_activated (GtkWidget *widget, const char *name, GVariant *parameter)
{
  TroupeWindow *self = TROUPE_WINDOW (widget);
  AdwTabPage *tab = adw_tab_view_get_selected_page (self->tab_view);

  g_assert (GTK_IS_WIDGET (widget));
  g_assert (TROUPE_IS_WINDOW (self));

  if (self->shows_welcome)
    troupe_window_show_welcome (self, FALSE);
  else if (tab != NULL)
    adw_tab_view_close_page (self->tab_view, tab);
  else
    gtk_window_close (GTK_WINDOW (self));
}

static void
welcome_activated (GtkWidget *widget, const char *name, GVariant *parameter)
{
  g_assert (GTK_IS_WIDGET (widget));

  troupe_window_show_welcome (TROUPE_WINDOW (widget), g_str_equal (name, "win.welcome"));
}

static void
reopen_activated (GtkWidget *widget, const char *name, GVariant *parameter)
{
  g_assert (GTK_IS_WIDGET (widget));

  troupe_window_reopen (TROUPE_WINDOW (widget));
}

static void
file_chosen_cb (GtkWidget *everything, GFile *file, gpointer user_data)
{
  troupe_window_open_file (TROUPE_WINDOW (user_data), file);
}

static void
template_chosen_cb (GtkWidget *everything, const char *path, gpointer user_data)
{
  troupe_window_open_template (TROUPE_WINDOW (user_data), path);
}

/* Shows the keyboard shortcuts. GTK would load their window together with each other window, which takes a tenth of the time in
 * which that one opens. */
static void
shortcuts_activated (GtkWidget *widget, const char *name, GVariant *parameter)
{
  GtkApplicationWindow *self = GTK_APPLICATION_WINDOW (widget);

  g_assert (TROUPE_IS_WINDOW (widget));

  if (gtk_application_window_get_help_overlay (self) == NULL)
    {
      g_autoptr (GtkBuilder) builder =
          gtk_builder_new_from_resource ("/io/github/troupe_editor/Troupe/app/troupe-shortcuts.ui");
      GObject *shortcuts = gtk_builder_get_object (builder, "shortcuts");

      gtk_application_window_set_help_overlay (self, GTK_SHORTCUTS_WINDOW (shortcuts));
      troupe_shortcuts_adapt (GTK_SHORTCUTS_WINDOW (shortcuts));
      /* GTK would show the second section first. */
      g_object_set (shortcuts, "section-name", "documents", NULL);
    }
  gtk_window_present (GTK_WINDOW (gtk_application_window_get_help_overlay (self)));
}

static void
everything_activated (GtkWidget *widget, const char *name, GVariant *parameter)
{
  TroupeWindow *self = TROUPE_WINDOW (widget);
  TroupePage *page = troupe_window_get_page (self);
  GtkWidget *parent = page != NULL ? GTK_WIDGET (page) : GTK_WIDGET (self->welcome);
  GtkWidget *everything;

  /* Whether a past run is shown is not followed. */
  gtk_widget_action_set_enabled (widget, "win.fork",
                                 troupe_window_history_shows_run (self->history));
  everything = troupe_command_palette_open (parent, page);

  g_assert (GTK_IS_WIDGET (widget));
  g_assert (TROUPE_IS_WINDOW (self));

  g_signal_connect_object (everything, "file-chosen", G_CALLBACK (file_chosen_cb), self, 0);
  g_signal_connect_object (everything, "template-chosen", G_CALLBACK (template_chosen_cb), self, 0);
}

static void
turn_page (GtkWidget *widget, const char *name, GVariant *parameter)
{
  TroupeWindow *self = TROUPE_WINDOW (widget);

  g_assert (GTK_IS_WIDGET (widget));
  g_assert (TROUPE_IS_WINDOW (self));

  if (g_str_equal (name, "win.next-tab"))
    adw_tab_view_select_next_page (self->tab_view);
  else
    adw_tab_view_select_previous_page (self->tab_view);
}

static void
show_tab (GtkWidget *widget, const char *name, GVariant *parameter)
{
  TroupeWindow *self = TROUPE_WINDOW (widget);
  const int index = g_variant_get_int32 (parameter) - 1;

  g_assert (GTK_IS_WIDGET (widget));
  g_assert (TROUPE_IS_WINDOW (self));

  if (index >= 0 && index < adw_tab_view_get_n_pages (self->tab_view))
    adw_tab_view_set_selected_page (self->tab_view,
                                    adw_tab_view_get_nth_page (self->tab_view, index));
}

static void
open_recent (GtkWidget *widget, const char *name, GVariant *parameter)
{
  g_autoptr (GFile) file = g_file_new_for_uri (g_variant_get_string (parameter, NULL));

  g_assert (GTK_IS_WIDGET (widget));

  troupe_window_open_file (TROUPE_WINDOW (widget), file);
}

static void
toggle_fullscreen (GtkWidget *widget, const char *name, GVariant *parameter)
{
  g_assert (GTK_IS_WIDGET (widget));

  if (gtk_window_is_fullscreen (GTK_WINDOW (widget)))
    gtk_window_unfullscreen (GTK_WINDOW (widget));
  else
    gtk_window_fullscreen (GTK_WINDOW (widget));
}

static void
run_saved (TroupeWindow *self, TroupePage *page)
{
  g_assert (TROUPE_IS_WINDOW (self));

  if (page == troupe_window_get_page (self))
    troupe_page_start_run (page, FALSE);
}

static void
test_saved (TroupeWindow *self, TroupePage *page)
{
  g_assert (TROUPE_IS_WINDOW (self));

  if (page == troupe_window_get_page (self))
    gtk_widget_activate_action (GTK_WIDGET (troupe_page_get_content (page)), "content.begin-test",
                                NULL);
}

static void
train_saved (TroupeWindow *self, TroupePage *page)
{
  g_assert (TROUPE_IS_WINDOW (self));

  if (page == troupe_window_get_page (self))
    gtk_widget_activate_action (GTK_WIDGET (troupe_page_get_content (page)),
                                "content.begin-training", NULL);
}

/* Actions for what was requested, but requires a file. It is not begun if the document is not saved. */
static const struct
{
  const char *action;
  TroupeSavedFunc then;
} saving[] = {
  { "win.save-and-run", run_saved },
  { "win.save-and-test", test_saved },
  { "win.save-and-train", train_saved },
};

static void
save_and_begin_activated (GtkWidget *widget, const char *name, GVariant *parameter)
{
  TroupeWindow *self = TROUPE_WINDOW (widget);
  TroupePage *page = troupe_window_get_page (self);

  g_assert (TROUPE_IS_WINDOW (self));

  for (guint i = 0; i < G_N_ELEMENTS (saving); i++)
    if (page != NULL && g_str_equal (saving[i].action, name))
      troupe_window_save (self, page, FALSE, saving[i].then);
}

static void
save_activated (GtkWidget *widget, const char *name, GVariant *parameter)
{
  TroupeWindow *self = TROUPE_WINDOW (widget);
  TroupePage *page = troupe_window_get_page (self);

  g_assert (GTK_IS_WIDGET (widget));
  g_assert (TROUPE_IS_WINDOW (self));

  if (page != NULL)
    troupe_window_save (self, page, g_str_equal (name, "win.save-as"), NULL);
}

void
troupe_window_update_actions (TroupeWindow *self)
{
  GtkWidget *widget = GTK_WIDGET (self);
  TroupePage *page = troupe_window_get_page (self);
  TroupeDocument *document = page != NULL ? troupe_page_get_document (page) : NULL;
  TroupeBatchPage *batch = troupe_window_get_batch (self);
  const gboolean running = page != NULL ? troupe_page_is_running (page)
                                        : batch != NULL && troupe_batch_page_is_running (batch);
  gboolean can_undo = FALSE;
  gboolean can_redo = FALSE;
  gboolean stopping = FALSE;

  if (document != NULL)
    {
      g_object_get (document, "can-undo", &can_undo, "can-redo", &can_redo, NULL);
      g_object_get (page, "stopping", &stopping, NULL);
    }
  else if (batch != NULL)
    stopping = troupe_batch_page_is_stopping (batch);
  gtk_widget_action_set_enabled (widget, "win.undo", can_undo);
  gtk_widget_action_set_enabled (widget, "win.redo", can_redo);
  gtk_widget_action_set_enabled (widget, "win.find", page != NULL);
  gtk_widget_action_set_enabled (widget, "win.welcome", page != NULL || batch != NULL);
  gtk_widget_action_set_enabled (widget, "win.leave-welcome", self->shows_welcome);
  gtk_widget_action_set_enabled (widget, "win.reopen-tab", self->closed->len > 0);
  gtk_widget_action_set_enabled (widget, "win.save", page != NULL);
  gtk_widget_action_set_enabled (widget, "win.save-as", page != NULL);
  gtk_widget_action_set_enabled (widget, "win.compare", page != NULL);
  gtk_widget_action_set_enabled (widget, "win.export", page != NULL);
  gtk_widget_action_set_enabled (widget, "win.copy-picture", page != NULL);
  gtk_widget_action_set_enabled (widget, "win.run", (page != NULL && !running) || is_held (self));
  gtk_widget_action_set_enabled (widget, "win.run-with-inputs", page != NULL && !running);
  gtk_widget_action_set_enabled (widget, "win.run-changed",
                                 page != NULL &&
                                     (!running || (troupe_page_is_held (page) && !stopping)));
  gtk_widget_action_set_enabled (widget, "win.permissions", page != NULL);
  gtk_widget_action_set_enabled (widget, "win.batch", page != NULL);
  gtk_widget_action_set_enabled (widget, "win.memory", page != NULL);
  gtk_widget_action_set_enabled (widget, "win.test", page != NULL);
  gtk_widget_action_set_enabled (widget, "win.history", page != NULL || batch != NULL);
  gtk_widget_action_set_enabled (widget, "win.compare-runs", page != NULL || batch != NULL);
  gtk_widget_action_set_enabled (widget, "win.cases", page != NULL);
  gtk_widget_action_set_enabled (widget, "win.new-case", page != NULL && !running);
  gtk_widget_action_set_enabled (widget, "win.stop", running && !stopping);
  gtk_widget_action_set_enabled (widget, "win.pause", running && !stopping);
  gtk_widget_action_set_enabled (
      widget, "win.step", page != NULL && running && !stopping && troupe_page_is_held (page));
}

/* The keyboard shortcuts of the window in doc/interface.md §14. */
static const struct
{
  guint key;
  GdkModifierType modifiers;
  const char *action;
} keys[] = {
  { GDK_KEY_n, GDK_CONTROL_MASK, "win.new" },
  { GDK_KEY_n, GDK_CONTROL_MASK | GDK_ALT_MASK, "win.new-crew" },
  { GDK_KEY_o, GDK_CONTROL_MASK, "win.open" },
  { GDK_KEY_o, GDK_CONTROL_MASK | GDK_ALT_MASK, "win.open-folder" },
  { GDK_KEY_s, GDK_CONTROL_MASK, "win.save" },
  { GDK_KEY_S, GDK_CONTROL_MASK | GDK_SHIFT_MASK, "win.save-as" },
  { GDK_KEY_e, GDK_CONTROL_MASK, "win.export" },
  { GDK_KEY_C, GDK_CONTROL_MASK | GDK_SHIFT_MASK, "win.copy-picture" },
  { GDK_KEY_w, GDK_CONTROL_MASK, "win.close-tab" },
  { GDK_KEY_T, GDK_CONTROL_MASK | GDK_SHIFT_MASK, "win.reopen-tab" },
  { GDK_KEY_Page_Down, GDK_CONTROL_MASK, "win.next-tab" },
  { GDK_KEY_Page_Up, GDK_CONTROL_MASK, "win.previous-tab" },
  { GDK_KEY_z, GDK_CONTROL_MASK, "win.undo" },
  { GDK_KEY_Z, GDK_CONTROL_MASK | GDK_SHIFT_MASK, "win.redo" },
  { GDK_KEY_y, GDK_CONTROL_MASK, "win.redo" },
  { GDK_KEY_f, GDK_CONTROL_MASK, "win.find" },
  { GDK_KEY_F5, 0, "win.run" },
  { GDK_KEY_F5, GDK_CONTROL_MASK, "win.run-with-inputs" },
  { GDK_KEY_F5, GDK_CONTROL_MASK | GDK_SHIFT_MASK, "win.batch" },
  { GDK_KEY_m, GDK_CONTROL_MASK | GDK_ALT_MASK, "win.memory" },
  { GDK_KEY_h, GDK_CONTROL_MASK, "win.history" },
  { GDK_KEY_H, GDK_CONTROL_MASK | GDK_SHIFT_MASK, "win.compare-runs" },
  { GDK_KEY_F5, GDK_SHIFT_MASK, "win.stop" },
  { GDK_KEY_F7, 0, "win.pause" },
  { GDK_KEY_F7, GDK_SHIFT_MASK, "win.run-changed" },
  { GDK_KEY_F9, 0, "win.show-outline" },
  { GDK_KEY_F9, GDK_SHIFT_MASK, "win.show-inspector" },
  { GDK_KEY_F9, GDK_CONTROL_MASK, "win.panel-toggle" },
  { GDK_KEY_F9, GDK_CONTROL_MASK | GDK_SHIFT_MASK, "win.panel-whole" },
  { GDK_KEY_F4, 0, "win.panel-next-problem" },
  { GDK_KEY_F4, GDK_SHIFT_MASK, "win.panel-previous-problem" },
  { GDK_KEY_F11, 0, "win.fullscreen" },
  { GDK_KEY_Escape, 0, "win.leave-welcome" },
};

static const char *const panels[] = { "win.panel-timeline", "win.panel-transcript",
                                      "win.panel-data",     "win.panel-log",
                                      "win.panel-cost",     "win.panel-problems" };

/* Shortcuts that take precedence over those of the focused widget. A pane may use F8 and F6 itself, or F7
 * for the caret in a text. Lists move by pages also with Ctrl, for which they have other keys; a text view
 * has not. A text field of GTK 4.18 changes the direction of its text with Ctrl+Shift+T. */
static const struct
{
  guint key;
  GdkModifierType modifiers;
  const char *action;
} first_keys[] = {
  { GDK_KEY_F7, 0, "win.pause" },
  { GDK_KEY_F7, GDK_SHIFT_MASK, "win.run-changed" },
  { GDK_KEY_F8, 0, "win.step" },
  { GDK_KEY_F6, 0, "win.next-pane" },
  { GDK_KEY_F6, GDK_SHIFT_MASK, "win.previous-pane" },
  { GDK_KEY_k, GDK_CONTROL_MASK, "win.everything" },
  { GDK_KEY_Page_Down, GDK_CONTROL_MASK, "win.next-tab" },
  { GDK_KEY_Page_Up, GDK_CONTROL_MASK, "win.previous-tab" },
  { GDK_KEY_T, GDK_CONTROL_MASK | GDK_SHIFT_MASK, "win.reopen-tab" },
};

static gboolean
first_key_cb (GtkWidget *widget, GVariant *arguments, gpointer user_data)
{
  const char *action = user_data;

  g_assert (TROUPE_IS_WINDOW (widget));

  if (g_str_has_suffix (action, "-tab") &&
      GTK_IS_TEXT_VIEW (gtk_window_get_focus (GTK_WINDOW (widget))))
    return GDK_EVENT_PROPAGATE;
  return gtk_widget_activate_action (widget, action, NULL);
}

void
troupe_window_add_first_keys (TroupeWindow *self)
{
  GtkEventController *controller = gtk_shortcut_controller_new ();

  gtk_event_controller_set_propagation_phase (controller, GTK_PHASE_CAPTURE);
  for (guint i = 0; i < G_N_ELEMENTS (first_keys); i++)
    gtk_shortcut_controller_add_shortcut (
        GTK_SHORTCUT_CONTROLLER (controller),
        gtk_shortcut_new (gtk_keyval_trigger_new (first_keys[i].key, first_keys[i].modifiers),
                          gtk_callback_action_new (first_key_cb, (gpointer) first_keys[i].action,
                                                   NULL)));
  gtk_widget_add_controller (GTK_WIDGET (self), controller);
}

void
troupe_window_install_actions (GtkWidgetClass *widget_class)
{
  for (guint i = 0; i < G_N_ELEMENTS (forwarded); i++)
    gtk_widget_class_install_action (widget_class, forwarded[i].window_action, NULL, forward);
  for (guint i = 0; i < G_N_ELEMENTS (panels); i++)
    gtk_widget_class_install_action (widget_class, panels[i], NULL, forward_panel);
  gtk_widget_class_install_action (widget_class, "win.panel-toggle", NULL, forward_panel);
  gtk_widget_class_install_action (widget_class, "win.panel-whole", NULL, forward_panel);
  gtk_widget_class_install_action (widget_class, "win.panel-next-problem", NULL, forward_panel);
  gtk_widget_class_install_action (widget_class, "win.panel-previous-problem", NULL, forward_panel);
  gtk_widget_class_install_action (widget_class, "win.new", NULL, new_activated);
  gtk_widget_class_install_action (widget_class, "win.new-crew", NULL, new_crew_activated);
  gtk_widget_class_install_action (widget_class, "win.open", NULL, troupe_window_open_activated);
  gtk_widget_class_install_action (widget_class, "win.open-folder", NULL,
                                   troupe_window_open_activated);
  gtk_widget_class_install_action (widget_class, "win.open-recent", "s", open_recent);
  gtk_widget_class_install_action (widget_class, "win.save", NULL, save_activated);
  gtk_widget_class_install_action (widget_class, "win.save-as", NULL, save_activated);
  troupe_window_install_compare (widget_class);
  gtk_widget_class_install_action (widget_class, "win.export", NULL,
                                   troupe_window_export_activated);
  gtk_widget_class_install_action (widget_class, "win.copy-picture", NULL,
                                   troupe_window_copy_picture_activated);
  gtk_widget_class_install_action (widget_class, "win.run", NULL, run_activated);
  gtk_widget_class_install_action (widget_class, "win.run-with-inputs", NULL, run_activated);
  for (guint i = 0; i < G_N_ELEMENTS (saving); i++)
    gtk_widget_class_install_action (widget_class, saving[i].action, NULL,
                                     save_and_begin_activated);
  gtk_widget_class_install_action (widget_class, "win.run-changed", NULL, run_changed_activated);
  gtk_widget_class_install_action (widget_class, "win.budget", NULL, budget_activated);
  gtk_widget_class_install_action (widget_class, "win.permissions", NULL, permissions_activated);
  gtk_widget_class_install_action (widget_class, "win.batch", NULL, troupe_window_batch_activated);
  gtk_widget_class_install_action (widget_class, "win.memory", NULL, subpage_activated);
  gtk_widget_class_install_action (widget_class, "win.test", NULL, subpage_activated);
  gtk_widget_class_install_action (widget_class, "win.cases", NULL, subpage_activated);
  gtk_widget_class_install_action (widget_class, "win.new-case", NULL, subpage_activated);
  gtk_widget_class_install_action (widget_class, "win.stop", NULL, stop_activated);
  gtk_widget_class_install_action (widget_class, "win.pause", NULL, hold_activated);
  gtk_widget_class_install_action (widget_class, "win.step", NULL, step_activated);
  gtk_widget_class_install_action (widget_class, "win.close-tab", NULL, close_activated);
  gtk_widget_class_install_action (widget_class, "win.reopen-tab", NULL, reopen_activated);
  gtk_widget_class_install_action (widget_class, "win.welcome", NULL, welcome_activated);
  gtk_widget_class_install_action (widget_class, "win.leave-welcome", NULL, welcome_activated);
  gtk_widget_class_install_action (widget_class, "win.everything", NULL, everything_activated);
  gtk_widget_class_install_action (widget_class, "win.show-help-overlay", NULL,
                                   shortcuts_activated);
  gtk_widget_class_install_action (widget_class, "win.next-tab", NULL, turn_page);
  gtk_widget_class_install_action (widget_class, "win.previous-tab", NULL, turn_page);
  gtk_widget_class_install_action (widget_class, "win.show-tab", "i", show_tab);
  gtk_widget_class_install_action (widget_class, "win.fullscreen", NULL, toggle_fullscreen);
  gtk_widget_class_install_property_action (widget_class, "win.show-inspector", "show-inspector");
  gtk_widget_class_install_property_action (widget_class, "win.show-outline", "show-outline");
  gtk_widget_class_install_action (widget_class, "win.history", NULL, history_activated);
  gtk_widget_class_install_action (widget_class, "win.compare-runs", NULL, history_activated);
  gtk_widget_class_install_action (widget_class, "win.tell-test", "(ss)", test_made_activated);
  gtk_widget_class_install_action (widget_class, "win.tell-part", "s", part_told_activated);
  gtk_widget_class_install_action (widget_class, "win.fork", NULL, history_activated);
  gtk_widget_class_install_action (widget_class, "win.fork-run", "(sss)", history_activated);
  troupe_window_install_panes (widget_class);
  for (guint i = 0; i < G_N_ELEMENTS (keys); i++)
    gtk_widget_class_add_binding_action (widget_class, keys[i].key, keys[i].modifiers,
                                         keys[i].action, NULL);
  for (guint i = 0; i < 9; i++)
    gtk_widget_class_add_binding_action (widget_class, GDK_KEY_1 + i, GDK_ALT_MASK, "win.show-tab",
                                         "i", i + 1);
}
