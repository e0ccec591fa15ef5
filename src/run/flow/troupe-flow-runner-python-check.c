/* troupe-flow-runner-python-check.c: check before a run: compiles scripts and imports referenced
 * Python code
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#define G_LOG_DOMAIN "troupe-flow-runner-python-check"

#include "config.h"

#include <glib/gi18n.h>
#include <string.h>

#include "troupe-flow-runner-python-private.h"
#include "troupe-permission-list.h"

typedef struct
{
  TroupeRunnerPython *python;
  GPtrArray *looks; /* (element-type Look) */
  GCancellable *cancellable;
  guint n_waiting;
  gboolean has_begun;
} Check;

/* One reference to check. @step: (nullable); @failed: the error to report; @line: the line in
 * the document */
typedef struct
{
  Check *check;
  const TroupeFlowAction *action;
  const char *method;
  const char *step;
  char *path;
  GError *error;
  guint line;
} Look;

void
troupe_runner_python_fill_request (TroupeRunnerPython *self,
                                   TroupePythonRequest *request,
                                   const TroupeFlowAction *action,
                                   const char *path)
{
  troupe_runner_action_find (action)->fill_python (
      action, &troupe_flow_runner_get_options (self->runner)->made, 0, request);
  request->path = path;
  request->file = self->file;
}

/* --- Errors ---------------------------------------------------------------------------------- */

GError *
troupe_runner_python_describe_failure (const TroupeFlowAction *action,
                                       const TroupePythonFailure *failure)
{
  g_autofree char *text = troupe_python_failure_to_text (failure);

  if (action->code == NULL || failure->line == 0 || strchr (action->code, '\n') == NULL)
    return g_error_new_literal (TROUPE_RUN_ERROR, TROUPE_RUN_ERROR_SCRIPT, text);
  /* Translators: %s is the message of a Python exception, %u is a line number */
  return g_error_new (TROUPE_RUN_ERROR, TROUPE_RUN_ERROR_SCRIPT, _ ("%s (line %u of the script)"),
                      text, failure->line);
}

/* Returns TRUE if the user can solve the problem by granting more permissions. */
static gboolean
is_for_consent (const GError *error)
{
  return g_error_matches (error, TROUPE_PYTHON_ERROR, TROUPE_PYTHON_ERROR_NOT_PERMITTED) ||
         g_error_matches (error, TROUPE_PYTHON_ERROR, TROUPE_PYTHON_ERROR_NO_SANDBOX);
}

GError *
troupe_runner_python_describe_error (GError *cause)
{
  int code = TROUPE_RUN_ERROR_SCRIPT;
  GError *error = NULL;

  if (is_for_consent (cause))
    code = TROUPE_RUN_ERROR_CONSENT;
  else if (g_error_matches (cause, TROUPE_PYTHON_ERROR, TROUPE_PYTHON_ERROR_TOO_LARGE))
    code = TROUPE_RUN_ERROR_LIMIT;
  error = g_error_new_literal (TROUPE_RUN_ERROR, code, cause->message);
  g_error_free (cause);
  return error;
}

/* --- Checking --------------------------------------------------------------------------------- */

static void
look_free (gpointer data)
{
  Look *look = data;

  g_clear_error (&look->error);
  g_free (look->path);
  g_free (look);
}

static void
looked_cb (GObject *source, GAsyncResult *async_result, gpointer user_data)
{
  Look *look = user_data;
  g_autoptr (TroupePythonResult) result =
      troupe_python_call_finish (TROUPE_PYTHON (source), async_result, &look->error);
  g_autofree char *text = NULL;

  look->check->n_waiting--;
  troupe_run_queue_entry_wake (troupe_flow_runner_get_options (look->check->python->runner)->turn);
  if (result == NULL || result->failure == NULL)
    return;
  look->line = result->failure->document_line;
  text = troupe_python_failure_to_text (result->failure);
  look->error = g_error_new_literal (TROUPE_RUN_ERROR, TROUPE_RUN_ERROR_BUILD, text);
}

/* Returns the JSON path of a reference. @inner: (nullable): path of the reference below the path
 * of the action type. (transfer full) */
static char *
make_place (Check *check,
            const TroupeRunnerAction *kind,
            const char *path,
            const char *inner,
            guint index)
{
  const TroupeRunKind *document = troupe_flow_runner_get_options (check->python->runner)->kind;

  g_assert (check != NULL);

  if (kind->python_place == NULL)
    return g_strdup (path);
  if (inner == NULL)
    return g_strdup_printf ("%s%s[%u]", path, kind->python_place, index);
  if (*inner == '.')
    return g_strconcat (path, inner, NULL);
  if (document->locate (path) == NULL)
    return g_strdup (inner);
  return g_strdup_printf ("%s%s.%s", path, kind->python_place, inner);
}

/* Checks a Python reference of the action. @index: index of the reference. Returns FALSE if
 * there is no such reference. */
static gboolean
look_at_piece (Check *check, const TroupeFlowMethod *method, int step, guint index)
{
  const TroupeFlowAction *action = step < 0 ? method->action : method->action->steps[step].action;
  const TroupeRunnerAction *kind = troupe_runner_action_find (action);
  const TroupePreparedActions *made = &troupe_flow_runner_get_options (check->python->runner)->made;
  TroupePythonRequest request = { 0 };
  g_autofree char *path = NULL;
  Look *look = NULL;

  g_assert (check != NULL);

  if (!kind->fill_python (action, made, index, &request))
    return FALSE;
  /* A built-in tool needs no helper. */
  if (request.source == NULL)
    return TRUE;
  path = step < 0 ? g_strdup_printf ("methods.%s.do", method->name)
                  : g_strdup_printf ("methods.%s.do.do[%d].action", method->name, step);
  look = g_new0 (Look, 1);
  look->check = check;
  look->action = action;
  look->method = method->name;
  look->step = step < 0 ? NULL : method->action->steps[step].name;
  look->path = make_place (check, kind, path, request.path, index);
  g_ptr_array_add (check->looks, look);
  request.path = look->path;
  request.file = check->python->file;
  request.method = look->step != NULL ? look->step : look->method;
  request.owner = look->method;
  request.check_only = TRUE;
  check->n_waiting++;
  troupe_python_call_async (check->python->python, &request, check->cancellable, looked_cb, look);
  return TRUE;
}

static void
look_at (Check *check, const TroupeFlowMethod *method, int step)
{
  const TroupeFlowAction *action = step < 0 ? method->action : method->action->steps[step].action;

  if (troupe_runner_action_find (action)->fill_python == NULL)
    return;
  for (guint i = 0; look_at_piece (check, method, step, i);)
    i++;
}

/* --- Errors of the check ---------------------------------------------------------------------- */

/* Sets the error of the result. An error of the Python installation is reported once; errors of
 * the code are all listed. */
static void
describe (TroupeRunnerPython *self, GPtrArray *failed, TroupeRunResult *result)
{
  const Look *first = g_ptr_array_index (failed, 0);
  g_autoptr (GString) reasons = g_string_new (NULL);

  g_assert (self != NULL);

  result->type = TROUPE_RESULT_BUILD_ERROR;
  result->error_path = g_strconcat (first->path, first->action->code != NULL ? ".code" : "", NULL);
  result->error_line = first->line;
  if (first->error->domain == TROUPE_PYTHON_ERROR)
    {
      result->error = g_error_new_literal (TROUPE_RUN_ERROR,
                                           is_for_consent (first->error) ? TROUPE_RUN_ERROR_CONSENT
                                                                         : TROUPE_RUN_ERROR_BUILD,
                                           first->error->message);
      return;
    }
  for (guint i = 0; i < failed->len; i++)
    {
      const Look *look = g_ptr_array_index (failed, i);
      const TroupeRunKind *kind =
          troupe_flow_runner_get_options (look->check->python->runner)->kind;

      g_assert (reasons != NULL);
      g_string_append (reasons, reasons->len > 0 ? "\n" : "");
      if (kind->locate (look->path) == NULL)
        g_string_append_printf (reasons, _ ("• “%s”: %s"), look->path, look->error->message);
      else if (look->step != NULL)
        /* Translators: the first %s is the name of a method, the second one the name of a step in
         * it, the third one the error message of Python */
        g_string_append_printf (reasons, _ ("• “%s”, step “%s”: %s"), look->method, look->step,
                                look->error->message);
      else
        /* Translators: the first %s is the name of a method, the second one the error message of
         * Python */
        g_string_append_printf (reasons, _ ("• “%s”: %s"), look->method, look->error->message);
    }
  result->error =
      troupe_flow_runner_get_options (self->runner)
          ->kind->refuse_python (troupe_flow_runner_get_flow (self->runner), reasons->str);
}

static void
check_free (gpointer data)
{
  Check *check = data;

  g_ptr_array_unref (check->looks);
  g_object_unref (check->cancellable);
  g_free (check);
}

static TroupeContinuationResult
check_all (TroupeFlowRunner *runner, gpointer data)
{
  Check *check = data;
  g_autoptr (GPtrArray) failed = NULL;

  if (!check->has_begun)
    {
      TroupeFlow *flow = troupe_flow_runner_get_flow (check->python->runner);

      check->has_begun = TRUE;
      for (guint i = 0; i < troupe_flow_get_n_methods (flow); i++)
        {
          const TroupeFlowMethod *method = troupe_flow_get_method (flow, i);

          look_at (check, method, -1);
          for (guint k = 0; k < method->action->n_steps; k++)
            look_at (check, method, (int) k);
        }
    }
  if (check->n_waiting > 0)
    {
      if (troupe_flow_runner_is_stopped (runner))
        g_cancellable_cancel (check->cancellable);
      return TROUPE_ROUTINE_WAITS;
    }
  failed = g_ptr_array_new ();
  for (guint i = 0; i < check->looks->len; i++)
    if (((Look *) g_ptr_array_index (check->looks, i))->error != NULL)
      g_ptr_array_add (failed, g_ptr_array_index (check->looks, i));
  if (failed->len > 0 && !troupe_flow_runner_is_stopped (runner))
    describe (check->python, failed, troupe_flow_runner_get_result (runner));
  return TROUPE_ROUTINE_DONE;
}

void
troupe_runner_python_check (TroupeRunnerPython *self)
{
  Check *check = g_new0 (Check, 1);

  check->python = self;
  check->looks = g_ptr_array_new_with_free_func (look_free);
  check->cancellable = g_cancellable_new ();
  troupe_continuations_call (troupe_flow_runner_get_continuations (self->runner), check_all, check,
                             check_free);
}
