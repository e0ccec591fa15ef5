/* troupe-route-choose.c: alternative paths for wires that cross others
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#define G_LOG_DOMAIN "troupe-route-choose"

#include "config.h"

#include <math.h>

#include "troupe-route-private.h"

/* In larger drawings each wire keeps the path that is best for it alone. */
#define MAX_WIRES 800
#define N_PASSES 2

/* Width of the S-curve in which an otherwise horizontal wire changes its height. */
#define SWING 72.0
#define LEAD_OUT 8.0
#define LEAD_IN 16.0

typedef TroupeRoutePoint Point;

typedef struct
{
  GArray *runs; /* (nullable) */
  GArray *line; /* (element-type TroupeRoutePoint) */
} Other;

static void
other_clear (gpointer data)
{
  Other *other = data;

  g_clear_pointer (&other->runs, g_array_unref);
  g_clear_pointer (&other->line, g_array_unref);
}

/* Returns a horizontal path with one S-curve between @x0 and @x1. */
static GArray *
make_swing (const TroupeRoutePath *way, double x0, double x1)
{
  GArray *runs = g_array_new (FALSE, FALSE, sizeof (Run));
  Run first = { way->wire.from.x, x0, way->wire.from.y, -INFINITY, INFINITY };
  Run last = { x1, way->wire.to.x, way->wire.to.y, -INFINITY, INFINITY };

  g_array_append_val (runs, first);
  g_array_append_val (runs, last);
  return runs;
}

/* Appends an alternative. If @check is set, it is only appended if it keeps its distance from
 * boxes. @runs: (nullable) (transfer full) */
static void
add_other (GArray *others,
           const TroupeRouteField *field,
           const TroupeRoutePath *way,
           GArray *runs,
           gboolean check)
{
  Other other = { runs, NULL };

  if (runs == NULL)
    return;
  if (check && !troupe_route_is_free (field, way, runs))
    {
      g_array_unref (runs);
      return;
    }
  other.line = troupe_route_make_line (way, runs);
  g_array_append_val (others, other);
}

static gboolean
choose_way (const TroupeRouteField *field,
            TroupeRoutePath *way,
            TroupeRouteLines *lines,
            guint index,
            guint64 *budget)
{
  guint fewest = troupe_route_lines_get_count (lines, index);
  g_autoptr (GArray) others = NULL;
  Other *best = NULL;
  double x0;
  double x1;

  g_assert (way != NULL);

  if (fewest == 0)
    return FALSE;
  others = g_array_new (FALSE, FALSE, sizeof (Other));
  x0 = way->wire.from.x + LEAD_OUT;
  x1 = way->wire.to.x - LEAD_IN;
  g_array_set_clear_func (others, other_clear);
  if (way->found != NULL)
    {
      add_other (others, field, way,
                 troupe_route_search (field, &way->wire, way->back, PREFER_UP, budget), FALSE);
      add_other (others, field, way,
                 troupe_route_search (field, &way->wire, way->back, PREFER_DOWN, budget), FALSE);
    }
  else if (x1 - x0 >= 1.5 * SWING && !way->wire.square &&
           fabs (way->wire.to.y - way->wire.from.y) >= 4)
    {
      add_other (others, field, way, make_swing (way, x0, x0 + SWING), TRUE);
      add_other (others, field, way, make_swing (way, x1 - SWING, x1), TRUE);
    }
  for (guint i = 0; i < others->len; i++)
    {
      Other *other = &g_array_index (others, Other, i);
      guint n = troupe_route_lines_count (lines, index, other->line, fewest);

      if (n < fewest)
        {
          fewest = n;
          best = other;
        }
    }
  if (best == NULL)
    return FALSE;
  g_clear_pointer (&way->runs, g_array_unref);
  way->runs = g_steal_pointer (&best->runs);
  troupe_route_lines_take (lines, index, g_steal_pointer (&best->line));
  return TRUE;
}

void
troupe_route_choose (const TroupeRouteField *field,
                     TroupeRoutePath *const *ways,
                     guint n_ways,
                     guint64 *budget)
{
  g_autoptr (TroupeRouteLines) lines = NULL;
  gboolean changed = TRUE;

  if (n_ways > MAX_WIRES)
    return;
  lines = troupe_route_lines_new (ways, n_ways);
  for (guint pass = 0; pass < N_PASSES && changed; pass++)
    {
      changed = FALSE;
      for (guint i = 0; i < n_ways; i++)
        if (ways[i] != NULL)
          changed |= choose_way (field, ways[i], lines, i, budget);
    }
}
