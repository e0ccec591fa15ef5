/* troupe-route-smooth.c: removes unnecessary bends of paths that pass columns
 *
 * In columns, every path changes its height between each pair of adjacent columns, although often a
 * single, wider change would be sufficient. Changes that are not needed are removed unless this
 * adds crossings.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#define G_LOG_DOMAIN "troupe-route-smooth"

#include "config.h"

#include <math.h>

#include "troupe-route-private.h"

/* Maximum number of line comparisons. */
#define EFFORT 24000
#define LEAST_SWING 12.0
#define LEAD_OUT 8.0
#define LEAD_IN 16.0
#define CORNER 16.0

/* Amounts by which swings are widened, tried in turn, in pixels. */
static const double widths[] = { 96, 48, 24 };

typedef struct
{
  const TroupeRouteField *field;
  TroupeRouteLines *lines;
  guint n_ways;
  guint64 effort;
} Smooth;

static Run *
get_run (const GArray *runs, guint index)
{
  return &g_array_index (runs, Run, index);
}

/* Sets the runs, provided that the path then has no more crossings than before and runs into no
 * box. @runs: (nullable) (transfer full) */
static gboolean
try_runs (Smooth *self, TroupeRoutePath *way, guint index, GArray *runs)
{
  g_autoptr (GArray) line = troupe_route_make_line (way, runs);
  guint most = troupe_route_lines_get_count (self->lines, index);

  g_assert (self != NULL);

  self->effort -= MIN (self->effort, self->n_ways);
  if (troupe_route_lines_count (self->lines, index, line, most + 1) > most ||
      !troupe_route_is_free (self->field, way, runs))
    {
      g_clear_pointer (&runs, g_array_unref);
      return FALSE;
    }
  g_clear_pointer (&way->runs, g_array_unref);
  way->runs = runs;
  troupe_route_lines_take (self->lines, index, g_steal_pointer (&line));
  return TRUE;
}

/* Returns TRUE if two runs are connected by a swing (S-curve) instead of a vertical step. */
static gboolean
is_swing (const Run *run, const Run *next)
{
  return fabs (next->x0 - run->x1) >= LEAST_SWING / 2;
}

/* Moves one of two consecutive runs to the height of the other run and merges the two. */
static gboolean
try_level (Smooth *self,
           TroupeRoutePath *const *ways,
           TroupeRoutePath *way,
           guint index,
           guint k,
           gboolean first)
{
  const Run *run = get_run (way->runs, k);
  const Run *next = get_run (way->runs, k + 1);
  double low = MAX (run->low, next->low);
  double high = MIN (run->high, next->high);
  double y = first ? run->y : next->y;
  GArray *runs;

  g_assert (self != NULL);

  if (y < low - 1e-6 || y > high + 1e-6)
    return FALSE;
  runs = g_array_copy (way->runs);
  *get_run (runs, k) = (Run){ run->x0, next->x1, y, low, high };
  g_array_remove_index (runs, k + 1);
  if (troupe_route_lies_on_another (ways, self->n_ways, index, runs))
    {
      g_array_unref (runs);
      return FALSE;
    }
  return try_runs (self, way, index, runs);
}

/* Returns how much of a run must stay horizontal: at an end of the path, and at a corner. */
static double
get_lead (const GArray *runs, guint k, gboolean before)
{
  if (before ? k == 0 : k + 1 == runs->len)
    return before ? LEAD_OUT : LEAD_IN;
  if (before ? is_swing (get_run (runs, k - 1), get_run (runs, k))
             : is_swing (get_run (runs, k), get_run (runs, k + 1)))
    return 0;
  return CORNER;
}

/* Makes a swing begin earlier by @before and end later by @behind. */
static gboolean
widen (Smooth *self, TroupeRoutePath *way, guint index, guint k, double before, double behind)
{
  GArray *runs = g_array_copy (way->runs);
  Run *run = get_run (runs, k);
  Run *next = get_run (runs, k + 1);
  double sign = next->x0 > run->x1 ? 1 : -1;
  double room_before = sign * (run->x1 - run->x0) - get_lead (runs, k, TRUE);
  double room_behind = sign * (next->x1 - next->x0) - get_lead (runs, k + 1, FALSE);

  g_assert (self != NULL);

  run->x1 -= sign * CLAMP (before, 0, MAX (room_before, 0));
  next->x0 += sign * CLAMP (behind, 0, MAX (room_behind, 0));
  if (run->x1 == get_run (way->runs, k)->x1 && next->x0 == get_run (way->runs, k + 1)->x0)
    {
      g_array_unref (runs);
      return FALSE;
    }
  return try_runs (self, way, index, runs);
}

void
troupe_route_smooth (const TroupeRouteField *field, TroupeRoutePath *const *ways, guint n_ways)
{
  g_autoptr (TroupeRouteLines) lines = troupe_route_lines_new (ways, n_ways);
  Smooth self = { field, lines, n_ways, EFFORT };

  for (guint i = 0; i < n_ways && self.effort > 0; i++)
    {
      TroupeRoutePath *path;

      if (ways[i] == NULL || ways[i]->runs == NULL ||
          (!ways[i]->back && try_runs (&self, ways[i], i, NULL)))
        continue;
      if (ways[i]->back)
        {
          TroupeRoutePath *way = ways[i];

          /* Merges runs of a backward path that can have the same height. */
          for (guint k = 1; k + 2 < way->runs->len && self.effort > 0;)
            if (!is_swing (get_run (way->runs, k), get_run (way->runs, k + 1)) ||
                (!try_level (&self, ways, way, i, k, TRUE) &&
                 !try_level (&self, ways, way, i, k, FALSE)))
              k++;
        }
      /* Removes runs between two swings. */
      path = ways[i];
      for (guint k = 1; k + 1 < path->runs->len && self.effort > 0;)
        {
          GArray *runs;

          if (!is_swing (get_run (path->runs, k - 1), get_run (path->runs, k)) ||
              !is_swing (get_run (path->runs, k), get_run (path->runs, k + 1)))
            {
              k++;
              continue;
            }
          runs = g_array_copy (path->runs);
          g_array_remove_index (runs, k);
          if (!try_runs (&self, path, i, runs))
            k++;
        }
    }
  for (guint i = 0; i < n_ways && self.effort > 0; i++)
    if (ways[i] != NULL && ways[i]->runs != NULL)
      {
        TroupeRoutePath *way = ways[i];

        for (guint k = 0; k + 1 < way->runs->len && self.effort > 0; k++)
          {
            if (!is_swing (get_run (way->runs, k), get_run (way->runs, k + 1)))
              continue;
            for (guint j = 0; j < G_N_ELEMENTS (widths); j++)
              if (widen (&self, way, i, k, widths[j], widths[j]) ||
                  widen (&self, way, i, k, widths[j], 0) || widen (&self, way, i, k, 0, widths[j]))
                break;
          }
      }
}
