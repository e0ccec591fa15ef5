/* troupe-route-columns.h: columns of boxes, and the positions where wires pass them
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#pragma once

#include "troupe-route-private.h"

G_BEGIN_DECLS

/* Boxes whose edges are so close to each other that no wire can run vertically between them.
 * @items: (element-type guint): from top to bottom, indexes of boxes (below n_boxes) and of
 * passes (plus n_boxes) */
typedef struct
{
  double left;
  double right;
  GArray *items;
} TroupeRouteColumn;

/* The position where a wire passes a column, above or below its boxes. */
typedef struct
{
  guint wire;
  guint column;
  double y;
  double low; /* free space between low and high */
  double high;
} TroupeRoutePass;

/* The passes of one wire, one in each column that it passes, beginning with @first_pass. A
 * backward wire also passes the columns of both of its ends. */
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
  TroupeRoutePassing *passings; /* of each path */
  guint *box_columns;           /* of each box */
  guint *places;                /* index of each item in its column */
} TroupeRouteColumns;

TroupeRouteColumns *troupe_route_columns_new (const TroupeRouteField *field,
                                              TroupeRoutePath *const *ways,
                                              guint n_ways,
                                              const TroupeRouteLines *lines);
void troupe_route_columns_free (TroupeRouteColumns *self);
G_DEFINE_AUTOPTR_CLEANUP_FUNC (TroupeRouteColumns, troupe_route_columns_free)

/* Moves each wire to the passes with the fewest crossings. */
void troupe_route_columns_improve (TroupeRouteColumns *self);
/* Sets the segments of all paths to their passes, and sorts the ends of the paths to each gate
 * by arrival. Returns FALSE if a path would run into a box. */
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

/* Returns the index of a pass in its column, as a sort key. */
static inline double
troupe_route_columns_get_pass_key (const TroupeRouteColumns *self, guint pass)
{
  return self->places[self->n_boxes + pass];
}

/* Returns the position of an end relative to the center of its box, between -0.4 and 0.4.
 * Returns 0 for a gate, because the wires of a gate may exchange their ends. */
double
troupe_route_columns_get_end_offset (const TroupeRouteColumns *self, guint way, gboolean source);

G_END_DECLS
