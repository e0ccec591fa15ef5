/* troupe-crew-tasks.h: the loop of a crew's tasks
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#pragma once

#include "troupe-crew-runner-parts.h"

G_BEGIN_DECLS

/**
 * TroupeCrewTasks:
 *
 * Which task is begun when, which are left out, and what each is told of those before it (doc/crew-semantics.md §6). It
 * counts what is under way; the runner's end waits for that.
 */

/* (transfer full) */
TroupeCrewTasks *troupe_crew_tasks_new (TroupeCrewRunner *runner, guint n_tasks);
void troupe_crew_tasks_free (TroupeCrewTasks *self);
/* Goes as far as it can. Where all have ended, troupe_crew_runner_close() follows. */
void troupe_crew_tasks_go_on (TroupeCrewTasks *self);
/* Begins nothing any more, and cancels what is under way; then troupe_crew_runner_stopped(), perhaps at once. */
void troupe_crew_tasks_stop (TroupeCrewTasks *self);
/* Something new may begin again. */
void troupe_crew_tasks_wake (TroupeCrewTasks *self);
/* Something is under way beside the tasks, which the end waits for, and has ended. */
void troupe_crew_tasks_hold (TroupeCrewTasks *self);
void troupe_crew_tasks_release (TroupeCrewTasks *self);
/* The task has ended, and its run is no more. @end: what it holds is taken */
void troupe_crew_tasks_ended (TroupeCrewTasks *self, guint index, TroupeCrewTaskEnd *end);
/* (transfer none) (nullable): while the task is under way */
TroupeCrewTaskRun *troupe_crew_tasks_get_run (TroupeCrewTasks *self, guint index);
/* Whether no other task was begun before the one that is being begun, here or in a process before. */
gboolean troupe_crew_tasks_is_first (TroupeCrewTasks *self);
/* Of those that were joined, in that order. (transfer none) (element-type TroupeValue) */
GPtrArray *troupe_crew_tasks_get_outputs (TroupeCrewTasks *self);

G_END_DECLS
