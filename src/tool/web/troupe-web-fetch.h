/* troupe-web-fetch.h: fetches a public web page as text
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#pragma once

#include <gio/gio.h>

#include "troupe-key-recipients.h"

G_BEGIN_DECLS

/**
 * TroupeWebFetchFlags:
 * @TROUPE_WEB_FETCH_PDF: PDF documents are accepted, too, as bytes
 * @TROUPE_WEB_FETCH_SAME_HOST: redirects to other hosts are not followed, because the user has
 *   permitted only this one
 */
typedef enum
{
  TROUPE_WEB_FETCH_NONE = 0,
  TROUPE_WEB_FETCH_PDF = 1 << 0,
  TROUPE_WEB_FETCH_SAME_HOST = 1 << 1,
} TroupeWebFetchFlags;

/**
 * TroupeWebDocument:
 * @text: (nullable): UTF-8 as returned by troupe_web_page_clean(), never empty; %NULL for a PDF
 *   document
 * @pdf: (nullable): its bytes
 * @is_cut: whether the text was truncated
 * @stamp: (nullable): the validators of the page, for @stamp of troupe_web_fetch_async()
 * @is_same: whether the page has not changed since the stamp: then there is neither text nor PDF
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
 * @uri: from troupe_web_guard_parse()
 * @limit: maximum size of the text in bytes
 * @stamp: (nullable): of the version that is already available: the page is sent only if it has
 *   changed (If-None-Match, If-Modified-Since)
 * @recipients: (nullable): hosts that the user has refused are not contacted
 *
 * Fetches a page and converts it to text: HTML with troupe_web_page_read_html(), other text
 * unchanged. Only the public web is contacted, whatever host names and redirects refer to. The
 * callback is called in the caller's main context.
 */
void troupe_web_fetch_async (GUri *uri,
                             TroupeWebFetchFlags flags,
                             gsize limit,
                             const char *stamp,
                             TroupeKeyRecipients *recipients,
                             GCancellable *cancellable,
                             GAsyncReadyCallback callback,
                             gpointer user_data);
/* Returns the page. (transfer full) (nullable). Errors: %TROUPE_TOOL_ERROR, also if the response
 * is not a page; %G_IO_ERROR_CANCELLED. */
TroupeWebDocument *troupe_web_fetch_finish (GAsyncResult *result, GError **error);

G_END_DECLS
