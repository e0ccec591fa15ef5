/* troupe-editor-bends.c: user-defined bends of wires
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#define G_LOG_DOMAIN "troupe-editor-bends"

#include "config.h"

#include <glib/gi18n.h>
#include <math.h>

#include "troupe-editor-bends.h"

#define MAX_BENDS 32

typedef struct
{
  double x;
  double y;
} Bend;

static const TroupeCanvasWire *
find_wire (TroupeDrawing *self, const char *id)
{
  g_assert (TROUPE_IS_DRAWING (self));

  return troupe_canvas_scene_get_wire (troupe_drawing_get_scene (self), id);
}

/* Returns the bends of a wire. (transfer full) (element-type Bend) */
static GArray *
list_bends (TroupeDrawing *self, const char *id)
{
  GArray *bends = g_array_new (FALSE, FALSE, sizeof (Bend));
  const TroupeCanvasWire *wire = find_wire (self, id);

  g_assert (TROUPE_IS_DRAWING (self));

  for (guint i = 0; wire != NULL && i < wire->n_bends; i++)
    {
      Bend bend = { wire->bends[2 * i], wire->bends[2 * i + 1] };

      g_array_append_val (bends, bend);
    }

  return bends;
}

/* An empty list removes the entry. */
static void
write_bends (TroupeDrawing *self, const char *id, const GArray *bends, const char *label)
{
  const char *const path[] = { "x-troupe", "bends", id, NULL };
  JsonArray *list = json_array_new ();
  g_autoptr (JsonNode) node = json_node_new (JSON_NODE_ARRAY);

  g_assert (TROUPE_IS_DRAWING (self));

  for (guint i = 0; i < bends->len; i++)
    {
      const Bend *bend = &g_array_index (bends, Bend, i);
      JsonArray *pair = json_array_new ();

      json_array_add_int_element (pair, (gint64) round (bend->x));
      json_array_add_int_element (pair, (gint64) round (bend->y));
      json_array_add_array_element (list, pair);
    }
  json_node_take_array (node, list);
  json_node_seal (node);
  troupe_editor_context_set (troupe_drawing_get_context (self), path, bends->len > 0 ? node : NULL,
                             label, NULL);
}

void
troupe_editor_bends_add (TroupeDrawing *self, const char *id, double x, double y)
{
  g_autofree char *wire_id = g_strdup (id);
  const TroupeCanvasWire *wire = find_wire (self, wire_id);
  g_autoptr (GArray) bends = list_bends (self, wire_id);
  Bend bend = { troupe_canvas_snap (x), troupe_canvas_snap (y) };
  graphene_point_t start = GRAPHENE_POINT_INIT_ZERO;
  graphene_point_t end = GRAPHENE_POINT_INIT_ZERO;
  double least = G_MAXDOUBLE;
  guint index = 0;
  Bend last;

  g_return_if_fail (TROUPE_IS_DRAWING (self));

  if (wire == NULL || bends->len >= MAX_BENDS)
    return;

  /* Finds the segment, between bends and the two ends, that is nearest to the point. */
  troupe_canvas_get_port (troupe_drawing_get_canvas (self), wire->from, FALSE, wire->from_port,
                          &start);
  troupe_canvas_get_port (troupe_drawing_get_canvas (self), wire->to, TRUE, NULL, &end);
  last = (Bend){ (double) start.x, (double) start.y };
  for (guint i = 0; i <= bends->len; i++)
    {
      Bend next = i < bends->len ? g_array_index (bends, Bend, i)
                                 : (Bend){ (double) end.x, (double) end.y };
      double distance;
      double dx;
      double dy;
      double square;
      double t;

      dx = next.x - last.x;
      dy = next.y - last.y;
      square = dx * dx + dy * dy;
      t = square > 0 ? ((bend.x - last.x) * dx + (bend.y - last.y) * dy) / square : 0;
      t = CLAMP (t, 0, 1);
      distance = hypot (bend.x - (last.x + t * dx), bend.y - (last.y + t * dy));
      if (distance < least)
        {
          least = distance;
          index = i;
        }
      last = next;
    }
  g_array_insert_val (bends, index, bend);
  write_bends (self, wire_id, bends, _ ("Add Bend"));
}

void
troupe_editor_bends_move (TroupeDrawing *self, const char *id, guint index, double x, double y)
{
  g_autofree char *wire_id = g_strdup (id);
  g_autoptr (GArray) bends = list_bends (self, wire_id);

  g_return_if_fail (TROUPE_IS_DRAWING (self));

  if (index >= bends->len)
    return;

  g_array_index (bends, Bend, index) = (Bend){ troupe_canvas_snap (x), troupe_canvas_snap (y) };
  write_bends (self, wire_id, bends, _ ("Move Bend"));
}

/* Returns the move of the item, or NULL if it was not moved. (transfer none) */
static const TroupeCanvasMove *
find_move (const TroupeCanvasMove *moves, guint n_moves, const char *id)
{
  for (guint i = 0; i < n_moves; i++)
    if (g_strcmp0 (moves[i].id, id) == 0)
      return &moves[i];
  return NULL;
}

void
troupe_editor_bends_carry (TroupeDrawing *self,
                           const TroupeCanvasMove *moves,
                           guint n_moves,
                           const char *label)
{
  TroupeDocument *document;
  g_autoptr (JsonNode) all = NULL;
  JsonNode *found;
  g_autoptr (GList) ids = NULL;

  g_return_if_fail (TROUPE_IS_DRAWING (self));
  g_return_if_fail (moves != NULL || n_moves == 0);

  document = TROUPE_DOCUMENT (troupe_drawing_get_document (self));
  found = troupe_json_tree_get (troupe_document_get_root (document),
                                (const char *const[]){ "x-troupe", "bends", NULL });
  if (found == NULL || !JSON_NODE_HOLDS_OBJECT (found))
    return;
  /* Each edit replaces the tree, to which the ids belong. */
  all = json_node_ref (found);
  ids = json_object_get_members (json_node_get_object (all));
  for (GList *l = ids; l != NULL; l = l->next)
    {
      g_autofree char *id = g_strdup (l->data);
      const TroupeCanvasWire *wire = find_wire (self, id);
      const TroupeCanvasMove *from = wire != NULL ? find_move (moves, n_moves, wire->from) : NULL;
      const TroupeCanvasMove *to = wire != NULL ? find_move (moves, n_moves, wire->to) : NULL;
      g_autoptr (GArray) bends = NULL;
      double x, y;

      if (from == NULL || to == NULL)
        continue;
      x = from->new_x - from->old_x;
      y = from->new_y - from->old_y;
      if ((x == 0 && y == 0) || to->new_x - to->old_x != x || to->new_y - to->old_y != y)
        continue;
      bends = list_bends (self, id);
      for (guint i = 0; i < bends->len; i++)
        {
          g_array_index (bends, Bend, i).x += x;
          g_array_index (bends, Bend, i).y += y;
        }
      write_bends (self, id, bends, label);
    }
}

void
troupe_editor_bends_add_to_selected (TroupeDrawing *self)
{
  g_auto (GStrv) wires = troupe_drawing_list_selected (self, TROUPE_CANVAS_KIND_WIRE);
  graphene_rect_t bounds;

  g_return_if_fail (TROUPE_IS_DRAWING (self));

  for (guint i = 0; wires[i] != NULL; i++)
    if (troupe_canvas_get_bounds (troupe_drawing_get_canvas (self), wires[i], &bounds))
      troupe_editor_bends_add (self, wires[i], (double) (bounds.origin.x + bounds.size.width / 2),
                               (double) (bounds.origin.y + bounds.size.height / 2));
}

gboolean
troupe_editor_bends_are_selected (TroupeDrawing *self)
{
  g_auto (GStrv) wires = NULL;

  g_return_val_if_fail (TROUPE_IS_DRAWING (self), FALSE);

  wires = troupe_drawing_list_selected (self, TROUPE_CANVAS_KIND_WIRE);
  for (guint i = 0; wires[i] != NULL; i++)
    {
      const TroupeCanvasWire *wire = find_wire (self, wires[i]);

      if (wire != NULL && wire->n_bends > 0)
        return TRUE;
    }
  return FALSE;
}

void
troupe_editor_bends_remove_selected (TroupeDrawing *self)
{
  g_auto (GStrv) wires = troupe_drawing_list_selected (self, TROUPE_CANVAS_KIND_WIRE);
  g_autoptr (GArray) none = g_array_new (FALSE, FALSE, sizeof (Bend));

  g_return_if_fail (TROUPE_IS_DRAWING (self));

  troupe_document_begin_edit (TROUPE_DOCUMENT (troupe_drawing_get_document (self)),
                              _ ("Remove Bends"));
  for (guint i = 0; wires[i] != NULL; i++)
    {
      const TroupeCanvasWire *wire = find_wire (self, wires[i]);

      if (wire != NULL && wire->n_bends > 0)
        write_bends (self, wires[i], none, _ ("Remove Bends"));
    }
  troupe_document_end_edit (TROUPE_DOCUMENT (troupe_drawing_get_document (self)));
}
