/* troupe-event-writer.c: writes lines to a file or a pipe without waiting for its reader
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#define G_LOG_DOMAIN "troupe-event-writer"

#include "config.h"

#include <errno.h>
#include <fcntl.h>
#include <limits.h>
#include <poll.h>
#include <signal.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "troupe-end-signals.h"
#include "troupe-event-writer.h"

/* How often the thread checks whether the rest was dropped, in milliseconds. */
#define CHECK_MS 50

struct _TroupeEventWriter
{
  int descriptor;
  gboolean is_file; /* a regular file, whose writing waits for no reader */
  gboolean is_own;  /* whether the descriptor is closed */
  gsize most;       /* bytes of one write */
  GThread *thread;  /* (nullable): exists while lines wait */
  GMutex lock;
  GCond changed;
  /* Protected by @lock: */
  GString *waiting;
  gsize offset; /* in @waiting */
  int error;    /* errno of the first error */
  gboolean is_flushing;
  gboolean has_ended;
  guint64 n_written;
  gint64 wait_us; /* how long to wait for a reader if too much is kept; 0 to fail, -1 for ever */
};

/* Returns another descriptor for a standard stream that does not block, without a change for the programs that
 * share it, or -1 if it is no pipe or terminal. */
static int
reopen (int descriptor)
{
  g_autofree char *path = g_strdup_printf ("/proc/self/fd/%d", descriptor);
  struct stat status;

  if (fstat (descriptor, &status) != 0 || (!S_ISFIFO (status.st_mode) && !S_ISCHR (status.st_mode)))
    return -1;
  return open (path, O_WRONLY | O_NONBLOCK | O_NOCTTY | O_CLOEXEC);
}

TroupeEventWriter *
troupe_event_writer_new (int descriptor)
{
  TroupeEventWriter *self = g_new0 (TroupeEventWriter, 1);
  struct stat status;

  g_return_val_if_fail (descriptor >= 0, NULL);

  self->descriptor =
      descriptor == STDOUT_FILENO || descriptor == STDERR_FILENO ? reopen (descriptor) : descriptor;
  self->is_own = self->descriptor >= 0;
  if (!self->is_own)
    self->descriptor = descriptor;
  /* A pipe that is ready accepts this number of bytes without waiting. */
  self->most = self->is_own ? G_MAXSSIZE : PIPE_BUF;
  self->is_file = fstat (self->descriptor, &status) == 0 && S_ISREG (status.st_mode);
  self->waiting = g_string_new (NULL);
  g_mutex_init (&self->lock);
  g_cond_init (&self->changed);
  return self;
}

/* Writes what is accepted at once, or after @wait_ms. Returns the number of bytes, or -1 with errno set. */
static gssize
write_some (TroupeEventWriter *self, const char *text, gsize length, int wait_ms)
{
  struct pollfd state = { .fd = self->descriptor, .events = POLLOUT };
  gssize part;

  g_assert (self != NULL);

  if (!self->is_file && poll (&state, 1, wait_ms) <= 0)
    return 0;
  part = write (self->descriptor, text, self->is_file ? length : MIN (length, self->most));
  if (part < 0 && (errno == EAGAIN || errno == EINTR))
    return 0;
  if (part == 0 && length > 0)
    errno = ENOSPC;
  return part > 0 ? part : -1;
}

/* Called with the lock. */
static void
fail (TroupeEventWriter *self, int error)
{
  g_assert (self != NULL);

  if (self->error == 0)
    self->error = error;
  g_string_truncate (self->waiting, 0);
  self->offset = 0;
}

/* Removes what was written. Called with the lock. */
static void
advance (TroupeEventWriter *self, gsize n_bytes)
{
  g_assert (self != NULL);

  self->offset += n_bytes;
  self->n_written += n_bytes;
  if (self->offset == self->waiting->len)
    {
      g_string_truncate (self->waiting, 0);
      self->offset = 0;
    }
  else if (self->offset > self->waiting->len / 2)
    {
      g_string_erase (self->waiting, 0, (gssize) self->offset);
      self->offset = 0;
    }
}

static gpointer
write_thread (gpointer data)
{
  TroupeEventWriter *self = data;
  sigset_t signals;

  /* The end of the reader is passed on below, unless the run has ended. */
  sigemptyset (&signals);
  sigaddset (&signals, SIGPIPE);
  pthread_sigmask (SIG_BLOCK, &signals, NULL);
  g_mutex_lock (&self->lock);
  while (!self->has_ended && self->waiting->len > self->offset)
    {
      char part[PIPE_BUF];
      const gsize length = MIN (self->waiting->len - self->offset, sizeof part);
      gssize n_bytes;
      int number;

      memcpy (part, self->waiting->str + self->offset, length);
      g_mutex_unlock (&self->lock);
      n_bytes = write_some (self, part, length, CHECK_MS);
      number = errno;
      g_mutex_lock (&self->lock);
      if (n_bytes < 0 && number == EPIPE && !self->is_flushing)
        troupe_end_signals_raise (SIGPIPE);
      if (n_bytes < 0)
        fail (self, number);
      else if (self->waiting->len > self->offset)
        advance (self, (gsize) n_bytes);
      g_cond_broadcast (&self->changed);
    }
  self->has_ended = TRUE;
  g_cond_broadcast (&self->changed);
  g_mutex_unlock (&self->lock);
  return NULL;
}

/* Joins the thread if it has ended. Called with the lock. */
static void
join_thread (TroupeEventWriter *self)
{
  g_assert (self != NULL);

  if (self->has_ended)
    g_clear_pointer (&self->thread, g_thread_join);
}

/* Keeps a text for the thread. Called with the lock. */
static void
keep (TroupeEventWriter *self, const char *text, gsize length)
{
  g_assert (self != NULL);

  const gboolean is_much = self->waiting->len - self->offset + length > TROUPE_EVENT_WRITER_LIMIT;

  if (is_much && self->wait_us != 0)
    {
      /* Waits until the reader has read what is kept, or has read nothing for wait_us. Called
       * with the lock. */
      guint64 before = self->n_written;
      gint64 deadline = g_get_monotonic_time () + self->wait_us;

      while (self->error == 0 && self->waiting->len > self->offset)
        {
          if (self->wait_us < 0)
            g_cond_wait (&self->changed, &self->lock);
          else if (!g_cond_wait_until (&self->changed, &self->lock, deadline) &&
                   self->n_written == before)
            fail (self, ETIMEDOUT);
          if (self->n_written != before)
            deadline = g_get_monotonic_time () + self->wait_us;
          before = self->n_written;
        }
    }
  if (self->error != 0)
    return;
  if (is_much && self->wait_us == 0)
    {
      fail (self, ETIMEDOUT);
      return;
    }
  g_string_append_len (self->waiting, text, (gssize) length);
  if (self->thread != NULL && !self->has_ended)
    return;
  join_thread (self);
  self->has_ended = FALSE;
  self->thread = g_thread_new ("events", write_thread, self);
}

void
troupe_event_writer_set_wait (TroupeEventWriter *self, gint64 wait_us)
{
  g_return_if_fail (self != NULL);

  g_mutex_lock (&self->lock);
  self->wait_us = wait_us;
  g_mutex_unlock (&self->lock);
}

void
troupe_event_writer_write (TroupeEventWriter *self, const char *text, gsize length)
{
  g_return_if_fail (self != NULL && text != NULL);

  g_mutex_lock (&self->lock);
  while (self->error == 0 && length > 0 && self->waiting->len == self->offset)
    {
      gssize part = write_some (self, text, length, 0);
      const int number = errno;

      if (part == 0 && !self->is_file)
        break;
      /* The kernel has raised the signal, unless it is ignored. */
      if (part < 0 && number == EPIPE)
        troupe_end_signals_raise (SIGPIPE);
      if (part < 0)
        fail (self, number);
      else
        {
          text += part;
          length -= (gsize) part;
        }
    }
  if (self->error == 0 && length > 0)
    keep (self, text, length);
  g_mutex_unlock (&self->lock);
}

int
troupe_event_writer_flush (TroupeEventWriter *self, gint64 patience_us)
{
  guint64 before;
  gint64 deadline;
  int error;

  g_return_val_if_fail (self != NULL, 0);

  g_mutex_lock (&self->lock);
  self->is_flushing = TRUE;
  before = self->n_written;
  deadline = g_get_monotonic_time () + patience_us;
  while (self->waiting->len > self->offset)
    {
      if (patience_us < 0)
        g_cond_wait (&self->changed, &self->lock);
      else if (!g_cond_wait_until (&self->changed, &self->lock, deadline) &&
               self->n_written == before)
        fail (self, ETIMEDOUT);
      if (self->n_written != before)
        deadline = g_get_monotonic_time () + patience_us;
      before = self->n_written;
    }
  /* Without more text the thread ends at once. The program may exit after this. */
  while (self->error == 0 && self->thread != NULL && !self->has_ended &&
         self->waiting->len == self->offset)
    g_cond_wait (&self->changed, &self->lock);
  join_thread (self);
  self->is_flushing = FALSE;
  error = self->error;
  g_mutex_unlock (&self->lock);
  return error;
}

int
troupe_event_writer_close (TroupeEventWriter *self)
{
  int error;

  g_return_val_if_fail (self != NULL, 0);

  g_mutex_lock (&self->lock);
  self->has_ended = TRUE;
  g_mutex_unlock (&self->lock);
  g_clear_pointer (&self->thread, g_thread_join);
  error = self->error;
  if (self->is_own && close (self->descriptor) != 0 && error == 0)
    error = errno;
  g_string_free (self->waiting, TRUE);
  g_mutex_clear (&self->lock);
  g_cond_clear (&self->changed);
  g_free (self);
  return error;
}
