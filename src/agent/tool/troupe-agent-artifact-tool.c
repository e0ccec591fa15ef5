/* troupe-agent-artifact-tool.c: tool that reads deferred tool results
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#define G_LOG_DOMAIN "troupe-agent-artifact-tool"

#include "config.h"

#include "troupe-agent-artifact-tool.h"
#include "troupe-agent-prompts.h"

#define SCHEMA                                                                                     \
  "{\"type\":\"object\",\"properties\":{"                                                          \
  "\"file_path\":{\"type\":\"string\",\"description\":\"File path from the tool result\"},"        \
  "\"start_line\":{\"type\":\"integer\",\"default\":1,"                                            \
  "\"description\":\"Number of the first line, starting at 1\"},"                                  \
  "\"line_count\":{\"type\":[\"integer\",\"null\"],\"default\":null,"                              \
  "\"description\":\"Number of lines, or null for all lines to the end\"}},"                       \
  "\"required\":[\"file_path\"]}"

struct _TroupeAgentArtifactTool
{
  TroupeTool parent_instance;

  TroupeAgentArtifacts *artifacts;
};

G_DEFINE_FINAL_TYPE (TroupeAgentArtifactTool, troupe_agent_artifact_tool, TROUPE_TYPE_TOOL)

static void
end_with_error (TroupeToolCall *call, const char *message)
{
  troupe_tool_call_end (call,
                        troupe_value_take_string (g_strconcat ("Error: ", message, NULL), -1));
}

static void
read_cb (GObject *source, GAsyncResult *result, gpointer user_data)
{
  g_autoptr (TroupeToolCall) call = user_data;
  GError *error = NULL;
  char *text = troupe_agent_artifacts_read_finish (TROUPE_AGENT_ARTIFACTS (source), result, &error);

  g_assert (G_IS_ASYNC_RESULT (result));

  if (text != NULL)
    troupe_tool_call_end (call, troupe_value_take_string (text, -1));
  else if (g_error_matches (error, G_IO_ERROR, G_IO_ERROR_CANCELLED))
    troupe_tool_call_fail (call, g_steal_pointer (&error));
  else
    end_with_error (call, error->message);
  g_clear_error (&error);
}

/* Returns FALSE if the value is neither a positive integer nor missing or null. */
static gboolean
read_number (TroupeValue *arguments, const char *key, gint64 *number)
{
  TroupeValue *value = troupe_value_map_lookup_string (arguments, key, -1);

  if (value == NULL || troupe_value_is (value, TROUPE_VALUE_NULL))
    return TRUE;
  if (!troupe_value_is (value, TROUPE_VALUE_INTEGER) || troupe_value_get_integer (value) < 1)
    return FALSE;
  *number = troupe_value_get_integer (value);

  return TRUE;
}

static void
troupe_agent_artifact_tool_call (TroupeTool *tool, TroupeToolCall *call)
{
  TroupeAgentArtifactTool *self = TROUPE_AGENT_ARTIFACT_TOOL (tool);
  TroupeValue *arguments = troupe_tool_call_get_arguments (call);
  TroupeValue *path = troupe_value_map_lookup_string (arguments, "file_path", -1);
  gint64 first = 1;
  gint64 n_lines = -1;

  g_assert (TROUPE_IS_AGENT_ARTIFACT_TOOL (self));

  if (path == NULL || !troupe_value_is (path, TROUPE_VALUE_STRING))
    end_with_error (call, "file_path must be a string.");
  else if (!read_number (arguments, "start_line", &first) ||
           !read_number (arguments, "line_count", &n_lines))
    end_with_error (call, "start_line and line_count must be positive integers.");
  else
    troupe_agent_artifacts_read_async (self->artifacts, troupe_value_get_string (path, NULL), first,
                                       n_lines, troupe_tool_call_get_cancellable (call), read_cb,
                                       troupe_tool_call_ref (call));
}

/* Lists no permissions, because the tool reads only the results of tools that the user has
 * allowed. */
static void
troupe_agent_artifact_tool_list_permissions (TroupeTool *tool, TroupePermissionList *permissions)
{
  g_assert (TROUPE_IS_AGENT_ARTIFACT_TOOL (tool));
}

TroupeTool *
troupe_agent_artifact_tool_new (TroupeAgentArtifacts *artifacts)
{
  TroupeAgentArtifactTool *self = NULL;
  g_autoptr (TroupeValue) schema = troupe_value_from_json (SCHEMA, -1, NULL);

  g_return_val_if_fail (TROUPE_IS_AGENT_ARTIFACTS (artifacts), NULL);

  self = g_object_new (TROUPE_TYPE_AGENT_ARTIFACT_TOOL, NULL);
  self->artifacts = g_object_ref (artifacts);
  troupe_tool_set_name (TROUPE_TOOL (self), "Read a deferred tool result");
  troupe_tool_set_description (TROUPE_TOOL (self),
                               troupe_prompt_get (TROUPE_PROMPT_DEFERRED_READER));
  troupe_tool_set_schema (TROUPE_TOOL (self), schema);

  return TROUPE_TOOL (self);
}

static void
troupe_agent_artifact_tool_finalize (GObject *object)
{
  TroupeAgentArtifactTool *self = TROUPE_AGENT_ARTIFACT_TOOL (object);

  g_assert (TROUPE_IS_AGENT_ARTIFACT_TOOL (self));

  g_clear_object (&self->artifacts);

  G_OBJECT_CLASS (troupe_agent_artifact_tool_parent_class)->finalize (object);
}

static void
troupe_agent_artifact_tool_class_init (TroupeAgentArtifactToolClass *klass)
{
  TroupeToolClass *tool_class = TROUPE_TOOL_CLASS (klass);

  G_OBJECT_CLASS (klass)->finalize = troupe_agent_artifact_tool_finalize;
  tool_class->list_permissions = troupe_agent_artifact_tool_list_permissions;
  tool_class->is_of_run = TRUE;
  tool_class->call = troupe_agent_artifact_tool_call;
}

static void
troupe_agent_artifact_tool_init (TroupeAgentArtifactTool *self)
{
  g_assert (TROUPE_IS_AGENT_ARTIFACT_TOOL (self));
}
