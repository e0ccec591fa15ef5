/* troupe-llm-models.c: known capabilities of models, and classification of server errors
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#define G_LOG_DOMAIN "troupe-llm-models"

#include "config.h"

#include <string.h>

#include "troupe-llm-models.h"
#include "troupe-llm-target.h"

#define WIRE(name) (1u << TROUPE_WIRE_##name)
/* OpenAI-compatible services inherit the rules for OpenAI's model names, as in
 * `openrouter/openai/o1`. */
#define CHAT (WIRE (OPENAI_CHAT) | WIRE (OLLAMA))

/* @part: substring of the model name (doc/crew-semantics.md §13) */
static const struct
{
  guint wires;
  const char *part;
  TroupeLlmModelFlags flags;
} traits[] = {
  { CHAT, "o1", TROUPE_LLM_MODEL_NO_TOOLS | TROUPE_LLM_MODEL_NO_SYSTEM },
  { CHAT | WIRE (AZURE), "o1", TROUPE_LLM_MODEL_NO_STOP },
  { CHAT | WIRE (AZURE), "gpt-5", TROUPE_LLM_MODEL_NO_STOP },
  { WIRE (GEMINI), "gemma", TROUPE_LLM_MODEL_NO_TOOLS },
  /* Mock models only return text. */
  { WIRE (MOCK), "", TROUPE_LLM_MODEL_NO_TOOLS },
};

/* Error messages of servers if a model does not support tools, in lower case. */
static const char *const tool_phrases[] = {
  "does not support tool",
  "does not support function",
  "not support tool use",
  "tools is not supported",
  "tools are not supported",
  "tool use is not supported",
  "tool calling is not supported",
  "function calling is not supported",
  "tools not supported",
  "unsupported parameter: 'tools'",
  "support tool use",
};

/* Error messages of servers that do not support a JSON schema for the answer, in lower case. */
static const char *const format_phrases[] = {
  "response_format", "response format", "json_schema", "json schema", "structured output",
};

/* Error messages of servers if the input is too long. */
static const struct
{
  const char *phrase;
  TroupeLlmOverflow overflow;
} overflow_phrases[] = {
  { "expected a string with maximum length", TROUPE_LLM_OVERFLOW_KNOWN },
  { "maximum context length", TROUPE_LLM_OVERFLOW_KNOWN },
  { "context length exceeded", TROUPE_LLM_OVERFLOW_KNOWN },
  { "context_length_exceeded", TROUPE_LLM_OVERFLOW_KNOWN },
  { "context window full", TROUPE_LLM_OVERFLOW_KNOWN },
  { "too many tokens", TROUPE_LLM_OVERFLOW_KNOWN },
  { "input is too long", TROUPE_LLM_OVERFLOW_KNOWN },
  { "exceeds token limit", TROUPE_LLM_OVERFLOW_KNOWN },
  { "prompt is too long", TROUPE_LLM_OVERFLOW_UNKNOWN },
  { "exceeds the maximum number of tokens", TROUPE_LLM_OVERFLOW_UNKNOWN },
  { "exceeds the context window", TROUPE_LLM_OVERFLOW_UNKNOWN },
  { "exceeds the available context size", TROUPE_LLM_OVERFLOW_UNKNOWN },
};

TroupeLlmModelFlags
troupe_llm_model_get_flags (TroupeProviderWire wire, const char *name)
{
  g_autofree char *small = g_ascii_strdown (name, -1);
  TroupeLlmModelFlags flags = 0;

  for (guint i = 0; i < G_N_ELEMENTS (traits); i++)
    if ((traits[i].wires & (1u << wire)) != 0 && strstr (small, traits[i].part) != NULL)
      flags |= traits[i].flags;

  return flags;
}

static gboolean
is_refusal (const GError *error)
{
  return g_error_matches (error, TROUPE_LLM_ERROR, TROUPE_LLM_ERROR_REFUSED) ||
         g_error_matches (error, TROUPE_LLM_ERROR, TROUPE_LLM_ERROR_NOT_FOUND);
}

/* @phrases: in lower case */
static gboolean
has_phrase (const GError *error, const char *const *phrases, gsize n_phrases)
{
  g_autofree char *text = g_ascii_strdown (error->message, -1);

  for (gsize i = 0; i < n_phrases; i++)
    if (strstr (text, phrases[i]) != NULL)
      return TRUE;

  return FALSE;
}

gboolean
troupe_llm_error_refuses_tools (const GError *error)
{
  g_return_val_if_fail (error != NULL, FALSE);

  return is_refusal (error) && has_phrase (error, tool_phrases, G_N_ELEMENTS (tool_phrases));
}

gboolean
troupe_llm_error_refuses_format (const GError *error)
{
  g_return_val_if_fail (error != NULL, FALSE);

  return g_error_matches (error, TROUPE_LLM_ERROR, TROUPE_LLM_ERROR_REFUSED) &&
         has_phrase (error, format_phrases, G_N_ELEMENTS (format_phrases));
}

TroupeLlmOverflow
troupe_llm_error_get_overflow (const GError *error)
{
  g_autofree char *text = NULL;

  g_return_val_if_fail (error != NULL, TROUPE_LLM_OVERFLOW_NONE);

  /* “Too many tokens” may also refer to a limit per minute. */
  if (error->domain != TROUPE_LLM_ERROR ||
      g_error_matches (error, TROUPE_LLM_ERROR, TROUPE_LLM_ERROR_RATE_LIMIT))
    return TROUPE_LLM_OVERFLOW_NONE;
  text = g_ascii_strdown (error->message, -1);
  for (guint i = 0; i < G_N_ELEMENTS (overflow_phrases); i++)
    if (strstr (text, overflow_phrases[i].phrase) != NULL)
      return overflow_phrases[i].overflow;

  return TROUPE_LLM_OVERFLOW_NONE;
}
