/* troupe-mcp-challenge.h: what a server says about how to sign in
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#pragma once

#include <glib.h>

G_BEGIN_DECLS

/**
 * TroupeMcpChallenge:
 * @is_bearer: whether it wants a token of OAuth at all
 * @metadata: (nullable): where it says more, an address as it was sent
 * @scope: (nullable): which scopes it wants, with blanks between
 * @error: (nullable): `invalid_token`, `insufficient_scope`
 *
 * The header `WWW-Authenticate` of a refusal, as far as it is of the scheme `Bearer` (RFC 6750 §3, RFC 9728 §5.1).
 */
typedef struct
{
  gboolean is_bearer;
  char *metadata;
  char *scope;
  char *error;
} TroupeMcpChallenge;

/* @header: (nullable): of any content; several challenges may stand in it. (transfer full) */
TroupeMcpChallenge *troupe_mcp_challenge_new (const char *header);
/* (transfer full) */
TroupeMcpChallenge *troupe_mcp_challenge_copy (const TroupeMcpChallenge *self);
void troupe_mcp_challenge_free (TroupeMcpChallenge *self);
G_DEFINE_AUTOPTR_CLEANUP_FUNC (TroupeMcpChallenge, troupe_mcp_challenge_free)

/* Whether a token is there that may do too little. */
gboolean troupe_mcp_challenge_wants_more (const TroupeMcpChallenge *self);

/* Scopes of both, each once, with blanks between. @a, @b: (nullable). (transfer full) (nullable): where there are none */
char *troupe_mcp_scope_join (const char *a, const char *b);
/* Whether all scopes of @part are in @whole. Both: (nullable) */
gboolean troupe_mcp_scope_has (const char *whole, const char *part);

G_END_DECLS
