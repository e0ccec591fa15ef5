/* troupe-agent-answer.h: what an agent answered
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#pragma once

#include "troupe-agent-job.h"
#include "troupe-agent-loop.h"

G_BEGIN_DECLS

/**
 * TroupeAgentAnswer:
 *
 * The answer of an agent as its result has it: its text, the object in that where one of a given shape is wanted, and all
 * that was said for it.
 */
typedef struct _TroupeAgentAnswer TroupeAgentAnswer;

/**
 * troupe_agent_answer_read_async:
 * @outcome: (transfer full): of the execution
 * @call: whose step_func is told of the answer, and whose scope is the agent's
 *
 * Looks for the object that @job wants where the server was not asked for it; where there is none the model is asked to
 * make one (doc/crew-semantics.md §9). Of a task who asked for it does that.
 *
 * Errors: %TROUPE_AGENT_ERROR_EMPTY, %TROUPE_LLM_ERROR, %G_IO_ERROR_CANCELLED
 */
void troupe_agent_answer_read_async (TroupeAgentOutcome *outcome,
                                     TroupeAgentDefinition *agent,
                                     const TroupeAgentJob *job,
                                     const TroupeAgentContext *call,
                                     GCancellable *cancellable,
                                     GAsyncReadyCallback callback,
                                     gpointer user_data);
TroupeAgentAnswer *troupe_agent_answer_read_finish (GAsyncResult *result, GError **error);
void troupe_agent_answer_free (TroupeAgentAnswer *self);
G_DEFINE_AUTOPTR_CLEANUP_FUNC (TroupeAgentAnswer, troupe_agent_answer_free)

const char *troupe_agent_answer_get_output (TroupeAgentAnswer *self);
/* @with: a text that is the answer from now on, or a map that is its object */
void troupe_agent_answer_replace (TroupeAgentAnswer *self, TroupeValue *with);
/* (transfer none) (element-type TroupeLlmMessage) */
GPtrArray *troupe_agent_answer_get_messages (TroupeAgentAnswer *self);
/* Begins the map of a result with what the answer says for it. @first: (nullable): a list of the messages that were sent
 * first, as they were written; %NULL where they are not there any more */
void troupe_agent_answer_begin_result (TroupeAgentAnswer *self,
                                       TroupeMapBuilder *fields,
                                       TroupeAgentDefinition *agent,
                                       const TroupeLlmUsage *usage,
                                       TroupeValue *first);

G_END_DECLS
