/* troupe-drawing.h: a flow's document as it is drawn
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#pragma once

#include "troupe-canvas.h"
#include "troupe-editor-context.h"
#include "troupe-scene-builder.h"

G_BEGIN_DECLS

/**
 * TroupeDrawing:
 *
 * Owns what stands between a document and its canvas: the scene and the builder that keeps it like the
 * document. Edits that are made on the drawing (wiring, places, groups, bends) take it as their
 * argument: it is all that they need.
 */
#define TROUPE_TYPE_DRAWING (troupe_drawing_get_type ())
G_DECLARE_FINAL_TYPE (TroupeDrawing, troupe_drawing, TROUPE, DRAWING, GObject)

/* Shows the document of @context on @canvas from now on; see troupe_drawing_update(). */
TroupeDrawing *troupe_drawing_new (TroupeEditorContext *context, TroupeCanvas *canvas);

/* After every change of the document. */
void troupe_drawing_update (TroupeDrawing *self);

/* All (transfer none). */
TroupeEditorContext *troupe_drawing_get_context (TroupeDrawing *self);
TroupeFlowDocument *troupe_drawing_get_document (TroupeDrawing *self);
TroupeCanvas *troupe_drawing_get_canvas (TroupeDrawing *self);
TroupeCanvasScene *troupe_drawing_get_scene (TroupeDrawing *self);
TroupeSceneBuilder *troupe_drawing_get_builder (TroupeDrawing *self);
/* Good until the next edit. */
TroupeFlow *troupe_drawing_get_flow (TroupeDrawing *self);

/* Whether another thread lays it out: between begin and end what stands where is not said yet. */
void troupe_drawing_begin_layout (TroupeDrawing *self);
void troupe_drawing_end_layout (TroupeDrawing *self);
gboolean troupe_drawing_is_laid_out (TroupeDrawing *self);

/* The ids of the things of @kind that are selected. (transfer full), NULL-terminated. */
char **troupe_drawing_list_selected (TroupeDrawing *self, TroupeCanvasKind kind);
/* The name of the method where exactly one is selected. (transfer full) (nullable) */
char *troupe_drawing_dup_selected_method (TroupeDrawing *self);

G_END_DECLS
