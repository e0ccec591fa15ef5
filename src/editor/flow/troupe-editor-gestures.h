/* troupe-editor-gestures.h: converting canvas gestures to document edits
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#pragma once

#include "troupe-editor-creation.h"

G_BEGIN_DECLS

/**
 * TroupeEditorGestures:
 *
 * Handles the canvas signals that request an edit: moving objects; connecting, cutting and moving
 * wires; inserting cards into wires; moving bends. It owns the undo label of the current move.
 */
#define TROUPE_TYPE_EDITOR_GESTURES (troupe_editor_gestures_get_type ())
G_DECLARE_FINAL_TYPE (TroupeEditorGestures,
                      troupe_editor_gestures,
                      TROUPE,
                      EDITOR_GESTURES,
                      GObject)

/* Connects to the signals of the canvas of @drawing. */
TroupeEditorGestures *troupe_editor_gestures_new (TroupeDrawing *drawing,
                                                  TroupeEditorCreation *creation,
                                                  TroupeEditorPopovers *popovers);

/* Arranges the selection: L C R T M B: align; H V: distribute; S: straighten. */
void troupe_editor_gestures_arrange (TroupeEditorGestures *self, const char *how);

G_END_DECLS
