/* troupe-mcp-sign-in.h: OAuth sign-in to an MCP server, from the challenge to a token
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#pragma once

#include "troupe-mcp-ask.h"
#include "troupe-mcp-auth-policy.h"
#include "troupe-mcp-challenge.h"
#include "troupe-mcp-grant.h"

G_BEGIN_DECLS

/**
 * TroupeMcpSignInRequest:
 * @reach: the policy of the server
 * @challenge: the challenge of the refused request
 * @scope: (nullable): the previously granted scopes, which are requested again
 * @previous: (nullable): the previous grant of this server
 * @client: (nullable): the client at the authorization server, as provided by the user; its method
 *   is ignored
 * @asker: (nullable): prompts the user; %NULL if that is not possible
 */
typedef struct
{
  TroupeMcpAuthPolicy *reach;
  const TroupeMcpChallenge *challenge;
  const char *scope;
  TroupeMcpGrant *previous;
  const TroupeMcpClient *client;
  const TroupeMcpAsker *asker;
} TroupeMcpSignInRequest;

/**
 * troupe_mcp_sign_in_async:
 *
 * Discovers the authorization server (by requests to the MCP server only), asks the user for
 * permission, and registers Troupe. Then has the user open the URL in the browser, waits for the
 * redirect, and requests the token (doc/mcp.md §10). Runs on the thread of the asker, which must
 * outlive the call.
 */
void troupe_mcp_sign_in_async (const TroupeMcpSignInRequest *request,
                               GCancellable *cancellable,
                               GAsyncReadyCallback callback,
                               gpointer user_data);
/* Returns the grant. (transfer full) (nullable): %NULL without an error if the server requires
 * something other than a sign-in. Errors: %TROUPE_MCP_ERROR_AUTHENTICATION if the user did not
 * sign in, %TROUPE_MCP_ERROR, %G_IO_ERROR_CANCELLED. */
TroupeMcpGrant *troupe_mcp_sign_in_finish (GAsyncResult *result, GError **error);

/* Sets the URL of Troupe's client metadata document, for authorization servers that accept it as
 * a client ID. The default is the URL set at build time, if any. For tests and the probe.
 * @address: (nullable): borrowed */
void troupe_mcp_sign_in_set_document (const char *address);

G_END_DECLS
