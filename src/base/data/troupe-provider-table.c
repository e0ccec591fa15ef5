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
  /* The following services speak OpenAI's protocol. CrewAI calls them with LiteLLM, whose prefixes and
   * variables these are. Some have no address of their own. */
  {
      .title = "Groq",
      .wire = TROUPE_WIRE_OPENAI_CHAT,
      .is_spoken = TRUE,
      .prefixes = { "groq" },
      .url = "https://api.groq.com/openai/v1",
      .url_variables = { "GROQ_API_BASE" },
      .key_variables = { "GROQ_API_KEY" },
      BEARER,
      .rejected = { "logprobs", "top_logprobs", "logit_bias" },
      .examples = { "groq/llama-3.3-70b-versatile" },
  },
  {
      .title = "Mistral",
      .wire = TROUPE_WIRE_OPENAI_CHAT,
      .is_spoken = TRUE,
      .trace_name = "mistral_ai",
      .prefixes = { "mistral" },
      .url = "https://api.mistral.ai/v1",
      .url_variables = { "MISTRAL_API_BASE" },
      .key_variables = { "MISTRAL_API_KEY" },
      BEARER,
      .rejected = { "stream_options", "seed", "logit_bias", "logprobs", "top_logprobs", "user" },
      .examples = { "mistral/mistral-small-latest" },
  },
  {
      .title = "NVIDIA NIM",
      .wire = TROUPE_WIRE_OPENAI_CHAT,
      .is_spoken = TRUE,
      .prefixes = { "nvidia_nim" },
      .url = "https://integrate.api.nvidia.com/v1",
      .url_variables = { "NVIDIA_NIM_API_BASE" },
      .key_variables = { "NVIDIA_NIM_API_KEY" },
      BEARER,
      .rejected = { "user", "logit_bias" },
      .probe = "nvidia_nim/meta/llama-3.1-8b-instruct",
  },
  {
      .title = "Together",
      .wire = TROUPE_WIRE_OPENAI_CHAT,
      .is_spoken = TRUE,
      .prefixes = { "together_ai" },
      .url = "https://api.together.xyz/v1",
      .url_variables = { "TOGETHER_AI_API_BASE" },
      .key_variables = { "TOGETHERAI_API_KEY", "TOGETHER_API_KEY", "TOGETHER_AI_API_KEY" },
      BEARER,
  },
  {
      .title = "Fireworks",
      .wire = TROUPE_WIRE_OPENAI_CHAT,
      .is_spoken = TRUE,
      .prefixes = { "fireworks_ai" },
      .url = "https://api.fireworks.ai/inference/v1",
      .url_variables = { "FIREWORKS_API_BASE" },
      .key_variables = { "FIREWORKS_API_KEY", "FIREWORKS_AI_API_KEY", "FIREWORKSAI_API_KEY" },
      BEARER,
      .name_folder = "accounts/fireworks/models/",
  },
  {
      .title = "xAI",
      .wire = TROUPE_WIRE_OPENAI_CHAT,
      .is_spoken = TRUE,
      .trace_name = "x_ai",
      .prefixes = { "xai" },
      .url = "https://api.x.ai/v1",
      .url_variables = { "XAI_API_BASE" },
      .key_variables = { "XAI_API_KEY" },
      BEARER,
  },
  {
      .title = "Perplexity",
      .wire = TROUPE_WIRE_OPENAI_CHAT,
      .is_spoken = TRUE,
      .prefixes = { "perplexity" },
      .url = "https://api.perplexity.ai",
      .url_variables = { "PERPLEXITY_API_BASE" },
      .key_variables = { "PERPLEXITYAI_API_KEY", "PERPLEXITY_API_KEY" },
      BEARER,
      .rejected = { "seed", "logit_bias", "logprobs", "top_logprobs", "user",
                    "parallel_tool_calls" },
      .probe = "perplexity/sonar",
  },
  {
      .title = "SambaNova",
      .wire = TROUPE_WIRE_OPENAI_CHAT,
      .is_spoken = TRUE,
      .prefixes = { "sambanova" },
      .url = "https://api.sambanova.ai/v1",
      .url_variables = { "SAMBANOVA_API_BASE" },
      .key_variables = { "SAMBANOVA_API_KEY" },
      BEARER,
      .probe = "sambanova/Meta-Llama-3.3-70B-Instruct",
  },
  {
      .title = "Hugging Face",
      .wire = TROUPE_WIRE_OPENAI_CHAT,
      .is_spoken = TRUE,
      .prefixes = { "huggingface" },
      .url = "https://router.huggingface.co/v1",
      .url_variables = { "HUGGINGFACE_API_BASE", "HF_API_BASE" },
      .key_variables = { "HF_TOKEN", "HUGGINGFACE_API_KEY" },
      BEARER,
      .probe = "huggingface/meta-llama/Llama-3.1-8B-Instruct",
  },
  {
      .title = "Cohere",
      .wire = TROUPE_WIRE_OPENAI_CHAT,
      .is_spoken = TRUE,
      .prefixes = { "cohere", "cohere_chat" },
      .url = "https://api.cohere.ai/compatibility/v1",
      .url_variables = { "COHERE_API_BASE" },
      .key_variables = { "COHERE_API_KEY", "CO_API_KEY" },
      BEARER,
      .rejected = { "parallel_tool_calls", "user", "logit_bias", "top_logprobs" },
      .probe = "cohere/command-r7b-12-2024",
  },
  {
      .title = "Moonshot",
      .wire = TROUPE_WIRE_OPENAI_CHAT,
      .is_spoken = TRUE,
      .prefixes = { "moonshot" },
      .url = "https://api.moonshot.ai/v1",
      .url_variables = { "MOONSHOT_API_BASE" },
      .key_variables = { "MOONSHOT_API_KEY" },
      BEARER,
  },
  {
      .title = "Nebius",
      .wire = TROUPE_WIRE_OPENAI_CHAT,
      .is_spoken = TRUE,
      .prefixes = { "nebius" },
      .url = "https://api.studio.nebius.ai/v1",
      .url_variables = { "NEBIUS_API_BASE" },
      .key_variables = { "NEBIUS_API_KEY" },
      BEARER,
  },
  {
      .title = "Novita",
      .wire = TROUPE_WIRE_OPENAI_CHAT,
      .is_spoken = TRUE,
      .prefixes = { "novita" },
      .url = "https://api.novita.ai/v3/openai",
      .url_variables = { "NOVITA_API_BASE" },
      .key_variables = { "NOVITA_API_KEY" },
      BEARER,
      .probe = "novita/meta-llama/llama-3.1-8b-instruct",
  },
  {
      .title = "AI21",
      .wire = TROUPE_WIRE_OPENAI_CHAT,
      .is_spoken = TRUE,
      .prefixes = { "ai21", "ai21_chat" },
      .url = "https://api.ai21.com/studio/v1",
      .url_variables = { "AI21_API_BASE" },
      .key_variables = { "AI21_API_KEY" },
      BEARER,
      .probe = "ai21/jamba-mini",
  },
  {
      .title = "GitHub Models",
      .wire = TROUPE_WIRE_OPENAI_CHAT,
      .is_spoken = TRUE,
      .prefixes = { "github" },
      .url = "https://models.github.ai/inference",
      .url_variables = { "GITHUB_API_BASE" },
      .key_variables = { "GITHUB_API_KEY" },
      BEARER,
      .probe = "github/openai/gpt-4.1-nano",
  },
  {
      /* Google's endpoint for OpenAI's chat completions. */
      .title = "Vertex AI",
      .wire = TROUPE_WIRE_OPENAI_CHAT,
      .is_spoken = TRUE,
      .trace_name = "gcp.vertex_ai",
      .prefixes = { "vertex_ai" },
      .has_place = TRUE,
      .url = "https://LOCATION-aiplatform.googleapis.com/v1/projects/PROJECT/locations/LOCATION/"
             "endpoints/openapi",
      .url_variables = { "VERTEXAI_API_BASE", "VERTEX_API_BASE" },
      .key_variables = { "GOOGLE_OAUTH_ACCESS_TOKEN", "GOOGLE_ACCESS_TOKEN",
                         "CLOUDSDK_AUTH_ACCESS_TOKEN", "GOOGLE_APPLICATION_CREDENTIALS" },
      .account_variable = "GOOGLE_APPLICATION_CREDENTIALS",
      .token_url = "https://oauth2.googleapis.com/token",
      .key_command = "gcloud auth print-access-token",
      .other_variables = { "VERTEXAI_PROJECT", "VERTEX_PROJECT", "GOOGLE_CLOUD_PROJECT",
                           "VERTEXAI_LOCATION", "VERTEX_LOCATION", "GOOGLE_CLOUD_LOCATION" },
      BEARER,
      .name_folder = "google/",
      /* The service has no list of models at this address. */
      .probe = "vertex_ai/gemini-2.5-flash-lite",
  },
  {
      .title = "Databricks",
      .wire = TROUPE_WIRE_OPENAI_CHAT,
      .is_spoken = TRUE,
      .prefixes = { "databricks" },
      .url_variables = { "DATABRICKS_API_BASE" },
      .key_variables = { "DATABRICKS_API_KEY" },
      BEARER,
  },
  {
      .title = "Cloudflare",
      .wire = TROUPE_WIRE_OPENAI_CHAT,
      .is_spoken = TRUE,
      .prefixes = { "cloudflare" },
      .url_variables = { "CLOUDFLARE_API_BASE" },
      .key_variables = { "CLOUDFLARE_API_KEY" },
      BEARER,
  },
  {
      .title = "LiteLLM",
      .wire = TROUPE_WIRE_OPENAI_CHAT,
      .is_spoken = TRUE,
      .prefixes = { "litellm_proxy" },
      .url_variables = { "LITELLM_PROXY_API_BASE" },
      .key_variables = { "LITELLM_PROXY_API_KEY" },
      .fixed_key = "dummy",
      BEARER,
  },
  {
      .title = "LM Studio",
      .wire = TROUPE_WIRE_OPENAI_CHAT,
      .is_spoken = TRUE,
      .prefixes = { "lm_studio" },
      .url = "http://localhost:1234/v1",
      .url_variables = { "LM_STUDIO_API_BASE" },
      .key_variables = { "LM_STUDIO_API_KEY" },
      .fixed_key = "lm-studio",
      BEARER,
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

/* Prefixes that CrewAI passes to LiteLLM, of services that do not speak OpenAI's protocol. */
static const char *const fallback_prefixes[] = {
  "watsonx", "sagemaker", "replicate", "text-completion-openai", "voyage", "anyscale",
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
  static const char *const variables[] = { "BASE_URL", "OPENAI_API_BASE", "OPENAI_BASE_URL",
                                           "API_BASE", "AZURE_API_BASE",  NULL };

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
