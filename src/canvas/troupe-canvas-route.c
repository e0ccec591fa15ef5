/* troupe-canvas-route.c: the way of a wire
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#define G_LOG_DOMAIN "troupe-canvas-route"

#include "config.h"

#include <math.h>
#include <string.h>

#include "troupe-canvas-private.h"

#define TIP_GAP 7.0f      /* before the port's middle */
#define STEP_RADIUS 16.0f /* of a step around cards */
#define STEP_AWAY 40.0f   /* from the cards it goes around */
#define STRIP_ROOM 28.0f  /* kept free below a card: a run must not move a wire */
#define SLIGHT_BACK 96.0f /* so little to the left is still a curve where there is height for it */
#define STEP_OUT 26.0f    /* straight on before the first turn: the corner and an arrow */
/* How many cards may be looked at for all steps of a scene together. */
#define STEP_BUDGET 4000000

typedef graphene_point_t Point;

static void
add_point (GArray *points, float x, float y)
{
  Point point = GRAPHENE_POINT_INIT (x, y);

  g_array_append_val (points, point);
}

static void
add_line (GArray *points, Point from, Point to)
{
  add_point (points, from.x + (to.x - from.x) / 3, from.y + (to.y - from.y) / 3);
  add_point (points, from.x + (to.x - from.x) * 2 / 3, from.y + (to.y - from.y) * 2 / 3);
  add_point (points, to.x, to.y);
}

static float
get_length (Point a, Point b)
{
  return hypotf (b.x - a.x, b.y - a.y);
}

static Point
go_towards (Point from, Point to, float distance)
{
  float length = get_length (from, to);
  float part = length > 0 ? distance / length : 0;

  return GRAPHENE_POINT_INIT (from.x + (to.x - from.x) * part, from.y + (to.y - from.y) * part);
}

/* A line through @corners with its corners rounded; the first point is there already. */
static void
add_rounded (GArray *points, const Point *corners, guint n, float radius)
{
  Point last = corners[0];

  for (guint i = 1; i + 1 < n; i++)
    {
      float room = MIN (get_length (corners[i - 1], corners[i]) / (i == 1 ? 1 : 2),
                        get_length (corners[i], corners[i + 1]) / (i + 2 == n ? 1 : 2));
      float r = MIN (radius, room);
      Point before = go_towards (corners[i], corners[i - 1], r);
      Point after = go_towards (corners[i], corners[i + 1], r);
      Point first = go_towards (before, corners[i], r * 0.5523f);
      Point second = go_towards (after, corners[i], r * 0.5523f);

      add_line (points, last, before);
      add_point (points, first.x, first.y);
      add_point (points, second.x, second.y);
      add_point (points, after.x, after.y);
      last = after;
    }
  add_line (points, last, corners[n - 1]);
}

static gboolean
is_slightly_back (Point from, Point to)
{
  return from.x - to.x < SLIGHT_BACK && fabsf (to.y - from.y) > 40;
}

static void
add_curve (GArray *points, Point from, Point to)
{
  float handle = MAX (24.0f, MIN (fabsf (to.x - from.x) / 2, 120.0f));

  if (to.x < from.x)
    handle += 24;

  add_point (points, from.x + handle, from.y);
  add_point (points, to.x - handle, to.y);
  add_point (points, to.x, to.y);
}

static void
add_fall (GArray *points, Point from, Point to)
{
  float handle = MAX (24.0f, MIN (fabsf (to.y - from.y) / 2, 80.0f));

  add_point (points, from.x, from.y + handle);
  add_point (points, to.x, to.y - handle);
  add_point (points, to.x, to.y);
}

/* Through the bends the user has set, smooth at each. */
static void
add_bends (GArray *points, Point from, Point to, const TroupeCanvasWire *wire)
{
  Point last = from;
  Point leave = GRAPHENE_POINT_INIT (1, 0);

  for (guint i = 0; i <= wire->n_bends; i++)
    {
      Point here = to, next = to;
      Point arrive = GRAPHENE_POINT_INIT (1, 0);
      float length;

      if (i < wire->n_bends)
        {
          here = GRAPHENE_POINT_INIT ((float) wire->bends[2 * i], (float) wire->bends[2 * i + 1]);
          if (i + 1 < wire->n_bends)
            next = GRAPHENE_POINT_INIT ((float) wire->bends[2 * i + 2],
                                        (float) wire->bends[2 * i + 3]);
          length = get_length (last, next);
          if (length > 0)
            arrive = GRAPHENE_POINT_INIT ((next.x - last.x) / length, (next.y - last.y) / length);
        }
      length = get_length (last, here) / 3;
      add_point (points, last.x + leave.x * length, last.y + leave.y * length);
      add_point (points, here.x - arrive.x * length, here.y - arrive.y * length);
      add_point (points, here.x, here.y);
      last = here;
      leave = arrive;
    }
}

/* The height at which a line from @x0 to @x1 misses all cards; goes down or up from @start. */
static float
find_lane (TroupeCanvas *self, float x0, float x1, float start, gboolean down, guint *budget)
{
  float lane = start;
  gboolean moved = TRUE;

  for (guint round = 0; moved && round < 32; round++)
    {
      moved = FALSE;
      if (*budget < self->boxes->len)
        break;
      *budget -= self->boxes->len;
      for (guint i = 0; i < self->boxes->len; i++)
        {
          const CanvasBox *box = &g_array_index (self->boxes, CanvasBox, i);
          float bottom = box->y + box->rest_height + STRIP_ROOM;

          if (box->x > x1 || box->x + box->width < x0 || box->y - STEP_AWAY / 2 > lane ||
              bottom + STEP_AWAY / 2 < lane)
            continue;
          lane = down ? bottom + STEP_AWAY : box->y - STEP_AWAY;
          moved = TRUE;
        }
    }

  return lane;
}

static void
get_end_box (TroupeCanvas *self, int index, gboolean gate, CanvasBox *box)
{
  const TroupeRecord *record = gate ? &troupe_scene_gate (self->scene, (guint) index)->record
                                    : &troupe_scene_node (self->scene, (guint) index)->record;

  _troupe_canvas_box_of (self, record, box);
  if (!gate)
    box->height = box->rest_height + STRIP_ROOM;
}

static void
add_steps (TroupeCanvas *self, const CanvasRoute *route, Point from, Point to, guint *budget)
{
  CanvasBox first, last;
  float x0, x1, below, above, lane;

  get_end_box (self, route->from, route->from_gate, &first);
  get_end_box (self, route->to, route->to_gate, &last);
  x0 = MIN (from.x, to.x) - STEP_OUT;
  x1 = MAX (from.x, to.x) + STEP_OUT;
  below = find_lane (self, x0, x1, MAX (first.y + first.height, last.y + last.height) + STEP_AWAY,
                     TRUE, budget);
  above = find_lane (self, x0, x1, MIN (first.y, last.y) - STEP_AWAY, FALSE, budget);
  /* The room for the strip does not count as way. */
  lane = MAX (below - from.y, below - to.y) - STRIP_ROOM <= MAX (from.y - above, to.y - above)
             ? below
             : above;

  {
    Point corners[] = { from,
                        { from.x + STEP_OUT, from.y },
                        { from.x + STEP_OUT, lane },
                        { to.x - STEP_OUT, lane },
                        { to.x - STEP_OUT, to.y },
                        to };

    add_rounded (self->points, corners, G_N_ELEMENTS (corners), STEP_RADIUS);
  }
}

static void
add_right_angles (GArray *points, Point from, Point to)
{
  float middle = (from.x + to.x) / 2;
  Point corners[] = { from, { middle, from.y }, { middle, to.y }, to };

  if (fabsf (from.y - to.y) < 1)
    add_line (points, from, to);
  else
    add_rounded (points, corners, G_N_ELEMENTS (corners), STEP_RADIUS / 2);
}

static void
route_falling (TroupeCanvas *self, CanvasRoute *route)
{
  CanvasBox first, last;
  Point from, to;

  get_end_box (self, route->from, route->from_gate, &first);
  get_end_box (self, route->to, route->to_gate, &last);
  from = GRAPHENE_POINT_INIT (first.x + first.width / 2,
                              first.y + (first.measured ? first.rest_height : first.height));
  to = GRAPHENE_POINT_INIT (last.x + last.width / 2, last.y - 2);
  add_point (self->points, from.x, from.y);
  add_fall (self->points, from, to);
}

static void
find_ends (TroupeCanvas *self, const CanvasRoute *route, Point *from, Point *to)
{
  *from = route->from_gate
              ? _troupe_canvas_gate_output (self, (guint) route->from)
              : _troupe_canvas_output_point (self, (guint) route->from, route->from_port);
  *to = route->to_gate ? _troupe_canvas_gate_input (self, (guint) route->to, route->to_input)
                       : _troupe_canvas_input_point (self, (guint) route->to);
  to->x -= (route->to_gate ? 2.0f : TIP_GAP);
}

static void
route_wire (TroupeCanvas *self, CanvasRoute *route, const TroupeCanvasWire *wire, guint *budget)
{
  Point from = route->start, to = route->end;

  if (wire->kind == TROUPE_CANVAS_WIRE_MANAGER)
    {
      route_falling (self, route);
      return;
    }

  add_point (self->points, from.x, from.y);

  if (wire->n_bends > 0)
    add_bends (self->points, from, to, wire);
  else if (wire->routed_back || (to.x < from.x && !is_slightly_back (from, to)))
    {
      route->back = TRUE;
      add_steps (self, route, from, to, budget);
    }
  else if (self->orthogonal)
    add_right_angles (self->points, from, to);
  else
    add_curve (self->points, from, to);
}

static void
cover_route (TroupeCanvas *self, CanvasRoute *route)
{
  route->x0 = route->y0 = INFINITY;
  route->x1 = route->y1 = -INFINITY;
  /* The handles' hull covers the curve. */
  for (guint i = route->first; i <= route->first + 3 * route->n_segments; i++)
    {
      const Point *point = &g_array_index (self->points, Point, i);

      route->x0 = MIN (route->x0, point->x);
      route->y0 = MIN (route->y0, point->y);
      route->x1 = MAX (route->x1, point->x);
      route->y1 = MAX (route->y1, point->y);
    }
}

/* Where both ends are where they were a wire is as it was, unless it goes around cards that moved or
 * hangs on the edges of its ends. */
static gboolean
is_settled (const CanvasRoute *route,
            const TroupeCanvasWire *wire,
            Point from,
            Point to,
            gboolean moved)
{
  return route->n_segments > 0 && (!moved || !route->back) &&
         wire->kind != TROUPE_CANVAS_WIRE_MANAGER && graphene_point_equal (&route->start, &from) &&
         graphene_point_equal (&route->end, &to);
}

/* The new points have been added behind all others; those of before lie idle if they do not fit there. */
static void
keep_points (TroupeCanvas *self, CanvasRoute *route, guint old_first, guint old_points)
{
  guint n = self->points->len - route->first;

  if (n == old_points)
    {
      memcpy (&g_array_index (self->points, Point, old_first),
              &g_array_index (self->points, Point, route->first), n * sizeof (Point));
      g_array_set_size (self->points, route->first);
      route->first = old_first;
    }
  else
    {
      self->n_idle_points += old_points;
    }
}

static void
route_again (TroupeCanvas *self, CanvasRoute *route, const TroupeCanvasWire *wire, guint *budget)
{
  guint old_first = route->first;
  guint old_points = route->n_segments > 0 ? 3 * route->n_segments + 1 : 0;

  route->back = FALSE;
  route->first = self->points->len;
  route_wire (self, route, wire, budget);
  route->n_segments = (self->points->len - route->first) / 3;
  keep_points (self, route, old_first, old_points);
  cover_route (self, route);
  self->last_routed++;
}

static void
forget_routes (TroupeCanvas *self)
{
  g_array_set_size (self->points, 0);
  self->n_idle_points = 0;
  for (guint i = 0; i < self->routes->len; i++)
    g_array_index (self->routes, CanvasRoute, i).n_segments = 0;
}

void
_troupe_canvas_route_all (TroupeCanvas *self, gboolean anew, gboolean moved)
{
  guint budget = STEP_BUDGET;

  if (anew || self->n_idle_points > self->points->len / 2)
    forget_routes (self);
  self->last_routed = 0;
  for (guint i = 0; i < self->routes->len; i++)
    {
      CanvasRoute *route = &g_array_index (self->routes, CanvasRoute, i);
      const TroupeCanvasWire *wire = &troupe_scene_wire (self->scene, i)->wire;
      Point from, to;

      if (route->from < 0 || route->to < 0)
        continue;
      find_ends (self, route, &from, &to);
      if (is_settled (route, wire, from, to, moved))
        continue;
      route->start = from;
      route->end = to;
      route_again (self, route, wire, &budget);
    }
}

void
_troupe_canvas_route_preview (TroupeCanvas *self,
                              graphene_point_t from,
                              graphene_point_t to,
                              GArray *points)
{
  g_array_set_size (points, 0);
  add_point (points, from.x, from.y);
  add_curve (points, from, to);
}

static Point
get_cubic (const Point *p, float t)
{
  float u = 1 - t;
  float a = u * u * u, b = 3 * u * u * t, c = 3 * u * t * t, d = t * t * t;

  return GRAPHENE_POINT_INIT (a * p[0].x + b * p[1].x + c * p[2].x + d * p[3].x,
                              a * p[0].y + b * p[1].y + c * p[2].y + d * p[3].y);
}

/* Along the length, so that the middle is the middle and a point runs evenly. */
graphene_point_t
_troupe_canvas_route_at (TroupeCanvas *self, const CanvasRoute *route, double t)
{
  const Point *points = &g_array_index (self->points, Point, route->first);
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
        return go_towards (last, here, wanted);
      wanted -= length;
      last = here;
    }

  return last;
}

static float
get_line_distance (Point a, Point b, float x, float y)
{
  float dx = b.x - a.x, dy = b.y - a.y;
  float square = dx * dx + dy * dy;
  float t = square > 0 ? ((x - a.x) * dx + (y - a.y) * dy) / square : 0;

  t = CLAMP (t, 0, 1);
  return hypotf (x - (a.x + t * dx), y - (a.y + t * dy));
}

float
_troupe_canvas_route_distance (TroupeCanvas *self, const CanvasRoute *route, float x, float y)
{
  const Point *points = &g_array_index (self->points, Point, route->first);
  float nearest = INFINITY;

  for (guint s = 0; s < route->n_segments; s++)
    {
      Point last = points[3 * s];

      for (guint i = 1; i <= 16; i++)
        {
          Point here = get_cubic (points + 3 * s, (float) i / 16.0f);

          nearest = MIN (nearest, get_line_distance (last, here, x, y));
          last = here;
        }
    }

  return nearest;
}

static float
get_side (Point a, Point b, float x, float y)
{
  return (b.x - a.x) * (y - a.y) - (b.y - a.y) * (x - a.x);
}

gboolean
_troupe_canvas_route_crosses (TroupeCanvas *self,
                              const CanvasRoute *route,
                              float ax,
                              float ay,
                              float bx,
                              float by)
{
  const Point *points = &g_array_index (self->points, Point, route->first);
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
