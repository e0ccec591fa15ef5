/* troupe-route-lines.c: crossings of the lines of a drawing
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#define G_LOG_DOMAIN "troupe-route-lines"

#include "config.h"

#include <math.h>

#include "troupe-route-lines.h"

/* Length along which wires that share a port count as one wire. */
#define SHARED 12.0
#define SAME_PORT 1.5

/* Number of segments with a common bounding box. */
#define CHUNK 5u

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

/* A polyline, with the bounding boxes of each CHUNK segments. */
typedef struct
{
  GArray *points; /* (element-type TroupeRoutePoint) */
  Box box;
  Box *chunks;
  guint n_chunks;
} Line;

static gboolean
are_apart (const Box *a, const Box *b)
{
  return a->x1 < b->x0 || b->x1 < a->x0 || a->y1 < b->y0 || b->y1 < a->y0;
}

static void
cover (Box *box, Point point)
{
  box->x0 = MIN (box->x0, point.x);
  box->y0 = MIN (box->y0, point.y);
  box->x1 = MAX (box->x1, point.x);
  box->y1 = MAX (box->y1, point.y);
}

/* @points: (transfer full) */
static void
line_init (Line *line, GArray *points)
{
  const Point *data = (const Point *) (gconstpointer) points->data;

  line->points = points;
  line->n_chunks = (points->len + CHUNK - 2) / CHUNK;
  line->chunks = g_new (Box, MAX (line->n_chunks, 1));
  line->box = (Box){ G_MAXDOUBLE, G_MAXDOUBLE, -G_MAXDOUBLE, -G_MAXDOUBLE };
  for (guint i = 0; i < line->n_chunks; i++)
    {
      Box *chunk = &line->chunks[i];

      *chunk = (Box){ G_MAXDOUBLE, G_MAXDOUBLE, -G_MAXDOUBLE, -G_MAXDOUBLE };
      for (guint k = i * CHUNK; k <= MIN ((i + 1) * CHUNK, points->len - 1); k++)
        cover (chunk, data[k]);
      cover (&line->box, (Point){ chunk->x0, chunk->y0 });
      cover (&line->box, (Point){ chunk->x1, chunk->y1 });
    }
}

static void
line_clear (Line *line)
{
  g_clear_pointer (&line->points, g_array_unref);
  g_clear_pointer (&line->chunks, g_free);
}

/* Counts the crossings between the segments of two chunks. */
static guint
count_chunks (const Line *first, guint i, const Line *second, guint k, gboolean start, gboolean end)
{
  const Point *a = (const Point *) (gconstpointer) first->points->data;
  const Point *b = (const Point *) (gconstpointer) second->points->data;
  guint n_a = first->points->len;
  guint n_b = second->points->len;
  const Box *box = &second->chunks[k];
  guint n = 0;

  for (guint p = i * CHUNK; p < MIN ((i + 1) * CHUNK, n_a - 1); p++)
    {
      gboolean starts, ends;

      if (MAX (a[p].x, a[p + 1].x) < box->x0 || MIN (a[p].x, a[p + 1].x) > box->x1 ||
          MAX (a[p].y, a[p + 1].y) < box->y0 || MIN (a[p].y, a[p + 1].y) > box->y1)
        continue;
      starts = start && are_near (a[p], a[0], SHARED);
      ends = end && are_near (a[p + 1], a[n_a - 1], SHARED);
      for (guint q = k * CHUNK; q < MIN ((k + 1) * CHUNK, n_b - 1); q++)
        n += crosses (a[p], a[p + 1], b[q], b[q + 1]) &&
             !(starts && are_near (b[q], b[0], SHARED)) &&
             !(ends && are_near (b[q + 1], b[n_b - 1], SHARED));
    }
  return n;
}

/* Counts the crossings of two lines. Symmetric in its arguments. */
static guint
count_pair (const Line *first, const Line *second)
{
  const Point *a, *b;
  gboolean start, end;
  guint n = 0;

  if (first->points == NULL || second->points == NULL || are_apart (&first->box, &second->box))
    return 0;
  a = (const Point *) (gconstpointer) first->points->data;
  b = (const Point *) (gconstpointer) second->points->data;
  start = are_near (a[0], b[0], SAME_PORT);
  end = are_near (a[first->points->len - 1], b[second->points->len - 1], SAME_PORT);
  for (guint i = 0; i < first->n_chunks; i++)
    {
      if (are_apart (&first->chunks[i], &second->box))
        continue;
      for (guint k = 0; k < second->n_chunks; k++)
        if (!are_apart (&first->chunks[i], &second->chunks[k]))
          n += count_chunks (first, i, second, k, start, end);
    }
  return n;
}

/* --- Lines of a drawing --------------------------------------------------------------------- */

struct _TroupeRouteLines
{
  guint n_lines;
  Line *lines;     /* without points for a missing path */
  guint16 *counts; /* number of crossings of each pair */
  guint *sums;
};

static guint16 *
get_count (const TroupeRouteLines *self, guint first, guint second)
{
  return &self->counts[(gsize) first * self->n_lines + second];
}

static void
set_count (TroupeRouteLines *self, guint first, guint second, guint n)
{
  guint before = *get_count (self, first, second);

  n = MIN (n, G_MAXUINT16);
  self->sums[first] += n - before;
  self->sums[second] += n - before;
  *get_count (self, first, second) = (guint16) n;
  *get_count (self, second, first) = (guint16) n;
}

/* Creates the lines of the present paths; missing paths get empty lines. */
TroupeRouteLines *
troupe_route_lines_new (TroupeRoutePath *const *ways, guint n_ways)
{
  TroupeRouteLines *self = g_new0 (TroupeRouteLines, 1);

  self->n_lines = n_ways;
  self->lines = g_new0 (Line, MAX (n_ways, 1));
  self->counts = g_new0 (guint16, MAX ((gsize) n_ways * n_ways, 1));
  self->sums = g_new0 (guint, MAX (n_ways, 1));
  for (guint i = 0; i < n_ways; i++)
    if (ways[i] != NULL)
      {
        g_autoptr (GArray) cubics = g_array_new (FALSE, FALSE, sizeof (Point));
        GArray *line = g_array_new (FALSE, FALSE, sizeof (Point));

        troupe_route_path_draw (ways[i], cubics);
        troupe_route_flatten ((const Point *) (gconstpointer) cubics->data, cubics->len / 3, line);
        line_init (&self->lines[i], line);
      }
  for (guint i = 0; i < n_ways; i++)
    for (guint k = i + 1; k < n_ways; k++)
      set_count (self, i, k, count_pair (&self->lines[i], &self->lines[k]));
  return self;
}

void
troupe_route_lines_free (TroupeRouteLines *self)
{
  for (guint i = 0; i < self->n_lines; i++)
    line_clear (&self->lines[i]);
  g_free (self->lines);
  g_free (self->counts);
  g_free (self->sums);
  g_free (self);
}

/* Replaces a line. @line: (transfer full) */
void
troupe_route_lines_take (TroupeRouteLines *self, guint index, GArray *line)
{
  line_clear (&self->lines[index]);
  line_init (&self->lines[index], line);
  for (guint i = 0; i < self->n_lines; i++)
    if (i != index)
      set_count (self, index, i, count_pair (&self->lines[index], &self->lines[i]));
}

const GArray *
troupe_route_lines_get (const TroupeRouteLines *self, guint index)
{
  return self->lines[index].points;
}

/* Returns the number of crossings of the line at @index with others. */
guint
troupe_route_lines_get_count (const TroupeRouteLines *self, guint index)
{
  return self->sums[index];
}

/* Returns the number of crossings that the line at @index would have if it were replaced with
 * @line. Stops counting at @most. */
guint
troupe_route_lines_count (const TroupeRouteLines *self, guint index, GArray *line, guint most)
{
  Line one;
  guint n = 0;

  line_init (&one, g_array_ref (line));
  for (guint i = 0; i < self->n_lines && n < most; i++)
    if (i != index)
      n += count_pair (&one, &self->lines[i]);
  line_clear (&one);
  return n;
}

/* Like troupe_route_lines_count() for two lines that are replaced together. */
guint
troupe_route_lines_count_both (const TroupeRouteLines *self,
                               guint first,
                               GArray *first_line,
                               guint second,
                               GArray *second_line,
                               guint most)
{
  Line one, other;
  guint n;

  line_init (&one, g_array_ref (first_line));
  line_init (&other, g_array_ref (second_line));
  n = count_pair (&one, &other);
  for (guint i = 0; i < self->n_lines && n < most; i++)
    if (i != first && i != second)
      n += count_pair (&one, &self->lines[i]) + count_pair (&other, &self->lines[i]);
  line_clear (&one);
  line_clear (&other);
  return n;
}

/* Returns the number of crossings of two lines. */
guint
troupe_route_lines_get_pair (const TroupeRouteLines *self, guint first, guint second)
{
  return *get_count (self, first, second);
}

/* Returns the total number of crossings. */
guint
troupe_route_lines_get_all (const TroupeRouteLines *self)
{
  guint n = 0;

  for (guint i = 0; i < self->n_lines; i++)
    n += self->sums[i];
  return n / 2;
}

static int
compare_crossings (gconstpointer a, gconstpointer b)
{
  const TroupeRouteCrossing *first = a;
  const TroupeRouteCrossing *second = b;

  return first->first < second->first ? -1 : first->first > second->first;
}

void
troupe_route_lines_list_pair (const TroupeRouteLines *self,
                              guint first,
                              guint second,
                              GArray *crossings)
{
  const GArray *a = self->lines[first].points;
  const GArray *b = self->lines[second].points;

  g_array_set_size (crossings, 0);
  for (guint i = 0; i + 1 < a->len; i++)
    for (guint k = 0; k + 1 < b->len; k++)
      {
        Point from = g_array_index (a, Point, i);
        Point to = g_array_index (a, Point, i + 1);
        Point other_from = g_array_index (b, Point, k);
        Point other_to = g_array_index (b, Point, k + 1);
        Point at;
        TroupeRouteCrossing crossing;
        double whole;
        double part;

        if (!crosses (from, to, other_from, other_to))
          continue;
        whole = get_side (other_from, other_to, from) - get_side (other_from, other_to, to);
        part = whole != 0 ? get_side (other_from, other_to, from) / whole : 0;
        at = (Point){ from.x + (to.x - from.x) * part, from.y + (to.y - from.y) * part };
        crossing = (TroupeRouteCrossing){ at.x, at.y, i, k };
        g_array_append_val (crossings, crossing);
      }
  g_array_sort (crossings, compare_crossings);
}

/**
 * troupe_route_count_crossings:
 * @lines: (array length=n_lines) (element-type GArray): polylines of TroupeRoutePoint
 *
 * Returns: the number of crossings of all pairs of lines; lines that meet in a port do not count
 */
guint
troupe_route_count_crossings (GArray *const *lines, guint n_lines)
{
  g_autofree Line *all = g_new (Line, MAX (n_lines, 1));
  guint n = 0;

  g_return_val_if_fail (lines != NULL || n_lines == 0, 0);

  for (guint i = 0; i < n_lines; i++)
    line_init (&all[i], g_array_ref (lines[i]));
  for (guint i = 0; i < n_lines; i++)
    for (guint k = i + 1; k < n_lines; k++)
      n += count_pair (&all[i], &all[k]);
  for (guint i = 0; i < n_lines; i++)
    line_clear (&all[i]);
  return n;
}
