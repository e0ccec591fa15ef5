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
 * The judge of a test, the callbacks of task and crew, the file that the output is written to.
 */
typedef struct _TroupeCrewTaskCallbacks TroupeCrewTaskCallbacks;

/* @begun_us: when the task was begun, monotonic. (transfer full) */
TroupeCrewTaskCallbacks *troupe_crew_task_callbacks_new (TroupeCrewTaskContext *assignment,
                                                         gint64 begun_us);
void troupe_crew_task_callbacks_free (TroupeCrewTaskCallbacks *self);
/* Does all of it for @output. @func: once, perhaps at once, with an error (transfer full) (nullable) and what of the
 * document it is about */
void troupe_crew_task_callbacks_begin (TroupeCrewTaskCallbacks *self,
                                       TroupeValue *output,
                                       void (*func) (GError *error,
                                                     const char *path,
                                                     gpointer user_data),
                                       gpointer user_data);

G_END_DECLS
