/* troupe-mcp-questions.h: pending elicitation requests of an MCP server (legacy protocol)
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#pragma once

#include "troupe-mcp-ask.h"

G_BEGIN_DECLS

/**
 * TroupeMcpQuestionsFuncs:
 * @reply: answers the request with that ID. @result: (nullable): if NULL, @error contains the
 *   reason
 * @changed: called when the first prompt opens and when the last one is closed
 */
typedef struct
{
  void (*reply) (TroupeValue *id, TroupeValue *result, const GError *error, gpointer user_data);
  void (*changed) (gboolean is_asking, gpointer user_data);
} TroupeMcpQuestionsFuncs;

/**
 * TroupeMcpQuestions:
 *
 * The requests of one connection that the user has to answer. The number of open requests and the
 * total number are limited.
 */
typedef struct _TroupeMcpQuestions TroupeMcpQuestions;

/* @asker, @label, @funcs: borrowed */
TroupeMcpQuestions *troupe_mcp_questions_new (const TroupeMcpAsker *asker,
                                              const char *label,
                                              const TroupeMcpQuestionsFuncs *funcs,
                                              gpointer user_data);
/* Withdraws all open requests. */
void troupe_mcp_questions_free (TroupeMcpQuestions *self);

/* Handles a request `elicitation/create`, which is answered once, possibly before this returns.
 * @params: (nullable) */
void troupe_mcp_questions_take (TroupeMcpQuestions *self, TroupeValue *id, TroupeValue *params);
/* Called when the server has cancelled the request. @id: (nullable) */
void troupe_mcp_questions_withdraw (TroupeMcpQuestions *self, TroupeValue *id);
void troupe_mcp_questions_withdraw_all (TroupeMcpQuestions *self);

G_END_DECLS
