/* troupe-canvas-arrange.c: align, distribute, straighten
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#define G_LOG_DOMAIN "troupe-canvas-arrange"

#include "config.h"

#include <math.h>

#include "troupe-canvas-hand-private.h"

typedef struct
{
  const CanvasMoved *moved;
  CanvasBox box;
} Placed;

static GArray *
collect_placed (TroupeCanvasHand *self, graphene_rect_t *around)
{
  GArray *all = g_array_new (FALSE, FALSE, sizeof (Placed));

  g_assert (TROUPE_IS_CANVAS_HAND (self));

  for (guint i = 0; i < self->moved->len; i++)
    {
      Placed placed = { &g_array_index (self->moved, CanvasMoved, i) };
      const TroupeRecord *record =
          troupe_scene_find (self->scene, TROUPE_CANVAS_KIND_GROUND, placed.moved->id);
      graphene_rect_t rect;

      if (record == NULL || record->kind == TROUPE_CANVAS_KIND_GROUP ||
          !troupe_canvas_geometry_get_box (self->geometry, record, &placed.box))
        continue;
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
put (TroupeCanvasHand *self, const Placed *placed, float dx, float dy)
{
  troupe_canvas_scene_set_position (self->scene, placed->moved->id, placed->moved->x + dx,
                                    placed->moved->y + dy);
}

static void
align (TroupeCanvasHand *self, GArray *all, const graphene_rect_t *around, char how)
{
  g_assert (TROUPE_IS_CANVAS_HAND (self));

  for (guint i = 0; i < all->len; i++)
    {
      const Placed *placed = &g_array_index (all, Placed, i);
      const CanvasBox *box = &placed->box;
      float right = around->origin.x + around->size.width - box->width;
      float bottom = around->origin.y + around->size.height - box->height;

      switch (how)
        {
        case 'L':
          put (self, placed, around->origin.x - box->x, 0);
          break;
        case 'C':
          put (self, placed, (around->origin.x + right) / 2 - box->x, 0);
          break;
        case 'R':
          put (self, placed, right - box->x, 0);
          break;
        case 'T':
          put (self, placed, 0, around->origin.y - box->y);
          break;
        case 'M':
          put (self, placed, 0, (around->origin.y + bottom) / 2 - box->y);
          break;
        case 'B':
        default:
          put (self, placed, 0, bottom - box->y);
          break;
        }
    }
}

static int
compare_x (gconstpointer a, gconstpointer b)
{
  float first = ((const Placed *) a)->box.x, second = ((const Placed *) b)->box.x;

  return (first > second) - (first < second);
}

static int
compare_y (gconstpointer a, gconstpointer b)
{
  float first = ((const Placed *) a)->box.y, second = ((const Placed *) b)->box.y;

  return (first > second) - (first < second);
}

/* The same room between all; the first and the last stay. */
static void
distribute (TroupeCanvasHand *self, GArray *all, const graphene_rect_t *around, gboolean across)
{
  float taken = 0, room, at;

  g_assert (TROUPE_IS_CANVAS_HAND (self));

  if (all->len < 3)
    return;
  g_array_sort (all, across ? compare_x : compare_y);
  for (guint i = 0; i < all->len; i++)
    {
      const CanvasBox *box = &g_array_index (all, Placed, i).box;

      taken += across ? box->width : box->height;
    }
  room = ((across ? around->size.width : around->size.height) - taken) / (float) (all->len - 1);
  at = across ? around->origin.x : around->origin.y;
  for (guint i = 0; i < all->len; i++)
    {
      const Placed *placed = &g_array_index (all, Placed, i);

      put (self, placed, across ? at - placed->box.x : 0, across ? 0 : at - placed->box.y);
      at += (across ? placed->box.width : placed->box.height) + room;
    }
}

/* Puts each selected thing at the height of the first wire that comes into it. */
static void
straighten (TroupeCanvasHand *self, GArray *all)
{
  guint n_routes;
  const CanvasRoute *routes = troupe_canvas_router_get_routes (self->router, &n_routes);

  g_assert (TROUPE_IS_CANVAS_HAND (self));

  for (guint i = 0; i < all->len; i++)
    {
      const Placed *placed = &g_array_index (all, Placed, i);
      const TroupeRecord *record =
          troupe_scene_find (self->scene, TROUPE_CANVAS_KIND_GROUND, placed->moved->id);

      for (guint r = 0; record != NULL && r < n_routes; r++)
        {
          const CanvasRoute *route = &routes[r];
          const graphene_point_t *points;

          if (route->n_segments == 0 || route->back || route->to != (int) record->index ||
              route->to_gate != (record->kind == TROUPE_CANVAS_KIND_GATE))
            continue;
          points = troupe_canvas_router_get_points (self->router, route);
          put (self, placed, 0, points[0].y - points[3 * route->n_segments].y);
          break;
        }
    }
}

void
troupe_canvas_hand_arrange (TroupeCanvasHand *self, char how)
{
  graphene_rect_t around = GRAPHENE_RECT_INIT (0, 0, 0, 0);
  g_autoptr (GArray) all = NULL;

  if (self->scene == NULL || !self->editable)
    return;

  troupe_canvas_router_refresh (self->router);
  troupe_hand_collect_moved (self);
  all = collect_placed (self, &around);
  troupe_canvas_scene_begin_update (self->scene);
  if (how == 'H' || how == 'V')
    distribute (self, all, &around, how == 'H');
  else if (how == 'S')
    straighten (self, all);
  else
    align (self, all, &around, how);
  troupe_canvas_scene_end_update (self->scene);
  troupe_hand_finish_move (self);
}
