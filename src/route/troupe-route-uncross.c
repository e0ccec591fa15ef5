/* troupe-route-uncross.c: removes avoidable crossings by exchanging parts of paths
 *
 * Two wires from the same port or to the same gate never have to cross, and no two wires have to
 * cross twice. If they do, each wire continues along the path of the other wire after the crossing.
 * This adds no other crossings, except where both turn off, because the same lines are drawn.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#define G_LOG_DOMAIN "troupe-route-uncross"

#include "config.h"

#include <math.h>

#include "troupe-route-private.h"

#define N_PASSES 6
#define SAME 1.5
#define SHORTEST_SWING 48.0
/* Maximum number of line comparisons. */
#define EFFORT 60000

/* A position on a path, which is a run or the connection to the next run. */
typedef struct
{
  guint run;
  gboolean joint;
} Place;

typedef struct
{
  const TroupeRouteField *field;
  TroupeRoutePath *const *ways;
  guint n_ways;
  TroupeRouteLines *lines;
  GArray *crossings; /* (element-type TroupeRouteCrossing) */
  gboolean *alone;   /* for each path: whether it is the only one to its gate input */
  guint64 effort;
} Uncross;

static Run *
get_run (const GArray *runs, guint index)
{
  return &g_array_index (runs, Run, index);
}

/* Returns a copy of the runs. A single curve is converted to one swing. (nullable) (transfer
 * full) */
static GArray *
copy_runs (const TroupeRoutePath *way)
{
  GArray *runs = NULL;
  Run first = { way->wire.from.x, way->wire.from.x, way->wire.from.y, -INFINITY, INFINITY };
  Run last = { way->wire.to.x, way->wire.to.x, way->wire.to.y, -INFINITY, INFINITY };

  if (way->runs != NULL)
    return g_array_copy (way->runs);
  if (way->wire.square || last.x0 - first.x0 < SHORTEST_SWING)
    return NULL;
  runs = g_array_new (FALSE, FALSE, sizeof (Run));
  g_array_append_val (runs, first);
  g_array_append_val (runs, last);
  return runs;
}

/* Returns the location of a point on the path. */
static Place
find_place (const TroupeRoutePath *way, const GArray *runs, double x, double y)
{
  Place best = { 0, FALSE };
  double least = INFINITY;

  for (guint i = 0; i < runs->len; i++)
    {
      const Run *run = get_run (runs, i);
      double left = MIN (run->x0, run->x1);
      double right = MAX (run->x0, run->x1);
      double aside = MAX (MAX (left - x, x - right), 0);
      double away = way->back || way->wire.square ? hypot (aside, y - run->y) : aside + 1e-3;

      if (away < least)
        {
          least = away;
          best = (Place){ i, FALSE };
        }
      if (i + 1 < runs->len)
        {
          const Run *next = get_run (runs, i + 1);
          double low = MIN (run->y, next->y);
          double high = MAX (run->y, next->y);
          double beyond = MAX (MAX (low - y, y - high), 0);

          left = MIN (run->x1, next->x0);
          right = MAX (run->x1, next->x0);
          aside = MAX (MAX (left - x, x - right), 0);
          away = way->back || way->wire.square ? hypot (aside, beyond) : aside;
          if (away < least)
            {
              least = away;
              best = (Place){ i, TRUE };
            }
        }
    }
  return best;
}

/* Joins the start of @first up to @at_first and the end of @second from @at_second on.
 * (nullable) (transfer full) */
static GArray *
join (const GArray *first, Place at_first, const GArray *second, Place at_second)
{
  GArray *runs = g_array_new (FALSE, FALSE, sizeof (Run));
  guint from = at_second.joint ? at_second.run + 1 : at_second.run;
  Run *last;
  guint joint;

  g_array_append_vals (runs, first->data, at_first.run + 1);
  joint = runs->len - 1;
  g_array_append_vals (runs, get_run (second, from), second->len - from);
  last = get_run (runs, joint);
  /* A run that was cut begins or ends at the turn of the other path. */
  if (!at_second.joint && at_first.joint)
    get_run (runs, joint + 1)->x0 = get_run (first, at_first.run + 1)->x0;
  if (!at_first.joint && at_second.joint)
    last->x1 = get_run (second, at_second.run)->x1;
  return runs;
}

/* Returns TRUE if the runs lead in the direction of their path, with space for swings. */
static gboolean
is_sound (const TroupeRoutePath *way, const GArray *runs)
{
  for (guint i = 0; i < runs->len; i++)
    {
      const Run *run = get_run (runs, i);

      if (way->back || way->wire.square)
        continue;
      if (run->x1 < run->x0 - 1e-6)
        return FALSE;
      if (i + 1 < runs->len && get_run (runs, i + 1)->x0 < run->x1 + 8)
        return FALSE;
    }
  return TRUE;
}

/* Sets the runs of both paths if that reduces crossings. @runs_a, @runs_b: (transfer full);
 * @ends: whether the paths exchange their ends */
static gboolean
try_both (Uncross *self, guint a, guint b, GArray *runs_a, GArray *runs_b, gboolean ends)
{
  TroupeRoutePath *first = self->ways[a];
  TroupeRoutePath *second = self->ways[b];
  g_autoptr (GArray) owned_a = runs_a;
  g_autoptr (GArray) owned_b = runs_b;
  TroupeRoutePoint to = first->wire.to;

  g_assert (self != NULL);

  if (!is_sound (first, runs_a) || !is_sound (second, runs_b))
    return FALSE;
  self->effort -= MIN (self->effort, 2 * self->n_ways);
  if (ends)
    {
      first->wire.to = second->wire.to;
      second->wire.to = to;
    }
  if (troupe_route_try_both (self->lines, self->field, first, a, runs_a, second, b, runs_b))
    return TRUE;
  if (ends)
    {
      second->wire.to = first->wire.to;
      first->wire.to = to;
    }
  return FALSE;
}

static gboolean
are_same (TroupeRoutePoint a, TroupeRoutePoint b)
{
  return fabs (a.x - b.x) < SAME && fabs (a.y - b.y) < SAME;
}

/* Returns TRUE if both wires lead to the same point, or may exchange their inputs at one gate.
 * An input with several wires cannot be exchanged, because that would change the condition of an
 * and gate. */
static gboolean
can_exchange_ends (const Uncross *self, guint a, guint b)
{
  const TroupeRouteWire *first = &self->ways[a]->wire;
  const TroupeRouteWire *second = &self->ways[b]->wire;

  return are_same (first->to, second->to) ||
         (first->gate != 0 && first->gate == second->gate && self->alone[a] && self->alone[b]);
}

/* Tries to exchange the parts of both paths before the crossing, after the crossing, or between
 * the crossing and the next one. */
static gboolean
try_crossing (Uncross *self, guint a, guint b, guint index)
{
  const TroupeRoutePath *first = self->ways[a];
  const TroupeRoutePath *second = self->ways[b];
  g_autoptr (GArray) runs_a = copy_runs (first);
  g_autoptr (GArray) runs_b = copy_runs (second);
  const TroupeRouteCrossing *crossing =
      &g_array_index (self->crossings, TroupeRouteCrossing, index);
  Place at_a, at_b;

  g_assert (self != NULL);

  if (runs_a == NULL || runs_b == NULL)
    return FALSE;
  at_a = find_place (first, runs_a, crossing->x, crossing->y);
  at_b = find_place (second, runs_b, crossing->x, crossing->y);
  if (!at_a.joint && !at_b.joint)
    return FALSE;
  if (are_same (first->wire.from, second->wire.from) &&
      try_both (self, a, b, join (runs_b, at_b, runs_a, at_a), join (runs_a, at_a, runs_b, at_b),
                FALSE))
    return TRUE;
  if (can_exchange_ends (self, a, b) && try_both (self, a, b, join (runs_a, at_a, runs_b, at_b),
                                                  join (runs_b, at_b, runs_a, at_a), TRUE))
    return TRUE;
  if (index + 1 < self->crossings->len)
    {
      const TroupeRouteCrossing *next = crossing + 1;
      Place next_a = find_place (first, runs_a, next->x, next->y);
      Place next_b = find_place (second, runs_b, next->x, next->y);
      g_autoptr (GArray) head_a = NULL;
      g_autoptr (GArray) head_b = NULL;

      /* Both paths must pass the two crossings in the same order and in different runs. */
      if (next->second < crossing->second || next_a.run <= at_a.run || next_b.run <= at_b.run ||
          (!next_a.joint && !next_b.joint))
        return FALSE;
      head_a = join (runs_a, at_a, runs_b, at_b);
      head_b = join (runs_b, at_b, runs_a, at_a);
      next_a.run += head_b->len - runs_a->len;
      next_b.run += head_a->len - runs_b->len;
      return try_both (self, a, b,
                       join (head_a, next_b, runs_a, find_place (first, runs_a, next->x, next->y)),
                       join (head_b, next_a, runs_b, find_place (second, runs_b, next->x, next->y)),
                       FALSE);
    }
  return FALSE;
}

static gboolean
uncross_pair (Uncross *self, guint a, guint b)
{
  const TroupeRoutePath *first = self->ways[a];
  const TroupeRoutePath *second = self->ways[b];

  g_assert (self != NULL);

  if (first->back != second->back || first->wire.square != second->wire.square)
    return FALSE;
  troupe_route_lines_list_pair (self->lines, a, b, self->crossings);
  for (guint i = 0; i < self->crossings->len && self->effort > 0; i++)
    if (try_crossing (self, a, b, i))
      return TRUE;
  return FALSE;
}

void
troupe_route_uncross (const TroupeRouteField *field, TroupeRoutePath *const *ways, guint n_ways)
{
  g_autoptr (TroupeRouteLines) lines = NULL;
  g_autoptr (GArray) crossings = g_array_new (FALSE, FALSE, sizeof (TroupeRouteCrossing));
  g_autofree gboolean *alone = g_new (gboolean, MAX (n_ways, 1));
  Uncross self;
  gboolean improved = TRUE;

  for (guint i = 0; i < n_ways; i++)
    {
      alone[i] = TRUE;
      for (guint k = 0; k < i && ways[i] != NULL && ways[i]->wire.gate != 0; k++)
        if (ways[k] != NULL && ways[k]->wire.gate == ways[i]->wire.gate &&
            are_same (ways[k]->to, ways[i]->to))
          alone[i] = alone[k] = FALSE;
    }
  self = (Uncross){ field, ways, n_ways, NULL, crossings, alone, EFFORT };

  self.lines = lines = troupe_route_lines_new (ways, n_ways);
  for (guint pass = 0; pass < N_PASSES && improved && self.effort > 0; pass++)
    {
      improved = FALSE;
      for (guint a = 0; a < n_ways && self.effort > 0; a++)
        for (guint b = a + 1; ways[a] != NULL && b < n_ways && self.effort > 0; b++)
          if (ways[b] != NULL && troupe_route_lines_get_pair (lines, a, b) > 0)
            improved |= uncross_pair (&self, a, b);
    }
}
