/* troupe-python-sandbox.h: sandbox of the Python helper
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#pragma once

#include "troupe-python.h"

G_BEGIN_DECLS

/* How code with network access is prevented from using the sockets of the desktop. */
typedef enum
{
  TROUPE_PYTHON_SOCKETS_FREE,
  TROUPE_PYTHON_SOCKETS_SCOPED,   /* by the helper, with Landlock */
  TROUPE_PYTHON_SOCKETS_FILTERED, /* by a seccomp filter, for kernels before 6.12 */
} TroupePythonSockets;

/* File descriptors of the response channel of the helper and of the filter. */
#define TROUPE_PYTHON_CHANNEL 3
#define TROUPE_PYTHON_FILTER 4

TroupePythonSockets troupe_python_sandbox_choose_sockets (const TroupePythonSettings *settings);

/* (nullable) (transfer none) */
const char *troupe_python_sandbox_find (const TroupePythonSettings *settings);

/* Appends the arguments of bubblewrap up to the program to run in it. Returns FALSE with
 * %TROUPE_TOOL_ERROR_NOT_PERMITTED if the folder has protected files that cannot be hidden. */
gboolean troupe_python_sandbox_add (GPtrArray *arguments,
                                    const TroupePythonSettings *settings,
                                    const char *const *environment,
                                    const char *interpreter,
                                    const char *helper,
                                    const char *folder,
                                    GError **error);

G_END_DECLS
