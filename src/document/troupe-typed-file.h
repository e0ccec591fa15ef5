/* troupe-typed-file.h: texts with mistakes of a closed document
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#pragma once

#include "troupe-document.h"

G_BEGIN_DECLS

/* Texts that troupe_document_set_typed() keeps are not part of the document's file. While the
 * document is closed, they are in a file of their own, with mode 0600. Threads: the thread of the
 * document. Blocks for the time of a small local file. */

/* Writes the texts of @document, or deletes the file if there are none or the document has no file.
 * @folder: is created. Returns FALSE if the file cannot be written */
gboolean troupe_typed_file_write (const char *folder, TroupeDocument *document);
/* Adds the texts that were kept when the document was closed. */
void troupe_typed_file_read (const char *folder, TroupeDocument *document);

G_END_DECLS
