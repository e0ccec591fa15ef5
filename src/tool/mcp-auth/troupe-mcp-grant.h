/* troupe-mcp-grant.h: grant: tokens and client of a sign-in to an MCP server
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#pragma once

#include "troupe-mcp-issuer.h"

G_BEGIN_DECLS

/**
 * TroupeMcpClient:
 * @id: the client ID at the authorization server
 * @secret: (nullable)
 * @key: (nullable): a private key, as PEM, instead of a secret
 * @method: how the client authenticates at the token endpoint
 * @port: the port of the redirect URI; 0: any
 * @is_given: the user provided it, so that it is used again
 * @is_machine: signs in without the user (client credentials)
 */
typedef struct
{
  char *id;
  char *secret;
  char *key;
  TroupeMcpAuthMethod method;
  guint port;
  gboolean is_given;
  gboolean is_machine;
} TroupeMcpClient;

void troupe_mcp_client_copy (const TroupeMcpClient *from, TroupeMcpClient *to);
void troupe_mcp_client_clear (TroupeMcpClient *self);
G_DEFINE_AUTO_CLEANUP_CLEAR_FUNC (TroupeMcpClient, troupe_mcp_client_clear)

/**
 * TroupeMcpGrant:
 * @server: the only MCP server for which the grant is valid, as troupe_mcp_resource_name() returns
 *   it
 * @resource: the resource for which tokens are requested
 * @issuer: the authorization server
 * @token_place: the token endpoint
 * @access: (nullable): the access token; @refresh: (nullable): the refresh token
 * @scope: (nullable): the granted scopes, if known
 * @expires_us: microseconds since 1970; 0: unknown
 *
 * A complete sign-in. Immutable; atomic reference count. Because it contains secrets, only @server,
 * @issuer and @scope are ever shown.
 */
typedef struct
{
  gatomicrefcount ref_count;
  char *server;
  char *resource;
  char *issuer;
  char *token_place;
  TroupeMcpClient client;
  char *access;
  char *refresh;
  char *scope;
  gint64 expires_us;
} TroupeMcpGrant;

/* Creates a grant without tokens. @scope: (nullable). (transfer full) */
TroupeMcpGrant *troupe_mcp_grant_new (const char *server,
                                      const char *resource,
                                      const char *issuer,
                                      const char *token_place,
                                      const TroupeMcpClient *client,
                                      const char *scope);
/* Creates a copy with other tokens. @access, @refresh, @scope: (nullable). (transfer full) */
TroupeMcpGrant *troupe_mcp_grant_renew (TroupeMcpGrant *self,
                                        const char *access,
                                        const char *refresh,
                                        const char *scope,
                                        gint64 expires_us);
TroupeMcpGrant *troupe_mcp_grant_ref (TroupeMcpGrant *self);
void troupe_mcp_grant_unref (TroupeMcpGrant *self);
G_DEFINE_AUTOPTR_CLEANUP_FUNC (TroupeMcpGrant, troupe_mcp_grant_unref)

/* Serializes the grant as JSON, for the keyring. (transfer full) */
char *troupe_mcp_grant_to_text (TroupeMcpGrant *self);
/* Parses a grant from the keyring. @server: the server for which it was stored. (transfer full)
 * (nullable): NULL if @text is invalid or belongs to another server */
TroupeMcpGrant *troupe_mcp_grant_from_text (const char *server, const char *text);

G_END_DECLS
