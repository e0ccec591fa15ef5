/* troupe-kind.h: registry of the document types: flow and crew
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#pragma once

#include <gtk/gtk.h>

#include "troupe-document.h"

G_BEGIN_DECLS

/**
 * TroupeKind:
 * @name: name of the type in drafts
 * @icon_name: icon for the tabs of the type
 * @get_type: returns the subclass of #TroupeDocument
 * @open: opens a file or folder, even if it has load errors. Blocks. Errors and problems: as
 *   troupe_document_read_file()
 * @make_content: creates the #TroupePageContent for an open document
 *
 * A document type. All other code of the application is independent of the document type.
 */
typedef struct
{
  const char *name;
  const char *icon_name;
  GType (*get_type) (void);
  TroupeDocument *(*open) (const char *path, GPtrArray **problems, GError **error);
  GtkWidget *(*make_content) (TroupeDocument *document);
} TroupeKind;

/* Finds a document type by name. Returns NULL if there is no such type. */
const TroupeKind *troupe_kind_find (const char *name);
/* Returns the type of an open document. */
const TroupeKind *troupe_kind_of (TroupeDocument *document);
/* Returns the document file for @path. This is the file of the crew for a crew folder or an
 * agent file, otherwise @path itself. Blocks. (transfer full) */
char *troupe_kind_find_file (const char *path);
/* Returns the document type for the file or folder at @path. Blocks. */
const TroupeKind *troupe_kind_for_path (const char *path);

/**
 * troupe_kind_is_own_file:
 * @document: a flow or crew document that no other thread uses
 * @is_edited: whether the content comes from a draft of a document of the user
 *
 * Checks whether the document with the content of a file, or of a draft, is what the user has created
 * and saved here. Blocks. May be called on any thread.
 *
 * Returns: %FALSE if another program has changed the file since, or the code that it runs, and for a
 *   document without a file
 */
gboolean troupe_kind_is_own_file (TroupeDocument *document, gboolean is_edited);

G_END_DECLS
