/* troupe-mcp-issuer.h: what servers say about how one signs in to them
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#pragma once

#include "troupe-mcp-auth-policy.h"
#include "troupe-value.h"

G_BEGIN_DECLS

/**
 * TroupeMcpResource:
 * @resource: what a token is for, as it is asked for (RFC 8707)
 * @issuer: (nullable): who gives tokens; %NULL: the server says nothing of itself, and is that itself, as in 2025-03-26
 * @scopes: (nullable): that it knows, with blanks between
 *
 * What an MCP server says of itself (RFC 9728).
 */
typedef struct
{
  char *resource;
  char *issuer;
  char *scopes;
} TroupeMcpResource;

/**
 * troupe_mcp_resource_read:
 * @metadata: what the server gave
 *
 * Returns: (transfer full) (nullable): %NULL with %TROUPE_MCP_ERROR_VALIDATION where it speaks of another server, or of
 *   nobody who could be asked for tokens
 */
TroupeMcpResource *
troupe_mcp_resource_read (TroupeMcpAuthPolicy *reach, TroupeValue *metadata, GError **error);
/* Of a server that says nothing. (transfer full) */
TroupeMcpResource *troupe_mcp_resource_new_plain (TroupeMcpAuthPolicy *reach);
void troupe_mcp_resource_free (TroupeMcpResource *self);
G_DEFINE_AUTOPTR_CLEANUP_FUNC (TroupeMcpResource, troupe_mcp_resource_free)

/* The address of an MCP server as that of what a token is for: without user, query and fragment. (transfer full) */
char *troupe_mcp_resource_name (GUri *server);

typedef enum
{
  TROUPE_MCP_AUTH_NONE, /* a client without a secret */
  TROUPE_MCP_AUTH_BASIC,
  TROUPE_MCP_AUTH_POST,
  TROUPE_MCP_AUTH_KEY, /* by a key that signs */
} TroupeMcpAuthMethod;

/* `none`, `client_secret_basic`, `client_secret_post`, `private_key_jwt` */
const char *troupe_mcp_auth_method_get_name (TroupeMcpAuthMethod method);
/* FALSE where @name is none of them. @name: (nullable) */
gboolean troupe_mcp_auth_method_from_name (const char *name, TroupeMcpAuthMethod *method);

/**
 * TroupeMcpIssuer:
 * @issuer: its name, an address
 * @authorization: (nullable): where a person signs in; @token, @registration: (nullable): where programs ask
 * @scopes: (nullable): that it knows, with blanks between
 * @methods: a bit for each #TroupeMcpAuthMethod of the place of tokens
 * @takes_documents: a client's name may be the address of a document about it
 * @names_itself: what comes back from the sign-in says who it is from (RFC 9207)
 *
 * What an authorization server says of itself (RFC 8414, OpenID Connect Discovery).
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
 * @name: (nullable): whose metadata they are to be; %NULL: those of the MCP server itself
 * @metadata: what was there
 *
 * Returns: (transfer full) (nullable): %NULL with %TROUPE_MCP_ERROR_VALIDATION where they are another's, lead where nothing is
 *   sent, or do not say that the exchange of codes is protected (PKCE, S256)
 */
TroupeMcpIssuer *troupe_mcp_issuer_read (TroupeMcpAuthPolicy *reach,
                                         const char *name,
                                         TroupeValue *metadata,
                                         GError **error);
/* The places that a server without metadata had in 2025-03-26. (transfer full) */
TroupeMcpIssuer *troupe_mcp_issuer_new_plain (TroupeMcpAuthPolicy *reach);
void troupe_mcp_issuer_free (TroupeMcpIssuer *self);
G_DEFINE_AUTOPTR_CLEANUP_FUNC (TroupeMcpIssuer, troupe_mcp_issuer_free)

G_END_DECLS
