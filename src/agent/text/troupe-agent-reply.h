/* troupe-agent-reply.h: interprets a model's answer like CrewAI's clients
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#pragma once

#include "troupe-llm.h"
#include "troupe-schema.h"

G_BEGIN_DECLS

/* Sets missing arguments of tool calls to `{}` where CrewAI does so, which is in streams and
 * with OpenAI's Responses API. In other cases a call without arguments is invalid. */
void troupe_agent_reply_fill_arguments (const TroupeLlmRequest *request, TroupeLlmAnswer *answer);

/* Returns TRUE if CrewAI uses OpenAI's client for chat completions. This client parses objects
 * itself, before the tokens are counted. */
gboolean troupe_agent_reply_is_read_by_client (const TroupeLlmRequest *request);

/* Returns TRUE if CrewAI accepts an answer that does not match the schema as text, which the
 * model then has to convert. This is the case for Bedrock and OpenAI's Responses API. @model:
 * (nullable);
 * @settings: (nullable) */
gboolean troupe_agent_reply_is_taken_as_text (const char *model, TroupeValue *settings);

/* Returns TRUE if a structured answer is empty and CrewAI's client for the service asks again
 * for plain text. */
gboolean troupe_agent_reply_is_unsaid (const TroupeLlmRequest *request,
                                       const TroupeLlmAnswer *answer);

/**
 * troupe_agent_reply_read:
 * @rules: schema of the answer
 * @is_bare: whether the server enforces the schema, so that only pure JSON is accepted
 * @object: (out) (nullable) (transfer full): the parsed answer; %NULL if the answer is empty
 *
 * Returns: %FALSE with %TROUPE_LLM_ERROR_INVALID if the answer does not match @rules, or was
 * truncated
 */
gboolean troupe_agent_reply_read (const TroupeLlmRequest *request,
                                  TroupeLlmAnswer *answer,
                                  TroupeSchema *rules,
                                  gboolean is_bare,
                                  TroupeValue **object,
                                  GError **error);

/* Parses the answer as the object that @schema requires. @is_bare: whether only pure JSON is
 * accepted, without a code fence or text around it. CrewAI requires pure JSON if the schema was
 * sent with the request, except with OpenAI's Responses API; Troupe requires it only of OpenAI's
 * own servers, which enforce the schema. For an agent with tools, CrewAI searches for the object in
 * the text (doc/crew-semantics.md §9). Returns NULL with
 * %TROUPE_LLM_ERROR_INVALID. */
TroupeValue *
troupe_agent_read_object (TroupeSchema *schema, const char *text, gboolean is_bare, GError **error);

/* Adds the name of the model and advice to an error of troupe_agent_read_object(). This is a
 * separate function, because a model that is asked again gets only the description of the error.
 * @model: (nullable): a model string; @settings: (nullable) */
void troupe_agent_advise_misfit (GError *error, const char *model, TroupeValue *settings);

G_END_DECLS
