/* troupe-page-text.h: the text of a document that is being repaired
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
 * Whether the document of a page came with errors, and its text to repair them in: in front of all else
 * where there is nothing else to be shown. What a person makes of a document that loaded is no matter of it.
 *
 * Signals: `changed` (the text comes to the front or goes), `errors` (text or NULL: what is to be said of the
 * errors), `failed` (text: why it cannot be shown).
 */
#define TROUPE_TYPE_PAGE_TEXT (troupe_page_text_get_type ())
G_DECLARE_FINAL_TYPE (TroupePageText, troupe_page_text, TROUPE, PAGE_TEXT, GObject)

TroupePageText *troupe_page_text_new (TroupeDocument *document);

/* Whether the document loads may be otherwise now. */
void troupe_page_text_update (TroupePageText *self);
/* The text to the front: at a place, 0 is where it was; or at the first error. */
void troupe_page_text_show (TroupePageText *self, guint line, guint column);
void troupe_page_text_show_first_error (TroupePageText *self);

/* The text's view, a #TroupeSourcePane; NULL before it was shown. (transfer none) (nullable) */
GtkWidget *troupe_page_text_get_pane (TroupePageText *self);
/* Whether it is in front of what is made of the document. */
gboolean troupe_page_text_is_shown (TroupePageText *self);
/* Whether the document came with errors and has some still. */
gboolean troupe_page_text_is_repaired (TroupePageText *self);
/* Writes what was typed into the document. */
void troupe_page_text_commit (TroupePageText *self);

/* Whether the document may be written as it is: not where it came with errors and has some still, until a
 * person has agreed. */
gboolean troupe_page_text_may_save (TroupePageText *self);
void troupe_page_text_agree_to_errors (TroupePageText *self);

G_END_DECLS
