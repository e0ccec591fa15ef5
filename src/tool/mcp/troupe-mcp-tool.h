/* troupe-mcp-tool.h: a tool of an MCP server
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
 * A tool as an opened server gives it: named `SERVER_TOOL` as in CrewAI, with a description that a model can be shown.
 * A call gives text. What the tool reports as its failure is %TROUPE_TOOL_ERROR_FAILED with its words, a server that
 * does not answer %TROUPE_TOOL_ERROR_UNAVAILABLE.
 */
#define TROUPE_TYPE_MCP_TOOL (troupe_mcp_tool_get_type ())
G_DECLARE_FINAL_TYPE (TroupeMcpTool, troupe_mcp_tool, TROUPE, MCP_TOOL, TroupeTool)

/* (transfer full) */
TroupeTool *troupe_mcp_tool_new (TroupeMcpServer *server, TroupeMcpDefinition *definition);

/* (transfer none) */
TroupeMcpServer *troupe_mcp_tool_get_server (TroupeMcpTool *self);
/* (transfer none) */
const TroupeMcpDefinition *troupe_mcp_tool_get_definition (TroupeMcpTool *self);
/* Its name at the server. */
const char *troupe_mcp_tool_get_original_name (TroupeMcpTool *self);
/* Whether it says that it changes nothing. It need not be true. */
gboolean troupe_mcp_tool_is_read_only (TroupeMcpTool *self);

/**
 * troupe_mcp_tools_digest:
 * @tools: (element-type TroupeMcpTool): of one server
 *
 * A hash of their names, descriptions and schemas, in whatever order they are: a person who agreed to tools is asked
 * again where it is another one (doc/mcp.md §5).
 *
 * Returns: (transfer full): hexadecimal digits
 */
char *troupe_mcp_tools_digest (GPtrArray *tools);

G_END_DECLS
