/* troupe-route.c: coordinates the paths of all wires of a drawing
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#define G_LOG_DOMAIN "troupe-route"

#include "config.h"

#include <string.h>

#include "troupe-route-columns.h"

/* In larger drawings each wire is routed individually. */
#define MAX_WIRES 400
#define FEW_CROSSINGS 12

/* Creates a path that consists of one curve, regardless of obstacles. (transfer full) */
TroupeRoutePath *
troupe_route_path_new_plain (const TroupeRouteWire *wire)
{
  TroupeRoutePath *self = g_new0 (TroupeRoutePath, 1);

  g_return_val_if_fail (wire != NULL, self);

  self->wire = *wire;
  self->to = wire->to;
  return self;
}

/* Copies a path for another thread; shared data is immutable. (transfer full) */
TroupeRoutePath *
troupe_route_path_copy (const TroupeRoutePath *self)
{
  TroupeRoutePath *copy;

  g_return_val_if_fail (self != NULL, NULL);

  copy = g_memdup2 (self, sizeof *self);
  if (copy->found != NULL)
    g_array_ref (copy->found);
  if (copy->runs != NULL)
    g_array_ref (copy->runs);
  return copy;
}

void
troupe_route_path_free (TroupeRoutePath *self)
{
  g_return_if_fail (self != NULL);

  g_clear_pointer (&self->found, g_array_unref);
  g_clear_pointer (&self->runs, g_array_unref);
  g_free (self);
}

/* Returns TRUE if the path leads back to the left. */
gboolean
troupe_route_path_goes_back (const TroupeRoutePath *self)
{
  g_return_val_if_fail (self != NULL, FALSE);

  return self->back;
}

/* Returns a counter that increases whenever troupe_route_settle() changes the path. */
guint
troupe_route_path_get_serial (const TroupeRoutePath *self)
{
  g_return_val_if_fail (self != NULL, 0);

  return self->serial;
}

/* Returns the point of the arrow. It differs from the requested point if paths to the same gate
 * exchanged their ends. */
TroupeRoutePoint
troupe_route_path_get_end (const TroupeRoutePath *self)
{
  g_return_val_if_fail (self != NULL, ((TroupeRoutePoint){ 0, 0 }));

  return self->wire.to;
}

/* Spreads overlapping paths. If a path would run into a box, it keeps its old position. */
static void
spread (const TroupeRouteField *field, TroupeRoutePath *const *ways, guint n_ways)
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

/* Backup of a path, made before routing through columns is tried. */
typedef struct
{
  GArray *runs; /* (nullable) */
  TroupeRoutePoint to;
  gboolean back;
} Kept;

static guint
count_crossings (TroupeRoutePath *const *ways, guint n_ways)
{
  g_autoptr (TroupeRouteLines) lines = troupe_route_lines_new (ways, n_ways);

  return troupe_route_lines_get_all (lines);
}

/* If boxes form columns, tries to route all wires together through the columns, which may cause
 * fewer crossings. Returns TRUE if no other method needs to be tried. */
static gboolean
try_columns (const TroupeRouteField *field,
             TroupeRoutePath *const *ways,
             guint n_ways,
             gboolean roughly)
{
  g_autoptr (TroupeRouteLines) lines = troupe_route_lines_new (ways, n_ways);
  guint before = troupe_route_lines_get_all (lines);
  g_autoptr (TroupeRouteColumns) columns = NULL;
  Kept *kept;
  gboolean better;
  gboolean really;

  if (before == 0)
    return TRUE;
  columns = troupe_route_columns_new (field, ways, n_ways, lines);
  if (columns == NULL)
    return FALSE;
  kept = g_new0 (Kept, MAX (n_ways, 1));
  for (guint i = 0; i < n_ways; i++)
    if (ways[i] != NULL)
      kept[i] = (Kept){ ways[i]->runs != NULL ? g_array_copy (ways[i]->runs) : NULL,
                        ways[i]->wire.to, ways[i]->back };
  troupe_route_columns_improve (columns);
  better = troupe_route_columns_draw (columns);
  if (better)
    {
      troupe_route_uncross (field, ways, n_ways);
      better = count_crossings (ways, n_ways) < before;
    }
  if (better && !roughly)
    troupe_route_smooth (field, ways, n_ways);
  /* The paths are restored from the backup unless the columns are better. */
  really = !better;
  for (guint i = 0; i < n_ways; i++)
    {
      if (ways[i] == NULL)
        continue;
      if (!really)
        {
          g_clear_pointer (&kept[i].runs, g_array_unref);
          continue;
        }
      g_clear_pointer (&ways[i]->runs, g_array_unref);
      ways[i]->runs = kept[i].runs;
      ways[i]->wire.to = kept[i].to;
      ways[i]->back = kept[i].back;
    }
  g_free (kept);
  return better;
}

/* Resets all paths to the paths that were found individually. */
static void
begin_anew (TroupeRoutePath *const *ways, guint n_ways)
{
  for (guint i = 0; i < n_ways; i++)
    {
      if (ways[i] == NULL)
        continue;
      g_clear_pointer (&ways[i]->runs, g_array_unref);
      ways[i]->wire.to = ways[i]->to;
      ways[i]->back = ways[i]->found_back;
      if (ways[i]->found != NULL)
        ways[i]->runs = g_array_copy (ways[i]->found);
    }
}

static void
find_one_by_one (const TroupeRouteField *field,
                 TroupeRoutePath *const *ways,
                 guint n_ways,
                 guint64 *budget)
{
  begin_anew (ways, n_ways);
  troupe_route_choose (field, ways, n_ways, budget);
  spread (field, ways, n_ways);
  troupe_route_untangle (field, ways, n_ways);
}

static gboolean
are_equal (const GArray *first, const GArray *second)
{
  if (first == NULL || second == NULL)
    return first == second;
  return first->len == second->len &&
         memcmp (first->data, second->data, first->len * sizeof (Run)) == 0;
}

/**
 * troupe_route_settle:
 * @ways: (nullable elements): all paths of a drawing, in the order of its wires
 * @roughly: whether only the number of crossings matters because the paths will not be shown
 * @budget: remaining effort; is reduced
 *
 * Coordinates the paths of a drawing: paths with crossings are replaced by others with fewer
 * crossings, and overlapping paths are moved apart. If boxes form columns, as after automatic
 * layout, and that reduces crossings, all wires are routed through the columns together. Wires to
 * one gate may exchange their ends. Always starts from the individually found paths, so that the
 * result does not depend on earlier calls.
 */
void
troupe_route_settle (const TroupeRouteField *field,
                     TroupeRoutePath *const *ways,
                     guint n_ways,
                     gboolean roughly,
                     guint64 *budget)
{
  g_autoptr (GPtrArray) before = NULL;
  g_autofree TroupeRoutePoint *ends = NULL;
  guint crossings;

  g_return_if_fail (field != NULL && budget != NULL);
  g_return_if_fail (ways != NULL || n_ways == 0);

  before = g_ptr_array_new_full (n_ways, NULL);
  ends = g_new0 (TroupeRoutePoint, MAX (n_ways, 1));
  for (guint i = 0; i < n_ways; i++)
    {
      g_ptr_array_add (before, ways[i] != NULL ? g_steal_pointer (&ways[i]->runs) : NULL);
      if (ways[i] != NULL)
        ends[i] = ways[i]->wire.to;
    }
  /* A few crossings are resolved better wire by wire, but many crossings are resolved faster in
   * columns. */
  if (n_ways > MAX_WIRES)
    find_one_by_one (field, ways, n_ways, budget);
  else
    {
      begin_anew (ways, n_ways);
      spread (field, ways, n_ways);
      crossings = count_crossings (ways, n_ways);
      if (crossings != 0)
        {
          if (crossings <= FEW_CROSSINGS)
            find_one_by_one (field, ways, n_ways, budget);
          if (!try_columns (field, ways, n_ways, roughly) && crossings > FEW_CROSSINGS)
            find_one_by_one (field, ways, n_ways, budget);
        }
    }
  for (guint i = 0; i < n_ways; i++)
    {
      GArray *old = before->pdata[i];

      if (ways[i] != NULL && (memcmp (&ends[i], &ways[i]->wire.to, sizeof ends[i]) != 0 ||
                              !are_equal (old, ways[i]->runs)))
        ways[i]->serial++;
      g_clear_pointer (&old, g_array_unref);
    }
}
