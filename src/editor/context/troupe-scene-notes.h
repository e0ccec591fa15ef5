/* troupe-scene-notes.h: a document's notes and groups in a scene of the canvas
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

/* Makes the scene's notes and groups those of @document. */
void troupe_scene_notes_update (TroupeSceneNotes *self, TroupeFlowDocument *document);

/* The text of the note in the document; NULL where it has none of that id. (transfer none) */
const char *troupe_document_get_note_text (TroupeFlowDocument *document, const char *id);

G_END_DECLS
