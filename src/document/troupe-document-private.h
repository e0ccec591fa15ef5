/* troupe-document-private.h: private declarations for loading, saving and drafts of a document
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#pragma once

#include "troupe-document.h"
#include "troupe-edit-history.h"

G_BEGIN_DECLS

/* The file of a part when it was last read or written, and its format. @saved: (nullable): the
 * tree that the file contains. */
typedef struct
{
  TroupeFormat format;
  TroupeFileStamp stamp;
  gboolean has_stamp;
  JsonNode *saved;
} TroupeDocumentFile;

/* Returns the file of the part @name. The object is created if it is missing. (transfer none) */
TroupeDocumentFile *troupe_document_get_file (TroupeDocument *self, const char *name);
/* Returns the names of parts whose files exist. (transfer container) (element-type utf8) */
GList *troupe_document_list_files (TroupeDocument *self);
void troupe_document_forget_file (TroupeDocument *self, const char *name);
/* Takes over what is known about the files of a version that was read from the same path.
 * Where the files are remains as it was when the document was opened. */
void troupe_document_take_files (TroupeDocument *self, TroupeDocument *other);
/* Records that the files of the document were read again, and, as an undo step, that its content was replaced. @before:
 * (nullable): the replaced content; @label: (nullable): the name of the step (translated) */
void
troupe_document_note_version (TroupeDocument *self, TroupeDocumentParts *before, const char *label);

/* Parses @text as the part @name. Returns FALSE with an error if the text is not a map. */
gboolean troupe_document_parse (TroupeDocument *self,
                                const char *name,
                                const char *text,
                                gsize length,
                                const char *shown_name,
                                TroupeDocumentPart *part,
                                TroupeProblem **mistake,
                                GError **error);
/* Like troupe_document_parse(), for any text. Text that cannot be parsed becomes the part's
 * text. */
void troupe_document_parse_any (TroupeDocument *self,
                                const char *name,
                                const char *text,
                                const char *shown_name,
                                TroupeDocumentPart *part);
/* Returns @parts with the additional files that belong to the main part with the tree @main and
 * that are not included yet. Blocks. (transfer full) */
TroupeDocumentParts *troupe_document_read_others (TroupeDocument *self,
                                                  TroupeDocumentParts *parts,
                                                  JsonNode *main);
/* Records that the file of @part contains the part as it was parsed. */
void troupe_document_note_content (TroupeDocument *self, const TroupeDocumentPart *part);
void troupe_document_part_clear (TroupeDocumentPart *part);

/* Makes @parts the document's content. Returns FALSE if @must_load is set but @parts cannot be
 * loaded. */
gboolean troupe_document_adopt (TroupeDocument *self,
                                TroupeDocumentParts *parts,
                                gboolean must_load,
                                GError **error);
/* Sets the path of the document and its name in messages; both (nullable). */
void troupe_document_set_place (TroupeDocument *self, const char *path, const char *name);
const char *troupe_document_get_shown_name (TroupeDocument *self);

/* Records that the document is saved at @path, and emits `saved`. The content is unchanged
 * except for the source positions of @parts. @parts: (transfer full) */
void troupe_document_saved (TroupeDocument *self, const char *path, TroupeDocumentParts *parts);

/* --- Support for drafts ----------------------------------------------------------------------- */

typedef enum
{
  TROUPE_RECORD_STEP,   /* a new undo step */
  TROUPE_RECORD_MERGED, /* an edit that was merged into the previous step */
  TROUPE_RECORD_UNDO,
  TROUPE_RECORD_REDO,
  TROUPE_RECORD_RETRACTED, /* the last step was removed */
  TROUPE_RECORD_SAVED,     /* parts were read again, their files changed */
  TROUPE_RECORD_TYPED,     /* the text that is typed into a field */
  TROUPE_RECORD_OWN,       /* whether the user has created the content */
} TroupeDocumentRecord;

/* A text that is not part of the document, see troupe_document_set_typed(). */
typedef struct
{
  char *field;
  char *text;
} TroupeTypedText;

/* @texts: (nullable) (element-type TroupeTypedText): the last one last; @change: (nullable): the field
 * whose text was changed last */
typedef struct
{
  GPtrArray *texts;
  char *change;
} TroupeTypedTexts;

TroupeTypedTexts *troupe_document_get_typed_texts (TroupeDocument *self);
/* Moves the texts of the entries of lists after a change of the main part, from @before (nullable) to
 * @after (nullable), because their fields contain the index of the entry. Forgets those of entries that
 * were removed. */
void troupe_document_follow_typed (TroupeDocument *self, JsonNode *before, JsonNode *after);
/* Calls the record function after a change of these texts. */
void troupe_document_record_typed (TroupeDocument *self);

typedef void (*TroupeDocumentRecordFunc) (TroupeDocument *self,
                                          TroupeDocumentRecord record,
                                          gpointer user_data);

/* Sets a callback that is called after each change, when the parts and the history are updated.
 * @func: (nullable) */
void troupe_document_set_record_func (TroupeDocument *self,
                                      TroupeDocumentRecordFunc func,
                                      gpointer user_data);
TroupeEditHistory *troupe_document_get_history (TroupeDocument *self);
/* Restores an empty document to a previous state. The caller sets the files with
 * troupe_document_get_file().
 * @path: (nullable); @history: (transfer full) */
void troupe_document_restore (TroupeDocument *self,
                              const char *path,
                              TroupeDocumentParts *parts,
                              TroupeEditHistory *history);

G_END_DECLS
