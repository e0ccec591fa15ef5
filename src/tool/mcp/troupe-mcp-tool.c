/* troupe-mcp-tool.c: tool of an MCP server
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#define G_LOG_DOMAIN "troupe-mcp-tool"

#include "config.h"

#include "troupe-mcp-call.h"
#include "troupe-mcp-tool.h"

struct _TroupeMcpTool
{
  TroupeTool parent_instance;

  TroupeMcpServer *server;
  TroupeMcpDefinition *definition;
};

G_DEFINE_FINAL_TYPE (TroupeMcpTool, troupe_mcp_tool, TROUPE_TYPE_TOOL)

TroupeTool *
troupe_mcp_tool_new (TroupeMcpServer *server, TroupeMcpDefinition *definition)
{
  TroupeMcpTool *self;

  g_return_val_if_fail (TROUPE_IS_MCP_SERVER (server) && definition != NULL, NULL);

  self = g_object_new (TROUPE_TYPE_MCP_TOOL, NULL);
  self->server = g_object_ref (server);
  self->definition = troupe_mcp_definition_ref (definition);
  troupe_tool_set_name (TROUPE_TOOL (self), definition->name);
  troupe_tool_set_description (TROUPE_TOOL (self), definition->shown_description);
  troupe_tool_set_schema (TROUPE_TOOL (self), definition->shown_schema);
  return TROUPE_TOOL (self);
}

TroupeMcpServer *
troupe_mcp_tool_get_server (TroupeMcpTool *self)
{
  g_return_val_if_fail (TROUPE_IS_MCP_TOOL (self), NULL);

  return self->server;
}

const TroupeMcpDefinition *
troupe_mcp_tool_get_definition (TroupeMcpTool *self)
{
  g_return_val_if_fail (TROUPE_IS_MCP_TOOL (self), NULL);

  return self->definition;
}

const char *
troupe_mcp_tool_get_original_name (TroupeMcpTool *self)
{
  g_return_val_if_fail (TROUPE_IS_MCP_TOOL (self), NULL);

  return self->definition->original;
}

gboolean
troupe_mcp_tool_is_read_only (TroupeMcpTool *self)
{
  g_return_val_if_fail (TROUPE_IS_MCP_TOOL (self), FALSE);

  return self->definition->is_read_only;
}

char *
troupe_mcp_tools_digest (GPtrArray *tools)
{
  g_autoptr (GPtrArray) definitions = g_ptr_array_new ();

  g_return_val_if_fail (tools != NULL, NULL);

  for (guint i = 0; i < tools->len; i++)
    g_ptr_array_add (definitions, TROUPE_MCP_TOOL (tools->pdata[i])->definition);
  return troupe_mcp_definitions_digest (definitions);
}

static void
troupe_mcp_tool_call (TroupeTool *tool, TroupeToolCall *call)
{
  TroupeMcpTool *self = TROUPE_MCP_TOOL (tool);

  g_assert (TROUPE_IS_MCP_TOOL (self));

  troupe_mcp_call_begin (self->server, self->definition, call);
}

static void
troupe_mcp_tool_list_permissions (TroupeTool *tool, TroupePermissionList *permissions)
{
  g_assert (TROUPE_IS_MCP_TOOL (tool));

  troupe_mcp_server_list_permissions (TROUPE_MCP_TOOL (tool)->server, permissions);
}

static void
troupe_mcp_tool_finalize (GObject *object)
{
  TroupeMcpTool *self = TROUPE_MCP_TOOL (object);

  g_clear_object (&self->server);
  g_clear_pointer (&self->definition, troupe_mcp_definition_unref);

  G_OBJECT_CLASS (troupe_mcp_tool_parent_class)->finalize (object);
}

static void
troupe_mcp_tool_class_init (TroupeMcpToolClass *klass)
{
  GObjectClass *object_class = G_OBJECT_CLASS (klass);
  TroupeToolClass *tool_class = TROUPE_TOOL_CLASS (klass);

  object_class->finalize = troupe_mcp_tool_finalize;
  tool_class->ends_when_cancelled = TRUE;
  tool_class->list_permissions = troupe_mcp_tool_list_permissions;
  tool_class->call = troupe_mcp_tool_call;
}

static void
troupe_mcp_tool_init (TroupeMcpTool *self)
{
  g_assert (TROUPE_IS_MCP_TOOL (self));
}
