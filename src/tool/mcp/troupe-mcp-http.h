/* troupe-mcp-http.h: an MCP server of the web
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#pragma once

#include "troupe-mcp-link.h"

G_BEGIN_DECLS

#define TROUPE_TYPE_MCP_HTTP (troupe_mcp_http_get_type ())
G_DECLARE_FINAL_TYPE (TroupeMcpHttp, troupe_mcp_http, TROUPE, MCP_HTTP, TroupeMcpLink)

/* Each message is a POST of its own (doc/mcp.md §4). Connects nowhere yet. (transfer full) */
TroupeMcpLink *troupe_mcp_http_new (TroupeMcpConfig *config);

/**
 * troupe_mcp_http_open_stream_async:
 *
 * Speaks as servers of 2024 do: all that they say comes on one stream, which names the address that messages go to.
 */
void troupe_mcp_http_open_stream_async (TroupeMcpHttp *self,
                                        guint timeout_ms,
                                        GCancellable *cancellable,
                                        GAsyncReadyCallback callback,
                                        gpointer user_data);
/* Errors: %TROUPE_MCP_ERROR. */
gboolean
troupe_mcp_http_open_stream_finish (TroupeMcpHttp *self, GAsyncResult *result, GError **error);

/* @text as it can stand in a header: what is not plain is packed (doc/mcp.md §4). (transfer full) */
char *troupe_mcp_http_encode_header (const char *text);

G_END_DECLS
