/* troupe-mcp-message.h: what is sent to an MCP server, as values
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#pragma once

#include "troupe-value.h"

G_BEGIN_DECLS

/* Codes of JSON-RPC that we answer with. */
#define TROUPE_MCP_UNKNOWN_METHOD (-32601)
#define TROUPE_MCP_WRONG_PARAMETERS (-32602)

/* @id: 0: a notice; @params: (nullable). (transfer full) */
TroupeValue *troupe_mcp_message_new (const char *method, gint64 id, TroupeValue *params);
/* What answers a server that asked. @result: (nullable): nothing. (transfer full) */
TroupeValue *troupe_mcp_message_new_answer (TroupeValue *id, TroupeValue *result);
TroupeValue *troupe_mcp_message_new_refusal (TroupeValue *id, gint64 code, const char *text);

/* {} (transfer full) */
TroupeValue *troupe_mcp_message_make_empty (void);
/* Who we are. (transfer full) */
TroupeValue *troupe_mcp_message_make_client (void);
/* What servers may want of us. @can_ask: whether a person can be asked. (transfer full) */
TroupeValue *troupe_mcp_message_make_capabilities (gboolean can_ask);

G_END_DECLS
