/* troupe-canvas-obstacles.h: obstacles for the wire router, and paths drawn by the canvas
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#pragma once

#include "troupe-canvas-geometry.h"
#include "troupe-route.h"

G_BEGIN_DECLS

#define TIP_GAP 7.0f /* before the port's middle */

/* The cards and gates that are in the way of wires, as they stood when it was last refreshed. */
typedef struct _CanvasGround CanvasGround;

CanvasGround *troupe_canvas_obstacles_new (TroupeCanvasGeometry *geometry);
void troupe_canvas_obstacles_free (CanvasGround *self);
/* @lifted: (nullable): a card that is in no wire's way */
void troupe_canvas_obstacles_refresh (CanvasGround *self, const char *lifted);
/* Whether the last refresh has found anything else between @x0 and @x1. */
gboolean troupe_canvas_obstacles_has_changed (const CanvasGround *self, double x0, double x1);
/* Each refresh that finds anything else makes another one. */
TroupeRouteField *troupe_canvas_obstacles_get_field (const CanvasGround *self);

TroupeRoutePoint troupe_canvas_path_get_point (graphene_point_t point);
/* The cubics of a wire instead of what is in @points (graphene_point_t) from @first on. @way: (nullable):
 * of a wire that a person has bent there is none */
void troupe_canvas_path_add (GArray *points,
                             const TroupeRoutePath *way,
                             graphene_point_t from,
                             graphene_point_t to,
                             const TroupeCanvasWire *wire);

G_END_DECLS
