/* troupe-drawing.h: connects the document of a flow with its canvas
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
 * Owns the objects between a document and its canvas: the scene, and the builder that keeps the
 * scene up to date. For edits of the drawing (wiring, positions, groups, bends), this object is the
 * only context argument.
 */
#define TROUPE_TYPE_DRAWING (troupe_drawing_get_type ())
G_DECLARE_FINAL_TYPE (TroupeDrawing, troupe_drawing, TROUPE, DRAWING, GObject)

/* Shows the document of @context on @canvas; see troupe_drawing_update(). */
TroupeDrawing *troupe_drawing_new (TroupeEditorContext *context, TroupeCanvas *canvas);

/* Updates the drawing. Must be called after every change to the document. */
void troupe_drawing_update (TroupeDrawing *self);

/* All are (transfer none). */
TroupeEditorContext *troupe_drawing_get_context (TroupeDrawing *self);
TroupeFlowDocument *troupe_drawing_get_document (TroupeDrawing *self);
TroupeCanvas *troupe_drawing_get_canvas (TroupeDrawing *self);
TroupeCanvasScene *troupe_drawing_get_scene (TroupeDrawing *self);
TroupeSceneBuilder *troupe_drawing_get_builder (TroupeDrawing *self);
/* Returns the parsed flow, valid until the next edit. */
TroupeFlow *troupe_drawing_get_flow (TroupeDrawing *self);

/* Marks the time in which a thread computes a layout. The positions are not final between begin
 * and end. */
void troupe_drawing_begin_layout (TroupeDrawing *self);
void troupe_drawing_end_layout (TroupeDrawing *self);
gboolean troupe_drawing_is_laid_out (TroupeDrawing *self);

/* Returns the ids of the selected items of @kind. (transfer full), NULL-terminated. */
char **troupe_drawing_list_selected (TroupeDrawing *self, TroupeCanvasKind kind);
/* Returns the name of the selected method if exactly one is selected. (transfer full) (nullable) */
char *troupe_drawing_dup_selected_method (TroupeDrawing *self);

G_END_DECLS
