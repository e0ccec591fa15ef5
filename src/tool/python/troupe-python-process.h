/* troupe-python-process.h: the process of the helper
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#pragma once

#include "troupe-python-command.h"

G_BEGIN_DECLS

/**
 * TroupePythonProcessFuncs:
 * @line: a line of standard output, with a NUL behind it
 * @output: a line of standard error; %NULL once, where the rest is dropped because it is too much
 * @ended: it is gone and reaped, or wrote no line of at most TROUPE_PYTHON_LIMIT_LINE. The last call
 *
 * None is called after troupe_python_process_stop().
 */
typedef struct
{
  void (*line) (const char *text, gsize length, gpointer user_data);
  void (*output) (const char *text, gpointer user_data);
  void (*ended) (gboolean too_long, const char *reason, gpointer user_data);
} TroupePythonProcessFuncs;

typedef struct _TroupePythonProcess TroupePythonProcess;

TroupePythonProcess *troupe_python_process_new (const TroupePythonCommand *command,
                                                const TroupePythonProcessFuncs *funcs,
                                                gpointer user_data,
                                                GError **error);

/* Queues @line and a newline; never blocks. */
void troupe_python_process_write (TroupePythonProcess *self, const char *line, gsize length);

/* The last lines of standard error. (transfer none) */
const char *troupe_python_process_get_last_output (TroupePythonProcess *self);

/* Ends it, as troupe_python_stop() says, and gives the reference back. */
void troupe_python_process_stop (TroupePythonProcess *self);

/* The status with which a helper ends whose channel was taken from it. */
#define TROUPE_PYTHON_STATUS_CLOSED 86

G_END_DECLS
