/* troupe-canvas-input-private.h: private struct of the canvas input
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#pragma once

#include "troupe-canvas-parts.h"
#include "troupe-canvas-sizes.h"

G_BEGIN_DECLS

typedef struct
{
  char *id;
  TroupeCanvasKind kind;
  double x, y; /* before the drag */
} CanvasMoved;

/* The item under the pointer when a button was pressed. It is recorded because a drag is only
 * recognized later, when the view may show another item at this position. */
typedef struct
{
  gboolean is_held;
  TroupeCanvasKind kind;
  char *id;
  char *port;
  guint index;
  graphene_point_t point; /* canvas pixels */
} CanvasPress;

struct _TroupeCanvasInput
{
  GObject parent_instance;

  TroupeCanvas *canvas; /* not owned; the same for its parts */
  TroupeCanvasGeometry *geometry;
  TroupeCanvasRouter *router;
  TroupeCanvasViewport *viewport;
  TroupeCanvasSelection *selection;
  TroupeCanvasScene *scene;

  gboolean editable;
  gboolean snap;
  TroupeCanvasCanConnect can_connect;
  gpointer can_connect_data;
  GDestroyNotify can_connect_destroy;

  /* Pointer. */
  TroupeCanvasKind hover_kind;
  char *hover_id;
  char *hover_port;
  double pointer_x, pointer_y;
  gboolean pointer_inside;
  double press_x, press_y;
  CanvasPress press;
  gboolean dragged;    /* the press has become a drag and is not a click */
  gboolean has_opened; /* the last single click was on the arrow of a card */

  /* Current gesture. */
  CanvasDrag drag;
  GdkModifierType drag_modifiers;
  double drag_x, drag_y;         /* start, canvas pixels */
  double drag_now_x, drag_now_y; /* current position */
  double old_width, old_height;  /* of the note, before the drag */
  GArray *moved;                 /* CanvasMoved */
  char *drag_id;
  char *drag_port;
  char *drag_wire; /* the wire whose end is dragged */
  gboolean drag_backward;
  guint drag_index;
  char *target_id;
  char *target_input;
  char *target_reason;
  gboolean target_refused;
  char *insert_wire;
  GHashTable *refusing; /* ids of cards that cannot take the wire */
  gboolean preview_only;
  double snap_guide_x, snap_guide_y; /* NaN: none */

  /* Autoscroll at the edge of the view. */
  double edge_x, edge_y; /* pointer position during a drag, widget pixels */
  GdkModifierType edge_modifiers;
  gint64 edge_frame;   /* time of the last step; 0: not scrolling */
  gboolean edge_armed; /* the pointer has been away from the edge */

  /* Keys and pinch zoom. */
  gboolean space_held;
  gboolean align_pending; /* Alt+A was pressed */
  guint align_id;         /* source; timeout after which the second keys are listed */
  double zoom_start;
  double zoom_exact; /* not rounded to steps of 5 % */
  GtkGesture *drag_gesture;
  GtkGesture *zoom_gesture;
};

/* troupe-canvas-input.c */
void troupe_canvas_input_collect_moved (TroupeCanvasInput *self);
void troupe_canvas_input_finish_move (TroupeCanvasInput *self);
void troupe_canvas_input_forget_press (TroupeCanvasInput *self);
/* Clears the gesture. Moved items stay at their current positions. */
void troupe_canvas_input_clear_drag (TroupeCanvasInput *self);

/* Starts to draw a wire (troupe-canvas-drag-wire.c). @backward: whether the wire is drawn from
 * an input. */
void troupe_canvas_input_begin_wire (TroupeCanvasInput *self,
                                     const char *id,
                                     const char *port,
                                     gboolean backward);
void troupe_canvas_input_update_wire (TroupeCanvasInput *self);
void troupe_canvas_input_end_wire (TroupeCanvasInput *self, GdkModifierType modifiers);
void troupe_canvas_input_begin_rewire (TroupeCanvasInput *self, const char *wire_id);
void troupe_canvas_input_end_rewire (TroupeCanvasInput *self, GdkModifierType modifiers);
void troupe_canvas_input_end_cut (TroupeCanvasInput *self);

/* troupe-canvas-autoscroll.c */
void troupe_canvas_input_follow_edge (TroupeCanvasInput *self,
                                      double x,
                                      double y,
                                      GdkModifierType modifiers);

/* troupe-canvas-gestures.c: stops waiting for a second key after Alt+A */
void troupe_canvas_input_forget_first_key (TroupeCanvasInput *self);

G_END_DECLS
