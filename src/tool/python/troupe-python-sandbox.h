/* troupe-python-sandbox.h: sandbox of the Python helper
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#pragma once

#include "troupe-python.h"
#include "troupe-sandbox-mounts.h"

G_BEGIN_DECLS

/* File descriptors of the response channel of the helper, of the filter, and two for the gate. */
#define TROUPE_PYTHON_CHANNEL 3
#define TROUPE_PYTHON_FILTER 4
#define TROUPE_PYTHON_GATE 5

/* Returns TRUE if the helper has to deny its code the abstract sockets of other processes with Landlock,
 * in addition to the filter: if the code may use the network, and the kernel can do it. */
gboolean troupe_python_sandbox_is_scoped (const TroupePythonSettings *settings);

/* (nullable) (transfer none) */
const char *troupe_python_sandbox_find (const TroupePythonSettings *settings);

/* Appends the arguments of bubblewrap up to the program to run in it. Returns FALSE with
 * %TROUPE_TOOL_ERROR_NOT_PERMITTED if the folder has protected files that cannot be hidden, or with
 * %G_IO_ERROR_BUSY if it is being changed. */
gboolean troupe_python_sandbox_add (GPtrArray *arguments,
                                    TroupeSandboxMounts *mounts,
                                    const TroupePythonSettings *settings,
                                    const char *const *environment,
                                    const char *interpreter,
                                    const char *helper,
                                    const char *folder,
                                    GError **error);

G_END_DECLS
