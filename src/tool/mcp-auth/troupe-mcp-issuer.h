/* troupe-mcp-issuer.h: OAuth metadata of MCP servers and authorization servers
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#pragma once

#include "troupe-mcp-auth-policy.h"
#include "troupe-value.h"

G_BEGIN_DECLS

/**
 * TroupeMcpResource:
 * @resource: the resource for which tokens are requested (RFC 8707)
 * @issuer: (nullable): the authorization server; %NULL: the server publishes no metadata and is the
 *   authorization server itself, as in 2025-03-26
 * @scopes: (nullable): the supported scopes, separated by spaces
 *
 * Protected resource metadata of an MCP server (RFC 9728).
 */
typedef struct
{
  char *resource;
  char *issuer;
  char *scopes;
} TroupeMcpResource;

/**
 * troupe_mcp_resource_read:
 * @metadata: the JSON that the server returned
 *
 * Returns: (transfer full) (nullable): %NULL with %TROUPE_MCP_ERROR_VALIDATION if it describes
 * another server or names no authorization server
 */
TroupeMcpResource *
troupe_mcp_resource_read (TroupeMcpAuthPolicy *reach, TroupeValue *metadata, GError **error);
/* Creates the metadata of a server that publishes none. (transfer full) */
TroupeMcpResource *troupe_mcp_resource_new_plain (TroupeMcpAuthPolicy *reach);
void troupe_mcp_resource_free (TroupeMcpResource *self);
G_DEFINE_AUTOPTR_CLEANUP_FUNC (TroupeMcpResource, troupe_mcp_resource_free)

/* Returns the address of an MCP server as a resource identifier, without user, query and
 * fragment. (transfer full) */
char *troupe_mcp_resource_name (GUri *server);
/* Returns the same as a word of a command that a user may copy into a shell: the document chooses the path. (transfer full) */
char *troupe_mcp_resource_make_word (GUri *server);

typedef enum
{
  TROUPE_MCP_AUTH_NONE, /* public client without a secret */
  TROUPE_MCP_AUTH_BASIC,
  TROUPE_MCP_AUTH_POST,
  TROUPE_MCP_AUTH_KEY, /* signed assertion (private key) */
} TroupeMcpAuthMethod;

/* Returns `none`, `client_secret_basic`, `client_secret_post` or `private_key_jwt`. */
const char *troupe_mcp_auth_method_get_name (TroupeMcpAuthMethod method);
/* Returns FALSE if @name is not an authentication method. @name: (nullable) */
gboolean troupe_mcp_auth_method_from_name (const char *name, TroupeMcpAuthMethod *method);

/**
 * TroupeMcpIssuer:
 * @issuer: the issuer identifier, a URL
 * @authorization: (nullable): the authorization endpoint, opened in the browser; @token,
 *   @registration: (nullable): the endpoints for programs
 * @scopes: (nullable): the supported scopes, separated by spaces
 * @methods: a bit for each #TroupeMcpAuthMethod of the token endpoint
 * @takes_documents: a client ID may be the URL of a client metadata document
 * @names_itself: the response of a sign-in contains the issuer (RFC 9207)
 *
 * Metadata of an authorization server (RFC 8414, OpenID Connect Discovery).
 */
typedef struct
{
  char *issuer;
  GUri *authorization;
  GUri *token;
  GUri *registration;
  char *scopes;
  guint methods;
  gboolean takes_documents;
  gboolean names_itself;
} TroupeMcpIssuer;

/**
 * troupe_mcp_issuer_read:
 * @name: (nullable): the expected issuer; %NULL: the MCP server itself
 * @metadata: the JSON that was received
 *
 * Returns: (transfer full) (nullable): %NULL with %TROUPE_MCP_ERROR_VALIDATION if the metadata
 * belong to another issuer, contain an endpoint that may not be contacted, or do not declare
 * support of PKCE with S256
 */
TroupeMcpIssuer *troupe_mcp_issuer_read (TroupeMcpAuthPolicy *reach,
                                         const char *name,
                                         TroupeValue *metadata,
                                         GError **error);
/* Creates the default endpoints of a server without metadata in 2025-03-26. (transfer full) */
TroupeMcpIssuer *troupe_mcp_issuer_new_plain (TroupeMcpAuthPolicy *reach);
void troupe_mcp_issuer_free (TroupeMcpIssuer *self);
G_DEFINE_AUTOPTR_CLEANUP_FUNC (TroupeMcpIssuer, troupe_mcp_issuer_free)

G_END_DECLS
