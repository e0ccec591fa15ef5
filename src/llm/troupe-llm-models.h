/* troupe-llm-models.h: what is known of models before they are asked, and of what servers say of them
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#pragma once

#include "troupe-llm.h"

G_BEGIN_DECLS

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
gboolean
troupe_llm_client_takes_tools (TroupeLlmClient *self, const char *model, TroupeValue *settings);

/* Whether the server refused the call because the model takes no tools. @error: of any domain */
gboolean troupe_llm_error_refuses_tools (const GError *error);

/* Never of a call that was refused because there were too many of them. @error: of any domain */
TroupeLlmOverflow troupe_llm_error_get_overflow (const GError *error);

G_END_DECLS
