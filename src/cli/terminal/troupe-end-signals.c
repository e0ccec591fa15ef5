/* troupe-end-signals.c: signals that ask a run to end
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#define G_LOG_DOMAIN "troupe-end-signals"

#include "config.h"

#include <errno.h>
#include <fcntl.h>
#include <glib-unix.h>
#include <signal.h>
#include <unistd.h>

#include "troupe-end-signals.h"

static const int numbers[] = {
  SIGINT,  SIGTERM, SIGHUP,  SIGQUIT,   SIGPIPE, SIGUSR1, SIGUSR2,
  SIGALRM, SIGXCPU, SIGPWR,  SIGVTALRM, SIGPROF, SIGIO,   SIGSTKFLT,
};

struct _TroupeEndSignals
{
  TroupeEndSignalFunc func;
  gpointer user_data;
  guint source_id;
  int pipe[2];
  struct sigaction actions[G_N_ELEMENTS (numbers)];
};

/* The end of the pipe to which the handler writes; a handler has no data. */
static volatile sig_atomic_t pipe_to_write = -1;

static void
receive (int number)
{
  const int saved = errno;
  const guint8 byte = (guint8) number;

  if (pipe_to_write >= 0)
    {
      /* A full pipe already contains signals. */
      const gssize length = write (pipe_to_write, &byte, 1);

      (void) length;
    }
  errno = saved;
}

static gboolean
received_cb (int fd, GIOCondition condition, gpointer user_data)
{
  TroupeEndSignals *self = user_data;
  guint8 byte = 0;

  if (read (fd, &byte, 1) == 1)
    self->func (byte, self->user_data);
  return G_SOURCE_CONTINUE;
}

TroupeEndSignals *
troupe_end_signals_new (TroupeEndSignalFunc func, gpointer user_data)
{
  const struct sigaction action = { .sa_handler = receive, .sa_flags = SA_RESTART };
  TroupeEndSignals *self = NULL;

  g_return_val_if_fail (func != NULL && pipe_to_write < 0, NULL);

  self = g_new0 (TroupeEndSignals, 1);
  self->func = func;
  self->user_data = user_data;
  if (!g_unix_open_pipe (self->pipe, FD_CLOEXEC, NULL))
    {
      self->pipe[0] = self->pipe[1] = -1;
      return self;
    }
  g_unix_set_fd_nonblocking (self->pipe[0], TRUE, NULL);
  g_unix_set_fd_nonblocking (self->pipe[1], TRUE, NULL);
  self->source_id = g_unix_fd_add (self->pipe[0], G_IO_IN, received_cb, self);
  pipe_to_write = self->pipe[1];
  for (guint i = 0; i < G_N_ELEMENTS (numbers); i++)
    {
      sigaction (numbers[i], NULL, &self->actions[i]);
      /* A program that nohup started continues after its terminal is closed. */
      if (numbers[i] != SIGHUP || self->actions[i].sa_handler != SIG_IGN)
        sigaction (numbers[i], &action, NULL);
    }
  return self;
}

void
troupe_end_signals_free (TroupeEndSignals *self)
{
  g_return_if_fail (self != NULL);

  if (self->source_id != 0)
    {
      for (guint i = 0; i < G_N_ELEMENTS (numbers); i++)
        sigaction (numbers[i], &self->actions[i], NULL);
      pipe_to_write = -1;
      g_source_remove (self->source_id);
      close (self->pipe[0]);
      close (self->pipe[1]);
    }
  g_free (self);
}

void
troupe_end_signals_raise (int number)
{
  if (pipe_to_write >= 0)
    receive (number);
  else
    kill (getpid (), number);
}

TroupeExit
troupe_end_signals_get_exit (int number)
{
  switch (number)
    {
    case SIGPIPE:
      return TROUPE_EXIT_PIPE;
    case SIGTERM:
    case SIGHUP:
      return TROUPE_EXIT_TERMINATED;
    default:
      return TROUPE_EXIT_INTERRUPTED;
    }
}
