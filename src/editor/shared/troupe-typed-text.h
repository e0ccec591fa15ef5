/* troupe-typed-text.h: keeping the text of an entry in the draft while it is typed
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#pragma once

#include <gtk/gtk.h>

#include "troupe-document.h"

G_BEGIN_DECLS

/* For entries in popovers and cells, which exist only while the user types in them. Entries of a
 * form are #TroupeFormEntry. Threads: main thread. */

/* Keeps what is typed in @entry from now on in the draft of @document. The present text is the
 * value of the document. @field: as for troupe_document_set_typed() */
void troupe_typed_text_begin (GtkEditable *entry, TroupeDocument *document, const char *field);
/* Forgets the text, because it was written or discarded. Does nothing if nothing was begun. */
void troupe_typed_text_end (GtkEditable *entry);

/* Sets the function that writes what is typed in @widget into the document, for widgets other than
 * entries. @widget stays open. */
typedef void (*TroupeTypedCommitFunc) (GtkWidget *widget);
void troupe_typed_text_set_commit (GtkWidget *widget, TroupeTypedCommitFunc func);

/* Writes what is typed at or below @root, as Enter does in an entry. A text that is not valid
 * remains. Must not be called while the focus changes. */
void troupe_typed_text_commit_below (GtkWidget *root);

/* Makes Ctrl+S in @widget save the document. Needed for popovers and windows of an editor, from which
 * keys do not reach the window of the page. Included in troupe_typed_text_begin(). */
void troupe_typed_text_take_save_key (GtkWidget *widget);

G_END_DECLS
