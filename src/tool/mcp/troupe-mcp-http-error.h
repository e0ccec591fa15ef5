/* troupe-mcp-http-error.h: what it means where an MCP server of the web gives no answer
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#pragma once

#include "troupe-mcp-config.h"
#include "troupe-mcp-error.h"

G_BEGIN_DECLS

/* @reason: not translated where it is libsoup's. (transfer full) */
GError *troupe_mcp_http_error_new_lost (const TroupeMcpConfig *config, const char *reason);
/* @refusal: of 401 and 403: goes along; @body: what it said with the status; an error of the protocol in it goes along.
 * (transfer full) */
GError *troupe_mcp_http_error_new_status (const TroupeMcpConfig *config,
                                          guint status,
                                          const TroupeMcpRefusal *refusal,
                                          GBytes *body);

G_END_DECLS
