/* troupe-llm-embed-wire.c: requests and responses of embedding APIs
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#define G_LOG_DOMAIN "troupe-llm-embed-wire"

#include "config.h"

#include <math.h>
#include <string.h>

#include "troupe-llm-embed-table.h"
#include "troupe-llm-wire.h"
#include "troupe-wire-value.h"

/* No service returns longer vectors. A response that claims to contain longer vectors is
 * rejected. */
#define MOST_NUMBERS 65536
/* Version of the API for which this was written. */
#define WATSONX_VERSION "2024-05-31"
/* Maximum number of tokens of the models. The server truncates longer text. CrewAI sends 3. */
#define WATSONX_TOKENS 512

/* --- Requests --------------------------------------------------------------------------------- */

static char *
make_azure_url (TroupeValue *config, const TroupeLlmTarget *target)
{
  const char *deployment = troupe_llm_settings_get_text (config, "deployment_id");
  g_autofree char *name =
      g_uri_escape_string (deployment != NULL ? deployment : target->model, NULL, FALSE);
  g_autofree char *path = NULL;
  g_autofree char *url = NULL;

  g_assert (target != NULL);

  if (strstr (target->base_url, "/openai/v1") != NULL)
    return troupe_llm_wire_make_url (target, "embeddings");
  path = strstr (target->base_url, "/openai/deployments/") != NULL
             ? g_strdup ("embeddings")
             : g_strconcat ("openai/deployments/", name, "/embeddings", NULL);
  url = troupe_llm_wire_make_url (target, path);

  return troupe_llm_wire_add_query (url, "api-version", target->api_version);
}

char *
troupe_embed_make_url (const TroupeEmbedService *service,
                       TroupeValue *config,
                       const TroupeLlmTarget *target)
{
  g_autofree char *model = g_uri_escape_string (target->model, "/", FALSE);
  g_autofree char *path = NULL;

  switch (service->wire)
    {
    case TROUPE_EMBED_WIRE_AZURE:
      return make_azure_url (config, target);
    case TROUPE_EMBED_WIRE_GEMINI:
      path = g_strconcat ("v1beta/", g_str_has_prefix (model, "models/") ? "" : "models/", model,
                          ":batchEmbedContents", NULL);
      break;
    case TROUPE_EMBED_WIRE_OLLAMA:
      path = g_strdup ("api/embed");
      break;
    case TROUPE_EMBED_WIRE_COHERE:
      path = g_strdup ("v2/embed");
      break;
    case TROUPE_EMBED_WIRE_HUGGINGFACE:
      path = g_strconcat ("models/", model, "/pipeline/feature-extraction", NULL);
      break;
    case TROUPE_EMBED_WIRE_BEDROCK:
      {
        g_autofree char *whole = g_uri_escape_string (target->model, NULL, FALSE);

        path = g_strconcat ("model/", whole, "/invoke", NULL);
        break;
      }
    case TROUPE_EMBED_WIRE_VERTEX:
      {
        const char *own = troupe_llm_settings_get_text (config, "project_id");
        g_autofree char *project = g_uri_escape_string (own != NULL ? own : "", NULL, FALSE);
        g_autofree char *location =
            g_uri_escape_string (troupe_embed_get_location (config), NULL, FALSE);

        path = g_strconcat ("v1/projects/", project, "/locations/", location,
                            "/publishers/google/models/", model, ":predict", NULL);
      }
      break;
    case TROUPE_EMBED_WIRE_WATSONX:
      path = g_strdup ("ml/v1/text/embeddings");
      break;
    case TROUPE_EMBED_WIRE_ROBOFLOW:
      {
        g_autofree char *url = troupe_llm_wire_make_url (target, "clip/embed_text");

        /* The service does not accept the key in a header. */
        return troupe_llm_wire_add_query (url, "api_key", target->key);
      }
    case TROUPE_EMBED_WIRE_OPENAI:
    case TROUPE_EMBED_WIRE_VOYAGE:
    default:
      path = g_strdup ("embeddings");
      break;
    }
  if (service->wire == TROUPE_EMBED_WIRE_WATSONX)
    {
      g_autofree char *url = troupe_llm_wire_make_url (target, path);

      return troupe_llm_wire_add_query (url, "version", WATSONX_VERSION);
    }

  return troupe_llm_wire_make_url (target, path);
}

static gboolean
is_titan (const TroupeLlmTarget *target)
{
  return strstr (target->model, "cohere.") == NULL;
}

guint
troupe_embed_get_most_texts (const TroupeEmbedService *service, const TroupeLlmTarget *target)
{
  const gboolean is_single =
      (service->wire == TROUPE_EMBED_WIRE_BEDROCK && is_titan (target)) ||
      (service->wire == TROUPE_EMBED_WIRE_VERTEX && g_str_has_prefix (target->model, "gemini-"));

  return is_single ? 1 : service->most_texts;
}

static TroupeValue *
make_list (const char *const *texts, guint n_texts)
{
  g_autoptr (GPtrArray) items = g_ptr_array_new ();

  for (guint i = 0; i < n_texts; i++)
    g_ptr_array_add (items, troupe_wire_new_text (texts[i]));

  return troupe_wire_end_list (items);
}

/* Returns the use of a text for Google's services. */
static const char *
get_task_type (TroupeValue *config, TroupeEmbedPurpose purpose)
{
  const char *own = troupe_llm_settings_get_text (config, "task_type");

  return own != NULL                     ? own
         : purpose == TROUPE_EMBED_QUERY ? "RETRIEVAL_QUERY"
                                         : "RETRIEVAL_DOCUMENT";
}

/* (transfer full) (nullable) */
static TroupeValue *
get_dimension (TroupeValue *config)
{
  TroupeValue *own = troupe_value_get_member (config, "output_dimensionality");

  return own != NULL && troupe_value_is (own, TROUPE_VALUE_INTEGER) ? troupe_value_ref (own) : NULL;
}

static TroupeValue *
make_gemini_body (const TroupeLlmTarget *target,
                  const char *const *texts,
                  guint n_texts,
                  TroupeEmbedPurpose purpose,
                  TroupeValue *config)
{
  g_autofree char *model =
      g_strconcat (g_str_has_prefix (target->model, "models/") ? "" : "models/", target->model,
                   NULL);
  const char *type = get_task_type (config, purpose);
  g_autoptr (GPtrArray) requests = g_ptr_array_new ();

  for (guint i = 0; i < n_texts; i++)
    {
      g_autoptr (GPtrArray) parts = g_ptr_array_new ();

      g_ptr_array_add (parts, troupe_wire_new_map ("text", troupe_wire_new_text (texts[i]), NULL));
      g_ptr_array_add (
          requests,
          troupe_wire_new_map ("model", troupe_wire_new_text (model), "content",
                               troupe_wire_new_map ("parts", troupe_wire_end_list (parts), NULL),
                               "taskType", troupe_wire_new_text (type), "outputDimensionality",
                               get_dimension (config), NULL));
    }

  return troupe_wire_new_map ("requests", troupe_wire_end_list (requests), NULL);
}

/* Creates the body for Cohere, and for its models on Bedrock. */
static TroupeValue *
make_cohere_body (const char *model, TroupeValue *texts, TroupeEmbedPurpose purpose)
{
  TroupeMapBuilder builder;
  g_autoptr (GPtrArray) types = g_ptr_array_new ();

  troupe_map_builder_init (&builder);
  troupe_wire_add_text (&builder, "model", model);
  troupe_map_builder_add (&builder, "texts", texts);
  troupe_wire_add_text (&builder, "input_type",
                        purpose == TROUPE_EMBED_QUERY ? "search_query" : "search_document");
  if (model != NULL)
    {
      g_ptr_array_add (types, troupe_wire_new_text ("float"));
      troupe_map_builder_add (&builder, "embedding_types", troupe_wire_end_list (types));
    }

  return troupe_map_builder_end (&builder);
}

static TroupeValue *
make_openai_body (const TroupeEmbedService *service,
                  TroupeValue *config,
                  const TroupeLlmTarget *target,
                  TroupeValue *texts,
                  TroupeEmbedPurpose purpose)
{
  const char *own = troupe_llm_settings_get_text (config, "input_type");
  TroupeMapBuilder builder;

  troupe_map_builder_init (&builder);
  troupe_wire_add_text (&builder, "model", target->model);
  troupe_map_builder_add (&builder, "input", texts);
  if (service->wire == TROUPE_EMBED_WIRE_VOYAGE)
    troupe_wire_add_text (&builder, "input_type",
                          own != NULL                     ? own
                          : purpose == TROUPE_EMBED_QUERY ? "query"
                                                          : "document");
  troupe_wire_add_setting (&builder, "dimensions", config, "dimensions");
  troupe_wire_add_setting (&builder, "output_dimension", config, "output_dimension");

  return troupe_map_builder_end (&builder);
}

TroupeValue *
troupe_embed_make_body (const TroupeEmbedService *service,
                        TroupeValue *config,
                        const TroupeLlmTarget *target,
                        const char *const *texts,
                        guint n_texts,
                        TroupeEmbedPurpose purpose)
{
  switch (service->wire)
    {
    case TROUPE_EMBED_WIRE_GEMINI:
      return make_gemini_body (target, texts, n_texts, purpose, config);
    case TROUPE_EMBED_WIRE_COHERE:
      return make_cohere_body (target->model, make_list (texts, n_texts), purpose);
    case TROUPE_EMBED_WIRE_HUGGINGFACE:
      return troupe_wire_new_map ("inputs", make_list (texts, n_texts), NULL);
    case TROUPE_EMBED_WIRE_BEDROCK:
      return is_titan (target)
                 ? troupe_wire_new_map ("inputText", troupe_wire_new_text (texts[0]), NULL)
                 : make_cohere_body (NULL, make_list (texts, n_texts), purpose);
    case TROUPE_EMBED_WIRE_VERTEX:
      {
        g_autoptr (GPtrArray) instances = g_ptr_array_new ();
        TroupeValue *dimension = get_dimension (config);

        for (guint i = 0; i < n_texts; i++)
          g_ptr_array_add (
              instances,
              troupe_wire_new_map ("content", troupe_wire_new_text (texts[i]), "task_type",
                                   troupe_wire_new_text (get_task_type (config, purpose)), NULL));
        return troupe_wire_new_map (
            "instances", troupe_wire_end_list (instances), dimension != NULL ? "parameters" : NULL,
            dimension != NULL ? troupe_wire_new_map ("outputDimensionality", dimension, NULL)
                              : NULL,
            NULL);
      }
    case TROUPE_EMBED_WIRE_WATSONX:
      {
        const char *model = target->model;
        TroupeValue *body = make_list (texts, n_texts);
        TroupeValue *own = troupe_value_get_member (config, "params");
        TroupeMapBuilder builder;

        troupe_map_builder_init (&builder);
        troupe_wire_add_text (&builder, "model_id", model);
        troupe_map_builder_add (&builder, "inputs", body);
        troupe_wire_add_text (&builder, "project_id",
                              troupe_llm_settings_get_text (config, "project_id"));
        if (troupe_value_get_member (config, "project_id") == NULL)
          troupe_wire_add_text (&builder, "space_id",
                                troupe_llm_settings_get_text (config, "space_id"));
        troupe_map_builder_add (
            &builder, "parameters",
            own != NULL && troupe_value_is (own, TROUPE_VALUE_MAP)
                ? troupe_value_ref (own)
                : troupe_wire_new_map ("truncate_input_tokens",
                                       troupe_value_new_integer (WATSONX_TOKENS), NULL));
        return troupe_map_builder_end (&builder);
      }
    case TROUPE_EMBED_WIRE_ROBOFLOW:
      return troupe_wire_new_map ("text", troupe_wire_new_text (texts[0]), NULL);
    case TROUPE_EMBED_WIRE_OPENAI:
    case TROUPE_EMBED_WIRE_AZURE:
    case TROUPE_EMBED_WIRE_OLLAMA:
    case TROUPE_EMBED_WIRE_VOYAGE:
    default:
      return make_openai_body (service, config, target, make_list (texts, n_texts), purpose);
    }
}

/* --- Responses -------------------------------------------------------------------------------- */

static gboolean
read_vector (TroupeValue *list, GArray *vectors, guint *dimension)
{
  gsize length;

  if (list == NULL || !troupe_value_is (list, TROUPE_VALUE_LIST))
    return FALSE;
  length = troupe_value_list_get_length (list);
  if (*dimension == 0 && length <= MOST_NUMBERS)
    *dimension = (guint) length;
  if (length == 0 || length != *dimension)
    return FALSE;
  for (gsize i = 0; i < length; i++)
    {
      float number;
      TroupeValue *value = troupe_value_list_get (list, i);
      double wide;

      if (troupe_value_is (value, TROUPE_VALUE_DOUBLE))
        wide = troupe_value_get_double (value);
      else if (troupe_value_is (value, TROUPE_VALUE_INTEGER))
        wide = (double) troupe_value_get_integer (value);
      else
        return FALSE;
      number = (float) wide;
      if (!isfinite (number))
        return FALSE;
      g_array_append_val (vectors, number);
    }

  return TRUE;
}

/* Reads the vectors of a list in OpenAI's format, whose entries contain the index of their text. */
static gboolean
read_entries (TroupeValue *list, const char *key, guint n_texts, GArray *vectors, guint *dimension)
{
  g_autofree TroupeValue **ordered = g_new0 (TroupeValue *, n_texts + 1);

  if (list == NULL || troupe_value_list_get_length (list) != n_texts)
    return FALSE;
  for (guint i = 0; i < n_texts; i++)
    {
      TroupeValue *entry = troupe_value_list_get (list, i);
      TroupeValue *index = key != NULL ? troupe_llm_wire_get (entry, "index") : NULL;
      gint64 at = index != NULL && troupe_value_is (index, TROUPE_VALUE_INTEGER)
                      ? troupe_value_get_integer (index)
                      : (gint64) i;

      if (at < 0 || at >= n_texts || ordered[at] != NULL)
        return FALSE;
      ordered[at] = key != NULL ? troupe_llm_wire_get_list (entry, key) : entry;
      if (ordered[at] == NULL)
        return FALSE;
    }
  for (guint i = 0; i < n_texts; i++)
    if (!read_vector (ordered[i], vectors, dimension))
      return FALSE;

  return TRUE;
}

static void
count (TroupeLlmUsage *usage, TroupeValue *map, const char *key)
{
  gint64 n_tokens = troupe_llm_wire_get_count (map, key);

  usage->prompt_tokens += n_tokens;
  usage->total_tokens += n_tokens;
}

gboolean
troupe_embed_read_answer (const TroupeEmbedService *service,
                          TroupeValue *answer,
                          guint n_texts,
                          GArray *vectors,
                          guint *dimension,
                          TroupeLlmUsage *usage)
{
  TroupeValue *map = troupe_value_is (answer, TROUPE_VALUE_MAP) ? answer : NULL;

  switch (service->wire)
    {
    case TROUPE_EMBED_WIRE_GEMINI:
      return read_entries (troupe_llm_wire_get_list (map, "embeddings"), "values", n_texts, vectors,
                           dimension);
    case TROUPE_EMBED_WIRE_OLLAMA:
      count (usage, map, "prompt_eval_count");
      return read_entries (troupe_llm_wire_get_list (map, "embeddings"), NULL, n_texts, vectors,
                           dimension);
    case TROUPE_EMBED_WIRE_COHERE:
      count (usage, troupe_llm_wire_get_map (troupe_llm_wire_get_map (map, "meta"), "billed_units"),
             "input_tokens");
      return read_entries (troupe_llm_wire_get_list (troupe_llm_wire_get_map (map, "embeddings"),
                                                     "float"),
                           NULL, n_texts, vectors, dimension);
    case TROUPE_EMBED_WIRE_HUGGINGFACE:
      return troupe_value_is (answer, TROUPE_VALUE_LIST) &&
             read_entries (answer, NULL, n_texts, vectors, dimension);
    case TROUPE_EMBED_WIRE_VERTEX:
      {
        TroupeValue *list = troupe_llm_wire_get_list (map, "predictions");

        /* Reads the vectors of predictions, each of which contains its vector and token count
         * in a nested map. */
        if (list == NULL || troupe_value_list_get_length (list) != n_texts)
          return FALSE;
        for (guint i = 0; i < n_texts; i++)
          {
            TroupeValue *embeddings =
                troupe_llm_wire_get_map (troupe_value_list_get (list, i), "embeddings");

            count (usage, troupe_llm_wire_get_map (embeddings, "statistics"), "token_count");
            if (!read_vector (troupe_llm_wire_get_list (embeddings, "values"), vectors, dimension))
              return FALSE;
          }
        return TRUE;
      }
    case TROUPE_EMBED_WIRE_WATSONX:
      count (usage, map, "input_token_count");
      return read_entries (troupe_llm_wire_get_list (map, "results"), "embedding", n_texts, vectors,
                           dimension);
    case TROUPE_EMBED_WIRE_ROBOFLOW:
      return read_entries (troupe_llm_wire_get_list (map, "embeddings"), NULL, n_texts, vectors,
                           dimension);
    case TROUPE_EMBED_WIRE_BEDROCK:
      {
        TroupeValue *one = troupe_llm_wire_get_list (map, "embedding");

        count (usage, map, "inputTextTokenCount");
        if (one != NULL)
          return n_texts == 1 && read_vector (one, vectors, dimension);
        return read_entries (troupe_llm_wire_get_list (map, "embeddings"), NULL, n_texts, vectors,
                             dimension);
      }
    case TROUPE_EMBED_WIRE_OPENAI:
    case TROUPE_EMBED_WIRE_AZURE:
    case TROUPE_EMBED_WIRE_VOYAGE:
    default:
      count (usage, troupe_llm_wire_get_map (map, "usage"), "total_tokens");
      return read_entries (troupe_llm_wire_get_list (map, "data"), "embedding", n_texts, vectors,
                           dimension);
    }
}
