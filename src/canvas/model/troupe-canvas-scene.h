/* troupe-canvas-scene.h: model of a canvas: nodes, gates, wires, notes and groups
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#pragma once

#include <glib-object.h>

#include "troupe-canvas-types.h"

G_BEGIN_DECLS

/**
 * TroupeCanvasScene:
 *
 * The nodes, gates, wires, notes and groups of a canvas by id, in stacking order.
 *
 * The scene is independent of drawing; several canvases may show one scene. Main thread only. All
 * functions with an id do nothing and return FALSE (or NULL) if the id is unknown. Setting an item
 * whose id exists replaces its description and keeps its stacking position and its run state. A
 * wire may be set before the nodes that it connects; it is drawn once both nodes exist.
 *
 * Signals:
 * - `changed`: items were added, removed, replaced or moved; emitted once after an outermost update
 * - `painted`: only paint has changed (run state, problems, breakpoints), but no position, and no
 *   size except the height of a card's strip
 */
#define TROUPE_TYPE_CANVAS_SCENE (troupe_canvas_scene_get_type ())
G_DECLARE_FINAL_TYPE (TroupeCanvasScene, troupe_canvas_scene, TROUPE, CANVAS_SCENE, GObject)

TroupeCanvasScene *troupe_canvas_scene_new (void);

/* Delays the signals until the last troupe_canvas_scene_end_update(). Calls may be nested.
 * Should be used for many changes at once. */
void troupe_canvas_scene_begin_update (TroupeCanvasScene *self);
void troupe_canvas_scene_end_update (TroupeCanvasScene *self);

void troupe_canvas_scene_clear (TroupeCanvasScene *self);

void troupe_canvas_scene_set_node (TroupeCanvasScene *self, const TroupeCanvasNode *node);
void troupe_canvas_scene_set_gate (TroupeCanvasScene *self, const TroupeCanvasGate *gate);
void troupe_canvas_scene_set_wire (TroupeCanvasScene *self, const TroupeCanvasWire *wire);
void troupe_canvas_scene_set_note (TroupeCanvasScene *self, const TroupeCanvasNote *note);
void troupe_canvas_scene_set_group (TroupeCanvasScene *self, const TroupeCanvasGroup *group);

/* Removes the item with @id. Connected wires stay, but are not drawn until they are removed. */
gboolean troupe_canvas_scene_remove (TroupeCanvasScene *self, const char *id);

/* Returns GROUND if @id is unknown, else NODE, GATE, WIRE, NOTE or GROUP. */
TroupeCanvasKind troupe_canvas_scene_get_kind (TroupeCanvasScene *self, const char *id);

/* Returns the scene's own copy. (transfer none) (nullable): valid until the scene changes. */
const TroupeCanvasNode *troupe_canvas_scene_get_node (TroupeCanvasScene *self, const char *id);
const TroupeCanvasNodeRun *troupe_canvas_scene_get_node_run (TroupeCanvasScene *self,
                                                             const char *id);
const TroupeCanvasGate *troupe_canvas_scene_get_gate (TroupeCanvasScene *self, const char *id);
const TroupeCanvasWire *troupe_canvas_scene_get_wire (TroupeCanvasScene *self, const char *id);
const TroupeCanvasNote *troupe_canvas_scene_get_note (TroupeCanvasScene *self, const char *id);
const TroupeCanvasGroup *troupe_canvas_scene_get_group (TroupeCanvasScene *self, const char *id);

guint troupe_canvas_scene_get_n_nodes (TroupeCanvasScene *self);
guint troupe_canvas_scene_get_n_gates (TroupeCanvasScene *self);
guint troupe_canvas_scene_get_n_wires (TroupeCanvasScene *self);
guint troupe_canvas_scene_get_n_notes (TroupeCanvasScene *self);
guint troupe_canvas_scene_get_n_groups (TroupeCanvasScene *self);
const TroupeCanvasNode *troupe_canvas_scene_get_nth_node (TroupeCanvasScene *self, guint index);
const TroupeCanvasGate *troupe_canvas_scene_get_nth_gate (TroupeCanvasScene *self, guint index);
const TroupeCanvasWire *troupe_canvas_scene_get_nth_wire (TroupeCanvasScene *self, guint index);
const TroupeCanvasNote *troupe_canvas_scene_get_nth_note (TroupeCanvasScene *self, guint index);
const TroupeCanvasGroup *troupe_canvas_scene_get_nth_group (TroupeCanvasScene *self, guint index);

/* Moves a node, gate, note or group (only its frame, not its members). Emits `changed`. */
gboolean
troupe_canvas_scene_set_position (TroupeCanvasScene *self, const char *id, double x, double y);
gboolean
troupe_canvas_scene_get_position (TroupeCanvasScene *self, const char *id, double *x, double *y);
gboolean troupe_canvas_scene_set_note_size (TroupeCanvasScene *self,
                                            const char *id,
                                            double width,
                                            double height);

/* Sets the run state of a node. Like the setters below, it invalidates only one card. @run:
 * (nullable): NULL for idle. */
gboolean troupe_canvas_scene_set_node_run (TroupeCanvasScene *self,
                                           const char *id,
                                           const TroupeCanvasNodeRun *run);

/* Sets only state and word; clears time, stream, progress and passes. */
gboolean troupe_canvas_scene_set_node_state (TroupeCanvasScene *self,
                                             const char *id,
                                             TroupeCanvasState state,
                                             const char *word);

/* Sets the run state of a gate. @arrived: one flag for each input of the gate, in the order of
 * the inputs; @n_arrived: 0 if no run is shown.
 * @fired: whether the gate has fired in this pass. */
gboolean troupe_canvas_scene_set_gate_run (TroupeCanvasScene *self,
                                           const char *id,
                                           const gboolean *arrived,
                                           guint n_arrived,
                                           gboolean fired);

/* Returns the flags of a gate's inputs. @fired: (out): whether the gate has fired. (transfer full) (nullable)
 * (element-type gboolean): NULL if no run is shown, or if @id is unknown */
GArray *troupe_canvas_scene_dup_gate_run (TroupeCanvasScene *self, const char *id, gboolean *fired);

/* Sets the run state of a wire. @animate: whether to show one pulse along the wire, if
 * animations are enabled and the wire is in view. */
gboolean troupe_canvas_scene_set_wire_state (TroupeCanvasScene *self,
                                             const char *id,
                                             TroupeCanvasWireState state,
                                             gboolean animate);

/* Sets whether the run is paused at the wire: before its event is passed on. */
gboolean
troupe_canvas_scene_set_wire_paused (TroupeCanvasScene *self, const char *id, gboolean is_paused);
gboolean troupe_canvas_scene_is_wire_paused (TroupeCanvasScene *self, const char *id);

/* Returns the run state of a wire; IDLE if @id is unknown. */
TroupeCanvasWireState troupe_canvas_scene_get_wire_state (TroupeCanvasScene *self, const char *id);

/* Clears the run state of all nodes, gates and wires. */
void troupe_canvas_scene_clear_run (TroupeCanvasScene *self);

gboolean troupe_canvas_scene_set_node_problems (TroupeCanvasScene *self,
                                                const char *id,
                                                guint n_errors,
                                                guint n_warnings);
gboolean troupe_canvas_scene_set_node_breakpoint (TroupeCanvasScene *self,
                                                  const char *id,
                                                  gboolean breakpoint);
gboolean
troupe_canvas_scene_set_node_muted (TroupeCanvasScene *self, const char *id, gboolean muted);

/* Draws a thin ring around a node that is related to the selection, such as the agent of a task. */
gboolean
troupe_canvas_scene_set_node_related (TroupeCanvasScene *self, const char *id, gboolean related);
/* Sets a diff mark. The mark is a sign of 17 pixels at the corner and a border in its color,
 * with a constant size at low zoom. */
gboolean
troupe_canvas_scene_set_node_mark (TroupeCanvasScene *self, const char *id, TroupeCanvasMark mark);
gboolean troupe_canvas_scene_set_accessible_text (TroupeCanvasScene *self,
                                                  const char *id,
                                                  const char *label,
                                                  const char *description);

/* Returns TRUE if any node, gate or wire shows a run. */
gboolean troupe_canvas_scene_get_shows_run (TroupeCanvasScene *self);

G_END_DECLS
