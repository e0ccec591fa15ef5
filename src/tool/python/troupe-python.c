/* troupe-python.c: runs the Python code of a document in a helper process
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#define G_LOG_DOMAIN "troupe-python"

#include "config.h"

#include <glib/gi18n.h>

#include "troupe-cancel.h"
#include "troupe-python-command.h"
#include "troupe-python-private.h"
#include "troupe-python-process.h"
#include "troupe-python-sandbox.h"
#include "troupe-python-session.h"
#include "troupe-python-wire.h"

/* clang-format would parse the name as a subtraction. */
/* clang-format off */
G_DEFINE_QUARK (troupe-python-error-quark, troupe_python_error)
/* clang-format on */

G_DEFINE_FINAL_TYPE (TroupePython, troupe_python, G_TYPE_OBJECT)

/* --- Starting ----------------------------------------------------------------------------------- */

static void
send_line (TroupePython *self, GString *taken)
{
  g_assert (TROUPE_IS_PYTHON (self));

  troupe_python_process_write (self->process, taken->str, taken->len);
  if (self->was_greeted)
    troupe_python_line_free (taken);
  else
    g_ptr_array_add (self->unanswered, taken);
}

/* Appends the modules and their digests. Names that are not valid UTF-8 are skipped, because
 * they cannot be modules. */
static void
append_modules (TroupePython *self, GString *line)
{
  g_assert (TROUPE_IS_PYTHON (self));

  const char *const *modules = self->settings.modules;
  const char *const *digests = self->settings.module_digests;
  const char *separator = "";

  g_string_append (line, ",\"modules\":");
  if (modules == NULL)
    {
      g_string_append (line, "null");
      return;
    }
  g_string_append_c (line, '{');
  for (guint i = 0; modules[i] != NULL; i++)
    if (g_utf8_validate (modules[i], -1, NULL))
      {
        g_string_append (line, separator);
        troupe_python_wire_append_string (modules[i], line);
        g_string_append_c (line, ':');
        troupe_python_wire_append_string (digests != NULL ? digests[i] : NULL, line);
        separator = ",";
      }
  g_string_append_c (line, '}');
}

/* Sends the first message, which contains the settings for all calls. */
static gboolean
send_start (TroupePython *self, GError **error)
{
  GString *line = g_string_new ("{\"flow\":");

  g_assert (TROUPE_IS_PYTHON (self));

  troupe_python_wire_append_string (self->settings.flow_name, line);
  g_string_append_printf (line, ",\"unchecked\":%s",
                          self->settings.has_unchecked_defaults ? "true" : "false");
  append_modules (self, line);
  g_string_append (line, ",\"input_provider\":");
  troupe_python_wire_append_string (self->settings.input_provider, line);
  g_string_append (line, ",\"state_class\":");
  troupe_python_wire_append_string (self->settings.state_class, line);
  g_string_append (line, ",\"schema\":");
  if (self->settings.state_schema == NULL)
    g_string_append (line, "null");
  else if (!troupe_python_wire_append (self->settings.state_schema, line, error))
    {
      troupe_python_line_free (line);
      return FALSE;
    }
  g_string_append_c (line, '}');
  send_line (self, line);
  return TRUE;
}

/* Fails with %G_IO_ERROR_BUSY if the sandbox did not become what it should. */
static gboolean
start_once (TroupePython *self, const char *sandbox, GError **error)
{
  static const TroupePythonProcessFuncs funcs = { troupe_python_line_cb, troupe_python_output_cb,
                                                  troupe_python_ended_cb };
  g_auto (TroupePythonCommand) command = { 0 };
  g_autoptr (GError) reason = NULL;

  g_assert (TROUPE_IS_PYTHON (self));

  if (!troupe_process_list_begin (self->settings.processes))
    {
      g_set_error_literal (error, G_IO_ERROR, G_IO_ERROR_CANCELLED, _ ("The run has ended."));
      return FALSE;
    }
  if (!troupe_python_command_init (&command, &self->settings, sandbox, error))
    {
      troupe_process_list_give_up (self->settings.processes);
      return FALSE;
    }
  self->process =
      troupe_python_process_new (&command, self->settings.processes, &funcs, self, &reason);
  if (self->process != NULL)
    return TRUE;
  if (g_error_matches (reason, G_IO_ERROR, G_IO_ERROR_BUSY))
    g_propagate_error (error, g_steal_pointer (&reason));
  else
    g_set_error (error, TROUPE_PYTHON_ERROR, TROUPE_PYTHON_ERROR_START,
                 _ ("Could not start Python in %s: %s"), command.folder, reason->message);
  return FALSE;
}

gboolean
troupe_python_start (TroupePython *self, const char *sandbox, GError **error)
{
  g_autoptr (GError) cause = NULL;

  self->is_sandboxed = sandbox != NULL;
  self->was_greeted = FALSE;
  for (guint i = 0; self->process == NULL && i < TROUPE_SANDBOX_ATTEMPTS; i++)
    {
      g_clear_error (&cause);
      if (!start_once (self, sandbox, &cause) &&
          !g_error_matches (cause, G_IO_ERROR, G_IO_ERROR_BUSY))
        {
          g_propagate_error (error, g_steal_pointer (&cause));
          return FALSE;
        }
    }
  if (self->process == NULL)
    {
      g_set_error (error, TROUPE_PYTHON_ERROR, TROUPE_PYTHON_ERROR_START,
                   /* Translators: %s is the reason. */
                   _ ("Python was not started: %s."), cause->message);
      return FALSE;
    }
  if (send_start (self, error))
    return TRUE;
  troupe_python_drop_process (self);
  return FALSE;
}

gboolean
troupe_python_may_do_without (TroupePython *self)
{
  return self->settings.sandbox == TROUPE_PYTHON_SANDBOX_NONE ||
         (self->settings.sandbox == TROUPE_PYTHON_SANDBOX_AUTOMATIC &&
          (self->settings.permissions & TROUPE_PYTHON_PERMIT_UNCONFINED) != 0);
}

GError *
troupe_python_make_sandbox_error (const char *reason)
{
  return g_error_new (
      TROUPE_PYTHON_ERROR, TROUPE_PYTHON_ERROR_NO_SANDBOX,
      /* Translators: %s is the reason as reported by bubblewrap. “Run” is the label of the
       * button. */
      _ ("The Python code must run in a sandbox, but none is available: %s. No code was run. Fix "
         "bubblewrap on this system, or allow the code to run without a sandbox: in the window, "
         "grant this permission at the next run; in troupectl, use “--allow no-sandbox”."),
      reason);
}

static gboolean
ensure_process (TroupePython *self, GError **error)
{
  const char *sandbox = NULL;

  g_assert (TROUPE_IS_PYTHON (self));

  if (self->process != NULL)
    return TRUE;
  if (self->settings.sandbox != TROUPE_PYTHON_SANDBOX_NONE)
    sandbox = troupe_python_sandbox_find (&self->settings);
  if (sandbox == NULL && !troupe_python_may_do_without (self))
    {
      g_propagate_error (error,
                         troupe_python_make_sandbox_error (_ ("bubblewrap is not installed")));
      return FALSE;
    }
  return troupe_python_start (self, sandbox, error);
}

static gboolean
check_permission (TroupePython *self, const TroupePythonRequest *request, GError **error)
{
  g_assert (TROUPE_IS_PYTHON (self));

  switch (request->kind)
    {
    case TROUPE_PYTHON_KIND_SCRIPT:
      if (self->settings.permissions & TROUPE_PYTHON_PERMIT_SCRIPT)
        return TRUE;
      break;
    case TROUPE_PYTHON_KIND_CODE:
    case TROUPE_PYTHON_KIND_STATE:
    case TROUPE_PYTHON_KIND_HOOK:
    case TROUPE_PYTHON_KIND_MADE:
      if (self->settings.permissions & TROUPE_PYTHON_PERMIT_CODE)
        return TRUE;
      break;
    case TROUPE_PYTHON_KIND_TOOL:
    default:
      /* A tool that was created by code of the document requires the permission for code. */
      if (self->settings.permissions &
          (g_str_has_prefix (request->source, TROUPE_PYTHON_LIVE_PREFIX) ? TROUPE_PYTHON_PERMIT_CODE
                                                                         : TROUPE_PYTHON_PERMIT_TOOL))
        return TRUE;
    }
  g_set_error (error, TROUPE_PYTHON_ERROR, TROUPE_PYTHON_ERROR_NOT_PERMITTED,
               _ ("The Python code in %s was not allowed to run. Nothing was run."), request->path);
  return FALSE;
}

void
troupe_python_call_async (TroupePython *self,
                          const TroupePythonRequest *request,
                          GCancellable *cancellable,
                          GAsyncReadyCallback callback,
                          gpointer user_data)
{
  g_autoptr (GTask) task = NULL;
  g_autoptr (GError) error = NULL;
  GString *line = NULL;
  TroupePythonCall *call = NULL;

  g_return_if_fail (TROUPE_IS_PYTHON (self));
  g_return_if_fail (request != NULL && request->source != NULL && request->path != NULL);
  g_return_if_fail (request->method != NULL);

  task = g_task_new (self, cancellable, callback, user_data);
  g_task_set_source_tag (task, troupe_python_call_async);
  /* A completed call keeps its result even if it is cancelled, because its changes to the state
   * cannot be undone. */
  g_task_set_check_cancellable (task, FALSE);
  if (g_task_return_error_if_cancelled (task))
    return;
  if (!check_permission (self, request, &error) || !ensure_process (self, &error) ||
      (line = troupe_python_session_encode (self->session, request, self->last_id + 1, &error)) ==
          NULL)
    {
      g_task_return_error (task, g_steal_pointer (&error));
      return;
    }
  call = g_new0 (TroupePythonCall, 1);
  call->id = ++self->last_id;
  call->python = self;
  call->task = g_steal_pointer (&task);
  call->method = g_strdup (request->method);
  call->owner = g_strdup (request->owner);
  call->ask = request->ask;
  call->ask_data = request->ask_data;
  g_hash_table_insert (self->calls, &call->id, call);
  if (cancellable != NULL)
    {
      call->cancel_source = troupe_cancel_source_new (cancellable, self->context);
      g_source_set_callback (call->cancel_source, G_SOURCE_FUNC (troupe_python_cancelled_cb), call,
                             NULL);
      g_source_attach (call->cancel_source, self->context);
    }
  send_line (self, line);
}

TroupePythonResult *
troupe_python_call_finish (TroupePython *self, GAsyncResult *result, GError **error)
{
  g_return_val_if_fail (g_task_is_valid (result, self), NULL);

  return g_task_propagate_pointer (G_TASK (result), error);
}

void
troupe_python_stop (TroupePython *self)
{
  g_return_if_fail (TROUPE_IS_PYTHON (self));

  if (self->process != NULL)
    troupe_python_end_with_error (self, g_error_new_literal (TROUPE_PYTHON_ERROR,
                                                             TROUPE_PYTHON_ERROR_ENDED,
                                                             _ ("The Python helper was stopped.")));
}

gboolean
troupe_python_knows_outputs (TroupePython *self)
{
  g_return_val_if_fail (TROUPE_IS_PYTHON (self), FALSE);

  return self->process != NULL && !self->session->is_fresh;
}

gboolean
troupe_python_is_running (TroupePython *self)
{
  g_return_val_if_fail (TROUPE_IS_PYTHON (self), FALSE);

  return self->process != NULL;
}

gboolean
troupe_python_has_hooks (TroupePython *self)
{
  g_return_val_if_fail (TROUPE_IS_PYTHON (self), FALSE);

  return self->process != NULL && self->has_hooks;
}

gboolean
troupe_python_is_sandboxed (TroupePython *self)
{
  g_return_val_if_fail (TROUPE_IS_PYTHON (self), FALSE);

  return self->process != NULL && self->is_sandboxed;
}

/* --- The object --------------------------------------------------------------------------------- */

void
troupe_python_set_log_func (TroupePython *self,
                            TroupePythonLogFunc func,
                            gpointer user_data,
                            GDestroyNotify destroy)
{
  g_return_if_fail (TROUPE_IS_PYTHON (self));

  if (self->log_destroy != NULL)
    self->log_destroy (self->log_data);
  self->log_func = func;
  self->log_data = user_data;
  self->log_destroy = destroy;
}

static void
troupe_python_dispose (GObject *object)
{
  TroupePython *self = TROUPE_PYTHON (object);

  g_assert (TROUPE_IS_PYTHON (self));

  /* Running calls hold references to the object, so all remaining calls are cancelled. */
  if (self->process != NULL)
    troupe_python_drop_process (self);
  g_hash_table_remove_all (self->calls);
  troupe_python_set_log_func (self, NULL, NULL, NULL);

  G_OBJECT_CLASS (troupe_python_parent_class)->dispose (object);
}

static void
troupe_python_finalize (GObject *object)
{
  TroupePython *self = TROUPE_PYTHON (object);

  g_assert (TROUPE_IS_PYTHON (self));

  g_free ((char *) self->settings.interpreter);
  g_free ((char *) self->settings.bubblewrap);
  g_free ((char *) self->settings.helper);
  g_free ((char *) self->settings.folder);
  g_free ((char *) self->settings.folder_target);
  g_free ((char *) self->settings.flow_name);
  g_free ((char *) self->settings.state_class);
  g_free ((char *) self->settings.input_provider);
  g_strfreev ((char **) self->settings.variables);
  g_strfreev ((char **) self->settings.modules);
  g_strfreev ((char **) self->settings.module_digests);
  g_strfreev ((char **) self->settings.write_folders);
  g_clear_pointer (&self->settings.state_schema, troupe_value_unref);
  g_clear_pointer (&self->settings.processes, troupe_process_list_unref);
  g_hash_table_unref (self->calls);
  g_ptr_array_unref (self->unanswered);
  troupe_python_session_free (self->session);
  g_main_context_unref (self->context);

  G_OBJECT_CLASS (troupe_python_parent_class)->finalize (object);
}

static void
troupe_python_class_init (TroupePythonClass *klass)
{
  GObjectClass *object_class = G_OBJECT_CLASS (klass);

  object_class->dispose = troupe_python_dispose;
  object_class->finalize = troupe_python_finalize;
}

static void
troupe_python_init (TroupePython *self)
{
  g_assert (TROUPE_IS_PYTHON (self));

  self->context = g_main_context_ref_thread_default ();
  self->session = troupe_python_session_new ();
  self->unanswered = g_ptr_array_new_with_free_func ((GDestroyNotify) troupe_python_line_free);
  self->calls = g_hash_table_new_full (g_int64_hash, g_int64_equal, NULL,
                                       (GDestroyNotify) troupe_python_call_free);
}

TroupePython *
troupe_python_new (const TroupePythonSettings *settings)
{
  TroupePython *self = NULL;

  g_return_val_if_fail (settings != NULL, NULL);

  self = g_object_new (TROUPE_TYPE_PYTHON, NULL);
  self->settings = *settings;
  self->settings.interpreter = g_strdup (settings->interpreter);
  self->settings.bubblewrap = g_strdup (settings->bubblewrap);
  self->settings.helper = g_strdup (settings->helper);
  self->settings.folder = g_strdup (settings->folder);
  self->settings.folder_target = g_strdup (settings->folder_target);
  self->settings.flow_name = g_strdup (settings->flow_name != NULL ? settings->flow_name : "");
  self->settings.state_class = g_strdup (settings->state_class);
  self->settings.input_provider = g_strdup (settings->input_provider);
  self->settings.variables = (const char *const *) g_strdupv ((char **) settings->variables);
  self->settings.modules = (const char *const *) g_strdupv ((char **) settings->modules);
  self->settings.module_digests =
      (const char *const *) g_strdupv ((char **) settings->module_digests);
  self->settings.write_folders =
      (const char *const *) g_strdupv ((char **) settings->write_folders);
  if (settings->state_schema != NULL)
    troupe_value_ref (settings->state_schema);
  if (settings->processes != NULL)
    troupe_process_list_ref (settings->processes);
  return self;
}
