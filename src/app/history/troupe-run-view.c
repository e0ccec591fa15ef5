/* troupe-run-view.c: a past run with its document as it was then
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#define G_LOG_DOMAIN "troupe-run-view"

#include "config.h"

#include <glib/gi18n.h>
#include <string.h>

#include "troupe-bar-box.h"
#include "troupe-context-menu.h"
#include "troupe-crew-editor.h"
#include "troupe-crew-id.h"
#include "troupe-crew-versions.h"
#include "troupe-editor.h"
#include "troupe-history-text.h"
#include "troupe-history-work.h"
#include "troupe-monitor.h"
#include "troupe-pass-focus.h"
#include "troupe-run-crew.h"
#include "troupe-run-scrubber.h"
#include "troupe-run-storage.h"
#include "troupe-run-view.h"
#include "troupe-sanitize-text.h"

/* Lines of the text in the bar, at most. */
#define BAR_LINES 2

struct _TroupeRunView
{
  GtkWidget parent_instance;

  TroupeRunStatus status;
  char *run_id;
  char *moment;     /* the day and the time of the run */
  GMenuModel *menu; /* (nullable): of a method */
  TroupeFlowDocument *document;
  GPtrArray *changed; /* names of methods that differ today */
  TroupeCrewVersions *versions; /* (nullable): NULL for a flow, or if today's crew is not known */
  char *failed;                 /* (nullable): the method in which the run failed */
  GError *error;                /* (nullable): why the run failed */
  gboolean shows_failed;        /* the view itself has selected @failed */
  TroupeRunPlayer *player;
  GtkWidget *bar;
  GtkWidget *fork;
  GtkWidget *scrubber;
  TroupeEditor *editor;   /* (nullable): NULL for a crew */
  TroupeCrewEditor *crew; /* (nullable): NULL for a flow */
  TroupeMonitor *monitor;
  gboolean holds_canvas;
};

enum
{
  LEFT,
  FORK_REQUESTED,
  CHANGE_REQUESTED,
  CREW_CHANGE_REQUESTED,
  BOOKMARKED,
  MESSAGE,
  N_SIGNALS,
};

static guint signals[N_SIGNALS];

G_DEFINE_FINAL_TYPE (TroupeRunView, troupe_run_view, GTK_TYPE_WIDGET)

static TroupeEditorFrame *
get_frame (TroupeRunView *self)
{
  g_assert (TROUPE_IS_RUN_VIEW (self));

  return self->crew != NULL ? troupe_crew_editor_get_frame (self->crew)
                            : troupe_editor_get_frame (self->editor);
}

/* --- The run ---------------------------------------------------------------------------------- */

/* Lists the cards that differ today. (transfer full) */
static GStrv
list_changed_cards (TroupeRunView *self)
{
  g_autoptr (GStrvBuilder) cards = g_strv_builder_new ();

  g_assert (TROUPE_IS_RUN_VIEW (self));

  if (self->versions != NULL)
    return troupe_crew_versions_list_cards (self->versions);
  for (guint i = 0; i < self->changed->len; i++)
    g_strv_builder_add (cards, g_ptr_array_index (self->changed, i));
  return g_strv_builder_end (cards);
}

static void
mark_changed (TroupeRunView *self)
{
  TroupeCanvasScene *scene =
      troupe_canvas_get_scene (troupe_editor_frame_get_canvas (get_frame (self)));
  g_auto (GStrv) cards = list_changed_cards (self);

  g_assert (TROUPE_IS_RUN_VIEW (self));

  troupe_canvas_scene_begin_update (scene);
  for (guint i = 0; cards[i] != NULL; i++)
    if (troupe_canvas_scene_get_node (scene, cards[i]) != NULL)
      troupe_canvas_scene_set_node_mark (scene, cards[i], TROUPE_CANVAS_MARK_CHANGED);
  troupe_canvas_scene_end_update (scene);
}

/* While many events are added, the canvas keeps its picture. */
static void
hold_canvas (TroupeRunView *self, gboolean holds)
{
  TroupeCanvasScene *scene = troupe_canvas_get_scene (troupe_editor_frame_get_canvas (get_frame (self)));

  g_assert (TROUPE_IS_RUN_VIEW (self));

  if (holds == self->holds_canvas)
    return;
  self->holds_canvas = holds;
  if (holds)
    troupe_canvas_scene_begin_update (scene);
  else
    troupe_canvas_scene_end_update (scene);
}

static void
caught_up_cb (TroupeRunView *self)
{
  g_assert (TROUPE_IS_RUN_VIEW (self));

  hold_canvas (self, FALSE);
}

/* The trace begins again, at the start or because the user goes back. The panel stays as it is. */
static void
begins_cb (TroupeRunView *self)
{
  TroupeFlow *flow = troupe_flow_document_get_flow (self->document);
  const gboolean is_open = troupe_monitor_get_panel_open (self->monitor);

  g_assert (TROUPE_IS_RUN_VIEW (self));

  hold_canvas (self, TRUE);
  if (self->crew != NULL)
    troupe_crew_editor_begin_run (
        self->crew, troupe_crew_subject_get_crew (troupe_crew_editor_get_subject (self->crew)),
        NULL);
  else
    troupe_editor_begin_run (self->editor, flow);
  troupe_monitor_begin_run (self->monitor, flow);
  if (!is_open && gtk_widget_get_mapped (GTK_WIDGET (self)))
    troupe_monitor_set_panel_open (self->monitor, FALSE);
}

/* The trace goes back to a checkpoint. */
static void
rewound_cb (TroupeRunView *self)
{
  g_assert (TROUPE_IS_RUN_VIEW (self));

  hold_canvas (self, TRUE);
  if (self->crew != NULL)
    troupe_crew_editor_go_on (self->crew);
  else
    troupe_editor_go_on (self->editor);
  troupe_monitor_reopen_run (self->monitor);
}

static void
ends_cb (TroupeRunView *self)
{
  const TroupeRunResult result = { .type = troupe_run_status_to_result (self->status),
                                   .error = self->error,
                                   .error_method = self->failed,
                                   .elapsed_us = troupe_run_player_get_times (self->player)->end };

  g_assert (TROUPE_IS_RUN_VIEW (self));

  if (self->crew != NULL)
    troupe_crew_editor_end_run (self->crew);
  else
    troupe_editor_end_run (self->editor);
  troupe_monitor_end_run (self->monitor, &result);
  /* Selects the method in which the run failed once, so that the panel shows its error. */
  if (self->failed == NULL || self->shows_failed || self->editor == NULL ||
      troupe_flow_find_method (troupe_flow_document_get_flow (self->document), self->failed) ==
          NULL)
    return;
  self->shows_failed = TRUE;
  troupe_editor_select_method (self->editor, self->failed);
}

/* --- Selection -------------------------------------------------------------------------------- */

/* Returns the execution of the selected method that is shown, or the number of the selected task, as @name of
 * troupe_run_set_from(). (transfer full) (nullable): NULL if none is selected */
static char *
find_selected_step (TroupeRunView *self)
{
  const char *method = NULL;
  g_autofree char *id = NULL;
  guint task;

  g_assert (TROUPE_IS_RUN_VIEW (self));

  if (self->crew != NULL)
    {
      g_object_get (self->crew, "selected", &id, NULL);
      return troupe_crew_id_is_task (id, &task) ? g_strdup_printf ("%u", task + 1) : NULL;
    }
  method = troupe_editor_get_selected_method (self->editor);
  return method != NULL
             ? g_strdup_printf ("%s#%u", method, MAX (troupe_monitor_get_pass (self->monitor), 1))
             : NULL;
}

/* Returns TRUE if the view has selected the failed method, and the user nothing else. */
static gboolean
has_own_selection (TroupeRunView *self)
{
  g_assert (TROUPE_IS_RUN_VIEW (self));

  return self->shows_failed && self->editor != NULL &&
         g_strcmp0 (troupe_editor_get_selected_method (self->editor), self->failed) == 0;
}

/* Says where the button of the bar begins a run. */
static void
describe_fork (TroupeRunView *self)
{
  g_autofree char *step = has_own_selection (self) ? NULL : find_selected_step (self);
  g_autofree char *text = NULL;
  char *mark = NULL;

  g_assert (TROUPE_IS_RUN_VIEW (self));

  if (self->fork == NULL)
    return;
  mark = step != NULL ? strrchr (step, '#') : NULL;
  if (mark != NULL)
    *mark = '\0';
  text = step == NULL         ? g_strdup (_ ("Fork From Here… (Alt+F5)"))
         : self->crew != NULL ? g_strdup_printf (
                                    /* Translators: %s is the number of a task */
                                    _ ("Fork From Task %s… (Alt+F5)"), step)
                              : g_strdup_printf (
                                    /* Translators: %s is the name of a method */
                                    _ ("Fork From “%s”… (Alt+F5)"), step);
  gtk_widget_set_tooltip_text (self->fork, text);
}

/* --- Parts ------------------------------------------------------------------------------------ */

static void
panel_toggled_cb (TroupeRunView *self)
{
  TroupeEditorFrame *frame = get_frame (self);

  g_assert (TROUPE_IS_RUN_VIEW (self));

  troupe_editor_frame_set_bottom_open (frame, troupe_monitor_get_panel_open (self->monitor));
  troupe_editor_frame_set_bottom_whole (frame, troupe_monitor_get_panel_whole (self->monitor));
}

static void
method_selected_cb (TroupeRunView *self, const char *name)
{
  g_assert (TROUPE_IS_RUN_VIEW (self));

  troupe_editor_select_method (self->editor, name);
}

static void
editor_selected_cb (TroupeRunView *self)
{
  g_assert (TROUPE_IS_RUN_VIEW (self));

  troupe_monitor_set_selected_method (self->monitor,
                                      troupe_editor_get_selected_method (self->editor));
  describe_fork (self);
}

static void
passes_requested_cb (TroupeRunView *self, const char *method, const GdkRectangle *place)
{
  g_assert (TROUPE_IS_RUN_VIEW (self));

  troupe_monitor_open_passes (self->monitor, method, GTK_WIDGET (self->editor), place);
}

/* The card of a method without parts was activated, as to edit it. */
static void
node_activated_cb (TroupeRunView *self, const char *node, gboolean opens)
{
  const TroupeCanvasNode *card = troupe_canvas_scene_get_node (
      troupe_drawing_get_scene (troupe_editor_get_drawing (self->editor)), node);

  g_assert (TROUPE_IS_RUN_VIEW (self));

  if (card != NULL && !(opens && card->openable))
    g_signal_emit (
        self, signals[MESSAGE], 0,
        _ ("A past run cannot be edited. Go back to the document to change it, then fork "
           "the run."));
}

static void
make_parts (TroupeRunView *self, const TroupeRunRecord *record)
{
  TroupeTrace *trace = troupe_run_player_get_trace (self->player);
  TroupeFlow *flow = troupe_flow_document_get_flow (self->document);
  g_autoptr (GPtrArray) problems = g_ptr_array_new ();
  g_autoptr (TroupeCrewSubject) subject = NULL;
  g_autofree char *folder = record->path != NULL ? g_path_get_dirname (record->path) : NULL;
  GtkWidget *front;

  g_assert (TROUPE_IS_RUN_VIEW (self));

  self->monitor = TROUPE_MONITOR (troupe_monitor_new (trace));
  subject = troupe_run_crew_new_subject (self->document);
  if (subject != NULL)
    {
      self->crew = TROUPE_CREW_EDITOR (troupe_crew_editor_new (subject, trace, NULL));
      troupe_crew_editor_set_read_only (self->crew);
      troupe_monitor_set_crew (self->monitor, TRUE);
      g_signal_connect_object (self->crew, "notify::selected", G_CALLBACK (describe_fork), self,
                               G_CONNECT_SWAPPED);
      g_signal_connect_object (self->monitor, "costs-shown",
                               G_CALLBACK (troupe_crew_editor_set_costs), self->crew,
                               G_CONNECT_SWAPPED);
    }
  else
    {
      self->editor = TROUPE_EDITOR (troupe_editor_new (self->document, trace));
      troupe_editor_set_read_only (self->editor);
      g_signal_connect_object (self->editor, "notify::selected-method",
                               G_CALLBACK (editor_selected_cb), self, G_CONNECT_SWAPPED);
      g_signal_connect_object (self->editor, "passes-requested", G_CALLBACK (passes_requested_cb),
                               self, G_CONNECT_SWAPPED);
      g_signal_connect_object (
          troupe_editor_frame_get_canvas (troupe_editor_get_frame (self->editor)), "node-activated",
          G_CALLBACK (node_activated_cb), self, G_CONNECT_SWAPPED);
      g_signal_connect_object (self->monitor, "method-selected", G_CALLBACK (method_selected_cb),
                               self, G_CONNECT_SWAPPED);
      g_signal_connect_object (self->monitor, "costs-shown", G_CALLBACK (troupe_editor_set_costs),
                               self->editor, G_CONNECT_SWAPPED);
    }
  front = self->crew != NULL ? GTK_WIDGET (self->crew) : GTK_WIDGET (self->editor);
  gtk_widget_set_vexpand (front, TRUE);
  gtk_widget_set_parent (front, GTK_WIDGET (self));
  troupe_monitor_set_flow (self->monitor, flow, problems);
  troupe_monitor_set_folder (self->monitor, folder);
  troupe_editor_frame_set_bottom (get_frame (self), GTK_WIDGET (self->monitor));
  g_signal_connect_object (self->monitor, "notify::panel-open", G_CALLBACK (panel_toggled_cb), self,
                           G_CONNECT_SWAPPED);
  g_signal_connect_object (self->monitor, "notify::panel-whole", G_CALLBACK (panel_toggled_cb),
                           self, G_CONNECT_SWAPPED);
  self->scrubber = troupe_run_scrubber_new (self->player);
  troupe_editor_frame_set_bottom_tool (get_frame (self), self->scrubber);
}

/* --- Forking ---------------------------------------------------------------------------------- */

/* @step: (nullable): before which the new run begins; NULL if there is none */
static void
request_fork (TroupeRunView *self, const char *step)
{
  g_assert (TROUPE_IS_RUN_VIEW (self));

  troupe_run_player_pause (self->player);
  if (step != NULL)
    g_signal_emit (self, signals[FORK_REQUESTED], 0, self->run_id, step, self->moment);
  else
    g_signal_emit (
        self, signals[MESSAGE], 0,
        self->crew != NULL
            ? _ ("Nothing is left to run at the end of the run. Go back in time, or select a task.")
            : _ ("Nothing is left to run at the end of the run. Go back in time, or select a "
                 "method."));
}

/* Forks before what had not ended at the present time. */
static void
fork_moment_cb (GtkWidget *widget, const char *name, GVariant *parameter)
{
  TroupeRunView *self = TROUPE_RUN_VIEW (widget);
  g_autofree char *step = troupe_run_times_find_step (troupe_run_player_get_times (self->player),
                                                      troupe_run_player_get_time (self->player));

  /* At the end of the run, only a selection tells where to begin. */
  if (step == NULL)
    step = find_selected_step (self);
  request_fork (self, step);
}

/* Forks before what the user has selected, else at the present time. The menu of a card has selected it. */
static void
fork_cb (GtkWidget *widget, const char *name, GVariant *parameter)
{
  TroupeRunView *self = TROUPE_RUN_VIEW (widget);
  g_autofree char *step = has_own_selection (self) && !g_str_equal (name, "run-view.fork-method")
                              ? NULL
                              : find_selected_step (self);

  if (step != NULL)
    request_fork (self, step);
  else
    fork_moment_cb (widget, name, parameter);
}

static void
bookmarked_cb (TroupeRunView *self, gint64 time, gboolean is_set)
{
  g_signal_emit (self, signals[BOOKMARKED], 0, self->run_id, time, is_set,
                 troupe_run_player_get_bookmarks (self->player)->len);
}

const char *
troupe_run_view_get_run_id (TroupeRunView *self)
{
  g_return_val_if_fail (TROUPE_IS_RUN_VIEW (self), NULL);

  return self->run_id;
}

const char *
troupe_run_view_get_selected (TroupeRunView *self)
{
  g_return_val_if_fail (TROUPE_IS_RUN_VIEW (self), NULL);

  return self->editor != NULL ? troupe_editor_get_selected_method (self->editor) : NULL;
}

void
troupe_run_view_set_bookmarks (TroupeRunView *self, GArray *bookmarks)
{
  g_return_if_fail (TROUPE_IS_RUN_VIEW (self));

  troupe_run_player_set_bookmarks (self->player, bookmarks);
}

/* Selects the method of a card and opens its menu. */
static void
context_menu_cb (TroupeRunView *self, int kind, const char *id, double x, double y)
{
  GtkWidget *canvas = GTK_WIDGET (troupe_editor_frame_get_canvas (get_frame (self)));
  double own_x, own_y;

  g_assert (TROUPE_IS_RUN_VIEW (self));

  if ((kind != TROUPE_CANVAS_KIND_NODE && kind != TROUPE_CANVAS_KIND_INPUT &&
       kind != TROUPE_CANVAS_KIND_OUTPUT) ||
      !gtk_widget_translate_coordinates (canvas, GTK_WIDGET (self), x, y, &own_x, &own_y))
    return;
  troupe_editor_select_method (self->editor, id);
  troupe_context_menu_open (GTK_WIDGET (self), self->menu, (int) own_x, (int) own_y);
}

static void
set_up_fork (TroupeRunView *self, gboolean has_today)
{
  GMenu *menu = NULL;

  g_assert (TROUPE_IS_RUN_VIEW (self));

  gtk_widget_action_set_enabled (GTK_WIDGET (self), "run-view.fork", has_today);
  gtk_widget_action_set_enabled (GTK_WIDGET (self), "run-view.fork-moment", has_today);
  gtk_widget_action_set_enabled (GTK_WIDGET (self), "run-view.fork-method",
                                 has_today && self->editor != NULL);
  if (!has_today || self->editor == NULL)
    return;
  menu = g_menu_new ();
  self->menu = G_MENU_MODEL (menu);
  g_signal_connect_object (troupe_editor_frame_get_canvas (get_frame (self)), "context-menu",
                           G_CALLBACK (context_menu_cb), self, G_CONNECT_SWAPPED);
  g_menu_append (menu, _ ("Fork From Here…"), "run-view.fork-method");
  troupe_monitor_set_method_menu (self->monitor, G_MENU_MODEL (menu));
}

/* --- Bar -------------------------------------------------------------------------------------- */

/* Returns what is seen, as a sentence for each fact. (transfer full) */
static char *
describe (TroupeRunView *self,
          const TroupeRunSummary *summary,
          const TroupeRunRecord *record,
          gboolean has_today)
{
  g_autofree char *moment =
      troupe_history_text_get_moment (summary->record->started_us, g_get_real_time ());
  g_autofree char *title = troupe_history_text_get_title (summary);
  const guint n = self->changed->len;
  /* Translators: the first %s is a day and a time, the second one the name of the run. */
  g_autofree char *run = g_strdup_printf (_ ("Run of %s: “%s”."), moment, title);
  g_autofree char *failure = NULL;
  g_autofree char *change = NULL;
  g_autofree char *all = NULL;
  g_autofree char *place = NULL;

  g_assert (TROUPE_IS_RUN_VIEW (self));

  if (record->status == TROUPE_RUN_STATUS_FAILED && record->error != NULL)
    {
      if (summary->place == NULL)
        failure = g_strdup_printf (_ ("The run failed: %s"), record->error);
      else
        {
          place = troupe_text_to_line (summary->place);
          failure = g_strdup_printf (_ ("%s failed: %s"), place, record->error);
        }
    }
  if (!has_today)
    /* Translators: %s is the name of a document. */
    change = g_strdup_printf (_ ("It is a run of “%s”."), summary->record->name);
  else if (n > 0 && self->crew != NULL)
    change = g_strdup (_ ("The crew has changed since."));
  else if (n > 0)
    change = g_strdup_printf (ngettext ("The document has changed in %u method since.",
                                        "The document has changed in %u methods since.", n),
                              n);
  /* What is last may be cut. */
  all = change != NULL && failure != NULL
            ? g_strjoin (" ", run, change, failure, NULL)
            : g_strjoin (" ", run, change != NULL ? change : failure, NULL);
  return troupe_text_to_line (all);
}

static void
leave_cb (GtkWidget *widget, const char *name, GVariant *parameter)
{
  g_signal_emit (widget, signals[LEFT], 0);
}

static void
change_cb (GtkWidget *widget, const char *name, GVariant *parameter)
{
  TroupeRunView *self = TROUPE_RUN_VIEW (widget);
  /* Translators: %s is a day and a time, such as “today, 07:00” */
  g_autofree char *title = g_strdup_printf (_ ("Run of %s"), self->moment);

  troupe_run_player_pause (self->player);
  if (self->versions != NULL)
    g_signal_emit (self, signals[CREW_CHANGE_REQUESTED], 0, self->versions->today,
                   self->versions->then, title);
  else
    g_signal_emit (self, signals[CHANGE_REQUESTED], 0, self->document, title);
}

static void
make_bar (TroupeRunView *self,
          const TroupeRunSummary *summary,
          const TroupeRunRecord *record,
          gboolean has_today)
{
  GtkWidget *icon = gtk_image_new_from_icon_name ("document-open-recent-symbolic");
  GtkWidget *fork = gtk_button_new_with_mnemonic (_ ("_Fork From Here…"));
  GtkWidget *back = gtk_button_new_with_mnemonic (_ ("_Back to the Document"));
  GtkWidget *change = gtk_button_new_with_mnemonic (_ ("Show Chan_ge"));
  g_autofree char *text = describe (self, summary, record, has_today);
  GtkWidget *label = gtk_label_new (text);

  g_assert (TROUPE_IS_RUN_VIEW (self));

  gtk_label_set_xalign (GTK_LABEL (label), 0);
  gtk_label_set_ellipsize (GTK_LABEL (label), PANGO_ELLIPSIZE_END);
  gtk_label_set_wrap (GTK_LABEL (label), TRUE);
  gtk_label_set_wrap_mode (GTK_LABEL (label), PANGO_WRAP_WORD_CHAR);
  gtk_label_set_lines (GTK_LABEL (label), BAR_LINES);
  gtk_widget_set_tooltip_text (label, text);
  gtk_widget_set_hexpand (label, TRUE);
  gtk_widget_add_css_class (label, "heading");
  gtk_widget_set_valign (fork, GTK_ALIGN_CENTER);
  gtk_widget_set_valign (back, GTK_ALIGN_CENTER);
  gtk_widget_set_tooltip_text (back, _ ("Back to the Document (Esc)"));
  gtk_actionable_set_action_name (GTK_ACTIONABLE (back), "run-view.leave");
  self->bar = troupe_bar_box_new ();
  troupe_bar_box_append (TROUPE_BAR_BOX (self->bar), icon);
  troupe_bar_box_append (TROUPE_BAR_BOX (self->bar), label);
  gtk_widget_set_visible (change, self->changed->len > 0 &&
                                      (self->editor != NULL || self->versions != NULL));
  gtk_widget_set_valign (change, GTK_ALIGN_CENTER);
  gtk_widget_set_tooltip_text (change, _ ("Show how the document differs from that of the run"));
  gtk_actionable_set_action_name (GTK_ACTIONABLE (change), "run-view.change");
  troupe_bar_box_append (TROUPE_BAR_BOX (self->bar), change);
  gtk_actionable_set_action_name (GTK_ACTIONABLE (fork), "run-view.fork");
  self->fork = fork;
  describe_fork (self);
  troupe_bar_box_append (TROUPE_BAR_BOX (self->bar), fork);
  troupe_bar_box_append (TROUPE_BAR_BOX (self->bar), back);
  gtk_widget_add_css_class (self->bar, "looking-bar");
  gtk_widget_set_parent (self->bar, GTK_WIDGET (self));
}

/* --- Keys ------------------------------------------------------------------------------------- */

/* Space also activates buttons and rows, and is typed into fields. */
static gboolean
takes_space (GtkWidget *focus)
{
  return focus != NULL && (GTK_IS_EDITABLE (focus) || GTK_IS_TEXT_VIEW (focus) ||
                           GTK_IS_BUTTON (focus) || GTK_IS_LIST_BOX_ROW (focus) ||
                           gtk_widget_get_ancestor (focus, GTK_TYPE_MENU_BUTTON) != NULL ||
                           gtk_widget_get_ancestor (focus, GTK_TYPE_LIST_VIEW) != NULL);
}

static gboolean
key_cb (GtkWidget *widget, GVariant *arguments, gpointer user_data)
{
  TroupeRunView *self = TROUPE_RUN_VIEW (widget);
  const char *action = user_data;
  GtkRoot *root = gtk_widget_get_root (widget);
  GtkWidget *focus = root != NULL ? gtk_root_get_focus (root) : NULL;

  if (g_str_equal (action, "scrubber.play") && takes_space (focus))
    return GDK_EVENT_PROPAGATE;
  if (g_str_equal (action, "run-view.fork"))
    return gtk_widget_activate_action (widget, action, NULL);
  if (!g_str_equal (action, "run-view.leave"))
    return gtk_widget_activate_action (self->scrubber, action, NULL);
  /* Escape also ends a search. */
  if (focus != NULL && GTK_IS_EDITABLE (focus))
    return GDK_EVENT_PROPAGATE;
  g_signal_emit (self, signals[LEFT], 0);
  return GDK_EVENT_STOP;
}

static void
add_keys (TroupeRunView *self)
{
  static const struct
  {
    guint key;
    GdkModifierType modifiers;
    const char *action;
  } keys[] = {
    { GDK_KEY_Left, GDK_ALT_MASK, "scrubber.previous" },
    { GDK_KEY_Right, GDK_ALT_MASK, "scrubber.next" },
    { GDK_KEY_Left, GDK_ALT_MASK | GDK_SHIFT_MASK, "scrubber.previous-bookmark" },
    { GDK_KEY_Right, GDK_ALT_MASK | GDK_SHIFT_MASK, "scrubber.next-bookmark" },
    { GDK_KEY_d, GDK_CONTROL_MASK, "scrubber.bookmark" },
    { GDK_KEY_F5, GDK_ALT_MASK, "run-view.fork" },
    { GDK_KEY_space, 0, "scrubber.play" },
    { GDK_KEY_Escape, 0, "run-view.leave" },
  };
  GtkEventController *controller = gtk_shortcut_controller_new ();

  gtk_event_controller_set_propagation_phase (controller, GTK_PHASE_CAPTURE);
  for (guint i = 0; i < G_N_ELEMENTS (keys); i++)
    gtk_shortcut_controller_add_shortcut (
        GTK_SHORTCUT_CONTROLLER (controller),
        gtk_shortcut_new (gtk_keyval_trigger_new (keys[i].key, keys[i].modifiers),
                          gtk_callback_action_new (key_cb, (gpointer) keys[i].action, NULL)));
  gtk_widget_add_controller (GTK_WIDGET (self), controller);
}

void
troupe_run_view_set_width_class (TroupeRunView *self, TroupeEditorWidth width)
{
  g_return_if_fail (TROUPE_IS_RUN_VIEW (self));

  troupe_editor_frame_set_width_class (get_frame (self), width);
  troupe_monitor_set_narrow (self->monitor, width >= TROUPE_EDITOR_NARROW);
  troupe_monitor_set_two_pages (self->monitor, width >= TROUPE_EDITOR_NORMAL);
  troupe_run_scrubber_set_narrow (TROUPE_RUN_SCRUBBER (self->scrubber),
                                  width >= TROUPE_EDITOR_NARROW);
}

/* --- GObject implementation ------------------------------------------------------------------- */

static gboolean
troupe_run_view_grab_focus (GtkWidget *widget)
{
  return gtk_widget_grab_focus (
      GTK_WIDGET (troupe_editor_frame_get_canvas (get_frame (TROUPE_RUN_VIEW (widget)))));
}

static void
troupe_run_view_dispose (GObject *object)
{
  TroupeRunView *self = TROUPE_RUN_VIEW (object);
  GtkWidget *child;

  if (self->player != NULL)
    {
      troupe_run_player_pause (self->player);
      g_signal_handlers_disconnect_by_data (self->player, self);
    }
  self->fork = NULL;
  while ((child = gtk_widget_get_first_child (GTK_WIDGET (self))) != NULL)
    gtk_widget_unparent (child);
  g_clear_object (&self->player);
  g_clear_object (&self->document);
  g_clear_object (&self->menu);
  g_clear_pointer (&self->versions, troupe_crew_versions_free);
  G_OBJECT_CLASS (troupe_run_view_parent_class)->dispose (object);
}

static void
troupe_run_view_finalize (GObject *object)
{
  TroupeRunView *self = TROUPE_RUN_VIEW (object);

  g_ptr_array_unref (self->changed);
  g_free (self->run_id);
  g_free (self->moment);
  g_free (self->failed);
  g_clear_error (&self->error);
  G_OBJECT_CLASS (troupe_run_view_parent_class)->finalize (object);
}

static void
troupe_run_view_class_init (TroupeRunViewClass *klass)
{
  GObjectClass *object_class = G_OBJECT_CLASS (klass);
  GtkWidgetClass *widget_class = GTK_WIDGET_CLASS (klass);

  object_class->dispose = troupe_run_view_dispose;
  object_class->finalize = troupe_run_view_finalize;
  widget_class->grab_focus = troupe_run_view_grab_focus;
  troupe_pass_focus_install (widget_class);

  signals[LEFT] = g_signal_new ("left", G_TYPE_FROM_CLASS (klass), G_SIGNAL_RUN_LAST, 0, NULL, NULL,
                                NULL, G_TYPE_NONE, 0);

  signals[FORK_REQUESTED] =
      g_signal_new ("fork-requested", G_TYPE_FROM_CLASS (klass), G_SIGNAL_RUN_LAST, 0, NULL, NULL,
                    NULL, G_TYPE_NONE, 3, G_TYPE_STRING, G_TYPE_STRING, G_TYPE_STRING);
  signals[CHANGE_REQUESTED] =
      g_signal_new ("change-requested", G_TYPE_FROM_CLASS (klass), G_SIGNAL_RUN_LAST, 0, NULL, NULL,
                    NULL, G_TYPE_NONE, 2, TROUPE_TYPE_FLOW_DOCUMENT, G_TYPE_STRING);
  signals[CREW_CHANGE_REQUESTED] =
      g_signal_new ("crew-change-requested", G_TYPE_FROM_CLASS (klass), G_SIGNAL_RUN_LAST, 0, NULL,
                    NULL, NULL, G_TYPE_NONE, 3, JSON_TYPE_NODE, JSON_TYPE_NODE, G_TYPE_STRING);
  signals[BOOKMARKED] =
      g_signal_new ("bookmarked", G_TYPE_FROM_CLASS (klass), G_SIGNAL_RUN_LAST, 0, NULL, NULL, NULL,
                    G_TYPE_NONE, 4, G_TYPE_STRING, G_TYPE_INT64, G_TYPE_BOOLEAN, G_TYPE_UINT);
  signals[MESSAGE] = g_signal_new ("message", G_TYPE_FROM_CLASS (klass), G_SIGNAL_RUN_LAST, 0, NULL,
                                   NULL, NULL, G_TYPE_NONE, 1, G_TYPE_STRING);

  gtk_widget_class_install_action (widget_class, "run-view.leave", NULL, leave_cb);
  gtk_widget_class_install_action (widget_class, "run-view.fork", NULL, fork_cb);
  gtk_widget_class_install_action (widget_class, "run-view.fork-moment", NULL, fork_moment_cb);
  gtk_widget_class_install_action (widget_class, "run-view.change", NULL, change_cb);
  gtk_widget_class_install_action (widget_class, "run-view.fork-method", NULL, fork_cb);
  gtk_widget_class_set_layout_manager_type (widget_class, GTK_TYPE_BOX_LAYOUT);
  gtk_widget_class_set_css_name (widget_class, "runview");
}

static void
troupe_run_view_init (TroupeRunView *self)
{
  GtkLayoutManager *layout = gtk_widget_get_layout_manager (GTK_WIDGET (self));

  gtk_orientable_set_orientation (GTK_ORIENTABLE (layout), GTK_ORIENTATION_VERTICAL);
  self->changed = g_ptr_array_new_with_free_func (g_free);
}

GtkWidget *
troupe_run_view_new (const TroupeRunSummary *summary,
                     const TroupeRunRecord *record,
                     TroupeRunTimes *times,
                     const char *today,
                     GError **error)
{
  g_autoptr (TroupeFlowDocument) document = NULL;
  g_autoptr (TroupeRunTimes) taken = times;
  g_autoptr (TroupeTrace) trace = NULL;
  g_autoptr (GError) cause = NULL;
  TroupeRunView *self;

  g_return_val_if_fail (summary != NULL && record != NULL && times != NULL, NULL);

  if (record->document == NULL)
    {
      g_set_error_literal (error, G_IO_ERROR, G_IO_ERROR_NOT_FOUND,
                           _ ("The document of this run was not saved with it."));
      return NULL;
    }
  document = troupe_flow_document_load_text (record->document, strlen (record->document),
                                             record->name, NULL, &cause);
  if (document == NULL)
    {
      g_set_error (
          error, cause->domain, cause->code,
          /* Translators: the first %s is a sentence, the second one the ID of a run */
          _ ("The document of this run does not load any more: %s To use its steps with "
             "another document, run: troupectl history fork %.8s --at STEP --document FILE"),
          cause->message, record->id);
      return NULL;
    }
  trace = troupe_trace_new ();
  self = g_object_new (TROUPE_TYPE_RUN_VIEW, NULL);
  self->status = record->status;
  self->failed = record->status == TROUPE_RUN_STATUS_FAILED ? g_strdup (summary->place) : NULL;
  if (record->status == TROUPE_RUN_STATUS_FAILED && record->error != NULL)
    self->error =
        g_error_new_literal (TROUPE_RUN_ERROR, TROUPE_RUN_ERROR_EXPRESSION, record->error);
  self->run_id = g_strdup (record->id);
  self->moment = troupe_history_text_get_moment (record->started_us, g_get_real_time ());
  self->document = g_steal_pointer (&document);
  self->player = troupe_run_player_new (trace, g_steal_pointer (&taken), record->started_us);
  if (today != NULL)
    {
      TroupeFlow *flow;
      g_autoptr (TroupeFlowDocument) version_document = NULL;
      TroupeCrewVersions *versions = NULL;

      g_ptr_array_unref (self->changed);
      self->changed = troupe_history_list_changed (record->document, today);
      /* Compares the crew of the run with that of today. */
      flow = troupe_flow_document_get_flow (self->document);
      if (troupe_run_crew_matches (flow))
        {
          version_document =
              troupe_flow_document_load_text (today, strlen (today), NULL, NULL, NULL);
          versions =
              version_document != NULL
                  ? troupe_crew_versions_new (flow,
                                              troupe_flow_document_get_flow (version_document))
                  : NULL;
        }
      self->versions = versions;
    }
  make_parts (self, record);
  set_up_fork (self, today != NULL);
  make_bar (self, summary, record, today != NULL);
  gtk_widget_insert_before (self->bar, GTK_WIDGET (self),
                            gtk_widget_get_first_child (GTK_WIDGET (self)));
  add_keys (self);
  g_signal_connect_object (self->player, "begins", G_CALLBACK (begins_cb), self, G_CONNECT_SWAPPED);
  g_signal_connect_object (self->player, "rewound", G_CALLBACK (rewound_cb), self,
                           G_CONNECT_SWAPPED);
  g_signal_connect_object (self->player, "caught-up", G_CALLBACK (caught_up_cb), self, G_CONNECT_SWAPPED);
  g_signal_connect_object (self->player, "ends", G_CALLBACK (ends_cb), self, G_CONNECT_SWAPPED);
  g_signal_connect_object (self->player, "bookmarked", G_CALLBACK (bookmarked_cb), self,
                           G_CONNECT_SWAPPED);
  mark_changed (self);
  troupe_run_player_begin (self->player);
  return GTK_WIDGET (self);
}
