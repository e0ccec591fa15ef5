/* troupe-web-exchange.h: HTTP request with a streaming (SSE) response, for MCP and A2A
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#pragma once

#include <libsoup/soup.h>

G_BEGIN_DECLS

/* Maximum size of a body that is not a stream, and of an event, in bytes. */
#define TROUPE_WEB_LIMIT_MESSAGE (16u * 1024 * 1024)

typedef struct _TroupeWebExchange TroupeWebExchange;

/**
 * TroupeWebExchangeFuncs:
 * @responded: (nullable): the status and headers were received
 * @event: a stream event with data
 * @ended: the exchange has ended and is freed after this returns. @body: of a response that is not
 *   a stream; @error: (nullable): why it was interrupted
 *
 * Called in the main context that was the thread-default one when the exchange was started.
 */
typedef struct
{
  void (*responded) (TroupeWebExchange *self, SoupMessageHeaders *headers, gpointer user_data);
  void (*event) (TroupeWebExchange *self,
                 const char *type,
                 const char *data,
                 gsize length,
                 gpointer user_data);
  void (*ended) (TroupeWebExchange *self, GBytes *body, const GError *error, gpointer user_data);
} TroupeWebExchangeFuncs;

/**
 * TroupeWebExchangeRequest:
 * @method: a constant of libsoup
 * @body: (nullable): JSON
 * @headers: (element-type utf8): alternating names and values. They are sent only to the origin of
 *   @uri, even after redirects
 */
typedef struct
{
  const char *method;
  GUri *uri;
  GBytes *body;
  GPtrArray *headers;
} TroupeWebExchangeRequest;

/* Starts the exchange. Returns: (transfer none): valid until it has ended or is cancelled */
TroupeWebExchange *troupe_web_exchange_start (SoupSession *session,
                                              const TroupeWebExchangeRequest *request,
                                              const TroupeWebExchangeFuncs *funcs,
                                              gpointer user_data);
/* Closes the connection; no callback is called any more. */
void troupe_web_exchange_cancel (TroupeWebExchange *self);

/* Returns the HTTP status code, or 0 before the response. */
guint troupe_web_exchange_get_status (TroupeWebExchange *self);
/* Returns the header WWW-Authenticate of the response. (transfer none) (nullable) */
const char *troupe_web_exchange_get_challenge (TroupeWebExchange *self);
/* Returns the address that responded, which may be a proxy. (transfer none) (nullable) */
GInetAddress *troupe_web_exchange_get_peer (TroupeWebExchange *self);
gboolean troupe_web_exchange_is_stream (TroupeWebExchange *self);
/* Returns the event ID from which to resume an interrupted stream; the next function returns the
 * delay before that. (nullable) */
const char *troupe_web_exchange_get_last_event (TroupeWebExchange *self);
guint troupe_web_exchange_get_retry_ms (TroupeWebExchange *self);

G_END_DECLS
