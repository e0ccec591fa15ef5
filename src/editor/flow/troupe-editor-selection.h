/* troupe-editor-selection.h: synchronizing the selection of canvas, outline and inspector
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#pragma once

#include "troupe-drawing.h"
#include "troupe-editor-view.h"
#include "troupe-inspector.h"
#include "troupe-outline.h"

G_BEGIN_DECLS

/**
 * TroupeEditorSelection:
 *
 * Owns the name of the method if exactly one is selected, and synchronizes the selection between
 * the canvas, the outline and the inspector.
 *
 * Properties: `method` (string or NULL, read only). Signals: `changed` (the selection or the
 * document has changed; the inspector is already updated).
 */
#define TROUPE_TYPE_EDITOR_SELECTION (troupe_editor_selection_get_type ())
G_DECLARE_FINAL_TYPE (TroupeEditorSelection,
                      troupe_editor_selection,
                      TROUPE,
                      EDITOR_SELECTION,
                      GObject)

TroupeEditorSelection *troupe_editor_selection_new (TroupeDrawing *drawing,
                                                    TroupeEditorView *view,
                                                    TroupeOutline *outline,
                                                    TroupeInspector *inspector);

/* Updates the selection, so that renamed methods stay selected. Must be called after every
 * change to the document. */
void troupe_editor_selection_document_changed (TroupeEditorSelection *self);

/* Returns the name of the selected method, or NULL if no method or several methods are selected. */
const char *troupe_editor_selection_get_method (TroupeEditorSelection *self);
/* Selects the method and scrolls to it. NULL clears the selection. */
void troupe_editor_selection_set_method (TroupeEditorSelection *self, const char *name);

/* Returns TRUE if exactly one method is selected and it runs at start. */
gboolean troupe_editor_selection_get_starts (TroupeEditorSelection *self);
void troupe_editor_selection_set_starts (TroupeEditorSelection *self, gboolean starts);

G_END_DECLS
