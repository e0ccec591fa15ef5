/* troupe-route-field.h: spatial queries for the boxes of a drawing
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#pragma once

#include "troupe-route.h"

G_BEGIN_DECLS

/* Minimum distances of a wire from a box, without and with a run strip, and length of the
 * horizontal lead-in at its arrow. */
typedef struct
{
  double side;
  double above;
  double below;
  double run_below;
  double lead_in;
} Margin;

guint troupe_route_field_get_n_boxes (const TroupeRouteField *self);
/* Lists the boxes that intersect the area, each once. Stops after @most + 1 boxes, because there
 * are too many to check in this case. @found: (element-type guint) */
void troupe_route_field_list (const TroupeRouteField *self,
                              double x0,
                              double y0,
                              double x1,
                              double y1,
                              guint most,
                              GArray *found);
const TroupeRouteBox *troupe_route_field_get_box (const TroupeRouteField *self, guint index);
/* Returns TRUE if the polyline through the points comes nearer to a box than @margin. Boxes that
 * the ends touch only count if the line runs into them. */
gboolean troupe_route_field_meets (const TroupeRouteField *self,
                                   const TroupeRoutePoint *points,
                                   guint n_points,
                                   const Margin *margin);

G_END_DECLS
