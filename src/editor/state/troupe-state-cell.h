/* troupe-state-cell.h: editable table cell: a label that becomes an entry
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#pragma once

#include <gtk/gtk.h>

#include "troupe-document.h"

G_BEGIN_DECLS

/**
 * TroupeStateCell:
 *
 * Shows a string. A double click or troupe_state_cell_edit() replaces the string with an entry.
 * Enter and losing the focus commit the text, Esc does not.
 *
 * Signals: `committed` (text: differs from the text that was set last).
 */
#define TROUPE_TYPE_STATE_CELL (troupe_state_cell_get_type ())
G_DECLARE_FINAL_TYPE (TroupeStateCell, troupe_state_cell, TROUPE, STATE_CELL, GtkWidget)

/* @name: the accessible name of the entry, such as the title of the column */
GtkWidget *troupe_state_cell_new (const char *name);
/* Sets the text. @shown: (nullable): the text that is displayed while the cell is not edited */
void troupe_state_cell_set_text (TroupeStateCell *self, const char *text, const char *shown);
void troupe_state_cell_set_editable (TroupeStateCell *self, gboolean editable);
/* Keeps what is typed in the draft of @document. @field: as for troupe_document_set_typed() */
void
troupe_state_cell_keep_typed (TroupeStateCell *self, TroupeDocument *document, const char *field);
void troupe_state_cell_edit (TroupeStateCell *self);
gboolean troupe_state_cell_is_edited (TroupeStateCell *self);
GtkWidget *troupe_state_cell_get_label (TroupeStateCell *self); /* (transfer none) */

G_END_DECLS
