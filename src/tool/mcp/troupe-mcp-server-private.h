/* troupe-mcp-server-private.h: what a server and the calls of its tools share
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#pragma once

#include "troupe-mcp-authorization.h"
#include "troupe-mcp-connection.h"
#include "troupe-mcp-server.h"

G_BEGIN_DECLS

/* How often what may work a moment later is tried. */
#define TROUPE_MCP_ATTEMPTS 3u

/* (transfer none) */
TroupeMcpConfig *troupe_mcp_server_get_config (TroupeMcpServer *self);
/* How long to wait after that attempt, the first of which is 0. */
guint troupe_mcp_server_get_pause_ms (TroupeMcpServer *self, guint attempt);

/* Gets another token where the server refused (troupe-mcp-authorization.h). */
void troupe_mcp_server_renew_async (TroupeMcpServer *self,
                                    const GError *refusal,
                                    GCancellable *cancellable,
                                    GAsyncReadyCallback callback,
                                    gpointer user_data);

/* The one connection, which is made where there is none, or one of the caller's own. */
void troupe_mcp_server_connect_async (TroupeMcpServer *self,
                                      const TroupeToolContext *context,
                                      GCancellable *cancellable,
                                      GAsyncReadyCallback callback,
                                      gpointer user_data);
/* (transfer full) (nullable). Errors: %TROUPE_MCP_ERROR, %G_IO_ERROR_CANCELLED. */
TroupeMcpConnection *
troupe_mcp_server_connect_finish (TroupeMcpServer *self, GAsyncResult *result, GError **error);
/* The caller needs it no more. @connection: (transfer full) */
void troupe_mcp_server_release (TroupeMcpServer *self, TroupeMcpConnection *connection);

G_END_DECLS
