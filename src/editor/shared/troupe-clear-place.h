/* troupe-clear-place.h: nearest place on a grid that is clear of other objects
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#pragma once

#include <glib.h>
#include <graphene.h>
#include <math.h>

G_BEGIN_DECLS

/* Step of the grid, and the largest distance of a place in steps. */
#define TROUPE_CLEAR_PLACE_STEP 24.0
#define TROUPE_CLEAR_PLACE_REACH 60

/* An area that must stay clear. */
typedef struct
{
  graphene_rect_t area;
  float distance; /* at least, around the area */
} TroupeObstacle;

/* Returns the cost of moving by that many steps. Positions above and below are preferred to those
 * on the left and right, where wires run, the right to the left, and below to above. */
static inline double
troupe_clear_place_get_cost (int across, int down)
{
  return hypot (across * TROUPE_CLEAR_PLACE_STEP * (across < 0 ? 2 : 1.5),
                down * TROUPE_CLEAR_PLACE_STEP) +
         (down < 0 ? 1 : 0);
}

/**
 * troupe_clear_place_find:
 * @own: (element-type graphene_rect_t): areas of the object, or of the objects that move together
 * @obstacles: (element-type TroupeObstacle):
 * @dx: (out):
 * @dy: (out): the shift, in pixels
 *
 * Finds the cheapest shift by steps of the grid after which no area of @own is nearer to an obstacle
 * than its distance. If there is none within reach, the shift moves @own below all obstacles.
 *
 * The time is proportional to the number of pairs of areas and obstacles. Any thread.
 */
void troupe_clear_place_find (const GArray *own, const GArray *obstacles, double *dx, double *dy);

G_END_DECLS
