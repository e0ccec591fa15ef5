/* troupe-canvas-router.h: routes the wires of a scene and caches the paths
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#pragma once

#include "troupe-canvas-geometry.h"

G_BEGIN_DECLS

/* A drawn wire. It consists of cubic curves, with one start point and three more points for each
 * segment. */
typedef struct
{
  int from, to; /* indices; -1: missing, the wire is not drawn */
  gboolean from_gate, to_gate;
  int from_port; /* -1: the own output; else the event */
  int to_input;
  int to_place;                /* on the gate's arc, from the top */
  guint first, n_segments;     /* no segments: not drawn */
  graphene_point_t start, end; /* ends for which it was routed */
  float x0, y0, x1, y1;        /* bounding box */
  gboolean back;               /* leads around cards */
} CanvasRoute;

/**
 * TroupeCanvasRouter:
 *
 * Finds the path of each wire, and caches the path until an obstacle or an end of the wire changes.
 *
 * A path is searched again if its wire is described again, if one of its ends moves, or if a card
 * or gate between them moves. The paths are then coordinated with all other paths, on a thread if
 * there are many. Exported images have the same paths (`route/`).
 *
 * Signals: `settled` (wires have got their final paths outside of a refresh).
 */
#define TROUPE_TYPE_CANVAS_ROUTER (troupe_canvas_router_get_type ())
G_DECLARE_FINAL_TYPE (TroupeCanvasRouter, troupe_canvas_router, TROUPE, CANVAS_ROUTER, GObject)

TroupeCanvasRouter *troupe_canvas_router_new (TroupeCanvasGeometry *geometry);
/* Drops all paths because the geometry has another scene. */
void troupe_canvas_router_reset (TroupeCanvasRouter *self);
gboolean troupe_canvas_router_get_orthogonal (TroupeCanvasRouter *self);
void troupe_canvas_router_set_orthogonal (TroupeCanvasRouter *self, gboolean orthogonal);

/* Excludes a dragged card from the obstacles, so that it can be dropped on a wire. @id:
 * (nullable): NULL for none */
void troupe_canvas_router_set_lifted (TroupeCanvasRouter *self, const char *id);
/* Sets whether something is moving. Large numbers of wires are not settled until the movement
 * has stopped. */
void troupe_canvas_router_set_moving (TroupeCanvasRouter *self, gboolean moving);

/* Updates boxes and paths. Cheap if nothing has changed. If there are so many wires that
 * coordinating them takes long, only the wires that must follow their ends are redrawn. All
 * other wires are unchanged until `settled`. */
void troupe_canvas_router_refresh (TroupeCanvasRouter *self);
/* Returns TRUE if all wires had their final paths at the last refresh. */
gboolean troupe_canvas_router_is_settled (TroupeCanvasRouter *self);
/* Refreshes and settles all wires synchronously, for image export. */
void troupe_canvas_router_settle (TroupeCanvasRouter *self);
/* Draws the wire at @index individually if it still waits for the other wires, because the
 * caller needs its position. */
void troupe_canvas_router_show (TroupeCanvasRouter *self, guint index);
/* Returns a counter that increases with each refresh that has changed more than paint. */
guint troupe_canvas_router_get_serial (TroupeCanvasRouter *self);
/* Returns the number of paths that have changed so far, for tests. */
guint troupe_canvas_router_get_n_routed (TroupeCanvasRouter *self);

/* Returns one route per wire, by index; valid until the next refresh. */
const CanvasRoute *troupe_canvas_router_get_routes (TroupeCanvasRouter *self, guint *n);
/* Returns the points of a route, which are the start and three points for each segment. */
const graphene_point_t *troupe_canvas_router_get_points (TroupeCanvasRouter *self,
                                                         const CanvasRoute *route);
/* Returns the card or gate at an end. (nullable) */
const TroupeRecord *
troupe_canvas_router_get_end (TroupeCanvasRouter *self, const CanvasRoute *route, gboolean far);
/* Returns a point of a wire. @t: 0 to 1, proportional to the length, so that 0.5 is the middle
 * and pulses move evenly */
graphene_point_t
troupe_canvas_router_get_point_at (TroupeCanvasRouter *self, const CanvasRoute *route, double t);
float troupe_canvas_router_get_distance (TroupeCanvasRouter *self,
                                         const CanvasRoute *route,
                                         float x,
                                         float y);
/* Adds the boxes of short pieces of a wire, which together cover it.
 * @areas: (element-type graphene_rect_t) */
void
troupe_canvas_router_list_areas (TroupeCanvasRouter *self, const CanvasRoute *route, GArray *areas);
/* Returns TRUE if the line from a to b crosses the wire. */
gboolean troupe_canvas_router_crosses (TroupeCanvasRouter *self,
                                       const CanvasRoute *route,
                                       float ax,
                                       float ay,
                                       float bx,
                                       float by);
/* Returns the box of any record, including wires. Returns FALSE if a wire is not drawn. */
gboolean
troupe_canvas_router_get_box (TroupeCanvasRouter *self, const TroupeRecord *record, CanvasBox *box);

/* Computes the path of a dragged wire. @points: graphene_point_t, cleared first */
void troupe_canvas_route_preview (graphene_point_t from, graphene_point_t to, GArray *points);

G_END_DECLS
