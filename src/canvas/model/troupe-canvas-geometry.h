/* troupe-canvas-geometry.h: how large things are and where their ports stand
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#pragma once

#include "troupe-canvas-scene-records.h"
#include "troupe-canvas-text.h"

G_BEGIN_DECLS

/* Canvas pixels. */
typedef struct
{
  float x, y, width, height;
  float rest_height; /* without the strip that a run adds to a card */
} CanvasBox;

/* What a refresh has found. */
typedef struct
{
  gboolean looked;    /* places may have changed: of cards, gates, notes or groups */
  gboolean structure; /* records have come, gone or been replaced */
  float x0, x1;       /* between these cards stand or have stood otherwise; x0 > x1: none has */
} CanvasChange;

/**
 * TroupeCanvasGeometry: measures what a scene describes, each card once for each description.
 *
 * Where only paint has changed nothing is measured: a strip that comes or goes adds to a height that
 * is known.
 */
#define TROUPE_TYPE_CANVAS_GEOMETRY (troupe_canvas_geometry_get_type ())
G_DECLARE_FINAL_TYPE (TroupeCanvasGeometry,
                      troupe_canvas_geometry,
                      TROUPE,
                      CANVAS_GEOMETRY,
                      GObject)

TroupeCanvasGeometry *troupe_canvas_geometry_new (TroupeCanvasText *text);
/* @scene: (nullable): followed through its signals */
void troupe_canvas_geometry_set_scene (TroupeCanvasGeometry *self, TroupeCanvasScene *scene);
/* (nullable) (transfer none) */
TroupeCanvasScene *troupe_canvas_geometry_get_scene (TroupeCanvasGeometry *self);
/* The fonts have changed. */
void troupe_canvas_geometry_forget_sizes (TroupeCanvasGeometry *self);

/* Brings all boxes up to date. The router calls it and needs @change; all others refresh the router. */
void troupe_canvas_geometry_refresh (TroupeCanvasGeometry *self, CanvasChange *change);
/* Grows when any box may be another one, be it by a strip alone. */
guint troupe_canvas_geometry_get_serial (TroupeCanvasGeometry *self);
/* How many cards have been measured so far, for tests. */
guint troupe_canvas_geometry_get_n_measured (TroupeCanvasGeometry *self);

/* One for each node, each group, by their index; good until the next refresh. */
const CanvasBox *troupe_canvas_geometry_get_boxes (TroupeCanvasGeometry *self, guint *n);
const CanvasBox *troupe_canvas_geometry_get_group_boxes (TroupeCanvasGeometry *self, guint *n);
/* FALSE for a wire. */
gboolean troupe_canvas_geometry_get_box (TroupeCanvasGeometry *self,
                                         const TroupeRecord *record,
                                         CanvasBox *box);
/* How large a card would be at rest. */
void troupe_canvas_geometry_measure (TroupeCanvasGeometry *self,
                                     const TroupeCanvasNode *node,
                                     float *width,
                                     float *height);

graphene_point_t troupe_canvas_geometry_get_input (TroupeCanvasGeometry *self, guint node);
/* @port: which event; -1: the own output */
graphene_point_t
troupe_canvas_geometry_get_output (TroupeCanvasGeometry *self, guint node, int port);
graphene_point_t
troupe_canvas_geometry_get_gate_input (TroupeCanvasGeometry *self, guint gate, int input);
graphene_point_t troupe_canvas_geometry_get_gate_output (TroupeCanvasGeometry *self, guint gate);
/* Of a card or a gate; FALSE where there is none of that id. @port: (nullable): the own output */
gboolean troupe_canvas_geometry_get_port (TroupeCanvasGeometry *self,
                                          const char *id,
                                          gboolean input,
                                          const char *port,
                                          graphene_point_t *point);

float troupe_canvas_get_strip_height (const TroupeCanvasNodeRun *run);
/* The middle of the badge that counts problems, from the left edge of a card of that width. */
float troupe_canvas_get_problems_x (const TroupeNodeRecord *node, float width);
float troupe_canvas_get_events_top (const TroupeCanvasNode *node);
/* Which of the events of @node; -1: none of them. @port: (nullable) */
int troupe_canvas_find_event (const TroupeCanvasNode *node, const char *port);
gboolean
troupe_canvas_in_view (const graphene_rect_t *view, float x0, float y0, float x1, float y1);

G_END_DECLS
