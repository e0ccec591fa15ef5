/* troupe-http-call.c: HTTP request with deadlines, redirects and a streamed response body
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#define G_LOG_DOMAIN "troupe-http-call"

#include "config.h"

#include <glib/gi18n.h>
#include <string.h>

#include "troupe-cancel.h"
#include "troupe-http-call.h"
#include "troupe-http-close.h"
#include "troupe-http-hosts.h"
#include "troupe-http-shards.h"
#include "troupe-sanitize-text.h"

#define MOST_REDIRECTS 5
#define TAIL_MS 5000
#define BUFFER_SIZE 16384
/* Maximum number of reads of a call per main loop iteration. */
#define MOST_AT_ONCE 8
#define USER_AGENT "Troupe/" TROUPE_VERSION

typedef enum
{
  STAGE_WAITING, /* for a free connection of the session */
  STAGE_CONNECTING,
  STAGE_SENT, /* until the first byte of the body */
  STAGE_READING,
} Stage;

typedef struct
{
  SoupSession *owner; /* (nullable): session of the caller */
  char *method;
  GUri *uri;
  char *accept;          /* (nullable) */
  GBytes *body;          /* (nullable) */
  char *type;            /* (nullable) */
  char **headers;        /* (nullable) */
  char **secret_headers; /* (nullable) */
  gboolean accepts_compressed;
  gboolean keeps_connection;
  gboolean is_of_user;
  gsize limit;
  guint connect_ms;
  guint first_byte_ms;
  guint idle_ms;
  guint total_ms;
  const TroupeHttpListener *listener;
  gpointer listener_data;

  SoupSession *session; /* session whose connections it uses */
  SoupMessage *message;
  GInputStream *stream;
  GCancellable *cancellable; /* own; cancelled by the caller or a deadline */
  gulong cancelled_id;
  GSource *deadline;
  gint64 due_us;  /* current deadline; may be after the source's ready time */
  GSource *total; /* (nullable): deadline of the whole body */
  GSource *whole; /* (nullable): deadline of the call */
  gboolean is_too_long;
  gboolean is_refused; /* the address is not permitted */
  char *refusal;       /* (nullable): why it is not */
  gboolean is_overdue;
  Stage stage;
  guint n_redirects;
  gsize n_received;
  gsize n_announced; /* content length; 0 if unknown */
  gboolean is_ending;
  char *buffer; /* (nullable): allocated for reading only, because calls mostly wait */
} Call;

G_DEFINE_QUARK (troupe - http - error - quark, troupe_http_error)

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

/* Releases everything that belongs to one request. @cancellable: (nullable): already cancelled if
 * the rest of the stream is not needed */
static void
end_hop (Call *call, GCancellable *cancellable)
{
  g_assert (call != NULL);

  stop (&call->deadline);
  if (call->message != NULL)
    g_signal_handlers_disconnect_by_data (call->message, call);
  if (call->stream != NULL)
    troupe_http_close (g_object_ref (call->session), g_steal_pointer (&call->message),
                       g_steal_pointer (&call->stream), cancellable);
  else if (call->owner == NULL && call->session != NULL)
    troupe_http_close (g_object_ref (call->session), g_steal_pointer (&call->message), NULL, NULL);
  g_clear_object (&call->message);
  if (call->owner == NULL)
    g_clear_object (&call->session);
}

static void
call_free (gpointer data)
{
  Call *call = data;

  stop (&call->deadline);
  stop (&call->total);
  stop (&call->whole);
  g_assert (call->message == NULL && call->stream == NULL);
  g_clear_object (&call->cancellable);
  if (call->session != NULL)
    troupe_http_shards_give (call->owner, g_steal_pointer (&call->session));
  g_clear_object (&call->owner);
  g_clear_pointer (&call->uri, g_uri_unref);
  g_clear_pointer (&call->body, g_bytes_unref);
  g_strfreev (call->headers);
  g_strfreev (call->secret_headers);
  g_free (call->buffer);
  g_free (call->method);
  g_free (call->type);
  g_free (call->accept);
  g_free (call->refusal);
  g_free (call);
}

/* --- Completion ------------------------------------------------------------------------------- */

/* @error: (transfer full) (nullable) */
static void
finish (GTask *task, GError *error)
{
  Call *call = g_task_get_task_data (task);

  g_assert (G_IS_TASK (task));

  stop (&call->total);
  stop (&call->whole);
  if (call->cancelled_id != 0)
    g_cancellable_disconnect (g_task_get_cancellable (task), call->cancelled_id);
  call->cancelled_id = 0;

  /* Aborts pending operations on the socket and closes the connection. */
  if (error != NULL || call->stream == NULL)
    g_cancellable_cancel (call->cancellable);
  end_hop (call, error != NULL ? call->cancellable : NULL);

  if (error != NULL)
    g_task_return_error (task, error);
  else
    g_task_return_boolean (task, TRUE);
  g_object_unref (task);
}

static TroupeHttpError
classify (Call *call, const GError *cause)
{
  g_assert (call != NULL);

  if (call->is_refused || (call->listener->connect != NULL &&
                           g_error_matches (cause, G_IO_ERROR, G_IO_ERROR_PERMISSION_DENIED)))
    return TROUPE_HTTP_ERROR_ADDRESS;
  if (call->is_too_long)
    return TROUPE_HTTP_ERROR_TOTAL_TIMEOUT;
  if (call->is_overdue)
    return call->stage == STAGE_CONNECTING ? TROUPE_HTTP_ERROR_CONNECT_TIMEOUT
           : call->stage == STAGE_SENT     ? TROUPE_HTTP_ERROR_ANSWER_TIMEOUT
                                           : TROUPE_HTTP_ERROR_IDLE_TIMEOUT;
  if (cause->domain == G_RESOLVER_ERROR)
    return g_error_matches (cause, G_RESOLVER_ERROR, G_RESOLVER_ERROR_TEMPORARY_FAILURE)
               ? TROUPE_HTTP_ERROR_LOOKUP_FAILED
               : TROUPE_HTTP_ERROR_LOOKUP;
  if (cause->domain == G_TLS_ERROR)
    return g_error_matches (cause, G_TLS_ERROR, G_TLS_ERROR_BAD_CERTIFICATE)
               ? TROUPE_HTTP_ERROR_CERTIFICATE
               : TROUPE_HTTP_ERROR_TLS;
  if (cause->domain == SOUP_SESSION_ERROR)
    return TROUPE_HTTP_ERROR_INVALID;
  if (call->stream != NULL)
    return TROUPE_HTTP_ERROR_CUT;
  return call->stage == STAGE_SENT ? TROUPE_HTTP_ERROR_NO_ANSWER : TROUPE_HTTP_ERROR_UNREACHABLE;
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
  else if (call->is_ending)
    finish (task, NULL);
  else
    finish (task, g_error_new_literal (TROUPE_HTTP_ERROR, (int) classify (call, owned),
                                       call->refusal != NULL ? call->refusal
                                       : call->is_refused    ? _ ("its address is not permitted")
                                       : call->is_too_long || call->is_overdue
                                           ? _ ("it did not answer in time")
                                           : owned->message));
}

/* --- Deadlines and cancellation --------------------------------------------------------------- */

static void arm (Call *call);

static gboolean
deadline_cb (gpointer user_data)
{
  Call *call = user_data;

  g_clear_pointer (&call->deadline, g_source_unref);
  /* The deadline has been extended. */
  if (g_get_monotonic_time () < call->due_us)
    {
      arm (call);
      return G_SOURCE_REMOVE;
    }
  call->is_overdue = TRUE;
  g_cancellable_cancel (call->cancellable);

  return G_SOURCE_REMOVE;
}

static gboolean
total_cb (gpointer user_data)
{
  Call *call = user_data;

  call->is_too_long = TRUE;
  stop (&call->total);
  stop (&call->whole);
  g_cancellable_cancel (call->cancellable);

  return G_SOURCE_REMOVE;
}

static GSource *
start_total (Call *call, guint milliseconds)
{
  GSource *source = g_timeout_source_new (milliseconds);

  g_assert (call != NULL);

  g_source_set_static_name (source, "troupe-http-call total");
  g_source_set_callback (source, total_cb, call, NULL);
  g_source_attach (source, g_main_context_get_thread_default ());
  return source;
}

static void
arm (Call *call)
{
  const gint64 left_us = MAX (call->due_us - g_get_monotonic_time (), 0);

  g_assert (call != NULL);

  call->deadline = g_timeout_source_new ((guint) ((left_us + 999) / 1000));
  g_source_set_static_name (call->deadline, "troupe-http-call deadline");
  g_source_set_callback (call->deadline, deadline_cb, call, NULL);
  g_source_attach (call->deadline, g_main_context_get_thread_default ());
}

/* Sets the stage and its deadline; 0 for none. Each chunk of a stream extends the deadline. A timeout source
 * that is ready earlier is kept, and checks the time again when it is dispatched. */
static void
enter (Call *call, Stage stage, guint milliseconds)
{
  g_assert (call != NULL);

  call->stage = stage;
  if (milliseconds == 0)
    {
      stop (&call->deadline);
      return;
    }
  call->due_us = g_get_monotonic_time () + milliseconds * (gint64) 1000;
  if (call->deadline != NULL && g_source_get_ready_time (call->deadline) <= call->due_us)
    return;
  stop (&call->deadline);
  arm (call);
}

/* Returns whether anything may be sent through a connection. */
static gboolean
may_use (Call *call, GIOStream *connection)
{
  char *reason = NULL;

  g_assert (call != NULL);

  if (call->listener->may_use != NULL)
    return call->listener->may_use (connection, call->listener_data);
  if (call->is_of_user ||
      troupe_http_hosts_may_use (g_uri_get_host (call->uri), connection, &reason))
    return TRUE;
  g_free (call->refusal);
  call->refusal = reason;
  return FALSE;
}

static void
network_event_cb (SoupMessage *message,
                  GSocketClientEvent event,
                  GIOStream *connection,
                  gpointer user_data)
{
  Call *call = user_data;

  g_assert (SOUP_IS_MESSAGE (message));

  /* The connect timeout does not include waiting for a free connection. */
  if (call->stage == STAGE_WAITING)
    enter (call, STAGE_CONNECTING, call->connect_ms);
  if ((event != G_SOCKET_CLIENT_CONNECTING && event != G_SOCKET_CLIENT_CONNECTED) ||
      may_use (call, connection))
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

  enter (call, STAGE_SENT, call->first_byte_ms);
}

/* --- Response --------------------------------------------------------------------------------- */

static GError *
make_too_large (void)
{
  return g_error_new_literal (TROUPE_HTTP_ERROR, TROUPE_HTTP_ERROR_TOO_LARGE,
                              _ ("the answer is too large"));
}

/* Handles the result of a read. @error: (transfer full) (nullable): set if @n_read is negative.
 * Returns TRUE if more data may follow, and FALSE if the call has finished. */
static gboolean
take_bytes (GTask *task, const char *bytes, gssize n_read, GError *error)
{
  Call *call = g_task_get_task_data (task);

  g_assert (G_IS_TASK (task));

  if (n_read < 0)
    {
      fail (task, error);
      return FALSE;
    }
  if (n_read == 0)
    {
      /* With `Connection: close` libsoup considers a truncated body complete. */
      if (call->n_received < call->n_announced)
        fail (task, g_error_new_literal (G_IO_ERROR, G_IO_ERROR_PARTIAL_INPUT,
                                         _ ("it is shorter than announced by the server")));
      else
        finish (task, NULL);
      return FALSE;
    }

  call->n_received += (gsize) n_read;
  if (call->limit > 0 && call->n_received > call->limit)
    {
      finish (task, make_too_large ());
      return FALSE;
    }

  switch (call->listener->on_bytes (bytes, (gsize) n_read, call->listener_data, &error))
    {
    case TROUPE_HTTP_FAILED:
      finish (task, error);
      return FALSE;
    case TROUPE_HTTP_ENOUGH:
      finish (task, NULL);
      return FALSE;
    case TROUPE_HTTP_ENDING:
      call->is_ending = TRUE;
      break;
    case TROUPE_HTTP_MORE:
    default:
      break;
    }
  return TRUE;
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

  if (take_bytes (task, call->buffer, n_read, error))
    read_more (task);
}

/* Reads what is already available. Most responses have completely arrived with their headers.
 * Reading them at once saves a main loop iteration for each chunk and one for the end, each of
 * which checks all sources. This is not done for HTTP/2, because the main loop feeds its
 * streams. Returns FALSE if the call has finished. */
static gboolean
read_now (GTask *task)
{
  Call *call = g_task_get_task_data (task);
  char buffer[BUFFER_SIZE];

  g_assert (G_IS_TASK (task));

  if (!G_IS_POLLABLE_INPUT_STREAM (call->stream) ||
      !g_pollable_input_stream_can_poll (G_POLLABLE_INPUT_STREAM (call->stream)) ||
      soup_message_get_http_version (call->message) > SOUP_HTTP_1_1)
    return TRUE;
  for (guint i = 0; i < MOST_AT_ONCE; i++)
    {
      GError *error = NULL;
      const gssize n_read =
          g_pollable_input_stream_read_nonblocking (G_POLLABLE_INPUT_STREAM (call->stream), buffer,
                                                    sizeof buffer, call->cancellable, &error);

      if (g_error_matches (error, G_IO_ERROR, G_IO_ERROR_WOULD_BLOCK))
        {
          g_clear_error (&error);
          return TRUE;
        }
      if (!take_bytes (task, buffer, n_read, error))
        return FALSE;
    }
  return TRUE;
}

static void
read_more (GTask *task)
{
  Call *call = g_task_get_task_data (task);

  g_assert (G_IS_TASK (task));

  if (!read_now (task))
    return;
  if (call->n_received > 0)
    enter (call, STAGE_READING, call->is_ending ? TAIL_MS : call->idle_ms);
  /* The idle timeout does not apply to a server that slowly sends single bytes. */
  if (call->total == NULL && call->total_ms > 0 && !call->is_too_long)
    call->total = start_total (call, call->total_ms);
  if (call->buffer == NULL)
    call->buffer = g_malloc (BUFFER_SIZE);
  g_input_stream_read_async (call->stream, call->buffer, BUFFER_SIZE, G_PRIORITY_DEFAULT,
                             call->cancellable, read_cb, task);
}

/* --- Redirects -------------------------------------------------------------------------------- */

gboolean
troupe_http_is_web_address (GUri *uri)
{
  g_return_val_if_fail (uri != NULL, FALSE);

  return (g_str_equal (g_uri_get_scheme (uri), "http") ||
          g_str_equal (g_uri_get_scheme (uri), "https")) &&
         troupe_uri_has_plain_host (uri);
}

gboolean
troupe_http_is_same_origin (GUri *a, GUri *b)
{
  g_autofree char *first = troupe_uri_describe_host (a);
  g_autofree char *second = troupe_uri_describe_host (b);

  return g_str_equal (g_uri_get_scheme (a), g_uri_get_scheme (b)) &&
         g_ascii_strcasecmp (first, second) == 0;
}

static gboolean
check_target (GUri *from, GUri *target, GError **error)
{
  if (troupe_http_is_web_address (target) && (!g_str_equal (g_uri_get_scheme (from), "https") ||
                                              g_str_equal (g_uri_get_scheme (target), "https")))
    return TRUE;
  g_set_error_literal (error, TROUPE_HTTP_ERROR, TROUPE_HTTP_ERROR_REDIRECT,
                       _ ("it redirects to a URL that is not valid or less secure"));
  return FALSE;
}

GUri *
troupe_http_parse_redirect (GUri *from, const char *location, GError **error)
{
  g_autoptr (GUri) target = NULL;

  g_return_val_if_fail (from != NULL && location != NULL, NULL);

  target = g_uri_parse_relative (from, location, SOUP_HTTP_URI_FLAGS, NULL);
  if (target != NULL)
    return check_target (from, target, error) ? g_steal_pointer (&target) : NULL;
  g_set_error_literal (error, TROUPE_HTTP_ERROR, TROUPE_HTTP_ERROR_REDIRECT,
                       _ ("it redirects to a URL that is not valid or less secure"));
  return NULL;
}

/* Returns whether the response is a redirect that was followed or ended the call. The secret
 * headers are not sent any more after the origin has changed, not even if a later redirect changes
 * it back. */
static gboolean
follow_redirect (GTask *task)
{
  Call *call = g_task_get_task_data (task);
  const guint status = soup_message_get_status (call->message);
  const char *location =
      soup_message_headers_get_one (soup_message_get_response_headers (call->message), "Location");
  g_autoptr (GUri) target = NULL;
  GError *error = NULL;

  g_assert (G_IS_TASK (task));

  if (call->listener->redirect == NULL || location == NULL ||
      (status != 301 && status != 302 && status != 303 && status != 307 && status != 308))
    return FALSE;
  if (call->n_redirects == MOST_REDIRECTS)
    error = g_error_new_literal (TROUPE_HTTP_ERROR, TROUPE_HTTP_ERROR_REDIRECTS,
                                 _ ("it redirects too often"));
  else
    target = call->listener->redirect (call->uri, location, status, call->listener_data, &error);
  if (target != NULL && !check_target (call->uri, target, &error))
    g_clear_pointer (&target, g_uri_unref);
  if (error != NULL)
    {
      finish (task, error);
      return TRUE;
    }
  if (target == NULL)
    return FALSE;

  call->n_redirects++;
  if (!troupe_http_is_same_origin (call->uri, target))
    g_clear_pointer (&call->secret_headers, g_strfreev);
  g_uri_unref (call->uri);
  call->uri = g_steal_pointer (&target);
  end_hop (call, call->cancellable);
  send_message (task);
  return TRUE;
}

static void
sent_cb (GObject *object, GAsyncResult *result, gpointer user_data)
{
  GTask *task = user_data;
  Call *call = g_task_get_task_data (task);
  GError *error = NULL;

  g_assert (G_IS_ASYNC_RESULT (result));
  g_assert (G_IS_TASK (task));

  /* The call may be cancelled after the stream was created. The task would then free the stream
   * after the message, although libsoup accesses the message when the stream is closed.
   * Therefore get the stream anyway, so that finish() closes it in the correct order. */
  if (G_IS_TASK (result))
    g_task_set_check_cancellable (G_TASK (result), FALSE);
  call->stream = soup_session_send_finish (SOUP_SESSION (object), result, &error);
  if (call->stream == NULL || g_cancellable_set_error_if_cancelled (call->cancellable, &error))
    fail (task, error);
  else if (!follow_redirect (task))
    {
      SoupMessageHeaders *headers = soup_message_get_response_headers (call->message);
      const guint status = soup_message_get_status (call->message);
      const char *packing = soup_message_headers_get_list (headers, "Content-Encoding");

      /* Reads the body, unless the headers show that it cannot be processed. Decompressing
       * nested encodings could take unlimited time for little data. */
      if (call->accepts_compressed && packing != NULL && strchr (packing, ',') != NULL)
        {
          finish (task, g_error_new_literal (TROUPE_HTTP_ERROR, TROUPE_HTTP_ERROR_COMPRESSION,
                                             _ ("the answer is compressed more than once")));
          return;
        }
      /* The length of a compressed body is not that of its content, and a 304 may have the length of
       * the body that it does not send. */
      if ((packing == NULL || !call->accepts_compressed) && status != SOUP_STATUS_NO_CONTENT &&
          status != SOUP_STATUS_NOT_MODIFIED &&
          soup_message_headers_get_encoding (headers) == SOUP_ENCODING_CONTENT_LENGTH)
        call->n_announced = (gsize) MAX (soup_message_headers_get_content_length (headers), 0);
      if (call->limit > 0 && call->n_announced > call->limit)
        {
          finish (task, make_too_large ());
          return;
        }
      call->listener->on_response (call->message, call->listener_data);
      read_more (task);
    }
}

/* --- Request ---------------------------------------------------------------------------------- */

/* Returns a session for one request. (transfer full) */
static SoupSession *
make_session (Call *call)
{
  g_autoptr (GSocketConnectable) address = NULL;
  SoupSession *session;

  g_assert (call != NULL);

  if (call->listener->connect != NULL)
    address = call->listener->connect (call->uri, call->listener_data);
  session = address != NULL ? soup_session_new_with_options ("remote-connectable", address,
                                                             "proxy-resolver", NULL, NULL)
                            : soup_session_new ();
  soup_session_set_user_agent (session, USER_AGENT);
  return session;
}

/* libsoup uses a new connection for each POST unless the message is idempotent, and connecting
 * takes most of the time. This is not changed for TLS, because HTTP/2 would send calls of many
 * runs through one connection, and all of them would fail if it fails. */
static SoupMessageFlags
get_flags (Call *call)
{
  const SoupMessageFlags flags = SOUP_MESSAGE_NO_REDIRECT | SOUP_MESSAGE_DO_NOT_USE_AUTH_CACHE;

  return call->keeps_connection && g_str_equal (g_uri_get_scheme (call->uri), "http")
             ? flags | SOUP_MESSAGE_IDEMPOTENT
             : flags;
}

static void
add_headers (SoupMessageHeaders *headers, char **added)
{
  for (guint i = 0; added != NULL && added[i] != NULL; i += 2)
    soup_message_headers_replace (headers, added[i], added[i + 1]);
}

static void
send_message (GTask *task)
{
  Call *call = g_task_get_task_data (task);
  SoupMessageHeaders *headers;

  g_assert (G_IS_TASK (task));

  call->stage = STAGE_WAITING;
  if (call->session == NULL)
    {
      call->session = make_session (call);
      enter (call, STAGE_CONNECTING, call->connect_ms);
    }
  call->message = soup_message_new_from_uri (call->method, call->uri);
  soup_message_set_flags (call->message, get_flags (call));
  if (call->body != NULL)
    soup_message_set_request_body_from_bytes (
        call->message, call->type != NULL ? call->type : "application/json", call->body);
  headers = soup_message_get_request_headers (call->message);
  if (call->accept != NULL)
    soup_message_headers_replace (headers, "Accept", call->accept);
  /* Content decoding would delay chunks, and could produce more data than was sent. */
  if (!call->accepts_compressed)
    soup_message_headers_replace (headers, "Accept-Encoding", "identity");
  add_headers (headers, call->headers);
  add_headers (headers, call->secret_headers);

  g_signal_connect (call->message, "network-event", G_CALLBACK (network_event_cb), call);
  g_signal_connect (call->message, "starting", G_CALLBACK (starting_cb), call);
  soup_session_send_async (call->session, call->message, G_PRIORITY_DEFAULT, call->cancellable,
                           sent_cb, task);
}

void
troupe_http_call_async (SoupSession *session,
                        const TroupeHttpRequest *request,
                        const TroupeHttpListener *listener,
                        gpointer listener_data,
                        GCancellable *cancellable,
                        GAsyncReadyCallback callback,
                        gpointer user_data)
{
  GTask *task = NULL;
  Call *call = NULL;

  g_return_if_fail (session == NULL || SOUP_IS_SESSION (session));
  g_return_if_fail (request != NULL && request->uri != NULL && listener != NULL);
  g_return_if_fail (session == NULL || listener->connect == NULL);

  task = g_task_new (session, cancellable, callback, user_data);
  call = g_new0 (Call, 1);
  g_task_set_source_tag (task, troupe_http_call_async);
  g_task_set_task_data (task, call, call_free);
  call->owner = session != NULL ? g_object_ref (session) : NULL;
  call->method = g_strdup (request->method != NULL ? request->method
                           : request->body != NULL ? SOUP_METHOD_POST
                                                   : SOUP_METHOD_GET);
  call->uri = g_uri_ref (request->uri);
  call->accept = g_strdup (request->accept);
  call->body = request->body != NULL ? g_bytes_ref (request->body) : NULL;
  call->type = g_strdup (request->type);
  call->headers = g_strdupv ((char **) request->headers);
  call->secret_headers = g_strdupv ((char **) request->secret_headers);
  call->accepts_compressed = request->accepts_compressed;
  call->keeps_connection = request->keeps_connection;
  call->is_of_user = request->is_of_user;
  call->limit = request->limit;
  call->connect_ms = request->connect_ms;
  call->first_byte_ms = request->first_byte_ms;
  call->idle_ms = request->idle_ms;
  call->total_ms = request->total_ms;
  call->listener = listener;
  call->listener_data = listener_data;
  call->cancellable = g_cancellable_new ();

  if (g_task_return_error_if_cancelled (task))
    {
      g_object_unref (task);
      return;
    }
  if (!troupe_http_is_web_address (call->uri))
    {
      g_task_return_new_error (task, TROUPE_HTTP_ERROR, TROUPE_HTTP_ERROR_UNREACHABLE, "%s",
                               _ ("its URL is not valid"));
      g_object_unref (task);
      return;
    }

  if (session != NULL)
    call->session = troupe_http_shards_take (session);
  if (cancellable != NULL)
    call->cancelled_id = troupe_cancel_follow (cancellable, call->cancellable);
  if (request->call_ms > 0)
    call->whole = start_total (call, request->call_ms);
  send_message (task);
}

gboolean
troupe_http_call_finish (GAsyncResult *result, GError **error)
{
  g_return_val_if_fail (G_IS_TASK (result), FALSE);

  return g_task_propagate_boolean (G_TASK (result), error);
}
