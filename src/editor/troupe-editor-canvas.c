/* troupe-editor-canvas.c: what a person does on the canvas becomes edits of the document
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#define G_LOG_DOMAIN "troupe-editor-canvas"

#include "config.h"

#include <glib/gi18n.h>

#include "troupe-editor-private.h"
#include "troupe-scene-notes.h"

/* --- Moving -------------------------------------------------------------------------------- */

static void
move_note (TroupeEditor *self, const TroupeCanvasMove *move)
{
  const TroupeCanvasNote *note = troupe_canvas_scene_get_note (self->scene, move->id);
  g_autofree char *text = g_strdup (troupe_document_get_note_text (self->document, move->id));

  if (note != NULL && text != NULL)
    troupe_document_set_note (TROUPE_DOCUMENT (self->document), move->id, text, move->new_x,
                              move->new_y, note->width, note->height);
}

static void
add_position (GArray *positions, const char *id, double x, double y)
{
  TroupePosition position = { id, x, y };

  g_array_append_val (positions, position);
}

static char *
make_move_label (TroupeEditor *self, guint n_methods, guint n_notes, guint n_groups)
{
  if (self->move_label != NULL)
    return g_strdup (self->move_label);
  if (n_groups > 0)
    return g_strdup_printf (ngettext ("Move %u Group", "Move %u Groups", n_groups), n_groups);
  if (n_methods == 0 && n_notes == 0)
    return g_strdup (_ ("Move a Gate"));
  if (n_methods == 0)
    return g_strdup_printf (ngettext ("Move %u Note", "Move %u Notes", n_notes), n_notes);

  return g_strdup_printf (ngettext ("Move %u Method", "Move %u Methods", n_methods), n_methods);
}

/* Where cards and gates go; a gate is meant by its middle. */
static void
add_move (GArray *positions, const TroupeCanvasMove *move)
{
  double offset = move->kind == TROUPE_CANVAS_KIND_GATE ? TROUPE_GATE_RADIUS : 0;

  if (move->kind == TROUPE_CANVAS_KIND_NODE || move->kind == TROUPE_CANVAS_KIND_GATE)
    add_position (positions, move->id, move->new_x - offset, move->new_y - offset);
}

static void
nodes_moved_cb (TroupeEditor *self, gpointer data, guint n_moves)
{
  const TroupeCanvasMove *moves = data;
  g_autoptr (GArray) positions = NULL;
  g_autofree char *label = NULL;
  guint n_methods = 0;
  guint n_notes = 0;
  guint n_groups = 0;

  g_assert (TROUPE_IS_EDITOR (self));

  /* What a person sees is what is kept: with the first place that is chosen the others are. */
  positions = troupe_scene_builder_list_unplaced (self->builder);
  for (guint i = 0; i < n_moves; i++)
    {
      add_move (positions, &moves[i]);
      n_methods += moves[i].kind == TROUPE_CANVAS_KIND_NODE ? 1 : 0;
      n_notes += moves[i].kind == TROUPE_CANVAS_KIND_NOTE ? 1 : 0;
      n_groups += moves[i].kind == TROUPE_CANVAS_KIND_GROUP ? 1 : 0;
    }

  label = make_move_label (self, n_methods, n_notes, n_groups);
  troupe_document_begin_edit (TROUPE_DOCUMENT (self->document), label);
  if (positions->len > 0)
    troupe_document_set_positions (TROUPE_DOCUMENT (self->document),
                                   (const TroupePosition *) positions->data, positions->len, label);
  for (guint i = 0; i < n_moves; i++)
    if (moves[i].kind == TROUPE_CANVAS_KIND_NOTE)
      move_note (self, &moves[i]);
    else if (moves[i].kind == TROUPE_CANVAS_KIND_GROUP)
      _troupe_editor_move_group (self, &moves[i]);
  troupe_document_end_edit (TROUPE_DOCUMENT (self->document));
}

static void
note_resized_cb (TroupeEditor *self, const char *id, double width, double height)
{
  const TroupeCanvasNote *note = troupe_canvas_scene_get_note (self->scene, id);
  g_autofree char *text = g_strdup (troupe_document_get_note_text (self->document, id));

  g_assert (TROUPE_IS_EDITOR (self));

  if (note != NULL && text != NULL)
    troupe_document_set_note (TROUPE_DOCUMENT (self->document), id, text, note->x, note->y, width,
                              height);
}

/* --- Wires --------------------------------------------------------------------------------- */

/* A wire dropped on a wire's end at a gate becomes one more input of that gate. */
static void
wire_requested_cb (TroupeEditor *self,
                   const char *from,
                   const char *port,
                   const char *to,
                   const char *to_input,
                   gboolean with_and)
{
  g_autofree char *source = g_strdup (from);
  g_autofree char *event = g_strdup (port);
  g_autofree char *target = g_strdup (to);

  g_assert (TROUPE_IS_EDITOR (self));

  /* The own end of a method has its name. */
  if (g_strcmp0 (source, event) == 0)
    g_clear_pointer (&event, g_free);
  _troupe_editor_connect (self, source, event, target, with_and);
}

static void
wire_dropped_cb (TroupeEditor *self,
                 const char *from,
                 const char *port,
                 double x,
                 double y,
                 gboolean backward)
{
  const char *path = NULL;
  g_autofree char *owner = _troupe_editor_split_gate (from, &path);

  g_assert (TROUPE_IS_EDITOR (self));

  g_free (self->wire_from);
  self->wire_from = g_strdup (from);
  g_free (self->wire_event);
  self->wire_event = g_strdup (port != NULL ? port : owner != NULL ? owner : from);
  self->wire_backward = backward;
  self->drop_x = x;
  self->drop_y = y;
  self->has_drop = TRUE;
  if (owner != NULL)
    {
      /* What comes out of a gate has no name: it is as if the gate's output were wired. */
      g_free (self->wire_event);
      self->wire_event = g_strdup (from);
    }
  if (!backward)
    troupe_canvas_show_preview (self->canvas, self->wire_from, port, x, y);
  _troupe_editor_open_palette (self, x, y);
}

static void
wire_removed_cb (TroupeEditor *self, const char *wire)
{
  const char *const ids[] = { wire, NULL };

  g_assert (TROUPE_IS_EDITOR (self));

  _troupe_editor_remove_wires (self, ids);
}

static void
wires_cut_cb (TroupeEditor *self, gpointer ids)
{
  g_assert (TROUPE_IS_EDITOR (self));

  _troupe_editor_remove_wires (self, ids);
}

static void
wire_reconnected_cb (TroupeEditor *self, const char *wire, const char *to, gboolean with_and)
{
  g_autofree char *id = g_strdup (wire);
  g_autofree char *target = g_strdup (to);

  g_assert (TROUPE_IS_EDITOR (self));

  _troupe_editor_reconnect_wire (self, id, target, with_and);
}

static void
inserted_cb (TroupeEditor *self,
             const char *node,
             const char *wire,
             double x,
             double y,
             gboolean with_room)
{
  g_autofree char *name = g_strdup (node);
  g_autofree char *id = g_strdup (wire);
  g_autofree char *label = g_strdup_printf (_ ("Insert %s"), name);
  const graphene_point_t dropped = GRAPHENE_POINT_INIT ((float) x, (float) y);
  TroupePosition position = { name, x, y };
  TroupeWireRoom room = { 0 };

  g_assert (TROUPE_IS_EDITOR (self));

  _troupe_editor_measure_wire (self, id, &room);
  troupe_document_begin_edit (TROUPE_DOCUMENT (self->document), label);
  _troupe_editor_put_on_wire (self, name, id);
  if (with_room && room.next != NULL)
    _troupe_editor_place_on_wire (self, name, &room, &dropped);
  else
    troupe_document_set_positions (TROUPE_DOCUMENT (self->document), &position, 1, label);
  troupe_document_end_edit (TROUPE_DOCUMENT (self->document));
  _troupe_wire_room_clear (&room);
}

static void
taken_out_cb (TroupeEditor *self, const char *node, double x, double y)
{
  g_autofree char *name = g_strdup (node);
  g_autofree char *label = g_strdup_printf (_ ("Take %s Out"), name);
  TroupePosition position = { name, x, y };

  g_assert (TROUPE_IS_EDITOR (self));

  troupe_document_begin_edit (TROUPE_DOCUMENT (self->document), label);
  _troupe_editor_take_out (self, name);
  troupe_document_set_positions (TROUPE_DOCUMENT (self->document), &position, 1, label);
  troupe_document_end_edit (TROUPE_DOCUMENT (self->document));
}

static void
gate_toggled_cb (TroupeEditor *self, const char *gate)
{
  g_autofree char *id = g_strdup (gate);

  g_assert (TROUPE_IS_EDITOR (self));

  _troupe_editor_toggle_gate (self, id);
}

static gboolean
can_connect_cb (TroupeCanvas *canvas,
                const char *from,
                const char *port,
                const char *to,
                char **reason,
                gpointer user_data)
{
  TroupeEditor *self = user_data;

  return _troupe_editor_can_connect (self, from, g_strcmp0 (from, port) == 0 ? NULL : port, to,
                                     reason);
}

/* --- The rest ------------------------------------------------------------------------------ */

static void
node_activated_cb (TroupeEditor *self, const char *node, gboolean open)
{
  g_autofree char *name = g_strdup (node);

  g_assert (TROUPE_IS_EDITOR (self));

  if (open && troupe_canvas_scene_get_node (self->scene, name) != NULL &&
      troupe_canvas_scene_get_node (self->scene, name)->openable)
    {
      _troupe_editor_method_activated (self, name);
      return;
    }

  troupe_editor_select_method (self, name);
  gtk_widget_activate_action (GTK_WIDGET (self), "flow.edit", NULL);
}

static void
ground_activated_cb (TroupeEditor *self, double x, double y)
{
  g_assert (TROUPE_IS_EDITOR (self));

  _troupe_editor_forget_wire (self);
  self->drop_x = x;
  self->drop_y = y;
  self->has_drop = TRUE;
  _troupe_editor_open_palette (self, x, y);
}

static void
bend_requested_cb (TroupeEditor *self, const char *wire, double x, double y)
{
  g_assert (TROUPE_IS_EDITOR (self));

  _troupe_editor_add_bend (self, wire, x, y);
}

static void
bend_moved_cb (TroupeEditor *self, const char *wire, guint index, double x, double y)
{
  g_assert (TROUPE_IS_EDITOR (self));

  _troupe_editor_move_bend (self, wire, index, x, y);
}

static void
note_activated_cb (TroupeEditor *self, const char *id)
{
  g_autofree char *note = g_strdup (id);

  g_assert (TROUPE_IS_EDITOR (self));

  _troupe_editor_open_note (self, note);
}

static void
group_activated_cb (TroupeEditor *self, const char *id)
{
  g_autofree char *group = g_strdup (id);

  g_assert (TROUPE_IS_EDITOR (self));

  troupe_canvas_select_only (self->canvas, group);
  _troupe_editor_open_rename (self);
}

static void
badge_activated_cb (TroupeEditor *self, int kind, const char *node)
{
  GPtrArray *problems = troupe_document_get_problems (TROUPE_DOCUMENT (self->document));

  g_assert (TROUPE_IS_EDITOR (self));

  if (kind == TROUPE_CANVAS_KIND_ANSWER_BADGE)
    {
      _troupe_editor_answer_requested (self, node);
      return;
    }
  if (kind == TROUPE_CANVAS_KIND_PASSES_BADGE)
    {
      _troupe_editor_request_passes (self, node);
      return;
    }
  for (guint i = 0;
       kind == TROUPE_CANVAS_KIND_PROBLEM_BADGE && problems != NULL && i < problems->len; i++)
    {
      TroupeProblem *problem = g_ptr_array_index (problems, i);

      if (g_strcmp0 (problem->method, node) == 0)
        {
          troupe_editor_show_problem (self, problem);
          _troupe_editor_say (self, "%s", problem->message);
          return;
        }
    }
}

static void
context_menu_cb (TroupeEditor *self, int kind, const char *id, double x, double y)
{
  g_assert (TROUPE_IS_EDITOR (self));

  _troupe_editor_open_menu (self, (TroupeCanvasKind) kind, x, y);
}

static const struct
{
  const char *command;
  const char *action;
} commands[] = {
  { "node.delete", "flow.delete" },     { "node.delete-reconnect", "flow.delete-reconnect" },
  { "node.connect", "flow.connect" },   { "node.connect-and", "flow.connect-and" },
  { "node.rename", "flow.rename" },     { "node.insert", "flow.insert" },
  { "canvas.add", "flow.add" },         { "canvas.add-note", "flow.add-note" },
  { "canvas.minimap", "flow.minimap" }, { "node.group", "flow.group" },
  { "node.ungroup", "flow.ungroup" },   { "canvas.bend", "flow.bend" },
};

static void
command_cb (TroupeEditor *self, const char *name)
{
  g_assert (TROUPE_IS_EDITOR (self));

  for (guint i = 0; i < G_N_ELEMENTS (commands); i++)
    if (g_str_equal (commands[i].command, name))
      {
        gtk_widget_activate_action (GTK_WIDGET (self), commands[i].action, NULL);
        return;
      }

  if (g_str_equal (name, "canvas.leave") && self->inspector_over)
    g_object_set (self, "inspector-visible", FALSE, NULL);
}

static void
connect_signal (TroupeEditor *self, const char *signal, GCallback callback)
{
  g_signal_connect_object (self->canvas, signal, callback, self, G_CONNECT_SWAPPED);
}

void
_troupe_editor_connect_canvas (TroupeEditor *self)
{
  connect_signal (self, "nodes-moved", G_CALLBACK (nodes_moved_cb));
  connect_signal (self, "note-resized", G_CALLBACK (note_resized_cb));
  connect_signal (self, "wire-requested", G_CALLBACK (wire_requested_cb));
  connect_signal (self, "wire-dropped", G_CALLBACK (wire_dropped_cb));
  connect_signal (self, "wire-removed", G_CALLBACK (wire_removed_cb));
  connect_signal (self, "wires-cut", G_CALLBACK (wires_cut_cb));
  connect_signal (self, "wire-reconnected", G_CALLBACK (wire_reconnected_cb));
  connect_signal (self, "node-inserted-on-wire", G_CALLBACK (inserted_cb));
  connect_signal (self, "node-taken-out", G_CALLBACK (taken_out_cb));
  connect_signal (self, "gate-toggled", G_CALLBACK (gate_toggled_cb));
  connect_signal (self, "node-activated", G_CALLBACK (node_activated_cb));
  connect_signal (self, "ground-activated", G_CALLBACK (ground_activated_cb));
  connect_signal (self, "bend-requested", G_CALLBACK (bend_requested_cb));
  connect_signal (self, "bend-moved", G_CALLBACK (bend_moved_cb));
  connect_signal (self, "note-activated", G_CALLBACK (note_activated_cb));
  connect_signal (self, "group-activated", G_CALLBACK (group_activated_cb));
  connect_signal (self, "badge-activated", G_CALLBACK (badge_activated_cb));
  connect_signal (self, "context-menu", G_CALLBACK (context_menu_cb));
  connect_signal (self, "command", G_CALLBACK (command_cb));
  troupe_canvas_set_can_connect (self->canvas, can_connect_cb, self, NULL);
}
