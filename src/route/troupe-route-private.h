/* troupe-route-private.h: what ways are made of
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#pragma once

#include "troupe-route-field.h"
#include "troupe-route-lines.h"

G_BEGIN_DECLS

/* A level stretch from @x0 to @x1, in the direction in which the wire runs: to the left, x1 is less.
 * Between @low and @high, the nearest boxes above and below, it can be moved. */
typedef struct
{
  double x0;
  double x1;
  double y;
  double low;
  double high;
} Run;

/* Without runs it is one curve. The first and last run are at the height of the ports. */
struct _TroupeRoutePath
{
  TroupeRouteWire wire;
  gboolean back;
  gboolean found_back;
  GArray *found;       /* (element-type Run) (nullable): the best as far as it alone is concerned */
  GArray *runs;        /* (element-type Run) (nullable): as it is drawn among the others */
  TroupeRoutePoint to; /* where it was to lead before it exchanged its end with another */
  guint serial;
};

/* Which way round a search prefers. */
typedef enum
{
  PREFER_NONE,
  PREFER_UP,
  PREFER_DOWN
} Preference;

/* (element-type Run) (nullable) (transfer full) */
GArray *troupe_route_search (const TroupeRouteField *field,
                             const TroupeRouteWire *wire,
                             gboolean back,
                             Preference preference,
                             guint64 *budget);
/* Whether a way along @runs, one curve without them, keeps its distance from all boxes. */
gboolean troupe_route_is_free (const TroupeRouteField *field,
                               const TroupeRoutePath *way,
                               const GArray *runs);
void troupe_route_draw_runs (const TroupeRoutePath *way, const GArray *runs, GArray *points);
/* The way as it was found is exchanged for another where that crosses fewer wires. */
void troupe_route_choose (const TroupeRouteField *field,
                          TroupeRoutePath *const *ways,
                          guint n_ways,
                          guint64 *budget);
void troupe_route_spread (TroupeRoutePath *const *ways, guint n_ways);
/* What was spread is exchanged, and moved past another, where fewer ways cross then. */
void
troupe_route_untangle (const TroupeRouteField *field, TroupeRoutePath *const *ways, guint n_ways);

/* Ways that need not cross exchange what lies behind the crossing, and those to one gate their ends. */
void
troupe_route_uncross (const TroupeRouteField *field, TroupeRoutePath *const *ways, guint n_ways);

/* Whether a stretch between the first and the last lies on one of another way, so that nobody could tell them apart. */
gboolean troupe_route_lies_on_another (TroupeRoutePath *const *ways,
                                       guint n_ways,
                                       guint index,
                                       const GArray *runs);
/* Bends that take no crossing away are left out. */
void
troupe_route_smooth (const TroupeRouteField *field, TroupeRoutePath *const *ways, guint n_ways);

/* The way along @runs as straight pieces. (transfer full) */
GArray *troupe_route_make_line (const TroupeRoutePath *way, const GArray *runs);

/* Takes other stretches for two ways where fewer cross then, and neither runs into a box. */
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
