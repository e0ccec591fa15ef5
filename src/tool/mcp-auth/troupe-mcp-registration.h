/* troupe-mcp-registration.h: dynamic client registration at an authorization server
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#pragma once

#include "troupe-mcp-grant.h"

G_BEGIN_DECLS

/* Chooses the authentication method for the token endpoint of a client without a key.
 * @has_secret: whether a secret is available */
TroupeMcpAuthMethod troupe_mcp_registration_choose (const TroupeMcpIssuer *issuer,
                                                    gboolean has_secret);

/**
 * troupe_mcp_registration_async:
 * @issuer: an authorization server that registers clients
 * @redirect: the redirect URI
 * @scope: (nullable): the scopes that will be requested
 *
 * Registers Troupe as a client (RFC 7591).
 */
void troupe_mcp_registration_async (TroupeMcpAuthPolicy *reach,
                                    const TroupeMcpIssuer *issuer,
                                    const char *redirect,
                                    const char *scope,
                                    GCancellable *cancellable,
                                    GAsyncReadyCallback callback,
                                    gpointer user_data);
/* @client: (out): to be cleared by the caller. Errors: %TROUPE_MCP_ERROR, %G_IO_ERROR_CANCELLED. */
gboolean
troupe_mcp_registration_finish (GAsyncResult *result, TroupeMcpClient *client, GError **error);

G_END_DECLS
