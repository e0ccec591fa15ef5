/* troupe-flow-runner-tool.c: flow methods that call a tool
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#define G_LOG_DOMAIN "troupe-flow-runner-tool"

#include "config.h"

#include <glib/gi18n.h>

#include "troupe-agent-tool-events.h"
#include "troupe-crash-point.h"
#include "troupe-flow-runner-frames.h"
#include "troupe-flow-runner-python-private.h"
#include "troupe-python-tool.h"

/* --- Preparation ------------------------------------------------------------------------------ */

/* Creates the tool of the action. Returns NULL if the document could not be read and the action
 * has no reference. */
static TroupeTool *
make_tool (const TroupeFlowAction *action)
{
  return action->reference != NULL ? troupe_tool_new_for_reference (action->reference, NULL) : NULL;
}

/* Returns a message if no tool can be created for the reference. Such a reference belongs to an
 * app on the CrewAI platform. */
static char *
tool_prepare (const TroupeFlowAction *action, const TroupePreparedActions *made)
{
  g_autoptr (TroupeTool) tool = make_tool (action);

  g_assert (action != NULL);

  if (tool != NULL)
    return NULL;
  return g_strdup_printf (
      _ ("uses “%s” of an application that is connected to the CrewAI platform, which Troupe does "
         "not support: use a tool with a class, “module:Class”"),
      action->reference);
}

static void
tool_list_permissions (const TroupeFlowAction *action, TroupePermissionList *permissions)
{
  g_autoptr (TroupeTool) tool = make_tool (action);

  if (tool != NULL)
    troupe_tool_list_permissions (tool, permissions);
}

static gboolean
tool_fill_python (const TroupeFlowAction *action,
                  const TroupePreparedActions *made,
                  guint index,
                  TroupePythonRequest *request)
{
  g_assert (action != NULL);

  request->kind = TROUPE_PYTHON_KIND_TOOL;
  if (troupe_tool_is_python (action->reference))
    request->source = action->reference;
  return index == 0;
}

/* --- Execution -------------------------------------------------------------------------------- */

static void
report_cb (const char *level, const char *stream, const char *text, gpointer user_data)
{
  TroupeRunnerPythonCall *call = user_data;

  g_assert (call != NULL);

  troupe_runner_action_report (call->frame, level, stream, text);
}

static void
called_cb (GObject *source, GAsyncResult *result, gpointer user_data)
{
  TroupeRunnerPythonCall *call = user_data;
  TroupeRunnerFrame *frame = call->frame;
  g_autofree char *path = g_strdup (call->path);
  g_autofree char *label = g_strdup (call->label);
  GError *error = NULL;
  TroupeValue *value = troupe_tool_call_finish (TROUPE_TOOL (source), result, &error);
  TroupeRunnerFrames *frames;
  gboolean is_awaited;

  g_assert (G_IS_ASYNC_RESULT (result));
  g_assert (call != NULL);

  TROUPE_CRASH_POINT ("python-ended");
  is_awaited = troupe_runner_python_end_call (call);
  if (!troupe_runner_action_is_wanted (frame))
    {
      g_clear_pointer (&value, troupe_value_unref);
      g_clear_error (&error);
      return;
    }
  frames = troupe_flow_runner_get_frames (troupe_runner_frame_get_runner (frame));
  troupe_runner_frames_set_advancing (frames, is_awaited);
  if (value != NULL)
    troupe_runner_python_end_action (frame, value, label);
  else
    {
      TroupeRunError code = TROUPE_RUN_ERROR_TOOL;
      GError *cause = NULL;

      g_assert (error != NULL);
      if (g_error_matches (error, TROUPE_TOOL_ERROR, TROUPE_TOOL_ERROR_NOT_PERMITTED))
        code = TROUPE_RUN_ERROR_CONSENT;
      else if (g_error_matches (error, TROUPE_TOOL_ERROR, TROUPE_TOOL_ERROR_TOO_LARGE))
        code = TROUPE_RUN_ERROR_LIMIT;
      cause = g_error_new_literal (TROUPE_RUN_ERROR, (int) code, error->message);
      g_error_free (error);
      troupe_runner_action_fail (frame, cause, path);
    }
  troupe_runner_frames_set_advancing (frames, FALSE);
}

/* Fills @request with the part of the run's context that a Python tool can access. */
static void
fill_cb (TroupePythonRequest *request, gpointer user_data)
{
  troupe_runner_python_fill_call (user_data, request);
}

/* (transfer none) */
static const char *
get_text (TroupeValue *map, const char *key)
{
  TroupeValue *value = troupe_value_map_lookup_string (map, key, -1);

  return value != NULL && troupe_value_is (value, TROUPE_VALUE_STRING)
             ? troupe_value_get_string (value, NULL)
             : "";
}

static void
take_cb (const TroupePythonResult *result, gpointer user_data)
{
  TroupeRunnerPythonCall *call = user_data;

  g_assert (call != NULL);

  if (result->tool_failure != NULL)
    {
      /* Reports the failure of a tool that has its own failure policy. */
      TroupeActionContext action_context;
      TroupeAgentToolReporter news = { 0 };

      g_assert (call != NULL && result->tool_failure != NULL);
      troupe_runner_action_get_context (call->frame, &action_context);
      news.bus = action_context.run->bus;
      news.agent = action_context.scope;
      news.name = get_text (result->tool_failure, "name");
      news.text = "";
      news.arguments = troupe_value_map_lookup_string (result->tool_failure, "arguments", -1);
      news.policy = g_str_equal (get_text (result->tool_failure, "policy"), "raise")
                        ? TROUPE_AGENT_POLICY_RAISE
                        : TROUPE_AGENT_POLICY_WARN;
      troupe_agent_tool_events_tell_failure (&news,
                                             g_str_equal (get_text (result->tool_failure, "reason"),
                                                          "usage_limit")
                                                 ? TROUPE_AGENT_FAILURE_USAGE_LIMIT
                                                 : TROUPE_AGENT_FAILURE_TOOL_REPORTED,
                                             get_text (result->tool_failure, "message"));
    }

  troupe_runner_python_take_effects (call->frame, result);
  troupe_set_str (&call->label, result->label);
}

/* Returns the tool of the action, created when it is first called. */
static TroupeTool *
get_tool (TroupeRunnerFrame *frame, const TroupeFlowAction *action)
{
  static const TroupePythonToolView view = { fill_cb, take_cb };
  TroupeFlowRunner *runner = troupe_runner_frame_get_runner (frame);
  GHashTable *tools = troupe_flow_runner_get_tools (runner);
  TroupeTool *tool = g_hash_table_lookup (tools, action);
  g_autofree char *path = NULL;

  if (tool != NULL)
    return tool;
  tool = make_tool (action);
  /* tool_prepare() rejects unknown tools. */
  g_assert (tool != NULL);
  path = troupe_runner_action_make_path (frame, action);
  if (TROUPE_IS_PYTHON_TOOL (tool))
    troupe_python_tool_connect (TROUPE_PYTHON_TOOL (tool),
                                troupe_flow_runner_get_python (runner)->python, path, &view);
  g_hash_table_insert (tools, (gpointer) action, tool);
  return tool;
}

static void
call_tool (TroupeRunnerPythonCall *call, TroupeValue *arguments)
{
  TroupeActionContext action_context;
  TroupeToolContext context;

  g_assert (call != NULL);

  troupe_runner_action_get_context (call->frame, &action_context);
  /* The result is stored as the output of the method. */
  context = (TroupeToolContext){ .run = action_context.run,
                                 .owner = action_context.method,
                                 .scope = action_context.scope,
                                 .report = report_cb,
                                 .skips_gate = TRUE,
                                 .user_data = call };
  troupe_tool_call_async (get_tool (call->frame, call->action), arguments, &context,
                          troupe_runner_action_wait (call->frame), called_cb, call);
}

static void
tool_start (TroupeRunnerFrame *frame,
            const TroupeFlowAction *action,
            TroupeValue *input,
            TroupeValue *outputs)
{
  gboolean may_be_quick = TROUPE_IS_PYTHON_TOOL (get_tool (frame, action));

  troupe_runner_python_begin_call (frame, action, input, outputs, may_be_quick, call_tool);
}

const TroupeRunnerAction troupe_runner_action_tool = {
  .begin = troupe_runner_python_begin_action,
  .start = tool_start,
  .has_effects = TRUE,
  .prepare = tool_prepare,
  .list_permissions = tool_list_permissions,
  .fill_python = tool_fill_python,
};
