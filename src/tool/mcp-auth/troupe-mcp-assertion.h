/* troupe-mcp-assertion.h: how a client says who it is by a key that signs
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#pragma once

#include <glib.h>

G_BEGIN_DECLS

/**
 * troupe_mcp_assertion_new:
 * @key: a private key without a password, as PEM: of an elliptic curve (P-256), RSA or Ed25519
 * @client: who says it
 * @audience: to whom
 *
 * A statement of the next minute, which is another one each time (RFC 7523 §3, `private_key_jwt`).
 *
 * Returns: (transfer full) (nullable): %NULL with %TROUPE_MCP_ERROR_VALIDATION where the key is none of these
 */
char *troupe_mcp_assertion_new (const char *key,
                                const char *client,
                                const char *audience,
                                GError **error);

G_END_DECLS
