/* troupe-mcp-auth-policy.h: policy: hosts that an MCP sign-in may contact
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#pragma once

#include "troupe-web-guard.h"

G_BEGIN_DECLS

/**
 * TroupeMcpAuthPolicy:
 *
 * Derives the addresses that a sign-in may contact from the address of one MCP server, which the
 * user has permitted. The scheme must be `https`; `http` is allowed on this computer if the server
 * itself is located there. A private network is allowed if the server itself is on a private
 * network; otherwise only the public internet is allowed. Immutable; the reference count is not
 * thread-safe.
 */
typedef struct _TroupeMcpAuthPolicy TroupeMcpAuthPolicy;

/* Determines where @server is located. @peer: (nullable): the address that answered the server's
 * request. The server is on a private network if its name resolves to a private address and that
 * address has answered, so that later DNS results do not matter. The callback is called in the
 * caller's main context. */
void troupe_mcp_auth_policy_find_async (GUri *server,
                                        GInetAddress *peer,
                                        GCancellable *cancellable,
                                        GAsyncReadyCallback callback,
                                        gpointer user_data);
/* Returns the policy. (transfer full) (nullable). Errors: %TROUPE_MCP_ERROR_VALIDATION if the
 * server is on another computer and uses `http`, %G_IO_ERROR_CANCELLED. */
TroupeMcpAuthPolicy *troupe_mcp_auth_policy_find_finish (GAsyncResult *result, GError **error);
/* Creates a policy with a known @reach. (transfer full) */
TroupeMcpAuthPolicy *troupe_mcp_auth_policy_new (GUri *server, TroupeHttpReach reach);
TroupeMcpAuthPolicy *troupe_mcp_auth_policy_ref (TroupeMcpAuthPolicy *self);
void troupe_mcp_auth_policy_unref (TroupeMcpAuthPolicy *self);
G_DEFINE_AUTOPTR_CLEANUP_FUNC (TroupeMcpAuthPolicy, troupe_mcp_auth_policy_unref)

/* (transfer none) */
GUri *troupe_mcp_auth_policy_get_server (TroupeMcpAuthPolicy *self);
TroupeHttpReach troupe_mcp_auth_policy_get_reach (TroupeMcpAuthPolicy *self);
/* Returns TRUE if @uri has the scheme, host and port of the server. */
gboolean troupe_mcp_auth_policy_is_server (TroupeMcpAuthPolicy *self, GUri *uri);

/**
 * troupe_mcp_auth_policy_parse:
 * @address: (nullable): as it was received
 *
 * Returns: (transfer full) (nullable): the URI, or %NULL with %TROUPE_MCP_ERROR_VALIDATION if its
 * syntax, scheme or host is not allowed. The addresses to which a host name resolves are checked
 * later, when a connection is made
 */
GUri *troupe_mcp_auth_policy_parse (TroupeMcpAuthPolicy *self, const char *address, GError **error);

G_END_DECLS
