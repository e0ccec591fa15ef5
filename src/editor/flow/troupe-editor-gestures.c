/* troupe-editor-gestures.c: converting canvas gestures to document edits
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#define G_LOG_DOMAIN "troupe-editor-gestures"

#include "config.h"

#include <glib/gi18n.h>

#include "troupe-editor-gestures.h"
#include "troupe-editor-bends.h"
#include "troupe-editor-groups.h"
#include "troupe-editor-places.h"
#include "troupe-editor-spacing.h"
#include "troupe-editor-wiring.h"
#include "troupe-scene-notes.h"

struct _TroupeEditorGestures
{
  GObject parent_instance;

  TroupeDrawing *drawing;
  TroupeFlowDocument *document;
  TroupeCanvas *canvas;
  TroupeEditorCreation *creation;
  TroupeEditorPopovers *popovers;

  gboolean is_straightened;
  const char *move_label; /* (nullable): undo label of the current move */
};

G_DEFINE_FINAL_TYPE (TroupeEditorGestures, troupe_editor_gestures, G_TYPE_OBJECT)

/* --- Moving -------------------------------------------------------------------------------- */

static char *
make_move_label (TroupeEditorGestures *self, guint n_methods, guint n_notes, guint n_groups)
{
  g_assert (TROUPE_IS_EDITOR_GESTURES (self));

  if (self->move_label != NULL)
    return g_strdup (self->move_label);
  if (n_groups > 0)
    return g_strdup_printf (ngettext ("Move %u Group", "Move %u Groups", n_groups), n_groups);
  if (n_methods == 0 && n_notes == 0)
    return g_strdup (_ ("Move Gate"));
  if (n_methods == 0)
    return g_strdup_printf (ngettext ("Move %u Note", "Move %u Notes", n_notes), n_notes);

  return g_strdup_printf (ngettext ("Move %u Method", "Move %u Methods", n_methods), n_methods);
}

static void
nodes_moved_cb (TroupeEditorGestures *self, gpointer data, guint n_moves)
{
  const TroupeCanvasMove *moves = data;
  g_autoptr (GArray) positions = NULL;
  g_autofree char *label = NULL;
  guint n_methods = 0;
  guint n_notes = 0;
  guint n_groups = 0;

  g_assert (TROUPE_IS_EDITOR_GESTURES (self));

  /* With the first position that the user sets, all automatic positions are stored, too, so that
   * the layout stays as it is seen. */
  positions = troupe_scene_builder_list_unplaced (troupe_drawing_get_builder (self->drawing));
  for (guint i = 0; i < n_moves; i++)
    {
      const TroupeCanvasMove *move = &moves[i];
      double offset = move->kind == TROUPE_CANVAS_KIND_GATE ? TROUPE_GATE_RADIUS : 0;

      /* Adds the new position of a card or gate. The canvas moves a gate by its center. */
      if (move->kind == TROUPE_CANVAS_KIND_NODE || move->kind == TROUPE_CANVAS_KIND_GATE)
        {
          double x = move->new_x - offset;
          double y = move->new_y - offset;
          TroupePosition position = { move->id, x, y };

          g_array_append_val (positions, position);
        }
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
      {
        const TroupeCanvasMove *move = &moves[i];
        const TroupeCanvasNote *note =
            troupe_canvas_scene_get_note (troupe_drawing_get_scene (self->drawing), move->id);
        g_autofree char *text = g_strdup (troupe_document_get_note_text (self->document, move->id));

        if (note != NULL && text != NULL)
          troupe_document_set_note (TROUPE_DOCUMENT (self->document), move->id, text, move->new_x,
                                    move->new_y, note->width, note->height);
      }
    else if (moves[i].kind == TROUPE_CANVAS_KIND_GROUP)
      troupe_editor_groups_move (self->drawing, &moves[i]);
  troupe_editor_bends_carry (self->drawing, moves, n_moves, label);
  troupe_document_end_edit (TROUPE_DOCUMENT (self->document));
  /* One letter does this, which may have been meant for a text field. */
  if (self->is_straightened)
    troupe_editor_context_say (troupe_drawing_get_context (self->drawing),
                               _ ("The selection was straightened. Press Ctrl+Z to undo."));
}

/* @how: 0 after the items were moved */
static void
arranging_cb (TroupeEditorGestures *self, int how)
{
  g_assert (TROUPE_IS_EDITOR_GESTURES (self));

  self->is_straightened = how == 'S';
  if (how == 'S')
    self->move_label = _ ("Straighten");
  else if (how == 'H' || how == 'V')
    self->move_label = _ ("Distribute");
  else
    self->move_label = how != 0 ? _ ("Align") : NULL;
}

static void
note_resized_cb (TroupeEditorGestures *self, const char *id, double width, double height)
{
  const TroupeCanvasNote *note =
      troupe_canvas_scene_get_note (troupe_drawing_get_scene (self->drawing), id);
  g_autofree char *text = g_strdup (troupe_document_get_note_text (self->document, id));

  g_assert (TROUPE_IS_EDITOR_GESTURES (self));

  if (note != NULL && text != NULL)
    troupe_document_set_note (TROUPE_DOCUMENT (self->document), id, text, note->x, note->y, width,
                              height);
}

/* --- Wires --------------------------------------------------------------------------------- */

/* A wire that is dropped on the end of another wire at a gate becomes an additional input of
 * that gate. */
static void
wire_requested_cb (TroupeEditorGestures *self,
                   const char *from,
                   const char *port,
                   const char *to,
                   const char *to_input,
                   gboolean with_and)
{
  g_autofree char *source = g_strdup (from);
  g_autofree char *event = g_strdup (port);
  g_autofree char *target = g_strdup (to);

  g_assert (TROUPE_IS_EDITOR_GESTURES (self));

  /* The output of a method itself has the name of the method. */
  if (g_strcmp0 (source, event) == 0)
    g_clear_pointer (&event, g_free);
  troupe_editor_wiring_connect (self->drawing, source, event, target, with_and);
}

static void
wire_dropped_cb (TroupeEditorGestures *self,
                 const char *from,
                 const char *port,
                 double x,
                 double y,
                 gboolean backward)
{
  g_assert (TROUPE_IS_EDITOR_GESTURES (self));

  troupe_editor_creation_ask_for_wire (self->creation, from, port, x, y, backward);
}

static void
wire_removed_cb (TroupeEditorGestures *self, const char *wire)
{
  const char *const ids[] = { wire, NULL };

  g_assert (TROUPE_IS_EDITOR_GESTURES (self));

  troupe_editor_wiring_remove (self->drawing, ids);
}

static void
wires_cut_cb (TroupeEditorGestures *self, gpointer ids)
{
  g_assert (TROUPE_IS_EDITOR_GESTURES (self));

  troupe_editor_wiring_remove (self->drawing, ids);
}

static void
wire_reconnected_cb (TroupeEditorGestures *self,
                     const char *wire,
                     const char *to,
                     gboolean with_and)
{
  g_autofree char *id = g_strdup (wire);
  g_autofree char *target = g_strdup (to);

  g_assert (TROUPE_IS_EDITOR_GESTURES (self));

  troupe_editor_wiring_reconnect (self->drawing, id, target, with_and);
}

static void
inserted_cb (TroupeEditorGestures *self,
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
  TroupeWireSpace room = { 0 };

  g_assert (TROUPE_IS_EDITOR_GESTURES (self));

  troupe_editor_spacing_measure_wire (self->drawing, id, &room);
  troupe_document_begin_edit (TROUPE_DOCUMENT (self->document), label);
  troupe_editor_wiring_put_on_wire (self->drawing, name, id);
  if (with_room && room.next != NULL)
    troupe_editor_spacing_place_on_wire (self->drawing, name, &room, &dropped, TRUE);
  else
    troupe_editor_places_store (self->drawing, &position, label);
  troupe_document_end_edit (TROUPE_DOCUMENT (self->document));
  troupe_wire_space_clear (&room);
}

static void
taken_out_cb (TroupeEditorGestures *self, const char *node, double x, double y)
{
  g_autofree char *name = g_strdup (node);
  g_autofree char *label = g_strdup_printf (_ ("Detach %s"), name);
  TroupePosition position = { name, x, y };

  g_assert (TROUPE_IS_EDITOR_GESTURES (self));

  troupe_document_begin_edit (TROUPE_DOCUMENT (self->document), label);
  troupe_editor_wiring_take_out (self->drawing, name);
  troupe_editor_places_store (self->drawing, &position, label);
  troupe_document_end_edit (TROUPE_DOCUMENT (self->document));
}

static void
gate_toggled_cb (TroupeEditorGestures *self, const char *gate)
{
  g_autofree char *id = g_strdup (gate);

  g_assert (TROUPE_IS_EDITOR_GESTURES (self));

  troupe_editor_wiring_toggle_gate (self->drawing, id);
}

static gboolean
can_connect_cb (TroupeCanvas *canvas,
                const char *from,
                const char *port,
                const char *to,
                char **reason,
                gpointer user_data)
{
  TroupeEditorGestures *self = user_data;

  g_assert (TROUPE_IS_EDITOR_GESTURES (self));

  return troupe_editor_wiring_can_connect (self->drawing, from,
                                           g_strcmp0 (from, port) == 0 ? NULL : port, to, reason);
}

/* --- Other gestures --------------------------------------------------------------------------- */

static void
ground_activated_cb (TroupeEditorGestures *self, double x, double y)
{
  g_assert (TROUPE_IS_EDITOR_GESTURES (self));

  troupe_editor_creation_ask_at (self->creation, x, y);
}

static void
bend_requested_cb (TroupeEditorGestures *self, const char *wire, double x, double y)
{
  g_assert (TROUPE_IS_EDITOR_GESTURES (self));

  troupe_editor_bends_add (self->drawing, wire, x, y);
}

static void
bend_moved_cb (TroupeEditorGestures *self, const char *wire, guint index, double x, double y)
{
  g_assert (TROUPE_IS_EDITOR_GESTURES (self));

  troupe_editor_bends_move (self->drawing, wire, index, x, y);
}

static void
note_activated_cb (TroupeEditorGestures *self, const char *id)
{
  g_autofree char *note = g_strdup (id);

  g_assert (TROUPE_IS_EDITOR_GESTURES (self));

  troupe_editor_popovers_edit_note (self->popovers, note, FALSE);
}

static void
group_activated_cb (TroupeEditorGestures *self, const char *id)
{
  g_autofree char *group = g_strdup (id);

  g_assert (TROUPE_IS_EDITOR_GESTURES (self));

  troupe_canvas_select_only (self->canvas, group);
  troupe_editor_popovers_open_rename (self->popovers);
}

static void
context_menu_cb (TroupeEditorGestures *self, int kind, const char *id, double x, double y)
{
  g_assert (TROUPE_IS_EDITOR_GESTURES (self));

  troupe_editor_popovers_open_menu (self->popovers, (TroupeCanvasKind) kind, x, y);
}

void
troupe_editor_gestures_arrange (TroupeEditorGestures *self, const char *how)
{
  g_return_if_fail (TROUPE_IS_EDITOR_GESTURES (self));
  g_return_if_fail (how != NULL);

  gtk_widget_activate_action (GTK_WIDGET (self->canvas), "node.arrange", "s", how);
}

/* --- Constructing and disposing --------------------------------------------------------------- */

static void
troupe_editor_gestures_dispose (GObject *object)
{
  TroupeEditorGestures *self = TROUPE_EDITOR_GESTURES (object);

  if (self->canvas != NULL)
    troupe_canvas_set_can_connect (self->canvas, NULL, NULL, NULL);
  g_clear_object (&self->popovers);
  g_clear_object (&self->creation);
  g_clear_object (&self->document);
  g_clear_object (&self->canvas);
  g_clear_object (&self->drawing);

  G_OBJECT_CLASS (troupe_editor_gestures_parent_class)->dispose (object);
}

static void
troupe_editor_gestures_class_init (TroupeEditorGesturesClass *klass)
{
  G_OBJECT_CLASS (klass)->dispose = troupe_editor_gestures_dispose;
}

static void
troupe_editor_gestures_init (TroupeEditorGestures *self)
{
}

TroupeEditorGestures *
troupe_editor_gestures_new (TroupeDrawing *drawing,
                            TroupeEditorCreation *creation,
                            TroupeEditorPopovers *popovers)
{
  TroupeEditorGestures *self;
  static const struct
  {
    const char *signal;
    GCallback callback;
  } answers[] = {
    { "nodes-moved", G_CALLBACK (nodes_moved_cb) },
    { "arranging", G_CALLBACK (arranging_cb) },
    { "note-resized", G_CALLBACK (note_resized_cb) },
    { "wire-requested", G_CALLBACK (wire_requested_cb) },
    { "wire-dropped", G_CALLBACK (wire_dropped_cb) },
    { "wire-removed", G_CALLBACK (wire_removed_cb) },
    { "wires-cut", G_CALLBACK (wires_cut_cb) },
    { "wire-reconnected", G_CALLBACK (wire_reconnected_cb) },
    { "node-inserted-on-wire", G_CALLBACK (inserted_cb) },
    { "node-taken-out", G_CALLBACK (taken_out_cb) },
    { "gate-toggled", G_CALLBACK (gate_toggled_cb) },
    { "ground-activated", G_CALLBACK (ground_activated_cb) },
    { "bend-requested", G_CALLBACK (bend_requested_cb) },
    { "bend-moved", G_CALLBACK (bend_moved_cb) },
    { "note-activated", G_CALLBACK (note_activated_cb) },
    { "group-activated", G_CALLBACK (group_activated_cb) },
    { "context-menu", G_CALLBACK (context_menu_cb) },
  };

  g_return_val_if_fail (TROUPE_IS_DRAWING (drawing), NULL);
  g_return_val_if_fail (TROUPE_IS_EDITOR_CREATION (creation), NULL);
  g_return_val_if_fail (TROUPE_IS_EDITOR_POPOVERS (popovers), NULL);

  self = g_object_new (TROUPE_TYPE_EDITOR_GESTURES, NULL);
  self->drawing = g_object_ref (drawing);
  self->document = g_object_ref (troupe_drawing_get_document (drawing));
  self->canvas = g_object_ref (troupe_drawing_get_canvas (drawing));
  self->creation = g_object_ref (creation);
  self->popovers = g_object_ref (popovers);
  for (guint i = 0; i < G_N_ELEMENTS (answers); i++)
    g_signal_connect_object (self->canvas, answers[i].signal, answers[i].callback, self,
                             G_CONNECT_SWAPPED);
  troupe_canvas_set_can_connect (self->canvas, can_connect_cb, self, NULL);

  return self;
}
