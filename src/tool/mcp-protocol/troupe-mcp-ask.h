/* troupe-mcp-ask.h: elicitation: prompts the user on behalf of an MCP server
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#pragma once

#include "troupe-elicitation.h"
#include "troupe-redactor.h"

G_BEGIN_DECLS

/* @content: (nullable): for ACCEPT, the values as they were entered */
typedef void (*TroupeMcpAnsweredFunc) (TroupeElicitationAction action,
                                       TroupeValue *content,
                                       gpointer user_data);

/**
 * TroupeMcpAsker:
 * @ask: prompts the user and calls @func once, possibly before it returns. Returns a handle for
 *   @withdraw, or %NULL if @func was already called
 * @withdraw: cancels the prompt that ask() returned, so that @func is not called
 * @warn: (nullable): shows a warning to the user
 * @redactor: (nullable): redacts the keys of the run in questions, which are shown and stored, and
 *   in answers, which a server receives
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
  TroupeRedactor *redactor;
  gpointer user_data;
} TroupeMcpAsker;

typedef struct _TroupeMcpAsked TroupeMcpAsked;

/* @result: (nullable): the result with the user's answer, as the protocol requires; %NULL if the
 *   user was not prompted, in which case @error contains the reason */
typedef void (*TroupeMcpAskedFunc) (TroupeValue *result, const GError *error, gpointer user_data);

/**
 * troupe_mcp_ask:
 * @label: the name of the server, as shown to the user
 * @params: (nullable): the parameters of `elicitation/create`
 *
 * Prompts the user for the input that the server requests. If no form may ask for this input, the
 * request is declined and the user is warned.
 *
 * Returns: (nullable): a handle that can be withdrawn until @func is called, which happens once;
 * %NULL if @func was already called
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
