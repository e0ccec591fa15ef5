/* troupe-source-pane.h: text editor for the source of a document, with a list of errors
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#pragma once

#include <gtk/gtk.h>

#include "troupe-document.h"

G_BEGIN_DECLS

/**
 * TroupeSourcePane:
 *
 * Edits the text of a document's main file, so that documents that cannot be loaded can be fixed.
 * Input is applied to the document after a short delay, as regular undo steps. The list below the
 * text links to the line and column of each error. Works for any kind of document.
 *
 * Signals: `drawing-requested` (the user wants to see the drawing; emitted only if there is a
 * drawing).
 */
#define TROUPE_TYPE_SOURCE_PANE (troupe_source_pane_get_type ())
G_DECLARE_FINAL_TYPE (TroupeSourcePane, troupe_source_pane, TROUPE, SOURCE_PANE, GtkWidget)

GtkWidget *troupe_source_pane_new (TroupeDocument *document);

/* Writes pending input to the document immediately. */
void troupe_source_pane_commit (TroupeSourcePane *self);
/* Moves the cursor to @line and @column, both starting at 1, and focuses the text. */
void troupe_source_pane_go_to (TroupeSourcePane *self, guint line, guint column);

G_END_DECLS
