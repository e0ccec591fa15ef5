/* troupe-mcp-ask.h: elicitation: prompts the user on behalf of an MCP server
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#pragma once

#include "troupe-elicitation.h"

G_BEGIN_DECLS

/* @content: (nullable): for ACCEPT, the values as they were entered */
typedef void (*TroupeMcpAnsweredFunc) (TroupeElicitationAction action,
                                       TroupeValue *content,
                                       gpointer user_data);

/**
 * TroupeMcpAsker:
 * @ask: prompts the user and calls @func once, possibly before it returns. Returns a handle for
 *   @withdraw, or %NULL if @func was called already
 * @withdraw: cancels the prompt that ask() returned; @func is not called then
 * @warn: (nullable): shows a warning to the user
 *
 * Prompts the user for input that servers request (doc/mcp.md §9). Used on the thread of the
 * server; must live as long as the server.
 */
typedef struct
{
  gpointer (*ask) (TroupeElicitation *elicitation,
                   TroupeMcpAnsweredFunc func,
                   gpointer func_data,
                   gpointer user_data);
  void (*withdraw) (gpointer question, gpointer user_data);
  void (*warn) (const char *text, gpointer user_data);
  gpointer user_data;
} TroupeMcpAsker;

typedef struct _TroupeMcpAsked TroupeMcpAsked;

/* @result: (nullable): the result as of the protocol, with the user's answer; %NULL: @error
 *   contains the reason why the user was not prompted */
typedef void (*TroupeMcpAskedFunc) (TroupeValue *result, const GError *error, gpointer user_data);

/**
 * troupe_mcp_ask:
 * @label: the name of the server, as shown to the user
 * @params: (nullable): the parameters of `elicitation/create`
 *
 * Prompts the user for the input that the server requests. A request for input that no form may ask
 * for is declined, and the user is warned.
 *
 * Returns: (nullable): a handle that can be withdrawn until @func is called, which happens once;
 * %NULL if it was called already
 */
TroupeMcpAsked *troupe_mcp_ask (const TroupeMcpAsker *asker,
                                const char *label,
                                TroupeValue *params,
                                TroupeMcpAskedFunc func,
                                gpointer user_data);
/* Like troupe_mcp_ask(), but for a prompt of Troupe itself. @elicitation: (transfer full) */
TroupeMcpAsked *troupe_mcp_ask_elicitation (const TroupeMcpAsker *asker,
                                            TroupeElicitation *elicitation,
                                            TroupeMcpAskedFunc func,
                                            gpointer user_data);
/* Cancels the prompt; its function is not called. */
void troupe_mcp_asked_withdraw (TroupeMcpAsked *self);

/* Returns TRUE if the user accepted. */
gboolean troupe_mcp_asked_is_accepted (TroupeValue *result);

G_END_DECLS
