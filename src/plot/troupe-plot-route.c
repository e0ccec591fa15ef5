/* troupe-plot-route.c: the ways of wires
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#define G_LOG_DOMAIN "troupe-plot-route"

#include "config.h"

#include <math.h>

#include "troupe-plot-private.h"

#define TIP_BEFORE_PORT 7.0 /* a port's half and its ring */
#define TIP_BEFORE_GATE 2.0
#define ARROW 8.0 /* the line ends inside the arrow */
#define LEAD_OUT 16.0
#define LEAD_IN 24.0
#define RADIUS 16.0
#define CLEARANCE 40.0
#define LANE 16.0
#define COLUMN 64.0

/* More ways round are drawn without lanes of their own. */
#define MAX_LANES 500

/* How far down and up cards reach in each column of 64 pixels, so that a way round need not look at
 * every card. */
typedef struct
{
  double left;
  guint n_columns;
  double *top;
  double *bottom;
  double highest;
  double lowest;
  guint64 effort;
} Skyline;

typedef struct
{
  double left;
  double right;
  double y;
} Lane;

static void
append_number (GString *out, double value)
{
  char buffer[G_ASCII_DTOSTR_BUF_SIZE];

  g_string_append (out, g_ascii_formatd (buffer, sizeof buffer, "%.8g", round (value * 10) / 10));
}

static void
append_point (GString *out, const char *command, double x, double y)
{
  g_string_append (out, command);
  append_number (out, x);
  g_string_append_c (out, ' ');
  append_number (out, y);
}

/* --- Skyline ------------------------------------------------------------------------------ */

static guint
find_column (const Skyline *skyline, double x)
{
  return (guint) CLAMP (floor ((x - skyline->left) / COLUMN), 0, skyline->n_columns - 1);
}

static void
skyline_init (Skyline *skyline, TroupePlotGraph *graph)
{
  double left = G_MAXDOUBLE;
  double right = -G_MAXDOUBLE;

  skyline->highest = G_MAXDOUBLE;
  skyline->lowest = -G_MAXDOUBLE;
  skyline->effort = 0;
  for (guint i = 0; i < graph->nodes->len; i++)
    {
      const TroupePlotNode *node = &g_array_index (graph->nodes, TroupePlotNode, i);

      left = MIN (left, node->x);
      right = MAX (right, node->x + node->width);
    }
  skyline->left = left;
  skyline->n_columns = left <= right ? (guint) ((right - left) / COLUMN) + 1 : 1;
  skyline->top = g_new (double, skyline->n_columns);
  skyline->bottom = g_new (double, skyline->n_columns);
  for (guint i = 0; i < skyline->n_columns; i++)
    {
      skyline->top[i] = G_MAXDOUBLE;
      skyline->bottom[i] = -G_MAXDOUBLE;
    }
  for (guint i = 0; i < graph->nodes->len; i++)
    {
      const TroupePlotNode *node = &g_array_index (graph->nodes, TroupePlotNode, i);
      guint last = find_column (skyline, node->x + node->width);

      for (guint k = find_column (skyline, node->x); k <= last; k++)
        {
          skyline->top[k] = MIN (skyline->top[k], node->y);
          skyline->bottom[k] = MAX (skyline->bottom[k], node->y + node->height);
        }
      skyline->highest = MIN (skyline->highest, node->y);
      skyline->lowest = MAX (skyline->lowest, node->y + node->height);
    }
}

static void
skyline_clear (Skyline *skyline)
{
  g_free (skyline->top);
  g_free (skyline->bottom);
}

static void
skyline_measure (Skyline *skyline, double left, double right, double *top, double *bottom)
{
  guint first = find_column (skyline, left);
  guint last = find_column (skyline, right);

  skyline->effort += last - first;
  *top = skyline->highest;
  *bottom = skyline->lowest;
  if (skyline->effort > 50000000)
    return;
  *top = G_MAXDOUBLE;
  *bottom = -G_MAXDOUBLE;
  for (guint i = first; i <= last; i++)
    {
      *top = MIN (*top, skyline->top[i]);
      *bottom = MAX (*bottom, skyline->bottom[i]);
    }
}

/* --- Ways --------------------------------------------------------------------------------- */

static char *
draw_curve (double from_x, double from_y, double to_x, double to_y)
{
  GString *out = g_string_new (NULL);
  double handle = MAX (24, MIN ((to_x - from_x) / 2, 120));

  append_point (out, "M", from_x, from_y);
  append_point (out, "C", from_x + handle, from_y);
  append_point (out, " ", to_x - handle, to_y);
  append_point (out, " ", to_x, to_y);
  return g_string_free (out, FALSE);
}

typedef struct
{
  double x;
  double y;
} Point;

/* A way of right angles with rounded corners. */
static char *
draw_steps (const Point *points, guint n_points)
{
  GString *out = g_string_new (NULL);

  append_point (out, "M", points[0].x, points[0].y);
  for (guint i = 1; i + 1 < n_points; i++)
    {
      Point in = { points[i].x - points[i - 1].x, points[i].y - points[i - 1].y };
      Point away = { points[i + 1].x - points[i].x, points[i + 1].y - points[i].y };
      double length_in = hypot (in.x, in.y);
      double length_away = hypot (away.x, away.y);
      double radius = MIN (RADIUS, MIN (length_in, length_away) / 2);

      if (radius < 0.5)
        continue;
      append_point (out, "L", points[i].x - in.x / length_in * radius,
                    points[i].y - in.y / length_in * radius);
      append_point (out, "Q", points[i].x, points[i].y);
      append_point (out, " ", points[i].x + away.x / length_away * radius,
                    points[i].y + away.y / length_away * radius);
    }
  append_point (out, "L", points[n_points - 1].x, points[n_points - 1].y);
  return g_string_free (out, FALSE);
}

/* Moves a way round away from those that already run there. */
static double
find_lane (GArray *lanes, double left, double right, double y, double direction)
{
  Lane lane = { left, right, y };

  if (lanes->len >= MAX_LANES)
    return y;
  for (guint i = 0; i < lanes->len; i++)
    {
      const Lane *other = &g_array_index (lanes, Lane, i);

      if (fabs (other->y - lane.y) < LANE && other->left < right && left < other->right)
        {
          lane.y = other->y + direction * LANE;
          i = -1; /* it may be in the way of one that was passed before */
        }
    }
  g_array_append_val (lanes, lane);
  return lane.y;
}

static void
route_round (TroupePlotRoute *route, Skyline *skyline, GArray *lanes, Point from, Point to)
{
  double left = to.x - LEAD_IN;
  double right = from.x + LEAD_OUT;
  double top = 0;
  double bottom = 0;
  double y = 0;
  gboolean below = FALSE;

  skyline_measure (skyline, left, right, &top, &bottom);
  below = 2 * (bottom + CLEARANCE) - from.y - to.y <= from.y + to.y - 2 * (top - CLEARANCE);
  y = find_lane (lanes, left, right, below ? bottom + CLEARANCE : top - CLEARANCE, below ? 1 : -1);
  {
    const Point points[] = {
      from, { right, from.y }, { right, y }, { left, y }, { left, to.y }, to
    };
    route->path = draw_steps (points, G_N_ELEMENTS (points));
  }
  route->middle_x = (left + right) / 2;
  route->middle_y = y;
  route->low = MAX (y, MAX (from.y, to.y));
  route->high = MIN (y, MIN (from.y, to.y));
}

TroupePlotRoute *
troupe_plot_graph_route (TroupePlotGraph *self)
{
  TroupePlotRoute *routes = g_new0 (TroupePlotRoute, MAX (self->wires->len, 1));
  g_autoptr (GArray) lanes = g_array_new (FALSE, FALSE, sizeof (Lane));
  Skyline skyline = { 0 };

  skyline_init (&skyline, self);
  for (guint i = 0; i < self->wires->len; i++)
    {
      const TroupePlotWire *wire = &g_array_index (self->wires, TroupePlotWire, i);
      const TroupePlotNode *source = &g_array_index (self->nodes, TroupePlotNode, wire->source);
      const TroupePlotNode *target = &g_array_index (self->nodes, TroupePlotNode, wire->target);
      TroupePlotRoute *route = &routes[i];
      Point from = { 0, 0 };
      Point to = { 0, 0 };

      troupe_plot_graph_get_source_port (self, wire, &from.x, &from.y);
      troupe_plot_graph_get_target_port (self, wire, &to.x, &to.y);
      from.x += source->x;
      from.y += source->y;
      to.x += target->x - (target->is_gate ? TIP_BEFORE_GATE : TIP_BEFORE_PORT);
      to.y += target->y;
      route->tip_x = to.x;
      route->tip_y = to.y;
      to.x -= ARROW;
      route->length = fabs (to.x - from.x);
      if (route->tip_x < from.x)
        {
          route_round (route, &skyline, lanes, from, to);
          continue;
        }
      route->path = draw_curve (from.x, from.y, to.x, to.y);
      route->middle_x = (from.x + to.x) / 2;
      route->middle_y = (from.y + to.y) / 2;
      route->low = MAX (from.y, to.y);
      route->high = MIN (from.y, to.y);
    }
  skyline_clear (&skyline);
  return routes;
}

void
troupe_plot_routes_free (TroupePlotRoute *routes, guint n_routes)
{
  for (guint i = 0; i < n_routes; i++)
    g_free (routes[i].path);
  g_free (routes);
}
