/* troupe-canvas-parts.h: private functions of the canvas and access to its helper objects
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#pragma once

#include "troupe-canvas-accessible-nodes.h"
#include "troupe-canvas-input.h"
#include "troupe-canvas-painter.h"
#include "troupe-canvas-viewport.h"
#include "troupe-canvas.h"

G_BEGIN_DECLS

enum
{
  SIGNAL_SELECTION_CHANGED,
  SIGNAL_FOCUS_CHANGED,
  SIGNAL_VIEW_CHANGED,
  SIGNAL_HOVER_CHANGED,
  SIGNAL_NODES_MOVED,
  SIGNAL_ARRANGING,
  SIGNAL_WIRE_REQUESTED,
  SIGNAL_WIRE_DROPPED,
  SIGNAL_WIRE_RECONNECTED,
  SIGNAL_WIRE_REMOVED,
  SIGNAL_WIRES_CUT,
  SIGNAL_NODE_CLICKED,
  SIGNAL_NODE_ACTIVATED,
  SIGNAL_NODE_INSERTED_ON_WIRE,
  SIGNAL_NODE_TAKEN_OUT,
  SIGNAL_GATE_TOGGLED,
  SIGNAL_GROUND_ACTIVATED,
  SIGNAL_BEND_REQUESTED,
  SIGNAL_BEND_MOVED,
  SIGNAL_NOTE_ACTIVATED,
  SIGNAL_GROUP_ACTIVATED,
  SIGNAL_NOTE_RESIZED,
  SIGNAL_BADGE_ACTIVATED,
  SIGNAL_CONTEXT_MENU,
  SIGNAL_COMMAND,
  N_CANVAS_SIGNALS
};
extern guint troupe_canvas_signals[N_CANVAS_SIGNALS] G_GNUC_INTERNAL;

/* These functions return the helper objects, which exist as long as the canvas. (transfer none) */
TroupeCanvasText *troupe_canvas_get_text (TroupeCanvas *self);
TroupeCanvasGeometry *troupe_canvas_get_geometry (TroupeCanvas *self);
TroupeCanvasRouter *troupe_canvas_get_router (TroupeCanvas *self);
TroupeCanvasViewport *troupe_canvas_get_viewport (TroupeCanvas *self);
/* Returns the selection object, unlike the public function, which lists the ids. */
TroupeCanvasSelection *troupe_canvas_get_selection (TroupeCanvas *self);
TroupeCanvasPainter *troupe_canvas_get_painter (TroupeCanvas *self);
TroupeCanvasAccessibleNodes *troupe_canvas_get_proxies (TroupeCanvas *self);
TroupeCanvasInput *troupe_canvas_get_hand (TroupeCanvas *self);
/* Returns TRUE if the canvas or one of its accessible nodes has the keyboard focus. */
gboolean troupe_canvas_has_focus (TroupeCanvas *self);

/* Updates boxes and paths. */
void troupe_canvas_refresh (TroupeCanvas *self);
/* Returns TRUE if animations are enabled in the desktop. */
gboolean troupe_canvas_motion_wanted (TroupeCanvas *self);
gint64 troupe_canvas_frame_time (TroupeCanvas *self);
/* Draws every frame until nothing moves any more. */
void troupe_canvas_ensure_tick (TroupeCanvas *self);
/* Draws everything again because the color scheme or a drawing option has changed. */
void troupe_canvas_forget_drawn (TroupeCanvas *self);
gboolean troupe_canvas_get_ground (TroupeCanvas *self);
void troupe_canvas_set_ground (TroupeCanvas *self, gboolean ground);
/* Returns TRUE if Tab opens the palette. */
gboolean troupe_canvas_get_palette_key (TroupeCanvas *self);
void troupe_canvas_set_palette_key (TroupeCanvas *self, gboolean palette_key);
typedef enum
{
  PENDING_NONE,
  PENDING_ALL,
  PENDING_SELECTION,
} CanvasPendingFit;

/* Fits the view as soon as the widget has a size. Fitting the selection has priority over
 * fitting everything. */
void troupe_canvas_set_pending_fit (TroupeCanvas *self, CanvasPendingFit fit);
/* Records that everything that is already routed is in view. If more wires appear before the
 * view is changed, the view is fitted again. */
void troupe_canvas_note_fit (TroupeCanvas *self);
/* Sets whether an arrow key is changing the selection. */
void troupe_canvas_set_walking (TroupeCanvas *self, gboolean walking);
/* Emits `command` to request an operation that the canvas itself cannot perform. */
void troupe_canvas_command (TroupeCanvas *self, const char *name);

/* troupe-canvas-properties.c, -signals.c, -actions.c, -tooltip.c: parts of the class */
void troupe_canvas_install_properties (GObjectClass *object_class);
void troupe_canvas_install_signals (TroupeCanvasClass *klass);
void troupe_canvas_install_actions (GtkWidgetClass *widget_class);
gboolean troupe_canvas_query_tooltip (GtkWidget *widget,
                                      int x,
                                      int y,
                                      gboolean keyboard,
                                      GtkTooltip *tooltip);
/* troupe-canvas-gestures.c */
void troupe_canvas_add_controllers (TroupeCanvas *self);

/* troupe-canvas-walk.c */
void troupe_canvas_walk (TroupeCanvas *self, GtkDirectionType direction, gboolean extend);
void troupe_canvas_walk_wire (TroupeCanvas *self);
void troupe_canvas_select_reach (TroupeCanvas *self, gboolean up, gboolean down);
void troupe_canvas_select_band (TroupeCanvas *self,
                                const graphene_rect_t *band,
                                GdkModifierType modifiers);

/* Finds the item at a point in canvas pixels (troupe-canvas-hit.c). */
TroupeCanvasKind troupe_canvas_hit_at (TroupeCanvas *self,
                                       double x,
                                       double y,
                                       float port_radius,
                                       const char **id,
                                       const char **port,
                                       guint *index);
/* Finds the drop target of a dragged wire. */
TroupeCanvasKind troupe_canvas_hit_target (TroupeCanvas *self,
                                           double x,
                                           double y,
                                           gboolean backward,
                                           const char **id,
                                           const char **port);

G_END_DECLS
