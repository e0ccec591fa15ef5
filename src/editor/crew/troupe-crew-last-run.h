/* troupe-crew-last-run.h: snapshot of the tasks at the start of the last run, to find them again
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#pragma once

#include "troupe-crew-subject.h"

G_BEGIN_DECLS

/**
 * TroupeCrewLastRun:
 *
 * The contents of tasks when a run began, so that their cards show their results even if a task was moved or
 * changed. Immutable.
 */
typedef struct _TroupeCrewLastRun TroupeCrewLastRun;

TroupeCrewLastRun *troupe_crew_last_run_new (TroupeCrewSubject *subject);
void troupe_crew_last_run_free (TroupeCrewLastRun *self);

/* Returns the index in the run of the task that is now at @index. This is the task with the same
 * contents, otherwise the task with the same name, or -1 if there is no such task. */
int
troupe_crew_last_run_find_task (TroupeCrewLastRun *self, TroupeCrewSubject *subject, guint index);

G_END_DECLS
