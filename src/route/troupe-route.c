/* troupe-route.c: ways that were found, brought together
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#define G_LOG_DOMAIN "troupe-route"

#include "config.h"

#include <string.h>

#include "troupe-route-private.h"

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
  troupe_route_untangle (field, ways, n_ways);
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
