/* troupe-mcp-round.h: user input that an MCP server requires before a tool call is repeated
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#pragma once

#include <gio/gio.h>

#include "troupe-json-rpc-session.h"

G_BEGIN_DECLS

/* Maximum number of input rounds of one call. */
#define TROUPE_MCP_MOST_ROUNDS 10u

/* Returns TRUE if the result is not final because the server requests input (`input_required`,
 * in the modern protocol). */
gboolean troupe_mcp_round_is_wanted (TroupeJsonRpcSession *talk, TroupeValue *result);
/* Returns TRUE if the error requires the user to open a URL first (−32042, in the legacy
 * protocol). */
gboolean troupe_mcp_round_is_wanted_after (TroupeJsonRpcSession *talk, const GError *error);

/**
 * TroupeMcpRoundFunc:
 * @additions: (nullable): additional parameters of the repeated call, besides its name and
 *   arguments
 * @error: (nullable) (transfer full): why the call must not be repeated: %TROUPE_MCP_ERROR,
 *   %G_IO_ERROR_CANCELLED
 */
typedef void (*TroupeMcpRoundFunc) (TroupeValue *additions, GError *error, gpointer user_data);

/* Prompts for the inputs one after the other. @func: called once, possibly before the function
 * returns. @cancellable: (nullable) */
void troupe_mcp_round_begin (TroupeJsonRpcSession *talk,
                             TroupeValue *result,
                             GCancellable *cancellable,
                             TroupeMcpRoundFunc func,
                             gpointer user_data);
/* Handles an error for which troupe_mcp_round_is_wanted_after() returns TRUE. */
void troupe_mcp_round_begin_after (TroupeJsonRpcSession *talk,
                                   const GError *error,
                                   GCancellable *cancellable,
                                   TroupeMcpRoundFunc func,
                                   gpointer user_data);

G_END_DECLS
