/* troupe-route-field.h: what is asked of the boxes of a drawing
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#pragma once

#include "troupe-route.h"

G_BEGIN_DECLS

/* How far a wire stays away from a box at rest, and one in a run, at least; and how long it is level where its arrow
 * is. */
typedef struct
{
  double side;
  double above;
  double below;
  double run_below;
  double lead_in;
} Margin;

guint troupe_route_field_get_n_boxes (const TroupeRouteField *self);
/* The boxes that touch the area, each once; no more than @most and one, which says that there are too many to be
 * looked at. @found: (element-type guint) */
void troupe_route_field_list (const TroupeRouteField *self,
                              double x0,
                              double y0,
                              double x1,
                              double y1,
                              guint most,
                              GArray *found);
const TroupeRouteBox *troupe_route_field_get_box (const TroupeRouteField *self, guint index);
/* Whether the line through the points, closely set, comes nearer to a box than @margin; boxes that the
 * ends themselves touch count where it runs into them. */
gboolean troupe_route_field_meets (const TroupeRouteField *self,
                                   const TroupeRoutePoint *points,
                                   guint n_points,
                                   const Margin *margin);

G_END_DECLS
