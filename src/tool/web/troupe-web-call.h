/* troupe-web-call.h: one request to a server of the web, for tools
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#pragma once

#include "troupe-web-guard.h"

G_BEGIN_DECLS

/* Milliseconds until a connection stands, and until the whole body is there, redirects included. */
#define TROUPE_WEB_CONNECT_MS 5000u
#define TROUPE_WEB_TOTAL_MS 20000u
/* Bytes of a body, unpacked. */
#define TROUPE_WEB_LIMIT_BODY (5u * 1024 * 1024)

/**
 * TroupeWebRequest:
 * @uri: where it goes
 * @accept: (nullable): the types that are wanted
 * @body: (nullable): what is posted; %NULL is a GET
 * @body_type: (nullable): of it; %NULL is JSON
 * @headers: (nullable): names and values in turn, up to a %NULL
 * @is_guarded: whether @uri comes from a model: then nothing but the public web is reached, without a proxy, and
 *   redirects are followed as far as troupe_web_guard_parse_redirect() lets them. Else none is followed
 * @reach: how far what is guarded may reach
 * @keeps_host: no redirect to another host is followed
 * @keeps_origin: redirects are followed to the same scheme, host and port, guarded or not, and what is posted is sent
 *   nowhere else
 * @limit: bytes of the answer, unpacked; 0 is %TROUPE_WEB_LIMIT_BODY
 */
typedef struct
{
  GUri *uri;
  const char *accept;
  GBytes *body;
  const char *body_type;
  const char *const *headers;
  gboolean is_guarded;
  TroupeWebReach reach;
  gboolean keeps_host;
  gboolean keeps_origin;
  gsize limit;
} TroupeWebRequest;

/**
 * TroupeWebReply:
 * @uri: what answered in the end
 * @status: of HTTP
 * @type, @charset: (nullable): as the server says
 * @etag, @modified: (nullable): by which it knows what it gave again (RFC 9110 §8.8)
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

/* Sends @request and reads the whole answer, whatever its status is. Copied. Cancelling ends the call and closes
 * its socket. Keys are in no error. */
void troupe_web_call_async (const TroupeWebRequest *request,
                            GCancellable *cancellable,
                            GAsyncReadyCallback callback,
                            gpointer user_data);
/* (transfer full) (nullable). Errors: %TROUPE_TOOL_ERROR, %G_IO_ERROR_CANCELLED. */
TroupeWebReply *troupe_web_call_finish (GAsyncResult *result, GError **error);

G_END_DECLS
