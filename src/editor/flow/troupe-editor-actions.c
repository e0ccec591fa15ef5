/* troupe-editor-actions.c: class actions and shortcuts of the flow editor
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#define G_LOG_DOMAIN "troupe-editor-actions"

#include "config.h"

#include <glib/gi18n.h>

#include "troupe-editor-private.h"
#include "troupe-editor-bends.h"
#include "troupe-editor-delete.h"
#include "troupe-editor-groups.h"
#include "troupe-editor-places.h"
#include "troupe-editor-tidy.h"
#include "troupe-editor-wiring.h"

static void
undo_cb (GtkWidget *widget, const char *name, GVariant *parameter)
{
  TroupeEditor *self = TROUPE_EDITOR (widget);

  g_assert (GTK_IS_WIDGET (widget));
  g_assert (TROUPE_IS_EDITOR (self));

  /* A new note in which nothing was typed is the last step, and leaves no step to undo. */
  if (troupe_editor_popovers_drop_note (self->popovers))
    return;
  troupe_editor_commit (self);
  troupe_canvas_begin_glide (self->canvas);
  troupe_document_undo (TROUPE_DOCUMENT (self->document));
  troupe_canvas_end_glide (self->canvas);
  troupe_editor_view_return (self->view);
}

static void
redo_cb (GtkWidget *widget, const char *name, GVariant *parameter)
{
  TroupeEditor *self = TROUPE_EDITOR (widget);

  g_assert (GTK_IS_WIDGET (widget));
  g_assert (TROUPE_IS_EDITOR (self));

  troupe_editor_commit (self);
  troupe_canvas_begin_glide (self->canvas);
  troupe_document_redo (TROUPE_DOCUMENT (self->document));
  troupe_canvas_end_glide (self->canvas);
}

/* Adds a method that runs after the selected one, as if its wire was dropped beside it. The button does the same as its key. */
static void
add_next_cb (GtkWidget *widget, const char *name, GVariant *parameter)
{
  TroupeEditor *self = TROUPE_EDITOR (widget);
  g_auto (GStrv) methods = troupe_drawing_list_selected (self->drawing, TROUPE_CANVAS_KIND_NODE);

  g_assert (TROUPE_IS_EDITOR (self));

  if (methods[0] != NULL && troupe_canvas_get_n_selected (self->canvas) == 1)
    troupe_editor_creation_ask_after (self->creation, methods[0]);
  else
    troupe_editor_creation_ask (self->creation);
}

static void
add_method_cb (GtkWidget *widget, const char *name, GVariant *parameter)
{
  TroupePaletteKind kind;

  g_assert (GTK_IS_WIDGET (widget));

  if (troupe_palette_kind_from_name (g_variant_get_string (parameter, NULL), &kind))
    troupe_editor_creation_add (TROUPE_EDITOR (widget)->creation, kind);
}

static void
add_note_cb (GtkWidget *widget, const char *name, GVariant *parameter)
{
  g_assert (GTK_IS_WIDGET (widget));

  troupe_editor_creation_add_note (TROUPE_EDITOR (widget)->creation, NULL);
}

static void
tidy_cb (GtkWidget *widget, const char *name, GVariant *parameter)
{
  g_assert (TROUPE_IS_EDITOR (widget));

  troupe_editor_tidy (TROUPE_EDITOR (widget)->drawing);
}

static void
find_cb (GtkWidget *widget, const char *name, GVariant *parameter)
{
  g_assert (GTK_IS_WIDGET (widget));

  troupe_editor_popovers_open_find (TROUPE_EDITOR (widget)->popovers, NULL);
}

/* Finds where the selected method is used. */
static void
where_used_cb (GtkWidget *widget, const char *name, GVariant *parameter)
{
  const char *method = troupe_editor_get_selected_method (TROUPE_EDITOR (widget));

  g_assert (GTK_IS_WIDGET (widget));

  if (method != NULL)
    troupe_editor_popovers_open_find (TROUPE_EDITOR (widget)->popovers, method);
}

/* Finds where the parameter is used, such as an event or a field of the state. */
static void
find_words_cb (GtkWidget *widget, const char *name, GVariant *parameter)
{
  g_assert (GTK_IS_WIDGET (widget));

  troupe_editor_popovers_open_find (TROUPE_EDITOR (widget)->popovers,
                                    g_variant_get_string (parameter, NULL));
}

static void
find_next_cb (GtkWidget *widget, const char *name, GVariant *parameter)
{
  g_assert (GTK_IS_WIDGET (widget));

  troupe_editor_popovers_find_next (TROUPE_EDITOR (widget)->popovers,
                                    g_str_equal (name, "flow.find-next"));
}

/* Forwards an action that the frame implements for all kinds of documents. */
static void
forward_cb (GtkWidget *widget, const char *name, GVariant *parameter)
{
  g_autofree char *action = g_strconcat ("view.", name + strlen ("flow."), NULL);

  g_assert (GTK_IS_WIDGET (widget));

  gtk_widget_activate_action (GTK_WIDGET (TROUPE_EDITOR (widget)->frame), action, NULL);
}

static void
invert_selection_cb (GtkWidget *widget, const char *name, GVariant *parameter)
{
  TroupeEditor *self = TROUPE_EDITOR (widget);
  TroupeCanvasScene *scene = troupe_drawing_get_scene (self->drawing);
  g_autoptr (GPtrArray) ids = g_ptr_array_new ();

  g_assert (GTK_IS_WIDGET (widget));
  g_assert (TROUPE_IS_EDITOR (self));

  for (guint i = 0; i < troupe_canvas_scene_get_n_nodes (scene); i++)
    {
      const char *id = troupe_canvas_scene_get_nth_node (scene, i)->id;

      if (!troupe_canvas_is_selected (self->canvas, id))
        g_ptr_array_add (ids, (gpointer) id);
    }
  g_ptr_array_add (ids, NULL);
  troupe_canvas_set_selection (self->canvas, (const char *const *) ids->pdata);
}

static void
delete_cb (GtkWidget *widget, const char *name, GVariant *parameter)
{
  TroupeEditor *self = TROUPE_EDITOR (widget);
  g_auto (GStrv) methods = troupe_drawing_list_selected (self->drawing, TROUPE_CANVAS_KIND_NODE);
  const guint n = g_strv_length (methods);
  g_autofree char *text = NULL;

  g_assert (TROUPE_IS_EDITOR (self));

  troupe_editor_delete_selected (self->drawing, g_str_equal (name, "flow.delete-reconnect"));
  if (n < 2)
    return;
  /* Several can be selected by mistake, or be out of view. */
  text = g_strdup_printf (ngettext ("%u method was deleted. Press Ctrl+Z to undo.",
                                    "%u methods were deleted. Press Ctrl+Z to undo.", n),
                          n);
  troupe_editor_context_say (self->context, text);
}

static void
cut_cb (GtkWidget *widget, const char *name, GVariant *parameter)
{
  g_assert (GTK_IS_WIDGET (widget));

  troupe_editor_clipboard_cut (TROUPE_EDITOR (widget)->clipboard);
}

static void
copy_cb (GtkWidget *widget, const char *name, GVariant *parameter)
{
  g_assert (GTK_IS_WIDGET (widget));

  troupe_editor_clipboard_copy (TROUPE_EDITOR (widget)->clipboard);
}

static void
paste_cb (GtkWidget *widget, const char *name, GVariant *parameter)
{
  TroupeEditor *self = TROUPE_EDITOR (widget);
  gboolean here = g_str_equal (name, "flow.paste-here");

  g_assert (GTK_IS_WIDGET (widget));
  g_assert (TROUPE_IS_EDITOR (self));

  troupe_editor_clipboard_paste (self->clipboard, g_str_equal (name, "flow.paste-with-wires"),
                                 here ? troupe_editor_popovers_get_menu_place (self->popovers)
                                      : NULL);
}

/* Adds a method at the position where the context menu of the background was opened. */
static void
add_here_cb (GtkWidget *widget, const char *name, GVariant *parameter)
{
  TroupeEditor *self = TROUPE_EDITOR (widget);
  const graphene_point_t *place = troupe_editor_popovers_get_menu_place (self->popovers);

  g_assert (GTK_IS_WIDGET (widget));
  g_assert (TROUPE_IS_EDITOR (self));

  if (g_str_equal (name, "flow.add-note-here"))
    troupe_editor_creation_add_note (self->creation, place);
  else
    troupe_editor_creation_ask_at (self->creation, (double) place->x, (double) place->y);
}

static void
bend_cb (GtkWidget *widget, const char *name, GVariant *parameter)
{
  g_assert (GTK_IS_WIDGET (widget));

  if (g_str_equal (name, "flow.unbend"))
    troupe_editor_bends_remove_selected (TROUPE_EDITOR (widget)->drawing);
  else
    troupe_editor_bends_add_to_selected (TROUPE_EDITOR (widget)->drawing);
}

static void
duplicate_cb (GtkWidget *widget, const char *name, GVariant *parameter)
{
  g_assert (GTK_IS_WIDGET (widget));

  troupe_editor_clipboard_duplicate (TROUPE_EDITOR (widget)->clipboard);
}

static void
rename_cb (GtkWidget *widget, const char *name, GVariant *parameter)
{
  TroupeEditor *self = TROUPE_EDITOR (widget);
  g_auto (GStrv) methods = troupe_drawing_list_selected (self->drawing, TROUPE_CANVAS_KIND_NODE);
  g_auto (GStrv) groups = troupe_drawing_list_selected (self->drawing, TROUPE_CANVAS_KIND_GROUP);
  g_auto (GStrv) notes = troupe_drawing_list_selected (self->drawing, TROUPE_CANVAS_KIND_NOTE);

  g_assert (GTK_IS_WIDGET (widget));

  /* The text of a note is its name. */
  if (methods[0] == NULL && groups[0] == NULL && notes[0] != NULL)
    troupe_editor_popovers_edit_note (self->popovers, notes[0], FALSE);
  else
    troupe_editor_popovers_open_rename (self->popovers);
}

static void
edit_cb (GtkWidget *widget, const char *name, GVariant *parameter)
{
  TroupeEditor *self = TROUPE_EDITOR (widget);
  g_auto (GStrv) notes = troupe_drawing_list_selected (self->drawing, TROUPE_CANVAS_KIND_NOTE);
  g_autofree char *found = NULL;

  g_assert (GTK_IS_WIDGET (widget));
  g_assert (TROUPE_IS_EDITOR (self));

  if (troupe_editor_selection_get_method (self->selection) == NULL && notes[0] != NULL)
    {
      troupe_editor_popovers_edit_note (self->popovers, notes[0], FALSE);
      return;
    }

  found = g_steal_pointer (&self->found);
  troupe_editor_frame_enter_inspector (self->frame);
  if (found != NULL)
    troupe_inspector_go_to (self->inspector, found, 0, 0);
}

/* Returns TRUE if the selected method is a crew, which can be opened. */
static gboolean
can_open_crew (TroupeEditor *self)
{
  const char *method = troupe_editor_selection_get_method (self->selection);
  const TroupeCanvasNode *card =
      method != NULL
          ? troupe_canvas_scene_get_node (troupe_drawing_get_scene (self->drawing), method)
          : NULL;

  g_assert (TROUPE_IS_EDITOR (self));

  return card != NULL && card->openable;
}

static void
open_crew_cb (GtkWidget *widget, const char *name, GVariant *parameter)
{
  TroupeEditor *self = TROUPE_EDITOR (widget);
  g_autofree char *method = g_strdup (troupe_editor_selection_get_method (self->selection));

  g_assert (GTK_IS_WIDGET (widget));

  if (can_open_crew (self))
    troupe_editor_method_activated (self, method);
}

/* If there is no method to connect to, a new one is, as if a wire was dropped beside the card. */
static void
connect_cb (GtkWidget *widget, const char *name, GVariant *parameter)
{
  TroupeEditor *self = TROUPE_EDITOR (widget);
  const char *method = troupe_editor_selection_get_method (self->selection);

  g_assert (TROUPE_IS_EDITOR (self));

  if (method == NULL)
    troupe_editor_popovers_open_move_end (self->popovers);
  else if (!troupe_editor_popovers_open_connect (self->popovers,
                                                 g_str_equal (name, "flow.connect-and")))
    troupe_editor_creation_ask_after (self->creation, method);
}

static void
move_end_cb (GtkWidget *widget, const char *name, GVariant *parameter)
{
  g_assert (GTK_IS_WIDGET (widget));

  troupe_editor_popovers_open_move_end (TROUPE_EDITOR (widget)->popovers);
}

static void
toggle_gate_cb (GtkWidget *widget, const char *name, GVariant *parameter)
{
  TroupeEditor *self = TROUPE_EDITOR (widget);
  g_auto (GStrv) gates = troupe_drawing_list_selected (self->drawing, TROUPE_CANVAS_KIND_GATE);

  g_assert (GTK_IS_WIDGET (widget));
  g_assert (TROUPE_IS_EDITOR (self));

  const char *method = troupe_editor_selection_get_method (self->selection);

  if (gates[0] != NULL)
    {
      troupe_editor_wiring_toggle_gate (self->drawing, gates[0]);
    }
  else if (method != NULL)
    {
      /* For a card, toggle the gate in front of it. */
      g_autofree char *top = g_strconcat (method, "/", NULL);

      troupe_editor_wiring_toggle_gate (self->drawing, top);
    }
}

static void
insert_cb (GtkWidget *widget, const char *name, GVariant *parameter)
{
  TroupeEditor *self = TROUPE_EDITOR (widget);
  g_auto (GStrv) wires = troupe_drawing_list_selected (self->drawing, TROUPE_CANVAS_KIND_WIRE);

  g_assert (GTK_IS_WIDGET (widget));
  g_assert (TROUPE_IS_EDITOR (self));

  if (wires[0] != NULL)
    troupe_editor_creation_ask_for_insert (self->creation, wires[0]);
}

static void
group_cb (GtkWidget *widget, const char *name, GVariant *parameter)
{
  TroupeEditor *self = TROUPE_EDITOR (widget);

  g_assert (GTK_IS_WIDGET (widget));
  g_assert (TROUPE_IS_EDITOR (self));

  /* Prompt the user for the title of a new group. */
  if (troupe_editor_groups_make (self->drawing))
    troupe_editor_popovers_open_rename (self->popovers);
}

static void
ungroup_cb (GtkWidget *widget, const char *name, GVariant *parameter)
{
  g_assert (GTK_IS_WIDGET (widget));

  troupe_editor_groups_ungroup (TROUPE_EDITOR (widget)->drawing);
}

static void
group_colour_cb (GtkWidget *widget, const char *name, GVariant *parameter)
{
  g_assert (GTK_IS_WIDGET (widget));

  troupe_editor_groups_colour_selected (TROUPE_EDITOR (widget)->drawing,
                                        g_variant_get_string (parameter, NULL));
}

static void
align_cb (GtkWidget *widget, const char *name, GVariant *parameter)
{
  g_assert (GTK_IS_WIDGET (widget));

  troupe_editor_gestures_arrange (TROUPE_EDITOR (widget)->gestures,
                                  g_variant_get_string (parameter, NULL));
}

static void
select_reach_cb (GtkWidget *widget, const char *name, GVariant *parameter)
{
  g_assert (GTK_IS_WIDGET (widget));

  gtk_widget_activate_action (GTK_WIDGET (TROUPE_EDITOR (widget)->canvas), "canvas.select-reach",
                              "s", g_variant_get_string (parameter, NULL));
}

static void
control_cb (GtkWidget *widget, const char *name, GVariant *parameter)
{
  TroupeEditor *self = TROUPE_EDITOR (widget);

  g_assert (GTK_IS_WIDGET (widget));

  if (g_str_equal (name, "flow.remove-breakpoints"))
    troupe_editor_control_remove_breakpoints (self->drawing);
  else
    troupe_editor_popovers_open_condition (self->popovers);
}

/* Runs a part of the flow, which the page does. */
static void
run_part_cb (GtkWidget *widget, const char *name, GVariant *parameter)
{
  TroupeEditor *self = TROUPE_EDITOR (widget);
  g_autofree char *method = troupe_drawing_dup_selected_method (self->drawing);

  g_assert (GTK_IS_WIDGET (widget));

  if (method != NULL)
    troupe_editor_part_requested (self, name + strlen ("flow.run-"), method);
}

static void
changes_cb (GtkWidget *widget, const char *name, GVariant *parameter)
{
  TroupeEditor *self = TROUPE_EDITOR (widget);
  g_autofree char *method = troupe_drawing_dup_selected_method (self->drawing);

  g_assert (GTK_IS_WIDGET (widget));

  if (method != NULL)
    troupe_editor_show_changes (self, method);
}

static void
state_cb (GtkWidget *widget, const char *name, GVariant *parameter)
{
  g_assert (GTK_IS_WIDGET (widget));

  troupe_editor_open_state (TROUPE_EDITOR (widget));
}

static const struct
{
  const char *name;
  const char *parameter;
  GtkWidgetActionActivateFunc activate;
} actions[] = {
  { "flow.undo", NULL, undo_cb },
  { "flow.redo", NULL, redo_cb },
  { "flow.add", NULL, add_next_cb },
  { "flow.add-next", NULL, add_next_cb },
  { "flow.add-method", "s", add_method_cb },
  { "flow.add-note", NULL, add_note_cb },
  { "flow.add-here", NULL, add_here_cb },
  { "flow.add-note-here", NULL, add_here_cb },
  { "flow.paste-here", NULL, paste_cb },
  { "flow.bend", NULL, bend_cb },
  { "flow.unbend", NULL, bend_cb },
  { "flow.tidy", NULL, tidy_cb },
  { "flow.find", NULL, find_cb },
  { "flow.where-used", NULL, where_used_cb },
  { "flow.find-words", "s", find_words_cb },
  { "flow.find-next", NULL, find_next_cb },
  { "flow.find-previous", NULL, find_next_cb },
  { "flow.fit", NULL, forward_cb },
  { "flow.fit-selection", NULL, forward_cb },
  { "flow.zoom-in", NULL, forward_cb },
  { "flow.zoom-out", NULL, forward_cb },
  { "flow.zoom-normal", NULL, forward_cb },
  { "flow.select-all", NULL, forward_cb },
  { "flow.select-none", NULL, forward_cb },
  { "flow.invert-selection", NULL, invert_selection_cb },
  { "flow.cut", NULL, cut_cb },
  { "flow.copy", NULL, copy_cb },
  { "flow.paste", NULL, paste_cb },
  { "flow.paste-with-wires", NULL, paste_cb },
  { "flow.duplicate", NULL, duplicate_cb },
  { "flow.delete", NULL, delete_cb },
  { "flow.delete-reconnect", NULL, delete_cb },
  { "flow.rename", NULL, rename_cb },
  { "flow.edit", NULL, edit_cb },
  { "flow.open-crew", NULL, open_crew_cb },
  { "flow.connect", NULL, connect_cb },
  { "flow.connect-and", NULL, connect_cb },
  { "flow.toggle-gate", NULL, toggle_gate_cb },
  { "flow.insert", NULL, insert_cb },
  { "flow.move-end", NULL, move_end_cb },
  { "flow.minimap", NULL, forward_cb },
  { "flow.group", NULL, group_cb },
  { "flow.ungroup", NULL, ungroup_cb },
  { "flow.group-colour", "s", group_colour_cb },
  { "flow.align", "s", align_cb },
  { "flow.select-reach", "s", select_reach_cb },
  { "flow.state", NULL, state_cb },
  { "flow.remove-breakpoints", NULL, control_cb },
  { "flow.breakpoint-if", NULL, control_cb },
  { "flow.changes", NULL, changes_cb },
  { "flow.run-from", NULL, run_part_cb },
  { "flow.run-until", NULL, run_part_cb },
  { "flow.run-only", NULL, run_part_cb },
};

/* Actions with a state, which menus show with a check mark. */
static const struct
{
  const char *name;
  const char *property;
} toggles[] = {
  { "flow.toggle-start", "selected-starts" },
  { "flow.mute", "selected-muted" },
  { "flow.pin", "selected-pinned" },
  { "flow.breakpoint", "selected-breaks" },
};

/* Shortcuts that work regardless of the focus on the page. The canvas has its own shortcuts. */
static const struct
{
  guint key;
  GdkModifierType modifiers;
  const char *action;
} keys[] = {
  { GDK_KEY_z, GDK_CONTROL_MASK, "flow.undo" },
  { GDK_KEY_z, GDK_CONTROL_MASK | GDK_SHIFT_MASK, "flow.redo" },
  { GDK_KEY_y, GDK_CONTROL_MASK, "flow.redo" },
  { GDK_KEY_x, GDK_CONTROL_MASK, "flow.cut" },
  { GDK_KEY_c, GDK_CONTROL_MASK, "flow.copy" },
  { GDK_KEY_v, GDK_CONTROL_MASK, "flow.paste" },
  { GDK_KEY_v, GDK_CONTROL_MASK | GDK_SHIFT_MASK, "flow.paste-with-wires" },
  { GDK_KEY_d, GDK_CONTROL_MASK, "flow.duplicate" },
  { GDK_KEY_f, GDK_CONTROL_MASK, "flow.find" },
  { GDK_KEY_F3, 0, "flow.find-next" },
  { GDK_KEY_F3, GDK_SHIFT_MASK, "flow.find-previous" },
  { GDK_KEY_F2, 0, "flow.rename" },
  { GDK_KEY_l, GDK_CONTROL_MASK | GDK_SHIFT_MASK, "flow.tidy" },
  { GDK_KEY_i, GDK_CONTROL_MASK, "flow.invert-selection" },
  { GDK_KEY_s, GDK_CONTROL_MASK | GDK_ALT_MASK, "flow.state" },
  { GDK_KEY_F5, GDK_ALT_MASK, "flow.run-from" },
  { GDK_KEY_F5, GDK_ALT_MASK | GDK_SHIFT_MASK, "flow.run-until" },
  { GDK_KEY_F5, GDK_CONTROL_MASK | GDK_ALT_MASK, "flow.run-only" },
};

/* Shortcuts of the selection that also work while a button beside the canvas has the focus. A text field has none of
 * them, or uses them itself. */
static const struct
{
  guint key;
  GdkModifierType modifiers;
  const char *action;
} selection_keys[] = {
  { GDK_KEY_g, GDK_CONTROL_MASK, "flow.group" },
  { GDK_KEY_g, GDK_CONTROL_MASK | GDK_SHIFT_MASK, "flow.ungroup" },
  { GDK_KEY_a, GDK_CONTROL_MASK, "flow.select-all" },
};

static gboolean
selection_key_cb (GtkWidget *widget, GVariant *arguments, gpointer user_data)
{
  GtkRoot *root = gtk_widget_get_root (widget);
  GtkWidget *focus = root != NULL ? gtk_root_get_focus (root) : NULL;
  const char *action = NULL;

  if (GTK_IS_TEXT (focus) || GTK_IS_TEXT_VIEW (focus))
    return GDK_EVENT_PROPAGATE;
  g_variant_get (arguments, "(&s)", &action);
  return gtk_widget_activate_action (widget, action, NULL);
}

static gboolean
escape_cb (GtkWidget *widget, GVariant *arguments, gpointer user_data)
{
  TroupeEditor *self = TROUPE_EDITOR (widget);

  g_assert (GTK_IS_WIDGET (widget));
  g_assert (TROUPE_IS_EDITOR (self));

  return troupe_editor_frame_leave (self->frame);
}

void
troupe_editor_install_actions (GtkWidgetClass *widget_class)
{
  for (guint i = 0; i < G_N_ELEMENTS (actions); i++)
    gtk_widget_class_install_action (widget_class, actions[i].name, actions[i].parameter,
                                     actions[i].activate);
  for (guint i = 0; i < G_N_ELEMENTS (toggles); i++)
    gtk_widget_class_install_property_action (widget_class, toggles[i].name, toggles[i].property);
  for (guint i = 0; i < G_N_ELEMENTS (keys); i++)
    gtk_widget_class_add_binding_action (widget_class, keys[i].key, keys[i].modifiers,
                                         keys[i].action, NULL);
  for (guint i = 0; i < G_N_ELEMENTS (selection_keys); i++)
    gtk_widget_class_add_binding (widget_class, selection_keys[i].key, selection_keys[i].modifiers,
                                  selection_key_cb, "(s)", selection_keys[i].action);
  gtk_widget_class_add_binding (widget_class, GDK_KEY_Escape, 0, escape_cb, NULL);
}

void
troupe_editor_set_read_only (TroupeEditor *self)
{
  g_return_if_fail (TROUPE_IS_EDITOR (self));

  self->is_read_only = TRUE;
  g_clear_object (&self->gestures);
  troupe_editor_frame_set_read_only (self->frame);
  troupe_editor_update_actions (self);
}

void
troupe_editor_update_actions (TroupeEditor *self)
{
  static const char *const with_methods[] = { "flow.delete-reconnect", "flow.group", "flow.mute",
                                              "flow.pin" };
  static const char *const with_any[] = { "flow.cut", "flow.copy", "flow.duplicate" };
  static const char *const with_one[] = { "flow.where-used",    "flow.toggle-start",
                                          "flow.breakpoint-if", "flow.run-from",
                                          "flow.run-until",     "flow.run-only" };
  g_auto (GStrv) methods = troupe_drawing_list_selected (self->drawing, TROUPE_CANVAS_KIND_NODE);
  g_auto (GStrv) groups = troupe_drawing_list_selected (self->drawing, TROUPE_CANVAS_KIND_GROUP);
  g_auto (GStrv) notes = troupe_drawing_list_selected (self->drawing, TROUPE_CANVAS_KIND_NOTE);
  g_auto (GStrv) wires = troupe_drawing_list_selected (self->drawing, TROUPE_CANVAS_KIND_WIRE);
  gboolean one = methods[0] != NULL && methods[1] == NULL;
  gboolean one_wire = methods[0] == NULL && wires[0] != NULL && wires[1] == NULL;
  gboolean any = troupe_canvas_get_n_selected (self->canvas) > 0;
  gboolean can_undo = FALSE;
  gboolean can_redo = FALSE;

  g_assert (TROUPE_IS_EDITOR (self));

  g_object_get (self->document, "can-undo", &can_undo, "can-redo", &can_redo, NULL);
  gtk_widget_action_set_enabled (GTK_WIDGET (self), "flow.undo", can_undo);
  gtk_widget_action_set_enabled (GTK_WIDGET (self), "flow.redo", can_redo);
  gtk_widget_action_set_enabled (GTK_WIDGET (self), "flow.delete", any);
  gtk_widget_action_set_enabled (GTK_WIDGET (self), "flow.fit-selection", any);
  gtk_widget_action_set_enabled (GTK_WIDGET (self->frame), "view.fit-selection", any);
  for (guint i = 0; i < G_N_ELEMENTS (with_methods); i++)
    gtk_widget_action_set_enabled (GTK_WIDGET (self), with_methods[i], methods[0] != NULL);
  for (guint i = 0; i < G_N_ELEMENTS (with_any); i++)
    gtk_widget_action_set_enabled (GTK_WIDGET (self), with_any[i],
                                   methods[0] != NULL || groups[0] != NULL || notes[0] != NULL);
  for (guint i = 0; i < G_N_ELEMENTS (with_one); i++)
    gtk_widget_action_set_enabled (GTK_WIDGET (self), with_one[i], one);
  gtk_widget_action_set_enabled (GTK_WIDGET (self), "flow.move-end", one_wire);
  gtk_widget_action_set_enabled (GTK_WIDGET (self), "flow.connect", one || one_wire);
  gtk_widget_action_set_enabled (GTK_WIDGET (self), "flow.connect-and", one);
  gtk_widget_action_set_enabled (GTK_WIDGET (self), "flow.rename",
                                 one || (methods[0] == NULL &&
                                         (groups[0] != NULL || notes[0] != NULL)));
  gtk_widget_action_set_enabled (GTK_WIDGET (self), "flow.open-crew", one && can_open_crew (self));
  gtk_widget_action_set_enabled (GTK_WIDGET (self), "flow.changes",
                                 one && self->run != NULL &&
                                     troupe_editor_run_get_changes (self->run, methods[0]) != NULL);
  gtk_widget_action_set_enabled (GTK_WIDGET (self), "flow.breakpoint",
                                 methods[0] != NULL || wires[0] != NULL);
  gtk_widget_action_set_enabled (GTK_WIDGET (self), "flow.remove-breakpoints",
                                 troupe_editor_control_has_any_breakpoint (self->drawing));
  gtk_widget_action_set_enabled (GTK_WIDGET (self), "flow.unbend",
                                 troupe_editor_bends_are_selected (self->drawing));
  gtk_widget_action_set_enabled (GTK_WIDGET (self), "flow.ungroup",
                                 troupe_editor_groups_can_ungroup (self->drawing));
  gtk_widget_action_set_enabled (GTK_WIDGET (self), "flow.group-colour", groups[0] != NULL);
  gtk_widget_action_set_enabled (GTK_WIDGET (self), "flow.align",
                                 troupe_canvas_get_n_selected (self->canvas) > 1);
  gtk_widget_action_set_enabled (GTK_WIDGET (self), "flow.select-reach", any);
  if (self->is_read_only)
    {
      static const char *const reading[] = {
        "flow.find",
        "flow.where-used",
        "flow.find-words",
        "flow.find-next",
        "flow.find-previous",
        "flow.fit",
        "flow.zoom-in",
        "flow.zoom-out",
        "flow.zoom-normal",
        "flow.fit-selection",
        "flow.select-all",
        "flow.minimap",
        "flow.select-none",
        "flow.copy",
        "flow.invert-selection",
        "flow.select-reach",
        NULL,
      };

      /* Disables all actions except those that do not edit. */
      for (guint i = 0; i < G_N_ELEMENTS (actions); i++)
        if (!g_strv_contains (reading, actions[i].name))
          gtk_widget_action_set_enabled (GTK_WIDGET (self), actions[i].name, FALSE);
      for (guint i = 0; i < G_N_ELEMENTS (toggles); i++)
        gtk_widget_action_set_enabled (GTK_WIDGET (self), toggles[i].name, FALSE);
    }
  for (guint i = 0; i < G_N_ELEMENTS (toggles); i++)
    g_object_notify (G_OBJECT (self), toggles[i].property);
}
