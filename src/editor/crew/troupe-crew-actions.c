/* troupe-crew-actions.c: actions, key bindings and context menus of the crew editor
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#define G_LOG_DOMAIN "troupe-crew-actions"

#include "config.h"

#include <glib/gi18n.h>
#include <string.h>

#include "troupe-clock.h"
#include "troupe-crew-card-data.h"
#include "troupe-crew-edit.h"
#include "troupe-crew-editor-private.h"
#include "troupe-crew-id.h"
#include "troupe-limits.h"
#include "troupe-task-control.h"

/* --- Clipboard -------------------------------------------------------------------------------- */

/* Returns the selected tasks and agents as clipboard text. (transfer full) (nullable) */
static char *
make_copy (TroupeCrewEditor *self)
{
  g_autoptr (GArray) tasks = troupe_crew_editor_list_tasks (self);
  g_auto (GStrv) agents = troupe_crew_editor_list_agents (self);

  g_assert (TROUPE_IS_CREW_EDITOR (self));

  if (tasks->len == 0 && agents[0] == NULL)
    return NULL;
  return troupe_crew_edit_copy (self->subject, (const guint *) (gconstpointer) tasks->data,
                                tasks->len, (const char *const *) agents);
}

static void
paste_text (TroupeCrewEditor *self, const char *text)
{
  g_autoptr (GArray) selected = troupe_crew_editor_list_tasks (self);
  const guint index =
      selected->len > 0 ? g_array_index (selected, guint, selected->len - 1) + 1 : G_MAXUINT;
  g_auto (GStrv) tasks = NULL;
  g_auto (GStrv) agents = NULL;
  g_autoptr (GPtrArray) ids = g_ptr_array_new_with_free_func (g_free);
  g_autofree char *notice = NULL;
  g_autoptr (GError) error = NULL;
  TroupeDocument *document;
  gboolean was_own;
  guint first;

  g_assert (TROUPE_IS_CREW_EDITOR (self));

  /* First, so that a draft never contains foreign tasks as the user's own. */
  document = troupe_crew_subject_get_document (self->subject);
  was_own = troupe_document_is_own (document);
  troupe_document_note_pasted (document, text);
  if (!troupe_crew_edit_paste (self->subject, text, index, &tasks, &agents, &notice, &error))
    {
      troupe_document_set_own (document, was_own);
      troupe_crew_editor_report (self, error);
      return;
    }
  first = MIN (index, troupe_crew_subject_get_n_tasks (self->subject) - g_strv_length (tasks));
  for (guint i = 0; tasks[i] != NULL; i++)
    g_ptr_array_add (ids, troupe_crew_id_make_task (first + i));
  for (guint i = 0; tasks[0] == NULL && agents[i] != NULL; i++)
    g_ptr_array_add (ids, troupe_crew_id_make_agent (agents[i]));
  g_ptr_array_add (ids, NULL);
  troupe_canvas_set_selection (self->canvas, (const char *const *) ids->pdata);
  if (ids->pdata[0] != NULL)
    troupe_editor_view_reveal (self->view, ids->pdata[0], TRUE);
  if (notice != NULL)
    troupe_crew_editor_say (self, notice);
}

static void
text_read (GObject *source, GAsyncResult *result, gpointer user_data)
{
  g_autoptr (TroupeCrewEditor) self = user_data;
  g_autoptr (GError) error = NULL;
  g_autofree char *text = gdk_clipboard_read_text_finish (GDK_CLIPBOARD (source), result, &error);

  if (self->scene == NULL)
    return;
  if (text == NULL || *text == '\0')
    troupe_crew_editor_say (self, _ ("There is nothing to paste."));
  else if (strlen (text) > TROUPE_LIMIT_DOCUMENT)
    troupe_crew_editor_say (self, _ ("The copied content is too large for a crew."));
  else
    paste_text (self, text);
}

static void
delete_selected (TroupeCrewEditor *self, const char *label)
{
  g_autoptr (GArray) tasks = troupe_crew_editor_list_tasks (self);
  g_auto (GStrv) agents = troupe_crew_editor_list_agents (self);
  g_autofree const char **ids = troupe_canvas_list_selected (self->canvas);
  g_autoptr (GArray) contexts = g_array_new (FALSE, FALSE, sizeof (guint));
  g_autoptr (GError) error = NULL;

  g_assert (TROUPE_IS_CREW_EDITOR (self));

  for (guint i = 0; ids[i] != NULL; i++)
    {
      guint ends[2];

      if (troupe_crew_id_is_context (ids[i], &ends[0], &ends[1]))
        g_array_append_vals (contexts, ends, 2);
    }
  troupe_crew_subject_begin_edit (self->subject, label);
  for (guint i = 0; i + 1 < contexts->len && error == NULL; i += 2)
    troupe_crew_edit_remove_context (self->subject, g_array_index (contexts, guint, i),
                                     g_array_index (contexts, guint, i + 1), &error);
  if (tasks->len > 0 && error == NULL)
    troupe_crew_edit_remove_tasks (self->subject, (const guint *) (gconstpointer) tasks->data,
                                   tasks->len, &error);
  for (guint i = 0; agents[i] != NULL && error == NULL; i++)
    troupe_crew_edit_remove_agent (self->subject, agents[i], NULL, &error);
  troupe_crew_subject_end_edit (self->subject);
  /* Keep the selection of items that could not be deleted, because the user has to handle them
   * next. */
  if (error == NULL)
    troupe_canvas_select_none (self->canvas);
  troupe_crew_editor_report (self, error);
}

static void
clipboard_cb (GtkWidget *widget, const char *name, GVariant *parameter)
{
  TroupeCrewEditor *self = TROUPE_CREW_EDITOR (widget);
  GdkClipboard *clipboard = gtk_widget_get_clipboard (widget);
  g_autofree char *text = NULL;

  g_assert (GTK_IS_WIDGET (widget));

  if (g_str_equal (name, "crew.paste"))
    {
      gdk_clipboard_read_text_async (clipboard, NULL, text_read, g_object_ref (self));
      return;
    }
  text = make_copy (self);
  if (text == NULL)
    return;
  troupe_document_note_copied (troupe_crew_subject_get_document (self->subject), text);
  if (g_str_equal (name, "crew.duplicate"))
    {
      paste_text (self, text);
      return;
    }
  gdk_clipboard_set_text (clipboard, text);
  if (g_str_equal (name, "crew.cut"))
    delete_selected (self, _ ("Cut"));
}

static void
delete_cb (GtkWidget *widget, const char *name, GVariant *parameter)
{
  g_assert (GTK_IS_WIDGET (widget));

  delete_selected (TROUPE_CREW_EDITOR (widget), _ ("Delete"));
}

/* --- Actions on the selected item ------------------------------------------------------------- */

/* A new item is asked what it is, because its name follows from that. */
/* Returns TRUE if an entry can show the role of the agent, apart from blanks around it. */
static gboolean
has_short_role (TroupeCrewEditor *self, const char *agent)
{
  const char *role =
      troupe_crew_card_value_get_text (troupe_crew_subject_get_agent (self->subject, agent),
                                       "role");
  g_autofree char *stripped = role != NULL ? g_strstrip (g_strdup (role)) : NULL;

  g_assert (TROUPE_IS_CREW_EDITOR (self));

  return stripped == NULL || strchr (stripped, '\n') == NULL;
}

static void
rename_cb (GtkWidget *widget, const char *name, GVariant *parameter)
{
  TroupeCrewEditor *self = TROUPE_CREW_EDITOR (widget);
  const char *agent;

  g_assert (GTK_IS_WIDGET (widget));

  if (self->selected == NULL)
    return;
  /* The card of an agent shows its role. */
  agent = troupe_crew_id_get_agent (self->selected);
  if (agent != NULL && !has_short_role (self, agent))
    troupe_editor_frame_enter_inspector (self->frame);
  else if (agent != NULL || troupe_crew_names_is_undescribed (self->names, self->selected))
    troupe_crew_popovers_ask_text (self->popovers, self->selected);
  else
    troupe_crew_popovers_ask_name (self->popovers, self->selected);
}

static void
change_id_cb (GtkWidget *widget, const char *name, GVariant *parameter)
{
  TroupeCrewEditor *self = TROUPE_CREW_EDITOR (widget);

  g_assert (GTK_IS_WIDGET (widget));

  if (self->selected != NULL && troupe_crew_id_get_agent (self->selected) != NULL)
    troupe_crew_popovers_ask_name (self->popovers, self->selected);
}

static void
edit_cb (GtkWidget *widget, const char *name, GVariant *parameter)
{
  TroupeCrewEditor *self = TROUPE_CREW_EDITOR (widget);

  g_assert (GTK_IS_WIDGET (widget));

  troupe_editor_frame_enter_inspector (self->frame);
}

static void
move_cb (GtkWidget *widget, const char *name, GVariant *parameter)
{
  TroupeCrewEditor *self = TROUPE_CREW_EDITOR (widget);
  const gboolean later = g_str_equal (name, "crew.move-later");
  guint task = 0;

  g_assert (GTK_IS_WIDGET (widget));

  if (!troupe_crew_id_is_task (self->selected, &task) || (task == 0 && !later) ||
      (later && task + 1 >= troupe_crew_subject_get_n_tasks (self->subject)))
    return;
  troupe_crew_gestures_move_task (self->gestures, task, later ? task + 1 : task - 1);
}

static void
toggle_async_cb (GtkWidget *widget, const char *name, GVariant *parameter)
{
  TroupeCrewEditor *self = TROUPE_CREW_EDITOR (widget);
  g_autoptr (JsonNode) value = NULL;
  g_autofree char *index = NULL;
  const char *path[] = { "tasks", NULL, "async_execution", NULL };
  g_autoptr (GError) error = NULL;
  guint task = 0;

  g_assert (GTK_IS_WIDGET (widget));

  if (!troupe_crew_id_is_task (self->selected, &task))
    return;
  index = g_strdup_printf ("%u", task);
  path[1] = index;
  if (!troupe_crew_card_value_is_set (troupe_crew_subject_get_task (self->subject, task),
                                "async_execution"))
    {
      value = json_node_new (JSON_NODE_VALUE);
      json_node_set_boolean (value, TRUE);
      json_node_seal (value);
    }
  troupe_crew_subject_set (self->subject, path, value, _ ("Run in Parallel"), NULL, &error);
  troupe_crew_editor_report (self, error);
}

static void
run_from_cb (GtkWidget *widget, const char *name, GVariant *parameter)
{
  TroupeCrewEditor *self = TROUPE_CREW_EDITOR (widget);
  guint task = 0;

  g_assert (GTK_IS_WIDGET (widget));

  if (troupe_crew_id_is_task (self->selected, &task))
    troupe_crew_editor_request_replay (self, task);
}

/* Handles the shortcut of “Run Again From Here”. Like the menu, the shortcut shows the reason if
 * the action is not available. */
static gboolean
run_from_key_cb (GtkWidget *widget, GVariant *arguments, gpointer user_data)
{
  TroupeCrewEditor *self = TROUPE_CREW_EDITOR (widget);
  guint task = 0;

  g_assert (GTK_IS_WIDGET (widget));

  if (self->n_replays == 0 && self->no_replay == NULL)
    return FALSE;
  if (!troupe_crew_id_is_task (self->selected, &task))
    troupe_crew_editor_say (self, _ ("Select the task to rerun from."));
  else if (task >= self->n_replays)
    troupe_crew_editor_say (self, self->no_replay);
  else
    troupe_crew_editor_request_replay (self, task);
  return TRUE;
}

void
troupe_crew_editor_set_replays (TroupeCrewEditor *self, guint n_tasks, const char *why_not)
{
  g_return_if_fail (TROUPE_IS_CREW_EDITOR (self));

  self->n_replays = n_tasks;
  troupe_set_str (&self->no_replay, why_not);
  troupe_crew_editor_update_actions (self);
}

/* --- Actions on the crew ---------------------------------------------------------------------- */

static void
process_cb (GtkWidget *widget, const char *name, GVariant *parameter)
{
  TroupeCrewEditor *self = TROUPE_CREW_EDITOR (widget);
  const gboolean is_led = g_str_equal (g_variant_get_string (parameter, NULL), "hierarchical");
  g_autoptr (GError) error = NULL;

  g_assert (GTK_IS_WIDGET (widget));

  troupe_crew_edit_set_process (self->subject,
                                is_led ? TROUPE_CREW_HIERARCHICAL : TROUPE_CREW_SEQUENTIAL,
                                "gpt-4.1-mini", &error);
  troupe_crew_editor_report (self, error);
}

static void
undo_cb (GtkWidget *widget, const char *name, GVariant *parameter)
{
  /* The editor is gone after a step that removes its crew. */
  g_autoptr (TroupeCrewEditor) self = g_object_ref (TROUPE_CREW_EDITOR (widget));
  TroupeDocument *document = troupe_crew_subject_get_document (self->subject);

  g_assert (GTK_IS_WIDGET (widget));

  troupe_crew_inspector_commit (self->inspector);
  if (g_str_equal (name, "crew.undo"))
    troupe_document_undo (document);
  else
    troupe_document_redo (document);
  if (self->view != NULL)
    troupe_editor_view_return (self->view);
}

static void
up_cb (GtkWidget *widget, const char *name, GVariant *parameter)
{
  TroupeCrewEditor *self = TROUPE_CREW_EDITOR (widget);

  g_assert (GTK_IS_WIDGET (widget));

  /* Close a pane that covers the canvas first. */
  if (!troupe_editor_frame_hide_pane_over (self->frame))
    troupe_crew_editor_request_up (self);
}

static void
crumb_cb (GtkWidget *widget, const char *name, GVariant *parameter)
{
  g_assert (GTK_IS_WIDGET (widget));

  troupe_crew_editor_request_up (TROUPE_CREW_EDITOR (widget));
}

static void
forward_cb (GtkWidget *widget, const char *name, GVariant *parameter)
{
  g_autofree char *action = g_strconcat ("view.", name + strlen ("crew."), NULL);

  g_assert (GTK_IS_WIDGET (widget));

  gtk_widget_activate_action (GTK_WIDGET (TROUPE_CREW_EDITOR (widget)->frame), action, NULL);
}

/* --- Menus ---------------------------------------------------------------------------------------------------- */

typedef struct
{
  const char *label;
  const char *action;
} Item;

static const Item task_items[] = {
  { N_ ("Edit"), "crew.edit" },
  { N_ ("Rename"), "crew.rename" },
  { N_ ("Use Output In…"), "crew.connect" },
  { N_ ("Assign…"), "crew.assign" },
  { N_ ("Move Earlier"), "crew.move-earlier" },
  { N_ ("Move Later"), "crew.move-later" },
  { N_ ("In Parallel"), "crew.toggle-async" },
  { N_ ("Cut"), "crew.cut" },
  { N_ ("Copy"), "crew.copy" },
  { N_ ("Duplicate"), "crew.duplicate" },
  { N_ ("Delete"), "crew.delete" },
};
static const Item agent_items[] = {
  { N_ ("Edit"), "crew.edit" },
  { N_ ("Rename"), "crew.rename" },
  { N_ ("Change ID…"), "crew.change-id" },
  { N_ ("Assign…"), "crew.assign" },
  { N_ ("Set as Manager"), "crew.make-manager" },
  { N_ ("Cut"), "crew.cut" },
  { N_ ("Copy"), "crew.copy" },
  { N_ ("Duplicate"), "crew.duplicate" },
  { N_ ("Delete"), "crew.delete" },
};
static const Item wire_items[] = { { N_ ("Delete"), "crew.delete" } };
static const Item ground_items[] = {
  { N_ ("Add Task"), "crew.add-task" }, { N_ ("Add Agent"), "crew.add-agent" },
  { N_ ("Paste"), "crew.paste" },       { N_ ("Select All"), "view.select-all" },
  { N_ ("Fit"), "view.fit" },
};

/* The keys that the menus show. GTK finds only those that the class of the editor binds; these are keys of the
 * canvas. */
static const struct
{
  const char *action;
  const char *key;
} menu_keys[] = {
  { "crew.edit", "Return" },
  { "crew.connect", "c" },
  { "crew.assign", "g" },
  { "crew.toggle-async", "b" },
  { "crew.move-earlier", "<Control><Shift>Left" },
  { "crew.move-later", "<Control><Shift>Right" },
  { "crew.delete", "Delete" },
  { "crew.add-task", "t" },
  { "crew.add-agent", "n" },
  { "crew.select-all", "<Control>a" },
  { "crew.fit", "<Control>1" },
};

static GMenuModel *
make_menu (const Item *items, guint n_items)
{
  GMenu *menu = g_menu_new ();

  for (guint i = 0; i < n_items; i++)
    {
      const gboolean is_view = g_str_has_prefix (items[i].action, "view.");
      g_autofree char *action =
          is_view ? g_strconcat ("crew.", items[i].action + strlen ("view."), NULL)
                  : g_strdup (items[i].action);

      g_autoptr (GMenuItem) item = g_menu_item_new (_ (items[i].label), action);

      for (guint j = 0; j < G_N_ELEMENTS (menu_keys); j++)
        if (g_str_equal (menu_keys[j].action, action))
          g_menu_item_set_attribute (item, "accel", "s", menu_keys[j].key);
      g_menu_append_item (menu, item);
    }
  return G_MENU_MODEL (menu);
}

static void
changes_cb (GtkWidget *widget, const char *name, GVariant *parameter)
{
  TroupeCrewEditor *self = TROUPE_CREW_EDITOR (widget);

  g_assert (GTK_IS_WIDGET (widget));

  if (self->selected != NULL)
    troupe_crew_editor_show_changes (self, self->selected);
}

/* Adds the section after the one that opens the task. If replay is not available, the section
 * shows the reason. */
static void
add_replay (TroupeCrewEditor *self, GMenuModel *menu)
{
  g_autoptr (GMenu) section = NULL;
  g_autoptr (GMenuItem) item = NULL;
  guint task = 0;

  g_assert (TROUPE_IS_CREW_EDITOR (self));

  if ((self->n_replays == 0 && self->no_replay == NULL) ||
      !troupe_crew_id_is_task (self->selected, &task))
    return;
  section = g_menu_new ();
  item = g_menu_item_new (_ ("Run Again From Here"), "crew.run-from");
  /* Set explicitly, because the shortcut is not bound to the action and would not be found. */
  g_menu_item_set_attribute (item, "accel", "s", "<Alt>F5");
  g_menu_append_item (section, item);
  g_menu_insert_section (G_MENU (menu), 2, task < self->n_replays ? NULL : self->no_replay,
                         G_MENU_MODEL (section));
}

void
troupe_crew_editor_open_menu (TroupeCrewEditor *self, int kind, double x, double y)
{
  g_autoptr (GMenuModel) menu = NULL;

  g_assert (TROUPE_IS_CREW_EDITOR (self));

  if (kind == TROUPE_CANVAS_KIND_WIRE || kind == TROUPE_CANVAS_KIND_WIRE_END)
    menu = make_menu (wire_items, G_N_ELEMENTS (wire_items));
  else if (kind == TROUPE_CANVAS_KIND_GROUND)
    {
      menu = make_menu (ground_items, G_N_ELEMENTS (ground_items));
      troupe_task_control_add_ground_menu (self, G_MENU (menu));
    }
  else if (troupe_crew_id_get_agent (self->selected) != NULL)
    menu = make_menu (agent_items, G_N_ELEMENTS (agent_items));
  else
    {
      menu = make_menu (task_items, G_N_ELEMENTS (task_items));
      add_replay (self, menu);
      troupe_task_control_add_menu (self, G_MENU (menu));
    }
  troupe_crew_popovers_open_menu (self->popovers, menu, x, y);
}

/* --- Class ------------------------------------------------------------------------------------ */

static const struct
{
  const char *name;
  const char *parameter;
  GtkWidgetActionActivateFunc activate;
} actions[] = {
  { "crew.undo", NULL, undo_cb },
  { "crew.redo", NULL, undo_cb },
  { "crew.add", NULL, troupe_crew_choices_add_cb },
  { "crew.add-next", NULL,
    troupe_crew_choices_add_cb }, /* of a flow, whose commands a crew inside of it gets */
  { "crew.add-task", NULL, troupe_crew_choices_add_cb },
  { "crew.add-agent", NULL, troupe_crew_choices_add_cb },
  { "crew.find", NULL, troupe_crew_choices_find_cb },
  { "crew.cut", NULL, clipboard_cb },
  { "crew.copy", NULL, clipboard_cb },
  { "crew.paste", NULL, clipboard_cb },
  { "crew.duplicate", NULL, clipboard_cb },
  { "crew.delete", NULL, delete_cb },
  { "crew.rename", NULL, rename_cb },
  { "crew.change-id", NULL, change_id_cb },
  { "crew.edit", NULL, edit_cb },
  { "crew.connect", NULL, troupe_crew_choices_connect_cb },
  { "crew.assign", NULL, troupe_crew_choices_assign_cb },
  { "crew.move-earlier", NULL, move_cb },
  { "crew.move-later", NULL, move_cb },
  { "crew.process", "s", process_cb },
  { "crew.make-manager", NULL, troupe_crew_choices_manager_cb },
  { "crew.all-models", NULL, troupe_crew_choices_models_cb },
  { "crew.toggle-async", NULL, toggle_async_cb },
  { "crew.changes", NULL, changes_cb },
  { "crew.run-from", NULL, run_from_cb },
  { "crew.breakpoint-if", NULL, troupe_task_control_breakpoint_if_cb },
  { "crew.remove-breakpoints", NULL, troupe_task_control_remove_all_cb },
  { "crew.up", NULL, up_cb },
  { "crew.crumb", NULL, crumb_cb },
  { "crew.fit", NULL, forward_cb },
  { "crew.fit-selection", NULL, forward_cb },
  { "crew.zoom-in", NULL, forward_cb },
  { "crew.zoom-out", NULL, forward_cb },
  { "crew.zoom-normal", NULL, forward_cb },
  { "crew.select-all", NULL, forward_cb },
  { "crew.select-none", NULL, forward_cb },
  { "crew.minimap", NULL, forward_cb },
};

/* Shortcuts that work regardless of the focus on the page. Shortcuts of the canvas are separate. */
static const struct
{
  guint key;
  GdkModifierType modifiers;
  const char *action;
} keys[] = {
  { GDK_KEY_z, GDK_CONTROL_MASK, "crew.undo" },
  { GDK_KEY_z, GDK_CONTROL_MASK | GDK_SHIFT_MASK, "crew.redo" },
  { GDK_KEY_y, GDK_CONTROL_MASK, "crew.redo" },
  { GDK_KEY_x, GDK_CONTROL_MASK, "crew.cut" },
  { GDK_KEY_c, GDK_CONTROL_MASK, "crew.copy" },
  { GDK_KEY_v, GDK_CONTROL_MASK, "crew.paste" },
  { GDK_KEY_d, GDK_CONTROL_MASK, "crew.duplicate" },
  { GDK_KEY_f, GDK_CONTROL_MASK, "crew.find" },
  { GDK_KEY_F2, 0, "crew.rename" },
  { GDK_KEY_Up, GDK_ALT_MASK, "crew.crumb" },
};

static gboolean
escape_cb (GtkWidget *widget, GVariant *arguments, gpointer user_data)
{
  TroupeCrewEditor *self = TROUPE_CREW_EDITOR (widget);

  g_assert (GTK_IS_WIDGET (widget));

  if (troupe_editor_frame_leave (self->frame))
    return TRUE;
  if (self->around == NULL)
    return FALSE;
  troupe_crew_editor_request_up (self);
  return TRUE;
}

/* Handles keys that would move a card by 64 pixels on the canvas, which is useless in a crew.
 * This handler has priority over the canvas. */
static gboolean
reorder_cb (GtkWidget *canvas, GVariant *arguments, gpointer user_data)
{
  g_assert (GTK_IS_WIDGET (canvas));

  troupe_canvas_select_focused (TROUPE_CANVAS (canvas));
  return gtk_widget_activate_action (canvas, user_data, NULL);
}

void
troupe_crew_editor_add_first_keys (TroupeCrewEditor *self)
{
  static const struct
  {
    guint key;
    GdkModifierType modifiers;
    const char *action;
  } first[] = {
    { GDK_KEY_Left, GDK_CONTROL_MASK | GDK_SHIFT_MASK, "crew.move-earlier" },
    { GDK_KEY_Right, GDK_CONTROL_MASK | GDK_SHIFT_MASK, "crew.move-later" },
    { GDK_KEY_g, 0, "crew.assign" },
    { GDK_KEY_t, 0, "crew.add-task" },
    { GDK_KEY_n, 0, "crew.add-agent" },
    { GDK_KEY_b, 0, "crew.toggle-async" },
    { GDK_KEY_b, GDK_CONTROL_MASK, "crew.breakpoint" },
    { GDK_KEY_b, GDK_SHIFT_MASK, "crew.breakpoint-if" },
  };
  GtkEventController *controller = gtk_shortcut_controller_new ();

  g_assert (TROUPE_IS_CREW_EDITOR (self));

  gtk_event_controller_set_propagation_phase (controller, GTK_PHASE_CAPTURE);
  for (guint i = 0; i < G_N_ELEMENTS (first); i++)
    gtk_shortcut_controller_add_shortcut (
        GTK_SHORTCUT_CONTROLLER (controller),
        gtk_shortcut_new (gtk_keyval_trigger_new (first[i].key, first[i].modifiers),
                          gtk_callback_action_new (reorder_cb, (gpointer) first[i].action, NULL)));
  gtk_widget_add_controller (GTK_WIDGET (self->canvas), controller);
}

void
troupe_crew_editor_install_actions (GtkWidgetClass *widget_class)
{
  for (guint i = 0; i < G_N_ELEMENTS (actions); i++)
    gtk_widget_class_install_action (widget_class, actions[i].name, actions[i].parameter,
                                     actions[i].activate);
  gtk_widget_class_install_property_action (widget_class, "crew.breakpoint", "selected-breaks");
  for (guint i = 0; i < G_N_ELEMENTS (keys); i++)
    gtk_widget_class_add_binding_action (widget_class, keys[i].key, keys[i].modifiers,
                                         keys[i].action, NULL);
  gtk_widget_class_add_binding (widget_class, GDK_KEY_F5, GDK_ALT_MASK, run_from_key_cb, NULL);
  gtk_widget_class_add_binding (widget_class, GDK_KEY_Escape, 0, escape_cb, NULL);
}

void
troupe_crew_editor_set_read_only (TroupeCrewEditor *self)
{
  g_return_if_fail (TROUPE_IS_CREW_EDITOR (self));

  self->is_read_only = TRUE;
  g_object_run_dispose (G_OBJECT (self->gestures));
  troupe_editor_frame_set_read_only (self->frame);
  troupe_crew_editor_update_actions (self);
}

void
troupe_crew_editor_update_actions (TroupeCrewEditor *self)
{
  static const char *const for_cards[] = { "crew.cut", "crew.copy", "crew.duplicate" };
  static const char *const for_task[] = { "crew.connect", "crew.toggle-async" };
  GtkWidget *widget = GTK_WIDGET (self);
  const guint n_tasks = troupe_crew_subject_get_n_tasks (self->subject);
  g_autoptr (GArray) tasks = troupe_crew_editor_list_tasks (self);
  g_auto (GStrv) agents = troupe_crew_editor_list_agents (self);
  const gboolean any = tasks->len > 0 || agents[0] != NULL;
  guint task = 0;
  const gboolean is_task = troupe_crew_id_is_task (self->selected, &task);
  const gboolean is_agent = troupe_crew_id_get_agent (self->selected) != NULL;
  gboolean can_undo = FALSE;
  gboolean can_redo = FALSE;

  g_assert (TROUPE_IS_CREW_EDITOR (self));

  g_object_get (troupe_crew_subject_get_document (self->subject), "can-undo", &can_undo, "can-redo",
                &can_redo, NULL);
  gtk_widget_action_set_enabled (widget, "crew.undo", can_undo);
  gtk_widget_action_set_enabled (widget, "crew.redo", can_redo);
  gtk_widget_action_set_enabled (widget, "crew.delete",
                                 troupe_canvas_get_n_selected (self->canvas) > 0);
  for (guint i = 0; i < G_N_ELEMENTS (for_cards); i++)
    gtk_widget_action_set_enabled (widget, for_cards[i], any);
  for (guint i = 0; i < G_N_ELEMENTS (for_task); i++)
    gtk_widget_action_set_enabled (widget, for_task[i], is_task);
  gtk_widget_action_set_enabled (widget, "crew.changes",
                                 self->selected != NULL && self->run != NULL &&
                                     troupe_crew_run_get_changes (self->run, self->selected) !=
                                         NULL);
  gtk_widget_action_set_enabled (widget, "crew.run-from", is_task && task < self->n_replays);
  gtk_widget_action_set_enabled (widget, "crew.assign", is_task || is_agent);
  gtk_widget_action_set_enabled (widget, "crew.rename", is_task || is_agent);
  gtk_widget_action_set_enabled (widget, "crew.change-id", is_agent);
  gtk_widget_action_set_enabled (widget, "crew.move-earlier", is_task && task > 0);
  gtk_widget_action_set_enabled (widget, "crew.move-later", is_task && task + 1 < n_tasks);
  gtk_widget_action_set_enabled (widget, "crew.make-manager",
                                 is_agent ||
                                     g_strcmp0 (self->selected, TROUPE_CREW_ID_MANAGER) == 0);
  troupe_task_control_update_actions (self);
  if (self->is_read_only)
    {
      static const char *const reading[] = {
        "crew.find",
        "crew.copy",
        "crew.fit",
        "crew.fit-selection",
        "crew.zoom-in",
        "crew.zoom-out",
        "crew.zoom-normal",
        "crew.select-all",
        "crew.select-none",
        "crew.minimap",
        NULL,
      };

      /* Disables all actions except those that do not edit. */
      for (guint i = 0; i < G_N_ELEMENTS (actions); i++)
        if (!g_strv_contains (reading, actions[i].name))
          gtk_widget_action_set_enabled (GTK_WIDGET (self), actions[i].name, FALSE);
      gtk_widget_action_set_enabled (GTK_WIDGET (self), "crew.breakpoint", FALSE);
    }
}
