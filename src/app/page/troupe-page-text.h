/* troupe-page-text.h: text pane to repair a document with load errors
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#pragma once

#include <gtk/gtk.h>

#include "troupe-document.h"

G_BEGIN_DECLS

/**
 * TroupePageText:
 *
 * Tracks whether the document of a page was opened with errors, and provides a text pane to repair
 * them. The pane covers the page if nothing else can be shown. If a document was loaded without
 * errors, later errors in it are not handled.
 *
 * Signals: `changed` (the text pane was shown or hidden), `errors` (text or NULL: error message to
 * show), `failed` (text: why the pane cannot be shown).
 */
#define TROUPE_TYPE_PAGE_TEXT (troupe_page_text_get_type ())
G_DECLARE_FINAL_TYPE (TroupePageText, troupe_page_text, TROUPE, PAGE_TEXT, GObject)

TroupePageText *troupe_page_text_new (TroupeDocument *document);

/* Called when the document may have become loadable, or may not be loadable any more. */
void troupe_page_text_update (TroupePageText *self);
/* Shows the text at a position or at the first error. @line: if 0, the position is not changed */
void troupe_page_text_show (TroupePageText *self, guint line, guint column);
void troupe_page_text_show_first_error (TroupePageText *self);
/* Hides the pane, unless the text cannot be parsed. */
void troupe_page_text_show_drawing (TroupePageText *self);

/* Returns the #TroupeSourcePane; NULL if it has never been shown. (transfer none) (nullable) */
GtkWidget *troupe_page_text_get_pane (TroupePageText *self);
/* Returns TRUE if the text pane is visible instead of the content. */
gboolean troupe_page_text_is_shown (TroupePageText *self);
/* Returns TRUE if the document was opened with errors and still has errors. */
gboolean troupe_page_text_is_repaired (TroupePageText *self);
/* Writes pending input into the document. */
void troupe_page_text_commit (TroupePageText *self);

/* Returns TRUE if the document may be written. If the document was opened with errors and still
 * has errors, this requires the agreement of the user. */
gboolean troupe_page_text_may_save (TroupePageText *self);
void troupe_page_text_agree_to_errors (TroupePageText *self);

G_END_DECLS
