/* troupe-canvas-input.h: drags, clicks and scrolling on the canvas
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#pragma once

#include "troupe-canvas-grip.h"
#include "troupe-canvas.h"

G_BEGIN_DECLS

/**
 * TroupeCanvasInput:
 *
 * The current gesture and the items that it has moved. When the gesture ends, emits the signals of
 * its canvas. Positions are widget pixels.
 */
#define TROUPE_TYPE_CANVAS_INPUT (troupe_canvas_input_get_type ())
G_DECLARE_FINAL_TYPE (TroupeCanvasInput, troupe_canvas_input, TROUPE, CANVAS_INPUT, GObject)

/* Creates the input handler. @canvas: the owner of the input handler; the other helper objects
 * of @canvas must already exist */
TroupeCanvasInput *troupe_canvas_input_new (TroupeCanvas *canvas);
/* Releases all references. The gestures and sources of the input handler are removed as well. */
void troupe_canvas_input_close (TroupeCanvasInput *self);
/* Sets the scene and cancels the current gesture in the old scene. @scene: (nullable) */
void troupe_canvas_input_set_scene (TroupeCanvasInput *self, TroupeCanvasScene *scene);

gboolean troupe_canvas_input_get_editable (TroupeCanvasInput *self);
void troupe_canvas_input_set_editable (TroupeCanvasInput *self, gboolean editable);
gboolean troupe_canvas_input_get_snap (TroupeCanvasInput *self);
void troupe_canvas_input_set_snap (TroupeCanvasInput *self, gboolean snap);
void troupe_canvas_input_set_can_connect (TroupeCanvasInput *self,
                                          TroupeCanvasCanConnect can_connect,
                                          gpointer user_data,
                                          GDestroyNotify destroy);

/* Returns the state of hover and drag for drawing; valid until the next event. */
void troupe_canvas_input_get_grip (TroupeCanvasInput *self, CanvasGrip *grip);
gboolean troupe_canvas_input_is_dragging (TroupeCanvasInput *self);
/* Gets the position of the pointer. Returns FALSE if the pointer is not over the canvas. */
gboolean troupe_canvas_input_get_pointer (TroupeCanvasInput *self, double *x, double *y);
void troupe_canvas_input_set_pointer (TroupeCanvasInput *self, double x, double y);
void troupe_canvas_input_set_hover (TroupeCanvasInput *self,
                                    TroupeCanvasKind kind,
                                    const char *id,
                                    const char *port);

/* Handles a button press: stops the animation of the view and records the item under the pointer
 * for a drag. */
void troupe_canvas_input_press (TroupeCanvasInput *self,
                                double widget_x,
                                double widget_y,
                                gboolean touch);
/* Begins to drag the pressed item, or the item at the point if none was pressed. */
void troupe_canvas_input_begin_drag (TroupeCanvasInput *self,
                                     double widget_x,
                                     double widget_y,
                                     guint button,
                                     GdkModifierType modifiers,
                                     gboolean touch);
void troupe_canvas_input_update_drag (TroupeCanvasInput *self,
                                      double widget_x,
                                      double widget_y,
                                      GdkModifierType modifiers);
void troupe_canvas_input_end_drag (TroupeCanvasInput *self, GdkModifierType modifiers);
/* Restores the old positions. */
void troupe_canvas_input_cancel_drag (TroupeCanvasInput *self);
void troupe_canvas_input_click (TroupeCanvasInput *self,
                                double widget_x,
                                double widget_y,
                                guint button,
                                int n_press,
                                GdkModifierType modifiers);
/* Handles a wheel, in clicks, or a touchpad, in pixels if @smooth is TRUE. Pans the view, or
 * zooms if Ctrl is pressed. */
void troupe_canvas_input_scroll (TroupeCanvasInput *self,
                                 double dx,
                                 double dy,
                                 gboolean smooth,
                                 GdkModifierType modifiers);
/* Moves the selected items by a distance in canvas pixels. */
void troupe_canvas_input_nudge (TroupeCanvasInput *self, double dx, double dy);
/* Arranges the selected items. @how: one of L C R T M B to align, H V to distribute, S to
 * straighten wires */
void troupe_canvas_input_arrange (TroupeCanvasInput *self, char how);
/* Scrolls the view while something is dragged at its edge. Returns TRUE while the view is
 * scrolling. */
gboolean troupe_canvas_input_step_autoscroll (TroupeCanvasInput *self, gint64 now);

/* Shows a wire to the pointer without a pressed button. @x, @y: canvas pixels */
void troupe_canvas_input_show_preview (TroupeCanvasInput *self,
                                       const char *from,
                                       const char *port,
                                       double x,
                                       double y);
void troupe_canvas_input_hide_preview (TroupeCanvasInput *self);

G_END_DECLS
