/* troupe-mcp-http.h: HTTP transport of an MCP server
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#pragma once

#include "troupe-mcp-link.h"

G_BEGIN_DECLS

#define TROUPE_TYPE_MCP_HTTP (troupe_mcp_http_get_type ())
G_DECLARE_FINAL_TYPE (TroupeMcpHttp, troupe_mcp_http, TROUPE, MCP_HTTP, TroupeMcpLink)

/* Creates a link that sends each message as a separate POST (doc/mcp.md §4). Does not connect
 * yet. (transfer full) */
TroupeMcpLink *troupe_mcp_http_new (TroupeMcpConfig *config);

/**
 * troupe_mcp_http_open_stream_async:
 *
 * Uses the transport of 2024. The server sends all messages on one SSE stream, which announces the
 * URL for requests.
 */
void troupe_mcp_http_open_stream_async (TroupeMcpHttp *self,
                                        guint timeout_ms,
                                        GCancellable *cancellable,
                                        GAsyncReadyCallback callback,
                                        gpointer user_data);
/* Errors: %TROUPE_MCP_ERROR. */
gboolean
troupe_mcp_http_open_stream_finish (TroupeMcpHttp *self, GAsyncResult *result, GError **error);

/* Encodes @text for a header if it cannot be sent unchanged (doc/mcp.md §4). (transfer full) */
char *troupe_mcp_http_encode_header (const char *text);

G_END_DECLS
