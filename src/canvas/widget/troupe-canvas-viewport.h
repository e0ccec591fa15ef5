/* troupe-canvas-viewport.h: which part of the canvas is seen, and how large
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#pragma once

#include <glib-object.h>
#include <graphene.h>

G_BEGIN_DECLS

/**
 * TroupeCanvasViewport: zoom, place and size of the view, and its way to another one.
 *
 * Signals:
 * - `changed` (boolean zoomed): the view is another one
 */
#define TROUPE_TYPE_CANVAS_VIEWPORT (troupe_canvas_viewport_get_type ())
G_DECLARE_FINAL_TYPE (TroupeCanvasViewport,
                      troupe_canvas_viewport,
                      TROUPE,
                      CANVAS_VIEWPORT,
                      GObject)

TroupeCanvasViewport *troupe_canvas_viewport_new (void);

double troupe_canvas_viewport_get_zoom (TroupeCanvasViewport *self);
/* Widget pixels for one canvas pixel: the zoom times the unit. */
double troupe_canvas_viewport_get_scale (TroupeCanvasViewport *self);
/* The desktop's text scale; what was in the middle stays there. */
float troupe_canvas_viewport_get_unit (TroupeCanvasViewport *self);
void troupe_canvas_viewport_set_unit (TroupeCanvasViewport *self, float unit);
/* Of the widget, in its pixels. */
void troupe_canvas_viewport_get_size (TroupeCanvasViewport *self, double *width, double *height);
void troupe_canvas_viewport_set_size (TroupeCanvasViewport *self, int width, int height);
/* The canvas point in the upper left corner. */
void troupe_canvas_viewport_get_origin (TroupeCanvasViewport *self, double *x, double *y);

/* Goes there at once, whatever is under way. @zoom is brought into its limits. */
void troupe_canvas_viewport_set (TroupeCanvasViewport *self, double zoom, double x, double y);
/* Moves the view by so many widget pixels. */
void troupe_canvas_viewport_pan (TroupeCanvasViewport *self, double dx, double dy);
/* @x, @y: what shall be in the middle. @start: the time of the frame it begins with; below 0: at once */
void troupe_canvas_viewport_go_to (TroupeCanvasViewport *self,
                                   double zoom,
                                   double x,
                                   double y,
                                   gint64 start);
gboolean troupe_canvas_viewport_is_moving (TroupeCanvasViewport *self);
/* Stays where it is. */
void troupe_canvas_viewport_stop (TroupeCanvasViewport *self);
/* TRUE where it goes on with the next frame. */
gboolean troupe_canvas_viewport_step (TroupeCanvasViewport *self, gint64 now);

/* Top, right, bottom, left: what is hidden, in widget pixels. */
void troupe_canvas_viewport_set_insets (TroupeCanvasViewport *self, const double insets[4]);
/* The part that is not hidden, in widget pixels; all where it would be too small. */
void troupe_canvas_viewport_get_free_area (TroupeCanvasViewport *self,
                                           double *x,
                                           double *y,
                                           double *width,
                                           double *height);

/* In canvas pixels. */
void troupe_canvas_viewport_get_view (TroupeCanvasViewport *self, graphene_rect_t *view);
void troupe_canvas_viewport_get_free_view (TroupeCanvasViewport *self, graphene_rect_t *view);
graphene_point_t troupe_canvas_viewport_to_canvas (TroupeCanvasViewport *self, double x, double y);
graphene_point_t troupe_canvas_viewport_to_widget (TroupeCanvasViewport *self, double x, double y);

G_END_DECLS
