/* troupe-mcp-connection.h: connection to an MCP server, with protocol version negotiation
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#pragma once

#include "troupe-json-rpc-session.h"
#include "troupe-mcp-launch.h"

G_BEGIN_DECLS

/**
 * TroupeMcpConnection:
 *
 * Starts or contacts the server, determines its era (whether it supports the modern or only the
 * legacy protocol), and performs the handshake (doc/mcp.md §2). The era of a server is cached in
 * the process. For one thread. If the connection is freed before it is closed, it is closed in the
 * background.
 */
#define TROUPE_TYPE_MCP_CONNECTION (troupe_mcp_connection_get_type ())
G_DECLARE_FINAL_TYPE (TroupeMcpConnection, troupe_mcp_connection, TROUPE, MCP_CONNECTION, GObject)

/* @place: copied; @asker: (nullable): as in troupe_json_rpc_session_set_asker(). Ends within the
 *   connection timeout of @config. */
void troupe_mcp_connection_open_async (TroupeMcpConfig *config,
                                       const TroupeMcpPlace *place,
                                       const TroupeMcpAsker *asker,
                                       GCancellable *cancellable,
                                       GAsyncReadyCallback callback,
                                       gpointer user_data);
/* Returns the connection. (transfer full) (nullable). Errors: %TROUPE_MCP_ERROR,
 * %G_IO_ERROR_CANCELLED. */
TroupeMcpConnection *troupe_mcp_connection_open_finish (GAsyncResult *result, GError **error);

/* (transfer none) */
TroupeJsonRpcSession *troupe_mcp_connection_get_talk (TroupeMcpConnection *self);
TroupeMcpConfig *troupe_mcp_connection_get_config (TroupeMcpConnection *self);
/* Returns the serverInfo, usually a map of `name` and `version`. (transfer none) (nullable) */
TroupeValue *troupe_mcp_connection_get_server_info (TroupeMcpConnection *self);
/* Returns the protocol version, such as `2025-11-25`. */
const char *troupe_mcp_connection_get_version (TroupeMcpConnection *self);

void troupe_mcp_connection_close_async (TroupeMcpConnection *self,
                                        GAsyncReadyCallback callback,
                                        gpointer user_data);
void troupe_mcp_connection_close_finish (TroupeMcpConnection *self, GAsyncResult *result);

/* For tests: sets the timeout of the modern handshake and clears the remembered eras. */
void troupe_mcp_connection_set_probe_ms (guint milliseconds);
void troupe_mcp_connection_forget_eras (void);

G_END_DECLS
