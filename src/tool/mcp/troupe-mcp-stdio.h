/* troupe-mcp-stdio.h: stdio transport of an MCP server program
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#pragma once

#include "troupe-mcp-launch.h"
#include "troupe-mcp-link.h"

G_BEGIN_DECLS

#define TROUPE_TYPE_MCP_STDIO (troupe_mcp_stdio_get_type ())
G_DECLARE_FINAL_TYPE (TroupeMcpStdio, troupe_mcp_stdio, TROUPE, MCP_STDIO, TroupeMcpLink)

/* Starts the program on a thread that exists as long as the program. Each line is a message (doc/mcp.md §3); lines that
 * are not messages are ignored. If the link is freed before it was closed, the program and its child processes are
 * killed. @place: copied. If the start is cancelled, the program is killed as soon as it has started. */
void troupe_mcp_stdio_open_async (TroupeMcpConfig *config,
                                  const TroupeMcpPlace *place,
                                  GCancellable *cancellable,
                                  GAsyncReadyCallback callback,
                                  gpointer user_data);
/* (transfer full) (nullable). Errors: %TROUPE_MCP_ERROR_NETWORK, those of troupe_mcp_launch_spawn(). */
TroupeMcpLink *troupe_mcp_stdio_open_finish (GAsyncResult *result, GError **error);

G_END_DECLS
