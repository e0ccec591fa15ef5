/* troupe-scene-notes.h: notes and groups of a document in a canvas scene
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#pragma once

#include "troupe-canvas-scene.h"
#include "troupe-flow-document.h"

G_BEGIN_DECLS

typedef struct _TroupeSceneNotes TroupeSceneNotes;

TroupeSceneNotes *troupe_scene_notes_new (TroupeCanvasScene *scene);
void troupe_scene_notes_free (TroupeSceneNotes *self);

/* Replaces the notes and groups of the scene with the notes and groups of @document. */
void troupe_scene_notes_update (TroupeSceneNotes *self, TroupeFlowDocument *document);

/* Returns the text of the note in the document, or NULL if there is no note with that id.
 * (transfer none) */
const char *troupe_document_get_note_text (TroupeFlowDocument *document, const char *id);

G_END_DECLS
