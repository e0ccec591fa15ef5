/* troupe-mcp-call.h: call of a tool on an MCP server
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#pragma once

#include "troupe-mcp-definition.h"
#include "troupe-mcp-server.h"

G_BEGIN_DECLS

/* Calls the tool and ends @call with the text of the result. If the call is cancelled, it ends
 * immediately. */
void troupe_mcp_call_begin (TroupeMcpServer *server,
                            TroupeMcpDefinition *definition,
                            TroupeToolCall *call);

G_END_DECLS
