/* troupe-route-private.h: private struct of TroupeRoutePath, and the steps of routing
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#pragma once

#include "troupe-route-field.h"
#include "troupe-route-lines.h"

G_BEGIN_DECLS

/* A horizontal segment from @x0 to @x1 in the direction of the wire. If the wire leads left, @x1
 * is less than @x0. The segment can be moved between @low and @high, the nearest boxes above and
 * below. */
typedef struct
{
  double x0;
  double x1;
  double y;
  double low;
  double high;
} Run;

/* A path without runs is a single curve. The first and last run are at the height of the ports. */
struct _TroupeRoutePath
{
  TroupeRouteWire wire;
  gboolean back;
  gboolean found_back;
  GArray *found;       /* (element-type Run) (nullable): best path of the wire alone */
  GArray *runs;        /* (element-type Run) (nullable): path as drawn together with the others */
  TroupeRoutePoint to; /* the requested end, before ends of a gate were exchanged */
  guint serial;
};

/* The preferred direction of a search. */
typedef enum
{
  PREFER_NONE,
  PREFER_UP,
  PREFER_DOWN
} Preference;

/* Returns the best path in the preferred direction. (element-type Run) (nullable) (transfer
 * full) */
GArray *troupe_route_search (const TroupeRouteField *field,
                             const TroupeRouteWire *wire,
                             gboolean back,
                             Preference preference,
                             guint64 *budget);
/* Returns TRUE if a path along @runs, or a single curve if NULL, keeps its distance from all
 * boxes. */
gboolean troupe_route_is_free (const TroupeRouteField *field,
                               const TroupeRoutePath *way,
                               const GArray *runs);
void troupe_route_draw_runs (const TroupeRoutePath *way, const GArray *runs, GArray *points);
/* Replaces paths by alternatives with fewer crossings. */
void troupe_route_choose (const TroupeRouteField *field,
                          TroupeRoutePath *const *ways,
                          guint n_ways,
                          guint64 *budget);
void troupe_route_spread (TroupeRoutePath *const *ways, guint n_ways);
/* Exchanges the heights of spread segments, or moves them past each other, if this reduces
 * crossings. */
void
troupe_route_untangle (const TroupeRouteField *field, TroupeRoutePath *const *ways, guint n_ways);

/* Removes avoidable crossings. Two paths that need not cross exchange their parts after the
 * crossing, and two paths to the same gate exchange their ends. */
void
troupe_route_uncross (const TroupeRouteField *field, TroupeRoutePath *const *ways, guint n_ways);

/* Returns TRUE if an inner segment of @runs overlaps one of another path, so that they could not
 * be distinguished. */
gboolean troupe_route_lies_on_another (TroupeRoutePath *const *ways,
                                       guint n_ways,
                                       guint index,
                                       const GArray *runs);
/* Removes bends that do not reduce crossings. */
void
troupe_route_smooth (const TroupeRouteField *field, TroupeRoutePath *const *ways, guint n_ways);

/* Returns the path along @runs as a polyline. (transfer full) */
GArray *troupe_route_make_line (const TroupeRoutePath *way, const GArray *runs);

/* Replaces the segments of two paths if that reduces crossings and neither runs into a box. */
gboolean troupe_route_try_both (TroupeRouteLines *self,
                                const TroupeRouteField *field,
                                TroupeRoutePath *first,
                                guint first_index,
                                GArray *first_runs,
                                TroupeRoutePath *second,
                                guint second_index,
                                GArray *second_runs);

double troupe_route_get_handle (TroupeRoutePoint from, TroupeRoutePoint to);

G_END_DECLS
