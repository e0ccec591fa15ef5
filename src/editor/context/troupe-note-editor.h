/* troupe-note-editor.h: editing of the text of a note in its place on the canvas
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#pragma once

#include "troupe-drawing.h"

G_BEGIN_DECLS

/**
 * TroupeNoteEditor:
 *
 * A child of the overlay of a canvas, shown while a note is edited. It covers the note with its text at the
 * zoom of the canvas and follows it, but is never too small to be read and never larger than the canvas.
 *
 * The text is in the draft of the document while it is typed. It is written to the note as one undo step
 * when the editing ends: with Escape, when another widget of the window gets the focus, or with
 * troupe_note_editor_end(). A new note that is still empty is then removed.
 *
 * Threads: main thread.
 */
#define TROUPE_TYPE_NOTE_EDITOR (troupe_note_editor_get_type ())
G_DECLARE_FINAL_TYPE (TroupeNoteEditor, troupe_note_editor, TROUPE, NOTE_EDITOR, GtkWidget)

/* Creates a hidden editor. (transfer full): floating */
GtkWidget *troupe_note_editor_new (TroupeDrawing *drawing);

/* Shows the note with @id for editing, and gives it the focus. Returns FALSE if the note does not exist.
 * @is_new: the note was added to be edited; must be called before any other edit of the document */
gboolean troupe_note_editor_edit (TroupeNoteEditor *self, const char *id, gboolean is_new);

/* Ends the editing. Does nothing if no note is edited. */
void troupe_note_editor_end (TroupeNoteEditor *self);
/* Removes the note if it is new, still empty and the last edit. Returns FALSE otherwise. */
gboolean troupe_note_editor_drop (TroupeNoteEditor *self);

G_END_DECLS
