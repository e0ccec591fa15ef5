/* troupe-python-sandbox.h: the sandbox around the helper
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#pragma once

#include "troupe-python.h"

G_BEGIN_DECLS

/* How the sockets of the desktop are kept from code that may use the network. */
typedef enum
{
  TROUPE_PYTHON_SOCKETS_FREE,
  TROUPE_PYTHON_SOCKETS_SCOPED,   /* the helper does it, with Landlock */
  TROUPE_PYTHON_SOCKETS_FILTERED, /* a filter of system calls, for kernels before 6.12 */
} TroupePythonSockets;

/* The number of the descriptor on which the helper answers, and of the filter. */
#define TROUPE_PYTHON_CHANNEL 3
#define TROUPE_PYTHON_FILTER 4

TroupePythonSockets troupe_python_sandbox_choose_sockets (const TroupePythonSettings *settings);

/* (nullable) (transfer none) */
const char *troupe_python_sandbox_find (const TroupePythonSettings *settings);

/* Appends bubblewrap's arguments up to the program to run in it. */
void troupe_python_sandbox_add (GPtrArray *arguments,
                                const TroupePythonSettings *settings,
                                const char *const *environment,
                                const char *interpreter,
                                const char *helper,
                                const char *folder);

G_END_DECLS
