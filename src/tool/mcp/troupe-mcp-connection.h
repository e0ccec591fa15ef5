/* troupe-mcp-connection.h: a connection to an MCP server, of either era
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
 * Starts or finds the server, finds out which of the two eras of the protocol it speaks, and says hello (doc/mcp.md
 * §2). Which era that was is remembered by this process. For one thread; where it is freed before it is closed, it is
 * closed in the background.
 */
#define TROUPE_TYPE_MCP_CONNECTION (troupe_mcp_connection_get_type ())
G_DECLARE_FINAL_TYPE (TroupeMcpConnection, troupe_mcp_connection, TROUPE, MCP_CONNECTION, GObject)

/* @place: copied; @asker: (nullable): as of troupe_json_rpc_session_set_asker(). Ends within the config's time. */
void troupe_mcp_connection_open_async (TroupeMcpConfig *config,
                                       const TroupeMcpPlace *place,
                                       const TroupeMcpAsker *asker,
                                       GCancellable *cancellable,
                                       GAsyncReadyCallback callback,
                                       gpointer user_data);
/* (transfer full) (nullable). Errors: %TROUPE_MCP_ERROR, %G_IO_ERROR_CANCELLED. */
TroupeMcpConnection *troupe_mcp_connection_open_finish (GAsyncResult *result, GError **error);

/* (transfer none) */
TroupeJsonRpcSession *troupe_mcp_connection_get_talk (TroupeMcpConnection *self);
TroupeMcpConfig *troupe_mcp_connection_get_config (TroupeMcpConnection *self);
/* What the server says of itself: a map of `name` and `version`, mostly. (transfer none) (nullable) */
TroupeValue *troupe_mcp_connection_get_server_info (TroupeMcpConnection *self);
/* `2025-11-25` */
const char *troupe_mcp_connection_get_version (TroupeMcpConnection *self);

void troupe_mcp_connection_close_async (TroupeMcpConnection *self,
                                        GAsyncReadyCallback callback,
                                        gpointer user_data);
void troupe_mcp_connection_close_finish (TroupeMcpConnection *self, GAsyncResult *result);

/* For tests: how long a server may be silent when it is asked for the modern era, and that nothing is remembered. */
void troupe_mcp_connection_set_probe_ms (guint milliseconds);
void troupe_mcp_connection_forget_eras (void);

G_END_DECLS
