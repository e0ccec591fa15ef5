/* troupe-canvas-arrange.c: aligns and distributes items, straightens wires
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#define G_LOG_DOMAIN "troupe-canvas-arrange"

#include "config.h"

#include <math.h>
#include <string.h>

#include "troupe-canvas-input-private.h"

/* Space between items that would lie on each other, in units of the canvas. */
#define ALIGN_GAP 24.0f

/* An item to arrange. @box: before it was moved */
typedef struct
{
  const CanvasMoved *moved;
  const TroupeRecord *record;
  CanvasBox box;
  float dy; /* how far it was moved down */
} Placed;

static GArray *
collect_placed (TroupeCanvasInput *self, graphene_rect_t *around)
{
  GArray *all = g_array_new (FALSE, FALSE, sizeof (Placed));

  g_assert (TROUPE_IS_CANVAS_INPUT (self));

  for (guint i = 0; i < self->moved->len; i++)
    {
      Placed placed = { &g_array_index (self->moved, CanvasMoved, i) };
      const TroupeRecord *record =
          troupe_scene_find (self->scene, TROUPE_CANVAS_KIND_GROUND, placed.moved->id);
      graphene_rect_t rect;

      if (record == NULL || record->kind == TROUPE_CANVAS_KIND_GROUP ||
          !troupe_canvas_geometry_get_box (self->geometry, record, &placed.box))
        continue;
      placed.record = record;
      rect = GRAPHENE_RECT_INIT (placed.box.x, placed.box.y, placed.box.width, placed.box.height);
      if (all->len > 0)
        graphene_rect_union (around, &rect, around);
      else
        *around = rect;
      g_array_append_val (all, placed);
    }

  return all;
}

static void
put (TroupeCanvasInput *self, const Placed *placed, float dx, float dy)
{
  troupe_canvas_scene_set_position (self->scene, placed->moved->id, placed->moved->x + dx,
                                    placed->moved->y + dy);
}

/* Sorts by the first number, and by the second one if the first ones are equal. */
static int
compare (float first, float second, float then_first, float then_second)
{
  const int order = (first > second) - (first < second);

  return order != 0 ? order : (then_first > then_second) - (then_first < then_second);
}

static int
compare_x (gconstpointer a, gconstpointer b)
{
  const CanvasBox *first = &((const Placed *) a)->box, *second = &((const Placed *) b)->box;

  return compare (first->x, second->x, first->y, second->y);
}

static int
compare_y (gconstpointer a, gconstpointer b)
{
  const CanvasBox *first = &((const Placed *) a)->box, *second = &((const Placed *) b)->box;

  return compare (first->y, second->y, first->x, second->x);
}

/* Returns how far an item must be moved beyond its predecessor so that they do not lie on each other.
 * @end: (inout): the end of the items so far */
static float
find_room (float start, float length, gboolean is_first, float *end)
{
  const float shift = !is_first && start < *end ? *end + ALIGN_GAP - start : 0;

  *end = is_first ? start + length : MAX (*end, start + shift + length);
  return shift;
}

/* Items that are aligned in one direction keep apart in the other one. */
static void
align (TroupeCanvasInput *self, GArray *all, const graphene_rect_t *around, char how)
{
  const gboolean is_column = strchr ("LCR", how) != NULL;
  float end = 0;

  g_assert (TROUPE_IS_CANVAS_INPUT (self));

  g_array_sort (all, is_column ? compare_y : compare_x);
  for (guint i = 0; i < all->len; i++)
    {
      const Placed *placed = &g_array_index (all, Placed, i);
      const CanvasBox *box = &placed->box;
      float right = around->origin.x + around->size.width - box->width;
      float bottom = around->origin.y + around->size.height - box->height;
      const float room = is_column ? find_room (box->y, box->height, i == 0, &end)
                                   : find_room (box->x, box->width, i == 0, &end);

      switch (how)
        {
        case 'L':
          put (self, placed, around->origin.x - box->x, room);
          break;
        case 'C':
          put (self, placed, (around->origin.x + right) / 2 - box->x, room);
          break;
        case 'R':
          put (self, placed, right - box->x, room);
          break;
        case 'T':
          put (self, placed, room, around->origin.y - box->y);
          break;
        case 'M':
          put (self, placed, room, (around->origin.y + bottom) / 2 - box->y);
          break;
        case 'B':
        default:
          put (self, placed, room, bottom - box->y);
          break;
        }
    }
}

static gboolean
overlap (const CanvasBox *a, float a_dy, const CanvasBox *b, float b_dy)
{
  return a->x < b->x + b->width && b->x < a->x + a->width &&
         a->y + a_dy < b->y + b_dy + b->height && b->y + b_dy < a->y + a_dy + a->height;
}

/* Returns TRUE if no other item is located at the position of @placed moved down by @dy. */
static gboolean
is_free (TroupeCanvasInput *self, GArray *all, const Placed *placed, float dy)
{
  guint n_boxes;
  const CanvasBox *boxes = troupe_canvas_geometry_get_boxes (self->geometry, &n_boxes);
  g_autofree gboolean *is_moved = g_new0 (gboolean, MAX (n_boxes, 1));

  g_assert (TROUPE_IS_CANVAS_INPUT (self));

  for (guint i = 0; i < all->len; i++)
    {
      const Placed *other = &g_array_index (all, Placed, i);

      if (other->record->kind == TROUPE_CANVAS_KIND_NODE)
        is_moved[other->record->index] = TRUE;
      if (other != placed && overlap (&placed->box, dy, &other->box, other->dy))
        return FALSE;
    }
  for (guint i = 0; i < n_boxes; i++)
    if (!is_moved[i] && overlap (&placed->box, dy, &boxes[i], 0))
      return FALSE;
  return TRUE;
}

/* Returns how far the source of the wire was moved. */
static float
get_source_dy (GArray *all, const CanvasRoute *route)
{
  for (guint i = 0; i < all->len; i++)
    {
      const Placed *placed = &g_array_index (all, Placed, i);

      if (placed->record->index == (guint) route->from &&
          placed->record->kind ==
              (route->from_gate ? TROUPE_CANVAS_KIND_GATE : TROUPE_CANVAS_KIND_NODE))
        return placed->dy;
    }
  return 0;
}

static void
straighten_one (TroupeCanvasInput *self, GArray *all, Placed *placed)
{
  guint n_routes;
  const CanvasRoute *routes = troupe_canvas_router_get_routes (self->router, &n_routes);

  g_assert (TROUPE_IS_CANVAS_INPUT (self));

  for (guint r = 0; r < n_routes; r++)
    {
      const CanvasRoute *route = &routes[r];
      const graphene_point_t *points;
      float dy;

      if (route->n_segments == 0 || route->back || route->to != (int) placed->record->index ||
          route->to_gate != (placed->record->kind == TROUPE_CANVAS_KIND_GATE))
        continue;
      points = troupe_canvas_router_get_points (self->router, route);
      dy = points[0].y + get_source_dy (all, route) - points[3 * route->n_segments].y;
      if (is_free (self, all, placed, dy))
        {
          placed->dy = dy;
          put (self, placed, 0, dy);
        }
      return;
    }
}

void
troupe_canvas_input_arrange (TroupeCanvasInput *self, char how)
{
  graphene_rect_t around = GRAPHENE_RECT_INIT (0, 0, 0, 0);
  g_autoptr (GArray) all = NULL;

  g_assert (TROUPE_IS_CANVAS_INPUT (self));

  if (self->scene == NULL || !self->editable)
    return;

  troupe_canvas_router_refresh (self->router);
  troupe_canvas_input_collect_moved (self);
  all = collect_placed (self, &around);
  troupe_canvas_scene_begin_update (self->scene);
  if (how == 'H' || how == 'V')
    {
      gboolean across = how == 'H';
      float taken = 0, room, at;

      /* Makes the space between all items equal. The first and the last item are not moved. */
      if (all->len >= 3)
        {
          g_array_sort (all, across ? compare_x : compare_y);
          for (guint i = 0; i < all->len; i++)
            {
              const CanvasBox *box = &g_array_index (all, Placed, i).box;

              taken += across ? box->width : box->height;
            }
          room =
              ((across ? around.size.width : around.size.height) - taken) / (float) (all->len - 1);
          at = across ? around.origin.x : around.origin.y;
          for (guint i = 0; i < all->len; i++)
            {
              const Placed *placed = &g_array_index (all, Placed, i);

              put (self, placed, across ? at - placed->box.x : 0, across ? 0 : at - placed->box.y);
              at += (across ? placed->box.width : placed->box.height) + room;
            }
        }
    }
  else if (how == 'S')
    {
      /* Moves each selected item to the height of its first incoming wire, from left to right,
       * so that a chain becomes a straight line. An item is not moved if there is another item
       * at the new position. */
      g_array_sort (all, compare_x);
      for (guint i = 0; i < all->len; i++)
        straighten_one (self, all, &g_array_index (all, Placed, i));
    }
  else
    align (self, all, &around, how);
  troupe_canvas_scene_end_update (self->scene);
  g_signal_emit (self->canvas, troupe_canvas_signals[SIGNAL_ARRANGING], 0, how);
  troupe_canvas_input_finish_move (self);
  g_signal_emit (self->canvas, troupe_canvas_signals[SIGNAL_ARRANGING], 0, 0);
}
