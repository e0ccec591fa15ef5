/* troupe-source-pane.h: the whole text of a document, with what is wrong with it
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
 * The text of a document's main part, to be mended where the document does not load. What is typed is the
 * document's a moment later, as steps of undo like others; the list below leads to line and column of each
 * error. Any kind of document.
 *
 * Signals: `drawing-requested` (a person wants to see the drawing; only where there is one).
 */
#define TROUPE_TYPE_SOURCE_PANE (troupe_source_pane_get_type ())
G_DECLARE_FINAL_TYPE (TroupeSourcePane, troupe_source_pane, TROUPE, SOURCE_PANE, GtkWidget)

GtkWidget *troupe_source_pane_new (TroupeDocument *document);

/* What was typed is written into the document at once. */
void troupe_source_pane_commit (TroupeSourcePane *self);
/* Focuses the text there; both from 1. */
void troupe_source_pane_go_to (TroupeSourcePane *self, guint line, guint column);

G_END_DECLS
