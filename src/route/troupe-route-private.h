/* troupe-route-private.h: what ways are made of
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#pragma once

#include "troupe-route.h"

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
struct _TroupeRouteWay
{
  TroupeRouteWire wire;
  gboolean back;
  GArray *found; /* (element-type Run) (nullable): the best as far as it alone is concerned */
  GArray *runs;  /* (element-type Run) (nullable): as it is drawn among the others */
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
gboolean
troupe_route_is_free (const TroupeRouteField *field, const TroupeRouteWay *way, const GArray *runs);
void troupe_route_draw_runs (const TroupeRouteWay *way, const GArray *runs, GArray *points);
/* The way as it was found is exchanged for another where that crosses fewer wires. */
void troupe_route_choose (const TroupeRouteField *field,
                          TroupeRouteWay *const *ways,
                          guint n_ways,
                          guint64 *budget);
void troupe_route_spread (TroupeRouteWay *const *ways, guint n_ways);
/* What was spread is exchanged, and moved past another, where fewer ways cross then. */
void
troupe_route_untangle (const TroupeRouteField *field, TroupeRouteWay *const *ways, guint n_ways);

/* The lines of a drawing, by the number of their way. */
typedef struct _TroupeRouteLines TroupeRouteLines;

GArray *troupe_route_make_line (const TroupeRouteWay *way, const GArray *runs);
TroupeRouteLines *troupe_route_lines_new (TroupeRouteWay *const *ways, guint n_ways);
void troupe_route_lines_free (TroupeRouteLines *self);
G_DEFINE_AUTOPTR_CLEANUP_FUNC (TroupeRouteLines, troupe_route_lines_free)
void troupe_route_lines_take (TroupeRouteLines *self, guint index, GArray *line);
const GArray *troupe_route_lines_get (const TroupeRouteLines *self, guint index);
guint troupe_route_lines_count (const TroupeRouteLines *self,
                                guint index,
                                const GArray *line,
                                guint most);
guint troupe_route_lines_count_pair (const TroupeRouteLines *self, guint first, guint second);

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

double troupe_route_get_handle (TroupeRoutePoint from, TroupeRoutePoint to);

G_END_DECLS
