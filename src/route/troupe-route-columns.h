/* troupe-route-columns.h: a drawing as columns of boxes, and where wires pass them
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#pragma once

#include "troupe-route-private.h"

G_BEGIN_DECLS

/* Boxes whose edges stand so close that no wire goes up or down between them. @items: (element-type guint): from the top,
 * boxes by their index and, behind these, passes */
typedef struct
{
  double left;
  double right;
  GArray *items;
} TroupeRouteColumn;

/* Where a wire passes a column, above or below its boxes. */
typedef struct
{
  guint wire;
  guint column;
  double y;
  double low; /* between these there is room */
  double high;
} TroupeRoutePass;

/* One wire between its ends: @passes from the first, one in each column. A wire that leads back passes the columns of both
 * its ends too. */
typedef struct
{
  guint first_column;
  guint last_column;
  gboolean back;
  guint first_pass;
  guint n_passes;
  guint source; /* the boxes at its ends */
  guint target;
} TroupeRoutePassing;

typedef struct
{
  const TroupeRouteField *field;
  TroupeRoutePath *const *ways;
  guint n_ways;
  guint n_boxes;
  GArray *columns;              /* (element-type TroupeRouteColumn), from the left */
  GArray *passes;               /* (element-type TroupeRoutePass) */
  TroupeRoutePassing *passings; /* of each way */
  guint *box_columns;           /* of each box */
  guint *places;                /* of each item in its column */
} TroupeRouteColumns;

TroupeRouteColumns *troupe_route_columns_new (const TroupeRouteField *field,
                                              TroupeRoutePath *const *ways,
                                              guint n_ways,
                                              const TroupeRouteLines *lines);
void troupe_route_columns_free (TroupeRouteColumns *self);
G_DEFINE_AUTOPTR_CLEANUP_FUNC (TroupeRouteColumns, troupe_route_columns_free)

/* Lets each wire pass where it crosses the fewest others. */
void troupe_route_columns_improve (TroupeRouteColumns *self);
/* Gives the ways the stretches that they have in the columns, and those of one gate the ends in the order in which they come.
 * FALSE where one would run into a box. */
gboolean troupe_route_columns_draw (TroupeRouteColumns *self);

static inline TroupeRouteColumn *
troupe_route_columns_at (const TroupeRouteColumns *self, guint index)
{
  return &g_array_index (self->columns, TroupeRouteColumn, index);
}

static inline TroupeRoutePass *
troupe_route_columns_get_pass (const TroupeRouteColumns *self, guint index)
{
  return &g_array_index (self->passes, TroupeRoutePass, index);
}

/* How far down in its column an item stands. */
static inline double
troupe_route_columns_get_pass_key (const TroupeRouteColumns *self, guint pass)
{
  return self->places[self->n_boxes + pass];
}

/* How far below its box an end counts, less than half. A gate is one point, for its wires may exchange their ends. */
double
troupe_route_columns_get_end_offset (const TroupeRouteColumns *self, guint way, gboolean source);

G_END_DECLS
