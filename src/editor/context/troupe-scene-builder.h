/* troupe-scene-builder.h: a flow's graph as a scene of the canvas
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
 * Keeps a scene like the document: methods are nodes by their names, gates `METHOD/PATH`, wires have
 * the ids of the plotted graph, notes theirs. An update touches what an edit has changed; the graph is
 * made anew only when a condition, an event or a name is another. What the document has no place for is
 * arranged, and keeps its place while the page is open.
 *
 * `arranged`: everything has got another place; see troupe_scene_builder_set_patient().
 */
#define TROUPE_TYPE_SCENE_BUILDER (troupe_scene_builder_get_type ())
G_DECLARE_FINAL_TYPE (TroupeSceneBuilder, troupe_scene_builder, TROUPE, SCENE_BUILDER, GObject)

/* @canvas: (nullable): measures the cards. */
TroupeSceneBuilder *troupe_scene_builder_new (TroupeFlowDocument *document,
                                              TroupeCanvasScene *scene,
                                              TroupeCanvas *canvas);

/* What the document has no place for stands where it stands with @other, which has been updated; before the
 * first update: two versions of a document can be compared then. */
void troupe_scene_builder_stand_as (TroupeSceneBuilder *self, TroupeSceneBuilder *other);

/* Where a document of some size has no places at all, the first update draws it in the first order that is found, and in
 * the best one as soon as a thread has that, some milliseconds later. */
void troupe_scene_builder_set_patient (TroupeSceneBuilder *self);

/* After every change of the document. */
void troupe_scene_builder_update (TroupeSceneBuilder *self);

/* How many cards the last update has set: for tests. */
guint troupe_scene_builder_get_n_touched (TroupeSceneBuilder *self);

TroupePlotGraph *troupe_scene_builder_get_graph (TroupeSceneBuilder *self);
/* The graph's wire of that id; NULL where there is none. */
const TroupePlotWire *troupe_scene_builder_find_wire (TroupeSceneBuilder *self, const char *id);

/* Where the cards and gates are that the document has no place for. (transfer full) (element-type
 * TroupePosition); ids are the graph's, good until the next update. */
GArray *troupe_scene_builder_list_unplaced (TroupeSceneBuilder *self);

/* The graph of the document as it is at this moment, in the middle of an edit too, with the true size of
 * each card. What the document says nothing of is where it was seen last; what is new has no place.
 * (transfer full) */
TroupePlotGraph *troupe_scene_builder_plan (TroupeSceneBuilder *self);
/* The graph of another flow, arranged. (transfer full) */
TroupePlotGraph *troupe_scene_builder_plan_flow (TroupeSceneBuilder *self, TroupeFlow *flow);

/* Canvas and document speak of different points of a gate: the middle and the upper left corner. */
#define TROUPE_GATE_RADIUS 16.0

/* `publish, router, expression`. (transfer full) */
char *troupe_method_describe (const TroupeFlowMethod *method);

G_END_DECLS
