/* troupe-canvas-obstacles.h: obstacles for the wire router, and paths drawn by the canvas
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#pragma once

#include "troupe-canvas-geometry.h"
#include "troupe-route.h"

G_BEGIN_DECLS

#define TIP_GAP 7.0f /* before the center of the port */

/* The cards and gates as obstacles for wires, as of the last refresh. */
typedef struct _CanvasGround CanvasGround;

CanvasGround *troupe_canvas_obstacles_new (TroupeCanvasGeometry *geometry);
void troupe_canvas_obstacles_free (CanvasGround *self);
/* Updates the obstacles from the geometry. @lifted: (nullable): a card that is not an obstacle */
void troupe_canvas_obstacles_refresh (CanvasGround *self, const char *lifted);
/* Returns TRUE if the last refresh has found any change between @x0 and @x1. */
gboolean troupe_canvas_obstacles_has_changed (const CanvasGround *self, double x0, double x1);
/* Returns the obstacles. Each refresh that finds a change creates a new field. */
TroupeRouteField *troupe_canvas_obstacles_get_field (const CanvasGround *self);

TroupeRoutePoint troupe_canvas_path_get_point (graphene_point_t point);
/* Appends the cubic curves of a wire to @points (graphene_point_t). @way: (nullable): NULL for a
 * wire that the user has bent */
void troupe_canvas_path_add (GArray *points,
                             const TroupeRoutePath *way,
                             graphene_point_t from,
                             graphene_point_t to,
                             const TroupeCanvasWire *wire);

G_END_DECLS
