/* troupe-crew-last-run.h: the crew as it was in its last run
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#pragma once

#include "troupe-crew-subject.h"

G_BEGIN_DECLS

/**
 * TroupeCrewLastRun:
 *
 * What tasks and agents said when a run began, so that cards tell what was changed since, wherever a task stands now.
 * Immutable.
 */
typedef struct _TroupeCrewLastRun TroupeCrewLastRun;

TroupeCrewLastRun *troupe_crew_last_run_new (TroupeCrewSubject *subject);
void troupe_crew_last_run_free (TroupeCrewLastRun *self);

/* The place in the run of the task that stands at @index now: that of the same text, else of the same name; -1 where none
 * ran. @is_changed: (out): it, or the agent that does it, is another one than ran */
int troupe_crew_last_run_find_task (TroupeCrewLastRun *self,
                                    TroupeCrewSubject *subject,
                                    guint index,
                                    gboolean *is_changed);
gboolean troupe_crew_last_run_is_agent_changed (TroupeCrewLastRun *self,
                                                TroupeCrewSubject *subject,
                                                const char *name);

G_END_DECLS
