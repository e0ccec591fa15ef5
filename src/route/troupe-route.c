/* troupe-route.c: ways that were found, and where they cross
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#define G_LOG_DOMAIN "troupe-route"

#include "config.h"

#include <math.h>
#include <string.h>

#include "troupe-route-private.h"

/* Where wires share a port they are one wire for so long. */
#define SHARED 12.0
#define SAME_PORT 1.5

typedef TroupeRoutePoint Point;

/* One curve, whatever is in the way. (transfer full) */
TroupeRouteWay *
troupe_route_way_new_plain (const TroupeRouteWire *wire)
{
  TroupeRouteWay *self = g_new0 (TroupeRouteWay, 1);

  g_return_val_if_fail (wire != NULL, self);

  self->wire = *wire;
  return self;
}

void
troupe_route_way_free (TroupeRouteWay *self)
{
  g_return_if_fail (self != NULL);

  g_clear_pointer (&self->found, g_array_unref);
  g_clear_pointer (&self->runs, g_array_unref);
  g_free (self);
}

/* Whether it is one curve, or one step. */
gboolean
troupe_route_way_is_plain (const TroupeRouteWay *self)
{
  g_return_val_if_fail (self != NULL, TRUE);

  return self->runs == NULL;
}

/* Whether it leads round to the left. */
gboolean
troupe_route_way_goes_back (const TroupeRouteWay *self)
{
  g_return_val_if_fail (self != NULL, FALSE);

  return self->back;
}

/* Grows when troupe_route_settle() has moved it. */
guint
troupe_route_way_get_serial (const TroupeRouteWay *self)
{
  g_return_val_if_fail (self != NULL, 0);

  return self->serial;
}

/* Where a way that was moved would run into something it stays as it was. */
static void
spread (const TroupeRouteField *field, TroupeRouteWay *const *ways, guint n_ways)
{
  g_autoptr (GPtrArray) chosen = g_ptr_array_new_full (n_ways, NULL);

  for (guint i = 0; i < n_ways; i++)
    g_ptr_array_add (chosen, ways[i] != NULL && ways[i]->runs != NULL ? g_array_copy (ways[i]->runs)
                                                                      : NULL);
  troupe_route_spread (ways, n_ways);
  for (guint i = 0; i < n_ways; i++)
    {
      GArray *runs = chosen->pdata[i];

      if (runs == NULL)
        continue;
      if (memcmp (runs->data, ways[i]->runs->data, runs->len * sizeof (Run)) != 0 &&
          !troupe_route_is_free (field, ways[i], ways[i]->runs))
        {
          GArray *moved = ways[i]->runs;

          ways[i]->runs = runs;
          runs = moved;
        }
      g_array_unref (runs);
    }
}

/**
 * troupe_route_settle:
 * @ways: (nullable elements): all of a drawing, in the order of its wires
 *
 * Brings the ways of a drawing together: those that cross others take another way where that crosses
 * less, and those that lie on each other are moved apart. Always begins with the ways as they were found,
 * so that it gives the same whatever was done before.
 */
void
troupe_route_settle (const TroupeRouteField *field,
                     TroupeRouteWay *const *ways,
                     guint n_ways,
                     guint64 *budget)
{
  g_autoptr (GPtrArray) before = NULL;

  g_return_if_fail (field != NULL && budget != NULL);
  g_return_if_fail (ways != NULL || n_ways == 0);

  before = g_ptr_array_new_full (n_ways, NULL);
  for (guint i = 0; i < n_ways; i++)
    {
      g_ptr_array_add (before, ways[i] != NULL ? g_steal_pointer (&ways[i]->runs) : NULL);
      if (ways[i] != NULL && ways[i]->found != NULL)
        ways[i]->runs = g_array_copy (ways[i]->found);
    }
  troupe_route_choose (field, ways, n_ways, budget);
  spread (field, ways, n_ways);
  for (guint i = 0; i < n_ways; i++)
    {
      GArray *old = before->pdata[i];
      GArray *runs = ways[i] != NULL ? ways[i]->runs : NULL;

      if (ways[i] != NULL &&
          ((old == NULL) != (runs == NULL) ||
           (old != NULL && (old->len != runs->len ||
                            memcmp (old->data, runs->data, old->len * sizeof (Run)) != 0))))
        ways[i]->serial++;
      g_clear_pointer (&old, g_array_unref);
    }
}

/* --- Crossings ----------------------------------------------------------------------------- */

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

static guint
count_pair (const Point *a, guint n_a, const Point *b, guint n_b, const Box *box_b)
{
  gboolean same_start = are_near (a[0], b[0], SAME_PORT);
  gboolean same_end = are_near (a[n_a - 1], b[n_b - 1], SAME_PORT);
  guint n = 0;

  for (guint i = 0; i + 1 < n_a; i++)
    {
      if (MAX (a[i].x, a[i + 1].x) < box_b->x0 || MIN (a[i].x, a[i + 1].x) > box_b->x1 ||
          MAX (a[i].y, a[i + 1].y) < box_b->y0 || MIN (a[i].y, a[i + 1].y) > box_b->y1 ||
          (same_start && are_near (a[i], a[0], SHARED)) ||
          (same_end && are_near (a[i + 1], a[n_a - 1], SHARED)))
        continue;
      for (guint k = 0; k + 1 < n_b; k++)
        n += crosses (a[i], a[i + 1], b[k], b[k + 1]);
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

guint
troupe_route_count_pair (const GArray *first, const GArray *second)
{
  Box box = get_box (second);

  return count_pair ((const Point *) (gconstpointer) first->data, first->len,
                     (const Point *) (gconstpointer) second->data, second->len, &box);
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
