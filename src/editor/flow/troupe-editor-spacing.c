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
#include "troupe-condition-tree.h"
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
    {
      const char *gate = room->gate;
      g_autoptr (GArray) positions = g_array_new (FALSE, FALSE, sizeof (TroupePosition));
      g_autoptr (GPtrArray) ids = g_ptr_array_new_with_free_func (g_free);
      gsize length = strlen (gate);

      /* Preserves the positions of a gate at the start of the wire and of the gates that lead
       * into it. That gate now belongs to the new card, so its id begins with the name of the
       * card. */
      for (guint i = 0; i < troupe_canvas_scene_get_n_gates (troupe_drawing_get_scene (self)); i++)
        {
          const TroupeCanvasGate *one =
              troupe_canvas_scene_get_nth_gate (troupe_drawing_get_scene (self), i);
          const char *rest = one->id + length;
          TroupePosition position = { NULL, one->x - TROUPE_GATE_RADIUS,
                                      one->y - TROUPE_GATE_RADIUS };

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

  if (room->end > room->start)
    {
      const double *wanted = by_hand ? &x : NULL;
      double first = room->start + GAP;
      double last = room->end - GAP - (double) card.size.width;
      double result;

      if (wanted != NULL)
        result = ceil (MAX (*wanted, first) / 8) * 8;
      else
        result = troupe_canvas_snap (last > first ? (first + last) / 2 : first + 4);
      make_room (self, name, room, result, troupe_canvas_snap (y),
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

/* --- Gates after an edit of a condition -------------------------------------------------------- */

/* A gate of the card, as the document is now.
 * @old: (nullable): the same gate on the canvas, where it may have another ID; %NULL for a new gate
 * @is_by_hand: whether the user has placed it away from its card */
typedef struct
{
  TroupePlotNode *node;
  const TroupeCanvasGate *old;
  gboolean is_by_hand;
} OwnGate;

/* Returns the kind and the inputs of a gate as a text, by which it is recognized when its place in the condition, and so
 * its ID, has changed. (transfer full) */
static char *
describe_gate (gboolean is_and, const char *const *inputs)
{
  g_autofree char *list = g_strjoinv ("\n", (char **) inputs);

  return g_strdup_printf ("%s\n%s", is_and ? "and" : "or", list);
}

/* (transfer full) */
static char *
describe_node (const Room *room, const TroupePlotNode *node)
{
  TroupeFlow *flow = troupe_flow_document_get_flow (troupe_drawing_get_document (room->drawing));
  const TroupeFlowMethod *method = troupe_flow_get_method (flow, node->owner);
  const char *path = strchr (node->id, '/') + 1;
  const TroupeCondition *gate =
      troupe_condition_get_part (troupe_flow_method_get_condition (method, path), path);
  g_autoptr (GStrvBuilder) builder = g_strv_builder_new ();
  g_auto (GStrv) inputs = NULL;

  g_assert (room != NULL);

  for (guint i = 0; gate != NULL && i < gate->n_children; i++)
    {
      g_autofree char *input = troupe_condition_to_text (gate->children[i]);

      g_strv_builder_add (builder, input);
    }
  inputs = g_strv_builder_end (builder);
  return describe_gate (node->gate_is_and, (const char *const *) inputs);
}

/* Returns TRUE if the gate on the canvas is where gates are placed automatically. */
static gboolean
is_before_card (const Room *room, const TroupeCanvasGate *gate)
{
  TroupePlotGraph *graph =
      troupe_scene_builder_get_graph (troupe_drawing_get_builder (room->drawing));
  const int card = troupe_plot_graph_find_node (graph, get_node (room, (guint) room->card)->id);
  const TroupePlotNode *node = card >= 0 ? troupe_plot_graph_get_node (graph, (guint) card) : NULL;
  graphene_rect_t block;

  if (node == NULL)
    return TRUE;
  block = troupe_editor_places_get_block (graph, (guint) card, node->x, node->y);
  graphene_rect_inset (&block, (float) -CLEAR, (float) -CLEAR);
  return graphene_rect_contains_point (&block,
                                       &GRAPHENE_POINT_INIT ((float) gate->x, (float) gate->y));
}

/* Lists the gates of the card. A gate is the same one if it has the same inputs, or the same ID and the gate that had it
 * is not elsewhere now. (transfer full) (element-type OwnGate) */
static GArray *
list_own_gates (const Room *room)
{
  GArray *gates = g_array_new (FALSE, FALSE, sizeof (OwnGate));
  TroupeCanvasScene *scene = troupe_drawing_get_scene (room->drawing);
  g_autofree char *prefix = g_strconcat (get_node (room, (guint) room->card)->id, "/", NULL);
  g_autoptr (GHashTable) olds = g_hash_table_new_full (g_str_hash, g_str_equal, g_free, NULL);
  g_autoptr (GHashTable) found = g_hash_table_new (g_direct_hash, g_direct_equal);

  for (guint i = 0; i < troupe_canvas_scene_get_n_gates (scene); i++)
    {
      const TroupeCanvasGate *old = troupe_canvas_scene_get_nth_gate (scene, i);

      if (g_str_has_prefix (old->id, prefix))
        g_hash_table_insert (olds, describe_gate (old->kind == TROUPE_CANVAS_GATE_AND, old->inputs),
                             (gpointer) old);
    }
  for (guint i = 0; i < troupe_plot_graph_get_n_nodes (room->graph); i++)
    {
      OwnGate gate = { .node = troupe_plot_graph_get_node (room->graph, i) };
      g_autofree char *text = NULL;

      if (!gate.node->is_gate || !is_own (room, gate.node))
        continue;
      text = describe_node (room, gate.node);
      gate.old = g_hash_table_lookup (olds, text);
      if (gate.old != NULL)
        g_hash_table_add (found, (gpointer) gate.old);
      g_array_append_val (gates, gate);
    }
  for (guint i = 0; i < gates->len; i++)
    {
      OwnGate *gate = &g_array_index (gates, OwnGate, i);
      const TroupeCanvasGate *same = troupe_canvas_scene_get_gate (scene, gate->node->id);

      if (gate->old == NULL && same != NULL && !g_hash_table_contains (found, same))
        gate->old = same;
      gate->is_by_hand = gate->old != NULL && !is_before_card (room, gate->old);
    }
  return gates;
}

/* Returns how far the card has to move to the right for its gates. */
static double
measure_missing (const Room *room, const TroupePlotNode *card)
{
  g_autofree gboolean *leads = g_new0 (gboolean, troupe_plot_graph_get_n_nodes (room->graph) + 1);
  const graphene_rect_t area =
      troupe_editor_places_get_block (room->graph, (guint) room->card, card->x, card->y);
  double missing = 0;

  g_assert (room != NULL);

  for (guint i = 0; i < troupe_plot_graph_get_n_wires (room->graph); i++)
    {
      const TroupePlotWire *wire = troupe_plot_graph_get_wire (room->graph, i);

      if (is_own (room, get_node (room, wire->target)))
        leads[wire->source] = TRUE;
    }
  for (guint i = 0; i < troupe_plot_graph_get_n_nodes (room->graph); i++)
    {
      const TroupePlotNode *node = get_node (room, i);
      graphene_rect_t box = get_box (node);
      double end = node->x + node->width;
      double gap = CLEAR;

      if (!node->placed || is_own (room, node) || gives_way (room, node) || node->x >= card->x)
        continue;
      /* A wire into a gate that begins to the right of the gate would have to turn back. */
      if (leads[i])
        gap = GATE_GAP;
      else if (!lies_beside (&box, &area, CLEAR / 2))
        continue;
      missing = MAX (missing, end + gap - (double) area.origin.x);
    }
  return ceil (missing / 8) * 8;
}

/* Stores the places of the gates: of those that were placed by hand where they were, @shift pixels to the right, and of
 * the others where they are placed automatically. */
static void
store_gates (TroupeDrawing *self, const char *name, double shift, const char *label)
{
  g_autoptr (TroupePlotGraph) graph = troupe_scene_builder_plan (troupe_drawing_get_builder (self));
  Room room = { self, graph, troupe_plot_graph_find_node (graph, name), 0, NULL };
  g_autoptr (GArray) gates = list_own_gates (&room);
  g_autoptr (GArray) positions = g_array_new (FALSE, FALSE, sizeof (TroupePosition));

  g_assert (TROUPE_IS_DRAWING (self));

  for (guint i = 0; i < gates->len; i++)
    {
      const OwnGate *gate = &g_array_index (gates, OwnGate, i);

      gate->node->placed = gate->is_by_hand;
      if (!gate->is_by_hand)
        continue;
      gate->node->x = gate->old->x - TROUPE_GATE_RADIUS + shift;
      gate->node->y = gate->old->y - TROUPE_GATE_RADIUS;
    }
  troupe_plot_graph_arrange (graph, FALSE);
  for (guint i = 0; i < gates->len; i++)
    {
      const TroupePlotNode *node = g_array_index (gates, OwnGate, i).node;
      TroupePosition position = { node->id, node->x, node->y };

      g_array_append_val (positions, position);
    }
  troupe_document_set_positions (TROUPE_DOCUMENT (troupe_drawing_get_document (self)),
                                 (const TroupePosition *) positions->data, positions->len, label);
}

double
troupe_editor_spacing_settle_gates (TroupeDrawing *self, const char *name, const char *label)
{
  g_autoptr (TroupePlotGraph) graph = NULL;
  g_autoptr (GArray) gates = NULL;
  Room room;
  const TroupePlotNode *card;
  gboolean has_new = FALSE, has_old = FALSE, has_stale = FALSE;
  double missing = 0;

  g_return_val_if_fail (TROUPE_IS_DRAWING (self), 0);

  graph = troupe_scene_builder_plan (troupe_drawing_get_builder (self));
  room = (Room){ self, graph, troupe_plot_graph_find_node (graph, name), 0, NULL };
  card = room.card >= 0 ? get_node (&room, (guint) room.card) : NULL;
  if (card == NULL || !card->placed)
    return 0;
  gates = list_own_gates (&room);
  for (guint i = 0; i < gates->len; i++)
    {
      const OwnGate *gate = &g_array_index (gates, OwnGate, i);

      has_new = has_new || gate->old == NULL;
      has_old = has_old || gate->old != NULL;
      /* The place is that of another gate, which had the same ID. */
      has_stale =
          has_stale || (gate->node->placed &&
                        (gate->old == NULL || !g_str_equal (gate->old->id, gate->node->id)));
      gate->node->placed = gate->is_by_hand;
    }
  if (has_new)
    {
      TroupePosition own = { name, card->x, card->y };

      room.edge = card->x;
      missing = measure_missing (&room, card);
      own.x += missing;
      if (missing > 0)
        push (&room, missing, &own, label);
    }
  /* A gate that remains moves with its card. */
  if (has_stale || (has_old && missing > 0))
    store_gates (self, name, missing, label);
  return missing;
}
