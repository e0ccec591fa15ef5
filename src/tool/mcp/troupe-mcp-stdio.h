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

/* Starts the program. Each line is a message (doc/mcp.md §3); lines that are not messages are
 * ignored. If the link is freed before it was closed, the program and its child processes are
 * killed. (transfer full) (nullable). Errors: %TROUPE_MCP_ERROR_NETWORK. */
TroupeMcpLink *
troupe_mcp_stdio_new (TroupeMcpConfig *config, const TroupeMcpPlace *place, GError **error);

G_END_DECLS
