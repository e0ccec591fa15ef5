/* troupe-crew-task-callbacks.h: callbacks and output file of a finished task
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#pragma once

#include "troupe-crew-task-context.h"

G_BEGIN_DECLS

/**
 * TroupeCrewTaskCallbacks:
 *
 * Calls the judge of a test and the callbacks of task and crew, and writes the output file.
 */
typedef struct _TroupeCrewTaskCallbacks TroupeCrewTaskCallbacks;

/* @begun_us: start time of the task, monotonic. (transfer full) */
TroupeCrewTaskCallbacks *troupe_crew_task_callbacks_new (TroupeCrewTaskContext *assignment,
                                                         gint64 begun_us);
void troupe_crew_task_callbacks_free (TroupeCrewTaskCallbacks *self);
/* Calls the callbacks and writes the file for @output. @func: called once, perhaps immediately,
 * with an error (transfer full) (nullable) and the path in the document that caused it */
void troupe_crew_task_callbacks_begin (TroupeCrewTaskCallbacks *self,
                                       TroupeValue *output,
                                       void (*func) (GError *error,
                                                     const char *path,
                                                     gpointer user_data),
                                       gpointer user_data);

G_END_DECLS
