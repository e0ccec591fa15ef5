/* troupe-document-parts.h: immutable snapshot of the parts of a document
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#pragma once

#include "troupe-document-text.h"

G_BEGIN_DECLS

/**
 * TroupeDocumentPart:
 * @name: the path of the part's file relative to the folder of the document, with `/` as separator;
 *   "" is the main part, whose file may have any name
 * @root: (nullable): the tree; %NULL if the file could not be read
 * @text: (nullable): the content of the file if it cannot be parsed; in this case @root is an empty
 *   map
 * @source: (nullable): the text that was parsed, with the positions of those values that have not
 *   changed
 * @notes: (nullable) (element-type TroupeProblem): problems of the text
 *
 * One file of a document. Immutable.
 */
typedef struct
{
  char *name;
  JsonNode *root;
  char *text;
  TroupeJsonText *source;
  GPtrArray *notes;
} TroupeDocumentPart;

/**
 * TroupeDocumentParts:
 *
 * All parts of a document at one point in time, the main part first. Immutable and
 * reference-counted, so that a history can be a list of these objects. Unchanged trees are shared.
 */
typedef struct _TroupeDocumentParts TroupeDocumentParts;

/* Creates an empty list of parts. (transfer full) */
TroupeDocumentParts *troupe_document_parts_new (void);
TroupeDocumentParts *troupe_document_parts_ref (TroupeDocumentParts *self);
void troupe_document_parts_unref (TroupeDocumentParts *self);
G_DEFINE_AUTOPTR_CLEANUP_FUNC (TroupeDocumentParts, troupe_document_parts_unref)

guint troupe_document_parts_get_n (TroupeDocumentParts *self);
const TroupeDocumentPart *troupe_document_parts_get (TroupeDocumentParts *self, guint index);
/* (nullable) */
const TroupeDocumentPart *troupe_document_parts_find (TroupeDocumentParts *self, const char *name);
/* Returns the text of a part, as it is saved. @length: (out) (optional). May be called on any
 * thread. (transfer full) */
char *
troupe_document_write_part (const TroupeDocumentPart *part, TroupeFormat format, gsize *length);
/* Returns the tree of a part, or NULL if the part has no tree. (transfer none) */
JsonNode *troupe_document_parts_get_root (TroupeDocumentParts *self, const char *name);
/* Returns TRUE if both have parts with the same names and content, all of which could be parsed. */
gboolean troupe_document_parts_equal (TroupeDocumentParts *self, TroupeDocumentParts *other);

/* Returns a copy with @root as the tree of the part @name, which is added if it is missing.
 * (transfer full) */
TroupeDocumentParts *
troupe_document_parts_with_root (TroupeDocumentParts *self, const char *name, JsonNode *root);
/* Returns a copy that contains a part that was read. The fields of this part are copied or
 * referenced. (transfer full) */
TroupeDocumentParts *troupe_document_parts_with (TroupeDocumentParts *self,
                                                 const TroupeDocumentPart *part);
TroupeDocumentParts *troupe_document_parts_without (TroupeDocumentParts *self, const char *name);

/* Whether both contain the same trees. */
gboolean troupe_document_parts_are_same (TroupeDocumentParts *a, TroupeDocumentParts *b);
/* Returns TRUE if @a and @b differ only in `x-troupe`. Compares only the top level of each tree. */
gboolean troupe_document_parts_differ_in_layout_alone (TroupeDocumentParts *a,
                                                       TroupeDocumentParts *b);

G_END_DECLS
