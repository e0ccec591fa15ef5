/* troupe-mcp-ask.h: one question of an MCP server, on its way to a person and back
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#pragma once

#include "troupe-elicitation.h"

G_BEGIN_DECLS

/* @content: (nullable): of ACCEPT, as it was typed */
typedef void (*TroupeMcpAnsweredFunc) (TroupeElicitationAction action,
                                       TroupeValue *content,
                                       gpointer user_data);

/**
 * TroupeMcpAsker:
 * @ask: asks a person, and calls @func once, which it may do before it returns. Returns what can be withdrawn, or %NULL
 *   where @func was called already
 * @withdraw: nobody waits for the answer to what ask() returned any more; @func is not called then
 * @warn: (nullable): something for a person to know
 *
 * Who is asked what servers want to know (doc/mcp.md §9). On the thread of the server; it lives as long as that.
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

/* @result: (nullable): what the protocol wants, with a person's answer in it; %NULL: @error says why a person was not
 * asked */
typedef void (*TroupeMcpAskedFunc) (TroupeValue *result, const GError *error, gpointer user_data);

/**
 * troupe_mcp_ask:
 * @label: the server, for people
 * @params: (nullable): of `elicitation/create`
 *
 * Asks a person what the server wants to know. What no form may ask for is declined, and the person is warned.
 *
 * Returns: (nullable): what can be withdrawn until @func was called, which is once; %NULL where it was already
 */
TroupeMcpAsked *troupe_mcp_ask (const TroupeMcpAsker *asker,
                                const char *label,
                                TroupeValue *params,
                                TroupeMcpAskedFunc func,
                                gpointer user_data);
/* The same for a question of our own: @elicitation: (transfer full) */
TroupeMcpAsked *troupe_mcp_ask_elicitation (const TroupeMcpAsker *asker,
                                            TroupeElicitation *elicitation,
                                            TroupeMcpAskedFunc func,
                                            gpointer user_data);
/* Nobody waits for it any more; its function is not called. */
void troupe_mcp_asked_withdraw (TroupeMcpAsked *self);

/* Whether @result says that the person agreed. */
gboolean troupe_mcp_asked_is_accepted (TroupeValue *result);

G_END_DECLS
