/* troupe-knowledge-web.h: interface through which knowledge accesses the web
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#pragma once

#include <gio/gio.h>

G_BEGIN_DECLS

/**
 * TroupeKnowledgePage:
 * @text: (nullable): the text of a page, UTF-8
 * @pdf: (nullable): a PDF document instead, which is read like a PDF file
 * @stamp: (nullable): the cache validators of the page
 * @is_same: whether the page has not changed since the given stamp: then there is neither text nor
 *   PDF
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
 * @fetch_async: fetches a URL, the saved version of which has @stamp (nullable); the callback is
 *   called in the caller's main context. Errors: their messages are sentences
 * @read_html: converts a page to text, on any thread. (transfer full): "" if it has no text
 *
 * Web functions, implemented in `run`, because this folder does not link to any web library.
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
