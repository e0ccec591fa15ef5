/* troupe-agent-reply.h: what a model answered, as CrewAI's clients make it of what came
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#pragma once

#include "troupe-llm.h"
#include "troupe-schema.h"

G_BEGIN_DECLS

/* A call without any arguments gets none, `{}`, where CrewAI does so: of a stream, and of OpenAI's Responses. Else it is
 * one that is wrong. */
void troupe_agent_reply_fill_arguments (const TroupeLlmRequest *request, TroupeLlmAnswer *answer);

/* Whether CrewAI asks by OpenAI's client for chat completions, which reads objects itself and before anything is
 * counted. */
gboolean troupe_agent_reply_is_read_by_client (const TroupeLlmRequest *request);

/* Whether CrewAI takes an answer that does not fit its form as a text, which the model is then asked to make an object of:
 * of Bedrock and of OpenAI's Responses. @model: (nullable); @settings: (nullable) */
gboolean troupe_agent_reply_is_taken_as_text (const char *model, TroupeValue *settings);

/* Whether an answer that was to be an object is empty, of a service where CrewAI's client asks once more then, for a
 * text. */
gboolean troupe_agent_reply_is_unsaid (const TroupeLlmRequest *request,
                                       const TroupeLlmAnswer *answer);

/**
 * troupe_agent_reply_read:
 * @rules: what the answer is to fit
 * @object: (out) (nullable) (transfer full): the answer as that, %NULL where it is empty
 *
 * Returns: %FALSE with %TROUPE_LLM_ERROR_INVALID where it does not fit, or was cut
 */
gboolean troupe_agent_reply_read (const TroupeLlmRequest *request,
                                  TroupeLlmAnswer *answer,
                                  TroupeSchema *rules,
                                  TroupeValue **object,
                                  GError **error);

/* The answer as the object that @schema wants. @is_bare: whether it must be JSON and nothing else: sent with the request
 * CrewAI takes no fence and no words around it but by OpenAI's Responses; of an agent with tools it is looked for in the
 * text (doc/crew-semantics.md §9). NULL with %TROUPE_LLM_ERROR_INVALID. */
TroupeValue *
troupe_agent_read_object (TroupeSchema *schema, const char *text, gboolean is_bare, GError **error);

/* Makes a whole of what troupe_agent_read_object() says: whose answer it was, what is wrong, what to do. It is kept apart,
 * as a model that is asked again is told what is wrong alone. @model: (nullable): a model string; @settings: (nullable) */
void troupe_agent_advise_misfit (GError *error, const char *model, TroupeValue *settings);

G_END_DECLS
