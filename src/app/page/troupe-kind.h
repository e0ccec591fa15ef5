/* troupe-kind.h: the kinds of documents that a window can open
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#pragma once

#include <gtk/gtk.h>

#include "troupe-document.h"

G_BEGIN_DECLS

/**
 * TroupeKind:
 * @name: what drafts call it
 * @icon_name: of its tabs
 * @get_type: its subclass of #TroupeDocument
 * @open: reads a file or a folder as one, also where it has load errors. Blocks. As
 *   troupe_document_read_file()
 * @make_content: what its page shows of an open document, a #TroupePageContent
 *
 * One kind of document. Whatever else the application knows of documents goes for all kinds.
 */
typedef struct
{
  const char *name;
  const char *icon_name;
  GType (*get_type) (void);
  TroupeDocument *(*open) (const char *path, GPtrArray **problems, GError **error);
  GtkWidget *(*make_content) (TroupeDocument *document);
} TroupeKind;

/* The kind that is called @name; NULL where none is. */
const TroupeKind *troupe_kind_find (const char *name);
/* The kind of an open document. */
const TroupeKind *troupe_kind_of (TroupeDocument *document);
/* The file that stands for @path: of a crew's folder, and of the file of one of its agents, the crew's. Blocks.
 * (transfer full) */
char *troupe_kind_find_file (const char *path);
/* The kind that the file or folder at @path is opened as. Blocks. */
const TroupeKind *troupe_kind_for_path (const char *path);

G_END_DECLS
