/* troupe-llm-models.h: what is known of models before they are asked, and of what servers say of them
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#pragma once

#include "troupe-llm.h"

G_BEGIN_DECLS

/* Begins the name of a model that is no server's: who set a provider for such models knows the rest. No document can say
 * it. */
#define TROUPE_LLM_MADE_PREFIX "python/"

/* What a model does not take, though its API has it (doc/llm-client.md §8). */
typedef enum
{
  TROUPE_LLM_MODEL_NO_TOOLS = 1 << 0,  /* it is told of them in words */
  TROUPE_LLM_MODEL_NO_STOP = 1 << 1,   /* stop words: the answer is cut at them here */
  TROUPE_LLM_MODEL_NO_SYSTEM = 1 << 2, /* the system's words go out as the user's */
} TroupeLlmModelFlags;

/* Whether a server says that what it was sent is too long for the model. */
typedef enum
{
  TROUPE_LLM_OVERFLOW_NONE,
  TROUPE_LLM_OVERFLOW_KNOWN,   /* in words by which CrewAI knows it */
  TROUPE_LLM_OVERFLOW_UNKNOWN, /* in words that CrewAI takes for those of any other error */
} TroupeLlmOverflow;

/**
 * troupe_llm_client_takes_tools:
 * @model: (nullable): a model string; %NULL is the default model
 * @settings: (nullable): the model's settings
 *
 * Returns: whether the model can be offered tools, as far as its name says: of others the server says so, see
 *   troupe_llm_error_refuses_tools()
 */
/* What goes out as `max_tokens` where nothing is said of it, 0 where nothing does. @model: (nullable); @settings:
 * (nullable) */
gint64
troupe_llm_client_get_most_tokens (TroupeLlmClient *self, const char *model, TroupeValue *settings);
gboolean
troupe_llm_client_takes_tools (TroupeLlmClient *self, const char *model, TroupeValue *settings);

/* Whether the server refused the call because the model takes no tools. @error: of any domain */
gboolean troupe_llm_error_refuses_tools (const GError *error);

/* Never of a call that was refused because there were too many of them. @error: of any domain */
TroupeLlmOverflow troupe_llm_error_get_overflow (const GError *error);

/**
 * troupe_llm_model_get_context_window:
 * @model: (nullable): a model string; %NULL is the default model
 * @settings: (nullable): the model's settings
 *
 * How many tokens of input are used before a conversation is made shorter: 85 of 100 of what the model takes, by a
 * table of families that goes with the program. A model that is in none of them takes 8,192, one at Anthropic
 * 200,000. What the settings tell Ollama to hold (`num_ctx`) counts for more than the table.
 *
 * Returns: the number of tokens, at least 0
 */
gint64 troupe_llm_model_get_context_window (const char *model, TroupeValue *settings);

/* What the texts of messages come to where nobody counts them: a token for each four characters, rounded up.
 * @messages: (element-type TroupeLlmMessage) */
gint64 troupe_llm_estimate_tokens (GPtrArray *messages);

/**
 * troupe_llm_client_count_tokens_async:
 * @request: as it would be asked
 *
 * How many tokens of input @request has. The services that count for themselves are asked: Anthropic, Bedrock, and
 * Gemini where there are neither a system's words nor tools nor a form of the answer. Whatever goes wrong with that is
 * told to nobody, and for the others nothing goes out: the number is then that of troupe_llm_estimate_tokens().
 */
void troupe_llm_client_count_tokens_async (TroupeLlmClient *self,
                                           const TroupeLlmRequest *request,
                                           GCancellable *cancellable,
                                           GAsyncReadyCallback callback,
                                           gpointer user_data);
/* -1 with %G_IO_ERROR_CANCELLED, and with no other error. */
gint64
troupe_llm_client_count_tokens_finish (TroupeLlmClient *self, GAsyncResult *result, GError **error);

G_END_DECLS
