/* troupe-route-draw.c: converts paths to cubic Bézier curves
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#define G_LOG_DOMAIN "troupe-route-draw"

#include "config.h"

#include <math.h>

#include "troupe-route-private.h"

#define STEP_RADIUS 16.0 /* of a step around boxes */
#define TURN_RADIUS 8.0  /* of a wire with right angles */
#define SHORTEST_HANDLE 24.0
#define LONGEST_HANDLE 120.0

typedef TroupeRoutePoint Point;

static void
add_point (GArray *points, double x, double y)
{
  Point point = { x, y };

  g_array_append_val (points, point);
}

static Point
get_last (const GArray *points)
{
  return g_array_index (points, Point, points->len - 1);
}

static void
add_line (GArray *points, double x, double y)
{
  Point from = get_last (points);

  if (hypot (x - from.x, y - from.y) < 0.05)
    return;
  add_point (points, from.x + (x - from.x) / 3, from.y + (y - from.y) / 3);
  add_point (points, from.x + (x - from.x) * 2 / 3, from.y + (y - from.y) * 2 / 3);
  add_point (points, x, y);
}

static double
get_length (Point a, Point b)
{
  return hypot (b.x - a.x, b.y - a.y);
}

static Point
go_towards (Point from, Point to, double distance)
{
  double length = get_length (from, to);
  double part = length > 0 ? distance / length : 0;

  return (Point){ from.x + (to.x - from.x) * part, from.y + (to.y - from.y) * part };
}

/* Appends a line through @corners with rounded corners; @points already contains the first
 * point. */
static void
add_rounded (GArray *points, const Point *corners, guint n, double radius)
{
  for (guint i = 1; i + 1 < n; i++)
    {
      double room = MIN (get_length (corners[i - 1], corners[i]) / (i == 1 ? 1 : 2),
                         get_length (corners[i], corners[i + 1]) / (i + 2 == n ? 1 : 2));
      double r = MIN (radius, room);
      Point before = go_towards (corners[i], corners[i - 1], r);
      Point after = go_towards (corners[i], corners[i + 1], r);
      Point first = go_towards (before, corners[i], r * 0.5523);
      Point second = go_towards (after, corners[i], r * 0.5523);

      add_line (points, before.x, before.y);
      if (r < 0.05)
        continue;
      add_point (points, first.x, first.y);
      add_point (points, second.x, second.y);
      add_point (points, after.x, after.y);
    }
  add_line (points, corners[n - 1].x, corners[n - 1].y);
}

/* Returns the length of the Bézier handles of a plain wire. */
double
troupe_route_get_handle (Point from, Point to)
{
  double handle = MAX (SHORTEST_HANDLE, MIN (fabs (to.x - from.x) / 2, LONGEST_HANDLE));

  return to.x < from.x ? handle + SHORTEST_HANDLE : handle;
}

/**
 * troupe_route_draw_curve:
 * @points: (element-type TroupeRoutePoint): already contains @from; three points are appended
 *
 * Appends one curve that is horizontal at both ends.
 */
void
troupe_route_draw_curve (TroupeRoutePoint from, TroupeRoutePoint to, GArray *points)
{
  double handle = troupe_route_get_handle (from, to);

  g_return_if_fail (points != NULL);

  add_point (points, from.x + handle, from.y);
  add_point (points, to.x - handle, to.y);
  add_point (points, to.x, to.y);
}

static void
draw_steps (const TroupeRoutePath *way, const GArray *runs, double radius, GArray *points)
{
  TroupeRoutePoint from = way->wire.from;
  TroupeRoutePoint to = way->wire.to;
  g_autofree Point *corners = NULL;
  guint n_corners = 0;

  g_assert (way != NULL);

  if (runs == NULL)
    {
      double middle = (from.x + to.x) / 2;
      const Point plain[] = { from, { middle, from.y }, { middle, to.y }, to };

      add_rounded (points, plain, G_N_ELEMENTS (plain), radius);
      return;
    }
  corners = g_new (Point, 2 * runs->len);
  corners[n_corners++] = from;
  for (guint i = 0; i + 1 < runs->len; i++)
    {
      const Run *run = &g_array_index (runs, Run, i);
      const Run *next = &g_array_index (runs, Run, i + 1);
      double x = (run->x1 + next->x0) / 2;

      corners[n_corners++] = (Point){ x, run->y };
      corners[n_corners++] = (Point){ x, next->y };
    }
  corners[n_corners++] = to;
  add_rounded (points, corners, n_corners, radius);
}

static gboolean
is_step (const Run *run, const Run *next)
{
  return fabs (run->x1 - next->x0) < 0.5;
}

static gboolean
has_swings (const GArray *runs)
{
  for (guint i = 0; i + 1 < runs->len; i++)
    if (!is_step (&g_array_index (runs, Run, i), &g_array_index (runs, Run, i + 1)))
      return TRUE;
  return FALSE;
}

void
troupe_route_draw_runs (const TroupeRoutePath *way, const GArray *runs, GArray *points)
{
  g_array_set_size (points, 0);
  add_point (points, way->wire.from.x, way->wire.from.y);
  if (way->wire.square || (way->back && (runs == NULL || !has_swings (runs))))
    {
      draw_steps (way, runs, way->back ? STEP_RADIUS : TURN_RADIUS, points);
      return;
    }
  if (runs == NULL)
    {
      troupe_route_draw_curve (way->wire.from, way->wire.to, points);
      return;
    }
  for (guint i = 0; i + 1 < runs->len; i++)
    {
      const Run *run = &g_array_index (runs, Run, i);
      const Run *next = &g_array_index (runs, Run, i + 1);
      Point from;
      Point to;
      double handle;

      if (is_step (run, next))
        {
          Point here = get_last (points);
          const Point corners[] = { here,
                                    { run->x1, run->y },
                                    { run->x1, next->y },
                                    { next->x0 + (next->x1 - next->x0) / 2, next->y } };

          /* A vertical step to the height of the next segment, and the first half of that
           * segment. */
          add_rounded (points, corners, G_N_ELEMENTS (corners), STEP_RADIUS);
          continue;
        }
      add_line (points, run->x1, run->y);
      /* An S-curve from the end of one segment to the start of the next. */
      from = (Point){ run->x1, run->y };
      to = (Point){ next->x0, next->y };
      handle = MIN (fabs (to.x - from.x) / 2, LONGEST_HANDLE);
      handle = to.x < from.x ? -handle : handle;
      add_point (points, from.x + handle, from.y);
      add_point (points, to.x - handle, to.y);
      add_point (points, to.x, to.y);
    }
  add_line (points, way->wire.to.x, way->wire.to.y);
}

/**
 * troupe_route_path_draw:
 * @points: (element-type TroupeRoutePoint): cleared; receives the start and then three points for
 *   each cubic curve
 *
 * Converts a path to cubic Bézier curves.
 */
void
troupe_route_path_draw (const TroupeRoutePath *self, GArray *points)
{
  g_return_if_fail (self != NULL);
  g_return_if_fail (points != NULL);

  troupe_route_draw_runs (self, self->runs, points);
}

/* Returns the path along @runs as a polyline. (transfer full) */
GArray *
troupe_route_make_line (const TroupeRoutePath *way, const GArray *runs)
{
  g_autoptr (GArray) cubics = g_array_new (FALSE, FALSE, sizeof (Point));
  GArray *line = g_array_new (FALSE, FALSE, sizeof (Point));

  troupe_route_draw_runs (way, runs, cubics);
  troupe_route_flatten ((const Point *) (gconstpointer) cubics->data, cubics->len / 3, line);
  return line;
}

/**
 * troupe_route_draw_bends:
 * @bends: pairs of x and y
 * @points: (element-type TroupeRoutePoint): already contains @from; three points are appended for
 *   each cubic curve
 *
 * Appends a curve through the points that the user set, smooth at each of them.
 */
void
troupe_route_draw_bends (TroupeRoutePoint from,
                         TroupeRoutePoint to,
                         const double *bends,
                         guint n_bends,
                         GArray *points)
{
  Point last = from;
  Point leave = { 1, 0 };

  g_return_if_fail (points != NULL);
  g_return_if_fail (bends != NULL || n_bends == 0);

  for (guint i = 0; i <= n_bends; i++)
    {
      Point here = to;
      Point next = to;
      Point arrive = { 1, 0 };
      double length;

      if (i < n_bends)
        {
          here = (Point){ bends[2 * i], bends[2 * i + 1] };
          if (i + 1 < n_bends)
            next = (Point){ bends[2 * i + 2], bends[2 * i + 3] };
          length = get_length (last, next);
          if (length > 0)
            arrive = (Point){ (next.x - last.x) / length, (next.y - last.y) / length };
        }
      length = get_length (last, here) / 3;
      add_point (points, last.x + leave.x * length, last.y + leave.y * length);
      add_point (points, here.x - arrive.x * length, here.y - arrive.y * length);
      add_point (points, here.x, here.y);
      last = here;
      leave = arrive;
    }
}

/* Returns the point of a cubic Bézier curve at @t, 0 to 1. */
TroupeRoutePoint
troupe_route_get_cubic (const TroupeRoutePoint *p, double t)
{
  double u = 1 - t;
  double a = u * u * u, b = 3 * u * u * t, c = 3 * u * t * t, d = t * t * t;

  return (Point){ a * p[0].x + b * p[1].x + c * p[2].x + d * p[3].x,
                  a * p[0].y + b * p[1].y + c * p[2].y + d * p[3].y };
}

/* Converts curves to a polyline with segments of at most 24 pixels. @line is cleared first. */
void
troupe_route_flatten (const TroupeRoutePoint *cubics, guint n_segments, GArray *line)
{
  g_array_set_size (line, 0);
  g_array_append_val (line, cubics[0]);
  for (guint i = 0; i < n_segments; i++)
    {
      const Point *piece = cubics + 3 * i;
      double length = get_length (piece[0], piece[1]) + get_length (piece[1], piece[2]) +
                      get_length (piece[2], piece[3]);
      /* A straight curve is one segment. */
      guint n = piece[0].y == piece[3].y && piece[1].y == piece[0].y && piece[2].y == piece[0].y
                    ? 1
                    : 8 + (guint) MIN (length / 24, 500);

      for (guint k = 1; k <= n; k++)
        {
          Point point = troupe_route_get_cubic (piece, (double) k / n);

          g_array_append_val (line, point);
        }
    }
}
