/* troupe-draft-record.h: what is written down of a document that is being edited
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#pragma once

#include "troupe-document-private.h"

G_BEGIN_DECLS

/* A draft is a list of records, each a JSON object behind its length and checksum, so that one that was cut
 * off is noticed and left out:
 *
 * - `{"begin": {"kind", "path", "files", "parts"}}`: what the document was at first. Without `parts` it is
 *   what lies on the disk, and was not edited
 * - `{"step": label, "parts"}`, `{"merged": true, "parts"}`: an edit, as troupe_tree_patch_new() tells it
 * - `{"undo": true}`, `{"redo": true}`
 * - `{"saved": {"path", "files"}}`: its parts are those files now
 * - `{"holds": [name, …]}`: the files of these parts hold what the parts are at this point
 * - `{"note": …}`: what the program keeps with it
 */

/* --- Writing: bytes, ready to be written to a file (transfer full) --------------------------------- */

/* The whole of @document with its history. @note: (nullable) */
GBytes *troupe_draft_record_whole (TroupeDocument *document, const char *kind, JsonNode *note);
/* One change. @before: the parts before it */
GBytes *troupe_draft_record_change (TroupeDocument *document,
                                    TroupeDocumentRecord what,
                                    TroupeDocumentParts *before);
GBytes *troupe_draft_record_note (JsonNode *note);

/* --- Reading --------------------------------------------------------------------------------------- */

/**
 * TroupeDraftContent:
 * @kind: what kind of document it is
 * @path: (nullable): its file
 * @note: (nullable): the last one
 * @n_steps: how many steps can be undone
 * @written_us: when the last record was written, in microseconds since 1970; 0: unknown
 * @is_edited: whether there is anything beside what lies on the disk
 * @length: of what is whole, in bytes: behind it a record may be cut off
 *
 * What a draft tells.
 */
typedef struct
{
  char *kind;
  char *path;
  JsonNode *note;
  guint n_steps;
  gint64 written_us;
  gboolean is_edited;
  gsize length;
  GPtrArray *records; /* (element-type JsonNode) */
} TroupeDraftContent;

/* NULL with %G_IO_ERROR_INVALID_DATA where @text is no draft. (transfer full) (nullable) */
TroupeDraftContent *troupe_draft_content_new (const char *text, gsize length, GError **error);
void troupe_draft_content_free (TroupeDraftContent *self);
G_DEFINE_AUTOPTR_CLEANUP_FUNC (TroupeDraftContent, troupe_draft_content_free)

/**
 * troupe_draft_content_restore:
 * @document: of the kind, one that holds nothing yet
 *
 * Makes @document what it was, its history included. One that was not edited is read from its file.
 *
 * Returns: %FALSE with a %G_IO_ERROR
 */
gboolean
troupe_draft_content_restore (TroupeDraftContent *self, TroupeDocument *document, GError **error);

G_END_DECLS
