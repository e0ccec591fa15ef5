/* troupe-mcp-list.h: which tools an MCP server has
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#pragma once

#include "troupe-mcp-connection.h"

G_BEGIN_DECLS

/* Asks once, page by page, within the config's time. */
void troupe_mcp_list_async (TroupeMcpConnection *connection,
                            GCancellable *cancellable,
                            GAsyncReadyCallback callback,
                            gpointer user_data);
/* Those that the document wants, each name once. (element-type TroupeMcpDefinition) (transfer full) (nullable). Errors:
 * %TROUPE_MCP_ERROR, %G_IO_ERROR_CANCELLED. */
GPtrArray *troupe_mcp_list_finish (GAsyncResult *result, GError **error);

G_END_DECLS
