/* troupe-python-process.h: process of the Python helper
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#pragma once

#include "troupe-python-command.h"

G_BEGIN_DECLS

/**
 * TroupePythonProcessFuncs:
 * @line: called for a line of the response channel, NUL-terminated
 * @output: called for a line of any other output; %NULL once, if the remaining output is dropped
 *   because it exceeds the limit
 * @ended: called when the process has exited and was reaped, or when its line exceeds
 *   TROUPE_PYTHON_LIMIT_LINE. The last call
 *
 * No function is called after troupe_python_process_stop().
 */
typedef struct
{
  void (*line) (const char *text, gsize length, gpointer user_data);
  void (*output) (const char *text, gpointer user_data);
  void (*ended) (gboolean too_long, const char *reason, gpointer user_data);
} TroupePythonProcessFuncs;

typedef struct _TroupePythonProcess TroupePythonProcess;

/* @processes: (nullable): to which the process is added */
TroupePythonProcess *troupe_python_process_new (const TroupePythonCommand *command,
                                                TroupeProcessList *processes,
                                                const TroupePythonProcessFuncs *funcs,
                                                gpointer user_data,
                                                GError **error);

/* Queues @line and a newline; never blocks. */
void troupe_python_process_write (TroupePythonProcess *self, const char *line, gsize length);

/* Returns the last lines of its other output. (transfer none) */
const char *troupe_python_process_get_last_output (TroupePythonProcess *self);

/* Ends the process as troupe_python_stop() does, and releases the reference. */
void troupe_python_process_stop (TroupePythonProcess *self);

/* Exit status of a helper whose channel was closed. */
#define TROUPE_PYTHON_STATUS_CLOSED 86

G_END_DECLS
