/* troupe-server-filter.c: Python tool_filter of MCP servers
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#define G_LOG_DOMAIN "troupe-server-filter"

#include "config.h"

#include <glib/gi18n.h>

#include "troupe-crew-hook-call.h"
#include "troupe-mcp-tool.h"
#include "troupe-python-refs.h"
#include "troupe-run.h"
#include "troupe-server-filter.h"
#include "troupe-tool-name.h"

/* Data of one filter call for a server. */
typedef struct
{
  GPtrArray *tools; /* (element-type TroupeMcpTool) */
  TroupeServerFilterDoneFunc done;
  gpointer done_data;
} Filtering;

TroupeServerFilter *
troupe_server_filter_new (const TroupeCrewContext *around,
                          const char *place,
                          TroupeValue *fields)
{
  TroupeServerFilter *self = NULL;

  g_return_val_if_fail (around != NULL && fields != NULL, NULL);

  self = g_new0 (TroupeServerFilter, 1);
  self->around = around;
  self->place = g_strdup (place);
  self->fields = troupe_value_ref (fields);
  return self;
}

void
troupe_server_filter_free (TroupeServerFilter *self)
{
  if (self == NULL)
    return;

  g_free (self->place);
  troupe_value_unref (self->fields);
  g_free (self);
}

static void
filtered_cb (GObject *source, GAsyncResult *result, gpointer user_data)
{
  g_autofree Filtering *filtering = user_data;
  g_autoptr (GPtrArray) tools = filtering->tools;
  g_autoptr (GPtrArray) taken = g_ptr_array_new_with_free_func (g_object_unref);
  GError *error = NULL;
  g_autoptr (TroupeValue) verdicts = troupe_crew_hook_call_finish (result, &error);

  g_assert (G_IS_ASYNC_RESULT (result));

  for (guint i = 0; error == NULL && troupe_value_is (verdicts, TROUPE_VALUE_LIST) &&
                    i < tools->len && i < troupe_value_list_get_length (verdicts);
       i++)
    {
      TroupeValue *verdict = troupe_value_list_get (verdicts, i);

      if (troupe_value_is (verdict, TROUPE_VALUE_BOOLEAN) && troupe_value_get_boolean (verdict))
        g_ptr_array_add (taken, g_object_ref (g_ptr_array_index (tools, i)));
    }
  filtering->done (error == NULL ? g_steal_pointer (&taken) : NULL, error, filtering->done_data);
}

void
troupe_server_filter_ask (TroupeValue *entry,
                          guint index,
                          GPtrArray *tools,
                          GCancellable *cancellable,
                          TroupeServerFilterDoneFunc done,
                          gpointer done_data,
                          gpointer user_data)
{
  TroupeServerFilter *self = user_data;
  TroupeValue *filter = troupe_value_get_member (entry, "tool_filter");
  g_autofree char *path = g_strdup_printf ("%s.mcps[%u].tool_filter", self->place, index);
  const TroupeCrewHook hook = { TROUPE_CREW_HOOK_PYTHON,
                                (char *) troupe_python_ref_get_reference (filter), NULL, path };
  g_autoptr (TroupeValue) request = NULL;
  Filtering *filtering;
  static const char *const texts[] = { "role", "goal", "backstory" };
  TroupeMcpServer *server;
  g_autofree TroupeValue **items = NULL;
  TroupeMapBuilder agent, builder;

  g_assert (hook.text != NULL);

  server = troupe_mcp_tool_get_server (g_ptr_array_index (tools, 0));
  items = g_new0 (TroupeValue *, tools->len + 1);
  g_assert (tools->len > 0);
  for (guint i = 0; i < tools->len; i++)
    {
      const TroupeMcpDefinition *definition =
          troupe_mcp_tool_get_definition (g_ptr_array_index (tools, i));
      g_autofree char *name = troupe_tool_name_sanitize (definition->original);
      TroupeMapBuilder tool_builder;

      /* Describes a tool as CrewAI does. The name of the tool does not contain that of the
       * server. */
      g_assert (TROUPE_IS_MCP_TOOL (g_ptr_array_index (tools, i)));
      troupe_map_builder_init (&tool_builder);
      troupe_map_builder_add (&tool_builder, "name", troupe_value_new_string (name, -1));
      troupe_map_builder_add (&tool_builder, "original_name",
                              troupe_value_new_string (definition->original, -1));
      troupe_map_builder_add (
          &tool_builder, "description",
          troupe_value_new_string (definition->description != NULL ? definition->description : "",
                                   -1));
      troupe_map_builder_add (&tool_builder, "inputSchema",
                              definition->schema != NULL ? troupe_value_ref (definition->schema)
                                                         : troupe_value_new_null ());
      items[i] = troupe_map_builder_end (&tool_builder);
    }
  troupe_map_builder_init (&agent);
  for (guint i = 0; i < G_N_ELEMENTS (texts); i++)
    {
      const char *text = troupe_value_get_member_text (self->fields, texts[i]);

      troupe_map_builder_add (&agent, texts[i],
                              troupe_value_new_string (text != NULL ? text : "", -1));
    }
  troupe_map_builder_init (&builder);
  troupe_map_builder_add (&builder, "agent", troupe_map_builder_end (&agent));
  troupe_map_builder_add (&builder, "server",
                          troupe_value_new_string (troupe_mcp_server_get_name (server), -1));
  troupe_map_builder_add (&builder, "tools", troupe_value_new_list (items, tools->len));
  request = troupe_map_builder_end (&builder);
  filtering = g_new0 (Filtering, 1);
  filtering->tools = g_ptr_array_ref (tools);
  filtering->done = done;
  filtering->done_data = done_data;
  troupe_crew_hook_call_async (self->around, &hook, TROUPE_HOOK_FILTER, request,
                               troupe_value_get_member_text (self->fields, "role"), cancellable,
                               filtered_cb, filtering);
}
