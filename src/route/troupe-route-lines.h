/* troupe-route-lines.h: crossings of the lines of a drawing
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#pragma once

#include "troupe-route.h"

G_BEGIN_DECLS

/* The lines of a drawing, by the index of their path. */
typedef struct _TroupeRouteLines TroupeRouteLines;

/* A crossing of two lines. @first, @second: index of the line segment in each of them */
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
/* @crossings: (element-type TroupeRouteCrossing): in their order along the first line */
void troupe_route_lines_list_pair (const TroupeRouteLines *self,
                                   guint first,
                                   guint second,
                                   GArray *crossings);

G_END_DECLS
