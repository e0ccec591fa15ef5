/* troupe-mcp-authorization.h: authorization: obtains a new token after an MCP server refused a
 * request
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#pragma once

#include <gio/gio.h>

#include "troupe-mcp-ask.h"
#include "troupe-mcp-grant.h"

G_BEGIN_DECLS

/* Maximum number of retries of a refused request with a new token. */
#define TROUPE_MCP_MOST_RENEWALS 3u

/* Returns TRUE if a new token could help. This is the case if the request failed with 401, or
 * with 403 because of an insufficient scope. @n_renewals: number of previous attempts */
gboolean troupe_mcp_authorization_may_renew (const GError *error, guint n_renewals);

/**
 * troupe_mcp_authorization_renew_async:
 * @uri: of the server; @label: its name for the user, without secrets
 * @refusal: as for troupe_mcp_authorization_may_renew()
 * @client: (nullable): the client to sign in as, chosen by the user
 * @asker: (nullable): prompts the user
 *
 * Obtains a token other than the one that was refused. The new token may have been obtained in the
 * meantime, or is read from the keyring, refreshed, or obtained by a new sign-in of the user
 * (doc/mcp.md §10). Calls for the same server are serialized.
 */
void troupe_mcp_authorization_renew_async (GUri *uri,
                                           const char *label,
                                           const GError *refusal,
                                           const TroupeMcpClient *client,
                                           const TroupeMcpAsker *asker,
                                           GCancellable *cancellable,
                                           GAsyncReadyCallback callback,
                                           gpointer user_data);
/* Returns TRUE if the request should be retried. Errors: %TROUPE_MCP_ERROR_AUTHENTICATION with
 * the status of the refusal; %TROUPE_MCP_ERROR, %G_IO_ERROR_CANCELLED. */
gboolean troupe_mcp_authorization_renew_finish (GAsyncResult *result, GError **error);

G_END_DECLS
