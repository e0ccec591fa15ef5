/* troupe-canvas.h: the widget that draws a node graph and lets people work on it
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#pragma once

#include <gtk/gtk.h>

#include "troupe-canvas-palette.h"
#include "troupe-canvas-scene.h"
#include "troupe-canvas-types.h"

G_BEGIN_DECLS

/* 0.5 % to 400 %: a fit shows all of 10,000 methods, also where they are one below the other. */
#define TROUPE_CANVAS_ZOOM_MIN 0.005
#define TROUPE_CANVAS_ZOOM_MAX 4.0

/* Widget pixels that a fit leaves free beside, and above and below where tool bars of 54 float. */
#define TROUPE_CANVAS_FIT_ACROSS 48.0
#define TROUPE_CANVAS_FIT_DOWN 64.0

/**
 * TroupeCanvas:
 *
 * Draws a [class@TroupeCanvasScene] and turns gestures and keys into signals. It never changes the
 * graph: it asks. Only positions move live while something is dragged; when the gesture ends the
 * scene has the new positions and `nodes-moved` tells the old ones, once. Esc gives them back and
 * emits nothing.
 *
 * Canvas pixels are those of a desktop with plain text. Where its text is larger, all that is drawn
 * is by as much: places and sizes stay in proportion, and a zoom of 1 is a card with the desktop's own
 * letters. What is said in widget pixels has it in already.
 *
 * Properties: `scene`, `zoom` (double, 0.02 to 4), `dark`, `high-contrast` (bind them to
 * AdwStyleManager), `orthogonal` (wires in right angles), `snap` (8 px, on by default), `editable`
 * (off: nothing moves and no wire can be drawn; on by default), `palette-key` (Tab opens the
 * palette; on by default, else Tab moves the focus), `ground` (the colour and the dots behind
 * everything; on by default).
 *
 * Signals (strings are ids unless said otherwise; positions are canvas pixels unless said otherwise):
 * - `selection-changed` ()
 * - `view-changed` (): zoom or the place of the view has changed
 * - `hover-changed` (int kind, string id): id is NULL over the ground
 * - `nodes-moved` (pointer moves, uint n): `const TroupeCanvasMove *`, once a gesture; nodes, gates,
 *   notes and groups together. The moves are good during the emission
 * - `wire-requested` (string from, string port, string to, string to_input, boolean and): port NULL
 *   for a gate's output; to_input NULL unless dropped on a wire's end at a gate
 * - `wire-dropped` (string from, string port, double x, double y, boolean backward): on the ground.
 *   backward: it was drawn out of the input of `from`, port is NULL
 * - `wire-reconnected` (string wire, string to, boolean and): the end of the wire was moved
 * - `wire-removed` (string wire): its end was dropped on the ground
 * - `wires-cut` (pointer ids): `const char *const *`, NULL-terminated
 * - `node-activated` (string node, boolean open): double click or Enter; open: go inside
 * - `node-inserted-on-wire` (string node, string wire, double x, double y, boolean make_room): the
 *   card was dropped on the wire at x, y. Instead of `nodes-moved`; the card is back at its old place
 * - `node-taken-out` (string node, double x, double y): dragged by its head with Alt, likewise
 * - `gate-toggled` (string gate)
 * - `ground-activated` (double x, double y): double click
 * - `bend-requested` (string wire, double x, double y)
 * - `bend-moved` (string wire, uint index, double x, double y)
 * - `note-activated` (string note), `group-activated` (string group): edit the text, the title
 * - `note-resized` (string note, double width, double height)
 * - `badge-activated` (int kind, string node): PROBLEM_BADGE, BREAKPOINT_BADGE, PASSES_BADGE or
 *   ANSWER_BADGE
 * - `context-menu` (int kind, string id, double x, double y): x, y are widget pixels; id NULL over
 *   the ground. The thing under the pointer has been selected
 * - `command` (string name), detailed: a key or an assistive technology asks for what the canvas
 *   cannot do itself. Its names are those of the class actions: `node.delete`,
 *   `node.delete-reconnect`, `node.connect`, `node.connect-and`, `node.rename`, `node.insert`,
 *   `node.group`, `node.ungroup`, `canvas.add`, `canvas.add-note`, `canvas.minimap`,
 *   `canvas.leave`, `canvas.bend`. They speak of the selection. Connect with `command::node.delete`, or with `command` for all
 */
#define TROUPE_TYPE_CANVAS (troupe_canvas_get_type ())
G_DECLARE_FINAL_TYPE (TroupeCanvas, troupe_canvas, TROUPE, CANVAS, GtkWidget)

GtkWidget *troupe_canvas_new (void);

/* @scene: (nullable) (transfer none). The selection is emptied. */
void troupe_canvas_set_scene (TroupeCanvas *self, TroupeCanvasScene *scene);
TroupeCanvasScene *troupe_canvas_get_scene (TroupeCanvas *self);

/* How much larger than usual the desktop wants text where @widget is. */
float troupe_canvas_read_text_scale (GtkWidget *widget);

/* The view. @animate: 200 ms, where the desktop wants animations. */
double troupe_canvas_get_zoom (TroupeCanvas *self);
/* Widget pixels for one canvas pixel: the zoom times the desktop's text scale. */
double troupe_canvas_get_scale (TroupeCanvas *self);
void troupe_canvas_set_zoom (TroupeCanvas *self, double zoom, gboolean animate);
/* The point at @x, @y (widget pixels) stays where it is. */
void troupe_canvas_zoom_at (TroupeCanvas *self, double zoom, double x, double y, gboolean animate);
void troupe_canvas_pan (TroupeCanvas *self, double dx, double dy); /* widget pixels */
/* The canvas point in the upper left corner. */
void troupe_canvas_get_origin (TroupeCanvas *self, double *x, double *y);
void troupe_canvas_set_origin (TroupeCanvas *self, double x, double y);
/* Whether @inner lies in @outer. graphene_rect_contains_rect() makes a rectangle round both and looks whether that is
 * @outer, which by rounding it often is not. */
gboolean troupe_canvas_rect_contains (const graphene_rect_t *outer, const graphene_rect_t *inner);
/* All, or the selection, as large as fits and at most 100 %. With an empty scene: 100 % at 0, 0.
 * Before the first allocation: as soon as there is one. */
void troupe_canvas_fit_all (TroupeCanvas *self, gboolean animate);
void troupe_canvas_fit_selection (TroupeCanvas *self, gboolean animate);
/* How much of each side is hidden under what floats over the canvas, in widget pixels; what is brought
 * into view is brought beside it. A free part that would be too small is all of the view. */
void
troupe_canvas_set_insets (TroupeCanvas *self, double top, double right, double bottom, double left);
/* That part, in canvas pixels. */
void troupe_canvas_get_free_view (TroupeCanvas *self, graphene_rect_t *view);
/* Brings any thing to the middle of the free part and, below 60 %, the zoom to 100 %. */
void troupe_canvas_center_on (TroupeCanvas *self, const char *id, gboolean animate);
/* Pans as little as is needed for the thing to be in the free part. */
void troupe_canvas_reveal (TroupeCanvas *self, const char *id, gboolean animate);
/* The part that is in view, in canvas pixels. */
void troupe_canvas_get_view (TroupeCanvas *self, graphene_rect_t *view);

/* Where the pointer is, in canvas pixels; FALSE where it is not over the canvas. */
gboolean troupe_canvas_get_pointer (TroupeCanvas *self, double *x, double *y);
graphene_point_t troupe_canvas_to_canvas (TroupeCanvas *self, double x, double y);
graphene_point_t troupe_canvas_to_widget (TroupeCanvas *self, double x, double y);
/* On the grid of 8, whether or not `snap` is on. */
double troupe_canvas_snap (double value);

/* The selection: ids of nodes, gates, wires, notes and groups, in the order of the scene.
 * (transfer container): the strings are the scene's. NULL-terminated. */
const char **troupe_canvas_list_selected (TroupeCanvas *self);
guint troupe_canvas_get_n_selected (TroupeCanvas *self);
gboolean troupe_canvas_is_selected (TroupeCanvas *self, const char *id);
/* @ids: (nullable): NULL-terminated; those the scene does not know are kept until it does. */
void troupe_canvas_set_selection (TroupeCanvas *self, const char *const *ids);
void troupe_canvas_select_only (TroupeCanvas *self, const char *id);
void troupe_canvas_select_all (TroupeCanvas *self);
void troupe_canvas_select_none (TroupeCanvas *self);

/* The node or gate that the keyboard stands on. (nullable) */
const char *troupe_canvas_get_focus_id (TroupeCanvas *self);
void troupe_canvas_set_focus_id (TroupeCanvas *self, const char *id);

/* What lies under a point in widget pixels. @id: (out) (transfer none) (nullable); @port: (out)
 * (transfer none) (nullable) (optional): the name of the port for OUTPUT. */
TroupeCanvasKind
troupe_canvas_hit (TroupeCanvas *self, double x, double y, const char **id, const char **port);

/* Where things are, in canvas pixels. FALSE where the id is not known (or a wire is not drawn). */
gboolean troupe_canvas_get_bounds (TroupeCanvas *self, const char *id, graphene_rect_t *bounds);
/* Everything; FALSE where the scene is empty. */
gboolean troupe_canvas_get_all_bounds (TroupeCanvas *self, graphene_rect_t *bounds);
/* The middle of a port: @port NULL is the own output, @input the input (then @port is not used). */
gboolean troupe_canvas_get_port (TroupeCanvas *self,
                                 const char *id,
                                 gboolean input,
                                 const char *port,
                                 graphene_point_t *point);
/* How large a card would be, for a layout before the node is in the scene. */
void troupe_canvas_measure_node (TroupeCanvas *self,
                                 const TroupeCanvasNode *node,
                                 double *width,
                                 double *height);

/* Draws the preview of a wire from a port to the pointer without a button held (key C, or a palette
 * that is open); @port as in `wire-requested`. Ends with the next click or Esc. */
void troupe_canvas_show_preview (TroupeCanvas *self,
                                 const char *from,
                                 const char *port,
                                 double x,
                                 double y);
void troupe_canvas_hide_preview (TroupeCanvas *self);

/* Between the two the owner gives things new places (tidy, undo of a move). What has another place
 * than before goes there in 250 ms, where the desktop wants animations; until then the scene has the
 * places on the way. finish: at once; so does every gesture, and the next begin. */
void troupe_canvas_begin_glide (TroupeCanvas *self);
void troupe_canvas_end_glide (TroupeCanvas *self);
void troupe_canvas_finish_glide (TroupeCanvas *self);

/* Whether a wire from @from to @to may be drawn: asked for each card while one is dragged. Without a
 * function every card with an input but @from itself can take it. @reason: (out) (transfer full)
 * (nullable): a sentence to show beside the pointer. */
typedef gboolean (*TroupeCanvasCanConnect) (TroupeCanvas *self,
                                            const char *from,
                                            const char *port,
                                            const char *to,
                                            char **reason,
                                            gpointer user_data);
void troupe_canvas_set_can_connect (TroupeCanvas *self,
                                    TroupeCanvasCanConnect can_connect,
                                    gpointer user_data,
                                    GDestroyNotify destroy);

/* Draws @area (canvas pixels) into @snapshot at @scale, without selection and focus: for pictures. */
void troupe_canvas_snapshot_area (TroupeCanvas *self,
                                  GtkSnapshot *snapshot,
                                  const graphene_rect_t *area,
                                  double scale);

G_END_DECLS
