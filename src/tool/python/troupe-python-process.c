/* troupe-python-process.c: process of the Python helper: pipes and exit
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#define G_LOG_DOMAIN "troupe-python-process"

#include "config.h"

#include <errno.h>
#include <gio/gio.h>
#include <glib-unix.h>
#include <glib/gi18n.h>
#include <signal.h>
#include <string.h>
#include <unistd.h>

#include "troupe-python-command.h"
#include "troupe-python-process.h"
#include "troupe-python-reader.h"
#include "troupe-sanitize-text.h"

#define OUTPUT_LIMIT (1024 * 1024)
#define OUTPUT_LINES 20000
#define OUTPUT_LINE (16 * 1024)
#define LAST_OUTPUT 2000
#define GRACE_MS 1000
#define EXIT_MS 500

struct _TroupePythonProcess
{
  gatomicrefcount ref_count;
  GSubprocess *subprocess;
  pid_t group;
  gboolean is_sandboxed;
  GMainContext *context;
  TroupePythonProcessFuncs funcs;
  gpointer user_data;
  gboolean is_stopped;

  /* The reaper has its own thread, because the run's main context may no longer iterate. */
  GMutex lock;
  GMainContext *reaper_context;
  GCond begun_cond;
  gboolean has_begun;
  gboolean is_reaped;
  GSource *exit_source; /* notifies the run's context */

  int input;
  GSource *input_source;
  GByteArray *waiting; /* data not written to the pipe yet */
  gsize written;       /* written bytes of it */

  TroupePythonReader lines;
  GSource *end_source; /* timeout after it closed its channel */
  gboolean has_closed;
  TroupePythonReader output;
  gsize output_size;
  guint n_output_lines;
  GString *last_output;
};

static void process_end (TroupePythonProcess *self, gboolean too_long, const char *reason);

static void
clear_source (GSource **source)
{
  if (*source != NULL)
    g_source_destroy (*source);
  g_clear_pointer (source, g_source_unref);
}

static void
close_fd (int *fd)
{
  if (*fd >= 0)
    close (*fd);
  *fd = -1;
}

static TroupePythonProcess *
process_ref (TroupePythonProcess *self)
{
  g_atomic_ref_count_inc (&self->ref_count);
  return self;
}

static void
process_unref (TroupePythonProcess *self)
{
  g_assert (self != NULL);

  if (!g_atomic_ref_count_dec (&self->ref_count))
    return;
  clear_source (&self->input_source);
  clear_source (&self->exit_source);
  close_fd (&self->input);
  troupe_python_reader_clear (&self->lines);
  troupe_python_reader_clear (&self->output);
  g_byte_array_unref (self->waiting);
  g_byte_array_unref (self->lines.buffer);
  g_byte_array_unref (self->output.buffer);
  g_string_free (self->last_output, TRUE);
  g_clear_object (&self->subprocess);
  g_main_context_unref (self->context);
  g_main_context_unref (self->reaper_context);
  g_mutex_clear (&self->lock);
  g_cond_clear (&self->begun_cond);
  g_free (self);
}

static void
watch (TroupePythonProcess *self,
       int fd,
       GIOCondition condition,
       GUnixFDSourceFunc func,
       GSource **source)
{
  g_assert (self != NULL);

  *source = g_unix_fd_source_new (fd, condition);
  g_source_set_callback (*source, G_SOURCE_FUNC (func), process_ref (self),
                         (GDestroyNotify) process_unref);
  g_source_attach (*source, self->context);
}

/* --- Reading ------------------------------------------------------------------------------------ */

/* Dispatches all complete lines. A line that exceeds the limit ends the process. */
static void
read_lines (TroupePythonProcess *self)
{
  gsize start = 0;

  g_assert (self != NULL);

  while (!self->is_stopped)
    {
      gssize end = 0;

      self->lines.searched = MAX (self->lines.searched, start);
      end = troupe_python_reader_find (&self->lines);
      if (end < 0)
        break;
      self->lines.buffer->data[end] = '\0';
      self->lines.searched = (gsize) end + 1;
      self->funcs.line ((const char *) self->lines.buffer->data + start, (gsize) end - start,
                        self->user_data);
      start = (gsize) end + 1;
    }
  if (start > 0)
    {
      gsize searched = self->lines.searched - start;

      troupe_python_reader_drop (&self->lines, start);
      self->lines.searched = searched;
    }
  if (!self->is_stopped && self->lines.buffer->len > TROUPE_PYTHON_LIMIT_LINE)
    process_end (self, TRUE, NULL);
}

/* Returns the length of the line at @start, without its newline, or -1 if it is incomplete. */
static gssize
find_output_line (TroupePythonProcess *self, gsize start, gboolean is_end)
{
  const guint8 *line = self->output.buffer->data + start;
  gsize rest = self->output.buffer->len - start;
  const guint8 *end = memchr (line, '\n', MIN (rest, OUTPUT_LINE + 1));

  g_assert (self != NULL);

  if (end != NULL)
    return end - line;
  if (rest > OUTPUT_LINE)
    return OUTPUT_LINE;
  return is_end && rest > 0 ? (gssize) rest : -1;
}

static void
read_output (TroupePythonProcess *self, gboolean is_end)
{
  gsize start = 0;
  gssize length = 0;

  g_assert (self != NULL);

  while (!self->is_stopped && (length = find_output_line (self, start, is_end)) >= 0)
    {
      const guint8 *line = self->output.buffer->data + start;
      gsize output_length;
      g_autofree char *text = NULL;

      start += (gsize) length;
      /* A truncated line is not followed by a newline. */
      if (start < self->output.buffer->len && self->output.buffer->data[start] == '\n')
        start++;
      /* Handles output of child processes, C libraries and a crashing Python. */
      output_length = (gsize) length;
      text = g_utf8_make_valid ((const char *) line, (gssize) output_length);
      g_string_append (self->last_output, text);
      g_string_append_c (self->last_output, '\n');
      troupe_text_keep_end (self->last_output, LAST_OUTPUT);
      if (self->output_size > OUTPUT_LIMIT || self->n_output_lines > OUTPUT_LINES)
        continue;
      self->output_size += output_length + 1;
      self->n_output_lines++;
      self->funcs.output (
          self->output_size > OUTPUT_LIMIT || self->n_output_lines > OUTPUT_LINES ? NULL : text,
          self->user_data);
    }
  if (start > 0)
    troupe_python_reader_drop (&self->output, start);
}

/* The child is the leader of its process group. */
static void
signal_group (TroupePythonProcess *self, int number)
{
  if (self->group > 1)
    kill (-self->group, number);
}

static gboolean
kill_cb (gpointer user_data)
{
  signal_group (user_data, SIGKILL);
  return G_SOURCE_REMOVE;
}

static gboolean
closed_cb (gpointer user_data)
{
  TroupePythonProcess *self = user_data;

  g_assert (self != NULL);

  self->has_closed = TRUE;
  signal_group (self, SIGTERM);
  g_source_set_callback (self->end_source, kill_cb, process_ref (self),
                         (GDestroyNotify) process_unref);
  return G_SOURCE_CONTINUE;
}

static gboolean
lines_cb (int fd, GIOCondition condition, gpointer user_data)
{
  TroupePythonProcess *self = user_data;
  gboolean goes_on = troupe_python_reader_fill (&self->lines);

  g_assert (self != NULL);

  read_lines (self);
  if (goes_on || self->is_stopped)
    return G_SOURCE_CONTINUE;
  /* Wait for the exit status, because it is more informative. The process is usually about to
   * exit, and cannot be used without its channel. */
  troupe_python_reader_clear (&self->lines);
  self->end_source = g_timeout_source_new (EXIT_MS);
  g_source_set_callback (self->end_source, closed_cb, process_ref (self),
                         (GDestroyNotify) process_unref);
  g_source_attach (self->end_source, self->context);
  return G_SOURCE_REMOVE;
}

static gboolean
output_cb (int fd, GIOCondition condition, gpointer user_data)
{
  TroupePythonProcess *self = user_data;
  gboolean goes_on = troupe_python_reader_fill (&self->output);

  g_assert (self != NULL);

  read_output (self, !goes_on);
  if (goes_on || self->is_stopped)
    return G_SOURCE_CONTINUE;
  troupe_python_reader_clear (&self->output);
  return G_SOURCE_REMOVE;
}

/* --- Writing ------------------------------------------------------------------------------------ */

/* Writes to a pipe. Without a reader it fails, and raises no SIGPIPE, which programs of a terminal handle otherwise. */
static gssize
write_quietly (int file, const guint8 *data, gsize length)
{
  const struct timespec now = { 0, 0 };
  sigset_t pipe_signal;
  sigset_t before;
  gssize result;
  int reason;

  sigemptyset (&pipe_signal);
  sigaddset (&pipe_signal, SIGPIPE);
  pthread_sigmask (SIG_BLOCK, &pipe_signal, &before);
  result = write (file, data, length);
  reason = errno;
  if (result < 0 && reason == EPIPE)
    sigtimedwait (&pipe_signal, NULL, &now);
  pthread_sigmask (SIG_SETMASK, &before, NULL);
  errno = reason;
  return result;
}

/* Returns TRUE if the pipe is full and data remains. Data that an exited process does not read
 * is dropped; its exit is detected on the other pipe. */
static gboolean
flush (TroupePythonProcess *self)
{
  g_assert (self != NULL);

  while (self->input >= 0 && self->written < self->waiting->len)
    {
      gssize n = write_quietly (self->input, self->waiting->data + self->written,
                                self->waiting->len - self->written);

      if (n < 0 && errno == EAGAIN)
        return TRUE;
      if (n < 0 && errno != EINTR)
        close_fd (&self->input);
      else
        self->written += (gsize) MAX (n, 0);
    }
  g_byte_array_set_size (self->waiting, 0);
  self->written = 0;
  return FALSE;
}

static gboolean
input_cb (int fd, GIOCondition condition, gpointer user_data)
{
  TroupePythonProcess *self = user_data;

  g_assert (self != NULL);

  if (flush (self))
    return G_SOURCE_CONTINUE;
  clear_source (&self->input_source);
  return G_SOURCE_REMOVE;
}

void
troupe_python_process_write (TroupePythonProcess *self, const char *line, gsize length)
{
  g_assert (!self->is_stopped);

  if (self->input < 0)
    return;
  g_byte_array_append (self->waiting, (const guint8 *) line, (guint) length);
  g_byte_array_append (self->waiting, (const guint8 *) "\n", 1);
  if (self->input_source == NULL && flush (self))
    watch (self, self->input, G_IO_OUT, input_cb, &self->input_source);
}

/* --- Start and exit --------------------------------------------------------------------------- */

const char *
troupe_python_process_get_last_output (TroupePythonProcess *self)
{
  return self->last_output->str;
}

/* Reports the exit once. */
static void
process_end (TroupePythonProcess *self, gboolean too_long, const char *reason)
{
  g_assert (self != NULL);

  void (*ended) (gboolean, const char *, gpointer) = self->funcs.ended;

  if (self->is_stopped)
    return;
  ended (too_long, reason, self->user_data);
}

static gboolean
exited_cb (gpointer user_data)
{
  TroupePythonProcess *self = user_data;
  g_autofree char *reason = NULL;
  guint before = 0;
  int status = 0;
  int number = 0;

  g_assert (self != NULL);

  clear_source (&self->end_source);
  /* Reads the pipes of an exited process until they end or would block. */
  do
    before = self->output.buffer->len;
  while (self->output.fd >= 0 && troupe_python_reader_fill (&self->output) &&
         self->output.buffer->len > before && self->output.buffer->len < OUTPUT_LIMIT);
  read_output (self, TRUE);
  do
    before = self->lines.buffer->len;
  while (self->lines.fd >= 0 && troupe_python_reader_fill (&self->lines) &&
         self->lines.buffer->len > before && self->lines.buffer->len <= TROUPE_PYTHON_LIMIT_LINE);
  read_lines (self);
  if (self->is_stopped)
    return G_SOURCE_REMOVE;
  /* The supervisor returns the signal of a worker as a shell does, 128 + number. */
  if (g_subprocess_get_if_signaled (self->subprocess))
    number = g_subprocess_get_term_sig (self->subprocess);
  else
    status = g_subprocess_get_exit_status (self->subprocess);
  if (self->has_closed || status == TROUPE_PYTHON_STATUS_CLOSED)
    reason = g_strdup (_ ("its connection to Troupe was closed"));
  else
    {
      if (status > 128)
        number = status - 128;
      if (number > 0)
        reason = g_strdup_printf (_ ("it was terminated by signal %d (%s)"), number,
                                  g_strsignal (number));
      else
        reason = g_strdup_printf (_ ("it exited with status %d"), status);
    }
  process_end (self, FALSE, reason);
  return G_SOURCE_REMOVE;
}

static void
waited_cb (GObject *object, GAsyncResult *result, gpointer user_data)
{
  gboolean *is_over = user_data;

  g_assert (G_IS_ASYNC_RESULT (result));

  g_subprocess_wait_finish (G_SUBPROCESS (object), result, NULL);
  *is_over = TRUE;
}

/* Data for the thread that starts the process. */
typedef struct
{
  TroupePythonProcess *process;
  const TroupePythonCommand *command;
  TroupeProcessList *processes; /* (nullable) */
  int pipes[4];                 /* as for troupe_python_command_spawn() */
  GError *error;
} Begin;

static gboolean
spawn (Begin *begin)
{
  TroupePythonProcess *self = begin->process;
  GSubprocess *subprocess =
      troupe_python_command_spawn (begin->command, begin->pipes, &begin->error);
  const char *identifier = subprocess != NULL ? g_subprocess_get_identifier (subprocess) : NULL;

  g_assert (begin != NULL);

  if (subprocess != NULL && begin->command->gate != NULL)
    troupe_process_list_add_names (begin->processes,
                                   troupe_sandbox_mounts_get_names (begin->command->gate->mounts));
  if (subprocess != NULL)
    troupe_process_list_add (begin->processes, subprocess, self->is_sandboxed,
                             g_steal_fd (&begin->pipes[3]), FALSE);
  else
    troupe_process_list_give_up (begin->processes);
  g_mutex_lock (&self->lock);
  self->subprocess = subprocess;
  /* @identifier is NULL if the process has already exited. */
  if (identifier != NULL)
    self->group = (pid_t) g_ascii_strtoll (identifier, NULL, 10);
  self->has_begun = TRUE;
  g_cond_signal (&self->begun_cond);
  g_mutex_unlock (&self->lock);
  return subprocess != NULL;
}

/* The parent-death signal is sent when the thread that started the process ends. Therefore the
 * process is started by this thread, which exists as long as the process, and not by the run's
 * thread. */
static gpointer
reap_thread (gpointer user_data)
{
  TroupePythonProcess *self = ((Begin *) user_data)->process;
  gboolean is_over = FALSE;
  gint64 deadline;

  if (!spawn (user_data))
    {
      process_unref (self);
      return NULL;
    }
  g_main_context_push_thread_default (self->reaper_context);
  g_subprocess_wait_async (self->subprocess, NULL, waited_cb, &is_over);
  while (!is_over)
    g_main_context_iteration (self->reaper_context, TRUE);
  g_main_context_pop_thread_default (self->reaper_context);
  g_mutex_lock (&self->lock);
  self->is_reaped = TRUE;
  if (!self->is_stopped)
    {
      self->exit_source = g_idle_source_new ();
      g_source_set_priority (self->exit_source, G_PRIORITY_DEFAULT);
      g_source_set_callback (self->exit_source, exited_cb, process_ref (self),
                             (GDestroyNotify) process_unref);
      g_source_attach (self->exit_source, self->context);
    }
  g_mutex_unlock (&self->lock);
  /* Waits until the remaining processes have ended, and kills the rest. If the supervisor was
   * killed, the kernel has notified the second supervisor, which cleans up. A sandbox has no
   * second supervisor. */
  deadline = g_get_monotonic_time () + GRACE_MS * 1000;
  while (self->group > 1 && !self->is_sandboxed &&
         g_subprocess_get_if_signaled (self->subprocess) && kill (-self->group, 0) == 0 &&
         g_get_monotonic_time () < deadline)
    g_usleep (5000);
  signal_group (self, SIGKILL);
  process_unref (self);
  return NULL;
}

/* The run's thread waits until the sandbox is complete, once for all code of a run: for some 0.2 s in a folder with 2,000 files on
 * a busy computer (tests/tool/test-python-sandbox.c), and at most for the ten seconds of troupe_sandbox_gate_open() if a
 * disk does not respond. */
static void
start (TroupePythonProcess *self, Begin *begin)
{
  g_assert (self != NULL);

  process_ref (self);
  g_thread_unref (g_thread_new ("troupe-python", reap_thread, begin));
  g_mutex_lock (&self->lock);
  while (!self->has_begun)
    g_cond_wait (&self->begun_cond, &self->lock);
  g_mutex_unlock (&self->lock);
}

TroupePythonProcess *
troupe_python_process_new (const TroupePythonCommand *command,
                           TroupeProcessList *processes,
                           const TroupePythonProcessFuncs *funcs,
                           gpointer user_data,
                           GError **error)
{
  TroupePythonProcess *self = g_new0 (TroupePythonProcess, 1);
  Begin begin = { self, command, processes, { -1, -1, -1, -1 }, NULL };

  g_atomic_ref_count_init (&self->ref_count);
  self->context = g_main_context_ref_thread_default ();
  self->reaper_context = g_main_context_new ();
  g_mutex_init (&self->lock);
  g_cond_init (&self->begun_cond);
  self->funcs = *funcs;
  self->is_sandboxed = command->is_sandboxed;
  self->user_data = user_data;
  self->waiting = g_byte_array_new ();
  self->lines.buffer = g_byte_array_new ();
  self->output.buffer = g_byte_array_new ();
  self->last_output = g_string_new (NULL);
  start (self, &begin);
  self->input = begin.pipes[0];
  self->lines.fd = begin.pipes[1];
  self->output.fd = begin.pipes[2];
  if (begin.error != NULL)
    {
      g_propagate_error (error, begin.error);
      process_unref (self);
      return NULL;
    }
  watch (self, self->lines.fd, G_IO_IN | G_IO_HUP, lines_cb, &self->lines.source);
  watch (self, self->output.fd, G_IO_IN | G_IO_HUP, output_cb, &self->output.source);
  return self;
}

void
troupe_python_process_stop (TroupePythonProcess *self)
{
  g_return_if_fail (self != NULL);

  g_mutex_lock (&self->lock);
  self->is_stopped = TRUE;
  clear_source (&self->exit_source);
  if (!self->is_reaped)
    {
      g_autoptr (GSource) timeout = g_timeout_source_new (GRACE_MS);

      /* Sends SIGTERM now and SIGKILL from the reaper later. */
      signal_group (self, SIGTERM);
      /* Runs in the reaper only, which holds a reference. */
      g_source_set_callback (timeout, kill_cb, self, NULL);
      g_source_attach (timeout, self->reaper_context);
    }
  g_mutex_unlock (&self->lock);
  clear_source (&self->input_source);
  clear_source (&self->end_source);
  troupe_python_reader_clear (&self->lines);
  troupe_python_reader_clear (&self->output);
  close_fd (&self->input);
  process_unref (self);
}
