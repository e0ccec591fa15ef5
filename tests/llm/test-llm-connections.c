/* test-llm-connections.c: reuse of connections to models, and retry if the server has closed the
 * connection
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#include "config.h"

#include <stdlib.h>
#include <string.h>

#include "ask.h"

#define ANSWER                                                                                     \
  "{\"id\":\"1\",\"object\":\"chat.completion\",\"created\":1,\"model\":\"m\",\"choices\":"        \
  "[{\"index\":0,\"message\":{\"role\":\"assistant\",\"content\":\"yes\"},"                        \
  "\"finish_reason\":\"stop\"}],\"usage\":{\"prompt_tokens\":1,\"completion_tokens\":1,"           \
  "\"total_tokens\":2}}"

/* A keep-alive server with atomic counters. @n_each: number of requests that are answered per
 * connection. After these, the server reads the next request, but closes the connection without
 * a reply. */
typedef struct
{
  GSocketService *service;
  char *url;
  gint n_each;
  gint n_connections;
  gint n_requests;
} Server;

/* Reads a request up to the end of its body. Returns FALSE if the client has disconnected. */
static gboolean
read_request (GInputStream *stream)
{
  g_autoptr (GDataInputStream) input = g_data_input_stream_new (stream);
  g_autofree char *body = NULL;
  gsize length = 0, n_read = 0;
  char *line;

  g_filter_input_stream_set_close_base_stream (G_FILTER_INPUT_STREAM (input), FALSE);
  while ((line = g_data_input_stream_read_line (input, NULL, NULL, NULL)) != NULL)
    {
      gboolean is_end = *g_strchomp (line) == '\0';

      if (g_ascii_strncasecmp (line, "content-length:", strlen ("content-length:")) == 0)
        length = strtoul (line + strlen ("content-length:"), NULL, 10);
      g_free (line);
      if (is_end)
        {
          body = g_malloc (length);
          return g_input_stream_read_all (G_INPUT_STREAM (input), body, length, &n_read, NULL,
                                          NULL) &&
                 n_read == length;
        }
    }
  return FALSE;
}

static gboolean
run_cb (GThreadedSocketService *service,
        GSocketConnection *connection,
        GObject *source,
        gpointer user_data)
{
  Server *self = user_data;
  g_autofree char *reply =
      g_strdup_printf ("HTTP/1.1 200 OK\r\nContent-Type: application/json\r\nContent-Length: %zu"
                       "\r\n\r\n%s",
                       strlen (ANSWER), ANSWER);

  g_atomic_int_inc (&self->n_connections);
  for (gint i = 0; read_request (g_io_stream_get_input_stream (G_IO_STREAM (connection))); i++)
    {
      g_atomic_int_inc (&self->n_requests);
      if (i >= g_atomic_int_get (&self->n_each))
        break;
      g_output_stream_write_all (g_io_stream_get_output_stream (G_IO_STREAM (connection)), reply,
                                 strlen (reply), NULL, NULL, NULL);
    }
  g_io_stream_close (G_IO_STREAM (connection), NULL, NULL);
  return TRUE;
}

static void
server_begin (Server *self, gint n_each)
{
  guint16 port;

  *self = (Server){ .service = g_threaded_socket_service_new (16), .n_each = n_each };
  port = g_socket_listener_add_any_inet_port (G_SOCKET_LISTENER (self->service), NULL, NULL);
  g_assert_cmpuint (port, >, 0);
  self->url = g_strdup_printf ("http://127.0.0.1:%u/v1", port);
  g_signal_connect (self->service, "run", G_CALLBACK (run_cb), self);
  g_socket_service_start (self->service);
}

static void
server_end (Server *self)
{
  g_socket_service_stop (self->service);
  g_socket_listener_close (G_SOCKET_LISTENER (self->service));
  g_clear_object (&self->service);
  g_free (self->url);
}

static void
ask_in_a_row (Server *self, guint n_calls, const char *settings)
{
  g_autoptr (TroupeLlmClient) client = ask_client_new (self->url);

  for (guint i = 0; i < n_calls; i++)
    {
      Asked asked;

      ask (&asked, client, "openai/gpt-x", settings, FALSE);
      g_assert_no_error (asked.error);
      g_assert_cmpstr (asked.answer->content, ==, "yes");
      asked_clear (&asked);
    }
}

static void
test_used_again (void)
{
  Server server;

  server_begin (&server, G_MAXINT);
  ask_in_a_row (&server, 20, "{\"max_retries\": 0}");
  g_assert_cmpint (g_atomic_int_get (&server.n_requests), ==, 20);
  /* Two connections are permitted, because the first one may not be idle yet when the next call
   * begins. */
  g_assert_cmpint (g_atomic_int_get (&server.n_connections), <=, 2);
  server_end (&server);
}

static void
test_closed_meanwhile (void)
{
  Server server;

  server_begin (&server, 1);
  ask_in_a_row (&server, 5, "{\"retry_delay_ms\": 1}");
  server_end (&server);
}

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/llm-connections/used-again", test_used_again);
  g_test_add_func ("/llm-connections/closed-meanwhile", test_closed_meanwhile);
  return g_test_run ();
}
