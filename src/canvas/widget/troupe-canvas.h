/* troupe-canvas.h: widget that shows a node graph and lets the user edit it
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#pragma once

#include <gtk/gtk.h>

#include "troupe-canvas-palette.h"
#include "troupe-canvas-scene.h"
#include "troupe-canvas-types.h"

G_BEGIN_DECLS

/* The zoom ranges from 0.5 % to 400 %, so that zoom to fit can show all of 10,000 methods, even
 * in a single column. */
#define TROUPE_CANVAS_ZOOM_MIN 0.005
#define TROUPE_CANVAS_ZOOM_MAX 4.0

/* Margins of zoom to fit in widget pixels: left and right, and above and below, where toolbars
 * with a height of 54 float. */
#define TROUPE_CANVAS_FIT_ACROSS 48.0
#define TROUPE_CANVAS_FIT_DOWN 64.0

/**
 * TroupeCanvas:
 *
 * Draws a [class@TroupeCanvasScene] and converts gestures and keys into signals. It never changes
 * the graph itself but requests changes with signals. Only positions change while something is
 * dragged: when the gesture ends, the scene has the new positions and `nodes-moved` is emitted once
 * with the old ones. Esc restores them and emits nothing.
 *
 * Canvas pixels are those of a desktop with a text scale of 1. With a larger text scale everything
 * is drawn larger by the same factor: positions and sizes stay in proportion, and at a zoom of 1 a
 * card has the desktop's text size. Widget pixels include this factor.
 *
 * Properties: `scene`, `zoom` (double, 0.005 to 4), `dark`, `high-contrast` (bind them to
 * AdwStyleManager), `orthogonal` (wires with right angles), `snap` (8 px, on by default),
 * `editable` (if off, nothing can be moved and no wire can be drawn; on by default), `palette-key`
 * (Tab opens the palette; on by default, else Tab moves the focus), `ground` (background color and
 * dots; on by default).
 *
 * Signals (strings are ids and positions are canvas pixels if nothing else is stated):
 * - `selection-changed` ()
 * - `focus-changed` (): another node or gate, or none, has the keyboard focus
 * - `view-changed` (): zoom or scroll position has changed
 * - `hover-changed` (int kind, string id): id is NULL over the background
 * - `arranging` (int how): the moves that follow arrange the selection: L C R T M B align, H V
 *   distribute, S straightens; 0 after them
 * - `nodes-moved` (pointer moves, uint n): `const TroupeCanvasMove *`, once per gesture; nodes,
 *   gates, notes and groups together. The moves are valid during the emission
 * - `wire-requested` (string from, string port, string to, string to_input, boolean and): port is
 *   NULL for a gate's output; to_input is NULL unless it was dropped on the end of a wire at a gate
 * - `wire-dropped` (string from, string port, double x, double y, boolean backward): on the
 *   background. backward: it was drawn from the input of `from`, port is NULL
 * - `wire-reconnected` (string wire, string to, boolean and): the end of the wire was moved
 * - `wire-removed` (string wire): its end was dropped on the background
 * - `wires-cut` (pointer ids): `const char *const *`, NULL-terminated
 * - `node-clicked` (string node): once with the primary button and without a modifier, after it was
 *   selected
 * - `node-activated` (string node, boolean open): double click or Enter; open: go inside
 * - `node-inserted-on-wire` (string node, string wire, double x, double y, boolean make_room): the
 *   card was dropped on the wire at x, y. Emitted instead of `nodes-moved`; the card is back at its
 *   old position
 * - `node-taken-out` (string node, double x, double y): dragged by its head with Alt; emitted
 *   instead of `nodes-moved` as well
 * - `gate-toggled` (string gate)
 * - `ground-activated` (double x, double y): double click
 * - `bend-requested` (string wire, double x, double y)
 * - `bend-moved` (string wire, uint index, double x, double y)
 * - `note-activated` (string note), `group-activated` (string group): edit the text, the title
 * - `note-resized` (string note, double width, double height)
 * - `badge-activated` (int kind, string node): PROBLEM_BADGE, BREAKPOINT_BADGE, PASSES_BADGE or
 *   ANSWER_BADGE
 * - `context-menu` (int kind, string id, double x, double y): x, y are widget pixels; id is NULL
 *   over the background. The item under the pointer has been selected
 * - `command` (string name), detailed: a key or an assistive technology requests something that the
 *   canvas cannot do itself. The names are those of the class actions: `node.delete`,
 *   `node.delete-reconnect`, `node.connect`, `node.connect-and`, `node.rename`, `node.insert`,
 *   `node.group`, `node.ungroup`, `canvas.add`, `canvas.add-note`, `canvas.minimap`,
 *   `canvas.leave`, `canvas.bend`. They refer to the selection. Connect to `command::node.delete`,
 *   or to `command` for all
 *
 * Threads: main thread.
 */
#define TROUPE_TYPE_CANVAS (troupe_canvas_get_type ())
G_DECLARE_FINAL_TYPE (TroupeCanvas, troupe_canvas, TROUPE, CANVAS, GtkWidget)

/* Creates a canvas without a scene. (transfer full): floating */
GtkWidget *troupe_canvas_new (void);

/* Sets the scene, and clears the selection. @scene: (nullable) (transfer none) */
void troupe_canvas_set_scene (TroupeCanvas *self, TroupeCanvasScene *scene);
/* Returns the scene. (transfer none) (nullable) */
TroupeCanvasScene *troupe_canvas_get_scene (TroupeCanvas *self);

/* Returns the text scale of the desktop for @widget, 1 by default. */
float troupe_canvas_read_text_scale (GtkWidget *widget);

/* The following functions handle zoom and scroll position. @animate: whether they change within
 * 200 ms, if animations are enabled in the desktop. */

/* Returns the zoom, 0.005 to 4. */
double troupe_canvas_get_zoom (TroupeCanvas *self);
/* Returns the number of widget pixels per canvas pixel, which is the zoom times the text scale. */
double troupe_canvas_get_scale (TroupeCanvas *self);
/* Zooms around the center of the view. The zoom is limited to the allowed range. */
void troupe_canvas_set_zoom (TroupeCanvas *self, double zoom, gboolean animate);
/* Zooms around the point @x, @y (widget pixels). The zoom is limited to the allowed range. */
void troupe_canvas_zoom_at (TroupeCanvas *self, double zoom, double x, double y, gboolean animate);
/* Scrolls by @dx, @dy, in widget pixels. */
void troupe_canvas_pan (TroupeCanvas *self, double dx, double dy);
/* Gets the canvas point in the upper left corner. @x, @y: (out): canvas pixels */
void troupe_canvas_get_origin (TroupeCanvas *self, double *x, double *y);
/* Scrolls so that a canvas point is in the upper left corner, and stops animations of the view.
 * @x, @y: canvas pixels */
void troupe_canvas_set_origin (TroupeCanvas *self, double x, double y);
/* Returns TRUE if @inner is inside of @outer. graphene_rect_contains_rect() compares the union
 * of both with @outer, which often differs because of rounding. */
gboolean troupe_canvas_rect_contains (const graphene_rect_t *outer, const graphene_rect_t *inner);
/* Zooms to fit everything, up to 100 %. An empty scene is shown at 100 % at 0, 0. Before the
 * first allocation, the zoom takes effect as soon as there is an allocation. */
void troupe_canvas_fit_all (TroupeCanvas *self, gboolean animate);
/* Like troupe_canvas_fit_all(), but fits the selection. If nothing is selected, fits everything. */
void troupe_canvas_fit_selection (TroupeCanvas *self, gboolean animate);
/* Sets how much of each side is covered by floating widgets, in widget pixels. Items are
 * revealed in the free part of the view. If the free part would be too small, the complete view
 * is used. */
void
troupe_canvas_set_insets (TroupeCanvas *self, double top, double right, double bottom, double left);
/* Gets the free part of the view. @view: (out): canvas pixels */
void troupe_canvas_get_free_view (TroupeCanvas *self, graphene_rect_t *view);
/* Centers any item in the free part, unless it is already there at a zoom of at least 60 %. A zoom
 * below 60 % is set to 100 %. */
void troupe_canvas_center_on (TroupeCanvas *self, const char *id, gboolean animate);
/* Pans as little as possible to show the item in the free part. */
void troupe_canvas_reveal (TroupeCanvas *self, const char *id, gboolean animate);
/* Gets the visible area. @view: (out): canvas pixels */
void troupe_canvas_get_view (TroupeCanvas *self, graphene_rect_t *view);

/* Gets the position of the pointer. Returns FALSE if the pointer is not over the canvas. @x, @y:
 * (out): canvas pixels */
gboolean troupe_canvas_get_pointer (TroupeCanvas *self, double *x, double *y);
/* Converts a point from widget pixels to canvas pixels. */
graphene_point_t troupe_canvas_to_canvas (TroupeCanvas *self, double x, double y);
/* Converts a point from canvas pixels to widget pixels. */
graphene_point_t troupe_canvas_to_widget (TroupeCanvas *self, double x, double y);
/* Rounds to the grid of 8 canvas pixels, whether or not `snap` is on. */
double troupe_canvas_snap (double value);

/* Returns the selected ids of nodes, gates, wires, notes and groups, in the order of the scene.
 * (transfer container): the strings are owned by the scene. NULL-terminated. */
const char **troupe_canvas_list_selected (TroupeCanvas *self);
/* Returns the number of selected items. */
guint troupe_canvas_get_n_selected (TroupeCanvas *self);
/* Returns TRUE if the item is selected. */
gboolean troupe_canvas_is_selected (TroupeCanvas *self, const char *id);
/* Replaces the selection. @ids: (nullable): NULL-terminated. Ids that the scene does not contain
 * yet are kept until the scene contains them. */
void troupe_canvas_set_selection (TroupeCanvas *self, const char *const *ids);
/* Selects one item. */
void troupe_canvas_select_only (TroupeCanvas *self, const char *id);
/* Selects all nodes, gates, notes and groups with a frame, but no wires. */
void troupe_canvas_select_all (TroupeCanvas *self);
/* Clears the selection. */
void troupe_canvas_select_none (TroupeCanvas *self);

/* Returns TRUE while an arrow key changes the selection. Handlers of `selection-changed` should delay
 * what takes long, because keys repeat quickly. */
gboolean troupe_canvas_is_walking (TroupeCanvas *self);
/* Returns TRUE while the user drags something on the canvas, which Escape cancels. */
gboolean troupe_canvas_is_dragging (TroupeCanvas *self);

/* Returns the node or gate that has the keyboard focus. (transfer none) (nullable) */
const char *troupe_canvas_get_focus_id (TroupeCanvas *self);
/* Moves the keyboard focus to a node or gate. @id: (nullable) */
void troupe_canvas_set_focus_id (TroupeCanvas *self, const char *id);
/* Returns TRUE if the focus is in the canvas and drawn, because the user works with the keyboard. */
gboolean troupe_canvas_shows_focus (TroupeCanvas *self);
/* Scrolls to the node or gate that has the keyboard focus. If none has it, it is given to the first
 * selected one, else to the first node in view in reading order, else to the first node. Must be
 * called when the user has moved the focus to the canvas with a key. */
void troupe_canvas_show_focus (TroupeCanvas *self);
/* Selects the node or gate that has the keyboard focus, unless it is selected or the canvas does not
 * have the focus. Actions of keys that refer to one item call this first. */
void troupe_canvas_select_focused (TroupeCanvas *self);

/* Returns the kind of item at a point in widget pixels. @id: (out) (transfer none) (nullable);
 * @port: (out) (transfer none) (nullable) (optional): the name of the port for OUTPUT. */
TroupeCanvasKind
troupe_canvas_hit (TroupeCanvas *self, double x, double y, const char **id, const char **port);

/* Gets the bounds of an item. Returns FALSE if the id is unknown or a wire is not drawn.
 * @bounds: (out): canvas pixels */
gboolean troupe_canvas_get_bounds (TroupeCanvas *self, const char *id, graphene_rect_t *bounds);
/* Adds the areas through which the drawn wires lead. A wire has many small areas.
 * @areas: (element-type graphene_rect_t): canvas pixels */
void troupe_canvas_list_wire_areas (TroupeCanvas *self, GArray *areas);
/* Gets the bounds of the complete scene. Returns FALSE if the scene is empty. @bounds: (out):
 * canvas pixels */
gboolean troupe_canvas_get_all_bounds (TroupeCanvas *self, graphene_rect_t *bounds);
/* Gets the center of a port. Returns FALSE if the port does not exist. @input: whether to get
 * the input port; in this case @port is ignored. @port: (nullable): NULL for the main output;
 * @point: (out): canvas pixels */
gboolean troupe_canvas_get_port (TroupeCanvas *self,
                                 const char *id,
                                 gboolean input,
                                 const char *port,
                                 graphene_point_t *point);
/* Gets the size that a card would have, for a layout before the node is in the scene. @width,
 * @height: (out): canvas pixels */
void troupe_canvas_measure_node (TroupeCanvas *self,
                                 const TroupeCanvasNode *node,
                                 double *width,
                                 double *height);

/* Draws the preview of a wire from a port to the pointer without a pressed button (key C, or an
 * open palette). @port: as in `wire-requested`. The preview ends with the next click or Esc. */
void troupe_canvas_show_preview (TroupeCanvas *self,
                                 const char *from,
                                 const char *port,
                                 double x,
                                 double y);
/* Ends the preview without a wire. */
void troupe_canvas_hide_preview (TroupeCanvas *self);

/* Begins a change of positions by the owner (Tidy, undo of a move). Ends a running animation. */
void troupe_canvas_begin_glide (TroupeCanvas *self);
/* Ends a change of positions. Items whose position has changed since troupe_canvas_begin_glide()
 * move to the new position in 250 ms, if animations are enabled. Until then the scene has
 * intermediate positions. */
void troupe_canvas_end_glide (TroupeCanvas *self);
/* Ends the animation immediately. Every gesture and the next troupe_canvas_begin_glide() also
 * end the animation. */
void troupe_canvas_finish_glide (TroupeCanvas *self);

/* Returns TRUE if a wire from @from to @to is allowed. Called for each card while a wire is
 * dragged. By default, every card with an input except @from accepts the wire. @reason: (out)
 * (transfer full) (nullable): a sentence to show next to the pointer. */
typedef gboolean (*TroupeCanvasCanConnect) (TroupeCanvas *self,
                                            const char *from,
                                            const char *port,
                                            const char *to,
                                            char **reason,
                                            gpointer user_data);
/* Sets the function that decides whether a wire is allowed. @can_connect: (nullable): NULL
 * restores the default; @destroy: (nullable) */
void troupe_canvas_set_can_connect (TroupeCanvas *self,
                                    TroupeCanvasCanConnect can_connect,
                                    gpointer user_data,
                                    GDestroyNotify destroy);

/* Returns the first problem of the card. (transfer none) (nullable) */
typedef const char *(*TroupeCanvasProblemFunc) (const char *node, gpointer user_data);
/* Sets the function that finds the text of the tooltip of a badge with problems. @func: (nullable); @user_data must
 * live as long as the canvas is on the screen */
void troupe_canvas_set_problem_func (TroupeCanvas *self,
                                     TroupeCanvasProblemFunc func,
                                     gpointer user_data);
/* Returns the first problem of the card, or NULL if it is not known. (transfer none) (nullable) */
const char *troupe_canvas_find_problem (TroupeCanvas *self, const char *node);

/* Chooses the view that shows @area. @zoom, @x, @y: (out): the zoom and the middle of the view in canvas pixels.
 * Returns FALSE to leave the choice to the canvas. */
typedef gboolean (*TroupeCanvasFitFunc) (const graphene_rect_t *area,
                                         double *zoom,
                                         double *x,
                                         double *y,
                                         gpointer user_data);
/* Sets the function that chooses the view of zoom to fit, which knows what floats over the canvas. @func:
 * (nullable); @user_data must live until the function is replaced */
void troupe_canvas_set_fit_func (TroupeCanvas *self, TroupeCanvasFitFunc func, gpointer user_data);
/* Used by the canvas itself. Returns FALSE if there is no such function or it makes no choice. */
gboolean troupe_canvas_choose_fit (TroupeCanvas *self,
                                   const graphene_rect_t *area,
                                   double *zoom,
                                   double *x,
                                   double *y);

/* Draws @area (canvas pixels) into @snapshot at @scale, without selection and focus, for image
 * export. */
void troupe_canvas_snapshot_area (TroupeCanvas *self,
                                  GtkSnapshot *snapshot,
                                  const graphene_rect_t *area,
                                  double scale);

G_END_DECLS
