/* troupe-mcp-token.h: how tokens are got from where they are given
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#pragma once

#include "troupe-mcp-auth-policy.h"
#include "troupe-mcp-grant.h"

G_BEGIN_DECLS

/* Each asks the place of @grant for a token, says who asks as its client does, and names what the token is for (RFC 8707). */

/* For what a sign-in gave. @redirect: where that came back to; @verifier: what its code was protected with */
void troupe_mcp_token_redeem_async (TroupeMcpAuthPolicy *reach,
                                    TroupeMcpGrant *grant,
                                    const char *code,
                                    const char *redirect,
                                    const char *verifier,
                                    GCancellable *cancellable,
                                    GAsyncReadyCallback callback,
                                    gpointer user_data);
/* Another one. @grant: with what it is got with */
void troupe_mcp_token_refresh_async (TroupeMcpAuthPolicy *reach,
                                     TroupeMcpGrant *grant,
                                     GCancellable *cancellable,
                                     GAsyncReadyCallback callback,
                                     gpointer user_data);
/* For the client itself, without a person. */
void troupe_mcp_token_ask_async (TroupeMcpAuthPolicy *reach,
                                 TroupeMcpGrant *grant,
                                 GCancellable *cancellable,
                                 GAsyncReadyCallback callback,
                                 gpointer user_data);

/* The grant with its new tokens. (transfer full) (nullable). Errors: %TROUPE_MCP_ERROR_AUTHENTICATION where it is refused for
 * good, as what was asked with holds no more; %TROUPE_MCP_ERROR_NETWORK, _HTTP, _VALIDATION; %G_IO_ERROR_CANCELLED. */
TroupeMcpGrant *troupe_mcp_token_finish (GAsyncResult *result, GError **error);

G_END_DECLS
