/* troupe-mcp-sandbox.h: the sandbox around the program of an MCP server
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#pragma once

#include "troupe-mcp-config.h"

G_BEGIN_DECLS

/* The numbers of the descriptors that the program is started with: its output, the filter of system calls, and the
 * sandbox's own words. */
#define TROUPE_MCP_SANDBOX_OUTPUT 3
#define TROUPE_MCP_SANDBOX_FILTER 4
#define TROUPE_MCP_SANDBOX_WORDS 5

/**
 * TroupeMcpSandbox:
 * @command: what is started
 * @words, @filter: descriptors for it, or -1
 *
 * How a server's program is started in bubblewrap (doc/mcp.md §5): it sees the folders of programs, the document's
 * folder without the file of keys, what its arguments and variables name by a path, and a home folder of its own, which
 * lasts. It may use the network, and no socket of the desktop.
 */
typedef struct
{
  char **command;
  int words;
  int filter;
} TroupeMcpSandbox;

/**
 * troupe_mcp_sandbox_init:
 * @command: the program, by its path, and its arguments
 * @folder: the document's, absolute
 *
 * Makes the home folder where it is not there yet.
 *
 * Returns: %FALSE with %TROUPE_TOOL_ERROR_NOT_PERMITTED where there is no bubblewrap, or where a path is named that a
 *   sandbox cannot give without giving all that a person has
 */
gboolean troupe_mcp_sandbox_init (TroupeMcpSandbox *self,
                                  const TroupeMcpConfig *config,
                                  GPtrArray *command,
                                  const char *folder,
                                  GError **error);
void troupe_mcp_sandbox_clear (TroupeMcpSandbox *self);
G_DEFINE_AUTO_CLEANUP_CLEAR_FUNC (TroupeMcpSandbox, troupe_mcp_sandbox_clear)

/* Why the sandbox does not work. (transfer full) */
GError *troupe_mcp_sandbox_make_error (const TroupeMcpConfig *config, const char *reason);

/* The folders that the program reads and writes in. @permissions: has the document's folder, or those that are named from
 * it on are not told */
void troupe_mcp_sandbox_list_permissions (const TroupeMcpConfig *config,
                                          TroupePermissionList *permissions);

G_END_DECLS
