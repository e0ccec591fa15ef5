/* troupe-draft-record.h: file format of drafts: records of the edits of a document
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#pragma once

#include "troupe-document-private.h"

G_BEGIN_DECLS

/*
 * A draft is a list of records. Each record is a JSON object that is preceded by its length and
 * checksum, so that a truncated record is detected and ignored:
 *
 * - `{"begin": {"kind", "path", "folder", "files", "own", "parts"}}`: the initial document; `folder`
 *   is that of troupe_document_set_folder(). Without `parts` it is the content of the files, without
 *   edits
 * - `{"step": label, "parts"}`, `{"merged": true, "parts"}`: an edit, as described by
 *   troupe_tree_patch_new()
 * - `{"undo": true}`, `{"redo": true}`
 * - `{"saved": {"path", "files"}}`: the parts of the document have been saved to these files
 * - `{"holds": [name, …]}`: the files of these parts contain the current state of the parts
 * - `{"typed": {"field", "text"}}`: the text that was typed into a field and is not part of the
 *   document; without `text` once the field has written or discarded it
 * - `{"own": true}`: whether the user has created the content, from here on. Precedes the edit that
 *   changes this, so that a truncated draft never contains content from elsewhere as the user's own
 * - `{"note": …}`: data that the program stores with the draft
 */

/* --- Writing: returns bytes to be written to a file (transfer full) --------------------------- */

/* Serializes all of @document with its history. @note: (nullable) */
GBytes *troupe_draft_record_whole (TroupeDocument *document, const char *kind, JsonNode *note);
/* Serializes one change. @before: the parts before the change */
GBytes *troupe_draft_record_change (TroupeDocument *document,
                                    TroupeDocumentRecord what,
                                    TroupeDocumentParts *before);
GBytes *troupe_draft_record_note (JsonNode *note);

/* --- Reading --------------------------------------------------------------------------------------- */

/**
 * TroupeDraftContent:
 * @kind: the type of the document
 * @path: (nullable): the file of the document
 * @note: (nullable): the last note
 * @n_steps: the number of steps that can be undone
 * @written_us: when the last record was written, in microseconds since 1970; 0 if unknown
 * @is_edited: whether the draft contains anything that is not in the files
 * @is_own: whether the user has created the content (troupe_document_is_own())
 * @length: the size of the complete records, in bytes; a truncated record may follow
 *
 * The content of a draft.
 */
typedef struct
{
  char *kind;
  char *path;
  JsonNode *note;
  guint n_steps;
  gint64 written_us;
  gboolean is_edited;
  gboolean is_own;
  gsize length;
  GPtrArray *records; /* (element-type JsonNode) */
} TroupeDraftContent;

/* Parses a draft. Returns NULL with %G_IO_ERROR_INVALID_DATA if @text is not a draft. (transfer
 * full) (nullable) */
TroupeDraftContent *troupe_draft_content_new (const char *text, gsize length, GError **error);
void troupe_draft_content_free (TroupeDraftContent *self);
G_DEFINE_AUTOPTR_CLEANUP_FUNC (TroupeDraftContent, troupe_draft_content_free)

/**
 * troupe_draft_content_restore:
 * @document: an empty document of that type
 *
 * Restores @document, including its history. A document without edits is read from its file.
 *
 * Returns: %FALSE with a %G_IO_ERROR
 */
gboolean
troupe_draft_content_restore (TroupeDraftContent *self, TroupeDocument *document, GError **error);

G_END_DECLS
