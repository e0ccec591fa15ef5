/* troupe-python-messages.c: processes messages from the Python helper
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#define G_LOG_DOMAIN "troupe-python-messages"

#include "config.h"

#include <glib/gi18n.h>
#include <string.h>

#include "troupe-python-private.h"
#include "troupe-python-process.h"
#include "troupe-python-sandbox.h"
#include "troupe-sandbox.h"
#include "troupe-python-session.h"
#include "troupe-python-wire.h"

/* Limits of the reported output of a call per stream; the helper enforces the same limits. */
#define MOST_OUTPUT (1024 * 1024)
#define MOST_LINES 20000
#define LONGEST_LINE (64 * 1024)

void
troupe_python_line_free (GString *line)
{
  g_string_free (line, TRUE);
}

void
troupe_python_call_free (TroupePythonCall *self)
{
  if (self->cancel_source != NULL)
    g_source_destroy (self->cancel_source);
  g_clear_pointer (&self->cancel_source, g_source_unref);
  g_clear_object (&self->task);
  g_free (self->method);
  g_free (self->owner);
  g_free (self);
}

/* Adds what Python does not know. */
static void
complete_failure (TroupePython *self, TroupePythonFailure *failure)
{
  g_assert (TROUPE_IS_PYTHON (self));

  failure->is_sandboxed = self->is_sandboxed;
  failure->refusal =
      troupe_process_list_explain_failure (self->settings.processes, failure->message);
  if (failure->refusal != NULL && *failure->traceback != '\0')
    {
      g_autofree char *traceback = g_strchomp (g_steal_pointer (&failure->traceback));

      failure->traceback = g_strdup_printf ("%s\n%s\n", traceback, failure->refusal);
    }
}

static void
tell (TroupePython *self, const char *method, TroupePythonStream stream, const char *text)
{
  g_assert (TROUPE_IS_PYTHON (self));

  if (self->log_func != NULL)
    self->log_func (method, stream, text, self->log_data);
}

static void
tell_cut (TroupePython *self, const char *method)
{
  g_assert (TROUPE_IS_PYTHON (self));

  tell (
      self, method, TROUPE_PYTHON_NOTICE,
      _ ("The code wrote more than 1 MiB or 20,000 lines of output. Further output is not shown."));
}

/* --- Completion of calls ---------------------------------------------------------------------- */

/* Stops the process. The next call starts a new one. */
void
troupe_python_drop_process (TroupePython *self)
{
  g_clear_pointer (&self->process, troupe_python_process_stop);
  g_ptr_array_set_size (self->unanswered, 0);
  troupe_python_session_forget (self->session);
  self->was_greeted = FALSE;
  memset (self->volumes, 0, sizeof self->volumes);
}

void
troupe_python_end_with_error (TroupePython *self, GError *taken)
{
  g_autoptr (GError) error = taken;
  g_autoptr (TroupePython) kept = g_object_ref (self);
  g_autoptr (GHashTable) calls = NULL;
  g_autoptr (GList) ids = NULL;

  g_assert (TROUPE_IS_PYTHON (self));

  troupe_python_drop_process (self);
  /* Fails all calls with @error. Called after the process was dropped, because a callback may
   * start a new call. */
  calls = g_steal_pointer (&self->calls);
  self->calls = g_hash_table_new_full (g_int64_hash, g_int64_equal, NULL,
                                       (GDestroyNotify) troupe_python_call_free);
  ids = g_hash_table_get_values (calls);
  for (GList *item = ids; item != NULL; item = item->next)
    {
      TroupePythonCall *call = item->data;
      g_autoptr (GTask) task = g_steal_pointer (&call->task);

      if (task != NULL)
        g_task_return_error (task, g_error_copy (error));
    }
}

static gboolean
has_live_call (TroupePython *self)
{
  GHashTableIter iter;
  gpointer call = NULL;

  g_assert (TROUPE_IS_PYTHON (self));

  g_hash_table_iter_init (&iter, self->calls);
  while (g_hash_table_iter_next (&iter, NULL, &call))
    if (((TroupePythonCall *) call)->task != NULL)
      return TRUE;
  return FALSE;
}

gboolean
troupe_python_cancelled_cb (GCancellable *cancellable, gpointer user_data)
{
  TroupePythonCall *call = user_data;
  TroupePython *self = call->python;
  g_autoptr (TroupePython) kept = g_object_ref (self);
  g_autoptr (GTask) task = g_steal_pointer (&call->task);

  /* The call stays in the table, because the helper will still respond to it. */
  g_clear_pointer (&call->cancel_source, g_source_unref);
  if (!has_live_call (self))
    {
      troupe_python_drop_process (self);
      g_hash_table_remove_all (self->calls);
    }
  g_task_return_new_error (task, G_IO_ERROR, G_IO_ERROR_CANCELLED, "%s",
                           _ ("The Python code was canceled."));
  return G_SOURCE_REMOVE;
}

/* --- Messages --------------------------------------------------------------------------------- */

static void
fail_protocol (TroupePython *self, const char *text)
{
  g_autofree char *shown = g_utf8_make_valid (text, (gssize) MIN (strlen (text), 200));

  g_assert (TROUPE_IS_PYTHON (self));

  troupe_python_end_with_error (
      self, g_error_new (TROUPE_PYTHON_ERROR, TROUPE_PYTHON_ERROR_PROTOCOL,
                         _ ("The Python helper sent an invalid answer: “%s”. The code may have "
                            "written to the wrong file descriptor."),
                         shown));
}

/* Processes the first message: protocol version and Python version. */
static void
take_greeting (TroupePython *self, TroupeValue *message, const char *text)
{
  TroupeValue *protocol = troupe_value_map_lookup_string (message, "protocol", -1);
  TroupeValue *version = troupe_value_map_lookup_string (message, "python", -1);
  gint64 numbers[2] = { 0, 0 };

  g_assert (TROUPE_IS_PYTHON (self));

  if (protocol == NULL || version == NULL || !troupe_value_is (version, TROUPE_VALUE_LIST) ||
      !troupe_value_is (protocol, TROUPE_VALUE_INTEGER) ||
      troupe_value_get_integer (protocol) != TROUPE_PYTHON_PROTOCOL)
    {
      fail_protocol (self, text);
      return;
    }
  for (gsize i = 0; i < MIN (2, troupe_value_list_get_length (version)); i++)
    if (troupe_value_is (troupe_value_list_get (version, i), TROUPE_VALUE_INTEGER))
      numbers[i] = troupe_value_get_integer (troupe_value_list_get (version, i));
  if (numbers[0] != 3 || numbers[1] < 9)
    {
      troupe_python_end_with_error (
          self, g_error_new (TROUPE_PYTHON_ERROR, TROUPE_PYTHON_ERROR_NO_INTERPRETER,
                             _ ("Python %d.%d is not supported: Python 3.9 or later is required."),
                             (int) numbers[0], (int) numbers[1]));
      return;
    }
  self->was_greeted = TRUE;
  if (self->is_sandboxed && self->settings.bubblewrap == NULL)
    troupe_sandbox_note (TRUE);
  g_ptr_array_set_size (self->unanswered, 0);
}

static TroupePythonCall *
find_call (TroupePython *self, TroupeValue *message)
{
  TroupeValue *id = troupe_value_map_lookup_string (message, "id", -1);
  gint64 number = 0;

  g_assert (TROUPE_IS_PYTHON (self));

  if (id == NULL || !troupe_value_is (id, TROUPE_VALUE_INTEGER))
    return NULL;
  number = troupe_value_get_integer (id);
  return g_hash_table_lookup (self->calls, &number);
}

/* Applies the rules for log lines again, because code could bypass the checks in the helper.
 * (transfer full) */
static char *
clean_line (TroupeValue *text)
{
  gsize length = 0;
  const char *bytes = troupe_value_get_string (text, &length);
  g_autofree char *line = NULL;

  if (length > LONGEST_LINE)
    length = (gsize) (g_utf8_find_prev_char (bytes, bytes + LONGEST_LINE) - bytes);
  line = g_utf8_make_valid (bytes, (gssize) length);
  return g_strdelimit (g_steal_pointer (&line), "\n\r", ' ');
}

static void
take_log (TroupePython *self, TroupeValue *log)
{
  TroupeValue *stream = troupe_value_map_lookup_string (log, "stream", -1);
  TroupeValue *text = troupe_value_map_lookup_string (log, "text", -1);
  TroupePythonCall *call = find_call (self, log);
  TroupePythonVolume *volumes = call != NULL ? call->volumes : self->volumes;
  gboolean is_error = FALSE;
  TroupePythonVolume *volume = NULL;
  const char *owner = NULL;
  g_autofree char *line = NULL;

  g_assert (TROUPE_IS_PYTHON (self));

  if (stream == NULL || text == NULL || !troupe_value_is (stream, TROUPE_VALUE_STRING) ||
      !troupe_value_is (text, TROUPE_VALUE_STRING))
    return;
  is_error = g_str_equal (troupe_value_get_string (stream, NULL), "stderr");
  volume = &volumes[is_error ? 1 : 0];
  if (volume->is_cut)
    return;
  if (call != NULL)
    owner = call->owner != NULL ? call->owner : call->method;
  line = clean_line (text);
  volume->size += strlen (line);
  volume->n_lines++;
  if (g_str_equal (troupe_value_get_string (stream, NULL), "cut") || volume->size > MOST_OUTPUT ||
      volume->n_lines > MOST_LINES)
    {
      if (!volume->is_cut)
        tell_cut (self, owner);
      volume->is_cut = TRUE;
    }
  else
    tell (self, owner, is_error ? TROUPE_PYTHON_STDERR : TROUPE_PYTHON_STDOUT, line);
}

/* Handles a line that Python wrote as JSON but Troupe cannot parse, because it is nested too
 * deeply or has duplicate keys. The line begins with the ID of its call. */
static gboolean
take_unreadable (TroupePython *self, const char *text, const GError *reason)
{
  gint64 id = 0;
  TroupePythonCall *call = NULL;
  g_autoptr (GTask) task = NULL;

  g_assert (TROUPE_IS_PYTHON (self));

  if (!g_str_has_prefix (text, "{\"id\":"))
    return FALSE;
  id = g_ascii_strtoll (text + strlen ("{\"id\":"), NULL, 10);
  call = g_hash_table_lookup (self->calls, &id);
  if (call == NULL)
    return FALSE;
  troupe_python_session_forget (self->session);
  task = g_steal_pointer (&call->task);
  g_hash_table_remove (self->calls, &id);
  if (task != NULL)
    g_task_return_new_error (
        task, TROUPE_PYTHON_ERROR, TROUPE_PYTHON_ERROR_VALUE,
        _ ("The result of the code or its changes to the state cannot be stored: %s"),
        reason->message);
  return TRUE;
}

void
troupe_python_line_cb (const char *text, gsize length, gpointer user_data)
{
  TroupePython *self = user_data;
  g_autoptr (TroupePython) kept = g_object_ref (self);
  g_autoptr (GError) error = NULL;
  g_autoptr (TroupeValue) message = troupe_python_wire_read (text, length, &error);
  TroupeValue *log = NULL;
  TroupePythonCall *call = NULL;

  if (message == NULL || !troupe_value_is (message, TROUPE_VALUE_MAP))
    {
      if (message != NULL || !self->was_greeted || !take_unreadable (self, text, error))
        fail_protocol (self, text);
      return;
    }
  if (!self->was_greeted)
    {
      take_greeting (self, message, text);
      return;
    }
  log = troupe_value_map_lookup_string (message, "log", -1);
  call = find_call (self, message);
  if (log != NULL && troupe_value_is (log, TROUPE_VALUE_MAP))
    take_log (self, log);
  else if (call != NULL && troupe_python_take_question (self, call, message))
    return;
  else if (call != NULL)
    {
      g_autoptr (GError) cause = NULL;
      g_autoptr (GTask) task = g_steal_pointer (&call->task);
      TroupePythonResult *result = NULL;

      result = troupe_python_session_decode (self->session, message, call->method, &cause);
      self->has_hooks = troupe_value_map_lookup_string (message, "hooks", -1) != NULL;
      if (result != NULL && result->failure != NULL)
        complete_failure (self, result->failure);
      g_hash_table_remove (self->calls, &call->id);
      /* Only cancelled calls are still running. */
      if (g_hash_table_size (self->calls) > 0 && !has_live_call (self))
        {
          troupe_python_drop_process (self);
          g_hash_table_remove_all (self->calls);
        }
      if (task == NULL)
        troupe_python_result_free (result);
      else if (result != NULL)
        g_task_return_pointer (task, result, (GDestroyNotify) troupe_python_result_free);
      else
        g_task_return_error (task, g_steal_pointer (&cause));
    }
  else
    fail_protocol (self, text);
}

void
troupe_python_output_cb (const char *text, gpointer user_data)
{
  TroupePython *self = user_data;
  g_autoptr (TroupePython) kept = g_object_ref (self);

  if (text == NULL)
    tell_cut (self, NULL);
  else if (self->was_greeted)
    tell (self, NULL, TROUPE_PYTHON_STDERR, text);
}

/* Restarts the helper without the broken sandbox, which the user has permitted. */
static void
start_again (TroupePython *self, const char *reason)
{
  g_autoptr (GError) error = NULL;
  g_autoptr (GPtrArray) lines = g_steal_pointer (&self->unanswered);

  g_assert (TROUPE_IS_PYTHON (self));

  self->unanswered = g_ptr_array_new_with_free_func ((GDestroyNotify) troupe_python_line_free);
  g_clear_pointer (&self->process, troupe_python_process_stop);
  if (!troupe_python_start (self, NULL, &error))
    {
      troupe_python_end_with_error (self, g_steal_pointer (&error));
      return;
    }
  for (guint i = 1; i < lines->len; i++)
    {
      GString *line = g_ptr_array_index (lines, i);

      troupe_python_process_write (self->process, line->str, line->len);
    }
  tell (self, NULL, TROUPE_PYTHON_NOTICE, reason);
  tell (self, NULL, TROUPE_PYTHON_NOTICE,
        _ ("The sandbox for Python code does not work on this system, so the code runs without a "
           "sandbox."));
}

void
troupe_python_ended_cb (gboolean too_long, const char *reason, gpointer user_data)
{
  TroupePython *self = user_data;
  g_autofree char *failure = NULL;
  g_autofree char *output = NULL;
  GError *error = NULL;
  const char *failure_output;

  if (too_long)
    {
      troupe_python_end_with_error (
          self, g_error_new (TROUPE_PYTHON_ERROR, TROUPE_PYTHON_ERROR_PROTOCOL,
                             _ ("The Python helper wrote a line of more than %u bytes."),
                             TROUPE_PYTHON_LIMIT_LINE));
      return;
    }
  /* Its message in the output of the helper is only a reason to try, because code may have
   * written it. */
  failure_output = troupe_python_process_get_last_output (self->process);
  if (self->is_sandboxed && !self->was_greeted && strstr (failure_output, "bwrap:") != NULL)
    failure = troupe_sandbox_probe (troupe_python_sandbox_find (&self->settings));
  if (failure != NULL && self->settings.bubblewrap == NULL)
    troupe_sandbox_note (FALSE);
  if (failure != NULL && troupe_python_may_do_without (self))
    {
      start_again (self, failure);
      return;
    }
  output = g_strchomp (g_strdup (troupe_python_process_get_last_output (self->process)));
  if (failure != NULL)
    error = troupe_python_make_sandbox_error (failure);
  else if (self->was_greeted)
    error = g_error_new (TROUPE_PYTHON_ERROR, TROUPE_PYTHON_ERROR_ENDED,
                         _ ("The Python helper ended unexpectedly: %s."), reason);
  else
    error = g_error_new (
        TROUPE_PYTHON_ERROR, TROUPE_PYTHON_ERROR_START,
        _ ("Could not start the Python helper: %s. It requires Python 3.9 or later. %s"), reason,
        output);
  troupe_python_end_with_error (self, error);
}
