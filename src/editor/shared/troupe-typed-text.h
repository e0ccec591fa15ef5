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

G_END_DECLS
