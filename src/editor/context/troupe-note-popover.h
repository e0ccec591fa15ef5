/* troupe-note-popover.h: popover that edits the text of a note
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#pragma once

#include "troupe-drawing.h"

G_BEGIN_DECLS

/**
 * TroupeNotePopover:
 *
 * Contains the text of a note while it is edited. When the popover is closed, the text is written
 * to the note as one undo step.
 */
#define TROUPE_TYPE_NOTE_POPOVER (troupe_note_popover_get_type ())
G_DECLARE_FINAL_TYPE (TroupeNotePopover, troupe_note_popover, TROUPE, NOTE_POPOVER, GtkPopover)

GtkWidget *troupe_note_popover_new (TroupeDrawing *drawing);

/* Shows the note with @id for editing. Returns FALSE if the note does not exist. */
gboolean troupe_note_popover_set_note (TroupeNotePopover *self, const char *id);

G_END_DECLS
