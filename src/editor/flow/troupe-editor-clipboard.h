/* troupe-editor-clipboard.h: cut, copy, paste and duplicate of methods, notes and groups
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#pragma once

#include "troupe-drawing.h"
#include "troupe-editor-view.h"

G_BEGIN_DECLS

/**
 * TroupeEditorClipboard:
 *
 * Copies the selected methods, notes and groups to the clipboard, and pastes them or text. A selected
 * group is copied with its methods, and a group around the methods with them. It owns the state of a pending paste, which ends when this object is disposed.
 */
#define TROUPE_TYPE_EDITOR_CLIPBOARD (troupe_editor_clipboard_get_type ())
G_DECLARE_FINAL_TYPE (TroupeEditorClipboard,
                      troupe_editor_clipboard,
                      TROUPE,
                      EDITOR_CLIPBOARD,
                      GObject)

TroupeEditorClipboard *troupe_editor_clipboard_new (TroupeDrawing *drawing, TroupeEditorView *view);

/* Copies the selection. Returns FALSE if the selection contains nothing that can be copied. */
gboolean troupe_editor_clipboard_copy (TroupeEditorClipboard *self);
/* Copies the selection and removes what was copied, as one undo step. */
void troupe_editor_clipboard_cut (TroupeEditorClipboard *self);
/* Pastes the clipboard. @place: (nullable): the position; by default the pointer position over
 * the canvas, or else the center of the view. */
void troupe_editor_clipboard_paste (TroupeEditorClipboard *self,
                                    gboolean keep_wires,
                                    const graphene_point_t *place);
void troupe_editor_clipboard_duplicate (TroupeEditorClipboard *self);

G_END_DECLS
