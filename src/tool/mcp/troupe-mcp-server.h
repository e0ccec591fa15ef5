/* troupe-mcp-server.h: an MCP server that a document names
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#pragma once

#include "troupe-mcp-ask.h"
#include "troupe-mcp-error.h"
#include "troupe-mcp-grant.h"
#include "troupe-mcp-launch.h"
#include "troupe-tool.h"

G_BEGIN_DECLS

/**
 * TroupeMcpServer:
 *
 * One entry of an agent's `mcps` (doc/mcp.md). It starts nothing and talks to nobody until it is opened, so that a
 * person can be asked first. Opening connects and gives its tools, each of which keeps the server; a connection that
 * was lost is made anew by the next call. Everything is used on one thread, which has to live as long as a server
 * that is a program; callbacks come in the main context that was the thread's default.
 */
#define TROUPE_TYPE_MCP_SERVER (troupe_mcp_server_get_type ())
G_DECLARE_FINAL_TYPE (TroupeMcpServer, troupe_mcp_server, TROUPE, MCP_SERVER, GObject)

/**
 * troupe_mcp_server_new_for_reference:
 * @entry: an address `https://…[#tool]`, a name of CrewAI's platform, a map with `command`, or one with `url`
 *
 * Returns: (transfer full) (nullable): the server, or %NULL with %TROUPE_MCP_ERROR_VALIDATION
 */
TroupeMcpServer *troupe_mcp_server_new_for_reference (TroupeValue *entry, GError **error);

/* As its tools are named by it. */
const char *troupe_mcp_server_get_name (TroupeMcpServer *self);
/* Which one it is, for people; no secrets. */
const char *troupe_mcp_server_get_label (TroupeMcpServer *self);
/* The program as it would be typed, and the names of what it is given, or the host. Starts nothing. */
void troupe_mcp_server_list_permissions (TroupeMcpServer *self, TroupePermissionList *permissions);

/* In milliseconds; 0 leaves one as it is. At most 10 minutes. Before it is opened. */
void troupe_mcp_server_set_timeouts (TroupeMcpServer *self,
                                     guint connect_ms,
                                     guint list_ms,
                                     guint call_ms);
/* Before the second and, twice as long, the third attempt. */
void troupe_mcp_server_set_retry_ms (TroupeMcpServer *self, guint milliseconds);
/* Whether one connection serves all calls, which it does; else each call has its own, as in CrewAI, and a server that
 * remembers anything forgets it. Before it is opened. */
void troupe_mcp_server_set_keeps_connection (TroupeMcpServer *self, gboolean keeps);
/* What a program is started in; %TROUPE_PYTHON_SANDBOX_AUTOMATIC, and not without one, unless it is said. Of
 * @permissions %TROUPE_PYTHON_PERMIT_UNCONFINED counts, as it does for Python. Before it is opened. */
void troupe_mcp_server_set_sandbox (TroupeMcpServer *self,
                                    TroupePythonPermissions permissions,
                                    TroupePythonSandbox sandbox);

/* Who is asked what the server wants to know in the middle of a call; nobody, and the server knows that, unless it is
 * said. @asker: (nullable): borrowed for as long as the server lives. Before it is opened. */
void troupe_mcp_server_set_asker (TroupeMcpServer *self, const TroupeMcpAsker *asker);

/* As which Troupe is known where the server has people sign in, as a person said, who wants to sign in anew. @client:
 * (nullable): copied. Before it is opened. */
void troupe_mcp_server_set_client (TroupeMcpServer *self, const TroupeMcpClient *client);

/**
 * troupe_mcp_server_open_async:
 * @context: (nullable): where programs run, and where events go
 *
 * Connects, and asks which tools there are. Needs the consent of a person to what list_permissions() says. It may be called
 * again, where the tools have changed or the server was closed.
 */
void troupe_mcp_server_open_async (TroupeMcpServer *self,
                                   const TroupeToolContext *context,
                                   GCancellable *cancellable,
                                   GAsyncReadyCallback callback,
                                   gpointer user_data);
/* Those that the document wants; none is no error. (element-type TroupeMcpTool) (transfer full) (nullable). Errors:
 * %TROUPE_MCP_ERROR, %G_IO_ERROR_CANCELLED. */
GPtrArray *
troupe_mcp_server_open_finish (TroupeMcpServer *self, GAsyncResult *result, GError **error);

/* Whether a crew ends that cannot have the server for this reason; where it does not, it goes on without the tools. */
gboolean troupe_mcp_server_is_fatal (TroupeMcpServer *self, const GError *error);
/* Whether the server said that its tools changed since they were asked for. */
gboolean troupe_mcp_server_has_changed (TroupeMcpServer *self);

/* Ends its programs and sessions, and all calls. It can be opened again afterwards. */
void troupe_mcp_server_close_async (TroupeMcpServer *self,
                                    GAsyncReadyCallback callback,
                                    gpointer user_data);
void troupe_mcp_server_close_finish (TroupeMcpServer *self, GAsyncResult *result);

G_END_DECLS
