/* troupe-crew-editor.c: crew editor page: canvas with tasks and agents, inspector, outline
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#define G_LOG_DOMAIN "troupe-crew-editor"

#include "config.h"

#include <glib/gi18n.h>

#include "troupe-after-event.h"
#include "troupe-clock.h"
#include "troupe-crew-breakpoints.h"
#include "troupe-crew-card-data.h"
#include "troupe-crew-edit.h"
#include "troupe-crew-editor-private.h"
#include "troupe-crew-id.h"
#include "troupe-form-focus.h"
#include "troupe-pass-focus.h"
#include "troupe-sanitize-text.h"
#include "troupe-task-control.h"
#include "troupe-typed-text.h"

enum
{
  PROP_0,
  PROP_SUBJECT,
  PROP_TRACE,
  PROP_SELECTED,
  PROP_SELECTED_BREAKS,
  N_PROPS
};

enum
{
  MESSAGE,
  ANSWER_REQUESTED,
  REPLAY_REQUESTED,
  UP_REQUESTED,
  PROBLEM_ACTIVATED,
  RUN_BEGINS,
  N_SIGNALS
};

static GParamSpec *properties[N_PROPS];
static guint signals[N_SIGNALS];

G_DEFINE_FINAL_TYPE (TroupeCrewEditor, troupe_crew_editor, GTK_TYPE_WIDGET)

void
troupe_crew_editor_tell_run (TroupeCrewEditor *self)
{
  g_assert (TROUPE_IS_CREW_EDITOR (self));

  g_signal_emit (self, signals[RUN_BEGINS], 0);
}

void
troupe_crew_editor_say (TroupeCrewEditor *self, const char *text)
{
  g_assert (TROUPE_IS_CREW_EDITOR (self));

  g_signal_emit (self, signals[MESSAGE], 0, text);
}

gboolean
troupe_crew_editor_report (TroupeCrewEditor *self, const GError *error)
{
  g_assert (TROUPE_IS_CREW_EDITOR (self));

  if (error != NULL)
    troupe_crew_editor_say (self, error->message);
  return error != NULL;
}

void
troupe_crew_editor_request_up (TroupeCrewEditor *self)
{
  g_assert (TROUPE_IS_CREW_EDITOR (self));

  if (self->around != NULL)
    g_signal_emit (self, signals[UP_REQUESTED], 0);
}

void
troupe_crew_editor_request_answer (TroupeCrewEditor *self, const char *id)
{
  g_assert (TROUPE_IS_CREW_EDITOR (self));

  g_signal_emit (self, signals[ANSWER_REQUESTED], 0, id);
}

void
troupe_crew_editor_request_replay (TroupeCrewEditor *self, guint task)
{
  g_assert (TROUPE_IS_CREW_EDITOR (self));

  g_signal_emit (self, signals[REPLAY_REQUESTED], 0, task);
}

/* --- Selection -------------------------------------------------------------------------------- */

GArray *
troupe_crew_editor_list_tasks (TroupeCrewEditor *self)
{
  GArray *tasks = g_array_new (FALSE, FALSE, sizeof (guint));

  g_assert (TROUPE_IS_CREW_EDITOR (self));

  for (guint i = 0; i < troupe_crew_subject_get_n_tasks (self->subject); i++)
    {
      g_autofree char *id = troupe_crew_id_make_task (i);

      if (troupe_canvas_is_selected (self->canvas, id))
        g_array_append_val (tasks, i);
    }
  return tasks;
}

char **
troupe_crew_editor_list_agents (TroupeCrewEditor *self)
{
  g_auto (GStrv) all = troupe_crew_subject_list_agents (self->subject);
  g_autoptr (GPtrArray) agents = g_ptr_array_new ();

  g_assert (TROUPE_IS_CREW_EDITOR (self));

  for (guint i = 0; all[i] != NULL; i++)
    {
      g_autofree char *id = troupe_crew_id_make_agent (all[i]);

      if (troupe_canvas_is_selected (self->canvas, id))
        g_ptr_array_add (agents, g_strdup (all[i]));
    }
  g_ptr_array_add (agents, NULL);
  return (char **) g_ptr_array_steal (agents, NULL);
}

/* Returns the selected cards. They are copies, because committing a text may replace the cards.
 * (transfer full), NULL-terminated */
static char **
list_cards (TroupeCrewEditor *self)
{
  TroupeCanvasScene *scene = troupe_crew_scene_get_scene (self->scene);
  g_autofree const char **ids = troupe_canvas_list_selected (self->canvas);
  g_autoptr (GStrvBuilder) cards = g_strv_builder_new ();

  g_assert (TROUPE_IS_CREW_EDITOR (self));

  for (guint i = 0; ids[i] != NULL; i++)
    if (troupe_canvas_scene_get_node (scene, ids[i]) != NULL)
      g_strv_builder_add (cards, ids[i]);

  return g_strv_builder_end (cards);
}

/* Lets the name of the selected item follow its role or description, after that was typed in the
 * inspector. The focus remains in its field. */
static void
follow_text (TroupeCrewEditor *self)
{
  g_autofree char *id = g_strdup (self->selected);
  g_autofree char *now = NULL;
  TroupeFormFocus *focus;

  g_assert (TROUPE_IS_CREW_EDITOR (self));

  if (id == NULL || self->is_following)
    return;
  self->is_following = TRUE;
  focus = troupe_crew_id_get_agent (id) != NULL && troupe_crew_names_will_follow (self->names, id)
              ? troupe_form_focus_take (GTK_WIDGET (self->inspector))
              : NULL;
  now = troupe_crew_names_follow (self->names, id, NULL);
  if (!g_str_equal (now, id) && troupe_canvas_get_n_selected (self->canvas) == 0)
    {
      troupe_crew_editor_select (self, now);
      troupe_canvas_set_focus_id (self->canvas, now);
    }
  troupe_form_focus_give_back (focus, GTK_WIDGET (self->inspector));
  self->is_following = FALSE;
}

static gboolean
is_button_down (TroupeCrewEditor *self)
{
  GtkNative *native = gtk_widget_get_native (GTK_WIDGET (self));
  GdkSurface *surface = native != NULL ? gtk_native_get_surface (native) : NULL;
  GdkSeat *seat = gdk_display_get_default_seat (gtk_widget_get_display (GTK_WIDGET (self)));
  GdkModifierType state = 0;

  g_assert (TROUPE_IS_CREW_EDITOR (self));

  return surface != NULL && seat != NULL &&
         gdk_surface_get_device_position (surface, gdk_seat_get_pointer (seat), NULL, NULL,
                                          &state) &&
         (state & (GDK_BUTTON1_MASK | GDK_BUTTON2_MASK | GDK_BUTTON3_MASK)) != 0;
}

static gboolean
follow_cb (gpointer data)
{
  TroupeCrewEditor *self = data;

  g_assert (TROUPE_IS_CREW_EDITOR (self));

  self->follow_id = 0;
  /* A button that is still pressed may select another item, which does the same. */
  if (!is_button_down (self))
    follow_text (self);

  return G_SOURCE_REMOVE;
}

/* The document must not change while the focus moves. */
static void
inspector_left_cb (TroupeCrewEditor *self)
{
  g_assert (TROUPE_IS_CREW_EDITOR (self));

  if (self->follow_id == 0 && self->names != NULL)
    self->follow_id = g_idle_add_full (G_PRIORITY_HIGH_IDLE, follow_cb, self, NULL);
}

static void
selection_changed_cb (TroupeCrewEditor *self)
{
  g_auto (GStrv) cards = NULL;
  g_autofree const char **ids = NULL;
  const char *selected;
  TroupeCanvasScene *scene;
  g_auto (GStrv) related = NULL;
  g_autoptr (GPtrArray) items = NULL;

  g_assert (TROUPE_IS_CREW_EDITOR (self));

  /* Committing pending input may rename the selected item. */
  troupe_crew_inspector_commit (self->inspector);
  cards = list_cards (self);
  selected = cards[0] != NULL && cards[1] == NULL ? cards[0] : NULL;
  if (g_strcmp0 (selected, self->selected) != 0)
    follow_text (self);
  ids = troupe_canvas_list_selected (self->canvas);
  if (!self->is_syncing)
    troupe_crew_outline_set_selection (self->outline, ids);
  /* Shows the selected card, the fields that several cards have in common, or the crew. */
  items = g_ptr_array_new ();
  /* The generated manager only has settings of the crew. */
  for (guint i = 0; cards[i] != NULL; i++)
    if (!g_str_equal (cards[i], TROUPE_CREW_ID_MANAGER))
      g_ptr_array_add (items, cards[i]);
  g_ptr_array_add (items, NULL);
  if (items->len > 2)
    troupe_crew_inspector_show_several (self->inspector, (const char *const *) items->pdata);
  else
    troupe_crew_inspector_show (self->inspector,
                                cards[0] != NULL && cards[1] == NULL ? cards[0] : NULL);
  if (troupe_set_str (&self->selected, selected))
    g_object_notify_by_pspec (G_OBJECT (self), properties[PROP_SELECTED]);
  /* Draws rings around the cards that are related to the selected card. */
  scene = troupe_crew_scene_get_scene (self->scene);
  related = troupe_crew_scene_list_related (self->scene, self->selected);
  for (guint i = 0; i < troupe_canvas_scene_get_n_nodes (scene); i++)
    {
      const char *id = troupe_canvas_scene_get_nth_node (scene, i)->id;

      troupe_canvas_scene_set_node_related (scene, id,
                                            g_strv_contains ((const char *const *) related, id));
    }
  troupe_crew_editor_update_actions (self);
}

static void
outline_selection_changed_cb (TroupeCrewEditor *self)
{
  g_auto (GStrv) ids = troupe_crew_outline_get_selection (self->outline);

  g_assert (TROUPE_IS_CREW_EDITOR (self));

  self->is_syncing = TRUE;
  troupe_canvas_set_selection (self->canvas, (const char *const *) ids);
  if (ids[0] != NULL && ids[1] == NULL)
    troupe_editor_view_reveal (self->view, ids[0], TRUE);
  self->is_syncing = FALSE;
}

static void
outline_activated_cb (TroupeCrewEditor *self, const char *id)
{
  g_assert (TROUPE_IS_CREW_EDITOR (self));

  troupe_crew_editor_select (self, id);
  troupe_canvas_set_focus_id (self->canvas, id);
  /* An outline that overlays the canvas would cover the card. */
  if (troupe_editor_frame_is_outline_over (self->frame))
    g_object_set (self->frame, "outline-visible", FALSE, NULL);
  troupe_after_event_focus (GTK_WIDGET (self->canvas));
}

void
troupe_crew_editor_select (TroupeCrewEditor *self, const char *id)
{
  const char *const ids[] = { id, NULL };
  g_autofree char *copy = g_strdup (id);

  g_return_if_fail (TROUPE_IS_CREW_EDITOR (self));

  troupe_canvas_set_selection (self->canvas, ids);
  if (copy != NULL)
    troupe_editor_view_reveal (self->view, copy, TRUE);
}

/* --- Crew changes ----------------------------------------------------------------------------- */

static void
show_process (TroupeCrewEditor *self)
{
  const gboolean is_led =
      troupe_crew_subject_get_process (self->subject) == TROUPE_CREW_HIERARCHICAL;

  g_assert (TROUPE_IS_CREW_EDITOR (self));

  self->is_syncing = TRUE;
  gtk_toggle_button_set_active (is_led ? self->hierarchical : self->sequential, TRUE);
  self->is_syncing = FALSE;
}

static void
show_crumbs (TroupeCrewEditor *self)
{
  const char *const *path = troupe_crew_subject_get_path (self->subject);
  g_autofree char *name =
      troupe_crew_card_value_dup_line (troupe_crew_subject_get_root (self->subject), "name");
  g_autofree char *around = self->around != NULL ? g_strjoinv (" › ", self->around) : NULL;

  g_assert (TROUPE_IS_CREW_EDITOR (self));

  gtk_widget_set_visible (self->crumbs, around != NULL);
  gtk_label_set_label (self->crumb_around, around != NULL ? around : "");
  if (name == NULL && path != NULL && path[1] != NULL)
    name = g_strdup (path[1]);
  gtk_label_set_label (self->crumb_own, name != NULL ? name : _ ("Crew"));
}

static void
crew_changed_cb (TroupeCrewEditor *self)
{
  g_assert (TROUPE_IS_CREW_EDITOR (self));

  troupe_crew_names_update (self->names);
  troupe_crew_scene_update (self->scene);
  troupe_crew_run_crew_changed (self->run);
  troupe_crew_outline_refresh (self->outline);
  show_process (self);
  show_crumbs (self);
  gtk_widget_set_visible (self->hint, troupe_crew_subject_get_n_tasks (self->subject) == 0);
  troupe_crew_inspector_refresh (self->inspector);
  selection_changed_cb (self);
}

static void
process_toggled_cb (TroupeCrewEditor *self, GtkToggleButton *button)
{
  g_assert (TROUPE_IS_CREW_EDITOR (self));

  if (self->is_syncing || self->scene == NULL || !gtk_toggle_button_get_active (button))
    return;
  gtk_widget_activate_action (GTK_WIDGET (self), "crew.process", "s",
                              button == self->hierarchical ? "hierarchical" : "sequential");
  /* If the change failed, show the present process again. */
  show_process (self);
}

/* --- Canvas signals --------------------------------------------------------------------------- */

static void
node_activated_cb (TroupeCrewEditor *self, const char *id, gboolean open)
{
  g_autofree char *copy = g_strdup (id);

  g_assert (TROUPE_IS_CREW_EDITOR (self));

  if (g_str_equal (copy, TROUPE_CREW_ID_MANAGER))
    {
      gtk_widget_activate_action (GTK_WIDGET (self), "crew.make-manager", NULL);
      return;
    }
  troupe_crew_editor_select (self, copy);
  gtk_widget_activate_action (GTK_WIDGET (self), "crew.edit", NULL);
}

static const char *
describe_problem (const char *node, gpointer user_data)
{
  TroupeCrewEditor *self = user_data;
  GPtrArray *problems = troupe_crew_subject_get_problems (self->subject);

  g_assert (TROUPE_IS_CREW_EDITOR (self));

  for (guint i = 0; problems != NULL && i < problems->len; i++)
    {
      TroupeProblem *problem = g_ptr_array_index (problems, i);

      if (troupe_crew_problem_is_about (problem, node))
        return problem->message;
    }
  return NULL;
}

static void
badge_activated_cb (TroupeCrewEditor *self, int kind, const char *node)
{
  GPtrArray *problems = troupe_crew_subject_get_problems (self->subject);
  g_autofree char *id = g_strdup (node);
  guint task = 0;

  g_assert (TROUPE_IS_CREW_EDITOR (self));

  if (kind == TROUPE_CANVAS_KIND_ANSWER_BADGE)
    troupe_crew_editor_request_answer (self, id);
  if (kind == TROUPE_CANVAS_KIND_STALE_BADGE)
    troupe_crew_editor_show_changes (self, id);
  if (kind == TROUPE_CANVAS_KIND_BREAKPOINT_BADGE && troupe_crew_id_is_task (id, &task))
    troupe_task_control_ask_condition (self, task);
  for (guint i = 0; kind == TROUPE_CANVAS_KIND_PROBLEM_BADGE && i < problems->len; i++)
    {
      g_autoptr (TroupeProblem) problem = troupe_problem_ref (g_ptr_array_index (problems, i));

      if (!troupe_crew_problem_is_about (problem, id))
        continue;
      troupe_crew_editor_show_problem (self, problem);
      troupe_crew_editor_say (self, problem->message);
      g_signal_emit (self, signals[PROBLEM_ACTIVATED], 0, problem);
      return;
    }
}

static const struct
{
  const char *command;
  const char *action;
} commands[] = {
  { "node.delete", "crew.delete" },   { "node.delete-reconnect", "crew.delete" },
  { "node.connect", "crew.connect" }, { "node.connect-and", "crew.connect" },
  { "node.rename", "crew.rename" },   { "canvas.add", "crew.add" },
  { "node.group", "crew.assign" },    { "canvas.leave", "crew.up" },
  { "node.changes", "crew.changes" },
};

static void
command_cb (TroupeCrewEditor *self, const char *name)
{
  g_assert (TROUPE_IS_CREW_EDITOR (self));

  if (g_str_equal (name, "canvas.minimap"))
    gtk_widget_activate_action (GTK_WIDGET (self->frame), "view.minimap", NULL);
  for (guint i = 0; i < G_N_ELEMENTS (commands); i++)
    if (g_str_equal (commands[i].command, name))
      {
        gtk_widget_activate_action (GTK_WIDGET (self), commands[i].action, NULL);
        return;
      }
}

/* --- Signals of gestures and popovers --------------------------------------------------------- */

static void
moved_cb (TroupeCrewEditor *self, guint index)
{
  g_autofree char *id = troupe_crew_id_make_task (index);

  g_assert (TROUPE_IS_CREW_EDITOR (self));

  troupe_crew_editor_select (self, id);
  troupe_canvas_set_focus_id (self->canvas, id);
}

static void
named_cb (TroupeCrewEditor *self, const char *id, const char *name)
{
  const char *agent = troupe_crew_id_get_agent (id);
  g_autoptr (GError) error = NULL;
  guint task = 0;

  g_assert (TROUPE_IS_CREW_EDITOR (self));

  if (agent != NULL && troupe_crew_edit_rename_agent (self->subject, agent, name, &error))
    {
      g_autofree char *now = troupe_crew_id_make_agent (name);

      troupe_crew_editor_select (self, now);
      troupe_canvas_set_focus_id (self->canvas, now);
    }
  else if (agent == NULL && troupe_crew_id_is_task (id, &task))
    troupe_crew_edit_rename_task (self->subject, task, name, &error);
  troupe_crew_editor_report (self, error);
}

static void
described_cb (TroupeCrewEditor *self, const char *id, const char *text)
{
  g_autoptr (GError) error = NULL;
  g_autofree char *now = troupe_crew_names_describe (self->names, id, text, &error);

  g_assert (TROUPE_IS_CREW_EDITOR (self));

  troupe_crew_editor_select (self, now);
  troupe_canvas_set_focus_id (self->canvas, now);
  troupe_crew_editor_report (self, error);
}

/* --- Accessors and layout --------------------------------------------------------------------- */

TroupeCrewSubject *
troupe_crew_editor_get_subject (TroupeCrewEditor *self)
{
  g_return_val_if_fail (TROUPE_IS_CREW_EDITOR (self), NULL);

  return self->subject;
}

TroupeEditorFrame *
troupe_crew_editor_get_frame (TroupeCrewEditor *self)
{
  g_return_val_if_fail (TROUPE_IS_CREW_EDITOR (self), NULL);

  return self->frame;
}

void
troupe_crew_editor_commit (TroupeCrewEditor *self)
{
  g_return_if_fail (TROUPE_IS_CREW_EDITOR (self));

  troupe_crew_inspector_commit (self->inspector);
  troupe_typed_text_commit_below (GTK_WIDGET (self));
  follow_text (self);
}

static void
width_class_cb (TroupeCrewEditor *self)
{
  int width = TROUPE_EDITOR_WIDE;

  g_assert (TROUPE_IS_CREW_EDITOR (self));

  g_object_get (self->frame, "width-class", &width, NULL);
  gtk_widget_set_visible (self->add_label, width < TROUPE_EDITOR_NARROW);
  /* The label is hidden in a narrow window, because the labels of the buttons already identify
   * the choice. */
  gtk_widget_set_visible (self->process_label, width < TROUPE_EDITOR_NARROW);
}

/* --- Class ------------------------------------------------------------------------------------ */

static void
troupe_crew_editor_constructed (GObject *object)
{
  TroupeCrewEditor *self = TROUPE_CREW_EDITOR (object);
  GtkEventController *focus;

  G_OBJECT_CLASS (troupe_crew_editor_parent_class)->constructed (object);

  g_return_if_fail (self->subject != NULL && self->trace != NULL);

  focus = gtk_event_controller_focus_new ();
  self->names = troupe_crew_names_new (self->subject);
  self->scene = troupe_crew_scene_new (self->subject);
  troupe_canvas_set_scene (self->canvas, troupe_crew_scene_get_scene (self->scene));
  self->run =
      troupe_crew_run_new (self->subject, troupe_crew_scene_get_scene (self->scene), self->trace);
  troupe_crew_outline_set_scene (self->outline, self->scene);
  g_signal_connect_object (self->trace, "changed", G_CALLBACK (troupe_crew_outline_refresh),
                           self->outline, G_CONNECT_SWAPPED);
  self->inspector = TROUPE_CREW_INSPECTOR (troupe_crew_inspector_new (self->subject));
  troupe_crew_inspector_set_trace (self->inspector, self->trace);
  troupe_editor_frame_set_inspector (self->frame, GTK_WIDGET (self->inspector));
  g_signal_connect_object (focus, "leave", G_CALLBACK (inspector_left_cb), self, G_CONNECT_SWAPPED);
  gtk_widget_add_controller (GTK_WIDGET (self->inspector), focus);
  g_signal_connect_object (self->inspector, "message", G_CALLBACK (troupe_crew_editor_say), self,
                           G_CONNECT_SWAPPED);
  g_signal_connect_object (self->inspector, "select-requested",
                           G_CALLBACK (troupe_crew_editor_select), self, G_CONNECT_SWAPPED);
  self->gestures = troupe_crew_gestures_new (self->scene, self->canvas);
  g_signal_connect_object (self->gestures, "message", G_CALLBACK (troupe_crew_editor_say), self,
                           G_CONNECT_SWAPPED);
  g_signal_connect_object (self->gestures, "moved", G_CALLBACK (moved_cb), self, G_CONNECT_SWAPPED);
  g_signal_connect_object (self->gestures, "add-requested", G_CALLBACK (troupe_crew_editor_ask_at),
                           self, G_CONNECT_SWAPPED);
  g_signal_connect_object (self->gestures, "task-requested",
                           G_CALLBACK (troupe_crew_editor_add_task_at), self, G_CONNECT_SWAPPED);
  g_signal_connect_object (self->gestures, "menu-requested",
                           G_CALLBACK (troupe_crew_editor_open_menu), self, G_CONNECT_SWAPPED);
  self->popovers = troupe_crew_popovers_new (GTK_WIDGET (self), self->subject, self->names,
                                             self->canvas, self->view);
  g_signal_connect_object (self->popovers, "named", G_CALLBACK (named_cb), self, G_CONNECT_SWAPPED);
  g_signal_connect_object (self->popovers, "described", G_CALLBACK (described_cb), self,
                           G_CONNECT_SWAPPED);
  g_signal_connect_object (self->canvas, "selection-changed", G_CALLBACK (selection_changed_cb),
                           self, G_CONNECT_SWAPPED);
  g_signal_connect_object (self->canvas, "node-activated", G_CALLBACK (node_activated_cb), self,
                           G_CONNECT_SWAPPED);
  troupe_canvas_set_problem_func (self->canvas, describe_problem, self);
  g_signal_connect_object (self->canvas, "badge-activated", G_CALLBACK (badge_activated_cb), self,
                           G_CONNECT_SWAPPED);
  g_signal_connect_object (self->canvas, "command", G_CALLBACK (command_cb), self,
                           G_CONNECT_SWAPPED);
  g_signal_connect_object (self->outline, "selection-changed",
                           G_CALLBACK (outline_selection_changed_cb), self, G_CONNECT_SWAPPED);
  g_signal_connect_object (self->outline, "activated", G_CALLBACK (outline_activated_cb), self,
                           G_CONNECT_SWAPPED);
  crew_changed_cb (self);
  troupe_editor_view_fit (self->view);
  g_signal_connect_object (self->subject, "changed", G_CALLBACK (crew_changed_cb), self,
                           G_CONNECT_SWAPPED);
  troupe_crew_breakpoints_watch (self->subject, G_OBJECT (self), G_CALLBACK (crew_changed_cb));
}

static void
troupe_crew_editor_size_allocate (GtkWidget *widget, int width, int height, int baseline)
{
  TroupeCrewEditor *self = TROUPE_CREW_EDITOR (widget);

  gtk_widget_allocate (GTK_WIDGET (self->frame), width, height, baseline, NULL);
  troupe_crew_popovers_present (self->popovers);
}

static void
troupe_crew_editor_measure (GtkWidget *widget,
                            GtkOrientation orientation,
                            int for_size,
                            int *minimum,
                            int *natural,
                            int *minimum_baseline,
                            int *natural_baseline)
{
  gtk_widget_measure (GTK_WIDGET (TROUPE_CREW_EDITOR (widget)->frame), orientation, for_size,
                      minimum, natural, NULL, NULL);
}

static void
troupe_crew_editor_unmap (GtkWidget *widget)
{
  TroupeCrewEditor *self = TROUPE_CREW_EDITOR (widget);

  if (self->popovers != NULL)
    troupe_crew_popovers_close (self->popovers);

  GTK_WIDGET_CLASS (troupe_crew_editor_parent_class)->unmap (widget);
}

static gboolean
troupe_crew_editor_grab_focus (GtkWidget *widget)
{
  return gtk_widget_grab_focus (GTK_WIDGET (TROUPE_CREW_EDITOR (widget)->frame));
}

static void
troupe_crew_editor_get_property (GObject *object, guint prop_id, GValue *value, GParamSpec *pspec)
{
  TroupeCrewEditor *self = TROUPE_CREW_EDITOR (object);

  switch (prop_id)
    {
    case PROP_SUBJECT:
      g_value_set_object (value, self->subject);
      break;
    case PROP_TRACE:
      g_value_set_object (value, self->trace);
      break;
    case PROP_SELECTED:
      g_value_set_string (value, self->selected);
      break;
    case PROP_SELECTED_BREAKS:
      g_value_set_boolean (value,
                           self->subject != NULL && troupe_task_control_have_breakpoints (self));
      break;
    default:
      G_OBJECT_WARN_INVALID_PROPERTY_ID (object, prop_id, pspec);
    }
}

static void
troupe_crew_editor_set_property (GObject *object,
                                 guint prop_id,
                                 const GValue *value,
                                 GParamSpec *pspec)
{
  TroupeCrewEditor *self = TROUPE_CREW_EDITOR (object);

  switch (prop_id)
    {
    case PROP_SUBJECT:
      self->subject = g_value_dup_object (value);
      break;
    case PROP_TRACE:
      self->trace = g_value_dup_object (value);
      break;
    case PROP_SELECTED:
      troupe_crew_editor_select (self, g_value_get_string (value));
      break;
    case PROP_SELECTED_BREAKS:
      if (g_value_get_boolean (value) != troupe_task_control_have_breakpoints (self))
        troupe_task_control_toggle_breakpoint (self);
      break;
    default:
      G_OBJECT_WARN_INVALID_PROPERTY_ID (object, prop_id, pspec);
    }
}

static void
troupe_crew_editor_dispose (GObject *object)
{
  TroupeCrewEditor *self = TROUPE_CREW_EDITOR (object);

  g_clear_handle_id (&self->tick_id, g_source_remove);
  g_clear_handle_id (&self->follow_id, g_source_remove);
  if (self->popovers != NULL)
    troupe_crew_popovers_clear (self->popovers);
  if (self->gestures != NULL)
    g_object_run_dispose (G_OBJECT (self->gestures));
  g_clear_object (&self->popovers);
  g_clear_object (&self->gestures);
  g_clear_pointer (&self->run, troupe_crew_run_free);
  gtk_widget_dispose_template (GTK_WIDGET (self), TROUPE_TYPE_CREW_EDITOR);
  self->inspector = NULL;
  g_clear_pointer (&self->names, troupe_crew_names_free);
  g_clear_object (&self->scene);
  g_clear_object (&self->subject);
  g_clear_object (&self->trace);
  g_clear_pointer (&self->around, g_strfreev);
  g_clear_pointer (&self->selected, g_free);
  g_clear_pointer (&self->chosen, g_free);
  g_clear_pointer (&self->no_replay, g_free);

  G_OBJECT_CLASS (troupe_crew_editor_parent_class)->dispose (object);
}

static void
troupe_crew_editor_class_init (TroupeCrewEditorClass *klass)
{
  GObjectClass *object_class = G_OBJECT_CLASS (klass);
  GtkWidgetClass *widget_class = GTK_WIDGET_CLASS (klass);
  GType type;

  object_class->constructed = troupe_crew_editor_constructed;
  object_class->dispose = troupe_crew_editor_dispose;
  object_class->get_property = troupe_crew_editor_get_property;
  object_class->set_property = troupe_crew_editor_set_property;
  widget_class->grab_focus = troupe_crew_editor_grab_focus;
  troupe_pass_focus_install (widget_class);
  widget_class->unmap = troupe_crew_editor_unmap;
  widget_class->measure = troupe_crew_editor_measure;
  widget_class->size_allocate = troupe_crew_editor_size_allocate;
  properties[PROP_SUBJECT] =
      g_param_spec_object ("subject", NULL, NULL, TROUPE_TYPE_CREW_SUBJECT,
                           G_PARAM_READWRITE | G_PARAM_CONSTRUCT_ONLY | G_PARAM_STATIC_STRINGS);
  properties[PROP_TRACE] =
      g_param_spec_object ("trace", NULL, NULL, TROUPE_TYPE_TRACE,
                           G_PARAM_READWRITE | G_PARAM_CONSTRUCT_ONLY | G_PARAM_STATIC_STRINGS);
  properties[PROP_SELECTED] =
      g_param_spec_string ("selected", NULL, NULL, NULL,
                           G_PARAM_READWRITE | G_PARAM_STATIC_STRINGS | G_PARAM_EXPLICIT_NOTIFY);
  properties[PROP_SELECTED_BREAKS] =
      g_param_spec_boolean ("selected-breaks", NULL, NULL, FALSE,
                            G_PARAM_READWRITE | G_PARAM_STATIC_STRINGS | G_PARAM_EXPLICIT_NOTIFY);
  g_object_class_install_properties (object_class, N_PROPS, properties);
  type = G_TYPE_FROM_CLASS (klass);
  signals[MESSAGE] = g_signal_new ("message", type, G_SIGNAL_RUN_LAST, 0, NULL, NULL, NULL,
                                   G_TYPE_NONE, 1, G_TYPE_STRING);
  signals[ANSWER_REQUESTED] = g_signal_new ("answer-requested", type, G_SIGNAL_RUN_LAST, 0, NULL,
                                            NULL, NULL, G_TYPE_NONE, 1, G_TYPE_STRING);
  signals[REPLAY_REQUESTED] = g_signal_new ("replay-requested", type, G_SIGNAL_RUN_LAST, 0, NULL,
                                            NULL, NULL, G_TYPE_NONE, 1, G_TYPE_UINT);
  signals[UP_REQUESTED] =
      g_signal_new ("up-requested", type, G_SIGNAL_RUN_LAST, 0, NULL, NULL, NULL, G_TYPE_NONE, 0);
  signals[PROBLEM_ACTIVATED] = g_signal_new ("problem-activated", type, G_SIGNAL_RUN_LAST, 0, NULL,
                                             NULL, NULL, G_TYPE_NONE, 1, G_TYPE_POINTER);
  signals[RUN_BEGINS] =
      g_signal_new ("run-begins", type, G_SIGNAL_RUN_LAST, 0, NULL, NULL, NULL, G_TYPE_NONE, 0);

  g_type_ensure (TROUPE_TYPE_EDITOR_FRAME);
  g_type_ensure (TROUPE_TYPE_CREW_OUTLINE);
  gtk_widget_class_set_template_from_resource (
      widget_class, "/io/github/troupe_editor/Troupe/editor/troupe-crew-editor.ui");
  gtk_widget_class_bind_template_child (widget_class, TroupeCrewEditor, frame);
  gtk_widget_class_bind_template_child (widget_class, TroupeCrewEditor, outline);
  gtk_widget_class_bind_template_child (widget_class, TroupeCrewEditor, hint);
  gtk_widget_class_bind_template_child (widget_class, TroupeCrewEditor, crumbs);
  gtk_widget_class_bind_template_child (widget_class, TroupeCrewEditor, crumb_around);
  gtk_widget_class_bind_template_child (widget_class, TroupeCrewEditor, crumb_own);
  gtk_widget_class_bind_template_child (widget_class, TroupeCrewEditor, add_label);
  gtk_widget_class_bind_template_child (widget_class, TroupeCrewEditor, process_label);
  gtk_widget_class_bind_template_child (widget_class, TroupeCrewEditor, sequential);
  gtk_widget_class_bind_template_child (widget_class, TroupeCrewEditor, hierarchical);
  gtk_widget_class_bind_template_callback (widget_class, process_toggled_cb);
  troupe_crew_editor_install_actions (widget_class);
  gtk_widget_class_set_accessible_role (widget_class, GTK_ACCESSIBLE_ROLE_GROUP);
}

static void
troupe_crew_editor_init (TroupeCrewEditor *self)
{
  gtk_widget_init_template (GTK_WIDGET (self));
  self->canvas = troupe_editor_frame_get_canvas (self->frame);
  gtk_accessible_update_property (GTK_ACCESSIBLE (self->canvas), GTK_ACCESSIBLE_PROPERTY_LABEL,
                                  _ ("Tasks and Agents of the Crew"), -1);
  self->view = troupe_editor_frame_get_view (self->frame);
  /* Both labels are ellipsized in a tiny window with a large text scale. */
  gtk_label_set_ellipsize (GTK_LABEL (gtk_button_get_child (GTK_BUTTON (self->sequential))),
                           PANGO_ELLIPSIZE_END);
  gtk_label_set_ellipsize (GTK_LABEL (gtk_button_get_child (GTK_BUTTON (self->hierarchical))),
                           PANGO_ELLIPSIZE_END);
  troupe_crew_editor_add_first_keys (self);
  g_signal_connect_object (self->frame, "notify::width-class", G_CALLBACK (width_class_cb), self,
                           G_CONNECT_SWAPPED);
  gtk_accessible_update_property (GTK_ACCESSIBLE (self), GTK_ACCESSIBLE_PROPERTY_LABEL, _ ("Crew"),
                                  -1);
}

GtkWidget *
troupe_crew_editor_new (TroupeCrewSubject *subject, TroupeTrace *trace, const char *const *crumbs)
{
  TroupeCrewEditor *self;

  g_return_val_if_fail (TROUPE_IS_CREW_SUBJECT (subject), NULL);
  g_return_val_if_fail (TROUPE_IS_TRACE (trace), NULL);

  self = g_object_new (TROUPE_TYPE_CREW_EDITOR, "subject", subject, "trace", trace, NULL);
  self->around = g_strdupv ((char **) crumbs);
  show_crumbs (self);

  return GTK_WIDGET (self);
}
