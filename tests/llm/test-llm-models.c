/* test-llm-models.c: model properties: built-in ones and those reported by servers
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#include "config.h"

#include "ask.h"
#include "troupe-llm-error.h"
#include "troupe-llm-models.h"
#include "troupe-llm-target.h"

static void
test_tools (void)
{
  static const struct
  {
    const char *model;
    const char *settings;
    gboolean takes;
  } cases[] = {
    { "openai/gpt-4.1", NULL, TRUE },      { "o1-mini", NULL, FALSE },
    { "openai/o1", NULL, FALSE },          { "openrouter/openai/o1", NULL, FALSE },
    { "anthropic/claude-o1", NULL, TRUE }, { "gemini/gemini-2.5-flash", NULL, TRUE },
    { "gemma-3-27b-it", NULL, FALSE },     { "ollama/gemma3", NULL, TRUE },
    { "mock/echo", NULL, FALSE },          { "o1", "{\"provider\":\"anthropic\"}", TRUE },
    { "nobody/knows", NULL, TRUE },        { NULL, NULL, TRUE },
  };
  g_autoptr (TroupeLlmClient) client = ask_client_new (NULL);

  for (guint i = 0; i < G_N_ELEMENTS (cases); i++)
    {
      g_autoptr (TroupeValue) settings =
          cases[i].settings != NULL ? troupe_value_from_json (cases[i].settings, -1, NULL) : NULL;

      g_test_message ("%s", cases[i].model);
      g_assert_cmpint (troupe_llm_client_takes_tools (client, cases[i].model, settings), ==,
                       cases[i].takes);
    }
}

static void
test_flags (void)
{
  g_assert_cmpint (troupe_llm_model_get_flags (TROUPE_WIRE_AZURE, "GPT-5-mini"), ==,
                   TROUPE_LLM_MODEL_NO_STOP);
  g_assert_cmpint (troupe_llm_model_get_flags (TROUPE_WIRE_OPENAI_CHAT, "o1"), ==,
                   TROUPE_LLM_MODEL_NO_STOP | TROUPE_LLM_MODEL_NO_SYSTEM |
                       TROUPE_LLM_MODEL_NO_TOOLS);
  g_assert_cmpint (troupe_llm_model_get_flags (TROUPE_WIRE_OPENAI_CHAT, "gpt-4.1"), ==, 0);
}

static void
test_phrases (void)
{
  static const struct
  {
    int code;
    const char *words;
    gboolean refuses_tools;
    TroupeLlmOverflow overflow;
  } cases[] = {
    { TROUPE_LLM_ERROR_REFUSED, "registry/llama2 does not support tools", TRUE,
      TROUPE_LLM_OVERFLOW_NONE },
    { TROUPE_LLM_ERROR_NOT_FOUND, "No endpoints found that support tool use", TRUE,
      TROUPE_LLM_OVERFLOW_NONE },
    { TROUPE_LLM_ERROR_SERVER, "does not support tools", FALSE, TROUPE_LLM_OVERFLOW_NONE },
    { TROUPE_LLM_ERROR_REFUSED, "This model's Maximum context length is 8192 tokens.", FALSE,
      TROUPE_LLM_OVERFLOW_KNOWN },
    { TROUPE_LLM_ERROR_REFUSED, "Input is too long for requested model.", FALSE,
      TROUPE_LLM_OVERFLOW_KNOWN },
    { TROUPE_LLM_ERROR_RATE_LIMIT, "Too many tokens, please wait", FALSE,
      TROUPE_LLM_OVERFLOW_NONE },
    { TROUPE_LLM_ERROR_REFUSED, "prompt is too long: 210000 tokens > 200000 maximum", FALSE,
      TROUPE_LLM_OVERFLOW_UNKNOWN },
    { TROUPE_LLM_ERROR_REFUSED,
      "The input token count (2000000) exceeds the maximum number of tokens allowed (1048576).",
      FALSE, TROUPE_LLM_OVERFLOW_UNKNOWN },
    { TROUPE_LLM_ERROR_REFUSED, "Your input exceeds the context window of this model.", FALSE,
      TROUPE_LLM_OVERFLOW_UNKNOWN },
    { TROUPE_LLM_ERROR_REFUSED, "temperature is too high", FALSE, TROUPE_LLM_OVERFLOW_NONE },
  };
  g_autoptr (GError) other =
      g_error_new_literal (G_IO_ERROR, G_IO_ERROR_FAILED, "maximum context length");

  for (guint i = 0; i < G_N_ELEMENTS (cases); i++)
    {
      g_autoptr (GError) error =
          troupe_llm_error_new ((TroupeLlmError) cases[i].code, "%s", cases[i].words);

      g_test_message ("%s", cases[i].words);
      g_assert_cmpint (troupe_llm_error_refuses_tools (error), ==, cases[i].refuses_tools);
      g_assert_cmpint (troupe_llm_error_get_overflow (error), ==, cases[i].overflow);
    }
  g_assert_cmpint (troupe_llm_error_get_overflow (other), ==, TROUPE_LLM_OVERFLOW_NONE);
}

static void
test_windows (void)
{
  static const struct
  {
    const char *model;
    const char *settings;
    gint64 tokens;
  } cases[] = {
    { "gpt-4o", NULL, 108800 },
    { "openai/gpt-4o-mini", NULL, 108800 },
    { "openai/gpt-4o-2024-08-06", NULL, 108800 },
    { "gpt-4.1-mini", NULL, 890439 },
    { "gpt-5.4-mini", NULL, 231200 },
    { "gpt-4", NULL, 6963 },
    { "gpt-4-turbo", NULL, 108800 },
    { "openai/ft:gpt-4o:me", NULL, 108800 },
    { "openai/nobody-knows", NULL, 6963 },
    { "openai/gpt-4omega", NULL, 6963 },
    { "anthropic/claude-sonnet-4-5", NULL, 170000 },
    { "claude-unheard-of", NULL, 170000 },
    { "bedrock/us.anthropic.claude-opus-4-6-v1", NULL, 850000 },
    { "bedrock/us.deepseek.v3.2", NULL, 139264 },
    { "bedrock/unheard.of", NULL, 6963 },
    { "openrouter/Anthropic/Claude-Haiku-4-5", NULL, 170000 },
    { "gemini/gemini-2.5-flash", NULL, 891289 },
    { "ollama/llama3.1:8b", NULL, 6963 },
    { "ollama/llama3.1", "{\"num_ctx\":32768}", 27852 },
    { "ollama/llama3.1", "{\"additional_params\":{\"num_ctx\":-1}}", 6963 },
    { "gpt-4o", "{\"num_ctx\":32768}", 108800 },
    { "mock/echo", NULL, 6963 },
    { "", NULL, 6963 },
    { "/", NULL, 6963 },
    { ".", NULL, 6963 },
  };

  for (guint i = 0; i < G_N_ELEMENTS (cases); i++)
    {
      g_autoptr (TroupeValue) settings =
          cases[i].settings != NULL ? troupe_value_from_json (cases[i].settings, -1, NULL) : NULL;

      g_test_message ("%s", cases[i].model);
      g_assert_cmpint (troupe_llm_model_get_context_window (cases[i].model, settings), ==,
                       cases[i].tokens);
    }
}

static void
test_estimate (void)
{
  static const struct
  {
    const char *messages;
    gint64 tokens;
  } cases[] = {
    { "[]", 0 },
    { "[{\"role\":\"user\",\"content\":\"\"}]", 0 },
    { "[{\"role\":\"user\",\"content\":\"abcd\"}]", 1 },
    { "[{\"role\":\"user\",\"content\":\"abcde\"}]", 2 },
    { "[{\"role\":\"system\",\"content\":\"abc\"},{\"role\":\"user\",\"content\":\"d\"}]", 1 },
    { "[{\"role\":\"user\",\"content\":\"中文中文\"}]", 1 },
    { "[{\"role\":\"tool\",\"tool_call_id\":\"1\",\"content\":\"12345678\"}]", 2 },
  };

  for (guint i = 0; i < G_N_ELEMENTS (cases); i++)
    {
      g_autoptr (TroupeValue) list = troupe_value_from_json (cases[i].messages, -1, NULL);
      g_autoptr (GPtrArray) messages = troupe_llm_messages_from_value (list);

      g_test_message ("%s", cases[i].messages);
      g_assert_cmpint (troupe_llm_estimate_tokens (messages), ==, cases[i].tokens);
    }
}

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);

  g_test_add_func ("/llm-models/tools", test_tools);
  g_test_add_func ("/llm-models/flags", test_flags);
  g_test_add_func ("/llm-models/phrases", test_phrases);
  g_test_add_func ("/llm-models/windows", test_windows);
  g_test_add_func ("/llm-models/estimate", test_estimate);

  return g_test_run ();
}
