/* troupe-document-private.h: what reading and saving of a document share
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#pragma once

#include "troupe-document.h"

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
TroupeDocumentFile *_troupe_document_get_file (TroupeDocument *self, const char *name);
/* Parts whose files are there: their names. (transfer container) (element-type utf8) */
GList *_troupe_document_list_files (TroupeDocument *self);
void _troupe_document_forget_file (TroupeDocument *self, const char *name);

/* The part @name as @text holds it. NULL with an error where the text is no map. */
gboolean _troupe_document_parse (TroupeDocument *self,
                                 const char *name,
                                 const char *text,
                                 gsize length,
                                 const char *shown_name,
                                 TroupeDocumentPart *part,
                                 TroupeProblem **mistake,
                                 GError **error);
/* The file of @part holds it as it was parsed. */
void _troupe_document_note_content (TroupeDocument *self, const TroupeDocumentPart *part);
void _troupe_document_part_clear (TroupeDocumentPart *part);

/* The document lies at @path and is what it was but for the places of its trees, which are those of
 * @parts; tells that it was saved. @parts: (transfer full) */
void _troupe_document_saved (TroupeDocument *self, const char *path, TroupeDocumentParts *parts);

/* The path of a part's file, for a document whose main part is at @path. (transfer full) */
char *_troupe_document_get_part_path (const char *path, const char *name);

G_END_DECLS
