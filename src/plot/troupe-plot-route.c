/* troupe-plot-route.c: routes the wires of a graph as SVG paths
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#define G_LOG_DOMAIN "troupe-plot-route"

#include "config.h"

#include <math.h>

#include "troupe-plot-graph-private.h"
#include "troupe-plot-route.h"
#include "troupe-route.h"

#define TIP_BEFORE_PORT 7.0 /* half the size of a port and its ring */
#define TIP_BEFORE_GATE 2.0
#define ARROW 8.0 /* the line ends inside the arrow */

/* A gate is round, so its obstacle is smaller than its box by this distance on each side. */
#define GATE_INSET 4.0

/* Limits for finding all paths of a drawing and for separating them, about a tenth of a second
 * each. The canvas uses the same limits, so that both draw the same paths. */
#define BUDGET 20000000

typedef TroupeRoutePoint Point;

static void
append_number (GString *out, double value)
{
  char buffer[G_ASCII_DTOSTR_BUF_SIZE];

  g_string_append (out, g_ascii_formatd (buffer, sizeof buffer, "%.8g", round (value * 10) / 10));
}

static void
append_point (GString *out, const char *command, Point point)
{
  g_string_append (out, command);
  append_number (out, point.x);
  g_string_append_c (out, ' ');
  append_number (out, point.y);
}

/* --- Obstacles and endpoints ------------------------------------------------------------------ */

static TroupeRouteWire
get_ends (TroupePlotGraph *self, const TroupePlotWire *wire)
{
  const TroupePlotNode *source = troupe_plot_node_at (self, wire->source);
  const TroupePlotNode *target = troupe_plot_node_at (self, wire->target);
  TroupeRouteWire ends = { .loops = wire->backwards,
                           .gate = wire->target >= self->n_cards ? wire->target : 0 };

  g_assert (self != NULL);

  troupe_plot_graph_get_source_port (self, wire, &ends.from.x, &ends.from.y);
  troupe_plot_graph_get_target_port (self, wire, &ends.to.x, &ends.to.y);
  ends.from.x += source->x;
  ends.from.y += source->y;
  ends.to.x += target->x - (target->is_gate ? TIP_BEFORE_GATE : TIP_BEFORE_PORT);
  ends.to.y += target->y;
  return ends;
}

/* Finds the paths of all wires. (transfer full) (array length=number of wires): NULL for a wire
 * that the user has bent */
static TroupeRoutePath **
find_ways (TroupePlotGraph *self, gboolean roughly)
{
  TroupeRoutePath **ways = g_new0 (TroupeRoutePath *, MAX (self->wires->len, 1));
  g_autoptr (TroupeRouteField) field = NULL;
  guint64 to_find = BUDGET;
  guint64 to_settle = BUDGET;
  g_autofree TroupeRouteBox *boxes = NULL;

  g_assert (self != NULL);

  boxes = g_new (TroupeRouteBox, MAX (self->nodes->len, 1));
  for (guint i = 0; i < self->nodes->len; i++)
    {
      const TroupePlotNode *node = troupe_plot_node_at (self, i);
      double inset = node->is_gate ? GATE_INSET : 0;

      boxes[i] = (TroupeRouteBox){ node->x + inset, node->y + inset, node->width - 2 * inset,
                                   node->height - 2 * inset,
                                   troupe_plot_node_get_run_height (node) - 2 * inset };
    }
  field = troupe_route_field_new (boxes, self->nodes->len);
  for (guint i = 0; i < self->wires->len; i++)
    {
      const TroupePlotWire *wire = &g_array_index (self->wires, TroupePlotWire, i);
      TroupeRouteWire ends = get_ends (self, wire);

      if (wire->n_bends == 0)
        ways[i] = troupe_route_find (field, &ends, &to_find);
    }
  troupe_route_settle (field, ways, self->wires->len, roughly, &to_settle);
  return ways;
}

/* Computes the cubic Bézier segments of a wire up to the tip of its arrow. */
static void
draw_wire (TroupePlotGraph *self,
           const TroupePlotWire *wire,
           const TroupeRoutePath *way,
           GArray *points)
{
  TroupeRouteWire ends = get_ends (self, wire);

  g_assert (self != NULL);

  g_array_set_size (points, 0);
  if (way != NULL)
    {
      troupe_route_path_draw (way, points);
      return;
    }
  g_array_append_val (points, ends.from);
  troupe_route_draw_bends (ends.from, ends.to, wire->bends, wire->n_bends, points);
}

/* --- SVG paths -------------------------------------------------------------------------------- */

static gboolean
is_straight (const Point *piece)
{
  Point along = { piece[3].x - piece[0].x, piece[3].y - piece[0].y };

  for (guint i = 1; i < 3; i++)
    if (fabs (along.x * (piece[i].y - piece[0].y) - along.y * (piece[i].x - piece[0].x)) > 1e-3)
      return FALSE;
  return TRUE;
}

/* Returns the position of the label, which is half way along the line. */
static Point
find_middle (const Point *points, guint n_segments)
{
  double total = 0;
  double at = 0;

  for (guint pass = 0; pass < 2; pass++)
    for (guint i = 0; i < 16 * n_segments; i++)
      {
        Point a = troupe_route_get_cubic (points + 3 * (i / 16), (i % 16) / 16.0);
        Point b = troupe_route_get_cubic (points + 3 * (i / 16), (i % 16 + 1) / 16.0);
        double length = hypot (b.x - a.x, b.y - a.y);

        if (pass == 0)
          total += length;
        else if ((at += length) >= total / 2)
          return b;
      }
  return points[0];
}

static void
describe_route (TroupePlotRoute *route, GArray *points)
{
  Point *data = (Point *) (gpointer) points->data;
  guint n_segments = points->len / 3;
  Point middle = find_middle (data, n_segments);
  GString *out;
  Point *last;

  g_assert (route != NULL);

  route->middle_x = middle.x;
  route->middle_y = middle.y;
  route->tip_x = data[points->len - 1].x;
  route->tip_y = data[points->len - 1].y;
  route->length = fabs (route->tip_x - ARROW - data[0].x);
  route->low = -G_MAXDOUBLE;
  route->high = G_MAXDOUBLE;
  for (guint i = 0; i < points->len; i++)
    {
      route->low = MAX (route->low, data[i].y);
      route->high = MIN (route->high, data[i].y);
    }
  /* Shortens the line so that it ends inside of its arrow. The arrow continues in the last
   * direction of the line. */
  last = data + 3 * (n_segments - 1);
  if (last[3].x - last[0].x > 2 * ARROW)
    {
      last[3].x -= ARROW;
      last[2].x = MIN (last[2].x, last[3].x);
    }
  out = g_string_new (NULL);
  append_point (out, "M", data[0]);
  for (guint i = 0; i < n_segments; i++)
    {
      const Point *piece = data + 3 * i;

      if (is_straight (piece))
        {
          append_point (out, "L", piece[3]);
          continue;
        }
      append_point (out, "C", piece[1]);
      append_point (out, " ", piece[2]);
      append_point (out, " ", piece[3]);
    }
  route->path = g_string_free (out, FALSE);
}

TroupePlotRoute *
troupe_plot_graph_route (TroupePlotGraph *self)
{
  TroupePlotRoute *routes = g_new0 (TroupePlotRoute, MAX (self->wires->len, 1));
  g_autofree TroupeRoutePath **ways = find_ways (self, FALSE);
  g_autoptr (GArray) points = g_array_new (FALSE, FALSE, sizeof (Point));

  for (guint i = 0; i < self->wires->len; i++)
    {
      draw_wire (self, &g_array_index (self->wires, TroupePlotWire, i), ways[i], points);
      describe_route (&routes[i], points);
      g_clear_pointer (&ways[i], troupe_route_path_free);
    }
  return routes;
}

guint
troupe_plot_graph_count_crossings (TroupePlotGraph *self)
{
  g_autofree TroupeRoutePath **ways = find_ways (self, TRUE);
  g_autoptr (GArray) points = g_array_new (FALSE, FALSE, sizeof (Point));
  g_autoptr (GPtrArray) lines =
      g_ptr_array_new_full (self->wires->len, (GDestroyNotify) g_array_unref);

  for (guint i = 0; i < self->wires->len; i++)
    {
      GArray *line;

      if (ways[i] == NULL)
        continue;
      line = g_array_new (FALSE, FALSE, sizeof (Point));
      draw_wire (self, &g_array_index (self->wires, TroupePlotWire, i), ways[i], points);
      troupe_route_flatten ((const Point *) (gconstpointer) points->data, points->len / 3, line);
      g_ptr_array_add (lines, line);
      troupe_route_path_free (ways[i]);
    }
  return troupe_route_count_crossings ((GArray *const *) lines->pdata, lines->len);
}

void
troupe_plot_routes_free (TroupePlotRoute *routes, guint n_routes)
{
  for (guint i = 0; i < n_routes; i++)
    g_free (routes[i].path);
  g_free (routes);
}
