/* troupe-agent-answer.h: final answer of an agent: text, structured object, messages
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
 * The final answer of an agent, from which its result is created: the text, the object if a schema
 * was requested, and all messages that led to the answer.
 */
typedef struct _TroupeAgentAnswer TroupeAgentAnswer;

/**
 * troupe_agent_answer_read_async:
 * @outcome: (transfer full): outcome of the agent loop
 * @call: its step_func is called with the answer; its scope is that of the agent
 *
 * Parses the object that @job requires, unless the server was already asked for the object. If the
 * text contains no such object, asks the model to create the object (doc/crew-semantics.md §9). For
 * a task, the caller parses the object.
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
/* @with: a string that replaces the answer, or a map that becomes its object */
void troupe_agent_answer_replace (TroupeAgentAnswer *self, TroupeValue *with);
/* (transfer none) (element-type TroupeLlmMessage) */
GPtrArray *troupe_agent_answer_get_messages (TroupeAgentAnswer *self);
/* Starts the map of a result with the fields of the answer. @first: (nullable): a list of the
 * initial messages as they were created; %NULL if the messages were shortened */
void troupe_agent_answer_begin_result (TroupeAgentAnswer *self,
                                       TroupeMapBuilder *fields,
                                       TroupeAgentDefinition *agent,
                                       const TroupeLlmUsage *usage,
                                       TroupeValue *first);

G_END_DECLS
