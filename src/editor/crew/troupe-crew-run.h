/* troupe-crew-run.h: the run of a crew on its canvas
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
 * Paints what a trace knows of a crew on its cards (doc/interface.md §19): a task's span on its card, agents at work on
 * theirs, the tool in flight on its chip, what a model says as it comes.
 */
typedef struct _TroupeCrewRun TroupeCrewRun;

TroupeCrewRun *
troupe_crew_run_new (TroupeCrewSubject *subject, TroupeCanvasScene *scene, TroupeTrace *trace);
void troupe_crew_run_free (TroupeCrewRun *self);

/* @crew: the copy that runs. @method: (nullable): the method of the flow that runs it; NULL: the run is the crew's. What
 * the trace knows already is shown at once. */
void troupe_crew_run_begin (TroupeCrewRun *self, TroupeCrew *crew, const char *method);
/* The trace has ended. What never ran shows that it was not reached. */
void troupe_crew_run_end (TroupeCrewRun *self);
void troupe_crew_run_clear (TroupeCrewRun *self);
/* What the cards of tasks say in the place of times. @costs: (nullable) (element-type utf8 utf8): by the names of tasks */
void troupe_crew_run_set_costs (TroupeCrewRun *self, GHashTable *costs);
/* Cards have been drawn anew. */
void troupe_crew_run_crew_changed (TroupeCrewRun *self);
/* Times of what is under way go on. */
void troupe_crew_run_tick (TroupeCrewRun *self);
/* @titles: (nullable): the titles of the tasks that wait for a person's answer. NULL-terminated */
void troupe_crew_run_set_asking (TroupeCrewRun *self, const char *const *titles);
gboolean troupe_crew_run_is_active (TroupeCrewRun *self);

G_END_DECLS
