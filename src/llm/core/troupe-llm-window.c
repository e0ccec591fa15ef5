/* troupe-llm-window.c: context windows of models, and token estimates
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#define G_LOG_DOMAIN "troupe-llm-window"

#include "config.h"

#include <string.h>

#include "troupe-llm-models.h"
#include "troupe-llm-target.h"
#include "troupe-wire-request.h"

/* Usable part of the context window. The rest is a reserve, because counts are inexact
 * (doc/llm-client.md §8). */
#define USABLE_PER_CENT 85

#define UNKNOWN_WINDOW 8192
#define UNKNOWN_CLAUDE_WINDOW 200000

#define CHARACTERS_PER_TOKEN 4

/* Input tokens as published by vendors and services up to 2026-11-23. A row applies to all names
 * with its prefix; the longest match wins. If services differ, the vendor's number is used. */
static const struct
{
  const char *family;
  gint64 tokens;
} windows[] = {
  { "chatgpt-4o", 128000 },
  { "claude-2", 100000 },
  { "claude-3", 200000 },
  { "claude-4-opus", 200000 },
  { "claude-4-sonnet", 200000 },
  { "claude-fable-5", 1000000 },
  { "claude-haiku-4", 200000 },
  { "claude-haiku-5", 1000000 },
  { "claude-instant", 100000 },
  { "claude-mythos", 1000000 },
  { "claude-opus-4", 200000 },
  { "claude-opus-4-6", 1000000 },
  { "claude-opus-4-7", 1000000 },
  { "claude-opus-4-8", 1000000 },
  { "claude-opus-5", 1000000 },
  { "claude-sonnet-4", 200000 },
  { "claude-sonnet-4-6", 1000000 },
  { "claude-sonnet-5", 1000000 },
  { "codellama", 4096 },
  { "codestral", 128000 },
  { "codex-mini", 200000 },
  { "command-a", 256000 },
  { "command-r", 128000 },
  { "computer-use-preview", 8192 },
  { "deepseek-chat", 131072 },
  { "deepseek-coder", 128000 },
  { "deepseek-flash", 1000000 },
  { "deepseek-r1", 65536 },
  { "deepseek-reasoner", 131072 },
  { "deepseek-v3", 163840 },
  { "deepseek-v4", 1000000 },
  { "deepseek.v3", 163840 },
  { "devstral", 256000 },
  { "gemini", 1048576 },
  { "gemini-1.5-pro", 2097152 },
  { "gemini-2.5-computer-use", 128000 },
  { "gemma-2", 8192 },
  { "gemma-3", 131072 },
  { "gemma-4", 262144 },
  { "glm-4", 202752 },
  { "glm-4.5", 131072 },
  { "glm-5", 202752 },
  { "glm-5.2", 1048576 },
  { "gpt-3.5-turbo", 16385 },
  { "gpt-35-turbo", 16385 },
  { "gpt-4", 8192 },
  { "gpt-4-0125", 128000 },
  { "gpt-4-1106", 128000 },
  { "gpt-4-32k", 32768 },
  { "gpt-4-turbo", 128000 },
  { "gpt-4.1", 1047576 },
  { "gpt-4.5", 128000 },
  { "gpt-4o", 128000 },
  { "gpt-5", 272000 },
  { "gpt-5-chat", 128000 },
  { "gpt-5-pro", 272000 },
  { "gpt-5.1-chat", 128000 },
  { "gpt-5.2-chat", 128000 },
  { "gpt-5.3-chat", 128000 },
  { "gpt-5.4", 1050000 },
  { "gpt-5.4-mini", 272000 },
  { "gpt-5.4-nano", 272000 },
  { "gpt-5.5", 1050000 },
  { "gpt-5.6", 922000 },
  { "gpt-5.6-cyber", 400000 },
  { "gpt-6", 922000 },
  { "gpt-audio", 128000 },
  { "gpt-oss", 131072 },
  { "gpt-realtime", 32000 },
  { "gpt-realtime-mini", 128000 },
  { "grok-4", 256000 },
  { "grok-4.20", 1000000 },
  { "grok-4.3", 1000000 },
  { "grok-4.5", 500000 },
  { "grok-4.6", 500000 },
  { "grok-4.7", 500000 },
  { "kimi-k2", 262144 },
  { "learnlm", 32767 },
  { "llama-3.1", 128000 },
  { "llama-3.2", 128000 },
  { "llama-3.3", 128000 },
  { "llama-4-maverick", 1048576 },
  { "llama-4-scout", 327680 },
  { "llama2", 4096 },
  { "llama3", 8192 },
  { "llama3-1", 128000 },
  { "llama3-2", 128000 },
  { "llama3-3", 128000 },
  { "llama3.1", 8192 },
  { "llama3.1-70b", 128000 },
  { "llama3.1-8b", 128000 },
  { "llama4", 128000 },
  { "magistral", 128000 },
  { "minimax-m2", 196608 },
  { "ministral", 131072 },
  { "mistral", 8192 },
  { "mistral-large", 128000 },
  { "mistral-medium", 262144 },
  { "mistral-nemo", 131072 },
  { "mistral-small", 128000 },
  { "mixtral-8x22b", 65536 },
  { "mixtral-8x7b", 32768 },
  { "nova-2", 1000000 },
  { "nova-lite", 300000 },
  { "nova-micro", 128000 },
  { "nova-premier", 1000000 },
  { "nova-pro", 300000 },
  { "o1", 200000 },
  { "o1-mini", 128000 },
  { "o1-preview", 128000 },
  { "o3", 200000 },
  { "o4-mini", 200000 },
  { "phi-4", 16384 },
  { "qwen-flash", 997952 },
  { "qwen-max", 30720 },
  { "qwen-plus", 129024 },
  { "qwen-turbo", 129024 },
  { "qwen2.5", 32768 },
  { "qwen3", 131072 },
  { "qwen3-coder", 262144 },
  { "qwen3-max", 258048 },
  { "qwen3.5", 262144 },
  { "qwq", 131072 },
};

/* Returns TRUE if the part before the first period is a region (us, eu) or a vendor (anthropic),
 * as in Bedrock. */
static gboolean
has_qualifier (const char *name, gsize length)
{
  for (gsize i = 0; i < length; i++)
    if (!g_ascii_isalpha (name[i]) && name[i] != '-')
      return FALSE;

  /* `deepseek.v3` is a model name. */
  return name[length] == '.' && !(name[length + 1] == 'v' && g_ascii_isdigit (name[length + 2]));
}

const char *
troupe_llm_model_get_family (const char *name)
{
  const char *slash = strrchr (name, '/');
  gsize length;

  if (slash != NULL)
    name = slash + 1;
  /* Prefix of fine-tuned models. */
  if (g_str_has_prefix (name, "ft:"))
    name += strlen ("ft:");
  while (has_qualifier (name, length = strcspn (name, ".")))
    name += length + 1;

  return name;
}

gint64
troupe_llm_model_get_context_window (const char *model, TroupeValue *settings)
{
  g_autofree char *default_model = NULL;
  g_autofree char *small = NULL;
  const TroupeProvider *service = NULL;
  const char *name = NULL;
  gint64 tokens = 0;

  if (model == NULL)
    model = default_model = troupe_llm_get_default_model (NULL);
  if (g_str_has_prefix (model, TROUPE_LLM_MADE_PREFIX))
    {
      /* The custom model declares its own size. */
      TroupeValue *own = troupe_value_get_member (settings, "context_window_size");

      return own != NULL && troupe_value_is (own, TROUPE_VALUE_INTEGER)
                 ? CLAMP (troupe_value_get_integer (own), 0, G_MAXINT32)
                 : UNKNOWN_WINDOW * USABLE_PER_CENT / 100;
    }
  service = troupe_llm_service_find (model, settings, NULL, &name, NULL);
  if (service != NULL)
    {
      TroupeValue *own = troupe_wire_find_setting (settings, "num_ctx");

      if (service->wire != TROUPE_WIRE_OLLAMA || own == NULL ||
          !troupe_value_is (own, TROUPE_VALUE_INTEGER))
        tokens = 0;
      else
        tokens = CLAMP (troupe_value_get_integer (own), 0, G_MAXINT32);
    }
  small = g_ascii_strdown (model, -1);
  if (tokens == 0)
    {
      const char *family = troupe_llm_model_get_family (small);
      gsize longest = 0;
      gint64 window = 0;

      for (guint i = 0; i < G_N_ELEMENTS (windows); i++)
        {
          gsize length = strlen (windows[i].family);

          if (length > longest && g_str_has_prefix (family, windows[i].family) &&
              !g_ascii_isalnum (family[length]))
            {
              longest = length;
              window = windows[i].tokens;
            }
        }
      tokens = window;
    }
  if (tokens == 0)
    tokens = service != NULL && service->wire == TROUPE_WIRE_ANTHROPIC ? UNKNOWN_CLAUDE_WINDOW
                                                                       : UNKNOWN_WINDOW;

  return tokens * USABLE_PER_CENT / 100;
}

gint64
troupe_llm_estimate_tokens (GPtrArray *messages)
{
  gint64 n_characters = 0;

  g_return_val_if_fail (messages != NULL, 0);

  for (guint i = 0; i < messages->len; i++)
    {
      g_autofree char *text = troupe_llm_message_get_text (g_ptr_array_index (messages, i));

      n_characters += g_utf8_strlen (text, -1);
    }

  return (n_characters + CHARACTERS_PER_TOKEN - 1) / CHARACTERS_PER_TOKEN;
}
