/* test-llm-target.c: resolution of a model string to a server
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#include "config.h"

#include <string.h>

#include "troupe-llm-target.h"
#include "troupe-sanitize-text.h"

/* NAME=value lines. */
static char *
lookup_cb (const char *name, gpointer user_data)
{
  g_auto (GStrv) lines = g_strsplit (user_data, "\n", -1);

  for (guint i = 0; lines[i] != NULL; i++)
    if (g_str_has_prefix (lines[i], name) && lines[i][strlen (name)] == '=')
      return g_strdup (lines[i] + strlen (name) + 1);

  return NULL;
}

typedef struct
{
  const char *model;
  const char *settings;
  const char *environment;
  const char *title; /* NULL if an error with @code is expected */
  const char *name;
  const char *url;
  const char *key;
  int code;
} Case;

#define VERTEX "-aiplatform.googleapis.com/v1/projects/"

static const Case cases[] = {
  { "vertex_ai/gemini-2.5-flash", NULL,
    "GOOGLE_OAUTH_ACCESS_TOKEN=t1\nVERTEXAI_PROJECT=p1\nGOOGLE_CLOUD_PROJECT=p2", "Vertex AI",
    "google/gemini-2.5-flash",
    "https://us-central1" VERTEX "p1/locations/us-central1/endpoints/openapi", "t1", 0 },
  { "vertex_ai/meta/llama-3.3-70b-instruct-maas",
    "{\"vertex_project\":\"example.com:own\",\"vertex_location\":\"europe-west4\"}",
    "CLOUDSDK_AUTH_ACCESS_TOKEN=t2\nVERTEXAI_PROJECT=p1", "Vertex AI",
    "meta/llama-3.3-70b-instruct-maas",
    "https://europe-west4" VERTEX "example.com:own/locations/europe-west4/endpoints/openapi", "t2",
    0 },
  { "vertex_ai/gemini-2.5-flash", NULL,
    "GOOGLE_ACCESS_TOKEN=t3\nGOOGLE_CLOUD_PROJECT=p\nGOOGLE_CLOUD_LOCATION=global", "Vertex AI",
    "google/gemini-2.5-flash",
    "https://aiplatform.googleapis.com/v1/projects/p/locations/global/endpoints/openapi", "t3", 0 },
  { "vertex_ai/gemini-2.5-flash", NULL, "GOOGLE_ACCESS_TOKEN=t\nVERTEXAI_API_BASE=http://a/v1",
    "Vertex AI", "google/gemini-2.5-flash", "http://a/v1", "t", 0 },
  { "vertex_ai/gemini-2.5-flash", NULL, "GOOGLE_ACCESS_TOKEN=t", NULL, NULL, NULL, NULL,
    TROUPE_LLM_ERROR_NO_KEY },
  { "vertex_ai/gemini-2.5-flash", NULL, "VERTEXAI_PROJECT=p", NULL, NULL, NULL, NULL,
    TROUPE_LLM_ERROR_NO_KEY },
  { "vertex_ai/gemini-2.5-flash", NULL,
    "GOOGLE_ACCESS_TOKEN=t\nVERTEXAI_PROJECT=p\nVERTEXAI_LOCATION=evil.example/", NULL, NULL, NULL,
    NULL, TROUPE_LLM_ERROR_NO_KEY },
  { "gpt-4.1-mini", NULL, "OPENAI_API_KEY=k1", "OpenAI", "gpt-4.1-mini",
    "https://api.openai.com/v1", "k1", 0 },
  { "o3", NULL, "OPENAI_API_KEY= k1 ", "OpenAI", "o3", "https://api.openai.com/v1", "k1", 0 },
  { "openai/gpt-4o", NULL,
    "OPENAI_API_KEY=k1\nOPENAI_BASE_URL=http://a/v1\nOPENAI_API_BASE=http://b/v1", "OpenAI",
    "gpt-4o", "http://a/v1", "k1", 0 },
  { "openai/gpt-4o", NULL, "OPENAI_API_KEY=k1\nOPENAI_BASE_URL=\nOPENAI_API_BASE=http://b/v1",
    "OpenAI", "gpt-4o", "http://b/v1", "k1", 0 },
  { "openai/x", "{\"base_url\":\"http://c/v1\",\"api_key\":\"k2\"}",
    "OPENAI_API_KEY=k1\nOPENAI_BASE_URL=http://a/v1", "OpenAI", "x", "http://c/v1", "k2", 0 },
  { "openai/x", "{\"api_base\":\"http://c/v1\",\"base_url\":null}", "OPENAI_API_KEY=k1", "OpenAI",
    "x", "http://c/v1", "k1", 0 },
  { "my-own", NULL, "OPENAI_API_KEY=k1\nOPENAI_BASE_URL=http://a/v1", "OpenAI", "my-own",
    "http://a/v1", "k1", 0 },
  { "org/model", NULL, "OPENAI_API_KEY=k1\nOPENAI_BASE_URL=http://a/v1", "OpenAI", "org/model",
    "http://a/v1", "k1", 0 },
  { "org/model", NULL, "OPENAI_API_KEY=k1", NULL, NULL, NULL, NULL,
    TROUPE_LLM_ERROR_UNKNOWN_MODEL },
  { "org/model", "{\"provider\":\"openrouter\"}", "OPENROUTER_API_KEY=k3", "OpenRouter",
    "org/model", "https://openrouter.ai/api/v1", "k3", 0 },
  { "org/model", "{\"provider\":\"nobody\"}", "", NULL, NULL, NULL, NULL,
    TROUPE_LLM_ERROR_UNKNOWN_MODEL },
  { "openrouter/openai/gpt-4o", NULL, "OPENROUTER_API_KEY=k3", "OpenRouter", "openai/gpt-4o",
    "https://openrouter.ai/api/v1", "k3", 0 },
  { "deepseek/deepseek-chat", NULL, "DEEPSEEK_API_KEY=k", "DeepSeek", "deepseek-chat",
    "https://api.deepseek.com/v1", "k", 0 },
  { "ollama/llama3.2", NULL, "", "Ollama", "llama3.2", "http://localhost:11434/v1", "ollama", 0 },
  { "ollama_chat/llama3.2", NULL, "OLLAMA_HOST=box", "Ollama", "llama3.2", "http://box:11434/v1",
    "ollama", 0 },
  { "ollama/l", NULL, "OLLAMA_HOST=box:99", "Ollama", "l", "http://box:99/v1", "ollama", 0 },
  { "ollama/l", NULL, "OLLAMA_HOST=https://box", "Ollama", "l", "https://box/v1", "ollama", 0 },
  { "ollama/l", NULL, "OLLAMA_HOST=http://box/", "Ollama", "l", "http://box:11434/v1", "ollama",
    0 },
  { "ollama/l", NULL, "OLLAMA_HOST=http://box:99/v1", "Ollama", "l", "http://box:99/v1", "ollama",
    0 },
  { "hosted_vllm/q", NULL, "VLLM_BASE_URL=http://v:1/v1", "vLLM", "q", "http://v:1/v1", "dummy",
    0 },
  { "hosted_vllm/q", NULL, "", "vLLM", "q", "http://localhost:8000/v1", "dummy", 0 },
  { "cerebras/x", NULL, "CEREBRAS_API_KEY=k", "Cerebras", "x", "https://api.cerebras.ai/v1", "k",
    0 },
  { "dashscope/qwen", NULL, "DASHSCOPE_API_KEY=k", "DashScope", "qwen",
    "https://dashscope-intl.aliyuncs.com/compatible-mode/v1", "k", 0 },
  { "deepinfra/org/m", NULL, "DEEPINFRA_API_KEY=k", "DeepInfra", "org/m",
    "https://api.deepinfra.com/v1/openai", "k", 0 },
  { "deepinfra/m", NULL, "DEEPINFRA_API_KEY=k", NULL, NULL, NULL, NULL,
    TROUPE_LLM_ERROR_UNKNOWN_MODEL },
  { "groq/llama-3.3-70b-versatile", NULL, "GROQ_API_KEY=k\nOPENAI_BASE_URL=http://a", "Groq",
    "llama-3.3-70b-versatile", "https://api.groq.com/openai/v1", "k", 0 },
  { "groq/openai/gpt-oss-120b", NULL, "GROQ_API_KEY=k\nGROQ_API_BASE=http://g", "Groq",
    "openai/gpt-oss-120b", "http://g", "k", 0 },
  { "mistral/mistral-small-latest", NULL, "MISTRAL_API_KEY=k", "Mistral", "mistral-small-latest",
    "https://api.mistral.ai/v1", "k", 0 },
  { "mistral/x", NULL, "OPENAI_API_KEY=k", NULL, NULL, NULL, NULL, TROUPE_LLM_ERROR_NO_KEY },
  { "nvidia_nim/meta/llama3", NULL, "NVIDIA_NIM_API_KEY=k", "NVIDIA NIM", "meta/llama3",
    "https://integrate.api.nvidia.com/v1", "k", 0 },
  { "together_ai/org/m", NULL, "TOGETHER_AI_API_KEY=k", "Together", "org/m",
    "https://api.together.xyz/v1", "k", 0 },
  { "fireworks_ai/llama", NULL, "FIREWORKS_API_KEY=k", "Fireworks",
    "accounts/fireworks/models/llama", "https://api.fireworks.ai/inference/v1", "k", 0 },
  { "fireworks_ai/accounts/me/models/m", NULL, "FIREWORKS_API_KEY=k", "Fireworks",
    "accounts/me/models/m", "https://api.fireworks.ai/inference/v1", "k", 0 },
  { "xai/grok-4", NULL, "XAI_API_KEY=k", "xAI", "grok-4", "https://api.x.ai/v1", "k", 0 },
  { "lm_studio/q", NULL, "", "LM Studio", "q", "http://localhost:1234/v1", "lm-studio", 0 },
  { "litellm_proxy/q", NULL, "LITELLM_PROXY_API_BASE=http://p", "LiteLLM", "q", "http://p", "dummy",
    0 },
  { "litellm_proxy/q", NULL, "", NULL, NULL, NULL, NULL, TROUPE_LLM_ERROR_NO_KEY },
  { "databricks/q", "{\"base_url\":\"http://d\"}", "DATABRICKS_API_KEY=k", "Databricks", "q",
    "http://d", "k", 0 },
  { "watsonx/q", NULL, "OPENAI_API_KEY=k", NULL, NULL, NULL, NULL, TROUPE_LLM_ERROR_UNKNOWN_MODEL },
  { "gpt-4o", NULL, "", NULL, NULL, NULL, NULL, TROUPE_LLM_ERROR_NO_KEY },
  { "gpt-4o", NULL, "OPENAI_API_KEY=two words", NULL, NULL, NULL, NULL, TROUPE_LLM_ERROR_NO_KEY },
  { "anthropic/claude-sonnet-4-6", NULL, "ANTHROPIC_API_KEY=k", "Anthropic", "claude-sonnet-4-6",
    "https://api.anthropic.com", "k", 0 },
  { "claude-sonnet-4-6", NULL, "", NULL, NULL, NULL, NULL, TROUPE_LLM_ERROR_NO_KEY },
  { "us.anthropic.claude", NULL, "", NULL, NULL, NULL, NULL, TROUPE_LLM_ERROR_NO_KEY },
  { "us.anthropic.claude", NULL, "AWS_ACCESS_KEY_ID=k", NULL, NULL, NULL, NULL,
    TROUPE_LLM_ERROR_NO_KEY },
  { "us.anthropic.claude", NULL, "AWS_SECRET_ACCESS_KEY=k", NULL, NULL, NULL, NULL,
    TROUPE_LLM_ERROR_NO_KEY },
  { "us.anthropic.claude", NULL, "AWS_ACCESS_KEY_ID=k\nAWS_SECRET_ACCESS_KEY=a b", NULL, NULL, NULL,
    NULL, TROUPE_LLM_ERROR_NO_KEY },
  { "bedrock/m:0", NULL, "AWS_ACCESS_KEY_ID=k\nAWS_SECRET_ACCESS_KEY=s", "Bedrock", "m:0",
    "https://bedrock-runtime.us-east-1.amazonaws.com", "k", 0 },
  { "bedrock/m:0", NULL, "AWS_ACCESS_KEY_ID=k\nAWS_SECRET_ACCESS_KEY=s\nAWS_REGION_NAME=eu-west-1",
    "Bedrock", "m:0", "https://bedrock-runtime.eu-west-1.amazonaws.com", "k", 0 },
  { "aws/m:0", "{\"aws_region_name\":\"cn-north-1\"}",
    "AWS_ACCESS_KEY_ID=k\nAWS_SECRET_ACCESS_KEY=s\nAWS_DEFAULT_REGION=eu-west-1", "Bedrock", "m:0",
    "https://bedrock-runtime.cn-north-1.amazonaws.com.cn", "k", 0 },
  { "bedrock/m:0", NULL,
    "AWS_ACCESS_KEY_ID=k\nAWS_SECRET_ACCESS_KEY=s\nAWS_DEFAULT_REGION=eu-central-1\n"
    "AWS_REGION_NAME=eu-west-1",
    "Bedrock", "m:0", "https://bedrock-runtime.eu-central-1.amazonaws.com", "k", 0 },
  { "bedrock/m:0", NULL,
    "AWS_ACCESS_KEY_ID=k\nAWS_SECRET_ACCESS_KEY=s\nAWS_ENDPOINT_URL_BEDROCK_RUNTIME=http://b\n"
    "AWS_ENDPOINT_URL=http://a",
    "Bedrock", "m:0", "http://b", "k", 0 },
  { "bedrock/m:0", "{\"aws_region_name\":\"x.evil.org/#\"}",
    "AWS_ACCESS_KEY_ID=k\nAWS_SECRET_ACCESS_KEY=s", NULL, NULL, NULL, NULL,
    TROUPE_LLM_ERROR_REFUSED },
  { "gemini-2.0-flash", NULL, "", NULL, NULL, NULL, NULL, TROUPE_LLM_ERROR_NO_KEY },
  { "google/gemini-2.0-flash", "{\"base_url\":\"http://c\"}",
    "GEMINI_API_KEY=k5\nGOOGLE_API_KEY=k6", "Gemini", "gemini-2.0-flash",
    "https://generativelanguage.googleapis.com", "k6", 0 },
  { "gemma-3", NULL, "GEMINI_API_KEY=k5\nGOOGLE_GEMINI_BASE_URL=http://g", "Gemini", "gemma-3",
    "http://g", "k5", 0 },
  { "azure/x", NULL, "AZURE_ENDPOINT=http://z", NULL, NULL, NULL, NULL, TROUPE_LLM_ERROR_NO_KEY },
  { "azure/x", NULL, "AZURE_API_KEY=k7", NULL, NULL, NULL, NULL, TROUPE_LLM_ERROR_NO_KEY },
  { "azure/x", "{\"endpoint\":\"http://e\"}", "AZURE_API_KEY=k7\nAZURE_ENDPOINT=http://z", "Azure",
    "x", "http://e", "k7", 0 },
  { "azure_openai/x", NULL, "AZURE_API_KEY=k7\nAZURE_API_BASE=http://z", "Azure", "x", "http://z",
    "k7", 0 },
  { "openai/", NULL, "OPENAI_API_KEY=k", NULL, NULL, NULL, NULL, TROUPE_LLM_ERROR_UNKNOWN_MODEL },
  { "mock/echo", NULL, "", "mock", "echo", NULL, NULL, 0 },
  { "mock/say:a/b", NULL, "", "mock", "say:a/b", NULL, NULL, 0 },
  { "mock/other", NULL, "", NULL, NULL, NULL, NULL, TROUPE_LLM_ERROR_UNKNOWN_MODEL },
  { NULL, NULL, "OPENAI_API_KEY=k\nBASE_URL=http://d/v1\nOPENAI_BASE_URL=http://a/v1", "OpenAI",
    "gpt-4.1-mini", "http://d/v1", "k", 0 },
  { NULL, NULL, "OPENAI_API_KEY=k\nMODEL_NAME=o3\nOPENAI_MODEL_NAME=o4-mini", "OpenAI", "o3",
    "https://api.openai.com/v1", "k", 0 },
  { NULL, NULL, "MODEL=mock/echo", "mock", "echo", NULL, NULL, 0 },
};

static void
test_table (void)
{
  for (guint i = 0; i < G_N_ELEMENTS (cases); i++)
    {
      const Case *one = &cases[i];
      g_autoptr (TroupeValue) settings =
          one->settings != NULL ? troupe_value_from_json (one->settings, -1, NULL) : NULL;
      g_autoptr (TroupeLlmEnvironment) environment =
          troupe_llm_environment_new (lookup_cb, (gpointer) one->environment, NULL);
      g_autoptr (TroupeLlmTarget) target = NULL;
      g_autoptr (GError) error = NULL;

      g_test_message ("%s", one->model != NULL ? one->model : "(none)");
      target = troupe_llm_target_new (one->model, settings, environment, &error);
      if (one->title == NULL)
        {
          g_assert_null (target);
          g_assert_error (error, TROUPE_LLM_ERROR, one->code);
          continue;
        }
      g_assert_no_error (error);
      g_assert_cmpstr (target->service->title, ==, one->title);
      g_assert_cmpstr (target->model, ==, one->name);
      g_assert_cmpstr (target->base_url, ==, one->url);
      g_assert_cmpstr (target->key, ==, one->key);
    }
}

static void
assert_host (const char *model, const char *settings_text, const char *host, const char *names)
{
  g_autoptr (TroupeValue) settings =
      settings_text != NULL ? troupe_value_from_json (settings_text, -1, NULL) : NULL;
  g_autofree char *url = troupe_llm_model_get_url (model, settings, NULL);
  g_autoptr (GUri) uri = url != NULL ? g_uri_parse (url, G_URI_FLAGS_NONE, NULL) : NULL;
  g_autofree char *found = uri != NULL ? troupe_uri_describe_host (uri) : NULL;
  g_auto (GStrv) list = troupe_llm_model_get_environment_names (model, settings, NULL);
  g_autofree char *joined = g_strjoinv (" ", list);

  g_assert_cmpstr (found, ==, host);
  g_assert_cmpstr (joined, ==, names);
}

static void
test_show (void)
{
  assert_host ("gpt-4o", NULL, "api.openai.com", "OPENAI_API_KEY OPENAI_BASE_URL OPENAI_API_BASE");
  assert_host ("openai/x", "{\"base_url\":\"http://[::1]:8080/v1\",\"api_key\":\"k\"}",
               "[::1]:8080", "");
  /* A masked key is a placeholder for a key that was not saved, so the key is looked up. */
  assert_host ("openai/x", "{\"base_url\":\"http://h/v1\",\"api_key\":\"•••\"}", "h",
               "OPENAI_API_KEY");
  assert_host ("ollama/x", NULL, "localhost:11434", "OLLAMA_API_KEY OLLAMA_HOST");
  assert_host ("gemini/x", "{\"base_url\":\"http://elsewhere\"}",
               "generativelanguage.googleapis.com",
               "GOOGLE_API_KEY GEMINI_API_KEY GOOGLE_GEMINI_BASE_URL");
  assert_host ("azure/x", "{\"endpoint\":\"https://r.openai.azure.com\"}", "r.openai.azure.com",
               "AZURE_API_KEY AZURE_API_VERSION");
  assert_host ("azure/x", NULL, NULL,
               "AZURE_API_KEY AZURE_ENDPOINT AZURE_OPENAI_ENDPOINT AZURE_API_BASE "
               "AZURE_API_VERSION");
  assert_host ("mock/echo", NULL, NULL, "");
  assert_host ("a/b/c", NULL, NULL, "");
  assert_host ("anthropic/claude-x", NULL, "api.anthropic.com",
               "ANTHROPIC_API_KEY ANTHROPIC_BASE_URL");
  assert_host ("bedrock/m", "{\"aws_region_name\":\"eu-west-1\",\"api_key\":\"k\"}",
               "bedrock-runtime.eu-west-1.amazonaws.com",
               "AWS_ACCESS_KEY_ID AWS_SECRET_ACCESS_KEY AWS_SESSION_TOKEN "
               "AWS_ENDPOINT_URL_BEDROCK_RUNTIME AWS_ENDPOINT_URL AWS_DEFAULT_REGION "
               "AWS_REGION_NAME");
  assert_host ("bedrock/m", "{\"aws_region_name\":\"x.evil.org/#\"}", NULL,
               "AWS_ACCESS_KEY_ID AWS_SECRET_ACCESS_KEY AWS_SESSION_TOKEN "
               "AWS_ENDPOINT_URL_BEDROCK_RUNTIME AWS_ENDPOINT_URL AWS_DEFAULT_REGION "
               "AWS_REGION_NAME");
  assert_host (NULL, NULL, "api.openai.com",
               "MODEL MODEL_NAME OPENAI_MODEL_NAME OPENAI_API_KEY BASE_URL OPENAI_API_BASE "
               "OPENAI_BASE_URL API_BASE AZURE_API_BASE");
}

static char *
lookup_second_cb (const char *name, gpointer user_data)
{
  return g_str_equal (name, "GEMINI_API_KEY") ? g_strdup ("key") : NULL;
}

/* key_variable is the name of the variable in which the key was found. */
static void
test_key_variable (void)
{
  g_autoptr (TroupeLlmEnvironment) environment =
      troupe_llm_environment_new (lookup_second_cb, NULL, NULL);
  g_autoptr (TroupeValue) settings = troupe_value_from_json ("{\"api_key\":\"own\"}", -1, NULL);
  g_autoptr (TroupeLlmTarget) found = troupe_llm_target_new ("gemini/x", NULL, environment, NULL);
  g_autoptr (TroupeLlmTarget) own = troupe_llm_target_new ("gemini/x", settings, environment, NULL);
  g_autoptr (TroupeLlmTarget) local = troupe_llm_target_new ("ollama/x", NULL, environment, NULL);

  g_assert_cmpstr (found->key_variable, ==, "GEMINI_API_KEY");
  g_assert_cmpstr (own->key_variable, ==, "api_key");
  g_assert_cmpstr (own->key, ==, "own");
  g_assert_cmpstr (local->key_variable, ==, "OLLAMA_API_KEY");
}

/* For Azure's Responses API, the key is sent in the same header as for OpenAI, and in no other
 * header. */
static void
test_bearer (void)
{
  TroupeLlmTarget target = { .service = troupe_provider_find_by_prefix ("azure", -1),
                             .key = (char *) "key" };
  g_auto (GStrv) own = troupe_llm_target_get_secret_headers (&target, FALSE);
  g_auto (GStrv) bearer = troupe_llm_target_get_secret_headers (&target, TRUE);
  g_autofree char *own_text = g_strjoinv (" ", own);
  g_autofree char *bearer_text = g_strjoinv (" ", bearer);

  g_assert_cmpstr (own_text, ==, "api-key key");
  g_assert_cmpstr (bearer_text, ==, "Authorization Bearer key");
}

/* Credentials that are used to sign requests are also masked. */
static void
test_secrets (void)
{
  g_autoptr (TroupeLlmEnvironment) environment = troupe_llm_environment_new (
      lookup_cb,
      (gpointer) "AWS_ACCESS_KEY_ID=AKIACANARY7F3A\nAWS_SECRET_ACCESS_KEY=wJalrCanary7f3a91\n"
                 "AWS_SESSION_TOKEN=FwoGCanary7f3a91c2",
      NULL);
  g_autoptr (TroupeLlmTarget) target = troupe_llm_target_new ("bedrock/m", NULL, environment, NULL);
  g_autoptr (TroupeSecret) secret = troupe_llm_target_get_secret (target);
  g_autofree char *hidden =
      troupe_secret_hide (secret, "a AKIACANARY7F3A b wJalrCanary7f3a91 c FwoGCanary7f3a91c2", -1);

  g_assert_null (strcasestr (hidden, "canary"));
}

static void
test_reasoning (void)
{
  g_assert_true (troupe_llm_model_is_reasoning ("o1-mini"));
  g_assert_true (troupe_llm_model_is_reasoning ("openai/o3"));
  g_assert_true (troupe_llm_model_is_reasoning ("gpt-5.4-mini"));
  g_assert_false (troupe_llm_model_is_reasoning ("gpt-4.1-mini"));
  g_assert_false (troupe_llm_model_is_reasoning ("ollama3"));
}

/* The table in doc/providers.md matches the program. */
static void
test_table_is_documented (void)
{
  g_autofree char *path =
      g_build_filename (g_getenv ("TROUPE_SOURCE_DIR"), "doc", "providers.md", NULL);
  g_autofree char *table = troupe_provider_to_markdown ();
  g_autofree char *text = NULL;
  g_autoptr (GError) error = NULL;

  g_file_get_contents (path, &text, NULL, &error);
  g_assert_no_error (error);
  if (strstr (text, table) == NULL)
    g_test_message ("doc/providers.md lacks this table:\n%s", table);
  g_assert_nonnull (strstr (text, table));
}

static void
test_rows (void)
{
  guint n_providers;
  const TroupeProvider *providers = troupe_provider_get_all (&n_providers);
  const char *const *prefixes = troupe_provider_list_prefixes ();

  g_assert_cmpstr (providers[0].title, ==, "OpenAI");
  for (guint i = 0; i < n_providers; i++)
    {
      g_assert_nonnull (providers[i].prefixes[0]);
      for (guint j = 0; providers[i].prefixes[j] != NULL; j++)
        {
          g_assert_true (troupe_provider_find_by_prefix (providers[i].prefixes[j], -1) ==
                         &providers[i]);
          g_assert_true (g_strv_contains (prefixes, providers[i].prefixes[j]));
        }
      /* A provider that needs a key declares its header, unless it signs requests. */
      if (providers[i].is_spoken && providers[i].wire != TROUPE_WIRE_BEDROCK &&
          providers[i].key_variables[0] != NULL)
        g_assert_true (providers[i].key_header != NULL && providers[i].key_scheme != NULL);
    }
  for (guint i = 0; prefixes[i] != NULL; i++)
    g_assert_false (g_strv_contains (prefixes + i + 1, prefixes[i]));
  g_assert_cmpstr (troupe_provider_find_by_name ("eu.anthropic.claude-x")->title, ==, "Bedrock");
  g_assert_cmpstr (troupe_provider_find_by_name ("claude-x")->title, ==, "Anthropic");
  g_assert_cmpstr (troupe_provider_find_by_name ("what-is-new")->title, ==, "OpenAI");
}

static void
test_secret_headers (void)
{
  static const struct
  {
    const char *prefix;
    const char *name;
    const char *value;
  } headers[] = {
    { "openai", "Authorization", "Bearer k" },
    { "anthropic", "x-api-key", "k" },
    { "gemini", "x-goog-api-key", "k" },
    { "azure", "api-key", "k" },
    { "bedrock", NULL, NULL },
  };

  for (guint i = 0; i < G_N_ELEMENTS (headers); i++)
    {
      TroupeLlmTarget target = { .service = troupe_provider_find_by_prefix (headers[i].prefix, -1),
                                 .key = (char *) "k" };
      g_auto (GStrv) found = troupe_llm_target_get_secret_headers (&target, FALSE);

      g_assert_cmpstr (found[0], ==, headers[i].name);
      if (headers[i].name != NULL)
        g_assert_cmpstr (found[1], ==, headers[i].value);
    }
}

/* Only OpenAI's own servers enforce the schema of an answer. */
static void
test_at_openai (void)
{
  static const struct
  {
    const char *model;
    const char *environment;
    gboolean is_own;
  } models[] = {
    { "openai/gpt-4o", "", TRUE },
    { "gpt-4o", "OPENAI_BASE_URL=https://EU.api.openai.com/v1", TRUE },
    { NULL, "", TRUE },
    { NULL, "MODEL=ollama/x", FALSE },
    { "openai/gpt-4o", "OPENAI_BASE_URL=http://127.0.0.1:8000/v1", FALSE },
    { "openai/gpt-4o", "OPENAI_BASE_URL=https://openai.com.example.org/v1", FALSE },
    { "openai/gpt-4o", "OPENAI_BASE_URL=https://notopenai.com/v1", FALSE },
    { "openrouter/openai/gpt-4o", "", FALSE },
    { "mock/echo", "", FALSE },
    { "nobody/x", "", FALSE },
  };

  for (guint i = 0; i < G_N_ELEMENTS (models); i++)
    {
      g_autoptr (TroupeLlmEnvironment) environment =
          troupe_llm_environment_new (lookup_cb, (gpointer) models[i].environment, NULL);

      g_test_message ("%s, %s", models[i].model, models[i].environment);
      g_assert_cmpint (troupe_llm_model_is_at_openai (models[i].model, NULL, environment), ==,
                       models[i].is_own);
    }
}

int
main (int argc, char **argv)
{
  static const char *const variables[] = {
    "AWS_DEFAULT_REGION",
    "AWS_REGION_NAME",
    "MODEL",
    "MODEL_NAME",
    "OPENAI_MODEL_NAME",
    "BASE_URL",
    "OPENAI_BASE_URL",
    "OPENAI_API_BASE",
    "OLLAMA_HOST",
    "GOOGLE_GEMINI_BASE_URL",
    "AZURE_ENDPOINT",
    "AZURE_OPENAI_ENDPOINT",
    "AZURE_API_BASE",
  };

  for (guint i = 0; i < G_N_ELEMENTS (variables); i++)
    g_unsetenv (variables[i]);
  g_test_init (&argc, &argv, NULL);

  g_test_add_func ("/llm-target/table", test_table);
  g_test_add_func ("/llm-target/at-openai", test_at_openai);
  g_test_add_func ("/llm-target/show", test_show);
  g_test_add_func ("/llm-target/key-variable", test_key_variable);
  g_test_add_func ("/llm-target/bearer", test_bearer);
  g_test_add_func ("/llm-target/reasoning", test_reasoning);
  g_test_add_func ("/llm-target/secrets", test_secrets);

  g_test_add_func ("/llm-target/rows", test_rows);
  g_test_add_func ("/llm-target/table-is-documented", test_table_is_documented);
  g_test_add_func ("/llm-target/secret-headers", test_secret_headers);

  return g_test_run ();
}
