/* troupe-crew-tasks.h: task scheduler of a crew: order, async tasks, skipped tasks and task context
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#pragma once

#include "troupe-crew-runner-parts.h"

G_BEGIN_DECLS

/**
 * TroupeCrewTasks:
 *
 * Decides when each task starts, which tasks are skipped, and which outputs of earlier tasks a task
 * receives as its context (doc/crew-semantics.md §6). Counts the operations in progress, because
 * the runner may only end when none are left.
 */

/* (transfer full) */
TroupeCrewTasks *troupe_crew_tasks_new (TroupeCrewRunner *runner, guint n_tasks);
void troupe_crew_tasks_free (TroupeCrewTasks *self);
/* Starts as many tasks as possible. Calls troupe_crew_runner_close() when all tasks have ended. */
void troupe_crew_tasks_go_on (TroupeCrewTasks *self);
/* Starts no more tasks, cancels the running tasks, and then calls troupe_crew_runner_stopped(),
 * possibly before this function returns. */
void troupe_crew_tasks_stop (TroupeCrewTasks *self);
/* Resumes scheduling when new tasks may start again. */
void troupe_crew_tasks_wake (TroupeCrewTasks *self);
/* Mark the start (hold) and the end (release) of an operation that is not a task. The crew ends
 * only after the operation has ended. */
void troupe_crew_tasks_hold (TroupeCrewTasks *self);
void troupe_crew_tasks_release (TroupeCrewTasks *self);
/* Records that the task has ended and its run was freed. Takes ownership of the fields of @end. */
void troupe_crew_tasks_ended (TroupeCrewTasks *self, guint index, TroupeCrewTaskEnd *end);
/* Returns the run of the task while it is running. (transfer none) (nullable) */
TroupeCrewTaskRun *troupe_crew_tasks_get_run (TroupeCrewTasks *self, guint index);
/* Returns TRUE if the task that is being started is the first one of the kickoff, including
 * tasks that an earlier process has finished. */
gboolean troupe_crew_tasks_is_first (TroupeCrewTasks *self);
/* Returns the context of a task that has not started. (transfer full) */
char *troupe_crew_tasks_make_context (TroupeCrewTasks *self, guint index);
/* Returns the texts of the finished tasks by their names. (transfer full) */
TroupeValue *troupe_crew_tasks_list_texts (TroupeCrewTasks *self);
/* Returns the outputs of the joined tasks, in the order in which they were joined. (transfer
 * none) (element-type TroupeValue) */
GPtrArray *troupe_crew_tasks_get_outputs (TroupeCrewTasks *self);

G_END_DECLS
