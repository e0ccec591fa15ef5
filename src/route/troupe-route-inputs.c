/* troupe-route-inputs.c: order in which wires enter a gate
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#define G_LOG_DOMAIN "troupe-route-inputs"

#include "config.h"

#include <math.h>

#include "troupe-route.h"

/**
 * troupe_route_get_input_key:
 * @from: the point where the wire begins
 * @gate: the center of the gate
 *
 * Returns the height from which a wire enters the gate, as a sort key. A backward wire is sorted
 * outside of all other wires, on the side on which it begins.
 */
double
troupe_route_get_input_key (TroupeRoutePoint from, TroupeRoutePoint gate)
{
  if (from.x <= gate.x)
    return from.y;
  return from.y < gate.y ? -G_MAXFLOAT + from.x : G_MAXFLOAT - from.x;
}

static int
compare_inputs (gconstpointer a, gconstpointer b, gpointer user_data)
{
  const double *keys = user_data;
  const guint first = *(const guint *) a;
  const guint second = *(const guint *) b;

  if (keys[first] != keys[second])
    return keys[first] < keys[second] ? -1 : 1;

  return first < second ? -1 : first > second;
}

/**
 * troupe_route_order_inputs:
 * @keys: (array length=n_inputs): by input, in the order of the file; NAN for an input without
 *   wires
 * @places: (array length=n_inputs): receives the position of each input on the arc of the gate,
 *   from the top
 *
 * Sorts the inputs by the height at which their wires arrive, so that the wires need not cross in
 * front of the gate. An input without wires keeps its position.
 */
void
troupe_route_order_inputs (const double *keys, guint n_inputs, guint *places)
{
  g_autofree guint *order = NULL;
  guint n_order = 0;
  guint rank = 0;

  g_return_if_fail (n_inputs == 0 || (keys != NULL && places != NULL));

  order = g_new (guint, MAX (n_inputs, 1));
  for (guint i = 0; i < n_inputs; i++)
    if (!isnan (keys[i]))
      order[n_order++] = i;
  if (n_order > 1)
    g_qsort_with_data (order, (gint) n_order, sizeof *order, compare_inputs, (gpointer) keys);
  /* The inputs with wires are assigned by rank to the positions of the inputs with wires. */
  for (guint i = 0; i < n_inputs; i++)
    if (isnan (keys[i]))
      places[i] = i;
    else
      places[order[rank++]] = i;
}
