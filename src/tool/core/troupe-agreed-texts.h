/* troupe-agreed-texts.h: content of text files to which the user has agreed
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#pragma once

#include <glib.h>

G_BEGIN_DECLS

/* Texts of a document that are in other files and instruct models, such as SKILL.md, belong to what
 * the user agrees to, as if the document contained them. A table of agreed texts maps the path of each,
 * as the document leads to it, to the SHA-256 of its content in hex. Code that reads such a file asks the
 * table before it uses the content, because code may have replaced the file since it was compared. */

/* Returns an empty table. (transfer full) */
GHashTable *troupe_agreed_texts_new (void);

/* Returns the SHA-256 of a content, in hex. (transfer full) */
char *troupe_agreed_texts_make_digest (const char *data, gsize length);

/**
 * troupe_agreed_texts_have:
 * @texts: (nullable): a table; %NULL if the user was not asked, as in tests of the libraries
 * @path: the path of the file
 * @digest: of its content
 *
 * Returns %TRUE if the user has agreed to this content.
 * Threads: any thread, as long as nothing is added.
 */
gboolean troupe_agreed_texts_have (GHashTable *texts, const char *path, const char *digest);

G_END_DECLS
