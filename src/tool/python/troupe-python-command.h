/* troupe-python-command.h: command line and environment of the Python helper
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#pragma once

#include "troupe-python.h"
#include "troupe-sandbox-gate.h"

G_BEGIN_DECLS

typedef struct
{
  char **arguments;
  char **environment;
  char *folder;
  int filter; /* file descriptor for the sandbox, or -1 */
  TroupeSandboxGate *gate; /* (nullable): of the sandbox */
  gboolean is_sandboxed;
} TroupePythonCommand;

/* Creates the command line and the environment. @settings: its strings must not be NULL;
 * @sandbox: (nullable): the path of bubblewrap. Errors: %TROUPE_PYTHON_ERROR, %G_IO_ERROR_BUSY if a folder
 * is being changed. */
gboolean troupe_python_command_init (TroupePythonCommand *self,
                                     const TroupePythonSettings *settings,
                                     const char *sandbox,
                                     GError **error);
void troupe_python_command_clear (TroupePythonCommand *self);

/* Starts the helper in its own session, in a sandbox after its mounts were checked
 * (troupe_sandbox_gate_open()). The helper ends with the calling thread. To be called once. @fds: (out):
 * the non-blocking ends of its standard input, of the channel for responses, and of all other
 * output, and a descriptor of the first process of its sandbox, or -1. Errors: %G_IO_ERROR, %G_IO_ERROR_BUSY if a folder was changed meanwhile. */
GSubprocess *
troupe_python_command_spawn (const TroupePythonCommand *self, int fds[4], GError **error);
G_DEFINE_AUTO_CLEANUP_CLEAR_FUNC (TroupePythonCommand, troupe_python_command_clear)

G_END_DECLS
