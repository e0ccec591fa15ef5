/* troupe-mcp-call.h: one call of a tool of an MCP server
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#pragma once

#include "troupe-mcp-definition.h"
#include "troupe-mcp-server.h"

G_BEGIN_DECLS

/* Calls the tool, and ends @call with its text. Ends as soon as it is cancelled. */
void troupe_mcp_call_begin (TroupeMcpServer *server,
                            TroupeMcpDefinition *definition,
                            TroupeToolCall *call);

G_END_DECLS
