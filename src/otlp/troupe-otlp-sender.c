/* troupe-otlp-sender.c: sends one OTLP request to the endpoint
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#define G_LOG_DOMAIN "troupe-otlp-sender"

#include "config.h"

#include <glib/gi18n.h>

#include "troupe-http-shards.h"
#include "troupe-llm-post.h"
#include "troupe-llm-status.h"
#include "troupe-otlp-sender.h"
#include "troupe-sanitize-text.h"

/* Maximum size of a response that is read, in bytes. */
#define ANSWER_MOST (64u * 1024)
/* Maximum delay in seconds, practically infinite. */
#define WAIT_MOST 86400.0
/* Maximum length of the endpoint's message that is shown. */
#define SAID_MOST 200

struct _TroupeOtlpSender
{
  const TroupeOtlpSettings *settings;
  SoupSession *session;
  char *host;
};

/* State of one request. */
typedef struct
{
  guint status;
  gint64 wait_ms;
  GString *answer;
  gboolean is_done;
  GError *error; /* (nullable) */
} Call;

TroupeOtlpSender *
troupe_otlp_sender_new (const TroupeOtlpSettings *settings)
{
  TroupeOtlpSender *self = g_new0 (TroupeOtlpSender, 1);
  g_autoptr (GUri) uri = NULL;

  g_return_val_if_fail (settings != NULL, NULL);

  uri = g_uri_parse (settings->url, G_URI_FLAGS_ENCODED, NULL);
  self->settings = settings;
  self->host = troupe_uri_describe_host (uri);
  self->session = troupe_http_shards_new (1);
  return self;
}

void
troupe_otlp_sender_free (TroupeOtlpSender *self)
{
  g_return_if_fail (self != NULL);

  g_object_unref (self->session);
  g_free (self->host);
  g_free (self);
}

/* --- Receiving the response ------------------------------------------------------------------- */

static void
response_cb (guint status, SoupMessageHeaders *headers, gpointer user_data)
{
  Call *call = user_data;
  const double wait = troupe_llm_headers_get_wait (headers);

  g_assert (call != NULL);

  call->status = status;
  if (wait >= 0)
    call->wait_ms = (gint64) (MIN (wait, WAIT_MOST) * 1000.0);
}

static TroupeHttpNext
bytes_cb (const char *bytes, gsize length, gpointer user_data, GError **error)
{
  Call *call = user_data;

  g_assert (call != NULL);

  g_string_append_len (call->answer, bytes, (gssize) MIN (length, ANSWER_MOST - call->answer->len));
  return call->answer->len < ANSWER_MOST ? TROUPE_HTTP_MORE : TROUPE_HTTP_ENOUGH;
}

static void
ended_cb (GObject *object, GAsyncResult *result, gpointer user_data)
{
  Call *call = user_data;

  troupe_llm_post_finish (result, &call->error);
  call->is_done = TRUE;
}

/* --- Interpreting the response ---------------------------------------------------------------- */

/* Returns the reason if some spans were rejected. (transfer full) (nullable) */
static char *
find_rejected (TroupeOtlpSender *self, const Call *call)
{
  g_autoptr (TroupeValue) answer =
      troupe_value_from_json (call->answer->str, (gssize) call->answer->len, NULL);
  TroupeValue *partial = troupe_value_get_member (answer, "partialSuccess");
  TroupeValue *rejected = troupe_value_get_member (partial, "rejectedSpans");
  g_autofree char *number =
      rejected != NULL ? troupe_value_to_json (rejected, TROUPE_JSON_COMPACT) : NULL;
  g_autofree char *said = NULL;
  TroupeValue *text;
  g_autofree char *line = NULL;

  g_assert (self != NULL);

  /* A 64-bit integer may be a string. */
  if (number == NULL || strpbrk (number, "123456789") == NULL)
    return NULL;
  /* The text of a server becomes one short line. */
  text = troupe_value_get_member (partial, "errorMessage");
  line = troupe_text_to_line (text != NULL && troupe_value_is (text, TROUPE_VALUE_STRING)
                                  ? troupe_value_get_string (text, NULL)
                                  : "");
  said = g_utf8_strlen (line, -1) > SAID_MOST ? g_utf8_substring (line, 0, SAID_MOST)
                                              : g_steal_pointer (&line);
  /* Translators: first %s is a host, second %s its error message */
  return g_strdup_printf (_ ("%s did not accept all spans: %s"), self->host, said);
}

static TroupeOtlpAnswer
judge (TroupeOtlpSender *self, const Call *call, char **reason)
{
  guint status;
  char *status_reason;

  g_assert (self != NULL);

  if (call->status >= 200 && call->status < 300)
    {
      *reason = call->error == NULL ? find_rejected (self, call) : NULL;
      return TROUPE_OTLP_SENT;
    }
  if (call->status == 0)
    {
      /* Translators: the placeholders are a host and an error message */
      *reason = g_error_matches (call->error, TROUPE_LLM_ERROR, TROUPE_LLM_ERROR_TIMEOUT) ||
                        g_error_matches (call->error, G_IO_ERROR, G_IO_ERROR_CANCELLED)
                    ? g_strdup_printf (_ ("%s did not answer in time, so some spans were lost."),
                                       self->host)
                    : g_strdup_printf (_ ("Could not send spans. %s"), call->error->message);
      return TROUPE_OTLP_AWAY;
    }
  status = call->status;
  if (status == 401 || status == 403)
    status_reason = g_strdup_printf (
        /* Translators: %s is a host, %u an HTTP status code */
        _ ("%s rejected the spans (%u). Check the key in OTEL_EXPORTER_OTLP_HEADERS."), self->host,
        status);
  else if (status == 404 || status == 405)
    status_reason = g_strdup_printf (
        /* Translators: %s is a host, %u an HTTP status code */
        _ ("%s does not accept spans at this URL (%u). Check the URL for OTLP over HTTP."),
        self->host, status);
  else
    {
      /* Translators: %s is a host, %u an HTTP status code */
      status_reason = g_strdup_printf (_ ("%s rejected the spans (%u)."), self->host, status);
    }
  *reason = status_reason;
  return call->status == 429 || call->status == 502 || call->status == 503 || call->status == 504
             ? TROUPE_OTLP_LATER
             : TROUPE_OTLP_REFUSED;
}

TroupeOtlpAnswer
troupe_otlp_sender_send (TroupeOtlpSender *self,
                         GBytes *body,
                         GCancellable *cancellable,
                         gint64 *wait_ms,
                         char **reason)
{
  static const TroupeLlmPostListener listener = { response_cb, bytes_cb };
  const TroupeLlmPost request = {
    .url = self->settings->url,
    .body = body,
    .accept = "application/json",
    .secret_headers = (const char *const *) self->settings->headers,
    .is_of_user = TRUE,
    .connect_ms = self->settings->timeout_ms,
    .first_byte_ms = self->settings->timeout_ms,
    .idle_ms = self->settings->timeout_ms,
    .total_ms = self->settings->timeout_ms,
  };
  Call call = { .wait_ms = -1 };
  TroupeOtlpAnswer answer;

  g_return_val_if_fail (self != NULL && body != NULL, TROUPE_OTLP_REFUSED);
  g_return_val_if_fail (wait_ms != NULL && reason != NULL, TROUPE_OTLP_REFUSED);

  call.answer = g_string_new (NULL);
  troupe_llm_post_async (self->session, &request, &listener, &call, cancellable, ended_cb, &call);
  while (!call.is_done)
    g_main_context_iteration (g_main_context_get_thread_default (), TRUE);
  *wait_ms = call.wait_ms;
  answer = judge (self, &call, reason);
  g_clear_error (&call.error);
  g_string_free (call.answer, TRUE);
  return answer;
}
