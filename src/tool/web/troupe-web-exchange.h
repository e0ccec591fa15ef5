/* troupe-web-exchange.h: one request of HTTP to a server of a protocol (MCP, A2A), and what comes back as it comes
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#pragma once

#include <libsoup/soup.h>

G_BEGIN_DECLS

typedef struct _TroupeWebExchange TroupeWebExchange;

/**
 * TroupeWebExchangeFuncs:
 * @responded: (nullable): status and headers are there
 * @event: an event of a stream, with data
 * @ended: it is over, and the exchange is gone when this returns. @body: of what is no stream; @error: (nullable):
 *   that it broke off
 *
 * Called in the context that was the thread's default when it was started.
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
 * @headers: (element-type utf8): names and values in turn. They go to the origin of @uri alone, redirects or not
 */
typedef struct
{
  const char *method;
  GUri *uri;
  GBytes *body;
  GPtrArray *headers;
} TroupeWebExchangeRequest;

/* Returns: (transfer none): until it has ended or is cancelled */
TroupeWebExchange *troupe_web_exchange_start (SoupSession *session,
                                              const TroupeWebExchangeRequest *request,
                                              const TroupeWebExchangeFuncs *funcs,
                                              gpointer user_data);
/* Nothing more is told; its connection ends. */
void troupe_web_exchange_cancel (TroupeWebExchange *self);

/* 0 until it responded. */
guint troupe_web_exchange_get_status (TroupeWebExchange *self);
/* What it says of how to sign in (WWW-Authenticate). (transfer none) (nullable) */
const char *troupe_web_exchange_get_challenge (TroupeWebExchange *self);
/* What answered, a proxy perhaps. (transfer none) (nullable) */
GInetAddress *troupe_web_exchange_get_peer (TroupeWebExchange *self);
gboolean troupe_web_exchange_is_stream (TroupeWebExchange *self);
/* With which event to go on after a stream that broke off, and how long to wait. (nullable) */
const char *troupe_web_exchange_get_last_event (TroupeWebExchange *self);
guint troupe_web_exchange_get_retry_ms (TroupeWebExchange *self);

/* Whether both are the same server: scheme, host and port. */
gboolean troupe_web_exchange_is_same_origin (GUri *a, GUri *b);

G_END_DECLS
