/* troupe-web-fetch.h: a page of the public web as text
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#pragma once

#include <gio/gio.h>

G_BEGIN_DECLS

/**
 * TroupeWebFetchFlags:
 * @TROUPE_WEB_FETCH_PDF: a PDF document is taken, too, as its bytes
 * @TROUPE_WEB_FETCH_SAME_HOST: no redirect to another host is followed: a person agreed to this one
 */
typedef enum
{
  TROUPE_WEB_FETCH_NONE = 0,
  TROUPE_WEB_FETCH_PDF = 1 << 0,
  TROUPE_WEB_FETCH_SAME_HOST = 1 << 1,
} TroupeWebFetchFlags;

/**
 * TroupeWebDocument:
 * @text: (nullable): UTF-8 as troupe_web_page_clean() leaves it, never empty; %NULL of a PDF document
 * @pdf: (nullable): its bytes
 * @is_cut: whether there was more text
 * @stamp: (nullable): by which the server knows what it gave again, for @stamp of troupe_web_fetch_async()
 * @is_same: whether it is what the stamp is of: then there is neither text nor document
 */
typedef struct
{
  char *text;
  GBytes *pdf;
  gboolean is_cut;
  char *stamp;
  gboolean is_same;
} TroupeWebDocument;

void troupe_web_document_free (TroupeWebDocument *self);
G_DEFINE_AUTOPTR_CLEANUP_FUNC (TroupeWebDocument, troupe_web_document_free)

/**
 * troupe_web_fetch_async:
 * @uri: of troupe_web_guard_parse()
 * @limit: bytes of the text
 * @stamp: (nullable): of what is there already: only something else is sent (If-None-Match, If-Modified-Since)
 *
 * Fetches a page and makes text of it: HTML by troupe_web_page_read_html(), any other text as it is. Nothing but the
 * public web is reached, whatever names and redirects say. The caller's context hears of the end.
 */
void troupe_web_fetch_async (GUri *uri,
                             TroupeWebFetchFlags flags,
                             gsize limit,
                             const char *stamp,
                             GCancellable *cancellable,
                             GAsyncReadyCallback callback,
                             gpointer user_data);
/* (transfer full) (nullable). Errors: %TROUPE_TOOL_ERROR, also where the answer is no page; %G_IO_ERROR_CANCELLED. */
TroupeWebDocument *troupe_web_fetch_finish (GAsyncResult *result, GError **error);

G_END_DECLS
