/* troupe-agent-servers.c: the MCP servers of one agent
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#define G_LOG_DOMAIN "troupe-agent-servers"

#include "config.h"

#include "troupe-agent-servers.h"
#include "troupe-mcp-tool.h"

/* @next: that is connected to; @n_closing: whose end is waited for */
struct _TroupeAgentServers
{
  GPtrArray *servers; /* (element-type TroupeMcpServer) */
  GPtrArray *tools;   /* (element-type TroupeTool) */
  TroupeToolContext context;
  guint next;
  guint n_closing;
  void (*closed) (gpointer user_data);
  gpointer closed_data;
};

/* --- Before the run --------------------------------------------------------------------------- */

gboolean
troupe_agent_servers_are_there (TroupeValue *mcps)
{
  return mcps != NULL && troupe_value_is (mcps, TROUPE_VALUE_LIST) &&
         troupe_value_list_get_length (mcps) > 0;
}

void
troupe_agent_servers_tell_rights (TroupeValue *mcps, TroupeRightsList *rights)
{
  g_return_if_fail (rights != NULL);

  for (gsize i = 0;
       troupe_agent_servers_are_there (mcps) && i < troupe_value_list_get_length (mcps); i++)
    {
      g_autoptr (TroupeMcpServer) server =
          troupe_mcp_server_new_for_reference (troupe_value_list_get (mcps, i), NULL);

      if (server == NULL)
        continue;
      troupe_mcp_server_tell_rights (server, rights);
      troupe_rights_list_add_python (rights, TROUPE_PYTHON_PERMIT_MCP,
                                     troupe_mcp_server_get_label (server));
    }
}

/* --- Making ----------------------------------------------------------------------------------- */

TroupeAgentServers *
troupe_agent_servers_new (TroupeValue *mcps, guint *index, GError **error)
{
  g_autoptr (TroupeAgentServers) self = NULL;

  g_return_val_if_fail (troupe_agent_servers_are_there (mcps), NULL);

  self = g_new0 (TroupeAgentServers, 1);
  self->servers = g_ptr_array_new_with_free_func (g_object_unref);
  self->tools = g_ptr_array_new_with_free_func (g_object_unref);
  for (gsize i = 0; i < troupe_value_list_get_length (mcps); i++)
    {
      TroupeMcpServer *server =
          troupe_mcp_server_new_for_reference (troupe_value_list_get (mcps, i), error);

      *index = (guint) i;
      if (server == NULL)
        return NULL;
      /* Documents are written for servers that begin anew with each call, as CrewAI has it. */
      troupe_mcp_server_set_keeps_connection (server, FALSE);
      g_ptr_array_add (self->servers, server);
    }
  return g_steal_pointer (&self);
}

void
troupe_agent_servers_free (TroupeAgentServers *self)
{
  g_return_if_fail (self != NULL && self->n_closing == 0);

  g_ptr_array_unref (self->tools);
  g_ptr_array_unref (self->servers);
  g_free (self);
}

GPtrArray *
troupe_agent_servers_get_tools (TroupeAgentServers *self)
{
  g_return_val_if_fail (self != NULL, NULL);

  return self->tools;
}

/* --- Connecting ------------------------------------------------------------------------------- */

static void open_next (GTask *task);

static void
opened_cb (GObject *source, GAsyncResult *result, gpointer user_data)
{
  TroupeMcpServer *server = TROUPE_MCP_SERVER (source);
  g_autoptr (GTask) task = user_data;
  TroupeAgentServers *self = g_task_get_task_data (task);
  g_autoptr (GPtrArray) tools = NULL;
  GError *error = NULL;

  g_assert (G_IS_TASK (task));

  tools = troupe_mcp_server_open_finish (server, result, &error);
  if (tools == NULL && troupe_mcp_server_is_fatal (server, error))
    {
      g_task_return_error (task, error);
      return;
    }
  if (tools == NULL && self->context.report != NULL)
    self->context.report ("warning", NULL, error->message, self->context.user_data);
  g_clear_error (&error);
  for (guint i = 0; tools != NULL && i < tools->len; i++)
    g_ptr_array_add (self->tools, g_object_ref (g_ptr_array_index (tools, i)));
  self->next++;
  open_next (g_steal_pointer (&task));
}

/* @task: (transfer full) */
static void
open_next (GTask *task)
{
  TroupeAgentServers *self = g_task_get_task_data (task);

  g_assert (G_IS_TASK (task));

  if (self->next == self->servers->len)
    {
      g_task_return_boolean (task, TRUE);
      g_object_unref (task);
      return;
    }
  troupe_mcp_server_open_async (g_ptr_array_index (self->servers, self->next), &self->context,
                                g_task_get_cancellable (task), opened_cb, task);
}

void
troupe_agent_servers_open_async (TroupeAgentServers *self,
                                 const TroupeToolContext *context,
                                 GCancellable *cancellable,
                                 GAsyncReadyCallback callback,
                                 gpointer user_data)
{
  GTask *task = NULL;

  g_return_if_fail (self != NULL && context != NULL);

  task = g_task_new (NULL, cancellable, callback, user_data);
  g_task_set_source_tag (task, troupe_agent_servers_open_async);
  g_task_set_check_cancellable (task, FALSE);
  g_task_set_task_data (task, self, NULL);
  self->context = *context;
  self->next = 0;
  g_ptr_array_set_size (self->tools, 0);
  open_next (task);
}

gboolean
troupe_agent_servers_open_finish (GAsyncResult *result, guint *index, GError **error)
{
  TroupeAgentServers *self = NULL;

  g_return_val_if_fail (g_task_is_valid (result, NULL), FALSE);

  self = g_task_get_task_data (G_TASK (result));
  *index = self->next;
  return g_task_propagate_boolean (G_TASK (result), error);
}

/* --- The end ---------------------------------------------------------------------------------- */

static void
closed_cb (GObject *source, GAsyncResult *result, gpointer user_data)
{
  TroupeAgentServers *self = user_data;

  g_assert (TROUPE_IS_MCP_SERVER (source));

  troupe_mcp_server_close_finish (TROUPE_MCP_SERVER (source), result);
  if (--self->n_closing == 0)
    self->closed (self->closed_data);
}

void
troupe_agent_servers_close (TroupeAgentServers *self,
                            void (*func) (gpointer user_data),
                            gpointer user_data)
{
  g_return_if_fail (self != NULL && func != NULL && self->n_closing == 0);

  self->closed = func;
  self->closed_data = user_data;
  self->n_closing = self->servers->len;
  for (guint i = 0; i < self->servers->len; i++)
    troupe_mcp_server_close_async (g_ptr_array_index (self->servers, i), closed_cb, self);
}
