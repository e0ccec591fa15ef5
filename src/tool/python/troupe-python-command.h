/* troupe-python-command.h: the command that starts the helper
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#pragma once

#include "troupe-python.h"

G_BEGIN_DECLS

typedef struct
{
  char **arguments;
  char **environment;
  char *folder;
  int filter; /* for the sandbox, or -1 */
  gboolean is_sandboxed;
} TroupePythonCommand;

/* @settings: with its texts; @sandbox: (nullable): bubblewrap's path. Errors: %TROUPE_PYTHON_ERROR. */
gboolean troupe_python_command_init (TroupePythonCommand *self,
                                     const TroupePythonSettings *settings,
                                     const char *sandbox,
                                     GError **error);
void troupe_python_command_clear (TroupePythonCommand *self);

/* Starts it in a session of its own; it ends with the thread that calls. @fds: (out): our ends of its input,
 * of the channel on which it answers, and of whatever else it writes, not blocking. */
GSubprocess *
troupe_python_command_spawn (const TroupePythonCommand *self, int fds[3], GError **error);
G_DEFINE_AUTO_CLEANUP_CLEAR_FUNC (TroupePythonCommand, troupe_python_command_clear)

G_END_DECLS
