/* troupe-mcp-discovery.h: who gives tokens for an MCP server
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#pragma once

#include "troupe-mcp-challenge.h"
#include "troupe-mcp-issuer.h"

G_BEGIN_DECLS

/**
 * troupe_mcp_discovery_find_resource_async:
 * @challenge: what the server said when it refused
 *
 * Asks the MCP server itself, and nobody else, what it says of itself: at the place that it named, where that is its own,
 * then at those of RFC 9728 §3.1, with its path and without.
 */
void troupe_mcp_discovery_find_resource_async (TroupeMcpAuthPolicy *reach,
                                               const TroupeMcpChallenge *challenge,
                                               GCancellable *cancellable,
                                               GAsyncReadyCallback callback,
                                               gpointer user_data);
/* (transfer full) (nullable). Errors: %TROUPE_MCP_ERROR, %G_IO_ERROR_CANCELLED. */
TroupeMcpResource *troupe_mcp_discovery_find_resource_finish (GAsyncResult *result, GError **error);

/**
 * troupe_mcp_discovery_find_issuer_async:
 * @name: (nullable): an authorization server; %NULL: the MCP server itself
 *
 * Asks @name what it says of itself, at the places of RFC 8414 §3.1 and of OpenID Connect Discovery, with its path in
 * front of them and behind. Needs the consent of a person, as it is another server.
 */
void troupe_mcp_discovery_find_issuer_async (TroupeMcpAuthPolicy *reach,
                                             const char *name,
                                             GCancellable *cancellable,
                                             GAsyncReadyCallback callback,
                                             gpointer user_data);
/* (transfer full) (nullable): %NULL without an error: an MCP server itself that says nothing. Errors: %TROUPE_MCP_ERROR,
 * %G_IO_ERROR_CANCELLED. */
TroupeMcpIssuer *troupe_mcp_discovery_find_issuer_finish (GAsyncResult *result, GError **error);

G_END_DECLS
