/* troupe-mcp-assertion.h: client assertion: authentication with a signed JWT (private_key_jwt)
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#pragma once

#include <glib.h>

G_BEGIN_DECLS

/**
 * troupe_mcp_assertion_new:
 * @key: an unencrypted private key, as PEM: elliptic curve (P-256), RSA or Ed25519
 * @client: the client ID, which is the issuer and subject
 * @audience: the intended recipient
 *
 * Creates a signed JWT that is valid for one minute and has a unique ID (RFC 7523 §3,
 * `private_key_jwt`).
 *
 * Returns: (transfer full) (nullable): the JWT, or %NULL with %TROUPE_MCP_ERROR_VALIDATION if the
 * key has another type
 */
char *troupe_mcp_assertion_new (const char *key,
                                const char *client,
                                const char *audience,
                                GError **error);

G_END_DECLS
