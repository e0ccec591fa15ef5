/* troupe-mcp-auth-policy.h: which hosts an MCP sign-in may reach
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#pragma once

#include "troupe-web-guard.h"

G_BEGIN_DECLS

/**
 * TroupeMcpAuthPolicy:
 *
 * What the address of one MCP server, to which a person agreed, allows those to be that it and others send to: `https`, or
 * `http` on this computer where the server itself is there; on a private network where the server itself is on one; else
 * the public internet alone. Immutable; reference count for one thread.
 */
typedef struct _TroupeMcpAuthPolicy TroupeMcpAuthPolicy;

/* Finds out where @server is. @peer: (nullable): what answered for it. It is on a private network where its name stands for
 * an address of one, and that has answered: what a name stands for at another time counts for nothing. The caller's context
 * hears of it. */
void troupe_mcp_auth_policy_find_async (GUri *server,
                                        GInetAddress *peer,
                                        GCancellable *cancellable,
                                        GAsyncReadyCallback callback,
                                        gpointer user_data);
/* (transfer full) (nullable). Errors: %TROUPE_MCP_ERROR_VALIDATION (`http` elsewhere), %G_IO_ERROR_CANCELLED. */
TroupeMcpAuthPolicy *troupe_mcp_auth_policy_find_finish (GAsyncResult *result, GError **error);
/* For who knows it already. (transfer full) */
TroupeMcpAuthPolicy *troupe_mcp_auth_policy_new (GUri *server, TroupeWebReach reach);
TroupeMcpAuthPolicy *troupe_mcp_auth_policy_ref (TroupeMcpAuthPolicy *self);
void troupe_mcp_auth_policy_unref (TroupeMcpAuthPolicy *self);
G_DEFINE_AUTOPTR_CLEANUP_FUNC (TroupeMcpAuthPolicy, troupe_mcp_auth_policy_unref)

/* (transfer none) */
GUri *troupe_mcp_auth_policy_get_server (TroupeMcpAuthPolicy *self);
TroupeWebReach troupe_mcp_auth_policy_get_reach (TroupeMcpAuthPolicy *self);
/* Whether @uri is at the scheme, host and port of the server. */
gboolean troupe_mcp_auth_policy_is_server (TroupeMcpAuthPolicy *self, GUri *uri);

/**
 * troupe_mcp_auth_policy_parse:
 * @address: (nullable): as it was sent
 *
 * Returns: (transfer full) (nullable): the address, or %NULL with %TROUPE_MCP_ERROR_VALIDATION where it may not be gone to by
 *   what is written; what its name stands for is looked at when it is connected to
 */
GUri *troupe_mcp_auth_policy_parse (TroupeMcpAuthPolicy *self, const char *address, GError **error);

G_END_DECLS
