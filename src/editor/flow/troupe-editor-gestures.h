/* troupe-editor-gestures.h: what a person does on the canvas becomes edits of the document
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#pragma once

#include "troupe-editor-creation.h"

G_BEGIN_DECLS

/**
 * TroupeEditorGestures:
 *
 * Answers the signals of the canvas that ask for an edit: things are moved, wires drawn, cut and moved,
 * cards put onto wires, bends led; owns what the move under way is called.
 */
#define TROUPE_TYPE_EDITOR_GESTURES (troupe_editor_gestures_get_type ())
G_DECLARE_FINAL_TYPE (TroupeEditorGestures,
                      troupe_editor_gestures,
                      TROUPE,
                      EDITOR_GESTURES,
                      GObject)

/* Listens to the canvas of @drawing from now on. */
TroupeEditorGestures *troupe_editor_gestures_new (TroupeDrawing *drawing,
                                                  TroupeEditorCreation *creation,
                                                  TroupeEditorPopovers *popovers);

/* What is selected is arranged: L C R T M B: aligned; H V: distributed; S: straightened. */
void troupe_editor_gestures_arrange (TroupeEditorGestures *self, const char *how);

G_END_DECLS
