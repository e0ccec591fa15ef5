/* troupe-json-rpc-session.h: JSON-RPC session: requests, responses and notifications
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#pragma once

#include "troupe-mcp-ask.h"
#include "troupe-mcp-link.h"

G_BEGIN_DECLS

#define TROUPE_MCP_VERSION_MODERN "2026-07-28"
#define TROUPE_MCP_VERSION_LEGACY "2025-11-25"
/* Maximum duration of a request, even if it reports progress. */
#define TROUPE_MCP_LONGEST_MS (10u * 60 * 1000)

/* @total: NAN if unknown; @text: (nullable) */
typedef void (*TroupeMcpProgressFunc) (double progress,
                                       double total,
                                       const char *text,
                                       gpointer user_data);

/**
 * TroupeMcpRequest:
 * @params: (nullable): a map
 * @name, @headers: (nullable): as in #TroupeMcpMessage
 * @timeout_ms: maximum time without a response or progress
 * @is_kept: whether no cancellation is sent to the server if the caller stops waiting; set for the
 *   first request
 * @progress: (nullable): called with @progress_data while the request is running
 */
typedef struct
{
  const char *method;
  TroupeValue *params;
  const char *name;
  const char *const *headers;
  guint timeout_ms;
  gboolean is_kept;
  TroupeMcpProgressFunc progress;
  gpointer progress_data;
} TroupeMcpRequest;

/**
 * TroupeJsonRpcSession:
 *
 * A JSON-RPC session with one server (doc/mcp.md §2, §6). Each request has one response, one
 * deadline and one completion. Requests of the server are answered, and unexpected messages are
 * ignored. For one thread.
 *
 * `completed` (an id): emitted when the server reports that the user has completed an interaction
 * at a URL.
 */
#define TROUPE_TYPE_JSON_RPC_SESSION (troupe_json_rpc_session_get_type ())
G_DECLARE_FINAL_TYPE (TroupeJsonRpcSession,
                      troupe_json_rpc_session,
                      TROUPE,
                      JSON_RPC_SESSION,
                      GObject)

TroupeJsonRpcSession *troupe_json_rpc_session_new (TroupeMcpLink *link);
/* (transfer none) */
TroupeMcpLink *troupe_json_rpc_session_get_link (TroupeJsonRpcSession *self);
/* Sets the asker that prompts the user for input that the server requests. @asker: (nullable):
 * NULL if the user cannot be prompted; the server is informed of this. Borrowed. Must be called
 * before anything is sent. */
void troupe_json_rpc_session_set_asker (TroupeJsonRpcSession *self, const TroupeMcpAsker *asker);
/* (nullable) */
const TroupeMcpAsker *troupe_json_rpc_session_get_asker (TroupeJsonRpcSession *self);
/* Sets the protocol version that is used from now on. @version: (nullable) */
void troupe_json_rpc_session_set_version (TroupeJsonRpcSession *self,
                                          const char *version,
                                          gboolean is_modern);
gboolean troupe_json_rpc_session_is_modern (TroupeJsonRpcSession *self);
/* Returns TRUE if the connection is lost and no responses will be received. */
gboolean troupe_json_rpc_session_is_lost (TroupeJsonRpcSession *self);
/* Ends all requests, because no more messages will be read. Does not close the link. */
void troupe_json_rpc_session_end (TroupeJsonRpcSession *self);
/* Returns TRUE if the server reported a change of its tools since the last call of this
 * function. */
gboolean troupe_json_rpc_session_take_changed (TroupeJsonRpcSession *self);

void troupe_json_rpc_session_request_async (TroupeJsonRpcSession *self,
                                            const TroupeMcpRequest *request,
                                            GCancellable *cancellable,
                                            GAsyncReadyCallback callback,
                                            gpointer user_data);
/* Returns the result. (transfer full) (nullable). Errors: %TROUPE_MCP_ERROR,
 * %G_IO_ERROR_CANCELLED. */
TroupeValue *troupe_json_rpc_session_request_finish (TroupeJsonRpcSession *self,
                                                     GAsyncResult *result,
                                                     GError **error);
/* @params: (nullable) */
void troupe_json_rpc_session_notify (TroupeJsonRpcSession *self,
                                     const char *method,
                                     TroupeValue *params);

G_END_DECLS
