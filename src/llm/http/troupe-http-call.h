/* troupe-http-call.h: one POST with deadlines, redirects and a body that is read as it comes
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#pragma once

#include <libsoup/soup.h>

#include "troupe-llm.h"

G_BEGIN_DECLS

/* What a listener wants after a piece of the body. */
typedef enum
{
  TROUPE_HTTP_MORE,
  TROUPE_HTTP_ENDING, /* the answer is whole, only counts may follow: a break is no error now */
  TROUPE_HTTP_ENOUGH, /* nothing more is read */
  TROUPE_HTTP_FAILED, /* the error is set */
} TroupeHttpNext;

typedef struct
{
  void (*on_response) (guint status, SoupMessageHeaders *headers, gpointer user_data);
  TroupeHttpNext (*on_bytes) (const char *bytes, gsize length, gpointer user_data, GError **error);
} TroupeHttpListener;

/**
 * TroupeHttpRequest:
 * @url: an absolute address, http or https
 * @type: (nullable): of @body; JSON where nothing is said
 * @secret_headers: (nullable): name, value, …, %NULL: what carries a key; sent to the origin of @url and to no
 *   other
 * @first_byte_ms: from the moment the request goes out to the first byte of the body
 * @idle_ms: between two pieces of the body
 * @total_ms: from the first byte of the body to its last one
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

/* Sends @request, follows redirects on the same host, hands the body of the answer on whatever its
 * status is. Everything in @request is copied. Cancelling ends the call and closes the socket.
 * Errors: TROUPE_LLM_ERROR (those after which another attempt makes sense are marked so),
 * G_IO_ERROR_CANCELLED, the listener's. */
void troupe_http_call_async (SoupSession *session,
                             const TroupeHttpRequest *request,
                             const TroupeHttpListener *listener,
                             gpointer listener_data,
                             GCancellable *cancellable,
                             GAsyncReadyCallback callback,
                             gpointer user_data);
gboolean troupe_http_call_finish (GAsyncResult *result, GError **error);

G_END_DECLS
