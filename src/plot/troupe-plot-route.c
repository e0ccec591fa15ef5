/* troupe-plot-route.c: the ways of wires
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#define G_LOG_DOMAIN "troupe-plot-route"

#include "config.h"

#include <math.h>

#include "troupe-plot-graph-private.h"
#include "troupe-plot-route.h"

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

  g_assert (skyline != NULL);

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

  g_assert (skyline != NULL);

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

/* --- Cards in the way ---------------------------------------------------------------------- */

/* A way that would run under cards goes through the gap nearest to it instead. */
#define DISTANCE 14.0
#define MAX_EFFORT 20000000

typedef struct
{
  double low;
  double high;
} Interval;

typedef struct
{
  TroupePlotGraph *graph;
  const TroupePlotWire *wire;
  double from_x;
  double from_y;
  double to_x;
  double to_y;
  double left; /* of the cards in the way */
  double right;
  double y; /* of the gap */
} Detour;

static double
interpolate (double a, double b, double c, double d, double t)
{
  double u = 1 - t;

  return u * u * u * a + 3 * u * u * t * b + 3 * u * t * t * c + t * t * t * d;
}

static gboolean
is_in_the_way (const Detour *detour, const TroupePlotNode *node)
{
  double handle = MAX (24, MIN ((detour->to_x - detour->from_x) / 2, 120));

  g_assert (detour != NULL);

  if (node->x > detour->to_x || node->x + node->width < detour->from_x)
    return FALSE;
  for (guint i = 1; i < 32; i++)
    {
      double t = i / 32.0;
      double x = interpolate (detour->from_x, detour->from_x + handle, detour->to_x - handle,
                              detour->to_x, t);
      double y = interpolate (detour->from_y, detour->from_y, detour->to_y, detour->to_y, t);

      if (x > node->x - 2 && x < node->x + node->width + 2 && y > node->y - 2 &&
          y < node->y + node->height + 2)
        return TRUE;
    }
  return FALSE;
}

static int
compare_intervals (gconstpointer a, gconstpointer b)
{
  const Interval *first = a;
  const Interval *second = b;

  return first->low < second->low ? -1 : first->low > second->low;
}

/* The height nearest to @y that lies in none of the intervals. */
static double
find_gap (GArray *intervals, double y)
{
  double low = -G_MAXDOUBLE; /* the stretch without a gap around y */
  double high = -G_MAXDOUBLE;

  g_array_sort (intervals, compare_intervals);
  for (guint i = 0; i < intervals->len; i++)
    {
      const Interval *interval = &g_array_index (intervals, Interval, i);

      if (interval->low > high)
        {
          if (high >= y)
            break;
          low = interval->low;
        }
      high = MAX (high, interval->high);
    }
  if (y <= low || y >= high)
    return y;
  return y - low < high - y ? low : high;
}

/* Whether cards are in the way; then where they are and the gap to go through. */
static gboolean
find_detour (Detour *detour)
{
  GArray *nodes = detour->graph->nodes;
  g_autoptr (GArray) intervals = NULL;

  g_assert (detour != NULL);

  detour->left = G_MAXDOUBLE;
  detour->right = -G_MAXDOUBLE;
  for (guint i = 0; i < nodes->len; i++)
    {
      const TroupePlotNode *node = &g_array_index (nodes, TroupePlotNode, i);

      if (i == detour->wire->source || i == detour->wire->target || !is_in_the_way (detour, node))
        continue;
      detour->left = MIN (detour->left, node->x);
      detour->right = MAX (detour->right, node->x + node->width);
    }
  if (detour->left > detour->right)
    return FALSE;

  intervals = g_array_new (FALSE, FALSE, sizeof (Interval));
  for (guint i = 0; i < nodes->len; i++)
    {
      const TroupePlotNode *node = &g_array_index (nodes, TroupePlotNode, i);
      Interval interval = { node->y - DISTANCE, node->y + node->height + DISTANCE };

      if (i != detour->wire->source && i != detour->wire->target &&
          node->x < detour->right + DISTANCE && node->x + node->width > detour->left - DISTANCE)
        g_array_append_val (intervals, interval);
    }
  detour->y = find_gap (intervals, (detour->from_y + detour->to_y) / 2);
  return TRUE;
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

/* From port to port by way of a gap between cards. */
static char *
draw_detour (const Detour *detour)
{
  double middle = (detour->from_x + detour->to_x) / 2;
  double left = MAX (detour->left, MIN (detour->from_x + CLEARANCE, middle));
  double right = MIN (detour->right, MAX (detour->to_x - CLEARANCE, middle));
  g_autofree char *in = NULL;
  g_autofree char *out = NULL;

  g_assert (detour != NULL);

  right = MAX (left, right);
  in = draw_curve (detour->from_x, detour->from_y, left, detour->y);
  out = draw_curve (right, detour->y, detour->to_x, detour->to_y);
  out[0] = 'L';
  return g_strconcat (in, out, NULL);
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

  g_assert (route != NULL);

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

static void
route_forward (TroupePlotRoute *route, Detour *detour)
{
  guint64 effort = (guint64) detour->graph->wires->len * detour->graph->nodes->len;

  g_assert (route != NULL);

  route->middle_x = (detour->from_x + detour->to_x) / 2;
  route->middle_y = (detour->from_y + detour->to_y) / 2;
  route->low = MAX (detour->from_y, detour->to_y);
  route->high = MIN (detour->from_y, detour->to_y);
  if (effort > MAX_EFFORT || !find_detour (detour))
    {
      route->path = draw_curve (detour->from_x, detour->from_y, detour->to_x, detour->to_y);
      return;
    }
  route->path = draw_detour (detour);
  route->middle_x = (detour->left + detour->right) / 2;
  route->middle_y = detour->y;
  route->low = MAX (route->low, detour->y);
  route->high = MIN (route->high, detour->y);
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
      route_forward (route, &(Detour){ .graph = self,
                                       .wire = wire,
                                       .from_x = from.x,
                                       .from_y = from.y,
                                       .to_x = to.x,
                                       .to_y = to.y });
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
