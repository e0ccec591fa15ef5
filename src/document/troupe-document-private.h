/* troupe-document-private.h: what reading and saving of a document share
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#pragma once

#include "troupe-document.h"
#include "troupe-edit-history.h"

G_BEGIN_DECLS

/* The file of a part as it was last read or written, and how it is written. @saved: (nullable): the tree
 * that it holds. */
typedef struct
{
  TroupeFormat format;
  TroupeFileStamp stamp;
  gboolean has_stamp;
  JsonNode *saved;
} TroupeDocumentFile;

/* The file of the part @name, made where it is missing. (transfer none) */
TroupeDocumentFile *troupe_document_get_file (TroupeDocument *self, const char *name);
/* Parts whose files are there: their names. (transfer container) (element-type utf8) */
GList *troupe_document_list_files (TroupeDocument *self);
void troupe_document_forget_file (TroupeDocument *self, const char *name);

/* The part @name as @text holds it. NULL with an error where the text is no map. */
gboolean troupe_document_parse (TroupeDocument *self,
                                const char *name,
                                const char *text,
                                gsize length,
                                const char *shown_name,
                                TroupeDocumentPart *part,
                                TroupeProblem **mistake,
                                GError **error);
/* The same, whatever the text is: where it cannot be read it is the part's text. */
void troupe_document_parse_any (TroupeDocument *self,
                                const char *name,
                                const char *text,
                                const char *shown_name,
                                TroupeDocumentPart *part);
/* @parts with the files that belong to the main one with the tree @main and are not among them yet. Blocks.
 * (transfer full) */
TroupeDocumentParts *troupe_document_read_others (TroupeDocument *self,
                                                  TroupeDocumentParts *parts,
                                                  JsonNode *main);
/* The file of @part holds it as it was parsed. */
void troupe_document_note_content (TroupeDocument *self, const TroupeDocumentPart *part);
void troupe_document_part_clear (TroupeDocumentPart *part);

/* Takes @parts as what the document is. FALSE where it must load and does not. */
gboolean troupe_document_adopt (TroupeDocument *self,
                                TroupeDocumentParts *parts,
                                gboolean must_load,
                                GError **error);
/* Where it lies and what it is called in messages; both (nullable). */
void troupe_document_set_place (TroupeDocument *self, const char *path, const char *name);
const char *troupe_document_get_shown_name (TroupeDocument *self);

/* The document lies at @path and is what it was but for the places of its trees, which are those of
 * @parts; tells that it was saved. @parts: (transfer full) */
void troupe_document_saved (TroupeDocument *self, const char *path, TroupeDocumentParts *parts);

/* The path of a part's file, for a document whose main part is at @path. (transfer full) */
char *troupe_document_get_part_path (const char *path, const char *name);

/* --- For drafts ------------------------------------------------------------------------------- */

typedef enum
{
  TROUPE_RECORD_STEP,   /* a new step of undo */
  TROUPE_RECORD_MERGED, /* an edit that became part of the step before */
  TROUPE_RECORD_UNDO,
  TROUPE_RECORD_REDO,
  TROUPE_RECORD_SAVED, /* parts were read again, their files changed */
} TroupeDocumentRecord;

typedef void (*TroupeDocumentRecordFunc) (TroupeDocument *self,
                                          TroupeDocumentRecord record,
                                          gpointer user_data);

/* Called after each of them, when the parts and the history are what they became. @func: (nullable) */
void troupe_document_set_record_func (TroupeDocument *self,
                                      TroupeDocumentRecordFunc func,
                                      gpointer user_data);
TroupeEditHistory *troupe_document_get_history (TroupeDocument *self);
/* Makes a document that holds nothing what it was: @files are set by troupe_document_get_file().
 * @path: (nullable); @history: (transfer full) */
void troupe_document_restore (TroupeDocument *self,
                              const char *path,
                              TroupeDocumentParts *parts,
                              TroupeEditHistory *history);

G_END_DECLS
