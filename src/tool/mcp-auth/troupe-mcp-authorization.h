/* troupe-mcp-authorization.h: what is done when an MCP server wants to know who asks
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#pragma once

#include <gio/gio.h>

#include "troupe-mcp-ask.h"
#include "troupe-mcp-config.h"
#include "troupe-mcp-grant.h"

G_BEGIN_DECLS

/* How often what was refused is tried again with another token. */
#define TROUPE_MCP_MOST_RENEWALS 3u

/* Whether a token could help: what failed was refused with 401, or 403 as its token may do too little, and the document has
 * no key of its own for the server. @n_renewals: how often it was tried */
gboolean troupe_mcp_authorization_may_renew (const TroupeMcpConfig *config,
                                             const GError *error,
                                             guint n_renewals);

/**
 * troupe_mcp_authorization_renew_async:
 * @refusal: as troupe_mcp_authorization_may_renew() takes it
 * @client: (nullable): as which a person wants to sign in
 * @asker: (nullable): who asks a person
 *
 * Gets another token than the one that was refused: one that was got meanwhile, that is in the keyring, that the present one
 * is renewed with, or that a person signs in for (doc/mcp.md §10). For one server one after the other.
 */
void troupe_mcp_authorization_renew_async (TroupeMcpConfig *config,
                                           const GError *refusal,
                                           const TroupeMcpClient *client,
                                           const TroupeMcpAsker *asker,
                                           GCancellable *cancellable,
                                           GAsyncReadyCallback callback,
                                           gpointer user_data);
/* Whether it is worth another try. Errors: %TROUPE_MCP_ERROR_AUTHENTICATION with the status of the refusal;
 * %TROUPE_MCP_ERROR, %G_IO_ERROR_CANCELLED. */
gboolean troupe_mcp_authorization_renew_finish (GAsyncResult *result, GError **error);

G_END_DECLS
