/* troupe-web-call.c: single HTTP request of a tool
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#define G_LOG_DOMAIN "troupe-web-call"

#include "config.h"

#include <glib/gi18n.h>
#include <libsoup/soup.h>
#include <string.h>

#include "troupe-cancel.h"
#include "troupe-clock.h"
#include "troupe-http-close.h"
#include "troupe-sanitize-text.h"
#include "troupe-tool.h"
#include "troupe-web-address.h"
#include "troupe-web-call-private.h"
#include "troupe-web-guard.h"

#define MOST_REDIRECTS 5
#define BUFFER_SIZE 65536
#define USER_AGENT "Troupe/" TROUPE_VERSION

typedef struct
{
  GUri *uri;
  char *accept;
  GBytes *body;
  char *body_type;
  char **headers;
  gboolean is_guarded;
  TroupeWebReach reach;
  gboolean keeps_host;
  gboolean keeps_origin;
  gsize limit;

  /* State of one hop. Each hop has its own session, so that the target of a redirect does not
   * share a connection with the redirecting server. */
  SoupSession *session;
  SoupMessage *message;
  GInputStream *stream;
  gboolean is_refused; /* its address is not permitted */

  GCancellable *cancellable; /* internal; also cancelled by the caller's and by deadlines */
  gulong cancelled_id;
  GSource *connect;
  GSource *total;
  gboolean is_unconnected;
  gboolean is_late;
  guint n_redirects;
  GByteArray *received;
  gsize n_announced;
  guint8 buffer[BUFFER_SIZE];
} Call;

static guint connect_ms = TROUPE_WEB_CONNECT_MS;
static guint total_ms = TROUPE_WEB_TOTAL_MS;

static void send_message (GTask *task);
static void read_more (GTask *task);

static void
stop (GSource **source)
{
  if (*source == NULL)
    return;

  g_source_destroy (*source);
  g_clear_pointer (source, g_source_unref);
}

static void
call_free (gpointer data)
{
  Call *call = data;

  stop (&call->connect);
  stop (&call->total);
  g_clear_object (&call->stream);
  g_clear_object (&call->message);
  g_clear_object (&call->session);
  g_clear_object (&call->cancellable);
  g_clear_pointer (&call->uri, g_uri_unref);
  g_clear_pointer (&call->body, g_bytes_unref);
  g_byte_array_unref (call->received);
  g_strfreev (call->headers);
  g_free (call->accept);
  g_free (call->body_type);
  g_free (call);
}

void
troupe_web_reply_free (TroupeWebReply *self)
{
  g_clear_pointer (&self->uri, g_uri_unref);
  g_clear_pointer (&self->body, g_bytes_unref);
  g_free (self->type);
  g_free (self->charset);
  g_free (self->etag);
  g_free (self->modified);
  g_free (self);
}

/* --- Completion ------------------------------------------------------------------------------- */

/* Releases everything that belongs to one hop. */
static void
end_hop (Call *call)
{
  g_assert (call != NULL);

  stop (&call->connect);
  if (call->session == NULL)
    return;
  if (call->message != NULL)
    g_signal_handlers_disconnect_by_data (call->message, call);
  troupe_http_close (g_steal_pointer (&call->session), g_steal_pointer (&call->message),
                     g_steal_pointer (&call->stream), call->cancellable);
}

static TroupeWebReply *
make_reply (Call *call)
{
  SoupMessageHeaders *headers = soup_message_get_response_headers (call->message);
  g_autoptr (GHashTable) parameters = NULL;
  TroupeWebReply *reply = g_new0 (TroupeWebReply, 1);

  g_assert (call != NULL);

  reply->uri = g_uri_ref (call->uri);
  reply->status = soup_message_get_status (call->message);
  reply->type = g_strdup (soup_message_headers_get_content_type (headers, &parameters));
  if (parameters != NULL)
    reply->charset = g_strdup (g_hash_table_lookup (parameters, "charset"));
  reply->etag = g_strdup (soup_message_headers_get_one (headers, "ETag"));
  reply->modified = g_strdup (soup_message_headers_get_one (headers, "Last-Modified"));
  reply->body = g_bytes_new (call->received->data, call->received->len);
  return reply;
}

/* @error: (transfer full) (nullable) */
static void
finish (GTask *task, GError *error)
{
  Call *call = g_task_get_task_data (task);
  TroupeWebReply *reply = error == NULL ? make_reply (call) : NULL;

  g_assert (G_IS_TASK (task));

  stop (&call->total);
  if (call->cancelled_id != 0)
    g_cancellable_disconnect (g_task_get_cancellable (task), call->cancelled_id);
  call->cancelled_id = 0;
  if (error != NULL)
    g_cancellable_cancel (call->cancellable);
  end_hop (call);

  if (error != NULL)
    g_task_return_error (task, error);
  else
    g_task_return_pointer (task, reply, (GDestroyNotify) troupe_web_reply_free);
  g_object_unref (task);
}

/* Converts @cause to a sentence for the user. */
static GError *
translate_error (Call *call, const GError *cause)
{
  g_autofree char *described = troupe_uri_describe_host (call->uri);
  g_autofree char *host = troupe_host_to_shown (described);
  const GQuark domain = TROUPE_TOOL_ERROR;

  g_assert (call != NULL);

  if (call->is_refused || g_error_matches (cause, G_IO_ERROR, G_IO_ERROR_PERMISSION_DENIED))
    return g_error_new (
        domain, TROUPE_TOOL_ERROR_FAILED,
        /* Translators: %s is a host name. */
        _ ("%s belongs to this computer or to a private network, which tools must not access."),
        host);
  if (call->is_unconnected)
    {
      g_autofree char *time = troupe_duration_format ((double) connect_ms / 1000.0);

      return g_error_new (domain, TROUPE_TOOL_ERROR_FAILED,
                          /* Translators: a host name, and a time such as “30 seconds” */
                          _ ("Could not connect to %s within %s."), host, time);
    }
  if (call->is_late)
    {
      g_autofree char *time = troupe_duration_format ((double) total_ms / 1000.0);

      return g_error_new (domain, TROUPE_TOOL_ERROR_FAILED,
                          /* Translators: a host name, and a time such as “30 seconds” */
                          _ ("%s did not answer within %s."), host, time);
    }
  if (cause->domain == G_RESOLVER_ERROR)
    return g_error_new (domain, TROUPE_TOOL_ERROR_FAILED, _ ("Could not find the server %s (%s)."),
                        host, cause->message);
  if (cause->domain == G_TLS_ERROR)
    return g_error_new (domain, TROUPE_TOOL_ERROR_FAILED,
                        _ ("Could not establish a secure connection to %s (%s)."), host,
                        cause->message);
  return g_error_new (domain, TROUPE_TOOL_ERROR_FAILED,
                      /* Translators: %s are a host name and a description of the error. */
                      _ ("%s did not answer (%s)."), host, cause->message);
}

/* @cause: (transfer full) */
static void
fail (GTask *task, GError *cause)
{
  Call *call = g_task_get_task_data (task);
  g_autoptr (GError) owned = cause;

  g_assert (G_IS_TASK (task));

  if (g_cancellable_is_cancelled (g_task_get_cancellable (task)))
    finish (task,
            g_error_new_literal (G_IO_ERROR, G_IO_ERROR_CANCELLED, _ ("The call was canceled.")));
  else
    finish (task, translate_error (call, owned));
}

/* --- Deadlines and connections --------------------------------------------------------------- */

static gboolean
connect_cb (gpointer user_data)
{
  Call *call = user_data;

  call->is_unconnected = TRUE;
  g_clear_pointer (&call->connect, g_source_unref);
  g_cancellable_cancel (call->cancellable);
  return G_SOURCE_REMOVE;
}

static gboolean
total_cb (gpointer user_data)
{
  Call *call = user_data;

  call->is_late = TRUE;
  g_clear_pointer (&call->total, g_source_unref);
  g_cancellable_cancel (call->cancellable);
  return G_SOURCE_REMOVE;
}

static GSource *
start_deadline (guint milliseconds, GSourceFunc func, Call *call)
{
  GSource *source = g_timeout_source_new (milliseconds);

  g_source_set_static_name (source, "troupe-web-call deadline");
  g_source_set_callback (source, func, call, NULL);
  g_source_attach (source, g_main_context_get_thread_default ());
  return source;
}

/* Checks the address of the connection again when it is established, so that nothing is ever
 * sent to an address that is not permitted. */
static void
network_event_cb (SoupMessage *message,
                  GSocketClientEvent event,
                  GIOStream *connection,
                  gpointer user_data)
{
  Call *call = user_data;

  g_assert (SOUP_IS_MESSAGE (message));

  if (!call->is_guarded ||
      (event != G_SOCKET_CLIENT_CONNECTING && event != G_SOCKET_CLIENT_CONNECTED) ||
      troupe_web_guard_may_use (connection, call->reach))
    return;
  call->is_refused = TRUE;
  /* Closing the socket makes connecting or the first read fail. An operation that is about to
   * start must not be cancelled here. */
  if (G_IS_SOCKET_CONNECTION (connection))
    g_socket_close (g_socket_connection_get_socket (G_SOCKET_CONNECTION (connection)), NULL);
}

static void
starting_cb (SoupMessage *message, gpointer user_data)
{
  Call *call = user_data;

  g_assert (SOUP_IS_MESSAGE (message));

  stop (&call->connect);
}

/* --- Response --------------------------------------------------------------------------------- */

static GError *
make_too_large (Call *call)
{
  g_autofree char *described = troupe_uri_describe_host (call->uri);
  g_autofree char *host = troupe_host_to_shown (described);

  g_assert (call != NULL);

  return g_error_new (TROUPE_TOOL_ERROR, TROUPE_TOOL_ERROR_TOO_LARGE,
                      /* Translators: %s is a host name; %u is a number of megabytes. */
                      _ ("The answer of %s is larger than %u MB."), host,
                      (guint) (call->limit / (1024 * 1024)));
}

static void
read_cb (GObject *object, GAsyncResult *result, gpointer user_data)
{
  GTask *task = user_data;
  Call *call = g_task_get_task_data (task);
  GError *error = NULL;
  gssize n_read = g_input_stream_read_finish (G_INPUT_STREAM (object), result, &error);

  g_assert (G_IS_ASYNC_RESULT (result));
  g_assert (G_IS_TASK (task));

  if (n_read < 0)
    fail (task, error);
  else if (n_read == 0 && call->received->len < call->n_announced)
    /* libsoup does not detect a truncated body if the connection is not kept alive. */
    fail (task, g_error_new_literal (G_IO_ERROR, G_IO_ERROR_PARTIAL_INPUT,
                                     _ ("it is shorter than announced by the server")));
  else if (n_read == 0)
    finish (task, NULL);
  else if (call->received->len + (gsize) n_read > call->limit)
    finish (task, make_too_large (call));
  else
    {
      g_byte_array_append (call->received, call->buffer, (guint) n_read);
      read_more (task);
    }
}

static void
read_more (GTask *task)
{
  Call *call = g_task_get_task_data (task);

  g_assert (G_IS_TASK (task));

  g_input_stream_read_async (call->stream, call->buffer, BUFFER_SIZE, G_PRIORITY_DEFAULT,
                             call->cancellable, read_cb, task);
}

/* Returns FALSE if only the original host is permitted and @target has another host. */
static gboolean
check_host (Call *call, GUri *target, GError **error)
{
  g_autofree char *from = troupe_uri_describe_host (call->uri);
  g_autofree char *to = troupe_uri_describe_host (target);
  g_autofree char *from_shown = troupe_host_to_shown (from);
  g_autofree char *to_shown = troupe_host_to_shown (to);

  g_assert (call != NULL);

  if (!call->keeps_host ||
      g_ascii_strcasecmp (g_uri_get_host (call->uri), g_uri_get_host (target)) == 0)
    return TRUE;
  g_set_error (error, TROUPE_TOOL_ERROR, TROUPE_TOOL_ERROR_FAILED,
               /* Translators: %s are two host names. */
               _ ("%s redirects to %s, which the document does not name. Use the final URL that a "
                  "browser shows."),
               from_shown, to_shown);

  return FALSE;
}

/* Returns the redirect target if it has the same origin, because the request is intended for
 * that server only. (transfer full) (nullable) */
static GUri *
find_same_origin (Call *call, const char *location, GError **error)
{
  g_autoptr (GUri) target = g_uri_parse_relative (call->uri, location, SOUP_HTTP_URI_FLAGS, NULL);
  g_autofree char *from = troupe_uri_describe_host (call->uri);
  g_autofree char *shown = troupe_host_to_shown (from);
  g_autofree char *to = NULL;

  g_assert (call != NULL);

  if (target != NULL && g_uri_get_host (target) != NULL && g_uri_get_userinfo (target) == NULL)
    to = troupe_uri_describe_host (target);
  if (call->body == NULL && g_strcmp0 (from, to) == 0 &&
      g_str_equal (g_uri_get_scheme (call->uri), g_uri_get_scheme (target)))
    return g_steal_pointer (&target);
  g_set_error (error, TROUPE_TOOL_ERROR, TROUPE_TOOL_ERROR_FAILED,
               /* Translators: %s is a host name. */
               _ ("%s redirects to another URL, but this redirect is not followed."), shown);
  return NULL;
}

static void
redirect (GTask *task, const char *location)
{
  Call *call = g_task_get_task_data (task);
  GError *error = NULL;
  GUri *target = NULL;

  g_assert (G_IS_TASK (task));

  if ((!call->is_guarded && !call->keeps_origin) || ++call->n_redirects > MOST_REDIRECTS)
    error = g_error_new (TROUPE_TOOL_ERROR, TROUPE_TOOL_ERROR_FAILED,
                         _ ("The server redirects too often. Check the URL."));
  else if (call->keeps_origin)
    target = find_same_origin (call, location, &error);
  else
    target = troupe_web_guard_parse_redirect (call->uri, location, &error);
  if (target != NULL && !check_host (call, target, &error))
    g_clear_pointer (&target, g_uri_unref);
  if (target == NULL)
    {
      finish (task, error);
      return;
    }
  end_hop (call);
  g_uri_unref (call->uri);
  call->uri = target;
  send_message (task);
}

/* Reads the body, unless the headers show that it cannot be processed. */
static void
begin_reading (GTask *task)
{
  Call *call = g_task_get_task_data (task);
  SoupMessageHeaders *headers = soup_message_get_response_headers (call->message);
  const char *packing = soup_message_headers_get_list (headers, "Content-Encoding");

  g_assert (G_IS_TASK (task));

  /* Decompressing nested encodings could take unlimited time for little data. */
  if (packing != NULL && strchr (packing, ',') != NULL)
    {
      finish (task, g_error_new (TROUPE_TOOL_ERROR, TROUPE_TOOL_ERROR_FAILED,
                                 _ ("The answer is compressed more than once.")));
      return;
    }
  if (packing == NULL &&
      soup_message_headers_get_encoding (headers) == SOUP_ENCODING_CONTENT_LENGTH)
    call->n_announced = (gsize) MAX (soup_message_headers_get_content_length (headers), 0);
  if (call->n_announced > call->limit)
    finish (task, make_too_large (call));
  else
    read_more (task);
}

static void
sent_cb (GObject *object, GAsyncResult *result, gpointer user_data)
{
  GTask *task = user_data;
  Call *call = g_task_get_task_data (task);
  GError *error = NULL;
  const char *location;
  guint status;

  g_assert (G_IS_ASYNC_RESULT (result));
  g_assert (G_IS_TASK (task));

  /* A cancellation at this point would finalize the stream after its message, which libsoup
   * accesses when it closes the stream. end_hop() closes both in the right order. */
  if (G_IS_TASK (result))
    g_task_set_check_cancellable (G_TASK (result), FALSE);
  call->stream = soup_session_send_finish (SOUP_SESSION (object), result, &error);
  if (call->stream == NULL || g_cancellable_set_error_if_cancelled (call->cancellable, &error))
    {
      fail (task, error);
      return;
    }
  stop (&call->connect);
  status = soup_message_get_status (call->message);
  location =
      soup_message_headers_get_one (soup_message_get_response_headers (call->message), "Location");
  if (location != NULL &&
      (status == 301 || status == 302 || status == 303 || status == 307 || status == 308))
    redirect (task, location);
  else
    begin_reading (task);
}

/* --- Request ---------------------------------------------------------------------------------- */

static SoupSession *
make_session (Call *call)
{
  g_autoptr (TroupeWebAddress) address = NULL;

  g_assert (call != NULL);

  if (!call->is_guarded)
    return soup_session_new ();
  address = troupe_web_address_new (call->uri, call->reach);
  return soup_session_new_with_options ("remote-connectable", address, "proxy-resolver", NULL,
                                        NULL);
}

static void
send_message (GTask *task)
{
  Call *call = g_task_get_task_data (task);
  SoupMessageHeaders *headers;

  g_assert (G_IS_TASK (task));

  call->session = make_session (call);
  soup_session_set_user_agent (call->session, USER_AGENT);
  call->message =
      soup_message_new_from_uri (call->body != NULL ? SOUP_METHOD_POST : SOUP_METHOD_GET,
                                 call->uri);
  soup_message_set_flags (call->message,
                          SOUP_MESSAGE_NO_REDIRECT | SOUP_MESSAGE_DO_NOT_USE_AUTH_CACHE);
  if (call->body != NULL)
    soup_message_set_request_body_from_bytes (
        call->message, call->body_type != NULL ? call->body_type : "application/json", call->body);
  headers = soup_message_get_request_headers (call->message);
  if (call->accept != NULL)
    soup_message_headers_replace (headers, "Accept", call->accept);
  for (guint i = 0; call->headers != NULL && call->headers[i] != NULL; i += 2)
    soup_message_headers_replace (headers, call->headers[i], call->headers[i + 1]);

  call->connect = start_deadline (connect_ms, connect_cb, call);
  g_signal_connect (call->message, "network-event", G_CALLBACK (network_event_cb), call);
  g_signal_connect (call->message, "starting", G_CALLBACK (starting_cb), call);
  soup_session_send_async (call->session, call->message, G_PRIORITY_DEFAULT, call->cancellable,
                           sent_cb, task);
}

void
troupe_web_call_async (const TroupeWebRequest *request,
                       GCancellable *cancellable,
                       GAsyncReadyCallback callback,
                       gpointer user_data)
{
  GTask *task = NULL;
  Call *call = NULL;

  g_return_if_fail (request != NULL && request->uri != NULL);

  task = g_task_new (NULL, cancellable, callback, user_data);
  call = g_new0 (Call, 1);
  g_task_set_source_tag (task, troupe_web_call_async);
  g_task_set_task_data (task, call, call_free);
  call->uri = g_uri_ref (request->uri);
  call->accept = g_strdup (request->accept);
  call->body = request->body != NULL ? g_bytes_ref (request->body) : NULL;
  call->headers = g_strdupv ((char **) request->headers);
  call->is_guarded = request->is_guarded;
  call->body_type = g_strdup (request->body_type);
  call->reach = request->reach;
  call->keeps_host = request->keeps_host;
  call->keeps_origin = request->keeps_origin;
  call->limit = request->limit > 0 ? request->limit : TROUPE_WEB_LIMIT_BODY;
  call->received = g_byte_array_new ();
  call->cancellable = g_cancellable_new ();
  if (g_task_return_error_if_cancelled (task))
    {
      g_object_unref (task);
      return;
    }
  if (cancellable != NULL)
    call->cancelled_id = troupe_cancel_follow (cancellable, call->cancellable);
  call->total = start_deadline (total_ms, total_cb, call);
  send_message (task);
}

void
troupe_web_call_set_deadlines (guint connect, guint total)
{
  connect_ms = connect;
  total_ms = total;
}

TroupeWebReply *
troupe_web_call_finish (GAsyncResult *result, GError **error)
{
  g_return_val_if_fail (G_IS_TASK (result), NULL);

  return g_task_propagate_pointer (G_TASK (result), error);
}
