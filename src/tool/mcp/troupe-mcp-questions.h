/* troupe-mcp-questions.h: what an MCP server of the first era asks on its stream, until it is answered
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#pragma once

#include "troupe-mcp-ask.h"

G_BEGIN_DECLS

/**
 * TroupeMcpQuestionsFuncs:
 * @reply: answers the request with that id. @result: (nullable): @error says why there is none
 * @changed: a person begins to be asked, or is asked no more
 */
typedef struct
{
  void (*reply) (TroupeValue *id, TroupeValue *result, const GError *error, gpointer user_data);
  void (*changed) (gboolean is_asking, gpointer user_data);
} TroupeMcpQuestionsFuncs;

/**
 * TroupeMcpQuestions:
 *
 * The requests of one connection that a person has to answer: some at a time, and no more in all than a person bears.
 */
typedef struct _TroupeMcpQuestions TroupeMcpQuestions;

/* @asker, @label, @funcs: borrowed */
TroupeMcpQuestions *troupe_mcp_questions_new (const TroupeMcpAsker *asker,
                                              const char *label,
                                              const TroupeMcpQuestionsFuncs *funcs,
                                              gpointer user_data);
/* Withdraws what is open. */
void troupe_mcp_questions_free (TroupeMcpQuestions *self);

/* A request `elicitation/create`, which is answered once, perhaps at once. @params: (nullable) */
void troupe_mcp_questions_take (TroupeMcpQuestions *self, TroupeValue *id, TroupeValue *params);
/* The server wants no answer to that one any more. @id: (nullable) */
void troupe_mcp_questions_withdraw (TroupeMcpQuestions *self, TroupeValue *id);
void troupe_mcp_questions_withdraw_all (TroupeMcpQuestions *self);

G_END_DECLS
