/* troupe-web-call.h: single HTTP request of a tool
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#pragma once

#include "troupe-key-recipients.h"
#include "troupe-web-guard.h"

G_BEGIN_DECLS

/* Timeouts in milliseconds for the connection, and for the complete body including redirects. */
#define TROUPE_WEB_CONNECT_MS 5000u
#define TROUPE_WEB_TOTAL_MS 20000u
/* Maximum size of a decompressed body, in bytes. */
#define TROUPE_WEB_LIMIT_BODY (5u * 1024 * 1024)

/**
 * TroupeWebRequest:
 * @uri: the URL
 * @accept: (nullable): the accepted MIME types
 * @body: (nullable): the body of a POST; %NULL is a GET
 * @body_type: (nullable): its MIME type; %NULL is JSON
 * @headers: (nullable): alternating names and values, NULL-terminated
 * @is_guarded: whether @uri comes from a model: then only the public web is contacted, without a
 *   proxy, and redirects are followed if troupe_web_guard_parse_redirect() permits them. Otherwise
 *   redirects are not followed
 * @reach: which networks a guarded request may contact
 * @keeps_host: redirects to other hosts are not followed
 * @keeps_origin: redirects are followed only to the same scheme, host and port, guarded or not, and
 *   a posted body is sent nowhere else
 * @recipients: (nullable): hosts that the user has refused are not contacted, nor are any if the user has refused
 *   addresses that a model chooses; with @is_guarded only
 * @limit: maximum size of the decompressed response in bytes; 0 is %TROUPE_WEB_LIMIT_BODY
 */
typedef struct
{
  GUri *uri;
  const char *accept;
  GBytes *body;
  const char *body_type;
  const char *const *headers;
  gboolean is_guarded;
  TroupeHttpReach reach;
  gboolean keeps_host;
  gboolean keeps_origin;
  TroupeKeyRecipients *recipients;
  gsize limit;
} TroupeWebRequest;

/**
 * TroupeWebReply:
 * @uri: the URL after all redirects
 * @status: the HTTP status code
 * @type, @charset: (nullable): as sent by the server
 * @etag, @modified: (nullable): validators for conditional requests (RFC 9110 §8.8)
 */
typedef struct
{
  GUri *uri;
  guint status;
  char *type;
  char *charset;
  char *etag;
  char *modified;
  GBytes *body;
} TroupeWebReply;

void troupe_web_reply_free (TroupeWebReply *self);
G_DEFINE_AUTOPTR_CLEANUP_FUNC (TroupeWebReply, troupe_web_reply_free)

/* Sends @request and reads the complete response, regardless of its status. Copies @request. If
 * the call is cancelled, it ends and its socket is closed. Errors never contain API keys. */
void troupe_web_call_async (const TroupeWebRequest *request,
                            GCancellable *cancellable,
                            GAsyncReadyCallback callback,
                            gpointer user_data);
/* Returns the response. (transfer full) (nullable). Errors: %TROUPE_TOOL_ERROR,
 * %G_IO_ERROR_CANCELLED. */
TroupeWebReply *troupe_web_call_finish (GAsyncResult *result, GError **error);

G_END_DECLS
