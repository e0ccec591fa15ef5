/* troupe-canvas-input.h: what the pointer does: drags, clicks, hovers
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#pragma once

#include "troupe-canvas-grip.h"
#include "troupe-canvas.h"

G_BEGIN_DECLS

/**
 * TroupeCanvasHand: knows the gesture under way and what it has moved, and emits the signals of its
 * canvas when it ends. Places are widget pixels.
 */
#define TROUPE_TYPE_CANVAS_HAND (troupe_canvas_hand_get_type ())
G_DECLARE_FINAL_TYPE (TroupeCanvasHand, troupe_canvas_hand, TROUPE, CANVAS_HAND, GObject)

/* @canvas: owns it, and has its other parts already */
TroupeCanvasHand *troupe_canvas_hand_new (TroupeCanvas *canvas);
/* Lets go of what it holds. Its gestures and sources end with it. */
void troupe_canvas_hand_close (TroupeCanvasHand *self);
/* @scene: (nullable). A gesture under way is given up, on the old scene. */
void troupe_canvas_hand_set_scene (TroupeCanvasHand *self, TroupeCanvasScene *scene);

gboolean troupe_canvas_hand_get_editable (TroupeCanvasHand *self);
void troupe_canvas_hand_set_editable (TroupeCanvasHand *self, gboolean editable);
gboolean troupe_canvas_hand_get_snap (TroupeCanvasHand *self);
void troupe_canvas_hand_set_snap (TroupeCanvasHand *self, gboolean snap);
void troupe_canvas_hand_set_can_connect (TroupeCanvasHand *self,
                                         TroupeCanvasCanConnect can_connect,
                                         gpointer user_data,
                                         GDestroyNotify destroy);

/* For drawing; good until the hand does something next. */
void troupe_canvas_hand_get_grip (TroupeCanvasHand *self, CanvasGrip *grip);
gboolean troupe_canvas_hand_is_dragging (TroupeCanvasHand *self);
/* FALSE where the pointer is not over the canvas. */
gboolean troupe_canvas_hand_get_pointer (TroupeCanvasHand *self, double *x, double *y);
void troupe_canvas_hand_set_pointer (TroupeCanvasHand *self, double x, double y);
void troupe_canvas_hand_set_hover (TroupeCanvasHand *self,
                                   TroupeCanvasKind kind,
                                   const char *id,
                                   const char *port);

/* A button goes down: the view stands from now on, and what lies there is what a drag will take. */
void
troupe_canvas_hand_press (TroupeCanvasHand *self, double widget_x, double widget_y, gboolean touch);
/* Takes what was pressed, or what lies there where nothing was. */
void troupe_canvas_hand_begin_drag (TroupeCanvasHand *self,
                                    double widget_x,
                                    double widget_y,
                                    guint button,
                                    GdkModifierType modifiers,
                                    gboolean touch);
void troupe_canvas_hand_update_drag (TroupeCanvasHand *self,
                                     double widget_x,
                                     double widget_y,
                                     GdkModifierType modifiers);
void troupe_canvas_hand_end_drag (TroupeCanvasHand *self, GdkModifierType modifiers);
/* Gives back what was moved. */
void troupe_canvas_hand_cancel_drag (TroupeCanvasHand *self);
void troupe_canvas_hand_click (TroupeCanvasHand *self,
                               double widget_x,
                               double widget_y,
                               guint button,
                               int n_press,
                               GdkModifierType modifiers);
/* The wheel, in clicks, or a touchpad, in pixels where @smooth is TRUE: pans, and zooms with Ctrl. */
void troupe_canvas_hand_scroll (TroupeCanvasHand *self,
                                double dx,
                                double dy,
                                gboolean smooth,
                                GdkModifierType modifiers);
/* What is selected goes so far, canvas pixels. */
void troupe_canvas_hand_nudge (TroupeCanvasHand *self, double dx, double dy);
/* L C R T M B: align; H V: distribute; S: straighten the wires */
void troupe_canvas_hand_arrange (TroupeCanvasHand *self, char how);
/* The view goes on while something is held against its edge; TRUE while it does. */
gboolean troupe_canvas_hand_step_edge (TroupeCanvasHand *self, gint64 now);

/* A wire to the pointer without a button held, x and y in canvas pixels. */
void troupe_canvas_hand_show_preview (TroupeCanvasHand *self,
                                      const char *from,
                                      const char *port,
                                      double x,
                                      double y);
void troupe_canvas_hand_hide_preview (TroupeCanvasHand *self);

G_END_DECLS
