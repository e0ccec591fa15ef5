/* troupe-mcp-server.h: MCP server of a document: opening, connections and tools
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
 * One entry of an agent's `mcps` (doc/mcp.md). It starts nothing and connects to nothing before it
 * is opened, so that the user can be asked for permission first. Opening the server connects to it
 * and returns its tools; each tool holds a reference to the server. If the connection was lost, the
 * next call creates a new one. Must be used on one thread, which must outlive a server that is a
 * program. Callbacks are called in the main context that was the thread default.
 */
#define TROUPE_TYPE_MCP_SERVER (troupe_mcp_server_get_type ())
G_DECLARE_FINAL_TYPE (TroupeMcpServer, troupe_mcp_server, TROUPE, MCP_SERVER, GObject)

/**
 * troupe_mcp_server_new_for_reference:
 * @entry: a URL `https://…[#tool]`, a name on CrewAI's platform, a map with `command`, or one with
 *   `url`
 *
 * Returns: (transfer full) (nullable): the server, or %NULL with %TROUPE_MCP_ERROR_VALIDATION
 */
TroupeMcpServer *troupe_mcp_server_new_for_reference (TroupeValue *entry, GError **error);

/* Returns the name that is used in the names of its tools. */
const char *troupe_mcp_server_get_name (TroupeMcpServer *self);
/* Returns the name of the server for the user; contains no secrets. */
const char *troupe_mcp_server_get_label (TroupeMcpServer *self);
/* Returns the files of the project in @folder that the server's program runs
 * (troupe_mcp_scripts_list()). (transfer full) (nullable): NULL if it is not a program */
char **troupe_mcp_server_list_scripts (TroupeMcpServer *self, const char *folder);
/* Keeps code in sandboxes of this process from changing the files with which the server's program starts. @scripts: as
 * listed above. Blocks. */
void troupe_mcp_server_protect (TroupeMcpServer *self, const char *folder, char **scripts);
/* Adds the command line and the names of the variables that are passed to the program, or the
 * host. Starts nothing. */
void troupe_mcp_server_list_permissions (TroupeMcpServer *self, TroupePermissionList *permissions);

/* Fills in the variables of `env` and `headers` (troupe_mcp_config_fill()). Must be called before
 * opening, and after troupe_mcp_server_set_granted(). Errors: %TROUPE_MCP_ERROR_VALIDATION, or
 * %TROUPE_LLM_ERROR_REFUSED if the server may not receive a variable. */
gboolean troupe_mcp_server_fill (TroupeMcpServer *self,
                                 TroupeLlmEnvironmentFunc func,
                                 gpointer user_data,
                                 GError **error);
/* Adds the keys that the document gives to the server. @redactor: (nullable) */
void troupe_mcp_server_list_keys (TroupeMcpServer *self, TroupeRedactor *redactor);

/* Sets timeouts in milliseconds, at most 10 minutes. The value 0 leaves a timeout unchanged.
 * Must be called before opening. */
void troupe_mcp_server_set_timeouts (TroupeMcpServer *self,
                                     guint connect_ms,
                                     guint list_ms,
                                     guint call_ms);
/* Sets the delay before the second attempt; it is doubled before the third. */
void troupe_mcp_server_set_retry_ms (TroupeMcpServer *self, guint milliseconds);
/* Sets whether one connection serves all calls, which is the default. Otherwise each call has
 * its own connection, as in CrewAI, and a stateful server loses its state. Must be called before
 * opening. */
void troupe_mcp_server_set_keeps_connection (TroupeMcpServer *self, gboolean keeps);
/* Sets the sandbox mode for a program; the default is %TROUPE_PYTHON_SANDBOX_AUTOMATIC, without
 * permission to run unconfined. Of @permissions only %TROUPE_PYTHON_PERMIT_UNCONFINED and
 * %TROUPE_PYTHON_PERMIT_PROGRAMS are used, as for Python. Must be called before opening. */
void troupe_mcp_server_set_sandbox (TroupeMcpServer *self,
                                    TroupePythonPermissions permissions,
                                    TroupePythonSandbox sandbox);

/* Sets the access that the user granted to programs. The default is everything that the document
 * names. @granted: (nullable): borrowed, must outlive the server. Must be called before opening. */
void troupe_mcp_server_set_granted (TroupeMcpServer *self, const TroupeMcpGranted *granted);

/* Sets the list to which programs are added. @processes: (nullable): borrowed, must outlive the
 * server. Must be called before opening. */
void troupe_mcp_server_set_processes (TroupeMcpServer *self, TroupeProcessList *processes);
/* As troupe_process_list_explain_failure(), for the programs of this list. (transfer full) (nullable) */
char *troupe_mcp_server_explain_failure (TroupeMcpServer *self, const char *text);

/* Sets the asker that prompts the user for input during a call. By default there is no asker,
 * and the server is informed that the user cannot be prompted. @asker: (nullable): borrowed for
 * the lifetime of the server. Must be called before opening. */
void troupe_mcp_server_set_asker (TroupeMcpServer *self, const TroupeMcpAsker *asker);

/* Sets the client for a new sign-in, as provided by the user. @client: (nullable): copied. Must
 * be called before opening. */
void troupe_mcp_server_set_client (TroupeMcpServer *self, const TroupeMcpClient *client);

/**
 * troupe_mcp_server_open_async:
 * @context: (nullable): the working directory of programs and the bus for events
 *
 * Connects and retrieves the list of tools. Requires the user's permission for what
 * list_permissions() lists. It may be called again if the tools have changed or the server was
 * closed.
 */
void troupe_mcp_server_open_async (TroupeMcpServer *self,
                                   const TroupeToolContext *context,
                                   GCancellable *cancellable,
                                   GAsyncReadyCallback callback,
                                   gpointer user_data);
/* Returns the tools that the document selects; an empty list is not an error. (element-type
 * TroupeMcpTool) (transfer full) (nullable). Errors: %TROUPE_MCP_ERROR, %G_IO_ERROR_CANCELLED. */
GPtrArray *
troupe_mcp_server_open_finish (TroupeMcpServer *self, GAsyncResult *result, GError **error);

/* Returns TRUE if a crew must fail because of this error; otherwise it continues without the
 * tools of the server. */
gboolean troupe_mcp_server_is_fatal (TroupeMcpServer *self, const GError *error);
/* Returns TRUE if the server has reported a change of its tools since they were retrieved. */
gboolean troupe_mcp_server_has_changed (TroupeMcpServer *self);

/* Ends the programs, sessions and calls of the server. The server can be opened again
 * afterwards. */
void troupe_mcp_server_close_async (TroupeMcpServer *self,
                                    GAsyncReadyCallback callback,
                                    gpointer user_data);
void troupe_mcp_server_close_finish (TroupeMcpServer *self, GAsyncResult *result);

G_END_DECLS
