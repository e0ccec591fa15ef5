/* troupe-mcp-tool.h: tool of an MCP server
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#pragma once

#include "troupe-mcp-definition.h"
#include "troupe-mcp-server.h"

G_BEGIN_DECLS

/**
 * TroupeMcpTool:
 *
 * A tool of an opened server. It is named `SERVER_TOOL` as in CrewAI, and its description can be
 * shown to a model. A call returns a string. If the tool reports a failure, the error is
 * %TROUPE_TOOL_ERROR_FAILED with the tool's message. If the server does not respond, it is
 * %TROUPE_TOOL_ERROR_UNAVAILABLE.
 */
#define TROUPE_TYPE_MCP_TOOL (troupe_mcp_tool_get_type ())
G_DECLARE_FINAL_TYPE (TroupeMcpTool, troupe_mcp_tool, TROUPE, MCP_TOOL, TroupeTool)

/* (transfer full) */
TroupeTool *troupe_mcp_tool_new (TroupeMcpServer *server, TroupeMcpDefinition *definition);

/* (transfer none) */
TroupeMcpServer *troupe_mcp_tool_get_server (TroupeMcpTool *self);
/* (transfer none) */
const TroupeMcpDefinition *troupe_mcp_tool_get_definition (TroupeMcpTool *self);
/* Returns its name at the server. */
const char *troupe_mcp_tool_get_original_name (TroupeMcpTool *self);
/* Returns TRUE if the tool claims to be read-only, which need not be true. */
gboolean troupe_mcp_tool_is_read_only (TroupeMcpTool *self);

/**
 * troupe_mcp_tools_digest:
 * @tools: (element-type TroupeMcpTool): the tools of one server
 *
 * Returns a hash of the tools' names, descriptions and schemas, independent of their order. If the
 * hash changes, a user who approved the tools is asked again (doc/mcp.md §5).
 *
 * Returns: (transfer full): hexadecimal digits
 */
char *troupe_mcp_tools_digest (GPtrArray *tools);

G_END_DECLS
