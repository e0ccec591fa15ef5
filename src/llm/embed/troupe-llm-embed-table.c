/* troupe-llm-embed-table.c: table of embedding services, and their settings, URLs and keys
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#define G_LOG_DOMAIN "troupe-llm-embed-table"

#include "config.h"

#include <glib/gi18n.h>
#include <string.h>

#include "troupe-llm-embed.h"
#include "troupe-key-finder.h"
#include "troupe-aws-keys.h"
#include "troupe-google-account.h"
#include "troupe-llm-embed-mock.h"
#include "troupe-llm-embed-table.h"
#include "troupe-llm-error.h"
#include "troupe-secret.h"
#include "troupe-wire-value.h"

#define AZURE_API_VERSION "2024-02-01"

#define BEARER .key_header = "Authorization", .key_scheme = "Bearer "

#define VERTEX_SETTINGS                                                                            \
  { "model_name", { "EMBEDDINGS_GOOGLE_VERTEX_MODEL_NAME", "GOOGLE_VERTEX_MODEL_NAME" } },         \
      { "location",                                                                                \
        { "GOOGLE_CLOUD_LOCATION", "GOOGLE_CLOUD_REGION", "EMBEDDINGS_GOOGLE_CLOUD_LOCATION" } },  \
      { "task_type", { "EMBEDDINGS_GOOGLE_VERTEX_TASK_TYPE", "GOOGLE_VERTEX_TASK_TYPE" } },        \
  {                                                                                                \
    "output_dimensionality",                                                                       \
    {                                                                                              \
      "EMBEDDINGS_GOOGLE_VERTEX_OUTPUT_DIMENSIONALITY", "GOOGLE_VERTEX_OUTPUT_DIMENSIONALITY"      \
    }                                                                                              \
  }

static const TroupeEmbedService services[] = {
  {
      .names = { "openai" },
      .wire = TROUPE_EMBED_WIRE_OPENAI,
      .most_texts = 256,
      .settings = { { "model_name", { "EMBEDDINGS_OPENAI_MODEL_NAME" } },
                    { "dimensions", { "EMBEDDINGS_OPENAI_DIMENSIONS", "OPENAI_DIMENSIONS" } },
                    { "organization_id",
                      { "EMBEDDINGS_OPENAI_ORGANIZATION_ID", "OPENAI_ORGANIZATION_ID" } } },
      .provider = { .title = "OpenAI",
                    .url = "https://api.openai.com/v1",
                    .url_variables = { "OPENAI_BASE_URL", "OPENAI_API_BASE",
                                       "EMBEDDINGS_OPENAI_API_BASE" },
                    .key_variables = { "OPENAI_API_KEY", "EMBEDDINGS_OPENAI_API_KEY" },
                    BEARER },
  },
  {
      .names = { "azure", "azure_openai" },
      .wire = TROUPE_EMBED_WIRE_AZURE,
      .model = "text-embedding-3-large",
      .most_texts = 256,
      .settings = { { "deployment_id", { "AZURE_OPENAI_DEPLOYMENT", "AZURE_DEPLOYMENT_ID" } },
                    { "model_name", { "AZURE_OPENAI_MODEL_NAME" } },
                    { "dimensions", { "AZURE_OPENAI_DIMENSIONS" } } },
      .provider = { .title = "Azure",
                    .url_variables = { "AZURE_ENDPOINT", "AZURE_OPENAI_ENDPOINT",
                                       "AZURE_API_BASE" },
                    .key_variables = { "AZURE_API_KEY", "AZURE_OPENAI_API_KEY",
                                       "EMBEDDINGS_OPENAI_API_KEY" },
                    .other_variables = { "AZURE_API_VERSION", "AZURE_OPENAI_API_VERSION" },
                    .key_header = "api-key",
                    .key_scheme = "" },
  },
  {
      .names = { "google-generativeai", "google", "gemini" },
      .wire = TROUPE_EMBED_WIRE_GEMINI,
      .model = "gemini-embedding-001",
      .most_texts = 100,
      .settings = { { "model_name", { "EMBEDDINGS_GOOGLE_GENERATIVE_AI_MODEL_NAME" } },
                    { "task_type",
                      { "EMBEDDINGS_GOOGLE_GENERATIVE_AI_TASK_TYPE",
                        "GOOGLE_GENERATIVE_AI_TASK_TYPE", "GEMINI_TASK_TYPE" } } },
      .provider = { .title = "Gemini",
                    .url = "https://generativelanguage.googleapis.com",
                    .url_variables = { "GOOGLE_GEMINI_BASE_URL" },
                    .key_variables = { "GOOGLE_API_KEY", "GEMINI_API_KEY",
                                       "EMBEDDINGS_GOOGLE_API_KEY" },
                    .key_header = "x-goog-api-key",
                    .key_scheme = "" },
  },
  {
      /* The texts of a request may have 20,000 tokens. */
      .names = { "google-vertex" },
      .wire = TROUPE_EMBED_WIRE_VERTEX,
      .model = "gemini-embedding-001",
      .most_texts = 16,
      .needs = "project_id",
      .settings = { VERTEX_SETTINGS },
      .token_url = TROUPE_GOOGLE_TOKEN_URL,
      .token_variables = { "GOOGLE_OAUTH_ACCESS_TOKEN", "CLOUDSDK_AUTH_ACCESS_TOKEN" },
      .provider = { .title = "Vertex AI",
                    .url = "https://LOCATION-aiplatform.googleapis.com",
                    .key_variables = { "GOOGLE_APPLICATION_CREDENTIALS" },
                    .account_variable = "GOOGLE_APPLICATION_CREDENTIALS",
                    BEARER },
  },
  {
      /* If the document contains a key, the service is Gemini. */
      .names = { "google-vertex" },
      .wire = TROUPE_EMBED_WIRE_GEMINI,
      .model = "gemini-embedding-001",
      .most_texts = 100,
      .settings = { VERTEX_SETTINGS },
      .provider = { .title = "Gemini",
                    .url = "https://generativelanguage.googleapis.com",
                    .url_variables = { "GOOGLE_GEMINI_BASE_URL" },
                    .key_variables = { "GOOGLE_CLOUD_API_KEY", "GOOGLE_API_KEY",
                                       "EMBEDDINGS_GOOGLE_CLOUD_API_KEY" },
                    .key_header = "x-goog-api-key",
                    .key_scheme = "" },
  },
  {
      .names = { "ollama" },
      .wire = TROUPE_EMBED_WIRE_OLLAMA,
      .model = "nomic-embed-text",
      .most_texts = 64,
      .settings = { { "model_name",
                      { "EMBEDDINGS_OLLAMA_MODEL_NAME", "OLLAMA_MODEL_NAME", "OLLAMA_MODEL" } } },
      .provider = { .title = "Ollama",
                    .url = "http://localhost:11434",
                    .url_variables = { "EMBEDDINGS_OLLAMA_URL", "OLLAMA_URL", "OLLAMA_HOST" },
                    .key_variables = { "OLLAMA_API_KEY" },
                    .fixed_key = "ollama",
                    BEARER },
  },
  {
      .names = { "cohere" },
      .wire = TROUPE_EMBED_WIRE_COHERE,
      .model = "embed-v4.0",
      .most_texts = 96,
      .settings = { { "model_name", { "EMBEDDINGS_COHERE_MODEL_NAME" } } },
      .provider = { .title = "Cohere",
                    .url = "https://api.cohere.com",
                    .url_variables = { "COHERE_BASE_URL" },
                    .key_variables = { "COHERE_API_KEY", "CO_API_KEY",
                                       "EMBEDDINGS_COHERE_API_KEY" },
                    BEARER },
  },
  {
      .names = { "voyageai" },
      .wire = TROUPE_EMBED_WIRE_VOYAGE,
      .model = "voyage-2",
      .most_texts = 128,
      .settings = { { "model", { "EMBEDDINGS_VOYAGEAI_MODEL", "VOYAGEAI_MODEL" } },
                    { "output_dimension",
                      { "EMBEDDINGS_VOYAGEAI_OUTPUT_DIMENSION", "VOYAGEAI_OUTPUT_DIMENSION" } },
                    { "input_type", { "EMBEDDINGS_VOYAGEAI_INPUT_TYPE", "VOYAGEAI_INPUT_TYPE" } } },
      .provider = { .title = "Voyage AI",
                    .url = "https://api.voyageai.com/v1",
                    .key_variables = { "VOYAGE_API_KEY", "VOYAGEAI_API_KEY",
                                       "EMBEDDINGS_VOYAGEAI_API_KEY" },
                    BEARER },
  },
  {
      .names = { "jina" },
      .wire = TROUPE_EMBED_WIRE_OPENAI,
      .model = "jina-embeddings-v2-base-en",
      .most_texts = 128,
      .settings = { { "model_name", { "EMBEDDINGS_JINA_MODEL_NAME", "JINA_MODEL_NAME" } } },
      .provider = { .title = "Jina AI",
                    .url = "https://api.jina.ai/v1",
                    .key_variables = { "JINA_API_KEY", "EMBEDDINGS_JINA_API_KEY" },
                    BEARER },
  },
  {
      .names = { "huggingface" },
      .wire = TROUPE_EMBED_WIRE_HUGGINGFACE,
      .model = "sentence-transformers/all-MiniLM-L6-v2",
      .most_texts = 32,
      .settings = { { "model_name",
                      { "EMBEDDINGS_HUGGINGFACE_MODEL_NAME", "HUGGINGFACE_MODEL_NAME" } } },
      .provider = { .title = "Hugging Face",
                    .url = "https://router.huggingface.co/hf-inference",
                    .key_variables = { "HUGGINGFACE_API_KEY", "HF_TOKEN",
                                       "EMBEDDINGS_HUGGINGFACE_API_KEY" },
                    BEARER },
  },
  {
      .names = { "amazon-bedrock", "bedrock", "aws" },
      .wire = TROUPE_EMBED_WIRE_BEDROCK,
      .model = "amazon.titan-embed-text-v1",
      .most_texts = 96,
      .settings = { { "model_name",
                      { "EMBEDDINGS_BEDROCK_MODEL_NAME", "BEDROCK_MODEL_NAME",
                        "AWS_BEDROCK_MODEL_NAME" } } },
      .provider = { .title = "Bedrock",
                    .wire = TROUPE_WIRE_BEDROCK,
                    .url = "https://bedrock-runtime.REGION.amazonaws.com",
                    .url_variables = { "AWS_ENDPOINT_URL_BEDROCK_RUNTIME", "AWS_ENDPOINT_URL" },
                    .key_variables = { "AWS_ACCESS_KEY_ID", "AWS_SECRET_ACCESS_KEY",
                                       "AWS_SESSION_TOKEN" },
                    .other_variables = { "AWS_DEFAULT_REGION", "AWS_REGION_NAME" } },
  },
  {
      .names = { "openrouter" },
      .wire = TROUPE_EMBED_WIRE_OPENAI,
      .model = "openai/text-embedding-3-small",
      .most_texts = 128,
      .settings = { { "dimensions", { "OPENROUTER_DIMENSIONS" } } },
      .provider = { .title = "OpenRouter",
                    .url = "https://openrouter.ai/api/v1",
                    .url_variables = { "OPENROUTER_BASE_URL", "OPENROUTER_API_BASE" },
                    .key_variables = { "OPENROUTER_API_KEY" },
                    BEARER },
  },
  {
      .names = { "watsonx" },
      .wire = TROUPE_EMBED_WIRE_WATSONX,
      .model = "ibm/slate-125m-english-rtrvr-v2",
      .most_texts = 100,
      .settings = { { "model_id", { "EMBEDDINGS_WATSONX_MODEL_ID", "WATSONX_MODEL_ID" } },
                    { "project_id", { "EMBEDDINGS_WATSONX_PROJECT_ID", "WATSONX_PROJECT_ID" } },
                    { "space_id", { "EMBEDDINGS_WATSONX_SPACE_ID", "WATSONX_SPACE_ID" } },
                    { "iam_url", { "WATSONX_IAM_URL" } } },
      .token_url = "https://iam.cloud.ibm.com/identity/token",
      .token_variables = { "WATSONX_TOKEN", "EMBEDDINGS_WATSONX_TOKEN" },
      .provider = { .title = "watsonx",
                    .url = "https://us-south.ml.cloud.ibm.com",
                    .url_variables = { "WATSONX_URL", "EMBEDDINGS_WATSONX_URL" },
                    .key_variables = { "WATSONX_API_KEY", "WATSONX_APIKEY",
                                       "EMBEDDINGS_WATSONX_API_KEY" },
                    BEARER },
  },
  {
      .names = { "roboflow" },
      .wire = TROUPE_EMBED_WIRE_ROBOFLOW,
      .model = "clip",
      .most_texts = 1,
      .provider = { .title = "Roboflow",
                    .url = "https://infer.roboflow.com",
                    .url_variables = { "ROBOFLOW_API_URL", "EMBEDDINGS_ROBOFLOW_API_URL" },
                    .key_variables = { "ROBOFLOW_API_KEY", "EMBEDDINGS_ROBOFLOW_API_KEY" } },
  },
  {
      .names = { TROUPE_EMBED_MOCK },
      .wire = TROUPE_EMBED_WIRE_MOCK,
      .model = "mock",
      .most_texts = 1000,
      .provider = { .title = "mock" },
  },
};

/* Embedders that CrewAI runs in Python; `oracle` is a database that requires its own driver. */
static const char *const python_names[] = {
  "custom", "instructor", "onnx", "openclip", "oracle", "sentence-transformer", "text2vec", NULL,
};

const TroupeEmbedService *
troupe_embed_service_get_all (guint *n_services)
{
  *n_services = G_N_ELEMENTS (services);
  return services;
}

/* Return the supported values of `provider`, and those that only CrewAI supports. */
static const char *const *
list_providers (void)
{
  static const char *names[G_N_ELEMENTS (services) + 1];
  static gsize is_made;
  guint n_names = 0;

  if (g_once_init_enter (&is_made))
    {
      for (guint i = 0; i < G_N_ELEMENTS (services); i++)
        if (services[i].needs == NULL)
          names[n_names++] = services[i].names[0];
      g_once_init_leave (&is_made, 1);
    }

  return names;
}

static gboolean
is_meant (const TroupeEmbedService *service, TroupeValue *config)
{
  return service->needs == NULL || (troupe_llm_settings_get_text (config, service->needs) != NULL &&
                                    troupe_llm_settings_get_text (config, "api_key") == NULL);
}

static const TroupeEmbedService *
find_by_name (const char *name, TroupeValue *config)
{
  g_assert (name != NULL);

  for (guint i = 0; i < G_N_ELEMENTS (services); i++)
    for (guint j = 0; j < G_N_ELEMENTS (services[i].names) && services[i].names[j] != NULL; j++)
      if (g_ascii_strcasecmp (services[i].names[j], name) == 0 && is_meant (&services[i], config))
        return &services[i];

  return NULL;
}

const TroupeEmbedService *
troupe_embed_service_find (TroupeValue *value, GError **error)
{
  const char *name = troupe_llm_settings_get_text (value, "provider");
  const TroupeEmbedService *service =
      find_by_name (name != NULL ? name : services[0].names[0], troupe_embed_get_config (value));
  g_autofree char *all = NULL;

  if (service != NULL)
    return service;
  all = g_strjoinv (", ", (char **) list_providers ());
  if (g_strv_contains (python_names, name))
    g_propagate_error (
        error,
        troupe_llm_error_new (
            TROUPE_LLM_ERROR_UNKNOWN_MODEL,
            /* Translators: first %s is a name such as “onnx”, second %s a list of names */
            _ ("The embedder “%s” works only in CrewAI’s Python. Choose one that is called over "
               "the network: %s."),
            name, all));
  else
    g_propagate_error (error, troupe_llm_error_new (TROUPE_LLM_ERROR_UNKNOWN_MODEL,
                                                    _ ("Unknown embedder “%s”. Available: %s."),
                                                    name, all));

  return NULL;
}

TroupeValue *
troupe_embed_get_config (TroupeValue *value)
{
  TroupeValue *config = NULL;

  if (value != NULL && troupe_value_is (value, TROUPE_VALUE_MAP))
    config = troupe_value_map_lookup_string (value, "config", -1);

  return config != NULL && troupe_value_is (config, TROUPE_VALUE_MAP) ? config : NULL;
}

/* Returns the first of @names that the document sets. (nullable) */
static const char *
get_first (TroupeValue *config, const char *const *names)
{
  const char *text = NULL;

  for (guint i = 0; text == NULL && names[i] != NULL; i++)
    text = troupe_llm_settings_get_text (config, names[i]);

  return text;
}

static char *
lookup_first (TroupeLlmEnvironment *environment, const char *const *names)
{
  char *value = NULL;

  for (guint i = 0; value == NULL && names[i] != NULL; i++)
    value = troupe_llm_environment_lookup (environment, names[i]);

  return value;
}

/* Returns the alternative names of a setting in documents. (nullable) */
static const char *const *
list_names (const char *name)
{
  static const char *const models[] = { "model_name", "model", "model_id", NULL };
  static const char *const places[] = { "location", "region", NULL };

  return g_strv_contains (models, name) ? models : g_strv_contains (places, name) ? places : NULL;
}

static gboolean
has_setting (TroupeValue *config, const char *name)
{
  const char *const *names = list_names (name);

  return troupe_value_get_member (config, name) != NULL ||
         (names != NULL && get_first (config, names) != NULL);
}

TroupeValue *
troupe_embed_complete_config (const TroupeEmbedService *service,
                              TroupeValue *config,
                              TroupeLlmEnvironment *environment)
{
  TroupeMapBuilder builder;

  g_return_val_if_fail (service != NULL, NULL);

  troupe_map_builder_init (&builder);
  if (config != NULL)
    troupe_wire_add_entries (&builder, config);
  for (const TroupeEmbedSetting *setting = service->settings; setting->name != NULL; setting++)
    {
      g_autofree char *text = NULL;

      if (has_setting (config, setting->name))
        continue;
      text = lookup_first (environment, setting->variables);
      if (text != NULL)
        {
          gint64 number;

          /* Converts numbers in environment variables to integers, like those in documents. */
          troupe_map_builder_add (&builder, setting->name,
                                  g_ascii_string_to_signed (text, 10, 1, G_MAXINT32, &number, NULL)
                                      ? troupe_value_new_integer (number)
                                      : troupe_value_new_string (text, -1));
        }
    }

  return troupe_map_builder_end (&builder);
}

const char *
troupe_embed_get_location (TroupeValue *config)
{
  const char *location = get_first (config, list_names ("location"));

  return location != NULL ? location : "us-central1";
}

/* --- URL and key ------------------------------------------------------------------------------ */

/* Returns the URL of Vertex AI. For the location `global`, the URL contains no location.
 * (transfer full) */
static char *
make_vertex_url (const char *url, TroupeValue *config)
{
  g_autofree char *location = g_uri_escape_string (troupe_embed_get_location (config), NULL, FALSE);
  const gboolean is_everywhere = strcmp (location, "global") == 0;
  GString *whole = g_string_new (url);

  g_string_replace (whole, is_everywhere ? "LOCATION-" : "LOCATION", is_everywhere ? "" : location,
                    1);

  return g_string_free (whole, FALSE);
}

char *
troupe_embed_find_url (const TroupeEmbedService *service,
                       TroupeValue *config,
                       TroupeLlmEnvironment *environment)
{
  static const char *const names[] = { "api_base", "base_url", "url", "endpoint", "api_url", NULL };
  char *url = g_strdup (get_first (config, names));
  static const char *const ends[] = { "/", "/api/embeddings", "/api/embed", "/v1/embeddings",
                                      "/embeddings" };

  if (url == NULL)
    url = lookup_first (environment, service->provider.url_variables);
  if (url == NULL && service->wire == TROUPE_EMBED_WIRE_BEDROCK)
    return troupe_aws_make_url (service->provider.url, config, environment);
  if (url == NULL && service->wire == TROUPE_EMBED_WIRE_VERTEX)
    url = make_vertex_url (service->provider.url, config);
  if (url == NULL)
    url = g_strdup (service->provider.url);
  if (url == NULL)
    return NULL;
  /* Removes the path of a call. CrewAI requires this path in Ollama's URL, but not in the URLs
   * of other services. */
  for (guint i = 0; i < G_N_ELEMENTS (ends); i++)
    while (g_str_has_suffix (url, ends[i]))
      url[strlen (url) - strlen (ends[i])] = '\0';

  if (service->wire == TROUPE_EMBED_WIRE_OLLAMA)
    {
      g_autofree char *given = url;
      g_autofree char *whole =
          strstr (given, "://") != NULL ? g_strdup (given) : g_strconcat ("http://", given, NULL);
      const char *host = strstr (whole, "://") + 3;

      if (g_str_has_suffix (whole, "/v1"))
        whole[strlen (whole) - strlen ("/v1")] = '\0';
      if (g_str_has_prefix (whole, "http://") && strpbrk (host, ":/") == NULL)
        return g_strconcat (whole, ":11434", NULL);
      return g_steal_pointer (&whole);
    }
  return url;
}

static gboolean
check_key (const TroupeLlmTarget *self, GError **error)
{
  g_assert (self != NULL);

  for (const char *byte = self->key; *byte != '\0'; byte++)
    if (!g_ascii_isgraph (*byte))
      {
        g_propagate_error (
            error, troupe_llm_error_new (TROUPE_LLM_ERROR_NO_KEY,
                                         _ ("The key for the embedder “%s” contains a space or an "
                                            "invalid character. Copy the key into %s again."),
                                         self->model, self->key_variable));
        return FALSE;
      }

  return TRUE;
}

/* Finds the key. Keys that cannot be sent in a header are rejected at this point, because the
 * error message can name the variable. */
static gboolean
find_key (const TroupeEmbedService *service,
          TroupeLlmTarget *self,
          TroupeValue *config,
          TroupeLlmEnvironment *environment,
          GError **error)
{
  const char *own = troupe_llm_settings_get_text (config, "api_key");

  g_assert (self != NULL);

  self->key = lookup_first (environment, service->token_variables);
  if (self->key != NULL)
    {
      self->key_variable = service->token_variables[0];
      return check_key (self, error);
    }

  self->key_variable = self->service->key_variables[0];
  if (own != NULL && g_strcmp0 (own, TROUPE_SECRET_MASK) != 0)
    {
      self->key = g_strdup (own);
      self->key_variable = "api_key";
    }
  if (self->key == NULL)
    self->key = lookup_first (environment, self->service->key_variables);
  if (self->key == NULL)
    self->key = g_strdup (self->service->fixed_key);
  if (self->key == NULL)
    g_propagate_error (
        error, troupe_llm_error_new (
                   TROUPE_LLM_ERROR_NO_KEY,
                   /* Translators: first %s is a model, second %s a service, and third and fourth
                    * %s the name of the same environment variable */
                   _ ("The embedder “%s” requires a key for %s. Set the environment variable %s, "
                      "or store the key in the keyring: troupectl key set %s. The embedder “mock” "
                      "requires no key and no network."),
                   self->model, self->service->title, self->key_variable, self->key_variable));

  /* Vertex AI's key is the path or the content of a file, which is not sent in a header. */
  return self->key != NULL &&
         (service->wire == TROUPE_EMBED_WIRE_VERTEX || check_key (self, error));
}

const char *
troupe_embed_get_token_url (const TroupeEmbedService *service,
                            TroupeValue *config,
                            const TroupeLlmTarget *target)
{
  const char *own = NULL;

  g_return_val_if_fail (service != NULL, NULL);

  /* Only watsonx has a setting for the token URL. A service account specifies its own token URL,
   * and documents specify none. */
  if (service->wire == TROUPE_EMBED_WIRE_WATSONX)
    own = troupe_llm_settings_get_text (config, "iam_url");

  if (service->token_url == NULL ||
      (target != NULL && g_strcmp0 (target->key_variable, service->token_variables[0]) == 0))
    return NULL;

  return own != NULL ? own : service->token_url;
}

/* Checks required settings other than the key. */
static gboolean
check_settings (const TroupeEmbedService *service, TroupeValue *config, GError **error)
{
  if (service->wire != TROUPE_EMBED_WIRE_WATSONX ||
      troupe_llm_settings_get_text (config, "project_id") != NULL ||
      troupe_llm_settings_get_text (config, "space_id") != NULL)
    return TRUE;
  g_propagate_error (
      error,
      troupe_llm_error_new (
          TROUPE_LLM_ERROR_NO_KEY,
          _ ("The embedder “watsonx” requires a project or a space. Set “project_id” or “space_id” "
             "in its “config”, or the environment variable WATSONX_PROJECT_ID.")));

  return FALSE;
}

char *
troupe_embed_get_model_name (const TroupeEmbedService *service,
                             TroupeValue *config,
                             const char *model)
{
  static const char *const names[] = { "model_name", "model", "model_id", "deployment_id", NULL };
  const char *own = get_first (config, names);

  g_return_val_if_fail (service != NULL, NULL);

  if (own == NULL)
    own = service->model != NULL ? service->model : model;
  return g_strdup (own);
}

TroupeLlmTarget *
troupe_embed_target_new (const TroupeEmbedService *service,
                         TroupeValue *config,
                         const char *model,
                         TroupeLlmEnvironment *environment,
                         GError **error)
{
  static const char *const versions[] = { "api_version", NULL };
  g_autoptr (TroupeLlmTarget) self = g_new0 (TroupeLlmTarget, 1);

  g_assert (service != NULL);

  self->service = &service->provider;
  self->model = troupe_embed_get_model_name (service, config, model);
  self->base_url = troupe_embed_find_url (service, config, environment);
  if (service->wire == TROUPE_EMBED_WIRE_BEDROCK)
    return troupe_aws_read_keys (self, self->model, config, environment, error)
               ? g_steal_pointer (&self)
               : NULL;
  if (self->base_url == NULL)
    {
      g_propagate_error (error,
                         troupe_llm_error_new (TROUPE_LLM_ERROR_NO_KEY,
                                               _ ("The embedder “%s” requires the URL of its Azure "
                                                  "resource. Set the environment variable %s."),
                                               self->model, self->service->url_variables[0]));
      return NULL;
    }
  self->api_version = g_strdup (get_first (config, versions));
  if (self->api_version == NULL)
    self->api_version = lookup_first (environment, self->service->other_variables);
  if (self->api_version == NULL)
    self->api_version = g_strdup (AZURE_API_VERSION);

  return check_settings (service, config, error) &&
                 find_key (service, self, config, environment, error)
             ? g_steal_pointer (&self)
             : NULL;
}

char **
troupe_embedder_list_setting_variables (void)
{
  g_autoptr (GStrvBuilder) names = g_strv_builder_new ();

  for (guint i = 0; i < G_N_ELEMENTS (services); i++)
    {
      g_strv_builder_addv (names, (const char **) services[i].provider.url_variables);
      g_strv_builder_addv (names, (const char **) services[i].provider.other_variables);
      for (const TroupeEmbedSetting *setting = services[i].settings; setting->name != NULL;
           setting++)
        for (guint k = 0; setting->variables[k] != NULL; k++)
          if (!troupe_key_finder_is_key_name (setting->variables[k]))
            g_strv_builder_add (names, setting->variables[k]);
    }
  return g_strv_builder_end (names);
}
