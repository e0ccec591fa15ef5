/* drawn-wires.h: random flows, and crossings of their drawn wires
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#pragma once

#include <math.h>

#include "plot-fixture.h"
#include "troupe-plot-route.h"

typedef struct
{
  double x;
  double y;
} DrawnPoint;

/* --- Random flows -------------------------------------------------------------------------- */

/* Returns the contents of `methods` for plot_fixture_flow(). They contain routers with several
 * outcomes, listeners to a single method or event, listeners to several inputs combined by `or`
 * and `and`, and some loops. */
static inline char *
drawn_make_methods (guint32 seed, guint n)
{
  g_autoptr (GRand) random = g_rand_new_with_seed (seed);
  GString *methods = g_string_new (NULL);
  g_autoptr (GPtrArray) events = g_ptr_array_new_with_free_func (g_free);
  guint n_starts = 1 + (guint) g_rand_int_range (random, 0, 1 + (gint) n / 16);

  for (guint i = 0; i < n; i++)
    {
      gboolean router = i > 0 && i + 2 < n && g_rand_int_range (random, 0, 5) == 0;
      guint window = 6 + (guint) g_rand_int_range (random, 0, 8);

      window = MIN (window, events->len);
      g_string_append_printf (methods, "%s'method_%u': {", i > 0 ? ", " : "", i);
      if (i < n_starts)
        g_string_append (methods, "'start': true, ");
      else
        {
          guint kind = (guint) g_rand_int_range (random, 0, 10);
          guint n_inputs = kind < 6 ? 1 : kind < 9 ? 2 : 3;
          g_autoptr (GHashTable) taken = g_hash_table_new (g_str_hash, g_str_equal);
          g_autoptr (GString) inputs = g_string_new (NULL);
          guint n_taken = 0;
          gboolean all = g_rand_boolean (random);

          for (guint k = 0; k < n_inputs; k++)
            {
              const char *event =
                  events->pdata[events->len - 1 -
                                (guint) g_rand_int_range (random, 0, (gint) window)];

              if (!g_hash_table_add (taken, (gpointer) event))
                continue;
              g_string_append_printf (inputs, "%s'%s'", n_taken++ > 0 ? ", " : "", event);
            }
          /* Adds an event by which a later router leads the flow back to this method. */
          if (g_rand_int_range (random, 0, 12) == 0 && i + 3 < n)
            {
              g_string_append_printf (inputs, ", 'again_%u'", i);
              n_taken++;
              all = FALSE;
            }
          if (n_taken > 1)
            g_string_append_printf (methods, "'listen': {'%s': [%s]}, ", all ? "and" : "or",
                                    inputs->str);
          else
            g_string_append_printf (methods, "'listen': %s, ", inputs->str);
          if (strstr (inputs->str, "again_") != NULL)
            {
              guint back = i + 1 + (guint) g_rand_int_range (random, 0, (gint) MIN (6, n - i - 1));

              /* The router that leads back is a separate method with its own name. */
              g_ptr_array_add (events, g_strdup_printf ("method_%u", i));
              g_string_append_printf (methods,
                                      "DO}, 'judge_%u': {'listen': 'method_%u', "
                                      "'router': true, 'emit': ['again_%u', 'good_%u'], ",
                                      i, back < i ? back : i, i, i);
              g_ptr_array_add (events, g_strdup_printf ("good_%u", i));
              g_string_append (methods, "DO}");
              continue;
            }
        }
      if (router)
        {
          guint n_events = 2 + (guint) g_rand_int_range (random, 0, 3);

          g_string_append (methods, "'router': true, 'emit': [");
          for (guint k = 0; k < n_events; k++)
            {
              g_string_append_printf (methods, "%s'event_%u_%u'", k > 0 ? ", " : "", i, k);
              g_ptr_array_add (events, g_strdup_printf ("event_%u_%u", i, k));
            }
          g_string_append (methods, "], ");
        }
      else
        {
          g_ptr_array_add (events, g_strdup_printf ("method_%u", i));
        }
      g_string_append (methods, "DO}");
    }
  return g_string_free (methods, FALSE);
}

/* Appends a condition of methods and events, which may be nested. */
static inline void
drawn_add_condition (GString *out, GRand *random, guint n, guint depth)
{
  guint n_inputs = 2 + (guint) g_rand_int_range (random, 0, 2);

  g_string_append_printf (out, "{'%s': [", g_rand_boolean (random) ? "and" : "or");
  for (guint i = 0; i < n_inputs; i++)
    {
      if (i > 0)
        g_string_append (out, ", ");
      if (depth > 0 && g_rand_int_range (random, 0, 3) == 0)
        drawn_add_condition (out, random, n, depth - 1);
      else if (g_rand_int_range (random, 0, 5) < 2)
        g_string_append_printf (out, "'event_%d'", g_rand_int_range (random, 0, 3));
      else
        g_string_append_printf (out, "'method_%d'", g_rand_int_range (random, 0, (gint) n));
    }
  g_string_append (out, "]}");
}

/* Returns a few methods with as many connections as possible. They have nested conditions,
 * events emitted by several routers, and loops. */
static inline char *
drawn_make_dense_methods (guint32 seed, guint n)
{
  g_autoptr (GRand) random = g_rand_new_with_seed (seed);
  GString *methods = g_string_new ("'method_0': {'start': true, DO}");

  for (guint i = 1; i < n; i++)
    {
      g_string_append_printf (methods, ", 'method_%u': {'listen': ", i);
      if (g_rand_int_range (random, 0, 4) == 0)
        g_string_append_printf (methods, "'method_%d'", g_rand_int_range (random, 0, (gint) i));
      else
        drawn_add_condition (methods, random, n, 2);
      if (g_rand_boolean (random))
        g_string_append_printf (methods, ", 'router': true, 'emit': ['event_%d', 'event_%d']",
                                g_rand_int_range (random, 0, 2), g_rand_int_range (random, 2, 3));
      g_string_append (methods, ", DO}");
    }
  return g_string_free (methods, FALSE);
}

static inline TroupePlotGraph *
drawn_make_dense_graph (guint32 seed, guint n)
{
  g_autofree char *methods = drawn_make_dense_methods (seed, n);

  return plot_fixture_graph (methods);
}

static inline TroupePlotGraph *
drawn_make_graph (guint32 seed, guint n)
{
  g_autofree char *methods = drawn_make_methods (seed, n);

  return plot_fixture_graph (methods);
}

/* Returns the graph of drawn_make_methods() with one additional method, which listens to one of
 * the other methods. */
static inline TroupePlotGraph *
drawn_make_larger_graph (guint32 seed, guint n)
{
  g_autofree char *methods = drawn_make_methods (seed, n);
  g_autofree char *more =
      g_strdup_printf ("%s, 'added': {'listen': 'method_%u', DO}", methods, seed % n);

  return plot_fixture_graph (more);
}

/* Copies the positions of the cards from @from to @graph. If @gates is TRUE, the positions of
 * the gates are also copied. */
static inline void
drawn_take_places (TroupePlotGraph *graph, TroupePlotGraph *from, gboolean gates)
{
  for (guint i = 0; i < troupe_plot_graph_get_n_nodes (graph); i++)
    {
      TroupePlotNode *node = troupe_plot_graph_get_node (graph, i);
      int index = troupe_plot_graph_find_node (from, node->id);

      if (index < 0 || (node->is_gate && !gates))
        continue;
      node->x = troupe_plot_graph_get_node (from, (guint) index)->x;
      node->y = troupe_plot_graph_get_node (from, (guint) index)->y;
      node->placed = TRUE;
    }
}

/* Counts the cards that have moved. A row is 96 high, and a column is at least 240 wide. Smaller
 * moves are not counted, but a row that moves as a unit is counted. */
static inline guint
drawn_count_moved (TroupePlotGraph *graph, TroupePlotGraph *from)
{
  guint n = 0;

  for (guint i = 0; i < troupe_plot_graph_get_n_nodes (from); i++)
    {
      const TroupePlotNode *before = troupe_plot_graph_get_node (from, i);
      const TroupePlotNode *after;

      if (before->is_gate)
        continue;
      after = plot_fixture_node (graph, before->id);
      n += fabs (after->x - before->x) > 240 || fabs (after->y - before->y) > 96;
    }
  return n;
}

/* --- Lines --------------------------------------------------------------------------------- */

static inline void
drawn_add (GArray *points, double x, double y)
{
  DrawnPoint point = { x, y };

  g_array_append_val (points, point);
}

static inline void
drawn_add_cubic (GArray *points, DrawnPoint a, DrawnPoint b, DrawnPoint c, DrawnPoint d)
{
  guint n = 16 + (guint) (hypot (d.x - a.x, d.y - a.y) / 16);

  for (guint i = 1; i <= n; i++)
    {
      double t = (double) i / n;
      double u = 1 - t;

      drawn_add (points,
                 u * u * u * a.x + 3 * u * u * t * b.x + 3 * u * t * t * c.x + t * t * t * d.x,
                 u * u * u * a.y + 3 * u * u * t * b.y + 3 * u * t * t * c.y + t * t * t * d.y);
    }
}

/* Converts an SVG path that consists of M, L, Q and C to closely spaced points. */
static inline GArray *
drawn_read_path (const char *path)
{
  GArray *points = g_array_new (FALSE, FALSE, sizeof (DrawnPoint));
  char command = 'M';

  while (*path != '\0')
    {
      DrawnPoint read[3] = { 0 };
      DrawnPoint last = { 0, 0 };
      guint n;

      while (*path == ' ')
        path++;
      if (g_ascii_isalpha (*path))
        command = *path++;
      n = command == 'C' ? 3 : command == 'Q' ? 2 : 1;
      for (guint i = 0; i < n; i++)
        {
          char *end = NULL;

          read[i].x = g_ascii_strtod (path, &end);
          path = end;
          read[i].y = g_ascii_strtod (path, &end);
          path = end;
        }
      if (points->len > 0)
        last = g_array_index (points, DrawnPoint, points->len - 1);
      if (command == 'C')
        drawn_add_cubic (points, last, read[0], read[1], read[2]);
      else if (command == 'Q')
        drawn_add_cubic (points, last,
                         (DrawnPoint){ (last.x + 2 * read[0].x) / 3, (last.y + 2 * read[0].y) / 3 },
                         (DrawnPoint){ (read[1].x + 2 * read[0].x) / 3,
                                       (read[1].y + 2 * read[0].y) / 3 },
                         read[1]);
      else
        drawn_add (points, read[0].x, read[0].y);
    }
  return points;
}

static inline double
drawn_get_side (DrawnPoint a, DrawnPoint b, DrawnPoint c)
{
  return (b.x - a.x) * (c.y - a.y) - (b.y - a.y) * (c.x - a.x);
}

static inline gboolean
drawn_is_near (DrawnPoint a, DrawnPoint b, double distance)
{
  return hypot (a.x - b.x, a.y - b.y) <= distance;
}

/* Counts the crossings of two lines. Wires with a common port meet at this port, which is not a
 * crossing. */
static inline guint
drawn_count_pair (GArray *first, GArray *second)
{
  const DrawnPoint *a = (const DrawnPoint *) (gconstpointer) first->data;
  const DrawnPoint *b = (const DrawnPoint *) (gconstpointer) second->data;
  gboolean same_start = drawn_is_near (a[0], b[0], 1.5);
  gboolean same_end = drawn_is_near (a[first->len - 1], b[second->len - 1], 1.5);
  guint n = 0;

  for (guint i = 0; i + 1 < first->len; i++)
    for (guint k = 0; k + 1 < second->len; k++)
      {
        if (MAX (a[i].x, a[i + 1].x) < MIN (b[k].x, b[k + 1].x) ||
            MAX (b[k].x, b[k + 1].x) < MIN (a[i].x, a[i + 1].x) ||
            MAX (a[i].y, a[i + 1].y) < MIN (b[k].y, b[k + 1].y) ||
            MAX (b[k].y, b[k + 1].y) < MIN (a[i].y, a[i + 1].y))
          continue;
        if ((same_start && drawn_is_near (a[i], a[0], 12)) ||
            (same_end && drawn_is_near (a[i + 1], a[first->len - 1], 12)))
          continue;
        n +=
            drawn_get_side (a[i], a[i + 1], b[k]) * drawn_get_side (a[i], a[i + 1], b[k + 1]) < 0 &&
            drawn_get_side (b[k], b[k + 1], a[i]) * drawn_get_side (b[k], b[k + 1], a[i + 1]) < 0;
      }
  return n;
}

/* Counts all crossings. Lines are shifted by an invisible amount so that they do not coincide.
 * Lines of the same port are shifted equally. @lines: (element-type GArray): arrays of
 * DrawnPoint */
static inline guint
drawn_count_crossings (GPtrArray *lines)
{
  guint n = 0;

  for (guint i = 0; i < lines->len; i++)
    {
      GArray *line = lines->pdata[i];
      DrawnPoint *points = (DrawnPoint *) (gpointer) line->data;
      double shift = fmod (points[0].x * 0.618 + points[0].y * 0.414, 1) * 0.02;

      for (guint k = 0; k < line->len; k++)
        {
          points[k].x += shift;
          points[k].y += shift * 0.7;
        }
    }
  for (guint i = 0; i < lines->len; i++)
    for (guint k = i + 1; k < lines->len; k++)
      n += drawn_count_pair (lines->pdata[i], lines->pdata[k]);
  return n;
}

static inline gboolean
drawn_enters_box (DrawnPoint a, DrawnPoint b, double x0, double y0, double x1, double y1)
{
  double t0 = 0;
  double t1 = 1;
  const double p[] = { a.x - b.x, b.x - a.x, a.y - b.y, b.y - a.y };
  const double q[] = { a.x - x0, x1 - a.x, a.y - y0, y1 - a.y };

  for (guint i = 0; i < 4; i++)
    {
      if (p[i] == 0)
        {
          if (q[i] <= 0)
            return FALSE;
        }
      else if (p[i] < 0)
        t0 = MAX (t0, q[i] / p[i]);
      else
        t1 = MIN (t1, q[i] / p[i]);
    }
  return t0 < t1;
}

/* Returns TRUE if the line runs under the node, even if the line is connected to it. */
static inline gboolean
drawn_is_over (GArray *line, const TroupePlotNode *node)
{
  double edge = node->is_gate ? 6 : 1.5;

  for (guint i = 0; i + 1 < line->len; i++)
    if (drawn_enters_box (g_array_index (line, DrawnPoint, i),
                          g_array_index (line, DrawnPoint, i + 1), node->x + edge, node->y + edge,
                          node->x + node->width - edge, node->y + node->height - edge))
      return TRUE;
  return FALSE;
}

/* Returns the lines of all wires as they are drawn. (transfer full) */
static inline GPtrArray *
drawn_list_lines (TroupePlotGraph *graph)
{
  guint n = troupe_plot_graph_get_n_wires (graph);
  TroupePlotRoute *routes = troupe_plot_graph_route (graph);
  GPtrArray *lines = g_ptr_array_new_with_free_func ((GDestroyNotify) g_array_unref);

  for (guint i = 0; i < n; i++)
    g_ptr_array_add (lines, drawn_read_path (routes[i].path));
  troupe_plot_routes_free (routes, n);
  return lines;
}

/* Counts how often a wire runs under a card or gate. */
static inline guint
drawn_count_over (TroupePlotGraph *graph, GPtrArray *lines)
{
  guint n = 0;

  for (guint i = 0; i < lines->len; i++)
    for (guint k = 0; k < troupe_plot_graph_get_n_nodes (graph); k++)
      {
        const TroupePlotNode *node = troupe_plot_graph_get_node (graph, k);

        if (drawn_is_over (lines->pdata[i], node))
          {
            g_test_message ("%s runs under %s", troupe_plot_graph_get_wire (graph, i)->id,
                            node->id);
            n++;
          }
      }
  return n;
}
