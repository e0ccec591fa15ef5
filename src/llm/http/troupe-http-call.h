/* troupe-http-call.h: HTTP POST with deadlines, redirects and a streamed response body
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#pragma once

#include <libsoup/soup.h>

#include "troupe-llm.h"

G_BEGIN_DECLS

/* Result of a listener after a chunk of the body. */
typedef enum
{
  TROUPE_HTTP_MORE,
  TROUPE_HTTP_ENDING, /* complete: only counts may follow, so a disconnect is not an error */
  TROUPE_HTTP_ENOUGH, /* stop reading */
  TROUPE_HTTP_FAILED, /* the error is set */
} TroupeHttpNext;

typedef struct
{
  void (*on_response) (guint status, SoupMessageHeaders *headers, gpointer user_data);
  TroupeHttpNext (*on_bytes) (const char *bytes, gsize length, gpointer user_data, GError **error);
} TroupeHttpListener;

/**
 * TroupeHttpRequest:
 * @url: an absolute URL, http or https
 * @type: (nullable): content type of @body; JSON by default
 * @secret_headers: (nullable): name, value, …, %NULL: headers with a key; only sent to the origin
 *   of @url
 * @first_byte_ms: from sending the request to the first byte of the body
 * @idle_ms: between two chunks of the body
 * @total_ms: from the first to the last byte of the body
 */
typedef struct
{
  const char *url;
  GBytes *body;
  const char *type;
  const char *accept;
  const char *const *secret_headers;
  guint connect_ms;
  guint first_byte_ms;
  guint idle_ms;
  guint total_ms;
} TroupeHttpRequest;

/* Sends @request, follows redirects on the same host, and passes the response body to the
 * listener, regardless of the status. Everything in @request is copied. Cancelling ends the call
 * and closes the socket.
 * Errors: TROUPE_LLM_ERROR (including whether it may be retried), G_IO_ERROR_CANCELLED, and the
 * errors of the listener. */
void troupe_http_call_async (SoupSession *session,
                             const TroupeHttpRequest *request,
                             const TroupeHttpListener *listener,
                             gpointer listener_data,
                             GCancellable *cancellable,
                             GAsyncReadyCallback callback,
                             gpointer user_data);
gboolean troupe_http_call_finish (GAsyncResult *result, GError **error);

G_END_DECLS
