/* troupe-runner-pause.h: breakpoints of a run, and what it shows while it is paused
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#pragma once

#include "troupe-flow-runner-parts.h"
#include "troupe-run-pause.h"

G_BEGIN_DECLS

/* A task of a crew that waits until the run continues. @place: identifies the task in the run, such as `review#1/2` */
typedef struct
{
  char *place;
  char *task;       /* its title */
  char *method;     /* of its crew */
  TroupeCrew *crew; /* not owned: outlives the kickoff */
  guint index;
  char *agent;
  char *context;
  TroupeValue *outputs; /* of the tasks before it, by their names */
} TroupeRunnerWaitingTask;

void troupe_runner_waiting_task_free (TroupeRunnerWaitingTask *self);
G_DEFINE_AUTOPTR_CLEANUP_FUNC (TroupeRunnerWaitingTask, troupe_runner_waiting_task_free)

/* (transfer full). All functions: on the run's thread. */
TroupeRunnerPause *troupe_runner_pause_new (TroupeFlowRunner *runner);
void troupe_runner_pause_free (TroupeRunnerPause *self);

/* --- Breakpoints ------------------------------------------------------------------------------- */

/* Pauses the run if one of the methods that are about to be launched has a breakpoint. @parameter: (nullable) */
void troupe_runner_pause_meet_methods (TroupeRunnerPause *self,
                                       const guint *methods,
                                       guint n_methods,
                                       TroupeValue *parameter);
/* Pauses the run if there is a breakpoint on the event. Returns TRUE if it was paused. */
gboolean
troupe_runner_pause_meet_event (TroupeRunnerPause *self, const char *event, TroupeValue *value);
/* Pauses the run if there is a breakpoint on the task. Returns TRUE if it was paused. @crew: the tasks among which it is */
gboolean troupe_runner_pause_meet_task (TroupeRunnerPause *self, TroupeRunnerWaitingTask *task);
/* Returns TRUE if there are breakpoints, so that meeting one is possible. */
gboolean troupe_runner_pause_has_breakpoints (TroupeRunnerPause *self);

/* --- Paused -------------------------------------------------------------------------------------- */

/* Shows what starts next to other threads; also after a change. */
void troupe_runner_pause_show (TroupeRunnerPause *self);
/* Ends showing it. @is_step: whether the run continues for one method only */
void troupe_runner_pause_hide (TroupeRunnerPause *self, gboolean is_step);
/* Adds the fields of the event about a pause: reason, breakpoint, event and pending. Call after
 * troupe_runner_pause_show(). */
void troupe_runner_pause_add_fields (TroupeRunnerPause *self, TroupeMapBuilder *fields);
/* Adds a task that waits until the run continues. @task: (transfer full) */
void troupe_runner_pause_add_task (TroupeRunnerPause *self, TroupeRunnerWaitingTask *task);

/* --- Changes ------------------------------------------------------------------------------------- */

/* Returns how a change of the input of what starts next is stored: `METHOD#LAUNCH` or the place of a task. @name: (nullable):
 * of a method or task; NULL for the first one; @before: (out) (transfer full) (nullable): its input.
 * (transfer full) (nullable): NULL if nothing of that name starts next */
char *
troupe_runner_pause_find_input (TroupeRunnerPause *self, const char *name, TroupeValue **before);
/* Sets the context of the task at @place, a string. */
void
troupe_runner_pause_set_context (TroupeRunnerPause *self, const char *place, TroupeValue *context);
/* (transfer none) (nullable) */
const char *troupe_runner_pause_find_context (TroupeRunnerPause *self, const char *place);
/* Adds a change to those that are shown. */
void troupe_runner_pause_add_edit (TroupeRunnerPause *self, TroupeValue *edit);

G_END_DECLS
