/* troupe-agent-servers.c: MCP servers of one agent: connecting, consent, tools
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#define G_LOG_DOMAIN "troupe-agent-servers"

#include "config.h"

#include <glib/gi18n.h>

#include "troupe-agent-servers.h"
#include "troupe-cancel.h"
#include "troupe-mcp-tool.h"
#include "troupe-python-refs.h"

/* @next: index of the server that is being opened; @offered: (nullable): the tools for which
 *   permission is requested; @cancelled: the source that cancels the request;
 * @n_closing: number of servers that are being closed */
struct _TroupeAgentServers
{
  const TroupeServerConsent *consent;
  TroupeValue *mcps;
  TroupeServerFilterFunc filter; /* (nullable) */
  gpointer filter_data;
  GDestroyNotify filter_destroy;
  GPtrArray *servers; /* (element-type TroupeMcpServer) */
  GPtrArray *tools;   /* (element-type TroupeTool) */
  TroupeToolContext context;
  TroupeMcpAsker asker;
  guint next;
  TroupeMcpToolList *offer;
  GPtrArray *offered;
  GSource *cancelled;
  guint n_closing;
  void (*closed) (gpointer user_data);
  gpointer closed_data;
};

/* --- Permissions ------------------------------------------------------------------------------ */

gboolean
troupe_agent_servers_are_there (TroupeValue *mcps)
{
  return mcps != NULL && troupe_value_is (mcps, TROUPE_VALUE_LIST) &&
         troupe_value_list_get_length (mcps) > 0;
}

void
troupe_agent_servers_list_permissions (TroupeValue *mcps, TroupePermissionList *permissions)
{
  g_return_if_fail (permissions != NULL);

  if (troupe_permission_list_is_offline (permissions))
    return;
  for (gsize i = 0;
       troupe_agent_servers_are_there (mcps) && i < troupe_value_list_get_length (mcps); i++)
    {
      g_autoptr (TroupeMcpServer) server =
          troupe_mcp_server_new_for_reference (troupe_value_list_get (mcps, i), NULL);
      const char *folder = troupe_permission_list_get_folder (permissions);
      g_auto (GStrv) files = NULL;

      if (server == NULL)
        continue;
      troupe_mcp_server_list_permissions (server, permissions);
      troupe_permission_list_add_python (permissions, TROUPE_PYTHON_PERMIT_MCP,
                                         troupe_mcp_server_get_label (server));
      files = folder != NULL ? troupe_mcp_server_list_scripts (server, folder) : NULL;
      troupe_permission_list_set_files (permissions, (const char *const *) files);
      if (files != NULL)
        troupe_mcp_server_protect (server, folder, files);
    }
}

/* --- Elicitation requests --------------------------------------------------------------------- */

static gpointer
ask_cb (TroupeElicitation *elicitation,
        TroupeMcpAnsweredFunc func,
        gpointer func_data,
        gpointer user_data)
{
  const TroupeMcpAsker *asker = ((TroupeAgentServers *) user_data)->consent->asker;

  return asker->ask (elicitation, func, func_data, asker->user_data);
}

static void
withdraw_cb (gpointer question, gpointer user_data)
{
  const TroupeMcpAsker *asker = ((TroupeAgentServers *) user_data)->consent->asker;

  asker->withdraw (question, asker->user_data);
}

/* Logs elicitation requests that are not passed on. */
static void
warn_cb (const char *text, gpointer user_data)
{
  TroupeAgentServers *self = user_data;

  if (self->context.report != NULL)
    self->context.report ("warning", NULL, text, self->context.user_data);
}

/* --- Construction ----------------------------------------------------------------------------- */

static char *
get_variable (const char *name, gpointer user_data)
{
  return g_strdup (g_getenv (name));
}

TroupeAgentServers *
troupe_agent_servers_new (TroupeValue *mcps,
                          const TroupeServerConsent *consent,
                          guint *index,
                          GError **error)
{
  g_autoptr (TroupeAgentServers) self = NULL;

  g_return_val_if_fail (troupe_agent_servers_are_there (mcps) && consent != NULL, NULL);

  self = g_new0 (TroupeAgentServers, 1);
  self->consent = consent;
  self->mcps = troupe_value_ref (mcps);
  self->asker = (TroupeMcpAsker){ ask_cb, withdraw_cb, warn_cb,
                                  consent->asker != NULL ? consent->asker->redactor : NULL, self };
  self->servers = g_ptr_array_new_with_free_func (g_object_unref);
  self->tools = g_ptr_array_new_with_free_func (g_object_unref);
  for (gsize i = 0; i < troupe_value_list_get_length (mcps); i++)
    {
      TroupeMcpServer *server =
          troupe_mcp_server_new_for_reference (troupe_value_list_get (mcps, i), error);

      *index = (guint) i;
      if (server == NULL)
        return NULL;
      g_ptr_array_add (self->servers, server);
      troupe_mcp_server_set_granted (server, &consent->granted);
      if (!consent->is_offline &&
          !troupe_mcp_server_fill (
              server, consent->environment_func != NULL ? consent->environment_func : get_variable,
              consent->environment_data, error))
        return NULL;
      troupe_mcp_server_set_sandbox (server, consent->permissions, consent->sandbox);
      troupe_mcp_server_set_processes (server, consent->processes);
      /* Documents expect a new server process or session for each call, as in CrewAI. */
      troupe_mcp_server_set_keeps_connection (server, FALSE);
      if (consent->asker != NULL)
        troupe_mcp_server_set_asker (server, &self->asker);
    }
  return g_steal_pointer (&self);
}

void
troupe_agent_servers_free (TroupeAgentServers *self)
{
  g_return_if_fail (self != NULL && self->n_closing == 0);

  g_assert (self->offer == NULL);
  if (self->filter_destroy != NULL)
    self->filter_destroy (self->filter_data);
  g_clear_pointer (&self->tools, g_ptr_array_unref);
  g_clear_pointer (&self->servers, g_ptr_array_unref);
  g_clear_pointer (&self->mcps, troupe_value_unref);
  g_free (self);
}

void
troupe_agent_servers_set_filter (TroupeAgentServers *self,
                                 TroupeServerFilterFunc func,
                                 gpointer user_data,
                                 GDestroyNotify destroy)
{
  g_return_if_fail (self != NULL && self->filter == NULL);

  self->filter = func;
  self->filter_data = user_data;
  self->filter_destroy = destroy;
}

GPtrArray *
troupe_agent_servers_get_tools (TroupeAgentServers *self)
{
  g_return_val_if_fail (self != NULL, NULL);

  return self->tools;
}

/* --- Connecting ------------------------------------------------------------------------------- */

static void open_next (GTask *task);

/* @task: (transfer full) */
static void
take_tools (TroupeAgentServers *self, GTask *task, GPtrArray *tools)
{
  g_assert (G_IS_TASK (task));

  for (guint i = 0; i < tools->len; i++)
    g_ptr_array_add (self->tools, g_object_ref (g_ptr_array_index (tools, i)));
  self->next++;
  open_next (task);
}

/* Ends the permission request and returns its tools. */
static GPtrArray *
end_offer (TroupeAgentServers *self)
{
  if (self->cancelled != NULL)
    g_source_destroy (self->cancelled);
  g_clear_pointer (&self->cancelled, g_source_unref);
  troupe_mcp_tool_list_withdraw (self->offer);
  g_clear_pointer (&self->offer, troupe_mcp_tool_list_unref);
  return g_steal_pointer (&self->offered);
}

static void
settled_cb (const char *refusal, gpointer user_data)
{
  GTask *task = user_data;
  TroupeAgentServers *self = g_task_get_task_data (task);
  g_autoptr (GPtrArray) tools = end_offer (self);

  g_assert (G_IS_TASK (task));

  if (refusal == NULL)
    {
      take_tools (self, task, tools);
      return;
    }
  g_task_return_new_error (task, TROUPE_TOOL_ERROR, TROUPE_TOOL_ERROR_NOT_PERMITTED, "%s", refusal);
  g_object_unref (task);
}

static gboolean
cancelled_cb (GCancellable *cancellable, gpointer user_data)
{
  g_autoptr (GTask) task = user_data;
  g_autoptr (GPtrArray) tools = end_offer (g_task_get_task_data (task));

  g_assert (G_IS_TASK (task));

  g_task_return_new_error (task, G_IO_ERROR, G_IO_ERROR_CANCELLED, "%s", _ ("Canceled."));
  return G_SOURCE_REMOVE;
}

/* Requests permission before a model reads the descriptions of the tools. @task: (transfer
 * full); @tools: (transfer full) */
static void
offer_tools (TroupeAgentServers *self, GTask *task, TroupeMcpServer *server, GPtrArray *tools)
{
  GCancellable *cancellable = g_task_get_cancellable (task);
  GMainContext *context = g_task_get_context (task);
  g_autoptr (TroupeMcpToolList) offer = NULL;

  g_assert (G_IS_TASK (task));

  self->offered = tools;
  self->offer = troupe_mcp_tool_list_new (
      server, tools, troupe_tool_context_get_folder (&self->context),
      troupe_event_bus_get_redactor (troupe_tool_context_get_bus (&self->context)), settled_cb,
      task);
  if (cancellable != NULL)
    {
      self->cancelled = troupe_cancel_source_new (cancellable, context);
      g_source_set_callback (self->cancelled, G_SOURCE_FUNC (cancelled_cb), task, NULL);
      g_source_attach (self->cancelled, context);
    }
  offer = troupe_mcp_tool_list_ref (self->offer);
  if (self->consent->func != NULL)
    self->consent->func (self->consent->run, offer, self->consent->func_data);
  else
    {
      g_autofree char *refusal =
          g_strdup_printf (_ ("The tools of the MCP server “%s” require permission, but there is "
                              "no interactive session to ask for it."),
                           troupe_mcp_server_get_label (server));

      troupe_mcp_tool_list_settle (offer, refusal);
    }
}

/* Called when the Python filter has selected tools. Permission is only requested for these
 * tools. Takes ownership of @done_data. */
static void
filtered (GPtrArray *tools, GError *error, gpointer done_data)
{
  GTask *task = done_data;
  TroupeAgentServers *self = g_task_get_task_data (task);

  g_assert (G_IS_TASK (task));

  if (error != NULL)
    {
      g_task_return_error (task, error);
      g_object_unref (task);
    }
  else if (tools->len > 0)
    offer_tools (self, task, g_ptr_array_index (self->servers, self->next), tools);
  else
    {
      take_tools (self, task, tools);
      g_ptr_array_unref (tools);
    }
}

/* Returns the entry of the current server if its tools are filtered by Python. (transfer none)
 * (nullable) */
static TroupeValue *
get_filtered_entry (TroupeAgentServers *self)
{
  TroupeValue *entry = troupe_value_list_get (self->mcps, self->next);
  TroupeValue *filter = troupe_value_get_member (entry, "tool_filter");

  g_assert (self != NULL);

  return troupe_python_ref_get_reference (filter) != NULL ? entry : NULL;
}

static void
opened_cb (GObject *source, GAsyncResult *result, gpointer user_data)
{
  TroupeMcpServer *server = TROUPE_MCP_SERVER (source);
  g_autoptr (GTask) task = user_data;
  TroupeAgentServers *self = g_task_get_task_data (task);
  GPtrArray *tools = NULL;
  GError *error = NULL;

  g_assert (G_IS_TASK (task));

  tools = troupe_mcp_server_open_finish (server, result, &error);
  if (tools != NULL && tools->len > 0 && get_filtered_entry (self) != NULL)
    {
      /* Callers that open servers of a document must set a filter. If there is no filter, no
       * tool is accepted. */
      g_return_if_fail (self->filter != NULL);
      self->filter (get_filtered_entry (self), self->next, tools, g_task_get_cancellable (task),
                    filtered, g_object_ref (task), self->filter_data);
      g_ptr_array_unref (tools);
      return;
    }
  /* No model reads descriptions that come from a recording. */
  if (tools != NULL && self->consent->is_offline)
    {
      take_tools (self, g_steal_pointer (&task), tools);
      g_ptr_array_unref (tools);
      return;
    }
  if (tools != NULL && tools->len > 0)
    {
      offer_tools (self, g_steal_pointer (&task), server, tools);
      return;
    }
  if (tools == NULL && troupe_mcp_server_is_fatal (server, error))
    {
      g_task_return_error (task, error);
      return;
    }
  if (tools == NULL && self->context.report != NULL)
    self->context.report ("warning", NULL, error->message, self->context.user_data);
  g_clear_error (&error);
  g_clear_pointer (&tools, g_ptr_array_unref);
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
  for (guint i = 0; troupe_tool_context_get_bus (context) != NULL && i < self->servers->len; i++)
    troupe_mcp_server_list_keys (g_ptr_array_index (self->servers, i),
                                 troupe_event_bus_get_redactor (
                                     troupe_tool_context_get_bus (context)));
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

/* --- Closing ---------------------------------------------------------------------------------- */

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
