/* troupe-mcp-launch.h: spawns the program of an MCP server
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#pragma once

#include "troupe-mcp-config.h"

G_BEGIN_DECLS

/**
 * TroupeMcpPlace:
 * @folder: (nullable): the document's folder, the working directory of programs; %NULL is the
 *   current folder
 * @sandbox: the sandbox mode
 * @may_be_plain: whether the user has granted %TROUPE_PYTHON_PERMIT_UNCONFINED, which is used if
 *   @sandbox is %TROUPE_PYTHON_SANDBOX_AUTOMATIC
 *
 * Where and how a server's program is started.
 */
typedef struct
{
  const char *folder;
  TroupePythonSandbox sandbox;
  gboolean may_be_plain;
} TroupeMcpPlace;

/**
 * troupe_mcp_launch_spawn:
 * @fds: (out): the non-blocking ends of its standard input, standard output and standard error
 * @is_confined: (out): whether it was started in a sandbox
 *
 * Starts the program in its own session, so that its child processes can be killed with it, and
 * with a minimal environment (doc/mcp.md §5). It is killed when the calling thread ends.
 *
 * Returns: (transfer full) (nullable). Errors: %TROUPE_MCP_ERROR_NETWORK,
 * %TROUPE_TOOL_ERROR_NOT_PERMITTED if there is no sandbox
 */
GSubprocess *troupe_mcp_launch_spawn (const TroupeMcpConfig *config,
                                      const TroupeMcpPlace *place,
                                      int fds[3],
                                      gboolean *is_confined,
                                      GError **error);

G_END_DECLS
