/* troupe-mcp-auth-policy.h: where a sign-in to an MCP server may lead
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#pragma once

#include "troupe-web-guard.h"

G_BEGIN_DECLS

/**
 * TroupeMcpReach:
 *
 * What the address of one MCP server, to which a person agreed, allows those to be that it and others send to: `https`, or
 * `http` on this computer where the server itself is there; on a private network where the server itself is on one; else
 * the public internet alone. Immutable; reference count for one thread.
 */
typedef struct _TroupeMcpReach TroupeMcpReach;

/* Finds out where @server is. @peer: (nullable): what answered for it. It is on a private network where its name stands for
 * an address of one, and that has answered: what a name stands for at another time counts for nothing. The caller's context
 * hears of it. */
void troupe_mcp_reach_find_async (GUri *server,
                                  GInetAddress *peer,
                                  GCancellable *cancellable,
                                  GAsyncReadyCallback callback,
                                  gpointer user_data);
/* (transfer full) (nullable). Errors: %TROUPE_MCP_ERROR_VALIDATION (`http` elsewhere), %G_IO_ERROR_CANCELLED. */
TroupeMcpReach *troupe_mcp_reach_find_finish (GAsyncResult *result, GError **error);
/* For who knows it already. (transfer full) */
TroupeMcpReach *troupe_mcp_reach_new (GUri *server, TroupeWebReach reach);
TroupeMcpReach *troupe_mcp_reach_ref (TroupeMcpReach *self);
void troupe_mcp_reach_unref (TroupeMcpReach *self);
G_DEFINE_AUTOPTR_CLEANUP_FUNC (TroupeMcpReach, troupe_mcp_reach_unref)

/* (transfer none) */
GUri *troupe_mcp_reach_get_server (TroupeMcpReach *self);
TroupeWebReach troupe_mcp_reach_get_reach (TroupeMcpReach *self);
/* Whether @uri is at the scheme, host and port of the server. */
gboolean troupe_mcp_reach_is_server (TroupeMcpReach *self, GUri *uri);

/**
 * troupe_mcp_reach_parse:
 * @address: (nullable): as it was sent
 *
 * Returns: (transfer full) (nullable): the address, or %NULL with %TROUPE_MCP_ERROR_VALIDATION where it may not be gone to by
 *   what is written; what its name stands for is looked at when it is connected to
 */
GUri *troupe_mcp_reach_parse (TroupeMcpReach *self, const char *address, GError **error);

G_END_DECLS
