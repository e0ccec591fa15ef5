/* troupe-mcp-launch.h: how the program of an MCP server is started
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#pragma once

#include "troupe-mcp-config.h"

G_BEGIN_DECLS

/* Changes what is started just before it is: a sandbox puts its own words in front. @arguments: (element-type utf8):
 * program and arguments, without a NULL at the end. FALSE with the error starts nothing. */
typedef gboolean (*TroupeMcpWrapFunc) (GPtrArray *arguments,
                                       const char *folder,
                                       gpointer user_data,
                                       GError **error);

/**
 * TroupeMcpPlace:
 * @folder: (nullable): the document's, in which programs run; %NULL is the current one
 * @wrap: (nullable): with @wrap_data
 *
 * In what surroundings a server's program is started.
 */
typedef struct
{
  const char *folder;
  TroupeMcpWrapFunc wrap;
  gpointer wrap_data;
} TroupeMcpPlace;

/**
 * troupe_mcp_launch_spawn:
 * @fds: (out): the ends of its input, its output and its messages, none of which blocks
 *
 * Starts the program in a session of its own, so that all that it starts can be ended with it, and with no more of
 * the environment than it needs (doc/mcp.md §5). It ends when the thread that called this does.
 *
 * Returns: (transfer full) (nullable). Errors: %TROUPE_MCP_ERROR_NETWORK
 */
GSubprocess *troupe_mcp_launch_spawn (const TroupeMcpConfig *config,
                                      const TroupeMcpPlace *place,
                                      int fds[3],
                                      GError **error);

G_END_DECLS
