/* troupe-mcp-challenge.h: challenge: parsed WWW-Authenticate header of an MCP server
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#pragma once

#include <glib.h>

G_BEGIN_DECLS

/**
 * TroupeMcpChallenge:
 * @is_bearer: whether the server requires an OAuth token
 * @metadata: (nullable): the URL of the resource metadata, as it was received
 * @scope: (nullable): the required scopes, separated by spaces
 * @error: (nullable): `invalid_token`, `insufficient_scope`
 *
 * The `Bearer` challenge in the header `WWW-Authenticate` of a refusal (RFC 6750 §3, RFC 9728
 * §5.1).
 */
typedef struct
{
  gboolean is_bearer;
  char *metadata;
  char *scope;
  char *error;
} TroupeMcpChallenge;

/* Parses @header, which may contain anything, including several challenges. @header: (nullable).
 * (transfer full) */
TroupeMcpChallenge *troupe_mcp_challenge_new (const char *header);
/* (transfer full) */
TroupeMcpChallenge *troupe_mcp_challenge_copy (const TroupeMcpChallenge *self);
void troupe_mcp_challenge_free (TroupeMcpChallenge *self);
G_DEFINE_AUTOPTR_CLEANUP_FUNC (TroupeMcpChallenge, troupe_mcp_challenge_free)

/* Returns TRUE if the token was accepted, but has an insufficient scope. */
gboolean troupe_mcp_challenge_wants_more (const TroupeMcpChallenge *self);

/* Returns the union of two scopes, separated by spaces. @a, @b: (nullable). (transfer full)
 * (nullable): NULL if the union is empty */
char *troupe_mcp_scope_join (const char *a, const char *b);
/* Returns TRUE if @whole contains all scopes of @part. @whole, @part: (nullable) */
gboolean troupe_mcp_scope_has (const char *whole, const char *part);

G_END_DECLS
