/* troupe-canvas-obstacles.c: obstacles for the wire router, and paths drawn by the canvas
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#define G_LOG_DOMAIN "troupe-canvas-obstacles"

#include "config.h"

#include "troupe-canvas-obstacles.h"

#include <math.h>
#include <string.h>

#include "troupe-canvas-sizes.h"

#define STRIP_ROOM 28.0 /* free space below a card: a run must not move wires */
#define GATE_INSET 4.0  /* a gate is round: its obstacle is smaller than its box */

struct _CanvasGround
{
  TroupeCanvasGeometry *geometry; /* not owned */
  GArray *boxes;                  /* TroupeRouteBox: cards, then gates */
  TroupeRouteField *field;
  double x0; /* changed range; x0 > x1: no change */
  double x1;
};

/* --- Obstacles -------------------------------------------------------------------------------- */

/* @geometry: must outlive it */
CanvasGround *
troupe_canvas_obstacles_new (TroupeCanvasGeometry *geometry)
{
  CanvasGround *self = g_new0 (CanvasGround, 1);

  self->geometry = geometry;
  self->boxes = g_array_new (FALSE, FALSE, sizeof (TroupeRouteBox));
  self->field = troupe_route_field_new (NULL, 0);
  return self;
}

void
troupe_canvas_obstacles_free (CanvasGround *self)
{
  g_array_unref (self->boxes);
  troupe_route_field_unref (self->field);
  g_free (self);
}

static void
note_change (CanvasGround *self, const TroupeRouteBox *box)
{
  self->x0 = MIN (self->x0, box->x);
  self->x1 = MAX (self->x1, box->x + box->width);
}

void
troupe_canvas_obstacles_refresh (CanvasGround *self, const char *lifted)
{
  TroupeCanvasScene *scene;
  guint n_cards;
  const CanvasBox *cards;
  GArray *boxes = g_array_new (FALSE, FALSE, sizeof (TroupeRouteBox));

  scene = troupe_canvas_geometry_get_scene (self->geometry);
  cards = troupe_canvas_geometry_get_boxes (self->geometry, &n_cards);
  for (guint i = 0; i < n_cards; i++)
    {
      TroupeRouteBox box = { (double) cards[i].x, (double) cards[i].y, (double) cards[i].width,
                             (double) cards[i].rest_height,
                             (double) cards[i].rest_height + STRIP_ROOM };

      g_array_append_val (boxes, box);
    }
  for (guint i = 0; scene != NULL && i < troupe_scene_count (scene, TROUPE_CANVAS_KIND_GATE); i++)
    {
      const TroupeCanvasGate *gate = &troupe_scene_gate (scene, i)->gate;
      double side = 2 * ((double) GATE_RADIUS - GATE_INSET);
      TroupeRouteBox box = { gate->x - side / 2, gate->y - side / 2, side, side, side };

      g_array_append_val (boxes, box);
    }

  if (lifted != NULL)
    {
      const TroupeRecord *record =
          troupe_scene_find (troupe_canvas_geometry_get_scene (self->geometry),
                             TROUPE_CANVAS_KIND_NODE, lifted);
      guint other = record != NULL && record->index == 0 ? 1 : 0;
      const TroupeRouteBox *shelter;

      /* Removes a card as an obstacle by shrinking its box to a point inside of another card's
       * box. */
      if (record != NULL && boxes->len >= 2 && record->index < boxes->len)
        {
          shelter = &g_array_index (boxes, TroupeRouteBox, other);
          g_array_index (boxes, TroupeRouteBox, record->index) =
              (TroupeRouteBox){ shelter->x + shelter->width / 2, shelter->y + shelter->height / 2,
                                0, 0, 0 };
        }
    }
  self->x0 = INFINITY;
  self->x1 = -INFINITY;
  if (boxes->len != self->boxes->len)
    {
      self->x0 = -INFINITY;
      self->x1 = INFINITY;
    }
  for (guint i = 0; i < boxes->len && boxes->len == self->boxes->len; i++)
    {
      const TroupeRouteBox *old = &g_array_index (self->boxes, TroupeRouteBox, i);
      const TroupeRouteBox *new = &g_array_index (boxes, TroupeRouteBox, i);

      if (memcmp (old, new, sizeof *old) == 0)
        continue;
      note_change (self, old);
      note_change (self, new);
    }
  g_array_unref (self->boxes);
  self->boxes = boxes;
  if (self->x0 > self->x1)
    return;
  troupe_route_field_unref (self->field);
  self->field =
      troupe_route_field_new ((const TroupeRouteBox *) (gconstpointer) boxes->data, boxes->len);
}

gboolean
troupe_canvas_obstacles_has_changed (const CanvasGround *self, double x0, double x1)
{
  return self->x0 <= x1 && x0 <= self->x1;
}

TroupeRouteField *
troupe_canvas_obstacles_get_field (const CanvasGround *self)
{
  return self->field;
}

/* Length of the straight start and end of a wire with a lane, and radii of the corners of a lane
 * and of a delegation. */
#define LANE_OUT 20.0
#define LANE_RADIUS 14.0
#define ERRAND_RADIUS 28.0

/* --- Lines --------------------------------------------------------------------------------- */

TroupeRoutePoint
troupe_canvas_path_get_point (graphene_point_t point)
{
  return (TroupeRoutePoint){ (double) point.x, (double) point.y };
}

static void
add_line (GArray *points, TroupeRoutePoint from, TroupeRoutePoint to)
{
  const TroupeRoutePoint line[] = { from, to, to };

  g_array_append_vals (points, line, G_N_ELEMENTS (line));
}

static TroupeRoutePoint
go_towards (TroupeRoutePoint from, TroupeRoutePoint to, double distance)
{
  const double length = hypot (to.x - from.x, to.y - from.y);
  const double part = length > 0 ? distance / length : 0;

  return (TroupeRoutePoint){ from.x + (to.x - from.x) * part, from.y + (to.y - from.y) * part };
}

/* Adds straight lines with rounded corners. The last element of @corners is the end of the path. */
static void
add_steps (GArray *points,
           TroupeRoutePoint from,
           const TroupeRoutePoint *corners,
           guint n_corners,
           double most)
{
  TroupeRoutePoint last = from;

  for (guint i = 0; i + 1 < n_corners; i++)
    {
      const TroupeRoutePoint corner = corners[i], next = corners[i + 1];
      const double radius = MIN (most, MIN (hypot (corner.x - last.x, corner.y - last.y),
                                            hypot (next.x - corner.x, next.y - corner.y)) /
                                           2);
      const TroupeRoutePoint enter = go_towards (corner, last, radius);
      const TroupeRoutePoint leave = go_towards (corner, next, radius);
      const TroupeRoutePoint bend[] = { corner, corner, leave };

      add_line (points, last, enter);
      g_array_append_vals (points, bend, G_N_ELEMENTS (bend));
      last = leave;
    }
  add_line (points, last, corners[n_corners - 1]);
}

void
troupe_canvas_path_add (GArray *points,
                        const TroupeRoutePath *way,
                        graphene_point_t from,
                        graphene_point_t to,
                        const TroupeCanvasWire *wire)
{
  g_autoptr (GArray) cubics = g_array_new (FALSE, FALSE, sizeof (TroupeRoutePoint));
  TroupeRoutePoint first = troupe_canvas_path_get_point (from);

  g_array_append_val (cubics, first);
  if (wire->kind == TROUPE_CANVAS_WIRE_MANAGER)
    {
      TroupeRoutePoint last = troupe_canvas_path_get_point (to);
      double handle = MAX (24, MIN (fabs (last.y - first.y) / 2, 80));
      const TroupeRoutePoint fall[] = { { first.x, first.y + handle },
                                        { last.x, last.y - handle },
                                        last };

      /* A curve from a manager down to a task. */
      g_array_append_vals (cubics, fall, G_N_ELEMENTS (fall));
    }
  else if (wire->kind == TROUPE_CANVAS_WIRE_ERRAND)
    {
      TroupeRoutePoint tip = troupe_canvas_path_get_point (to);
      g_autofree TroupeRoutePoint *bends = g_new (TroupeRoutePoint, wire->n_bends + 1);

      for (guint i = 0; i < wire->n_bends; i++)
        bends[i] = (TroupeRoutePoint){ wire->bends[2 * i], wire->bends[2 * i + 1] };
      bends[wire->n_bends] = tip;
      /* The heights of both ends are determined by the cards. */
      if (wire->n_bends > 0)
        {
          bends[0].y = first.y;
          bends[wire->n_bends - 1].y = tip.y;
        }
      add_steps (cubics, first, bends, wire->n_bends + 1, ERRAND_RADIUS);
    }
  else if (wire->has_lane)
    {
      TroupeRoutePoint last = troupe_canvas_path_get_point (to);
      const TroupeRoutePoint corners[] = { { first.x + LANE_OUT, first.y },
                                           { first.x + LANE_OUT, wire->lane_y },
                                           { last.x - LANE_OUT, wire->lane_y },
                                           { last.x - LANE_OUT, last.y },
                                           last };

      /* A rounded path with its long segment at the height of the lane. */
      add_steps (cubics, first, corners, G_N_ELEMENTS (corners), LANE_RADIUS);
    }
  else if (way != NULL)
    troupe_route_path_draw (way, cubics);
  else
    troupe_route_draw_bends (first, troupe_canvas_path_get_point (to), wire->bends, wire->n_bends,
                             cubics);
  for (guint i = 0; i < cubics->len; i++)
    {
      const TroupeRoutePoint *cubic = &g_array_index (cubics, TroupeRoutePoint, i);
      graphene_point_t point = GRAPHENE_POINT_INIT ((float) cubic->x, (float) cubic->y);

      g_array_append_val (points, point);
    }
}
