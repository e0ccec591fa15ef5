/* troupe-crew-run.h: state of a run on the canvas of a crew
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#pragma once

#include "troupe-canvas-scene.h"
#include "troupe-crew.h"
#include "troupe-crew-subject.h"
#include "troupe-trace.h"

G_BEGIN_DECLS

/**
 * TroupeCrewRun:
 *
 * Shows the trace of a crew on its cards (doc/interface.md §19): the span of a task on the card of
 * the task, running agents on the cards of the agents, the running tool on its chip, and the
 * streamed output of the model.
 */
typedef struct _TroupeCrewRun TroupeCrewRun;

TroupeCrewRun *
troupe_crew_run_new (TroupeCrewSubject *subject, TroupeCanvasScene *scene, TroupeTrace *trace);
void troupe_crew_run_free (TroupeCrewRun *self);

/* Begins to show a run, including the existing contents of the trace. @crew: the copy that runs.
 * @method: (nullable): the method of the flow that runs the crew; NULL if the crew runs
 *   standalone. */
void troupe_crew_run_begin (TroupeCrewRun *self, TroupeCrew *crew, const char *method);
/* Shows the end of the run after the trace has ended. Cards of tasks and agents that never ran
 * show that they were not reached. */
void troupe_crew_run_end (TroupeCrewRun *self);
void troupe_crew_run_clear (TroupeCrewRun *self);
/* Sets the texts that task cards show instead of times. @costs: (nullable) (element-type utf8
 * utf8): by task name */
void troupe_crew_run_set_costs (TroupeCrewRun *self, GHashTable *costs);
/* Must be called after the cards have been redrawn. */
void troupe_crew_run_crew_changed (TroupeCrewRun *self);
/* Updates the elapsed times of running tasks and agents. */
void troupe_crew_run_tick (TroupeCrewRun *self);
/* Sets the tasks that wait for the user's answer. @titles: (nullable): NULL-terminated: the
 * titles of the tasks */
void troupe_crew_run_set_asking (TroupeCrewRun *self, const char *const *titles);
gboolean troupe_crew_run_is_active (TroupeCrewRun *self);

G_END_DECLS
