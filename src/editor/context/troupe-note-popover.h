/* troupe-note-popover.h: the text of a note
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#pragma once

#include "troupe-drawing.h"

G_BEGIN_DECLS

/**
 * TroupeNotePopover:
 *
 * Owns the text of a note while it is written; when it is closed the text is the note's, as one step.
 */
#define TROUPE_TYPE_NOTE_POPOVER (troupe_note_popover_get_type ())
G_DECLARE_FINAL_TYPE (TroupeNotePopover, troupe_note_popover, TROUPE, NOTE_POPOVER, GtkPopover)

GtkWidget *troupe_note_popover_new (TroupeDrawing *drawing);

/* FALSE where there is no such note. */
gboolean troupe_note_popover_set_note (TroupeNotePopover *self, const char *id);
/* What is typed then takes the place of all. */
void troupe_note_popover_select_all (TroupeNotePopover *self);

G_END_DECLS
