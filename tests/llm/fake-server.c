/* fake-server.c: HTTP server on the loopback interface that sends exactly the bytes of a test
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#include "config.h"

#include "fake-server.h"

#include <string.h>
#include <sys/socket.h>

struct _FakeServer
{
  GSocketService *service;
  GCancellable *cancellable;
  char *url;

  GMutex lock; /* each connection has its own thread */
  GCond changed;
  GPtrArray *replies;
  GPtrArray *requests;
  guint n_threads;
  gint64 gone_time;
};

static void
reply_free (gpointer data)
{
  FakeReply *reply = data;

  g_free (reply->text);
  g_free (reply);
}

/* Reads a request head and a body of the announced length. Returns NULL if the client
 * disconnects first. */
static char *
read_request (FakeServer *self, GInputStream *input)
{
  g_autoptr (GString) text = g_string_new (NULL);
  const char *end;
  gsize whole = 0;

  for (;;)
    {
      char buffer[4096];
      gssize n_read = g_input_stream_read (input, buffer, sizeof buffer, self->cancellable, NULL);

      if (n_read <= 0)
        return NULL;
      g_string_append_len (text, buffer, n_read);
      if (whole == 0 && (end = strstr (text->str, "\r\n\r\n")) != NULL)
        {
          const char *length = strstr (text->str, "Content-Length: ");

          whole = (gsize) (end - text->str) + 4;
          if (length != NULL)
            whole += g_ascii_strtoull (length + strlen ("Content-Length: "), NULL, 10);
        }
      if (whole != 0 && text->len >= whole)
        return g_strndup (text->str, text->len);
    }
}

static FakeReply *
take_request (FakeServer *self, char *request)
{
  FakeReply *reply;

  g_mutex_lock (&self->lock);
  reply = g_ptr_array_index (self->replies, MIN (self->requests->len, self->replies->len - 1));
  g_ptr_array_add (self->requests, request);
  g_mutex_unlock (&self->lock);

  return reply;
}

/* Waits @milliseconds or until the client disconnects. Returns FALSE if it has disconnected. */
static gboolean
wait_for_client (FakeServer *self, GSocket *socket, gint64 milliseconds)
{
  char byte;

  if (milliseconds >= 0 &&
      !g_socket_condition_timed_wait (socket, G_IO_IN | G_IO_HUP, milliseconds * 1000,
                                      self->cancellable, NULL))
    return !g_cancellable_is_cancelled (self->cancellable);

  while (g_socket_receive (socket, &byte, 1, self->cancellable, NULL) > 0)
    ;
  g_mutex_lock (&self->lock);
  self->gone_time = g_get_monotonic_time ();
  g_mutex_unlock (&self->lock);

  return FALSE;
}

static gboolean
serve (FakeServer *self, GSocketConnection *connection)
{
  GSocket *socket = g_socket_connection_get_socket (connection);
  GOutputStream *output = g_io_stream_get_output_stream (G_IO_STREAM (connection));
  char *request = read_request (self, g_io_stream_get_input_stream (G_IO_STREAM (connection)));
  gsize length, at = 0;
  FakeReply *reply;

  if (request == NULL)
    return FALSE;

  reply = take_request (self, request);
  if (reply->wait_ms > 0 && !wait_for_client (self, socket, reply->wait_ms))
    return FALSE;

  length = reply->length;
  while (at < length)
    {
      gsize n_bytes = reply->piece == 0 ? length : MIN (reply->piece, length - at);

      if (!g_output_stream_write_all (output, reply->text + at, n_bytes, NULL, self->cancellable,
                                      NULL))
        return FALSE;
      at += n_bytes;
      if (reply->piece != 0)
        g_usleep (200);
    }

  if (reply->end == FAKE_END_HOLD)
    wait_for_client (self, socket, -1);
  if (reply->end == FAKE_END_RESET)
    {
      struct linger linger = { 1, 0 };

      setsockopt (g_socket_get_fd (socket), SOL_SOCKET, SO_LINGER, &linger, sizeof linger);
    }

  return FALSE;
}

static gboolean
run_cb (GThreadedSocketService *service,
        GSocketConnection *connection,
        GObject *source,
        gpointer user_data)
{
  FakeServer *self = user_data;

  serve (self, connection);
  g_io_stream_close (G_IO_STREAM (connection), NULL, NULL);
  g_mutex_lock (&self->lock);
  self->n_threads--;
  g_cond_signal (&self->changed);
  g_mutex_unlock (&self->lock);

  return TRUE;
}

/* Counts the connection when it is accepted, because threads that have not started yet must also
 * be joined. */
static gboolean
incoming_cb (FakeServer *self)
{
  g_mutex_lock (&self->lock);
  self->n_threads++;
  g_mutex_unlock (&self->lock);

  return FALSE;
}

FakeServer *
fake_server_new (void)
{
  FakeServer *self = g_new0 (FakeServer, 1);
  g_autoptr (GInetAddress) loopback = g_inet_address_new_loopback (G_SOCKET_FAMILY_IPV4);
  g_autoptr (GSocketAddress) address = g_inet_socket_address_new (loopback, 0);
  g_autoptr (GSocketAddress) bound = NULL;
  g_autoptr (GError) error = NULL;

  g_mutex_init (&self->lock);
  g_cond_init (&self->changed);
  self->cancellable = g_cancellable_new ();
  self->replies = g_ptr_array_new_with_free_func (reply_free);
  self->requests = g_ptr_array_new_with_free_func (g_free);
  self->service = g_threaded_socket_service_new (300);
  g_socket_listener_add_address (G_SOCKET_LISTENER (self->service), address, G_SOCKET_TYPE_STREAM,
                                 G_SOCKET_PROTOCOL_TCP, NULL, &bound, &error);
  g_assert_no_error (error);
  self->url = g_strdup_printf ("http://127.0.0.1:%u/v1",
                               g_inet_socket_address_get_port (G_INET_SOCKET_ADDRESS (bound)));
  g_signal_connect_swapped (self->service, "incoming", G_CALLBACK (incoming_cb), self);
  g_signal_connect (self->service, "run", G_CALLBACK (run_cb), self);
  g_socket_service_start (self->service);

  return self;
}

void
fake_server_free (FakeServer *self)
{
  g_socket_service_stop (self->service);
  g_socket_listener_close (G_SOCKET_LISTENER (self->service));
  g_cancellable_cancel (self->cancellable);
  g_mutex_lock (&self->lock);
  while (self->n_threads > 0)
    g_cond_wait (&self->changed, &self->lock);
  g_mutex_unlock (&self->lock);

  g_clear_object (&self->service);
  g_clear_object (&self->cancellable);
  g_ptr_array_unref (self->replies);
  g_ptr_array_unref (self->requests);
  g_mutex_clear (&self->lock);
  g_cond_clear (&self->changed);
  g_free (self->url);
  g_free (self);
}

const char *
fake_server_get_url (FakeServer *self)
{
  return self->url;
}

static void
add_reply (FakeServer *self, FakeReply reply)
{
  g_mutex_lock (&self->lock);
  g_ptr_array_add (self->replies, g_memdup2 (&reply, sizeof reply));
  g_mutex_unlock (&self->lock);
}

void
fake_server_add (FakeServer *self, char *text, gsize piece, guint wait_ms, FakeEnd end)
{
  add_reply (self, (FakeReply){ text, strlen (text), piece, wait_ms, end });
}

void
fake_server_add_bytes (FakeServer *self, GByteArray *reply, FakeEnd end)
{
  gsize length;
  guint8 *bytes = g_byte_array_steal (reply, &length);

  g_byte_array_unref (reply);
  add_reply (self, (FakeReply){ (char *) bytes, length, 0, 0, end });
}

guint
fake_server_get_n_requests (FakeServer *self)
{
  guint n_requests;

  g_mutex_lock (&self->lock);
  n_requests = self->requests->len;
  g_mutex_unlock (&self->lock);

  return n_requests;
}

char *
fake_server_get_request (FakeServer *self, guint index)
{
  char *request;

  g_mutex_lock (&self->lock);
  g_assert_cmpuint (index, <, self->requests->len);
  request = g_strdup (g_ptr_array_index (self->requests, index));
  g_mutex_unlock (&self->lock);

  return request;
}

gint64
fake_server_get_gone_time (FakeServer *self)
{
  gint64 gone_time;

  g_mutex_lock (&self->lock);
  gone_time = self->gone_time;
  g_mutex_unlock (&self->lock);

  return gone_time;
}

char *
fake_reply (const char *status, const char *type, const char *headers, const char *body)
{
  return g_strdup_printf ("HTTP/1.1 %s\r\nContent-Type: %s\r\nContent-Length: %" G_GSIZE_FORMAT
                          "\r\nConnection: close\r\n%s\r\n%s",
                          status, type, strlen (body), headers != NULL ? headers : "", body);
}

char *
fake_stream (const char *const *words)
{
  g_autoptr (GString) body = g_string_new (": a comment\n\n");

  for (guint i = 0; words[i] != NULL; i++)
    g_string_append_printf (body,
                            "data: {\"model\":\"m-1\",\"choices\":[{\"index\":0,\"delta\":"
                            "{\"content\":\"%s\"},\"finish_reason\":null}]}\n\n",
                            words[i]);
  g_string_append (body,
                   "data: {\"choices\":[{\"index\":0,\"delta\":{},\"finish_reason\":\"stop\"}]}\n\n"
                   "data: {\"choices\":[],\"usage\":{\"prompt_tokens\":3,\"completion_tokens\":4,"
                   "\"total_tokens\":7,\"prompt_tokens_details\":{\"cached_tokens\":2},"
                   "\"completion_tokens_details\":{\"reasoning_tokens\":1}}}\n\n"
                   "data: [DONE]\n\n");

  return fake_reply ("200 OK", "text/event-stream", NULL, body->str);
}

char *
fake_json (const char *text)
{
  g_autofree char *body = g_strdup_printf (
      "{\"model\":\"m-1\",\"choices\":[{\"index\":0,\"message\":{\"role\":\"assistant\","
      "\"content\":\"%s\"},\"finish_reason\":\"stop\"}],\"usage\":{\"prompt_tokens\":3,"
      "\"completion_tokens\":4,\"total_tokens\":7}}",
      text);

  return fake_reply ("200 OK", "application/json", NULL, body);
}
