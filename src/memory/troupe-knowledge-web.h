/* troupe-knowledge-web.h: what knowledge asks of the web
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#pragma once

#include <gio/gio.h>

G_BEGIN_DECLS

/**
 * TroupeKnowledgePage:
 * @text: (nullable): of a page, UTF-8
 * @pdf: (nullable): a document instead, which is read as a file of its kind is
 * @stamp: (nullable): by which the server knows it again
 * @is_same: whether it is what the stamp that was given is of: then there is neither
 */
typedef struct
{
  char *text;
  GBytes *pdf;
  char *stamp;
  gboolean is_same;
} TroupeKnowledgePage;

void troupe_knowledge_page_free (TroupeKnowledgePage *self);
G_DEFINE_AUTOPTR_CLEANUP_FUNC (TroupeKnowledgePage, troupe_knowledge_page_free)

/**
 * TroupeKnowledgeWeb:
 * @fetch_async: fetches an address, of which what was there before has @stamp (nullable), and calls back in the caller's
 *   context. Errors: sentences
 * @read_html: a page as text, in any thread. (transfer full): "" where it has none
 *
 * The web as `run` gives it: this room links none of it.
 */
typedef struct
{
  void (*fetch_async) (const char *address,
                       const char *stamp,
                       GCancellable *cancellable,
                       GAsyncReadyCallback callback,
                       gpointer user_data);
  TroupeKnowledgePage *(*fetch_finish) (GAsyncResult *result, GError **error);
  char *(*read_html) (const char *html, gsize length);
} TroupeKnowledgeWeb;

G_END_DECLS
