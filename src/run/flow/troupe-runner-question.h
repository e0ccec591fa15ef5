/* troupe-runner-question.h: questions of crew tasks, MCP servers and code to the user
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#pragma once

#include "troupe-agent.h"
#include "troupe-flow-runner-parts.h"
#include "troupe-mcp-ask.h"

G_BEGIN_DECLS

typedef struct _TroupeRunnerQuestion TroupeRunnerQuestion;

/**
 * troupe_runner_question_ask:
 * @frame: the frame whose action asks
 * @task: the task whose answer is reviewed
 *
 * Prompts the user for feedback on @answer. @func is called once: with the feedback, with
 * %G_IO_ERROR_PENDING if no user is available, or with an error if the question was cancelled.
 */
void troupe_runner_question_ask (TroupeRunnerFrame *frame,
                                 const char *task,
                                 const char *path,
                                 const char *answer,
                                 GCancellable *cancellable,
                                 TroupeAgentAnswerFunc func,
                                 gpointer func_data);

/**
 * troupe_runner_question_put:
 * @frame: the frame whose action asks
 * @message: shown to the user
 * @metadata: (nullable): a map
 *
 * Asks the user a question of the code. @func is called once, as by troupe_runner_question_ask().
 *
 * Returns: (transfer none) (nullable): the question, which exists until @func is called or until
 * troupe_runner_question_withdraw(); %NULL if @func was already called
 */
TroupeRunnerQuestion *troupe_runner_question_put (TroupeRunnerFrame *frame,
                                                  const char *message,
                                                  TroupeValue *metadata,
                                                  TroupeAgentAnswerFunc func,
                                                  gpointer func_data);
/* Ends the question without calling its function. */
void troupe_runner_question_withdraw (TroupeRunnerQuestion *self);

/* Returns the handler of elicitation requests of MCP servers. The handler exists as long as the
 * runner, and declines requests if no user is available. (transfer none) */
const TroupeMcpAsker *troupe_runner_question_get_asker (TroupeFlowRunner *runner);

/* Processes an answer from the feedback queue. @answer: (transfer full): ignored if it does not belong
 * to a question */
void troupe_runner_question_take (TroupeFlowRunner *runner, TroupeFeedbackAnswer *answer);
/* Returns the answer for which the function of a question is being called. (transfer none) (nullable): %NULL for an answer that
 * was available immediately, or none */
const TroupeFeedbackAnswer *troupe_runner_question_get_answer (TroupeFlowRunner *runner);
/* Ends all questions because no more answers can arrive. */
void troupe_runner_question_close_all (TroupeFlowRunner *runner);

G_END_DECLS
