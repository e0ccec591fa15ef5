/* troupe-scene-builder.h: builds the canvas scene of a flow document and keeps it up to date
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#pragma once

#include "troupe-canvas-scene.h"
#include "troupe-canvas.h"
#include "troupe-flow-document.h"
#include "troupe-plot.h"

G_BEGIN_DECLS

/**
 * TroupeSceneBuilder:
 *
 * Keeps a scene in sync with a document. Nodes have the names of methods as ids, gates have ids of
 * the form `METHOD/PATH`, wires have the ids of the plotted graph, and notes have their own ids. An
 * update only affects what an edit has changed. The graph is rebuilt only if a condition, an event
 * or a name has changed. Items without a stored position are arranged and keep their position while
 * the page is open.
 *
 * `arranged`: emitted when all positions have changed; see troupe_scene_builder_set_patient().
 */
#define TROUPE_TYPE_SCENE_BUILDER (troupe_scene_builder_get_type ())
G_DECLARE_FINAL_TYPE (TroupeSceneBuilder, troupe_scene_builder, TROUPE, SCENE_BUILDER, GObject)

/* Creates a builder that fills @scene. @canvas: (nullable): used to measure the cards. */
TroupeSceneBuilder *troupe_scene_builder_new (TroupeFlowDocument *document,
                                              TroupeCanvasScene *scene,
                                              TroupeCanvas *canvas);

/* Uses the positions of @other for items without a stored position. @other must have been
 * updated. Must be called before the first update. Used to compare two versions of a document. */
void troupe_scene_builder_use_positions (TroupeSceneBuilder *self, TroupeSceneBuilder *other);

/* Enables asynchronous layout. If a document of some size has no positions at all, the first
 * update uses the first order that is found. The best order is applied when a thread has
 * computed it, some milliseconds later. */
void troupe_scene_builder_set_patient (TroupeSceneBuilder *self);

/* Updates the scene. Must be called after every change to the document. */
void troupe_scene_builder_update (TroupeSceneBuilder *self);

/* Returns the number of cards that the last update has set. Used by tests. */
guint troupe_scene_builder_get_n_touched (TroupeSceneBuilder *self);

TroupePlotGraph *troupe_scene_builder_get_graph (TroupeSceneBuilder *self);
/* Returns the wire of the graph with that id, or NULL. */
const TroupePlotWire *troupe_scene_builder_find_wire (TroupeSceneBuilder *self, const char *id);

/**
 * troupe_scene_builder_find_event:
 * @wire: a wire of the graph
 * @target: (out) (transfer none): the method that the wire leads to, also through a gate
 *
 * Returns: (transfer none) (nullable): the event that passes on the wire. A wire from a method without events passes the
 *   end of this method. %NULL for a wire behind a gate, which has no event of its own
 */
const char *troupe_scene_builder_find_event (TroupeSceneBuilder *self,
                                             const TroupePlotWire *wire,
                                             const char **target);

/* Returns the positions of cards and gates that the document does not store. (transfer full)
 * (element-type TroupePosition). The ids are owned by the graph and valid until the next update. */
GArray *troupe_scene_builder_list_unplaced (TroupeSceneBuilder *self);

/* Returns the graph of the present document, even in the middle of an edit, with the real size
 * of each card. Items without a stored position have their last position. New items have no
 * position. (transfer full) */
TroupePlotGraph *troupe_scene_builder_plan (TroupeSceneBuilder *self);
/* Returns the arranged graph of another flow. (transfer full) */
TroupePlotGraph *troupe_scene_builder_plan_flow (TroupeSceneBuilder *self, TroupeFlow *flow);

/* Offset between the positions of a gate on the canvas (center) and in the document (upper left
 * corner). */
#define TROUPE_GATE_RADIUS 16.0

/* Returns a description such as `publish, router, expression`. (transfer full) */
char *troupe_method_describe (const TroupeFlowMethod *method);

G_END_DECLS
