/* troupe-route.h: routes wires around boxes
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#pragma once

#include <glib.h>

G_BEGIN_DECLS

typedef struct
{
  double x;
  double y;
} TroupeRoutePoint;

/**
 * TroupeRouteBox:
 * @run_height: the maximum height of the box while a run is shown; if possible, wires avoid that
 *   area as well
 *
 * An obstacle.
 */
typedef struct
{
  double x;
  double y;
  double width;
  double height;
  double run_height;
} TroupeRouteBox;

/**
 * TroupeRouteWire:
 * @from, @to: the point where the wire leaves to the right, and the tip of its arrow, which points
 *   to the right
 * @loops: whether the wire closes a loop; such a wire is routed backward around the boxes unless
 *   its target is clearly to the right
 * @square: whether the user chose right angles
 * @gate: 0, or the same number for all wires to one gate, which may exchange their ends
 *
 * The endpoints and constraints of a path to find.
 */
typedef struct
{
  TroupeRoutePoint from;
  TroupeRoutePoint to;
  gboolean loops;
  gboolean square;
  guint gate;
} TroupeRouteWire;

/* --- Obstacles -------------------------------------------------------------------------------- */

/* The boxes of a drawing, indexed for spatial queries. Immutable and reference counted; may be
 * used on any thread. */
typedef struct _TroupeRouteField TroupeRouteField;

TroupeRouteField *troupe_route_field_new (const TroupeRouteBox *boxes, guint n_boxes);
TroupeRouteField *troupe_route_field_ref (TroupeRouteField *self);
void troupe_route_field_unref (TroupeRouteField *self);
G_DEFINE_AUTOPTR_CLEANUP_FUNC (TroupeRouteField, troupe_route_field_unref)

/* --- Paths ------------------------------------------------------------------------------------ */

/* The path of a wire: horizontal segments and their connections. */
typedef struct _TroupeRoutePath TroupeRoutePath;

TroupeRoutePath *
troupe_route_find (const TroupeRouteField *field, const TroupeRouteWire *wire, guint64 *budget);
void troupe_route_find_again (const TroupeRouteField *field, TroupeRoutePath *way, guint64 *budget);
TroupeRoutePath *troupe_route_path_new_plain (const TroupeRouteWire *wire);
TroupeRoutePath *troupe_route_path_copy (const TroupeRoutePath *self);
void troupe_route_path_free (TroupeRoutePath *self);
G_DEFINE_AUTOPTR_CLEANUP_FUNC (TroupeRoutePath, troupe_route_path_free)
gboolean troupe_route_path_goes_back (const TroupeRoutePath *self);
void troupe_route_settle (const TroupeRouteField *field,
                          TroupeRoutePath *const *ways,
                          guint n_ways,
                          gboolean roughly,
                          guint64 *budget);
guint troupe_route_path_get_serial (const TroupeRoutePath *self);
TroupeRoutePoint troupe_route_path_get_end (const TroupeRoutePath *self);

/* --- Gates --------------------------------------------------------------------------------- */

double troupe_route_get_input_key (TroupeRoutePoint from, TroupeRoutePoint gate);
void troupe_route_order_inputs (const double *keys, guint n_inputs, guint *places);

/* --- Geometry --------------------------------------------------------------------------------- */

void troupe_route_path_draw (const TroupeRoutePath *self, GArray *points);
void troupe_route_draw_bends (TroupeRoutePoint from,
                              TroupeRoutePoint to,
                              const double *bends,
                              guint n_bends,
                              GArray *points);
void troupe_route_draw_curve (TroupeRoutePoint from, TroupeRoutePoint to, GArray *points);
TroupeRoutePoint troupe_route_get_cubic (const TroupeRoutePoint *points, double t);
void troupe_route_flatten (const TroupeRoutePoint *cubics, guint n_segments, GArray *line);
guint troupe_route_count_crossings (GArray *const *lines, guint n_lines);

G_END_DECLS
