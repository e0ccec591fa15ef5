/* troupe-mcp-http.c: HTTP transport of an MCP server
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#define G_LOG_DOMAIN "troupe-mcp-http"

#include "config.h"

#include <glib/gi18n.h>
#include <libsoup/soup.h>
#include <string.h>

#include "troupe-cancel.h"
#include "troupe-http-call.h"
#include "troupe-mcp-error.h"
#include "troupe-web-exchange.h"
#include "troupe-mcp-grants.h"
#include "troupe-mcp-http-error.h"
#include "troupe-mcp-http.h"

#define USER_AGENT "Troupe/" TROUPE_VERSION
#define ACCEPT "application/json, text/event-stream"
#define SENTINEL "=?base64?"
#define MOST_CONNECTIONS 64
/* Maximum number of running requests. If it is reached, responses to the server are dropped,
 * because it may be sending requests endlessly. */
#define MOST_MESSAGES 256u
/* Maximum number of times that a broken stream is resumed, for one response. */
#define MOST_RESUMES 20u
/* Maximum number of times that the stream of notifications is opened again. How long to wait for
 * the end of a stream whose response was received, and for the end of a session. */
#define MOST_LISTENED 100u
#define DRAIN_MS 1000u
#define DELETE_MS 2000u
#define LONGEST_SESSION 1024u

/* A message being sent. @id: 0 if no response is expected; @is_reading: a message of the
 * response is being dispatched; @generation: generation of the token that was sent; @timer:
 * (nullable): the delay until the stream is resumed, or the wait for the end of the stream */
typedef struct
{
  TroupeMcpHttp *http;
  gint64 id;
  TroupeWebExchange *exchange;
  gboolean is_reading;
  gboolean is_forgotten;
  guint generation;
  guint n_resumes;
  GSource *timer;
  char *last_event;
} Request;

struct _TroupeMcpHttp
{
  TroupeMcpLink parent_instance;

  GMainContext *context;
  SoupSession *session;
  GPtrArray *requests;
  char *version; /* (nullable) */
  gboolean is_modern;
  char *session_id; /* (nullable) */
  char *server;     /* as in troupe_mcp_grants_peek() */
  guint generation; /* of the token of the stream */

  /* Stream of messages that belong to no request (legacy protocol). */
  TroupeWebExchange *listening;
  GSource *listening_timer;
  guint n_listened;

  /* Protocol of 2024. */
  TroupeWebExchange *stream;
  GUri *endpoint;
  GTask *opening;
  GSource *opening_timer;
  GSource *opening_cancel;

  TroupeWebExchange *ending;
  GSource *ending_timer;
  GTask *closing;
};

G_DEFINE_FINAL_TYPE (TroupeMcpHttp, troupe_mcp_http, TROUPE_TYPE_MCP_LINK)

static void
clear_source (GSource **source)
{
  if (*source != NULL)
    g_source_destroy (*source);
  g_clear_pointer (source, g_source_unref);
}

static TroupeMcpConfig *
get_config (TroupeMcpHttp *self)
{
  return troupe_mcp_link_get_config (TROUPE_MCP_LINK (self));
}

static GSource *
start_timer (TroupeMcpHttp *self, guint milliseconds, GSourceFunc func, gpointer user_data)
{
  GSource *source = g_timeout_source_new (milliseconds);

  g_assert (TROUPE_IS_MCP_HTTP (self));

  g_source_set_callback (source, func, user_data, NULL);
  g_source_attach (source, self->context);
  return source;
}

static void
request_free (gpointer data)
{
  Request *request = data;

  clear_source (&request->timer);
  if (request->exchange != NULL)
    troupe_web_exchange_cancel (request->exchange);
  g_free (request->last_event);
  g_free (request);
}

/* --- Headers --------------------------------------------------------------------------------- */

char *
troupe_mcp_http_encode_header (const char *text)
{
  gboolean is_plain;
  g_autofree char *packed = NULL;
  gsize length;

  g_return_val_if_fail (text != NULL, NULL);

  length = strlen (text);
  is_plain = !g_str_has_prefix (text, SENTINEL) && *text != ' ' && *text != '\t' &&
             (length == 0 || (text[length - 1] != ' ' && text[length - 1] != '\t'));
  for (gsize i = 0; i < length && is_plain; i++)
    is_plain = text[i] == '\t' || (text[i] >= 0x20 && text[i] < 0x7f);
  if (is_plain)
    return g_strdup (text);
  packed = g_base64_encode ((const guchar *) text, length);
  return g_strdup_printf (SENTINEL "%s?=", packed);
}

static void
add_header (GPtrArray *headers, const char *name, const char *value)
{
  g_ptr_array_add (headers, g_strdup (name));
  g_ptr_array_add (headers, g_strdup (value));
}

/* Headers of the document precede those of the protocol, because the latter override them.
 * @generation: (out) (optional): generation of the token in the headers. (transfer full) */
static GPtrArray *
make_headers (TroupeMcpHttp *self, const TroupeMcpMessage *message, guint *generation)
{
  TroupeMcpConfig *config = get_config (self);
  GPtrArray *headers = g_ptr_array_new_with_free_func (g_free);
  g_autofree char *token = NULL;
  g_autofree char *value = NULL;
  guint number = 0;

  g_assert (TROUPE_IS_MCP_HTTP (self));

  for (guint i = 0; config->headers[i] != NULL; i += 2)
    add_header (headers, config->headers[i], config->headers[i + 1]);
  /* Adds the token of the sign-in, if the document contains no credentials. */
  if (!troupe_mcp_config_has_key (get_config (self)))
    token = troupe_mcp_grants_peek (self->server, &number);
  if (generation != NULL)
    *generation = number;
  if (token != NULL)
    {
      value = g_strconcat ("Bearer ", token, NULL);
      add_header (headers, "Authorization", value);
    }
  add_header (headers, "Accept", ACCEPT);
  if (self->version != NULL)
    add_header (headers, "MCP-Protocol-Version", self->version);
  if (self->session_id != NULL)
    add_header (headers, "Mcp-Session-Id", self->session_id);
  if (message == NULL || !self->is_modern)
    return headers;
  if (message->method != NULL)
    add_header (headers, "Mcp-Method", message->method);
  if (message->name != NULL)
    {
      g_autofree char *name = troupe_mcp_http_encode_header (message->name);

      add_header (headers, "Mcp-Name", name);
    }
  for (guint i = 0; message->headers != NULL && message->headers[i] != NULL; i += 2)
    add_header (headers, message->headers[i], message->headers[i + 1]);
  return headers;
}

/* --- Requests -------------------------------------------------------------------------------- */

static void resume (Request *request);

static gboolean
resume_cb (gpointer user_data)
{
  Request *request = user_data;

  clear_source (&request->timer);
  resume (request);
  return G_SOURCE_REMOVE;
}

static gboolean
drained_cb (gpointer user_data)
{
  Request *request = user_data;

  g_ptr_array_remove_fast (request->http->requests, request);
  return G_SOURCE_REMOVE;
}

static void
responded_cb (TroupeWebExchange *exchange, SoupMessageHeaders *headers, gpointer user_data)
{
  Request *request = user_data;
  TroupeMcpHttp *self = request->http;
  const char *id = soup_message_headers_get_one (headers, "Mcp-Session-Id");

  if (request->generation != 0 && troupe_web_exchange_get_status (exchange) < 300)
    troupe_mcp_grants_note_use (self->server, request->generation);
  if (id == NULL || self->is_modern || self->session_id != NULL || self->endpoint != NULL ||
      troupe_web_exchange_get_status (exchange) >= 300 || strlen (id) > LONGEST_SESSION)
    return;
  for (const char *at = id; *at != '\0'; at++)
    if (*at < 0x21 || *at > 0x7e)
      return;
  self->session_id = g_strdup (id);
}

static void
event_cb (TroupeWebExchange *exchange,
          const char *type,
          const char *data,
          gsize length,
          gpointer user_data)
{
  Request *request = user_data;
  g_autoptr (TroupeMcpHttp) self = g_object_ref (request->http);

  request->is_reading = TRUE;
  troupe_mcp_link_read (TROUPE_MCP_LINK (self), data, length, NULL);
  if (!g_ptr_array_find (self->requests, request, NULL))
    return;
  request->is_reading = FALSE;
  /* The response is complete. Waits until the server ends the stream, so that the connection can
   * be reused. */
  if (request->is_forgotten && request->timer == NULL)
    request->timer = start_timer (self, DRAIN_MS, drained_cb, request);
}

/* @generation: generation of the token that was sent. (transfer full) */
static GError *
make_refusal (TroupeMcpHttp *self, TroupeWebExchange *exchange, guint generation, GBytes *body)
{
  const TroupeMcpRefusal refusal = { (char *) troupe_web_exchange_get_challenge (exchange),
                                     generation, troupe_web_exchange_get_peer (exchange) };

  g_assert (TROUPE_IS_MCP_HTTP (self));

  return troupe_mcp_http_error_new_status (
      get_config (self), troupe_web_exchange_get_status (exchange), &refusal, body);
}

/* Processes a response that is not a stream, or the end of a stream. Returns FALSE if the
 * request must be kept. */
static gboolean
take_end (Request *request, TroupeWebExchange *exchange, GBytes *body, const GError *error)
{
  TroupeMcpHttp *self = request->http;
  const guint status = troupe_web_exchange_get_status (exchange);
  const char *last = troupe_web_exchange_get_last_event (exchange);
  gsize length;
  const char *text = g_bytes_get_data (body, &length);

  g_assert (request != NULL);

  if (last != NULL)
    {
      g_free (request->last_event);
      request->last_event = g_strdup (last);
    }
  if (error == NULL && status >= 300)
    {
      GError *refusal = make_refusal (self, exchange, request->generation, body);

      /* The session has expired. The next request starts a new session. */
      if (status == 404 && self->session_id != NULL)
        {
          refusal->code = TROUPE_MCP_ERROR_NETWORK;
          troupe_mcp_link_lose (TROUPE_MCP_LINK (self), 0, refusal);
        }
      else if (request->id != 0 && !request->is_forgotten)
        troupe_mcp_link_lose (TROUPE_MCP_LINK (self), request->id, refusal);
      else
        g_error_free (refusal);
      return TRUE;
    }
  if (request->is_forgotten)
    return TRUE;
  if (error == NULL && length > 0 && !troupe_web_exchange_is_stream (exchange))
    troupe_mcp_link_read (TROUPE_MCP_LINK (self), text, length, NULL);
  if (!g_ptr_array_find (self->requests, request, NULL) || request->is_forgotten ||
      request->id == 0 || self->endpoint != NULL)
    return TRUE;
  if (!self->is_modern && request->last_event != NULL && ++request->n_resumes <= MOST_RESUMES)
    {
      request->timer =
          start_timer (self, troupe_web_exchange_get_retry_ms (exchange), resume_cb, request);
      return FALSE;
    }
  troupe_mcp_link_lose (TROUPE_MCP_LINK (self), request->id,
                        troupe_mcp_http_error_new_lost (
                            get_config (self),
                            error != NULL
                                ? error->message
                                : _ ("the connection ended before the answer was complete")));
  return TRUE;
}

static void
ended_cb (TroupeWebExchange *exchange, GBytes *body, const GError *error, gpointer user_data)
{
  Request *request = user_data;
  g_autoptr (TroupeMcpHttp) self = g_object_ref (request->http);

  request->exchange = NULL;
  /* While this is set, troupe_mcp_http_forget() does not free the request. */
  request->is_reading = TRUE;
  clear_source (&request->timer);
  if (take_end (request, exchange, body, error))
    {
      if (g_ptr_array_find (self->requests, request, NULL))
        g_ptr_array_remove_fast (self->requests, request);
    }
  else
    request->is_reading = FALSE;
}

static const TroupeWebExchangeFuncs request_funcs = { responded_cb, event_cb, ended_cb };

/* Resumes the stream on which the response is expected. */
static void
resume (Request *request)
{
  TroupeMcpHttp *self = request->http;
  TroupeMcpConfig *config = get_config (self);
  g_autoptr (GPtrArray) headers = make_headers (self, NULL, NULL);
  TroupeWebExchangeRequest get = { SOUP_METHOD_GET, config->uri, NULL, headers };

  g_assert (request != NULL);

  add_header (headers, "Accept", "text/event-stream");
  add_header (headers, "Last-Event-ID", request->last_event);
  request->exchange = troupe_web_exchange_start (self->session, &get, &request_funcs, request);
}

/* --- Stream of server messages ---------------------------------------------------------------- */

static void listen (TroupeMcpHttp *self);

static gboolean
listen_cb (gpointer user_data)
{
  TroupeMcpHttp *self = user_data;

  g_assert (TROUPE_IS_MCP_HTTP (self));

  clear_source (&self->listening_timer);
  listen (self);
  return G_SOURCE_REMOVE;
}

static void
heard_cb (TroupeWebExchange *exchange,
          const char *type,
          const char *data,
          gsize length,
          gpointer user_data)
{
  g_autoptr (TroupeMcpHttp) self = g_object_ref (user_data);

  troupe_mcp_link_read (TROUPE_MCP_LINK (self), data, length, NULL);
}

/* This stream is optional, and servers may end it at any time. */
static void
listened_cb (TroupeWebExchange *exchange, GBytes *body, const GError *error, gpointer user_data)
{
  TroupeMcpHttp *self = user_data;

  g_assert (TROUPE_IS_MCP_HTTP (self));

  self->listening = NULL;
  if (!troupe_web_exchange_is_stream (exchange) || ++self->n_listened >= MOST_LISTENED ||
      troupe_mcp_link_is_closed (TROUPE_MCP_LINK (self)))
    return;
  self->listening_timer =
      start_timer (self, troupe_web_exchange_get_retry_ms (exchange), listen_cb, self);
}

/* Servers send requests on this stream, and their tools block until these requests are answered. */
static void
listen (TroupeMcpHttp *self)
{
  static const TroupeWebExchangeFuncs funcs = { NULL, heard_cb, listened_cb };
  g_autoptr (GPtrArray) headers = make_headers (self, NULL, NULL);
  const TroupeWebExchangeRequest get = { SOUP_METHOD_GET, get_config (self)->uri, NULL, headers };

  g_assert (TROUPE_IS_MCP_HTTP (self));

  add_header (headers, "Accept", "text/event-stream");
  self->listening = troupe_web_exchange_start (self->session, &get, &funcs, self);
}

static void
stop_listening (TroupeMcpHttp *self)
{
  g_assert (TROUPE_IS_MCP_HTTP (self));

  clear_source (&self->listening_timer);
  if (self->listening != NULL)
    troupe_web_exchange_cancel (self->listening);
  self->listening = NULL;
}

static void
troupe_mcp_http_send (TroupeMcpLink *link, const TroupeMcpMessage *message)
{
  TroupeMcpHttp *self = TROUPE_MCP_HTTP (link);
  TroupeMcpConfig *config = troupe_mcp_link_get_config (link);
  guint generation = 0;
  g_autoptr (GPtrArray) headers = make_headers (self, message, &generation);
  char *text = NULL;
  g_autoptr (GBytes) body = NULL;
  TroupeWebExchangeRequest post = { SOUP_METHOD_POST, config->uri, NULL, headers };
  Request *request = NULL;

  g_assert (TROUPE_IS_MCP_HTTP (self));

  if (message->method == NULL && self->requests->len >= MOST_MESSAGES)
    return;
  text = troupe_value_to_json (message->value, TROUPE_JSON_COMPACT);
  post.body = body = g_bytes_new_take (text, strlen (text));
  request = g_new0 (Request, 1);
  if (self->endpoint != NULL)
    post.uri = self->endpoint;
  request->http = self;
  request->id = message->id;
  request->generation = generation;
  g_ptr_array_add (self->requests, request);
  request->exchange = troupe_web_exchange_start (self->session, &post, &request_funcs, request);
  if (g_strcmp0 (message->method, "notifications/initialized") == 0 && self->endpoint == NULL &&
      self->listening == NULL)
    listen (self);
}

static void
troupe_mcp_http_forget (TroupeMcpLink *link, gint64 id)
{
  TroupeMcpHttp *self = TROUPE_MCP_HTTP (link);

  g_assert (TROUPE_IS_MCP_HTTP (self));

  for (guint i = 0; i < self->requests->len; i++)
    {
      Request *request = self->requests->pdata[i];

      if (request->id != id)
        continue;
      request->is_forgotten = TRUE;
      if (!request->is_reading)
        g_ptr_array_remove_index_fast (self->requests, i);
      return;
    }
}

static void
troupe_mcp_http_set_version (TroupeMcpLink *link, const char *version, gboolean is_modern)
{
  TroupeMcpHttp *self = TROUPE_MCP_HTTP (link);

  g_assert (TROUPE_IS_MCP_HTTP (self));

  g_free (self->version);
  self->version = g_strdup (version);
  self->is_modern = is_modern;
}

/* --- Protocol of 2024 ------------------------------------------------------------------------- */

/* @error: (transfer full) (nullable) */
static void
end_opening (TroupeMcpHttp *self, GError *error)
{
  g_autoptr (GTask) task = g_steal_pointer (&self->opening);

  g_assert (TROUPE_IS_MCP_HTTP (self));

  clear_source (&self->opening_timer);
  clear_source (&self->opening_cancel);
  if (task == NULL)
    g_clear_error (&error);
  else if (error != NULL)
    g_task_return_error (task, error);
  else
    g_task_return_boolean (task, TRUE);
}

static void
stream_event_cb (TroupeWebExchange *exchange,
                 const char *type,
                 const char *data,
                 gsize length,
                 gpointer user_data)
{
  g_autoptr (TroupeMcpHttp) self = g_object_ref (user_data);

  if (g_str_equal (type, "endpoint"))
    {
      TroupeMcpConfig *config = get_config (self);
      g_autoptr (GUri) uri =
          g_uri_parse_relative (config->uri, data,
                                G_URI_FLAGS_ENCODED | G_URI_FLAGS_SCHEME_NORMALIZE, NULL);

      if (uri == NULL || g_uri_get_host (uri) == NULL ||
          !troupe_http_is_same_origin (uri, config->uri))
        {
          end_opening (self, troupe_mcp_http_error_new_lost (
                                 get_config (self), _ ("it redirects messages to another URL")));
          return;
        }
      if (self->endpoint == NULL)
        self->endpoint = g_steal_pointer (&uri);
      end_opening (self, NULL);
    }
  else
    troupe_mcp_link_read (TROUPE_MCP_LINK (self), data, length, NULL);
}

static void
stream_ended_cb (TroupeWebExchange *exchange, GBytes *body, const GError *cause, gpointer user_data)
{
  g_autoptr (TroupeMcpHttp) self = g_object_ref (user_data);
  const guint status = troupe_web_exchange_get_status (exchange);
  GError *error = NULL;

  self->stream = NULL;
  if (cause == NULL && status >= 300)
    error = make_refusal (self, exchange, self->generation, body);
  else
    error = troupe_mcp_http_error_new_lost (
        get_config (self), cause != NULL ? cause->message : _ ("it closed its stream"));
  if (self->opening != NULL)
    end_opening (self, error);
  else
    troupe_mcp_link_lose (TROUPE_MCP_LINK (self), 0, error);
}

static void
drop_stream (TroupeMcpHttp *self)
{
  if (self->stream != NULL)
    troupe_web_exchange_cancel (self->stream);
  self->stream = NULL;
}

static gboolean
opening_late_cb (gpointer user_data)
{
  g_autoptr (TroupeMcpHttp) self = g_object_ref (user_data);
  TroupeMcpConfig *config = get_config (self);

  drop_stream (self);
  end_opening (self,
               g_error_new (TROUPE_MCP_ERROR, TROUPE_MCP_ERROR_TIMEOUT,
                            _ ("The MCP server at %s did not answer in time."), config->label));
  return G_SOURCE_REMOVE;
}

static gboolean
opening_cancelled_cb (GCancellable *cancellable, gpointer user_data)
{
  g_autoptr (TroupeMcpHttp) self = g_object_ref (user_data);

  g_assert (G_IS_CANCELLABLE (cancellable));

  drop_stream (self);
  end_opening (self, g_error_new_literal (G_IO_ERROR, G_IO_ERROR_CANCELLED,
                                          _ ("The connection to the MCP server was canceled.")));
  return G_SOURCE_REMOVE;
}

void
troupe_mcp_http_open_stream_async (TroupeMcpHttp *self,
                                   guint timeout_ms,
                                   GCancellable *cancellable,
                                   GAsyncReadyCallback callback,
                                   gpointer user_data)
{
  static const TroupeWebExchangeFuncs funcs = { NULL, stream_event_cb, stream_ended_cb };
  g_autoptr (GPtrArray) headers = NULL;
  TroupeWebExchangeRequest get = { SOUP_METHOD_GET, NULL, NULL, NULL };

  g_return_if_fail (TROUPE_IS_MCP_HTTP (self) && self->opening == NULL && self->stream == NULL);

  self->opening = g_task_new (self, cancellable, callback, user_data);
  g_task_set_source_tag (self->opening, troupe_mcp_http_open_stream_async);
  g_task_set_check_cancellable (self->opening, FALSE);
  get.uri = troupe_mcp_link_get_config (TROUPE_MCP_LINK (self))->uri;
  get.headers = headers = make_headers (self, NULL, &self->generation);
  add_header (headers, "Accept", "text/event-stream");
  self->opening_timer = start_timer (self, timeout_ms, opening_late_cb, self);
  if (cancellable != NULL)
    {
      self->opening_cancel = troupe_cancel_source_new (cancellable, self->context);
      g_source_set_callback (self->opening_cancel, G_SOURCE_FUNC (opening_cancelled_cb), self,
                             NULL);
      g_source_attach (self->opening_cancel, self->context);
    }
  self->stream = troupe_web_exchange_start (self->session, &get, &funcs, self);
}

gboolean
troupe_mcp_http_open_stream_finish (TroupeMcpHttp *self, GAsyncResult *result, GError **error)
{
  g_return_val_if_fail (TROUPE_IS_MCP_HTTP (self) && g_task_is_valid (result, self), FALSE);

  return g_task_propagate_boolean (G_TASK (result), error);
}

/* --- Closing ---------------------------------------------------------------------------------- */

static void
end_closing (TroupeMcpHttp *self)
{
  g_autoptr (GTask) task = g_steal_pointer (&self->closing);

  g_assert (TROUPE_IS_MCP_HTTP (self));

  clear_source (&self->ending_timer);
  if (self->ending != NULL)
    troupe_web_exchange_cancel (self->ending);
  self->ending = NULL;
  if (task != NULL)
    g_task_return_boolean (task, TRUE);
}

static gboolean
ending_late_cb (gpointer user_data)
{
  g_autoptr (TroupeMcpHttp) self = g_object_ref (user_data);

  end_closing (self);
  return G_SOURCE_REMOVE;
}

/* Errors are ignored. */
static void
session_ended_cb (TroupeWebExchange *exchange,
                  GBytes *body,
                  const GError *error,
                  gpointer user_data)
{
  g_autoptr (TroupeMcpHttp) self = g_object_ref (user_data);

  self->ending = NULL;
  end_closing (self);
}

static void
session_event_cb (TroupeWebExchange *exchange,
                  const char *type,
                  const char *data,
                  gsize length,
                  gpointer user_data)
{
  g_debug ("Ignored an event while a session is being closed");
}

static void
troupe_mcp_http_close (TroupeMcpLink *link, GTask *task)
{
  static const TroupeWebExchangeFuncs funcs = { NULL, session_event_cb, session_ended_cb };
  TroupeMcpHttp *self = TROUPE_MCP_HTTP (link);
  g_autoptr (GPtrArray) headers = make_headers (self, NULL, NULL);
  TroupeWebExchangeRequest end = { SOUP_METHOD_DELETE, troupe_mcp_link_get_config (link)->uri, NULL,
                                   headers };

  g_assert (TROUPE_IS_MCP_HTTP (self));

  self->closing = task;
  g_ptr_array_set_size (self->requests, 0);
  stop_listening (self);
  drop_stream (self);
  if (self->session_id == NULL)
    {
      end_closing (self);
      return;
    }
  self->ending_timer = start_timer (self, DELETE_MS, ending_late_cb, self);
  self->ending = troupe_web_exchange_start (self->session, &end, &funcs, self);
}

static void
troupe_mcp_http_dispose (GObject *object)
{
  TroupeMcpHttp *self = TROUPE_MCP_HTTP (object);

  g_ptr_array_set_size (self->requests, 0);
  stop_listening (self);
  drop_stream (self);
  end_closing (self);
  clear_source (&self->opening_timer);
  clear_source (&self->opening_cancel);

  G_OBJECT_CLASS (troupe_mcp_http_parent_class)->dispose (object);
}

static void
troupe_mcp_http_finalize (GObject *object)
{
  TroupeMcpHttp *self = TROUPE_MCP_HTTP (object);

  g_ptr_array_unref (self->requests);
  g_clear_object (&self->session);
  g_clear_pointer (&self->endpoint, g_uri_unref);
  g_free (self->version);
  g_free (self->session_id);
  g_free (self->server);
  g_main_context_unref (self->context);

  G_OBJECT_CLASS (troupe_mcp_http_parent_class)->finalize (object);
}

static void
troupe_mcp_http_class_init (TroupeMcpHttpClass *klass)
{
  GObjectClass *object_class = G_OBJECT_CLASS (klass);
  TroupeMcpLinkClass *link_class = TROUPE_MCP_LINK_CLASS (klass);

  object_class->dispose = troupe_mcp_http_dispose;
  object_class->finalize = troupe_mcp_http_finalize;
  link_class->send = troupe_mcp_http_send;
  link_class->forget = troupe_mcp_http_forget;
  link_class->set_version = troupe_mcp_http_set_version;
  link_class->close = troupe_mcp_http_close;
}

static void
troupe_mcp_http_init (TroupeMcpHttp *self)
{
  g_assert (TROUPE_IS_MCP_HTTP (self));

  self->context = g_main_context_ref_thread_default ();
  self->requests = g_ptr_array_new_with_free_func (request_free);
  self->session = soup_session_new_with_options ("max-conns", MOST_CONNECTIONS,
                                                 "max-conns-per-host", MOST_CONNECTIONS, NULL);
  soup_session_set_user_agent (self->session, USER_AGENT);
}

TroupeMcpLink *
troupe_mcp_http_new (TroupeMcpConfig *config)
{
  TroupeMcpHttp *self;

  g_return_val_if_fail (config != NULL && config->kind == TROUPE_MCP_KIND_HTTP, NULL);

  self = g_object_new (TROUPE_TYPE_MCP_HTTP, "config", config, NULL);
  self->server = troupe_mcp_resource_name (config->uri);
  return TROUPE_MCP_LINK (self);
}
