/* troupe-json-rpc-session.h: JSON-RPC requests, responses and notifications
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#pragma once

#include "troupe-mcp-ask.h"
#include "troupe-mcp-link.h"

G_BEGIN_DECLS

#define TROUPE_MCP_VERSION_MODERN "2026-07-28"
#define TROUPE_MCP_VERSION_LEGACY "2025-11-25"
/* A request that tells of its progress ends here all the same. */
#define TROUPE_MCP_LONGEST_MS (10u * 60 * 1000)

/* @total: not a number where it is not known; @text: (nullable) */
typedef void (*TroupeMcpProgressFunc) (double progress,
                                       double total,
                                       const char *text,
                                       gpointer user_data);

/**
 * TroupeMcpRequest:
 * @params: (nullable): a map
 * @name, @headers: (nullable): as in #TroupeMcpMessage
 * @timeout_ms: without an answer or progress
 * @is_kept: whether the server is not told when nobody waits any more: of the first request
 * @progress: (nullable): with @progress_data, for as long as the request is under way
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
 * JSON-RPC with one server (doc/mcp.md §2, §6): each request has one answer, one deadline and one end; what the server
 * asks is answered; what fits nothing is passed over. For one thread.
 *
 * `completed` (an id): the server says that what a person was sent to an address for is done.
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
/* Who is asked what the server wants to know; @asker: (nullable): nobody, and the server is told so. Borrowed. Before
 * anything is sent. */
void troupe_json_rpc_session_set_asker (TroupeJsonRpcSession *self, const TroupeMcpAsker *asker);
/* (nullable) */
const TroupeMcpAsker *troupe_json_rpc_session_get_asker (TroupeJsonRpcSession *self);
/* @version: (nullable): what is spoken from now on */
void troupe_json_rpc_session_set_version (TroupeJsonRpcSession *self,
                                          const char *version,
                                          gboolean is_modern);
gboolean troupe_json_rpc_session_is_modern (TroupeJsonRpcSession *self);
/* Whether no answer will come any more. */
gboolean troupe_json_rpc_session_is_lost (TroupeJsonRpcSession *self);
/* Ends all requests, as nothing will be read any more. The link is left as it is. */
void troupe_json_rpc_session_end (TroupeJsonRpcSession *self);
/* Whether the server said that its tools changed, since this was last asked. */
gboolean troupe_json_rpc_session_take_changed (TroupeJsonRpcSession *self);

void troupe_json_rpc_session_request_async (TroupeJsonRpcSession *self,
                                            const TroupeMcpRequest *request,
                                            GCancellable *cancellable,
                                            GAsyncReadyCallback callback,
                                            gpointer user_data);
/* The result. (transfer full) (nullable). Errors: %TROUPE_MCP_ERROR, %G_IO_ERROR_CANCELLED. */
TroupeValue *troupe_json_rpc_session_request_finish (TroupeJsonRpcSession *self,
                                                     GAsyncResult *result,
                                                     GError **error);
/* @params: (nullable) */
void troupe_json_rpc_session_notify (TroupeJsonRpcSession *self,
                                     const char *method,
                                     TroupeValue *params);

G_END_DECLS
