/* troupe-mcp-launch.h: spawns the program of an MCP server
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#pragma once

#include "troupe-mcp-config.h"
#include "troupe-process-list.h"

G_BEGIN_DECLS

/**
 * TroupeMcpGranted:
 * @folders: (nullable): paths outside of the document's folder that servers may access; %NULL for
 *   all paths that the document names
 * @programs: (nullable): the paths of programs, each followed by the path to which it leads; %NULL
 *   for all programs
 * @files: (nullable): relative paths of files in the document's folder; the user has agreed to
 *   their content
 * @digests: (nullable): SHA-256 in hex of each of these files
 * @folder_target: (nullable): where the document's folder led when the run began; programs are not
 *   started if it leads elsewhere. %NULL for anywhere
 * @recipients: (nullable): the hosts and programs that may receive the variables of `env` and `headers`;
 *   %NULL for all
 *
 * The access that the user granted to the servers of a document.
 */
typedef struct
{
  const char *const *folders;
  const char *const *programs;
  const char *const *files;
  const char *const *digests;
  const char *folder_target;
  TroupeKeyRecipients *recipients;
} TroupeMcpGranted;

/**
 * TroupeMcpPlace:
 * @folder: (nullable): the document's folder, the working directory of programs; %NULL is the
 *   current folder
 * @sandbox: the sandbox mode
 * @may_be_plain: whether the user has granted %TROUPE_PYTHON_PERMIT_UNCONFINED, which is used if
 *   @sandbox is %TROUPE_PYTHON_SANDBOX_AUTOMATIC
 * @may_change_programs: whether the user has granted %TROUPE_PYTHON_PERMIT_PROGRAMS
 * @granted: (nullable): what the user granted; %NULL for everything that the document names
 * @processes: (nullable): to which the program is added
 *
 * Where and how a server's program is started.
 */
typedef struct
{
  const char *folder;
  TroupePythonSandbox sandbox;
  gboolean may_be_plain;
  gboolean may_change_programs;
  const TroupeMcpGranted *granted;
  TroupeProcessList *processes;
} TroupeMcpPlace;

/* Copies the place with all of its members but @granted's recipients, for another thread. (transfer full) */
TroupeMcpPlace *troupe_mcp_place_copy (const TroupeMcpPlace *self);
void troupe_mcp_place_free (TroupeMcpPlace *self);

/**
 * troupe_mcp_launch_spawn:
 * @fds: (out): the non-blocking ends of the program's standard input, standard output and standard
 *   error, and a descriptor of the first process of its sandbox, or -1
 * @is_confined: (out): whether the program was started in a sandbox
 *
 * Starts the program in its own session, so that its child processes can be killed with it, and
 * with a minimal environment (doc/mcp.md §5). The program is killed when the calling thread ends. Searches the
 * folder and waits for the sandbox, which takes milliseconds in a small project and seconds in a very large one or on a
 * slow disk; not for the thread of a run.
 *
 * Returns: (transfer full) (nullable). Errors: %TROUPE_MCP_ERROR_NETWORK,
 * %TROUPE_TOOL_ERROR_NOT_PERMITTED if there is no sandbox, or if a program, file or folder is not
 * the one that was granted
 */
GSubprocess *troupe_mcp_launch_spawn (const TroupeMcpConfig *config,
                                      const TroupeMcpPlace *place,
                                      int fds[4],
                                      gboolean *is_confined,
                                      GError **error);

G_END_DECLS
