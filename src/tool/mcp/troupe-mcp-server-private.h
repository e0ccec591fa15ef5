/* troupe-mcp-server-private.h: internal interface between an MCP server and the calls of its tools
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#pragma once

#include "troupe-mcp-authorization.h"
#include "troupe-mcp-connection.h"
#include "troupe-mcp-server.h"

G_BEGIN_DECLS

/* Maximum number of attempts for errors that may be temporary. */
#define TROUPE_MCP_ATTEMPTS 3u

/* (transfer none) */
TroupeMcpConfig *troupe_mcp_server_get_config (TroupeMcpServer *self);
/* Returns the delay after the attempt with that number, counted from 0. */
guint troupe_mcp_server_get_pause_ms (TroupeMcpServer *self, guint attempt);

/* Returns TRUE if a new token could help after @error, and the document itself has no credentials for
 * the server. @n_renewals: number of previous attempts */
gboolean troupe_mcp_server_may_renew (TroupeMcpServer *self, const GError *error, guint n_renewals);
/* Obtains a new token after the server refused a request (troupe-mcp-authorization.h). */
void troupe_mcp_server_renew_async (TroupeMcpServer *self,
                                    const GError *refusal,
                                    GCancellable *cancellable,
                                    GAsyncReadyCallback callback,
                                    gpointer user_data);

/* Returns the shared connection, or a separate connection for the caller. The shared connection
 * is created if necessary. */
void troupe_mcp_server_connect_async (TroupeMcpServer *self,
                                      const TroupeToolContext *context,
                                      GCancellable *cancellable,
                                      GAsyncReadyCallback callback,
                                      gpointer user_data);
/* Returns the connection. (transfer full) (nullable). Errors: %TROUPE_MCP_ERROR,
 * %G_IO_ERROR_CANCELLED. */
TroupeMcpConnection *
troupe_mcp_server_connect_finish (TroupeMcpServer *self, GAsyncResult *result, GError **error);
/* Releases the connection of the caller. @connection: (transfer full) */
void troupe_mcp_server_release (TroupeMcpServer *self, TroupeMcpConnection *connection);

G_END_DECLS
