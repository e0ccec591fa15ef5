/* troupe-mcp-round.h: what a person has to say before a call of an MCP server's tool can be made once more
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#pragma once

#include <gio/gio.h>

#include "troupe-json-rpc-session.h"

G_BEGIN_DECLS

/* How often one call may come back with questions. */
#define TROUPE_MCP_MOST_ROUNDS 10u

/* Whether the result is none yet, but asks (`input_required`, of the modern era). */
gboolean troupe_mcp_round_is_wanted (TroupeJsonRpcSession *talk, TroupeValue *result);
/* Whether the error says that a person has to go to an address first (−32042, of the first era). */
gboolean troupe_mcp_round_is_wanted_after (TroupeJsonRpcSession *talk, const GError *error);

/**
 * TroupeMcpRoundFunc:
 * @additions: (nullable): what the call has beside its name and arguments when it is made once more
 * @error: (nullable) (transfer full): why it is not to be made: %TROUPE_MCP_ERROR, %G_IO_ERROR_CANCELLED
 */
typedef void (*TroupeMcpRoundFunc) (TroupeValue *additions, GError *error, gpointer user_data);

/* Asks one after the other. @func: called once, perhaps before these return. @cancellable: (nullable) */
void troupe_mcp_round_begin (TroupeJsonRpcSession *talk,
                             TroupeValue *result,
                             GCancellable *cancellable,
                             TroupeMcpRoundFunc func,
                             gpointer user_data);
/* The same after such an error. */
void troupe_mcp_round_begin_after (TroupeJsonRpcSession *talk,
                                   const GError *error,
                                   GCancellable *cancellable,
                                   TroupeMcpRoundFunc func,
                                   gpointer user_data);

G_END_DECLS
