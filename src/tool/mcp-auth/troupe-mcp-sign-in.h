/* troupe-mcp-sign-in.h: a sign-in to an MCP server, from its refusal to a token
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
 * @reach: of the server
 * @challenge: what it said when it refused
 * @scope: (nullable): what was allowed before, and is to stay so
 * @previous: (nullable): what there was of this server
 * @client: (nullable): as which Troupe is known where one signs in, as a person said; its method counts for nothing
 * @asker: (nullable): who asks a person; %NULL: nobody is there
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
 * Finds out who signs people in (of the server itself alone), asks a person whether that is wanted, has Troupe registered,
 * has the person open the address in the browser, waits until that comes back, and gets the token (doc/mcp.md §10). On the
 * thread of the asker, which has to live as long.
 */
void troupe_mcp_sign_in_async (const TroupeMcpSignInRequest *request,
                               GCancellable *cancellable,
                               GAsyncReadyCallback callback,
                               gpointer user_data);
/* (transfer full) (nullable): %NULL without an error where the server wants something else than a sign-in. Errors:
 * %TROUPE_MCP_ERROR_AUTHENTICATION where nobody signed in, %TROUPE_MCP_ERROR, %G_IO_ERROR_CANCELLED. */
TroupeMcpGrant *troupe_mcp_sign_in_finish (GAsyncResult *result, GError **error);

/* The address of a document about Troupe, for those who take that for a client's name; none unless it was built with one.
 * For tests and the probe: another one. @address: (nullable): borrowed */
void troupe_mcp_sign_in_set_document (const char *address);

G_END_DECLS
