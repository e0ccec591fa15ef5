/* troupe-llm-embed.c: embeddings: converts texts to vectors
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#define G_LOG_DOMAIN "troupe-llm-embed"

#include "config.h"

#include <glib/gi18n.h>
#include <math.h>
#include <string.h>

#include "troupe-aws-signature.h"
#include "troupe-limits.h"
#include "troupe-llm-embed-client.h"
#include "troupe-llm-embed-mock.h"
#include "troupe-llm-embed-record.h"
#include "troupe-llm-embed-table.h"
#include "troupe-llm-post.h"
#include "troupe-llm-token.h"
#include "troupe-llm-error.h"
#include "troupe-llm-limiter.h"
#include "troupe-llm-record.h"
#include "troupe-llm-status.h"
#include "troupe-sanitize-text.h"

/* Timeouts in milliseconds and maximum number of retries, see doc/llm-client.md §1. A request
 * contains many texts, and the response is not streamed. */
#define CONNECT_MS 5000
#define FIRST_BYTE_MS 60000
#define IDLE_MS 60000
#define TOTAL_MS 600000
#define MOST_RETRIES 2.0
#define FIRST_DELAY_MS 500.0
#define LONGEST_DELAY_MS 8000.0
/* Maximum size of a response in bytes, and maximum memory of its values. They exceed a response for
 * the maximum number of texts with the longest vectors that fits into a JSON text. */
#define LONGEST_ANSWER TROUPE_LIMIT_DOCUMENT
#define MOST_VALUES (640u * 1024 * 1024)
/* Requests with more bytes of text are split. */
#define MOST_BYTES (1024u * 1024)

struct _TroupeEmbedder
{
  GObject parent_instance;

  TroupeLlmClient *client;
  const TroupeEmbedService *service;
  TroupeValue *config;
  TroupeLlmTarget *target;
  TroupeSecret *secret;       /* (nullable) */
  TroupeLlmToken *token;      /* (nullable): set if a token is sent instead of the key */
  TroupeLlmUsage usage;

  char *name;                  /* (nullable): name, if it is not a service */
  TroupeEmbedAskFunc ask_func; /* (nullable): used instead of a service */
  gpointer ask_data;
  GDestroyNotify ask_destroy;
};

/* State of one call, which processes the texts in batches. */
typedef struct
{
  GStrv texts;
  guint n_texts;
  TroupeEmbedPurpose purpose;
  TroupeLlmLimits *limits;
  TroupeLlmLimiter *limiter;
  SoupSession *session;
  GArray *vectors; /* of float */
  guint dimension;
  TroupeLlmUsage usage;

  guint first; /* of the current batch */
  guint n_batch;
  guint n_attempts;
  guint status;
  SoupMessageHeaders *headers;
  GString *text;
  char *host;
  TroupeValue *described; /* (nullable): for the recorder of the run */
} Call;

G_DEFINE_FINAL_TYPE (TroupeEmbedder, troupe_embedder, G_TYPE_OBJECT)

static void wait_for_turn (GTask *task);

void
troupe_embeddings_free (TroupeEmbeddings *self)
{
  g_free (self->vectors);
  g_free (self);
}

static void
call_free (gpointer data)
{
  Call *call = data;

  g_strfreev (call->texts);
  g_clear_pointer (&call->limits, troupe_llm_limits_unref);
  g_clear_object (&call->session);
  g_array_unref (call->vectors);
  g_clear_pointer (&call->headers, soup_message_headers_unref);
  g_string_free (call->text, TRUE);
  g_free (call->host);
  g_clear_pointer (&call->described, troupe_value_unref);
  g_free (call);
}

/* --- Batches ---------------------------------------------------------------------------------- */

static void
choose_batch (TroupeEmbedder *self, Call *call)
{
  guint most = troupe_embed_get_most_texts (self->service, self->target);
  gsize n_bytes = 0;

  g_assert (TROUPE_IS_EMBEDDER (self));

  call->n_batch = 0;
  while (call->first + call->n_batch < call->n_texts && call->n_batch < most)
    {
      n_bytes += strlen (call->texts[call->first + call->n_batch]);
      if (call->n_batch > 0 && n_bytes > MOST_BYTES)
        break;
      call->n_batch++;
    }
  call->n_attempts = 0;
}

static void
response_cb (guint status, SoupMessageHeaders *headers, gpointer user_data)
{
  Call *call = user_data;

  call->status = status;
  g_clear_pointer (&call->headers, soup_message_headers_unref);
  call->headers = soup_message_headers_ref (headers);
  troupe_llm_limiter_take_headers (call->limiter, headers);
}

static TroupeHttpNext
bytes_cb (const char *bytes, gsize length, gpointer user_data, GError **error)
{
  Call *call = user_data;

  if (call->text->len + length > LONGEST_ANSWER)
    {
      g_propagate_error (
          error,
          troupe_llm_error_new (TROUPE_LLM_ERROR_LIMIT,
                                _ ("The answer from %s is too large for the vectors of %u texts."),
                                call->host, call->n_batch));
      return TROUPE_HTTP_FAILED;
    }
  g_string_append_len (call->text, bytes, (gssize) length);

  return TROUPE_HTTP_MORE;
}

static const TroupeLlmPostListener listener = { response_cb, bytes_cb };

static gboolean
read_batch (TroupeEmbedder *self, Call *call, GError **error)
{
  TroupeLlmUsage usage = { .requests = 1 };
  g_autoptr (TroupeValue) answer = NULL;
  g_autoptr (TroupeLlmPrices) prices = troupe_llm_client_get_prices (self->client);
  gsize n_before = call->vectors->len;

  g_assert (TROUPE_IS_EMBEDDER (self));

  if (call->status < 200 || call->status > 299)
    {
      g_autofree char *words = troupe_llm_detail_from_text (call->text->str, call->text->len);
      g_autofree char *detail =
          troupe_llm_detail_with_request (words, troupe_llm_headers_get_request (call->headers));
      guint meant = troupe_llm_status_from_exception (
          soup_message_headers_get_one (call->headers, "x-amzn-errortype"));
      GError *cause = troupe_llm_error_from_status (meant != 0 ? meant : call->status, call->host,
                                                    detail, self->target);

      troupe_llm_error_apply_headers (cause, call->headers);
      g_propagate_error (error, cause);
      return FALSE;
    }
  answer = troupe_value_from_json_within (call->text->str, call->text->len, MOST_VALUES, NULL);
  if (answer == NULL || !troupe_embed_read_answer (self->service, answer, call->n_batch,
                                                   call->vectors, &call->dimension, &usage))
    {
      g_array_set_size (call->vectors, (guint) n_before);
      g_propagate_error (error, troupe_llm_error_new (
                                    TROUPE_LLM_ERROR_INVALID,
                                    _ ("The server at %s did not return one vector per text. Check "
                                       "that “%s” is an embedding model, and check the URL."),
                                    call->host, self->target->model));
      return FALSE;
    }
  if (prices == NULL || usage.total_tokens == 0 ||
      !troupe_llm_prices_get_cost (prices, self->target->model, &usage, &usage.micro_dollars))
    usage.unpriced = 1;
  troupe_llm_usage_add (&call->usage, &usage);
  troupe_llm_usage_add (&self->usage, &usage);

  return TRUE;
}

/* --- Attempts ------------------------------------------------------------------------------- */

static void
redact (TroupeEmbedder *self, GError *error)
{
  g_autoptr (TroupeSecret) token =
      self->token != NULL ? troupe_llm_token_get_secret (self->token) : NULL;

  g_assert (TROUPE_IS_EMBEDDER (self));

  troupe_llm_error_redact (error, self->secret);
  if (token != NULL)
    troupe_llm_error_redact (error, token);
}

/* Keeps the outcome of the call in the recording of the run. Takes ownership of @outcome. */
static void
record (TroupeEmbedder *self, Call *call, TroupeValue *outcome)
{
  g_autoptr (TroupeValue) taken = outcome;

  g_assert (TROUPE_IS_EMBEDDER (self));

  troupe_recorder_add (troupe_llm_client_get_recorder (self->client), TROUPE_RECORD_EMBEDDING,
                       call->described, NULL, taken);
}

/* @error: (transfer full) */
static void
fail (GTask *task, GError *error)
{
  Call *call = g_task_get_task_data (task);
  TroupeEmbedder *self = g_task_get_source_object (task);

  g_assert (TROUPE_IS_EMBEDDER (self));

  if (error->domain == TROUPE_LLM_ERROR)
    troupe_llm_error_name_model (error, self->target->model, self->service->provider.title);
  redact (self, error);
  if (call->described != NULL && !g_error_matches (error, G_IO_ERROR, G_IO_ERROR_CANCELLED))
    record (self, call, troupe_llm_record_error (error));
  g_task_return_error (task, error);
  g_object_unref (task);
}

static void
succeed (GTask *task)
{
  Call *call = g_task_get_task_data (task);
  TroupeEmbeddings *embeddings = g_new0 (TroupeEmbeddings, 1);

  g_assert (G_IS_TASK (task));

  embeddings->n_texts = call->n_texts;
  embeddings->dimension = call->dimension;
  embeddings->usage = call->usage;
  embeddings->vectors = (float *) (gpointer) g_array_free (call->vectors, FALSE);
  call->vectors = g_array_new (FALSE, FALSE, sizeof (float));
  if (call->described != NULL)
    record (g_task_get_source_object (task), call, troupe_embed_record_vectors (embeddings));
  g_task_return_pointer (task, embeddings, (GDestroyNotify) troupe_embeddings_free);
  g_object_unref (task);
}

static gboolean
retry_cb (gpointer user_data)
{
  GTask *task = user_data;
  GError *error = NULL;

  g_assert (G_IS_TASK (task));

  if (g_cancellable_set_error_if_cancelled (g_task_get_cancellable (task), &error))
    fail (task, error);
  else
    wait_for_turn (task);

  return G_SOURCE_REMOVE;
}

static double
get_first_delay (TroupeEmbedder *self)
{
  return troupe_llm_settings_get_number (self->config, "retry_delay_ms", FIRST_DELAY_MS);
}

/* @error: (transfer full) */
static void
attempt_failed (GTask *task, GError *error)
{
  TroupeEmbedder *self = g_task_get_source_object (task);
  Call *call = g_task_get_task_data (task);
  double most = troupe_llm_settings_get_number (self->config, "max_retries", MOST_RETRIES);
  gint64 after_ms;

  g_assert (TROUPE_IS_EMBEDDER (self));

  troupe_llm_limiter_release (call->limiter, error, get_first_delay (self));
  /* Redact the token before it is discarded. */
  redact (self, error);
  if (self->token != NULL && call->status == SOUP_STATUS_UNAUTHORIZED)
    troupe_llm_token_forget (self->token);
  if (troupe_llm_error_get_retry (error, &after_ms) && call->n_attempts <= most &&
      !g_cancellable_is_cancelled (g_task_get_cancellable (task)))
    {
      double delay_ms = MIN (get_first_delay (self) * pow (2.0, (double) call->n_attempts - 1.0),
                             LONGEST_DELAY_MS);

      /* Schedules a retry. After a 429, the limiter delays all calls with the same key. */
      if (g_error_matches (error, TROUPE_LLM_ERROR, TROUPE_LLM_ERROR_RATE_LIMIT))
        wait_for_turn (task);
      else
        troupe_llm_delay (after_ms >= 0 ? (guint) after_ms
                                        : (guint) (delay_ms * g_random_double ()),
                          g_task_get_cancellable (task), retry_cb, task);
      g_error_free (error);
    }
  else
    fail (task, error);
}

static void
called_cb (GObject *object, GAsyncResult *result, gpointer user_data)
{
  GTask *task = user_data;
  TroupeEmbedder *self = g_task_get_source_object (task);
  Call *call = g_task_get_task_data (task);
  GError *error = NULL;

  g_assert (TROUPE_IS_EMBEDDER (self));

  if (!troupe_llm_post_finish (result, &error) || !read_batch (self, call, &error))
    {
      attempt_failed (task, error);
      return;
    }
  troupe_llm_limiter_release (call->limiter, NULL, get_first_delay (self));
  call->first += call->n_batch;
  if (call->first == call->n_texts)
    {
      succeed (task);
      return;
    }
  choose_batch (self, call);
  wait_for_turn (task);
}

/* Returns headers with the key, or with a signature of the request. (transfer full) (nullable) */
static char **
make_headers (TroupeEmbedder *self, const char *url, GBytes *body)
{
  static const char *const own[] = { "content-type", "application/json", NULL };
  gsize length;
  gconstpointer data = g_bytes_get_data (body, &length);
  TroupeAwsRequest aws = {
    .access_key = self->target->key,
    .secret_key = self->target->secret_key,
    .session_token = self->target->session_token,
    .region = self->target->region,
    .service = "bedrock",
    .method = "POST",
    .url = url,
    .headers = own,
    .body = data,
    .length = length,
    .seconds = g_get_real_time () / G_USEC_PER_SEC,
  };

  g_assert (TROUPE_IS_EMBEDDER (self));

  if (self->token != NULL)
    {
      TroupeRedactor *redactor = troupe_llm_client_get_redactor (self->client);
      g_autoptr (TroupeSecret) token = troupe_llm_token_get_secret (self->token);

      if (redactor != NULL)
        troupe_redactor_add_secret (redactor, token);
      return troupe_llm_token_get_headers (self->token);
    }

  return self->service->wire == TROUPE_EMBED_WIRE_BEDROCK
             ? troupe_aws_signature_make (&aws)
             : troupe_llm_target_get_secret_headers (self->target, FALSE);
}

/* Takes ownership of @task. */
static void
ask (GTask *task)
{
  TroupeEmbedder *self = g_task_get_source_object (task);
  Call *call = g_task_get_task_data (task);
  g_autofree char *url = troupe_embed_make_url (self->service, self->config, self->target);
  g_autoptr (TroupeValue) value =
      troupe_embed_make_body (self->service, self->config, self->target,
                              (const char *const *) call->texts + call->first, call->n_batch,
                              call->purpose);
  char *text = troupe_value_to_json (value, TROUPE_JSON_COMPACT);
  g_autoptr (GBytes) body = g_bytes_new_take (text, strlen (text));
  g_auto (GStrv) headers = make_headers (self, url, body);
  TroupeLlmPost http = { .url = url,
                             .body = body,
                             .accept = "application/json",
                             .secret_headers = (const char *const *) headers,
                             .connect_ms = CONNECT_MS,
                             .first_byte_ms = FIRST_BYTE_MS,
                             .idle_ms = IDLE_MS,
                             .total_ms = TOTAL_MS };

  g_assert (TROUPE_IS_EMBEDDER (self));

  troupe_llm_post_async (call->session, &http, &listener, call, g_task_get_cancellable (task),
                          called_cb, task);
}

static void
fetched_cb (GObject *object, GAsyncResult *result, gpointer user_data)
{
  GTask *task = user_data;
  GError *error = NULL;

  g_assert (G_IS_TASK (task));

  if (troupe_llm_token_fetch_finish (TROUPE_LLM_TOKEN (object), result, &error))
    ask (task);
  else
    attempt_failed (task, error);
}

static void
turn_cb (gboolean may_go, gpointer user_data)
{
  GTask *task = user_data;
  GError *error = NULL;

  g_assert (G_IS_TASK (task));

  if (may_go)
    {
      TroupeEmbedder *self = g_task_get_source_object (task);
      Call *call = g_task_get_task_data (task);
      g_auto (GStrv) headers =
          self->token != NULL ? troupe_llm_token_get_headers (self->token) : NULL;

      g_assert (TROUPE_IS_EMBEDDER (self));
      call->n_attempts++;
      call->status = 0;
      g_string_truncate (call->text, 0);
      if (self->token == NULL || headers != NULL)
        ask (task);
      else
        troupe_llm_token_fetch_async (self->token, call->session, self->target,
                                      g_task_get_cancellable (task), fetched_cb, task);
      return;
    }
  g_cancellable_set_error_if_cancelled (g_task_get_cancellable (task), &error);
  fail (task, error);
}

/* Takes ownership of @task. */
static void
wait_for_turn (GTask *task)
{
  Call *call = g_task_get_task_data (task);

  g_assert (G_IS_TASK (task));

  troupe_llm_limiter_acquire (call->limiter, g_task_get_cancellable (task), turn_cb, task);
}

/* --- Embedder --------------------------------------------------------------------------------- */

static void
troupe_embedder_finalize (GObject *object)
{
  TroupeEmbedder *self = TROUPE_EMBEDDER (object);

  g_assert (TROUPE_IS_EMBEDDER (self));

  g_clear_object (&self->client);
  g_clear_pointer (&self->config, troupe_value_unref);
  g_clear_pointer (&self->target, troupe_llm_target_free);
  g_clear_pointer (&self->secret, troupe_secret_unref);
  g_clear_object (&self->token);

  if (self->ask_destroy != NULL)
    g_clear_pointer (&self->ask_data, self->ask_destroy);
  g_clear_pointer (&self->name, g_free);

  G_OBJECT_CLASS (troupe_embedder_parent_class)->finalize (object);
}

static void
troupe_embedder_class_init (TroupeEmbedderClass *klass)
{
  G_OBJECT_CLASS (klass)->finalize = troupe_embedder_finalize;
}

static void
troupe_embedder_init (TroupeEmbedder *self)
{
  g_assert (TROUPE_IS_EMBEDDER (self));
}

TroupeEmbedder *
troupe_embedder_new_asked (TroupeLlmClient *client,
                           const char *name,
                           TroupeEmbedAskFunc func,
                           gpointer user_data,
                           GDestroyNotify destroy)
{
  TroupeEmbedder *self = g_object_new (TROUPE_TYPE_EMBEDDER, NULL);

  g_return_val_if_fail (TROUPE_IS_LLM_CLIENT (client) && name != NULL && func != NULL, self);

  self->client = g_object_ref (client);
  self->name = g_strdup (name);
  self->ask_func = func;
  self->ask_data = user_data;
  self->ask_destroy = destroy;

  return self;
}

TroupeEmbedder *
troupe_embedder_new (TroupeLlmClient *client, TroupeValue *value, const char *model, GError **error)
{
  g_autoptr (TroupeEmbedder) self = NULL;
  TroupeLlmEnvironment *environment = NULL;
  const char *token_url;
  gboolean signs;

  g_return_val_if_fail (TROUPE_IS_LLM_CLIENT (client), NULL);
  g_return_val_if_fail (model != NULL, NULL);

  if (g_strcmp0 (troupe_value_get_member_text (value, "provider"), TROUPE_EMBED_MOCK) == 0)
    return troupe_embedder_new_asked (client, TROUPE_EMBED_MOCK, troupe_embed_mock_ask, NULL, NULL);
  self = g_object_new (TROUPE_TYPE_EMBEDDER, NULL);
  self->client = g_object_ref (client);
  self->service = troupe_embed_service_find (value, error);
  if (self->service == NULL)
    return NULL;
  environment = troupe_llm_client_get_environment (client);
  self->config =
      troupe_embed_complete_config (self->service, troupe_embed_get_config (value), environment);
  if (troupe_recorder_is_offline (troupe_llm_client_get_recorder (client)))
    {
      self->name = troupe_embed_get_model_name (self->service, self->config, model);
      return g_steal_pointer (&self);
    }
  self->target = troupe_embed_target_new (self->service, self->config, model, environment, error);
  if (self->target == NULL)
    return NULL;
  token_url = troupe_embed_get_token_url (self->service, self->config, self->target);
  if (!troupe_llm_target_check_recipient (self->target, environment, token_url, error))
    return NULL;
  signs = token_url != NULL && self->service->wire == TROUPE_EMBED_WIRE_VERTEX;
  /* The path of a credentials file is not secret, and the error messages about the file contain
   * it. */
  if (!signs || *self->target->key == '{')
    self->secret = troupe_llm_target_get_secret (self->target);
  if (self->secret != NULL)
    troupe_llm_target_list_secrets (self->target, troupe_llm_client_get_redactor (client));
  if (token_url != NULL)
    self->token = troupe_llm_token_new (token_url, signs);

  return g_steal_pointer (&self);
}

const char *
troupe_embedder_get_model (TroupeEmbedder *self)
{
  g_return_val_if_fail (TROUPE_IS_EMBEDDER (self), NULL);

  return self->target != NULL ? self->target->model : self->name;
}

void
troupe_embedder_get_usage (TroupeEmbedder *self, TroupeLlmUsage *usage)
{
  g_return_if_fail (TROUPE_IS_EMBEDDER (self));
  g_return_if_fail (usage != NULL);

  *usage = self->usage;
}

gboolean
troupe_embedder_check (TroupeValue *value, GError **error)
{
  return troupe_embed_service_find (value, error) != NULL;
}

TroupeSecret *
troupe_embedder_get_secret (TroupeEmbedder *self)
{
  g_return_val_if_fail (TROUPE_IS_EMBEDDER (self), NULL);

  return troupe_redactor_get_secret (troupe_llm_client_get_redactor (self->client));
}

char *
troupe_embedder_hide (TroupeEmbedder *self, const char *text)
{
  g_return_val_if_fail (TROUPE_IS_EMBEDDER (self), g_strdup (text));

  return troupe_redactor_hide_text (troupe_llm_client_get_redactor (self->client), text);
}

/* Copies the texts without the keys of the run. (transfer full) */
static char **
copy_texts (TroupeEmbedder *self, const char *const *texts)
{
  g_autoptr (GStrvBuilder) copies = g_strv_builder_new ();

  g_assert (TROUPE_IS_EMBEDDER (self));

  for (guint i = 0; texts[i] != NULL; i++)
    {
      g_autofree char *hidden = troupe_embedder_hide (self, texts[i]);

      g_strv_builder_add (copies, hidden);
    }
  return g_strv_builder_end (copies);
}

/* Sends the first texts. Takes ownership of @task. */
static void
send (GTask *task)
{
  TroupeEmbedder *self = g_task_get_source_object (task);
  Call *call = g_task_get_task_data (task);

  g_assert (TROUPE_IS_EMBEDDER (self) && self->target != NULL);

  call->host = troupe_embed_describe_host (self->target->base_url);
  if (call->host == NULL)
    call->host = g_strdup (self->target->base_url);
  troupe_llm_client_get_connections (self->client, &call->session, &call->limits);
  call->limiter = troupe_llm_limits_get (call->limits, self->target);
  choose_batch (self, call);
  wait_for_turn (task);
}

/* Takes ownership of @func_data, a task. */
static void
found_cb (TroupeValue *outcome, GError *error, gpointer func_data)
{
  g_autoptr (GTask) task = func_data;
  Call *call = g_task_get_task_data (task);
  TroupeEmbeddings *embeddings = NULL;

  g_assert (G_IS_TASK (task));

  if (outcome == NULL && error == NULL)
    {
      send (g_steal_pointer (&task));
      return;
    }
  if (outcome != NULL)
    embeddings = troupe_embed_record_read (outcome, call->n_texts, &error);
  if (embeddings != NULL)
    g_task_return_pointer (task, embeddings, (GDestroyNotify) troupe_embeddings_free);
  else
    g_task_return_error (task, error);
}

/* Looks up the texts in the recording of the run. Takes ownership of @task. */
static void
replay (GTask *task)
{
  TroupeEmbedder *self = g_task_get_source_object (task);
  Call *call = g_task_get_task_data (task);

  g_assert (G_IS_TASK (task));

  call->described = troupe_embed_record_texts (troupe_embedder_get_model (self), call->purpose,
                                               (const char *const *) call->texts);
  troupe_recorder_find (troupe_llm_client_get_recorder (self->client), TROUPE_RECORD_EMBEDDING,
                        call->described, NULL, g_task_get_cancellable (task), found_cb, task);
}

void
troupe_embedder_embed_async (TroupeEmbedder *self,
                             const char *const *texts,
                             TroupeEmbedPurpose purpose,
                             GCancellable *cancellable,
                             GAsyncReadyCallback callback,
                             gpointer user_data)
{
  g_autoptr (GTask) task = NULL;
  Call *call;

  g_return_if_fail (TROUPE_IS_EMBEDDER (self));
  g_return_if_fail (texts != NULL);
  g_return_if_fail (cancellable == NULL || G_IS_CANCELLABLE (cancellable));

  task = g_task_new (self, cancellable, callback, user_data);
  g_task_set_source_tag (task, troupe_embedder_embed_async);
  if (self->ask_func != NULL)
    {
      self->ask_func (g_steal_pointer (&task), texts, self->ask_data);
      return;
    }
  call = g_new0 (Call, 1);
  g_task_set_task_data (task, call, call_free);
  call->texts = copy_texts (self, texts);
  call->n_texts = g_strv_length (call->texts);
  call->purpose = purpose;
  call->vectors = g_array_new (FALSE, FALSE, sizeof (float));
  call->text = g_string_new (NULL);
  if (g_task_return_error_if_cancelled (task))
    return;
  if (call->n_texts == 0)
    {
      succeed (g_steal_pointer (&task));
      return;
    }
  if (troupe_llm_client_get_recorder (self->client) != NULL)
    replay (g_steal_pointer (&task));
  else
    send (g_steal_pointer (&task));
}

TroupeEmbeddings *
troupe_embedder_embed_finish (TroupeEmbedder *self, GAsyncResult *result, GError **error)
{
  g_return_val_if_fail (TROUPE_IS_EMBEDDER (self), NULL);
  g_return_val_if_fail (g_task_is_valid (result, self), NULL);

  return g_task_propagate_pointer (G_TASK (result), error);
}
