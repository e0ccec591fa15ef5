/* troupe-agent-servers.h: the MCP servers of one agent
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
 * What an agent's `mcps` name, from before it works until it has ended (doc/crew-semantics.md §14). Everything happens
 * on the thread of the run, in the main context that was its default.
 */
typedef struct _TroupeAgentServers TroupeAgentServers;

/**
 * TroupeServerConsent:
 * @permissions, @sandbox: of programs
 * @run: whose servers they are
 * @func: (nullable): who is asked about what they say of their tools; %NULL: nobody, and no tools are given
 * @asker: (nullable): who asks them what servers want to know
 *
 * What a person agreed to, and who asks them about more. Lives as long as the run.
 */
typedef struct
{
  TroupePythonPermissions permissions;
  TroupePythonSandbox sandbox;
  TroupeRun *run;
  TroupeRunOfferFunc func;
  gpointer func_data;
  const TroupeMcpAsker *asker;
} TroupeServerConsent;

/* What the servers of @mcps could do; starts nothing. @mcps: (nullable) */
void troupe_agent_servers_list_permissions (TroupeValue *mcps, TroupePermissionList *permissions);
/* Whether @mcps names any. @mcps: (nullable) */
gboolean troupe_agent_servers_are_there (TroupeValue *mcps);

/**
 * troupe_agent_servers_new:
 * @mcps: a list, as an agent has it
 * @consent: borrowed
 * @index: (out): of what is no server, with the error
 *
 * Returns: (transfer full) (nullable): servers that nothing was asked of yet, or %NULL with %TROUPE_MCP_ERROR
 */
TroupeAgentServers *troupe_agent_servers_new (TroupeValue *mcps,
                                              const TroupeServerConsent *consent,
                                              guint *index,
                                              GError **error);
/* @tools: (nullable) (transfer full) (element-type TroupeMcpTool): that are taken; @error: (nullable) (transfer full) */
typedef void (*TroupeServerFilterDoneFunc) (GPtrArray *tools, GError *error, gpointer done_data);
/* Asks a `tool_filter` that is Python, of the server @entry, which of @tools it takes; there is one at least. Calls @done
 * once, later. */
typedef void (*TroupeServerFilterFunc) (TroupeValue *entry,
                                        guint index,
                                        GPtrArray *tools,
                                        GCancellable *cancellable,
                                        TroupeServerFilterDoneFunc done,
                                        gpointer done_data,
                                        gpointer user_data);
/* Before they are opened. @destroy: (nullable): of @user_data */
void troupe_agent_servers_set_filter (TroupeAgentServers *self,
                                      TroupeServerFilterFunc func,
                                      gpointer user_data,
                                      GDestroyNotify destroy);

/* Nothing may be under way. */
void troupe_agent_servers_free (TroupeAgentServers *self);
G_DEFINE_AUTOPTR_CLEANUP_FUNC (TroupeAgentServers, troupe_agent_servers_free)

/**
 * troupe_agent_servers_open_async:
 * @context: where programs run and events go; one that is not there and need not be is reported to it
 *
 * Connects to one after the other, and asks whether the tools of each may be used.
 */
void troupe_agent_servers_open_async (TroupeAgentServers *self,
                                      const TroupeToolContext *context,
                                      GCancellable *cancellable,
                                      GAsyncReadyCallback callback,
                                      gpointer user_data);
/* FALSE with %TROUPE_MCP_ERROR, %TROUPE_TOOL_ERROR_NOT_PERMITTED or %G_IO_ERROR_CANCELLED where the agent cannot work. @index: (out): of the server */
gboolean troupe_agent_servers_open_finish (GAsyncResult *result, guint *index, GError **error);

/* Of all servers that are open, in their order. (transfer none) (element-type TroupeTool) */
GPtrArray *troupe_agent_servers_get_tools (TroupeAgentServers *self);

/* Ends all connections and programs, then calls @func. */
void troupe_agent_servers_close (TroupeAgentServers *self,
                                 void (*func) (gpointer user_data),
                                 gpointer user_data);

G_END_DECLS
