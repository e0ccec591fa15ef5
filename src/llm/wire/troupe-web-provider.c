/* troupe-web-provider.c: provider for all services on the network, independent of their API
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#define G_LOG_DOMAIN "troupe-web-provider"

#include "config.h"

#include <glib/gi18n.h>
#include <inttypes.h>
#include <string.h>

#include "troupe-aws-frames.h"
#include "troupe-json.h"
#include "troupe-limits.h"
#include "troupe-llm-error.h"
#include "troupe-llm-limiter.h"
#include "troupe-llm-post.h"
#include "troupe-llm-private.h"
#include "troupe-llm-status.h"
#include "troupe-llm-token.h"
#include "troupe-llm-wire.h"
#include "troupe-sanitize-text.h"
#include "troupe-sse-parser.h"

/* Timeouts in seconds (doc/llm-client.md §1); each can be changed by a setting. */
#define CONNECT_TIMEOUT 5.0
#define FIRST_BYTE_TIMEOUT 60.0
#define FIRST_BYTE_TIMEOUT_SLOW 600.0
#define IDLE_TIMEOUT 60.0
#define TOTAL_TIMEOUT 3600.0

/* Maximum size of an error body that is read. */
#define ERROR_BODY_LIMIT (1024u * 1024)

#define TROUPE_TYPE_WEB_PROVIDER (troupe_web_provider_get_type ())
G_DECLARE_FINAL_TYPE (TroupeWebProvider, troupe_web_provider, TROUPE, WEB_PROVIDER, GObject)

struct _TroupeWebProvider
{
  GObject parent_instance;

  SoupSession *session;
  TroupeLlmEnvironment *environment;
  TroupeLlmLimits *limits;
  TroupeRedactor *redactor; /* (nullable) */
  GHashTable *tokens;       /* (element-type utf8 TroupeLlmToken): by service account */
};

/* How to process the response body. */
typedef enum
{
  BODY_STREAM,
  BODY_WHOLE,
  BODY_PAGE, /* an HTML page, never an answer */
  BODY_ERROR,
} Body;

typedef struct
{
  TroupeLlmRequest *request;
  TroupeLlmTarget *target;
  TroupeSecret *secret; /* (nullable): redacted in everything from the server */
  TroupeLlmLimiter *limiter;

  char *host;
  guint status;
  SoupMessageHeaders *headers;
  Body body;
  GString *text; /* body of a response that is not streamed */
  TroupeSseParser *parser;
  TroupeAwsFrames *frames;
  const TroupeLlmWire *wire;
  TroupeLlmAnswerBuilder *builder;
  gpointer reader;
  GError *stream_error;
  gboolean is_done;

  TroupeLlmDeltaFunc on_delta; /* (nullable) */
  gpointer delta_data;
  TroupeLlmToken *token;     /* (nullable): of the service account */
  gboolean has_stored_token; /* requested for an earlier call */
} Attempt;

static void troupe_web_provider_iface_init (TroupeLlmProviderInterface *iface);

G_DEFINE_FINAL_TYPE_WITH_CODE (TroupeWebProvider,
                               troupe_web_provider,
                               G_TYPE_OBJECT,
                               G_IMPLEMENT_INTERFACE (TROUPE_TYPE_LLM_PROVIDER,
                                                      troupe_web_provider_iface_init))

static void
attempt_free (gpointer data)
{
  Attempt *attempt = data;

  troupe_llm_request_free (attempt->request);
  g_clear_pointer (&attempt->target, troupe_llm_target_free);
  g_clear_pointer (&attempt->secret, troupe_secret_unref);
  g_clear_object (&attempt->token);
  g_clear_pointer (&attempt->headers, soup_message_headers_unref);
  g_clear_pointer (&attempt->parser, troupe_sse_parser_free);
  g_clear_pointer (&attempt->frames, troupe_aws_frames_free);
  if (attempt->reader != NULL)
    attempt->wire->reader_free (attempt->reader);
  g_clear_pointer (&attempt->builder, troupe_llm_answer_builder_free);
  g_clear_error (&attempt->stream_error);
  g_string_free (attempt->text, TRUE);
  g_free (attempt->host);
  g_free (attempt);
}

/* --- Reading the response --------------------------------------------------------------------- */

static GError *
make_json_error (Attempt *attempt, const GError *cause)
{
  GError *error;

  if (g_error_matches (cause, TROUPE_JSON_ERROR, TROUPE_JSON_ERROR_TOO_LARGE))
    return troupe_llm_error_new_too_large (TROUPE_LIMIT_ANSWER);
  error = troupe_llm_error_new (TROUPE_LLM_ERROR_INVALID,
                                /* Translators: first %s is a host, second %s describes
                                         * the problem with its answer */
                                _ ("The server at %s returned an answer that is not JSON "
                                   "(%s). Check that the URL belongs to a model server."),
                                attempt->host, cause->message);
  return error;
}

static gboolean
event_cb (const char *type, const char *data, gsize length, gpointer user_data)
{
  Attempt *attempt = user_data;
  g_autoptr (TroupeValue) chunk = NULL;
  g_autoptr (GError) error = NULL;

  if (g_str_has_prefix (data, "[DONE]"))
    {
      attempt->is_done = TRUE;
      return FALSE;
    }

  chunk = troupe_value_from_json_pieces (data, length, TROUPE_LIMIT_VALUES, &error);
  if (chunk == NULL)
    {
      attempt->stream_error = make_json_error (attempt, error);
      return FALSE;
    }

  return attempt->wire->take_event (attempt->reader, type, chunk, &attempt->stream_error) &&
         troupe_llm_answer_builder_check (attempt->builder, &attempt->stream_error);
}

static void
response_cb (guint status, SoupMessageHeaders *headers, gpointer user_data)
{
  Attempt *attempt = user_data;
  const char *type = soup_message_headers_get_content_type (headers, NULL);

  attempt->status = status;
  attempt->headers = soup_message_headers_ref (headers);
  troupe_llm_limiter_take_headers (attempt->limiter, headers);
  if (status < 200 || status > 299)
    attempt->body = BODY_ERROR;
  else if (g_strcmp0 (type, "text/html") == 0)
    attempt->body = BODY_PAGE;
  else if (g_strcmp0 (type, "text/event-stream") == 0 ||
           (attempt->request->stream && g_strcmp0 (type, "application/json") != 0))
    attempt->body = BODY_STREAM;
  else
    attempt->body = BODY_WHOLE;
}

static gboolean
feed (Attempt *attempt, const char *bytes, gsize length, GError **error)
{
  if (attempt->wire->framing == TROUPE_LLM_FRAMING_AWS)
    return troupe_aws_frames_feed (attempt->frames, bytes, length, error);

  if (troupe_sse_parser_feed (attempt->parser, bytes, length, NULL))
    return TRUE;
  g_propagate_error (
      error,
      troupe_llm_error_new (TROUPE_LLM_ERROR_LIMIT,
                            _ ("The server sent a part of its answer that is larger than %" PRIu64
                               " bytes. It was discarded; ask for a shorter answer."),
                            (guint64) TROUPE_LIMIT_SSE_EVENT));

  return FALSE;
}

static TroupeHttpNext
bytes_cb (const char *bytes, gsize length, gpointer user_data, GError **error)
{
  Attempt *attempt = user_data;

  if (attempt->body != BODY_STREAM)
    {
      if (attempt->text->len + length > TROUPE_LIMIT_ANSWER)
        {
          g_propagate_error (error, troupe_llm_error_new_too_large (TROUPE_LIMIT_ANSWER));
          return TROUPE_HTTP_FAILED;
        }
      g_string_append_len (attempt->text, bytes, (gssize) length);
      if (attempt->body != BODY_WHOLE && attempt->text->len > ERROR_BODY_LIMIT)
        return TROUPE_HTTP_ENOUGH;
      return TROUPE_HTTP_MORE;
    }

  if (!feed (attempt, bytes, length, error))
    return TROUPE_HTTP_FAILED;
  if (attempt->stream_error != NULL)
    {
      g_propagate_error (error, g_steal_pointer (&attempt->stream_error));
      return TROUPE_HTTP_FAILED;
    }
  if (attempt->is_done)
    return TROUPE_HTTP_ENOUGH;

  return troupe_llm_answer_builder_is_finished (attempt->builder) ? TROUPE_HTTP_ENDING
                                                                  : TROUPE_HTTP_MORE;
}

static const TroupeLlmPostListener listener = { response_cb, bytes_cb };

/* Returns the actual status, which may differ from the HTTP status. @body: (nullable) */
static guint
get_status (Attempt *attempt, TroupeValue *body)
{
  guint meant = troupe_llm_status_from_exception (
      soup_message_headers_get_one (attempt->headers, "x-amzn-errortype"));

  g_assert (attempt != NULL);

  if (meant == 0 && attempt->wire->get_status != NULL)
    meant = attempt->wire->get_status (attempt->status, body);

  return meant != 0 ? meant : attempt->status;
}

static GError *
make_cut_error (Attempt *attempt)
{
  GError *error =
      troupe_llm_error_new (TROUPE_LLM_ERROR_CUT,
                            _ ("The answer from %s ended before it was complete. Try again."),
                            attempt->host);

  g_assert (attempt != NULL);

  troupe_llm_error_set_retry (error, -1, TRUE);

  return error;
}

/* Returns TRUE if the stream contained a complete answer. Some servers end it with `[DONE]` without
 * a finish reason, which is enough if there is an answer. */
static gboolean
is_complete (Attempt *attempt)
{
  g_assert (attempt != NULL);

  if (troupe_llm_answer_builder_is_finished (attempt->builder))
    return TRUE;
  if (!attempt->is_done || !troupe_llm_answer_builder_has_content (attempt->builder))
    return FALSE;
  troupe_llm_answer_builder_set_finish (attempt->builder, "stop");

  return TRUE;
}

static TroupeLlmAnswer *
make_answer (Attempt *attempt)
{
  TroupeValue *stop = NULL;

  g_assert (attempt != NULL);

  if (attempt->request->settings != NULL)
    stop = troupe_value_map_lookup_string (attempt->request->settings, "stop", -1);

  return troupe_llm_answer_builder_end (attempt->builder, stop);
}

/* Parses the complete body. Returns the answer, or NULL with the error that the body contains. */
static TroupeLlmAnswer *
read_answer (Attempt *attempt, GError **error)
{
  g_autoptr (TroupeValue) whole = NULL;
  g_autoptr (GError) local_error = NULL;

  g_assert (attempt != NULL);

  switch (attempt->body)
    {
    case BODY_ERROR:
      {
        g_autofree char *words =
            troupe_llm_detail_from_text (attempt->text->str, attempt->text->len);
        g_autofree char *detail =
            troupe_llm_detail_with_request (words,
                                            troupe_llm_headers_get_request (attempt->headers));
        g_autoptr (TroupeValue) body =
            troupe_value_from_json (attempt->text->str, (gssize) attempt->text->len, NULL);
        GError *cause = troupe_llm_error_from_status (get_status (attempt, body), attempt->host,
                                                      detail, attempt->target);

        troupe_llm_error_apply_headers (cause, attempt->headers);
        if (attempt->wire->judge_error != NULL)
          attempt->wire->judge_error (cause, attempt->status, body);
        troupe_llm_error_take_quota (cause, body, attempt->host, detail);
        g_propagate_error (error, cause);
      }
      return NULL;

    case BODY_PAGE:
      {
        g_autofree char *words =
            troupe_llm_detail_from_text (attempt->text->str, attempt->text->len);

        g_propagate_error (
            error,
            troupe_llm_error_new (
                TROUPE_LLM_ERROR_INVALID,
                _ ("The server at %s sent a web page instead of an answer (%s). Check the URL."),
                attempt->host, words));
        return NULL;
      }

    case BODY_STREAM:
      if (is_complete (attempt))
        {
          troupe_llm_answer_builder_flush (attempt->builder);
          return make_answer (attempt);
        }
      g_propagate_error (error, make_cut_error (attempt));
      return NULL;

    case BODY_WHOLE:
    default:
      /* The text is not needed any more: it would be in memory three times. */
      whole = troupe_value_from_json_pieces (attempt->text->str, attempt->text->len,
                                             TROUPE_LIMIT_VALUES, &local_error);
      g_string_free (attempt->text, TRUE);
      attempt->text = g_string_new (NULL);
      if (whole == NULL)
        {
          g_propagate_error (error, make_json_error (attempt, local_error));
          return NULL;
        }
      if (!attempt->wire->take_whole (attempt->reader, whole, error) ||
          !troupe_llm_answer_builder_check (attempt->builder, error))
        return NULL;
      /* If streaming was requested but the server does not support it, the complete answer is
       * emitted as one delta. */
      troupe_llm_answer_builder_flush (attempt->builder);
      return make_answer (attempt);
    }
}

static void
called_cb (GObject *object, GAsyncResult *result, gpointer user_data)
{
  g_autoptr (GTask) task = user_data;
  Attempt *attempt = g_task_get_task_data (task);
  GError *error = NULL;
  TroupeLlmAnswer *answer = NULL;

  g_assert (G_IS_ASYNC_RESULT (result));

  if (troupe_llm_post_finish (result, &error))
    answer = read_answer (attempt, &error);

  if (answer != NULL)
    {
      g_task_return_pointer (task, answer, (GDestroyNotify) troupe_llm_answer_free);
      return;
    }

  if (attempt->token != NULL && attempt->status == SOUP_STATUS_UNAUTHORIZED)
    {
      /* Discards a token that the service rejected. If it was requested for an earlier call,
       * another attempt with a new one can succeed. */
      troupe_llm_token_forget (attempt->token);
      if (attempt->has_stored_token)
        troupe_llm_error_set_retry (error, 0, TRUE);
    }
  troupe_llm_error_redact (error, attempt->secret);
  g_task_return_error (task, error);
}

/* --- Provider interface ----------------------------------------------------------------------- */

static guint
get_milliseconds (TroupeValue *settings, const char *name, double fallback)
{
  double seconds = troupe_llm_settings_get_number (settings, name, fallback);

  return (guint) (CLAMP (seconds, 0.001, 86400.0) * 1000.0);
}

/* Returns the key of the request and all other keys of the run. (transfer full) (nullable) */
static TroupeSecret *
find_secret (TroupeWebProvider *self, const TroupeLlmTarget *target)
{
  g_autoptr (TroupeSecret) of_run = troupe_redactor_get_secret (self->redactor);
  g_autoptr (TroupeSecret) of_target = troupe_llm_target_get_secret (target);

  g_assert (TROUPE_IS_WEB_PROVIDER (self));

  return troupe_secret_join (of_run, of_target);
}

/* Serializes the request body. (transfer full) */
static GBytes *
make_body (Attempt *attempt, GError **error)
{
  g_autoptr (TroupeValue) body =
      attempt->wire->make_body (attempt->request, attempt->target, error);
  char *text;

  g_assert (attempt != NULL);

  if (body == NULL)
    return NULL;
  text = troupe_value_to_json (body, TROUPE_JSON_COMPACT);

  return g_bytes_new_take (text, strlen (text));
}

/* Sends the request, whose target has its key. @task: (transfer full) */
static void
send_request (GTask *task)
{
  TroupeWebProvider *self = g_task_get_source_object (task);
  Attempt *attempt = g_task_get_task_data (task);
  const TroupeLlmRequest *request = attempt->request;
  g_autoptr (GTask) kept = task;
  g_autoptr (GBytes) body = NULL;
  g_autofree char *url = NULL;
  g_auto (GStrv) headers = NULL;
  TroupeLlmPost http = { 0 };
  GError *error = NULL;
  g_autoptr (GUri) uri = NULL;
  TroupeValue *settings;
  gboolean is_slow;

  g_assert (TROUPE_IS_WEB_PROVIDER (self));

  url = attempt->wire->make_url (request, attempt->target);
  /* Creates everything needed to parse a response. */
  uri = g_uri_parse (url, SOUP_HTTP_URI_FLAGS, NULL);
  attempt->host =
      uri != NULL && g_uri_get_host (uri) != NULL ? troupe_uri_describe_host (uri) : g_strdup (url);
  attempt->secret = find_secret (self, attempt->target);
  attempt->builder =
      troupe_llm_answer_builder_new (attempt->host, attempt->secret,
                                     attempt->request->stream ? attempt->on_delta : NULL,
                                     attempt->delta_data);
  attempt->reader = attempt->wire->reader_new (attempt->builder);
  attempt->parser = attempt->wire->framing == TROUPE_LLM_FRAMING_LINES
                        ? troupe_sse_parser_new_lines (event_cb, attempt)
                        : troupe_sse_parser_new (event_cb, attempt);
  attempt->frames = troupe_aws_frames_new (event_cb, attempt);
  body = make_body (attempt, &error);
  if (body != NULL)
    headers =
        troupe_llm_wire_make_headers (attempt->wire, request, attempt->target, url, body, &error);
  if (headers == NULL)
    {
      troupe_llm_error_redact (error, attempt->secret);
      g_task_return_error (task, error);
      return;
    }

  http.url = url;
  http.body = body;
  if (!attempt->request->stream)
    http.accept = "application/json";
  else
    http.accept = attempt->wire->framing == TROUPE_LLM_FRAMING_AWS
                      ? "application/vnd.amazon.eventstream, application/json"
                      : "text/event-stream, application/json";
  http.secret_headers = (const char *const *) headers;
  settings = attempt->request->settings;
  is_slow = !attempt->request->stream || troupe_llm_model_is_reasoning (attempt->target->model) ||
            troupe_llm_wire_get_map (settings, "thinking") != NULL;
  http.connect_ms = get_milliseconds (settings, "connect_timeout", CONNECT_TIMEOUT);
  http.first_byte_ms = get_milliseconds (settings, "first_byte_timeout",
                                         is_slow ? FIRST_BYTE_TIMEOUT_SLOW : FIRST_BYTE_TIMEOUT);
  http.idle_ms = get_milliseconds (settings, "idle_timeout", IDLE_TIMEOUT);
  http.total_ms = get_milliseconds (settings, "total_timeout", TOTAL_TIMEOUT);
  troupe_llm_post_async (self->session, &http, &listener, attempt, g_task_get_cancellable (task),
                          called_cb, g_steal_pointer (&kept));
}

/* --- Service accounts ------------------------------------------------------------------------- */

static void
token_cb (GObject *object, GAsyncResult *result, gpointer user_data)
{
  g_autoptr (GTask) task = user_data;
  Attempt *attempt = g_task_get_task_data (task);
  GError *error = NULL;

  g_assert (TROUPE_IS_LLM_TOKEN (object));

  if (troupe_llm_token_fetch_finish (attempt->token, result, &error))
    {
      attempt->target->key = troupe_llm_token_dup_token (attempt->token);
      send_request (g_steal_pointer (&task));
      return;
    }
  attempt->secret = find_secret (g_task_get_source_object (task), attempt->target);
  troupe_llm_error_redact (error, attempt->secret);
  g_task_return_error (task, error);
}

/* Replaces the service account of the target by an access token, which is requested unless it is
 * known already. @task: (transfer full) */
static void
send_with_token (GTask *task)
{
  TroupeWebProvider *self = g_task_get_source_object (task);
  Attempt *attempt = g_task_get_task_data (task);
  const TroupeLlmTarget *target = attempt->target;
  TroupeLlmToken *token = g_hash_table_lookup (self->tokens, target->account);

  g_assert (TROUPE_IS_WEB_PROVIDER (self));

  if (token == NULL)
    {
      token = troupe_llm_token_new (target->service->token_url, TRUE);
      g_hash_table_insert (self->tokens, g_strdup (target->account), token);
    }
  attempt->token = g_object_ref (token);
  attempt->target->key = troupe_llm_token_dup_token (token);
  attempt->has_stored_token = target->key != NULL;
  if (target->key != NULL)
    send_request (task);
  else
    troupe_llm_token_fetch_async (token, self->session, target, g_task_get_cancellable (task),
                                  token_cb, task);
}

static void
troupe_web_provider_complete_async (TroupeLlmProvider *provider,
                                    const TroupeLlmRequest *request,
                                    TroupeLlmDeltaFunc on_delta,
                                    gpointer delta_data,
                                    GCancellable *cancellable,
                                    GAsyncReadyCallback callback,
                                    gpointer user_data)
{
  TroupeWebProvider *self = TROUPE_WEB_PROVIDER (provider);
  g_autoptr (GTask) task = g_task_new (self, cancellable, callback, user_data);
  Attempt *attempt = g_new0 (Attempt, 1);
  GError *error = NULL;

  g_assert (TROUPE_IS_LLM_PROVIDER (provider));

  g_task_set_source_tag (task, troupe_web_provider_complete_async);
  g_task_set_task_data (task, attempt, attempt_free);
  attempt->request = troupe_llm_request_copy (request);
  attempt->text = g_string_new (NULL);
  attempt->on_delta = on_delta;
  attempt->delta_data = delta_data;
  attempt->target =
      troupe_llm_target_new (request->model, request->settings, self->environment, &error);
  if (attempt->target == NULL)
    {
      g_task_return_error (task, error);
      return;
    }

  attempt->wire = troupe_llm_wire_find (attempt->target->service->wire, request->settings);
  g_return_if_fail (attempt->wire != NULL);
  /* The limits are those of the account, not of one of its tokens. */
  attempt->limiter = troupe_llm_limits_get (self->limits, attempt->target);
  if (attempt->target->account != NULL)
    send_with_token (g_steal_pointer (&task));
  else
    send_request (g_steal_pointer (&task));
}

static TroupeLlmAnswer *
troupe_web_provider_complete_finish (TroupeLlmProvider *provider,
                                     GAsyncResult *result,
                                     GError **error)
{
  g_assert (TROUPE_IS_LLM_PROVIDER (provider));
  g_assert (G_IS_ASYNC_RESULT (result));

  return g_task_propagate_pointer (G_TASK (result), error);
}

static void
troupe_web_provider_dispose (GObject *object)
{
  TroupeWebProvider *self = TROUPE_WEB_PROVIDER (object);

  g_assert (TROUPE_IS_WEB_PROVIDER (self));

  g_clear_object (&self->session);
  g_clear_pointer (&self->environment, troupe_llm_environment_unref);
  g_clear_pointer (&self->limits, troupe_llm_limits_unref);
  g_clear_pointer (&self->redactor, troupe_redactor_unref);
  g_clear_pointer (&self->tokens, g_hash_table_unref);

  G_OBJECT_CLASS (troupe_web_provider_parent_class)->dispose (object);
}

/* An account may be the content of its file. */
static void
free_account (gpointer data)
{
  explicit_bzero (data, strlen (data));
  g_free (data);
}

static void
troupe_web_provider_class_init (TroupeWebProviderClass *klass)
{
  G_OBJECT_CLASS (klass)->dispose = troupe_web_provider_dispose;
}

static void
troupe_web_provider_init (TroupeWebProvider *self)
{
  g_assert (TROUPE_IS_WEB_PROVIDER (self));

  self->tokens = g_hash_table_new_full (g_str_hash, g_str_equal, free_account, g_object_unref);
}

static void
troupe_web_provider_iface_init (TroupeLlmProviderInterface *iface)
{
  iface->complete_async = troupe_web_provider_complete_async;
  iface->complete_finish = troupe_web_provider_complete_finish;
}

TroupeLlmProvider *
troupe_web_provider_new (SoupSession *session,
                         TroupeLlmEnvironment *environment,
                         TroupeLlmLimits *limits,
                         TroupeRedactor *redactor)
{
  TroupeWebProvider *self = g_object_new (TROUPE_TYPE_WEB_PROVIDER, NULL);

  self->session = g_object_ref (session);
  self->environment = environment != NULL ? troupe_llm_environment_ref (environment) : NULL;

  self->limits = troupe_llm_limits_ref (limits);
  self->redactor = redactor != NULL ? troupe_redactor_ref (redactor) : NULL;

  return TROUPE_LLM_PROVIDER (self);
}
