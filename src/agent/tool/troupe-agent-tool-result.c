/* troupe-agent-tool-result.c: result of a tool call
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#define G_LOG_DOMAIN "troupe-agent-tool-result"

#include "config.h"

#include "troupe-agent-tool-result.h"

TroupeAgentToolResult *
troupe_agent_tool_result_new (char *text, TroupeAgentFailure failure)
{
  TroupeAgentToolResult *self = NULL;

  g_return_val_if_fail (text != NULL, NULL);

  self = g_new0 (TroupeAgentToolResult, 1);
  self->text = text;
  self->failure = failure;

  return self;
}

void
troupe_agent_tool_result_free (TroupeAgentToolResult *self)
{
  if (self == NULL)
    return;

  g_free (self->text);
  g_clear_pointer (&self->value, troupe_value_unref);
  g_clear_error (&self->error);
  g_free (self);
}

char *
troupe_agent_tool_result_render (TroupeValue *value)
{
  g_return_val_if_fail (value != NULL, NULL);

  switch (troupe_value_get_value_type (value))
    {
    case TROUPE_VALUE_STRING:
      return g_strdup (troupe_value_get_string (value, NULL));
    case TROUPE_VALUE_NULL:
      return g_strdup ("None");
    case TROUPE_VALUE_BOOLEAN:
      return g_strdup (troupe_value_get_boolean (value) ? "True" : "False");
    default:
      return troupe_value_to_json (value, TROUPE_JSON_SPACED);
    }
}
