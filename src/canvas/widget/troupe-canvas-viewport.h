/* troupe-canvas-viewport.h: zoom and scroll position of the canvas
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#pragma once

#include <glib-object.h>
#include <graphene.h>

G_BEGIN_DECLS

/**
 * TroupeCanvasViewport:
 *
 * Zoom, position and size of the visible area, and the animation to another area.
 *
 * Signals:
 * - `changed` (boolean zoomed): the view has changed
 */
#define TROUPE_TYPE_CANVAS_VIEWPORT (troupe_canvas_viewport_get_type ())
G_DECLARE_FINAL_TYPE (TroupeCanvasViewport,
                      troupe_canvas_viewport,
                      TROUPE,
                      CANVAS_VIEWPORT,
                      GObject)

TroupeCanvasViewport *troupe_canvas_viewport_new (void);

double troupe_canvas_viewport_get_zoom (TroupeCanvasViewport *self);
/* Returns the number of widget pixels per canvas pixel: the zoom times the unit. */
double troupe_canvas_viewport_get_scale (TroupeCanvasViewport *self);
/* The unit is the desktop's text scale; setting it keeps the center of the view. */
float troupe_canvas_viewport_get_unit (TroupeCanvasViewport *self);
void troupe_canvas_viewport_set_unit (TroupeCanvasViewport *self, float unit);
void troupe_canvas_viewport_set_size (TroupeCanvasViewport *self, int width, int height);
/* Returns the canvas point in the upper left corner. */
void troupe_canvas_viewport_get_origin (TroupeCanvasViewport *self, double *x, double *y);

/* Sets the view immediately and stops an animation. @zoom is clamped to its limits. */
void troupe_canvas_viewport_set (TroupeCanvasViewport *self, double zoom, double x, double y);
/* Moves the view by a distance in widget pixels. */
void troupe_canvas_viewport_pan (TroupeCanvasViewport *self, double dx, double dy);
/* Animates the view. @x, @y: the new center; @start: time of the first frame; if below 0, the
 * view is not animated */
void troupe_canvas_viewport_go_to (TroupeCanvasViewport *self,
                                   double zoom,
                                   double x,
                                   double y,
                                   gint64 start);
gboolean troupe_canvas_viewport_is_moving (TroupeCanvasViewport *self);
/* Stops the animation at the present position. */
void troupe_canvas_viewport_stop (TroupeCanvasViewport *self);
/* Advances the animation. Returns TRUE if it continues with the next frame. */
gboolean troupe_canvas_viewport_step (TroupeCanvasViewport *self, gint64 now);

/* Sets the covered areas in widget pixels: top, right, bottom, left. */
void troupe_canvas_viewport_set_insets (TroupeCanvasViewport *self, const double insets[4]);
/* Returns the part that is not covered, in widget pixels. If this part would be too small,
 * returns the area of the complete widget. */
void troupe_canvas_viewport_get_free_area (TroupeCanvasViewport *self,
                                           double *x,
                                           double *y,
                                           double *width,
                                           double *height);

/* These functions return the view and its free part in canvas pixels. */
void troupe_canvas_viewport_get_view (TroupeCanvasViewport *self, graphene_rect_t *view);
void troupe_canvas_viewport_get_free_view (TroupeCanvasViewport *self, graphene_rect_t *view);
graphene_point_t troupe_canvas_viewport_to_canvas (TroupeCanvasViewport *self, double x, double y);
graphene_point_t troupe_canvas_viewport_to_widget (TroupeCanvasViewport *self, double x, double y);

G_END_DECLS
