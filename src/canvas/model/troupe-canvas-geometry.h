/* troupe-canvas-geometry.h: sizes of items and positions of their ports
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#pragma once

#include "troupe-canvas-scene-records.h"
#include "troupe-canvas-text.h"

G_BEGIN_DECLS

/* A rectangle in canvas pixels. */
typedef struct
{
  float x, y, width, height;
  float rest_height; /* without the run strip of a card */
} CanvasBox;

/* The result of a refresh. */
typedef struct
{
  gboolean looked;    /* positions of nodes, notes or groups may have changed */
  gboolean structure; /* records were added, removed or replaced */
  float x0, x1;       /* range in which cards were moved or resized; x0 > x1: none */
} CanvasChange;

/**
 * TroupeCanvasGeometry:
 *
 * Sizes of the items of a scene. Each card is measured once for each description.
 *
 * If only paint has changed, nothing is measured, because a run strip only adds to a known height.
 */
#define TROUPE_TYPE_CANVAS_GEOMETRY (troupe_canvas_geometry_get_type ())
G_DECLARE_FINAL_TYPE (TroupeCanvasGeometry,
                      troupe_canvas_geometry,
                      TROUPE,
                      CANVAS_GEOMETRY,
                      GObject)

TroupeCanvasGeometry *troupe_canvas_geometry_new (TroupeCanvasText *text);
/* Sets the scene and connects to its signals. @scene: (nullable) */
void troupe_canvas_geometry_set_scene (TroupeCanvasGeometry *self, TroupeCanvasScene *scene);
/* (nullable) (transfer none) */
TroupeCanvasScene *troupe_canvas_geometry_get_scene (TroupeCanvasGeometry *self);
/* Measures everything again because the fonts have changed. */
void troupe_canvas_geometry_forget_sizes (TroupeCanvasGeometry *self);

/* Updates all boxes. Only the router calls this function and uses @change; all other code must
 * refresh the router instead. */
void troupe_canvas_geometry_refresh (TroupeCanvasGeometry *self, CanvasChange *change);
/* Returns a counter that increases when any box may have changed, including run strips. */
guint troupe_canvas_geometry_get_serial (TroupeCanvasGeometry *self);
/* Returns how many cards have been measured so far, for tests. */
guint troupe_canvas_geometry_get_n_measured (TroupeCanvasGeometry *self);

/* These functions return the boxes of all nodes or groups by index, valid until the next
 * refresh. */
const CanvasBox *troupe_canvas_geometry_get_boxes (TroupeCanvasGeometry *self, guint *n);
const CanvasBox *troupe_canvas_geometry_get_group_boxes (TroupeCanvasGeometry *self, guint *n);
/* Returns FALSE for a wire. */
gboolean troupe_canvas_geometry_get_box (TroupeCanvasGeometry *self,
                                         const TroupeRecord *record,
                                         CanvasBox *box);
/* Measures a card without a run strip. */
void troupe_canvas_geometry_measure (TroupeCanvasGeometry *self,
                                     const TroupeCanvasNode *node,
                                     float *width,
                                     float *height);

graphene_point_t troupe_canvas_geometry_get_input (TroupeCanvasGeometry *self, guint node);
/* Returns the position of an output port of a card. @port: index of the event; -1 for the main
 * output */
graphene_point_t
troupe_canvas_geometry_get_output (TroupeCanvasGeometry *self, guint node, int port);
graphene_point_t
troupe_canvas_geometry_get_gate_input (TroupeCanvasGeometry *self, guint gate, int input);
graphene_point_t troupe_canvas_geometry_get_gate_output (TroupeCanvasGeometry *self, guint gate);
/* Returns the position of a port of a card or gate; FALSE if the id is unknown. @port:
 * (nullable): NULL for the main output */
gboolean troupe_canvas_geometry_get_port (TroupeCanvasGeometry *self,
                                          const char *id,
                                          gboolean input,
                                          const char *port,
                                          graphene_point_t *point);

float troupe_canvas_get_strip_height (const TroupeCanvasNodeRun *run);
/* Returns the center of the badge that counts problems, relative to the left edge of a card of
 * that width. */
float troupe_canvas_get_problems_x (const TroupeNodeRecord *node, float width);
float troupe_canvas_get_events_top (const TroupeCanvasNode *node);
/* Returns the index of an event of @node, or -1. @port: (nullable) */
int troupe_canvas_find_event (const TroupeCanvasNode *node, const char *port);
gboolean
troupe_canvas_in_view (const graphene_rect_t *view, float x0, float y0, float x1, float y1);

G_END_DECLS
