/* troupe-mcp-exchange.h: one request of HTTP to an MCP server, and what comes back as it comes
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#pragma once

#include <libsoup/soup.h>

G_BEGIN_DECLS

typedef struct _TroupeMcpExchange TroupeMcpExchange;

/**
 * TroupeMcpExchangeFuncs:
 * @responded: (nullable): status and headers are there
 * @event: an event of a stream, with data
 * @ended: it is over, and the exchange is gone when this returns. @body: of what is no stream; @error: (nullable):
 *   that it broke off
 *
 * Called in the context that was the thread's default when it was started.
 */
typedef struct
{
  void (*responded) (TroupeMcpExchange *self, SoupMessageHeaders *headers, gpointer user_data);
  void (*event) (TroupeMcpExchange *self,
                 const char *type,
                 const char *data,
                 gsize length,
                 gpointer user_data);
  void (*ended) (TroupeMcpExchange *self, GBytes *body, const GError *error, gpointer user_data);
} TroupeMcpExchangeFuncs;

/**
 * TroupeMcpExchangeRequest:
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
} TroupeMcpExchangeRequest;

/* Returns: (transfer none): until it has ended or is cancelled */
TroupeMcpExchange *troupe_mcp_exchange_start (SoupSession *session,
                                              const TroupeMcpExchangeRequest *request,
                                              const TroupeMcpExchangeFuncs *funcs,
                                              gpointer user_data);
/* Nothing more is told; its connection ends. */
void troupe_mcp_exchange_cancel (TroupeMcpExchange *self);

/* 0 until it responded. */
guint troupe_mcp_exchange_get_status (TroupeMcpExchange *self);
/* What it says of how to sign in (WWW-Authenticate). (transfer none) (nullable) */
const char *troupe_mcp_exchange_get_challenge (TroupeMcpExchange *self);
/* What answered, a proxy perhaps. (transfer none) (nullable) */
GInetAddress *troupe_mcp_exchange_get_peer (TroupeMcpExchange *self);
gboolean troupe_mcp_exchange_is_stream (TroupeMcpExchange *self);
/* With which event to go on after a stream that broke off, and how long to wait. (nullable) */
const char *troupe_mcp_exchange_get_last_event (TroupeMcpExchange *self);
guint troupe_mcp_exchange_get_retry_ms (TroupeMcpExchange *self);

/* Whether both are the same server: scheme, host and port. */
gboolean troupe_mcp_exchange_is_same_origin (GUri *a, GUri *b);

G_END_DECLS
