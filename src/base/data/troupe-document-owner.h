/* troupe-document-owner.h: to which document at a path something stored belongs
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#pragma once

#include <glib.h>

G_BEGIN_DECLS

/*
 * Runs, conversations, memories and typed texts are found by the path of their document. If the user has deleted it, and an archive
 * of a stranger is unpacked there, they are not those of the new document, which would send them to models and servers of its own.
 * A document is the same one as long as it is in the same folder, so that edits, updates and a change of branches keep what was
 * stored. In another folder at the same path, as after a clone or from a backup, it is the same one if its content is.
 *
 * All functions read small files. Threads: any.
 */

/**
 * TroupeDocumentIdentity:
 * @path: (nullable): the absolute path of the file; nothing belongs to a document without one
 * @name: (nullable): its name; %NULL if it is unknown, so that any name will do
 * @digest: (nullable): of its content, as it is stored; %NULL if it is unknown
 *
 * A document for which something stored is looked for.
 */
typedef struct
{
  const char *path;
  const char *name;
  const char *digest;
} TroupeDocumentIdentity;

/**
 * TroupeDocumentMark:
 * @name: (nullable): the name of the document then; %NULL if it was not stored
 * @digest: (nullable): of its content
 * @folder: (nullable): of troupe_document_identify_folder(); %NULL if it was not stored
 * @parts: (nullable): of troupe_document_identify_parts()
 * @time_us: when it was stored, in microseconds since 1970
 *
 * What is known of the document of something stored, which was at the same path.
 */
typedef struct
{
  const char *name;
  const char *digest;
  const char *folder;
  const char *parts;
  gint64 time_us;
} TroupeDocumentMark;

/* Decides for many marks whether what has them belongs to the document. Not thread-safe. */
typedef struct _TroupeDocumentOwner TroupeDocumentOwner;

/* @document: used until the owner is freed. (transfer full) */
TroupeDocumentOwner *troupe_document_owner_new (const TroupeDocumentIdentity *document);
void troupe_document_owner_free (TroupeDocumentOwner *self);
G_DEFINE_AUTOPTR_CLEANUP_FUNC (TroupeDocumentOwner, troupe_document_owner_free)
/* Returns TRUE if what has the mark belongs to the document. */
gboolean troupe_document_owner_has (TroupeDocumentOwner *self, const TroupeDocumentMark *mark);

/* Returns what identifies the folder of a document: an archive that is unpacked, or a clone, is another one. (transfer full)
 * (nullable): %NULL if there is no folder */
char *troupe_document_identify_folder (const char *path);

/* Returns the digest of what a run of the document executes beside it, and of what chooses its models: declarations, code, skills and
 * prompts in its folder, at any depth, and the file `.env`. (transfer full) (nullable): %NULL if these are too many files, or
 * include installed packages, so that the content is unknown */
char *troupe_document_identify_parts (const char *path);

G_END_DECLS
