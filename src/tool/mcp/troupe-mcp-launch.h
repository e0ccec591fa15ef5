/* troupe-mcp-launch.h: how the program of an MCP server is started
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#pragma once

#include "troupe-mcp-config.h"

G_BEGIN_DECLS

/**
 * TroupeMcpPlace:
 * @folder: (nullable): the document's, in which programs run; %NULL is the current one
 * @sandbox: what a program is started in
 * @may_be_plain: whether a person agreed to %TROUPE_PYTHON_PERMIT_UNCONFINED, which counts where @sandbox is
 *   %TROUPE_PYTHON_SANDBOX_AUTOMATIC
 *
 * In what surroundings a server's program is started.
 */
typedef struct
{
  const char *folder;
  TroupePythonSandbox sandbox;
  gboolean may_be_plain;
} TroupeMcpPlace;

/**
 * troupe_mcp_launch_spawn:
 * @fds: (out): the ends of its input, its output and its messages, none of which blocks
 * @is_confined: (out): whether it was started in a sandbox
 *
 * Starts the program in a session of its own, so that all that it starts can be ended with it, and with no more of
 * the environment than it needs (doc/mcp.md §5). It ends when the thread that called this does.
 *
 * Returns: (transfer full) (nullable). Errors: %TROUPE_MCP_ERROR_NETWORK, %TROUPE_TOOL_ERROR_NOT_PERMITTED where there is
 *   no sandbox
 */
GSubprocess *troupe_mcp_launch_spawn (const TroupeMcpConfig *config,
                                      const TroupeMcpPlace *place,
                                      int fds[3],
                                      gboolean *is_confined,
                                      GError **error);

G_END_DECLS
