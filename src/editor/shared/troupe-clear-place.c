/* troupe-clear-place.c: nearest place on a grid that is clear of other objects
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#define G_LOG_DOMAIN "troupe-clear-place"

#include "config.h"

#include "troupe-clear-place.h"

#define STEP TROUPE_CLEAR_PLACE_STEP
#define REACH TROUPE_CLEAR_PLACE_REACH
#define SIDE (2 * REACH + 1) /* shifts in a row */

/* Gets the range of steps, limited to the reach, by which a span must not be moved, because it would
 * then be inside of the open interval @from, @to. Returns FALSE if there is none. */
static gboolean
get_blocked (double start, double length, double from, double to, int *first, int *last)
{
  const double low = floor ((from - start - length) / STEP) + 1;
  const double high = ceil ((to - start) / STEP) - 1;

  if (!(low <= REACH && high >= -REACH && low <= high))
    return FALSE;
  *first = (int) MAX (low, -REACH) + REACH;
  *last = (int) MIN (high, REACH) + REACH;
  return TRUE;
}

void
troupe_clear_place_find (const GArray *own, const GArray *obstacles, double *dx, double *dy)
{
  g_autofree int *changes = NULL;
  double least = INFINITY;

  g_return_if_fail (own != NULL && obstacles != NULL);
  g_return_if_fail (dx != NULL && dy != NULL);

  *dx = *dy = 0;
  if (own->len == 0 || obstacles->len == 0)
    return;

  changes = g_new0 (int, (SIDE + 1) * (SIDE + 1));
  for (guint i = 0; i < own->len; i++)
    for (guint k = 0; k < obstacles->len; k++)
      {
        const graphene_rect_t *area = &g_array_index (own, graphene_rect_t, i);
        const TroupeObstacle *obstacle = &g_array_index (obstacles, TroupeObstacle, k);
        const double distance = (double) obstacle->distance;
        const double x = (double) obstacle->area.origin.x, y = (double) obstacle->area.origin.y;
        int left, right, top, bottom;

        /* Counts in @changes, which are summed up later, the shifts that bring an area too near
         * to an obstacle. */
        if (!get_blocked ((double) area->origin.x, (double) area->size.width, x - distance,
                          x + (double) obstacle->area.size.width + distance, &left, &right) ||
            !get_blocked ((double) area->origin.y, (double) area->size.height, y - distance,
                          y + (double) obstacle->area.size.height + distance, &top, &bottom))
          continue;
        changes[top * (SIDE + 1) + left]++;
        changes[top * (SIDE + 1) + right + 1]--;
        changes[(bottom + 1) * (SIDE + 1) + left]--;
        changes[(bottom + 1) * (SIDE + 1) + right + 1]++;
      }
  for (int row = 0; row < SIDE; row++)
    for (int column = 0; column < SIDE; column++)
      {
        int *here = &changes[row * (SIDE + 1) + column];
        const double cost = troupe_clear_place_get_cost (column - REACH, row - REACH);

        *here += (row > 0 ? here[-(SIDE + 1)] : 0) + (column > 0 ? here[-1] : 0) -
                 (row > 0 && column > 0 ? here[-(SIDE + 2)] : 0);
        if (*here > 0 || cost >= least)
          continue;
        least = cost;
        *dx = (column - REACH) * STEP;
        *dy = (row - REACH) * STEP;
      }
  if (isinf (least))
    {
      double top = INFINITY, bottom = -INFINITY;

      *dx = 0;
      for (guint i = 0; i < own->len; i++)
        top = MIN (top, (double) g_array_index (own, graphene_rect_t, i).origin.y);
      for (guint i = 0; i < obstacles->len; i++)
        {
          const TroupeObstacle *obstacle = &g_array_index (obstacles, TroupeObstacle, i);

          bottom = MAX (bottom, (double) (obstacle->area.origin.y + obstacle->area.size.height +
                                          obstacle->distance));
        }
      *dy = ceil ((bottom - top) / STEP) * STEP;
    }
}
