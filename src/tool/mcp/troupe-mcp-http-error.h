/* troupe-mcp-http-error.h: errors of the HTTP transport of an MCP server
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#pragma once

#include "troupe-mcp-config.h"
#include "troupe-mcp-error.h"

G_BEGIN_DECLS

/* Creates an error for a lost connection. @reason: not translated if it is from libsoup.
 * (transfer full) */
GError *troupe_mcp_http_error_new_lost (const TroupeMcpConfig *config, const char *reason);
/* Creates an error for an HTTP status. @refusal: attached to errors for 401 and 403; @body: the
 * response body; a JSON-RPC error in it is attached. (transfer full) */
GError *troupe_mcp_http_error_new_status (const TroupeMcpConfig *config,
                                          guint status,
                                          const TroupeMcpRefusal *refusal,
                                          GBytes *body);

G_END_DECLS
