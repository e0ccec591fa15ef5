/* troupe-runner-question.h: what a task of a crew, or a server, asks a person
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
 * @frame: whose action it is
 * @task: whose answer it is
 *
 * Asks a person what is to be said to @answer. @func is called once: with the text, with %G_IO_ERROR_PENDING where
 * nobody answers now, or cancelled.
 */
void troupe_runner_question_ask (TroupeRunnerFrame *frame,
                                 const char *task,
                                 const char *path,
                                 const char *answer,
                                 GCancellable *cancellable,
                                 TroupeAgentAnswerFunc func,
                                 gpointer func_data);

/* Who asks a person what MCP servers want to know, for as long as the runner lives; where nobody is there it is declined.
 * (transfer none) */
const TroupeMcpAsker *troupe_runner_question_get_asker (TroupeFlowRunner *runner);

/* For those who take answers up from the desk. @answer: borrowed; it may be of somebody else */
void troupe_runner_question_take (TroupeFlowRunner *runner, const TroupeFeedbackAnswer *answer);
/* Nobody answers now. */
void troupe_runner_question_close_all (TroupeFlowRunner *runner);

G_END_DECLS
