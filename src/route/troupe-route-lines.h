/* troupe-route-lines.h: where the lines of a drawing cross
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#pragma once

#include "troupe-route.h"

G_BEGIN_DECLS

/* The lines of a drawing, by the number of their way. */
typedef struct _TroupeRouteLines TroupeRouteLines;

/* Where two lines cross, and after how many pieces of each. */
typedef struct
{
  double x;
  double y;
  guint first;
  guint second;
} TroupeRouteCrossing;

TroupeRouteLines *troupe_route_lines_new (TroupeRoutePath *const *ways, guint n_ways);
void troupe_route_lines_free (TroupeRouteLines *self);
G_DEFINE_AUTOPTR_CLEANUP_FUNC (TroupeRouteLines, troupe_route_lines_free)
void troupe_route_lines_take (TroupeRouteLines *self, guint index, GArray *line);
const GArray *troupe_route_lines_get (const TroupeRouteLines *self, guint index);
guint troupe_route_lines_get_count (const TroupeRouteLines *self, guint index);
guint troupe_route_lines_get_pair (const TroupeRouteLines *self, guint first, guint second);
guint troupe_route_lines_get_all (const TroupeRouteLines *self);
guint
troupe_route_lines_count (const TroupeRouteLines *self, guint index, GArray *line, guint most);
guint troupe_route_lines_count_both (const TroupeRouteLines *self,
                                     guint first,
                                     GArray *first_line,
                                     guint second,
                                     GArray *second_line,
                                     guint most);
/* @crossings: (element-type TroupeRouteCrossing): in the order in which the first comes to them */
void troupe_route_lines_list_pair (const TroupeRouteLines *self,
                                   guint first,
                                   guint second,
                                   GArray *crossings);

G_END_DECLS
