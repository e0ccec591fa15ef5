/* troupe-editor-selection.h: what is selected, the same in canvas, outline and inspector
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
 * Owns the name of the method that is selected alone, and carries what is selected from the canvas or the
 * outline to the other and to the inspector.
 *
 * Properties: `method` (string or NULL, read only). Signals: `changed` (something else is selected, or the
 * document is another; the inspector shows it already).
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

/* After every change of the document: what was renamed stays selected. */
void troupe_editor_selection_document_changed (TroupeEditorSelection *self);

/* NULL where none or several are selected. */
const char *troupe_editor_selection_get_method (TroupeEditorSelection *self);
/* Selects it and brings it into view; NULL selects nothing. */
void troupe_editor_selection_set_method (TroupeEditorSelection *self, const char *name);

/* Whether the one method that is selected runs at start. */
gboolean troupe_editor_selection_get_starts (TroupeEditorSelection *self);
void troupe_editor_selection_set_starts (TroupeEditorSelection *self, gboolean starts);

G_END_DECLS
