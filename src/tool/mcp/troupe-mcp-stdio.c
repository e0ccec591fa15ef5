/* troupe-mcp-stdio.c: stdio transport of an MCP server program
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#define G_LOG_DOMAIN "troupe-mcp-stdio"

#include "config.h"

#include <errno.h>
#include <glib-unix.h>
#include <glib/gi18n.h>
#include <signal.h>
#include <string.h>
#include <unistd.h>

#include "troupe-cancel.h"
#include "troupe-mcp-error.h"
#include "troupe-mcp-sandbox.h"
#include "troupe-mcp-stdio.h"
#include "troupe-python-reader.h"
#include "troupe-sandbox.h"
#include "troupe-sanitize-text.h"

/* Maximum size of the data that the server has not read yet, in bytes. */
#define LIMIT_WAITING (64u * 1024 * 1024)
/* Number of bytes at the end of the program's standard error that are stored. */
#define LAST_WORDS 2000u
/* How long to wait until the program exits: after it closed its output, before SIGTERM, and
 * before SIGKILL. */
#define EXIT_MS 500u
#define PATIENCE_MS 2000u
#define GRACE_MS 2000u

struct _TroupeMcpStdio
{
  TroupeMcpLink parent_instance;

  GMainContext *context;
  GSubprocess *subprocess;
  pid_t group;
  gboolean has_exited;
  gboolean is_lost;
  gboolean is_confined;
  gboolean has_spoken;
  GCancellable *waiting_for_exit;

  int input;
  GSource *input_source;
  GByteArray *waiting; /* data not written to the pipe yet */
  gsize written;       /* written bytes of it */

  TroupePythonReader lines;
  TroupePythonReader words;
  GString *last_words;

  GSource *timer;
  GTask *closing; /* (nullable) */
};

G_DEFINE_FINAL_TYPE (TroupeMcpStdio, troupe_mcp_stdio, TROUPE_TYPE_MCP_LINK)

static void
clear_source (GSource **source)
{
  if (*source != NULL)
    g_source_destroy (*source);
  g_clear_pointer (source, g_source_unref);
}

static void
close_input (TroupeMcpStdio *self)
{
  g_assert (TROUPE_IS_MCP_STDIO (self));

  clear_source (&self->input_source);
  if (self->input >= 0)
    close (self->input);
  self->input = -1;
}

static void
signal_group (TroupeMcpStdio *self, int number)
{
  if (self->group > 1)
    kill (-self->group, number);
}

static void
watch (TroupeMcpStdio *self,
       int fd,
       GIOCondition condition,
       GUnixFDSourceFunc func,
       GSource **source)
{
  *source = g_unix_fd_source_new (fd, condition);
  g_source_set_callback (*source, G_SOURCE_FUNC (func), self, NULL);
  g_source_attach (*source, self->context);
}

static void
set_timer (TroupeMcpStdio *self, guint milliseconds, GSourceFunc func)
{
  g_assert (TROUPE_IS_MCP_STDIO (self));

  clear_source (&self->timer);
  self->timer = g_timeout_source_new (milliseconds);
  g_source_set_callback (self->timer, func, self, NULL);
  g_source_attach (self->timer, self->context);
}

/* --- Exit and errors -------------------------------------------------------------------------- */

/* Returns TRUE if the program may have failed because most of a sandbox is read-only. */
static gboolean
was_read_only (TroupeMcpStdio *self)
{
  g_assert (TROUPE_IS_MCP_STDIO (self));

  return self->is_confined && (strstr (self->last_words->str, "Read-only file system") != NULL ||
                               strstr (self->last_words->str, "EROFS") != NULL);
}

static void
lose (TroupeMcpStdio *self, const char *reason)
{
  TroupeMcpConfig *config = troupe_mcp_link_get_config (TROUPE_MCP_LINK (self));
  g_autofree char *line = NULL;
  GError *error = NULL;
  const char *bubblewrap;
  g_autofree char *error_reason = NULL;
  g_autofree char *valid = NULL;
  g_auto (GStrv) lines = NULL;
  const char *found = NULL;

  g_assert (TROUPE_IS_MCP_STDIO (self));

  if (self->is_lost)
    return;
  self->is_lost = TRUE;
  /* Creates an error if the server could not be started because sandboxes do not work. The
   * server itself may have written the line that looks like a message of bubblewrap, so that it
   * is only a reason to try. */
  bubblewrap = troupe_sandbox_find_program ();
  if (self->is_confined && !self->has_spoken && bubblewrap != NULL &&
      strstr (self->last_words->str, "bwrap: ") != NULL)
    {
      error_reason = troupe_sandbox_probe (bubblewrap);
      if (error_reason != NULL)
        {
          troupe_sandbox_note (FALSE);
          error =
              troupe_mcp_sandbox_make_error (troupe_mcp_link_get_config (TROUPE_MCP_LINK (self)),
                                             error_reason);
        }
    }
  /* Finds a line of the standard error that contains an error, or the last line, because some
   * programs end with a stack trace. This output is more informative than the exit status. */
  valid = g_utf8_make_valid (self->last_words->str, -1);
  g_strchomp (valid);
  if (*valid != '\0')
    {
      lines = g_strsplit (valid, "\n", -1);
      for (guint i = 0; lines[i] != NULL; i++)
        if (lines[i + 1] == NULL && (found == NULL || strstr (lines[i], "rror") != NULL))
          found = lines[i];
        else if (strstr (lines[i], "rror: ") != NULL || strstr (lines[i], "Error [") != NULL)
          found = lines[i];
      line = troupe_mcp_config_clean (troupe_mcp_link_get_config (TROUPE_MCP_LINK (self)), found);
    }
  if (error != NULL)
    g_debug ("The sandbox could not be started");
  else if (line != NULL && was_read_only (self))
    error = g_error_new (
        TROUPE_MCP_ERROR, TROUPE_MCP_ERROR_NETWORK,
        /* Translators: %s are a command line, how the program ended, and its last output. */
        _ ("The MCP server “%s” stopped: %s. Its last output was: “%s”. In the sandbox, only the "
           "folder “output” of the document’s folder is writable, without the hidden files and "
           "folders that exist there. If the server stores its data elsewhere, turn on “Also "
           "Change Other Files” in “Permissions…”, or use --allow programs. If it is a hidden "
           "folder such as “.memory”, and this does not configure other programs, you can also "
           "name it in an argument of the server."),
        config->label, reason, line);
  else if (line != NULL)
    error = g_error_new (TROUPE_MCP_ERROR, TROUPE_MCP_ERROR_NETWORK,
                         /* Translators: %s are a command line, how the program ended, and its
                          * last output. */
                         _ ("The MCP server “%s” stopped: %s. Its last output was: “%s”."),
                         config->label, reason, line);
  else
    error = g_error_new (TROUPE_MCP_ERROR, TROUPE_MCP_ERROR_NETWORK,
                         /* Translators: %s are a command line and how the program ended. */
                         _ ("The MCP server “%s” stopped: %s. It wrote no message. It may need "
                            "something that its sandbox does not "
                            "contain."),
                         config->label, reason);
  troupe_mcp_link_lose (TROUPE_MCP_LINK (self), 0, error);
}

/* Kills the program and ignores its remaining output. */
static void
give_up (TroupeMcpStdio *self, const char *reason)
{
  g_autoptr (TroupeMcpStdio) kept = g_object_ref (self);

  g_assert (TROUPE_IS_MCP_STDIO (self));

  troupe_python_reader_clear (&self->lines);
  lose (self, reason);
  signal_group (self, SIGKILL);
}

static gboolean
kill_cb (gpointer user_data)
{
  TroupeMcpStdio *self = user_data;

  g_assert (TROUPE_IS_MCP_STDIO (self));

  clear_source (&self->timer);
  signal_group (self, SIGKILL);
  return G_SOURCE_REMOVE;
}

static gboolean
terminate_cb (gpointer user_data)
{
  TroupeMcpStdio *self = user_data;

  g_assert (TROUPE_IS_MCP_STDIO (self));

  signal_group (self, SIGTERM);
  set_timer (self, GRACE_MS, kill_cb);
  return G_SOURCE_REMOVE;
}

static gboolean
closed_cb (gpointer user_data)
{
  TroupeMcpStdio *self = user_data;

  g_assert (TROUPE_IS_MCP_STDIO (self));

  clear_source (&self->timer);
  give_up (self, _ ("it closed its output"));
  return G_SOURCE_REMOVE;
}

/* --- Reading --------------------------------------------------------------------------------- */

/* Dispatches all complete lines. A line that exceeds the limit ends the program. */
static void
read_lines (TroupeMcpStdio *self)
{
  gsize start = 0;

  g_assert (TROUPE_IS_MCP_STDIO (self));

  while (!self->is_lost)
    {
      const char *line = NULL;
      gssize end = 0;
      gboolean is_too_large = FALSE;

      self->lines.searched = MAX (self->lines.searched, start);
      end = troupe_python_reader_find (&self->lines);
      if (end < 0)
        break;
      self->lines.searched = (gsize) end + 1;
      self->lines.buffer->data[end] = '\0';
      line = (const char *) self->lines.buffer->data + start;
      if (troupe_mcp_link_read (TROUPE_MCP_LINK (self), line, (gsize) end - start, &is_too_large))
        self->has_spoken = TRUE;
      else if (is_too_large)
        {
          give_up (self, _ ("it wrote a message that is too large"));
          return;
        }
      else if (*line != '\0')
        g_debug ("Ignored a line that is not a message");
      start = (gsize) end + 1;
    }
  if (start > 0)
    {
      gsize searched = self->lines.searched - start;

      troupe_python_reader_drop (&self->lines, start);
      self->lines.searched = searched;
    }
  if (!self->is_lost && self->lines.buffer->len > TROUPE_MCP_LIMIT_MESSAGE)
    give_up (self, _ ("it wrote a line of more than 16 MB"));
}

static gboolean
lines_cb (int fd, GIOCondition condition, gpointer user_data)
{
  g_autoptr (TroupeMcpStdio) self = g_object_ref (user_data);
  gboolean goes_on = troupe_python_reader_fill (&self->lines);

  g_assert (TROUPE_IS_MCP_STDIO (self));

  read_lines (self);
  if (goes_on || self->lines.fd < 0)
    return self->lines.fd < 0 ? G_SOURCE_REMOVE : G_SOURCE_CONTINUE;
  troupe_python_reader_clear (&self->lines);
  /* Wait for the exit status, because it is more informative. A program that closes its output
   * is usually about to exit. */
  if (self->closing == NULL)
    set_timer (self, EXIT_MS, closed_cb);
  return G_SOURCE_REMOVE;
}

static gboolean
words_cb (int fd, GIOCondition condition, gpointer user_data)
{
  TroupeMcpStdio *self = user_data;
  gboolean goes_on = troupe_python_reader_fill (&self->words);

  g_assert (TROUPE_IS_MCP_STDIO (self));

  g_string_append_len (self->last_words, (const char *) self->words.buffer->data,
                       self->words.buffer->len);
  troupe_python_reader_drop (&self->words, self->words.buffer->len);
  troupe_text_keep_end (self->last_words, LAST_WORDS);
  if (goes_on)
    return G_SOURCE_CONTINUE;
  troupe_python_reader_clear (&self->words);
  return G_SOURCE_REMOVE;
}

static void
exited_cb (GObject *object, GAsyncResult *result, gpointer user_data)
{
  g_autoptr (GError) error = NULL;
  g_autoptr (TroupeMcpStdio) self = NULL;
  g_autofree char *reason = NULL;
  guint before = 0;

  g_assert (G_IS_ASYNC_RESULT (result));

  g_subprocess_wait_finish (G_SUBPROCESS (object), result, &error);
  /* The link has been freed. */
  if (g_error_matches (error, G_IO_ERROR, G_IO_ERROR_CANCELLED))
    return;
  self = g_object_ref (TROUPE_MCP_STDIO (user_data));
  self->has_exited = TRUE;
  clear_source (&self->timer);
  /* Drains the remaining output after the program has exited. A grandchild may keep the pipe
   * open. */
  if (self->words.fd >= 0)
    words_cb (self->words.fd, G_IO_IN, self);
  do
    before = self->lines.buffer->len;
  while (self->lines.fd >= 0 && troupe_python_reader_fill (&self->lines) &&
         self->lines.buffer->len > before && self->lines.buffer->len <= TROUPE_MCP_LIMIT_MESSAGE);
  read_lines (self);
  if (g_subprocess_get_if_signaled (self->subprocess))
    reason = g_strdup_printf (_ ("it was terminated by signal %d (%s)"),
                              g_subprocess_get_term_sig (self->subprocess),
                              g_strsignal (g_subprocess_get_term_sig (self->subprocess)));
  else
    reason = g_strdup_printf (_ ("it exited with status %d"),
                              g_subprocess_get_exit_status (self->subprocess));
  lose (self, reason);
  close_input (self);
  troupe_python_reader_clear (&self->lines);
  troupe_python_reader_clear (&self->words);
  /* Kill child processes that the program left running. */
  signal_group (self, SIGKILL);
  self->group = 0;
  if (self->closing != NULL)
    {
      g_autoptr (GTask) task = g_steal_pointer (&self->closing);

      g_task_return_boolean (task, TRUE);
    }
}

/* --- Writing --------------------------------------------------------------------------------- */

/* Returns TRUE if the pipe is full and data remains. Data that an exited program does not read
 * is dropped; its exit is reported elsewhere. */
static gboolean
flush (TroupeMcpStdio *self)
{
  g_assert (TROUPE_IS_MCP_STDIO (self));

  while (self->input >= 0 && self->written < self->waiting->len)
    {
      gssize n = write (self->input, self->waiting->data + self->written,
                        self->waiting->len - self->written);

      if (n < 0 && errno == EAGAIN)
        return TRUE;
      if (n < 0 && errno != EINTR)
        {
          close (self->input);
          self->input = -1;
        }
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
  TroupeMcpStdio *self = user_data;

  g_assert (TROUPE_IS_MCP_STDIO (self));

  if (flush (self))
    return G_SOURCE_CONTINUE;
  clear_source (&self->input_source);
  return G_SOURCE_REMOVE;
}

static void
troupe_mcp_stdio_send (TroupeMcpLink *link, const TroupeMcpMessage *message)
{
  TroupeMcpStdio *self = TROUPE_MCP_STDIO (link);
  g_autoptr (GString) line = g_string_new (NULL);

  g_assert (TROUPE_IS_MCP_STDIO (self));

  if (self->input < 0)
    return;
  troupe_value_append_json (message->value, TROUPE_JSON_COMPACT, line);
  g_string_append_c (line, '\n');
  if (self->waiting->len + line->len > LIMIT_WAITING)
    {
      give_up (self, _ ("it does not read its input"));
      return;
    }
  g_byte_array_append (self->waiting, (const guint8 *) line->str, (guint) line->len);
  if (self->input_source == NULL && flush (self))
    watch (self, self->input, G_IO_OUT, input_cb, &self->input_source);
}

static void
troupe_mcp_stdio_forget (TroupeMcpLink *link, gint64 id)
{
  g_assert (TROUPE_IS_MCP_STDIO (link));
}

static void
troupe_mcp_stdio_close (TroupeMcpLink *link, GTask *task)
{
  TroupeMcpStdio *self = TROUPE_MCP_STDIO (link);
  g_autoptr (GTask) owned = task;

  g_assert (TROUPE_IS_MCP_STDIO (self));

  close_input (self);
  if (self->has_exited)
    {
      g_task_return_boolean (owned, TRUE);
      return;
    }
  self->closing = g_steal_pointer (&owned);
  set_timer (self, self->is_lost ? 0 : PATIENCE_MS, terminate_cb);
}

/* --- The object ------------------------------------------------------------------------------ */

static void
troupe_mcp_stdio_finalize (GObject *object)
{
  TroupeMcpStdio *self = TROUPE_MCP_STDIO (object);

  if (!self->has_exited)
    signal_group (self, SIGKILL);
  g_cancellable_cancel (self->waiting_for_exit);
  clear_source (&self->timer);
  close_input (self);
  troupe_python_reader_clear (&self->lines);
  troupe_python_reader_clear (&self->words);
  g_byte_array_unref (self->waiting);
  g_byte_array_unref (self->lines.buffer);
  g_byte_array_unref (self->words.buffer);
  g_string_free (self->last_words, TRUE);
  g_clear_object (&self->waiting_for_exit);
  g_clear_object (&self->subprocess);
  g_main_context_unref (self->context);

  G_OBJECT_CLASS (troupe_mcp_stdio_parent_class)->finalize (object);
}

static void
troupe_mcp_stdio_class_init (TroupeMcpStdioClass *klass)
{
  GObjectClass *object_class = G_OBJECT_CLASS (klass);
  TroupeMcpLinkClass *link_class = TROUPE_MCP_LINK_CLASS (klass);

  object_class->finalize = troupe_mcp_stdio_finalize;
  link_class->send = troupe_mcp_stdio_send;
  link_class->forget = troupe_mcp_stdio_forget;
  link_class->close = troupe_mcp_stdio_close;

  /* Writing to a pipe without a reader would raise SIGPIPE and end the process. GSocket ignores
   * that signal, while child processes have the default handler. */
  g_type_class_unref (g_type_class_ref (G_TYPE_SOCKET));
}

static void
troupe_mcp_stdio_init (TroupeMcpStdio *self)
{
  g_assert (TROUPE_IS_MCP_STDIO (self));

  self->input = self->lines.fd = self->words.fd = -1;
  self->context = g_main_context_ref_thread_default ();
  self->waiting = g_byte_array_new ();
  self->lines.buffer = g_byte_array_new ();
  self->words.buffer = g_byte_array_new ();
  self->last_words = g_string_new (NULL);
  self->waiting_for_exit = g_cancellable_new ();
}

/* --- Starting --------------------------------------------------------------------------------- */

/* The start of a program. @task: (nullable): NULL after cancellation, which the start outlives; @fds: as for
 * troupe_mcp_launch_spawn(); @subprocess: (nullable) */
typedef struct
{
  gatomicrefcount ref_count;
  GMainContext *context;
  GTask *task;
  GSource *cancel_source; /* (nullable) */
  TroupeMcpConfig *config;
  TroupeMcpPlace *place;
  int fds[4];
  gboolean is_confined;
  GSubprocess *subprocess;
  GError *error;
} Start;

static Start *
start_ref (Start *self)
{
  g_atomic_ref_count_inc (&self->ref_count);
  return self;
}

static void
start_unref (gpointer data)
{
  Start *self = data;

  if (!g_atomic_ref_count_dec (&self->ref_count))
    return;
  /* The program was not taken. It is the leader of its process group. */
  if (self->subprocess != NULL)
    {
      const char *identifier = g_subprocess_get_identifier (self->subprocess);

      if (identifier != NULL)
        kill (-(pid_t) g_ascii_strtoll (identifier, NULL, 10), SIGKILL);
    }
  for (guint i = 0; i < G_N_ELEMENTS (self->fds); i++)
    if (self->fds[i] >= 0)
      close (self->fds[i]);
  g_clear_pointer (&self->cancel_source, g_source_unref);
  g_main_context_unref (self->context);
  troupe_mcp_config_unref (self->config);
  troupe_mcp_place_free (self->place);
  g_clear_object (&self->task);
  g_clear_object (&self->subprocess);
  g_clear_error (&self->error);
  g_free (self);
}

/* Takes the program. (transfer full) */
static TroupeMcpLink *
take_program (Start *start)
{
  TroupeMcpStdio *self = g_object_new (TROUPE_TYPE_MCP_STDIO, "config", start->config, NULL);
  const char *identifier = NULL;

  g_assert (start->subprocess != NULL);

  self->subprocess = g_steal_pointer (&start->subprocess);
  self->is_confined = start->is_confined;
  /* @identifier is NULL if the process has already exited. */
  identifier = g_subprocess_get_identifier (self->subprocess);
  if (identifier != NULL)
    self->group = (pid_t) g_ascii_strtoll (identifier, NULL, 10);
  self->input = g_steal_fd (&start->fds[0]);
  self->lines.fd = g_steal_fd (&start->fds[1]);
  self->words.fd = g_steal_fd (&start->fds[2]);
  watch (self, self->lines.fd, G_IO_IN | G_IO_HUP, lines_cb, &self->lines.source);
  watch (self, self->words.fd, G_IO_IN | G_IO_HUP, words_cb, &self->words.source);
  g_subprocess_wait_async (self->subprocess, self->waiting_for_exit, exited_cb, self);
  return TROUPE_MCP_LINK (self);
}

static gboolean
cancelled_cb (GCancellable *cancellable, gpointer user_data)
{
  Start *start = user_data;
  g_autoptr (GTask) task = g_steal_pointer (&start->task);

  g_assert (G_IS_TASK (task));

  g_clear_pointer (&start->cancel_source, g_source_unref);
  g_task_return_error_if_cancelled (task);
  return G_SOURCE_REMOVE;
}

static gboolean
started_cb (gpointer user_data)
{
  Start *start = user_data;
  g_autoptr (GTask) task = g_steal_pointer (&start->task);

  clear_source (&start->cancel_source);
  if (task != NULL && start->error != NULL)
    g_task_return_error (task, g_steal_pointer (&start->error));
  else if (task != NULL)
    g_task_return_pointer (task, take_program (start), g_object_unref);
  return G_SOURCE_REMOVE;
}

/* The kernel kills the program when this thread ends, which therefore waits for it. */
static gpointer
start_thread (gpointer user_data)
{
  Start *start = user_data;
  g_autoptr (GSource) source = g_idle_source_new ();
  g_autoptr (GSubprocess) subprocess = NULL;

  subprocess = troupe_mcp_launch_spawn (start->config, start->place, start->fds,
                                        &start->is_confined, &start->error);
  if (subprocess == NULL)
    troupe_process_list_give_up (start->place->processes);
  else
    {
      troupe_process_list_add (start->place->processes, subprocess, start->is_confined,
                               g_steal_fd (&start->fds[3]), TRUE);
      start->subprocess = g_object_ref (subprocess);
    }
  g_source_set_priority (source, G_PRIORITY_DEFAULT);
  g_source_set_callback (source, started_cb, start_ref (start), start_unref);
  g_source_attach (source, start->context);
  start_unref (start);
  if (subprocess != NULL)
    g_subprocess_wait (subprocess, NULL, NULL);
  return NULL;
}

static Start *
start_new (TroupeMcpConfig *config, const TroupeMcpPlace *place, GTask *task)
{
  Start *start = g_new0 (Start, 1);
  GCancellable *cancellable = g_task_get_cancellable (task);

  g_atomic_ref_count_init (&start->ref_count);
  start->context = g_main_context_ref_thread_default ();
  start->task = g_object_ref (task);
  start->config = troupe_mcp_config_ref (config);
  start->place = troupe_mcp_place_copy (place);
  for (guint i = 0; i < G_N_ELEMENTS (start->fds); i++)
    start->fds[i] = -1;
  if (cancellable == NULL)
    return start;
  start->cancel_source = troupe_cancel_source_new (cancellable, start->context);
  g_source_set_callback (start->cancel_source, G_SOURCE_FUNC (cancelled_cb), start_ref (start),
                         start_unref);
  g_source_attach (start->cancel_source, start->context);
  return start;
}

void
troupe_mcp_stdio_open_async (TroupeMcpConfig *config,
                             const TroupeMcpPlace *place,
                             GCancellable *cancellable,
                             GAsyncReadyCallback callback,
                             gpointer user_data)
{
  g_autoptr (GTask) task = NULL;

  g_return_if_fail (config != NULL && place != NULL);

  task = g_task_new (NULL, cancellable, callback, user_data);
  g_task_set_source_tag (task, troupe_mcp_stdio_open_async);
  g_task_set_check_cancellable (task, FALSE);
  if (g_task_return_error_if_cancelled (task))
    return;
  if (!troupe_process_list_begin (place->processes))
    g_task_return_new_error (task, G_IO_ERROR, G_IO_ERROR_CANCELLED, "%s",
                             _ ("The run has ended."));
  else
    g_thread_unref (g_thread_new ("troupe-mcp", start_thread, start_new (config, place, task)));
}

TroupeMcpLink *
troupe_mcp_stdio_open_finish (GAsyncResult *result, GError **error)
{
  g_return_val_if_fail (G_IS_TASK (result), NULL);

  return g_task_propagate_pointer (G_TASK (result), error);
}
