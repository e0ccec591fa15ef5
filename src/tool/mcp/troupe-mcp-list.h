/* troupe-mcp-list.h: retrieves the tool list of an MCP server
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#pragma once

#include "troupe-mcp-connection.h"

G_BEGIN_DECLS

/* Requests the list once, page by page, within the configured timeout. */
void troupe_mcp_list_async (TroupeMcpConnection *connection,
                            GCancellable *cancellable,
                            GAsyncReadyCallback callback,
                            gpointer user_data);
/* Returns the tools that the document selects, each name once. (element-type
 * TroupeMcpDefinition) (transfer full) (nullable). Errors: %TROUPE_MCP_ERROR,
 * %G_IO_ERROR_CANCELLED. */
GPtrArray *troupe_mcp_list_finish (GAsyncResult *result, GError **error);

G_END_DECLS
