/* test-embedder.c: embedding services
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#include "config.h"

#include <glib/gstdio.h>
#include <string.h>

#include "memory-server.h"
#include "troupe-llm-embed-table.h"
#include "troupe-llm-prices.h"

typedef struct
{
  gboolean is_done;
  TroupeEmbeddings *embeddings;
  GError *error;
} Call;

static void
embedded_cb (GObject *object, GAsyncResult *result, gpointer user_data)
{
  Call *call = user_data;

  call->embeddings = troupe_embedder_embed_finish (TROUPE_EMBEDDER (object), result, &call->error);
  call->is_done = TRUE;
}

static void
call_clear (Call *call)
{
  g_clear_pointer (&call->embeddings, troupe_embeddings_free);
  g_clear_error (&call->error);
}

static TroupeValue *
parse (const char *json)
{
  TroupeValue *value = troupe_value_from_json (json, -1, NULL);

  g_assert_nonnull (value);

  return value;
}

static MemoryServer *
make_server (void)
{
  g_autoptr (TroupeValue) value = parse ("{\"embedding_words\":[\"ONE\",\"TWO\"]}");

  return memory_server_new (value);
}

/* --- Against a server ----------------------------------------------------------------------- */

/* If there are too many texts for one request, several requests are sent. The vectors are
 * returned in the order of the texts, and the cost of all requests is counted. */
static void
test_batches (void)
{
  g_autoptr (MemoryServer) server = make_server ();
  g_autoptr (TroupeLlmClient) client = memory_server_make_client (server);
  g_autoptr (TroupeLlmPrices) prices =
      troupe_llm_prices_new_from (g_getenv ("TROUPE_PRICES_FILE"), NULL, NULL);
  g_autoptr (TroupeEmbedder) embedder = NULL;
  g_autoptr (GStrvBuilder) builder = g_strv_builder_new ();
  g_auto (GStrv) texts = NULL;
  Call call = { 0 };
  TroupeLlmUsage usage;
  const guint n_texts = 600;

  troupe_llm_client_set_prices (client, prices);
  embedder = troupe_embedder_new (client, NULL, "text-embedding-3-small", &call.error);
  g_assert_no_error (call.error);
  for (guint i = 0; i < n_texts; i++)
    g_strv_builder_add (builder, i % 3 == 0 ? "ONE" : "TWO TWO");
  texts = g_strv_builder_end (builder);
  troupe_embedder_embed_async (embedder, (const char *const *) texts, TROUPE_EMBED_DOCUMENT, NULL,
                               embedded_cb, &call);
  memory_wait (&call.is_done);
  g_assert_no_error (call.error);
  g_assert_cmpuint (call.embeddings->n_texts, ==, n_texts);
  g_assert_cmpuint (call.embeddings->dimension, ==, 3);
  g_assert_cmpuint (server->embeddings->len, ==, 3);
  for (guint i = 0; i < n_texts; i++)
    g_assert_cmpfloat_with_epsilon ((double) call.embeddings->vectors[3 * i + (i % 3 == 0 ? 0 : 1)],
                                    1.0, 1e-3);
  g_assert_cmpint (call.embeddings->usage.requests, ==, 3);
  g_assert_cmpint (call.embeddings->usage.prompt_tokens, ==, 7 * n_texts);
  g_assert_cmpint (call.embeddings->usage.micro_dollars, ==, 84); /* 4,200 tokens, $0.02/million */
  g_assert_cmpint (call.embeddings->usage.unpriced, ==, 0);
  troupe_embedder_get_usage (embedder, &usage);
  g_assert_cmpmem (&usage, sizeof usage, &call.embeddings->usage, sizeof usage);
  call_clear (&call);
}

static void
test_none (void)
{
  g_autoptr (MemoryServer) server = make_server ();
  g_autoptr (TroupeLlmClient) client = memory_server_make_client (server);
  g_autoptr (TroupeEmbedder) embedder = troupe_embedder_new (client, NULL, "m", NULL);
  const char *const texts[] = { NULL };
  Call call = { 0 };

  troupe_embedder_embed_async (embedder, texts, TROUPE_EMBED_QUERY, NULL, embedded_cb, &call);
  memory_wait (&call.is_done);
  g_assert_no_error (call.error);
  g_assert_cmpuint (call.embeddings->n_texts, ==, 0);
  g_assert_cmpuint (server->embeddings->len, ==, 0);
  call_clear (&call);
}

/* Embeds two texts with a recorder, and asserts that there are @n_requests. @n_failures: how many of them the
 * server refuses */
static void
embed_recorded (TroupeRecorder *recorder, guint n_failures, guint n_requests, float *vectors)
{
  g_autoptr (MemoryServer) server = make_server ();
  g_autoptr (TroupeLlmClient) client = memory_server_make_client (server);
  g_autoptr (TroupeEmbedder) embedder = NULL;
  const char *const texts[] = { "ONE", "TWO TWO", NULL };
  Call call = { 0 };

  server->n_failures = n_failures;
  server->failure = 400;
  troupe_llm_client_set_recorder (client, recorder);
  embedder = troupe_embedder_new (client, NULL, "text-embedding-3-small", &call.error);
  g_assert_no_error (call.error);
  troupe_embedder_embed_async (embedder, texts, TROUPE_EMBED_QUERY, NULL, embedded_cb, &call);
  memory_wait (&call.is_done);
  g_assert_cmpuint (server->embeddings->len, ==, n_requests);
  if (n_failures > 0)
    g_assert_error (call.error, TROUPE_LLM_ERROR, TROUPE_LLM_ERROR_REFUSED);
  else
    {
      g_assert_no_error (call.error);
      g_assert_cmpuint (call.embeddings->dimension, ==, 3);
      memcpy (vectors, call.embeddings->vectors, 6 * sizeof (float));
    }
  call_clear (&call);
}

/* A recording returns the same vectors and errors without a request. */
static void
test_recorded (void)
{
  for (guint n_failures = 0; n_failures < 2; n_failures++)
    {
      g_autoptr (TroupeRecorder) recorder = troupe_recorder_new ();
      g_autoptr (TroupeRecorder) replaying = troupe_recorder_new ();
      g_autoptr (TroupeRedactor) redactor = troupe_redactor_new ();
      g_autoptr (TroupeValue) header =
          troupe_recording_make_header ("d", NULL, NULL, "2026-01-01T00:00:00Z", NULL);
      g_autofree char *folder = g_dir_make_tmp ("embedder-XXXXXX", NULL);
      g_autofree char *path = g_build_filename (folder, "r.jsonl", NULL);
      g_autoptr (TroupeRecordingWriter) writer =
          troupe_recording_writer_new (-1, path, header, NULL);
      g_autoptr (TroupeRecording) recording = NULL;
      float first[6] = { 0 };
      float second[6] = { 0 };

      troupe_recorder_set_writer (recorder, writer);
      troupe_recorder_begin (recorder, redactor);
      embed_recorded (recorder, n_failures, 1, first);
      g_assert_true (troupe_recording_writer_close (writer, NULL));
      recording = troupe_recording_open (path, NULL);
      g_assert_nonnull (recording);
      troupe_recorder_set_recording (replaying, recording);
      embed_recorded (replaying, n_failures, 0, second);
      g_assert_cmpmem (first, sizeof first, second, sizeof second);
      g_unlink (path);
      g_rmdir (folder);
    }
}

static void
check_failures (guint n_failures, guint status, guint n_requests, int code)
{
  g_autoptr (MemoryServer) server = make_server ();
  g_autoptr (TroupeLlmClient) client = memory_server_make_client (server);
  g_autoptr (TroupeValue) value = parse ("{\"provider\":\"openai\",\"config\":{\"model_name\":"
                                         "\"m\",\"retry_delay_ms\":1}}");
  g_autoptr (TroupeEmbedder) embedder = troupe_embedder_new (client, value, "x", NULL);
  const char *const texts[] = { "ONE", NULL };
  Call call = { 0 };

  server->n_failures = n_failures;
  server->failure = status;
  troupe_embedder_embed_async (embedder, texts, TROUPE_EMBED_QUERY, NULL, embedded_cb, &call);
  memory_wait (&call.is_done);
  if (code < 0)
    g_assert_no_error (call.error);
  else
    {
      g_assert_error (call.error, TROUPE_LLM_ERROR, code);
      g_assert_null (strstr (call.error->message, "canary"));
    }
  g_assert_cmpuint (server->embeddings->len, ==, n_requests);
  call_clear (&call);
}

static void
test_retries (void)
{
  check_failures (2, 500, 3, -1);
  check_failures (1, 429, 2, -1);
  check_failures (9, 503, 3, TROUPE_LLM_ERROR_SERVER);
  check_failures (9, 400, 1, TROUPE_LLM_ERROR_REFUSED);
  check_failures (9, 401, 1, TROUPE_LLM_ERROR_UNAUTHORIZED);
}

static void
test_cancelled (void)
{
  g_autoptr (MemoryServer) server = make_server ();
  g_autoptr (TroupeLlmClient) client = memory_server_make_client (server);
  g_autoptr (TroupeEmbedder) embedder = troupe_embedder_new (client, NULL, "m", NULL);
  g_autoptr (GCancellable) cancellable = g_cancellable_new ();
  const char *const texts[] = { "ONE", NULL };
  Call call = { 0 };

  troupe_embedder_embed_async (embedder, texts, TROUPE_EMBED_QUERY, cancellable, embedded_cb,
                               &call);
  g_cancellable_cancel (cancellable);
  memory_wait (&call.is_done);
  g_assert_error (call.error, G_IO_ERROR, G_IO_ERROR_CANCELLED);
  call_clear (&call);
}

/* --- Documents ------------------------------------------------------------------------------ */

static char *
no_key_cb (const char *name, gpointer user_data)
{
  return NULL;
}

static void
test_refused (void)
{
  static const struct
  {
    const char *json;
    int code;
    const char *word;
  } cases[] = {
    { "{\"provider\":\"onnx\"}", TROUPE_LLM_ERROR_UNKNOWN_MODEL, "Python" },
    { "{\"provider\":\"custom\"}", TROUPE_LLM_ERROR_UNKNOWN_MODEL, "Python" },
    { "{\"provider\":\"sentence-transformer\"}", TROUPE_LLM_ERROR_UNKNOWN_MODEL, "ollama" },
    { "{\"provider\":\"nobody\"}", TROUPE_LLM_ERROR_UNKNOWN_MODEL, "nobody" },
    { "{\"provider\":\"openai\"}", TROUPE_LLM_ERROR_NO_KEY, "OPENAI_API_KEY" },
    { "{\"provider\":\"openai\"}", TROUPE_LLM_ERROR_NO_KEY, "The embedder “mock” requires no key" },
    { "{\"provider\":\"voyageai\"}", TROUPE_LLM_ERROR_NO_KEY, "VOYAGE_API_KEY" },
    { "{\"provider\":\"oracle\"}", TROUPE_LLM_ERROR_UNKNOWN_MODEL, "Python" },
    { "{\"provider\":\"watsonx\"}", TROUPE_LLM_ERROR_NO_KEY, "project_id" },
    { "{\"provider\":\"watsonx\",\"config\":{\"project_id\":\"p\"}}", TROUPE_LLM_ERROR_NO_KEY,
      "WATSONX_API_KEY" },
    { "{\"provider\":\"google-vertex\",\"config\":{\"project_id\":\"p\"}}", TROUPE_LLM_ERROR_NO_KEY,
      "GOOGLE_APPLICATION_CREDENTIALS" },
    { "{\"provider\":\"google-vertex\"}", TROUPE_LLM_ERROR_NO_KEY, "GOOGLE_CLOUD_API_KEY" },
    { "{\"provider\":\"azure\",\"config\":{\"api_key\":\"k\"}}", TROUPE_LLM_ERROR_NO_KEY,
      "AZURE_ENDPOINT" },
    { "{\"provider\":\"amazon-bedrock\"}", TROUPE_LLM_ERROR_NO_KEY, "AWS_ACCESS_KEY_ID" },
    { "{\"provider\":\"cohere\",\"config\":{\"api_key\":\"a b\"}}", TROUPE_LLM_ERROR_NO_KEY,
      "api_key" },
  };
  g_autoptr (TroupeLlmClient) client = troupe_llm_client_new ();

  troupe_llm_client_set_environment (client, no_key_cb, NULL, NULL);
  for (guint i = 0; i < G_N_ELEMENTS (cases); i++)
    {
      g_autoptr (TroupeValue) value = parse (cases[i].json);
      g_autoptr (GError) error = NULL;

      g_assert_null (troupe_embedder_new (client, value, "m", &error));
      g_assert_error (error, TROUPE_LLM_ERROR, cases[i].code);
      g_assert_nonnull (strstr (error->message, cases[i].word));
    }
}

/* --- Requests to each service and parsing of its answers -------------------------------------- */

typedef struct
{
  const char *value;
  const char *url;
  const char *body;
  const char *answer;
} Wire;

static const Wire wires[] = {
  { "{\"provider\":\"openai\",\"config\":{\"model_name\":\"e\",\"api_key\":\"k\",\"api_base\":"
    "\"http://h/v1/\",\"dimensions\":2}}",
    "http://h/v1/embeddings", "{\"model\":\"e\",\"input\":[\"x\",\"y\"],\"dimensions\":2}",
    "{\"data\":[{\"index\":1,\"embedding\":[3,4]},{\"index\":0,\"embedding\":[1,2.0]}]}" },
  { "{\"provider\":\"azure\",\"config\":{\"model\":\"e\",\"api_key\":\"k\",\"api_base\":"
    "\"https://r.openai.azure.com\",\"deployment_id\":\"d\"}}",
    "https://r.openai.azure.com/openai/deployments/d/embeddings?api-version=2024-02-01",
    "{\"model\":\"e\",\"input\":[\"x\",\"y\"]}",
    "{\"data\":[{\"embedding\":[1,2]},{\"embedding\":[3,4]}]}" },
  { "{\"provider\":\"google-generativeai\",\"config\":{\"api_key\":\"k\"}}",
    "https://generativelanguage.googleapis.com/v1beta/models/"
    "gemini-embedding-001:batchEmbedContents",
    "{\"requests\":[{\"model\":\"models/gemini-embedding-001\",\"content\":{\"parts\":[{\"text\":"
    "\"x\"}]},\"taskType\":\"RETRIEVAL_DOCUMENT\"},{\"model\":\"models/gemini-embedding-001\","
    "\"content\":{\"parts\":[{\"text\":\"y\"}]},\"taskType\":\"RETRIEVAL_DOCUMENT\"}]}",
    "{\"embeddings\":[{\"values\":[1,2]},{\"values\":[3,4]}]}" },
  { "{\"provider\":\"ollama\",\"config\":{\"model_name\":\"n\",\"url\":"
    "\"http://localhost:11434/api/embeddings\"}}",
    "http://localhost:11434/api/embed", "{\"model\":\"n\",\"input\":[\"x\",\"y\"]}",
    "{\"embeddings\":[[1,2],[3,4]],\"prompt_eval_count\":9}" },
  { "{\"provider\":\"cohere\",\"config\":{\"api_key\":\"k\"}}", "https://api.cohere.com/v2/embed",
    "{\"model\":\"embed-v4.0\",\"texts\":[\"x\",\"y\"],\"input_type\":\"search_document\","
    "\"embedding_types\":[\"float\"]}",
    "{\"embeddings\":{\"float\":[[1,2],[3,4]]},\"meta\":{\"billed_units\":{\"input_tokens\":9}}}" },
  { "{\"provider\":\"voyageai\",\"config\":{\"api_key\":\"k\"}}",
    "https://api.voyageai.com/v1/embeddings",
    "{\"model\":\"voyage-2\",\"input\":[\"x\",\"y\"],\"input_type\":\"document\"}",
    "{\"data\":[{\"embedding\":[1,2],\"index\":0},{\"embedding\":[3,4],\"index\":1}]}" },
  { "{\"provider\":\"jina\",\"config\":{\"api_key\":\"k\"}}", "https://api.jina.ai/v1/embeddings",
    "{\"model\":\"jina-embeddings-v2-base-en\",\"input\":[\"x\",\"y\"]}",
    "{\"data\":[{\"embedding\":[1,2]},{\"embedding\":[3,4]}]}" },
  { "{\"provider\":\"huggingface\",\"config\":{\"api_key\":\"k\",\"model\":\"o/m\"}}",
    "https://router.huggingface.co/hf-inference/models/o/m/pipeline/feature-extraction",
    "{\"inputs\":[\"x\",\"y\"]}", "[[1,2],[3,4]]" },
  { "{\"provider\":\"openrouter\",\"config\":{\"api_key\":\"k\"}}",
    "https://openrouter.ai/api/v1/embeddings",
    "{\"model\":\"openai/text-embedding-3-small\",\"input\":[\"x\",\"y\"]}",
    "{\"data\":[{\"embedding\":[1,2]},{\"embedding\":[3,4]}]}" },
  { "{\"provider\":\"amazon-bedrock\",\"config\":{\"model_name\":\"cohere.embed-english-v3\","
    "\"region_name\":\"eu-central-1\"}}",
    "https://bedrock-runtime.eu-central-1.amazonaws.com/model/cohere.embed-english-v3/invoke",
    "{\"texts\":[\"x\",\"y\"],\"input_type\":\"search_document\"}",
    "{\"embeddings\":[[1,2],[3,4]]}" },
  { "{\"provider\":\"google-vertex\",\"config\":{\"api_key\":\"k\",\"project_id\":\"p\","
    "\"output_dimensionality\":2,\"task_type\":\"CLUSTERING\"}}",
    "https://generativelanguage.googleapis.com/v1beta/models/"
    "gemini-embedding-001:batchEmbedContents",
    "{\"requests\":[{\"model\":\"models/gemini-embedding-001\",\"content\":{\"parts\":[{\"text\":"
    "\"x\"}]},\"taskType\":\"CLUSTERING\",\"outputDimensionality\":2},{\"model\":"
    "\"models/gemini-embedding-001\",\"content\":{\"parts\":[{\"text\":\"y\"}]},\"taskType\":"
    "\"CLUSTERING\",\"outputDimensionality\":2}]}",
    "{\"embeddings\":[{\"values\":[1,2]},{\"values\":[3,4]}]}" },
  { "{\"provider\":\"google-vertex\",\"config\":{\"project_id\":\"p\",\"region\":\"europe-west1\","
    "\"model_name\":\"text-embedding-005\",\"output_dimensionality\":2}}",
    "https://europe-west1-aiplatform.googleapis.com/v1/projects/p/locations/europe-west1/"
    "publishers/"
    "google/models/text-embedding-005:predict",
    "{\"instances\":[{\"content\":\"x\",\"task_type\":\"RETRIEVAL_DOCUMENT\"},{\"content\":\"y\","
    "\"task_type\":\"RETRIEVAL_DOCUMENT\"}],\"parameters\":{\"outputDimensionality\":2}}",
    "{\"predictions\":[{\"embeddings\":{\"values\":[1,2],\"statistics\":{\"token_count\":4}}},"
    "{\"embeddings\":{\"values\":[3,4]}}]}" },
  { "{\"provider\":\"google-vertex\",\"config\":{\"project_id\":\"p\",\"location\":\"global\","
    "\"model\":\"text-embedding-005\"}}",
    "https://aiplatform.googleapis.com/v1/projects/p/locations/global/publishers/google/models/"
    "text-embedding-005:predict",
    "{\"instances\":[{\"content\":\"x\",\"task_type\":\"RETRIEVAL_DOCUMENT\"},{\"content\":\"y\","
    "\"task_type\":\"RETRIEVAL_DOCUMENT\"}]}",
    "{\"predictions\":[{\"embeddings\":{\"values\":[1,2]}},{\"embeddings\":{\"values\":[3,4]}}]}" },
  { "{\"provider\":\"watsonx\",\"config\":{\"api_key\":\"k\",\"project_id\":\"p\",\"url\":"
    "\"https://eu-de.ml.cloud.ibm.com/\"}}",
    "https://eu-de.ml.cloud.ibm.com/ml/v1/text/embeddings?version=2024-05-31",
    "{\"model_id\":\"ibm/"
    "slate-125m-english-rtrvr-v2\",\"inputs\":[\"x\",\"y\"],\"project_id\":\"p\","
    "\"parameters\":{\"truncate_input_tokens\":512}}",
    "{\"results\":[{\"embedding\":[1,2]},{\"embedding\":[3,4]}],\"input_token_count\":9}" },
  { "{\"provider\":\"watsonx\",\"config\":{\"api_key\":\"k\",\"space_id\":\"s\",\"model_id\":\"m\","
    "\"params\":{\"truncate_input_tokens\":3}}}",
    "https://us-south.ml.cloud.ibm.com/ml/v1/text/embeddings?version=2024-05-31",
    "{\"model_id\":\"m\",\"inputs\":[\"x\",\"y\"],\"space_id\":\"s\",\"parameters\":{"
    "\"truncate_input_tokens\":3}}",
    "{\"results\":[{\"embedding\":[1,2]},{\"embedding\":[3,4]}]}" },
  { "{\"provider\":\"roboflow\",\"config\":{\"api_key\":\"k&y\"}}",
    "https://infer.roboflow.com/clip/embed_text?api_key=k%26y", "{\"text\":\"x\"}",
    "{\"embeddings\":[[1,2],[3,4]]}" },
};

static char *
any_key_cb (const char *name, gpointer user_data)
{
  return (g_str_has_prefix (name, "AWS_") && strstr (name, "KEY") != NULL) ||
                 strcmp (name, "GOOGLE_OAUTH_ACCESS_TOKEN") == 0
             ? g_strdup ("k")
             : NULL;
}

static void
check_answer (const TroupeEmbedService *service, const char *json, gboolean is_right)
{
  g_autoptr (TroupeValue) answer = parse (json);
  g_autoptr (GArray) vectors = g_array_new (FALSE, FALSE, sizeof (float));
  TroupeLlmUsage usage = { 0 };
  guint dimension = 0;

  g_test_message ("%s", json);
  g_assert_cmpint (troupe_embed_read_answer (service, answer, 2, vectors, &dimension, &usage), ==,
                   is_right);
  if (!is_right)
    return;
  g_assert_cmpuint (dimension, ==, 2);
  g_assert_cmpuint (vectors->len, ==, 4);
  for (guint i = 0; i < 4; i++)
    g_assert_cmpfloat ((double) g_array_index (vectors, float, i), ==, (double) (i + 1));
}

static void
test_wires (void)
{
  g_autoptr (TroupeLlmEnvironment) environment =
      troupe_llm_environment_new (any_key_cb, NULL, NULL);
  const char *const texts[] = { "x", "y" };

  for (guint i = 0; i < G_N_ELEMENTS (wires); i++)
    {
      g_autoptr (TroupeValue) value = parse (wires[i].value);
      TroupeValue *config = troupe_embed_get_config (value);
      g_autoptr (GError) error = NULL;
      const TroupeEmbedService *service = troupe_embed_service_find (value, &error);
      g_autoptr (TroupeLlmTarget) target =
          troupe_embed_target_new (service, config, "m", environment, &error);
      g_autofree char *url = NULL;
      g_autofree char *text = NULL;
      g_autoptr (TroupeValue) body = NULL;

      g_assert_no_error (error);
      url = troupe_embed_make_url (service, config, target);
      g_assert_cmpstr (url, ==, wires[i].url);
      body = troupe_embed_make_body (service, config, target, texts, 2, TROUPE_EMBED_DOCUMENT);
      text = troupe_value_to_json (body, TROUPE_JSON_COMPACT);
      g_assert_cmpstr (text, ==, wires[i].body);
      check_answer (service, wires[i].answer, TRUE);
      check_answer (service, "{}", FALSE);
      check_answer (service, "[]", FALSE);
      check_answer (service, "\"x\"", FALSE);
    }
}

static void
test_bad_answers (void)
{
  static const char *const bad[] = {
    "{\"data\":[{\"embedding\":[1,2]}]}",
    "{\"data\":[{\"embedding\":[1,2]},{\"embedding\":[3]}]}",
    "{\"data\":[{\"embedding\":[1,2]},{\"embedding\":[3,\"4\"]}]}",
    "{\"data\":[{\"embedding\":[]},{\"embedding\":[]}]}",
    "{\"data\":[{\"index\":0,\"embedding\":[1,2]},{\"index\":0,\"embedding\":[3,4]}]}",
    "{\"data\":[{\"index\":0,\"embedding\":[1,2]},{\"index\":7,\"embedding\":[3,4]}]}",
    "{\"data\":[{\"embedding\":[1,1e300]},{\"embedding\":[3,4]}]}",
    "{\"data\":{\"embedding\":[1,2]}}",
  };
  const TroupeEmbedService *service = troupe_embed_service_find (NULL, NULL);

  for (guint i = 0; i < G_N_ELEMENTS (bad); i++)
    check_answer (service, bad[i], FALSE);
}

/* The permissions list hosts and key variables before any request, including the host that
 * issues tokens. */
static void
test_permissions (void)
{
  static const struct
  {
    const char *json;
    const char *host;
    const char *token_host;
    const char *name;
  } cases[] = {
    { "{\"provider\":\"voyageai\"}", "api.voyageai.com", NULL, "VOYAGE_API_KEY" },
    { "{\"provider\":\"watsonx\"}", "us-south.ml.cloud.ibm.com", "iam.cloud.ibm.com",
      "WATSONX_TOKEN" },
    { "{\"provider\":\"google-vertex\",\"config\":{\"project_id\":\"p\"}}",
      "us-central1-aiplatform.googleapis.com", "oauth2.googleapis.com",
      "GOOGLE_OAUTH_ACCESS_TOKEN" },
    { "{\"provider\":\"google-vertex\"}", "generativelanguage.googleapis.com", NULL,
      "GOOGLE_CLOUD_API_KEY" },
  };

  for (guint i = 0; i < G_N_ELEMENTS (cases); i++)
    {
      g_autoptr (TroupeValue) value = parse (cases[i].json);
      g_autofree char *url = troupe_embedder_get_url (value, NULL);
      g_autofree char *host = troupe_embed_describe_host (url);
      g_autofree char *token_url = troupe_embedder_get_token_url (value);
      g_auto (GStrv) names = troupe_embedder_get_environment_names (value);
      g_auto (GStrv) keys = troupe_embedder_get_key_names (value);

      g_assert_cmpstr (host, ==, cases[i].host);
      g_assert_true ((token_url != NULL) == (cases[i].token_host != NULL));
      if (token_url != NULL)
        g_assert_nonnull (strstr (token_url, cases[i].token_host));
      g_assert_true (g_strv_contains ((const char *const *) names, cases[i].name));
      g_assert_true (g_strv_contains ((const char *const *) keys, cases[i].name));
    }
}

/* --- Environment settings --------------------------------------------------------------------- */

static char *
settings_cb (const char *name, gpointer user_data)
{
  static const char *const set[] = {
    "EMBEDDINGS_OPENAI_MODEL_NAME", "from-env", "OPENAI_DIMENSIONS", "256",
    "WATSONX_PROJECT_ID",           "p"
  };

  for (guint i = 0; i < G_N_ELEMENTS (set); i += 2)
    if (strcmp (name, set[i]) == 0)
      return g_strdup (set[i + 1]);

  return NULL;
}

static void
test_environment (void)
{
  static const struct
  {
    const char *given;
    const char *whole;
  } cases[] = {
    { "{\"provider\":\"openai\"}", "{\"model_name\":\"from-env\",\"dimensions\":256}" },
    { "{\"provider\":\"openai\",\"config\":{\"model\":\"m\",\"dimensions\":2}}",
      "{\"model\":\"m\",\"dimensions\":2}" },
    { "{\"provider\":\"watsonx\",\"config\":{\"model_id\":\"m\"}}",
      "{\"model_id\":\"m\",\"project_id\":\"p\"}" },
  };
  g_autoptr (TroupeLlmEnvironment) environment =
      troupe_llm_environment_new (settings_cb, NULL, NULL);

  for (guint i = 0; i < G_N_ELEMENTS (cases); i++)
    {
      g_autoptr (TroupeValue) value = parse (cases[i].given);
      g_autoptr (TroupeValue) whole =
          troupe_embed_complete_config (troupe_embed_service_find (value, NULL),
                                        troupe_embed_get_config (value), environment);
      g_autofree char *text = troupe_value_to_json (whole, TROUPE_JSON_COMPACT);

      g_assert_cmpstr (text, ==, cases[i].whole);
    }
}

/* --- Tokens --------------------------------------------------------------------------------- */

#define KEY "sk-canary-of-watsonx"
#define TOKEN "token-of-the-canary"

typedef struct
{
  guint n_tokens;
  guint n_asked;
  guint status; /* of embeddings; 0 for success */
  const char *answer;
} Ibm;

static void
token_cb (SoupServer *server,
          SoupServerMessage *message,
          const char *path,
          GHashTable *query,
          gpointer user_data)
{
  Ibm *ibm = user_data;
  SoupMessageHeaders *headers = soup_server_message_get_request_headers (message);
  SoupMessageBody *body = soup_server_message_get_request_body (message);
  g_autoptr (GBytes) bytes = soup_message_body_flatten (body);
  g_autofree char *text = g_strndup (g_bytes_get_data (bytes, NULL), g_bytes_get_size (bytes));
  g_autoptr (GHashTable) form = soup_form_decode (text);
  const gboolean is_right = g_strcmp0 (g_hash_table_lookup (form, "apikey"), KEY) == 0;
  char *answer = NULL;

  ibm->n_tokens++;
  g_assert_cmpstr (soup_message_headers_get_content_type (headers, NULL), ==,
                   "application/x-www-form-urlencoded");
  g_assert_cmpstr (g_hash_table_lookup (form, "grant_type"), ==,
                   "urn:ibm:params:oauth:grant-type:apikey");
  answer = is_right ? g_strdup (ibm->answer)
                    : g_strdup_printf ("{\"errorMessage\":\"No such key %s\"}",
                                       (const char *) g_hash_table_lookup (form, "apikey"));
  soup_server_message_set_status (message, is_right ? 200 : 400, NULL);
  soup_server_message_set_response (message, "application/json", SOUP_MEMORY_TAKE, answer,
                                    strlen (answer));
}

static void
vectors_cb (SoupServer *server,
            SoupServerMessage *message,
            const char *path,
            GHashTable *query,
            gpointer user_data)
{
  static const char vectors[] = "{\"results\":[{\"embedding\":[1,2]}],\"input_token_count\":3}";
  static const char refused[] = "{\"errors\":[{\"message\":\"" TOKEN " is over\"}]}";
  Ibm *ibm = user_data;
  const char *answer = ibm->status == 0 ? vectors : refused;

  ibm->n_asked++;
  g_assert_cmpstr (soup_message_headers_get_one (soup_server_message_get_request_headers (message),
                                                 "Authorization"),
                   ==, "Bearer " TOKEN);
  soup_server_message_set_status (message, ibm->status == 0 ? 200 : ibm->status, NULL);
  soup_server_message_set_response (message, "application/json", SOUP_MEMORY_STATIC, answer,
                                    strlen (answer));
}

static TroupeEmbedder *
make_ibm (MemoryServer *server, TroupeLlmClient *client, Ibm *ibm, const char *key)
{
  g_autofree char *root = g_strndup (server->url, strlen (server->url) - strlen ("/v1"));
  g_autofree char *json =
      g_strdup_printf ("{\"provider\":\"watsonx\",\"config\":{\"api_key\":\"%s\",\"url\":\"%s\","
                       "\"iam_url\":\"%s/identity/token\",\"project_id\":\"p\","
                       "\"max_retries\":0}}",
                       key, root, root);
  g_autoptr (TroupeValue) value = parse (json);
  g_autoptr (GError) error = NULL;
  TroupeEmbedder *embedder = troupe_embedder_new (client, value, "m", &error);

  g_assert_no_error (error);
  soup_server_add_handler (server->server, "/identity/token", token_cb, ibm, NULL);
  soup_server_add_handler (server->server, "/ml/v1/text/embeddings", vectors_cb, ibm, NULL);

  return embedder;
}

static void
embed_one (TroupeEmbedder *embedder, Call *call)
{
  const char *const texts[] = { "x", NULL };

  call_clear (call);
  call->is_done = FALSE;
  troupe_embedder_embed_async (embedder, texts, TROUPE_EMBED_DOCUMENT, NULL, embedded_cb, call);
  memory_wait (&call->is_done);
}

/* The key is sent only to the token server, and a token is reused until it is rejected. */
static void
test_token (void)
{
  g_autoptr (MemoryServer) server = make_server ();
  g_autoptr (TroupeLlmClient) client = memory_server_make_client (server);
  Ibm ibm = { .answer = "{\"access_token\":\"" TOKEN "\",\"expires_in\":3600}" };
  g_autoptr (TroupeEmbedder) embedder = make_ibm (server, client, &ibm, KEY);
  Call call = { 0 };

  embed_one (embedder, &call);
  g_assert_no_error (call.error);
  g_assert_cmpint (call.embeddings->usage.prompt_tokens, ==, 3);
  embed_one (embedder, &call);
  g_assert_no_error (call.error);
  g_assert_cmpuint (ibm.n_tokens, ==, 1);
  g_assert_cmpuint (ibm.n_asked, ==, 2);

  ibm.status = 401;
  embed_one (embedder, &call);
  g_assert_error (call.error, TROUPE_LLM_ERROR, TROUPE_LLM_ERROR_UNAUTHORIZED);
  g_assert_null (strstr (call.error->message, TOKEN));
  ibm.status = 0;
  embed_one (embedder, &call);
  g_assert_no_error (call.error);
  g_assert_cmpuint (ibm.n_tokens, ==, 2);
  call_clear (&call);
}

/* A token that expires soon is still used for the current request. */
static void
test_token_short (void)
{
  g_autoptr (MemoryServer) server = make_server ();
  g_autoptr (TroupeLlmClient) client = memory_server_make_client (server);
  Ibm ibm = { .answer = "{\"access_token\":\"" TOKEN "\",\"expires_in\":30}" };
  g_autoptr (TroupeEmbedder) embedder = make_ibm (server, client, &ibm, KEY);
  Call call = { 0 };

  embed_one (embedder, &call);
  g_assert_no_error (call.error);
  g_assert_cmpuint (ibm.n_tokens, ==, 1);
  call_clear (&call);
}

static void
check_no_token (const char *key, const char *answer, int code)
{
  g_autoptr (MemoryServer) server = make_server ();
  g_autoptr (TroupeLlmClient) client = memory_server_make_client (server);
  Ibm ibm = { .answer = answer };
  g_autoptr (TroupeEmbedder) embedder = make_ibm (server, client, &ibm, key);
  Call call = { 0 };

  embed_one (embedder, &call);
  g_assert_error (call.error, TROUPE_LLM_ERROR, code);
  g_assert_null (strstr (call.error->message, key));
  g_assert_cmpuint (ibm.n_asked, ==, 0);
  call_clear (&call);
}

static void
test_token_refused (void)
{
  check_no_token (KEY "-old", "{}", TROUPE_LLM_ERROR_UNAUTHORIZED);
  check_no_token (KEY, "{}", TROUPE_LLM_ERROR_INVALID);
  check_no_token (KEY, "no JSON", TROUPE_LLM_ERROR_INVALID);
  check_no_token (KEY, "{\"access_token\":\"a\\r\\nb\"}", TROUPE_LLM_ERROR_INVALID);
}

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/embedder/batches", test_batches);
  g_test_add_func ("/embedder/none", test_none);
  g_test_add_func ("/embedder/recorded", test_recorded);
  g_test_add_func ("/embedder/retries", test_retries);
  g_test_add_func ("/embedder/cancelled", test_cancelled);
  g_test_add_func ("/embedder/refused", test_refused);
  g_test_add_func ("/embedder/wires", test_wires);
  g_test_add_func ("/embedder/bad-answers", test_bad_answers);
  g_test_add_func ("/embedder/rights", test_permissions);
  g_test_add_func ("/embedder/environment", test_environment);
  g_test_add_func ("/embedder/token", test_token);
  g_test_add_func ("/embedder/token-short", test_token_short);
  g_test_add_func ("/embedder/token-refused", test_token_refused);

  return g_test_run ();
}
