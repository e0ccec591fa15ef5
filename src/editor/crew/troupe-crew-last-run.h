/* troupe-crew-last-run.h: snapshot of a crew at the start of its last run, to detect changes
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#pragma once

#include "troupe-crew-subject.h"

G_BEGIN_DECLS

/**
 * TroupeCrewLastRun:
 *
 * The contents of tasks and agents when a run began, so that cards can show what was changed since
 * then, even if a task was moved. Immutable.
 */
typedef struct _TroupeCrewLastRun TroupeCrewLastRun;

TroupeCrewLastRun *troupe_crew_last_run_new (TroupeCrewSubject *subject);
void troupe_crew_last_run_free (TroupeCrewLastRun *self);

/* Returns the index in the run of the task that is now at @index. This is the task with the same
 * contents, otherwise the task with the same name, or -1 if there is no such task. @is_changed:
 * (out): whether the task or its agent differs from the version that ran */
int troupe_crew_last_run_find_task (TroupeCrewLastRun *self,
                                    TroupeCrewSubject *subject,
                                    guint index,
                                    gboolean *is_changed);
gboolean troupe_crew_last_run_is_agent_changed (TroupeCrewLastRun *self,
                                                TroupeCrewSubject *subject,
                                                const char *name);

G_END_DECLS
