/* troupe-llm-models.h: known capabilities of models, token counting, and classification of server
 * errors
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#pragma once

#include "troupe-llm.h"

G_BEGIN_DECLS

/* Prefix of models that no server provides, because the custom provider answers their calls. It
 * cannot occur in a document. */
#define TROUPE_LLM_MADE_PREFIX "python/"

/* Features that a model does not support, although its API does (doc/llm-client.md §8). */
typedef enum
{
  TROUPE_LLM_MODEL_NO_TOOLS = 1 << 0,  /* tools are described in the prompt */
  TROUPE_LLM_MODEL_NO_STOP = 1 << 1,   /* the answer is truncated locally at stop sequences */
  TROUPE_LLM_MODEL_NO_SYSTEM = 1 << 2, /* system messages are sent as user messages */
} TroupeLlmModelFlags;

/* Whether an error says that the input is too long for the model. */
typedef enum
{
  TROUPE_LLM_OVERFLOW_NONE,
  TROUPE_LLM_OVERFLOW_KNOWN,   /* CrewAI recognizes the message */
  TROUPE_LLM_OVERFLOW_UNKNOWN, /* CrewAI does not recognize the message */
} TroupeLlmOverflow;

/**
 * troupe_llm_client_takes_tools:
 * @model: (nullable): a model string; %NULL is the default model
 * @settings: (nullable): the model's settings
 *
 * Checks by its name whether the model supports tools. For other models without tools, the server
 * returns an error, see troupe_llm_error_refuses_tools().
 *
 * Returns: whether the model supports tools
 */
/* Returns the default of `max_tokens`, or 0 if it is not sent by default. @model: (nullable);
 * @settings: (nullable) */
gint64
troupe_llm_client_get_most_tokens (TroupeLlmClient *self, const char *model, TroupeValue *settings);
gboolean
troupe_llm_client_takes_tools (TroupeLlmClient *self, const char *model, TroupeValue *settings);

/* Returns TRUE if the model is called at a server of OpenAI itself, not at one that only speaks its
 * API. @model: (nullable): a model string; @settings: (nullable) */
gboolean
troupe_llm_client_is_openai (TroupeLlmClient *self, const char *model, TroupeValue *settings);

/* Returns TRUE if the server rejected the call because of `response_format`. @error: of any
 * domain */
gboolean troupe_llm_error_refuses_format (const GError *error);

/* Returns TRUE if the server rejected the call because the model does not support tools. @error:
 * of any domain */
gboolean troupe_llm_error_refuses_tools (const GError *error);

/* Returns whether the error says that the input is too long; always NONE for calls that were
 * rejected by a rate limit. @error: of any domain */
TroupeLlmOverflow troupe_llm_error_get_overflow (const GError *error);

/**
 * troupe_llm_model_get_context_window:
 * @model: (nullable): a model string; %NULL is the default model
 * @settings: (nullable): the model's settings
 *
 * Determines the number of input tokens above which a conversation is shortened: 85 % of the
 * model's context window, from a built-in table of model families. For unknown models it is 8,192,
 * or 200,000 for Anthropic. Ollama's setting `num_ctx` takes precedence over the table.
 *
 * Returns: the number of tokens, at least 0
 */
gint64 troupe_llm_model_get_context_window (const char *model, TroupeValue *settings);

/* Estimates the tokens of messages if they cannot be counted: one for every four characters,
 * rounded up.
 * @messages: (element-type TroupeLlmMessage) */
gint64 troupe_llm_estimate_tokens (GPtrArray *messages);

/**
 * troupe_llm_client_count_tokens_async:
 * @request: the request to be counted
 *
 * Counts the input tokens of @request with the API of the service. Supported are Anthropic,
 * Bedrock, and, if there are no system messages, tools or response format, Gemini. Other services
 * are not contacted. For these, and if counting fails, which is not reported, the result is that of
 * troupe_llm_estimate_tokens().
 */
void troupe_llm_client_count_tokens_async (TroupeLlmClient *self,
                                           const TroupeLlmRequest *request,
                                           GCancellable *cancellable,
                                           GAsyncReadyCallback callback,
                                           gpointer user_data);
/* Returns the number of tokens, or -1 with %G_IO_ERROR_CANCELLED; there are no other errors. */
gint64
troupe_llm_client_count_tokens_finish (TroupeLlmClient *self, GAsyncResult *result, GError **error);

G_END_DECLS
