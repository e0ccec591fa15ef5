/* troupe-mcp-grant.h: what a sign-in to an MCP server has given
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#pragma once

#include "troupe-mcp-issuer.h"

G_BEGIN_DECLS

/**
 * TroupeMcpClient:
 * @id: by which the authorization server knows Troupe
 * @secret: (nullable)
 * @key: (nullable): a private key, as PEM, in the place of a secret
 * @method: how it says who it is where tokens are given
 * @port: on which sign-ins come back; 0: any
 * @is_given: a person gave it, so that it is used again
 * @is_machine: it signs in by itself, without a person (client credentials)
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
 * @server: the MCP server that it is for, and no other, as troupe_mcp_resource_name() has it
 * @resource: as tokens are asked for
 * @issuer: who gave it
 * @token_place: where tokens are given
 * @access: (nullable): the token; @refresh: (nullable): what another one is got with
 * @scope: (nullable): what it allows, as far as that is known
 * @expires_us: microseconds since 1970; 0: nobody said
 *
 * A sign-in, whole. Immutable; atomic reference count. It has secrets: nothing of it but @server, @issuer and @scope is ever
 * shown.
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

/* Without tokens yet. @scope: (nullable). (transfer full) */
TroupeMcpGrant *troupe_mcp_grant_new (const char *server,
                                      const char *resource,
                                      const char *issuer,
                                      const char *token_place,
                                      const TroupeMcpClient *client,
                                      const char *scope);
/* The same with other tokens. @access, @refresh, @scope: (nullable). (transfer full) */
TroupeMcpGrant *troupe_mcp_grant_renew (TroupeMcpGrant *self,
                                        const char *access,
                                        const char *refresh,
                                        const char *scope,
                                        gint64 expires_us);
TroupeMcpGrant *troupe_mcp_grant_ref (TroupeMcpGrant *self);
void troupe_mcp_grant_unref (TroupeMcpGrant *self);
G_DEFINE_AUTOPTR_CLEANUP_FUNC (TroupeMcpGrant, troupe_mcp_grant_unref)

/* For the keyring, as JSON. (transfer full) */
char *troupe_mcp_grant_to_text (TroupeMcpGrant *self);
/* @server: for which it was kept. (transfer full) (nullable): where @text is none, or of another server */
TroupeMcpGrant *troupe_mcp_grant_from_text (const char *server, const char *text);

G_END_DECLS
