/* troupe-mcp-message.h: builders of JSON-RPC messages for MCP servers
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#pragma once

#include "troupe-value.h"

G_BEGIN_DECLS

/* JSON-RPC error codes that Troupe returns. */
#define TROUPE_MCP_UNKNOWN_METHOD (-32601)
#define TROUPE_MCP_WRONG_PARAMETERS (-32602)

/* Creates a request, or a notification if @id is 0. @params: (nullable). (transfer full) */
TroupeValue *troupe_mcp_message_new (const char *method, gint64 id, TroupeValue *params);
/* Creates the response to a request of the server. @result: (nullable): NULL for an empty
 * result. (transfer full) */
TroupeValue *troupe_mcp_message_new_answer (TroupeValue *id, TroupeValue *result);
TroupeValue *troupe_mcp_message_new_refusal (TroupeValue *id, gint64 code, const char *text);

/* Returns an empty object. (transfer full) */
TroupeValue *troupe_mcp_message_make_empty (void);
/* Returns name and version of Troupe (clientInfo). (transfer full) */
TroupeValue *troupe_mcp_message_make_client (void);
/* Returns the client capabilities. @can_ask: whether the user can be prompted. (transfer full) */
TroupeValue *troupe_mcp_message_make_capabilities (gboolean can_ask);

G_END_DECLS
