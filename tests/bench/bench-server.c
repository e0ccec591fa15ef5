/* bench-server.c: fake model server in a separate process, with minimal overhead
 *
 * It implements only as much HTTP as clients of models need, and stores nothing. A server that is
 * based on a library would use as many resources of the machine as the measured code.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#include "config.h"

#include <arpa/inet.h>
#include <errno.h>
#include <netinet/in.h>
#include <netinet/tcp.h>
#include <stdlib.h>
#include <string.h>
#include <sys/epoll.h>
#include <sys/resource.h>
#include <sys/socket.h>
#include <unistd.h>

#include "bench-server.h"

#define MAX_EVENTS 256
#define CHUNK 65536

/* @in: received data that does not contain a complete request yet; @called_us: time of the last
 *   response with a tool call, or 0 */
typedef struct
{
  int fd;
  GString *in;
  gint64 called_us;
} Peer;

/* A delayed response. The delay is constant, so the response that was added first is due first. */
typedef struct
{
  int fd;
  guint64 serial;
  gint64 due_us;
} Delayed;

typedef struct
{
  int poll;
  GPtrArray *peers; /* by descriptor: (element-type Peer): NULL if unused */
  GArray *serials;  /* by descriptor: (element-type guint64): serial number of its connection */
  GQueue delayed;
  gint64 gaps_us;
} Server;

static void
peer_free (gpointer data)
{
  Peer *peer = data;

  if (peer == NULL)
    return;
  close (peer->fd);
  g_string_free (peer->in, TRUE);
  g_free (peer);
}

static void
drop (Server *self, int fd)
{
  peer_free (self->peers->pdata[fd]);
  self->peers->pdata[fd] = NULL;
  g_array_index (self->serials, guint64, fd)++;
}

/* A response always fits into the buffer of the socket. */
static void
say (int fd, const char *body)
{
  g_autofree char *text = g_strdup_printf ("HTTP/1.1 200 OK\r\nContent-Type: application/json\r\n"
                                           "Content-Length: %zu\r\n\r\n%s",
                                           strlen (body), body);

  if (send (fd, text, strlen (text), MSG_NOSIGNAL) < 0)
    g_warning ("An answer could not be sent: %s", g_strerror (errno));
}

static void
say_later (Server *self, int fd)
{
  Delayed *delayed = g_new (Delayed, 1);

  delayed->fd = fd;
  delayed->serial = g_array_index (self->serials, guint64, fd);
  delayed->due_us = g_get_monotonic_time () + BENCH_ANSWER_DELAY_MS * 1000;
  g_queue_push_tail (&self->delayed, delayed);
}

static guint
count (const char *text, const char *word)
{
  guint n = 0;

  for (text = strstr (text, word); text != NULL; text = strstr (text + 1, word))
    n++;
  return n;
}

/* Calls the first offered tool, each time with different arguments. */
static void
say_call (Server *self, Peer *peer, const char *body)
{
  guint n_before = count (body, "\"tool_call_id\"");
  const char *function = strstr (body, "\"function\":");
  g_autofree char *name = NULL;
  g_autofree char *text = NULL;

  if (peer->called_us != 0)
    self->gaps_us += g_get_monotonic_time () - peer->called_us;
  peer->called_us = 0;
  function = strstr (body, "\"tools\":");
  function = function != NULL ? strstr (function, "\"name\":") : NULL;
  if (n_before >= BENCH_N_TOOL_CALLS || function == NULL)
    {
      say (peer->fd, BENCH_ANSWER);
      return;
    }
  function = strchr (function + strlen ("\"name\":"), '"') + 1;
  name = g_strndup (function, strcspn (function, "\""));
  text = g_strdup_printf (
      "{\"id\":\"1\",\"object\":\"chat.completion\",\"created\":1,\"model\":\"m\",\"choices\":"
      "[{\"index\":0,\"message\":{\"role\":\"assistant\",\"content\":null,\"tool_calls\":[{\"id\":"
      "\"call_%u\",\"type\":\"function\",\"function\":{\"name\":\"%s\",\"arguments\":"
      "\"{\\\"expression\\\": \\\"1 + %u\\\"}\"}}]},\"finish_reason\":\"tool_calls\"}],\"usage\":"
      "{\"prompt_tokens\":1,\"completion_tokens\":1,\"total_tokens\":2}}",
      n_before, name, n_before);
  say (peer->fd, text);
  peer->called_us = g_get_monotonic_time ();
}

static void
answer (Server *self, Peer *peer, const char *path, const char *body)
{
  if (g_str_has_prefix (path, "/wait/"))
    say_later (self, peer->fd);
  else if (g_str_has_prefix (path, "/tools/"))
    say_call (self, peer, body);
  else if (g_str_has_prefix (path, "/gaps"))
    {
      g_autofree char *text = g_strdup_printf ("%" G_GINT64_FORMAT, self->gaps_us);

      self->gaps_us = 0;
      say (peer->fd, text);
    }
  else
    say (peer->fd, BENCH_ANSWER);
}

/* Processes the first request if it was received completely. */
static gboolean
take_request (Server *self, Peer *peer)
{
  const char *end = strstr (peer->in->str, "\r\n\r\n");
  g_autofree char *head = NULL;
  g_autofree char *lower = NULL;
  g_autofree char *path = NULL;
  g_autofree char *body = NULL;
  const char *length;
  gsize n_head, n_body;

  if (end == NULL)
    return FALSE;
  n_head = (gsize) (end - peer->in->str) + 4;
  head = g_strndup (peer->in->str, n_head);
  lower = g_ascii_strdown (head, -1);
  length = strstr (lower, "\r\ncontent-length:");
  n_body = length != NULL ? strtoul (length + strlen ("\r\ncontent-length:"), NULL, 10) : 0;
  if (peer->in->len < n_head + n_body)
    return FALSE;
  path = g_strndup (strchr (head, ' ') + 1, strcspn (strchr (head, ' ') + 1, " "));
  body = g_strndup (peer->in->str + n_head, n_body);
  g_string_erase (peer->in, 0, (gssize) (n_head + n_body));
  answer (self, peer, path, body);
  return TRUE;
}

static void
read_from (Server *self, int fd)
{
  Peer *peer = self->peers->pdata[fd];
  char buffer[CHUNK];
  ssize_t n_read = recv (fd, buffer, sizeof buffer, MSG_DONTWAIT);

  if (n_read < 0 && (errno == EAGAIN || errno == EINTR))
    return;
  if (n_read <= 0)
    {
      drop (self, fd);
      return;
    }
  g_string_append_len (peer->in, buffer, n_read);
  while (take_request (self, peer))
    ;
}

static void
watch (Server *self, int fd)
{
  struct epoll_event event = { .events = EPOLLIN, .data.fd = fd };

  g_assert_cmpint (epoll_ctl (self->poll, EPOLL_CTL_ADD, fd, &event), ==, 0);
}

static void
accept_all (Server *self, int listener)
{
  const int yes = 1;
  int fd;

  while ((fd = accept4 (listener, NULL, NULL, SOCK_CLOEXEC | SOCK_NONBLOCK)) >= 0)
    {
      Peer *peer = g_new0 (Peer, 1);

      setsockopt (fd, IPPROTO_TCP, TCP_NODELAY, &yes, sizeof yes);
      peer->fd = fd;
      peer->in = g_string_new (NULL);
      if (self->peers->len <= (guint) fd)
        {
          g_ptr_array_set_size (self->peers, fd + 1);
          g_array_set_size (self->serials, (guint) fd + 1);
        }
      self->peers->pdata[fd] = peer;
      watch (self, fd);
    }
}

static void
say_what_is_due (Server *self)
{
  Delayed *first;

  while ((first = g_queue_peek_head (&self->delayed)) != NULL &&
         first->due_us <= g_get_monotonic_time ())
    {
      if (g_array_index (self->serials, guint64, first->fd) == first->serial)
        say (first->fd, BENCH_ANSWER);
      g_free (g_queue_pop_head (&self->delayed));
    }
}

/* Returns the time until the next delayed response is due, in milliseconds, rounded up. Returns
 * -1 if there is no delayed response. */
static int
get_pause (Server *self)
{
  const Delayed *first = g_queue_peek_head (&self->delayed);

  return first != NULL ? (int) MAX ((first->due_us - g_get_monotonic_time () + 999) / 1000, 0) : -1;
}

static int
open_listener (guint16 *port)
{
  struct sockaddr_in address = { .sin_family = AF_INET,
                                 .sin_addr.s_addr = htonl (INADDR_LOOPBACK) };
  socklen_t size = sizeof address;
  int fd = socket (AF_INET, SOCK_STREAM | SOCK_CLOEXEC | SOCK_NONBLOCK, 0);

  g_assert_cmpint (bind (fd, (struct sockaddr *) &address, size), ==, 0);
  /* The queue is long, because a client that finds the queue full tries to connect again only a
   * second later. */
  g_assert_cmpint (listen (fd, 4096), ==, 0);
  g_assert_cmpint (getsockname (fd, (struct sockaddr *) &address, &size), ==, 0);
  *port = ntohs (address.sin_port);
  return fd;
}

int
bench_serve (void)
{
  Server self = { .poll = epoll_create1 (EPOLL_CLOEXEC),
                  .peers = g_ptr_array_new_with_free_func (peer_free),
                  .serials = g_array_new (FALSE, TRUE, sizeof (guint64)),
                  .delayed = G_QUEUE_INIT };
  struct epoll_event events[MAX_EVENTS];
  guint16 port;
  int listener = open_listener (&port);
  gboolean is_over = FALSE;

  bench_raise_files ();
  watch (&self, listener);
  watch (&self, STDIN_FILENO);
  g_print ("http://127.0.0.1:%u\n", port);
  while (!is_over)
    {
      int n_events = epoll_wait (self.poll, events, MAX_EVENTS, get_pause (&self));

      for (int i = 0; i < n_events; i++)
        {
          if (events[i].data.fd == listener)
            accept_all (&self, listener);
          else if (events[i].data.fd == STDIN_FILENO)
            is_over = TRUE;
          else
            read_from (&self, events[i].data.fd);
        }
      say_what_is_due (&self);
    }
  return 0;
}

/* --- Client functions ------------------------------------------------------------------------- */

GSubprocess *
bench_server_start (const char *program, char **root)
{
  g_autoptr (GError) error = NULL;
  GSubprocess *process =
      g_subprocess_new (G_SUBPROCESS_FLAGS_STDIN_PIPE | G_SUBPROCESS_FLAGS_STDOUT_PIPE, &error,
                        program, BENCH_SERVE, NULL);
  g_autoptr (GDataInputStream) output = NULL;

  g_assert_no_error (error);
  output = g_data_input_stream_new (g_subprocess_get_stdout_pipe (process));
  *root = g_data_input_stream_read_line (output, NULL, NULL, NULL);
  g_assert_nonnull (*root);
  return process;
}

void
bench_server_stop (GSubprocess *server)
{
  g_subprocess_force_exit (server);
  g_subprocess_wait (server, NULL, NULL);
  g_object_unref (server);
}

double
bench_server_take_gaps (const char *root)
{
  g_autoptr (GSocketClient) client = g_socket_client_new ();
  g_autoptr (GSocketConnection) connection = NULL;
  const char *request = "GET /gaps HTTP/1.1\r\n\r\n";
  char buffer[1024] = "";
  gssize n_read;

  connection = g_socket_client_connect_to_uri (client, root, 80, NULL, NULL);
  g_assert_nonnull (connection);
  g_assert_true (
      g_output_stream_write_all (g_io_stream_get_output_stream (G_IO_STREAM (connection)), request,
                                 strlen (request), NULL, NULL, NULL));
  n_read = g_input_stream_read (g_io_stream_get_input_stream (G_IO_STREAM (connection)), buffer,
                                sizeof buffer - 1, NULL, NULL);
  g_assert_cmpint (n_read, >, 0);
  return g_ascii_strtod (strstr (buffer, "\r\n\r\n") + 4, NULL);
}

double
bench_get_memory (gboolean is_peak)
{
  g_autofree char *status = NULL;
  const char *line;

  if (!g_file_get_contents ("/proc/self/status", &status, NULL, NULL))
    return 0;
  line = strstr (status, is_peak ? "VmHWM:" : "VmRSS:");
  return line != NULL ? g_ascii_strtod (line + strlen ("VmHWM:"), NULL) / 1024 : 0;
}

double
bench_get_work (void)
{
  struct rusage usage = { 0 };

  getrusage (RUSAGE_SELF, &usage);
  return (double) usage.ru_utime.tv_sec + (double) usage.ru_utime.tv_usec / 1e6 +
         (double) usage.ru_stime.tv_sec + (double) usage.ru_stime.tv_usec / 1e6;
}

void
bench_raise_files (void)
{
  struct rlimit files = { 0 };

  getrlimit (RLIMIT_NOFILE, &files);
  files.rlim_cur = files.rlim_max;
  setrlimit (RLIMIT_NOFILE, &files);
}
