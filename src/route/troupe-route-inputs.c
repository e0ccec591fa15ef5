/* troupe-route-inputs.c: in which order wires enter a gate
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#define G_LOG_DOMAIN "troupe-route-inputs"

#include "config.h"

#include <math.h>

#include "troupe-route.h"

/**
 * troupe_route_get_input_key:
 * @from: where the wire comes from
 * @gate: the middle of the gate
 *
 * From how far down a wire enters the gate. One that leads back comes from outside of all others, from
 * the side on which it begins.
 */
double
troupe_route_get_input_key (TroupeRoutePoint from, TroupeRoutePoint gate)
{
  if (from.x <= gate.x)
    return from.y;
  return from.y < gate.y ? -G_MAXFLOAT + from.x : G_MAXFLOAT - from.x;
}

/**
 * troupe_route_order_inputs:
 * @keys: (array length=n_inputs): by input, in the order of the file; NAN where nothing comes in
 * @places: (array length=n_inputs): gets the place of each on the gate's arc, from the top
 *
 * Wires enter a gate as they come, so that they need not cross in front of it. An input that nothing
 * leads to keeps its place.
 */
void
troupe_route_order_inputs (const double *keys, guint n_inputs, guint *places)
{
  g_return_if_fail (n_inputs == 0 || (keys != NULL && places != NULL));

  for (guint i = 0; i < n_inputs; i++)
    {
      guint place = i;
      guint before = 0;

      /* Of the places that have a wire it takes the one of its rank. */
      for (guint k = 0; k < n_inputs && !isnan (keys[i]); k++)
        before += !isnan (keys[k]) && (keys[k] < keys[i] || (keys[k] == keys[i] && k < i));
      for (guint k = 0; k < n_inputs && !isnan (keys[i]); k++)
        {
          if (isnan (keys[k]))
            continue;
          if (before-- == 0)
            {
              place = k;
              break;
            }
        }
      places[i] = place;
    }
}
