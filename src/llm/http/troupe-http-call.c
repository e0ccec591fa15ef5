/* troupe-http-call.c: HTTP POST with deadlines, redirects and a streamed response body
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#define G_LOG_DOMAIN "troupe-http-call"

#include "config.h"

#include <glib/gi18n.h>
#include <string.h>

#include "troupe-cancel.h"
#include "troupe-clock.h"
#include "troupe-http-call.h"
#include "troupe-http-close.h"
#include "troupe-http-shards.h"
#include "troupe-limits.h"
#include "troupe-llm-error.h"
#include "troupe-sanitize-text.h"

#define MOST_REDIRECTS 5
#define TAIL_MS 5000
#define BUFFER_SIZE 16384
/* Maximum number of reads of a call per main loop iteration. */
#define MOST_AT_ONCE 8

typedef enum
{
  STAGE_WAITING, /* for a free connection of the session */
  STAGE_CONNECTING,
  STAGE_SENT, /* until the first byte of the body */
  STAGE_READING,
} Stage;

typedef struct
{
  SoupSession *owner;   /* session of the caller */
  SoupSession *session; /* session whose connections it uses */
  GBytes *body;
  char *type; /* (nullable) */
  char *accept;
  char **secret_headers; /* (nullable) */
  guint connect_ms;
  guint first_byte_ms;
  guint idle_ms;
  guint total_ms;
  const TroupeHttpListener *listener;
  gpointer listener_data;

  GUri *uri;
  SoupMessage *message;
  GInputStream *stream;
  GCancellable *cancellable; /* own; cancelled by the caller or the deadline */
  gulong cancelled_id;
  GSource *deadline;
  gint64 due_us;  /* current deadline; may be after the source's ready time */
  GSource *total; /* (nullable): deadline of the whole body */
  gboolean is_too_long;
  Stage stage;
  guint deadline_ms; /* expired deadline, else 0 */
  guint n_redirects;
  gsize n_received;
  gsize n_announced; /* content length; 0 if unknown */
  gboolean is_ending;
  char *buffer; /* (nullable): allocated for reading only, because calls mostly wait */
} Call;

static void send_message (GTask *task);
static void read_more (GTask *task);

static void
stop_deadline (Call *call)
{
  g_assert (call != NULL);

  if (call->deadline == NULL)
    return;

  g_source_destroy (call->deadline);
  g_clear_pointer (&call->deadline, g_source_unref);
}

static void
stop_total (Call *call)
{
  g_assert (call != NULL);

  if (call->total == NULL)
    return;

  g_source_destroy (call->total);
  g_clear_pointer (&call->total, g_source_unref);
}

static void
drop_message (Call *call)
{
  g_assert (call != NULL);

  if (call->message == NULL)
    return;

  g_signal_handlers_disconnect_by_data (call->message, call);
  g_clear_object (&call->message);
}

static void
call_free (gpointer data)
{
  Call *call = data;

  stop_deadline (call);
  stop_total (call);
  drop_message (call);
  g_clear_object (&call->stream);
  g_clear_object (&call->cancellable);
  if (call->session != NULL)
    troupe_http_shards_give (call->owner, g_steal_pointer (&call->session));
  g_clear_object (&call->owner);
  g_clear_pointer (&call->uri, g_uri_unref);
  g_clear_pointer (&call->body, g_bytes_unref);
  g_free (call->buffer);
  g_free (call->type);
  g_free (call->accept);
  g_strfreev (call->secret_headers);
  g_free (call);
}

/* --- Completion ------------------------------------------------------------------------------- */

/* Closes the stream. @cancellable: (nullable): already cancelled if the rest of the stream is
 * not needed */
static void
close_stream (Call *call, GCancellable *cancellable)
{
  g_assert (call != NULL);

  if (call->stream != NULL)
    troupe_http_close (g_object_ref (call->session),
                       call->message != NULL ? g_object_ref (call->message) : NULL,
                       g_steal_pointer (&call->stream), cancellable);
}

static void
finish (GTask *task, GError *error)
{
  Call *call = g_task_get_task_data (task);
  GCancellable *outer = g_task_get_cancellable (task);

  g_assert (G_IS_TASK (task));

  stop_deadline (call);
  stop_total (call);
  if (call->cancelled_id != 0)
    g_cancellable_disconnect (outer, call->cancelled_id);
  call->cancelled_id = 0;

  /* Aborts pending operations on the socket and closes the connection. */
  if (error != NULL || call->stream == NULL)
    g_cancellable_cancel (call->cancellable);
  close_stream (call, error != NULL ? call->cancellable : NULL);
  drop_message (call);

  if (error != NULL)
    g_task_return_error (task, error);
  else
    g_task_return_boolean (task, TRUE);
  g_object_unref (task);
}

static GError *
make_timeout_error (Call *call, const char *host)
{
  g_autofree char *time = troupe_duration_format ((double) call->deadline_ms / 1000.0);
  GError *error;

  g_assert (call != NULL);

  if (call->stage == STAGE_CONNECTING)
    error = troupe_llm_error_new (
        TROUPE_LLM_ERROR_TIMEOUT,
        /* Translators: first %s is a host, second %s a time such as “30 seconds” */
        _ ("Could not connect to %s within %s. Check the URL and the network."), host, time);
  else if (call->stage == STAGE_SENT)
    error = troupe_llm_error_new (
        TROUPE_LLM_ERROR_TIMEOUT,
        _ ("The server at %s did not answer within %s. Try again later, or set a longer "
           "“first_byte_timeout”."),
        host, time);
  else
    error = troupe_llm_error_new (
        TROUPE_LLM_ERROR_TIMEOUT,
        _ ("The server at %s stopped sending its answer for %s. Try again later."), host, time);
  troupe_llm_error_set_retry (error, -1, TRUE);

  return error;
}

/* Returns the error message for @cause at the current stage. */
static GError *
translate_error (Call *call, const GError *cause)
{
  g_autofree char *host = troupe_uri_describe_host (call->uri);
  GError *error;

  g_assert (call != NULL);

  if (call->is_too_long)
    {
      g_autofree char *time = troupe_duration_format ((double) call->total_ms / 1000.0);

      return troupe_llm_error_new (
          TROUPE_LLM_ERROR_TIMEOUT,
          /* Translators: first %s is a host, second %s a time such as “30 seconds” */
          _ ("The server at %s did not finish its answer within %s. Ask for a shorter answer, or "
             "set a longer “total_timeout”."),
          host, time);
    }
  if (call->deadline_ms != 0)
    return make_timeout_error (call, host);

  if (cause->domain == G_RESOLVER_ERROR)
    {
      error = troupe_llm_error_new (
          TROUPE_LLM_ERROR_UNREACHABLE,
          _ ("Could not find the server %s (%s). Check the URL and the network."), host,
          cause->message);
      troupe_llm_error_set_retry (
          error, -1, g_error_matches (cause, G_RESOLVER_ERROR, G_RESOLVER_ERROR_TEMPORARY_FAILURE));
      return error;
    }

  if (cause->domain == G_TLS_ERROR)
    {
      error = troupe_llm_error_new (TROUPE_LLM_ERROR_UNREACHABLE,
                                    _ ("Could not establish a secure connection to %s (%s). Check "
                                       "the URL and the clock of this computer."),
                                    host, cause->message);
      troupe_llm_error_set_retry (
          error, -1, !g_error_matches (cause, G_TLS_ERROR, G_TLS_ERROR_BAD_CERTIFICATE));
      return error;
    }

  if (cause->domain == SOUP_SESSION_ERROR)
    return troupe_llm_error_new (
        TROUPE_LLM_ERROR_INVALID,
        _ ("The server at %s sent an invalid HTTP response (%s). Check the URL."), host,
        cause->message);

  if (call->stream != NULL)
    error = troupe_llm_error_new (
        TROUPE_LLM_ERROR_CUT,
        _ ("The connection to %s was lost before the answer was complete (%s). Try again."), host,
        cause->message);
  else if (call->stage == STAGE_SENT)
    error = troupe_llm_error_new (
        TROUPE_LLM_ERROR_UNREACHABLE,
        _ ("The server at %s closed the connection without answering (%s). Try again later."), host,
        cause->message);
  else
    error = troupe_llm_error_new (TROUPE_LLM_ERROR_UNREACHABLE,
                                  _ ("Could not reach the server at %s (%s). Check that it is "
                                     "running and that the URL is correct."),
                                  host, cause->message);
  troupe_llm_error_set_retry (error, -1, TRUE);

  return error;
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
    finish (task, translate_error (call, owned));
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
  call->deadline_ms = call->stage == STAGE_CONNECTING ? call->connect_ms
                      : call->stage == STAGE_SENT     ? call->first_byte_ms
                      : call->is_ending               ? TAIL_MS
                                                      : call->idle_ms;
  g_cancellable_cancel (call->cancellable);

  return G_SOURCE_REMOVE;
}

static gboolean
total_cb (gpointer user_data)
{
  Call *call = user_data;

  call->is_too_long = TRUE;
  g_clear_pointer (&call->total, g_source_unref);
  g_cancellable_cancel (call->cancellable);

  return G_SOURCE_REMOVE;
}

/* Limits the time for the complete body, because the idle timeout does not apply to a server
 * that slowly sends single bytes. */
static void
limit_total (Call *call)
{
  g_assert (call != NULL);

  call->total = g_timeout_source_new (call->total_ms);
  g_source_set_static_name (call->total, "troupe-http-call total");
  g_source_set_callback (call->total, total_cb, call, NULL);
  g_source_attach (call->total, g_main_context_get_thread_default ());
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

/* Sets the stage and its deadline. Each chunk of a stream extends the deadline. A timeout source
 * that is ready earlier is kept, and checks the time again when it is dispatched. */
static void
enter (Call *call, Stage stage, guint milliseconds)
{
  g_assert (call != NULL);

  call->stage = stage;
  call->due_us = g_get_monotonic_time () + milliseconds * (gint64) 1000;
  if (call->deadline != NULL && g_source_get_ready_time (call->deadline) <= call->due_us)
    return;
  stop_deadline (call);
  arm (call);
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
}

static void
starting_cb (SoupMessage *message, gpointer user_data)
{
  Call *call = user_data;

  g_assert (SOUP_IS_MESSAGE (message));

  enter (call, STAGE_SENT, call->first_byte_ms);
}

/* --- Response --------------------------------------------------------------------------------- */

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
  if (call->n_received > TROUPE_LIMIT_SSE_TOTAL)
    {
      finish (task, troupe_llm_error_new_too_large (TROUPE_LIMIT_SSE_TOTAL));
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
  if (call->total == NULL && !call->is_too_long)
    limit_total (call);
  if (call->buffer == NULL)
    call->buffer = g_malloc (BUFFER_SIZE);
  g_input_stream_read_async (call->stream, call->buffer, BUFFER_SIZE, G_PRIORITY_DEFAULT,
                             call->cancellable, read_cb, task);
}

static gboolean
is_same_origin (GUri *a, GUri *b)
{
  return g_str_equal (g_uri_get_scheme (a), g_uri_get_scheme (b)) &&
         g_ascii_strcasecmp (g_uri_get_host (a), g_uri_get_host (b)) == 0 &&
         g_uri_get_port (a) == g_uri_get_port (b);
}

static gboolean
is_web_address (GUri *uri)
{
  return (g_str_equal (g_uri_get_scheme (uri), "http") ||
          g_str_equal (g_uri_get_scheme (uri), "https")) &&
         troupe_uri_has_plain_host (uri);
}

/* Follows a redirect with the same POST request. Redirects to other hosts are refused, because
 * the user consented to this host only. The key is not sent after the origin has changed, not
 * even if a later redirect changes it back. */
static void
redirect (GTask *task, const char *location)
{
  Call *call = g_task_get_task_data (task);
  g_autoptr (GUri) target = g_uri_parse_relative (call->uri, location, SOUP_HTTP_URI_FLAGS, NULL);
  g_autofree char *host = troupe_uri_describe_host (call->uri);
  g_autofree char *goal = NULL;

  g_assert (G_IS_TASK (task));

  if (target == NULL || !is_web_address (target) || ++call->n_redirects > MOST_REDIRECTS ||
      (g_str_equal (g_uri_get_scheme (call->uri), "https") &&
       g_str_equal (g_uri_get_scheme (target), "http")))
    {
      finish (task,
              troupe_llm_error_new (
                  TROUPE_LLM_ERROR_INVALID,
                  _ ("The redirect of the server at %s could not be followed. Check the URL."),
                  host));
      return;
    }

  goal = troupe_uri_describe_host (target);
  if (g_ascii_strcasecmp (goal, host) != 0)
    {
      finish (task, troupe_llm_error_new (
                        TROUPE_LLM_ERROR_INVALID,
                        /* Translators: two host names */
                        _ ("The server at %s redirects to another server, %s, which was not "
                           "contacted. If this is intended, set its URL as “base_url”."),
                        host, goal));
      return;
    }

  if (!is_same_origin (call->uri, target))
    g_clear_pointer (&call->secret_headers, g_strfreev);
  g_uri_unref (call->uri);
  call->uri = g_steal_pointer (&target);
  close_stream (call, call->cancellable);
  drop_message (call);
  send_message (task);
}

static void
sent_cb (GObject *object, GAsyncResult *result, gpointer user_data)
{
  GTask *task = user_data;
  Call *call = g_task_get_task_data (task);
  GError *error = NULL;
  SoupMessageHeaders *headers;
  const char *location;
  guint status;

  g_assert (G_IS_ASYNC_RESULT (result));
  g_assert (G_IS_TASK (task));

  /* The call may be cancelled after the stream was created. The task would then free the stream
   * after the message, although libsoup accesses the message when the stream is closed.
   * Therefore get the stream anyway, so that finish() closes it in the correct order. */
  if (G_IS_TASK (result))
    g_task_set_check_cancellable (G_TASK (result), FALSE);
  call->stream = soup_session_send_finish (SOUP_SESSION (object), result, &error);
  if (call->stream == NULL || g_cancellable_set_error_if_cancelled (call->cancellable, &error))
    {
      fail (task, error);
      return;
    }

  status = soup_message_get_status (call->message);
  headers = soup_message_get_response_headers (call->message);
  location = soup_message_headers_get_one (headers, "Location");
  if (location != NULL && (status == 301 || status == 302 || status == 307 || status == 308))
    {
      redirect (task, location);
      return;
    }

  if (soup_message_headers_get_encoding (headers) == SOUP_ENCODING_CONTENT_LENGTH)
    call->n_announced = (gsize) MAX (soup_message_headers_get_content_length (headers), 0);
  call->listener->on_response (status, headers, call->listener_data);
  read_more (task);
}

/* libsoup uses a new connection for each POST unless the message is idempotent, and connecting
 * takes most of the time. This is not changed for TLS, because HTTP/2 would send calls of many
 * runs through one connection, and all of them would fail if it fails. */
static SoupMessageFlags
get_flags (Call *call)
{
  const SoupMessageFlags flags = SOUP_MESSAGE_NO_REDIRECT | SOUP_MESSAGE_DO_NOT_USE_AUTH_CACHE;

  return g_str_equal (g_uri_get_scheme (call->uri), "http") ? flags | SOUP_MESSAGE_IDEMPOTENT
                                                            : flags;
}

static void
send_message (GTask *task)
{
  Call *call = g_task_get_task_data (task);
  SoupMessageHeaders *headers;

  g_assert (G_IS_TASK (task));

  call->stage = STAGE_WAITING;
  stop_deadline (call);
  call->message = soup_message_new_from_uri (SOUP_METHOD_POST, call->uri);
  soup_message_set_flags (call->message, get_flags (call));
  soup_message_set_request_body_from_bytes (
      call->message, call->type != NULL ? call->type : "application/json", call->body);
  headers = soup_message_get_request_headers (call->message);
  soup_message_headers_replace (headers, "Accept", call->accept);
  /* Content decoding would delay chunks, and could produce more data than was sent. */
  soup_message_headers_replace (headers, "Accept-Encoding", "identity");
  for (guint i = 0; call->secret_headers != NULL && call->secret_headers[i] != NULL; i += 2)
    soup_message_headers_replace (headers, call->secret_headers[i], call->secret_headers[i + 1]);

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
  GTask *task = g_task_new (session, cancellable, callback, user_data);
  Call *call = g_new0 (Call, 1);

  g_task_set_source_tag (task, troupe_http_call_async);
  g_task_set_task_data (task, call, call_free);
  call->owner = g_object_ref (session);
  call->session = troupe_http_shards_take (session);
  call->body = g_bytes_ref (request->body);
  call->type = g_strdup (request->type);
  call->accept = g_strdup (request->accept);
  call->secret_headers = g_strdupv ((char **) request->secret_headers);
  call->connect_ms = request->connect_ms;
  call->first_byte_ms = request->first_byte_ms;
  call->idle_ms = request->idle_ms;
  call->total_ms = request->total_ms;
  call->listener = listener;
  call->listener_data = listener_data;
  call->cancellable = g_cancellable_new ();
  call->uri = g_uri_parse (request->url, SOUP_HTTP_URI_FLAGS, NULL);

  if (g_task_return_error_if_cancelled (task))
    {
      g_object_unref (task);
      return;
    }
  if (call->uri == NULL || !is_web_address (call->uri))
    {
      g_task_return_error (task,
                           troupe_llm_error_new (TROUPE_LLM_ERROR_UNREACHABLE,
                                                 _ ("“%s” is not a valid URL. The URL of a model "
                                                    "server begins with https:// or http://."),
                                                 request->url));
      g_object_unref (task);
      return;
    }

  if (cancellable != NULL)
    call->cancelled_id = troupe_cancel_follow (cancellable, call->cancellable);
  send_message (task);
}

gboolean
troupe_http_call_finish (GAsyncResult *result, GError **error)
{
  return g_task_propagate_boolean (G_TASK (result), error);
}
