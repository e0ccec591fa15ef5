/* troupe-editor-room.c: room for a card that is put onto a wire
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#define G_LOG_DOMAIN "troupe-editor-room"

#include "config.h"

#include <glib/gi18n.h>
#include <math.h>
#include <string.h>

#include "troupe-editor-private.h"
#include "troupe-plot.h"
#include "troupe-scene-notes.h"

#define GAP 48.0 /* between a card and the next one along a wire */
#define ROW 24.0 /* what comes nearer than this above or below is in the way */
#define PORT_Y 26.0

static graphene_rect_t
measure (TroupeEditor *self, const char *name, double x, double y)
{
  const TroupeFlowMethod *method =
      troupe_flow_find_method (troupe_flow_document_get_flow (self->document), name);
  g_autofree char *summary = method != NULL ? troupe_plot_get_summary (method) : NULL;
  TroupeCanvasNode node = { .id = name,
                            .title = name,
                            .summary = summary,
                            .output = name,
                            .openable = TRUE,
                            .events = method != NULL ? (const char *const *) method->emit : NULL };
  double width = 0;
  double height = 0;

  troupe_canvas_measure_node (self->canvas, &node, &width, &height);

  return GRAPHENE_RECT_INIT ((float) x, (float) y, (float) width, (float) height);
}

/* --- What gives way ------------------------------------------------------------------------ */

typedef struct
{
  TroupeEditor *self;
  const char *name; /* the card that needs the room */
  const char *next; /* (nullable): what it leads to, which is in the way wherever it stands */
  graphene_rect_t card;
  double edge; /* what begins right of it lies downstream */
  double missing;
  GArray *positions;
} Room;

static gboolean
is_downstream (const Room *room, const char *id, graphene_rect_t *bounds)
{
  return !g_str_equal (id, room->name) &&
         troupe_canvas_get_bounds (room->self->canvas, id, bounds) &&
         (double) bounds->origin.x >= room->edge;
}

static void
look_at (Room *room, const char *id)
{
  double end = (double) (room->card.origin.x + room->card.size.width) + GAP;
  graphene_rect_t row = room->card;
  graphene_rect_t bounds;

  graphene_rect_inset (&row, 0, -(float) ROW);
  if (!is_downstream (room, id, &bounds) || (double) bounds.origin.x >= end)
    return;
  if (g_strcmp0 (id, room->next) == 0 || (bounds.origin.y < row.origin.y + row.size.height &&
                                          bounds.origin.y + bounds.size.height > row.origin.y))
    room->missing = MAX (room->missing, end - (double) bounds.origin.x);
}

static void
push (Room *room, const char *id)
{
  graphene_rect_t bounds;
  TroupePosition position = { .id = id };

  if (!is_downstream (room, id, &bounds))
    return;

  position.x = (double) bounds.origin.x + room->missing;
  position.y = (double) bounds.origin.y;
  g_array_append_val (room->positions, position);
}

static void
push_note (Room *room, const TroupeCanvasNote *note)
{
  TroupeFlowDocument *document = room->self->document;
  g_autofree char *id = g_strdup (note->id);
  g_autofree char *text = g_strdup (troupe_document_get_note_text (document, note->id));
  graphene_rect_t bounds;

  if (text != NULL && is_downstream (room, id, &bounds))
    troupe_document_set_note (TROUPE_DOCUMENT (document), id, text, note->x + room->missing,
                              note->y, note->width, note->height);
}

static void
for_each_card (Room *room, void (*visit) (Room *room, const char *id))
{
  TroupeCanvasScene *scene = room->self->scene;

  for (guint i = 0; i < troupe_canvas_scene_get_n_nodes (scene); i++)
    visit (room, troupe_canvas_scene_get_nth_node (scene, i)->id);
  for (guint i = 0; i < troupe_canvas_scene_get_n_gates (scene); i++)
    visit (room, troupe_canvas_scene_get_nth_gate (scene, i)->id);
}

void
_troupe_editor_make_room (TroupeEditor *self,
                          const char *name,
                          const char *next,
                          double x,
                          double y,
                          double edge)
{
  Room room = { self, name, next, measure (self, name, x, y), edge, 0, NULL };
  TroupePosition own = { name, x, y };

  /* What a person sees is what is kept: with the first place that is chosen the others are. */
  room.positions = troupe_scene_builder_list_unplaced (self->builder);
  for_each_card (&room, look_at);
  room.missing = ceil (room.missing / 8) * 8;
  if (room.missing > 0)
    for_each_card (&room, push);
  else
    g_array_set_size (room.positions, 0);
  g_array_append_val (room.positions, own);
  troupe_document_set_positions (TROUPE_DOCUMENT (self->document),
                                 (const TroupePosition *) room.positions->data, room.positions->len,
                                 _ ("Insert Method"));
  g_array_unref (room.positions);

  for (guint i = 0; room.missing > 0 && i < troupe_canvas_scene_get_n_notes (self->scene); i++)
    push_note (&room, troupe_canvas_scene_get_nth_note (self->scene, i));
}

/* --- Between the two ends of a wire -------------------------------------------------------- */

gboolean
_troupe_editor_measure_wire (TroupeEditor *self, const char *id, TroupeWireRoom *room)
{
  const TroupePlotWire *wire = troupe_scene_builder_find_wire (self->builder, id);
  TroupePlotGraph *graph = troupe_scene_builder_get_graph (self->builder);
  const TroupePlotNode *source;
  const TroupePlotNode *target;
  graphene_rect_t from;
  graphene_rect_t to;
  graphene_point_t out;
  graphene_point_t in;

  if (wire == NULL)
    return FALSE;

  source = troupe_plot_graph_get_node (graph, wire->source);
  target = troupe_plot_graph_get_node (graph, wire->target);
  if (!troupe_canvas_get_bounds (self->canvas, source->id, &from) ||
      !troupe_canvas_get_bounds (self->canvas, target->id, &to) ||
      !troupe_canvas_get_port (self->canvas, source->id, FALSE, wire->port, &out) ||
      !troupe_canvas_get_port (self->canvas, target->id, TRUE, NULL, &in))
    return FALSE;

  *room = (TroupeWireRoom){ .start = (double) (from.origin.x + from.size.width),
                            .end = (double) to.origin.x,
                            .y = (double) (out.y + in.y) / 2 - PORT_Y };
  room->next = g_strdup (target->id);
  if (source->is_gate)
    room->gate = g_strdup (source->id);

  return TRUE;
}

void
_troupe_wire_room_clear (TroupeWireRoom *room)
{
  g_clear_pointer (&room->next, g_free);
  g_clear_pointer (&room->gate, g_free);
}

/* A gate in front of the wire waits for the new card from now on, and is called after it: it keeps its
 * place, and so do those that lead into it. */
static void
keep_gates (TroupeEditor *self, const char *name, const char *gate)
{
  g_autoptr (GArray) positions = g_array_new (FALSE, FALSE, sizeof (TroupePosition));
  g_autoptr (GPtrArray) ids = g_ptr_array_new_with_free_func (g_free);
  gsize length = strlen (gate);

  for (guint i = 0; i < troupe_canvas_scene_get_n_gates (self->scene); i++)
    {
      const TroupeCanvasGate *one = troupe_canvas_scene_get_nth_gate (self->scene, i);
      const char *rest = one->id + length;
      TroupePosition position = { NULL, one->x - TROUPE_GATE_RADIUS, one->y - TROUPE_GATE_RADIUS };

      if (!g_str_has_prefix (one->id, gate) ||
          (*rest != '\0' && *rest != '.' && gate[length - 1] != '/') ||
          g_str_has_prefix (rest, "start"))
        continue;
      g_ptr_array_add (ids, g_strdup_printf ("%s/%s", name, *rest == '.' ? rest + 1 : rest));
      position.id = g_ptr_array_index (ids, ids->len - 1);
      g_array_append_val (positions, position);
    }
  if (positions->len > 0)
    troupe_document_set_positions (TROUPE_DOCUMENT (self->document),
                                   (const TroupePosition *) positions->data, positions->len,
                                   _ ("Insert Method"));
}

void
_troupe_editor_place_on_wire (TroupeEditor *self, const char *name, const TroupeWireRoom *room)
{
  graphene_rect_t card = measure (self, name, 0, 0);
  double width = (double) card.size.width;
  double first = room->start + GAP;
  double last = room->end - GAP - width;
  double y = troupe_canvas_snap (room->y);

  if (room->gate != NULL && strstr (room->gate, "/start") == NULL)
    keep_gates (self, name, room->gate);

  if (room->end > room->start)
    {
      double x = troupe_canvas_snap (last > first ? (first + last) / 2 : first + 4);

      _troupe_editor_make_room (self, name, room->next, x, y, room->start);
    }
  else
    {
      /* The wire runs back: whatever is pushed, its ends come no farther apart. */
      TroupePosition position = { name, self->drop_x, self->drop_y };

      _troupe_editor_find_free (self, &position.x, &position.y);
      position.x = troupe_canvas_snap (position.x);
      position.y = troupe_canvas_snap (position.y);
      troupe_document_set_positions (TROUPE_DOCUMENT (self->document), &position, 1,
                                     _ ("Insert Method"));
    }
}
