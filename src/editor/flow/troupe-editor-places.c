/* troupe-editor-places.c: free positions on the canvas, computed from the actual sizes of objects
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#define G_LOG_DOMAIN "troupe-editor-places"

#include "config.h"

#include <math.h>

#include "troupe-clear-place.h"
#include "troupe-editor-places.h"
#include "troupe-plot.h"
#include "troupe-scene-notes.h"
#include "troupe-tree.h"

#define CLEAR 16.0f      /* between two unrelated objects */
#define CLEAR_WIRE 12.0f /* between an object and a wire */
#define PORTS 16.0f      /* in addition at the sides of a card, where its ports are */
#define MANY 40      /* more cards than this are moved as one area */
#define CARD_WIDTH 160.0
#define CARD_HEIGHT 52.0
#define BEHIND 72.0 /* between the selection and a new card right of it */

/* --- Sizes --------------------------------------------------------------------------------- */

graphene_rect_t
troupe_editor_places_get_block (TroupePlotGraph *graph, guint card, double x, double y)
{
  const TroupePlotNode *node = troupe_plot_graph_get_node (graph, card);
  double before;
  double above;
  double below;

  troupe_plot_graph_get_block (graph, card, &before, &above, &below);

  return GRAPHENE_RECT_INIT ((float) (x - before), (float) (y + TROUPE_CARD_PORT_Y - above),
                             (float) (before + node->width), (float) (above + below));
}

static graphene_rect_t
get_block_of (TroupePlotGraph *graph, const char *name)
{
  int card = name != NULL ? troupe_plot_graph_find_node (graph, name) : -1;

  if (card < 0)
    return GRAPHENE_RECT_INIT (0, 0, CARD_WIDTH, CARD_HEIGHT);

  return troupe_editor_places_get_block (graph, (guint) card, 0, 0);
}

graphene_rect_t
troupe_editor_places_measure_block (TroupeDrawing *self, const char *name)
{
  g_autoptr (TroupePlotGraph) graph = troupe_scene_builder_plan (troupe_drawing_get_builder (self));

  return get_block_of (graph, name);
}

/* --- Obstacles -------------------------------------------------------------------------------- */

static void
add_rect (GArray *rects, double x, double y, double width, double height)
{
  graphene_rect_t rect = GRAPHENE_RECT_INIT ((float) x, (float) y, (float) width, (float) height);

  g_array_append_val (rects, rect);
}

static void
add_obstacle (GArray *obstacles, const graphene_rect_t *area, float distance)
{
  TroupeObstacle obstacle = { *area, distance };

  g_array_append_val (obstacles, obstacle);
}

/* Lists the cards and gates that have a position, with room for their ports, except those of @names
 * (nullable). */
static GArray *
list_cards (TroupePlotGraph *graph, const char *const *names)
{
  GArray *obstacles = g_array_new (FALSE, FALSE, sizeof (TroupeObstacle));

  for (guint i = 0; i < troupe_plot_graph_get_n_nodes (graph); i++)
    {
      const TroupePlotNode *node = troupe_plot_graph_get_node (graph, i);
      graphene_rect_t area;

      if (!node->placed ||
          (names != NULL && g_strv_contains (names, troupe_plot_graph_get_owner (graph, node)->id)))
        continue;
      area = GRAPHENE_RECT_INIT ((float) node->x, (float) node->y, (float) node->width,
                                 (float) troupe_plot_node_get_run_height (node));
      graphene_rect_inset (&area, -PORTS, 0);
      add_obstacle (obstacles, &area, CLEAR);
    }

  return obstacles;
}

/* Adds the areas of the notes. @but: (nullable): notes to exclude */
static void
add_notes (TroupeDrawing *self, GArray *obstacles, const char *const *but)
{
  g_assert (TROUPE_IS_DRAWING (self));

  for (guint i = 0; i < troupe_canvas_scene_get_n_notes (troupe_drawing_get_scene (self)); i++)
    {
      const TroupeCanvasNote *note =
          troupe_canvas_scene_get_nth_note (troupe_drawing_get_scene (self), i);
      graphene_rect_t bounds;

      if ((but == NULL || !g_strv_contains (but, note->id)) &&
          troupe_canvas_get_bounds (troupe_drawing_get_canvas (self), note->id, &bounds))
        add_obstacle (obstacles, &bounds, CLEAR);
    }
}

/* Adds the wires as they are drawn. During an edit these are the wires before it, so that the wires
 * of a new card do not count. */
static void
add_wires (TroupeDrawing *self, GArray *obstacles)
{
  g_autoptr (GArray) areas = g_array_new (FALSE, FALSE, sizeof (graphene_rect_t));

  g_assert (TROUPE_IS_DRAWING (self));

  troupe_canvas_list_wire_areas (troupe_drawing_get_canvas (self), areas);
  for (guint i = 0; i < areas->len; i++)
    add_obstacle (obstacles, &g_array_index (areas, graphene_rect_t, i), CLEAR_WIRE);
}

/* --- Searching a free position ---------------------------------------------------------------- */

static graphene_rect_t
join_rects (const GArray *rects)
{
  graphene_rect_t all = g_array_index (rects, graphene_rect_t, 0);

  for (guint i = 1; i < rects->len; i++)
    graphene_rect_union (&all, &g_array_index (rects, graphene_rect_t, i), &all);

  return all;
}

/* Computes the shift of @own to the nearest position that is clear of all obstacles. */
static void
find_shift (GArray *own, const GArray *obstacles, double *dx, double *dy)
{
  if (own->len > MANY)
    {
      g_array_index (own, graphene_rect_t, 0) = join_rects (own);
      g_array_set_size (own, 1);
    }
  troupe_clear_place_find (own, obstacles, dx, dy);
}

static void
move_to_free (graphene_rect_t area, const GArray *obstacles, double *x, double *y)
{
  g_autoptr (GArray) own = g_array_new (FALSE, FALSE, sizeof (graphene_rect_t));
  double dx;
  double dy;

  *x = troupe_canvas_snap (*x);
  *y = troupe_canvas_snap (*y);
  graphene_rect_offset (&area, (float) *x, (float) *y);
  g_array_append_val (own, area);
  find_shift (own, obstacles, &dx, &dy);
  *x += dx;
  *y += dy;
}

void
troupe_editor_places_find_free (TroupeDrawing *self,
                                const char *name,
                                gboolean on_wire,
                                double *x,
                                double *y)
{
  g_autoptr (TroupePlotGraph) graph = troupe_scene_builder_plan (troupe_drawing_get_builder (self));
  const char *const names[] = { name, NULL };
  g_autoptr (GArray) others = list_cards (graph, names);

  g_return_if_fail (TROUPE_IS_DRAWING (self));

  add_notes (self, others, NULL);
  if (!on_wire)
    add_wires (self, others);
  move_to_free (get_block_of (graph, name), others, x, y);
}

void
troupe_editor_places_find_free_area (TroupeDrawing *self,
                                     double width,
                                     double height,
                                     double *x,
                                     double *y)
{
  g_autoptr (TroupePlotGraph) graph = troupe_scene_builder_plan (troupe_drawing_get_builder (self));
  g_autoptr (GArray) others = list_cards (graph, NULL);

  g_return_if_fail (TROUPE_IS_DRAWING (self));

  add_notes (self, others, NULL);
  add_wires (self, others);
  move_to_free (GRAPHENE_RECT_INIT (0, 0, (float) width, (float) height), others, x, y);
}

void
troupe_editor_places_find_room (TroupeDrawing *self,
                                TroupeEditorView *view,
                                const char *name,
                                double *x,
                                double *y)
{
  g_auto (GStrv) selected = troupe_drawing_list_selected (self, TROUPE_CANVAS_KIND_NODE);
  graphene_rect_t block = troupe_editor_places_measure_block (self, name);
  double right = -G_MAXDOUBLE;
  graphene_rect_t area;

  g_return_if_fail (TROUPE_IS_DRAWING (self));

  for (guint i = 0; selected[i] != NULL; i++)
    if (g_strcmp0 (selected[i], name) != 0 &&
        troupe_canvas_get_bounds (troupe_drawing_get_canvas (self), selected[i], &area))
      {
        if (right == -G_MAXDOUBLE)
          *y = (double) area.origin.y;
        right = MAX (right, (double) (area.origin.x + area.size.width));
      }
  if (right > -G_MAXDOUBLE)
    {
      *x = right + BEHIND - (double) block.origin.x;
    }
  else if (troupe_canvas_scene_get_n_nodes (troupe_drawing_get_scene (self)) == 0)
    {
      *x = 40;
      *y = 120;
    }
  else
    {
      troupe_editor_view_get_free (view, &area);
      *x = (double) (area.origin.x + (area.size.width - block.size.width) / 2);
      *y = (double) (area.origin.y + (area.size.height - block.size.height) / 2);
    }

  troupe_editor_places_find_free (self, name, FALSE, x, y);
}

/* --- Storing positions --------------------------------------------------------------------- */

/* Stores the positions of the cards that have none, as they are seen. */
static void
store_seen (TroupeDrawing *self, const char *label)
{
  g_autoptr (GArray) seen = troupe_scene_builder_list_unplaced (troupe_drawing_get_builder (self));

  g_assert (TROUPE_IS_DRAWING (self));

  if (seen->len > 0)
    troupe_document_set_positions (TROUPE_DOCUMENT (troupe_drawing_get_document (self)),
                                   (const TroupePosition *) seen->data, seen->len, label);
}

void
troupe_editor_places_store (TroupeDrawing *self, const TroupePosition *position, const char *label)
{
  TroupeDocument *document;

  g_return_if_fail (TROUPE_IS_DRAWING (self));
  g_return_if_fail (position != NULL);

  document = TROUPE_DOCUMENT (troupe_drawing_get_document (self));
  troupe_document_begin_edit (document, label);
  store_seen (self, label);
  troupe_document_set_positions (document, position, 1, label);
  troupe_document_end_edit (document);
}

/* --- Moving pasted items ---------------------------------------------------------------------- */

/* Gives methods without a position in the document the positions of an automatic layout of
 * @names, whose upper left corner is @x, @y. */
static void
arrange_new (TroupeDrawing *self, const char *const *names, double x, double y, const char *label)
{
  g_autofree char *text =
      troupe_flow_document_copy (troupe_drawing_get_document (self), names, NULL, NULL);
  g_autoptr (JsonNode) root = troupe_json_read (text, strlen (text), 0, NULL, NULL);
  g_autoptr (TroupeFlow) flow =
      root != NULL ? troupe_flow_new_from_node (root, NULL, NULL, NULL) : NULL;
  g_autoptr (TroupePlotGraph) graph =
      flow != NULL ? troupe_scene_builder_plan_flow (troupe_drawing_get_builder (self), flow)
                   : NULL;
  g_autoptr (GArray) positions = g_array_new (FALSE, FALSE, sizeof (TroupePosition));
  double left = G_MAXDOUBLE;
  double top = G_MAXDOUBLE;

  g_assert (TROUPE_IS_DRAWING (self));

  for (guint i = 0; graph != NULL && names[i] != NULL; i++)
    {
      int index = troupe_plot_graph_find_node (graph, names[i]);
      TroupePosition position = { names[i], 0, 0 };

      if (index < 0)
        continue;
      position.x = troupe_plot_graph_get_node (graph, (guint) index)->x;
      position.y = troupe_plot_graph_get_node (graph, (guint) index)->y;
      left = MIN (left, position.x);
      top = MIN (top, position.y);
      g_array_append_val (positions, position);
    }
  for (guint i = 0; i < positions->len; i++)
    {
      g_array_index (positions, TroupePosition, i).x += x - left;
      g_array_index (positions, TroupePosition, i).y += y - top;
    }
  troupe_document_set_positions (TROUPE_DOCUMENT (troupe_drawing_get_document (self)),
                                 (const TroupePosition *) positions->data, positions->len, label);
}

static gboolean
have_places (TroupeDrawing *self, const char *const *names)
{
  double x;
  double y;

  g_assert (TROUPE_IS_DRAWING (self));

  for (guint i = 0; names[i] != NULL; i++)
    if (!troupe_document_get_position (TROUPE_DOCUMENT (troupe_drawing_get_document (self)),
                                       names[i], &x, &y))
      return FALSE;

  return TRUE;
}

/* Adds the areas of the notes and of the groups without methods, as written in the document. */
static void
add_boxes (TroupeDrawing *self, GArray *rects, const char *section, const char *const *ids)
{
  static const char *const keys[] = { "x", "y", "width", "height" };
  const char *const path[] = { "x-troupe", section, NULL };
  JsonNode *node = troupe_json_tree_get (
      troupe_document_get_root (TROUPE_DOCUMENT (troupe_drawing_get_document (self))), path);
  JsonArray *list =
      node != NULL && JSON_NODE_HOLDS_ARRAY (node) ? json_node_get_array (node) : NULL;

  g_assert (TROUPE_IS_DRAWING (self));

  for (guint i = 0; list != NULL && i < json_array_get_length (list); i++)
    {
      JsonNode *item = json_array_get_element (list, i);
      const char *id = troupe_tree_get_member_text (item, "id");
      JsonArray *members = troupe_tree_get_member_list (item, "methods");
      double box[] = { 0, 0, CARD_WIDTH, CARD_HEIGHT };

      if (id == NULL || !g_strv_contains (ids, id) ||
          (members != NULL && json_array_get_length (members) > 0))
        continue;
      for (guint k = 0; k < G_N_ELEMENTS (keys); k++)
        troupe_tree_get_number (troupe_tree_get_member (item, keys[k]), &box[k]);
      add_rect (rects, box[0], box[1], CLAMP (box[2], 1, 1e5), CLAMP (box[3], 1, 1e5));
    }
}
void
troupe_editor_places_move_pasted (TroupeDrawing *self,
                                  const TroupeFlowPasted *pasted,
                                  double x,
                                  double y,
                                  const char *label)
{
  const char *const *names = (const char *const *) pasted->methods;
  const char *const *notes = (const char *const *) pasted->notes;
  g_autoptr (TroupePlotGraph) graph = NULL;
  g_autoptr (GArray) own = NULL;
  g_autoptr (GArray) others = NULL;
  graphene_rect_t area;
  double dx;
  double dy;

  g_return_if_fail (TROUPE_IS_DRAWING (self));

  store_seen (self, label);
  if (!have_places (self, names))
    arrange_new (self, names, x, y, label);
  graph = troupe_scene_builder_plan (troupe_drawing_get_builder (self));
  /* Lists the areas of the cards and of the gates in front of them. Cards and gates without a
   * position are included. */
  own = g_array_new (FALSE, FALSE, sizeof (graphene_rect_t));
  for (guint i = 0; names[i] != NULL; i++)
    {
      int card = troupe_plot_graph_find_node (graph, names[i]);
      const TroupePlotNode *node =
          card >= 0 ? troupe_plot_graph_get_node (graph, (guint) card) : NULL;
      graphene_rect_t block;

      if (node == NULL)
        continue;
      block = troupe_editor_places_get_block (graph, (guint) card, node->x, node->y);
      g_array_append_val (own, block);
    }
  /* A block is the space of a layout. Gates that have positions may be outside it. */
  for (guint i = 0; i < troupe_plot_graph_get_n_nodes (graph); i++)
    {
      const TroupePlotNode *node = troupe_plot_graph_get_node (graph, i);

      if (node->is_gate && node->placed &&
          g_strv_contains (names, troupe_plot_graph_get_owner (graph, node)->id))
        add_rect (own, node->x, node->y, node->width, node->height);
    }
  add_boxes (self, own, "notes", notes);
  add_boxes (self, own, "groups", (const char *const *) pasted->groups);
  if (own->len == 0)
    return;

  area = join_rects (own);
  x = troupe_canvas_snap (x - (double) area.origin.x);
  y = troupe_canvas_snap (y - (double) area.origin.y);
  for (guint i = 0; i < own->len; i++)
    graphene_rect_offset (&g_array_index (own, graphene_rect_t, i), (float) x, (float) y);
  others = list_cards (graph, names);
  add_notes (self, others, notes);
  add_wires (self, others);
  find_shift (own, others, &dx, &dy);
  troupe_flow_document_move_pasted (troupe_drawing_get_document (self), pasted, x + dx, y + dy,
                                    label);
}

/* --- Notes --------------------------------------------------------------------------------- */

void
troupe_editor_places_free_notes (TroupeDrawing *self)
{
  g_autoptr (TroupePlotGraph) graph = troupe_scene_builder_plan (troupe_drawing_get_builder (self));
  g_autoptr (GArray) cards = list_cards (graph, NULL);

  g_return_if_fail (TROUPE_IS_DRAWING (self));

  for (guint i = 0; i < troupe_canvas_scene_get_n_notes (troupe_drawing_get_scene (self)); i++)
    {
      const TroupeCanvasNote *note =
          troupe_canvas_scene_get_nth_note (troupe_drawing_get_scene (self), i);
      g_autofree char *text =
          g_strdup (troupe_document_get_note_text (troupe_drawing_get_document (self), note->id));
      const char *const but[] = { note->id, NULL };
      g_autoptr (GArray) own = g_array_new (FALSE, FALSE, sizeof (graphene_rect_t));
      graphene_rect_t bounds;
      double dx;
      double dy;

      if (text == NULL ||
          !troupe_canvas_get_bounds (troupe_drawing_get_canvas (self), note->id, &bounds))
        continue;
      g_array_append_val (own, bounds);
      find_shift (own, cards, &dx, &dy);
      if (dx == 0 && dy == 0)
        continue;
      add_notes (self, cards, but);
      find_shift (own, cards, &dx, &dy);
      troupe_document_set_note (TROUPE_DOCUMENT (troupe_drawing_get_document (self)), note->id,
                                text, note->x + dx, note->y + dy, note->width, note->height);
      /* Replaces the old position of the note with the new position. */
      g_array_set_size (cards,
                        cards->len -
                            troupe_canvas_scene_get_n_notes (troupe_drawing_get_scene (self)) + 1);
      graphene_rect_offset (&bounds, (float) dx, (float) dy);
      add_obstacle (cards, &bounds, CLEAR);
    }
}
