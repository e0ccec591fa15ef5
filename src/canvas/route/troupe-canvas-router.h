/* troupe-canvas-router.h: the ways of the wires
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#pragma once

#include "troupe-canvas-geometry.h"

G_BEGIN_DECLS

/* One drawn wire: cubics through the first of its points, three more points for each segment. */
typedef struct
{
  int from, to; /* indices; -1: not there, the wire is not drawn */
  gboolean from_gate, to_gate;
  int from_port; /* -1: the own output; else the event */
  int to_input;
  int to_place;                /* on the gate's arc, from the top */
  guint first, n_segments;     /* no segments: not drawn */
  graphene_point_t start, end; /* where it was routed from and to */
  float x0, y0, x1, y1;        /* what it covers */
  gboolean back;               /* goes around cards */
} CanvasRoute;

/**
 * TroupeCanvasRouter: finds the way of each wire and keeps it until what the wire touches changes.
 *
 * A way is looked for again when its wire is described anew, when one of its ends stands elsewhere or
 * when a card or gate between them does; how ways lie beside each other is looked at again with any of
 * them, in a thread where there are many. Pictures have the same ways (`route/`).
 *
 * Signals: `settled` (wires have come to where they will be, outside of a refresh).
 */
#define TROUPE_TYPE_CANVAS_ROUTER (troupe_canvas_router_get_type ())
G_DECLARE_FINAL_TYPE (TroupeCanvasRouter, troupe_canvas_router, TROUPE, CANVAS_ROUTER, GObject)

TroupeCanvasRouter *troupe_canvas_router_new (TroupeCanvasGeometry *geometry);
/* Forgets all ways: the geometry has another scene. */
void troupe_canvas_router_reset (TroupeCanvasRouter *self);
gboolean troupe_canvas_router_get_orthogonal (TroupeCanvasRouter *self);
void troupe_canvas_router_set_orthogonal (TroupeCanvasRouter *self, gboolean orthogonal);

/* A card in the hand is in no wire's way, so that it can be dropped on one. @id: (nullable): none is */
void troupe_canvas_router_set_lifted (TroupeCanvasRouter *self, const char *id);
/* While anything moves on, many wires wait until it has come to where it will stay. */
void troupe_canvas_router_set_moving (TroupeCanvasRouter *self, gboolean moving);

/* Brings boxes and ways up to date. Cheap where nothing has changed. Where there are so many wires that bringing them
 * together takes long, those alone are drawn that have to follow what they join; the others are as they were until
 * `settled`. */
void troupe_canvas_router_refresh (TroupeCanvasRouter *self);
/* Whether all wires were where they will be when it was last refreshed. */
gboolean troupe_canvas_router_is_settled (TroupeCanvasRouter *self);
/* Refreshes, and has all wires settled when it comes back, however long that takes: for pictures. */
void troupe_canvas_router_settle (TroupeCanvasRouter *self);
/* Draws the wire at @index by itself where it waits for the others: somebody asks where it is. */
void troupe_canvas_router_show (TroupeCanvasRouter *self, guint index);
/* Grows with each refresh that has changed anything but paint. */
guint troupe_canvas_router_get_serial (TroupeCanvasRouter *self);
/* How many wires have got another way so far, for tests. */
guint troupe_canvas_router_get_n_routed (TroupeCanvasRouter *self);

/* One for each wire, by its index; good until the next refresh. */
const CanvasRoute *troupe_canvas_router_get_routes (TroupeCanvasRouter *self, guint *n);
/* All three for each segment of a route, and the first. */
const graphene_point_t *troupe_canvas_router_get_points (TroupeCanvasRouter *self,
                                                         const CanvasRoute *route);
/* (nullable): the card or gate at an end. */
const TroupeRecord *
troupe_canvas_router_get_end (TroupeCanvasRouter *self, const CanvasRoute *route, gboolean far);
/* @t: 0 to 1 along its length, so that the middle is the middle and a point runs evenly */
graphene_point_t
troupe_canvas_router_get_point_at (TroupeCanvasRouter *self, const CanvasRoute *route, double t);
float troupe_canvas_router_get_distance (TroupeCanvasRouter *self,
                                         const CanvasRoute *route,
                                         float x,
                                         float y);
/* Whether the line from a to b cuts it. */
gboolean troupe_canvas_router_crosses (TroupeCanvasRouter *self,
                                       const CanvasRoute *route,
                                       float ax,
                                       float ay,
                                       float bx,
                                       float by);
/* What any record covers, a wire too; FALSE where a wire is not drawn. */
gboolean
troupe_canvas_router_get_box (TroupeCanvasRouter *self, const TroupeRecord *record, CanvasBox *box);

/* The way of a wire still in the hand. @points: graphene_point_t, emptied first */
void troupe_canvas_route_preview (graphene_point_t from, graphene_point_t to, GArray *points);

G_END_DECLS
