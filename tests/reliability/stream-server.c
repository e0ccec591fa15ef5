/* stream-server.c: server that streams chat answers at a fixed rate to many connections
 *
 * usage: stream-server N-CHUNKS MILLISECONDS
 *
 * Prints its port, and ends when its standard input is closed. Each answer has @N-CHUNKS chunks, one
 * every @MILLISECONDS. Then it prints the number of complete answers, the largest number of
 * concurrent ones, and by how many milliseconds the latest chunk was sent too late, because a server
 * that is too slow would be measured instead of the program.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#include <arpa/inet.h>
#include <errno.h>
#include <poll.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/resource.h>
#include <sys/socket.h>
#include <time.h>
#include <unistd.h>

#define MOST_CONNECTIONS 4000
#define HEAD "HTTP/1.1 200 OK\r\nContent-Type: text/event-stream\r\nConnection: close\r\n\r\n"
#define CHUNK                                                                                      \
  "data: {\"id\":\"1\",\"object\":\"chat.completion.chunk\",\"created\":1,\"model\":\"m\","        \
  "\"choices\":[{\"index\":0,\"delta\":{\"content\":\"word %04d \"},\"finish_reason\":null}]}\n\n"
#define END                                                                                        \
  "data: {\"id\":\"1\",\"object\":\"chat.completion.chunk\",\"created\":1,\"model\":\"m\","        \
  "\"choices\":[{\"index\":0,\"delta\":{},\"finish_reason\":\"stop\"}]}\n\n"                       \
  "data: {\"id\":\"1\",\"object\":\"chat.completion.chunk\",\"created\":1,\"model\":\"m\","        \
  "\"choices\":[],\"usage\":{\"prompt_tokens\":1,\"completion_tokens\":1,\"total_tokens\":2}}\n\n" \
  "data: [DONE]\n\n"

struct connection
{
  int file;
  int n_sent; /* chunks; -1 while the request is read */
  double begun_ms;
  char request[1 << 16];
  size_t n_read;
};

static struct connection *connections[MOST_CONNECTIONS];
static int n_connections, most_connections, n_complete;
static double latest_ms;
static int n_chunks;
static double period_ms;

static double
get_time_ms (void)
{
  struct timespec now;

  clock_gettime (CLOCK_MONOTONIC, &now);
  return (double) now.tv_sec * 1e3 + (double) now.tv_nsec / 1e6;
}

static void
drop (int index)
{
  close (connections[index]->file);
  free (connections[index]);
  connections[index] = connections[--n_connections];
}

/* Returns whether the request is complete. */
static int
is_complete (const struct connection *self)
{
  const char *end = memmem (self->request, self->n_read, "\r\n\r\n", 4);
  const char *length = end != NULL ? strcasestr (self->request, "content-length:") : NULL;

  return end != NULL && length != NULL &&
         self->n_read >= (size_t) (end + 4 - self->request) +
                             strtoul (length + strlen ("content-length:"), NULL, 10);
}

/* Returns 0 if the connection has ended. */
static int
take_request (struct connection *self)
{
  const ssize_t n_read = recv (self->file, self->request + self->n_read,
                               sizeof self->request - 1 - self->n_read, MSG_DONTWAIT);

  if (n_read <= 0)
    return n_read < 0 && errno == EAGAIN;
  if (self->n_sent >= 0)
    return 1;
  self->n_read += (size_t) n_read;
  self->request[self->n_read] = '\0';
  if (!is_complete (self))
    return 1;
  self->n_sent = 0;
  self->begun_ms = get_time_ms ();
  return send (self->file, HEAD, strlen (HEAD), MSG_NOSIGNAL) == (ssize_t) strlen (HEAD);
}

/* Sends the chunk that is due, if there is one. Returns 0 if the connection has ended. */
static int
send_due (struct connection *self, double now_ms)
{
  const double late_ms = now_ms - self->begun_ms - period_ms * (self->n_sent + 1);
  char text[sizeof CHUNK + sizeof END + 20];
  ssize_t length;

  if (self->n_sent < 0 || late_ms < 0)
    return 1;
  if (late_ms > latest_ms)
    latest_ms = late_ms;
  self->n_sent++;
  length = snprintf (text, sizeof text, CHUNK, self->n_sent);
  if (self->n_sent == n_chunks)
    length += snprintf (text + length, sizeof text - (size_t) length, END);
  if (send (self->file, text, (size_t) length, MSG_NOSIGNAL) != length)
    return 0;
  n_complete += self->n_sent == n_chunks;
  return self->n_sent < n_chunks;
}

static void
accept_all (int listener)
{
  int file;

  while (n_connections < MOST_CONNECTIONS &&
         (file = accept4 (listener, NULL, NULL, SOCK_NONBLOCK)) >= 0)
    {
      struct connection *self = calloc (1, sizeof *self);

      self->file = file;
      self->n_sent = -1;
      connections[n_connections++] = self;
      if (n_connections > most_connections)
        most_connections = n_connections;
    }
}

static void
serve (int listener)
{
  static struct pollfd files[MOST_CONNECTIONS + 2];

  for (;;)
    {
      const int n_files = n_connections + 2;

      files[0] = (struct pollfd){ STDIN_FILENO, POLLIN, 0 };
      files[1] = (struct pollfd){ listener, POLLIN, 0 };
      for (int i = 0; i < n_connections; i++)
        files[i + 2] = (struct pollfd){ connections[i]->file, POLLIN, 0 };
      if (poll (files, (nfds_t) n_files, 2) < 0 || files[0].revents != 0)
        return;
      for (int i = n_files - 3; i >= 0; i--)
        {
          if (files[i + 2].revents != 0 && !take_request (connections[i]))
            drop (i);
        }
      for (int i = n_connections - 1; i >= 0; i--)
        {
          if (!send_due (connections[i], get_time_ms ()))
            drop (i);
        }
      accept_all (listener);
    }
}

int
main (int argc, char **argv)
{
  struct sockaddr_in address = { .sin_family = AF_INET,
                                 .sin_addr.s_addr = htonl (INADDR_LOOPBACK) };
  socklen_t length = sizeof address;
  struct rlimit limit;
  int listener = socket (AF_INET, SOCK_STREAM | SOCK_NONBLOCK, 0);

  if (argc != 3)
    return 2;
  n_chunks = atoi (argv[1]);
  period_ms = atof (argv[2]);
  getrlimit (RLIMIT_NOFILE, &limit);
  limit.rlim_cur = limit.rlim_max;
  setrlimit (RLIMIT_NOFILE, &limit);
  if (bind (listener, (struct sockaddr *) &address, sizeof address) != 0 ||
      listen (listener, 1024) != 0 ||
      getsockname (listener, (struct sockaddr *) &address, &length) != 0)
    return 1;
  printf ("%d\n", ntohs (address.sin_port));
  fflush (stdout);
  serve (listener);
  printf ("%d %d %.0f\n", n_complete, most_connections, latest_ms);
  return 0;
}
