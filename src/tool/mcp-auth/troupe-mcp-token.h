/* troupe-mcp-token.h: requests to the OAuth token endpoint
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#pragma once

#include "troupe-mcp-auth-policy.h"
#include "troupe-mcp-grant.h"

G_BEGIN_DECLS

/* Each function requests a token from the token endpoint of @grant, authenticates as its client,
 * and names the resource (RFC 8707). */

/* Exchanges the authorization code of a sign-in. @redirect: the redirect URI of the sign-in;
 * @verifier: the PKCE code verifier */
void troupe_mcp_token_redeem_async (TroupeMcpAuthPolicy *reach,
                                    TroupeMcpGrant *grant,
                                    const char *code,
                                    const char *redirect,
                                    const char *verifier,
                                    GCancellable *cancellable,
                                    GAsyncReadyCallback callback,
                                    gpointer user_data);
/* Refreshes the token. @grant: contains the refresh token */
void troupe_mcp_token_refresh_async (TroupeMcpAuthPolicy *reach,
                                     TroupeMcpGrant *grant,
                                     GCancellable *cancellable,
                                     GAsyncReadyCallback callback,
                                     gpointer user_data);
/* Requests a token for the client itself, without the user (client credentials). */
void troupe_mcp_token_ask_async (TroupeMcpAuthPolicy *reach,
                                 TroupeMcpGrant *grant,
                                 GCancellable *cancellable,
                                 GAsyncReadyCallback callback,
                                 gpointer user_data);

/* Returns the grant with its new tokens. (transfer full) (nullable). Errors:
 * %TROUPE_MCP_ERROR_AUTHENTICATION if the request is refused permanently, because the code or
 * token is no longer valid; %TROUPE_MCP_ERROR_NETWORK, _HTTP, _VALIDATION;
 * %G_IO_ERROR_CANCELLED. */
TroupeMcpGrant *troupe_mcp_token_finish (GAsyncResult *result, GError **error);

G_END_DECLS
