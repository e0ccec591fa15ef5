/* troupe-agent-servers.h: MCP servers of one agent: connecting, consent, tools
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#pragma once

#include "troupe-mcp-tool-list.h"
#include "troupe-run.h"

G_BEGIN_DECLS

/**
 * TroupeAgentServers:
 *
 * The MCP servers of an agent's `mcps`. They exist from before the agent starts until it has ended
 * (doc/crew-semantics.md §14). All operations run on the run's thread, in the main context that was
 * the thread default when the servers were created.
 */
typedef struct _TroupeAgentServers TroupeAgentServers;

/**
 * TroupeServerConsent:
 * @permissions, @sandbox: for server processes
 * @run: the run that uses the servers
 * @func: (nullable): called to request permission for the tools of a server; %NULL if no user is
 *   available, so that no tools can be used
 * @environment_func: (nullable): returns the variables of `env` and `headers`; %NULL: the
 *   environment of the process
 * @asker: (nullable): handles elicitation requests of servers
 * @granted: the folders and files to which the user agreed
 * @processes: (nullable): to which the programs of servers are added
 * @is_offline: whether the servers are not called, because all answers are recorded
 *
 * The permissions that the user has granted, and the handlers of further requests. Lives as long as
 * the run.
 */
typedef struct _TroupeServerConsent
{
  TroupePythonPermissions permissions;
  TroupePythonSandbox sandbox;
  TroupeRun *run;
  TroupeRunToolListFunc func;
  gpointer func_data;
  TroupeLlmEnvironmentFunc environment_func;
  gpointer environment_data;
  const TroupeMcpAsker *asker;
  TroupeMcpGranted granted;
  TroupeProcessList *processes;
  gboolean is_offline;
} TroupeServerConsent;

/* Adds the permissions of the servers in @mcps; starts nothing. @mcps: (nullable) */
void troupe_agent_servers_list_permissions (TroupeValue *mcps, TroupePermissionList *permissions);
/* Returns TRUE if @mcps names any servers. @mcps: (nullable) */
gboolean troupe_agent_servers_are_there (TroupeValue *mcps);

/**
 * troupe_agent_servers_new:
 * @mcps: the list of an agent
 * @consent: borrowed
 * @index: (out): the index of the entry that is invalid, if there is an error
 *
 * Returns: (transfer full) (nullable): servers that are not connected yet, or %NULL with
 * %TROUPE_MCP_ERROR
 */
TroupeAgentServers *troupe_agent_servers_new (TroupeValue *mcps,
                                              const TroupeServerConsent *consent,
                                              guint *index,
                                              GError **error);
/* Receives the result of the filter. @tools: (nullable) (transfer full) (element-type
 * TroupeMcpTool): the accepted tools; @error: (nullable) (transfer full) */
typedef void (*TroupeServerFilterDoneFunc) (GPtrArray *tools, GError *error, gpointer done_data);
/* Calls the Python `tool_filter` of server @entry with @tools, which contains at least one tool.
 * Calls @done once, asynchronously. */
typedef void (*TroupeServerFilterFunc) (TroupeValue *entry,
                                        guint index,
                                        GPtrArray *tools,
                                        GCancellable *cancellable,
                                        TroupeServerFilterDoneFunc done,
                                        gpointer done_data,
                                        gpointer user_data);
/* Call before the servers are opened. @destroy: (nullable): for @user_data */
void troupe_agent_servers_set_filter (TroupeAgentServers *self,
                                      TroupeServerFilterFunc func,
                                      gpointer user_data,
                                      GDestroyNotify destroy);

/* Call only when no operation is in progress. */
void troupe_agent_servers_free (TroupeAgentServers *self);
G_DEFINE_AUTOPTR_CLEANUP_FUNC (TroupeAgentServers, troupe_agent_servers_free)

/**
 * troupe_agent_servers_open_async:
 * @context: the context in which programs run and events are emitted; if an optional server is
 *   unavailable, this is reported in the context
 *
 * Connects to the servers one after the other, and requests permission for the tools of each of
 * them.
 */
void troupe_agent_servers_open_async (TroupeAgentServers *self,
                                      const TroupeToolContext *context,
                                      GCancellable *cancellable,
                                      GAsyncReadyCallback callback,
                                      gpointer user_data);
/* Returns FALSE with %TROUPE_MCP_ERROR, %TROUPE_TOOL_ERROR_NOT_PERMITTED or
 * %G_IO_ERROR_CANCELLED if the agent cannot run. @index: (out): index of the server */
gboolean troupe_agent_servers_open_finish (GAsyncResult *result, guint *index, GError **error);

/* Returns the tools of all open servers, in order. (transfer none) (element-type TroupeTool) */
GPtrArray *troupe_agent_servers_get_tools (TroupeAgentServers *self);

/* Closes all connections and stops all programs, then calls @func. */
void troupe_agent_servers_close (TroupeAgentServers *self,
                                 void (*func) (gpointer user_data),
                                 gpointer user_data);

G_END_DECLS
