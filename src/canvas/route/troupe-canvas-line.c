/* troupe-canvas-line.c: geometry of drawn wires: points, distances and crossings
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#define G_LOG_DOMAIN "troupe-canvas-line"

#include "config.h"

#include "troupe-canvas-router.h"

#include <math.h>

typedef graphene_point_t Point;

static float
get_length (Point a, Point b)
{
  return hypotf (b.x - a.x, b.y - a.y);
}

static Point
get_cubic (const Point *p, float t)
{
  float u = 1 - t;
  float a = u * u * u, b = 3 * u * u * t, c = 3 * u * t * t, d = t * t * t;

  return GRAPHENE_POINT_INIT (a * p[0].x + b * p[1].x + c * p[2].x + d * p[3].x,
                              a * p[0].y + b * p[1].y + c * p[2].y + d * p[3].y);
}

graphene_point_t
troupe_canvas_router_get_point_at (TroupeCanvasRouter *self, const CanvasRoute *route, double t)
{
  const Point *points = troupe_canvas_router_get_points (self, route);
  guint steps = 16;
  float total = 0, wanted;
  Point last = points[0];

  for (guint i = 1; i <= route->n_segments * steps; i++)
    {
      Point here =
          get_cubic (points + 3 * ((i - 1) / steps), (float) ((i - 1) % steps + 1) / (float) steps);

      total += get_length (last, here);
      last = here;
    }

  wanted = (float) t * total;
  last = points[0];
  for (guint i = 1; i <= route->n_segments * steps; i++)
    {
      Point here =
          get_cubic (points + 3 * ((i - 1) / steps), (float) ((i - 1) % steps + 1) / (float) steps);
      float length = get_length (last, here);

      if (length >= wanted)
        {
          float piece = get_length (last, here);
          float part = piece > 0 ? wanted / piece : 0;

          return GRAPHENE_POINT_INIT (last.x + (here.x - last.x) * part,
                                      last.y + (here.y - last.y) * part);
        }
      wanted -= length;
      last = here;
    }

  return last;
}

float
troupe_canvas_router_get_distance (TroupeCanvasRouter *self,
                                   const CanvasRoute *route,
                                   float x,
                                   float y)
{
  const Point *points = troupe_canvas_router_get_points (self, route);
  float nearest = INFINITY;

  for (guint s = 0; s < route->n_segments; s++)
    {
      Point last = points[3 * s];

      for (guint i = 1; i <= 16; i++)
        {
          Point here = get_cubic (points + 3 * s, (float) i / 16.0f);
          float dx = here.x - last.x;
          float dy = here.y - last.y;
          float square = dx * dx + dy * dy;
          float t = square > 0 ? ((x - last.x) * dx + (y - last.y) * dy) / square : 0;

          t = CLAMP (t, 0, 1);
          nearest = MIN (nearest, hypotf (x - (last.x + t * dx), y - (last.y + t * dy)));
          last = here;
        }
    }

  return nearest;
}

void
troupe_canvas_router_list_areas (TroupeCanvasRouter *self, const CanvasRoute *route, GArray *areas)
{
  const Point *points = troupe_canvas_router_get_points (self, route);

  for (guint s = 0; s < route->n_segments; s++)
    {
      Point last = points[3 * s];

      for (guint i = 1; i <= 16; i++)
        {
          Point here = get_cubic (points + 3 * s, (float) i / 16.0f);
          graphene_rect_t area =
              GRAPHENE_RECT_INIT (MIN (last.x, here.x), MIN (last.y, here.y),
                                  fabsf (here.x - last.x), fabsf (here.y - last.y));

          g_array_append_val (areas, area);
          last = here;
        }
    }
}

static float
get_side (Point a, Point b, float x, float y)
{
  return (b.x - a.x) * (y - a.y) - (b.y - a.y) * (x - a.x);
}

gboolean
troupe_canvas_router_crosses (TroupeCanvasRouter *self,
                              const CanvasRoute *route,
                              float ax,
                              float ay,
                              float bx,
                              float by)
{
  const Point *points = troupe_canvas_router_get_points (self, route);
  Point a = GRAPHENE_POINT_INIT (ax, ay), b = GRAPHENE_POINT_INIT (bx, by);

  for (guint s = 0; s < route->n_segments; s++)
    {
      Point last = points[3 * s];

      for (guint i = 1; i <= 16; i++)
        {
          Point here = get_cubic (points + 3 * s, (float) i / 16.0f);

          if (get_side (a, b, last.x, last.y) * get_side (a, b, here.x, here.y) <= 0 &&
              get_side (last, here, ax, ay) * get_side (last, here, bx, by) <= 0)
            return TRUE;
          last = here;
        }
    }

  return FALSE;
}
