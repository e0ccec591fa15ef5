/* troupe-route-lines.c: where the lines of a drawing cross
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#define G_LOG_DOMAIN "troupe-route-lines"

#include "config.h"

#include <math.h>

#include "troupe-route-private.h"

/* Where wires share a port they are one wire for so long. */
#define SHARED 12.0
#define SAME_PORT 1.5

typedef TroupeRoutePoint Point;

typedef struct
{
  double x0;
  double y0;
  double x1;
  double y1;
} Box;

static gboolean
are_near (Point a, Point b, double distance)
{
  return fabs (a.x - b.x) <= distance && fabs (a.y - b.y) <= distance;
}

static double
get_side (Point a, Point b, Point c)
{
  return (b.x - a.x) * (c.y - a.y) - (b.y - a.y) * (c.x - a.x);
}

static gboolean
crosses (Point a, Point b, Point c, Point d)
{
  if (MAX (a.x, b.x) < MIN (c.x, d.x) || MAX (c.x, d.x) < MIN (a.x, b.x) ||
      MAX (a.y, b.y) < MIN (c.y, d.y) || MAX (c.y, d.y) < MIN (a.y, b.y))
    return FALSE;
  return get_side (a, b, c) * get_side (a, b, d) < 0 && get_side (c, d, a) * get_side (c, d, b) < 0;
}

/* The same for both: which of them is asked says nothing about how often they cross. */
static guint
count_pair (const Point *a, guint n_a, const Point *b, guint n_b, const Box *box_b)
{
  gboolean same_start = are_near (a[0], b[0], SAME_PORT);
  gboolean same_end = are_near (a[n_a - 1], b[n_b - 1], SAME_PORT);
  guint n = 0;

  for (guint i = 0; i + 1 < n_a; i++)
    {
      gboolean starts = same_start && are_near (a[i], a[0], SHARED);
      gboolean ends = same_end && are_near (a[i + 1], a[n_a - 1], SHARED);

      if (MAX (a[i].x, a[i + 1].x) < box_b->x0 || MIN (a[i].x, a[i + 1].x) > box_b->x1 ||
          MAX (a[i].y, a[i + 1].y) < box_b->y0 || MIN (a[i].y, a[i + 1].y) > box_b->y1)
        continue;
      for (guint k = 0; k + 1 < n_b; k++)
        n += !(starts && are_near (b[k], b[0], SHARED)) &&
             !(ends && are_near (b[k + 1], b[n_b - 1], SHARED)) &&
             crosses (a[i], a[i + 1], b[k], b[k + 1]);
    }
  return n;
}

static Box
get_box (const GArray *line)
{
  Box box = { G_MAXDOUBLE, G_MAXDOUBLE, -G_MAXDOUBLE, -G_MAXDOUBLE };

  for (guint k = 0; k < line->len; k++)
    {
      const Point *point = &g_array_index (line, Point, k);

      box.x0 = MIN (box.x0, point->x);
      box.y0 = MIN (box.y0, point->y);
      box.x1 = MAX (box.x1, point->x);
      box.y1 = MAX (box.y1, point->y);
    }
  return box;
}

/* --- Lines of a drawing --------------------------------------------------------------------- */

struct _TroupeRouteLines
{
  guint n_lines;
  GArray **lines; /* (element-type TroupeRoutePoint) (nullable elements) */
  Box *boxes;
};

/* The way along @runs as straight pieces. (transfer full) */
GArray *
troupe_route_make_line (const TroupeRouteWay *way, const GArray *runs)
{
  g_autoptr (GArray) cubics = g_array_new (FALSE, FALSE, sizeof (Point));
  GArray *line = g_array_new (FALSE, FALSE, sizeof (Point));

  troupe_route_draw_runs (way, runs, cubics);
  troupe_route_flatten ((const Point *) (gconstpointer) cubics->data, cubics->len / 3, line);
  return line;
}

/* As the ways are now; there is none where there is no way. */
TroupeRouteLines *
troupe_route_lines_new (TroupeRouteWay *const *ways, guint n_ways)
{
  TroupeRouteLines *self = g_new0 (TroupeRouteLines, 1);

  self->n_lines = n_ways;
  self->lines = g_new0 (GArray *, MAX (n_ways, 1));
  self->boxes = g_new0 (Box, MAX (n_ways, 1));
  for (guint i = 0; i < n_ways; i++)
    if (ways[i] != NULL)
      troupe_route_lines_take (self, i, troupe_route_make_line (ways[i], ways[i]->runs));
  return self;
}

void
troupe_route_lines_free (TroupeRouteLines *self)
{
  for (guint i = 0; i < self->n_lines; i++)
    g_clear_pointer (&self->lines[i], g_array_unref);
  g_free (self->lines);
  g_free (self->boxes);
  g_free (self);
}

/* Puts a line in the place of another. @line: (transfer full) */
void
troupe_route_lines_take (TroupeRouteLines *self, guint index, GArray *line)
{
  g_clear_pointer (&self->lines[index], g_array_unref);
  self->lines[index] = line;
  self->boxes[index] = get_box (line);
}

const GArray *
troupe_route_lines_get (const TroupeRouteLines *self, guint index)
{
  return self->lines[index];
}

static guint
count_line (const TroupeRouteLines *self, const GArray *line, const Box *box, guint other)
{
  const Box *second = &self->boxes[other];

  if (self->lines[other] == NULL || box->x1 < second->x0 || second->x1 < box->x0 ||
      box->y1 < second->y0 || second->y1 < box->y0)
    return 0;
  return count_pair ((const Point *) (gconstpointer) line->data, line->len,
                     (const Point *) (gconstpointer) self->lines[other]->data,
                     self->lines[other]->len, second);
}

/* How often the line at @index would cross others if it were @line; no more than @most are counted. */
guint
troupe_route_lines_count (const TroupeRouteLines *self, guint index, const GArray *line, guint most)
{
  Box box = get_box (line);
  guint n = 0;

  for (guint i = 0; i < self->n_lines && n < most; i++)
    if (i != index)
      n += count_line (self, line, &box, i);
  return n;
}

/* How often two of them cross. */
guint
troupe_route_lines_count_pair (const TroupeRouteLines *self, guint first, guint second)
{
  return count_line (self, self->lines[first], &self->boxes[first], second);
}

/**
 * troupe_route_count_crossings:
 * @lines: (array length=n_lines) (element-type GArray): of TroupeRoutePoint, straight pieces
 *
 * How often two lines cross. That some meet in a port is no crossing.
 */
guint
troupe_route_count_crossings (GArray *const *lines, guint n_lines)
{
  g_autofree Box *boxes = g_new (Box, MAX (n_lines, 1));
  guint n = 0;

  g_return_val_if_fail (lines != NULL || n_lines == 0, 0);

  for (guint i = 0; i < n_lines; i++)
    boxes[i] = get_box (lines[i]);
  for (guint i = 0; i < n_lines; i++)
    for (guint k = i + 1; k < n_lines; k++)
      {
        if (boxes[i].x1 < boxes[k].x0 || boxes[k].x1 < boxes[i].x0 || boxes[i].y1 < boxes[k].y0 ||
            boxes[k].y1 < boxes[i].y0)
          continue;
        n += count_pair ((const Point *) (gconstpointer) lines[i]->data, lines[i]->len,
                         (const Point *) (gconstpointer) lines[k]->data, lines[k]->len, &boxes[k]);
      }
  return n;
}
