/* troupe-provider-table.c: table of the LLM providers
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#define G_LOG_DOMAIN "troupe-provider-table"

#include "config.h"

#include <string.h>

#include "troupe-provider-table.h"

/* How OpenAI and compatible providers receive the key. */
#define BEARER .key_header = "Authorization", .key_scheme = "Bearer "

static const TroupeProvider providers[] = {
  {
      .title = "OpenAI",
      .wire = TROUPE_WIRE_OPENAI_CHAT,
      .is_spoken = TRUE,
      .prefixes = { "openai" },
      .url = "https://api.openai.com/v1",
      .url_variables = { "OPENAI_BASE_URL", "OPENAI_API_BASE" },
      .key_variables = { "OPENAI_API_KEY" },
      BEARER,
      .examples = { "openai/gpt-4.1-mini", "openai/gpt-4.1" },
  },
  {
      .title = "OpenRouter",
      .wire = TROUPE_WIRE_OPENAI_CHAT,
      .is_spoken = TRUE,
      .prefixes = { "openrouter" },
      .url = "https://openrouter.ai/api/v1",
      .url_variables = { "OPENROUTER_BASE_URL" },
      .key_variables = { "OPENROUTER_API_KEY" },
      BEARER,
      /* A short request is used, because the provider's list of models is public and does not
       * verify the key. */
      .probe = "openrouter/openai/gpt-4.1-nano",
  },
  {
      .title = "DeepSeek",
      .wire = TROUPE_WIRE_OPENAI_CHAT,
      .is_spoken = TRUE,
      .prefixes = { "deepseek" },
      .url = "https://api.deepseek.com/v1",
      .url_variables = { "DEEPSEEK_BASE_URL" },
      .key_variables = { "DEEPSEEK_API_KEY" },
      BEARER,
  },
  {
      .title = "Anthropic",
      .wire = TROUPE_WIRE_ANTHROPIC,
      .is_spoken = TRUE,
      .prefixes = { "anthropic", "claude" },
      .name_starts = { "claude-" },
      .url = "https://api.anthropic.com",
      .url_variables = { "ANTHROPIC_BASE_URL" },
      .key_variables = { "ANTHROPIC_API_KEY" },
      .key_header = "x-api-key",
      .key_scheme = "",
      .examples = { "anthropic/claude-sonnet-4-5", "anthropic/claude-haiku-4-5" },
  },
  {
      .title = "Gemini",
      .wire = TROUPE_WIRE_GEMINI,
      .is_spoken = TRUE,
      .is_url_from_environment = TRUE,
      .trace_name = "gcp.gemini",
      .prefixes = { "gemini", "google" },
      .name_starts = { "gemini-", "gemma-", "learnlm-" },
      .url = "https://generativelanguage.googleapis.com",
      .url_variables = { "GOOGLE_GEMINI_BASE_URL" },
      .key_variables = { "GOOGLE_API_KEY", "GEMINI_API_KEY" },
      .key_header = "x-goog-api-key",
      .key_scheme = "",
      .examples = { "gemini/gemini-2.5-flash" },
  },
  {
      .title = "Azure",
      .wire = TROUPE_WIRE_AZURE,
      .is_spoken = TRUE,
      .trace_name = "azure.ai.openai",
      .prefixes = { "azure", "azure_openai" },
      .url_variables = { "AZURE_ENDPOINT", "AZURE_OPENAI_ENDPOINT", "AZURE_API_BASE" },
      .key_variables = { "AZURE_API_KEY" },
      .other_variables = { "AZURE_API_VERSION" },
      .key_header = "api-key",
      .key_scheme = "",
  },
  {
      /* Requests are signed with the keys instead of containing a key. */
      .title = "Bedrock",
      .wire = TROUPE_WIRE_BEDROCK,
      .is_spoken = TRUE,
      .trace_name = "aws.bedrock",
      .prefixes = { "bedrock", "aws" },
      .name_part = "anthropic.",
      .url = "https://bedrock-runtime.REGION.amazonaws.com",
      .url_variables = { "AWS_ENDPOINT_URL_BEDROCK_RUNTIME", "AWS_ENDPOINT_URL" },
      .key_variables = { "AWS_ACCESS_KEY_ID", "AWS_SECRET_ACCESS_KEY", "AWS_SESSION_TOKEN" },
      .other_variables = { "AWS_DEFAULT_REGION", "AWS_REGION_NAME" },
      /* The provider's list of models has another address, which requires a signature for
       * another service. */
      .probe = "bedrock/amazon.nova-micro-v1:0",
  },
  {
      .title = "Ollama",
      .wire = TROUPE_WIRE_OLLAMA,
      .is_spoken = TRUE,
      .is_host_enough = TRUE,
      .prefixes = { "ollama", "ollama_chat" },
      .url = "http://localhost:11434/v1",
      .url_variables = { "OLLAMA_HOST" },
      .key_variables = { "OLLAMA_API_KEY" },
      .fixed_key = "ollama",
      BEARER,
      .examples = { "ollama/llama3.2" },
  },
  {
      .title = "vLLM",
      .wire = TROUPE_WIRE_OPENAI_CHAT,
      .is_spoken = TRUE,
      .prefixes = { "hosted_vllm" },
      .url = "http://localhost:8000/v1",
      .url_variables = { "VLLM_BASE_URL" },
      .key_variables = { "VLLM_API_KEY" },
      .fixed_key = "dummy",
      BEARER,
  },
  {
      .title = "Cerebras",
      .wire = TROUPE_WIRE_OPENAI_CHAT,
      .is_spoken = TRUE,
      .prefixes = { "cerebras" },
      .url = "https://api.cerebras.ai/v1",
      .url_variables = { "CEREBRAS_BASE_URL" },
      .key_variables = { "CEREBRAS_API_KEY" },
      BEARER,
  },
  {
      .title = "DashScope",
      .wire = TROUPE_WIRE_OPENAI_CHAT,
      .is_spoken = TRUE,
      .prefixes = { "dashscope" },
      .url = "https://dashscope-intl.aliyuncs.com/compatible-mode/v1",
      .url_variables = { "DASHSCOPE_BASE_URL" },
      .key_variables = { "DASHSCOPE_API_KEY" },
      BEARER,
  },
  {
      .title = "DeepInfra",
      .wire = TROUPE_WIRE_OPENAI_CHAT,
      .is_spoken = TRUE,
      .is_org_needed = TRUE,
      .prefixes = { "deepinfra" },
      .url = "https://api.deepinfra.com/v1/openai",
      .url_variables = { "DEEPINFRA_BASE_URL" },
      .key_variables = { "DEEPINFRA_API_KEY" },
      BEARER,
      /* A short request is used, because the provider's list of models is public and does not
       * verify the key. */
      .probe = "deepinfra/meta-llama/Meta-Llama-3.1-8B-Instruct",
  },
  {
      .title = "Snowflake",
      .wire = TROUPE_WIRE_SNOWFLAKE,
      .prefixes = { "snowflake" },
      .url_variables = { "SNOWFLAKE_ACCOUNT_URL" },
  },
  {
      .title = "mock",
      .wire = TROUPE_WIRE_MOCK,
      .is_spoken = TRUE,
      .prefixes = { "mock" },
      .examples = { "mock/echo" },
  },
};

/* Prefixes that CrewAI passes to LiteLLM. */
static const char *const fallback_prefixes[] = {
  "vertex_ai",   "groq",          "mistral",
  "cohere",      "cohere_chat",   "huggingface",
  "together_ai", "fireworks_ai",  "perplexity",
  "xai",         "watsonx",       "sagemaker",
  "databricks",  "nvidia_nim",    "sambanova",
  "replicate",   "cloudflare",    "github",
  "lm_studio",   "litellm_proxy", "text-completion-openai",
  "moonshot",    "voyage",        "anyscale",
  "ai21",        "novita",        "nebius",
};

const TroupeProvider *
troupe_provider_get_all (guint *n_providers)
{
  g_return_val_if_fail (n_providers != NULL, NULL);

  *n_providers = G_N_ELEMENTS (providers);

  return providers;
}

const TroupeProvider *
troupe_provider_find_by_prefix (const char *prefix, gssize length)
{
  gsize n_bytes;

  g_return_val_if_fail (prefix != NULL, NULL);

  n_bytes = length >= 0 ? (gsize) length : strlen (prefix);
  for (guint i = 0; i < G_N_ELEMENTS (providers); i++)
    for (guint j = 0; providers[i].prefixes[j] != NULL; j++)
      if (strlen (providers[i].prefixes[j]) == n_bytes &&
          g_ascii_strncasecmp (providers[i].prefixes[j], prefix, n_bytes) == 0)
        return &providers[i];

  return NULL;
}

const TroupeProvider *
troupe_provider_find_by_name (const char *name)
{
  g_return_val_if_fail (name != NULL, &providers[0]);

  for (guint i = 0; i < G_N_ELEMENTS (providers); i++)
    if (providers[i].name_part != NULL && strstr (name, providers[i].name_part) != NULL)
      return &providers[i];
  for (guint i = 0; i < G_N_ELEMENTS (providers); i++)
    for (guint j = 0; providers[i].name_starts[j] != NULL; j++)
      if (g_str_has_prefix (name, providers[i].name_starts[j]))
        return &providers[i];

  return &providers[0];
}

static void
add_all (GPtrArray *names, const char *const *more)
{
  for (guint i = 0; more[i] != NULL; i++)
    g_ptr_array_add (names, (gpointer) more[i]);
}

const char *const *
troupe_provider_list_prefixes (void)
{
  static gsize list;

  if (g_once_init_enter (&list))
    {
      GPtrArray *names = g_ptr_array_new ();

      for (guint i = 0; i < G_N_ELEMENTS (providers); i++)
        add_all (names, providers[i].prefixes);
      for (guint i = 0; i < G_N_ELEMENTS (fallback_prefixes); i++)
        g_ptr_array_add (names, (gpointer) fallback_prefixes[i]);
      g_ptr_array_add (names, NULL);
      g_once_init_leave (&list, (gsize) g_ptr_array_free (names, FALSE));
    }

  return (const char *const *) list;
}

const char *const *
troupe_provider_list_examples (void)
{
  static gsize list;

  if (g_once_init_enter (&list))
    {
      GPtrArray *names = g_ptr_array_new ();

      /* Examples that need no key come first. */
      for (guint i = 0; i < G_N_ELEMENTS (providers); i++)
        if (providers[i].wire == TROUPE_WIRE_MOCK)
          add_all (names, providers[i].examples);
      for (guint i = 0; i < G_N_ELEMENTS (providers); i++)
        if (providers[i].wire != TROUPE_WIRE_MOCK)
          add_all (names, providers[i].examples);
      g_ptr_array_add (names, NULL);
      g_once_init_leave (&list, (gsize) g_ptr_array_free (names, FALSE));
    }

  return (const char *const *) list;
}

const char *const *
troupe_provider_list_model_variables (void)
{
  static const char *const variables[] = { "MODEL", "MODEL_NAME", "OPENAI_MODEL_NAME", NULL };

  return variables;
}

const char *const *
troupe_provider_list_default_url_variables (void)
{
  static const char *const variables[] = { "BASE_URL", "OPENAI_API_BASE", "OPENAI_BASE_URL", NULL };

  return variables;
}

static void
append_names (GString *out, const char *const *names)
{
  for (guint i = 0; names[i] != NULL; i++)
    g_string_append_printf (out, "%s`%s`", i > 0 ? ", " : "", names[i]);
}

char *
troupe_provider_to_markdown (void)
{
  GString *out =
      g_string_new ("| provider | prefixes | names without a prefix | base URL | URL variables "
                    "| key variables | supported |\n|---|---|---|---|---|---|---|\n");

  for (guint i = 0; i < G_N_ELEMENTS (providers); i++)
    {
      const TroupeProvider *row = &providers[i];

      g_string_append_printf (out, "| %s | ", row->title);
      append_names (out, row->prefixes);
      g_string_append (out, " | ");
      append_names (out, row->name_starts);
      if (row->name_part != NULL)
        g_string_append_printf (out, "`%s` anywhere", row->name_part);
      g_string_append_printf (out, " | %s | ", row->url != NULL ? row->url : "");
      append_names (out, row->url_variables);
      g_string_append (out, " | ");
      append_names (out, row->key_variables);
      if (row->fixed_key != NULL)
        g_string_append (out, " (not needed)");
      g_string_append_printf (out, " | %s |\n", row->is_spoken ? "yes" : "no");
    }

  return g_string_free (out, FALSE);
}
