/* troupe-editor-clipboard.h: cut, copy, paste and duplicate methods
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
 * Puts the methods that are selected, with the groups around them, onto the clipboard and takes methods or
 * text from there; owns what a paste under way needs, which ends with it.
 */
#define TROUPE_TYPE_EDITOR_CLIPBOARD (troupe_editor_clipboard_get_type ())
G_DECLARE_FINAL_TYPE (TroupeEditorClipboard,
                      troupe_editor_clipboard,
                      TROUPE,
                      EDITOR_CLIPBOARD,
                      GObject)

TroupeEditorClipboard *troupe_editor_clipboard_new (TroupeDrawing *drawing, TroupeEditorView *view);

/* FALSE where nothing is selected that can be copied. */
gboolean troupe_editor_clipboard_copy (TroupeEditorClipboard *self);
/* @place: (nullable): else where the pointer is over the canvas, or the middle of the view. */
void troupe_editor_clipboard_paste (TroupeEditorClipboard *self,
                                    gboolean keep_wires,
                                    const graphene_point_t *place);
void troupe_editor_clipboard_duplicate (TroupeEditorClipboard *self);

G_END_DECLS
