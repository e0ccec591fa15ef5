/* troupe-llm-post.h: HTTP POST to a model server
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#pragma once

#include "troupe-http-call.h"
#include "troupe-llm.h"

G_BEGIN_DECLS

/* @on_bytes: like that of #TroupeHttpListener */
typedef struct
{
  void (*on_response) (guint status, SoupMessageHeaders *headers, gpointer user_data);
  TroupeHttpNext (*on_bytes) (const char *bytes, gsize length, gpointer user_data, GError **error);
} TroupeLlmPostListener;

/**
 * TroupeLlmPost:
 * @url: an absolute URL, http or https
 * @type: (nullable): content type of @body; JSON by default
 * @secret_headers: (nullable): name, value, …, %NULL: headers with a key; only sent to the origin
 *   of @url
 * @is_of_user, @connect_ms, @first_byte_ms, @idle_ms, @total_ms: as in #TroupeHttpRequest
 */
typedef struct
{
  const char *url;
  GBytes *body;
  const char *type;
  const char *accept;
  const char *const *secret_headers;
  gboolean is_of_user;
  guint connect_ms;
  guint first_byte_ms;
  guint idle_ms;
  guint total_ms;
} TroupeLlmPost;

/* Sends @post, follows redirects on the same host, and passes the response body to the listener,
 * regardless of the status. Everything in @post is copied. Cancelling ends the call and closes the
 * socket. @session: from troupe_http_shards_new()
 * Errors: TROUPE_LLM_ERROR (including whether it may be retried), G_IO_ERROR_CANCELLED, and the
 * errors of the listener. */
void troupe_llm_post_async (SoupSession *session,
                            const TroupeLlmPost *post,
                            const TroupeLlmPostListener *listener,
                            gpointer listener_data,
                            GCancellable *cancellable,
                            GAsyncReadyCallback callback,
                            gpointer user_data);
gboolean troupe_llm_post_finish (GAsyncResult *result, GError **error);

G_END_DECLS
