/* troupe-editor-spacing.c: making space for inserted cards and gates
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#define G_LOG_DOMAIN "troupe-editor-spacing"

#include "config.h"

#include <glib/gi18n.h>
#include <math.h>
#include <string.h>

#include "troupe-editor-spacing.h"
#include "troupe-editor-places.h"
#include "troupe-plot.h"
#include "troupe-scene-notes.h"

#define GAP 48.0       /* between a card and the next one along a wire */
#define GATE_GAP 40.0  /* between a card and a gate after it: the wire must turn */
#define CLEAR 16.0     /* between two cards without a wire */
#define ROW 24.0       /* objects closer than this above or below are in the way */
#define MAX_SHIFTS 200 /* to the right, past obstacles */

/* --- Pushing objects aside -------------------------------------------------------------------- */

typedef struct
{
  TroupeDrawing *drawing;
  TroupePlotGraph *graph; /* as the document is now */
  int card;               /* the card that needs the space */
  double edge;            /* cards that begin right of it are pushed, with their gates */
  const char *next;       /* (nullable): always an obstacle, regardless of its row */
} Room;

static const TroupePlotNode *
get_node (const Room *room, guint index)
{
  return troupe_plot_graph_get_node (room->graph, index);
}

static graphene_rect_t
get_box (const TroupePlotNode *node)
{
  return GRAPHENE_RECT_INIT ((float) node->x, (float) node->y, (float) node->width,
                             (float) troupe_plot_node_get_run_height (node));
}

static gboolean
is_own (const Room *room, const TroupePlotNode *node)
{
  return node->owner == (guint) room->card;
}

/* Returns TRUE if the node is pushed. A gate is pushed together with its card. */
static gboolean
gives_way (const Room *room, const TroupePlotNode *node)
{
  return node->placed && !is_own (room, node) && get_node (room, node->owner)->placed &&
         get_node (room, node->owner)->x >= room->edge;
}

static gboolean
lies_beside (const graphene_rect_t *box, const graphene_rect_t *area, double margin)
{
  return (double) box->origin.y < (double) (area->origin.y + area->size.height) + margin &&
         (double) (box->origin.y + box->size.height) > (double) area->origin.y - margin;
}

/* An obstacle that the card must not overlap. */
typedef struct
{
  graphene_rect_t box;
  gboolean gives_way;
  gboolean is_next;
} Thing;

static GArray *
list_things (const Room *room)
{
  GArray *things = g_array_new (FALSE, FALSE, sizeof (Thing));
  TroupeCanvasScene *scene = troupe_drawing_get_scene (room->drawing);
  Thing thing;

  g_assert (room != NULL);

  for (guint i = 0; i < troupe_plot_graph_get_n_nodes (room->graph); i++)
    {
      const TroupePlotNode *node = get_node (room, i);

      if (!node->placed || is_own (room, node))
        continue;
      thing =
          (Thing){ get_box (node), gives_way (room, node), g_strcmp0 (node->id, room->next) == 0 };
      g_array_append_val (things, thing);
    }
  for (guint i = 0; i < troupe_canvas_scene_get_n_notes (scene); i++)
    {
      const TroupeCanvasNote *note = troupe_canvas_scene_get_nth_note (scene, i);

      thing = (Thing){ .gives_way = note->x >= room->edge };
      if (troupe_canvas_get_bounds (troupe_drawing_get_canvas (room->drawing), note->id,
                                    &thing.box))
        g_array_append_val (things, thing);
    }

  return things;
}

/* Pushes objects to the right by @missing. @own: (nullable): an additional position to write. */
static void
push (const Room *room, double missing, const TroupePosition *own, const char *label)
{
  g_autoptr (GArray) positions = NULL;

  g_assert (room != NULL);

  if (missing <= 0 && own == NULL)
    return;

  /* With the first position that the user sets, all automatic positions are stored, too, so that
   * the layout stays as it is seen. */
  positions = missing > 0
                  ? troupe_scene_builder_list_unplaced (troupe_drawing_get_builder (room->drawing))
                  : g_array_new (FALSE, FALSE, sizeof (TroupePosition));
  for (guint i = 0; missing > 0 && i < troupe_plot_graph_get_n_nodes (room->graph); i++)
    {
      const TroupePlotNode *node = get_node (room, i);
      TroupePosition position = { node->id, node->x + missing, node->y };

      if (gives_way (room, node))
        g_array_append_val (positions, position);
    }
  if (own != NULL)
    g_array_append_val (positions, *own);
  troupe_document_set_positions (TROUPE_DOCUMENT (troupe_drawing_get_document (room->drawing)),
                                 (const TroupePosition *) positions->data, positions->len, label);
  if (missing > 0)
    {
      TroupeFlowDocument *document = troupe_drawing_get_document (room->drawing);
      TroupeCanvasScene *scene = troupe_drawing_get_scene (room->drawing);

      for (guint i = 0; i < troupe_canvas_scene_get_n_notes (scene); i++)
        {
          const TroupeCanvasNote *note = troupe_canvas_scene_get_nth_note (scene, i);
          g_autofree char *id = g_strdup (note->id);
          g_autofree char *text = g_strdup (troupe_document_get_note_text (document, note->id));

          if (text != NULL && note->x >= room->edge)
            troupe_document_set_note (TROUPE_DOCUMENT (document), id, text, note->x + missing,
                                      note->y, note->width, note->height);
        }
    }
}

/* --- Inserting a card ------------------------------------------------------------------------- */

static void
make_room (TroupeDrawing *self,
           const char *name,
           const TroupeWireSpace *wire,
           double x,
           double y,
           double edge)
{
  g_autoptr (TroupePlotGraph) graph = troupe_scene_builder_plan (troupe_drawing_get_builder (self));
  Room room = { self, graph, troupe_plot_graph_find_node (graph, name), edge, wire->next };
  g_autoptr (GArray) things = NULL;
  TroupePosition own = { name, x, y };
  graphene_rect_t area;
  double end;
  double missing = 0;
  double shifted = 0;
  gboolean again = TRUE;

  g_assert (TROUPE_IS_DRAWING (self));

  if (room.card < 0)
    return;

  things = list_things (&room);
  area = troupe_editor_places_get_block (graph, (guint) room.card, x, y);
  /* Moves area to the right until it overlaps no fixed object. */
  for (guint round = 0; again && round < MAX_SHIFTS; round++)
    {
      graphene_rect_t around = area;

      again = FALSE;
      graphene_rect_inset (&around, (float) -CLEAR, (float) -CLEAR / 2);
      for (guint i = 0; !again && i < things->len; i++)
        {
          const Thing *thing = &g_array_index (things, Thing, i);
          double left = (double) (thing->box.origin.x + thing->box.size.width) + CLEAR + 1;
          double step = MAX (ceil ((left - (double) area.origin.x) / 8) * 8, 8);

          if (thing->gives_way || !graphene_rect_intersection (&around, &thing->box, NULL))
            continue;
          area.origin.x += (float) step;
          shifted += step;
          again = TRUE;
        }
    }
  own.x += shifted;
  end = (double) (area.origin.x + area.size.width) + GAP;
  for (guint i = 0; i < things->len; i++)
    {
      const Thing *thing = &g_array_index (things, Thing, i);

      if (thing->gives_way && (double) thing->box.origin.x < end &&
          (thing->is_next || lies_beside (&thing->box, &area, ROW)))
        missing = MAX (missing, end - (double) thing->box.origin.x);
    }
  push (&room, ceil (missing / 8) * 8, &own, _ ("Insert Method"));
}

/* --- Inserting a card into a wire ------------------------------------------------------------- */

gboolean
troupe_editor_spacing_measure_wire (TroupeDrawing *self, const char *id, TroupeWireSpace *room)
{
  const TroupePlotWire *wire =
      troupe_scene_builder_find_wire (troupe_drawing_get_builder (self), id);
  TroupePlotGraph *graph = troupe_scene_builder_get_graph (troupe_drawing_get_builder (self));
  const TroupePlotNode *source;
  const TroupePlotNode *target;
  graphene_rect_t from;
  graphene_rect_t to;
  graphene_point_t out;
  graphene_point_t in;

  g_return_val_if_fail (TROUPE_IS_DRAWING (self), FALSE);

  if (wire == NULL)
    return FALSE;

  source = troupe_plot_graph_get_node (graph, wire->source);
  target = troupe_plot_graph_get_node (graph, wire->target);
  if (!troupe_canvas_get_bounds (troupe_drawing_get_canvas (self), source->id, &from) ||
      !troupe_canvas_get_bounds (troupe_drawing_get_canvas (self), target->id, &to) ||
      !troupe_canvas_get_port (troupe_drawing_get_canvas (self), source->id, FALSE, wire->port,
                               &out) ||
      !troupe_canvas_get_port (troupe_drawing_get_canvas (self), target->id, TRUE, NULL, &in))
    return FALSE;

  *room = (TroupeWireSpace){ .start = (double) (from.origin.x + from.size.width),
                            .end = (double) to.origin.x,
                            .y = (double) (out.y + in.y) / 2 - TROUPE_CARD_PORT_Y };
  room->next = g_strdup (target->id);
  if (source->is_gate)
    room->gate = g_strdup (source->id);

  return TRUE;
}

void
troupe_wire_space_clear (TroupeWireSpace *room)
{
  g_clear_pointer (&room->next, g_free);
  g_clear_pointer (&room->gate, g_free);
}

/* Preserves the positions of a gate at the start of the wire and of the gates that lead into it.
 * That gate now belongs to the new card, so its id begins with the name of the card. */
static void
keep_gates (TroupeDrawing *self, const char *name, const char *gate)
{
  g_autoptr (GArray) positions = g_array_new (FALSE, FALSE, sizeof (TroupePosition));
  g_autoptr (GPtrArray) ids = g_ptr_array_new_with_free_func (g_free);
  gsize length = strlen (gate);

  g_assert (TROUPE_IS_DRAWING (self));

  for (guint i = 0; i < troupe_canvas_scene_get_n_gates (troupe_drawing_get_scene (self)); i++)
    {
      const TroupeCanvasGate *one =
          troupe_canvas_scene_get_nth_gate (troupe_drawing_get_scene (self), i);
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
    troupe_document_set_positions (TROUPE_DOCUMENT (troupe_drawing_get_document (self)),
                                   (const TroupePosition *) positions->data, positions->len,
                                   _ ("Insert Method"));
}

/* Returns the midpoint, or the position where the card was dropped, but at least the distance
 * that a wire needs from the start. */
static double
choose_x (const TroupeWireSpace *room, const graphene_rect_t *card, const double *wanted)
{
  double first = room->start + GAP;
  double last = room->end - GAP - (double) card->size.width;

  g_assert (room != NULL);

  if (wanted != NULL)
    return ceil (MAX (*wanted, first) / 8) * 8;

  return troupe_canvas_snap (last > first ? (first + last) / 2 : first + 4);
}

void
troupe_editor_spacing_place_on_wire (TroupeDrawing *self,
                                     const char *name,
                                     const TroupeWireSpace *room,
                                     const graphene_point_t *place,
                                     gboolean by_hand)
{
  graphene_rect_t card = troupe_editor_places_measure_block (self, name);
  double x = (double) place->x;
  double y = by_hand ? (double) place->y : room->y;

  g_return_if_fail (TROUPE_IS_DRAWING (self));

  if (room->gate != NULL && strstr (room->gate, "/start") == NULL)
    keep_gates (self, name, room->gate);

  if (room->end > room->start)
    {
      make_room (self, name, room, choose_x (room, &card, by_hand ? &x : NULL),
                 troupe_canvas_snap (y),
                 by_hand ? MAX (room->start, x - (double) card.size.width / 2) : room->start);
    }
  else
    {
      /* The wire runs backward, so pushing objects would not increase the distance between its
       * ends. */
      TroupePosition position = { name, x, (double) place->y };

      troupe_editor_places_find_free (self, name, TRUE, &position.x, &position.y);
      troupe_document_set_positions (TROUPE_DOCUMENT (troupe_drawing_get_document (self)),
                                     &position, 1, _ ("Insert Method"));
    }
}

/* --- New gates ----------------------------------------------------------------------------- */

/* Counts the new gates of the card and clears their positions. If the document contains the
 * position of an earlier gate with the same id, this position is stale. @n_stale is the number
 * of stale positions. */
static guint
forget_new_gates (const Room *room, guint *n_stale)
{
  guint n_new = 0;

  g_assert (room != NULL);

  *n_stale = 0;
  for (guint i = 0; i < troupe_plot_graph_get_n_nodes (room->graph); i++)
    {
      TroupePlotNode *node = troupe_plot_graph_get_node (room->graph, i);

      if (!node->is_gate || !is_own (room, node) ||
          troupe_canvas_scene_get_kind (troupe_drawing_get_scene (room->drawing), node->id) ==
              TROUPE_CANVAS_KIND_GATE)
        continue;
      n_new++;
      *n_stale += node->placed ? 1 : 0;
      node->placed = FALSE;
    }

  return n_new;
}

/* Overwrites stale positions of earlier gates with the positions of the new gates. */
static void
write_new_gates (TroupeDrawing *self, const char *name, const char *label)
{
  g_autoptr (TroupePlotGraph) graph = troupe_scene_builder_plan (troupe_drawing_get_builder (self));
  Room room = { self, graph, troupe_plot_graph_find_node (graph, name), 0, NULL };
  g_autoptr (GArray) positions = g_array_new (FALSE, FALSE, sizeof (TroupePosition));
  guint n_stale;

  g_assert (TROUPE_IS_DRAWING (self));

  forget_new_gates (&room, &n_stale);
  for (guint i = 0; i < troupe_plot_graph_get_n_nodes (graph); i++)
    {
      const TroupePlotNode *node = get_node (&room, i);
      TroupePosition position = { .id = node->id };

      if (node->is_gate && !node->placed && is_own (&room, node))
        g_array_append_val (positions, position);
    }
  troupe_plot_graph_arrange (graph, FALSE);
  for (guint i = 0; i < positions->len; i++)
    {
      TroupePosition *position = &g_array_index (positions, TroupePosition, i);
      int index = troupe_plot_graph_find_node (graph, position->id);

      position->x = get_node (&room, (guint) index)->x;
      position->y = get_node (&room, (guint) index)->y;
    }
  troupe_document_set_positions (TROUPE_DOCUMENT (troupe_drawing_get_document (self)),
                                 (const TroupePosition *) positions->data, positions->len, label);
}

void
troupe_editor_spacing_make_for_gates (TroupeDrawing *self, const char *name, const char *label)
{
  g_autoptr (TroupePlotGraph) graph = troupe_scene_builder_plan (troupe_drawing_get_builder (self));
  Room room = { self, graph, troupe_plot_graph_find_node (graph, name), 0, NULL };
  g_autofree gboolean *leads = NULL;
  const TroupePlotNode *card;
  graphene_rect_t area;
  double missing = 0;
  guint n_stale = 0;

  g_return_if_fail (TROUPE_IS_DRAWING (self));

  card = room.card >= 0 ? get_node (&room, (guint) room.card) : NULL;
  if (card == NULL || !card->placed || forget_new_gates (&room, &n_stale) == 0)
    return;

  room.edge = card->x;
  leads = g_new0 (gboolean, troupe_plot_graph_get_n_nodes (room.graph) + 1);
  for (guint i = 0; i < troupe_plot_graph_get_n_wires (room.graph); i++)
    {
      const TroupePlotWire *wire = troupe_plot_graph_get_wire (room.graph, i);

      if (is_own (&room, get_node (&room, wire->target)))
        leads[wire->source] = TRUE;
    }
  area = troupe_editor_places_get_block (graph, (guint) room.card, card->x, card->y);
  for (guint i = 0; i < troupe_plot_graph_get_n_nodes (graph); i++)
    {
      const TroupePlotNode *node = get_node (&room, i);
      graphene_rect_t box = get_box (node);
      double end = node->x + node->width;
      double gap = CLEAR;

      if (!node->placed || is_own (&room, node) || gives_way (&room, node) || node->x >= card->x)
        continue;
      /* A wire into a gate that begins to the right of the gate would have to turn back. */
      if (leads[i])
        gap = GATE_GAP;
      else if (!lies_beside (&box, &area, CLEAR / 2))
        continue;
      missing = MAX (missing, end + gap - (double) area.origin.x);
    }
  missing = ceil (missing / 8) * 8;
  if (missing > 0)
    {
      TroupePosition own = { name, card->x + missing, card->y };

      push (&room, missing, &own, label);
    }
  if (n_stale > 0)
    write_new_gates (self, name, label);
}
