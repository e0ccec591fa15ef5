/* troupe-python-tool.c: tool implemented by a Python class
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#define G_LOG_DOMAIN "troupe-python-tool"

#include "config.h"

#include <glib/gi18n.h>
#include <string.h>

#include "troupe-clock.h"
#include "troupe-python-tool.h"

struct _TroupePythonTool
{
  TroupeTool parent_instance;

  char *reference;
  TroupePython *python; /* (nullable) */
  char *path;
  const TroupePythonToolView *view; /* (nullable) */
};

G_DEFINE_FINAL_TYPE (TroupePythonTool, troupe_python_tool, TROUPE_TYPE_TOOL)

/* --- Errors ---------------------------------------------------------------------------------- */

/* Converts an error that prevented the call or the processing of its result. Takes ownership of
 * @cause. */
static GError *
describe_error (GError *cause)
{
  static const struct
  {
    TroupePythonError from;
    TroupeToolError to;
  } codes[] = {
    { TROUPE_PYTHON_ERROR_NOT_PERMITTED, TROUPE_TOOL_ERROR_NOT_PERMITTED },
    { TROUPE_PYTHON_ERROR_NO_SANDBOX, TROUPE_TOOL_ERROR_NOT_PERMITTED },
    { TROUPE_PYTHON_ERROR_TOO_LARGE, TROUPE_TOOL_ERROR_TOO_LARGE },
    { TROUPE_PYTHON_ERROR_VALUE, TROUPE_TOOL_ERROR_INVALID },
  };
  TroupeToolError code = TROUPE_TOOL_ERROR_UNAVAILABLE;
  GError *error = NULL;

  g_assert (cause != NULL);

  if (cause->domain != TROUPE_PYTHON_ERROR)
    return cause;
  for (guint i = 0; i < G_N_ELEMENTS (codes); i++)
    if (cause->code == (int) codes[i].from)
      code = codes[i].to;
  error = g_error_new_literal (TROUPE_TOOL_ERROR, (int) code, cause->message);
  g_error_free (cause);
  return error;
}

/* Returns TRUE if the tool was called and returned a failure instead of a result. */
static gboolean
is_reported (const TroupePythonFailure *failure)
{
  return failure->reported != NULL && (g_strcmp0 (failure->reason, "tool_reported") == 0 ||
                                       g_strcmp0 (failure->reason, "mcp_error") == 0);
}

/* Converts an exception. An invalid class is detected when it is instantiated. An agent receives
 * only the message of the exception, or of the failure that the tool reports. */
static GError *
describe_failure (const TroupePythonFailure *failure, gboolean for_agent)
{
  TroupeToolError code = TROUPE_TOOL_ERROR_FAILED;
  g_autofree char *text = for_agent && *failure->message != '\0'
                              ? troupe_python_failure_explain (failure, failure->message)
                              : troupe_python_failure_to_text (failure);

  g_assert (failure != NULL);

  if (for_agent && is_reported (failure))
    {
      g_autofree char *reported = troupe_python_failure_explain (failure, failure->reported);

      return g_error_new_literal (TROUPE_TOOL_ERROR, TROUPE_TOOL_ERROR_REPORTED, reported);
    }
  if (g_strcmp0 (failure->reason, "arguments") == 0)
    code = TROUPE_TOOL_ERROR_ARGUMENTS;
  else if (g_strcmp0 (failure->reason, "usage_limit") == 0)
    code = TROUPE_TOOL_ERROR_USED_UP;
  else if (g_strcmp0 (failure->reason, "reference") == 0)
    code = TROUPE_TOOL_ERROR_UNAVAILABLE;
  return g_error_new_literal (TROUPE_TOOL_ERROR, (int) code, text);
}

/* --- Calls ----------------------------------------------------------------------------------- */

/* @view: (nullable): the view of the run */
static void
end_call (TroupeToolCall *call, const TroupePythonResult *result, const TroupePythonToolView *view)
{
  if (result->state != NULL || result->outputs != NULL || result->item != NULL ||
      result->label != NULL || result->tool_failure != NULL)
    troupe_tool_call_set_changes_run (call);
  /* Only the code of a flow is given the object; an agent is given its text. */
  if (view != NULL && result->shape != NULL)
    troupe_tool_call_set_shape (call, result->shape);
  if (view != NULL && view->take != NULL)
    view->take (result, troupe_tool_call_get_context (call)->user_data);
  if (result->failure != NULL)
    {
      g_autofree char *traceback = g_strchomp (g_strdup (result->failure->traceback));

      gboolean for_agent = view == NULL;

      if (*traceback != '\0' && !(for_agent && is_reported (result->failure)))
        troupe_tool_call_report (call, "error", NULL, traceback);
      troupe_tool_call_fail (call, describe_failure (result->failure, for_agent));
      return;
    }
  troupe_tool_call_end (call, result->value != NULL ? troupe_value_ref (result->value)
                                                    : troupe_value_new_null ());
}

static void
called_cb (GObject *source, GAsyncResult *async_result, gpointer user_data)
{
  g_autoptr (TroupeToolCall) call = user_data;
  TroupePythonTool *self = TROUPE_PYTHON_TOOL (troupe_tool_call_get_tool (call));
  GError *error = NULL;
  g_autoptr (TroupePythonResult) result =
      troupe_python_call_finish (TROUPE_PYTHON (source), async_result, &error);

  g_assert (G_IS_ASYNC_RESULT (async_result));

  if (result != NULL)
    end_call (call, result, self->view);
  else
    troupe_tool_call_fail (call, describe_error (error));
}

/* The view is not called, because no code of the tool was called. */
static void
described_cb (GObject *source, GAsyncResult *async_result, gpointer user_data)
{
  g_autoptr (TroupeToolCall) call = user_data;
  GError *error = NULL;
  g_autoptr (TroupePythonResult) result =
      troupe_python_call_finish (TROUPE_PYTHON (source), async_result, &error);

  g_assert (G_IS_ASYNC_RESULT (async_result));

  if (result != NULL)
    end_call (call, result, NULL);
  else
    troupe_tool_call_fail (call, describe_error (error));
}

/* @describes: whether the tool is only described */
static void
send (TroupePythonTool *self, TroupeToolCall *call, gboolean describes)
{
  const TroupeToolContext *context = troupe_tool_call_get_context (call);
  TroupePythonRequest request = { 0 };

  g_assert (TROUPE_IS_PYTHON_TOOL (self));

  if (self->python == NULL)
    {
      troupe_tool_call_fail (
          call, g_error_new (TROUPE_TOOL_ERROR, TROUPE_TOOL_ERROR_UNAVAILABLE,
                             _ ("The tool “%s” requires Python, which is not available."),
                             self->reference));
      return;
    }
  request.kind = TROUPE_PYTHON_KIND_TOOL;
  request.source = self->reference;
  request.path = self->path;
  request.method = context->owner != NULL ? context->owner : self->reference;
  request.owner = context->owner;
  request.check_only = describes;
  request.describes = describes;
  /* Only tools of methods have a view of the run; those of agents have none. */
  request.for_agent = !describes && self->view == NULL;
  /* The current call has already been counted. */
  if (request.for_agent)
    request.n_used = MAX (troupe_tool_get_usage (TROUPE_TOOL (self)), 1) - 1;
  if (!describes && self->view != NULL && self->view->fill != NULL)
    self->view->fill (&request, context->user_data);
  request.arguments = troupe_tool_call_get_arguments (call);
  request.restored = troupe_tool_call_get_restored (call);
  troupe_python_call_async (self->python, &request, troupe_tool_call_get_cancellable (call),
                            describes ? described_cb : called_cb, troupe_tool_call_ref (call));
}

static void
troupe_python_tool_describe (TroupeTool *tool, TroupeToolCall *call)
{
  g_assert (TROUPE_IS_TOOL (tool));

  send (TROUPE_PYTHON_TOOL (tool), call, TRUE);
}

static void
troupe_python_tool_call (TroupeTool *tool, TroupeToolCall *call)
{
  g_assert (TROUPE_IS_TOOL (tool));

  send (TROUPE_PYTHON_TOOL (tool), call, FALSE);
}

static void
troupe_python_tool_list_permissions (TroupeTool *tool, TroupePermissionList *permissions)
{
  TroupePythonTool *self = TROUPE_PYTHON_TOOL (tool);

  g_assert (TROUPE_IS_TOOL (tool));

  troupe_permission_list_add_python (permissions, TROUPE_PYTHON_PERMIT_TOOL, self->reference);
}

/* --- The object ------------------------------------------------------------------------------ */

gboolean
troupe_python_tool_knows (const char *reference)
{
  g_return_val_if_fail (reference != NULL, FALSE);

  return strchr (reference, ':') != NULL;
}

TroupeTool *
troupe_python_tool_new (const char *reference)
{
  TroupePythonTool *self = NULL;

  g_return_val_if_fail (reference != NULL, NULL);

  self = g_object_new (TROUPE_TYPE_PYTHON_TOOL, NULL);
  self->reference = g_strdup (reference);
  self->path = g_strdup (reference);
  if (*reference != '\0')
    troupe_tool_set_name (TROUPE_TOOL (self), reference);
  return TROUPE_TOOL (self);
}

void
troupe_python_tool_connect (TroupePythonTool *self,
                            TroupePython *python,
                            const char *path,
                            const TroupePythonToolView *view)
{
  g_return_if_fail (TROUPE_IS_PYTHON_TOOL (self));
  g_return_if_fail (python == NULL || TROUPE_IS_PYTHON (python));

  g_set_object (&self->python, python);
  troupe_set_str (&self->path, path != NULL ? path : self->reference);
  self->view = view;
}

static void
troupe_python_tool_finalize (GObject *object)
{
  TroupePythonTool *self = TROUPE_PYTHON_TOOL (object);

  g_assert (TROUPE_IS_PYTHON_TOOL (self));

  g_clear_object (&self->python);
  g_free (self->reference);
  g_free (self->path);

  G_OBJECT_CLASS (troupe_python_tool_parent_class)->finalize (object);
}

static void
troupe_python_tool_class_init (TroupePythonToolClass *klass)
{
  TroupeToolClass *tool_class = TROUPE_TOOL_CLASS (klass);

  G_OBJECT_CLASS (klass)->finalize = troupe_python_tool_finalize;
  /* A cancelled Python call ends immediately. It must not be ended earlier, before its changes
   * are stored. */
  tool_class->ends_when_cancelled = TRUE;
  tool_class->computes_with_keys = TRUE;
  tool_class->may_change_run = TRUE;
  tool_class->list_permissions = troupe_python_tool_list_permissions;
  tool_class->describe = troupe_python_tool_describe;
  tool_class->call = troupe_python_tool_call;
}

static void
troupe_python_tool_init (TroupePythonTool *self)
{
  g_assert (TROUPE_IS_PYTHON_TOOL (self));

  /* The helper limits its output, and the Python objects count their calls themselves. */
  troupe_tool_set_max_result (TROUPE_TOOL (self), 0);
  troupe_tool_set_max_usage (TROUPE_TOOL (self), 0, FALSE);
}
