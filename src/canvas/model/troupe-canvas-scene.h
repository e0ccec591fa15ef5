/* troupe-canvas-scene.h: what lies on the canvas
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#pragma once

#include <glib-object.h>

#include "troupe-canvas-types.h"

G_BEGIN_DECLS

/**
 * TroupeCanvasScene: nodes, gates, wires, notes and groups by id, in stacking order.
 *
 * Knows nothing of drawing; one scene may be shown by several canvases. For the main thread only.
 * All functions that take an id do nothing and return FALSE (or NULL) where it is not known. Setting
 * a thing whose id is there replaces its description and keeps its place in the stack and what a run
 * said of it. A wire may be set before the nodes that it joins; it is drawn once both are there.
 *
 * Signals:
 * - `changed`: things were added, removed, replaced or moved; once after an outermost update
 * - `painted`: only paint has changed (what a run says, problems, breakpoints): no place, no size but
 *   the height of a card's strip
 */
#define TROUPE_TYPE_CANVAS_SCENE (troupe_canvas_scene_get_type ())
G_DECLARE_FINAL_TYPE (TroupeCanvasScene, troupe_canvas_scene, TROUPE, CANVAS_SCENE, GObject)

TroupeCanvasScene *troupe_canvas_scene_new (void);

/* Holds the signals back until the last end; may be nested. For many changes at once. */
void troupe_canvas_scene_begin_update (TroupeCanvasScene *self);
void troupe_canvas_scene_end_update (TroupeCanvasScene *self);

void troupe_canvas_scene_clear (TroupeCanvasScene *self);

void troupe_canvas_scene_set_node (TroupeCanvasScene *self, const TroupeCanvasNode *node);
void troupe_canvas_scene_set_gate (TroupeCanvasScene *self, const TroupeCanvasGate *gate);
void troupe_canvas_scene_set_wire (TroupeCanvasScene *self, const TroupeCanvasWire *wire);
void troupe_canvas_scene_set_note (TroupeCanvasScene *self, const TroupeCanvasNote *note);
void troupe_canvas_scene_set_group (TroupeCanvasScene *self, const TroupeCanvasGroup *group);

/* Takes away whatever bears @id. Wires that hang on it stay, undrawn, until they are removed. */
gboolean troupe_canvas_scene_remove (TroupeCanvasScene *self, const char *id);

/* GROUND where nothing bears @id; else NODE, GATE, WIRE, NOTE or GROUP. */
TroupeCanvasKind troupe_canvas_scene_get_kind (TroupeCanvasScene *self, const char *id);

/* (transfer none) (nullable): the scene's own copy, good until the scene changes next. */
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

/* Moves a node, gate, note or group (its frame alone: members stay). Emits `changed`. */
gboolean
troupe_canvas_scene_set_position (TroupeCanvasScene *self, const char *id, double x, double y);
gboolean
troupe_canvas_scene_get_position (TroupeCanvasScene *self, const char *id, double *x, double *y);
gboolean troupe_canvas_scene_set_note_size (TroupeCanvasScene *self,
                                            const char *id,
                                            double width,
                                            double height);

/* What a run says. Each spoils one card alone. @run: (nullable): NULL is idle. */
gboolean troupe_canvas_scene_set_node_run (TroupeCanvasScene *self,
                                           const char *id,
                                           const TroupeCanvasNodeRun *run);

/* The short form: state and its word; time, stream, progress and passes go away. */
gboolean troupe_canvas_scene_set_node_state (TroupeCanvasScene *self,
                                             const char *id,
                                             TroupeCanvasState state,
                                             const char *word);

/* @arrived: one flag for each of the gate's inputs, in their order; @n_arrived 0: no run is shown.
 * @fired: the gate has let something through in this pass. */
gboolean troupe_canvas_scene_set_gate_run (TroupeCanvasScene *self,
                                           const char *id,
                                           const gboolean *arrived,
                                           guint n_arrived,
                                           gboolean fired);

/* @animate: a point runs along the wire once, where motion is wanted and it is in view. */
gboolean troupe_canvas_scene_set_wire_state (TroupeCanvasScene *self,
                                             const char *id,
                                             TroupeCanvasWireState state,
                                             gboolean animate);

/* Nodes, gates and wires forget the run. */
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

/* A thin ring around a node that belongs to what is selected: the agent of a task. */
gboolean
troupe_canvas_scene_set_node_related (TroupeCanvasScene *self, const char *id, gboolean related);
/* A sign of 17 pixels at the corner, and the border in its colour: as large as that however far away. */
gboolean
troupe_canvas_scene_set_node_mark (TroupeCanvasScene *self, const char *id, TroupeCanvasMark mark);
gboolean troupe_canvas_scene_set_accessible_text (TroupeCanvasScene *self,
                                                  const char *id,
                                                  const char *label,
                                                  const char *description);

/* TRUE where any node, gate or wire shows a run. */
gboolean troupe_canvas_scene_get_shows_run (TroupeCanvasScene *self);

G_END_DECLS
