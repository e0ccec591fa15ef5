/* troupe-route-untangle.c: reorders adjacent paths to reduce crossings
 *
 * Spreading places adjacent segments one by one. After that, this step is applied if it reduces
 * crossings: two crossing paths exchange the heights of their segments or the positions of their
 * turns, or a path moves to the other side of another path.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#define G_LOG_DOMAIN "troupe-route-untangle"

#include "config.h"

#include <math.h>

#include "troupe-route-private.h"

/* Larger drawings are not changed. */
#define MAX_WIRES 400
#define N_PASSES 3
#define APART 12.0 /* between two horizontal segments */
#define TURN 8.0   /* between two turns */
#define FARTHEST_TURN 3

/* Maximum number of compared pairs of paths. It corresponds to about two milliseconds, because
 * the canvas settles its paths during a drag. */
#define EFFORT 20000

typedef struct
{
  const TroupeRouteField *field;
  TroupeRoutePath *const *ways;
  guint n_ways;
  TroupeRouteLines *lines;
  guint64 effort;
} Untangle;

static Run *
get_run (const GArray *runs, guint index)
{
  return &g_array_index (runs, Run, index);
}

static gboolean
can_move (const TroupeRoutePath *way)
{
  return way != NULL && way->runs != NULL && way->runs->len > 1;
}

/* Returns TRUE if a segment overlaps one of another path, so that they could not be
 * distinguished. */
gboolean
troupe_route_lies_on_another (TroupeRoutePath *const *ways,
                              guint n_ways,
                              guint index,
                              const GArray *runs)
{
  for (guint k = 1; k + 1 < runs->len; k++)
    {
      const Run *run = get_run (runs, k);

      for (guint i = 0; i < n_ways; i++)
        {
          if (i == index || !can_move (ways[i]))
            continue;
          for (guint j = 1; j + 1 < ways[i]->runs->len; j++)
            {
              const Run *other = get_run (ways[i]->runs, j);

              if (fabs (other->y - run->y) < APART / 2 &&
                  MIN (other->x0, other->x1) < MAX (run->x0, run->x1) &&
                  MIN (run->x0, run->x1) < MAX (other->x0, other->x1))
                return TRUE;
            }
        }
    }
  return FALSE;
}

/* Sets the runs if the path has fewer crossings with them. @runs: (transfer full) */
static gboolean
try_runs (Untangle *self, guint index, guint *crossed, GArray *runs)
{
  TroupeRoutePath *way = self->ways[index];
  g_autoptr (GArray) owned = runs;
  g_autoptr (GArray) line = troupe_route_make_line (way, runs);

  g_assert (self != NULL);

  if (self->effort == 0)
    return FALSE;
  self->effort -= MIN (self->effort, self->n_ways);
  if (troupe_route_lines_count (self->lines, index, line, *crossed) >= *crossed ||
      !troupe_route_is_free (self->field, way, runs) ||
      troupe_route_lies_on_another (self->ways, self->n_ways, index, runs))
    return FALSE;
  g_array_unref (way->runs);
  way->runs = g_steal_pointer (&owned);
  troupe_route_lines_take (self->lines, index, g_steal_pointer (&line));
  *crossed = troupe_route_lines_get_count (self->lines, index);
  return TRUE;
}

/* --- Moving one path -------------------------------------------------------------------------- */

/* Tries to move segments just above and below the parallel segments of @other. */
static gboolean
try_heights (Untangle *self, guint index, guint *crossed, guint other)
{
  TroupeRoutePath *way = self->ways[index];
  const GArray *beside = self->ways[other]->runs;
  gboolean improved = FALSE;

  g_assert (way != NULL);

  for (guint k = 1; k + 1 < way->runs->len; k++)
    for (guint j = 0; j < beside->len; j++)
      for (int side = -1; side <= 1; side += 2)
        {
          const Run *run = get_run (way->runs, k);
          double y = get_run (beside, j)->y + side * APART;
          GArray *runs;

          if (self->effort == 0 || y < run->low || y > run->high || fabs (y - run->y) < 1)
            continue;
          runs = g_array_copy (way->runs);
          get_run (runs, k)->y = y;
          improved |= try_runs (self, index, crossed, runs);
        }
  return improved;
}

/* Tries to move the turns of a backward path nearer to its ends or farther away. */
static gboolean
try_turns (Untangle *self, guint index, guint *crossed)
{
  TroupeRoutePath *way = self->ways[index];
  gboolean improved = FALSE;

  g_assert (way != NULL);

  if (!way->back)
    return FALSE;
  for (guint end = 0; end < 2; end++)
    for (int step = -FARTHEST_TURN; step <= FARTHEST_TURN; step++)
      {
        guint k = end == 0 ? 0 : way->runs->len - 2;
        double x = get_run (way->runs, k)->x1 + step * TURN;
        GArray *runs;

        if (step == 0 || self->effort == 0)
          continue;
        runs = g_array_copy (way->runs);
        get_run (runs, k)->x1 = x;
        get_run (runs, k + 1)->x0 = x;
        improved |= try_runs (self, index, crossed, runs);
      }
  return improved;
}

/* --- Moving two paths ------------------------------------------------------------------------- */

static gboolean
exchange_heights (Run *first, Run *second)
{
  double y = first->y;

  if (second->y < first->low || second->y > first->high || first->y < second->low ||
      first->y > second->high)
    return FALSE;
  first->y = second->y;
  second->y = y;
  return TRUE;
}

static void
take_runs (TroupeRouteLines *lines, TroupeRoutePath *way, guint index, GArray *runs, GArray *line)
{
  g_clear_pointer (&way->runs, g_array_unref);
  way->runs = g_array_ref (runs);
  troupe_route_lines_take (lines, index, g_array_ref (line));
}

gboolean
troupe_route_try_both (TroupeRouteLines *lines,
                       const TroupeRouteField *field,
                       TroupeRoutePath *first,
                       guint first_index,
                       GArray *first_runs,
                       TroupeRoutePath *second,
                       guint second_index,
                       GArray *second_runs)
{
  g_autoptr (GArray) first_line = troupe_route_make_line (first, first_runs);
  g_autoptr (GArray) second_line = troupe_route_make_line (second, second_runs);
  guint before = troupe_route_lines_get_count (lines, first_index) +
                 troupe_route_lines_get_count (lines, second_index) -
                 troupe_route_lines_get_pair (lines, first_index, second_index);

  if (troupe_route_lines_count_both (lines, first_index, first_line, second_index, second_line,
                                     before) >= before ||
      !troupe_route_is_free (field, first, first_runs) ||
      !troupe_route_is_free (field, second, second_runs))
    return FALSE;
  take_runs (lines, first, first_index, first_runs, first_line);
  take_runs (lines, second, second_index, second_runs, second_line);
  return TRUE;
}

/* Exchanges the heights of one segment of each of two crossing paths. */
static gboolean
try_exchange (Untangle *self, guint a, guint b, guint k, guint j)
{
  TroupeRoutePath *first = self->ways[a];
  TroupeRoutePath *second = self->ways[b];
  g_autoptr (GArray) runs_a = g_array_copy (first->runs);
  g_autoptr (GArray) runs_b = g_array_copy (second->runs);

  g_assert (self != NULL);

  if (!exchange_heights (get_run (runs_a, k), get_run (runs_b, j)))
    return FALSE;
  self->effort -= MIN (self->effort, 2 * self->n_ways);
  return troupe_route_try_both (self->lines, self->field, first, a, runs_a, second, b, runs_b);
}

static gboolean
try_exchanges (Untangle *self, guint a, guint b)
{
  g_assert (self != NULL);

  for (guint k = 1; k + 1 < self->ways[a]->runs->len; k++)
    for (guint j = 1; j + 1 < self->ways[b]->runs->len; j++)
      {
        const Run *first = get_run (self->ways[a]->runs, k);
        const Run *second = get_run (self->ways[b]->runs, j);

        if (MIN (first->x0, first->x1) < MAX (second->x0, second->x1) &&
            MIN (second->x0, second->x1) < MAX (first->x0, first->x1) && self->effort > 0 &&
            try_exchange (self, a, b, k, j))
          return TRUE;
      }
  return FALSE;
}

static gboolean
untangle_way (Untangle *self, guint index)
{
  guint crossed = troupe_route_lines_get_count (self->lines, index);
  gboolean improved = FALSE;

  g_assert (self != NULL);

  for (guint i = 0; i < self->n_ways && crossed > 0 && self->effort > 0; i++)
    {
      if (i == index || !can_move (self->ways[i]) ||
          troupe_route_lines_get_pair (self->lines, index, i) == 0)
        continue;
      if (i > index && try_exchanges (self, index, i))
        {
          improved = TRUE;
          crossed = troupe_route_lines_get_count (self->lines, index);
        }
      improved |= try_heights (self, index, &crossed, i);
    }
  if (crossed > 0 && self->effort > 0)
    improved |= try_turns (self, index, &crossed);
  return improved;
}

void
troupe_route_untangle (const TroupeRouteField *field, TroupeRoutePath *const *ways, guint n_ways)
{
  g_autoptr (TroupeRouteLines) lines = NULL;
  Untangle self = { field, ways, n_ways, NULL, EFFORT };
  gboolean improved = TRUE;

  if (n_ways > MAX_WIRES)
    return;
  self.lines = lines = troupe_route_lines_new (ways, n_ways);
  for (guint pass = 0; pass < N_PASSES && improved && self.effort > 0; pass++)
    {
      improved = FALSE;
      for (guint i = 0; i < n_ways && self.effort > 0; i++)
        if (can_move (ways[i]))
          improved |= untangle_way (&self, i);
    }
}
