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

/* Sets the files that the crew referred to when the run began, and those to which it refers now, see
 * troupe_crew_difference_new(). Both are (nullable): NULL if they are not known. */
void troupe_crew_run_set_files (TroupeCrewRun *self, TroupeValue *before, TroupeValue *after);
/* Returns why the result of the task or agent is stale. @id: of its card. (transfer none) (nullable) (element-type TroupeChange): NULL if its card is
 * not marked */
GPtrArray *troupe_crew_run_get_changes (TroupeCrewRun *self, const char *id);
/* Removes the mark of the task, whose result is kept until the task is changed again. */
void troupe_crew_run_keep_result (TroupeCrewRun *self, guint task);
/* Lists the titles of the tasks whose results are kept. (transfer full) */
char **troupe_crew_run_list_kept (TroupeCrewRun *self);
/* Counts the tasks whose results fit the document, and those whose results are out of date. @n_valid, @n_stale: (out) */
void troupe_crew_run_count_results (TroupeCrewRun *self, guint *n_valid, guint *n_stale);

G_END_DECLS
