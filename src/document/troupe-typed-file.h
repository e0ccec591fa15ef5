/* troupe-typed-file.h: texts with mistakes of a closed document
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#pragma once

#include "troupe-document.h"

G_BEGIN_DECLS

/* Texts that troupe_document_set_typed() keeps are not part of the document's file. While the
 * document is closed, they are in a file of their own, with mode 0600, which the writer thread of the
 * drafts writes. */

/* Returns the content of that file, or NULL if there are no texts. @folder: of these files; @path: (out)
 * (transfer full) (nullable): the file, NULL if the document has no file. Threads: the thread of the
 * document. (transfer full) (nullable) */
GBytes *troupe_typed_file_describe (const char *folder, TroupeDocument *document, char **path);
/* Adds the texts that were kept when the document was closed, unless they are those of an earlier document at its path. Blocks; may be called on any thread, as
 * long as no other thread uses the document. */
void troupe_typed_file_read (const char *folder, TroupeDocument *document);

G_END_DECLS
