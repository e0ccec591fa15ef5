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
 * @pdf: (nullable): a PDF document instead of the text, which is read like a PDF file
 * @stamp: (nullable): the cache validators of the page
 * @is_same: whether the page has not changed since the given stamp, so that neither text nor PDF is
 *   set
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
 * @fetch_async: fetches a URL; @stamp (nullable) is the stamp of its saved version. The callback is
 *   called in the caller's main context. Errors: their messages are sentences
 * @read_html: converts a page to text, on any thread. (transfer full): "" if the page has no text
 *
 * Web functions. They are implemented in `run`, because this folder does not link to any web
 * library.
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
