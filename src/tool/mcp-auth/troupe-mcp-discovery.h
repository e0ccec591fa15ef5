/* troupe-mcp-discovery.h: discovery of the authorization server of an MCP server
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#pragma once

#include "troupe-mcp-challenge.h"
#include "troupe-mcp-issuer.h"

G_BEGIN_DECLS

/**
 * troupe_mcp_discovery_find_resource_async:
 * @challenge: the challenge of the refused request
 *
 * Requests the resource metadata from the MCP server itself and from no other server. First uses
 * the URL of @challenge if it has the same origin, then the well-known URLs of RFC 9728 §3.1, with
 * and without the path of the MCP server.
 */
void troupe_mcp_discovery_find_resource_async (TroupeMcpAuthPolicy *reach,
                                               const TroupeMcpChallenge *challenge,
                                               GCancellable *cancellable,
                                               GAsyncReadyCallback callback,
                                               gpointer user_data);
/* Returns the resource metadata. (transfer full) (nullable). Errors: %TROUPE_MCP_ERROR,
 * %G_IO_ERROR_CANCELLED. */
TroupeMcpResource *troupe_mcp_discovery_find_resource_finish (GAsyncResult *result, GError **error);

/**
 * troupe_mcp_discovery_find_issuer_async:
 * @name: (nullable): an authorization server; %NULL: the MCP server itself
 *
 * Requests the metadata of @name at the URLs of RFC 8414 §3.1 and of OpenID Connect Discovery. The
 * well-known path is tried before and after the path of @name. Requires the user's permission,
 * because another server is contacted.
 */
void troupe_mcp_discovery_find_issuer_async (TroupeMcpAuthPolicy *reach,
                                             const char *name,
                                             GCancellable *cancellable,
                                             GAsyncReadyCallback callback,
                                             gpointer user_data);
/* Returns the metadata of the authorization server. (transfer full) (nullable): %NULL without an
 * error if the MCP server itself publishes no metadata. Errors: %TROUPE_MCP_ERROR,
 * %G_IO_ERROR_CANCELLED. */
TroupeMcpIssuer *troupe_mcp_discovery_find_issuer_finish (GAsyncResult *result, GError **error);

G_END_DECLS
