/* troupe-document-parts.h: what a document holds at one moment
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#pragma once

#include "troupe-document-text.h"

G_BEGIN_DECLS

/**
 * TroupeDocumentPart:
 * @name: the path of its file from the folder of the document, with `/` between; "" is the main part,
 *   whose file may be called anything
 * @root: (nullable): the tree; %NULL where the file could not be read
 * @text: (nullable): what the file holds where no tree can be read from it; @root is an empty map then
 * @source: (nullable): the text that was read, with the places of those values that still are of it
 * @notes: (nullable) (element-type TroupeProblem): what is to be said of the text
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
 * All parts of a document as they stood at one moment, the main one first. Immutable and counted, so that
 * a history is a list of them; trees that did not change are shared.
 */
typedef struct _TroupeDocumentParts TroupeDocumentParts;

/* No part yet. (transfer full) */
TroupeDocumentParts *troupe_document_parts_new (void);
TroupeDocumentParts *troupe_document_parts_ref (TroupeDocumentParts *self);
void troupe_document_parts_unref (TroupeDocumentParts *self);
G_DEFINE_AUTOPTR_CLEANUP_FUNC (TroupeDocumentParts, troupe_document_parts_unref)

guint troupe_document_parts_get_n (TroupeDocumentParts *self);
const TroupeDocumentPart *troupe_document_parts_get (TroupeDocumentParts *self, guint index);
/* (nullable) */
const TroupeDocumentPart *troupe_document_parts_find (TroupeDocumentParts *self, const char *name);
/* The text of a part, as it is saved. @length: (out) (optional). On any thread. (transfer full) */
char *
troupe_document_write_part (const TroupeDocumentPart *part, TroupeFormat format, gsize *length);
/* The tree of a part; NULL where there is none. (transfer none) */
JsonNode *troupe_document_parts_get_root (TroupeDocumentParts *self, const char *name);

/* The same with @root as the tree of the part @name, which is added where it is missing.
 * (transfer full) */
TroupeDocumentParts *
troupe_document_parts_with_root (TroupeDocumentParts *self, const char *name, JsonNode *root);
/* The same with a part as it was read; its fields are copied or counted. (transfer full) */
TroupeDocumentParts *troupe_document_parts_with (TroupeDocumentParts *self,
                                                 const TroupeDocumentPart *part);
TroupeDocumentParts *troupe_document_parts_without (TroupeDocumentParts *self, const char *name);

/* Whether both hold the same trees. */
gboolean troupe_document_parts_are_same (TroupeDocumentParts *a, TroupeDocumentParts *b);
/* Whether they differ in nothing but what stands under `x-troupe`. Looks at the top of each tree alone. */
gboolean troupe_document_parts_differ_in_layout_alone (TroupeDocumentParts *a,
                                                       TroupeDocumentParts *b);

G_END_DECLS
