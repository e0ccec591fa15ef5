/* troupe-mcp-sandbox.h: sandbox for the program of an MCP server
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#pragma once

#include "troupe-mcp-config.h"
#include "troupe-mcp-copies.h"
#include "troupe-sandbox-gate.h"

G_BEGIN_DECLS

/* File descriptors with which the program is started: its standard output, the seccomp filter,
 * the arguments of bubblewrap, and four for the gate. */
#define TROUPE_MCP_SANDBOX_OUTPUT 3
#define TROUPE_MCP_SANDBOX_FILTER 4
#define TROUPE_MCP_SANDBOX_WORDS 5
#define TROUPE_MCP_SANDBOX_GATE 6

/* Path of the private home folder in the sandbox. It is a path at which no user has files, so that nothing
 * else is mounted in it. */
#define TROUPE_MCP_SANDBOX_HOME "/run/troupe-home"

/**
 * TroupeMcpSandbox:
 * @command: the command line to start
 * @words, @filter: file descriptors for the command, or -1
 * @gate: keeps the program from starting until the mounts are checked
 *
 * Starts a server's program in bubblewrap (doc/mcp.md §5). The program can access the folders of
 * programs, the document's folder without key files, the paths in its arguments and variables, and
 * a separate persistent home folder. It may use the network, but no sockets of the desktop.
 */
typedef struct
{
  char **command;
  int words;
  int filter;
  TroupeSandboxGate gate;
} TroupeMcpSandbox;

#define TROUPE_MCP_SANDBOX_INIT                                                                    \
  {                                                                                                \
    .command = NULL, .words = -1, .filter = -1, .gate = TROUPE_SANDBOX_GATE_INIT                   \
  }

/**
 * TroupeMcpSandboxPlace:
 * @folder: the document's folder, absolute
 * @folders: (nullable): the paths outside of @folder that the user granted, as listed by
 *   troupe_mcp_sandbox_list_permissions(); %NULL for all
 * @copies: (nullable): shown instead of files in @folder
 * @may_change_programs: whether the program may change any files in the folders, and not only documents and data in their folders `output`
 * @code: (nullable): the digest of the code that the program may run; another one has another home folder
 *
 * What a program in a sandbox works with.
 */
typedef struct
{
  const char *folder;
  const char *const *folders;
  TroupeMcpCopies *copies;
  gboolean may_change_programs;
  const char *code;
} TroupeMcpSandboxPlace;

/**
 * troupe_mcp_sandbox_init:
 * @command: the path of the program, and its arguments
 *
 * Creates the home folder if it does not exist.
 *
 * Returns: %FALSE with %TROUPE_TOOL_ERROR_NOT_PERMITTED if there is no bubblewrap, if a path would
 * expose all data of the user, or if a path refers to a different location than when it was granted;
 * %G_IO_ERROR_BUSY if a folder is being changed, so that it can be tried again
 */
gboolean troupe_mcp_sandbox_init (TroupeMcpSandbox *self,
                                  const TroupeMcpConfig *config,
                                  GPtrArray *command,
                                  const TroupeMcpSandboxPlace *place,
                                  GError **error);
void troupe_mcp_sandbox_clear (TroupeMcpSandbox *self);
G_DEFINE_AUTO_CLEANUP_CLEAR_FUNC (TroupeMcpSandbox, troupe_mcp_sandbox_clear)

/* Creates an error that contains the @reason why the sandbox does not work. (transfer full) */
GError *troupe_mcp_sandbox_make_error (const TroupeMcpConfig *config, const char *reason);

/* Lists the folders that the program reads and writes. The folder of @permissions must be set;
 * otherwise paths relative to it are not listed. */
void troupe_mcp_sandbox_list_permissions (const TroupeMcpConfig *config,
                                          TroupePermissionList *permissions);

/* Lists what the program may run outside of the document's folder: the absolute paths of files, and of folders with a slash
 * at the end. Blocks. (transfer full) */
char **troupe_mcp_sandbox_list_code (const TroupeMcpConfig *config, const char *folder);

G_END_DECLS
