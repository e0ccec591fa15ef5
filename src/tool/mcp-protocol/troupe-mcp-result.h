/* troupe-mcp-result.h: what a tool of an MCP server gave, as text
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#pragma once

#include "troupe-value.h"

G_BEGIN_DECLS

/* Of a result that a model is shown, in bytes. */
#define TROUPE_MCP_LIMIT_RESULT (1024u * 1024)

/**
 * troupe_mcp_result_to_text:
 * @result: of tools/call
 * @is_error: (out): whether the tool says that it failed
 *
 * All of it, a line each block: texts as they are, of others what and where they are (doc/mcp.md §6). Where there is
 * none, what is given for programs, as JSON.
 *
 * Returns: (transfer full) (nullable): UTF-8, or %NULL with %TROUPE_MCP_ERROR where it is no result
 */
char *troupe_mcp_result_to_text (TroupeValue *result, gboolean *is_error, GError **error);

G_END_DECLS
