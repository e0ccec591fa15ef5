/* troupe-mcp-registration.h: how an authorization server comes to know Troupe
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#pragma once

#include "troupe-mcp-grant.h"

G_BEGIN_DECLS

/* How a client without a key says who it is where tokens are given. @has_secret: whether it could by a secret */
TroupeMcpAuthMethod troupe_mcp_registration_choose (const TroupeMcpIssuer *issuer,
                                                    gboolean has_secret);

/**
 * troupe_mcp_registration_async:
 * @issuer: which registers clients
 * @redirect: where sign-ins come back to
 * @scope: (nullable): what will be asked for
 *
 * Has itself registered (RFC 7591).
 */
void troupe_mcp_registration_async (TroupeMcpAuthPolicy *reach,
                                    const TroupeMcpIssuer *issuer,
                                    const char *redirect,
                                    const char *scope,
                                    GCancellable *cancellable,
                                    GAsyncReadyCallback callback,
                                    gpointer user_data);
/* @client: (out): to be cleared. Errors: %TROUPE_MCP_ERROR, %G_IO_ERROR_CANCELLED. */
gboolean
troupe_mcp_registration_finish (GAsyncResult *result, TroupeMcpClient *client, GError **error);

G_END_DECLS
