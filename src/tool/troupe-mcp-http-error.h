/* troupe-mcp-http-error.h: what it means where an MCP server of the web gives no answer
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#pragma once

#include "troupe-mcp-config.h"

G_BEGIN_DECLS

/* @reason: not translated where it is libsoup's. (transfer full) */
GError *troupe_mcp_http_error_new_lost (const TroupeMcpConfig *config, const char *reason);
/* @challenge: (nullable): the header WWW-Authenticate, which says how to sign in; @body: what it said with the status; an
 * error of the protocol in it goes along. (transfer full) */
GError *troupe_mcp_http_error_new_status (const TroupeMcpConfig *config,
                                          guint status,
                                          const char *challenge,
                                          GBytes *body);

G_END_DECLS
